//! Query parameters shared by several operations.

use serde_json::json;

use super::Parameter;

pub(super) fn after() -> Parameter {
    Parameter {
        name: "after",
        about: "Entries after this number, as given by the previous answer.",
        schema: json!({"type": "integer", "minimum": 0}),
    }
}

pub(super) fn format_of_file() -> Parameter {
    Parameter {
        name: "format",
        about: "A file format; `json` if omitted.",
        schema: json!({"type": "string", "enum": ["phh", "json", "ohh", "text"]}),
    }
}

/// Parameters of a search for hands.
pub(super) fn search(most: u32, more: Vec<Parameter>) -> Vec<Parameter> {
    let parameter = |name, about, schema| Parameter { name, about, schema };
    let text = || json!({"type": "string", "minLength": 1, "maxLength": 60});
    let time = || json!({"type": "string", "format": "date-time"});
    let chips = || json!({"type": "integer", "minimum": 0, "maximum": 9_007_199_254_740_991_u64});
    let mut all = vec![
        parameter(
            "before",
            "Hands older than this place, as given by the previous answer.",
            json!({"type": "integer"}),
        ),
        Parameter {
            name: "limit",
            about: "The maximum number; as many as allowed if omitted.",
            schema: json!({"type": "integer", "minimum": 1, "maximum": most}),
        },
        parameter("game", "Hands of this game.", text()),
        parameter("table", "Hands of this table.", json!({"type": "string"})),
        parameter("from", "Hands that ended at this time or later.", time()),
        parameter("to", "Hands that ended before this time.", time()),
        parameter("opponent", "Hands with a player whose name contains this.", text()),
        parameter(
            "result",
            "Hands that won chips, or lost chips.",
            json!({"type": "string", "enum": ["won", "lost"]}),
        ),
        parameter(
            "all_in",
            "Hands in which you were all-in, or were not.",
            json!({"type": "boolean"}),
        ),
        parameter(
            "showdown",
            "Hands that you took to the showdown, or did not.",
            json!({"type": "boolean"}),
        ),
        parameter("pot_min", "Hands with at least this many chips in the pots.", chips()),
        parameter("pot_max", "Hands with at most this many chips in the pots.", chips()),
        parameter(
            "text",
            "Hands with all these words in the names of game, table and players, or among the cards.",
            text(),
        ),
    ];
    all.extend(more);
    all
}

pub(super) fn lang() -> Parameter {
    Parameter {
        name: "lang",
        about: "The language; `en` if omitted.",
        schema: json!({"type": "string", "enum": ["en", "fr"]}),
    }
}

pub(super) fn game() -> Parameter {
    Parameter {
        name: "game",
        about: "Only hands of this game.",
        schema: json!({"type": "string", "minLength": 1, "maxLength": 60}),
    }
}
