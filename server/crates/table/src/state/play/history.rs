//! Builds the history record of a finished hand.

use poker_engine::Card;
use poker_owner::to_json;
use poker_protocol::v1::rest::HandPlayer;
use poker_store::{HandRecord, ParticipantRecord, TableId};
use poker_wire::{self as wire, EventRecord, PrivateRecord, PublicRecord, StartRecord};

use super::{HandInPlay, Participant};
use crate::setup::config::TableSetup;
use crate::state::gist::PlayedAt;
use crate::state::record::{clock_record, with_events};

impl HandInPlay {
    /// Builds the history record of a finished hand. `game` is the position of its game in the table's program, `event`
    /// the tournament it belongs to (`None` for a cash game), and `action_ms` the time for a decision before the time
    /// bank starts.
    pub(in crate::state) fn record(
        &self,
        setup: &TableSetup,
        game: u16,
        event: Option<EventRecord>,
        action_ms: u32,
        ended_at: i64,
    ) -> HandRecord {
        let limits = self.setup.tiers.iter().map(ToString::to_string);
        let player = |who: &Participant| HandPlayer {
            seat: who.seat.number(),
            player: (*who.info).clone(),
        };
        let money = wire::chip_money(&setup.session);
        let at = PlayedAt {
            table: &setup.name,
            event: event.as_ref().map(|event| TableId(event.tournament)),
            open: !setup.private,
            practice: setup.practice,
            own_chips: setup.session.own_chips,
            money: money.as_ref(),
        };
        let public = PublicRecord {
            definition: setup.played(game).definition.as_deref().map(str::to_owned),
            name: setup.name.clone(),
            limits: limits.collect(),
            seats: setup.law.seat_count,
            money: money.clone(),
            start: StartRecord::of(&self.setup),
            event,
            watch_delay: setup.session.watch_delay.filter(|minutes| *minutes > 0),
            players: self.participants.iter().map(player).collect(),
            clock: clock_record(&setup.timing, action_ms),
            times: self.times.clone(),
            causes: self.causes.clone(),
            events: Vec::new(),
        };
        let participant = |who: &Participant| ParticipantRecord {
            account: who.account,
            private: Some(String::from(to_json(&PrivateRecord {
                seat: who.seat.number(),
                cards: wire::cards(self.received[who.seat].iter().copied()),
                discarded: lists(&self.discarded[who.seat]),
                orders: lists(&self.orders[who.seat]),
                held: (self.held[who.seat] != self.received[who.seat])
                    .then(|| wire::cards(self.held[who.seat].iter().copied())),
                made: self.made_at[who.seat].clone(),
            }))),
        };
        HandRecord {
            hand_no: self.no,
            game: self.hand.game().id.clone(),
            started_at: timestamp(self.started_at),
            ended_at: timestamp(ended_at),
            participants: self.participants.iter().map(participant).collect(),
            public: with_events(&public, &self.events),
            gist: {
                let players = self.participants.iter();
                let players = players.map(|who| (who.seat, who.info.name.as_str()));
                self.gist.gist(at, players, &self.setup)
            },
        }
    }
}

/// Lists of cards as they are sent.
fn lists(lists: &[Vec<Card>]) -> Vec<Vec<poker_protocol::v1::Card>> {
    let list = |list: &Vec<Card>| wire::cards(list.iter().copied());
    lists.iter().map(list).collect()
}

/// An instant of the history.
fn timestamp(ms: i64) -> jiff::Timestamp {
    jiff::Timestamp::from_millisecond(ms).unwrap_or_default()
}
