"""A bot on its way through a tournament, against a scripted server.

    python bots/python/test_tournament.py

Needs the `websockets` package. Skipped, loudly, with POKER_SKIP_PYTHON=1.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import unittest
from pathlib import Path
from typing import Any, Awaitable, Callable, Dict, List, Optional

if os.environ.get("POKER_SKIP_PYTHON") == "1":
    print("SKIPPED: the Python client was not tested, because POKER_SKIP_PYTHON=1")
    sys.exit(0)

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

HERE = Path(__file__).resolve().parent
GOLDEN = HERE.parent.parent / "protocol" / "golden" / "v1"
sys.path.insert(0, str(HERE))
from poker_client import Ask, Bot, Refused, TournamentReport, run_tournament_async  # noqa: E402

Json = Dict[str, Any]


def golden(path: str) -> Json:
    """Reads a golden file of the protocol."""
    message: Json = json.loads((GOLDEN / f"{path}.json").read_text(encoding="utf-8"))
    return message


class Buyer(Bot):
    """Calls, and buys what it is set to buy."""

    def __init__(self, buys: bool = False) -> None:
        self.is_buyer = buys
        self.offers: List[str] = []
        self.events: List[str] = []

    def act(self, ask: Ask) -> Json:
        return ask.check_or_call()

    def buys(self, offer: Json, tournament: Json) -> bool:
        self.offers.append(offer["kind"])
        return self.is_buyer

    def on_tournament_event(self, tournament: str, event: Json) -> None:
        self.events.append(event["event"])


class Guest:
    """A client at the scripted server."""

    def __init__(self, socket: ServerConnection, entered: List[str]) -> None:
        self.socket = socket
        self.entered = entered

    async def say(self, message: Json) -> None:
        await self.socket.send(json.dumps(message))

    async def expect(self, kind: str) -> Json:
        request: Json = json.loads(await self.socket.recv())
        assert request["type"] == kind, f"{request} is no {kind}"
        return request

    async def grant(self, kind: str) -> Json:
        request = await self.expect(kind)
        await self.say({"type": "ok", "id": request["id"]})
        return request

    async def refuse(self, kind: str, code: str) -> Json:
        request = await self.expect(kind)
        await self.say({"type": "error", "id": request["id"], "code": code, "message": "no", "retryable": False})
        return request

    async def you(self, **you: Any) -> None:
        standing = {"registered": True, "player": 3, "entry": 3, **you}
        await self.say({"type": "tournament_you", "tournament": "12", "you": standing})

    async def events(self, first_seq: int, *events: Json) -> None:
        await self.say({"type": "tournament_events", "tournament": "12", "first_seq": first_seq, "events": events})

    async def greet(self) -> None:
        hello = await self.expect("hello")
        welcome = golden("server/welcome")
        welcome.update(id=hello["id"], tables=[], tournaments=self.entered, balance=10000)
        welcome["you"]["id"] = "0190c5a2-9d30-7e5f-b132-5c7d8e9fa0b1"
        await self.say(welcome)

    async def sit_down(self) -> None:
        """Lets the bot enter and gives it a seat at table 30, where it is to act immediately."""
        await self.grant("watch_tournament")
        await self.say(snapshot({"registered": False, "offers": [{"kind": "register", "price": 700}]}))
        register = await self.grant("register")
        assert (register["tournament"], register["rules"]) == ("12", 1), register
        await self.you()
        await self.you(**seat("30"))
        assert (await self.grant("watch"))["table"] == "30"
        await self.say(table("30"))
        act = await self.grant("act")
        assert act["table"] == "30" and act["action"]["kind"] in ("call", "raise"), act


def snapshot(you: Json, phase: str = "running") -> Json:
    message = golden("server/tournament_snapshot")
    message["state"]["you"] = you
    message["state"]["summary"]["phase"] = phase
    return message


def seat(table_id: str) -> Json:
    return {"seat": {"table": table_id, "table_no": 1, "seat": 4}, "level": 7}


def place(best: int) -> Json:
    return {"out": True, "place": {"best": best, "worst": best}}


def table(table_id: str) -> Json:
    message = golden("server/snapshot.tournament")
    message["table"] = message["state"]["info"]["table"] = table_id
    return message


Script = Callable[[Guest], Awaitable[None]]


class Tournaments(unittest.TestCase):
    def test_the_example_is_short_and_plays(self) -> None:
        example = HERE / "examples" / "tournament.py"
        self.assertLess(len(example.read_text(encoding="utf-8").splitlines()), 40)
        sys.path.insert(0, str(example.parent))
        from tournament import Shover

        async def script(guest: Guest) -> None:
            await guest.sit_down()
            await guest.you(**seat("30"), offers=[{"kind": "tournament_rebuy", "price": 500, "chips": 1, "left_ms": 15000}])
            self.assertIs((await guest.grant("tournament_rebuy"))["take"], True)
            await guest.you(out=True, offers=[{"kind": "re_enter", "price": 700}])
            await guest.you(**place(2), prize=100)
            await guest.socket.wait_closed()

        self.assertEqual(self.play(script, bot=Shover()).spent, 1200)

    def play(self, *scripts: Script, bot: Optional[Bot] = None, entered: Optional[List[str]] = None,
             stop: Optional[asyncio.Event] = None, tournament: Optional[str] = "12") -> TournamentReport:
        """Runs a bot against a script for each of its connections."""
        async def run() -> TournamentReport:
            waiting = list(scripts)
            failures: List[BaseException] = []

            async def serve_one(socket: ServerConnection) -> None:
                guest = Guest(socket, entered or [])
                try:
                    await guest.greet()
                    await waiting.pop(0)(guest)
                except (AssertionError, ConnectionClosed) as failure:
                    failures.append(failure)
                    await socket.close(1008)

            async with serve(serve_one, "127.0.0.1", 0, subprotocols=[Subprotocol("poker.v1")]) as server:
                port = next(iter(server.sockets)).getsockname()[1]
                running = run_tournament_async(bot or Buyer(), f"ws://127.0.0.1:{port}/ws", nickname="hal",
                                               tournament=tournament, stop=stop)
                try:
                    report = await asyncio.wait_for(running, 60)
                finally:
                    if failures:
                        raise failures[0]
            self.assertEqual(waiting, [])
            return report

        return asyncio.run(run())

    def test_a_bot_enters_plays_is_moved_and_ends_with_its_place_and_prize(self) -> None:
        async def script(guest: Guest) -> None:
            await guest.sit_down()
            await guest.you(**seat("31"), moved=True)
            self.assertEqual((await guest.grant("unwatch"))["table"], "30")
            self.assertEqual((await guest.grant("watch"))["table"], "31")
            await guest.say(table("31"))
            self.assertEqual((await guest.grant("act"))["table"], "31")
            await guest.you(**place(5), prize=2000)
            await guest.socket.wait_closed()

        report = self.play(script)
        self.assertEqual((report.place, report.prize, report.spent, report.decisions), (5, 2000, 700, 2))

    def test_offers_are_answered_once_and_as_the_bot_likes(self) -> None:
        rebuy = {"kind": "tournament_rebuy", "price": 500, "chips": 10000}
        add_on = {"kind": "add_on", "price": 500, "chips": 15000}
        again = {"kind": "re_enter", "price": 700}

        async def declining(guest: Guest) -> None:
            await guest.sit_down()
            await guest.you(**seat("30"), offers=[rebuy])
            await guest.you(**seat("30"), offers=[rebuy, add_on])
            await guest.you(**seat("30"), offers=[{**rebuy, "left_ms": 15000}])
            self.assertIs((await guest.grant("tournament_rebuy"))["take"], False)
            await guest.you(**seat("30"), offers=[{**rebuy, "left_ms": 9000}])
            await guest.you(out=True, offers=[again])
            await guest.you(**place(9))
            await guest.socket.wait_closed()

        async def buying(guest: Guest) -> None:
            await guest.sit_down()
            await guest.you(**seat("30"), offers=[{**rebuy, "left_ms": 15000}])
            self.assertIs((await guest.grant("tournament_rebuy"))["take"], True)
            await guest.you(**seat("30"), offers=[add_on])
            await guest.grant("add_on")
            await guest.you(out=True, offers=[again])
            await guest.grant("re_enter")
            await guest.you(**seat("33"))
            await guest.grant("unwatch")
            self.assertEqual((await guest.grant("watch"))["table"], "33")
            await guest.you(**place(2), prize=4000)
            await guest.socket.wait_closed()

        bot = Buyer()
        report = self.play(declining, bot=bot)
        self.assertEqual((report.spent, report.place), (700, 9))
        self.assertEqual(bot.offers, ["tournament_rebuy", "add_on", "tournament_rebuy", "re_enter"])
        report = self.play(buying, bot=Buyer(True))
        self.assertEqual((report.spent, report.prize), (2400, 4000))

    def test_a_lost_connection_and_a_gap_are_resumed(self) -> None:
        progress = {"event": "penalty_progress", "player": 3, "left": 1}

        async def first(guest: Guest) -> None:
            await guest.sit_down()
            await guest.events(119, progress, progress)
            await guest.events(123, progress)
            self.assertEqual((await guest.grant("resume_tournament"))["after"], 120)
            await guest.events(121, progress)
            # The request makes sure that the events are read before the connection breaks.
            await guest.you(**seat("30"), absent=True)
            self.assertIs((await guest.grant("tournament_presence"))["absent"], False)
            guest.socket.transport.abort()

        async def second(guest: Guest) -> None:
            self.assertEqual((await guest.grant("resume_tournament"))["after"], 121)
            self.assertEqual((await guest.grant("resume"))["table"], "30")
            await guest.events(121, progress, {"event": "hand_for_hand_ended"})
            await guest.you(**place(3), prize=6000)
            await guest.socket.wait_closed()

        bot = Buyer()
        report = self.play(first, second, bot=bot)
        self.assertEqual(report.prize, 6000)
        self.assertEqual(bot.events, ["penalty_progress"] * 3 + ["hand_for_hand_ended"], "each once")

    def test_the_end_of_the_tournament_is_the_end_of_the_run(self) -> None:
        async def script(guest: Guest) -> None:
            await guest.sit_down()
            await guest.events(119, {"event": "tournament_cancelled", "reason": "fire"})
            await guest.grant("watch_tournament")
            await guest.say(snapshot({"registered": True, "out": True, "prize": 800}, "cancelled"))
            await guest.socket.wait_closed()

        report = self.play(script)
        self.assertEqual((report.ended, report.place, report.prize), ("the tournament was cancelled", None, 800))

        async def forgotten(guest: Guest) -> None:
            await guest.sit_down()
            await guest.events(119, {"event": "tournament_completed", "players": [3]})
            await guest.refuse("watch_tournament", "tournament.unknown")
            await guest.socket.wait_closed()

        self.assertEqual(self.play(forgotten).ended, "the tournament is over")

    def test_a_table_that_is_not_open_yet_is_asked_for_again(self) -> None:
        async def script(guest: Guest) -> None:
            await guest.grant("watch_tournament")
            await guest.say(snapshot({"registered": True, "player": 3, **seat("30")}))
            await guest.refuse("watch", "table.not_found")
            await guest.grant("watch")
            await guest.say(table("30"))
            await guest.grant("act")
            await guest.you(**place(1), prize=9000)
            await guest.socket.wait_closed()

        report = self.play(script, entered=["12"])
        self.assertEqual((report.place, report.spent), (1, 0))

    def test_a_bot_that_is_told_to_go_takes_its_entry_back_or_is_absent(self) -> None:
        for phase, farewell, spent in (("registering", "unregister", 0), ("running", "tournament_presence", 700)):
            stop = asyncio.Event()

            async def script(guest: Guest) -> None:
                await guest.grant("watch_tournament")
                await guest.say(snapshot({"registered": False, "offers": [{"kind": "register", "price": 700}]}, phase))
                await guest.grant("register")
                stop.set()
                await guest.grant(farewell)
                await guest.socket.wait_closed()

            report = self.play(script, stop=stop)
            self.assertEqual((report.ended, report.spent), ("told to stop", spent))

    def test_the_fullest_open_tournament_that_can_be_paid_is_chosen(self) -> None:
        running, waiting = golden("server/ok.tournaments")["tournaments"]
        dear = {**waiting, "tournament": "14", "buy_in": 99999, "alive": 5}
        fuller = {**waiting, "tournament": "15", "alive": 3}

        async def script(guest: Guest) -> None:
            request = await guest.expect("list_tournaments")
            await guest.say({"type": "ok", "id": request["id"], "tournaments": [running, waiting, dear, fuller]})
            self.assertEqual((await guest.refuse("watch_tournament", "tournament.unknown"))["tournament"], "15")
            await guest.socket.wait_closed()

        with self.assertRaises(Refused) as caught:
            self.play(script, tournament=None)
        self.assertEqual(caught.exception.code, "tournament.unknown")


if __name__ == "__main__":
    unittest.main(verbosity=2)
