//! Questions about levels and clocks.

use poker_engine::Chips;
use poker_engine::tournament::law::{self, LawError, Level, LevelTime};
use serde_json::{Value, json};

use super::grammar::{Fields, QuestionError, chips};

pub(super) fn clock(mut fields: Fields) -> Result<Value, QuestionError> {
    let (level, elapsed) = (fields.take("level")?, fields.take("elapsed")?);
    let durations: Vec<u64> = fields.take("durations")?;
    let rounds = fields.take("hands")?;
    fields.end()?;
    let time = LevelTime { level, elapsed }.after_rounds(rounds, &durations)?;
    Ok(json!([time.level, time.elapsed]))
}

pub(super) fn hand_level(mut fields: Fields) -> Result<Value, QuestionError> {
    let durations: Vec<u64> = fields.take("durations")?;
    let (awarded, dealt, stopped) = (fields.take("awarded")?, fields.take("dealt")?, fields.take("stopped")?);
    fields.end()?;
    Ok(json!(law::hand_level(&durations, awarded, dealt, stopped)?))
}

pub(super) fn next_level(mut fields: Fields) -> Result<Value, QuestionError> {
    let written: Vec<(u64, u64, u64)> = fields.take("levels")?;
    let unit = fields.chips("unit")?;
    let number = fields.take("level")?;
    fields.end()?;
    let level = |(small, big, ante): (u64, u64, u64)| {
        Ok(Level {
            small_blind: chips(small)?,
            big_blind: chips(big)?,
            ante: chips(ante)?,
            unit,
        })
    };
    let levels: Vec<Level> = written.into_iter().map(level).collect::<Result<_, QuestionError>>()?;
    let level = law::next_level(&levels, number)?;
    Ok(json!([level.small_blind, level.big_blind, level.ante].map(Chips::get)))
}

pub(super) fn entry_open(mut fields: Fields) -> Result<Value, QuestionError> {
    let durations: Vec<u64> = fields.take("durations")?;
    let (late_levels, at) = (fields.take("late_levels")?, fields.take("at")?);
    fields.end()?;
    Ok(json!(LevelTime::since_start(at, &durations)?.entry_open(late_levels)))
}

pub(super) fn call_time(mut fields: Fields) -> Result<Value, QuestionError> {
    let started = fields.take("started")?;
    let called: Vec<u64> = fields.take("called")?;
    let acted = fields.take("acted")?;
    fields.end()?;
    let calls = law::call_time(started, &called).ok_or(LawError::Overflow)?;
    let valid = calls.is_in_time(acted);
    Ok(json!({ "accepted": calls.accepted, "deadline": calls.deadline, "valid": valid }))
}
