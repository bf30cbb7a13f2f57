//! Outs: the cards that would put a hand in front.

use super::deal::Dealer;
use super::{Field, Sight, WHOLE, Worth};
use crate::eval::Ranking;
use crate::game::{Face, GameDef, Step};
use crate::list::Cards;
use crate::{Card, CardSet};

/// Share of the pot, in thousandths, from which a hand leads: it would win two pots in three if the cards were shown now.
pub const LEAD: u64 = 667;

/// Maximum number of hands that every card is measured against.
const TRIALS: usize = 120;

/// Fewest hands that every card is measured against.
const TRIALS_MIN: usize = 6;

/// Destination of the next card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Board,
    Own(Face),
}

/// Outs of a hand, and whether it already leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outs {
    /// `true` if the hand would take at least [`LEAD`] of the pot from random hidden hands in an immediate showdown.
    pub leads: bool,
    /// Unseen cards that, as the next card to the board or to the player, would each put a trailing hand in the lead.
    pub cards: CardSet,
}

/// Returns whether the player's hand leads, and the single cards that would put it in the lead.
///
/// `None` if there is no such card: the next cards come several at a time, after a draw, or not at all, or a hand would still be smaller
/// than at the showdown.
pub fn outs(game: &GameDef, sight: &Sight, random: &mut impl FnMut() -> u64) -> Option<Outs> {
    let next = next_card(sight)?;
    let showdown = game.showdown();
    let size = [showdown.high, showdown.low]
        .into_iter()
        .flatten()
        .map(Ranking::hand_size)
        .max()?;
    let board = sight.board.iter().flatten().count();
    if sight.down.len() + sight.up.len() + board + 1 < size {
        return None;
    }
    let field = Field {
        faces: Vec::new(),
        board_to_come: 0,
        // A card to be discarded later still counts now.
        ..sight.field(game)
    };
    let unseen = field.unseen;
    let each = unseen.len() * field.places.len();
    let trials = (field.work() / 2 / each.max(1)).clamp(TRIALS_MIN, TRIALS);
    if share(&field, sight, None, trials, random) >= LEAD {
        return Some(Outs {
            leads: true,
            cards: CardSet::EMPTY,
        });
    }
    let helps = |card: &Card| share(&field, sight, Some((*card, next)), trials, random) >= LEAD;
    Some(Outs {
        leads: false,
        cards: unseen.iter().filter(helps).collect(),
    })
}

/// Returns the destination of the next card, if a single one comes next to each player or to the board.
fn next_card(sight: &Sight) -> Option<Next> {
    sight.ahead.iter().find_map(|step| match step {
        Step::Board {
            count: 1,
            face: Face::Up,
        }
        | Step::Turn(1) => Some(Some(Next::Board)),
        Step::Deal(faces) if faces.len() == 1 => Some(Some(Next::Own(faces[0]))),
        Step::Board { .. } | Step::Turn(_) | Step::Deal(_) | Step::Draw { .. } | Step::OptionalRoll => Some(None),
        _ => None,
    })?
}

/// Returns the share of the pot if hands were compared now, with or without one more card.
fn share(
    field: &Field<'_>,
    sight: &Sight,
    card: Option<(Card, Next)>,
    trials: usize,
    random: &mut impl FnMut() -> u64,
) -> u64 {
    let (mut down, mut up) = (sight.down, sight.up);
    let mut board: Vec<Option<Card>> = sight.board.clone();
    match card {
        Some((card, Next::Board)) => match board.iter_mut().find(|place| place.is_none()) {
            Some(place) => *place = Some(card),
            None => board.push(Some(card)),
        },
        Some((card, Next::Own(Face::Down))) => down.push(card),
        Some((card, Next::Own(Face::Up))) => up.push(card),
        None => {}
    }
    let own = field.worth_with(down, up, sight.first_down, &board);
    let come = card.map(|(card, _)| card);
    let mut deck: Vec<Card> = field.unseen.iter().filter(|card| Some(*card) != come).collect();
    let more = usize::from(matches!(card, Some((_, Next::Own(_)))));
    let mut sum = 0;
    for _ in 0..trials {
        let mut cards = Dealer::new(&mut deck, &mut *random);
        let rivals = field.places.iter().skip(1).map(|place| {
            let hidden: Cards = (0..place.hidden + more).map_while(|_| cards.next()).collect();
            field.worth_with(hidden, place.up, None, &board)
        });
        let worths: Vec<Worth> = std::iter::once(own).chain(rivals).collect();
        sum += field.award(&worths)[0].pot;
    }
    debug_assert!(sum <= WHOLE * trials as u64, "a part is no more than the whole");
    sum / trials.max(1) as u64
}
