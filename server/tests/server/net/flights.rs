//! Two flights and a second day, entered by hand over HTTP and through kills: no stack, no entry and no chip of the pool is lost, and
//! no flight counts twice.

use serde_json::{Value, json};

use crate::net::live::Home;
use crate::net::process::Process;
use crate::net::raw::request;

const CLUB: &str = r#"
id = "club"
name = { en = "Club", fr = "Club" }
games = ["no-limit-holdem"]
entries = [3, 20]
seats = 4
price = 20
stack = 1000
levels = ["30m 5/10", "30m 10/20", "30m 20/40"]
late_levels = 1
pays = [70, 30]
hand_for_hand = []
"#;

fn club() -> Value {
    json!({"definition": CLUB, "live": true, "private": true})
}

/// Plays a flight of these players: the first one busts the last one, and the day ends.
async fn play_flight(home: &mut Home, names: &[&str]) {
    home.refused(json!({"kind": "bag"}), "tournament.wrong_phase").await;
    for name in names {
        home.done(json!({"kind": "enter", "name": name})).await;
    }
    home.done(json!({"kind": "start"})).await;
    let last = names.len();
    home.done(json!({"kind": "hand_over", "table": 1, "busts": [{"player": last, "by": [1]}]}))
        .await;
    home.refused(json!({"kind": "bag"}), "tournament.not_yet").await;
    home.done(json!({"kind": "close_entries"})).await;
    home.done(json!({"kind": "bag"})).await;
}

fn unbag(flight: &str, level: u64) -> Value {
    json!({"kind": "unbag", "flight": flight, "level": level})
}

/// The stacks of an event by name.
fn stacks(state: &Value) -> Vec<(String, u64)> {
    let entrants = state["entrants"].as_array().unwrap().iter();
    let mut stacks: Vec<(String, u64)> = entrants
        .filter(|entrant| entrant["out"].is_null())
        .map(|entrant| {
            let name = entrant["who"]["name"].as_str().unwrap().to_owned();
            (name, entrant["stack"].as_u64().unwrap_or_default())
        })
        .collect();
    stacks.sort();
    stacks
}

fn named(stacks: &[(&str, u64)]) -> Vec<(String, u64)> {
    stacks
        .iter()
        .map(|(name, stack)| ((*name).to_owned(), *stack))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::too_many_lines, reason = "two days of one event")]
async fn flights_are_bagged_and_joined_through_kills() {
    let options = ["--api-requests-per-second=1000"];
    let server = Process::start(&options);
    let mut first = Home::open(&server, club()).await;
    play_flight(&mut first, &["Ann", "Bob", "Cid"]).await;
    let state = first.state().await;
    assert_eq!(
        (&state["summary"]["bagged"], &state["summary"]["phase"]),
        (&json!(true), &json!("completed"))
    );
    assert_eq!(stacks(&state), named(&[("Ann", 2_000), ("Bob", 1_000)]));
    let bags = state["entrants"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["bag"].is_array())
        .count();
    assert_eq!(
        (bags, &state["places"][0]["best"]),
        (2, &json!(3)),
        "who is out has a place, and no bag"
    );
    first.refused(json!({"kind": "undo"}), "tournament.not_undoable").await;

    let mut second = Home::open_as(server.address, first.bearer.clone(), club()).await;
    play_flight(&mut second, &["Bob", "Dee", "Eve"]).await;
    let mut stranger = Home::open_by(&server, "Stranger", club()).await;
    play_flight(&mut stranger, &["Fay", "Gus", "Hal"]).await;
    let unplayed = Home::open_as(server.address, first.bearer.clone(), club()).await;

    let mut final_day = Home::open_as(server.address, first.bearer.clone(), club()).await;
    for (flight, code) in [
        (stranger.id(), "tournament.no_flight"),
        (unplayed.id(), "tournament.no_flight"),
        (final_day.id().to_owned().as_str(), "tournament.no_flight"),
        ("999999", "tournament.no_flight"),
        ("<b>1</b>", "tournament.no_flight"),
        ("18446744073709551615", "tournament.no_flight"),
    ] {
        final_day.refused(unbag(flight, 2), code).await;
    }
    final_day.refused(unbag(first.id(), 9), "tournament.bad_level").await;
    final_day.done(unbag(first.id(), 2)).await;
    final_day.done(json!({"kind": "undo"})).await;
    final_day.done(unbag(first.id(), 2)).await;
    final_day.refused(unbag(first.id(), 2), "tournament.no_change").await;
    final_day
        .refused(json!({"kind": "enter", "name": "Hal"}), "tournament.entries_closed")
        .await;

    // Another event cannot have it, not after a crash either, until the one that has it is cancelled.
    let folder = server.kill();
    let server = Process::start_in(folder, &options).unwrap();
    let address = server.address;
    for home in [&mut first, &mut second, &mut final_day] {
        home.address = address;
    }
    assert_eq!(stacks(&final_day.state().await).len(), 2);
    let mut other = Home::open_as(address, first.bearer.clone(), club()).await;
    other.refused(unbag(first.id(), 2), "tournament.flight_used").await;
    other.done(unbag(second.id(), 2)).await;
    final_day.refused(unbag(second.id(), 2), "tournament.flight_used").await;
    other.done(json!({"kind": "cancel"})).await;
    final_day.done(unbag(second.id(), 2)).await;

    // The best stack goes forward, the pools are one, and play goes on with the level.
    final_day.done(json!({"kind": "start"})).await;
    let state = final_day.state().await;
    assert_eq!(stacks(&state), named(&[("Ann", 2_000), ("Bob", 2_000), ("Dee", 1_000)]));
    assert_eq!(
        (&state["summary"]["pool"], &state["summary"]["entries"]),
        (&json!(120), &json!(6))
    );
    assert_eq!(
        (&state["prizes"], &state["summary"]["level"]),
        (&json!([84, 36]), &json!(2))
    );
    let folder = server.kill();
    let server = Process::start_in(folder, &options).unwrap();
    final_day.address = server.address;
    assert_eq!(stacks(&final_day.state().await), stacks(&state));
    let players = final_day.table(1).await;
    let (winner, others) = (players[0].0, [players[1].0, players[2].0]);
    for other in others {
        let busts = json!([{"player": other, "by": [winner]}]);
        final_day
            .done(json!({"kind": "hand_over", "table": 1, "busts": busts}))
            .await;
    }
    let results = request(
        final_day.address,
        "GET",
        &format!("/api/v1/tournaments/{}/results", final_day.id()),
        "",
        "",
    )
    .await
    .json();
    let paid: u64 = results["places"]
        .as_array()
        .unwrap()
        .iter()
        .map(|place| place["prize"].as_u64().unwrap())
        .sum();
    assert_eq!(paid, 120, "{results}");
    // Prizes are paid: the day cannot end in bags any more, and nothing is left to end.
    final_day
        .refused(json!({"kind": "bag"}), "tournament.wrong_phase")
        .await;
}
