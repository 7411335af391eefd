"""One match as a machine without I/O: decisions, clocks, faults and outcome.

================  =========================================================================================
module            what it holds
================  =========================================================================================
`match`           the machine: one input in, one step out; its theory of operation
`inputs`          what may happen to a match, and how a record gives its input back
`step`            what a step asks of its shell
`messages`        what seats and public are told
`record`          what stands in the log
`header`          the facts of a match
`course`          rounds, orders, leaving, the end: how a match goes on by itself
`enforcement`     what is done when a seat errs (`adjudication`: what the policy says; `faults`: policies)
`seat`            what is kept of one seat (`decisions`: ids, attempts, results; `bank`: its time)
`clock`           time control, stamps, durations
`feed`            who is told what, and when (`asking`: questions and views of the table)
`outcome`         rounds won, and who wins by which ending
================  =========================================================================================
"""
