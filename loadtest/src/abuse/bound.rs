//! Requests at their limits, generated from the schemas that describe them: the longest texts and lists, the largest numbers.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::rng::Rng;

/// Largest integer that every JSON implementation carries exactly.
const GREATEST: u64 = (1 << 53) - 1;

/// Length of lists and texts for which no schema sets a limit.
const UNBOUNDED: u64 = 64;

/// Depth at which recursive schemas end.
const DEPTH_MAX: u32 = 8;

/// Valid values for names in requests, so that some requests make sense.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeMap<&'static str, Vec<String>>);

impl Names {
    /// The values for fields of these names.
    pub(super) fn new(known: impl Into<BTreeMap<&'static str, Vec<String>>>) -> Self {
        Self(known.into())
    }

    /// Returns the first value for fields of this name.
    pub(super) fn first(&self, field: &str) -> &str {
        self.0
            .get(field)
            .and_then(|known| known.first())
            .map_or("", String::as_str)
    }

    /// Returns a valid value for a field of this name, half of the time.
    fn of(&self, field: &str, rng: &mut Rng) -> Option<String> {
        let field = if field == "target" { "tournament" } else { field };
        let known = self.0.get(field)?;
        (rng.below(4) > 0).then(|| one_of(known, rng).cloned()).flatten()
    }
}

/// Picks one of the values at random.
pub(super) fn one_of<'a, T>(all: &'a [T], rng: &mut Rng) -> Option<&'a T> {
    let at = rng.below(all.len().max(1) as u64);
    all.get(usize::try_from(at).unwrap_or(0))
}

/// Makes values that fit the schemas of a document.
pub(super) struct Maker<'a> {
    /// Document that `$ref` points into.
    document: &'a Value,
    names: &'a Names,
    rng: &'a mut Rng,
}

impl<'a> Maker<'a> {
    pub(super) const fn new(document: &'a Value, names: &'a Names, rng: &'a mut Rng) -> Self {
        Self { document, names, rng }
    }

    /// Returns a value that fits the schema; `field` is its name.
    pub(super) fn value(&mut self, schema: &Value, field: &str) -> Value {
        self.at_depth(schema, field, 0)
    }

    /// Returns a path with its parameters, and a query with some of the operation's parameters.
    pub(super) fn path(&mut self, template: &str, operation: &Value) -> String {
        let mut path = template.to_owned();
        let mut query = Vec::new();
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap_or_default();
            let is_path = parameter["in"] == "path";
            if !is_path && self.rng.below(2) == 0 {
                continue;
            }
            let value = match self.value(&parameter["schema"], name) {
                Value::String(text) => text.replace([' ', '/', '?', '#', '%', '&'], "_"),
                other => other.to_string(),
            };
            if is_path {
                path = path.replace(&format!("{{{name}}}"), &value);
            } else {
                query.push(format!("{name}={value}"));
            }
        }
        if query.is_empty() {
            path
        } else {
            format!("{path}?{}", query.join("&"))
        }
    }

    fn at_depth(&mut self, schema: &Value, field: &str, depth: u32) -> Value {
        if depth > DEPTH_MAX {
            return Value::Null;
        }
        if let Some(constant) = schema.get("const") {
            return constant.clone();
        }
        if let Some(values) = schema["enum"].as_array() {
            return one_of(values, self.rng).cloned().unwrap_or_default();
        }
        if let Some(name) = self.names.of(field, self.rng) {
            return json!(name);
        }
        let mut made = Value::Null;
        if let Some(to) = schema["$ref"].as_str() {
            let document = self.document;
            let found = document.pointer(to.trim_start_matches('#')).unwrap_or(&Value::Null);
            made = self.at_depth(found, field, depth + 1);
        }
        for several in ["oneOf", "anyOf"] {
            let variants = schema[several].as_array().map_or(&[][..], Vec::as_slice);
            if let Some(variant) = one_of(variants, self.rng) {
                merge(&mut made, self.at_depth(variant, field, depth + 1));
            }
        }
        for part in schema["allOf"].as_array().into_iter().flatten() {
            merge(&mut made, self.at_depth(part, field, depth + 1));
        }
        merge(&mut made, self.plain(schema, field, depth));
        made
    }

    /// Returns a value of the schema's own type, or null if it names none.
    fn plain(&mut self, schema: &Value, field: &str, depth: u32) -> Value {
        let kind = match &schema["type"] {
            Value::Array(kinds) => kinds.first().and_then(Value::as_str),
            kind => kind.as_str(),
        };
        match kind {
            Some("object") => self.object(schema, depth),
            Some("array") => {
                let count = schema["maxItems"].as_u64().unwrap_or(UNBOUNDED).min(UNBOUNDED);
                (0..count)
                    .map(|_| self.at_depth(&schema["items"], field, depth + 1))
                    .collect()
            }
            Some("string") => json!(self.text(schema)),
            Some("integer" | "number") => match self.rng.below(4) {
                0 => json!(schema["minimum"].as_i64().unwrap_or(0)),
                1 => json!(1 + self.rng.below(10)),
                _ => json!(schema["maximum"].as_u64().unwrap_or(GREATEST)),
            },
            Some("boolean") => json!(self.rng.below(2) == 0),
            _ => Value::Null,
        }
    }

    fn object(&mut self, schema: &Value, depth: u32) -> Value {
        let mut object = Map::new();
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            let is_required = schema["required"]
                .as_array()
                .is_some_and(|names| names.contains(&json!(name)));
            if is_required || self.rng.below(2) == 0 {
                object.insert(name.clone(), self.at_depth(property, name, depth + 1));
            }
        }
        Value::Object(object)
    }

    fn text(&mut self, schema: &Value) -> String {
        if schema["pattern"]
            .as_str()
            .is_some_and(|pattern| pattern.contains("cdhs"))
        {
            let sign = |signs: &str, rng: &mut Rng| one_of(signs.as_bytes(), rng).map_or('X', |sign| char::from(*sign));
            return [sign("23456789TJQKA", self.rng), sign("cdhs", self.rng)]
                .iter()
                .collect();
        }
        let longest = schema["maxLength"].as_u64().unwrap_or(UNBOUNDED);
        match self.rng.below(4) {
            0 => self.rng.below(GREATEST).to_string(),
            1 => "é".repeat(usize::try_from(longest).unwrap_or(0)),
            _ => "x".repeat(usize::try_from(longest).unwrap_or(0)),
        }
    }
}

/// Merges the fields of one object into another; any other value replaces null.
fn merge(into: &mut Value, value: Value) {
    match (into, value) {
        (Value::Object(into), Value::Object(fields)) => into.extend(fields),
        (into @ Value::Null, value) => *into = value,
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_fit_their_schema_and_reach_its_bounds() {
        let document = json!({"$defs": {"Leaf": {"type": "string", "maxLength": 5}}});
        let schema = json!({
            "type": "object",
            "required": ["kind", "leaves", "count"],
            "properties": {
                "kind": {"const": "tree"},
                "leaves": {"type": "array", "maxItems": 3, "items": {"$ref": "#/$defs/Leaf"}},
                "count": {"type": "integer", "minimum": 0, "maximum": 9},
            },
        });
        let names = Names::default();
        let mut longest = 0;
        let mut greatest = 0;
        for seed in 0..50 {
            let mut rng = Rng::new(seed, 1);
            let mut maker = Maker::new(&document, &names, &mut rng);
            let value = maker.value(&schema, "");
            assert_eq!(value["kind"], "tree");
            assert_eq!(value["leaves"].as_array().unwrap().len(), 3);
            longest = longest.max(value["leaves"][0].as_str().unwrap().chars().count());
            greatest = greatest.max(value["count"].as_u64().unwrap());
        }
        assert!(longest >= 5);
        assert_eq!(greatest, 10, "a small number may be beyond the greatest as well");
    }

    #[test]
    fn paths_have_their_parameters() {
        let names = Names::new([("table", vec!["7".to_owned()])]);
        let operation = json!({"parameters": [
            {"name": "table", "in": "path", "schema": {"type": "string"}},
            {"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 200}},
        ]});
        let mut seen = Vec::new();
        for seed in 0..40 {
            let mut rng = Rng::new(seed, 1);
            let mut maker = Maker::new(&Value::Null, &names, &mut rng);
            let path = maker.path("/tables/{table}/x", &operation);
            assert!(!path.contains('{'), "{path}");
            seen.push(path);
        }
        assert!(seen.contains(&"/tables/7/x?limit=200".to_owned()), "{seen:?}");
    }
}
