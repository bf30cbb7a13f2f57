//! `poker accounts`.

use std::fs::OpenOptions;
use std::io::{self, BufRead, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Subcommand, ValueEnum};
use jiff::{SignedDuration, Timestamp};
use poker_people::operators::{AccountsAsked, Act, Ask, HandsAsked, Question};
use poker_protocol::v1::Chips;
use serde_json::Value;

use super::desk::{Desk, Fault};
use super::times::{end, period, seconds};
use super::{FolderArgs, Signed, act_in, read_in, runtime, text, told};

/// Find, ban and rename accounts, give and take chips, set passwords, export and delete. A running server takes note immediately.
/// Exits with 1 if the act is refused.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct AccountsArgs {
    #[command(flatten)]
    place: FolderArgs,
    #[command(subcommand)]
    asked: AccountsCommand,
}

#[derive(Debug, Subcommand)]
enum AccountsCommand {
    /// Find accounts by a part of their name.
    Find {
        /// The part; all accounts if omitted.
        name: Option<String>,
        /// Only accounts of this kind.
        #[arg(long)]
        kind: Option<Kind>,
        /// Only banned accounts.
        #[arg(long)]
        banned: bool,
    },
    /// Show an account.
    Show {
        /// Name or identifier.
        name: String,
    },
    /// Ban an account and its bots. They stand up from cash tables when the hand is over.
    Ban {
        /// Name or identifier.
        name: String,
        /// Length of the ban, such as `12h` or `7d`; permanent if omitted.
        #[arg(long = "for", value_name = "TIME", value_parser = period, conflicts_with = "until")]
        period: Option<SignedDuration>,
        /// End of the ban, such as `2027-01-31T18:00`, which is in UTC, or `2027-01-31T18:00:00+01:00`.
        #[arg(long, value_parser = end)]
        until: Option<Timestamp>,
        #[command(flatten)]
        signed: Signed,
    },
    /// Lift the ban of an account.
    Unban {
        /// Name or identifier.
        name: String,
        #[command(flatten)]
        signed: Signed,
    },
    /// Set a new password and end all sessions. A random one is printed, once.
    ResetPassword {
        /// Name or identifier.
        name: String,
        /// Read the password from standard input instead, one line.
        #[arg(long)]
        stdin: bool,
        #[command(flatten)]
        signed: Signed,
    },
    /// Rename an account. Finished hands keep the name of their time.
    Rename {
        /// Name or identifier.
        name: String,
        /// The new name.
        new: String,
        #[command(flatten)]
        signed: Signed,
    },
    /// Give or take chips.
    Chips {
        /// Name or identifier.
        name: String,
        /// Direction.
        way: WayArg,
        /// Number of chips.
        #[arg(value_parser = amount)]
        amount: Chips,
        /// The account on the other side, by name or identifier; the mint if omitted.
        #[arg(long, value_name = "NAME", visible_aliases = ["from", "to"])]
        other: Option<String>,
        #[command(flatten)]
        signed: Signed,
    },
    /// Export all data of an account, as JSON: about others, only what the account itself saw.
    Export {
        /// Name or identifier.
        name: String,
        /// A new file to write; standard output if omitted.
        #[arg(long)]
        out: Option<PathBuf>,
        #[command(flatten)]
        signed: Signed,
    },
    /// Delete an account with its bots, permanently. The ledger keeps its rows; the name disappears wherever it is shown.
    Delete {
        /// Name or identifier.
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

/// Parses an amount of chips.
fn amount(text: &str) -> Result<Chips, String> {
    let amount: Option<u64> = text.parse().ok().filter(|amount| *amount > 0);
    amount
        .and_then(Chips::new)
        .ok_or_else(|| format!("`{text}` is not an amount of chips: 1 to 9007199254740991"))
}

pub(in crate::cli) fn accounts(args: &AccountsArgs, out: impl Write) -> io::Result<ExitCode> {
    let place = &args.place;
    let (signed, act) = match &args.asked {
        AccountsCommand::Find { name, kind, banned } => {
            let kind = kind.map(|kind| match kind {
                Kind::Guest => "guest",
                Kind::Account => "account",
                Kind::Bot => "bot",
            });
            return find(place, name.as_deref(), kind, *banned, out);
        }
        AccountsCommand::Show { name } => return read_in(place, "accounts", Question::Account(name.clone()), out),
        AccountsCommand::Export {
            name,
            out: file,
            signed,
        } => {
            let ask = signed.ask(Act::Export { account: name.clone() });
            return export(place, &ask, file.as_deref(), out);
        }
        AccountsCommand::Ban {
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
        AccountsCommand::Unban { name, signed } => (signed, Act::Unban { account: name.clone() }),
        AccountsCommand::ResetPassword { name, stdin, signed } => {
            let password = stdin.then(read_password).transpose()?;
            let account = name.clone();
            (signed, Act::ResetPassword { account, password })
        }
        AccountsCommand::Rename { name, new, signed } => {
            let (account, name) = (name.clone(), new.clone());
            (signed, Act::Rename { account, name })
        }
        AccountsCommand::Chips {
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
        AccountsCommand::Delete { name, signed } => (signed, Act::Delete { account: name.clone() }),
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
    place: &FolderArgs,
    name: Option<&str>,
    kind: Option<&str>,
    banned: bool,
    mut out: impl Write,
) -> io::Result<ExitCode> {
    let found = runtime()?.block_on(async {
        let mut asked = AccountsAsked {
            name: name.map(ToOwned::to_owned),
            kind: kind.map(ToOwned::to_owned),
            banned: Some(banned),
            after: None,
            limit: Some(super::LIMIT),
        };
        let desk = Desk::look(place, &Question::Accounts(asked.clone())).await?;
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
            if found.is_empty() && !place.json {
                writeln!(io::stderr(), "poker accounts: there is no such account")?;
            }
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

/// Writes all data of an account.
fn export(place: &FolderArgs, ask: &Ask, file: Option<&Path>, out: impl Write) -> io::Result<ExitCode> {
    let mut to: Box<dyn Write> = match file {
        Some(file) => {
            // No one else may read it, and nothing is overwritten.
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
            // An empty file would be mistaken for an export.
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
    // The hands are its last field, one page at a time.
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
