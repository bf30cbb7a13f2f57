//! An operator's acts on people: bans, passwords, names, chips, chat and announcements.
//!
//! A single function, [`carry_out`], serves both a running server and a data folder that no server uses. The store
//! writes the change and the line of the trail in one transaction. If a server is running, it then makes connections and tables follow
//! immediately ([`Running`]).

mod ask;
mod connections;
mod explain;
mod live;
mod read;

use aws_lc_rs::rand;
use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use poker_base::network::Network;
use poker_limits::too_busy;
use poker_owner::pool::{Asker, Piece, Pool};
use poker_protocol::v1::{Chips as WireChips, ErrorCode, ErrorMsg};
use poker_store::{
    AccountId, AccountLine, Ban, Deed, Done, OperatorOrder, OrderFault, OwnerKind, SessionId, Store, StoreError,
    TableDeed, TableId, Way, Whom,
};
use poker_table::TableName;
use poker_table::state::salvage;
use poker_wire as wire;
use serde_json::Value;

use self::ask::is_plain;
pub use self::ask::{Act, Ask, SAY_MAX, SAY_SECONDS_MAX};
pub use self::connections::{ConnectionLog, ConnectionNotes, end_connection_log, keep_connection_log};
pub use self::explain::{ExplainAsked, WITHIN_MAX, named_hand};
pub use self::live::{Live, Record, keep_chat};
pub use self::read::{AccountsAsked, ChatAsked, HandsAsked, Question, TrailAsked, read};
use crate::auth::{self, AuthError};
use crate::{auth_error, store_error};

/// Letters of generated passwords; no two look alike.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The environment in which acts are carried out.
pub struct Desk<'a> {
    /// The store in which they are done.
    pub store: &'a dyn Store,
    /// The pool in which passwords are hashed.
    pub pool: &'a Pool,
    /// The running server; `None` if the operator's command has the folder to itself.
    pub server: Option<&'a dyn Running>,
}

/// The running server, as far as operators' acts and questions reach it.
pub trait Running: Send + Sync {
    /// Returns `true` if a table is open.
    fn is_open(&self, table: TableId) -> bool;

    /// Returns `true` if a table belongs to a tournament.
    fn is_of_event(&self, table: TableId) -> bool;

    /// The tables and tournaments in which accounts are seated or entered.
    fn places_of(&self, accounts: &[AccountId]) -> Vec<String>;

    /// Writes the connections noted so far; `false` if some cannot be written now.
    fn writes_connections(&self) -> BoxFuture<'_, bool>;

    /// Makes connections and tables act on what was done. `ended` are the sessions that it ended.
    fn follow<'a>(&'a self, deed: &'a Deed, done: &'a Done, ended: Vec<SessionId>) -> BoxFuture<'a, ()>;
}

/// The result of an act.
pub struct Carried {
    /// The line of the trail, and whether it existed before.
    pub done: Done,
    /// The generated password, shown only this once.
    pub password: Option<String>,
}

/// Carries out an act. A running server has applied it by the time this returns.
///
/// # Errors
/// Returns the reason for a refusal, in which case nothing was changed.
pub async fn carry_out(desk: &Desk<'_>, ask: &Ask) -> Result<Carried, ErrorMsg> {
    ask.check()?;
    // A repeat may be impossible precisely because the first request succeeded, so look for its answer first.
    let first = desk.store.first_answer(ask.id.clone(), ask.digest()).await;
    if let Some(line) = first.map_err(|fault| refused(&fault))? {
        let (accounts, repeated) = (Vec::new(), true);
        let done = Done {
            line,
            accounts,
            repeated,
        };
        return Ok(Carried { done, password: None });
    }
    let (deed, password) = deed(desk, &ask.act).await?;
    let ended = sessions_that_end(desk, &deed).await?;
    let order = OperatorOrder {
        id: ask.id.clone(),
        request: ask.digest(),
        author: ask.author.trim().to_owned(),
        reason: ask.reason.trim().to_owned(),
        deed,
    };
    let deed = order.deed.clone();
    let done = desk.store.carry_out(order).await.map_err(|fault| refused(&fault))?;
    if done.repeated {
        return Ok(Carried { done, password: None });
    }
    tracing::info!(no = done.line.no, author = done.line.author, act = %done.line.act["kind"], "an operator acts");
    if let Some(server) = desk.server {
        server.follow(&deed, &done, ended).await;
    }
    Ok(Carried { done, password })
}

/// Carries out an act and returns its result: the line of the trail, with any generated password, or the data of an export.
///
/// # Errors
/// As [`carry_out`].
pub async fn answer(desk: &Desk<'_>, ask: &Ask) -> Result<Value, ErrorMsg> {
    let Carried { done, password } = carry_out(desk, ask).await?;
    let mut answer = read::trail_line(&done.line);
    answer["repeated"] = done.repeated.into();
    if let Some(password) = password {
        answer["password"] = password.into();
    }
    if let (Act::Export { .. }, Some((account, _))) = (&ask.act, &done.line.account) {
        answer["export"] = read::export(desk.store, *account).await?;
    }
    Ok(answer)
}

/// The sessions that an act will end. They are looked up before it, because it removes them.
async fn sessions_that_end(desk: &Desk<'_>, deed: &Deed) -> Result<Vec<SessionId>, ErrorMsg> {
    let whom = match deed {
        Deed::ResetPassword { whom, .. } | Deed::Delete { whom } if desk.server.is_some() => whom,
        _ => return Ok(Vec::new()),
    };
    let sessions = async {
        let Some(line) = desk.store.account_line(whom.clone()).await? else {
            return Ok(Vec::new());
        };
        let mut accounts = vec![line.account.id];
        accounts.extend(desk.store.bots_of(line.account.id).await?.iter().map(|bot| bot.id));
        sessions_of(desk.store, &accounts).await
    };
    sessions.await.map_err(|fault: StoreError| refused(&fault))
}

/// The sessions of accounts.
///
/// # Errors
/// If the store fails.
pub async fn sessions_of(store: &dyn Store, accounts: &[AccountId]) -> Result<Vec<SessionId>, StoreError> {
    let mut sessions = Vec::new();
    for account in accounts {
        sessions.extend(store.sessions_of(*account).await?.iter().map(|session| session.id));
    }
    Ok(sessions)
}

/// Translates an act into the store's terms, with any password generated for it.
async fn deed(desk: &Desk<'_>, act: &Act) -> Result<(Deed, Option<String>), ErrorMsg> {
    let deed = match act {
        Act::Ban {
            account,
            until,
            seconds,
        } => Deed::Ban {
            whom: whom(account)?,
            ban: ban(*until, *seconds)?,
        },
        Act::Unban { account } => Deed::Unban { whom: whom(account)? },
        Act::Mute {
            account,
            until,
            seconds,
        } => Deed::Mute {
            whom: whom(account)?,
            ban: ban(*until, *seconds)?,
        },
        Act::Unmute { account } => Deed::Unmute { whom: whom(account)? },
        Act::Export { account } => Deed::Export { whom: whom(account)? },
        Act::ResetPassword { account, password } => {
            let made = match password {
                Some(_) => None,
                None => Some(new_password()?),
            };
            let password = made.clone().or_else(|| password.clone()).unwrap_or_default();
            let hash = hash(desk.pool, password, account).await?;
            return Ok((
                Deed::ResetPassword {
                    whom: whom(account)?,
                    hash,
                },
                made,
            ));
        }
        Act::Rename { account, name } => {
            let (name, name_key) = auth::given_name(name).map_err(|fault| auth_error(None, &fault))?;
            let whom = whom(account)?;
            refuse_seated(desk, &whom).await?;
            Deed::Rename { whom, name, name_key }
        }
        Act::Delete { account } => {
            let whom = whom(account)?;
            refuse_seated(desk, &whom).await?;
            Deed::Delete { whom }
        }
        Act::GiveChips { account, amount, from } => chips(account, *amount, Way::Give, from.as_deref())?,
        Act::TakeChips { account, amount, to } => chips(account, *amount, Way::Take, to.as_deref())?,
        Act::RemoveChat { line } => Deed::RemoveChat { line: *line },
        Act::Say { en, fr, seconds } => say(en, fr, *seconds)?,
        Act::CloseTable { table } => at_table(desk, table, TableDeed::Close)?,
        Act::PauseTable { table } => at_table(desk, table, TableDeed::Pause)?,
        Act::ResumeTable { table } => at_table(desk, table, TableDeed::Resume)?,
    };
    Ok((deed, None))
}

/// Interprets an operator's text as an identifier, or else as a name.
///
/// # Errors
/// Returns an error if no account can be called so.
pub fn whom(text: &str) -> Result<Whom, ErrorMsg> {
    if let Ok(account) = text.parse() {
        return Ok(Whom::Id(account));
    }
    auth::name_key(text).map(Whom::Name).ok_or_else(unknown)
}

/// Looks up the account that a text refers to.
///
/// # Errors
/// Returns an error if there is none.
pub async fn account(store: &dyn Store, text: &str) -> Result<AccountLine, ErrorMsg> {
    let found = store.account_line(whom(text)?).await.map_err(|fault| refused(&fault))?;
    found.ok_or_else(unknown)
}

fn unknown() -> ErrorMsg {
    ErrorMsg::new(None, ErrorCode::PlayerUnknown, "there is no such account")
}

fn ban(until: Option<i64>, seconds: Option<u32>) -> Result<Ban, ErrorMsg> {
    let now = Timestamp::now();
    let until = match (until, seconds) {
        (None, None) => return Ok(Ban { until: None }),
        (Some(until), None) => Timestamp::from_millisecond(until).ok(),
        (None, Some(seconds)) => now.checked_add(SignedDuration::from_secs(seconds.into())).ok(),
        (Some(_), Some(_)) => None,
    };
    match until.filter(|until| *until > now) {
        Some(until) => Ok(Ban { until: Some(until) }),
        None => Err(ErrorMsg::invalid_field(
            None,
            "until",
            "`until` is a time to come, or `seconds` how long; not both",
        )),
    }
}

fn chips(account: &str, amount: WireChips, way: Way, other: Option<&str>) -> Result<Deed, ErrorMsg> {
    if amount.get() == 0 {
        return Err(ErrorMsg::invalid_field(None, "amount", "`amount` is at least 1"));
    }
    Ok(Deed::Chips {
        whom: whom(account)?,
        amount: wire::chips_in(amount),
        way,
        other: other.map(whom).transpose()?,
    })
}

fn say(en: &str, fr: &str, seconds: u32) -> Result<Deed, ErrorMsg> {
    let [en, fr] = [en.trim(), fr.trim()];
    for (field, text) in [("en", en), ("fr", fr)] {
        if text.is_empty() || text.chars().count() > SAY_MAX || !is_plain(text) {
            let message = format!("`{field}` has 1 to {SAY_MAX} visible characters on one line");
            return Err(ErrorMsg::invalid_field(None, field, message));
        }
    }
    if !(1..=SAY_SECONDS_MAX).contains(&seconds) {
        let message = format!("`seconds` is 1 to {SAY_SECONDS_MAX}, which is a week");
        return Err(ErrorMsg::invalid_field(None, "seconds", message));
    }
    Ok(Deed::Say {
        en: en.to_owned(),
        fr: fr.to_owned(),
        until: Timestamp::now() + SignedDuration::from_secs(seconds.into()),
    })
}

/// Builds a deed at a table, which must be open.
fn at_table(desk: &Desk<'_>, table: &str, deed: TableDeed) -> Result<Deed, ErrorMsg> {
    let Some(server) = desk.server else {
        let message = "no server runs, so no table is open: `poker release NUMBER --pay-out` closes one";
        return Err(ErrorMsg::new(None, ErrorCode::TableClosed, message));
    };
    let named = TableName::parse(table).map(|name| name.table);
    let open = named.filter(|table| server.is_open(*table));
    let Some(table) = open else {
        return Err(ErrorMsg::new(None, ErrorCode::TableNotFound, "there is no such table"));
    };
    if deed == TableDeed::Close && server.is_of_event(table) {
        let message = "the table belongs to a tournament: `poker tournament floor` acts there";
        return Err(ErrorMsg::new(None, ErrorCode::TournamentSeated, message));
    }
    Ok(Deed::Table { table, deed })
}

/// Returns one account, with the places where it and its bots are seated or entered.
///
/// # Errors
/// Returns an error if there is no such account, or it cannot be read.
pub async fn shown(desk: &Desk<'_>, name: &str) -> Result<Value, ErrorMsg> {
    let line = account(desk.store, name).await?;
    let mut shown = read::account_line(&line);
    shown["places"] = places(desk, line.account.id).await?.into();
    let limit = desk.store.own_limit(line.account.id).await;
    shown["limits"] = limit
        .map_err(|fault| refused(&fault))?
        .as_ref()
        .map(read::own_limit)
        .into();
    Ok(shown)
}

/// The places where an account and its bots are seated or entered.
async fn places(desk: &Desk<'_>, account: AccountId) -> Result<Vec<String>, ErrorMsg> {
    let bots = desk.store.bots_of(account).await.map_err(|fault| refused(&fault))?;
    let accounts: Vec<AccountId> = [account].into_iter().chain(bots.iter().map(|bot| bot.id)).collect();
    match desk.server {
        Some(server) => Ok(server.places_of(&accounts)),
        None => kept_places(desk.store, &accounts)
            .await
            .map_err(|fault| refused(&fault)),
    }
}

/// Refuses an account that, itself or through a bot, has a seat or an entry in a tournament that is not over.
async fn refuse_seated(desk: &Desk<'_>, whom: &Whom) -> Result<(), ErrorMsg> {
    let line = desk.store.account_line(whom.clone()).await;
    let line = line.map_err(|fault| refused(&fault))?.ok_or_else(unknown)?;
    if line.account.house {
        return Err(refused(&OrderFault::House.into()));
    }
    let places = places(desk, line.account.id).await?;
    if places.is_empty() {
        return Ok(());
    }
    let places = places.join(", ");
    let message = format!(
        "the account, or one of its bots, is still in {places}: `poker accounts ban` stands it up from tables of cash games when \
         the hand is over; officials take it out of a tournament, or wait for its end"
    );
    let error = ErrorMsg::new(None, ErrorCode::PeopleSeated, message);
    Err(error.with("where", places))
}

/// The same for a folder that no server uses: seats as last reported by the tables, and tournament entries that have
/// been paid but not paid out.
async fn kept_places(store: &dyn Store, accounts: &[AccountId]) -> Result<Vec<String>, StoreError> {
    let open = store.tables().await?;
    let ids: Vec<TableId> = open.iter().map(|table| table.id).collect();
    let told = store.told_rows(ids).await?;
    let mut places = Vec::new();
    for owner in open {
        let is_in = match owner.kind {
            OwnerKind::Table => {
                let rows = told.get(&owner.id);
                let stacks = rows.map(|rows| salvage::stacks_told(rows)).unwrap_or_default();
                stacks.iter().any(|(account, _)| accounts.contains(account))
            }
            OwnerKind::Tournament => {
                let brought = store.brought(owner.id).await?;
                brought.iter().any(|(account, _)| accounts.contains(account))
            }
        };
        if is_in {
            places.push(format!("{} {}", owner.kind, owner.id));
        }
    }
    Ok(places)
}

/// Hashes a password off the tables' threads. A password equal to the account's name is refused where the name is given.
async fn hash(pool: &Pool, password: String, account: &str) -> Result<String, ErrorMsg> {
    let key = auth::name_key(account).unwrap_or_default();
    let hashed = pool.run(Asker::known(Network::HERE), Piece::Short, move || {
        auth::hash_of(&password, &key)
    });
    let hashed = hashed.await.map_err(too_busy)?;
    hashed.map_err(|fault| auth_error(None, &fault))
}

/// A password of 80 random bits, in letters that are easy to read out.
fn new_password() -> Result<String, ErrorMsg> {
    let mut bytes = [0_u8; 16];
    rand::fill(&mut bytes).map_err(|_| auth_error(None, &AuthError::Internal))?;
    let letters = bytes.map(|byte| char::from(LETTERS[usize::from(byte % 32)]));
    let groups: Vec<String> = letters.chunks(4).map(|group| group.iter().collect()).collect();
    Ok(groups.join("-"))
}

/// The error message for the store's refusal.
pub fn refused(fault: &StoreError) -> ErrorMsg {
    let code = match fault {
        StoreError::NoSuchAccount => return unknown(),
        StoreError::NameTaken => ErrorCode::AuthNameTaken,
        StoreError::Insufficient => ErrorCode::LedgerInsufficientFunds,
        StoreError::DailyCap { left } => {
            let message = format!("the mint has {} chips left", left.get());
            return ErrorMsg::new(None, ErrorCode::LedgerInsufficientFunds, message);
        }
        StoreError::Order(OrderFault::IdReused) => ErrorCode::ProtocolIdReused,
        StoreError::Order(OrderFault::NoPassword) => ErrorCode::PeopleNoPassword,
        StoreError::Order(OrderFault::House) => ErrorCode::PeopleHouse,
        StoreError::Order(OrderFault::NoLine) => ErrorCode::PeopleNoLine,
        fault => return store_error(fault, "an act of the operator failed"),
    };
    ErrorMsg::new(None, code, fault.to_string())
}
