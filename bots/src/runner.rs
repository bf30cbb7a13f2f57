//! Keeps a bot at a table: takes a seat, plays, rebuys, comes back after a lost connection, and leaves.

use std::ops::RangeInclusive;
use std::time::Duration;

use poker_protocol::v1::client::{Entry, Plain};
use poker_protocol::v1::table::{SeatStatus, TableConfig, TableInfo};
use poker_protocol::v1::{Chips, ClientMsg, ErrorCode, ErrorMsg, TableId};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use crate::playing::{Manner, Playing, Tally};
use crate::{Bot, Client, ClientError, ClientOptions, Credentials, Notice};

/// The first pause before retrying a refused request; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(500);

/// The longest such pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// Time allowed for the running hand to end before the seat is left.
const LEAVE_WITHIN: Duration = Duration::from_mins(2);

/// The choice of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableChoice {
    /// The table where the account already has a seat, otherwise the busiest listed table with a free seat.
    Any,
    /// As [`TableChoice::Any`], but among tables of this game.
    Game(String),
    /// The table with this identifier.
    Table(TableId),
    /// A new table, opened with these settings.
    Open(Box<TableConfig>),
}

/// The number of chips to bring to the table and to rebuy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BuyIn {
    /// The table's minimum.
    Least,
    /// The table's maximum.
    #[default]
    Most,
    /// This many, or the nearest amount that the table allows.
    Chips(Chips),
}

impl BuyIn {
    fn at(self, table: &TableInfo) -> Chips {
        match self {
            Self::Least => table.buy_in_min,
            Self::Most => table.buy_in_max,
            Self::Chips(amount) => amount.clamp(table.buy_in_min, table.buy_in_max),
        }
    }
}

/// Options for running a bot at a table.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Options of the connection.
    pub client: ClientOptions,
    /// Chips to bring.
    pub buy_in: BuyIn,
    /// Entry into the game: post to play as soon as possible, or wait for the big blind.
    pub entry: Entry,
    /// `true` to rebuy when the stack is empty; `false` to leave then.
    pub rebuy: bool,
    /// Range of the simulated thinking time; none if left out.
    pub think: Option<RangeInclusive<Duration>>,
    /// Number of hands to play; unlimited if left out.
    pub hands: Option<u64>,
    /// Number of seats that must be free in addition to the one taken.
    pub leave_free: u8,
    /// Cancel to make the bot leave.
    pub stop: CancellationToken,
    /// Seed for repeatable randomness; from the operating system if left out.
    pub seed: Option<u64>,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            client: ClientOptions::default(),
            buy_in: BuyIn::default(),
            entry: Entry::Post,
            rebuy: true,
            think: None,
            hands: None,
            leave_free: 0,
            stop: CancellationToken::new(),
            seed: None,
        }
    }
}

/// The reason a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All hands were played.
    HandsPlayed,
    /// The run was told to stop.
    Stopped,
    /// The account ran out of chips.
    OutOfChips,
    /// The table was closed.
    TableClosed,
    /// The table's host refused the request for a seat.
    NotAccepted,
}

/// The result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// The reason it ended.
    pub ended: Ended,
    /// Number of hands completed.
    pub hands: u64,
    /// Number of decisions answered.
    pub decisions: u64,
    /// Number of answers refused by the server as illegal.
    pub refused: u64,
    /// Net chips won; negative if lost.
    pub won: i64,
}

/// The reason a run failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RunError {
    /// The connection failed, or a request that had to succeed.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// No table has a free seat.
    #[error("no table has a free seat for such a buy-in")]
    NoTable,
    /// The server has no game or mix of this name.
    #[error("{}: there is no game {game}{}", ErrorCode::GameUnknown.code(), but(.alike))]
    NoGame {
        /// The name that was asked for.
        game: String,
        /// Up to three games of the server with a similar name.
        alike: Vec<String>,
    },
    /// No tournament is open for entry at a price that the account can pay.
    #[error("no tournament is open at a price that the account can pay")]
    NoTournament,
}

/// Connects, takes a seat and plays until told to stop.
///
/// ```no_run
/// # async fn example() -> Result<(), poker_bots::RunError> {
/// use poker_bots::{Credentials, RunOptions, TableChoice, run_bot};
///
/// let who = Credentials::Guest { nickname: "caller".to_owned() };
/// let options = RunOptions { hands: Some(100), ..RunOptions::default() };
/// let bot = |ask: &poker_bots::Ask, _: &poker_bots::TableModel| ask.check_or_call();
/// let report = run_bot("ws://127.0.0.1:8080/ws", who, TableChoice::Any, bot, options).await?;
/// println!("{} chips in {} hands", report.won, report.hands);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Fails if the connection is down for too long, the credentials are refused, or no table is available.
pub async fn run_bot(
    url: &str,
    credentials: Credentials,
    table: TableChoice,
    bot: impl Bot,
    options: RunOptions,
) -> Result<Report, RunError> {
    let connecting = Client::connect_with(url, credentials, options.client.clone());
    let client = tokio::select! {
        client = connecting => client?,
        () = options.stop.cancelled() => return Ok(Report::new(Ended::Stopped, Tally::default())),
    };
    let table = choose_table(&client, table, &options).await?;
    client.watch(&table).await?;
    let manner = Manner {
        think: options.think.clone(),
        stop: options.stop.clone(),
        seed: options.seed,
    };
    let mut player = Player {
        client,
        at: Playing::new(bot, table, manner),
        options,
        told_after: 0,
        try_at: Instant::now(),
        least: None,
        pause: FIRST_PAUSE,
    };
    let ended = player.play().await?;
    if ended != Ended::TableClosed {
        player.leave().await?;
    }
    player.client.close().await;
    Ok(Report::new(ended, player.at.tally))
}

impl Report {
    const fn new(ended: Ended, tally: Tally) -> Self {
        let Tally {
            hands,
            decisions,
            refused,
            won,
        } = tally;
        Self {
            ended,
            hands,
            decisions,
            refused,
            won,
        }
    }
}

async fn choose_table(client: &Client, choice: TableChoice, options: &RunOptions) -> Result<TableId, RunError> {
    let game = match choice {
        TableChoice::Table(table) => return Ok(table),
        TableChoice::Open(config) => return Ok(client.create_table(*config).await?.table),
        TableChoice::Any => None,
        TableChoice::Game(game) => Some(game),
    };
    let tables = client.list_tables().await?;
    if let Some(game) = &game
        && !tables.iter().any(|table| plays(&table.info, game))
    {
        refuse_unknown(client, game).await?;
    }
    let is_own = |table: &TableInfo| client.welcome().tables.contains(&table.table);
    let room = usize::from(options.leave_free) + 1;
    let best = tables
        .into_iter()
        .filter(|table| game.as_ref().is_none_or(|game| plays(&table.info, game)))
        .filter(|table| {
            let is_free = table.taken.len() + room <= usize::from(table.info.seats);
            is_own(&table.info) || (is_free && options.buy_in.at(&table.info) <= client.welcome().balance)
        })
        .max_by_key(|table| (is_own(&table.info), table.taken.len().saturating_sub(table.away.into())));
    best.map(|table| table.info.table).ok_or(RunError::NoTable)
}

/// Refuses a game that the server does not have.
async fn refuse_unknown(client: &Client, game: &str) -> Result<(), RunError> {
    let id = client.new_id();
    let answer = client.request(ClientMsg::ListGames(Plain { id })).await?;
    let games = answer.games.ok_or(ClientError::Lacking("games"))?;
    let mixes = answer.mixes.unwrap_or_default();
    let is_known = games.iter().any(|one| one.id == game) || mixes.iter().any(|mix| mix.id.as_deref() == Some(game));
    if is_known {
        return Ok(());
    }
    let like = game.to_lowercase();
    let alike = games
        .into_iter()
        .map(|one| one.id)
        .filter(|id| id.contains(&like))
        .take(3);
    Err(RunError::NoGame {
        game: game.to_owned(),
        alike: alike.collect(),
    })
}

/// The similar names, as the rest of a sentence.
fn but(alike: &[String]) -> String {
    if alike.is_empty() {
        String::new()
    } else {
        format!(", but {}", alike.join(", "))
    }
}

/// Returns `true` if a table plays only this game, or is a mix of this name.
fn plays(table: &TableInfo, game: &str) -> bool {
    match &table.mix {
        None => table.game == game,
        Some(mix) => mix.id.as_deref() == Some(game),
    }
}

struct Player<B> {
    client: Client,
    at: Playing<B>,
    options: RunOptions,
    /// While the model's number is below this, the latest requests do not show in it yet.
    told_after: u64,
    /// The table's minimum buy-in for this player, once a refusal has stated it: a player who left with more has to bring all
    /// of it back.
    least: Option<Chips>,
    /// Time to look after the seat again.
    try_at: Instant,
    pause: Duration,
}

/// Returns the minimum buy-in stated in a refusal.
fn least_of(error: &ErrorMsg) -> Option<Chips> {
    if error.code != ErrorCode::TableBuyIn {
        return None;
    }
    Chips::new(error.params.as_ref()?.get("min")?.as_u64()?)
}

impl<B: Bot> Player<B> {
    async fn play(&mut self) -> Result<Ended, RunError> {
        let stop = self.options.stop.clone();
        loop {
            let notice = tokio::select! {
                notice = self.client.next() => match notice {
                    Some(notice) => Some(notice),
                    None => return Err(self.client.cause().await.into()),
                },
                () = sleep_until(self.try_at), if self.needs_care() => None,
                () = stop.cancelled() => return Ok(Ended::Stopped),
            };
            if let Some(notice) = notice
                && let Some(ended) = self.take_in(notice).await?
            {
                return Ok(ended);
            }
            if self.options.hands.is_some_and(|hands| self.at.tally.hands >= hands) {
                return Ok(Ended::HandsPlayed);
            }
            if Instant::now() >= self.try_at
                && let Some(ended) = self.look_after_seat().await?
            {
                return Ok(ended);
            }
        }
    }

    /// Applies a notice and answers the decision in it, if there is one.
    async fn take_in(&mut self, notice: Notice) -> Result<Option<Ended>, RunError> {
        let Notice::Message(message, skipped) = notice else {
            return Ok(None);
        };
        self.at.bot.hears(&message);
        let is_closed = self.at.take_in(&self.client, *message, &skipped).await?;
        Ok(is_closed.then_some(Ended::TableClosed))
    }

    /// Returns `true` if the seat needs attention: it is missing, sitting out or without chips.
    fn needs_care(&self) -> bool {
        let Some(model) = &self.at.model else {
            return false;
        };
        let status = model.own_seat().map(|seat| seat.status);
        model.seq() >= self.told_after && matches!(status, None | Some(SeatStatus::SittingOut | SeatStatus::Busted))
    }

    /// Takes the seat, rebuys or comes back, whichever is needed.
    async fn look_after_seat(&mut self) -> Result<Option<Ended>, RunError> {
        let Some(model) = self.at.model.as_ref().filter(|_| self.needs_care()) else {
            return Ok(None);
        };
        let status = model.own_seat().map(|seat| seat.status);
        let is_full =
            model.state().seats.len() + usize::from(self.options.leave_free) >= usize::from(model.info().seats);
        let amount = self.options.buy_in.at(model.info());
        let amount = self.least.map_or(amount, |least| amount.max(least));
        let done = match status {
            None if is_full => {
                self.be_patient();
                return Ok(None);
            }
            None => self.client.sit(&self.at.table, None, amount, self.options.entry).await,
            Some(SeatStatus::Busted) if !self.options.rebuy => return Ok(Some(Ended::OutOfChips)),
            Some(SeatStatus::Busted) => self.client.rebuy(&self.at.table, amount).await,
            Some(_) => self.client.come_back(&self.at.table, self.options.entry).await,
        };
        match done {
            Ok(answer) => {
                self.told_after = answer.seq.unwrap_or_default();
                self.least = None;
                self.pause = FIRST_PAUSE;
                self.be_patient();
                Ok(None)
            }
            Err(ClientError::Refused(error))
                if status.is_none() && least_of(&error).is_some_and(|least| least > amount) =>
            {
                self.least = least_of(&error);
                Ok(None)
            }
            Err(error) => match error.code() {
                Some(ErrorCode::LedgerInsufficientFunds) => Ok(Some(Ended::OutOfChips)),
                Some(ErrorCode::TableClosed | ErrorCode::TableNotFound) => Ok(Some(Ended::TableClosed)),
                Some(ErrorCode::TableNotAccepted) => self.ask_host().await,
                Some(code) => {
                    tracing::debug!(code = code.code(), "trying again later");
                    self.be_patient();
                    Ok(None)
                }
                None => Err(error.into()),
            },
        }
    }

    /// Asks the host for a seat. Until there is an answer, the seat is retried from time to time.
    async fn ask_host(&mut self) -> Result<Option<Ended>, RunError> {
        self.be_patient();
        match self.client.ask_seat(&self.at.table, true).await {
            Ok(_) => Ok(None),
            Err(error) => match error.code() {
                Some(ErrorCode::TableNotAccepted) => Ok(Some(Ended::NotAccepted)),
                // The request has already been made.
                Some(_) => Ok(None),
                None => Err(error.into()),
            },
        }
    }

    /// Schedules the next attempt after a pause, and doubles the pause.
    fn be_patient(&mut self) {
        self.try_at = Instant::now() + self.pause;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
    }

    /// Leaves the seat and plays the running hand to its end, if dealt in.
    async fn leave(&mut self) -> Result<(), RunError> {
        let has_no_seat = self.at.model.as_ref().is_some_and(|model| model.you().is_none());
        if has_no_seat && self.told_after == 0 {
            return Ok(());
        }
        match self.client.leave(&self.at.table).await {
            Ok(answer) => self.told_after = answer.seq.unwrap_or_default(),
            // A seat that is already leaving, for example after a crash, still has its hand to play.
            Err(error) if error.code() == Some(ErrorCode::TableNoChange) => {}
            Err(error) if error.code().is_some() => return Ok(()),
            Err(error) => return Err(error.into()),
        }
        let left = async {
            while self
                .at
                .model
                .as_ref()
                // Until there is a model, its snapshot is on its way.
                .is_none_or(|model| model.you().is_some() || model.seq() < self.told_after)
            {
                let ended = match self.client.next().await {
                    Some(notice) => self.take_in(notice).await?,
                    None => return Err(self.client.cause().await.into()),
                };
                if ended.is_some() {
                    break;
                }
            }
            Ok(())
        };
        // A hand that does not end is no reason to stay: the server gives up the seat after it.
        timeout(LEAVE_WITHIN, left).await.unwrap_or(Ok(()))
    }
}
