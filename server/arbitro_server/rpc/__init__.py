"""gRPC: thin servicers, and what stands before them.

=============== =========================================================================
`server`        services, options, port
`guard`         the outermost interceptor: who calls, what is counted, that no exception's text leaves
`access`        every method against every role; `limits`: the bounds
`acts`          what each act of those who run a tournament wants
`errors`        refusals as statuses
`play`          bots' streams; `inbox`: what comes in on them; `reading`: what comes in at all
`tournaments`   and `matches`, `bots`, `info`, `health`: the other services
`watching`      one who watches a match; `logs`: files of logs
`terms`         tournaments and matches as messages; `pages`: lists
`codec`         the wire as the runtime wants it
=============== =========================================================================
"""
