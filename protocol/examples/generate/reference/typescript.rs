//! TypeScript declarations, written from the schemas.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Map, Value};

use crate::reference::schema::Root;

/// Columns of a line of a comment.
const WIDTH: usize = 130;

/// Returns one declaration file with every type of these schemas, by name.
pub(crate) fn declarations(roots: &[Root]) -> String {
    let mut named = BTreeMap::new();
    for root in roots {
        let mut schema = root.schema.as_value().clone();
        let fields = schema.as_object_mut().expect("a schema has fields");
        fields.remove("$schema");
        let defined = fields.remove("$defs").and_then(|all| all.as_object().cloned());
        let title = fields
            .remove("title")
            .and_then(|title| title.as_str().map(str::to_owned));
        let own = (title.expect("a schema has a title"), schema);
        for (name, one) in defined.into_iter().flatten().chain([own]) {
            let first = named.entry(name.clone()).or_insert_with(|| one.clone());
            assert_eq!(*first, one, "{}.json has another {name}", root.file);
        }
    }
    let mut text = "// The messages of poker.v1. Generated from protocol/src/v1 by\n\
                    // `cargo run -p poker-protocol --example generate`; edit the Rust types instead.\n"
        .to_owned();
    for (name, schema) in named {
        let docs = comment(&schema, "");
        let _ = write!(text, "\n{docs}export type {name} ={};\n", declared(&schema));
    }
    text
}

/// The type of a declaration, from the space or line break before it: one member of a union per line.
fn declared(schema: &Value) -> String {
    match schema["oneOf"].as_array() {
        Some(members) => members
            .iter()
            .map(|one| format!("\n  | {}", spelled(one).replace('\n', "\n    ")))
            .collect(),
        None => format!(" {}", spelled(schema)),
    }
}

/// The notation of a type at the place where it is used.
fn spelled(schema: &Value) -> String {
    let of = |key: &str| schema[key].as_array();
    let referred = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next());
    if let Some(fields) = schema["properties"].as_object() {
        let base = referred.map(|name| format!(" & {name}")).unwrap_or_default();
        object(fields, of("required").map_or(&[], Vec::as_slice)) + &base
    } else if let Some(name) = referred {
        name.to_owned()
    } else if let Some(text) = schema["const"].as_str() {
        format!("\"{text}\"")
    } else if let Some(members) = of("oneOf").or_else(|| of("anyOf")) {
        joined(members, " | ")
    } else if let Some(parts) = of("prefixItems") {
        format!("[{}]", joined(parts, ", "))
    } else {
        match &schema["type"] {
            Value::String(kind) => simple(kind, schema),
            Value::Array(kinds) => {
                let kinds = kinds.iter().filter_map(Value::as_str);
                kinds.map(|kind| simple(kind, schema)).collect::<Vec<_>>().join(" | ")
            }
            _ => "unknown".to_owned(),
        }
    }
}

fn simple(kind: &str, schema: &Value) -> String {
    match kind {
        "array" => format!("Array<{}>", spelled(&schema["items"])),
        "object" => match &schema["additionalProperties"] {
            values @ Value::Object(_) => format!("Record<string, {}>", spelled(values)),
            _ => "Record<string, unknown>".to_owned(),
        },
        "integer" => "number".to_owned(),
        other => other.to_owned(),
    }
}

/// An object: the tag, what is always there, and what may be left out.
fn object(fields: &Map<String, Value>, required: &[Value]) -> String {
    let is_required = |name: &String| required.iter().any(|one| one == name);
    let mut sorted: Vec<_> = fields.iter().collect();
    sorted.sort_by_key(|(name, schema)| (schema["const"].is_null(), !is_required(name)));
    let lines = sorted.iter().map(|(name, schema)| {
        let mark = if is_required(name) { "" } else { "?" };
        (comment(schema, "  "), format!("{name}{mark}: {}", spelled(schema)))
    });
    match lines.collect::<Vec<_>>().as_slice() {
        [] => "Record<string, never>".to_owned(),
        [(docs, field)] if docs.is_empty() => format!("{{ {field} }}"),
        several => {
            let lines = several.iter().map(|(docs, field)| format!("{docs}  {field};\n"));
            format!("{{\n{}}}", lines.collect::<String>())
        }
    }
}

fn joined(schemas: &[Value], separator: &str) -> String {
    schemas.iter().map(spelled).collect::<Vec<_>>().join(separator)
}

/// The description of a schema as a comment, on one line if it fits.
fn comment(schema: &Value, indent: &str) -> String {
    let Some(text) = schema["description"].as_str() else {
        return String::new();
    };
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is a line");
        if last.is_empty() {
            last.push_str(word);
        } else if indent.len() + " * ".len() + last.len() + 1 + word.len() > WIDTH {
            lines.push(word.to_owned());
        } else {
            last.push(' ');
            last.push_str(word);
        }
    }
    if let [only] = lines.as_slice() {
        return format!("{indent}/** {only} */\n");
    }
    let between = format!("\n{indent} * ");
    format!("{indent}/**{between}{}\n{indent} */\n", lines.join(&between))
}
