//! Tests of table law.

mod bomb_pot;
mod chips;
mod entering;
mod host;
mod lives;
mod mixed;
mod passed_out;
mod positions;
mod roodles;
mod session;
mod straddle;
mod wait_list;

use crate::game::{Stakes, catalogue};
use crate::table::{
    ButtonRule, CashTable, Entry, HandPlan, PlayerId, SeatStatus, SitOut, TableConfig, TableEvent, TableGame,
    TableRuleError,
};
use crate::{Chips, PostKind, SeatIx, SeatSet};

/// Returns the seat with this number, counted from 1.
fn seat(number: u8) -> SeatIx {
    SeatIx::from_number(number).unwrap()
}

/// Returns the seats with these numbers, counted from 1.
fn seats<const N: usize>(numbers: [u8; N]) -> SeatSet {
    numbers.into_iter().map(seat).collect()
}

/// Returns a game of the catalogue at its default stakes; blinds of 5 and 10 if it has two.
fn game(id: &str) -> TableGame {
    TableGame::new(catalogue::find(id).unwrap(), &Stakes::default()).unwrap()
}

/// Returns player `n`, who sits in seat `n` unless a test says otherwise.
fn player(n: u8) -> PlayerId {
    PlayerId(u128::from(n))
}

const STACK: Chips = Chips::new(1000);

/// A table of no-limit hold'em at 5/10, with test helpers.
struct Club(CashTable);

impl Club {
    fn new(seat_count: u8) -> Self {
        Self::with(seat_count, |_| {})
    }

    fn with(seat_count: u8, change: impl FnOnce(&mut TableConfig)) -> Self {
        let game = game("no-limit-holdem");
        let mut config = TableConfig::ordinary(seat_count, &game);
        change(&mut config);
        Self(CashTable::new(config, game).unwrap())
    }

    /// Returns a table of nine seats where these players have played their first hand, with the button on the first of them.
    fn after_a_hand<const N: usize>(numbers: [u8; N]) -> Self {
        Self::new(9).seated(numbers)
    }

    /// Seats these players and plays their first hand, with the button on the first of them.
    fn seated<const N: usize>(mut self, numbers: [u8; N]) -> Self {
        for number in numbers {
            self.sit(number, Entry::WaitForBigBlind);
        }
        self.play();
        self
    }

    /// Seats player `n` in seat `n`.
    fn sit(&mut self, n: u8, entry: Entry) -> Vec<TableEvent> {
        self.0.sit(player(n), Some(seat(n)), STACK, entry).unwrap()
    }

    fn leave(&mut self, n: u8) -> Vec<TableEvent> {
        self.0.leave(player(n)).unwrap()
    }

    fn sit_out(&mut self, n: u8) {
        self.0.sit_out(player(n), SitOut::NextHand).unwrap();
    }

    fn sit_in(&mut self, n: u8, entry: Entry) {
        self.0.sit_in(player(n), entry).unwrap();
    }

    fn status(&self, n: u8) -> SeatStatus {
        self.0.status(seat(n)).unwrap()
    }

    /// Starts a hand; a first button goes to the lowest seat.
    fn deal(&mut self) -> HandPlan {
        self.try_deal().unwrap()
    }

    fn try_deal(&mut self) -> Result<HandPlan, TableRuleError> {
        self.0
            .start_hand(|seats| seats.iter().next().unwrap())
            .map(|(plan, _)| plan)
    }

    /// Ends the running hand with the stacks it began with, except for these.
    fn finish<const N: usize>(&mut self, changed: [(u8, u64); N]) -> Vec<TableEvent> {
        let players = self.0.hand().unwrap().setup.players.clone();
        let stack = |at: SeatIx, before| {
            let change = changed.iter().find(|(n, _)| seat(*n) == at);
            change.map_or(before, |(_, stack)| Chips::new(*stack))
        };
        let stacks: Vec<_> = players
            .iter()
            .map(|player| (player.seat, stack(player.seat, player.stack)))
            .collect();
        self.0.finish_hand(&stacks, Chips::ZERO).unwrap()
    }

    /// Plays a hand in which no player wins anything.
    fn play(&mut self) -> HandPlan {
        let plan = self.deal();
        self.finish([]);
        plan
    }
}

/// Returns the seat numbers of button, small blind and big blind.
fn blinds(plan: &HandPlan) -> [u8; 3] {
    let setup = &plan.setup;
    [setup.button, setup.small_blind.unwrap(), setup.big_blind.unwrap()].map(SeatIx::number)
}

/// Returns the posts of a plan: seat number, amount and kind.
fn posts(plan: &HandPlan) -> Vec<(u8, u64, PostKind)> {
    plan.setup
        .posts
        .iter()
        .map(|post| (post.seat.number(), post.amount.get(), post.kind))
        .collect()
}

/// Returns the posts of players who enter or return.
fn entry_posts(plan: &HandPlan) -> Vec<(u8, u64, PostKind)> {
    let mut posts = posts(plan);
    posts.retain(|(_, _, kind)| matches!(kind, PostKind::EntryBlind | PostKind::DeadBlind));
    posts
}

/// A seeded source of test cases (`SplitMix64`).
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `sides`.
    fn below(&mut self, sides: usize) -> usize {
        usize::try_from(self.roll() % sides as u64).unwrap()
    }

    /// Returns `true` once in `times` calls on average.
    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}
