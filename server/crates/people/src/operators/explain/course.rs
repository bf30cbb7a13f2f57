//! The course of a hand: its events with their times, including those that were not a player's action.

use std::collections::BTreeMap;

use poker_protocol::v1::PublicEvent;
use poker_store::{AccountId, HandView, JournalRow};
use poker_table::HandStep;
use poker_table::state::command::{Command, TableOrder};
use poker_wire::{Cause, CauseRecord, ClockRecord, PublicRecord};

/// The known part of a hand.
#[derive(Debug, Default)]
pub(super) struct Course {
    /// The game that was dealt.
    pub(super) game: String,
    pub(super) table_name: Option<String>,
    /// `true` if the hand belongs to a tournament.
    pub(super) is_of_event: bool,
    /// Account and name of each player, by seat.
    pub(super) players: BTreeMap<u8, Player>,
    /// Time limits for decisions.
    pub(super) clock: Option<ClockRecord>,
    /// The events, in order.
    pub(super) moments: Vec<Moment>,
}

#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) account: Option<AccountId>,
    pub(super) name: String,
}

/// One event of the hand.
#[derive(Debug)]
pub(super) struct Moment {
    /// Time in milliseconds since 1970, if recorded.
    pub(super) at: Option<i64>,
    pub(super) what: What,
}

#[derive(Debug)]
pub(super) enum What {
    /// An event that everyone at the table saw.
    Event(Box<PublicEvent>),
    /// An act of the server or of an official, or a change of the clocks.
    Cause(Cause, Option<u8>, bool),
    /// A restart of the server.
    Restart,
}

/// The state of a hand that is not in the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    Running,
    Voided,
    Over,
}

impl Course {
    /// Reads a finished hand.
    ///
    /// # Errors
    /// Returns an error if the record cannot be read.
    pub(super) fn of_record(view: &HandView) -> Result<Self, serde_json::Error> {
        let public: PublicRecord = serde_json::from_str(&view.public)?;
        let began = view.started_at.as_millisecond();
        let mut moments = Vec::with_capacity(public.events.len() + public.causes.len());
        let mut causes = public.causes.iter().peekable();
        let mut times = public.times.iter().peekable();
        let mut at = None;
        let cause = |cause: &CauseRecord| Moment {
            at: Some(began + i64::from(cause.ms)),
            what: What::Cause(cause.what, cause.seat, cause.absent),
        };
        for (place, event) in (1_u32..).zip(&public.events) {
            while let Some(next) = causes.next_if(|next| next.event <= place) {
                moments.push(cause(next));
            }
            while let Some((_, ms)) = times.next_if(|(first, _)| *first <= place) {
                at = Some(began + i64::from(*ms));
            }
            let event: PublicEvent = serde_json::from_str(event.get())?;
            let what = What::Event(Box::new(event));
            moments.push(Moment { at, what });
        }
        moments.extend(causes.map(cause));
        let player = |player: &poker_protocol::v1::rest::HandPlayer| {
            let known = Player {
                account: player.player.id.parse().ok(),
                name: player.player.name.clone(),
            };
            (player.seat, known)
        };
        Ok(Self {
            game: view.game.clone(),
            table_name: Some(public.name),
            is_of_event: public.event.is_some(),
            players: public.players.iter().map(player).collect(),
            clock: Some(public.clock),
            moments,
        })
    }

    /// Reads a hand that is still in the journal; `None` if the rows do not contain one. Only the seats that acted are known.
    pub(super) fn of_journal(rows: &[JournalRow]) -> Option<(Self, Standing)> {
        let mut course = Self::default();
        let mut standing = Standing::Running;
        let mut epoch = None;
        for row in rows {
            let Ok(order) = TableOrder::decode_open(&row.command) else {
                continue;
            };
            let at = Some(order.at);
            if epoch.replace(row.epoch).is_some_and(|before| before != row.epoch) {
                let what = What::Restart;
                course.moments.push(Moment { at, what });
            }
            if let (Some(by), Command::Act { seat, .. }) = (&order.by, &order.command) {
                course.players.entry(*seat).or_insert_with(|| Player {
                    account: Some(by.account),
                    name: String::new(),
                });
            }
            if let Some((cause, seat, absent)) = HandStep::of(&order).cause {
                let what = What::Cause(cause, seat, absent);
                course.moments.push(Moment { at, what });
            }
            let events: Vec<PublicEvent> = serde_json::from_slice(&row.events).unwrap_or_default();
            for event in events {
                match &event {
                    PublicEvent::HandStarted { game, .. } => course.game.clone_from(game),
                    PublicEvent::HandVoided { .. } => standing = Standing::Voided,
                    PublicEvent::HandCompleted { .. } => standing = Standing::Over,
                    // The cause of these events has already been recorded.
                    PublicEvent::TimeCalled { .. }
                    | PublicEvent::TimeExtended { .. }
                    | PublicEvent::TablePaused {}
                    | PublicEvent::TableResumed {} => continue,
                    PublicEvent::HandStopped { stop } if stop.asked || stop.open => continue,
                    PublicEvent::HandStopped { .. } => {
                        let what = What::Cause(Cause::Paused, None, false);
                        course.moments.push(Moment { at, what });
                        continue;
                    }
                    PublicEvent::HandWentOn {} => {
                        let what = What::Cause(Cause::Resumed, None, false);
                        course.moments.push(Moment { at, what });
                        continue;
                    }
                    _ => {}
                }
                let what = What::Event(Box::new(event));
                course.moments.push(Moment { at, what });
            }
        }
        let began = |moment: &Moment| matches!(&moment.what, What::Event(event) if matches!(**event, PublicEvent::HandStarted { .. }));
        course.moments.iter().any(began).then_some((course, standing))
    }
}
