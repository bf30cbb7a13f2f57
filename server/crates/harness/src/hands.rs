//! `poker-harness hands`: random hands through the engine alone.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use poker_engine::game::{GameDef, catalogue};
use poker_engine::history::phh::{self, Record};
use poker_engine::simulate::{Broken, Dice, HouseRules, Plan, Played, Stacks, definition, try_out};
use poker_engine::{Action, Declaration};
use poker_formats as formats;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use serde_json::json;

/// Play random legal hands at full speed and check the laws of the engine.
///
/// Checked on every hand: it ends, every offered choice is accepted, chips are conserved. Checked on every K-th hand: every choice not
/// offered is refused and changes nothing, the log replays to the same hand, and hidden cards change nothing in the view of any
/// other viewer. The same seed gives the same hands.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The game's identifier, or `all`.
    #[arg(long, required_unless_present = "definitions")]
    game: Option<String>,
    /// Play this many random definitions instead of a game; those that `poker games check` would accept must be playable.
    #[arg(long, value_name = "N", conflicts_with_all = ["game", "phh", "text", "players", "stacks", "plain"])]
    definitions: Option<u64>,
    /// Number of hands of each game.
    #[arg(long, default_value_t = 10_000)]
    hands: u64,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of players; varies from hand to hand if omitted.
    #[arg(long)]
    players: Option<u8>,
    /// Depth of the stacks.
    #[arg(long, value_enum, default_value = "mixed")]
    stacks: Depth,
    /// Play no kitty, no second board and no open folds: hands that other programs can play.
    #[arg(long)]
    plain: bool,
    /// Check all laws on every K-th hand; 0 for never.
    #[arg(long, value_name = "K", default_value_t = 10)]
    check_every: u64,
    /// Begin with this hand of the seed, to replay one.
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Write the hands with their finishing stacks to a file.
    #[arg(long, value_name = "OUT.phhs")]
    phh: Option<PathBuf>,
    /// Write the hands of games supported by hand trackers, in their text format.
    #[arg(long, value_name = "OUT.txt")]
    text: Option<PathBuf>,
    /// Print JSON, one object per line.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Depth {
    Short,
    Deep,
    Mixed,
}

/// Counts for one game.
#[derive(Default)]
struct Tally {
    hands: u64,
    decisions: u64,
    checked: u64,
    showdowns: u64,
    all_ins: u64,
    side_pots: u64,
    digest: Digest,
}

pub(super) fn run(args: &Args, mut out: impl Write) -> io::Result<ExitCode> {
    if let Some(count) = args.definitions {
        return definitions(args, count, &mut out);
    }
    let wanted = args.game.as_deref().unwrap_or_default();
    let games: Vec<&Arc<GameDef>> = match wanted {
        "all" => catalogue::all().iter().collect(),
        id => catalogue::find(id).into_iter().collect(),
    };
    if games.is_empty() {
        writeln!(io::stderr(), "there is no game `{wanted}`; `poker games` lists them")?;
        return Ok(ExitCode::from(2));
    }
    let create = |path: &Option<PathBuf>| {
        let file = path.as_ref().map(|path| File::create(path).map(BufWriter::new));
        file.transpose()
    };
    let (mut file, mut texts) = (create(&args.phh)?, create(&args.text)?);
    let mut written = 0;
    for game in games {
        let fits = |players: u8| (game.seats.0..=game.seats.1).contains(&players);
        if args.players.is_some_and(|players| !fits(players)) {
            let (min, max) = game.seats;
            writeln!(io::stderr(), "{} is played by {min} to {max}", game.id)?;
            return Ok(ExitCode::from(2));
        }
        let plan = Plan {
            game: Arc::clone(game),
            players: args.players,
            stacks: match args.stacks {
                Depth::Short => Stacks::Short,
                Depth::Deep => Stacks::Deep,
                Depth::Mixed => Stacks::Mixed,
            },
            rules: if args.plain {
                HouseRules::None
            } else {
                HouseRules::Varied
            },
        };
        let mut tally = Tally::default();
        let started = Instant::now();
        for index in args.first..args.first + args.hands {
            let checked = args.check_every > 0 && index % args.check_every == 0;
            // Records have no word for dead hands.
            let deal = if file.is_none() && index % 4 == 3 {
                Deal::SomeDead
            } else {
                Deal::AllLive
            };
            match hand(&plan, args.seed, index, deal, checked) {
                Ok(played) => {
                    tally.count(&played, checked);
                    if let Some(file) = &mut file {
                        written += 1;
                        writeln!(file, "[{written}]\n{}", phh::write(&Record::of_played(&played)))?;
                    }
                    if let Some(file) = &mut texts
                        && let Ok(text) = formats::text_of(Record::of_played(&played), index + 1)
                    {
                        write!(file, "{text}")?;
                    }
                }
                Err(error) => {
                    let again = format!("--seed {} --first {index} --hands 1 --check-every 1", args.seed);
                    writeln!(
                        io::stderr(),
                        "{}: {error}\nto see it again: poker-harness hands --game {} {again}",
                        game.id,
                        game.id
                    )?;
                    return Ok(ExitCode::from(1));
                }
            }
        }
        report(&mut out, args, game, &tally, started.elapsed().as_secs_f64())?;
    }
    for mut file in file.into_iter().chain(texts) {
        file.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays the accepted ones of `count` random definitions, at the fewest and at the most players.
fn definitions(args: &Args, count: u64, out: &mut impl Write) -> io::Result<ExitCode> {
    const HANDS: u32 = 4;
    let mut played = 0;
    for index in args.first..args.first + count {
        let mut random = random(args.seed, index);
        let mut dice = Dice::new(|| random.next_u64());
        let text = definition(&mut dice);
        let Ok(game) = GameDef::parse(&text) else {
            continue;
        };
        played += 1;
        let game = Arc::new(game);
        let tried = std::panic::catch_unwind(AssertUnwindSafe(|| try_out(&game, HANDS, &mut dice)));
        let fault = match tried {
            Ok(Ok(())) => continue,
            Ok(Err(broken)) => broken.to_string(),
            Err(_) => "a panic".to_owned(),
        };
        let again = format!(
            "poker-harness hands --definitions 1 --seed {} --first {index}",
            args.seed
        );
        writeln!(io::stderr(), "{fault}\n{text}to see it again: {again}")?;
        return Ok(ExitCode::from(1));
    }
    if args.json {
        let object = json!({ "seed": args.seed, "definitions": count, "accepted": played, "broken": 0 });
        writeln!(out, "{object}")?;
    } else {
        writeln!(
            out,
            "{count} definitions, {played} accepted by the check; all laws on each, none broken"
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the random numbers of a seed and an index: each hand has its own, and can be replayed alone.
fn random(seed: u64, index: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&index.to_le_bytes());
    ChaCha8Rng::from_seed(key)
}

/// The hands of a deal that may win.
#[derive(Clone, Copy)]
enum Deal {
    AllLive,
    /// Some are dead from the start, like those of absent players of a tournament.
    SomeDead,
}

fn hand(plan: &Plan, seed: u64, index: u64, deal: Deal, checked: bool) -> Result<Played, Broken> {
    let mut random = random(seed, index);
    let mut dice = Dice::new(|| random.next_u64());
    let played = match deal {
        Deal::AllLive => plan.play(&mut dice),
        Deal::SomeDead => plan.play_with_dead_hands(&mut dice),
    }?;
    if checked {
        played.obeys(&mut dice)?;
    } else {
        played.adds_up()?;
    }
    Ok(played)
}

impl Tally {
    fn count(&mut self, played: &Played, checked: bool) {
        use poker_engine::PublicEvent as E;
        self.hands += 1;
        self.decisions += played.actions.len() as u64;
        self.checked += u64::from(checked);
        let any = |wanted: fn(&E) -> bool| u64::from(played.events.iter().any(|event| wanted(&event.public)));
        self.showdowns += any(|event| matches!(event, E::HandShown { .. }));
        self.all_ins += any(|event| matches!(event, E::ActionTaken { all_in: true, .. }));
        self.side_pots += any(|event| matches!(event, E::PotAwarded { pot: 1.., .. }));
        for (seat, action) in &played.actions {
            self.digest.add(u64::from(seat.number()));
            self.digest.add(match action {
                Action::Fold => 0,
                Action::Check => 1,
                Action::Call => 2,
                Action::Bet(to) => to.get() << 3 | 3,
                Action::Raise(to) => to.get() << 3 | 4,
                Action::Discard(cards) => cards.bits() << 3 | 5,
                Action::Roll { cards, announce } => (cards.bits() ^ announce.map_or(0, declared)) << 3 | 6,
                Action::Arrange(cards) => cards.iter().fold(7, |sum, card| sum << 6 ^ u64::from(card.index())),
                Action::Straddle => 7,
                Action::Decline => 15,
                Action::Flip => 23,
                Action::Keep => 31,
                Action::Swap => 39,
                Action::Buy => 47,
                Action::Pass => 55,
                Action::RunTwice => 87,
                Action::RunOnce => 95,
                Action::CheckDark => 103,
                Action::BetDark(to) => to.get() << 8 | 0x6f,
                Action::Declare(declaration) => 63 + declared(*declaration),
            });
        }
        for seat in played.hand.dealt().iter() {
            self.digest.add(played.hand.stack(seat).get());
        }
    }
}

/// FNV-1a over numbers: short, and the same everywhere.
struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    fn add(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "rates are for people, not for money"
)]
fn report(out: &mut impl Write, args: &Args, game: &GameDef, tally: &Tally, seconds: f64) -> io::Result<()> {
    let rate = |count: u64| (count as f64 / seconds.max(1e-9)).round();
    let digest = format!("{:016x}", tally.digest.0);
    let Tally {
        hands,
        decisions,
        checked,
        showdowns,
        all_ins,
        side_pots,
        ..
    } = tally;
    if args.json {
        let object = json!({
            "game": game.id, "seed": args.seed, "hands": hands, "decisions": decisions,
            "hands_per_second": rate(*hands), "decisions_per_second": rate(*decisions), "seconds": seconds,
            "showdowns": showdowns, "all_ins": all_ins, "side_pots": side_pots,
            "laws": {
                "every_hand": ["ends", "offered_is_accepted", "chips_conserved"],
                "checked_hands": ["only_offered_is_accepted", "refusal_changes_nothing", "log_replays", "hidden_cards_change_nothing"],
            },
            "checked": checked, "broken": 0, "digest": digest,
        });
        return writeln!(out, "{object}");
    }
    writeln!(
        out,
        "{:<20} {hands} hands ({:.0}/s), {decisions} decisions ({:.0}/s), {showdowns} showdowns, {all_ins} with an \
         all-in, {side_pots} with side pots; all laws on {checked} hands, none broken; digest {digest}",
        game.id,
        rate(*hands),
        rate(*decisions),
    )
}

/// Converts a declaration to a number for the digest.
const fn declared(declaration: Declaration) -> u64 {
    match declaration {
        Declaration::High => 1 << 56,
        Declaration::Low => 1 << 57,
        Declaration::Both => 1 << 58,
    }
}
