//! A table's task on a real store, with its players.

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
    AccountId, AccountKind, Accounts, DataFolder, DurableNotice, FaucetLimits, Ledger, NewAccount, NewSession,
    Ownership, RefusedAnswer, SessionId, SessionSecret, SqliteStore, Step, Store, StoreOptions, StoredTable, TableId,
    WallClock,
};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::world::config;
use crate::actor::load::Load;
use crate::actor::task::{Deps, run};
use crate::core::AskedAccount;
use crate::core::mail::{Mail, Remark, TableRequest, TableStatus};
use crate::core::supervise::Ended;
use crate::handle::{House, TableHandle};
use crate::setup::config::TableSetup;
use crate::setup::timing::Timing;
use crate::state::command::{Command, FORMAT, TableOrder};
use crate::state::event_log::public_array;
use crate::state::table::Table;

/// Time limit for things that must happen without delay.
pub(super) const PATIENCE: Duration = Duration::from_mins(1);

/// A table's task on a database of its own.
pub(super) struct Lab {
    pub(super) store: Arc<SqliteStore>,
    pub(super) handle: TableHandle,
    pub(super) task: JoinHandle<Ended>,
    pub(super) players: Vec<Player>,
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

pub(super) struct Player {
    pub(super) caller: Caller,
    pub(super) frames: mpsc::UnboundedReceiver<String>,
    requests: u32,
}

impl Player {
    pub(super) fn ask(&mut self, handle: &TableHandle, request: TableRequest) -> String {
        self.requests += 1;
        let id = format!("{}-{}", self.caller.info.name, self.requests);
        handle.request(self.caller.clone(), id.clone(), request).unwrap();
        id
    }

    pub(super) async fn next(&mut self) -> ServerMsg {
        let frame = timeout(PATIENCE, self.frames.recv())
            .await
            .expect("a message in time")
            .unwrap();
        serde_json::from_str(&frame).unwrap()
    }

    /// Reads messages until `wanted` finds what it is looking for.
    pub(super) async fn until<T>(&mut self, mut wanted: impl FnMut(&ServerMsg) -> Option<T>) -> T {
        loop {
            let message = self.next().await;
            if let Some(found) = wanted(&message) {
                return found;
            }
        }
    }

    /// Waits for an answer: its event number, or the code of the refusal.
    pub(super) async fn answer(&mut self, id: &str) -> Result<Option<u64>, ErrorCode> {
        self.until(|message| match message {
            ServerMsg::Ok(ok) if ok.id == id => Some(Ok(ok.seq)),
            ServerMsg::Error(error) if error.id.as_deref() == Some(id) => Some(Err(error.code)),
            _ => None,
        })
        .await
    }
}

/// A decision as its player gets it.
pub(super) struct Asked {
    pub(super) player: usize,
    pub(super) hand: u64,
    pub(super) turn: u32,
    pub(super) choices: Vec<Choice>,
}

pub(super) async fn open_store(path: &std::path::Path, faucet: FaucetLimits) -> Arc<SqliteStore> {
    let folder = DataFolder::open(path).unwrap();
    let options = StoreOptions {
        faucet,
        ..StoreOptions::of(PROGRAM)
    };
    let store = SqliteStore::open(folder, WallClock::system(), IdleSignal::always(), options).await;
    Arc::new(store.unwrap())
}

pub(super) fn setup(name: &str, timing: Timing) -> TableSetup {
    let mut config = config("no-limit-holdem");
    config.name = name.to_owned();
    TableSetup::new(&config, timing.without_pauses()).unwrap()
}

pub(super) fn start(
    store: &Arc<SqliteStore>,
    stored: StoredTable,
    setup: TableSetup,
) -> (TableHandle, JoinHandle<Ended>) {
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

pub(super) async fn player(store: &SqliteStore, index: u64) -> Player {
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
    pub(super) async fn new(name: &str) -> Self {
        Self::with(name, Timing::default()).await
    }

    /// The same with next to no time for decisions, as for bots.
    pub(super) async fn impatient(name: &str) -> Self {
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
        let players = vec![player(&store, 0).await, player(&store, 1).await];
        let mut lab = Self::open((store, folder), stored, setup(name, timing), players);
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

    fn open(
        (store, folder): (Arc<SqliteStore>, tempfile::TempDir),
        stored: StoredTable,
        setup: TableSetup,
        players: Vec<Player>,
    ) -> Self {
        let (handle, task) = start(&store, stored, setup);
        Self {
            store,
            handle,
            task,
            players,
            _folder: folder,
        }
    }

    /// A table whose free stacks come from the mint in the hand that takes a player's last chips, as none were set aside:
    /// two players sit with 500 each, and the mint has nothing left to give.
    pub(super) async fn at_a_dry_mint() -> Self {
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
        let mut lab = Self::open((store, folder), stored, setup, players);
        for index in 0..2 {
            // The answer comes before the snapshot, which may contain the first decision.
            lab.players[index].ask(&lab.handle, TableRequest::Watch);
        }
        lab
    }

    /// The next decision, from the private part or from a snapshot.
    pub(super) async fn asked(&mut self) -> Asked {
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
    pub(super) async fn asked_in(&mut self, hand: u64) -> Asked {
        loop {
            let asked = self.asked().await;
            if asked.hand == hand {
                return asked;
            }
        }
    }

    pub(super) fn act(&mut self, asked: &Asked, action: Action) -> String {
        let request = TableRequest::Act {
            hand: asked.hand,
            turn: asked.turn,
            action,
        };
        self.players[asked.player].ask(&self.handle, request)
    }

    pub(super) async fn call(&mut self, asked: &Asked) -> Result<Option<u64>, ErrorCode> {
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
    pub(super) async fn end(self) {
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

pub(super) fn voided(message: &ServerMsg) -> Option<()> {
    let ServerMsg::Events(events) = message else {
        return None;
    };
    let is_void = |event: &PublicEvent| matches!(event, PublicEvent::HandVoided { hand: 1, .. });
    events.events.iter().any(|event| is_void(&event.event)).then_some(())
}

pub(super) fn completed(message: &ServerMsg) -> Option<()> {
    let ServerMsg::Events(events) = message else {
        return None;
    };
    let mut events = events.events.iter();
    let is_over = |event: &PublicEvent| matches!(event, PublicEvent::HandCompleted { hand: 1, .. });
    events.any(|event| is_over(&event.event)).then_some(())
}
