//! `poker accounts`, `chat`, `say`, `trail`, `tables close`: what operators do about people, beside a server that runs or without one.

mod accounts;
mod desk;
mod explain;
mod text;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use uuid::Uuid;

pub(super) use self::accounts::{AccountsArgs, accounts};
use self::desk::{Desk, Fault};
pub(super) use self::explain::{ExplainArgs, explain};
use crate::people::{Act, Ask, ChatAsked, Question, TrailAsked};

/// Lines of one list.
const LIMIT: u32 = 500;

/// Where it is done, and how it is told.
#[derive(Debug, clap::Args)]
struct Place {
    /// Folder with the database.
    #[arg(long, env = "POKER_DATA", default_value = "data", global = true)]
    data: PathBuf,
    /// File with the key that seals cards, if it is not in the data folder.
    #[arg(long, env = "POKER_SEAL_KEY", global = true)]
    seal_key: Option<PathBuf>,
    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
}

/// Who does something, and why: it is in the trail.
#[derive(Debug, clap::Args)]
struct Signed {
    /// Who does it; the user of the system if left out.
    #[arg(long)]
    author: Option<String>,
    /// Why.
    #[arg(long)]
    reason: Option<String>,
    /// The act's own identifier: the same one again changes nothing and gets the first answer. A new one if left out.
    #[arg(long)]
    id: Option<String>,
}

impl Signed {
    /// An act with its signature.
    fn ask(&self, act: Act) -> Ask {
        Ask {
            id: self.id.clone().unwrap_or_else(|| Uuid::now_v7().to_string()),
            author: self.author.clone().unwrap_or_else(system_user),
            reason: self.reason.clone().unwrap_or_default(),
            act,
        }
    }
}

/// The user that runs the program, by name where the system has one.
fn system_user() -> String {
    let uid = rustix::process::getuid().as_raw();
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let named = users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)?.parse() == Ok(uid)).then(|| name.to_owned())
    });
    named.unwrap_or_else(|| format!("uid {uid}"))
}

/// Shows what was said at the tables in the last seven days, removes a remark from all pages, and keeps accounts from chatting. Exits
/// with 1 if it is refused.
#[derive(Debug, clap::Args)]
pub(super) struct ChatArgs {
    #[command(flatten)]
    place: Place,
    #[command(subcommand)]
    asked: ChatCommand,
}

#[derive(Debug, Subcommand)]
enum ChatCommand {
    /// Shows what was said, the newest last.
    Show {
        /// At this table.
        #[arg(long)]
        table: Option<String>,
        /// By this account.
        #[arg(long)]
        account: Option<String>,
        /// Within this time, such as `2h`.
        #[arg(long, value_parser = period)]
        since: Option<SignedDuration>,
        /// At most so many lines.
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=i64::from(LIMIT)))]
        limit: u32,
    },
    /// Takes a remark back, by the number that `show` has: pages show it no more.
    Remove {
        /// The number of the line.
        line: u64,
        #[command(flatten)]
        signed: Signed,
    },
    /// Keeps an account from chatting at all tables.
    Mute {
        /// Its name or identifier.
        name: String,
        /// For so long, such as `30m`, `12h` or `7d`; for ever if left out.
        #[arg(long = "for", value_name = "TIME", value_parser = period)]
        period: Option<SignedDuration>,
        #[command(flatten)]
        signed: Signed,
    },
    /// Lets it chat again.
    Unmute {
        /// Its name or identifier.
        name: String,
        #[command(flatten)]
        signed: Signed,
    },
}

pub(super) fn chat(args: &ChatArgs, out: impl Write) -> io::Result<ExitCode> {
    let (signed, act) = match &args.asked {
        ChatCommand::Show {
            table,
            account,
            since,
            limit,
        } => {
            let asked = ChatAsked {
                table: table.clone(),
                account: account.clone(),
                since: since.map(|since| Timestamp::now().as_millisecond() - millis(since)),
                before: None,
                limit: Some(*limit),
            };
            return read_in(&args.place, "chat", Question::Chat(asked), out);
        }
        ChatCommand::Remove { line, signed } => (signed, Act::RemoveChat { line: *line }),
        ChatCommand::Mute { name, period, signed } => {
            let (account, seconds) = (name.clone(), period.map(seconds));
            let until = None;
            (
                signed,
                Act::Mute {
                    account,
                    until,
                    seconds,
                },
            )
        }
        ChatCommand::Unmute { name, signed } => (signed, Act::Unmute { account: name.clone() }),
    };
    act_in(&args.place, "chat", &signed.ask(act), out)
}

/// Says something to everybody: all pages show it, also those that open within its time. Exits with 1 if it is refused.
#[derive(Debug, clap::Args)]
pub(super) struct SayArgs {
    #[command(flatten)]
    place: Place,
    /// In English.
    #[arg(long)]
    en: String,
    /// In French.
    #[arg(long)]
    fr: String,
    /// For so long, a week at most.
    #[arg(long = "for", value_name = "TIME", default_value = "10m", value_parser = period)]
    period: SignedDuration,
    #[command(flatten)]
    signed: Signed,
}

pub(super) fn say(args: &SayArgs, out: impl Write) -> io::Result<ExitCode> {
    let act = Act::Say {
        en: args.en.clone(),
        fr: args.fr.clone(),
        seconds: seconds(args.period),
    };
    act_in(&args.place, "say", &args.signed.ask(act), out)
}

/// Shows what operators did, the newest last: when, who, what and why.
#[derive(Debug, clap::Args)]
pub(super) struct TrailArgs {
    #[command(flatten)]
    place: Place,
    /// About this account, by name or identifier.
    #[arg(long)]
    account: Option<String>,
    /// Before this line.
    #[arg(long)]
    before: Option<u64>,
    /// At most so many lines.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=i64::from(LIMIT)))]
    limit: u32,
}

pub(super) fn trail(args: &TrailArgs, out: impl Write) -> io::Result<ExitCode> {
    let asked = TrailAsked {
        account: args.account.clone(),
        before: args.before,
        limit: Some(args.limit),
    };
    read_in(&args.place, "trail", Question::Trail(asked), out)
}

/// What is done at a table of a running server.
#[derive(Debug, Subcommand)]
pub(super) enum TableArgs {
    /// Closes a table when the hand is over: every seat gets its stack.
    Close(TableAct),
    /// Stops play at a table, and all its clocks.
    Pause(TableAct),
    /// Lets play go on.
    Resume(TableAct),
}

#[derive(Debug, clap::Args)]
pub(super) struct TableAct {
    /// The number of the table, or a private table's identifier.
    table: String,
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    signed: Signed,
}

pub(super) fn table(args: &TableArgs, out: impl Write) -> io::Result<ExitCode> {
    let (of, act) = match args {
        TableArgs::Close(of) => (
            of,
            Act::CloseTable {
                table: of.table.clone(),
            },
        ),
        TableArgs::Pause(of) => (
            of,
            Act::PauseTable {
                table: of.table.clone(),
            },
        ),
        TableArgs::Resume(of) => (
            of,
            Act::ResumeTable {
                table: of.table.clone(),
            },
        ),
    };
    act_in(&of.place, "tables", &of.signed.ask(act), out)
}

/// Carries an act out and prints what became of it.
fn act_in(place: &Place, command: &str, ask: &Ask, mut out: impl Write) -> io::Result<ExitCode> {
    let done = runtime()?.block_on(async {
        let desk = Desk::open(place).await?;
        let done = desk.act(ask).await;
        desk.close().await;
        done
    });
    let done = match done {
        Ok(done) => done,
        Err(fault) => return told(command, &fault),
    };
    let text = if place.json {
        format!("{done}\n")
    } else {
        text::done(&done)
    };
    out.write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Asks a question and prints the answer.
fn read_in(place: &Place, command: &str, question: Question, mut out: impl Write) -> io::Result<ExitCode> {
    let read = runtime()?.block_on(async {
        let desk = Desk::open(place).await?;
        let read = desk.read(question).await;
        desk.close().await;
        read
    });
    match read {
        Ok(read) => {
            out.write_all(listed(&read, place.json).as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(fault) => told(command, &fault),
    }
}

/// An answer as it is printed: lists come with the newest last.
fn listed(read: &Value, as_json: bool) -> String {
    let lines = ["trail", "chat"]
        .into_iter()
        .find_map(|list| Some((list, read.get(list)?.as_array()?)));
    match lines {
        Some((_, lines)) if as_json => lines.iter().rev().map(|line| line.to_string() + "\n").collect(),
        Some((list, lines)) => lines.iter().rev().map(|line| text::line(list, line)).collect(),
        None if as_json => format!("{read}\n"),
        None => text::account(read),
    }
}

/// Prints why nothing was done. Exits with 1 if it was refused, with 2 if nothing can be done there.
fn told(command: &str, fault: &Fault) -> io::Result<ExitCode> {
    writeln!(io::stderr(), "poker {command}: {fault}")?;
    Ok(ExitCode::from(fault.exit()))
}

fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()
}

/// Reads a time such as `90s`, `30m`, `12h` or `7d`.
pub(super) fn period(text: &str) -> Result<SignedDuration, String> {
    let wanted = || format!("`{text}` is no time: write 90s, 30m, 12h or 7d");
    let (at, unit) = text.char_indices().last().ok_or_else(wanted)?;
    let seconds = match unit {
        's' => 1,
        'm' => 60,
        'h' => 3_600,
        'd' => 86_400,
        _ => return Err(wanted()),
    };
    let count: u32 = text[..at].parse().ok().filter(|count| *count > 0).ok_or_else(wanted)?;
    let seconds = i64::from(count) * seconds;
    u32::try_from(seconds).map_err(|_| wanted())?;
    Ok(SignedDuration::from_secs(seconds))
}

/// A time in seconds.
fn seconds(period: SignedDuration) -> u32 {
    u32::try_from(period.as_secs()).unwrap_or(u32::MAX)
}

fn millis(period: SignedDuration) -> i64 {
    i64::try_from(period.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_nothing_else() {
        assert_eq!(period("90s"), Ok(SignedDuration::from_secs(90)));
        assert_eq!(period("7d"), Ok(SignedDuration::from_hours(168)));
        for wrong in [
            "",
            "7",
            "d",
            "0d",
            "-1d",
            "1.5h",
            "7 d",
            "7w",
            "4294967295d",
            "99999999999d",
            "7é",
        ] {
            assert!(period(wrong).is_err(), "{wrong}");
        }
    }
}
