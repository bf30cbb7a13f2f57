"""Never folds and never raises."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from poker_client import Ask, Bot, main  # noqa: E402
from poker_client.types import Action  # noqa: E402


class Station(Bot):
    def act(self, ask: Ask) -> Action:
        return ask.check_or_call()


if __name__ == "__main__":
    main(Station(), nickname="station", token_file="station.token")
