"""Never folds and never raises."""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from poker_client import Ask, Bot, run  # noqa: E402


class Station(Bot):
    def act(self, ask: Ask) -> dict:
        return ask.check_or_call()


if __name__ == "__main__":
    url = sys.argv[1] if len(sys.argv) > 1 else "ws://127.0.0.1:8080/ws"
    hands = int(sys.argv[2]) if len(sys.argv) > 2 else None
    print(run(Station(), url, nickname=f"station-{random.randrange(10**6)}", hands=hands))
