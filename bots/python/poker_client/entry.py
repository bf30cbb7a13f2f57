"""A bot in its tournament."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional

from websockets.asyncio.client import ClientConnection

from .errors import Refused
from .messages import BUSY_CODES, Json
from .report import TournamentReport
from .seat import Seat
from .types import PublicEvent

log = logging.getLogger("poker_client")


@dataclass
class Entry(Seat):
    """A bot in its tournament, over as many tables and connections as it takes."""

    tournament: Optional[str] = None
    structure: Optional[str] = None
    # The state of the last snapshot, updated with the bot's current standing.
    state: Json = field(default_factory=dict)
    # Number of the last event of the tournament.
    last: Optional[int] = None
    # Kinds of offers that the bot has answered and that are still open.
    offered: List[str] = field(default_factory=list)
    # True if the table could not be watched.
    is_refused: bool = False
    # Price of each unanswered purchase, by request.
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
            self._tell(self.bot.on_tournament_event, self.tournament, event)
            if event["event"] == "level_started" and self.state["summary"]["phase"] == "registering":
                self.state["summary"]["phase"] = "running"
            elif event["event"] == "deal_offered":
                await self._answer_deal(socket, event)
            elif event["event"] in ("tournament_completed", "tournament_cancelled"):
                # The outcome for the bot is in the last snapshot.
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
        if request is None or request["type"] == "act" or code in BUSY_CODES:
            await super()._on_error(socket, message)
            # The table may have been broken; the bot's next seat is announced separately.
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

    def _apply(self, event: PublicEvent) -> None:
        if event["kind"] != "table_closed":
            super()._apply(event)

    async def _look_round(self, socket: ClientConnection) -> None:
        """Goes to the table where the bot is seated, comes back if it counts as absent, answers offers, ends."""
        you, phase = self.state["you"], self.state["summary"]["phase"]
        table = you.get("seat", {}).get("table")
        if table is not None and table != self.table:
            if self.table is not None:
                await self._send(socket, "unwatch", table=self.table)
            self.table, self.seq, self.settled, self.seat, self.status, self.model = table, None, 0, None, None, None
            self.stack_before = self.answered = self.held = None
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
        agrees = await self._think(socket, self.bot.agrees, deal, self.state)
        await self._send(socket, "deal", tournament=self.tournament, answer="agree" if agrees else "refuse")

    async def _answer_offers(self, socket: ClientConnection, offers: List[Json]) -> None:
        # The rebuy after losing the last chip is a separate offer.
        named = {offer["kind"] + (" in time" if "left_ms" in offer else ""): offer for offer in offers}
        self.offered = [name for name in self.offered if name in named]
        for name, offer in named.items():
            kind = offer["kind"]
            if name in self.offered or kind not in ("tournament_rebuy", "add_on", "re_enter"):
                continue
            self.offered.append(name)
            takes = await self._think(socket, self.bot.buys, offer, self.state)
            if takes:
                await self._buy(socket, kind, offer["price"], **({"take": True} if kind == "tournament_rebuy" else {}))
            elif "left_ms" in offer:
                # The table is waiting for the answer.
                await self._send(socket, kind, tournament=self.tournament, take=False)

    async def _look_after_seat(self, socket: ClientConnection) -> None:
        """Stops when told to, and retries a table that was not open yet."""
        if self.is_leaving:
            self.is_over = self.is_over or not self.pending
        elif self.stop is not None and self.stop.is_set():
            if not self._is_asked("register"):
                self.is_leaving, self.report.ended = True, "told to stop"
                await self._say_goodbye(socket)
        elif self.is_refused and time.monotonic() >= self.try_at:
            self.is_refused = False
            await self._send(socket, "watch", table=self.table)
