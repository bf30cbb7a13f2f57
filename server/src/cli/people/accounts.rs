//! `poker accounts`.

use std::fs::OpenOptions;
use std::io::{self, BufRead, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Subcommand, ValueEnum};
use jiff::{SignedDuration, Timestamp};
use poker_protocol::v1::Chips;
use serde_json::Value;

use super::desk::{Desk, Fault};
use super::{Place, Signed, act_in, period, read_in, runtime, seconds, text, told};
use crate::people::{AccountsAsked, Act, Ask, HandsAsked, Question};

/// Finds accounts, bans and renames them, gives and takes chips, sets passwords, exports and deletes. A server that runs knows at once.
/// Exits with 1 if it is refused.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct AccountsArgs {
    #[command(flatten)]
    place: Place,
    #[command(subcommand)]
    asked: Asked,
}

#[derive(Debug, Subcommand)]
enum Asked {
    /// Lists accounts by a part of their name.
    Find {
        /// The part; all accounts if left out.
        name: Option<String>,
        /// Those of this kind.
        #[arg(long)]
        kind: Option<Kind>,
        /// Those alone that are banned.
        #[arg(long)]
        banned: bool,
    },
    /// Shows an account.
    Show {
        /// Its name or identifier.
        name: String,
    },
    /// Keeps an account and its bots out. They stand up from tables of cash games when the hand is over.
    Ban {
        /// Its name or identifier.
        name: String,
        /// For so long, such as `12h` or `7d`; for ever if left out.
        #[arg(long = "for", value_name = "TIME", value_parser = period, conflicts_with = "until")]
        period: Option<SignedDuration>,
        /// Until this instant, such as `2027-01-31T18:00:00Z`.
        #[arg(long)]
        until: Option<Timestamp>,
        #[command(flatten)]
        signed: Signed,
    },
    /// Lets them in again.
    Unban {
        /// Its name or identifier.
        name: String,
        #[command(flatten)]
        signed: Signed,
    },
    /// Sets another password and ends all sessions. A random one is printed, once.
    ResetPassword {
        /// Its name or identifier.
        name: String,
        /// Read the password from standard input instead, one line.
        #[arg(long)]
        stdin: bool,
        #[command(flatten)]
        signed: Signed,
    },
    /// Gives an account another name. Finished hands keep the one of their time.
    Rename {
        /// Its name or identifier.
        name: String,
        /// The new name.
        new: String,
        #[command(flatten)]
        signed: Signed,
    },
    /// Gives or takes chips.
    Chips {
        /// Its name or identifier.
        name: String,
        /// Which of the two.
        way: WayArg,
        /// How many.
        #[arg(value_parser = amount)]
        amount: Chips,
        /// The account on the other side, by name or identifier; the mint if left out.
        #[arg(long, value_name = "NAME", visible_aliases = ["from", "to"])]
        other: Option<String>,
        #[command(flatten)]
        signed: Signed,
    },
    /// Writes all that is kept of an account, as JSON: nothing of others but what it saw itself.
    Export {
        /// Its name or identifier.
        name: String,
        /// A new file for it; standard output if left out.
        #[arg(long)]
        out: Option<PathBuf>,
        #[command(flatten)]
        signed: Signed,
    },
    /// Deletes an account with its bots, for good. The ledger keeps its rows; the name goes from all that is shown.
    Delete {
        /// Its name or identifier.
        name: String,
        #[command(flatten)]
        signed: Signed,
    },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    Guest,
    Account,
    Bot,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum WayArg {
    Give,
    Take,
}

/// Reads an amount of chips.
fn amount(text: &str) -> Result<Chips, String> {
    let amount: Option<u64> = text.parse().ok().filter(|amount| *amount > 0);
    amount
        .and_then(Chips::new)
        .ok_or_else(|| format!("`{text}` is no amount of chips: 1 to 9007199254740991"))
}

pub(in crate::cli) fn accounts(args: &AccountsArgs, out: impl Write) -> io::Result<ExitCode> {
    let place = &args.place;
    let (signed, act) = match &args.asked {
        Asked::Find { name, kind, banned } => {
            let kind = kind.map(|kind| match kind {
                Kind::Guest => "guest",
                Kind::Account => "account",
                Kind::Bot => "bot",
            });
            return find(place, name.as_deref(), kind, *banned, out);
        }
        Asked::Show { name } => return read_in(place, "accounts", Question::Account(name.clone()), out),
        Asked::Export {
            name,
            out: file,
            signed,
        } => {
            let ask = signed.ask(Act::Export { account: name.clone() });
            return export(place, &ask, file.as_deref(), out);
        }
        Asked::Ban {
            name,
            period,
            until,
            signed,
        } => {
            let (until, seconds) = (until.map(Timestamp::as_millisecond), period.map(seconds));
            (
                signed,
                Act::Ban {
                    account: name.clone(),
                    until,
                    seconds,
                },
            )
        }
        Asked::Unban { name, signed } => (signed, Act::Unban { account: name.clone() }),
        Asked::ResetPassword { name, stdin, signed } => {
            let password = stdin.then(read_password).transpose()?;
            let account = name.clone();
            (signed, Act::ResetPassword { account, password })
        }
        Asked::Rename { name, new, signed } => {
            let (account, name) = (name.clone(), new.clone());
            (signed, Act::Rename { account, name })
        }
        Asked::Chips {
            name,
            way,
            amount,
            other,
            signed,
        } => {
            let (account, amount, other) = (name.clone(), *amount, other.clone());
            let act = match way {
                WayArg::Give => Act::GiveChips {
                    account,
                    amount,
                    from: other,
                },
                WayArg::Take => Act::TakeChips {
                    account,
                    amount,
                    to: other,
                },
            };
            (signed, act)
        }
        Asked::Delete { name, signed } => (signed, Act::Delete { account: name.clone() }),
    };
    act_in(place, "accounts", &signed.ask(act), out)
}

fn read_password() -> io::Result<String> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

/// Lists accounts, page by page.
fn find(
    place: &Place,
    name: Option<&str>,
    kind: Option<&str>,
    banned: bool,
    mut out: impl Write,
) -> io::Result<ExitCode> {
    let found = runtime()?.block_on(async {
        let desk = Desk::open(place).await?;
        let mut asked = AccountsAsked {
            name: name.map(ToOwned::to_owned),
            kind: kind.map(ToOwned::to_owned),
            banned: Some(banned),
            after: None,
            limit: Some(super::LIMIT),
        };
        let mut found: Vec<Value> = Vec::new();
        let read = loop {
            match desk.read(Question::Accounts(asked.clone())).await {
                Ok(mut page) => {
                    found.extend(page["accounts"].as_array_mut().map(std::mem::take).unwrap_or_default());
                    asked.after = page["after"].as_str().map(ToOwned::to_owned);
                }
                Err(fault) => break Err(fault),
            }
            if asked.after.is_none() {
                break Ok(());
            }
        };
        desk.close().await;
        read.map(|()| found)
    });
    match found {
        Ok(found) => {
            for account in &found {
                let line = if place.json {
                    format!("{account}\n")
                } else {
                    text::found(account)
                };
                out.write_all(line.as_bytes())?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(fault) => told("accounts", &fault),
    }
}

/// Writes all that is kept of an account.
fn export(place: &Place, ask: &Ask, file: Option<&Path>, out: impl Write) -> io::Result<ExitCode> {
    let mut to: Box<dyn Write> = match file {
        Some(file) => {
            // It is nobody else's to read, and nothing is written over.
            let opened = OpenOptions::new().write(true).create_new(true).mode(0o600).open(file);
            Box::new(opened.map_err(|fault| io::Error::other(format!("{}: {fault}", file.display())))?)
        }
        None => Box::new(out),
    };
    let written = runtime()?.block_on(async {
        let desk = Desk::open(place).await?;
        let written = write_export(&desk, ask, &mut to).await;
        desk.close().await;
        written
    });
    match written {
        Ok(done) => done.map(|()| ExitCode::SUCCESS),
        Err(fault) => {
            // A file without anything in it would be taken for an export.
            if let Some(file) = file {
                std::fs::remove_file(file)?;
            }
            told("accounts", &fault)
        }
    }
}

async fn write_export(desk: &Desk, ask: &Ask, to: &mut dyn Write) -> Result<io::Result<()>, Fault> {
    let done = desk.act(ask).await?;
    let of = done["account"]["id"].as_str().unwrap_or_default().to_owned();
    let head = done["export"].to_string();
    // The hands are its last field, a page at a time.
    let head = head.strip_suffix('}').unwrap_or(&head);
    let mut written = write!(to, "{head},\"hands\":[");
    let (mut asked, mut is_first) = (HandsAsked::default(), true);
    loop {
        let mut page = desk.read(Question::Hands(of.clone(), asked)).await?;
        let hands = page["hands"].as_array_mut().map(std::mem::take).unwrap_or_default();
        for hand in hands {
            let comma = if is_first { "" } else { "," };
            is_first = false;
            written = written.and_then(|()| write!(to, "{comma}\n{hand}"));
        }
        let Some(before) = page["before"].as_i64() else { break };
        asked = HandsAsked { before: Some(before) };
    }
    Ok(written.and_then(|()| writeln!(to, "]}}")))
}
