//! A client that checks the server against its description.

use std::collections::{BTreeSet, HashMap};
use std::net::SocketAddr;

use jsonschema::Validator;
use serde_json::{Value, json};

use super::JSON;
use crate::net::raw::{Answer, request};
use crate::net::server::Server;

/// A client that checks every answer against the description.
pub(super) struct Described {
    pub(super) address: SocketAddr,
    pub(super) document: Value,
    /// Operations carried out.
    pub(super) done: BTreeSet<(String, String)>,
    /// Validators of values, by the text of their schema.
    validators: HashMap<String, Validator>,
}

impl Described {
    pub(super) async fn of(server: &Server) -> Self {
        let document = request(server.address, "GET", "/api/v1/openapi.json", "", "").await;
        let mut described = Self {
            address: server.address,
            document: document.json(),
            done: BTreeSet::new(),
            validators: HashMap::new(),
        };
        described.hold("get", "/api/v1/openapi.json", &document, None);
        described
    }

    /// Sends a request, checks that the description covers the answer, and returns the answer.
    pub(super) async fn ask(&mut self, method: &str, path: &str, headers: &str, body: Option<&Value>) -> Answer {
        let text = body.map(Value::to_string).unwrap_or_default();
        let kind = if body.is_some() { JSON } else { "" };
        let upper = method.to_uppercase();
        let answer = request(self.address, &upper, path, &format!("{kind}{headers}"), &text).await;
        self.hold(method, path, &answer, body);
        answer
    }

    fn hold(&mut self, method: &str, path: &str, answer: &Answer, body: Option<&Value>) {
        let about = format!("{method} {path}: {answer:?}");
        let template = self.template(path).unwrap_or_else(|| panic!("no path for {about}"));
        let operation = self.document["paths"][&template][method].clone();
        assert!(operation.is_object(), "{about}");
        let mut response = &operation["responses"][answer.status.to_string()];
        if let Some(reference) = response["$ref"].as_str() {
            response = self.document.pointer(reference.trim_start_matches('#')).unwrap();
        }
        let response = response.clone();
        assert!(response.is_object(), "this status is not described: {about}");
        match &response["content"] {
            Value::Null => assert!(answer.body.is_empty(), "{about}"),
            content => {
                let kind = answer.header("content-type").unwrap_or_else(|| panic!("{about}"));
                let kind = kind.split(';').next().unwrap();
                assert!(content[kind].is_object(), "{kind} is not described: {about}");
                assert!(
                    kind == "image/png" || std::str::from_utf8(&answer.body).is_ok(),
                    "{about}"
                );
                let value = if kind == "application/json" {
                    answer.json()
                } else {
                    json!(String::from_utf8_lossy(&answer.body))
                };
                self.fits(&content[kind]["schema"], &value, &about);
            }
        }
        if answer.status >= 400 {
            return;
        }
        if let Some(body) = body {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            self.fits(schema, body, &about);
        }
        self.done.insert((method.to_owned(), template));
    }

    fn fits(&mut self, schema: &Value, value: &Value, about: &str) {
        let components = &self.document["components"];
        let validator = self.validators.entry(schema.to_string()).or_insert_with(|| {
            let whole = json!({
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "allOf": [schema],
                "components": components,
            });
            jsonschema::validator_for(&whole).unwrap()
        });
        if let Err(wrong) = validator.validate(value) {
            panic!("{wrong} at {}: {about}", wrong.instance_path());
        }
    }

    /// Returns the described path that matches a path; of several, the one with the most fixed parts.
    fn template(&self, path: &str) -> Option<String> {
        let path: Vec<&str> = path.split('?').next()?.split('/').collect();
        let paths = self.document["paths"].as_object()?.keys();
        let matching = paths.filter(|template| {
            let parts: Vec<&str> = template.split('/').collect();
            let same = |(part, word): (&&str, &&str)| part == word || part.starts_with('{');
            parts.len() == path.len() && parts.iter().zip(&path).all(same)
        });
        matching.min_by_key(|template| template.matches('{').count()).cloned()
    }

    /// Signs a guest in, and returns its tokens.
    pub(super) async fn guest(&mut self, nickname: &str) -> Value {
        let session = self
            .ask("post", "/api/v1/guest", "", Some(&json!({"nickname": nickname})))
            .await;
        assert_eq!(session.status, 201);
        session.json()
    }
}
