//! The script of a definition: steps separated by semicolons, each with arguments in parentheses.

use super::{
    AllCheck, BetStep, DeclareOrder, Door, Face, Faces, First, LeastPair, Openers, PostSeat, Rolls, Showdown, Speak,
    Step,
};
use crate::Chips;
use crate::action::{Declaration, Declarations};
use crate::card::Rank;
use crate::eval::{OptionError, Ranking, Selection};
use crate::post::PostKind;

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

    fn step(mut self, highs: Highs) -> Result<Step> {
        let step = match self.name {
            "ante" => self.ante()?,
            "post" => self.post()?,
            "deal" => self.deal()?,
            "board" => self.board()?,
            "turn" => Step::Turn(number(&self.positional("a number of cards")?, 1..=10)?),
            "communal" => Step::Communal,
            "bringin" => self.bring_in()?,
            "flip" => self.flip()?,
            "optflip" => Step::OptionalRoll,
            "arrange" => Step::Arrange,
            "declare" => self.declare()?,
            "bet" => self.bet()?,
            "straddle" => self.straddle()?,
            "draw" => self.draw()?,
            "discard" => self.discard()?,
            "show" => self.show(highs)?,
            name => return error(self.offset, format!("there is no step `{name}`")),
        };
        self.finish()?;
        Ok(step)
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

    fn ante(&mut self) -> Result<Step> {
        let who = self.positional("`all` or a seat")?;
        if who.value == "all" {
            return Ok(Step::Ante(self.chips()?));
        }
        let at = seat(&who)?;
        let amount = self.chips()?;
        let kind = PostKind::DeadAnte;
        Ok(Step::Post { at, amount, kind })
    }

    fn straddle(&mut self) -> Result<Step> {
        let first = self.required("first")?;
        if first.value != "left3" {
            return error(first.offset, "straddles begin left of the big blind: write left3");
        }
        let max = self.count("max", 1..=8)?;
        Ok(Step::Straddle { max })
    }

    fn draw(&mut self) -> Result<Step> {
        let max = self.count("max", 1..=10)?;
        let per_pass = match self.named("perpass") {
            None => max,
            Some(argument) => number(&argument, 1..=max)?,
        };
        Ok(Step::Draw { max, per_pass })
    }

    fn post(&mut self) -> Result<Step> {
        let at = seat(&self.positional("a seat")?)?;
        let amount = self.chips()?;
        let live = match at {
            PostSeat::Left => PostKind::SmallBlind,
            PostSeat::Left2 => PostKind::BigBlind,
            PostSeat::Dealer => PostKind::ButtonBlind,
        };
        let kind = match self.positional("").ok() {
            None => live,
            Some(kind) => match kind.value {
                "live" => live,
                "credit" => PostKind::Credit,
                "dead" => PostKind::DeadAnte,
                other => {
                    return error(
                        kind.offset,
                        format!("`{other}` is not a kind of post; write live, credit or dead"),
                    );
                }
            },
        };
        Ok(Step::Post { at, amount, kind })
    }

    fn deal(&mut self) -> Result<Step> {
        let pattern = self.positional("a pattern of d and u")?;
        let face = |symbol| match symbol {
            'd' => Ok(Face::Down),
            'u' => Ok(Face::Up),
            other => error(
                pattern.offset,
                format!("`{other}` is not a face; write d (down) or u (up)"),
            ),
        };
        let faces: Vec<Face> = pattern.value.chars().map(face).collect::<Result<_>>()?;
        if faces.is_empty() || faces.len() > Faces::ROOM {
            return error(pattern.offset, "a deal has one to ten cards");
        }
        Ok(Step::Deal(faces.into_iter().collect()))
    }

    fn board(&mut self) -> Result<Step> {
        let count = number(&self.positional("a number of cards")?, 1..=10)?;
        let face = match self.positional("").ok() {
            None => Face::Down,
            Some(face) => match face.value {
                "u" => Face::Up,
                "d" => Face::Down,
                other => {
                    return error(
                        face.offset,
                        format!("`{other}` is not a face; write u, or nothing for face down"),
                    );
                }
            },
        };
        Ok(Step::Board { count, face })
    }

    fn bring_in(&mut self) -> Result<Step> {
        let door = self.positional("a door card")?;
        let door = match door.value {
            "low" => Door::Low,
            "highrazz" => Door::HighRazz,
            other => {
                return error(
                    door.offset,
                    format!("`{other}` is not a door card; write low or highrazz"),
                );
            }
        };
        let amount = self.chips()?;
        Ok(Step::BringIn { door, amount })
    }

    fn flip(&mut self) -> Result<Step> {
        let which = match (self.named("n"), self.named("which")) {
            (Some(count), None) => Rolls::Chosen(number(&count, 1..=10)?),
            (None, Some(which)) => match which.value {
                "near" => Rolls::Near,
                "all" => Rolls::All,
                other => {
                    return error(
                        which.offset,
                        format!("`{other}` is not a choice of cards; write near or all"),
                    );
                }
            },
            _ => return error(self.offset, "`flip` wants `n=` or `which=`"),
        };
        let announce = match self.named("announce") {
            None => Declarations::EMPTY,
            Some(announce) if !matches!(which, Rolls::Chosen(_)) => {
                return error(
                    announce.offset,
                    "only a player who chooses cards can announce something with them",
                );
            }
            Some(announce) => declarations(&announce)?,
        };
        Ok(Step::Roll { which, announce })
    }

    fn declare(&mut self) -> Result<Step> {
        let choices = declarations(&self.required("choices")?)?;
        let order = match self.named("order") {
            None => DeclareOrder::AtOnce,
            Some(order) => match order.value {
                "once" => DeclareOrder::AtOnce,
                "turn" => DeclareOrder::InTurn,
                other => return error(order.offset, format!("`{other}` is not an order; write once or turn")),
            },
        };
        Ok(Step::Declare { choices, order })
    }

    fn bet(&mut self) -> Result<Step> {
        let first = self.required("first")?;
        let first = match first.value {
            "left" => First::Left,
            "left2" => First::Left2,
            "left3" | "afterstraddle" => First::AfterBlinds,
            "dealer" => First::Dealer,
            "opener" => First::Opener,
            "raiser" => First::Raiser,
            "highup" => First::HighUp,
            "lowupA5" => First::LowUp,
            "bringin" => First::BringIn,
            other => {
                let known = "left, left2, left3, dealer, opener, raiser, afterstraddle, highup, lowupA5 or bringin";
                return error(first.offset, format!("`{other}` is not a first to act; write {known}"));
            }
        };
        let check = self.required("check")?;
        let check = match check.value {
            "yes" => true,
            "no" => false,
            other => return error(check.offset, format!("`{other}` is neither yes nor no")),
        };
        let tier = self.count("tier", 1..=8)?;
        let open = match self.named("open") {
            None => None,
            Some(open) => Some(openers(&open)?),
        };
        let all_check = match self.named("allcheck") {
            None => AllCheck::Continue,
            // A label has already been removed.
            Some(_) => AllCheck::Redeal,
        };
        let first_may_raise = match self.named("nofirstraise") {
            None => true,
            Some(argument) => number(&argument, 0..=1)? == 0,
        };
        Ok(Step::Bet(BetStep {
            first,
            check,
            tier,
            open,
            all_check,
            first_may_raise,
        }))
    }

    fn discard(&mut self) -> Result<Step> {
        let offset = self.offset;
        let (down, up) = (self.count("d", 0..=9)?, self.count("u", 0..=9)?);
        if down + up == 0 {
            return error(offset, "`discard` needs at least one card");
        }
        Ok(Step::Discard { down, up })
    }

    fn show(&mut self, highs: Highs) -> Result<Step> {
        let offset = self.offset;
        let mut selection = Selection::Best;
        let high = match self.named("high") {
            None => None,
            Some(high) => Some(match high.value {
                "std" => highs.five,
                "three" => highs.three,
                "two" => Ranking::TwoCard,
                "widow" => {
                    selection = Selection::Own;
                    highs.five
                }
                "badugi" => Ranking::Badugi,
                "badugi27" => Ranking::BadugiAceHigh,
                other => {
                    return error(
                        high.offset,
                        format!("`{other}` is not a high ranking; write std, three, two, widow, badugi or badugi27"),
                    );
                }
            }),
        };
        let low = match self.named("low") {
            None => None,
            Some(low) => Some(match low.value {
                "A5" => Ranking::AceToFive,
                "A6" => Ranking::AceToSix,
                "27" => Ranking::DeuceToSeven,
                "8" => Ranking::EightOrBetter,
                "misere" => Ranking::Misere,
                "badugi" => Ranking::Badugi,
                "three" => Ranking::ThreeCardLow,
                "two" => Ranking::TwoCardLow,
                other => {
                    return error(
                        low.offset,
                        format!("`{other}` is not a low ranking; write A5, A6, 27, 8, misere, badugi, three or two"),
                    );
                }
            }),
        };
        if let Some(using) = self.named("use") {
            if selection == Selection::Own {
                return error(using.offset, "`high=widow` uses only hole cards");
            }
            selection = match using.value {
                "best" => Selection::Best,
                "2+3" => Selection::TwoPlusThree,
                "4+1" => Selection::FourPlusOne,
                "max2" => Selection::MaxTwo,
                other => {
                    return error(
                        using.offset,
                        format!("`{other}` is not a selection; write best, 2+3, 4+1 or max2"),
                    );
                }
            };
        }
        let speak = match self.named("speak") {
            None => Speak::Cards,
            Some(speak) => match speak.value {
                "cards" => Speak::Cards,
                "declare" => Speak::Declared,
                other => {
                    return error(
                        speak.offset,
                        format!("`{other}` does not speak; write cards or declare"),
                    );
                }
            },
        };
        if high.is_none() && low.is_none() {
            return error(offset, "a showdown has a high side, a low side or both");
        }
        Ok(Step::Show(Showdown {
            high,
            low,
            selection,
            speak,
        }))
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

/// Reads the declarations to choose from: `H|L|HL`.
fn declarations(argument: &Argument<'_>) -> Result<Declarations> {
    let mut choices = Declarations::EMPTY;
    for word in argument.value.split('|') {
        let declaration = match word.trim() {
            "H" => Declaration::High,
            "L" => Declaration::Low,
            "HL" => Declaration::Both,
            other => {
                return error(
                    argument.offset,
                    format!("`{other}` is not a declaration; write H, L or HL"),
                );
            }
        };
        if choices.contains(&declaration) {
            return error(argument.offset, format!("`{}` is written twice", word.trim()));
        }
        choices.push(declaration);
    }
    Ok(choices)
}

/// Reads a seat that pays.
fn seat(argument: &Argument<'_>) -> Result<PostSeat> {
    match argument.value {
        "left" => Ok(PostSeat::Left),
        "left2" => Ok(PostSeat::Left2),
        "dealer" => Ok(PostSeat::Dealer),
        other => error(
            argument.offset,
            format!("`{other}` is not a seat; write left, left2 or dealer"),
        ),
    }
}

fn openers(argument: &Argument<'_>) -> Result<Openers> {
    match argument.value.parse() {
        Ok(openers) => Ok(openers),
        Err(message) => error(argument.offset, message),
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
