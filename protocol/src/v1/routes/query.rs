//! Parameters of queries.

/// A parameter of a query.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// What it asks for.
    pub about: &'static str,
    /// The values that it takes.
    pub values: Values,
}

/// Values of a parameter.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// Any text.
    Text,
    /// A text of 1 to 60 characters.
    Words,
    /// A text of this regular expression.
    Pattern(&'static str),
    /// One of these.
    OneOf(&'static [&'static str]),
    /// A time.
    Time,
    /// `true` or `false`.
    Flag,
    /// A whole number within these bounds.
    Number(Option<u64>, Option<u64>),
}

const fn parameter(name: &'static str, about: &'static str, values: Values) -> Parameter {
    Parameter { name, about, values }
}

const NATURAL: Values = Values::Number(Some(0), None);
const CHIPS: Values = Values::Number(Some(0), Some(9_007_199_254_740_991));
const LANGUAGES: Values = Values::OneOf(&["en", "fr"]);
const FORMATS: Values = Values::OneOf(&["phh", "json", "ohh", "text"]);

pub(super) const LANG: Parameter = parameter("lang", "The language; `en` if omitted.", LANGUAGES);
pub(super) const CARD_LANG: Parameter =
    parameter("lang", "The language; as in `Accept-Language` if omitted.", LANGUAGES);
pub(super) const AFTER: Parameter = parameter(
    "after",
    "Entries after this number, as given by the previous answer.",
    NATURAL,
);
pub(super) const AFTER_PLAYER: Parameter =
    parameter("after", "Notes after this player, as given by an answer.", Values::Text);
const FILE_FORMAT: Parameter = parameter("format", "A file format; `json` if omitted.", FORMATS);
pub(super) const HAND_FORMAT: Parameter = parameter("format", "A file format; the record if omitted.", FORMATS);
pub(super) const GAME: Parameter = parameter("game", "Only hands of this game.", Values::Words);
pub(super) const FROM: Parameter = parameter("from", "Hands that ended at this time or later.", Values::Time);
pub(super) const TO: Parameter = parameter("to", "Hands that ended before this time.", Values::Time);
pub(super) const WEEK: Parameter = parameter(
    "week",
    "The week; the current one if omitted.",
    Values::Pattern("^[0-9]{4}-W[0-9]{2}$"),
);
pub(super) const SPACING: Parameter = parameter(
    "by",
    "Spacing of the points: even in `hands` or in `time`; `hands` if omitted.",
    Values::OneOf(&["hands", "time"]),
);
pub(super) const EARLIER_SESSIONS: Parameter =
    parameter("before", "Sessions that began earlier, as given by an answer.", NATURAL);
pub(super) const LOWER_TOURNAMENTS: Parameter = parameter(
    "before",
    "Tournaments with lower numbers, as given by an answer.",
    NATURAL,
);
pub(super) const LOWER_TABLES: Parameter = parameter(
    "before",
    "Only evenings at tables with lower numbers than this.",
    Values::Text,
);

/// Parameters of a search for hands.
pub(super) const fn search(most: u64) -> [Parameter; 13] {
    [
        parameter(
            "before",
            "Hands older than this place, as given by the previous answer.",
            Values::Number(None, None),
        ),
        parameter(
            "limit",
            "The maximum number; as many as allowed if omitted.",
            Values::Number(Some(1), Some(most)),
        ),
        parameter("game", "Hands of this game.", Values::Words),
        parameter("table", "Hands of this table.", Values::Text),
        FROM,
        TO,
        parameter(
            "opponent",
            "Hands with a player whose name contains this.",
            Values::Words,
        ),
        parameter(
            "result",
            "Hands that won chips, or lost chips.",
            Values::OneOf(&["won", "lost"]),
        ),
        parameter("all_in", "Hands in which you were all-in, or were not.", Values::Flag),
        parameter(
            "showdown",
            "Hands that you took to the showdown, or did not.",
            Values::Flag,
        ),
        parameter("pot_min", "Hands with at least this many chips in the pots.", CHIPS),
        parameter("pot_max", "Hands with at most this many chips in the pots.", CHIPS),
        parameter(
            "text",
            "Hands with all these words in the names of game, table and players, or among the cards.",
            Values::Words,
        ),
    ]
}

/// Parameters of a search for hands that writes a file.
pub(super) const fn search_file(most: u64) -> [Parameter; 14] {
    let search = search(most);
    let mut all = [FILE_FORMAT; 14];
    let mut at = 0;
    while at < search.len() {
        all[at] = search[at];
        at += 1;
    }
    all
}
