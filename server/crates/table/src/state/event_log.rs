//! Numbered events on their way to the journal and to the viewers.

use poker_protocol::v1::PublicEvent;
use poker_protocol::v1::event::PrivateEvent;

use poker_owner::to_json;
use poker_store::AccountId;

/// One numbered event, ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedEvent {
    /// The event's number.
    pub seq: u64,
    /// `true` if a hand begins with it.
    pub begins_hand: bool,
    /// The public part, as JSON.
    pub public: Box<str>,
    /// The private parts under the same number: an account and JSON each.
    pub private: Vec<(AccountId, Box<str>)>,
}

impl NumberedEvent {
    pub(super) fn bytes(&self) -> usize {
        let private = self.private.iter().map(|(_, part)| part.len());
        self.public.len() + private.sum::<usize>()
    }

    /// The private parts, with the account that each is for.
    pub fn private_parts(&self) -> impl Iterator<Item = (AccountId, &str)> {
        self.private.iter().map(|(account, part)| (*account, &**part))
    }
}

/// Assigns numbers to events.
#[derive(Debug)]
pub(super) struct EventLog<'a> {
    seq: &'a mut u64,
    told: Vec<NumberedEvent>,
}

impl<'a> EventLog<'a> {
    /// Continues from the last number.
    pub(super) const fn new(seq: &'a mut u64) -> Self {
        Self { seq, told: Vec::new() }
    }

    /// Adds a public event; returns its number.
    pub(super) fn tell(&mut self, event: &PublicEvent) -> u64 {
        *self.seq += 1;
        self.told.push(NumberedEvent {
            seq: *self.seq,
            begins_hand: matches!(event, PublicEvent::HandStarted { .. }),
            public: to_json(event),
            private: Vec::new(),
        });
        *self.seq
    }

    /// Adds a private part for one account to an event already added.
    pub(super) fn tell_account(&mut self, seq: u64, account: AccountId, private: &PrivateEvent) {
        let told = self.told.iter_mut().rfind(|told| told.seq == seq);
        let told = told.expect("the public part is told first");
        told.private.push((account, to_json(private)));
    }

    /// The public parts from position `from` on, as JSON.
    pub(super) fn since(&self, from: usize) -> impl Iterator<Item = &str> {
        self.told[from..].iter().map(|told| &*told.public)
    }

    /// Number of events so far.
    pub(super) const fn len(&self) -> usize {
        self.told.len()
    }

    pub(super) fn finish(self) -> Vec<NumberedEvent> {
        self.told
    }
}

/// The public parts as one JSON array, which is what the journal keeps.
pub(crate) fn public_array(told: &[NumberedEvent]) -> Vec<u8> {
    let size: usize = told.iter().map(|told| told.public.len() + 1).sum();
    let mut array = Vec::with_capacity(size + 2);
    array.push(b'[');
    for (index, told) in told.iter().enumerate() {
        if index > 0 {
            array.push(b',');
        }
        array.extend_from_slice(told.public.as_bytes());
    }
    array.push(b']');
    array
}
