//! The equity of a hand, estimated by dealing the remaining cards many times.

use poker_engine::eval::{Ranking, Rules, Strength};
use poker_engine::game::Showdown;
use poker_engine::{Card, CardSet, GameDef};
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

/// A whole pot, in thousandths.
pub(super) const WHOLE: u64 = 1000;

/// The comparison of hands in a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judge {
    pub(super) showdown: Showdown,
    /// The rules on wild cards and special hands.
    pub(super) rules: Rules,
}

impl Judge {
    /// Returns the judge of a game.
    pub(super) fn of(game: &GameDef) -> Self {
        Self {
            showdown: game.showdown(),
            rules: game.rules,
        }
    }

    /// Returns the strength of cards on one side.
    pub(super) fn worth_of(&self, ranking: Ranking, own: CardSet, board: CardSet) -> Option<u32> {
        let worth = self.rules.worth_of(ranking, self.showdown.selection, own, board);
        worth.map(Strength::get)
    }
}

/// An opponent of whom little is known except the way of playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rival {
    /// The opponent's up cards.
    pub(super) open: CardSet,
    /// Number of random hands out of which this one seems to be the best: 1 for a forced bet, more for a call, still more for a raise.
    pub(super) best_of: usize,
}

/// A hand in progress, as one player sees it.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub(super) judge: Judge,
    /// The cards that the player does not see.
    pub(super) unseen: Vec<Card>,
    pub(super) own: CardSet,
    /// Number of own cards still to come.
    pub(super) own_to_come: usize,
    /// The board, or two boards, each for half of the pot.
    pub(super) boards: Vec<CardSet>,
    /// Number of cards still to come on each board.
    pub(super) board_to_come: usize,
    /// Number of cards dealt to each player in total.
    pub(super) dealt_each: usize,
    /// Number of these that a player keeps.
    pub(super) kept_each: usize,
    pub(super) rivals: Vec<Rival>,
}

/// A hand's strength on each side; `None` if it does not qualify or there is no such side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Worth {
    high: Option<u32>,
    low: Option<u32>,
}

/// The expected share of the pot by side, in thousandths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Share {
    /// Share of the whole pot.
    pub(super) pot: u64,
    /// Share of the high side alone.
    pub(super) high: u64,
    /// Share of the low side alone.
    pub(super) low: u64,
}

impl Share {
    /// Returns the average share over several deals or boards; zero without any.
    fn mean(shares: impl Iterator<Item = Self>) -> Self {
        let (mut sum, mut count) = (Self::default(), 0);
        for share in shares {
            sum.pot += share.pot;
            sum.high += share.high;
            sum.low += share.low;
            count += 1;
        }
        let count = count.max(1);
        Self {
            pot: sum.pot / count,
            high: sum.high / count,
            low: sum.low / count,
        }
    }
}

impl Spot {
    /// Returns the player's expected share if every player stays in to the end.
    pub(super) fn share(&self, trials: u32, random: &mut impl Rng) -> Share {
        let mut unseen = self.unseen.clone();
        Share::mean((0..trials).map(|_| self.trial(&mut unseen, random)))
    }

    /// Deals the hand to the end once.
    fn trial(&self, unseen: &mut [Card], random: &mut impl Rng) -> Share {
        let fixed = self.own_to_come + self.boards.len() * self.board_to_come;
        let hidden = |rival: &Rival| self.dealt_each.saturating_sub(rival.open.len());
        let room = unseen.len().saturating_sub(fixed);
        let wanted: usize = self.rivals.iter().map(|rival| rival.best_of * hidden(rival)).sum();
        // If the deck is too small for a choice, every opponent gets a random hand.
        let is_tight = wanted > room;
        let once: usize = self.rivals.iter().map(hidden).sum();
        let count = if is_tight { once.min(room) } else { wanted };
        // With two boards an opponent stays in for either of them.
        let liked = match self.boards.as_slice() {
            [only] => *only,
            several => several.choose(random).copied().unwrap_or_default(),
        };
        let (cards, _) = unseen.partial_shuffle(random, (fixed + count).min(unseen.len()));
        let mut cards = cards.iter().copied();
        let mut take = |count: usize| -> CardSet { cards.by_ref().take(count).collect() };

        let own = self.own.union(take(self.own_to_come));
        let mut boards = self.boards.clone();
        for board in &mut boards {
            *board = board.union(take(self.board_to_come));
        }
        let mut rivals = Vec::with_capacity(self.rivals.len());
        for rival in &self.rivals {
            let candidates = if is_tight { 1 } else { rival.best_of };
            let mut hands = (0..candidates).map(|_| rival.open.union(take(hidden(rival))));
            let hand = if candidates == 1 {
                hands.next()
            } else {
                hands.max_by_key(|hand| self.worth(*hand, liked))
            };
            // If the deck is too small for everyone, some opponents have only part of a hand.
            rivals.push(hand.unwrap_or_default());
        }
        let shares = boards.iter().map(|board| {
            let rivals: Vec<Worth> = rivals.iter().map(|hand| self.worth(*hand, *board)).collect();
            self.award(self.worth(own, *board), &rivals)
        });
        Share::mean(shares)
    }

    /// Returns the strength of a hand. A player who keeps fewer cards than were dealt keeps those that end up best.
    fn worth(&self, own: CardSet, board: CardSet) -> Worth {
        let best = |ranking: Option<Ranking>| {
            let ranking = ranking?;
            if own.len() <= self.kept_each {
                return self.judge.worth_of(ranking, own, board);
            }
            let cards: Vec<Card> = own.iter().collect();
            subsets(&cards, self.kept_each)
                .filter_map(|kept| self.judge.worth_of(ranking, kept, board))
                .max()
        };
        Worth {
            high: best(self.judge.showdown.high),
            low: best(self.judge.showdown.low),
        }
    }

    /// Returns the player's share of the pot.
    fn award(&self, own: Worth, rivals: &[Worth]) -> Share {
        let showdown = &self.judge.showdown;
        let high = showdown
            .high
            .and_then(|_| part(own.high, rivals.iter().map(|rival| rival.high)));
        let low = showdown
            .low
            .and_then(|_| part(own.low, rivals.iter().map(|rival| rival.low)));
        Share {
            pot: match (high, low) {
                (Some(high), Some(low)) => u64::midpoint(high, low),
                (Some(only), None) | (None, Some(only)) => only,
                (None, None) => 0,
            },
            high: high.unwrap_or(0),
            low: low.unwrap_or(0),
        }
    }
}

/// Returns a player's share of one side of the pot; zero without a qualifying hand.
fn part(own: Option<u32>, rivals: impl Iterator<Item = Option<u32>>) -> Option<u64> {
    let mut best = own;
    let mut winners = u64::from(own.is_some());
    for rival in rivals.flatten() {
        if best.is_none_or(|best| rival > best) {
            best = Some(rival);
            winners = 1;
        } else if best == Some(rival) {
            winners += 1;
        }
    }
    best.map(|best| if own == Some(best) { WHOLE / winners } else { 0 })
}

/// Returns all sets of `count` of these cards; the set of all cards if there are no more than that.
pub(super) fn subsets(cards: &[Card], count: usize) -> impl Iterator<Item = CardSet> {
    let count = count.min(cards.len());
    let last = 1_u32 << cards.len().min(16);
    (0..last)
        .filter(move |bits| bits.count_ones() as usize == count)
        .map(move |bits| {
            let is_in = |at: &usize| bits >> at & 1 == 1;
            (0..cards.len()).filter(is_in).map(|at| cards[at]).collect()
        })
}

#[cfg(test)]
mod tests {
    use poker_engine::card::parse_cards;
    use poker_engine::game::{DeckKind, catalogue};
    use rand::SeedableRng;
    use rand::rngs::SmallRng;

    use super::*;

    fn set(text: &str) -> CardSet {
        parse_cards(text).unwrap().into_iter().collect()
    }

    fn share(game: &str, own: &str, board: &str, rivals: usize) -> u64 {
        share_of(game, own, &[board], rivals)
    }

    fn share_of(game: &str, own: &str, boards: &[&str], rivals: usize) -> u64 {
        let game = catalogue::find(game).unwrap();
        let own = set(own);
        let boards: Vec<CardSet> = boards.iter().map(|board| set(board)).collect();
        let seen = boards.iter().fold(own, |seen, board| seen.union(*board));
        let discards = game
            .steps
            .iter()
            .any(|step| matches!(step, poker_engine::game::Step::Discard { .. }));
        let spot = Spot {
            judge: Judge::of(game),
            unseen: DeckKind::Standard.cards().difference(seen).iter().collect(),
            own,
            own_to_come: 0,
            board_to_come: game.board_cards() - boards[0].len(),
            boards,
            dealt_each: game.cards_each(),
            kept_each: game.cards_each() - usize::from(discards),
            rivals: vec![
                Rival {
                    open: CardSet::EMPTY,
                    best_of: 1
                };
                rivals
            ],
        };
        spot.share(2000, &mut SmallRng::seed_from_u64(1)).pot
    }

    #[test]
    fn shares_are_near_the_known_equities() {
        // Against one random hand: aces 85.2 %, seven-two offsuit 34.6 %, ace-king suited 67.0 %.
        for (own, known) in [("As Ah", 852), ("7s 2h", 346), ("As Ks", 670)] {
            let share = share("no-limit-holdem", own, "", 1);
            assert!(share.abs_diff(known) < 35, "{own}: {share}");
        }
        // Against eight: aces 34.9 %.
        let share = share("no-limit-holdem", "As Ah", "", 8);
        assert!(share.abs_diff(349) < 45, "{share}");
    }

    #[test]
    fn a_sure_hand_wins_all_and_a_dead_one_nothing() {
        assert_eq!(share("no-limit-holdem", "As Ks", "Qs Js Ts 2d 2c", 3), WHOLE);
        // Omaha uses exactly two hole cards: four aces in the hand are a pair.
        assert!(share("omaha", "As Ah Ad Ac", "2s 7d 9h Jc Qs", 1) < WHOLE);
    }

    #[test]
    fn half_of_a_pot_that_is_split_is_counted_as_half() {
        // The nut low with no chance of winning high: no player beats five-to-ace, and many hands beat its high.
        let share = share("omaha-8", "As 2h 7c 9d", "3s 4d 5h Kc Ks", 1);
        assert!((500..WHOLE).contains(&share), "{share}");
    }

    #[test]
    fn each_of_two_boards_counts_for_one_half() {
        let (won, open) = ("Qs Js Ts 2d 2c", "Kd Kh Kc 7d 7c");
        let both = share_of("no-limit-holdem", "As Ks", &[won, open], 1);
        let other = share("no-limit-holdem", "As Ks", open, 1);
        assert!(other > 950, "quads lose to nothing that is likely: {other}");
        assert_eq!(share_of("no-limit-holdem", "As Ks", &[won, won], 1), WHOLE);
        assert!(both > 950, "{both}");
        let half = share_of("no-limit-holdem", "As Ks", &[won, "Qd Qh Qc 8d 8c"], 1);
        assert!(
            (500..900).contains(&half),
            "either player may win the second board: {half}"
        );
    }

    #[test]
    fn a_discard_keeps_the_best_cards() {
        let with_two = share("no-limit-holdem", "As Ah", "", 1);
        let with_three = share("pineapple", "As Ah 2c", "", 1);
        assert!(
            with_three < with_two,
            "a rival who chooses from three cards has more: {with_three}"
        );
        assert!(with_three > share("pineapple", "Ks 8h 2c", "", 1) + 150, "{with_three}");
    }

    #[test]
    fn a_full_table_does_not_run_out_of_cards() {
        let game = catalogue::find("five-card-draw").unwrap();
        let own = set("As Ah Kd Qc Js");
        let spot = Spot {
            judge: Judge::of(game),
            unseen: DeckKind::Standard.cards().difference(own).iter().collect(),
            own,
            own_to_come: 0,
            boards: vec![CardSet::EMPTY],
            board_to_come: 0,
            dealt_each: 5,
            kept_each: 5,
            rivals: vec![
                Rival {
                    open: CardSet::EMPTY,
                    best_of: 3
                };
                12
            ],
        };
        let share = spot.share(50, &mut SmallRng::seed_from_u64(2)).pot;
        assert!(share < WHOLE);
    }
}
