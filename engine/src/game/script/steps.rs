//! The steps of a script, each read from its call.

use super::super::{
    AllCheck, BetStep, DeclareOrder, Door, Face, Faces, First, Openers, PostSeat, Rolls, Showdown, Speak, Step,
};
use super::{Argument, Call, Highs, Result, error, number};
use crate::action::{Declaration, Declarations};
use crate::eval::{Ranking, Selection};
use crate::post::PostKind;

impl Call<'_> {
    pub(super) fn step(mut self, highs: Highs) -> Result<Step> {
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
