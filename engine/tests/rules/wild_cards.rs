//! Wild cards, built directly in the engine, against every replacement of each of them.

mod few_cards;
mod low;
mod plain;

use poker_engine::card::{Rank, Suit};
use poker_engine::eval::{Held, Ranking, Rules, Selection, Strength};
use poker_engine::{Card, CardSet};

use plain::{ACE, Abstract, Five, HIGH, Key, Plain, plain};

/// Settings, their meaning in the naive ranking, and `true` if fewer wild cards are better.
type Variant = (&'static [(&'static str, &'static str)], Plain, bool);

/// Pseudo-random numbers, the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % bound
    }

    /// Draws `natural` cards from a pool and `count` wild cards from another.
    fn hand(&mut self, pool: &[u8], natural: usize, wild: &[u8], count: usize) -> (Vec<u8>, Vec<u8>) {
        let mut take = |pool: &[u8], count: usize| {
            let mut pool = pool.to_vec();
            (0..count)
                .map(|_| pool.swap_remove(self.below(pool.len())))
                .collect::<Vec<u8>>()
        };
        (take(pool, natural), take(wild, count))
    }
}

fn abstracted(card: u8) -> Abstract {
    (card / 4, card % 4)
}

/// Calls `f` with every choice of `size` cards out of the natural ones and `wild` wild ones.
fn each_choice(natural: &[u8], wild: usize, size: usize, mut f: impl FnMut(&[Abstract], usize)) {
    let size = size.min(natural.len() + wild);
    for bits in 0u32..1 << natural.len() {
        let chosen = bits.count_ones() as usize;
        if chosen <= size && size - chosen <= wild {
            let cards: Vec<Abstract> = (0..natural.len())
                .filter(|at| bits >> at & 1 == 1)
                .map(|at| abstracted(natural[at]))
                .collect();
            f(&cards, size - chosen);
        }
    }
}

/// Calls `f` with every hand made of these cards and `wild` wild cards out of `values`.
fn each_replacement(hand: &mut Vec<Abstract>, wild: usize, values: &[Abstract], f: &mut impl FnMut(&[Abstract])) {
    if wild == 0 {
        return f(hand);
    }
    for value in values {
        hand.push(*value);
        // The order of the replacements does not matter.
        let from = values.iter().position(|other| other == value).unwrap_or(0);
        each_replacement(hand, wild - 1, &values[from..], f);
        hand.pop();
    }
}

fn all_cards() -> Vec<Abstract> {
    (0..52).map(abstracted).collect()
}

fn set(cards: &[u8]) -> CardSet {
    cards.iter().filter_map(|card| Card::from_index(*card)).collect()
}

/// Checks that the strengths order the hands as the naive keys do, with equal strengths for equal keys.
fn same_order<K: Ord + std::fmt::Debug>(mut hands: Vec<(K, Option<Strength>, CardSet)>, what: &str) {
    hands.sort_by(|a, b| a.0.cmp(&b.0));
    for pair in hands.windows(2) {
        assert_eq!(
            pair[0].0.cmp(&pair[1].0),
            pair[0].1.cmp(&pair[1].1),
            "{what}: {:?} {:?} and {:?} {:?}",
            pair[0].2,
            pair[0].0,
            pair[1].2,
            pair[1].0
        );
    }
}

/// Decks in which hands are better than in a full deck.
fn pools() -> [Vec<u8>; 4] {
    [
        (0..52).collect(),
        (0..52).filter(|card| card % 4 < 2).collect(),
        (0..52).filter(|card| card % 4 == 1 || card / 4 > 9).collect(),
        (24..52).collect(),
    ]
}

const JOKERS: [u8; 2] = [52, 53];

/// Sizes of test hands: natural cards, wild cards, and number of such hands tried.
const SIZES: [(usize, usize, usize); 9] = [
    (5, 0, 50),
    (4, 1, 100),
    (3, 2, 30),
    (2, 3, 1),
    (5, 1, 30),
    (6, 1, 20),
    (4, 2, 4),
    (5, 2, 2),
    (7, 0, 30),
];

/// Checks hands with wild cards under `rules` against the best `value` over all hands they can stand for.
fn check<K: Ord + std::fmt::Debug>(
    ranking: Ranking,
    rules: &Rules,
    pool: &[u8],
    mut value: impl FnMut(&[u8], usize) -> K,
    what: &str,
) {
    let mut dice = Dice(what.len() as u64);
    let mut hands = Vec::new();
    // Deuces are wild where jokers are not enough.
    for (natural, wild, count) in SIZES {
        let with_deuces = !rules.wild.listed.is_empty();
        let wild_pool: Vec<u8> = if with_deuces { (0..4).collect() } else { JOKERS.to_vec() };
        if wild > wild_pool.len() {
            continue;
        }
        let pool: Vec<u8> = pool.iter().copied().filter(|card| !with_deuces || *card > 3).collect();
        for _ in 0..count {
            let (natural, standing) = dice.hand(&pool, natural, &wild_pool, wild);
            let own = set(&natural).union(set(&standing));
            let mask = rules.wild.of(&Held { own, ..Held::default() });
            let worth = rules.strength(ranking, Selection::Best, own, CardSet::EMPTY, mask);
            let described = rules.describe(ranking, Selection::Best, own, CardSet::EMPTY, mask);
            assert_eq!(described.as_ref().map(|hand| hand.strength), worth, "{what}: {own:?}");
            if let Some(hand) = described {
                let played: CardSet = hand.cards.iter().copied().collect();
                assert!(own.is_superset(played), "{what}: {hand:?}");
                assert_eq!(played.len(), hand.cards.len(), "{what}: {hand:?}");
                assert_eq!(hand.cards.len(), hand.stands_for.len(), "{what}: {hand:?}");
                for (card, stands) in hand.cards.iter().zip(&hand.stands_for) {
                    assert!(
                        mask.contains(*card) || card.is_joker() || card == stands,
                        "{what}: {hand:?}"
                    );
                }
                let again = rules.strength(ranking, Selection::Best, played, CardSet::EMPTY, mask);
                assert_eq!(again, worth, "{what}: {own:?} plays {hand:?}");
            }
            hands.push((value(&natural, wild), worth, own));
        }
    }
    same_order(hands, what);
}

fn with(settings: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::PLAIN;
    rules.wild.jokers = 2;
    for (name, value) in settings {
        rules.set(name, value).expect("a setting");
    }
    rules
}

/// Returns the best high hand over all replacements, with the fewest wild cards in it.
fn best_high(natural: &[u8], wild: usize, how: Plain, fewest: bool) -> (Key, isize) {
    let values = all_cards();
    let mut best = ((0, [-1; 5]), isize::MIN);
    each_choice(natural, wild, how.size, |cards, wild| {
        each_replacement(&mut cards.to_vec(), wild, &values, &mut |hand| {
            let key = plain(hand, how);
            if !(how.five == Five::None && key.0 == 17) {
                let fewer = if fewest { -isize::try_from(wild).unwrap_or(0) } else { 0 };
                best = best.max((key, fewer));
            }
        });
    });
    best
}

#[test]
fn high_hands_are_the_best_of_all_replacements() {
    let variants: [Variant; 7] = [
        (&[], HIGH, false),
        (&[("wild_tie", "fewest_wilds")], HIGH, true),
        (
            &[("five_of_a_kind", "none")],
            Plain {
                five: Five::None,
                ..HIGH
            },
            false,
        ),
        (
            &[("five_of_a_kind", "below_royal")],
            Plain {
                five: Five::BelowRoyal,
                ..HIGH
            },
            false,
        ),
        (&[("wheel_straight", "off")], Plain { wheel: false, ..HIGH }, false),
        (
            &[("special", "dogs+skeet")],
            Plain {
                dogs: true,
                skeet: true,
                ..HIGH
            },
            false,
        ),
        (
            &[("special", "skeet_strict")],
            Plain {
                skeet: true,
                strict: true,
                ..HIGH
            },
            false,
        ),
    ];
    for (at, (settings, how, fewest)) in variants.into_iter().enumerate() {
        let mut rules = with(settings);
        rules.wild.listed = set(&[0, 1, 2, 3]);
        let pools = pools();
        for pool in [&pools[at % 4], &pools[(at + 1) % 4]] {
            let value = |natural: &[u8], wild| best_high(natural, wild, how, fewest);
            check(Ranking::High, &rules, pool, value, &format!("{settings:?}"));
        }
    }
    let short = Plain {
        short_deck: true,
        ..HIGH
    };
    let pool: Vec<u8> = (16..52).collect();
    let value = |natural: &[u8], wild| best_high(natural, wild, short, false);
    check(Ranking::ShortDeck, &with(&[]), &pool, value, "short deck");
}

#[test]
fn limited_jokers_are_the_best_of_what_they_may_be() {
    let completes = |key: &Key| matches!(key.0, 8 | 13 | 16);
    let aces: Vec<Abstract> = (0..4).map(|suit| (ACE, suit)).collect();
    for pool in &pools() {
        let as_bug = |natural: &[u8], wild: usize| {
            let mut best = (0, [-1; 5]);
            each_choice(natural, wild, 5, |cards, wild| {
                each_replacement(&mut cards.to_vec(), wild, &all_cards(), &mut |hand| {
                    let key = plain(hand, HIGH);
                    if completes(&key) || hand[cards.len()..].iter().all(|card| card.0 == ACE) {
                        best = best.max(key);
                    }
                });
            });
            best
        };
        check(Ranking::High, &with(&[("joker", "bug")]), pool, as_bug, "bug");
        let as_ace = |natural: &[u8], wild: usize| {
            let mut best = (0, [-1; 5]);
            each_choice(natural, wild, 5, |cards, wild| {
                each_replacement(&mut cards.to_vec(), wild, &aces, &mut |hand| {
                    best = best.max(plain(hand, HIGH));
                });
            });
            best
        };
        check(Ranking::High, &with(&[("joker", "ace")]), pool, as_ace, "ace");
        check(Ranking::High, &with(&[("joker", "basic")]), pool, as_basic, "basic");
    }
}

/// Category, ranks of the combination, natural cards from the top, fewer jokers.
fn as_basic(natural: &[u8], jokers: usize) -> (u8, Vec<i8>, isize) {
    let mut best = (0, Vec::new(), isize::MIN);
    each_choice(natural, jokers, 5, |cards, jokers| {
        each_replacement(&mut cards.to_vec(), jokers, &all_cards(), &mut |hand| {
            let (place, ranks) = plain(hand, HIGH);
            let added = &hand[cards.len()..];
            let poker = place == 17 && jokers == 1;
            let completes = matches!(place, 8 | 13 | 16);
            if !(poker || completes || added.iter().all(|card| card.0 == ACE)) {
                return;
            }
            let mut naturals: Vec<i8> = cards.iter().map(|card| i8::try_from(card.0).unwrap_or(0)).collect();
            naturals.sort_unstable_by(|a, b| b.cmp(a));
            let grouped = match place {
                1 => 2,
                2 | 15 => 4,
                4 => 3,
                14 | 17 => 5,
                _ => 0,
            };
            let ranks = if matches!(place, 8 | 16) {
                let low = naturals.iter().copied().filter(|rank| *rank != 12 || ranks[0] != 3);
                vec![low.max().unwrap_or(0)]
            } else {
                let mut telling = ranks[..grouped].to_vec();
                telling.extend(naturals.iter().filter(|rank| !ranks[..grouped].contains(rank)));
                telling
            };
            let key = (place, ranks, -isize::try_from(jokers).unwrap_or(0));
            best = best.clone().max(key);
        });
    });
    best
}

#[test]
fn chance_chooses_wild_cards_as_the_policies_say() {
    let card = |text: &str| text.parse::<Card>().expect("a card");
    let cards = |text: &str| -> CardSet { text.split(' ').map(card).collect() };
    let rank = |symbol: char| -> CardSet {
        let rank = Rank::from_symbol(symbol).expect("a rank");
        Suit::ALL.into_iter().map(|suit| Card::new(rank, suit)).collect()
    };
    let own = cards("3s 9d Kc");
    let board = [Some(card("4d")), None, Some(card("2h"))];
    let held = Held {
        own,
        down: cards("9d Kc"),
        first_down: Some(card("Kc")),
        board: &board,
    };
    let of = |codes: &str| with(&[("wild", codes)]).wild.of(&held).difference(CardSet::JOKERS);
    assert_eq!(of("own_low"), rank('3'));
    assert_eq!(of("first_down"), rank('K'));
    assert_eq!(of("still_down"), rank('9').union(rank('K')));
    assert_eq!(of("board_card:1"), rank('4'));
    assert_eq!(of("board_card:2"), CardSet::EMPTY, "not turned yet");
    assert_eq!(of("board_low"), rank('2'));
    assert_eq!(of("indicator"), rank('4'));
    assert_eq!(of("rank:3 cards:As Ah"), rank('3').union(cards("As Ah")));
    assert_eq!(of("one_eyed"), cards("Kd Js Jh"));
    assert_eq!(of("moustache"), cards("Js Jh Jc"));
    let alone = with(&[("wild", "board_card:1"), ("propagate", "off")]);
    assert_eq!(alone.wild.of(&held).difference(CardSet::JOKERS), cards("4d"));
    // A joker is never the lowest, and next to another wild card it is fully wild, whatever it is alone.
    let bug = with(&[("wild", "own_low"), ("joker", "bug")]);
    let jokers_only = Held {
        own: CardSet::JOKERS,
        ..Held::default()
    };
    assert!(bug.wild.of(&jokers_only).is_empty());
    let beside = Held {
        own: cards("X1 5s"),
        ..Held::default()
    };
    assert!(bug.wild.of(&beside).is_superset(cards("X1 5s 5d")));
}

/// Hands in the middle of a deal, and hands of many cards: each has a strength and the name that goes with it.
#[test]
fn any_number_of_cards_can_be_ranked() {
    let settings: [&[(&str, &str)]; 8] = [
        &[("wild", "rank:2")],
        &[("joker", "bug")],
        &[("joker", "ace"), ("special", "dogs+skeet")],
        &[("joker", "basic")],
        &[("joker", "basic"), ("wild", "own_low"), ("five_of_a_kind", "none")],
        &[("low_wild", "zero"), ("wild", "rank:3 rank:9")],
        &[("low_wild", "zeropair"), ("wild_tie", "fewest_wilds")],
        &[("low_wild", "copylow"), ("wild", "board_low")],
    ];
    let deck: Vec<u8> = (0..54).collect();
    let mut dice = Dice(11);
    for settings in settings {
        let rules = with(settings);
        for ranking in Ranking::ALL {
            for (own, board) in [(1, 0), (2, 0), (2, 3), (4, 1), (4, 4), (5, 5), (3, 0), (8, 0)] {
                let (dealt, _) = dice.hand(&deck, own + board, &[], 0);
                let (own, board) = dealt.split_at(own);
                let places: Vec<Option<Card>> = board.iter().map(|card| Card::from_index(*card)).collect();
                let (own, board) = (set(own), set(board));
                let wild = rules.wild.of(&Held {
                    own,
                    board: &places,
                    ..Held::default()
                });
                for selection in Selection::ALL {
                    let worth = rules.strength(ranking, selection, own, board, wild);
                    let described = rules.describe(ranking, selection, own, board, wild);
                    assert_eq!(
                        described.as_ref().map(|hand| hand.strength),
                        worth,
                        "{settings:?} {own:?} {board:?}"
                    );
                    assert!(
                        worth.is_some() || ranking == Ranking::EightOrBetter,
                        "{settings:?} {own:?}"
                    );
                    let played = described.map_or(CardSet::EMPTY, |hand| hand.cards.iter().copied().collect());
                    assert!(own.union(board).is_superset(played));
                }
            }
        }
    }
}
