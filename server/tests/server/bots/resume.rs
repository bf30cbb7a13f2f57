//! A client whose connection is cut again and again misses nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use poker_bots::house::{Station, Style};
use poker_bots::protocol::v1::client::Entry;
use poker_bots::protocol::v1::{Chips, PublicEvent, ServerMsg, TableId};
use poker_bots::{Client, Credentials, Notice, RunOptions, TableChoice, run_bot};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::bots::cutter::Cutter;
use crate::bots::host::{Host, guest};

const HANDS: u64 = 60;

/// Longest wait, on a busy machine, for something that comes immediately.
const PATIENCE: Duration = Duration::from_mins(1);

/// Events between two cuts.
const BETWEEN_CUTS: u64 = 40;

/// Every event a spectator received, by number.
#[derive(Default)]
struct Told {
    events: BTreeMap<u64, PublicEvent>,
    snapshots: u32,
    reconnects: u64,
}

/// The progress of a spectator.
#[derive(Clone, Copy, Default)]
struct Progress {
    seq: u64,
    reconnects: u64,
}

/// Watches a table until cancelled.
async fn watch(mut client: Client, table: TableId, progress: watch::Sender<Progress>, stop: CancellationToken) -> Told {
    client.watch(&table).await.unwrap();
    let mut told = Told::default();
    let mut last = None;
    loop {
        let notice = tokio::select! {
            notice = client.next() => notice.unwrap(),
            () = stop.cancelled() => return told,
        };
        match notice {
            Notice::Reconnected(_) => {
                told.reconnects += 1;
                progress.send_modify(|progress| progress.reconnects += 1);
            }
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
                    progress.send_modify(|progress| progress.seq = last.unwrap_or_default());
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
    let (progress, _) = watch::channel(Progress::default());
    let steady = tokio::spawn(watch(steady, table.clone(), progress, stop.clone()));
    let shaken = Client::connect(&cutter.url, guest("shaken")).await.unwrap();
    let (progress, mut seen) = watch::channel(Progress::default());
    let shaken = tokio::spawn(watch(shaken, table.clone(), progress, stop.clone()));

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
        let mut last = Progress::default();
        loop {
            let is_far = |now: &Progress| now.seq >= last.seq + BETWEEN_CUTS && now.reconnects == last.reconnects;
            last = *seen.wait_for(is_far).await.unwrap();
            last.reconnects += 1;
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
    assert!(shaken.reconnects > 5, "only {} reconnects", shaken.reconnects);
    let mut same = 0;
    for (seq, event) in &shaken.events {
        if let Some(other) = steady.events.get(seq) {
            assert_eq!(event, other, "event {seq}");
            same += 1;
        }
    }
    assert!(same > 500, "only {same} events were seen by both");
}

/// Returns the first result of `pick` on the notices that follow.
async fn hear<T>(client: &mut Client, pick: impl Fn(Notice) -> Option<T>) -> T {
    let hearing = async {
        loop {
            if let Some(picked) = pick(client.next().await.unwrap()) {
                return picked;
            }
        }
    };
    timeout(PATIENCE, hearing).await.unwrap()
}

/// Returns the message in a notice.
fn told(notice: Notice) -> Option<ServerMsg> {
    match notice {
        Notice::Message(message, _) => Some(*message),
        Notice::Disconnected | Notice::Reconnected(_) => None,
    }
}

fn begins_hand(notice: Notice) -> Option<()> {
    let Some(ServerMsg::Events(events)) = told(notice) else {
        return None;
    };
    let mut events = events.events.into_iter();
    events
        .any(|event| matches!(event.event, PublicEvent::HandStarted { .. }))
        .then_some(())
}

async fn sit(client: &Client, table: &TableId) {
    let chips = Chips::new(200).unwrap();
    client.sit(table, None, chips, Entry::Post).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_sits_follows_the_table_over_a_cut() {
    let host = Host::start();
    let cutter = Cutter::new(host.port).await;
    let table = host.open("no-limit-holdem").await;
    let mut first = Client::connect(&cutter.url, guest("first")).await.unwrap();
    sit(&first, &table).await;
    let snapshot = hear(&mut first, |notice| match told(notice)? {
        ServerMsg::Snapshot(snapshot) => Some(snapshot),
        _ => None,
    })
    .await;
    assert_eq!((snapshot.table, snapshot.state.seats.len()), (table.clone(), 1));
    cutter.cut();
    hear(&mut first, |notice| {
        matches!(notice, Notice::Reconnected(_)).then_some(())
    })
    .await;
    let second = host.guest("second").await;
    sit(&second, &table).await;
    hear(&mut first, begins_hand).await;
}

/// The seats were leaving before the crash, so the request to leave is refused: a hand is played all the same.
#[tokio::test(flavor = "multi_thread")]
async fn bots_that_were_leaving_in_a_crash_come_back_for_their_hand() {
    let host = Host::start();
    let table = host.open("no-limit-holdem").await;
    let mut players = Vec::new();
    for number in 0..2 {
        let client = host.guest(&format!("leaver {number}")).await;
        sit(&client, &table).await;
        players.push(client);
    }
    hear(&mut players[0], begins_hand).await;
    let mut accounts = Vec::new();
    for client in players {
        client.leave(&table).await.unwrap();
        accounts.push(Credentials::Token(client.welcome().token.clone().unwrap()));
        client.close().await;
    }
    let host = host.restart();
    let mut bots = JoinSet::new();
    for account in accounts {
        let (url, choice) = (host.url.clone(), TableChoice::Table(table.clone()));
        bots.spawn(async move {
            let options = RunOptions {
                hands: Some(0),
                ..RunOptions::default()
            };
            run_bot(&url, account, choice, Station, options).await.unwrap()
        });
    }
    let reports = bots.join_all().await;
    // Both call or check in four rounds of betting.
    assert!(reports.iter().all(|report| report.decisions == 4), "{reports:?}");
    let tables = host.guest("visitor").await.list_tables().await.unwrap();
    let summary = tables.iter().find(|summary| summary.info.table == table).unwrap();
    assert_eq!((summary.hands, summary.taken.len()), (1, 0));
}
