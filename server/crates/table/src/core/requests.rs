//! Requests from sessions to a table.

mod acts;
mod watching;
mod wishes;

use poker_engine::SeatIx;
use poker_owner::{Caller, Now};
use poker_protocol::v1::client::BankStart;
use poker_protocol::v1::server::OkMsg;
use poker_protocol::v1::{Action, ErrorCode, ErrorMsg, ServerMsg};
use poker_store::AccountId;
use poker_wire::{self as wire};

use self::watching::Claim;
use super::fan_out::left_ms;
use super::io::AskedAccount;
use super::mail::{Mail, Request, TableRequest};
use super::parked::{Effect, Reply};
use super::viewers::Part;
use super::{Outputs, TableCore};
use crate::state::answers::mark_of;
use crate::state::applied::Refusal;
use crate::state::book::Correcting;
use crate::state::command::Command;
use crate::state::hosting::HostRule;
use crate::state::own_pauses::PauseTerms;
use crate::state::players::player_id;

impl TableCore {
    /// Handles a message from the mailbox.
    pub(super) fn read(&mut self, mail: &Mail, now: Now, out: &mut Outputs) {
        match mail {
            Mail::Request(request) => self.request(request, now, out),
            Mail::Disconnected(caller) => {
                let (fan_out, mut scene) = self.scene(now);
                fan_out.disconnect(caller.outbox.id(), &mut scene);
            }
            Mail::Follow(caller) => {
                if !self.fan_out.viewers().watches(caller.outbox.id()) {
                    let part = self.part_of(caller, Claim::IfFree);
                    self.greet(caller, part, None, now);
                }
            }
            Mail::Drain => self.ending.draining = true,
            Mail::Close => self.ending.closing = true,
            Mail::GiveWay => self.give_way(now, out),
            Mail::Pause(paused) => self.pause(*paused, now, out),
            Mail::LookedAway(account) => self.call_back(*account, now, out),
            Mail::Direct(wish) => self.direct(wish, now, out),
            Mail::Operator(wish) => self.wish(wish, now, out),
        }
    }

    /// Closes the table if fewer than two players sit there, to make room for another.
    fn give_way(&mut self, now: Now, out: &mut Outputs) {
        let seated = self.table.law.occupied().len();
        if seated > 1 || self.table.running().is_some() || self.table.law.cash().is_none() {
            return;
        }
        self.ending.closing = true;
        if seated == 1
            && let Err(refused) = self.commit(Command::EndSession {}, None, now, out)
        {
            tracing::warn!(table = %self.table.id, %refused, "a table closes once its last player leaves");
        }
    }

    /// Calls an account that looks away while it has a decision to make, as if the decision had just been put to it.
    fn call_back(&self, account: AccountId, now: Now, out: &mut Outputs) {
        let asked = self.fan_out.visible_turn(&self.table);
        let seat = self.table.deciding_seat(account);
        if let Some((asked, _)) = asked.zip(seat).filter(|(asked, seat)| asked.seats.contains(*seat)) {
            out.asked.push(AskedAccount {
                account,
                left_ms: left_ms(self.deadlines.clock_of(asked, now).as_ref()),
            });
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each request")]
    fn request(&mut self, request: &Request, now: Now, out: &mut Outputs) {
        let Request { caller, id, request } = request;
        let account = caller.account;
        // A running hand is played to its end.
        if self.table.removed.contains(&player_id(account)) && self.table.seat_of(account).is_none() {
            let message = "the host has sent the account away";
            let error = ErrorMsg::new(Some(id.clone()), ErrorCode::TableRemoved, message);
            return self.refuse(caller, id, error);
        }
        if decides(request) && self.plays_elsewhere(caller) {
            return self.refuse(caller, id, other_device(id));
        }
        match request {
            TableRequest::Watch => self.watch(caller, id, None, Claim::Take, now),
            TableRequest::Look => self.look(caller, now),
            TableRequest::Unwatch => {
                let ok = Reply::new(caller.clone(), id.clone(), &plain_ok(id));
                self.park(Effect::Unwatch(ok));
            }
            TableRequest::Resume { after } => self.watch(caller, id, Some(*after), Claim::Take, now),
            TableRequest::WatchAside { after, if_free } => {
                let claim = if *if_free { Claim::IfFree } else { Claim::No };
                self.watch(caller, id, *after, claim, now);
            }
            TableRequest::Sit { seat, buy_in, entry } => {
                let command = Command::Sit {
                    player: (*caller.info).clone(),
                    seat: *seat,
                    buy_in: *buy_in,
                    entry: *entry,
                    set_aside: self.table.setup.law.free_stacks > 0,
                };
                self.bring_chips(command, caller, id, now, out);
            }
            TableRequest::Rebuy { amount } => {
                let amount = *amount;
                self.bring_chips(Command::Rebuy { account, amount }, caller, id, now, out);
            }
            TableRequest::ChooseStack { stack } => {
                let stack = *stack;
                self.bring_chips(Command::ChooseStack { account, stack }, caller, id, now, out);
            }
            TableRequest::Leave => self.command(Command::Leave { account }, caller, id, now, out),
            TableRequest::SitOut {
                out: true,
                when,
                minutes,
                entry,
            } => {
                let (when, entry) = (*when, *entry);
                let pause = minutes.map(|minutes| PauseTerms { minutes, entry });
                self.command(Command::SitOut { account, when, pause }, caller, id, now, out);
            }
            TableRequest::SitOut { out: false, entry, .. } => {
                let entry = *entry;
                self.command(Command::SitIn { account, entry }, caller, id, now, out);
            }
            TableRequest::Straddle { on } => {
                let on = *on;
                self.command(Command::Straddle { account, on }, caller, id, now, out);
            }
            TableRequest::WaitList { join: true } => {
                if self.refuse_if_ending(caller, id) {
                    return;
                }
                let player = (*caller.info).clone();
                self.command(Command::JoinWaitList { player }, caller, id, now, out);
            }
            TableRequest::WaitList { join: false } => {
                self.command(Command::LeaveWaitList { account }, caller, id, now, out);
            }
            TableRequest::Act { hand, turn, action } => self.act(caller, id, (*hand, *turn), action, now, out),
            TableRequest::Hint => self.hint(caller, id, now, out),
            TableRequest::Show { hand, cards } => {
                let of_last = self.table.play().is_some_and(|play| play.no == *hand);
                let seat = self
                    .last_seat_of(caller)
                    .filter(|_| of_last && self.deadlines.may_show(now));
                match seat {
                    Some(seat) => {
                        let (seat, cards) = (seat.number(), cards.clone());
                        self.command(Command::Show { seat, cards }, caller, id, now, out);
                    }
                    None => self.refuse(caller, id, refusal(id, &Refusal::NothingToShow)),
                }
            }
            TableRequest::HuntRabbit => match self.last_seat_of(caller).filter(|_| self.deadlines.may_show(now)) {
                Some(seat) => {
                    let seat = seat.number();
                    self.command(Command::HuntRabbit { seat }, caller, id, now, out);
                }
                None => self.refuse(caller, id, refusal(id, &Refusal::NothingToShow)),
            },
            TableRequest::Consent { hand, agree } => {
                let (hand, agree) = (*hand, *agree);
                self.command(Command::Consent { account, hand, agree }, caller, id, now, out);
            }
            TableRequest::TimeBank(start) => self.time_bank(*start, caller, id),
            TableRequest::Host(rule) => self.host(Command::Host { rule: rule.clone() }, caller, id, now, out),
            TableRequest::GiveChips { player, amount } => {
                let give = Command::GiveChips {
                    from: account,
                    account: *player,
                    amount: *amount,
                };
                self.host(give, caller, id, now, out);
            }
            TableRequest::AnswerRebuy { player, accepted } => {
                let (account, accepted) = (*player, *accepted);
                self.host(Command::AnswerRebuy { account, accepted }, caller, id, now, out);
            }
            TableRequest::Correct {
                player,
                paid_by,
                amount,
                reason,
            } => {
                let wish = Correcting {
                    author: (*caller.info).clone(),
                    account: *player,
                    paid_by: paid_by.map(|account| account.to_string()),
                    amount: *amount,
                    reason: reason.clone(),
                };
                self.host(Command::Correct { wish }, caller, id, now, out);
            }
            TableRequest::AskSeat { ask } => {
                let player = (*caller.info).clone();
                self.command(Command::AskSeat { player, ask: *ask }, caller, id, now, out);
            }
            TableRequest::CallTime => self.call_time(caller, id, now, out),
            TableRequest::Chat { .. } | TableRequest::Emote { .. } => self.speak(caller, id, request, now),
            TableRequest::Mute { player, muted } => {
                let (account, muted) = (*player, *muted);
                self.moderate(Command::Mute { account, muted }, account, caller, id, now, out);
            }
            TableRequest::Remove { player } => {
                let account = *player;
                self.moderate(Command::Remove { account }, account, caller, id, now, out);
            }
        }
    }

    /// Calls Time on the players to act, if that is possible. Rule: tournament 3.5.
    fn call_time(&mut self, caller: &Caller, id: &str, now: Now, out: &mut Outputs) {
        if self.sees_late(caller.account) {
            return self.refuse(caller, id, seen_late(id));
        }
        let asked = self.fan_out.visible_turn(&self.table);
        if asked.is_some_and(|asked| self.deadlines.call_time(asked, now)) {
            let by = Some((*caller.info).clone());
            self.command(Command::CallTime { by }, caller, id, now, out);
        } else {
            let message = "Time is called where players agree on it, once a minute is over";
            let error = ErrorMsg::new(Some(id.to_owned()), ErrorCode::TournamentNoCall, message);
            self.refuse(caller, id, error);
        }
    }

    /// Carries out a player's choice of when their own time bank starts. It is not durable: the choice does not outlive
    /// the process.
    fn time_bank(&mut self, start: BankStart, caller: &Caller, id: &str) {
        let Some(seat) = self.table.seat_of(caller.account) else {
            let message = "the account has no seat at this table";
            let error = ErrorMsg::new(Some(id.to_owned()), ErrorCode::TableNotSeated, message);
            return self.refuse(caller, id, error);
        };
        self.deadlines.start_bank(seat, caller.account, start);
        self.park(Effect::Send(Reply::new(caller.clone(), id.to_owned(), &plain_ok(id))));
    }

    /// Carries out a host's command about another account.
    fn moderate(&mut self, command: Command, about: AccountId, caller: &Caller, id: &str, now: Now, out: &mut Outputs) {
        if about == caller.account && self.table.setup.host == Some(about) {
            self.refuse(caller, id, refusal(id, &Refusal::NoChange));
        } else {
            self.host(command, caller, id, now, out);
        }
    }

    /// Carries out a command that only the host may give.
    fn host(&mut self, command: Command, caller: &Caller, id: &str, now: Now, out: &mut Outputs) {
        if self.table.setup.host != Some(caller.account) {
            let message = "the table's host alone may do this";
            let error = ErrorMsg::new(Some(id.to_owned()), ErrorCode::TableNotHost, message);
            self.refuse(caller, id, error);
        } else if self.sees_late(caller.account) && needs_the_present(&command) {
            self.refuse(caller, id, seen_late(id));
        } else if command.may_be_refused() {
            self.bring_chips(command, caller, id, now, out);
        } else {
            self.command(command, caller, id, now, out);
        }
    }

    /// Pauses or resumes play.
    fn pause(&mut self, paused: bool, now: Now, out: &mut Outputs) {
        if self.table.paused == paused || self.table.closed {
            return;
        }
        let command = if paused { Command::Pause {} } else { Command::Resume {} };
        self.must_commit(command, now, out);
    }

    /// The seat that the caller had in the last hand, and still has.
    fn last_seat_of(&self, caller: &Caller) -> Option<SeatIx> {
        let play = self.table.play()?;
        let seat = play.seat_of(caller.account)?;
        (self.table.seat_of(caller.account) == Some(seat)).then_some(seat)
    }

    /// Carries out a command that takes chips from the account.
    fn bring_chips(&mut self, command: Command, caller: &Caller, id: &str, now: Now, out: &mut Outputs) {
        let seats = matches!(command, Command::Sit { .. });
        if self.answer_again(caller, id, mark_of(&command, None)) {
            // The connection that took the seat is gone, and this one does not watch yet.
            if seats && self.table.seat_of(caller.account).is_some() && !self.fan_out.will_watch(caller.outbox.id()) {
                self.greet(caller, Part::Plays, None, now);
            }
            return;
        }
        if self.refuse_if_ending(caller, id) {
            return;
        }
        if let Err(why) = self.commit(command, Some((caller, id)), now, out) {
            // It may have been carried out long ago, and be refused for that very reason.
            let otherwise = Reply::error(caller, id, refusal(id, &why));
            out.lookups.push(self.tickets.look_up(otherwise));
        }
    }

    fn command(&mut self, command: Command, caller: &Caller, id: &str, now: Now, out: &mut Outputs) {
        if let Err(why) = self.commit(command, Some((caller, id)), now, out) {
            self.refuse(caller, id, refusal(id, &why));
        }
    }

    /// Refuses new players at a table that is about to end.
    fn refuse_if_ending(&mut self, caller: &Caller, id: &str) -> bool {
        let (code, message) = if self.ending.draining {
            (ErrorCode::ServerDraining, "the server is stopping")
        } else if self.ending.closing {
            (ErrorCode::TableClosed, "the table is closing")
        } else {
            return false;
        };
        self.refuse(caller, id, ErrorMsg::new(Some(id.to_owned()), code, message));
        true
    }

    pub(super) fn refuse(&mut self, caller: &Caller, id: &str, error: ErrorMsg) {
        self.park(Effect::Send(Reply::error(caller, id, error)));
    }
}

/// `true` for requests about the decisions and the cards of a seat, which only the connection that holds it may make.
/// Answers to decisions are checked apart: one that is repeated gets the first answer again on any connection.
const fn decides(request: &TableRequest) -> bool {
    matches!(
        request,
        TableRequest::Hint
            | TableRequest::Show { .. }
            | TableRequest::HuntRabbit
            | TableRequest::Consent { .. }
            | TableRequest::TimeBank(_)
    )
}

/// `true` for a host's commands whose answer depends on the running hand or on a stack.
const fn needs_the_present(command: &Command) -> bool {
    match command {
        Command::Host { rule } => matches!(
            rule,
            HostRule::StopHand { .. }
                | HostRule::AskReveal {}
                | HostRule::EndHand {}
                | HostRule::Move { .. }
                | HostRule::NextGame {}
        ),
        Command::GiveChips { .. } => true,
        Command::Correct { wish } => wish.paid_by.is_none(),
        _ => false,
    }
}

/// The refusal of a request whose answer would tell of the present what those without a seat see late.
fn seen_late(id: &str) -> ErrorMsg {
    let message = "the account has no seat, and sees this table late";
    ErrorMsg::new(Some(id.to_owned()), ErrorCode::TableNotSeated, message)
}

fn other_device(id: &str) -> ErrorMsg {
    let message = "another device of the account holds the seat";
    ErrorMsg::new(Some(id.to_owned()), ErrorCode::TableOtherDevice, message)
}

pub(super) fn plain_ok(id: &str) -> ServerMsg {
    ServerMsg::Ok(OkMsg {
        id: id.to_owned(),
        ..OkMsg::default()
    })
}

/// An answer to a decision, as received.
struct Answer<'a> {
    hand: u64,
    turn: u32,
    action: &'a Action,
}

/// An action in short for operators: its kind, and the amount if it has one. Cards are left out.
fn in_short(action: &Action) -> String {
    let told = serde_json::to_value(action).unwrap_or_default();
    let kind = told["kind"].as_str().unwrap_or_default();
    match told["to"].as_u64() {
        Some(to) => format!("{kind} {to}"),
        None => kind.to_owned(),
    }
}

/// The error message for a refusal.
fn refusal(id: &str, why: &Refusal) -> ErrorMsg {
    let id = id.to_owned();
    let plain = |id, code| ErrorMsg::new(Some(id), code, why.to_string());
    match why {
        Refusal::Law(error) => wire::table_rule_error(id, error),
        Refusal::Rule(error) => wire::rule_error(id, error),
        Refusal::Choice(error) => wire::choice_error(id, error),
        Refusal::Action(error) => wire::bad_action(id, *error),
        Refusal::NoSuchSeat { seat, seats } => plain(id, ErrorCode::TableNoSuchSeat)
            .with("seat", *seat)
            .with("seats", *seats),
        Refusal::NotAccepted => plain(id, ErrorCode::TableNotAccepted),
        Refusal::RequestsFull { max } => plain(id, ErrorCode::TableRequestsFull).with("max", *max),
        Refusal::TooManyBots { max } => plain(id, ErrorCode::TableConfigInvalid).with("max", *max),
        Refusal::BotsPublic => plain(id, ErrorCode::TableConfigInvalid),
        Refusal::PauseTooLong { left } => plain(id, ErrorCode::TablePauseTooLong).with("left", *left),
        Refusal::PublicTable => plain(id, ErrorCode::TablePrivateOnly),
        Refusal::FirstHand => plain(id, ErrorCode::TableFirstHand),
        Refusal::BotHost => plain(id, ErrorCode::TableBotHost),
        Refusal::NoOtherGame => plain(id, ErrorCode::TableNoOtherGame),
        Refusal::Stakes(error) => error.answer(Some(id)),
        Refusal::NoHand => plain(id, ErrorCode::TurnNoHand),
        Refusal::NothingToShow => plain(id, ErrorCode::TableNothingToShow),
        Refusal::NoChange => plain(id, ErrorCode::TableNoChange),
        Refusal::Event => plain(id, ErrorCode::TournamentSeated),
        Refusal::NoClass => plain(id, ErrorCode::TableNoClass),
        Refusal::NotStopped => plain(id, ErrorCode::TableNotStopped),
        Refusal::NotAsked => plain(id, ErrorCode::TableNotAsked),
        Refusal::NotToOpen => plain(id, ErrorCode::TableNotToOpen),
        Refusal::NotOpen => plain(id, ErrorCode::TableNotOpen),
        Refusal::Closed => plain(id, ErrorCode::TableClosed),
        Refusal::OtherChips => plain(id, ErrorCode::LedgerOtherChips),
        Refusal::Stranger => plain(id, ErrorCode::LedgerStranger),
        Refusal::BelowZero { bought } => plain(id, ErrorCode::LedgerBelowZero).with("bought", bought.get()),
        Refusal::LedgerFull { max } => plain(id, ErrorCode::LedgerFull).with("max", *max),
        Refusal::RebuysUsed { max } => plain(id, ErrorCode::TableRebuysUsed).with("max", *max),
        Refusal::Occupied | Refusal::Broken(_) => ErrorMsg::new(
            Some(id),
            ErrorCode::ServerInternal,
            "the request could not be carried out",
        ),
    }
}
