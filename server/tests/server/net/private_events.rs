//! A private tournament is for those who have its link, who have entered, or who run it. To anyone else no route, message or list
//! reveals that it exists: they get the answer for something that does not exist. The routes are those of the server's own description
//! and the messages those of the protocol, so that a new one is tested as well.

use std::net::SocketAddr;

use poker_protocol::v1::ClientMsg;
use serde_json::{Value, json};

use crate::net::poison::schema::{Book, targets};
use crate::net::raw::{Answer, request};
use crate::net::server::{Client, NEVER, Server, start, start_in};

const JSON: &str = "content-type: application/json\r\n";

/// A number that nothing has.
const NOTHING: &str = "999";

/// Number of names tried in one place, of those that a person without the invitation can think of.
const GUESSES: u64 = 10_000;

/// A person with an account.
struct Person {
    token: String,
    bearer: String,
    id: String,
}

impl Person {
    async fn new(address: SocketAddr, name: &str) -> Self {
        let body = json!({"nickname": name}).to_string();
        let guest = request(address, "POST", "/api/v1/guest", JSON, &body).await.json();
        let token = guest["access_token"].as_str().unwrap().to_owned();
        Self {
            bearer: format!("authorization: Bearer {token}\r\n"),
            id: guest["you"]["id"].as_str().unwrap().to_owned(),
            token,
        }
    }

    async fn connect(&self, address: SocketAddr) -> Client {
        let mut client = Client::connect(address, "/ws").await;
        client.hello(json!({"token": self.token})).await;
        client
    }
}

/// A request over HTTP, with `{event}` and `{table}` where it names a tournament or a table.
struct Route {
    method: String,
    path: String,
    body: String,
}

/// Returns all operations of the description that name a tournament or a table, in the path or in the body.
fn routes(description: &Value) -> Vec<Route> {
    let book = Book::new(&description["components"]["schemas"]);
    let mut routes = Vec::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        let path = path
            .replace("{tournament}", "{event}")
            .replace("{hand}", "1")
            .replace("{token}", "00000000-0000-4000-8000-000000000000");
        for (method, described) in methods.as_object().unwrap() {
            let method = method.to_uppercase();
            let schema = &described["requestBody"]["content"]["application/json"]["schema"];
            let bodies = match (path.as_str(), method.as_str()) {
                // Its body names what the path does.
                ("/api/v1/tournaments/{event}/floor", "POST") => vec![
                    json!({"id": "f", "reason": "because", "action": {"kind": "pause"}}),
                    json!({"id": "g", "reason": "because", "action": {"kind": "see_hand", "table": "{table}", "hand": 1}}),
                ],
                ("/api/v1/tournaments", "POST") => {
                    vec![json!({"structure": "satellite", "target": "{event}"})]
                }
                _ if schema.is_null() => vec![Value::Null],
                _ => book
                    .targets(schema)
                    .iter()
                    .map(|target| {
                        let kind = if target.field.rsplit('.').next() == Some("table") {
                            "{table}"
                        } else {
                            "{event}"
                        };
                        let names = [".table", ".tournament", ".target"];
                        let with = names
                            .iter()
                            .any(|name| target.field.ends_with(name))
                            .then(|| json!(kind));
                        let body = target.attacked(&with.unwrap_or(json!("other")).to_string());
                        let body = body.replace("\"@hand\"", "1").replace("\"@turn\"", "1");
                        serde_json::from_str(&body.replace("@table", "{table}").replace("@id", "r")).unwrap()
                    })
                    .collect(),
            };
            for body in bodies {
                let body = if body.is_null() {
                    String::new()
                } else {
                    body.to_string()
                };
                if [&path, &body]
                    .iter()
                    .any(|text| text.contains("{event}") || text.contains("{table}"))
                {
                    let (method, path) = (method.clone(), path.clone());
                    routes.push(Route { method, path, body });
                }
            }
        }
    }
    routes
}

impl Route {
    async fn ask(&self, address: SocketAddr, bearer: &str, (event, table): (&str, &str)) -> Answer {
        let with = |text: &str| text.replace("{event}", event).replace("{table}", table);
        let kind = if self.body.is_empty() { "" } else { JSON };
        let headers = format!("{kind}{bearer}");
        request(address, &self.method, &with(&self.path), &headers, &with(&self.body)).await
    }
}

/// Returns all messages that name a tournament or a table, with `{event}` and `{table}` there.
fn messages() -> Vec<String> {
    let mut messages: Vec<String> = targets::<ClientMsg>()
        .iter()
        .filter_map(|target| {
            let name = match target.field.rsplit('.').next()? {
                "tournament" => "{event}",
                "table" => "{table}",
                _ => return None,
            };
            let message = target.attacked(&json!(name).to_string());
            Some(
                message
                    .replace("\"@hand\"", "1")
                    .replace("\"@turn\"", "1")
                    .replace("@id", "m"),
            )
        })
        .collect();
    messages.sort_unstable();
    messages.dedup();
    messages
}

/// Returns names to try for a person who knows a number: of an existing tournament or table, and of nothing.
fn guesses(id: &str) -> Vec<String> {
    let (number, invitation) = id.split_once('-').unwrap();
    let is_right = invitation.len() == 32 && invitation.bytes().all(|digit| digit.is_ascii_hexdigit());
    assert!(is_right, "{id}");
    let turned: String = invitation.chars().rev().collect();
    vec![
        number.to_owned(),
        format!("{number}-"),
        format!("{number}-{}", "0".repeat(32)),
        format!("{number}-{turned}"),
        format!("{number}-{}", &invitation[..31]),
        format!("{id}0"),
    ]
}

/// The name of nothing, of the same form as another name.
fn nothing(name: &str) -> String {
    let invitation = name.split_once('-').map(|(_, invitation)| format!("-{invitation}"));
    format!("{NOTHING}{}", invitation.unwrap_or_default())
}

/// An event, and a person who knows nothing of it.
struct Hidden<'a> {
    address: SocketAddr,
    event: &'a str,
    table: &'a str,
    stranger: &'a Person,
}

impl Hidden<'_> {
    /// Checks that a stranger gets the answers for an event and a table that do not exist.
    async fn is_hidden(&self) {
        let pairs = guesses(self.event).into_iter().zip(guesses(self.table));
        let description = request(self.address, "GET", "/api/v1/openapi.json", "", "").await;
        let routes = routes(&description.json());
        assert!(routes.iter().filter(|route| route.path.contains("{event}")).count() >= 9);
        let messages = messages();
        assert!(messages.len() >= 30, "{messages:?}");
        let mut client = self.stranger.connect(self.address).await;
        for (event, table) in pairs {
            for route in &routes {
                for bearer in ["", &self.stranger.bearer] {
                    let about_it = route.ask(self.address, bearer, (&event, &table)).await;
                    // Of the same form: that a link lacks its end can be told without knowing of anything.
                    let none = (nothing(&event), nothing(&table));
                    let about_none = route.ask(self.address, bearer, (&none.0, &none.1)).await;
                    let about = format!("{} {} {} as {event} and {table}", route.method, route.path, route.body);
                    assert_eq!(about_it.status, about_none.status, "{about}: {about_it:?}");
                    let [it, none] = [about_it.body, about_none.body].map(String::from_utf8);
                    assert_eq!(it, none, "{about}");
                }
            }
            for message in &messages {
                let message = |event: &str, table: &str| {
                    let text = message.replace("{event}", event).replace("{table}", table);
                    serde_json::from_str::<Value>(&text).unwrap()
                };
                let mut about_it = client.ask(message(&event, &table)).await;
                let mut about_none = client.ask(message(NOTHING, NOTHING)).await;
                (about_it["id"], about_none["id"]) = (Value::Null, Value::Null);
                assert_eq!(about_it["type"], "error", "{about_it}");
                assert_eq!(about_it, about_none, "{}", message(&event, &table));
            }
        }
        for kind in ["list_tournaments", "list_tables", "watch_lobby"] {
            let told = client.ask(json!({"type": kind})).await.to_string();
            assert!(!told.contains("Among friends"), "{told}");
        }
        for path in ["/api/v1/tournaments", "/api/v1/tables"] {
            let told = request(self.address, "GET", path, &self.stranger.bearer, "").await;
            assert!(!told.json().to_string().contains("Among friends"), "{told:?}");
        }
    }

    /// Returns the statuses of requests for the event by a name.
    async fn seen(&self, name: &str, bearer: &str) -> Vec<u16> {
        let mut seen = Vec::new();
        for part in ["", "/entrants", "/results", "/log", "/floor"] {
            let path = format!("/api/v1/tournaments/{name}{part}");
            seen.push(request(self.address, "GET", &path, bearer, "").await.status);
        }
        seen
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

fn number(id: &str) -> &str {
    id.split_once('-').unwrap().0
}

async fn open(server: &mut Option<Server>) -> SocketAddr {
    let before = server.take();
    let adapt = |config: &mut poker_server::config::Config| {
        config.messages_per_second = 100_000;
        config.message_burst = 100_000;
        config.api_requests_per_second = 100_000;
        config.tournament_shown_s = 2;
    };
    let opened = match before {
        None => start(adapt).await,
        Some(mut before) => {
            before.ask_to_stop();
            start_in(before.stopped().await, adapt).await
        }
    };
    let address = opened.address;
    *server = Some(opened);
    address
}

/// Announces a private event of a host, and returns its identifier.
async fn announce(address: SocketAddr, host: &Person) -> String {
    let config = json!({"structure": "heads-up", "private": true, "name": "Among friends"});
    let headers = format!("{JSON}{}", host.bearer);
    let made = request(address, "POST", "/api/v1/tournaments", &headers, &config.to_string()).await;
    assert_eq!(made.status, 201, "{made:?}");
    text(&made.json()["tournament"])
}

/// Returns the seat that a player gets.
async fn seated(client: &mut Client) -> String {
    loop {
        let message = client.next().await;
        if let Some(table) = message["you"]["seat"]["table"].as_str() {
            return table.to_owned();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::too_many_lines, reason = "one tournament, in the order of its life")]
async fn a_private_tournament_is_there_for_those_alone_who_were_told_of_it() {
    let mut server = None;
    let address = open(&mut server).await;
    let mut people = Vec::new();
    for name in ["Ada", "Bea", "Cid", "Eve", "Flo"] {
        people.push(Person::new(address, name).await);
    }
    let [ada, bea, cid, eve, flo] = people.try_into().unwrap_or_else(|_| unreachable!("there are five"));
    let event = announce(address, &ada).await;
    let hidden = |address, table| Hidden {
        address,
        event: &event,
        table,
        stranger: &eve,
    };
    let none = format!("{NOTHING}-{}", "0".repeat(32));
    hidden(address, &none).is_hidden().await;

    // The host, those with the link, and the official named by the host.
    let known = hidden(address, &none);
    let (all, nothing) = (vec![200; 5], vec![404; 5]);
    assert_eq!(known.seen(&event, "").await, all);
    assert_eq!(known.seen(number(&event), &ada.bearer).await, all);
    assert_eq!(known.seen(number(&event), &flo.bearer).await, nothing);
    let grant = json!({
        "id": "grant", "reason": "she knows the rules", "action": {"kind": "grant", "account": flo.id, "role": "floor"},
    });
    let path = format!("/api/v1/tournaments/{}/floor", number(&event));
    let headers = format!("{JSON}{}", ada.bearer);
    let granted = request(address, "POST", &path, &headers, &grant.to_string()).await;
    assert_eq!(granted.status, 200, "{granted:?}");
    assert_eq!(known.seen(number(&event), &flo.bearer).await, all);

    // With the link, and from then on by the number as well.
    let mut players = Vec::new();
    for person in [&bea, &cid] {
        let mut client = person.connect(address).await;
        let by_number = json!({"type": "watch_tournament", "tournament": number(&event)});
        assert_eq!(client.ask(by_number.clone()).await["code"], "tournament.unknown");
        let register = json!({"type": "register", "tournament": event, "rules": 1});
        assert_eq!(client.ask(register).await["type"], "ok");
        assert_eq!(client.ask(by_number).await["type"], "ok");
        let snapshot = client.next().await;
        assert_eq!(
            (&snapshot["tournament"], &snapshot["state"]["summary"]["tournament"]),
            (&json!(event), &json!(event)),
            "{snapshot}"
        );
        players.push(client);
    }
    let table = seated(&mut players[0]).await;
    let own = &event[number(&event).len()..];
    assert!(table.ends_with(own) && !own.is_empty(), "{table} of {event}");
    let hidden_table = hidden(address, &table);
    hidden_table.is_hidden().await;
    assert_eq!(hidden_table.seen(number(&event), &cid.bearer).await, all);
    let mut flo_there = flo.connect(address).await;
    let mut eve_there = eve.connect(address).await;
    let watch = |table: &str| json!({"type": "watch", "table": table});
    assert_eq!(flo_there.ask(watch(number(&table))).await["type"], "ok");
    assert_eq!(eve_there.ask(watch(number(&table))).await["code"], "table.not_found");
    assert_eq!(eve_there.ask(watch(&table)).await["type"], "ok");
    let state = request(address, "GET", &format!("/api/v1/tables/{table}/state"), "", "").await;
    assert_eq!(state.status, 200);
    assert_eq!(state.json()["state"]["info"]["tournament"]["tournament"], json!(event));

    // Guessing reaches nothing.
    let mut random = 7_u64;
    for guess in 0..GUESSES {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let tail = format!("{:016x}{random:016x}", random.rotate_left(32));
        let (name, of) = [(&event, "tournament"), (&table, "table")][usize::from(guess % 2 == 0)];
        let kind = ["watch_tournament", "watch"][usize::from(guess % 2 == 0)];
        let code = ["tournament.unknown", "table.not_found"][usize::from(guess % 2 == 0)];
        let mut message = json!({ "type": kind });
        message[of] = json!(format!("{}-{tail}", number(name)));
        assert_eq!(eve_there.ask(message).await["code"], code);
    }

    // The same after a restart, in the middle of the event.
    drop((players, flo_there, eve_there));
    let address = open(&mut server).await;
    hidden(address, &table).is_hidden().await;
    let mut bea_there = Client::connect(address, "/ws").await;
    let welcome = bea_there.hello(json!({"token": bea.token})).await;
    assert_eq!(welcome["tournaments"], json!([event]));
    assert_eq!(welcome["tables"], json!([table]));

    // And when it is over, and when it is closed. The player to act leaves, which ends the hand.
    let state = request(address, "GET", &format!("/api/v1/tables/{table}/state"), "", "").await;
    let state = state.json()["state"].clone();
    let asked = &state["hand"]["turn"]["seats"][0];
    let sits = |seat: &&Value| seat["seat"] == *asked;
    let to_act = state["seats"].as_array().unwrap().iter().find(sits);
    let to_act = text(&to_act.unwrap_or_else(|| panic!("{state}"))["player"]["id"]);
    let mut leaving = if to_act == bea.id {
        bea_there
    } else {
        cid.connect(address).await
    };
    for confirm in [false, true] {
        let withdraw = json!({"type": "withdraw", "tournament": number(&event), "confirm": confirm});
        let answer = leaving.ask(withdraw).await;
        assert_eq!(answer["type"] == "ok", confirm, "{answer}");
    }
    hidden(address, &table).is_hidden().await;
    let watch = json!({"type": "watch_tournament", "tournament": event});
    tokio::time::timeout(NEVER, async {
        while leaving.ask(watch.clone()).await["type"] == "ok" {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    })
    .await
    .unwrap();
    for _ in 0..2 {
        let address = open(&mut server).await;
        let closed = hidden(address, &table);
        closed.is_hidden().await;
        for (name, bearer, seen) in [
            (event.as_str(), "", &all),
            (&event, &eve.bearer, &all),
            (number(&event), "", &nothing),
            (number(&event), &eve.bearer, &nothing),
            (number(&event), &ada.bearer, &all),
            (number(&event), &bea.bearer, &all),
            (number(&event), &flo.bearer, &all),
        ] {
            assert_eq!(&closed.seen(name, bearer).await, seen, "{name}");
        }
        let own = request(address, "GET", "/api/v1/me/tournaments", &bea.bearer, "").await;
        assert_eq!(own.json()["tournaments"][0]["tournament"], json!(event));
        // Whoever played finds place and prize there, and no table is left.
        let path = format!("/api/v1/tournaments/{}", number(&event));
        for person in [&bea, &cid] {
            let state = request(address, "GET", &path, &person.bearer, "").await.json();
            let (place, prize) = if person.id == to_act {
                (2, Value::Null)
            } else {
                (1, json!(100))
            };
            let you = &state["you"];
            assert_eq!((&you["place"]["best"], &you["prize"]), (&json!(place), &prize), "{you}");
            assert_eq!(you["registered"], true);
        }
        let host = request(address, "GET", &path, &ada.bearer, "").await.json();
        assert_eq!(host["you"], json!({"registered": false}));
        let floor = request(address, "GET", &format!("{path}/floor"), &bea.bearer, "")
            .await
            .json();
        let officials: Vec<&Value> = floor["officials"].as_array().unwrap().iter().collect();
        assert_eq!(officials.len(), 2, "the host and the one named: {officials:?}");
        let tables = request(address, "GET", &format!("{path}/tables"), &bea.bearer, "").await;
        assert_eq!(tables.json(), json!({"tables": []}));
    }
}

#[tokio::test]
async fn the_host_starts_a_private_sit_and_go_before_it_is_full_and_no_listed_one() {
    let server = start(|_| {}).await;
    let address = server.address;
    let ada = Person::new(address, "Ada").await;
    let bea = Person::new(address, "Bea").await;
    let headers = format!("{JSON}{}", ada.bearer);
    let (mut host, mut guest) = (ada.connect(address).await, bea.connect(address).await);
    for (is_private, begins) in [(false, false), (true, true)] {
        let config = json!({"structure": "friends", "private": is_private}).to_string();
        let made = request(address, "POST", "/api/v1/tournaments", &headers, &config).await;
        let event = made.json()["tournament"].as_str().unwrap().to_owned();
        let begin = async |id: &str| {
            let start = json!({"id": id, "reason": "all are here", "action": {"kind": "start"}}).to_string();
            let path = format!("/api/v1/tournaments/{event}/floor");
            request(address, "POST", &path, &headers, &start).await
        };
        let register = json!({"type": "register", "tournament": event, "rules": 1});
        let entered = host.ask(register.clone()).await;
        assert_eq!(entered["type"], "ok", "{entered}");
        let alone = begin("alone").await.json();
        let why = if is_private {
            "tournament.too_few_players"
        } else {
            "tournament.wrong_phase"
        };
        assert_eq!(alone["code"], why, "{alone}");
        let entered = guest.ask(register).await;
        assert_eq!(entered["type"], "ok", "{entered}");
        let answer = begin("both").await;
        assert_eq!(answer.status == 200, begins, "{answer:?}");
        let state = request(address, "GET", &format!("/api/v1/tournaments/{event}"), &headers, "").await;
        let phase = if begins { "running" } else { "registering" };
        assert_eq!(state.json()["summary"]["phase"], phase);
    }
}
