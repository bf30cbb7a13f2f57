//! Parsing of structures.

use toml_edit::{Document, Value};

use super::level::{row, seconds};
use super::source::{Result, Source, line_at};
use super::{
    AddOn, Bounty, BountyKind, Breaks, GameChoice, HandForHand, Kind, MAX_ENTRIES, Pays, Rebuy, Row, Start, Structure,
    StructureError, Word, shipped,
};
use crate::Chips;
use crate::seat::MAX_SEATS;

/// Largest file, in bytes.
const MAX_BYTES: usize = 64 * 1024;
/// Longest identifier, in characters.
const MAX_ID: usize = 40;
/// Longest name, in characters.
const MAX_NAME: usize = 80;
/// Largest number of rows in the list of levels.
const MAX_ROWS: usize = 200;

const KEYS: [&str; 28] = [
    "id",
    "name",
    "kind",
    "start",
    "entries",
    "seats",
    "games",
    "stack",
    "levels",
    "ante",
    "price",
    "bounty",
    "late_levels",
    "re_entries",
    "rebuy",
    "add_on",
    "guarantee",
    "pays",
    "pays_unit",
    "hand_for_hand",
    "late_tables",
    "breaks",
    "clock",
    "action",
    "bank",
    "absent_hand",
    "severity",
    "dark_bets",
];

impl Structure {
    /// Reads and checks a structure. Missing keys have their defaults; without a list of levels the default one of rule
    /// tournament 4 applies.
    ///
    /// # Errors
    /// Gives the first fault, with its line and key.
    pub fn parse(text: &str) -> Result<Self> {
        Self::parse_with(text, |_, _| Ok(()))
    }

    /// Reads and checks a structure announced by a host. Its pool is paid by its players alone, so it guarantees
    /// nothing.
    ///
    /// # Errors
    /// Gives the first fault, with its line and key.
    pub fn parse_hosted(text: &str) -> Result<Self> {
        Self::parse_with(text, |structure, source| {
            if structure.is_house_only() {
                return source.fail("guarantee", "only the house guarantees prizes");
            }
            Ok(())
        })
    }

    /// Reads and checks a structure, with an additional check of what its author may set.
    fn parse_with(text: &str, allowed: impl FnOnce(&Self, &Source<'_>) -> Result<()>) -> Result<Self> {
        let no_toml = |offset: usize, message: String| StructureError {
            line: line_at(text, offset),
            key: String::new(),
            message,
        };
        if text.len() > MAX_BYTES {
            return Err(no_toml(0, format!("a structure has at most {MAX_BYTES} bytes")));
        }
        let document = Document::parse(text).map_err(|error| {
            let message = error.message().lines().next().unwrap_or("not TOML").to_owned();
            no_toml(error.span().map_or(0, |span| span.start), message)
        })?;
        let source = Source::of_file(text, document.as_table());
        source.only(&KEYS)?;
        let structure = read(&source)?;
        structure.check().map_err(|fault| match fault.index {
            Some(index) => source.error_in(fault.key, index, fault.message),
            None => source.fault(fault.key, fault.message),
        })?;
        allowed(&structure, &source)?;
        Ok(structure)
    }
}

fn read(source: &Source<'_>) -> Result<Structure> {
    let kind: Kind = source.choice("kind")?;
    let start: Start = source.choice("start")?;
    let rebuy = rebuy(source)?;
    let late = if (kind, start) == (Kind::Field, Start::Time) {
        2
    } else {
        0
    };
    let seats = if kind == Kind::Bracket { 2 } else { 9 };
    let levels = levels(source)?;
    let published = levels.iter().filter(|row| matches!(row, Row::Level(_))).count();
    let late = late.min(u16::try_from(published).unwrap_or(u16::MAX));
    Ok(Structure {
        id: id(source)?,
        name: source.name(MAX_NAME)?,
        kind,
        start,
        entries: entries(source)?,
        seats: source.small("seats", (2, MAX_SEATS), Some(seats))?,
        games: games(source)?,
        stack: source.chips("stack", 1, Some(10_000))?,
        levels,
        ante: source.choice("ante")?,
        price: source.chips("price", 0, Some(0))?,
        bounty: bounty(source)?,
        late_levels: source.small("late_levels", (0, u16::MAX), Some(late))?,
        re_entries: source.small("re_entries", (0, 100), Some(0))?,
        rebuy,
        add_on: add_on(source)?,
        guarantee: source.chips("guarantee", 0, Some(0))?,
        pays: pays(source, start)?,
        pays_unit: source.chips("pays_unit", 1, Some(1))?,
        hand_for_hand: hand_for_hand(source, kind)?,
        late_tables: source.small("late_tables", (1, u16::MAX), Some(3))?,
        breaks: breaks(source)?,
        clock: source.choice("clock")?,
        action: time(source, "action", 20)?,
        bank: bank(source)?,
        absent_hand: source.choice("absent_hand")?,
        severity: source.choice("severity")?,
        dark_bets: source.choice("dark_bets")?,
    })
}

fn id(source: &Source<'_>) -> Result<String> {
    let id = source.text("id")?;
    let legal = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if id.len() > MAX_ID || !id.bytes().all(legal) {
        let message = format!("an identifier is a-z, 0-9 and hyphens, at most {MAX_ID} of them");
        return source.fail("id", message);
    }
    Ok(id.to_owned())
}

fn entries(source: &Source<'_>) -> Result<(u32, u32)> {
    let Some(list) = source.list("entries", (2, 2))? else {
        return Ok((3, 10_000));
    };
    let number = |value: &Value| value.as_integer().and_then(|number| u32::try_from(number).ok());
    match (number(list[0]), number(list[1])) {
        (Some(least), Some(most)) if 2 <= least && least <= most && most <= MAX_ENTRIES => Ok((least, most)),
        _ => source.fail(
            "entries",
            format!("`entries` must be the least and the most players, from 2 to {MAX_ENTRIES}"),
        ),
    }
}

fn games(source: &Source<'_>) -> Result<Vec<GameChoice>> {
    let Some(list) = source.list("games", (1, 50))? else {
        return source.fail("games", "`games` is missing");
    };
    let game = |(index, value): (usize, &Value)| {
        let text = value.as_str().ok_or_else(|| "a game is a string".to_owned());
        let choice = text.and_then(GameChoice::parse);
        choice.map_err(|message| source.error_in("games", index, message))
    };
    list.into_iter().enumerate().map(game).collect()
}

fn levels(source: &Source<'_>) -> Result<Vec<Row>> {
    let Some(list) = source.list("levels", (1, MAX_ROWS))? else {
        return Ok(shipped::default_levels());
    };
    let mut unit = Chips::new(1);
    let mut rows = Vec::with_capacity(list.len());
    for (index, value) in list.into_iter().enumerate() {
        let text = value.as_str().ok_or_else(|| "a level is a string".to_owned());
        let row = text.and_then(|text| row(text, unit));
        let row = row.map_err(|message| source.error_in("levels", index, message))?;
        if let Row::Level(level) = row {
            unit = level.level.unit;
        }
        rows.push(row);
    }
    Ok(rows)
}

fn bounty(source: &Source<'_>) -> Result<Option<Bounty>> {
    let Some(table) = source.inline("bounty", "bounty.")? else {
        return Ok(None);
    };
    table.only(&["price", "kind", "envelopes"])?;
    let kind = match table.optional_text("kind")? {
        None | Some("flat") => BountyKind::Flat,
        Some("progressive") => BountyKind::Progressive,
        Some("mystery") => BountyKind::Mystery {
            envelopes: table.percents("envelopes")?.unwrap_or_default(),
        },
        Some(_) => return table.fail("kind", "`bounty.kind` is one of flat, progressive, mystery"),
    };
    if table.has("envelopes") && !matches!(kind, BountyKind::Mystery { .. }) {
        return table.fail("envelopes", "only mystery bounties have envelopes");
    }
    let price = table.chips("price", 1, None)?;
    Ok(Some(Bounty { price, kind }))
}

fn rebuy(source: &Source<'_>) -> Result<Option<Rebuy>> {
    let Some(table) = source.inline("rebuy", "rebuy.")? else {
        return Ok(None);
    };
    table.only(&["levels", "price", "chips", "most"])?;
    Ok(Some(Rebuy {
        levels: table.small("levels", (1, u16::MAX), None)?,
        price: table.chips("price", 0, None)?,
        chips: table.chips("chips", 1, None)?,
        most: table.small("most", (1, 100), Some(3))?,
    }))
}

fn add_on(source: &Source<'_>) -> Result<Option<AddOn>> {
    let Some(table) = source.inline("add_on", "add_on.")? else {
        return Ok(None);
    };
    table.only(&["price", "chips"])?;
    Ok(Some(AddOn {
        price: table.chips("price", 0, None)?,
        chips: table.chips("chips", 1, None)?,
    }))
}

fn pays(source: &Source<'_>, start: Start) -> Result<Pays> {
    let default = match start {
        Start::Time => Pays::Ladder,
        Start::Full => Pays::Table,
    };
    let Some(value) = source.value("pays").filter(|_| source.has("pays")) else {
        return Ok(default);
    };
    match value {
        Value::Array(_) => Ok(Pays::Percents(source.percents("pays")?.unwrap_or_default())),
        Value::InlineTable(_) => {
            let Some(table) = source.inline("pays", "pays.")? else {
                return Ok(default);
            };
            table.only(&["seats", "of"])?;
            Ok(Pays::Seats {
                seats: table.small("seats", (1, MAX_ENTRIES), None)?,
                of: table.text("of")?.to_owned(),
            })
        }
        value => match value.as_str() {
            Some("ladder") => Ok(Pays::Ladder),
            Some("table") => Ok(Pays::Table),
            _ => source.fail(
                "pays",
                "`pays` is ladder, table, a list of percents or { seats = 3, of = \"another\" }",
            ),
        },
    }
}

fn hand_for_hand(source: &Source<'_>, kind: Kind) -> Result<Vec<HandForHand>> {
    let Some(list) = source.list("hand_for_hand", (0, 100))? else {
        let field = kind == Kind::Field;
        return Ok(if field {
            vec![HandForHand::Money, HandForHand::Final]
        } else {
            Vec::new()
        });
    };
    let mut found = Vec::with_capacity(list.len());
    for (index, value) in list.into_iter().enumerate() {
        let jump = value.as_integer().and_then(|number| u32::try_from(number).ok());
        let trigger = match (value.as_str(), jump) {
            (Some("money"), _) => HandForHand::Money,
            (Some("final"), _) => HandForHand::Final,
            (None, Some(jump)) if (1..MAX_ENTRIES).contains(&jump) => HandForHand::Jump(jump),
            _ => {
                let message = "hand-for-hand is for money, final or a number of players left";
                return Err(source.error_in("hand_for_hand", index, message));
            }
        };
        if found.contains(&trigger) {
            return Err(source.error_in("hand_for_hand", index, "this is listed twice"));
        }
        found.push(trigger);
    }
    Ok(found)
}

fn breaks(source: &Source<'_>) -> Result<Breaks> {
    match source.optional_text("breaks")? {
        None => Ok(Breaks::Listed),
        Some("levels") => Ok(Breaks::WORDS[0].1),
        Some("hourly") => Ok(Breaks::Hourly),
        Some(_) => source.fail("breaks", "`breaks` is one of levels, hourly"),
    }
}

/// Reads the time bank; `0` and `0s` mean none.
fn bank(source: &Source<'_>) -> Result<u32> {
    let is_none = source.value("bank").is_some_and(|value| match value {
        Value::Integer(number) => *number.value() == 0,
        Value::String(text) => matches!(text.value().as_str(), "0" | "0s" | "0m" | "0h"),
        _ => false,
    });
    if is_none { Ok(0) } else { time(source, "bank", 60) }
}

/// Reads a time of a player's clock, from one second to an hour; `default`, in seconds, if the key is missing.
fn time(source: &Source<'_>, key: &'static str, default: u32) -> Result<u32> {
    let Some(text) = source.optional_text(key)? else {
        return Ok(default);
    };
    match seconds(text).filter(|seconds| *seconds <= 3600) {
        Some(seconds) => Ok(seconds),
        None => source.fail(key, format!("`{key}` must be a time such as 20s, at most an hour")),
    }
}
