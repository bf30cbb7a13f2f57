//! Bytes that drive a run, and the values that are made from them.

use std::sync::Arc;

use poker_engine::GameDef;
use poker_engine::game::catalogue;
use poker_protocol::v1::table::session::{Need, Number, RULES, Takes};
use poker_protocol::v1::{self, Card, Fill};
use serde_json::{Value, json};

use super::BEGUN;

/// Numbers at which something may break.
pub(super) const NUMBERS: [u64; 14] = [
    0,
    1,
    2,
    5,
    10,
    100,
    255,
    256,
    u32::MAX as u64,
    1 << 52,
    (1 << 53) - 2,
    (1 << 53) - 1,
    1 << 53,
    u64::MAX,
];

/// The course of a run, byte by byte. Zeros follow the last byte.
pub(super) struct Script<'a>(pub(super) &'a [u8]);

impl Script<'_> {
    pub(super) fn is_over(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        *first
    }

    /// A number below `bound`.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        let number = if bound > 256 {
            usize::from(self.byte()) << 8 | usize::from(self.byte())
        } else {
            self.byte().into()
        };
        number % bound.max(1)
    }

    pub(super) fn one_in(&mut self, count: u8) -> bool {
        self.byte().is_multiple_of(count)
    }

    /// Any number at all.
    pub(super) fn number(&mut self) -> u64 {
        match self.byte() {
            byte @ 0..200 => u64::from(byte) * 5,
            byte => NUMBERS[usize::from(byte) % NUMBERS.len()],
        }
    }

    pub(super) fn amount(&mut self) -> v1::Chips {
        v1::Chips::new(self.number()).unwrap_or_default()
    }

    fn card(&mut self) -> Option<Card> {
        let index = self.below(54);
        let text = match index {
            52.. => ["X1", "X2"][index - 52].to_owned(),
            _ => ["23456789TJQKA", "cdhs"]
                .iter()
                .zip([index / 4, index % 4])
                .map(|(symbols, at)| char::from(symbols.as_bytes()[at]))
                .collect(),
        };
        Card::new(&text)
    }

    pub(super) fn some_cards(&mut self) -> Vec<Card> {
        let count = self.below(7);
        (0..count).filter_map(|_| self.card()).collect()
    }
}

impl Fill for Script<'_> {
    fn total(&mut self, min: v1::Chips, max: v1::Chips) -> v1::Chips {
        let room = max.get() - min.get();
        let extra = match self.byte() {
            byte @ 0..80 => u64::from(byte).min(room),
            80..128 => room,
            _ => self.number().min(room),
        };
        v1::Chips::new(min.get() + extra).unwrap_or(min)
    }

    fn cards(&mut self, min: u8, max: u8, cards: &[Card]) -> Vec<Card> {
        let count = usize::from(min) + self.below(usize::from(max - min) + 1);
        let first = self.below(cards.len());
        cards
            .iter()
            .cycle()
            .skip(first)
            .take(count.min(cards.len()))
            .copied()
            .collect()
    }

    fn one_of(&mut self, count: usize) -> usize {
        self.below(count)
    }

    fn limit(&mut self, limits: &[String]) -> Option<String> {
        let index = self.below(limits.len() + 1);
        limits.get(index).cloned()
    }
}

/// Stakes and buy-ins of any size; only a table with one game has blinds of its own.
fn any_amounts(config: &mut Value, has_one_game: bool, script: &mut Script<'_>) {
    let names = [
        "multiplier",
        "buy_in_min",
        "buy_in_max",
        "ante",
        "small_blind",
        "big_blind",
    ];
    for name in &names[..if has_one_game { names.len() } else { 3 }] {
        if script.one_in(2) {
            let amount = script.amount().get();
            let most = if *name == "multiplier" {
                u32::MAX.into()
            } else {
                u64::MAX
            };
            config[*name] = json!(amount.min(most));
        }
    }
}

/// A value of a rule, rarely one out of range.
fn any_value(takes: Takes, script: &mut Script<'_>) -> Value {
    let mut number = |Number { least, most, .. }: Number| {
        let beyond = u64::from(script.one_in(20));
        least + u64::from(script.byte()) % (most - least + 1) + beyond
    };
    match takes {
        Takes::Flag { .. } => json!(true),
        Takes::OneOf { offered } => match offered.len() {
            0 => Value::Null,
            count => json!(offered[script.below(count)].value),
        },
        Takes::Number(takes) => json!(number(takes)),
        Takes::Parts { parts } => parts
            .iter()
            .map(|part| (part.name.to_owned(), json!(number(part.number))))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        Takes::Time {} => json!(BEGUN + i64::from(script.byte()) * 10_000),
    }
}

/// Any table rules, most of them such as suit the table.
fn any_rules(first: &GameDef, seats: u8, has_one_game: bool, private: bool, script: &mut Script<'_>) -> Value {
    let suits = |need: &Need, session: &Value| match need {
        Need::Private => private,
        Need::Board => first.has_board(),
        Need::Straddles => has_one_game && first.takes_straddles(),
        Need::BombPots => has_one_game && first.takes_bomb_pots(),
        Need::DoubleBoard => has_one_game && seats <= first.double_board_seats(),
        Need::SevenDeuce => has_one_game && first.takes_seven_deuce(),
        Need::OwnChips => session["own_chips"] == true,
        Need::AccountChips => session["own_chips"] != true,
    };
    let mut session = json!({});
    for rule in RULES {
        let odds = if matches!(rule.takes, Takes::Time {}) { 8 } else { 3 };
        if script.one_in(odds) && (rule.needs.iter().all(|need| suits(need, &session)) || script.one_in(20)) {
            session[rule.name] = any_value(rule.takes, script);
        }
    }
    // What the form of the page does not offer.
    if script.one_in(8) {
        session["show_rule"] = json!("muck_losers");
    }
    if script.one_in(3) {
        let ways = ["first_jack", "high_card", "random", "first_seat"];
        session["first_dealer"] = json!(ways[script.below(ways.len())]);
    }
    session
}

/// Wishes for a table from the first bytes of a script: any game or several, with any house rules.
pub(super) fn any_table(script: &mut Script<'_>) -> Value {
    let games = catalogue::all();
    let any_game = |script: &mut Script<'_>| Arc::clone(&games[script.below(games.len())]);
    let (kind, options) = (script.byte(), script.byte());
    let first = any_game(script);
    let seats = (2 + script.byte() % 9).clamp(first.seats.0, first.seats.1);
    let chosen = |bit: u8| options >> bit & 1 == 1;
    let private = chosen(0);
    let mut config = json!({
        "name": "Any", "seats": seats, "private": private, "moving_button": chosen(1), "all_in_face_up": chosen(2),
        "session": any_rules(&first, seats, kind < 180, private, script),
    });
    if script.one_in(4) {
        any_amounts(&mut config, kind < 180, script);
    }
    match kind {
        0..180 => config["game"] = json!(first.id),
        180..220 => {
            let others: Vec<Value> = (0..=script.byte() % 4)
                .map(|_| json!({ "game": any_game(script).id }))
                .chain([json!({ "game": first.id })])
                .collect();
            config["game"] = json!("");
            config["mix"] = json!({ "kind": "rotation", "games": others, "hands": 1 + script.byte() % 3 });
            config["seats"] = json!(seats.min(6));
        }
        _ => {
            config["game"] = json!("");
            config["mix"] = json!({ "kind": "dealers_choice" });
            config["seats"] = json!(seats.min(5));
        }
    }
    config
}
