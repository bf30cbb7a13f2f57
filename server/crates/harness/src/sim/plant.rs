//! Faults planted around the server, to check that the simulation finds them.

use std::fmt;

use clap::ValueEnum;
use poker_follower::Dice;
use poker_owner::{Burst, Outbox};
use poker_store::Step;
use serde_json::{Value, json};

use super::room::Room;

/// A fault of the server or of its store, made by a wrapper that changes the output of the one or the work of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Plant {
    /// A table hears that a step is on disk as soon as the step is queued.
    AckBeforeCommit,
    /// An event is sent as soon as its step is queued.
    EventBeforeDurable,
    /// A private part goes to another seat, too.
    CardToWrongSeat,
    /// A snapshot shows the cards of a folded hand.
    FoldedCardInSnapshot,
    /// A request that is repeated is taken for another one.
    RepeatActsTwice,
    /// A transfer takes chips and gives none.
    OneSidedTransfer,
    /// A player's time is up half a minute too early.
    EarlyDeadline,
    /// The store loses what it has confirmed when the process dies.
    LostCommit,
    /// An owner that was replaced still writes.
    StaleOwner,
    /// One viewer is not sent an event.
    LostFrame,
    /// A hand that was running when the process died never goes on.
    HandNeverEnds,
    /// A request is lost at the table.
    LostRequest,
    /// The question whether to buy chips again does not reach the player.
    LostQuestion,
    /// A table of a tournament plays a level too far.
    LevelSkipped,
}

impl Plant {
    /// All of them.
    pub fn all() -> &'static [Self] {
        Self::value_variants()
    }
}

impl fmt::Display for Plant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.write_str(value.as_ref().map_or("", |value| value.get_name()))
    }
}

/// Applies the fault to the output of a table, for a connection that watches it where one is needed, and returns the number of changes.
pub(super) fn spoil(
    plant: Option<Plant>,
    dice: &mut Dice,
    room: &Room,
    steps: &[Box<Step>],
    viewer: Option<Outbox>,
    bursts: &mut Vec<(Outbox, Burst)>,
) -> u64 {
    match plant {
        Some(Plant::EventBeforeDurable) => {
            let Some((step, viewer)) = steps.first().zip(viewer) else {
                return 0;
            };
            let events: Vec<Value> = serde_json::from_slice(&step.events).unwrap_or_default();
            if events.is_empty() {
                return 0;
            }
            let numbered: Vec<Value> = (step.first_seq..)
                .zip(events)
                .map(|(seq, event)| json!({"seq": seq, "event": event}))
                .collect();
            let (table, numbered) = (room.setup.wire_id(step.table).0, json!(numbered));
            let frame = format!("{{\"type\":\"events\",\"table\":\"{table}\",\"events\":{numbered}}}");
            let mut burst = Burst::default();
            burst.frames.push(frame.into());
            bursts.push((viewer, burst));
            1
        }
        Some(Plant::CardToWrongSeat) if bursts.len() > 1 => {
            let is_card =
                |frame: &str| frame.starts_with("{\"type\":\"private\"") && frame.contains("\"kind\":\"cards\"");
            let holds = |burst: &Burst| burst.frames.iter().any(|frame| is_card(frame));
            let Some(from) = bursts.iter().position(|(_, burst)| holds(burst)) else {
                return 0;
            };
            let frame = bursts[from].1.frames.iter().find(|frame| is_card(frame)).cloned();
            let to = (from + 1) % bursts.len();
            bursts[to].1.frames.extend(frame);
            1
        }
        Some(Plant::FoldedCardInSnapshot) => {
            let Some(play) = room.table.core().and_then(|core| core.table().running()) else {
                return 0;
            };
            let mut spoilt = 0;
            for (_, burst) in bursts {
                for frame in &mut burst.frames {
                    let Ok(mut message) = serde_json::from_str::<Value>(frame.as_str()) else {
                        continue;
                    };
                    if message["type"] != "snapshot" {
                        continue;
                    }
                    let you = message["state"]["you"]["seat"].as_u64();
                    for seat in message["state"]["seats"].as_array_mut().into_iter().flatten() {
                        let number = seat["seat"].as_u64();
                        let own = play
                            .participants()
                            .iter()
                            .find(|who| Some(u64::from(who.seat.number())) == number);
                        let cards: Vec<String> = own.map_or_else(Vec::new, |who| {
                            play.own_cards(who.seat).iter().map(ToString::to_string).collect()
                        });
                        if seat["play"]["folded"] == true && you != number && !cards.is_empty() {
                            seat["play"]["cards"] = json!(cards);
                            spoilt += 1;
                        }
                    }
                    if spoilt > 0 {
                        *frame = message.to_string().into();
                    }
                }
            }
            spoilt
        }
        Some(Plant::LostFrame) if dice.one_in(30) => {
            let is_events = |frame: &str| frame.starts_with("{\"type\":\"events\"");
            let holds = |burst: &Burst| burst.frames.iter().any(|frame| is_events(frame));
            let Some((_, burst)) = bursts.iter_mut().find(|(_, burst)| holds(burst)) else {
                return 0;
            };
            burst.frames.retain(|frame| !is_events(frame));
            1
        }
        _ => 0,
    }
}
