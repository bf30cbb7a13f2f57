//! Parsing of the notation.

use super::{HandText, NotationError};
use crate::card::{Card, parse_cards};
use crate::limit::Limit;
use crate::{Chips, SeatIx};

/// Reads all hands of a text, in order. A hand that cannot be read becomes an error with its line; the hands after it are still read.
pub fn parse(text: &str) -> Vec<Result<HandText, NotationError>> {
    let mut hands = Vec::new();
    let mut block: Vec<(usize, &str)> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_end();
        if line.is_empty() {
            hands.extend(read_block(&block));
            block.clear();
        } else if !line.starts_with('#') {
            block.push((index + 1, line));
        }
    }
    hands.extend(read_block(&block));
    hands
}

/// Reads a hand; `None` if there are no lines.
fn read_block(block: &[(usize, &str)]) -> Option<Result<HandText, NotationError>> {
    let &(first, _) = block.first()?;
    let mut hand = HandText {
        line: first,
        ..HandText::default()
    };
    let mut seen: Vec<&str> = Vec::with_capacity(block.len());
    for &(line, text) in block {
        let read = match text.split_once(':').map(|(key, value)| (key, value.trim())) {
            None => Err("a line is a key, a colon and a value".to_owned()),
            Some((key, _)) if seen.is_empty() != (key == "game") => Err("a hand begins with `game`, once".to_owned()),
            Some((key, _)) if seen.contains(&key) => Err(format!("`{key}` is written twice")),
            Some((key, value)) => {
                seen.push(key);
                read_line(&mut hand, key, value)
            }
        };
        if let Err(message) = read {
            return Some(Err(NotationError { line, message }));
        }
    }
    let missing = ["stacks", "deck"].into_iter().find(|key| !seen.contains(key));
    Some(match missing {
        None => Ok(hand),
        Some(key) => Err(NotationError {
            line: first,
            message: format!("the hand has no `{key}`"),
        }),
    })
}

fn read_line(hand: &mut HandText, key: &str, value: &str) -> Result<(), String> {
    let expected = &mut hand.expected;
    match key {
        "game" if value.is_empty() => return Err("`game` is empty".to_owned()),
        "game" => value.clone_into(&mut hand.game),
        "stacks" => read_table(hand, value)?,
        "options" => hand.options = value.split(';').map(read_option).collect::<Result<_, _>>()?,
        "script" => hand.script = Some(value.to_owned()),
        "board" => expected.board = Some(cards_of(value)?),
        "burned" => expected.burned = Some(cards_of(value)?),
        "deck" => hand.deck = cards_of(value)?,
        "actions" => hand.actions = value.split_whitespace().map(read_word).collect::<Result<_, _>>()?,
        "result" => expected.result = Some(value.to_owned()),
        "high hands" => expected.high = Some(read_names(value)?),
        "low hands" => expected.low = Some(read_names(value)?),
        "final" => {
            let mut parts = value.split("   ").map(str::trim).filter(|part| !part.is_empty());
            expected.stacks = Some(read_stacks(parts.next().unwrap_or_default())?);
            for part in parts {
                match part.split_once(':') {
                    Some(("carried out", chips)) => expected.carried_out = Some(chips_of(chips)?),
                    _ => return Err(format!("`{part}` is not understood")),
                }
            }
        }
        "refused" => hand.refused = Some(value.to_owned()),
        _ => match key.strip_suffix(" receives") {
            Some(seat) => expected.receives.push((seat_of(seat)?, cards_of(value)?)),
            None => return Err(format!("there is no key `{key}`")),
        },
    }
    Ok(())
}

/// Reads a line such as `3 x 100   dealer: S3   carried pot: 5   limits: nl:10`.
fn read_table(hand: &mut HandText, value: &str) -> Result<(), String> {
    let mut parts = value.split("   ").map(str::trim).filter(|part| !part.is_empty());
    hand.stacks = read_stacks(parts.next().unwrap_or_default())?;
    for part in parts {
        match part.split_once(": ") {
            Some(("dealer", seat)) if usize::from(seat_of(seat)?.number()) == hand.stacks.len() => {}
            Some(("dealer", _)) => return Err("the last seat is the dealer".to_owned()),
            Some(("carried pot", chips)) => hand.carried = chips_of(chips)?,
            Some(("limits", tiers)) => {
                let tiers = tiers
                    .split('/')
                    .map(|tier| tier.parse::<Limit>().map_err(|error| error.to_string()));
                hand.limits = tiers.collect::<Result<_, _>>()?;
            }
            _ => return Err(format!("`{part}` is not understood")),
        }
    }
    Ok(())
}

fn read_stacks(text: &str) -> Result<Vec<Chips>, String> {
    if let Some((count, chips)) = text.split_once(" x ") {
        let count: usize = count
            .trim()
            .parse()
            .map_err(|_| format!("`{count}` is not a number of players"))?;
        return Ok(vec![chips_of(chips)?; count.min(11)]);
    }
    let mut stacks = Vec::new();
    for (index, word) in text.split_whitespace().enumerate() {
        let (seat, chips) = word
            .split_once('=')
            .ok_or_else(|| format!("`{word}` is not a stack of a seat"))?;
        if usize::from(seat_of(seat)?.index()) != index {
            return Err("seats are written in order, from S1".to_owned());
        }
        stacks.push(chips_of(chips)?);
    }
    Ok(stacks)
}

/// Reads `name=value`; the value may contain further equals signs.
fn read_option(text: &str) -> Result<(String, String), String> {
    match text.trim().split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err(format!("`{}` is not an option: write name=value", text.trim())),
    }
}

/// Reads a seat and its action, such as `S1:check`.
fn read_word(word: &str) -> Result<(SeatIx, String), String> {
    let (seat, action) = word
        .split_once(':')
        .ok_or_else(|| format!("`{word}` is not an action of a seat"))?;
    Ok((seat_of(seat)?, action.to_owned()))
}

/// Reads names of hands, such as `S1 flush; S2 one pair`.
fn read_names(text: &str) -> Result<Vec<(SeatIx, String)>, String> {
    let name = |part: &str| match part.trim().split_once(' ') {
        Some((seat, name)) => Ok((seat_of(seat)?, name.trim().to_owned())),
        None => Err(format!("`{}` is not a hand of a seat", part.trim())),
    };
    text.split(';').map(name).collect()
}

fn seat_of(text: &str) -> Result<SeatIx, String> {
    let number = text.strip_prefix('S').and_then(|number| number.parse().ok());
    number
        .and_then(SeatIx::from_number)
        .ok_or_else(|| format!("`{text}` is not a seat"))
}

fn cards_of(text: &str) -> Result<Vec<Card>, String> {
    parse_cards(text).map_err(|error| error.to_string())
}

fn chips_of(text: &str) -> Result<Chips, String> {
    text.trim()
        .parse()
        .ok()
        .and_then(Chips::try_new)
        .ok_or_else(|| format!("`{}` is not an amount", text.trim()))
}
