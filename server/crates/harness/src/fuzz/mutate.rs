//! Mutations of an input.

use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use serde_json::Value;

use super::{Form, Target};

/// Numbers that may break something.
const NUMBERS: [&str; 24] = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "10",
    "11",
    "64",
    "127",
    "128",
    "255",
    "256",
    "65535",
    "65536",
    "2147483647",
    "4294967295",
    "4294967296",
    "9007199254740990",
    "9007199254740991",
    "9007199254740992",
    "9223372036854775807",
    "18446744073709551615",
    "18446744073709551616",
    "0.5",
];

/// Nesting depths of lists, to try recursive code.
const DEPTHS: [usize; 3] = [3, 126, 400];

/// Maximum number of words of the inputs that are tried in other places.
const WORDS: usize = 2000;

/// Changes the inputs of one target.
pub(super) struct Mutator {
    form: Form,
    most: usize,
    words: Vec<Vec<u8>>,
}

impl Mutator {
    /// Collects the words of the target and those of its inputs.
    pub(super) fn new(target: &Target, inputs: &[Vec<u8>]) -> Self {
        let mut words: Vec<Vec<u8>> = target.words.iter().map(|word| word.as_bytes().to_vec()).collect();
        if target.form != Form::Bytes {
            let found = inputs.iter().flat_map(|input| input.split(|byte| !is_of_word(*byte)));
            words.extend(found.filter(|word| (1..=24).contains(&word.len())).map(<[u8]>::to_vec));
            words.sort_unstable();
            words.dedup();
            // Evenly from all of them, so no part of the alphabet is left out.
            let stride = words.len().div_ceil(WORDS).max(1);
            words = words.into_iter().step_by(stride).collect();
        }
        Self {
            form: target.form,
            most: target.most,
            words,
        }
    }

    /// Changes an input in one place or in a few; `other` is an input to take parts from.
    pub(super) fn change(&self, input: &mut Vec<u8>, other: &[u8], rng: &mut ChaCha8Rng) {
        let changes = 1 << rng.random_range(0..4);
        for _ in 0..rng.random_range(1..=changes) {
            match self.form {
                Form::Text if rng.random_bool(0.8) => self.change_text(input, other, rng),
                Form::Json if rng.random_bool(0.7) => self.change_json(input, other, rng),
                Form::Json if rng.random_bool(0.6) => self.change_text(input, other, rng),
                _ => self.change_bytes(input, other, rng),
            }
            input.truncate(self.most);
        }
    }

    fn change_bytes(&self, input: &mut Vec<u8>, other: &[u8], rng: &mut ChaCha8Rng) {
        let at = index(input.len(), rng);
        match rng.random_range(0..10) {
            0 if at < input.len() => input[at] ^= 1 << rng.random_range(0..8),
            1 if at < input.len() => input[at] = rng.random(),
            2 if at < input.len() => input[at] = *one_of(&[0, 1, 0x7f, 0x80, 0xff, b'\n', b' ', b'"'], rng),
            3 => {
                let few: Vec<u8> = (0..rng.random_range(1..=8)).map(|_| rng.random()).collect();
                input.splice(at..at, few);
            }
            4 => drop(input.drain(part(input.len(), rng))),
            5 => {
                let again = input[part(input.len(), rng)].to_vec();
                input.splice(at..at, again);
            }
            6 => {
                let taken = other[part(other.len(), rng)].to_vec();
                input.splice(at..at, taken);
            }
            7 => {
                // The beginning of one and the end of the other.
                input.truncate(at);
                input.extend_from_slice(&other[index(other.len(), rng)..]);
            }
            8 if !self.words.is_empty() => drop(input.splice(at..at, one_of(&self.words, rng).clone())),
            _ => {
                let part = part(input.len(), rng);
                let with = other[self::part(other.len(), rng)].to_vec();
                input.splice(part, with);
            }
        }
    }

    fn change_text(&self, input: &mut Vec<u8>, other: &[u8], rng: &mut ChaCha8Rng) {
        match rng.random_range(0..8) {
            0 | 1 => {
                if let Some(run) = a_run(input, |byte| byte.is_ascii_digit(), rng) {
                    let number = self.another_number(&input[run.clone()], rng);
                    input.splice(run, number);
                }
            }
            2 | 3 => {
                if let Some(run) = a_run(input, is_of_word, rng) {
                    input.splice(run, one_of(&self.words, rng).clone());
                }
            }
            4 => {
                let at = index(input.len(), rng);
                input.splice(at..at, one_of(&self.words, rng).clone());
            }
            _ => change_lines(input, other, rng),
        }
    }

    fn another_number(&self, written: &[u8], rng: &mut ChaCha8Rng) -> Vec<u8> {
        let known: Option<u64> = str::from_utf8(written).ok().and_then(|text| text.parse().ok());
        match (rng.random_range(0..6), known) {
            (0, Some(number)) => number.wrapping_add(1).to_string().into_bytes(),
            (1, Some(number)) => number.wrapping_sub(1).to_string().into_bytes(),
            (2, Some(number)) => number.wrapping_mul(10).to_string().into_bytes(),
            (3, _) => one_of(&self.words, rng).clone(),
            _ => one_of(&NUMBERS, rng).as_bytes().to_vec(),
        }
    }

    fn change_json(&self, input: &mut Vec<u8>, other: &[u8], rng: &mut ChaCha8Rng) {
        let start = json_start(input);
        let Ok(mut value) = serde_json::from_slice::<Value>(&input[start..]) else {
            return self.change_text(input, other, rng);
        };
        let place = rng.random_range(0..count(&value));
        let of_other = serde_json::from_slice::<Value>(&other[json_start(other)..]).ok();
        if let Some(node) = nth(&mut value, &mut { place }) {
            self.change_node(node, of_other, rng);
        }
        input.truncate(start);
        serde_json::to_writer(input, &value).expect("a vector takes everything");
    }

    fn change_node(&self, node: &mut Value, of_other: Option<Value>, rng: &mut ChaCha8Rng) {
        match (rng.random_range(0..8), &mut *node) {
            (0..3, Value::Object(members)) if !members.is_empty() => {
                let key = members.keys().nth(rng.random_range(0..members.len())).cloned();
                let taken = key.as_ref().and_then(|key| members.remove(key));
                // Removed, or renamed.
                if let Some(value) = taken.filter(|_| rng.random()) {
                    members.insert(self.word(rng), value);
                }
            }
            (0..2, Value::Array(items)) if !items.is_empty() => drop(items.remove(rng.random_range(0..items.len()))),
            (2..4, Value::Array(items)) if !items.is_empty() => {
                let item = items[rng.random_range(0..items.len())].clone();
                items.insert(rng.random_range(0..=items.len()), item);
            }
            (3..5, Value::Object(members)) => drop(members.insert(self.word(rng), self.any_value(rng))),
            (0..4, Value::Number(number)) => {
                let written = self.another_number(number.to_string().as_bytes(), rng);
                *node = serde_json::from_slice(&written).unwrap_or(Value::Null);
            }
            (0..5, Value::String(text)) => *text = self.word(rng),
            (5, _) => {
                if let Some(mut other) = of_other {
                    let mut place = rng.random_range(0..count(&other));
                    *node = nth(&mut other, &mut place).map_or(Value::Null, Value::take);
                }
            }
            (6, _) if rng.random_bool(0.1) => {
                for _ in 0..*one_of(&DEPTHS, rng) {
                    *node = Value::Array(vec![node.take()]);
                }
            }
            _ => *node = self.any_value(rng),
        }
    }

    fn word(&self, rng: &mut ChaCha8Rng) -> String {
        let word: &Vec<u8> = one_of(&self.words, rng);
        String::from_utf8_lossy(word).into_owned()
    }

    fn any_value(&self, rng: &mut ChaCha8Rng) -> Value {
        match rng.random_range(0..8) {
            0 => Value::Null,
            1 => Value::Bool(rng.random()),
            2..5 => {
                let number: &&str = one_of(&NUMBERS, rng);
                serde_json::from_str(number).unwrap_or(Value::Null)
            }
            5 => Value::Array(Vec::new()),
            6 => Value::String("\u{0}é\u{202e}\u{1f0a1}".repeat(rng.random_range(0..20))),
            _ => Value::String(self.word(rng)),
        }
    }
}

/// `true` if a byte belongs to a word or a number; bytes of other scripts do.
const fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// Returns the position where the JSON of an input begins.
fn json_start(input: &[u8]) -> usize {
    match input.first() {
        Some(b'{' | b'[') => 0,
        _ => input.iter().position(|byte| *byte == b'\n').map_or(0, |at| at + 1),
    }
}

/// Counts the values within a value, including itself.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(members) => members.values().map(count).sum(),
        _ => 0,
    }
}

/// Returns the value with this number, counted as [`count`] does.
fn nth<'a>(value: &'a mut Value, left: &mut usize) -> Option<&'a mut Value> {
    if *left == 0 {
        return Some(value);
    }
    *left -= 1;
    match value {
        Value::Array(items) => items.iter_mut().find_map(|item| nth(item, left)),
        Value::Object(members) => members.values_mut().find_map(|member| nth(member, left)),
        _ => None,
    }
}

/// Removes a line, repeats it, moves it, or takes one of the other input.
fn change_lines(input: &mut Vec<u8>, other: &[u8], rng: &mut ChaCha8Rng) {
    let mut lines: Vec<&[u8]> = input.split(|byte| *byte == b'\n').collect();
    let at = rng.random_range(0..lines.len());
    let to = rng.random_range(0..lines.len());
    match rng.random_range(0..5) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(to, lines[at]),
        2 => lines.swap(at, to),
        3 => lines.truncate(at + 1),
        _ => {
            let others: Vec<&[u8]> = other.split(|byte| *byte == b'\n').collect();
            lines.insert(to, others[rng.random_range(0..others.len())]);
        }
    }
    *input = lines.join(&b'\n');
}

/// Picks a run of such bytes; `None` if there is none.
fn a_run(input: &[u8], of: fn(u8) -> bool, rng: &mut ChaCha8Rng) -> Option<std::ops::Range<usize>> {
    let begin = rng.random_range(0..=input.len());
    let from = |begin: usize| Some(begin + input[begin..].iter().position(|byte| of(*byte))?);
    let found = from(begin).or_else(|| from(0))?;
    let start = input[..found]
        .iter()
        .rposition(|byte| !of(*byte))
        .map_or(0, |before| before + 1);
    let end = input[found..].iter().position(|byte| !of(*byte));
    Some(start..end.map_or(input.len(), |length| found + length))
}

/// Picks a position in something of this length, including its end.
fn index(length: usize, rng: &mut ChaCha8Rng) -> usize {
    rng.random_range(0..=length)
}

/// Picks a part of something of this length, short more often than long.
fn part(length: usize, rng: &mut ChaCha8Rng) -> std::ops::Range<usize> {
    let start = index(length, rng);
    let most = if rng.random_bool(0.8) { 16 } else { length };
    start..start + rng.random_range(0..=most.min(length - start))
}

fn one_of<'a, T>(values: &'a [T], rng: &mut ChaCha8Rng) -> &'a T {
    &values[rng.random_range(0..values.len())]
}
