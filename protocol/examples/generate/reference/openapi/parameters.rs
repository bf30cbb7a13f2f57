//! Query parameters shared by several operations.

use serde_json::json;

use super::Parameter;

pub(super) fn after() -> Parameter {
    Parameter {
        name: "after",
        about: "Lines behind this number, as given by the answer before.",
        schema: json!({"type": "integer", "minimum": 0}),
    }
}

pub(super) fn format_of_file() -> Parameter {
    Parameter {
        name: "format",
        about: "A format of files, `json` if left out.",
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
            "Hands that are older than this place, as given by the answer before.",
            json!({"type": "integer"}),
        ),
        Parameter {
            name: "limit",
            about: "At most so many, as many as can be if left out.",
            schema: json!({"type": "integer", "minimum": 1, "maximum": most}),
        },
        parameter("game", "Hands of this game.", text()),
        parameter("table", "Hands of this table.", json!({"type": "string"})),
        parameter("from", "Hands that ended at this instant or later.", time()),
        parameter("to", "Hands that ended before this instant.", time()),
        parameter("opponent", "Hands with a player whose name has this in it.", text()),
        parameter(
            "result",
            "Hands that brought chips, or cost some.",
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
        parameter("pot_min", "Hands with at least so many chips played for.", chips()),
        parameter("pot_max", "Hands with at most so many chips played for.", chips()),
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
        about: "The language, `en` if left out.",
        schema: json!({"type": "string", "enum": ["en", "fr"]}),
    }
}

pub(super) fn game() -> Parameter {
    Parameter {
        name: "game",
        about: "Of this game.",
        schema: json!({"type": "string", "minLength": 1, "maxLength": 60}),
    }
}
