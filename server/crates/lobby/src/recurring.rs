//! Events that recur: each next one is announced by itself, once.

use std::sync::Arc;
use std::time::Duration;

use jiff::{Timestamp, ToSpan as _};
use poker_event::Announced;
use poker_protocol::v1::templates::TemplateContent;
use poker_protocol::v1::{ErrorCode, ErrorMsg, UnixMs};
use poker_store::{Announcement, DueEvent, Occurrence, StoreError};
use poker_table::tournament_wire_id;
use tokio::time::sleep;

use crate::hall::Events;
use crate::{Doors, calendar, choosing, hall};

/// Interval at which events are looked for if nothing changes.
const LOOK: Duration = Duration::from_secs(30);

/// Time after which an event that could not be announced is tried again, in minutes.
const AGAIN_MIN: i64 = 10;

/// Events announced in one go.
const AT_ONCE: u32 = 50;

/// Keeps the events of clubs and accounts that recur announced.
pub async fn keep_announced(events: Arc<Events>, doors: Arc<Doors>) {
    loop {
        if !events.tables.is_draining() {
            announce_all(&events, &doors).await;
        }
        tokio::select! {
            () = events.tournaments.recurs.notified() => {}
            () = sleep(LOOK) => {}
        }
    }
}

async fn announce_all(events: &Arc<Events>, doors: &Doors) {
    let now = Timestamp::now();
    let due = match events.tables.store.due_events(now, AT_ONCE).await {
        Ok(due) => due,
        Err(error) => {
            tracing::warn!(%error, "recurring events cannot be read");
            return;
        }
    };
    for event in due {
        let recurring = event.recurring.id;
        if let Err(error) = announce(events, doors, event, now).await {
            tracing::warn!(%error, recurring, "a recurring event cannot be announced");
        }
    }
}

/// Announces an event, or notes why it cannot be. What was missed is skipped.
async fn announce(events: &Arc<Events>, doors: &Doors, due: DueEvent, now: Timestamp) -> Result<(), StoreError> {
    let (recurring, at) = (due.recurring.id, due.recurring.next);
    let later = Occurrence {
        at,
        due: now + AGAIN_MIN.minutes(),
    };
    let fault = if let Some(next) = calendar::next_in_time(&due.recurring.terms, Some(at), now) {
        if !calendar::is_in_time(at, now) {
            return events.tables.store.put_off(recurring, at, next, None).await;
        }
        match announce_in_time(events, doors, due, next).await {
            Ok(()) => return Ok(()),
            Err(error) => error.code,
        }
    } else {
        ErrorCode::RecurringZone
    };
    let fault = Some(fault.code().to_owned());
    events.tables.store.put_off(recurring, at, later, fault).await
}

async fn announce_in_time(
    events: &Arc<Events>,
    doors: &Doors,
    due: DueEvent,
    next: Occurrence,
) -> Result<(), ErrorMsg> {
    let (announced, name) = announced(events, &due)?;
    let invitation = announced.invitation.as_ref();
    let whole = tournament_wire_id(poker_store::TableId(0), invitation).0;
    let announcement = Announcement {
        recurring: due.recurring.id,
        at: due.recurring.next,
        next,
        host: due.host,
        config: serde_json::to_string(&announced)
            .map_err(|fault| ErrorMsg::new(None, ErrorCode::ServerInternal, fault.to_string()))?,
        invitation: whole.trim_start_matches('0').to_owned(),
        name,
    };
    let handle = hall::announce_due(events, &announced, announcement).await?;
    if let (Some(handle), Some(club)) = (handle, due.club) {
        // Nobody has its link before.
        match doors.followed(&*events.tables.store, club).await {
            Ok(Some(club)) => events.tables.lobby.call_to_event(&club, &handle.summary()),
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, club, "a club cannot be read"),
        }
    }
    Ok(())
}

/// The tournament that a template describes, with the start of the event. One of a club is for those with its link.
fn announced(events: &Events, due: &DueEvent) -> Result<(Announced, String), ErrorMsg> {
    let unreadable = || ErrorMsg::new(None, ErrorCode::TournamentBadStructure, "the template cannot be read");
    let Ok(TemplateContent::Event { mut config }) = serde_json::from_str(&due.body) else {
        return Err(unreadable());
    };
    let at = u64::try_from(due.recurring.next.as_millisecond()).ok();
    config.starts_at = Some(at.and_then(UnixMs::new).ok_or_else(unreadable)?);
    config.private |= due.club.is_some();
    let announced = choosing::chosen(events, due.host, &config)?;
    let name = announced.name.as_ref().map(|name| name.en.clone());
    Ok((announced, name.unwrap_or_else(|| due.recurring.name.clone())))
}
