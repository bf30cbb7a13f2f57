"""Changes of cards."""

from __future__ import annotations

from typing import Callable, List, Optional

from . import types as t
from .turn_changes import TurnChanges


class CardChanges(TurnChanges):
    """Methods for the events of cards."""

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
        if len(event["rolls"]) > 1:
            self._begin_round()
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

    def _on_deck_refilled(self, event: t.PublicEventDeckRefilled) -> None:
        # Folded hands go into the new stock; their owners still know them.
        for play in self._plays():
            if play["folded"]:
                play["cards"] = []
                play.pop("face_up", None)

    def _on_declared(self, event: t.PublicEventDeclared) -> None:
        for declared in event["declarations"]:
            play = self._play(declared["seat"])
            if play is not None:
                play["declared"] = declared["sides"]

    def _on_hands_tabled(self, event: t.PublicEventHandsTabled) -> None:
        for shown in event["hands"]:
            self._show(shown["seat"], shown["cards"])

    def _on_hands_opened(self, event: t.PublicEventHandsOpened) -> None:
        for opened in event["hands"]:
            play = self._play(opened["seat"])
            if play is not None and len(opened["cards"]) == len(play["cards"]):
                play["cards"] = list(opened["cards"])

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
