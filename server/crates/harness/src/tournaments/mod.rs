//! `poker-harness tournaments`: whole tournaments by random play.

mod lines;
mod simulate;
mod team;

use std::fs;
use std::io::{self, BufWriter, Write};
use std::num::NonZero;
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use poker_engine::simulate::{Broken, Dice};
use poker_engine::tournament::Structure;
use poker_engine::tournament::structure::shipped;
use poker_formats::structure;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use serde_json::json;

use self::lines::Writer;
use self::simulate::{Alone, Log, LogLine, NoLog, Plan, Tally};
use self::team::panicked;

/// The most players of one tournament.
const PLAYERS_MAX: u32 = 100_000;
/// Tables of the tournament per thread that plays hands.
const TABLES_A_THREAD: u32 = 10;

/// Play whole tournaments with random legal decisions and trouble on the way, checking every law as they run.
///
/// Each decision takes 1 to 9 simulated seconds. The same arguments give the same lines, except for the last one. Exits with 1
/// if a law is broken, and prints how to see that tournament again.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A structure that comes with the program (`poker tournament structures`), or `all` of them in turn.
    #[arg(long, default_value = "all", conflicts_with = "structure")]
    format: String,
    /// File with a structure.
    #[arg(long, value_name = "FILE")]
    structure: Option<PathBuf>,
    /// Number of players, or a range; limited to what the structure takes.
    #[arg(long, value_name = "N | A-B", default_value = "2-100", value_parser = players)]
    players: (u32, u32),
    /// Number of tournaments.
    #[arg(long, value_name = "K", default_value_t = 1)]
    tournaments: u64,
    /// Seed of the first tournament; the next one has the next seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Hands out of a hundred that meet trouble.
    #[arg(long, value_name = "P", default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=100))]
    trouble: u8,
    /// Threads that play the hands of a tournament; one per processor if omitted. The lines are the same.
    #[arg(long, value_name = "T")]
    threads: Option<NonZero<usize>>,
    /// Print every event as a JSON object on a line of its own.
    #[arg(long)]
    json: bool,
    /// With `--json`, print the cards and decisions of hands too.
    #[arg(long, requires = "json")]
    hands: bool,
}

/// Parses `9` or `2-500`.
fn players(text: &str) -> Result<(u32, u32), String> {
    let number = |text: &str| {
        text.parse::<u32>()
            .ok()
            .filter(|number| (2..=PLAYERS_MAX).contains(number))
    };
    let range = match text.split_once('-') {
        None => number(text).map(|number| (number, number)),
        Some((least, most)) => number(least).zip(number(most)).filter(|(least, most)| least <= most),
    };
    range.ok_or_else(|| format!("a number of players from 2 to {PLAYERS_MAX}, or two with a hyphen between"))
}

/// The output lines of a tournament; a write error is kept for the end.
struct Lines<'a, W> {
    writer: Writer<'a, W>,
    hands: bool,
    fault: io::Result<()>,
}

impl<W: Write> Log for Lines<'_, W> {
    fn line(&mut self, at: u64, line: &LogLine<'_>) {
        if self.fault.is_ok() {
            self.fault = self.writer.line(at, line);
        }
    }

    fn wants_hands(&self) -> bool {
        self.hands
    }
}

/// Totals over all tournaments.
#[derive(Default)]
struct Sum {
    hands: u64,
    decisions: u64,
    broken: u64,
    digest: u64,
}

pub(super) fn run(args: &Args, out: impl Write) -> io::Result<ExitCode> {
    let mut out = BufWriter::new(out);
    let structures = match structures(args) {
        Ok(structures) => structures,
        Err(message) => {
            writeln!(io::stderr(), "{message}")?;
            return Ok(ExitCode::from(2));
        }
    };
    let processors = || thread::available_parallelism().map_or(1, NonZero::get);
    let threads = args.threads.map_or_else(processors, NonZero::get);
    let started = Instant::now();
    let mut sum = Sum::default();
    for (index, structure) in (0..args.tournaments).zip(structures.iter().cycle()) {
        let seed = args.seed.wrapping_add(index);
        let players = wanted_players(args.players, seed);
        let plan = Plan::new(structure, players, args.trouble);
        let tournament = Tournament {
            plan: &plan,
            number: index + 1,
            seed,
            threads,
        };
        match tournament.play(args, &mut out)? {
            Ok(tally) => {
                sum.hands += tally.hands;
                sum.decisions += tally.decisions;
                sum.digest = sum.digest.rotate_left(5) ^ tally.digest;
                if !args.json {
                    report(&mut out, &plan, index + 1, seed, &tally)?;
                }
            }
            Err(broken) => {
                sum.broken += 1;
                out.flush()?;
                writeln!(
                    io::stderr(),
                    "{}: {broken}\nto see it again: {}",
                    plan.structure.id,
                    again(args, &plan, seed)
                )?;
            }
        }
    }
    summarise(&mut out, args, &sum, started.elapsed().as_secs_f64())?;
    out.flush()?;
    Ok(ExitCode::from(u8::from(sum.broken > 0)))
}

/// Returns the structures to play in turn, or what is wrong with the request.
fn structures(args: &Args) -> Result<Vec<Arc<Structure>>, String> {
    if let Some(file) = &args.structure {
        let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let structure = Structure::parse(&text).map_err(|error| format!("{}: {error}", file.display()))?;
        return Ok(vec![Arc::new(structure)]);
    }
    if args.format == "all" {
        return Ok(shipped::all().to_vec());
    }
    let found = shipped::find(&args.format);
    let unknown = || {
        format!(
            "there is no structure `{}`; `poker tournament structures` lists them",
            args.format
        )
    };
    found.map(|structure| vec![Arc::clone(structure)]).ok_or_else(unknown)
}

/// Returns the random numbers of a seed. Those of a tournament are the streams from 0 on.
fn random(seed: u64, stream: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&stream.to_le_bytes());
    ChaCha8Rng::from_seed(key)
}

fn wanted_players((least, most): (u32, u32), seed: u64) -> u32 {
    let mut random = random(seed, u64::MAX);
    let drawn = Dice::new(|| random.next_u64()).between(least.into(), most.into());
    u32::try_from(drawn).unwrap_or(most)
}

/// One of the tournaments.
struct Tournament<'a> {
    plan: &'a Plan,
    /// Number of the tournament, from 1.
    number: u64,
    seed: u64,
    /// Maximum number of threads that play its hands.
    threads: usize,
}

impl Tournament<'_> {
    /// Plays it. The inner error is a law that was broken.
    fn play(&self, args: &Args, out: &mut impl Write) -> io::Result<Result<Tally, Broken>> {
        let plan = self.plan;
        if !args.json {
            return Ok(self.play_for(&mut NoLog));
        }
        let mut writer = Writer::new(out, &plan.structure, self.number);
        let published = json!({
            "format": plan.structure.id,
            "seed": self.seed,
            "players": plan.players,
            "structure": structure::fields(&plan.structure),
        });
        writer.write(0, "rules_published", &published)?;
        let mut lines = Lines {
            writer,
            hands: args.hands,
            fault: Ok(()),
        };
        let played = self.play_for(&mut lines);
        lines.fault?;
        Ok(played)
    }

    fn play_for(&self, log: &mut impl Log) -> Result<Tally, Broken> {
        let plan = self.plan;
        let numbers = |stream| {
            let mut random = random(self.seed, stream);
            move || random.next_u64()
        };
        // Fewer tables rarely have several hands to play simultaneously.
        let worth = plan.players / u32::from(plan.structure.seats) / TABLES_A_THREAD;
        let threads = self.threads.min(usize::try_from(worth).unwrap_or(usize::MAX));
        let played = std::panic::catch_unwind(AssertUnwindSafe(|| match NonZero::new(threads) {
            Some(threads) if threads.get() > 1 => team::with(threads, |team| plan.play(numbers, log, team)),
            _ => plan.play(numbers, log, &mut Alone::default()),
        }));
        played.unwrap_or_else(|_| Err(panicked()))
    }
}

/// Returns the arguments that play a tournament again.
fn again(args: &Args, plan: &Plan, seed: u64) -> String {
    let what = match &args.structure {
        Some(file) => format!("--structure {}", file.display()),
        None => format!("--format {}", plan.structure.id),
    };
    let (players, trouble) = (plan.players, args.trouble);
    format!("poker-harness tournaments {what} --players {players} --seed {seed} --trouble {trouble} --json")
}

fn report(out: &mut impl Write, plan: &Plan, number: u64, seed: u64, tally: &Tally) -> io::Result<()> {
    let (id, players) = (&plan.structure.id, plan.players);
    let Tally {
        hands,
        decisions,
        length,
        digest,
    } = tally;
    let minutes = length / 60_000;
    writeln!(
        out,
        "{number:>6}  {id:<12} seed {seed}, {players} players: {hands} hands, {decisions} decisions, {minutes} minutes, \
         digest {digest:016x}"
    )
}

#[expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "rates are for people, not for money"
)]
fn summarise(out: &mut impl Write, args: &Args, sum: &Sum, seconds: f64) -> io::Result<()> {
    let rate = (sum.hands as f64 / seconds.max(1e-9)).round();
    let Sum {
        hands,
        decisions,
        broken,
        digest,
    } = sum;
    let (tournaments, digest) = (args.tournaments, format!("{digest:016x}"));
    if args.json {
        let line = json!({
            "event": "summary", "tournaments": tournaments, "hands": hands, "decisions": decisions, "broken": broken,
            "digest": digest, "seconds": seconds, "hands_per_second": rate,
        });
        return writeln!(out, "{line}");
    }
    writeln!(
        out,
        "{tournaments} tournaments, {hands} hands, {decisions} decisions, {broken} broken, digest {digest}; \
         {seconds:.1} s, {rate:.0} hands/s"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tournament in which the last player of a breaking table was once left alone for 71 minutes, by the numbers of this command.
    #[test]
    fn the_last_player_of_a_breaking_table_is_not_left_alone() {
        let args = Args {
            format: "late".to_owned(),
            structure: None,
            players: (45, 45),
            tournaments: 1,
            seed: 40_046,
            trouble: 20,
            threads: NonZero::new(1),
            json: true,
            hands: false,
        };
        let mut out = Vec::new();
        let code = run(&args, &mut out).expect("memory takes everything");
        assert_eq!(code, ExitCode::SUCCESS, "{}", String::from_utf8_lossy(&out));
    }

    /// Returns the output, without the last line, which has the time taken.
    fn lines(format: &str, players: u32, threads: usize, hands: bool) -> String {
        let args = Args {
            format: format.to_owned(),
            structure: None,
            players: (players, players),
            tournaments: 2,
            seed: 5,
            trouble: 10,
            threads: NonZero::new(threads),
            json: true,
            hands,
        };
        let mut out = Vec::new();
        let code = run(&args, &mut out).expect("memory takes everything");
        assert_eq!(code, ExitCode::SUCCESS, "{format}");
        let text = String::from_utf8(out).expect("text");
        let (lines, last) = text.trim_end().rsplit_once('\n').expect("lines");
        assert!(last.contains("\"broken\":0"), "{last}");
        lines.to_owned()
    }

    #[test]
    fn any_number_of_threads_writes_the_same_lines() {
        for (format, players) in [
            ("freezeout", 300),
            ("rebuy", 90),
            ("bounty", 120),
            ("shootout", 81),
            ("bracket", 64),
            ("mixed", 90),
            ("stud", 60),
            ("home", 40),
        ] {
            let alone = lines(format, players, 1, false);
            for threads in [2, 4] {
                assert!(
                    alone == lines(format, players, threads, false),
                    "{format}, {threads} threads"
                );
            }
        }
    }

    /// With the steps of hands, the tournament has more lines, and is the same.
    #[test]
    fn the_steps_of_hands_change_nothing_else() {
        let steps = [
            "hole_cards_dealt",
            "action_taken",
            "uncalled_returned",
            "pots_formed",
            "board_dealt",
            "hands_tabled",
            "hand_shown",
            "hand_mucked",
            "killed_shown",
        ];
        let told = lines("freezeout", 100, 4, true);
        let told = told.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        let without = told.filter(|line: &serde_json::Value| {
            let event = line["event"].as_str().expect("a name");
            !steps.contains(&event)
        });
        let short = lines("freezeout", 100, 4, false);
        let short = short.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        let unnumbered = |mut line: serde_json::Value| {
            line["n"] = json!(0);
            line
        };
        assert!(without.map(unnumbered).eq(short.map(unnumbered)));
    }
}
