//! Keeps a bot at a table: sits, plays, rebuys, comes back after a lost connection, leaves.

use std::ops::RangeInclusive;
use std::time::Duration;

use poker_protocol::v1::client::Entry;
use poker_protocol::v1::event::PublicEvent;
use poker_protocol::v1::server::{Events, OkMsg};
use poker_protocol::v1::table::{SeatStatus, TableConfig, TableInfo};
use poker_protocol::v1::{Action, Chips, ErrorCode, ErrorMsg, ServerMsg, TableId};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use crate::{Ask, Bot, Client, ClientError, ClientOptions, Credentials, Notice, TableModel};

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
        () = options.stop.cancelled() => return Ok(Report::new(Ended::Stopped)),
    };
    let table = choose_table(&client, table, &options).await?;
    client.watch(&table).await?;
    let random = match options.seed {
        Some(seed) => StdRng::seed_from_u64(seed),
        None => rand::make_rng(),
    };
    let mut player = Player {
        client,
        table,
        model: None,
        bot,
        options,
        random,
        report: Report::new(Ended::Stopped),
        answered: None,
        stack_before: None,
        told_after: 0,
        try_at: Instant::now(),
        least: None,
        pause: FIRST_PAUSE,
    };
    let ended = player.play().await?;
    player.report.ended = ended;
    if ended != Ended::TableClosed {
        player.leave().await?;
    }
    player.client.close().await;
    Ok(player.report)
}

impl Report {
    const fn new(ended: Ended) -> Self {
        Self {
            ended,
            hands: 0,
            decisions: 0,
            refused: 0,
            won: 0,
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
    table: TableId,
    model: Option<TableModel>,
    bot: B,
    options: RunOptions,
    random: StdRng,
    report: Report,
    /// The last decision that was answered: a snapshot may ask again.
    answered: Option<(u64, u32)>,
    /// The own stack before the hand that runs.
    stack_before: Option<Chips>,
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
            if self.options.hands.is_some_and(|hands| self.report.hands >= hands) {
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
        let mut ask = None;
        match *message {
            ServerMsg::Snapshot(snapshot) if snapshot.table == self.table => {
                let account = &self.client.welcome().you.id;
                let model = TableModel::new(account, snapshot);
                ask = Ask::from_table(&model);
                self.model = Some(model);
            }
            ServerMsg::Events(events) if events.table == self.table => {
                let is_closed = self.take_in_events(&events, &skipped);
                return Ok(is_closed.then_some(Ended::TableClosed));
            }
            ServerMsg::Private(private) if private.table == self.table => {
                for event in &private.events {
                    if let Some(model) = &mut self.model {
                        model.apply_private(event);
                    }
                    ask = Ask::from_private(&self.table, event).or(ask);
                }
            }
            ServerMsg::Presence(presence) if presence.table == self.table => {
                if let Some(model) = &mut self.model {
                    model.set_connected(presence.seat, presence.connected);
                }
            }
            ServerMsg::Paused(paused) if paused.table == self.table => {
                if let Some(model) = &mut self.model {
                    model.set_paused();
                }
            }
            ServerMsg::Error(error) if matches!(error.code, ErrorCode::TableNotFound | ErrorCode::TableClosed) => {
                return Ok(Some(Ended::TableClosed));
            }
            _ => {}
        }
        if let Some(ask) = ask {
            self.answer(&ask).await?;
        }
        Ok(None)
    }

    /// Takes events in, and tells whether the table is closed.
    fn take_in_events(&mut self, events: &Events, skipped: &[u64]) -> bool {
        let Some(model) = &mut self.model else {
            return false;
        };
        let mut is_closed = false;
        for event in &events.events {
            let own = model.you().map(|you| you.seat);
            match &event.event {
                PublicEvent::HandStarted { seats, .. } => {
                    let dealt_in = seats.iter().find(|dealt| Some(dealt.seat) == own);
                    self.stack_before = dealt_in.map(|dealt| dealt.stack);
                }
                PublicEvent::HandCompleted { stacks, .. } => {
                    let after = stacks.iter().find(|stack| Some(stack.seat) == own);
                    if let (Some(before), Some(after)) = (self.stack_before.take(), after) {
                        self.report.hands += 1;
                        self.report.won += difference(after.amount, before);
                    }
                }
                PublicEvent::HandVoided { .. } => self.stack_before = None,
                // The last to leave takes the pot that waited for the next hand.
                PublicEvent::CarriedPaid { seat, amount } if Some(*seat) == own => {
                    self.report.won += difference(*amount, Chips::default());
                }
                PublicEvent::TableClosed {} => is_closed = true,
                _ => {}
            }
            model.apply(event.seq, &event.event);
        }
        if let Some(last) = skipped.iter().max().filter(|last| **last > model.seq()) {
            model.skip(*last);
        }
        if let Some(clock) = &events.clock {
            model.set_clock(clock);
        }
        is_closed
    }

    async fn answer(&mut self, ask: &Ask) -> Result<(), RunError> {
        let decision = (ask.hand, ask.turn);
        let Some(model) = self.model.as_ref().filter(|_| self.answered != Some(decision)) else {
            return Ok(());
        };
        self.answered = Some(decision);
        let action = self.bot.act(ask, model);
        if let Some(think) = &self.options.think {
            let pause = self.random.random_range(think.clone());
            tokio::select! {
                () = sleep(pause) => {}
                () = self.options.stop.cancelled() => {}
            }
        }
        let Err(error) = self.act(ask, action.clone()).await else {
            self.report.decisions += 1;
            return Ok(());
        };
        let ClientError::Refused(refusal) = &error else {
            return match error {
                ClientError::RefusedAnew(_) => Ok(()),
                error => Err(error.into()),
            };
        };
        match refusal.code {
            // Somebody else answered in time, or the clock did.
            ErrorCode::TurnStale | ErrorCode::TurnNotYours | ErrorCode::TurnNoHand | ErrorCode::RuleHandOver => {}
            code => {
                // Neither the answer nor the choices: both may name hidden cards.
                tracing::warn!(
                    code = code.code(),
                    table = %ask.table,
                    hand = ask.hand,
                    turn = ask.turn,
                    "an illegal answer"
                );
                self.report.refused += 1;
                if let Err(ClientError::Stopped) = self.act(ask, ask.check_or_fold()).await {
                    return Err(ClientError::Stopped.into());
                }
                self.report.decisions += 1;
            }
        }
        Ok(())
    }

    async fn act(&mut self, ask: &Ask, action: Action) -> Result<OkMsg, ClientError> {
        self.client.act(&ask.table, ask.hand, ask.turn, action).await
    }

    /// Whether the seat is not as it should be.
    fn needs_care(&self) -> bool {
        let Some(model) = &self.model else {
            return false;
        };
        let status = model.own_seat().map(|seat| seat.status);
        model.seq() >= self.told_after && matches!(status, None | Some(SeatStatus::SittingOut | SeatStatus::Busted))
    }

    /// Takes the seat, fills the stack or comes back, whatever is missing.
    async fn look_after_seat(&mut self) -> Result<Option<Ended>, RunError> {
        let Some(model) = self.model.as_ref().filter(|_| self.needs_care()) else {
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
            None => self.client.sit(&self.table, None, amount, self.options.entry).await,
            Some(SeatStatus::Busted) if !self.options.rebuy => return Ok(Some(Ended::OutOfChips)),
            Some(SeatStatus::Busted) => self.client.rebuy(&self.table, amount).await,
            Some(_) => self.client.come_back(&self.table, self.options.entry).await,
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
                Some(code) => {
                    tracing::debug!(code = code.code(), "trying again later");
                    self.be_patient();
                    Ok(None)
                }
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
        if self.model.as_ref().is_none_or(|model| model.you().is_none()) && self.told_after == 0 {
            return Ok(());
        }
        match self.client.leave(&self.table).await {
            Ok(answer) => self.told_after = answer.seq.unwrap_or_default(),
            Err(error) if error.code().is_some() => return Ok(()),
            Err(error) => return Err(error.into()),
        }
        let left = async {
            while self
                .model
                .as_ref()
                .is_some_and(|model| model.you().is_some() || model.seq() < self.told_after)
            {
                match self.client.next().await {
                    Some(notice) => self.take_in(notice).await?,
                    None => return Err(self.client.cause().await.into()),
                };
            }
            Ok(())
        };
        // A hand that does not end is no reason to stay: the server gives the seat up after it.
        timeout(LEAVE_WITHIN, left).await.unwrap_or(Ok(()))
    }
}

fn difference(after: Chips, before: Chips) -> i64 {
    after.get().cast_signed() - before.get().cast_signed()
}
