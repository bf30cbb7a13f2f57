"""Every message that clients may send has a method with the fields of the schema; and a bot gets answers while it thinks.

    python bots/python/test_requests.py

Needs the `websockets` package. Skipped, loudly, with POKER_SKIP_PYTHON=1.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import sys
import unittest
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Dict, List

if os.environ.get("POKER_SKIP_PYTHON") == "1":
    print("SKIPPED: the requests of the Python client were not tested, because POKER_SKIP_PYTHON=1")
    sys.exit(0)

from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

HERE = Path(__file__).resolve().parent
PROTOCOL = HERE.parent.parent / "protocol"
sys.path.insert(0, str(HERE))
from poker_client import Ask, Bot, Refused, Report, Requests, run_async  # noqa: E402

Json = Dict[str, Any]

# Messages that the run itself sends, and the ping, which it does not need: it answers the server's pings.
WITHOUT_METHOD = {"hello", "resume", "resume_tournament", "ping"}


def golden(path: str) -> Json:
    """Reads a golden file of the protocol."""
    message: Json = json.loads((PROTOCOL / "golden" / "v1" / f"{path}.json").read_text(encoding="utf-8"))
    return message


def members() -> Dict[str, Json]:
    """Returns the properties and the required fields of each message, from the schema."""
    schema = json.loads((PROTOCOL / "schema" / "v1" / "client_msg.json").read_text(encoding="utf-8"))
    found = {}
    for message in schema["oneOf"]:
        fields = schema["$defs"][message["$ref"].rpartition("/")[2]] if "$ref" in message else message
        found[message["properties"]["type"]["const"]] = {
            "known": set(fields["properties"]) - {"type"}, "required": set(fields.get("required", [])) - {"type"}}
    return found


class Methods(unittest.TestCase):
    def test_every_message_has_a_method_that_sends_its_fields(self) -> None:
        sent: Dict[str, Json] = {}

        def send(kind: str, fields: Json) -> "Future[Json]":
            sent[kind] = fields
            return Future()

        requests, messages = Requests(send), members()
        self.assertLessEqual(WITHOUT_METHOD, set(messages))
        for kind, fields in messages.items():
            if kind in WITHOUT_METHOD:
                continue
            method = getattr(requests, kind, None)
            assert method is not None, f"Requests has no method for {kind}"
            parameters = inspect.signature(method).parameters.values()
            # Checking their types is up to the type checker.
            method(**{parameter.name: "a" for parameter in parameters})
            names = set(sent[kind]) | {"id"}
            self.assertLessEqual(names, fields["known"], kind)
            self.assertLessEqual(fields["required"], names, kind)


class Curious(Bot):
    """Asks for the time bank, and for a hint that is refused, before it answers."""

    def __init__(self) -> None:
        self.heard: List[Any] = []

    def act(self, ask: Ask) -> Json:
        self.heard.append(self.requests.time_bank(ask.table, "button").result(20)["type"])
        try:
            self.requests.hint(ask.table).result(20)
        except Refused as refused:
            self.heard.append(refused.code)
        lost = self.requests.rabbit_hunt(ask.table)
        self.heard.append(type(lost.exception(20)))
        return ask.check_or_call()


async def greet(socket: ServerConnection, request: Json, snapshot: Json) -> None:
    """Answers `hello` as for a player of the snapshot's table, and `watch` with the snapshot."""
    if request["type"] == "hello":
        await socket.send(json.dumps({**golden("server/welcome"), "id": request["id"], "tables": [snapshot["table"]]}))
    else:
        await socket.send(json.dumps({"type": "ok", "id": request["id"]}))
        await socket.send(json.dumps(snapshot))


class Thinking(unittest.TestCase):
    def test_a_bot_that_thinks_gets_its_answers_and_misses_nothing(self) -> None:
        bot, events = Curious(), []
        bot.on_event = lambda table, event: events.append(event["kind"])  # type: ignore[method-assign]
        snapshot = golden("server/snapshot")
        table, seq = snapshot["table"], snapshot["seq"]
        connections = 0

        async def serve_one(socket: ServerConnection) -> None:
            nonlocal connections
            connections += 1
            async for text in socket:
                request = json.loads(text)
                kind, ok = request["type"], {"type": "ok", "id": request["id"]}
                if kind in ("hello", "watch"):
                    await greet(socket, request, snapshot)
                elif kind == "time_bank":
                    # The event comes first, and waits until the bot has answered.
                    event = {"kind": "chat_enabled", "id": "x"}
                    await socket.send(json.dumps({"type": "events", "table": table, "events": [{"seq": seq + 1, "event": event}]}))
                    await socket.send(json.dumps(ok))
                elif kind == "hint":
                    refusal = {"code": "table.not_found", "message": "no practice table", "retryable": False}
                    await socket.send(json.dumps({"type": "error", "id": request["id"], **refusal}))
                elif kind == "rabbit_hunt":
                    await socket.close(1012)
                    return
                elif kind == "resume":
                    # Nothing that came before the bot's answer is lost.
                    self.assertEqual(request["after"], seq)
                    await socket.send(json.dumps(ok))
                    closed = {"kind": "table_closed", "reason": "idle"}
                    numbered = [{"seq": seq + 1, "event": {"kind": "something_new"}}, {"seq": seq + 2, "event": closed}]
                    await socket.send(json.dumps({"type": "events", "table": table, "events": numbered}))

        async def play() -> None:
            async with serve(serve_one, "127.0.0.1", 0, subprotocols=[Subprotocol("poker.v1")]) as server:
                port = next(iter(server.sockets)).getsockname()[1]
                report = await run_async(bot, f"ws://127.0.0.1:{port}/ws", token="t", table=table)
                self.assertEqual(report.ended, "the table is closed")

        asyncio.run(asyncio.wait_for(play(), 60))
        self.assertEqual(bot.heard, ["ok", "table.not_found", OSError])
        self.assertEqual(events, ["something_new", "table_closed"])
        self.assertEqual(connections, 2)


class Approval(unittest.TestCase):
    def run_at(self, answers: List[str]) -> "tuple[str, List[str]]":
        """Returns how a bot's run ends at a table whose host accepts no player at first; `answers` are those to its requests for a seat."""
        snapshot = golden("server/snapshot")
        table, seq = snapshot["table"], snapshot["seq"]
        gone = ("seats", "hand", "you")
        snapshot["state"] = {"seats": [], **{name: part for name, part in snapshot["state"].items() if name not in gone}}
        sent: List[str] = []
        refused = {"code": "table.not_accepted", "message": "the host decides who sits down", "retryable": False}

        async def serve_one(socket: ServerConnection) -> None:
            async for text in socket:
                request = json.loads(text)
                kind, ok = request["type"], {"type": "ok", "id": request["id"]}
                if kind in ("hello", "watch"):
                    await greet(socket, request, snapshot)
                elif kind == "ask_seat":
                    sent.append(kind)
                    answer = answers.pop(0)
                    known = {"type": "error", "id": request["id"], **refused, "code": answer}
                    await socket.send(json.dumps(ok if answer == "ok" else known))
                elif kind == "sit" and sent.count("ask_seat") < 2:
                    sent.append(kind)
                    await socket.send(json.dumps({"type": "error", "id": request["id"], **refused}))
                elif kind == "sit":
                    sent.append(kind)
                    await socket.send(json.dumps(ok))
                    closed = {"seq": seq + 1, "event": {"kind": "table_closed", "reason": "idle"}}
                    await socket.send(json.dumps({"type": "events", "table": table, "events": [closed]}))

        async def play() -> str:
            async with serve(serve_one, "127.0.0.1", 0, subprotocols=[Subprotocol("poker.v1")]) as server:
                port = next(iter(server.sockets)).getsockname()[1]
                return str((await run_async(Bot(), f"ws://127.0.0.1:{port}/ws", token="t", table=table)).ended)

        return asyncio.run(asyncio.wait_for(play(), 60)), sent

    def test_a_bot_asks_the_host_for_its_seat_and_sits_down_once_it_is_accepted(self) -> None:
        ended, sent = self.run_at(["ok", "table.no_change"])
        self.assertEqual((ended, sent), ("the table is closed", ["sit", "ask_seat", "sit", "ask_seat", "sit"]))

    def test_a_question_that_cannot_be_put_yet_is_put_again(self) -> None:
        ended, sent = self.run_at(["table.requests_full", "ok"])
        self.assertEqual((ended, sent), ("the table is closed", ["sit", "ask_seat", "sit", "ask_seat", "sit"]))

    def test_a_bot_that_the_host_refuses_ends_its_run(self) -> None:
        ended, sent = self.run_at(["table.not_accepted"])
        self.assertEqual((ended, sent), ("the host refused the seat", ["sit", "ask_seat"]))


class Raiser(Bot):
    """Raises to 200, whatever the table says."""

    def act(self, ask: Ask) -> Json:
        return {"kind": "raise", "to": 200}


PAUSED = {"code": "table.paused", "retryable": True}
CLOSED = {"kind": "table_closed", "reason": "idle"}
RAISE, FOLD = {"kind": "raise", "to": 200}, {"kind": "fold"}
DONE: List[Json] = [{"type": "ok"}, CLOSED]


class Moments(unittest.TestCase):
    def run_at(self, answers: List[List[Json]]) -> "tuple[List[Json], Report]":
        """Plays at the table of the golden snapshot until it is closed. `answers` are the messages that follow each answer to its
        decision: an event by its kind, a refusal of the answer by its code."""
        snapshot = golden("server/snapshot")
        table, seq = snapshot["table"], snapshot["seq"]
        acts: List[Json] = []

        async def say(socket: ServerConnection, request: Json, message: Json) -> None:
            nonlocal seq
            if "kind" in message:
                seq += 1
                message = {"type": "events", "table": table, "events": [{"seq": seq, "event": message}]}
            elif "code" in message:
                message = {"type": "error", "id": request["id"], "message": "no", **message}
            await socket.send(json.dumps({"id": request["id"], **message} if message["type"] == "ok" else message))

        async def serve_one(socket: ServerConnection) -> None:
            async for text in socket:
                request = json.loads(text)
                if request["type"] == "act":
                    acts.append(request["action"])
                    for message in answers.pop(0):
                        await say(socket, request, message)
                else:
                    await greet(socket, request, snapshot)

        async def play() -> Report:
            async with serve(serve_one, "127.0.0.1", 0, subprotocols=[Subprotocol("poker.v1")]) as server:
                port = next(iter(server.sockets)).getsockname()[1]
                return await run_async(Raiser(), f"ws://127.0.0.1:{port}/ws", token="t", table=table)

        report = asyncio.run(asyncio.wait_for(play(), 60))
        self.assertEqual(report.ended, "the table is closed")
        return acts, report

    def test_an_answer_that_meets_a_pause_is_given_again_once_play_goes_on(self) -> None:
        stopped = {"kind": "hand_stopped", "stop": {"asked": False, "holders": 2, "agreed": 0, "open": False}}
        table = golden("server/snapshot")["table"]
        presence = {"type": "presence", "table": table, "seat": 3, "connected": True}
        for pause in (
            [stopped, PAUSED, presence, {"kind": "hand_went_on"}],
            [{"kind": "table_paused"}, PAUSED, presence, {"kind": "table_resumed"}],
            [{"type": "paused", "table": table, "reason": "storage"}, PAUSED, golden("server/snapshot")],
        ):
            acts, report = self.run_at([pause, DONE])
            self.assertEqual((acts, report.decisions, report.refused), ([RAISE, RAISE], 1, 0), pause[0])

    def test_a_decision_that_closed_in_a_pause_is_answered_no_more(self) -> None:
        voided = {"kind": "hand_voided", "hand": 42, "stacks": []}
        acts, report = self.run_at([[{"kind": "table_paused"}, PAUSED, voided, {"kind": "table_resumed"}, CLOSED]])
        self.assertEqual((acts, report.decisions, report.refused), ([RAISE], 0, 0))

    def test_an_answer_that_the_server_cannot_take_at_the_moment_is_given_again(self) -> None:
        for code in ("rate.limited", "table.busy", "server.internal", "server.storage"):
            acts, report = self.run_at([[{"code": code, "retryable": True}], DONE])
            self.assertEqual((acts, report.decisions, report.refused), ([RAISE, RAISE], 1, 0), code)
        acts, report = self.run_at([[{"code": "table.other_device", "retryable": False}, golden("server/snapshot")], DONE])
        self.assertEqual((acts, report.refused), ([RAISE, RAISE], 0))

    def test_what_stands_in_for_an_illegal_answer_outlasts_a_pause(self) -> None:
        illegal: List[Json] = [{"code": "rule.bet_too_large", "retryable": False}]
        pause: List[Json] = [{"kind": "table_paused"}, PAUSED, {"kind": "table_resumed"}]
        acts, report = self.run_at([illegal, pause, DONE])
        self.assertEqual((acts, report.decisions, report.refused), ([RAISE, FOLD, FOLD], 1, 1))


class Lasting(unittest.TestCase):
    def test_the_time_to_give_up_counts_from_the_loss_of_the_connection(self) -> None:
        snapshot = golden("server/snapshot")
        table, port = snapshot["table"], 0
        wait = 1.0

        async def serve_one(socket: ServerConnection) -> None:
            async for text in socket:
                request = json.loads(text)
                if request["type"] == "resume":
                    await socket.send(json.dumps({"type": "ok", "id": request["id"]}))
                    closed = {"seq": snapshot["seq"] + 1, "event": CLOSED}
                    await socket.send(json.dumps({"type": "events", "table": table, "events": [closed]}))
                else:
                    await greet(socket, request, snapshot)

        async def play() -> Report:
            nonlocal port
            async with serve(serve_one, "127.0.0.1", 0, subprotocols=[Subprotocol("poker.v1")]) as server:
                port = next(iter(server.sockets)).getsockname()[1]
                run = asyncio.ensure_future(run_async(Raiser(), f"ws://127.0.0.1:{port}/ws", token="t", table=table,
                                                      give_up_after=wait))
                await asyncio.sleep(1.5 * wait)
            await asyncio.sleep(wait / 2)
            async with serve(serve_one, "127.0.0.1", port, subprotocols=[Subprotocol("poker.v1")]):
                return await run

        self.assertEqual(asyncio.run(asyncio.wait_for(play(), 60)).ended, "the table is closed")


class Choosing(unittest.TestCase):
    def test_a_bot_for_one_game_keeps_away_from_mixes_that_play_it_now(self) -> None:
        snapshot = golden("server/snapshot")
        watched: List[str] = []

        def table(number: str, **more: Any) -> Json:
            return {"info": {"table": number, "game": "razz", "seats": 6, "buy_in_min": 1, "buy_in_max": 1, **more}, "taken": []}

        async def serve_one(socket: ServerConnection) -> None:
            async for text in socket:
                request = json.loads(text)
                if request["type"] == "hello":
                    await socket.send(json.dumps({**golden("server/welcome"), "id": request["id"], "tables": []}))
                elif request["type"] == "list_tables":
                    mix = {"id": "horse", "games": []}
                    tables = [table("1", mix=mix), table("2", mix={"games": []}), table("3")]
                    await socket.send(json.dumps({"type": "ok", "id": request["id"], "tables": tables}))
                else:
                    watched.append(request["table"])
                    await socket.send(json.dumps({"type": "error", "id": request["id"], "code": "table.not_found", "message": "no"}))

        async def play(game: str) -> None:
            async with serve(serve_one, "127.0.0.1", 0, subprotocols=[Subprotocol("poker.v1")]) as server:
                port = next(iter(server.sockets)).getsockname()[1]
                await run_async(Raiser(), f"ws://127.0.0.1:{port}/ws", token="t", game=game)

        for game in ("razz", "horse"):
            asyncio.run(asyncio.wait_for(play(game), 60))
        self.assertEqual(watched, ["3", "1"])


class Number:
    """A whole number of another library."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


class Faulty(Bot):
    """Answers with what it is given, or raises it."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def act(self, ask: Ask) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class Faults(unittest.TestCase):
    def run_with(self, bot: Bot) -> "tuple[Any, List[Json]]":
        """Plays one decision at the table of the golden snapshot. Returns the report, or what was raised, and the requests."""
        snapshot = golden("server/snapshot")
        table, seq = snapshot["table"], snapshot["seq"]
        sent: List[Json] = []

        async def serve_one(socket: ServerConnection) -> None:
            async for text in socket:
                request = json.loads(text)
                sent.append(request)
                if request["type"] == "watch" and table != request["table"]:
                    refused = {"code": "table.not_found", "message": "there is no such table", "retryable": False}
                    await socket.send(json.dumps({"type": "error", "id": request["id"], **refused}))
                elif request["type"] != "act":
                    await greet(socket, request, snapshot)
                else:
                    closed = {"seq": seq + 1, "event": CLOSED}
                    await socket.send(json.dumps({"type": "ok", "id": request["id"]}))
                    await socket.send(json.dumps({"type": "events", "table": table, "events": [closed]}))

        async def play() -> Report:
            async with serve(serve_one, "127.0.0.1", 0, subprotocols=[Subprotocol("poker.v1")]) as server:
                port = next(iter(server.sockets)).getsockname()[1]
                at = getattr(bot, "table", table)
                try:
                    return await run_async(bot, f"ws://127.0.0.1:{port}/ws", token="t", table=at)
                finally:
                    # What the bot sent last arrives.
                    await asyncio.sleep(0.1)

        try:
            return asyncio.run(asyncio.wait_for(play(), 20)), sent
        except Exception as raised:
            return raised, sent

    def test_what_a_bot_raises_ends_its_run_and_leaves_the_seat(self) -> None:
        # An error of a kind that a connection raises too is no lost connection.
        for fault in (KeyError("oops"), FileNotFoundError("model.bin"), ConnectionResetError("of another service"), TimeoutError()):
            raised, sent = self.run_with(Faulty(fault))
            self.assertEqual(repr(raised), repr(fault))
            self.assertEqual([request["type"] for request in sent], ["hello", "watch", "leave"], fault)

    def test_a_bot_that_fails_in_an_event_leaves_its_seat(self) -> None:
        bot, fault = Faulty(RAISE), ValueError("oops")
        bot.on_event = lambda table, event: (_ for _ in ()).throw(fault)  # type: ignore[method-assign]
        raised, sent = self.run_with(bot)
        self.assertIs(raised, fault)
        self.assertEqual(sent[-1]["type"], "leave")

    def test_whole_numbers_of_other_libraries_are_amounts(self) -> None:
        report, sent = self.run_with(Faulty({"kind": "raise", "to": Number(200)}))
        self.assertEqual((sent[-1]["action"], report.refused), (RAISE, 0))

    def test_an_answer_that_is_no_json_is_illegal(self) -> None:
        report, sent = self.run_with(Faulty({"kind": "raise", "to": {200}}))
        self.assertEqual((sent[-1]["action"], report.refused), (FOLD, 1))

    def test_a_table_that_does_not_exist_is_refused(self) -> None:
        bot = Faulty(RAISE)
        setattr(bot, "table", "99999")
        raised, _ = self.run_with(bot)
        self.assertIsInstance(raised, Refused)
        self.assertEqual(raised.code, "table.not_found")


if __name__ == "__main__":
    unittest.main(verbosity=2)
