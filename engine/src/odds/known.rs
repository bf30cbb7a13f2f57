//! Equity of hands that are all face up, with no decision left.

use super::{DEALS_MAX, DEALS_MIN, EVALUATIONS_MOST, Field, KnownHand, PLAIN_WORK, WHOLE, WILD_WORK, board_ahead};
use crate::action::Declaration;
use crate::eval::each_subset;
use crate::game::{Face, GameDef, Step};
use crate::list::Cards;
use crate::{Card, CardSet};

/// Maximum number of boards that are enumerated; beyond that, boards are dealt at random.
const BOARDS_MAX: usize = 1_500;

/// Maximum number of boards that are enumerated if wild cards or special hands make comparisons slow.
const WILD_BOARDS_MAX: usize = 50;

/// A hand that all viewers see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Cards dealt face down, in order.
    pub down: Cards,
    /// Other cards of the hand.
    pub up: Cards,
    /// Declaration of its player, if any.
    pub declared: Option<Declaration>,
}

/// Returns each hand's share of the pot, in thousandths, when the cards to come are left to chance, with the number of deals examined and
/// whether those are all possible deals. The shares add up to 1000, less rounding.
///
/// The cards already dealt determine what is to come: the board as it stands and the number of cards in each hand identify the place in the
/// game's script. `gone` are cards that all viewers have seen and that cannot come. Returns `None` if
/// - a draw, a discard, a declaration or another decision may still come,
/// - the script has no place at which the cards lie like this,
/// - a card appears twice or does not belong to the game, or the deck has too few cards.
pub fn known_shares(
    game: &GameDef,
    hands: &[Known],
    board: &[Option<Card>],
    gone: CardSet,
    random: &mut impl FnMut() -> u64,
) -> Option<(Vec<u64>, u32, bool)> {
    let held = held_by_each(hands)?;
    let ahead = ahead_of(game, held, board.len())?;
    let is_told = hands.iter().all(|hand| hand.declared.is_some());
    let is_choice = |step: &Step| match step {
        Step::Draw { .. } | Step::Discard { .. } | Step::OptionalRoll | Step::Arrange => true,
        Step::Declare { .. } => !is_told,
        _ => false,
    };
    if ahead.iter().any(is_choice) || !game.triggers.is_empty() {
        return None;
    }
    let unseen = game.cards().difference(apart(game, hands, board, gone)?);
    let faces = ahead.iter().flat_map(|step| match step {
        Step::Deal(faces) => faces.to_vec(),
        _ => Vec::new(),
    });
    let places = hands.iter().map(|hand| KnownHand {
        down: hand.down,
        up: hand.up,
        first_down: hand.down.first().copied(),
        declared: hand.declared,
        hidden: 0,
        best_of: 1,
    });
    let field = Field {
        game,
        places: places.collect(),
        faces: faces.collect::<Vec<Face>>(),
        board: board.to_vec(),
        board_to_come: board_ahead(ahead),
        discarded: 0,
        rolls: 0,
        unseen,
    };
    let face_down = board.iter().filter(|card| card.is_none()).count();
    if field.faces.len() * hands.len() + field.board_to_come + face_down > unseen.len() {
        return None;
    }
    Some(field.every_board().unwrap_or_else(|| field.some_deals(random)))
}

/// Returns the maximum cost of [`known_shares`] for this number of hands, in evaluations.
pub fn known_price(game: &GameDef, hands: usize) -> u64 {
    let (work, boards) = if game.rules.is_plain() {
        (PLAIN_WORK, BOARDS_MAX)
    } else {
        (WILD_WORK, WILD_BOARDS_MAX)
    };
    let most = u32::try_from(work / (2 * hands).max(1)).unwrap_or(DEALS_MAX);
    let deals = u64::from(most.clamp(DEALS_MIN, DEALS_MAX)).max(boards as u64);
    let each = game.price().look.saturating_mul(hands as u64);
    each.saturating_mul(deals).min(EVALUATIONS_MOST.max(each))
}

/// Returns the number of cards in each hand, if all have as many.
fn held_by_each(hands: &[Known]) -> Option<usize> {
    let held = |hand: &Known| hand.down.len() + hand.up.len();
    let first = held(hands.first()?);
    hands.iter().all(|hand| held(hand) == first).then_some(first)
}

/// Returns all cards in play, if none appears twice and all belong to the game.
fn apart(game: &GameDef, hands: &[Known], board: &[Option<Card>], gone: CardSet) -> Option<CardSet> {
    let own = hands
        .iter()
        .flat_map(|hand| hand.down.iter().chain(hand.up.iter()).copied());
    let mut seen = gone;
    for card in own.chain(board.iter().copied().flatten()) {
        if !game.cards().contains(card) || !seen.insert(card) {
            return None;
        }
    }
    Some(seen)
}

/// Returns the steps of the script after the first place at which each player holds this many cards and the board has this many.
fn ahead_of(game: &GameDef, held: usize, on_board: usize) -> Option<&[Step]> {
    let (mut cards, mut board) = (0, 0);
    let at = game.steps.iter().position(|step| {
        match step {
            Step::Deal(faces) => cards += faces.len(),
            Step::OptionalRoll => cards += 1,
            Step::Discard { down, up } => cards -= usize::from(*down + *up).min(cards),
            _ => board += board_ahead(std::slice::from_ref(step)),
        }
        (cards, board) == (held, on_board)
    })?;
    game.steps.get(at + 1..)
}

impl Field<'_> {
    /// Enumerates all boards, if nothing else is to come and there are few enough.
    fn every_board(&self) -> Option<(Vec<u64>, u32, bool)> {
        let open = self.board.iter().flatten().count();
        let to_come = self.board.len() + self.board_to_come - open;
        let most = if self.game.rules.is_plain() {
            BOARDS_MAX
        } else {
            WILD_BOARDS_MAX
        };
        let boards = (0..to_come).fold(1usize, |ways, at| {
            ways.saturating_mul(self.unseen.len().saturating_sub(at)) / (at + 1)
        });
        // The order of cards dealt together may matter if some are wild.
        let ordered = to_come > 1 && !self.game.rules.wild.chances.is_empty();
        let affordable = EVALUATIONS_MOST / self.evaluations().max(1);
        let is_dear = u64::try_from(boards).is_ok_and(|boards| boards > affordable);
        if !self.faces.is_empty() || boards > most || is_dear || ordered || to_come > self.unseen.len() {
            return None;
        }
        let known: Vec<Option<Card>> = self.board.iter().copied().flatten().map(Some).collect();
        let (mut sums, mut count) = (vec![0; self.places.len()], 0);
        each_subset(self.unseen, to_come, &mut |rest| {
            let mut board = known.clone();
            board.extend(rest.iter().map(Some));
            self.add_up(&board, &mut sums);
            count += 1;
        });
        Some((parts(&sums, count), count, true))
    }

    fn add_up(&self, board: &[Option<Card>], sums: &mut [u64]) {
        let worth = |place: &KnownHand| self.worth_with(place.down, place.up, place.first_down, board);
        let worths: Vec<_> = self.places.iter().map(worth).collect();
        for (sum, won) in sums.iter_mut().zip(self.award(&worths)) {
            *sum += won.pot;
        }
    }

    fn some_deals(&self, random: &mut impl FnMut() -> u64) -> (Vec<u64>, u32, bool) {
        let deals = self.deals();
        let mut deck: Vec<Card> = self.unseen.iter().collect();
        let mut sums = vec![0; self.places.len()];
        for _ in 0..deals {
            for (sum, won) in sums.iter_mut().zip(self.deal(&mut deck, random)) {
                *sum += won.pot;
            }
        }
        (parts(&sums, deals), deals, false)
    }
}

fn parts(sums: &[u64], deals: u32) -> Vec<u64> {
    let deals = u64::from(deals.max(1));
    sums.iter().map(|sum| (sum / deals).min(WHOLE)).collect()
}
