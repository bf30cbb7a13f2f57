use std::sync::Arc;

use poker_owner::{Caller, NoSocket, to_json};
use poker_protocol::v1::event::PrivateEvent;
use poker_protocol::v1::{PlayerInfo, PlayerKind, PublicEvent};

use super::*;
use crate::tests::world::{TABLE, config, setup};

fn caller(conn: u64) -> Caller {
    let account = AccountId(uuid::Uuid::from_u128(conn.into()));
    Caller {
        account,
        info: Arc::new(PlayerInfo {
            id: account.to_string(),
            name: format!("Player {conn}"),
            kind: PlayerKind::Guest,
        }),
        network: None,
        outbox: Outbox::new(ConnId(conn), Arc::new(NoSocket)),
    }
}

fn watch(caller: &Caller) -> Effect {
    Effect::Watch(Box::new(Watcher {
        caller: caller.clone(),
        part: Part::Plays,
        frames: Vec::new(),
        presence: Vec::new(),
        felt: None,
    }))
}

/// An event with this number and a private part for `account`.
fn event(seq: u64, account: AccountId) -> NumberedEvent {
    let cards = PrivateEvent::Cards {
        seq,
        cards: Vec::new(),
        hand: Vec::new(),
    };
    NumberedEvent {
        seq,
        begins_hand: false,
        goes_ahead: false,
        public: to_json(&PublicEvent::TablePaused {}),
        private: vec![(account, to_json(&cards))],
    }
}

/// The effects of a step with one event.
fn effects(seq: u64) -> Effect {
    Effect::Step(Box::new(Effects {
        kind: StepKind::Hand,
        first_seq: seq,
        last_seq: seq,
        reply: None,
        choices: SmallVec::new(),
        moved: Vec::new(),
        status: None,
        people: None,
        hand_over: false,
        newcomer: None,
        watcher: None,
        caught_up: Vec::new(),
    }))
}

/// A fan-out on its own, with the table that it belongs to.
struct Stand {
    table: Table,
    deadlines: Deadlines,
    fan_out: FanOut,
}

impl Stand {
    fn new() -> Self {
        let table = Table::new(TABLE, setup(&config("no-limit-holdem")));
        Self {
            fan_out: FanOut::new(&table, Backlog::default()),
            deadlines: Deadlines::default(),
            table,
        }
    }

    /// Releases the steps up to `durable` and returns the message types that each connection gets.
    fn release(&mut self, durable: u64) -> Vec<(u64, Vec<String>)> {
        let mut scene = Scene {
            table: &self.table,
            deadlines: &mut self.deadlines,
            last_step: durable,
            now: Now {
                play: poker_owner::PlayTime(0),
                wall: 0,
            },
        };
        self.fan_out.release(durable, &mut scene, &mut Outputs::default());
        let kind = |frame: &Utf8Bytes| {
            let message: serde_json::Value = serde_json::from_str(frame).unwrap();
            message["type"].as_str().unwrap().to_owned()
        };
        let bursts = self.fan_out.take_bursts().into_iter();
        let bursts = bursts.filter(|(_, burst)| !burst.is_empty());
        bursts
            .map(|(outbox, burst)| {
                let kinds: Vec<String> = burst.frames.iter().map(kind).collect();
                assert_eq!(burst.urgent, kinds.iter().any(|kind| kind == "ok"));
                (outbox.id().0, kinds)
            })
            .collect()
    }
}

#[test]
fn events_wait_for_their_step_and_private_parts_go_to_their_account_alone() {
    let mut stand = Stand::new();
    let (ada, bea) = (caller(1), caller(2));
    stand.fan_out.park(0, watch(&ada));
    stand.fan_out.park(0, watch(&bea));
    stand.release(0);
    for seq in 1..=3 {
        stand.fan_out.log(vec![event(seq, ada.account)]);
        stand.fan_out.park(seq, effects(seq));
    }
    assert_eq!(stand.release(0), []);
    let all = ["events", "private"].map(str::to_owned);
    let shown = [(1, all.to_vec()), (2, all[..1].to_vec())];
    assert_eq!(stand.release(1), shown);
    assert!(!stand.fan_out.is_idle());
    // Two steps that become durable together leave in one frame.
    assert_eq!(stand.release(3), shown);
    assert!(stand.fan_out.is_idle());
}

#[test]
fn what_is_parked_decides_who_will_watch() {
    let mut stand = Stand::new();
    let ada = caller(1);
    let conn = ada.outbox.id();
    assert!(!stand.fan_out.will_watch(conn));
    stand.fan_out.park(1, watch(&ada));
    assert!(stand.fan_out.will_watch(conn) && !stand.fan_out.viewers().watches(conn));
    let ok = ServerMsg::Ok(poker_protocol::v1::server::OkMsg::default());
    stand
        .fan_out
        .park(2, Effect::Unwatch(Reply::new(ada, "1".to_owned(), &ok)));
    assert!(!stand.fan_out.will_watch(conn));
    stand.release(1);
    assert!(!stand.fan_out.will_watch(conn) && stand.fan_out.viewers().watches(conn));
    stand.release(2);
    assert!(!stand.fan_out.viewers().watches(conn));
}

#[test]
fn a_step_that_was_not_written_is_shown_to_no_viewer() {
    let mut stand = Stand::new();
    let ada = caller(1);
    stand.fan_out.park(0, watch(&ada));
    stand.release(0);
    stand.fan_out.log(vec![event(1, ada.account)]);
    stand.fan_out.park(1, effects(1));
    assert!(stand.fan_out.take_back(1, 0).is_none(), "no request caused it");
    assert_eq!(stand.release(1), []);
    assert_eq!(stand.fan_out.backlog().first_seq(), None);
}
