//! Questions about seats and tables.

use std::collections::{BTreeMap, BTreeSet};

use poker_engine::SeatIx;
use poker_engine::table::Positions;
use poker_engine::tournament::TableNo;
use poker_engine::tournament::law::{self, Seating, TableSizes};
use serde::Deserialize;
use serde_json::{Value, json};

use super::grammar::{Fields, QuestionError, Ring, Written, numbers, single_cards, table_no};

pub(super) fn first_hand(mut fields: Fields) -> Result<Value, QuestionError> {
    let ring = fields.ring()?;
    let occupied = ring.set(&fields.take::<Vec<u64>>("occupied")?)?;
    let button = ring.seat(fields.take("button")?)?;
    fields.end()?;
    let positions = Positions::first_hand(button, occupied);
    positions.map(pos).ok_or(QuestionError::Contradiction(
        "two seats are occupied at least, one of them by the button",
    ))
}

pub(super) fn next_hand(mut fields: Fields) -> Result<Value, QuestionError> {
    let ring = fields.ring()?;
    let last = ring.positions(&fields.take("last")?)?;
    let occupied = ring.set(&fields.take::<Vec<u64>>("occupied")?)?;
    let newcomers = ring.set(&fields.take::<Vec<u64>>("newcomers")?)?;
    fields.end()?;
    if !newcomers.difference(occupied).is_empty() {
        return Err(QuestionError::Contradiction(
            "a newcomer sits in a seat that is not occupied",
        ));
    }
    Ok(last.next_hand(occupied, newcomers).map_or(Value::Null, pos))
}

/// Returns positions as written in an answer.
fn pos(positions: Positions) -> Value {
    json!({
        "button": positions.button.number(),
        "small_blind": positions.small_blind.number(),
        "big_blind": positions.big_blind.number(),
        "waiting": numbers(positions.waiting),
        "heads_up": positions.heads_up,
    })
}

pub(super) fn pick_seat(mut fields: Fields) -> Result<Value, QuestionError> {
    let ring = fields.ring()?;
    let last: Option<Written> = fields.take("last")?;
    let last = ring.last(last.as_ref())?;
    let occupied = ring.set(&fields.take::<Vec<u64>>("occupied")?)?;
    fields.end()?;
    let seat = law::pick_seat(last, occupied, ring.0);
    seat.map(|seat| json!(seat.number()))
        .ok_or(QuestionError::Contradiction("no seat is empty"))
}

pub(super) fn halted(mut fields: Fields) -> Result<Value, QuestionError> {
    let sizes: Vec<(u64, u64)> = fields.take("sizes")?;
    let late_tables = fields.take("late_tables")?;
    fields.end()?;
    let mut tables = BTreeMap::new();
    for (table, size) in sizes {
        if tables.insert(table_no(table)?, Ring::LARGEST.size(size)?).is_some() {
            return Err(QuestionError::Contradiction("a table appears twice"));
        }
    }
    let sizes: Vec<_> = tables.into_iter().collect();
    Ok(table_numbers(law::halted(&sizes, late_tables)))
}

pub(super) fn may_break(mut fields: Fields) -> Result<Value, QuestionError> {
    let (players, tables) = (fields.take("players")?, fields.take("tables")?);
    let ring = fields.ring()?;
    fields.end()?;
    Ok(json!(law::may_break(players, tables, ring.0)))
}

pub(super) fn final_size(mut fields: Fields) -> Result<Value, QuestionError> {
    let ring = fields.ring()?;
    fields.end()?;
    Ok(json!(law::final_size(ring.0)))
}

pub(super) fn may_deal(mut fields: Fields) -> Result<Value, QuestionError> {
    let (seated, is_first) = (fields.take("seated")?, fields.take("first")?);
    let (heads_up_format, is_final) = (fields.take("heads_up_format")?, fields.take("final")?);
    fields.end()?;
    let seated = usize::from(Ring::LARGEST.size(seated)?);
    Ok(json!(law::may_deal(&law::BetweenHands {
        seated,
        is_first,
        heads_up_format,
        is_final,
    })))
}

pub(super) fn high_card(mut fields: Fields) -> Result<Value, QuestionError> {
    let occupied = Ring::LARGEST.set(&fields.take::<Vec<u64>>("occupied")?)?;
    let cards = single_cards(fields.take("cards")?)?;
    fields.end()?;
    Ok(json!(law::high_card(occupied, &cards)?.number()))
}

pub(super) fn late_entry(mut fields: Fields) -> Result<Value, QuestionError> {
    let floor = Floor::read(&mut fields)?;
    fields.end()?;
    let found = law::late_seat(&floor.sizes, floor.ring.0, |table| floor.seating(table));
    let (table, seat) = found.unzip();
    Ok(json!({ "table": table.map(|table| table.0), "seat": seat.map(SeatIx::number) }))
}

/// Answers what happens to the tables when a hand is over at one and busted players have left. Rule: tournament 2.8, steps 3 to 6.
pub(super) fn balance(mut fields: Fields) -> Result<Value, QuestionError> {
    let mut floor = Floor::read(&mut fields)?;
    let late_tables = fields.take("late_tables")?;
    let finished = table_no(fields.take("finished")?)?;
    fields.end()?;
    if !floor.tables.contains_key(&finished) {
        return Err(QuestionError::Contradiction("the finished table is none of these"));
    }
    let alive: usize = floor.tables.values().map(|table| table.players.len()).sum();
    let breaks = floor.sizes.break_up(alive as u64, floor.ring.0);
    let breaking = table_numbers(breaks.tables);
    // If all tables wait for the final one, none is left to balance (rule: L-5).
    if breaks.is_final || floor.sizes.is_empty() {
        return Ok(json!({ "breaking": breaking, "final": true, "moves": [], "halted": [] }));
    }
    let moves = floor.carry_out(finished)?;
    let halted = table_numbers(floor.sizes.halted(late_tables));
    Ok(json!({ "breaking": breaking, "final": false, "moves": moves, "halted": halted }))
}

fn table_numbers(tables: Vec<TableNo>) -> Value {
    tables.into_iter().map(|table| table.0).collect()
}

/// A table as written in a question.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenTable {
    table: u64,
    #[serde(deserialize_with = "Option::deserialize")]
    last: Option<Written>,
    players: Vec<(u64, Value)>,
    breaking: bool,
}

/// A table of the field.
struct Table {
    last: Option<Positions>,
    players: BTreeMap<SeatIx, Value>,
}

/// All tables of the field.
struct Floor {
    ring: Ring,
    tables: BTreeMap<TableNo, Table>,
    sizes: TableSizes,
}

impl Floor {
    fn read(fields: &mut Fields) -> Result<Self, QuestionError> {
        let ring = fields.ring()?;
        let written: Vec<WrittenTable> = fields.take("tables")?;
        let order: Vec<u64> = fields.take("break_order")?;
        let order: Vec<TableNo> = order.into_iter().map(table_no).collect::<Result<_, _>>()?;
        let places: BTreeMap<TableNo, usize> = order.iter().enumerate().map(|(place, table)| (*table, place)).collect();
        if places.len() < order.len() {
            return Err(QuestionError::Contradiction("the break order names a table twice"));
        }
        if written.is_empty() {
            return Err(QuestionError::Contradiction("there is no table"));
        }
        let mut floor = Self {
            ring,
            tables: BTreeMap::new(),
            sizes: TableSizes::default(),
        };
        let mut names = BTreeSet::new();
        for written in written {
            let number = table_no(written.table)?;
            let table = Table::read(ring, &written)?;
            if !table.players.values().all(|player| names.insert(player.to_string())) {
                return Err(QuestionError::Contradiction(
                    "a player appears twice, or is not a number or text",
                ));
            }
            if !written.breaking {
                let place = places.get(&number);
                let place = *place.ok_or(QuestionError::Contradiction("a table is not in the break order"))?;
                floor
                    .sizes
                    .insert(number, ring.size(table.players.len() as u64)?, place);
            }
            if floor.tables.insert(number, table).is_some() {
                return Err(QuestionError::Contradiction("a table appears twice"));
            }
        }
        Ok(floor)
    }

    fn seating(&self, table: TableNo) -> Seating {
        let table = self.tables.get(&table);
        table.map_or_else(Seating::default, |table| Seating {
            last: table.last,
            occupied: table.players.keys().copied().collect(),
        })
    }

    /// Carries out every move that the table is due, in order.
    fn carry_out(&mut self, finished: TableNo) -> Result<Vec<Value>, QuestionError> {
        let mut moves = Vec::new();
        while let Some(law::Move { from, to }) =
            law::next_move(&self.sizes, finished, self.ring.0, |table| self.seating(table))
        {
            let player = self
                .tables
                .get_mut(&from.0)
                .and_then(|table| table.players.remove(&from.1));
            let player = player.ok_or(QuestionError::Contradiction("a move from an empty seat"))?;
            moves.push(json!([player, from.0.0, from.1.number(), to.0.0, to.1.number()]));
            if let Some(table) = self.tables.get_mut(&to.0) {
                table.players.insert(to.1, player);
            }
            for table in [from.0, to.0] {
                let size = self.tables.get(&table).map_or(0, |table| table.players.len());
                self.sizes.resize(table, self.ring.size(size as u64)?);
            }
        }
        let left = self.tables.get(&finished).map_or(0, |table| table.players.len());
        if self.sizes.size(finished).is_none() && left > 0 {
            return Err(QuestionError::Contradiction(
                "there are not seats enough for the table that breaks",
            ));
        }
        Ok(moves)
    }
}

impl Table {
    fn read(ring: Ring, written: &WrittenTable) -> Result<Self, QuestionError> {
        let mut players = BTreeMap::new();
        for (seat, player) in &written.players {
            if !player.is_u64() && !player.is_string() {
                return Err(QuestionError::Contradiction(
                    "a player appears twice, or is not a number or text",
                ));
            }
            if players.insert(ring.seat(*seat)?, player.clone()).is_some() {
                return Err(QuestionError::SeatTwice(*seat));
            }
        }
        let last = ring.last(written.last.as_ref())?;
        Ok(Self { last, players })
    }
}

impl Ring {
    /// Converts a number of players at a table.
    fn size(self, players: u64) -> Result<u8, QuestionError> {
        let size = u8::try_from(players).ok().filter(|size| *size <= self.0);
        size.ok_or(QuestionError::Contradiction("more players than seats"))
    }
}
