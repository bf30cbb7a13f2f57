//! `poker export`: a finished hand from the data folder.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use poker_formats::{self as formats, Format};
use poker_store::{self as store, TableId};
use poker_table::TableName;

/// Write a finished hand as every viewer of the table saw it; cards that were not shown stay unknown. The server may be
/// running.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The hand: the table and the hand's number, such as `3/17`.
    hand: HandName,
    /// Folder with the database.
    #[arg(long, env = "POKER_DATA", default_value = "data")]
    data: PathBuf,
    /// Format to write.
    #[arg(long, value_enum, default_value = "phh")]
    format: Format,
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
        // Clients' names of private tables have the invitation after the number; here the number suffices.
        Ok(Self {
            table: TableName::parse(table).ok_or(error)?.table,
            hand_no: hand_no.parse().ok().filter(|number| *number > 0).ok_or(error)?,
        })
    }
}

pub(super) fn run(args: &Args, mut out: impl Write) -> io::Result<ExitCode> {
    let HandName { table, hand_no } = args.hand;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let found = runtime.block_on(store::archived_hand(&args.data, table, hand_no));
    let text = match found {
        Ok(Some(hand)) => formats::write(&hand, args.format).map_err(|error| match error.code() {
            Some(code) => format!("{}: {error}", code.code()),
            None => error.to_string(),
        }),
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
