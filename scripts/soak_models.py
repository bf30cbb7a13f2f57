#!/usr/bin/env python3
"""Plays random tables on a real server and holds a table model against a fresh snapshot after every message.

    POKER_BIN=target/release/poker python scripts/soak_models.py                      # every game once, two hands and more
    POKER_BIN=target/release/poker python scripts/soak_models.py --tables 500 --seed 7  # as many random tables
    POKER_BIN=target/release/poker python scripts/soak_models.py --game razz --keep streams

Needs the `websockets` package. Each table has a game or a mix, players, options and habits drawn from its seed; its viewer asks for a
snapshot after each message, and on some tables cuts its connection and resumes. Python's model is compared at once. `--keep` writes the streams
to a folder; with POKER_STREAMS naming that folder, `bots/python/test_table.py`, `server/web/test/unit/streams.test.js` and
`bots/tests/streams.rs` hold all models against them. Ends with an error if any table failed, and keeps the streams of those.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import traceback
from collections import Counter
from pathlib import Path
from typing import Any, Dict, List, Optional, Set, cast
from urllib.request import urlopen

from record_streams import ROOT, RefusedRequest, Server, Viewer, keep, play
from stream_scenes import BOLD, PATIENT, WEIGHTS, Json, Scene

sys.path.insert(0, str(ROOT / "bots" / "python"))
from poker_client import Table  # noqa: E402
from poker_client.types import Snapshot  # noqa: E402
from test_table import comparable, hear  # noqa: E402

# Each with the values it may have.
RULES: Dict[str, List[Any]] = {
    "run_twice": [True], "rabbit_hunt": [True], "dark_bets": [True], "seat_draw": [True], "roodles": [True], "kitty": [True],
    "forfeit_excess": [True], "first_dealer": ["first_jack", "high_card", "random", "first_seat"], "show_rule": ["all", "muck_losers"],
    "straddle": ["under_the_gun", "button", "any_place"], "bomb_pot": [{"every": 1, "ante": 2}, {"every": 2, "ante": 5}],
    "double_board": ["always", "bomb_pots"], "seven_deuce": [1, 3, 20], "free_stacks": [1, 2], "own_chips": [True], "class": [True],
    "rebuys": ["approval", "forbidden"], "rebuys_max": [1, 3], "chip_value": [25], "watch_delay": [1],
}
OWN_CHIPS = ("class", "rebuys", "rebuys_max", "chip_value")
PRIVATE = ("seat_draw", "kitty", "free_stacks", "own_chips", *OWN_CHIPS)


class Failure(Exception):
    """A model differs from a snapshot, or a table stands still."""


def catalogue(server: Server) -> Json:
    with urlopen(f"http://{server.address}/api/v1/games") as answer:
        return dict(json.load(answer))


def draw_rules(chance: random.Random, private: bool, share: float) -> Json:
    names = [name for name in RULES if chance.random() < share]
    rules = {name: chance.choice(RULES[name]) for name in names}
    if any(name in rules for name in OWN_CHIPS):
        rules["own_chips"] = True
    if rules.get("double_board") == "bomb_pots":
        rules.setdefault("bomb_pot", {"every": 2, "ante": 2})
    return rules if private else {name: rule for name, rule in rules.items() if name not in PRIVATE}


def draw_scene(seed: int, games: List[Json], mixes: List[Json], fixed: Optional[str]) -> Scene:
    """Returns the table of a seed: of the game `fixed`, if it is named."""
    chance = random.Random(seed)
    private = chance.random() < 0.5
    config: Json = {"private": private, "action_ms": 3000, "time_bank_ms": 0}
    # Most rules are for games with two cards in the hand and a board.
    rich = [game for game in games if game.get("seven_deuce")] if chance.random() < 0.3 else games
    game = next(game for game in games if game["id"] == fixed) if fixed else chance.choice(rich)
    config["game"], least, most = game["id"], int(game["seats_min"]), min(int(game["seats_max"]), 6)
    if fixed is None and chance.random() < 0.2:
        several = chance.sample(games, chance.randint(2, 5))
        least, most = max(int(game["seats_min"]) for game in several), min([6, *(int(game["seats_max"]) for game in several)])
        options = [{"game": game["id"]} for game in several]
        config["game"] = ""
        config["mix"] = chance.choice([{"kind": "dealers_choice", "games": options}, {"kind": "rotation", "games": options, "hands": 1}])
        if mixes and chance.random() < 0.3:
            config["mix"] = {"kind": "rotation", "rotation": chance.choice(mixes)["id"], "hands": 1}
    elif game["limits"] and chance.random() < 0.5:
        config["limit"] = chance.choice(game["limits"])
    config["seats"] = most
    config["multiplier"] = chance.choice([1, 1, 2, 5])
    config["moving_button"], config["all_in_face_up"] = chance.random() < 0.3, chance.random() < 0.3
    rules = draw_rules(chance, private, 0.18 if rich is games else 0.35)
    if rules:
        config["session"] = rules
    is_class, is_watched = bool(rules.get("class")), chance.random() < 0.15 and most > 2
    if is_watched:
        # Nothing would be seen in the time of a scene.
        rules.pop("watch_delay", None)
    weights: Json = chance.choice([WEIGHTS, BOLD, PATIENT])
    players = max(least, min(most, chance.randint(2, 6)))
    return Scene(f"{seed}-{config['game'] or config['mix']['kind']}", "of a soak", players, config, every=1,
                 hands=chance.randint(3, 8), all_in=chance.choice([0.02, 0.1, 0.9]), is_watched=is_watched,
                 straddles=chance.random() < 0.5, has_busy_host=private and players > 2 and most >= 6 and chance.random() < 0.15,
                 is_class=is_class, pauses=private and chance.random() < 0.3, weights=weights, seconds=45, cuts=0.05 if chance.random() < 0.3 else 0)


async def play_allowed(scene: Scene, server: Server) -> Viewer:
    """Plays a table without those of its rules that its game refuses."""
    while True:
        try:
            return await play(scene, server)
        except RefusedRequest as refused:
            rules, name = scene.config.get("session", {}), refused.field.rpartition(".")[2]
            if refused.kind != "create_table" or name not in rules:
                raise
            del rules[name]
            if name == "bomb_pot" and rules.get("double_board") == "bomb_pots":
                del rules["double_board"]


def check(viewer: Viewer) -> int:
    """Holds Python's model against each fresh snapshot, and returns their number."""
    first, *messages = viewer.messages
    table, fresh = Table(viewer.account, cast(Snapshot, first)), 0
    for message in messages:
        hear(table, message)
        if message["type"] == "snapshot":
            fresh += 1
            known, told = comparable(table.state), comparable(message["state"])
            if known != told:
                raise Failure(f"at {message['seq']}: {difference('state', known, told)}")
    return fresh


def difference(path: str, known: Any, told: Any) -> str:
    """Returns the first place where two states differ."""
    if isinstance(known, dict) and isinstance(told, dict):
        for key in sorted(known.keys() | told.keys()):
            if known.get(key, ...) != told.get(key, ...):
                return difference(f"{path}.{key}", known.get(key, ...), told.get(key, ...))
    if isinstance(known, list) and isinstance(told, list) and len(known) == len(told):
        for at, (ours, theirs) in enumerate(zip(known, told)):
            if ours != theirs:
                return difference(f"{path}[{at}]", ours, theirs)
    return f"{path} is {known!r}, and {told!r} in the snapshot"


async def soak(scenes: List[Scene], folder: Path, keeps_all: bool, at_once: int) -> int:
    server, failed, total = Server(), 0, Counter[str]()
    places, kinds = asyncio.Semaphore(at_once), set[str]()

    async def one(scene: Scene) -> None:
        nonlocal failed
        async with places:
            viewer: List[Viewer] = []
            try:
                viewer.append(await play_allowed(scene, server))
                fresh = check(viewer[0])
                total.update(tables=1, hands=viewer[0].hands, messages=len(viewer[0].messages), snapshots=fresh)
                kinds.update(kinds_of(viewer[0]))
            except BaseException as wrong:
                failed += 1
                text = str(wrong) or "".join(traceback.format_exception(wrong)[-2:])
                print(f"FAILED {scene.name}: {type(wrong).__name__}: {text}\n  {scene.players} players, {scene.config}", flush=True)
                if not isinstance(wrong, Exception):
                    raise
            if viewer and (keeps_all or failed):
                folder.mkdir(parents=True, exist_ok=True)
                keep(folder / f"{scene.name}.jsonl", f"{scene.config}", viewer[0].account, viewer[0].messages)

    try:
        await asyncio.gather(*(one(scene) for scene in scenes))
    finally:
        server.stop()
    print(f"{dict(total)}, {len(kinds)} kinds of event, {failed} failed: {', '.join(sorted(kinds))}")
    return failed


def kinds_of(viewer: Viewer) -> Set[str]:
    return {numbered["event"]["kind"] for message in viewer.messages if message["type"] == "events" for numbered in message["events"]}


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--tables", type=int, help="number of random tables; without it each game is played once")
    asked.add_argument("--seed", type=int, default=1, help="seed of the first table; the next table has the next one")
    asked.add_argument("--game", help="play only this game")
    asked.add_argument("--at-once", type=int, default=4, help="number of tables at a time")
    asked.add_argument("--keep", type=Path, help="folder for all streams")
    given = asked.parse_args()
    server = Server()
    try:
        known = catalogue(server)
    finally:
        server.stop()
    games, mixes = known["games"], [mix for mix in known["mixes"] if mix["kind"] == "rotation"]
    if given.tables is None and given.game is None:
        scenes = [draw_scene(given.seed + at, games, mixes, game["id"]) for at, game in enumerate(games)]
    else:
        scenes = [draw_scene(given.seed + at, games, mixes, given.game) for at in range(given.tables or 1)]
    folder = given.keep or ROOT / "target" / "streams"
    sys.exit(asyncio.run(soak(scenes, folder, given.keep is not None, given.at_once)) > 0)


if __name__ == "__main__":
    main()
