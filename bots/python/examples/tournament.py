"""Plays a tournament: waits for good cards, shoves with a short stack, and buys in again once."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from poker_client import Ask, Bot, main_tournament  # noqa: E402
from poker_client.types import Action, Offer, TournamentEvent, TournamentState  # noqa: E402


class Shover(Bot):
    def __init__(self) -> None:
        self.big_blind, self.has_bought = 0, False

    def on_tournament_event(self, tournament: str, event: TournamentEvent) -> None:
        if event["event"] == "level_started":
            self.big_blind = event["big_blind"]

    def act(self, ask: Ask) -> Action:
        ranks = [card[0] for card in ask.cards]
        is_good = len(set(ranks)) < len(ranks) or all(rank in "TJQKA" for rank in ranks)
        if not is_good:
            return ask.check_or_fold()
        is_short = ask.stack < 10 * self.big_blind
        return ask.bet_or_raise_to(ask.stack if is_short else ask.pot + ask.to_call) or ask.check_or_call()

    def buys(self, offer: Offer, tournament: TournamentState) -> bool:
        is_back_in = offer["kind"] == "re_enter" or "left_ms" in offer
        takes = is_back_in and not self.has_bought
        self.has_bought = self.has_bought or takes
        return takes


if __name__ == "__main__":
    main_tournament(Shover(), nickname="shover", token_file="shover.token")
