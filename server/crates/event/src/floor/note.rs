//! The effects of orders that the director has accepted.

use std::sync::Arc;

use poker_engine::SeatIx;
use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::{Phase, PlayerNo};
use poker_protocol::v1::tournament::{FloorAction, FloorEntry, FloorResult};
use poker_protocol::v1::{PlayerInfo, Seq, UnixMs};
use poker_store::TableId;

use super::check::Edited;
use super::{KillWish, Ticket, Wish};
use crate::acts::{Deed, rule_of, ruling};
use crate::command::{Command, EventOrder};
use crate::flags::{self, Seen};
use crate::state::{Applied, Tournament};

impl Tournament {
    /// Enters an official's act, or a call for an official, in the book.
    pub(crate) fn note_floor(&mut self, order: &EventOrder, first_seq: u64, odd: &[Seen], applied: &mut Applied) {
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
        self.is_before() && self.book.lists.is_named_before(&who.id)
    }

    fn note_action(&mut self, order: &EventOrder, first_seq: u64, applied: &mut Applied) {
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
            let wish = Wish {
                hand,
                split,
                ruling: ruling(*role, reason),
                entry: book.entries.len() - 1,
            };
            book.wishes.insert(no, wish);
            applied.wishes.push(no);
        }
        if let Some((no, seat)) = kill {
            let entry = book.entries.len() - 1;
            book.kills.entry(no).or_default().push(KillWish { seat, entry });
        }
        if let Some((info, muted)) = muted {
            book.lapsing.mute(&mut book.lists, info, muted, lapses);
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
                book.lists.name(info, *role, by_host_before);
            }
            (FloorAction::Revoke { .. }, Some(info)) => {
                book.lists.dismiss(&info.id);
            }
            (FloorAction::RailChat { open }, _) => {
                book.lapsing.close_rail(&mut book.lists, !open, lapses);
                applied.chat_changed = true;
            }
            (FloorAction::CorrectAward { table, .. }, _) => {
                applied.dirty.insert(TableNo(*table));
            }
            (
                FloorAction::SwapSeats { .. }
                | FloorAction::SetButton { .. }
                | FloorAction::TakeBack { .. }
                | FloorAction::Undo {}
                | FloorAction::Redo {},
                _,
            ) => applied.edited = true,
            (FloorAction::SetPlaces { .. }, _) => {
                Arc::make_mut(&mut self.setup).structure = Arc::clone(self.director.structure());
                applied.edited = true;
            }
            (action, _) if Deed::of(action).is_of_live() => applied.edited = true,
            (FloorAction::Announce {}, _) => {
                Arc::make_mut(&mut self.setup).private = false;
                applied.edited = true;
            }
            _ => {}
        }
        self.note_waitlist_act(action, order.at, applied);
        if let Some(edited) = edited {
            self.resettle(edited);
            applied.edited = true;
        }
    }

    /// Puts an official's edit in force.
    fn resettle(&mut self, Edited { setup, structure }: Edited) {
        self.start.announce(setup.starts_at);
        self.setup = Arc::new(setup);
        if structure {
            let payout = self.director.payout().clone();
            self.director = self.setup.director().with_payout(payout);
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
}

fn time_of(order: &EventOrder) -> UnixMs {
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
