//! Questions about pots, prizes and chips.

use poker_engine::event::Pot;
use poker_engine::tournament::law::{self, Bust, LawError, Tied};
use poker_engine::{BySeat, Chips};
use serde::Deserialize;
use serde_json::{Value, json};

use super::grammar::{Fields, QuestionError, Ring, Rows, by_seat, chips, held, numbers, single_cards, table_no};

pub(super) fn pots(mut fields: Fields) -> Result<Value, QuestionError> {
    let ring = fields.ring()?;
    let paid = ring.stacks(&fields.take::<Rows>("contributions")?)?;
    let live = ring.set(&fields.take::<Vec<u64>>("live")?)?;
    let dead = fields.chips("dead")?;
    fields.end()?;
    if live.iter().any(|seat| paid[seat].is_none()) {
        return Err(QuestionError::Contradiction("a live hand without a contribution"));
    }
    let contributed = BySeat::from_fn(|seat| paid[seat].unwrap_or_default());
    let settled = law::settle(contributed, live, dead)?;
    let returned = settled.returned.map(|(seat, amount)| (seat.number(), amount.get()));
    let pots = settled.pots.iter().map(|pot| (pot.amount.get(), numbers(pot.eligible)));
    Ok(json!({ "returned": returned, "pots": pots.collect::<Vec<_>>() }))
}

pub(super) fn award(mut fields: Fields) -> Result<Value, QuestionError> {
    let ring = fields.ring()?;
    let written: Vec<(u64, Vec<u64>)> = fields.take("pots")?;
    let ranks = ring.rows(&fields.take("ranks")?)?;
    let button = ring.seat(fields.take("button")?)?;
    let unit = fields.chips("unit")?;
    fields.end()?;
    let pot = |(amount, seats): (u64, Vec<u64>)| {
        let (amount, eligible) = (chips(amount)?, ring.set(&seats)?);
        Ok(Pot { amount, eligible })
    };
    let pots: Vec<Pot> = written.into_iter().map(pot).collect::<Result<_, QuestionError>>()?;
    let won = law::award(&pots, &ranks, button, unit)?;
    Ok(json!(by_seat(held(&won))))
}

/// The name of a player.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "Value")]
enum Name {
    Number(u64),
    Text(String),
}

impl TryFrom<Value> for Name {
    type Error = &'static str;

    fn try_from(value: Value) -> Result<Self, Self::Error> {
        match value {
            Value::String(text) => Ok(Self::Text(text)),
            Value::Number(number) => number.as_u64().map(Self::Number).ok_or("a player is no such number"),
            _ => Err("a player is a text or a number"),
        }
    }
}

impl From<Name> for Value {
    fn from(name: Name) -> Self {
        match name {
            Name::Number(number) => number.into(),
            Name::Text(text) => text.into(),
        }
    }
}

pub(super) fn places(mut fields: Fields) -> Result<Value, QuestionError> {
    let alive = fields.take("alive")?;
    let written: Vec<(Name, u64, u64)> = fields.take("busts")?;
    fields.end()?;
    let bust = |(player, table, stack)| {
        Ok(Bust {
            player,
            table: table_no(table)?,
            stack: chips(stack)?,
        })
    };
    let busts: Vec<Bust<Name>> = written.into_iter().map(bust).collect::<Result<_, QuestionError>>()?;
    let places = law::places(alive, &busts)?.into_iter();
    let row = |place: law::FinishingPlace<Name>| json!([Value::from(place.player), place.best, place.worst]);
    Ok(places.map(row).collect())
}

pub(super) fn pay(mut fields: Fields) -> Result<Value, QuestionError> {
    let prizes = fields.amounts("prizes")?;
    let (best, worst) = (fields.take("best")?, fields.take("worst")?);
    let written: Vec<(Name, u64, u64)> = fields.take("players")?;
    fields.end()?;
    let mut players: Vec<Tied<Name>> = Vec::with_capacity(written.len());
    for (player, stack, entry) in written {
        if players
            .iter()
            .any(|other| other.player == player || other.entry == entry)
        {
            return Err(LawError::Mismatch("player").into());
        }
        let stack = chips(stack)?;
        players.push(Tied { player, stack, entry });
    }
    let shares = law::pay(&prizes, best, worst, &players)?.into_iter();
    Ok(shares
        .map(|(player, share)| json!([Value::from(player), share.get()]))
        .collect())
}

pub(super) fn payouts(mut fields: Fields) -> Result<Value, QuestionError> {
    let kind: String = fields.take("kind")?;
    let entries = fields.take("entries")?;
    let pool = fields.chips("pool")?;
    fields.end()?;
    let prizes = match kind.as_str() {
        "field" => law::field_payouts(entries, pool)?,
        "table" => law::table_payouts(entries, pool)?,
        _ => return Err(QuestionError::Contradiction("the kinds are field and table")),
    };
    Ok(amounts(&prizes))
}

pub(super) fn chip_race(mut fields: Fields) -> Result<Value, QuestionError> {
    let (from, to) = (fields.chips("from")?, fields.chips("to")?);
    let stacks = Ring::LARGEST.stacks(&fields.take("stacks")?)?;
    let cards = single_cards(fields.take("cards")?)?;
    fields.end()?;
    let race = match law::chip_race(&stacks, from, to, &cards) {
        Err(error @ LawError::TooManyOddChips) => return Ok(json!({ "error": error.code() })),
        race => race?,
    };
    let seats = |seats: &[poker_engine::SeatIx]| seats.iter().map(|seat| seat.number()).collect::<Vec<_>>();
    Ok(json!({
        "stacks": by_seat(held(&race.stacks)),
        "winners": seats(&race.winners),
        "courtesy": seats(&race.courtesy),
        "delta": race.delta(&stacks),
    }))
}

pub(super) fn bounty(mut fields: Fields) -> Result<Value, QuestionError> {
    let amount = fields.chips("bounty")?;
    let progressive = fields.take("progressive")?;
    let ring = fields.ring()?;
    let winners = ring.set(&fields.take::<Vec<u64>>("winners")?)?;
    let button = ring.seat(fields.take("button")?)?;
    fields.end()?;
    if winners.is_empty() {
        return Err(LawError::OutOfRange("winners").into());
    }
    let shares = law::bounty(amount, progressive, winners, button);
    Ok(json!({ "cash": by_seat(shares.cash), "head": by_seat(shares.head) }))
}

pub(super) fn chop(fields: Fields) -> Result<Value, QuestionError> {
    let (stacks, prizes) = deal(fields)?;
    Ok(amounts(&law::chop(&stacks, &prizes)?))
}

pub(super) fn icm(fields: Fields) -> Result<Value, QuestionError> {
    let (stacks, prizes) = deal(fields)?;
    Ok(amounts(&law::icm(&stacks, &prizes)?))
}

/// Parses the stacks and prizes of a deal.
fn deal(mut fields: Fields) -> Result<(Vec<Chips>, Vec<Chips>), QuestionError> {
    let terms = (fields.amounts("stacks")?, fields.amounts("prizes")?);
    fields.end()?;
    Ok(terms)
}

pub(super) fn withdraw(mut fields: Fields) -> Result<Value, QuestionError> {
    let alive: u64 = fields.take("alive")?;
    let (in_play, stack) = (fields.chips("in_play")?, fields.chips("stack")?);
    fields.end()?;
    let (place, in_play) = law::withdraw(alive, in_play, stack)?;
    Ok(json!({ "place": place, "in_play": in_play.get() }))
}

fn amounts(chips: &[Chips]) -> Value {
    chips.iter().map(|chips| chips.get()).collect()
}
