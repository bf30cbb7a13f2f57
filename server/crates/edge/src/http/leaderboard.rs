//! The weekly leaderboard of chips won, among accounts that wish to appear.

use poker_people::results::Boards;
use poker_store::Store;
use std::sync::Arc;

use axum::Json;
use jiff::civil::{ISOWeekDate, Weekday};
use jiff::tz::TimeZone;
use poker_engine::game::catalogue;
use poker_people::auth;
use poker_people::results::HANDS_MIN;
use poker_protocol::v1::personal::{LeaderboardChoice, LeaderboardLine, LeaderboardResponse, LeaderboardYou};
use poker_protocol::v1::{ErrorCode, routes};
use poker_store::{AccountId, AccountKind, Week, WeekResult};

use super::api::{Api, Call};
use super::error::ApiError;

/// Lines of an answer.
const LINES: usize = 100;

/// Adds this module's routes.
pub(crate) fn routes(api: Api) -> Api {
    api.on(show).on(choose)
}

async fn show(
    store: Arc<dyn Store>,
    boards: Arc<Boards>,
    call: Call<routes::personal::Leaderboard>,
) -> Result<Json<LeaderboardResponse>, ApiError> {
    let week = match &call.query.week {
        None => Week::of(jiff::Timestamp::now()),
        Some(text) => parsed(&text.0).ok_or_else(|| {
            let message = "`week` must be a week such as `2026-W48`";
            ApiError::invalid_field("week", message)
        })?,
    };
    let game = call.query.game.map(|game| game.0);
    if let Some(game) = game.as_ref().filter(|game| catalogue::find(game).is_none()) {
        let message = format!("there is no game `{game}`");
        return Err(ApiError::new(ErrorCode::GameUnknown, message));
    }
    let lines = boards.get(&*store, week, game.clone()).await?;
    let you = match call.caller {
        Some(caller) => Some(you(&*store, caller.account, week, game.clone(), &lines).await?),
        None => None,
    };
    Ok(Json(LeaderboardResponse {
        week: written(week).unwrap_or_default(),
        game,
        hands_min: HANDS_MIN,
        players: lines.iter().take(LINES).map(|line| told(line, &lines)).collect(),
        you,
    }))
}

async fn choose(
    store: Arc<dyn Store>,
    boards: Arc<Boards>,
    call: Call<routes::personal::ChooseLeaderboard>,
) -> Result<Json<LeaderboardChoice>, ApiError> {
    if call.body.shown && call.caller.kind != AccountKind::Account {
        let message = "the leaderboard shows only accounts with a password";
        return Err(ApiError::new(ErrorCode::AuthForbidden, message));
    }
    // Repeating a choice costs neither a write nor the cached boards.
    if store.is_listed(call.caller.account).await? != call.body.shown {
        store.set_listed(call.caller.account, call.body.shown).await?;
        boards.forget().await;
    }
    Ok(Json(call.body))
}

/// The caller's own standing.
async fn you(
    store: &dyn Store,
    account: AccountId,
    week: Week,
    game: Option<String>,
    lines: &[WeekResult],
) -> Result<LeaderboardYou, ApiError> {
    let shown = store.is_listed(account).await?;
    let own = lines.iter().find(|line| line.account.id == account).filter(|_| shown);
    let (hands, net) = match own {
        Some(own) => (own.hands, own.net),
        None => store.week_result_of(account, week, game).await?.unwrap_or_default(),
    };
    Ok(LeaderboardYou {
        shown,
        hands,
        net,
        place: own.map(|own| place(own, lines)),
    })
}

fn told(line: &WeekResult, lines: &[WeekResult]) -> LeaderboardLine {
    LeaderboardLine {
        place: place(line, lines),
        player: auth::info_of(&line.account),
        hands: line.hands,
        net: line.net,
    }
}

/// Place of a line, best first: one more than the number of lines with a higher win.
fn place(line: &WeekResult, lines: &[WeekResult]) -> u32 {
    let better = lines.partition_point(|other| other.net > line.net);
    u32::try_from(better).unwrap_or(u32::MAX).saturating_add(1)
}

/// Formats a week.
fn written(week: Week) -> Option<String> {
    let date = week.begins()?.to_zoned(TimeZone::UTC).date().iso_week_date();
    Some(format!("{:04}-W{:02}", date.year(), date.week()))
}

/// Parses a week.
pub fn parsed(text: &str) -> Option<Week> {
    let (year, week) = text.split_once("-W")?;
    let digits = |part: &str, length| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(year, 4) || !digits(week, 2) {
        return None;
    }
    let monday = ISOWeekDate::new(year.parse().ok()?, week.parse().ok()?, Weekday::Monday).ok()?;
    let begins = monday.date().to_zoned(TimeZone::UTC).ok()?;
    Some(Week::of(begins.timestamp()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weeks_are_written_as_they_are_read() {
        for text in ["2026-W48", "2020-W53", "1970-W01", "9999-W01", "0001-W02"] {
            assert_eq!(parsed(text).and_then(written).as_deref(), Some(text));
        }
        for text in [
            "2026-W54",
            "2026-W00",
            "2021-W53",
            "2026W48",
            "26-W48",
            "2026-W4",
            "18446744073709551615",
            "",
            "-W",
        ] {
            assert_eq!(parsed(text), None, "{text}");
        }
        assert_eq!(
            parsed("2026-W48"),
            Some(Week::of("2026-11-29T23:59:59Z".parse().unwrap()))
        );
    }
}
