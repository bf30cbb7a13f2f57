//! Up-cards that a file does not tell. They decide who brings in, who speaks first and what may be bet, so they have to fit
//! the actions that the file tells.

use super::replay::{Fault, Refused, Replay};
use super::told::Cards;
use crate::card::{Card, CardSet};

/// How many sets of cards are tried before the search ends in vain.
const MOST_TRIALS: usize = 1_500;

/// Looks for up-cards with which the hand is played to the end of its file, from the cards with which an action was
/// `refused`. Each step changes one card, and is taken back if an earlier action is refused with it.
///
/// # Errors
/// The fault of the last action that could be reached.
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

/// The cards with another one of those `up`, `None` if the file tells them all. A card that its player shows at the end
/// changes places with another one of that player; any other is changed for one that the file does not speak of.
fn changed(cards: &Cards, told: &Cards, deck: CardSet, up: &[(usize, usize)], numbers: &mut Numbers) -> Option<Cards> {
    let open: Vec<(usize, usize)> = up
        .iter()
        .copied()
        .filter(|(player, index)| told.is_open(*player, *index))
        .collect();
    // What was dealt last mostly decides.
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

/// A fixed sequence of numbers without order, so that a file is always read alike.
struct Numbers(u64);

impl Numbers {
    /// The next number below `bound`, `None` if there is none.
    fn below(&mut self, bound: usize) -> Option<usize> {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).ok()?.checked_rem(bound)
    }
}
