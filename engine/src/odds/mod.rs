//! Odds from one player's point of view: the chance to win, the outs, the price of a call.
//!
//! A [`Sight`] holds the player's own cards, all face-up cards, and the number of face-down cards others hold. It has no room for a card
//! that the player does not see, so nothing here can give one away. The rest is dealt to the end many times, with random numbers supplied
//! by the caller, and compared as the showdown would.
//!
//! Unknown facts are modelled simply. Every hidden hand is equally likely, whatever its owner did, and every player stays to the end.
//! - Draws: the player discards, once, the cards whose exchange promises most in a sample of draws; the hands of others, who also draw, are
//!   the best of several random ones ([`Sight::draws`]). Later draws of the player are ignored.
//! - Cards to be discarded without replacement, or turned up: every player independently keeps the cards that make the best hand in the
//!   end; the first face-down cards are turned up.
//! - Declarations not revealed yet: cards speak, on both sides.

mod deal;
mod exchange;
mod known;
mod outs;
mod unbeatable;

pub use exchange::{cards_to_discard, cards_to_exchange};
pub use known::{Known, known_price, known_shares};
pub use outs::{LEAD, Outs, outs};
pub use unbeatable::is_unbeatable;

use crate::action::Declaration;
use crate::eval::Strength;
use crate::game::{Face, GameDef, Rolls, Step};
use crate::list::Cards;
use crate::{Card, CardSet, Chips};

/// Strengths that one question may compare if hands are plain: a few milliseconds of work.
const PLAIN_WORK: usize = 60_000;

/// Strengths that one question may compare if wild cards or special hands make each of them many times as slow.
const WILD_WORK: usize = 1_500;

/// Maximum number of evaluations of hands that one question may take, about a tenth of a second: the limit for games that look at very many cards for
/// each strength.
pub const EVALUATIONS_MOST: u64 = 8_000_000;

/// Maximum number of deals for one question. More would not visibly improve the answer.
const DEALS_MAX: u32 = 4_000;

/// Fewest deals for one question, however many cards and players there are.
const DEALS_MIN: u32 = 24;

/// The whole of which shares are expressed as parts.
pub const WHOLE: u64 = 1_000;

/// A hand of an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rival {
    /// Face-up cards.
    pub up: Cards,
    /// Number of face-down cards.
    pub down: usize,
    /// The opponent's declaration, once revealed.
    pub declared: Option<Declaration>,
}

/// A running hand as one player sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The player's own face-down cards, in the order in which they were dealt.
    pub down: Cards,
    /// The player's own face-up cards.
    pub up: Cards,
    /// First card dealt to the player face down.
    pub first_down: Option<Card>,
    /// The player's declaration, if any.
    pub declared: Option<Declaration>,
    /// Opponents who still contend.
    pub rivals: Vec<Rival>,
    /// Places of the board; `None` is a face-down card.
    pub board: Vec<Option<Card>>,
    /// Cards that the player has seen and that are no longer in a hand: the player's discards, and face-up cards of folded hands.
    pub gone: CardSet,
    /// Steps of the game's script still to come.
    pub ahead: Vec<Step>,
}

/// Result of many deals to the end. The counts are of whole deals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chance {
    /// Number of deals.
    pub deals: u32,
    /// Deals in which the player won everything.
    pub won: u32,
    /// Deals in which the player won a share.
    pub shared: u32,
    /// The player's average share of the pot, in thousandths.
    pub pot: u64,
    /// The player's average share of the high side alone, in thousandths; 0 if there is none.
    pub high: u64,
    /// The player's average share of the low side alone, in thousandths; 0 if there is none.
    pub low: u64,
}

/// One hand at the table, as far as it is known.
#[derive(Clone, Debug)]
struct KnownHand {
    down: Cards,
    up: Cards,
    first_down: Option<Card>,
    declared: Option<Declaration>,
    /// Number of unknown face-down cards.
    hidden: usize,
    /// Number of random hands of which this one is the best.
    best_of: usize,
}

/// Known facts of a running hand.
#[derive(Clone, Debug)]
struct Field<'a> {
    game: &'a GameDef,
    places: Vec<KnownHand>,
    /// Faces of the cards still to be dealt to each player.
    faces: Vec<Face>,
    /// Places of the board; `None` is a face-down card.
    board: Vec<Option<Card>>,
    board_to_come: usize,
    /// Number of cards each player has still to discard without replacement.
    discarded: usize,
    /// Number of down cards each player has still to turn up.
    rolls: usize,
    unseen: CardSet,
}

/// A player's share of the pot and of each side, in thousandths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Won {
    pot: u64,
    high: u64,
    low: u64,
}

/// Strength of a hand on each side; `None` if it does not qualify or there is no such side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Worth {
    high: Option<Strength>,
    low: Option<Strength>,
}

impl Chance {
    /// Returns `deals` as thousandths of all deals.
    pub fn per_mille(&self, deals: u32) -> u64 {
        (u64::from(deals) * WHOLE)
            .checked_div(self.deals.into())
            .unwrap_or_default()
    }
}

/// Returns the share of the pot after the call, in thousandths and rounded up, that a call has to win to break even in the long run.
///
/// ```
/// use poker_engine::Chips;
/// use poker_engine::odds::price_of;
///
/// // 50 to win 150: a quarter of the 200 that are there then.
/// assert_eq!(price_of(Chips::new(50), Chips::new(150)), 250);
/// assert_eq!(price_of(Chips::ZERO, Chips::new(150)), 0);
/// ```
pub fn price_of(call: Chips, pot: Chips) -> u64 {
    let (call, pot) = (u128::from(call.get()), u128::from(pot.get()));
    let part = (call * u128::from(WHOLE)).div_ceil((call + pot).max(1));
    u64::try_from(part).unwrap_or(WHOLE)
}

impl Sight {
    /// Returns the player's own cards.
    pub fn own(&self) -> CardSet {
        self.down.iter().chain(self.up.iter()).copied().collect()
    }

    /// Returns the cards of the game that the player does not see.
    pub fn unseen(&self, game: &GameDef) -> CardSet {
        let open = self.rivals.iter().flat_map(|rival| rival.up.iter().copied());
        let board = self.board.iter().copied().flatten();
        let seen: CardSet = open.chain(board).collect();
        game.cards().difference(seen.union(self.own()).union(self.gone))
    }

    /// Returns the number of draws still to come.
    pub fn draws(&self) -> usize {
        self.ahead
            .iter()
            .filter(|step| matches!(step, Step::Draw { .. }))
            .count()
    }

    /// Returns the same hand after the player has discarded these cards without replacement.
    #[must_use]
    pub fn without(&self, discarded: CardSet) -> Self {
        let mut sight = self.clone();
        sight.down.retain(|card| !discarded.contains(*card));
        sight.up.retain(|card| !discarded.contains(*card));
        sight.gone = sight.gone.union(discarded);
        sight
    }

    /// Returns the faces of the cards still to be dealt to each player.
    fn faces_ahead(&self) -> Vec<Face> {
        let dealt = |step: &Step| match step {
            Step::Deal(faces) => faces.to_vec(),
            Step::OptionalRoll => vec![Face::Up],
            _ => Vec::new(),
        };
        self.ahead.iter().flat_map(dealt).collect()
    }

    fn place(&self) -> KnownHand {
        KnownHand {
            down: self.down,
            up: self.up,
            first_down: self.first_down,
            declared: self.declared,
            hidden: 0,
            best_of: 1,
        }
    }

    fn field<'a>(&self, game: &'a GameDef) -> Field<'a> {
        let best_of = 1 + self.draws();
        let rivals = self.rivals.iter().map(|rival| KnownHand {
            down: Cards::EMPTY,
            up: rival.up,
            first_down: None,
            declared: rival.declared,
            hidden: rival.down,
            best_of,
        });
        Field {
            game,
            places: std::iter::once(self.place()).chain(rivals).collect(),
            faces: self.faces_ahead(),
            board: self.board.clone(),
            board_to_come: board_ahead(&self.ahead),
            discarded: discards_ahead(&self.ahead),
            rolls: rolls_ahead(&self.ahead),
            unseen: self.unseen(game),
        }
    }
}

/// Returns the number of board cards still to come.
fn board_ahead(ahead: &[Step]) -> usize {
    let dealt = |step: &Step| match step {
        Step::Board { count, .. } => usize::from(*count),
        Step::Communal => 1,
        _ => 0,
    };
    ahead.iter().map(dealt).sum()
}

/// Returns the number of cards each player has still to discard without replacement.
fn discards_ahead(ahead: &[Step]) -> usize {
    let discarded = |step: &Step| match step {
        Step::Discard { down, up } => usize::from(*down) + usize::from(*up),
        _ => 0,
    };
    ahead.iter().map(discarded).sum()
}

/// Returns the number of down cards each player has still to turn up in the steps ahead.
fn rolls_ahead(ahead: &[Step]) -> usize {
    let turned = |step: &Step| match step {
        Step::Roll { which, .. } => match which {
            Rolls::Chosen(count) => usize::from(*count),
            Rolls::Near => 1,
            Rolls::All => Cards::ROOM,
        },
        _ => 0,
    };
    ahead.iter().map(turned).sum()
}

/// Returns the player's chances if every player stays to the end. The same numbers from `random` give the same answer; the number of deals
/// depends only on the game and the number of players, so that the work is bounded.
///
/// ```
/// use poker_engine::card::parse_cards;
/// use poker_engine::game::catalogue;
/// use poker_engine::list::Cards;
/// use poker_engine::odds::{Rival, Sight, chance};
///
/// let game = catalogue::find("no-limit-holdem").expect("it is in the catalogue");
/// let down: Cards = parse_cards("As Ah")?.into_iter().collect();
/// let sight = Sight {
///     first_down: down.first().copied(),
///     down,
///     up: Cards::EMPTY,
///     declared: None,
///     rivals: vec![Rival { up: Cards::EMPTY, down: 2, declared: None }],
///     board: Vec::new(),
///     gone: Default::default(),
///     ahead: game.steps[3..].to_vec(),
/// };
/// let mut seed = 1u64;
/// let chance = chance(game, &sight, &mut || {
///     seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
///     seed ^ seed >> 32
/// });
/// // Two aces win 85 pots in a hundred against any one hand.
/// assert!((820..880).contains(&chance.pot));
/// # Ok::<(), poker_engine::card::ParseCardError>(())
/// ```
pub fn chance(game: &GameDef, sight: &Sight, random: &mut impl FnMut() -> u64) -> Chance {
    let discarded = next_draw(&sight.ahead).map(|max| cards_to_exchange(game, sight, (0, max), random));
    let sight = &discarded.map_or_else(|| sight.clone(), |discarded| sight.without(discarded));
    let mut field = sight.field(game);
    // Discarded cards are replaced by face-down cards.
    let drawn = discarded.map_or(0, CardSet::len);
    field.places[0].hidden = drawn;
    let deals = field.deals();
    let mut deck: Vec<Card> = field.unseen.iter().collect();
    let mut chance = Chance {
        deals,
        ..Chance::default()
    };
    for _ in 0..deals {
        let won = field.deal(&mut deck, random)[0];
        chance.won += u32::from(won.pot == WHOLE);
        chance.shared += u32::from(won.pot > 0 && won.pot < WHOLE);
        chance.pot += won.pot;
        chance.high += won.high;
        chance.low += won.low;
    }
    let deals = u64::from(deals);
    for sum in [&mut chance.pot, &mut chance.high, &mut chance.low] {
        *sum /= deals;
    }
    chance
}

/// Returns the most cards that may be exchanged in the next draw, if one is still to come.
fn next_draw(ahead: &[Step]) -> Option<usize> {
    ahead.iter().find_map(|step| match step {
        Step::Draw { max, .. } => Some(usize::from(*max)),
        _ => None,
    })
}
