//! `poker tournament structures`, `show` and `check`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use poker_engine::Chips;
use poker_engine::tournament::Structure;
use poker_engine::tournament::structure::{BountyKind, Breaks, HandForHand, Kind, Pays, Start, Word, shipped};
use poker_formats::structure as file;
use poker_words::rules::Lang;

/// List the structures that come with the program.
#[derive(Debug, clap::Args)]
pub(super) struct ListArgs {
    /// Print JSON, one object per line.
    #[arg(long)]
    json: bool,
}

/// Describe a structure in words. Exits with 1 if there is no such structure.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Identifier of a structure, or its file.
    structure: String,
    /// Language; both if omitted.
    #[arg(long)]
    lang: Option<Lang>,
    /// Print it as JSON, with all defaults filled in.
    #[arg(long)]
    json: bool,
}

/// Check files of structures, each of them. Exits with 0 if all are right, 1 if one is not, 2 if one cannot be read.
#[derive(Debug, clap::Args)]
pub(super) struct CheckArgs {
    /// The files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

pub(super) fn list(args: &ListArgs, mut out: impl Write) -> io::Result<ExitCode> {
    for structure in shipped::all() {
        if args.json {
            writeln!(out, "{}", file::fields(structure))?;
        } else {
            let name = &structure.name;
            writeln!(out, "{:<12} {:<26} {}", structure.id, name.en, name.fr)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn check(args: &CheckArgs, mut out: impl Write) -> io::Result<ExitCode> {
    let mut worst = 0;
    for file in &args.files {
        worst = worst.max(check_one(file, &mut out)?);
    }
    Ok(ExitCode::from(worst))
}

/// Reports on one file, and returns the exit code.
fn check_one(path: &Path, out: &mut impl Write) -> io::Result<u8> {
    let file = path.display();
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => {
            writeln!(io::stderr(), "{file}: {error}")?;
            return Ok(2);
        }
    };
    match Structure::parse(&text) {
        Ok(structure) => {
            writeln!(out, "{file}: {} is right", structure.id)?;
            Ok(0)
        }
        Err(error) => {
            let key = if error.key.is_empty() {
                String::new()
            } else {
                format!("{}: ", error.key)
            };
            writeln!(out, "{file}:{}: {key}{}", error.line, error.message)?;
            Ok(1)
        }
    }
}

pub(super) fn run(args: &Args, mut out: impl Write) -> io::Result<ExitCode> {
    let found = match shipped::find(&args.structure) {
        Some(structure) => Some((**structure).clone()),
        None => fs::read_to_string(&args.structure)
            .ok()
            .and_then(|text| Structure::parse(&text).ok()),
    };
    let Some(structure) = found else {
        let wanted = args.structure.escape_default();
        writeln!(
            io::stderr(),
            "there is no structure `{wanted}`; `poker tournament structures` lists them"
        )?;
        return Ok(ExitCode::from(1));
    };
    if args.json {
        writeln!(out, "{}", file::fields(&structure))?;
        return Ok(ExitCode::SUCCESS);
    }
    let languages = args
        .lang
        .map_or_else(|| vec![Lang::English, Lang::French], |lang| vec![lang]);
    for (index, lang) in languages.into_iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        for line in words(&structure, lang) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Describes a structure in plain words, one fact per line.
fn words(structure: &Structure, lang: Lang) -> Vec<String> {
    let say = |en: String, fr: String| match lang {
        Lang::English => en,
        Lang::French => fr,
    };
    let name = match lang {
        Lang::English => &structure.name.en,
        Lang::French => &structure.name.fr,
    };
    let mut lines = vec![format!("{name} ({})", structure.id)];
    let games: Vec<String> = structure.games.iter().map(ToString::to_string).collect();
    let games = games.join(", ");
    lines.push(say(format!("games: {games}"), format!("jeux : {games}")));
    let ((least, most), seats) = (structure.entries, structure.seats);
    lines.push(match structure.start {
        Start::Time => say(
            format!("{least} to {most} players, tables of {seats}, starts at its time"),
            format!("{least} à {most} joueurs, tables de {seats}, départ à l’heure dite"),
        ),
        Start::Full if least < most => say(
            format!("{least} to {most} players, tables of {seats}, starts when full, or by its host if by link"),
            format!("{least} à {most} joueurs, tables de {seats}, départ dès que complet, ou par l’hôte si sur lien"),
        ),
        Start::Full => say(
            format!("{most} players, tables of {seats}, starts when full"),
            format!("{most} joueurs, tables de {seats}, départ dès que complet"),
        ),
    });
    lines.push(match structure.kind {
        Kind::Field => say(
            "tables are balanced and broken down to one".to_owned(),
            "les tables sont équilibrées et cassées jusqu’à la dernière".to_owned(),
        ),
        Kind::Shootout => say(
            "each table plays to its last player; the winners meet".to_owned(),
            "chaque table joue jusqu’au dernier joueur ; les vainqueurs se retrouvent".to_owned(),
        ),
        Kind::Bracket => say(
            "pairs, the loser is out".to_owned(),
            "duels à élimination directe".to_owned(),
        ),
    });
    let (price, stack) = (structure.price, structure.stack);
    lines.push(say(
        format!("entry {price} for {stack} chips"),
        format!("entrée {price} pour {stack} jetons"),
    ));
    lines.extend(extras(structure, &say));
    lines.extend(prizes(structure, &say));
    let breaks = structure.breaks == Breaks::Hourly;
    if breaks {
        lines.push(say(
            "breaks: the last five minutes of each hour".to_owned(),
            "pauses : les cinq dernières minutes de chaque heure".to_owned(),
        ));
    }
    let ante = structure.ante.word();
    lines.push(say(
        format!("levels (ante: {ante})"),
        format!("niveaux (ante : {ante})"),
    ));
    lines.extend(structure.level_texts().into_iter().map(|level| format!("  {level}")));
    lines
}

/// Describes bounties, and what can be bought after the start.
fn extras(structure: &Structure, say: &impl Fn(String, String) -> String) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(bounty) = &structure.bounty {
        let price = bounty.price;
        lines.push(match bounty.kind {
            BountyKind::Flat => say(format!("bounty {price}"), format!("prime {price}")),
            BountyKind::Progressive => say(
                format!("bounty {price}, half of each one goes onto the winner's own head"),
                format!("prime {price}, dont la moitié passe sur la tête du vainqueur"),
            ),
            BountyKind::Mystery { .. } => say(
                format!("bounty {price}, in sealed envelopes from the money on"),
                format!("prime {price}, sous enveloppes scellées dès les places payées"),
            ),
        });
    }
    let late = structure.late_levels;
    if late > 0 {
        lines.push(say(
            format!("entries until the end of level {late}"),
            format!("inscriptions jusqu’à la fin du niveau {late}"),
        ));
    }
    let again = structure.re_entries;
    if again > 0 {
        lines.push(say(format!("re-entries: {again}"), format!("re-entrées : {again}")));
    }
    if let Some(rebuy) = structure.rebuy {
        let (levels, price, chips, most) = (rebuy.levels, rebuy.price, rebuy.chips, rebuy.most);
        lines.push(say(
            format!("rebuys until the end of level {levels}: {chips} chips for {price}, at most {most}"),
            format!("recaves jusqu’à la fin du niveau {levels} : {chips} jetons pour {price}, {most} au plus"),
        ));
    }
    if let Some(add_on) = structure.add_on {
        let (price, chips) = (add_on.price, add_on.chips);
        lines.push(say(
            format!("add-on in the break after: {chips} chips for {price}"),
            format!("add-on à la pause qui suit : {chips} jetons pour {price}"),
        ));
    }
    lines
}

fn prizes(structure: &Structure, say: &impl Fn(String, String) -> String) -> Vec<String> {
    let mut lines = vec![match &structure.pays {
        Pays::Ladder => say(
            "prizes: 15 percent of the entries".to_owned(),
            "prix : 15 pour cent des inscrits".to_owned(),
        ),
        Pays::Table => say(
            "prizes by the number of players".to_owned(),
            "prix selon le nombre de joueurs".to_owned(),
        ),
        Pays::Percents(percents) => {
            let percents: Vec<String> = percents.iter().map(ToString::to_string).collect();
            let percents = percents.join(" / ");
            say(
                format!("prizes: {percents} percent"),
                format!("prix : {percents} pour cent"),
            )
        }
        Pays::Seats { seats, of } => say(
            format!("prizes: {seats} seats of {of}"),
            format!("prix : {seats} places pour {of}"),
        ),
    }];
    if structure.pays_unit > Chips::new(1) {
        let unit = structure.pays_unit;
        lines.push(say(
            format!("prizes are multiples of {unit}; the first takes the rest"),
            format!("les prix sont des multiples de {unit} ; le premier prend le reste"),
        ));
    }
    let guarantee = structure.guarantee;
    if guarantee > Chips::ZERO {
        lines.push(say(
            format!("guaranteed: {guarantee}"),
            format!("garantie : {guarantee}"),
        ));
    }
    let triggers: Vec<String> = structure
        .hand_for_hand
        .iter()
        .map(|trigger| match trigger {
            HandForHand::Money => say("the money".to_owned(), "les places payées".to_owned()),
            HandForHand::Final => say("the final table".to_owned(), "la table finale".to_owned()),
            HandForHand::Jump(left) => say(format!("{left} left"), format!("{left} restants")),
        })
        .collect();
    if !triggers.is_empty() {
        let triggers = triggers.join(", ");
        lines.push(say(
            format!("hand for hand before: {triggers}"),
            format!("main par main avant : {triggers}"),
        ));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_structure_is_told_in_both_languages() {
        for structure in shipped::all() {
            let (en, fr) = (words(structure, Lang::English), words(structure, Lang::French));
            assert_eq!(en.len(), fr.len(), "{}", structure.id);
            assert!(en[0].contains(&structure.name.en) && fr[0].contains(&structure.name.fr));
        }
    }

    #[test]
    fn a_file_that_is_wrong_keeps_no_other_from_being_checked() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            path
        };
        let right = shipped::source("freezeout").expect("it comes with the program");
        let missing = folder.path().join("missing");
        let wrong = file("wrong", "id = \"x\"\nlevels = [");
        let files = vec![wrong, missing, file("right", right)];
        let mut out = Vec::new();
        let code = check(&CheckArgs { files }, &mut out).unwrap();
        let told = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(
            (lines.len(), format!("{code:?}")),
            (2, format!("{:?}", ExitCode::from(2))),
            "{told}"
        );
        assert!(
            lines[0].contains("wrong:2: ") && lines[1].ends_with("freezeout is right"),
            "{told}"
        );
    }

    #[test]
    fn the_json_of_a_structure_has_every_key_of_a_file() {
        let structure = shipped::find("freezeout").expect("it comes with the program");
        let object = file::fields(structure);
        for key in [
            "bounty",
            "rebuy",
            "pays",
            "levels",
            "breaks",
            "severity",
            "hand_for_hand",
        ] {
            assert!(object.get(key).is_some(), "{key}");
        }
        assert_eq!(object["levels"][0], "12m 25/50");
    }
}
