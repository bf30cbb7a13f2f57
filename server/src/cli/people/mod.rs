//! `poker accounts`, `chat`, `say`, `trail`, `tables close`: operators' acts concerning people, with a running server or without one.

mod accounts;
mod desk;
mod explain;
mod text;
mod times;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;
use jiff::{SignedDuration, Timestamp};
use poker_people::operators::{Act, Ask, ChatAsked, Question, TrailAsked};
use serde_json::Value;
use uuid::Uuid;

pub(super) use self::accounts::{AccountsArgs, accounts};
use self::desk::{Desk, Fault};
pub(super) use self::explain::{ExplainArgs, explain};
pub(super) use self::times::period;
use self::times::{millis, seconds};

/// Maximum number of lines of one list.
const LIMIT: u32 = 500;

/// The data folder, and the form of the output.
#[derive(Debug, clap::Args)]
struct FolderArgs {
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

impl FolderArgs {
    fn seal_key(&self) -> Option<&Path> {
        self.seal_key.as_deref().filter(|path| !path.as_os_str().is_empty())
    }
}

/// The author and the reason of an act, for the trail.
#[derive(Debug, clap::Args)]
struct Signed {
    /// Author of the act; the user of the system if omitted.
    #[arg(long)]
    author: Option<String>,
    /// Reason for the act.
    #[arg(long)]
    reason: Option<String>,
    /// Identifier of the act: repeating it changes nothing and returns the first answer. A new one if omitted.
    #[arg(long)]
    id: Option<String>,
}

impl Signed {
    /// Signs an act.
    fn ask(&self, act: Act) -> Ask {
        Ask {
            id: self.id.clone().unwrap_or_else(|| Uuid::now_v7().to_string()),
            author: self.author.clone().unwrap_or_else(system_user),
            reason: self.reason.clone().unwrap_or_default(),
            act,
        }
    }
}

/// Returns the user that runs the program, by name if the system has one.
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

/// Show the chat of the tables in the last seven days, remove a remark from all pages, and mute accounts. Exits
/// with 1 if the act is refused.
#[derive(Debug, clap::Args)]
pub(super) struct ChatArgs {
    #[command(flatten)]
    place: FolderArgs,
    #[command(subcommand)]
    asked: ChatCommand,
}

#[derive(Debug, Subcommand)]
enum ChatCommand {
    /// Show the chat, newest last.
    Show {
        /// Only at this table.
        #[arg(long)]
        table: Option<String>,
        /// Only by this account.
        #[arg(long)]
        account: Option<String>,
        /// Only within this time, such as `2h`.
        #[arg(long, value_parser = period)]
        since: Option<SignedDuration>,
        /// Maximum number of lines shown.
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=i64::from(LIMIT)))]
        limit: u32,
    },
    /// Remove a remark, by the number that `show` prints: pages no longer show it.
    Remove {
        /// Number of the line.
        line: u64,
        #[command(flatten)]
        signed: Signed,
    },
    /// Mute an account at all tables.
    Mute {
        /// Name or identifier.
        name: String,
        /// Length of the mute, such as `30m`, `12h` or `7d`; permanent if omitted.
        #[arg(long = "for", value_name = "TIME", value_parser = period)]
        period: Option<SignedDuration>,
        #[command(flatten)]
        signed: Signed,
    },
    /// Lift the mute of an account.
    Unmute {
        /// Name or identifier.
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

/// Show a message on all pages, including those opened within its time. Exits with 1 if it is refused.
#[derive(Debug, clap::Args)]
pub(super) struct SayArgs {
    #[command(flatten)]
    place: FolderArgs,
    /// The message in English.
    #[arg(long)]
    en: String,
    /// The message in French.
    #[arg(long)]
    fr: String,
    /// Time to show it, a week at most.
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

/// Show the acts of operators, newest last: time, author, act and reason.
#[derive(Debug, clap::Args)]
pub(super) struct TrailArgs {
    #[command(flatten)]
    place: FolderArgs,
    /// Only acts on this account, by name or identifier.
    #[arg(long)]
    account: Option<String>,
    /// Only lines before this one.
    #[arg(long)]
    before: Option<u64>,
    /// Maximum number of lines shown.
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

/// Acts at a table of a running server.
#[derive(Debug, Subcommand)]
pub(super) enum TableArgs {
    /// Close a table when the hand is over: every seat gets its stack back.
    Close(TableAct),
    /// Pause play at a table, and all its clocks.
    Pause(TableAct),
    /// Resume play.
    Resume(TableAct),
}

#[derive(Debug, clap::Args)]
pub(super) struct TableAct {
    /// Number of the table, or a private table's identifier.
    table: String,
    #[command(flatten)]
    place: FolderArgs,
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

/// Carries out an act and prints its result.
fn act_in(place: &FolderArgs, command: &str, ask: &Ask, mut out: impl Write) -> io::Result<ExitCode> {
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
fn read_in(place: &FolderArgs, command: &str, question: Question, mut out: impl Write) -> io::Result<ExitCode> {
    let read = runtime()?.block_on(async {
        let desk = Desk::look(place, &question).await?;
        let read = desk.read(question).await;
        desk.close().await;
        read
    });
    match read {
        Ok(read) => {
            if let (false, Some(nothing)) = (place.json, nothing_in(&read)) {
                writeln!(io::stderr(), "poker {command}: {nothing}")?;
            }
            out.write_all(listed(&read, place.json).as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(fault) => told(command, &fault),
    }
}

/// Says in words that a list is empty.
fn nothing_in(read: &Value) -> Option<&'static str> {
    let is_empty = |list| read[list].as_array().is_some_and(Vec::is_empty);
    if is_empty("chat") {
        Some("no such remark is kept")
    } else if is_empty("trail") {
        Some("no such act is recorded")
    } else {
        None
    }
}

/// Formats an answer: lists have the newest last.
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

/// Prints why nothing was done. Exits with 1 if the act was refused, with 2 if nothing can be done.
fn told(command: &str, fault: &Fault) -> io::Result<ExitCode> {
    writeln!(io::stderr(), "poker {command}: {fault}")?;
    Ok(ExitCode::from(fault.exit()))
}

fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()
}
