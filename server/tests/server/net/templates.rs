//! Templates over HTTP, and the events that recur by them.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;

use crate::net::caller::Caller;
use crate::net::process::Process;
use crate::net::server::start;

const OWN: &str = "/api/v1/templates";
const RECURRING: &str = "/api/v1/recurring";

async fn refused(who: &Caller, method: &str, path: &str, body: Value) -> (u16, String) {
    let body = (!body.is_null()).then_some(body);
    let (status, answer) = who.ask(method, path, body).await;
    assert!(status >= 400, "{method} {path}: {answer}");
    (status, answer["code"].as_str().unwrap_or_default().to_owned())
}

fn code(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

async fn done(who: &Caller, method: &str, path: &str, body: Value) -> Value {
    let body = (!body.is_null()).then_some(body);
    let (status, answer) = who.ask(method, path, body).await;
    assert!(status < 300, "{method} {path}: {status} {answer}");
    answer
}

fn night() -> Value {
    json!({"name": "Night", "content": {"kind": "event", "config": {"structure": "home", "name": "Thursday night"}}})
}

/// Every day at noon, announced as early as can be.
fn daily(template: &Value) -> Value {
    let days = [
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
    ];
    json!({"template": template, "days": days, "time": "12:00", "zone": "Europe/Paris", "ahead": 28})
}

/// A club with a template of an event; its path and the number of the template.
async fn club_night(owner: &Caller) -> (String, Value) {
    let club = done(owner, "POST", "/api/v1/clubs", json!({"name": "Thursday"})).await;
    let path = format!("/api/v1/clubs/{}", club["club"]);
    let kept = done(owner, "POST", &format!("{path}/templates"), night()).await;
    (path, kept["template"].clone())
}

/// Waits for the event of a club that was announced by itself.
async fn announced(who: &Caller, club: &str) -> Value {
    for _ in 0..300 {
        let read = who.get(club).await;
        if let Some(place) = read["places"].as_array().unwrap().first() {
            return place.clone();
        }
        sleep(Duration::from_millis(100)).await;
    }
    panic!(
        "no event was announced: {}",
        who.get(&format!("{club}/recurring")).await
    );
}

/// Contents that are no template, each with its refusal.
fn unfit() -> Vec<(Value, (u16, String))> {
    let long = "x".repeat(1 << 20);
    vec![
        (
            json!({"kind": "structure", "definition": "id = 1"}),
            code(400, "tournament.bad_structure"),
        ),
        (
            json!({"kind": "structure", "definition": long}),
            code(413, "http.too_large"),
        ),
        (
            json!({"kind": "payouts", "pays": "50, 30, 30"}),
            code(400, "tournament.bad_structure"),
        ),
        (
            json!({"kind": "payouts", "pays": "50]\nguarantee = [1"}),
            code(400, "protocol.invalid_field"),
        ),
        (
            json!({"kind": "payouts", "pays": ""}),
            code(400, "protocol.invalid_field"),
        ),
        (
            json!({"kind": "chips", "chips": []}),
            code(400, "protocol.invalid_field"),
        ),
        (
            json!({"kind": "chips", "chips": [{"value": 5, "count": 1}, {"value": 5, "count": 2}]}),
            code(400, "protocol.invalid_field"),
        ),
        (
            json!({"kind": "chips", "chips": [{"value": u64::MAX, "count": 1}]}),
            code(400, "protocol.invalid_field"),
        ),
        (
            json!({"kind": "table", "config": {"name": "x", "game": "chess", "seats": 6}}),
            code(404, "game.unknown"),
        ),
        (
            json!({"kind": "table", "config": {"name": "x", "game": "omaha", "seats": 6, "cheat": true}}),
            code(400, "protocol.invalid_field"),
        ),
        (
            json!({"kind": "event", "config": {"structure": "none"}}),
            code(400, "tournament.bad_structure"),
        ),
        (
            json!({"kind": "event", "config": {"structure": "home", "starts_at": 9_000_000_000_000_u64}}),
            code(400, "protocol.invalid_field"),
        ),
        (json!({"kind": "weapons"}), code(400, "protocol.invalid_field")),
    ]
}

#[tokio::test]
async fn templates_are_checked_like_the_real_thing() {
    let server = start(|_| {}).await;
    let ann = Caller::account(&server, "Ann").await;
    let bob = Caller::guest(&server, "Bob").await;
    let structure =
        "id = \"mine\"\nname = { en = \"Mine\", fr = \"Le mien\" }\ngames = [\"no-limit-holdem\"]\nprice = 100\n";
    let table = json!({"name": "Friday", "game": "no-limit-holdem", "seats": 6, "private": true,
        "session": {"own_chips": true}});
    for content in [
        json!({"kind": "structure", "definition": structure}),
        json!({"kind": "payouts", "pays": "50, 30, 20"}),
        json!({"kind": "chips", "chips": [{"value": 25, "count": 300}, {"value": 100, "count": 200}]}),
        json!({"kind": "table", "config": table}),
        json!({"kind": "event", "config": {"structure": "sit-and-go", "private": true}}),
    ] {
        let name = "<b>Friday</b>";
        let kept = done(&ann, "POST", OWN, json!({"name": name, "content": content})).await;
        let read = ann.get(&format!("{OWN}/{}", kept["template"])).await;
        assert_eq!((&read["name"], &read["kind"]), (&json!(name), &content["kind"]));
        for (key, value) in content.as_object().unwrap() {
            if key != "config" {
                assert_eq!(&read["content"][key], value);
            }
        }
    }
    let before = ann.get(OWN).await;
    assert_eq!(before["templates"].as_array().unwrap().len(), 5);
    for (content, answer) in unfit() {
        let shown = content.to_string().chars().take(80).collect::<String>();
        let body = json!({"name": "x", "content": content});
        assert_eq!(refused(&ann, "POST", OWN, body).await, answer, "{shown}");
    }
    let chips = json!({"kind": "chips", "chips": [{"value": 5, "count": 1}]});
    for name in ["", "a\u{202e}b", &"x".repeat(41)] {
        let body = json!({"name": name, "content": chips});
        assert_eq!(
            refused(&ann, "POST", OWN, body).await,
            code(400, "protocol.invalid_field")
        );
    }
    assert_eq!(ann.get(OWN).await, before);

    // A guest keeps none, and a stranger finds none.
    let body = json!({"name": "x", "content": chips});
    assert_eq!(
        refused(&bob, "POST", OWN, body.clone()).await,
        code(403, "template.guest")
    );
    let first = format!("{OWN}/{}", before["templates"][0]["template"]);
    for number in [
        first.as_str(),
        "/api/v1/templates/x",
        "/api/v1/templates/99999999999999999999",
    ] {
        assert_eq!(
            refused(&bob, "GET", number, Value::Null).await,
            code(404, "template.unknown")
        );
        assert_eq!(
            refused(&bob, "DELETE", number, Value::Null).await,
            code(404, "template.unknown")
        );
    }
    for _ in 5..50 {
        done(&ann, "POST", OWN, body.clone()).await;
    }
    assert_eq!(refused(&ann, "POST", OWN, body).await, code(409, "template.full"));
}

#[tokio::test]
async fn a_clubs_templates_are_for_its_members() {
    let server = start(|_| {}).await;
    let ann = Caller::account(&server, "Ann").await;
    let bob = Caller::guest(&server, "Bob").await;
    let (club, template) = club_night(&ann).await;
    let (templates, recurring) = (format!("{club}/templates"), format!("{club}/recurring"));
    let read = ann.get(&club).await;
    let invitation = format!("/api/v1/club-invitations/{}", read["invitation"].as_str().unwrap());
    let unknown = code(404, "club.unknown");
    assert_eq!(refused(&bob, "GET", &templates, Value::Null).await, unknown);
    let joined = done(&bob, "POST", &invitation, Value::Null).await;
    let one = format!("{templates}/{template}");
    assert_eq!(bob.get(&one).await["content"]["config"]["structure"], "home");
    let not_allowed = code(403, "club.not_allowed");
    assert_eq!(refused(&bob, "POST", &templates, night()).await, not_allowed);
    assert_eq!(refused(&bob, "DELETE", &one, Value::Null).await, not_allowed);
    assert_eq!(
        refused(&bob, "POST", &recurring, daily(&template)).await,
        code(403, "template.guest")
    );
    let file = bob.get(&format!("{club}/file")).await;
    assert_eq!(file["templates"][0]["content"]["config"]["name"], "Thursday night");

    // Two directors at once: each change is whole.
    let me = format!("{club}/people/{}", joined["you"]);
    done(&ann, "PUT", &me, json!({"role": "director"})).await;
    let named = |name: &str| json!({"name": name, "content": night()["content"]});
    let (first, second) = tokio::join!(
        ann.ask("PUT", &one, Some(named("One"))),
        bob.ask("PUT", &one, Some(named("Two")))
    );
    assert_eq!((first.0, second.0), (200, 200));
    let (first, second) = tokio::join!(ann.ask("DELETE", &one, None), bob.ask("DELETE", &one, None));
    let mut statuses = [first.0, second.0];
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 404]);
    done(&ann, "DELETE", &me, Value::Null).await;
    assert_eq!(refused(&bob, "GET", &templates, Value::Null).await, unknown);
}

#[tokio::test]
async fn wrong_recurrences_are_refused() {
    let server = start(|_| {}).await;
    let ann = Caller::account(&server, "Ann").await;
    let kept = done(&ann, "POST", OWN, night()).await;
    let chips = json!({"name": "x", "content": {"kind": "chips", "chips": [{"value": 5, "count": 1}]}});
    let chips = done(&ann, "POST", OWN, chips).await;
    let field = code(400, "protocol.invalid_field");
    for (key, value, answer) in [
        ("zone", json!("Europe/Pariss"), code(400, "recurring.zone")),
        ("zone", json!("../../etc/passwd"), code(400, "recurring.zone")),
        ("zone", json!("\u{202e}Paris"), code(400, "recurring.zone")),
        ("zone", json!("x".repeat(10_000)), code(400, "recurring.zone")),
        ("time", json!("24:00"), field.clone()),
        ("time", json!("8:00"), field.clone()),
        ("time", json!("+8:00"), field.clone()),
        ("days", json!([]), field.clone()),
        ("days", json!(["monday", "monday"]), field.clone()),
        ("days", json!(["someday"]), field.clone()),
        ("ahead", json!(29), field.clone()),
        ("ahead", json!(-1), field),
        ("template", json!(999_999), code(404, "template.unknown")),
        ("template", json!(u64::MAX), code(404, "template.unknown")),
        ("template", chips["template"].clone(), code(409, "template.kind")),
    ] {
        let mut request = daily(&kept["template"]);
        request[key] = value.clone();
        assert_eq!(refused(&ann, "POST", RECURRING, request).await, answer, "{key} {value}");
    }
    assert_eq!(ann.get(RECURRING).await, json!({"recurring": []}));
    let unknown = code(404, "recurring.unknown");
    for number in ["1", "x", "18446744073709551616"] {
        let path = format!("{RECURRING}/{number}");
        assert_eq!(refused(&ann, "DELETE", &path, Value::Null).await, unknown);
        assert_eq!(refused(&ann, "PUT", &path, daily(&kept["template"])).await, unknown);
    }
}

#[tokio::test]
async fn an_event_of_a_club_is_announced_by_itself() {
    let server = start(|_| {}).await;
    let ann = Caller::account(&server, "Ann").await;
    let bob = Caller::guest(&server, "Bob").await;
    let eve = Caller::guest(&server, "Eve").await;
    let (club, template) = club_night(&ann).await;
    let read = ann.get(&club).await;
    let invitation = format!("/api/v1/club-invitations/{}", read["invitation"].as_str().unwrap());
    done(&bob, "POST", &invitation, Value::Null).await;
    let recurring = format!("{club}/recurring");
    let mut paused = daily(&template);
    paused["paused"] = json!(true);
    let begun = done(&ann, "POST", &recurring, paused).await;
    assert!(begun["last"].is_null() && begun["paused"] == true);
    let one = format!("{recurring}/{}", begun["recurring"]);
    let (first, second) = tokio::join!(
        ann.ask("PUT", &one, Some(daily(&template))),
        ann.ask("PUT", &one, Some(daily(&template)))
    );
    assert_eq!((first.0, second.0), (200, 200));
    let place = announced(&bob, &club).await;
    assert_eq!(place["name"], "Thursday night");
    let event = format!("/api/v1/tournaments/{}", place["tournament"].as_str().unwrap());
    assert_eq!(bob.get(&event).await["summary"]["starts_at"], begun["next"]);
    assert_eq!(eve.ask("GET", &event, None).await.0, 404, "for members alone");
    let after = ann.get(&recurring).await["recurring"][0].clone();
    assert_eq!(after["last"], place["tournament"]);
    assert!(after["next"].as_u64() > begun["next"].as_u64() && after["fault"].is_null());

    // A change does not announce it again.
    done(&ann, "PUT", &one, daily(&template)).await;
    sleep(Duration::from_millis(500)).await;
    assert_eq!(ann.get(&club).await["places"].as_array().unwrap().len(), 1);
    let used = format!("{club}/templates/{template}");
    assert_eq!(
        refused(&ann, "DELETE", &used, Value::Null).await,
        code(409, "template.in_use")
    );
    // It ends with its club, and the event goes on.
    done(&ann, "DELETE", &club, Value::Null).await;
    assert_eq!(bob.get(&event).await["summary"]["phase"], "registering");
    assert_eq!(
        refused(&ann, "GET", &recurring, Value::Null).await,
        code(404, "club.unknown")
    );
}

#[tokio::test]
async fn a_killed_server_announces_an_event_once() {
    for wait_ms in [0, 3, 15, 60, 400] {
        let server = Process::start(&[]);
        let ann = Caller::account_at(server.address, "Ann").await;
        let (club, template) = club_night(&ann).await;
        let recurring = format!("{club}/recurring");
        done(&ann, "POST", &recurring, daily(&template)).await;
        sleep(Duration::from_millis(wait_ms)).await;
        let server = Process::start_in(server.kill(), &[]).unwrap();
        let ann = ann.moved(server.address);
        let place = announced(&ann, &club).await;
        sleep(Duration::from_millis(300)).await;
        let read = ann.get(&club).await;
        assert_eq!(read["places"].as_array().unwrap().len(), 1, "after {wait_ms} ms");
        let after = ann.get(&recurring).await["recurring"][0].clone();
        assert_eq!(after["last"], place["tournament"]);
        let event = format!("/api/v1/tournaments/{}", place["tournament"].as_str().unwrap());
        assert_eq!(ann.get(&event).await["summary"]["phase"], "registering");
    }
}
