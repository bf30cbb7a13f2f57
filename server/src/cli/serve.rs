//! `poker serve`.

use std::io::{self, IsTerminal, Write, stdout};
use std::net::SocketAddr;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use clap::CommandFactory;
use poker_base::idle::IdleSignal;
use poker_store::StoreError;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::config::{Config, ConfigError, Settings, refuse_unknown};
use crate::{ServeError, log};

/// Run the server: the page, the HTTP interface, WebSockets, tables and house bots
///
/// Exit codes: 0 stopped on request; 1 it cannot start or continue; 2 a setting makes no sense; 3 the data folder belongs to another
/// program or key, has lost its database or a key, lacks data that was written to it, or is damaged.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// File with settings in TOML, named like the options; options and environment variables take precedence
    #[arg(long, env = "POKER_CONFIG")]
    config: Option<PathBuf>,
    /// Print the resulting settings, as such a file, and exit
    #[arg(long)]
    print_config: bool,
    /// Start although the database lacks data that was written to it; the missing data is gone permanently
    #[arg(long)]
    accept_loss: bool,
    #[command(flatten)]
    settings: Settings,
}

/// The reasons there is no server.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error("cannot listen on {0}: {1}{hint}", hint = another_port(*.0, .1))]
    Listen(SocketAddr, std::io::Error),
    #[error("{0}")]
    Io(#[from] std::io::Error),
    #[error(transparent)]
    Serve(#[from] ServeError),
}

impl Failure {
    const fn code(&self) -> u8 {
        match self {
            Self::Config(_) | Self::Serve(ServeError::BlockedWords(_) | ServeError::Tls(_)) => 2,
            Self::Serve(ServeError::Store(
                StoreError::Newer { .. }
                | StoreError::SealKey(_)
                | StoreError::Lost(_)
                | StoreError::Behind(_)
                | StoreError::Corrupt(_),
            )) => 3,
            Self::Listen(..) | Self::Io(_) | Self::Serve(_) => 1,
        }
    }
}

/// A way out if another program has the port, as the rest of a sentence.
fn another_port(taken: SocketAddr, failure: &io::Error) -> String {
    if failure.kind() != io::ErrorKind::AddrInUse {
        return String::new();
    }
    let mut free = taken;
    free.set_port(taken.port().checked_add(1).unwrap_or(8081));
    format!("; choose another port, as in --listen {free}")
}

/// The message once players can connect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Greeting {
    /// The address alone, for scripts.
    Address,
    /// For a person at a terminal, also what to do next: the page is opened, and the log reports only problems.
    Guide,
}

impl Greeting {
    fn guides(self) -> bool {
        self == Self::Guide && stdout().is_terminal()
    }
}

pub(crate) fn run(args: Args, greeting: Greeting) -> ExitCode {
    match start(args, greeting) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("poker: {failure}");
            ExitCode::from(failure.code())
        }
    }
}

/// Returns all environment variables with an effect, those of other commands included.
fn variables() -> Vec<String> {
    fn add(command: &clap::Command, to: &mut Vec<String>) {
        let names = command.get_arguments().filter_map(clap::Arg::get_env);
        to.extend(names.filter_map(|name| name.to_str()).map(str::to_owned));
        command.get_subcommands().for_each(|command| add(command, to));
    }
    let mut variables = Vec::new();
    add(&super::Cli::command(), &mut variables);
    variables
}

/// Refuses variables of ours without an effect.
pub(super) fn refuse_unknown_variables() -> Result<(), ConfigError> {
    let set: Vec<String> = std::env::vars_os()
        .filter_map(|(name, _)| name.into_string().ok())
        .collect();
    refuse_unknown(set.iter().map(String::as_str), &variables())
}

fn start(args: Args, greeting: Greeting) -> Result<(), Failure> {
    refuse_unknown_variables()?;
    let config = Config {
        accept_loss: args.accept_loss,
        ..Config::load(args.settings, args.config.as_deref())?
    };
    if args.print_config {
        print!("{config}");
        return Ok(());
    }
    let is_chosen = config.log_level != Config::default().log_level;
    let level = if greeting.guides() && !is_chosen {
        "warn"
    } else {
        &config.log_level
    };
    log::init(config.log, level)?;
    raise_file_limit(config.max_connections);
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let mut runtime = if cores > 1 {
        tokio::runtime::Builder::new_multi_thread()
    } else {
        // One core has no work to share: the simpler scheduler costs less.
        tokio::runtime::Builder::new_current_thread()
    };
    let lull = IdleSignal::of(runtime.enable_all());
    runtime.build()?.block_on(serve(config, lull, greeting))
}

async fn serve(config: Config, lull: IdleSignal, greeting: Greeting) -> Result<(), Failure> {
    // Before anything else, so that every signal is handled.
    let (terminate, interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let listener = TcpListener::bind(config.listen)
        .await
        .map_err(|failure| Failure::Listen(config.listen, failure))?;
    let address = listener.local_addr()?;
    let is_tls = config.tls().is_some();
    if !is_tls && !address.ip().to_canonical().is_loopback() {
        tracing::warn!(
            %address,
            "this is reachable by others without encryption: name a certificate with --tls-cert, or put a proxy that speaks TLS in front of it"
        );
    }
    let ready = move || {
        let scheme = if is_tls { "https" } else { "http" };
        let page = format!("{scheme}://{address}");
        // The only line on standard output: scripts read the address from it.
        let mut stdout = stdout().lock();
        let _ = writeln!(stdout, "listening on {page}").and_then(|()| stdout.flush());
        if greeting.guides() {
            let _ = guide(&mut stdout, &page);
        }
    };
    let data = config.data.clone();
    let served = crate::run(listener, config, lull, ready, asked_to_stop(terminate, interrupt)).await;
    served.map_err(|failure| failure.advised(&data).into())
}

/// Prints what to do next, and opens the page if there is a desktop.
fn guide(out: &mut impl Write, page: &str) -> io::Result<()> {
    writeln!(
        out,
        "\n  to play          open that address: house bots are waiting at the tables"
    )?;
    writeln!(
        out,
        "  to let others in `poker doctor` says what is missing; docs/operating.md has the rest"
    )?;
    writeln!(out, "  to write a bot   {page}/llms.txt\n")?;
    out.flush()?;
    let has_desktop = ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some());
    let opener = match std::env::consts::OS {
        "macos" => Some("open"),
        _ => has_desktop.then_some("xdg-open"),
    };
    if let Some(opener) = opener {
        // If nothing opens it, the user will.
        let _ = Command::new(opener)
            .arg(page)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
    }
    Ok(())
}

/// Files that a server has open in addition to its connections: the database, the log, the runtime's own.
pub(super) const FILES_BESIDES: u64 = 100;

/// `true` if the system allows notably fewer open files than wanted. The last hundredth of the connections is never missed.
pub(super) const fn is_short(files: u64, wanted: u64) -> bool {
    files < wanted - wanted / 100
}

/// Raises the limit of open files to the most the system allows: each connection is one, and the default of a shell is about
/// a thousand.
fn raise_file_limit(connections: u32) {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        ..limit
    };
    let files = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(failure) => {
            tracing::warn!(%failure, "the limit of open files stays as it is");
            limit.current
        }
    };
    let wanted = u64::from(connections) + FILES_BESIDES;
    if let Some(files) = files.filter(|files| is_short(*files, wanted)) {
        tracing::warn!(
            files,
            wanted,
            "the system allows fewer open files than --max-connections needs: raise the hard limit (ulimit -Hn, LimitNOFILE)"
        );
    }
}

/// Waits for the first signal to stop. The second one ends the process immediately.
async fn asked_to_stop(mut terminate: Signal, mut interrupt: Signal) {
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::warn!("asked again: stopping immediately; running hands continue when the server starts again");
        std::process::exit(130);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_port_comes_with_another_one() {
        let taken =
            |address: &str| Failure::Listen(address.parse().unwrap(), io::ErrorKind::AddrInUse.into()).to_string();
        assert!(taken("127.0.0.1:8080").ends_with("; choose another port, as in --listen 127.0.0.1:8081"));
        assert!(taken("[::1]:65535").ends_with("--listen [::1]:8081"));
        let denied = Failure::Listen(
            SocketAddr::from(([127, 0, 0, 1], 80)),
            io::ErrorKind::PermissionDenied.into(),
        );
        assert!(!denied.to_string().contains("--listen"), "{denied}");
    }

    #[test]
    fn the_last_hundredth_of_the_open_files_is_not_missed() {
        assert!(!is_short(20_000, 20_100));
        assert!(is_short(19_000, 20_100));
        assert!(is_short(1_024, 20_100));
    }
}
