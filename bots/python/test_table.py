"""The table model against recorded streams of a real server, and its seats, positions and streets.

    python bots/python/test_table.py
    POKER_STREAMS=target/streams python bots/python/test_table.py Streams.test_it_is_equal_to_every_fresh_snapshot  # others
"""

from __future__ import annotations

import json
import os
import sys
import unittest
from copy import deepcopy
from pathlib import Path
from typing import Any, Dict, List

HERE = Path(__file__).resolve().parent
# Fresh snapshots in each of ours; others may be as short as they like.
LEAST = 0 if "POKER_STREAMS" in os.environ else 8
RECORDED = HERE.parent.parent / "protocol" / "fixtures" / "streams"
STREAMS = sorted(Path(os.environ.get("POKER_STREAMS", RECORDED)).glob("*.jsonl"))
sys.path.insert(0, str(HERE))
from poker_client import Table  # noqa: E402


def comparable(state: Any) -> Any:
    """Returns a state without the parts that no event carries; protocol/fixtures/README.md gives the reasons."""
    state = deepcopy(state)
    state.get("you", {}).pop("time_bank_ms", None)
    for seat in state["seats"]:
        del seat["connected"]
        if seat.get("event_status") == "active":
            del seat["event_status"]
    for around in (state.get("hand", {}), state.get("pick", {})):
        if "turn" in around:
            del around["turn"]["clock"]
    return state


def hear(table: Table, message: Dict[str, Any]) -> None:
    if message["type"] == "events":
        for numbered in message["events"]:
            if numbered["event"]["kind"] == "hand_completed":
                # Only the hand's own events have moved chips, so the stacks are known before they are reported.
                stacks = {seat.number: seat.stack for seat in table.seats}
                told = {stack["seat"]: stack["amount"] for stack in numbered["event"]["stacks"]}
                assert told.items() <= stacks.items(), f"at {numbered['seq']}: {stacks} and {told}"
            assert table.apply(numbered["seq"], numbered["event"]), numbered
        if "clock" in message:
            table.apply_clock(message["clock"])
    elif message["type"] == "private":
        for part in message["events"]:
            table.apply_private(part)
    elif message["type"] == "presence":
        table.apply_presence(message["seat"], message["connected"])


def read(path: Path) -> List[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def of(*seats: int, button: int, **hand: int) -> Table:
    """Returns a table where these seats are in a hand."""
    play = {"cards": [], "folded": False, "all_in": False, "bet": 0}
    player = {"id": "", "name": "", "kind": "bot"}
    taken = [{"seat": seat, "player": player, "stack": 100, "status": "active", "connected": True, "play": play} for seat in seats]
    state: Any = {"info": {}, "seats": taken, "wait_list": [], "hands": 0, "paused": False,
                  "hand": {"hand": 1, "game": "g", "button": button, "board": [], "pots": [], "pot": 0, "bet": 0, **hand}}
    return Table("me", {"table": "1", "seq": 1, "state": state})


class Streams(unittest.TestCase):
    def test_it_is_equal_to_every_fresh_snapshot(self) -> None:
        self.assertGreaterEqual(len(STREAMS), LEAST)
        for path in STREAMS:
            with self.subTest(path.name):
                head, first, *messages = read(path)
                table, fresh = Table(head["account"], first), 0
                for message in messages:
                    hear(table, message)
                    if message["type"] == "snapshot":
                        fresh += 1
                        self.assertEqual(table.seq, message["seq"])
                        self.assertEqual(comparable(table.state), comparable(message["state"]), f"at {table.seq}")
                self.assertGreaterEqual(fresh, LEAST)

    def test_an_event_is_taken_in_once_and_none_is_left_out(self) -> None:
        head, first, *messages = read(STREAMS[0])
        table = Table(head["account"], first)
        events = [numbered for message in messages if message["type"] == "events" for numbered in message["events"]]
        self.assertFalse(table.apply(events[1]["seq"], events[1]["event"]), "one is missing")
        for numbered in events:
            self.assertTrue(table.apply(numbered["seq"], numbered["event"]))
            before = deepcopy(table.state)
            self.assertFalse(table.apply(numbered["seq"], numbered["event"]), "it was taken in before")
            self.assertEqual(table.state, before)

    def test_the_history_has_every_bet_of_the_hand(self) -> None:
        for path in STREAMS:
            head, first, *messages = read(path)
            table = Table(head["account"], first)
            bets: List[Any] = []
            for message in messages:
                for numbered in message["events"] if message["type"] == "events" else []:
                    event = numbered["event"]
                    table.apply(numbered["seq"], event)
                    if event["kind"] == "hand_started":
                        bets = []
                        self.assertTrue(table.is_whole)
                    elif event["kind"] == "action_taken":
                        bets.append((event["seat"], event["action"], event["added"], event["to"]))
                    elif event["kind"] == "hand_completed" and table.is_whole:
                        known = [(deed.seat, deed.kind, deed.amount, deed.to) for street in table.history for deed in street.deeds
                                 if deed.to is not None]
                        self.assertEqual(known, bets, path.name)

    def test_streets_begin_with_cards_boards_and_draws(self) -> None:
        self.assertEqual(self.streets("rail"), ["deal", "board", "board", "board"])
        self.assertEqual(self.streets("stud"), ["deal"] * 5)
        self.assertEqual(self.streets("draw"), ["deal", "draw", "draw", "draw"])

    def streets(self, name: str) -> List[str]:
        """Returns the streets of the first hand in a stream that was played to its end, the one with the most streets."""
        head, first, *messages = read(next(path for path in STREAMS if path.stem == name))
        table, longest = Table(head["account"], first), [""]
        for message in messages:
            hear(table, message)
            longest = max(longest, [street.begins for street in table.history], key=len)
        return longest


class Views(unittest.TestCase):
    def test_positions(self) -> None:
        self.assertEqual(of(1, 4, button=4, small_blind=4, big_blind=1).positions, {4: "BTN", 1: "BB"})
        self.assertEqual(of(1, 2, 3, button=3, small_blind=1, big_blind=2).positions, {3: "BTN", 1: "SB", 2: "BB"})
        self.assertEqual(of(1, 2, 3, 4, button=2, small_blind=3, big_blind=4).positions, {2: "BTN", 3: "SB", 4: "BB", 1: "CO"})
        six = of(1, 2, 4, 5, 7, 9, button=4, small_blind=5, big_blind=7).positions
        self.assertEqual(six, {4: "BTN", 5: "SB", 7: "BB", 9: "UTG", 1: "HJ", 2: "CO"})
        nine = of(1, 2, 3, 4, 5, 6, 7, 8, 9, button=1, small_blind=2, big_blind=3).positions
        self.assertEqual([nine[seat] for seat in range(1, 10)], ["BTN", "SB", "BB", "UTG", "UTG+1", "UTG+2", "LJ", "HJ", "CO"])

    def test_a_dead_button_and_a_dead_small_blind_are_nobodys(self) -> None:
        self.assertEqual(of(1, 2, 4, button=3, small_blind=4, big_blind=1).positions, {4: "SB", 1: "BB", 2: "CO"})
        self.assertEqual(of(1, 2, 4, button=2, big_blind=4).positions, {2: "BTN", 4: "BB", 1: "CO"})

    def test_without_blinds_the_left_of_the_button_is_first(self) -> None:
        self.assertEqual(of(1, 2, 3, 4, button=2).positions, {2: "BTN", 3: "UTG", 4: "HJ", 1: "CO"})

    def test_what_a_bot_asks_of_its_table(self) -> None:
        head, first, *messages = read(next(path for path in STREAMS if path.stem == "holdem"))
        table = Table(head["account"], first)
        for message in messages:
            hear(table, message)
            if table.you is not None and table.you.is_in_hand and len(table.boards[0]) == 3 and not table.you.folded:
                break
        you = table.you
        assert you is not None
        self.assertEqual(you, table.seat(you.number))
        self.assertEqual((you.name, you.is_you, you.cards), ("Vera", True, table.cards))
        self.assertEqual(you.position, table.positions[you.number])
        self.assertEqual(table.history[-1].board, table.boards[0])
        self.assertEqual(table.history[-1].begins, "board")
        self.assertEqual(sum(pot["amount"] for pot in table.pots) + sum(seat.bet for seat in table.seats), table.pot)
        self.assertEqual(table.history[0].deeds[0].kind, "post")

    def test_hands_are_laid_open_in_a_stopped_hand(self) -> None:
        head, first, *messages = read(next(path for path in STREAMS if path.stem == "holdem"))
        table = Table(head["account"], first)
        for message in messages:
            hear(table, message)
            if table.you is not None and table.you.is_in_hand and not table.you.folded:
                break
        other = next(seat for seat in table.state["seats"] if seat["player"]["id"] != head["account"] and seat.get("play"))
        seq = table.seq
        stop: Dict[str, Any] = {"asked": True, "agreed": 1, "holders": 2}
        table.apply(seq + 1, {"kind": "hand_stopped", "stop": stop})
        self.assertEqual(table.state["hand"]["stop"], stop)
        self.assertEqual(other["play"]["cards"], [None, None])
        self.assertEqual(table.asked_to_show(), (table.state["hand"]["hand"], seq + 1))
        table.apply_private({"kind": "consent", "seq": seq + 1, "agreed": True})
        self.assertEqual((table.state["you"].get("agreed"), table.asked_to_show()), (True, None))
        table.apply_private({"kind": "consent", "seq": seq, "agreed": False})
        self.assertTrue(table.state["you"].get("agreed"), "that was the answer to an earlier question")
        opened = [{"seat": other["seat"], "cards": ["7c", "7d"]}]
        table.apply(seq + 2, {"kind": "hands_opened", "hands": opened})
        other = next(seat for seat in table.state["seats"] if seat["seat"] == other["seat"])
        self.assertEqual(other["play"]["cards"], ["7c", "7d"])
        self.assertNotIn(True, other["play"].get("face_up", []))
        table.apply(seq + 3, {"kind": "hand_stopped", "stop": {"holders": 2, "open": True}})
        self.assertNotIn("agreed", table.state["you"])
        table.apply(seq + 4, {"kind": "hand_went_on"})
        self.assertNotIn("stop", table.state["hand"])

    def test_another_host_and_names_that_go_from_the_ledger(self) -> None:
        head, first, *_ = read(next(path for path in STREAMS if path.stem == "holdem"))
        table = Table(head["account"], first)
        mia, tom = ({"id": number, "name": name, "kind": "guest"} for number, name in [("1", "Mia"), ("2", "Tom")])
        lines: List[Dict[str, Any]] = [{"player": player, "bought": 100, "taken": 0, "rebuys": 0} for player in (mia, tom)]
        correction: Dict[str, Any] = {"author": mia, "player": tom, "amount": 5, "reason": "late", "at": 1}
        table.apply(table.seq + 1, {"kind": "ledger_changed", "lines": lines, "correction": correction})
        gone = {**lines[0], "player": {**mia, "name": "deleted-1"}}
        corrections = [{**correction, "author": gone["player"], "reason": ""}]
        table.apply(table.seq + 1, {"kind": "ledger_changed", "lines": [gone], "corrections": corrections})
        self.assertEqual(table.state["ledger"], {"players": [gone, lines[1]], "corrections": corrections})
        table.apply(table.seq + 1, {"kind": "host_changed", "host": tom})
        self.assertEqual(table.state["info"]["host"], "2")

    def test_both_runs_of_a_board_are_there(self) -> None:
        head, first, *messages = read(next(path for path in STREAMS if path.stem == "runs"))
        table, seen = Table(head["account"], first), 0
        for message in messages:
            for numbered in message["events"] if message["type"] == "events" else []:
                table.apply(numbered["seq"], numbered["event"])
                if numbered["event"]["kind"] == "pot_awarded" and table.first_run is not None:
                    seen += 1
                    one, two = table.boards
                    self.assertEqual((len(one), len(two)), (5, 5))
                    self.assertNotEqual(one, two)
        self.assertGreater(seen, 0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
