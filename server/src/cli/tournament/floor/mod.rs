//! `poker tournament floor`: acts of officials in a tournament of a running server, over its HTTP interface.

mod action;
mod field;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{ArgMatches, Command, FromArgMatches, Subcommand};
use poker_protocol::v1::tournament::FloorRequest;
use uuid::Uuid;

use crate::cli::http::{Call, HttpFault};
use action::{ACTIONS, Action, BadAction, Written};

/// Act as an official of a tournament, or read its audit trail. The fields of an action are written as NAME=VALUE, such as
/// `kill_hand player=3 reason="Told a neighbour"`; `ACTION --help` lists them. Prints the server's answer, JSON. Exits with 1 if the
/// server refuses, 2 if it cannot be reached.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The server: `http://HOST:PORT` or `https://HOST`. For a certificate that the machine does not trust, set `SSL_CERT_FILE`.
    #[arg(long, env = "POKER_SERVER", default_value = "http://127.0.0.1:8080")]
    server: String,
    /// An access token or API token of the official; not needed to read the trail.
    #[arg(long, env = "POKER_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// The reason, public to all players.
    #[arg(long, global = true, default_value = "")]
    reason: String,
    /// Identifier of the request: repeating it returns the first answer. A new one if omitted.
    #[arg(long, global = true)]
    id: Option<String>,
    /// The tournament.
    tournament: String,
    #[command(subcommand)]
    asked: FloorCommand,
}

/// The requests of the command line.
#[derive(Debug)]
enum FloorCommand {
    Read(Reading),
    Act(Box<Written>),
}

#[derive(Debug, Subcommand)]
enum Reading {
    /// Read the audit trail, and the open items of officials.
    Trail {
        /// Only lines after this number.
        #[arg(long, default_value_t = 0)]
        after: u32,
    },
    /// Read a finished hand with all cards, once `see_hand` has recorded a reason.
    Hand { table: String, hand: u64 },
}

impl Subcommand for FloorCommand {
    fn augment_subcommands(command: Command) -> Command {
        let actions = ACTIONS.iter().map(Action::command);
        Reading::augment_subcommands(command).subcommands(actions)
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        Reading::has_subcommand(name) || Action::named(name).is_some()
    }
}

impl FromArgMatches for FloorCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let action = matches
            .subcommand()
            .and_then(|(name, words)| Some((Action::named(name)?, words)));
        let Some((action, words)) = action else {
            return Reading::from_arg_matches(matches).map(Self::Read);
        };
        let words = words.get_many::<String>("fields").into_iter().flatten();
        let written = action.read(words.map(String::as_str));
        let fault = |fault: BadAction| clap::Error::raw(ErrorKind::ValueValidation, format!("{fault}\n"));
        written.map(Box::new).map(Self::Act).map_err(fault)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The reasons a request to the server failed.
#[derive(Debug, thiserror::Error)]
enum CallError {
    /// The address is neither plain HTTP nor HTTPS.
    #[error("`{0}` is not the address of a server: expected http://HOST:PORT or https://HOST")]
    Server(String),
    /// There is no answer.
    #[error(transparent)]
    Http(#[from] HttpFault),
}

/// Runs the command.
///
/// # Errors
/// Those of writing.
pub(super) fn run(args: &Args, mut out: impl Write) -> io::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    match runtime.block_on(ask(args)) {
        Ok((accepted, body)) => {
            writeln!(out, "{}", body.trim_end())?;
            Ok(if accepted { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        Err(error) => {
            writeln!(io::stderr(), "poker tournament floor: {error}")?;
            Ok(ExitCode::from(2))
        }
    }
}

/// Sends the request. Returns `true` if the server accepts, and its answer.
async fn ask(args: &Args) -> Result<(bool, String), CallError> {
    let floor = format!("/api/v1/tournaments/{}/floor", args.tournament);
    match &args.asked {
        FloorCommand::Read(Reading::Trail { after }) => exchange(args, &format!("{floor}?after={after}"), None).await,
        FloorCommand::Read(Reading::Hand { table, hand }) => {
            exchange(args, &format!("{floor}/hands/{table}/{hand}"), None).await
        }
        FloorCommand::Act(written) => {
            let Written { action, reason, id } = &**written;
            let id = id.as_ref().or(args.id.as_ref());
            let request = FloorRequest {
                id: id.map_or_else(|| Uuid::now_v7().to_string(), String::clone),
                reason: reason.as_ref().unwrap_or(&args.reason).clone(),
                action: action.clone(),
            };
            let body = serde_json::to_string(&request).expect("a request has string keys and no fallible parts");
            exchange(args, &floor, Some(body)).await
        }
    }
}

/// Sends a request on a connection of its own, and reads the whole answer. With a body, it is a POST.
async fn exchange(args: &Args, path: &str, body: Option<String>) -> Result<(bool, String), CallError> {
    let wrong = || CallError::Server(args.server.clone());
    let server = args.server.trim_end_matches('/');
    let (scheme, host) = server.split_once("://").ok_or_else(wrong)?;
    let has_port = host
        .rsplit_once(':')
        .is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    let address = match scheme {
        "https" if !has_port => format!("{host}:443"),
        "http" | "https" if has_port => host.to_owned(),
        _ => return Err(wrong()),
    };
    if host.contains('/') {
        return Err(wrong());
    }
    let call = Call {
        address: &address,
        is_tls: scheme == "https",
        host,
        token: args.token.as_deref(),
        path,
        body,
    };
    Ok(call.exchange().await?)
}
