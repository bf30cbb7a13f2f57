"""Picks any legal action with equal probability."""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from poker_client import Ask, Bot, fill_in, main  # noqa: E402
from poker_client.types import Action  # noqa: E402


class Random(Bot):
    def act(self, ask: Ask) -> Action:
        choice = random.choice(ask.choices)
        if choice["kind"] == "bet" or choice["kind"] == "raise":
            to = random.randint(choice["min"], min(choice["max"], 3 * choice["min"]))
            return {"kind": "bet", "to": to} if choice["kind"] == "bet" else {"kind": "raise", "to": to}
        if choice["kind"] == "roll" or choice["kind"] == "discard" and "up" not in choice:
            count = random.randint(choice["min"], choice["max"])
            return fill_in(choice, random.sample(choice["cards"], count))
        return fill_in(choice)


if __name__ == "__main__":
    main(Random(), nickname="random", token_file="random.token")
