"""Plays few hands of hold'em, and plays them hard."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from poker_client import Ask, Bot, main  # noqa: E402
from poker_client.types import Action  # noqa: E402

RANKS = "23456789TJQKA"


class TightAggressive(Bot):
    def act(self, ask: Ask) -> Action:
        ranks = sorted((RANKS.index(card[0]) for card in ask.cards), reverse=True)
        on_board = [RANKS.index(card[0]) for card in ask.board]
        pairs_board = [rank for rank in ranks if rank in on_board]
        if not ask.board:  # A pair of sevens or better, or two cards of ten and up.
            is_strong = ranks[0] == ranks[1] >= RANKS.index("7") or ranks[1] >= RANKS.index("T")
        else:  # The top pair or better, or a pair in the hand above the board.
            is_strong = max(on_board) in pairs_board or len(pairs_board) > 1 or ranks[0] == ranks[1] > max(on_board)
        if is_strong:
            return ask.bet_or_raise_to(ask.to_call + 0.75 * (ask.pot + ask.to_call)) or ask.check_or_call()
        is_cheap = ask.to_call * 5 <= ask.pot and (pairs_board or not ask.board)
        return ask.check_or_call() if is_cheap else ask.check_or_fold()


if __name__ == "__main__":
    main(TightAggressive(), nickname="tight", token_file="tight.token", game="no-limit-holdem")
