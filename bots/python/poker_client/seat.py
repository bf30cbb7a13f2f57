"""A bot at its table."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, cast

from websockets.asyncio.client import ClientConnection

from .bot import Ask, face_up
from .connection import Connection
from .errors import Refused
from .messages import BUSY_CODES, LATE_CODES, LONGEST_PAUSE, PATIENT_CODES, Json, encode
from .report import Report
from .table import Table
from .types import Action, PublicEvent, Snapshot

log = logging.getLogger("poker_client")


@dataclass(frozen=True)
class Answer:
    """A decision with its answer; `is_last` if it stands in for an illegal one."""

    ask: Ask
    action: Action
    is_last: bool = False


@dataclass
class Seat(Connection):
    """A bot at its table, over as many connections as it takes."""

    table: Optional[str] = None
    game: Optional[str] = None
    buy_in: Optional[int] = None
    rebuy: bool = True
    hands: Optional[int] = None
    stop: Optional[asyncio.Event] = None
    report: Report = field(default_factory=Report)
    info: Json = field(default_factory=dict)
    taken: Dict[int, str] = field(default_factory=dict)
    seat: Optional[int] = None
    status: Optional[str] = None
    stack_before: Optional[int] = None
    answered: Any = None
    # An answer that met a pause.
    held: Optional[Answer] = None
    # The last question of a host answered: the hand, and the number of the event that asked.
    told_host: Any = None
    # Unanswered requests that answer a decision.
    answers: Dict[str, Answer] = field(default_factory=dict)
    told_after: int = 0
    model: Optional[Table] = None
    # The table's minimum buy-in for this player, once a refusal has stated it.
    least: int = 0
    try_at: float = 0.0
    pause: float = 0.5
    is_leaving: bool = False
    # True if the run picked the table from the list.
    is_picked: bool = False

    # Connection

    async def _take_up(self, socket: ClientConnection) -> None:
        """Watches the table, or resumes where it left off."""
        if self.table is None:
            tables = (await self._ask(socket, "list_tables"))["tables"]
            if self.game is not None and not any(_plays(table["info"], self.game) for table in tables):
                _refuse_unknown(self.game, await self._ask(socket, "list_games"))
            self.table, self.is_picked = self._choose(tables), True
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

        tables = [table for table in tables if is_open(table) and (self.game is None or _plays(table["info"], self.game))]
        if not tables and self.own_tables:
            # A private table, or one with another game; the bot already has the seat.
            return self.own_tables[0]
        if not tables:
            wanted = "" if self.game is None else f" of {self.game}"
            raise Refused({"code": "table.full", "message": f"no table{wanted} has a free seat for such a buy-in"})
        best = max(tables, key=lambda table: (table["info"]["table"] in self.own_tables, len(table["taken"])))
        return str(best["info"]["table"])

    def _buy_in(self, info: Json) -> int:
        wanted = info["buy_in_max"] if self.buy_in is None else self.buy_in
        return int(max(info["buy_in_min"], min(info["buy_in_max"], wanted)))

    # Messages

    async def _on_snapshot(self, socket: ClientConnection, message: Json) -> None:
        if self.table is None or message["table"] != self.table:
            return
        state = message["state"]
        self.seq = self.settled = message["seq"]
        self.model = self.bot.table_state = Table(self.account, cast(Snapshot, message), self.model)
        self.info = state["info"]
        self.taken = {seat["seat"]: seat["player"]["id"] for seat in state["seats"]}
        you = state.get("you")
        self.seat = you["seat"] if you else None
        own = next((seat for seat in state["seats"] if seat["seat"] == self.seat), None)
        self.status = own["status"] if own else None
        # Before a hand its dealer may be asked to pick the game.
        hand = state.get("hand") or state.get("pick", {})
        turn = hand.get("turn")
        if you and own and turn and you["choices"] and self.seat in turn["seats"]:
            await self._answer(socket, Ask(self.table, hand["hand"], turn["turn"], you["choices"], you["cards"],
                                           hand.get("board", []), hand.get("pot", 0), you["to_call"], own["stack"],
                                           face_up(you["cards"], own.get("play")), hand.get("board_down", 0),
                                           hand.get("second_board", []), self.model))
        await self._answer_again(socket)
        await self._answer_host(socket)

    async def _on_events(self, socket: ClientConnection, message: Json) -> None:
        if self.table is None or message["table"] != self.table or self.seq is None:
            return
        before = self.seq
        for numbered in message["events"]:
            if numbered["seq"] == self.seq + 1:
                self.seq += 1
                self._apply(numbered["event"])
                if self.model is not None:
                    self.model.apply(self.seq, numbered["event"])
                self._tell(self.bot.on_event, self.table, numbered["event"])
            elif numbered["seq"] > self.seq:
                is_asked = any(request["type"] == "resume" for request in self.pending.values())
                if not is_asked:
                    await self._send(socket, "resume", table=self.table, after=self.seq)
                break
        if self.model is not None and "clock" in message:
            self.model.apply_clock(message["clock"])
        if self.seq > before:
            self.settled = before
        await self._answer_again(socket)
        await self._answer_host(socket)

    async def _answer_host(self, socket: ClientConnection) -> None:
        """Agrees to show the cards of a stopped hand if the host asks and the bot wants to."""
        question = self.model.asked_to_show() if self.model is not None else None
        if question == self.told_host:
            return
        # Without a question the last one is forgotten: after a snapshot the next in this hand may have the same number.
        self.told_host = question
        if self.model is None or question is None:
            return
        if await self._think(socket, self.bot.shows, self.model):
            await self._send(socket, "consent", table=self.table, hand=question[0], agree=True)

    async def _on_presence(self, socket: ClientConnection, message: Json) -> None:
        if self.model is not None and message["table"] == self.table:
            self.model.apply_presence(message["seat"], message["connected"])

    async def _on_paused(self, socket: ClientConnection, message: Json) -> None:
        if self.model is not None and message["table"] == self.table:
            self.model.apply_pause()

    async def _on_private(self, socket: ClientConnection, message: Json) -> None:
        if self.table is None or message["table"] != self.table or self.seq is None:
            return
        for event in message["events"]:
            if self.model is not None:
                self.model.apply_private(event)
        for event in message["events"]:
            if self.model is not None and event["kind"] == "choices" and event["seq"] <= self.seq:
                await self._answer(socket, Ask(self.table, event["hand"], event["turn"], event["choices"], event["cards"],
                                               event["board"], event["pot"], event["to_call"], event["stack"],
                                               event.get("face_up", []), event.get("board_down", 0),
                                               event.get("second_board", []), self.model))

    async def _on_ok(self, socket: ClientConnection, message: Json) -> None:
        request = self.pending.pop(message["id"], None)
        if request is None:
            return
        if request["type"] == "act":
            self.report.decisions += 1
            self.answers.pop(message["id"], None)
        elif request["type"] in ("sit", "rebuy", "sit_out", "leave"):
            self.told_after = message.get("seq", 0)
            self.least = 0
            self.pause = 0.5
            self._be_patient()
            if request["type"] == "sit" and self.table is not None:
                self._tell(self.bot.on_seated, self.table, message.get("seat", 0))

    async def _on_error(self, socket: ClientConnection, message: Json) -> None:
        request = self.pending.pop(message.get("id", ""), None)
        if request is None:
            log.warning("refused: %s", message)
            return
        kind, code = request["type"], message["code"]
        is_moment = kind == "act" and message.get("retryable", False) and code != "table.paused"
        if code in BUSY_CODES or is_moment:
            await asyncio.sleep(message.get("params", {}).get("retry_after_ms", 100 if code in BUSY_CODES else 1000) / 1000)
            self.pending[request["id"]] = request
            await socket.send(encode(request))
        elif kind == "watch" and self.model is None and not self.is_picked:
            # There is no such table, or the bot may not see it.
            raise Refused(message)
        elif code in ("table.closed", "table.not_found"):
            self._end("the table is closed")
        elif kind == "act":
            answer = self.answers.pop(request["id"], None)
            if code == "table.paused":
                self.held = answer
            elif code == "table.other_device":
                # With the seat, the decision comes back.
                self.answered = None
            elif code not in LATE_CODES and answer is not None and not answer.is_last:
                await self._stand_in(socket, answer)
        elif code == "ledger.insufficient_funds":
            await self._leave(socket, "out of chips")
        elif kind == "leave":
            # A repeated request finds the seat already leaving: it still has its hand to finish.
            self.is_over = code != "table.no_change"
        elif kind == "sit" and code == "table.buy_in_range" and request["buy_in"] < message.get("params", {}).get("min", 0):
            # A player who left with more has to bring all of it back.
            self.least = message["params"]["min"]
        elif kind == "sit" and code == "table.not_accepted":
            # The host has been asked. Until there is an answer, the seat is retried from time to time.
            self._be_patient()
            await self._send(socket, "ask_seat", table=self.table, ask=True)
        elif kind == "ask_seat" and code == "table.not_accepted":
            self._end("the host refused the seat")
        elif kind == "consent":
            log.debug("the hand went on meanwhile: %s", message)
        elif kind == "ask_seat" or (kind in ("sit", "rebuy", "sit_out") and code in PATIENT_CODES):
            self._be_patient()
        else:
            raise Refused(message)

    # The table

    def _apply(self, event: PublicEvent) -> None:
        if event["kind"] == "player_sat":
            self.taken[event["seat"]] = event["player"]["id"]
            if event["player"]["id"] == self.account:
                self.seat, self.status = event["seat"], event["status"]
        elif event["kind"] == "player_left":
            self.taken.pop(event["seat"], None)
            if event["seat"] == self.seat:
                self.seat = self.status = None
        elif event["kind"] == "seat_status_changed" and event["seat"] == self.seat:
            self.status = event["status"]
        elif event["kind"] == "seats_drawn":
            self._move({move["from"]: move["to"] for move in event["moves"]})
        elif event["kind"] == "player_moved":
            self._move({event["from"]: event["to"]})
            if event["to"] == self.seat:
                self.status = event["status"]
        elif event["kind"] == "stakes_changed":
            amounts = {name: event[name] for name in ("buy_in_min", "buy_in_max")}
            self.info = {**self.info, **event["game"], **amounts}
        elif event["kind"] == "hand_started":
            dealt = {seat["seat"]: seat["stack"] for seat in event["seats"]}
            self.stack_before = None if self.seat is None else dealt.get(self.seat)
        elif event["kind"] == "hand_completed" and self.stack_before is not None:
            after = {stack["seat"]: stack["amount"] for stack in event["stacks"]}
            self.report.hands += 1
            self.report.won += (0 if self.seat is None else after.get(self.seat, 0)) - self.stack_before
            self.stack_before = None
        elif event["kind"] == "hand_voided":
            self.stack_before = None
        elif event["kind"] == "table_closed":
            self._end("the table is closed")

    def _move(self, ways: Dict[int, int]) -> None:
        """Moves players to their new seats, all of them simultaneously."""
        self.taken = {ways.get(seat, seat): player for seat, player in self.taken.items()}
        if self.seat is not None:
            self.seat = ways.get(self.seat, self.seat)

    async def _answer(self, socket: ClientConnection, ask: Ask) -> None:
        decision = (ask.hand, ask.turn)
        held, self.held = self.held, None
        if self.answered != decision:
            self.answered = decision
            await self._act(socket, Answer(ask, await self._think(socket, self.bot.act, ask)))
        elif held is not None:
            # It met a pause, and the decision is put again.
            await self._act(socket, held)

    async def _answer_again(self, socket: ClientConnection) -> None:
        """Gives an answer that met a pause again, once play goes on."""
        if self.held is None or self.model is None or self.model.stands_still:
            return
        answer, self.held = self.held, None
        if self.model.decision == (answer.ask.hand, answer.ask.turn):
            await self._act(socket, answer)

    async def _act(self, socket: ClientConnection, answer: Answer) -> None:
        ask = answer.ask
        try:
            encode({"action": answer.action})
        except (TypeError, ValueError):
            await self._stand_in(socket, answer)
            return
        request = await self._send(socket, "act", table=ask.table, hand=ask.hand, turn=ask.turn, action=answer.action)
        self.answers[request] = answer

    async def _stand_in(self, socket: ClientConnection, answer: Answer) -> None:
        """Checks or folds in place of an illegal answer."""
        log.warning("an illegal answer: %s to %s", answer.action, answer.ask.choices)
        self.report.refused += 1
        await self._act(socket, Answer(answer.ask, answer.ask.check_or_fold(), is_last=True))

    async def _look_after_seat(self, socket: ClientConnection) -> None:
        """Takes the seat, rebuys, comes back or leaves, whichever is due."""
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


def _plays(info: Json, game: str) -> bool:
    """Returns `True` if a table plays only this game, or is a mix of this name."""
    return bool(info["mix"].get("id") == game if "mix" in info else info["game"] == game)


def _refuse_unknown(game: str, answer: Json) -> None:
    """Raises `Refused` if the server has no such game."""
    games = [str(one["id"]) for one in answer["games"]]
    if game not in games and all(mix.get("id") != game for mix in answer.get("mixes", [])):
        alike = ", ".join([one for one in games if game.lower() in one][:3])
        raise Refused({"code": "game.unknown", "message": f"there is no game {game}" + (f", but {alike}" if alike else "")})
