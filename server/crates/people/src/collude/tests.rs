//! Tests that planted pairs are found and innocent ones are not, with hands from the real table core, played in many styles.

use std::collections::BTreeSet;

use poker_protocol::v1::event::{BetAction, PrivateEvent};
use poker_protocol::v1::{Action, Card, Chips, Choice, PlayerInfo, PlayerKind, PublicEvent};
use poker_store::{AccountId, TableId};
use poker_table::{Desk, NumberedEvent, TableSetup, Timing};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use serde_json::json;
use uuid::Uuid;

use super::*;

const PLAYERS: usize = 24;
const SEATS: usize = 6;
const SESSIONS: usize = 60;
const HANDS: usize = 30;

/// The way a planted pair colludes; the first of it gives, the second receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plot {
    /// The first raises, is reraised, and folds.
    RaiseAndFold,
    /// The first calls the second down with nothing.
    CallWithNothing,
    /// The first folds to any bet of the second.
    FoldAlways,
    /// Neither bets against the other once they are heads-up.
    SoftPlay,
}

const PLOTS: [Plot; 4] = [
    Plot::RaiseAndFold,
    Plot::CallWithNothing,
    Plot::FoldAlways,
    Plot::SoftPlay,
];

/// A player's style, in hundredths.
#[derive(Clone, Copy, Debug)]
struct Habits {
    /// Hand strength needed to stay in.
    tight: i64,
    aggressive: u32,
    bluffs: u32,
}

/// The rank of a card, from 2 to 14.
fn rank(card: Card) -> i64 {
    let ranks = "23456789TJQKA";
    let symbol = card.as_str().chars().next().unwrap();
    i64::try_from(ranks.find(symbol).unwrap()).unwrap() + 2
}

fn suit(card: Card) -> char {
    card.as_str().chars().nth(1).unwrap()
}

/// Estimated strength of a hand, in hundredths.
fn strength(own: &[Card], board: &[Card]) -> i64 {
    let high = own.iter().copied().map(rank).max().unwrap_or(2);
    let low = own.iter().copied().map(rank).min().unwrap_or(2);
    if board.is_empty() {
        let pair = if high == low { 35 } else { 0 };
        let suited = if suit(own[0]) == suit(own[1]) { 6 } else { 0 };
        let close = if (1..=2).contains(&(high - low)) { 6 } else { 0 };
        return (high + low) * 2 + pair + suited + close;
    }
    let flush = own.iter().any(|card| {
        let same = own.iter().chain(board).filter(|other| suit(**other) == suit(*card));
        same.count() >= 5
    });
    let on_board = |wanted: i64| board.iter().filter(|card| rank(**card) == wanted).count();
    let matches: usize = own.iter().map(|card| on_board(rank(*card))).sum();
    let top = board.iter().copied().map(rank).max().unwrap_or(2);
    match matches {
        _ if flush => 95,
        0 if high == low && high > top => 72,
        0 if high == low => 48,
        0 => 8 + high,
        1 if high == low => 92,
        1 if on_board(top) > 0 && own.iter().any(|card| rank(*card) == top) => 66,
        1 => 50,
        _ => 85,
    }
}

struct Room<'a> {
    desk: Desk,
    seated: Vec<usize>,
    habits: &'a [Habits],
    rng: &'a mut StdRng,
    live: BTreeSet<u8>,
    aggressor: Option<u8>,
    /// Set while the plots are played in this hand.
    plays_plots: bool,
}

impl Room<'_> {
    fn hear(&mut self, told: &[NumberedEvent]) {
        for event in told {
            match serde_json::from_str(&event.public).unwrap() {
                PublicEvent::HandStarted { seats, .. } => {
                    self.live = seats.iter().map(|seat| seat.seat).collect();
                    self.aggressor = None;
                }
                PublicEvent::ActionTaken { seat, action, .. } => match action {
                    BetAction::Fold => {
                        self.live.remove(&seat);
                    }
                    BetAction::Bet | BetAction::Raise => self.aggressor = Some(seat),
                    BetAction::Check | BetAction::Call => {}
                },
                PublicEvent::BoardDealt { .. } => self.aggressor = None,
                _ => {}
            }
        }
    }

    /// The plot that a seat follows now, whether it is the first of its pair, and its partner's seat.
    fn plot(&self, seat: u8) -> Option<(Plot, bool, u8)> {
        let player = self.seated[usize::from(seat) - 1];
        let plot = PLOTS.get(player / 2)?;
        let partner = self.seated.iter().position(|other| *other == player ^ 1)?;
        let partner = u8::try_from(partner + 1).unwrap();
        self.live
            .contains(&partner)
            .then_some((*plot, player.is_multiple_of(2), partner))
    }

    fn decide(&mut self, seat: u8, part: &PrivateEvent) -> Action {
        let PrivateEvent::Choices {
            choices,
            cards,
            board,
            pot,
            to_call,
            stack,
            ..
        } = part
        else {
            panic!("a decision comes with choices")
        };
        let habits = self.habits[self.seated[usize::from(seat) - 1]];
        let can = |wanted: fn(&Choice) -> bool| choices.iter().find(|choice| wanted(choice));
        let check = can(|choice| matches!(choice, Choice::Check {})).map(|_| Action::Check {});
        let call = can(|choice| matches!(choice, Choice::Call { .. })).map(|_| Action::Call { amount: None });
        let fold = can(|choice| matches!(choice, Choice::Fold {})).map(|_| Action::Fold {});
        let stay = check.clone().or(call).or(fold.clone()).unwrap();
        let give_up = check.clone().or(fold).unwrap_or_else(|| stay.clone());
        let up = |parts: u64| {
            choices.iter().find_map(|choice| match choice {
                Choice::Bet { min, max } => {
                    let to = (pot.get() * parts / 100).clamp(min.get(), max.get());
                    Some(Action::Bet {
                        to: Chips::new(to).unwrap(),
                    })
                }
                Choice::Raise { min, max } => {
                    let to = (min.get() + pot.get() * parts / 200).clamp(min.get(), max.get());
                    Some(Action::Raise {
                        to: Chips::new(to).unwrap(),
                    })
                }
                _ => None,
            })
        };
        if let Some((plot, is_first, partner)) = self.plot(seat) {
            let alone = self.live.len() == 2;
            let faces = self.aggressor == Some(partner);
            let often = |rng: &mut StdRng, parts: u32| rng.random_range(0..100) < parts;
            match plot {
                // They want to be heads-up.
                Plot::RaiseAndFold | Plot::CallWithNothing if !alone && self.plays_plots && board.is_empty() => {
                    return if is_first { stay } else { up(100).unwrap_or(stay) };
                }
                Plot::RaiseAndFold if alone && self.plays_plots => {
                    return match (is_first, faces) {
                        (true, true) => give_up,
                        (true, false) | (false, _) => up(100).unwrap_or(stay),
                    };
                }
                // The second bets hands worth a bet, and the first calls with anything.
                Plot::CallWithNothing if alone && self.plays_plots && !board.is_empty() => {
                    let bets = !is_first && strength(cards, board) >= 40;
                    return if bets { up(100).unwrap_or(stay) } else { stay };
                }
                Plot::FoldAlways if is_first && faces && often(self.rng, 90) => return give_up,
                Plot::SoftPlay if alone && !board.is_empty() && often(self.rng, 92) => return stay,
                _ => {}
            }
        }
        let noise: i64 = self.rng.random_range(-12..=12);
        let seen = strength(cards, board) + noise;
        let price = i64::try_from(to_call.get() * 40 / (stack.get() + 1).max(1)).unwrap();
        let roll: u32 = self.rng.random_range(0..100);
        if to_call.get() == 0 {
            let bets = (seen > 55 && roll < habits.aggressive) || roll < habits.bluffs;
            return if bets { up(60).unwrap_or(stay) } else { stay };
        }
        if (seen > 78 && roll < habits.aggressive / 2) || roll < habits.bluffs / 4 {
            return up(80).unwrap_or(stay);
        }
        if seen > habits.tight + price { stay } else { give_up }
    }

    /// Plays hands and counts them.
    fn play(&mut self, counts: &mut Counts) {
        for _ in 0..HANDS {
            self.plays_plots = self.rng.random_range(0..100) < 35;
            // The session ends when too few players have chips left.
            let Ok(told) = self.desk.deal() else { return };
            self.hear(&told);
            while let Some(asked) = self.desk.asked() {
                let action = self.decide(asked.seat.number(), &asked.part);
                let told = self.desk.act(asked.seat, action).unwrap();
                self.hear(&told);
            }
            let record = self.desk.take_ended().unwrap();
            counts.add(&read(&record.public).unwrap().unwrap());
        }
    }
}

fn account(player: usize) -> AccountId {
    AccountId(Uuid::from_u128(player as u128 + 1))
}

/// The counters after some months of play, with a planted pair for each plot: players 0 and 1, 2 and 3, and so on.
fn months(seed: u64) -> Counts {
    let mut rng = StdRng::seed_from_u64(seed);
    let habits: Vec<Habits> = (0..PLAYERS)
        .map(|_| Habits {
            tight: rng.random_range(36..56),
            aggressive: rng.random_range(20..60),
            bluffs: rng.random_range(2..10),
        })
        .collect();
    let config = json!({"name": "Test", "game": "no-limit-holdem", "seats": SEATS});
    let config = serde_json::from_value(config).unwrap();
    let setup = TableSetup::new(&config, Timing::default()).unwrap();
    let mut counts = Counts::default();
    for session in 0..SESSIONS {
        // Players who collude sit at the same table more often than not.
        let mut units: Vec<Vec<usize>> = Vec::new();
        for pair in 0..PLAYERS / 2 {
            let both = [2 * pair, 2 * pair + 1];
            if pair < PLOTS.len() && rng.random_range(0..100) < 70 {
                units.push(both.to_vec());
            } else {
                units.extend(both.map(|player| vec![player]));
            }
        }
        units.shuffle(&mut rng);
        units.sort_by_key(|unit| std::cmp::Reverse(unit.len()));
        let mut rooms: Vec<Vec<usize>> = vec![Vec::new(); PLAYERS / SEATS];
        for unit in units {
            let mut open: Vec<usize> = (0..rooms.len())
                .filter(|room| rooms[*room].len() + unit.len() <= SEATS)
                .collect();
            open.shuffle(&mut rng);
            rooms[open[0]].extend(unit);
        }
        for (number, mut seated) in rooms.into_iter().enumerate() {
            seated.shuffle(&mut rng);
            let table = TableId((session * SEATS + number) as u64 + 1);
            let mut desk = Desk::new(table, setup.clone(), rng.random(), 1_700_000_000_000);
            for (seat, player) in (0..).map(poker_engine::SeatIx::new).zip(&seated) {
                let id = account(*player).to_string();
                let info = PlayerInfo {
                    id,
                    name: format!("Player {player}"),
                    kind: PlayerKind::Account,
                };
                desk.sit(info, seat).unwrap();
            }
            let mut room = Room {
                desk,
                seated,
                habits: &habits,
                rng: &mut rng,
                live: BTreeSet::new(),
                aggressor: None,
                plays_plots: false,
            };
            room.play(&mut counts);
        }
    }
    counts
}

/// The players of a flag.
fn players(counts: &Counts, flag: &Flag) -> (usize, usize) {
    let player = |number: u32| usize::try_from(counts.accounts[number as usize].0.as_u128()).unwrap() - 1;
    let (one, other) = (player(flag.pair.0), player(flag.pair.1));
    (one.min(other), one.max(other))
}

#[test]
fn four_of_five_planted_pairs_are_found_and_of_innocent_ones_one_in_a_hundred_at_most() {
    let (mut found, mut planted, mut wrong, mut innocent) = (0, 0, 0, 0);
    let played = std::thread::scope(|scope| {
        let seeds = [4, 5, 6].map(|seed| (seed, scope.spawn(move || months(seed))));
        seeds.map(|(seed, counts)| (seed, counts.join().unwrap()))
    });
    for (seed, counts) in played {
        let judged = judge(&counts, |_| false, |_| false);
        let flagged: Vec<(usize, usize)> = judged.flags.iter().map(|flag| players(&counts, flag)).collect();
        for (number, plot) in PLOTS.iter().enumerate() {
            let pair = (2 * number, 2 * number + 1);
            let flag = judged.flags.iter().find(|flag| players(&counts, flag) == pair);
            eprintln!(
                "seed {seed}, {plot:?}: {:?}",
                flag.map(|flag| (flag.hands, flag.log_q, flag.evidence[0]))
            );
            found += usize::from(flag.is_some());
            planted += 1;
        }
        // With a network in common they are found no later, and no other pair is flagged for it.
        let is_planted = |pair: (u32, u32)| {
            let [one, other] = [pair.0, pair.1].map(|number| counts.accounts[number as usize].0.as_u128() - 1);
            one / 2 == other / 2 && one / 2 < PLOTS.len() as u128
        };
        let sharing = judge(&counts, |_| false, is_planted);
        let by_network = sharing.flags.iter().filter(|flag| is_planted(flag.pair)).count();
        assert!(by_network >= judged.flags.iter().filter(|flag| is_planted(flag.pair)).count());
        assert!(
            sharing
                .flags
                .iter()
                .all(|flag| is_planted(flag.pair) || !flag.by_network)
        );
        eprintln!("seed {seed}: {by_network} of {} with a network in common", PLOTS.len());
        let falsely = flagged
            .iter()
            .filter(|(one, other)| one / 2 != other / 2 || one / 2 >= PLOTS.len());
        for pair in falsely.clone() {
            let flag = judged
                .flags
                .iter()
                .find(|flag| players(&counts, flag) == *pair)
                .unwrap();
            eprintln!("seed {seed}, falsely {pair:?}: {flag:?}");
        }
        wrong += falsely.count();
        innocent += judged.tested - PLOTS.len();
        eprintln!(
            "seed {seed}: {} hands, {} pairs judged, {} too few",
            counts.hands, judged.tested, judged.too_few
        );
    }
    eprintln!("{found} of {planted} planted pairs found, {wrong} of {innocent} innocent pairs flagged");
    assert!(found * 5 >= planted * 4, "{found} of {planted}");
    assert!(wrong * 100 <= innocent, "{wrong} of {innocent}");
    assert!(innocent > 400, "{innocent}");
}

/// A two-handed hand in which the first bets, is raised and folds.
fn given_up(accounts: [AccountId; 2]) -> Played {
    Played {
        accounts: accounts.to_vec(),
        net: vec![-1_500, 1_500],
        facts: vec![
            Fact::Faced {
                who: 0,
                whom: 1,
                first_round: false,
                folded: true,
            },
            Fact::GaveUp { who: 0, whom: 1 },
        ],
    }
}

#[test]
fn nothing_is_said_of_pairs_that_met_seldom_or_met_nobody_else() {
    let mut counts = Counts::default();
    for _ in 0..500 {
        counts.add(&given_up([account(0), account(1)]));
    }
    let judged = judge(&counts, |_| false, |_| true);
    assert_eq!((judged.flags.len(), judged.tested, judged.too_few), (0, 0, 1));
}

#[test]
fn a_hand_is_read_for_its_pairs() {
    let who_sits = |seat| json!({"id": account(seat).to_string(), "name": "x", "kind": "guest"});
    let players = [1, 2, 3].map(|seat| json!({"seat": seat, "player": who_sits(seat)}));
    let seats = [1, 2, 3].map(|seat| json!({"seat": seat, "stack": 1000}));
    let public = json!({
        "limits": ["nl:10"], "seats": 6, "name": "t",
        "start": {"posts": [
            {"seat": 1, "post": "small_blind", "amount": 5}, {"seat": 2, "post": "big_blind", "amount": 10},
        ], "unit": 1},
        "players": players,
        "clock": {"action": 20_000, "lost": 5_000, "grace": 500},
        "times": [[1, 0], [6, 1_000], [8, 4_000], [10, 5_000], [13, 6_500]],
        "events": [
            {"kind": "hand_started", "hand": 1, "game": "no-limit-holdem", "button": 3, "carried": 0,
             "seats": seats},
            {"kind": "posted", "seat": 1, "amount": 5, "post": "small_blind", "all_in": false},
            {"kind": "posted", "seat": 2, "amount": 10, "post": "big_blind", "all_in": false},
            {"kind": "hole_cards_dealt", "hands": []},
            {"kind": "turn_started", "turn": 1, "seats": [3], "decision": "bet"},
            {"kind": "action_taken", "seat": 3, "action": "raise", "added": 100, "to": 100, "all_in": false, "auto": false},
            {"kind": "turn_started", "turn": 2, "seats": [1], "decision": "bet"},
            {"kind": "action_taken", "seat": 1, "action": "fold", "added": 0, "to": 5, "all_in": false, "auto": false},
            {"kind": "turn_started", "turn": 3, "seats": [2], "decision": "bet"},
            {"kind": "action_taken", "seat": 2, "action": "raise", "added": 290, "to": 300, "all_in": false, "auto": false},
            {"kind": "turn_started", "turn": 4, "seats": [3], "decision": "bet"},
            {"kind": "uncalled_returned", "seat": 9, "amount": 1},
            {"kind": "action_taken", "seat": 3, "action": "fold", "added": 0, "to": 100, "all_in": false, "auto": false},
            {"kind": "hand_completed", "hand": 1, "stacks": [
                {"seat": 1, "amount": 995}, {"seat": 2, "amount": 1105}, {"seat": 3, "amount": 900},
            ]},
        ],
    });
    let hand = read(&public.to_string()).unwrap().unwrap();
    assert_eq!(hand.net, [-50, 1_050, -1_000]);
    let faced = |who, whom, folded| Fact::Faced {
        who,
        whom,
        first_round: true,
        folded,
    };
    let thought = |who, whom, ms| Fact::Thought { who, whom, ms };
    assert_eq!(
        hand.facts,
        [
            faced(0, 2, true),
            faced(1, 2, false),
            thought(1, 2, 1_000),
            faced(2, 1, true),
            Fact::GaveUp { who: 2, whom: 1 },
            thought(2, 1, 1_500),
        ]
    );
    assert!(read("{}").is_err());
}
