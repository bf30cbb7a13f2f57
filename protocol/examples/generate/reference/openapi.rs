//! The HTTP interface: one list of operations, the source of its machine-readable description and of the table in the reference.

mod clubs;
mod operations;
mod parameters;
mod personal;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use poker_protocol::v1::ErrorMsg;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::Transform;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use self::operations::all;
use super::schema::Tidy;

/// Path of the definitions within the document.
const SCHEMAS: &str = "/components/schemas";

/// The need of a request for an access token or an API token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    None,
    Optional,
    Needed,
}

struct Parameter {
    name: &'static str,
    about: &'static str,
    schema: Value,
}

/// The content of an answer.
enum Content {
    Nothing,
    Json(Value),
    Text(&'static str),
    /// A file of finished hands.
    File,
    /// A finished hand: the record, or a file.
    Hand(Value),
}

struct Operation {
    method: &'static str,
    path: &'static str,
    about: &'static str,
    token: Token,
    query: Vec<Parameter>,
    /// The body, and `true` if it may be left out.
    request: Option<(Value, bool)>,
    answer: (u16, Content),
    /// Statuses of the refusals specific to the operation.
    refusals: &'static [u16],
}

/// Statuses with which any operation may refuse a request.
const ANYWHERE: [u16; 6] = [400, 408, 413, 429, 500, 503];

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

    fn request<T: JsonSchema>(&mut self) -> (Value, bool) {
        (tidy(self.client.subschema_for::<T>()), false)
    }

    fn json<T: JsonSchema>(&mut self, status: u16) -> (u16, Content) {
        (status, Content::Json(tidy(self.server.subschema_for::<T>())))
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

impl Operation {
    fn get(path: &'static str, about: &'static str, answer: (u16, Content)) -> Self {
        Self {
            method: "get",
            path,
            about,
            token: Token::None,
            query: Vec::new(),
            request: None,
            answer,
            refusals: &[],
        }
    }

    fn post(
        path: &'static str,
        about: &'static str,
        request: impl Into<Option<(Value, bool)>>,
        answer: (u16, Content),
    ) -> Self {
        Self {
            method: "post",
            request: request.into(),
            ..Self::get(path, about, answer)
        }
    }

    fn put(path: &'static str, about: &'static str, request: (Value, bool), answer: (u16, Content)) -> Self {
        Self {
            method: "put",
            ..Self::post(path, about, request, answer)
        }
    }

    fn token(mut self) -> Self {
        self.token = Token::Needed;
        self
    }

    fn token_optional(mut self) -> Self {
        self.token = Token::Optional;
        self
    }

    fn refused(mut self, refusals: &'static [u16]) -> Self {
        self.refusals = refusals;
        self
    }

    fn query(mut self, query: Vec<Parameter>) -> Self {
        self.query = query;
        self
    }
}

impl Operation {
    fn describe(&self) -> Value {
        let names = self.path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
        let in_path = names.map(|name| {
            let schema = if name == "hand" {
                json!({"type": "integer", "minimum": 0})
            } else {
                json!({"type": "string"})
            };
            json!({"name": name, "in": "path", "required": true, "schema": schema})
        });
        let in_query = self.query.iter().map(
            |asked| json!({"name": asked.name, "in": "query", "description": asked.about, "schema": asked.schema}),
        );
        let parameters: Vec<Value> = in_path.chain(in_query).collect();
        let mut responses = Map::new();
        let (status, content) = &self.answer;
        responses.insert(status.to_string(), content.describe());
        for refusal in self.refusals.iter().chain(&ANYWHERE) {
            responses.insert(refusal.to_string(), json!({"$ref": "#/components/responses/Refused"}));
        }
        let words: Vec<&str> = self.path.split(|symbol: char| !symbol.is_alphanumeric()).collect();
        let name = format!("{}_{}", self.method, words.join("_").replace("_api_v1_", "_"));
        let name = name.replace("__", "_").trim_end_matches('_').to_owned();
        let mut described = json!({"operationId": name, "summary": self.about, "responses": responses});
        if !parameters.is_empty() {
            described["parameters"] = json!(parameters);
        }
        if let Some((schema, optional)) = &self.request {
            described["requestBody"] = json!({
                "required": !optional,
                "content": {"application/json": {"schema": schema}},
            });
        }
        match self.token {
            Token::None => {}
            Token::Optional => described["security"] = json!([{}, {"token": []}]),
            Token::Needed => described["security"] = json!([{"token": []}]),
        }
        described
    }
}

impl Content {
    fn describe(&self) -> Value {
        let text = json!({"schema": {"type": "string"}});
        match self {
            Self::Nothing => json!({"description": "Done."}),
            Self::Json(schema) => {
                json!({"description": "Done.", "content": {"application/json": {"schema": schema}}})
            }
            Self::Text(kind) => json!({"description": "Done.", "content": {*kind: text}}),
            Self::File => json!({
                "description": "The file: one JSON object per hand and line, TOML, or text with an empty line after each hand.",
                "content": {
                    "application/x-ndjson": text,
                    "application/toml": text,
                    "text/plain": text,
                },
            }),
            Self::Hand(record) => json!({
                "description": "The record, or the file.",
                "content": {
                    "application/json": {"schema": {"anyOf": [record, {"type": "object"}]}},
                    "application/toml": text,
                    "text/plain": text,
                },
            }),
        }
    }
}

/// Returns the `OpenAPI` 3.1 description of the whole interface.
pub(crate) fn document() -> Value {
    let mut types = Types::new();
    let operations = all(&mut types);
    let refusal = tidy(types.server.subschema_for::<ErrorMsg>());
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for operation in &operations {
        let methods = paths.entry(operation.path).or_default();
        methods.insert(operation.method.to_owned(), operation.describe());
    }
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
    for operation in all(&mut Types::new()) {
        let Operation { method, path, .. } = operation;
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
        let body = operation
            .request
            .as_ref()
            .map_or_else(String::new, |(schema, _)| link(schema));
        let (status, content) = &operation.answer;
        let answer = match content {
            Content::Json(schema) | Content::Hand(schema) => link(schema),
            Content::Nothing | Content::Text(_) | Content::File => String::new(),
        };
        let refusals: Vec<String> = operation.refusals.iter().map(u16::to_string).collect();
        let refusals = refusals.join(", ");
        let _ = writeln!(
            text,
            "| `{} {path}{query}` | {token} | {body} | {status} {answer} | {refusals} |",
            method.to_uppercase()
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
