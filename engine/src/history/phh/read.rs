//! Reading of hands from the text of a file.

use toml_edit::{Document, Item, Table, Value};

use super::line::PhhAction;
use super::{Claim, Claimed, Scale, rules};
use crate::Chips;
use crate::seat::MAX_SEATS;
use crate::setup::{IllegalBets, TableRules};

/// One hand of a file, with its fields checked and its actions still as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PhhHand {
    /// Code of the game in the format.
    pub variant: String,
    /// `true` if a short ante wins only as much as it matched.
    pub ante_trimming: bool,
    /// Ante of each player, in the order of the file.
    pub antes: Vec<Chips>,
    /// Blind or straddle of each player, in the order of the file, with `true` for the post of a newcomer.
    pub blinds: Vec<(Chips, bool)>,
    /// Forced bet on the door card.
    pub bring_in: Option<Chips>,
    /// Bet of the first tier.
    pub small_bet: Option<Chips>,
    /// Bet of the second tier.
    pub big_bet: Option<Chips>,
    /// Minimum bet, in no-limit and pot-limit games.
    pub min_bet: Option<Chips>,
    /// Definition of the game, in hands of games that only their host knows.
    pub definition: Option<String>,
    /// Betting limits in our own notation, in hands of games without a code in the format.
    pub limits: Option<String>,
    /// Every forced payment with its player and kind, in hands whose posts the lists cannot express.
    pub posts: Option<Vec<String>>,
    /// `true` if the button lies at an empty seat, between the last player and the first.
    pub dead_button: bool,
    /// Rules of the table, as far as the file states them.
    pub rules: TableRules,
    /// Chips carried over from the pot of an earlier hand.
    pub carried: Option<Chips>,
    /// Openers required, if they differ from hand to hand.
    pub openers: Option<String>,
    /// Burned cards, in hands in which they matter.
    pub burned: Option<String>,
    /// Players whose hands are dead from the start, numbered from 0.
    pub dead: Vec<usize>,
    /// Part of each stack that is not at risk, if losses are capped; empty if they are not.
    pub behind: Vec<Chips>,
    /// Results that the file claims for the hand.
    pub claims: Vec<Claim>,
    /// Stacks before any posts; `None` for one that the file does not know.
    pub stacks: Vec<Option<Chips>>,
    /// Actions in order, as the file writes them.
    pub actions: Vec<String>,
    /// Unit of all amounts.
    pub scale: Scale,
}

/// The fields that state how the hand ended: the stacks, and the chips collected.
const RESULTS: [&str; 2] = ["finishing_stacks", "winnings"];

/// The reason why a file or one of its hands cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct PhhError {
    /// Line of the file, from 1.
    pub line: usize,
    /// Description of the fault.
    pub message: String,
}

impl PhhHand {
    /// Returns the hand as read by programs that know only the fields and lines of the format; `None` if those cannot express it.
    pub(super) fn by_the_format_alone(self) -> Option<Self> {
        let is_of_format = |text: &String| {
            let line = PhhAction::read(text, self.stacks.len(), self.scale);
            line.is_ok_and(|line| line.is_of_format())
        };
        self.actions.iter().all(is_of_format).then(|| Self {
            variant: self.variant,
            ante_trimming: self.ante_trimming,
            antes: self.antes,
            blinds: self.blinds,
            bring_in: self.bring_in,
            small_bet: self.small_bet,
            big_bet: self.big_bet,
            min_bet: self.min_bet,
            stacks: self.stacks,
            actions: self.actions,
            scale: self.scale,
            ..Self::default()
        })
    }
}

type Result<T> = std::result::Result<T, PhhError>;

/// Reads a file: one hand, or many as numbered tables `[1]`, `[2]`, ... Each hand is read on its own, so a broken one
/// does not affect the others.
///
/// # Errors
/// If the text is not TOML.
pub fn read(text: &str) -> Result<Vec<Result<PhhHand>>> {
    let document = Document::parse(text).map_err(|error| PhhError {
        line: line_at(text, error.span().map_or(0, |span| span.start)),
        message: error.message().lines().next().unwrap_or("not TOML").to_owned(),
    })?;
    let root = document.as_table();
    if root.contains_key("variant") || root.contains_key("actions") {
        return Ok(vec![Fields::new(text, root).hand()]);
    }
    let mut hands = Vec::new();
    for (key, item) in root {
        let numbered = key.bytes().all(|byte| byte.is_ascii_digit()) && !key.is_empty();
        if let (true, Some(table)) = (numbered, item.as_table()) {
            hands.push(Fields::new(text, table).hand());
        } else if numbered || item.is_table() {
            let line = line_at(text, item.span().map_or(0, |span| span.start));
            let message = format!("`{key}` is not a hand; hands are numbered tables");
            hands.push(Err(PhhError { line, message }));
        }
    }
    if hands.is_empty() {
        let message = "there is no hand: `variant` is missing".to_owned();
        return Err(PhhError { line: 1, message });
    }
    Ok(hands)
}

fn line_at(text: &str, offset: usize) -> usize {
    text[..offset.min(text.len())].matches('\n').count() + 1
}

/// The fields of one hand.
struct Fields<'a> {
    text: &'a str,
    table: &'a Table,
}

impl<'a> Fields<'a> {
    const fn new(text: &'a str, table: &'a Table) -> Self {
        Self { text, table }
    }

    fn fail<T>(&self, key: &str, message: impl Into<String>) -> Result<T> {
        let item = self.table.get(key).and_then(Item::span).or_else(|| self.table.span());
        Err(PhhError {
            line: line_at(self.text, item.map_or(0, |span| span.start)),
            message: message.into(),
        })
    }

    fn hand(&self) -> Result<PhhHand> {
        let Some(variant) = self.table.get("variant").and_then(Item::as_str) else {
            return self.fail("variant", "`variant` is missing or no string");
        };
        let actions = self.actions()?;
        let scale = self.scale(&actions)?;
        let stacks = self.stacks(scale)?;
        let amount = |key: &str| self.stated(key, scale);
        let antes = self.amounts("antes", stacks.len(), scale)?;
        let claims = self.claims(stacks.len(), scale)?;
        self.check_seats(stacks.len())?;
        if antes.iter().any(|(_, negative)| *negative) {
            return self.fail("antes", "an ante is below zero");
        }
        Ok(PhhHand {
            variant: variant.to_owned(),
            ante_trimming: match self.table.get("ante_trimming_status") {
                None => false,
                Some(item) => match item.as_bool() {
                    Some(status) => status,
                    None => return self.fail("ante_trimming_status", "`ante_trimming_status` must be true or false"),
                },
            },
            antes: antes.into_iter().map(|(amount, _)| amount).collect(),
            blinds: if self.table.contains_key("blinds_or_straddles") {
                self.amounts("blinds_or_straddles", stacks.len(), scale)?
            } else {
                Vec::new()
            },
            bring_in: amount("bring_in")?,
            small_bet: amount("small_bet")?,
            big_bet: amount("big_bet")?,
            min_bet: amount("min_bet")?,
            definition: self.table.get("_definition").and_then(Item::as_str).map(str::to_owned),
            limits: self.table.get("_limits").and_then(Item::as_str).map(str::to_owned),
            posts: self.table.get("_posts").and_then(Item::as_array).map(|list| {
                let texts = list.iter().map(|value| value.as_str().unwrap_or_default().to_owned());
                texts.collect()
            }),
            dead_button: self.flag("_dead_button"),
            rules: self.rules(scale)?,
            carried: amount("_carried")?,
            burned: self.table.get("_burned").and_then(Item::as_str).map(str::to_owned),
            openers: self.table.get("_openers").and_then(Item::as_str).map(str::to_owned),
            dead: self.dead(stacks.len())?,
            behind: Vec::new(),
            claims,
            stacks,
            actions,
            scale,
        })
    }

    /// Returns the table rules that the file states.
    fn rules(&self, scale: Scale) -> Result<TableRules> {
        let mut rules = TableRules::default();
        for (key, value) in rules::FIELDS {
            match value {
                rules::Value::Flag(of) => *of(&mut rules) = self.flag(key),
                rules::Value::Amount(of) => *of(&mut rules) = self.stated(key, scale)?.unwrap_or_default(),
            }
        }
        rules.unit = self.stated("_unit", scale)?.unwrap_or(rules.unit);
        if self.flag("_forfeit_excess") {
            rules.illegal_bets = IllegalBets::Forfeit;
        }
        Ok(rules)
    }

    /// Returns `true` if the field is `true`.
    fn flag(&self, key: &str) -> bool {
        self.table.get(key).and_then(Item::as_bool).unwrap_or(false)
    }

    /// Returns the amount of a field, `None` if the file has none.
    fn stated(&self, key: &str, scale: Scale) -> Result<Option<Chips>> {
        match self.table.get(key) {
            None => Ok(None),
            Some(item) => match item.as_value().and_then(|value| self.amount(value, scale)) {
                Some(amount) if !amount.is_zero() => Ok(Some(amount)),
                _ => self.fail(key, format!("`{key}` must be an amount above zero")),
            },
        }
    }

    /// Returns the players whose hands are dead, given by their numbers from 1.
    fn dead(&self, count: usize) -> Result<Vec<usize>> {
        let key = "_dead";
        let Some(item) = self.table.get(key) else {
            return Ok(Vec::new());
        };
        let player = |value: &Value| {
            let number = usize::try_from(value.as_integer()?).ok()?;
            (1..=count).contains(&number).then(|| number - 1)
        };
        let dead = item.as_array().and_then(|list| list.iter().map(player).collect());
        dead.map_or_else(|| self.fail(key, "`_dead` must be a list of numbers of players"), Ok)
    }

    /// Refuses impossible lists of seats: with other than one for each player, with duplicates, or with numbers beyond the seat count.
    fn check_seats(&self, count: usize) -> Result<()> {
        let key = "seats";
        let Some(item) = self.table.get(key) else { return Ok(()) };
        let seat = |value: &Value| value.as_integer().filter(|seat| *seat > 0);
        let seats: Option<Vec<i64>> = item.as_array().and_then(|list| list.iter().map(seat).collect());
        let Some(mut seats) = seats.filter(|seats| seats.len() == count) else {
            return self.fail(key, "`seats` must have the number of a seat for each player");
        };
        seats.sort_unstable();
        let twice = seats
            .windows(2)
            .find_map(|pair| (pair[0] == pair[1]).then_some(pair[0]));
        if let Some(twice) = twice {
            return self.fail(key, format!("two players have seat {twice}"));
        }
        let most = self.table.get("seat_count").and_then(Item::as_integer);
        match (seats.last(), most) {
            (Some(last), Some(most)) if *last > most => {
                self.fail(key, format!("seat {last} is none of a table of {most}"))
            }
            _ => Ok(()),
        }
    }

    /// Returns the results that the file claims for the hand.
    fn claims(&self, count: usize, scale: Scale) -> Result<Vec<Claim>> {
        let mut claims = Vec::new();
        for key in RESULTS {
            let Some(item) = self.table.get(key) else { continue };
            let Some(list) = item.as_array().filter(|list| list.len() == count) else {
                return self.fail(key, format!("`{key}` is not a list with an entry for each player"));
            };
            let mut amounts = Vec::with_capacity(count);
            for value in list {
                let known = (value.is_integer() || value.is_float()).then(|| self.written(value));
                match known.and_then(|written| scale.cut(&written)) {
                    Some(amount) => amounts.push(Some(amount)),
                    None if key == RESULTS[0] && value.as_float() == Some(f64::INFINITY) => amounts.push(None),
                    None => return self.fail(key, format!("`{}` is not an amount", self.written(value))),
                }
            }
            let line = line_at(self.text, item.span().map_or(0, |span| span.start));
            let what = if key == RESULTS[0] {
                Claimed::Stacks(amounts)
            } else {
                Claimed::Winnings(amounts.into_iter().flatten().collect())
            };
            claims.push(Claim { line, what });
        }
        Ok(claims)
    }

    fn actions(&self) -> Result<Vec<String>> {
        let Some(list) = self.table.get("actions").and_then(Item::as_array) else {
            return self.fail("actions", "`actions` is missing or no list");
        };
        let texts: Option<Vec<String>> = list.iter().map(|value| value.as_str().map(str::to_owned)).collect();
        match texts {
            Some(texts) => Ok(texts),
            None => self.fail("actions", "`actions` must be a list of strings"),
        }
    }

    /// Returns the scale with the largest number of decimals in any amount of the hand.
    fn scale(&self, actions: &[String]) -> Result<Scale> {
        let mut scale = Scale::default();
        let single = ["bring_in", "small_bet", "big_bet", "min_bet", "_unit", "_carried"];
        let lists = ["antes", "blinds_or_straddles", "starting_stacks"];
        let values = single
            .into_iter()
            .chain(rules::amounts())
            .filter_map(|key| self.table.get(key))
            .filter_map(Item::as_value);
        let listed = lists
            .iter()
            .filter_map(|key| self.table.get(key))
            .filter_map(Item::as_array);
        let written = values
            .chain(listed.flat_map(toml_edit::Array::iter))
            .map(|value| self.written(value));
        let wagers = actions
            .iter()
            .filter_map(|action| action.split_whitespace().nth(2))
            .map(str::to_owned);
        for text in written.chain(wagers) {
            let decimals = Scale::decimals_of(text.trim_start_matches('-')).unwrap_or(0);
            if decimals > Scale::MOST {
                return self.fail(
                    "starting_stacks",
                    format!("`{text}` has more than {} decimals", Scale::MOST),
                );
            }
            scale.decimals = scale.decimals.max(decimals);
        }
        // Fractions of shared pots may have any number of decimals.
        let results = RESULTS
            .iter()
            .filter_map(|key| self.table.get(key))
            .filter_map(Item::as_array);
        for value in results.flat_map(toml_edit::Array::iter) {
            let decimals = Scale::decimals_of(&self.written(value)).unwrap_or(0);
            scale.decimals = scale.decimals.max(decimals.min(Scale::MOST));
        }
        Ok(scale)
    }

    /// Returns a number exactly as the file writes it.
    fn written(&self, value: &Value) -> String {
        let span = value.span().unwrap_or_default();
        self.text.get(span).unwrap_or_default().trim().replace('_', "")
    }

    fn amount(&self, value: &Value, scale: Scale) -> Option<Chips> {
        if !(value.is_integer() || value.is_float()) {
            return None;
        }
        let written = self.written(value);
        Scale::decimals_of(&written)?;
        scale.read(&written)
    }

    fn amounts(&self, key: &str, count: usize, scale: Scale) -> Result<Vec<(Chips, bool)>> {
        let Some(list) = self.table.get(key).and_then(Item::as_array) else {
            return self.fail(key, format!("`{key}` is missing or no list"));
        };
        if list.len() != count {
            return self.fail(key, format!("`{key}` has {} entries for {count} players", list.len()));
        }
        let mut amounts = Vec::with_capacity(count);
        for value in list {
            let written = self.written(value);
            let negative = written.starts_with('-');
            let digits = written.trim_start_matches('-');
            let sound = (value.is_integer() || value.is_float()) && Scale::decimals_of(digits).is_some();
            match scale.read(digits).filter(|_| sound) {
                Some(amount) => amounts.push((amount, negative)),
                None => return self.fail(key, format!("`{written}` is not an amount")),
            }
        }
        Ok(amounts)
    }

    fn stacks(&self, scale: Scale) -> Result<Vec<Option<Chips>>> {
        let key = "starting_stacks";
        let Some(list) = self.table.get(key).and_then(Item::as_array) else {
            return self.fail(key, "`starting_stacks` is missing or no list");
        };
        if list.len() < 2 || list.len() > usize::from(MAX_SEATS) {
            return self.fail(key, format!("a hand has 2 to {MAX_SEATS} players, not {}", list.len()));
        }
        let mut stacks = Vec::with_capacity(list.len());
        for value in list {
            if value.as_float() == Some(f64::INFINITY) {
                stacks.push(None);
                continue;
            }
            match self.amount(value, scale) {
                Some(amount) if !amount.is_zero() => stacks.push(Some(amount)),
                _ => return self.fail(key, format!("`{}` is not a starting stack", self.written(value))),
            }
        }
        Ok(stacks)
    }
}

impl Scale {
    /// Reads an amount, cut off after the decimals of the scale.
    fn cut(self, text: &str) -> Option<Chips> {
        Self::decimals_of(text)?;
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let kept: String = fraction.chars().take(self.decimals as usize).collect();
        self.read(&format!("{whole}.{kept}"))
    }
}
