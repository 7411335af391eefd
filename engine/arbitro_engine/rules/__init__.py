"""The rules as a machine without chance or time: a round, what is legal in it, and what each move does.

===============  ==============================================================================================
module           what it holds
===============  ==============================================================================================
`cards`          colours, the 54 kinds, decks
`moves`          what a seat may ask for and be asked, and why it may be refused
`events`         what happened
`ruleset`        every option of rules 7.1 (`options`, `constraints`: what they may be; `variants`: names refused)
`profiles`       the named rule sets and where each value comes from
`table`          a rule set resolved for a number of seats
`round`          the state of one round
`opening`        the deal, the opening card and (`dealer`) who deals
`legal`          what a seat may do, and why a move is refused
`step`           what a move does: the theory of operation stands there
`turns`          whose turn comes, and the next decision (`polls`, `piles`, `fines`, `retirement`: its parts)
`silence`        what is done for a seat that does not answer
`scoring`        points, the end of a match and its winner
`shuffle`        chance: from a secret, or read back from a log
`view`           what a seat and the public may know
`notation`       texts for people: names of colours, shapes
`scenario`       rules as data: runs scenario files
===============  ==============================================================================================
"""
