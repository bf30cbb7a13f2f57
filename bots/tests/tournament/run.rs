//! A bot on its way through a tournament, against a scripted server.

use std::time::Duration;

use poker_bots::protocol::v1::tournament::Offer;
use poker_bots::protocol::v1::{Action, ErrorCode, TournamentId};
use poker_bots::{
    Ask, Bot, ClientOptions, Credentials, RunError, RunOptions, TableChoice, TableModel, TournamentChoice,
    TournamentEnded, TournamentModel, TournamentOptions, TournamentReport, run_bot, run_tournament,
};
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::golden;
use crate::server::{Door, Guest};

/// Calls, and buys whatever it is set to buy.
struct Buyer {
    buys: bool,
}

impl Bot for Buyer {
    fn act(&mut self, ask: &Ask, _: &TableModel) -> Action {
        ask.check_or_call()
    }

    fn buys(&mut self, _: &Offer, tournament: &TournamentModel) -> bool {
        assert!(tournament.you().registered);
        self.buys
    }
}

type Running = JoinHandle<Result<TournamentReport, RunError>>;

fn start(url: &str, choice: TournamentChoice, buys: bool, stop: &CancellationToken) -> Running {
    let (url, stop) = (url.to_owned(), stop.clone());
    let options = TournamentOptions {
        client: ClientOptions {
            retry_after: Duration::from_millis(1),
            ..ClientOptions::default()
        },
        stop,
        ..TournamentOptions::default()
    };
    let who = Credentials::Guest {
        nickname: "hal".to_owned(),
    };
    tokio::spawn(async move { run_tournament(&url, who, choice, Buyer { buys }, options).await })
}

fn twelve() -> TournamentChoice {
    TournamentChoice::Tournament(TournamentId("12".to_owned()))
}

/// The golden tournament with `you` as its standing.
fn snapshot(you: Value) -> Value {
    let mut snapshot = golden("server/tournament_snapshot");
    snapshot["state"]["you"] = you;
    snapshot
}

fn you(you: &Value) -> Value {
    json!({"type": "tournament_you", "tournament": "12", "you": you})
}

fn seated(table: &str) -> Value {
    json!({"registered": true, "player": 3, "entry": 3, "seat": {"table": table, "table_no": 1, "seat": 4}, "level": 7})
}

fn out(offers: &Value) -> Value {
    json!({"registered": true, "player": 3, "entry": 3, "out": true, "level": 2, "offers": offers})
}

fn finished(place: u32, prize: u64) -> Value {
    json!({"registered": true, "player": 3, "entry": 3, "out": true, "place": {"best": place, "worst": place}, "prize": prize})
}

/// The golden table in the middle of a hand in which hal is to act.
fn table(id: &str) -> Value {
    let mut snapshot = golden("server/snapshot.tournament");
    snapshot["table"] = json!(id);
    snapshot["state"]["info"]["table"] = json!(id);
    snapshot["state"]["hand"]["held"] = json!(false);
    snapshot
}

/// Enters the tournament and takes a seat at table 30, where hal is to act immediately.
async fn sit_down(guest: &mut Guest) {
    guest.grant("watch_tournament").await;
    let offers = json!([{"kind": "register", "price": 700}]);
    guest
        .say(snapshot(json!({"registered": false, "offers": offers})))
        .await;
    let register = guest.grant("register").await;
    assert_eq!(
        (register["tournament"].as_str(), register["rules"].as_u64()),
        (Some("12"), Some(1))
    );
    guest
        .say(you(&json!({"registered": true, "player": 3, "entry": 3})))
        .await;
    guest.say(you(&seated("30"))).await;
    let watch = guest.grant("watch").await;
    assert_eq!(watch["table"], "30");
    guest.say(table("30")).await;
    let act = guest.grant("act").await;
    assert_eq!(
        (act["table"].as_str(), act["action"]["kind"].as_str()),
        (Some("30"), Some("call"))
    );
}

#[tokio::test]
async fn a_bot_enters_plays_is_moved_and_ends_with_its_place_and_prize() {
    let door = Door::open().await;
    let bot = start(&door.url, twelve(), false, &CancellationToken::new());
    let mut guest = door.guest(&[]).await;
    sit_down(&mut guest).await;
    let stacks = json!([{"seat": 1, "amount": 935}, {"seat": 3, "amount": 985}, {"seat": 4, "amount": 1255}]);
    let over = json!({"seq": 1215, "event": {"kind": "hand_completed", "hand": 42, "stacks": stacks}});
    guest
        .say(json!({"type": "events", "table": "30", "events": [over]}))
        .await;
    guest.say(you(&seated("31"))).await;
    assert_eq!(guest.grant("unwatch").await["table"], "30");
    assert_eq!(guest.grant("watch").await["table"], "31");
    guest.say(table("31")).await;
    assert_eq!(
        guest.grant("act").await["table"],
        "31",
        "the same numbers at another table are another decision"
    );
    guest.say(you(&finished(5, 2000))).await;
    assert_eq!(guest.next().await, None, "it goes");
    let report = bot.await.unwrap().unwrap();
    assert_eq!(report.ended, TournamentEnded::Finished);
    assert_eq!(report.place.map(|place| place.best), Some(5));
    assert_eq!(
        (report.prize.get(), report.spent.get(), report.decisions),
        (2000, 700, 2)
    );
}

/// Looks for a table of a game at a server without tables, and returns what the run says.
async fn look_for(game: &str) -> RunError {
    let door = Door::open().await;
    let (url, choice) = (door.url.clone(), TableChoice::Game(game.to_owned()));
    let who = Credentials::Guest {
        nickname: "hal".to_owned(),
    };
    let bot =
        tokio::spawn(async move { run_bot(&url, who, choice, Buyer { buys: false }, RunOptions::default()).await });
    let mut guest = door.guest(&[]).await;
    let request = guest.expect("list_tables").await;
    guest
        .say(json!({"type": "ok", "id": request["id"], "tables": []}))
        .await;
    let request = guest.expect("list_games").await;
    let mut games = golden("server/ok.games");
    games["id"] = request["id"].clone();
    games["games"].as_array_mut().unwrap().truncate(1);
    games["games"][0]["id"] = json!("no-limit-holdem");
    guest.say(games).await;
    bot.await.unwrap().unwrap_err()
}

#[tokio::test]
async fn a_game_that_does_not_exist_is_no_lack_of_seats() {
    let lost = look_for("Holdem").await;
    assert_eq!(
        lost.to_string(),
        "game.unknown: there is no game Holdem, but no-limit-holdem"
    );
    let full = look_for("no-limit-holdem").await;
    assert!(matches!(full, RunError::NoTable), "{full}");
}

#[tokio::test]
async fn a_table_that_is_not_open_yet_is_asked_for_again() {
    let door = Door::open().await;
    let bot = start(&door.url, twelve(), false, &CancellationToken::new());
    let mut guest = door.guest(&["12"]).await;
    guest.grant("watch_tournament").await;
    guest.say(snapshot(seated("30"))).await;
    guest.refuse("watch", "table.not_found").await;
    guest.grant("watch").await;
    guest.say(table("30")).await;
    guest.grant("act").await;
    guest.say(you(&finished(1, 9000))).await;
    let report = bot.await.unwrap().unwrap();
    assert_eq!(
        (report.place.map(|place| place.best), report.spent.get()),
        (Some(1), 0),
        "it had entered before"
    );
}

#[tokio::test]
async fn offers_are_answered_once_and_as_the_bot_likes() {
    let rebuy = |left: Option<u32>| match left {
        Some(left) => json!({"kind": "tournament_rebuy", "price": 500, "chips": 10000, "left_ms": left}),
        None => json!({"kind": "tournament_rebuy", "price": 500, "chips": 10000}),
    };
    let add_on = json!({"kind": "add_on", "price": 500, "chips": 15000});
    let standing = |offers: Value| {
        let mut standing = seated("30");
        standing["offers"] = offers;
        you(&standing)
    };
    // A bot that declines: it says so only if the table is waiting for it.
    let door = Door::open().await;
    let bot = start(&door.url, twelve(), false, &CancellationToken::new());
    let mut guest = door.guest(&[]).await;
    sit_down(&mut guest).await;
    guest.say(standing(json!([rebuy(None)]))).await;
    guest.say(standing(json!([rebuy(None), add_on.clone()]))).await;
    guest.say(standing(json!([rebuy(Some(15000))]))).await;
    assert_eq!(guest.grant("tournament_rebuy").await["take"], false);
    guest.say(standing(json!([rebuy(Some(9000))]))).await;
    guest.say(you(&out(&json!([{"kind": "re_enter", "price": 700}])))).await;
    guest.say(you(&finished(9, 0))).await;
    let report = bot.await.unwrap().unwrap();
    assert_eq!((report.spent.get(), report.prize.get()), (700, 0));
    // A bot that buys everything, and continues where it re-enters.
    let door = Door::open().await;
    let bot = start(&door.url, twelve(), true, &CancellationToken::new());
    let mut guest = door.guest(&[]).await;
    sit_down(&mut guest).await;
    guest.say(standing(json!([rebuy(Some(15000))]))).await;
    assert_eq!(guest.grant("tournament_rebuy").await["take"], true);
    guest.say(standing(json!([add_on]))).await;
    guest.grant("add_on").await;
    guest.say(you(&out(&json!([{"kind": "re_enter", "price": 700}])))).await;
    guest.grant("re_enter").await;
    guest.say(you(&seated("33"))).await;
    guest.grant("unwatch").await;
    assert_eq!(guest.grant("watch").await["table"], "33");
    guest.say(you(&finished(2, 4000))).await;
    let report = bot.await.unwrap().unwrap();
    assert_eq!(report.spent.get(), 700 + 500 + 500 + 700);
}

#[tokio::test]
async fn a_bot_that_is_taken_for_absent_says_that_it_is_there() {
    let door = Door::open().await;
    let bot = start(&door.url, twelve(), false, &CancellationToken::new());
    let mut guest = door.guest(&[]).await;
    sit_down(&mut guest).await;
    let mut absent = seated("30");
    absent["absent"] = json!(true);
    guest.say(you(&absent)).await;
    assert_eq!(guest.grant("tournament_presence").await["absent"], false);
    guest.say(you(&seated("30"))).await;
    guest.say(you(&finished(4, 100))).await;
    assert_eq!(bot.await.unwrap().unwrap().ended, TournamentEnded::Finished);
}

#[tokio::test]
async fn a_lost_connection_resumes_tournament_and_table() {
    let door = Door::open().await;
    let bot = start(&door.url, twelve(), false, &CancellationToken::new());
    let mut guest = door.guest(&[]).await;
    sit_down(&mut guest).await;
    let eliminated = json!({"event": "player_eliminated", "player": 9, "entry": 9, "table": 1, "hand": 42, "stack": 1});
    guest
        .say(json!({"type": "tournament_events", "tournament": "12", "first_seq": 119, "events": [eliminated]}))
        .await;
    // The request makes sure that the events are read before the connection breaks.
    let mut absent = seated("30");
    absent["absent"] = json!(true);
    guest.say(you(&absent)).await;
    guest.grant("tournament_presence").await;
    drop(guest);
    let mut guest = door.guest(&["12"]).await;
    let mut resumed = Vec::new();
    for _ in 0..2 {
        let request = guest.next().await.unwrap();
        resumed.push((request["type"].as_str().unwrap().to_owned(), request["after"].as_u64()));
        guest.say(json!({"type": "ok", "id": request["id"]})).await;
    }
    resumed.sort();
    assert_eq!(
        resumed,
        [
            ("resume".to_owned(), Some(1214)),
            ("resume_tournament".to_owned(), Some(119))
        ]
    );
    guest.say(you(&finished(3, 6000))).await;
    assert_eq!(bot.await.unwrap().unwrap().prize.get(), 6000);
}

#[tokio::test]
async fn a_gap_in_the_events_is_asked_for() {
    let door = Door::open().await;
    let bot = start(&door.url, twelve(), false, &CancellationToken::new());
    let mut guest = door.guest(&[]).await;
    sit_down(&mut guest).await;
    let events = |first: u64, count: usize| {
        let events = vec![json!({"event": "penalty_progress", "player": 3, "left": 1}); count];
        json!({"type": "tournament_events", "tournament": "12", "first_seq": first, "events": events})
    };
    guest.say(events(119, 2)).await;
    guest.say(events(123, 1)).await;
    assert_eq!(guest.grant("resume_tournament").await["after"], 120);
    guest.say(events(121, 3)).await;
    guest.say(events(122, 3)).await;
    guest.say(you(&finished(3, 6000))).await;
    bot.await.unwrap().unwrap();
}

#[tokio::test]
async fn the_end_of_the_tournament_is_the_end_of_the_run() {
    for (event, ended) in [
        (
            json!({"event": "tournament_completed", "players": [3]}),
            TournamentEnded::Finished,
        ),
        (
            json!({"event": "tournament_cancelled", "reason": "fire"}),
            TournamentEnded::Cancelled,
        ),
    ] {
        let door = Door::open().await;
        let bot = start(&door.url, twelve(), false, &CancellationToken::new());
        let mut guest = door.guest(&[]).await;
        sit_down(&mut guest).await;
        guest
            .say(json!({"type": "tournament_events", "tournament": "12", "first_seq": 119, "events": [event]}))
            .await;
        // The bot asks how it ended, but the server has already forgotten the tournament.
        guest.refuse("watch_tournament", "tournament.unknown").await;
        assert_eq!(bot.await.unwrap().unwrap().ended, ended);
    }
}

#[tokio::test]
async fn a_bot_that_is_told_to_go_takes_its_entry_back_or_is_absent() {
    for (phase, farewell, spent) in [
        ("registering", "unregister", 0),
        ("running", "tournament_presence", 700),
    ] {
        let (door, stop) = (Door::open().await, CancellationToken::new());
        let bot = start(&door.url, twelve(), false, &stop);
        let mut guest = door.guest(&[]).await;
        guest.grant("watch_tournament").await;
        let mut first = snapshot(json!({"registered": false, "offers": [{"kind": "register", "price": 700}]}));
        first["state"]["summary"]["phase"] = json!(phase);
        guest.say(first).await;
        guest.grant("register").await;
        stop.cancel();
        guest.grant(farewell).await;
        let report = bot.await.unwrap().unwrap();
        assert_eq!((report.ended, report.spent.get()), (TournamentEnded::Stopped, spent));
    }
}

#[tokio::test]
async fn the_fullest_open_tournament_of_the_structure_is_chosen() {
    let listed = golden("server/ok.tournaments")["tournaments"].clone();
    let (running, waiting) = (listed[0].clone(), listed[1].clone());
    let mut dear = waiting.clone();
    (dear["tournament"], dear["buy_in"], dear["alive"]) = (json!("14"), json!(99999), json!(5));
    let mut fuller = waiting.clone();
    (fuller["tournament"], fuller["alive"]) = (json!("15"), json!(3));
    let door = Door::open().await;
    let choice = TournamentChoice::Structure("sit-and-go".to_owned());
    let bot = start(&door.url, choice, false, &CancellationToken::new());
    let mut guest = door.guest(&[]).await;
    let asked = guest.expect("list_tournaments").await;
    let tournaments = json!([running, waiting, dear, fuller]);
    guest
        .say(json!({"type": "ok", "id": asked["id"], "tournaments": tournaments}))
        .await;
    let watch = guest.refuse("watch_tournament", "tournament.unknown").await;
    assert_eq!(watch["tournament"], "15");
    assert!(bot.await.unwrap().is_err());
    // Nothing that the bot can pay for.
    let bot = start(&door.url, TournamentChoice::Any, false, &CancellationToken::new());
    let mut guest = door.guest(&[]).await;
    let asked = guest.expect("list_tournaments").await;
    let tournaments = json!([listed[0]]);
    guest
        .say(json!({"type": "ok", "id": asked["id"], "tournaments": tournaments}))
        .await;
    assert!(matches!(bot.await.unwrap(), Err(RunError::NoTournament)));
}

#[tokio::test]
async fn a_refused_entry_is_an_error() {
    let door = Door::open().await;
    let bot = start(&door.url, twelve(), false, &CancellationToken::new());
    let mut guest = door.guest(&[]).await;
    guest.grant("watch_tournament").await;
    guest.say(snapshot(json!({"registered": false}))).await;
    guest.refuse("register", "tournament.rules_version").await;
    match bot.await.unwrap() {
        Err(RunError::Client(error)) => assert_eq!(error.code(), Some(ErrorCode::TournamentRulesVersion)),
        other => panic!("{other:?}"),
    }
}
