//! Released descriptions of the HTTP interface: a client that was written by one of them still works.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::reference::openapi;

/// Descriptions as they were released.
const RELEASED: [(&str, &str); 1] = [("0.1.0", include_str!("../../schema/released/0.1.0/openapi.json"))];

/// The writer of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Writer {
    Client,
    Server,
}

/// A released description beside a later one, and what a client of the first one would miss in the second.
struct Comparison<'a> {
    before: &'a Value,
    now: &'a Value,
    seen: BTreeSet<(String, bool)>,
    faults: Vec<String>,
}

fn faults(before: &Value, now: &Value) -> Vec<String> {
    let mut comparison = Comparison {
        before,
        now,
        seen: BTreeSet::new(),
        faults: Vec::new(),
    };
    for (path, methods) in object(&before["paths"]) {
        for (method, operation) in object(methods) {
            let about = format!("{} {path}", method.to_uppercase());
            match &now["paths"][path][method] {
                Value::Null => comparison.faults.push(format!("{about} is gone")),
                later => comparison.operation(&about, operation, later),
            }
        }
    }
    comparison.faults
}

fn object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// The types of a schema; empty if any will do.
fn types(schema: &Value) -> Vec<&Value> {
    match &schema["type"] {
        Value::Array(types) => types.iter().collect(),
        Value::Null => Vec::new(),
        one => vec![one],
    }
}

impl Comparison<'_> {
    fn operation(&mut self, about: &str, before: &Value, now: &Value) {
        let needs_token = |operation: &Value| {
            let ways = operation["security"].as_array();
            ways.is_some_and(|ways| !ways.contains(&json!({})))
        };
        if needs_token(now) && !needs_token(before) {
            self.faults.push(format!("{about} needs a token"));
        }
        for parameter in list(&before["parameters"]) {
            let name = format!("{about} {}", parameter["name"]);
            let same = |later: &&Value| later["name"] == parameter["name"] && later["in"] == parameter["in"];
            match list(&now["parameters"]).find(same) {
                None => self.faults.push(format!("{name} is gone")),
                Some(later) => self.schema(&name, &parameter["schema"], &later["schema"], Writer::Client),
            }
        }
        let body = |operation: &Value| operation["requestBody"]["required"] == true;
        if body(now) && !body(before) {
            self.faults.push(format!("{about} needs a body"));
        }
        self.contents(about, &before["requestBody"], &now["requestBody"], Writer::Client);
        for (status, answer) in object(&before["responses"]).filter(|(status, _)| status.as_str() < "400") {
            let about = format!("{about} {status}");
            match &now["responses"][status] {
                Value::Null => self.faults.push(format!("{about} is gone")),
                later => self.contents(&about, answer, later, Writer::Server),
            }
        }
    }

    fn contents(&mut self, about: &str, before: &Value, now: &Value, writer: Writer) {
        for (kind, content) in object(&before["content"]) {
            match &now["content"][kind] {
                Value::Null => self.faults.push(format!("{about} {kind} is gone")),
                later => self.schema(about, &content["schema"], &later["schema"], writer),
            }
        }
    }

    fn schema(&mut self, about: &str, before: &Value, now: &Value, writer: Writer) {
        if let (Some(reference), Some(later)) = (before["$ref"].as_str(), now["$ref"].as_str()) {
            if self
                .seen
                .insert((format!("{reference} {later}"), writer == Writer::Client))
            {
                let (before, now) = (pointed(self.before, reference), pointed(self.now, later));
                self.schema(reference, before, now, writer);
            }
            return;
        }
        if before["$ref"] != now["$ref"] || before["const"] != now["const"] {
            self.faults.push(format!("{about} is of another type"));
            return;
        }
        let (types, later) = (types(before), types(now));
        let (written, read) = match writer {
            Writer::Client => (&types, &later),
            Writer::Server => (&later, &types),
        };
        if !read.is_empty() && (written.is_empty() || !written.iter().all(|kind| read.contains(kind))) {
            self.faults.push(format!("{about} is of another type"));
        }
        // Words of the server stay listed, too, even those that it writes no more.
        let words: Vec<&Value> = list(&now["enum"]).collect();
        if list(&before["enum"]).any(|word| !words.is_empty() && !words.contains(&word)) {
            self.faults.push(format!("{about} has fewer words"));
        }
        for (bound, is_upper) in [
            ("minimum", false),
            ("minLength", false),
            ("maximum", true),
            ("maxLength", true),
        ] {
            let Some(later) = now[bound].as_u64().filter(|_| writer == Writer::Client) else {
                continue;
            };
            let is_stricter = |before: u64| if is_upper { later < before } else { later > before };
            if before[bound].as_u64().is_none_or(is_stricter) {
                self.faults.push(format!("{about} has a stricter {bound}"));
            }
        }
        let is_needed = |schema: &Value, name: &str| list(&schema["required"]).any(|needed| needed == name);
        for (name, field) in object(&before["properties"]) {
            let about = format!("{about}.{name}");
            match &now["properties"][name] {
                Value::Null => self.faults.push(format!("{about} is gone")),
                later => self.schema(&about, field, later, writer),
            }
            if writer == Writer::Server && is_needed(before, name) && !is_needed(now, name) {
                self.faults.push(format!("{about} may be missing"));
            }
        }
        if writer == Writer::Client {
            let new = list(&now["required"]).filter(|name| !list(&before["required"]).any(|before| before == *name));
            self.faults.extend(new.map(|name| format!("{about}.{name} is needed")));
        }
        for part in ["items", "additionalProperties"] {
            if before[part].is_object() {
                self.schema(&format!("{about}[]"), &before[part], &now[part], writer);
            }
        }
        for choice in ["oneOf", "anyOf", "allOf"] {
            for variant in list(&before[choice]) {
                self.variant(about, variant, &now[choice], writer);
            }
        }
    }

    /// Finds the variant that takes the place of an earlier one: the one with the fewest faults.
    fn variant(&mut self, about: &str, before: &Value, now: &Value, writer: Writer) {
        let all = list(now).map(|later| {
            let mut comparison = Comparison {
                before: self.before,
                now: self.now,
                seen: self.seen.clone(),
                faults: Vec::new(),
            };
            comparison.schema(about, before, later, writer);
            comparison
        });
        match all.min_by_key(|comparison| comparison.faults.len()) {
            None => self.faults.push(format!("{about} has no variants")),
            Some(closest) => {
                self.seen = closest.seen;
                self.faults.extend(closest.faults);
            }
        }
    }
}

fn pointed<'a>(document: &'a Value, reference: &str) -> &'a Value {
    document.pointer(reference.trim_start_matches('#')).unwrap()
}

#[test]
fn clients_of_released_versions_still_work() {
    let now = openapi::document();
    for (version, description) in RELEASED {
        let before: Value = serde_json::from_str(description).unwrap();
        assert_eq!(faults(&before, &now), Vec::<String>::new(), "{version}");
    }
}

/// A fault that is made in the description is found, and what is added is none.
#[test]
fn what_a_client_would_miss_is_found() {
    let before = openapi::document();
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut now = before.clone();
        change(&mut now);
        faults(&before, &now)
    };
    let schemas = |now: &mut Value, name: &str| -> Map<String, Value> {
        now["components"]["schemas"][name].as_object().unwrap().clone()
    };
    let found = changed(&|now| drop(now["paths"]["/api/v1/odds"].as_object_mut().unwrap().remove("post")));
    assert_eq!(found, ["POST /api/v1/odds is gone"]);
    let found = changed(&|now| now["paths"]["/api/v1/games"]["get"]["security"] = json!([{"token": []}]));
    assert_eq!(found, ["GET /api/v1/games needs a token"]);
    let found = changed(&|now| {
        let mut me = schemas(now, "MeResponse");
        me["required"].as_array_mut().unwrap().retain(|name| name != "balance");
        now["components"]["schemas"]["MeResponse"] = me.into();
    });
    assert_eq!(found, ["#/components/schemas/MeResponse.balance may be missing"]);
    let found = changed(&|now| {
        let mut guest = schemas(now, "GuestRequest");
        guest["properties"].as_object_mut().unwrap().remove("nickname");
        guest["required"] = json!(["name"]);
        now["components"]["schemas"]["GuestRequest"] = guest.into();
    });
    assert_eq!(
        found,
        [
            "#/components/schemas/GuestRequest.nickname is gone",
            "#/components/schemas/GuestRequest.\"name\" is needed",
        ]
    );
    // A word less: of a query, of a request, of an answer.
    let found = changed(&|now| {
        let formats = &mut now["paths"]["/api/v1/hands/file"]["get"]["parameters"];
        let mut formats = formats.as_array_mut().unwrap().iter_mut();
        let format = formats.find(|parameter| parameter["name"] == "format").unwrap();
        format["schema"]["enum"].as_array_mut().unwrap().pop();
    });
    assert_eq!(found, ["GET /api/v1/hands/file \"format\" has fewer words"]);
    for (name, times) in [("TieRule", 2), ("FloorResult", 1)] {
        let found = changed(&|now| {
            let words = &mut now["components"]["schemas"][name]["oneOf"];
            words.as_array_mut().unwrap().pop();
        });
        let fault = format!("#/components/schemas/{name} is of another type");
        assert_eq!(found, vec![fault; times]);
    }
    let found = changed(&|now| {
        let limit = &mut now["paths"]["/api/v1/hands"]["get"]["parameters"][1];
        assert_eq!(limit["name"], "limit");
        limit["schema"]["maximum"] = json!(20);
    });
    assert_eq!(found, ["GET /api/v1/hands \"limit\" has a stricter maximum"]);
    let found = changed(&|now| {
        now["components"]["schemas"]["MeResponse"]["properties"]["new"] = json!({"type": "string"});
        now["components"]["schemas"]["GuestRequest"]["properties"]["new"] = json!({"type": "string"});
        now["paths"]["/api/v1/new"] = json!({"get": {"responses": {}}});
    });
    assert_eq!(found, Vec::<String>::new());
}
