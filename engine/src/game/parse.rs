//! Parser of definition files.

use toml_edit::{Document, Item, Table, Value};

use super::script::{self, ScriptError};
use super::{
    Both, Burn, CreditPosts, DeckKind, Family, GameDef, LastCard, LocalName, OpenPair, Openers, OpenersCheck, ShowRule,
    Trigger, UpCardRule, check,
};
use crate::Chips;
use crate::card::Rank;
use crate::eval::{Ranking, Rules};
use crate::limit::Limit;

/// Reason for refusing a definition, and its line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct DefinitionError {
    /// Line of the file, from 1.
    pub line: usize,
    /// Description of the fault.
    pub message: String,
}

/// A definition being read: its text, to find lines, and the table of its keys.
struct Source<'a> {
    text: &'a str,
    table: &'a Table,
}

type Result<T> = std::result::Result<T, DefinitionError>;

const KEYS: [&str; 30] = [
    "id",
    "number",
    "form",
    "also",
    "name",
    "family",
    "leads",
    "seats",
    "deck",
    "limits",
    "raise_cap",
    "raise_cap_player",
    "check_raise",
    "first_bet",
    "credit",
    "burn",
    "openers_check",
    "openers_ladder",
    "show",
    "last_card",
    "ranking",
    "three_order",
    "open_pair_tier",
    "both",
    "triggers",
    "phh",
    "ohh",
    "tracker",
    "script",
    "version",
];

impl GameDef {
    /// Reads and checks a definition file.
    ///
    /// # Errors
    /// The first fault, with its line.
    pub fn parse(text: &str) -> Result<Self> {
        Self::parse_with(text, check::priced)
    }

    /// Reads a definition that an earlier version accepted, whatever its [price](super::Price): hand records and the journals of tables
    /// must stay readable.
    ///
    /// # Errors
    /// As [`Self::parse`], except for the price.
    pub fn parse_at_any_price(text: &str) -> Result<Self> {
        Self::parse_with(text, check::check)
    }

    fn parse_with(text: &str, check: fn(&Self) -> std::result::Result<(), check::Fault>) -> Result<Self> {
        let document = Document::parse(text).map_err(|error| DefinitionError {
            line: line_at(text, error.span().map_or(0, |span| span.start)),
            message: error.message().lines().next().unwrap_or("not TOML").to_owned(),
        })?;
        let source = Source {
            text,
            table: document.as_table(),
        };
        if let Some((key, _)) = source
            .table
            .iter()
            .find(|(key, _)| !KEYS.contains(key) && !Rules::OPTIONS.contains(key))
        {
            return source.fail(key, format!("there is no key `{key}`"));
        }
        let deck = source.choice(
            "deck",
            &[
                ("52", DeckKind::Standard),
                ("36", DeckKind::Short),
                ("32", DeckKind::Piquet),
            ],
        )?;
        let high = source.choice(
            "ranking",
            &[("high", Ranking::High), ("short-deck", Ranking::ShortDeck)],
        )?;
        let three = source.setting("three_order")?.map(|order| script::three_cards(&order));
        let three = match three {
            None => Ranking::ThreeCard,
            Some(Ok(order)) => order,
            Some(Err(error)) => return source.fail("three_order", error.to_string()),
        };
        let script = source.string("script")?;
        let steps = script::parse(script, script::Highs { five: high, three })
            .map_err(|error| source.script_error(script, &error))?;
        let mut numbers = vec![source.string("number")?.to_owned()];
        numbers.extend(source.strings("also")?);
        let limits = source.strings("limits")?;
        let limits = limits.iter().map(|tiers| source.tiers(tiers)).collect::<Result<_>>()?;
        let game = Self {
            id: source.string("id")?.to_owned(),
            numbers,
            form: source.small("form")?.unwrap_or(1),
            name: source.name()?,
            family: source.family()?,
            leads: source.choice("leads", &[("no", false), ("yes", true)])?,
            seats: source.seats()?,
            deck,
            rules: source.rules()?,
            limits,
            raise_cap: source.small("raise_cap")?.unwrap_or(3),
            raise_cap_player: source.small("raise_cap_player")?,
            check_raise: source.choice("check_raise", &[("on", true), ("off", false)])?,
            forced_opening: source.choice("first_bet", &[("free", false), ("forced", true)])?,
            credit: source.choice(
                "credit",
                &[("as_written", CreditPosts::AsWritten), ("shared", CreditPosts::Shared)],
            )?,
            burn: source.choice("burn", &[("none", Burn::None), ("draw", Burn::Draw)])?,
            openers_check: source.choice(
                "openers_check",
                &[("enforce", OpenersCheck::Enforce), ("penalty", OpenersCheck::Penalty)],
            )?,
            openers_ladder: source.ladder()?,
            show_rule: source.choice("show", &[("muck_losers", ShowRule::MuckLosers), ("all", ShowRule::All)])?,
            last_card: source.choice("last_card", &[("forbid", LastCard::Forbid), ("allow", LastCard::Allow)])?,
            phh: source.optional_string("phh")?.map(str::to_owned),
            ohh: source.optional_string("ohh")?.map(str::to_owned),
            tracker: source.optional_string("tracker")?.map(str::to_owned),
            open_pair: source.choice(
                "open_pair_tier",
                &[
                    ("off", OpenPair::Off),
                    ("on", OpenPair::LastTier),
                    ("plus2", OpenPair::PlusTwo),
                ],
            )?,
            both: source.choice("both", &[("independent", Both::Independent), ("strict", Both::Strict)])?,
            triggers: source.triggers()?,
            steps,
        };
        match check(&game) {
            Ok(()) => Ok(game),
            Err((key, message)) => source.fail(key, message),
        }
    }
}

impl Source<'_> {
    fn line(&self, key: &str) -> usize {
        let value = self.table.get(key).and_then(Item::span);
        let key = self.table.key(key).and_then(toml_edit::Key::span);
        line_at(self.text, key.or(value).map_or(0, |span| span.start))
    }

    fn fail<T>(&self, key: &str, message: impl Into<String>) -> Result<T> {
        Err(DefinitionError {
            line: self.line(key),
            message: message.into(),
        })
    }

    fn optional_string(&self, key: &str) -> Result<Option<&str>> {
        match self.table.get(key) {
            None => Ok(None),
            Some(item) => match item.as_str() {
                Some(text) => Ok(Some(text)),
                None => self.fail(key, format!("`{key}` must be a string")),
            },
        }
    }

    fn string(&self, key: &str) -> Result<&str> {
        match self.optional_string(key)? {
            Some(text) if !text.trim().is_empty() => Ok(text),
            Some(_) => self.fail(key, format!("`{key}` is empty")),
            None => self.fail(key, format!("`{key}` is missing")),
        }
    }

    /// Returns the strings of a list; none if the key is missing.
    fn strings(&self, key: &str) -> Result<Vec<String>> {
        let Some(item) = self.table.get(key) else {
            return Ok(Vec::new());
        };
        let strings = item.as_array().map(|list| list.iter().map(Value::as_str));
        match strings.and_then(|strings| strings.map(|s| s.map(str::to_owned)).collect()) {
            Some(strings) => Ok(strings),
            None => self.fail(key, format!("`{key}` must be a list of strings")),
        }
    }

    /// Returns the value of one of `words`, or of the first if the key is missing.
    fn choice<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Result<T> {
        let Some(text) = self.setting(key)? else {
            return Ok(words[0].1);
        };
        if let Some((_, value)) = words.iter().find(|(word, _)| *word == text) {
            Ok(*value)
        } else {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            self.fail(key, format!("`{key}` is one of {}", known.join(", ")))
        }
    }

    /// Returns a setting as a word, even if it is written as a number or as `true`.
    fn setting(&self, key: &str) -> Result<Option<String>> {
        let Some(item) = self.table.get(key) else {
            return Ok(None);
        };
        let word = item
            .as_str()
            .map(str::to_owned)
            .or_else(|| item.as_integer().map(|number| number.to_string()))
            .or_else(|| item.as_bool().map(|on| if on { "on" } else { "off" }.to_owned()));
        match word {
            Some(word) => Ok(Some(word)),
            None => self.fail(key, format!("`{key}` must be a word, a number or true or false")),
        }
    }

    fn rules(&self) -> Result<Rules> {
        let mut rules = Rules::PLAIN;
        for key in Rules::OPTIONS {
            if let Some(value) = self.setting(key)?
                && let Err(error) = rules.set(key, &value)
            {
                return self.fail(key, error.to_string());
            }
        }
        Ok(rules)
    }

    fn name(&self) -> Result<LocalName> {
        let of = |language: &str| {
            let name = self
                .table
                .get("name")
                .and_then(|names| names.get(language))
                .and_then(Item::as_str);
            match name {
                Some(name) if !name.trim().is_empty() => Ok(name.to_owned()),
                _ => self.fail("name", format!("`name` lacks the language `{language}`")),
            }
        };
        Ok(LocalName {
            en: of("en")?,
            fr: of("fr")?,
        })
    }

    fn family(&self) -> Result<Family> {
        let text = self.string("family")?;
        if let Some(family) = Family::ALL.into_iter().find(|family| family.code() == text) {
            Ok(family)
        } else {
            let known = Family::ALL.map(Family::code).join(", ");
            self.fail("family", format!("`family` is one of {known}"))
        }
    }

    fn seats(&self) -> Result<(u8, u8)> {
        let list = self.table.get("seats").and_then(Item::as_array);
        let numbers: Option<Vec<u8>> = list.and_then(|list| {
            let number = |value: &Value| value.as_integer().and_then(|number| u8::try_from(number).ok());
            list.iter().map(number).collect()
        });
        match numbers.as_deref() {
            Some(&[min, max]) => Ok((min, max)),
            _ => self.fail("seats", "`seats` must be two numbers, the least and the most players"),
        }
    }

    /// Returns a whole number from 1 to 255.
    fn small(&self, key: &str) -> Result<Option<u8>> {
        let Some(item) = self.table.get(key) else {
            return Ok(None);
        };
        let number = item.as_integer().and_then(|number| u8::try_from(number).ok());
        match number.filter(|number| *number > 0) {
            Some(number) => Ok(Some(number)),
            None => self.fail(key, format!("`{key}` must be a number from 1 to 255")),
        }
    }

    /// Reads ranks of up cards with their actions: `3=buy:pot 4=extra`.
    fn triggers(&self) -> Result<Vec<Trigger>> {
        let text = self.optional_string("triggers")?.unwrap_or("");
        let mut triggers: Vec<Trigger> = Vec::new();
        for word in text.split_whitespace() {
            let parts = word.split_once('=').map(|(rank, rule)| {
                let mut symbols = rank.chars();
                let rank = symbols.next().and_then(Rank::from_symbol);
                (rank.filter(|_| symbols.next().is_none()), up_card_rule(rule))
            });
            let Some((Some(rank), Some(rule))) = parts else {
                let message = "write a rank and what it does: buy:pot, buy:CHIPS, extra or swap";
                return self.fail("triggers", format!("`{word}` is not a rule for up cards; {message}"));
            };
            if triggers.iter().any(|known| known.rank == rank) {
                return self.fail("triggers", format!("`{word}` is the second rule for that rank"));
            }
            triggers.push(Trigger { rank, rule });
        }
        Ok(triggers)
    }

    fn ladder(&self) -> Result<Vec<Openers>> {
        let rungs = self.strings("openers_ladder")?;
        let rungs = rungs.iter().map(|rung| rung.parse());
        match rungs.collect() {
            Ok(rungs) => Ok(rungs),
            Err(message) => self.fail("openers_ladder", message),
        }
    }

    fn tiers(&self, text: &str) -> Result<Vec<Limit>> {
        let tiers = text.split('/').map(|tier| tier.trim().parse::<Limit>());
        match tiers.collect::<std::result::Result<Vec<_>, _>>() {
            Ok(tiers) => Ok(tiers),
            Err(error) => self.fail("limits", error.to_string()),
        }
    }

    /// Places a fault inside the script on its line of the file.
    fn script_error(&self, script: &str, error: &ScriptError) -> DefinitionError {
        let start = self
            .table
            .get("script")
            .and_then(Item::span)
            .map_or(0, |span| span.start);
        // A multi-line string drops the line break after its opening quotes.
        let opening = self.text[start..].starts_with("\"\"\"\n") || self.text[start..].starts_with("'''\n");
        let before = script[..error.offset].matches('\n').count();
        DefinitionError {
            line: line_at(self.text, start) + usize::from(opening) + before,
            message: error.message.clone(),
        }
    }
}

fn up_card_rule(text: &str) -> Option<UpCardRule> {
    match text {
        "extra" => Some(UpCardRule::Extra),
        "swap" => Some(UpCardRule::Swap),
        "buy:pot" => Some(UpCardRule::BuyPot),
        _ => {
            let amount = text.strip_prefix("buy:")?.parse().ok().and_then(Chips::try_new)?;
            (!amount.is_zero()).then_some(UpCardRule::Buy(amount))
        }
    }
}

fn line_at(text: &str, offset: usize) -> usize {
    text[..offset.min(text.len())].matches('\n').count() + 1
}
