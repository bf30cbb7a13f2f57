//! Clubs and seasons, as they are described.

use serde_json::{Value, json};

use super::bearer;
use super::described::Described;

/// Uses every operation on clubs and seasons; `token` is that of a guest.
pub(super) async fn ask_of_clubs(api: &mut Described, token: &str) {
    let founder = json!({"name": "Fay", "password": "correct horse battery"});
    let founder = api.ask("post", "/api/v1/register", "", Some(&founder)).await.json();
    let founder = &*bearer(&founder["access_token"]);
    let named = json!({"name": "Club"});
    let clubs = "/api/v1/clubs";
    assert_eq!(api.ask("post", clubs, "", Some(&named)).await.status, 401);
    assert_eq!(api.ask("post", clubs, token, Some(&named)).await.status, 403);
    assert_eq!(api.ask("post", clubs, founder, Some(&json!({}))).await.status, 400);
    let made = api.ask("post", clubs, founder, Some(&named)).await;
    assert_eq!(made.status, 201);
    let made = made.json();
    let club = &*format!("{clubs}/{}", made["club"]);
    let invitation = &*format!("/api/v1/club-invitations/{}", made["invitation"].as_str().unwrap());
    let people = &*format!("{club}/people");
    let seasons = &*format!("{club}/seasons");
    let season = json!({"name": "Club", "formula": "1"});
    for (method, path, token, body, status) in [
        ("get", clubs, founder, None, 200),
        ("get", clubs, "", None, 401),
        ("get", club, token, None, 404),
        ("get", club, founder, None, 200),
        ("get", invitation, "", None, 401),
        ("get", invitation, token, None, 200),
        ("post", invitation, token, None, 200),
        ("put", club, token, Some(named.clone()), 403),
        ("put", club, founder, Some(named), 200),
        ("post", people, founder, Some(json!({"names": ["Gus", "Hal"]})), 200),
        ("get", &*format!("{people}/file"), token, None, 200),
        (
            "put",
            &*format!("{club}/calls"),
            token,
            Some(json!({"calls": true})),
            200,
        ),
        ("get", &*format!("{club}/file"), token, None, 200),
        ("get", &*format!("{club}/chat"), token, None, 200),
        (
            "post",
            &*format!("{club}/chat"),
            token,
            Some(json!({"text": "hello"})),
            200,
        ),
        ("post", &*format!("{club}/invitation"), founder, None, 200),
        ("post", invitation, token, None, 404),
        ("post", seasons, token, Some(season), 403),
        ("get", "/api/v1/formulas", "", None, 200),
        (
            "post",
            "/api/v1/formulas/check",
            "",
            Some(json!({"formula": "1 +"})),
            400,
        ),
        (
            "post",
            "/api/v1/formulas/check",
            "",
            Some(json!({"formula": "1 / place"})),
            200,
        ),
    ] {
        let answer = api.ask(method, path, token, body.as_ref()).await;
        assert_eq!(answer.status, status, "{method} {path}");
    }
    let read = api.ask("get", club, founder, None).await.json();
    let person = |name: &str| {
        let all = read["people"].as_array().unwrap();
        let found = all.iter().find(|person| person["name"] == name).unwrap();
        format!("{people}/{}", found["person"])
    };
    let (gus, hal) = (person("Gus"), person("Hal"));
    let accept = json!({"claim": true});
    assert_eq!(api.ask("post", &format!("{gus}/claim"), token, None).await.status, 200);
    assert_eq!(api.ask("put", &gus, founder, Some(&accept)).await.status, 200);
    assert_eq!(api.ask("delete", &hal, token, None).await.status, 403);
    assert_eq!(api.ask("delete", &hal, founder, None).await.status, 204);
    ask_of_places(api, club, founder).await;
    ask_of_seasons(api, seasons, founder).await;
    ask_of_templates(api, club, founder, token).await;
    ask_of_templates(api, "/api/v1", founder, token).await;
    assert_eq!(api.ask("delete", club, founder, None).await.status, 204);
}

async fn ask_of_templates(api: &mut Described, of: &str, token: &str, guest: &str) {
    let is_own = of.ends_with("v1");
    let (templates, recurring) = (&*format!("{of}/templates"), &*format!("{of}/recurring"));
    let pays = json!({"name": "Three", "content": {"kind": "payouts", "pays": "50, 30, 20"}});
    let night = json!({"name": "Night", "content": {"kind": "event", "config": {"structure": "freezeout"}}});
    let mut made = Vec::new();
    for template in [&pays, &night] {
        let kept = api.ask("post", templates, token, Some(template)).await;
        assert_eq!(kept.status, 201);
        made.push(kept.json()["template"].clone());
    }
    let [three, night] = [&made[0], &made[1]].map(|number| format!("{templates}/{number}"));
    let recurs = json!({"template": made[1], "days": ["monday"], "time": "20:00", "zone": "UTC", "ahead": 0});
    let begun = api.ask("post", recurring, token, Some(&recurs)).await;
    assert_eq!(begun.status, 201);
    let event = &*format!("{recurring}/{}", begun.json()["recurring"]);
    for (method, path, token, body, status) in [
        ("get", templates, token, None, 200),
        ("get", &*three, token, None, 200),
        ("get", &*three, guest, None, if is_own { 404 } else { 200 }),
        ("put", &*three, token, Some(&pays), 200),
        ("put", &*three, guest, Some(&pays), 403),
        ("get", recurring, token, None, 200),
        ("put", event, token, Some(&recurs), 200),
        ("delete", &*night, token, None, 409),
        ("delete", event, token, None, 204),
        ("delete", event, token, None, 404),
        ("delete", &*night, token, None, 204),
        ("delete", &*three, token, None, 204),
    ] {
        let answer = api.ask(method, path, token, body).await;
        assert_eq!(answer.status, status, "{method} {path}");
    }
}

async fn ask_of_places(api: &mut Described, club: &str, token: &str) {
    let config = json!({"name": "Back room", "game": "no-limit-holdem", "seats": 2, "private": true});
    let table = api.ask("post", "/api/v1/tables", token, Some(&config)).await.json();
    let places = format!("{club}/places");
    let public = json!({"table": "1"});
    assert_eq!(api.ask("post", &places, token, Some(&public)).await.status, 409);
    let place = json!({"table": table["table"]});
    assert_eq!(api.ask("post", &places, token, Some(&place)).await.status, 200);
    let (number, _) = table["table"].as_str().unwrap().split_once('-').unwrap();
    let place = format!("{places}/{number}");
    assert_eq!(api.ask("delete", &place, token, None).await.status, 204);
    assert_eq!(api.ask("delete", &place, token, None).await.status, 404);
}

async fn ask_of_seasons(api: &mut Described, seasons: &str, token: &str) {
    let terms = json!({"name": "Summer", "formula": "entrants - place + 1", "best": 2, "ties": ["wins"]});
    let made = api.ask("post", seasons, token, Some(&terms)).await;
    assert_eq!(made.status, 201);
    let season = &*format!("{seasons}/{}", made.json()["season"]);
    let events = &*format!("{season}/events");
    let results = json!([{"name": "Gus", "place": 1, "knock_outs": 1}]);
    let night = json!({"name": "One", "at": 1_782_900_000_000_u64, "results": results});
    let added = api.ask("post", events, token, Some(&night)).await;
    assert_eq!(added.status, 201);
    let event = &*format!("{events}/{}", added.json()["season"]["events"][0]["event"]);
    let file = &*format!("{season}/file");
    for (method, path, body, status) in [
        ("get", season, Value::Null, 200),
        ("get", file, Value::Null, 200),
        ("get", &*format!("{season}/card?lang=fr"), Value::Null, 200),
        ("get", &*format!("{season}/card.png"), Value::Null, 200),
        ("put", season, terms, 200),
        ("put", event, night.clone(), 200),
        ("put", event, json!({"name": "", "at": 0}), 400),
        ("delete", event, Value::Null, 200),
        ("put", event, night, 404),
        ("delete", season, Value::Null, 204),
        ("get", season, Value::Null, 404),
        ("get", file, Value::Null, 404),
    ] {
        let body = (!body.is_null()).then_some(&body);
        let answer = api.ask(method, path, token, body).await;
        assert_eq!(answer.status, status, "{method} {path}");
    }
}
