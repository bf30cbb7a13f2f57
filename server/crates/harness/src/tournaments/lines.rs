//! The log of a tournament as JSON, one object a line.

use std::io::{self, Write};

use poker_engine::tournament::Structure;
use poker_engine::tournament::director::Deal;
use poker_engine::{Chips, PostKind, PublicEvent, SeatIx};
use poker_wire as wire;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::simulate::LogLine;

/// A writer of the lines of one tournament.
pub(super) struct Writer<'a, W> {
    out: W,
    structure: &'a Structure,
    tournament: u64,
    number: u64,
}

impl<'a, W: Write> Writer<'a, W> {
    /// Creates a writer for the tournament of this number, from 1.
    pub(super) const fn new(out: W, structure: &'a Structure, tournament: u64) -> Self {
        Self {
            out,
            structure,
            tournament,
            number: 0,
        }
    }

    /// Writes a line.
    pub(super) fn write(&mut self, at: u64, event: &str, fields: &Value) -> io::Result<()> {
        self.number += 1;
        let (t, n) = (self.tournament, self.number);
        let fields = fields.to_string();
        // An object without fields is `{}`.
        let rest = fields.strip_prefix('{').unwrap_or("}");
        let comma = if rest == "}" { "" } else { "," };
        writeln!(
            self.out,
            "{{\"t\":{t},\"n\":{n},\"at\":{at},\"event\":\"{event}\"{comma}{rest}"
        )
    }

    /// Writes an event of a simulated tournament.
    pub(super) fn line(&mut self, at: u64, line: &LogLine<'_>) -> io::Result<()> {
        match line {
            LogLine::Event(event) => {
                let (name, fields) = named(wire::tournament::event(event, self.structure), "event");
                self.write(at, &name, &Value::Object(fields))
            }
            LogLine::HandStarted { deal, posts } => {
                let posts: Vec<Value> = posts
                    .iter()
                    .map(|(seat, kind, amount)| json!([seat.number(), kind.code(), amount.get()]))
                    .collect();
                let fields = hand_started(deal, self.structure, &posts);
                self.write(at, "hand_started", &fields)
            }
            LogLine::PotAwarded {
                table,
                hand,
                pot,
                amount,
                shares,
            } => {
                let fields =
                    json!({"table": table.0, "hand": hand, "pot": pot, "amount": amount.get(), "shares": rows(shares)});
                self.write(at, "pot_awarded", &fields)
            }
            LogLine::HandCompleted { table, hand, stacks } => {
                let fields = json!({"table": table.0, "hand": hand, "stacks": rows(stacks)});
                self.write(at, "hand_completed", &fields)
            }
            LogLine::Hand { table, hand, event } => match hand_event(&event.public) {
                None => Ok(()),
                Some((name, mut fields)) => {
                    fields.insert("table".to_owned(), json!(table.0));
                    fields.insert("hand".to_owned(), json!(hand));
                    self.write(at, &name, &Value::Object(fields))
                }
            },
        }
    }
}

/// Seats with chips.
fn rows(stacks: &[(SeatIx, Chips)]) -> Vec<Value> {
    stacks
        .iter()
        .map(|(seat, amount)| json!([seat.number(), amount.get()]))
        .collect()
}

fn hand_started(deal: &Deal, structure: &Structure, posts: &[Value]) -> Value {
    let positions = deal.plan.positions.as_ref();
    let seat = |of: fn(&poker_engine::table::Positions) -> SeatIx| positions.map(|positions| of(positions).number());
    let seats: Vec<Value> = deal
        .seats
        .iter()
        .map(|dealt| {
            json!([
                dealt.seat.number(),
                dealt.player.0,
                dealt.stack.get(),
                dealt.status.code()
            ])
        })
        .collect();
    let rule = match positions {
        Some(positions) if positions.heads_up => "4.4",
        _ => "2.2",
    };
    json!({
        "table": deal.table.0,
        "hand": deal.hand,
        "level": deal.level,
        "game": structure.game(deal.game).to_string(),
        "button": seat(|positions| positions.button),
        "small_blind": seat(|positions| positions.small_blind),
        "big_blind": seat(|positions| positions.big_blind),
        "heads_up": positions.is_some_and(|positions| positions.heads_up),
        "waiting": deal.plan.waiting.iter().map(SeatIx::number).collect::<Vec<_>>(),
        "seats": seats,
        "posts": posts,
        "rule": rule,
    })
}

/// Returns the name of an event, which the wire has under this key, and its fields.
fn named(sent: impl Serialize, key: &str) -> (String, Map<String, Value>) {
    match serde_json::to_value(sent) {
        Ok(Value::Object(mut fields)) => match fields.remove(key) {
            Some(Value::String(name)) => (name, fields),
            other => unreachable!("an event is told apart by its name, not by {other:?}"),
        },
        other => unreachable!("an event is an object, not {other:?}"),
    }
}

/// Returns the name and the fields of a hand's event that is logged only on demand; `None` for those logged anyway.
fn hand_event(public: &PublicEvent) -> Option<(String, Map<String, Value>)> {
    // The bring-in comes after the cards, all other posts are in `hand_started`.
    let told = match public {
        PublicEvent::Posted { kind, .. } => *kind != PostKind::BringIn,
        PublicEvent::PotAwarded { .. } | PublicEvent::HandCompleted { .. } | PublicEvent::TurnStarted(_) => true,
        _ => false,
    };
    if told {
        return None;
    }
    let context = wire::Context {
        hand: 0,
        turns_before: 0,
        auto: false,
        dark: None,
        draw: None,
    };
    Some(named(wire::public_event(public, context), "kind"))
}
