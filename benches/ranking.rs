//! Ranking speed compared with other crates: seven cards at random and enumerated, Omaha, lowball.
//!
//! `cargo bench --manifest-path benches/Cargo.toml --bench ranking`

use aya_poker::base::{Card as AyaCard, Hand as AyaHand};
use poker_benches::{Contender, race, random_hands};
use poker_engine::eval::{HandKey, Ranking, Selection, high_of_seven, strength};
use poker_engine::{Card, CardSet};
use pokers::{CARDS as POKERS_CARDS, Hand as PokersHand};
use rs_poker::core::{Card as RsCard, SevenCardAccum, Suit as RsSuit, Value as RsValue};

const HANDS: usize = 1 << 20;
const OMAHA_HANDS: usize = 1 << 15;

fn main() {
    let crates = Crates::new();
    crates.seven_at_random();
    crates.seven_enumerated();
    crates.omaha("Omaha, four cards of one's own", &random_hands::<9>(OMAHA_HANDS, 2));
    crates.omaha("Omaha, five cards of one's own", &random_hands::<10>(OMAHA_HANDS, 3));
    crates.lowball();
}

/// Cards of each crate in our order, so that all crates rank the same hands.
struct Crates {
    ours: Vec<Card>,
    aya: Vec<AyaCard>,
    rs_poker: Vec<RsCard>,
}

impl Crates {
    fn new() -> Self {
        let ours: Vec<Card> = (0..52).filter_map(Card::from_index).collect();
        let aya = ours.iter().map(|card| card.to_string().parse().expect("a card"));
        let rs_poker = (0..52).map(|index| RsCard::new(RsValue::from_u8(index / 4), RsSuit::from_u8(index % 4)));
        Self {
            aya: aya.collect(),
            rs_poker: rs_poker.collect(),
            ours,
        }
    }

    fn set(&self, hand: &[u8]) -> CardSet {
        hand.iter().map(|card| self.ours[usize::from(*card)]).collect()
    }

    fn aya_hand(&self, hand: &[u8]) -> AyaHand {
        let mut all = AyaHand::new();
        for card in hand {
            all.insert_unchecked(&self.aya[usize::from(*card)]);
        }
        all
    }

    fn seven_at_random(&self) {
        let hands = random_hands::<7>(HANDS, 1);
        let ours: Vec<[Card; 7]> = hands
            .iter()
            .map(|hand| hand.map(|card| self.ours[usize::from(card)]))
            .collect();
        let sets: Vec<CardSet> = hands.iter().map(|hand| self.set(hand)).collect();
        let rs_poker: Vec<[RsCard; 7]> = hands
            .iter()
            .map(|hand| hand.map(|card| self.rs_poker[usize::from(card)]))
            .collect();
        race(
            "Seven cards at random, card by card",
            HANDS as u64,
            "hands",
            vec![
                Contender::new("ours", || {
                    ours.iter().map(|hand| u64::from(high_of_seven(hand).get())).sum()
                }),
                Contender::new("ours, given as a set", || {
                    let worth = |set: &CardSet| u64::from(HandKey::from(*set).seven().get());
                    sets.iter().map(worth).sum()
                }),
                Contender::new("pokers", || {
                    let add = |key, card: &u8| key + POKERS_CARDS[usize::from(*card)];
                    let worth = |hand: &[u8; 7]| u64::from(hand.iter().fold(PokersHand::default(), add).evaluate());
                    hands.iter().map(worth).sum()
                }),
                Contender::new("rs_poker", || {
                    let add = |key, card: &RsCard| key + *card;
                    let worth = |hand: &[RsCard; 7]| hand.iter().fold(SevenCardAccum::new(), add).rank().value_bits();
                    rs_poker.iter().map(|hand| u64::from(worth(hand))).sum()
                }),
                Contender::new("aya_poker", || {
                    let worth = |hand: &[u8; 7]| u64::from(aya_poker::poker_rank(&self.aya_hand(hand)).0);
                    hands.iter().map(worth).sum()
                }),
            ],
        );
    }

    fn seven_enumerated(&self) {
        let ours: [HandKey; 52] = std::array::from_fn(|card| HandKey::EMPTY + self.ours[card]);
        let rs_poker: [RsCard; 52] = std::array::from_fn(|card| self.rs_poker[card]);
        race(
            "All 133,784,560 hands of seven cards, sharing what they share",
            133_784_560,
            "hands",
            vec![
                Contender::new("ours", || {
                    let add = |key: HandKey, card: usize| key + ours[card];
                    each_seven(HandKey::EMPTY, add, |key| key.seven().get().into())
                }),
                Contender::new("pokers", || {
                    let add = |key: PokersHand, card: usize| key + POKERS_CARDS[card];
                    each_seven(PokersHand::default(), add, |key| key.evaluate().into())
                }),
                Contender::new("rs_poker", || {
                    let add = |key: SevenCardAccum, card: usize| key + rs_poker[card];
                    each_seven(SevenCardAccum::new(), add, |key| key.rank().value_bits().into())
                }),
                Contender::new("aya_poker", || {
                    let add = |mut key: AyaHand, card: usize| {
                        key.insert_unchecked(&self.aya[card]);
                        key
                    };
                    each_seven(AyaHand::new(), add, |key| aya_poker::poker_rank(&key).0.into())
                }),
            ],
        );
    }

    fn omaha<const N: usize>(&self, title: &str, hands: &[[u8; N]]) {
        let ours: Vec<(CardSet, CardSet)> = hands
            .iter()
            .map(|hand| (self.set(&hand[5..]), self.set(&hand[..5])))
            .collect();
        let aya: Vec<(AyaHand, AyaHand)> = hands
            .iter()
            .map(|hand| (self.aya_hand(&hand[5..]), self.aya_hand(&hand[..5])))
            .collect();
        let worth = |ranking| {
            let ours = &ours;
            move || {
                ours.iter()
                    .filter_map(|(own, board)| strength(ranking, Selection::TwoPlusThree, *own, *board))
                    .map(|strength| u64::from(strength.get()))
                    .sum()
            }
        };
        race(
            title,
            OMAHA_HANDS as u64,
            "hands",
            vec![
                Contender::new("ours", worth(Ranking::High)),
                Contender::new("aya_poker", || {
                    aya.iter()
                        .map(|(own, board)| u64::from(aya_poker::omaha_rank(own, board).0))
                        .sum()
                }),
            ],
        );
        race(
            &format!("{title}, low"),
            OMAHA_HANDS as u64,
            "hands",
            vec![
                Contender::new("ours, 8-or-better", worth(Ranking::EightOrBetter)),
                Contender::new("aya_poker", || {
                    aya.iter()
                        .map(|(own, board)| u64::from(aya_poker::omaha_lo_rank(own, board).0))
                        .sum()
                }),
            ],
        );
    }

    fn lowball(&self) {
        let hands = random_hands::<5>(HANDS, 4);
        let ours: Vec<HandKey> = hands.iter().map(|hand| self.set(hand).into()).collect();
        let aya: Vec<AyaHand> = hands.iter().map(|hand| self.aya_hand(hand)).collect();
        race(
            "Five cards, deuce-to-seven",
            HANDS as u64,
            "hands",
            vec![
                Contender::new("ours", || {
                    ours.iter().map(|hand| u64::from(hand.deuce_to_seven().get())).sum()
                }),
                Contender::new("aya_poker", || {
                    aya.iter()
                        .map(|hand| u64::from(aya_poker::deuce_seven_rank(hand).0))
                        .sum()
                }),
            ],
        );
        race(
            "Five cards, ace-to-five",
            HANDS as u64,
            "hands",
            vec![
                Contender::new("ours", || {
                    ours.iter().map(|hand| u64::from(hand.ace_to_five().get())).sum()
                }),
                Contender::new("aya_poker", || {
                    aya.iter().map(|hand| u64::from(aya_poker::ace_five_rank(hand).0)).sum()
                }),
            ],
        );
    }
}

/// Sums the strengths of every seven-card hand; the keys of each prefix are added up only once.
fn each_seven<K: Copy>(empty: K, add: impl Fn(K, usize) -> K, worth: impl Fn(K) -> u64) -> u64 {
    let mut sum = 0;
    for a in 0..46 {
        let one = add(empty, a);
        for b in a + 1..47 {
            let two = add(one, b);
            for c in b + 1..48 {
                let three = add(two, c);
                for d in c + 1..49 {
                    let four = add(three, d);
                    for e in d + 1..50 {
                        let five = add(four, e);
                        for f in e + 1..51 {
                            let six = add(five, f);
                            for g in f + 1..52 {
                                sum += worth(add(six, g));
                            }
                        }
                    }
                }
            }
        }
    }
    sum
}
