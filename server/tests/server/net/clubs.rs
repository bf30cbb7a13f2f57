//! Clubs and seasons over HTTP: who may do what, tables for members alone, standings, and the refusals.

use serde_json::{Value, json};

use crate::net::caller::Caller;
use crate::net::raw::request;
use crate::net::server::{Client, Server, Tables, start};

const CLUBS: &str = "/api/v1/clubs";

/// Returns the code of a refusal, with its status.
pub(super) async fn refused(who: &Caller, method: &str, path: &str, body: Option<Value>) -> (u16, String) {
    let (status, answer) = who.ask(method, path, body).await;
    assert!(status >= 400, "{method} {path}: {answer}");
    (status, answer["code"].as_str().unwrap().to_owned())
}

pub(super) fn code(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

/// Sends a request that must succeed.
pub(super) async fn done(who: &Caller, method: &str, path: &str, body: Value) -> Value {
    let body = (!body.is_null()).then_some(body);
    let (status, answer) = who.ask(method, path, body).await;
    assert!(status < 300, "{method} {path}: {status} {answer}");
    answer
}

/// Founds a club, and returns its path.
pub(super) async fn found(owner: &Caller) -> (String, Value) {
    let club = done(owner, "POST", CLUBS, json!({"name": "Thursday"})).await;
    (format!("{CLUBS}/{}", club["club"]), club)
}

pub(super) async fn join(who: &Caller, club: &Value) -> Value {
    let path = format!("/api/v1/club-invitations/{}", club["invitation"].as_str().unwrap());
    done(who, "POST", &path, Value::Null).await
}

pub(super) fn person(club: &Value, name: &str) -> Value {
    let people = club["people"].as_array().unwrap();
    people
        .iter()
        .find(|person| person["name"] == name)
        .unwrap_or(&Value::Null)
        .clone()
}

pub(super) async fn connected(server: &Server, who: &Caller) -> Client {
    let mut client = server.connect().await;
    client.hello(json!({"token": who.token})).await;
    client
}

#[tokio::test]
async fn members_come_by_invitation_and_have_roles() {
    let server = start(|_| {}).await;
    let ann = Caller::account(&server, "Ann").await;
    let mut bob = Caller::guest(&server, "Bob").await;
    let eve = Caller::guest(&server, "Eve").await;
    assert_eq!(
        refused(&bob, "POST", CLUBS, Some(json!({"name": "x"}))).await,
        code(403, "club.guest")
    );
    let (path, club) = found(&ann).await;
    let invitation = format!("/api/v1/club-invitations/{}", club["invitation"].as_str().unwrap());
    assert_eq!(bob.get(&invitation).await, json!({"name": "Thursday", "members": 1}));
    let joined = join(&bob, &club).await;
    assert!(joined["invitation"].is_null(), "a member invites no one");
    assert_eq!(join(&bob, &club).await, joined);
    let number = person(&joined, "Bob")["person"].clone();
    let bob_path = format!("{path}/people/{number}");

    // Strangers learn nothing, and members do no more than their role allows.
    assert_eq!(refused(&eve, "GET", &path, None).await, code(404, "club.unknown"));
    assert_eq!(
        refused(&eve, "GET", &format!("{CLUBS}/999"), None).await,
        code(404, "club.unknown")
    );
    for (method, at, body) in [
        ("PUT", path.clone(), Some(json!({"name": "Mine"}))),
        ("DELETE", path.clone(), None),
        ("POST", format!("{path}/invitation"), None),
        ("POST", format!("{path}/people"), Some(json!({"names": ["Cy"]}))),
        ("PUT", bob_path.clone(), Some(json!({"role": "owner"}))),
        (
            "POST",
            format!("{path}/seasons"),
            Some(json!({"name": "S", "formula": "1"})),
        ),
    ] {
        assert_eq!(
            refused(&bob, method, &at, body.clone()).await,
            code(403, "club.not_allowed"),
            "{method} {at}"
        );
        assert_eq!(
            refused(&eve, method, &at, body).await,
            code(404, "club.unknown"),
            "{method} {at}"
        );
    }
    let owner = format!("{path}/people/{}", club["you"]);
    assert_eq!(
        refused(&bob, "DELETE", &owner, None).await,
        code(403, "club.not_allowed")
    );
    assert_eq!(
        refused(&ann, "DELETE", &owner, None).await,
        code(409, "club.owner_stays")
    );

    // A new invitation ends the earlier one.
    done(&ann, "POST", &format!("{path}/invitation"), Value::Null).await;
    assert_eq!(
        refused(&eve, "POST", &invitation, None).await,
        code(404, "club.unknown")
    );

    // A guest would lose it with the browser.
    let role = Some(json!({"role": "owner"}));
    assert_eq!(
        refused(&ann, "PUT", &bob_path, role.clone()).await,
        code(409, "club.owner_guest")
    );
    let credentials = json!({"name": "Bob", "password": "correct horse battery"});
    let (status, session) = bob.ask("POST", "/api/v1/register", Some(credentials)).await;
    assert_eq!(status, 201, "{session}");
    session["access_token"].as_str().unwrap().clone_into(&mut bob.token);

    // Handed over twice at once, the club has one owner.
    let (one, other) = tokio::join!(ann.ask("PUT", &bob_path, role.clone()), ann.ask("PUT", &bob_path, role));
    let mut statuses = [one.0, other.0];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 403]);
    let club = bob.get(&path).await;
    assert_eq!(
        (&person(&club, "Bob")["role"], &person(&club, "Ann")["role"]),
        (&json!("owner"), &json!("director"))
    );
    assert_eq!(
        refused(&ann, "DELETE", &path, None).await,
        code(403, "club.not_allowed")
    );

    chat_and_files(&server, &path, [&ann, &bob, &eve]).await;
    assert_eq!(bob.ask("DELETE", &path, None).await.0, 204);
    assert_eq!(refused(&ann, "GET", &path, None).await, code(404, "club.unknown"));
    assert_eq!(ann.get(CLUBS).await, json!({"clubs": []}));
}

/// What a member says and an owner saves is kept from strangers.
async fn chat_and_files(server: &Server, path: &str, [ann, bob, eve]: [&Caller; 3]) {
    let said = done(
        ann,
        "POST",
        &format!("{path}/chat"),
        json!({"text": "Thursday at eight"}),
    )
    .await;
    assert_eq!(said["lines"][0]["name"], "Ann");
    assert_eq!(
        refused(eve, "GET", &format!("{path}/chat"), None).await,
        code(404, "club.unknown")
    );
    let bidi = Some(json!({"text": "a\u{202e}b"}));
    assert_eq!(
        refused(ann, "POST", &format!("{path}/chat"), bidi).await,
        code(400, "chat.invalid")
    );
    let file = bob.get(&format!("{path}/file")).await;
    assert_eq!(file["chat"][0]["text"], "Thursday at eight");
    let bearer = format!("authorization: Bearer {}\r\n", bob.token);
    let csv = request(server.address, "GET", &format!("{path}/people/file"), &bearer, "").await;
    assert!(csv.body.starts_with(b"person,name,role,since\r\n"));
}

#[tokio::test]
async fn names_are_claimed_and_not_taken() {
    let server = start(|_| {}).await;
    let ann = Caller::account(&server, "Ann").await;
    let bob = Caller::guest(&server, "Bob").await;
    let eve = Caller::guest(&server, "Eve").await;
    let (path, club) = found(&ann).await;
    let people = format!("{path}/people");
    join(&bob, &club).await;
    join(&eve, &club).await;
    let club = done(
        &ann,
        "POST",
        &people,
        json!({"names": ["Bobby", "<b>Cy</b>", "ann", "bobby"]}),
    )
    .await;
    assert_eq!(
        club["people"].as_array().unwrap().len(),
        5,
        "names that the club has are skipped"
    );
    let bobby = format!("{people}/{}", person(&club, "Bobby")["person"]);
    let cy = format!("{people}/{}", person(&club, "<b>Cy</b>")["person"]);
    for names in [
        json!([]),
        json!(["a\u{202e}b"]),
        json!([""]),
        json!(["x".repeat(41)]),
        json!(vec!["Dee"; 101]),
    ] {
        let body = Some(json!({"names": names}));
        assert_eq!(
            refused(&ann, "POST", &people, body).await,
            code(400, "protocol.invalid_field")
        );
    }
    let many = json!({"names": vec!["Dee"; 10_000]});
    assert_eq!(
        refused(&ann, "POST", &people, Some(many)).await,
        code(413, "http.too_large")
    );
    let named = Some(json!({"name": "ANN"}));
    assert_eq!(refused(&ann, "PUT", &bobby, named).await, code(409, "club.name_taken"));

    // A season in which Bobby and Cy played.
    let rules = json!({"name": "Summer", "formula": "entrants - place + 1"});
    let season = done(&ann, "POST", &format!("{path}/seasons"), rules).await;
    let season = format!("{path}/seasons/{}", season["season"]);
    let night = json!({"name": "One", "at": 1_782_900_000_000_u64, "results": [
        {"name": "Bobby", "place": 1}, {"name": "<b>Cy</b>", "place": 2}]});
    done(&ann, "POST", &format!("{season}/events"), night).await;

    let claim = format!("{bobby}/claim");
    done(&bob, "POST", &claim, Value::Null).await;
    assert_eq!(refused(&eve, "POST", &claim, None).await, code(409, "club.claim_taken"));
    let ann_claim = format!("{people}/{}/claim", club["you"]);
    assert_eq!(
        refused(&eve, "POST", &ann_claim, None).await,
        code(409, "club.claim_taken")
    );
    let accept = Some(json!({"claim": true}));
    assert_eq!(
        refused(&bob, "PUT", &bobby, accept.clone()).await,
        code(403, "club.not_allowed")
    );
    assert_eq!(
        refused(&ann, "PUT", &cy, accept.clone()).await,
        code(404, "club.unknown")
    );
    let club = done(&ann, "PUT", &bobby, json!({"claim": true})).await;
    assert!(person(&club, "Bobby").is_null());
    assert_eq!(ann.get(&season).await["standings"][0]["name"], "Bob");
    // Cy played in the same event.
    done(&bob, "POST", &format!("{cy}/claim"), Value::Null).await;
    assert_eq!(
        refused(&ann, "PUT", &cy, accept).await,
        code(409, "club.claim_conflict")
    );
    done(&ann, "PUT", &cy, json!({"claim": false})).await;

    // A member with results stays by name, without the account.
    let bob_path = format!("{people}/{}", person(&club, "Bob")["person"]);
    assert_eq!(bob.ask("DELETE", &bob_path, None).await.0, 204);
    assert_eq!(refused(&bob, "GET", &path, None).await, code(404, "club.unknown"));
    let left = person(&ann.get(&path).await, "Bob");
    assert_eq!((&left["role"], &left["player"]), (&json!("player"), &Value::Null));
    assert_eq!(refused(&ann, "DELETE", &cy, None).await, code(403, "club.not_allowed"));
}

/// Answers at a table until the server closes the connection, and returns its code.
async fn played_out(client: &mut Client, table: &str) -> Option<u16> {
    loop {
        let message = match client.next_or_close().await {
            Ok(message) => message,
            Err(code) => return code,
        };
        for event in message["events"].as_array().into_iter().flatten() {
            if event["choices"].is_array() {
                client.answer(table, event).await;
            }
        }
    }
}

#[tokio::test]
async fn a_table_of_a_club_is_for_members_alone() {
    let server = start(|_| {}).await;
    let ann = Caller::account(&server, "Ann").await;
    let bob = Caller::guest(&server, "Bob").await;
    let eve = Caller::guest(&server, "Eve").await;
    let (path, club) = found(&ann).await;
    let bobs = join(&bob, &club).await;
    let mut ann_plays = connected(&server, &ann).await;
    let mut bob_plays = connected(&server, &bob).await;
    let mut eve_looks = connected(&server, &eve).await;
    let table = ann_plays.create_table(Tables::Private).await;
    let public = ann_plays.create_table(Tables::Public).await;
    let places = format!("{path}/places");
    for (who, body) in [
        (&ann, json!({"table": public})),
        (&bob, json!({"table": table})),
        (&ann, json!({"table": "999"})),
        (&ann, json!({"tournament": "999"})),
    ] {
        assert_eq!(
            refused(who, "POST", &places, Some(body)).await,
            code(409, "club.place_unfit")
        );
    }
    for body in [json!({}), json!({"table": table, "tournament": "1"})] {
        assert_eq!(
            refused(&ann, "POST", &places, Some(body)).await,
            code(400, "protocol.invalid_field")
        );
    }
    let watch = json!({"type": "watch", "table": table});
    assert_eq!(
        eve_looks.ask(watch.clone()).await["type"],
        "ok",
        "the link opens a private table"
    );
    let club = done(&ann, "POST", &places, json!({"table": table})).await;
    assert_eq!(club["places"][0]["table"], *table);

    // The link alone opens it no longer.
    let refused_table = "table.not_found";
    let mut eve_again = connected(&server, &eve).await;
    assert_eq!(eve_again.ask(watch.clone()).await["code"], refused_table);
    for of in ["state", "rules"] {
        let told = request(server.address, "GET", &format!("/api/v1/tables/{table}/{of}"), "", "").await;
        assert_eq!(told.status, 404, "{of}");
    }
    let card = request(server.address, "GET", &format!("/api/v1/tables/{table}/card"), "", "").await;
    let (_, invitation) = table.split_once('-').unwrap();
    let of_nothing = format!("/api/v1/tables/999-{invitation}/card");
    let of_nothing = request(server.address, "GET", &of_nothing, "", "").await;
    assert_eq!(card.body, of_nothing.body);

    // A member who is removed stays for the hand and is then out.
    ann_plays.sit(&table).await;
    bob_plays.sit(&table).await;
    let mut removed = None;
    let mut over_since = false;
    let me = format!("{path}/people/{}", bobs["you"]);
    'hand: loop {
        let message = ann_plays.next().await;
        for event in message["events"].as_array().into_iter().flatten() {
            let kind = &event["event"]["kind"];
            if *kind == "hand_started" && removed.is_none() {
                assert_eq!(ann.ask("DELETE", &me, None).await.0, 204);
                assert_eq!(bob_plays.closed().await, Some(1012));
                // The seat lets its player back until the hand is over.
                let mut bob_looks = connected(&server, &bob).await;
                assert_eq!(bob_looks.ask(watch.clone()).await["type"], "ok");
                let place = table.clone();
                removed = Some(tokio::spawn(async move { played_out(&mut bob_looks, &place).await }));
            }
            over_since |= removed.is_some() && *kind == "hand_completed";
            if *kind == "player_left" {
                assert!(over_since, "the player left before the hand was over");
                break 'hand;
            }
            if event["choices"].is_array() {
                ann_plays.answer(&table, event).await;
            }
        }
    }
    let removed = removed.unwrap().await.unwrap();
    assert_eq!(removed, Some(1012), "the seat alone let him watch");
    let mut bob_again = connected(&server, &bob).await;
    assert_eq!(bob_again.ask(watch.clone()).await["code"], refused_table);
    assert_eq!(refused(&bob, "GET", &path, None).await, code(404, "club.unknown"));

    // Out of the club, the link opens it again.
    let (number, _) = table.split_once('-').unwrap();
    assert_eq!(ann.ask("DELETE", &format!("{places}/{number}"), None).await.0, 204);
    assert_eq!(bob_again.ask(watch).await["type"], "ok");
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one season")]
async fn a_season_counts_and_says_what_a_correction_moved() {
    let server = start(|_| {}).await;
    let ann = Caller::account(&server, "Ann").await;
    let bob = Caller::guest(&server, "Bob").await;
    let (path, club) = found(&ann).await;
    join(&bob, &club).await;
    let seasons = format!("{path}/seasons");
    let five = ann.get("/api/v1/formulas").await;
    assert_eq!(five["formulas"].as_array().unwrap().len(), 5);
    for ready in five["formulas"].as_array().unwrap() {
        let checked = done(
            &ann,
            "POST",
            "/api/v1/formulas/check",
            json!({"formula": ready["formula"]}),
        )
        .await;
        assert_eq!(checked["points"].as_array().unwrap().len(), 20);
    }
    for (formula, fault, at) in [
        ("", "empty", 0),
        ("1 +", "value_missing", 3),
        ("while(1)", "unknown_name", 0),
        ("1 + palce", "unknown_name", 4),
        (&"(".repeat(400), "too_deep", 32),
    ] {
        let body = json!({"formula": formula});
        let (status, answer) = ann.ask("POST", "/api/v1/formulas/check", Some(body)).await;
        assert_eq!((status, &answer["code"]), (400, &json!("season.formula")), "{answer}");
        assert_eq!(
            (&answer["params"]["fault"], &answer["params"]["at"]),
            (&json!(fault), &json!(at))
        );
        let body = Some(json!({"name": "S", "formula": formula}));
        assert_eq!(refused(&ann, "POST", &seasons, body).await, code(400, "season.formula"));
    }
    let large = Some(json!({"formula": "1".repeat(1_000_000)}));
    assert_eq!(
        refused(&ann, "POST", "/api/v1/formulas/check", large).await,
        code(413, "http.too_large")
    );
    let divided = done(
        &ann,
        "POST",
        "/api/v1/formulas/check",
        json!({"formula": "1 / (place - 1)"}),
    )
    .await;
    assert_eq!((&divided["points"][0], &divided["points"][1]), (&json!(0), &json!(100)));
    for (field, body) in [
        ("name", json!({"name": "", "formula": "1"})),
        ("best", json!({"name": "S", "formula": "1", "best": 0})),
        ("ties", json!({"name": "S", "formula": "1", "ties": ["wins", "wins"]})),
    ] {
        let (status, answer) = ann.ask("POST", &seasons, Some(body)).await;
        assert_eq!((status, &answer["params"]["field"]), (400, &json!(field)), "{answer}");
    }
    assert_eq!(ann.get(&path).await["seasons"], json!([]));

    let rules = json!({"name": "Summer", "formula": "entrants - place + 1", "best": 1, "ties": ["wins"]});
    let season = done(&ann, "POST", &seasons, rules.clone()).await;
    let season_path = format!("{seasons}/{}", season["season"]);
    let events = format!("{season_path}/events");
    let night = |results: Value| json!({"name": "Night", "at": 1_782_900_000_000_u64, "price": 20, "results": results});
    for (fault, results) in [
        ("place", json!([{"name": "Cy", "place": 2}])),
        ("twice", json!([{"name": "Cy", "place": 1}, {"name": "cy", "place": 2}])),
        (
            "twice",
            json!([{"name": "Ann", "place": 1}, {"person": club["you"], "place": 2}]),
        ),
    ] {
        let (status, answer) = ann.ask("POST", &events, Some(night(results))).await;
        assert_eq!((status, &answer["code"]), (400, &json!("season.results")), "{answer}");
        assert_eq!(answer["params"]["fault"], fault);
    }
    let nobody = Some(night(json!([{"person": 999, "place": 1}])));
    assert_eq!(refused(&ann, "POST", &events, nobody).await, code(404, "club.unknown"));
    let both = Some(night(json!([{"person": club["you"], "name": "Ann", "place": 1}])));
    assert_eq!(
        refused(&ann, "POST", &events, both).await,
        code(400, "protocol.invalid_field")
    );
    let mut unplayed = night(json!([]));
    unplayed["tournament"] = json!("999");
    assert_eq!(
        refused(&ann, "POST", &events, Some(unplayed)).await,
        code(404, "club.unknown")
    );
    let unchanged = ann.get(&path).await;
    assert!(person(&unchanged, "Cy").is_null(), "a refused event adds no one");
    assert_eq!(ann.get(&season_path).await["events"], json!([]));

    let results = json!([{"name": "Bob", "place": 1}, {"name": "Ann", "place": 2}, {"name": "Cy", "place": 3}]);
    assert_eq!(
        refused(&bob, "POST", &events, Some(night(results.clone()))).await,
        code(403, "club.not_allowed")
    );
    let added = done(&ann, "POST", &events, night(results)).await;
    assert_eq!(added["moved"].as_array().unwrap().len(), 3);
    assert_eq!(person(&ann.get(&path).await, "Cy")["role"], "player");
    let names = |season: &Value| -> Vec<(String, i64, i64)> {
        let line = |line: &Value| {
            (
                line["name"].as_str().unwrap().to_owned(),
                line["rank"].as_i64().unwrap(),
                line["points"].as_i64().unwrap(),
            )
        };
        season["standings"].as_array().unwrap().iter().map(line).collect()
    };
    let wanted =
        [("Bob", 1, 300), ("Ann", 2, 200), ("Cy", 3, 100)].map(|(name, rank, points)| (name.to_owned(), rank, points));
    assert_eq!(names(&bob.get(&season_path).await), wanted);

    // The first two had been confused.
    let event = format!("{events}/{}", added["season"]["events"][0]["event"]);
    let results = json!([{"name": "Ann", "place": 1}, {"name": "Bob", "place": 2}, {"name": "Cy", "place": 3}]);
    let corrected = done(&ann, "PUT", &event, night(results)).await;
    assert_eq!(corrected["moved"][0]["name"], "Ann");
    assert_eq!(corrected["moved"][0]["before"], json!({"rank": 2, "points": 200}));
    assert_eq!(corrected["moved"][0]["after"], json!({"rank": 1, "points": 300}));
    let read = bob.get(&season_path).await;
    assert_eq!(read["changes"][0]["kind"], "corrected");
    assert_eq!(
        (&read["changes"][0]["by"], &read["changes"][0]["moved"]),
        (&json!("Ann"), &json!(2))
    );
    let bearer = format!("authorization: Bearer {}\r\n", bob.token);
    let csv = request(server.address, "GET", &format!("{season_path}/file"), &bearer, "").await;
    let csv = String::from_utf8(csv.body).unwrap();
    assert_eq!(csv.lines().nth(1), Some("1,\"Ann\",3.00,1,1,0,3.00"));

    let turned = json!({"name": "Summer", "formula": "place", "ties": []});
    let changed = done(&ann, "PUT", &season_path, turned).await;
    assert_eq!(names(&changed["season"])[0], ("Cy".to_owned(), 1, 300));
    let deleted = done(&ann, "DELETE", &event, Value::Null).await;
    assert_eq!(deleted["season"]["standings"], json!([]));
    assert_eq!(deleted["moved"].as_array().unwrap().len(), 3);
    assert_eq!(refused(&ann, "DELETE", &event, None).await, code(404, "season.unknown"));
    assert_eq!(bob.get(&season_path).await["changes"][0]["kind"], "deleted");
    assert_eq!(ann.ask("DELETE", &season_path, None).await.0, 204);
    assert_eq!(
        refused(&bob, "GET", &season_path, None).await,
        code(404, "season.unknown")
    );
}

/// An event that was cancelled, or whose stacks are bagged for another day, has no places to count.
#[tokio::test]
async fn a_season_takes_no_results_of_an_event_without_a_winner() {
    let server = start(|_| {}).await;
    let ann = Caller::account(&server, "Ann").await;
    let (path, _) = found(&ann).await;
    let rules = json!({"name": "Autumn", "formula": "entrants - place + 1"});
    let season = done(&ann, "POST", &format!("{path}/seasons"), rules).await;
    let season = format!("{path}/seasons/{}", season["season"]);
    for last in ["cancel", "bag"] {
        let night = json!({"name": last, "structure": "home", "live": true, "private": true});
        let night = done(&ann, "POST", "/api/v1/tournaments", night).await;
        let id = night["tournament"].as_str().unwrap();
        done(&ann, "POST", &format!("{path}/places"), json!({"tournament": id})).await;
        let floor = format!("/api/v1/tournaments/{id}/floor");
        let act = async |action: Value| {
            let request = json!({"id": format!("{last} {action}"), "reason": "As it was", "action": action});
            done(&ann, "POST", &floor, request).await
        };
        for name in ["Bea", "Cy", "Dan"] {
            act(json!({"kind": "enter", "name": name})).await;
        }
        if last == "bag" {
            act(json!({"kind": "start"})).await;
            act(json!({"kind": "close_entries"})).await;
        }
        act(json!({"kind": last})).await;
        let event = json!({"name": last, "at": 1_782_900_000_000_u64, "tournament": id});
        assert_eq!(
            refused(&ann, "POST", &format!("{season}/events"), Some(event)).await,
            code(400, "tournament.wrong_phase"),
            "{last}"
        );
    }
    assert_eq!(ann.get(&season).await["events"], json!([]));
}
