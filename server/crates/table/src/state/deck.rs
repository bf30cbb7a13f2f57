//! The deck of a hand: its order, and the secret from which the order of each refill is derived.

use std::fmt::{self, Write as _};

use aws_lc_rs::digest::{SHA256, digest};
use poker_engine::{Card, CardSet, Deck};
use poker_protocol::v1;
use rand::rngs::ChaCha20Rng;
use rand::{Rng as _, SeedableRng as _};
use serde::{Deserialize, Serialize};

use poker_store::TableId;
use poker_wire as wire;

/// Name of the form of a commitment.
const COMMITMENT: &str = "poker.deck.1";

/// The secret from which the orders of all refills of a hand are derived. It is sealed, and as secret as the deck.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RefillSecret([u8; 32]);

impl RefillSecret {
    /// Draws a fresh secret.
    pub(crate) fn draw(rng: &mut ChaCha20Rng) -> Self {
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

/// The nonce that hides the deck in its commitment. It is sealed, and as secret as the deck.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Nonce([u8; 32]);

impl Nonce {
    /// Draws a fresh nonce.
    pub(crate) fn draw(rng: &mut ChaCha20Rng) -> Self {
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

/// The sealed part of a deal: the order of the cards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shuffle {
    /// The deck, top card first.
    pub deck: Vec<v1::Card>,
    /// The secret for the order of its refills, in games with draws.
    pub refills: Option<RefillSecret>,
    /// The nonce that hides both in the commitment.
    pub nonce: Nonce,
}

impl Shuffle {
    /// The deck; `None` if there are no cards.
    pub(super) fn deck(&self) -> Option<Deck> {
        if self.deck.is_empty() {
            return None;
        }
        let deck = Deck::new(self.deck.iter().map(|card| wire::card_in(*card)), []);
        Some(match self.refills {
            Some(RefillSecret(secret)) => deck.with_refills(secret, refill_order),
            None => deck,
        })
    }

    /// The commitment that all players get before the first card: the SHA-256 of a text that no other shuffle shares,
    /// and that no one can guess without the nonce.
    ///
    /// The text has one line each for the name of this form, the table, the hand, the nonce, the secret of the refills
    /// (empty if there is none) and the cards from the top, separated by blanks. There is no line break after the last
    /// line.
    pub(super) fn commitment(&self, table: TableId, hand: u64) -> String {
        let refills = self
            .refills
            .map_or_else(String::new, |RefillSecret(secret)| hex(&secret));
        let cards: Vec<&str> = self.deck.iter().map(v1::Card::as_str).collect();
        let cards = cards.join(" ");
        let nonce = hex(&self.nonce.0);
        let text = format!("{COMMITMENT}\n{table}\n{hand}\n{nonce}\n{refills}\n{cards}");
        hex(digest(&SHA256, text.as_bytes()).as_ref())
    }
}

/// The sealed part of a deal, as it is written.
#[derive(Serialize, Deserialize)]
pub(super) struct SealedDeck {
    deck: Vec<v1::Card>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    refills: Option<[u8; 32]>,
    nonce: [u8; 32],
}

impl SealedDeck {
    pub(super) fn new(shuffle: &Shuffle) -> Self {
        Self {
            deck: shuffle.deck.clone(),
            refills: shuffle.refills.map(|RefillSecret(secret)| secret),
            nonce: shuffle.nonce.0,
        }
    }

    pub(super) fn open(self) -> Shuffle {
        Shuffle {
            deck: self.deck,
            refills: self.refills.map(RefillSecret),
            nonce: Nonce(self.nonce),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The order of a refill: shuffled with a cipher stream of its own, keyed by the secret.
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

    /// The text behind a commitment is pinned, because audits must be able to read old journals.
    #[test]
    fn the_form_of_a_commitment_is_pinned() {
        let deck = ["Ah", "Kd", "2c"].map(|card| v1::Card::new(card).unwrap());
        let of = |refills| {
            let (deck, nonce) = (deck.to_vec(), Nonce([7; 32]));
            Shuffle { deck, refills, nonce }.commitment(TableId(12), 34)
        };
        assert_eq!(
            of(None),
            "a51d76a50e416b3c15e8e36f118aac9d1879a5b95b4e417e04c16a5bbbe6b03b"
        );
        assert_eq!(
            of(Some(RefillSecret([9; 32]))),
            "da64b13d84d03574dd097f9deeb08e7124ae8b875283a13327e4c20f756063b0"
        );
    }

    #[test]
    fn every_refill_has_an_order_of_its_own() {
        let cards = catalogue::find("badugi").unwrap().cards();
        let orders = |secret: [u8; 32]| (0..1000).map(move |number| refill_order(&secret, number, cards));
        let all: BTreeSet<Vec<Card>> = orders([1; 32]).chain(orders([2; 32])).collect();
        assert_eq!(all.len(), 2000);
    }

    /// The order for a secret and a number is pinned, because a change would make running hands unreadable.
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
