#!/usr/bin/env python3
"""Record protocol/fixtures/tournaments, and streams/field.jsonl and streams/rebuys.jsonl: small tournaments of a real server, as one
entrant sees them.

    POKER_BIN=target/release/poker python scripts/record_tournaments.py        # all of them
    POKER_BIN=target/release/poker python scripts/record_tournaments.py field  # one

The files are like those of `record_streams.py`. One has the messages about the tournament, the other those of the table that told the
viewer most kinds of events.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import sys
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any, Dict, List, Optional

from record_streams import OF_A_TABLE, OUT, Player, Server, Viewer, keep
from stream_scenes import Json, Scene
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

FOLDER = OUT.parent / "tournaments"

# Of these, all messages of a tournament to a viewer.
OF_A_TOURNAMENT = ("tournament_snapshot", "tournament_events", "tournament_you")

def levels(duration: str) -> str:
    terms = ["10/20", "15/30", "20/40 ante 40", "30/60 ante 60", "50/100 ante 100", "100/200 ante 200"]
    return f"levels = {json.dumps([f'{duration} {level}' for level in terms])}"


@dataclass(frozen=True)
class Field:
    """A tournament, and those who want to play in it."""

    scene: Scene
    structure: str
    players: int
    # Number of those for whom the structure has no place.
    waits: int = 0
    # Probability that a player takes an offer of more chips.
    buys: float = 0.0
    # Probability that a player agrees to a deal.
    agrees: float = 0.0


FIELDS = [
    Field(Scene("field", "nine players at three tables: a waiting list, pauses, penalties, moves, a final table and a deal", is_tournament=True, hands=1_000_000,
                all_in=0.06, every=14),
          f"""
id = "field"
name = {{ en = "Field", fr = "Tournoi" }}
games = ["no-limit-holdem"]
start = "time"
entries = [3, 9]
seats = 3
price = 50
stack = 800
late_levels = 0
{levels('20m')}
""", 11, waits=2, agrees=0.9),
    Field(Scene("rebuys", "six players at two tables, who come back, with progressive bounties", is_tournament=True, hands=1_000_000, all_in=0.25, every=14),
          f"""
id = "rebuys"
name = {{ en = "Rebuys", fr = "Recaves" }}
games = ["no-limit-holdem"]
start = "time"
entries = [3, 6]
seats = 3
price = 50
stack = 600
late_levels = 3
re_entries = 1
bounty = {{ price = 50, kind = "progressive" }}
{levels('2s')}
""", 6, buys=0.7),
]


class Entrant(Player):
    """A player who answers the offers of the tournament."""

    field: Field
    offered = ""

    async def hear(self, message: Json) -> None:
        kind = message["type"]
        if kind == "tournament_you":
            await self.consider(message["you"])
        elif kind == "tournament_events":
            for event in message["events"]:
                await self.take_part(event)
        await super().hear(message)

    async def rules(self) -> int:
        """Return the version of the rules that an entry accepts."""
        while True:
            message: Json = json.loads(await self.socket.recv())
            await self.hear(message)
            if message["type"] == "tournament_snapshot":
                return int(message["state"]["rules"])

    async def consider(self, you: Json) -> None:
        offers = [offer["kind"] for offer in you.get("offers", [])]
        if str(offers) == self.offered:
            return
        self.offered = str(offers)
        if "re_enter" in offers and self.chance.random() < self.field.buys:
            await self.send("re_enter", tournament=self.tournament)

    async def take_part(self, event: Json) -> None:
        if event["event"] == "final_table_formed" and self.field.agrees:
            await self.send("propose_deal", tournament=self.tournament, kind="chop", keep=0)
        elif event["event"] == "deal_offered":
            answer = "agree" if self.chance.random() < self.field.agrees else "refuse"
            await self.send("deal", tournament=self.tournament, answer=answer)


class Witness(Entrant, Viewer):
    """An entrant that records what it is told of the tournament and of each table."""

    def __init__(self, scene: Scene, socket: ClientConnection, chance: random.Random) -> None:
        super().__init__(scene, socket, chance)
        self.told: List[Json] = []
        self.by_table: Dict[str, List[Json]] = {}
        self.last = 0
        self.is_looking = False

    async def follow(self, table: Optional[str]) -> None:
        if table is not None and table != self.table:
            self.messages, self.seq, self.is_asked = self.by_table.setdefault(table, []), 0, False
        await Player.follow(self, table)

    async def hear(self, message: Json) -> None:
        kind = message["type"]
        if message.get("tournament") == self.tournament and kind in OF_A_TOURNAMENT and (self.told or kind == "tournament_snapshot"):
            self.told.append(message)
            if kind == "tournament_snapshot":
                # Events that are on their way when it is asked for may be part of it: the model begins anew then.
                assert message["seq"] >= self.last, f"a snapshot of {message['seq']} behind {self.last}"
                self.last, self.is_looking = message["seq"], False
                if message["state"]["summary"]["phase"] == "completed":
                    self.is_done.set()
            elif kind == "tournament_events":
                self.last = message["first_seq"] + len(message["events"]) - 1
            is_end = any(event["event"] == "tournament_completed" for event in message.get("events", []))
            if not self.is_looking and (is_end or self.is_new(message) or self.chance.randrange(8) == 0):
                self.is_looking = True
                await self.send("watch_tournament", tournament=self.tournament)
        await super().hear(message)

    def is_new(self, message: Json) -> bool:
        """Return true after one of the first events of a kind."""
        kinds = {"t " + event["event"] for event in message.get("events", [])} if message["type"] == "tournament_events" else set()
        self.seen.update(kinds)
        return any(self.seen[kind] <= 2 for kind in kinds)

    def richest(self) -> List[Json]:
        """Return the messages of the table that told of most kinds of events."""
        def kinds(messages: List[Json]) -> int:
            told = [numbered["event"] for message in messages if message["type"] == "events" for numbered in message["events"]]
            return len({(event["kind"], event.get("moved")) for event in told})
        return max(self.by_table.values(), key=kinds)


async def officiate(server: Server, token: str, tournament: str) -> None:
    """Do what officials do, one thing after the other, while the event is played."""
    deeds: List[Json] = [{"kind": "set_level", "level": 2}, {"kind": "pause"}, {"kind": "resume"}, {"kind": "set_level", "level": 4},
                         {"kind": "penalise", "player": 2, "fault": "phone at the table", "rung": "hands", "count": 2},
                         {"kind": "hand_for_hand", "on": True}, {"kind": "hand_for_hand", "on": False}]
    for deed in deeds:
        await asyncio.sleep(0.08)
        request = {"id": secrets.token_hex(8), "reason": "for the record", "action": deed}
        try:
            await asyncio.to_thread(server.post, f"tournaments/{tournament}/floor", request, token)
        except OSError as refused:
            # The event is faster than its officials.
            print(deed["kind"], refused, getattr(refused, "read", bytes)(), file=sys.stderr)


async def enter(server: Server, field: Field, everybody: List[Entrant], token: str) -> None:
    starts_at = 1000 * int(time.time() + 3600)
    opened = server.post("tournaments", {"definition": field.structure, "starts_at": starts_at, "private": True}, token)
    for player in everybody:
        player.tournament = opened["tournament"]
        await player.send("watch_tournament", tournament=player.tournament)
        await player.send("register", tournament=player.tournament, rules=await player.rules(), wait=True)


async def play(field: Field, server: Server) -> Any:
    chance = random.Random(field.scene.name)
    host = server.post("register", {"name": "Hostess", "password": secrets.token_hex(8)})
    async with AsyncExitStack() as stack:
        everybody: List[Any] = []
        for number in range(field.players):
            socket = await stack.enter_async_context(
                connect(f"ws://{server.address}/ws", subprotocols=[Subprotocol("poker.v1")], max_size=65_536))
            player: Entrant = (Entrant if number else Witness)(field.scene, socket, random.Random(chance.random()))
            player.field = field
            await player.hello(f"Bot {number}" if number else "Vera")
            everybody.append(player)
        await enter(server, field, everybody, host["access_token"])
        viewer = everybody[0]
        tasks = [asyncio.ensure_future(player.listen()) for player in everybody]
        if field.waits:
            # The first in line gets the place of an entrant who thinks better of it.
            await asyncio.sleep(0.3)
            await everybody[3].send("unregister", tournament=viewer.tournament)
        await asyncio.sleep(0.3)
        start = {"id": secrets.token_hex(8), "reason": "all are here", "action": {"kind": "start"}}
        await asyncio.to_thread(server.post, f"tournaments/{viewer.tournament}/floor", start, host["access_token"])
        officials = asyncio.ensure_future(officiate(server, host["access_token"], viewer.tournament))
        over = asyncio.ensure_future(asyncio.wait_for(viewer.is_done.wait(), 100))
        await asyncio.wait([over, *tasks], return_when=asyncio.FIRST_COMPLETED)
        for player in everybody:
            player.is_over = True
        officials.cancel()
        await asyncio.gather(over, *tasks)
        return viewer


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for field in FIELDS:
        if field.scene.name in (sys.argv[1:] or [field.scene.name]):
            server = Server()
            try:
                viewer = asyncio.run(play(field, server))
            finally:
                server.stop()
            keep(OUT / f"{field.scene.name}.jsonl", field.scene.about, viewer.account, viewer.richest())
            keep(FOLDER / f"{field.scene.name}.jsonl", field.scene.about, viewer.account, viewer.told)


if __name__ == "__main__":
    main()
