//! `poker tables` and `poker release`: what an operator does about tables that cannot be opened.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::{Value, json};

use crate::store::{
    self, Accounts, DataFolder, Lull, SqliteStore, Store, StoreError, StoreOptions, TableCondition, TableId, TableLine,
    WallClock,
};
use crate::table::state::command::FORMAT;
use crate::table::state::salvage;
use crate::tables::try_open;

/// Lists the tables of a data folder with the chips they hold: open, closed, or quarantined because they could not be
/// opened. The server may be running.
#[derive(Debug, clap::Args)]
pub(super) struct ListArgs {
    /// Folder with the database.
    #[arg(long, env = "POKER_DATA", default_value = "data")]
    data: PathBuf,
    /// List closed tables, too.
    #[arg(long)]
    all: bool,
    /// Print JSON, one table a line.
    #[arg(long)]
    json: bool,
}

pub(super) fn list(args: &ListArgs, mut out: impl Write) -> io::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let tables = match runtime.block_on(store::list_tables(&args.data)) {
        Ok(tables) => tables,
        Err(error) => {
            writeln!(io::stderr(), "poker tables: {error}")?;
            return Ok(ExitCode::from(2));
        }
    };
    for table in tables {
        if table.condition == TableCondition::Closed && !args.all {
            continue;
        }
        write_line(&mut out, &table, args.json)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write_line(out: &mut impl Write, table: &TableLine, as_json: bool) -> io::Result<()> {
    let TableLine {
        id,
        kind,
        config,
        escrow,
        condition,
    } = table;
    let config: Value = serde_json::from_str(config).unwrap_or_default();
    let name = config["config"]["name"].as_str().unwrap_or_default();
    let (state, why) = match condition {
        TableCondition::Open => ("open", None),
        TableCondition::Closed => ("closed", None),
        TableCondition::Quarantined(why) => ("quarantined", Some(why.as_str())),
    };
    if as_json {
        let line = json!({
            kind.code(): id.to_string(),
            "name": name,
            "state": state,
            "escrow": escrow.get(),
            "why": why,
        });
        return writeln!(out, "{line}");
    }
    let why = why.map(|why| format!(": {why}")).unwrap_or_default();
    writeln!(
        out,
        "{id:>6}  {kind:<10}  {state:<11}  {escrow:>12} chips  {name}{why}",
        escrow = escrow.get()
    )
}

/// Opens a quarantined table again, or returns its chips to their owners and closes it, where it cannot be opened. The server
/// must be stopped.
///
/// Every seat gets the stack it had before the running hand, as the table told it last. Exits with 1 if there is no such
/// table.
#[derive(Debug, clap::Args)]
pub(super) struct ReleaseArgs {
    /// The table's number.
    table: TableId,
    /// Folder with the database.
    #[arg(long, env = "POKER_DATA", default_value = "data")]
    data: PathBuf,
    /// File with the key that seals cards, if it is not in the data folder.
    #[arg(long, env = "POKER_SEAL_KEY")]
    seal_key: Option<PathBuf>,
    /// Return the chips and close the table even if it can be opened.
    #[arg(long)]
    pay_out: bool,
}

pub(super) fn release(args: &ReleaseArgs, mut out: impl Write) -> io::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let released = runtime.block_on(async {
        let options = StoreOptions {
            format: FORMAT,
            seal_key: args.seal_key.clone().filter(|path| !path.as_os_str().is_empty()),
            ..StoreOptions::default()
        };
        let folder = DataFolder::open(&args.data)?;
        let store = SqliteStore::open(folder, WallClock::system(), Lull::always(), options).await?;
        let done = release_in(&store, args.table, args.pay_out).await;
        store.close().await;
        done
    });
    match released {
        Ok(text) => {
            out.write_all(text.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            writeln!(io::stderr(), "poker release: {error}")?;
            let missing = matches!(error, StoreError::NoSuchTable(_));
            Ok(ExitCode::from(if missing { 1 } else { 2 }))
        }
    }
}

/// Releases a table; returns what to tell.
pub(crate) async fn release_in(store: &SqliteStore, table: TableId, pay_out: bool) -> Result<String, StoreError> {
    let opened = match store.claim_table(table).await {
        Ok(stored) => try_open(&stored),
        Err(StoreError::Corrupt(why)) => Err(why),
        Err(error) => return Err(error),
    };
    let why = match opened {
        Ok(()) if !pay_out => {
            store.quarantine(table, None).await?;
            return Ok(format!(
                "table {table} can be opened: it will be when the server starts\n"
            ));
        }
        Ok(()) => "it could be opened".to_owned(),
        Err(why) => why,
    };
    let escrow = store.escrow(table).await?;
    let told = salvage::stacks_told(&store.told_rows(table).await?);
    let shares = salvage::shares(escrow, &told, &store.brought(table).await?);
    store.release_table(table, shares.clone()).await?;
    let mut text = format!("table {table} is closed ({why})\n");
    for (account, chips) in shares {
        let name = store
            .account(account)
            .await?
            .map(|known| known.name)
            .unwrap_or_default();
        // Nothing fails on a text in memory.
        let _ = writeln!(text, "{account}  {:>12} chips  {name}", chips.get());
    }
    Ok(text)
}
