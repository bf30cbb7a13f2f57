//! `poker tables` and `poker release`: an operator's means for tables and tournaments that cannot be opened.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use poker_base::idle::IdleSignal;
use poker_engine::Chips;
use poker_event::setup::EventTableRow;
use poker_program::PROGRAM;
use poker_store::{
    self as store, AccountId, Accounts, DataFolder, Ledger, OutOfPlay, OwnerKind, Ownership, SqliteStore, Store,
    StoreError, StoreOptions, TableCondition, TableId, TableLine, WallClock,
};
use poker_table::TableName;
use poker_table::state::command::FORMAT;
use poker_table::state::salvage;
use poker_table::stored::try_open;
use serde_json::{Value, json};

use super::audit::acknowledge_journal;
use super::people;

/// List the tables and tournaments of a data folder with the chips they hold: open, closed, or quarantined because they could
/// not be opened; or close, pause or resume a table. The server may be running.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct ListArgs {
    #[command(subcommand)]
    act: Option<people::TableArgs>,
    /// Folder with the database.
    #[arg(long, env = "POKER_DATA", default_value = "data")]
    data: PathBuf,
    /// Include closed ones.
    #[arg(long)]
    all: bool,
    /// Print JSON, one table or tournament per line.
    #[arg(long)]
    json: bool,
}

pub(super) fn list(args: &ListArgs, mut out: impl Write) -> io::Result<ExitCode> {
    if let Some(act) = &args.act {
        return people::table(act, out);
    }
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
    let names = [&config["config"]["name"], &config["name"]];
    let name = names.into_iter().find_map(Value::as_str).unwrap_or_default();
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

/// Reopen a quarantined table or tournament; if it cannot be opened, return its chips to their owners and close it.
/// The server must be stopped.
///
/// Every seat of a table gets the stack it had before the running hand, as last reported by the table. Every entrant of a
/// tournament gets back the payments, less the prizes, bounties and refunds already returned; stacks of a tournament are not
/// chips of the ledger. Exits with 1 if there is no such table or tournament, and for a table of a tournament: name the tournament
/// to return its payments.
#[derive(Debug, clap::Args)]
pub(super) struct ReleaseArgs {
    /// Number of the table or tournament, or a private table's identifier.
    #[arg(value_name = "NUMBER", value_parser = numbered)]
    table: TableId,
    /// Folder with the database.
    #[arg(long, env = "POKER_DATA", default_value = "data")]
    data: PathBuf,
    /// File with the key that seals cards, if it is not in the data folder.
    #[arg(long, env = "POKER_SEAL_KEY")]
    seal_key: Option<PathBuf>,
    /// Return the chips and close it even if it can be opened.
    #[arg(long)]
    pay_out: bool,
}

/// Parses the name of a table. Its number suffices here.
fn numbered(text: &str) -> Result<TableId, &'static str> {
    TableName::parse(text).map(|name| name.table).ok_or("not an identifier")
}

pub(super) fn release(args: &ReleaseArgs, mut out: impl Write) -> io::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let released = runtime.block_on(async {
        let options = StoreOptions {
            format: FORMAT,
            seal_key: args.seal_key.clone().filter(|path| !path.as_os_str().is_empty()),
            ..StoreOptions::of(PROGRAM)
        };
        let folder = DataFolder::existing(&args.data)?;
        let store = SqliteStore::open(folder, WallClock::system(), IdleSignal::always(), options).await;
        let store = store.map_err(|error| error.advised(&args.data))?;
        let kind = kind_of(&store, args.table).await;
        let done = release_in(&store, args.table, args.pay_out).await;
        store.close().await;
        let mut text = done?;
        // Its faults are dealt with.
        let name = format!("{} {}", kind?, args.table);
        let seal_key = args.seal_key.as_deref().filter(|path| !path.as_os_str().is_empty());
        let why = format!("poker release {}", args.table);
        let count = acknowledge_journal(&args.data, seal_key, &name, &why).await?;
        if count > 0 {
            let _ = writeln!(
                text,
                "{count} faults of its journal are acknowledged: `poker audit` no longer counts them"
            );
        }
        Ok::<_, NotReleased>(text)
    });
    match released {
        Ok(text) => {
            out.write_all(text.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            writeln!(io::stderr(), "poker release: {error}")?;
            let named = matches!(
                error,
                NotReleased::OfEvent { .. } | NotReleased::Store(StoreError::NoSuchTable(_))
            );
            Ok(ExitCode::from(if named { 1 } else { 2 }))
        }
    }
}

/// The reasons nothing was released.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotReleased {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It is a table of a tournament.
    #[error(
        "table {table} is table {no} of tournament {event}, whose stacks are no chips of the ledger: it is opened again when the \
         server starts. If it stays out of play, an official has it opened once more (`poker tournament floor {event} \
         resume_table table={no}`), seats its players at a new table (`replace_table table={no}`), or cancels the tournament; without any of \
         these, `poker release {event} --pay-out` returns what the entrants paid"
    )]
    OfEvent {
        table: TableId,
        /// The tournament's number.
        event: u64,
        /// The table's number in the tournament.
        no: u32,
    },
}

/// Releases a table or tournament, and returns a report.
pub(crate) async fn release_in(store: &SqliteStore, id: TableId, pay_out: bool) -> Result<String, NotReleased> {
    let config = store.table_config(id).await?;
    if let Some(EventTableRow { event, no, .. }) = config.as_deref().and_then(EventTableRow::read) {
        return Err(NotReleased::OfEvent { table: id, event, no });
    }
    let stored = match store.claim_table(id).await {
        Ok(stored) => Ok(stored),
        Err(StoreError::Corrupt(why)) => Err(why),
        Err(error) => return Err(error.into()),
    };
    let kind = kind_of(store, id).await?;
    let opened = stored.and_then(|stored| match kind {
        OwnerKind::Table => try_open(&stored),
        OwnerKind::Tournament => Ok(()),
    });
    let why = match (opened, kind) {
        (Ok(()), _) if !pay_out => {
            store.quarantine(id, None).await?;
            return Ok(left_alone(kind, id));
        }
        (Ok(()), OwnerKind::Table) => "it could be opened".to_owned(),
        (Ok(()), OwnerKind::Tournament) => "its journal is whole".to_owned(),
        (Err(why), _) => why,
    };
    let escrow = store.escrow(id).await?;
    let brought = store.brought(id).await?;
    let shares = match kind {
        OwnerKind::Table => {
            let told = store.told_rows(vec![id]).await?;
            let stacks = told.get(&id).map(|rows| salvage::stacks_told(rows)).unwrap_or_default();
            salvage::shares(escrow, &stacks, &brought)
        }
        // Anything beyond the payments of its entrants came from the house.
        OwnerKind::Tournament => salvage::shares(escrow.min(total(&brought)), &[], &brought),
    };
    store.release_table(id, shares.clone()).await?;
    let mut text = format!("{kind} {id} is closed ({why})\n");
    for (account, chips) in &shares {
        let name = store
            .account(*account)
            .await?
            .map(|known| known.name)
            .unwrap_or_default();
        // Writing to a text in memory cannot fail.
        let _ = writeln!(text, "{account}  {:>12} chips  {name}", chips.get());
    }
    if kind == OwnerKind::Tournament {
        text.push_str(&pool_told(escrow, &shares, &brought));
    }
    Ok(text)
}

async fn kind_of(store: &SqliteStore, id: TableId) -> Result<OwnerKind, StoreError> {
    let open = store.tables().await?;
    let found = open.iter().find(|owner| owner.id == id);
    found.map(|owner| owner.kind).ok_or(StoreError::NoSuchTable(id))
}

fn total(of: &[(AccountId, Chips)]) -> Chips {
    of.iter()
        .map(|(_, chips)| *chips)
        .fold(Chips::ZERO, Chips::saturating_add)
}

/// Reports that a table or tournament stays open.
fn left_alone(kind: OwnerKind, id: TableId) -> String {
    match kind {
        OwnerKind::Table => format!("table {id} can be opened: it will be when the server starts\n"),
        OwnerKind::Tournament => format!(
            "the journal of tournament {id} is whole: the server tries to resume it when it starts. If it cannot, or should \
             not, --pay-out returns what its entrants paid\n"
        ),
    }
}

/// Reports the rest of a pool after the shares.
fn pool_told(pool: Chips, shares: &[(AccountId, Chips)], brought: &[(AccountId, Chips)]) -> String {
    let (given, paid) = (total(shares), total(brought));
    let mut text = String::new();
    let overlay = pool.saturating_sub(given);
    if !overlay.is_zero() {
        let _ = writeln!(text, "{} chips of the house go back to the mint", overlay.get());
    }
    if given < paid {
        let _ = writeln!(
            text,
            "these accounts had paid {} chips more than they got; prizes that were paid already had taken the rest, so each \
             got its part of what was left",
            paid.get()
        );
    }
    text
}

#[cfg(test)]
pub(super) mod folders;
#[cfg(test)]
mod tests;
