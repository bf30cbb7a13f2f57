//! Check for environment variables that set nothing: a mistyped one is refused, like an unknown key of the file.

use super::ConfigError;

/// Prefix of our variables.
const PREFIX: &str = "POKER_";

/// Variables with our prefix that other programs read, such as the tests and the load harness.
const OF_OTHERS: [&str; 16] = [
    "POKER_BIN",
    "POKER_COMMIT",
    "POKER_DAMAGES",
    "POKER_DAMAGE_HANDS",
    "POKER_EMBED",
    "POKER_HANDS",
    "POKER_LOADTEST_TMP",
    "POKER_POISON",
    "POKER_PROGRAM",
    "POKER_SEEDS",
    "POKER_SERVER",
    "POKER_SERVER_BIN",
    "POKER_SKIP_PYTHON",
    "POKER_TOKEN",
    "POKER_USER_AGENT",
    "POKER_WRITE",
];

/// Refuses the first variable with our prefix that is not one of `known`.
///
/// # Errors
/// [`ConfigError::Variable`] names it and the closest known one.
pub(crate) fn refuse_unknown<'a>(
    variables: impl IntoIterator<Item = &'a str>,
    known: &[String],
) -> Result<(), ConfigError> {
    let is_ours = |name: &str| {
        name.starts_with(PREFIX)
            && !OF_OTHERS.contains(&name)
            && !is_of_service(name)
            && !known.iter().any(|known| known == name)
    };
    let Some(name) = variables.into_iter().find(|name| is_ours(name)) else {
        return Ok(());
    };
    let nearest = known.iter().min_by_key(|known| distance(name, known));
    let nearest = nearest.filter(|known| distance(name, known) <= 2 + known.len() / 4);
    Err(ConfigError::Variable {
        name: name.to_owned(),
        nearest: nearest
            .map(|known| format!("; did you mean {known}?"))
            .unwrap_or_default(),
    })
}

/// `true` for variables that Kubernetes and Docker set in every container when a service is called `poker`.
fn is_of_service(name: &str) -> bool {
    name == "POKER_PORT"
        || ["_SERVICE_HOST", "_SERVICE_PORT"].iter().any(|end| name.ends_with(end))
        || ["_SERVICE_PORT_", "_PORT_"].iter().any(|part| name.contains(part))
}

/// Edit distance of two names: letters to insert, delete or replace.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut before = row[0];
        row[0] = at + 1;
        for (column, of_other) in other.iter().enumerate() {
            let changed = before + usize::from(letter != *of_other);
            before = row[column + 1];
            row[column + 1] = changed.min(before + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(name: &str) -> Option<String> {
        let known = ["POKER_DATA", "POKER_MAX_TABLES", "POKER_LISTEN", "POKER_LOG"].map(str::to_owned);
        let refused = refuse_unknown(["PATH", name, "POKER_DATA"], &known);
        refused.err().map(|error| error.to_string())
    }

    #[test]
    fn a_mistyped_variable_is_refused_and_the_nearest_is_named() {
        for (name, nearest) in [
            ("POKER_MAX_TABLE", "POKER_MAX_TABLES"),
            ("POKER_MAXTABLES", "POKER_MAX_TABLES"),
            ("POKER_MAX_TABELS", "POKER_MAX_TABLES"),
            ("POKER_DATE", "POKER_DATA"),
            ("POKER_", "POKER_LOG"),
            ("POKER_max_tables", ""),
            ("POKER_SOMETHING_ELSE_ALTOGETHER", ""),
        ] {
            let refusal = refusal(name).unwrap_or_else(|| panic!("{name}"));
            assert!(refusal.starts_with(name), "{refusal}");
            assert!(refusal.contains(nearest), "{refusal}");
            assert_eq!(refusal.contains("did you mean"), !nearest.is_empty(), "{refusal}");
        }
    }

    #[test]
    fn variables_of_others_are_left_alone() {
        for name in [
            "POKER_DATA",
            "POKER_BIN",
            "POKER_PORT",
            "POKER_SERVICE_HOST",
            "POKER_WEB_SERVICE_PORT",
            "POKER_SERVICE_PORT_HTTP",
            "POKER_PORT_8080_TCP_ADDR",
            "HOME",
            "poker_max_table",
        ] {
            assert_eq!(refusal(name), None);
        }
    }
}
