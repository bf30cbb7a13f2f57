//! An attacker in one network.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::super::bound::{Maker, one_of};
use super::super::visitor::Visitor;
use super::{Arena, Step, network};
use crate::link::Link;
use crate::rng::Rng;
use crate::wire;

/// An attacker in one network.
pub(super) struct Attacker {
    step: Step,
    number: usize,
    visitor: Visitor,
    link: Option<Link>,
    rng: Rng,
    asked: usize,
    arena: Arc<Arena>,
}

impl Attacker {
    pub(super) fn new(step: Step, number: usize, arena: &Arc<Arena>) -> Self {
        Self {
            step,
            number,
            visitor: Visitor::new(arena.server, network(step, number)),
            link: None,
            rng: Rng::new(step as u64, number as u64),
            asked: 0,
            arena: Arc::clone(arena),
        }
    }

    pub(super) async fn run(mut self, pace: Duration) {
        // Spreads the first requests of the attackers.
        tokio::time::sleep(pace.mul_f64(self.rng.fraction())).await;
        let mut next = tokio::time::Instant::now();
        while !self.arena.is_over() {
            next = (next + pace).max(tokio::time::Instant::now());
            let answer = match self.step {
                Step::Messages | Step::Chatter => self.say().await,
                _ => self.ask().await.0.to_string(),
            };
            self.asked += 1;
            self.arena.count(answer);
            self.hear_until(next).await;
        }
    }

    /// Reads messages until the time for the next request.
    async fn hear_until(&mut self, next: tokio::time::Instant) {
        let hear = async {
            while let Some(link) = &mut self.link {
                if link.next().await.is_err() {
                    self.link = None;
                }
            }
            std::future::pending::<()>().await;
        };
        let _ = tokio::time::timeout_at(next, hear).await;
    }

    fn nickname(&self) -> String {
        let (step, number, asked) = (self.step as usize, self.number, self.asked);
        self.arena.name(format_args!("a{step}x{number}x{asked}"))
    }

    /// Becomes another guest, or stays the same if the network may have no more of them.
    async fn become_another(&mut self) {
        let before = self.visitor.token.take();
        let nickname = self.nickname();
        self.visitor.enter(&nickname).await;
        self.visitor.token = self.visitor.token.take().or(before);
    }

    /// Makes one request over HTTP.
    async fn ask(&mut self) -> (u16, Value) {
        if self.visitor.token.is_none() && self.step != Step::OneNet {
            self.become_another().await;
        }
        let arena = Arc::clone(&self.arena);
        match self.step {
            Step::SharedHands => {
                let token = arena.names.first("token");
                self.visitor.ask("GET", &format!("/api/v1/shared/{token}"), None).await
            }
            Step::Odds => {
                let body = odds(&arena.own_table, arena.cards);
                self.visitor.ask("POST", "/api/v1/odds", Some(&body)).await
            }
            Step::Announced => {
                // Each account announces several.
                if self.asked.is_multiple_of(5) {
                    self.become_another().await;
                }
                let body = json!({"structure": "sit-and-go"});
                self.visitor.ask("POST", "/api/v1/tournaments", Some(&body)).await
            }
            Step::Practice => {
                self.become_another().await;
                let body = json!({"game": arena.game, "bots": 5});
                self.visitor.ask("POST", "/api/v1/practice", Some(&body)).await
            }
            Step::Guesses => {
                let (number, invitation) = (1 + self.rng.below(200), (self.rng.next(), self.rng.next()));
                let kind = if self.rng.below(2) == 0 {
                    "tables"
                } else {
                    "tournaments"
                };
                let path = format!("/api/v1/{kind}/{number}-{:016x}{:016x}", invitation.0, invitation.1);
                self.visitor.ask("GET", &path, None).await
            }
            Step::OneNet => {
                let address = format!("2001:db8:1:1:{:x}::{:x}", self.number, 1 + self.asked);
                let visitor = Visitor::new(arena.server, address);
                visitor.ask("GET", "/api/v1/tables", None).await
            }
            Step::Logins => {
                let name = format!("n{:x}", self.rng.below(1 << 40));
                let body = json!({"name": name, "password": "not the password"});
                self.visitor.ask("POST", "/api/v1/login", Some(&body)).await
            }
            Step::Routes => self.route().await,
            Step::PlainTables | Step::OwnGames | Step::Chatter | Step::Absent | Step::Messages | Step::Copies => {
                (0, Value::Null)
            }
        }
    }

    /// Requests any route at its limits.
    async fn route(&mut self) -> (u16, Value) {
        let arena = Arc::clone(&self.arena);
        let mut operations = Vec::new();
        for (path, methods) in arena.routes["paths"].as_object().into_iter().flatten() {
            for (method, operation) in methods.as_object().into_iter().flatten() {
                // The socket has a step of its own, and an attacker who logs out attacks no more.
                if path != "/ws" && !path.ends_with("/logout") {
                    operations.push((path, method.to_uppercase(), operation));
                }
            }
        }
        let Some((path, method, operation)) = one_of(&operations, &mut self.rng) else {
            return (0, Value::Null);
        };
        let mut maker = Maker::new(&arena.routes, &arena.names, &mut self.rng);
        let path = maker.path(path, operation);
        let schema = operation.pointer("/requestBody/content/application~1json/schema");
        let body = schema.map(|schema| maker.value(schema, ""));
        self.visitor.ask(method, &path, body.as_ref()).await
    }

    /// Sends one message over a socket, which is reopened if it is closed.
    async fn say(&mut self) -> String {
        if self.link.is_none() {
            let nickname = self.nickname();
            match self.visitor.socket(&nickname).await {
                Ok(link) => self.link = Some(link),
                Err(error) => return error.code(),
            }
            if self.step == Step::Chatter {
                let watch = wire::watch("1", &self.arena.quiet);
                return self.send(watch).await;
            }
        }
        let text = if self.step == Step::Chatter {
            let text = format!("remark {} of {}", self.asked, self.number);
            json!({"type": "chat", "id": self.asked.to_string(), "table": self.arena.quiet, "text": text}).to_string()
        } else {
            self.message()
        };
        self.send(text).await
    }

    async fn send(&mut self, text: String) -> String {
        let Some(link) = &mut self.link else {
            return String::new();
        };
        match link.send(text).await {
            Ok(()) => "sent".to_owned(),
            Err(error) => {
                self.link = None;
                error.code()
            }
        }
    }

    /// Returns any message at its limits.
    fn message(&mut self) -> String {
        let arena = Arc::clone(&self.arena);
        let kinds = arena.messages["oneOf"].as_array().map_or(&[][..], Vec::as_slice);
        let Some(kind) = one_of(kinds, &mut self.rng) else {
            return String::new();
        };
        let mut maker = Maker::new(&arena.messages, &arena.names, &mut self.rng);
        let mut message = maker.value(kind, "");
        // An identifier that is too long would hide all other faults.
        message["id"] = json!(self.asked.to_string());
        message.to_string()
    }
}

/// Returns a request for odds of two hands at a table, with as many cards as its players hold.
fn odds(table: &str, cards: usize) -> Value {
    let mut deck = "cdhs"
        .chars()
        .flat_map(|suit| "23456789TJQKA".chars().map(move |rank| format!("{rank}{suit}")));
    let mut hand = || json!({"down": deck.by_ref().take(cards).collect::<Vec<_>>()});
    json!({"game": "own", "table": table, "hands": [hand(), hand()]})
}
