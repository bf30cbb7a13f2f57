//! The people of a club: invitations, roles and claims.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::{NoContent, Response};
use poker_protocol::v1::clubs::{ClubCalls, ClubInvitation, ClubNames, ClubPersonChange, ClubResponse};
use poker_store::{ClubAct, ClubSecret};

use super::rows::{people_file, response, role_in};
use super::{
    ApiError, Bearer, Body, ClubHouse, carried_out, changed, club_of, csv, number, plain, secret, unbroken, unknown,
};

/// Names in one request.
const NAMES_MAX: usize = 100;

pub(super) async fn invite(
    State(house): State<ClubHouse>,
    Bearer(caller): Bearer,
    Path(club): Path<String>,
) -> Result<Json<ClubResponse>, ApiError> {
    changed(&house, &caller, &club, ClubAct::Invite(secret()?)).await
}

pub(super) async fn invited(
    State(house): State<ClubHouse>,
    Bearer(caller): Bearer,
    Path(invitation): Path<String>,
) -> Result<Json<ClubInvitation>, ApiError> {
    let club = house
        .store
        .invited_to(opened(&invitation)?)
        .await?
        .ok_or_else(unknown)?;
    let record = house.store.club(club).await?.ok_or_else(unknown)?;
    let members = record.people.iter().filter(|person| person.account.is_some()).count();
    Ok(Json(ClubInvitation {
        members: u32::try_from(members).unwrap_or(u32::MAX),
        club: record.member(caller.account).map(|_| club),
        name: record.name,
    }))
}

pub(super) async fn join(
    State(house): State<ClubHouse>,
    Bearer(caller): Bearer,
    Path(invitation): Path<String>,
) -> Result<Json<ClubResponse>, ApiError> {
    let (own, account, invitation) = (house.clone(), caller.account, opened(&invitation)?);
    let joined = unbroken(&house.connections, async move {
        let club = own.store.join_club(account, invitation).await?;
        Ok(own.clubs.followed(&*own.store, club).await?)
    });
    let record = joined.await?.ok_or_else(unknown)?;
    Ok(response(&house, &caller, &record))
}

pub(super) async fn add(
    State(house): State<ClubHouse>,
    Bearer(caller): Bearer,
    Path(club): Path<String>,
    Body(request): Body<ClubNames>,
) -> Result<Json<ClubResponse>, ApiError> {
    if request.names.is_empty() || request.names.len() > NAMES_MAX {
        let message = format!("`names` must have 1 to {NAMES_MAX} names");
        return Err(ApiError::invalid_field("names", message));
    }
    let names = request.names.iter().map(|name| plain(&house, "names", name));
    let names = names.collect::<Result<_, _>>()?;
    changed(&house, &caller, &club, ClubAct::Add(names)).await
}

pub(super) async fn change(
    State(house): State<ClubHouse>,
    Bearer(caller): Bearer,
    Path((club, person)): Path<(String, String)>,
    Body(request): Body<ClubPersonChange>,
) -> Result<Json<ClubResponse>, ApiError> {
    let person = number(&person)?;
    let act = match request {
        ClubPersonChange {
            role: Some(role),
            name: None,
            claim: None,
        } => ClubAct::Appoint(person, role_in(role)),
        ClubPersonChange {
            role: None,
            name: Some(name),
            claim: None,
        } => ClubAct::NamePlayer(person, plain(&house, "name", &name)?),
        ClubPersonChange {
            role: None,
            name: None,
            claim: Some(accepted),
        } => ClubAct::Answer(person, accepted),
        _ => {
            let message = "exactly one of `role`, `name` and `claim` is needed";
            return Err(ApiError::invalid_field("role", message));
        }
    };
    changed(&house, &caller, &club, act).await
}

pub(super) async fn remove(
    State(house): State<ClubHouse>,
    Bearer(caller): Bearer,
    Path((club, person)): Path<(String, String)>,
) -> Result<NoContent, ApiError> {
    let act = ClubAct::Remove(number(&person)?, secret()?);
    carried_out(&house, &caller, number(&club)?, act).await?;
    Ok(NoContent)
}

pub(super) async fn claim(
    State(house): State<ClubHouse>,
    Bearer(caller): Bearer,
    Path((club, person)): Path<(String, String)>,
) -> Result<Json<ClubResponse>, ApiError> {
    changed(&house, &caller, &club, ClubAct::Claim(number(&person)?)).await
}

pub(super) async fn calls(
    State(house): State<ClubHouse>,
    Bearer(caller): Bearer,
    Path(club): Path<String>,
    Body(request): Body<ClubCalls>,
) -> Result<Json<ClubResponse>, ApiError> {
    changed(&house, &caller, &club, ClubAct::Calls(request.calls)).await
}

pub(super) async fn people(
    State(house): State<ClubHouse>,
    Bearer(caller): Bearer,
    Path(club): Path<String>,
) -> Result<Response, ApiError> {
    let record = club_of(&house, &caller, number(&club)?).await?;
    Ok(csv(people_file(&record)))
}

/// The secret of an invitation. Any text that is none opens nothing.
fn opened(invitation: &str) -> Result<ClubSecret, ApiError> {
    let is_secret = invitation.len() == 32
        && invitation
            .bytes()
            .all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
    let bits = u128::from_str_radix(invitation, 16).ok().filter(|_| is_secret);
    Ok(bits.ok_or_else(unknown)?.to_be_bytes())
}
