"""A table as one viewer knows it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional

from . import types as t
from .card_changes import lying
from .changes import Changes

__all__ = ["Deed", "Seat", "Street", "Table"]

# Actions of players, by the event that reports them.
DEEDS = {"posted": "post", "action_taken": "action", "cards_drawn": "draw", "cards_discarded": "discard", "cards_rolled": "roll",
         "card_kept": "keep", "card_swapped": "swap", "cards_arranged": "arrange", "card_bought": "buy", "buy_passed": "pass",
         "straddle_declined": "decline"}


@dataclass(frozen=True)
class Seat:
    """A taken seat at one point in time. `bet`, `cards` and the fields after them belong to the running hand."""

    number: int
    player: str
    name: str
    kind: str
    stack: int
    status: str
    is_you: bool
    is_connected: bool
    position: Optional[str] = None
    is_in_hand: bool = False
    folded: bool = False
    all_in: bool = False
    bet: int = 0
    # None for each card that lies face down; `face_up` has one entry per card.
    cards: List[Optional[str]] = field(default_factory=list)
    face_up: List[bool] = field(default_factory=list)
    last_action: Optional[str] = None


@dataclass(frozen=True)
class Deed:
    """An action of a seat. `kind` is `post`, a betting action (`fold`, `check`, `call`, `bet`, `raise`), or `draw`,
    `discard`, `roll`, `keep`, `swap`, `arrange`, `buy`, `pass`, `decline`. `amount` is the number of chips put in, or of
    cards; `to` is the total for the betting round, for bets only."""

    seat: int
    player: str
    kind: str
    amount: int = 0
    to: Optional[int] = None
    all_in: bool = False
    # True if the server acted because the time ran out.
    auto: bool = False


@dataclass
class Street:
    """A street: what it began with (`deal`, cards to the players; `board`; `draw`), the board at that point, and the
    actions, in order."""

    begins: str
    board: List[str]
    deeds: List[Deed] = field(default_factory=list)


class Table(Changes):
    """A table, kept up to date from its messages.

    A run keeps one for its bot (`ask.table_state`). `state` has everything that is known, in the shape of a snapshot's `state`;
    the properties below are what most bots need. To keep a table of your own, pass every event to `apply` in order, exactly
    once.
    """

    def __init__(self, account: str, snapshot: t.Snapshot, before: "Optional[Table]" = None) -> None:
        """Creates a table from a snapshot. What `before` knows about the same hand is kept if nothing was missed."""
        super().__init__(account, snapshot)
        # The running hand street by street, or the one that has just ended.
        self.history: List[Street] = []
        # True if the history covers the hand from its beginning.
        self.is_whole = False
        # The board of the first run, once a second one is dealt.
        self.first_run: Optional[List[str]] = None
        if before is not None and before.seq == self.seq:
            self.history, self.is_whole, self.first_run = before.history, before.is_whole, before.first_run
        elif "hand" in self.state:
            self._begin_street()

    @property
    def id(self) -> str:
        return self.state["info"]["table"]

    @property
    def info(self) -> t.TableInfo:
        """The description of the table: game, stakes and settings."""
        return self.state["info"]

    @property
    def hand(self) -> Optional[int]:
        """Number of the running hand, or None."""
        return self.state["hand"]["hand"] if "hand" in self.state else None

    @property
    def seats(self) -> List[Seat]:
        """The taken seats, clockwise."""
        positions = self.positions
        return [self._view(seat, positions) for seat in self.state["seats"]]

    @property
    def you(self) -> Optional[Seat]:
        """The viewer's own seat, or None."""
        own = self._own()
        return self._view(own, self.positions) if own else None

    def seat(self, number: int) -> Optional[Seat]:
        taken = self._seat(number)
        return self._view(taken, self.positions) if taken else None

    @property
    def cards(self) -> List[str]:
        """The viewer's own cards, even after folding."""
        return list(self.state["you"]["cards"]) if "you" in self.state else []

    @property
    def boards(self) -> List[List[str]]:
        """The boards, each with its face-up cards: one, or two if two are dealt side by side or one after the other; none
        between hands."""
        hand = self.state.get("hand")
        if hand is None:
            return []
        first = [self.first_run] if self.first_run is not None else []
        second = [list(hand.get("second_board", []))] if hand.get("double_board") else []
        return [*first, list(hand["board"]), *second]

    @property
    def pots(self) -> List[t.PotState]:
        """The pots of the previous rounds, main pot first: `{"amount": 60, "seats": [1, 4]}`."""
        return self.state["hand"]["pots"] if "hand" in self.state else []

    @property
    def pot(self) -> int:
        """All chips in the pot, bets of this round included."""
        return self.state["hand"]["pot"] if "hand" in self.state else 0

    @property
    def bet(self) -> int:
        """The total to match in this betting round."""
        return self.state["hand"]["bet"] if "hand" in self.state else 0

    @property
    def to_call(self) -> int:
        return self.state["you"]["to_call"] if "you" in self.state else 0

    @property
    def to_act(self) -> List[int]:
        """Seats that have yet to answer the open decision."""
        turn = self._turn()
        return list(turn["seats"]) if turn else []

    @property
    def decision(self) -> "Optional[tuple[int, int]]":
        """The open decision of the viewer: the number of its hand and its own, for use in an answer; None unless it is the
        viewer's turn."""
        you = self.state.get("you")
        return self._decision() if you and you["choices"] and you["seat"] in self.to_act else None

    @property
    def stands_still(self) -> bool:
        """True while no decision can be answered: play is paused, or the host has stopped the hand."""
        return self.state["paused"] or "stop" in self.state.get("hand", {})

    @property
    def positions(self) -> Dict[int, str]:
        """The position of each seat in the running hand: `BTN`, `SB`, `BB`, then from the left of the big blind `UTG`,
        `UTG+1`, ..., `LJ`, `HJ`, `CO`. Heads-up, the button has the small blind and is `BTN`. A dead button or blind has no
        seat. If no one posts blinds, as in a bomb pot, the seats to the left of the button are named as though they were
        first to act."""
        hand = self.state.get("hand")
        if hand is None:
            return {}
        dealt = [seat["seat"] for seat in self.state["seats"] if "play" in seat]
        named: Dict[int, str] = {}
        for seat, name in ((hand.get("big_blind"), "BB"), (hand.get("small_blind"), "SB"), (hand["button"], "BTN")):
            if seat in dealt:
                named[seat] = name
        # Clockwise from the first player to act before the flop.
        last = hand.get("big_blind", hand["button"])
        others = sorted((seat for seat in dealt if seat not in named), key=lambda seat: (seat <= last, seat))
        late = ["CO", "HJ", "LJ"][: len(others) - 1 if len(others) > 1 else 1][::-1]
        early = ["UTG", *(f"UTG+{count}" for count in range(1, len(others)))][: len(others) - len(late)]
        return {**named, **dict(zip(others, [*early, *late]))}

    def apply(self, seq: int, event: t.PublicEvent) -> bool:
        players = {seat["seat"]: seat["player"]["name"] for seat in self.state["seats"]}
        board = list(self.state["hand"]["board"]) if "hand" in self.state else []
        is_new = super().apply(seq, event)
        if is_new:
            self._note(event, players, board)
        return is_new

    def _note(self, event: t.PublicEvent, players: Dict[int, str], board: List[str]) -> None:
        """Records the event in the history of the hand."""
        if event["kind"] == "hand_started":
            self.history, self.is_whole, self.first_run = [], True, None
            self._begin_street()
        elif event["kind"] == "second_run_started":
            self.first_run = board
        elif event["kind"] in ("board_dealt", "board_turned", "communal_dealt"):
            self._begin_street("board")
        elif event["kind"] == "hole_cards_dealt" or (event["kind"] == "turn_started" and event["decision"] == "draw"):
            # Cards before the first bet, and one player's draw after another's, are not streets of their own.
            if self.history and any(deed.to is not None for deed in self.history[-1].deeds):
                self._begin_street("deal" if event["kind"] == "hole_cards_dealt" else "draw")
        elif event["kind"] in DEEDS and self.history:
            self.history[-1].deeds += deeds(event, players)

    def _begin_street(self, begins: str = "deal") -> None:
        if "hand" in self.state:
            self.history.append(Street(begins, list(self.state["hand"]["board"])))

    def _view(self, seat: t.SeatState, positions: Dict[int, str]) -> Seat:
        play, player = seat.get("play"), seat["player"]
        common: Dict[str, Any] = {
            "number": seat["seat"], "player": player["id"], "name": player["name"], "kind": player["kind"], "stack": seat["stack"],
            "status": seat["status"], "is_you": seat["seat"] == self.state.get("you", {}).get("seat"), "is_connected": seat["connected"]}
        if play is None:
            return Seat(**common)
        return Seat(**common, position=positions.get(seat["seat"]), is_in_hand=True, folded=play["folded"], all_in=play["all_in"],
                    bet=play["bet"], cards=list(play["cards"]), face_up=[is_up for _, is_up in lying(play)],
                    last_action=play.get("last_action"))


def deeds(event: Any, players: Dict[int, str]) -> List[Deed]:
    """Returns the actions of players in an event, for the history."""
    kind = DEEDS[event["kind"]]
    if kind == "roll":
        return [Deed(roll["seat"], players.get(roll["seat"], ""), kind, len(roll["cards"])) for roll in event["rolls"]]
    seat, auto = event["seat"], bool(event.get("auto"))
    player, is_all_in = players.get(seat, ""), bool(event.get("all_in"))
    if kind == "action":
        return [Deed(seat, player, event["action"], event["added"], event["to"], is_all_in, auto)]
    return [Deed(seat, player, kind, event.get("amount", event.get("count", 0)), None, is_all_in, auto)]
