"""Check tournaments from their log alone: `poker-harness tournaments --json | python3 scripts/tournament_log.py`, or, for events that a
server played over sockets, `loadtest tournament --structure all --logs FOLDER` and `python3 scripts/tournament_log.py FOLDER`.

It knows nothing of the program that wrote the log, and recomputes what the rules require: seats and stacks, button and blinds, the times
at which hands may begin, places and prizes. It prints a line for each tournament, and each broken law with the number of the line; the
exit code is 1 if a law is broken.

A simulated log contains the hands. The log of a server does not: the hands, as the players at the tables saw them, are in a separate file,
each under its table and number.
"""

import json
import sys
from pathlib import Path

from tournament_hands import Live
from tournament_law import Tournament


def heard(path):
    """Return the complete hands in a file of what players saw, each under its table and number."""
    hands = {}
    unheard = {"seats": None, "stacks": None, "is_void": False}
    for text in path.read_text().splitlines():
        line = json.loads(text)
        event = line["event"]
        key = (line["table"], event["hand"])
        if event["kind"] == "hand_started":
            hand = hands.setdefault(key, {"table": line["table"], "hand": event["hand"], **unheard})
            hand |= {"level": event["level"], "game": event["game"]}
            hand |= {"button": event["button"], "small_blind": event.get("small_blind"), "big_blind": event.get("big_blind")}
            hand |= {"seats": [[seat["seat"], seat["stack"]] for seat in event["seats"]], "waiting": event.get("waiting", [])}
        else:
            hand = hands.setdefault(key, {"table": line["table"], "hand": event["hand"], **unheard})
            hand["stacks"] = [[seat["seat"], seat["amount"]] for seat in event["stacks"]]
            hand["is_void"] = event["kind"] == "hand_voided"
    return list(hands.values())


def check_folder(folder):
    """Check each event of a folder: NAME.log, and NAME.hands next to it."""
    broken = hands = 0
    logs = sorted(Path(folder).glob("*.log"))
    for path in logs:
        number = 0

        def say(law):
            nonlocal broken
            broken += 1
            print(f"{path.stem}, line {number}: {law}")

        # The structure is in the first line, as in a simulated log.
        log = [json.loads(text) for text in path.read_text().splitlines()]
        current = Live(say, log, heard(path.with_suffix(".hands")))
        for number, line in enumerate(log, 1):
            current.take(line)
        current.close()
        hands += current.hands
        print(f"{path.stem}: {number} lines, {current.hands} hands")
    print(f"{len(logs)} tournaments, {hands} hands, {broken} broken")
    return 1 if broken or not logs else 0


def main():
    number, line_no, at, broken, current, hands = 0, 0, 0, 0, None, 0

    def say(law):
        nonlocal broken
        broken += 1
        print(f"tournament {number}, line {line_no}: {law}")

    for text in sys.stdin:
        line = json.loads(text)
        if line["event"] == "summary":
            if current:
                current.close()
                hands += current.hands
            if line["hands"] != hands:
                say(f"{line['hands']} hands are told of {hands}")
            continue
        if line["t"] != number:
            if current:
                current.close()
                hands += current.hands
            number, line_no, at, current = line["t"], 0, 0, Tournament(say)
        if line["n"] != line_no + 1 or line["at"] < at:
            say("lines are numbered and in order")
        line_no, at = line["n"], line["at"]
        current.take(line)
    print(f"{number} tournaments, {hands} hands, {broken} broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(check_folder(sys.argv[1]) if len(sys.argv) > 1 else main())
