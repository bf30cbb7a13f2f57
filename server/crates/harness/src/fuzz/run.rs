//! The loop: an input is changed, tried, and kept if it showed something new.

use std::any::Any;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::corpus::file_name;
use super::mutate::Mutator;
use super::{Seen, Target};

/// Maximum number of inputs that one thread keeps; beyond that, new things are counted and their inputs dropped.
const POOL: usize = 4096;

/// Stack size of a thread, the same as the server's.
const STACK_BYTES: usize = 2 << 20;

/// Multiple of the time limit after which a try is considered endless.
const NEVER: u32 = 20;

/// Options of a run.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// Inputs to try, in all threads together.
    pub(super) executions: u64,
    /// Number of threads.
    pub(super) threads: u32,
    /// Seed of every change: a run with the same seed, threads and executions is the same.
    pub(super) seed: u64,
    /// Time limit: a try that takes longer is a finding; `None` for no limit.
    pub(super) limit: Option<Duration>,
    /// Folder for the inputs of findings; `None` to write none.
    pub(super) findings: Option<PathBuf>,
}

/// The result of a run.
#[derive(Debug, Default)]
pub(super) struct Report {
    /// Number of inputs tried.
    pub(super) executions: u64,
    /// Duration of the run.
    pub(super) elapsed: Duration,
    /// Inputs that showed something new, including those from the start.
    pub(super) kept: Vec<Vec<u8>>,
    /// Number of different things seen.
    pub(super) seen: usize,
    /// The findings, one for each place.
    pub(super) findings: Vec<Finding>,
}

/// The failure that an input caused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trouble {
    /// The message and the place; the same for the same fault.
    pub(super) what: String,
}

/// A failure with its input.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    /// The failure.
    pub(super) trouble: Trouble,
    /// The first input that caused it.
    pub(super) input: Vec<u8>,
    /// The input's file, if it was written.
    pub(super) file: Option<PathBuf>,
    /// Number of times it happened.
    pub(super) times: u64,
}

thread_local! {
    /// The place of the last panic, once [`remember_panics`] was called.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Stops panics from being printed, from now on; findings name their places.
pub(super) fn remember_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string);
        PLACE.with_borrow_mut(|last| *last = place);
    }));
}

/// Tries an input, and returns what was seen and any failure.
pub(super) fn try_input(target: &Target, input: &[u8]) -> (Seen, Option<Trouble>) {
    let mut seen = Seen::default();
    PLACE.set(None);
    let done = catch_unwind(AssertUnwindSafe(|| (target.attempt)(input, &mut seen)));
    let place = PLACE.take();
    let what = match done {
        Ok(()) => place.map(|place| format!("{place}: a panic that was caught")),
        Err(panic) => {
            let place = place.unwrap_or_else(|| "a panic".to_owned());
            Some(format!("{place}: {}", message(&*panic)))
        }
    };
    (seen, what.map(|what| Trouble { what }))
}

fn message(panic: &dyn Any) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("a panic without words")
}

/// Tries inputs derived from these and from the repository's own.
///
/// # Errors
/// If the folder of the findings cannot be written.
pub(super) fn run(target: &Target, corpus: &[Vec<u8>], options: &Options) -> io::Result<Report> {
    let mut first = (target.seeds)();
    first.extend_from_slice(corpus);
    let threads = options.threads.max(1);
    let slots: Vec<Slot> = (0..threads)
        .map(|index| Slot::new(target, index, options.findings.as_deref()))
        .collect::<io::Result<_>>()?;
    let begun = Instant::now();
    let over = AtomicBool::new(false);
    let workers = thread::scope(|scope| {
        if let Some(limit) = options.limit {
            let (slots, over) = (&slots, &over);
            scope.spawn(move || watch(target, slots, limit * NEVER, over));
        }
        let threads: Vec<_> = slots
            .iter()
            .zip(0_u64..)
            .map(|(slot, index)| {
                let share = options.executions / u64::from(threads);
                let extra = u64::from(index < options.executions % u64::from(threads));
                let mut worker = Worker::new(target, &first, options, index, slot);
                let builder = thread::Builder::new().stack_size(STACK_BYTES);
                let all = move || {
                    worker.work(share + extra);
                    worker
                };
                builder
                    .spawn_scoped(scope, all)
                    .expect("the system has a thread for us")
            })
            .collect();
        let done = threads
            .into_iter()
            .map(|thread| thread.join().expect("findings are caught"));
        let done: Vec<Worker<'_>> = done.collect();
        over.store(true, Ordering::Relaxed);
        done
    });
    let mut report = Report {
        elapsed: begun.elapsed(),
        ..Report::default()
    };
    let mut seen = BTreeSet::new();
    for worker in workers {
        report.executions += worker.executions;
        report.kept.extend(worker.pool);
        seen.extend(worker.seen);
        for (what, (input, times)) in worker.findings {
            match report.findings.iter_mut().find(|finding| finding.trouble.what == what) {
                Some(known) => known.times += times,
                None => report.findings.push(Finding {
                    file: write_finding(target, &input, options.findings.as_deref())?,
                    trouble: Trouble { what },
                    input,
                    times,
                }),
            }
        }
    }
    report.seen = seen.len();
    for slot in &slots {
        slot.tidy();
    }
    Ok(report)
}

fn write_finding(target: &Target, input: &[u8], folder: Option<&Path>) -> io::Result<Option<PathBuf>> {
    let Some(folder) = folder else { return Ok(None) };
    let folder = folder.join(target.name);
    fs::create_dir_all(&folder)?;
    let file = folder.join(file_name(input));
    fs::write(&file, input)?;
    Ok(Some(file))
}

/// The try of one thread.
struct Slot {
    /// Start of the running try, in microseconds since the start of the run; 0 between two tries.
    begun: AtomicU64,
    epoch: Instant,
    input: Mutex<Vec<u8>>,
    /// A copy of the running input: it survives if the whole process dies, as in a stack overflow.
    file: Option<(PathBuf, File)>,
}

impl Slot {
    fn new(target: &Target, index: u32, folder: Option<&Path>) -> io::Result<Self> {
        let file = match folder {
            None => None,
            Some(folder) => {
                let folder = folder.join(target.name);
                fs::create_dir_all(&folder)?;
                let path = folder.join(format!("running-{index}"));
                let file = File::create(&path)?;
                Some((path, file))
            }
        };
        Ok(Self {
            begun: AtomicU64::new(0),
            epoch: Instant::now(),
            input: Mutex::default(),
            file,
        })
    }

    fn begin(&self, input: &[u8]) {
        let mut running = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        running.clear();
        running.extend_from_slice(input);
        if let Some((_, file)) = &self.file {
            // If it cannot be written, a finding that ends the process has no input, but is still a finding.
            let _ = file
                .set_len(input.len() as u64)
                .and_then(|()| file.write_all_at(input, 0));
        }
        self.begun.store(self.micros().max(1), Ordering::Relaxed);
    }

    fn end(&self) {
        self.begun.store(0, Ordering::Relaxed);
    }

    /// Returns the time the running try has taken.
    fn runs_for(&self) -> Duration {
        match self.begun.load(Ordering::Relaxed) {
            0 => Duration::ZERO,
            begun => Duration::from_micros(self.micros().saturating_sub(begun)),
        }
    }

    fn micros(&self) -> u64 {
        u64::try_from(self.epoch.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    fn tidy(&self) {
        if let Some((path, _)) = &self.file {
            // The folder is removed as well, unless it has a finding.
            let _ = fs::remove_file(path);
            let _ = path.parent().map(fs::remove_dir);
        }
    }
}

/// Ends the process if a try does not end by itself: a thread cannot be stopped from outside.
fn watch(target: &Target, slots: &[Slot], never: Duration, over: &AtomicBool) {
    while !over.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(50));
        for slot in slots {
            if slot.runs_for() > never {
                let input = slot.input.lock().unwrap_or_else(PoisonError::into_inner);
                let file = slot
                    .file
                    .as_ref()
                    .map_or(String::new(), |(path, _)| path.display().to_string());
                eprintln!("{}: a try of {} bytes does not end: {file}", target.name, input.len());
                std::process::exit(1);
            }
        }
    }
}

/// One thread of a run. Threads share nothing, so a seed gives the same run.
struct Worker<'a> {
    target: &'a Target,
    mutator: Mutator,
    rng: ChaCha8Rng,
    limit: Option<Duration>,
    slot: &'a Slot,
    pool: Vec<Vec<u8>>,
    seen: BTreeSet<u64>,
    executions: u64,
    findings: BTreeMap<String, (Vec<u8>, u64)>,
}

impl<'a> Worker<'a> {
    fn new(target: &'a Target, first: &[Vec<u8>], options: &Options, index: u64, slot: &'a Slot) -> Self {
        Self {
            target,
            mutator: Mutator::new(target, first),
            rng: ChaCha8Rng::seed_from_u64(options.seed ^ index << 48),
            limit: options.limit,
            slot,
            pool: first.to_vec(),
            seen: BTreeSet::new(),
            executions: 0,
            findings: BTreeMap::new(),
        }
    }

    fn work(&mut self, executions: u64) {
        for index in 0..self.pool.len() {
            if self.executions == executions {
                return;
            }
            let input = self.pool[index].clone();
            self.attempt(&input);
        }
        if self.pool.is_empty() {
            self.pool.push(Vec::new());
        }
        let mut input = Vec::new();
        while self.executions < executions {
            input.clone_from(&self.pool[self.rng.random_range(0..self.pool.len())]);
            let other = &self.pool[self.rng.random_range(0..self.pool.len())];
            self.mutator.change(&mut input, other, &mut self.rng);
            if self.attempt(&input) && self.pool.len() < POOL {
                self.pool.push(input.clone());
            }
        }
    }

    /// Tries an input; `true` if it showed something new.
    fn attempt(&mut self, input: &[u8]) -> bool {
        self.executions += 1;
        self.slot.begin(input);
        let begun = Instant::now();
        let (Seen(seen), mut trouble) = try_input(self.target, input);
        let took = begun.elapsed();
        self.slot.end();
        if trouble.is_none() && self.limit.is_some_and(|limit| took > limit) {
            trouble = self.is_slow(input);
        }
        if let Some(Trouble { what }) = trouble {
            let (_, times) = self.findings.entry(what).or_insert_with(|| (input.to_vec(), 0));
            *times += 1;
            return false;
        }
        let before = self.seen.len();
        self.seen.extend(seen);
        self.seen.len() > before
    }

    /// Repeats a try that took too long: the machine may have been busy with something else.
    fn is_slow(&self, input: &[u8]) -> Option<Trouble> {
        let limit = self.limit?;
        let is_fast = (0..3).any(|_| {
            self.slot.begin(input);
            let begun = Instant::now();
            let _ = try_input(self.target, input);
            let took = begun.elapsed();
            self.slot.end();
            took <= limit
        });
        (!is_fast).then(|| Trouble {
            what: format!("a try takes longer than {limit:?}"),
        })
    }
}
