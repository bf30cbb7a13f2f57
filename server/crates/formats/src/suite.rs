//! A check of finished hands, for the tests of those who record them.

use poker_engine::event::PublicEvent;
use poker_engine::history::phh::{self, PhhHand, Replay};
use poker_store::{HandRecord, HandView, TableId};
use poker_wire::{HandFile, PublicRecord};

use crate::import::ImportError;
use crate::{Format, ohh, tracker};

pub(crate) fn only(hands: Vec<Result<PhhHand, ImportError>>) -> Replay {
    let [hand] = <[_; 1]>::try_from(hands).expect("one hand");
    phh::replay(&hand.expect("a hand that can be read"))
}

pub(crate) fn stacks(replay: &Replay) -> Vec<u64> {
    let stacks = replay.stacks.as_ref().expect("the hand was not refused");
    stacks.iter().map(|stack| stack.expect("a known stack").get()).collect()
}

/// A finished hand of any table comes back from every format that can express it, as
/// all viewers saw it and as each player did.
///
/// # Panics
/// If it does not.
pub fn comes_back(hand: &HandRecord) {
    let views = hand.participants.iter().map(|participant| participant.private.clone());
    for private in views.chain([None]) {
        let view = HandView {
            table: TableId(7),
            hand_no: hand.hand_no,
            game: hand.game.clone(),
            started_at: hand.started_at,
            ended_at: hand.ended_at,
            public: hand.public.clone(),
            private,
        };
        let public: PublicRecord = serde_json::from_str(&view.public).expect("a record");
        let file = HandFile::read(&view.game, &public, None).expect("a hand");
        let record = file.record();
        let ended = record.events.iter().find_map(|event| match event {
            PublicEvent::HandCompleted { stacks } => Some(stacks.clone()),
            _ => None,
        });
        let ended = ended.expect("a finished hand");
        let stack = |seat: u8| {
            ended
                .iter()
                .find(|(other, _)| other.number() == seat)
                .expect("a seat")
                .1
                .get()
        };
        let expected: Vec<u64> = file.order().map(stack).collect();
        for format in [Format::Phh, Format::Ohh, Format::Text] {
            let text = match crate::write(&view, format) {
                Ok(text) => text,
                Err(error) if format != Format::Phh && error.lack().is_some() => continue,
                Err(error) => panic!("hand {} as {format:?}: {error}", hand.hand_no),
            };
            let replay = match format {
                Format::Phh => phh::replay(phh::read(&text).expect("a file")[0].as_ref().expect("a hand")),
                Format::Ohh => only(ohh::read(&text)),
                _ => only(tracker::read(&text)),
            };
            assert_eq!((&replay.error, replay.complete), (&None, true), "{format:?}:\n{text}");
            assert_eq!(stacks(&replay), expected, "{format:?}:\n{text}");
        }
    }
}
