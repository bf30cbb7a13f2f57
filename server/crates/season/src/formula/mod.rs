//! Points of one result by a formula.
//!
//! A formula is a single expression over the result: it has no loop, no name of its own and no recursion, so it always ends. Every
//! operation has a value: `x / 0` is 0, the root of a negative number is 0, the logarithm of a number that is not positive is 0. Text,
//! depth and parts are bounded, so a formula that was accepted costs at most [`PARTS_MAX`] operations.

mod parse;

use crate::ratio::Ratio;

/// Longest formula, in characters.
pub const LENGTH_MAX: usize = 500;
/// Maximum nesting depth of parentheses, functions and signs.
pub const DEPTH_MAX: usize = 32;
/// Maximum size of a formula: its numbers, names, operators and functions.
pub const PARTS_MAX: usize = 60;

/// A result as a formula sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Situation {
    /// The place, from 1.
    pub place: u32,
    /// Players in the event.
    pub entrants: u32,
    /// Price of an entry.
    pub price: u64,
    /// Players eliminated by this one.
    pub knock_outs: u32,
    /// Rebuys of this player.
    pub rebuys: u32,
}

/// A formula that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    text: String,
    root: Part,
}

/// The reason for refusing a formula. `at` is the number of characters before the fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} at character {}", .kind, .at + 1)]
pub struct FormulaFault {
    /// The kind of fault.
    pub kind: FaultKind,
    /// Characters before it.
    pub at: usize,
}

/// The kinds of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// The text is empty.
    #[error("the formula is empty")]
    Empty,
    /// More than [`LENGTH_MAX`] characters.
    #[error("the formula has more than {LENGTH_MAX} characters")]
    TooLong,
    /// Deeper than [`DEPTH_MAX`].
    #[error("the formula nests deeper than {DEPTH_MAX}")]
    TooDeep,
    /// More than [`PARTS_MAX`] parts.
    #[error("the formula has more than {PARTS_MAX} parts")]
    TooManyParts,
    /// A name that is no variable and no function.
    #[error("an unknown name")]
    UnknownName,
    /// A number with too many digits, or with a misplaced point.
    #[error("a number with too many digits")]
    Number,
    /// A value is missing here.
    #[error("a value is missing")]
    ValueMissing,
    /// A closing parenthesis is missing here.
    #[error("`)` is missing")]
    Unclosed,
    /// A function needs another number of arguments.
    #[error("another number of arguments is needed")]
    Arguments,
    /// An exponent other than a whole number from 0 to 8.
    #[error("an exponent must be a whole number from 0 to 8")]
    Exponent,
    /// A character or a word that cannot stand here.
    #[error("this cannot stand here")]
    Unexpected,
}

impl FaultKind {
    /// The stable word of the fault.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::TooLong => "too_long",
            Self::TooDeep => "too_deep",
            Self::TooManyParts => "too_many_parts",
            Self::UnknownName => "unknown_name",
            Self::Number => "number",
            Self::ValueMissing => "value_missing",
            Self::Unclosed => "unclosed",
            Self::Arguments => "arguments",
            Self::Exponent => "exponent",
            Self::Unexpected => "unexpected",
        }
    }
}

/// Formulas that leagues use, by stable name.
pub const READY_MADE: [(&str, &str); 5] = [
    ("beaten", "entrants - place + 1"),
    ("table", "table(place, 25, 18, 15, 12, 10, 8, 6, 4, 2, 1) + knockouts"),
    ("root", "10 * sqrt(entrants / place)"),
    (
        "weighted",
        "10 * sqrt(entrants) / sqrt(place) * (1 + log(price + 0.25)) ^ 2",
    ),
    (
        "cost",
        "sqrt(entrants * price * price / (price + rebuys * price)) / (place + 1)",
    ),
];

/// A part of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Number(Ratio),
    Variable(Variable),
    Negated(Box<Part>),
    Pair(Pair, Box<Part>, Box<Part>),
    Power(Box<Part>, u8),
    Call(Function, Vec<Part>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Variable {
    Place,
    Entrants,
    Price,
    KnockOuts,
    Rebuys,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pair {
    Add,
    Subtract,
    Multiply,
    Divide,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    Unequal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Function {
    Sqrt,
    Log,
    Floor,
    Round,
    Min,
    Max,
    If,
    Table,
}

impl Formula {
    /// Reads and checks a formula.
    ///
    /// # Errors
    /// The first fault, with its position.
    pub fn parse(text: &str) -> Result<Self, FormulaFault> {
        let root = parse::read(text)?;
        let text = text.trim().to_owned();
        Ok(Self { text, root })
    }

    /// The text, without blanks around it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The points of a result, in hundredths, rounded half away from zero.
    pub fn points(&self, situation: &Situation) -> i64 {
        self.root.value(situation).in_parts(100)
    }
}

impl Part {
    fn value(&self, of: &Situation) -> Ratio {
        match self {
            Self::Number(number) => *number,
            Self::Variable(variable) => variable.value(of),
            Self::Negated(part) => -part.value(of),
            Self::Pair(pair, left, right) => pair.value(left.value(of), right.value(of)),
            Self::Power(part, exponent) => part.value(of).power(*exponent),
            Self::Call(function, parts) => function.value(parts, of),
        }
    }
}

impl Variable {
    fn value(self, of: &Situation) -> Ratio {
        match self {
            Self::Place => Ratio::whole(of.place.into()),
            Self::Entrants => Ratio::whole(of.entrants.into()),
            Self::Price => Ratio::whole(i64::try_from(of.price).unwrap_or(i64::MAX)),
            Self::KnockOuts => Ratio::whole(of.knock_outs.into()),
            Self::Rebuys => Ratio::whole(of.rebuys.into()),
        }
    }
}

impl Pair {
    fn value(self, left: Ratio, right: Ratio) -> Ratio {
        let truth = |holds: bool| if holds { Ratio::ONE } else { Ratio::ZERO };
        match self {
            Self::Add => left + right,
            Self::Subtract => left - right,
            Self::Multiply => left * right,
            Self::Divide => left.over(right),
            Self::Less => truth(left < right),
            Self::LessOrEqual => truth(left <= right),
            Self::Greater => truth(left > right),
            Self::GreaterOrEqual => truth(left >= right),
            Self::Equal => truth(left == right),
            Self::Unequal => truth(left != right),
        }
    }
}

impl Function {
    /// Fewest and most arguments.
    const fn arguments(self) -> (usize, usize) {
        match self {
            Self::Sqrt | Self::Log | Self::Floor | Self::Round => (1, 1),
            Self::Min | Self::Max => (2, 8),
            Self::If => (3, 3),
            Self::Table => (2, 101),
        }
    }

    fn value(self, parts: &[Part], of: &Situation) -> Ratio {
        let first = parts[0].value(of);
        let rest = || parts[1..].iter().map(|part| part.value(of));
        match self {
            Self::Sqrt => first.sqrt(),
            Self::Log => first.log10(),
            Self::Floor => first.floor(),
            Self::Round => Ratio::whole(first.in_parts(1)),
            Self::Min => rest().fold(first, Ord::min),
            Self::Max => rest().fold(first, Ord::max),
            Self::If if first == Ratio::ZERO => parts[2].value(of),
            Self::If => parts[1].value(of),
            Self::Table => {
                let line = usize::try_from(first.floor().in_parts(1)).ok().filter(|line| *line > 0);
                let part = line.and_then(|line| parts.get(line));
                part.map_or(Ratio::ZERO, |part| part.value(of))
            }
        }
    }
}

#[cfg(test)]
mod tests;
