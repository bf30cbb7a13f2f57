//! Tests of connections, refused answers and the steps of a hand.

use jiff::{SignedDuration, Timestamp};

use super::{Fixture, append, player, step};
use crate::people::{Deed, OperatorOrder, Whom};
use crate::types::{AccountId, StepKind, TableId};
use crate::witness::{ConnectionSearch, Noted, RefusedAnswer, RefusedSearch, SERVER_ENDED};
use crate::{ConnectionLine, Store};
use poker_base::network::Network;

fn network(address: &str) -> Option<Network> {
    Network::of(address.parse().unwrap()).outside()
}

fn opened(conn: u64, account: AccountId, from: &str, at: Timestamp) -> Noted {
    let network = network(from);
    Noted::Opened {
        conn,
        account,
        network,
        at,
    }
}

async fn of<S: Store>(store: &S, account: AccountId) -> Vec<ConnectionLine> {
    let search = ConnectionSearch {
        account,
        from: Timestamp::UNIX_EPOCH,
        until: Timestamp::MAX,
        before: None,
    };
    store.connections(search).await.unwrap()
}

pub async fn connections_are_kept_for_thirty_days<S: Store>(with: Fixture<S>) {
    let store = &*with.store;
    let (ann, bob) = (player(store, "Ann", 0).await, player(store, "Bob", 0).await);
    let run = with.clock.now();
    store.begin_record(run).await.unwrap();
    let closed = Noted::Closed {
        conn: 1,
        at: run + SignedDuration::from_secs(9),
        heard_at: run + SignedDuration::from_secs(4),
        why: "heartbeat_timeout",
        tables: vec![TableId(3)],
    };
    let refusal = RefusedAnswer {
        at: run,
        account: ann,
        table: TableId(3),
        hand_no: 17,
        turn: 2,
        action: "raise 40".to_owned(),
        code: "turn.stale".to_owned(),
    };
    let noted = vec![
        opened(1, ann, "192.0.2.1", run),
        opened(2, bob, "192.0.2.1", run),
        closed.clone(),
        // An end that is reported twice is stored once.
        closed,
        opened(2, bob, "192.0.2.9", run),
        opened(3, AccountId::generate(), "192.0.2.1", run),
        Noted::Refused(refusal.clone()),
    ];
    store.keep_noted(run, run, noted, 7).await.unwrap();
    let [line] = &of(store, ann).await[..] else {
        panic!("one")
    };
    assert_eq!(line.why.as_deref(), Some("heartbeat_timeout"));
    assert_eq!((line.heard_at.unwrap() - run).get_seconds(), 4);
    assert_eq!(line.tables, [TableId(3)]);
    let [other] = &of(store, bob).await[..] else {
        panic!("one")
    };
    assert_eq!((other.closed_at, other.net), (None, line.net));
    assert!(line.net.is_some());
    let of_hand = RefusedSearch::Hand(TableId(3), 17);
    assert_eq!(store.refused_answers(of_hand).await.unwrap(), [refusal]);
    let end = store.record_end().await.unwrap().unwrap();
    assert_eq!((end.run, end.left_out), (run, 7));

    // A killed server reported no end.
    with.clock.advance(1);
    store.begin_record(with.clock.now()).await.unwrap();
    let [other] = &of(store, bob).await[..] else {
        panic!("one")
    };
    assert_eq!(other.why.as_deref(), Some(SERVER_ENDED));
    assert!(store.verify().await.unwrap().is_sound());
    // Old lines are not shown, and are deleted with the next write.
    with.clock.advance(30 * 24 + 1);
    assert_eq!(of(store, ann).await, []);
    assert_eq!(store.refused_answers(of_hand).await.unwrap(), []);
    let now = with.clock.now();
    store
        .keep_noted(now, now, vec![opened(1, ann, "192.0.2.1", now)], 0)
        .await
        .unwrap();
    assert_eq!(of(store, ann).await.len(), 1);
    // Nothing remains of a deleted account, and nothing is added later.
    let order = OperatorOrder {
        id: "gone".to_owned(),
        request: [0; 32],
        author: "olga".to_owned(),
        reason: "asked for it".to_owned(),
        deed: Deed::Delete { whom: Whom::Id(ann) },
    };
    store.carry_out(order).await.unwrap();
    store
        .keep_noted(now, now, vec![opened(2, ann, "192.0.2.1", now)], 0)
        .await
        .unwrap();
    assert_eq!(of(store, ann).await, []);
    assert!(store.verify().await.unwrap().is_sound());
}

pub async fn the_steps_of_a_hand_are_found_among_others<S: Store>(with: Fixture<S>) {
    let store = &*with.store;
    let one = store.create_table("{}".to_owned()).await.unwrap();
    let other = store.create_table("{}".to_owned()).await.unwrap();
    assert_eq!(store.hand_steps(one.id, 2).await.unwrap(), []);
    // Ten steps per hand, in groups with those of another table; hand 2 has a step of the table in the middle.
    for number in 1..=35 {
        let mut own = step(&one, number, StepKind::Hand);
        if number == 15 {
            own = step(&one, number, StepKind::Table);
        }
        append(store, vec![own, step(&other, number, StepKind::Hand)]).await;
    }
    let steps = |hand: u64| async move {
        let rows = store.hand_steps(one.id, hand).await.unwrap();
        rows.iter().map(|row| row.step).collect::<Vec<u64>>()
    };
    assert_eq!(steps(2).await, (10..20).collect::<Vec<_>>());
    assert_eq!(steps(4).await, (30..=35).collect::<Vec<_>>());
    assert_eq!(steps(9).await, Vec::<u64>::new());
    let rows = store.hand_steps(one.id, 2).await.unwrap();
    assert!(rows.iter().all(|row| row.secret.is_none()), "what is sealed stays so");
}

pub async fn no_account_takes_the_record_of_connections_from_others<S: Store>(with: Fixture<S>) {
    let store = &*with.store;
    let (ann, bob) = (player(store, "Ann", 0).await, player(store, "Bob", 0).await);
    let run = with.clock.now();
    store.begin_record(run).await.unwrap();
    // Many at the same instant.
    let after = |number: u64| run + SignedDuration::from_millis((number / 700).cast_signed());
    let bobs = vec![opened(1, bob, "192.0.2.1", run)];
    store.keep_noted(run, run, bobs, 0).await.unwrap();
    for numbers in (2..=2_600).collect::<Vec<u64>>().chunks(1_000) {
        let noted = numbers
            .iter()
            .map(|number| opened(*number, ann, "192.0.2.2", after(*number)));
        store.keep_noted(run, run, noted.collect(), 0).await.unwrap();
    }
    assert_eq!(of(store, bob).await.len(), 1);
    // Page by page, each before the previous one.
    let (mut all, mut before) = (0, None);
    loop {
        let search = ConnectionSearch {
            account: ann,
            from: Timestamp::UNIX_EPOCH,
            until: Timestamp::MAX,
            before,
        };
        let page = store.connections(search).await.unwrap();
        let Some(last) = page.last() else { break };
        assert!(page[0].no > last.no, "the newest first");
        (all, before) = (all + page.len(), Some(last.no));
    }
    assert_eq!(all, 2_000, "the newest ones are kept");
    assert_eq!(of(store, ann).await[0].opened_at, after(2_600));
}
