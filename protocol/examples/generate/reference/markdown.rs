//! The reference page: prose from a template, tables and examples from the schema and the golden files.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io;

use poker_protocol::v1::{CloseCode, ErrorCode};
use serde_json::Value;

use super::golden::{self, Golden};
use super::openapi;
use super::schema::{self, Root};

/// Returns the page: `protocol/reference/protocol.md` with each `{{name}}` filled in.
pub(crate) fn page() -> io::Result<String> {
    let template = fs::read_to_string(super::repository().join("protocol/reference/protocol.md"))?;
    let page = Page { roots: schema::roots() };
    let mut text = String::new();
    for (at, piece) in template.split("{{").enumerate() {
        if at == 0 {
            text.push_str(piece);
            continue;
        }
        let (name, rest) = piece
            .split_once("}}")
            .ok_or_else(|| io::Error::other(format!("an open placeholder: {piece:.20}")))?;
        text.push_str(page.fill(name)?.trim_end());
        text.push_str(rest);
    }
    Ok(text)
}

struct Page {
    roots: Vec<Root>,
}

impl Page {
    fn fill(&self, name: &str) -> io::Result<String> {
        match name {
            "client" => self.union("client", self.root("client_msg"), "type"),
            "server" => self.union("server", self.root("server_msg"), "type"),
            "events" => self.union("event", &self.root("server_msg")["$defs"]["PublicEvent"], "kind"),
            "private" => self.union("private", &self.root("server_msg")["$defs"]["PrivateEvent"], "kind"),
            "tournament_events" => self.union(
                "tournament",
                &self.root("server_msg")["$defs"]["TournamentEvent"],
                "event",
            ),
            "choices" => self.choices(),
            "objects" => Ok(self.objects()),
            "http" => Ok(openapi::table()),
            "rest" => self.bodies(),
            "errors" => Ok(errors()),
            "close_codes" => Ok(close_codes()),
            other => {
                let (group, stem) = other
                    .split_once('/')
                    .ok_or_else(|| io::Error::other(format!("nothing is called {other}")))?;
                let (name, case) = match stem.split_once('.') {
                    Some((name, case)) if group != "error" => (name, Some(case)),
                    _ => (stem, None),
                };
                let all = golden::group(group)?;
                let found = all
                    .iter()
                    .find(|golden| golden.name == name && golden.case.as_deref() == case);
                let found = found.ok_or_else(|| io::Error::other(format!("no golden file {other}")))?;
                Ok(found.text.clone())
            }
        }
    }

    fn root(&self, file: &str) -> &Value {
        let root = self.roots.iter().find(|root| root.file == file);
        root.expect("the root is one of ours").schema.as_value()
    }

    /// Writes one section for each member of a union: its meaning, its fields and its examples.
    fn union(&self, group: &str, union: &Value, tag: &str) -> io::Result<String> {
        let golden = golden::group(group)?;
        let mut text = String::new();
        for member in list(&union["oneOf"]) {
            let name = word(&member["properties"][tag]["const"]);
            let _ = writeln!(text, "### `{name}`\n\n{}\n", word(&member["description"]));
            text.push_str(&self.fields(member, tag));
            text.push_str(&examples(&golden, name));
        }
        Ok(text)
    }

    /// Writes the choices side by side with the actions that answer them.
    fn choices(&self) -> io::Result<String> {
        let offered = golden::group("choice")?;
        let answers = golden::group("action")?;
        let mut text = "| offered | means | answer |\n|---|---|---|\n".to_owned();
        for member in list(&self.root("server_msg")["$defs"]["Choice"]["oneOf"]) {
            let name = word(&member["properties"]["kind"]["const"]);
            let line = |golden: &Golden| format!("`{}`", golden.text.trim());
            let own = |all: &[Golden]| -> Vec<String> {
                let all = all.iter().filter(|golden| golden.name == name);
                all.map(line).collect()
            };
            let _ = writeln!(
                text,
                "| {} | {} | {} |",
                own(&offered).join("<br>"),
                word(&member["description"]),
                own(&answers).join("<br>or ")
            );
        }
        Ok(text)
    }

    /// Writes every object and enumeration used by a field, by name.
    fn objects(&self) -> String {
        let mut all = BTreeMap::new();
        for root in &self.roots {
            let definitions = root.schema.as_value()["$defs"].as_object().into_iter().flatten();
            for (name, definition) in definitions {
                all.insert(name.as_str(), definition);
            }
        }
        let elsewhere = self.shown_elsewhere();
        let mut text = String::new();
        for (name, definition) in all {
            if elsewhere.contains(name) {
                continue;
            }
            let _ = writeln!(text, "### {name}\n\n{}\n", word(&definition["description"]));
            let tag = "kind";
            let is_union = |member: &Value| !member["properties"][tag]["const"].is_null();
            if let Some(members) = definition["oneOf"]
                .as_array()
                .filter(|members| members.iter().all(is_union))
            {
                for member in members {
                    let kind = word(&member["properties"][tag]["const"]);
                    let _ = writeln!(text, "`\"{tag}\":\"{kind}\"`: {}\n", word(&member["description"]));
                    text.push_str(&self.fields(member, tag));
                }
            } else if let Some(values) = definition["oneOf"].as_array() {
                text.push_str("| value | means |\n|---|---|\n");
                for value in values {
                    let meaning = word(&value["description"]);
                    let _ = writeln!(text, "| `{}` | {meaning} |", word(&value["const"]));
                }
                text.push('\n');
            } else {
                text.push_str(&self.fields(definition, ""));
            }
        }
        text
    }

    /// Returns the definitions that are shown with the messages or in sections of their own.
    fn shown_elsewhere(&self) -> BTreeSet<&str> {
        let mut names = BTreeSet::from(["PublicEvent", "PrivateEvent", "TournamentEvent", "ErrorCode"]);
        for file in ["client_msg", "server_msg"] {
            let members = list(&self.root(file)["oneOf"]).iter();
            names.extend(members.filter_map(|member| member["$ref"].as_str()).map(referred));
        }
        names
    }

    /// Writes the bodies of the HTTP interface.
    fn bodies(&self) -> io::Result<String> {
        let golden = golden::group("rest")?;
        let mut text = String::new();
        for root in &self.roots {
            let schema = root.schema.as_value();
            if schema["oneOf"].is_array() {
                continue;
            }
            let title = word(&schema["title"]);
            let _ = writeln!(text, "### {title}\n\n{}\n", word(&schema["description"]));
            text.push_str(&self.fields(schema, ""));
            text.push_str(&examples(&golden, root.file));
        }
        Ok(text)
    }

    /// Writes a table of the fields of an object, without its tag.
    fn fields(&self, object: &Value, tag: &str) -> String {
        let mut text = String::new();
        for source in [Some(object), self.definition(object)].into_iter().flatten() {
            let required = list(&source["required"]);
            for (name, field) in source["properties"].as_object().into_iter().flatten() {
                if name != tag {
                    let optional = if required.contains(&name.as_str().into()) {
                        ""
                    } else {
                        "optional"
                    };
                    let meaning = match field.get("default").filter(|default| !default.is_null()) {
                        Some(default) => format!("{} Default `{}`.", word(&field["description"]), plain(default)),
                        None => word(&field["description"]).to_owned(),
                    };
                    let _ = writeln!(text, "| `{name}` | {} | {optional} | {meaning} |", kind(field));
                }
            }
        }
        if text.is_empty() {
            return text;
        }
        format!("| field | type | | meaning |\n|---|---|---|---|\n{text}\n")
    }

    /// Returns the definition an object refers to, if any.
    fn definition(&self, object: &Value) -> Option<&Value> {
        let name = referred(object["$ref"].as_str()?);
        let definitions = self.roots.iter().map(|root| &root.schema.as_value()["$defs"][name]);
        definitions.into_iter().find(|definition| !definition.is_null())
    }
}

/// Writes the examples of a name, in the order of their cases.
fn examples(golden: &[Golden], name: &str) -> String {
    let mut text = String::new();
    for golden in golden.iter().filter(|golden| golden.name == name) {
        if let Some(case) = &golden.case {
            let _ = writeln!(text, "Example ({}):\n", case.replace('_', " "));
        }
        let _ = writeln!(text, "```json\n{}```\n", golden.text);
    }
    text
}

/// Describes the type of a field in words, with links.
fn kind(field: &Value) -> String {
    if let Some(path) = field["$ref"].as_str() {
        return link(referred(path));
    }
    if let Some(parts) = field["prefixItems"].as_array() {
        let parts: Vec<String> = parts.iter().map(kind).collect();
        return format!("array of {}", parts.join(", "));
    }
    if let Some(items) = field.get("items") {
        return format!("list of {}", kind(items));
    }
    if let Some(choices) = field["anyOf"].as_array() {
        let choices: Vec<String> = choices.iter().map(kind).collect();
        return choices.join(" or ");
    }
    match &field["type"] {
        Value::Array(kinds) => {
            let kinds: Vec<&str> = kinds.iter().map(word).collect();
            kinds.join(" or ")
        }
        Value::String(only) if only == "object" => "object of numbers and strings".to_owned(),
        only => word(only).to_owned(),
    }
}

/// Returns a link to the description of a definition.
fn link(name: &str) -> String {
    let anchor = match name {
        "PublicEvent" => "events".to_owned(),
        "PrivateEvent" => "private-parts".to_owned(),
        "TournamentEvent" => "events-of-tournaments".to_owned(),
        "ErrorCode" => "error-codes".to_owned(),
        // Messages that are also part of another one.
        "SetAside" => "set_aside".to_owned(),
        "LimitReached" => "limit_reached".to_owned(),
        other => other.to_lowercase(),
    };
    format!("[{name}](#{anchor})")
}

/// Returns the name at the end of a reference.
fn referred(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Formats a value for use in a sentence.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn errors() -> String {
    let mut text = "| code | meaning | retryable |\n|---|---|---|\n".to_owned();
    for code in ErrorCode::ALL {
        let retryable = if code.is_retryable() { "yes" } else { "" };
        let _ = writeln!(text, "| `{}` | {} | {retryable} |", code.code(), code.meaning().trim());
    }
    text
}

fn close_codes() -> String {
    let schema = schemars::schema_for!(CloseCode);
    let meanings: BTreeMap<&str, &str> = list(&schema.as_value()["oneOf"])
        .iter()
        .map(|value| (word(&value["const"]), word(&value["description"])))
        .collect();
    let mut text = "| code | reason | meaning | reconnect and resume |\n|---|---|---|---|\n".to_owned();
    for code in CloseCode::ALL {
        let meaning = meanings.get(code.reason()).copied().unwrap_or_default();
        let meaning = meaning.split_once(": ").map_or(meaning, |(_, meaning)| meaning);
        let resume = if code.may_resume() { "yes" } else { "" };
        let _ = writeln!(text, "| {} | `{}` | {meaning} | {resume} |", code.code(), code.reason());
    }
    text
}
