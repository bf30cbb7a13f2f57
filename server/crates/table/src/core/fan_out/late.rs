//! The part of the fan-out for those without a seat: their number, and the delayed feed of a table that has one.

use poker_owner::{Caller, Frames, Now, Outbox, PlayTime, encode};
use poker_protocol::v1::ServerMsg;
use poker_protocol::v1::server::Watchers;
use poker_store::AccountId;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::{FanOut, Scene, live};
use crate::core::delayed::{Delayed, Figures, What};
use crate::core::frames;
use crate::core::io::Outputs;
use crate::core::mail::TableStatus;
use crate::core::parked::Shot;
use crate::core::viewers::Viewer;

/// Milliseconds between two messages with the number of those who watch.
const COUNT_MS: u32 = 2_000;

/// The place of a connection in the delayed feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LateSight {
    /// Number of the first item of the feed that the connection has not seen yet.
    from: u64,
    /// `true` if the connection has nothing on the table to which events could be added.
    blank: bool,
}

/// The number of those who watch, as viewers know it.
#[derive(Debug, Default)]
pub(super) struct Count {
    told: u32,
    /// Set if the number may have changed, or a viewer has not heard it.
    is_open: bool,
    /// The instant from which it may be told again.
    next: PlayTime,
}

impl Count {
    pub(super) const fn changed(&mut self) {
        self.is_open = true;
    }
}

impl FanOut {
    /// The instant at which the number of those who watch is to be told.
    pub(in crate::core) fn count_due(&self) -> Option<PlayTime> {
        self.count.is_open.then_some(self.count.next)
    }

    /// The instant at which those who watch late are to be shown something.
    pub(in crate::core) fn late_due(&self) -> Option<PlayTime> {
        self.delayed.as_ref().and_then(Delayed::due)
    }

    /// `true` if those without a seat see this table late.
    pub(in crate::core) const fn is_delayed(&self) -> bool {
        self.delayed.is_some()
    }

    /// `true` if the delayed feed needs a picture of the table after event `seq`.
    pub(in crate::core) fn wants_picture(&self, seq: u64, begins_hand: bool) -> bool {
        let delayed = self.delayed.as_ref();
        delayed.is_some_and(|delayed| delayed.wants_picture(seq, begins_hand))
    }

    /// Number of the last event that those without a seat have been shown, if they see this table late.
    pub(in crate::core) fn late_seq(&self) -> Option<u64> {
        self.delayed.as_ref().map(Delayed::shown_seq)
    }

    /// The last picture of the delayed feed whose time has come.
    pub(in crate::core) fn late_picture(&self) -> Option<&Utf8Bytes> {
        let picture = self.delayed.as_ref()?.shown_picture()?;
        Some(&picture.frame)
    }

    /// The connections of an account that will see the table late once all parked effects have been carried out.
    pub(in crate::core) fn late_callers(&self, account: AccountId) -> Vec<Caller> {
        let parked = self.parked.iter().flat_map(super::Parked::watchers);
        let watching = self.viewers.iter().map(|viewer| &viewer.caller);
        let watching = watching.chain(parked.map(|watcher| &watcher.caller));
        let mut callers: Vec<Caller> = Vec::new();
        for caller in watching.filter(|caller| caller.account == account) {
            let conn = caller.outbox.id();
            let is_known = callers.iter().any(|known| known.outbox.id() == conn);
            let parked = self.parked.iter().rev().find_map(|parked| parked.sees_late(conn));
            if !is_known && parked.unwrap_or_else(|| self.late.contains_key(&conn)) {
                callers.push(caller.clone());
            }
        }
        callers
    }

    /// The status as the lobby may show it: the results of hands appear after the delay.
    pub(in crate::core) fn late_status(&self, mut status: TableStatus) -> TableStatus {
        if let Some(delayed) = &self.delayed {
            let figures = delayed
                .shown_picture()
                .map_or_else(Figures::default, |picture| picture.figures);
            status.summary.hands = figures.hands;
            status.summary.average_pot = figures.average_pot;
        }
        status
    }

    /// Follows the players who have taken and left seats: those without one see the table late from now on.
    pub(super) fn people_moved(&mut self, scene: &mut Scene<'_>, out: &mut Outputs) {
        self.count.changed();
        if self.delayed.is_some() {
            // The events that took the seat are seen at once by those who had it.
            self.flush(scene, out);
            let from = self.delayed.as_ref().map_or(0, Delayed::next);
            for Viewer { caller, .. } in self.viewers.iter() {
                if !self.seated.iter().any(|(_, who)| *who == caller.account) {
                    let sight = LateSight { from, blank: false };
                    self.late.entry(caller.outbox.id()).or_insert(sight);
                }
            }
        }
    }

    /// Opens the sight of a connection that begins to watch. With a felt it has no seat at a table that shows itself late,
    /// and gets the table as it was: the last picture, and the events since.
    pub(super) fn open_sight(&mut self, outbox: &Outbox, felt: Option<Utf8Bytes>, scene: &Scene<'_>) {
        let Some((delayed, felt)) = self.delayed.as_ref().zip(felt) else {
            self.late.remove(&outbox.id());
            return;
        };
        let picture = delayed.shown_picture();
        let first = picture.map_or(felt, |picture| picture.frame.clone());
        let late = LateSight {
            from: delayed.first_held(),
            blank: picture.is_none(),
        };
        let watchers = Watchers {
            first_ms: delayed.first_ms(scene.now),
            ..self.watchers(Some(delayed.minutes()))
        };
        self.batch.push(outbox, first);
        for frame in delayed.shown_since() {
            self.batch.push(outbox, frame.clone());
        }
        self.batch.push(outbox, encode(&ServerMsg::Watchers(watchers)));
        self.late.insert(outbox.id(), late);
    }

    /// Holds a picture of the table back for those who watch late.
    pub(super) fn hold_picture(&mut self, shot: Shot, now: Now) {
        let Shot { seq, frame, figures } = shot;
        if let Some(delayed) = &mut self.delayed {
            delayed.picture(seq, frame, figures, now);
        }
    }

    /// Holds events back for those who watch late, and tells them now what says nothing of hands.
    pub(super) fn hold_events(&mut self, frames: Frames, (first, last): (u64, u64), now: Now) {
        let Some(delayed) = &mut self.delayed else { return };
        delayed.events(frames, last, now);
        let ahead = self.backlog.range(first, last).filter(|told| told.goes_ahead);
        let Some(ahead) = frames::ahead(&self.name, ahead.map(|told| &*told.public)) else {
            return;
        };
        let known = self.batch.bursts.len();
        for viewer in self.viewers.iter() {
            let outbox = &viewer.caller.outbox;
            if self.late.contains_key(&outbox.id()) {
                self.batch.burst(outbox, known).tell([ahead.clone()]);
            }
        }
    }

    /// Holds a message without a number back for those who watch late.
    pub(super) fn hold_remark(&mut self, frame: &Utf8Bytes, now: Now) {
        if let Some(delayed) = &mut self.delayed {
            delayed.hold(What::Remark(frame.clone()), now);
        }
    }

    /// Shows those who watch late everything whose time has come.
    pub(super) fn show_late(&mut self, now: Now) {
        let Some(delayed) = &mut self.delayed else { return };
        while let Some((no, what)) = delayed.show(now) {
            for viewer in self.viewers.iter() {
                let outbox = &viewer.caller.outbox;
                let sight = self.late.get_mut(&outbox.id());
                let Some(sight) = sight.filter(|sight| sight.from <= no) else {
                    continue;
                };
                let known = self.batch.bursts.len();
                match &what {
                    What::Picture(picture) if sight.blank || picture.after_gap => {
                        sight.blank = false;
                        self.batch.burst(outbox, known).tell([picture.frame.clone()]);
                    }
                    What::Picture(_) => {}
                    // There is nothing on the table to which it could be added.
                    What::Events(_) | What::Remark(_) if sight.blank => {}
                    What::Events(frames) => self.batch.burst(outbox, known).tell(frames.iter().cloned()),
                    What::Remark(frame) => self.batch.remark(outbox, known, frame.clone()),
                }
            }
        }
    }

    /// Tells all viewers how many watch, if that has changed and was not told just now.
    pub(super) fn tell_count(&mut self, now: Now) {
        if !self.count.is_open || now.play < self.count.next {
            return;
        }
        self.count.is_open = false;
        let watchers = u32::try_from(self.viewers.standing(&self.seated)).unwrap_or(u32::MAX);
        if watchers == self.count.told && watchers == 0 {
            return;
        }
        self.count.told = watchers;
        self.count.next = now.play.after(COUNT_MS);
        let live_count = encode(&ServerMsg::Watchers(self.watchers(None)));
        let known = self.batch.bursts.len();
        for viewer in live(&self.viewers, &self.late) {
            self.batch.remark(&viewer.caller.outbox, known, live_count.clone());
        }
        let Some(minutes) = self.delayed.as_ref().map(Delayed::minutes) else {
            return;
        };
        let late_count = encode(&ServerMsg::Watchers(self.watchers(Some(minutes))));
        for viewer in self.viewers.iter() {
            let outbox = &viewer.caller.outbox;
            if self.late.contains_key(&outbox.id()) {
                self.batch.remark(outbox, known, late_count.clone());
            }
        }
    }

    /// The message with the number of those who watch, as last counted.
    fn watchers(&self, behind_minutes: Option<u8>) -> Watchers {
        Watchers {
            table: self.name.clone(),
            watchers: self.count.told,
            behind_minutes,
            first_ms: None,
        }
    }
}
