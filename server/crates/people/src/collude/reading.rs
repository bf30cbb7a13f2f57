//! Reads one hand into facts about its pairs of players.

use std::collections::{BTreeMap, BTreeSet};

use poker_protocol::v1::PublicEvent;
use poker_protocol::v1::event::{BetAction, PostKind};
use poker_store::AccountId;
use poker_wire::PublicRecord;

/// A fold after investing at least this much by choice counts as giving up, in quarters of a unit.
const GIVEN_UP: u64 = 8 * 4;

/// A hand reduced to the facts that are counted.
#[derive(Debug, Default, PartialEq)]
pub struct Played {
    /// The players who were dealt in.
    pub accounts: Vec<AccountId>,
    /// Each player's net win, negative for a loss, in units of the hand's stakes times 100.
    pub net: Vec<i64>,
    /// The players' acts against one another, by their indices in `accounts`.
    pub facts: Vec<Fact>,
}

/// An act of one player against another.
#[expect(missing_docs, reason = "the docs of the variants say what the fields are")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// `who` had to respond to a bet or raise by `whom`.
    Faced {
        who: usize,
        whom: usize,
        /// `true` in the first betting round.
        first_round: bool,
        folded: bool,
    },
    /// Only the two were left, and `who` could bet or raise.
    HeadsUp {
        who: usize,
        whom: usize,
        /// `true` if `who` did neither and did not fold.
        soft: bool,
    },
    /// `who` had put in a lot, and folded to `whom`.
    GaveUp { who: usize, whom: usize },
    /// `who` took this many milliseconds for a decision against `whom`.
    Thought { who: usize, whom: usize, ms: u32 },
}

/// State while a hand is read.
struct Reader<'a> {
    places: BTreeMap<u8, usize>,
    live: BTreeSet<u8>,
    stacks: BTreeMap<u8, u64>,
    /// Voluntary investment by seat.
    put_in: BTreeMap<u8, u64>,
    /// Each seat's total in this betting round, and the highest of them.
    to: BTreeMap<u8, u64>,
    price: u64,
    /// The last seat to bet or raise in this round.
    aggressor: Option<u8>,
    first_round: bool,
    /// Set once any player has acted.
    has_acted: bool,
    unit: u64,
    asked_ms: Option<u32>,
    times: std::iter::Peekable<std::slice::Iter<'a, (u32, u32)>>,
    now_ms: Option<u32>,
    played: Played,
}

/// Reads a hand; `None` if it says nothing about pairs: a tournament hand, or one with fewer than two players.
///
/// # Errors
/// Returns an error if the record cannot be read.
pub fn read(public: &str) -> Result<Option<Played>, serde_json::Error> {
    let record: PublicRecord = serde_json::from_str(public)?;
    if record.event.is_some() || record.players.len() < 2 {
        return Ok(None);
    }
    let mut reader = Reader {
        places: BTreeMap::new(),
        live: BTreeSet::new(),
        stacks: BTreeMap::new(),
        put_in: BTreeMap::new(),
        to: BTreeMap::new(),
        price: 0,
        aggressor: None,
        first_round: true,
        has_acted: false,
        unit: unit_of(&record),
        asked_ms: None,
        times: record.times.iter().peekable(),
        now_ms: None,
        played: Played::default(),
    };
    for player in &record.players {
        // A record without accounts is older than any that are kept today.
        let Ok(account) = player.player.id.parse() else {
            return Ok(None);
        };
        reader.places.insert(player.seat, reader.played.accounts.len());
        reader.played.accounts.push(account);
    }
    let mut is_over = false;
    for (place, event) in (1_u32..).zip(&record.events) {
        let event: PublicEvent = serde_json::from_str(event.get())?;
        reader.tick(place);
        is_over |= reader.take(&event);
    }
    Ok(is_over.then_some(reader.played))
}

/// The unit of a hand's stakes: its big blind, or else its largest forced bet, or the minimum bet.
fn unit_of(record: &PublicRecord) -> u64 {
    let posts = || record.start.posts.iter();
    let big = posts()
        .filter(|post| post.post == PostKind::BigBlind)
        .map(|post| post.amount.get())
        .max();
    let bet = record
        .limits
        .first()
        .and_then(|limit| limit.parse::<poker_engine::Limit>().ok());
    let bet = bet.map(|limit| limit.min_bet().get());
    let any = posts().map(|post| post.amount.get()).max();
    big.or(bet).or(any).unwrap_or(1).max(1)
}

impl Reader<'_> {
    fn tick(&mut self, place: u32) {
        while let Some((_, ms)) = self.times.next_if(|(first, _)| *first <= place) {
            self.now_ms = Some(*ms);
        }
    }

    fn place(&self, seat: u8) -> Option<usize> {
        self.places.get(&seat).copied()
    }

    /// Processes an event; `true` once the hand is over.
    fn take(&mut self, event: &PublicEvent) -> bool {
        match event {
            PublicEvent::HandStarted { seats, dead, .. } => {
                self.stacks = seats.iter().map(|seat| (seat.seat, seat.stack.get())).collect();
                self.live = seats
                    .iter()
                    .map(|seat| seat.seat)
                    .filter(|seat| !dead.contains(seat))
                    .collect();
            }
            PublicEvent::Posted { seat, amount, post, .. }
                if !matches!(post, PostKind::Ante | PostKind::DeadAnte | PostKind::DeadBlind) =>
            {
                let to = self.to.entry(*seat).or_default();
                *to += amount.get();
                self.price = self.price.max(*to);
            }
            PublicEvent::TurnStarted { .. } => self.asked_ms = self.now_ms,
            PublicEvent::ActionTaken {
                seat,
                action,
                added,
                to,
                auto,
                dark,
                ..
            } => self.acted(*seat, *action, added.get(), to.get(), *auto || *dark),
            PublicEvent::BuyPassed { seat, .. } => {
                self.live.remove(seat);
            }
            PublicEvent::PotsFormed { .. } | PublicEvent::BoardDealt { .. } | PublicEvent::BoardTurned { .. } => {
                self.new_round();
            }
            PublicEvent::HoleCardsDealt { .. } if self.aggressor.is_some() => self.new_round(),
            PublicEvent::HandCompleted { stacks, .. } => {
                self.played.net = vec![0; self.played.accounts.len()];
                for after in stacks {
                    let before = self.stacks.get(&after.seat).copied();
                    if let Some((place, before)) = self.place(after.seat).zip(before) {
                        let change = i128::from(after.amount.get()) - i128::from(before);
                        let units = change * 100 / i128::from(self.unit);
                        self.played.net[place] = i64::try_from(units).unwrap_or_default();
                    }
                }
                return true;
            }
            _ => {}
        }
        false
    }

    fn new_round(&mut self) {
        self.first_round &= !self.has_acted;
        self.to.clear();
        (self.price, self.aggressor) = (0, None);
    }

    /// Handles a seat's action. Actions that the server took for a seat say nothing about its player.
    fn acted(&mut self, seat: u8, action: BetAction, added: u64, to: u64, by_itself: bool) {
        let before = self.to.get(&seat).copied().unwrap_or_default();
        let bettor = self.aggressor.filter(|other| *other != seat && self.price > before);
        if let Some(who) = self.place(seat).filter(|_| !by_itself) {
            self.note(who, seat, action, bettor);
        }
        self.has_acted = true;
        match action {
            BetAction::Fold => {
                self.live.remove(&seat);
            }
            BetAction::Check => {}
            BetAction::Call | BetAction::Bet | BetAction::Raise => {
                *self.put_in.entry(seat).or_default() += added;
                self.to.insert(seat, to);
            }
        }
        if matches!(action, BetAction::Bet | BetAction::Raise) {
            self.price = self.price.max(to);
            self.aggressor = Some(seat);
        }
    }

    fn note(&mut self, who: usize, seat: u8, action: BetAction, bettor: Option<u8>) {
        let folded = action == BetAction::Fold;
        let other = {
            let mut others = self.live.iter().filter(|other| **other != seat);
            others.next().copied().filter(|_| others.next().is_none())
        };
        let thought = self
            .asked_ms
            .zip(self.now_ms)
            .map(|(asked, now)| now.saturating_sub(asked));
        let facts = &mut self.played.facts;
        if let Some(whom) = bettor.and_then(|seat| self.places.get(&seat).copied()) {
            let first_round = self.first_round;
            facts.push(Fact::Faced {
                who,
                whom,
                first_round,
                folded,
            });
            let given = self.put_in.get(&seat).copied().unwrap_or_default();
            if folded && given.saturating_mul(4) >= self.unit.saturating_mul(GIVEN_UP) {
                facts.push(Fact::GaveUp { who, whom });
            }
        }
        if let Some(whom) = other.and_then(|seat| self.places.get(&seat).copied()) {
            if !folded && !self.first_round {
                let soft = matches!(action, BetAction::Check | BetAction::Call);
                facts.push(Fact::HeadsUp { who, whom, soft });
            }
            if let Some(ms) = thought {
                facts.push(Fact::Thought { who, whom, ms });
            }
        }
    }
}
