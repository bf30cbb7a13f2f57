//! The steps of a hand in words.

use poker_engine::GameDef;
use poker_engine::game::{BetStep, Face, First, Openers, PostSeat, Step};
use poker_engine::setup::PostKind;

use super::Lang;
use super::ranks::rank;

/// The course of a hand, a line a step. The showdown has a section of its own.
pub(super) fn lines(game: &GameDef, lang: Lang) -> Vec<String> {
    let shows = |step: &&Step| !matches!(step, Step::Show(_));
    let steps = game.steps.iter().filter(shows);
    steps.map(|step| line(game, step, lang)).collect()
}

fn line(game: &GameDef, step: &Step, lang: Lang) -> String {
    match step {
        Step::Ante(amount) => say!(
            lang,
            "Every player pays an ante of {amount}.",
            "Chaque joueur verse un ante de {amount}."
        ),
        Step::Post { at, amount, kind } => post(*at, *amount, *kind, lang),
        Step::Deal(faces) => deal(faces, lang),
        Step::Board(count) => board(*count, lang),
        Step::Bet(bet) => betting(game, *bet, lang),
        Step::Draw { max } => say!(
            lang,
            "Each player in turn may exchange up to {max} cards.",
            "À tour de rôle, chaque joueur peut échanger jusqu’à {max} cartes."
        ),
        Step::Discard(count) => discard(*count, 0, lang),
        Step::Show(_) => String::new(),
    }
}

fn post(at: PostSeat, amount: poker_engine::Chips, kind: PostKind, lang: Lang) -> String {
    let who = match at {
        PostSeat::Left => say!(lang, "The player left of the dealer", "Le joueur à gauche du donneur"),
        PostSeat::Left2 => say!(
            lang,
            "The second player left of the dealer",
            "Le deuxième joueur à gauche du donneur"
        ),
        PostSeat::Dealer => say!(lang, "The dealer", "Le donneur"),
    };
    match kind {
        PostKind::SmallBlind => say!(
            lang,
            "{who} posts the small blind of {amount}.",
            "{who} mise la petite blinde de {amount}."
        ),
        PostKind::BigBlind => say!(
            lang,
            "{who} posts the big blind of {amount}.",
            "{who} mise la grosse blinde de {amount}."
        ),
        PostKind::Ante | PostKind::DeadAnte | PostKind::DeadBlind => say!(
            lang,
            "{who} pays {amount} into the pot, which counts as nobody’s bet.",
            "{who} verse {amount} au pot, qui ne compte comme mise de personne."
        ),
        PostKind::Credit => say!(
            lang,
            "{who} pays {amount}, which counts for him when he calls and is no bet for the others.",
            "{who} verse {amount}, qui lui sont comptés quand il suit et n’obligent pas les autres."
        ),
        PostKind::Straddle => say!(
            lang,
            "{who} raises blind to {amount}.",
            "{who} relance à l’aveugle à {amount}."
        ),
        PostKind::ButtonBlind | PostKind::EntryBlind | PostKind::BringIn => {
            say!(
                lang,
                "{who} posts a blind of {amount}.",
                "{who} mise une blinde de {amount}."
            )
        }
    }
}

/// A number of cards, and which way they lie.
fn cards(count: usize, face: Face, lang: Lang) -> String {
    match (face, count) {
        (Face::Down, 1) => say!(lang, "one card face down", "une carte fermée"),
        (Face::Down, _) => say!(lang, "{count} cards face down", "{count} cartes fermées"),
        (Face::Up, 1) => say!(lang, "one card face up", "une carte ouverte"),
        (Face::Up, _) => say!(lang, "{count} cards face up", "{count} cartes ouvertes"),
    }
}

fn deal(faces: &[Face], lang: Lang) -> String {
    let runs = faces.chunk_by(|one, other| one == other);
    let parts: Vec<String> = runs.map(|run| cards(run.len(), run[0], lang)).collect();
    let dealt = parts.join(match lang {
        Lang::English => ", then ",
        Lang::French => ", puis ",
    });
    say!(lang, "Every player receives {dealt}.", "Chaque joueur reçoit {dealt}.")
}

fn board(count: u8, lang: Lang) -> String {
    let dealt = cards(count.into(), Face::Up, lang);
    say!(
        lang,
        "On the board: {dealt}, for all.",
        "Au tableau : {dealt}, pour tous."
    )
}

fn discard(down: u8, up: u8, lang: Lang) -> String {
    let parts = [(down, Face::Down), (up, Face::Up)];
    let parts = parts.into_iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts.map(|(count, face)| cards(count.into(), face, lang)).collect();
    let thrown = parts.join(match lang {
        Lang::English => " and ",
        Lang::French => " et ",
    });
    say!(
        lang,
        "All players throw {thrown} for good, at the same time.",
        "Tous les joueurs jettent {thrown}, en même temps et sans remplacement."
    )
}

fn betting(game: &GameDef, bet: BetStep, lang: Lang) -> String {
    let first = match bet.first {
        First::Left => say!(
            lang,
            "the player left of the dealer speaks first",
            "le joueur à gauche du donneur parle en premier"
        ),
        First::AfterBlinds => say!(
            lang,
            "the player left of the big blind speaks first",
            "le joueur à gauche de la grosse blinde parle en premier"
        ),
        First::Opener => say!(
            lang,
            "whoever opened before speaks first",
            "celui qui a ouvert auparavant parle en premier"
        ),
    };
    let mut line = say!(lang, "Betting: {first}", "Enchères : {first}");
    if !bet.check {
        line += &say!(lang, "; nobody may check", " ; personne ne peut checker");
    }
    match bet.open {
        Some(Openers::Pair(of)) => {
            let of = rank(of, lang);
            line += &say!(
                lang,
                "; it takes a pair of {of} or better to open",
                " ; il faut au moins une paire : {of}, pour ouvrir"
            );
        }
        None => {}
    }
    let tiers = game
        .limits
        .iter()
        .any(|tiers| tiers.windows(2).any(|pair| pair[0] != pair[1]));
    if tiers && bet.tier > 1 {
        line += &say!(
            lang,
            "; the later bet sizes hold",
            " ; les mises des tours suivants valent"
        );
    }
    line + "."
}
