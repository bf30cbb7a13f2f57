"""Recompute the law of tournaments from the lines of a log that contains its hands."""

from collections import Counter

from tournament_seats import next_positions, worst_seat


def places(alive, busts):
    """Return the places and the players who share them: `busts` are (player, table, stack) of one hand or one round. Rule: tournament 2.10."""
    tiers = {}
    for table in {at for _, at, _ in busts}:
        stacks = sorted({stack for _, at, stack in busts if at == table}, reverse=True)
        for player, at, stack in busts:
            if at == table:
                tiers.setdefault(stacks.index(stack), []).append(player)
    out, place = {}, alive - len(busts) + 1
    for tier in sorted(tiers):
        for player in tiers[tier]:
            out[player] = (place, place + len(tiers[tier]) - 1)
        place += len(tiers[tier])
    return out


class Table:
    def __init__(self, seats):
        self.seats = seats
        self.players = {}  # seat: [player, stack]
        self.last = None  # button, small blind, big blind, waiting, heads-up
        self.seated_then = {}  # seat: player, in the last hand
        self.hand = None
        self.is_held = False
        self.void_positions = None  # of a hand that is dealt again


class Tournament:
    def __init__(self, say):
        self.say = say
        self.tables, self.numbers, self.halted = {}, Counter(), set()
        self.in_play = self.paid = self.won = 0
        self.players, self.alive, self.places, self.penalties = set(), set(), {}, Counter()
        self.in_break = self.is_paused = self.is_synchronised = False
        self.to_deal, self.to_end = set(), set()
        self.prizes, self.is_closed, self.end, self.hands = None, False, None, 0
        # The pool when entries closed, and the chips that officials added to it, less those they kept back.
        self.pool = self.added = 0
        self.kind, self.kills, self.seats_paid = "field", 0, 0
        # Since the level began: players who were dealt a hand, players seated the whole time, and true if nothing held up play.
        self.dealt, self.sitting, self.is_level_whole, self.faulty = set(), set(), False, set()

        # Players still in by the rules' count, players who are out and have no place yet, and the places that follow.
        self.count, self.waiting, self.losers, self.ranks = 0, [], [], {}
        self.group, self.group_hand, self.is_round = [], None, False
        self.awards, self.at_deal, self.seats_won = {}, 0, set()

    def check(self, holds, law):
        if not holds:
            self.say(law)

    def place(self, player, seat, stack):
        table = self.tables.get(seat[0])
        self.check(table is not None, f"table {seat[0]} is open")
        if table is None:
            return
        self.check(seat[1] not in table.players and 1 <= seat[1] <= table.seats, f"seat {seat} is free")
        taken = any(p == player for t in self.tables.values() for p, _ in t.players.values())
        self.check(not taken, f"player {player} sits once")
        table.players[seat[1]] = [player, stack]

    def find(self, player):
        for number, table in self.tables.items():
            for seat, (other, _) in table.players.items():
                if other == player:
                    return number, seat
        return None

    def chips_add_up(self):
        total = sum(stack for table in self.tables.values() for _, stack in table.players.values())
        self.check(total == self.in_play, f"chips are conserved: {total} of {self.in_play}")

    def out(self, group):
        """Eliminate these players, by one hand or because they left."""
        if not self.is_closed:
            self.waiting.append(group)
            self.count -= len(group)
        elif self.kind == "bracket":
            self.losers += group
            self.count -= len(group)
        else:
            self.rank(group)

    def rank(self, group):
        self.ranks.update(places(self.count, group))
        self.count -= len(group)

    def end_group(self):
        group, self.group = self.group, []
        if group and self.is_round and self.is_closed and self.kind != "bracket":
            self.losers += group
        elif group:
            self.out(group)

    def end_round(self):
        if self.losers:
            losers, self.losers = self.losers, []
            self.rank(losers)

    def take(self, line):
        if line["event"] not in ("player_eliminated", "bounty_awarded"):
            self.end_group()
        known = getattr(self, "on_" + line["event"], None)
        if self.end and line["event"] not in ("prize_awarded", "bounty_awarded", "place_assigned", "player_unregistered", "seat_given"):
            last = ("registration_closed", "tournament_completed")
            # Statements that an official puts on record change nothing.
            is_record = line["event"] == "ruling_issued" and line["tool"] == "ruling"
            self.check(is_record or self.end == "tournament_cancelled" and line["event"] in last, "the end is the end")
        if known:
            known(line)

    def on_rules_published(self, line):
        structure = line["structure"]
        self.kind = structure["kind"]
        pays = structure.get("pays")
        self.seats_paid = pays["seats"] if isinstance(pays, dict) else 0

    def on_player_registered(self, line):
        self.check(not self.is_closed, "entries stop when they close")
        self.paid += line["paid"] + line["bounty"]
        self.players.add(line["player"])
        self.alive.add(line["player"])
        self.count += 1

    def on_re_entered(self, line):
        self.check(line["player"] not in self.alive, "who enters again is out")
        self.waiting = [[bust for bust in group if bust[0] != line["player"]] for group in self.waiting]
        self.on_player_registered(line)

    def on_player_unregistered(self, line):
        self.paid -= line["refund"]
        self.players.discard(line["player"])
        self.alive.discard(line["player"])
        self.count -= 1

    def on_rebuy_taken(self, line):
        self.check(not self.is_closed, "chips are bought before entries close")
        self.paid += line["paid"]
        self.alive.add(line["player"])
        seat = self.find(line["player"])
        if seat:
            self.tables[seat[0]].players[seat[1]][1] += line["chips"]
            self.in_play += line["chips"]

    on_add_on_taken = on_rebuy_taken

    def on_registration_closed(self, line):
        self.is_closed, self.prizes = True, line["prizes"]
        self.paid += line["overlay"]
        self.pool = line["pool"]
        self.pays(line["prizes"], line)
        self.check(line["players"] == len(self.players), "players are counted")
        self.check(line["alive"] == self.count, f"{line['alive']} players are counted alive, not {self.count}")
        self.count += sum(len(group) for group in self.waiting)
        for group in self.waiting:
            self.rank(group)

    def pays(self, prizes, terms):
        """Check that the prizes are the pool after the fee and the bonus. Rule: tournament 2.10."""
        added = (terms.get("bonus") or 0) - (terms.get("fee") or 0)
        self.paid += added - self.added
        self.prizes, self.added = prizes, added
        self.check(sum(prizes) == self.pool + added, "prizes are the pool, less the fee, plus the bonus")

    def on_prizes_set(self, line):
        self.check(self.won == 0 or not self.is_closed, "prizes are set before one is paid")
        if self.is_closed:
            self.pays(line["prizes"], line["payout"])

    def on_table_opened(self, line):
        self.tables[line["table"]] = Table(line["seats"])

    def on_table_broken(self, line):
        table = self.tables.pop(line["table"], None)
        left = 1 if self.kind != "field" else 0
        self.check(table is not None and len(table.players) <= left and table.hand is None, "a broken table is empty")
        if table:
            self.in_play -= sum(stack for _, stack in table.players.values())
        self.halted.discard(line["table"])

    def on_round_started(self, line):
        self.tables = {}
        self.in_play, self.is_level_whole = 0, False

    def on_final_table_formed(self, line):
        self.check(sorted(line["from"]) == sorted(self.tables), "the final table is formed of all tables")
        self.check(self.is_closed, "the final table is drawn once entries are closed")
        self.check(not any(table.hand for table in self.tables.values()), "no hand runs then")
        self.tables = {line["table"]: Table(line["seats"])}
        self.in_play = 0
        self.halted = set()

    def on_seat_assigned(self, line):
        if line["why"] == "late":
            self.sits_worst(line["table"], line["seat"])
        self.place(line["player"], (line["table"], line["seat"]), line["stack"])
        self.in_play += line["stack"]

    def sits_worst(self, number, seat):
        """Check that a player who joins a table in play gets its worst seat, as seen from the running hand. Rules: tournament 2.3, 2.17."""
        table = self.tables.get(number)
        big = table.hand["big_blind"] if table and table.hand else table.last[2] if table and table.last else None
        if big is not None:
            wanted = worst_seat(big, sorted(table.players), table.seats)
            self.check(seat == wanted, f"the worst seat of table {number} is {wanted}, not {seat}")

    def on_player_moved(self, line):
        (number, seat), to = line["from"], line["to"]
        if line["why"] in ("balance", "break"):
            self.sits_worst(*to)
        table = self.tables.get(number)
        held = table.players.pop(seat, None) if table else None
        self.check(held is not None and held[0] == line["player"], "a player who moves sat there")
        self.check(table is None or table.hand is None, "no player moves during the hand")
        if held:
            self.place(line["player"], to, held[1])

    def seated(self):
        return {player for table in self.tables.values() for player, _ in table.players.values()}

    def nobody_is_left_behind(self):
        """Check that every player who sat through a level without a delay was dealt a hand in it. Rules: tournament 2.3, 2.8."""
        if self.is_level_whole and len(self.alive) > max(self.seats_paid, 1):
            faulty = {p for number in self.faulty & set(self.tables) for p, _ in self.tables[number].players.values()}
            left = self.sitting & self.seated() - self.dealt - faulty
            self.check(not left, f"players {sorted(left)} are dealt a hand in a level")
        self.dealt, self.sitting, self.is_level_whole = set(), self.seated(), True

    def on_clock_stopped(self, line):
        self.is_level_whole = False

    on_clock_advanced = on_clock_stopped

    def on_level_started(self, line):
        self.nobody_is_left_behind()
        if self.tables and not any(table.hand for table in self.tables.values()):
            self.chips_add_up()

    def on_break_started(self, line):
        self.in_break, self.is_level_whole = True, False

    def on_break_ended(self, line):
        self.in_break = False

    def on_tournament_paused(self, line):
        self.is_paused, self.is_level_whole = True, False

    def on_tournament_resumed(self, line):
        self.is_paused = False

    def on_table_halted(self, line):
        self.halted.add(line["table"])
        if line["why"] == "fault":
            self.faulty.add(line["table"])

    def on_table_resumed(self, line):
        self.halted.discard(line["table"])
        self.faulty.discard(line["table"])

    def on_hand_for_hand_announced(self, line):
        self.is_synchronised, self.is_level_whole = True, False

    def on_hand_for_hand_ended(self, line):
        self.is_synchronised = False

    def on_hand_for_hand_round_started(self, line):
        self.to_deal, self.to_end = set(line["tables"]), set(line["tables"])
        self.is_round = True

    def on_hand_for_hand_round_ended(self, line):
        self.check(not self.to_end, f"each table of a round plays a hand: {sorted(self.to_end)}")
        self.is_round = False
        self.end_round()

    def on_chip_race_completed(self, line):
        table = self.tables[line["table"]]
        then = {seat: stack for seat, (_, stack) in table.players.items()}
        self.check(then == dict(line["before"]), "a race begins with the stacks that there are")
        for seat, stack in line["after"]:
            self.check(stack % line["to"] == 0 and stack > 0, "a race leaves whole chips to everybody")
            table.players[seat][1] = stack
        self.in_play += line["delta"]
        moved = sum(stack for _, stack in line["after"]) - sum(stack for _, stack in line["before"])
        self.check(moved == line["delta"], "a race tells what it adds")

    def on_hand_started(self, line):
        number, hand = line["table"], line["hand"]
        table = self.tables.get(number)
        self.check(table is not None and table.hand is None, "a table plays one hand at a time")
        if table is None:
            return
        self.check(not (self.in_break or self.is_paused or number in self.halted), "no hand begins in a break, a pause or a halt")
        if self.is_synchronised:
            self.check(number in self.to_end, "hand-for-hand deals a hand a round")
            self.to_deal.discard(number)
        self.numbers[number] += 1
        self.check(hand == self.numbers[number], "hands are numbered")
        seats = {seat: [player, stack] for seat, player, stack, _ in line["seats"]}
        self.dealt |= {player for _, player, _, _ in line["seats"]}
        self.check(len(self.alive) > max(self.seats_paid, 1), "no hand begins that nobody has anything to win by")
        held = {seat: held for seat, held in table.players.items() if held[1] > 0}
        self.check(seats == held, f"stacks are those of the last line: {seats} for {held}")
        positions = [line["button"], line["small_blind"], line["big_blind"], sorted(line["waiting"])]
        if table.last:
            newcomers = {seat for seat in seats if table.seated_then.get(seat) != seats[seat][0]}
            big = table.last[2]
            is_gone = big not in seats or big in newcomers
            wanted = next_positions(table.last, sorted(seats), newcomers, is_gone, table.seats)
            void = table.void_positions
            if void and void[2] in seats and len(set(seats) - set(void[3])) > 1:
                wanted = void
            self.check_positions(list(wanted), positions)
        for seat, player, _, status in line["seats"]:
            owes = self.penalties[player] > 0 and seat not in line["waiting"]
            self.check((status == "penalised") == owes, f"player {player} serves the penalty")
        table.hand = line
        table.is_held = False

    def check_positions(self, wanted, positions):
        self.check(wanted == positions, f"positions are {wanted}, not {positions}")

    def on_penalty_issued(self, line):
        self.penalties[line["player"]] += line["hands"]

    def on_penalty_progress(self, line):
        self.penalties[line["player"]] -= 1
        self.check(self.penalties[line["player"]] == line["left"], "a penalised hand is counted once")

    def on_hand_held(self, line):
        self.tables[line["table"]].is_held = True

    def on_hand_released(self, line):
        self.check(self.tables[line["table"]].is_held, "a hand that is released was held")
        self.tables[line["table"]].is_held = False

    def on_pot_awarded(self, line):
        table = self.tables[line["table"]]
        self.check(table.hand is not None and not table.is_held, "a held hand awards nothing")
        self.check(sum(amount for _, amount in line["shares"]) == line["amount"], "a pot is shared whole")

    def finish(self, line, counts):
        table = self.tables[line["table"]]
        hand, table.hand = table.hand, None
        self.check(hand is not None and hand["hand"] == line["hand"], "the hand that ends has run")
        if hand is None:
            return
        dealt = {seat: stack for seat, _, stack, _ in hand["seats"] if seat not in hand["waiting"]}
        stacks = dict(line["stacks"])
        self.check(set(stacks) == set(dealt), "everybody in the hand has a stack after it")
        self.check(sum(dealt.values()) == sum(stacks.values()), "chips are conserved in the hand")
        for seat, stack in stacks.items():
            table.players[seat][1] = stack
        positions = (hand["button"], hand["small_blind"], hand["big_blind"], sorted(hand["waiting"]))
        if counts:
            table.last = (*positions, hand["heads_up"])
            table.seated_then = {seat: player for seat, player, _, _ in hand["seats"]}
            self.to_end.discard(line["table"])
            self.hands += 1
        table.void_positions = None if counts else positions

    def on_hand_completed(self, line):
        self.finish(line, counts=True)

    def on_hand_voided(self, line):
        self.finish(line, counts=line["mode"] == "split")

    def leave(self, player):
        self.check(player in self.alive, f"player {player} was alive")
        self.alive.discard(player)

    def on_player_eliminated(self, line):
        self.leave(line["player"])
        number, seat = self.find(line["player"])
        self.check(self.tables[number].players[seat][1] == 0, "who is out has no chips")
        del self.tables[number].players[seat]
        if (line["table"], line["hand"]) != self.group_hand:
            self.end_group()
        self.group_hand = (line["table"], line["hand"])
        self.group.append((line["player"], line["table"], line["stack"]))

    def on_player_withdrew(self, line):
        self.leave(line["player"])
        self.out([(line["player"], 0, 0)])

    on_player_disqualified = on_player_withdrew

    def on_ruling_issued(self, line):
        self.kills += line["tool"] == "kill_hand"

    def on_chips_removed(self, line):
        number, seat = self.find(line["player"])
        players = self.tables[number].players
        _, stack = players[seat]
        if line["player"] in self.alive:
            self.kills -= 1
            self.check(self.kills >= 0, "who is still in loses only what a killed hand has won")
            self.check(line["amount"] <= stack, "no more chips go than there are")
            players[seat][1] -= line["amount"]
        else:
            del players[seat]
            self.check(stack == line["amount"], "all chips of a player go")
        self.in_play -= line["amount"]

    def on_place_assigned(self, line):
        player, place = line["player"], (line["best"], line["worst"])
        self.check(player not in self.places, "one place a player")
        if self.kind == "bracket" and self.losers:
            shared = (self.count + 1, self.count + len(self.losers))
            self.ranks.update((loser, shared) for loser, _, _ in self.losers)
            self.losers = []
        wanted = self.ranks.get(player, (1, len(self.alive)))
        self.check(place == wanted, f"player {player} has the places {wanted}, not {place}")
        self.places[player] = place

    def on_deal_made(self, line):
        shares = dict(line["shares"])
        self.check(set(shares) == self.alive, "a deal is one of everybody alive")
        self.check(sum(shares.values()) <= self.paid - self.won, "a deal shares out what is left")
        self.at_deal = max(self.at_deal, len(shares))

    def on_prize_awarded(self, line):
        self.won += line["amount"]
        if line["why"] in ("place", "seat"):
            self.awards[line["player"]] = self.awards.get(line["player"], 0) + line["amount"]
        if line["why"] == "seat":
            self.seats_won.add(line["player"])

    def on_seat_given(self, line):
        self.check(line["player"] in self.seats_won, f"player {line['player']} has won a seat, and once")
        self.seats_won.discard(line["player"])

    def prizes_are_paid(self):
        """Check that tied players get the sum of their prizes, in shares that differ by at most one chip. Rule: tournament 2.10."""
        groups = {}
        for player, place in self.places.items():
            groups.setdefault(place, []).append(self.awards.get(player, 0))
        for (best, worst), got in groups.items():
            due = sum(self.prizes[best - 1 : worst])
            if best > max(self.at_deal, 1):
                self.check(sum(got) == due and max(got) - min(got) <= 1, f"places {best} to {worst} get {due}, not {got}")

    def on_bounty_awarded(self, line):
        self.won += line["cash"]

    def on_tournament_completed(self, line):
        self.end = self.end or line["event"]

    def on_tournament_cancelled(self, line):
        self.end = line["event"]

    def close(self):
        self.check(self.end is not None, "the tournament ends")
        self.check(self.paid == self.won, f"all money is paid out: {self.won} of {self.paid}")
        self.chips_add_up() if self.end == "tournament_completed" and self.kind == "field" else None
        if self.end != "tournament_completed":
            return
        self.check(set(self.places) == self.players, "every player has a place")
        self.check(len(self.alive) <= max(self.seats_paid, 1) or self.at_deal, "it ends with those who win")
        self.prizes_are_paid()
        groups, following = Counter(self.places.values()), 1
        for (best, worst), count in sorted(groups.items()):
            self.check(best == following and worst - best + 1 == count, f"place {best} to {worst} of {count} players")
            following = worst + 1
