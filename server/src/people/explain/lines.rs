//! A hand as a line of time, in words.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use poker_protocol::v1::choice::DecisionKind;
use poker_protocol::v1::event::{BetAction, PostKind, SeatAmount, Side};
use poker_protocol::v1::table::PotState;
use poker_protocol::v1::{Card, Chips, PublicEvent};
use serde_json::{Value, json};

use super::course::{Course, What};
use super::presence::{Presence, Stretch, instant};
use crate::store::RefusedAnswer;
use crate::table::Cause;

/// The clock of a decision, and what follows when its time is up.
const CLOCK: &str = "tournament 2.13";
/// A time-out checks where that is free.
const FREE_CHECK: &str = "tournament 2.13 and 9.22";
/// What a time-out does in other decisions than bets.
const OTHER_TIME_OUT: &str = "variants 8";
/// A player whose connection is lost: timers run, then an automatic check or fold.
const DISCONNECTED: &str = "tournament 0";
/// Calling Time.
const CALLING_TIME: &str = "tournament 3.5";
const ABSENT_DEALT: &str = "tournament 1.9";
const UNCALLED: &str = "tournament 2.6";
const SIDE_POTS: &str = "tournament 10.7";
const ODD_CHIP: &str = "tournament 10.8";
const ODD_CHIP_HIGH: &str = "variants A47";
const SHOWING: &str = "tournament 10.5";
const OPEN_ALL_IN: &str = "tournament 10.4";
const VOID: &str = "tournament 2.16";
const RULING: &str = "tournament 11.4";
const KITTY: &str = "variants 4.6";
const IRREGULAR: &str = "variants 4.3";
const HAND_FOR_HAND: &str = "tournament 2.9";

/// One line of a hand.
#[derive(Debug)]
pub(super) struct Line {
    /// When, in milliseconds since 1970, if that was kept.
    pub(super) at: Option<i64>,
    pub(super) kind: &'static str,
    pub(super) seat: Option<u8>,
    pub(super) text: String,
    pub(super) rule: Option<&'static str>,
    /// What the line adds for programs.
    pub(super) more: Value,
}

impl Line {
    pub(super) fn new(at: Option<i64>, kind: &'static str, text: String) -> Self {
        Self {
            at,
            kind,
            seat: None,
            text,
            rule: None,
            more: Value::Null,
        }
    }

    pub(super) fn json(&self) -> Value {
        let mut line = json!({
            "at": self.at.map(|at| instant(at).to_string()),
            "kind": self.kind,
            "seat": self.seat,
            "text": self.text,
            "rule": self.rule,
        });
        if let (Value::Object(line), Value::Object(more)) = (&mut line, &self.more) {
            line.extend(more.iter().map(|(name, value)| (name.clone(), value.clone())));
        }
        line
    }
}

/// Milliseconds as seconds.
pub(super) fn seconds(ms: i64) -> String {
    let ms = ms.max(0);
    format!("{}.{} s", ms / 1000, ms % 1000 / 100)
}

/// The open decision.
#[derive(Debug, Default)]
struct Open {
    turn: u32,
    asked_at: Option<i64>,
    /// Who has not answered.
    seats: BTreeSet<u8>,
    is_bet: bool,
    /// How long the clocks stood still, and since when they do.
    stood_ms: i64,
    stands_since: Option<i64>,
    extended: BTreeSet<u8>,
    called_at: Option<i64>,
}

impl Open {
    /// How long it has been open while clocks ran.
    fn taken_ms(&self, at: Option<i64>) -> Option<i64> {
        let (asked, at) = self.asked_at.zip(at)?;
        let stands = self.stands_since.map_or(0, |since| at - since);
        Some((at - asked - self.stood_ms - stands).max(0))
    }
}

/// A pot as it was paid.
#[derive(Debug, Default)]
struct Pot {
    amount: u64,
    seats: Vec<u8>,
    paid: Vec<Value>,
}

/// Tells a hand.
pub(super) struct Story<'a> {
    course: &'a Course,
    presences: &'a BTreeMap<u8, Presence>,
    lines: Vec<Line>,
    open: Option<Open>,
    /// Why the server answers for seats, and whether those sit out from the next hand on.
    causes: BTreeMap<u8, (Cause, bool)>,
    /// When the server answered for a seat, by decision.
    timed_out: BTreeMap<(u32, u8), i64>,
    pots: Vec<Pot>,
    stacks: BTreeMap<u8, u64>,
    button: u8,
    contending: BTreeSet<u8>,
}

/// What is told of a hand.
pub(super) struct Told {
    pub(super) lines: Vec<Line>,
    /// Each pot with who could win it and how it was paid.
    pub(super) pots: Vec<Value>,
}

/// Tells a hand, with what is known of connections by seat, and the answers that were refused.
pub(super) fn tell(course: &Course, presences: &BTreeMap<u8, Presence>, refused: &[RefusedAnswer]) -> Told {
    let mut story = Story {
        course,
        presences,
        lines: Vec::new(),
        open: None,
        causes: BTreeMap::new(),
        timed_out: BTreeMap::new(),
        pots: Vec::new(),
        stacks: BTreeMap::new(),
        button: 0,
        contending: BTreeSet::new(),
    };
    for moment in &course.moments {
        match &moment.what {
            What::Event(event) => story.event(moment.at, event),
            What::Cause(cause, seat, absent) => story.caused(moment.at, *cause, *seat, *absent),
            What::Restart => story.restart(moment.at),
        }
    }
    let pots = story.paid_pots();
    let between = story.connections();
    let mut others = between;
    others.extend(refused.iter().map(|answer| story.refusal(answer)));
    others.sort_by_key(|line| line.at);
    let lines = merged(story.lines, others);
    Told { lines, pots }
}

/// Puts lines with times where they belong among those of the hand. Where these have none, they come behind.
fn merged(hand: Vec<Line>, others: Vec<Line>) -> Vec<Line> {
    let mut others = others.into_iter().peekable();
    let mut lines = Vec::new();
    for line in hand {
        if let Some(at) = line.at {
            while let Some(other) = others.next_if(|other| other.at.is_some_and(|other| other < at)) {
                lines.push(other);
            }
        }
        lines.push(line);
    }
    lines.extend(others);
    lines
}

impl Story<'_> {
    fn who(&self, seat: u8) -> String {
        match self.course.players.get(&seat).filter(|player| !player.name.is_empty()) {
            Some(player) => format!("{} (seat {seat})", player.name),
            None => format!("seat {seat}"),
        }
    }

    fn names(&self, seats: &[u8]) -> String {
        let names: Vec<String> = seats.iter().map(|seat| self.who(*seat)).collect();
        names.join(", ")
    }

    fn say(&mut self, at: Option<i64>, kind: &'static str, seat: Option<u8>, text: String) -> &mut Line {
        let mut line = Line::new(at, kind, text);
        line.seat = seat;
        self.lines.push(line);
        self.lines.last_mut().expect("it was pushed")
    }

    fn restart(&mut self, at: Option<i64>) {
        let text = "the server had been stopped or killed, and went on with the hand: clocks began anew".to_owned();
        self.say(at, "restarted", None, text).rule = Some(CLOCK);
        if let Some(open) = &mut self.open {
            (open.asked_at, open.stood_ms, open.stands_since) = (at, 0, None);
        }
    }

    fn caused(&mut self, at: Option<i64>, cause: Cause, seat: Option<u8>, absent: bool) {
        let who = seat.map(|seat| self.who(seat)).unwrap_or_default();
        let lost = self.course.clock.map_or(0, |clock| i64::from(clock.lost));
        match cause {
            // What it did is told with its event.
            Cause::TimeOut | Cause::Killed => self.causes.extend(seat.map(|seat| (seat, (cause, absent)))),
            Cause::KilledByRuling => {
                self.causes.extend(seat.map(|seat| (seat, (cause, absent))));
                let text = format!("an official has the hand of {who} folded at its next turn");
                self.say(at, "killed", seat, text).rule = Some(RULING);
            }
            Cause::Extended => {
                if let (Some(open), Some(seat)) = (&mut self.open, seat) {
                    open.extended.insert(seat);
                }
                let text = format!(
                    "{who}: the connection is down, so {} more are given, once in a while",
                    seconds(lost)
                );
                self.say(at, "time_extended", seat, text).rule = Some(CLOCK);
            }
            Cause::TimeCalled | Cause::TimeCalledByHouse => {
                let by = if cause == Cause::TimeCalled {
                    "a player"
                } else {
                    "the house"
                };
                if let Some(open) = &mut self.open {
                    open.called_at = at;
                }
                self.say(
                    at,
                    "time_called",
                    None,
                    format!("{by} calls Time: half a minute is left"),
                )
                .rule = Some(CALLING_TIME);
            }
            Cause::Paused => {
                if let Some(open) = &mut self.open {
                    open.stands_since = at;
                }
                self.say(at, "paused", None, "play is paused, clocks stand still".to_owned())
                    .rule = Some(CLOCK);
            }
            Cause::Resumed => {
                if let Some(open) = &mut self.open
                    && let Some((since, at)) = open.stands_since.take().zip(at)
                {
                    open.stood_ms += at - since;
                }
                self.say(at, "resumed", None, "play goes on".to_owned());
            }
            Cause::Released => {
                self.say(
                    at,
                    "released",
                    None,
                    "no other table has anything to decide: the hand goes on".to_owned(),
                )
                .rule = Some(HAND_FOR_HAND);
            }
            Cause::Split => {
                self.say(
                    at,
                    "split",
                    None,
                    "an official has each pot shared by its live hands".to_owned(),
                )
                .rule = Some(VOID);
            }
        }
    }

    fn event(&mut self, at: Option<i64>, event: &PublicEvent) {
        let kind = kind_of(event);
        match event {
            PublicEvent::HandStarted {
                button, seats, dead, ..
            } => {
                self.button = *button;
                self.stacks = seats.iter().map(|seat| (seat.seat, seat.stack.get())).collect();
                self.contending = seats
                    .iter()
                    .map(|seat| seat.seat)
                    .filter(|seat| !dead.contains(seat))
                    .collect();
                let stacks: Vec<String> = seats
                    .iter()
                    .map(|seat| format!("{} {}", self.who(seat.seat), seat.stack.get()))
                    .collect();
                self.say(
                    at,
                    kind,
                    None,
                    format!("the hand is dealt, button at seat {button}: {}", stacks.join(", ")),
                );
                for seat in dead {
                    let text = format!("{} is absent: the hand is dead from the start", self.who(*seat));
                    self.say(at, "dead_hand", Some(*seat), text).rule = Some(ABSENT_DEALT);
                }
            }
            PublicEvent::Posted {
                seat,
                amount,
                post,
                all_in,
            } => {
                let all_in = if *all_in { ", all-in" } else { "" };
                let text = format!(
                    "{} posts {} as {}{all_in}",
                    self.who(*seat),
                    amount.get(),
                    post_in_words(*post)
                );
                self.say(at, kind, Some(*seat), text);
            }
            PublicEvent::TurnStarted {
                turn, seats, decision, ..
            } => self.asked(at, *turn, seats, *decision),
            PublicEvent::ActionTaken {
                seat,
                action,
                added,
                to,
                all_in,
                auto,
                dark,
            } => {
                let all_in = if *all_in { ", all-in" } else { "" };
                let dark = if *dark { ", as declared in the dark" } else { "" };
                let done = match action {
                    BetAction::Fold => "folds".to_owned(),
                    BetAction::Check => "checks".to_owned(),
                    BetAction::Call => format!("calls {}", added.get()),
                    BetAction::Bet => format!("bets {}", to.get()),
                    BetAction::Raise => format!("raises to {} ({} more)", to.get(), added.get()),
                };
                if *action == BetAction::Fold {
                    self.contending.remove(seat);
                }
                self.answered(at, kind, *seat, &format!("{done}{all_in}{dark}"), *auto);
                let told = self.lines.iter_mut().rev();
                let mut told = told.filter(|line| matches!(line.kind, "action_taken" | "time_out"));
                if let Some(line) = told.next() {
                    line.more["action"] = json!(action);
                }
            }
            PublicEvent::CardsDiscarded { seat, count, auto, .. } => {
                self.answered(at, kind, *seat, &format!("discards {count}"), *auto);
            }
            PublicEvent::CardsDrawn { seat, count, auto, .. } => {
                self.answered(at, kind, *seat, &format!("draws {count}"), *auto);
            }
            PublicEvent::StraddleDeclined { seat, auto } => {
                self.answered(at, kind, *seat, "does without the straddle", *auto);
            }
            PublicEvent::ChoiceMade { seat, auto } => self.answered(at, kind, *seat, "has chosen", *auto),
            PublicEvent::CardKept { seat, auto } => {
                self.answered(at, kind, *seat, "keeps the cards as they lie", *auto);
            }
            PublicEvent::CardsArranged { seat, auto } => self.answered(at, kind, *seat, "lays the cards", *auto),
            PublicEvent::BuyPassed { seat, auto } => {
                self.contending.remove(seat);
                self.answered(at, kind, *seat, "does not pay and gives up the pot", *auto);
            }
            PublicEvent::CardBought { seat, amount, .. } => {
                self.answered(at, kind, *seat, &format!("pays {} for the card", amount.get()), false);
            }
            PublicEvent::CardSwapped { seat, .. } => self.answered(at, kind, *seat, "changes a card", false),
            _ => self.outcome(at, kind, event),
        }
    }

    /// What nobody decides.
    fn outcome(&mut self, at: Option<i64>, kind: &'static str, event: &PublicEvent) {
        match event {
            PublicEvent::BoardDealt { cards } | PublicEvent::BoardTurned { cards } => {
                self.say(at, kind, None, format!("board: {}", told(cards)));
            }
            PublicEvent::SecondBoardDealt { cards } => {
                self.say(at, kind, None, format!("second board: {}", told(cards)));
            }
            PublicEvent::UncalledReturned { seat, amount } => {
                let text = format!("{} of {} were not called and go back", amount.get(), self.who(*seat));
                self.say(at, kind, Some(*seat), text).rule = Some(UNCALLED);
            }
            PublicEvent::ExcessForfeited { seat, amount } => {
                let text = format!(
                    "{} of {} are forfeited: the bet was irregular",
                    amount.get(),
                    self.who(*seat)
                );
                self.say(at, kind, Some(*seat), text).rule = Some(IRREGULAR);
            }
            PublicEvent::KittyTaken { amount } => {
                self.say(at, kind, None, format!("{} go to the kitty", amount.get()))
                    .rule = Some(KITTY);
            }
            PublicEvent::PotsFormed { pots } => self.pots_formed(at, kind, pots),
            PublicEvent::HandsTabled { hands } => {
                for hand in hands {
                    let text = format!("{} is turned up: {}", self.who(hand.seat), told(&hand.cards));
                    self.say(at, kind, Some(hand.seat), text).rule = Some(OPEN_ALL_IN);
                }
            }
            PublicEvent::HandShown {
                seat, cards, high, low, ..
            } => {
                let made: Vec<String> = [high, low]
                    .into_iter()
                    .flatten()
                    .map(|made| made.category.replace('_', " "))
                    .collect();
                let made = if made.is_empty() {
                    String::new()
                } else {
                    format!(" ({})", made.join(", "))
                };
                let text = format!("{} shows {}{made}", self.who(*seat), told(cards));
                self.say(at, kind, Some(*seat), text).rule = Some(SHOWING);
            }
            PublicEvent::HandMucked { seat } => {
                let text = format!("{} mucks unseen", self.who(*seat));
                self.say(at, kind, Some(*seat), text).rule = Some(SHOWING);
            }
            PublicEvent::PotAwarded {
                pot,
                side,
                amount,
                shares,
                run,
            } => self.pot_awarded(at, (*pot, *side, *run), *amount, shares),
            PublicEvent::HandCompleted { stacks, .. } => {
                let changes: Vec<String> = stacks.iter().map(|seat| self.change(seat)).collect();
                self.say(at, kind, None, format!("the hand is over: {}", changes.join(", ")));
            }
            PublicEvent::HandVoided { .. } => {
                let text = "the hand is void: every stack is what it was before it".to_owned();
                self.say(at, kind, None, text).rule = Some(VOID);
            }
            PublicEvent::HandHeld {} => {
                let text = "an all-in is called: the hand waits until no other table has anything to decide".to_owned();
                self.say(at, kind, None, text).rule = Some(HAND_FOR_HAND);
            }
            PublicEvent::HoleCardsDealt { .. } => {
                self.say(at, kind, None, "cards are dealt".to_owned());
            }
            PublicEvent::KilledShown { seat, cards } => {
                let text = format!(
                    "{}, whose hand an official killed, held {}",
                    self.who(*seat),
                    told(cards)
                );
                self.say(at, kind, Some(*seat), text).rule = Some(RULING);
            }
            // What is told of it is no news of the hand.
            _ if kind == NO_NEWS => {}
            other => {
                let value = serde_json::to_value(other).unwrap_or_default();
                let seat = value["seat"].as_u64().and_then(|seat| u8::try_from(seat).ok());
                let whom = seat.map(|seat| format!(": {}", self.who(seat))).unwrap_or_default();
                let text = format!("{}{whom}", kind.replace('_', " "));
                self.say(at, kind, seat, text);
            }
        }
    }

    fn asked(&mut self, at: Option<i64>, turn: u32, seats: &[u8], decision: DecisionKind) {
        self.open = Some(Open {
            turn,
            asked_at: at,
            seats: seats.iter().copied().collect(),
            is_bet: decision == DecisionKind::Bet,
            ..Open::default()
        });
        let names = self.names(seats);
        let (many, kind) = (seats.len() > 1, serde_json::to_value(decision).unwrap_or_default());
        let mut text = format!("{names} {} asked", if many { "are" } else { "is" });
        if decision != DecisionKind::Bet {
            let _ = write!(text, " ({})", kind.as_str().unwrap_or_default().replace('_', " "));
        }
        let clock = self.course.clock;
        let mut until = None;
        match clock {
            Some(clock) if clock.calls => text.push_str(": no clock runs until Time is called"),
            Some(clock) => {
                let bank = if clock.bank { ", then the time bank" } else { "" };
                let _ = write!(text, ": {}{bank}", seconds(clock.action.into()));
                until = at.map(|at| instant(at + i64::from(clock.action)).to_string());
            }
            None => {}
        }
        let seat = seats.first().copied().filter(|_| !many);
        let line = self.say(at, "asked", seat, text);
        line.more = json!({"turn": turn, "decision": kind, "seats": seats, "until": until});
    }

    /// A seat has answered, or the server did for it.
    fn answered(&mut self, at: Option<i64>, kind: &'static str, seat: u8, done: &str, auto: bool) {
        let open = self.open.as_mut().filter(|open| open.seats.contains(&seat));
        let Some(open) = open else {
            // It was declared before, or the hand was dead: there was no question.
            let (how, rule) = match self.causes.remove(&seat).map(|(cause, _)| cause) {
                Some(Cause::KilledByRuling) => (": an official had the hand killed", Some(RULING)),
                Some(Cause::Killed) => (": the hand was killed, as the player is gone", Some(ABSENT_DEALT)),
                _ if auto => (", by the server", None),
                _ => ("", None),
            };
            let text = format!("{} {done}{how}", self.who(seat));
            let line = self.say(at, kind, Some(seat), text);
            (line.rule, line.more) = (rule, json!({"auto": auto}));
            return;
        };
        open.seats.remove(&seat);
        let (turn, is_bet, asked_at) = (open.turn, open.is_bet, open.asked_at);
        let (taken, extended, called) = (
            open.taken_ms(at),
            open.extended.contains(&seat),
            open.called_at.is_some(),
        );
        let clock = self.course.clock;
        let bank = clock.filter(|clock| !clock.calls).zip(taken).map(|(clock, taken)| {
            let more = if extended { i64::from(clock.lost) } else { 0 };
            let grace = if auto { i64::from(clock.grace) } else { 0 };
            (taken - i64::from(clock.action) - more - grace).max(0)
        });
        let more = json!({"turn": turn, "auto": auto, "taken_ms": taken, "bank_ms": bank});
        if !auto {
            let mut text = format!("{} {done}", self.who(seat));
            if let Some(taken) = taken {
                let _ = write!(text, " after {}", seconds(taken));
            }
            if let Some(bank) = bank.filter(|bank| *bank > 0) {
                let _ = write!(text, ", {} of them from the time bank", seconds(bank));
            }
            let line = self.say(at, kind, Some(seat), text);
            line.rule = bank.filter(|bank| *bank > 0).map(|_| CLOCK);
            line.more = more;
            return;
        }
        if let Some(at) = at {
            self.timed_out.insert((turn, seat), at);
        }
        let (cause, absent) = self.causes.remove(&seat).unwrap_or((Cause::TimeOut, false));
        let is_check = done.starts_with("check");
        let (why, rule) = match cause {
            Cause::KilledByRuling => ("an official had the hand killed".to_owned(), RULING),
            Cause::Killed if called => ("the time that was called is up".to_owned(), CALLING_TIME),
            Cause::Killed => ("the player has left".to_owned(), ABSENT_DEALT),
            _ => {
                let mut why = "the time is up".to_owned();
                if let Some(taken) = taken {
                    let _ = write!(why, " after {}", seconds(taken));
                }
                if let Some(bank) = bank.filter(|bank| *bank > 0) {
                    let _ = write!(why, ", {} of them from the time bank", seconds(bank));
                }
                let rule = match (is_bet, is_check) {
                    (true, true) => FREE_CHECK,
                    (true, false) => CLOCK,
                    (false, _) => OTHER_TIME_OUT,
                };
                (why, rule)
            }
        };
        let text = format!("{}: {why}; the server {done} for the seat", self.who(seat));
        let line = self.say(at, "time_out", Some(seat), text);
        (line.rule, line.more) = (Some(rule), more);
        self.connection_meanwhile(at, asked_at, seat, is_bet && !is_check);
        if absent {
            let text = format!("{} sits out from the next hand on", self.who(seat));
            self.say(at, "sits_out", Some(seat), text).rule = Some(CLOCK);
        }
    }

    /// What became of the connection of a seat whose time was up.
    fn connection_meanwhile(&mut self, at: Option<i64>, asked_at: Option<i64>, seat: u8, folds: bool) {
        let Some((asked, end)) = asked_at.zip(at) else { return };
        let stretch = self
            .presences
            .get(&seat)
            .map_or(Stretch::Unknown, |presence| presence.between(asked, end));
        let before = |at: i64| seconds(end - at);
        let back = |back: Option<i64>| match back {
            Some(back) => format!("and back {} before the clock ended", before(back)),
            None => "and not back before".to_owned(),
        };
        let (text, is_lost) = match stretch {
            Stretch::There => (
                "the connection was there all the time, and no answer counted".to_owned(),
                false,
            ),
            Stretch::GoneBefore { since, back: came } => {
                let since = match since {
                    Some(since) => format!("was lost {} before the question came", seconds(asked - since)),
                    None => "was not there when the question came".to_owned(),
                };
                (format!("the connection {since}, {}", back(came)), true)
            }
            Stretch::Lost { at, back: came } => (
                format!(
                    "the connection was lost {} before the clock ended, {}",
                    before(at),
                    back(came)
                ),
                true,
            ),
            Stretch::Unknown => ("nothing is on record of the connection then".to_owned(), false),
        };
        let (lost_at, back_at) = match stretch {
            Stretch::Lost { at, back } => (Some(at), back),
            Stretch::GoneBefore { since, back } => (since, back),
            Stretch::There | Stretch::Unknown => (None, None),
        };
        let text = if is_lost && folds {
            format!("{text}. There is no all-in protection: the hand folds, and what was put in stays in the pot")
        } else {
            text
        };
        let text = format!("{}: {text}", self.who(seat));
        let line = self.say(at, "connection_meanwhile", Some(seat), text);
        line.rule = is_lost.then_some(DISCONNECTED);
        let told = |at: Option<i64>| at.map(|at| instant(at).to_string());
        line.more = json!({"lost_at": told(lost_at), "back_at": told(back_at), "known": stretch != Stretch::Unknown});
    }

    fn pots_formed(&mut self, at: Option<i64>, kind: &'static str, pots: &[PotState]) {
        let texts: Vec<String> = (0..)
            .zip(pots)
            .map(|(index, pot)| format!("{} {} ({})", pot_name(index), pot.amount.get(), self.names(&pot.seats)))
            .collect();
        self.pots = pots
            .iter()
            .map(|pot| Pot {
                amount: pot.amount.get(),
                seats: pot.seats.clone(),
                paid: Vec::new(),
            })
            .collect();
        let rule = (pots.len() > 1).then_some(SIDE_POTS);
        self.say(
            at,
            kind,
            None,
            format!("pots, with who may win them: {}", texts.join("; ")),
        )
        .rule = rule;
    }

    fn pot_awarded(&mut self, at: Option<i64>, which: (u8, Side, Option<u8>), amount: Chips, shares: &[SeatAmount]) {
        let (pot, side, run) = which;
        let texts: Vec<String> = shares
            .iter()
            .map(|share| format!("{} {}", self.who(share.seat), share.amount.get()))
            .collect();
        let half = match side {
            Side::Whole => "",
            Side::High => ", high half",
            Side::Low => ", low half",
        };
        let board = run.map(|run| format!(", board {run}")).unwrap_or_default();
        let index = usize::from(pot);
        while self.pots.len() <= index {
            let seats = self.contending.iter().copied().collect();
            self.pots.push(Pot {
                seats,
                ..Pot::default()
            });
        }
        // Who folded since the pot was formed has no part in it any more.
        let contending = &self.contending;
        self.pots[index].seats.retain(|seat| contending.contains(seat));
        let could = format!("; {} could win it", self.names(&self.pots[index].seats));
        let mut text = format!(
            "{}{half}{board}, {}: {}{could}",
            pot_name(pot),
            amount.get(),
            texts.join(", ")
        );
        let least = shares.iter().map(|share| share.amount.get()).min().unwrap_or_default();
        let odd: Vec<u8> = shares
            .iter()
            .filter(|share| share.amount.get() > least)
            .map(|share| share.seat)
            .collect();
        if !odd.is_empty() {
            let _ = write!(
                text,
                "; the odd chip goes to {}, first left of the button at seat {}",
                self.names(&odd),
                self.button
            );
        }
        let paid = json!({
            "side": side, "run": run, "amount": amount.get(), "odd_chips": odd,
            "shares": shares.iter().map(|share| json!({"seat": share.seat, "amount": share.amount.get()})).collect::<Vec<_>>(),
        });
        let is_half = side != Side::Whole;
        self.pots[index].paid.push(paid.clone());
        let line = self.say(at, "pot_awarded", None, text);
        line.rule = if !odd.is_empty() {
            Some(ODD_CHIP)
        } else if is_half {
            Some(ODD_CHIP_HIGH)
        } else if index > 0 {
            Some(SIDE_POTS)
        } else {
            None
        };
        line.more = json!({"pot": pot, "paid": paid});
    }

    fn paid_pots(&self) -> Vec<Value> {
        let paid = |pot: &Pot| pot.paid.iter().filter_map(|paid| paid["amount"].as_u64()).sum::<u64>();
        let pots = self.pots.iter().map(|pot| {
            json!({
                "amount": if pot.amount > 0 { pot.amount } else { paid(pot) },
                "may_win": pot.seats,
                "paid": pot.paid,
            })
        });
        pots.collect()
    }

    fn change(&self, after: &SeatAmount) -> String {
        let (before, after_it) = (
            self.stacks.get(&after.seat).copied().unwrap_or_default(),
            after.amount.get(),
        );
        let change = i128::from(after_it) - i128::from(before);
        format!("{} {change:+} to {after_it}", self.who(after.seat))
    }

    /// Connections that began or ended while the hand was played.
    fn connections(&self) -> Vec<Line> {
        let times = || self.course.moments.iter().filter_map(|moment| moment.at);
        let (Some(from), Some(until)) = (times().min(), times().max()) else {
            return Vec::new();
        };
        let mut lines = Vec::new();
        for (seat, presence) in self.presences {
            lines.extend(connection_lines(presence, Some(*seat), &self.who(*seat), from, until));
        }
        lines
    }

    fn refusal(&self, answer: &RefusedAnswer) -> Line {
        let seat = self
            .course
            .players
            .iter()
            .find_map(|(seat, player)| (player.account == Some(answer.account)).then_some(*seat));
        let who = seat.map_or_else(|| "a player".to_owned(), |seat| self.who(seat));
        let at = answer.at.as_millisecond();
        let late = seat
            .and_then(|seat| self.timed_out.get(&(answer.turn, seat)))
            .filter(|end| **end <= at);
        refused_line(answer, seat, &who, late.map(|end| at - end))
    }
}

/// An answer that was refused, and by how much it was too late.
pub(super) fn refused_line(answer: &RefusedAnswer, seat: Option<u8>, who: &str, late_ms: Option<i64>) -> Line {
    let why = match answer.code.as_str() {
        "turn.stale" | "turn.no_hand" => "that decision was over",
        "turn.not_yours" => "it was not this player's turn",
        "table.paused" => "play was paused",
        code if code.starts_with("rule.") => "the rules do not allow it",
        _ => "it was no answer to the question",
    };
    let late = late_ms
        .map(|ms| format!(", {} after the clock ended", seconds(ms)))
        .unwrap_or_default();
    let text = format!(
        "an answer of {who} to decision {} arrives{late}: {}; it is refused, as {why}",
        answer.turn, answer.action
    );
    let mut line = Line::new(Some(answer.at.as_millisecond()), "answer_refused", text);
    line.seat = seat;
    line.rule = late_ms.map(|_| CLOCK);
    line.more = json!({
        "hand": format!("{}/{}", answer.table, answer.hand_no), "turn": answer.turn, "action": answer.action,
        "code": answer.code, "late_ms": late_ms,
    });
    line
}

/// What became of an account's connections from `from` until `until`.
pub(super) fn connection_lines(presence: &Presence, seat: Option<u8>, who: &str, from: i64, until: i64) -> Vec<Line> {
    let mut lines = Vec::new();
    let within = |at: i64| (from..=until).contains(&at);
    let mut push = |at: i64, kind, text: String, why: Option<&str>| {
        let mut line = Line::new(Some(at), kind, text);
        line.seat = seat;
        line.more = json!({ "why": why });
        lines.push(line);
    };
    for line in &presence.lines {
        let opened = line.opened_at.as_millisecond();
        if within(opened) {
            push(opened, "connected", format!("{who} is connected"), None);
        }
        let why = presence.why(line);
        let words = super::presence::why_in_words(why);
        let closed = line.closed_at.map(jiff::Timestamp::as_millisecond);
        let lost = presence.lost_at(line);
        // What is heard last long before the end is the end as the player knows it.
        if let (Some(lost), Some(closed)) = (lost, closed)
            && lost < closed
            && within(lost)
        {
            let text = format!("{who} is heard for the last time on this connection");
            push(lost, "heard_last", text, Some(why));
        }
        if let Some(at) = closed.or(lost).filter(|at| within(*at)) {
            push(
                at,
                "connection_lost",
                format!("the connection of {who} ends: {words}"),
                Some(why),
            );
        }
    }
    lines
}

fn pot_name(pot: u8) -> String {
    match pot {
        0 => "main pot".to_owned(),
        side => format!("side pot {side}"),
    }
}

fn told(cards: &[Card]) -> String {
    let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
    cards.join(" ")
}

const fn post_in_words(post: PostKind) -> &'static str {
    match post {
        PostKind::Ante => "ante",
        PostKind::DeadAnte => "dead ante",
        PostKind::SmallBlind => "small blind",
        PostKind::BigBlind => "big blind",
        PostKind::ButtonBlind => "button blind",
        PostKind::Straddle => "straddle",
        PostKind::EntryBlind => "entry blind",
        PostKind::DeadBlind => "missed small blind",
        PostKind::Credit => "credit ante",
        PostKind::BringIn => "bring-in",
    }
}

/// The name of an event that tells nothing of the hand.
const NO_NEWS: &str = "event";

/// The name of an event, as in its JSON.
fn kind_of(event: &PublicEvent) -> &'static str {
    macro_rules! names {
        ($($event:ident $name:literal),* $(,)?) => {
            match event { $(PublicEvent::$event { .. } => $name,)* _ => NO_NEWS }
        };
    }
    names!(
        HandStarted "hand_started", Posted "posted", HoleCardsDealt "hole_cards_dealt", BoardDealt "board_dealt",
        SecondBoardDealt "second_board_dealt", BoardDealtDown "board_dealt_down", BoardTurned "board_turned",
        CommunalDealt "communal_dealt", ExtraCardDealt "extra_card_dealt", DarkDeclared "dark_declared",
        ActionTaken "action_taken", ExcessForfeited "excess_forfeited", KittyTaken "kitty_taken",
        SevenDeucePaid "seven_deuce_paid", CardsDiscarded "cards_discarded", CardsDrawn "cards_drawn",
        StraddleDeclined "straddle_declined", ChoiceMade "choice_made", CardsRolled "cards_rolled", CardKept "card_kept",
        CardSwapped "card_swapped", CardsArranged "cards_arranged", CardBought "card_bought", BuyPassed "buy_passed",
        Declared "declared", PassedOut "passed_out", OpenersShown "openers_shown", KilledShown "killed_shown",
        PotCarried "pot_carried", DeckRefilled "deck_refilled", UncalledReturned "uncalled_returned",
        PotsFormed "pots_formed", HandsTabled "hands_tabled", RunsDecided "runs_decided",
        SecondRunStarted "second_run_started", HandShown "hand_shown", HandMucked "hand_mucked",
        HandCompleted "hand_completed", HandVoided "hand_voided", HandHeld "hand_held", HandReleased "hand_released",
        RabbitShown "rabbit_shown", RoodlesStarted "roodles_started", RoodlesEnded "roodles_ended",
    )
}
