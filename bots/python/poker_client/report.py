"""What a run came to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional


@dataclass
class Report:
    """What a run came to. `won` is chips won less chips lost over all hands that were played to their end."""

    hands: int = 0
    decisions: int = 0
    refused: int = 0
    won: int = 0
    ended: str = ""


@dataclass
class TournamentReport:
    """What a tournament came to. `prize` is what it paid, bounties included, `spent` what this run paid for the entry and what it
    bought; both are chips of the account. `place` is the best of the places that are shared, None without one."""

    hands: int = 0
    decisions: int = 0
    refused: int = 0
    place: Optional[int] = None
    prize: int = 0
    spent: int = 0
    ended: str = ""
