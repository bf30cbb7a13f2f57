//! The floor of a tournament as far as it is durable: its officials, the trail of their acts, open requests of players, muted
//! accounts, and hands that a table was ordered to end.
//!
//! An official's action is one row of the journal. Actions that concern players' chips or seats become commands of the director; the
//! others are noted here, and announced as a ruling on record.
//!
//! | file | contents |
//! |---|---|
//! | `gate` | the offices in force, and the gate before every act |
//! | `check` | checks of orders beyond the director's knowledge |
//! | `note` | the effects of orders that the director has accepted |
//! | `lists` | officials, muted accounts, the rail |
//! | `desk` | the trail and the open items, as shown |

mod check;
mod desk;
mod gate;
mod lists;
mod note;

use std::collections::{BTreeMap, BTreeSet};

use poker_engine::SeatIx;
use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::PlayerNo;
use poker_protocol::v1::tournament::{FloorAction, FloorEntry, FloorResult, FloorTicket, TicketKind};
use poker_protocol::v1::{PlayerInfo, UnixMs};
use poker_store::{AccountId, TableId};
use poker_table::TableName;
use poker_table::core::direct::Pace;

use self::lists::Lapsing;
use super::acts::Deed;
use super::command::{PaceRow, RulingRow};
use super::flags::Counts;
use super::setup::TournamentSetup;

pub(super) use self::desk::page;
pub(super) use self::lists::Lists;

/// Everything that officials and players have put on record.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Book {
    entries: Vec<FloorEntry>,
    /// The requests the entries came from.
    asked: BTreeSet<(AccountId, String)>,
    tickets: BTreeMap<u32, Ticket>,
    last_ticket: u32,
    lists: Lists,
    lapsing: Lapsing,
    wishes: BTreeMap<TableNo, Wish>,
    kills: BTreeMap<TableNo, Vec<KillWish>>,
    odd: Counts,
    paces: Paces,
    /// Tables out of play, with what was wrong.
    out_of_play: BTreeMap<TableNo, String>,
}

/// Players' decision counts, each with its last update: the numbers of the table and the hand.
type Paces = BTreeMap<PlayerNo, (Pace, (u32, u64))>;

/// A call for a ruling, or a report.
#[derive(Clone, Debug, PartialEq)]
struct Ticket {
    at: UnixMs,
    kind: TicketKind,
    by: PlayerInfo,
    no: TableNo,
    table: TableId,
    hand: u64,
    about: Option<PlayerInfo>,
    text: String,
}

/// An order to a table to end its running hand.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Wish {
    /// The hand's number.
    pub(crate) hand: u64,
    /// `true` to split the pots; `false` to void the hand.
    pub(crate) split: bool,
    /// The official and the reason.
    pub(crate) ruling: RulingRow,
    /// The line of the trail.
    entry: usize,
}

/// An order to a table to kill a seat's hand in the running hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct KillWish {
    seat: SeatIx,
    /// The line of the trail.
    entry: usize,
}

impl Book {
    /// `true` if a request was carried out here.
    pub(crate) fn knows(&self, account: AccountId, id: &str) -> bool {
        self.asked.contains(&(account, id.to_owned()))
    }

    /// Returns the trail, oldest line first.
    pub(crate) fn trail(&self) -> &[FloorEntry] {
        &self.entries
    }

    /// Returns the last line of the trail.
    pub(crate) fn last(&self) -> Option<&FloorEntry> {
        self.entries.last()
    }

    /// Returns the number of the last request of a player.
    pub(crate) const fn last_ticket(&self) -> u32 {
        self.last_ticket
    }

    /// Returns the players' open requests to officials, oldest first.
    pub(crate) fn open_tickets(&self, setup: &TournamentSetup) -> Vec<FloorTicket> {
        let shown = |(number, ticket): (&u32, &Ticket)| FloorTicket {
            ticket: *number,
            kind: ticket.kind,
            at: ticket.at,
            by: ticket.by.clone(),
            table_no: ticket.no.0,
            table: setup.table_id(ticket.table),
            hand: ticket.hand,
            about: ticket.about.clone(),
            text: ticket.text.clone(),
        };
        self.tickets.iter().map(shown).collect()
    }

    /// Returns the accounts that officials have muted.
    pub(crate) fn muted(&self) -> BTreeSet<AccountId> {
        self.lists.muted().map(|(account, _)| account).collect()
    }

    /// `true` while only seated players may chat at a table.
    pub(crate) const fn rail_closed(&self) -> bool {
        self.lists.is_rail_closed()
    }

    /// Returns the order to end a hand, if there is one.
    pub(crate) fn wish(&self, no: TableNo, hand: u64) -> Option<&Wish> {
        self.wishes.get(&no).filter(|wish| wish.hand == hand)
    }

    /// `true` if an official gave a reason to see a hand.
    pub(crate) fn may_see(&self, account: AccountId, table: &str, hand: u64) -> bool {
        may_see(&self.entries, &account.to_string(), table, hand)
    }

    /// Returns the recorded decision counts of players who are sometimes slow.
    pub(crate) const fn paces(&self) -> &Paces {
        &self.paces
    }

    /// Adds decision counts from a table.
    fn note_paces(&mut self, no: TableNo, told: &PaceRow) {
        for (player, decisions, slow) in &told.players {
            let (all, last) = self.paces.entry(PlayerNo(*player)).or_default();
            let (decisions, slow) = (*decisions, *slow);
            *all = all.plus(Pace { decisions, slow });
            *last = (no.0, told.hand);
        }
    }

    /// Returns the event's officials, its muted accounts, and the state of the rail.
    pub(super) fn lists(&self) -> Lists {
        self.lists.clone()
    }

    /// Puts these lists in place of its own, which it returns.
    pub(super) fn swap_lists(&mut self, lists: Lists) -> Lists {
        std::mem::replace(&mut self.lists, lists)
    }

    /// Returns the kind of act in a line of the trail.
    fn deed(&self, no: u32) -> Option<Deed> {
        let at = usize::try_from(no).ok()?.checked_sub(1)?;
        self.entries.get(at).map(|entry| Deed::of(&entry.action))
    }

    /// `true` if any of these accounts has made a ruling that bars it from entering.
    fn has_ruled(&self, accounts: &[AccountId]) -> bool {
        let ids: Vec<String> = accounts.iter().map(ToString::to_string).collect();
        self.rulings().any(|entry| ids.contains(&entry.by.id))
    }

    /// Returns the lines of the trail that bar their official from entering.
    fn rulings(&self) -> impl Iterator<Item = &FloorEntry> {
        self.entries.iter().filter(|entry| Deed::of(&entry.action).bars_entry())
    }

    /// Settles the orders about a finished hand at a table; `killed` are the seats whose hands were killed.
    fn resolve(&mut self, no: TableNo, done: bool, killed: &[(u8, u64)]) {
        let wish = self.wishes.remove(&no).map(|wish| (wish.entry, done));
        let is_killed = |seat: SeatIx| killed.iter().any(|(number, _)| *number == seat.number());
        let kills = self.kills.remove(&no).unwrap_or_default().into_iter();
        let kills = kills.map(|wish| (wish.entry, is_killed(wish.seat)));
        for (entry, done) in wish.into_iter().chain(kills) {
            if let Some(entry) = self.entries.get_mut(entry) {
                entry.result = if done { FloorResult::Done } else { FloorResult::Stands };
            }
        }
    }
}

/// `true` if, by a trail, an account has given a reason to see a hand. A table may be named with or without its invitation.
pub fn may_see(trail: &[FloorEntry], account: &str, table: &str, hand: u64) -> bool {
    let number = |name| TableName::parse(name).map(|name| name.table);
    trail.iter().any(|entry| match &entry.action {
        FloorAction::SeeHand { table: seen, hand: no } => {
            entry.by.id == account && number(&seen.0) == number(table) && no.get() == hand
        }
        _ => false,
    })
}
