//! An event run by officials.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{Floor, JSON, Person};
use crate::net::process::Process;
use crate::net::raw::request;
use crate::net::server::Client;

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::too_many_lines, reason = "one event, in the order of its life")]
async fn officials_run_an_event_and_a_crash_loses_none_of_it() {
    let server = Process::start(&["--api-requests-per-second=1000"]);
    let host = Person::new(server.address, "Host").await;
    let flo = Person::new(server.address, "Flo").await;
    let mut floor = Floor::open(server, &host).await;
    floor
        .done(&host, json!({"kind": "grant", "account": "Flo", "role": "floor"}))
        .await;
    let mut players = floor.begin(&host).await;

    // A hand is void and dealt again.
    let voided = floor
        .once_possible(&flo, json!({"kind": "void_hand", "table": 1}))
        .await;
    assert_eq!(
        (&voided["result"], &voided["rule"]),
        (&json!("pending"), &json!("2.16"))
    );
    assert_eq!(floor.settled(&voided).await["result"], "done");
    let told = floor.events("hand_voided").await;
    assert_eq!(
        (&told[0]["table"], &told[0]["mode"], &told[0]["by"]),
        (&json!(1), &json!("refund"), &json!("floor"))
    );
    floor
        .refused(
            &flo,
            json!({"kind": "void_hand", "table": 9}),
            "tournament.no_such_table",
        )
        .await;

    // A pause, which a repeated request does not repeat.
    let pause = json!({"id": "pause-1", "reason": "fire drill", "action": {"kind": "pause"}});
    let first = floor.act_as(&flo, &pause).await;
    assert_eq!(first.status, 200, "{first:?}");
    assert_eq!(floor.act_as(&flo, &pause).await.json(), first.json());
    floor
        .refused(&flo, json!({"kind": "pause"}), "tournament.no_change")
        .await;
    let other = json!({"id": "pause-1", "reason": "again", "action": {"kind": "resume"}});
    assert_eq!(
        floor.act_as(&flo, &other).await.json()["code"],
        "protocol.id_reused",
        "what was not done is not told as done"
    );
    assert_eq!(floor.get("", None).await.json()["paused"], "fire drill");
    assert_eq!(floor.events("tournament_paused").await.len(), 1);

    // The hand of the other table is split; then no hand runs there, and the award is corrected.
    floor
        .refused(
            &flo,
            json!({"kind": "correct_award", "table": 2, "hand": 1, "stacks": [[1, 1000]]}),
            "tournament.too_late",
        )
        .await;
    let split = floor
        .once_possible(&flo, json!({"kind": "split_hand", "table": 2}))
        .await;
    assert_eq!(floor.settled(&split).await["result"], "done");
    floor
        .refused(&flo, json!({"kind": "split_hand", "table": 2}), "tournament.no_hand")
        .await;
    let stacks = floor.stacks(2).await;
    assert_eq!(stacks.iter().map(|(_, stack)| stack).sum::<u64>(), 3_000);
    let (one, other) = (stacks[0], stacks[1]);
    let correct = |stacks: Value| json!({"kind": "correct_award", "table": 2, "hand": 1, "stacks": stacks});
    floor
        .refused(
            &flo,
            correct(json!([[one.0, one.1 + 5], [other.0, other.1]])),
            "tournament.bad_result",
        )
        .await;
    let right = correct(json!([[one.0, one.1 + 5], [other.0, other.1 - 5]]));
    floor.done(&flo, right.clone()).await;
    let corrected = floor.stacks(2).await;
    assert_eq!(
        (corrected[0], corrected[1]),
        ((one.0, one.1 + 5), (other.0, other.1 - 5))
    );

    // Penalties escalate, and only the director disqualifies.
    let player = stacks[2].0;
    assert_eq!(floor.desk(&flo).await["first_rung"], "warning");
    let warning = json!({"kind": "penalise", "player": player, "fault": "phone", "rung": "warning", "count": 1});
    floor.done(&flo, warning.clone()).await;
    assert_eq!(
        floor.desk(&flo).await["proposals"],
        json!([{"player": player, "fault": "phone", "times": 1, "rung": "hands"}])
    );
    for (wrong, code) in [
        (
            json!({"kind": "penalise", "player": player, "fault": "phone", "rung": "hands", "count": 5}),
            "tournament.bad_penalty",
        ),
        (
            json!({"kind": "penalise", "player": 99, "fault": "phone", "rung": "hands", "count": 2}),
            "tournament.no_such_player",
        ),
        (
            json!({"kind": "penalise", "player": player, "fault": "x".repeat(501), "rung": "hands", "count": 2}),
            "tournament.no_reason",
        ),
        (
            json!({"kind": "move", "player": player, "table": 1}),
            "tournament.no_seat",
        ),
        (
            json!({"kind": "move", "player": player, "table": 7}),
            "tournament.no_such_table",
        ),
        (
            json!({"kind": "disqualify", "player": player}),
            "tournament.not_allowed",
        ),
        (json!({"kind": "remove", "player": player}), "tournament.not_allowed"),
        (json!({"kind": "set_level", "level": 9}), "tournament.bad_level"),
        (json!({"kind": "break_order", "order": [1, 2]}), "tournament.bad_order"),
        (json!({"kind": "break_table", "table": 1}), "tournament.bad_order"),
        (json!({"kind": "resume_table", "table": 1}), "tournament.no_change"),
        (json!({"kind": "answer", "ticket": 1}), "tournament.no_ticket"),
    ] {
        floor.refused(&flo, wrong, code).await;
    }
    floor
        .done(&flo, json!({"kind": "set_level", "level": 2, "left_s": 600}))
        .await;
    let clock = floor.get("", None).await.json()["clock"].clone();
    assert_eq!(
        (&clock["level"], &clock["left_ms"], &clock["running"]),
        (&json!(2), &json!(600_000), &json!(false))
    );
    let gone = stacks[1].0;
    floor.done(&host, json!({"kind": "disqualify", "player": gone})).await;
    assert_eq!(floor.stacks(2).await.len(), 2);
    floor
        .refused(
            &host,
            json!({"kind": "disqualify", "player": gone}),
            "tournament.no_such_player",
        )
        .await;

    // No player is moved out of a running hand; once it is over, to the free seat.
    let mover = floor.stacks(1).await[0].0;
    let to = json!({"kind": "move", "player": mover, "table": 2});
    floor.refused(&flo, to.clone(), "tournament.hand_running").await;
    let ended = floor
        .once_possible(&flo, json!({"kind": "split_hand", "table": 1}))
        .await;
    assert_eq!(floor.settled(&ended).await["result"], "done");
    floor.done(&flo, to).await;
    assert_eq!((floor.stacks(1).await.len(), floor.stacks(2).await.len()), (2, 3));
    assert_eq!(floor.events("player_moved").await[0]["why"], "director");
    // The new table's state comes without a request, and its events follow.
    let there = floor.table_id(2).await;
    let client = &mut players[usize::try_from(mover).unwrap() - 1].1;
    let shown = loop {
        let message = client.next().await;
        if message["type"] == "snapshot" && message["table"] == json!(there) {
            break message["state"].clone();
        }
    };
    let seats = shown["seats"].as_array().unwrap();
    let own = seats.iter().find(|seat| seat["seat"] == shown["you"]["seat"]).unwrap();
    assert_eq!(own["player"]["name"], format!("Player {mover}"));
    floor.refused(&flo, right, "tournament.no_such_player").await;

    // The server is killed: the trail is the same, and so are the answers, the roles and the pause.
    let table = floor.table_id(1).await;
    let asked = players[0]
        .1
        .ask(json!({"type": "request_ruling", "table": table, "text": "is that so?"}))
        .await;
    assert_eq!(asked["ticket"], 1, "{asked}");
    let trail = floor.trail().await;
    let stacks = (floor.stacks(1).await, floor.stacks(2).await);
    drop(players);
    let Floor { server, path, .. } = floor;
    let server = Process::start_in(server.kill(), &["--api-requests-per-second=1000"]).unwrap();
    let mut floor = Floor {
        server,
        path,
        requests: 1_000,
    };
    assert_eq!(floor.trail().await, trail);
    assert_eq!(floor.act_as(&flo, &pause).await.json(), first.json());
    assert_eq!(floor.desk(&flo).await["tickets"][0]["text"], "is that so?");
    assert_eq!((floor.stacks(1).await, floor.stacks(2).await), stacks);
    floor.done(&flo, json!({"kind": "resume"})).await;
    floor.done(&flo, json!({"kind": "answer", "ticket": 1})).await;
    floor
        .refused(&flo, json!({"kind": "answer", "ticket": 1}), "tournament.no_ticket")
        .await;
    let state = floor.get("", None).await.json();
    assert_eq!(state["summary"]["phase"], "running");
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_of_a_finished_hand_are_seen_by_officials_who_do_not_play() {
    let server = Process::start(&["--api-requests-per-second=1000"]);
    let host = Person::new(server.address, "Host").await;
    let eve = Person::new(server.address, "Eve").await;
    let mut floor = Floor::open(server, &host).await;
    let players = floor.begin(&host).await;
    let inside = &players[0].0;
    floor
        .done(&host, json!({"kind": "grant", "account": inside.name, "role": "floor"}))
        .await;
    let table = floor.table_id(1).await;
    let see = json!({"kind": "see_hand", "table": table, "hand": 1});
    let hand = format!("/floor/hands/{table}/1");

    floor.refused(&host, see.clone(), "hand.not_found").await;
    let split = floor
        .once_possible(&host, json!({"kind": "split_hand", "table": 1}))
        .await;
    floor.settled(&split).await;
    tells_the_event(&floor, &players, &table).await;
    floor.refused(inside, see.clone(), "tournament.not_allowed").await;
    floor.refused(&eve, see.clone(), "tournament.not_allowed").await;
    for (who, code) in [
        (&host, "tournament.no_reason"),
        (inside, "tournament.no_reason"),
        (&eve, "tournament.not_allowed"),
    ] {
        assert_eq!(floor.get(&hand, Some(who)).await.json()["code"], code, "{}", who.name);
    }
    assert_eq!(floor.get(&hand, None).await.status, 401);
    floor.done(&host, see).await;
    let seen = floor.get(&hand, Some(&host)).await;
    assert_eq!(seen.status, 200, "{seen:?}");
    let seen = seen.json();
    let cards = seen["cards"].as_array().unwrap();
    assert_eq!(cards.len(), 3);
    assert!(cards.iter().all(|cards| cards["cards"].as_array().unwrap().len() == 2));
    assert_eq!(
        floor.get(&hand, Some(inside)).await.json()["code"],
        "tournament.no_reason",
        "each gives a reason"
    );
    let other = Person::new(floor.address(), "Other").await;
    let nowhere = floor.another(&other).await;
    let headers = format!("{JSON}{}", other.bearer);
    let body = json!({"id": "1", "reason": "curious", "action": {"kind": "see_hand", "table": table, "hand": 1}});
    let refused = request(
        floor.address(),
        "POST",
        &format!("{nowhere}/floor"),
        &headers,
        &body.to_string(),
    )
    .await;
    assert_eq!(
        refused.json()["code"],
        "hand.not_found",
        "it was played in another tournament"
    );

    // Everyone can read that it was seen, and no card.
    let trail = floor.get("/floor", None).await;
    let text = String::from_utf8(trail.body).unwrap();
    assert!(text.contains("see_hand"));
    for shown in cards.iter().flat_map(|cards| cards["cards"].as_array().unwrap()) {
        assert!(!text.contains(&shown.to_string()), "{shown} in {text}");
    }
}

/// Checks that a player's hand names the event, in all formats.
async fn tells_the_event(floor: &Floor, players: &[(Person, Client)], table: &str) {
    // The player drawn to this table has its hand.
    let mut player = &players[0].0;
    for (one, _) in players {
        let own = request(
            floor.address(),
            "GET",
            &format!("/api/v1/hands/{table}/1"),
            &one.bearer,
            "",
        )
        .await;
        if own.status == 200 {
            player = one;
        }
    }
    let asked = async |format: &str| {
        let path = format!("/api/v1/hands/{table}/1?format={format}");
        request(floor.address(), "GET", &path, &player.bearer, "").await
    };
    let written = async |format: &str| {
        let answer = asked(format).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        String::from_utf8(answer.body).unwrap()
    };
    // Files have the number alone: their recipients are not invited by it.
    let name = floor.name().split_once('-').unwrap().0;
    let phh = written("phh").await;
    for field in ["event = \"Club\"", "level = 1", "_table_no = 1", "_buy_in = 100"] {
        assert!(phh.lines().any(|line| line == field), "{field} in {phh}");
    }
    assert!(phh.contains(&format!("_tournament = {name}\n")), "{phh}");
    // An official has split its pots, which these formats cannot express.
    for format in ["text", "ohh"] {
        let refused = asked(format).await.json();
        assert_eq!(
            (&refused["code"], &refused["params"]["what"]),
            (&json!("hand.not_expressible"), &json!("split_by_ruling")),
            "{refused}"
        );
    }
    let own: Value = serde_json::from_str(&written("json").await).unwrap();
    assert_eq!(
        (&own["event"]["level"], &own["event"]["stack"]),
        (&json!(1), &json!(1000))
    );
}

/// A closed tournament keeps its log, its trail, and hands that officials may still look at.
/// Calls without an answer when the event was closed can still be answered.
async fn requests_are_answered_after_the_end(floor: &mut Floor, host: &Person, eve: &Person) {
    let tickets = async |floor: &Floor, who: &Person| {
        let told = floor.get("/floor", Some(who)).await.json();
        let tickets = told["desk"]["tickets"].as_array().cloned();
        tickets.map(|tickets| tickets.iter().map(|one| one["text"].clone()).collect::<Vec<Value>>())
    };
    let both = vec![json!("was that a raise?"), json!("and this one?")];
    assert_eq!(tickets(floor, host).await, Some(both.clone()));
    assert_eq!(tickets(floor, eve).await, None, "they are for officials");
    let answer = json!({"kind": "answer", "ticket": 1});
    assert_eq!(
        floor.act(eve, answer.clone()).await.json()["code"],
        "tournament.not_allowed"
    );
    // Of several simultaneous answers, one counts.
    let bodies: Vec<Value> = (0..8)
        .map(|at| json!({"id": format!("late-{at}"), "reason": "it is right", "action": answer}))
        .collect();
    let answers = join_all(bodies.iter().map(|body| floor.act_as(host, body))).await;
    let (done, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 200);
    assert_eq!(done.len(), 1, "{answers:?}");
    assert!(
        refused
            .iter()
            .all(|answer| answer.json()["code"] == "tournament.no_ticket")
    );
    assert_eq!(tickets(floor, host).await, Some(both[1..].to_vec()));
    for gone in [answer, json!({"kind": "answer", "ticket": 9})] {
        assert_eq!(floor.act(host, gone).await.json()["code"], "tournament.no_ticket");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_tournament_is_read_and_looked_into_for_good() {
    let server = Process::start(&["--api-requests-per-second=1000", "--tournament-shown-s=0"]);
    let host = Person::new(server.address, "Host").await;
    let mut floor = Floor::open(server, &host).await;
    let mut players = floor.begin(&host).await;
    let table = floor.table_id(1).await;
    for text in ["was that a raise?", "and this one?"] {
        let ask = json!({"type": "request_ruling", "table": table, "text": text});
        assert_eq!(players[0].1.ask(ask).await["type"], "ok");
    }
    let eve = &players[0].0;
    // Both tables have a hand before they are paused.
    let mut splits = Vec::new();
    for table in [1, 2] {
        let split = json!({"kind": "split_hand", "table": table});
        if table == 2 {
            floor.done(&host, json!({"kind": "pause"})).await;
        }
        splits.push(floor.once_possible(&host, split).await);
    }
    for split in &splits {
        floor.settled(split).await;
    }
    let running = floor.act(&host, json!({"kind": "split_hand", "table": 1})).await;
    if running.status == 200 {
        floor.settled(&running.json()).await;
    }
    let open = floor.get("/log", None).await;
    let open = String::from_utf8(open.body).unwrap();
    floor.once_possible(&host, json!({"kind": "cancel"})).await;
    let listed = async |floor: &Floor| {
        let list = request(floor.address(), "GET", "/api/v1/tournaments", "", "")
            .await
            .json();
        let list = list["tournaments"].as_array().unwrap().clone();
        list.iter().any(|line| line["tournament"] == floor.name())
    };
    while listed(&floor).await || floor.get("/results", None).await.status != 200 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    while floor.get("/tables", None).await.json() != json!({"tables": []}) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let log = floor.get("/log", None).await;
    assert_eq!(log.status, 200, "{log:?}");
    let log = String::from_utf8(log.body).unwrap();
    assert!(
        log.starts_with(&open) && log.lines().count() > open.lines().count(),
        "{log}"
    );
    assert!(
        log.lines().any(|line| line.contains("\"tournament_cancelled\"")),
        "{log}"
    );
    let last = log.lines().last().unwrap();
    let after = format!("/log?after={}", log.lines().count() - 1);
    assert_eq!(
        String::from_utf8(floor.get(&after, None).await.body)
            .unwrap()
            .trim_end(),
        last
    );
    let none = request(floor.address(), "GET", "/api/v1/tournaments/4000/log", "", "").await;
    assert_eq!(none.json()["code"], "tournament.unknown");

    requests_are_answered_after_the_end(&mut floor, &host, eve).await;

    let see = json!({"kind": "see_hand", "table": table, "hand": 1});
    let hand = format!("/floor/hands/{table}/1");
    assert_eq!(
        floor.get(&hand, Some(&host)).await.json()["code"],
        "tournament.no_reason"
    );
    assert_eq!(
        floor.act(eve, see.clone()).await.json()["code"],
        "tournament.not_allowed"
    );
    let pause = floor.act(&host, json!({"kind": "pause"})).await;
    assert_eq!(pause.json()["code"], "tournament.wrong_phase");
    let body = json!({"id": "late", "reason": "a report came late", "action": see});
    let first = floor.act_as(&host, &body).await.json();
    assert_eq!(
        (&first["action"]["kind"], &first["result"]),
        (&json!("see_hand"), &json!("done"))
    );
    assert_eq!(floor.act_as(&host, &body).await.json(), first, "once");
    let trail = floor.get("/floor", Some(&host)).await.json();
    assert_eq!(
        (trail["entries"].as_array().unwrap().last().unwrap(), &trail["role"]),
        (&first, &json!("director"))
    );
    assert_eq!(
        trail["entries"].as_array().unwrap().len(),
        usize::try_from(first["no"].as_u64().unwrap()).unwrap()
    );
    let seen = floor.get(&hand, Some(&host)).await.json();
    assert_eq!(seen["cards"].as_array().unwrap().len(), 3);
    assert_eq!(
        floor.get(&hand, Some(eve)).await.json()["code"],
        "tournament.not_allowed"
    );
}
