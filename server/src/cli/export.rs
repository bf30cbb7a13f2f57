//! `poker export`: a finished hand from the data folder.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use poker_engine::history::phh;
use serde_json::json;

use crate::store::{self, HandView, TableId};
use crate::table::PublicRecord;
use crate::wire::HandFile;

/// Writes a finished hand as everybody at the table saw it; cards that were not shown stay unknown. The server may be
/// running.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The hand: the table and the hand's number, such as `3/17`.
    hand: HandName,
    /// Folder with the database.
    #[arg(long, env = "POKER_DATA", default_value = "data")]
    data: PathBuf,
    /// What to write.
    #[arg(long, value_enum, default_value = "phh")]
    format: Format,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    /// The open hand history format, TOML.
    Phh,
    /// Our own record, one JSON object.
    Json,
}

#[derive(Clone, Copy, Debug)]
struct HandName {
    table: TableId,
    hand_no: u64,
}

impl FromStr for HandName {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = "a hand is a table and a number, such as 3/17";
        let (table, hand_no) = text.split_once('/').ok_or(error)?;
        Ok(Self {
            table: table.parse().map_err(|_| error)?,
            hand_no: hand_no.parse().ok().filter(|number| *number > 0).ok_or(error)?,
        })
    }
}

pub(super) fn run(args: &Args, mut out: impl Write) -> io::Result<ExitCode> {
    let HandName { table, hand_no } = args.hand;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let found = runtime.block_on(store::archived_hand(&args.data, table, hand_no));
    let text = match found {
        Ok(Some(hand)) => text(&hand, args.format),
        Ok(None) => Err(format!("there is no finished hand {table}/{hand_no}")),
        Err(error) => {
            writeln!(io::stderr(), "poker export: {error}")?;
            return Ok(ExitCode::from(2));
        }
    };
    match text {
        Ok(text) => {
            out.write_all(text.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            writeln!(io::stderr(), "poker export: {error}")?;
            Ok(ExitCode::from(1))
        }
    }
}

fn text(hand: &HandView, format: Format) -> Result<String, String> {
    let record: PublicRecord =
        serde_json::from_str(&hand.public).map_err(|error| format!("the record is damaged: {error}"))?;
    match format {
        Format::Json => {
            let object = json!({
                "table": hand.table.to_string(),
                "hand": hand.hand_no,
                "game": hand.game,
                "definition": record.definition,
                "started_at": hand.started_at.to_string(),
                "ended_at": hand.ended_at.to_string(),
                "limits": record.limits,
                "players": record.players,
                "events": record.events,
            });
            Ok(format!("{object}\n"))
        }
        Format::Phh => {
            let file = HandFile::read(&hand.game, &record, None).map_err(|error| error.to_string())?;
            let mut phh = file.record();
            phh.fields = fields(hand, &file, &record);
            Ok(phh::write(&phh))
        }
    }
}

/// Fields of the format that tell where the hand comes from.
fn fields(hand: &HandView, file: &HandFile, record: &PublicRecord) -> Vec<String> {
    let utc = hand.ended_at.to_zoned(jiff::tz::TimeZone::UTC);
    let table = hand.table.0;
    let definition = record.definition.as_deref().map(text_field);
    let definition = definition.map(|definition| format!("_definition = {definition}"));
    let known = [
        format!("hand = {}", hand.hand_no),
        format!("table = {table}"),
        format!("year = {}", utc.year()),
        format!("month = {}", utc.month()),
        format!("day = {}", utc.day()),
        format!("time = {}", utc.strftime("%H:%M:%S")),
        "time_zone = \"UTC\"".to_owned(),
        format!("players = {}", players(file, record)),
    ];
    known.into_iter().chain(definition).collect()
}

/// A text of several lines as TOML.
fn text_field(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// The names of the players, in the order of the file.
fn players(file: &HandFile, record: &PublicRecord) -> String {
    let name = |seat: u8| {
        record
            .players
            .iter()
            .find(|seated| seated.seat == seat)
            .map_or("", |s| s.player.name.as_str())
    };
    let names: Vec<&str> = file.order().map(name).collect();
    // A list of strings is written alike in JSON and in TOML.
    serde_json::to_string(&names).expect("names are text")
}
