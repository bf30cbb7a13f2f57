//! Random legal play, and the laws of every hand.
//!
//! The caller supplies the random numbers, so a seed always gives the same hands. Play is biased towards situations
//! that are hard to get right: contested, all-in and multi-way hands.

mod definitions;
mod laws;
mod lying;

pub use definitions::{definition, try_out};

use std::sync::Arc;

use crate::action::{Action, Choice, Choices, DarkOffer};
use crate::deck::Deck;
use crate::event::Event;
use crate::game::{AnteFormat, BlindLayout, GameDef, Stakes, Structure};
use crate::hand::Hand;
use crate::limit::LimitKind;
use crate::setup::{BettingOver, Post, PostKind, SeatSetup, Setup, ShowRule, TableRules, Tabling};
use crate::{Card, CardSet, Chips, SeatIx, SeatSet};

/// A source of random numbers with convenient draws.
pub struct Dice<F>(F);

impl<F: FnMut() -> u64> Dice<F> {
    /// Creates dice that roll with this source of 64-bit numbers.
    pub const fn new(source: F) -> Self {
        Self(source)
    }

    /// Returns a number below `bound`, which must be above zero. The bias of the remainder does not matter here.
    pub fn below(&mut self, bound: u64) -> u64 {
        (self.0)() % bound
    }

    /// Returns a number from `min` to `max`, both included.
    pub fn between(&mut self, min: u64, max: u64) -> u64 {
        min + self.below(max - min + 1)
    }

    /// Returns `true` with a chance of `percent` in 100.
    pub fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// Returns an index below `len`, which must be above zero.
    pub fn index(&mut self, len: usize) -> usize {
        usize::try_from(self.below(len as u64)).expect("below a length")
    }

    /// Returns a number below `bound`, which must be above zero.
    fn small(&mut self, bound: u8) -> u8 {
        u8::try_from(self.below(u64::from(bound))).expect("below a small bound")
    }

    fn number(&mut self) -> u32 {
        ((self.0)() >> 32) as u32
    }

    /// Returns a secret from which the orders of a deck's refills are made.
    pub fn secret(&mut self) -> [u8; 32] {
        let mut secret = [0; 32];
        for part in secret.chunks_exact_mut(8) {
            part.copy_from_slice(&(self.0)().to_le_bytes());
        }
        secret
    }
}

/// The depth of the stacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stacks {
    /// From a single chip to ten big bets.
    Short,
    /// From a hundred big bets on.
    Deep,
    /// Both at one table.
    Mixed,
}

/// The use of rules that are up to the house.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HouseRules {
    /// A random choice for each hand: a kitty, two boards, open folds, hands face up in a run-out, bets in the dark.
    #[default]
    Varied,
    /// None: only rules that every poker program shares.
    None,
}

/// The parameters of a simulation.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Game to be played.
    pub game: Arc<GameDef>,
    /// Number of players; `None` for a random number in each hand.
    pub players: Option<u8>,
    /// Depth of the stacks.
    pub stacks: Stacks,
    /// Use of house rules.
    pub rules: HouseRules,
}

/// A hand that was played, with everything needed to play it again.
#[derive(Clone, Debug)]
pub struct Played {
    /// Initial state of the hand.
    pub setup: Setup,
    /// Deck from which it was dealt.
    pub deck: Deck,
    /// All decisions in order.
    pub actions: Vec<(SeatIx, Action)>,
    /// All events in order.
    pub events: Vec<Event>,
    /// The hand at its end.
    pub hand: Box<Hand>,
}

/// A law that a hand broke.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{law}: {detail}")]
pub struct Broken {
    /// Name of the law.
    pub law: &'static str,
    /// Observation that contradicts it.
    pub detail: String,
}

/// Returns the error for a broken law.
///
/// # Errors
/// Always.
pub fn broken<T>(law: &'static str, detail: impl Into<String>) -> Result<T, Broken> {
    let detail = detail.into();
    Err(Broken { law, detail })
}

/// Number of decisions after which a hand counts as stuck.
const MOST_DECISIONS: usize = 2_000;

impl Plan {
    /// Draws random seats, stacks and stakes.
    pub fn setup<F: FnMut() -> u64>(&self, dice: &mut Dice<F>) -> Setup {
        let (min, max) = self.game.seats;
        let count = self.players.unwrap_or_else(|| {
            // Every other hand is short-handed, as that makes the longest rounds.
            let most = if dice.percent(50) { max.min(4) } else { max };
            min + dice.small(most - min + 1)
        });
        let limits: Vec<LimitKind> = self.game.limit_kinds().collect();
        let layout = self.game.blind_layout();
        let ante = dice.percent(30) && layout == BlindLayout::SmallAndBig;
        let formats = [AnteFormat::Classic, AnteFormat::Button, AnteFormat::BigBlind];
        let shows = [None, Some(ShowRule::All), Some(ShowRule::MuckLosers)];
        let betting_over = [BettingOver::NoBetPossible, BettingOver::AfterLastRound];
        let stakes = Stakes {
            limit: (!limits.is_empty()).then(|| limits[dice.index(limits.len())]),
            ante: ante.then_some(Chips::new(4)),
            ante_format: formats[dice.index(formats.len())],
            ..Stakes::default()
        };
        let structure = self.game.structure(&stakes).expect("default stakes fit");
        let bet = structure.reference_bet().get().max(1);
        let seats: Vec<SeatIx> = (0..count).map(SeatIx::new).collect();
        let dealer = SeatIx::new(dice.small(count));
        let dealt: SeatSet = seats.iter().copied().collect();
        let (small_blind, big_blind) = layout.seats(dealt, dealer);
        let players = seats.iter().map(|&seat| {
            let short = match self.stacks {
                Stacks::Short => true,
                Stacks::Deep => false,
                Stacks::Mixed => dice.percent(50),
            };
            let stack = if short {
                dice.between(1, 10 * bet)
            } else {
                dice.between(100 * bet, 300 * bet)
            };
            SeatSetup {
                seat,
                stack: Chips::new(stack),
                dead: false,
            }
        });
        let players: Vec<SeatSetup> = players.collect();
        let mut posts = structure.posts(dealt, dealer, small_blind, big_blind);
        let bomb_pot = self.rules == HouseRules::Varied && self.game.takes_bomb_pots() && dice.percent(10);
        if bomb_pot {
            let ante = |seat: &SeatIx| Post {
                seat: *seat,
                amount: structure.big_blind(),
                kind: PostKind::Ante,
            };
            posts = seats.iter().map(ante).collect();
        }
        if !bomb_pot && self.rules == HouseRules::Varied && self.game.takes_straddles() {
            posts.extend(straddle(&players, [small_blind, big_blind], &structure, &posts, dice));
        }
        Setup {
            seat_count: count,
            players,
            button: dealer,
            small_blind: small_blind.filter(|_| !bomb_pot),
            big_blind: big_blind.filter(|_| !bomb_pot),
            posts,
            bring_in: structure.bring_in,
            tiers: structure.tiers,
            carried: Chips::ZERO,
            openers: None,
            rules: match self.rules {
                HouseRules::Varied => TableRules {
                    open_fold: dice.percent(20),
                    all_in_face_up: dice.percent(50),
                    betting_over: betting_over[dice.index(betting_over.len())],
                    tabling: Tabling::AtOnce,
                    run_twice: dice.percent(50),
                    bomb_pot,
                    double_board: count <= self.game.double_board_seats() && dice.percent(20),
                    kitty: Chips::new(dice.between(0, 3)),
                    seven_deuce: if self.game.takes_seven_deuce() && dice.percent(50) {
                        Chips::new(dice.between(1, 5 * bet))
                    } else {
                        Chips::ZERO
                    },
                    show: shows[dice.index(shows.len())],
                    dark_bets: self.game.has_board() && dice.percent(50),
                    ..TableRules::default()
                },
                HouseRules::None => TableRules::default(),
            },
        }
    }

    /// Plays a hand to its end.
    ///
    /// # Errors
    /// If the hand gets stuck or refuses an action that it offered.
    pub fn play<F: FnMut() -> u64>(&self, dice: &mut Dice<F>) -> Result<Played, Broken> {
        let setup = self.setup(dice);
        Played::from_setup(&self.game, setup, dice)
    }

    /// Plays a hand to its end with some hands dead from the start, like those of absent players in a tournament.
    ///
    /// # Errors
    /// If the hand gets stuck or refuses an action that it offered.
    pub fn play_with_dead_hands<F: FnMut() -> u64>(&self, dice: &mut Dice<F>) -> Result<Played, Broken> {
        let mut setup = self.setup(dice);
        for player in &mut setup.players {
            player.dead = dice.percent(30);
        }
        Played::from_setup(&self.game, setup, dice)
    }
}

impl Played {
    /// Plays a hand from this setup to its end.
    ///
    /// # Errors
    /// If it cannot be dealt, gets stuck or refuses an action that it offered.
    pub fn from_setup<F: FnMut() -> u64>(
        game: &Arc<GameDef>,
        setup: Setup,
        dice: &mut Dice<F>,
    ) -> Result<Self, Broken> {
        let deck = shuffled_deck(game, dice);
        let dealt = Hand::deal(Arc::clone(game), setup.clone(), deck.clone());
        let (mut hand, mut events) = dealt.or_else(|error| broken("a hand can be dealt", error.to_string()))?;
        events.reserve(64);
        let mut actions = Vec::with_capacity(32);
        let mut choices = Choices::EMPTY;
        while let Some(turn) = hand.turn() {
            if actions.len() >= MOST_DECISIONS {
                return broken("every hand ends", format!("{MOST_DECISIONS} decisions"));
            }
            let (seat, action) = if let Some(offer) = hand.dark_offer().filter(|_| dice.percent(25)) {
                (offer.seat, decide_in_the_dark(offer, dice))
            } else {
                let waiting = turn.seats.iter().nth(dice.index(turn.seats.len()));
                let seat = waiting.expect("a turn is of a seat");
                hand.choices_to(seat, &mut choices);
                let Some(action) = decide(&choices, dice) else {
                    return broken("a seat that is asked has a choice", format!("{seat} has none"));
                };
                (seat, action)
            };
            if let Err(error) = hand.apply_to(seat, action, &mut events) {
                return broken("what is offered is accepted", format!("{seat} {action:?}: {error}"));
            }
            actions.push((seat, action));
        }
        Ok(Self {
            setup,
            deck,
            actions,
            events,
            hand,
        })
    }
}

/// Adds a straddle now and then, by a seat that is not a blind and has the whole amount left after its ante.
fn straddle<F: FnMut() -> u64>(
    players: &[SeatSetup],
    blinds: [Option<SeatIx>; 2],
    structure: &Structure,
    posts: &[Post],
    dice: &mut Dice<F>,
) -> Option<Post> {
    let amount = structure.big_blind().checked_mul(2)?;
    let has_all = |player: &&SeatSetup| {
        let owed = posts.iter().filter(|post| post.seat == player.seat);
        let owed: Chips = owed.map(|post| post.amount).sum();
        !blinds.contains(&Some(player.seat)) && player.stack.saturating_sub(owed) >= amount
    };
    let able: Vec<SeatIx> = players.iter().filter(has_all).map(|player| player.seat).collect();
    if able.is_empty() || !dice.percent(20) {
        return None;
    }
    Some(Post {
        seat: able[dice.index(able.len())],
        amount,
        kind: PostKind::Straddle,
    })
}

/// Returns a shuffled deck for a hand of the game, with refills if it has draws.
pub fn shuffled_deck<F: FnMut() -> u64>(game: &GameDef, dice: &mut Dice<F>) -> Deck {
    let deck = Deck::shuffled(game.cards(), &mut || dice.number());
    if game.has_draw() {
        deck.with_refills(dice.secret(), refill_order)
    } else {
        deck
    }
}

/// Returns the order of a refill in a simulated hand, from a small generator (splitmix64).
fn refill_order(secret: &[u8; 32], number: u32, cards: CardSet) -> Vec<Card> {
    let start = secret.iter().fold(u64::from(number), |sum, byte| {
        sum.wrapping_mul(0x0100_0000_01b3) ^ u64::from(*byte)
    });
    let mut state = start;
    let mut source = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 32) as u32
    };
    Deck::shuffled(cards, &mut source).order()
}

/// Picks one of the choices and fills it in; folds are rare, all-ins are not.
pub fn decide<F: FnMut() -> u64>(choices: &[Choice], dice: &mut Dice<F>) -> Option<Action> {
    let raise = choices
        .iter()
        .find(|choice| matches!(choice, Choice::Bet { .. } | Choice::Raise { .. }));
    let roll = dice.below(100);
    if let Some(choice @ (Choice::Bet { min, max } | Choice::Raise { min, max })) = raise.filter(|_| roll < 25) {
        let to = match roll {
            0..5 => *max,
            5..15 => *min,
            _ => Chips::new(dice.between(min.get(), min.get().saturating_mul(3).min(max.get()))),
        };
        return Some(if matches!(choice, Choice::Bet { .. }) {
            Action::Bet(to)
        } else {
            Action::Raise(to)
        });
    }
    let others = choices
        .iter()
        .filter(|choice| !matches!(choice, Choice::Bet { .. } | Choice::Raise { .. }));
    let mut calm = others.filter(|choice| roll >= 85 || !matches!(choice, Choice::Fold | Choice::Pass));
    let choice = match calm.clone().count() {
        0 => choices.first()?,
        count => calm.nth(dice.index(count))?,
    };
    Some(match choice {
        Choice::Fold => Action::Fold,
        Choice::Check => Action::Check,
        Choice::Call { .. } => Action::Call,
        Choice::Bet { min, .. } => Action::Bet(*min),
        Choice::Raise { min, .. } => Action::Raise(*min),
        Choice::Discard {
            min, max, cards, up, ..
        } => Action::Discard(some_of(*min, *max, cards, dice).union(some_of(up.min, up.max, &up.cards, dice))),
        Choice::Straddle { .. } => Action::Straddle,
        Choice::Decline => Action::Decline,
        Choice::Roll {
            min,
            max,
            cards,
            announce,
        } => Action::Roll {
            cards: some_of(*min, *max, cards, dice),
            announce: (!announce.is_empty()).then(|| announce[dice.index(announce.len())]),
        },
        Choice::Flip => Action::Flip,
        Choice::Keep => Action::Keep,
        Choice::Swap => Action::Swap,
        Choice::Arrange { cards } => {
            let mut order = *cards;
            for len in (2..=order.len()).rev() {
                order.swap(len - 1, dice.index(len));
            }
            Action::Arrange(order)
        }
        Choice::Buy { .. } => Action::Buy,
        Choice::Pass => Action::Pass,
        Choice::Declare { options } => Action::Declare(options[dice.index(options.len())]),
        Choice::RunTwice => Action::RunTwice,
        Choice::RunOnce => Action::RunOnce,
    })
}

/// Picks a check, or a bet of either bound or between them.
fn decide_in_the_dark<F: FnMut() -> u64>(offer: DarkOffer, dice: &mut Dice<F>) -> Action {
    let DarkOffer { min, max, .. } = offer;
    match dice.below(6) {
        0..3 => Action::CheckDark,
        3 => Action::BetDark(min),
        4 => Action::BetDark(max),
        _ => Action::BetDark(Chips::new(dice.between(min.get(), max.get()))),
    }
}

/// Picks from `min` to `max` of the cards.
fn some_of<F: FnMut() -> u64>(min: u8, max: u8, cards: &[Card], dice: &mut Dice<F>) -> CardSet {
    let count = usize::from(min + dice.small(max - min + 1));
    let mut cards = cards.to_vec();
    while cards.len() > count {
        cards.swap_remove(dice.index(cards.len()));
    }
    cards.into_iter().collect()
}
