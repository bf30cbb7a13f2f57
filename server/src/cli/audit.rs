//! `poker audit`: whether everything in a data folder adds up.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use poker_engine::Chips;
use serde_json::json;
use serde_json::value::RawValue;

use crate::store::{self, OwnerKind, TableId, VerifyReport};

/// Checks the ledger and every journal of a data folder: balances against their transfers, the sum of all accounts,
/// every row against its hash and the row before it. The server may be running. Exits with 1 if anything is wrong.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folder with the database.
    #[arg(long, env = "POKER_DATA", default_value = "data")]
    data: PathBuf,
    /// Print JSON, one object a line: the chips that each table and tournament holds, then the report.
    #[arg(long)]
    json: bool,
    /// Before the report, print every event that everybody at its table or tournament saw, one JSON object a line.
    #[arg(long, requires = "json")]
    events: bool,
}

pub(super) fn run(args: &Args, out: impl Write) -> io::Result<ExitCode> {
    let mut out = io::BufWriter::new(out);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut escrows: Vec<(OwnerKind, TableId, Chips)> = Vec::new();
    let mut damaged = Vec::new();
    let mut written = Ok(());
    let report = runtime.block_on(store::audit(
        &args.data,
        |kind, id, chips| escrows.push((kind, id, chips)),
        |kind, id, first_seq, events| {
            if args.events && written.is_ok() {
                match serde_json::from_slice::<Vec<&RawValue>>(events) {
                    Ok(events) => written = write_events(&mut out, (kind, id), first_seq, &events),
                    Err(error) => damaged.push(format!("the events of {kind} {id} from {first_seq} on: {error}")),
                }
            }
        },
    ));
    written?;
    let mut report = match report {
        Ok(report) => report,
        Err(error) => {
            writeln!(io::stderr(), "poker audit: {error}")?;
            return Ok(ExitCode::from(2));
        }
    };
    report.faults.append(&mut damaged);
    if args.json {
        for (kind, id, chips) in escrows {
            writeln!(out, "{}", json!({ kind.code(): id.to_string(), "escrow": chips.get() }))?;
        }
        writeln!(out, "{}", as_json(&report))?;
    } else {
        let VerifyReport {
            tables,
            tournaments,
            steps,
            transfers,
            ledger_sum,
            faults,
        } = &report;
        writeln!(
            out,
            "{tables} tables, {tournaments} tournaments, {steps} steps, {transfers} transfers, all accounts add up to {ledger_sum}"
        )?;
        for fault in faults {
            writeln!(out, "fault: {fault}")?;
        }
    }
    out.flush()?;
    Ok(ExitCode::from(u8::from(!report.is_sound())))
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

fn as_json(report: &VerifyReport) -> serde_json::Value {
    json!({
        "tables": report.tables,
        "tournaments": report.tournaments,
        "steps": report.steps,
        "transfers": report.transfers,
        "ledger_sum": report.ledger_sum,
        "sound": report.is_sound(),
        "faults": report.faults,
    })
}
