"""Which match runs next, who is connected, and the matches that run. Bytes are passed on, never opened.

============= ===========================================================================
what          where
============= ===========================================================================
tournaments   `director` begins matches; `hosted` is one tournament; `sets` its secrets; `bots` and `tokens`
its standing  `ranking`: who is better; `hindrances`: what is waited for
practice      `practice`: matches against `house` bots
sessions      `lobby` seats bots; `sessions` are their streams; `table` is who sits at one match
one match     `runner`; before it `setup`; its clocks `questions`, its log `openlog`, its faults `tally`
time          `clock`, `deadlines`, and `lag`, by which the referee doubts itself
one turn      `turn`: append, commit, then speak; `floor` is what all of them share
old matches   `retention` removes their logs, where that is asked for
told again    `retelling`: what a seat is told is a function of the log; `returning` bots; `replays` by turns
told live     `feed` tells whoever watches
borders       `wire` makes and reads bytes; `signer` signs; `deals` keeps secrets; `refusals` say no
============= ===========================================================================
"""
