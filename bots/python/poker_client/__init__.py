"""A client for poker.v1, for bots.

    from poker_client import Bot, main

    class Caller(Bot):
        def act(self, ask):
            return ask.check_or_call()

    main(Caller(), nickname="caller", token_file="caller.token")

Every decision (`Ask`) lists what is legal, so a bot need not know the rules; `ask.table_state` is the whole table (`Table`). `run`
sits down, plays, rebuys, and comes back after a lost connection without missing anything; with a `token_file` a new process comes
back to the same seat. `main` is `run` for a script. `run_tournament` and `main_tournament` do the same for a tournament.
`poker_client.types` has the messages as types; docs/protocol.md describes them.
"""

from .bot import Ask, Bot, fill_in
from .errors import Closed, Refused
from .report import Report, TournamentReport
from .requests import Requests
from .runs import main, main_tournament, run, run_async, run_tournament, run_tournament_async
from .table import Deed, Seat, Street, Table

__all__ = ["Ask", "Bot", "Closed", "Deed", "Refused", "Report", "Requests", "Seat", "Street", "Table", "TournamentReport", "fill_in", "main",
           "main_tournament", "run", "run_async", "run_tournament", "run_tournament_async"]
