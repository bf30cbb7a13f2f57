//! The floor of a tournament as far as it is durable: its officials, the trail of their acts, open requests of players, muted
//! accounts, and hands that a table was ordered to end.
//!
//! An official's action is one row of the journal. Actions that concern players' chips or seats become commands of the director; the
//! others are noted here, and announced as a ruling on record.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use poker_engine::SeatIx;
use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::{self, HaltReason, Phase, PlayerNo, Refusal};
use poker_engine::tournament::law;
use poker_engine::tournament::structure::Pays;
use poker_protocol::v1::tournament::{
    FloorAction, FloorDesk, FloorEntry, FloorOfficial, FloorResponse, FloorResult, FloorRole, FloorTicket,
    ProposedRung, Statement, TableOutOfPlay, TicketKind,
};
use poker_protocol::v1::{PlayerInfo, Seq, UnixMs};

use super::acts::{rule_of, ruling};
use super::by_hand;
use super::command::{BadCommand, Command, Order, PaceRow, RulingRow};
use super::flags::{self, Counts, Seen};
use super::hall::own_structure;
use super::law::{self as officials, Deed, Denied, Interest, Kind, Office, Official, is_of};
use super::setup::{self, TournamentSetup};
use super::state::{Applied, Entrant, Refused, Tournament};
use super::undo::Lists;
use crate::store::{AccountId, TableId};
use crate::table::TableName;
use crate::table::core::direct::Pace;
use crate::wire;
use crate::wire::tournament::ToWire as _;

/// Most open requests of one player, and of all players together.
const TICKETS_OF_ONE: usize = 3;
const TICKETS: usize = 200;

/// Lines of the trail in one answer.
const PAGE: usize = 100;

/// Everything that officials and players have put on record.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Book {
    entries: Vec<FloorEntry>,
    /// The requests the entries came from.
    asked: BTreeSet<(AccountId, String)>,
    tickets: BTreeMap<u32, Ticket>,
    last_ticket: u32,
    officials: BTreeMap<AccountId, Named>,
    muted: BTreeMap<AccountId, PlayerInfo>,
    rail_closed: bool,
    /// Mutes ordered before the start by the host or the host's officials; the next field says the same of closing the rail.
    lapsing: BTreeSet<AccountId>,
    rail_lapses: bool,
    wishes: BTreeMap<TableNo, Wish>,
    kills: BTreeMap<TableNo, Vec<KillWish>>,
    odd: Counts,
    paces: Paces,
    /// Tables out of play, with what was wrong.
    out_of_play: BTreeMap<TableNo, String>,
}

/// Players' decision counts, each with its last update: the numbers of the table and the hand.
type Paces = BTreeMap<PlayerNo, (Pace, (u32, u64))>;

/// An official named by a director of the event.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Named {
    shown: FloorOfficial,
    /// Set if the host did it, before the start.
    by_host_before: bool,
}

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

/// The checked and resolved part of an edit.
#[derive(Debug)]
struct Edited {
    setup: TournamentSetup,
    /// Set if the structure changes.
    structure: bool,
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
        self.muted.keys().copied().collect()
    }

    /// `true` while only seated players may chat at a table.
    pub(crate) const fn rail_closed(&self) -> bool {
        self.rail_closed
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
        Lists {
            officials: self.officials.clone(),
            muted: self.muted.clone(),
            rail_closed: self.rail_closed,
        }
    }

    /// Puts these lists in place of its own, which it returns.
    pub(super) fn swap_lists(&mut self, lists: Lists) -> Lists {
        Lists {
            officials: std::mem::replace(&mut self.officials, lists.officials),
            muted: std::mem::replace(&mut self.muted, lists.muted),
            rail_closed: std::mem::replace(&mut self.rail_closed, lists.rail_closed),
        }
    }

    fn note_muted(&mut self, who: PlayerInfo, muted: bool, lapses: bool) {
        let Ok(account) = who.id.parse() else { return };
        if muted && lapses {
            self.lapsing.insert(account);
        } else {
            self.lapsing.remove(&account);
        }
        if muted {
            self.muted.insert(account, who);
        } else {
            self.muted.remove(&account);
        }
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

impl Tournament {
    /// Returns an account as the law of officials sees it. `family` are all accounts of the same person, this one included, and
    /// `granted` is the role granted by the operator. The host of a public tournament and the officials named by the host hold office
    /// until the start.
    pub(crate) fn official(&self, account: AccountId, family: &[AccountId], granted: Option<FloorRole>) -> Official {
        let (kind, phase) = (self.kind(), self.phase_by_law());
        let stays = kind != Kind::Public || phase == officials::Phase::Before;
        let is_host = self.setup.host.as_deref() == Some(account.to_string().as_str());
        let host = (is_host && stays).then_some(Office::Host);
        let named = self
            .book
            .officials
            .get(&account)
            .filter(|named| stays || !named.by_host_before);
        let offices = host
            .into_iter()
            .chain(named.map(|_| Office::Named))
            .chain(granted.map(Office::Operator));
        Official {
            offices: offices.collect(),
            kind,
            phase,
            interest: self.interest_of(family),
        }
    }

    /// Returns the officials named by directors of the event who are still in office.
    pub(crate) fn named_officials(&self) -> impl Iterator<Item = &FloorOfficial> {
        let stays = self.kind() != Kind::Public || self.phase_by_law() == officials::Phase::Before;
        let named = self.book.officials.values();
        named
            .filter(move |named| stays || !named.by_host_before)
            .map(|named| &named.shown)
    }

    /// Ends the offices given by the host of a public tournament as play begins, together with their restrictions on chat: these
    /// officials may now play, and no one in the tournament could lift the restrictions.
    pub(super) fn lapse(&mut self) {
        if self.kind() != Kind::Public {
            return;
        }
        let book = Arc::make_mut(&mut self.book);
        book.rail_closed &= !book.rail_lapses;
        let lapsing = std::mem::take(&mut book.lapsing);
        book.muted.retain(|account, _| !lapsing.contains(account));
    }

    fn kind(&self) -> Kind {
        Kind::of(self.setup.live, self.setup.private)
    }

    fn phase_by_law(&self) -> officials::Phase {
        match self.director.phase() {
            Phase::Registering => officials::Phase::Before,
            Phase::Running if self.paused.is_some() => officials::Phase::Paused,
            Phase::Running => officials::Phase::InPlay,
            Phase::Completed | Phase::Cancelled => officials::Phase::Over,
        }
    }

    /// Returns what these accounts have at stake.
    pub(crate) fn interest_of(&self, accounts: &[AccountId]) -> Interest {
        let is_theirs = |entrant: &Entrant| entrant.account.is_some_and(|account| accounts.contains(&account));
        let theirs = self
            .entrants()
            .filter(|(number, entrant)| self.is_in(*number) && is_theirs(entrant));
        let interest = theirs.map(|(number, _)| {
            let is_alive = self.director.player(number).is_some_and(director::Player::is_alive);
            if is_alive && !self.is_over() {
                Interest::Plays
            } else {
                Interest::Out
            }
        });
        interest.max().unwrap_or(Interest::Stranger)
    }

    /// The gate before every act of an official: returns the role in which the account acts. Changes nothing.
    pub(crate) fn may_act(
        &self,
        account: AccountId,
        family: &[AccountId],
        granted: Option<FloorRole>,
        action: &FloorAction,
    ) -> Result<FloorRole, Denied> {
        let role = self.official(account, family, granted).check(Deed::of(action))?;
        let is_own = match action {
            FloorAction::Answer { ticket } => self.book.tickets.get(ticket).is_some_and(|ticket| {
                let mut parties = std::iter::once(&ticket.by).chain(&ticket.about);
                parties.any(|who| is_of(family, who))
            }),
            FloorAction::Mute { player, .. } => self
                .entrant(PlayerNo(*player))
                .is_some_and(|entrant| is_of(family, &entrant.info)),
            _ => false,
        };
        // An act that an account may not do, it may not undo or redo either.
        let turned = match action {
            FloorAction::Undo {} => self.to_undo().ok(),
            FloorAction::Redo {} => self.to_redo().ok(),
            _ => None,
        };
        let turned = turned.and_then(|no| self.book.deed(no));
        if turned.is_some_and(Deed::is_for_directors) && role != FloorRole::Director {
            return Err(Denied::Office);
        }
        if is_own { Err(Denied::OwnCase) } else { Ok(role) }
    }

    /// `true` if an official has ruled here, so entries have to be checked for the person's other accounts.
    pub(super) fn has_rulings(&self) -> bool {
        self.book.rulings().next().is_some()
    }

    /// Checks that no account of a person has ruled here, which would bar all of them from entering.
    pub(super) fn may_enter(&self, family: &[AccountId]) -> Result<(), Denied> {
        if self.book.has_ruled(family) {
            Err(Denied::Ruled)
        } else {
            Ok(())
        }
    }

    /// Checks the parts of an order outside the director's knowledge. Changes nothing.
    pub(super) fn check_floor(&self, order: &Order) -> Result<(), Refused> {
        match &order.command {
            Command::Floor { action, reason, .. } => {
                if Statement::new(reason.as_str()).is_none() {
                    return Err(Refusal::NoReason.into());
                }
                self.check_action(order, action)
            }
            Command::Ticket { who, .. } => {
                let own = |ticket: &&Ticket| ticket.by.id == who.id;
                let tickets = &self.book.tickets;
                if tickets.len() >= TICKETS || tickets.values().filter(own).count() >= TICKETS_OF_ONE {
                    return Err(Refused::Tickets);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn check_action(&self, order: &Order, action: &FloorAction) -> Result<(), Refused> {
        let refused = |refusal: Refusal| Err(Refused::Director(refusal));
        if by_hand::is_of_live(action) && !self.setup.live {
            return refused(Refusal::WrongPhase);
        }
        match action {
            FloorAction::Enter { name } => self.check_name(name),
            FloorAction::Edit { .. } => self.edited(order).map(|_| ()),
            FloorAction::Announce {} if self.director.phase() != Phase::Registering => refused(Refusal::WrongPhase),
            FloorAction::Announce {} if !self.setup.private => refused(Refusal::NoChange),
            FloorAction::ReplaceTable { .. } if self.setup.live => refused(Refusal::WrongPhase),
            FloorAction::VoidHand { table } => self.check_wish(*table, false),
            FloorAction::SplitHand { table } => self.check_wish(*table, true),
            FloorAction::Penalise { fault: words, .. }
            | FloorAction::Rule { rule: words }
            | FloorAction::TellTable { text: words, .. } => Statement::new(words.as_str())
                .map(|_| ())
                .ok_or(Refusal::NoReason.into()),
            FloorAction::Answer { ticket } if !self.book.tickets.contains_key(ticket) => Err(Refused::NoTicket),
            FloorAction::Mute { player, muted } => {
                let entrant = self.entrant(PlayerNo(*player));
                let account = entrant
                    .and_then(|entrant| entrant.account)
                    .ok_or(Refusal::NoSuchPlayer)?;
                if self.book.muted.contains_key(&account) == *muted {
                    return refused(Refusal::NoChange);
                }
                Ok(())
            }
            FloorAction::MuteAccount { muted, .. } if self.book.muted.contains_key(&named(order)?) == *muted => {
                refused(Refusal::NoChange)
            }
            FloorAction::RailChat { open } if self.book.rail_closed != *open => refused(Refusal::NoChange),
            FloorAction::Grant { role, .. } => {
                let account = named(order)?;
                if *role != FloorRole::Floor {
                    return refused(Refusal::NotAllowed);
                }
                let is_host = self.setup.host.as_deref() == Some(account.to_string().as_str());
                if is_host || self.book.officials.contains_key(&account) {
                    return refused(Refusal::NoChange);
                }
                Ok(())
            }
            FloorAction::Revoke { .. } if !self.book.officials.contains_key(&named(order)?) => {
                refused(Refusal::NoChange)
            }
            _ => Ok(()),
        }
    }

    /// Checks that the running hand of a table can be ended.
    fn check_wish(&self, table: u32, split: bool) -> Result<(), Refused> {
        let no = TableNo(table);
        if self.director.table(no).is_none() {
            return Err(Refusal::NoSuchTable.into());
        }
        if self.director.running_deal(no).is_none() {
            return Err(Refusal::NoHand.into());
        }
        if self.book.wishes.contains_key(&no) {
            return Err(Refusal::NoChange.into());
        }
        // A held hand is over but for its cards.
        if split && self.director.holds(no) {
            return Err(Refusal::WrongPhase.into());
        }
        Ok(())
    }

    /// Returns the announcement with an official's changes.
    fn edited(&self, order: &Order) -> Result<Edited, Refused> {
        let Command::Floor {
            action:
                FloorAction::Edit {
                    name,
                    starts_at,
                    languages,
                    ..
                },
            structure,
            ..
        } = &order.command
        else {
            return Err(BadCommand::Word.into());
        };
        if self.director.phase() != Phase::Registering {
            return Err(Refusal::WrongPhase.into());
        }
        let announced = TournamentSetup {
            starts_at: self.starts_at,
            ..TournamentSetup::clone(&self.setup)
        };
        let mut edited = announced.clone();
        if let Some(name) = name {
            edited.name = setup::hosted_name(name).map_err(Refused::BadStructure)?;
        }
        if let Some(tags) = languages {
            edited.languages = setup::declared_languages(tags).map_err(Refused::BadLanguages)?;
        }
        if let Some(source) = structure {
            if !self.setup.private || self.director.players() > 0 {
                return Err(Refusal::WrongPhase.into());
            }
            let structure = own_structure(source).map_err(|fault| Refused::BadStructure(fault.to_string()))?;
            // The buyers of seats were checked against the target when it was announced.
            if matches!(structure.pays, Pays::Seats { .. }) || self.setup.target.is_some() {
                let message = "a tournament becomes a satellite, or ceases to be one, when it is announced";
                return Err(Refused::BadStructure(message.to_owned()));
            }
            if edited.name == wire::local_name(&self.setup.structure.name) {
                edited.name = wire::local_name(&structure.name);
            }
            edited.seat_value = structure.seat_value();
            edited.structure = Arc::new(structure);
            if setup::starts_when_full(&edited.structure) {
                edited.starts_at = None;
            }
        }
        if let Some(at) = starts_at {
            edited.starts_at = Some(i64::try_from(at.get()).unwrap_or(i64::MAX));
        }
        if starts_at.is_some() || structure.is_some() {
            setup::check_start(&edited.structure, edited.starts_at, edited.live, order.at)
                .map_err(Refused::BadStructure)?;
        }
        if edited == announced {
            return Err(Refusal::NoChange.into());
        }
        Ok(Edited {
            setup: edited,
            structure: structure.is_some(),
        })
    }

    /// Notes the effects of an order that the director has accepted, whose first event has this number; `odd` are the observations in
    /// the hand it ends.
    pub(super) fn note_floor(&mut self, order: &Order, first_seq: u64, odd: &[Seen], applied: &mut Applied) {
        if !odd.is_empty() {
            flags::count(&mut Arc::make_mut(&mut self.book).odd, odd);
        }
        match &order.command {
            Command::Floor { .. } => self.note_action(order, first_seq, applied),
            Command::Ticket {
                what,
                who,
                table,
                table_id,
                hand,
                about,
                text,
            } => {
                let ticket = Ticket {
                    at: time_of(order),
                    kind: *what,
                    by: who.clone(),
                    no: TableNo(*table),
                    table: TableId(*table_id),
                    hand: *hand,
                    about: about.clone(),
                    text: text.clone(),
                };
                let book = Arc::make_mut(&mut self.book);
                book.last_ticket += 1;
                book.tickets.insert(book.last_ticket, ticket);
            }
            Command::VoidHand { table, .. } => self.resolve_wish(TableNo(*table), true, &[]),
            Command::StopTable { table, why, .. } => {
                self.resolve_wish(TableNo(*table), true, &[]);
                let book = Arc::make_mut(&mut self.book);
                book.out_of_play.insert(TableNo(*table), why.clone());
            }
            Command::HandDone {
                table,
                split,
                paces,
                killed,
                ..
            } => {
                if let Some(paces) = paces {
                    Arc::make_mut(&mut self.book).note_paces(TableNo(*table), paces);
                }
                self.resolve_wish(TableNo(*table), split.is_some(), killed);
            }
            _ => {}
        }
    }

    fn resolve_wish(&mut self, no: TableNo, done: bool, killed: &[(u8, u64)]) {
        if self.book.wishes.contains_key(&no) || self.book.kills.contains_key(&no) {
            Arc::make_mut(&mut self.book).resolve(no, done, killed);
        }
    }

    /// Returns the table and seat of the hand that an action kills.
    fn place_to_kill(&self, action: &FloorAction) -> Option<(TableNo, SeatIx)> {
        let FloorAction::KillHand { player } = action else {
            return None;
        };
        self.director.player(PlayerNo(*player)).and_then(|player| player.place)
    }

    /// Returns the account that an action mutes (`true`) or unmutes.
    fn muted_by(&self, action: &FloorAction, account: Option<&PlayerInfo>) -> Option<(PlayerInfo, bool)> {
        match action {
            FloorAction::Mute { player, muted } => {
                self.entrant(PlayerNo(*player)).map(|one| (one.info.clone(), *muted))
            }
            FloorAction::MuteAccount { muted, .. } => account.cloned().map(|info| (info, *muted)),
            _ => None,
        }
    }

    fn is_before(&self) -> bool {
        self.director.phase() == Phase::Registering
    }

    /// `true` before the start for an official named by the host.
    fn is_named_before(&self, who: &PlayerInfo) -> bool {
        let mut named = self.book.officials.values();
        self.is_before() && named.any(|named| named.by_host_before && named.shown.who.id == who.id)
    }

    fn note_action(&mut self, order: &Order, first_seq: u64, applied: &mut Applied) {
        let Command::Floor {
            who,
            role,
            reason,
            action,
            account,
            ..
        } = &order.command
        else {
            return;
        };
        let edited = self.edited(order).ok();
        let wish = self.wished_by(action);
        let kill = self.place_to_kill(action);
        let told = u64::try_from(applied.told.len()).unwrap_or(0);
        let by_host_before = self.is_before() && self.setup.host.as_deref() == Some(who.id.as_str());
        let lapses = by_host_before || self.is_named_before(who);
        let muted = self.muted_by(action, account.as_ref());
        let book = Arc::make_mut(&mut self.book);
        book.entries.push(FloorEntry {
            no: u32::try_from(book.entries.len() + 1).unwrap_or(u32::MAX),
            at: time_of(order),
            by: who.clone(),
            role: *role,
            action: shown(action, edited.as_ref()),
            rule: rule_of(action).map(str::to_owned),
            reason: reason.clone(),
            result: if wish.is_some() || kill.is_some() {
                FloorResult::Pending
            } else {
                FloorResult::Done
            },
            seq: Seq::new(first_seq).filter(|_| told > 0),
        });
        book.asked.extend(order.by.iter().map(|by| (by.account, by.id.clone())));
        if let Some((no, split, hand)) = wish {
            let entry = book.entries.len() - 1;
            let ruling = ruling(*role, reason);
            book.wishes.insert(
                no,
                Wish {
                    hand,
                    split,
                    ruling,
                    entry,
                },
            );
            applied.wishes.push(no);
        }
        if let Some((no, seat)) = kill {
            let entry = book.entries.len() - 1;
            book.kills.entry(no).or_default().push(KillWish { seat, entry });
        }
        if let Some((info, muted)) = muted {
            book.note_muted(info, muted, lapses);
            applied.chat_changed = true;
        }
        match (action, account) {
            (FloorAction::Answer { ticket }, _) => {
                book.tickets.remove(ticket);
            }
            (FloorAction::ResumeTable { table } | FloorAction::ReplaceTable { table }, _) => {
                book.out_of_play.remove(&TableNo(*table));
            }
            (FloorAction::Grant { role, .. }, Some(info)) => {
                if let Ok(account) = info.id.parse() {
                    let (who, role) = (info.clone(), *role);
                    let shown = FloorOfficial { who, role };
                    book.officials.insert(account, Named { shown, by_host_before });
                }
            }
            (FloorAction::Revoke { .. }, Some(info)) => {
                book.officials.retain(|_, named| named.shown.who.id != info.id);
            }
            (FloorAction::RailChat { open }, _) => {
                book.rail_closed = !open;
                book.rail_lapses = !open && lapses;
                applied.chat_changed = true;
            }
            (FloorAction::CorrectAward { table, .. }, _) => {
                applied.dirty.insert(TableNo(*table));
            }
            (
                FloorAction::SwapSeats { .. }
                | FloorAction::SetButton { .. }
                | FloorAction::Undo {}
                | FloorAction::Redo {},
                _,
            ) => applied.edited = true,
            (action, _) if by_hand::is_of_live(action) => applied.edited = true,
            (FloorAction::Announce {}, _) => {
                Arc::make_mut(&mut self.setup).private = false;
                applied.edited = true;
            }
            _ => {}
        }
        if let Some(edited) = edited {
            self.resettle(edited);
            applied.edited = true;
        }
    }

    /// Puts an official's edit in force.
    fn resettle(&mut self, Edited { setup, structure }: Edited) {
        self.starts_at = setup.starts_at;
        self.setup = Arc::new(setup);
        if structure {
            self.director = self.setup.director();
        }
    }

    /// Returns the running hand that an action wants to end: its table, `true` to split the pots, and its number.
    fn wished_by(&self, action: &FloorAction) -> Option<(TableNo, bool, u64)> {
        let (no, split) = match action {
            FloorAction::VoidHand { table } => (TableNo(*table), false),
            FloorAction::SplitHand { table } => (TableNo(*table), true),
            _ => return None,
        };
        Some((no, split, u64::from(self.director.running_deal(no)?.hand)))
    }

    /// Returns the trail after a line, and, for officials, their open items. `host` is the account that opened the tournament.
    pub(crate) fn floor(
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
            ..page(trail, after)
        }
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
                rung: law::Rung::proposed(*times, severity).to_wire(),
            })
        });
        let muted = self.book.muted.iter();
        let strangers = muted.filter(|(account, _)| self.number_of(**account).is_none());
        let strangers = strangers.map(|(_, info)| info);
        FloorDesk {
            tickets,
            flags: if interest == Interest::Stranger {
                flags::raised(&self.book.odd)
            } else {
                Vec::new()
            },
            proposals: proposals.collect(),
            first_rung: Some(law::Rung::proposed(0, severity).to_wire()),
            muted: self
                .book
                .muted
                .keys()
                .filter_map(|account| Some(self.number_of(*account)?.0))
                .collect(),
            muted_accounts: strangers.cloned().collect(),
            rail_closed: self.book.rail_closed,
            out_of_play: self.out_of_play().collect(),
        }
    }
}

/// `true` if, by a trail, an account has given a reason to see a hand. A table may be named with or without its invitation.
pub(super) fn may_see(trail: &[FloorEntry], account: &str, table: &str, hand: u64) -> bool {
    let number = |name| TableName::parse(name).map(|name| name.table);
    trail.iter().any(|entry| match &entry.action {
        FloorAction::SeeHand { table: seen, hand: no } => {
            entry.by.id == account && number(&seen.0) == number(table) && no.get() == hand
        }
        _ => false,
    })
}

/// Returns the public part of a trail: all lines before the first whose outcome the running hand has yet to show. A player who read
/// that a hand is to be killed could bet into it. Rule: tournament 11.4.
fn public(trail: &[FloorEntry]) -> &[FloorEntry] {
    let pending = trail.iter().position(|entry| entry.result == FloorResult::Pending);
    &trail[..pending.unwrap_or(trail.len())]
}

/// Returns the lines of a trail after a number, as shown to anyone but officials.
pub(super) fn page(trail: &[FloorEntry], after: u32) -> FloorResponse {
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
    }
}

/// Returns the account that an order names.
fn named(order: &Order) -> Result<AccountId, Refused> {
    let Command::Floor { account, .. } = &order.command else {
        return Err(BadCommand::Word.into());
    };
    let account = account.as_ref().and_then(|info| info.id.parse().ok());
    account.ok_or(Refused::Director(Refusal::NoSuchPlayer))
}

fn time_of(order: &Order) -> UnixMs {
    UnixMs::new(order.at.max(0).unsigned_abs()).unwrap_or_default()
}

/// Returns an action as the trail records it: a definition is replaced by the identifier of its structure.
fn shown(action: &FloorAction, edited: Option<&Edited>) -> FloorAction {
    match (action, edited) {
        (
            FloorAction::Edit {
                name,
                starts_at,
                languages,
                definition: Some(_),
                ..
            },
            Some(edited),
        ) => FloorAction::Edit {
            name: name.clone(),
            starts_at: *starts_at,
            structure: Some(edited.setup.structure.id.clone()),
            definition: None,
            languages: languages.clone(),
        },
        _ => action.clone(),
    }
}
