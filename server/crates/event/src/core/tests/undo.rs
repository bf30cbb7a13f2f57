//! Acts of officials are undone and redone, one after the other, or refused; an undo never falls through to an older act.

use poker_engine::tournament::director::{Director, Standing};
use poker_protocol::v1::tournament::HandBust;
use serde_json::Value;

use super::officials::{DIRECTOR, NINE, by, chips, sample, somebody};
use super::refusals::account;
use super::*;
use crate::acts::Deed;
use crate::floor::Lists;
use crate::law::{Kind, LawEntry, Who};

/// Tables of four, with every kind of purchase.
const KITCHEN: &str = r#"
id = "kitchen"
name = { en = "Kitchen", fr = "Cuisine" }
games = ["no-limit-holdem"]
entries = [3, 20]
seats = 4
price = 20
stack = 1000
levels = ["30m 5/10", "30m 10/20", "break 5m", "30m 20/40"]
late_levels = 2
re_entries = 1
rebuy = { levels = 1, price = 20, chips = 1000, most = 1 }
add_on = { price = 20, chips = 1500 }
pays = [70, 30]
hand_for_hand = []
"#;

/// Acts that can never be undone, in any event.
const FINAL: [Deed; 12] = [
    Deed::Bag,
    Deed::Announce,
    Deed::Start,
    Deed::VoidHand,
    Deed::SplitHand,
    Deed::KillHand,
    Deed::ResumeTable,
    Deed::ReplaceTable,
    Deed::TellTable,
    Deed::Rule,
    Deed::Answer,
    Deed::SeeHand,
];

/// The state that an act may change.
#[derive(Debug, PartialEq)]
pub(super) struct State {
    director: Director,
    name: String,
    paused: Option<String>,
    lists: Lists,
    players: usize,
    waiting: Vec<u32>,
}

impl Bench {
    pub(super) fn whole(&self) -> State {
        let tournament = &self.core.tournament;
        State {
            director: tournament.director.clone(),
            name: tournament.setup.name.en.clone(),
            paused: tournament.paused.clone(),
            lists: tournament.book.lists(),
            players: tournament.entrants().count(),
            waiting: tournament.waitlist.lines().iter().map(|line| line.no).collect(),
        }
    }

    /// Performs an official's act through the real gate, and returns the error if it is refused.
    pub(super) fn acts(&mut self, role: FloorRole, action: FloorAction) -> Result<(), Value> {
        let named = match &action {
            FloorAction::Grant { .. } => Some(30),
            FloorAction::Revoke { .. } => Some(11),
            FloorAction::MuteAccount { .. } => Some(31),
            _ => None,
        };
        let ask = FloorAsk {
            action,
            reason: "because".to_owned(),
            granted: Some(role),
            family: vec![account(DIRECTOR)],
            structure: None,
            sheet: None,
            account: named.map(somebody),
        };
        self.ask(DIRECTOR, TournamentRequest::Floor(Box::new(ask)))
    }

    pub(super) fn directs(&mut self, action: FloorAction) {
        let words = format!("{action:?}");
        assert_eq!(self.acts(FloorRole::Director, action), Ok(()), "{words}");
    }

    fn seated(&self, table: u32) -> Vec<(u8, u32)> {
        let law = self.core.tournament.director.table(TableNo(table)).unwrap();
        law.seats()
            .map(|(seat, taken)| (seat.number(), u32::try_from(taken.player.0).unwrap()))
            .collect()
    }

    fn count(&self) -> FloorAction {
        let seated = self.seated(1);
        FloorAction::Count {
            table: 1,
            stacks: vec![(seated[0].1, chips(900)), (seated[1].1, chips(1_100))],
            added: None,
        }
    }

    fn bust_by_hand(&self, at: usize) -> FloorAction {
        let seated = self.seated(1);
        FloorAction::HandOver {
            table: 1,
            busts: vec![HandBust {
                player: seated[at].1,
                stack: None,
                by: vec![seated[0].1],
            }],
            button: None,
        }
    }

    fn standing(&self, player: u32) -> Standing {
        self.core.tournament.director.player(PlayerNo(player)).unwrap().standing
    }
}

/// A live event of eleven at three tables, before the start or in play.
fn live(begun: bool) -> Bench {
    live_by(KITCHEN, begun)
}

pub(super) fn live_by(structure: &str, begun: bool) -> Bench {
    let announced = Announced {
        starts_at: Some(START),
        live: true,
        ..Announced::of_house(structure)
    };
    let mut bench = Bench::new(&announced);
    for number in 1..=11 {
        let name = format!("Player {number}");
        bench.directs(FloorAction::Enter { name });
    }
    if begun {
        bench.directs(FloorAction::Start {});
        bench.directs(bench.count());
    }
    bench
}

/// A private event of seven at one table, between two hands.
fn dealt() -> Bench {
    let announced = Announced {
        starts_at: Some(START),
        private: true,
        ..Announced::of_house(NINE)
    };
    let mut bench = Bench::new(&announced);
    for number in 1..=7 {
        bench.register(number, PlayerKind::Guest);
    }
    bench.wait_until(START);
    bench.core.known.insert(TableNo(1), TableId(7));
    bench.command(Command::Deal { table: 1 }).unwrap();
    let seats = bench.seated(1);
    let done = Command::HandDone {
        table: 1,
        stacks: seats.iter().map(|(seat, _)| (*seat, 1_000)).collect(),
        pots: vec![(vec![seats[0].0], vec![seats[0].0])],
        split: None,
        paces: None,
        nuts: None,
        killed: Vec::new(),
        banks: Vec::new(),
    };
    bench.command(done).unwrap();
    bench
}

/// `true` for acts that the law allows in events of a kind.
fn is_for(deed: Deed, kind: Kind) -> bool {
    deed.lines().iter().any(|line| line.at.contains(&kind))
}

/// A live event in which an act is possible, and the act; `None` for acts of dealt events alone.
#[expect(clippy::too_many_lines, reason = "one arm for each action")]
fn live_act(deed: Deed) -> Option<(Bench, FloorAction)> {
    let is_early = matches!(
        deed,
        Deed::Edit | Deed::Announce | Deed::Start | Deed::Enter | Deed::TakeBack
    );
    let mut bench = live(!is_early);
    let player = bench
        .core
        .tournament
        .director
        .table(TableNo(1))
        .map_or(7, |_| bench.seated(1)[2].1);
    let elsewhere = || bench.seated(2)[0].1;
    let action = match deed {
        Deed::Announce => {
            // A private event.
            let announced = Announced {
                starts_at: Some(START),
                live: true,
                private: true,
                ..Announced::of_house(KITCHEN)
            };
            bench = Bench::new(&announced);
            FloorAction::Announce {}
        }
        Deed::Resume => {
            bench.directs(FloorAction::Pause {});
            sample(deed)
        }
        // Entries are closed.
        Deed::MakeDeal | Deed::HandForHand | Deed::Bag => {
            let bought = ["rebuy", "add_on", "re_entries"];
            let lines = KITCHEN
                .lines()
                .filter(|line| !bought.iter().any(|key| line.starts_with(key)));
            let closed = lines
                .collect::<Vec<&str>>()
                .join("\n")
                .replace("late_levels = 2", "late_levels = 0");
            bench = live_by(&closed, true);
            if deed == Deed::MakeDeal {
                bench.directs(FloorAction::Pause {});
            }
            sample(deed)
        }
        Deed::Revoke => {
            let grant = FloorAction::Grant {
                account: account(11).to_string(),
                role: FloorRole::Floor,
            };
            bench.command(by(DIRECTOR, grant, Some(11))).unwrap();
            sample(deed)
        }
        Deed::Cancel => {
            bench.directs(FloorAction::Pause {});
            FloorAction::Cancel {}
        }
        Deed::Move => {
            // The table of three has an empty seat.
            let table = (1..=3).find(|table| bench.seated(*table).len() == 3).unwrap();
            let player = bench.seated(if table == 1 { 2 } else { 1 })[0].1;
            FloorAction::Move { player, table }
        }
        Deed::SetPrizes => FloorAction::SetPrizes {
            unit: Some(chips(5)),
            fee: None,
            fee_percent: Some(10),
            bonus: Some(chips(50)),
            prizes: Vec::new(),
        },
        Deed::NoShow => FloorAction::NoShow { player },
        Deed::BreakTable => FloorAction::BreakTable { table: 2 },
        Deed::BreakOrder => FloorAction::BreakOrder { order: vec![2, 3, 1] },
        Deed::SwapSeats => FloorAction::SwapSeats {
            player,
            with: elsewhere(),
        },
        Deed::SetButton => FloorAction::SetButton {
            table: 1,
            seat: bench.seated(1)[1].0,
        },
        Deed::SetLevel => FloorAction::SetLevel { level: 2, left_s: None },
        Deed::ReEnter | Deed::NoRebuy | Deed::Rebuy => {
            bench.directs(bench.bust_by_hand(2));
            if deed == Deed::ReEnter {
                bench.directs(FloorAction::NoRebuy { player });
            }
            match deed {
                Deed::ReEnter => FloorAction::ReEnter { player },
                Deed::NoRebuy => FloorAction::NoRebuy { player },
                _ => FloorAction::Rebuy { player },
            }
        }
        Deed::Wait | Deed::MoveUp | Deed::StopWaiting => {
            bench.directs(FloorAction::SetPlaces { places: 11 });
            for name in ["Ada", "Bo"] {
                bench.directs(FloorAction::Wait { name: name.to_owned() });
            }
            sample(deed)
        }
        Deed::AddOn => {
            bench.wait_until(START + 52 * MINUTE);
            FloorAction::AddOn { player }
        }
        Deed::HandOver => bench.bust_by_hand(2),
        Deed::Count => FloorAction::Count {
            table: 1,
            stacks: vec![(bench.seated(1)[1].1, chips(1_000)), (player, chips(1_100))],
            added: None,
        },
        Deed::Penalise | Deed::Remove | Deed::Disqualify => match sample(deed) {
            FloorAction::Penalise { fault, rung, count, .. } => FloorAction::Penalise {
                player,
                fault,
                rung,
                count,
            },
            FloorAction::Remove { .. } => FloorAction::Remove { player },
            _ => FloorAction::Disqualify { player },
        },
        // Nobody at a table that is dealt by hand asks through the server, and stacks are taken over from another event.
        Deed::Answer | Deed::Unbag | Deed::Undo | Deed::Redo => return None,
        _ if !is_for(deed, Kind::Live) => return None,
        _ => sample(deed),
    };
    Some((bench, action))
}

/// The same for a dealt event. `None` for acts of live events, or that cannot be undone in play.
fn dealt_act(deed: Deed) -> Option<(Bench, FloorAction)> {
    let mut bench = dealt();
    let running = |bench: &mut Bench| bench.command(Command::Deal { table: 1 }).unwrap();
    let action = match deed {
        Deed::Revoke => {
            let grant = FloorAction::Grant {
                account: account(11).to_string(),
                role: FloorRole::Floor,
            };
            bench.command(by(DIRECTOR, grant, Some(11))).unwrap();
            sample(deed)
        }
        Deed::VoidHand | Deed::SplitHand | Deed::KillHand => {
            running(&mut bench);
            sample(deed)
        }
        Deed::ResumeTable | Deed::ReplaceTable => {
            running(&mut bench);
            let ruling = RulingRow::of_server("the table met a fault");
            let void = Command::VoidHand { table: 1, ruling };
            // The first time, the hand is dealt again.
            bench.command(void.clone()).unwrap();
            bench.command(void).unwrap();
            sample(deed)
        }
        Deed::CorrectAward => FloorAction::CorrectAward {
            table: 1,
            hand: poker_protocol::v1::HandNo::new(1).unwrap(),
            stacks: vec![(1, chips(900)), (7, chips(1_100))],
        },
        Deed::Answer => {
            let report = Command::Ticket {
                what: poker_protocol::v1::tournament::TicketKind::Ruling,
                who: somebody(7),
                table: 1,
                table_id: 7,
                hand: 1,
                about: None,
                text: "and now?".to_owned(),
            };
            bench.command(report).unwrap();
            sample(deed)
        }
        Deed::SetButton => {
            let law = bench.core.tournament.director.table(TableNo(1)).unwrap();
            let next = law.next_positions().unwrap().button.number();
            let seats = bench.seated(1).into_iter().map(|(seat, _)| seat);
            let seat = seats.into_iter().find(|seat| *seat != next).unwrap();
            FloorAction::SetButton { table: 1, seat }
        }
        // Two of these also move chips of accounts.
        Deed::Resume | Deed::MakeDeal | Deed::Cancel => {
            bench.directs(FloorAction::Pause {});
            sample(deed)
        }
        // A single table has no other to move to, and no use for hand-for-hand. Entries closed at the start, and nobody waits.
        Deed::Move
        | Deed::CloseEntries
        | Deed::NoShow
        | Deed::SetPlaces
        | Deed::MoveUp
        | Deed::StopWaiting
        | Deed::TakeBack
        | Deed::BreakTable
        | Deed::BreakOrder
        | Deed::SwapSeats
        | Deed::HandForHand
        | Deed::Edit
        | Deed::Announce
        | Deed::Start
        | Deed::Undo
        | Deed::Redo => return None,
        _ if !is_for(deed, Kind::Private) => return None,
        _ => sample(deed),
    };
    Some((bench, action))
}

/// Does an act, undoes, redoes and undoes it again; or checks that it is final.
fn turns(kind: &str, deed: Deed, (mut bench, action): (Bench, FloorAction), is_final: bool) {
    let context = format!("{kind}: {}", deed.name());
    let before = bench.whole();
    let done = bench.acts(FloorRole::Director, action);
    assert_eq!(done, Ok(()), "{context}");
    let after = bench.whole();
    let line = bench.core.tournament.book.last().unwrap().no;
    if is_final {
        for _ in 0..2 {
            let rows = bench.rows.len();
            let error = bench.acts(FloorRole::Director, FloorAction::Undo {}).unwrap_err();
            let is_over = matches!(after.director.phase(), Phase::Cancelled | Phase::Completed);
            // The end of a day is on record as an act that is final.
            let expected = if is_over && deed != Deed::Bag {
                "tournament.wrong_phase"
            } else {
                assert_eq!(error["params"]["line"], line, "{context}");
                "tournament.not_undoable"
            };
            assert_eq!(error["code"], expected, "{context}");
            assert_eq!(bench.rows.len(), rows, "{context}");
            assert!(bench.whole() == after, "{context} is refused and changes something");
        }
        return;
    }
    assert!(before != after, "{context} changes nothing");
    // An undone pause leaves a pause that is over: the director has seen both.
    let is_opposite = before.paused.is_some() || after.paused.is_some();
    let at = bench.core.time(bench.now());
    let is = |now: &State, then: &State| {
        let clock = |state: &State| format!("{:?}", state.director.shown_clock(at));
        let stands = |state: &State| (state.director.phase(), state.director.in_play(), state.paused.clone());
        let same = stands(now) == stands(then) && clock(now) == clock(then);
        if is_opposite { same } else { now == then }
    };
    for _ in 0..2 {
        let undone = bench.acts(FloorRole::Director, FloorAction::Undo {});
        assert_eq!(undone, Ok(()), "{context}");
        assert!(is(&bench.whole(), &before), "{context}: undone");
        let nothing = bench.acts(FloorRole::Floor, FloorAction::Undo {});
        if nothing.is_ok() {
            // It undid the act before; the test goes on from there.
            let back = bench.acts(FloorRole::Director, FloorAction::Redo {});
            assert_eq!(back, Ok(()), "{context}");
            assert!(is(&bench.whole(), &before), "{context}: the one before is back");
        }
        let redone = bench.acts(FloorRole::Director, FloorAction::Redo {});
        assert_eq!(redone, Ok(()), "{context}");
        assert!(is(&bench.whole(), &after), "{context}: redone");
        let error = bench.acts(FloorRole::Director, FloorAction::Redo {}).unwrap_err();
        assert_eq!(error["code"], "tournament.no_change", "{context}: once");
    }
    let recovered = bench.recovered(&bench.rows).unwrap();
    let director = &bench.core.tournament.director;
    assert!(recovered.tournament.director == *director, "{context}: from disk");
    assert_eq!(recovered.log, bench.core.log, "{context}: from disk");
}

#[test]
fn every_act_in_a_live_event_is_taken_back_and_brought_back_or_says_that_it_is_final() {
    for deed in Deed::ALL {
        if let Some(act) = live_act(*deed) {
            turns("live", *deed, act, FINAL.contains(deed));
        }
    }
}

#[test]
fn every_act_between_two_hands_is_taken_back_and_brought_back_or_says_that_it_is_final() {
    for deed in Deed::ALL {
        if let Some(act) = dealt_act(*deed) {
            let pays = matches!(deed, Deed::MakeDeal | Deed::Cancel);
            turns("dealt", *deed, act, pays || FINAL.contains(deed));
        }
    }
}

#[test]
fn a_mistaken_disqualification_is_taken_back_and_nothing_older_first() {
    let mut bench = live(true);
    let player = bench.seated(1)[2].1;
    let counted = bench.whole();
    bench.directs(FloorAction::Disqualify { player });
    assert_eq!(bench.standing(player), Standing::Out);
    // An official who may not disqualify may not undo it either.
    let error = bench.acts(FloorRole::Floor, FloorAction::Undo {}).unwrap_err();
    assert_eq!(error["params"]["why"], "office");
    assert_eq!(bench.standing(player), Standing::Out);
    bench.directs(FloorAction::Undo {});
    assert!(bench.whole() == counted, "the count stands");
    let error = bench.acts(FloorRole::Floor, FloorAction::Redo {}).unwrap_err();
    assert_eq!(error["params"]["why"], "office");
    // After another act there is nothing to redo.
    bench.directs(FloorAction::Penalise {
        player,
        fault: "phone".to_owned(),
        rung: poker_protocol::v1::tournament::Rung::Hands,
        count: 2,
    });
    let error = bench.acts(FloorRole::Director, FloorAction::Redo {}).unwrap_err();
    assert_eq!(error["code"], "tournament.no_change");
    bench.directs(FloorAction::Undo {});
    bench.directs(FloorAction::Undo {});
    let stacks = bench.core.tournament.director.table(TableNo(1)).unwrap();
    assert!(
        stacks.seats().all(|(_, taken)| taken.stack == Chips::new(1_000)),
        "now the count is gone"
    );
    // Play has begun: acts before the start can no longer be undone.
    for _ in 0..3 {
        let error = bench.acts(FloorRole::Director, FloorAction::Undo {}).unwrap_err();
        assert_eq!(error["code"], "tournament.not_undoable");
    }
    assert_eq!(bench.core.tournament.entrants().count(), 11);
}

#[test]
fn the_next_hand_makes_what_officials_did_final() {
    let mut bench = dealt();
    let penalise = sample(Deed::Penalise);
    bench.directs(penalise);
    bench.command(Command::Deal { table: 1 }).unwrap();
    let error = bench.acts(FloorRole::Director, FloorAction::Undo {}).unwrap_err();
    assert_eq!(error["code"], "tournament.too_late");
    // Neither the clock nor a player who leaves and comes back changes that.
    let mut bench = dealt();
    let before = bench.core.tournament.director.player(PlayerNo(7)).cloned();
    bench.directs(sample(Deed::Disqualify));
    let gone = poker_protocol::v1::tournament::PlayerPresence::Absent;
    bench
        .command(Command::SetPresence {
            player: 1,
            presence: gone,
        })
        .unwrap();
    bench.wait_until(START + 31 * MINUTE);
    bench.directs(FloorAction::Undo {});
    let director = &bench.core.tournament.director;
    assert_eq!(director.player(PlayerNo(7)).cloned(), before);
    assert_eq!(
        director.player(PlayerNo(1)).unwrap().presence,
        poker_engine::tournament::director::Presence::Absent
    );
    let recovered = bench.recovered(&bench.rows).unwrap();
    assert!(recovered.tournament.director == *director);
}

/// Every act in the law appears in one of the two tests above, is final, or is an undo or redo itself.
#[test]
fn no_act_is_left_out() {
    let elsewhere = [Deed::Unbag, Deed::Undo, Deed::Redo];
    for deed in Deed::ALL {
        let is_seen = live_act(*deed).is_some() || dealt_act(*deed).is_some();
        assert!(is_seen || elsewhere.contains(deed), "{}", deed.name());
        let is_for_directors = deed.lines().iter().all(|line: &LawEntry| line.who != Who::Official);
        assert_eq!(deed.is_for_directors(), is_for_directors);
    }
}

/// The tables that a final table is formed from are closed: neither the view nor the count keeps one.
#[test]
fn the_final_table_is_the_only_one_left() {
    let late = KITCHEN.replace("rebuy = { levels = 1, price = 20, chips = 1000, most = 1 }\n", "");
    let mut bench = live_by(&late.replace("re_entries = 1\n", ""), true);
    bench.directs(FloorAction::CloseEntries {});
    let open = |bench: &Bench| bench.core.tournament.tables.keys().map(|no| no.0).collect::<Vec<_>>();
    while bench.core.tournament.director.open_tables().count() > 1 {
        let table = open(&bench)
            .into_iter()
            .max_by_key(|no| bench.seated(*no).len())
            .unwrap();
        let seated = bench.seated(table);
        let bust = |player, by| HandBust {
            player,
            stack: None,
            by: vec![by],
        };
        bench.directs(FloorAction::HandOver {
            table,
            busts: vec![bust(seated[1].1, seated[0].1)],
            button: None,
        });
        let director = &bench.core.tournament.director;
        assert_eq!(open(&bench), director.open_tables().map(|no| no.0).collect::<Vec<_>>());
    }
    let state = bench.core.state_for(None, bench.now());
    assert_eq!((state.table_count, state.tables.len()), (1, 1));
}

/// Several players may get their places at once; those who watch get them best first all the same.
#[test]
fn places_of_a_hand_for_hand_round_are_listed_best_first() {
    let structure = KITCHEN.replace("rebuy = { levels = 1, price = 20, chips = 1000, most = 1 }\n", "");
    let mut bench = live_by(&structure.replace("re_entries = 1\n", ""), true);
    bench.directs(FloorAction::CloseEntries {});
    bench.directs(FloorAction::HandForHand { on: true });
    for table in 1..=3 {
        let seated = bench.seated(table);
        let bust = |loser: usize| HandBust {
            player: seated[loser].1,
            stack: None,
            by: vec![seated[2].1],
        };
        let busts = if table == 1 { vec![bust(0), bust(1)] } else { Vec::new() };
        bench.directs(FloorAction::HandOver {
            table,
            busts,
            button: None,
        });
    }
    let state = bench.core.state_for(None, bench.now());
    let places: Vec<u32> = state.places.iter().map(|place| place.best).collect();
    assert_eq!(places, [10, 11]);
}
