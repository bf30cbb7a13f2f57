//! What a player can expect, from what that player sees: the chance to win, the cards that would help, the price of a call.
//!
//! A [`Sight`] holds the player's own cards, the cards that lie face up, and how many cards others hold face down. It has no
//! room for a card that the player does not see, so nothing here can give one away. The rest is dealt to the end many times,
//! with numbers that the caller draws, and compared as the showdown would.
//!
//! What is not known is simple. Every hidden hand is as likely as any other, whatever its owner did; everybody stays to the end.
//! - Draws: the player discards what a sample of draws promises most for, once; the hands of others, who also draw, are the best
//!   of several random ones ([`Sight::draws`]). Later draws of the player are left out.
//! - Cards that will be discarded for good, or turned up: everybody keeps, side by side, those that make most in the end; the
//!   first ones that lie face down are turned up.
//! - Declarations that are not told yet: cards speak, on both sides.

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
use crate::game::{Face, GameDef, Step};
use crate::list::Cards;
use crate::{Card, CardSet, Chips};
use deal::{Field, Place};

/// Strengths that one question may compare where hands are plain, a few milliseconds of work.
const PLAIN_WORK: usize = 60_000;

/// The same where wild cards or special hands make each of them many times as slow.
const WILD_WORK: usize = 1_500;

/// The most evaluations of hands that one question takes, about a tenth of a second: what bounds it where a game looks at very many
/// cards for each strength.
pub const EVALUATIONS_MOST: u64 = 8_000_000;

/// The most deals of one question. More would not make the answer visibly better.
const DEALS_MAX: u32 = 4_000;

/// The fewest deals of one question, however many cards and players there are.
const DEALS_MIN: u32 = 24;

/// The whole in which parts are told.
pub const WHOLE: u64 = 1_000;

/// A hand that others hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rival {
    /// Its cards that lie face up.
    pub up: Cards,
    /// How many cards it holds face down.
    pub down: usize,
    /// What it has declared, once that is told.
    pub declared: Option<Declaration>,
}

/// A hand in its course, as one player sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The player's own cards that lie face down, in the order in which they came.
    pub down: Cards,
    /// The player's own cards that lie face up.
    pub up: Cards,
    /// The first card that the player was dealt face down.
    pub first_down: Option<Card>,
    /// What the player has declared.
    pub declared: Option<Declaration>,
    /// Those who contend beside the player.
    pub rivals: Vec<Rival>,
    /// The board by its places, `None` where a card lies face down.
    pub board: Vec<Option<Card>>,
    /// Cards that the player has seen and that are in no hand now: discarded by the player, or face up in a folded hand.
    pub gone: CardSet,
    /// The steps of the game's script that are still to come.
    pub ahead: Vec<Step>,
}

/// What came of many deals to the end. The counts are of whole deals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chance {
    /// How many deals there were.
    pub deals: u32,
    /// Deals in which the player won everything.
    pub won: u32,
    /// Deals in which the player won a part.
    pub shared: u32,
    /// The player's part of the pot on average, in thousandths.
    pub pot: u64,
    /// The player's part of the high side alone, in thousandths; 0 where there is none.
    pub high: u64,
    /// The player's part of the low side alone, in thousandths; 0 where there is none.
    pub low: u64,
}

impl Chance {
    /// So many of the deals, in thousandths.
    pub fn per_mille(&self, deals: u32) -> u64 {
        (u64::from(deals) * WHOLE)
            .checked_div(self.deals.into())
            .unwrap_or_default()
    }
}

/// What a call has to win, in thousandths of the pot that it makes, so that it costs nothing in the long run; rounded up.
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
    /// The player's own cards.
    pub fn own(&self) -> CardSet {
        self.down.iter().chain(self.up.iter()).copied().collect()
    }

    /// The cards of the game that the player does not see.
    pub fn unseen(&self, game: &GameDef) -> CardSet {
        let open = self.rivals.iter().flat_map(|rival| rival.up.iter().copied());
        let board = self.board.iter().copied().flatten();
        let seen: CardSet = open.chain(board).collect();
        game.cards().difference(seen.union(self.own()).union(self.gone))
    }

    /// How many draws are still to come.
    pub fn draws(&self) -> usize {
        self.ahead
            .iter()
            .filter(|step| matches!(step, Step::Draw { .. }))
            .count()
    }

    /// The same hand after the player has discarded these cards for good.
    #[must_use]
    pub fn without(&self, discarded: CardSet) -> Self {
        let mut sight = self.clone();
        sight.down.retain(|card| !discarded.contains(*card));
        sight.up.retain(|card| !discarded.contains(*card));
        sight.gone = sight.gone.union(discarded);
        sight
    }

    /// The faces of the cards that each player is still dealt.
    fn faces_ahead(&self) -> Vec<Face> {
        let dealt = |step: &Step| match step {
            Step::Deal(faces) => faces.to_vec(),
            Step::OptionalRoll => vec![Face::Up],
            _ => Vec::new(),
        };
        self.ahead.iter().flat_map(dealt).collect()
    }

    fn place(&self) -> Place {
        Place {
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
        let rivals = self.rivals.iter().map(|rival| Place {
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
            rolls: deal::rolls_ahead(&self.ahead),
            unseen: self.unseen(game),
        }
    }
}

/// How many cards of the board are still to come.
fn board_ahead(ahead: &[Step]) -> usize {
    let dealt = |step: &Step| match step {
        Step::Board { count, .. } => usize::from(*count),
        Step::Communal => 1,
        _ => 0,
    };
    ahead.iter().map(dealt).sum()
}

/// How many cards each player is still to discard for good.
fn discards_ahead(ahead: &[Step]) -> usize {
    let discarded = |step: &Step| match step {
        Step::Discard { down, up } => usize::from(*down) + usize::from(*up),
        _ => 0,
    };
    ahead.iter().map(discarded).sum()
}

/// What the player can expect if everybody stays to the end. The same numbers from `random` give the same answer; how many
/// deals there are follows from the game and the number of players alone, so that the work is bounded.
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
    // What is discarded now is drawn anew, face down.
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

/// The most cards that may be exchanged in the next draw, if one is still to come.
fn next_draw(ahead: &[Step]) -> Option<usize> {
    ahead.iter().find_map(|step| match step {
        Step::Draw { max, .. } => Some(usize::from(*max)),
        _ => None,
    })
}
