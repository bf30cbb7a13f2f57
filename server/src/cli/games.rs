//! `poker games`: the catalogue.

use std::io::{self, Write};
use std::process::ExitCode;

use poker_engine::game::{GameDef, catalogue};
use serde_json::json;

/// Lists the games that can be played.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, mut out: impl Write) -> io::Result<ExitCode> {
    for game in catalogue::all() {
        if args.json {
            writeln!(out, "{}", object(game))?;
        } else {
            let limits: Vec<&str> = game.limit_kinds().map(poker_engine::LimitKind::code).collect();
            let (min, max) = game.seats;
            let (id, numbers, limits) = (&game.id, game.numbers.join(" "), limits.join(", "));
            let (en, fr) = (&game.name.en, &game.name.fr);
            writeln!(out, "{id:<20} {numbers:<8} {min:>2}-{max:<2} {limits:<16} {en} / {fr}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn object(game: &GameDef) -> serde_json::Value {
    let tiers = |limits: &Vec<poker_engine::Limit>| limits.iter().map(ToString::to_string).collect::<Vec<_>>();
    json!({
        "id": game.id,
        "number": game.numbers[0],
        "numbers": game.numbers,
        "name": { "en": game.name.en, "fr": game.name.fr },
        "family": game.family.code(),
        "limits": game.limits.iter().map(|limits| json!({
            "kind": limits[0].kind().code(),
            "tiers": tiers(limits),
        })).collect::<Vec<_>>(),
        "seats": { "min": game.seats.0, "max": game.seats.1 },
        "phh": game.phh,
    })
}
