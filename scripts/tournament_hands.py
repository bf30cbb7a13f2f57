"""Tournaments of a server, whose log contains no hands: the hands are recorded as the players at the tables saw them."""

from tournament_law import Tournament
from tournament_seats import after, before, next_positions


class Live(Tournament):
    """A tournament of a server: its log, and the hands as its players saw them.

    The two have no common order. But a hand of a table either fits the players and stacks that the log has led to or does not: so before a
    line that changes a table, all hands that fit its current state are played. A hand that never fits is a fault.
    """

    def __init__(self, say, log, hands):
        super().__init__(say)
        # The number of times an official has set a button; the log does not give the seat or the table.
        self.buttons = sum(line.get("tool") == "set_button" for line in log)
        self.queues = {}
        for hand in hands:
            self.queues.setdefault(hand["table"], []).append(hand)
        for queue in self.queues.values():
            queue.sort(key=lambda hand: hand["hand"])
        self.levels = {}

    def take(self, line):
        event = line["event"]
        if event == "player_eliminated":
            self.play(line["table"], line["hand"])
        elif event == "hand_voided":
            self.play(line["table"], line["hand"] - 1)
            self.play_voided(line)
        elif event in ("final_table_formed", "round_started", "tournament_completed", "tournament_cancelled"):
            for table in list(self.tables):
                self.play(table)
        else:
            for table in self.touched(line):
                self.play(table)
        super().take(line)

    def touched(self, line):
        """Return the tables whose players or stacks a line changes."""
        event = line["event"]
        if event == "player_moved":
            return [line["from"][0], line["to"][0]]
        if event in ("seat_assigned", "table_broken", "chip_race_completed"):
            return [line["table"]]
        if event in ("rebuy_taken", "add_on_taken", "player_withdrew", "player_disqualified", "chips_removed"):
            seat = self.find(line["player"])
            return [seat[0]] if seat else []
        return []

    def fits(self, number, hand):
        table = self.tables.get(number)
        held = {seat: stack for seat, (_, stack) in table.players.items() if stack > 0} if table else None
        if hand["seats"] is None:
            stacks = dict(hand["stacks"])
            return held is not None and set(held) == set(stacks) and sum(held.values()) == sum(stacks.values())
        # A player who waits for the button has chips but no cards.
        stacks = dict(hand["seats"])
        return held is not None and stacks == {s: stack for s, stack in held.items() if s in stacks} and set(held) == set(stacks) | set(hand["waiting"])

    def play(self, number, last=None):
        """Play the hands of a table that fit its current state, up to one that must be among them."""
        queue = self.queues.get(number, [])

        def may_begin(hand):
            # A hand of a later level comes later.
            return hand["stacks"] and hand.get("level") in self.levels | {None: None} and self.fits(number, hand)

        while queue and (queue[0]["hand"] <= last if last is not None else may_begin(queue[0])):
            hand = queue.pop(0)
            if hand["seats"] is None:
                self.end_unseen(number, hand)
            elif self.begin(number, hand):
                self.check(hand["stacks"] is not None, f"hand {hand['hand']} of table {number} comes to an end")
                if hand["stacks"] is not None:
                    self.finish({"table": number, "hand": hand["hand"], "stacks": hand["stacks"]}, counts=not hand["is_void"])

    def end_unseen(self, number, hand):
        """Handle a hand that began while the server was being killed: players saw only its end."""
        self.numbers[number] += 1
        table = self.tables.get(number)
        fits = table is not None and self.fits(number, hand) and hand["hand"] == self.numbers[number]
        self.check(fits, f"hand {hand['hand']} of table {number} ends with the chips of its table")
        if fits:
            for seat, stack in hand["stacks"]:
                table.players[seat][1] = stack
            table.last = table.void_positions = None
            self.hands += 1

    def play_voided(self, line):
        queue = self.queues.get(line["table"], [])
        if queue and queue[0]["hand"] == line["hand"]:
            self.begin(line["table"], queue.pop(0))

    def begin(self, number, hand):
        """Begin a hand as the table rules require; return `False` if it does not fit at all."""
        if not self.fits(number, hand):
            held = self.tables[number].players if number in self.tables else None
            self.check(False, f"hand {hand['hand']} of table {number} begins with {hand['seats']}, not with {held}")
            return False
        table = self.tables[number]
        line = dict(hand, event="hand_started")
        line["seats"] = [[seat, *table.players[seat], "active"] for seat, held in sorted(table.players.items()) if held[1] > 0]
        line["heads_up"] = len(hand["seats"]) == 2 and not hand["waiting"]
        for seat in line["seats"]:
            # The effect of a penalty on a hand is not announced to the table.
            seat[3] = "penalised" if self.penalties[seat[1]] > 0 and seat[0] not in hand["waiting"] else "active"
        if hand["big_blind"] is None:
            line |= self.positions(table, hand)
        level = hand["level"]
        self.check(self.levels.get(level, "").split(":")[0] == hand["game"], f"level {level} is one of {self.levels.get(level)}, not of {hand['game']}")
        super().on_hand_started(line)
        return table.hand is not None

    def positions(self, table, hand):
        """Return button and blinds in a game without blinds, of which players see only the dealer. Rule: L-4."""
        occupied = sorted(seat for seat, held in table.players.items() if held[1] > 0)
        small = hand["button"] if len(occupied) == 2 else after(hand["button"], occupied, table.seats)
        by_dealer = {"small_blind": small, "big_blind": after(small, occupied, table.seats)}
        if not table.last:
            return by_dealer
        newcomers = {seat for seat in occupied if table.seated_then.get(seat) != table.players[seat][0]}
        big = table.last[2]
        wanted = next_positions(table.last, occupied, newcomers, big not in occupied or big in newcomers, table.seats)
        void = table.void_positions
        if void and void[2] in occupied and len(set(occupied) - set(void[3])) > 1:
            wanted = void
        dealer = wanted[0] if wanted[0] in occupied else after(wanted[0], occupied, table.seats)
        self.check_positions([dealer], [hand["button"]])
        if hand["button"] != dealer:
            table.last = None
            return by_dealer
        return dict(zip(("button", "small_blind", "big_blind", "waiting"), wanted))

    # Lines without an order relative to the hands apply to none of them.
    def on_break_started(self, line):
        pass

    on_tournament_paused = on_break_started
    on_hand_for_hand_announced = on_break_started
    on_hand_held = on_break_started
    on_hand_released = on_break_started
    on_table_halted = on_break_started

    def on_hand_for_hand_round_started(self, line):
        self.is_round = True

    def on_hand_for_hand_round_ended(self, line):
        self.is_round = False
        self.end_round()

    def on_penalty_progress(self, line):
        # An official may have taken one back; the log then has the number of a line elsewhere.
        owed = self.penalties[line["player"]]
        self.check(line["left"] < owed, "a penalised hand is counted once")
        self.penalties[line["player"]] = line["left"]

    def on_level_started(self, line):
        self.levels[line["level"]] = line["game"]

    def on_hand_voided(self, line):
        table = self.tables.get(line["table"])
        if table and table.hand:
            self.finish(line, counts=line["mode"] == "split")

    def check_positions(self, wanted, positions):
        if wanted != positions and self.buttons > 0:
            self.buttons -= 1
        else:
            super().check_positions(wanted, positions)

    def close(self):
        for number in self.queues:
            self.play(number)
        left = {number: len(queue) for number, queue in self.queues.items() if queue}
        self.check(not left, f"every hand that was heard fits the log: {left}")
        super().close()
