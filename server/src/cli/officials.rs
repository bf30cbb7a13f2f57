//! `poker officials`: the officials of all tournaments of a server.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Subcommand, ValueEnum};
use poker_people::auth::name_key;
use poker_store::{self as store, OfficialRole, StoreError};
use serde_json::json;

/// Name the officials of all tournaments. The server may be running; changes take effect immediately.
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
    /// Make an account an official.
    Grant {
        /// Name of the account.
        name: String,
        /// Role of the account.
        role: Role,
    },
    /// Revoke an account's office.
    Revoke {
        /// Name of the account.
        name: String,
    },
    /// List the officials.
    List {
        /// Print JSON, one official per line.
        #[arg(long)]
        json: bool,
    },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Role {
    /// Decide on incidents.
    Floor,
    /// Also disqualify, cancel and make deals.
    Director,
}

/// Runs the command. Exits with 1 if there is no such account.
///
/// # Errors
/// Those of writing.
pub(super) fn run(args: &Args, out: impl Write) -> io::Result<ExitCode> {
    tell("officials", carry_out(args), out)
}

/// Prints the result of a command in a data folder that a server may be using. Exits with 1 if there is no such account, with 2
/// if the folder cannot be used.
///
/// # Errors
/// Those of writing.
pub(super) fn tell(
    command: &str,
    done: impl Future<Output = Result<String, StoreError>>,
    mut out: impl Write,
) -> io::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    match runtime.block_on(done) {
        Ok(text) => {
            out.write_all(text.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            writeln!(io::stderr(), "poker {command}: {error}")?;
            let missing = error == StoreError::NoSuchAccount;
            Ok(ExitCode::from(if missing { 1 } else { 2 }))
        }
    }
}

async fn carry_out(args: &Args) -> Result<String, StoreError> {
    let (name, role) = match &args.command {
        Command::Grant { name, role } => (name, Some(*role)),
        Command::Revoke { name } => (name, None),
        Command::List { json } => {
            let officials = store::officials(&args.data).await?;
            let line = |account: &str, name: &str, role: &str| {
                if *json {
                    json!({"account": account, "name": name, "role": role}).to_string() + "\n"
                } else {
                    format!("{account}  {role:<8}  {name}\n")
                }
            };
            let lines = officials.iter();
            return Ok(lines
                .map(|(account, role)| line(&account.id.to_string(), &account.name, role.code()))
                .collect());
        }
    };
    let role = role.map(|role| match role {
        Role::Floor => OfficialRole::Floor,
        Role::Director => OfficialRole::Director,
    });
    let key = name_key(name).ok_or(StoreError::NoSuchAccount)?;
    let (account, before) = store::set_official(&args.data, &key, role).await?;
    let name = account.name;
    Ok(match (before, role) {
        (None, None) => format!("{name} is not an official\n"),
        (Some(before), None) => format!("{name} is {} no longer\n", before.code()),
        (before, Some(role)) if before == Some(role) => format!("{name} is {} already\n", role.code()),
        (_, Some(role)) => format!("{name} is {} of all tournaments\n", role.code()),
    })
}
