"""The tables that record_streams.py plays, and what a table of its kind may be like."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Optional

Json = Dict[str, Any]

# Weight of a choice relative to the others that are open.
WEIGHTS: Json = {"fold": 2, "check": 8, "call": 8, "bet": 3, "raise": 2, "run_twice": 4, "pass": 1}


@dataclass(frozen=True)
class Scene:
    """A table, and its players."""

    name: str
    about: str
    players: int = 4
    config: Json = field(default_factory=dict)
    # One in this many messages is followed by a fresh snapshot.
    every: int = 9
    hands: int = 12
    # Probability that a bet is all-in.
    all_in: float = 0.05
    is_watched: bool = False
    is_tournament: bool = False
    straddles: bool = False
    has_busy_host: bool = False
    is_class: bool = False
    pauses: bool = False
    # Probability that the viewer's connection is cut after a message, and resumed.
    cuts: float = 0
    # Time after which a table that plays no hand ends as it is; otherwise that is an error.
    seconds: Optional[float] = None
    weights: Json = field(default_factory=lambda: WEIGHTS)


BOLD: Json = {**WEIGHTS, "fold": 1, "raise": 6, "bet": 6, "run_twice": 20}
SHORT = {"buy_in_min": 200, "buy_in_max": 200}
# Hands that begin with several free decisions last longer than those that end in folds.
PATIENT: Json = {**WEIGHTS, "fold": 1, "pass": 0.5, "decline": 1, "keep": 1}


def rotation(*games: str) -> Json:
    return {"game": "", "mix": {"kind": "rotation", "hands": 2, "games": [{"game": game} for game in games]}}


SCENES = [
    Scene("holdem", "no-limit hold'em: players who bust, sit out, leave and come back", 5,
          {"game": "no-limit-holdem", **SHORT, "session": {"straddle": "under_the_gun", "rabbit_hunt": True}},
          straddles=True, hands=9, every=12),
    Scene("rail", "hold'em at a private table, as a spectator sees it: the host pauses, mutes and changes stakes", 3,
          {"game": "no-limit-holdem", "private": True, **SHORT, "session": {"seven_deuce": 2, "kitty": True, "dark_bets": True}},
          is_watched=True, has_busy_host=True, hands=16),
    Scene("runs", "pot-limit Omaha, the board run twice", 3,
          {"game": "omaha", "buy_in_min": 400, "buy_in_max": 400, "session": {"run_twice": True}}, all_in=0.9, weights=BOLD),
    Scene("boards", "hold'em with bomb pots, and two boards in each", 4,
          {"game": "no-limit-holdem", "session": {"bomb_pot": {"every": 2, "ante": 2}, "double_board": "bomb_pots"}}, hands=8),
    Scene("stud", "seven-card stud: up-cards, antes and the bring-in", 4, {"game": "seven-card-stud"}, hands=6, every=12),
    Scene("draw", "deuce to seven, three draws", 4, {"game": "deuce-to-seven-triple-draw"}, hands=6, every=12),
    Scene("choice", "dealer's choice: the dealer picks each game", 3,
          {"game": "", "mix": {"kind": "dealers_choice", "games": [
              {"game": game} for game in ("pineapple", "omaha-8", "five-card-stud", "cincinnati")]}}, hands=8, every=12),
    Scene("odd", "games with cards that are turned up, swapped, bought and laid in order, and with declarations", 3,
          rotation("mexican-stud", "baseball", "bull", "seven-card-flip-discard", "stud-high-low-declare", "three-card-monte",
                   "jackpots", "round-the-world"), hands=16, every=12, weights=PATIENT),
    Scene("buys", "baseball: cards are bought in the middle of a street", 4, {"game": "baseball"}, every=1, hands=2, weights=PATIENT),
    Scene("straddles", "draw with a blind and a straddle that may be declined", 5, {"game": "blind-and-straddle", "private": True}, every=1,
          hands=2, weights=PATIENT),
    Scene("refills", "a deck that is used up takes back the hands that were folded", 6, {"game": "ace-to-five-triple-draw"}, every=1,
          hands=3),
    Scene("rolls", "bull: cards that lie in order are turned up together", 4, {"game": "bull"}, every=1, hands=2, weights=PATIENT),
    Scene("class", "a class: the host stops hands and asks for the cards, the players agree or take that back, and hands go on or end", 4,
          {"game": "no-limit-holdem", "private": True, **SHORT, "session": {"own_chips": True, "class": True}}, is_class=True, hands=10,
          all_in=0.01, weights=PATIENT),
    Scene("pauses", "hold'em among friends: players take pauses of their own, end them early, and leave in one", 4,
          {"game": "no-limit-holdem", "private": True, **SHORT}, pauses=True, hands=8),
    Scene("tournament", "a table of a tournament at two, with bounties and levels of seconds", 6, hands=16, every=14,
          all_in=0.02, is_tournament=True),
]
