//! Explains what happened in a hand, or to an account around a given time, from the hand's record or the journal and
//! from the record of connections.
//!
//! Only cards that were visible to the table are shown. If an account is named, its own cards are added, as in its
//! export, and only for a hand that is over.

mod course;
mod lines;
mod presence;

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use poker_protocol::v1::{ErrorCode, ErrorMsg};
use poker_store::{
    AccountId, AccountLine, ConnectionSearch, HandView, RecordEnd, RefusedAnswer, RefusedSearch, StoreError, TableId,
    WITNESSED_MAX, Whom,
};
use poker_table::TableName;
use poker_table::stored::stored_name_and_clock;
use poker_wire::PrivateRecord;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use self::course::{Course, Player, Standing};
use self::lines::connections::{connection_lines, refused_line};
use self::lines::{TimelineEntry, tell};
use self::presence::{Presence, instant};
use super::{Desk, account, refused};

/// Hands explained in one answer.
const HANDS: usize = 20;

/// Hands of an account that are searched for those around a time; bots play many.
const HANDS_LOOKED_AT: usize = 1_000;

/// The longest period before and after an instant, in seconds: one day.
pub const WITHIN_MAX: u32 = 86_400;

/// The default period before and after an instant, in seconds.
const WITHIN: u32 = 300;

/// Maximum time before a hand at which a connection may have been opened that was still open at its start.
const BEFORE: SignedDuration = SignedDuration::from_hours(48);

/// A request to explain a hand, or an account around a time. With both a hand and an account, the account's own cards are included.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExplainAsked {
    /// The hand, as table and hand number, such as `3/17`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<String>,
    /// The account, by name or identifier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// The instant of interest, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<i64>,
    /// Seconds before and after that instant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<u32>,
}

/// Parses a hand given as table and hand number.
///
/// # Errors
/// Returns an error if the text does not name a hand.
pub fn named_hand(text: &str) -> Result<(TableId, u64), ErrorMsg> {
    let parts = text.split_once('/').and_then(|(table, hand_no)| {
        let hand_no = hand_no.parse().ok().filter(|number| (1..=1 << 53).contains(number))?;
        Some((TableName::parse(table)?.table, hand_no))
    });
    let message = "a hand is a table and a number from 1 to 2^53, such as 3/17";
    parts.ok_or_else(|| ErrorMsg::invalid_field(None, "hand", message))
}

/// Answers a request to explain.
///
/// # Errors
/// Returns the reason for which no explanation can be given.
pub(super) async fn explain(desk: &Desk<'_>, asked: ExplainAsked) -> Result<Value, ErrorMsg> {
    // The last few seconds belong to the answer, so they are written first. If the disk is full, they are unknown.
    let is_whole = match desk.server {
        Some(server) => server.writes_connections().await,
        None => false,
    };
    let whose = match &asked.account {
        Some(name) => Some(account(desk.store, name).await?),
        None => None,
    };
    let end = desk.store.record_end().await.map_err(|fault| refused(&fault))?;
    let ask = Ask { desk, end, is_whole };
    match (&asked.hand, whose, asked.at) {
        (Some(hand), whose, None) if asked.within.is_none() => {
            let (table, hand_no) = named_hand(hand)?;
            ask.hand(table, hand_no, whose.as_ref()).await
        }
        (None, Some(whose), Some(at)) => {
            let at = Timestamp::from_millisecond(at)
                .map_err(|_| ErrorMsg::invalid_field(None, "at", "`at` is milliseconds since 1970"))?;
            let within = asked.within.unwrap_or(WITHIN);
            if !(1..=WITHIN_MAX).contains(&within) {
                let message = "`within` is 1 to 86400 seconds, which is a day";
                return Err(ErrorMsg::invalid_field(None, "within", message));
            }
            let within = SignedDuration::from_secs(within.into());
            let (from, until) = (at.checked_sub(within), at.checked_add(within));
            let (Ok(from), Ok(until)) = (from, until) else {
                return Err(ErrorMsg::invalid_field(None, "at", "there is no such time"));
            };
            ask.around(&whose, at, from, until).await
        }
        _ => {
            let message = "name a hand, with or without an account, or an account and a time";
            Err(ErrorMsg::invalid_field(None, "hand", message))
        }
    }
}

struct Ask<'a> {
    desk: &'a Desk<'a>,
    end: Option<RecordEnd>,
    /// `true` if the record is complete up to now.
    is_whole: bool,
}

impl Ask<'_> {
    /// Explains a hand, including the own cards of `whose` if that account took part.
    async fn hand(&self, table: TableId, hand_no: u64, whose: Option<&AccountLine>) -> Result<Value, ErrorMsg> {
        let viewer = whose.map(|whose| whose.account.id);
        let store = self.desk.store;
        let found = store.hand(table, hand_no, None).await;
        let Some(view) = found.map_err(|fault| unreadable(table, hand_no, &fault))? else {
            return self.unarchived(table, hand_no).await;
        };
        let view = match viewer {
            None => view,
            Some(viewer) => {
                let own = store.hand(table, hand_no, Some(viewer)).await;
                let own = own.map_err(|fault| unreadable(table, hand_no, &fault))?;
                own.ok_or_else(|| {
                    let message = format!("the account did not play hand {table}/{hand_no}");
                    ErrorMsg::new(None, ErrorCode::HandNotFound, message)
                })?
            }
        };
        self.finished(view, whose).await
    }

    /// Explains a hand that is over.
    async fn finished(&self, view: HandView, whose: Option<&AccountLine>) -> Result<Value, ErrorMsg> {
        let (table, hand_no) = (view.table, view.hand_no);
        let course = Course::of_record(&view);
        let course = course.map_err(|fault| damaged(table, hand_no, &fault.to_string()))?;
        let span = (view.started_at, view.ended_at);
        let mut told = self
            .told((table, hand_no), "finished", "archive", &course, span)
            .await?;
        if let Some(whose) = whose {
            let own: Option<PrivateRecord> = view
                .private
                .as_deref()
                .map(serde_json::from_str)
                .transpose()
                .map_err(|fault| damaged(table, hand_no, &fault.to_string()))?;
            let cards: Option<Vec<String>> = own.map(|own| own.cards.iter().map(ToString::to_string).collect());
            told["own"] = json!({"name": whose.account.name, "cards": cards});
        }
        Ok(told)
    }

    /// Explains, from the journal, a hand that is still running or was undone.
    async fn unarchived(&self, table: TableId, hand_no: u64) -> Result<Value, ErrorMsg> {
        let rows = self.desk.store.hand_steps(table, hand_no).await;
        let rows = rows.map_err(|fault| refused(&fault))?;
        let Some((mut course, standing)) = Course::of_journal(&rows) else {
            let message = format!(
                "there is no hand {table}/{hand_no}: it was never dealt, it was void and the journal has its steps no more, or it is \
                 older than the hands that are kept"
            );
            return Err(ErrorMsg::new(None, ErrorCode::HandNotFound, message));
        };
        for player in course.players.values_mut() {
            player.name = self.name_of(player).await?;
        }
        let config = self
            .desk
            .store
            .table_config(table)
            .await
            .map_err(|fault| refused(&fault))?;
        let kept = config.as_deref().and_then(stored_name_and_clock);
        (course.table_name, course.clock) = kept.unzip();
        let times = || course.moments.iter().filter_map(|moment| moment.at);
        let first = times().min().map(instant).unwrap_or_default();
        let last = times().max().map(instant).unwrap_or_default();
        let state = match standing {
            Standing::Running => "running",
            Standing::Voided => "voided",
            Standing::Over => "finished",
        };
        let until = if standing == Standing::Running {
            Timestamp::now()
        } else {
            last
        };
        self.told((table, hand_no), state, "journal", &course, (first, until))
            .await
    }

    async fn name_of(&self, player: &Player) -> Result<String, ErrorMsg> {
        let Some(account) = player.account else {
            return Ok(String::new());
        };
        let line = self.desk.store.account_line(Whom::Id(account)).await;
        let line = line.map_err(|fault| refused(&fault))?;
        Ok(line.map(|line| line.account.name).unwrap_or_default())
    }

    async fn told(
        &self,
        (table, hand_no): (TableId, u64),
        state: &str,
        source: &str,
        course: &Course,
        (from, until): (Timestamp, Timestamp),
    ) -> Result<Value, ErrorMsg> {
        let mut presences = BTreeMap::new();
        for (seat, player) in &course.players {
            if let Some(account) = player.account {
                presences.insert(*seat, self.presence(account, from, until).await?);
            }
        }
        let answers = self
            .desk
            .store
            .refused_answers(RefusedSearch::Hand(table, hand_no))
            .await;
        let answers = answers.map_err(|fault| refused(&fault))?;
        let told = tell(course, &presences, &answers);
        let players = course.players.iter().map(|(seat, player)| {
            json!({"seat": seat, "id": player.account.map(|account| account.to_string()), "name": player.name})
        });
        let mut gaps = Vec::new();
        if source == "journal" {
            gaps.push("the hand is told from the journal: players who did nothing are told by their seats".to_owned());
        }
        if state == "running" {
            gaps.push("the hand still runs: what the table sees is told, and no more".to_owned());
        }
        gaps.extend(self.gap_of_record(from, until));
        Ok(json!({
            "hand": format!("{table}/{hand_no}"),
            "table": table.to_string(),
            "hand_no": hand_no,
            "state": state,
            "source": source,
            "game": course.game,
            "table_name": course.table_name,
            "tournament": course.is_of_event,
            "started_at": from.to_string(),
            "ended_at": (state != "running").then(|| until.to_string()),
            "players": players.collect::<Vec<_>>(),
            "clock": course.clock,
            "lines": told.lines.iter().map(TimelineEntry::json).collect::<Vec<_>>(),
            "pots": told.pots,
            "rake": 0,
            "gaps": gaps,
            "record": self.record(),
        }))
    }

    /// The connections of an account between two instants.
    async fn presence(&self, account: AccountId, from: Timestamp, until: Timestamp) -> Result<Presence, ErrorMsg> {
        let search = ConnectionSearch {
            account,
            from: from.checked_sub(BEFORE).unwrap_or(from),
            until,
            before: None,
        };
        let lines = self
            .desk
            .store
            .connections(search)
            .await
            .map_err(|fault| refused(&fault))?;
        let written = self.end.map_or(i64::MIN, |end| end.written_at.as_millisecond());
        let known_until = if self.is_whole { i64::MAX } else { written };
        Ok(Presence::new(lines, known_until, self.desk.server.is_some()))
    }

    /// Describes in words what the record of connections lacks between two instants.
    fn gap_of_record(&self, from: Timestamp, until: Timestamp) -> Option<String> {
        let Some(end) = self.end else {
            return Some("no connection is on record: no server of this version has run here yet".to_owned());
        };
        let month = Timestamp::now().checked_sub(SignedDuration::from_hours(30 * 24)).ok()?;
        if until < month {
            return Some("connections are kept for 30 days: none are left of that time".to_owned());
        }
        if !self.is_whole && until > end.written_at {
            return Some(
                "the record of connections ends before that time: the server was killed, or its disk is full"
                    .to_owned(),
            );
        }
        let is_of_run = end.run <= until && from <= end.written_at;
        (end.left_out > 0 && is_of_run).then(|| {
            format!(
                "{} lines about connections were too many to be kept since the server started",
                end.left_out
            )
        })
    }

    fn record(&self) -> Value {
        let written = |end: RecordEnd| json!({"ends_at": end.written_at.to_string(), "server_started_at": end.run.to_string(), "left_out": end.left_out});
        self.end.map_or(Value::Null, written)
    }

    /// Explains what happened to an account around a time.
    async fn around(
        &self,
        whose: &AccountLine,
        at: Timestamp,
        from: Timestamp,
        until: Timestamp,
    ) -> Result<Value, ErrorMsg> {
        let who = &whose.account;
        let presence = self.presence(who.id, from, until).await?;
        let store = self.desk.store;
        let answers = store.refused_answers(RefusedSearch::Account(who.id, from, until)).await;
        let answers: Vec<RefusedAnswer> = answers.map_err(|fault| refused(&fault))?;
        let (first, last) = (from.as_millisecond(), until.as_millisecond());
        let mut lines = connection_lines(&presence, None, &who.name, first, last);
        lines.extend(answers.iter().map(|answer| refused_line(answer, None, &who.name, None)));
        lines.sort_by_key(|line| line.at);
        let (views, left_out) = self
            .hands_around(who.id, at, from, until)
            .await
            .map_err(|fault| refused(&fault))?;
        let mut hands = Vec::with_capacity(views.len());
        for view in views {
            let name = format!("{}/{}", view.table, view.hand_no);
            let told = self.finished(view, Some(whose)).await;
            // A damaged hand must not affect the others.
            hands.push(told.unwrap_or_else(|fault| json!({"hand": name, "state": "damaged", "gaps": [fault.message]})));
        }
        let connections = presence.lines.iter().filter(|line| {
            let ended = presence.lost_at(line).unwrap_or(i64::MAX);
            line.opened_at.as_millisecond() <= last && ended >= first
        });
        let connections = connections.map(super::read::connection_line);
        let mut gaps: Vec<String> = self.gap_of_record(from, until).into_iter().collect();
        if presence.lines.is_empty() {
            gaps.push(format!("no connection of {} is on record of that time", who.name));
        }
        let most = WITNESSED_MAX as usize;
        if presence.lines.len() >= most || answers.len() >= most {
            gaps.push(format!(
                "there is more on record: the last {most} lines are told, so ask for a shorter time"
            ));
        }
        if until >= Timestamp::now() {
            gaps.push("a hand that still runs is told by its number alone".to_owned());
        }
        Ok(json!({
            "account": {"id": who.id.to_string(), "name": who.name},
            "from": from.to_string(),
            "until": until.to_string(),
            "connections": connections.collect::<Vec<_>>(),
            "lines": lines.iter().map(TimelineEntry::json).collect::<Vec<_>>(),
            "hands": hands,
            "left_out": left_out,
            "is_live": self.desk.server.is_some(),
            "gaps": gaps,
            "record": self.record(),
        }))
    }

    /// The hands of an account that were in progress at some time from `from` until `until`, in order; if there are too
    /// many, those nearest to `at`. The second value is the number of hands left out.
    async fn hands_around(
        &self,
        account: AccountId,
        at: Timestamp,
        from: Timestamp,
        until: Timestamp,
    ) -> Result<(Vec<HandView>, usize), StoreError> {
        let store = self.desk.store;
        // A hand still running at the end of the period ended later.
        let late = until.checked_add(SignedDuration::from_hours(1)).unwrap_or(until);
        let mut cursor = Some(store.place_of(late).await?);
        let mut found = Vec::new();
        let mut looked_at = 0;
        'pages: while looked_at < HANDS_LOOKED_AT {
            let page = store.hands_of(account, cursor, 100).await?;
            let Some(last) = page.last() else { break };
            cursor = Some(last.cursor);
            looked_at += page.len();
            for line in page {
                if line.ended_at < from {
                    break 'pages;
                }
                match store.hand(line.table, line.hand_no, Some(account)).await {
                    Ok(Some(view)) if view.started_at <= until => found.push(view),
                    // Hands that do not open are reported by an audit.
                    Ok(_) | Err(StoreError::Corrupt(_)) => {}
                    Err(fault) => return Err(fault),
                }
            }
        }
        let distance = |view: &HandView| {
            if view.started_at > at {
                view.started_at.duration_since(at)
            } else if view.ended_at < at {
                at.duration_since(view.ended_at)
            } else {
                SignedDuration::ZERO
            }
        };
        found.sort_by_key(distance);
        let left_out = found.len().saturating_sub(HANDS);
        found.truncate(HANDS);
        found.sort_by_key(|view| (view.started_at, view.table, view.hand_no));
        Ok((found, left_out))
    }
}

/// The error for a record that cannot be read back.
fn damaged(table: TableId, hand_no: u64, why: &str) -> ErrorMsg {
    tracing::warn!(%table, hand_no, why, "a hand cannot be read");
    let message =
        format!("the record of hand {table}/{hand_no} is damaged and cannot be told: `poker audit` says what is wrong");
    ErrorMsg::new(None, ErrorCode::ServerInternal, message)
}

fn unreadable(table: TableId, hand_no: u64, fault: &StoreError) -> ErrorMsg {
    match fault {
        StoreError::Corrupt(why) => damaged(table, hand_no, why),
        fault => refused(fault),
    }
}
