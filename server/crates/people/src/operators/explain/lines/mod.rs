//! Describes a hand as a timeline, in words.

pub(super) mod connections;
mod decisions;
mod pots;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use poker_protocol::v1::PublicEvent;
use poker_protocol::v1::event::{BetAction, SeatAmount};
use poker_store::RefusedAnswer;
use poker_wire::Cause;
use serde_json::{Value, json};

use self::words::{NO_NEWS, kind_of, post_in_words, told};
use super::course::{Course, What};
use super::presence::{Presence, instant};

/// The clock of a decision, and the consequence of its expiry.
const CLOCK: &str = "tournament 2.13";

/// On a time-out, a seat checks if a check is free.
const FREE_CHECK: &str = "tournament 2.13 and 9.22";

/// The consequence of a time-out in decisions other than betting.
const OTHER_TIME_OUT: &str = "variants 8";

/// If a player's connection is lost, the timers run on and end in an automatic check or fold.
const DISCONNECTED: &str = "tournament 0";

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

/// One line of the timeline.
#[derive(Debug)]
pub(super) struct TimelineEntry {
    /// Time in milliseconds since 1970, if recorded.
    pub(super) at: Option<i64>,
    pub(super) kind: &'static str,
    pub(super) seat: Option<u8>,
    pub(super) text: String,
    pub(super) rule: Option<&'static str>,
    /// Additional fields for programs.
    pub(super) more: Value,
}

impl TimelineEntry {
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

/// Formats milliseconds as seconds.
pub(super) fn seconds(ms: i64) -> String {
    let ms = ms.max(0);
    format!("{}.{} s", ms / 1000, ms % 1000 / 100)
}

/// The decision that is open at present.
#[derive(Debug, Default)]
struct Open {
    turn: u32,
    asked_at: Option<i64>,
    /// Seats that have not answered.
    seats: BTreeSet<u8>,
    is_bet: bool,
    /// Total time for which the clocks have stood still, and since when they are stopped if they are.
    stood_ms: i64,
    stands_since: Option<i64>,
    extended: BTreeSet<u8>,
    called_at: Option<i64>,
}

impl Open {
    /// Time for which the decision has been open while the clocks ran.
    fn taken_ms(&self, at: Option<i64>) -> Option<i64> {
        let (asked, at) = self.asked_at.zip(at)?;
        let stands = self.stands_since.map_or(0, |since| at - since);
        Some((at - asked - self.stood_ms - stands).max(0))
    }
}

#[derive(Debug, Default)]
struct Pot {
    amount: u64,
    seats: Vec<u8>,
    paid: Vec<Value>,
}

/// State while a hand is described.
pub(super) struct Story<'a> {
    course: &'a Course,
    presences: &'a BTreeMap<u8, Presence>,
    lines: Vec<TimelineEntry>,
    open: Option<Open>,
    /// Reasons why the server answers for a seat, and whether the seat sits out from the next hand on.
    causes: BTreeMap<u8, (Cause, bool)>,
    /// Times at which the server answered for a seat, by decision.
    timed_out: BTreeMap<(u32, u8), i64>,
    pots: Vec<Pot>,
    stacks: BTreeMap<u8, u64>,
    button: u8,
    contending: BTreeSet<u8>,
}

/// The description of a hand.
pub(super) struct HandTimeline {
    pub(super) lines: Vec<TimelineEntry>,
    /// Each pot, with the seats that could win it and how it was paid.
    pub(super) pots: Vec<Value>,
}

/// Describes a hand, given the known connections by seat and the answers that were refused.
pub(super) fn tell(course: &Course, presences: &BTreeMap<u8, Presence>, refused: &[RefusedAnswer]) -> HandTimeline {
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
    HandTimeline { lines, pots }
}

/// Merges timed lines into those of the hand. Where these have no times, the others come after them.
fn merged(hand: Vec<TimelineEntry>, others: Vec<TimelineEntry>) -> Vec<TimelineEntry> {
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

    fn say(&mut self, at: Option<i64>, kind: &'static str, seat: Option<u8>, text: String) -> &mut TimelineEntry {
        let mut line = TimelineEntry::new(at, kind, text);
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

    /// Handles an event that is no one's decision.
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
            PublicEvent::HandsOpened { hands } => {
                for hand in hands {
                    let text = format!("{} agreed to lie open: {}", self.who(hand.seat), told(&hand.cards));
                    self.say(at, kind, Some(hand.seat), text);
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
            // This kind of event says nothing about the hand.
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

    fn change(&self, after: &SeatAmount) -> String {
        let (before, after_it) = (
            self.stacks.get(&after.seat).copied().unwrap_or_default(),
            after.amount.get(),
        );
        let change = i128::from(after_it) - i128::from(before);
        format!("{} {change:+} to {after_it}", self.who(after.seat))
    }
}
