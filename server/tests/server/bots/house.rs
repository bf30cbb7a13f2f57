//! The house keeps its tables lively and leaves room for people.

use std::collections::BTreeSet;
use std::time::Duration;

use poker_bots::house::{House, Station, Substitutes, spawn_house_bots};
use poker_bots::protocol::v1::client::Entry;
use poker_bots::protocol::v1::table::TableSummary;
use poker_bots::protocol::v1::tournament::TournamentId;
use poker_bots::protocol::v1::{Chips, ErrorCode, MixKind, TableId};
use poker_bots::{Client, Credentials, RunOptions, TableChoice, run_bot};
use serde_json::json;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::bots::host::{Host, config, eventually, guest};
use crate::net::raw::request;
use crate::net::server::Client as Person;

async fn find(client: &Client, table: &TableId) -> TableSummary {
    let tables = client.list_tables().await.unwrap();
    tables.into_iter().find(|summary| summary.info.table == *table).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_come_in_pairs_keep_seats_free_go_where_somebody_waits_and_leave_at_the_shutdown() {
    let host = Host::start();
    let mut tables = Vec::new();
    for game in ["no-limit-holdem", "omaha", "draw-with-blinds"] {
        tables.push(host.open(game).await);
    }
    let bots = (0..5).map(|number| guest(&format!("house {number}"))).collect();
    let mut house = House::new(&host.url, guest("steward"), bots, tables.clone());
    house.think = Duration::ZERO..=Duration::from_millis(2);
    house.stay = 5..=20;
    let shutdown = house.shutdown.clone();
    let steward = spawn_house_bots(house);

    let visitor = host.guest("visitor").await;
    eventually("two tables are lively", async || {
        let mut lively = 0;
        for table in &tables {
            let summary = find(&visitor, table).await;
            assert!(summary.taken.len() <= 4, "two seats are for people");
            lively += u32::from(summary.hands >= 3);
        }
        lively >= 2
    })
    .await;

    let mut waiting = None;
    eventually("a table has no bots", async || {
        for table in &tables {
            if find(&visitor, table).await.taken.is_empty() {
                waiting = Some(table.clone());
            }
        }
        waiting.is_some()
    })
    .await;
    let waiting = waiting.unwrap();
    let stop = CancellationToken::new();
    let options = RunOptions {
        stop: stop.clone(),
        ..RunOptions::default()
    };
    let (url, choice) = (host.url.clone(), TableChoice::Table(waiting.clone()));
    let lonely = tokio::spawn(async move { run_bot(&url, guest("lonely"), choice, Station, options).await });
    eventually("a bot comes to the one who waits", async || {
        find(&visitor, &waiting).await.hands >= 2
    })
    .await;
    stop.cancel();
    assert!(lonely.await.unwrap().unwrap().hands >= 2);

    // A player's own table, to which bots are invited.
    let mut config = config("razz");
    (config.seats, config.house_bots) = (2, true);
    let own = visitor.create_table(config.clone()).await.unwrap().table;
    visitor
        .sit(&own, None, Chips::new(100).unwrap(), Entry::Post)
        .await
        .unwrap();
    eventually("a bot comes as a guest", async || find(&visitor, &own).await.bots == 1).await;
    visitor.leave(&own).await.unwrap();
    eventually("and leaves with its host", async || {
        find(&visitor, &own).await.taken.is_empty()
    })
    .await;
    config.private = true;
    assert_eq!(
        visitor.create_table(config).await.unwrap_err().code(),
        Some(ErrorCode::TableConfigInvalid)
    );

    shutdown.cancel();
    steward.await.unwrap();
    eventually("the bots are gone", async || {
        let mut bots = 0;
        for table in &tables {
            bots += find(&visitor, table).await.bots;
        }
        bots == 0
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demonstration_has_games_in_turn_and_dealers_who_pick_and_bots_play_both() {
    let host = Host::start_demo();
    let visitor = host.guest("visitor").await;
    let tables = visitor.list_tables().await.unwrap();
    // The tables that the house fills first.
    assert_eq!(tables[0].info.mix, None);
    let mixed = |kind| {
        let table = tables
            .iter()
            .take(4)
            .find(|table| table.info.mix.as_ref().is_some_and(|mix| mix.kind == kind));
        let info = &table.expect("a table of several games").info;
        assert!(info.house_bots && !info.private && info.seats == 6);
        info.table.clone()
    };
    let tables = [mixed(MixKind::Rotation), mixed(MixKind::DealersChoice)];
    let bots = (0..4).map(|number| guest(&format!("house {number}"))).collect();
    let mut house = House::new(&host.url, guest("steward"), bots, tables.to_vec());
    house.think = Duration::ZERO..=Duration::from_millis(1);
    let shutdown = house.shutdown.clone();
    let steward = spawn_house_bots(house);
    for table in &tables {
        let mut played = BTreeSet::new();
        eventually("three games are played", async || {
            let summary = find(&visitor, table).await;
            if summary.hands > 0 {
                played.insert(summary.info.game);
            }
            played.len() >= 3
        })
        .await;
    }
    shutdown.cancel();
    steward.await.unwrap();
}

/// `true` if all house bots sit at some table, and none of them alone.
async fn all_seated(visitor: &Client, bots: u32) -> bool {
    let tables = visitor.list_tables().await.unwrap();
    let seated: u32 = tables.iter().map(|table| u32::from(table.bots)).sum();
    let lone = tables.iter().any(|table| table.bots == 1 && table.taken.len() == 1);
    seated == bots && !lone
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_crash_the_bots_come_back_to_the_tables() {
    const BOTS: u32 = 8;
    // The others are kept back for tournaments.
    const AT_TABLES: u32 = BOTS / 2;
    let mut host = Host::start_with_bots(BOTS);
    for round in 0..2 {
        let visitor = host.guest(&format!("visitor {round}")).await;
        eventually("half of the bots are seated", async || {
            all_seated(&visitor, AT_TABLES).await
        })
        .await;
        let before: u64 = hands(&visitor).await;
        eventually("hands are played", async || hands(&visitor).await >= before + 5).await;
        host = host.restart();
    }
    let visitor = host.guest("last visitor").await;
    eventually("they are seated again", async || all_seated(&visitor, AT_TABLES).await).await;
}

async fn hands(visitor: &Client) -> u64 {
    let tables = visitor.list_tables().await.unwrap();
    tables.iter().map(|table| table.hands).sum()
}

/// Opens an event that asks for bots.
async fn open_event(host: &Host, price: u32, bots: u32) -> TournamentId {
    let address = ([127, 0, 0, 1], host.port).into();
    let is_json = "content-type: application/json\r\n";
    let nickname = json!({"nickname": format!("Host {price} {bots}")}).to_string();
    let guest = request(address, "POST", "/api/v1/guest", is_json, &nickname).await;
    let token = guest.json()["access_token"].as_str().unwrap().to_owned();
    let headers = format!("{is_json}authorization: Bearer {token}\r\n");
    let definition = format!(
        r#"
        id = "dear"
        name = {{ en = "Dear", fr = "Cher" }}
        games = ["no-limit-holdem"]
        start = "full"
        entries = [10, 10]
        seats = 10
        price = {price}
        stack = 1000
        levels = ["5m 5/10"]
        "#
    );
    let event = json!({"definition": definition, "bots": bots, "private": false});
    let made = request(address, "POST", "/api/v1/tournaments", &headers, &event.to_string()).await;
    assert_eq!(made.status, 201, "{made:?}");
    TournamentId(made.json()["tournament"].as_str().unwrap().to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_hired_for_a_tournament_that_a_bot_could_not_pay() {
    const APPLICANTS: usize = 9;
    let host = Host::start();
    // They have spent their chips elsewhere.
    let elsewhere = open_event(&host, 10_000, 0).await;
    let mut accounts = Vec::new();
    for number in 0..APPLICANTS {
        let client = host.guest(&format!("bot {number}")).await;
        client.register(&elsewhere, 1).await.unwrap();
        accounts.push(Credentials::Token(client.welcome().token.clone().unwrap()));
        client.close().await;
    }
    let dear = open_event(&host, 10_000, 10).await;
    let mut person = Person::connect(([127, 0, 0, 1], host.port).into(), "/ws").await;
    person.hello(json!({"nickname": "person"})).await;
    let enters = |event: &TournamentId| json!({"type": "register", "tournament": event, "rules": 1});
    assert_eq!(person.ask(enters(&dear)).await["type"], "ok");

    let (applicants, more) = mpsc::channel(APPLICANTS);
    for account in accounts {
        applicants.try_send(account).unwrap();
    }
    let table = host.open("no-limit-holdem").await;
    let mut house = House::new(&host.url, guest("steward"), Vec::new(), vec![table]);
    house.substitutes = Substitutes::new(Vec::new(), more);
    let shutdown = house.shutdown.clone();
    let steward = spawn_house_bots(house);
    // A free event has its bots all the same.
    let free = open_event(&host, 0, 6).await;
    assert_eq!(person.ask(enters(&free)).await["type"], "ok");
    let visitor = host.guest("visitor").await;
    eventually("the free one has its bots", async || {
        let listed = visitor.list_tournaments().await.unwrap();
        let line = listed.iter().find(|line| line.tournament == free);
        line.is_some_and(|line| line.entries == 6)
    })
    .await;
    let hired = applicants.capacity();
    assert!((5..=6).contains(&hired), "{hired} substitutes");
    shutdown.cancel();
    steward.await.unwrap();
}

/// A server without demo tables has its bots for those who ask for them.
#[tokio::test(flavor = "multi_thread")]
async fn a_house_without_tables_of_its_own_fills_an_event() {
    let host = Host::start_with_bots_alone(6);
    let free = open_event(&host, 0, 6).await;
    let mut person = Person::connect(([127, 0, 0, 1], host.port).into(), "/ws").await;
    person.hello(json!({"nickname": "person"})).await;
    let enters = json!({"type": "register", "tournament": free, "rules": 1});
    assert_eq!(person.ask(enters).await["type"], "ok");
    let visitor = host.guest("visitor").await;
    eventually("the event has its bots", async || {
        let listed = visitor.list_tournaments().await.unwrap();
        let line = listed.iter().find(|line| line.tournament == free);
        line.is_some_and(|line| line.entries == 6)
    })
    .await;
}
