//! Example hands of a game from best to worst, as its evaluators rank hands that its deck can make.

use std::cmp::Reverse;

use super::GameDef;
use crate::card::{Card, CardSet, Rank, Suit};
use crate::eval::{Category, Chance, Described, Held, Ranking, Selection, Strength};
use crate::event::Side;

/// Maximum number of wild cards in an example.
const WILD_MOST: usize = 2;

/// Example hands that show a ranking, best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// Side of the pot that this ranking decides: high or low.
    pub side: Side,
    /// Ranking of the hands.
    pub ranking: Ranking,
    /// Cards assumed to be wild in the examples, for games in which chance makes cards wild; empty if the game lists its wild cards or has
    /// none.
    pub assumed_wild: CardSet,
    /// One hand of each kind, each better than the next.
    pub hands: Vec<Described>,
}

impl GameDef {
    /// Returns example hands for each side of the pot, high side first, for every way in which the game may end.
    pub fn ladders(&self) -> Vec<Ladder> {
        let mut sides: Vec<(Side, Ranking)> = Vec::new();
        for show in self.showdowns() {
            for (side, ranking) in [(Side::High, show.high), (Side::Low, show.low)] {
                if let Some(ranking) = ranking
                    && !sides.contains(&(side, ranking))
                {
                    sides.push((side, ranking));
                }
            }
        }
        sides
            .into_iter()
            .map(|(side, ranking)| self.ladder(side, ranking))
            .collect()
    }

    /// Returns example hands for one side.
    fn ladder(&self, side: Side, ranking: Ranking) -> Ladder {
        let assumed_wild = self.assumed_wild();
        let mut kinds: Vec<Kind> = Vec::new();
        each_hand(self, ranking.hand_size(), assumed_wild, &mut |cards, wild| {
            if let Some(hand) = self
                .rules
                .describe(ranking, Selection::Best, cards, CardSet::EMPTY, wild)
            {
                Kind::add(&mut kinds, ranking, hand);
            }
        });
        // Kinds distinguished by the hands themselves are ordered by their best hand.
        kinds.sort_by_key(|kind| Reverse(kind.best()));
        let mut hands: Vec<Described> = Vec::with_capacity(kinds.len());
        for (nth, kind) in kinds.into_iter().enumerate() {
            let example = kind.example(nth, is_low(ranking));
            if hands.last().is_none_or(|last| last.strength > example.strength) {
                hands.push(example);
            }
        }
        Ladder {
            side,
            ranking,
            assumed_wild,
            hands,
        }
    }

    /// Returns the cards assumed to be wild where chance decides: all of the lowest rank.
    fn assumed_wild(&self) -> CardSet {
        let lowest = self.deck.cards().iter().filter_map(Card::rank).min();
        match lowest {
            Some(rank) if !self.rules.wild.chances.is_empty() => of_rank(rank),
            _ => CardSet::EMPTY,
        }
    }

    /// Returns `true` if every hand has a wild card, whatever is dealt: the player's own lowest card, or a card of the board, is wild.
    fn always_wild(&self) -> bool {
        let always = |chance: &Chance| match chance {
            Chance::OwnLow | Chance::FirstDown | Chance::BoardCard(_) | Chance::BoardLow => true,
            Chance::StillDown | Chance::Indicator => false,
        };
        self.rules.wild.chances.iter().any(always)
    }
}

/// Hands that share one place on the ladder.
struct Kind {
    name: (Category, Option<Rank>),
    hands: Vec<Described>,
}

impl Kind {
    fn add(kinds: &mut Vec<Self>, ranking: Ranking, hand: Described) {
        let name = name(ranking, &hand);
        match kinds.iter_mut().find(|kind| kind.name == name) {
            Some(kind) => kind.hands.push(hand),
            None => kinds.push(Self {
                name,
                hands: vec![hand],
            }),
        }
    }

    fn best(&self) -> Option<Strength> {
        self.hands.iter().map(|hand| hand.strength).max()
    }

    /// Picks one of the hands: the best if low hands are distinguished by their cards, otherwise a varying one, so that the examples do not
    /// all look alike. Hands without wild cards are preferred.
    fn example(self, nth: usize, is_low: bool) -> Described {
        const SPREAD: usize = 7;
        let is_plain = |hand: &Described| hand.cards == hand.stands_for;
        let (mut hands, with_wild): (Vec<_>, Vec<_>) = self.hands.into_iter().partition(is_plain);
        if hands.is_empty() {
            hands = with_wild;
        }
        hands.sort_by_key(|hand| Reverse(hand.strength));
        let at = if is_low || nth == 0 {
            0
        } else {
            (hands.len() - 1) * (nth * 3 % SPREAD) / SPREAD
        };
        hands.swap_remove(at)
    }
}

/// Returns the features that separate a hand from others on the ladder: its category, a royal flush, the highest card of a low hand.
fn name(ranking: Ranking, hand: &Described) -> (Category, Option<Rank>) {
    let top = hand.ranks.first().copied();
    let apart = match hand.category {
        Category::StraightFlush if !is_low(ranking) && ranking.hand_size() == 5 => {
            top.filter(|rank| *rank == Rank::ACE)
        }
        Category::Low | Category::FourCard => top,
        _ => None,
    };
    (hand.category, apart)
}

/// Returns `true` if the lower hand is the better one.
const fn is_low(ranking: Ranking) -> bool {
    match ranking {
        Ranking::High | Ranking::ShortDeck | Ranking::ThreeCard | Ranking::ThreeCardListed | Ranking::TwoCard => false,
        Ranking::EightOrBetter
        | Ranking::AceToFive
        | Ranking::AceToSix
        | Ranking::DeuceToSeven
        | Ranking::Misere
        | Ranking::Badugi
        | Ranking::BadugiAceHigh
        | Ranking::ThreeCardLow
        | Ranking::TwoCardLow => true,
    }
}

fn of_rank(rank: Rank) -> CardSet {
    Suit::ALL.into_iter().map(|suit| Card::new(rank, suit)).collect()
}

/// Calls `f` with hands of `size` cards and the cards wild in them: every choice of ranks, once in mixed suits and once in one suit, with
/// up to [`WILD_MOST`] wild cards.
fn each_hand(game: &GameDef, size: usize, assumed: CardSet, f: &mut impl FnMut(CardSet, CardSet)) {
    let known = game.rules.wild.known(&[]).union(assumed);
    let wild_cards: Vec<Card> = game.cards().intersection(known.union(CardSet::JOKERS)).iter().collect();
    let natural = game.deck.cards().difference(known);
    let ranks: Vec<Rank> = Rank::all()
        .filter(|rank| !natural.intersection(of_rank(*rank)).is_empty())
        .collect();
    let least = usize::from(game.always_wild());
    for count in least..=WILD_MOST.min(wild_cards.len()).min(size) {
        let held: CardSet = wild_cards.iter().rev().take(count).copied().collect();
        // A joker that is only partly wild counts as fully wild next to another wild card.
        let wild = if assumed.is_empty() {
            game.rules.wild.of(&Held {
                own: held,
                ..Held::default()
            })
        } else {
            known.union(CardSet::JOKERS)
        };
        each_choice(&ranks, size - count, &mut Vec::new(), &mut |chosen| {
            for cards in suited(chosen) {
                f(cards.union(held), wild);
            }
        });
    }
}

/// Calls `f` with every choice of `size` ranks, each used up to four times, highest first.
fn each_choice(ranks: &[Rank], size: usize, chosen: &mut Vec<Rank>, f: &mut impl FnMut(&[Rank])) {
    if size == 0 {
        return f(chosen);
    }
    for (at, rank) in ranks.iter().enumerate().rev() {
        if chosen.len() >= 4 && chosen[chosen.len() - 4..].iter().all(|other| other == rank) {
            continue;
        }
        chosen.push(*rank);
        each_choice(&ranks[..=at], size - 1, chosen, f);
        chosen.pop();
    }
}

/// Returns cards of these sorted ranks: once in alternating suits, and once in one suit where possible.
fn suited(ranks: &[Rank]) -> impl Iterator<Item = CardSet> {
    let many: CardSet = ranks
        .iter()
        .zip(Suit::ALL.into_iter().rev().cycle())
        .map(|(rank, suit)| Card::new(*rank, suit))
        .collect();
    let are_different = ranks.windows(2).all(|pair| pair[0] != pair[1]);
    let one = are_different.then(|| ranks.iter().map(|rank| Card::new(*rank, Suit::Hearts)).collect());
    [Some(many), one].into_iter().flatten()
}
