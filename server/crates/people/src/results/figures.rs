//! Figures computed from hands, in whole numbers only: pages do the division.

use std::collections::{BTreeMap, HashMap};

use jiff::SignedDuration;
use poker_protocol::v1::personal::{BigBlinds, GameResult, PlayedSession, ResultFigures, ResultPoint, Share};
use poker_protocol::v1::routes::value::Spacing;
use poker_store::{Marks, TableId, TallyHand};
use poker_wire as wire;

use crate::instant;

/// Maximum number of points on a line.
const POINTS: usize = 240;

/// A session ends after this long without a hand.
const SESSION_GAP: SignedDuration = SignedDuration::from_mins(30);

/// Computes the figures of hands.
pub fn figures_of<'a>(hands: impl IntoIterator<Item = &'a TallyHand>) -> ResultFigures {
    let mut sums = Sums::default();
    for hand in hands {
        sums.add(hand);
    }
    sums.figures()
}

/// Computes the figures of each game, the one with the most hands first.
pub fn games_of(hands: &[TallyHand]) -> Vec<GameResult> {
    let mut games: BTreeMap<&str, Sums> = BTreeMap::new();
    for hand in hands {
        games.entry(&hand.game).or_default().add(hand);
    }
    let result = |(game, sums): (&str, Sums)| GameResult {
        game: game.to_owned(),
        figures: sums.figures(),
    };
    let mut games: Vec<GameResult> = games.into_iter().map(result).collect();
    games.sort_by_key(|game| std::cmp::Reverse(game.figures.hands));
    games
}

#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    hands: u64,
    net: i64,
    asked: u64,
    put_in: u64,
    raised: u64,
    stayed: u64,
    showdowns: u64,
    paid_at_showdown: u64,
    big_blind_hands: u64,
    thousandths: i128,
}

impl Sums {
    fn add(&mut self, hand: &TallyHand) {
        let has = |marks| u64::from(hand.marks.has(marks));
        self.hands += 1;
        self.net = self.net.saturating_add(hand.net);
        self.stayed += has(Marks::STAYED);
        self.showdowns += has(Marks::SHOWDOWN);
        self.paid_at_showdown += has(Marks::SHOWDOWN.with(Marks::PAID, true));
        if hand.big_blind.is_zero() {
            return;
        }
        self.asked += has(Marks::ASKED);
        self.put_in += has(Marks::PUT_IN);
        self.raised += has(Marks::RAISED);
        self.big_blind_hands += 1;
        self.thousandths += i128::from(hand.net) * 1000 / i128::from(hand.big_blind.get());
    }

    fn figures(self) -> ResultFigures {
        let share = |times, of| (of > 0).then_some(Share { times, of });
        let thousandths = i64::try_from(self.thousandths);
        ResultFigures {
            hands: self.hands,
            net: self.net,
            vpip: share(self.put_in, self.asked),
            pfr: share(self.raised, self.asked),
            showdown: share(self.showdowns, self.stayed),
            won_at_showdown: share(self.paid_at_showdown, self.showdowns),
            big_blinds: thousandths
                .ok()
                .filter(|_| self.big_blind_hands > 0)
                .map(|thousandths| BigBlinds {
                    hands: self.big_blind_hands,
                    thousandths,
                }),
        }
    }
}

/// Computes the line of results from hands, oldest first. Its last point comes after the last hand.
pub fn line(hands: &[TallyHand], by: Spacing) -> Vec<ResultPoint> {
    let (Some(first), Some(last)) = (hands.first(), hands.last()) else {
        return Vec::new();
    };
    let span = last.at.as_second().saturating_sub(first.at.as_second()).max(1);
    // The even part in which a hand lies. The last hand of each part becomes its point.
    let part = |place: usize| match by {
        Spacing::Hands => place * POINTS / hands.len(),
        Spacing::Time => {
            let since = hands[place].at.as_second().saturating_sub(first.at.as_second()).max(0);
            usize::try_from(i128::from(since) * (POINTS as i128 - 1) / i128::from(span)).unwrap_or(POINTS - 1)
        }
    };
    let mut net = 0_i64;
    let mut points: Vec<(usize, ResultPoint)> = Vec::new();
    for (place, hand) in hands.iter().enumerate() {
        net = net.saturating_add(hand.net);
        let point = ResultPoint {
            hands: place as u64 + 1,
            at: instant(hand.at),
            net,
        };
        // With several tables, hands are stored not quite in the order in which they ended.
        let part = part(place).max(points.last().map_or(0, |(part, _)| *part));
        match points.last_mut() {
            Some((last, kept)) if *last == part => *kept = point,
            _ => points.push((part, point)),
        }
    }
    points.into_iter().map(|(_, point)| point).collect()
}

/// Groups hands into sessions, newest first.
pub fn sessions(hands: &[TallyHand]) -> Vec<PlayedSession> {
    let mut sessions: Vec<PlayedSession> = Vec::new();
    let mut open: HashMap<TableId, (usize, jiff::Timestamp)> = HashMap::new();
    for hand in hands {
        let going_on = open
            .get(&hand.table)
            .filter(|(_, last)| hand.at.duration_since(*last) <= SESSION_GAP);
        let at = going_on.map_or_else(
            || {
                sessions.push(begun(hand));
                sessions.len() - 1
            },
            |(at, _)| *at,
        );
        let session = &mut sessions[at];
        session.to = instant(hand.at);
        session.hands += 1;
        session.net = session.net.saturating_add(hand.net);
        if !session.games.iter().any(|game| game.as_str() == &*hand.game) {
            session.games.push(hand.game.as_ref().to_owned());
        }
        open.insert(hand.table, (at, hand.at));
    }
    sessions.sort_by_key(|session| std::cmp::Reverse(session.from));
    sessions
}

/// A session that begins with a hand, before that hand is counted.
fn begun(hand: &TallyHand) -> PlayedSession {
    PlayedSession {
        table: wire::table_id(hand.table),
        table_name: Some(hand.table_name.as_ref().to_owned()).filter(|name| !name.is_empty()),
        games: Vec::new(),
        from: instant(hand.at),
        to: instant(hand.at),
        hands: 0,
        net: 0,
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use poker_engine::Chips;

    use super::*;

    fn hand(second: i64, table: u64, net: i64) -> TallyHand {
        TallyHand {
            at: Timestamp::from_second(1_795_000_000 + second).unwrap(),
            table: TableId(table),
            table_name: "Pine".into(),
            game: "razz".into(),
            net,
            marks: Marks::default(),
            big_blind: Chips::ZERO,
        }
    }

    #[test]
    fn figures_without_meaning_are_left_out() {
        let stud = [hand(0, 1, -5), hand(60, 1, 12)];
        let figures = figures_of(&stud);
        assert_eq!((figures.hands, figures.net), (2, 7));
        assert_eq!((figures.vpip, figures.pfr, figures.big_blinds), (None, None, None));
        assert_eq!(figures_of(&[]), ResultFigures::default());
    }

    #[test]
    fn a_line_is_bounded_and_ends_at_the_end() {
        for count in [1_u32, 2, 240, 241, 2407] {
            let hands: Vec<_> = (0..count).map(|at| hand(i64::from(at) * 7, 1, 3)).collect();
            for by in [Spacing::Hands, Spacing::Time] {
                let line = line(&hands, by);
                assert!(line.len() <= POINTS, "{by:?} {count}: {}", line.len());
                assert!(
                    line.len() >= hands.len().min(POINTS) / 2,
                    "{by:?} {count}: {}",
                    line.len()
                );
                let last = line.last().unwrap();
                assert_eq!((last.hands, last.net), (count.into(), 3 * i64::from(count)));
                assert!(line.is_sorted_by(|one, other| one.hands < other.hands && one.at <= other.at));
            }
        }
        assert_eq!(line(&[], Spacing::Time), []);
        let same = [hand(5, 1, 1), hand(5, 2, 1)];
        assert_eq!(line(&same, Spacing::Time).len(), 1);
        let long = [hand(0, 1, i64::MAX), hand(i64::from(i32::MAX), 1, i64::MAX)];
        assert_eq!(line(&long, Spacing::Time).last().unwrap().net, i64::MAX);
    }

    #[test]
    fn sessions_end_after_half_an_hour_at_their_table() {
        let hands = [
            hand(0, 1, 5),
            hand(100, 2, -9),
            hand(1800, 1, 5),
            hand(3601, 1, 7),
            hand(3700, 2, 1),
        ];
        let sessions = sessions(&hands);
        let told: Vec<_> = sessions
            .iter()
            .map(|session| (session.table.0.as_str(), session.hands, session.net))
            .collect();
        assert_eq!(told, [("2", 1, 1), ("1", 1, 7), ("2", 1, -9), ("1", 2, 10)]);
    }
}
