//! The sheet of a flight that an official's act takes over. Rule: tournament 1.8.

use poker_event::days::Sheet;
use poker_people::auth::Identity;
use poker_protocol::v1::ErrorCode;
use poker_protocol::v1::tournament::{FloorAction, TournamentPhase};
use poker_store::TableId;

use super::error::ApiError;
use super::tournaments::{EventBook, Found, Held, ask, kept};

/// Finds the sheet that an act names, and gives the flight to this event for good; `None` for acts that name none. `host` is the
/// host of the event.
pub(super) async fn sheet_of(
    book: &EventBook,
    caller: &Identity,
    (event, host): (TableId, Option<String>),
    action: &FloorAction,
) -> Result<Option<Sheet>, ApiError> {
    let FloorAction::Unbag { flight, .. } = action else {
        return Ok(None);
    };
    let no_flight = || {
        let message = "there is no such flight of the same host";
        ApiError::new(ErrorCode::TournamentNoFlight, message)
    };
    let found = book.find(Some(caller), &flight.0).await;
    let Found { id, held } = found.map_err(|_| no_flight())?;
    let (summary, entrants) = match held {
        Held::Open(handle) => {
            let asked = ask(&handle, |core, _| {
                (core.tournament().summary(), core.entrants(0, usize::MAX))
            });
            asked.await?
        }
        Held::Closed(kept) => (kept.state.summary.clone(), kept.entrants(0, usize::MAX)),
    };
    if host.is_none() || summary.host != host {
        return Err(no_flight());
    }
    let sheet = Sheet::of(id, &summary, &entrants).ok_or_else(no_flight)?;
    let mut holder = book.store.give_flight(id, event, None).await?;
    if holder != event && is_cancelled(book, holder).await? {
        holder = book.store.give_flight(id, event, Some(holder)).await?;
    }
    if holder != event {
        let message = "another tournament has taken the flight over";
        return Err(ApiError::new(ErrorCode::TournamentFlightUsed, message));
    }
    Ok(Some(sheet))
}

async fn is_cancelled(book: &EventBook, event: TableId) -> Result<bool, ApiError> {
    let phase = match book.tournaments.get(event) {
        Some(handle) => Some(handle.summary().phase),
        None => kept(&*book.store, event).await?.map(|kept| kept.state.summary.phase),
    };
    Ok(phase == Some(TournamentPhase::Cancelled))
}
