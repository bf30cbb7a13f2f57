//! An operator's queries about people, answered as JSON over HTTP and on the command line alike.

use jiff::Timestamp;
use poker_engine::Chips;
use poker_protocol::v1::ErrorMsg;
use poker_store::{
    AccountId, AccountKind, AccountLine, AccountSearch, CLUB_LINES_MAX, ChatLine, ChatSearch, ConnectionLine,
    ConnectionSearch, DayLimits, HandCursor, Keeper, LINES_MAX, LedgerLine, OfficialRole, OwnLimit, RecurringRecord,
    RefusedAnswer, RefusedSearch, Sanction, Store, StoreError, TableId, TemplateRecord, TrailLine,
};
use poker_table::TableName;
use poker_wire as wire;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::explain::{ExplainAsked, explain};
use super::{Desk, account, refused, shown};
use crate::auth;

/// Default number of lines in one answer.
const LINES: u32 = 100;

/// Hands in one answer; each has to be read and opened.
const HANDS: u32 = 50;

/// An operator's query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// A list of accounts.
    Accounts(AccountsAsked),
    /// One account, by name or identifier.
    Account(String),
    /// The trail of operators' acts.
    Trail(TrailAsked),
    /// The chat at the tables.
    Chat(ChatAsked),
    /// An account's hands, with its own cards.
    Hands(String, HandsAsked),
    /// An explanation of a hand, or of an account around a time.
    Explain(ExplainAsked),
}

impl Question {
    /// `true` if the answer contains cards that were not shown to the table.
    pub const fn needs_cards(&self) -> bool {
        match self {
            Self::Accounts(_) | Self::Account(_) | Self::Trail(_) | Self::Chat(_) => false,
            Self::Hands(..) => true,
            Self::Explain(asked) => asked.account.is_some(),
        }
    }
}

/// Filters of a list of accounts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountsAsked {
    /// Part of the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `guest`, `account` or `bot`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Only banned accounts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub banned: Option<bool>,
    /// Continue after this account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Maximum number of accounts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// Filters of the trail.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrailAsked {
    /// Only lines about this account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// Only lines before this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<u64>,
    /// Maximum number of lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// Filters of the chat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChatAsked {
    /// Only this table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// Only this account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// Only lines since then, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<i64>,
    /// Only lines before this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<u64>,
    /// Maximum number of lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// Filters of an account's hands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandsAsked {
    /// Only hands before this cursor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<i64>,
}

/// Answers a query.
///
/// # Errors
/// Returns the reason for which it cannot be answered.
pub async fn read(desk: &Desk<'_>, question: Question) -> Result<Value, ErrorMsg> {
    let store = desk.store;
    match question {
        Question::Accounts(asked) => accounts(store, asked).await,
        Question::Account(name) => shown(desk, &name).await,
        Question::Trail(asked) => trail(store, asked).await,
        Question::Chat(asked) => chat(store, asked).await,
        Question::Explain(asked) => explain(desk, asked).await,
        Question::Hands(name, asked) => {
            let of = account(store, &name).await?.account.id;
            let before = asked.before.map(HandCursor);
            hands(store, of, before).await.map_err(|fault| refused(&fault))
        }
    }
}

async fn accounts(store: &dyn Store, asked: AccountsAsked) -> Result<Value, ErrorMsg> {
    let invalid = |field, message: &str| ErrorMsg::invalid_field(None, field, message);
    let kind = asked.kind.as_deref().map(|kind| {
        AccountKind::from_code(kind).ok_or_else(|| invalid("kind", "`kind` is `guest`, `account` or `bot`"))
    });
    let after = asked.after.as_deref().map(|after| {
        let after: Result<AccountId, _> = after.parse();
        after.map_err(|_| invalid("after", "`after` is the identifier of an account"))
    });
    let search = AccountSearch {
        name: asked.name.map(|name| auth::folded(&name)),
        kind: kind.transpose()?,
        banned: asked.banned.unwrap_or(false),
        after: after.transpose()?,
        limit: asked.limit.unwrap_or(LINES).min(LINES_MAX),
    };
    let limit = search.limit;
    let found = store.find_accounts(search).await.map_err(|fault| refused(&fault))?;
    let is_more = u32::try_from(found.len()).is_ok_and(|len| len == limit && len > 0);
    let after = found.last().filter(|_| is_more).map(|line| line.account.id.to_string());
    let lines: Vec<Value> = found.iter().map(account_line).collect();
    Ok(json!({"accounts": lines, "after": after}))
}

async fn trail(store: &dyn Store, asked: TrailAsked) -> Result<Value, ErrorMsg> {
    let about = match &asked.account {
        Some(name) => Some(account(store, name).await?.account.id),
        None => None,
    };
    let limit = asked.limit.unwrap_or(LINES);
    let lines = store
        .trail(about, asked.before, limit)
        .await
        .map_err(|fault| refused(&fault))?;
    let lines: Vec<Value> = lines.iter().map(trail_line).collect();
    Ok(json!({"trail": lines}))
}

async fn chat(store: &dyn Store, asked: ChatAsked) -> Result<Value, ErrorMsg> {
    let table = asked.table.as_deref().map(|table| {
        let named: Option<TableId> = TableName::parse(table).map(|name| name.table);
        named.ok_or_else(|| ErrorMsg::invalid_field(None, "table", "`table` is not a table"))
    });
    let of = match &asked.account {
        Some(name) => Some(account(store, name).await?.account.id),
        None => None,
    };
    let search = ChatSearch {
        table: table.transpose()?,
        account: of,
        since: asked.since.and_then(|since| Timestamp::from_millisecond(since).ok()),
        before: asked.before,
        limit: asked.limit.unwrap_or(LINES),
    };
    let lines = store.chat(search).await.map_err(|fault| refused(&fault))?;
    let lines: Vec<Value> = lines.iter().map(chat_line).collect();
    Ok(json!({"chat": lines}))
}

pub(super) fn account_line(line: &AccountLine) -> Value {
    let account = &line.account;
    json!({
        "id": account.id.to_string(),
        "name": account.name,
        "kind": account.kind.code(),
        "house": account.house,
        "owner": account.owner.map(|owner| owner.to_string()),
        "created_at": account.created_at.to_string(),
        "ended_at": line.retired_at.map(|at| at.to_string()),
        "deleted": line.is_deleted,
        "chips": line.chips.get(),
        "sessions": line.sessions,
        "ban": line.ban.as_ref().map(sanction),
        "mute": line.mute.as_ref().map(sanction),
    })
}

fn sanction(sanction: &Sanction) -> Value {
    json!({
        "since": sanction.since.to_string(),
        "until": sanction.ban.until.map(|until| until.to_string()),
        "reason": sanction.reason,
        "holds": sanction.ban.holds(Timestamp::now()),
    })
}

/// A line of the trail as JSON.
pub(crate) fn trail_line(line: &TrailLine) -> Value {
    let named = |of: &Option<(AccountId, String)>| {
        let named = of.as_ref();
        named.map(|(id, name)| json!({"id": id.to_string(), "name": name}))
    };
    json!({
        "no": line.no,
        "id": line.id,
        "at": line.at.to_string(),
        "author": line.author,
        "reason": line.reason,
        "account": named(&line.account),
        "other": named(&line.other),
        "act": line.act,
        "outcome": line.outcome,
    })
}

fn chat_line(line: &ChatLine) -> Value {
    json!({
        "no": line.no,
        "at": line.said.at.to_string(),
        "table": line.said.table.to_string(),
        "account": line.said.account.to_string(),
        "name": line.name,
        "text": line.said.text,
        "removed": line.is_removed,
    })
}

/// The limits that an account has set for itself.
pub(super) fn own_limit(limit: &OwnLimit) -> Value {
    let limits = |limits: DayLimits| json!({"minutes": limits.minutes, "loss": limits.loss.map(Chips::get)});
    json!({
        "now": limits(limit.now),
        "later": limit.later.map(|(day, later)| json!({"day": day, "limits": limits(later)})),
        "break_until": limit.break_until.map(|until| until.to_string()),
        "day": limit.day,
        "played_ms": limit.played_ms,
    })
}

/// Exports everything stored about an account except its hands, and nothing about others but the names that the account sees itself.
///
/// # Errors
/// Returns the reason for which it cannot be read.
pub(crate) async fn export(store: &dyn Store, of: AccountId) -> Result<Value, ErrorMsg> {
    gather(store, of).await.map_err(|fault| refused(&fault))
}

async fn gather(store: &dyn Store, of: AccountId) -> Result<Value, StoreError> {
    let line = store
        .account_line(super::Whom::Id(of))
        .await?
        .ok_or(StoreError::NoSuchAccount)?;
    let sessions = store.sessions_of(of).await?;
    let sessions = sessions.iter().map(|session| {
        json!({
            "label": session.label,
            "api": session.api,
            "created_at": session.created_at.to_string(),
            "expires_at": session.expires_at.to_string(),
        })
    });
    let bots = store.bots_of(of).await?;
    let mut notes = Vec::new();
    let mut after = None;
    loop {
        let page = store.notes(of, after, LINES_MAX).await?;
        after = page.last().map(|(note, _)| note.player);
        notes.extend(
            page.iter()
                .map(|(note, about)| json!({"about": about.name, "text": note.text, "colour": note.colour})),
        );
        if page.is_empty() {
            break;
        }
    }
    let ties = store.ties(of).await?;
    let friends: Vec<&str> = ties.friends.iter().map(|tie| tie.player.name.as_str()).collect();
    let mut ledger: Vec<Value> = Vec::new();
    let mut before = None;
    loop {
        let lines = store.ledger_of(of, before, LINES_MAX).await?;
        before = lines.last().map(|line| line.no);
        ledger.extend(lines.iter().map(ledger_line));
        if lines.is_empty() {
            break;
        }
    }
    let mut said: Vec<Value> = Vec::new();
    let mut before = None;
    loop {
        let search = ChatSearch {
            account: Some(of),
            before,
            limit: LINES_MAX,
            ..ChatSearch::default()
        };
        let lines = store.chat(search).await?;
        before = lines.last().map(|line| line.no);
        said.extend(lines.iter().map(chat_line));
        if lines.is_empty() {
            break;
        }
    }
    let mut connections: Vec<Value> = Vec::new();
    let mut before = None;
    loop {
        let search = ConnectionSearch {
            account: of,
            from: Timestamp::UNIX_EPOCH,
            until: Timestamp::now(),
            before,
        };
        let lines = store.connections(search).await?;
        before = lines.last().map(|line| line.no);
        connections.extend(lines.iter().map(connection_line));
        if lines.is_empty() {
            break;
        }
    }
    let all = RefusedSearch::Account(of, Timestamp::UNIX_EPOCH, Timestamp::now());
    let answers = store.refused_answers(all).await?;
    Ok(json!({
        "account": account_line(&line),
        "official": store.official(of).await?.map(OfficialRole::code),
        "bots": bots.iter().map(|bot| &bot.name).collect::<Vec<_>>(),
        "sessions": sessions.collect::<Vec<_>>(),
        "push_subscriptions": store.subscriptions(of).await?.len(),
        "limits": store.own_limit(of).await?.as_ref().map(own_limit),
        "notes": notes,
        "friends": friends,
        "clubs": clubs(store, of).await?,
        "evenings": evenings(store, of).await?,
        "templates": templates(store, of).await?,
        "recurring_events": recurring(store, of).await?,
        "ledger": ledger,
        "chat": said,
        "connections": connections,
        "refused_answers": answers.iter().map(refused_answer).collect::<Vec<_>>(),
    }))
}

/// The evenings of an account, as it sees them.
async fn evenings(store: &dyn Store, of: AccountId) -> Result<Vec<Value>, StoreError> {
    let (mut all, mut before) = (Vec::new(), None);
    loop {
        let some = store.evenings(of, before, LINES).await?;
        let Some(last) = some.last() else { return Ok(all) };
        before = Some(last.table);
        let bodies = some
            .iter()
            .filter_map(|evening| serde_json::from_str(&evening.body).ok());
        all.extend::<Vec<Value>>(bodies.collect());
    }
}

/// The templates of an account.
async fn templates(store: &dyn Store, of: AccountId) -> Result<Vec<Value>, StoreError> {
    let kept = store.templates(Keeper::Account(of)).await?;
    let template = |template: TemplateRecord| {
        json!({
            "kind": template.terms.kind,
            "name": template.terms.name,
            "changed_at": template.changed_at.to_string(),
            "content": serde_json::from_str::<Value>(&template.terms.body).unwrap_or_default(),
        })
    };
    Ok(kept.into_iter().map(template).collect())
}

/// The events of an account that recur.
async fn recurring(store: &dyn Store, of: AccountId) -> Result<Vec<Value>, StoreError> {
    let kept = store.recurring(Keeper::Account(of)).await?;
    let event = |event: RecurringRecord| json!(crate::templates::event(event));
    Ok(kept.into_iter().map(event).collect())
}

/// What clubs keep about an account: its role, remarks and results.
async fn clubs(store: &dyn Store, of: AccountId) -> Result<Vec<Value>, StoreError> {
    let mut clubs = Vec::new();
    for head in store.clubs_of(of).await? {
        let Some(club) = store.club(head.id).await? else {
            continue;
        };
        let Some(me) = club.member(of) else { continue };
        let said = store.club_remarks(club.id, CLUB_LINES_MAX).await?;
        let own = said.iter().filter(|remark| remark.person == me.id);
        let mut results = Vec::new();
        for season in &club.seasons {
            let Some(season) = store.season(club.id, season.id).await? else {
                continue;
            };
            for (_, event) in &season.events {
                let own = event.results.iter().filter(|result| result.player == me.id);
                results.extend(own.map(|result| {
                    json!({
                        "season": season.terms.name,
                        "event": event.name,
                        "at": event.at.to_string(),
                        "place": result.place,
                        "knock_outs": result.knock_outs,
                        "rebuys": result.rebuys,
                    })
                }));
            }
        }
        clubs.push(json!({
            "name": club.name,
            "role": me.role.code(),
            "since": me.since.to_string(),
            "said": own.map(|remark| json!({"at": remark.at.to_string(), "text": remark.text})).collect::<Vec<_>>(),
            "results": results,
        }));
    }
    Ok(clubs)
}

/// A connection as JSON. The digest of its network serves only for comparison.
pub(super) fn connection_line(line: &ConnectionLine) -> Value {
    let tables: Vec<String> = line.tables.iter().map(ToString::to_string).collect();
    json!({
        "opened_at": line.opened_at.to_string(),
        "closed_at": line.closed_at.map(|at| at.to_string()),
        "heard_at": line.heard_at.map(|at| at.to_string()),
        "why": line.why,
        "network": line.net.map(|net| net.to_string()),
        "tables": tables,
    })
}

fn refused_answer(answer: &RefusedAnswer) -> Value {
    json!({
        "at": answer.at.to_string(),
        "hand": format!("{}/{}", answer.table, answer.hand_no),
        "turn": answer.turn,
        "action": answer.action,
        "code": answer.code,
    })
}

fn ledger_line(line: &LedgerLine) -> Value {
    json!({
        "no": line.no,
        "at": line.at.to_string(),
        "change": line.change,
        "reason": line.reason,
        "other": line.other,
        "hand": line.hand_no,
    })
}

/// Hands of an account, the newest first, with its own cards in addition to what the whole table saw.
async fn hands(store: &dyn Store, of: AccountId, before: Option<HandCursor>) -> Result<Value, StoreError> {
    let lines = store.hands_of(of, before, HANDS).await?;
    let before = lines.last().map(|line| line.cursor.0);
    let mut hands = Vec::with_capacity(lines.len());
    for line in &lines {
        let view = store.hand(line.table, line.hand_no, Some(of)).await?;
        // Records that cannot be read are reported by an audit.
        hands.extend(view.and_then(|view| wire::told_hand(view).ok()));
    }
    Ok(json!({"hands": hands, "before": before}))
}
