//! Equity: the share of a pot that a hand can expect when the cards to come are left to chance.

use std::cmp::Ordering;

use super::cards::{each_subset, suit_ranks};
use super::key::{HandKey, flush, hash, key_of, seven_by_ranks};
use super::{Ranking, Rules, Selection, strength};
use crate::card::{Card, CardSet, Rank, Suit};

/// Known facts of a hand before its last card is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Ranking of high hands, if there is a high side.
    pub high: Option<Ranking>,
    /// Ranking of low hands, if there is a low side.
    pub low: Option<Ranking>,
    /// Cards that make up a hand.
    pub selection: Selection,
    /// Wild cards and special hands. Where chance makes cards wild, the hand's own cards count as dealt face down.
    pub rules: Rules,
    /// Cards of the hand.
    pub own: CardSet,
    /// Board cards dealt so far.
    pub board: CardSet,
    /// Number of cards on the full board.
    pub board_size: usize,
    /// Number of opponents, each with as many cards as the hand, all of them unknown.
    pub opponents: usize,
    /// Cards that may still come.
    pub unseen: CardSet,
}

/// A share of the pot, as a fraction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Numerator: the part won.
    pub won: u64,
    /// Denominator: everything there was to win.
    pub of: u64,
}

impl Share {
    /// Returns the share in thousandths, rounded down; 0 if there was nothing to win.
    pub const fn per_mille(self) -> u64 {
        match (self.won as u128 * 1000).checked_div(self.of as u128) {
            #[expect(clippy::cast_possible_truncation, reason = "a part is not more than the whole")]
            Some(part) => part as u64,
            None => 0,
        }
    }
}

/// A pot that up to ten winners can divide evenly, even by halves.
const POT: u64 = 2 * 2520;

/// Returns the share of the pot that the hand wins on average over `trials` deals to the end, without folds.
///
/// The same numbers from `random` give the same share.
///
/// # Panics
/// If there are more than nine opponents, or fewer unseen cards than a deal needs.
///
/// ```
/// use poker_engine::card::parse_cards;
/// use poker_engine::eval::equity::{Spot, by_trials};
/// use poker_engine::eval::{Ranking, Rules, Selection};
/// use poker_engine::CardSet;
///
/// let own: CardSet = parse_cards("As Ah")?.into_iter().collect();
/// let spot = Spot {
///     high: Some(Ranking::High),
///     low: None,
///     selection: Selection::Best,
///     rules: Rules::PLAIN,
///     own,
///     board: CardSet::EMPTY,
///     board_size: 5,
///     opponents: 1,
///     unseen: CardSet::from_bits((1 << 52) - 1).difference(own),
/// };
/// let mut seed = 1u64;
/// let share = by_trials(&spot, 4000, || {
///     seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
///     seed ^ seed >> 32
/// });
/// // Two aces win 85 pots in a hundred against any one hand.
/// assert!((830..870).contains(&share.per_mille()));
/// # Ok::<(), poker_engine::card::ParseCardError>(())
/// ```
pub fn by_trials(spot: &Spot, trials: u32, mut random: impl FnMut() -> u64) -> Share {
    let mut deck: Vec<Card> = spot.unseen.iter().collect();
    let to_come = spot.board_size.saturating_sub(spot.board.len());
    let each = spot.own.len();
    assert!(spot.opponents <= 9, "more opponents than a table seats");
    assert!(
        to_come + spot.opponents * each <= deck.len(),
        "more cards to come than unseen"
    );

    let plain = spot.high == Some(Ranking::High)
        && spot.low.is_none()
        && spot.selection == Selection::Best
        && spot.rules.is_plain();
    let seven = plain && each + spot.board_size.max(spot.board.len()) == 7;
    let mut won = 0;
    for _ in 0..trials {
        shuffle(&mut deck, to_come + spot.opponents * each, &mut random);
        let (board, hands) = deck[..to_come + spot.opponents * each].split_at(to_come);
        let hands = hands.chunks(each.max(1));
        won += if seven {
            let board = board.iter().fold(HandKey::from(spot.board), |key, card| key + *card);
            let own = board + HandKey::from(spot.own);
            let others = hands.map(|hand| hand.iter().fold(board, |key, card| key + *card).seven());
            part(POT, Some(own.seven()), others.map(Some)).unwrap_or(0)
        } else {
            let board = board.iter().copied().collect::<CardSet>().union(spot.board);
            let others: Vec<CardSet> = hands.map(|hand| hand.iter().copied().collect()).collect();
            award(spot, board, &others)
        };
    }
    Share {
        won,
        of: u64::from(trials) * POT,
    }
}

/// Shuffles `count` random cards to the front.
fn shuffle(deck: &mut [Card], count: usize, random: &mut impl FnMut() -> u64) {
    let mut bits = 0;
    for at in 0..count {
        // Half of each number is enough to pick one of 54 places; the bias is below one in fifty million.
        bits = if at % 2 == 0 { random() } else { bits >> 32 };
        let among = deck.len() - at;
        let place = ((bits & 0xffff_ffff) * among as u64) >> 32;
        deck.swap(at, at + usize::try_from(place).unwrap_or(0));
    }
}

/// Returns the amount that the hand wins on a full board against known hands.
fn award(spot: &Spot, board: CardSet, others: &[CardSet]) -> u64 {
    let side = |ranking: Option<Ranking>, pot| {
        let worth = |own| spot.rules.worth_of(ranking?, spot.selection, own, board);
        part(pot, worth(spot.own), others.iter().map(|other| worth(*other)))
    };
    // A side without a winner leaves the whole pot to the other side.
    match (side(spot.high, POT / 2), side(spot.low, POT / 2)) {
        (Some(high), Some(low)) => high + low,
        (Some(only), None) | (None, Some(only)) => 2 * only,
        (None, None) => 0,
    }
}

/// Returns the hand's share of a pot, or `None` if no hand qualifies.
fn part<S: Copy + Ord>(pot: u64, own: Option<S>, others: impl Iterator<Item = Option<S>>) -> Option<u64> {
    let mut winners = 1;
    let mut lost = false;
    let mut qualified = own.is_some();
    for other in others {
        qualified |= other.is_some();
        match other.cmp(&own) {
            Ordering::Greater => lost = true,
            Ordering::Equal => winners += 1,
            Ordering::Less => {}
        }
    }
    qualified.then(|| if lost || own.is_none() { 0 } else { pot / winners })
}

/// Numbers of boards on which the first of two hands wins, ties and loses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// Boards on which the first hand wins.
    pub wins: u64,
    /// Boards on which the hands tie, or neither qualifies.
    pub ties: u64,
    /// Boards on which the second hand wins.
    pub losses: u64,
}

impl Outcomes {
    fn add(&mut self, order: Ordering, boards: u64) {
        *self.count(order) += boards;
    }

    fn remove(&mut self, order: Ordering, boards: u64) {
        *self.count(order) -= boards;
    }

    const fn count(&mut self, order: Ordering) -> &mut u64 {
        match order {
            Ordering::Greater => &mut self.wins,
            Ordering::Equal => &mut self.ties,
            Ordering::Less => &mut self.losses,
        }
    }
}

/// Counts the outcomes between two hands over every board of `board_size` cards that the unseen cards can complete.
///
/// ```
/// use poker_engine::card::parse_cards;
/// use poker_engine::eval::equity::heads_up;
/// use poker_engine::eval::{Ranking, Selection};
/// use poker_engine::CardSet;
///
/// let set = |text| parse_cards(text).map(|cards| cards.into_iter().collect::<CardSet>());
/// let (aces, kings) = (set("As Ah")?, set("Ks Kh")?);
/// let unseen = CardSet::from_bits((1 << 52) - 1).difference(aces).difference(kings);
/// let outcomes = heads_up(Ranking::High, Selection::Best, [aces, kings], CardSet::EMPTY, 5, unseen);
/// assert_eq!(outcomes.wins + outcomes.ties + outcomes.losses, 1_712_304);
/// assert!(outcomes.wins > 4 * outcomes.losses);
/// # Ok::<(), poker_engine::card::ParseCardError>(())
/// ```
pub fn heads_up(
    ranking: Ranking,
    selection: Selection,
    hands: [CardSet; 2],
    board: CardSet,
    board_size: usize,
    unseen: CardSet,
) -> Outcomes {
    let to_come = board_size.saturating_sub(board.len());
    let plain = ranking == Ranking::High && selection == Selection::Best;
    if plain && board.len() + to_come == 5 && hands.iter().all(|hand| hand.len() == 2) {
        return by_ranks(hands, board, to_come, unseen);
    }
    let mut outcomes = Outcomes::default();
    if to_come <= unseen.len() {
        each_subset(unseen, to_come, &mut |rest| {
            let [first, second] = hands.map(|hand| strength(ranking, selection, hand, board.union(rest)));
            outcomes.add(first.cmp(&second), 1);
        });
    }
    outcomes
}

/// Counts hold'em boards by ranks: boards that differ only in suits are ranked once, ignoring flushes, and weighted by their number. The
/// few boards that give a hand a flush are then subtracted and counted individually.
fn by_ranks(hands: [CardSet; 2], board: CardSet, to_come: usize, unseen: CardSet) -> Outcomes {
    let start = hands.map(|hand| hash(HandKey::from(hand.union(board)).sum()));
    let mut outcomes = Outcomes::default();
    let all = Ranks::of(unseen);
    all.each(to_come, |sum, boards| {
        let [first, second] = start.map(|hash| seven_by_ranks(hash.wrapping_add(sum)));
        outcomes.add(first.cmp(&second), boards);
    });
    for suit in Suit::ALL {
        let suit = suit.index();
        let known = hands.map(|hand| suit_ranks(hand.union(board), suit));
        let most = known[0].count_ones().max(known[1].count_ones()) as usize;
        let suited = unseen.iter().filter(|card| card.index() % 4 == suit).collect();
        let others = Ranks::of(unseen.difference(suited));
        for of_suit in 5usize.saturating_sub(most)..=to_come.min(suited.len()) {
            each_subset(suited, of_suit, &mut |suited| {
                let ranks = suit_ranks(suited, suit);
                let suited = hash(HandKey::from(suited).sum());
                others.each(to_come - of_suit, |sum, boards| {
                    let plain = start.map(|hash| seven_by_ranks(hash.wrapping_add(suited).wrapping_add(sum)));
                    let class = |hand: usize| match known[hand] | ranks {
                        flushed if flushed.count_ones() >= 5 => flush(flushed),
                        _ => plain[hand],
                    };
                    outcomes.add(class(0).cmp(&class(1)), boards);
                    outcomes.remove(plain[0].cmp(&plain[1]), boards);
                });
            });
        }
    }
    outcomes
}

/// Number of cards of each rank left to draw from.
struct Ranks {
    /// Hash of one card and number of cards, for each rank that has any.
    counts: Vec<(u32, u64)>,
}

impl Ranks {
    fn of(cards: CardSet) -> Self {
        let count = |rank: Rank| {
            Suit::ALL
                .iter()
                .filter(|suit| cards.contains(Card::new(rank, **suit)))
                .count()
        };
        let counts = Rank::all().filter_map(|rank| match count(rank) {
            0 => None,
            count => Some((hash(key_of(Card::new(rank, Suit::Clubs))), count as u64)),
        });
        Self {
            counts: counts.collect(),
        }
    }

    /// Calls `f` with the sum of hashes of every choice of ranks for `size` cards, and the number of ways to make it.
    fn each(&self, size: usize, mut f: impl FnMut(u32, u64)) {
        choose(&self.counts, size, 0, 1, &mut f);
    }
}

fn choose(counts: &[(u32, u64)], size: usize, sum: u32, ways: u64, f: &mut impl FnMut(u32, u64)) {
    if size == 0 {
        return f(sum, ways);
    }
    let Some((&(hash, available), rest)) = counts.split_first() else {
        return;
    };
    let (mut sum, mut choices) = (sum, 1);
    choose(rest, size, sum, ways, f);
    for chosen in 1..=available.min(size as u64) {
        sum = sum.wrapping_add(hash);
        choices = choices * (available + 1 - chosen) / chosen;
        choose(
            rest,
            size - usize::try_from(chosen).unwrap_or(0),
            sum,
            ways * choices,
            f,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::parse_cards;

    fn set(text: &str) -> CardSet {
        parse_cards(text).unwrap().into_iter().collect()
    }

    fn rest(seen: &[CardSet]) -> CardSet {
        seen.iter()
            .fold(CardSet::from_bits((1 << 52) - 1), |rest, seen| rest.difference(*seen))
    }

    /// Counts every board one by one.
    fn plainly(hands: [CardSet; 2], board: CardSet, unseen: CardSet) -> Outcomes {
        let mut outcomes = Outcomes::default();
        let keys = hands.map(|hand| HandKey::from(hand.union(board)));
        each_subset(unseen, 5 - board.len(), &mut |rest| {
            let [first, second] = keys.map(|key| (key + HandKey::from(rest)).seven());
            outcomes.add(first.cmp(&second), 1);
        });
        outcomes
    }

    #[test]
    fn counting_by_ranks_equals_counting_one_by_one() {
        for (first, second, board) in [
            ("As Ah", "Ks Kh", ""),
            ("As Ks", "Qd Qh", ""),
            ("9h 8h", "9c 8c", ""),
            ("As Kd", "Qh Jc", ""),
            ("As Ks", "Qd Qh", "2s 7s"),
            ("As Ks", "Qs Js", "2s 3s 4s"),
            ("7h 6h", "Ah Ac", "5h 4h Tc 2d"),
            ("7h 6h", "Ah 2h", "3h 4h 5h 9h Th"),
        ] {
            let (hands, board) = ([set(first), set(second)], set(board));
            let unseen = rest(&[hands[0], hands[1], board]);
            let outcomes = heads_up(Ranking::High, Selection::Best, hands, board, 5, unseen);
            assert_eq!(outcomes, plainly(hands, board, unseen), "{first} {second} {board:?}");
        }
    }

    #[test]
    fn dead_cards_do_not_come() {
        let hands = [set("As Ah"), set("Ks Kh")];
        let unseen = rest(&[hands[0], hands[1], set("Kd Kc 2c 3d")]);
        let outcomes = heads_up(Ranking::High, Selection::Best, hands, CardSet::EMPTY, 5, unseen);
        assert_eq!(outcomes, plainly(hands, CardSet::EMPTY, unseen));
    }

    #[test]
    fn other_rankings_go_through_all_boards() {
        let hands = [set("As 2s Kd Kc"), set("3s 4s Qd Qc")];
        let board = set("5h 6h 9h 9d");
        let unseen = rest(&[hands[0], hands[1], board]);
        let outcomes = heads_up(Ranking::EightOrBetter, Selection::TwoPlusThree, hands, board, 5, unseen);
        // A seven or an eight with a three or a four makes the first hand's low the better; an ace or a deuce pairs it.
        let expected = Outcomes {
            wins: 8 + 6,
            ties: 20,
            losses: 6,
        };
        assert_eq!(outcomes, expected);
    }

    fn numbers() -> impl FnMut() -> u64 {
        let mut state = 7u64;
        move || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ z >> 31
        }
    }

    fn spot(own: &str, board: &str, opponents: usize) -> Spot {
        let (own, board) = (set(own), set(board));
        Spot {
            high: Some(Ranking::High),
            low: None,
            selection: Selection::Best,
            rules: Rules::PLAIN,
            own,
            board,
            board_size: 5,
            opponents,
            unseen: rest(&[own, board]),
        }
    }

    #[test]
    fn trials_come_near_the_known_shares() {
        for (own, opponents, known) in [
            ("As Ah", 1, 852),
            ("7s 2h", 1, 346),
            ("As Ks", 1, 670),
            ("As Ah", 8, 349),
        ] {
            let share = by_trials(&spot(own, "", opponents), 20_000, numbers()).per_mille();
            assert!(share.abs_diff(known) < 15, "{own}: {share}");
        }
    }

    #[test]
    fn the_short_way_and_the_general_one_share_alike() {
        let seven = spot("As Ks", "Qs 2d 7h", 3);
        // With only two hole cards, any of them means at most two.
        let general = Spot {
            selection: Selection::MaxTwo,
            ..seven
        };
        assert_eq!(by_trials(&seven, 500, numbers()), by_trials(&general, 500, numbers()));
    }

    #[test]
    fn sides_without_a_winner_go_to_the_other() {
        let both = |board| Spot {
            low: Some(Ranking::EightOrBetter),
            selection: Selection::TwoPlusThree,
            ..spot("As 2s Ks Kd", board, 0)
        };
        // Without opponents the hand wins everything, with or without a low.
        for board in ["Kc 9d 9c Tc Jc", "3d 4d 8c Tc Jc"] {
            assert_eq!(by_trials(&both(board), 3, numbers()).per_mille(), 1000);
        }
        let royal = by_trials(&spot("As Ks", "Qs Js Ts 2d 2c", 9), 50, numbers());
        assert_eq!(
            royal,
            Share {
                won: 50 * POT,
                of: 50 * POT
            }
        );
        let tie = by_trials(&spot("2c 3d", "As Ks Qs Js Ts", 3), 10, numbers());
        assert_eq!(tie.per_mille(), 250);
    }

    #[test]
    fn wild_cards_are_worth_what_they_stand_for() {
        let plain = spot("2s 2h", "", 1);
        let mut rules = Rules::PLAIN;
        rules.set("wild", "rank:2").unwrap();
        let wild = Spot { rules, ..plain };
        let [plain, wild] = [plain, wild].map(|spot| by_trials(&spot, 400, numbers()).per_mille());
        assert!(plain < 600, "{plain}");
        assert!(wild > 850, "{wild}");
    }
}
