//! Takes a bot through a tournament: enters, moves between tables, plays, makes purchases, and reports the result.

mod offers;

use std::ops::RangeInclusive;
use std::time::Duration;

use poker_protocol::v1::tournament::{Offer, Place, TournamentPhase, TournamentSnapshot, TournamentSummary};
use poker_protocol::v1::{Chips, ErrorCode, ServerMsg, TableId, TournamentId};
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use super::TournamentModel;
use crate::playing::{Manner, Playing, Tally};
use crate::{Bot, Client, ClientError, ClientOptions, Credentials, Notice, RunError};

/// Pause before retrying a request that the server could not carry out at that moment.
const PAUSE: Duration = Duration::from_secs(1);

/// The choice of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentChoice {
    /// One that the account has already entered, otherwise the listed one with open entries and the most entries, preferring sit & gos.
    Any,
    /// As [`TournamentChoice::Any`], but with this structure, such as `freezeout`.
    Structure(String),
    /// The tournament with this identifier.
    Tournament(TournamentId),
}

/// Options for running a bot through a tournament.
#[derive(Clone, Debug, Default)]
pub struct TournamentOptions {
    /// Options of the connection.
    pub client: ClientOptions,
    /// Range of the simulated thinking time; none if left out.
    pub think: Option<RangeInclusive<Duration>>,
    /// Cancel to make the bot go: before the start it cancels its entry, later it is absent from the next hand on.
    pub stop: CancellationToken,
    /// Seed for repeatable randomness; from the operating system if left out.
    pub seed: Option<u64>,
}

/// The reason a run through a tournament ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentEnded {
    /// The bot has a finishing place.
    Finished,
    /// The tournament was cancelled.
    Cancelled,
    /// The run was told to stop.
    Stopped,
}

/// The result of a run through a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TournamentReport {
    /// The reason it ended.
    pub ended: TournamentEnded,
    /// The finishing place, if there is one.
    pub place: Option<Place>,
    /// Account chips won, bounties included.
    pub prize: Chips,
    /// Account chips spent by this run on the entry, re-entries, rebuys and the add-on.
    pub spent: Chips,
    /// Number of hands completed.
    pub hands: u64,
    /// Number of decisions answered.
    pub decisions: u64,
    /// Number of answers refused by the server as illegal.
    pub refused: u64,
}

/// Connects, enters a tournament and plays it until the bot is finished in it.
///
/// The bot follows the tournament from table to table. [`Bot::buys`] decides on rebuys, the add-on and re-entries. A run that
/// was killed can be started again: it continues wherever the tournament is.
///
/// ```no_run
/// # async fn example() -> Result<(), poker_bots::RunError> {
/// use poker_bots::{Credentials, TournamentChoice, TournamentOptions, run_tournament};
///
/// let who = Credentials::Guest { nickname: "caller".to_owned() };
/// let bot = |ask: &poker_bots::Ask, _: &poker_bots::TableModel| ask.check_or_call();
/// let options = TournamentOptions::default();
/// let report = run_tournament("ws://127.0.0.1:8080/ws", who, TournamentChoice::Any, bot, options).await?;
/// println!("{:?}, {} chips", report.place, report.prize);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Fails if the connection is down for too long, the credentials are refused, or no tournament can be entered.
pub async fn run_tournament(
    url: &str,
    credentials: Credentials,
    tournament: TournamentChoice,
    bot: impl Bot,
    options: TournamentOptions,
) -> Result<TournamentReport, RunError> {
    let connecting = Client::connect_with(url, credentials, options.client.clone());
    let client = tokio::select! {
        client = connecting => client?,
        () = options.stop.cancelled() => return Ok(TournamentReport::stopped()),
    };
    let tournament = choose(&client, tournament).await?;
    client.watch_tournament(&tournament).await?;
    let manner = Manner {
        think: options.think,
        stop: options.stop.clone(),
        seed: options.seed,
    };
    let mut player = Player {
        client,
        tournament,
        model: None,
        is_entered: false,
        seat: None,
        at: Playing::new(bot, TableId(String::new()), manner),
        stop: options.stop,
        answered: Vec::new(),
        is_deal_answered: false,
        spent: Chips::default(),
        try_at: None,
    };
    let ended = player.play().await?;
    if ended == TournamentEnded::Stopped {
        player.go().await?;
    }
    let report = player.report(ended);
    player.client.close().await;
    Ok(report)
}

impl TournamentReport {
    fn stopped() -> Self {
        Self {
            ended: TournamentEnded::Stopped,
            place: None,
            prize: Chips::default(),
            spent: Chips::default(),
            hands: 0,
            decisions: 0,
            refused: 0,
        }
    }
}

async fn choose(client: &Client, choice: TournamentChoice) -> Result<TournamentId, RunError> {
    let structure = match choice {
        TournamentChoice::Tournament(tournament) => return Ok(tournament),
        TournamentChoice::Any => None,
        TournamentChoice::Structure(structure) => Some(structure),
    };
    let listed = client.list_tournaments().await?;
    let is_own = |listed: &TournamentSummary| client.welcome().tournaments.contains(&listed.tournament);
    let is_open = |listed: &TournamentSummary| {
        let price = listed.buy_in.get().saturating_add(listed.bounty.get());
        listed.entries_open && listed.alive < listed.entries_max && price <= client.welcome().balance.get()
    };
    let best = listed
        .into_iter()
        .filter(|listed| {
            structure
                .as_ref()
                .is_none_or(|structure| listed.structure == *structure)
        })
        .filter(|listed| is_own(listed) || is_open(listed))
        .max_by_key(|listed| (is_own(listed), listed.alive, listed.starts_at.is_none()));
    best.map(|listed| listed.tournament).ok_or(RunError::NoTournament)
}

struct Player<B> {
    client: Client,
    tournament: TournamentId,
    /// The tournament, once its snapshot has arrived.
    model: Option<TournamentModel>,
    /// Set once the bot has entered, even before events confirm it.
    is_entered: bool,
    /// The table where the bot is seated, once it has a seat.
    seat: Option<TableId>,
    at: Playing<B>,
    stop: CancellationToken,
    /// The kinds of offers that the bot has answered and that are still open.
    answered: Vec<&'static str>,
    /// Set once the deal on offer has been answered.
    is_deal_answered: bool,
    spent: Chips,
    /// Time to retry requests that were refused for a moment.
    try_at: Option<Instant>,
}

impl<B: Bot> Player<B> {
    async fn play(&mut self) -> Result<TournamentEnded, RunError> {
        let stop = self.stop.clone();
        loop {
            let try_at = self.try_at;
            let notice = tokio::select! {
                notice = self.client.next() => match notice {
                    Some(notice) => Some(notice),
                    None => return Err(self.client.cause().await.into()),
                },
                () = sleep_until(try_at.unwrap_or_else(Instant::now)), if try_at.is_some() => None,
                () = stop.cancelled() => return Ok(TournamentEnded::Stopped),
            };
            let ended = match notice {
                Some(Notice::Message(message, skipped)) => self.take_in(*message, &skipped).await?,
                Some(Notice::Disconnected | Notice::Reconnected(_)) => None,
                None => {
                    self.try_at = None;
                    self.look_round().await?
                }
            };
            if let Some(ended) = ended {
                return Ok(ended);
            }
        }
    }

    /// Applies a message, and returns the reason if the run is over.
    async fn take_in(&mut self, message: ServerMsg, skipped: &[u64]) -> Result<Option<TournamentEnded>, RunError> {
        self.at.bot.hears(&message);
        match message {
            ServerMsg::TournamentSnapshot(snapshot) if snapshot.tournament == self.tournament => {
                self.begin(snapshot).await
            }
            ServerMsg::TournamentEvents(events) if events.tournament == self.tournament => {
                let Some(model) = &mut self.model else {
                    return Ok(None);
                };
                let was_over = model.is_over();
                model.apply(&events, skipped);
                // Before the start people may still come; afterwards, bots among themselves keep no one waiting.
                self.at.is_hurried = !model.has_people();
                if !was_over && model.is_over() {
                    // The outcome for the bot is in the last snapshot.
                    return self.look_again().await;
                }
                self.answer_deal().await?;
                Ok(None)
            }
            ServerMsg::TournamentYou(told) if told.tournament == self.tournament => {
                if let Some(model) = &mut self.model {
                    model.set_you(told.you);
                }
                self.go_on().await
            }
            ServerMsg::Error(error) if error.code == ErrorCode::TournamentUnknown => Ok(Some(self.outcome())),
            other => {
                if self.at.take_in(&self.client, other, skipped).await? {
                    // The table was broken; the bot's next seat is announced separately.
                    self.seat = None;
                    return self.go_on().await;
                }
                Ok(None)
            }
        }
    }

    /// Continues from a snapshot; on the first one, enters if the bot has no entry.
    async fn begin(&mut self, snapshot: TournamentSnapshot) -> Result<Option<TournamentEnded>, RunError> {
        let is_first = self.model.is_none();
        let rules = snapshot.state.rules;
        let you = &snapshot.state.you;
        let price = you.offers.iter().find_map(|offer| match offer {
            Offer::Register { price } => Some(*price),
            _ => None,
        });
        self.is_entered |= you.registered;
        let model = TournamentModel::new(snapshot);
        self.at.is_hurried = !model.has_people();
        self.model = Some(model);
        if is_first && !self.is_entered {
            match self.client.register(&self.tournament, rules).await {
                Ok(_) => self.spend(price.unwrap_or_default()),
                Err(error) if error.code() == Some(ErrorCode::TournamentAlreadyRegistered) => {}
                Err(error) => return Err(error.into()),
            }
            self.is_entered = true;
            return Ok(None);
        }
        self.look_round().await
    }

    /// Asks for a fresh snapshot.
    async fn look_again(&mut self) -> Result<Option<TournamentEnded>, RunError> {
        match self.client.watch_tournament(&self.tournament).await {
            Ok(_) => Ok(None),
            Err(error) if error.code() == Some(ErrorCode::TournamentUnknown) => Ok(Some(self.outcome())),
            Err(error) => Err(error.into()),
        }
    }

    /// Acts on the bot's standing, unless the tournament is over: what was told of it meanwhile may be older, and the last
    /// snapshot is on its way.
    async fn go_on(&mut self) -> Result<Option<TournamentEnded>, RunError> {
        if self.model.as_ref().is_some_and(TournamentModel::is_over) {
            return Ok(None);
        }
        self.look_round().await
    }

    /// Acts on the bot's standing: moves to its table, comes back, answers offers. Returns the reason if the run is over.
    async fn look_round(&mut self) -> Result<Option<TournamentEnded>, RunError> {
        let Some(model) = &self.model else {
            return Ok(None);
        };
        let you = model.you().clone();
        let is_over = model.is_over();
        if !you.registered && !is_over {
            return Ok(None);
        }
        if let Some(seat) = &you.seat
            && self.seat.as_ref() != Some(&seat.table)
        {
            self.change_tables(seat.table.clone()).await?;
        }
        if you.absent && !you.out {
            self.come_back().await?;
        }
        if !is_over && !self.answer_offers(&you).await? {
            return Ok(None);
        }
        self.answer_deal().await?;
        let is_finished = you.place.is_some() || is_over;
        Ok(is_finished.then(|| self.outcome()))
    }

    /// Leaves the bot's old table and watches the new one.
    async fn change_tables(&mut self, table: TableId) -> Result<(), RunError> {
        if let Some(left) = self.seat.take() {
            // The old table may already be closed.
            settle(self.client.unwatch(&left).await)?;
        }
        self.at.go_to(table.clone());
        if settle(self.client.watch(&table).await)? {
            self.seat = Some(table);
        } else {
            // The table is not open yet, or no longer.
            self.be_patient();
        }
        Ok(())
    }

    async fn come_back(&mut self) -> Result<(), RunError> {
        if !settle(self.client.tournament_presence(&self.tournament, false).await)? {
            self.be_patient();
        }
        Ok(())
    }

    /// Leaves the tournament as politely as possible.
    async fn go(&mut self) -> Result<(), RunError> {
        let Some(model) = self.model.as_ref().filter(|_| self.is_entered) else {
            return Ok(());
        };
        let is_before = model.state().summary.phase == TournamentPhase::Registering;
        let gone = if is_before {
            self.client.unregister(&self.tournament).await
        } else {
            self.client.tournament_presence(&self.tournament, true).await
        };
        if settle(gone)? && is_before {
            self.spent = Chips::default();
        }
        Ok(())
    }

    fn outcome(&self) -> TournamentEnded {
        let is_cancelled = |model: &TournamentModel| model.state().summary.phase == TournamentPhase::Cancelled;
        if self.model.as_ref().is_some_and(is_cancelled) {
            TournamentEnded::Cancelled
        } else {
            TournamentEnded::Finished
        }
    }

    fn report(&self, ended: TournamentEnded) -> TournamentReport {
        let you = self.model.as_ref().map(TournamentModel::you);
        let Tally {
            hands,
            decisions,
            refused,
            won: _,
        } = self.at.tally;
        TournamentReport {
            ended,
            place: you.and_then(|you| you.place),
            prize: you.and_then(|you| you.prize).unwrap_or_default(),
            spent: self.spent,
            hands,
            decisions,
            refused,
        }
    }

    fn be_patient(&mut self) {
        self.try_at = Some(Instant::now() + PAUSE);
    }
}

/// Returns `true` if a request was carried out; a refusal does not end the run.
fn settle<T>(answer: Result<T, ClientError>) -> Result<bool, RunError> {
    match answer {
        Ok(_) => Ok(true),
        Err(ClientError::Refused(error)) => {
            tracing::debug!(code = error.code.code(), "refused");
            Ok(false)
        }
        Err(ClientError::RefusedAnew(refusal)) => {
            tracing::debug!(code = %refusal.code, "refused");
            Ok(false)
        }
        Err(error) => Err(error.into()),
    }
}
