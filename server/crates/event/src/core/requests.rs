//! Requests of players and watchers.

use poker_engine::tournament::director::{Phase, Refusal, Standing};
use poker_owner::{Caller, Entropy, Lookup, Now, Reply};
use poker_protocol::v1::tournament::{FloorRole, PlayerPresence, RULES_VERSION};
use poker_protocol::v1::{ErrorCode, ErrorMsg, PlayerKind};
use poker_store::{AccountId, AgeCheck};
use poker_wire as wire;

use super::io::TimeCall;
use super::show::EVENTS_BYTES;
use super::{Core, Effects, LookedUp, Outputs, Request, TournamentRequest, plain_ok};
use crate::command::{BadCommand, Command, Once};
use crate::state::Refused;

/// Time within which a player may confirm leaving for good, in milliseconds.
const CONFIRM_MS: u64 = 60_000;

impl Core {
    /// Carries out or refuses a request of a player or watcher.
    pub(super) fn request(&mut self, request: &Request, now: Now, entropy: &mut dyn Entropy, out: &mut Outputs) {
        let Request { caller, id, asked } = request;
        let account = caller.account;
        let enters = matches!(
            asked,
            TournamentRequest::Register { .. } | TournamentRequest::ReEnter { .. }
        );
        if enters && self.tournament.has_rulings() {
            let Some(family) = self.families.remove(&account) else {
                return out.families.push(Box::new(request.clone()));
            };
            if let Err(denied) = self.tournament.may_enter(&family) {
                return self.refuse_anew(caller, id, asked.once(), refusal(id, &denied.into()), out);
            }
        }
        let command = match asked {
            TournamentRequest::Watch => return self.watch(caller, id, None, now),
            TournamentRequest::Resume { after } => return self.watch(caller, id, Some(*after), now),
            TournamentRequest::Unwatch => {
                self.forget_watcher(caller.outbox.id());
                return self.answer(caller, plain_ok(id));
            }
            TournamentRequest::Floor(ask) => return self.act(caller, id, ask, now, entropy, out),
            TournamentRequest::Call(called) => return self.call(caller, id, called, now, entropy, out),
            TournamentRequest::Register { rules, .. } if *rules != RULES_VERSION => {
                let message = "the tournament is played by another version of the rules";
                let error = ErrorMsg::new(Some(id.clone()), ErrorCode::TournamentRulesVersion, message);
                return self.answer(caller, error.with("rules", RULES_VERSION));
            }
            TournamentRequest::Register { age, .. } | TournamentRequest::ReEnter { age }
                if self.tournament.setup.adults_only && *age != Some(AgeCheck::Adult) =>
            {
                // A program has no age.
                if age.is_none() && caller.info.kind != PlayerKind::Bot {
                    return out.ages.push(Box::new(request.clone()));
                }
                let error = refusal(id, &Refused::AdultsOnly);
                return self.refuse_anew(caller, id, asked.once(), error, out);
            }
            TournamentRequest::Register { wait, .. } => {
                let player = (*caller.info).clone();
                if *wait && self.tournament.would_wait(account) {
                    Command::Wait { player }
                } else {
                    Command::Register { player }
                }
            }
            TournamentRequest::Unregister if self.tournament.waitlist.place_of(account).is_some() => {
                Command::LeaveWaitlist { account }
            }
            TournamentRequest::Unregister => Command::Unregister { account },
            TournamentRequest::ReEnter { .. } => Command::ReEnter { account },
            TournamentRequest::Rebuy { take: true } => Command::Rebuy { account },
            TournamentRequest::Rebuy { take: false } => Command::DeclineRebuy { account },
            TournamentRequest::AddOn => Command::AddOn { account },
            TournamentRequest::Withdraw { confirm } => {
                if let Err(error) = self.confirmed(account, id, *confirm, now) {
                    return self.refuse_anew(caller, id, asked.once(), error, out);
                }
                Command::Withdraw { account }
            }
            TournamentRequest::CallTime { table } => {
                let call = TimeCall {
                    caller: caller.clone(),
                    id: id.clone(),
                    table: *table,
                };
                return self.call_time(call, out);
            }
            TournamentRequest::ProposeDeal { kind, keep, shares } => Command::ProposeDeal {
                account,
                terms: *kind,
                keep: *keep,
                shares: shares.clone(),
            },
            TournamentRequest::AnswerDeal { agrees } => Command::AnswerDeal {
                account,
                agrees: *agrees,
            },
            TournamentRequest::Presence { absent } => {
                let Some(number) = self.tournament.player_of(account) else {
                    return self.refuse(caller, id, &BadCommand::Player.into());
                };
                let presence = if *absent {
                    PlayerPresence::Absent
                } else {
                    PlayerPresence::Active
                };
                let player = number.0;
                Command::SetPresence { player, presence }
            }
        };
        let once = command.once();
        if let Err(refused) = self.commit(command, Some((caller, id)), now, entropy, out) {
            if once.is_some() {
                self.refuse_anew(caller, id, once, self.refusal(id, &refused), out);
            } else {
                self.refuse(caller, id, &refused);
            }
        }
    }

    /// `true` if a player who leaves for good confirms an earlier request. Rule: tournament 1.9.
    fn confirmed(&mut self, account: AccountId, id: &str, confirms: bool, now: Now) -> Result<(), ErrorMsg> {
        let cost = match self.tournament.player_of(account) {
            None => Err(BadCommand::Player.into()),
            Some(number) => self
                .tournament
                .director
                .cost_of_leaving(number)
                .map_err(Refused::Director),
        };
        let (stack, place) = cost.map_err(|refused| self.refusal(id, &refused))?;
        let at = self.time(now);
        let until = self.asked_to_confirm.remove(&account);
        if confirms && until.is_some_and(|until| at <= until) {
            return Ok(());
        }
        self.asked_to_confirm.insert(account, at.saturating_add(CONFIRM_MS));
        let message = "leaving is final: repeat the request to confirm";
        let error = ErrorMsg::new(Some(id.to_owned()), ErrorCode::TournamentUnconfirmed, message);
        let error = error.with("stack", stack.get());
        Err(match place {
            Some(place) => error.with("place", place),
            None => error,
        })
    }

    /// A player or an official calls Time at any table. The table decides whether Time can be called; the store knows the officials
    /// named by the operator. Rule: tournament 3.5.
    fn call_time(&mut self, call: TimeCall, out: &mut Outputs) {
        let account = call.caller.account;
        let is_official = self.tournament.official(account, &[], None).role().is_some();
        if is_official || self.standing_of(account) == Some(Standing::Playing) {
            self.call_time_as(call, None, out);
        } else {
            out.callers.push(call);
        }
    }

    pub(super) fn call_time_as(&mut self, call: TimeCall, granted: Option<FloorRole>, out: &mut Outputs) {
        let TimeCall { caller, id, table } = call;
        let standing = self.standing_of(caller.account);
        let official = self.tournament.official(caller.account, &[], granted);
        let is_official = official.role().is_some();
        let refused = match standing {
            None if !is_official => Refused::Bad(BadCommand::Player),
            _ if self.tournament.director.phase() != Phase::Running => Refused::Director(Refusal::WrongPhase),
            _ if is_official || standing == Some(Standing::Playing) => {
                match self.known.iter().find(|(_, known)| **known == table) {
                    Some((no, _)) => return out.calls.push((*no, caller, id)),
                    None => Refused::Director(Refusal::NoSuchTable),
                }
            }
            _ => Refused::Director(Refusal::NoSuchPlayer),
        };
        self.refuse(&caller, &id, &refused);
    }

    fn standing_of(&self, account: AccountId) -> Option<Standing> {
        let number = self.tournament.player_of(account)?;
        self.tournament.director.player(number).map(|player| player.standing)
    }

    /// Makes a connection watch, with the events after `after` or with a snapshot.
    pub(super) fn watch(&mut self, caller: &Caller, id: &str, after: Option<u64>, now: Now) {
        self.stand_by(caller.outbox.id());
        let seq = self.tournament.seq();
        let mut frames = Vec::new();
        match after.filter(|after| *after <= seq) {
            // More than fits a client's outbox is replaced by a snapshot.
            Some(after) if self.log_bytes(after) <= EVENTS_BYTES => {
                frames.extend(self.event_frames(after, seq, now));
                frames.push(self.you_frame(caller.account, self.time(now), false));
            }
            _ => frames.push(self.snapshot_frame(caller.account, now)),
        }
        self.park(Effects {
            replies: vec![(caller.outbox.clone(), plain_ok(id).into())],
            watchers: vec![(caller.clone(), frames)],
            ..Effects::default()
        });
    }

    /// Returns the length in bytes of the events after number `after`.
    fn log_bytes(&self, after: u64) -> usize {
        let from = usize::try_from(after).unwrap_or(usize::MAX).min(self.log.len());
        self.log[from..].iter().map(|event| event.len() + 1).sum()
    }

    pub(super) fn answer(&mut self, caller: &Caller, reply: impl Into<Reply>) {
        let replies = vec![(caller.outbox.clone(), reply.into())];
        self.park(Effects {
            replies,
            ..Effects::default()
        });
    }

    /// Answers a request that is refused.
    pub(super) fn refuse(&mut self, caller: &Caller, id: &str, why: &Refused) {
        let error = self.refusal(id, why);
        self.answer(caller, error);
    }

    /// Refuses a request, unless it was carried out long ago and is refused for that very reason: then its first answer is repeated.
    fn refuse_anew(&mut self, caller: &Caller, id: &str, once: Option<Once>, error: ErrorMsg, out: &mut Outputs) {
        self.look_up(caller, id.to_owned(), once, error.into(), out);
    }

    /// Builds a refusal as sent.
    pub(super) fn refusal(&self, id: &str, why: &Refused) -> ErrorMsg {
        if *why != Refused::Director(Refusal::WrongPhase) {
            return refusal(id, why);
        }
        let message = match self.tournament.director.phase() {
            Phase::Registering => "the tournament has not begun",
            Phase::Running if self.tournament.paused.is_none() => {
                "the tournament is not at the point for this while play goes on"
            }
            Phase::Running => "the tournament is not at the point for this",
            Phase::Completed => "the tournament is over",
            Phase::Cancelled => "the tournament was cancelled",
        };
        ErrorMsg::new(Some(id.to_owned()), ErrorCode::TournamentWrongPhase, message)
    }

    /// Asks the store for the first answer to a request.
    pub(super) fn look_up(
        &mut self,
        caller: &Caller,
        id: String,
        once: Option<Once>,
        otherwise: Reply,
        out: &mut Outputs,
    ) {
        self.next_ticket += 1;
        let ticket = self.next_ticket;
        let looked_up = LookedUp {
            outbox: caller.outbox.clone(),
            id: id.clone(),
            once,
            otherwise,
        };
        self.tickets.insert(ticket, looked_up);
        out.lookups.push(Lookup {
            ticket,
            account: caller.account,
            id,
        });
    }
}

/// Builds a refusal from its code and words.
fn refusal(id: &str, why: &Refused) -> ErrorMsg {
    let code = match why {
        Refused::Director(refusal) => wire::tournament::refusal_code(*refusal),
        Refused::Denied(denied) => {
            let error = ErrorMsg::new(Some(id.to_owned()), ErrorCode::TournamentNotAllowed, why.to_string());
            return error.with("why", denied.word());
        }
        Refused::Bad(BadCommand::Player) => ErrorCode::TournamentNotRegistered,
        Refused::Bad(BadCommand::Seat) => ErrorCode::TableNoSuchSeat,
        Refused::Bad(BadCommand::Word) | Refused::NoSeatWon => ErrorCode::ServerInternal,
        Refused::ByHand => ErrorCode::TournamentByHand,
        Refused::BadName => return ErrorMsg::invalid_field(Some(id.to_owned()), "action.name", why.to_string()),
        Refused::AdultsOnly => ErrorCode::TournamentAdultsOnly,
        Refused::BadLanguages(_) => {
            return ErrorMsg::invalid_field(Some(id.to_owned()), "action.languages", why.to_string());
        }
        Refused::AlreadyWaiting(place) => {
            let code = ErrorCode::TournamentAlreadyWaiting;
            return ErrorMsg::new(Some(id.to_owned()), code, why.to_string()).with("place", *place);
        }
        Refused::WaitlistFull(max) => {
            let code = ErrorCode::TournamentWaitlistFull;
            return ErrorMsg::new(Some(id.to_owned()), code, why.to_string()).with("max", *max);
        }
        Refused::AlreadyRegistered => ErrorCode::TournamentAlreadyRegistered,
        Refused::NoDeal => ErrorCode::TournamentNoDeal,
        Refused::BadStructure(_) => ErrorCode::TournamentBadStructure,
        Refused::Final(line) => {
            let code = ErrorCode::TournamentNotUndoable;
            return ErrorMsg::new(Some(id.to_owned()), code, why.to_string()).with("line", *line);
        }
        Refused::NoTicket => ErrorCode::TournamentNoTicket,
        Refused::NoFlight => ErrorCode::TournamentNoFlight,
        Refused::Tickets => ErrorCode::TournamentTickets,
    };
    ErrorMsg::new(Some(id.to_owned()), code, why.to_string())
}
