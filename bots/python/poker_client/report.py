"""The result of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional


@dataclass
class Report:
    """The result of a run. `won` is net chips won over all completed hands."""

    hands: int = 0
    decisions: int = 0
    refused: int = 0
    won: int = 0
    ended: str = ""

    def __str__(self) -> str:
        refused = f", {self.refused} of them refused" if self.refused else ""
        return f"{self.hands} hands, {self.decisions} decisions{refused}, {self.won:+} chips: {self.ended or 'not ended'}."


@dataclass
class TournamentReport:
    """The result of a tournament. `prize` is the amount won, bounties included; `spent` is the amount this run paid for the
    entry and for purchases; both in account chips. `place` is the finishing place, the best one in a tie, or None without
    one."""

    hands: int = 0
    decisions: int = 0
    refused: int = 0
    place: Optional[int] = None
    prize: int = 0
    spent: int = 0
    ended: str = ""

    def __str__(self) -> str:
        refused = f", {self.refused} of them refused" if self.refused else ""
        place = "no place" if self.place is None else f"place {self.place}"
        chips = f"{self.prize} chips won for {self.spent}"
        return f"{self.hands} hands, {self.decisions} decisions{refused}, {place}, {chips}: {self.ended or 'not ended'}."
