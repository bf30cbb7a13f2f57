//! Comparison of stored data with what clients saw, through the server's own `poker audit`.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};

use poker_protocol::v1::PublicEvent;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::check::{Chips, Finding, Law, TableCheck};

/// Contents of a data folder.
#[derive(Debug, Default)]
pub(crate) struct Audit {
    /// Events of each table, with their numbers.
    tables: BTreeMap<String, Vec<(u64, String)>>,
    /// Events of each tournament, from the first.
    tournaments: BTreeMap<String, Vec<String>>,
    /// Chips that each table holds.
    escrows: BTreeMap<String, u64>,
    /// Sum of all accounts.
    pub(crate) ledger_sum: i64,
    /// Faults reported by the audit.
    pub(crate) faults: Vec<String>,
}

/// Reason why there is no audit.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AuditError {
    /// The program cannot be run.
    #[error("poker audit: {0}")]
    Io(#[from] std::io::Error),
    /// The program printed something else.
    #[error("poker audit printed `{0}`: {1}")]
    Line(String, serde_json::Error),
    /// The program printed no report.
    #[error("poker audit ended without a report: {0}")]
    NoReport(String),
}

/// A line of the audit: an event, the chips of a table or tournament, or the report.
#[derive(Deserialize)]
struct AuditLine<'a> {
    table: Option<String>,
    tournament: Option<String>,
    seq: Option<u64>,
    #[serde(borrow)]
    event: Option<&'a RawValue>,
    escrow: Option<u64>,
    ledger_sum: Option<i64>,
    faults: Option<Vec<String>>,
}

impl Audit {
    /// Audits a data folder with the server's program.
    pub(crate) fn of(program: &Path, data: &Path) -> Result<Self, AuditError> {
        let mut command = Command::new(program);
        command.args(["audit", "--json", "--events", "--data"]).arg(data);
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().map(BufReader::new);
        let read = output.map_or(Ok(None), |output| Self::read(output).map(Some));
        let mut words = String::new();
        if let Some(mut errors) = child.stderr.take() {
            errors.read_to_string(&mut words)?;
        }
        child.wait()?;
        match read? {
            Some((audit, true)) => Ok(audit),
            _ => Err(AuditError::NoReport(words)),
        }
    }

    /// Reads the lines; returns `true` with them if the report was among them.
    fn read(lines: impl BufRead) -> Result<(Self, bool), AuditError> {
        let mut audit = Self::default();
        let mut complete = false;
        for line in lines.lines() {
            let line = line?;
            let read: AuditLine<'_> =
                serde_json::from_str(&line).map_err(|error| AuditError::Line(line.clone(), error))?;
            match (read.table, read.seq, read.event, read.escrow) {
                (Some(table), Some(seq), Some(event), _) => {
                    audit
                        .tables
                        .entry(table)
                        .or_default()
                        .push((seq, event.get().to_owned()));
                }
                (Some(table), None, None, Some(escrow)) => {
                    audit.escrows.insert(table, escrow);
                }
                _ if read.tournament.is_some() => {
                    // Their pools are not judged here.
                    if let (Some(tournament), Some(event)) = (read.tournament, read.event) {
                        let events = audit.tournaments.entry(tournament).or_default();
                        events.push(event.get().to_owned());
                    }
                }
                _ => {
                    complete = true;
                    audit.ledger_sum = read.ledger_sum.unwrap_or_default();
                    audit.faults.extend(read.faults.unwrap_or_default());
                }
            }
        }
        Ok((audit, complete))
    }

    /// Iterates over the events of each tournament, from the first.
    pub(crate) fn tournaments(&self) -> impl Iterator<Item = &[String]> {
        self.tournaments.values().map(Vec::as_slice)
    }

    /// Iterates over the events of each table, with their numbers.
    pub(crate) fn tables(&self) -> impl Iterator<Item = (&str, &[(u64, String)])> {
        self.tables
            .iter()
            .map(|(table, events)| (table.as_str(), events.as_slice()))
    }

    /// Finds faults in the data alone: reported faults, gaps, chips that do not add up.
    pub(crate) fn judge(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        let report = |law, table: &str, evidence| Finding {
            law,
            table: table.to_owned(),
            seat: 0,
            evidence,
        };
        found.extend(
            self.faults
                .iter()
                .map(|fault| report(Law::NothingLost, "", fault.clone())),
        );
        if self.ledger_sum != 0 {
            let evidence = format!("all accounts add up to {}", self.ledger_sum);
            found.push(report(Law::ChipsConserved, "", evidence));
        }
        for (table, events) in &self.tables {
            let mut chips = Chips::new(table);
            for (expected, (seq, event)) in (1..).zip(events) {
                if *seq != expected {
                    let evidence = format!("the journal has seq {seq} where {expected} belongs");
                    found.push(report(Law::SeqGapless, table, evidence));
                    break;
                }
                match serde_json::from_str::<PublicEvent>(event) {
                    Ok(event) => chips.book(*seq, &event, &mut found),
                    Err(error) => found.push(report(Law::Protocol, table, format!("seq {seq}: {error}: {event}"))),
                }
            }
            let escrow = self.escrows.get(table).copied().unwrap_or(0);
            if chips.on_table() != escrow {
                let evidence = format!("stacks and pot are {}, the ledger has {escrow}", chips.on_table());
                found.push(report(Law::ChipsConserved, table, evidence));
            }
        }
        found
    }

    /// Finds events that a table's viewers saw and that are not stored, or stored differently; also returns the number of events compared.
    pub(crate) fn compare(&self, check: &TableCheck) -> (u64, Vec<Finding>) {
        let none = Vec::new();
        // The journal identifies a table by its number. The identifier of a private table has its invitation after the number.
        let number = check.table.split('-').next().unwrap_or_default();
        let stored = self.tables.get(number).unwrap_or(&none);
        let mut found = Vec::new();
        let mut compared = 0;
        for (seq, seen) in check.transcript() {
            compared += 1;
            let index = usize::try_from(seq).unwrap_or(usize::MAX).wrapping_sub(1);
            let evidence = match stored.get(index) {
                Some((_, event)) if event == seen => continue,
                Some((_, event)) => format!("seq {seq} was told as {seen} and is stored as {event}"),
                None => format!("seq {seq} was told and is not stored: {seen}"),
            };
            found.push(Finding {
                law: Law::NothingLost,
                table: check.table.clone(),
                seat: 0,
                evidence,
            });
        }
        (compared, found)
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::check::Viewer;

    const SAT: &str =
        r#"{"kind":"player_sat","seat":3,"player":{"id":"a","name":"n","kind":"guest"},"stack":80,"status":"waiting"}"#;
    const LEFT: &str = r#"{"kind":"player_left","seat":3,"stack":80}"#;

    fn audit(lines: &str) -> Audit {
        let (audit, complete) = Audit::read(lines.as_bytes()).unwrap();
        assert!(complete);
        audit
    }

    fn stored(events: &[(u64, &str)], escrow: u64) -> Audit {
        let mut lines = String::new();
        for (seq, event) in events {
            let _ = writeln!(lines, r#"{{"table":"t1","seq":{seq},"event":{event}}}"#);
        }
        let _ = writeln!(lines, r#"{{"table":"t1","escrow":{escrow}}}"#);
        audit(&(lines + r#"{"tables":1,"steps":2,"transfers":1,"ledger_sum":0,"sound":true,"faults":[]}"#))
    }

    fn laws(found: &[Finding]) -> Vec<Law> {
        found.iter().map(|finding| finding.law).collect()
    }

    #[test]
    fn sound_data_is_not_faulted() {
        assert_eq!(stored(&[(1, SAT)], 80).judge(), []);
        assert_eq!(stored(&[(1, SAT), (2, LEFT)], 0).judge(), []);
    }

    #[test]
    fn tournaments_are_neither_tables_nor_the_report() {
        let lines = r#"{"tournament":"7","seq":1,"event":{"event":"entered"}}
            {"tournament":"7","escrow":500}"#;
        let lines: String = lines.lines().flat_map(|line| [line.trim(), "\n"]).collect();
        assert!(!Audit::read(lines.as_bytes()).unwrap().1, "the report is missing");
        let audit = audit(&(lines + r#"{"ledger_sum":0,"faults":[]}"#));
        assert_eq!(audit.judge(), []);
    }

    #[test]
    fn chips_that_do_not_add_up_and_gaps_are_found() {
        assert_eq!(laws(&stored(&[(1, SAT)], 81).judge()), [Law::ChipsConserved]);
        assert_eq!(laws(&stored(&[(1, SAT), (3, LEFT)], 80).judge()), [Law::SeqGapless]);
        let unsound = audit(r#"{"ledger_sum":-5,"faults":["transfer 3 is not what its hash says"]}"#);
        assert_eq!(laws(&unsound.judge()), [Law::NothingLost, Law::ChipsConserved]);
    }

    #[test]
    fn what_was_seen_and_is_not_stored_is_found() {
        let mut check = TableCheck::new("t1", true);
        let text = format!(
            r#"{{"type":"events","table":"t1","events":[{{"seq":1,"event":{SAT}}},{{"seq":2,"event":{LEFT}}}]}}"#
        );
        check.events(&mut Viewer::default(), &text);
        let (compared, found) = stored(&[(1, SAT), (2, LEFT)], 0).compare(&check);
        assert_eq!((compared, found), (2, Vec::new()));
        assert_eq!(laws(&stored(&[(1, SAT)], 80).compare(&check).1), [Law::NothingLost]);
        let other = LEFT.replace("80", "79");
        assert_eq!(
            laws(&stored(&[(1, SAT), (2, &other)], 0).compare(&check).1),
            [Law::NothingLost]
        );
    }

    #[test]
    fn an_audit_without_a_report_is_none() {
        assert!(!Audit::read(&b""[..]).unwrap().1);
        assert!(Audit::read(&b"poker: oops\n"[..]).is_err());
    }
}
