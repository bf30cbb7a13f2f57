//! Sends the house bots to the tables where they are needed.

#[cfg(test)]
mod tests;
mod tournament;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use poker_protocol::v1::TableId;
use poker_protocol::v1::table::TableSummary;
use poker_protocol::v1::tournament::TournamentId;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::refusals::Refusals;
use super::{House, HouseBot, plan};
use crate::{Client, ClientError, Credentials, Ended, RunOptions, TableChoice, run_bot};
use tournament::{check_in, compete};

/// Interval between the steward's rounds.
const ROUND: Duration = Duration::from_secs(2);

/// Rest of a bot that has no chips or failed.
const REST: Duration = Duration::from_mins(1);

/// Time allowed for bots to leave at the shutdown.
const GOODBYE: Duration = Duration::from_secs(3);

/// Runs the house until its shutdown.
pub(super) async fn run(house: House) {
    let random = match house.seed {
        Some(seed) => SmallRng::seed_from_u64(seed),
        None => rand::make_rng(),
    };
    let own = house.bots.iter().map(|bot| (bot, false));
    let substitutes = house.substitutes.known.iter().map(|bot| (bot, true));
    let workers = own.chain(substitutes).map(|(bot, is_substitute)| Worker {
        bot: bot.clone(),
        duty: Duty::Busy,
        is_substitute,
    });
    let mut steward = Steward {
        workers: workers.collect(),
        running: JoinSet::new(),
        lobby: None,
        refusals: Refusals::default(),
        random,
        house,
    };
    for (number, worker) in steward.workers.iter().enumerate() {
        steward
            .running
            .spawn(check_in(steward.house.clone(), number, worker.bot.clone()));
    }
    let shutdown = steward.house.shutdown.clone();
    // The rounds are kept at their interval however often bots come and go.
    let mut rounds = interval(ROUND);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while !shutdown.is_cancelled() {
        tokio::select! {
            () = shutdown.cancelled() => {}
            _ = rounds.tick() => steward.look_round().await,
            Some(done) = steward.running.join_next() => {
                if let Ok(done) = done {
                    steward.take_back(done);
                }
            }
        }
    }
    let goodbyes = async { while steward.running.join_next().await.is_some() {} };
    // The server ends the sessions of those that linger.
    timeout(GOODBYE, goodbyes).await.ok();
}

struct Steward {
    house: House,
    workers: Vec<Worker>,
    running: JoinSet<Done>,
    lobby: Option<Client>,
    refusals: Refusals,
    random: SmallRng,
}

/// A bot and its current duty.
#[derive(Debug)]
struct Worker {
    bot: HouseBot,
    duty: Duty,
    /// Set if it plays in tournaments only.
    is_substitute: bool,
}

impl Worker {
    /// Returns `true` if the bot can be sent to a tournament.
    const fn is_free(&self) -> bool {
        matches!(self.duty, Duty::Free)
    }

    /// Returns `true` if the bot can be sent to a table.
    const fn is_free_for_tables(&self) -> bool {
        self.is_free() && !self.is_substitute
    }
}

#[derive(Debug)]
enum Duty {
    /// Available.
    Free,
    /// Playing at this table, or on the way there; the table's host may have invited it.
    Plays {
        table: TableId,
        stop: CancellationToken,
        is_asked: bool,
    },
    /// Playing in a tournament, or on the way there until it is in.
    Competes {
        event: TournamentId,
        is_in: Arc<AtomicBool>,
    },
    /// Busy with something that must not be interrupted.
    Busy,
}

/// A table where bots may play.
struct Venue {
    table: TableId,
    /// Number of seats left to people.
    leave_free: u8,
    place: plan::Occupancy,
}

/// The assignment of a bot to a table.
struct Post {
    table: TableId,
    /// Number of seats left to people.
    leave_free: u8,
    /// Number of hands after which it looks for another table; `None` if the table's host sends it away.
    hands: Option<u64>,
    is_asked: bool,
}

/// The outcome for the bots sent to a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// No bot was sent.
    Untried,
    /// Some bots are waiting to be let in.
    Open,
    /// All bots were let in.
    LetIn,
    /// A bot could not pay.
    Refused,
}

impl Outcome {
    /// Returns the number of bots to hire or call off if this many are missing and none is free. The first one shows whether
    /// bots can pay.
    fn beyond(self, missing: usize) -> usize {
        match self {
            Self::Untried => missing.min(1),
            Self::LetIn => missing,
            Self::Open | Self::Refused => 0,
        }
    }
}

/// The result of a bot's duty.
struct Done {
    worker: usize,
    /// The credentials to use next; a guest has a token by then.
    credentials: Credentials,
    /// Set if it can continue immediately.
    is_fit: bool,
    /// The tournament it could not afford.
    too_dear: Option<TournamentId>,
}

impl Steward {
    fn take_back(&mut self, done: Done) {
        let worker = &mut self.workers[done.worker];
        worker.bot.credentials = done.credentials.clone();
        if let Some(tournament) = &done.too_dear {
            self.refusals.note(tournament, done.worker, Instant::now());
        }
        if done.is_fit {
            worker.duty = Duty::Free;
            return;
        }
        worker.duty = Duty::Busy;
        let shutdown = self.house.shutdown.clone();
        self.running.spawn(async move {
            tokio::select! {
                () = sleep(REST) => {}
                () = shutdown.cancelled() => {}
            }
            Done {
                is_fit: true,
                too_dear: None,
                ..done
            }
        });
    }

    /// Reads the lobby and sends bots where they are needed.
    async fn look_round(&mut self) {
        self.look_at_tournaments().await;
        self.look_at_hosts();
        let tables = match self.tables().await {
            Ok(tables) => tables,
            Err(error) => {
                tracing::debug!(%error, "the lobby cannot be seen");
                self.lobby = None;
                return;
            }
        };
        let own = self.house.tables.iter();
        let listed = |id: &TableId| tables.iter().find(|table| table.info.table == *id);
        let is_invited =
            |table: &&TableSummary| table.info.house_bots && !self.house.tables.contains(&table.info.table);
        let venues: Vec<Venue> = own
            .filter_map(|id| Some((listed(id)?, false)))
            .chain(tables.iter().filter(is_invited).map(|table| (table, true)))
            .map(|(table, is_invited)| self.venue(table, is_invited))
            .collect();
        let places: Vec<plan::Occupancy> = venues.iter().map(|venue| venue.place).collect();
        // Some bots are held back for tournaments, which do not wait for a hand elsewhere to end.
        let free = self.workers.iter().filter(|worker| worker.is_free_for_tables()).count();
        let free = free.saturating_sub(self.house.reserve);
        for order in plan::orders(&places, free) {
            match order {
                plan::BotOrder::Send(at) => {
                    let post = Post {
                        table: venues[at].table.clone(),
                        leave_free: venues[at].leave_free,
                        hands: Some(self.random.random_range(self.house.stay.clone())),
                        is_asked: false,
                    };
                    self.send(post);
                }
                plan::BotOrder::CallOff(at) => self.call_off(&venues[at].table),
            }
        }
    }

    fn fill(&mut self, tournament: &TournamentId, wanted: usize) {
        let sent = (0..wanted).take_while(|_| self.send_free(tournament)).count();
        let sent_there = self.workers.iter().filter_map(|worker| match &worker.duty {
            Duty::Competes { event, is_in } if event == tournament => Some(is_in.load(Ordering::Relaxed)),
            _ => None,
        });
        let (are_in, are_waiting): (Vec<bool>, Vec<bool>) = sent_there.partition(|is_in| *is_in);
        let outcome = if self.refusals.concern(tournament) {
            Outcome::Refused
        } else if !are_waiting.is_empty() {
            Outcome::Open
        } else if are_in.is_empty() {
            Outcome::Untried
        } else {
            Outcome::LetIn
        };
        for _ in 0..outcome.beyond(wanted - sent) {
            if !self.hire(tournament) && !self.call_off_any() {
                break;
            }
        }
    }

    /// Sends a free bot to a tournament; `false` if there is none that may be able to afford it.
    fn send_free(&mut self, tournament: &TournamentId) -> bool {
        let mut workers = self.workers.iter().enumerate();
        let free = workers.find(|(number, worker)| worker.is_free() && !self.refusals.has(tournament, *number));
        let number = free.map(|(number, _)| number);
        if let Some(number) = number {
            self.enter(tournament, number);
        }
        number.is_some()
    }

    fn enter(&mut self, tournament: &TournamentId, number: usize) {
        let worker = &mut self.workers[number];
        let is_in = Arc::new(AtomicBool::new(false));
        worker.duty = Duty::Competes {
            event: tournament.clone(),
            is_in: Arc::clone(&is_in),
        };
        let (house, bot) = (self.house.clone(), worker.bot.clone());
        let (tournament, seed) = (tournament.clone(), self.random.random());
        self.running.spawn(async move {
            let can_pay = compete(&house, &bot, tournament.clone(), seed, is_in).await;
            Done {
                worker: number,
                credentials: bot.credentials,
                // It may be able to afford other tournaments.
                is_fit: true,
                too_dear: (!can_pay).then_some(tournament),
            }
        });
    }

    /// Hires a new substitute and sends it to a tournament; `false` if there is none.
    fn hire(&mut self, tournament: &TournamentId) -> bool {
        let number = self.workers.len();
        let Some(bot) = self.house.substitutes.next(number) else {
            return false;
        };
        self.workers.push(Worker {
            bot,
            duty: Duty::Free,
            is_substitute: true,
        });
        self.enter(tournament, number);
        true
    }

    /// Sends bots to the tables to which hosts invite them, and calls off those no longer wanted. Bots at house tables make
    /// room for them.
    fn look_at_hosts(&mut self) {
        let asked = self.house.asked_in.tables();
        let wanted = |table: &TableId| {
            asked
                .iter()
                .find(|(known, _)| known == table)
                .map_or(0, |(_, count)| *count)
        };
        let mut there: Vec<TableId> = Vec::new();
        for worker in &self.workers {
            let Duty::Plays {
                table,
                stop,
                is_asked: true,
            } = &worker.duty
            else {
                continue;
            };
            let count = there.iter().filter(|other| *other == table).count();
            if count >= usize::from(wanted(table)) {
                stop.cancel();
            } else {
                there.push(table.clone());
            }
        }
        for (table, count) in asked {
            let count = usize::from(count);
            let missing = count - there.iter().filter(|other| **other == table).count().min(count);
            for _ in 0..missing {
                let venue = Post {
                    table: table.clone(),
                    leave_free: 0,
                    hands: None,
                    is_asked: true,
                };
                if !self.send(venue) && !self.call_off_any() {
                    return;
                }
            }
        }
    }

    /// Calls one bot off any house table; `false` if none is left there.
    fn call_off_any(&mut self) -> bool {
        let mut stops = self.workers.iter().filter_map(|worker| match &worker.duty {
            Duty::Plays {
                stop, is_asked: false, ..
            } if !stop.is_cancelled() => Some(stop),
            _ => None,
        });
        stops.next().map(CancellationToken::cancel).is_some()
    }

    async fn tables(&mut self) -> Result<Vec<TableSummary>, ClientError> {
        let client = match &mut self.lobby {
            Some(client) => client,
            None => self
                .lobby
                .insert(Client::connect(&self.house.url, self.house.steward.clone()).await?),
        };
        if let Some(token) = &client.welcome().token {
            self.house.steward = Credentials::Token(token.clone());
        }
        client.list_tables().await
    }

    /// Returns a table as listed in the lobby, including the bots on their way to it.
    fn venue(&self, table: &TableSummary, is_invited: bool) -> Venue {
        let id = &table.info.table;
        let plays_here = |worker: &&Worker| matches!(&worker.duty, Duty::Plays { table, .. } if table == id);
        let bots = self.workers.iter().filter(plays_here).count();
        // People and their own bots. Some house bots may still be on their way.
        let people = table.taken.len().saturating_sub(usize::from(table.bots));
        let others = table.taken.len().saturating_sub(bots).max(people);
        // A host who invites bots to a small table wants to play against them.
        let leave_free = if is_invited {
            self.house.leave_free.min(table.info.seats.saturating_sub(2))
        } else {
            self.house.leave_free
        };
        let taken = others + bots + usize::from(leave_free);
        let place = plan::Occupancy {
            bots,
            people: others,
            room: usize::from(table.info.seats).saturating_sub(taken),
            is_invited,
        };
        Venue {
            table: id.clone(),
            leave_free,
            place,
        }
    }

    /// Sends a free bot to a table; `false` if none is free.
    fn send(&mut self, post: Post) -> bool {
        let mut workers = self.workers.iter_mut().enumerate();
        let Some((number, worker)) = workers.find(|(_, worker)| worker.is_free_for_tables()) else {
            return false;
        };
        let Post {
            table,
            leave_free,
            hands,
            is_asked,
        } = post;
        let stop = self.house.shutdown.child_token();
        let options = RunOptions {
            think: Some(self.house.think.clone()),
            hands,
            leave_free,
            stop: stop.clone(),
            seed: Some(self.random.random()),
            ..RunOptions::default()
        };
        worker.duty = Duty::Plays {
            table: table.clone(),
            stop,
            is_asked,
        };
        let (url, bot) = (self.house.url.clone(), worker.bot.clone());
        let seed = self.random.random();
        self.running.spawn(async move {
            let choice = TableChoice::Table(table);
            let report = run_bot(&url, bot.credentials.clone(), choice, bot.style.bot(seed), options).await;
            if let Err(error) = &report {
                tracing::warn!(%error, "a house bot failed");
            }
            Done {
                worker: number,
                credentials: bot.credentials,
                is_fit: report.is_ok_and(|report| report.ended != Ended::OutOfChips),
                too_dear: None,
            }
        });
        true
    }

    fn call_off(&mut self, from: &TableId) {
        let mut stops = self.workers.iter().filter_map(|worker| match &worker.duty {
            Duty::Plays { table, stop, .. } if table == from && !stop.is_cancelled() => Some(stop),
            _ => None,
        });
        if let Some(stop) = stops.next() {
            stop.cancel();
        }
    }
}
