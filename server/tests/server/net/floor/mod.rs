//! Officials of tournaments over HTTP, and the players they deal with.

mod before;
mod ended_hands;
mod law;
mod levels;
mod players;
mod running;

use std::net::SocketAddr;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};

use crate::net::process::{Process, program};
use crate::net::raw::{Answer, request};
use crate::net::server::{Client, NEVER};

/// Two tables of three, with nothing that happens by itself for half an hour. Players who do not act are waited for.
const CLUB: &str = r#"
id = "club"
name = { en = "Club", fr = "Club" }
games = ["no-limit-holdem"]
entries = [3, 6]
seats = 3
price = 100
stack = 1000
levels = ["30m 5/10", "30m 10/20", "30m 20/40"]
late_levels = 0
hand_for_hand = []
action = "120s"
"#;

/// A person with an account.
struct Person {
    id: String,
    name: String,
    bearer: String,
    token: String,
}

impl Person {
    async fn new(address: SocketAddr, name: &str) -> Self {
        let body = json!({"nickname": name}).to_string();
        let guest = request(address, "POST", "/api/v1/guest", JSON, &body).await.json();
        let token = guest["access_token"].as_str().unwrap().to_owned();
        Self {
            id: guest["you"]["id"].as_str().unwrap().to_owned(),
            name: name.to_owned(),
            bearer: format!("authorization: Bearer {token}\r\n"),
            token,
        }
    }

    async fn connect(&self, address: SocketAddr) -> Client {
        let mut client = Client::connect(address, "/ws").await;
        client.hello(json!({"token": self.token})).await;
        client
    }
}

const JSON: &str = "content-type: application/json\r\n";

/// Announces a tournament of a host; returns its path.
async fn announced(address: SocketAddr, host: &Person, private: bool) -> String {
    let soon = jiff::Timestamp::now().as_millisecond() + 3_600_000;
    let config = json!({"definition": CLUB, "starts_at": soon, "private": private});
    let headers = format!("{JSON}{}", host.bearer);
    let path = "/api/v1/tournaments";
    let made = request(address, "POST", path, &headers, &config.to_string()).await;
    assert_eq!(made.status, 201, "{made:?}");
    format!("{path}/{}", made.json()["tournament"].as_str().unwrap())
}

/// A tournament on a server, from the floor.
struct Floor {
    server: Process,
    path: String,
    requests: u32,
}

impl Floor {
    fn address(&self) -> SocketAddr {
        self.server.address
    }

    /// Announces a private tournament of the host's.
    async fn open(server: Process, host: &Person) -> Self {
        Self::announce(server, host, true).await
    }

    async fn announce(server: Process, host: &Person, private: bool) -> Self {
        let path = announced(server.address, host, private).await;
        Self {
            server,
            path,
            requests: 0,
        }
    }

    fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap()
    }

    async fn get(&self, part: &str, who: Option<&Person>) -> Answer {
        let path = format!("{}{part}", self.path);
        let bearer = who.map_or("", |who| &who.bearer);
        request(self.address(), "GET", &path, bearer, "").await
    }

    /// Does an act of an official under an `id` of its own.
    async fn act(&mut self, who: &Person, action: Value) -> Answer {
        self.requests += 1;
        let id = format!("floor-{}", self.requests);
        self.act_as(who, &json!({"id": id, "reason": "it is right", "action": action}))
            .await
    }

    async fn act_as(&self, who: &Person, body: &Value) -> Answer {
        let headers = format!("{JSON}{}", who.bearer);
        let path = format!("{}/floor", self.path);
        request(self.address(), "POST", &path, &headers, &body.to_string()).await
    }

    /// Does an act that must be accepted; returns the line of the trail.
    async fn done(&mut self, who: &Person, action: Value) -> Value {
        let answer = self.act(who, action.clone()).await;
        assert_eq!(answer.status, 200, "{action}: {answer:?}");
        let entry = answer.json();
        assert_eq!(
            (&entry["action"]["kind"], &entry["by"]["id"], &entry["reason"]),
            (&action["kind"], &json!(who.id), &json!("it is right"))
        );
        entry
    }

    /// Does an act that must be refused with a code, and leave no line.
    async fn refused(&mut self, who: &Person, action: Value, code: &str) {
        let before = self.trail().await;
        let answer = self.act(who, action.clone()).await;
        assert_eq!(answer.json()["code"], code, "{action}");
        assert!(answer.status >= 400);
        assert_eq!(self.trail().await, before, "{action}");
    }

    /// Returns the trail as a stranger reads it.
    async fn trail(&self) -> Vec<Value> {
        let read = self.get("/floor", None).await;
        assert_eq!(read.status, 200);
        let read = read.json();
        assert_eq!((&read["desk"], &read["role"]), (&Value::Null, &Value::Null));
        read["entries"].as_array().unwrap().clone()
    }

    async fn desk(&self, who: &Person) -> Value {
        self.get("/floor", Some(who)).await.json()["desk"].clone()
    }

    /// Returns the events of the tournament of one kind.
    async fn events(&self, kind: &str) -> Vec<Value> {
        let log = self.get("/log", None).await;
        let log = String::from_utf8(log.body).unwrap();
        let events = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        events.filter(|event| event["event"] == kind).collect()
    }

    /// Returns the line with this number once the table has answered.
    async fn settled(&self, entry: &Value) -> Value {
        let end = tokio::time::Instant::now() + NEVER;
        loop {
            let trail = self.trail().await;
            // Pending outcomes are shown to officials alone.
            if let Some(line) = trail.into_iter().find(|line| line["no"] == entry["no"]) {
                assert_ne!(line["result"], "pending");
                return line;
            }
            assert!(tokio::time::Instant::now() < end, "{entry}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Repeats an act until it is accepted, while a table waits for its hand.
    async fn once_possible(&mut self, who: &Person, action: Value) -> Value {
        let end = tokio::time::Instant::now() + NEVER;
        loop {
            let answer = self.act(who, action.clone()).await;
            if answer.status == 200 {
                return answer.json();
            }
            assert!(tokio::time::Instant::now() < end, "{action}: {answer:?}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Enters six players, who watch their tables, and has the host begin play.
    async fn begin(&mut self, host: &Person) -> Vec<(Person, Client)> {
        let mut players = Vec::new();
        for number in 1..=6 {
            let player = Person::new(self.address(), &format!("Player {number}")).await;
            let mut client = player.connect(self.address()).await;
            let register = json!({"type": "register", "tournament": self.name(), "rules": 1});
            let answer = client.ask(register).await;
            assert_eq!(answer["type"], "ok", "{answer}");
            players.push((player, client));
        }
        self.done(host, json!({"kind": "start"})).await;
        for (_, client) in &mut players {
            let table = loop {
                let message = client.next().await;
                if let Some(table) = message["you"]["seat"]["table"].as_str() {
                    break table.to_owned();
                }
            };
            let watched = client.ask(json!({"type": "watch", "table": table})).await;
            assert_eq!(watched["type"], "ok");
        }
        players
    }

    /// Returns the stacks of a table, by player.
    async fn stacks(&self, no: u32) -> Vec<(u64, u64)> {
        let tables = self.get("/tables", None).await.json();
        let tables = tables["tables"].as_array().unwrap();
        let table = tables.iter().find(|table| table["no"] == no).unwrap();
        let seats = table["seats"].as_array().unwrap().iter();
        seats
            .map(|seat| (seat[1].as_u64().unwrap(), seat[2].as_u64().unwrap()))
            .collect()
    }

    /// Runs `poker officials` next to the server; returns its exit code and its words.
    fn officials(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let mut command = Command::new(program());
        let command = command.arg("officials").args(arguments);
        let done = command.arg("--data").arg(self.server.data()).output().unwrap();
        (done.status.code(), String::from_utf8(done.stdout).unwrap())
    }

    /// Runs `poker tournament floor`; returns its exit code and the server's answer.
    fn on_the_line(&self, token: &str, arguments: &[&str]) -> (Option<i32>, Value) {
        let mut command = Command::new(program());
        command.args([
            "tournament",
            "floor",
            "--server",
            &format!("http://{}", self.address()),
            "--token",
            token,
        ]);
        let done = command.arg(self.name()).args(arguments).output().unwrap();
        (done.status.code(), serde_json::from_slice(&done.stdout).unwrap())
    }

    async fn table_id(&self, no: u32) -> String {
        let tables = self.get("/tables", None).await.json();
        let tables = tables["tables"].as_array().unwrap();
        let table = tables.iter().find(|table| table["no"] == no).unwrap();
        table["table"].as_str().unwrap().to_owned()
    }

    /// Announces another tournament of a host on the same server; returns its path.
    async fn another(&self, host: &Person) -> String {
        announced(self.address(), host, true).await
    }
}
