//! A table's handling of its own failures, with failures on demand and a vector for a disk.

use std::collections::VecDeque;
use std::sync::Arc;

use poker_owner::{Caller, ConnId, Now, PlayTime};
use poker_protocol::v1::client::{Entry, SitOutWhen};
use poker_protocol::v1::{Action, ErrorCode, PlayerInfo, PlayerKind, ServerMsg};
use poker_store::{AccountId, DurableNotice, Step};
use uuid::Uuid;

use super::fail_point::{self, Place};
use super::lab::choices_in;
use super::world::{Chance, Disk, TABLE, caller, config};
use crate::core::Input;
use crate::core::mail::{Mail, Request, TableRequest};
use crate::core::speech::Standing;
use crate::core::supervise::{Ended, FAILURES_MAX, Next, Reaction, Supervisor};
use crate::setup::config::TableSetup;
use crate::setup::timing::Timing;
use crate::state::command::Command;

/// Chips that each player brings.
const BUY_IN: u64 = 500;

/// A supervised table at which players with 1000 chips each sit.
struct Bench {
    name: &'static str,
    table: Supervisor,
    disk: Disk,
    /// Steps on their way to the disk.
    queue: VecDeque<Step>,
    /// `true` while the store can be read.
    readable: bool,
    /// `true` if steps on their way to the disk are lost when the table fails.
    loses: bool,
    waits: bool,
    players: Vec<Caller>,
    heard: Vec<(ConnId, ServerMsg)>,
    sent_away: Vec<ConnId>,
    loads: u32,
    ended: Option<Ended>,
    time: u64,
    dice: Chance,
}

impl Bench {
    /// Seats the players; the first hand is about to be dealt.
    fn new(name: &'static str, players: u128) -> Self {
        let mut config = config("no-limit-holdem");
        config.name = name.to_owned();
        let setup = TableSetup::new(&config, Timing::default()).unwrap();
        let players: Vec<Caller> = (0..players).map(player).collect();
        let mut bench = Self {
            name,
            table: Supervisor::new(TABLE, Arc::new(setup)),
            disk: Disk::default(),
            queue: VecDeque::new(),
            readable: true,
            loses: false,
            waits: false,
            players,
            heard: Vec::new(),
            sent_away: Vec::new(),
            loads: 0,
            ended: None,
            time: 0,
            dice: Chance::of(3),
        };
        bench.disk.wallets = bench.players.iter().map(|player| (player.account, 1000)).collect();
        bench.load();
        for player in 0..bench.players.len() {
            bench.ask(player, "watch", TableRequest::Watch);
            let sit = TableRequest::Sit {
                seat: None,
                buy_in: poker_protocol::v1::Chips::new(BUY_IN).unwrap(),
                entry: Entry::Post,
            };
            bench.ask(player, "sit", sit);
        }
        bench
    }

    /// Two players; the first decision of the first hand is open.
    fn in_a_hand(name: &'static str) -> Self {
        let mut bench = Self::new(name, 2);
        while bench.decision().is_none() {
            bench.wait();
        }
        bench
    }

    fn now(&self) -> Now {
        Now {
            play: PlayTime(self.time),
            wall: 1_700_000_000_000 + i64::try_from(self.time).unwrap(),
        }
    }

    fn load(&mut self) {
        let stored = self.disk.stored();
        let now = self.now();
        let reaction = self.table.loaded(&stored, now, &mut self.dice);
        self.react(reaction);
        self.run();
    }

    fn give(&mut self, input: &Input) {
        let now = self.now();
        let reaction = self.table.step(input, now, &mut self.dice);
        self.react(reaction);
    }

    fn react(&mut self, reaction: Reaction) {
        let Reaction { out, sent_away, next } = reaction;
        self.queue.extend(out.steps.into_iter().map(|step| *step));
        for (outbox, burst) in out.bursts {
            for frame in burst.frames {
                self.heard.push((outbox.id(), serde_json::from_str(&frame).unwrap()));
            }
        }
        self.sent_away.extend(sent_away.iter().map(poker_owner::Outbox::id));
        match next {
            Next::Play => {}
            Next::Load => self.waits = true,
            Next::Close => self.ended = Some(Ended::Closed),
            Next::End(ended) => self.ended = Some(ended),
        }
    }

    /// Runs until nothing more can happen now.
    fn run(&mut self) {
        while self.ended.is_none() {
            if self.waits {
                for step in self.queue.drain(..) {
                    if !self.loses {
                        self.disk.write(&step).unwrap();
                    }
                }
                if !self.readable {
                    return;
                }
                self.waits = false;
                self.loads += 1;
                let stored = self.disk.stored();
                let now = self.now();
                let reaction = self.table.loaded(&stored, now, &mut self.dice);
                self.react(reaction);
            } else if let Some(step) = self.queue.pop_front() {
                self.disk.write(&step).unwrap();
                self.give(&Input::Notice(DurableNotice::Durable { step: step.step }));
            } else if self.table.due().is_some_and(|due| due.0 <= self.time) {
                self.give(&Input::Tick);
            } else {
                return;
            }
        }
    }

    /// Advances time to the next deadline.
    fn wait(&mut self) {
        if let Some(due) = self.table.due() {
            self.time = self.time.max(due.0);
        }
        self.run();
    }

    fn post(&mut self, mail: Mail) {
        self.give(&Input::Mail(mail));
        self.run();
    }

    fn ask(&mut self, player: usize, id: &str, request: TableRequest) {
        let caller = self.players[player].clone();
        let id = id.to_owned();
        self.post(Mail::Request(Box::new(Request { caller, id, request })));
    }

    /// The answer that a player got under this `id`; there must be exactly one.
    fn answer(&mut self, player: usize, id: &str) -> Result<(), ErrorCode> {
        let conn = self.players[player].outbox.id();
        let answers = self.heard.iter().filter(|(of, _)| *of == conn);
        let answers = answers.filter_map(|(_, message)| match message {
            ServerMsg::Ok(ok) if ok.id == id => Some(Ok(())),
            ServerMsg::Error(error) if error.id.as_deref() == Some(id) => Some(Err(error.code)),
            _ => None,
        });
        let answers: Vec<_> = answers.collect();
        let [answer] = answers[..] else {
            panic!("{id}: {answers:?}");
        };
        self.heard.clear();
        answer
    }

    /// The player to act, with the numbers of the hand and the decision.
    fn decision(&self) -> Option<(usize, u64, u32)> {
        let mut heard = self.heard.iter().rev();
        let (conn, (hand, turn, _)) = heard.find_map(|(conn, message)| Some((conn, choices_in(message)?)))?;
        let at = self.players.iter().position(|player| player.outbox.id() == *conn)?;
        Some((at, hand, turn))
    }

    fn call(&mut self, (player, hand, turn): (usize, u64, u32), id: &str) {
        let action = Action::Call { amount: None };
        self.ask(player, id, TableRequest::Act { hand, turn, action });
    }

    fn snapshots(&self, player: usize) -> usize {
        let conn = self.players[player].outbox.id();
        let of = self.heard.iter().filter(|(of, _)| *of == conn);
        of.filter(|(_, message)| matches!(message, ServerMsg::Snapshot(_)))
            .count()
    }

    fn voided(&self) -> usize {
        self.rows_with(r#""hand_voided""#)
    }

    fn rows_with(&self, text: &str) -> usize {
        let rows = self.disk.rows.iter();
        rows.filter(|row| String::from_utf8_lossy(&row.events).contains(text))
            .count()
    }

    fn hand_no(&self) -> u64 {
        self.table.core().unwrap().table().hand_no()
    }

    /// Checks that no chip is lost, and that the journal gives the live table.
    fn check(&self) {
        let wallets: u64 = self.disk.wallets.values().sum();
        assert_eq!(wallets + self.disk.escrow, 1000 * self.players.len() as u64);
        if let (None, Some(core)) = (&self.ended, self.table.core()) {
            assert_eq!(core.table().chips().get(), self.disk.escrow);
        }
    }
}

fn player(index: u128) -> Caller {
    let account = AccountId(Uuid::from_u128(0x1000 + index));
    let info = PlayerInfo {
        id: account.to_string(),
        name: format!("Player {index}"),
        kind: PlayerKind::Guest,
    };
    caller(account, info, u64::try_from(index).unwrap() + 1)
}

const fn is_act(command: &Command) -> bool {
    matches!(command, Command::Act { .. })
}

const fn is_deal(command: &Command) -> bool {
    matches!(command, Command::Deal { .. })
}

const fn is_time_out(command: &Command) -> bool {
    matches!(command, Command::TimeOut { .. })
}

const fn is_time_out_or_void(command: &Command) -> bool {
    matches!(command, Command::TimeOut { .. } | Command::Void {})
}

#[test]
fn a_request_that_fails_costs_nothing_however_often_it_comes() {
    let mut bench = Bench::in_a_hand("S request");
    let decision = bench.decision().unwrap();
    bench.heard.clear();
    fail_point::arm(bench.name, is_act, 100);
    for number in 1..=100 {
        let id = format!("a{number}");
        bench.call(decision, &id);
        assert_eq!(
            (bench.snapshots(0), bench.snapshots(1)),
            (1, 1),
            "viewers are told anew"
        );
        assert_eq!(bench.decision(), Some(decision), "the decision stays open");
        assert_eq!(bench.answer(decision.0, &id), Err(ErrorCode::ServerRequestFailed));
        assert_eq!(bench.loads, number);
    }
    bench.call(decision, "last");
    assert_eq!(bench.answer(decision.0, "last"), Ok(()));
    assert_eq!((bench.voided(), bench.ended.clone(), bench.hand_no()), (0, None, 1));
    bench.check();
}

#[test]
fn a_request_is_kept_when_a_command_of_the_servers_own_fails_behind_it() {
    let mut bench = Bench::new("S behind", 3);
    fail_point::arm(bench.name, is_deal, 1);
    // The deal is due, and the mail comes first.
    bench.time = bench.table.due().unwrap().0;
    let out = TableRequest::SitOut {
        out: true,
        when: SitOutWhen::NextHand,
        minutes: None,
        entry: Entry::Wait,
    };
    bench.ask(2, "out", out);
    assert_eq!(bench.loads, 1);
    assert_eq!(bench.answer(2, "out"), Ok(()));
    let chat = TableRequest::Chat {
        text: "hm".to_owned(),
        phrase: None,
        standing: Standing::Guest,
        family: Vec::new(),
    };
    bench.time = bench.table.due().unwrap().0;
    fail_point::arm(bench.name, is_deal, 1);
    bench.ask(0, "chat", chat);
    let heard = |message: &ServerMsg| matches!(message, ServerMsg::Chat(_));
    assert_eq!(bench.heard.iter().filter(|(_, message)| heard(message)).count(), 3);
    assert_eq!(bench.answer(0, "chat"), Ok(()));
    assert_eq!(bench.loads, 2);
    bench.wait();
    assert_eq!((bench.voided(), bench.hand_no()), (0, 1));
    bench.check();
}

#[test]
fn a_command_of_the_servers_own_that_fails_once_costs_nothing() {
    let mut bench = Bench::in_a_hand("S own once");
    fail_point::arm(bench.name, is_time_out, 1);
    while bench.loads == 0 {
        bench.wait();
    }
    assert_eq!((bench.loads, bench.rows_with("hand_completed")), (1, 0));
    bench.wait();
    assert_eq!((bench.voided(), bench.rows_with("hand_completed")), (0, 1));
    bench.check();
}

#[test]
fn a_hand_whose_own_commands_fail_twice_is_voided() {
    let mut bench = Bench::in_a_hand("S own twice");
    fail_point::arm(bench.name, is_time_out, 2);
    while bench.loads < 2 {
        bench.wait();
    }
    assert_eq!((bench.loads, bench.voided()), (2, 1));
    while bench.hand_no() == 1 {
        bench.wait();
    }
    assert_eq!(bench.ended, None);
    bench.check();
}

#[test]
fn failures_of_different_hands_do_not_add_up() {
    let mut bench = Bench::in_a_hand("S own apart");
    for hand in 1..=12 {
        assert_eq!(bench.hand_no(), hand);
        fail_point::arm(bench.name, is_time_out, 1);
        while bench.hand_no() == hand {
            bench.wait();
        }
    }
    assert_eq!((bench.loads, bench.voided(), bench.ended.clone()), (12, 0, None));
    bench.check();
}

#[test]
fn a_void_that_fails_is_tried_again() {
    let mut bench = Bench::in_a_hand("S void");
    fail_point::arm(bench.name, is_time_out_or_void, 3);
    while bench.loads < 3 {
        bench.wait();
    }
    assert_eq!((bench.loads, bench.voided()), (3, 1));
    assert_eq!(bench.ended, None);
    bench.check();
}

#[test]
fn a_table_whose_own_commands_fail_again_and_again_is_given_up() {
    let mut bench = Bench::new("S never deals", 2);
    fail_point::arm(bench.name, is_deal, u32::MAX);
    for _ in 0..FAILURES_MAX {
        assert_eq!(bench.ended, None);
        // Players' requests in between neither count nor help.
        bench.ask(0, "again", TableRequest::Watch);
        bench.wait();
    }
    assert!(matches!(bench.ended, Some(Ended::Quarantined(_))), "{:?}", bench.ended);
    assert_eq!(bench.disk.escrow, 2 * BUY_IN);
    bench.check();
}

#[test]
fn what_cannot_be_shown_comes_with_the_snapshot() {
    let mut bench = Bench::in_a_hand("S shows");
    for action in [Action::Call { amount: None }, Action::Check {}] {
        let (player, hand, turn) = bench.decision().unwrap();
        bench.heard.clear();
        fail_point::arm_place(bench.name, Place::Showing, 1);
        bench.ask(player, "act", TableRequest::Act { hand, turn, action });
        assert_eq!((bench.snapshots(0), bench.snapshots(1)), (1, 1));
    }
    assert_eq!((bench.voided(), bench.ended.clone(), bench.loads), (0, None, 2));
    bench.check();
}

#[test]
fn viewers_who_cannot_be_told_are_sent_away_and_the_table_plays_on() {
    let mut bench = Bench::in_a_hand("S snapshots");
    let decision = bench.decision().unwrap();
    fail_point::arm_place(bench.name, Place::Snapshot, 2);
    // The first failure hits the request itself, the second one the viewers.
    bench.ask(1 - decision.0, "watch again", TableRequest::Watch);
    assert_eq!((bench.loads, bench.sent_away.len()), (1, 2));
    assert_eq!(
        bench.answer(1 - decision.0, "watch again"),
        Err(ErrorCode::ServerRequestFailed)
    );
    bench.call(decision, "call");
    assert_eq!(bench.answer(decision.0, "call"), Ok(()));
    assert_eq!((bench.voided(), bench.ended.clone()), (0, None));
    bench.check();
}

#[test]
fn mail_is_read_while_the_table_waits_for_the_store() {
    let mut bench = Bench::in_a_hand("S waits");
    let decision = bench.decision().unwrap();
    fail_point::arm(bench.name, is_act, 1);
    bench.readable = false;
    bench.call(decision, "fails");
    assert_eq!(bench.answer(decision.0, "fails"), Err(ErrorCode::ServerRequestFailed));
    assert_eq!((bench.table.due(), bench.table.takes_mail()), (None, true));
    bench.call(decision, "paused");
    assert_eq!(bench.answer(decision.0, "paused"), Err(ErrorCode::TablePaused));
    let gone = bench.players[1 - decision.0].clone();
    bench.post(Mail::Disconnected(gone));
    bench.post(Mail::Drain);
    bench.readable = true;
    bench.run();
    assert_eq!((bench.snapshots(decision.0), bench.snapshots(1 - decision.0)), (1, 0));
    while bench.ended.is_none() {
        bench.wait();
    }
    assert_eq!(bench.ended, Some(Ended::Drained));
    assert_eq!((bench.hand_no(), bench.voided()), (1, 0));
    bench.check();
}

/// A step on its way to the disk when the table failed got there or not: the answer must say which.
#[test]
fn open_requests_get_the_answer_that_is_true() {
    for loses in [false, true] {
        let mut bench = Bench::in_a_hand(if loses { "S loses" } else { "S keeps" });
        let decision = bench.decision().unwrap();
        let caller = bench.players[decision.0].clone();
        let mail = |id: &str, request| {
            let (caller, id) = (caller.clone(), id.to_owned());
            Input::Mail(Mail::Request(Box::new(Request { caller, id, request })))
        };
        bench.loses = loses;
        bench.give(&mail("leave", TableRequest::Leave));
        bench.give(&mail("watch again", TableRequest::Watch));
        let (hand, turn, action) = (decision.1, decision.2, Action::Call { amount: None });
        fail_point::arm(bench.name, is_act, 1);
        bench.give(&mail("act", TableRequest::Act { hand, turn, action }));
        let heard = std::mem::take(&mut bench.heard);
        bench.run();
        bench.heard.splice(0..0, heard);
        let all = bench.heard.clone();
        assert_eq!(bench.answer(decision.0, "act"), Err(ErrorCode::ServerRequestFailed));
        bench.heard.clone_from(&all);
        assert_eq!(bench.answer(decision.0, "watch again"), Ok(()));
        bench.heard.clone_from(&all);
        let leave = bench.answer(decision.0, "leave");
        assert_eq!(leave, if loses { Err(ErrorCode::ServerInternal) } else { Ok(()) });
        let leaving = all.iter().any(|(_, message)| match message {
            ServerMsg::Snapshot(snapshot) => {
                let mut seats = snapshot.state.seats.iter();
                seats.any(|seat| seat.status == poker_protocol::v1::table::SeatStatus::Leaving)
            }
            _ => false,
        });
        assert_eq!(leaving, !loses);
        bench.check();
    }
}

#[test]
fn a_hand_that_cannot_be_replayed_is_voided_at_the_start() {
    let mut bench = Bench::in_a_hand("S replay");
    let deal = bench.disk.rows.iter().rposition(|row| row.secret.is_some()).unwrap();
    bench.disk.rows[deal].secret = Some(b"[[]]".to_vec());
    let setup = Arc::clone(&bench.table.core().unwrap().table().setup);
    bench.table = Supervisor::new(TABLE, setup);
    bench.load();
    assert_eq!((bench.voided(), bench.ended.clone()), (1, None));
    bench.check();
}

#[test]
fn a_journal_that_cannot_be_trusted_ends_the_table() {
    let mut bench = Bench::in_a_hand("S damage");
    bench.disk.rows.remove(1);
    let setup = Arc::clone(&bench.table.core().unwrap().table().setup);
    bench.table = Supervisor::new(TABLE, setup);
    bench.load();
    assert!(matches!(bench.ended, Some(Ended::Quarantined(_))), "{:?}", bench.ended);
}
