//! A search for up cards that a file does not name. They decide the bring-in, the first to act and the bets allowed, so
//! they have to fit the actions of the file.

use super::replay::{Fault, Refused, Replay};
use super::told::Cards;
use crate::card::{Card, CardSet};

/// Number of sets of cards to try before the search gives up.
const MOST_TRIALS: usize = 1_500;

/// Searches for up cards with which the hand can be played to the end of its file, starting from the cards with which
/// an action was `refused`. Each step changes one card, and is undone if an earlier action is then refused.
///
/// # Errors
/// Gives the fault of the last action that could be reached.
pub(super) fn fit(
    mut cards: Cards,
    deck: CardSet,
    mut refused: Refused,
    trial: impl Fn(&Cards) -> Result<Replay, Fault>,
) -> Result<Replay, Fault> {
    let told = cards.clone();
    let mut numbers = Numbers(1);
    for _ in 0..MOST_TRIALS {
        let Some(other) = changed(&cards, &told, deck, &refused.up, &mut numbers) else {
            break;
        };
        match trial(&other) {
            Err(Fault::Refused(again)) if again.at >= refused.at => (cards, refused) = (other, *again),
            Err(_) => {}
            Ok(replay) => return Ok(replay),
        }
    }
    Err(Fault::Refused(Box::new(refused)))
}

/// Returns the cards with one of those `up` changed, `None` if the file names them all. A card that its player shows at
/// the end trades places with another of that player; any other is replaced by one that the file does not mention.
fn changed(cards: &Cards, told: &Cards, deck: CardSet, up: &[(usize, usize)], numbers: &mut Numbers) -> Option<Cards> {
    let open: Vec<(usize, usize)> = up
        .iter()
        .copied()
        .filter(|(player, index)| told.is_open(*player, *index))
        .collect();
    // Cards dealt last are usually the decisive ones.
    let last = numbers.below(open.len())?.max(numbers.below(open.len())?);
    let (player, index) = open[last];
    let mut other = cards.clone();
    let card = other.card(player, index);
    if told.card(player, index).is_some() {
        let own: Vec<usize> = (0..cards.count(player))
            .filter(|own| told.is_open(player, *own))
            .collect();
        let place = own[numbers.below(own.len())?];
        other.suppose(player, index, other.card(player, place));
        other.suppose(player, place, card);
    } else {
        let free: Vec<Card> = deck.difference(cards.all().collect()).iter().collect();
        other.suppose(player, index, Some(free[numbers.below(free.len())?]));
    }
    Some(other)
}

/// A fixed pseudo-random sequence, so that a file is always read the same way.
struct Numbers(u64);

impl Numbers {
    /// Returns the next number below `bound`, `None` if `bound` is 0.
    fn below(&mut self, bound: usize) -> Option<usize> {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).ok()?.checked_rem(bound)
    }
}
