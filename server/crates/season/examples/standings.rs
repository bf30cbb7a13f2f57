//! Reads a season as JSON from standard input and writes its standings, for `scripts/season_law.py`.

use std::error::Error;

use poker_season::{Event, Finish, Formula, Rules, Tie, standings};
use serde_json::{Value, json};

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_default()
}

fn small(value: &Value) -> u32 {
    u32::try_from(number(value)).unwrap_or_default()
}

fn main() -> Result<(), Box<dyn Error>> {
    let season: Value = serde_json::from_reader(std::io::stdin())?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let word = |tie: Tie| format!("{tie:?}");
    let rules = Rules {
        formula: Formula::parse(season["formula"].as_str().unwrap_or_default())?,
        best: season["best"].as_u64().map(u32::try_from).transpose()?,
        ties: list(&season["ties"])
            .iter()
            .filter_map(|name| Tie::ALL.into_iter().find(|tie| name.as_str() == Some(&word(*tie))))
            .collect(),
    };
    let place = |result: &Value| Finish {
        player: number(&result["player"]),
        place: small(&result["place"]),
        knock_outs: small(&result["knock_outs"]),
        rebuys: small(&result["rebuys"]),
    };
    let events: Vec<Event> = list(&season["events"])
        .iter()
        .map(|event| Event {
            price: number(&event["price"]),
            entrants: small(&event["entrants"]),
            places: list(&event["places"]).iter().map(place).collect(),
        })
        .collect();
    let lines: Vec<Value> = standings(&rules, &events)
        .iter()
        .map(|line| json!({"player": line.player, "rank": line.rank, "points": line.points, "tie": line.tie.map(word)}))
        .collect();
    println!("{}", json!(lines));
    Ok(())
}
