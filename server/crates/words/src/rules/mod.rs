//! The rules of a game in plain words, generated from its definition alone.
//!
//! Every sentence is written once per language, side by side, so that neither can say less than the other.

/// A sentence in the requested language. Both versions may use variables in braces.
macro_rules! say {
    ($lang:expr, $en:literal, $fr:literal) => {
        match $lang {
            $crate::rules::Lang::English => format!($en),
            $crate::rules::Lang::French => format!($fr),
        }
    };
}

pub(crate) use say;

mod course;
pub mod mix;
mod ranks;
mod wild;

use std::str::FromStr;

use poker_engine::game::{DeckKind, LastCard, LocalName, OpenPair};
use poker_engine::{GameDef, Limit, LimitKind};
use poker_protocol::v1::rest::{GameRules, RuleSection};
use poker_protocol::v1::routes::value::Language;
use poker_wire as wire;

/// A language of the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English.
    #[default]
    English,
    /// French.
    French,
}

impl Lang {
    /// All supported languages.
    pub const ALL: [Self; 2] = [Self::English, Self::French];

    /// Language code: `en` or `fr`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
        }
    }
}

/// The text is not the code of a supported language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a language is `en` or `fr`")]
pub struct UnknownLang;

impl FromStr for Lang {
    type Err = UnknownLang;

    fn from_str(text: &str) -> Result<Self, UnknownLang> {
        Self::ALL
            .into_iter()
            .find(|lang| lang.code() == text)
            .ok_or(UnknownLang)
    }
}

impl From<Language> for Lang {
    fn from(asked: Language) -> Self {
        match asked {
            Language::English => Self::English,
            Language::French => Self::French,
        }
    }
}

/// Rules of a game as clients read them. `definition` is the source text of the game.
pub fn game_rules(game: &GameDef, definition: &str, lang: Lang) -> GameRules {
    GameRules {
        game: wire::game_info(game),
        lang: lang.code().to_owned(),
        sections: sections(game, lang),
        definition: definition.to_owned(),
        mix: None,
        rankings: game.ladders().iter().map(wire::hand_ranking).collect(),
    }
}

/// All sections of a game's rules.
pub fn sections(game: &GameDef, lang: Lang) -> Vec<RuleSection> {
    let section = |title: String, lines: Vec<String>| RuleSection {
        title,
        lines,
        steps: false,
    };
    let sections = [
        section(say!(lang, "Players and cards", "Joueurs et cartes"), table(game, lang)),
        section(
            say!(lang, "Wild cards and special hands", "Passe-partout et mains spéciales"),
            wild::lines(game, lang),
        ),
        section(say!(lang, "Betting limits", "Limites d’enchères"), limits(game, lang)),
        RuleSection {
            title: say!(lang, "Course of a hand", "Déroulement d’un coup"),
            lines: course::lines(game, lang),
            steps: true,
        },
        section(say!(lang, "Showdown", "Abattage"), ranks::lines(game, lang)),
    ];
    sections
        .into_iter()
        .filter(|section| !section.lines.is_empty())
        .collect()
}

/// Name of a game.
pub fn name(game: &GameDef, lang: Lang) -> &str {
    local(&game.name, lang)
}

/// A name in the given language.
pub fn local(name: &LocalName, lang: Lang) -> &str {
    match lang {
        Lang::English => &name.en,
        Lang::French => &name.fr,
    }
}

fn table(game: &GameDef, lang: Lang) -> Vec<String> {
    let (min, max) = game.seats;
    let cards = game.deck.cards().len();
    let mut lines = vec![if min == max {
        say!(lang, "For {min} players.", "Pour {min} joueurs.")
    } else {
        say!(lang, "For {min} to {max} players.", "De {min} à {max} joueurs.")
    }];
    lines.push(match game.deck {
        DeckKind::Standard => say!(lang, "A deck of {cards} cards.", "Un jeu de {cards} cartes."),
        DeckKind::Short => say!(
            lang,
            "A deck of {cards} cards, sixes and up.",
            "Un jeu de {cards} cartes, du six à l’as."
        ),
        DeckKind::Piquet => say!(
            lang,
            "A deck of {cards} cards, sevens and up.",
            "Un jeu de {cards} cartes, du sept à l’as."
        ),
    });
    if game.has_draw() {
        lines.push(match game.last_card {
            LastCard::Forbid => say!(
                lang,
                "When the deck runs out in a draw, its last card, the earlier discards and the folded hands are shuffled to continue the deal.",
                "Si le talon s’épuise lors d’un échange, sa dernière carte, les cartes écartées auparavant et celles des mains abandonnées sont mêlées et servent à la suite."
            ),
            LastCard::Allow => say!(
                lang,
                "When the deck runs out in a draw, the earlier discards and the folded hands are shuffled to continue the deal.",
                "Si le talon s’épuise lors d’un échange, les cartes écartées auparavant et celles des mains abandonnées sont mêlées et servent à la suite."
            ),
        });
    }
    lines
}

fn limits(game: &GameDef, lang: Lang) -> Vec<String> {
    let mut lines: Vec<String> = game.limits.iter().map(|tiers| structure(tiers, lang)).collect();
    if lines.len() > 1 {
        lines.push(say!(
            lang,
            "Each table chooses one of these; the first is the usual one.",
            "La table dit laquelle de ces limites elle joue ; la première est l’ordinaire."
        ));
    }
    let capped = |kind: LimitKind| matches!(kind, LimitKind::Fixed | LimitKind::Spread);
    if game.limit_kinds().any(capped) {
        let cap = game.raise_cap;
        lines.push(say!(
            lang,
            "In fixed and spread limit a round sees at most {cap} raises, any number between two players.",
            "En limite fixe ou à fourchette, un tour admet au plus {cap} relances, sans restriction entre deux joueurs."
        ));
    }
    if let Some(cap) = game.raise_cap_player {
        lines.push(say!(
            lang,
            "A player raises at most {cap} times in a round.",
            "Un joueur relance au plus {cap} fois par tour."
        ));
    }
    if !game.check_raise {
        lines.push(say!(
            lang,
            "A player who has checked may not raise later in the round.",
            "Celui qui a checké ne peut plus relancer dans le même tour."
        ));
    }
    match game.open_pair {
        OpenPair::Off => {}
        OpenPair::LastTier => lines.push(say!(
            lang,
            "A round that begins with a pair in a player’s up cards has the last limit.",
            "Un tour qui commence avec une paire dans des cartes ouvertes suit la dernière limite."
        )),
        OpenPair::PlusTwo => lines.push(say!(
            lang,
            "A round that begins with a pair in a player’s up cards has a limit higher by two.",
            "Un tour qui commence avec une paire dans des cartes ouvertes a une limite relevée de deux."
        )),
    }
    if !lines.is_empty() {
        lines.push(say!(
            lang,
            "Amounts are those of the definition; a table may play for different ones.",
            "Les montants sont ceux de la définition ; une table peut en choisir d’autres."
        ));
    }
    lines
}

fn structure(tiers: &[Limit], lang: Lang) -> String {
    let mut different: Vec<Limit> = tiers.to_vec();
    different.dedup();
    let each: Vec<String> = different.iter().map(|limit| size(*limit, lang)).collect();
    let sizes = each.join(match lang {
        Lang::English => ", in later rounds ",
        Lang::French => ", aux tours suivants ",
    });
    let kind = tiers.first().map_or(LimitKind::NoLimit, |limit| limit.kind());
    let kind = limit_name(kind, lang);
    say!(lang, "{kind}: {sizes}.", "{kind} : {sizes}.")
}

fn limit_name(kind: LimitKind, lang: Lang) -> String {
    match kind {
        LimitKind::Spread => say!(lang, "Spread limit", "Limite à fourchette"),
        LimitKind::Fixed => say!(lang, "Fixed limit", "Limite fixe"),
        LimitKind::Pot => say!(lang, "Pot limit", "Pot limite"),
        LimitKind::NoLimit => say!(lang, "No limit", "Sans limite"),
    }
}

fn size(limit: Limit, lang: Lang) -> String {
    match limit {
        Limit::Spread { min, max } => say!(
            lang,
            "bets and raises of {min} to {max}",
            "mises et relances de {min} à {max}"
        ),
        Limit::Fixed(size) => say!(lang, "bets and raises of {size}", "mises et relances de {size}"),
        Limit::Pot(min) => say!(
            lang,
            "bets from {min} up to the size of the pot",
            "mises de {min} au montant du pot"
        ),
        Limit::Straddles { unit, times } => say!(
            lang,
            "bets and raises of {unit} to {times} units, twice as much for each straddle",
            "mises et relances de {unit} à {times} unités, le double à chaque straddle"
        ),
        Limit::Bloc(unit) => say!(
            lang,
            "bets and raises of {unit} to the pot as the round begins, without the dealer’s block",
            "mises et relances de {unit} au pot du début du tour, sans le bloc du donneur"
        ),
        Limit::NoLimit(min) => say!(
            lang,
            "bets from {min} up to the whole stack",
            "mises de {min} au tapis entier"
        ),
    }
}

#[cfg(test)]
mod tests {
    use poker_engine::game::catalogue;

    use super::*;

    #[test]
    fn every_game_is_told_in_both_languages() {
        for game in catalogue::all() {
            let [english, french] = Lang::ALL.map(|lang| sections(game, lang));
            assert_eq!(english.len(), french.len(), "{}", game.id);
            for (one, other) in english.iter().zip(&french) {
                assert_eq!(one.lines.len(), other.lines.len(), "{}: {}", game.id, one.title);
                for (one, other) in one.lines.iter().zip(&other.lines) {
                    assert_ne!(one, other, "{}", game.id);
                    for line in [one, other] {
                        assert!(
                            line.ends_with('.') && !line.contains(['{', '}', '_']),
                            "{}: {line}",
                            game.id
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn games_that_differ_are_told_differently() {
        let words = |game: &GameDef| -> String {
            let sections = sections(game, Lang::English);
            let lines = sections.iter().flat_map(|section| &section.lines);
            lines.map(String::as_str).collect::<Vec<_>>().join(" ")
        };
        let all: Vec<_> = catalogue::all().iter().map(|game| (game, words(game))).collect();
        for (at, (game, told)) in all.iter().enumerate() {
            let alike = all[..at]
                .iter()
                .find(|(other, words)| words == told && !plays_alike(game, other));
            if let Some((other, _)) = alike {
                panic!("{} and {} are told alike", other.id, game.id);
            }
        }
    }

    /// `true` if two entries of the catalogue are the same game under two names.
    fn plays_alike(one: &GameDef, other: &GameDef) -> bool {
        (&one.steps, &one.rules, &one.limits, one.both) == (&other.steps, &other.rules, &other.limits, other.both)
    }
}
