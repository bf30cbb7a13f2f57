"""Does anything that is legal, each as likely as the others."""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from poker_client import Ask, Bot, fill_in, run  # noqa: E402


class Random(Bot):
    def act(self, ask: Ask) -> dict:
        choice = random.choice(ask.choices)
        kind = choice["kind"]
        if kind in ("bet", "raise"):
            return {"kind": kind, "to": random.randint(choice["min"], min(choice["max"], 3 * choice["min"]))}
        if kind in ("discard", "roll") and not choice.get("up"):
            count = random.randint(choice["min"], choice["max"])
            return fill_in(choice, random.sample(choice["cards"], count))
        return fill_in(choice)


if __name__ == "__main__":
    url = sys.argv[1] if len(sys.argv) > 1 else "ws://127.0.0.1:8080/ws"
    hands = int(sys.argv[2]) if len(sys.argv) > 2 else None
    print(run(Random(), url, nickname=f"random-{random.randrange(10**6)}", hands=hands))
