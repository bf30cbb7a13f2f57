"""Application of messages to a table's state, which has the shape of a snapshot's."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Callable, Dict, Iterable, List, Optional

from . import types as t

# Payments that count as a bet of their seat. The others are dead money and go straight into the pot.
LIVE = {"small_blind", "big_blind", "button_blind", "straddle", "entry_blind", "credit", "bring_in"}


class Changes:
    """A state, with a method for each kind of event. Kinds without a method change nothing but `seq`."""

    def __init__(self, account: str, snapshot: t.Snapshot) -> None:
        self.account = account
        # Number of the last event applied.
        self.seq = snapshot["seq"]
        self.state: t.TableState = deepcopy(snapshot["state"])
        # Number of the event that started the hand; 0 if unknown.
        self._began = self.state.get("hand", {}).get("first_seq", 0)
        self._carried_on: Optional[int] = None

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
        elif part["kind"] == "cards":
            play = own.get("play") if own else None
            # Cards turned up since then lie after the down cards.
            up = [card for card, is_up in lying(play) if is_up] if play else []
            you["cards"] = [card for card in part["hand"] if card not in up] + [card for card in up if card in part["hand"]]
            if play:
                play["cards"] = list(you["cards"])
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

    # Lookups

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
            self._forget_made()

    def _forget_made(self) -> None:
        if "you" in self.state:
            self.state["you"].pop("made", None)
            self.state["you"].pop("made_low", None)
            self.state["you"].pop("made_second", None)

    # Decisions

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
        if own and play and hand and not play["folded"]:
            you["to_call"] = min(own["stack"], max(0, hand["bet"] - play["bet"]))

    # Cards

    def _begin_round(self) -> None:
        """Clears the actions of the previous round."""
        for play in self._plays():
            play.pop("last_action", None)
            play.pop("posted", None)
            play.pop("drew", None)

    def _on_hole_cards_dealt(self, event: t.PublicEventHoleCardsDealt) -> None:
        self._begin_round()
        for dealt in event["hands"]:
            play = self._play(dealt["seat"])
            # No player sees the cards of a dead hand.
            if play is not None and not play["folded"]:
                lay(play, [(card, card is not None) for card in dealt["cards"]])

    def _on_extra_card_dealt(self, event: t.PublicEventExtraCardDealt) -> None:
        play = self._play(event["seat"])
        if play is not None:
            lay(play, [(None, False)])

    def _on_board_dealt(self, event: t.PublicEventBoardDealt) -> None:
        self._add_to_board(event["cards"])

    def _on_communal_dealt(self, event: t.PublicEventCommunalDealt) -> None:
        self._add_to_board([event["card"]])

    def _on_board_turned(self, event: t.PublicEventBoardTurned) -> None:
        self._add_to_board(event["cards"])
        self._lay_board_down(-len(event["cards"]))

    def _on_board_dealt_down(self, event: t.PublicEventBoardDealtDown) -> None:
        self._lay_board_down(event["count"])

    def _on_second_board_dealt(self, event: t.PublicEventSecondBoardDealt) -> None:
        if "hand" in self.state:
            self.state["hand"]["second_board"] = self.state["hand"].get("second_board", []) + event["cards"]

    def _on_second_run_started(self, event: t.PublicEventSecondRunStarted) -> None:
        if "hand" in self.state:
            self.state["hand"]["board"] = self.state["hand"]["board"][: event["kept"]]

    def _add_to_board(self, cards: List[str]) -> None:
        self._begin_round()
        if "hand" in self.state:
            self.state["hand"]["board"] = self.state["hand"]["board"] + cards

    def _lay_board_down(self, count: int) -> None:
        hand = self.state.get("hand")
        if hand is not None:
            hand["board_down"] = max(0, hand.get("board_down", 0) + count)
            if not hand["board_down"]:
                del hand["board_down"]

    def _on_cards_drawn(self, event: t.PublicEventCardsDrawn) -> None:
        play = self._play(event["seat"])
        if play is not None:
            for card in event.get("up", []):
                take(play, lambda known, _, gone=card: known == gone)
                lay(play, [(None, False)])
            play["drew"] = event["count"]
            play.pop("last_action", None)
            play.pop("posted", None)
        self._answered(event["seat"])

    def _on_cards_discarded(self, event: t.PublicEventCardsDiscarded) -> None:
        play, up = self._play(event["seat"]), event.get("up", [])
        if play is not None:
            for card in up:
                take(play, lambda known, _, gone=card: known == gone)
            for _ in range(event["count"] - len(up)):
                take(play, lambda known, _: known is None) or take(play, lambda _, is_up: not is_up)
        self._answered(event["seat"])

    def _on_card_swapped(self, event: t.PublicEventCardSwapped) -> None:
        play = self._play(event["seat"])
        if play is not None:
            take(play, lambda known, _: known == event["card"])
            lay(play, [(None, False)])
        self._answered(event["seat"])

    def _on_cards_rolled(self, event: t.PublicEventCardsRolled) -> None:
        for roll in event["rolls"]:
            play = self._play(roll["seat"])
            if play is not None:
                for card in roll["cards"]:
                    take(play, lambda known, _, turned=card: known == turned) or take(play, lambda known, _: known is None)
                    lay(play, [(card, True)])
                if "announced" in roll:
                    play["announced"] = roll["announced"]
                if "you" in self.state and self.state["you"]["seat"] == roll["seat"]:
                    self.state["you"]["cards"] = [card for card in play["cards"] if card is not None]
            self._answered(roll["seat"])

    def _on_declared(self, event: t.PublicEventDeclared) -> None:
        for declared in event["declarations"]:
            play = self._play(declared["seat"])
            if play is not None:
                play["declared"] = declared["sides"]

    def _on_hands_tabled(self, event: t.PublicEventHandsTabled) -> None:
        for shown in event["hands"]:
            self._show(shown["seat"], shown["cards"])

    def _on_hand_shown(self, event: t.PublicEventHandShown) -> None:
        self._show(event["seat"], event["cards"])

    def _show(self, seat: int, cards: List[str]) -> None:
        play = self._play(seat)
        if play is not None and len(cards) >= len(play["cards"]):
            play["cards"], play["face_up"] = list(cards), [True] * len(cards)


def lying(play: t.SeatPlay) -> "List[tuple[Optional[str], bool]]":
    """Returns a seat's cards in order, each with whether it lies face up."""
    up = play.get("face_up") or [False] * len(play["cards"])
    return list(zip(play["cards"], up))


def lay(play: t.SeatPlay, cards: "List[tuple[Optional[str], bool]]") -> None:
    """Adds cards to a seat: down cards after the other down cards, up cards at the end."""
    _put(play, sorted([*lying(play), *cards], key=lambda card: card[1]))


def take(play: t.SeatPlay, is_it: Callable[..., bool]) -> bool:
    """Removes the last card that satisfies `is_it`; returns False if there is none."""
    cards = lying(play)
    for at in reversed(range(len(cards))):
        if is_it(*cards[at]):
            del cards[at]
            _put(play, cards)
            return True
    return False


def _put(play: t.SeatPlay, cards: "List[tuple[Optional[str], bool]]") -> None:
    play["cards"] = [card for card, _ in cards]
    play["face_up"] = [is_up for _, is_up in cards]
    if not any(play["face_up"]):
        del play["face_up"]
