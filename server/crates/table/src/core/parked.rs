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
use super::viewers::Viewers;
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

    /// The answer to a request that was carried out.
    pub(super) fn ok(caller: Caller, id: &str, applied: &Applied) -> Self {
        let message = applied.answer.as_ref().map_or_else(
            || OkMsg {
                id: id.to_owned(),
                seq: applied.told.last().map(|told| told.seq),
                ..OkMsg::default()
            },
            Answered::message,
        );
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

    /// The way in which this connection watches once the effect is carried out; `None` if the effect does not change it.
    pub(super) fn watches(&self, conn: ConnId) -> Option<Watching> {
        let is_it = |caller: &Caller| caller.outbox.id() == conn;
        match &self.what {
            Effect::Step(effects) => {
                let watcher = effects.watchers.iter().find(|watcher| is_it(&watcher.caller))?;
                Some(watcher.watching())
            }
            Effect::Watch(watcher) => is_it(&watcher.caller).then(|| watcher.watching()),
            Effect::Unwatch(reply) => is_it(&reply.caller).then_some(Watching::Not),
            Effect::Send(_) | Effect::Look(..) | Effect::Remark(_) | Effect::Picture(_) | Effect::Status(_) => None,
        }
    }

    /// The connections that watch once the effect is carried out.
    pub(super) fn watchers(&self) -> impl Iterator<Item = &Caller> {
        let (step, one) = match &self.what {
            Effect::Step(effects) => (&effects.watchers[..], None),
            Effect::Watch(watcher) => (&[][..], Some(&**watcher)),
            _ => (&[][..], None),
        };
        step.iter().chain(one).map(|watcher| &watcher.caller)
    }

    /// Forgets a connection that is gone; `false` if nothing is left to carry out.
    pub(super) fn forget_watcher(&mut self, conn: ConnId) -> bool {
        match &mut self.what {
            Effect::Step(effects) => {
                effects.watchers.retain(|watcher| watcher.caller.outbox.id() != conn);
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
    /// Its first frames.
    pub(super) frames: Vec<Utf8Bytes>,
    /// The taken seats, each with the connection state that the frames show for its player, if any.
    pub(super) presence: Vec<(u8, AccountId, Option<bool>)>,
    /// At a table with a delay, for a connection without a seat: the empty felt, in case nothing may be shown yet.
    pub(super) felt: Option<Utf8Bytes>,
}

/// The way in which a connection watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Watching {
    Not,
    Live,
    Late,
}

impl Watcher {
    const fn watching(&self) -> Watching {
        match self.felt {
            None => Watching::Live,
            Some(_) => Watching::Late,
        }
    }
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
    /// An account that has sat down.
    pub(super) newcomer: Option<AccountId>,
    /// Connections of those who have sat down that did not see the table at once before.
    pub(super) watchers: Vec<Watcher>,
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
            watchers: Vec::new(),
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
