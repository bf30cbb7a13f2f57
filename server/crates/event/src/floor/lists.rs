//! The lists that officials keep: the event's officials, the muted accounts, and the state of the rail.

use std::collections::{BTreeMap, BTreeSet};

use poker_protocol::v1::PlayerInfo;
use poker_protocol::v1::tournament::{FloorOfficial, FloorRole};
use poker_store::AccountId;

/// The event's officials, its muted accounts, and the state of the rail.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Lists {
    officials: BTreeMap<AccountId, Named>,
    muted: BTreeMap<AccountId, PlayerInfo>,
    rail_closed: bool,
}

/// An official named by a director of the event.
#[derive(Clone, Debug, PartialEq)]
struct Named {
    shown: FloorOfficial,
    /// Set if the host did it, before the start.
    by_host_before: bool,
}

/// The restrictions on chat that end as play begins: those ordered before by the host of a public tournament or the host's
/// officials.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Lapsing {
    mutes: BTreeSet<AccountId>,
    rail: bool,
}

impl Lists {
    /// Returns the officials in office. Those named by the host before the start hold theirs while `stays`.
    pub(super) fn in_office(&self, stays: bool) -> impl Iterator<Item = &FloorOfficial> {
        let named = self.officials.values();
        named
            .filter(move |named| stays || !named.by_host_before)
            .map(|named| &named.shown)
    }

    /// `true` if an account holds an office here. One named by the host before the start holds it while `stays`.
    pub(super) fn holds_office(&self, account: AccountId, stays: bool) -> bool {
        let named = self.officials.get(&account);
        named.is_some_and(|named| stays || !named.by_host_before)
    }

    /// `true` if an account was ever named and not dismissed.
    pub(super) fn is_named(&self, account: AccountId) -> bool {
        self.officials.contains_key(&account)
    }

    /// `true` if the host named this official before the start.
    pub(super) fn is_named_before(&self, id: &str) -> bool {
        let mut named = self.officials.values();
        named.any(|named| named.by_host_before && named.shown.who.id == id)
    }

    /// Names an official.
    pub(super) fn name(&mut self, who: &PlayerInfo, role: FloorRole, by_host_before: bool) {
        let Ok(account) = who.id.parse() else { return };
        let shown = FloorOfficial { who: who.clone(), role };
        self.officials.insert(account, Named { shown, by_host_before });
    }

    /// Takes an office back.
    pub(super) fn dismiss(&mut self, id: &str) {
        self.officials.retain(|_, named| named.shown.who.id != id);
    }

    /// Returns the muted accounts.
    pub(super) fn muted(&self) -> impl Iterator<Item = (AccountId, &PlayerInfo)> {
        self.muted.iter().map(|(account, info)| (*account, info))
    }

    /// `true` if an account may not chat.
    pub(super) fn is_muted(&self, account: AccountId) -> bool {
        self.muted.contains_key(&account)
    }

    /// Mutes an account, or lets it chat again.
    fn mute(&mut self, account: AccountId, who: PlayerInfo, muted: bool) {
        if muted {
            self.muted.insert(account, who);
        } else {
            self.muted.remove(&account);
        }
    }

    /// `true` while only seated players may chat at a table.
    pub(super) const fn is_rail_closed(&self) -> bool {
        self.rail_closed
    }
}

impl Lapsing {
    /// Mutes an account, or lets it chat again.
    pub(super) fn mute(&mut self, lists: &mut Lists, who: PlayerInfo, muted: bool, lapses: bool) {
        let Ok(account) = who.id.parse() else { return };
        if muted && lapses {
            self.mutes.insert(account);
        } else {
            self.mutes.remove(&account);
        }
        lists.mute(account, who, muted);
    }

    /// Closes the rail, or opens it.
    pub(super) const fn close_rail(&mut self, lists: &mut Lists, closed: bool, lapses: bool) {
        lists.rail_closed = closed;
        self.rail = closed && lapses;
    }

    /// Ends the restrictions that lapse.
    pub(super) fn end(&mut self, lists: &mut Lists) {
        lists.rail_closed &= !self.rail;
        let lapsing = std::mem::take(&mut self.mutes);
        lists.muted.retain(|account, _| !lapsing.contains(account));
    }
}
