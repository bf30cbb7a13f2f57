//! Every five-card hand, and samples of larger ones, against a naive ranking.

use std::collections::BTreeMap;

use poker_engine::eval::{Category, HandKey, Ranking, Selection, Strength, describe, high_of_seven, strength};
use poker_engine::{Card, CardSet};

fn card(index: u8) -> Card {
    Card::from_index(index).expect("an index below 52")
}

/// Calls `f` with every five different cards from `lowest` on.
fn each_five(lowest: u8, mut f: impl FnMut([u8; 5])) {
    for a in lowest..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                for d in c + 1..52 {
                    for e in d + 1..52 {
                        f([a, b, c, d, e]);
                    }
                }
            }
        }
    }
}

/// Ranks naively: ranks grouped by how often they occur, then category and ranks in order.
fn plain(hand: [u8; 5]) -> (Category, [u8; 5]) {
    let mut ranks = hand.map(|card| card / 4);
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    let flush = hand.iter().all(|card| card % 4 == hand[0] % 4);
    let mut top = None;
    if ranks.windows(2).all(|pair| pair[0] == pair[1] + 1) {
        top = Some(ranks[0]);
    } else if ranks == [12, 3, 2, 1, 0] {
        top = Some(3);
    }
    let count = |rank: u8| ranks.into_iter().map(|other| usize::from(other == rank)).sum::<usize>();
    let mut grouped = ranks;
    grouped.sort_by_key(|rank| std::cmp::Reverse((count(*rank), *rank)));
    let pattern = (count(grouped[0]), count(grouped[3]));
    let category = match (flush, top, pattern) {
        (true, Some(top), _) => return (Category::StraightFlush, [top; 5]),
        (_, _, (4, _)) => Category::FourOfAKind,
        (_, _, (3, 2)) => Category::FullHouse,
        (true, None, _) => Category::Flush,
        (false, Some(top), _) => return (Category::Straight, [top; 5]),
        (_, _, (3, _)) => Category::ThreeOfAKind,
        (_, _, (2, 2)) => Category::TwoPair,
        (_, _, (2, _)) => Category::OnePair,
        _ => Category::HighCard,
    };
    (category, grouped)
}

/// Calls `f` with pseudo-random hands of different cards, the same every time.
fn random_hands<const N: usize>(hands: usize, mut f: impl FnMut([Card; N])) {
    let mut state = 1u64;
    let mut deck: Vec<Card> = (0..52).map(card).collect();
    for _ in 0..hands {
        for place in 0..N {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let other = place + usize::try_from(state >> 33).expect("31 bits") % (52 - place);
            deck.swap(place, other);
        }
        f(std::array::from_fn(|place| deck[place]));
    }
}

#[test]
fn all_five_card_hands_rank_as_they_should() {
    let mut classes: BTreeMap<(Category, [u8; 5]), Strength> = BTreeMap::new();
    let mut counts: BTreeMap<Category, u32> = BTreeMap::new();
    each_five(0, |hand| {
        let key: HandKey = hand.map(card).into_iter().collect();
        let plain = plain(hand);
        let first = *classes.entry(plain).or_insert(key.five());
        assert_eq!(key.five(), first, "{:?} is {plain:?}", key.cards());
        *counts.entry(plain.0).or_default() += 1;
    });
    assert_eq!(classes.len(), 7462);
    let strengths: Vec<Strength> = classes.into_values().collect();
    assert!(strengths.windows(2).all(|pair| pair[0] < pair[1]));
    let expected = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40];
    assert_eq!(counts.into_values().collect::<Vec<_>>(), expected);
}

/// Counts the hands of each `kind` in order, over every hand of `N` cards from `lowest` on.
fn count<const N: usize, K: Ord>(lowest: u8, mut kind: impl FnMut(CardSet) -> K) -> Vec<(K, u32)> {
    fn choose(from: u8, left: usize, hand: CardSet, f: &mut impl FnMut(CardSet)) {
        if left == 0 {
            return f(hand);
        }
        for index in from..52 {
            choose(index + 1, left - 1, hand.union(CardSet::from_bits(1 << index)), f);
        }
    }
    let mut counts: BTreeMap<K, u32> = BTreeMap::new();
    choose(lowest, N, CardSet::EMPTY, &mut |hand| {
        *counts.entry(kind(hand)).or_default() += 1;
    });
    counts.into_iter().collect()
}

/// Returns the kind of a strength, for rankings with few enough kinds to describe each of them once.
fn kinds(ranking: Ranking) -> impl FnMut(CardSet) -> (Category, Option<char>) {
    let mut known: BTreeMap<Strength, (Category, Option<char>)> = BTreeMap::new();
    move |hand| {
        let worth = strength(ranking, Selection::Best, hand, CardSet::EMPTY).expect("every hand has a strength");
        *known.entry(worth).or_insert_with(|| {
            let hand = describe(ranking, Selection::Best, hand, CardSet::EMPTY).expect("every hand has a name");
            let low = hand.category == Category::Low;
            (hand.category, low.then(|| hand.ranks[0].symbol()))
        })
    }
}

fn numbers<K>(counts: Vec<(K, u32)>) -> Vec<u32> {
    counts.into_iter().map(|(_, count)| count).collect()
}

#[test]
fn six_and_seven_cards_are_worth_their_best_five() {
    random_hands(100_000, |cards: [Card; 7]| {
        let worth = |cards: &[Card]| cards.iter().copied().collect::<CardSet>();
        let best = |cards: &[Card]| {
            let set = worth(cards);
            let fives = (0..1u32 << cards.len())
                .filter(|chosen| chosen.count_ones() == 5)
                .map(|chosen| {
                    let five = (0..cards.len())
                        .filter(|place| chosen >> place & 1 == 1)
                        .map(|place| cards[place]);
                    five.collect::<HandKey>().five()
                });
            let best = fives.max();
            assert_eq!(
                strength(Ranking::High, Selection::Best, set, CardSet::EMPTY),
                best,
                "{set:?}"
            );
            best
        };
        assert_eq!(Some(HandKey::from(worth(&cards[..6])).six()), best(&cards[..6]));
        assert_eq!(Some(HandKey::from(worth(&cards)).seven()), best(&cards));
        assert_eq!(Some(high_of_seven(&cards)), best(&cards));
    });
}

#[test]
fn the_cards_that_play_are_worth_the_whole_hand() {
    for ranking in Ranking::ALL {
        for selection in Selection::ALL {
            random_hands(400, |cards: [Card; 9]| {
                let (own, board) = cards.split_at(4);
                let (own, board): (CardSet, CardSet) = (own.iter().copied().collect(), board.iter().copied().collect());
                let described = describe(ranking, selection, own, board);
                let worth = strength(ranking, selection, own, board);
                assert_eq!(described.as_ref().map(|hand| hand.strength), worth);
                let Some(hand) = described else { return };
                let played: CardSet = hand.cards.iter().copied().collect();
                assert_eq!(played.len(), hand.cards.len(), "{ranking:?}: {hand:?}");
                assert!(own.union(board).is_superset(played));
                let again = strength(ranking, Selection::Best, played, CardSet::EMPTY);
                assert_eq!(again, worth, "{ranking:?} {selection:?}: {hand:?}");
                if selection == Selection::TwoPlusThree && ranking.hand_size() == 5 {
                    assert_eq!(played.intersection(own).len(), 2);
                }
            });
        }
    }
}

#[test]
fn smaller_decks_have_the_known_counts() {
    // High card, pair, two pair, three of a kind, straight, flush, full house, four of a kind, straight flush.
    let short = [122_400, 193_536, 36_288, 16_128, 6_120, 480, 1_728, 288, 24];
    assert_eq!(numbers(count::<5, _>(16, kinds(Ranking::ShortDeck))), short);
    let piquet = [53_040, 107_520, 24_192, 10_752, 4_080, 208, 1_344, 224, 16];
    assert_eq!(numbers(count::<5, _>(20, kinds(Ranking::High))), piquet);
}

/// Counts the lows of each top rank, best first, and the hands of all other kinds.
fn lows(ranking: Ranking) -> (Vec<(char, u32)>, u32) {
    let counts = count::<5, _>(0, kinds(ranking));
    let others = counts.iter().filter(|((category, _), _)| *category != Category::Low);
    let others = others.map(|(_, count)| count).sum();
    let mut tops: Vec<(char, u32)> = counts
        .into_iter()
        .filter_map(|((_, top), count)| Some((top?, count)))
        .collect();
    tops.sort_by_key(|(top, _)| "23456789TJQKA".find(*top));
    (tops, others)
}

#[test]
fn lows_have_the_known_counts() {
    let ace_to_five = [
        ('5', 1_024),
        ('6', 5_120),
        ('7', 15_360),
        ('8', 35_840),
        ('9', 71_680),
        ('T', 129_024),
        ('J', 215_040),
        ('Q', 337_920),
        ('K', 506_880),
    ];
    assert_eq!(lows(Ranking::AceToFive), (ace_to_five.into(), 1_281_072));
    let ace_to_six = [
        ('6', 4_080),
        ('7', 14_280),
        ('8', 34_680),
        ('9', 70_380),
        ('T', 127_500),
        ('J', 213_180),
        ('Q', 335_580),
        ('K', 502_860),
    ];
    assert_eq!(lows(Ranking::AceToSix).0, ace_to_six);
    let deuce_to_seven = [
        ('7', 4_080),
        ('8', 14_280),
        ('9', 34_680),
        ('T', 70_380),
        ('J', 127_500),
        ('Q', 213_180),
        ('K', 335_580),
        ('A', 503_880),
    ];
    assert_eq!(lows(Ranking::DeuceToSeven).0, deuce_to_seven);
    let suited = count::<5, _>(0, kinds(Ranking::DeuceToSeven));
    let of = |category| {
        suited
            .iter()
            .find(|((other, _), _)| *other == category)
            .map(|(_, count)| *count)
    };
    assert_eq!(of(Category::Straight), Some(9_180));
    assert_eq!(of(Category::Flush), Some(5_112));
    assert_eq!(of(Category::StraightFlush), Some(36));
    // Five to ace is a straight here: 1,020 fewer lows.
    assert_eq!(lows(Ranking::Misere).0.last(), Some(&('A', 502_860)));
}

#[test]
fn hands_of_fewer_cards_have_the_known_counts() {
    // High card, pair, three of a kind, straight, flush, straight flush.
    let three = [16_440, 3_744, 52, 720, 1_096, 48];
    for ranking in [Ranking::ThreeCard, Ranking::ThreeCardListed] {
        assert_eq!(numbers(count::<3, _>(0, kinds(ranking))), three);
    }
    assert_eq!(numbers(count::<2, _>(0, kinds(Ranking::TwoCard))), [1_248, 78]);
    for ranking in [Ranking::Badugi, Ranking::BadugiAceHigh] {
        assert_eq!(
            numbers(count::<4, _>(0, kinds(ranking))),
            [2_873, 96_252, 154_440, 17_160]
        );
    }
}

#[test]
fn eight_or_better_has_the_known_count() {
    let qualifies = |hand| strength(Ranking::EightOrBetter, Selection::Best, hand, CardSet::EMPTY).is_some();
    let below_nine = 1_024 + 5_120 + 15_360 + 35_840;
    assert_eq!(
        numbers(count::<5, _>(0, qualifies)),
        [2_598_960 - below_nine, below_nine]
    );
}
