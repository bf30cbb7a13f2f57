//! Hands that officials ended: killed, voided, corrected. Who sees what of them, and when.

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{Floor, Person};
use crate::net::exports::{Ends, Style, end_alike, play};
use crate::net::process::Process;
use crate::net::raw::request;
use crate::net::server::Client;

/// Collects a client's messages on the second hand of a table up to an event of this kind: as text, and the events in them.
async fn told_until(client: &mut Client, kind: &str, last: &mut Told) {
    loop {
        let message = client.next().await;
        let events = message["events"].as_array().into_iter().flatten();
        let plain = |event: &Value| event.get("event").unwrap_or(event).clone();
        let events: Vec<Value> = events.map(plain).collect();
        let begins = |event: &Value| event["kind"] == "hand_started" && event["hand"] == 2;
        last.has_begun |= events.iter().any(begins);
        if !last.has_begun {
            continue;
        }
        let ends = events.iter().any(|event| event["kind"] == kind);
        last.events.extend(events);
        if ends {
            return;
        }
        last.before.push(message.to_string());
    }
}

/// The messages on a hand.
#[derive(Default)]
struct Told {
    has_begun: bool,
    events: Vec<Value>,
    /// The messages without the last one.
    before: Vec<String>,
}

impl Told {
    fn of_kind<'a>(&'a self, kind: &'a str) -> impl DoubleEndedIterator<Item = &'a Value> {
        self.events.iter().filter(move |event| event["kind"] == kind)
    }
}

// Rule: tournament 11.4.
#[tokio::test(flavor = "multi_thread")]
async fn a_hand_that_an_official_killed_is_seen_by_all_once_it_is_over_and_by_nobody_before() {
    let server = Process::start(&["--api-requests-per-second=1000"]);
    let host = Person::new(server.address, "Host").await;
    let mut floor = Floor::open(server, &host).await;
    let kill = |player: u64| json!({"kind": "kill_hand", "player": player});
    let mut players = floor.begin(&host).await;
    floor.refused(&host, kill(99), "tournament.no_such_player").await;
    let tables = floor.get("/tables", None).await.json();
    let table = tables["tables"]
        .as_array()
        .unwrap()
        .iter()
        .find(|table| table["no"] == 1)
        .unwrap();
    let seats: Vec<(u64, u64)> = serde_json::from_value::<Vec<(u64, u64, u64)>>(table["seats"].clone())
        .unwrap()
        .into_iter()
        .map(|(seat, player, _)| (seat, player))
        .collect();
    let player_at = |seat: u64| seats.iter().find(|(other, _)| *other == seat).unwrap().1;
    let mut eve = floor.server.guest("Eve").await;
    eve.ask(json!({"type": "watch", "table": table["table"]})).await;
    // A new hand, followed from its beginning.
    floor
        .once_possible(&host, json!({"kind": "void_hand", "table": 1}))
        .await;

    // The hands of the first two to act are killed, which ends it.
    let mut public = Told::default();
    let mut killed = Vec::new();
    let mut lines = Vec::new();
    for _ in 0..2 {
        told_until(&mut eve, "turn_started", &mut public).await;
        let seat = public.of_kind("turn_started").last().unwrap()["seats"][0]
            .as_u64()
            .unwrap();
        assert_eq!(
            public.of_kind("killed_shown").count(),
            0,
            "no one sees it while the hand runs"
        );
        let line = floor.done(&host, kill(player_at(seat))).await;
        assert_eq!((&line["result"], &line["rule"]), (&json!("pending"), &json!("11.4")));
        // The second one ends the hand.
        let still_runs = killed.is_empty();
        for reader in [None, Some(&players[0].0)].into_iter().filter(|_| still_runs) {
            for part in ["/floor", "/log"] {
                let told = floor.get(part, reader).await;
                assert!(
                    !told.text().contains("kill_hand"),
                    "{part} tells of it before the hand is over"
                );
            }
        }
        assert!(floor.get("/floor", Some(&host)).await.text().contains("kill_hand"));
        for action in [json!({"kind": "pause"}), json!({"kind": "kill_hand", "player": 99})] {
            let other = json!({"id": format!("floor-{}", floor.requests), "reason": "?", "action": action});
            let reused = floor.act_as(&host, &other).await;
            assert_eq!(
                reused.json()["code"],
                "protocol.id_reused",
                "what was not done is not told as done"
            );
        }
        killed.push(seat);
        lines.push(line);
    }
    told_until(&mut eve, "hand_completed", &mut public).await;
    let shown: Vec<Value> = public.of_kind("killed_shown").cloned().collect();
    let seats_shown: Vec<u64> = shown.iter().map(|event| event["seat"].as_u64().unwrap()).collect();
    assert_eq!(seats_shown, killed);
    let at = |kind: &str| public.events.iter().position(|event| event["kind"] == kind);
    assert!(at("pot_awarded") < at("killed_shown") && at("killed_shown") < at("hand_completed"));

    // The others are shown the same cards, and none of them earlier.
    for (seat, player) in &seats {
        let (_, client) = &mut players[usize::try_from(*player).unwrap() - 1];
        let mut told = Told::default();
        told_until(client, "hand_completed", &mut told).await;
        assert!(told.of_kind("killed_shown").eq(&shown), "player {player}");
        for event in &shown {
            let cards = event["cards"].as_array().unwrap();
            assert_eq!(cards.len(), 2);
            let knows = |card: &Value| told.before.iter().any(|message| message.contains(&card.to_string()));
            let own = event["seat"] == *seat;
            assert!(cards.iter().all(|card| knows(card) == own), "player {player}: {event}");
        }
    }
    for line in &lines {
        assert_eq!(floor.settled(line).await["result"], "done");
    }
    let rulings = floor.events("ruling_issued").await;
    assert_eq!(rulings.iter().filter(|event| event["tool"] == "kill_hand").count(), 2);
}

/// A void hand is in no file. A hand whose award was corrected is filed as played; the next hand begins with the corrected
/// stacks.
#[tokio::test(flavor = "multi_thread")]
async fn void_hands_have_no_file_and_corrected_ones_tell_what_was_played() {
    let server = Process::start(&["--api-requests-per-second=1000"]);
    let host = Person::new(server.address, "Host").await;
    let mut floor = Floor::open(server, &host).await;
    let mut players = floor.begin(&host).await;
    let address = floor.address();
    let tables = [floor.table_id(1).await, floor.table_id(2).await];
    let voided = floor
        .once_possible(&host, json!({"kind": "void_hand", "table": 1}))
        .await;
    assert_eq!(floor.settled(&voided).await["result"], "done");
    for format in ["phh", "ohh", "text", "json"] {
        for (player, _) in &players {
            let path = format!("/api/v1/hands/{}/1?format={format}", tables[0]);
            let refused = request(address, "GET", &path, &player.bearer, "").await;
            assert_eq!(
                (refused.status, &refused.json()["code"]),
                (404, &json!("hand.not_found"))
            );
        }
    }

    // The hand of the other table is played, and no other is dealt there before it is corrected.
    floor.done(&host, json!({"kind": "pause"})).await;
    let stacks = floor.stacks(2).await;
    let sits_at_two = |number: usize| stacks.iter().any(|(player, _)| *player == number as u64);
    let mut ends = [Ends::new(), Ends::new()];
    let at_two = players.iter_mut().enumerate().filter(|(at, _)| sits_at_two(at + 1));
    let all = at_two.map(|(_, (_, client))| plays_one(client, &tables[1]));
    for seen in join_all(all).await {
        ends[1].extend(seen);
    }
    assert_eq!(ends[1].keys().collect::<Vec<_>>(), [&1]);
    let before = floor.stacks(2).await;
    let (one, other) = (before[0], before[1]);
    let right = json!([[one.0, one.1 + 5], [other.0, other.1 - 5]]);
    floor
        .done(
            &host,
            json!({"kind": "correct_award", "table": 2, "hand": 1, "stacks": right}),
        )
        .await;
    let corrected = floor.stacks(2).await;
    assert_ne!(corrected, before);
    floor.done(&host, json!({"kind": "resume"})).await;
    let all = players.iter_mut().enumerate().map(|(at, (_, client))| {
        let table = usize::from(sits_at_two(at + 1));
        let name = &tables[table];
        async move { (table, plays_one(client, name).await) }
    });
    for (table, seen) in join_all(all).await {
        ends[table].extend(seen);
    }
    assert_eq!(ends[0].keys().collect::<Vec<_>>(), [&2]);
    assert_eq!(ends[1].keys().collect::<Vec<_>>(), [&1, &2]);

    let tokens: Vec<&str> = players.iter().map(|(player, _)| player.token.as_str()).collect();
    for (table, ends) in tables.iter().zip(&ends) {
        end_alike(address, table, &tokens, ends).await;
    }
    let player = &players[usize::try_from(one.0).unwrap() - 1].0;
    let path = format!("/api/v1/hands/{}/2?format=phh", tables[1]);
    let phh = request(address, "GET", &path, &player.bearer, "").await;
    let begins = phh
        .text()
        .lines()
        .find_map(|line| line.strip_prefix("starting_stacks = "));
    let mut begins: Vec<u64> = serde_json::from_str(begins.unwrap()).unwrap();
    let mut corrected: Vec<u64> = corrected.into_iter().map(|(_, stack)| stack).collect();
    begins.sort_unstable();
    corrected.sort_unstable();
    assert_eq!(begins, corrected);
}

/// Plays a hand to its end, and returns its result.
async fn plays_one(client: &mut Client, table: &str) -> Ends {
    let mut ends = Ends::new();
    play(client, table, Style::Modest, &mut ends, |ends, _| !ends.is_empty()).await;
    ends
}
