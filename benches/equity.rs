//! Hold'em equity: exact between two hands, by random trials against unknown ones.
//!
//! `cargo bench --manifest-path benches/Cargo.toml --bench equity`

use poker_benches::{Contender, race, random_hands};
use poker_engine::eval::equity::{Spot, by_trials, heads_up};
use poker_engine::eval::{Ranking, Rules, Selection};
use poker_engine::{Card, CardSet};
use pokers::{CARDS as POKERS_CARDS, Hand as PokersHand};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng, rngs::SmallRng};

const MATCHES: usize = 20;
const TRIALS: u32 = 100_000;

fn main() {
    exact();
    for opponents in [1, 3, 8] {
        trials(opponents);
    }
}

fn set(cards: &[u8]) -> CardSet {
    cards.iter().copied().filter_map(Card::from_index).collect()
}

fn unseen(seen: CardSet) -> CardSet {
    CardSet::from_bits((1 << 52) - 1).difference(seen)
}

fn pokers_hand(cards: &[u8]) -> PokersHand {
    let add = |hand, card: &u8| hand + POKERS_CARDS[usize::from(*card)];
    cards.iter().fold(PokersHand::default(), add)
}

/// Plays two known hands against each other on every board.
fn exact() {
    let matches = random_hands::<4>(MATCHES, 5);
    let plain = |hands: &[u8; 4]| {
        // Both start from the same bias, which the board must not add again.
        let (first, second) = (pokers_hand(&hands[..2]), pokers_hand(&hands[2..]));
        let deck: Vec<PokersHand> = (0..52u8)
            .filter(|card| !hands.contains(card))
            .map(|card| POKERS_CARDS[usize::from(card)])
            .collect();
        let mut wins = 0;
        for (a, &one) in deck.iter().enumerate() {
            for (b, &two) in deck.iter().enumerate().skip(a + 1) {
                let two = one + two;
                for (c, &three) in deck.iter().enumerate().skip(b + 1) {
                    let three = two + three;
                    for (d, &four) in deck.iter().enumerate().skip(c + 1) {
                        let four = three + four;
                        for &five in &deck[d + 1..] {
                            let board = four + five;
                            wins += u64::from((first + board).evaluate() > (second + board).evaluate());
                        }
                    }
                }
            }
        }
        wins
    };
    let ours = |hands: &[u8; 4]| {
        let hands = [set(&hands[..2]), set(&hands[2..])];
        let unseen = unseen(hands[0].union(hands[1]));
        heads_up(Ranking::High, Selection::Best, hands, CardSet::EMPTY, 5, unseen).wins
    };
    for hands in &matches {
        assert_eq!(ours(hands), plain(hands), "both count the same boards");
    }
    race(
        "Exact equity of two hold'em hands before the flop",
        MATCHES as u64,
        "matches",
        vec![
            Contender::new("ours", || matches.iter().map(ours).sum()),
            Contender::new("a loop over pokers", || matches.iter().map(plain).sum()),
        ],
    );
}

/// Plays one known hand before the flop against random hands on random boards.
fn trials(opponents: usize) {
    let own = [51, 46];
    let spot = Spot {
        high: Some(Ranking::High),
        low: None,
        selection: Selection::Best,
        rules: Rules::PLAIN,
        own: set(&own),
        board: CardSet::EMPTY,
        board_size: 5,
        opponents,
        unseen: unseen(set(&own)),
    };
    race(
        &format!("Trials against {opponents} unknown hold'em hands"),
        u64::from(TRIALS),
        "trials",
        vec![
            Contender::new("ours", || {
                let mut random = SmallRng::seed_from_u64(6);
                by_trials(&spot, TRIALS, || random.next_u64()).won
            }),
            Contender::new("a loop over pokers", || {
                let mut random = SmallRng::seed_from_u64(6);
                let mut deck: Vec<u8> = (0..52).filter(|card| !own.contains(card)).collect();
                let start = pokers_hand(&own);
                let mut won = 0;
                for _ in 0..TRIALS {
                    let (dealt, _) = deck.partial_shuffle(&mut random, 5 + 2 * opponents);
                    let (board, hands) = dealt.split_at(5);
                    let add = |hand, card: &u8| hand + POKERS_CARDS[usize::from(*card)];
                    let ours = board.iter().fold(start, add).evaluate();
                    let shared = board.iter().fold(PokersHand::default(), add);
                    let others = hands.chunks(2).map(|hand| hand.iter().fold(shared, add).evaluate());
                    let (mut lost, mut winners) = (false, 1);
                    for other in others {
                        lost |= other > ours;
                        winners += u64::from(other == ours);
                    }
                    won += if lost { 0 } else { 5040 / winners };
                }
                won
            }),
        ],
    );
}
