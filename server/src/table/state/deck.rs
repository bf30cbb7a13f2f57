//! The deck of a hand: its order, and the secret from which each refill gets an order of its own.

use std::fmt;

use poker_engine::{Card, CardSet, Deck};
use poker_protocol::v1;
use rand::rngs::ChaCha20Rng;
use rand::{Rng as _, SeedableRng as _};
use serde::{Deserialize, Serialize};

use crate::wire;

/// What the orders of all refills of a hand are made of. It is sealed, and as secret as the deck.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RefillSecret([u8; 32]);

impl RefillSecret {
    /// A fresh one.
    pub(in crate::table) fn draw(rng: &mut ChaCha20Rng) -> Self {
        let mut secret = [0; 32];
        rng.fill_bytes(&mut secret);
        Self(secret)
    }
}

impl fmt::Debug for RefillSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RefillSecret")
    }
}

/// The sealed part of a deal.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum SealedDeck {
    /// The deck and a list of orders for its refills: games without draws, and hands of version 0.1.0.
    Orders(Vec<Vec<v1::Card>>),
    /// The deck and the secret of its refills.
    Refilled { deck: Vec<v1::Card>, refills: [u8; 32] },
}

impl SealedDeck {
    pub(super) fn new(decks: &[Vec<v1::Card>], refills: Option<RefillSecret>) -> Self {
        match (decks, refills) {
            ([deck], Some(RefillSecret(refills))) => Self::Refilled {
                deck: deck.clone(),
                refills,
            },
            _ => Self::Orders(decks.to_vec()),
        }
    }

    pub(super) fn open(self) -> (Vec<Vec<v1::Card>>, Option<RefillSecret>) {
        match self {
            Self::Orders(decks) => (decks, None),
            Self::Refilled { deck, refills } => (vec![deck], Some(RefillSecret(refills))),
        }
    }
}

/// The deck of a deal, `None` if there are no cards.
pub(super) fn deck_of(decks: &[Vec<v1::Card>], refills: Option<RefillSecret>) -> Option<Deck> {
    let cards = |cards: &[v1::Card]| cards.iter().map(|card| wire::card_in(*card)).collect();
    let (order, listed) = decks.split_first()?;
    let order: Vec<Card> = cards(order);
    let deck = Deck::new(order, listed.iter().map(|refill| cards(refill)));
    Some(match refills {
        Some(RefillSecret(secret)) => deck.with_refills(secret, refill_order),
        None => deck,
    })
}

/// The order of a refill: shuffled with a stream of its own of the cipher that the secret is the key of.
fn refill_order(secret: &[u8; 32], number: u32, cards: CardSet) -> Vec<Card> {
    let mut rng = ChaCha20Rng::from_seed(*secret);
    rng.set_stream(u64::from(number));
    Deck::shuffled(cards, &mut || rng.next_u32()).order()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use poker_engine::game::catalogue;

    use super::*;

    #[test]
    fn every_refill_has_an_order_of_its_own() {
        let cards = catalogue::find("badugi").unwrap().cards();
        let orders = |secret: [u8; 32]| (0..1000).map(move |number| refill_order(&secret, number, cards));
        let all: BTreeSet<Vec<Card>> = orders([1; 32]).chain(orders([2; 32])).collect();
        assert_eq!(all.len(), 2000);
    }

    /// The order of a secret and a number is pinned: a change would make running hands unreadable.
    #[test]
    fn the_order_of_a_refill_is_pinned() {
        let cards = catalogue::find("badugi").unwrap().cards();
        let order = refill_order(&[7; 32], 5, cards);
        let text: String = order.iter().map(ToString::to_string).collect();
        assert_eq!(
            text,
            "7h8h9sKcQsJsJdQc9c6h7s9h6d6s9d8c4h5d4sKs3c2d4d3s5h6cKd2c8sJhAhAs3d2s7d7c5cQdKhQhTs8dTdTcJc4c3hTh2hAc5sAd"
        );
    }
}
