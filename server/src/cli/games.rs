//! `poker games`: the catalogue, the rules of a game in words, and checks of definitions.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use poker_engine::game::{DealersChoice, GameDef, LocalName, Rotation, SHOWDOWN_MOST, STREET_MOST, catalogue};
use poker_protocol::v1::rest::RuleSection;
use poker_words::rules::{self, Lang};
use serde_json::json;

/// List the games that can be played, print the rules of one, or check a definition.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Print JSON, one object per line.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Print the rules of a game in plain words. Exits with 1 if there is no such game.
    Show(Show),
    /// Check a definition file. Exits with 0 if the game can be played, 1 if not, 2 if the file cannot be read.
    Check(Check),
}

#[derive(Debug, clap::Args)]
struct Show {
    /// The game, or several under one name: the identifier, the number in the catalogue, or a definition file.
    game: String,
    /// Language; both if omitted.
    #[arg(long)]
    lang: Option<Lang>,
}

#[derive(Debug, clap::Args)]
struct Check {
    /// The file.
    file: PathBuf,
}

pub(super) fn run(args: &Args, mut out: impl Write) -> io::Result<ExitCode> {
    match &args.command {
        Some(Command::Show(args)) => return show(args, out),
        Some(Command::Check(args)) => return check(&args.file, out),
        None => {}
    }
    for game in catalogue::all() {
        if args.json {
            writeln!(out, "{}", object(game))?;
        } else {
            let limits: Vec<&str> = game.limit_kinds().map(poker_engine::LimitKind::code).collect();
            let (min, max) = game.seats;
            let (id, numbers, limits) = (&game.id, game.numbers.join(" "), limits.join(", "));
            let (en, fr) = (&game.name.en, &game.name.fr);
            writeln!(out, "{id:<28} {numbers:<8} {min:>2}-{max:<2} {limits:<16} {en} / {fr}")?;
        }
    }
    for mix in Mix::all() {
        if args.json {
            writeln!(out, "{}", mix.object())?;
        } else {
            let (id, number, LocalName { en, fr }) = mix.header();
            let (min, max) = mix.seats();
            let kind = mix.kind();
            writeln!(out, "{id:<28} {number:<8} {min:>2}-{max:<2} {kind:<16} {en} / {fr}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Several games under one name.
enum Mix {
    Rotation(&'static Rotation),
    DealersChoice(&'static DealersChoice),
}

impl Mix {
    fn all() -> impl Iterator<Item = Self> {
        let rotations = catalogue::rotations().iter().map(|rotation| Self::Rotation(rotation));
        let choices = catalogue::dealers_choices().iter();
        rotations.chain(choices.map(|choice| Self::DealersChoice(choice)))
    }

    fn header(&self) -> (&str, &str, &LocalName) {
        match self {
            Self::Rotation(rotation) => (&rotation.id, &rotation.number, &rotation.name),
            Self::DealersChoice(choice) => (&choice.id, &choice.number, &choice.name),
        }
    }

    fn seats(&self) -> (u8, u8) {
        match self {
            Self::Rotation(rotation) => rotation.seats(),
            Self::DealersChoice(choice) => choice.default.seats,
        }
    }

    const fn kind(&self) -> &'static str {
        match self {
            Self::Rotation(_) => "rotation",
            Self::DealersChoice(_) => "dealers_choice",
        }
    }

    fn sections(&self, lang: Lang) -> Vec<RuleSection> {
        match self {
            Self::Rotation(rotation) => rules::mix::rotation(rotation, lang),
            Self::DealersChoice(choice) => rules::mix::dealers_choice(choice, lang),
        }
    }

    fn object(&self) -> serde_json::Value {
        let (id, number, LocalName { en, fr }) = self.header();
        let (min, max) = self.seats();
        let (games, default) = match self {
            Self::Rotation(rotation) => {
                let games = rotation.games.iter().map(
                    |entry| json!({ "id": entry.game.id, "limit": entry.limit.code(), "multiplier": entry.multiplier }),
                );
                (Some(games.collect::<Vec<_>>()), None)
            }
            Self::DealersChoice(choice) => (None, Some(&choice.default.id)),
        };
        json!({
            "id": id,
            "number": number,
            "numbers": [number],
            "name": { "en": en, "fr": fr },
            "family": "mixed",
            "mix": self.kind(),
            "games": games,
            "default": default,
            "seats": { "min": min, "max": max },
        })
    }
}

fn show(args: &Show, out: impl Write) -> io::Result<ExitCode> {
    let wanted = &args.game;
    let named = |mix: &Mix| {
        let (id, number, _) = mix.header();
        id == wanted || number == wanted
    };
    if let Some(mix) = Mix::all().find(named) {
        let (_, number, name) = mix.header();
        return in_languages(args.lang, out, |lang, out| {
            write_rules(rules::local(name, lang), number, &mix.sections(lang), out)
        });
    }
    let known = catalogue::find(wanted).or_else(|| catalogue::find_number(wanted));
    let path = Path::new(wanted);
    let read;
    let game: &GameDef = match known {
        Some(game) => game,
        None if path.is_file() => match read_definition(path) {
            Ok(game) => {
                read = game;
                &read
            }
            Err(refusal) => return refusal.tell(path),
        },
        None => {
            writeln!(
                io::stderr(),
                "poker games: there is no game `{wanted}`; `poker games` lists all"
            )?;
            return Ok(ExitCode::from(1));
        }
    };
    in_languages(args.lang, out, |lang, out| {
        let numbers = game.numbers.join(", ");
        write_rules(rules::name(game, lang), &numbers, &rules::sections(game, lang), out)
    })
}

/// Prints in one language, or in both.
fn in_languages<W: Write>(
    only: Option<Lang>,
    mut out: W,
    tell: impl Fn(Lang, &mut W) -> io::Result<()>,
) -> io::Result<ExitCode> {
    let langs = only.map_or(Lang::ALL.to_vec(), |lang| vec![lang]);
    for (number, lang) in langs.into_iter().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        tell(lang, &mut out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write_rules(name: &str, numbers: &str, sections: &[RuleSection], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{name} ({numbers})")?;
    for section in sections {
        writeln!(out, "\n{}", section.title)?;
        for (number, line) in (1..).zip(&section.lines) {
            if section.steps {
                writeln!(out, "  {number:>2}. {line}")?;
            } else {
                writeln!(out, "  - {line}")?;
            }
        }
    }
    Ok(())
}

fn check(path: &Path, mut out: impl Write) -> io::Result<ExitCode> {
    match read_definition(path) {
        Ok(game) => {
            let (min, max) = game.seats;
            let (id, name) = (&game.id, &game.name.en);
            writeln!(
                out,
                "{}: {id}, {name}, for {min} to {max} players, can be played",
                path.display()
            )?;
            let price = game.price();
            let (place, word) = price.dearest;
            writeln!(
                out,
                "price: {} of {STREET_MOST} evaluations a street, {} of {SHOWDOWN_MOST} a showdown; step {place} (`{word}`) costs most",
                price.street, price.showdown
            )?;
            Ok(ExitCode::SUCCESS)
        }
        Err(refusal) => refusal.tell(path),
    }
}

/// The reasons a file yields no game.
enum Refusal {
    /// The file cannot be read.
    File(String),
    /// It is no definition, or not a playable one.
    Definition(poker_engine::game::DefinitionError),
}

impl Refusal {
    fn tell(&self, path: &Path) -> io::Result<ExitCode> {
        let path = path.display();
        match self {
            Self::File(error) => {
                writeln!(io::stderr(), "poker games: {path}: {error}")?;
                Ok(ExitCode::from(2))
            }
            Self::Definition(error) => {
                writeln!(io::stderr(), "{path}:{}: {}", error.line, error.message)?;
                Ok(ExitCode::from(1))
            }
        }
    }
}

fn read_definition(path: &Path) -> Result<GameDef, Refusal> {
    let text = std::fs::read_to_string(path).map_err(|error| Refusal::File(error.to_string()))?;
    GameDef::parse(&text).map_err(Refusal::Definition)
}

fn object(game: &GameDef) -> serde_json::Value {
    let tiers = |limits: &Vec<poker_engine::Limit>| limits.iter().map(ToString::to_string).collect::<Vec<_>>();
    json!({
        "id": game.id,
        "number": game.numbers[0],
        "numbers": game.numbers,
        "name": { "en": game.name.en, "fr": game.name.fr },
        "family": game.family.code(),
        "limits": game.limits.iter().map(|limits| json!({
            "kind": limits[0].kind().code(),
            "tiers": tiers(limits),
        })).collect::<Vec<_>>(),
        "seats": { "min": game.seats.0, "max": game.seats.1 },
        "phh": game.phh,
        "tracker": game.tracker,
    })
}
