"""Runs of a bot, from sitting down to the end."""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
from pathlib import Path
from typing import Any, Callable, List, NoReturn, Optional, Union

from .address import DEFAULT_URL, socket_url
from .bot import Bot
from .entry import Entry
from .errors import Closed, Refused
from .report import Report, TournamentReport
from .seat import Seat


def run(bot: Bot, url: str = DEFAULT_URL, **options: Any) -> Report:
    """Connects, sits down and plays until told to stop; see `run_async` for the options."""
    return asyncio.run(run_async(bot, url, **options))


def run_tournament(bot: Bot, url: str = DEFAULT_URL, **options: Any) -> TournamentReport:
    """Connects, enters a tournament and plays it until the bot is finished in it; see `run_tournament_async` for the options."""
    return asyncio.run(run_tournament_async(bot, url, **options))


def main(bot: Bot, **options: Any) -> None:
    """Runs a bot as a script: the command line may give the server's address and a number of hands. Prints the result of the
    run; if the run cannot continue, the process ends with a sentence that gives the reason. Options are those of
    `run_async`."""
    def say(table: str, seat: int) -> None:
        print(f"Seated at table {table}, seat {seat}: the first cards come with the next hand.", file=sys.stderr, flush=True)

    if type(bot).on_seated is Bot.on_seated:
        # Until then a bot prints nothing, and the hand at the table may take a minute.
        setattr(bot, "on_seated", say)

    given = _given("HANDS", "a number of hands")
    if len(given) > 1:
        if not given[1].isdecimal():
            _misused(f"{given[1]} is not a number of hands", "HANDS")
        options["hands"] = int(given[1])
    options.setdefault("on_wait", _say_wait)
    _script(lambda: run(bot, *given[:1], **options))


def main_tournament(bot: Bot, **options: Any) -> None:
    """Runs a bot in a tournament as a script: the command line may give the server's address and the tournament. Options are
    those of `run_tournament_async`."""
    given = _given("TOURNAMENT", "the number of a tournament")
    if len(given) > 1:
        options["tournament"] = given[1]
    options.setdefault("on_wait", _say_wait)
    _script(lambda: run_tournament(bot, *given[:1], **options))


def _given(name: str, what: str) -> List[str]:
    """Returns the arguments of the script; explains them, and ends the process, if asked or if they cannot be used."""
    given = sys.argv[1:]
    if any(argument in ("-h", "--help") for argument in given):
        print(f"{_usage(name)}\n\nURL is the server, as in {DEFAULT_URL}; {name} is {what}.")
        sys.exit(0)
    if len(given) > 2 or any(argument.startswith("-") for argument in given):
        _misused(f"{' '.join(given)} is too much", name)
    if given:
        try:
            given[0] = socket_url(given[0])
        except ValueError as wrong:
            _misused(str(wrong), name)
    return given


def _usage(name: str) -> str:
    return f"usage: python {os.path.basename(sys.argv[0])} [URL [{name}]]"


def _misused(why: str, name: str) -> NoReturn:
    print(f"{why}; {_usage(name)}", file=sys.stderr)
    sys.exit(2)


def _say_wait(url: str) -> None:
    print(f"waiting for {url}", file=sys.stderr, flush=True)


def _script(play: Callable[[], Any]) -> None:
    try:
        print(play())
    except Refused as refused:
        sys.exit(f"The server refuses: {refused.error.get('message') or refused.code} ({refused.code}).")
    except Closed as closed:
        sys.exit(f"The server has closed the connection for good: {closed}.")
    except OSError as failure:
        sys.exit(f"Cannot play: {failure}.")
    except KeyboardInterrupt:
        sys.exit("Stopped; the seat was given up.")


async def run_async(
    bot: Bot,
    url: str = DEFAULT_URL,
    *,
    nickname: Optional[str] = None,
    token: Optional[str] = None,
    token_file: Union[str, "os.PathLike[str]", None] = None,
    table: Optional[str] = None,
    game: Optional[str] = None,
    buy_in: Optional[int] = None,
    rebuy: bool = True,
    hands: Optional[int] = None,
    stop: Optional[asyncio.Event] = None,
    give_up_after: float = 300.0,
    on_wait: Optional[Callable[[str], None]] = None,
) -> Report:
    """Plays as the account of `token` or of the token in `token_file`; without one, or if it is no longer valid, as a new guest
    called `nickname`, whose token is then stored in `token_file`. So a process that was killed comes back to its seat and
    chips. Bots that run at the same time need separate files: a second connection of an account takes over from the first.

    The bot sits at `table`, or else at the busiest listed table (of `game`, if given) with a free seat, with `buy_in` chips or
    as many as the table allows, and leaves after `hands` hands or when `stop` is set. `on_wait` is called with the address once
    if the server cannot be reached at first. Raises `ValueError` if `url` is no address, `Refused` if the server refuses the
    credentials, has no such game or table or no table is available, `Closed` if the server ends the session, and `OSError` if it
    cannot be reached. What the bot itself raises ends the run too; it leaves its seat first.
    """
    nickname, token, file = _who(nickname, token, token_file)
    seat = Seat(bot, socket_url(url), nickname, token, file, table=table, game=game, buy_in=buy_in, rebuy=rebuy, hands=hands, stop=stop)
    await seat.play(give_up_after, on_wait)
    return seat.report


async def run_tournament_async(
    bot: Bot,
    url: str = DEFAULT_URL,
    *,
    nickname: Optional[str] = None,
    token: Optional[str] = None,
    token_file: Union[str, "os.PathLike[str]", None] = None,
    tournament: Optional[str] = None,
    structure: Optional[str] = None,
    stop: Optional[asyncio.Event] = None,
    give_up_after: float = 300.0,
    on_wait: Optional[Callable[[str], None]] = None,
) -> TournamentReport:
    """Plays like `run_async` in `tournament`, or else in one that the account has already entered, or in the listed one (of
    `structure`, if given) with open entries and the most entries. The bot follows its seat from table to table, is asked by
    `bot.buys` about rebuys, the add-on and re-entries, and ends when it has a finishing place. When `stop` is set, it
    cancels its entry before the start, and later is absent from the next hand on. Raises the same errors as `run_async`."""
    nickname, token, file = _who(nickname, token, token_file)
    entry = Entry(bot, socket_url(url), nickname, token, file, stop=stop, tournament=tournament, structure=structure)
    await entry.play(give_up_after, on_wait)
    return entry.outcome()


def _who(nickname: Optional[str], token: Optional[str],
         token_file: Union[str, "os.PathLike[str]", None]) -> "tuple[Optional[str], Optional[str], Optional[Path]]":
    """Returns the name for a new guest, if one may be needed; the token, given or stored; and the file to store one in."""
    file = None if token_file is None else Path(token_file)
    if token is None and file is not None and file.exists():
        token = file.read_text(encoding="utf-8").strip() or None
    if nickname is None and (token is None or file is not None):
        nickname = "bot-" + secrets.token_hex(3)
    return nickname, token, file
