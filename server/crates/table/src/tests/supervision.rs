//! The task of a table on a real store: it plays, survives its own failures, and comes back after a restart.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use poker_base::idle::IdleSignal;
use poker_engine::Chips;
use poker_owner::{Burst, Caller, ConnId, Deliver, Outbox, OutboxError, PlayClock};
use poker_program::PROGRAM;
use poker_protocol::v1::client::Entry;
use poker_protocol::v1::event::PrivateEvent;
use poker_protocol::v1::{Action, Choice, CloseCode, ErrorCode, PlayerInfo, PlayerKind, PublicEvent, ServerMsg};
use poker_store::{
    AccountId, AccountKind, Accounts, DataFolder, DurableNotice, FaucetLimits, NewAccount, NewSession, RefusedAnswer,
    SessionId, SessionSecret, SqliteStore, Step, Store, StoreOptions, StoredTable, TableId, WallClock,
};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::fail_point;
use super::world::config;
use crate::actor::load::Load;
use crate::actor::task::{Deps, run};
use crate::core::AskedAccount;
use crate::core::mail::{Mail, Remark, TableRequest, TableStatus};
use crate::core::supervise::Ended;
use crate::handle::{House, TableError, TableHandle};
use crate::setup::config::TableSetup;
use crate::setup::timing::Timing;
use crate::state::command::{Command, FORMAT, TableOrder};
use crate::state::event_log::public_array;
use crate::state::table::Table;

/// Time limit for things that must happen without delay.
const PATIENCE: Duration = Duration::from_mins(1);

/// A table's task on a database of its own.
struct Lab {
    store: Arc<SqliteStore>,
    handle: TableHandle,
    task: JoinHandle<Ended>,
    players: Vec<Player>,
    _folder: tempfile::TempDir,
}

#[derive(Debug, Default)]
struct Nobody(Mutex<Vec<TableStatus>>);

impl House for Nobody {
    fn status(&self, _: TableId, status: TableStatus) {
        self.0.lock().unwrap().push(status);
    }

    fn chips_moved(&self, _: AccountId) {}

    fn asked(&self, _: TableId, _: AskedAccount) {}

    fn said(&self, _: TableId, _: Remark) {}

    fn refused(&self, _: RefusedAnswer) {}

    fn closed(&self, _: TableId) {}
}

struct Pipe(mpsc::UnboundedSender<String>);

impl Deliver for Pipe {
    fn deliver(&self, burst: &Burst) -> Result<(), OutboxError> {
        for frame in &burst.frames {
            self.0.send(frame.to_string()).map_err(|_| OutboxError::Closed)?;
        }
        Ok(())
    }

    fn close(&self, _: CloseCode) {}
}

struct Player {
    caller: Caller,
    frames: mpsc::UnboundedReceiver<String>,
    requests: u32,
}

impl Player {
    fn ask(&mut self, handle: &TableHandle, request: TableRequest) -> String {
        self.requests += 1;
        let id = format!("{}-{}", self.caller.info.name, self.requests);
        handle.request(self.caller.clone(), id.clone(), request).unwrap();
        id
    }

    async fn next(&mut self) -> ServerMsg {
        let frame = timeout(PATIENCE, self.frames.recv())
            .await
            .expect("a message in time")
            .unwrap();
        serde_json::from_str(&frame).unwrap()
    }

    /// Reads messages until `wanted` finds what it is looking for.
    async fn until<T>(&mut self, mut wanted: impl FnMut(&ServerMsg) -> Option<T>) -> T {
        loop {
            let message = self.next().await;
            if let Some(found) = wanted(&message) {
                return found;
            }
        }
    }

    /// Waits for an answer: its event number, or the code of the refusal.
    async fn answer(&mut self, id: &str) -> Result<Option<u64>, ErrorCode> {
        self.until(|message| match message {
            ServerMsg::Ok(ok) if ok.id == id => Some(Ok(ok.seq)),
            ServerMsg::Error(error) if error.id.as_deref() == Some(id) => Some(Err(error.code)),
            _ => None,
        })
        .await
    }
}

/// A decision as its player gets it.
struct Asked {
    player: usize,
    hand: u64,
    turn: u32,
    choices: Vec<Choice>,
}

async fn open_store(path: &std::path::Path, faucet: FaucetLimits) -> Arc<SqliteStore> {
    let folder = DataFolder::open(path).unwrap();
    let options = StoreOptions {
        faucet,
        ..StoreOptions::of(PROGRAM)
    };
    let store = SqliteStore::open(folder, WallClock::system(), IdleSignal::always(), options).await;
    Arc::new(store.unwrap())
}

fn setup(name: &str, timing: Timing) -> TableSetup {
    let mut config = config("no-limit-holdem");
    config.name = name.to_owned();
    TableSetup::new(&config, timing.without_pauses()).unwrap()
}

fn start(store: &Arc<SqliteStore>, stored: StoredTable, setup: TableSetup) -> (TableHandle, JoinHandle<Ended>) {
    let (handle, mail) = TableHandle::new(stored.id);
    let deps = Deps {
        store: Arc::clone(store) as Arc<dyn Store>,
        journal: store.journal(),
        house: Arc::new(Nobody::default()),
        clock: Arc::new(PlayClock::default()),
        pool: Arc::default(),
        load: Arc::new(Load::new(Duration::ZERO, IdleSignal::always())),
        director: None,
    };
    (handle, tokio::spawn(run(stored, Arc::new(setup), mail, deps)))
}

async fn player(store: &SqliteStore, index: u64) -> Player {
    let account = AccountId::generate();
    let name = format!("p{index}");
    let new = NewAccount {
        id: account,
        name: name.clone(),
        name_key: name.clone(),
        kind: AccountKind::Guest,
        password_hash: None,
        owner: None,
        house: false,
        grant: Chips::new(10_000),
        network: None,
    };
    let session = NewSession {
        id: SessionId::generate(),
        account,
        label: "a test".to_owned(),
        secret: SessionSecret::Refresh(rand::random()),
        ttl: jiff::SignedDuration::from_hours(1),
    };
    store.create_account(new, session).await.unwrap();
    let (sender, frames) = mpsc::unbounded_channel();
    let info = PlayerInfo {
        id: account.to_string(),
        name,
        kind: PlayerKind::Bot,
    };
    Player {
        caller: Caller {
            account,
            info: Arc::new(info),
            network: None,
            outbox: Outbox::new(ConnId(index), Arc::new(Pipe(sender))),
        },
        frames,
        requests: 0,
    }
}

impl Lab {
    /// A table of this name at which two players sit with 500 each.
    async fn new(name: &str) -> Self {
        Self::with(name, Timing::default()).await
    }

    /// The same with next to no time for decisions, as for bots.
    async fn impatient(name: &str) -> Self {
        let timing = Timing {
            action_ms: 200,
            bank_ms: 0,
            ..Timing::default()
        };
        Self::with(name, timing).await
    }

    async fn with(name: &str, timing: Timing) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = open_store(folder.path(), FaucetLimits::default()).await;
        let stored = store.create_table("{}".to_owned()).await.unwrap();
        let (handle, task) = start(&store, stored, setup(name, timing));
        let mut players = Vec::new();
        for index in 0..2 {
            players.push(player(&store, index).await);
        }
        let mut lab = Self {
            store,
            handle,
            task,
            players,
            _folder: folder,
        };
        for index in 0..2 {
            let watch = lab.players[index].ask(&lab.handle, TableRequest::Watch);
            lab.players[index].answer(&watch).await.unwrap();
            let sit = lab.players[index].ask(
                &lab.handle,
                TableRequest::Sit {
                    seat: None,
                    buy_in: poker_wire::chips(Chips::new(500)),
                    entry: Entry::Post,
                },
            );
            lab.players[index].answer(&sit).await.unwrap();
        }
        lab
    }

    /// The next decision, from the private part or from a snapshot.
    async fn asked(&mut self) -> Asked {
        let [first, second] = &mut self.players[..] else {
            panic!("two players");
        };
        let (player, (hand, turn, choices)) = tokio::select! {
            asked = first.until(choices_in) => (0, asked),
            asked = second.until(choices_in) => (1, asked),
        };
        Asked {
            player,
            hand,
            turn,
            choices,
        }
    }

    /// The first decision of a hand to come.
    async fn asked_in(&mut self, hand: u64) -> Asked {
        loop {
            let asked = self.asked().await;
            if asked.hand == hand {
                return asked;
            }
        }
    }

    fn act(&mut self, asked: &Asked, action: Action) -> String {
        let request = TableRequest::Act {
            hand: asked.hand,
            turn: asked.turn,
            action,
        };
        self.players[asked.player].ask(&self.handle, request)
    }

    async fn call(&mut self, asked: &Asked) -> Result<Option<u64>, ErrorCode> {
        let free = asked.choices.contains(&Choice::Check {});
        let action = if free {
            Action::Check {}
        } else {
            Action::Call { amount: None }
        };
        let id = self.act(asked, action);
        self.players[asked.player].answer(&id).await
    }

    /// All chips of the players and of the table, wherever they are.
    async fn all_chips(&self) -> u64 {
        let mut chips = self.store.escrow(self.handle.id()).await.unwrap().get();
        for player in &self.players {
            chips += self.store.balance(player.caller.account).await.unwrap().get();
        }
        chips
    }

    /// Ends the table and checks that everything it wrote is sound.
    async fn end(self) {
        self.handle.deliver(Mail::Drain).await;
        let report = self.store.verify().await.unwrap();
        assert!(report.is_sound(), "{:?}", report.faults);
        assert_eq!(self.all_chips().await, 20_000);
    }
}

pub(super) fn choices_in(message: &ServerMsg) -> Option<(u64, u32, Vec<Choice>)> {
    match message {
        ServerMsg::Private(private) => private.events.iter().find_map(|part| match part {
            PrivateEvent::Choices {
                hand, turn, choices, ..
            } => Some((*hand, *turn, choices.clone())),
            _ => None,
        }),
        ServerMsg::Snapshot(snapshot) => {
            let you = snapshot.state.you.as_ref().filter(|you| !you.choices.is_empty())?;
            let hand = snapshot.state.hand.as_ref()?;
            Some((hand.hand, hand.turn.as_ref()?.turn, you.choices.clone()))
        }
        _ => None,
    }
}

fn voided(message: &ServerMsg) -> Option<()> {
    let ServerMsg::Events(events) = message else {
        return None;
    };
    let is_void = |event: &PublicEvent| matches!(event, PublicEvent::HandVoided { hand: 1, .. });
    events.events.iter().any(|event| is_void(&event.event)).then_some(())
}

fn completed(message: &ServerMsg) -> Option<()> {
    let ServerMsg::Events(events) = message else {
        return None;
    };
    let mut events = events.events.iter();
    let is_over = |event: &PublicEvent| matches!(event, PublicEvent::HandCompleted { hand: 1, .. });
    events.any(|event| is_over(&event.event)).then_some(())
}

const fn is_act(command: &Command) -> bool {
    matches!(command, Command::Act { .. })
}

const fn is_time_out(command: &Command) -> bool {
    matches!(command, Command::TimeOut { .. })
}

const fn is_deal(command: &Command) -> bool {
    matches!(command, Command::Deal { .. })
}

#[tokio::test]
async fn hands_are_played_and_written() {
    let mut lab = Lab::new("plays").await;
    loop {
        let asked = lab.asked().await;
        if asked.hand > 3 {
            break;
        }
        lab.call(&asked).await.unwrap();
    }
    let account = lab.players[0].caller.account;
    let hands = lab.store.hands_of(account, None, 10).await.unwrap();
    assert_eq!(hands.len(), 3);
    lab.end().await;
}

/// Requests that bring the table down, however many, harm nothing but themselves: each is refused for good, and the
/// same decision of the same hand stays open.
#[tokio::test]
async fn requests_that_fail_cost_no_hand() {
    let mut lab = Lab::new("requests fail").await;
    let asked = lab.asked().await;
    fail_point::arm("requests fail", is_act, 12);
    for _ in 0..12 {
        let failed = lab.call(&asked).await;
        assert_eq!(failed, Err(ErrorCode::ServerRequestFailed));
    }
    assert!(!ErrorCode::ServerRequestFailed.is_retryable());
    assert!(lab.call(&asked).await.unwrap().is_some());
    let other = &mut lab.players[1 - asked.player];
    let (hand, turn, _) = other.until(choices_in).await;
    assert_eq!((hand, turn), (asked.hand, asked.turn + 1));
    lab.end().await;
}

/// A number that was never assigned is handled like any other.
#[tokio::test]
async fn resuming_behind_the_greatest_number_gets_a_snapshot() {
    let mut lab = Lab::new("resumes").await;
    let asked = lab.asked().await;
    for after in [u64::MAX, u64::MAX - 1, (1 << 53) - 1] {
        for player in 0..2 {
            let id = lab.players[player].ask(&lab.handle, TableRequest::Resume { after });
            assert_eq!(lab.players[player].answer(&id).await, Ok(None));
            let snapshot = |message: &ServerMsg| matches!(message, ServerMsg::Snapshot(_)).then_some(());
            lab.players[player].until(snapshot).await;
        }
    }
    assert!(lab.call(&asked).await.unwrap().is_some());
    lab.end().await;
}

/// A command of the server's own that fails once is carried out when it is due again; the hand goes on.
#[tokio::test]
async fn a_command_of_the_server_that_fails_once_costs_nothing() {
    fail_point::arm("fails once", is_time_out, 1);
    let mut lab = Lab::impatient("fails once").await;
    let asked = lab.asked().await;
    let again = lab.asked().await;
    assert_eq!((again.hand, again.turn), (asked.hand, asked.turn));
    lab.players[asked.player].until(completed).await;
    lab.asked_in(2).await;
    lab.end().await;
}

/// A command of the server's own that brings the table down twice voids the hand; the next one is dealt.
#[tokio::test]
async fn a_hand_whose_commands_fail_twice_is_voided() {
    fail_point::arm("fails twice", is_time_out, 2);
    let mut lab = Lab::impatient("fails twice").await;
    let asked = lab.asked().await;
    lab.players[1 - asked.player].until(voided).await;
    lab.asked_in(2).await;
    lab.end().await;
}

/// A table that cannot deal at all is given up after some attempts; its chips stay in its escrow.
#[tokio::test]
async fn a_table_that_fails_again_and_again_is_quarantined() {
    fail_point::arm("never deals", is_deal, u32::MAX);
    let lab = Lab::new("never deals").await;
    let Lab {
        store, handle, task, ..
    } = lab;
    let ended = timeout(PATIENCE, task).await.unwrap().unwrap();
    assert!(matches!(ended, Ended::Quarantined(_)), "{ended:?}");
    assert_eq!(store.escrow(handle.id()).await.unwrap(), Chips::new(1_000));
}

/// The process ends in the middle of a hand; another one continues at the same decision.
#[tokio::test]
async fn a_restart_goes_on_at_the_same_decision() {
    let mut lab = Lab::new("restarts").await;
    let first = lab.asked().await;
    lab.call(&first).await.unwrap();
    let asked = lab.asked().await;
    lab.task.abort();
    let _ = (&mut lab.task).await;
    let stored = lab.store.claim_table(lab.handle.id()).await.unwrap();
    (lab.handle, lab.task) = start(&lab.store, stored, setup("restarts", Timing::default()));
    for index in 0..2 {
        let watch = lab.players[index].ask(&lab.handle, TableRequest::Watch);
        if index == asked.player {
            let again = lab.players[index].until(choices_in).await;
            assert_eq!((again.0, again.1, &again.2), (asked.hand, asked.turn, &asked.choices));
        } else {
            lab.players[index].answer(&watch).await.unwrap();
        }
    }
    lab.call(&asked).await.unwrap();
    lab.end().await;
}

/// Only the owner that took the table over can write; the old owner shows nothing more and ends.
#[tokio::test]
async fn a_table_that_was_taken_over_ends() {
    let mut lab = Lab::new("taken over").await;
    let asked = lab.asked().await;
    lab.store.claim_table(lab.handle.id()).await.unwrap();
    lab.act(&asked, Action::Fold {});
    let ended = timeout(PATIENCE, &mut lab.task).await.unwrap().unwrap();
    assert!(matches!(ended, Ended::Lost(_)), "{ended:?}");
    let mut late = Vec::new();
    while let Ok(frame) = lab.players[asked.player].frames.try_recv() {
        late.push(frame);
    }
    assert!(
        late.iter()
            .all(|frame| !frame.contains("action_taken") && !frame.contains("\"ok\"")),
        "{late:?}"
    );
}

#[tokio::test]
async fn a_drained_table_finishes_its_hand_and_ends() {
    let mut lab = Lab::new("drains").await;
    let asked = lab.asked().await;
    lab.handle.post(Mail::Drain).unwrap();
    lab.act(&asked, Action::Fold {});
    let ended = timeout(PATIENCE, &mut lab.task).await.unwrap().unwrap();
    assert_eq!(ended, Ended::Drained);
    assert_eq!(lab.store.escrow(lab.handle.id()).await.unwrap(), Chips::new(1_000));
}

/// A table whose free stacks come from the mint in the hand that takes a player's last chips, as none were set aside:
/// two players sit with 500 each, and the mint has nothing left to give.
async fn at_a_dry_mint() -> Lab {
    let folder = tempfile::tempdir().unwrap();
    let faucet = FaucetLimits {
        all: Chips::new(20_000),
        ..FaucetLimits::default()
    };
    let store = open_store(folder.path(), faucet).await;
    let players = vec![player(&store, 0).await, player(&store, 1).await];
    assert_eq!(store.mint().await.unwrap().given_today, faucet.all);
    let mut config = config("no-limit-holdem");
    (config.private, config.session.free_stacks) = (true, Some(2));
    let setup = TableSetup::new(&config, Timing::default().without_pauses()).unwrap();
    let stored = store.create_table("{}".to_owned()).await.unwrap();
    let mut table = Table::new(stored.id, Arc::new(setup.clone()));
    let (notify, mut notices) = mpsc::unbounded_channel();
    for (number, player) in (1..).zip(&players) {
        let command = Command::Sit {
            player: PlayerInfo::clone(&player.caller.info),
            seat: None,
            buy_in: poker_wire::chips(Chips::new(500)),
            entry: Entry::Post,
            set_aside: false,
        };
        let order = TableOrder {
            at: 0,
            by: None,
            command,
        };
        let first_seq = table.seq() + 1;
        let applied = table.apply(&order).unwrap();
        let step = Step {
            table: stored.id,
            epoch: stored.epoch,
            step: number,
            format: FORMAT,
            first_seq,
            hand_no: None,
            kind: order.command.kind(),
            command: order.encode().0,
            events: public_array(&applied.told),
            secret: None,
            transfers: applied.transfers,
            network: None,
            answer: None,
            hand_end: None,
        };
        store.journal().append(Box::new(step), notify.clone()).unwrap();
        assert_eq!(notices.recv().await, Some(DurableNotice::Durable { step: number }));
    }
    let stored = store.claim_table(stored.id).await.unwrap();
    let (handle, task) = start(&store, stored, setup);
    let mut lab = Lab {
        store,
        handle,
        task,
        players,
        _folder: folder,
    };
    for index in 0..2 {
        // The answer comes before the snapshot, which may contain the first decision.
        lab.players[index].ask(&lab.handle, TableRequest::Watch);
    }
    lab
}

/// A hand whose end needs chips that the mint does not have is voided once, and the next one is dealt.
#[tokio::test]
async fn a_hand_that_the_ledger_refuses_is_voided_once() {
    let mut lab = at_a_dry_mint().await;
    let mut refused = None;
    let next = loop {
        let asked = lab.asked().await;
        // Hands go all-in until one player has lost everything; then another hand follows, over a restored stack.
        match refused {
            Some(voided) if asked.hand > voided => break asked,
            // A decision of the voided hand, from when the table was loaded.
            Some(_) => continue,
            None => {}
        }
        let all_in = asked.choices.iter().find_map(|choice| match choice {
            Choice::Raise { max, .. } => Some(Action::Raise { to: *max }),
            _ => None,
        });
        lab.act(&asked, all_in.unwrap_or(Action::Call { amount: None }));
        let voided = |message: &ServerMsg| match message {
            ServerMsg::Events(events) => events.events.iter().find_map(|event| match &event.event {
                PublicEvent::HandVoided { hand, .. } => Some(Some(*hand)),
                PublicEvent::TurnStarted { .. } | PublicEvent::HandCompleted { .. } => Some(None),
                _ => None,
            }),
            _ => None,
        };
        refused = lab.players[1 - asked.player].until(voided).await;
    };
    assert!(lab.call(&next).await.is_ok());
    assert_eq!(lab.store.mint().await.unwrap().given_today, Chips::new(20_000));
    lab.end().await;
}

/// Requests that arrive while a table ends are answered like all others, because clients wait for the answers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_at_the_end_of_a_table_are_answered() {
    let folder = tempfile::tempdir().unwrap();
    let store = open_store(folder.path(), FaucetLimits::default()).await;
    let mut player = player(&store, 1).await;
    let stored = store.create_table("{}".to_owned()).await.unwrap();
    let (handle, task) = start(&store, stored, setup("ending", Timing::default()));
    handle.post(Mail::Close).unwrap();
    let mut open = std::collections::HashSet::new();
    for at in 0.. {
        let id = at.to_string();
        match handle.request(player.caller.clone(), id.clone(), TableRequest::Unwatch) {
            Ok(()) => assert!(open.insert(id)),
            Err(TableError::Busy) => tokio::time::sleep(Duration::from_micros(50)).await,
            Err(TableError::Closed) => break,
        }
    }
    assert!(matches!(task.await.unwrap(), Ended::Closed));
    while !open.is_empty() {
        let answered = match player.next().await {
            ServerMsg::Ok(ok) => ok.id,
            ServerMsg::Error(error) => error.id.unwrap(),
            _ => continue,
        };
        assert!(open.remove(&answered), "{answered} is answered twice");
    }
}
