//! Rules for names, and the key by which two names are compared.

use poker_base::alike::{self, is_ignorable};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Bounds on the length of a name, in characters.
pub const NAME_CHARS: std::ops::RangeInclusive<usize> = 2..=20;

/// First word of the names that the places of deleted accounts show.
const OF_DELETED: &str = "deleted";

/// Characters that phones produce for an apostrophe; each becomes the ASCII one.
const APOSTROPHES: [char; 3] = ['\u{2018}', '\u{2019}', '\u{2bc}'];

/// Combining marks allowed on one letter. More would spill over the neighbouring lines.
const MARKS_MAX: usize = 2;

/// Folds a text into the form in which names are compared.
pub(super) fn folded(text: &str) -> String {
    let lower: String = text.nfkc().flat_map(char::to_lowercase).collect();
    lower.nfkc().collect()
}

/// A valid name, in display form and as its comparison key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The display form, composed (NFC).
    pub shown: String,
    /// The comparison key: letters that differ only in width, form or case become the same (NFKC, lower case).
    /// Lookalikes are the business of [`poker_base::alike`].
    pub key: String,
}

/// The reasons for which a text is not a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameFault {
    /// It is too short, too long, or its spaces are not allowed.
    Form,
    /// It contains this character.
    Sign(char),
    /// It is easily mistaken for the name of a deleted account.
    Deleted,
}

impl Name {
    /// Parses a name by the same rules; `None` if it is invalid.
    pub fn new(text: &str) -> Option<Self> {
        Self::read(text).ok()
    }

    /// Parses a name made of letters, digits, single spaces and visible ASCII other than `:`. Typographic apostrophes become ASCII ones.
    ///
    /// # Errors
    /// Returns what is wrong with the text.
    pub(super) fn read(text: &str) -> Result<Self, NameFault> {
        // Bounds the input before it is normalised: four bytes per character, plus marks that compose away.
        if text.len() > 4 * NAME_CHARS.end() * (1 + MARKS_MAX) {
            return Err(NameFault::Form);
        }
        let straight = |c| if APOSTROPHES.contains(&c) { '\'' } else { c };
        let shown: String = text.nfc().map(straight).collect();
        // The bad character is reported first: without it, a name that is too long may be fine.
        Self::check_signs(&shown)?;
        if !NAME_CHARS.contains(&shown.chars().count()) || shown.trim() != shown || shown.contains("  ") {
            return Err(NameFault::Form);
        }
        let key = folded(&shown);
        if alike::name(&shown).starts_with(&alike::name(OF_DELETED)) {
            return Err(NameFault::Deleted);
        }
        // The compatibility forms of a letter must be allowed as well: `\u{fe13}` is a colon, `\u{fdfa}` is eighteen letters.
        let plain = !key.contains(':') && key.trim() == key && key.chars().count() <= 2 * NAME_CHARS.end();
        if plain {
            Ok(Self { shown, key })
        } else {
            Err(NameFault::Form)
        }
    }

    /// Finds characters that no name may contain.
    fn check_signs(shown: &str) -> Result<(), NameFault> {
        let mut marks = 0;
        for (at, c) in shown.chars().enumerate() {
            if is_ignorable(c) {
                return Err(NameFault::Sign(c));
            }
            if is_combining_mark(c) {
                marks += 1;
                if at == 0 || marks > MARKS_MAX {
                    return Err(NameFault::Sign(c));
                }
                continue;
            }
            marks = 0;
            let allowed = c == ' ' || (c.is_ascii_graphic() && c != ':') || (c.is_alphanumeric() && !c.is_ascii());
            if !allowed {
                return Err(NameFault::Sign(c));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_people_have() {
        for name in [
            "Ann",
            "Zoë",
            "李雷",
            "Jean-Luc 2",
            "o'Neil",
            "Łukasz",
            "किशोर",
            "<b>",
            "a_b.c",
            "Ab",
        ] {
            assert_eq!(Name::new(name).map(|name| name.shown).as_deref(), Some(name));
        }
    }

    #[test]
    fn names_that_no_reader_can_tell_apart() {
        for name in [
            "",
            "A",
            "A very long name, 21c",
            " Ann",
            "Ann ",
            "A  nn",
            "A:b",
            "A\u{ff1a}b",
            "A\nb",
            "A\tb",
            "A\0b",
            "A\u{7f}b",
            "A\u{85}b",
            "A\u{200b}nn",
            "A\u{200d}nn",
            "A\u{202e}nn",
            "A\u{2066}nn",
            "A\u{feff}nn",
            "A\u{ad}nn",
            "A\u{a0}nn",
            "A\u{3000}nn",
            "A\u{2028}nn",
            "\u{3164}\u{3164}",
            "A\u{2800}nn",
            "A\u{e0041}nn",
            "A\u{e000}nn",
            "\u{301}Ann",
            "A\u{320}\u{331}\u{332}nn",
            "\u{fdfa}\u{fdfa}\u{fdfa}",
        ] {
            assert_eq!(Name::new(name), None, "{name:?}");
        }
        assert_eq!(Name::new(&"e\u{301}".repeat(10_000)), None);
    }

    #[test]
    fn nothing_without_a_form_is_part_of_a_name() {
        for c in ('\0'..=char::MAX).filter(|c| is_ignorable(*c)) {
            for text in [format!("V{c}ictor"), format!("{c}Victor"), format!("Victor{c}")] {
                assert_eq!(Name::read(&text), Err(NameFault::Sign(c)), "{text:?}");
            }
        }
        let becomes_one = |c: &char| !is_ignorable(*c) && std::iter::once(*c).nfkc().any(is_ignorable);
        for c in ('\0'..=char::MAX).filter(becomes_one) {
            assert_eq!(Name::new(&format!("Vi{c}")), None, "{c:?}");
        }
    }

    #[test]
    fn no_name_looks_like_that_of_a_deleted_account() {
        for text in [
            "deleted-12345678",
            "Deleted 1",
            "de1eted-12345678",
            "d\u{435}leted",
            "DELETED",
        ] {
            assert_eq!(Name::read(text), Err(NameFault::Deleted), "{text}");
        }
        assert!(Name::new("Undeleted").is_some());
    }

    #[test]
    fn what_phones_write_and_the_sign_at_fault() {
        for apostrophe in ["\u{2019}", "\u{2018}", "\u{2bc}", "'"] {
            let name = Name::read(&format!("Ma\u{eb}lle O{apostrophe}Connor")).unwrap();
            assert_eq!(name.shown, "Ma\u{eb}lle O'Connor");
        }
        for (text, sign) in [
            ("Ann \u{1f600}", '\u{1f600}'),
            ("A:nn", ':'),
            ("\u{201c}Ann\u{201d}", '\u{201c}'),
            ("A\u{200b}nn", '\u{200b}'),
            ("Somebody with a long name and a \u{2660}", '\u{2660}'),
        ] {
            assert_eq!(Name::read(text), Err(NameFault::Sign(sign)), "{text}");
        }
        for text in ["", "A", " Ann", "A  nn", "A very long name, 21c"] {
            assert_eq!(Name::read(text), Err(NameFault::Form), "{text}");
        }
    }

    #[test]
    fn the_same_name_in_other_clothes() {
        let key = |name| Name::new(name).unwrap().key;
        for (one, other) in [
            ("Ann", "aNN"),
            ("Zoë", "Zoe\u{308}"),
            ("Ａｎｎ", "ann"),
            ("ﬁsh", "FISH"),
            ("İda", "i\u{307}da"),
        ] {
            assert_eq!(key(one), key(other), "{one} {other}");
        }
        assert_ne!(key("Ann"), key("Anm"));
        assert_ne!(key("Ann"), key("A nn"));
    }
}
