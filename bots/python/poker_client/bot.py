"""The bot interface: decisions and their answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, List, Literal, Optional, cast, overload

from .requests import Requests

if TYPE_CHECKING:
    from .table import Table
    from .types import (Action, Choice, ChoiceBet, ChoiceCall, ChoiceDiscard, ChoiceRaise, DealOffer, Offer, PublicEvent, SeatPlay,
                        TournamentEvent, TournamentState)


@dataclass
class Ask:
    """A decision to be made: the legal choices, and the information needed to choose.

    Amounts are whole chips. Cards are strings such as "Ah". `choices` holds all legal choices and nothing else, as in the
    protocol: `{"kind": "raise", "min": 80, "max": 1180}`. An answer repeats a kind and fills it in: `{"kind": "raise", "to":
    120}`.
    """

    table: str
    hand: int
    turn: int
    choices: List[Choice]
    cards: List[str]
    board: List[str]
    pot: int
    to_call: int
    stack: int
    face_up: List[bool] = field(default_factory=list)
    board_down: int = 0
    # The cards of the second of two boards.
    second_board: List[str] = field(default_factory=list)
    # The whole table at the time of the decision: seats, positions, stacks, history. A run always supplies it.
    table_state: Table = field(default=cast("Table", None), repr=False, compare=False)

    # The kinds with bounds, so that a type checker knows them.
    @overload
    def choice(self, kind: Literal["call"]) -> Optional[ChoiceCall]: ...
    @overload
    def choice(self, kind: Literal["bet"]) -> Optional[ChoiceBet]: ...
    @overload
    def choice(self, kind: Literal["raise"]) -> Optional[ChoiceRaise]: ...
    @overload
    def choice(self, kind: Literal["discard"]) -> Optional[ChoiceDiscard]: ...
    @overload
    def choice(self, kind: str) -> Optional[Choice]: ...

    def choice(self, kind: str) -> Optional[Choice]:
        """Returns the choice of this kind with its bounds, or None if it is not legal; the first one if a kind appears twice."""
        return next(iter(self.choices_of(kind)), None)

    def choices_of(self, *kinds: str) -> List[Choice]:
        """Returns all choices of these kinds. Fixed limit offers two bets where either size is legal, as with an open pair in stud."""
        return [choice for choice in self.choices if choice["kind"] in kinds]

    def check_or_fold(self) -> Action:
        """Checks if that is free, otherwise folds; if neither is offered, takes the cheapest legal action."""
        for kind in ("check", "fold", "decline", "keep", "pass", "run_once", "discard", "roll", "arrange", "declare", "pick_game"):
            choice = self.choice(kind)
            if choice:
                return fill_in(choice)
        return self.check_or_call()

    def check_or_call(self) -> Action:
        """Checks if that is free, otherwise calls; if neither is offered, takes the cheapest legal action."""
        choice = self.choice("check") or self.choice("call")
        if choice:
            return fill_in(choice)
        return fill_in(self.choices[0]) if self.must_bet() else self.check_or_fold()

    def must_bet(self) -> bool:
        """Returns True if a bet is the only legal action."""
        return all(choice["kind"] in ("bet", "raise") for choice in self.choices)

    def bet_or_raise_to(self, total: float) -> Optional[Action]:
        """Bets or raises to a total, or to the nearest legal one; None if neither is legal."""
        best: Optional[Action] = None
        least = 0.0
        for choice in self.choices:
            if choice["kind"] == "bet" or choice["kind"] == "raise":
                to = max(choice["min"], min(choice["max"], round(total)))
                if best is None or abs(to - total) < least:
                    least = abs(to - total)
                    best = {"kind": "bet", "to": to} if choice["kind"] == "bet" else {"kind": "raise", "to": to}
        return best


def fill_in(choice: Choice, cards: Optional[List[str]] = None) -> Action:
    """Returns the answer to a choice of any kind. `cards` are the ones to discard, to turn up or to put in this order; as
    few as allowed if left out. Amounts are the minimum; declarations, announcements and games are the first one offered."""
    if choice["kind"] == "call":
        return {"kind": "call", "amount": choice["amount"]}
    if choice["kind"] == "bet":
        return {"kind": "bet", "to": choice["min"]}
    if choice["kind"] == "raise":
        return {"kind": "raise", "to": choice["min"]}
    if choice["kind"] == "discard":
        fewest = choice["cards"][: choice["min"]]
        if "up" in choice:
            fewest += choice["up"]["cards"][: choice["up"]["min"]]
        return {"kind": "discard", "cards": fewest if cards is None else cards}
    if choice["kind"] == "roll":
        turned = choice["cards"][: choice["min"]] if cards is None else cards
        if choice["announce"]:
            return {"kind": "roll", "cards": turned, "announce": choice["announce"][0]}
        return {"kind": "roll", "cards": turned}
    if choice["kind"] == "arrange":
        return {"kind": "arrange", "cards": choice["cards"] if cards is None else cards}
    if choice["kind"] == "declare":
        return {"kind": "declare", "sides": choice["options"][0]}
    if choice["kind"] == "pick_game":
        return {"kind": "pick_game", "game": choice["games"][0]["game"]}
    # The other kinds have nothing to fill in.
    return cast("Action", {"kind": choice["kind"]})


def face_up(cards: List[str], play: Optional[SeatPlay]) -> List[bool]:
    """Returns for each of a seat's own cards whether it lies face up; empty if none does."""
    up = {card for card, is_up in zip(play["cards"], play.get("face_up", [])) if is_up} if play else set()
    return [card in up for card in cards] if up else []


class Bot:
    """A player: subclass it and write `act`. While it runs, `requests` asks the server for anything else."""

    requests: Requests
    # The table where the bot plays, as of the last event; None before the first one.
    table_state: Optional[Table] = None

    def act(self, ask: Ask) -> Action:
        """Answers a decision. An illegal answer costs nothing: the bot then checks if that is free, and otherwise folds."""
        raise NotImplementedError

    def on_seated(self, table: str, seat: int) -> None:
        """Called when the bot has taken a seat; its first cards come with the next hand. Does nothing unless overridden,
        except that a script run by `main` prints the seat."""

    def on_event(self, table: str, event: PublicEvent) -> None:
        """Called with every event at the table, in order, exactly once. Does nothing unless overridden."""

    def buys(self, offer: Offer, tournament: TournamentState) -> bool:
        """Returns True to take an offer of a tournament: `{"kind": "tournament_rebuy", "price": 500, "chips": 10000}`,
        `"add_on"` or `"re_enter"`. Called once for each offer. `tournament` is its state as in the protocol. Buys nothing
        unless overridden."""
        return False

    def shows(self, table: Table) -> bool:
        """Returns True to agree to show the cards of a hand that the host of a class has stopped. Called once for each
        question. Agrees unless overridden."""
        return True

    def agrees(self, deal: DealOffer, tournament: TournamentState) -> bool:
        """Returns True to agree to a deal on offer: `{"kind": "icm", "keep": 0, "shares": [[player, chips], ...]}`. Called
        once for each deal with a share for the bot. Refuses unless overridden, and play goes on."""
        return False

    def on_tournament_event(self, tournament: str, event: TournamentEvent) -> None:
        """Called with every event in the tournament, in order, exactly once. Does nothing unless overridden."""
