//! A table kept up to date from its events equals the table of a snapshot, for seats and for other viewers.

use std::sync::Arc;
use std::time::Duration;

use poker_bots::house::Style;
use poker_bots::protocol::v1::client::Entry;
use poker_bots::protocol::v1::server::{Private, Snapshot};
use poker_bots::protocol::v1::table::{SeatStatus, TableState};
use poker_bots::protocol::v1::{Action, PublicEvent, ServerMsg, TableId};
use poker_bots::{Ask, Bot, Client, Notice, TableModel};
use poker_engine::game::catalogue;
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::bots::host::Host;

const HANDS: u64 = 8;

/// Tables played simultaneously.
const AT_ONCE: usize = 8;

/// A viewer that requests a snapshot at every decision of its own and compares.
struct Comparer {
    client: Client,
    table: TableId,
    model: Option<TableModel>,
    /// The decision to be answered once the snapshot is compared.
    open: Option<Ask>,
    compared: u64,
    hands: u64,
}

impl Comparer {
    async fn new(host: &Host, nickname: &str, table: &TableId) -> Self {
        let client = host.guest(nickname).await;
        client.watch(table).await.unwrap();
        Self {
            client,
            table: table.clone(),
            model: None,
            open: None,
            compared: 0,
            hands: 0,
        }
    }

    async fn sit(&self) {
        let info = self.client.list_tables().await.unwrap();
        let own = info.iter().find(|table| table.info.table == self.table).unwrap();
        let sat = self
            .client
            .sit(&self.table, None, own.info.buy_in_max, Entry::Post)
            .await;
        sat.unwrap();
    }

    /// Takes in the next notice; returns the decision to be answered now.
    async fn take_in(&mut self) -> Option<Ask> {
        let Notice::Message(message, skipped) = self.client.next().await.unwrap() else {
            return None;
        };
        assert_eq!(skipped, [0; 0]);
        match *message {
            ServerMsg::Snapshot(snapshot) => return self.compare(snapshot),
            ServerMsg::Events(events) => {
                let model = self.model.as_mut().unwrap();
                let mut is_busted = false;
                for event in &events.events {
                    model.apply(event.seq, &event.event);
                    match event.event {
                        PublicEvent::HandCompleted { .. } => self.hands += 1,
                        PublicEvent::PickWithdrawn {} => self.open = None,
                        PublicEvent::SeatStatusChanged { seat, status, .. } => {
                            is_busted |=
                                status == SeatStatus::Busted && model.you().is_some_and(|you| you.seat == seat);
                        }
                        _ => {}
                    }
                }
                if is_busted {
                    let amount = model.info().buy_in_max;
                    self.client.rebuy(&self.table, amount).await.unwrap();
                }
            }
            ServerMsg::Private(private) => self.take_in_private(&private).await,
            ServerMsg::Presence(presence) => {
                let model = self.model.as_mut().unwrap();
                model.set_connected(presence.seat, presence.connected);
            }
            ServerMsg::Error(error) => panic!("refused: {error:?}"),
            _ => {}
        }
        None
    }

    async fn take_in_private(&mut self, private: &Private) {
        for event in &private.events {
            self.model.as_mut().unwrap().apply_private(event);
            if let Some(ask) = Ask::from_private(&self.table, event) {
                self.open = Some(ask);
                self.client.watch(&self.table).await.unwrap();
            }
        }
    }

    /// Players came or went, so another one deals: a pick under way is refused, and the withdrawal follows, as an event or, if a snapshot
    /// overtook it, as a state without that pick. Returns the decision that such a snapshot answers.
    async fn hear_of_withdrawal(&mut self, pick: &Ask) -> Option<Ask> {
        let heard = async {
            loop {
                let ask = self.take_in().await;
                let open = self.model.as_ref().unwrap().state().pick.as_ref();
                if ask.is_some() || open.is_none_or(|open| (open.hand, open.turn.turn) != (pick.hand, pick.turn)) {
                    return ask;
                }
            }
        };
        tokio::time::timeout(Duration::from_mins(1), heard).await.unwrap()
    }

    fn compare(&mut self, snapshot: Snapshot) -> Option<Ask> {
        let told = TableModel::new(&self.client.welcome().you.id, snapshot);
        if let Some(model) = self.model.as_ref().filter(|model| model.seq() == told.seq()) {
            assert_eq!(lasting(model.state()), lasting(told.state()), "at event {}", told.seq());
            self.compared += 1;
        }
        self.model = Some(told);
        self.open.take()
    }
}

/// Strips a state of the parts that run by the clock.
fn lasting(state: &TableState) -> Value {
    let mut state = json!(state);
    for turn in ["/hand/turn", "/pick/turn"] {
        if let Some(turn) = state.pointer_mut(turn) {
            turn["clock"].take();
        }
    }
    if let Some(you) = state.get_mut("you") {
        you["time_bank_ms"].take();
    }
    state
}

async fn player(mut viewer: Comparer, mut bot: Box<dyn Bot>, stop: CancellationToken) -> u64 {
    viewer.sit().await;
    while viewer.hands < HANDS && !stop.is_cancelled() {
        let mut ask = tokio::select! {
            ask = viewer.take_in() => ask,
            () = stop.cancelled() => None,
        };
        while let Some(open) = ask.take() {
            let action = bot.act(&open, viewer.model.as_ref().unwrap());
            let is_pick = matches!(action, Action::PickGame { .. });
            let done = viewer.client.act(&open.table, open.hand, open.turn, action).await;
            if let Err(error) = done {
                assert!(is_pick, "{error:?}");
                ask = viewer.hear_of_withdrawal(&open).await;
            }
        }
    }
    stop.cancel();
    viewer.compared
}

/// Has `count` players compare their state with a snapshot at every decision of their own.
pub(crate) async fn compare_at(host: &Host, table: &TableId, count: u64, what: &str) {
    let stop = CancellationToken::new();
    let mut players = JoinSet::new();
    for seed in 0..count {
        let name: String = format!("{seed} {what}").chars().take(20).collect();
        let viewer = Comparer::new(host, &name, table).await;
        players.spawn(player(viewer, Style::Random.bot(seed), stop.clone()));
    }
    let compared: u64 = players.join_all().await.into_iter().sum();
    assert!(compared >= HANDS, "{what}: only {compared} comparisons");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_model_is_what_snapshots_tell() {
    let host = Arc::new(Host::start());
    let room = Arc::new(Semaphore::new(AT_ONCE));
    let mut tables = JoinSet::new();
    // Snapshots are compared at decisions, so a game without bets has nothing to compare.
    for game in catalogue::all().iter().filter(|game| !game.limits.is_empty()) {
        let (host, room) = (Arc::clone(&host), Arc::clone(&room));
        tables.spawn(async move {
            let _seat = room.acquire().await.unwrap();
            let table = host.open(&game.id).await;
            compare_at(&host, &table, u64::from(game.seats.0.max(3)), &game.id).await;
        });
    }
    let mut failed = Vec::new();
    while let Some(table) = tables.join_next().await {
        failed.extend(table.err());
    }
    assert!(failed.is_empty(), "{failed:?}");
}
