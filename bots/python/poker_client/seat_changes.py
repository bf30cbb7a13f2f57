"""Changes of seats, and of the table around them."""

from __future__ import annotations

from typing import Dict, Iterable

from . import types as t
from .state import State


class SeatChanges(State):
    """Methods for the events of seats and of the table."""

    # Seats

    def _on_player_sat(self, event: t.PublicEventPlayerSat) -> None:
        taken: t.SeatState = {"seat": event["seat"], "player": event["player"], "stack": event["stack"], "status": event["status"],
                              "connected": True}
        if "event_status" in event:
            taken["event_status"] = event["event_status"]
        if "bounty" in event:
            taken["bounty"] = event["bounty"]
        others = [seat for seat in self.state["seats"] if seat["seat"] != event["seat"]]
        self.state["seats"] = sorted([*others, taken], key=lambda seat: seat["seat"])
        if event["player"]["id"] == self.account:
            self.state["you"] = {"seat": event["seat"], "cards": [], "choices": [], "to_call": 0, "rebuy_pending": 0,
                                 "time_bank_ms": self.state["info"]["time_bank_ms"]}

    def _on_player_left(self, event: t.PublicEventPlayerLeft) -> None:
        self.state["seats"] = [seat for seat in self.state["seats"] if seat["seat"] != event["seat"]]
        if self.state.get("you", {}).get("seat") == event["seat"]:
            del self.state["you"]

    def _on_seat_status_changed(self, event: t.PublicEventSeatStatusChanged) -> None:
        seat = self._seat(event["seat"])
        if seat is not None:
            seat["status"] = event["status"]
            if "event_status" in event:
                seat["event_status"] = event["event_status"]

    def _on_straddling_set(self, event: t.PublicEventStraddlingSet) -> None:
        seat = self._seat(event["seat"])
        if seat is not None and event["on"]:
            seat["straddles"] = True
        elif seat is not None:
            seat.pop("straddles", None)

    def _on_own_pause_set(self, event: t.PublicEventOwnPauseSet) -> None:
        seat = self._seat(event["seat"])
        if seat is not None and "until" in event:
            seat["back_at"] = event["until"]
        elif seat is not None:
            seat.pop("back_at", None)

    def _on_stack_set(self, event: t.PublicEventStackSet) -> None:
        seat = self._seat(event["seat"])
        if seat is not None:
            seat["stack"] = event["stack"]

    def _on_bounty_set(self, event: t.PublicEventBountySet) -> None:
        seat = self._seat(event["seat"])
        if seat is not None:
            seat["bounty"] = event["bounty"]

    def _on_chips_added(self, event: t.PublicEventChipsAdded) -> None:
        seat, you = self._seat(event["seat"]), self.state.get("you")
        if seat is not None:
            seat["stack"] = event["stack"]
        if you is not None and you["seat"] == event["seat"]:
            you["rebuy_pending"] = 0

    def _on_seats_drawn(self, event: t.PublicEventSeatsDrawn) -> None:
        self._move({move["from"]: move["to"] for move in event["moves"]})

    def _on_player_moved(self, event: t.PublicEventPlayerMoved) -> None:
        self._move({event["from"]: event["to"]})
        seat = self._seat(event["to"])
        if seat is not None:
            seat["status"] = event["status"]

    def _move(self, ways: Dict[int, int]) -> None:
        """Moves players to their new seats, all of them simultaneously."""
        for seat in self.state["seats"]:
            seat["seat"] = ways.get(seat["seat"], seat["seat"])
        self.state["seats"].sort(key=lambda seat: seat["seat"])
        if "you" in self.state:
            you = self.state["you"]
            you["seat"] = ways.get(you["seat"], you["seat"])

    def _win(self, shares: Iterable[t.SeatAmount]) -> None:
        for share in shares:
            seat = self._seat(share["seat"])
            if seat is not None:
                seat["stack"] += share["amount"]

    # The table

    def _on_wait_list_changed(self, event: t.PublicEventWaitListChanged) -> None:
        self.state["wait_list"] = event["players"]

    def _on_table_paused(self, event: t.PublicEventTablePaused) -> None:
        self.state["paused"] = True

    def _on_table_resumed(self, event: t.PublicEventTableResumed) -> None:
        self.state["paused"] = False

    def _on_player_muted(self, event: t.PublicEventPlayerMuted) -> None:
        muted = {*self.state.get("muted", []), event["player"]} - (set() if event["muted"] else {event["player"]})
        self.state["muted"] = sorted(muted)
        if not muted:
            del self.state["muted"]

    def _on_host_ruled(self, event: t.PublicEventHostRuled) -> None:
        self.state["host_rules"] = event["rules"]
        if not event["rules"]:
            del self.state["host_rules"]

    def _on_host_changed(self, event: t.PublicEventHostChanged) -> None:
        self.state["info"]["host"] = event["host"]["id"]

    def _on_stakes_changed(self, event: t.PublicEventStakesChanged) -> None:
        self._play_game(event["game"])
        self.state["info"]["buy_in_min"], self.state["info"]["buy_in_max"] = event["buy_in_min"], event["buy_in_max"]

    def _on_level_changed(self, event: t.PublicEventLevelChanged) -> None:
        self._begin_level(event["level"])
        self._play_game(event["game"])

    def _on_game_changed(self, event: t.PublicEventGameChanged) -> None:
        self._end_pick()
        self._play_game(event["game"])

    def _on_pick_withdrawn(self, event: t.PublicEventPickWithdrawn) -> None:
        self._end_pick()

    def _on_roodles_started(self, event: t.PublicEventRoodlesStarted) -> None:
        self.state["roodles"] = True
        self._play_for(event["stakes"])

    def _on_roodles_ended(self, event: t.PublicEventRoodlesEnded) -> None:
        self.state.pop("roodles", None)
        self._play_for(event["stakes"])

    def _on_carried_paid(self, event: t.PublicEventCarriedPaid) -> None:
        self.state.pop("carried", None)
        self._win([{"seat": event["seat"], "amount": event["amount"]}])

    def _on_kitty_shared(self, event: t.PublicEventKittyShared) -> None:
        if "kitty" in self.state:
            self.state["kitty"] = 0
        self._win(event["shares"])

    def _begin_level(self, level: int) -> None:
        if "tournament" in self.state["info"]:
            self.state["info"]["tournament"]["level"] = level

    def _play_game(self, game: t.GameAtHand) -> None:
        info = self.state["info"]
        info["game"], info["game_name"], info["limit"] = game["game"], game["game_name"], game["limit"]
        self._play_for(game)

    def _play_for(self, stakes: "t.GameAtHand | t.StakesAtHand") -> None:
        info = self.state["info"]
        info["small_blind"], info["big_blind"] = stakes["small_blind"], stakes["big_blind"]
        info["ante"], info["bets"] = stakes["ante"], list(stakes["bets"])

    def _end_pick(self) -> None:
        if self.state.pop("pick", None) is not None and "you" in self.state:
            self.state["you"]["choices"] = []
