"""The rules as a machine without chance or time: a round, what is legal in it, and what each move does.

===========  ========================================================================================
module       what it holds
===========  ========================================================================================
`cards`      colours, the 54 kinds, decks
`moves`      what a seat may ask for and be asked, and why it may be refused
`events`     what happened
`ruleset`    every option of rules 7.1 (its parts: `options`, `constraints`, `variants`)
`profiles`   the named rule sets and where each value comes from
`table`      a rule set resolved for a number of seats
`offers`     what sets of kinds come to as moves
`round`      the state of one round
`opening`    the deal, the opening card and who deals (`dealer`)
`legal`      what a seat may do, and why a move is refused (`matching`: which cards fit)
`step`       what a move does: the theory of operation stands there (its parts: `plays`, `piles`,
             `fines`, `polls`, `turns`, `asking`, `retirement`, `ending`)
`silence`    what is done for a seat that does not answer
`scoring`    points, the end of a match and its winner
`shuffle`    chance: from a secret, or read back from a log
`view`       what a seat and the public may know
`notation`   texts for people: names of colours, shapes
`scenario`   rules as data: runs scenario files (its parts: `position`, `scenario_chance`)
===========  ========================================================================================
"""
