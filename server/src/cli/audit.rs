//! `poker audit`: checks that everything in a data folder adds up.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use poker_engine::Chips;
use poker_store::{self as store, JournalRow, OwnerKind, Seals, StoreError, TableId, VerifyReport};
use poker_table::state::deck_audit;
use serde_json::json;
use serde_json::value::RawValue;

/// Maximum number of faults shown.
const FAULTS_SHOWN: usize = 100;

/// Maximum number of rounds of acknowledging: a single audit finds a limited number of faults, and more once those are acknowledged.
const ROUNDS_MAX: u32 = 1000;

/// Check the ledger and every journal of a data folder: balances against their transfers, the sum of all accounts,
/// every row against its hash and the row before it, and, if the key is there, every commitment in the journals against its
/// sealed deck. The server may be running. Exits with 1 if anything is wrong that was not acknowledged.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folder with the database.
    #[arg(long, env = "POKER_DATA", default_value = "data")]
    data: PathBuf,
    /// File with the key that seals cards, if it is not in the data folder.
    #[arg(long, env = "POKER_SEAL_KEY")]
    seal_key: Option<PathBuf>,
    /// Print JSON, one object per line: the chips that each table and tournament holds, then the report.
    #[arg(long)]
    json: bool,
    /// Acknowledge all faults found, for the reason given: they no longer count, while new ones do.
    #[arg(long, value_name = "WHY", conflicts_with = "json")]
    acknowledge: Option<String>,
    /// Before the report, print every public event of every table and tournament, one JSON object per line.
    #[arg(long, requires = "json")]
    events: bool,
}

/// The findings of an audit.
#[derive(Debug)]
pub(crate) struct Audited {
    /// The faults found, broken commitments included.
    pub(crate) report: VerifyReport,
    /// Number of commitments to decks that were checked; `None` without the key that seals them.
    pub(crate) commitments: Option<u64>,
    /// The outcome of opening sealed data.
    seals: Seals,
    /// The chips that each table and tournament holds.
    escrows: Vec<(OwnerKind, TableId, Chips)>,
}

/// Audits a folder, and passes on every step as it is read.
///
/// # Errors
/// As [`store::audit`].
pub(crate) async fn audit_in(
    data: &Path,
    seal_key: Option<&Path>,
    mut step: impl FnMut(OwnerKind, TableId, &JournalRow),
) -> Result<Audited, StoreError> {
    let mut escrows = Vec::new();
    let (mut commitments, mut broken) = (0, Vec::new());
    let audit = store::audit(
        data,
        seal_key,
        |kind, id, chips| escrows.push((kind, id, chips)),
        |kind, id, row| {
            if kind == OwnerKind::Table
                && let Some(checked) = deck_audit::check(id, row)
            {
                commitments += 1;
                let fault = checked.err();
                broken.extend(fault.map(|fault| format!("{kind} {id}, step {}: {fault}", row.step)));
            }
            step(kind, id, row);
        },
    );
    let (mut report, seals) = audit.await?;
    let is_open = seals == Seals::Opened;
    if is_open {
        for what in broken {
            report.fault(|| what);
        }
    }
    Ok(Audited {
        report,
        commitments: is_open.then_some(commitments),
        seals,
        escrows,
    })
}

/// Audits and acknowledges until no unacknowledged fault is found. Returns the number of faults acknowledged.
async fn acknowledge_all(data: &Path, seal_key: Option<&Path>, why: &str) -> Result<usize, StoreError> {
    let mut count = 0;
    for _ in 0..ROUNDS_MAX {
        let faults = audit_in(data, seal_key, |_, _, _| {}).await?.report.faults;
        if faults.is_empty() {
            break;
        }
        count += faults.len();
        store::acknowledge(data, &faults, why).await?;
    }
    Ok(count)
}

/// Acknowledges the faults in the journal of one table or tournament, which was dealt with. Returns their number.
pub(super) async fn acknowledge_journal(
    data: &Path,
    seal_key: Option<&Path>,
    name: &str,
    why: &str,
) -> Result<usize, StoreError> {
    let mut count = 0;
    for _ in 0..ROUNDS_MAX {
        let mut faults = audit_in(data, seal_key, |_, _, _| {}).await?.report.faults;
        faults.retain(|fault| names(fault, name));
        if faults.is_empty() {
            break;
        }
        count += faults.len();
        store::acknowledge(data, &faults, why).await?;
    }
    Ok(count)
}

/// `true` if a fault is about a table or tournament, as in `table 3`.
fn names(fault: &str, name: &str) -> bool {
    fault
        .match_indices(name)
        .any(|(at, _)| !fault[at + name.len()..].starts_with(|next: char| next.is_ascii_digit()))
}

pub(super) fn run(args: &Args, out: impl Write) -> io::Result<ExitCode> {
    let mut out = io::BufWriter::new(out);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut damaged = Vec::new();
    let mut written = Ok(());
    let seal_key = args.seal_key.as_deref().filter(|path| !path.as_os_str().is_empty());
    if let Some(why) = &args.acknowledge {
        return match runtime.block_on(acknowledge_all(&args.data, seal_key, why)) {
            Ok(count) => {
                writeln!(out, "{count} faults are acknowledged")?;
                out.flush()?;
                Ok(ExitCode::SUCCESS)
            }
            Err(error) => {
                writeln!(io::stderr(), "poker audit: {error}")?;
                Ok(ExitCode::from(2))
            }
        };
    }
    let audited = runtime.block_on(audit_in(&args.data, seal_key, |kind, id, row| {
        if args.events && written.is_ok() {
            let first_seq = row.first_seq;
            match serde_json::from_slice::<Vec<&RawValue>>(&row.events) {
                Ok(events) => written = write_events(&mut out, (kind, id), first_seq, &events),
                Err(error) => damaged.push(format!("the events of {kind} {id} from {first_seq} on: {error}")),
            }
        }
    }));
    written?;
    let mut audited = match audited {
        Ok(audited) => audited,
        Err(error) => {
            writeln!(io::stderr(), "poker audit: {error}")?;
            return Ok(ExitCode::from(2));
        }
    };
    for what in damaged {
        audited.report.fault(|| what);
    }
    if args.json {
        for (kind, id, chips) in &audited.escrows {
            writeln!(out, "{}", json!({ kind.code(): id.to_string(), "escrow": chips.get() }))?;
        }
        writeln!(out, "{}", as_json(&audited))?;
    } else {
        write_report(&mut out, &audited)?;
    }
    out.flush()?;
    Ok(ExitCode::from(u8::from(!audited.report.is_sound())))
}

fn write_report(out: &mut impl Write, audited: &Audited) -> io::Result<()> {
    let VerifyReport {
        tables,
        tournaments,
        steps,
        transfers,
        ledger_sum,
        faults,
        acknowledged,
        ..
    } = &audited.report;
    writeln!(
        out,
        "{tables} tables, {tournaments} tournaments, {steps} steps, {transfers} transfers, all accounts add up to {ledger_sum}"
    )?;
    match audited.commitments {
        Some(commitments) => writeln!(out, "{commitments} commitments to decks checked")?,
        None if audited.seals == Seals::Exposed => writeln!(
            out,
            "others than its owner may use the key that seals cards: no commitment to a deck was checked; `chmod 600` the key"
        )?,
        None => writeln!(
            out,
            "the key that seals cards is not here: no commitment to a deck was checked"
        )?,
    }
    if *acknowledged > 0 {
        writeln!(out, "{acknowledged} faults were acknowledged before and do not count")?;
    }
    for fault in faults.iter().take(FAULTS_SHOWN) {
        writeln!(out, "fault: {fault}")?;
    }
    if let Some(more) = faults.len().checked_sub(FAULTS_SHOWN).filter(|more| *more > 0) {
        writeln!(out, "and {more} more faults")?;
    }
    Ok(())
}

fn write_events(
    out: &mut impl Write,
    (kind, id): (OwnerKind, TableId),
    first_seq: u64,
    events: &[&RawValue],
) -> io::Result<()> {
    for (seq, event) in (first_seq..).zip(events) {
        writeln!(out, r#"{{"{kind}":"{id}","seq":{seq},"event":{event}}}"#)?;
    }
    Ok(())
}

fn as_json(
    Audited {
        report, commitments, ..
    }: &Audited,
) -> serde_json::Value {
    json!({
        "commitments": commitments,
        "tables": report.tables,
        "tournaments": report.tournaments,
        "steps": report.steps,
        "transfers": report.transfers,
        "ledger_sum": report.ledger_sum,
        "sound": report.is_sound(),
        "faults": &report.faults[..report.faults.len().min(FAULTS_SHOWN)],
        "acknowledged": report.acknowledged,
    })
}

#[cfg(test)]
mod tests;
