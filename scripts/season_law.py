"""Recompute the standings of simulated seasons by other means than the server's, and compare.

The points are recomputed with `fractions` and `decimal`, the ties by comparing all players pairwise:
`python3 scripts/season_law.py PROGRAM [SEASONS]`, where the program is the example `standings` of `server/crates/season`, or
`python3 scripts/season_law.py http://127.0.0.1:8080 [SEASONS]`, where a server on this machine plays the seasons in a club of its own.
"""

import json
import random
import re
import subprocess
import sys
import time
import urllib.request
from decimal import ROUND_HALF_UP, Decimal, getcontext
from fractions import Fraction
from functools import cmp_to_key

getcontext().prec = 60
TIES = ["Wins", "Places", "HeadToHead", "KnockOuts", "FewerEvents", "Latest"]


def to_millionth(number):
    return Fraction(number.quantize(Decimal("0.000001"), rounding=ROUND_HALF_UP))


def sqrt(number):
    number = Fraction(number)
    return to_millionth((Decimal(number.numerator) / Decimal(number.denominator)).sqrt())


def log(number):
    number = Fraction(number)
    return to_millionth((Decimal(number.numerator) / Decimal(number.denominator)).log10())


def limited(number):
    """Round a fraction whose denominator is above a million to six decimals, as the language says."""
    if number.denominator <= 10**6:
        return number
    return to_millionth(Decimal(number.numerator) / Decimal(number.denominator))


def beaten(place, entrants, price, knock_outs, rebuys):
    return Fraction(entrants - place + 1)


def table(place, entrants, price, knock_outs, rebuys):
    given = [25, 18, 15, 12, 10, 8, 6, 4, 2, 1]
    return Fraction((given[place - 1] if place <= len(given) else 0) + knock_outs)


def root(place, entrants, price, knock_outs, rebuys):
    return 10 * sqrt(Fraction(entrants, place))


def weighted(place, entrants, price, knock_outs, rebuys):
    share = limited(10 * sqrt(entrants) / sqrt(place))
    weight = limited((1 + log(Fraction(4 * price + 1, 4))) ** 2)
    return limited(share * weight)


def cost(place, entrants, price, knock_outs, rebuys):
    paid = price + rebuys * price
    return limited(sqrt(Fraction(entrants * price * price, paid) if paid else 0) / (place + 1))


FORMULAS = {
    "entrants - place + 1": beaten,
    "table(place, 25, 18, 15, 12, 10, 8, 6, 4, 2, 1) + knockouts": table,
    "10 * sqrt(entrants / place)": root,
    "10 * sqrt(entrants) / sqrt(place) * (1 + log(price + 0.25)) ^ 2": weighted,
    "sqrt(entrants * price * price / (price + rebuys * price)) / (place + 1)": cost,
}


def hundredths(number):
    sign = -1 if number < 0 else 1
    return sign * int(abs(number) * 100 + Fraction(1, 2))


def results_of(season):
    """Return the results of each player, by event: place, knock-outs, points."""
    players = {}
    points = FORMULAS[season["formula"]]
    for at, event in enumerate(season["events"]):
        for line in event["places"]:
            worth = points(line["place"], event["entrants"], event["price"], line["knock_outs"], line["rebuys"])
            players.setdefault(line["player"], {})[at] = (line["place"], line["knock_outs"], hundredths(worth))
    return players


def larger_first(a, b):
    return (a < b) - (a > b)


def compare(tie, one, other, group, players, events):
    """Return a negative number if `one` comes before `other` by this rule."""
    mine, theirs = players[one], players[other]

    def count(results, place):
        return sum(1 for result in results.values() if result[0] == place)

    def ahead(player):
        pairs = ((players[player], players[rival], at) for rival in group for at in range(events))
        return sum(1 for a, b, at in pairs if at in a and at in b and a[at][0] < b[at][0])

    if tie == "Wins":
        return larger_first(count(mine, 1), count(theirs, 1))
    if tie == "Places":
        by_place = (larger_first(count(mine, place), count(theirs, place)) for place in range(1, 100))
        return next((order for order in by_place if order), 0)
    if tie == "HeadToHead":
        return larger_first(ahead(one), ahead(other))
    if tie == "KnockOuts":
        return larger_first(sum(r[1] for r in mine.values()), sum(r[1] for r in theirs.values()))
    if tie == "FewerEvents":
        return len(mine) - len(theirs)
    missed = -(10**30)
    latest = (
        larger_first(mine.get(at, (0, 0, missed))[2], theirs.get(at, (0, 0, missed))[2])
        for at in reversed(range(events))
    )
    return next((order for order in latest if order), 0)


def standings(season):
    players, events = results_of(season), len(season["events"])
    most = events if season["best"] is None else season["best"]
    totals = {
        player: sum(sorted((result[2] for result in results.values()), reverse=True)[:most])
        for player, results in players.items()
    }
    lines = []

    def separate(group, ties, reason):
        if len(group) == 1 or not ties:
            rank = len(lines) + 1
            for player in sorted(group):
                lines.append({"player": player, "rank": rank, "points": totals[player], "tie": reason})
            return
        tie, *later = ties
        order = cmp_to_key(lambda a, b: compare(tie, a, b, group, players, events))
        ranked = sorted(sorted(group), key=order)
        while ranked:
            level = [p for p in ranked if compare(tie, ranked[0], p, group, players, events) == 0]
            separate(level, later, reason)
            ranked = [p for p in ranked if p not in level]
            reason = tie

    for total in sorted(set(totals.values()), reverse=True):
        separate([player for player, points in totals.items() if points == total], season["ties"], None)
    return lines


def simulated(seed, nights=6):
    """Return a season of club nights: some 27 players, not all of them each night, with knock-outs, rebuys and shared places."""
    dice = random.Random(seed)
    members = list(range(1, dice.randint(4, 34)))
    events = []
    for _ in range(nights):
        there = dice.sample(members, dice.randint(2, len(members)))
        places, lines = 1, []
        while len(lines) < len(there):
            tied = 2 if dice.random() < 0.1 and len(there) - len(lines) > 1 else 1
            for player in there[len(lines) : len(lines) + tied]:
                line = {"player": player, "place": places, "knock_outs": 0, "rebuys": dice.choice([0, 0, 1, 2])}
                lines.append(line)
            places = len(lines) + 1
        for _ in range(len(there) - 1):
            dice.choice(lines)["knock_outs"] += 1
        absent = dice.choice([0, 0, 3])
        price = dice.choice([0, 5, 20, 33])
        events.append({"price": price, "entrants": len(there) + absent, "places": lines})
    ties = dice.sample(TIES, dice.randint(0, len(TIES)))
    formula = dice.choice(list(FORMULAS))
    return {"formula": formula, "best": dice.choice([None, 3, 4]), "ties": ties, "events": events}


def by_the_server(program, season):
    done = subprocess.run([program], input=json.dumps(season), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


class Server:
    """A club of a server, in which seasons are played over HTTP."""

    def __init__(self, url):
        self.url, self.token = url, None
        name = f"Judge {time.time_ns() % 10**9}"
        self.token = self.ask("POST", "/register", {"name": name, "password": "correct horse battery"})["access_token"]
        self.club = f"/clubs/{self.ask('POST', '/clubs', {'name': 'Seasons'})['club']}"

    def ask(self, method, path, body=None):
        headers = {"content-type": "application/json"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/api/v1{path}", data, headers, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read() or "null")

    def __call__(self, season):
        snake = [re.sub("(?<=.)([A-Z])", r"_\1", tie).lower() for tie in season["ties"]]
        rules = {"name": "Season", "formula": season["formula"], "ties": snake}
        if season["best"]:
            rules["best"] = season["best"]
        path = f"{self.club}/seasons/{self.ask('POST', f'{self.club}/seasons', rules)['season']}"
        for night, event in enumerate(season["events"]):
            results = [{**line, "name": f"Player {line['player']}"} for line in event["places"]]
            for line in results:
                del line["player"]
            body = {"name": f"Night {night}", "at": night * 10**9, "results": results}
            self.ask("POST", f"{path}/events", {**body, "price": event["price"], "entrants": event["entrants"]})
        lines = self.ask("GET", path)["standings"]
        self.ask("DELETE", path)
        words = {re.sub("(?<=.)([A-Z])", r"_\1", tie).lower(): tie for tie in TIES}
        told = [
            {
                "player": int(line["name"].removeprefix("Player ")),
                "rank": line["rank"],
                "points": line["points"],
                "tie": words.get(line.get("tie")),
            }
            for line in lines
        ]
        return told


def comparable(lines):
    """Order players who share a rank by number: the server orders them by when they came."""
    ranked = {}
    for line in lines:
        ranked.setdefault(line["rank"], []).append(line)
    same = []
    for level in ranked.values():
        same.extend(sorted(level, key=lambda line: line["player"]))
    return same


def main():
    where, seeds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200
    ask = Server(where) if where.startswith("http") else lambda season: by_the_server(where, season)
    for seed in range(seeds):
        season = simulated(seed)
        theirs, ours = comparable(ask(season)), comparable(standings(season))
        if theirs != ours:
            different = [pair for pair in zip(theirs, ours, strict=True) if pair[0] != pair[1]]
            sys.exit(f"season {seed} ({season['formula']}, {season['ties']}): {different[:3]}")
    print(f"{seeds} seasons of six nights agree")


if __name__ == "__main__":
    main()
