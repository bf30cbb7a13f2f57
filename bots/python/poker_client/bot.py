"""What a bot is asked, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import List, Optional

from .messages import Json
from .requests import Requests


@dataclass
class Ask:
    """A decision that is yours: what is legal, and what a player needs to know for it.

    Amounts are whole chips. Cards are texts such as "Ah". `choices` holds everything that is legal, as in the protocol:
    `{"kind": "raise", "min": 80, "max": 1180}`. An answer repeats a kind and fills it in: `{"kind": "raise", "to": 120}`.
    """

    table: str
    hand: int
    turn: int
    choices: List[Json]
    cards: List[str]
    board: List[str]
    pot: int
    to_call: int
    stack: int
    face_up: List[bool] = field(default_factory=list)
    board_down: int = 0
    # The cards of the second of two boards.
    second_board: List[str] = field(default_factory=list)

    def choice(self, kind: str) -> Optional[Json]:
        """The choice of this kind with its bounds, or None where it is not legal; the first where a kind stands twice."""
        return next(iter(self.choices_of(kind)), None)

    def choices_of(self, *kinds: str) -> List[Json]:
        """All choices of these kinds. Fixed limit offers two bets where either size may be bet, as with an open pair in stud."""
        return [choice for choice in self.choices if choice["kind"] in kinds]

    def check_or_fold(self) -> Json:
        """Checks if that is free, else folds; elsewhere does the least that is legal."""
        for kind in ("check", "fold", "decline", "keep", "pass", "run_once"):
            if self.choice(kind):
                return {"kind": kind}
        for kind in ("discard", "roll", "arrange", "declare", "pick_game"):
            choice = self.choice(kind)
            if choice:
                return fill_in(choice)
        return self.check_or_call()

    def check_or_call(self) -> Json:
        """Checks if that is free, else calls, else does the least that is legal."""
        if self.choice("check"):
            return {"kind": "check"}
        call = self.choice("call")
        if call:
            return {"kind": "call", "amount": call["amount"]}
        return fill_in(self.choices[0]) if self.must_bet() else self.check_or_fold()

    def must_bet(self) -> bool:
        """Whether nothing but a bet is legal."""
        return all(choice["kind"] in ("bet", "raise") for choice in self.choices)

    def bet_or_raise_to(self, total: float) -> Optional[Json]:
        """Bets or raises to a total, or the nearest legal one; None where neither is legal."""
        legal = [{"kind": choice["kind"], "to": max(choice["min"], min(choice["max"], round(total)))}
                 for choice in self.choices_of("bet", "raise")]
        return min(legal, key=lambda action: abs(action["to"] - total), default=None)


def fill_in(choice: Json, cards: Optional[List[str]] = None) -> Json:
    """The answer to a choice of any kind. `cards` are those to discard, to turn up or to lay in this order; as few as
    allowed if left out. Amounts are the least, declarations, announcements and games the first that is offered."""
    kind = choice["kind"]
    answer: Json = {"kind": kind}
    if kind in ("bet", "raise"):
        answer["to"] = choice["min"]
    elif kind == "discard":
        up = choice.get("up")
        fewest = choice["cards"][: choice["min"]] + (up["cards"][: up["min"]] if up else [])
        answer["cards"] = fewest if cards is None else cards
    elif kind == "roll":
        answer["cards"] = choice["cards"][: choice["min"]] if cards is None else cards
        if choice["announce"]:
            answer["announce"] = choice["announce"][0]
    elif kind == "arrange":
        answer["cards"] = choice["cards"] if cards is None else cards
    elif kind == "declare":
        answer["sides"] = choice["options"][0]
    elif kind == "pick_game":
        answer["game"] = choice["games"][0]["game"]
    return answer


def face_up(cards: List[str], play: Json) -> List[bool]:
    """Which of a seat's own cards lie face up; nothing if none does."""
    up = {card for card, is_up in zip(play.get("cards", []), play.get("face_up", [])) if is_up}
    return [card in up for card in cards] if up else []


class Bot:
    """Something that plays. Subclass it and write `act`. While it runs, `requests` asks the server for anything else."""

    requests: Requests

    def act(self, ask: Ask) -> Json:
        """Answers a decision. An illegal answer costs nothing: then the bot checks if that is free, else folds."""
        raise NotImplementedError

    def on_event(self, table: str, event: Json) -> None:
        """Told of everything that happens at the table, in order, each event once. Does nothing unless overridden."""

    def buys(self, offer: Json, tournament: Json) -> bool:
        """Whether to take what a tournament offers: `{"kind": "tournament_rebuy", "price": 500, "chips": 10000}`, `"add_on"` or
        `"re_enter"`. Asked once for each offer. `tournament` is its state as the protocol has it. Nothing is bought unless overridden."""
        return False

    def agrees(self, deal: Json, tournament: Json) -> bool:
        """Whether to agree to a deal that is offered: `{"kind": "icm", "keep": 0, "shares": [[player, chips], ...]}`. Asked once for each
        deal that has a share for the bot. Refused unless overridden: play goes on."""
        return False

    def on_tournament_event(self, tournament: str, event: Json) -> None:
        """Told of everything that happens in the tournament, in order, each event once. Does nothing unless overridden."""
