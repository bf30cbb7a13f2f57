//! The hosts of a table: handing it over to a seated player, and who follows a host who is gone.

use std::sync::Arc;

use poker_engine::table::TableRuleError;
use poker_protocol::v1::{PlayerInfo, PlayerKind, PublicEvent};
use poker_store::AccountId;

use super::applied::{Applied, Refusal};
use super::players::{account_of, player_id};
use super::table::Table;
use crate::setup::config::TableSetup;

/// Maximum number of hosts that a table remembers. The evening of a table with chips of its own is kept for them even without a seat.
const HOSTS: usize = 20;

impl Table {
    /// `true` at a private table with players other than one who practises.
    pub(super) fn is_among_friends(&self) -> bool {
        self.setup.private && !self.setup.practice
    }

    /// Makes a seated player the host.
    pub(super) fn hand_over(&mut self, account: AccountId) -> Result<Applied, Refusal> {
        let Some(before) = self.setup.host.filter(|host| *host != account) else {
            return Err(Refusal::NoChange);
        };
        let known = self.people.get(&player_id(account));
        let sits = known.filter(|_| self.may_host(account));
        let host = PlayerInfo::clone(sits.ok_or(TableRuleError::NotSeated)?);
        if host.kind == PlayerKind::Bot {
            return Err(Refusal::BotHost);
        }
        let hosts = &mut self.hosting.hosts;
        if hosts.is_empty() {
            hosts.push(before.to_string());
        }
        hosts.retain(|known| *known != host.id);
        hosts.push(host.id.clone());
        if hosts.len() > HOSTS {
            hosts.remove(0);
        }
        self.setup = hosted(&self.setup, &self.hosting.hosts);
        Ok(self.tell_one(&PublicEvent::HostChanged { host }))
    }

    /// `true` for a player with a seat whom no host has sent away.
    fn may_host(&self, account: AccountId) -> bool {
        self.seat_of(account).is_some() && !self.removed.contains(&player_id(account))
    }

    /// The player who follows a host without a seat who is gone: of those who are there the one who has sat longest, with a
    /// password before guests. `None` while the host sits or is there, and if no person is left.
    pub(crate) fn heir(&self, is_away: impl Fn(AccountId) -> bool) -> Option<AccountId> {
        let host = self.setup.host.filter(|host| self.has_hosts() && is_away(*host))?;
        if self.seat_of(host).is_some() {
            return None;
        }
        let there = self.hosting.came.iter().filter_map(|id| {
            let account: AccountId = id.parse().ok()?;
            let kind = self.people.get(&player_id(account))?.kind;
            let fits = kind != PlayerKind::Bot && self.may_host(account) && !is_away(account);
            fits.then_some((account, kind))
        });
        let mut there: Vec<(AccountId, PlayerKind)> = there.collect();
        there.sort_by_key(|(_, kind)| *kind != PlayerKind::Account);
        Some(there.first()?.0)
    }

    /// `true` at a table that a person hosts.
    fn has_hosts(&self) -> bool {
        self.setup.host.is_some() && !self.setup.practice && self.setup.event.is_none()
    }

    /// Notes in which order the players have come.
    pub(super) fn note_who_came(&mut self) {
        if !self.has_hosts() {
            return;
        }
        let seats = self.law.occupied();
        let players = seats.iter().filter_map(|seat| Some(self.law.seat(seat)?.player));
        let seated: Vec<String> = players.map(|player| account_of(player).to_string()).collect();
        let came = &mut self.hosting.came;
        came.retain(|known| seated.contains(known));
        let new: Vec<String> = seated.into_iter().filter(|player| !came.contains(player)).collect();
        came.extend(new);
    }

    /// Number of bots with a seat.
    pub(super) fn seated_bots(&self) -> usize {
        let seats = self.law.occupied();
        let players = seats.iter().filter_map(|seat| Some(self.law.seat(seat)?.player));
        let infos = players.filter_map(|player| self.people.get(&player));
        infos.filter(|info| info.kind == PlayerKind::Bot).count()
    }

    /// The accounts that have hosted the table, the present host last.
    pub(super) fn hosts(&self) -> Vec<String> {
        let only = self.setup.host.filter(|_| self.hosting.hosts.is_empty());
        let only = only.map(|host| host.to_string());
        self.hosting.hosts.iter().cloned().chain(only).collect()
    }
}

/// A setup with the last of these hosts, if there are any.
pub(super) fn hosted(setup: &Arc<TableSetup>, hosts: &[String]) -> Arc<TableSetup> {
    match hosts.last().and_then(|host| host.parse().ok()) {
        Some(host) => Arc::new(setup.with_host(host)),
        None => Arc::clone(setup),
    }
}
