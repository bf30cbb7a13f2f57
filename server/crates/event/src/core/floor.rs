//! Requests of officials, requests of players to them, and the effects on tables.

use std::collections::BTreeMap;

use poker_engine::Chips;
use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::{PlayerNo, Refusal};
use poker_engine::tournament::law::IcmTerms;
use poker_owner::{Caller, ConnId, Entropy, Now, Reply};
use poker_protocol::v1::server::OkMsg;
use poker_protocol::v1::tournament::{
    DealKind, FlagKind, FloorAction, FloorFlag, FloorResponse, FloorRole, Statement, TicketKind,
};
use poker_protocol::v1::{ErrorCode, ErrorMsg, PlayerInfo, ServerMsg};
use poker_store::AccountId;
use poker_table::core::direct::{ChatRule, Direct, Pace};

use super::io::{Called, FloorAsk};
use super::{Core, Effects, IcmWork, Outputs, Request, Slot, TournamentRequest};
use crate::command::{BadCommand, Command, PaceRow};
use crate::law::{Denied, Interest, is_of, may_see_hand};
use crate::state::{Applied, Refused};

/// Fewest decisions from which a player's pace is judged.
const DECISIONS_LEAST: u32 = 10;

impl Slot {
    /// Decisions the table has counted that are not yet noted, by player.
    fn unnoted(&self) -> impl Iterator<Item = (AccountId, Pace)> + '_ {
        let counted = self.report.iter().flat_map(|report| &report.paces);
        counted.filter_map(|(account, pace)| {
            let noted = self.paced.get(account).copied().unwrap_or_default();
            let rest = Pace {
                decisions: pace.decisions.saturating_sub(noted.decisions),
                slow: pace.slow.saturating_sub(noted.slow),
            };
            (rest.decisions > 0).then_some((*account, rest))
        })
    }

    /// `true` if a player was slow here. Most players never are, and nothing is written for them.
    fn is_slow(&self, account: AccountId) -> bool {
        let mut counted = self.report.iter().flat_map(|report| &report.paces);
        counted.any(|(other, pace)| *other == account && pace.slow > 0)
    }
}

impl Core {
    /// Carries out an official's action. The caller gets the line of the trail, or an error.
    pub(super) fn act(
        &mut self,
        caller: &Caller,
        id: &str,
        ask: &FloorAsk,
        now: Now,
        entropy: &mut dyn Entropy,
        out: &mut Outputs,
    ) {
        if self.tournament.book.knows(caller.account, id) {
            // The first one is on its way to the disk, or was carried out while this one arrived.
            let message = "the same request is being carried out";
            let busy = ErrorMsg::new(Some(id.to_owned()), ErrorCode::TournamentBusy, message);
            return self.look_up(caller, id.to_owned(), None, busy.into(), out);
        }
        if let Err(refused) = self.carry_out_act(caller, id, ask, now, entropy, out) {
            self.refuse(caller, id, &refused);
        }
    }

    fn carry_out_act(
        &mut self,
        caller: &Caller,
        id: &str,
        ask: &FloorAsk,
        now: Now,
        entropy: &mut dyn Entropy,
        out: &mut Outputs,
    ) -> Result<(), Refused> {
        let role = self
            .tournament
            .may_act(caller.account, &ask.family, ask.granted, &ask.action)?;
        let named = ask
            .account
            .as_ref()
            .filter(|_| matches!(ask.action, FloorAction::MuteAccount { .. }));
        if named.is_some_and(|who| is_of(&ask.family, who)) {
            return Err(Denied::OwnCase.into());
        }
        let reason = Statement::new(ask.reason.as_str()).ok_or(Refusal::NoReason)?;
        if let FloorAction::KillHand { player } = &ask.action
            && self.has_folded(PlayerNo(*player))
        {
            return Err(Refusal::TooLate.into());
        }
        let line = match &ask.action {
            FloorAction::Undo {} => Some(self.tournament.to_undo()?),
            FloorAction::Redo {} => Some(self.tournament.to_redo()?),
            _ => None,
        };
        if let Some(terms) = self.icm_asked(&ask.action) {
            let request = Some(Box::new(Request {
                caller: caller.clone(),
                id: id.to_owned(),
                asked: TournamentRequest::Floor(Box::new(ask.clone())),
            }));
            out.icm.push(IcmWork { terms, request });
            return Ok(());
        }
        let command = Command::Floor {
            line,
            who: (*caller.info).clone(),
            role,
            reason: reason.into(),
            action: ask.action.clone(),
            structure: ask.structure.clone(),
            sheet: ask.sheet.clone().map(Box::new),
            account: ask.account.clone(),
            begins_at: self.tournament.begins_at(&ask.action, now.wall),
        };
        self.commit(command, Some((caller, id)), now, entropy, out)
    }

    /// Returns the ICM terms that must be worked out before an official's action can be carried out.
    fn icm_asked(&self, action: &FloorAction) -> Option<IcmTerms> {
        let FloorAction::MakeDeal { terms, keep, .. } = action else {
            return None;
        };
        let director = &self.tournament.director;
        let keep = Chips::try_new(keep.get()).filter(|_| *terms == DealKind::Icm && director.is_still())?;
        director.unknown_icm(keep)
    }

    /// `true` if a player has folded in the running hand, by the table's latest report.
    fn has_folded(&self, player: PlayerNo) -> bool {
        let director = &self.tournament.director;
        let Some((no, seat)) = director.player(player).and_then(|player| player.place) else {
            return false;
        };
        let dealt = director.table(no).and_then(|law| law.hand());
        let is_live = dealt.is_some_and(|plan| plan.setup.players.iter().any(|one| one.seat == seat && !one.dead));
        let slot = self.slots.get(&no);
        let report = slot.and_then(|slot| slot.report.as_ref().filter(|report| slot.running == Some(report.hand)));
        is_live && report.is_some_and(|report| report.has_begun() && !report.contenders.contains(seat))
    }

    /// A player calls an official, or reports another player.
    pub(super) fn call(
        &mut self,
        caller: &Caller,
        id: &str,
        request: &Called,
        now: Now,
        entropy: &mut dyn Entropy,
        out: &mut Outputs,
    ) {
        if let Err(refused) = self.open_ticket(caller, id, request, now, entropy, out) {
            self.refuse(caller, id, &refused);
        }
    }

    fn open_ticket(
        &mut self,
        caller: &Caller,
        id: &str,
        request: &Called,
        now: Now,
        entropy: &mut dyn Entropy,
        out: &mut Outputs,
    ) -> Result<(), Refused> {
        self.tournament.player_of(caller.account).ok_or(BadCommand::Player)?;
        let known = self.known.iter().find(|(_, table)| **table == request.table);
        let (no, table) = known.map(|(no, table)| (*no, *table)).ok_or(Refusal::NoSuchTable)?;
        let reported = |account: AccountId| {
            let number = self.tournament.player_of(account).ok_or(Refusal::NoSuchPlayer)?;
            let entrant = self.tournament.entrant(number).ok_or(Refusal::NoSuchPlayer)?;
            Ok::<PlayerInfo, Refusal>(entrant.info.clone())
        };
        let about = request.about.map(reported).transpose()?;
        let command = Command::Ticket {
            what: if about.is_some() {
                TicketKind::Report
            } else {
                TicketKind::Ruling
            },
            who: (*caller.info).clone(),
            table: no.0,
            table_id: table.0,
            hand: self.slots.get(&no).map_or(0, |slot| slot.dealt),
            about,
            text: request.text.clone(),
        };
        self.commit(command, Some((caller, id)), now, entropy, out)
    }

    /// Builds the answer to a request whose command was carried out.
    pub(super) fn reply_to(&self, command: &Command, id: &str, told: bool) -> Reply {
        let ok = OkMsg {
            id: id.to_owned(),
            ..OkMsg::default()
        };
        let ok = match (command, self.tournament.book.last()) {
            (Command::Floor { .. }, Some(entry)) => return Reply::Entry(Box::new(entry.clone())),
            (Command::Ticket { .. }, _) => OkMsg {
                ticket: Some(self.tournament.book.last_ticket()),
                ..ok
            },
            _ => OkMsg {
                seq: told.then(|| self.tournament.seq()),
                tournament: Some(Box::new(self.tournament.summary())),
                ..ok
            },
        };
        ServerMsg::Ok(ok).into()
    }

    /// Adds what tables and watchers are sent after an official's action.
    pub(super) fn add_floor_effects(&mut self, applied: &Applied, effects: &mut Effects, now: Now) {
        for no in &applied.wishes {
            effects.directs.extend(self.wished(*no).map(|direct| (*no, direct)));
        }
        if applied.chat_changed {
            let rule = self.chat_rule();
            let tables = self.slots.iter().filter(|(_, slot)| slot.report.is_some());
            effects
                .directs
                .extend(tables.map(|(no, _)| (*no, Direct::Chat(rule.clone()))));
        }
        if applied.edited {
            // Watchers hold an outdated state of the tournament.
            let watchers: BTreeMap<ConnId, Caller> = self
                .all_watchers()
                .map(|caller| (caller.outbox.id(), caller.clone()))
                .collect();
            for (conn, caller) in watchers {
                self.stand_by(conn);
                let frames = vec![self.snapshot_frame(caller.account, now)];
                effects.watchers.push((caller, frames));
            }
        }
    }

    /// Returns what a reloaded table has to be sent again.
    pub(super) fn floor_directs(&self, no: TableNo) -> Vec<Direct> {
        let rule = self.chat_rule();
        let chat = (rule != ChatRule::default()).then_some(Direct::Chat(rule));
        self.wished(no).into_iter().chain(chat).collect()
    }

    /// Returns how officials want the running hand of a table to end, if they have ruled on it.
    fn wished(&self, no: TableNo) -> Option<Direct> {
        let hand = self.slots.get(&no)?.running?;
        let wish = self.tournament.book.wish(no, hand)?;
        Some(if wish.split {
            Direct::Split(hand)
        } else {
            Direct::Recall(hand)
        })
    }

    fn chat_rule(&self) -> ChatRule {
        ChatRule {
            hand_for_hand: self.tournament.director.is_synchronised(),
            rail_closed: self.tournament.book.rail_closed(),
            muted: self.tournament.book.muted(),
        }
    }

    /// Returns the trail after a line, and, for officials, their open items.
    pub fn floor(
        &self,
        after: u32,
        account: Option<AccountId>,
        family: &[AccountId],
        granted: Option<FloorRole>,
        host: Option<PlayerInfo>,
        now: Now,
    ) -> FloorResponse {
        let mut response = self.tournament.floor(after, account, family, granted, host);
        let is_stranger = self.tournament.interest_of(family) == Interest::Stranger;
        if let Some(desk) = response.desk.as_mut().filter(|_| is_stranger) {
            desk.flags.extend(self.stalling());
            desk.flags.extend(self.all_absent(now));
        }
        response
    }

    /// Returns the decisions that a table has counted since the last note, of players who are sometimes slow, and notes them.
    pub(super) fn paces_at(&mut self, no: TableNo, hand: u64) -> Option<PaceRow> {
        let slot = self.slots.get_mut(&no)?;
        let fresh: Vec<(AccountId, Pace)> = slot.unnoted().filter(|(account, _)| slot.is_slow(*account)).collect();
        for (account, pace) in &fresh {
            let noted = slot.paced.entry(*account).or_default();
            *noted = noted.plus(*pace);
        }
        let players = fresh.into_iter().filter_map(|(account, pace)| {
            let number = self.tournament.number_of(account)?;
            Some((number.0, pace.decisions, pace.slow))
        });
        let players: Vec<(u32, u32, u32)> = players.collect();
        (!players.is_empty()).then_some(PaceRow { hand, players })
    }

    /// Flags that every remaining player was away for long. Rule: tournament 2.18.
    fn all_absent(&self, now: Now) -> Option<FloorFlag> {
        let times = self.tournament.away.times(self.time(now));
        let (no, slot) = self.slots.first_key_value()?;
        let running = self.tournament.director.running_deal(*no);
        (times > 0).then(|| FloorFlag {
            kind: FlagKind::AllAbsent,
            players: Vec::new(),
            times,
            last: (no.0, running.map_or(slot.dealt, |deal| deal.hand.into())),
        })
    }

    /// Flags players who are slow in at least half of the decisions that cost nothing.
    fn stalling(&self) -> Vec<FloorFlag> {
        let mut paces = self.tournament.book.paces().clone();
        for (no, slot) in &self.slots {
            for (account, pace) in slot.unnoted() {
                if let Some(number) = self.tournament.number_of(account) {
                    let (all, last) = paces.entry(number).or_default();
                    *all = all.plus(pace);
                    *last = (no.0, slot.dealt);
                }
            }
        }
        let stalls = |pace: Pace| pace.decisions >= DECISIONS_LEAST && pace.slow.saturating_mul(2) >= pace.decisions;
        let flags = paces.into_iter().filter(|(_, (pace, _))| stalls(*pace));
        flags
            .map(|(number, (pace, last))| FloorFlag {
                kind: FlagKind::Stalling,
                players: vec![number.0],
                times: pace.slow,
                last,
            })
            .collect()
    }

    /// Checks that an account is an official here and gave a reason to see a hand.
    ///
    /// # Errors
    /// The code of what is missing.
    pub fn may_see_hand(
        &self,
        account: AccountId,
        family: &[AccountId],
        granted: Option<FloorRole>,
        (table, hand): (&str, u64),
    ) -> Result<(), ErrorCode> {
        let official = self.tournament.official(account, family, granted);
        let has_reason = self.tournament.book.may_see(account, table, hand);
        may_see_hand(&official, has_reason)
    }

    /// Checks that an account may act as an official at some moment. When the act is carried out, the check is repeated for that
    /// moment, since what the act names is looked up in between.
    ///
    /// # Errors
    /// The refusal as sent.
    pub fn gate(
        &self,
        account: AccountId,
        family: &[AccountId],
        granted: Option<FloorRole>,
        action: &FloorAction,
        id: &str,
    ) -> Result<(), ErrorMsg> {
        match self.tournament.may_act(account, family, granted, action) {
            Ok(_) | Err(Denied::Phase) => Ok(()),
            Err(denied) => Err(self.refusal(id, &denied.into())),
        }
    }
}
