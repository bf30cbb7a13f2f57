//! The part of the fan-out for those without a seat: their number, and the delayed feed of a table that has one.

use poker_owner::{Caller, Frames, Now, Outbox, PlayTime, encode};
use poker_protocol::v1::ServerMsg;
use poker_protocol::v1::server::Watchers;
use poker_store::AccountId;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::{FanOut, Scene};
use crate::core::delayed::{Delayed, Figures, What};
use crate::core::frames;
use crate::core::io::Outputs;
use crate::core::mail::TableStatus;
use crate::core::parked::Shot;
use crate::core::viewers::{LateSight, Sight};

/// Milliseconds between two messages with the number of those who watch.
const COUNT_MS: u32 = 2_000;

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

    /// The last picture of the delayed feed whose time has come.
    pub(in crate::core) fn late_picture(&self) -> Option<&Utf8Bytes> {
        let picture = self.delayed.as_ref()?.shown_picture()?;
        Some(&picture.frame)
    }

    /// The connections of an account that will see the table late once all parked effects have been carried out.
    pub(in crate::core) fn late_callers(&self, account: AccountId) -> Vec<Caller> {
        let watching = self
            .viewers
            .iter()
            .chain(self.parked.iter().flat_map(super::Parked::watchers));
        let mut callers: Vec<Caller> = Vec::new();
        for caller in watching.filter(|caller| caller.account == account) {
            let conn = caller.outbox.id();
            let is_known = callers.iter().any(|known| known.outbox.id() == conn);
            if !is_known && self.will_watch(conn) == super::Watching::Late {
                callers.push(caller.clone());
            }
        }
        callers
    }

    /// The status as the lobby may show it: what was played is told with the delay.
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
            if let Some(delayed) = &self.delayed {
                self.viewers.stand_back(&self.seated, delayed.next());
            }
        }
    }

    /// Shows a connection without a seat the table as it was: the last picture, and the events since.
    pub(super) fn open_late(&mut self, outbox: &Outbox, felt: Utf8Bytes, scene: &Scene<'_>) -> Sight {
        let Some(delayed) = &self.delayed else {
            return Sight::Live;
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
        Sight::Late(late)
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
        delayed.hold(What::Events(frames), now);
        let ahead = self.backlog.range(first, last).filter(|told| told.goes_ahead);
        let Some(ahead) = frames::ahead(&self.name, ahead.map(|told| &*told.public)) else {
            return;
        };
        let known = self.batch.bursts.len();
        for (viewer, _) in self.viewers.late() {
            self.batch.burst(&viewer.outbox, known).tell([ahead.clone()]);
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
            for (viewer, sight) in self.viewers.late() {
                if no < sight.from {
                    continue;
                }
                let known = self.batch.bursts.len();
                match &what {
                    What::Picture(picture) if sight.blank || picture.after_gap => {
                        sight.blank = false;
                        self.batch.burst(&viewer.outbox, known).tell([picture.frame.clone()]);
                    }
                    What::Picture(_) => {}
                    // There is nothing on the table to which it could be added.
                    What::Events(_) | What::Remark(_) if sight.blank => {}
                    What::Events(frames) => self.batch.burst(&viewer.outbox, known).tell(frames.iter().cloned()),
                    What::Remark(frame) => self.batch.remark(&viewer.outbox, known, frame.clone()),
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
        let live = encode(&ServerMsg::Watchers(self.watchers(None)));
        let known = self.batch.bursts.len();
        for viewer in self.viewers.live() {
            self.batch.remark(&viewer.outbox, known, live.clone());
        }
        let Some(minutes) = self.delayed.as_ref().map(Delayed::minutes) else {
            return;
        };
        let late = encode(&ServerMsg::Watchers(self.watchers(Some(minutes))));
        for (viewer, _) in self.viewers.late() {
            self.batch.remark(&viewer.outbox, known, late.clone());
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
