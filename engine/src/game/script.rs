//! The script of a definition: steps separated by semicolons, each with arguments in parentheses.

mod steps;

use super::{AllCheck, LeastPair, Openers, Rolls, Step};
use crate::Chips;
use crate::card::Rank;
use crate::eval::{OptionError, Ranking};

/// Fault in a script, and its byte offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ScriptError {
    pub(super) offset: usize,
    pub(super) message: String,
}

type Result<T> = std::result::Result<T, ScriptError>;

/// Meaning of the names of high rankings in a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Highs {
    /// Ranking meant by `high=std`, for the deck of the game.
    pub(super) five: Ranking,
    /// Ranking meant by `high=three`.
    pub(super) three: Ranking,
}

/// Returns the ranking of three-card hands named by `three_order`.
pub(super) fn three_cards(order: &str) -> std::result::Result<Ranking, OptionError> {
    match order {
        "rarity" => Ok(Ranking::ThreeCard),
        "listed" => Ok(Ranking::ThreeCardListed),
        other => Err(OptionError::Value {
            name: "three_order",
            value: other.chars().take(40).collect(),
            wanted: "rarity or listed",
        }),
    }
}

/// Reads a script into steps.
pub(super) fn parse(script: &str, highs: Highs) -> Result<Vec<Step>> {
    let mut steps = Vec::new();
    let mut labels: Vec<(&str, usize)> = Vec::new();
    let mut jumps: Vec<(Argument<'_>, usize)> = Vec::new();
    let mut offset = 0;
    for text in script.split_inclusive(';') {
        let call = text.strip_suffix(';').unwrap_or(text);
        if !call.trim().is_empty() {
            let mut call = Call::parse(call, offset)?;
            if call.name == "label" {
                let label = call.positional("a name")?;
                if labels.iter().any(|(name, _)| *name == label.value) {
                    return error(label.offset, format!("the label `{}` appears twice", label.value));
                }
                labels.push((label.value, steps.len()));
                call.finish()?;
            } else {
                let jump = call.take_jump();
                jumps.extend(jump.map(|jump| (jump, steps.len())));
                steps.push(call.step(highs)?);
            }
        }
        offset += text.len();
    }
    for (jump, from) in jumps {
        let target = labels.iter().find(|(name, _)| *name == jump.value).map(|(_, at)| *at);
        let target = target
            .filter(|at| *at > from && *at < steps.len())
            .and_then(|at| u8::try_from(at).ok());
        match (target, steps.get_mut(from)) {
            (Some(target), Some(Step::Bet(bet))) => bet.all_check = AllCheck::Jump(target),
            _ => {
                return error(
                    jump.offset,
                    format!("`{}` is not a later label; write redeal or a label", jump.value),
                );
            }
        }
    }
    announce_provisionally(&mut steps);
    Ok(steps)
}

/// Adds the choices of a declaration made just before all cards are turned up to each earlier roll, where the announcement is still
/// provisional. Rule: variants V12.
fn announce_provisionally(steps: &mut [Step]) {
    let last = steps.windows(2).find_map(|pair| match pair {
        [Step::Declare { choices, .. }, Step::Roll { which: Rolls::All, .. }] => Some(*choices),
        _ => None,
    });
    let Some(choices) = last else {
        return;
    };
    for step in steps {
        if let Step::Roll {
            which: Rolls::Chosen(_),
            announce,
        } = step
            && announce.is_empty()
        {
            *announce = choices;
        }
    }
}

/// One step as written.
struct Call<'a> {
    name: &'a str,
    offset: usize,
    arguments: Vec<Argument<'a>>,
}

struct Argument<'a> {
    /// Name before `=`; empty for a positional argument.
    name: &'a str,
    value: &'a str,
    offset: usize,
}

fn error<T>(offset: usize, message: impl Into<String>) -> Result<T> {
    let message = message.into();
    Err(ScriptError { offset, message })
}

impl<'a> Call<'a> {
    fn parse(text: &'a str, base: usize) -> Result<Self> {
        let offset = base + text.len() - text.trim_start().len();
        let text = text.trim();
        let Some((name, rest)) = text.split_once('(') else {
            return error(
                offset,
                format!("`{text}` is not a step; a step is a name and arguments in parentheses"),
            );
        };
        let Some(inside) = rest.strip_suffix(')') else {
            return error(offset, format!("the parenthesis of `{name}` is not closed"));
        };
        let mut arguments = Vec::new();
        let mut at = offset + name.len() + 1;
        for word in inside.split(',') {
            let start = at + word.len() - word.trim_start().len();
            let (name, value) = word.split_once('=').unwrap_or(("", word));
            let (name, value) = (name.trim(), value.trim());
            if value.is_empty() && inside.trim().is_empty() {
                break;
            }
            arguments.push(Argument {
                name,
                value,
                offset: start,
            });
            at += word.len() + 1;
        }
        let name = name.trim();
        Ok(Self {
            name,
            offset,
            arguments,
        })
    }

    /// Refuses arguments that are left over.
    fn finish(&self) -> Result<()> {
        match self.arguments.first() {
            None => Ok(()),
            Some(extra) if extra.name.is_empty() => error(
                extra.offset,
                format!("`{}` takes no argument `{}` here", self.name, extra.value),
            ),
            Some(extra) => error(
                extra.offset,
                format!("`{}` has no parameter `{}`", self.name, extra.name),
            ),
        }
    }

    /// Removes and returns the named argument.
    fn named(&mut self, name: &str) -> Option<Argument<'a>> {
        let index = self.arguments.iter().position(|argument| argument.name == name)?;
        Some(self.arguments.remove(index))
    }

    /// Removes and returns the first positional argument.
    fn positional(&mut self, what: &str) -> Result<Argument<'a>> {
        match self.arguments.iter().position(|argument| argument.name.is_empty()) {
            Some(index) => Ok(self.arguments.remove(index)),
            None => error(self.offset, format!("`{}` wants {what}", self.name)),
        }
    }

    fn required(&mut self, name: &str) -> Result<Argument<'a>> {
        match self.named(name) {
            Some(argument) => Ok(argument),
            None => error(self.offset, format!("`{}` wants `{name}=`", self.name)),
        }
    }

    fn chips(&mut self) -> Result<Chips> {
        let argument = self.positional("an amount")?;
        let chips = argument.value.parse().ok().and_then(Chips::try_new);
        match chips.filter(|chips| !chips.is_zero()) {
            Some(chips) => Ok(chips),
            None => error(
                argument.offset,
                format!("`{}` is not an amount above zero", argument.value),
            ),
        }
    }

    fn count(&mut self, name: &str, range: std::ops::RangeInclusive<u8>) -> Result<u8> {
        let argument = self.required(name)?;
        number(&argument, range)
    }

    /// Removes the label of `allcheck=`, which can be resolved only once the whole script is read.
    fn take_jump(&mut self) -> Option<Argument<'a>> {
        let is_label = |argument: &Argument<'_>| argument.name == "allcheck" && argument.value != "redeal";
        let index = self.arguments.iter().position(is_label)?;
        (self.name == "bet").then(|| self.arguments.remove(index))
    }
}

fn number(argument: &Argument<'_>, range: std::ops::RangeInclusive<u8>) -> Result<u8> {
    if let Some(number) = argument.value.parse().ok().filter(|number| range.contains(number)) {
        Ok(number)
    } else {
        let (min, max) = range.into_inner();
        error(
            argument.offset,
            format!("`{}` is not a number from {min} to {max}", argument.value),
        )
    }
}

impl std::fmt::Display for Openers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.least {
            LeastPair::Pair(rank) => write!(f, "{0}{0}", rank.symbol())?,
            LeastPair::TwoPair => f.write_str("2P")?,
        }
        f.write_str(if self.bobtail { "/bobtail" } else { "" })
    }
}

/// Reads openers: `JJ` is a pair of jacks or better, `2P` two pair or better; `/bobtail` adds the bobtail.
impl std::str::FromStr for Openers {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let (least, bobtail) = match text.split_once('/') {
            None => (text, false),
            Some((least, "bobtail")) => (least, true),
            Some((_, other)) => return Err(format!("`{other}` is not another way to open; write bobtail")),
        };
        let mut symbols = least.chars();
        let rank = symbols.next().and_then(Rank::from_symbol);
        let least = match (rank, symbols.next(), symbols.next()) {
            _ if least == "2P" => LeastPair::TwoPair,
            (Some(rank), Some(again), None) if again == rank.symbol() => LeastPair::Pair(rank),
            _ => {
                return Err(format!(
                    "`{least}` are not openers; write a pair such as JJ, or 2P for two pair"
                ));
            }
        };
        Ok(Self { least, bobtail })
    }
}
