//! A client of a tournament that believes nothing: it follows the events, and where it stands.

use std::collections::{BTreeMap, BTreeSet};

use poker_event::core::TournamentRequest;
use poker_follower::Dice;
use poker_protocol::v1::ServerMsg;
use poker_protocol::v1::server::OkMsg;
use poker_protocol::v1::tournament::{Offer, RULES_VERSION, YourTournament};

/// One account at one tournament.
#[derive(Debug, Default)]
pub(super) struct Attendee {
    /// The number of the last event that it was sent.
    pub(super) seq: u64,
    pub(super) watching: bool,
    /// Its own standing, as last received.
    pub(super) you: Option<YourTournament>,
    /// Requests without an answer.
    pub(super) open: Vec<String>,
    /// Requests that were sent again after a long silence, and may be answered twice.
    pub(super) impatient: BTreeSet<String>,
    oks: BTreeMap<String, OkMsg>,
}

impl Attendee {
    /// It has a new connection, which watches nothing.
    pub(super) fn reconnected(&mut self) {
        self.watching = false;
        self.open.clear();
    }

    /// Takes a message in.
    pub(super) fn read(&mut self, frame: &str, durable: u64, told: &mut BTreeMap<u64, String>) {
        let message: ServerMsg = serde_json::from_str(frame).expect("a message can be read");
        match message {
            ServerMsg::Ok(ok) => {
                self.answered(&ok.id);
                if let Some(before) = self.oks.insert(ok.id.clone(), ok.clone()) {
                    assert_eq!(before, ok, "I11: a repeated request gets the first answer");
                }
            }
            ServerMsg::Error(error) => self.answered(error.id.as_deref().expect("a refusal names its request")),
            ServerMsg::TournamentSnapshot(snapshot) => {
                assert!(snapshot.seq <= durable, "I10: a snapshot before it was durable");
                self.seq = snapshot.seq;
                self.watching = true;
                self.you = Some(snapshot.state.you);
            }
            ServerMsg::TournamentEvents(events) => {
                self.watching = true;
                assert_eq!(events.first_seq, self.seq + 1, "I8: numbers have no gaps");
                for (seq, event) in (events.first_seq..).zip(&events.events) {
                    assert!(seq <= durable, "I10: an event before it was durable");
                    let text = serde_json::to_string(event).expect("an event can be written");
                    let first = told.entry(seq).or_insert_with(|| text.clone());
                    assert_eq!(*first, text, "I8: all viewers are told the same under the same number");
                    self.seq = seq;
                }
            }
            ServerMsg::TournamentYou(told) => self.you = Some(told.you),
            other => panic!("a tournament sends no {other:?}"),
        }
    }

    /// Checks that the standing it has received is current, apart from the passing of time.
    pub(super) fn check_against(&self, now: &YourTournament, name: &str) {
        let Some(told) = &self.you else { return };
        let plain = |you: &YourTournament| {
            let offers: Vec<Offer> = you
                .offers
                .iter()
                .copied()
                .map(|offer| match offer {
                    Offer::TournamentRebuy { price, chips, .. } => Offer::TournamentRebuy {
                        price,
                        chips,
                        left_ms: None,
                    },
                    other => other,
                })
                .collect();
            let waits = you.waitlist.map(|yours| (yours.place, yours.ended));
            let waits = waits.filter(|yours| *yours != (None, None));
            (you.seat.clone(), you.out, you.place, waits, offers)
        };
        assert_eq!(
            plain(told),
            plain(now),
            "I13: where {name} stands, and what it was told"
        );
    }

    fn answered(&mut self, id: &str) {
        let index = self.open.iter().position(|open| open == id);
        if index.is_none() && self.impatient.contains(id) {
            return;
        }
        let index = index.unwrap_or_else(|| panic!("I11: {id} was answered twice, or never asked"));
        self.open.remove(index);
    }

    /// Draws a request among those that it is offered.
    pub(super) fn wish(&self, dice: &mut Dice, healed: bool) -> Option<TournamentRequest> {
        let Some(you) = &self.you else {
            return Some(TournamentRequest::Watch);
        };
        let waits = you.waitlist.unwrap_or_default();
        if !healed && waits.open && dice.one_in(2) {
            return Some(registers(true));
        }
        if !healed && waits.place.is_some() && dice.one_in(12) {
            return Some(TournamentRequest::Unregister);
        }
        let offer = dice.pick(&you.offers)?;
        let takes = healed || dice.one_in(2);
        Some(match offer {
            Offer::Register { .. } => registers(dice.one_in(2)),
            Offer::Unregister { .. } if !healed && dice.one_in(6) => TournamentRequest::Unregister,
            Offer::ReEnter { .. } if !healed && takes => TournamentRequest::ReEnter { age: None },
            Offer::TournamentRebuy { left_ms, .. } if left_ms.is_some() || dice.one_in(8) => {
                TournamentRequest::Rebuy { take: !healed && takes }
            }
            Offer::AddOn { .. } if !healed && takes => TournamentRequest::AddOn,
            _ => return None,
        })
    }
}

const fn registers(wait: bool) -> TournamentRequest {
    TournamentRequest::Register {
        rules: RULES_VERSION,
        age: None,
        wait,
    }
}
