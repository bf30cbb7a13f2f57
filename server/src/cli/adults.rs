//! `poker adults`: accounts whose age the operator has verified.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;
use poker_people::auth::name_key;
use poker_store::{self as store, AgeCheck, StoreError};
use serde_json::json;

use super::officials::tell;

/// Record whose age you have verified: those accounts may enter tournaments for adults only. The server may be running; the change counts
/// from the next entry on.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folder with the database.
    #[arg(long, env = "POKER_DATA", default_value = "data", global = true)]
    data: PathBuf,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Record that the owner of an account is an adult. Programs have no age.
    Grant {
        /// Name of the account.
        name: String,
    },
    /// Withdraw the record. A player who has entered a tournament stays in it.
    Revoke {
        /// Name of the account.
        name: String,
    },
    /// List the accounts.
    List {
        /// Print JSON, one account per line.
        #[arg(long)]
        json: bool,
    },
}

/// Runs the command. Exits with 1 if there is no such account.
///
/// # Errors
/// Those of writing.
pub(super) fn run(args: &Args, out: impl Write) -> io::Result<ExitCode> {
    tell("adults", carry_out(args), out)
}

async fn carry_out(args: &Args) -> Result<String, StoreError> {
    let (name, age) = match &args.command {
        Command::Grant { name } => (name, AgeCheck::Adult),
        Command::Revoke { name } => (name, AgeCheck::Unverified),
        Command::List { json } => {
            let adults = store::adults(&args.data).await?;
            let line = |account: &str, name: &str| {
                if *json {
                    json!({"account": account, "name": name}).to_string() + "\n"
                } else {
                    format!("{account}  {name}\n")
                }
            };
            return Ok(adults
                .iter()
                .map(|account| line(&account.id.to_string(), &account.name))
                .collect());
        }
    };
    let key = name_key(name).ok_or(StoreError::NoSuchAccount)?;
    let (account, before) = store::set_adult(&args.data, &key, age).await?;
    let name = account.name;
    Ok(match (before, age) {
        (AgeCheck::Adult, AgeCheck::Adult) => format!("{name} is a verified adult already\n"),
        (_, AgeCheck::Adult) => format!("{name} is a verified adult\n"),
        (AgeCheck::Adult, _) => format!("{name} is a verified adult no longer\n"),
        (_, AgeCheck::Unverified) => format!("{name} is not a verified adult\n"),
    })
}
