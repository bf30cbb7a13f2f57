//! The log of a tournament as JSON, one object a line.

use std::io::{self, Write};

use poker_engine::tournament::director::Deal;
use poker_engine::tournament::simulate::Line;
use poker_engine::tournament::structure::{BountyKind, HandForHand, Pays, Structure, Word};
use poker_engine::{Chips, PostKind, PublicEvent, SeatIx};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::wire;

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
    pub(super) fn line(&mut self, at: u64, line: &Line<'_>) -> io::Result<()> {
        match line {
            Line::Event(event) => {
                let (name, fields) = named(wire::tournament::event(event, self.structure), "event");
                self.write(at, &name, &Value::Object(fields))
            }
            Line::HandStarted { deal, posts } => {
                let posts: Vec<Value> = posts
                    .iter()
                    .map(|(seat, kind, amount)| json!([seat.number(), kind.code(), amount.get()]))
                    .collect();
                let fields = hand_started(deal, self.structure, &posts);
                self.write(at, "hand_started", &fields)
            }
            Line::PotAwarded {
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
            Line::HandCompleted { table, hand, stacks } => {
                let fields = json!({"table": table.0, "hand": hand, "stacks": rows(stacks)});
                self.write(at, "hand_completed", &fields)
            }
            Line::Hand { table, hand, event } => match hand_event(&event.public) {
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

/// Returns a structure as JSON: the keys of its file, with the defaults of those omitted.
pub(super) fn structure(structure: &Structure) -> Value {
    let Structure {
        id,
        name,
        kind,
        start,
        entries,
        seats,
        games,
        stack,
        levels: _,
        ante,
        price,
        bounty,
        late_levels,
        re_entries,
        rebuy,
        add_on,
        guarantee,
        pays,
        pays_unit,
        hand_for_hand,
        late_tables,
        breaks,
        clock,
        action,
        bank,
        absent_hand,
        severity,
        dark_bets,
    } = structure;
    let games: Vec<String> = games.iter().map(ToString::to_string).collect();
    let pays = match pays {
        Pays::Ladder => json!("ladder"),
        Pays::Table => json!("table"),
        Pays::Percents(percents) => json!(percents),
        Pays::Seats { seats, of } => json!({"seats": seats, "of": of}),
    };
    let triggers: Vec<Value> = hand_for_hand
        .iter()
        .map(|trigger| match trigger {
            HandForHand::Money => json!("money"),
            HandForHand::Final => json!("final"),
            HandForHand::Jump(left) => json!(left),
        })
        .collect();
    let bounty = bounty.as_ref().map(|bounty| match &bounty.kind {
        BountyKind::Mystery { envelopes } => {
            json!({"price": bounty.price.get(), "kind": "mystery", "envelopes": envelopes})
        }
        kind => json!({"price": bounty.price.get(), "kind": kind.word()}),
    });
    let rebuy = rebuy.map(|rebuy| {
        json!({
            "levels": rebuy.levels, "price": rebuy.price.get(), "chips": rebuy.chips.get(), "most": rebuy.most,
        })
    });
    let add_on = add_on.map(|add_on| json!({"price": add_on.price.get(), "chips": add_on.chips.get()}));
    json!({
        "id": id,
        "name": {"en": name.en, "fr": name.fr},
        "kind": kind.word(),
        "start": start.word(),
        "entries": [entries.0, entries.1],
        "seats": seats,
        "games": games,
        "stack": stack.get(),
        "levels": structure.level_texts(),
        "ante": ante.word(),
        "price": price.get(),
        "bounty": bounty,
        "late_levels": late_levels,
        "re_entries": re_entries,
        "rebuy": rebuy,
        "add_on": add_on,
        "guarantee": guarantee.get(),
        "pays": pays,
        "pays_unit": pays_unit.get(),
        "hand_for_hand": triggers,
        "late_tables": late_tables,
        "breaks": breaks.word(),
        "clock": clock.word(),
        "action": format!("{action}s"),
        "bank": format!("{bank}s"),
        "absent_hand": absent_hand.word(),
        "severity": severity.word(),
        "dark_bets": dark_bets.word(),
    })
}

#[cfg(test)]
mod tests {
    use poker_engine::tournament::structure::shipped;

    use super::*;

    #[test]
    fn an_event_says_whether_it_is_played_in_the_dark() {
        for (line, word, is_on) in [("", "off", false), ("dark_bets = \"on\"\n", "on", true)] {
            let text = format!("id = \"x\"\nname = {{ en = \"X\", fr = \"X\" }}\ngames = [\"limit-holdem\"]\n{line}");
            let known = Structure::parse(&text).unwrap();
            assert_eq!(structure(&known)["dark_bets"], word);
            assert_eq!(wire::tournament::structure(&known).dark_bets, is_on);
        }
    }

    /// A file has the words of the wire, so that people read one language.
    #[test]
    fn a_structure_is_sent_in_the_words_of_its_file() {
        for known in shipped::all() {
            let file = structure(known);
            let sent = serde_json::to_value(wire::tournament::structure(known)).unwrap();
            for key in [
                "id",
                "name",
                "kind",
                "start",
                "seats",
                "stack",
                "ante",
                "price",
                "late_levels",
                "re_entries",
                "guarantee",
                "late_tables",
                "breaks",
                "clock",
                "absent_hand",
                "severity",
            ] {
                assert_eq!(sent[key], file[key], "{}: {key}", known.id);
            }
            let levels = sent["levels"].as_array().unwrap().iter();
            let numbers: Vec<u64> = levels.filter_map(|row| row["level"].as_u64()).collect();
            assert!(numbers.into_iter().eq(1..=u64::from(known.published_levels())));
        }
    }
}
