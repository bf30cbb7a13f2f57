//! The bots of a practice table. They see and do what any client can, without a socket in between. A frame that the table
//! sends to a bot at once only wakes it: the bot then takes a snapshot from its seat. The list of those seated is the one
//! that any guest gets.

mod answers;
mod presence;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use poker_bots::house::{HOUSE_NAMES, Style};
use poker_bots::{Ask, Bot, TableModel};
use poker_owner::{Burst, Caller, Deliver, Outbox, OutboxError, Reply};
use poker_protocol::v1::client::Entry;
use poker_protocol::v1::server::Snapshot;
use poker_protocol::v1::table::{SeatState, SeatStatus, TableInfo, TableState};
use poker_protocol::v1::{Action, Chips, CloseCode, PlayerInfo, PlayerKind, ServerMsg};
use poker_store::AccountId;
use poker_table::{HostRule, Mail, TableError, TableHandle, TableRequest};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use self::answers::{Answered, Next, next};
use self::presence::Presence;
use super::{Counted, Practice};

/// Interval at which the bots check the table.
const ROUND: Duration = Duration::from_millis(200);

/// Pause before a bot retries after a refusal.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bot's pretended thinking time, in milliseconds, before the server's own percentage is applied.
const THINK_MS: std::ops::RangeInclusive<u64> = 400..=1_300;

/// Hears that the table has something for a player that does not wait: a decision, an answer, a refusal.
struct Chair {
    is_called: AtomicBool,
    /// Wakes the company.
    wake: Arc<Notify>,
}

impl Deliver for Chair {
    fn deliver(&self, burst: &Burst) -> Result<(), OutboxError> {
        if burst.urgent {
            self.is_called.store(true, Ordering::Release);
            self.wake.notify_one();
        }
        Ok(())
    }

    fn close(&self, _: CloseCode) {}
}

/// A place at the table, and what was decided there.
struct Place {
    caller: Caller,
    chair: Arc<Chair>,
    answered: Option<Answered>,
}

/// An answer about to be given.
struct Answer {
    action: Action,
    is_modest: bool,
}

/// One of the bots.
struct Member {
    place: Place,
    bot: Box<dyn Bot>,
    /// The decision under consideration, the table as it was then, and the time of the answer.
    thinks: Option<(Instant, Ask, TableModel)>,
    /// Time of the next look at the seat.
    try_at: Instant,
}

/// Someone who looks at the table.
#[derive(Clone, Copy)]
enum Looker {
    /// Anyone: what is public is seen, never what the player alone sees.
    Stranger,
    /// The bot of this number.
    Bot(usize),
    /// The player, who has left.
    Host,
}

/// What someone has seen, and the number of the latest request before the look; `None` if the table is being loaded anew.
type Seen = (Looker, u64, Option<Reply>);

struct Company {
    handle: TableHandle,
    /// The player, in whose name the table is closed.
    host: Place,
    /// `true` once the table is being closed.
    closes: bool,
    /// The time at which a decision of the player who has left is answered again.
    again_at: Option<Instant>,
    /// The table as spectators see it, at the last look.
    seen: Option<TableState>,
    /// Looks that the table has yet to answer.
    looks: JoinSet<Seen>,
    /// Notified when a chair is called.
    wake: Arc<Notify>,
    members: Vec<Member>,
    buy_in: Chips,
    think_percent: u32,
    random: StdRng,
    requests: u64,
    presence: Presence,
    /// Set once the table deals. It starts when the player has a seat, so that all are in the first hand.
    deals: bool,
}

/// Seats the bots at a table that was just opened. They play until the player is gone, and then close the table.
pub(super) fn seat(
    practice: &Practice,
    handle: TableHandle,
    (account, info): (AccountId, PlayerInfo),
    table: &TableInfo,
    bots: u8,
    counted: Counted,
) {
    let wake = Arc::new(Notify::new());
    let mut random: StdRng = rand::make_rng();
    let mut names = HOUSE_NAMES;
    names.shuffle(&mut random);
    let place = |account: AccountId, info: PlayerInfo| {
        let chair = Arc::new(Chair {
            is_called: AtomicBool::new(false),
            wake: Arc::clone(&wake),
        });
        let delivers: Arc<dyn Deliver> = Arc::<Chair>::clone(&chair);
        Place {
            caller: Caller {
                account,
                info: Arc::new(info),
                network: None,
                outbox: Outbox::new(practice.tables.sessions.next_conn(), delivers),
            },
            chair,
            answered: None,
        }
    };
    let member = |(number, name): (usize, &&str)| {
        let account = AccountId::generate();
        let info = PlayerInfo {
            id: account.to_string(),
            name: (*name).to_owned(),
            kind: PlayerKind::Bot,
        };
        Member {
            place: place(account, info),
            bot: Style::of_number(number).bot(random.random()),
            thinks: None,
            try_at: Instant::now(),
        }
    };
    let members = names.iter().cycle().enumerate().take(bots.into()).map(member).collect();
    let host = place(account, info);
    let company = Company {
        handle,
        host,
        closes: false,
        again_at: None,
        seen: None,
        looks: JoinSet::new(),
        wake,
        members,
        buy_in: table.buy_in_max,
        think_percent: practice.bot_think_percent,
        random,
        requests: 0,
        presence: Presence::new(Instant::now()),
        deals: false,
    };
    let stop = practice.stop.clone();
    practice.tasks.spawn(async move {
        stop.run_until_cancelled(company.run(counted)).await;
    });
}

impl Company {
    /// Plays until the table is closed.
    async fn run(mut self, counted: Counted) {
        let mut counted = Some(counted);
        let mut rounds = interval(ROUND);
        rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut is_looking = false;
        let wake = Arc::clone(&self.wake);
        self.ask_as_host(TableRequest::Host(HostRule::Pause { minutes: None }));
        loop {
            let due = self
                .members
                .iter()
                .filter_map(|member| Some(member.thinks.as_ref()?.0))
                .min();
            tokio::select! {
                () = wake.notified() => self.look_if_called(),
                Some(seen) = self.looks.join_next() => {
                    // A look neither panics nor is cancelled.
                    if let Ok(seen) = seen {
                        is_looking &= !matches!(seen.0, Looker::Stranger);
                        self.see(seen);
                    }
                }
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => self.answer(),
                _ = rounds.tick() => {
                    if !is_looking {
                        match self.look(Looker::Stranger) {
                            Ok(()) => is_looking = true,
                            Err(TableError::Busy) => {}
                            Err(TableError::Closed) => break,
                        }
                    }
                    if self.again_at.take_if(|at| *at <= Instant::now()).is_some() {
                        self.host.answered = None;
                        self.call_again(Looker::Host);
                    }
                    // Those for whom the table had no room look again.
                    self.look_if_called();
                    if let Some(counted) = &counted {
                        counted.note_use(self.presence.is_here);
                    }
                    let gives_way = counted.as_ref().is_some_and(Counted::gives_way);
                    if counted.is_some() && (self.is_over() || gives_way) {
                        counted = None;
                        self.close();
                    } else if counted.is_some() {
                        self.look_after_seats();
                    }
                }
            }
        }
        self.handle.deliver(Mail::Disconnected(self.host.caller)).await;
    }

    /// Sends a request. One for which the table has no room is retried in the next round.
    fn ask(&mut self, caller: &Caller, request: TableRequest) {
        self.requests += 1;
        let id = format!("practice-{}", self.requests);
        // A table that is gone says so to its spectators.
        let _ = self.handle.request(caller.clone(), id, request);
    }

    fn ask_as_host(&mut self, request: TableRequest) {
        let host = self.host.caller.clone();
        self.ask(&host, request);
    }

    /// Asks what someone sees at the table.
    fn look(&mut self, looker: Looker) -> Result<(), TableError> {
        let (outbox, answer) = Outbox::of_caller();
        let seat = match looker {
            Looker::Stranger => None,
            Looker::Bot(at) => self.members.get(at).map(|member| &member.place),
            Looker::Host => Some(&self.host),
        };
        let caller = Caller {
            account: seat.map_or_else(AccountId::generate, |place| place.caller.account),
            info: Arc::clone(&seat.unwrap_or(&self.host).caller.info),
            network: None,
            outbox,
        };
        self.handle.request(caller, "look".to_owned(), TableRequest::Look)?;
        let before = self.requests;
        self.looks.spawn(async move { (looker, before, answer.await.ok()) });
        Ok(())
    }

    /// Looks at the table for those whom it has called. One for whom it has no room looks in the next round.
    fn look_if_called(&mut self) {
        let bots = (0..self.members.len()).map(Looker::Bot);
        let called: Vec<Looker> = bots
            .chain([Looker::Host])
            .filter(|looker| self.is_called(*looker))
            .collect();
        for looker in called {
            if self.look(looker).is_err() {
                self.call_again(looker);
            }
        }
    }

    fn call_again(&mut self, looker: Looker) {
        if let Some(place) = self.place(looker) {
            place.chair.is_called.store(true, Ordering::Release);
        }
    }

    /// Returns `true` once for each time that a place was called. The player's own is called as long as the player is
    /// there, too, who then decides alone.
    fn is_called(&mut self, looker: Looker) -> bool {
        let is_called = self
            .place(looker)
            .is_some_and(|place| place.chair.is_called.swap(false, Ordering::AcqRel));
        is_called && (self.closes || !matches!(looker, Looker::Host))
    }

    fn place(&mut self, looker: Looker) -> Option<&mut Place> {
        match looker {
            Looker::Stranger => None,
            Looker::Bot(at) => self.members.get_mut(at).map(|member| &mut member.place),
            Looker::Host => Some(&mut self.host),
        }
    }

    /// Takes the answer to a look.
    fn see(&mut self, (looker, before, answer): Seen) {
        let Some(answer) = answer else {
            // It looks again in the next round.
            return self.call_again(looker);
        };
        let Reply::Message(message) = answer else { return };
        let ServerMsg::Snapshot(snapshot) = *message else {
            return;
        };
        match looker {
            Looker::Stranger => self.seen = Some(*snapshot.state),
            Looker::Bot(at) => self.consider(at, before, snapshot),
            // The most modest action finishes the hand of a player who left in the middle of it.
            Looker::Host => {
                let model = TableModel::new(&self.host.caller.info.id, snapshot);
                let Some(ask) = Ask::from_table(&model) else { return };
                match self.host.next(&ask, before, model.state().paused) {
                    Next::Wait => {}
                    Next::Again => self.again_at = Some(Instant::now() + PATIENCE),
                    Next::Think | Next::Modestly => {
                        self.requests += 1;
                        self.host.answer_modestly(&self.handle, self.requests, &ask);
                    }
                }
            }
        }
    }

    /// Has a bot think about the decision that it sees, if there is one.
    fn consider(&mut self, at: usize, before: u64, snapshot: Snapshot) {
        let Some(member) = self.members.get_mut(at) else { return };
        let model = TableModel::new(&member.place.caller.info.id, snapshot);
        let Some(ask) = Ask::from_table(&model) else { return };
        let pause = match member.place.next(&ask, before, model.state().paused) {
            Next::Wait => return,
            Next::Modestly => {
                self.requests += 1;
                return member.place.answer_modestly(&self.handle, self.requests, &ask);
            }
            Next::Again => PATIENCE,
            Next::Think if member.thinks_about(&ask) => return,
            Next::Think => {
                let pause = self.random.random_range(THINK_MS) * u64::from(self.think_percent) / 100;
                Duration::from_millis(pause)
            }
        };
        member.thinks = Some((Instant::now() + pause, ask, model));
    }

    /// Sends the answers that are due.
    fn answer(&mut self) {
        let now = Instant::now();
        for member in &mut self.members {
            let Some((_, ask, model)) = member.thinks.take_if(|(at, ..)| *at <= now) else {
                continue;
            };
            self.requests += 1;
            if member.place.was_modest_about(&ask) {
                member.place.answer_modestly(&self.handle, self.requests, &ask);
            } else {
                let action = member.bot.act(&ask, &model);
                let is_modest = false;
                member
                    .place
                    .answer(&self.handle, self.requests, &ask, Answer { action, is_modest });
            }
        }
    }

    /// The player's seat, as spectators see it.
    fn host_seat(&self) -> Option<&SeatState> {
        let id = &self.host.caller.info.id;
        let mut seats = self.seen.as_ref()?.seats.iter();
        seats.find(|seat| seat.player.id == *id)
    }

    /// Returns `true` if the player is gone or never came.
    fn is_over(&mut self) -> bool {
        let seat = self.host_seat().map(|seat| (seat.status, seat.connected));
        self.presence.is_over(seat, Instant::now())
    }

    /// Returns `true` if every bot has a seat.
    fn are_all_seated(&self) -> bool {
        let Some(seen) = &self.seen else { return false };
        let sits = |member: &Member| {
            let mut seats = seen.seats.iter();
            seats.any(|seat| seat.player.id == member.place.caller.info.id)
        };
        self.members.iter().all(sits)
    }

    /// Closes the table after the current hand, as its host would.
    fn close(&mut self) {
        self.closes = true;
        self.ask_as_host(TableRequest::Watch);
        self.ask_as_host(TableRequest::Host(HostRule::Close {}));
        if self.host_seat().is_some() {
            self.ask_as_host(TableRequest::Leave);
        }
    }

    /// Makes bots sit down, buy in again after losing everything, and return from sitting out.
    fn look_after_seats(&mut self) {
        if !self.deals && self.host_seat().is_some() && self.are_all_seated() {
            self.deals = true;
            self.ask_as_host(TableRequest::Host(HostRule::Resume {}));
        }
        let Some(seen) = &self.seen else { return };
        let now = Instant::now();
        let amount = self.buy_in;
        let mut wishes = Vec::new();
        for member in self.members.iter_mut().filter(|member| member.try_at <= now) {
            let mut seats = seen.seats.iter();
            let seat = seats.find(|seat| seat.player.id == member.place.caller.info.id);
            let wish = match seat.map(|seat| seat.status) {
                None => TableRequest::Sit {
                    seat: None,
                    buy_in: amount,
                    entry: Entry::Post,
                },
                Some(SeatStatus::Busted) => TableRequest::Rebuy { amount },
                Some(SeatStatus::SittingOut) => TableRequest::SitOut {
                    out: false,
                    when: poker_protocol::v1::client::SitOutWhen::NextHand,
                    minutes: None,
                    entry: Entry::Post,
                },
                Some(_) => continue,
            };
            member.try_at = now + PATIENCE;
            wishes.push((member.place.caller.clone(), wish));
        }
        for (caller, wish) in wishes {
            self.ask(&caller, wish);
        }
    }
}

impl Place {
    fn next(&self, ask: &Ask, before: u64, is_paused: bool) -> Next {
        next(self.answered, (ask.hand, ask.turn), before, is_paused)
    }

    /// `true` if the last answer to a decision was the most modest one.
    fn was_modest_about(&self, ask: &Ask) -> bool {
        let last = self.answered.filter(|last| last.decision == (ask.hand, ask.turn));
        last.is_some_and(|last| last.is_modest)
    }

    fn answer_modestly(&mut self, handle: &TableHandle, number: u64, ask: &Ask) {
        let action = ask.check_or_fold();
        self.answer(
            handle,
            number,
            ask,
            Answer {
                action,
                is_modest: true,
            },
        );
    }

    fn answer(&mut self, handle: &TableHandle, number: u64, ask: &Ask, answer: Answer) {
        let (hand, turn) = (ask.hand, ask.turn);
        let Answer { action, is_modest } = answer;
        self.answered = Some(Answered {
            decision: (hand, turn),
            number,
            is_modest,
        });
        let request = TableRequest::Act { hand, turn, action };
        // A table that is too busy acts for the seat when its time is up.
        let _ = handle.request(self.caller.clone(), format!("practice-{number}"), request);
    }
}

impl Member {
    fn thinks_about(&self, ask: &Ask) -> bool {
        let known = self.thinks.as_ref();
        known.is_some_and(|(_, known, _)| (known.hand, known.turn) == (ask.hand, ask.turn))
    }
}
