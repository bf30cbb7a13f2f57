#!/usr/bin/env python3
"""Record protocol/fixtures/streams: the messages of a real server to one viewer of a table, for the tests of all table models.

    POKER_BIN=target/release/poker python scripts/record_streams.py            # all of them
    POKER_BIN=target/release/poker python scripts/record_streams.py stud runs  # some

Needs the `websockets` package. The server deals the cards, so every recording is different; the tests must pass with any.
A file begins with a line that names the viewer. The messages follow as they came: a snapshot, then events, private parts and presence,
and occasionally a fresh snapshot, which the viewer requested at that point. A model that starts from the first snapshot and applies
everything else must equal each of the fresh ones.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import secrets
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Set
from urllib.request import Request, urlopen

from stream_scenes import SCENES, Json, Scene
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "protocol" / "fixtures" / "streams"
sys.path.insert(0, str(ROOT / "bots" / "python"))
from poker_client import fill_in  # noqa: E402

# Events of a table come in these messages; all others concern only the viewer.
OF_A_TABLE = ("snapshot", "events", "private", "presence", "paused")

STRUCTURE = """
id = "fixture"
name = { en = "Fixture", fr = "Fixture" }
games = ["no-limit-holdem"]
start = "full"
entries = [6, 6]
seats = 3
price = 50
stack = 600
bounty = { price = 50, kind = "progressive" }
levels = ["2s 10/20", "2s 15/30", "2s 20/40 ante 40", "2s 30/60 ante 60", "2s 50/100 ante 100", "2s 100/200 ante 200"]
"""


class Server:
    """A server of its own, with an empty data folder, on a free port."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        # Tables played so far; the names of the second one's players and of those that follow have a number.
        self.plays = 0
        binary = os.environ.get("POKER_BIN", str(ROOT / "target" / "release" / "poker"))
        options = ["--house-bots", "0", "--demo-tables=false", "--hand-pause-percent", "0", "--messages-per-second", "1000",
                   "--message-burst", "1000", "--guests-per-minute", "1000", "--admin-listen", "none"]
        self.process = subprocess.Popen([binary, "serve", "--listen", "127.0.0.1:0", "--data", self.folder.name, *options],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        found = re.search(r"http://([\d.:]+)", self.process.stdout.readline())
        assert found, "the server did not start"
        self.address = found[1]

    def post(self, path: str, body: Json, token: Optional[str] = None) -> Json:
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        request = Request(f"http://{self.address}/api/v1/{path}", json.dumps(body).encode(), headers)
        with urlopen(request) as answer:
            return dict(json.load(answer))

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(40)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.folder.cleanup()


class RefusedRequest(RuntimeError):
    """An answer that refuses a request."""

    def __init__(self, kind: str, error: Json) -> None:
        super().__init__(f"{kind}: {error}")
        self.kind = kind
        # The path of the field at fault, if the answer names one.
        self.field = str(error.get("params", {}).get("field", ""))


class Player:
    """Play anything that is legal at one table."""

    def __init__(self, scene: Scene, socket: ClientConnection, chance: random.Random) -> None:
        self.scene, self.socket, self.chance = scene, socket, chance
        self.account, self.token, self.table, self.tournament = "", "", "", ""
        self.seat: Optional[int] = None
        self.status: Optional[str] = None
        self.hands = self.hand = 0
        self.taken: Set[int] = set()
        self.answered = (0, 0)
        self.is_host = self.is_over = False
        # The mates' accounts, for the host.
        self.mates: List[str] = []
        # The stop of the running hand, and whether this player has agreed to show the cards.
        self.stop: Optional[Json] = None
        self.has_agreed = False

    async def send(self, kind: str, /, **fields: Any) -> str:
        request = secrets.token_hex(8)
        await self.socket.send(json.dumps({"type": kind, "id": request, **fields}))
        return request

    async def ask(self, kind: str, **fields: Any) -> Json:
        request = await self.send(kind, **fields)
        while True:
            message: Json = json.loads(await self.socket.recv())
            if message.get("id") == request:
                if message["type"] == "error":
                    raise RefusedRequest(kind, message)
                return message
            await self.hear(message)

    async def hello(self, name: str) -> None:
        welcome = await self.ask("hello", versions=["poker.v1"], nickname=name, bot=True)
        self.account, self.token = welcome["you"]["id"], welcome["token"]

    async def sit(self) -> None:
        await self.send("sit", table=self.table, buy_in=self.scene.config.get("buy_in_max", 400), entry="post")
        if self.scene.straddles and self.chance.random() < 0.5:
            await self.send("straddle", table=self.table, on=True)

    async def listen(self) -> None:
        while not self.is_over:
            try:
                await self.hear(json.loads(await asyncio.wait_for(self.socket.recv(), 0.3)))
            except asyncio.TimeoutError:
                # The table waits for a player to come back, or to answer the host.
                await self.come_back()
                if self.stop is not None:
                    await self.attend_class()

    async def hear(self, message: Json) -> None:
        kind = message["type"]
        if kind == "tournament_you":
            await self.follow(message["you"].get("seat", {}).get("table"))
        if kind == "error" and message["code"] == "table.buy_in_range" and "params" in message and self.seat is None:
            # A player who left with more must bring it all back.
            await self.send("sit", table=self.table, buy_in=message["params"]["min"], entry="post")
        if kind == "error" and message.get("legal") and message["code"].startswith("rule."):
            await self.send("act", table=self.table, hand=self.answered[0], turn=self.answered[1], action=fill_in(message["legal"][0]))
        if kind == "error" and message["code"] == "table.paused":
            # The hand was stopped meanwhile.
            self.answered = (0, 0)
        if message.get("table") != self.table:
            return
        if kind == "snapshot":
            you = message["state"].get("you")
            self.seat = you["seat"] if you else None
            hand = message["state"].get("hand") or message["state"].get("pick") or {}
            if you and you["choices"] and hand.get("turn"):
                await self.act(hand["hand"], hand["turn"]["turn"], you["choices"])
        elif kind == "events":
            for numbered in message["events"]:
                await self.happen(numbered["event"])
        elif kind == "private":
            for part in message["events"]:
                if part["kind"] == "choices":
                    await self.act(part["hand"], part["turn"], part["choices"])

    async def follow(self, table: Optional[str]) -> None:
        if table is not None and table != self.table:
            self.table = table
            await self.send("watch", table=table)

    async def happen(self, event: Json) -> None:
        kind = event["kind"]
        if kind == "player_sat" and event["player"]["id"] == self.account:
            self.seat, self.status = event["seat"], event["status"]
        elif kind == "player_left" and event["seat"] == self.seat:
            self.seat = None
            if not self.scene.is_tournament:
                await self.sit()
        elif kind == "seat_status_changed" and event["seat"] == self.seat:
            self.status = event["status"]
        elif kind == "turn_started" and event.get("dark", {}).get("seat") == self.seat and self.seat and self.chance.random() < 0.5:
            kinds: List[Json] = [{"kind": "check_dark"}, {"kind": "bet_dark", "to": event["dark"]["min"]}]
            await self.send("act", table=self.table, hand=self.hand, turn=event["turn"], action=self.chance.choice(kinds))
        elif kind == "hand_started":
            self.hand = event["hand"]
            self.taken = {seat["seat"] for seat in event["seats"]}
        elif kind in ("seats_drawn", "player_moved"):
            ways = {way["from"]: way["to"] for way in event.get("moves", [event])}
            self.seat = ways.get(self.seat, self.seat) if self.seat is not None else None
        elif kind == "hand_completed":
            self.hands += 1
            await self.look_round()
        if self.scene.is_class:
            await self.hear_of_stop(event)

    async def hear_of_stop(self, event: Json) -> None:
        """Follow the stops of a class, and do what its host and players do then."""
        kind = event["kind"]
        if kind == "turn_started" and self.is_host and self.stop is None and self.chance.random() < 0.2:
            await self.send("host", table=self.table, action={"kind": "stop_hand", "minutes": 10})
        elif kind == "hand_stopped":
            self.stop = event["stop"]
            self.has_agreed &= self.stop.get("asked", False)
            if self.chance.random() < 0.5:
                await self.attend_class()
        elif kind in ("hand_went_on", "hand_voided", "hand_completed"):
            self.stop, self.has_agreed = None, False
            if kind == "hand_went_on" and self.answered == (0, 0):
                await self.send("watch", table=self.table)

    async def attend_class(self) -> None:
        """Take the next step in a stopped hand."""
        assert self.stop is not None
        is_asked, is_open = self.stop.get("asked", False), self.stop.get("open", False)
        if self.is_host and not (is_asked and self.chance.random() < 0.8):
            luck = self.chance.random()
            kind = "resume" if is_asked or luck < 0.2 else "ask_reveal" if not is_open else "end_hand" if luck < 0.5 else "resume"
            await self.send("host", table=self.table, action={"kind": kind})
        elif is_asked and (not self.has_agreed or self.chance.random() < 0.2):
            self.has_agreed = not self.has_agreed
            await self.send("consent", table=self.table, hand=self.hand, agree=self.has_agreed)

    async def look_round(self) -> None:
        """Do what players do between hands."""
        if self.is_host and self.scene.has_busy_host:
            await self.keep_house()
        if self.scene.is_tournament or self.seat is None:
            return
        luck = self.chance.random()
        if self.scene.pauses and self.status == "sitting_out" and luck < 0.5:
            # A pause that is changed, or becomes a time without an end.
            more: Json = {"minutes": self.chance.randint(1, 5)} if luck < 0.3 else {}
            await self.send("sit_out", table=self.table, out=True, **more)
        elif self.status in ("busted", "sitting_out"):
            await self.come_back()
        elif self.scene.pauses and luck < 0.4:
            await self.send("sit_out", table=self.table, out=True, minutes=self.chance.randint(1, 10), entry="post")
        elif luck < 0.04 and not self.is_host:
            await self.send("leave", table=self.table)
        elif luck < 0.08:
            await self.send("sit_out", table=self.table, out=True)
        elif luck < 0.5 and self.scene.config.get("session", {}).get("rabbit_hunt"):
            await self.send("rabbit_hunt", table=self.table)

    async def come_back(self) -> None:
        if self.status == "busted":
            await self.send("rebuy", table=self.table, amount=self.scene.config.get("buy_in_max", 400))
        elif self.status == "sitting_out" and not self.scene.is_tournament:
            await self.send("sit_out", table=self.table, out=False, entry="post")

    async def keep_house(self) -> None:
        """Do what hosts do, one thing after the other."""
        stakes = {"small_blind": 10, "big_blind": 20, "buy_in_min": 200, "buy_in_max": 400}
        deeds: List[Json] = [{"kind": "pause"}, {"kind": "resume"}, {"kind": "approval", "on": True}, {"kind": "approval", "on": False},
                             {"kind": "stakes", "stakes": stakes}]
        if self.hands == 2:
            for deed in deeds:
                await self.send("host", table=self.table, action=deed)
        elif self.hands in (4, 6):
            await self.send("mute", table=self.table, player=self.mates[0], muted=self.hands == 4)
        elif self.hands == 8:
            await self.send("host", table=self.table, action={"kind": "pause"})
        elif self.hands == 9:
            # The table stops after the hand that was running when it was paused.
            free = next(seat for seat in (6, 5, 4) if seat not in self.taken)
            await self.send("host", table=self.table, action={"kind": "move", "player": self.mates[0], "seat": free})
            await self.send("host", table=self.table, action={"kind": "resume"})

    async def act(self, hand: int, turn: int, choices: List[Any]) -> None:
        if (hand, turn) == self.answered:
            return
        self.answered = (hand, turn)
        weights = [self.scene.weights.get(choice["kind"], 3) for choice in choices]
        choice = self.chance.choices(choices, weights)[0]
        answer: Any = fill_in(choice)
        if choice["kind"] in ("bet", "raise"):
            most = choice["max"] if self.chance.random() < self.scene.all_in else min(choice["max"], 2 * choice["min"])
            answer["to"] = self.chance.randint(choice["min"], most) if most < choice["max"] else most
        elif choice["kind"] == "discard" and not choice.get("up"):
            count = self.chance.randint(choice["min"], choice["max"])
            answer["cards"] = self.chance.sample(choice["cards"], count)
        elif choice["kind"] == "declare":
            answer["sides"] = self.chance.choice(choice["options"])
        elif choice["kind"] == "pick_game":
            answer["game"] = self.chance.choice(choice["games"])["game"]
        await self.send("act", table=self.table, hand=hand, turn=turn, action=answer)


class Viewer(Player):
    """A player or spectator that records the messages it receives."""

    def __init__(self, scene: Scene, socket: ClientConnection, chance: random.Random) -> None:
        super().__init__(scene, socket, chance)
        self.messages: List[Json] = []
        self.longest: List[Json] = []
        self.seen: Counter[str] = Counter()
        self.is_asked = False
        self.seq = 0
        self.address = ""
        self.is_done = asyncio.Event()

    async def follow(self, table: Optional[str]) -> None:
        # Of several tables, the one with the most messages to the viewer counts.
        if table is not None and table != self.table:
            self.longest = max(self.longest, self.messages, key=len)
            self.messages, self.seq = [], 0
        await super().follow(table)

    async def hear(self, message: Json) -> None:
        kind = message["type"]
        if message.get("table") == self.table and kind in OF_A_TABLE and (self.messages or kind == "snapshot"):
            self.messages.append(message)
            if kind == "snapshot":
                # At a table that is seen late, taking or leaving a seat begins the stream anew.
                is_late = "watch_delay" in self.scene.config.get("session", {})
                assert is_late or self.seq in (0, message["seq"]), f"a snapshot of {message['seq']} behind {self.seq}"
                if self.seq != message["seq"]:
                    self.messages = [message]
                self.seq, self.is_asked = message["seq"], False
            elif kind == "events" and message["events"]:
                self.seq = message["events"][-1]["seq"]
            # Before the answer, so that the snapshot contains an open decision.
            is_due = kind in ("events", "private") and self.chance.randrange(self.scene.every) == 0
            if kind == "events" and not self.is_asked and self.chance.random() < self.scene.cuts:
                await self.cut()
            elif (is_due or self.is_rare(message)) and not self.is_asked:
                self.is_asked = True
                await self.send("watch", table=self.table)
        await super().hear(message)
        if self.hands >= self.scene.hands or (kind == "tournament_events" and any(
                event["event"] == "tournament_completed" for event in message["events"])):
            self.is_done.set()

    async def cut(self) -> None:
        """Lose the connection and come back: what was missed is resumed, or a snapshot begins the stream anew."""
        self.socket.transport.abort()
        self.answered = (0, 0)
        self.socket = await connect(self.address, subprotocols=[Subprotocol("poker.v1")], max_size=65_536)
        await self.ask("hello", versions=["poker.v1"], token=self.token, bot=True)
        await self.send("resume", table=self.table, after=self.seq)

    def is_rare(self, message: Json) -> bool:
        """Return true after a rare event: its first few occurrences are followed by a fresh snapshot, which shows the effect."""
        kinds = {numbered["event"]["kind"] for numbered in message.get("events", [])} if message["type"] == "events" else set()
        self.seen.update(kinds)
        return any(self.seen[kind] <= 2 for kind in kinds)

    async def sit(self) -> None:
        if not self.scene.is_watched:
            await super().sit()


async def record(scene: Scene) -> None:
    server = Server()
    try:
        viewer = await play(scene, server)
    finally:
        server.stop()
    keep(OUT / f"{scene.name}.jsonl", scene.about, viewer.account, viewer.messages)


def keep(path: Path, about: str, account: str, messages: List[Json]) -> None:
    head = {"stream": about, "account": account}
    lines = [json.dumps(line, separators=(",", ":"), ensure_ascii=False) for line in (head, *messages)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    fresh = sum(message["type"] in ("snapshot", "tournament_snapshot") for message in messages) - 1
    print(f"{os.path.relpath(path, ROOT)}: {len(messages)} messages, {fresh} fresh snapshots, {path.stat().st_size} bytes")


async def play(scene: Scene, server: Server) -> Viewer:
    chance = random.Random(scene.name)
    server.plays += 1
    of_play = f" of {server.plays}" if server.plays > 1 else ""
    async with AsyncExitStack() as stack:
        async def come(of: "Callable[..., Player]", name: str) -> Player:
            socket = await stack.enter_async_context(
                connect(f"ws://{server.address}/ws", subprotocols=[Subprotocol("poker.v1")], max_size=65_536))
            player = of(scene, socket, random.Random(chance.random()))
            await player.hello(name + of_play)
            return player

        viewer = await come(Viewer, "Vera")
        assert isinstance(viewer, Viewer)
        viewer.address = f"ws://{server.address}/ws"
        others = [await come(Player, f"Bot {number}") for number in range(1, scene.players + (1 if scene.is_watched else 0))]
        everybody = [viewer, *others]
        if scene.is_tournament:
            await enter(server, everybody)
        else:
            # Another player's, so that the viewer may leave.
            opened = await others[0].ask("create_table", config={"name": scene.name, "seats": 6, **scene.config})
            others[0].is_host, others[0].mates = True, [player.account for player in others[1:]]
            for player in everybody:
                player.table = opened["table"]["table"]
                await player.send("watch", table=player.table)
                await player.sit()
        tasks = [asyncio.ensure_future(player.listen()) for player in everybody]
        over: asyncio.Future[Any] = asyncio.ensure_future(asyncio.wait_for(viewer.is_done.wait(), scene.seconds or 100))
        await asyncio.wait([over, *tasks], return_when=asyncio.FIRST_COMPLETED)
        for player in everybody:
            player.is_over = True
        if scene.seconds is not None and over.done() and viewer.hands > 0:
            over.exception()
            over = asyncio.ensure_future(asyncio.sleep(0))
        await asyncio.gather(over, *tasks)
        await viewer.socket.close()
        viewer.messages = max(viewer.longest, viewer.messages, key=len)
        return viewer


async def enter(server: Server, everybody: List[Player]) -> None:
    host = server.post("register", {"name": "Hostess", "password": secrets.token_hex(8)})
    opened = server.post("tournaments", {"definition": STRUCTURE}, host["access_token"])
    for player in everybody:
        player.tournament = opened["tournament"]
        await player.send("watch_tournament", tournament=player.tournament)
        await player.send("register", tournament=player.tournament, rules=await rules_of(player))


async def rules_of(player: Player) -> int:
    """Return the version of the rules that an entry accepts."""
    while True:
        message: Json = json.loads(await player.socket.recv())
        if message["type"] == "tournament_snapshot":
            return int(message["state"]["rules"])


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:] or [scene.name for scene in SCENES]
    for scene in SCENES:
        if scene.name in wanted:
            asyncio.run(record(scene))


if __name__ == "__main__":
    main()
