//! The choices made when a tournament was announced. They never change.

use std::sync::Arc;

use poker_base::alike::is_ignorable;
use poker_engine::Chips;
use poker_engine::tournament::director::Director;
use poker_engine::tournament::structure::{Start, StructureError, shipped};
use poker_engine::tournament::{Structure, TableNo};
use poker_protocol::v1::tournament::TournamentId;
use poker_protocol::v1::{LocalName, TableId as WireTableId};
use poker_store::TableId;
use poker_table::{EventSetup, Invitation, is_invisible, tournament_wire_id, wire_id};
use poker_wire as wire;
use serde::{Deserialize, Serialize};

/// The structure of the sit & go of the house.
pub const QUICK: &str = include_str!("house/quick.toml");

/// The structure of the half-hourly freezeout of the house.
pub const HALF_HOUR: &str = include_str!("house/half-hour.toml");

/// The announcement of a tournament, as stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announced {
    /// The structure, as the text of its file.
    pub structure: String,
    /// Its name, if other than that of its structure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<LocalName>,
    /// Start of play, in milliseconds since 1970; a sit & go begins when it is full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_at: Option<i64>,
    /// The account of its host, as text; omitted for the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// `true` if it is left out of lists.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
    /// The invitation that opens a private one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<Invitation>,
    /// Number of entries up to which house bots come.
    #[serde(default)]
    pub fill: u32,
    /// Milliseconds by which the start is postponed if no human has entered by then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every_ms: Option<i64>,
    /// The tournament whose seats are the prizes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// `true` if it is played with real cards and chips, and entered by hand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub live: bool,
    /// Fewest entries with which it starts, if more than the structure requires: they pay for the seats of a satellite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<u32>,
    /// `true` if it admits only accounts whose age the operator has verified.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub adults_only: bool,
    /// Minutes by which those without a seat at a table see it late.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watch_delay: Option<u8>,
    /// The languages of its chat; empty if any will do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<String>,
}

/// The tournament whose seats a satellite pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// Its number.
    pub tournament: u64,
    /// The price of an entry there.
    pub price: u64,
}

impl Announced {
    /// Builds an announcement of the house, by this structure.
    pub fn of_house(structure: &str) -> Self {
        Self {
            structure: structure.to_owned(),
            name: None,
            starts_at: None,
            host: None,
            private: false,
            invitation: None,
            fill: 0,
            every_ms: None,
            target: None,
            live: false,
            least: None,
            adults_only: false,
            watch_delay: None,
            languages: Vec::new(),
        }
    }
}

/// A table of an event, as stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventTableRow {
    /// The tournament's number.
    pub event: u64,
    /// The table's number within the tournament.
    pub no: u32,
    /// Number of earlier tables with this number: a final table may have a different number of seats than the table before it.
    pub generation: u32,
    /// Number of seats.
    pub seats: u8,
}

impl EventTableRow {
    /// Parses the stored form of a table; `None` for one that belongs to no event.
    pub fn read(config: &str) -> Option<Self> {
        serde_json::from_str(config).ok()
    }
}

/// A tournament as it was announced, resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentSetup {
    /// Its number.
    pub id: TableId,
    /// Its name, in both languages.
    pub name: LocalName,
    /// The structure it is played by.
    pub structure: Arc<Structure>,
    /// Start of play, in milliseconds since 1970.
    pub starts_at: Option<i64>,
    /// The account of its host; `None` for tournaments of the house.
    pub host: Option<String>,
    /// `true` if it is left out of lists.
    pub private: bool,
    /// The invitation that opens a private one, and its tables.
    pub invitation: Option<Invitation>,
    /// Number of entries up to which house bots come.
    pub fill: u32,
    /// Milliseconds by which the start is postponed if no human has entered by then.
    pub every_ms: Option<i64>,
    /// The value of a seat, in a satellite.
    pub seat_value: Chips,
    /// The tournament whose seats are the prizes; `None` if the prizes are chips.
    pub target: Option<TableId>,
    /// `true` if it is played with real cards and chips, and entered by hand: no chips of accounts move.
    pub live: bool,
    /// `true` if it admits only accounts whose age the operator has verified.
    pub adults_only: bool,
    /// Minutes by which those without a seat at a table see it late.
    pub watch_delay: Option<u8>,
    /// The languages of its chat; empty if any will do.
    pub languages: Vec<String>,
}

/// Longest time ahead for which a tournament may be announced, in milliseconds.
const AHEAD_MS: i64 = 31 * 24 * 3_600_000;

/// The longest definition of a structure, in bytes, and the longest name, in characters.
const DEFINITION_BYTES: usize = 8_192;
const NAME_MAX: usize = 40;

/// Maximum number of languages of one tournament, and the longest tag, in characters.
const LANGUAGES: usize = 8;
const TAG_CHARS: usize = 35;

/// Returns the text of the structure that a host has chosen: one of the server's, or the host's own `definition`.
///
/// # Errors
/// In words, if there is neither, or both.
pub fn hosted_source(structure: &str, definition: Option<&str>) -> Result<String, String> {
    match (definition, structure) {
        (Some(definition), "") => Ok(definition.to_owned()),
        (Some(_), _) => Err("either a structure of the server or a definition is needed".to_owned()),
        (None, id) => {
            let source = shipped::source(id).map(str::to_owned);
            source.ok_or_else(|| "there is no such structure".to_owned())
        }
    }
}

/// Checks the name of a host's tournament.
///
/// # Errors
/// In words, if it is not a valid name.
pub fn hosted_name(name: &str) -> Result<LocalName, String> {
    // Phones put one after a sign such as a spade, to choose its form.
    let name = name.replace(['\u{fe0e}', '\u{fe0f}'], "");
    let name = name.trim();
    let is_plain = |c: char| !c.is_control() && !is_invisible(c) && !is_ignorable(c);
    if name.is_empty() || name.chars().count() > NAME_MAX || !name.chars().all(is_plain) {
        return Err("a name has 1 to 40 visible characters".to_owned());
    }
    Ok(LocalName {
        en: name.to_owned(),
        fr: name.to_owned(),
    })
}

/// Returns the names a host has given within a structure.
pub fn words_of(structure: &Structure) -> [&str; 3] {
    [&structure.id, &structure.name.en, &structure.name.fr].map(String::as_str)
}

/// Checks the languages that a host declares, and writes them as BCP 47 recommends: `fr-CA`, `zh-Hant`.
///
/// # Errors
/// In words, if there are too many, one is repeated, or one is no tag.
pub fn declared_languages(tags: &[String]) -> Result<Vec<String>, String> {
    let mut declared = Vec::new();
    for tag in tags.iter().take(LANGUAGES + 1) {
        let tag = language_tag(tag).ok_or("a language is a tag such as `en` or `fr-CA`")?;
        if declared.contains(&tag) {
            return Err(format!("`{tag}` appears twice"));
        }
        declared.push(tag);
    }
    if declared.len() > LANGUAGES {
        return Err(format!("a tournament has up to {LANGUAGES} languages"));
    }
    Ok(declared)
}

/// Normalizes a tag of the form of BCP 47: a language of two or three letters, then parts of letters and digits.
fn language_tag(text: &str) -> Option<String> {
    let mut parts = text.split('-');
    let language = parts.next()?;
    let is_language = (2..=3).contains(&language.len()) && language.bytes().all(|byte| byte.is_ascii_alphabetic());
    if text.len() > TAG_CHARS || !is_language {
        return None;
    }
    let mut tag = language.to_ascii_lowercase();
    for part in parts {
        if !(1..=8).contains(&part.len()) || !part.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return None;
        }
        tag.push('-');
        match part.len() {
            2 => tag.push_str(&part.to_ascii_uppercase()),
            4 if part.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
                tag.push_str(&part[..1].to_ascii_uppercase());
                tag.push_str(&part[1..].to_ascii_lowercase());
            }
            _ => tag.push_str(&part.to_ascii_lowercase()),
        }
    }
    Some(tag)
}

/// Checks the minutes by which those without a seat see the tables of a tournament late.
///
/// # Errors
/// In words, if they are out of range, or no hand is dealt on the server.
pub const fn check_delay(minutes: Option<u8>, live: bool) -> Result<(), &'static str> {
    match minutes {
        Some(_) if live => Err("a live tournament has no tables to watch"),
        None | Some(1..=15) => Ok(()),
        Some(_) => Err("the delay of watchers is 1 to 15 minutes"),
    }
}

/// `true` if a tournament begins as soon as it is full.
pub(crate) fn starts_when_full(structure: &Structure) -> bool {
    structure.start == Start::Full
}

/// Checks that a tournament may begin at a time, as of now; both in milliseconds since 1970.
///
/// # Errors
/// In words, if not.
pub fn check_start(structure: &Structure, starts_at: Option<i64>, live: bool, now: i64) -> Result<(), String> {
    let fits = match starts_at {
        // An event entered by hand is started by hand.
        None => live || starts_when_full(structure),
        Some(at) => !starts_when_full(structure) && at >= now && at.saturating_sub(now) <= AHEAD_MS,
    };
    if fits {
        Ok(())
    } else {
        Err("a sit & go has no starting time, any other tournament one within 31 days".to_owned())
    }
}

impl TournamentSetup {
    /// Resolves an announcement.
    ///
    /// # Errors
    /// Names the line of the structure that is wrong.
    pub fn new(id: TableId, announced: &Announced) -> Result<Self, StructureError> {
        let mut structure = Structure::parse(&announced.structure)?;
        structure.entries.0 = structure.entries.0.max(announced.least.unwrap_or(0));
        let structure = Arc::new(structure);
        let name = announced
            .name
            .clone()
            .unwrap_or_else(|| wire::local_name(&structure.name));
        Ok(Self {
            id,
            name,
            seat_value: announced
                .target
                .and_then(|target| Chips::try_new(target.price))
                .unwrap_or_else(|| structure.seat_value()),
            target: announced.target.map(|target| TableId(target.tournament)),
            structure,
            starts_at: announced.starts_at,
            host: announced.host.clone(),
            private: announced.private,
            invitation: announced.invitation.clone(),
            live: announced.live,
            adults_only: announced.adults_only,
            watch_delay: announced.watch_delay,
            languages: announced.languages.clone(),
            fill: announced.fill,
            every_ms: announced.every_ms.filter(|every| *every > 0),
        })
    }

    /// Returns its identifier, with the invitation to a private one.
    pub fn wire_id(&self) -> TournamentId {
        tournament_wire_id(self.id, self.invitation.as_ref())
    }

    /// Returns the identifier of one of its tables.
    pub(crate) fn table_id(&self, table: TableId) -> WireTableId {
        wire_id(table, self.invitation.as_ref())
    }

    /// Returns the director of the tournament before anything has happened.
    pub(crate) fn director(&self) -> Director {
        let director = Director::new(Arc::clone(&self.structure), self.seat_value);
        if self.live { director.played_by_hand() } else { director }
    }

    /// Returns the setup of a table of this tournament; `started_at` is the start of play, in milliseconds since 1970.
    pub fn table_setup(&self, no: TableNo, seats: u8, started_at: Option<i64>) -> EventSetup {
        EventSetup {
            tournament: self.id,
            name: self.name.clone(),
            no,
            seats,
            started_at,
            structure: Arc::clone(&self.structure),
            private: self.private,
            invitation: self.invitation.clone(),
            watch_delay: self.watch_delay,
        }
    }

    /// Returns the row of a table of this tournament.
    pub const fn table_row(&self, no: TableNo, generation: u32, seats: u8) -> EventTableRow {
        EventTableRow {
            event: self.id.0,
            no: no.0,
            generation,
            seats,
        }
    }
}

/// Parses a structure for a host.
///
/// # Errors
/// The first fault in it.
pub fn own_structure(definition: &str) -> Result<Structure, StructureError> {
    if definition.len() > DEFINITION_BYTES {
        return Err(StructureError {
            line: 1,
            key: String::new(),
            message: format!("a definition may have at most {DEFINITION_BYTES} bytes"),
        });
    }
    // A host cannot decide what the mint gives.
    Structure::parse_hosted(definition)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_no_sign_without_a_form() {
        let named = |name: &str| hosted_name(name).map(|name| name.en);
        assert_eq!(named(" \u{2660}\u{fe0f} Club ").as_deref(), Ok("\u{2660} Club"));
        let other = |c: &char| is_ignorable(*c) && !['\u{fe0e}', '\u{fe0f}'].contains(c);
        for c in ('\0'..=char::MAX).filter(other) {
            assert!(named(&format!("Cl{c}ub")).is_err(), "{c:?}");
        }
        assert!(named("\u{fe0f}").is_err());
    }

    fn declared(tags: &[&str]) -> Result<Vec<String>, String> {
        let tags: Vec<String> = tags.iter().map(|&tag| tag.to_owned()).collect();
        declared_languages(&tags)
    }

    #[test]
    fn languages_are_written_as_their_readers_expect() {
        let given = ["EN", "fr-ca", "zh-HANT-tw", "de-1996", "gsw", "sl-ROZAJ-biske-1994"];
        let written = ["en", "fr-CA", "zh-Hant-TW", "de-1996", "gsw", "sl-rozaj-biske-1994"];
        assert_eq!(declared(&given).unwrap(), written);
        assert_eq!(declared(&[]).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn what_is_no_language_is_refused() {
        let long = format!("en{}", "-abcdefgh".repeat(4));
        for tag in [
            "",
            "e",
            "fren",
            "f1",
            "en-",
            "-en",
            "en--us",
            "en_US",
            "français",
            "en us",
            "en-\u{e9}a",
            &long,
        ] {
            assert!(declared(&[tag]).is_err(), "{tag}");
        }
        assert!(declared(&["fr", "en", "FR"]).unwrap_err().contains("twice"));
        let eight = ["aa", "bb", "cc", "dd", "ee", "ff", "gg", "hh"];
        assert_eq!(declared(&eight).unwrap().len(), LANGUAGES);
        assert!(declared(&[&eight[..], &["ii"]].concat()).unwrap_err().contains('8'));
    }

    #[test]
    fn an_event_from_before_there_were_languages_and_ages_declares_none() {
        let announced: Announced = serde_json::from_str(r#"{"structure": ""}"#).unwrap();
        assert_eq!(announced, Announced::of_house(""));
        let written = serde_json::to_string(&announced).unwrap();
        assert!(!written.contains("languages") && !written.contains("adults"));
    }

    #[test]
    fn a_structure_of_a_host_has_an_end() {
        let right = shipped::source("freezeout").unwrap();
        let with_bytes = |bytes: usize| format!("{right}#{}", "x".repeat(bytes - right.len() - 1));
        assert!(own_structure(&with_bytes(DEFINITION_BYTES)).is_ok());
        let fault = own_structure(&with_bytes(DEFINITION_BYTES + 1)).unwrap_err();
        assert_eq!((fault.line, fault.key.as_str()), (1, ""));
        assert!(fault.message.contains("8192 bytes"), "{fault}");
    }
}
