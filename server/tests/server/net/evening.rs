//! A club night on paper: entries are closed early, the prizes are set, a player never comes; and the season counts the knock-outs.

use serde_json::{Value, json};

use crate::net::caller::Caller;
use crate::net::server::start;

const NIGHT: &str = r#"
id = "night"
name = { en = "Night", fr = "Soir" }
games = ["no-limit-holdem"]
entries = [3, 20]
seats = 9
price = 20
stack = 1000
levels = ["30m 5/10", "30m 10/20"]
late_levels = 1
re_entries = 1
pays = [70, 30]
hand_for_hand = []
"#;

/// A tournament and its host.
struct Night<'a> {
    host: &'a Caller,
    path: String,
    requests: u32,
}

impl<'a> Night<'a> {
    async fn announced(host: &'a Caller, more: Value) -> Self {
        let mut config = json!({"definition": NIGHT, "private": true});
        config
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let (status, made) = host.ask("POST", "/api/v1/tournaments", Some(config)).await;
        assert_eq!(status, 201, "{made}");
        Self {
            host,
            path: format!("/api/v1/tournaments/{}", made["tournament"].as_str().unwrap()),
            requests: 0,
        }
    }

    fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap()
    }

    async fn act(&mut self, action: &Value) -> (u16, Value) {
        self.requests += 1;
        let body = json!({"id": format!("act-{}", self.requests), "reason": "as it was", "action": action});
        self.host.ask("POST", &format!("{}/floor", self.path), Some(body)).await
    }

    async fn done(&mut self, action: Value) -> Value {
        let (status, line) = self.act(&action).await;
        assert_eq!(status, 200, "{action}: {line}");
        line
    }

    /// Expects a refusal that changes nothing.
    async fn refused(&mut self, action: Value, code: &str) {
        let before = self.still().await;
        let (_, error) = self.act(&action).await;
        assert_eq!(error["code"], code, "{action}: {error}");
        assert_eq!(self.still().await, before, "{action}");
    }

    /// Returns the state without its clock.
    async fn still(&self) -> Value {
        let mut state = self.host.get(&self.path).await;
        state.as_object_mut().unwrap().remove("clock");
        state
    }

    /// Returns the players at table 1.
    async fn seated(&self) -> Vec<u64> {
        let state = self.still().await;
        let seats = state["tables"][0]["seats"].as_array().unwrap();
        seats.iter().map(|seat| seat[1].as_u64().unwrap()).collect()
    }

    async fn bust(&mut self, player: u64, by: &[u64]) {
        self.done(json!({"kind": "hand_over", "table": 1, "busts": [{"player": player, "by": by}]}))
            .await;
    }
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one evening, in the order of its life")]
async fn a_club_night_is_closed_paid_and_counted() {
    let server = start(|_| {}).await;
    let ann = Caller::account(&server, "Ann").await;
    let mut night = Night::announced(&ann, json!({"live": true})).await;
    for name in ["Ada", "Bob", "Cid", "Dee", "Eve", "Flo"] {
        night.done(json!({"kind": "enter", "name": name})).await;
    }
    night
        .refused(json!({"kind": "close_entries"}), "tournament.wrong_phase")
        .await;
    night
        .refused(json!({"kind": "no_show", "player": 1}), "tournament.wrong_phase")
        .await;
    night
        .done(json!({"kind": "set_prizes", "fee_percent": 10, "bonus": 50, "unit": 5}))
        .await;
    let state = night.still().await;
    assert_eq!(
        state["payout"],
        json!({"unit": 5, "fee": 12, "fee_percent": 10, "bonus": 50})
    );
    assert_eq!(state["prizes"], json!([113, 45]), "158, of which 47 are rounded to 45");
    night.done(json!({"kind": "start"})).await;

    // Flo never came.
    night.done(json!({"kind": "no_show", "player": 6})).await;
    let gone = night.still().await;
    assert_eq!(
        (
            &gone["summary"]["entries"],
            &gone["summary"]["pool"],
            &gone["summary"]["alive"]
        ),
        (&json!(5), &json!(100), &json!(5))
    );
    assert_eq!(night.seated().await.len(), 5);
    night.done(json!({"kind": "undo"})).await;
    assert_eq!(night.seated().await.len(), 6);
    night.done(json!({"kind": "redo"})).await;
    for player in [6, 99] {
        night
            .refused(
                json!({"kind": "no_show", "player": player}),
                "tournament.no_such_player",
            )
            .await;
    }
    // A name that was taken back is free.
    night.done(json!({"kind": "enter", "name": "Flo"})).await;
    let seated = night.seated().await;
    let [one, two, three, four, five, six] = seated[..] else {
        panic!("six are seated: {seated:?}")
    };
    night.bust(three, &[one]).await;
    night.done(json!({"kind": "re_enter", "player": three})).await;
    night
        .refused(json!({"kind": "no_show", "player": one}), "tournament.too_late")
        .await;
    night
        .refused(json!({"kind": "no_show", "player": three}), "tournament.too_late")
        .await;
    night
        .refused(json!({"kind": "set_prizes", "prizes": [100]}), "tournament.not_yet")
        .await;

    night.done(json!({"kind": "close_entries"})).await;
    let closed = night.still().await;
    assert_eq!(
        (&closed["prizes_final"], &closed["summary"]["entries_open"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(closed["prizes"], json!([126, 50]), "140, less 14, plus 50");
    night
        .refused(json!({"kind": "close_entries"}), "tournament.entries_closed")
        .await;
    night
        .refused(json!({"kind": "enter", "name": "Late"}), "tournament.entries_closed")
        .await;
    night
        .refused(json!({"kind": "no_show", "player": six}), "tournament.entries_closed")
        .await;
    // Taken back, entries are open again, and close again.
    night.done(json!({"kind": "undo"})).await;
    assert_eq!(night.still().await["summary"]["entries_open"], true);
    night.done(json!({"kind": "enter", "name": "Late"})).await;
    night.done(json!({"kind": "undo"})).await;
    night.done(json!({"kind": "close_entries"})).await;

    for wrong in [
        json!({"prizes": [126, 51], "fee": 14, "bonus": 50}),
        json!({"prizes": [50, 126], "fee": 14, "bonus": 50}),
        json!({"prizes": [176, 0], "fee": 14, "bonus": 50}),
        json!({"prizes": [20, 20, 20, 20, 20, 20, 20]}),
        json!({"fee": 14, "fee_percent": 10}),
        json!({"fee": 141}),
        json!({"fee_percent": 101}),
        json!({"unit": 0}),
        json!({"bonus": 1_000_000_000_001_u64}),
    ] {
        let mut action = json!({"kind": "set_prizes"});
        action
            .as_object_mut()
            .unwrap()
            .extend(wrong.as_object().unwrap().clone());
        night.refused(action, "tournament.bad_prizes").await;
    }
    let prizes = json!({"kind": "set_prizes", "fee": 20, "prizes": [70, 30, 20]});
    night.done(prizes).await;
    assert_eq!(night.still().await["prizes"], json!([70, 30, 20]));

    // One player wins all, two at once in the last hand but one.
    night.bust(six, &[one, two]).await;
    night.bust(five, &[one]).await;
    night.bust(four, &[two]).await;
    night.bust(three, &[one]).await;
    night
        .refused(json!({"kind": "set_prizes"}), "tournament.too_late")
        .await;
    night.bust(two, &[one]).await;
    let over = night.still().await;
    assert_eq!(over["summary"]["phase"], "completed");
    assert_eq!(over["prizes"], json!([70, 30, 20]));

    // The season counts it: each who shared the chips of the sixth knocked out one player.
    let (_, club) = ann
        .ask("POST", "/api/v1/clubs", Some(json!({"name": "Thursday"})))
        .await;
    let path = format!("/api/v1/clubs/{}", club["club"]);
    let place = json!({"tournament": night.name()});
    let (status, placed) = ann.ask("POST", &format!("{path}/places"), Some(place)).await;
    assert!(status < 300, "{placed}");
    let rules = json!({"name": "Summer", "formula": "100 * knockouts + 10 * rebuys + place"});
    let (_, season) = ann.ask("POST", &format!("{path}/seasons"), Some(rules)).await;
    let events = format!("{path}/seasons/{}/events", season["season"]);
    let event = json!({"name": "Night", "at": 1_782_900_000_000_u64, "price": 20, "tournament": night.name()});
    let (status, counted) = ann.ask("POST", &events, Some(event)).await;
    assert!(status < 300, "{counted}");
    let standings = counted["season"]["standings"].as_array().unwrap().iter();
    let points: Vec<(String, i64)> = standings
        .map(|line| {
            (
                line["name"].as_str().unwrap().to_owned(),
                line["points"].as_i64().unwrap(),
            )
        })
        .collect();
    let name = |player: u64| {
        let entrants = over["entrants"].as_array().unwrap();
        let entrant = entrants.iter().find(|entrant| entrant["player"] == player).unwrap();
        entrant["who"]["name"].as_str().unwrap().to_owned()
    };
    // Points are kept in hundredths.
    let expected = [
        (one, 50_100),
        (two, 20_200),
        (three, 1_300),
        (four, 400),
        (five, 500),
        (six, 600),
    ];
    for (player, due) in expected {
        let found = points.iter().find(|(who, _)| *who == name(player)).unwrap();
        assert_eq!(found.1, due, "{} of {points:?}", name(player));
    }
}

#[tokio::test]
async fn a_dealt_private_event_gives_the_entry_back_to_the_account() {
    let server = start(|_| {}).await;
    let host = Caller::account(&server, "Host").await;
    let starts_at = jiff::Timestamp::now().as_millisecond() + 3_600_000;
    let mut night = Night::announced(&host, json!({"starts_at": starts_at})).await;
    night
        .refused(json!({"kind": "set_prizes", "bonus": 5}), "tournament.wrong_phase")
        .await;
    let register = json!({"type": "register", "tournament": night.name(), "rules": 1});
    let mut players = Vec::new();
    for name in ["Ada", "Bob", "Cid"] {
        let guest = Caller::guest(&server, name).await;
        let mut client = server.connect().await;
        client.hello(json!({"token": guest.token})).await;
        assert_eq!(client.ask(register.clone()).await["type"], "ok");
        players.push((guest, client));
    }
    night.done(json!({"kind": "start"})).await;
    // The first hand is dealt to all three, and Dee comes too late for it.
    let watched = async |night: &Night<'_>| {
        let state = night.still().await;
        let table = state["tables"][0]["table"].as_str()?.to_owned();
        let (_, shown) = night
            .host
            .ask("GET", &format!("/api/v1/tables/{table}/state"), None)
            .await;
        shown["state"]["hand"].is_object().then_some(())
    };
    for _ in 0..250 {
        if watched(&night).await.is_some() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    for player in [1, 9] {
        let code = if player == 1 {
            "tournament.too_late"
        } else {
            "tournament.no_such_player"
        };
        let (_, error) = night.act(&json!({"kind": "no_show", "player": player})).await;
        assert_eq!(error["code"], code, "{error}");
    }
    let dee = Caller::guest(&server, "Dee").await;
    let before = dee.get("/api/v1/me").await["balance"].clone();
    let mut client = server.connect().await;
    client.hello(json!({"token": dee.token})).await;
    assert_eq!(client.ask(register).await["type"], "ok");
    assert_ne!(dee.get("/api/v1/me").await["balance"], before);
    let given = night.done(json!({"kind": "no_show", "player": 4})).await;
    assert_eq!(dee.get("/api/v1/me").await["balance"], before, "the whole price");
    let state = night.still().await;
    assert_eq!(
        (&state["summary"]["entries"], &state["summary"]["pool"]),
        (&json!(3), &json!(60))
    );
    // Chips of an account have moved: the line of undo stops there.
    night.done(json!({"kind": "pause"})).await;
    night.done(json!({"kind": "undo"})).await;
    let (_, error) = night.act(&json!({"kind": "undo"})).await;
    assert_eq!(
        (&error["code"], &error["params"]["line"]),
        (&json!("tournament.not_undoable"), &given["no"]),
        "{error}"
    );
    drop(players);
}
