//! The words of cards, in both languages.

use poker_engine::game::catalogue;
use poker_protocol::v1::rest::{HandRecord, LinkState};
use poker_protocol::v1::table::{Currency, SessionRules, TableInfo, TableSummary};
use poker_protocol::v1::tournament::{TournamentPhase, TournamentSummary};
use poker_protocol::v1::{Chips, LocalName, UnixMs};

use super::Card;
use crate::rules::{Lang, say};

/// Length of the invitation in a private link.
const INVITATION: usize = 32;

/// The reader of a card.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    /// Language of the card.
    pub lang: Lang,
    /// `true` for a messenger, which shows the card to everyone in a conversation.
    pub is_messenger: bool,
}

/// The card of a table; `hidden` if it is for those with its link alone.
pub fn table(summary: &TableSummary, hidden: bool, host: Option<&str>, reader: Reader) -> Card {
    let Reader { lang, is_messenger } = reader;
    if hidden && is_messenger {
        return private(say!(lang, "A private poker table", "Une table de poker privée"), lang);
    }
    let TableSummary { info, taken, .. } = summary;
    let head = match (host, &info.tournament) {
        (Some(host), None) => invites(host, lang),
        (_, Some(event)) => named(&event.name, lang),
        (None, None) => say!(lang, "Poker table", "Table de poker"),
    };
    let (sit, of) = (taken.len(), usize::from(info.seats));
    let seated = say!(lang, "{sit} of {of} seated", "{sit} sur {of} à table");
    // A narrow page cuts the line: what tells the table from others comes first.
    let line: Vec<String> = [played_in(info, lang), seated]
        .into_iter()
        .chain(specials(info, lang))
        .collect();
    let note = if info.tournament.is_some() {
        say!(lang, "Open the link to watch.", "Ouvrez le lien pour regarder.")
    } else if sit >= of {
        say!(
            lang,
            "All seats are taken: open the link to watch, or to wait for one.",
            "Toutes les places sont prises : ouvrez le lien pour regarder, ou pour en attendre une."
        )
    } else {
        say!(
            lang,
            "Open the link to watch. To sit down, a name is all you need.",
            "Ouvrez le lien pour regarder. Pour vous asseoir, un nom suffit."
        )
    };
    Card {
        state: LinkState::Open,
        head,
        line: line.join(", "),
        note,
        seats: u8::try_from(sit).ok().map(|sit| (sit, info.seats)),
    }
}

/// The card of a tournament.
pub fn event(summary: &TournamentSummary, host: Option<&str>, reader: Reader) -> Card {
    let Reader { lang, is_messenger } = reader;
    if summary.private && is_messenger {
        return private(
            say!(lang, "A private poker tournament", "Un tournoi de poker privé"),
            lang,
        );
    }
    let name = named(&summary.name, lang);
    let (alive, entries, most) = (summary.alive, summary.entries, summary.entries_max);
    let (line, note) = match summary.phase {
        TournamentPhase::Registering => (
            say!(
                lang,
                "{entries} of {most} have entered",
                "inscrits : {entries} sur {most}"
            ),
            match summary.starts_at.and_then(time) {
                Some(at) => say!(lang, "It starts on {at} UTC.", "Début le {at} UTC."),
                None if summary.live || summary.adults_only || entries >= most => {
                    say!(lang, "Open the link to see it.", "Ouvrez le lien pour le voir.")
                }
                None => say!(
                    lang,
                    "Open the link to enter: a name is all you need.",
                    "Ouvrez le lien pour vous inscrire : un nom suffit."
                ),
            },
        ),
        TournamentPhase::Running | TournamentPhase::Paused => (
            say!(
                lang,
                "{alive} of {entries} still in",
                "{alive} sur {entries} encore en jeu"
            ),
            if summary.entries_open {
                say!(lang, "Late entry is open.", "Les inscriptions tardives sont ouvertes.")
            } else {
                say!(lang, "Open the link to watch.", "Ouvrez le lien pour regarder.")
            },
        ),
        TournamentPhase::Completed => (
            say!(lang, "over", "terminé"),
            say!(
                lang,
                "Open the link for the results.",
                "Ouvrez le lien pour voir les résultats."
            ),
        ),
        TournamentPhase::Cancelled => (
            say!(lang, "cancelled", "annulé"),
            if summary.live {
                say!(lang, "Open the link to see it.", "Ouvrez le lien pour le voir.")
            } else {
                say!(lang, "Entries were refunded.", "Les inscriptions sont remboursées.")
            },
        ),
    };
    let game = match summary.games.as_slice() {
        [one] => listed(&one.game, lang),
        _ => None,
    };
    let played = game.filter(|game| !name.contains(game.as_str()));
    let parts = [host.map(|_| name.clone()), played, Some(line)];
    let line: Vec<String> = parts.into_iter().flatten().collect();
    Card {
        state: LinkState::Open,
        head: host.map_or(name, |host| invites(host, lang)),
        line: line.join(", "),
        note,
        seats: None,
    }
}

/// The card of a shared hand, which names no player.
pub fn hand(record: &HandRecord, lang: Lang) -> Card {
    let game = record.game_info.as_ref().map(|game| named(&game.name, lang));
    let game = game.or_else(|| listed(&record.game, lang));
    let stakes = record.stakes.as_ref();
    let stakes = stakes.filter(|stakes| stakes.big_blind != Chips::default());
    let blinds = stakes.map(|stakes| {
        let (small, big) = (number(stakes.small_blind, lang), number(stakes.big_blind, lang));
        format!("{small}/{big}")
    });
    let players = record.players.len();
    let players = say!(lang, "{players} players", "{players} joueurs");
    let line: Vec<String> = [game, blinds].into_iter().flatten().collect();
    Card {
        state: LinkState::Open,
        head: say!(lang, "A poker hand", "Une main de poker"),
        line: [line.join(" "), players].join(", "),
        note: say!(
            lang,
            "Open the link to see it card by card.",
            "Ouvrez le lien pour la revoir carte par carte."
        ),
        seats: None,
    }
}

/// The card of a season, which says nothing of its club.
pub fn season(lang: Lang) -> Card {
    Card {
        state: LinkState::Open,
        head: say!(lang, "A season of a poker club", "La saison d’un club de poker"),
        line: String::new(),
        note: say!(
            lang,
            "It is for the club’s members.",
            "Accès réservé aux membres du club."
        ),
        seats: None,
    }
}

/// The card of a link that opens nothing: what is wrong, and what to do.
pub fn broken(state: LinkState, lang: Lang) -> Card {
    let (head, note) = match state {
        LinkState::Closed => (
            say!(lang, "This table is closed", "Cette table est fermée"),
            say!(
                lang,
                "Ask for a new link, or open a table of your own.",
                "Demandez un nouveau lien, ou ouvrez votre propre table."
            ),
        ),
        LinkState::Cut => (
            say!(lang, "This link is cut short", "Ce lien est incomplet"),
            say!(
                lang,
                "Its end is missing. Copy all of it, or ask for it again.",
                "La fin manque. Copiez-le en entier, ou redemandez-le."
            ),
        ),
        LinkState::Wrong | LinkState::Open => (
            say!(lang, "This link opens nothing", "Ce lien ne mène à rien"),
            say!(
                lang,
                "It was mistyped, or is no longer valid. Check it, or ask whoever sent it for a new one.",
                "Il est mal recopié, ou n’est plus valable. Vérifiez-le, ou demandez-en un nouveau à la personne qui vous l’a \
                 envoyé."
            ),
        ),
    };
    Card {
        state,
        head,
        line: String::new(),
        note,
        seats: None,
    }
}

/// The reason why a name leads nowhere, by its form alone.
pub fn fault_of(name: &str) -> LinkState {
    let is_sign = |sign: u8| sign.is_ascii_alphanumeric();
    match name.split_once('-') {
        Some((number, invitation))
            if !number.is_empty()
                && number.bytes().all(|digit| digit.is_ascii_digit())
                && invitation.bytes().all(is_sign)
                && invitation.len() < INVITATION =>
        {
            LinkState::Cut
        }
        _ => LinkState::Wrong,
    }
}

fn private(head: String, lang: Lang) -> Card {
    Card {
        state: LinkState::Open,
        head,
        line: String::new(),
        note: say!(
            lang,
            "It is for those who have this link.",
            "Accès réservé aux personnes qui ont ce lien."
        ),
        seats: None,
    }
}

fn invites(host: &str, lang: Lang) -> String {
    say!(lang, "{host} invites you", "{host} vous invite")
}

fn named(LocalName { en, fr }: &LocalName, lang: Lang) -> String {
    say!(lang, "{en}", "{fr}")
}

/// Name of a game of the catalogue.
fn listed(game: &str, lang: Lang) -> Option<String> {
    let name = &catalogue::find(game)?.name;
    Some(match lang {
        Lang::English => name.en.clone(),
        Lang::French => name.fr.clone(),
    })
}

/// Game and stakes; of several games, whose stakes differ, the name alone unless they have blinds.
fn played_in(info: &TableInfo, lang: Lang) -> String {
    let Some(mix) = &info.mix else {
        return format!("{} {}", named(&info.game_name, lang), stakes_of(info, lang));
    };
    let name = mix.name.as_ref().map_or_else(
        || say!(lang, "Several games", "Plusieurs jeux"),
        |name| named(name, lang),
    );
    if info.big_blind == Chips::default() {
        return name;
    }
    format!("{name} {}", blinds(info, info.small_blind, info.big_blind, lang))
}

/// The house rules that make an evening of their own.
fn specials(info: &TableInfo, lang: Lang) -> impl Iterator<Item = String> {
    let rules = &info.session;
    let bombs = rules.bomb_pot.map(|_| say!(lang, "bomb pots", "bomb pots"));
    let bounty = rules
        .seven_deuce
        .map(|_| say!(lang, "seven-deuce", "prime au sept-deux"));
    bombs.into_iter().chain(bounty)
}

/// Stakes in short, as the page shows them.
fn stakes_of(info: &TableInfo, lang: Lang) -> String {
    let none = Chips::default();
    match info.bets.as_slice() {
        _ if info.small_blind != none || info.big_blind != none => blinds(info, info.small_blind, info.big_blind, lang),
        [small, big, ..] if info.limit == "fixed" => blinds(info, *small, *big, lang),
        _ if info.ante != none => {
            let ante = amount(info.ante, &info.session, lang);
            say!(lang, "ante {ante}", "ante {ante}")
        }
        bets => amount(bets.first().copied().unwrap_or_default(), &info.session, lang),
    }
}

fn blinds(info: &TableInfo, small: Chips, big: Chips, lang: Lang) -> String {
    let shown = |chips| amount(chips, &info.session, lang);
    format!("{}/{}", shown(small), shown(big))
}

/// Chips, or the money that they stand for at a table with chips of its own, as the page shows it.
fn amount(chips: Chips, rules: &SessionRules, lang: Lang) -> String {
    let Some(value) = rules.chip_value.filter(|value| *value > 0) else {
        return number(chips, lang);
    };
    let sum = u128::from(u64::from(chips)) * u128::from(value);
    let whole = grouped(&(sum / 100).to_string(), lang);
    let sum = match (sum % 100, lang) {
        (0, _) => whole,
        (rest, Lang::English) => format!("{whole}.{rest:02}"),
        (rest, Lang::French) => format!("{whole},{rest:02}"),
    };
    let Some(currency) = rules.currency else {
        return sum;
    };
    let sign = match currency {
        Currency::Euro => "€",
        Currency::Dollar => "$",
        Currency::Pound => "£",
        Currency::Franc => "CHF",
        Currency::Yen => "¥",
    };
    match lang {
        Lang::English if currency == Currency::Franc => format!("{sign}\u{a0}{sum}"),
        Lang::English => format!("{sign}{sum}"),
        Lang::French => format!("{sum}\u{a0}{sign}"),
    }
}

/// A number in groups of three digits.
fn number(chips: Chips, lang: Lang) -> String {
    grouped(&chips.to_string(), lang)
}

fn grouped(digits: &str, lang: Lang) -> String {
    let separator = match lang {
        Lang::English => ',',
        Lang::French => '\u{202f}',
    };
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

/// Day and time in UTC, in a form that both languages read.
fn time(at: UnixMs) -> Option<String> {
    let ms = u64::from(at).try_into().ok()?;
    let at = jiff::Timestamp::from_millisecond(ms).ok()?;
    Some(at.strftime("%Y-%m-%d, %H:%M").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chips_that_stand_for_money_are_money_on_a_card_too() {
        let worth = |chip_value, currency| SessionRules {
            chip_value,
            currency,
            ..SessionRules::default()
        };
        let shown = |chips, rules: &SessionRules, lang| amount(Chips::new(chips).unwrap(), rules, lang);
        let cents = worth(Some(5), Some(Currency::Euro));
        assert_eq!(shown(1, &cents, Lang::English), "€0.05");
        assert_eq!(shown(20, &cents, Lang::English), "€1");
        assert_eq!(shown(1, &cents, Lang::French), "0,05\u{a0}€");
        assert_eq!(shown(250_000, &cents, Lang::French), "12\u{202f}500\u{a0}€");
        let francs = worth(Some(50), Some(Currency::Franc));
        assert_eq!(shown(3, &francs, Lang::English), "CHF\u{a0}1.50");
        assert_eq!(shown(3, &worth(Some(50), None), Lang::English), "1.50");
        assert_eq!(shown(1_000, &worth(None, None), Lang::English), "1,000");
        assert_eq!(shown(1_000, &worth(Some(0), None), Lang::English), "1,000");
        let most = worth(Some(1_000_000), None);
        assert!(!shown((1 << 53) - 1, &most, Lang::English).is_empty());
    }
}
