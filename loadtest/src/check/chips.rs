//! The accounts of a table, kept from its public events alone.

use poker_protocol::v1::PublicEvent;

use super::{Finding, Law};

/// One more than the highest seat that is followed.
const SEATS: usize = 32;

/// Known stacks of a table and of its running hand.
#[derive(Debug)]
pub struct Chips {
    table: String,
    /// Stacks between hands, where known.
    stacks: [Option<u64>; SEATS],
    /// Chips carried over in the pot to the next hand, if known.
    carried: Option<u64>,
    /// Chips in the kitty; known only for a table followed from its beginning.
    kitty: Option<u64>,
    running: Option<Running>,
}

/// Accounts of a hand followed from its beginning.
#[derive(Debug)]
struct Running {
    hand: u64,
    /// Stack of each seat at the start of the hand.
    start: [Option<u64>; SEATS],
    paid: [u64; SEATS],
    received: [u64; SEATS],
    /// Chips in the middle.
    pot: u64,
}

impl Chips {
    /// Returns the accounts of a table of which nothing is known yet.
    pub fn new(table: &str) -> Self {
        Self {
            table: table.to_owned(),
            stacks: [None; SEATS],
            carried: None,
            kitty: None,
            running: None,
        }
    }

    /// Forgets everything after missed events, until events establish it again.
    pub fn forget(&mut self) {
        self.stacks = [None; SEATS];
        self.carried = None;
        self.kitty = None;
        self.running = None;
    }

    /// Returns the chips on the table, as far as they are known: stacks, pot and kitty together.
    pub fn on_table(&self) -> u64 {
        let between = self
            .stacks
            .iter()
            .zip(0..)
            .filter(|(_, seat)| !self.plays(*seat))
            .filter_map(|(stack, _)| *stack);
        let idle: u64 = between.sum::<u64>() + self.kitty.unwrap_or(0);
        match &self.running {
            None => idle + self.carried.unwrap_or(0),
            Some(running) => {
                let has =
                    |seat: usize| running.start[seat].map(|start| start + running.received[seat] - running.paid[seat]);
                idle + (0..SEATS).filter_map(has).sum::<u64>() + running.pot
            }
        }
    }

    fn plays(&self, seat: usize) -> bool {
        self.running
            .as_ref()
            .is_some_and(|running| running.start[seat].is_some())
    }

    /// Books an event; every event must come exactly once and in order.
    pub fn book(&mut self, seq: u64, event: &PublicEvent, found: &mut Vec<Finding>) {
        let mut wrong = Vec::new();
        if seq == 1 {
            self.kitty = Some(0);
        }
        self.apply(event, &mut wrong);
        for (seat, evidence) in wrong {
            let evidence = format!("seq {seq}: {evidence}");
            found.push(Finding {
                law: Law::ChipsConserved,
                table: self.table.clone(),
                seat,
                evidence,
            });
        }
    }

    fn apply(&mut self, event: &PublicEvent, wrong: &mut Vec<(u8, String)>) {
        match event {
            PublicEvent::PlayerSat { seat, stack, .. } | PublicEvent::StackSet { seat, stack } => {
                self.stacks[index(*seat)] = Some(stack.get());
            }
            PublicEvent::PlayerLeft { seat, stack, .. } => {
                let known = self.leave(*seat);
                expect(wrong, *seat, "leaves with", stack.get(), known);
            }
            PublicEvent::CarriedPaid { seat, amount } => {
                expect(wrong, *seat, "is paid the pot that waited", amount.get(), self.carried);
                self.carried = Some(0);
                if let Some(stack) = &mut self.stacks[index(*seat)] {
                    *stack += amount.get();
                }
            }
            PublicEvent::SeatsDrawn { moves, .. } => {
                let before = self.stacks;
                for way in moves {
                    self.stacks[index(way.to)] = before[index(way.from)];
                }
            }
            PublicEvent::ChipsAdded { seat, amount, stack } => {
                let known = self.stacks[index(*seat)].map(|known| known + amount.get());
                expect(wrong, *seat, "has after buying chips", stack.get(), known);
                self.stacks[index(*seat)] = Some(stack.get());
            }
            PublicEvent::HandStarted {
                hand, seats, carried, ..
            } => {
                let stacks = seats.iter().map(|entry| (entry.seat, entry.stack.get()));
                self.begin(*hand, stacks, carried.get(), wrong);
            }
            PublicEvent::Posted { seat, amount, .. }
            | PublicEvent::ExcessForfeited { seat, amount }
            | PublicEvent::CardBought { seat, amount, .. }
            | PublicEvent::ActionTaken {
                seat, added: amount, ..
            } => {
                self.pay(*seat, amount.get(), wrong);
            }
            PublicEvent::UncalledReturned { seat, amount } => self.receive(*seat, amount.get(), wrong),
            // From stack to stack: the pot sees it come and go.
            PublicEvent::SevenDeucePaid { seat, payments, .. } => {
                for payment in payments {
                    self.pay(payment.seat, payment.amount.get(), wrong);
                    self.receive(*seat, payment.amount.get(), wrong);
                }
            }
            PublicEvent::KittyTaken { amount } => self.feed_kitty(amount.get(), wrong),
            PublicEvent::KittyShared { shares } => {
                let shared = shares.iter().map(|share| share.amount.get()).sum();
                expect(wrong, 0, "the shares of the kitty add up to", shared, self.kitty);
                self.kitty = Some(0);
                for share in shares {
                    if let Some(stack) = &mut self.stacks[index(share.seat)] {
                        *stack += share.amount.get();
                    }
                }
            }
            PublicEvent::PotAwarded { amount, shares, .. } => {
                let shared = shares.iter().map(|share| share.amount.get()).sum();
                expect(wrong, 0, "the shares of a pot add up to", shared, Some(amount.get()));
                for share in shares {
                    self.receive(share.seat, share.amount.get(), wrong);
                }
            }
            PublicEvent::HandCompleted { hand, stacks } => {
                let Some(running) = self.running.take() else { return };
                running.close(
                    *hand,
                    stacks.iter().map(|entry| (entry.seat, entry.amount.get())),
                    wrong,
                );
                self.carried = Some(running.pot);
                for entry in stacks {
                    self.stacks[index(entry.seat)] = Some(entry.amount.get());
                }
            }
            PublicEvent::HandVoided { stacks, .. } => {
                let start = self.running.take().map(|running| running.start);
                for entry in stacks {
                    let known = start.and_then(|start| start[index(entry.seat)]);
                    expect(
                        wrong,
                        entry.seat,
                        "has after a cancelled hand",
                        entry.amount.get(),
                        known,
                    );
                    self.stacks[index(entry.seat)] = Some(entry.amount.get());
                }
                self.carried = None;
            }
            _ => {}
        }
    }

    fn begin(
        &mut self,
        hand: u64,
        stacks: impl Iterator<Item = (u8, u64)>,
        carried: u64,
        wrong: &mut Vec<(u8, String)>,
    ) {
        expect(wrong, 0, "a new hand begins with a pot of", carried, self.carried);
        if let Some(running) = &self.running {
            let what = format!("hand {hand} begins although hand {} is not over", running.hand);
            wrong.push((0, what));
        }
        let mut start = [None; SEATS];
        for (seat, stack) in stacks {
            let known = self.stacks[index(seat)];
            expect(wrong, seat, "begins the hand with", stack, known);
            start[index(seat)] = Some(stack);
            self.stacks[index(seat)] = Some(stack);
        }
        self.running = Some(Running {
            hand,
            start,
            paid: [0; SEATS],
            received: [0; SEATS],
            pot: carried,
        });
    }

    /// Removes a seat, between hands or after folding, and returns the chips it should take along.
    fn leave(&mut self, seat: u8) -> Option<u64> {
        let between = self.stacks[index(seat)].take();
        let Some(running) = &mut self.running else {
            return between;
        };
        match running.start[index(seat)].take() {
            Some(start) => Some(start + running.received[index(seat)] - running.paid[index(seat)]),
            None => between,
        }
    }

    fn pay(&mut self, seat: u8, amount: u64, wrong: &mut Vec<(u8, String)>) {
        let Some(running) = &mut self.running else { return };
        let Some(start) = running.start[index(seat)] else {
            wrong.push((seat, format!("pays {amount} without being in the hand")));
            return;
        };
        running.paid[index(seat)] += amount;
        running.pot += amount;
        let has = start + running.received[index(seat)];
        if running.paid[index(seat)] > has {
            wrong.push((seat, format!("has paid {} of {has}", running.paid[index(seat)])));
        }
    }

    fn feed_kitty(&mut self, amount: u64, wrong: &mut Vec<(u8, String)>) {
        let Some(running) = &mut self.running else { return };
        match running.pot.checked_sub(amount) {
            Some(pot) => running.pot = pot,
            None => wrong.push((0, format!("the kitty gets {amount} of a pot of {}", running.pot))),
        }
        self.kitty = self.kitty.map(|kitty| kitty + amount);
    }

    fn receive(&mut self, seat: u8, amount: u64, wrong: &mut Vec<(u8, String)>) {
        let Some(running) = &mut self.running else { return };
        running.received[index(seat)] += amount;
        match running.pot.checked_sub(amount) {
            Some(pot) => running.pot = pot,
            None => wrong.push((seat, format!("receives {amount} from a pot of {}", running.pot))),
        }
    }
}

impl Running {
    /// Compares the stacks at the end of the hand with the chips that moved in it.
    fn close(&self, hand: u64, stacks: impl Iterator<Item = (u8, u64)>, wrong: &mut Vec<(u8, String)>) {
        if hand != self.hand {
            wrong.push((0, format!("hand {hand} ends although hand {} is running", self.hand)));
        }
        let mut listed = [false; SEATS];
        for (seat, stack) in stacks {
            listed[index(seat)] = true;
            let known = self.start[index(seat)]
                .map(|start| (start + self.received[index(seat)]).saturating_sub(self.paid[index(seat)]));
            expect(wrong, seat, "ends the hand with", stack, known);
        }
        for (seat, start) in (0_u8..).zip(self.start) {
            if start.is_some() && !listed[index(seat)] {
                wrong.push((
                    seat,
                    format!("was dealt into hand {hand}, which ends without a stack for it"),
                ));
            }
        }
    }
}

fn expect(wrong: &mut Vec<(u8, String)>, seat: u8, what: &str, told: u64, known: Option<u64>) {
    if let Some(known) = known
        && known != told
    {
        wrong.push((seat, format!("{what} {told}, expected {known}")));
    }
}

fn index(seat: u8) -> usize {
    usize::from(seat) % SEATS
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Books events written as JSON, and returns the findings.
    fn book(events: &[&str]) -> Vec<Finding> {
        let (mut chips, mut found) = (Chips::new("t1"), Vec::new());
        for (seq, event) in (1..).zip(events) {
            let event = serde_json::from_str(event).unwrap_or_else(|error| panic!("{event}: {error}"));
            chips.book(seq, &event, &mut found);
        }
        found
    }

    const START: &str = r#"{"kind":"hand_started","hand":1,"game":"V68","button":1,"seats":[{"seat":1,"stack":100},{"seat":2,"stack":100}],"carried":0}"#;
    const SMALL: &str = r#"{"kind":"posted","seat":1,"amount":1,"post":"small_blind","all_in":false}"#;
    const BIG: &str = r#"{"kind":"posted","seat":2,"amount":2,"post":"big_blind","all_in":false}"#;
    const RAISE: &str =
        r#"{"kind":"action_taken","seat":1,"action":"raise","added":9,"to":10,"all_in":false,"auto":false}"#;
    const FOLD: &str =
        r#"{"kind":"action_taken","seat":2,"action":"fold","added":0,"to":2,"all_in":false,"auto":false}"#;
    const BACK: &str = r#"{"kind":"uncalled_returned","seat":1,"amount":8}"#;
    const AWARD: &str = r#"{"kind":"pot_awarded","pot":0,"side":"whole","amount":4,"shares":[{"seat":1,"amount":4}]}"#;
    const END: &str = r#"{"kind":"hand_completed","hand":1,"stacks":[{"seat":1,"amount":102},{"seat":2,"amount":98}]}"#;

    #[test]
    fn an_honest_hand_adds_up() {
        assert_eq!(book(&[START, SMALL, BIG, RAISE, FOLD, BACK, AWARD, END]), []);
    }

    #[test]
    fn a_lost_chip_is_found_in_any_seat() {
        let end = END.replace("98", "97");
        let found = book(&[START, SMALL, BIG, RAISE, FOLD, BACK, AWARD, &end]);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].law, found[0].seat), (Law::ChipsConserved, 2));
        assert_eq!(found[0].evidence, "seq 8: ends the hand with 97, expected 98");
    }

    #[test]
    fn a_pot_that_pays_too_much_is_found() {
        let award = AWARD.replace('4', "5");
        let found = book(&[START, SMALL, BIG, RAISE, FOLD, BACK, &award]);
        assert_eq!(found.len(), 1, "{found:?}");
        let award = AWARD.replace(r#""amount":4,"shares""#, r#""amount":5,"shares""#);
        assert_eq!(book(&[START, SMALL, BIG, RAISE, FOLD, BACK, &award]).len(), 1);
    }

    #[test]
    fn stacks_may_not_change_between_hands_unless_chips_are_bought() {
        let hand = [START, SMALL, BIG, RAISE, FOLD, BACK, AWARD, END];
        let next = START.replace(r#""seat":1,"stack":100"#, r#""seat":1,"stack":102"#);
        let next = next.replace(r#""seat":2,"stack":100"#, r#""seat":2,"stack":148"#);
        let next = next.replace(r#""hand":1"#, r#""hand":2"#);
        let mut events = hand.to_vec();
        events.push(&next);
        assert_eq!(book(&events).len(), 1);
        let added = r#"{"kind":"chips_added","seat":2,"amount":50,"stack":148}"#;
        events.insert(8, added);
        assert_eq!(book(&events), []);
    }

    #[test]
    fn no_seat_pays_more_than_its_stack_and_strangers_pay_nothing() {
        let raise = RAISE.replace(r#""added":9"#, r#""added":900"#);
        assert_eq!(book(&[START, SMALL, BIG, &raise]).len(), 1);
        let stranger = SMALL.replace(r#""seat":1"#, r#""seat":5"#);
        assert_eq!(book(&[START, &stranger]).len(), 1);
    }

    #[test]
    fn a_hand_must_end_with_everybody_in_it_and_before_the_next() {
        let end = r#"{"kind":"hand_completed","hand":1,"stacks":[{"seat":1,"amount":102}]}"#;
        assert_eq!(book(&[START, SMALL, BIG, RAISE, FOLD, BACK, AWARD, end]).len(), 1);
        assert_eq!(book(&[START, START]).len(), 1);
    }

    #[test]
    fn a_cancelled_hand_gives_everything_back() {
        let void = r#"{"kind":"hand_voided","hand":1,"stacks":[{"seat":1,"amount":100},{"seat":2,"amount":100}]}"#;
        assert_eq!(book(&[START, SMALL, BIG, void]), []);
        assert_eq!(book(&[START, SMALL, BIG, &void.replacen("100", "99", 1)]).len(), 1);
    }

    #[test]
    fn the_chips_on_the_table_are_the_same_at_every_event() {
        let (mut chips, mut found) = (Chips::new("t1"), Vec::new());
        let sat = r#"{"kind":"player_sat","seat":3,"player":{"id":"a","name":"n","kind":"guest"},"stack":80,"status":"waiting"}"#;
        chips.book(1, &serde_json::from_str(sat).unwrap(), &mut found);
        for (seq, event) in (2..).zip([START, SMALL, BIG, RAISE, FOLD, BACK, AWARD, END]) {
            chips.book(seq, &serde_json::from_str(event).unwrap(), &mut found);
            assert_eq!(chips.on_table(), 280, "{event}");
        }
        assert_eq!(found, []);
    }

    #[test]
    fn the_kitty_keeps_what_it_got_until_it_is_shared() {
        let award = AWARD.replace('4', "3");
        let end = END.replace("102", "101");
        let taken = r#"{"kind":"kitty_taken","amount":1}"#;
        let hand = [START, SMALL, BIG, RAISE, FOLD, BACK, taken, &award, &end];
        let (mut chips, mut found) = (Chips::new("t1"), Vec::new());
        for (seq, event) in (1..).zip(hand) {
            chips.book(seq, &serde_json::from_str(event).unwrap(), &mut found);
            assert_eq!(chips.on_table(), 200, "{event}");
        }
        assert_eq!(found, []);
        let shared = r#"{"kind":"kitty_shared","shares":[{"seat":2,"amount":1}]}"#;
        let left = r#"{"kind":"player_left","seat":2,"stack":99}"#;
        assert_eq!(book(&[&hand[..], &[shared, left]].concat()), []);
        let too_much = shared.replace(r#""amount":1"#, r#""amount":2"#);
        assert_eq!(book(&[&hand[..], &[&too_much]].concat()).len(), 1);
    }

    #[test]
    fn excess_is_paid_into_the_pot() {
        let excess = r#"{"kind":"excess_forfeited","seat":1,"amount":3}"#;
        let award = AWARD.replace('4', "7");
        assert_eq!(book(&[START, SMALL, BIG, RAISE, excess, FOLD, BACK, &award, END]), []);
    }

    #[test]
    fn who_leaves_takes_the_stack_along() {
        let sat = r#"{"kind":"player_sat","seat":3,"player":{"id":"a","name":"n","kind":"guest"},"stack":80,"status":"waiting"}"#;
        let left = r#"{"kind":"player_left","seat":3,"stack":80}"#;
        assert_eq!(book(&[sat, left]), []);
        assert_eq!(book(&[sat, &left.replace("80", "81")]).len(), 1);
        let folded = r#"{"kind":"player_left","seat":2,"stack":98}"#;
        assert_eq!(book(&[START, SMALL, BIG, RAISE, FOLD, folded]), []);
    }
}
