//! A table without its task: what the task does between the core, the store and the connections, done by the simulation.

use std::collections::VecDeque;
use std::sync::Arc;

use poker_follower::{Dealt, Oracle};
use poker_store::TableId;
use poker_table::core::Input;
use poker_table::core::supervise::{Ended, Supervisor};
use poker_table::state::play::{HandInPlay, Participant};
use poker_table::{Mail, Mailbox, TableSetup};

use super::link::Link;

/// The state of a table's task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Its next input.
    Plays,
    /// The store, from this instant on.
    Loads(u64),
    /// Nothing.
    Over(Ended),
}

/// A table in a running process.
pub(super) struct Room {
    pub(super) setup: Arc<TableSetup>,
    pub(super) table: Supervisor,
    pub(super) link: Link<Input>,
    pub(super) stage: Stage,
    pub(super) mailbox: Mailbox,
    /// Mail that must arrive and found the mailbox full.
    pub(super) overflow: VecDeque<Mail>,
    /// It hears nothing but the store: a fault that is planted.
    pub(super) is_deaf: bool,
}

impl Room {
    pub(super) fn new(id: TableId, setup: Arc<TableSetup>, mailbox: Mailbox) -> Self {
        Self {
            table: Supervisor::new(id, Arc::clone(&setup)),
            setup,
            link: Link::new(0, 0),
            stage: Stage::Loads(0),
            mailbox,
            overflow: VecDeque::new(),
            is_deaf: false,
        }
    }

    /// The next mail.
    pub(super) fn next_mail(&mut self) -> Option<Mail> {
        let kept = self.table.kept_mail();
        kept.or_else(|| self.mailbox.try_recv().ok())
            .or_else(|| self.overflow.pop_front())
    }
}

/// Tells an oracle what a hand has dealt so far.
pub(super) fn learn(oracle: &mut Oracle, play: &HandInPlay) {
    let names = |cards: &[poker_engine::Card]| cards.iter().map(ToString::to_string).collect();
    let of = |who: &Participant| {
        (
            who.account.to_string(),
            who.seat.number(),
            names(play.received(who.seat)),
        )
    };
    let boards = play.hand().board().iter().chain(play.hand().second_board());
    let seen = play.participants().iter().flat_map(|who| play.seen(who.seat).iter());
    let dealt = Dealt {
        hands: play.participants().iter().map(of).collect(),
        board: boards.map(ToString::to_string).collect(),
        seen: seen.map(|card| card.to_string()).collect(),
    };
    oracle.learn(play.no, dealt);
}
