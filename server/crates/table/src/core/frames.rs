//! Frames assembled from parts that are JSON already: an event is encoded once, and all frames share its text.

use poker_owner::{Frames, push_json, with_text};
use poker_protocol::v1::TableId;
use poker_protocol::v1::table::Clock;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::state::event_log::NumberedEvent;

/// Size in bytes at which a frame of many events is split, well below what a client must accept.
const CUT: usize = poker_protocol::MAX_SERVER_MESSAGE_BYTES / 2;

/// The frames that carry these events; more than one only if there are very many. The last one has the clock.
pub(super) fn events<'a>(
    table: &TableId,
    told: impl Iterator<Item = &'a NumberedEvent>,
    clock: Option<&Clock>,
) -> Frames {
    let mut frames = Frames::new();
    let mut told = told.peekable();
    loop {
        let write = |frame: &mut Vec<u8>| {
            begin(frame, "events", table);
            while frame.len() <= CUT
                && let Some(told) = told.next()
            {
                separate(frame);
                frame.extend_from_slice(b"{\"seq\":");
                push_json(frame, &told.seq);
                frame.extend_from_slice(b",\"event\":");
                frame.extend_from_slice(told.public.as_bytes());
                frame.push(b'}');
            }
            frame.push(b']');
            if let Some(clock) = clock.filter(|_| told.peek().is_none()) {
                frame.extend_from_slice(b",\"clock\":");
                push_json(frame, clock);
            }
            frame.push(b'}');
        };
        frames.push(with_text(write, |text| Utf8Bytes::from(text)));
        if told.peek().is_none() {
            return frames;
        }
    }
}

/// The frame that carries these private parts to one viewer; `None` if there are none.
pub(super) fn private<'a>(table: &TableId, parts: impl Iterator<Item = &'a str>) -> Option<Utf8Bytes> {
    of_parts("private", table, parts)
}

/// The frame that tells these events before their time; `None` if there are none.
pub(super) fn ahead<'a>(table: &TableId, events: impl Iterator<Item = &'a str>) -> Option<Utf8Bytes> {
    of_parts("ahead", table, events)
}

/// The frame of this kind that carries these parts; `None` if there are none.
fn of_parts<'a>(kind: &str, table: &TableId, parts: impl Iterator<Item = &'a str>) -> Option<Utf8Bytes> {
    let mut parts = parts.peekable();
    parts.peek()?;
    let write = |frame: &mut Vec<u8>| {
        begin(frame, kind, table);
        for part in parts {
            separate(frame);
            frame.extend_from_slice(part.as_bytes());
        }
        frame.extend_from_slice(b"]}");
    };
    Some(with_text(write, |text| Utf8Bytes::from(text)))
}

fn begin(frame: &mut Vec<u8>, kind: &str, table: &TableId) {
    frame.extend_from_slice(b"{\"type\":\"");
    frame.extend_from_slice(kind.as_bytes());
    frame.extend_from_slice(b"\",\"table\":\"");
    // Digits and a hyphen need no escaping.
    frame.extend_from_slice(table.0.as_bytes());
    frame.extend_from_slice(b"\",\"events\":[");
}

fn separate(frame: &mut Vec<u8>) {
    if frame.last() != Some(&b'[') {
        frame.push(b',');
    }
}

#[cfg(test)]
mod tests {
    use poker_owner::to_json;
    use poker_protocol::v1::event::{PrivateEvent, SeqEvent};
    use poker_protocol::v1::server::{Events, Private};
    use poker_protocol::v1::{PublicEvent, ServerMsg};

    use super::*;

    fn told(seq: u64, event: &PublicEvent) -> NumberedEvent {
        NumberedEvent {
            seq,
            begins_hand: false,
            goes_ahead: false,
            public: to_json(event),
            private: Vec::new(),
        }
    }

    #[test]
    fn frames_are_what_the_protocol_types_encode_to() {
        let happened = [PublicEvent::TablePaused {}, PublicEvent::HandMucked { seat: 3 }];
        let clock = Clock {
            turn: 4,
            left_ms: 5,
            banks: Vec::new(),
        };
        let all = [told(7, &happened[0]), told(8, &happened[1])];
        for clock in [None, Some(clock)] {
            let message = ServerMsg::Events(Events {
                table: TableId("12".to_owned()),
                events: (7..)
                    .zip(happened.clone())
                    .map(|(seq, event)| SeqEvent { seq, event })
                    .collect(),
                clock: clock.clone(),
            });
            let frames = events(&TableId("12".to_owned()), all.iter(), clock.as_ref());
            assert_eq!(frames[..], [poker_owner::encode(&message)]);
        }
        let cards = PrivateEvent::Cards {
            seq: 7,
            cards: Vec::new(),
            hand: Vec::new(),
        };
        let parts = [to_json(&cards), to_json(&cards)];
        let message = ServerMsg::Private(Private {
            table: TableId("12".to_owned()),
            events: vec![cards.clone(), cards],
        });
        let frame = private(&TableId("12".to_owned()), parts.iter().map(|part| &**part));
        assert_eq!(frame, Some(poker_owner::encode(&message)));
        assert_eq!(private(&TableId("12".to_owned()), std::iter::empty()), None);
    }

    #[test]
    fn very_many_events_are_cut_without_losing_one() {
        let all: Vec<NumberedEvent> = (1..=2_000)
            .map(|seq| told(seq, &PublicEvent::HandMucked { seat: 1 }))
            .collect();
        let frames = events(&TableId("1".to_owned()), all.iter(), None);
        assert!(frames.len() > 1);
        let mut next = 1;
        for frame in frames {
            assert!(frame.len() <= poker_protocol::MAX_SERVER_MESSAGE_BYTES);
            let ServerMsg::Events(events) = serde_json::from_str(&frame).unwrap() else {
                panic!("not events");
            };
            for event in events.events {
                assert_eq!(event.seq, next);
                next += 1;
            }
        }
        assert_eq!(next, 2_001);
    }
}
