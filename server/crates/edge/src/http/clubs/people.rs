//! The people of a club: invitations, roles and claims.

use axum::Json;
use axum::response::NoContent;
use poker_lobby::clubs::role_in;
use poker_protocol::v1::clubs::{ClubInvitation, ClubPersonChange, ClubResponse};
use poker_protocol::v1::routes;
use poker_protocol::v1::routes::answer::Csv;
use poker_store::{ClubAct, ClubSecret};

use super::rows::{people_file, response};
use super::{
    ApiError, Call, ClubHouse, Ready, carried_out, changed, club_of, numbers, plain, secret, unbroken, unknown,
};

/// Names in one request.
const NAMES_MAX: usize = 100;

pub(super) async fn invite(
    house: ClubHouse,
    call: Call<routes::clubs::Invite>,
) -> Result<Json<ClubResponse>, ApiError> {
    let [club] = numbers(&call.path)?;
    changed(&house, &call.caller, club, ClubAct::Invite(secret()?)).await
}

pub(super) async fn invited(
    house: ClubHouse,
    call: Call<routes::clubs::Invited>,
) -> Result<Json<ClubInvitation>, ApiError> {
    let [invitation] = call.path;
    let club = house
        .store
        .invited_to(opened(&invitation)?)
        .await?
        .ok_or_else(unknown)?;
    let record = house.store.club(club).await?.ok_or_else(unknown)?;
    let members = record.people.iter().filter(|person| person.account.is_some()).count();
    Ok(Json(ClubInvitation {
        members: u32::try_from(members).unwrap_or(u32::MAX),
        club: record.member(call.caller.account).map(|_| club),
        name: record.name,
    }))
}

pub(super) async fn join(house: ClubHouse, call: Call<routes::clubs::Join>) -> Result<Json<ClubResponse>, ApiError> {
    let [invitation] = call.path;
    let (own, account, invitation) = (house.clone(), call.caller.account, opened(&invitation)?);
    let joined = unbroken(&house.connections, async move {
        let club = own.store.join_club(account, invitation).await?;
        Ok(own.clubs.followed(&*own.store, club).await?)
    });
    let record = joined.await?.ok_or_else(unknown)?;
    Ok(response(&house, &call.caller, &record))
}

pub(super) async fn add(
    house: ClubHouse,
    call: Call<routes::clubs::AddPeople>,
) -> Result<Json<ClubResponse>, ApiError> {
    let [club] = numbers(&call.path)?;
    if call.body.names.is_empty() || call.body.names.len() > NAMES_MAX {
        let message = format!("`names` must have 1 to {NAMES_MAX} names");
        return Err(ApiError::invalid_field("names", message));
    }
    let names = call.body.names.iter().map(|name| plain(&house, "names", name));
    let names = names.collect::<Result<_, _>>()?;
    changed(&house, &call.caller, club, ClubAct::Add(names)).await
}

pub(super) async fn change(
    house: ClubHouse,
    call: Call<routes::clubs::ChangePerson>,
) -> Result<Json<ClubResponse>, ApiError> {
    let [club, person] = numbers(&call.path)?;
    let act = match call.body {
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
    changed(&house, &call.caller, club, act).await
}

pub(super) async fn remove(house: ClubHouse, call: Call<routes::clubs::RemovePerson>) -> Result<NoContent, ApiError> {
    let [club, person] = numbers(&call.path)?;
    let act = ClubAct::Remove(person, secret()?);
    carried_out(&house, &call.caller, club, act).await?;
    Ok(NoContent)
}

pub(super) async fn claim(house: ClubHouse, call: Call<routes::clubs::Claim>) -> Result<Json<ClubResponse>, ApiError> {
    let [club, person] = numbers(&call.path)?;
    changed(&house, &call.caller, club, ClubAct::Claim(person)).await
}

pub(super) async fn calls(house: ClubHouse, call: Call<routes::clubs::Calls>) -> Result<Json<ClubResponse>, ApiError> {
    let [club] = numbers(&call.path)?;
    changed(&house, &call.caller, club, ClubAct::Calls(call.body.calls)).await
}

pub(super) async fn people(house: ClubHouse, call: Call<routes::clubs::PeopleFile>) -> Result<Ready<Csv>, ApiError> {
    let [club] = numbers(&call.path)?;
    let record = club_of(&house, &call.caller, club).await?;
    Ok(Ready::private_text(people_file(&record)))
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
