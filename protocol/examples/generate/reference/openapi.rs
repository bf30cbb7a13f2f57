//! The HTTP interface as it is declared: its machine-readable description and the table in the reference.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use poker_protocol::v1::ErrorMsg;
use poker_protocol::v1::routes::answer::Content;
use poker_protocol::v1::routes::value::Values;
use poker_protocol::v1::routes::{self, ANYWHERE, Operation, SchemaOf, Token};
use schemars::Schema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::Transform;
use serde_json::{Map, Value, json};

use super::schema::Tidy;

/// Path of the definitions within the document.
const SCHEMAS: &str = "/components/schemas";

/// Collects the definitions that are referred to, separately for what clients write and what the server writes.
struct Types {
    client: SchemaGenerator,
    server: SchemaGenerator,
}

impl Types {
    fn new() -> Self {
        let settings = || {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = SCHEMAS.into();
            })
        };
        Self {
            client: SchemaGenerator::new(settings().for_deserialize()),
            server: SchemaGenerator::new(settings().for_serialize()),
        }
    }

    fn of_request(&mut self, operation: &Operation) -> Option<Value> {
        operation.request.map(|body| tidy((body.schema)(&mut self.client)))
    }

    fn of_answer(&mut self, schema: SchemaOf) -> Value {
        tidy(schema(&mut self.server))
    }

    /// Returns all definitions by name. A definition that both sides write must be the same in both directions.
    fn definitions(mut self) -> Map<String, Value> {
        let mut all = Map::new();
        for generator in [&mut self.client, &mut self.server] {
            for (name, definition) in generator.take_definitions(true) {
                let definition = tidy(Schema::try_from(definition).expect("a definition is a schema"));
                let before = all.insert(name.clone(), definition.clone());
                assert!(
                    before.is_none_or(|before| before == definition),
                    "{name} has two shapes"
                );
            }
        }
        all
    }
}

fn tidy(mut schema: Schema) -> Value {
    Tidy.transform(&mut schema);
    schema.to_value()
}

fn describe(operation: &Operation, types: &mut Types) -> Value {
    let names = operation.path.split('{').skip(1);
    let in_path = names.filter_map(|rest| rest.split('}').next()).map(|name| {
        let schema = if name == "hand" {
            json!({"type": "integer", "minimum": 0})
        } else {
            json!({"type": "string"})
        };
        json!({"name": name, "in": "path", "required": true, "schema": schema})
    });
    let in_query = operation.query.iter().map(
        |asked| json!({"name": asked.name, "in": "query", "description": asked.about, "schema": values(asked.values)}),
    );
    let parameters: Vec<Value> = in_path.chain(in_query).collect();
    let mut responses = Map::new();
    responses.insert(operation.status.to_string(), answer(operation.content, types));
    for refusal in operation.refused_with().into_iter().chain(ANYWHERE) {
        responses.insert(refusal.to_string(), json!({"$ref": "#/components/responses/Refused"}));
    }
    let words: Vec<&str> = operation.path.split(|symbol: char| !symbol.is_alphanumeric()).collect();
    let method = operation.method.name().to_lowercase();
    let name = format!("{method}_{}", words.join("_").replace("_api_v1_", "_"));
    let name = name.replace("__", "_").trim_end_matches('_').to_owned();
    let mut described = json!({"operationId": name, "summary": operation.about, "responses": responses});
    if !parameters.is_empty() {
        described["parameters"] = json!(parameters);
    }
    if let (Some(schema), Some(body)) = (types.of_request(operation), operation.request) {
        described["requestBody"] = json!({
            "required": !body.optional,
            "content": {"application/json": {"schema": schema}},
        });
    }
    match operation.token {
        Token::None => {}
        Token::Optional => described["security"] = json!([{}, {"token": []}]),
        Token::Needed => described["security"] = json!([{"token": []}]),
    }
    described
}

fn values(values: Values) -> Value {
    match values {
        Values::Text => json!({"type": "string"}),
        Values::Words => json!({"type": "string", "minLength": 1, "maxLength": 60}),
        Values::Pattern(pattern) => json!({"type": "string", "pattern": pattern}),
        Values::OneOf(words) => json!({"type": "string", "enum": words}),
        Values::Time => json!({"type": "string", "format": "date-time"}),
        Values::Flag => json!({"type": "boolean"}),
        Values::Number(min, max) => {
            let mut schema = json!({"type": "integer"});
            for (bound, number) in [("minimum", min), ("maximum", max)] {
                if let Some(number) = number {
                    schema[bound] = json!(number);
                }
            }
            schema
        }
    }
}

fn answer(content: Content, types: &mut Types) -> Value {
    let text = json!({"schema": {"type": "string"}});
    match content {
        Content::Nothing => json!({"description": "Done."}),
        Content::Json(schema) => {
            let schema = types.of_answer(schema);
            json!({"description": "Done.", "content": {"application/json": {"schema": schema}}})
        }
        Content::Object => {
            json!({"description": "Done.", "content": {"application/json": {"schema": {"type": "object"}}}})
        }
        Content::Text(kind) => {
            let kind = kind.split(';').next().unwrap_or(kind);
            json!({"description": "Done.", "content": {kind: text}})
        }
        Content::Picture => json!({
            "description": "The picture.",
            "content": {"image/png": {"schema": {"type": "string", "format": "binary"}}},
        }),
        Content::Hands => json!({
            "description": "The file: one JSON object per hand and line, TOML, or text with an empty line after each hand.",
            "content": {
                "application/x-ndjson": text,
                "application/toml": text,
                "text/plain": text,
            },
        }),
        Content::Hand(record) => json!({
            "description": "The record, or the file.",
            "content": {
                "application/json": {"schema": {"anyOf": [types.of_answer(record), {"type": "object"}]}},
                "application/toml": text,
                "text/plain": text,
            },
        }),
    }
}

/// Returns the `OpenAPI` 3.1 description of the whole interface.
pub(crate) fn document() -> Value {
    let mut types = Types::new();
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for operation in routes::all() {
        let methods = paths.entry(operation.path).or_default();
        methods.insert(operation.method.name().to_lowercase(), describe(operation, &mut types));
    }
    let refusal = types.of_answer(SchemaGenerator::subschema_for::<ErrorMsg>);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Poker server",
            "version": "1",
            "description": "Signing in, tables and finished hands. Play itself uses the WebSocket. A refusal is JSON with a \
                            stable code, whatever the status; statuses that are not listed come from proxies.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "An access token of a session, or an API token of a bot.",
                },
            },
            "responses": {
                "Refused": {
                    "description": "The request was refused, and changed nothing.",
                    "content": {"application/json": {"schema": refusal}},
                },
            },
            "schemas": types.definitions(),
        },
    })
}

/// Returns the operations as a table for the reference.
pub(crate) fn table() -> String {
    let mut text = String::from("| request | token | body | answer | refused with |\n|---|---|---|---|---|\n");
    let mut types = Types::new();
    for operation in routes::all() {
        let Operation { path, status, .. } = operation;
        let query: Vec<&str> = operation.query.iter().map(|asked| asked.name).collect();
        let query = if query.is_empty() {
            String::new()
        } else {
            format!("?{}=", query.join("=&"))
        };
        let token = match operation.token {
            Token::None => "",
            Token::Optional => "may",
            Token::Needed => "yes",
        };
        let body = types.of_request(operation).as_ref().map_or_else(String::new, link);
        let answer = match operation.content {
            Content::Json(schema) | Content::Hand(schema) => link(&types.of_answer(schema)),
            _ => String::new(),
        };
        let refusals: Vec<String> = operation.refused_with().iter().map(u16::to_string).collect();
        let refusals = refusals.join(", ");
        let _ = writeln!(
            text,
            "| `{} {path}{query}` | {token} | {body} | {status} {answer} | {refusals} |",
            operation.method.name()
        );
    }
    text
}

/// Returns a link to the heading of an object.
fn link(schema: &Value) -> String {
    let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) else {
        return String::new();
    };
    format!("[{name}](#{})", name.to_lowercase())
}
