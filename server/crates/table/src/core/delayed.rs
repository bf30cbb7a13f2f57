//! The delayed feed: what those without a seat are shown minutes after the players.
//!
//! It is a queue of what was sent to the players, without private parts, each item with its instant. At the beginning of
//! each hand a picture of the table is put between the items. A viewer who comes gets the last picture whose time has
//! come, and all that came after it.

use std::collections::VecDeque;

use poker_owner::{Frames, Now, PlayTime};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// Maximum JSON held back, in bytes: 15 minutes of a full table whose players talk all the time are less than half of it.
/// When there is no room, hands are left out until half of it is free, and the feed goes on with a picture.
const HELD_BYTES: usize = 1 << 20;

/// Events after which a picture is taken even though no hand has begun.
const PICTURE_EVENTS: u64 = 128;

/// The delayed feed of a table.
#[derive(Debug)]
pub(super) struct Delayed {
    delay_ms: u32,
    /// The last picture whose time has come.
    picture: Option<Picture>,
    /// The events after that picture whose time has come.
    since: Vec<Frames>,
    /// Everything whose time has not come.
    held: VecDeque<Item>,
    /// Number of the first of these items.
    first: u64,
    /// Bytes of JSON in these items.
    bytes: usize,
    /// Set while items are left out.
    is_full: bool,
    /// Number of the last event in the last picture.
    pictured: u64,
    /// Number of the last event put in.
    last: u64,
    /// Number of the last event whose time has come.
    shown: u64,
}

/// An item of the feed, with the instant at which the players saw it.
#[derive(Clone, Debug)]
struct Item {
    at: PlayTime,
    /// Number of the last event that is known with it.
    seq: u64,
    what: What,
}

/// What is shown together.
#[derive(Clone, Debug)]
pub(super) enum What {
    /// The table as a spectator may see it.
    Picture(Picture),
    /// Events, in one or more frames.
    Events(Frames),
    /// A message without a number.
    Remark(Utf8Bytes),
}

/// The table at an instant.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    /// The snapshot of a spectator, as JSON.
    pub(super) frame: Utf8Bytes,
    /// The figures that the lobby shows.
    pub(super) figures: Figures,
    /// `true` if what came before it was left out.
    pub(super) after_gap: bool,
}

/// The figures of the lobby that tell about hands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Figures {
    pub(super) hands: u64,
    pub(super) average_pot: poker_protocol::v1::Chips,
}

impl What {
    fn bytes(&self) -> usize {
        match self {
            Self::Picture(picture) => picture.frame.len(),
            Self::Events(frames) => frames.iter().map(|frame| frame.len()).sum(),
            Self::Remark(frame) => frame.len(),
        }
    }
}

impl Delayed {
    /// An empty feed.
    pub(super) const fn new(delay_ms: u32) -> Self {
        Self {
            delay_ms,
            picture: None,
            since: Vec::new(),
            held: VecDeque::new(),
            first: 1,
            bytes: 0,
            is_full: false,
            pictured: 0,
            last: 0,
            shown: 0,
        }
    }

    /// The delay in whole minutes.
    pub(super) fn minutes(&self) -> u8 {
        u8::try_from(self.delay_ms / 60_000).unwrap_or(u8::MAX)
    }

    /// Number of the next item to be put in.
    pub(super) fn next(&self) -> u64 {
        self.first + self.held.len() as u64
    }

    /// Number of the first item whose time has not come.
    pub(super) const fn first_held(&self) -> u64 {
        self.first
    }

    /// `true` if a picture is to be put in with the event `seq`, with which a hand begins or does not.
    pub(super) const fn wants_picture(&self, seq: u64, begins_hand: bool) -> bool {
        begins_hand || seq >= self.pictured + PICTURE_EVENTS
    }

    /// Puts in a picture of the table as it is after event `seq`.
    pub(super) fn picture(&mut self, seq: u64, frame: Utf8Bytes, figures: Figures, now: Now) {
        self.pictured = seq;
        self.last = seq;
        let after_gap = self.is_full;
        if after_gap && self.bytes > HELD_BYTES / 2 {
            return;
        }
        self.is_full = false;
        self.hold(
            What::Picture(Picture {
                frame,
                figures,
                after_gap,
            }),
            now,
        );
    }

    /// Holds events up to `last` back, if there is room.
    pub(super) fn events(&mut self, frames: Frames, last: u64, now: Now) {
        self.last = last;
        self.hold(What::Events(frames), now);
    }

    /// Holds an item back, if there is room.
    pub(super) fn hold(&mut self, what: What, now: Now) {
        let bytes = what.bytes();
        self.is_full |= self.bytes + bytes > HELD_BYTES;
        if !self.is_full {
            self.bytes += bytes;
            let (at, seq) = (now.play, self.last);
            self.held.push_back(Item { at, seq, what });
        }
    }

    /// The instant at which the next item is to be shown.
    pub(super) fn due(&self) -> Option<PlayTime> {
        self.held.front().map(|item| item.at.after(self.delay_ms))
    }

    /// Milliseconds until the first picture is shown; `None` if one is.
    pub(super) fn first_ms(&self, now: Now) -> Option<u32> {
        if self.picture.is_some() {
            return None;
        }
        let picture = self.held.iter().find(|item| matches!(item.what, What::Picture(_)));
        Some(picture.map_or(self.delay_ms, |item| now.play.until(item.at.after(self.delay_ms))))
    }

    /// Takes the next item whose time has come, with its number.
    pub(super) fn show(&mut self, now: Now) -> Option<(u64, What)> {
        self.due().filter(|due| *due <= now.play)?;
        let Item { seq, what, .. } = self.held.pop_front()?;
        self.shown = seq;
        self.bytes -= what.bytes();
        match &what {
            What::Picture(picture) => {
                self.picture = Some(picture.clone());
                self.since.clear();
            }
            What::Events(frames) if self.picture.is_some() => self.since.push(frames.clone()),
            What::Events(_) | What::Remark(_) => {}
        }
        let no = self.first;
        self.first += 1;
        Some((no, what))
    }

    /// Number of the last event whose time has come; 0 before the first.
    pub(super) const fn shown_seq(&self) -> u64 {
        self.shown
    }

    /// The last picture whose time has come.
    pub(super) const fn shown_picture(&self) -> Option<&Picture> {
        self.picture.as_ref()
    }

    /// The frames of the events after that picture whose time has come.
    pub(super) fn shown_since(&self) -> impl Iterator<Item = &Utf8Bytes> {
        self.since.iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DELAY: u32 = 60_000;

    fn at(ms: u64) -> Now {
        Now {
            play: PlayTime(ms),
            wall: 0,
        }
    }

    fn put(feed: &mut Delayed, seq: u64, ms: u64) {
        let figures = Figures {
            hands: seq,
            ..Figures::default()
        };
        feed.picture(seq, format!("picture {seq}").into(), figures, at(ms));
    }

    fn remark(feed: &mut Delayed, text: String, ms: u64) {
        feed.hold(What::Remark(text.into()), at(ms));
    }

    /// The text of all that is shown at an instant.
    fn shown(feed: &mut Delayed, ms: u64) -> Vec<(u64, String)> {
        let mut shown = Vec::new();
        while let Some((no, what)) = feed.show(at(ms)) {
            shown.push(match what {
                What::Picture(picture) => (no, picture.frame.to_string()),
                What::Remark(frame) => (no, frame.to_string()),
                What::Events(_) => panic!("no events here"),
            });
        }
        shown
    }

    #[test]
    fn nothing_is_shown_before_its_time_and_everything_after_it_in_order() {
        let mut feed = Delayed::new(DELAY);
        assert_eq!(
            (feed.due(), feed.minutes(), feed.first_ms(at(7))),
            (None, 1, Some(DELAY))
        );
        remark(&mut feed, "early".to_owned(), 0);
        put(&mut feed, 1, 1_000);
        remark(&mut feed, "later".to_owned(), 2_000);
        assert_eq!(shown(&mut feed, 59_999), []);
        assert_eq!(feed.first_ms(at(59_999)), Some(1_001));
        assert_eq!(shown(&mut feed, 60_000), [(1, "early".to_owned())]);
        assert!(feed.shown_picture().is_none(), "nothing can be added to an empty felt");
        assert_eq!(
            shown(&mut feed, 62_000),
            [(2, "picture 1".to_owned()), (3, "later".to_owned())]
        );
        assert_eq!(feed.first_ms(at(62_000)), None);
        assert_eq!(feed.shown_since().count(), 0, "a newcomer is not told what was said");
        assert_eq!((feed.first_held(), feed.next(), feed.due()), (4, 4, None));
        put(&mut feed, 2, 62_000);
        assert_eq!(feed.shown_picture().map(|picture| picture.figures.hands), Some(1));
        assert_eq!(shown(&mut feed, 200_000), [(4, "picture 2".to_owned())]);
        assert_eq!(feed.shown_picture().map(|picture| picture.figures.hands), Some(2));
        assert_eq!((feed.held.len(), feed.bytes), (0, 0));
    }

    #[test]
    fn a_full_feed_leaves_hands_out_and_goes_on_with_a_picture() {
        let mut feed = Delayed::new(DELAY);
        put(&mut feed, 1, 0);
        for _ in 0..3_000 {
            remark(&mut feed, "x".repeat(1_000), 1);
        }
        assert!(feed.bytes <= HELD_BYTES && feed.is_full);
        let held = feed.held.len();
        put(&mut feed, 2, 2);
        remark(&mut feed, "lost".to_owned(), 3);
        assert_eq!(feed.held.len(), held, "there is no room");
        assert_eq!(shown(&mut feed, 70_000).len(), held);
        remark(&mut feed, "lost".to_owned(), 70_000);
        put(&mut feed, 3, 70_000);
        remark(&mut feed, "kept".to_owned(), 70_000);
        let (_, first) = feed.show(at(130_000)).unwrap();
        assert!(matches!(first, What::Picture(Picture { after_gap: true, .. })));
        assert_eq!(shown(&mut feed, 130_000), [(held as u64 + 2, "kept".to_owned())]);
    }

    #[test]
    fn a_picture_is_wanted_with_each_hand_and_now_and_then_without() {
        let mut feed = Delayed::new(DELAY);
        put(&mut feed, 10, 0);
        assert!(feed.wants_picture(11, true) && !feed.wants_picture(11, false));
        assert!(!feed.wants_picture(137, false) && feed.wants_picture(138, false));
    }
}
