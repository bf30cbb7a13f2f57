//! Keeps a bot at a table: sits, plays, rebuys, comes back after a lost connection, leaves.

use std::ops::RangeInclusive;
use std::time::Duration;

use poker_protocol::v1::client::Entry;
use poker_protocol::v1::table::{SeatStatus, TableConfig, TableInfo};
use poker_protocol::v1::{Chips, ErrorCode, ErrorMsg, TableId};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use crate::playing::{Manner, Playing, Tally};
use crate::{Bot, Client, ClientError, ClientOptions, Credentials, Notice};

/// The first pause before something that was refused is tried again; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(500);

/// The longest such pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// How long the hand may go on that has to end before a seat can be left.
const LEAVE_WITHIN: Duration = Duration::from_mins(2);

/// Where to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableChoice {
    /// Where the account has a seat already, else at the listed table with a free seat where most play.
    Any,
    /// The same, of this game.
    Game(String),
    /// At this table.
    Table(TableId),
    /// At a table that is opened for it.
    Open(Box<TableConfig>),
}

/// How many chips to bring to the table, and to rebuy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BuyIn {
    /// As few as the table allows.
    Least,
    /// As many as the table allows.
    #[default]
    Most,
    /// So many, or the nearest that the table allows.
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

/// How a bot is run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// How the connection behaves.
    pub client: ClientOptions,
    /// What to bring.
    pub buy_in: BuyIn,
    /// Whether to post in order to play at once, or to wait for the big blind.
    pub entry: Entry,
    /// Whether to buy chips again when the stack is gone; if not, the bot leaves then.
    pub rebuy: bool,
    /// How long to pretend to think; no time at all if left out.
    pub think: Option<RangeInclusive<Duration>>,
    /// How many hands to play; without end if left out.
    pub hands: Option<u64>,
    /// Seats that must be free besides the one taken.
    pub leave_free: u8,
    /// Tells the bot to leave.
    pub stop: CancellationToken,
    /// Makes what is random repeatable; from the operating system if left out.
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

/// Why a run came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All hands were played.
    HandsPlayed,
    /// It was told to stop.
    Stopped,
    /// The chips are gone.
    OutOfChips,
    /// The table was closed.
    TableClosed,
    /// The host of the table was asked for a seat, and refused it.
    NotAccepted,
}

/// What a run came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// Why it ended.
    pub ended: Ended,
    /// Hands played to their end.
    pub hands: u64,
    /// Decisions answered.
    pub decisions: u64,
    /// Answers that the server refused as illegal.
    pub refused: u64,
    /// Chips won, less those lost.
    pub won: i64,
}

/// Why a run failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RunError {
    /// The connection failed, or a request that must succeed.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// No table has a free seat.
    #[error("no table has a free seat for such a buy-in")]
    NoTable,
    /// No tournament can be entered.
    #[error("no tournament takes entries at a price that the account can pay")]
    NoTournament,
}

/// Connects, sits at a table and plays until told otherwise.
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
/// If there is no connection for too long, the credentials are refused, or no table is to be had.
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

/// Whether a table plays this game alone, or is a mix of this name.
fn plays(table: &TableInfo, game: &str) -> bool {
    match &table.mix {
        None => table.game == game,
        Some(mix) => mix.id.as_deref() == Some(game),
    }
}

/// A bot at its table.
struct Player<B> {
    client: Client,
    at: Playing<B>,
    options: RunOptions,
    /// What was done is not yet seen in the model as long as its number is below this.
    told_after: u64,
    /// The least that the table takes from this player, as far as it has said so: a player who left with more has to bring all of
    /// it back.
    least: Option<Chips>,
    /// When to look after the seat again.
    try_at: Instant,
    pause: Duration,
}

/// The least buy-in that a refusal names.
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

    /// Takes a notice in and answers the decision in it, if there is one.
    async fn take_in(&mut self, notice: Notice) -> Result<Option<Ended>, RunError> {
        let Notice::Message(message, skipped) = notice else {
            return Ok(None);
        };
        self.at.bot.hears(&message);
        let is_closed = self.at.take_in(&self.client, *message, &skipped).await?;
        Ok(is_closed.then_some(Ended::TableClosed))
    }

    /// Whether the seat is not as it should be.
    fn needs_care(&self) -> bool {
        let Some(model) = &self.at.model else {
            return false;
        };
        let status = model.own_seat().map(|seat| seat.status);
        model.seq() >= self.told_after && matches!(status, None | Some(SeatStatus::SittingOut | SeatStatus::Busted))
    }

    /// Takes the seat, fills the stack or comes back, whatever is missing.
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

    /// Asks the host for a seat. As long as there is no answer the seat is tried again now and then.
    async fn ask_host(&mut self) -> Result<Option<Ended>, RunError> {
        self.be_patient();
        match self.client.ask_seat(&self.at.table, true).await {
            Ok(_) => Ok(None),
            Err(error) => match error.code() {
                Some(ErrorCode::TableNotAccepted) => Ok(Some(Ended::NotAccepted)),
                // It has been asked already.
                Some(_) => Ok(None),
                None => Err(error.into()),
            },
        }
    }

    /// Waits longer each time.
    fn be_patient(&mut self) {
        self.try_at = Instant::now() + self.pause;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
    }

    /// Leaves the seat and plays the hand to its end, if it takes part in one.
    async fn leave(&mut self) -> Result<(), RunError> {
        let has_no_seat = self.at.model.as_ref().is_some_and(|model| model.you().is_none());
        if has_no_seat && self.told_after == 0 {
            return Ok(());
        }
        match self.client.leave(&self.at.table).await {
            Ok(answer) => self.told_after = answer.seq.unwrap_or_default(),
            // A seat that is leaving already, as after a crash, still has its hand to play.
            Err(error) if error.code() == Some(ErrorCode::TableNoChange) => {}
            Err(error) if error.code().is_some() => return Ok(()),
            Err(error) => return Err(error.into()),
        }
        let left = async {
            while self
                .at
                .model
                .as_ref()
                // As long as there is no model, its snapshot is on its way.
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
        // A hand that does not end is no reason to stay: the server gives the seat up after it.
        timeout(LEAVE_WITHIN, left).await.unwrap_or(Ok(()))
    }
}
