//! Facts about processes from the operating system, and the few requests made of it.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use rustix::process::Signal;
use tempfile::TempDir;

/// Resources used by a process so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// Processor time in user and kernel mode, over all threads.
    pub(crate) cpu: Duration,
    /// Resident memory, in bytes.
    pub(crate) rss_bytes: u64,
}

/// Returns the resources used by a process so far, or `None` if the system does not report them or the process is gone.
pub(crate) fn usage(pid: u32) -> Option<Usage> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let statm = std::fs::read_to_string(format!("/proc/{pid}/statm")).ok()?;
    Some(Usage {
        cpu: cpu_of(&stat)?,
        rss_bytes: rss_of(&statm)?,
    })
}

/// Returns the resident memory counted page by page: slower, but exact, unlike the figure of [`usage`].
pub(crate) fn exact_rss_bytes(pid: u32) -> Option<u64> {
    let rollup = std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let line = rollup.lines().find_map(|line| line.strip_prefix("Rss:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

/// Returns the processor time in a line of `/proc/PID/stat`.
fn cpu_of(stat: &str) -> Option<Duration> {
    // The name of the program is in parentheses and may contain spaces and parentheses itself.
    let fields: Vec<&str> = stat.get(stat.rfind(')')? + 1..)?.split_whitespace().collect();
    let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_millis(
        ticks * 1000 / rustix::param::clock_ticks_per_second().max(1),
    ))
}

/// Returns the resident memory in `/proc/PID/statm`.
fn rss_of(statm: &str) -> Option<u64> {
    let pages: u64 = statm.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * u64::try_from(rustix::param::page_size()).ok()?)
}

/// Returns the TCP segments with data sent by this network namespace since it began, without retransmissions.
pub(crate) fn tcp_data_segments() -> Option<u64> {
    data_segments_of(&std::fs::read_to_string("/proc/net/netstat").ok()?)
}

/// Returns the figure in `/proc/net/netstat`, where a line of names precedes a line of values.
fn data_segments_of(netstat: &str) -> Option<u64> {
    let mut lines = netstat.lines().filter_map(|line| line.strip_prefix("TcpExt: "));
    let (names, values) = (lines.next()?, lines.next()?);
    let index = names.split(' ').position(|name| name == "TCPOrigDataSent")?;
    values.split(' ').nth(index)?.parse().ok()
}

/// Returns the number of cores that this process may use.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Pins this thread, and the processes it starts from now on, to one core.
#[cfg(target_os = "linux")]
pub(crate) fn pin(core: usize) -> io::Result<()> {
    let mut set = rustix::thread::CpuSet::new();
    set.set(core);
    Ok(rustix::thread::sched_setaffinity(None, &set)?)
}

/// Keeps this thread, and the processes it starts from now on, off one core.
#[cfg(target_os = "linux")]
pub(crate) fn keep_off(core: usize) -> io::Result<()> {
    let mut set = rustix::thread::sched_getaffinity(None)?;
    set.unset(core);
    Ok(rustix::thread::sched_setaffinity(None, &set)?)
}

/// Fails: this system cannot keep a thread off a core.
#[cfg(not(target_os = "linux"))]
pub(crate) fn keep_off(_: usize) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Fails: this system cannot pin a thread to a core.
#[cfg(not(target_os = "linux"))]
pub(crate) fn pin(_: usize) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Runs something on a core of its own, in a thread that ends with it; the processes it starts stay on that core.
pub(crate) fn on_core<R: Send>(core: usize, run: impl FnOnce() -> R + Send) -> io::Result<R> {
    std::thread::scope(|scope| {
        let thread = scope.spawn(|| pin(core).map(|()| run()));
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Raises the limit of open files as far as the system allows, and returns it; each player needs one file.
pub(crate) fn raise_open_files() -> u64 {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        maximum: limit.maximum,
    };
    let now = if setrlimit(Resource::Nofile, raised).is_ok() {
        limit.maximum
    } else {
        limit.current
    };
    now.unwrap_or(u64::MAX)
}

/// Asks a process to end in order.
pub(crate) fn terminate(pid: u32) -> io::Result<()> {
    signal(pid, Signal::TERM)
}

/// Stops a process where it is, until it is resumed.
pub(crate) fn stop(pid: u32) -> io::Result<()> {
    signal(pid, Signal::STOP)
}

/// Resumes a stopped process.
pub(crate) fn go_on(pid: u32) -> io::Result<()> {
    signal(pid, Signal::CONT)
}

fn signal(pid: u32, signal: Signal) -> io::Result<()> {
    let pid = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw);
    let pid = pid.ok_or(io::ErrorKind::InvalidInput)?;
    Ok(rustix::process::kill_process(pid, signal)?)
}

/// Returns a new empty directory that is removed when this is dropped, in `POKER_LOADTEST_TMP` or the system's temporary folder.
pub(crate) fn temp_folder(name: &str) -> io::Result<TempDir> {
    let base = std::env::var_os("POKER_LOADTEST_TMP").map_or_else(std::env::temp_dir, PathBuf::from);
    std::fs::create_dir_all(&base)?;
    tempfile::Builder::new()
        .prefix(&format!("loadtest-{name}-"))
        .tempdir_in(base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_usage_is_known() {
        let usage = usage(std::process::id()).unwrap();
        assert!(usage.rss_bytes > 100_000, "{usage:?}");
        assert!(exact_rss_bytes(std::process::id()).unwrap() > 100_000);
        assert_eq!(super::usage(u32::MAX), None);
    }

    #[test]
    fn a_program_name_may_hold_parentheses() {
        let stat = "7 (a (b) c) S 1 2 3 4 5 6 7 8 9 10 150 50 0 0 20 0 3 0 99 1 2";
        assert_eq!(cpu_of(stat), Some(Duration::from_secs(2)));
        assert_eq!(cpu_of("7 (a) S"), None);
    }

    #[test]
    fn sent_segments_are_found_by_name() {
        let netstat = "TcpExt: A TCPOrigDataSent B\nTcpExt: 1 42 3\nIpExt: X\nIpExt: 9\n";
        assert_eq!(data_segments_of(netstat), Some(42));
        assert_eq!(data_segments_of("IpExt: X\nIpExt: 9\n"), None);
    }
}
