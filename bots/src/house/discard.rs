//! The choice of cards to discard.

use poker_engine::{Card, CardSet};
use rand::Rng;
use rand::seq::SliceRandom;

use super::equity::{Judge, subsets};

/// Number of trials for each choice.
const TRIALS: usize = 48;

/// Number of hands that a choice is measured against.
const RIVALS: usize = 64;

/// Number of random hands out of which an opponent's hand is the best after a draw.
const RIVAL_BEST_OF: usize = 3;

/// Returns the cards with the best prospects for an exchange, `min` to `max` of those that may be discarded.
pub(super) fn cards_to_exchange(
    judge: Judge,
    own: CardSet,
    may_discard: &[Card],
    range: (usize, usize),
    unseen: &[Card],
    random: &mut impl Rng,
) -> CardSet {
    let rivals = rival_strengths(judge, own.len(), unseen, random);
    let mut unseen = unseen.to_vec();
    let mut best = (0, CardSet::EMPTY);
    for count in range.0..=range.1.min(may_discard.len()) {
        for discarded in subsets(may_discard, count) {
            let kept = own.difference(discarded);
            let trials = if count == 0 { 1 } else { TRIALS };
            let mut beaten = 0;
            for _ in 0..trials {
                let (drawn, _) = unseen.partial_shuffle(random, count);
                let hand = kept.union(drawn.iter().copied().collect());
                beaten += beaten_by(judge, hand, &rivals);
            }
            let score = beaten * TRIALS / trials;
            // Of equal choices, the one with fewer discards reveals less.
            if score > best.0 || (count == range.0 && best.1.is_empty()) {
                best = (score, discarded);
            }
        }
    }
    best.1
}

/// Returns the number of opponents that a hand beats; a tie counts as nothing.
fn beaten_by(judge: Judge, hand: CardSet, rivals: &[Vec<Option<u32>>; 2]) -> usize {
    let sides = [judge.showdown.high, judge.showdown.low];
    let counts = sides.into_iter().zip(rivals).map(|(ranking, rivals)| {
        let own = ranking.and_then(|ranking| judge.worth_of(ranking, hand, CardSet::EMPTY));
        own.map_or(0, |own| rivals.partition_point(|rival| *rival < Some(own)))
    });
    counts.sum()
}

/// Returns, for each side, the strengths of random hands of opponents who have drawn, in ascending order.
fn rival_strengths(judge: Judge, size: usize, unseen: &[Card], random: &mut impl Rng) -> [Vec<Option<u32>>; 2] {
    let mut unseen = unseen.to_vec();
    let mut strengths_on = |ranking: Option<_>| {
        let mut strengths: Vec<Option<u32>> = Vec::with_capacity(RIVALS);
        let Some(ranking) = ranking else {
            return strengths;
        };
        for _ in 0..RIVALS {
            let (cards, _) = unseen.partial_shuffle(random, size * RIVAL_BEST_OF);
            let hands = cards.chunks(size.max(1)).map(|hand| hand.iter().copied().collect());
            let worth = hands.map(|hand| judge.worth_of(ranking, hand, CardSet::EMPTY));
            strengths.push(worth.max().flatten());
        }
        strengths.sort_unstable();
        strengths
    };
    [strengths_on(judge.showdown.high), strengths_on(judge.showdown.low)]
}

#[cfg(test)]
mod tests {
    use poker_engine::card::parse_cards;
    use poker_engine::eval::{Ranking, Rules, Selection};
    use poker_engine::game::{DeckKind, Showdown};
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;

    fn discarded(high: Option<Ranking>, low: Option<Ranking>, own: &str) -> Vec<String> {
        let cards = parse_cards(own).unwrap();
        let own: CardSet = cards.iter().copied().collect();
        let unseen: Vec<Card> = DeckKind::Standard.cards().difference(own).iter().collect();
        let showdown = Showdown {
            high,
            low,
            selection: Selection::Best,
            speak: poker_engine::game::Speak::Cards,
        };
        let judge = Judge {
            showdown,
            rules: Rules::PLAIN,
        };
        let mut random = StdRng::seed_from_u64(3);
        let discarded = cards_to_exchange(judge, own, &cards, (0, 3), &unseen, &mut random);
        let mut discarded: Vec<String> = discarded.iter().map(|card| card.to_string()).collect();
        discarded.sort();
        discarded
    }

    fn high(own: &str) -> Vec<String> {
        discarded(Some(Ranking::High), None, own)
    }

    #[test]
    fn a_made_hand_stands_pat() {
        assert_eq!(high("2h 5h 9h Jh Kh"), [""; 0]);
        assert_eq!(high("5c 6d 7h 8s 9c"), [""; 0]);
        assert_eq!(high("Qc Qd Qh 4s 4c"), [""; 0]);
    }

    #[test]
    fn pairs_and_four_flushes_draw_to_what_they_have() {
        assert_eq!(high("Qc Qd 3h 7s 9c"), ["3h", "7s", "9c"]);
        assert_eq!(high("Qc Qd 3h 3s 9c"), ["9c"]);
        assert_eq!(high("2h 5h 9h Jh Kc"), ["Kc"]);
    }

    #[test]
    fn lowball_discards_what_is_high() {
        let low = |own| discarded(None, Some(Ranking::DeuceToSeven), own);
        assert_eq!(low("2c 3d 4h 7s Kc"), ["Kc"]);
        assert_eq!(low("2c 3d 4h 5s 7c"), [""; 0]);
    }
}
