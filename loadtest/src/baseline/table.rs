//! A table without poker: the seat to act, and the messages that an action sends to each seat.

use tokio_tungstenite::tungstenite::Utf8Bytes;

/// Traffic of an action at the average seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traffic {
    /// Bytes, frame headers included.
    pub(crate) bytes: f64,
    /// Messages: one for each seat, an additional one for the seat that acted and for the next seat, and the rest as private messages to
    /// all seats together, as when cards are dealt.
    pub(crate) messages: f64,
}

impl Traffic {
    /// Traffic if no other is requested.
    pub(crate) const DEFAULT: Self = Self {
        bytes: 420.0,
        messages: 1.34,
    };
}

/// Mean size of a private message that only brings cards, in bytes.
const CARDS_BYTES: usize = 120;

/// Messages of one action: the same bytes for every seat, the answer before them for the seat that acted, and the next decision after them
/// for the seat to act; now and then a private message for each seat.
#[derive(Debug)]
pub(super) struct Broadcast {
    pub(super) events: Utf8Bytes,
    answer: Option<(usize, Utf8Bytes)>,
    own: Option<Utf8Bytes>,
    choices: (usize, Utf8Bytes),
}

impl Broadcast {
    /// Iterates over the messages of a seat, in the order in which they are sent.
    pub(super) fn messages(&self, seat: usize) -> impl Iterator<Item = &Utf8Bytes> {
        let answer = self.answer.as_ref().filter(|(actor, _)| *actor == seat);
        let choices = (self.choices.0 == seat).then_some(&self.choices.1);
        answer
            .map(|(_, text)| text)
            .into_iter()
            .chain([&self.events])
            .chain(&self.own)
            .chain(choices)
    }

    /// Returns `true` if a seat gets only the common message.
    pub(super) fn is_common_for(&self, seat: usize) -> bool {
        self.own.is_none() && self.choices.0 != seat && self.answer.as_ref().is_none_or(|(actor, _)| *actor != seat)
    }
}

/// Players by seat, each with the means of reaching it, and the seat to act.
#[derive(Debug)]
pub(super) struct Table<S> {
    pub(super) id: String,
    pub(super) seats: Vec<Option<S>>,
    seq: u64,
    turn: u32,
    to_act: usize,
    /// Messages still owed to every seat, with the fraction of one.
    owed: f64,
}

impl<S> Table<S> {
    pub(super) fn new(id: String, seats: usize) -> Self {
        Self {
            id,
            seats: std::iter::repeat_with(|| None).take(seats).collect(),
            seq: 0,
            turn: 0,
            to_act: 0,
            owed: 0.0,
        }
    }

    /// Takes a free seat; the first seat is to act once the table is full.
    ///
    /// # Errors
    ///
    /// If there is no such seat, or it is taken.
    pub(super) fn sit(&mut self, seat: usize, player: S) -> Result<Option<Broadcast>, SeatTaken> {
        match self.seats.get_mut(seat) {
            Some(free @ None) => *free = Some(player),
            _ => return Err(SeatTaken),
        }
        let full = self.seats.iter().all(Option::is_some);
        Ok((full && self.turn == 0).then(|| self.start()))
    }

    fn start(&mut self) -> Broadcast {
        self.turn = 1;
        self.seq = 1;
        let start = format!(
            concat!(
                r#"{{"type":"events","table":"{}","events":[{{"seq":1,"event":{{"kind":"turn_started","turn":1,"#,
                r#""seats":[1],"decision":"bet"}}}}]}}"#
            ),
            self.id
        );
        Broadcast {
            events: start.into(),
            answer: None,
            own: None,
            choices: (self.to_act, self.choices()),
        }
    }

    /// Carries out an action of the seat to act; `None` for any other seat.
    pub(super) fn act(&mut self, seat: usize, id: &str, traffic: Traffic) -> Option<Broadcast> {
        if seat != self.to_act || self.turn == 0 {
            return None;
        }
        let next = self.next_seat(seat);
        let (first, turn) = (self.seq + 1, self.turn + 1);
        self.seq += 2;
        self.turn = turn;
        self.to_act = next;
        let (actor, asked) = (seat + 1, next + 1);
        let ok: Utf8Bytes = format!(r#"{{"type":"ok","id":"{id}","seq":{}}}"#, first + 1).into();
        let private = self.choices();
        let seats = self.seats.iter().flatten().count().max(1) as f64;
        let more = (traffic.messages - 1.0 - 2.0 / seats).max(0.0);
        self.owed += more;
        let own = (self.owed >= 1.0).then(|| {
            self.owed -= 1.0;
            self.cards()
        });
        // The private part is subtracted from the common part, so that the average seat gets the requested amount.
        let extra = (ok.len() + private.len() + 4) as f64 / seats + more * (CARDS_BYTES + 2) as f64;
        let mut events = format!(
            concat!(
                r#"{{"type":"events","table":"{}","events":[{{"seq":{},"event":{{"kind":"action_taken","seat":{},"#,
                r#""action":"check","added":0,"to":0,"all_in":false,"auto":false}}}},{{"seq":{},"event":{{"#,
                r#""kind":"turn_started","turn":{},"seats":[{}],"decision":"bet"}}}}],"padding":""#
            ),
            self.id,
            first,
            actor,
            first + 1,
            turn,
            asked
        );
        let room = traffic.bytes - (events.len() + 2 + 4) as f64 - extra;
        events.extend(std::iter::repeat_n('.', whole(room)));
        events.push_str("\"}");
        Some(Broadcast {
            events: events.into(),
            answer: Some((seat, ok)),
            own,
            choices: (next, private),
        })
    }

    fn next_seat(&self, seat: usize) -> usize {
        let count = self.seats.len();
        (1..=count)
            .map(|step| (seat + step) % count)
            .find(|seat| self.seats[*seat].is_some())
            .unwrap_or(seat)
    }

    /// Returns a message with cards for a seat; only its length matters here.
    fn cards(&self) -> Utf8Bytes {
        let mut text = format!(r#"{{"type":"private","table":"{}","events":[],"padding":""#, self.id);
        let room = CARDS_BYTES.saturating_sub(text.len() + 2);
        text.extend(std::iter::repeat_n('.', room));
        text.push_str("\"}");
        text.into()
    }

    /// Returns the question to the seat to act, as large as in a hand of hold'em.
    fn choices(&self) -> Utf8Bytes {
        format!(
            concat!(
                r#"{{"type":"private","table":"{}","events":[{{"kind":"choices","seq":{},"hand":1,"turn":{},"#,
                r#""choices":[{{"kind":"fold"}},{{"kind":"check"}},{{"kind":"bet","min":2,"max":200}}],"#,
                r#""cards":[],"board":[],"pot":3,"to_call":0,"stack":200}}]}}"#
            ),
            self.id, self.seq, self.turn
        )
        .into()
    }
}

/// The seat does not exist or is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SeatTaken;

/// Converts to a number of bytes, at least 0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is small and not negative"
)]
fn whole(bytes: f64) -> usize {
    bytes.max(0.0).round() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full(seats: usize) -> Table<()> {
        let mut table = Table::new("t1".into(), seats);
        for seat in 0..seats {
            let start = table.sit(seat, ()).unwrap();
            assert_eq!(start.is_some(), seat + 1 == seats, "play starts once all sit");
        }
        table
    }

    #[test]
    fn the_average_seat_gets_the_traffic_that_was_asked_for() {
        let traffic = Traffic {
            bytes: 600.0,
            messages: 1.5,
        };
        let mut table = full(9);
        let (mut bytes, mut messages) = (0, 0);
        for action in 0..18 {
            let broadcast = table.act(action % 9, "17", traffic).unwrap();
            for seat in 0..9 {
                let texts: Vec<_> = broadcast.messages(seat).collect();
                assert_eq!(broadcast.is_common_for(seat), texts.len() == 1);
                messages += texts.len();
                bytes += texts
                    .iter()
                    .map(|text| text.len() + if text.len() < 126 { 2 } else { 4 })
                    .sum::<usize>();
            }
        }
        let mean = bytes / (18 * 9);
        assert!((595..=605).contains(&mean), "{mean}");
        // 0.278 of a private message each, so that the fifth is still owed.
        assert_eq!(messages, 18 * 9 + 18 * 2 + 5 * 9);
    }

    #[test]
    fn seats_act_in_turn_and_are_taken_once() {
        let mut table = full(2);
        assert_eq!(table.sit(0, ()).unwrap_err(), SeatTaken);
        assert_eq!(table.sit(2, ()).unwrap_err(), SeatTaken);
        assert!(table.act(1, "1", Traffic::DEFAULT).is_none());
        let broadcast = table.act(0, "1", Traffic::DEFAULT).unwrap();
        assert_eq!(broadcast.messages(0).count(), 2, "answer and events");
        assert_eq!(broadcast.messages(1).count(), 2, "events and the next decision");
    }
}
