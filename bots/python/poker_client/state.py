"""A table's state, which has the shape of a snapshot's."""

from __future__ import annotations

from copy import deepcopy
from typing import Iterable, List, Optional

from . import types as t


class State:
    """A state, and lookups in it."""

    def __init__(self, account: str, snapshot: t.Snapshot) -> None:
        self.account = account
        # Number of the last event applied.
        self.seq = snapshot["seq"]
        self.state: t.TableState = deepcopy(snapshot["state"])
        # Number of the event that started the hand; 0 if unknown.
        self._began = self.state.get("hand", {}).get("first_seq", 0)
        # Number of the event that asked whether the cards of the stopped hand may be shown.
        self._asked = 0
        self._carried_on: Optional[int] = None

    def asked_to_show(self) -> "Optional[tuple[int, int]]":
        """Returns the hand whose host asks its players to show their cards, and the number of the event that asked; None unless
        the viewer holds cards and has not agreed."""
        hand, own, you = self.state.get("hand"), self._own(), self.state.get("you")
        if hand is None or own is None or you is None or not hand.get("stop", {}).get("asked"):
            return None
        holds = "play" in own and not own["play"]["folded"]
        return (hand["hand"], self._asked) if holds and not you.get("agreed") else None

    def _seat(self, number: int) -> Optional[t.SeatState]:
        return next((seat for seat in self.state["seats"] if seat["seat"] == number), None)

    def _own(self) -> Optional[t.SeatState]:
        you = self.state.get("you")
        return self._seat(you["seat"]) if you else None

    def _play(self, number: int) -> Optional[t.SeatPlay]:
        seat = self._seat(number)
        return seat.get("play") if seat else None

    def _plays(self) -> Iterable[t.SeatPlay]:
        return [seat["play"] for seat in self.state["seats"] if "play" in seat]

    def _live(self) -> List[t.SeatState]:
        """Returns the seats that may still win the pot."""
        return [seat for seat in self.state["seats"] if "play" in seat and not seat["play"]["folded"]]

    def _turn(self) -> Optional[t.TurnState]:
        if "hand" in self.state:
            return self.state["hand"].get("turn")
        return self.state["pick"]["turn"] if "pick" in self.state else None

    def _decision(self) -> "Optional[tuple[int, int]]":
        turn = self._turn()
        if turn is None:
            return None
        return (self.state["hand"]["hand"] if "hand" in self.state else self.state["pick"]["hand"]), turn["turn"]
