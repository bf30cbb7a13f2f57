//! The operator's list of words that names and chat must not contain.
//!
//! Texts and words are compared by look: lower case, without accents, and with one sign for those used in place of each
//! other, such as `0` and `o`. A word matches only where it stands alone, so that a town whose name contains it can
//! still be named; a word that begins with `*` in the list also matches inside others. Neither signs between letters
//! (`w.o.r.d`) nor spaces between single letters (`w o r d`) hide a word.

use std::collections::HashSet;
use std::fmt;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use poker_base::alike::{self, push_looks};
use poker_protocol::v1::{ErrorCode, ErrorMsg};
use unicode_normalization::char::is_combining_mark;

/// Longest list, in bytes: every remark is searched for all of its words.
const LIST_BYTES: u64 = 64 << 10;

/// Fewest letters of a word, by how it is matched: shorter ones would match everywhere.
const WHOLE_MIN: usize = 2;
const PART_MIN: usize = 3;

/// The operator's blocked words, folded for comparison.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct BlockedWords {
    whole: HashSet<String>,
    parts: Vec<String>,
}

impl fmt::Debug for BlockedWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BlockedWords")
            .field("whole", &self.whole.len())
            .field("parts", &self.parts.len())
            .finish()
    }
}

/// Reason why a list of blocked words cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum BlockedWordsError {
    /// The file cannot be read.
    #[error("--blocked-words: {0}: {1}")]
    File(PathBuf, std::io::Error),
    /// The file is too long.
    #[error("--blocked-words: {0}: a list has {LIST_BYTES} bytes at most")]
    TooLong(PathBuf),
    /// The file is not UTF-8 text.
    #[error("--blocked-words: {0}: the file is not UTF-8 text")]
    NoText(PathBuf),
    /// A line is not a usable word.
    #[error(
        "--blocked-words: {0}: line {1}: a word of {WHOLE_MIN} letters or more is needed, without spaces, or `*` and {PART_MIN} or more"
    )]
    Line(PathBuf, usize),
}

impl BlockedWords {
    /// Reads a list with one word a line; `#` starts a comment.
    ///
    /// # Errors
    /// If the file cannot be read, is too long, or has a line that is not a usable word.
    pub fn read(path: &Path) -> Result<Self, BlockedWordsError> {
        let failed = |fault| BlockedWordsError::File(path.to_owned(), fault);
        let file = std::fs::File::open(path).map_err(failed)?;
        let mut bytes = Vec::new();
        file.take(LIST_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 > LIST_BYTES {
            return Err(BlockedWordsError::TooLong(path.to_owned()));
        }
        let text = String::from_utf8(bytes).map_err(|_| BlockedWordsError::NoText(path.to_owned()))?;
        Self::parse(&text).map_err(|line| BlockedWordsError::Line(path.to_owned(), line))
    }

    /// Parses a list; the error is the number of the first bad line.
    fn parse(text: &str) -> Result<Self, usize> {
        let mut words = Self::default();
        for (line, number) in text.trim_start_matches('\u{feff}').lines().zip(1..) {
            let word = line.split('#').next().unwrap_or_default().trim();
            if word.is_empty() {
                continue;
            }
            let (bare, least) = match word.strip_prefix('*') {
                Some(part) => (part, PART_MIN),
                None => (word, WHOLE_MIN),
            };
            let folded = Chunk::new(bare).joined;
            if bare.contains(char::is_whitespace) || folded.chars().count() < least {
                return Err(number);
            }
            if least == PART_MIN {
                words.parts.push(folded);
            } else {
                words.whole.insert(folded);
            }
        }
        words.parts.sort_unstable();
        words.parts.dedup();
        Ok(words)
    }

    /// `true` if the text contains a word of the list.
    pub fn are_in(&self, text: &str) -> bool {
        if self.whole.is_empty() && self.parts.is_empty() {
            return false;
        }
        // Between two spaces they would part the letters of a word that is spelled out.
        let text = text.replace(alike::is_ignorable, "");
        let chunks: Vec<Chunk> = text.split_whitespace().map(Chunk::new).collect();
        let is_spelled = |chunk: &Chunk| chunk.joined.chars().count() == 1;
        chunks.iter().any(|chunk| self.has(chunk))
            || chunks
                .chunk_by(|one, next| is_spelled(one) && is_spelled(next))
                .filter(|run| run.len() > 1)
                .any(|run| self.has_spelled(&run.iter().map(|chunk| chunk.joined.as_str()).collect::<String>()))
    }

    /// Refuses names of tables and tournaments that contain a blocked word.
    pub fn check_names<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Result<(), ErrorMsg> {
        if names.into_iter().any(|name| self.are_in(name)) {
            let message = "the name has a word that is blocked here";
            return Err(ErrorMsg::new(None, ErrorCode::NameBlocked, message));
        }
        Ok(())
    }

    fn has(&self, Chunk { joined, tokens }: &Chunk) -> bool {
        self.has_part(joined) || tokens.iter().any(|token| self.is_word(token))
    }

    fn is_word(&self, token: &str) -> bool {
        self.whole.contains(token)
    }

    fn has_part(&self, text: &str) -> bool {
        self.parts.iter().any(|part| text.contains(part.as_str()))
    }

    /// `true` if single letters spell a word, between other one-letter words or not.
    fn has_spelled(&self, letters: &str) -> bool {
        if self.has_part(letters) {
            return true;
        }
        let is_word = |c: char| "aiouy".contains(c);
        let mut behind = letters;
        loop {
            let mut word = behind;
            loop {
                if self.is_word(word) {
                    return true;
                }
                match word.strip_suffix(is_word) {
                    Some(shorter) => word = shorter,
                    None => break,
                }
            }
            match behind.strip_prefix(is_word) {
                Some(shorter) => behind = shorter,
                None => return false,
            }
        }
    }
}

/// The text between two spaces, folded.
struct Chunk {
    /// All letters, without the signs between them.
    joined: String,
    /// The whole chunk and the parts between its signs, each with and without leading and trailing digits.
    tokens: Vec<String>,
}

impl Chunk {
    fn new(text: &str) -> Self {
        let plain: Vec<char> = alike::plain(text).flat_map(char::to_lowercase).collect();
        let is_letter = |(at, c): (usize, char)| {
            // At the end of a word these are punctuation, not letters.
            let is_inside = || plain.get(at + 1).is_some_and(|next| next.is_alphanumeric());
            match c {
                '$' | '@' | '€' => true,
                '!' | '|' => is_inside(),
                _ => c.is_alphanumeric() || is_combining_mark(c),
            }
        };
        let letters: Vec<Option<char>> = plain
            .iter()
            .enumerate()
            .map(|(at, c)| Some(*c).filter(|_| is_letter((at, *c))))
            .collect();
        let all: Vec<char> = letters.iter().flatten().copied().collect();
        let mut tokens = Vec::new();
        push_token(&mut tokens, &all);
        for token in letters.split(Option::is_none).filter(|token| token.len() < all.len()) {
            let token: Vec<char> = token.iter().flatten().copied().collect();
            push_token(&mut tokens, &token);
        }
        Self {
            joined: looks(&all),
            tokens,
        }
    }
}

/// Adds the look-alike form of a token, with and without its leading and trailing digits.
fn push_token(tokens: &mut Vec<String>, token: &[char]) {
    let is_sign = |c: &char| !c.is_ascii_digit();
    let to = token.iter().rposition(is_sign).map_or(0, |at| at + 1);
    let from = token.iter().position(is_sign).unwrap_or(to);
    for (from, to) in [(0, token.len()), (from, token.len()), (0, to), (from, to)] {
        let part = token.get(from..to).unwrap_or_default();
        if !part.is_empty() {
            tokens.push(looks(part));
        }
    }
}

/// Look-alike form of letters.
fn looks(letters: &[char]) -> String {
    let mut text = String::new();
    for c in letters {
        push_looks(&mut text, *c);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> BlockedWords {
        BlockedWords::parse(text).unwrap()
    }

    #[test]
    fn a_word_is_found_in_whatever_it_wears() {
        let words = list("# of the house\nscab\nDébile # and this one\n\nass\ntricheur\nзлой\n*cheat\n");
        for text in [
            "scab",
            "you SCAB!",
            "s.c.a.b",
            "s c a b",
            "S-C-A-B you",
            "you s_c_a_b",
            "i s c a b u",
            "sc-ab",
            "sc\u{e0}b",
            "sca\u{301}b",
            "\u{ff53}\u{ff43}\u{ff41}\u{ff42}",
            "xx.scab.xx",
            "scab99",
            "7scab7",
            "d3b1l3",
            "DEBILE",
            "déb\u{131}le",
            "d€b!l€",
            "a$$",
            "a5s,",
            "ass!",
            "@ss",
            "TR1CHEUR",
            "tr!cheur",
            "tr|ch€ur",
            "s\u{441}ab",
            "s.c.a.b.99",
            "ЗЛОЙ",
            "supercheater",
            "SuperCheaters2",
            "c.h.e.a.t.e.r",
            "c h e a t e r",
            "unche\u{e4}table",
        ] {
            assert!(words.are_in(text), "{text}");
        }
    }

    #[test]
    fn what_has_no_form_hides_no_word() {
        let words = list("darn\n*cheat\n");
        for c in ('\0'..=char::MAX).filter(|c| alike::is_ignorable(*c)) {
            for text in [
                format!("da{c}rn"),
                format!("d a {c} r n"),
                format!("a super{c}che{c}ater"),
            ] {
                assert!(words.are_in(&text), "{c:?}");
            }
        }
    }

    #[test]
    fn a_word_inside_another_is_nobodys_fault() {
        let words = list("scab\nass\ndebile\nsex\n");
        for text in [
            "",
            "Escabeche",
            "class, pass the assets to the bass",
            "Assia 1",
            "a s",
            "As seen",
            "an as so",
            "e s c a b e c h e",
            "Essex 66",
            "debiles",
            "m'assure",
            "55 4 5",
            "!!! ??? :-)",
            "1.50 $",
        ] {
            assert!(!words.are_in(text), "{text}");
        }
        assert!(!list("# nothing\n").are_in("scab"));
        assert!(!BlockedWords::default().are_in("scab"));
    }

    #[test]
    fn a_list_that_is_none_names_its_line() {
        for (text, line) in [
            ("fine\na\n", 2),
            ("*ab", 1),
            ("two words", 1),
            ("fine\n\n# ok\n*", 4),
            ("---", 1),
            ("a\u{301}", 1),
        ] {
            assert_eq!(BlockedWords::parse(text), Err(line), "{text}");
        }
        assert_eq!(list("\u{feff}word\r\n").whole.len(), 1);
    }

    #[test]
    fn a_file_is_read_up_to_its_bound_or_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("words");
        assert!(matches!(BlockedWords::read(&path), Err(BlockedWordsError::File(..))));
        assert!(matches!(
            BlockedWords::read(folder.path()),
            Err(BlockedWordsError::File(..))
        ));
        let fill = |bytes: u64| format!("word\n#{}", "x".repeat(usize::try_from(bytes).unwrap() - 6));
        std::fs::write(&path, fill(LIST_BYTES)).unwrap();
        assert!(BlockedWords::read(&path).unwrap().are_in("w0rd"));
        std::fs::write(&path, fill(LIST_BYTES + 1)).unwrap();
        assert!(matches!(BlockedWords::read(&path), Err(BlockedWordsError::TooLong(_))));
        std::fs::write(&path, b"w\xffrd").unwrap();
        assert!(matches!(BlockedWords::read(&path), Err(BlockedWordsError::NoText(_))));
        std::fs::write(&path, "good\nno good\n").unwrap();
        let error = BlockedWords::read(&path).unwrap_err().to_string();
        assert!(error.contains("line 2"), "{error}");
    }
}
