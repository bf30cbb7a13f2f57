"""Application of messages to a table's state, which has the shape of a snapshot's."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Callable, List, Optional

from . import types as t
from .card_changes import CardChanges, lying
from .seat_changes import SeatChanges

# Payments that count as a bet of their seat. The others are dead money and go straight into the pot.
LIVE = {"small_blind", "big_blind", "button_blind", "straddle", "entry_blind", "credit", "bring_in"}


class Changes(SeatChanges, CardChanges):
    """A state, with a method for each kind of event. Kinds without a method change nothing but `seq`."""

    def apply(self, seq: int, event: t.PublicEvent) -> bool:
        """Applies the event with this number. Returns False, and changes nothing, if it is not the next one: it was applied
        before, or some are missing."""
        if seq != self.seq + 1:
            return False
        self.seq = seq
        handler: Optional[Callable[[Any], None]] = getattr(self, "_on_" + event["kind"], None)
        if handler is not None:
            handler(event)
            self._price()
        return True

    def apply_private(self, part: t.PrivateEvent) -> None:
        """Applies a private part. Parts come after the events of their burst, so a part of a hand or decision that is
        already over is ignored."""
        you, own = self.state.get("you"), self._own()
        if you is None or part["seq"] > self.seq:
            return
        if part["kind"] == "choices":
            if (part["hand"], part["turn"]) == self._decision():
                you["choices"], you["to_call"] = deepcopy(part["choices"]), part["to_call"]
                you["cards"] = list(part["cards"])
        elif "hand" not in self.state or part["seq"] < self._began:
            return
        elif part["kind"] == "consent":
            if self.state["hand"].get("stop", {}).get("asked") and part["seq"] >= self._asked:
                self._forget_consent()
                if part["agreed"]:
                    you["agreed"] = True
        elif part["kind"] == "cards":
            play = own.get("play") if own else None
            # Cards turned up since then lie after the down cards.
            up = [card for card, is_up in lying(play) if is_up] if play else []
            you["cards"] = [card for card in part["hand"] if card not in up] + [card for card in up if card in part["hand"]]
            if play:
                # Cards dealt face up by later events of the burst stay; a part of their own follows.
                play["cards"] = [*you["cards"], *(card for card in up if card not in part["hand"])]
        elif part["kind"] == "made" and not (own and own.get("play", {}).get("folded")):
            self._forget_made()
            if "high" in part:
                you["made"] = part["high"]
            if "low" in part:
                you["made_low"] = part["low"]
            if "second" in part:
                you["made_second"] = part["second"]

    def apply_clock(self, clock: t.Clock) -> None:
        """Applies the clock of the open decision."""
        turn = self._turn()
        if turn is not None and turn["turn"] == clock["turn"]:
            turn["clock"] = clock
        you = self.state.get("you")
        for bank in clock["banks"]:
            if you is not None and bank["seat"] == you["seat"]:
                you["time_bank_ms"] = bank["left_ms"]

    def apply_presence(self, seat: int, connected: bool) -> None:
        """Records whether a player has an open connection."""
        taken = self._seat(seat)
        if taken is not None:
            taken["connected"] = connected

    def apply_pause(self) -> None:
        """Records that play is stopped; the next snapshot ends the stop."""
        self.state["paused"] = True

    # Beginning and end of a hand

    def _on_hand_started(self, event: t.PublicEventHandStarted) -> None:
        self._clear_hand()
        self._began = self.seq
        self._end_pick()
        if "level" in event:
            self._begin_level(event["level"])
        dead, dealt = event.get("dead", []), {seat["seat"]: seat["stack"] for seat in event["seats"]}
        hand: t.HandState = {"hand": event["hand"], "first_seq": self.seq, "game": event["game"], "button": event["button"], "board": [],
                             "pots": [], "pot": event["carried"], "bet": 0}
        if event["carried"]:
            hand["pots"] = [{"amount": event["carried"], "seats": [seat for seat in dealt if seat not in dead]}]
        if "small_blind" in event:
            hand["small_blind"] = event["small_blind"]
        if "big_blind" in event:
            hand["big_blind"] = event["big_blind"]
        if event.get("bomb_pot"):
            hand["bomb_pot"] = True
        if event.get("double_board"):
            hand["double_board"] = True
        self.state["hand"] = hand
        self.state.pop("bomb_pot_in", None)
        if "bomb_pot_in" in event:
            self.state["bomb_pot_in"] = event["bomb_pot_in"]
        for seat in self.state["seats"]:
            if seat["seat"] in dealt:
                seat["stack"] = dealt[seat["seat"]]
                seat["play"] = {"cards": [], "folded": seat["seat"] in dead, "all_in": False, "bet": 0}

        players = {seat["player"]["id"] for seat in self.state["seats"] if seat["seat"] in dealt}
        for line in self.state.get("ledger", {}).get("players", []):
            if line["player"]["id"] in players:
                line["played"] = True

    def _on_ledger_changed(self, event: t.PublicEventLedgerChanged) -> None:
        ledger = self.state.setdefault("ledger", {"players": []})
        for line in event["lines"]:
            known = [index for index, other in enumerate(ledger["players"]) if other["player"]["id"] == line["player"]["id"]]
            if known:
                ledger["players"][known[0]] = deepcopy(line)
            else:
                ledger["players"].append(deepcopy(line))
        if "corrections" in event:
            ledger["corrections"] = deepcopy(event["corrections"])
        if "correction" in event:
            ledger.setdefault("corrections", []).append(event["correction"])

    def _on_hand_completed(self, event: t.PublicEventHandCompleted) -> None:
        self.state.pop("carried", None)
        if self._carried_on is not None:
            self.state["carried"] = self._carried_on
        self._settle(event["stacks"])
        self.state["hands"] += 1

    def _on_hand_voided(self, event: t.PublicEventHandVoided) -> None:
        self._settle(event["stacks"])

    def _on_pot_carried(self, event: t.PublicEventPotCarried) -> None:
        self._carried_on = event["amount"]

    def _settle(self, stacks: List[t.SeatAmount]) -> None:
        self._clear_hand()
        for stack in stacks:
            seat = self._seat(stack["seat"])
            if seat is not None:
                seat["stack"] = stack["amount"]

    def _clear_hand(self) -> None:
        self.state.pop("hand", None)
        self._carried_on = None
        for seat in self.state["seats"]:
            seat.pop("play", None)
        if "you" in self.state:
            self.state["you"].update({"cards": [], "choices": [], "to_call": 0})
            self._forget_consent()
            self._forget_made()

    def _forget_made(self) -> None:
        if "you" in self.state:
            self.state["you"].pop("made", None)
            self.state["you"].pop("made_low", None)
            self.state["you"].pop("made_second", None)

    # Chips

    def _pay(self, seat: int, amount: int) -> None:
        taken = self._seat(seat)
        if taken is not None:
            taken["stack"] = max(0, taken["stack"] - amount)
        if "hand" in self.state:
            self.state["hand"]["pot"] += amount

    def _add_dead(self, amount: int) -> None:
        hand = self.state.get("hand")
        if hand is not None and hand["pots"]:
            hand["pots"][0]["amount"] += amount
        elif hand is not None:
            hand["pots"] = [{"amount": amount, "seats": [seat["seat"] for seat in self._live()]}]

    def _on_posted(self, event: t.PublicEventPosted) -> None:
        self._pay(event["seat"], event["amount"])
        hand, play, post = self.state.get("hand"), self._play(event["seat"]), event["post"]
        if hand is None or play is None:
            return
        play["all_in"], play["posted"] = event["all_in"] and not play["folded"], post
        # A straddle answers the decision.
        self._answered(event["seat"])
        if post not in LIVE:
            self._add_dead(event["amount"])
            return
        play["bet"] += event["amount"]
        if post != "credit":
            # A blind posted short has to be matched in full all the same.
            info = self.state["info"]
            whole = info["big_blind"] if post == "big_blind" else info["bets"][0] if post == "button_blind" and info["bets"] else 0
            hand["bet"] = max(hand["bet"], play["bet"], whole)

    def _on_action_taken(self, event: t.PublicEventActionTaken) -> None:
        self._pay(event["seat"], event["added"])
        hand, play = self.state.get("hand"), self._play(event["seat"])
        if hand is None or play is None:
            return
        if event.get("dark") or event["all_in"] or event["action"] == "fold":
            hand["dark"] = [declared for declared in hand.get("dark", []) if declared["seat"] != event["seat"]]
            if not hand["dark"]:
                del hand["dark"]
        play["bet"], play["all_in"], play["last_action"] = event["to"], event["all_in"], event["action"]
        play.pop("posted", None)
        play.pop("drew", None)
        if event["action"] == "fold":
            self._fold(event["seat"])
        # A check or a fold sets no price, even by a player who has posted a credit.
        if event["added"]:
            hand["bet"] = max(hand["bet"], event["to"])
        self._answered(event["seat"])

    def _fold(self, seat: int) -> None:
        """Folds a hand. It is gone from the table; its owner still knows the cards."""
        play, is_own = self._play(seat), self.state.get("you", {}).get("seat") == seat
        if play is not None:
            play["folded"] = True
            if not is_own:
                play["cards"] = []
                play.pop("face_up", None)
        for pot in self.state["hand"]["pots"] if "hand" in self.state else []:
            pot["seats"] = [other for other in pot["seats"] if other != seat]
        if is_own:
            self._forget_made()

    def _on_card_bought(self, event: t.PublicEventCardBought) -> None:
        self._pay(event["seat"], event["amount"])
        play = self._play(event["seat"])
        if play is not None:
            play["all_in"] = event["all_in"]
        self._answered(event["seat"])

    def _on_buy_passed(self, event: t.PublicEventBuyPassed) -> None:
        self._fold(event["seat"])
        self._answered(event["seat"])

    def _on_excess_forfeited(self, event: t.PublicEventExcessForfeited) -> None:
        self._pay(event["seat"], event["amount"])
        self._add_dead(event["amount"])

    def _on_kitty_taken(self, event: t.PublicEventKittyTaken) -> None:
        if "hand" in self.state:
            self.state["hand"]["pot"] -= event["amount"]
        if "kitty" in self.state:
            self.state["kitty"] += event["amount"]

    def _on_uncalled_returned(self, event: t.PublicEventUncalledReturned) -> None:
        play = self._play(event["seat"])
        self._win([{"seat": event["seat"], "amount": event["amount"]}])
        if play is not None:
            play["bet"], play["all_in"] = max(0, play["bet"] - event["amount"]), False
        if "hand" in self.state:
            self.state["hand"]["pot"] -= event["amount"]

    def _on_pots_formed(self, event: t.PublicEventPotsFormed) -> None:
        if "hand" in self.state:
            self.state["hand"]["pots"], self.state["hand"]["bet"] = deepcopy(event["pots"]), 0
        for play in self._plays():
            play["bet"] = 0
        self._begin_round()

    def _on_pot_awarded(self, event: t.PublicEventPotAwarded) -> None:
        self._win(event["shares"])
        if "hand" in self.state:
            self.state["hand"]["pot"] -= event["amount"]

    def _on_seven_deuce_paid(self, event: t.PublicEventSevenDeucePaid) -> None:
        self._show(event["seat"], event["cards"])
        for payment in event["payments"]:
            self._win([{"seat": payment["seat"], "amount": -payment["amount"]}, {"seat": event["seat"], "amount": payment["amount"]}])

    def _price(self) -> None:
        """Updates the amount the viewer would have to call."""
        you, own, hand = self.state.get("you"), self._own(), self.state.get("hand")
        if you is None:
            return
        play = own.get("play") if own else None
        you["to_call"] = 0
        # While a straddle is on offer, the blinds are no price yet.
        bets = hand is not None and hand.get("turn", {}).get("decision") == "bet"
        if own and play and hand and bets and not play["folded"]:
            you["to_call"] = min(own["stack"], max(0, hand["bet"] - play["bet"]))
