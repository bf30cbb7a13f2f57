//! Servers that run in turns: while one runs, the others are stopped and their players wait.
//!
//! A shared machine changes its speed within seconds. Servers that alternate in fractions of a second meet the same speed.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::spawn::Figures;
use crate::sys;
use crate::timer::until;

/// A server's use of the machine so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Share {
    /// Running time.
    pub(crate) ran: Duration,
    /// TCP segments with data sent by the machine meanwhile, if it reports them.
    pub(crate) segments: Option<u64>,
}

/// A server that can be stopped and resumed. It runs at first.
#[derive(Debug)]
pub(crate) struct Turns {
    pid: u32,
    figures: Option<Figures>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// Use over all turns that are over.
    before: Share,
    /// Start of the current turn, and the machine's segments at that time.
    since: Option<(Instant, Option<u64>)>,
}

impl Turns {
    /// Returns a running server, by its process and the address of its metrics, if any.
    pub(crate) fn of(pid: u32, figures: Option<Figures>) -> Self {
        let before = Share {
            ran: Duration::ZERO,
            segments: Some(0),
        };
        let since = Some((Instant::now(), sys::tcp_data_segments()));
        Self {
            pid,
            figures,
            state: Mutex::new(State { before, since }),
        }
    }

    /// Returns the process id.
    pub(crate) fn pid(&self) -> u32 {
        self.pid
    }

    /// Returns the address of its metrics.
    pub(crate) const fn figures(&self) -> Option<&Figures> {
        self.figures.as_ref()
    }

    /// Returns its use of the machine so far, the current turn included.
    pub(crate) fn share(&self) -> Share {
        self.lock().so_far()
    }

    fn stop(&self) -> io::Result<()> {
        sys::stop(self.pid)?;
        let mut state = self.lock();
        state.before = state.so_far();
        state.since = None;
        Ok(())
    }

    /// Begins its turn.
    fn go_on(&self) -> io::Result<()> {
        self.lock().since = Some((Instant::now(), sys::tcp_data_segments()));
        sys::go_on(self.pid)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn so_far(&self) -> Share {
        let Some((began, segments)) = self.since else {
            return self.before;
        };
        let sent = || Some(sys::tcp_data_segments()?.saturating_sub(segments?));
        Share {
            ran: self.before.ran + began.elapsed(),
            segments: self.before.segments.and_then(|before| Some(before + sent()?)),
        }
    }
}

/// Lets each of the servers run for `turn`, one after another, without end; returns the error if the system refuses.
pub(crate) async fn take_turns(servers: &[Arc<Turns>], turn: Duration) -> io::Error {
    let begun = async {
        for server in servers {
            server.stop()?;
        }
        loop {
            for server in servers {
                let end = Instant::now() + turn;
                server.go_on()?;
                until(end).await;
                server.stop()?;
            }
        }
    };
    let result: io::Result<std::convert::Infallible> = begun.await;
    match result {
        Ok(never) => match never {},
        Err(error) => error,
    }
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[tokio::test]
    async fn one_runs_while_the_others_are_stopped() {
        let mut children: Vec<_> = (0..2)
            .map(|_| {
                let mut command = Command::new("sh");
                command.args(["-c", "while :; do :; done"]).stdin(Stdio::null());
                command.spawn().unwrap()
            })
            .collect();
        let servers: Vec<_> = children
            .iter()
            .map(|child| Arc::new(Turns::of(child.id(), None)))
            .collect();
        let used = || -> Duration {
            let usage = children.iter().map(|child| sys::usage(child.id()).unwrap().cpu);
            usage.sum()
        };
        // Use before the turns does not count.
        for server in &servers {
            server.stop().unwrap();
        }
        let (began, before) = (Instant::now(), used());
        let turns = take_turns(&servers, Duration::from_millis(20));
        assert!(tokio::time::timeout(Duration::from_millis(400), turns).await.is_err());
        // In this order: a turn that still runs counts up to the moment it is asked.
        let ran = servers[0].share().ran + servers[1].share().ran;
        let all = began.elapsed();
        let used = used().saturating_sub(before);
        for child in &mut children {
            child.kill().unwrap();
            child.wait().unwrap();
        }
        assert!(ran <= all, "{ran:?} of {all:?}");
        // Two servers running simultaneously would have used two cores; the system stops a process with a small delay.
        assert!(used <= all + all / 2, "{used:?} in {all:?}");
        assert!(servers.iter().all(|server| server.share().ran > Duration::ZERO));
    }

    #[test]
    fn a_process_that_is_gone_cannot_take_turns() {
        let gone = Turns::of(u32::MAX, None);
        assert!(gone.stop().is_err());
        assert!(gone.go_on().is_err());
    }
}
