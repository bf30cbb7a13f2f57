//! The starting conditions of a hand.

use crate::deck::Deck;
use crate::game::{GameDef, Openers, Step};
use crate::limit::Limit;
use crate::{Chips, SeatIx, SeatSet};

pub use crate::game::ShowRule;
pub use crate::post::{Post, PostKind};

/// Everything a hand needs except its game and its deck, as resolved by table rules, a file or a test vector. A setup may be invalid:
/// [`crate::Hand::deal`] checks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Number of seats at the table, empty ones included.
    pub seat_count: u8,
    /// Seats that take part, each once, in any order.
    pub players: Vec<SeatSetup>,
    /// Seat of the button, which may be empty.
    pub button: SeatIx,
    /// Seat of the small blind, which may be empty; `None` in games without one.
    pub small_blind: Option<SeatIx>,
    /// Seat after which the first betting round begins: the big blind, or the last straddle. `None` in games without blinds.
    pub big_blind: Option<SeatIx>,
    /// Posts before the deal, in the order in which they are paid.
    pub posts: Vec<Post>,
    /// Amount of the bring-in, in stud games.
    pub bring_in: Option<Chips>,
    /// Betting limit of each tier; rounds of a higher tier use the last one.
    pub tiers: Vec<Limit>,
    /// Chips carried over from an earlier hand.
    pub carried: Chips,
    /// Hand required to open, if it differs from the game's because of earlier hands. Rule: variants V15.
    pub openers: Option<Openers>,
    /// Rules that differ from table to table.
    pub rules: TableRules,
}

impl Setup {
    /// Checks that a hand of the game can start from this setup, and returns the seats that take part and all chips in play.
    pub(crate) fn check(&self, game: &GameDef, deck: &Deck) -> Result<(SeatSet, Chips), SetupError> {
        let (min, max) = game.seats;
        let players = u8::try_from(self.players.len()).unwrap_or(u8::MAX);
        if !(min..=max).contains(&players) {
            return Err(SetupError::PlayerCount { players, min, max });
        }
        let seat_count = self.seat_count;
        let mut seats = SeatSet::EMPTY;
        let mut total = Some(self.carried);
        for player in &self.players {
            let seat = player.seat;
            if seat.index() >= seat_count {
                return Err(SetupError::NoSuchSeat { seat, seat_count });
            }
            if seats.contains(seat) {
                return Err(SetupError::SeatTwice { seat });
            }
            if player.stack.is_zero() {
                return Err(SetupError::NoChips { seat });
            }
            seats.insert(seat);
            total = total.and_then(|total| total.checked_add(player.stack));
        }
        let total = total.ok_or(SetupError::TooManyChips)?;
        let positions = [Some(self.button), self.small_blind, self.big_blind];
        if let Some(seat) = positions.into_iter().flatten().find(|seat| seat.index() >= seat_count) {
            return Err(SetupError::NoSuchSeat { seat, seat_count });
        }
        if let Some(post) = self
            .posts
            .iter()
            .find(|post| post.amount.is_zero() || !seats.contains(post.seat))
        {
            let (seat, amount) = (post.seat, post.amount);
            return Err(SetupError::BadPost { seat, amount });
        }
        let mut posts = self.posts.iter().map(|post| post.amount);
        posts
            .try_fold(Chips::ZERO, Chips::checked_add)
            .ok_or(SetupError::TooManyChips)?;
        let first_bet = game.steps.iter().find_map(|step| match step {
            Step::Bet(bet) => Some(bet),
            _ => None,
        });
        let tier = first_bet.map_or(0, |bet| usize::from(bet.tier.max(1)) - 1);
        let least = self.tiers.get(tier).or(self.tiers.last()).map(|limit| limit.min_bet());
        let sets_bet = self.posts.iter().filter(|post| post.kind.sets_bet());
        let bet = sets_bet.map(|post| post.amount).max().unwrap_or_default();
        for Post { seat, amount, kind } in self.posts.iter().copied() {
            let posted = |counts: fn(PostKind) -> bool| {
                let same = self
                    .posts
                    .iter()
                    .filter(|other| other.seat == seat && counts(other.kind));
                same.map(|other| other.amount).sum::<Chips>()
            };
            let is_above = |least: Chips| match kind {
                PostKind::Credit if posted(|kind| kind == PostKind::Credit) > least => true,
                // A seat that bet more than others must match could only take part of it back.
                _ => kind.is_live() && posted(PostKind::is_live) > bet.max(least),
            };
            if least.is_some_and(is_above) {
                return Err(SetupError::BadPost { seat, amount });
            }
        }
        let bets = first_bet.is_some();
        let unit = self.rules.unit;
        let too_small = |limit: &Limit| limit.min_bet() < unit;
        if unit.is_zero() || (bets && self.tiers.is_empty()) || self.tiers.iter().any(too_small) {
            return Err(SetupError::BadLimit);
        }
        if !deck.consists_of(game.cards()) || (!deck.can_refill() && game.has_draw()) {
            return Err(SetupError::BadDeck);
        }
        if self.rules.double_board && players > game.double_board_seats() {
            return Err(SetupError::DoubleBoard);
        }
        Ok((seats, total))
    }
}

/// One seat that takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatSetup {
    /// Position at the table.
    pub seat: SeatIx,
    /// Chips before any post, above zero.
    pub stack: Chips,
    /// `true` if the hand is dead from the start: dealt to an absent or penalised tournament player, who posts and cannot win.
    /// Rule: tournament 0, D-03.
    pub dead: bool,
}

/// Rules that differ from table to table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct TableRules {
    /// `true` if a player may fold when checking is free. Rules: tournament 2.4, variants 4.1.
    pub open_fold: bool,
    /// `true` if hands are tabled as soon as a player is all-in and no more betting is possible. Rule: tournament 10.4.
    pub all_in_face_up: bool,
    /// Point at which betting counts as over for tabling the hands.
    pub betting_over: BettingOver,
    /// Timing of the tabled hands and the rest of the cards, once an all-in is called.
    pub tabling: Tabling,
    /// `true` if the players may agree to run it twice. Rule: variants 8.
    pub run_twice: bool,
    /// `true` if there is no betting before the first cards of the board.
    pub bomb_pot: bool,
    /// `true` if two boards are dealt, each for half of every pot.
    pub double_board: bool,
    /// `true` if players may check and bet in the dark. Rule: tournament 9.16.
    pub dark_bets: bool,
    /// Show rule that replaces the game's own at the showdown, if any.
    pub show: Option<ShowRule>,
    /// Treatment of a bet or raise of an illegal size.
    pub illegal_bets: IllegalBets,
    /// Chips the kitty takes from the pot of a hand with more than one raise; zero without a kitty. Rule: variants 4.6.
    pub kitty: Chips,
    /// Bounty that each other player pays to a sole winner of the main pot with a seven and a deuce; zero without one.
    pub seven_deuce: Chips,
    /// Smallest chip in play; every voluntary amount is a multiple of it, except an all-in.
    pub unit: Chips,
    /// Seats that concede at the showdown whatever they hold. Only the record of a past hand has such seats: live, the cards speak.
    pub conceding: SeatSet,
    /// Seats that opened without openers. Known only from the record of a past hand.
    pub false_openers: SeatSet,
}

impl TableRules {
    /// Rules of a cash table: no open fold, nothing in the dark, all-in hands stay down until the showdown, the game's show rule, no kitty,
    /// unit 1.
    pub const CASH: Self = Self {
        open_fold: false,
        all_in_face_up: false,
        betting_over: BettingOver::NoBetPossible,
        tabling: Tabling::AtOnce,
        run_twice: false,
        bomb_pot: false,
        double_board: false,
        dark_bets: false,
        illegal_bets: IllegalBets::Refuse,
        kitty: Chips::ZERO,
        seven_deuce: Chips::ZERO,
        show: None,
        unit: Chips::new(1),
        conceding: SeatSet::EMPTY,
        false_openers: SeatSet::EMPTY,
    };
}

impl Default for TableRules {
    /// [`Self::CASH`].
    fn default() -> Self {
        Self::CASH
    }
}

/// Point at which betting counts as over, so that hands are tabled if a player is all-in. Rule: tournament 10.4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BettingOver {
    /// At most one player has chips left to bet.
    #[default]
    NoBetPossible,
    /// At most one player has chips left to bet, or the last betting round has closed. Rule: tournament L-16.
    AfterLastRound,
}

/// Timing of the tabled hands and the rest of the cards, once an all-in is called. Rule: tournament 2.9.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tabling {
    /// Immediately.
    #[default]
    AtOnce,
    /// On release, as in hand-for-hand play: see [`crate::Hand::release`].
    OnRelease,
}

/// Treatment of a bet or raise of an illegal size. Rule: variants 4.3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum IllegalBets {
    /// The action is refused.
    #[default]
    Refuse,
    /// Besides the sizes offered, others count as the legal action nearest to them: a raise that is too small as a call, a bet or raise
    /// above the limit as one to the limit. The excess is dead money. No player can bet more than the stack.
    Forfeit,
}

/// Reason why a hand cannot be dealt from a setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Too few or too many seats take part for this game.
    #[error("{players} players take part, but the game is for {min} to {max}")]
    PlayerCount {
        /// Seats that take part.
        players: u8,
        /// Smallest number of players.
        min: u8,
        /// Largest number of players.
        max: u8,
    },
    /// A seat lies beyond the seats of the table.
    #[error("there is no seat {seat} at a table of {seat_count}")]
    NoSuchSeat {
        /// The invalid seat.
        seat: SeatIx,
        /// Number of seats at the table.
        seat_count: u8,
    },
    /// A seat is named twice.
    #[error("{seat} takes part twice")]
    SeatTwice {
        /// Seat named twice.
        seat: SeatIx,
    },
    /// A seat has no chips.
    #[error("{seat} has no chips")]
    NoChips {
        /// Seat without chips.
        seat: SeatIx,
    },
    /// A post is zero, is made by a seat that does not take part, is a credit above the minimum bet, or is one of a seat's blinds that
    /// together exceed the bet they set.
    #[error("{seat} cannot post {amount}")]
    BadPost {
        /// Seat of the post.
        seat: SeatIx,
        /// Amount of the post.
        amount: Chips,
    },
    /// The chips in play, or the posts, exceed [`Chips::MAX`] in sum.
    #[error("more chips in play than there can be")]
    TooManyChips,
    /// A betting game has no limit, or a limit is below the smallest chip.
    #[error("the betting limit is missing or below the smallest chip")]
    BadLimit,
    /// The deck does not match the game.
    #[error("the deck does not hold the cards of this game, each once")]
    BadDeck,
    /// The game cannot have two boards, or its deck has too few cards for two boards and this many players.
    #[error("two boards cannot be dealt to so many players of this game")]
    DoubleBoard,
}
