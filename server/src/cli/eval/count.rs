//! Counting every hand of a deck.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use poker_engine::eval::{Category, HandKey, Held, Ranking, Rules, Selection, Strength};
use poker_engine::{Card, CardSet};
use serde_json::json;

/// The hands of one category.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Kind {
    /// `None` for hands that do not qualify.
    category: Option<Category>,
    hands: u64,
    /// Number of different strengths among them.
    classes: u32,
    /// For lows: the number of hands by top card, best first.
    by_top_card: Vec<(char, u64)>,
}

/// The number of hands of each strength, with an example.
struct Tally {
    /// Indexed by strength, for small strengths.
    counts: Vec<(u64, CardSet)>,
    /// All other strengths.
    large: HashMap<u32, (u64, CardSet)>,
    unqualified: u64,
}

impl Tally {
    fn new() -> Self {
        Self {
            counts: vec![(0, CardSet::EMPTY); usize::from(u16::MAX) + 1],
            large: HashMap::new(),
            unqualified: 0,
        }
    }

    #[inline]
    fn add(&mut self, worth: Option<Strength>, hand: CardSet) {
        match worth {
            Some(worth) => {
                let (count, example) = match self.counts.get_mut(worth.get() as usize) {
                    Some(entry) => entry,
                    None => self.large.entry(worth.get()).or_default(),
                };
                *count += 1;
                *example = hand;
            }
            None => self.unqualified += 1,
        }
    }

    fn merge(&mut self, other: Self) {
        for (all, part) in self.counts.iter_mut().zip(other.counts) {
            if part.0 > 0 {
                *all = (all.0 + part.0, part.1);
            }
        }
        for (worth, part) in other.large {
            let all = self.large.entry(worth).or_default();
            *all = (all.0 + part.0, part.1);
        }
        self.unqualified += other.unqualified;
    }

    /// Returns the number of hands of each strength, with an example, best first.
    fn downward(&self) -> Vec<(u64, CardSet)> {
        let mut large: Vec<(u32, (u64, CardSet))> = self.large.iter().map(|(worth, entry)| (*worth, *entry)).collect();
        large.sort_unstable_by_key(|(worth, _)| std::cmp::Reverse(*worth));
        let small = self.counts.iter().rev().filter(|(count, _)| *count > 0);
        large
            .into_iter()
            .map(|(_, entry)| entry)
            .chain(small.copied())
            .collect()
    }
}

/// Counts every hand of `cards` cards from a deck of the cards from `lowest` up, jokers included, by category, best first.
pub(super) fn count(ranking: Ranking, rules: &Rules, cards: u8, lowest: u8) -> Vec<Kind> {
    let deck: Vec<Card> = (lowest..52 + rules.wild.jokers).filter_map(Card::from_index).collect();
    // The first two cards of a hand make a portion; a thread that has finished takes the next.
    let portions: Vec<(usize, usize)> = (0..deck.len())
        .flat_map(|first| (first + 1..deck.len()).map(move |second| (first, second)))
        .collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut tally = Tally::new();
        while let Some((first, second)) = portions.get(next.fetch_add(1, Ordering::Relaxed)) {
            let pair = HandKey::EMPTY + deck[*first] + deck[*second];
            let rest = &deck[second + 1..];
            let left = usize::from(cards) - 2;
            let mut each = |worth: &dyn Fn(HandKey) -> Option<Strength>| {
                each_hand(pair, rest, left, &mut |hand| tally.add(worth(hand), hand.cards()));
            };
            match (ranking, cards) {
                _ if !rules.is_plain() => each(&|hand| {
                    let own = hand.cards();
                    rules.strength(ranking, Selection::Best, own, CardSet::EMPTY, wild(rules, own))
                }),
                (Ranking::High, 5) => each(&|hand| Some(hand.five())),
                (Ranking::High, 6) => each(&|hand| Some(hand.six())),
                (Ranking::High, 7) => each(&|hand| Some(hand.seven())),
                _ => {
                    each(&|hand| {
                        rules.strength(ranking, Selection::Best, hand.cards(), CardSet::EMPTY, CardSet::EMPTY)
                    });
                }
            }
        }
        tally
    };
    let mut whole = Tally::new();
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            whole.merge(worker.join().expect("counting does not panic"));
        }
    });
    kinds(ranking, rules, &whole)
}

/// Returns the wild cards of a hand dealt face down, without a board.
fn wild(rules: &Rules, own: CardSet) -> CardSet {
    rules.wild.of(&Held { own, ..Held::default() })
}

fn each_hand(hand: HandKey, deck: &[Card], left: usize, f: &mut impl FnMut(HandKey)) {
    if left == 0 {
        return f(hand);
    }
    for (at, card) in deck.iter().enumerate() {
        each_hand(hand + *card, &deck[at + 1..], left - 1, f);
    }
}

fn kinds(ranking: Ranking, rules: &Rules, tally: &Tally) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    // Downward, so that categories are in the order of their best hands, and the best low comes first.
    for (count, example) in tally.downward() {
        let hand = rules
            .describe(ranking, Selection::Best, example, CardSet::EMPTY, wild(rules, example))
            .expect("a hand that has a strength");
        let at = kinds
            .iter()
            .position(|kind| kind.category == Some(hand.category))
            .unwrap_or_else(|| {
                kinds.push(Kind {
                    category: Some(hand.category),
                    ..Kind::default()
                });
                kinds.len() - 1
            });
        let kind = &mut kinds[at];
        kind.hands += count;
        kind.classes += 1;
        if hand.category == Category::Low {
            // A hand of wild cards that count less than an ace has no rank.
            let top = hand.ranks.first().map_or('0', |rank| rank.symbol());
            match kind.by_top_card.last_mut() {
                Some((last, hands)) if *last == top => *hands += count,
                _ => kind.by_top_card.push((top, count)),
            }
        }
    }
    if tally.unqualified > 0 {
        kinds.push(Kind {
            hands: tally.unqualified,
            ..Kind::default()
        });
    }
    kinds
}

/// Writes one line per category.
pub(super) fn print(kinds: &[Kind], as_json: bool, mut output: impl Write) -> io::Result<()> {
    for kind in kinds {
        let category = kind.category.map(Category::code);
        if as_json {
            let mut line = json!({ "category": category, "hands": kind.hands, "classes": kind.classes });
            if !kind.by_top_card.is_empty() {
                let tops: BTreeMap<String, u64> = kind
                    .by_top_card
                    .iter()
                    .map(|(top, hands)| (top.to_string(), *hands))
                    .collect();
                line["by_top_card"] = json!(tops);
            }
            writeln!(output, "{line}")?;
        } else {
            writeln!(output, "{} {}", category.unwrap_or("none"), kind.hands)?;
            for (top, hands) in &kind.by_top_card {
                writeln!(output, "  {top} {hands}")?;
            }
        }
    }
    if !as_json {
        let total: u64 = kinds.iter().map(|kind| kind.hands).sum();
        writeln!(output, "total {total}")?;
    }
    output.flush()
}
