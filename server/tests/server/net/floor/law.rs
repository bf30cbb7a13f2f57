//! Officials in a case of their own: over HTTP, from the command line, and by other accounts of theirs.

use serde_json::{Value, json};

use super::{Floor, JSON, Person};
use crate::net::process::Process;
use crate::net::raw::request;
use crate::net::server::Client;

/// Enters a player.
async fn enters(floor: &Floor, who: &Person) -> (Client, Value) {
    let mut client = who.connect(floor.address()).await;
    let register = json!({"type": "register", "tournament": floor.name(), "rules": 1});
    let answer = client.ask(register).await;
    (client, answer)
}

async fn balance(floor: &Floor, who: &Person) -> u64 {
    let me = request(floor.address(), "GET", "/api/v1/me", &who.bearer, "").await;
    me.json()["balance"].as_u64().unwrap()
}

/// Creates a bot of a player's.
async fn bot_of(floor: &Floor, owner: &Person, name: &str) -> Person {
    let headers = format!("{JSON}{}", owner.bearer);
    let body = json!({"name": name}).to_string();
    let made = request(floor.address(), "POST", "/api/v1/bot-tokens", &headers, &body).await;
    let token = made.json()["token"].as_str().unwrap().to_owned();
    let bearer = format!("authorization: Bearer {token}\r\n");
    let me = request(floor.address(), "GET", "/api/v1/me", &bearer, "").await.json();
    Person {
        id: me["id"].as_str().unwrap_or_default().to_owned(),
        name: name.to_owned(),
        bearer,
        token,
    }
}

/// Returns every act that moves chips, hands, seats, levels, the clock or prizes.
fn rulings(players: [u64; 3]) -> Vec<Value> {
    let [one, two, thief] = players;
    vec![
        json!({"kind": "pause"}),
        json!({"kind": "split_hand", "table": 1}),
        json!({"kind": "void_hand", "table": 1}),
        json!({"kind": "correct_award", "table": 1, "hand": 1, "stacks": [[one, 1], [two, 1], [thief, 2998]]}),
        json!({"kind": "kill_hand", "player": one}),
        json!({"kind": "penalise", "player": one, "fault": "luck", "rung": "orbits", "count": 4}),
        json!({"kind": "disqualify", "player": one}),
        json!({"kind": "remove", "player": two}),
        json!({"kind": "set_level", "level": 3}),
        json!({"kind": "swap_seats", "player": thief, "with": one}),
        json!({"kind": "set_button", "table": 1, "seat": 1}),
        json!({"kind": "hand_for_hand", "on": true}),
        json!({"kind": "tell_table", "table": 1, "text": "Seat 1 folds"}),
        json!({"kind": "make_deal", "terms": "chop", "keep": 0}),
        json!({"kind": "cancel"}),
        json!({"kind": "undo"}),
        json!({"kind": "resume"}),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_from_before_the_start_of_a_public_event_takes_nobodys_chips() {
    let server = Process::start(&["--api-requests-per-second=1000"]);
    let host = Person::new(server.address, "Host").await;
    let thief = Person::new(server.address, "Thief").await;
    let flo = Person::new(server.address, "Flo").await;
    let mut floor = Floor::announce(server, &host, false).await;
    floor.officials(&["grant", "Flo", "director"]);
    floor
        .done(&host, json!({"kind": "grant", "account": "Thief", "role": "floor"}))
        .await;
    let (one, two) = (
        Person::new(floor.address(), "One").await,
        Person::new(floor.address(), "Two").await,
    );
    let everybody = [&one, &two, &thief];
    let mut before = Vec::new();
    for who in everybody {
        before.push(balance(&floor, who).await);
    }
    let mut clients = Vec::new();
    for who in everybody {
        let (client, answer) = enters(&floor, who).await;
        assert_eq!(answer["type"], "ok", "{answer}");
        clients.push(client);
    }
    let own = floor.get("/floor", Some(&thief)).await.json();
    assert_eq!(own["role"], "floor");
    floor.done(&host, json!({"kind": "start"})).await;

    // Whatever comes of each, no chip has moved in the end.
    let mut codes = Vec::new();
    for action in rulings([1, 2, 3]) {
        let answer = floor.act(&thief, action).await;
        let line = answer.json();
        if line["result"] == "pending" {
            floor.settled(&line).await;
        }
        codes.push((answer.status, line["code"].clone(), line["params"]["why"].clone()));
    }
    floor.act(&flo, json!({"kind": "pause"})).await;
    let voided = floor.act(&flo, json!({"kind": "void_hand", "table": 1})).await;
    if voided.status == 200 {
        floor.settled(&voided.json()).await;
    }
    floor.once_possible(&flo, json!({"kind": "cancel"})).await;
    let mut after = Vec::new();
    for who in everybody {
        after.push(balance(&floor, who).await);
    }
    assert_eq!(after, before, "{codes:?}");
    let refused = (403, json!("tournament.not_allowed"), json!("office"));
    assert!(codes.iter().all(|code| *code == refused), "{codes:?}");

    // Offices given by the host have lapsed, like the host's own, and no account is shown as an official.
    for who in [&thief, &host] {
        let read = floor.get("/floor", Some(who)).await.json();
        assert_eq!((&read["role"], &read["desk"]), (&Value::Null, &Value::Null));
        assert_eq!(read["officials"], json!([]));
    }
    let (exit, answer) = floor.on_the_line(&thief.token, &["pause", "--reason", "once more"]);
    assert_eq!((exit, &answer["code"]), (Some(1), &json!("tournament.not_allowed")));
}

#[tokio::test(flavor = "multi_thread")]
async fn officials_of_the_operator_and_hosts_rule_on_no_event_that_they_play() {
    let server = Process::start(&["--api-requests-per-second=1000"]);
    let host = Person::new(server.address, "Host").await;
    let flo = Person::new(server.address, "Flo").await;
    let mut floor = Floor::open(server, &host).await;
    floor.officials(&["grant", "Flo", "director"]);
    let bot = bot_of(&floor, &host, "Hostbot").await;
    floor
        .done(&host, json!({"kind": "grant", "account": "Hostbot", "role": "floor"}))
        .await;
    let one = Person::new(floor.address(), "One").await;
    let mut clients = Vec::new();
    for who in [&one, &flo, &host] {
        let (client, answer) = enters(&floor, who).await;
        assert_eq!(answer["type"], "ok", "{answer}");
        clients.push(client);
    }
    // Before the start a host who has entered prepares the event; an official of the operator has others for that.
    let edit = json!({"kind": "edit", "name": "Ours"});
    let refused = floor.act(&flo, edit.clone()).await.json();
    assert_eq!(
        (&refused["code"], &refused["params"]["why"]),
        (&json!("tournament.not_allowed"), &json!("plays"))
    );
    floor.done(&host, edit).await;
    floor.done(&host, json!({"kind": "start"})).await;
    let (stacks, trail) = (floor.stacks(1).await, floor.trail().await);
    for who in [&flo, &host, &bot] {
        for action in rulings([1, 2, 3]) {
            let answer = floor.act(who, action.clone()).await.json();
            let is_for_director = ["disqualify", "remove", "make_deal", "hand_for_hand", "cancel"]
                .contains(&action["kind"].as_str().unwrap());
            let expected = match (action["kind"].as_str().unwrap(), is_for_director && who.id == bot.id) {
                (_, true) => ("tournament.not_allowed", json!("office")),
                _ => ("tournament.not_allowed", json!("plays")),
            };
            let told = (answer["code"].as_str().unwrap_or("ok"), answer["params"]["why"].clone());
            assert_eq!(told, expected, "{action} of {}", who.name);
        }
    }
    assert_eq!((floor.stacks(1).await, floor.trail().await), (stacks, trail));
    // No one in the event sees hands, or flags about others; and no one decides in their own case.
    let mute = floor
        .act(&host, json!({"kind": "mute", "player": 3, "muted": true}))
        .await
        .json();
    assert_eq!(mute["params"]["why"], "own_case");
    // A neutral official is named in play, and rules.
    let eve = Person::new(floor.address(), "Eve").await;
    floor
        .done(&host, json!({"kind": "grant", "account": "Eve", "role": "floor"}))
        .await;
    floor.done(&eve, json!({"kind": "pause"})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_ruled_enters_no_more() {
    let server = Process::start(&["--api-requests-per-second=1000"]);
    let host = Person::new(server.address, "Host").await;
    let flo = Person::new(server.address, "Flo").await;
    let mut floor = Floor::open(server, &host).await;
    let bot = bot_of(&floor, &flo, "Flobot").await;
    floor
        .done(&host, json!({"kind": "grant", "account": "Flo", "role": "floor"}))
        .await;
    floor.done(&flo, json!({"kind": "rule", "rule": "1.1"})).await;
    let before = balance(&floor, &flo).await;
    for who in [&flo, &bot] {
        let (_, answer) = enters(&floor, who).await;
        let told = (&answer["code"], &answer["params"]["why"]);
        assert_eq!(
            told,
            (&json!("tournament.not_allowed"), &json!("ruled")),
            "{}",
            who.name
        );
    }
    floor.done(&host, json!({"kind": "revoke", "account": "Flo"})).await;
    let (_, answer) = enters(&floor, &flo).await;
    assert_eq!(answer["params"]["why"], "ruled", "what was done outlives the office");
    assert_eq!(balance(&floor, &flo).await, before);
    let (_, answer) = enters(&floor, &host).await;
    assert_eq!(answer["type"], "ok", "naming officials is no ruling: {answer}");
}
