//! Extreme values in every body, path and query of the HTTP interface. Requests are made from the description that the server
//! gives of itself, so an operation that is added is attacked as well. The account that sends them has played a hand and hosts a
//! tournament, so reads of these are reached, too.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::schema::{Book, Target};
use super::{FAULTS, rounds, server};
use crate::net::raw::{Answer, request};
use crate::net::server::{Server, Tables};

/// Of all possible requests, one in this many is sent.
const SHARE: usize = 13;

const JSON: &str = "content-type: application/json\r\n";

/// An operation, and its points of attack.
struct Operation<'a> {
    method: String,
    path: &'a str,
    described: &'a Value,
    /// The fields of its body.
    body: Vec<Target>,
    /// Its parameters: `true` if it is in the path, its name, and the values to try.
    parameters: Vec<(bool, &'a str, Target)>,
}

/// Returns all operations of the description.
fn operations(description: &Value) -> Vec<Operation<'_>> {
    let book = Book::new(&description["components"]["schemas"]);
    let paths = description["paths"].as_object().unwrap().iter();
    let described = paths.flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap().iter();
        methods.map(move |(method, described)| (path, method, described))
    });
    described
        .map(|(path, method, described)| {
            let body = &described["requestBody"]["content"]["application/json"]["schema"];
            let parameters = described["parameters"].as_array().into_iter().flatten();
            let parameters = parameters.map(|parameter| {
                let whole = book.targets(&parameter["schema"]).swap_remove(0);
                (parameter["in"] == "path", parameter["name"].as_str().unwrap(), whole)
            });
            Operation {
                method: method.to_uppercase(),
                path,
                described,
                body: if body.is_null() { Vec::new() } else { book.targets(body) },
                parameters: parameters.collect(),
            }
        })
        .collect()
}

/// The accounts, and what they own.
struct Known {
    /// A header with the token of the attacking account.
    bearer: String,
    table: String,
    tournament: String,
    /// The other player at the table.
    player: String,
    club: String,
    invitation: String,
    season: String,
}

impl Known {
    /// Has two accounts play a hand at a table, one of which hosts a tournament.
    async fn prepare(server: &Server) -> Self {
        let mut players = Vec::new();
        for name in ["Ada", "Bea"] {
            let body = json!({"name": name, "password": "correct horse battery"}).to_string();
            let session = request(server.address, "POST", "/api/v1/register", JSON, &body)
                .await
                .json();
            let mut client = server.connect().await;
            client.hello(json!({"token": session["access_token"]})).await;
            players.push((session, client));
        }
        let table = players[0].1.create_table(Tables::Public).await;
        for (_, client) in &mut players {
            client.sit(&table).await;
        }
        let [(ada, mut asks), (bea, mut other)] = players.try_into().unwrap_or_else(|_| unreachable!("there are two"));
        tokio::join!(asks.play(&table, 1, |_| {}), other.play(&table, 1, |_| {}));
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let bearer = format!("authorization: Bearer {}\r\n", text(&ada["access_token"]));
        let headers = format!("{JSON}{bearer}");
        // A live tournament accepts everything from its host, who has entered some players.
        let post = async |path: &str, body: Value| {
            let answer = request(server.address, "POST", path, &headers, &body.to_string()).await;
            assert!(answer.status < 300, "{answer:?}");
            answer.json()
        };
        let hosted = json!({"structure": "home", "live": true, "private": true});
        let tournament = text(&post("/api/v1/tournaments", hosted).await["tournament"]);
        let enter = |name| json!({"kind": "enter", "name": name});
        let acts = ["Cam", "Dan", "Eve", "Fay"]
            .map(enter)
            .into_iter()
            .chain([json!({"kind": "start"})]);
        for (number, action) in acts.enumerate() {
            let act = json!({"id": format!("{number}"), "reason": "a game at home", "action": action});
            post(&format!("/api/v1/tournaments/{tournament}/floor"), act).await;
        }
        let club = post("/api/v1/clubs", json!({"name": "Club"})).await;
        let number = club["club"].to_string();
        let season = json!({"name": "Winter", "formula": "1"});
        let season = post(&format!("/api/v1/clubs/{number}/seasons"), season).await;
        Self {
            bearer,
            table,
            tournament,
            player: text(&bea["you"]["id"]),
            club: number,
            invitation: text(&club["invitation"]),
            season: season["season"].to_string(),
        }
    }

    /// Returns the value of a path's parameter while others are attacked.
    fn sample(&self, name: &str) -> &str {
        match name {
            "table" => &self.table,
            "tournament" => &self.tournament,
            "player" => &self.player,
            "club" => &self.club,
            "invitation" => &self.invitation,
            "season" => &self.season,
            "hand" | "person" | "place" | "event" | "template" | "recurring" => "1",
            "game" => "no-limit-holdem",
            "structure" => "late",
            "token" | "id" => "00000000-0000-4000-8000-000000000000",
            new => panic!("what is a `{new}`?"),
        }
    }

    /// Returns the path of an operation, with a text in place of a parameter.
    fn path(&self, operation: &Operation<'_>, attacked: Option<(bool, &str, &str)>) -> String {
        let mut path = operation.path.to_owned();
        for (_, name, _) in operation.parameters.iter().filter(|(in_path, ..)| *in_path) {
            let with = match attacked {
                Some((true, own, with)) if own == *name => with,
                _ => self.sample(name),
            };
            path = path.replace(&format!("{{{name}}}"), with);
        }
        if let Some((false, name, with)) = attacked {
            path = format!("{path}?{name}={with}");
        }
        path
    }
}

/// Writes a JSON value into a path: as it is, and with all its bytes escaped.
fn written(value: &str) -> [String; 2] {
    let text = serde_json::from_str::<String>(value).unwrap_or_else(|_| value.to_owned());
    let plain = text.chars().filter(|c| c.is_ascii_alphanumeric() || "-.:".contains(*c));
    let escaped = text.bytes().take(1000).map(|byte| format!("%{byte:02x}"));
    [plain.collect(), escaped.collect()]
}

#[tokio::test(flavor = "multi_thread")]
async fn no_body_path_or_query_is_a_fault() {
    let server = server().await;
    let description = request(server.address, "GET", "/api/v1/openapi.json", "", "")
        .await
        .json();
    let known = Known::prepare(&server).await;
    let operations = operations(&description);
    let one_in = if rounds() > 1 { 1 } else { SHARE };
    let mut number = 0;
    let mut is_due = || {
        number += 1;
        number % one_in == 0
    };
    let (mut accepted, mut faults) = (BTreeSet::new(), BTreeMap::new());
    for operation in &operations {
        // The account has to stay a guest and logged in, so its token is sent only where it is required.
        let takes_token = operation.described["security"] == json!([{"token": []}]);
        let bearer = if takes_token { known.bearer.as_str() } else { "" };
        let mut sent = Vec::new();
        for target in &operation.body {
            // Bounds and the values beyond them are few, and all of them are tried.
            for with in target.attacks().filter(|_| is_due()).chain(target.own_attacks()) {
                let body = target.attacked(with).replace("@id", &format!("p{}", sent.len()));
                sent.push((
                    known.path(operation, None),
                    body.replace("\"@hand\"", "1").replace("@table", &known.table),
                ));
            }
        }
        for (in_path, name, target) in &operation.parameters {
            // Half of a character, which JSON cannot have.
            let texts = target.attacks().flat_map(written).chain(["%ff".to_owned()]);
            for with in texts.filter(|_| is_due()) {
                sent.push((known.path(operation, Some((*in_path, *name, &with))), String::new()));
            }
            for with in target.own_attacks().flat_map(written) {
                sent.push((known.path(operation, Some((*in_path, *name, &with))), String::new()));
            }
        }
        for (path, body) in sent {
            let headers = if operation.body.is_empty() { "" } else { JSON };
            let answer = request(
                server.address,
                &operation.method,
                &path,
                &format!("{headers}{bearer}"),
                &body,
            )
            .await;
            let fault =
                check(&answer, operation).or((takes_token && answer.status == 401).then_some("it is not attacked"));
            if let Some(fault) = fault {
                let answer = String::from_utf8_lossy(&answer.body).into_owned();
                let sent = format!("{} {path} {body}: {answer}", operation.method);
                // One of a kind is enough.
                faults.entry((operation.path, &operation.method, fault)).or_insert(sent);
            }
            if answer.status < 300 {
                accepted.insert((operation.path, &operation.method));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(accepted.len() > 25, "{accepted:?}");
    let answer = request(server.address, "GET", "/api/v1/me", &known.bearer, "").await;
    assert_eq!(answer.status, 200);
}

/// Returns the fault of an answer: it is not described, or is a refusal without a reason.
fn check(answer: &Answer, operation: &Operation<'_>) -> Option<&'static str> {
    let is_described = !operation.described["responses"][answer.status.to_string()].is_null();
    match answer.status {
        500.. => return Some("a fault of the server"),
        // A path that names nothing leads to another operation, or nowhere.
        404 | 405 => {}
        _ if !is_described => return Some("the status is not described"),
        ..400 => return None,
        _ => {}
    }
    let refusal: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    let code = refusal["code"].as_str().unwrap_or_default();
    let names_no_field = code == "protocol.invalid_field" && !refusal["params"]["field"].is_string();
    match code {
        "" => Some("no code"),
        _ if FAULTS.contains(&code) => Some("a fault of the server"),
        _ => names_no_field.then_some("the field is not named"),
    }
}
