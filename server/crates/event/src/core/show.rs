//! Views of a tournament, each shown once it is on disk.

use std::collections::BTreeSet;

use poker_owner::{Burst, Now, encode, to_json};
use poker_protocol::v1::ServerMsg;
use poker_protocol::v1::rest::PlacesResponse;
use poker_protocol::v1::tournament::{
    Entrant, EventTable, Offer, TournamentSnapshot, TournamentState, TournamentYou, YourTournament,
};
use poker_store::{AccountId, TableId};
use poker_table::TableName;
use poker_wire as wire;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::{Clients, Core, Effects, Outputs, SentStatus, Waiting};
use crate::results;
use crate::state::Applied;

/// Maximum number of bytes of events in one message.
pub(super) const EVENTS_BYTES: usize = 48 << 10;

impl Core {
    /// Returns the tournament as an account may see it.
    pub fn state_for(&self, account: Option<AccountId>, now: Now) -> TournamentState {
        let nobody = AccountId(uuid::Uuid::nil());
        let account = account.unwrap_or(nobody);
        self.tournament.state_for(account, self.time(now), &self.known)
    }

    /// Returns up to `most` players with numbers after `after`.
    pub fn entrants(&self, after: u32, most: usize) -> Vec<Entrant> {
        let numbers = self.tournament.entrants().map(|(number, _)| number);
        let behind = numbers.filter(|number| number.0 > after && self.tournament.is_in(*number));
        let shown = behind.filter_map(|number| self.tournament.shown_entrant(number));
        shown.take(most).collect()
    }

    /// Returns up to `most` tables with numbers after `after`.
    pub fn tables(&self, after: u32, most: usize) -> Vec<EventTable> {
        let tables = self.tournament.event_tables(&self.known);
        tables.filter(|table| table.no > after).take(most).collect()
    }

    /// Returns up to `most` places, best first, skipping `after` of them, and all prizes.
    pub fn results(&self, after: usize, most: usize) -> PlacesResponse {
        let prizes = self.tournament.prizes().into_iter().map(wire::chips);
        results::places(self.tournament.places().best_first(), prizes.collect(), after, most)
    }

    /// Returns up to `most` events after number `after`, one per line.
    pub fn log_behind(&self, after: usize, most: usize) -> String {
        let events = self.log.iter().skip(after).take(most);
        events.flat_map(|event| [&**event, "\n"]).collect()
    }

    /// Returns all events, one per line, in texts of `lines` lines.
    pub(crate) fn log_pages(&self, lines: usize) -> Vec<String> {
        let pages = self.log.chunks(lines);
        pages
            .map(|page| page.iter().flat_map(|event| [&**event, "\n"]).collect())
            .collect()
    }

    /// Builds the frame with an account's status, and counts it as sent.
    pub(super) fn you_frame(&mut self, account: AccountId, at: u64, moved: bool) -> Utf8Bytes {
        let you = self.tournament.you(account, at, &self.known, moved);
        self.told.insert(account, self.as_told(account, &you));
        self.frame_of(you)
    }

    /// Builds the same frame, unless the status is the one last sent.
    pub(super) fn you_news(&mut self, account: AccountId, at: u64) -> Option<Utf8Bytes> {
        let you = self.tournament.you(account, at, &self.known, false);
        let told = self.as_told(account, &you);
        if self.told.get(&account) == Some(&told) {
            return None;
        }
        self.told.insert(account, told);
        Some(self.frame_of(you))
    }

    fn frame_of(&self, you: YourTournament) -> Utf8Bytes {
        let tournament = self.tournament.setup.wire_id();
        encode(&ServerMsg::TournamentYou(TournamentYou { tournament, you }))
    }

    /// Strips an account's status of the parts that change as time passes.
    fn as_told(&self, account: AccountId, you: &YourTournament) -> SentStatus {
        let mut you = you.clone();
        you.moved = false;
        for offer in &mut you.offers {
            if let Offer::TournamentRebuy { left_ms, .. } = offer {
                *left_ms = None;
            }
        }
        let number = self.tournament.player_of(account);
        let until = number.and_then(|number| self.tournament.director.offer_until(number));
        SentStatus { you, until }
    }

    /// Sends their new status to all accounts whose status a command changed; `gone` are tables it closed, whose players have left.
    pub(super) fn tell_news(&mut self, applied: &Applied, gone: &[TableId], at: u64, effects: &mut Effects) {
        let terms = self.tournament.director.offer_terms();
        // An entry is offered to all while nobody waits for one.
        let is_open = self.tournament.takes_entries();
        let is_for_all = terms != self.terms || is_open != self.is_open;
        (self.terms, self.is_open) = (terms, is_open);
        let mut accounts: BTreeSet<AccountId> = BTreeSet::new();
        if is_for_all {
            let entrants = self.tournament.entrants();
            let entrants = entrants.filter(|(number, _)| self.tournament.is_in(*number));
            accounts.extend(entrants.filter_map(|(_, entrant)| entrant.account));
            accounts.extend(self.all_watchers().map(|caller| caller.account));
        } else {
            for no in applied.dirty.iter().chain(&applied.played) {
                accounts.extend(self.accounts_at(*no));
            }
        }
        let sat = |told: &SentStatus| {
            let seat = told.you.seat.as_ref();
            let table = seat.and_then(|seat| TableName::parse(&seat.table.0));
            table.is_some_and(|name| gone.contains(&name.table))
        };
        if !gone.is_empty() {
            accounts.extend(
                self.told
                    .iter()
                    .filter(|(_, told)| sat(told))
                    .map(|(account, _)| *account),
            );
        }
        for account in accounts {
            if let Some(frame) = self.you_news(account, at) {
                effects.accounts.push((account, frame));
            }
        }
    }

    /// Shows everything that is on disk.
    pub(super) fn release(&mut self, now: Now, out: &mut Outputs) {
        while let Some((_, effects)) = self.parked.pop_front_if(|(step, _)| *step <= self.durable) {
            let (after, last) = effects.told;
            if last > after {
                out.changed = true;
                let frames = self.event_frames(after, last, now);
                for watcher in self.watchers.values() {
                    for frame in &frames {
                        out.bursts.push((watcher.outbox.clone(), Burst::from(frame.clone())));
                    }
                }
            }
            for (outbox, reply) in effects.replies {
                if outbox.is_caller() {
                    out.replies.push((outbox, reply));
                } else {
                    out.bursts.push((outbox, Burst::from(reply.frame())));
                }
            }
            for (caller, frames) in effects.watchers {
                for frame in frames {
                    out.bursts.push((caller.outbox.clone(), Burst::from(frame)));
                }
                self.watchers.insert(caller.outbox.id(), caller);
            }
            out.accounts.extend(effects.accounts);
            out.directs.extend(effects.directs);
            out.seated.extend(effects.seated);
            out.opens.extend(effects.opens);
            out.reopens.extend(effects.reopens);
            out.closes.extend(effects.closes);
            out.moved.extend(effects.moved);
            out.given_places.extend(effects.place_given);
            if let Some(Waiting(answered)) = effects.answered {
                answered();
            }
        }
    }

    /// Returns the events after `after`, up to and including `last`, as messages of bounded length. The last one carries the clock.
    pub(super) fn event_frames(&self, after: u64, last: u64, now: Now) -> Vec<Utf8Bytes> {
        let index = |seq: u64| usize::try_from(seq).unwrap_or(usize::MAX).min(self.log.len());
        let events = &self.log[index(after)..index(last)];
        let name = self.tournament.setup.wire_id();
        let mut frames = Vec::new();
        let (mut from, mut bytes) = (0, 0);
        for (at, event) in events.iter().enumerate() {
            let is_last = at + 1 == events.len();
            bytes += event.len();
            if is_last || bytes + events[at + 1].len() > EVENTS_BYTES {
                let first = after + u64::try_from(from).unwrap_or(0) + 1;
                let clock = self.tournament.clock(self.time(now)).filter(|_| is_last);
                let clock = clock.map_or_else(String::new, |clock| format!(",\"clock\":{}", to_json(&clock)));
                frames.push(Utf8Bytes::from(format!(
                    "{{\"type\":\"tournament_events\",\"tournament\":\"{name}\",\"first_seq\":{first},\"events\":[{}]{clock}}}",
                    events[from..=at].join(",")
                )));
                (from, bytes) = (at + 1, 0);
            }
        }
        frames
    }

    pub(super) fn snapshot_frame(&mut self, account: AccountId, now: Now) -> Utf8Bytes {
        let state = self.tournament.state_for(account, self.time(now), &self.known);
        self.told.insert(account, self.as_told(account, &state.you));
        encode(&ServerMsg::TournamentSnapshot(TournamentSnapshot {
            tournament: self.tournament.setup.wire_id(),
            seq: self.tournament.seq(),
            state: Box::new(state),
        }))
    }

    /// Takes over the clients of the tournament that was reloaded: watchers are sent a snapshot, and what waited is done with the next
    /// input.
    pub fn adopt(&mut self, clients: Clients, now: Now) {
        for caller in clients.watchers.into_values() {
            let frames = vec![self.snapshot_frame(caller.account, now)];
            self.park(Effects {
                watchers: vec![(caller, frames)],
                ..Effects::default()
            });
        }
        self.waiting = clients.waiting;
    }
}
