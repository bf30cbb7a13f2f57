//! Tables and tournaments of a club.

use axum::Json;
use axum::response::NoContent;
use poker_protocol::v1::clubs::{ClubPlaceRequest, ClubResponse};
use poker_protocol::v1::{ErrorCode, routes};
use poker_store::{AccountId, ClubAct, ClubPlace, OwnerKind, TableId};
use poker_table::TableName;

use super::rows::response;
use super::{ApiError, Call, ClubHouse, carried_out, club_of, numbers, unknown};

pub(super) async fn keep(house: ClubHouse, call: Call<routes::clubs::Keep>) -> Result<Json<ClubResponse>, ApiError> {
    let [club] = numbers(&call.path)?;
    let place = match &call.body {
        ClubPlaceRequest {
            table: Some(table),
            tournament: None,
        } => own_table(&house, call.caller.account, &table.0),
        ClubPlaceRequest {
            table: None,
            tournament: Some(event),
        } => own_event(&house, call.caller.account, &event.0),
        _ => {
            let message = "exactly one of `table` and `tournament` is needed";
            return Err(ApiError::invalid_field("table", message));
        }
    };
    let unfit = || {
        ApiError::new(
            ErrorCode::ClubPlaceUnfit,
            "the table or tournament must be private and your own",
        )
    };
    let place = place.ok_or_else(unfit)?;
    let event = house.tournaments.private_event_of(place.place, call.caller.account);
    let before = club_of(&house, &call.caller, club).await?;
    let is_news = before.places.iter().all(|known| known.place != place.place);
    let record = carried_out(&house, &call.caller, club, ClubAct::Keep(place)).await?;
    let record = record.ok_or_else(unknown)?;
    if let Some(event) = event.filter(|_| is_news) {
        house.lobby.call_to_event(&record, &event);
    }
    Ok(response(&house, &call.caller, &record))
}

pub(super) async fn release(house: ClubHouse, call: Call<routes::clubs::Release>) -> Result<NoContent, ApiError> {
    let [club, _] = numbers(&call.path)?;
    let place = TableId::from_number(&call.path[1]).map_err(|_| unknown())?;
    carried_out(&house, &call.caller, club, ClubAct::Release(place)).await?;
    Ok(NoContent)
}

/// A private table of a host.
fn own_table(house: &ClubHouse, host: AccountId, name: &str) -> Option<ClubPlace> {
    let place = TableName::parse(name)?.table;
    let setup = house.lobby.private_table_of(place, host)?;
    Some(ClubPlace {
        place,
        kind: OwnerKind::Table,
        name: setup.name.clone(),
        link: setup.wire_id(place).0,
    })
}

/// A private tournament that an account runs.
fn own_event(house: &ClubHouse, host: AccountId, name: &str) -> Option<ClubPlace> {
    let place = TableName::parse(name)?.table;
    let summary = house.tournaments.private_event_of(place, host)?;
    Some(ClubPlace {
        place,
        kind: OwnerKind::Tournament,
        name: summary.name.en,
        link: summary.tournament.0,
    })
}
