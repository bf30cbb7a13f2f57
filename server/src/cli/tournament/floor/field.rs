//! The fields of an action: a value written as text becomes the JSON that the schema declares.

use serde_json::{Value, json};

/// A field of an action.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) docs: String,
    /// `true` if the action cannot do without it.
    pub(super) is_needed: bool,
    form: Form,
}

/// The values a field takes.
#[derive(Debug)]
enum Form {
    Number {
        least: i64,
        most: i64,
    },
    Switch,
    Text {
        least: usize,
        most: Option<usize>,
    },
    OneOf(Vec<String>),
    /// A player's number with an amount.
    Pair,
    /// A player who has lost all, and the winners.
    Bust,
    List(Box<Self>),
}

/// A value that a field does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum BadValue {
    #[error("{wanted} is wanted, not `{text}`")]
    Other { wanted: String, text: String },
    #[error("{0} is wanted")]
    Length(String),
}

impl Field {
    /// Reads the schema of a field.
    pub(super) fn new(name: &str, is_needed: bool, schema: &Value, definitions: &Value) -> Self {
        Self {
            name: name.to_owned(),
            docs: schema["description"].as_str().unwrap_or_default().to_owned(),
            is_needed,
            form: Form::new(schema, definitions),
        }
    }

    /// Returns the line of the help.
    pub(super) fn help(&self) -> String {
        let Self { name, docs, .. } = self;
        let head = format!("{name}={}", self.wanted());
        let head = if self.is_needed { head } else { format!("[{head}]") };
        format!("  {head}\n          {docs}")
    }

    /// Returns the placeholder of its value.
    pub(super) fn wanted(&self) -> String {
        self.form.placeholder()
    }

    /// Reads a value.
    ///
    /// # Errors
    /// The field takes no such value.
    pub(super) fn read(&self, text: &str) -> Result<Value, BadValue> {
        if matches!(self.form, Form::List(_)) && text.starts_with('[') {
            return serde_json::from_str(text).map_err(|_| other("JSON", text));
        }
        self.form.read(text)
    }
}

impl Form {
    fn new(schema: &Value, definitions: &Value) -> Self {
        let named = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next());
        if named == Some("HandBust") {
            return Self::Bust;
        }
        let schema = named.map_or(schema, |name| &definitions[name]);
        let length = |key: &str| schema[key].as_u64().and_then(|length| usize::try_from(length).ok());
        if let Some(choices) = schema["oneOf"].as_array() {
            let words = choices.iter().filter_map(|choice| choice["const"].as_str());
            return Self::OneOf(words.map(str::to_owned).collect());
        }
        match schema["type"].as_str() {
            Some("integer") => Self::Number {
                least: schema["minimum"].as_i64().unwrap_or(i64::MIN),
                most: schema["maximum"].as_i64().unwrap_or(i64::MAX),
            },
            Some("boolean") => Self::Switch,
            Some("array") if schema["prefixItems"].is_array() => Self::Pair,
            Some("array") => Self::List(Box::new(Self::new(&schema["items"], definitions))),
            _ => Self::Text {
                least: length("minLength").unwrap_or(0),
                most: length("maxLength"),
            },
        }
    }

    fn placeholder(&self) -> String {
        match self {
            Self::Number { .. } => "NUMBER".to_owned(),
            Self::Switch => "true|false".to_owned(),
            Self::Text { .. } => "TEXT".to_owned(),
            Self::OneOf(words) => words.join("|"),
            Self::Pair => "PLAYER:CHIPS".to_owned(),
            Self::Bust => "PLAYER[@STACK]:[WINNER[+WINNER]]".to_owned(),
            Self::List(item) => format!("{},...", item.placeholder()),
        }
    }

    fn read(&self, text: &str) -> Result<Value, BadValue> {
        match self {
            Self::Number { least, most } => {
                let number: i64 = text.parse().map_err(|_| other("a whole number", text))?;
                if (*least..=*most).contains(&number) {
                    Ok(json!(number))
                } else {
                    Err(other(&format!("a whole number from {least} to {most}"), text))
                }
            }
            Self::Switch => match text {
                "true" => Ok(json!(true)),
                "false" => Ok(json!(false)),
                _ => Err(other("true or false", text)),
            },
            Self::Text { least, most } => {
                let length = text.chars().count();
                if length >= *least && most.is_none_or(|most| length <= most) {
                    return Ok(json!(text));
                }
                let most = most.map_or_else(String::new, |most| format!(" to {most}"));
                Err(BadValue::Length(format!("a text of {least}{most} characters")))
            }
            Self::OneOf(words) if words.iter().any(|word| word == text) => Ok(json!(text)),
            Self::OneOf(words) => {
                let wanted = match words.split_last() {
                    Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
                    _ => words.concat(),
                };
                Err(other(&wanted, text))
            }
            Self::Pair => pair(text).ok_or_else(|| other(&self.placeholder(), text)),
            Self::Bust => bust(text).ok_or_else(|| other(&self.placeholder(), text)),
            Self::List(item) => {
                let items = text.split(',').map(str::trim).filter(|_| !text.is_empty());
                items.map(|text| item.read(text)).collect()
            }
        }
    }
}

fn other(wanted: &str, text: &str) -> BadValue {
    BadValue::Other {
        wanted: wanted.to_owned(),
        text: text.to_owned(),
    }
}

/// Reads `PLAYER:CHIPS`.
fn pair(text: &str) -> Option<Value> {
    let (player, chips) = text.split_once(':')?;
    Some(json!([number(player)?, number(chips)?]))
}

/// Reads `PLAYER:WINNER+WINNER` or `PLAYER@STACK:WINNER`; `PLAYER:` for an unknown winner.
fn bust(text: &str) -> Option<Value> {
    let (loser, winners) = text.split_once(':')?;
    let winners = winners.split('+').filter(|_| !winners.is_empty());
    let by = winners.map(number).collect::<Option<Vec<u64>>>()?;
    Some(match loser.split_once('@') {
        Some((player, stack)) => json!({"player": number(player)?, "stack": number(stack)?, "by": by}),
        None => json!({"player": number(loser)?, "by": by}),
    })
}

fn number(text: &str) -> Option<u64> {
    text.parse().ok()
}
