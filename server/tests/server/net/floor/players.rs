//! Players' requests to officials, and the rules of their chat.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Floor, JSON, Person};
use crate::net::process::Process;
use crate::net::raw::request;
use crate::net::server::{Client, NEVER};

#[tokio::test(flavor = "multi_thread")]
async fn players_call_officials_and_say_what_they_may() {
    let server = Process::start(&[
        "--api-requests-per-second=1000",
        "--messages-per-second=1000",
        "--message-burst=1000",
    ]);
    let host = Person::new(server.address, "Host").await;
    let mut floor = Floor::open(server, &host).await;
    let mut players = floor.begin(&host).await;
    let (one, two) = (floor.table_id(1).await, floor.table_id(2).await);
    let seated = floor.stacks(1).await;
    let first = seated[0].0;
    let at = usize::try_from(first - 1).unwrap();
    let code = |answer: &Value| answer["code"].as_str().unwrap_or("ok").to_owned();

    // The command line is one way to act.
    let (exit, answer) = floor.on_the_line("", &["rule", "rule=1.1", "--reason", "a word"]);
    assert_eq!((exit, &answer["code"]), (Some(1), &json!("auth.invalid_token")));
    let (exit, answer) = floor.on_the_line(&host.token, &["rule", "rule=1.1", "reason=a word"]);
    assert_eq!(
        (exit, &answer["rule"], &answer["reason"]),
        (Some(0), &json!("1.1"), &json!("a word"))
    );
    let (exit, answer) = floor.on_the_line(&host.token, &["trail", "--after", "1"]);
    assert_eq!(
        (exit, &answer["entries"][0]["no"], &answer["role"]),
        (Some(0), &json!(2), &json!("director"))
    );

    // Calls are numbered, and bounded.
    let call = |text: &str| json!({"type": "request_ruling", "table": one, "text": text});
    let about = players[usize::try_from(seated[1].0 - 1).unwrap()].0.id.clone();
    let report = json!({"type": "report", "table": one, "player": about, "text": "they whisper"});
    assert_eq!(players[at].1.ask(call("who is first?")).await["ticket"], 1);
    assert_eq!(players[at].1.ask(report.clone()).await["ticket"], 2);
    assert_eq!(players[at].1.ask(call("and now?")).await["ticket"], 3);
    assert_eq!(code(&players[at].1.ask(call("hello?")).await), "tournament.tickets");
    let mut eve = floor.server.guest("Eve").await;
    assert_eq!(code(&eve.ask(call("me too")).await), "tournament.not_registered");
    for (request, expected) in [
        (
            json!({"type": "request_ruling", "table": "999", "text": "?"}),
            "tournament.no_such_table",
        ),
        (
            json!({"type": "request_ruling", "table": one, "text": " "}),
            "protocol.invalid_field",
        ),
        (
            json!({"type": "request_ruling", "table": one, "text": "x".repeat(501)}),
            "protocol.invalid_field",
        ),
        (
            json!({"type": "report", "table": one, "player": "nobody", "text": "?"}),
            "protocol.invalid_field",
        ),
    ] {
        assert_eq!(code(&players[at].1.ask(request.clone()).await), expected, "{request}");
    }
    let tickets = floor.desk(&host).await["tickets"].clone();
    assert_eq!(tickets.as_array().unwrap().len(), 3);
    assert_eq!(
        (&tickets[1]["kind"], &tickets[1]["about"]["id"], &tickets[1]["table_no"]),
        (&json!("report"), &json!(about), &json!(1))
    );
    let text = String::from_utf8(floor.get("/floor", None).await.body).unwrap();
    assert!(!text.contains("whisper"), "what players write is for officials");
    floor.done(&host, json!({"kind": "answer", "ticket": 2})).await;
    assert_eq!(players[at].1.ask(call("well?")).await["ticket"], 4);

    // An official mutes a player at all tables of the event, and unmutes the player.
    let say = |table: &str, text: &str| json!({"type": "chat", "table": table, "text": text});
    assert_eq!(code(&players[at].1.ask(say(&one, "hi")).await), "ok");
    floor
        .done(&host, json!({"kind": "mute", "player": first, "muted": true}))
        .await;
    floor
        .refused(
            &host,
            json!({"kind": "mute", "player": first, "muted": true}),
            "tournament.no_change",
        )
        .await;
    assert_eq!(floor.desk(&host).await["muted"], json!([first]));
    assert_eq!(
        players[at].1.ask(json!({"type": "watch", "table": two})).await["type"],
        "ok"
    );
    for table in [&one, &two] {
        until_chat(&mut players[at].1, &say(table, "hm"), "chat.muted").await;
    }
    floor
        .done(&host, json!({"kind": "mute", "player": first, "muted": false}))
        .await;
    until_chat(&mut players[at].1, &say(&one, "thanks"), "ok").await;

    // During hand-for-hand, seated players may use only phrases, and spectators may not chat.
    floor.done(&host, json!({"kind": "hand_for_hand", "on": true})).await;
    until_chat(&mut players[at].1, &say(&one, "fold, fold!"), "chat.phrases_only").await;
    let phrase = json!({"type": "chat", "table": one, "phrase": "good_luck"});
    assert_eq!(code(&players[at].1.ask(phrase).await), "ok");
    eve.ask(json!({"type": "watch", "table": one})).await;
    assert_eq!(code(&eve.ask(say(&one, "exciting")).await), "chat.not_now");
    shows_signs(&mut players[at].1, &mut eve, &one).await;
    floor.done(&host, json!({"kind": "hand_for_hand", "on": false})).await;
}

/// Connects a bot of a player's, with its token.
async fn bot_of(floor: &Floor, owner: &Person, name: &str) -> Client {
    let headers = format!("{JSON}{}", owner.bearer);
    let body = json!({"name": name, "label": "rail"}).to_string();
    let made = request(floor.address(), "POST", "/api/v1/bot-tokens", &headers, &body).await;
    assert_eq!(made.status, 201, "{made:?}");
    let mut bot = Client::connect(floor.address(), "/ws").await;
    bot.hello(json!({"token": made.json()["token"]})).await;
    bot
}

// Rule: tournament 11.3.
#[tokio::test(flavor = "multi_thread")]
async fn the_accounts_of_a_person_speak_as_one() {
    let server = Process::start(&["--api-requests-per-second=1000"]);
    let host = Person::new(server.address, "Host").await;
    let mut floor = Floor::open(server, &host).await;
    let players = floor.begin(&host).await;
    let (one, two) = (floor.table_id(1).await, floor.table_id(2).await);
    let mut bot = bot_of(&floor, &players[0].0, "Railbot").await;
    for table in [&one, &two] {
        bot.ask(json!({"type": "watch", "table": table})).await;
        let said = json!({"type": "chat", "table": table, "text": "he bluffs"});
        // If its owner plays, a bot may use only phrases, at any table.
        until_chat(&mut bot, &said, "chat.phrases_only").await;
    }
    floor
        .done(
            &host,
            json!({"kind": "mute_account", "account": players[0].0.id, "muted": true}),
        )
        .await;
    until_chat(
        &mut bot,
        &json!({"type": "chat", "table": two, "phrase": "good_luck"}),
        "chat.muted",
    )
    .await;
}

// Rule: tournament 11.3. A host's restrictions on chat from before the start end with the office.
#[tokio::test(flavor = "multi_thread")]
async fn a_public_host_silences_nobody_in_play() {
    let server = Process::start(&["--api-requests-per-second=1000"]);
    let host = Person::new(server.address, "Host").await;
    let flo = Person::new(server.address, "Flo").await;
    let mut floor = Floor::announce(server, &host, false).await;
    assert_eq!(floor.officials(&["grant", "Flo", "floor"]).0, Some(0));
    let mut rivals = Vec::new();
    for name in ["Ana", "Bea", "Cid"] {
        let rival = Person::new(floor.address(), name).await;
        let mut client = rival.connect(floor.address()).await;
        let register = json!({"type": "register", "tournament": floor.name(), "rules": 1});
        assert_eq!(client.ask(register).await["type"], "ok");
        rivals.push((rival, client));
    }
    let mute = |who: &Person| json!({"kind": "mute_account", "account": who.id, "muted": true});
    floor.done(&host, mute(&rivals[0].0)).await;
    floor.done(&flo, mute(&rivals[1].0)).await;
    floor.done(&host, json!({"kind": "rail_chat", "open": false})).await;
    floor.done(&host, json!({"kind": "start"})).await;
    let table = loop {
        if let Some(table) = rivals[0].1.next().await["you"]["seat"]["table"].as_str() {
            break table.to_owned();
        }
    };
    let phrase = json!({"type": "chat", "table": table, "phrase": "good_luck"});
    for (at, expected) in [(0, "ok"), (1, "chat.muted"), (2, "ok")] {
        rivals[at].1.ask(json!({"type": "watch", "table": table})).await;
        until_chat(&mut rivals[at].1, &phrase, expected).await;
    }
    let mut eve = floor.server.guest("Eve").await;
    eve.ask(json!({"type": "watch", "table": table})).await;
    let closed = eve.ask(json!({"type": "chat", "table": table, "text": "hello"})).await;
    assert_ne!(closed["code"], "chat.rail_closed");
    assert_eq!(
        floor.desk(&flo).await["muted"].as_array().map(Vec::len),
        Some(1),
        "by the operator’s official"
    );
}

/// Returns the code of an answer.
fn code(answer: &Value) -> &str {
    answer["code"].as_str().unwrap_or("ok")
}

/// A chatter at any table of the event, and the expected answers: to free text, and to a phrase.
struct Speaker {
    /// The description for failures.
    who: String,
    client: Client,
    /// The table where the chatter has a seat.
    seat: Option<String>,
    /// The chatter's standing at other tables.
    elsewhere: &'static str,
}

/// Has all of them chat at every table, and checks the answers against the law of chat: as seated at their own table, and elsewhere by
/// their standing in the event.
async fn speak(speakers: &mut [Speaker], tables: [&str; 2], law: &[(&str, [&str; 2])]) {
    for speaker in speakers {
        for table in tables {
            let watched = speaker.client.ask(json!({"type": "watch", "table": table})).await;
            assert_eq!(watched["type"], "ok", "{watched}");
            let here = speaker.seat.as_deref() == Some(table);
            let what = if here { "seated" } else { speaker.elsewhere };
            let (_, wanted) = law.iter().find(|(who, _)| *who == what).unwrap();
            let said = [json!({"text": "fold, he bluffs"}), json!({"phrase": "good_luck"})];
            for (mut remark, wanted) in said.into_iter().zip(*wanted) {
                (remark["type"], remark["table"]) = (json!("chat"), json!(table));
                let end = tokio::time::Instant::now() + NEVER;
                // The tables learn of a decision a moment after it was made.
                while code(&speaker.client.ask(remark.clone()).await) != wanted {
                    assert!(
                        tokio::time::Instant::now() < end,
                        "{} at {table}: no {wanted}",
                        speaker.who
                    );
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_may_say_what_goes_by_what_they_are_in_the_event() {
    let limits = [
        "--api-requests-per-second=1000",
        "--messages-per-second=1000",
        "--message-burst=1000",
    ];
    let server = Process::start(&limits);
    let host = Person::new(server.address, "Host").await;
    let mut floor = Floor::open(server, &host).await;
    let players = floor.begin(&host).await;
    let (one, two) = (floor.table_id(1).await, floor.table_id(2).await);
    let tables = [one.as_str(), two.as_str()];
    let at_one = floor.stacks(1).await;

    // Spectators have a budget of a few remarks, so each time others chat.
    let address = floor.address();
    let rail = async |name: &str| {
        let guest = Person::new(address, name).await;
        let client = guest.connect(address).await;
        let (id, seat) = (guest.id, None);
        (
            id,
            Speaker {
                who: name.to_owned(),
                client,
                seat,
                elsewhere: "rail",
            },
        )
    };
    let mut playing: Vec<Speaker> = (1..)
        .zip(players)
        .map(|(number, (person, client))| {
            let is_at_one = at_one.iter().any(|(player, _)| *player == number);
            Speaker {
                who: person.name,
                client,
                seat: Some(if is_at_one { one.clone() } else { two.clone() }),
                elsewhere: "playing",
            }
        })
        .collect();

    let phrases = ["chat.phrases_only", "ok"];
    let free = ["ok", "ok"];
    let law = |seated, rail, playing| {
        [
            ("seated", seated),
            ("rail", rail),
            ("playing", playing),
            ("official", free),
        ]
    };
    let host_there = Speaker {
        who: "the host".to_owned(),
        client: host.connect(address).await,
        seat: None,
        elsewhere: "official",
    };
    let mut speakers = vec![host_there, rail("Eve").await.1];
    speakers.extend(playing.drain(..2));
    speak(&mut speakers, tables, &law(free, phrases, phrases)).await;

    floor.done(&host, json!({"kind": "rail_chat", "open": false})).await;
    floor
        .refused(
            &host,
            json!({"kind": "rail_chat", "open": false}),
            "tournament.no_change",
        )
        .await;
    assert_eq!(floor.desk(&host).await["rail_closed"], true);
    let closed = ["chat.rail_closed"; 2];
    let mut speakers = vec![rail("Fay").await.1];
    speakers.extend(playing.drain(..2));
    speak(&mut speakers, tables, &law(free, closed, closed)).await;
    floor.done(&host, json!({"kind": "rail_chat", "open": true})).await;
    speak(&mut [rail("Gus").await.1], tables, &law(free, phrases, phrases)).await;

    // An account without an entry can be muted as well, by the name or the account.
    let (hal, hal_there) = rail("Hal").await;
    let mute = |account: &str, muted| json!({"kind": "mute_account", "account": account, "muted": muted});
    floor
        .refused(&host, mute("Nobody at all", true), "tournament.no_such_player")
        .await;
    floor.refused(&host, mute(&hal, false), "tournament.no_change").await;
    floor.done(&host, mute(&hal, true)).await;
    floor.refused(&host, mute(&hal, true), "tournament.no_change").await;
    assert_eq!(floor.desk(&host).await["muted_accounts"][0]["id"], json!(hal));
    speak(&mut [hal_there], tables, &[("rail", ["chat.muted"; 2])]).await;
    floor.done(&host, mute(&hal, false)).await;
    assert!(floor.desk(&host).await["muted_accounts"].is_null());

    floor.done(&host, json!({"kind": "hand_for_hand", "on": true})).await;
    let not_now = ["chat.not_now"; 2];
    playing.push(rail("Ida").await.1);
    speak(&mut playing, tables, &law(phrases, not_now, not_now)).await;
}

/// Checks that a sign is a phrase without words, and needs a seat.
async fn shows_signs(player: &mut Client, watcher: &mut Client, table: &str) {
    let sign = json!({"type": "chat", "table": table, "emote": "smile"});
    assert_eq!(player.ask(sign.clone()).await["type"], "ok");
    assert_eq!(player.ask(sign.clone()).await["code"], "rate.limited");
    assert_eq!(watcher.ask(sign).await["code"], "chat.not_here");
    let both = json!({"type": "chat", "table": table, "text": "me", "emote": "smile"});
    assert_eq!(watcher.ask(both).await["code"], "chat.invalid");
}

#[tokio::test(flavor = "multi_thread")]
async fn players_say_phrases_alone_while_somebody_is_all_in() {
    let server = Process::start(&["--api-requests-per-second=1000"]);
    let host = Person::new(server.address, "Host").await;
    let mut floor = Floor::open(server, &host).await;
    let mut players = floor.begin(&host).await;
    let table = floor.table_id(1).await;
    let stacks = floor.stacks(1).await.into_iter();
    let seats: Vec<usize> = stacks.map(|(player, _)| usize::try_from(player - 1).unwrap()).collect();
    let mut eve = floor.server.guest("Eve").await;
    eve.ask(json!({"type": "watch", "table": table})).await;
    let remark = json!({"type": "chat", "table": table, "text": "call him!"});
    until_chat(&mut players[seats[0]].1, &remark, "ok").await;
    // A new hand, followed from its beginning.
    floor
        .once_possible(&host, json!({"kind": "void_hand", "table": 1}))
        .await;
    go_all_in(&mut players, &seats, &table).await;
    until_chat(&mut players[seats[0]].1, &remark, "chat.phrases_only").await;
    assert_eq!(eve.ask(remark).await["code"], "chat.not_now");
    let phrase = json!({"type": "chat", "table": table, "phrase": "good_luck"});
    assert_eq!(eve.ask(phrase.clone()).await["code"], "chat.not_now");
    assert_eq!(players[seats[0]].1.ask(phrase).await["type"], "ok");
}

/// Has the player to act in the second hand of a table go all-in.
async fn go_all_in(players: &mut [(Person, Client)], seats: &[usize], table: &str) {
    let end = tokio::time::Instant::now() + NEVER;
    for at in seats.iter().cycle() {
        assert!(tokio::time::Instant::now() < end, "no player is to act");
        let client = &mut players[*at].1;
        let Ok(message) = tokio::time::timeout(Duration::from_millis(50), client.next()).await else {
            continue;
        };
        let mine = message["events"].as_array().into_iter().flatten();
        // Decisions of the first hand are over.
        let mut asked = mine.filter(|event| event["kind"] == "choices" && event["hand"] == 2);
        let Some(event) = asked.next().filter(|_| message["table"] == table) else {
            continue;
        };
        let choices = event["choices"].as_array().unwrap();
        let raise = choices.iter().find(|choice| choice["kind"] == "raise").unwrap();
        let act = json!({
            "type": "act", "table": table, "hand": 2, "turn": event["turn"],
            "action": {"kind": "raise", "to": raise["max"]},
        });
        assert_eq!(client.ask(act).await["type"], "ok");
        return;
    }
}

/// Repeats a remark until it gets a code, which takes until the table knows the rules of chat.
async fn until_chat(client: &mut Client, remark: &Value, wanted: &str) {
    let end = tokio::time::Instant::now() + NEVER;
    loop {
        let answer = client.ask(remark.clone()).await;
        if answer["code"].as_str().unwrap_or("ok") == wanted {
            return;
        }
        assert!(tokio::time::Instant::now() < end, "{answer}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
