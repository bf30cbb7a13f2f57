//! The page's table of officials' actions: a script with the fields of each, for its forms.

use serde_json::Value;

use super::schema;

/// Returns the script.
pub(crate) fn script() -> String {
    let root = schema::roots().into_iter().find(|root| root.file == "floor_request");
    let schema = root.expect("requests of officials have a schema").schema;
    let definitions = &schema.as_value()["$defs"];
    let mut text = "// The actions of officials with their fields. Generated from protocol/src/v1 by\n\
                    // `cargo run -p poker-protocol --example generate`; edit the Rust types instead.\n\n\
                    /** @typedef {{ name: string, type: 'number' | 'text' | 'choice' | 'switch' | 'list', needed: boolean, most?: number, options?: string[] }} ActionField */\n\n\
                    /** @type {Record<string, ActionField[]>} */\n\
                    export const ACTIONS = {\n"
        .to_owned();
    for action in definitions["FloorAction"]["oneOf"].as_array().into_iter().flatten() {
        let fields = fields(action, definitions).join(", ");
        let name = action["properties"]["kind"]["const"].as_str().unwrap_or_default();
        text.extend(["  ", name, ": [", &fields, "],\n"]);
    }
    text.push_str("};\n");
    text
}

/// Returns the fields of an action: those it needs in the order of their declaration, then the others by name.
fn fields(action: &Value, definitions: &Value) -> Vec<String> {
    let needed: Vec<&str> = action["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let properties = action["properties"].as_object();
    let all = properties.into_iter().flatten().map(|(name, _)| name.as_str());
    let others = all.filter(|name| !needed.contains(name));
    let names = needed.iter().copied().chain(others).filter(|name| *name != "kind");
    names
        .map(|name| field(name, needed.contains(&name), &action["properties"][name], definitions))
        .collect()
}

fn field(name: &str, is_needed: bool, schema: &Value, definitions: &Value) -> String {
    let named = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next());
    let schema = named.map_or(schema, |name| &definitions[name]);
    let choices = schema["oneOf"].as_array().into_iter().flatten();
    let choices: Vec<&str> = choices.filter_map(|choice| choice["const"].as_str()).collect();
    let form = match schema["type"].as_str() {
        _ if !choices.is_empty() => "choice",
        Some("integer") => "number",
        Some("boolean") => "switch",
        Some("array") => "list",
        _ => "text",
    };
    let most = schema["maxLength"].as_u64().map(|most| format!(", most: {most}"));
    let options = (!choices.is_empty()).then(|| format!(", options: ['{}']", choices.join("', '")));
    let (most, options) = (most.unwrap_or_default(), options.unwrap_or_default());
    format!("{{ name: '{name}', type: '{form}', needed: {is_needed}{most}{options} }}")
}
