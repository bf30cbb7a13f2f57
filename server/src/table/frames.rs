//! Frames put together from parts that are JSON already: an event is encoded once and its text is shared by all frames.

use poker_protocol::v1::table::Clock;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::told::{Told, to_json};
use crate::store::TableId;

/// Where a frame of many events is cut in two, in bytes; well below what a client has to take.
const CUT: usize = poker_protocol::MAX_SERVER_MESSAGE_BYTES / 2;

/// The frames that tell these events; more than one only when there are very many. The last has the clock.
pub(super) fn events<'a>(
    table: TableId,
    told: impl Iterator<Item = &'a Told>,
    clock: Option<&Clock>,
) -> Vec<Utf8Bytes> {
    let mut frames = Vec::with_capacity(1);
    let mut frame = begin("events", table);
    for told in told {
        if frame.len() > CUT {
            frame.push_str("]}");
            frames.push(frame.into());
            frame = begin("events", table);
        }
        if !frame.ends_with('[') {
            frame.push(',');
        }
        frame.push_str("{\"seq\":");
        frame.push_str(&told.seq.to_string());
        frame.push_str(",\"event\":");
        frame.push_str(&told.public);
        frame.push('}');
    }
    frame.push(']');
    if let Some(clock) = clock {
        frame.push_str(",\"clock\":");
        frame.push_str(&to_json(clock));
    }
    frame.push('}');
    frames.push(frame.into());
    frames
}

/// The frame that tells one viewer these private parts; `None` if there are none.
pub(super) fn private<'a>(table: TableId, parts: impl Iterator<Item = &'a str>) -> Option<Utf8Bytes> {
    let mut parts = parts.peekable();
    parts.peek()?;
    let mut frame = begin("private", table);
    for part in parts {
        if !frame.ends_with('[') {
            frame.push(',');
        }
        frame.push_str(part);
    }
    frame.push_str("]}");
    Some(frame.into())
}

fn begin(kind: &str, table: TableId) -> String {
    let mut frame = String::with_capacity(512);
    frame.push_str("{\"type\":\"");
    frame.push_str(kind);
    // Identifiers of tables are digits.
    frame.push_str("\",\"table\":\"");
    frame.push_str(&table.to_string());
    frame.push_str("\",\"events\":[");
    frame
}

#[cfg(test)]
mod tests {
    use poker_protocol::v1::event::{PrivateEvent, SeqEvent};
    use poker_protocol::v1::server::{Events, Private};
    use poker_protocol::v1::{PublicEvent, ServerMsg};

    use super::*;

    fn told(seq: u64, event: &PublicEvent) -> Told {
        Told {
            seq,
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
                table: crate::wire::table_id(TableId(12)),
                events: (7..)
                    .zip(happened.clone())
                    .map(|(seq, event)| SeqEvent { seq, event })
                    .collect(),
                clock: clock.clone(),
            });
            let frames = events(TableId(12), all.iter(), clock.as_ref());
            assert_eq!(frames, [crate::net::encode(&message)]);
        }
        let cards = PrivateEvent::Cards {
            seq: 7,
            cards: Vec::new(),
            hand: Vec::new(),
        };
        let parts = [to_json(&cards), to_json(&cards)];
        let message = ServerMsg::Private(Private {
            table: crate::wire::table_id(TableId(12)),
            events: vec![cards.clone(), cards],
        });
        let frame = private(TableId(12), parts.iter().map(|part| &**part));
        assert_eq!(frame, Some(crate::net::encode(&message)));
        assert_eq!(private(TableId(12), std::iter::empty()), None);
    }

    #[test]
    fn very_many_events_are_cut_without_losing_one() {
        let all: Vec<Told> = (1..=2_000)
            .map(|seq| told(seq, &PublicEvent::HandMucked { seat: 1 }))
            .collect();
        let frames = events(TableId(1), all.iter(), None);
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
