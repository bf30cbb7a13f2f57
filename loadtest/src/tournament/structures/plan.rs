//! Structures as they are played here: of the server's list, and random ones.

use poker_protocol::v1::tournament::{LevelRow, StructureInfo};
use serde_json::{Value, json};

use super::{Finish, Plan};
use crate::rng::Rng;

/// Maximum number of players of an event that begins at a set time.
const PLAYERS: u32 = 8;

/// Players among them who enter late, where that is possible.
const LATE: u32 = 2;

impl Plan {
    /// Returns the action of the official that ends the event at a level, if there is one.
    pub(super) fn end_at(&self, level: u16) -> Option<Value> {
        match self.finish {
            Finish::Deal if level >= self.last => {
                Some(json!({"kind": "make_deal", "terms": "icm", "keep": 0, "shares": []}))
            }
            Finish::Cancel if level > self.last / 2 => Some(json!({"kind": "cancel"})),
            Finish::Played | Finish::Deal | Finish::Cancel => None,
        }
    }

    /// Returns the prizes, as far as they determine the number of winners.
    pub(super) fn pays(&self) -> Value {
        self.seats_paid.map_or(json!("ladder"), |seats| json!({"seats": seats}))
    }
}

/// Returns a structure of the server's list with short levels, as a host announces it.
pub(super) fn shipped(structure: &StructureInfo, file: &str, level_s: u32) -> Plan {
    let published: Vec<_> = structure
        .levels
        .iter()
        .filter_map(|row| match row {
            LevelRow::Level(level) => Some(level),
            LevelRow::Break { .. } => None,
        })
        .collect();
    let greatest = published.iter().map(|level| level.big_blind.get()).max().unwrap_or(100);
    // Top-level keys of the file, without those rewritten here and those that only the house may promise.
    let anew = ["levels", "stack", "guarantee", "action", "bank", "breaks", "clock"];
    let mut kept = String::new();
    let mut is_list = false;
    for line in file.lines() {
        if is_list {
            is_list = !line.starts_with(']');
            continue;
        }
        let key = line.split('=').next().unwrap_or_default().trim();
        if anew.contains(&key) {
            is_list = line.trim_end().ends_with('[');
            continue;
        }
        kept.push_str(line);
        kept.push('\n');
    }
    let rows: Vec<String> = structure
        .levels
        .iter()
        .map(|row| match row {
            LevelRow::Level(level) => {
                let (small, big, ante) = (level.small_blind, level.big_blind, level.ante);
                let ante = if ante.get() > 0 {
                    format!(" ante {ante}")
                } else {
                    String::new()
                };
                format!("\"{level_s}s {small}/{big}{ante} unit {}\"", level.unit)
            }
            LevelRow::Break { .. } => "\"break 1s\"".to_owned(),
        })
        .collect();
    let stack = greatest * 60;
    let definition = format!(
        "{kept}stack = {stack}\nlevels = [{}]\naction = \"20s\"\nbank = \"1s\"\n",
        rows.join(", ")
    );
    let starts_full = file.contains("start = \"full\"");
    let players = if starts_full {
        structure.entries_max
    } else {
        PLAYERS.clamp(structure.entries_min, structure.entries_max)
    };
    let is_field = !file.contains("kind = ");
    let late = if starts_full || !is_field {
        0
    } else {
        LATE.min(players.saturating_sub(structure.entries_min))
    };
    Plan {
        id: structure.id.clone(),
        definition,
        players,
        late,
        last: published.last().map_or(1, |level| level.level),
        starts_full,
        target: file.contains("of = \"deep\"").then(|| "deep".to_owned()),
        kind: ["shootout", "bracket"]
            .into_iter()
            .find(|kind| file.contains(&format!("kind = \"{kind}\"")))
            .unwrap_or("field"),
        seats_paid: seats_paid(file),
        finish: Finish::Played,
    }
}

/// Returns the number of seats that a satellite awards.
fn seats_paid(file: &str) -> Option<u32> {
    let (_, pays) = file.split_once("pays = {")?;
    let (_, number) = pays.split_once("seats = ")?;
    number.split(|sign: char| !sign.is_ascii_digit()).next()?.parse().ok()
}

/// Returns a random structure.
pub(super) fn random(number: u32, level_s: u32, all: &[&str], rng: &mut Rng) -> Plan {
    let mut one_of = |count: u64| rng.below(count);
    let games: Vec<&str> = (0..=one_of(4))
        .map(|_| all[usize::try_from(one_of(all.len() as u64)).unwrap_or(0)])
        .collect();
    let seats = 3 + one_of(4);
    let players = u32::try_from(3 + one_of(10)).unwrap_or(3);
    let kind = one_of(6);
    let mut rows: Vec<String> = (0..4 + one_of(8))
        .map(|level| format!("\"{level_s}s {0}/{1} ante {0}\"", 50 << (level / 2), 100 << (level / 2)))
        .collect();
    let last = u16::try_from(rows.len()).unwrap_or(1);
    if kind == 4 {
        // Add-ons are taken in the break after the last rebuy level.
        rows.insert(3, "\"break 1s\"".to_owned());
    }
    let mut definition = format!(
        "id = \"random-{number}\"\nname = {{ en = \"Random {number}\", fr = \"Hasard {number}\" }}\ngames = {games:?}\nentries = [3, 100]\n\
         seats = {seats}\nprice = 100\nstack = 100000\nante = \"classic\"\nlevels = [{}]\naction = \"20s\"\nbank = \"1s\"\n",
        rows.join(", ")
    );
    let late = if kind > 1 { 1 + one_of(3) } else { 0 };
    match kind {
        0 => definition.push_str("kind = \"shootout\"\n"),
        1 => definition.push_str("kind = \"bracket\"\n"),
        2 => definition.push_str("bounty = { price = 50, kind = \"flat\" }\n"),
        3 => definition.push_str("bounty = { price = 50, kind = \"progressive\" }\nre_entries = 1\n"),
        4 => definition.push_str(
            "rebuy = { levels = 3, price = 100, chips = 100000, most = 2 }\nadd_on = { price = 100, chips = 100000 }\n",
        ),
        _ => definition.push_str("re_entries = 2\n"),
    }
    if kind == 1 {
        definition = definition.replace(&format!("seats = {seats}\n"), "seats = 2\n");
    }
    if late > 0 {
        definition.extend(["late_levels = ", &late.to_string(), "\n"]);
    }
    Plan {
        id: format!("random-{number}"),
        definition,
        players,
        late: if late > 0 { LATE.min(players - 3) } else { 0 },
        last,
        starts_full: false,
        target: None,
        kind: match kind {
            0 => "shootout",
            1 => "bracket",
            _ => "field",
        },
        seats_paid: None,
        finish: match number % 4 {
            // Rounds before the last have no prizes to share.
            1 if kind > 1 => Finish::Deal,
            3 => Finish::Cancel,
            _ => Finish::Played,
        },
    }
}
