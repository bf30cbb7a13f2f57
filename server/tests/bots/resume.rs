//! A client whose connection is cut again and again misses nothing.

use std::collections::BTreeMap;

use poker_bots::house::Style;
use poker_bots::protocol::v1::{PublicEvent, ServerMsg, TableId};
use poker_bots::{Client, Notice, RunOptions, TableChoice, run_bot};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::cutter::Cutter;
use crate::host::{Host, guest};

const HANDS: u64 = 60;

/// Everything that a spectator was told, by number.
#[derive(Default)]
struct Told {
    events: BTreeMap<u64, PublicEvent>,
    snapshots: u32,
    reconnects: u32,
}

/// Watches a table until it is told to stop.
async fn watch(mut client: Client, table: TableId, stop: CancellationToken) -> Told {
    client.watch(&table).await.unwrap();
    let mut told = Told::default();
    let mut last = None;
    loop {
        let notice = tokio::select! {
            notice = client.next() => notice.unwrap(),
            () = stop.cancelled() => return told,
        };
        match notice {
            Notice::Reconnected(_) => told.reconnects += 1,
            Notice::Disconnected => {}
            Notice::Message(message, _) => match *message {
                ServerMsg::Snapshot(snapshot) => {
                    told.snapshots += 1;
                    last = Some(snapshot.seq);
                }
                ServerMsg::Events(events) => {
                    for event in events.events {
                        assert_eq!(Some(event.seq - 1), last, "neither a gap nor a repetition");
                        last = Some(event.seq);
                        told.events.insert(event.seq, event.event);
                    }
                }
                _ => {}
            },
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_connection_loses_nothing() {
    let host = Host::start();
    let cutter = Cutter::new(host.port).await;
    let table = host.open("no-limit-holdem").await;
    let stop = CancellationToken::new();

    let steady = host.guest("steady").await;
    let steady = tokio::spawn(watch(steady, table.clone(), stop.clone()));
    let shaken = Client::connect(&cutter.url, guest("shaken")).await.unwrap();
    let shaken = tokio::spawn(watch(shaken, table.clone(), stop.clone()));

    // One bot plays over the line that is cut, too.
    let mut bots = JoinSet::new();
    for (seed, url) in (0..).zip([&cutter.url, &host.url, &host.url]) {
        let (url, table, stop) = (url.clone(), table.clone(), stop.clone());
        bots.spawn(async move {
            let options = RunOptions {
                hands: (seed == 0).then_some(HANDS),
                stop: if seed == 0 { CancellationToken::new() } else { stop },
                seed: Some(seed),
                ..RunOptions::default()
            };
            let who = guest(&format!("player {seed}"));
            let bot = Style::Random.bot(seed);
            run_bot(&url, who, TableChoice::Table(table), bot, options)
                .await
                .unwrap()
        });
    }
    let cutting = async {
        loop {
            tokio::time::sleep(std::time::Duration::from_millis(120)).await;
            cutter.cut();
        }
    };
    let first = tokio::select! {
        report = bots.join_next() => report.unwrap().unwrap(),
        () = cutting => unreachable!("it goes on for ever"),
    };
    assert!(first.hands >= HANDS, "{first:?}");
    assert_eq!(first.refused, 0);
    stop.cancel();
    for report in bots.join_all().await {
        assert_eq!(report.refused, 0);
    }
    let (steady, shaken) = (steady.await.unwrap(), shaken.await.unwrap());
    assert_eq!((steady.reconnects, steady.snapshots), (0, 1));
    assert!(shaken.reconnects > 3, "only {} reconnects", shaken.reconnects);
    let mut same = 0;
    for (seq, event) in &shaken.events {
        if let Some(other) = steady.events.get(seq) {
            assert_eq!(event, other, "event {seq}");
            same += 1;
        }
    }
    assert!(same > 500, "only {same} events were seen by both");
}
