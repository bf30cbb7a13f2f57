//! Cuts a script into pieces: enough of the language to tell code from comments, strings, templates and regular expressions.

use crate::Fault;

/// The kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Blanks and line ends.
    Space,
    Comment,
    /// Names, keywords and numbers.
    Word,
    /// One punctuation mark.
    Sign,
    /// Quoted strings, as used for names of modules.
    Quoted,
    /// Templates and regular expressions.
    Literal,
}

/// A part of a script that is never cut further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece<'a> {
    pub(crate) kind: Kind,
    pub(crate) text: &'a str,
    /// Number of brackets open around it; a bracket itself counts as outside.
    pub(crate) depth: usize,
}

impl Piece<'_> {
    pub(crate) fn is(&self, text: &str) -> bool {
        matches!(self.kind, Kind::Word | Kind::Sign) && self.text == text
    }

    /// `true` if it has any effect.
    pub(crate) fn counts(&self) -> bool {
        !matches!(self.kind, Kind::Space | Kind::Comment)
    }
}

/// Words after which a slash begins a regular expression.
const BEFORE_VALUES: [&str; 13] = [
    "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "await", "yield",
];

/// Cuts the whole script.
pub(crate) fn pieces(source: &str) -> Result<Vec<Piece<'_>>, Fault> {
    let mut lexer = Lexer::new(source, 0);
    let mut pieces = Vec::new();
    while let Some(piece) = lexer.next()? {
        pieces.push(piece);
    }
    if lexer.depth == 0 {
        Ok(pieces)
    } else {
        Err(lexer.fault("a bracket is not closed"))
    }
}

struct Lexer<'a> {
    source: &'a str,
    at: usize,
    depth: usize,
    /// Set if a slash would be a division here.
    after_value: bool,
}

impl<'a> Lexer<'a> {
    fn new(source: &'a str, at: usize) -> Self {
        Self {
            source,
            at,
            depth: 0,
            after_value: false,
        }
    }

    fn fault(&self, why: &'static str) -> Fault {
        Fault::script(self.source, self.at, why)
    }

    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn next(&mut self) -> Result<Option<Piece<'a>>, Fault> {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return Ok(None);
        };
        let (kind, length) = match first {
            _ if first.is_whitespace() => (Kind::Space, run(rest, char::is_whitespace)),
            '/' if rest.starts_with("//") => (Kind::Comment, rest.find('\n').unwrap_or(rest.len())),
            '/' if rest.starts_with("/*") => (Kind::Comment, self.past("*/", "a comment is not closed")?),
            '/' if !self.after_value => (Kind::Literal, self.pattern()?),
            '\'' | '"' => (Kind::Quoted, self.quoted(first)?),
            '`' => (Kind::Literal, self.template()?),
            _ if is_word(first) => (Kind::Word, run(rest, is_word)),
            _ => (Kind::Sign, first.len_utf8()),
        };
        let text = &rest[..length];
        let closes = kind == Kind::Sign && matches!(first, ')' | ']' | '}');
        if closes {
            self.depth = match self.depth.checked_sub(1) {
                Some(depth) => depth,
                None => return Err(self.fault("a bracket is closed that was not opened")),
            };
        }
        let piece = Piece {
            kind,
            text,
            depth: self.depth,
        };
        match kind {
            Kind::Space | Kind::Comment => {}
            Kind::Word => self.after_value = !BEFORE_VALUES.contains(&text),
            Kind::Quoted | Kind::Literal => self.after_value = true,
            Kind::Sign => {
                self.after_value = closes;
                if matches!(first, '(' | '[' | '{') {
                    self.depth += 1;
                }
            }
        }
        self.at += length;
        Ok(Some(piece))
    }

    /// Returns the length of the rest up to and including a text, which is searched for after the first two bytes.
    fn past(&self, end: &str, why: &'static str) -> Result<usize, Fault> {
        let found = self.rest()[2..].find(end).ok_or_else(|| self.fault(why))?;
        Ok(2 + found + end.len())
    }

    fn quoted(&self, quote: char) -> Result<usize, Fault> {
        let mut chars = self.rest().char_indices().skip(1);
        while let Some((at, char)) = chars.next() {
            match char {
                '\\' => _ = chars.next(),
                '\n' => break,
                _ if char == quote => return Ok(at + 1),
                _ => {}
            }
        }
        Err(self.fault("a string is not closed"))
    }

    fn pattern(&self) -> Result<usize, Fault> {
        let rest = self.rest();
        let mut chars = rest.char_indices().skip(1);
        let mut in_class = false;
        while let Some((at, char)) = chars.next() {
            match char {
                '\\' => _ = chars.next(),
                '\n' => break,
                '[' => in_class = true,
                ']' => in_class = false,
                '/' if !in_class => return Ok(at + 1 + run(&rest[at + 1..], is_word)),
                _ => {}
            }
        }
        Err(self.fault("a regular expression is not closed"))
    }

    fn template(&self) -> Result<usize, Fault> {
        let mut at = self.at + 1;
        while let Some(char) = self.source[at..].chars().next() {
            match char {
                '`' => return Ok(at + 1 - self.at),
                '\\' => at += 1 + self.source[at + 1..].chars().next().map_or(0, char::len_utf8),
                '$' if self.source[at..].starts_with("${") => at = self.substitution(at + 2)?,
                _ => at += char.len_utf8(),
            }
        }
        Err(self.fault("a template is not closed"))
    }

    /// Returns the end of a template's code that begins here, after its closing bracket.
    fn substitution(&self, from: usize) -> Result<usize, Fault> {
        let mut inner = Lexer::new(self.source, from);
        loop {
            if inner.depth == 0 && inner.rest().starts_with('}') {
                return Ok(inner.at + 1);
            }
            if inner.next()?.is_none() {
                return Err(self.fault("a template is not closed"));
            }
        }
    }
}

fn is_word(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, '_' | '$' | '#')
}

fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|char| !belongs(char)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_strings_and_comments_are_told_apart() -> Result<(), Fault> {
        let source = "a = b / c / d; // '\nx = /[/'\"]\\//g.test(`${`}` + '`'} // no`) /* ` */";
        let found: Vec<_> = pieces(source)?
            .into_iter()
            .filter(|piece| matches!(piece.kind, Kind::Comment | Kind::Literal))
            .map(|piece| piece.text)
            .collect();
        assert_eq!(found, ["// '", "/[/'\"]\\//g", "`${`}` + '`'} // no`", "/* ` */"]);
        let whole: String = pieces(source)?.iter().map(|piece| piece.text).collect();
        assert_eq!(whole, source);
        Ok(())
    }

    #[test]
    fn a_script_that_does_not_end_is_refused() {
        for source in ["'a", "`a ${b", "/a", "(", "a)", "/*", "'a\n'"] {
            assert!(pieces(source).is_err(), "{source}");
        }
    }
}
