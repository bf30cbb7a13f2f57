"""Plant faults in tournament logs, each of which `tournament_log.py` must find: `... tournaments --json | python3 scripts/test_tournament_log.py`
or, for logs of a server, `python3 scripts/test_tournament_log.py FOLDER`.

Each fault is planted in the first tournament where it is possible. The script prints a line per fault; the exit code is 1 if a fault was not
found, or could not be planted.
"""

import copy
import json
import sys
from pathlib import Path

from tournament_hands import Live
from tournament_law import Tournament
from tournament_log import heard


def faults_of(lines):
    """Return the laws that the lines of one tournament break."""
    said = []
    return played(Tournament(said.append), lines, said)


def faults_of_live(event):
    """Return the same for an event of a server: its log, and the hands that its players saw."""
    lines, hands = event
    said = []
    return played(Live(said.append, lines, hands), lines, said)


def played(tournament, lines, said):
    try:
        for line in lines:
            tournament.take(line)
        tournament.close()
    except (KeyError, TypeError, AttributeError) as error:
        said.append(f"the log cannot be read on: {error!r}")
    return said


def first(lines, event, **wanted):
    for index, line in enumerate(lines):
        if line["event"] == event and all(line.get(key) == value for key, value in wanted.items()):
            return index
    return None


def places_exchanged(lines):
    spots = [index for index, line in enumerate(lines) if line["event"] == "place_assigned" and line["best"] == line["worst"]]
    if len(spots) < 2:
        return None
    one, other = lines[spots[0]], lines[spots[1]]
    for key in ("best", "worst"):
        one[key], other[key] = other[key], one[key]
    return "has the places"


def prize_of_another_place(lines):
    spots = [index for index, line in enumerate(lines) if line["event"] == "prize_awarded" and line["why"] == "place"]
    for one, other in zip(spots, spots[1:]):
        if lines[one]["amount"] != lines[other]["amount"] and first(lines, "deal_made") is None:
            lines[one]["amount"], lines[other]["amount"] = lines[other]["amount"], lines[one]["amount"]
            return "get"
    return None


def late_seat_not_the_worst(lines):
    for index, line in enumerate(lines):
        if line["event"] != "seat_assigned" or line["why"] != "late":
            continue
        taken, seats, played = set(), 0, False
        for before in lines[:index]:
            if before["event"] == "table_opened" and before["table"] == line["table"]:
                seats = before["seats"]
            if before["event"] == "hand_started" and before["table"] == line["table"]:
                taken, played = {seat for seat, _, _, _ in before["seats"]}, True
        free = [seat for seat in range(1, seats + 1) if seat not in taken and seat != line["seat"]]
        if played and free:
            line["seat"] = free[0]
            return "the worst seat"
    return None


def hand_released_twice(lines):
    index = first(lines, "hand_released")
    if index is None:
        return None
    lines.insert(index, copy.deepcopy(lines[index]))
    return "a hand that is released was held"


def table_left_waiting(lines):
    """Remove all hands of one table for two levels: its players sit there without a hand."""
    levels = [index for index, line in enumerate(lines) if line["event"] == "level_started"]
    for start, middle, end in zip(levels[1:], levels[2:], levels[3:]):
        part = lines[start:end]
        held_up = ("break_started", "tournament_paused", "clock_stopped", "clock_advanced", "hand_for_hand_announced", "table_broken", "table_halted", "player_moved", "round_started")
        tables = {line["table"] for line in part if line["event"] == "hand_started"}
        if len(tables) < 2 or any(line["event"] in held_up for line in part):
            continue
        lines[start:end] = [line for line in part if line.get("table") != min(tables)]
        return "are dealt a hand in a level"
    return None


def final_before_closing(lines):
    closed, final = first(lines, "registration_closed"), first(lines, "final_table_formed")
    if closed is None or final is None or closed > final:
        return None
    lines.insert(final + 1, lines.pop(closed))
    return "the final table is drawn once entries are closed"


def bounty_kept(lines):
    index = first(lines, "bounty_awarded")
    if index is None or not lines[index]["cash"]:
        return None
    lines[index]["cash"] -= 1
    return "all money is paid out"


def chip_from_nowhere(lines):
    index = first(lines, "hand_completed")
    if index is None:
        return None
    lines[index]["stacks"][0][1] += 1
    return "chips are conserved in the hand"


def hand_in_a_break(lines):
    index = first(lines, "break_started")
    hand = first(lines[index:], "hand_started") if index is not None else None
    if hand is None:
        return None
    over = first(lines[index:], "break_ended")
    if over is None or over > hand:
        return None
    lines.insert(index + hand, lines.pop(index + over))
    return "no hand begins in a break"


def seats_of_a_satellite_played_on(lines):
    pays = lines[0]["structure"].get("pays")
    end = first(lines, "tournament_completed")
    hand = max((index for index, line in enumerate(lines) if line["event"] == "hand_started"), default=None)
    if not isinstance(pays, dict) or end is None or hand is None:
        return None
    lines.insert(end, copy.deepcopy(lines[hand]))
    return "nobody has anything to win by"


FAULTS = [
    places_exchanged,
    prize_of_another_place,
    late_seat_not_the_worst,
    hand_released_twice,
    table_left_waiting,
    final_before_closing,
    bounty_kept,
    chip_from_nowhere,
    hand_in_a_break,
    seats_of_a_satellite_played_on,
]


def hand_unheard(event):
    _, hands = event
    if len(hands) < 3:
        return None
    hands.sort(key=lambda hand: (hand["table"], hand["hand"]))
    whole = [index for index, hand in enumerate(hands[1:-1], 1) if hand["seats"] and dict(hand["seats"]) != dict(hand["stacks"] or [])]
    if not whole:
        return None
    del hands[whole[0]]
    return "hand"


def chip_of_nobody(event):
    _, hands = event
    for hand in hands:
        # A hand whose beginning was not heard shows nothing of it.
        if hand["seats"] and hand["stacks"]:
            hand["stacks"][0][1] += 1
            return "chips are conserved in the hand"
    return None


def stack_of_another(event):
    _, hands = event
    for at, hand in enumerate(hands):
        # A player who is moved away or busts shows nothing of it: take two who play the next hand there with their stacks.
        after = next((later["seats"] for later in hands[at + 1 :] if later["table"] == hand["table"]), [])
        staying = [entry for entry in hand["stacks"] or [] if list(entry) in [list(seat) for seat in after]]
        if len(staying) > 1 and staying[0][1] != staying[1][1]:
            one, other = staying[:2]
            one[1], other[1] = other[1], one[1]
            return "of table"
    return None


def button_elsewhere(event):
    lines, hands = event
    if any(line.get("tool") == "set_button" for line in lines):
        return None
    # After a hand of which only the end was seen it may be anywhere.
    moved = [hand for hand in hands if hand.get("big_blind") is not None]
    for hand in moved:
        hand["button"] = hand["button"] % 2 + 3
    return "positions are" if len(moved) > 2 else None


def place_of_another(event):
    return places_exchanged(event[0])


LIVE_FAULTS = [hand_unheard, chip_of_nobody, stack_of_another, button_elsewhere, place_of_another]


def main():
    if len(sys.argv) > 1:
        logs = sorted(Path(sys.argv[1]).glob("*.log"))
        events = [([json.loads(text) for text in path.read_text().splitlines()], heard(path.with_suffix(".hands"))) for path in logs]
        return planted(events, LIVE_FAULTS, faults_of_live)
    tournaments = {}
    for text in sys.stdin:
        line = json.loads(text)
        if line["event"] != "summary":
            tournaments.setdefault(line["t"], []).append(line)
    return planted(list(tournaments.values()), FAULTS, faults_of)


def planted(tournaments, faults, faults_in):
    """Plant each fault; return 1 if one was not found."""
    missed = 0
    sound = [tournament for tournament in tournaments if not faults_in(copy.deepcopy(tournament))]
    for plant in faults:
        found = None
        for tournament in sound:
            changed = copy.deepcopy(tournament)
            law = plant(changed)
            if law is not None:
                found = any(law in said for said in faults_in(changed))
                break
        missed += not found
        print(f"{plant.__name__}: {'found' if found else 'MISSED' if found is False else 'no room for it'}")
    print(f"{len(faults) - missed} passed, {missed} failed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
