//! Web Push: a push service of the test's own reads the server's messages with the keys of a browser.

use std::collections::HashMap;
use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::agreement::{ECDH_P256, PrivateKey, UnparsedPublicKey, agree};
use aws_lc_rs::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey as Verifier};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use serde_json::{Value, json};
use sqlx::Connection as _;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use crate::net::caller::Caller;
use crate::net::process::program;
use crate::net::server::{Client, NEVER, Server, Tables, at_both_kinds, start, start_in};
use crate::net::waitlist::{definition, register, unregister};

const PATH: &str = "/api/v1/push";
const SECRET: [u8; 16] = *b"sixteen bytes ok";

/// A message that reached the service.
struct Received {
    path: String,
    headers: HashMap<String, String>,
    body: Vec<u8>,
}

/// A push service that answers everything with one status.
struct Service {
    origin: String,
    received: mpsc::UnboundedReceiver<Received>,
}

impl Service {
    async fn start(answer: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let (tell, received) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let message = read(&mut stream).await;
                let head = format!("HTTP/1.1 {answer}\r\ncontent-length: 0\r\n\r\n");
                stream.write_all(head.as_bytes()).await.unwrap();
                if tell.send(message).is_err() {
                    return;
                }
            }
        });
        Self { origin, received }
    }

    async fn next(&mut self) -> Received {
        timeout(NEVER, self.received.recv()).await.unwrap().unwrap()
    }
}

/// Reads one request.
async fn read(stream: &mut TcpStream) -> Received {
    let mut bytes = Vec::new();
    let split = loop {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        if let Some(end) = end {
            break end;
        }
        assert!(stream.read_buf(&mut bytes).await.unwrap() > 0);
    };
    let head = String::from_utf8(bytes[..split].to_vec()).unwrap();
    let mut lines = head.lines();
    let path = lines.next().unwrap().split(' ').nth(1).unwrap().to_owned();
    let headers: HashMap<String, String> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect();
    let length: usize = headers["content-length"].parse().unwrap();
    let mut body = bytes.split_off(split + 4);
    while body.len() < length {
        assert!(stream.read_buf(&mut body).await.unwrap() > 0);
    }
    Received { path, headers, body }
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derive<const N: usize>(from: &Prk, info: &[&[u8]]) -> [u8; N] {
    let mut derived = [0; N];
    from.expand(info, Length(N)).unwrap().fill(&mut derived).unwrap();
    derived
}

/// Decrypts a message as a browser does.
fn open(message: &[u8], key: &PrivateKey) -> Value {
    let (salt, rest) = message.split_at(16);
    let (size, rest) = rest.split_at(4);
    assert_eq!((size, rest[0]), (&4096_u32.to_be_bytes()[..], 65));
    let (server, sealed) = rest[1..].split_at(65);
    let own = key.compute_public_key().unwrap();
    let shared: [u8; 32] = agree(key, UnparsedPublicKey::new(&ECDH_P256, server), (), |shared| {
        let from = Salt::new(HKDF_SHA256, &SECRET).extract(shared);
        Ok(derive(&from, &[b"WebPush: info\0", own.as_ref(), server]))
    })
    .unwrap();
    let from = Salt::new(HKDF_SHA256, salt).extract(&shared);
    let key: [u8; 16] = derive(&from, &[b"Content-Encoding: aes128gcm\0"]);
    let nonce: [u8; 12] = derive(&from, &[b"Content-Encoding: nonce\0"]);
    let cipher = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap());
    let mut text = sealed.to_vec();
    let nonce = Nonce::assume_unique_for_key(nonce);
    let text = cipher.open_in_place(nonce, Aad::empty(), &mut text).unwrap();
    let (last, text) = text.split_last().unwrap();
    assert_eq!(*last, 2);
    serde_json::from_slice(text).unwrap()
}

/// Builds a subscription of a browser with this key.
fn subscription(endpoint: &str, key: &PrivateKey) -> Value {
    let point = BASE64.encode(key.compute_public_key().unwrap().as_ref());
    json!({"endpoint": endpoint, "keys": {"p256dh": point, "auth": BASE64.encode(SECRET)}, "expirationTime": null})
}

/// Seats two players at a table, both with a subscription at the service. Each page reports that it is visible or hidden, or nothing.
async fn two_players(
    kind: Tables,
    server: &Server,
    origin: &str,
    key: &PrivateKey,
    looks: [Option<bool>; 2],
) -> ([(Caller, Client); 2], String) {
    let mut players = Vec::new();
    for (name, visible) in ["Ann", "Bob"].into_iter().zip(looks) {
        let caller = Caller::guest(server, name).await;
        let asked = subscription(&format!("{origin}/{name}"), key);
        assert_eq!(caller.ask("PUT", PATH, Some(asked)).await.0, 204);
        let mut client = server.connect().await;
        client.hello(json!({"token": caller.token})).await;
        if let Some(visible) = visible {
            let said = client.ask(json!({"type": "visible", "visible": visible})).await;
            assert_eq!(said["type"], "ok");
        }
        players.push((caller, client));
    }
    // From the first hand on, a service may say that one of them is gone.
    assert_eq!(subscriptions(server).await, 2);
    let [mut ann, mut bob] = <[_; 2]>::try_from(players).ok().unwrap();
    let table = ann.1.create_table(kind).await;
    ann.1.sit(&table).await;
    bob.1.sit(&table).await;
    ([ann, bob], table)
}

/// Returns the number of subscriptions the server has.
async fn subscriptions(server: &Server) -> i64 {
    let path = format!("sqlite://{}?mode=ro", server.data().join("poker.db").display());
    let mut database = sqlx::SqliteConnection::connect(&path).await.unwrap();
    sqlx::query_scalar("SELECT count(*) FROM push_subscription")
        .fetch_one(&mut database)
        .await
        .unwrap()
}

at_both_kinds!(a_player_is_called_while_the_page_is_hidden);

async fn a_player_is_called_while_the_page_is_hidden(kind: Tables) {
    let mut service = Service::start("201 Created").await;
    let server = start(|config| config.push_services = vec![service.origin.clone()]).await;
    let key = PrivateKey::generate(&ECDH_P256).unwrap();
    // Bob reports nothing, as programs do.
    let looks = [Some(false), None];
    let ([(ann, mut hers), (_, mut his)], table) = two_players(kind, &server, &service.origin, &key, looks).await;
    tokio::join!(hers.play(&table, 2, |_| {}), his.play(&table, 2, |_| {}));
    let call = service.next().await;
    assert_eq!(call.path, "/Ann");
    let told = open(&call.body, &key);
    assert_eq!(told["table"], *table);
    assert!(told["ms"].as_u64() > Some(0) && told["name"].is_string(), "{told}");
    assert_eq!(told.as_object().unwrap().len(), 3, "{told}");
    for (name, value) in [("content-encoding", "aes128gcm"), ("urgency", "high")] {
        assert_eq!(call.headers[name], value);
    }
    // The part after the number in the name of a private table opens it.
    let number = table.split('-').next().unwrap();
    assert_eq!(call.headers["topic"], format!("table{number}"));
    assert!(call.headers["ttl"].parse::<u64>().unwrap() > 0);

    // The signature is by the key that browsers are given, for this service.
    let known = ann.get(PATH).await["key"].as_str().unwrap().to_owned();
    let (token, key) = call.headers["authorization"]
        .strip_prefix("vapid t=")
        .unwrap()
        .split_once(", k=")
        .unwrap();
    assert_eq!(key, known);
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let verifier = Verifier::new(&ECDSA_P256_SHA256_FIXED, BASE64.decode(key).unwrap());
    verifier
        .verify(signed.as_bytes(), &BASE64.decode(signature).unwrap())
        .unwrap();
    let claims = BASE64.decode(signed.split_once('.').unwrap().1).unwrap();
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    assert_eq!(claims["aud"], *service.origin);
    // She was called once, for any number of decisions.
    assert!(service.received.try_recv().is_err());
}

/// After a change of the key, existing subscriptions get messages by the old one, and a page that is opened again by the new one.
#[tokio::test]
async fn each_subscription_hears_the_key_that_it_was_made_for() {
    let mut service = Service::start("201 Created").await;
    let origin = service.origin.clone();
    let mut server = start(|config| config.push_services = vec![origin.clone()]).await;
    let key = PrivateKey::generate(&ECDH_P256).unwrap();
    let mut players = Vec::new();
    for name in ["Ann", "Bob"] {
        let caller = Caller::guest(&server, name).await;
        let asked = subscription(&format!("{origin}/{name}"), &key);
        assert_eq!(caller.ask("PUT", PATH, Some(asked)).await.0, 204);
        players.push(caller);
    }
    let old = players[0].get(PATH).await["key"].as_str().unwrap().to_owned();
    server.ask_to_stop();
    let data = server.stopped().await;
    let rotated = Command::new(program())
        .args(["keys", "rotate", "push", "--data"])
        .arg(data.path())
        .output()
        .unwrap();
    assert!(rotated.status.success(), "{rotated:?}");

    let server = start_in(data, |config| config.push_services = vec![origin.clone()]).await;
    let players: Vec<_> = players.into_iter().map(|caller| caller.at(&server)).collect();
    let new = players[0].get(PATH).await["key"].as_str().unwrap().to_owned();
    assert_ne!(new, old);
    // Ann's page is opened again, finds another key, and renews its subscription.
    let asked = subscription(&format!("{origin}/Ann"), &key);
    assert_eq!(players[0].ask("PUT", PATH, Some(asked)).await.0, 204);
    let mut clients = Vec::new();
    for caller in &players {
        let mut client = server.connect().await;
        client.hello(json!({"token": caller.token})).await;
        client.ask(json!({"type": "visible", "visible": false})).await;
        clients.push(client);
    }
    let [mut ann, mut bob] = <[_; 2]>::try_from(clients).ok().unwrap();
    let table = ann.create_table(Tables::Public).await;
    ann.sit(&table).await;
    bob.sit(&table).await;
    tokio::join!(ann.play(&table, 2, |_| {}), bob.play(&table, 2, |_| {}));
    let mut called = HashMap::new();
    for _ in 0..2 {
        let call = service.next().await;
        let (_, known) = call.headers["authorization"].split_once(", k=").unwrap();
        called.insert(call.path.clone(), known.to_owned());
    }
    assert_eq!(
        called,
        HashMap::from([("/Ann".to_owned(), new), ("/Bob".to_owned(), old)])
    );
}

at_both_kinds!(a_player_who_looks_on_is_not_called);

async fn a_player_who_looks_on_is_not_called(kind: Tables) {
    let mut service = Service::start("201 Created").await;
    let server = start(|config| config.push_services = vec![service.origin.clone()]).await;
    let key = PrivateKey::generate(&ECDH_P256).unwrap();
    let looks = [Some(true), Some(false)];
    let ([(_, mut hers), (_, mut his)], table) = two_players(kind, &server, &service.origin, &key, looks).await;
    tokio::join!(hers.play(&table, 2, |_| {}), his.play(&table, 2, |_| {}));
    assert_eq!(service.next().await.path, "/Bob");
    assert!(service.received.try_recv().is_err());
}

at_both_kinds!(a_decision_that_is_open_calls_a_player_who_turns_away);

async fn a_decision_that_is_open_calls_a_player_who_turns_away(kind: Tables) {
    let mut service = Service::start("201 Created").await;
    let server = start(|config| config.push_services = vec![service.origin.clone()]).await;
    let key = PrivateKey::generate(&ECDH_P256).unwrap();
    let looks = [Some(true), Some(true)];
    let ([(_, mut hers), (_, mut his)], table) = two_players(kind, &server, &service.origin, &key, looks).await;
    let is_asked = |message: &Value| {
        let mut events = message["events"].as_array().into_iter().flatten();
        message["type"] == "private" && events.any(|event| event["kind"] == "choices")
    };
    let asked = async |client: &mut Client| while !is_asked(&client.next().await) {};
    let (is_hers, other) = tokio::select! {
        () = asked(&mut hers) => (true, &mut his),
        () = asked(&mut his) => (false, &mut hers),
    };
    // A player who is not to act is not called.
    other.ask(json!({"type": "visible", "visible": false})).await;
    let turned = if is_hers { &mut hers } else { &mut his };
    turned.ask(json!({"type": "visible", "visible": false})).await;
    let call = service.next().await;
    assert_eq!(call.path, if is_hers { "/Ann" } else { "/Bob" });
    let told = open(&call.body, &key);
    assert_eq!(told["table"], *table);
    assert!(told["ms"].as_u64() > Some(0), "{told}");
    assert!(service.received.try_recv().is_err());
}

#[tokio::test]
async fn a_subscription_that_is_gone_is_forgotten() {
    let mut service = Service::start("410 Gone").await;
    let server = start(|config| config.push_services = vec![service.origin.clone()]).await;
    let key = PrivateKey::generate(&ECDH_P256).unwrap();
    let looks = [Some(false), Some(true)];
    let ([(_, mut hers), (bob, mut his)], table) =
        two_players(Tables::Public, &server, &service.origin, &key, looks).await;
    tokio::join!(hers.play(&table, 2, |_| {}), his.play(&table, 2, |_| {}));
    assert_eq!(service.next().await.path, "/Ann");
    while subscriptions(&server).await != 1 {
        sleep(Duration::from_millis(10)).await;
    }
    let address = json!({"endpoint": format!("{}/Bob", service.origin)});
    assert_eq!(bob.ask("DELETE", PATH, Some(address)).await.0, 204);
    assert_eq!(subscriptions(&server).await, 0);
}

#[tokio::test]
async fn the_server_speaks_to_push_services_alone() {
    let server = start(|config| config.push_services = vec!["http://127.0.0.1:9".to_owned()]).await;
    let ann = Caller::guest(&server, "Ann").await;
    let key = PrivateKey::generate(&ECDH_P256).unwrap();
    let long = format!("https://fcm.googleapis.com/{}", "x".repeat(2_000));
    for endpoint in [
        "",
        "http://127.0.0.1:10/x",
        "http://169.254.169.254/latest/meta-data",
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:22/x",
        "https://a@fcm.googleapis.com/x",
        "https://fcm.googleapis.com.example.org/x",
        "https://10.0.0.1/x",
        "file:///etc/passwd",
        &long,
    ] {
        let (status, refused) = ann.ask("PUT", PATH, Some(subscription(endpoint, &key))).await;
        assert_eq!(
            (status, &refused["code"]),
            (400, &json!("push.service_unknown")),
            "{endpoint}"
        );
    }
    let good = "https://fcm.googleapis.com/fcm/send/1";
    for (name, value) in [
        ("p256dh", json!("")),
        ("p256dh", json!(BASE64.encode([4; 65]))),
        ("p256dh", json!("no base64!")),
        ("auth", json!(BASE64.encode([1; 15]))),
        ("auth", json!(1)),
    ] {
        let mut asked = subscription(good, &key);
        asked["keys"][name] = value;
        let (status, refused) = ann.ask("PUT", PATH, Some(asked.clone())).await;
        assert_eq!(
            (status, &refused["code"]),
            (400, &json!("protocol.invalid_field")),
            "{asked}"
        );
    }
    for (method, body) in [("PUT", subscription(good, &key)), ("DELETE", json!({"endpoint": good}))] {
        let answer = crate::net::raw::request(
            server.address,
            method,
            PATH,
            "content-type: application/json\r\n",
            &body.to_string(),
        )
        .await;
        assert_eq!(answer.status, 401, "{method}");
    }
    // An account that knows another's address does not end its subscription.
    assert_eq!(ann.ask("PUT", PATH, Some(subscription(good, &key))).await.0, 204);
    let bob = Caller::guest(&server, "Bob").await;
    assert_eq!(bob.ask("DELETE", PATH, Some(json!({"endpoint": good}))).await.0, 204);
    assert_eq!(subscriptions(&server).await, 1);
    for number in 0..7 {
        let address = format!("{good}/{number}");
        assert_eq!(ann.ask("PUT", PATH, Some(subscription(&address, &key))).await.0, 204);
    }
    assert_eq!(subscriptions(&server).await, 5);
}

/// Members who wish so hear of an event of their club that is announced: by itself, or by a member.
#[tokio::test]
async fn members_are_called_to_an_event_of_their_club() {
    let mut service = Service::start("201 Created").await;
    let server = start(|config| config.push_services = vec![service.origin.clone()]).await;
    let key = PrivateKey::generate(&ECDH_P256).unwrap();
    let ann = Caller::account(&server, "Ann").await;
    let club = ann
        .ask("POST", "/api/v1/clubs", Some(json!({"name": "Thursday"})))
        .await
        .1;
    let path = format!("/api/v1/clubs/{}", club["club"]);
    let invitation = format!("/api/v1/club-invitations/{}", club["invitation"].as_str().unwrap());
    let calls = format!("{path}/calls");
    let wanted = Some(json!({"calls": true}));
    let mut members = vec![ann];
    for name in ["Bob", "Cy"] {
        let member = Caller::guest(&server, name).await;
        assert_eq!(member.ask("PUT", &calls, wanted.clone()).await.0, 404, "a stranger");
        assert_eq!(member.ask("POST", &invitation, None).await.0, 200);
        members.push(member);
    }
    for (member, name) in members.iter().zip(["Ann", "Bob", "Cy"]) {
        let asked = subscription(&format!("{}/{name}", service.origin), &key);
        assert_eq!(member.ask("PUT", PATH, Some(asked)).await.0, 204);
    }
    let [ann, bob, _] = &members[..] else { unreachable!() };
    for member in [ann, bob] {
        assert_eq!(member.ask("PUT", &calls, wanted.clone()).await.1["calls"], true);
    }
    let content = json!({"kind": "event", "config": {"structure": "home", "name": "Night"}});
    let template = json!({"name": "Night", "content": content});
    let template = ann.ask("POST", &format!("{path}/templates"), Some(template)).await.1;
    let recurs =
        json!({"template": template["template"], "days": ["monday"], "time": "20:00", "zone": "UTC", "ahead": 28});
    let begun = ann.ask("POST", &format!("{path}/recurring"), Some(recurs)).await;
    assert_eq!(begun.0, 201, "{}", begun.1);
    // The host knows, and Cy has not asked for calls.
    let call = service.next().await;
    let told = open(&call.body, &key);
    assert_eq!((call.path.as_str(), &told["name"]), ("/Bob", &json!("Thursday: Night")));
    let places = bob.get(&path).await["places"].clone();
    assert_eq!(told["tournament"], places[0]["tournament"]);
    let topic = &call.headers["topic"];
    assert!(topic.starts_with("tournament") && !topic.contains('-'), "{topic}");

    let cup = json!({"structure": "friends", "private": true});
    let cup = bob.ask("POST", "/api/v1/tournaments", Some(cup)).await.1;
    let place = json!({"tournament": cup["tournament"]});
    for _ in 0..2 {
        assert_eq!(
            bob.ask("POST", &format!("{path}/places"), Some(place.clone())).await.0,
            200
        );
    }
    let call = service.next().await;
    assert_eq!(call.path, "/Ann");
    assert_eq!(open(&call.body, &key)["tournament"], cup["tournament"]);
    sleep(Duration::from_millis(200)).await;
    assert!(service.received.try_recv().is_err(), "once each");
}

/// Three places, and one who waits for one of them with the page hidden: a place that frees calls, once, and only that account.
#[tokio::test]
async fn a_player_who_waited_is_called_when_a_place_is_given() {
    let mut service = Service::start("201 Created").await;
    let server = start(|config| config.push_services = vec![service.origin.clone()]).await;
    let key = PrivateKey::generate(&ECDH_P256).unwrap();
    let mut players = Vec::new();
    for name in ["Ann", "Bob", "Cid", "Dan", "Eve"] {
        let caller = Caller::guest(&server, name).await;
        let asked = subscription(&format!("{}/{name}", service.origin), &key);
        assert_eq!(caller.ask("PUT", PATH, Some(asked)).await.0, 204);
        let mut client = server.connect().await;
        client.hello(json!({"token": caller.token})).await;
        client.ask(json!({"type": "visible", "visible": false})).await;
        players.push((caller, client));
    }
    let starts_at = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() + 3_600_000;
    let starts_at = u64::try_from(starts_at).unwrap();
    let wish = json!({"structure": "", "definition": definition(100), "starts_at": starts_at});
    let (status, opened) = players[0].0.ask("POST", "/api/v1/tournaments", Some(wish)).await;
    assert_eq!(status, 201, "{opened}");
    let event = opened["tournament"].as_str().unwrap().to_owned();
    for (number, (_, client)) in players.iter_mut().enumerate() {
        let answer = client.ask(register(&event, number > 2)).await;
        assert_eq!(answer["type"], "ok", "{answer}");
    }
    let ann = &mut players[0].1;
    assert_eq!(ann.ask(unregister(&event)).await["type"], "ok");
    let call = service.next().await;
    assert_eq!(call.path, "/Dan");
    let told = open(&call.body, &key);
    assert_eq!(
        (&told["tournament"], &told["place"]),
        (&json!(event), &json!(true)),
        "{told}"
    );
    assert_eq!(told["name"], "Three");
    sleep(Duration::from_millis(200)).await;
    assert!(service.received.try_recv().is_err(), "nobody else is called");

    // A player who looks on, and one who enters a free place without having waited, are not called.
    players[4].1.ask(json!({"type": "visible", "visible": true})).await;
    assert_eq!(players[1].1.ask(unregister(&event)).await["type"], "ok");
    let is_in = |message: &Value| message["type"] == "tournament_you" && message["you"]["registered"] == true;
    while !is_in(&players[4].1.next().await) {}
    assert_eq!(players[2].1.ask(unregister(&event)).await["type"], "ok");
    assert_eq!(players[1].1.ask(register(&event, true)).await["type"], "ok");
    sleep(Duration::from_millis(200)).await;
    assert!(service.received.try_recv().is_err());
}
