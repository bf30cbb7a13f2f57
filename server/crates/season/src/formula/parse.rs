//! The text of a formula.

use super::{DEPTH_MAX, FaultKind, FormulaFault, Function, LENGTH_MAX, PARTS_MAX, Pair, Part, Variable};
use crate::ratio::Ratio;

const VARIABLES: [(&str, Variable); 5] = [
    ("place", Variable::Place),
    ("entrants", Variable::Entrants),
    ("price", Variable::Price),
    ("knockouts", Variable::KnockOuts),
    ("rebuys", Variable::Rebuys),
];

const FUNCTIONS: [(&str, Function); 8] = [
    ("sqrt", Function::Sqrt),
    ("log", Function::Log),
    ("floor", Function::Floor),
    ("round", Function::Round),
    ("min", Function::Min),
    ("max", Function::Max),
    ("if", Function::If),
    ("table", Function::Table),
];

/// Longer signs first, so that `<=` is not read as `<`.
const COMPARISONS: [(&str, Pair); 6] = [
    ("<=", Pair::LessOrEqual),
    (">=", Pair::GreaterOrEqual),
    ("!=", Pair::Unequal),
    ("<", Pair::Less),
    (">", Pair::Greater),
    ("=", Pair::Equal),
];
const SUMS: [(&str, Pair); 2] = [("+", Pair::Add), ("-", Pair::Subtract)];
const PRODUCTS: [(&str, Pair); 2] = [("*", Pair::Multiply), ("/", Pair::Divide)];

/// Digits before the point, and after it.
const DIGITS: (usize, usize) = (9, 6);

pub(super) fn read(text: &str) -> Result<Part, FormulaFault> {
    // Only as much is looked at as a formula may have.
    let chars: Vec<char> = text.chars().take(LENGTH_MAX + 1).collect();
    let mut reader = Reader {
        chars: &chars,
        at: 0,
        parts: 0,
        depth: 0,
    };
    if chars.len() > LENGTH_MAX {
        reader.at = LENGTH_MAX;
        return Err(reader.fault(FaultKind::TooLong));
    }
    reader.skip_blanks();
    if reader.is_at_end() {
        return Err(reader.fault(FaultKind::Empty));
    }
    let root = reader.comparison()?;
    if reader.is_at_end() {
        Ok(root)
    } else {
        Err(reader.fault(FaultKind::Unexpected))
    }
}

struct Reader<'a> {
    chars: &'a [char],
    at: usize,
    parts: usize,
    depth: usize,
}

impl Reader<'_> {
    fn fault(&self, kind: FaultKind) -> FormulaFault {
        FormulaFault { kind, at: self.at }
    }

    fn is_at_end(&self) -> bool {
        self.at >= self.chars.len()
    }

    fn skip_blanks(&mut self) {
        self.take_while(char::is_whitespace);
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let taken: String = self.chars[self.at..]
            .iter()
            .copied()
            .take_while(|char| wanted(*char))
            .collect();
        self.at += taken.chars().count();
        taken
    }

    fn take(&mut self, sign: &str) -> bool {
        let is_next = sign
            .chars()
            .enumerate()
            .all(|(at, char)| self.chars.get(self.at + at) == Some(&char));
        if is_next {
            self.at += sign.chars().count();
            self.skip_blanks();
        }
        is_next
    }

    fn count(&mut self) -> Result<(), FormulaFault> {
        self.parts += 1;
        if self.parts > PARTS_MAX {
            return Err(self.fault(FaultKind::TooManyParts));
        }
        Ok(())
    }

    fn pair(&mut self, signs: &[(&str, Pair)]) -> Option<Pair> {
        signs.iter().find(|(sign, _)| self.take(sign)).map(|(_, pair)| *pair)
    }

    /// A sum, or two that are compared.
    fn comparison(&mut self) -> Result<Part, FormulaFault> {
        let left = self.chain(&SUMS, |reader| reader.chain(&PRODUCTS, Self::signed))?;
        let Some(pair) = self.pair(&COMPARISONS) else {
            return Ok(left);
        };
        self.count()?;
        let right = self.chain(&SUMS, |reader| reader.chain(&PRODUCTS, Self::signed))?;
        Ok(Part::Pair(pair, Box::new(left), Box::new(right)))
    }

    /// Operands joined by signs of one rank, from the left.
    fn chain(
        &mut self,
        signs: &[(&str, Pair)],
        operand: impl Fn(&mut Self) -> Result<Part, FormulaFault>,
    ) -> Result<Part, FormulaFault> {
        let mut left = operand(self)?;
        while let Some(pair) = self.pair(signs) {
            self.count()?;
            left = Part::Pair(pair, Box::new(left), Box::new(operand(self)?));
        }
        Ok(left)
    }

    fn signed(&mut self) -> Result<Part, FormulaFault> {
        let start = self.at;
        if self.take("-") {
            self.count()?;
            return self.deeper(start, |reader| Ok(Part::Negated(Box::new(reader.signed()?))));
        }
        self.power()
    }

    fn power(&mut self) -> Result<Part, FormulaFault> {
        let base = self.value()?;
        if !self.take("^") {
            return Ok(base);
        }
        self.count()?;
        let start = self.at;
        let digits = self.take_while(|char| char.is_ascii_digit() || char == '.');
        let Some(exponent) = digits.parse().ok().filter(|exponent| *exponent <= 8) else {
            self.at = start;
            return Err(self.fault(FaultKind::Exponent));
        };
        self.skip_blanks();
        Ok(Part::Power(Box::new(base), exponent))
    }

    fn value(&mut self) -> Result<Part, FormulaFault> {
        self.count()?;
        let start = self.at;
        match self.chars.get(self.at) {
            Some('(') => {
                self.take("(");
                let inner = self.deeper(start, Self::comparison)?;
                self.close()?;
                Ok(inner)
            }
            Some(char) if char.is_ascii_digit() || *char == '.' => self.number(),
            Some(char) if char.is_alphabetic() => self.named(),
            None | Some(')' | ',' | '+' | '*' | '/' | '^' | '<' | '>' | '=' | '!') => {
                Err(self.fault(FaultKind::ValueMissing))
            }
            Some(_) => Err(self.fault(FaultKind::Unexpected)),
        }
    }

    /// Reads what stands one level deeper than the character at `start`.
    fn deeper(
        &mut self,
        start: usize,
        inner: impl FnOnce(&mut Self) -> Result<Part, FormulaFault>,
    ) -> Result<Part, FormulaFault> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            self.at = start;
            return Err(self.fault(FaultKind::TooDeep));
        }
        let part = inner(self)?;
        self.depth -= 1;
        Ok(part)
    }

    fn close(&mut self) -> Result<(), FormulaFault> {
        if self.take(")") {
            return Ok(());
        }
        let kind = if self.is_at_end() {
            FaultKind::Unclosed
        } else {
            FaultKind::Unexpected
        };
        Err(self.fault(kind))
    }

    fn number(&mut self) -> Result<Part, FormulaFault> {
        let start = self.at;
        let text = self.take_while(|char| char.is_ascii_digit() || char == '.');
        let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
        let is_right = whole.len() <= DIGITS.0 && part.len() <= DIGITS.1 && !part.contains('.') && text.len() > 1
            || text.len() == 1 && text != ".";
        let number = format!("{whole}{part:0<6}").parse().ok().filter(|_| is_right);
        let Some(number) = number else {
            self.at = start;
            return Err(self.fault(FaultKind::Number));
        };
        self.skip_blanks();
        Ok(Part::Number(Ratio::millionths(number)))
    }

    fn named(&mut self) -> Result<Part, FormulaFault> {
        let start = self.at;
        let name = self
            .take_while(|char| char.is_alphanumeric() || char == '_')
            .to_ascii_lowercase();
        self.skip_blanks();
        if let Some((_, variable)) = VARIABLES.iter().find(|(known, _)| *known == name) {
            return Ok(Part::Variable(*variable));
        }
        let Some((_, function)) = FUNCTIONS.iter().find(|(known, _)| *known == name) else {
            self.at = start;
            return Err(self.fault(FaultKind::UnknownName));
        };
        if !self.take("(") {
            return Err(self.fault(FaultKind::Arguments));
        }
        let mut parts = Vec::new();
        let call = self.deeper(start, |reader| {
            loop {
                parts.push(reader.comparison()?);
                if !reader.take(",") {
                    break;
                }
            }
            Ok(Part::Call(*function, parts))
        })?;
        self.close()?;
        let (least, most) = function.arguments();
        match &call {
            Part::Call(_, parts) if !(least..=most).contains(&parts.len()) => {
                self.at = start;
                Err(self.fault(FaultKind::Arguments))
            }
            _ => Ok(call),
        }
    }
}
