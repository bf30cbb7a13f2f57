//! What a hand starts from.

use crate::deck::Deck;
use crate::game::{GameDef, Openers, Step};
use crate::limit::Limit;
use crate::{Chips, SeatIx, SeatSet};

pub use crate::game::ShowRule;
pub use crate::post::{Post, PostKind};

/// Everything a hand needs beside its game and its deck, as table law, a file or a test vector has resolved it.
/// A setup may be wrong: [`crate::Hand::deal`] checks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// How many seats the table has, empty ones included.
    pub seat_count: u8,
    /// The seats that take part, each once, in any order.
    pub players: Vec<SeatSetup>,
    /// The seat of the button; it may be empty.
    pub button: SeatIx,
    /// The seat of the small blind; it may be empty, and is `None` in games without one.
    pub small_blind: Option<SeatIx>,
    /// The seat after which the first betting round begins: the big blind, or the last straddle. `None` in games that
    /// have no blinds.
    pub big_blind: Option<SeatIx>,
    /// What is posted before the deal, in the order in which it is paid.
    pub posts: Vec<Post>,
    /// The forced bet of the door card, in stud games.
    pub bring_in: Option<Chips>,
    /// The betting limit of each tier; a round of a higher tier than there are uses the last one.
    pub tiers: Vec<Limit>,
    /// Chips that wait in the pot from an earlier hand.
    pub carried: Chips,
    /// What it takes to open, where that has changed since an earlier hand. Rule: variants V15.
    pub openers: Option<Openers>,
    /// The rules that differ from table to table.
    pub rules: TableRules,
}

impl Setup {
    /// The seats that take part and all chips in play, if a hand of the game can start from it.
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
                // A seat that has bet more than others must match could only take some of it back.
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
    /// Where.
    pub seat: SeatIx,
    /// Chips before anything is posted, above zero.
    pub stack: Chips,
    /// Whether the hand is dead from the start: dealt to an absent or penalised player of a tournament, who posts and
    /// cannot win. Rule: tournament 0, D-03.
    pub dead: bool,
}

/// Rules that differ from table to table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct TableRules {
    /// Whether a player may fold when checking is free. Rules: tournament 2.4, variants 4.1.
    pub open_fold: bool,
    /// Whether hands are tabled as soon as one is all-in and no more betting is possible. Rule: tournament 10.4.
    pub all_in_face_up: bool,
    /// When betting counts as over for that.
    pub betting_over: BettingOver,
    /// When the hands are tabled and the rest of the cards dealt, once an all-in is called.
    pub tabling: Tabling,
    /// Whether the players may agree to deal the rest of the board twice. Rule: variants 8.
    pub run_twice: bool,
    /// Whether there is no betting before the first cards of the board.
    pub bomb_pot: bool,
    /// Whether two boards are dealt, each for one half of every pot.
    pub double_board: bool,
    /// Whether players may check and bet in the dark. Rule: tournament 9.16.
    pub dark_bets: bool,
    /// Who shows at the showdown, where the game's own rule does not hold.
    pub show: Option<ShowRule>,
    /// What becomes of a bet or raise of another size than is legal.
    pub illegal_bets: IllegalBets,
    /// Chips that the kitty gets from the pot of a hand with more than one raise, zero where there is no kitty. Rule: variants
    /// 4.6.
    pub kitty: Chips,
    /// What each other player pays to the one who alone wins the main pot with a seven and a deuce, zero where there is no such
    /// bounty.
    pub seven_deuce: Chips,
    /// The smallest chip in play; every voluntary amount is a multiple of it, unless it is all-in.
    pub unit: Chips,
    /// Seats that give up at the showdown whatever they hold. Only a record of a past hand knows such seats: live, the
    /// cards speak.
    pub conceding: SeatSet,
    /// Seats that opened without the hand that it takes, where only a record of a past hand tells so.
    pub false_openers: SeatSet,
}

impl TableRules {
    /// A cash table: no open fold, nothing in the dark, all-in hands stay down until the showdown, the game's show rule, no kitty, unit 1.
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

/// When betting is over, so that the hands are tabled where one is all-in. Rule: tournament 10.4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BettingOver {
    /// When one player at most has chips left to bet.
    #[default]
    NoBetPossible,
    /// After the last betting round too, each seat that has chips left. Rule: tournament L-16.
    AfterLastRound,
}

/// When the hands are tabled and the rest of the cards dealt, once an all-in is called. Rule: tournament 2.9.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tabling {
    /// At once.
    #[default]
    AtOnce,
    /// When they are released, as in hand-for-hand: see [`crate::Hand::release`].
    OnRelease,
}

/// What becomes of a bet or raise of another size than is legal. Rule: variants 4.3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum IllegalBets {
    /// It is refused.
    #[default]
    Refuse,
    /// It counts as what is legal, beyond what is offered: a raise that is too small as a call, a bet or raise above the limit as
    /// one to the limit. What is in excess is dead money. No player can bet more than the stack.
    Forfeit,
}

/// Why a hand cannot be dealt from a setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Too few or too many seats take part for this game.
    #[error("{players} players take part, the game wants {min} to {max}")]
    PlayerCount {
        /// How many take part.
        players: u8,
        /// The least.
        min: u8,
        /// The most.
        max: u8,
    },
    /// A seat beyond the table's.
    #[error("there is no seat {seat} at a table of {seat_count}")]
    NoSuchSeat {
        /// The seat.
        seat: SeatIx,
        /// How many seats the table has.
        seat_count: u8,
    },
    /// A seat that is named twice.
    #[error("{seat} takes part twice")]
    SeatTwice {
        /// The seat.
        seat: SeatIx,
    },
    /// A seat without chips.
    #[error("{seat} has no chips")]
    NoChips {
        /// The seat.
        seat: SeatIx,
    },
    /// A post of nothing, by a seat that does not take part, a credit above the least bet, or a seat's blinds that together are
    /// more than the bet that they set.
    #[error("{seat} cannot post {amount}")]
    BadPost {
        /// The seat.
        seat: SeatIx,
        /// The amount.
        amount: Chips,
    },
    /// More chips in play than [`Chips::MAX`], or posts that sum to more.
    #[error("more chips in play than there can be")]
    TooManyChips,
    /// A betting game without a limit, or a limit below the smallest chip.
    #[error("the betting limit is missing or below the smallest chip")]
    BadLimit,
    /// A deck that is not the game's.
    #[error("the deck does not hold the cards of this game, each once")]
    BadDeck,
    /// Two boards in a game that does not have them, or with more players than its deck has cards for.
    #[error("two boards cannot be dealt to so many players of this game")]
    DoubleBoard,
}
