//! A file being read, with the position of its first fault.

use toml_edit::{InlineTable, Item, Table, TableLike, Value};

use super::Word;
use crate::Chips;
use crate::game::LocalName;

/// The refusal of a structure: line, key and reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct StructureError {
    /// Line of the file, from 1.
    pub line: usize,
    /// Key such as `levels` or `rebuy.chips`; empty if the file is not TOML.
    pub key: String,
    /// Reason of the refusal, as a sentence.
    pub message: String,
}

pub(super) type Result<T> = std::result::Result<T, StructureError>;

/// The keys of the file, or of an inline table within it.
pub(super) struct Source<'a> {
    text: &'a str,
    /// Key of the inline table followed by a point, empty for the file itself.
    prefix: &'static str,
    /// Position of the inline table in the text, for keys that are missing from it.
    start: usize,
    table: Keys<'a>,
}

#[derive(Clone, Copy)]
enum Keys<'a> {
    File(&'a Table),
    Inline(&'a InlineTable),
}

impl<'a> Keys<'a> {
    fn get(self, key: &str) -> Option<&'a dyn Plain> {
        match self {
            Self::File(table) => table.get(key).map(|item| item as &dyn Plain),
            Self::Inline(table) => table.get(key).map(|value| value as &dyn Plain),
        }
    }

    fn names(self) -> Vec<&'a str> {
        match self {
            Self::File(table) => table.iter().map(|(key, _)| key).collect(),
            Self::Inline(table) => table.iter().map(|(key, _)| key).collect(),
        }
    }

    fn key_start(self, key: &str) -> Option<usize> {
        let key = match self {
            Self::File(table) => table.key(key),
            Self::Inline(table) => TableLike::key(table, key),
        };
        let span = key.and_then(toml_edit::Key::span);
        span.map(|span| span.start)
    }
}

/// Common access to items and values.
trait Plain {
    fn value(&self) -> Option<&Value>;
    fn start(&self) -> Option<usize>;
}

impl Plain for Item {
    fn value(&self) -> Option<&Value> {
        self.as_value()
    }

    fn start(&self) -> Option<usize> {
        self.span().map(|span| span.start)
    }
}

impl Plain for Value {
    fn value(&self) -> Option<&Value> {
        Some(self)
    }

    fn start(&self) -> Option<usize> {
        self.span().map(|span| span.start)
    }
}

/// Returns the line of a byte offset in a text, from 1.
pub(super) fn line_at(text: &str, offset: usize) -> usize {
    let lines = text.bytes().take(offset).filter(|byte| *byte == b'\n');
    lines.count() + 1
}

impl<'a> Source<'a> {
    pub(super) const fn of_file(text: &'a str, table: &'a Table) -> Self {
        Self {
            text,
            prefix: "",
            start: 0,
            table: Keys::File(table),
        }
    }

    /// Makes an error for a key.
    pub(super) fn error(&self, key: &str, message: impl Into<String>) -> StructureError {
        let value = self.table.get(key).and_then(Plain::start);
        let start = self.table.key_start(key).or(value).unwrap_or(self.start);
        StructureError {
            line: line_at(self.text, start),
            key: format!("{}{key}", self.prefix),
            message: message.into(),
        }
    }

    /// Makes an error for a key such as `rebuy.chips`, of this table or of one within it.
    pub(super) fn fault(&self, key: &'static str, message: String) -> StructureError {
        let (outer, inner) = key.split_once('.').unwrap_or((key, ""));
        let within = self.value(outer).and_then(Value::as_inline_table);
        let within = within.and_then(|table| Keys::Inline(table).key_start(inner));
        let mut error = self.error(outer, message);
        if let Some(start) = within {
            error.line = line_at(self.text, start);
        }
        key.clone_into(&mut error.key);
        error
    }

    /// Makes an error for an element of a list.
    pub(super) fn error_in(&self, key: &str, index: usize, message: impl Into<String>) -> StructureError {
        let list = self.value(key).and_then(Value::as_array);
        let start = list.and_then(|list| list.get(index)).and_then(Plain::start);
        let mut error = self.error(key, message);
        if let Some(start) = start {
            error.line = line_at(self.text, start);
        }
        error
    }

    pub(super) fn fail<T>(&self, key: &str, message: impl Into<String>) -> Result<T> {
        Err(self.error(key, message))
    }

    /// Refuses keys that are not among these.
    pub(super) fn only(&self, known: &[&str]) -> Result<()> {
        let names = self.table.names();
        match names.into_iter().find(|key| !known.contains(key)) {
            Some(key) => self.fail(
                key,
                format!("there is no key `{}{}`", self.prefix, key.escape_default()),
            ),
            None => Ok(()),
        }
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.table.get(key).is_some()
    }

    pub(super) fn value(&self, key: &str) -> Option<&'a Value> {
        self.table.get(key).and_then(Plain::value)
    }

    /// Returns the inline table of a key, `None` if the key is missing.
    pub(super) fn inline(&self, key: &str, prefix: &'static str) -> Result<Option<Source<'a>>> {
        if !self.has(key) {
            return Ok(None);
        }
        let Some(table) = self.value(key).and_then(Value::as_inline_table) else {
            return self.fail(
                key,
                format!("`{}{key}` must be an inline table: {{ ... }}", self.prefix),
            );
        };
        let error = self.table.key_start(key).unwrap_or(self.start);
        Ok(Some(Source {
            text: self.text,
            prefix,
            start: error,
            table: Keys::Inline(table),
        }))
    }

    pub(super) fn optional_text(&self, key: &str) -> Result<Option<&'a str>> {
        match self.value(key).and_then(Value::as_str) {
            None if self.has(key) => self.fail(key, format!("`{}{key}` must be a string", self.prefix)),
            text => Ok(text),
        }
    }

    pub(super) fn text(&self, key: &str) -> Result<&'a str> {
        match self.optional_text(key)? {
            Some(text) if !text.trim().is_empty() => Ok(text),
            Some(_) => self.fail(key, format!("`{}{key}` is empty", self.prefix)),
            None => self.fail(key, format!("`{}{key}` is missing", self.prefix)),
        }
    }

    /// Reads one of the words of a choice; the first if the key is missing.
    pub(super) fn choice<T: Word>(&self, key: &str) -> Result<T> {
        let Some(text) = self.optional_text(key)? else {
            return Ok(T::WORDS[0].1);
        };
        match T::WORDS.iter().find(|(word, _)| *word == text) {
            Some((_, value)) => Ok(*value),
            None => self.fail(
                key,
                one_of(&format!("{}{key}", self.prefix), T::WORDS.iter().map(|(word, _)| *word)),
            ),
        }
    }

    /// Reads a whole number within bounds; `default` if the key is missing, and an error if there is no default.
    pub(super) fn number(&self, key: &str, (min, max): (u64, u64), default: Option<u64>) -> Result<u64> {
        if !self.has(key) {
            return match default {
                Some(default) => Ok(default),
                None => self.fail(key, format!("`{}{key}` is missing", self.prefix)),
            };
        }
        let number = self.value(key).and_then(Value::as_integer);
        let number = number.and_then(|number| u64::try_from(number).ok());
        match number.filter(|number| (min..=max).contains(number)) {
            Some(number) => Ok(number),
            None => self.fail(
                key,
                format!("`{}{key}` must be a whole number from {min} to {max}", self.prefix),
            ),
        }
    }

    /// Reads a small whole number within bounds.
    pub(super) fn small<T: TryFrom<u64> + Into<u64>>(
        &self,
        key: &str,
        bounds: (T, T),
        default: Option<T>,
    ) -> Result<T> {
        let number = self.number(key, (bounds.0.into(), bounds.1.into()), default.map(Into::into))?;
        T::try_from(number).or_else(|_| self.fail(key, format!("`{}{key}` is too large", self.prefix)))
    }

    /// Reads an amount of chips of at least `min`; `default` if the key is missing.
    pub(super) fn chips(&self, key: &str, min: u64, default: Option<u64>) -> Result<Chips> {
        self.number(key, (min, Chips::MAX.get()), default).map(Chips::new)
    }

    /// Returns the elements of a list, `None` if the key is missing.
    pub(super) fn list(&self, key: &str, (least, most): (usize, usize)) -> Result<Option<Vec<&'a Value>>> {
        if !self.has(key) {
            return Ok(None);
        }
        let Some(list) = self.value(key).and_then(Value::as_array) else {
            return self.fail(key, format!("`{}{key}` must be a list", self.prefix));
        };
        if !(least..=most).contains(&list.len()) {
            return self.fail(
                key,
                format!(
                    "`{}{key}` must have {least} to {most} elements, not {}",
                    self.prefix,
                    list.len()
                ),
            );
        }
        Ok(Some(list.iter().collect()))
    }

    /// Reads a list of whole percentages from 1 to 100, largest first, that add up to at most 100.
    pub(super) fn percents(&self, key: &str) -> Result<Option<Vec<u8>>> {
        let Some(list) = self.list(key, (1, 100))? else {
            return Ok(None);
        };
        let mut percents: Vec<u8> = Vec::with_capacity(list.len());
        for (index, value) in list.into_iter().enumerate() {
            let percent = value.as_integer().and_then(|number| u8::try_from(number).ok());
            let percent = percent.filter(|percent| (1..=100).contains(percent));
            let Some(percent) = percent else {
                return Err(self.error_in(key, index, "a share is a whole percent from 1 to 100"));
            };
            if percents.last().is_some_and(|last| percent > *last) {
                return Err(self.error_in(key, index, "a share is larger than the one before it"));
            }
            percents.push(percent);
        }
        if percents.iter().map(|percent| u32::from(*percent)).sum::<u32>() > 100 {
            return self.fail(key, format!("`{}{key}` is more than 100 percent", self.prefix));
        }
        Ok(Some(percents))
    }

    /// Reads a name in both languages.
    pub(super) fn name(&self, most: usize) -> Result<LocalName> {
        if !self.has("name") {
            return self.fail("name", "`name` is missing");
        }
        let Some(names) = self.inline("name", "name.")? else {
            return self.fail("name", "`name` is missing");
        };
        names.only(&["en", "fr"])?;
        let of = |language: &str| {
            let name = names.text(language)?;
            if name.chars().count() > most || name.chars().any(char::is_control) {
                return names.fail(
                    language,
                    format!("a name has at most {most} characters, none of them invisible"),
                );
            }
            Ok(name.to_owned())
        };
        Ok(LocalName {
            en: of("en")?,
            fr: of("fr")?,
        })
    }
}

/// Writes the sentence that lists the words of a choice.
fn one_of<'a>(key: &str, words: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = words.collect();
    format!("`{key}` is one of {}", known.join(", "))
}
