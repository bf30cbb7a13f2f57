//! Limits that players set for themselves: time at tables and chips lost a day, and breaks.
//!
//! Doors to seats, chips and entries ask [`Restraints::keeps_out`]. In play, [`watch`] counts the time and looks at results;
//! an account that has reached a limit leaves its cash tables at the end of the hand.

mod law;

use std::sync::Arc;
use std::time::Duration;

use dashmap::DashMap;
use jiff::Timestamp;
use poker_people::instant;
use poker_protocol::v1::client::ClientMsg;
use poker_protocol::v1::personal::{DailyLimits, LimitKind, LimitNear, LimitReached, LimitsRequest, LimitsResponse};
use poker_protocol::v1::{ErrorCode, ErrorMsg, ServerMsg, TableId};
use poker_store::{AccountId, DayLimits, OwnLimit, Store, StoreError};
use poker_table::{Mail, OperatorWish};
use poker_wire as wire;
use tokio::sync::Mutex;
use tokio::time::{Instant, interval};

use self::law::{BREAK_HOURS_MAX, Kind, MINUTES_MAX, Reached};
use crate::{Lobby, Sessions};

/// Interval between looks at those who play.
const LOOK: Duration = Duration::from_secs(5);

/// Time left at tables at which an account is warned.
const NEAR_MS: u32 = 60_000;

/// The limits of all accounts that have set any, and where they hold.
pub struct Restraints {
    store: Arc<dyn Store>,
    lobby: Arc<Lobby>,
    sessions: Arc<Sessions>,
    known: DashMap<AccountId, Known>,
    /// Held while a limit is changed and stored.
    changing: Mutex<()>,
}

/// The limits of an account.
#[derive(Clone, Copy)]
struct Known {
    limit: OwnLimit,
    /// What the account was last told.
    told: Option<Reached>,
    /// Day on which the account was warned that little time is left.
    warned: Option<i64>,
}

impl From<OwnLimit> for Known {
    fn from(limit: OwnLimit) -> Self {
        Self {
            limit,
            told: None,
            warned: None,
        }
    }
}

impl Restraints {
    /// Reads the limits from the store.
    ///
    /// # Errors
    /// If they cannot be read.
    pub async fn read(store: Arc<dyn Store>, lobby: Arc<Lobby>, sessions: Arc<Sessions>) -> Result<Self, StoreError> {
        let limits = store.own_limits().await?;
        let known = limits.into_iter().map(|limit| (limit.account, Known::from(limit)));
        Ok(Self {
            store,
            lobby,
            sessions,
            known: known.collect(),
            changing: Mutex::default(),
        })
    }

    fn of(&self, account: AccountId) -> Option<OwnLimit> {
        self.known.get(&account).map(|known| known.limit)
    }

    /// The limit that an account has reached, if any.
    async fn reached(&self, account: AccountId) -> Result<Option<Reached>, StoreError> {
        let Some(limit) = self.of(account) else {
            return Ok(None);
        };
        let now = Timestamp::now();
        let won = won_today(&*self.store, &limit, now).await?;
        Ok(law::reached(&limit, won, now))
    }

    /// The refusal of a seat, of chips or of an entry to an account that has reached a limit; `None` if it may.
    ///
    /// # Errors
    /// If results cannot be read.
    pub async fn keeps_out(&self, account: AccountId) -> Result<Option<ErrorMsg>, StoreError> {
        let reached = self.reached(account).await?;
        Ok(reached.map(|Reached { kind, until }| {
            let (code, message) = match kind {
                Kind::Break => (ErrorCode::LimitBreak, "the account is in a break of its own"),
                Kind::Time => (ErrorCode::LimitTime, "the account's own limit of time is reached"),
                Kind::Loss => (ErrorCode::LimitLoss, "the account's own limit of losses is reached"),
            };
            ErrorMsg::new(None, code, message).with("until", until.as_millisecond())
        }))
    }

    /// An account's limits, as it sees them.
    ///
    /// # Errors
    /// If results cannot be read.
    pub async fn show(&self, account: AccountId) -> Result<LimitsResponse, StoreError> {
        let now = Timestamp::now();
        let day = law::day_of(now);
        let limit = self.of(account).unwrap_or_else(|| none(account));
        let won = self.store.won_since(account, law::begins(day)).await?;
        Ok(LimitsResponse {
            today: told(law::on(&limit, day)),
            tomorrow: told(law::after(&limit, day)),
            tomorrow_at: instant(law::begins(day + 1)),
            minutes: law::minutes_played(&limit, day),
            won,
            break_until: limit.break_until.filter(|until| *until > now).map(instant),
            reached: law::reached(&limit, won, now).map(on_wire),
        })
    }

    /// Sets an account's limits. What is stricter holds at its tables by the time this returns.
    ///
    /// # Errors
    /// If a value is out of range, or nothing can be stored.
    pub async fn set(&self, account: AccountId, request: LimitsRequest) -> Result<(), SetError> {
        let bounded = |field, value: Option<u32>, max| match value {
            Some(value) if value > max => Err(SetError::TooMuch { field, max }),
            value => Ok(value),
        };
        let minutes = bounded("daily_minutes", request.daily_minutes, MINUTES_MAX)?;
        let hours = bounded("break_hours", request.break_hours, BREAK_HOURS_MAX)?;
        {
            let _changing = self.changing.lock().await;
            let now = Timestamp::now();
            let day = law::day_of(now);
            let mut limit = self.of(account).unwrap_or_else(|| none(account));
            let before = law::after(&limit, day);
            let wanted = DayLimits {
                minutes: minutes.map_or(before.minutes, |minutes| Some(minutes).filter(|minutes| *minutes > 0)),
                loss: request.daily_loss.map_or(before.loss, |loss| {
                    Some(wire::chips_in(loss)).filter(|loss| !loss.is_zero())
                }),
            };
            law::set_limits(&mut limit, wanted, day);
            if let Some(hours) = hours {
                law::set_break(&mut limit, hours, now);
            }
            self.store.keep_own_limit(limit).await?;
            self.known.insert(account, Known::from(limit));
        }
        self.look(account, Duration::ZERO).await?;
        Ok(())
    }

    /// Counts the time that has passed for an account with a seat, and makes it leave if it has reached a limit.
    async fn look(&self, account: AccountId, passed: Duration) -> Result<(), StoreError> {
        let mut seats = self.lobby.seats_of(account);
        seats.retain(|table| !self.lobby.is_practice(*table));
        if seats.is_empty() {
            return Ok(());
        }
        let now = Timestamp::now();
        let day = law::day_of(now);
        if !passed.is_zero()
            && self
                .of(account)
                .is_some_and(|limit| law::on(&limit, day).minutes.is_some())
        {
            let _changing = self.changing.lock().await;
            let Some(mut limit) = self.of(account) else {
                return Ok(());
            };
            let before = law::minutes_played(&limit, day);
            law::add_time(&mut limit, u64::try_from(passed.as_millis()).unwrap_or(u64::MAX), day);
            // A crash costs less than a minute of the count.
            if law::minutes_played(&limit, day) != before {
                self.store.keep_own_limit(limit).await?;
            }
            if let Some(mut known) = self.known.get_mut(&account) {
                known.limit = limit;
            }
        }
        let Some(reached) = self.reached(account).await? else {
            self.warn(account, day);
            return Ok(());
        };
        let is_news = self
            .known
            .get_mut(&account)
            .is_some_and(|mut known| known.told.replace(reached) != Some(reached));
        if is_news {
            self.sessions.send(account, &ServerMsg::LimitReached(on_wire(reached)));
        }
        for table in seats {
            // A tournament is played to its end.
            if let Some(handle) = self.lobby.table(table)
                && self.lobby.event_at(table).is_none()
            {
                // A table that is too busy hears of it at the next look.
                let _ = handle.post(Mail::Operator(OperatorWish::StandUp(account)));
            }
        }
        Ok(())
    }

    /// Tells an account once that its time at tables is nearly over.
    fn warn(&self, account: AccountId, day: i64) {
        let Some(mut known) = self.known.get_mut(&account) else {
            return;
        };
        let left = law::left_ms(&known.limit, day).and_then(|left| u32::try_from(left).ok());
        // A player who is away hears of it on coming back.
        if let Some(left_ms) = left.filter(|left| *left <= NEAR_MS)
            && known.warned != Some(day)
            && self.sessions.is_connected(account)
        {
            known.warned = Some(day);
            let limit = LimitKind::Time;
            self.sessions
                .send(account, &ServerMsg::LimitNear(LimitNear { limit, left_ms }));
        }
    }

    /// Forgets an account that was deleted.
    pub fn forget(&self, account: AccountId) {
        self.known.remove(&account);
    }
}

/// Chips won today, as far as a limit asks for it.
async fn won_today(store: &dyn Store, limit: &OwnLimit, now: Timestamp) -> Result<i64, StoreError> {
    let day = law::day_of(now);
    if law::on(limit, day).loss.is_none() {
        return Ok(0);
    }
    store.won_since(limit.account, law::begins(day)).await
}

/// `true` for requests that a limit of the player's own may refuse, apart from the table that they are about.
pub fn is_door(message: &ClientMsg) -> bool {
    match message {
        ClientMsg::Sit(_)
        | ClientMsg::Rebuy(_)
        | ClientMsg::Register(_)
        | ClientMsg::ReEnter(_)
        | ClientMsg::AddOn(_) => true,
        ClientMsg::WaitList(request) => request.join,
        ClientMsg::AskSeat(request) => request.ask,
        // Coming back takes back a departure, too.
        ClientMsg::SitOut(request) => !request.out,
        ClientMsg::TournamentRebuy(request) => request.take,
        _ => false,
    }
}

/// The table that a request for a seat or for chips is about; `None` for one about a tournament.
pub const fn table_of(message: &ClientMsg) -> Option<&TableId> {
    match message {
        ClientMsg::Sit(request) => Some(&request.table),
        ClientMsg::Rebuy(request) => Some(&request.table),
        ClientMsg::WaitList(request) => Some(&request.table),
        ClientMsg::AskSeat(request) => Some(&request.table),
        ClientMsg::SitOut(request) => Some(&request.table),
        _ => None,
    }
}

/// Reason why limits were not set.
#[derive(Debug, thiserror::Error)]
pub enum SetError {
    /// A value is out of range.
    #[error("`{field}` is at most {max}")]
    TooMuch {
        /// The field.
        field: &'static str,
        /// Its greatest value.
        max: u32,
    },
    /// Nothing could be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Watches those who play and have set limits.
pub async fn watch(restraints: Arc<Restraints>) {
    let mut ticks = interval(LOOK);
    let mut before = Instant::now();
    loop {
        ticks.tick().await;
        let passed = before.elapsed();
        before = Instant::now();
        let accounts: Vec<AccountId> = restraints.known.iter().map(|known| *known.key()).collect();
        for account in accounts {
            if let Err(fault) = restraints.look(account, passed).await {
                tracing::warn!(%account, %fault, "a player's own limit could not be read");
            }
        }
    }
}

/// An account without limits.
fn none(account: AccountId) -> OwnLimit {
    OwnLimit {
        account,
        now: DayLimits::default(),
        later: None,
        break_until: None,
        day: 0,
        played_ms: 0,
    }
}

fn told(limits: DayLimits) -> DailyLimits {
    DailyLimits {
        minutes: limits.minutes,
        loss: limits.loss.map(wire::chips),
    }
}

fn on_wire(Reached { kind, until }: Reached) -> LimitReached {
    LimitReached {
        limit: match kind {
            Kind::Break => LimitKind::Break,
            Kind::Time => LimitKind::Time,
            Kind::Loss => LimitKind::Loss,
        },
        until: instant(until),
    }
}
