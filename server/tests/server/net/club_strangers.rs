//! A club is visible to its members alone. In every operation a stranger or former member gets the answer for a club that does
//! not exist, and changes nothing. The operations come from the server's own description, so a new one is tested as well.

use serde_json::{Value, json};

use super::clubs::{done, found, join, person};
use crate::net::caller::Caller;
use crate::net::poison::schema::Book;
use crate::net::raw::request;
use crate::net::server::start;

const CLUB: &str = "/api/v1/clubs/{club}";

/// A number that no club has.
const NOTHING: &str = "/api/v1/clubs/999";

/// A request about a club, with the rest of its path.
struct Route {
    method: String,
    rest: String,
    body: String,
}

/// Returns all operations about a club, each once per field of its body.
fn routes(description: &Value) -> Vec<Route> {
    let book = Book::new(&description["components"]["schemas"]);
    let mut routes = Vec::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        let Some(rest) = path.strip_prefix(CLUB) else { continue };
        let parts = rest
            .split('/')
            .map(|part| if part.starts_with('{') { "1" } else { part });
        let rest = parts.collect::<Vec<_>>().join("/");
        for (method, described) in methods.as_object().unwrap() {
            let schema = &described["requestBody"]["content"]["application/json"]["schema"];
            let bodies = if schema.is_null() {
                vec![String::new()]
            } else {
                let targets = book.targets(schema);
                targets.iter().map(|target| target.attacked("\"other\"")).collect()
            };
            routes.extend(bodies.into_iter().map(|body| Route {
                method: method.to_uppercase(),
                rest: rest.clone(),
                body,
            }));
        }
    }
    routes
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_is_nothing_to_who_is_no_member_of_it() {
    let server = start(|config| config.api_requests_per_second = 10_000).await;
    let description = request(server.address, "GET", "/api/v1/openapi.json", "", "").await;
    let routes = routes(&description.json());
    assert!(routes.len() > 30, "{}", routes.len());
    let ann = Caller::account(&server, "Ann").await;
    let (path, club) = found(&ann).await;
    let gone = Caller::guest(&server, "Bob").await;
    let joined = join(&gone, &club).await;
    let number = person(&joined, "Bob")["person"].clone();
    let event = json!({"kind": "event", "config": {"structure": "heads-up"}});
    for (rest, body) in [
        ("people", json!({"names": ["Cid"]})),
        ("chat", json!({"text": "the word is swordfish"})),
        ("seasons", json!({"name": "Winter", "formula": "1"})),
        ("templates", json!({"name": "Heads up", "content": event})),
    ] {
        done(&ann, "POST", &format!("{path}/{rest}"), body).await;
    }
    done(&ann, "DELETE", &format!("{path}/people/{number}"), Value::Null).await;
    let state = async || {
        let mut state = Vec::new();
        for rest in ["", "/chat", "/seasons/1", "/templates", "/recurring"] {
            state.push(ann.get(&format!("{path}{rest}")).await);
        }
        state
    };
    let before = state().await;
    let stranger = Caller::account(&server, "Eve").await;
    for who in [&gone, &stranger] {
        for Route { method, rest, body } in &routes {
            let kind = if body.is_empty() {
                ""
            } else {
                "content-type: application/json\r\n"
            };
            let headers = format!("{kind}authorization: Bearer {}\r\n", who.token);
            let [about_it, about_none] = [&*path, NOTHING].map(|club| format!("{club}{rest}"));
            let it = request(server.address, method, &about_it, &headers, body).await;
            let none = request(server.address, method, &about_none, &headers, body).await;
            let text = |body: &[u8]| String::from_utf8_lossy(body).into_owned();
            assert_eq!(
                (it.status, text(&it.body)),
                (none.status, text(&none.body)),
                "{method} {about_it} {body}"
            );
        }
    }
    assert_eq!(state().await, before);
}
