"""A client for poker.v1, for bots: one file, needs only the `websockets` package.

    from poker_client import Bot, main

    class Caller(Bot):
        def act(self, ask):
            return ask.check_or_call()

    main(Caller(), nickname="caller", token_file="caller.token")

Every decision (`Ask`) lists what is legal, so a bot need not know the rules. `run` sits down, plays, rebuys, and comes
back after a lost connection without missing anything; with a `token_file` a new process comes back to the same seat. `main`
is `run` for a script. `run_tournament` and `main_tournament` do the same for a tournament. The messages are described in
docs/protocol.md.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import random
import secrets
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Union

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Subprotocol

__all__ = ["Ask", "Bot", "Closed", "Refused", "Report", "TournamentReport", "fill_in", "main", "main_tournament", "run", "run_async",
           "run_tournament", "run_tournament_async"]

Json = Dict[str, Any]

PROTOCOL = "poker.v1"
MAX_MESSAGE_BYTES = 65_536
LONGEST_PAUSE = 10.0

# Close codes after which coming back would change nothing.
FINAL_CLOSE_CODES = {1002, 1003, 1007, 1008, 1009, 4001, 4002, 4003, 4006}

# Refusals of a token that will never be good again.
TOKEN_CODES = {"auth.invalid_token", "auth.expired_token", "auth.revoked"}

# Refusals of a sit that may pass by themselves.
PATIENT_CODES = {"table.full", "table.busy", "table.paused", "table.seat_taken", "table.already_seated", "table.no_change",
                 "table.not_seated", "server.internal"}

# Requests that are sent again, with the same id, after a lost connection.
REPEATED = {"sit", "rebuy", "act", "leave", "sit_out", "register", "unregister", "re_enter", "tournament_rebuy", "add_on",
            "tournament_presence"}

# Refusals of an answer that came too late: another one, or the clock, was faster, or the seat is at another table by now.
LATE_CODES = {"turn.stale", "turn.not_yours", "turn.no_hand", "rule.hand_over", "table.not_seated", "table.not_found",
              "table.closed"}

log = logging.getLogger("poker_client")


class Refused(Exception):
    """The server refused a request. `code` is stable, the text is for logs."""

    def __init__(self, error: Json) -> None:
        super().__init__(f"{error['code']}: {error.get('message', '')}")
        self.code: str = error["code"]
        self.error = error


class Closed(Exception):
    """The server closed the connection for good."""


@dataclass
class Ask:
    """A decision that is yours: what is legal, and what a player needs to know for it.

    Amounts are whole chips. Cards are texts such as "Ah". `choices` holds everything that is legal, as in the protocol:
    `{"kind": "raise", "min": 80, "max": 1180}`. An answer repeats a kind and fills it in: `{"kind": "raise", "to": 120}`.
    """

    table: str
    hand: int
    turn: int
    choices: List[Json]
    cards: List[str]
    board: List[str]
    pot: int
    to_call: int
    stack: int
    face_up: List[bool] = field(default_factory=list)
    board_down: int = 0

    def choice(self, kind: str) -> Optional[Json]:
        """The choice of this kind with its bounds, or None where it is not legal; the first where a kind stands twice."""
        return next(iter(self.choices_of(kind)), None)

    def choices_of(self, *kinds: str) -> List[Json]:
        """All choices of these kinds. Fixed limit offers two bets where either size may be bet, as with an open pair in stud."""
        return [choice for choice in self.choices if choice["kind"] in kinds]

    def check_or_fold(self) -> Json:
        """Checks if that is free, else folds; elsewhere does the least that is legal."""
        for kind in ("check", "fold", "decline", "keep", "pass", "run_once"):
            if self.choice(kind):
                return {"kind": kind}
        for kind in ("discard", "roll", "arrange", "declare", "pick_game"):
            choice = self.choice(kind)
            if choice:
                return fill_in(choice)
        return self.check_or_call()

    def check_or_call(self) -> Json:
        """Checks if that is free, else calls, else does the least that is legal."""
        if self.choice("check"):
            return {"kind": "check"}
        call = self.choice("call")
        if call:
            return {"kind": "call", "amount": call["amount"]}
        return fill_in(self.choices[0]) if self.must_bet() else self.check_or_fold()

    def must_bet(self) -> bool:
        """Whether nothing but a bet is legal."""
        return all(choice["kind"] in ("bet", "raise") for choice in self.choices)

    def bet_or_raise_to(self, total: float) -> Optional[Json]:
        """Bets or raises to a total, or the nearest legal one; None where neither is legal."""
        legal = [{"kind": choice["kind"], "to": max(choice["min"], min(choice["max"], round(total)))}
                 for choice in self.choices_of("bet", "raise")]
        return min(legal, key=lambda action: abs(action["to"] - total), default=None)


def fill_in(choice: Json, cards: Optional[List[str]] = None) -> Json:
    """The answer to a choice of any kind. `cards` are those to discard, to turn up or to lay in this order; as few as
    allowed if left out. Amounts are the least, declarations, announcements and games the first that is offered."""
    kind = choice["kind"]
    answer: Json = {"kind": kind}
    if kind in ("bet", "raise"):
        answer["to"] = choice["min"]
    elif kind == "discard":
        up = choice.get("up")
        fewest = choice["cards"][: choice["min"]] + (up["cards"][: up["min"]] if up else [])
        answer["cards"] = fewest if cards is None else cards
    elif kind == "roll":
        answer["cards"] = choice["cards"][: choice["min"]] if cards is None else cards
        if choice["announce"]:
            answer["announce"] = choice["announce"][0]
    elif kind == "arrange":
        answer["cards"] = choice["cards"] if cards is None else cards
    elif kind == "declare":
        answer["sides"] = choice["options"][0]
    elif kind == "pick_game":
        answer["game"] = choice["games"][0]["game"]
    return answer


def face_up(cards: List[str], play: Json) -> List[bool]:
    """Which of a seat's own cards lie face up; nothing if none does."""
    up = {card for card, is_up in zip(play.get("cards", []), play.get("face_up", [])) if is_up}
    return [card in up for card in cards] if up else []


class Bot:
    """Something that plays. Subclass it and write `act`."""

    def act(self, ask: Ask) -> Json:
        """Answers a decision. An illegal answer costs nothing: then the bot checks if that is free, else folds."""
        raise NotImplementedError

    def on_event(self, table: str, event: Json) -> None:
        """Told of everything that happens at the table, in order, each event once. Does nothing unless overridden."""

    def buys(self, offer: Json, tournament: Json) -> bool:
        """Whether to take what a tournament offers: `{"kind": "tournament_rebuy", "price": 500, "chips": 10000}`, `"add_on"` or
        `"re_enter"`. Asked once for each offer. `tournament` is its state as the protocol has it. Nothing is bought unless overridden."""
        return False

    def agrees(self, deal: Json, tournament: Json) -> bool:
        """Whether to agree to a deal that is offered: `{"kind": "icm", "keep": 0, "shares": [[player, chips], ...]}`. Asked once for each
        deal that has a share for the bot. Refused unless overridden: play goes on."""
        return False

    def on_tournament_event(self, tournament: str, event: Json) -> None:
        """Told of everything that happens in the tournament, in order, each event once. Does nothing unless overridden."""


@dataclass
class Report:
    """What a run came to. `won` is chips won less chips lost over all hands that were played to their end."""

    hands: int = 0
    decisions: int = 0
    refused: int = 0
    won: int = 0
    ended: str = ""


@dataclass
class TournamentReport:
    """What a tournament came to. `prize` is what it paid, bounties included, `spent` what this run paid for the entry and what it
    bought; both are chips of the account. `place` is the best of the places that are shared, None without one."""

    hands: int = 0
    decisions: int = 0
    refused: int = 0
    place: Optional[int] = None
    prize: int = 0
    spent: int = 0
    ended: str = ""


def run(bot: Bot, url: str = "ws://127.0.0.1:8080/ws", **options: Any) -> Report:
    """Connects, sits down and plays until told otherwise; see `run_async` for the options."""
    return asyncio.run(run_async(bot, url, **options))


def run_tournament(bot: Bot, url: str = "ws://127.0.0.1:8080/ws", **options: Any) -> TournamentReport:
    """Connects, enters a tournament and plays it to the bot's end in it; see `run_tournament_async` for the options."""
    return asyncio.run(run_tournament_async(bot, url, **options))


def main(bot: Bot, **options: Any) -> None:
    """Runs a bot as a script: the command line may name the server's address and a number of hands. Prints what the run came
    to; where it cannot go on, the process ends with a sentence that says why. Options are those of `run_async`."""
    def play() -> Report:
        if len(sys.argv) > 2:
            options["hands"] = int(sys.argv[2])
        return run(bot, *sys.argv[1:2], **options)

    _script(play)


def main_tournament(bot: Bot, **options: Any) -> None:
    """The same for a tournament: the command line may name the server's address and the tournament. Options are those of
    `run_tournament_async`."""
    def play() -> TournamentReport:
        if len(sys.argv) > 2:
            options["tournament"] = sys.argv[2]
        return run_tournament(bot, *sys.argv[1:2], **options)

    _script(play)


def _script(play: Callable[[], Any]) -> None:
    try:
        print(play())
    except Refused as refused:
        sys.exit(f"The server refuses: {refused.error.get('message') or refused.code} ({refused.code}).")
    except Closed as closed:
        sys.exit(f"The server has closed the connection for good: {closed}.")
    except (OSError, ValueError) as failure:
        sys.exit(f"Cannot play: {failure}.")
    except KeyboardInterrupt:
        sys.exit("Stopped; the seat was given up.")


async def run_async(
    bot: Bot,
    url: str = "ws://127.0.0.1:8080/ws",
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
) -> Report:
    """Plays as the account of `token` or of the token in `token_file`; without one, or if that one is no longer good, as a new
    guest of `nickname`, whose token is then kept in `token_file`. A process that was killed so comes back to its seat and
    chips. Bots that run at the same time need a file each: a second connection of an account takes over from the first.

    It sits at `table`, or at the listed table (of `game`, if given) with a free seat where most people play, with `buy_in`
    chips or as many as the table allows, and leaves after `hands` hands or when `stop` is set. Raises `Refused` when the server refuses the
    credentials or no table is to be had, `Closed` when it ends the session, `OSError` when it cannot be reached.
    """
    nickname, token, file = _who(nickname, token, token_file)
    seat = _Seat(bot, url, nickname, token, file, table, game, buy_in, rebuy, hands, stop)
    await seat.play(give_up_after)
    return seat.report


async def run_tournament_async(
    bot: Bot,
    url: str = "ws://127.0.0.1:8080/ws",
    *,
    nickname: Optional[str] = None,
    token: Optional[str] = None,
    token_file: Union[str, "os.PathLike[str]", None] = None,
    tournament: Optional[str] = None,
    structure: Optional[str] = None,
    stop: Optional[asyncio.Event] = None,
    give_up_after: float = 300.0,
) -> TournamentReport:
    """Plays as `run_async` does, in `tournament`, or in one that the account has entered already, else in the listed one (of
    `structure`, if given) with open entries where most have entered. It follows its seat from table to table, asks `bot.buys` about
    rebuys, the add-on and re-entries, and ends when the bot has its place. When `stop` is set it takes its entry back before
    the start, and is absent from the next hand on later. Raises what `run_async` raises.
    """
    nickname, token, file = _who(nickname, token, token_file)
    entry = _Entry(bot, url, nickname, token, file, stop=stop, tournament=tournament, structure=structure)
    await entry.play(give_up_after)
    return entry.outcome()


def _who(nickname: Optional[str], token: Optional[str],
         token_file: Union[str, "os.PathLike[str]", None]) -> "tuple[Optional[str], Optional[str], Optional[Path]]":
    """The name of a new guest, if one may be needed; the token, given or kept; the file to keep one in."""
    file = None if token_file is None else Path(token_file)
    if token is None and file is not None and file.exists():
        token = file.read_text(encoding="utf-8").strip() or None
    if nickname is None and (token is None or file is not None):
        nickname = "bot-" + secrets.token_hex(3)
    return nickname, token, file


def _keep(token: str, file: Path) -> None:
    """Writes a token where only the owner can read it: its holder plays with the account's chips."""
    file.unlink(missing_ok=True)
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as kept:
        kept.write(token + "\n")


@dataclass
class _Seat:
    """A bot at its table, over as many connections as it takes."""

    bot: Bot
    url: str
    nickname: Optional[str]
    token: Optional[str]
    token_file: Optional[Path]
    table: Optional[str] = None
    game: Optional[str] = None
    buy_in: Optional[int] = None
    rebuy: bool = True
    hands: Optional[int] = None
    stop: Optional[asyncio.Event] = None
    report: Report = field(default_factory=Report)
    account: str = ""
    balance: int = 0
    own_tables: List[str] = field(default_factory=list)
    own_tournaments: List[str] = field(default_factory=list)
    info: Json = field(default_factory=dict)
    # The number of the last event, and of the last one whose private parts must be here.
    seq: Optional[int] = None
    settled: int = 0
    taken: Dict[int, str] = field(default_factory=dict)
    seat: Optional[int] = None
    status: Optional[str] = None
    stack_before: Optional[int] = None
    answered: Any = None
    # Requests without an answer yet; they are sent again, with the same id, after a lost connection.
    pending: Dict[str, Json] = field(default_factory=dict)
    asks: Dict[str, Ask] = field(default_factory=dict)
    told_after: int = 0
    # The least that the table takes from this player, as far as it has said so.
    least: int = 0
    try_at: float = 0.0
    pause: float = 0.5
    is_leaving: bool = False
    is_over: bool = False
    come_back_after: float = 0.0
    prefix: str = field(default_factory=lambda: secrets.token_hex(8))
    count: int = 0

    async def play(self, give_up_after: float) -> None:
        pause, give_up_at = 0.25, time.monotonic() + give_up_after
        while True:
            try:
                async with connect(self.url, subprotocols=[Subprotocol(PROTOCOL)], max_size=MAX_MESSAGE_BYTES,
                                   open_timeout=10) as socket:
                    await self._hello(socket)
                    pause, give_up_at = 0.25, time.monotonic() + give_up_after
                    try:
                        await self._serve(socket)
                    except asyncio.CancelledError:
                        # Stopped at once, as by Ctrl-C: the table shall not wait for this seat.
                        await self._say_goodbye(socket)
                        raise
                    return
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code in FINAL_CLOSE_CODES:
                    raise Closed(f"{closed.rcvd.code} {closed.rcvd.reason}") from closed
            except Refused as refused:
                if refused.code in TOKEN_CODES and self.token_file is not None and self.nickname is not None and not self.account:
                    # The file is of another server, or too old.
                    self.token = None
                    continue
                if refused.code == "auth.name_taken" and self.token_file is not None and not self.account:
                    # Of an earlier run, whose token is lost.
                    self.nickname = f"{str(self.nickname)[:13]}-{secrets.token_hex(3)}"
                    continue
                if not refused.error.get("retryable"):
                    raise
            except (OSError, asyncio.TimeoutError, InvalidHandshake) as failure:
                if time.monotonic() > give_up_at:
                    raise OSError(f"no connection to {self.url}: {failure}") from failure
            log.info("the connection is lost: trying again")
            # Half of the pause is random, so that all who lost the same server do not come back at once.
            await asyncio.sleep(self.come_back_after + pause * random.uniform(0.5, 1.0))
            self.come_back_after, pause = 0.0, min(LONGEST_PAUSE, pause * 2)

    # Connection

    async def _hello(self, socket: ClientConnection) -> None:
        hello: Json = {"versions": [PROTOCOL], "bot": True, "client": "poker_client.py/1"}
        hello.update({"token": self.token} if self.token else {"nickname": self.nickname})
        welcome = await self._ask(socket, "hello", **hello)
        self.account, self.balance = welcome["you"]["id"], welcome["balance"]
        self.own_tables, self.own_tournaments = welcome["tables"], welcome.get("tournaments", [])
        # Comes back as the same guest next time.
        if "token" in welcome:
            self.token = str(welcome["token"])
            if self.token_file is not None:
                _keep(self.token, self.token_file)
        self.pending = {message["id"]: message for message in self.pending.values() if message["type"] in REPEATED}
        repeated = list(self.pending.values())
        await self._take_up(socket)
        for message in repeated:
            await socket.send(json.dumps(message))

    async def _take_up(self, socket: ClientConnection) -> None:
        """Watches the table, or resumes it where it was left."""
        if self.table is None:
            self.table = self._choose((await self._ask(socket, "list_tables"))["tables"])
        if self.seq is None:
            await self._send(socket, "watch", table=self.table)
        else:
            await self._send(socket, "resume", table=self.table, after=self.settled)

    async def _say_goodbye(self, socket: ClientConnection) -> None:
        if self.seat is not None:
            await self._send(socket, "leave", table=self.table)

    def _choose(self, tables: List[Json]) -> str:
        def is_open(table: Json) -> bool:
            info = table["info"]
            buy_in = self._buy_in(info)
            return len(table["taken"]) < info["seats"] and buy_in <= self.balance or info["table"] in self.own_tables

        tables = [table for table in tables if is_open(table) and self.game in (None, table["info"]["game"])]
        if not tables and self.own_tables:
            # Private, or of another game; the seat is taken all the same.
            return self.own_tables[0]
        if not tables:
            wanted = "" if self.game is None else f" of {self.game}"
            raise Refused({"code": "table.full", "message": f"no table{wanted} has a free seat for such a buy-in"})
        best = max(tables, key=lambda table: (table["info"]["table"] in self.own_tables, len(table["taken"])))
        return str(best["info"]["table"])

    def _buy_in(self, info: Json) -> int:
        wanted = info["buy_in_max"] if self.buy_in is None else self.buy_in
        return int(max(info["buy_in_min"], min(info["buy_in_max"], wanted)))

    def _new_id(self) -> str:
        self.count += 1
        return f"{self.prefix}-{self.count}"

    async def _send(self, socket: ClientConnection, kind: str, **fields: Any) -> str:
        """Sends a request; its answer is dealt with when it comes."""
        message = {"type": kind, "id": self._new_id(), **fields}
        self.pending[message["id"]] = message
        await socket.send(json.dumps(message))
        return str(message["id"])

    async def _ask(self, socket: ClientConnection, kind: str, **fields: Any) -> Json:
        """Sends a request and waits for its answer; for the time before a table is watched."""
        message = {"type": kind, "id": self._new_id(), **fields}
        await socket.send(json.dumps(message))
        while True:
            answer: Json = json.loads(await asyncio.wait_for(socket.recv(), 10))
            if answer.get("id") == message["id"]:
                if answer["type"] == "error":
                    raise Refused(answer)
                return answer

    async def _serve(self, socket: ClientConnection) -> None:
        while not self.is_over:
            try:
                text = await asyncio.wait_for(socket.recv(), 1.0)
            except asyncio.TimeoutError:
                await self._look_after_seat(socket)
                continue
            message: Json = json.loads(text)
            # The private parts come right behind their events: with the next message those events are settled.
            self.settled = self.seq or 0
            # Types that are not known are skipped.
            handler = getattr(self, "_on_" + str(message.get("type")), None)
            if handler is not None:
                await handler(socket, message)
            await self._look_after_seat(socket)

    # Messages

    async def _on_snapshot(self, socket: ClientConnection, message: Json) -> None:
        if self.table is None or message["table"] != self.table:
            return
        state = message["state"]
        self.seq = self.settled = message["seq"]
        self.info = state["info"]
        self.taken = {seat["seat"]: seat["player"]["id"] for seat in state["seats"]}
        you = state.get("you")
        self.seat = you["seat"] if you else None
        own = next((seat for seat in state["seats"] if seat["seat"] == self.seat), None)
        self.status = own["status"] if own else None
        # Before a hand its dealer may be asked for the game.
        hand = state.get("hand") or state.get("pick", {})
        turn = hand.get("turn")
        if you and own and turn and you["choices"] and self.seat in turn["seats"]:
            await self._answer(socket, Ask(self.table, hand["hand"], turn["turn"], you["choices"], you["cards"],
                                           hand.get("board", []), hand.get("pot", 0), you["to_call"], own["stack"],
                                           face_up(you["cards"], own.get("play") or {}), hand.get("board_down", 0)))

    async def _on_events(self, socket: ClientConnection, message: Json) -> None:
        if self.table is None or message["table"] != self.table or self.seq is None:
            return
        before = self.seq
        for numbered in message["events"]:
            if numbered["seq"] == self.seq + 1:
                self.seq += 1
                self._apply(numbered["event"])
                self.bot.on_event(self.table, numbered["event"])
            elif numbered["seq"] > self.seq:
                is_asked = any(request["type"] == "resume" for request in self.pending.values())
                if not is_asked:
                    await self._send(socket, "resume", table=self.table, after=self.seq)
                break
        if self.seq > before:
            self.settled = before

    async def _on_private(self, socket: ClientConnection, message: Json) -> None:
        if self.table is None or message["table"] != self.table or self.seq is None:
            return
        for event in message["events"]:
            if event["kind"] == "choices" and event["seq"] <= self.seq:
                await self._answer(socket, Ask(self.table, event["hand"], event["turn"], event["choices"], event["cards"],
                                               event["board"], event["pot"], event["to_call"], event["stack"],
                                               event.get("face_up", []), event.get("board_down", 0)))

    async def _on_balance(self, socket: ClientConnection, message: Json) -> None:
        self.balance = message["balance"]

    async def _on_closing(self, socket: ClientConnection, message: Json) -> None:
        self.come_back_after = message.get("retry_after_ms", 0) / 1000

    async def _on_ok(self, socket: ClientConnection, message: Json) -> None:
        request = self.pending.pop(message["id"], None)
        if request is None:
            return
        if request["type"] == "act":
            self.report.decisions += 1
            self.asks.pop(message["id"], None)
        elif request["type"] in ("sit", "rebuy", "sit_out", "leave"):
            self.told_after = message.get("seq", 0)
            self.least = 0
            self.pause = 0.5
            self._be_patient()

    async def _on_error(self, socket: ClientConnection, message: Json) -> None:
        request = self.pending.pop(message.get("id", ""), None)
        if request is None:
            log.warning("refused: %s", message)
            return
        kind, code = request["type"], message["code"]
        if code in ("rate.limited", "table.busy", "tournament.busy"):
            await asyncio.sleep(message.get("params", {}).get("retry_after_ms", 100) / 1000)
            self.pending[request["id"]] = request
            await socket.send(json.dumps(request))
        elif code in ("table.closed", "table.not_found"):
            self._end("the table is closed")
        elif kind == "act":
            ask = self.asks.pop(request["id"], None)
            if code not in LATE_CODES and ask is not None:
                log.warning("an illegal answer: %s to %s", request["action"], ask.choices)
                self.report.refused += 1
                await self._act(socket, ask, ask.check_or_fold(), is_last=True)
        elif code == "ledger.insufficient_funds":
            await self._leave(socket, "out of chips")
        elif kind == "leave":
            self.is_over = True
        elif kind == "sit" and code == "table.buy_in_range" and request["buy_in"] < message.get("params", {}).get("min", 0):
            # A player who left with more has to bring all of it back.
            self.least = message["params"]["min"]
        elif kind in ("sit", "rebuy", "sit_out") and code in PATIENT_CODES:
            self._be_patient()
        else:
            raise Refused(message)

    # The table

    def _apply(self, event: Json) -> None:
        kind = event["kind"]
        if kind == "player_sat":
            self.taken[event["seat"]] = event["player"]["id"]
            if event["player"]["id"] == self.account:
                self.seat, self.status = event["seat"], event["status"]
        elif kind == "player_left":
            self.taken.pop(event["seat"], None)
            if event["seat"] == self.seat:
                self.seat = self.status = None
        elif kind == "seat_status_changed" and event["seat"] == self.seat:
            self.status = event["status"]
        elif kind == "seats_drawn":
            self._move({move["from"]: move["to"] for move in event["moves"]})
        elif kind == "player_moved":
            self._move({event["from"]: event["to"]})
            if event["to"] == self.seat:
                self.status = event["status"]
        elif kind == "stakes_changed":
            amounts = {name: event[name] for name in ("buy_in_min", "buy_in_max")}
            self.info = {**self.info, **event["game"], **amounts}
        elif kind == "hand_started":
            dealt = {seat["seat"]: seat["stack"] for seat in event["seats"]}
            self.stack_before = dealt.get(self.seat)
        elif kind == "hand_completed" and self.stack_before is not None:
            after = {stack["seat"]: stack["amount"] for stack in event["stacks"]}
            self.report.hands += 1
            self.report.won += after.get(self.seat, 0) - self.stack_before
            self.stack_before = None
        elif kind == "hand_voided":
            self.stack_before = None
        elif kind == "table_closed":
            self._end("the table is closed")

    def _move(self, ways: Dict[int, int]) -> None:
        """Players go from seat to seat, all at once."""
        self.taken = {ways.get(seat, seat): player for seat, player in self.taken.items()}
        if self.seat is not None:
            self.seat = ways.get(self.seat, self.seat)

    async def _answer(self, socket: ClientConnection, ask: Ask) -> None:
        decision = (ask.hand, ask.turn)
        if self.answered == decision:
            return
        self.answered = decision
        # In a thread, so that a bot that thinks for long still answers the server's pings.
        await self._act(socket, ask, await asyncio.to_thread(self.bot.act, ask))

    async def _act(self, socket: ClientConnection, ask: Ask, action: Json, is_last: bool = False) -> None:
        request = await self._send(socket, "act", table=ask.table, hand=ask.hand, turn=ask.turn, action=action)
        if not is_last:
            self.asks[request] = ask

    async def _look_after_seat(self, socket: ClientConnection) -> None:
        """Takes the seat, fills the stack, comes back or leaves, whatever is due."""
        if self.seq is None or self.seq < self.told_after:
            return
        if self.is_leaving:
            self.is_over = self.is_over or self.seat is None and not self.pending
            return
        if self.stop is not None and self.stop.is_set():
            await self._leave(socket, "told to stop")
            return
        if self.hands is not None and self.report.hands >= self.hands:
            await self._leave(socket, "all hands were played")
            return
        is_busy = any(request["type"] in ("sit", "rebuy", "sit_out") for request in self.pending.values())
        if is_busy or time.monotonic() < self.try_at:
            return
        if self.seat is None:
            if len(self.taken) >= self.info["seats"]:
                self._be_patient()
            else:
                await self._send(socket, "sit", table=self.table, buy_in=max(self._buy_in(self.info), self.least),
                                 entry="post")
        elif self.status == "busted" and not self.rebuy:
            await self._leave(socket, "out of chips")
        elif self.status == "busted":
            await self._send(socket, "rebuy", table=self.table, amount=self._buy_in(self.info))
        elif self.status == "sitting_out":
            await self._send(socket, "sit_out", table=self.table, out=False, entry="post")

    def _be_patient(self) -> None:
        self.try_at, self.pause = time.monotonic() + self.pause, min(LONGEST_PAUSE, self.pause * 2)

    async def _leave(self, socket: ClientConnection, why: str) -> None:
        self._end(why)
        self.is_over, self.is_leaving = self.seat is None, True
        if self.seat is not None:
            await self._send(socket, "leave", table=self.table)

    def _end(self, why: str) -> None:
        self.report.ended, self.is_over = why, True


@dataclass
class _Entry(_Seat):
    """A bot in its tournament, over as many tables and connections as it takes."""

    tournament: Optional[str] = None
    structure: Optional[str] = None
    # The state as the last snapshot told it, with where the bot stands now.
    state: Json = field(default_factory=dict)
    # The number of the last event of the tournament.
    last: Optional[int] = None
    # Kinds of offers that the bot has answered and that still stand.
    offered: List[str] = field(default_factory=list)
    # Whether the table could not be watched.
    is_refused: bool = False
    # What requests without an answer would cost.
    prices: Dict[str, int] = field(default_factory=dict)
    spent: int = 0

    def outcome(self) -> TournamentReport:
        report, you = self.report, self.state.get("you", {})
        return TournamentReport(report.hands, report.decisions, report.refused, you.get("place", {}).get("best"),
                                you.get("prize", 0), self.spent, report.ended)

    # Connection

    async def _take_up(self, socket: ClientConnection) -> None:
        if self.tournament is None:
            self.tournament = self._choose_tournament((await self._ask(socket, "list_tournaments"))["tournaments"])
        if self.last is None:
            await self._send(socket, "watch_tournament", tournament=self.tournament)
        else:
            await self._send(socket, "resume_tournament", tournament=self.tournament, after=self.last)
        if self.table is not None and self.seq is not None:
            await self._send(socket, "resume", table=self.table, after=self.settled)

    def _choose_tournament(self, tournaments: List[Json]) -> str:
        def is_open(listed: Json) -> bool:
            price = int(listed["buy_in"]) + int(listed["bounty"])
            return bool(listed["entries_open"]) and listed["alive"] < listed["entries_max"] and price <= self.balance

        own = [listed for listed in tournaments if listed["tournament"] in self.own_tournaments]
        best = [listed for listed in own or filter(is_open, tournaments) if self.structure in (None, listed["structure"])]
        if not best:
            wanted = "" if self.structure is None else f" of {self.structure}"
            raise Refused({"code": "tournament.full", "message": f"no tournament{wanted} takes entries at such a price"})
        return str(max(best, key=lambda listed: int(listed["alive"]))["tournament"])

    async def _say_goodbye(self, socket: ClientConnection) -> None:
        if self.state.get("you", {}).get("registered"):
            if self.state["summary"]["phase"] == "registering":
                await self._send(socket, "unregister", tournament=self.tournament)
            else:
                await self._send(socket, "tournament_presence", tournament=self.tournament, absent=True)

    # Messages

    async def _on_tournament_snapshot(self, socket: ClientConnection, message: Json) -> None:
        if message["tournament"] != self.tournament:
            return
        is_first = self.last is None
        self.last, self.state = message["seq"], message["state"]
        you = self.state["you"]
        if is_first and not you["registered"]:
            price = next((offer["price"] for offer in you.get("offers", []) if offer["kind"] == "register"), 0)
            await self._buy(socket, "register", price, rules=self.state["rules"])
        else:
            await self._look_round(socket)
            if self.state.get("deal"):
                await self._answer_deal(socket, self.state["deal"])

    async def _on_tournament_events(self, socket: ClientConnection, message: Json) -> None:
        if self.tournament is None or message["tournament"] != self.tournament or self.last is None:
            return
        if message["first_seq"] > self.last + 1:
            if not self._is_asked("resume_tournament"):
                await self._send(socket, "resume_tournament", tournament=self.tournament, after=self.last)
            return
        for event in message["events"][self.last + 1 - message["first_seq"]:]:
            self.last += 1
            self.bot.on_tournament_event(self.tournament, event)
            if event["event"] == "level_started" and self.state["summary"]["phase"] == "registering":
                self.state["summary"]["phase"] = "running"
            elif event["event"] == "deal_offered":
                await self._answer_deal(socket, event)
            elif event["event"] in ("tournament_completed", "tournament_cancelled"):
                # What came of it for the bot is in the last snapshot.
                await self._send(socket, "watch_tournament", tournament=self.tournament)

    async def _on_tournament_you(self, socket: ClientConnection, message: Json) -> None:
        if message["tournament"] == self.tournament and self.state:
            self.state["you"] = message["you"]
            await self._look_round(socket)

    async def _on_ok(self, socket: ClientConnection, message: Json) -> None:
        self.spent += self.prices.pop(message["id"], 0)
        request = self.pending.get(message["id"], {})
        if request.get("type") == "register":
            self.state["you"]["registered"] = True
        elif request.get("type") == "unregister":
            self.spent = 0
        await super()._on_ok(socket, message)

    async def _on_error(self, socket: ClientConnection, message: Json) -> None:
        code, request = message["code"], self.pending.get(message.get("id", ""))
        if request is None or request["type"] == "act" or code in ("rate.limited", "table.busy", "tournament.busy"):
            await super()._on_error(socket, message)
            # The table may be broken; the bot is told where it sits next.
            self.is_over = False
            return
        del self.pending[request["id"]]
        self.prices.pop(request["id"], None)
        if code == "tournament.unknown" and self.state:
            self._end("the tournament is over")
        elif request["type"] in ("register", "watch_tournament") and code != "tournament.already_registered":
            raise Refused(message)
        else:
            log.info("refused: %s", message)
            self.is_refused = self.is_refused or request["type"] == "watch" and request["table"] == self.table
            self._be_patient()

    # The way through the tournament

    def _is_asked(self, *kinds: str) -> bool:
        return any(request["type"] in kinds for request in self.pending.values())

    async def _buy(self, socket: ClientConnection, kind: str, price: int, **fields: Any) -> None:
        request = await self._send(socket, kind, tournament=self.tournament, **fields)
        self.prices[request] = price

    def _apply(self, event: Json) -> None:
        if event["kind"] != "table_closed":
            super()._apply(event)

    async def _look_round(self, socket: ClientConnection) -> None:
        """Goes to the table where the bot sits, comes back if it is taken for absent, answers offers, ends."""
        you, phase = self.state["you"], self.state["summary"]["phase"]
        table = you.get("seat", {}).get("table")
        if table is not None and table != self.table:
            if self.table is not None:
                await self._send(socket, "unwatch", table=self.table)
            self.table, self.seq, self.settled, self.seat, self.status = table, None, 0, None, None
            self.stack_before = self.answered = None
            await self._send(socket, "watch", table=table)
        if you.get("absent") and not you.get("out") and not self.is_leaving and not self._is_asked("tournament_presence"):
            await self._send(socket, "tournament_presence", tournament=self.tournament, absent=False)
        await self._answer_offers(socket, you.get("offers", []))
        if phase == "cancelled":
            self._end("the tournament was cancelled")
        elif you.get("place") or phase == "completed":
            self._end("the place is known")

    async def _answer_deal(self, socket: ClientConnection, deal: Json) -> None:
        own = self.state["you"].get("player")
        if own in deal.get("agreed", []) or all(player != own for player, _ in deal["shares"]):
            return
        agrees = await asyncio.to_thread(self.bot.agrees, deal, self.state)
        await self._send(socket, "deal", tournament=self.tournament, answer="agree" if agrees else "refuse")

    async def _answer_offers(self, socket: ClientConnection, offers: List[Json]) -> None:
        # After the last chip a rebuy is another question.
        named = {offer["kind"] + (" in time" if "left_ms" in offer else ""): offer for offer in offers}
        self.offered = [name for name in self.offered if name in named]
        for name, offer in named.items():
            kind = offer["kind"]
            if name in self.offered or kind not in ("tournament_rebuy", "add_on", "re_enter"):
                continue
            self.offered.append(name)
            takes = await asyncio.to_thread(self.bot.buys, offer, self.state)
            if takes:
                await self._buy(socket, kind, offer["price"], **({"take": True} if kind == "tournament_rebuy" else {}))
            elif "left_ms" in offer:
                # The table waits for the answer.
                await self._send(socket, kind, tournament=self.tournament, take=False)

    async def _look_after_seat(self, socket: ClientConnection) -> None:
        """Stops when told to, and asks again for a table that was not open yet."""
        if self.is_leaving:
            self.is_over = self.is_over or not self.pending
        elif self.stop is not None and self.stop.is_set():
            if not self._is_asked("register"):
                self.is_leaving, self.report.ended = True, "told to stop"
                await self._say_goodbye(socket)
        elif self.is_refused and time.monotonic() >= self.try_at:
            self.is_refused = False
            await self._send(socket, "watch", table=self.table)
