"""Does anything that is legal, each as likely as the others."""

import random
import sys
from pathlib import Path
from typing import Any, Dict

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from poker_client import Ask, Bot, fill_in, main  # noqa: E402


class Random(Bot):
    def act(self, ask: Ask) -> Dict[str, Any]:
        choice = random.choice(ask.choices)
        kind = choice["kind"]
        if kind in ("bet", "raise"):
            return {"kind": kind, "to": random.randint(choice["min"], min(choice["max"], 3 * choice["min"]))}
        if kind in ("discard", "roll") and not choice.get("up"):
            count = random.randint(choice["min"], choice["max"])
            return fill_in(choice, random.sample(choice["cards"], count))
        return fill_in(choice)


if __name__ == "__main__":
    main(Random(), nickname="random", token_file="random.token")
