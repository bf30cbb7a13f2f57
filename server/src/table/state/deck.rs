//! The deck of a hand: its order, and the secret from which each refill gets an order of its own.

use std::fmt::{self, Write as _};

use aws_lc_rs::digest::{SHA256, digest};
use poker_engine::{Card, CardSet, Deck};
use poker_protocol::v1;
use rand::rngs::ChaCha20Rng;
use rand::{Rng as _, SeedableRng as _};
use serde::{Deserialize, Serialize};

use crate::store::TableId;
use crate::wire;

/// The name of the form of a commitment.
const COMMITMENT: &str = "poker.deck.1";

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

/// What a commitment hides the deck by. It is sealed, and as secret as the deck.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Nonce([u8; 32]);

impl Nonce {
    /// A fresh one.
    pub(in crate::table) fn draw(rng: &mut ChaCha20Rng) -> Self {
        let mut nonce = [0; 32];
        rng.fill_bytes(&mut nonce);
        Self(nonce)
    }
}

impl fmt::Debug for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Nonce")
    }
}

/// What is sealed of a deal: how the cards come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shuffle {
    /// The deck, the first card on top; in hands of version 0.1.0 also the orders of its refills.
    pub decks: Vec<Vec<v1::Card>>,
    /// What the orders of its refills are made of, in games with draws.
    pub refills: Option<RefillSecret>,
    /// What the commitment hides them by; none in hands of earlier versions.
    pub nonce: Option<Nonce>,
}

impl Shuffle {
    /// The deck, `None` if there are no cards.
    pub(super) fn deck(&self) -> Option<Deck> {
        let cards = |cards: &[v1::Card]| cards.iter().map(|card| wire::card_in(*card)).collect();
        let (order, listed) = self.decks.split_first()?;
        let order: Vec<Card> = cards(order);
        let deck = Deck::new(order, listed.iter().map(|refill| cards(refill)));
        Some(match self.refills {
            Some(RefillSecret(secret)) => deck.with_refills(secret, refill_order),
            None => deck,
        })
    }

    /// What all players get before the first card: the SHA-256 of a text that no other shuffle has, and that no one can guess
    /// without the nonce. `None` in hands of earlier versions.
    ///
    /// The text has a line each for the name of this form, the table, the hand, the nonce, the secret of the refills (empty where
    /// there is none) and the cards from the top, with a blank between two of them. No line break follows the last.
    pub(super) fn commitment(&self, table: TableId, hand: u64) -> Option<String> {
        let ([deck], Some(Nonce(nonce))) = (&*self.decks, self.nonce) else {
            return None;
        };
        let refills = self
            .refills
            .map_or_else(String::new, |RefillSecret(secret)| hex(&secret));
        let cards: Vec<&str> = deck.iter().map(v1::Card::as_str).collect();
        let cards = cards.join(" ");
        let nonce = hex(&nonce);
        let text = format!("{COMMITMENT}\n{table}\n{hand}\n{nonce}\n{refills}\n{cards}");
        Some(hex(digest(&SHA256, text.as_bytes()).as_ref()))
    }
}

/// The sealed part of a deal, as it is written.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum SealedDeck {
    /// The deck, the secret of its refills in games with draws, and the nonce of the commitment to them.
    Committed {
        deck: Vec<v1::Card>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        refills: Option<[u8; 32]>,
        nonce: [u8; 32],
    },
    /// The deck and a list of orders for its refills: games without draws, and hands of version 0.1.0.
    Orders(Vec<Vec<v1::Card>>),
    /// The deck and the secret of its refills.
    Refilled { deck: Vec<v1::Card>, refills: [u8; 32] },
}

impl SealedDeck {
    pub(super) fn new(shuffle: &Shuffle) -> Self {
        match (&*shuffle.decks, shuffle.refills, shuffle.nonce) {
            ([deck], refills, Some(Nonce(nonce))) => Self::Committed {
                deck: deck.clone(),
                refills: refills.map(|RefillSecret(secret)| secret),
                nonce,
            },
            ([deck], Some(RefillSecret(refills)), None) => Self::Refilled {
                deck: deck.clone(),
                refills,
            },
            (decks, ..) => Self::Orders(decks.to_vec()),
        }
    }

    pub(super) fn open(self) -> Shuffle {
        let (decks, refills, nonce) = match self {
            Self::Committed { deck, refills, nonce } => (vec![deck], refills, Some(nonce)),
            Self::Orders(decks) => (decks, None, None),
            Self::Refilled { deck, refills } => (vec![deck], Some(refills), None),
        };
        Shuffle {
            decks,
            refills: refills.map(RefillSecret),
            nonce: nonce.map(Nonce),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a text does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
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

    /// The text that a commitment is made of is pinned: an audit reads journals for ever.
    #[test]
    fn the_form_of_a_commitment_is_pinned() {
        let deck = ["Ah", "Kd", "2c"].map(|card| v1::Card::new(card).unwrap());
        let of = |refills, nonce| {
            let decks = vec![deck.to_vec()];
            Shuffle { decks, refills, nonce }.commitment(TableId(12), 34)
        };
        let nonce = Some(Nonce([7; 32]));
        assert_eq!(
            of(None, nonce).as_deref(),
            Some("a51d76a50e416b3c15e8e36f118aac9d1879a5b95b4e417e04c16a5bbbe6b03b")
        );
        assert_eq!(
            of(Some(RefillSecret([9; 32])), nonce).as_deref(),
            Some("da64b13d84d03574dd097f9deeb08e7124ae8b875283a13327e4c20f756063b0")
        );
        assert_eq!(of(None, None), None, "hands of earlier versions have none");
    }

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
