"""The Python client and its examples play on a real server.

    POKER_BIN=target/release/poker python bots/python/test_examples.py

Needs the `websockets` package. Skipped, loudly, with POKER_SKIP_PYTHON=1.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Optional
from urllib.request import urlopen

from websockets.sync.client import connect
from websockets.typing import Subprotocol

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
EXAMPLES = HERE / "examples"
# Those that play at cash tables; test_tournament.py has the other one.
AT_TABLES = sorted(path for path in EXAMPLES.glob("*.py") if path.name != "tournament.py")
HANDS = 20

if os.environ.get("POKER_SKIP_PYTHON") == "1":
    print("SKIPPED: the Python client was not tested, because POKER_SKIP_PYTHON=1")
    sys.exit(0)

sys.path.insert(0, str(HERE))
import poker_client  # noqa: E402
from poker_client import Ask, Bot, Closed, Refused, run, run_async  # noqa: E402


class Server:
    """A separate server with an empty data folder, on a free port."""

    def __init__(self) -> None:
        binary = os.environ.get("POKER_BIN", str(ROOT / "target" / "release" / "poker"))
        self.folder = tempfile.TemporaryDirectory()
        self.log = open(Path(self.folder.name) / "log", "w", encoding="utf-8")
        options = ["--house-bots", "0", "--demo-tables=false", "--tables-per-minute", "1000", "--hand-pause-percent", "0", "--messages-per-second", "1000",
                   "--message-burst", "1000", "--guests-per-minute", "1000"]
        self.process = subprocess.Popen(
            [binary, "serve", "--listen", "127.0.0.1:0", "--data", str(Path(self.folder.name) / "data"), *options],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://([\d.]+):(\d+)", line)
        if not found:
            raise RuntimeError(f"the server did not start: {line!r}\n{self.read_log()}")
        self.address = (found[1], int(found[2]))
        self.url = f"ws://{found[1]}:{found[2]}/ws"

    def read_log(self) -> str:
        return Path(self.log.name).read_text(encoding="utf-8")

    def new_table(self, game: str) -> str:
        """Opens a table as a visitor who leaves again."""
        with connect(self.url, subprotocols=[Subprotocol("poker.v1")]) as visitor:
            def ask(kind: str, **fields: Any) -> Any:
                visitor.send(json.dumps({"type": kind, "id": kind, **fields}))
                answer = json.loads(visitor.recv(10))
                if answer["type"] == "error":
                    raise Refused(answer)
                return answer

            ask("hello", versions=["poker.v1"], nickname="host-" + os.urandom(4).hex())
            opened = ask("create_table", config={"name": f"Test of {game}", "game": game, "seats": 6})
            return str(opened["table"]["table"])

    def is_taken(self, table: str) -> bool:
        """Returns True if a player sits at a table."""
        with urlopen(f"http://{self.address[0]}:{self.address[1]}/api/v1/tables") as answer:
            tables = json.load(answer)["tables"]
        return any(listed["info"]["table"] == table and listed["taken"] for listed in tables)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(40)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.log.close()
        self.folder.cleanup()


class Cutter:
    """A connection to the server that can be cut."""

    def __init__(self, target: "tuple[str, int]") -> None:
        self.target = target
        self.open: List[socket.socket] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"ws://127.0.0.1:{self.listener.getsockname()[1]}/ws"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            far = socket.create_connection(self.target)
            self.open += [near, far]
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(source, sink), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        try:
            while True:
                data = source.recv(65536)
                if not data:
                    break
                sink.sendall(data)
        except OSError:
            pass
        self._close(source)
        self._close(sink)

    @staticmethod
    def _close(end: socket.socket) -> None:
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        end.close()

    def cut(self) -> None:
        ends, self.open = self.open, []
        for end in ends:
            self._close(end)

    def close(self) -> None:
        self.listener.close()
        self.cut()


class Watcher(Bot):
    """Checks and calls, and records what it is told."""

    def __init__(self) -> None:
        self.events: List[Dict[str, Any]] = []
        self.asked: List["tuple[int, int]"] = []

    def act(self, ask: Ask) -> Dict[str, Any]:
        self.asked.append((ask.hand, ask.turn))
        return ask.check_or_call()

    def on_event(self, table: str, event: Dict[str, Any]) -> None:
        self.events.append(event)


class Raiser(Bot):
    """Raises by the minimum, which gives an opponent prices to call, and records what it is told."""

    def __init__(self) -> None:
        self.events: List[Dict[str, Any]] = []
        self.asked = 0

    def on_event(self, table: str, event: Dict[str, Any]) -> None:
        self.events.append(event)

    def act(self, ask: Ask) -> Dict[str, Any]:
        self.asked += 1
        return ask.bet_or_raise_to(0) or ask.check_or_call()


# A bot that stores its token in a file.
VICTIM = """
import sys
sys.path.insert(0, {here!r})
from poker_client import Bot, main

class Victim(Bot):
    def act(self, ask):
        return ask.check_or_call()

main(Victim(), nickname="victim", token_file={kept!r}, table={table!r})
"""


USUAL = "ws://127.0.0.1:8080/ws"


@dataclass(frozen=True)
class Printed:
    """A bot printed on a page."""

    page: str
    code: str
    token_file: str
    lines_max: int
    kinds: str
    # True if the command line names the server; otherwise the code does, and only its port is changed, as it may be in use here.
    takes_address: bool

    def put(self, folder: Path, url: str) -> List[str]:
        """Saves the bot in a folder as its page says, and returns the command that runs it against a server."""
        script = folder / "printed.py"
        if not self.takes_address:
            script.write_text(self.code.replace(USUAL, url), encoding="utf-8")
            return [sys.executable, str(script)]
        script.write_text(self.code, encoding="utf-8")
        shutil.copytree(HERE / "poker_client", folder / "poker_client", ignore=shutil.ignore_patterns("__pycache__"))
        return [sys.executable, str(script), url]


def bots_of_the_pages() -> List[Printed]:
    """Returns the bot of the Python client's README, and the one of docs/bots.md that needs nothing but a WebSocket."""
    def only(page: str, mark: str) -> str:
        blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
        found = [code for code in blocks if mark in code]
        assert len(found) == 1, f"{page} has {len(found)} bots with {mark}"
        return str(found[0])

    return [
        Printed("README.md", only("README.md", "from poker_client import"), "pairs.token", 14, "check|call|fold|bet|raise", True),
        Printed("docs/bots.md", only("docs/bots.md", "import websockets"), "bot.token", 39, "check|call|fold", False),
    ]


def closed_port() -> int:
    """Returns a port that nothing listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


class Examples(unittest.TestCase):
    server: Server

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Server()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.server.stop()

    def example(self, name: str, hands: int = HANDS, url: Optional[str] = None) -> "subprocess.Popen[str]":
        # Its token stays in the folder where it runs.
        return subprocess.Popen([sys.executable, str(EXAMPLES / name), url or self.server.url, str(hands)],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.server.folder.name)

    def test_every_example_plays_as_it_stands_and_has_less_than_40_lines(self) -> None:
        for path in AT_TABLES:
            with self.subTest(path.name):
                self.assertLess(len(path.read_text(encoding="utf-8").splitlines()), 40)
                # Against an opponent that stays longer than the example.
                game = "no-limit-holdem"
                rival = asyncio.run(self.play_beside(path.name, game))
                self.assertGreaterEqual(rival.hands, HANDS // 2)

    def test_the_bots_of_the_pages_play_as_they_stand(self) -> None:
        for bot in bots_of_the_pages():
            with self.subTest(bot.page):
                self.assertLessEqual(len(bot.code.splitlines()), bot.lines_max)
                self.assertEqual(bot.code.count(USUAL), 0 if bot.takes_address else 1)
                self.comes_back_and_plays(bot)

    def comes_back_and_plays(self, bot: "Printed") -> None:
        server = Server()
        self.addCleanup(server.stop)
        folder = Path(server.folder.name)
        command = bot.put(folder, server.url)

        def start(log: Any) -> "subprocess.Popen[bytes]":
            return subprocess.Popen(command, stdout=log, stderr=log, cwd=folder)

        rival = Raiser()

        async def play() -> "tuple[Any, str]":
            table = server.new_table("no-limit-holdem")
            with open(folder / "printed.log", "w+", encoding="utf-8") as log:
                process = start(log)
                mate = asyncio.ensure_future(run_async(rival, server.url, table=table, hands=HANDS))
                try:
                    # Killed in the middle of a hand, the bot comes back to the same seat.
                    while rival.asked < 5:
                        await asyncio.sleep(0.05)
                    process.kill()
                    process.wait()
                    process = start(log)
                    report = await mate
                finally:
                    process.kill()
                    process.wait()
                    log.seek(0)
                    said = log.read()
            return report, said

        report, said = asyncio.run(asyncio.wait_for(play(), 240))
        self.assertGreaterEqual(report.hands, HANDS, said)
        came = [event for event in rival.events if event["kind"] == "player_sat"]
        self.assertLessEqual(len(came), 2, said)
        # The bot prints what it plays, and reported no problem.
        self.assertGreater(len(said.splitlines()), HANDS // 2, said)
        seated = [line for line in said.splitlines() if line.startswith("Seated at table ")]
        self.assertEqual(bool(seated), "poker_client" in bot.code, said)
        for line in said.splitlines():
            if line in seated:
                continue
            self.assertRegex(line, rf"^\w\w \w\w \|( \w\w)* : ({bot.kinds})$")

    def test_the_bots_of_the_pages_fail_with_a_sentence(self) -> None:
        server = Server()
        self.addCleanup(server.stop)
        nowhere = closed_port()
        for bot in bots_of_the_pages():
            for url, token in ((server.url, None), (server.url, "forged"), (f"ws://127.0.0.1:{nowhere}/ws", None)):
                with self.subTest(bot.page, url=url, token=token), tempfile.TemporaryDirectory() as folder:
                    command = bot.put(Path(folder), url)
                    if token:
                        (Path(folder) / bot.token_file).write_text(token, encoding="utf-8")
                    ended = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=60)
                    self.assertEqual((ended.returncode, ended.stdout), (1, ""), ended.stderr)
                    said = ended.stderr.splitlines()
                    if url != server.url and "poker_client" in bot.code:
                        self.assertEqual(said.pop(0), f"waiting for {url}")
                    self.assertEqual(len(said), 1, ended.stderr)

    def test_what_a_script_is_given_is_understood_or_refused_in_a_sentence(self) -> None:
        self.server.new_table("no-limit-holdem")
        page = self.server.url.replace("ws:", "http:").removesuffix("/ws")
        out, err = self.example("calling_station.py", hands=0, url=page).communicate(timeout=60)
        self.assertRegex(out, r"^0 hands, 0 decisions, [+]0 chips: .+\.$", err)
        for given, code, words in [
            (["abc"], 2, "abc is not the address of a server, such as ws://127.0.0.1:8080/ws"),
            (["ws://[::1"], 2, "ws://[::1 is not the address"),
            (["http://127.0.0.1:99999"], 2, "http://127.0.0.1:99999 is not the address"),
            ([page, "many"], 2, "many is not a number of hands"),
            ([page, "1", "2"], 2, "is too much"),
            (["--hands"], 2, "--hands is too much"),
            (["--help"], 0, "usage: python calling_station.py [URL [HANDS]]"),
        ]:
            with self.subTest(given):
                ended = subprocess.run([sys.executable, str(EXAMPLES / "calling_station.py"), *given], capture_output=True,
                                       text=True, cwd=self.server.folder.name, timeout=60)
                said = ended.stdout + ended.stderr
                self.assertEqual(ended.returncode, code, said)
                self.assertIn(words, said)
                self.assertNotIn("Traceback", said)

    def test_a_game_that_does_not_exist_is_told_as_that(self) -> None:
        async def play(game: str) -> None:
            await run_async(Raiser(), self.server.url, game=game)

        for game, code, words in [("holdem", "game.unknown", "no-limit-holdem"), ("razz", "table.full", "no table of razz")]:
            with self.subTest(game), self.assertRaises(poker_client.Refused) as refused:
                asyncio.run(asyncio.wait_for(play(game), 60))
            self.assertEqual(refused.exception.code, code)
            self.assertIn(words, str(refused.exception))

    def test_a_killed_example_comes_back_to_its_seat(self) -> None:
        async def play() -> "tuple[Watcher, Any]":
            table = self.server.new_table("limit-holdem")
            watcher, stop = Watcher(), asyncio.Event()
            mate = asyncio.ensure_future(run_async(watcher, self.server.url, table=table, stop=stop))
            with tempfile.TemporaryDirectory() as folder:
                kept = Path(folder) / "victim.token"
                kept.write_text("of another server", encoding="utf-8")
                script = Path(folder) / "victim.py"
                script.write_text(VICTIM.format(here=str(HERE), kept=str(kept), table=table), encoding="utf-8")
                victim = subprocess.Popen([sys.executable, str(script), self.server.url, "100000"])
                while len(watcher.asked) < 5:
                    await asyncio.sleep(0.05)
                victim.kill()
                victim.wait()
                self.assertEqual(kept.stat().st_mode & 0o077, 0, "only its owner reads it")
                ended = await asyncio.to_thread(
                    subprocess.run, [sys.executable, str(script), self.server.url, str(HANDS)],
                    capture_output=True, text=True, timeout=240)
            stop.set()
            await mate
            return watcher, ended

        watcher, ended = asyncio.run(asyncio.wait_for(play(), 240))
        self.assertEqual(ended.returncode, 0, ended.stderr)
        others = [event["player"]["name"] for event in watcher.events if event["kind"] == "player_sat"]
        self.assertLessEqual(len(others), 2, others)
        self.assertLessEqual(len(set(others) - {"victim"}), 1, others)

    def test_examples_fail_with_a_sentence(self) -> None:
        for name in [path.name for path in AT_TABLES]:
            # This server has no table yet.
            server = Server()
            self.addCleanup(server.stop)
            out, err = self.example(name, url=server.url).communicate(timeout=60)
            self.assertEqual(out, "", name)
            self.assertEqual(len(err.splitlines()), 1, err)
            self.assertIn("table.full", err)

    def test_all_exceptions_are_exported(self) -> None:
        exported = set(poker_client.__all__)
        exceptions = {name for name, value in vars(poker_client).items()
                      if isinstance(value, type) and issubclass(value, Exception) and value.__module__.startswith("poker_client.")}
        self.assertLessEqual(exceptions, exported)
        self.assertTrue(issubclass(Closed, Exception))

    async def play_beside(self, name: str, game: str) -> Any:
        table = self.server.new_table(game)
        stop = asyncio.Event()
        mate = asyncio.ensure_future(run_async(Watcher(), self.server.url, table=table, stop=stop))
        # The example goes to the table where most people play.
        while not await asyncio.to_thread(self.server.is_taken, table):
            await asyncio.sleep(0.05)
        example = self.example(name)
        try:
            out, err = await asyncio.to_thread(example.communicate, timeout=240)
        finally:
            example.kill()
            stop.set()
            await mate
        self.assertEqual(example.returncode, 0, f"{out}\n{err}\n{self.server.read_log()}")
        found = re.search(r"(\d+) hands, (\d+) decisions(, \d+ of them refused)?", out)
        assert found, out
        self.assertGreaterEqual(int(found[1]), HANDS, out)
        self.assertGreater(int(found[2]), 0, out)
        self.assertIsNone(found[3], f"an illegal answer: {out} {err}")
        return type("Seen", (), {"hands": int(found[1])})

    def test_the_random_example_plays_every_game(self) -> None:
        sys.path.insert(0, str(EXAMPLES))
        from random_bot import Random

        async def pair(game: str) -> List[Any]:
            table = self.server.new_table(game)
            stop = asyncio.Event()
            mate = asyncio.ensure_future(run_async(Random(), self.server.url, table=table, stop=stop))
            report = await asyncio.wait_for(run_async(Random(), self.server.url, table=table, hands=HANDS), 240)
            stop.set()
            return [report, await mate]

        for game in ("no-limit-holdem", "pineapple", "crazy-pineapple", "omaha-8", "short-deck", "five-card-draw",
                     "draw-with-blinds"):
            with self.subTest(game):
                for report in asyncio.run(pair(game)):
                    self.assertGreaterEqual(report.hands, HANDS)
                    self.assertEqual(report.refused, 0)

    def test_a_lost_connection_loses_nothing(self) -> None:
        async def play() -> "tuple[Watcher, Watcher, Any, int]":
            table = self.server.new_table("limit-holdem")
            cutter = Cutter(self.server.address)
            cuts = 0
            steady, shaken = Watcher(), Watcher()
            stop = asyncio.Event()
            mate = asyncio.ensure_future(run_async(steady, self.server.url, table=table, stop=stop))
            victim = asyncio.ensure_future(run_async(shaken, cutter.url, table=table, hands=3 * HANDS))
            cut_at = 0
            while not victim.done():
                await asyncio.sleep(0.01)
                if len(shaken.asked) >= cut_at + 10:
                    cut_at = len(shaken.asked)
                    cutter.cut()
                    cuts += 1
            stop.set()
            await mate
            cutter.close()
            return steady, shaken, victim.result(), cuts

        steady, shaken, report, cuts = asyncio.run(asyncio.wait_for(play(), 240))
        self.assertGreaterEqual(report.hands, 3 * HANDS)
        self.assertGreater(cuts, 5)
        self.assertEqual(len(set(shaken.asked)), len(shaken.asked), "nothing is asked twice")
        # Both saw the same hands, event by event.
        self.assertGreater(self.compare(steady.events, shaken.events), 2 * HANDS)

    def test_a_decision_outlives_the_connection_it_was_made_on(self) -> None:
        class Thinker(Watcher):
            """Loses its connection whenever it thinks."""

            def act(self, ask: Ask) -> Dict[str, Any]:
                cutter.cut()
                time.sleep(0.05)
                return super().act(ask)

        async def play() -> None:
            table = self.server.new_table("limit-holdem")
            stop = asyncio.Event()
            mate = asyncio.ensure_future(run_async(Watcher(), self.server.url, table=table, stop=stop))
            await asyncio.wait_for(run_async(thinker, cutter.url, table=table, hands=3), 240)
            stop.set()
            await mate

        cutter, thinker = Cutter(self.server.address), Thinker()
        self.addCleanup(cutter.close)
        asyncio.run(play())
        self.assertGreater(len(thinker.asked), 5)
        self.assertEqual([event for event in thinker.events if event["kind"] == "action_taken" and event["auto"]], [])

    def compare(self, one: List[Dict[str, Any]], other: List[Dict[str, Any]]) -> int:
        def hands(events: List[Dict[str, Any]]) -> Dict[int, List[Dict[str, Any]]]:
            found: Dict[int, List[Dict[str, Any]]] = {}
            current: Optional[List[Dict[str, Any]]] = None
            for event in events:
                if event["kind"] == "hand_started":
                    current = found.setdefault(event["hand"], [])
                if current is not None:
                    current.append(event)
                if event["kind"] == "hand_completed":
                    current = None
            return found

        seen, others = hands(one), hands(other)
        both = sorted(set(seen) & set(others))[:-1]
        for hand in both:
            self.assertEqual(seen[hand], others[hand], f"hand {hand}")
        return len(both)

    def test_refusals_are_told(self) -> None:
        with self.assertRaises(Refused) as caught:
            run(Watcher(), self.server.url, token="forged")
        self.assertEqual(caught.exception.code, "auth.invalid_token")
        with self.assertRaises(Refused):
            run(Watcher(), self.server.url, game="no-such-game")


class Bounds(unittest.TestCase):
    def ask(self, *choices: Dict[str, Any]) -> Ask:
        return Ask("t", 1, 1, list(choices), [], [], 30, 10, 500)

    def test_amounts_are_brought_into_the_legal_range(self) -> None:
        ask = self.ask({"kind": "fold"}, {"kind": "call", "amount": 10}, {"kind": "raise", "min": 20, "max": 500})
        self.assertEqual(ask.bet_or_raise_to(5), {"kind": "raise", "to": 20})
        self.assertEqual(ask.bet_or_raise_to(60.4), {"kind": "raise", "to": 60})
        self.assertEqual(ask.bet_or_raise_to(900), {"kind": "raise", "to": 500})
        self.assertEqual(ask.check_or_fold(), {"kind": "fold"})
        self.assertEqual(ask.check_or_call(), {"kind": "call", "amount": 10})

    def test_the_nearer_of_two_bets_is_made(self) -> None:
        ask = self.ask({"kind": "check"}, {"kind": "bet", "min": 5, "max": 5}, {"kind": "bet", "min": 10, "max": 10})
        self.assertEqual(ask.bet_or_raise_to(0), {"kind": "bet", "to": 5})
        self.assertEqual(ask.bet_or_raise_to(8), {"kind": "bet", "to": 10})
        self.assertEqual(ask.bet_or_raise_to(900), {"kind": "bet", "to": 10})
        self.assertEqual([choice["max"] for choice in ask.choices_of("bet", "raise")], [5, 10])

    def test_a_forced_discard_is_answered_with_as_few_cards_as_allowed(self) -> None:
        ask = self.ask({"kind": "discard", "min": 1, "max": 1, "cards": ["2c", "7d"], "replaced": False})
        self.assertEqual(ask.check_or_fold(), {"kind": "discard", "cards": ["2c"]})
        self.assertEqual(ask.check_or_call(), {"kind": "discard", "cards": ["2c"]})


if __name__ == "__main__":
    unittest.main(verbosity=2)
