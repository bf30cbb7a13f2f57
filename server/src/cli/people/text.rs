//! Answers as lines for people.

use std::fmt::Write as _;

use jiff::Timestamp;
use serde_json::Value;

/// Returns a text field of an answer; empty if there is none.
fn word<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

/// Formats an instant to the second.
fn second(value: &Value, field: &str) -> String {
    word(value, field).chars().take(19).collect()
}

/// Formats an instant in milliseconds since 1970, to the second.
fn day_and_second(millis: i64) -> String {
    let at = Timestamp::from_millisecond(millis);
    at.map_or_else(
        |_| millis.to_string(),
        |at| at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
    )
}

/// Formats the result of an act.
pub(super) fn done(done: &Value) -> String {
    let mut text = line("trail", done);
    if done["repeated"] == true {
        text.push_str("it was carried out before, and nothing was changed\n");
    }
    if let Some(password) = done["password"].as_str() {
        let _ = writeln!(text, "password: {password}");
    }
    text
}

/// Formats a line of a list.
pub(super) fn line(list: &str, line: &Value) -> String {
    if list == "chat" {
        let removed = if line["removed"] == true { "  (removed)" } else { "" };
        return format!(
            "{no:>6}  {at}  table {table}  {name}: {text}{removed}\n",
            no = line["no"],
            at = second(line, "at"),
            table = word(line, "table"),
            name = word(line, "name"),
            text = word(line, "text"),
        );
    }
    let whom = line["account"]["name"]
        .as_str()
        .map(|name| format!(" {name}"))
        .unwrap_or_default();
    let mut text = format!(
        "{no:>6}  {at}  {author}: {kind}{whom}",
        no = line["no"],
        at = second(line, "at"),
        author = word(line, "author"),
        kind = word(&line["act"], "kind").replace('_', " "),
    );
    for (name, value) in line["act"]
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(name, _)| *name != "kind")
    {
        let _ = match (name.as_str(), line["other"]["name"].as_str(), value.as_i64()) {
            ("from" | "to", Some(other), _) => write!(text, " {name}={other}"),
            ("until", _, Some(until)) => write!(text, " until={}", day_and_second(until)),
            _ => write!(text, " {name}={value}"),
        };
    }
    for (name, value) in line["outcome"].as_object().into_iter().flatten() {
        let _ = write!(text, " -> {name}={value}");
    }
    if !word(line, "reason").is_empty() {
        let _ = write!(text, "  ({})", word(line, "reason"));
    }
    text.push('\n');
    text
}

/// Formats an account in a list.
pub(super) fn found(account: &Value) -> String {
    let flags = flags(account);
    format!(
        "{id}  {kind:<8}  {chips:>14} chips  {name}{flags}\n",
        id = word(account, "id"),
        kind = word(account, "kind"),
        chips = account["chips"].as_u64().unwrap_or_default(),
        name = word(account, "name"),
    )
}

/// Formats a single account.
pub(super) fn account(account: &Value) -> String {
    let mut text = found(account);
    let _ = writeln!(
        text,
        "created {}, {} sessions",
        second(account, "created_at"),
        account["sessions"]
    );
    let places: Vec<&str> = account["places"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    if !places.is_empty() {
        let _ = writeln!(text, "in {}", places.join(", "));
    }
    for (field, what) in [("ban", "banned"), ("mute", "muted")] {
        let imposed = &account[field];
        if !imposed.is_null() {
            let until = match word(imposed, "until") {
                "" => "for ever".to_owned(),
                _ => format!("until {}", second(imposed, "until")),
            };
            let over = if imposed["holds"] == true {
                ""
            } else {
                ", which is over"
            };
            let _ = writeln!(text, "{what} {until}{over} ({})", word(imposed, "reason"));
        }
    }
    let limits = &account["limits"];
    if !limits.is_null() {
        let number = |value: &Value| {
            value
                .as_u64()
                .map_or_else(|| "none".to_owned(), |number| number.to_string())
        };
        let of = |limits: &Value| {
            format!(
                "{} minutes, {} lost",
                number(&limits["minutes"]),
                number(&limits["loss"])
            )
        };
        let _ = write!(text, "own limits a day: {}", of(&limits["now"]));
        let later = &limits["later"];
        if !later.is_null() {
            let _ = write!(text, "; from day {} on: {}", later["day"], of(&later["limits"]));
        }
        let _ = writeln!(text);
        if !limits["break_until"].is_null() {
            let _ = writeln!(text, "own break until {}", second(limits, "break_until"));
        }
    }
    text
}

fn flags(account: &Value) -> String {
    let mut flags = String::new();
    let is = |field: &str| account[field]["holds"] == true;
    for (holds, flag) in [
        (account["house"] == true, "of the house"),
        (is("ban"), "banned"),
        (is("mute"), "muted"),
        (account["deleted"] == true, "deleted"),
    ] {
        if holds {
            let _ = write!(flags, "  [{flag}]");
        }
    }
    flags
}
