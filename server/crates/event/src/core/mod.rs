//! The tournament as a state machine. It does no I/O and has no clock and no randomness of its own.
//!
//! As at a table, a command changes the state in memory immediately and goes to the journal; its effects are parked until the
//! journal has it. The ledger may refuse a command that takes chips from an account: the tournament waits for the verdict, and
//! rolls back if it is refused.

mod commit;
mod deals;
mod floor;
mod io;
mod requests;
mod show;
mod tables;
mod tentative;
#[cfg(test)]
mod tests;
mod waitlist;

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fmt;

use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::{Millis, OfferTerms, Phase};
use poker_engine::tournament::law::IcmTerms;
use poker_owner::{Caller, ConnId, Entropy, Now, Outbox, PlayTime, Reply};
use poker_protocol::v1::server::OkMsg;
use poker_protocol::v1::tournament::YourTournament;
use poker_protocol::v1::{ErrorCode, ErrorMsg, ServerMsg};
use tokio_tungstenite::tungstenite::Utf8Bytes;

pub use self::deals::IcmWork;
use self::io::Answered;
pub use self::io::{
    Applicant, ApplicantFacts, Called, FloorAsk, Input, Outputs, Read, Request, TimeCall, TournamentRequest,
};
use self::tentative::{Tentative, Waits};
use self::waitlist::Admission;
use super::command::{Command, Once};
use super::starting::{FILL_MS, cancelled, paused};
use super::state::{Opened, Recovered, Tournament};
use super::view::KnownTables;
use poker_store::{AccountId, Answer, DurableNotice, LedgerAccount};
use poker_table::core::direct::{Direct, Pace, Report, TimeBank};
use poker_table::state::event::Arranged;
use poker_wire::id_reused;

/// Maximum number of steps that may be on their way to the disk simultaneously.
const AHEAD: u64 = 1_024;

/// The effects of one step, to be shown once it is durable.
#[derive(Debug, Default)]
struct Effects {
    /// The numbers of its events: after the first, up to and including the second.
    told: (u64, u64),
    replies: Vec<(Outbox, Reply)>,
    /// Connections that watch from now on, with their first frames.
    watchers: Vec<(Caller, Vec<Utf8Bytes>)>,
    accounts: Vec<(AccountId, Utf8Bytes)>,
    directs: Vec<(TableNo, Direct)>,
    /// Accounts newly seated at a table.
    seated: Vec<(TableNo, AccountId)>,
    opens: Vec<(TableNo, Opened)>,
    reopens: Vec<TableNo>,
    closes: Vec<TableNo>,
    moved: Vec<AccountId>,
    /// The account that was given a place from the waiting list.
    place_given: Option<AccountId>,
    answered: Option<Waiting>,
}

/// What a reloaded tournament takes over from the one that failed.
#[derive(Debug)]
pub struct Clients {
    watchers: BTreeMap<ConnId, Caller>,
    waiting: VecDeque<Waits>,
}

/// An answer that waits for the disk.
struct Waiting(Answered);

impl fmt::Debug for Waiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Waiting")
    }
}

/// A table from the tournament's point of view.
#[derive(Debug, Default)]
struct Slot {
    generation: u32,
    seats: u8,
    /// Its last report; `None` until the first arrives.
    report: Option<Report>,
    /// The part of its players' paces already noted.
    paced: BTreeMap<AccountId, Pace>,
    /// The seats last sent to it.
    told: Option<Vec<Arranged>>,
    /// The hand it was told to deal, until that is over.
    running: Option<u64>,
    /// The number of the last hand it was told to deal.
    dealt: u64,
    /// `true` while it waits for its next hand.
    ready: bool,
    /// Set when it was told to make no pauses.
    hurries: bool,
    /// Set while it is out of play: there is no table to send orders to.
    is_lost: bool,
}

/// A request that the store may have answered before.
#[derive(Debug)]
struct LookedUp {
    outbox: Outbox,
    id: String,
    once: Option<Once>,
    /// The answer if the store has none.
    otherwise: Reply,
}

/// A tournament time and a play time that are the same instant.
#[derive(Clone, Copy, Debug)]
struct Base {
    t: u64,
    play: PlayTime,
}

/// A tournament.
#[derive(Debug)]
pub struct Core {
    tournament: Tournament,
    /// All events as JSON, one text each.
    log: Vec<Box<str>>,
    epoch: u64,
    last: u64,
    durable: u64,
    tentative: Option<Tentative>,
    /// Inputs that arrived while steps were tentative and wait for the disk.
    waiting: VecDeque<Waits>,
    /// Steps up to this one are going to fail because they follow one that was refused.
    draining: Option<u64>,
    parked: VecDeque<(u64, Effects)>,
    watchers: BTreeMap<ConnId, Caller>,
    slots: BTreeMap<TableNo, Slot>,
    known: KnownTables,
    /// Tables that are allowed to deal and have reported that they are ready.
    due: BTreeSet<TableNo>,
    banks: HashMap<AccountId, TimeBank>,
    base: Base,
    /// Requests for which the store is being searched for an earlier answer.
    tickets: HashMap<u64, LookedUp>,
    next_ticket: u64,
    /// Accounts that must confirm leaving for good, with the deadline in milliseconds of the tournament.
    asked_to_confirm: BTreeMap<AccountId, u64>,
    /// All accounts of those about to enter, where officials have ruled.
    families: HashMap<AccountId, Vec<AccountId>>,
    /// The ICM terms being worked out for the deal under negotiation.
    working_out: Option<IcmTerms>,
    /// Set while only bots play, who need no pauses.
    hurries: bool,
    /// Set while a seat is being given to its winner.
    is_giving: bool,
    admission: Admission,
    /// The status last sent to each account.
    told: HashMap<AccountId, SentStatus>,
    /// The terms of the offers last sent.
    terms: OfferTerms,
    /// `true` if new players were offered an entry then.
    is_open: bool,
}

/// The status sent to an account, without the parts that change as time passes.
#[derive(Debug, PartialEq)]
struct SentStatus {
    you: YourTournament,
    /// Deadline of an offer.
    until: Option<Millis>,
}

impl Core {
    /// Builds a tournament from its journal, with its clock `ahead` milliseconds past the last step. The tables to open are
    /// [`Self::wanted_tables`].
    pub fn new(recovered: Recovered, (epoch, last_step): (u64, u64), ahead: u64, now: Now) -> Self {
        let Recovered { tournament, log, .. } = recovered;
        let slot = |(no, opened): (&TableNo, &Opened)| {
            let slot = Slot {
                generation: opened.generation,
                seats: opened.seats,
                ..Slot::default()
            };
            (*no, slot)
        };
        let dealt = tournament.tables.iter().filter(|_| !tournament.is_live());
        let mut core = Self {
            slots: dealt.map(slot).collect(),
            base: Base {
                t: tournament.t.saturating_add(ahead),
                play: now.play,
            },
            terms: tournament.director.offer_terms(),
            is_open: tournament.takes_entries(),
            tournament,
            log,
            epoch,
            last: last_step,
            durable: last_step,
            tentative: None,
            waiting: VecDeque::new(),
            draining: None,
            parked: VecDeque::new(),
            watchers: BTreeMap::new(),
            known: BTreeMap::new(),
            due: BTreeSet::new(),
            banks: HashMap::new(),
            tickets: HashMap::new(),
            next_ticket: 0,
            asked_to_confirm: BTreeMap::new(),
            families: HashMap::new(),
            working_out: None,
            hurries: false,
            is_giving: false,
            admission: Admission::Idle,
            told: HashMap::new(),
        };
        core.look_for_people();
        core
    }

    /// Returns the state of the tournament, which may be ahead of the disk.
    pub const fn tournament(&self) -> &Tournament {
        &self.tournament
    }

    /// Returns the tables the event is played at.
    pub fn wanted_tables(&self) -> impl Iterator<Item = (TableNo, Opened)> + '_ {
        let opened = |(no, slot): (&TableNo, &Slot)| {
            let (generation, seats) = (slot.generation, slot.seats);
            (*no, Opened { generation, seats })
        };
        self.slots.iter().map(opened)
    }

    /// Takes out what survives a reload: the watchers, and the inputs that waited for the disk.
    pub fn take_clients(&mut self) -> Clients {
        // Those whose first frames wait for the disk watch, too.
        let watchers = self.all_watchers().map(|caller| (caller.outbox.id(), caller.clone()));
        Clients {
            watchers: watchers.collect(),
            waiting: std::mem::take(&mut self.waiting),
        }
    }

    /// `true` while it must hear from the journal before it can take another input.
    pub fn is_busy(&self) -> bool {
        let is_held = self.is_tentative() && !self.takes_entries();
        is_held || !self.waiting.is_empty() || self.last - self.durable >= AHEAD
    }

    /// `true` if everything is on disk and shown.
    pub fn is_idle(&self) -> bool {
        self.last == self.durable && self.parked.is_empty()
    }

    /// Returns when [`Input::Tick`] is due, by tournament time or by wall-clock time.
    pub fn due(&self, now: Now) -> Option<PlayTime> {
        if self.is_busy() || self.is_tentative() {
            return None;
        }
        let director = &self.tournament.director;
        let clock = director.due().map(|due| self.play_at(due));
        let start = self.start_in(now).map(|left| {
            let bots_come = left
                .checked_sub(FILL_MS)
                .filter(|_| !self.tournament.start.is_filling());
            now.play.after(bots_come.unwrap_or(left))
        });
        let offer = self.tournament.deal_until().map(|until| self.play_at(until));
        let beat = self.tournament.next_beat().map(|beat| self.play_at(beat));
        let stop = self.tournament.stops_at().map(|at| self.play_at(at));
        let all = [beat, clock, start, offer, stop];
        all.into_iter().flatten().min()
    }

    /// Converts a tournament time to a play time.
    const fn play_at(&self, t: u64) -> PlayTime {
        PlayTime(self.base.play.0.saturating_add(t.saturating_sub(self.base.t)))
    }

    /// Returns the milliseconds until play begins, if a start was announced.
    fn start_in(&self, now: Now) -> Option<u32> {
        let at = self.tournament.waits_until()?;
        Some(u32::try_from(at.saturating_sub(now.wall).max(0)).unwrap_or(u32::MAX))
    }

    /// Returns the tournament time, in milliseconds.
    fn time(&self, now: Now) -> u64 {
        let passed = now.play.0.saturating_sub(self.base.play.0);
        self.base.t.saturating_add(passed).max(self.tournament.t)
    }

    /// Carries out an input and adds what follows to `out`.
    pub fn step(&mut self, input: Input, now: Now, entropy: &mut dyn Entropy, out: &mut Outputs) {
        match input {
            Input::Family(request, family) => {
                self.families.insert(request.caller.account, family);
                return self.step(Input::Request(request), now, entropy, out);
            }
            Input::Request(request) if self.must_wait(&request) => {
                self.waiting.push_back(Waits::Request(request));
            }
            Input::Request(request) => self.request(&request, now, entropy, out),
            Input::Read(read) if self.is_tentative() => self.waiting.push_back(Waits::Read(read)),
            Input::Read(read) => self.read(read, now),
            Input::Disconnected(conn) => {
                self.forget_watcher(conn);
                self.stop_watching(conn);
            }
            Input::Opened { no, generation, table } => self.opened(no, generation, table, now),
            Input::Report { no, generation, report } => self.report(no, generation, *report, now, entropy, out),
            Input::OutOfPlay { no, generation, why } => self.lose_table(no, generation, &why, now, entropy, out),
            Input::Notice(DurableNotice::Durable { step }) => {
                self.durable = self.durable.max(step);
                self.written(step);
            }
            Input::Notice(DurableNotice::Failed { step, error }) => self.step_failed(step, error, out),
            Input::Found { ticket, answer } => {
                if let Some(asked) = self.tickets.remove(&ticket) {
                    let LookedUp {
                        outbox,
                        id,
                        once,
                        otherwise,
                    } = asked;
                    let (owner, mark) = (LedgerAccount::Tournament(self.tournament.id()), once.map(Once::mark));
                    let reply = answer.map_or(otherwise, |kept| match Answer::given_to(owner, mark, &kept) {
                        Some(answer) => Reply::Kept(Utf8Bytes::from(answer.to_owned())),
                        None => id_reused(&id).into(),
                    });
                    self.park(Effects {
                        replies: vec![(outbox, reply)],
                        ..Effects::default()
                    });
                }
            }
            Input::Caller { call, granted } => self.call_time_as(call, granted, out),
            Input::Seat { player, entered } => {
                self.is_giving = false;
                if let Some(entered) = entered {
                    let player = player.0;
                    // It may have been written before the tournament was reloaded.
                    let _ = self.commit(Command::GiveSeat { player, entered }, None, now, entropy, out);
                }
            }
            Input::Applicant { waiting, facts } => self.judge_applicant(waiting, facts.as_ref()),
            Input::CatchUp(rulings) => {
                for account in self.tournament.waiting_in_vain(&rulings) {
                    let _ = self.commit(Command::LeaveWaitlist { account }, None, now, entropy, out);
                }
            }
            Input::GiveUp { entries, reason } => self.give_up(entries, &reason, now, entropy, out),
            Input::Icm(shares, request) => self.icm(shares, request, now, entropy, out),
            Input::Tick => {}
        }
        self.take_waiting(now, entropy, out);
        self.pass_time(now, entropy, out);
        self.hurry_tables();
        self.release(now, out);
        self.ask_about_applicant(out);
        // A seat counts as won only once it is on disk.
        if !self.is_giving && self.is_idle() {
            out.seat = self.tournament.won_seat();
            self.is_giving = out.seat.is_some();
        }
    }

    /// Cancels the tournament if it has not begun, or is live and has no officials any more, and has no more than `entries` entries. A
    /// step that still waits for the disk may be an entry: then the tournament stays.
    fn give_up(&mut self, entries: usize, reason: &str, now: Now, entropy: &mut dyn Entropy, out: &mut Outputs) {
        let director = &self.tournament.director;
        let may_end = match director.phase() {
            Phase::Registering => true,
            Phase::Running => self.tournament.is_live(),
            Phase::Completed | Phase::Cancelled => false,
        };
        if !may_end || director.entries() as usize > entries || self.is_tentative() || !self.waiting.is_empty() {
            return;
        }
        // A refusal changes nothing. Play that goes on is paused before it is cancelled.
        if director.phase() == Phase::Running && !director.is_paused() {
            let _ = self.commit(paused(reason), None, now, entropy, out);
        }
        let _ = self.commit(cancelled(reason), None, now, entropy, out);
    }

    /// Does everything that is due: the clock, the start, and hands at waiting tables.
    fn pass_time(&mut self, now: Now, entropy: &mut dyn Entropy, out: &mut Outputs) {
        let is_filling = self.start_in(now).is_some_and(|left| left <= FILL_MS);
        out.changed |= self.tournament.start.fill(is_filling);
        while !self.is_busy() && !self.is_tentative() && out.failed.is_none() {
            let at = self.time(now);
            let beat = self.tournament.next_beat();
            let is_due = self
                .tournament
                .director
                .due()
                .into_iter()
                .chain(beat)
                .any(|due| due <= at);
            if is_due {
                if self.commit(Command::Tick {}, None, now, entropy, out).is_err() {
                    return;
                }
            } else if self.start_in(now) == Some(0) || self.tournament.is_called_and_complete() {
                let begin = self.tournament.begin_or_wait(now.wall);
                if self.commit(begin, None, now, entropy, out).is_err() {
                    let other = self.tournament.wait_or_cancel(now.wall);
                    if self.commit(other, None, now, entropy, out).is_err() {
                        return;
                    }
                }
            } else if let Some(admission) = self.owed_to_waitlist() {
                if self.commit(admission, None, now, entropy, out).is_err() {
                    return;
                }
            } else if let Some(owed) = self.tournament.owed_to_absence(at) {
                if self.commit(owed, None, now, entropy, out).is_err() {
                    return;
                }
            } else if self.waits_for_icm(out) {
                return;
            } else if let Some(owed) = self.tournament.owed_to_deal(at) {
                if !self.go_on_with_deal(owed, now, entropy, out) {
                    return;
                }
            } else if let Some(table) = self.due.pop_first() {
                self.deal(table, now, entropy, out);
            } else {
                return;
            }
        }
    }

    /// Returns the callers that watch, and those whose first frames wait for the disk.
    fn all_watchers(&self) -> impl Iterator<Item = &Caller> {
        let parked = self.parked.iter().flat_map(|(_, effects)| &effects.watchers);
        self.watchers.values().chain(parked.map(|(caller, _)| caller))
    }

    /// Sends a connection nothing until it watches again: its next first frames tell it all that is not on disk yet.
    fn stand_by(&mut self, conn: ConnId) {
        self.watchers.remove(&conn);
        for (_, effects) in &mut self.parked {
            effects.watchers.retain(|(caller, _)| caller.outbox.id() != conn);
        }
    }

    /// Removes a connection from the watchers.
    fn forget_watcher(&mut self, conn: ConnId) {
        let watching = self.all_watchers().find(|caller| caller.outbox.id() == conn);
        let account = watching.map(|caller| caller.account);
        self.stand_by(conn);
        if let Some(account) = account {
            let stays = self.all_watchers().any(|other| other.account == account);
            if !stays && self.tournament.player_of(account).is_none() {
                self.told.remove(&account);
            }
        }
    }

    fn park(&mut self, effects: Effects) {
        self.parked.push_back((self.last, effects));
    }
}

fn plain_ok(id: &str) -> ServerMsg {
    ServerMsg::Ok(OkMsg {
        id: id.to_owned(),
        ..OkMsg::default()
    })
}

fn internal(id: &str) -> ErrorMsg {
    let message = "the tournament had to start again; nothing of this request was kept";
    ErrorMsg::new(Some(id.to_owned()), ErrorCode::ServerInternal, message)
}
