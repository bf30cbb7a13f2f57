//! What players can expect who have nothing to hide: all hands are up, and no decision is left.

use super::deal::{Field, Place};
use super::{WHOLE, board_ahead};
use crate::action::Declaration;
use crate::eval::each_subset;
use crate::game::{Face, GameDef, Step};
use crate::list::Cards;
use crate::{Card, CardSet};

/// Boards that are gone through one by one; of more, some are dealt at random.
const BOARDS_MAX: usize = 1_500;

/// The same where wild cards or special hands make hands slow to compare.
const WILD_BOARDS_MAX: usize = 50;

/// A hand that everybody sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its cards that were dealt face down, in their order.
    pub down: Cards,
    /// Its other cards.
    pub up: Cards,
    /// What it has declared.
    pub declared: Option<Declaration>,
}

/// Each hand's part of the pot, in thousandths, when the cards to come are left to chance; with the number of deals behind it
/// and whether they are all that there are. The parts add up to 1000 but for what rounding down takes.
///
/// `gone` are cards that everybody has seen and that cannot come. `None` where a draw, a discard or another decision may still
/// come: hands of which that is true are not at the mercy of chance alone.
pub fn known_shares(
    game: &GameDef,
    hands: &[Known],
    board: &[Option<Card>],
    gone: CardSet,
    random: &mut impl FnMut() -> u64,
) -> Option<(Vec<u64>, u32, bool)> {
    let is_choice = |step: &Step| {
        matches!(
            step,
            Step::Draw { .. } | Step::Discard { .. } | Step::OptionalRoll | Step::Arrange | Step::Declare { .. }
        )
    };
    let decided = hands.iter().all(|hand| hand.declared.is_some());
    if hands.is_empty() || (game.steps.iter().any(is_choice) && !decided) || !game.triggers.is_empty() {
        return None;
    }
    let seen = hands
        .iter()
        .flat_map(|hand| hand.down.iter().chain(hand.up.iter()).copied());
    let seen: CardSet = seen.chain(board.iter().copied().flatten()).collect();
    let held = hands.iter().map(|hand| hand.down.len() + hand.up.len()).max()?;
    let faces = game.steps.iter().flat_map(|step| match step {
        Step::Deal(faces) => faces.to_vec(),
        _ => Vec::new(),
    });
    let places = hands.iter().map(|hand| Place {
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
        faces: faces.skip(held).collect::<Vec<Face>>(),
        board: board.to_vec(),
        board_to_come: board_ahead(&game.steps).saturating_sub(board.len()),
        discarded: 0,
        rolls: 0,
        unseen: game.cards().difference(seen).difference(gone),
    };
    Some(field.every_board().unwrap_or_else(|| field.some_deals(random)))
}

impl Field<'_> {
    /// Goes through all boards, if nothing else is to come and there are few enough.
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
        // The places of cards that come together may matter where some are wild.
        let ordered = to_come > 1 && !self.game.rules.wild.chances.is_empty();
        if !self.faces.is_empty() || boards > most || ordered || to_come > self.unseen.len() {
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
        let worth = |place: &Place| self.worth_with(place.down, place.up, place.first_down, board);
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
