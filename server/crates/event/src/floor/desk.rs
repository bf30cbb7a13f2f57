//! The trail and the open items of officials, as shown.

use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::HaltReason;
use poker_engine::tournament::law::Rung;
use poker_protocol::v1::PlayerInfo;
use poker_protocol::v1::tournament::{
    FloorDesk, FloorEntry, FloorOfficial, FloorResponse, FloorResult, FloorRole, GonePlayer, ProposedRung,
    TableOutOfPlay,
};
use poker_store::AccountId;
use poker_wire::tournament::ToWire as _;

use crate::flags;
use crate::law::{Interest, Official, is_of};
use crate::state::Tournament;

/// Lines of the trail in one answer.
const PAGE: usize = 100;
/// Names of players whose entry was given back in one answer.
const GONE_MAX: usize = 500;

impl Tournament {
    /// Returns the trail after a line, and, for officials, their open items. `host` is the account that opened the tournament.
    pub fn floor(
        &self,
        after: u32,
        account: Option<AccountId>,
        family: &[AccountId],
        granted: Option<FloorRole>,
        host: Option<PlayerInfo>,
    ) -> FloorResponse {
        let official = account.map(|account| self.official(account, family, granted));
        let role = official.as_ref().and_then(Official::role);
        let directs = |who: &PlayerInfo| {
            let account = who.id.parse().ok();
            account.is_some_and(|account| self.official(account, &[], None).role() == Some(FloorRole::Director))
        };
        let host = host.filter(directs).map(|who| FloorOfficial {
            who,
            role: FloorRole::Director,
        });
        let desk = role
            .and(official.as_ref())
            .map(|official| self.desk(official.interest, family));
        // To the others, an official who plays is a player.
        let sees_all = role.is_some()
            && official
                .as_ref()
                .is_some_and(|official| official.interest == Interest::Stranger);
        let entries = &self.book.entries[..];
        let trail = if sees_all { entries } else { public(entries) };
        FloorResponse {
            officials: host.into_iter().chain(self.named_officials().cloned()).collect(),
            role,
            desk,
            denied: official
                .iter()
                .filter(|_| role.is_some())
                .flat_map(Official::denied)
                .collect(),
            gone: if after == 0 { self.gone() } else { Vec::new() },
            ..page(trail, after)
        }
    }

    /// Returns the latest players whose entry was given back: the trail names them by number.
    pub(crate) fn gone(&self) -> Vec<GonePlayer> {
        let gone = self.entrants().filter(|(number, _)| !self.is_in(*number));
        let gone = gone.map(|(number, entrant)| GonePlayer {
            player: number.0,
            who: entrant.info.clone(),
        });
        let mut gone: Vec<GonePlayer> = gone.collect();
        gone.drain(..gone.len().saturating_sub(GONE_MAX));
        gone
    }

    /// Returns the tables out of play.
    fn out_of_play(&self) -> impl Iterator<Item = TableOutOfPlay> + '_ {
        let stands = |(no, _): &(&TableNo, &String)| {
            self.tables.contains_key(*no) && self.director.halted_for(**no) == Some(HaltReason::Fault)
        };
        let out = self.book.out_of_play.iter().filter(stands);
        out.map(|(no, why)| TableOutOfPlay {
            table_no: no.0,
            why: why.clone(),
        })
    }

    /// Returns the open items of officials. An official who is or was in the event sees no flags, and no reports about themselves.
    fn desk(&self, interest: Interest, family: &[AccountId]) -> FloorDesk {
        let mut tickets = self.book.open_tickets(&self.setup);
        tickets.retain(|ticket| !ticket.about.as_ref().is_some_and(|who| is_of(family, who)));
        let severity = self.setup.structure.severity;
        let proposals = self.entrants().flat_map(|(number, _)| {
            let player = self.director.player(number).filter(|player| player.is_alive());
            let faults = player.into_iter().flat_map(|player| &player.faults);
            faults.map(move |(fault, times)| ProposedRung {
                player: number.0,
                fault: fault.clone(),
                times: *times,
                rung: Rung::proposed(*times, severity).to_wire(),
            })
        });
        let muted = self.book.lists.muted();
        let strangers = muted.filter(|(account, _)| self.number_of(*account).is_none());
        let strangers = strangers.map(|(_, info)| info);
        FloorDesk {
            tickets,
            flags: if interest == Interest::Stranger {
                flags::raised(&self.book.odd)
            } else {
                Vec::new()
            },
            proposals: proposals.collect(),
            waitlist: self.shown_waitlist(),
            passed_over: self.shown_passed_over(),
            first_rung: Some(Rung::proposed(0, severity).to_wire()),
            muted: self
                .book
                .lists
                .muted()
                .filter_map(|(account, _)| Some(self.number_of(account)?.0))
                .collect(),
            muted_accounts: strangers.cloned().collect(),
            rail_closed: self.book.rail_closed(),
            out_of_play: self.out_of_play().collect(),
        }
    }
}

/// Returns the public part of a trail: all lines before the first whose outcome the running hand has yet to show. A player who read
/// that a hand is to be killed could bet into it. Rule: tournament 11.4.
fn public(trail: &[FloorEntry]) -> &[FloorEntry] {
    let pending = trail.iter().position(|entry| entry.result == FloorResult::Pending);
    &trail[..pending.unwrap_or(trail.len())]
}

/// Returns the lines of a trail after a number, as shown to anyone but officials.
pub(crate) fn page(trail: &[FloorEntry], after: u32) -> FloorResponse {
    let from = usize::try_from(after).unwrap_or(usize::MAX);
    let entries: Vec<FloorEntry> = trail.iter().skip(from).take(PAGE).cloned().collect();
    let more = from.saturating_add(entries.len()) < trail.len();
    FloorResponse {
        after: entries.last().filter(|_| more).map(|entry| entry.no),
        entries,
        officials: Vec::new(),
        role: None,
        desk: None,
        denied: Vec::new(),
        gone: Vec::new(),
    }
}
