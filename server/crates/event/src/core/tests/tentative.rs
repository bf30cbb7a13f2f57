//! Entries that are on their way to the disk together.

use poker_owner::NoSocket;
use poker_protocol::v1::tournament::RULES_VERSION;

use super::*;

fn asks(number: u64, asked: TournamentRequest) -> Input {
    let account = AccountId(uuid::Uuid::from_u128(number.into()));
    let info = PlayerInfo {
        id: account.to_string(),
        name: format!("Player {number}"),
        kind: PlayerKind::Guest,
    };
    Input::Request(Box::new(Request {
        caller: Caller {
            account,
            info: Arc::new(info),
            network: None,
            outbox: Outbox::new(ConnId(number), Arc::new(NoSocket)),
        },
        id: format!("of {number}"),
        asked,
    }))
}

fn enters(number: u64) -> Input {
    asks(
        number,
        TournamentRequest::Register {
            rules: RULES_VERSION,
            age: None,
            wait: false,
        },
    )
}

/// A tournament and its disk, which is as slow as a test wants.
struct Slow {
    bench: Bench,
    /// Steps put out.
    steps: Vec<Step>,
    /// Messages sent to clients, with the connection.
    sent: Vec<(ConnId, String)>,
    /// Messages sent to accounts, with the connection.
    told: Vec<(ConnId, String)>,
    /// Number of answers looked up in the store.
    lookups: usize,
}

impl Slow {
    fn give(&mut self, input: Input) {
        let mut out = Outputs::default();
        let now = self.bench.now();
        self.bench.core.step(input, now, &mut self.bench.entropy, &mut out);
        assert_eq!(out.failed, None);
        self.steps.extend(out.steps.drain(..).map(|step| *step));
        self.lookups += out.lookups.len();
        for (outbox, burst) in out.bursts {
            let frames = burst.frames.iter().map(|frame| (outbox.id(), frame.to_string()));
            self.sent.extend(frames);
        }
        for (account, frame) in out.accounts {
            let conn = u64::try_from(account.0.as_u128()).unwrap();
            self.told.push((ConnId(conn), frame.to_string()));
        }
    }

    fn durable(&mut self, step: u64) {
        self.give(Input::Notice(DurableNotice::Durable { step }));
    }

    fn fails(&mut self, step: u64, error: StepError) {
        self.give(Input::Notice(DurableNotice::Failed { step, error }));
    }

    /// Returns the numbers of the steps put out since the last call, and how many players are in.
    fn since(&mut self) -> (Vec<u64>, u32) {
        let steps = self.steps.drain(..).map(|step| step.step).collect();
        (steps, self.bench.core.tournament.director.entries())
    }

    /// Returns the types of all messages this connection was sent.
    fn heard(&self, conn: u64) -> Vec<&str> {
        let mine = self.sent.iter().filter(|(to, _)| *to == ConnId(conn));
        mine.map(|(_, frame)| frame.split('"').nth(3).unwrap_or_default())
            .collect()
    }
}

fn slow() -> Slow {
    Slow {
        bench: Bench::new(&half_hourly()),
        steps: Vec::new(),
        sent: Vec::new(),
        told: Vec::new(),
        lookups: 0,
    }
}

#[test]
fn entries_are_written_together_and_everything_else_waits_for_them() {
    let mut slow = slow();
    for number in 1..=5 {
        slow.give(enters(number));
    }
    assert_eq!(slow.since(), (vec![1, 2, 3, 4, 5], 5));
    assert!(!slow.bench.core.is_busy(), "it takes more entries");
    slow.give(asks(9, TournamentRequest::Watch));
    assert!(slow.bench.core.is_busy());
    slow.give(enters(6));
    assert_eq!(
        slow.since().0,
        Vec::<u64>::new(),
        "requests are carried out in their order"
    );
    slow.durable(4);
    assert_eq!(
        (slow.heard(4), slow.heard(5), slow.heard(9)),
        (vec!["ok"], vec![], vec![])
    );
    slow.durable(5);
    assert_eq!(slow.heard(9), ["ok", "tournament_snapshot"]);
    assert_eq!(slow.since(), (vec![6], 6));
}

#[test]
fn an_entry_that_the_ledger_refuses_takes_no_other_with_it() {
    let mut slow = slow();
    for number in 1..=5 {
        slow.give(enters(number));
    }
    assert_eq!(slow.since().0, [1, 2, 3, 4, 5]);
    slow.durable(1);
    let poor = LedgerAccount::Player(AccountId(uuid::Uuid::from_u128(3)));
    slow.durable(2);
    slow.fails(3, StepError::Insufficient { account: poor });
    assert_eq!(slow.since(), (vec![], 2), "what is on its way fails first");
    assert_eq!(slow.heard(3), ["error"]);
    slow.fails(4, StepError::OutOfOrder { expected: 3 });
    assert!(slow.bench.core.is_busy());
    slow.fails(5, StepError::OutOfOrder { expected: 3 });
    assert_eq!(slow.since(), (vec![3, 4], 4));
    assert_eq!(slow.heard(4), Vec::<&str>::new());
    slow.durable(4);
    assert_eq!((slow.heard(4), slow.heard(5)), (vec!["ok"], vec!["ok"]));
    assert_eq!(slow.heard(3), ["error"], "it is answered once");
    let names = slow.bench.core.entrants(0, 9).into_iter();
    let names: Vec<String> = names.map(|entrant| entrant.who.name).collect();
    assert_eq!(names, ["Player 1", "Player 2", "Player 4", "Player 5"]);
    let told: Vec<&str> = slow
        .bench
        .core
        .log
        .iter()
        .map(|event| event.split(',').next().unwrap())
        .collect();
    assert_eq!(told, [r#"{"event":"player_registered""#; 4]);
    // The player who was short of chips may come back with more.
    slow.give(enters(3));
    slow.durable(5);
    assert_eq!(slow.heard(3), ["error", "ok"]);
}

#[test]
fn the_same_entry_sent_again_waits_for_what_becomes_of_the_first() {
    let mut slow = slow();
    slow.give(enters(1));
    slow.give(enters(2));
    slow.give(enters(1));
    assert_eq!(slow.since(), (vec![1, 2], 2));
    slow.durable(1);
    assert_eq!(
        slow.heard(1),
        ["ok"],
        "the second is not refused before the first is answered"
    );
    assert_eq!(slow.lookups, 0);
    slow.durable(2);
    assert_eq!(slow.lookups, 1, "the answer that is on disk by now is sent again");
}

/// In play, with the watcher 9 and the step of the start on its way to the disk.
fn starting() -> Slow {
    let mut slow = slow();
    for number in 1..=5 {
        slow.give(enters(number));
        slow.durable(number);
    }
    slow.give(asks(9, TournamentRequest::Watch));
    slow.bench.wall = START;
    slow.give(Input::Tick);
    assert_eq!(slow.heard(9), ["ok", "tournament_snapshot"]);
    slow
}

#[test]
fn who_watches_again_is_told_nothing_twice() {
    let mut slow = starting();
    let last = slow.steps.last().unwrap().step;
    let seq = slow.bench.core.tournament.seq();
    for _ in 0..2 {
        slow.give(asks(9, TournamentRequest::Resume { after: 5 }));
    }
    slow.durable(last);
    let mut told = Vec::new();
    for (_, frame) in slow.sent.iter().filter(|(to, _)| *to == ConnId(9)) {
        if let ServerMsg::TournamentEvents(events) = serde_json::from_str(frame).unwrap() {
            let count = u64::try_from(events.events.len()).unwrap();
            told.extend(events.first_seq..events.first_seq + count);
        }
    }
    assert_eq!(told, (6..=seq).collect::<Vec<u64>>());
}

#[test]
fn who_stops_watching_while_the_snapshot_waits_is_sent_none() {
    let mut slow = starting();
    let last = slow.steps.last().unwrap().step;
    slow.give(asks(8, TournamentRequest::Watch));
    slow.give(asks(8, TournamentRequest::Unwatch));
    slow.durable(last);
    assert_eq!(slow.heard(8), ["ok", "ok"]);
    assert!(
        slow.bench
            .core
            .all_watchers()
            .all(|caller| caller.outbox.id() == ConnId(9))
    );
}

#[test]
fn offers_that_end_while_the_snapshot_waits_are_withdrawn() {
    let mut slow = starting();
    slow.give(asks(8, TournamentRequest::Watch));
    // Late entries end.
    slow.bench.wall = START + 600 * MINUTE;
    slow.give(Input::Tick);
    let last = slow.steps.last().unwrap().step;
    slow.durable(last);
    let offers = |message: ServerMsg| match message {
        ServerMsg::TournamentSnapshot(snapshot) => Some(snapshot.state.you.offers),
        ServerMsg::TournamentYou(told) => Some(told.you.offers),
        _ => None,
    };
    let told = slow.sent.iter().chain(&slow.told).filter(|(to, _)| *to == ConnId(8));
    let told: Vec<usize> = told
        .filter_map(|(_, frame)| offers(serde_json::from_str(frame).unwrap()))
        .map(|offers| offers.len())
        .collect();
    assert_eq!(told, [1, 0]);
}

#[test]
fn whoever_waits_for_a_snapshot_is_taken_over_when_its_step_fails() {
    let mut slow = starting();
    slow.give(asks(9, TournamentRequest::Resume { after: 5 }));
    slow.give(asks(8, TournamentRequest::Watch));
    let clients = slow.bench.core.take_clients();
    assert_eq!(clients.watchers.into_keys().collect::<Vec<_>>(), [ConnId(8), ConnId(9)]);
}
