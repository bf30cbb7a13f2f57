//! Effects that wait until a step is on disk.

use poker_owner::{Caller, ConnId, Outbox, encode, to_json};
use poker_protocol::v1::server::OkMsg;
use poker_protocol::v1::{ErrorMsg, ServerMsg};
use poker_store::{AccountId, StepKind, Transfer};
use smallvec::SmallVec;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::delayed::Figures;
use super::mail::TableStatus;
use super::status;
use super::viewers::{Part, Viewers};
use crate::state::answers::Answered;
use crate::state::applied::Applied;
use crate::state::table::Table;

/// The answer to a request.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) caller: Caller,
    pub(super) id: String,
    pub(super) frame: Utf8Bytes,
}

impl Reply {
    pub(super) fn new(caller: Caller, id: String, message: &ServerMsg) -> Self {
        Self {
            caller,
            id,
            frame: encode(message),
        }
    }

    pub(super) fn error(caller: &Caller, id: &str, error: ErrorMsg) -> Self {
        Self::new(caller.clone(), id.to_owned(), &ServerMsg::Error(error))
    }

    /// The answer to a request that was carried out, with no number of an event above `known`.
    pub(super) fn ok(caller: Caller, id: &str, applied: &Applied, known: u64) -> Self {
        let mut message = applied.answer.as_ref().map_or_else(
            || OkMsg {
                id: id.to_owned(),
                seq: applied.told.last().map(|told| told.seq),
                ..OkMsg::default()
            },
            Answered::message,
        );
        message.seq = message.seq.map(|seq| seq.min(known));
        Self::new(caller, id.to_owned(), &ServerMsg::Ok(message))
    }
}

/// An effect that waits until a step is on disk.
#[derive(Debug)]
pub(crate) struct Parked {
    step: u64,
    what: Effect,
}

impl Parked {
    pub(super) const fn new(step: u64, what: Effect) -> Self {
        Self { step, what }
    }

    pub(super) const fn step(&self) -> u64 {
        self.step
    }

    pub(super) fn into_effect(self) -> Effect {
        self.what
    }

    /// The answer contained in it, if any.
    pub(super) fn into_reply(self) -> Option<Reply> {
        match self.what {
            Effect::Step(effects) => effects.reply,
            Effect::Send(reply) | Effect::Unwatch(reply) => Some(reply),
            Effect::Watch(_) | Effect::Look(..) | Effect::Remark(_) | Effect::Picture(_) | Effect::Status(_) => None,
        }
    }

    /// `true` if this connection watches once the effect is carried out, `false` if it does not; `None` if the effect
    /// changes neither.
    pub(super) fn watches(&self, conn: ConnId) -> Option<bool> {
        let (caller, watches) = match &self.what {
            Effect::Step(effects) => (&effects.watcher.as_ref()?.caller, true),
            Effect::Watch(watcher) => (&watcher.caller, true),
            Effect::Unwatch(reply) => (&reply.caller, false),
            Effect::Send(_) | Effect::Look(..) | Effect::Remark(_) | Effect::Picture(_) | Effect::Status(_) => {
                return None;
            }
        };
        (caller.outbox.id() == conn).then_some(watches)
    }

    /// `true` if this connection sees the table late once the effect is carried out, `false` if it does not; `None` if the
    /// effect changes neither.
    pub(super) fn sees_late(&self, conn: ConnId) -> Option<bool> {
        if let Effect::Unwatch(reply) = &self.what {
            return (reply.caller.outbox.id() == conn).then_some(false);
        }
        let watcher = self.watchers().find(|watcher| watcher.caller.outbox.id() == conn)?;
        Some(watcher.felt.is_some())
    }

    /// The connections that watch once the effect is carried out, if they did not before or saw it late.
    pub(super) fn watchers(&self) -> impl Iterator<Item = &Watcher> {
        let (step, one) = match &self.what {
            Effect::Step(effects) => (&effects.caught_up[..], effects.watcher.as_deref()),
            Effect::Watch(watcher) => (&[][..], Some(&**watcher)),
            _ => (&[][..], None),
        };
        step.iter().chain(one)
    }

    /// Follows the account's seat: `holder` becomes the connection that holds it once the effect is carried out.
    pub(super) fn move_seat(&self, account: AccountId, holder: &mut Option<Outbox>) {
        let is_holder = |conn: ConnId| holder.as_ref().is_some_and(|outbox| outbox.id() == conn);
        match &self.what {
            Effect::Step(effects) => {
                let newcomer = effects.newcomer.as_ref();
                if let Some(newcomer) = newcomer.filter(|newcomer| newcomer.account == account) {
                    *holder = Some(newcomer.outbox.clone());
                }
            }
            Effect::Watch(watcher) if watcher.caller.account == account => {
                if watcher.part == Part::Plays {
                    *holder = Some(watcher.caller.outbox.clone());
                } else if is_holder(watcher.caller.outbox.id()) {
                    *holder = None;
                }
            }
            Effect::Unwatch(reply) if is_holder(reply.caller.outbox.id()) => *holder = None,
            Effect::Watch(_)
            | Effect::Unwatch(_)
            | Effect::Send(_)
            | Effect::Look(..)
            | Effect::Remark(_)
            | Effect::Picture(_)
            | Effect::Status(_) => {}
        }
    }

    /// Forgets a connection that is gone; `false` if nothing is left to carry out.
    pub(super) fn forget_watcher(&mut self, conn: ConnId) -> bool {
        match &mut self.what {
            Effect::Step(effects) => {
                effects.watcher.take_if(|watcher| watcher.caller.outbox.id() == conn);
                effects.caught_up.retain(|watcher| watcher.caller.outbox.id() != conn);
                true
            }
            Effect::Watch(watcher) => watcher.caller.outbox.id() != conn,
            Effect::Send(_)
            | Effect::Look(..)
            | Effect::Remark(_)
            | Effect::Picture(_)
            | Effect::Status(_)
            | Effect::Unwatch(_) => true,
        }
    }
}

/// The effect of a step that has become durable.
#[derive(Debug)]
pub(super) enum Effect {
    /// Events of a step, with the answer to the request that caused it.
    Step(Box<Effects>),
    Send(Reply),
    /// A frame for all viewers.
    Remark(Utf8Bytes),
    /// A picture of the table for the delayed feed.
    Picture(Box<Shot>),
    /// A new status for the lobby.
    Status(Box<TableStatus>),
    /// A caller in this process is answered.
    Look(Outbox, Box<ServerMsg>),
    /// A connection watches from now on.
    Watch(Box<Watcher>),
    /// A connection stops watching; the answer comes first.
    Unwatch(Reply),
}

/// A connection that begins to watch.
#[derive(Debug)]
pub(super) struct Watcher {
    pub(super) caller: Caller,
    pub(super) part: Part,
    /// Its first frames.
    pub(super) frames: Vec<Utf8Bytes>,
    /// The taken seats, each with the connection state that the frames show for its player, if any.
    pub(super) presence: Vec<(u8, AccountId, Option<bool>)>,
    /// At a table with a delay, for a connection without a seat: the empty felt, in case nothing may be shown yet.
    pub(super) felt: Option<Utf8Bytes>,
}

/// The table after an event, as a spectator may see it.
#[derive(Debug)]
pub(super) struct Shot {
    pub(super) seq: u64,
    pub(super) frame: Utf8Bytes,
    pub(super) figures: Figures,
}

/// All effects of one step.
#[derive(Debug)]
pub(super) struct Effects {
    pub(super) kind: StepKind,
    pub(super) first_seq: u64,
    pub(super) last_seq: u64,
    pub(super) reply: Option<Reply>,
    pub(super) choices: SmallVec<[Choices; 1]>,
    pub(super) moved: Vec<AccountId>,
    pub(super) status: Option<TableStatus>,
    /// The taken seats, if they may have changed.
    pub(super) people: Option<Vec<(u8, AccountId)>>,
    pub(super) hand_over: bool,
    /// The connection whose account has sat down.
    pub(super) newcomer: Option<Caller>,
    /// The newcomer as a viewer, if it was not watching before.
    pub(super) watcher: Option<Box<Watcher>>,
    /// Connections of those who have sat down that have seen the table late.
    pub(super) caught_up: Vec<Watcher>,
}

/// The decision put to a seat.
#[derive(Debug)]
pub(super) struct Choices {
    /// Number of the event that opened the decision.
    pub(super) seq: u64,
    pub(super) account: AccountId,
    /// The private part, as JSON.
    pub(super) part: Box<str>,
}

impl Effects {
    /// The effects of a step that changed the table by `applied`, beginning with event `first_seq`.
    pub(super) fn of(
        kind: StepKind,
        first_seq: u64,
        applied: &Applied,
        reply: Option<Reply>,
        table: &Table,
        viewers: &Viewers,
    ) -> Self {
        let hand_over = applied.hand_end.is_some();
        let changes_seats = kind == StepKind::Table || hand_over;
        Self {
            kind,
            first_seq,
            last_seq: table.seq(),
            reply,
            choices: Choices::opened(table, first_seq),
            moved: applied.transfers.iter().filter_map(Transfer::account).collect(),
            status: changes_seats.then(|| status::status(table, viewers)),
            people: changes_seats.then(|| status::people(table)),
            hand_over,
            newcomer: None,
            watcher: None,
            caught_up: Vec::new(),
        }
    }
}

impl Choices {
    /// The decisions put to seats by the event `first_seq` or a later one.
    fn opened(table: &Table, first_seq: u64) -> SmallVec<[Self; 1]> {
        let mut opened = SmallVec::new();
        if let Some(asked) = table.asked().filter(|asked| asked.seq >= first_seq) {
            for seat in asked.seats.iter() {
                if let (Some(account), Some(part)) = (table.decider(seat), table.choices(seat)) {
                    opened.push(Self {
                        seq: asked.seq,
                        account,
                        part: to_json(&part),
                    });
                }
            }
        }
        opened
    }
}
