"""Have other programs read our exports; scripts/peers runs it.

judge.py games FORMAT       identifiers of the games that a format has a name for (phh or tracker), from `poker games --json`
judge.py phh FILE.phhs ...  replays each hand and compares the stacks at the end
judge.py text FILE.txt      reads no-limit hold'em in hand-tracker text and counts the hands shown
judge.py pots FILE.txt ...  has pokerdf read hand-tracker text: pots, bets returned and chips collected must add up
"""

import contextlib
import io
import json
import re
import sys
import warnings
from collections import Counter
from pathlib import Path


def games(format):
    for line in sys.stdin:
        game = json.loads(line)
        for game in game if isinstance(game, list) else [game]:
            if game.get(format):
                print(game["id"])


class Refused(Exception):
    """PokerKit did not accept an action."""


def stacks_at_the_end(history):
    """Play a hand. PokerKit itself burns cards and collects bets, and some actions fit only after that."""
    import pokerkit.notation as notation

    refused = []
    parse = notation.parse_action

    def watched(state, action, *more):
        try:
            parse(state, action, *more)
        except ValueError as error:
            refused.append((action, str(error)))
            raise
        refused.clear()

    notation.parse_action = watched
    state = None
    try:
        for state in history:
            pass
    except Exception as error:
        raise Refused(*(refused[0] if refused else ("", repr(error)))) from error
    finally:
        notation.parse_action = parse
    return list(state.stacks)


def other_law(history, theirs):
    """Return the reason why PokerKit may end a hand differently, if our rules differ from its own; else an empty string."""
    ours = history.finishing_stacks
    blinds = history.blinds_or_straddles or [0] * len(history.antes)
    due = [ante + blind for ante, blind in zip(history.antes, blinds)]
    if len(due) == 2:
        due.reverse()
    if any(stack < amount for stack, amount in zip(history.starting_stacks, due)):
        return "a blind posted short lowers the price"
    if isinstance(theirs, Refused):
        action, reason = theirs.args
        if action.startswith("d db") and history.bring_in:
            return "folded cards are dealt again before one card is shared by all"
        if action.endswith(" pb"):
            return "the bring-in falls to a player who is all-in"
        for words, law in RAISES.items():
            if " cbr " in action and words in reason:
                return law
        return ""
    if sum(ours) != sum(theirs):
        return ""
    if all(abs(one - other) <= len(ours) for one, other in zip(ours, theirs)):
        return "odd chips go elsewhere"
    if history.variant.endswith("/8"):
        return "a side pot is halved for a low that is not in it"
    return ""


RAISES = {
    "no reason to complete": "no player left can call more",
    "No more completion": "a short all-in counts towards the cap",
    "below the minimum": "a short all-in raises the least raise",
}


def phh(files):
    from pokerkit import HandHistory

    print(f"{'game':<28}{'hands':>7}{'agreed':>8}{'other law':>11}{'disagreed':>11}")
    disagreed, laws = 0, Counter()
    for file in files:
        tally = Counter()
        complaints = []
        with open(file, "rb") as source:
            for number, history in enumerate(HandHistory.load_all(source), 1):
                try:
                    theirs = stacks_at_the_end(history)
                except Refused as error:
                    theirs = error
                law = ""
                if theirs == history.finishing_stacks:
                    tally["agreed"] += 1
                elif law := other_law(history, theirs):
                    tally["other"] += 1
                    laws[law] += 1
                else:
                    complaints.append(f"  hand {number}: {history.finishing_stacks} here, {theirs!r} there")
        bad = len(complaints)
        hands = tally.total() + bad
        print(f"{Path(file).stem:<28}{hands:>7}{tally['agreed']:>8}{tally['other']:>11}{bad:>11}")
        for complaint in complaints[:5]:
            print(complaint)
        disagreed += bad
    print("\nwhere PokerKit plays by another law:")
    for law, count in laws.most_common():
        print(f"{count:>7}  {law}")
    return disagreed


def text(file):
    from pokerkit import HandHistory

    written = Path(file).read_text()
    texts = [hand for hand in re.split(r"\n{3,}", written) if hand.strip()]
    shown = read = kept = 0
    for hand in texts:
        try:
            # PokerKit prints what it cannot play; if its rules differ, that is no fault of the text.
            with contextlib.redirect_stderr(io.StringIO()):
                history = next(HandHistory.from_pokerstars(hand + "\n\n\n", error_status=True))
        except ValueError:
            continue
        read += 1
        shows = len(re.findall(r"^.+: shows \[", hand, re.MULTILINE))
        shown += shows
        kept += min(shows, sum(" sm " in action for action in history.actions))
    print(f"\ntracker text: {read} of {len(texts)} hands read, {kept} of {shown} hands shown kept")
    return kept < shown or read < 0.9 * len(texts)


def pots(files):
    """pokerdf reads numbers from the text without knowing the rules of poker; its numbers must be those of the hand."""
    from pokerdf.regex.regex_patterns import RegexPatterns

    reader = RegexPatterns()
    wrong = 0
    for file in files:
        texts = [hand for hand in re.split(r"\n{3,}", Path(file).read_text()) if hand.strip()]
        complaints = []
        for number, hand in enumerate(texts, 1):
            parts = hand.split("\n*** ")
            names = re.findall(r"^Seat \d+: (.+) \(\d+ in chips", hand, re.MULTILINE)
            total = sum(reader.get_total_pot_log(parts))
            won = sum(reader.get_balance(name, parts)[0] or 0 for name in names)
            back = sum(reader.get_uncalled_returned(name, parts)[0] or 0 for name in names)
            returned = sum(map(int, re.findall(r"^Uncalled bet \((\d+)\)", hand, re.MULTILINE)))
            if (total, back) != (won, returned):
                complaints.append(f"  hand {number}: {won} of {total} won, {back} of {returned} returned")
        print(f"{Path(file).stem:<28}{len(texts):>7} hands, {len(complaints)} read otherwise by pokerdf")
        print(*complaints[:5], sep="\n", end="\n" if complaints else "")
        wrong += len(complaints)
    return wrong


def main():
    warnings.simplefilter("ignore")
    match sys.argv[1:]:
        case ["games", format]:
            games(format)
        case ["phh", *files]:
            sys.exit(1 if phh(files) else 0)
        case ["text", file]:
            sys.exit(1 if text(file) else 0)
        case ["pots", *files]:
            sys.exit(1 if pots(files) else 0)
        case _:
            sys.exit(__doc__)


main()
