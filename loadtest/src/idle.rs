//! `loadtest idle`: the cost of a connection that sits at a table and does nothing.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use crate::cli::IdleArgs;
use crate::engine::{Engine, Load, Model};
use crate::link::Target;
use crate::player::Habits;
use crate::policy::Profile;
use crate::spawn::{Launch, Running, server_program};
use crate::stage::Plan;
use crate::sys;
use crate::{Exit, Failure};

/// Time for which the server is left alone after all players sit, so that freed memory is returned.
const SETTLE: Duration = Duration::from_secs(5);

/// Cost of idle connections.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Idle {
    /// Number of seated connections.
    pub(crate) connections: u64,
    /// Resident memory before the first connection, with all tables open, in bytes.
    pub(crate) before_bytes: u64,
    /// Resident memory with all connections, in bytes.
    pub(crate) after_bytes: u64,
    /// Difference per connection, in KiB.
    pub(crate) kib_per_connection: f64,
}

pub(crate) async fn idle(arguments: IdleArgs) -> Result<Exit, Failure> {
    let folder = sys::temp_folder("idle")?;
    let program = server_program(arguments.server.server.as_deref())?;
    let launch = Launch::server(
        &program,
        folder.path(),
        &arguments.server.set.join("\n"),
        arguments.server.server_core,
    )?;
    let running = launch.ready().await?;
    let idle = measure(
        &running,
        arguments.connections,
        arguments.tables.seats,
        &arguments.tables.setups(),
    )
    .await?;
    if arguments.json {
        println!("{}", serde_json::to_string(&idle)?);
    } else {
        println!(
            "{} idle seated connections: {:.2} KiB each ({:.1} -> {:.1} MiB)",
            idle.connections,
            idle.kib_per_connection,
            mib(idle.before_bytes),
            mib(idle.after_bytes)
        );
    }
    let within = arguments.kib_max.is_none_or(|max| idle.kib_per_connection <= max);
    Ok(if within { Exit::Well } else { Exit::Missed })
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / 1_048_576.0
}

/// Seats this many connections at a local server, sits them out, and measures its memory.
pub(crate) async fn measure(
    running: &Running,
    connections: usize,
    seats: u8,
    setups: &[Value],
) -> Result<Idle, Failure> {
    let load = Load {
        target: Target::at(running.address),
        model: Model::Players,
        plan: Plan::steady(connections as f64, SETTLE),
        warmup: Duration::ZERO,
        connect_rate: 500.0,
        seats,
        setups: setups.to_vec(),
        habits: Habits {
            profile: Profile::Calm,
            pace: None,
            seed: 1,
            drops: None,
            persistent: false,
        },
        transcripts: false,
        lag_max: Duration::from_secs(1),
        server: None,
        stop: Arc::default(),
    };
    let engine = Engine::open(load).await?;
    let pid = running.pid();
    let memory = || sys::exact_rss_bytes(pid).ok_or("the server's memory cannot be read on this system");
    let before_bytes = memory()?;
    let mut seated = 0;
    let mut after = None;
    let outcome = engine
        .run(|_, shared| {
            seated = shared.seated.load(std::sync::atomic::Ordering::Relaxed) as u64;
            after = sys::exact_rss_bytes(pid);
        })
        .await;
    if seated < connections as u64 {
        let errors = outcome.shared.recorder.errors();
        return Err(format!("only {seated} of {connections} connections got a seat: {errors:?}").into());
    }
    let after_bytes = after.ok_or("the server is gone")?;
    Ok(Idle {
        connections: seated,
        before_bytes,
        after_bytes,
        kib_per_connection: after_bytes.saturating_sub(before_bytes) as f64 / 1024.0 / seated as f64,
    })
}
