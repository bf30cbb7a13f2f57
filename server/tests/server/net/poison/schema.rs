//! Messages that attack every field of a type, made from its JSON Schema: a field that is added is attacked as well.

use poker_protocol::v1::Card;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// Placeholder for the attacking value.
const HOLE: &str = "@hole";

/// Depth to which schemas are followed; they end earlier unless one contains itself.
const DEEPEST: usize = 16;

/// A message with one field to be attacked.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// The field, for people.
    pub(crate) field: String,
    /// The message as JSON, with `"@hole"` in that field, and `"@table"`, `"@tournament"`, `"@hand"`, `"@turn"` and
    /// `"@id"` in the fields for these.
    message: String,
    /// Values specific to the field's schema: its bounds, and the values it names.
    own: Vec<String>,
}

impl Target {
    /// Returns the message with this JSON in the field.
    pub(crate) fn attacked(&self, with: &str) -> String {
        self.message.replace(&format!("{HOLE:?}"), with)
    }

    /// Returns the values to try in the field, as JSON: the common ones, and those specific to the schema.
    pub(crate) fn attacks(&self) -> impl Iterator<Item = &str> {
        extremes().iter().chain(&self.own).map(String::as_str)
    }

    /// Returns the values specific to the schema.
    pub(crate) fn own_attacks(&self) -> impl Iterator<Item = &str> {
        self.own.iter().map(String::as_str)
    }
}

/// Returns every field of a type, nested ones included.
pub(crate) fn targets<T: JsonSchema>() -> Vec<Target> {
    let settings = SchemaSettings::draft2020_12().for_deserialize();
    let schema = SchemaGenerator::new(settings).into_root_schema_for::<T>();
    let root = schema.to_value();
    Book::new(&root["$defs"]).targets(&root)
}

/// The schemas that others refer to, by their names.
pub(crate) struct Book {
    definitions: Map<String, Value>,
}

impl Book {
    pub(crate) fn new(definitions: &Value) -> Self {
        Self {
            definitions: definitions.as_object().cloned().unwrap_or_default(),
        }
    }

    /// Returns every field of a schema, nested ones included.
    pub(crate) fn targets(&self, schema: &Value) -> Vec<Target> {
        let mut targets = Vec::new();
        self.walk(schema, "", 0, &|value| value, &mut targets);
        targets
    }

    /// Resolves a reference to a schema.
    fn referred<'a>(&'a self, schema: &'a Value) -> Option<&'a Value> {
        let name = schema["$ref"].as_str()?.rsplit('/').next()?;
        Some(&self.definitions[name])
    }

    /// Returns the fields of an object with their schemas, and the names of the required ones.
    fn fields(&self, schema: &Value) -> (Map<String, Value>, Vec<String>) {
        let (mut fields, mut required) = self.referred(schema).map(|of| self.fields(of)).unwrap_or_default();
        for part in schema["allOf"].as_array().into_iter().flatten() {
            let (more, needed) = self.fields(part);
            fields.extend(more);
            required.extend(needed);
        }
        fields.extend(schema["properties"].as_object().cloned().unwrap_or_default());
        let names = schema["required"].as_array().into_iter().flatten();
        required.extend(names.filter_map(Value::as_str).map(str::to_owned));
        (fields, required)
    }

    /// Returns the alternatives of a schema.
    fn variants<'a>(&'a self, schema: &'a Value) -> Vec<&'a Value> {
        let own = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array());
        match (own, self.referred(schema)) {
            (Some(own), _) => own.iter().filter(|variant| variant["type"] != "null").collect(),
            (None, Some(of)) => self.variants(of),
            (None, None) => Vec::new(),
        }
    }

    /// Returns a property of a schema, or of the one it refers to.
    fn property<'a>(&'a self, schema: &'a Value, name: &str) -> &'a Value {
        match (&schema[name], self.referred(schema)) {
            (Value::Null, Some(of)) => self.property(of, name),
            (own, _) => own,
        }
    }

    /// Returns a value that fits, as small as possible.
    fn sample(&self, schema: &Value, name: &str) -> Value {
        let kind = self.property(schema, "type");
        let kind = kind.get(0).unwrap_or(kind).as_str().unwrap_or("object");
        match (name, kind) {
            ("hand" | "turn", _) | ("id" | "table" | "tournament", "string") => return json!(format!("@{name}")),
            // Tables of a tournament have numbers.
            ("table", "integer") => return json!(1),
            _ => {}
        }
        if !schema["const"].is_null() {
            return schema["const"].clone();
        }
        if let Some(first) = self.property(schema, "enum").get(0) {
            return first.clone();
        }
        if let Some(first) = self.variants(schema).first() {
            return self.sample(first, name);
        }
        match kind {
            "integer" | "number" => {
                let least = self.property(schema, "minimum").as_u64().unwrap_or(0);
                json!(least.max(2))
            }
            "boolean" => json!(false),
            "array" => json!([]),
            "string" if !self.property(schema, "pattern").is_null() => json!("Ah"),
            "string" => json!("no-limit-holdem"),
            _ => {
                let (fields, required) = self.fields(schema);
                let filled = required
                    .into_iter()
                    .map(|name| (name.clone(), self.sample(&fields[&name], &name)));
                Value::Object(filled.collect())
            }
        }
    }

    /// Adds the field with this schema and all below it. `wrap` puts a value of the field into a message.
    fn walk(
        &self,
        schema: &Value,
        field: &str,
        depth: usize,
        wrap: &dyn Fn(Value) -> Value,
        targets: &mut Vec<Target>,
    ) {
        targets.push(Target {
            field: field.to_owned(),
            message: wrap(json!(HOLE)).to_string(),
            own: self.own(schema),
        });
        self.walk_below(schema, field, depth, wrap, targets);
    }

    fn walk_below(
        &self,
        schema: &Value,
        field: &str,
        depth: usize,
        wrap: &dyn Fn(Value) -> Value,
        targets: &mut Vec<Target>,
    ) {
        if depth == DEEPEST {
            return;
        }
        for variant in self.variants(schema) {
            self.walk_below(variant, field, depth + 1, wrap, targets);
        }
        let items = self.property(schema, "items");
        if !items.is_null() {
            let wrap = |value| wrap(json!([value]));
            self.walk(items, &format!("{field}[]"), depth + 1, &wrap, targets);
        }
        if !self.variants(schema).is_empty() {
            return;
        }
        let (fields, _) = self.fields(schema);
        if fields.is_empty() {
            return;
        }
        let base = self.sample(schema, "");
        let tag = ["type", "kind"]
            .map(|tag| base[tag].as_str().unwrap_or_default())
            .concat();
        let unknown = ("unknown".to_owned(), json!({}));
        for (name, schema) in fields.into_iter().chain([unknown]) {
            let wrap = |value| {
                let mut object = base.clone();
                object[&name] = value;
                wrap(object)
            };
            self.walk(&schema, &format!("{field}{tag}.{name}"), depth + 1, &wrap, targets);
        }
    }

    /// Returns the bounds of a field, the values just beyond them, and the values it may have.
    fn own(&self, schema: &Value) -> Vec<String> {
        let mut own = Vec::new();
        for bound in ["minimum", "maximum"] {
            if let Some(bound) = self.property(schema, bound).as_i64() {
                own.extend((bound - 1..=bound + 1).map(|number| number.to_string()));
            }
        }
        if let Some(bound) = self.property(schema, "maxLength").as_u64() {
            let bound = usize::try_from(bound).unwrap();
            own.extend([bound - 1, bound, bound + 1].map(|length| format!("{:?}", "x".repeat(length))));
        }
        if self.property(schema, "format") == "date-time" {
            own.extend(INSTANTS.map(|instant| format!("{instant:?}")));
        }
        let values = self.property(schema, "enum").as_array();
        own.extend(values.into_iter().flatten().map(Value::to_string));
        own
    }
}

/// The first and the last instant that can be written, and some that may have no neighbour in a calendar.
const INSTANTS: [&str; 5] = [
    "-009999-01-02T01:59:59Z",
    "9999-12-30T22:00:00.999999999Z",
    "1969-12-31T23:59:59.999999999Z",
    "2024-02-29T23:59:60Z",
    "2026-11-01T00:00:00+25:59",
];

/// Returns the values tried in every field, whatever its type.
fn extremes() -> &'static [String] {
    static EXTREMES: std::sync::OnceLock<Vec<String>> = std::sync::OnceLock::new();
    EXTREMES.get_or_init(|| {
        let powers = [7, 8, 15, 16, 31, 32, 52, 53, 62, 63, 64].map(|power| 1_u128 << power);
        let numbers = powers.into_iter().flat_map(|power| power - 1..=power + 1);
        let mut all: Vec<String> = (0..=12).chain(numbers).map(|number| number.to_string()).collect();
        let texts = [
            "-0",
            "-1",
            "-9223372036854775808",
            "-9223372036854775809",
            "1.0",
            "0.5",
            "1e3",
            "1e308",
            "1e400",
        ];
        all.extend(texts.map(str::to_owned));
        all.extend(["null", "true", "false", "[]", "{}", "[[]]", "[null]", "nothing", ""].map(str::to_owned));
        let words = [
            "",
            " ",
            "0",
            "1",
            "-1",
            "18446744073709551615",
            "9007199254740992",
            "nl",
            "pot",
            "fixed",
            "spread",
            "horse",
            "seven-card-stud",
            "\u{0}",
            "\u{202e}\u{200b}\u{feff}",
            "🂡🂱",
            "e\u{301}\u{301}\u{301}",
            "../../../etc/passwd",
            "'; drop table accounts; --",
            "%00%ff",
            "\n\r\t",
        ];
        let long = ["x".repeat(65), "é".repeat(200), "x".repeat(3500), "\u{1}".repeat(500)];
        let words = words.into_iter().map(str::to_owned).chain(long);
        all.extend(words.map(|word| json!(word).to_string()));
        // Half of a surrogate pair.
        all.push(r#""\ud800""#.to_owned());
        for deep in [64, 127, 128, 1000] {
            all.push(format!("{}{}", "[".repeat(deep), "]".repeat(deep)));
        }
        all.push(format!("{}1{}", r#"{"a":"#.repeat(100), "}".repeat(100)));
        all.push(json!(vec![0; 1000]).to_string());
        all.push(json!(vec![json!({}); 500]).to_string());
        let deck: Vec<String> = "23456789TJQKA"
            .chars()
            .flat_map(|rank| "cdhs".chars().map(move |suit| format!("{rank}{suit}")))
            .collect();
        assert!(deck.iter().all(|card| Card::new(card).is_some()));
        all.extend(
            [json!(["Ah"]), json!(["Ah", "Ah"]), json!(["X1", "X2"]), json!(deck)].map(|cards| cards.to_string()),
        );
        all.push(json!([&deck[..]; 8].concat()).to_string());
        all
    })
}

#[test]
fn every_field_is_found() {
    use poker_protocol::v1::ClientMsg;
    let fields: Vec<String> = targets::<ClientMsg>().into_iter().map(|target| target.field).collect();
    for wanted in [
        "resume.after",
        "create_table.config.session.closes_at",
        "create_table.config.session.first_dealer",
        "create_table.config.mixrotation.games[].multiplier",
        "act.actionraise.to",
        "act.actiondiscard.cards[]",
        "hello.versions[]",
        "register.rules",
        "resume_tournament.after",
        "tournament_rebuy.take",
        "report.text",
        "deal.answer",
    ] {
        assert!(fields.iter().any(|field| field == wanted), "{wanted} of {fields:#?}");
    }
}
