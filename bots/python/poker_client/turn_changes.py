"""Changes of the open decision."""

from __future__ import annotations

from . import types as t
from .state import State


class TurnChanges(State):
    """Methods for the events of decisions."""

    def _on_turn_started(self, event: t.PublicEventTurnStarted) -> None:
        turn: t.TurnState = {"turn": event["turn"], "seats": list(event["seats"]), "decision": event["decision"],
                             "clock": {"turn": event["turn"], "left_ms": 0, "banks": []}}
        hand = self.state.get("hand")
        if event["decision"] == "pick_game":
            self.state["pick"] = {"hand": event.get("hand", 0), "turn": turn}
        elif hand is not None:
            hand["turn"] = turn
            hand.pop("dark_offer", None)
            if "dark" in event:
                hand["dark_offer"] = event["dark"]
            if "draw" in event:
                hand["draw"] = event["draw"]
            if event["decision"] != "bet":
                for play in self._plays():
                    play.pop("last_action", None)

    def _answered(self, seat: int) -> None:
        hand, you = self.state.get("hand"), self.state.get("you")
        if hand is None:
            return
        if sum(not live["play"]["all_in"] for live in self._live()) < 2:
            # Declarations for the coming round lapse: there is no one to bet against.
            hand.pop("dark", None)
        if "turn" in hand:
            hand["turn"]["seats"] = [other for other in hand["turn"]["seats"] if other != seat]
            if not hand["turn"]["seats"]:
                del hand["turn"]
        if "turn" not in hand:
            hand.pop("dark_offer", None)
        if you is not None and you["seat"] == seat:
            you["choices"] = []

    def _on_choice_made(self, event: t.PublicEventChoiceMade) -> None:
        self._answered(event["seat"])

    def _on_straddle_declined(self, event: t.PublicEventStraddleDeclined) -> None:
        self._answered(event["seat"])

    def _on_card_kept(self, event: t.PublicEventCardKept) -> None:
        self._answered(event["seat"])

    def _on_cards_arranged(self, event: t.PublicEventCardsArranged) -> None:
        self._answered(event["seat"])

    def _on_dark_declared(self, event: t.PublicEventDarkDeclared) -> None:
        hand = self.state.get("hand")
        if hand is not None:
            hand["dark"] = [*hand.get("dark", []), {"seat": event["seat"], "action": event["action"], "to": event["to"]}]
            hand.pop("dark_offer", None)
            if "next" in event:
                hand["dark_offer"] = event["next"]

    def _on_passed_out(self, event: t.PublicEventPassedOut) -> None:
        self.state.get("hand", {}).pop("dark", None)

    def _on_hand_held(self, event: t.PublicEventHandHeld) -> None:
        if "hand" in self.state:
            self.state["hand"]["held"] = True

    def _on_hand_released(self, event: t.PublicEventHandReleased) -> None:
        self.state.get("hand", {}).pop("held", None)

    def _on_hand_stopped(self, event: t.PublicEventHandStopped) -> None:
        hand = self.state.get("hand")
        if hand is None:
            return
        is_new = event["stop"].get("asked", False) and not hand.get("stop", {}).get("asked", False)
        hand["stop"] = event["stop"]
        if is_new:
            self._asked = self.seq
        if not event["stop"].get("asked"):
            self._forget_consent()

    def _on_hand_went_on(self, event: t.PublicEventHandWentOn) -> None:
        self.state.get("hand", {}).pop("stop", None)
        self._forget_consent()

    def _forget_consent(self) -> None:
        """A consent is the answer to one question, and ends with it."""
        you = self.state.get("you")
        if you is not None:
            you.pop("agreed", None)
