//! Clubs: their people, chat, tables and events.

mod chat;
mod entries;
mod people;
mod places;
mod rows;
mod seasons;

use std::sync::Arc;

use axum::Json;
use axum::response::NoContent;
use poker_event::setup::hosted_name;
use poker_lobby::{Doors, Hall, Lobby, Sessions};
use poker_owner::pool::Pool;
use poker_people::auth::Identity;
use poker_people::blocked::BlockedWords;
use poker_people::operators::Live;
use poker_people::{club_refused as refused, templates};
use poker_protocol::v1::clubs::{ClubFile, ClubResponse, ClubsResponse};
use poker_protocol::v1::{CloseCode, ErrorCode, routes};
use poker_store::{
    AccountId, AccountKind, CLUB_LINES_MAX, ClubAct, ClubRecord, ClubRefusal, ClubSecret, Keeper, OwnerKind, Store,
};
use poker_table::{Mail, OperatorWish};
use rand::TryRng as _;
use rand::rngs::SysRng;
use tokio_util::task::TaskTracker;

use self::rows::{chat_of, head, response};
use super::api::{Api, Call, New};
use super::error::ApiError;
use super::ready::Ready;
use crate::session::Remarks;

/// What the routes of clubs take.
#[derive(Clone)]
pub(crate) struct ClubHouse {
    /// The store of clubs.
    pub(crate) store: Arc<dyn Store>,
    /// Open tables.
    pub(crate) lobby: Arc<Lobby>,
    /// The doors of tables and tournaments that are a club's.
    pub(crate) clubs: Arc<Doors>,
    /// Tournaments that are not closed.
    pub(crate) tournaments: Arc<Hall>,
    /// Connections of members.
    pub(crate) sessions: Arc<Sessions>,
    /// Tasks that outlive a request.
    pub(crate) connections: TaskTracker,
    /// Words that names and remarks must not contain.
    pub(crate) blocked: Arc<BlockedWords>,
    /// Accounts that the operator has muted.
    pub(crate) people: Arc<Live>,
    /// Rate limits of remarks.
    pub(crate) remarks: Arc<Remarks>,
    /// Computes standings.
    pub(crate) pool: Arc<Pool>,
}

/// Adds this module's routes.
pub(crate) fn routes(api: Api) -> Api {
    let api = api
        .on(list)
        .on(found)
        .on(show)
        .on(rename)
        .on(close)
        .on(people::invite)
        .on(people::invited)
        .on(people::join)
        .on(people::add)
        .on(people::change)
        .on(people::remove)
        .on(people::claim)
        .on(chat::chat)
        .on(chat::say)
        .on(people::calls)
        .on(places::keep)
        .on(places::release)
        .on(people::people)
        .on(file);
    seasons::routes(api)
}

async fn list(house: ClubHouse, call: Call<routes::clubs::List>) -> Result<Json<ClubsResponse>, ApiError> {
    let clubs = house.store.clubs_of(call.caller.account).await?;
    Ok(Json(ClubsResponse {
        clubs: clubs.into_iter().map(head).collect(),
    }))
}

async fn found(house: ClubHouse, call: Call<routes::clubs::Found>) -> Result<New<ClubResponse>, ApiError> {
    if call.caller.kind != AccountKind::Account {
        let message = "founding a club takes an account with a password";
        return Err(ApiError::new(ErrorCode::ClubGuest, message));
    }
    let name = plain(&house, "name", &call.body.name)?;
    let club = house.store.found_club(call.caller.account, name, secret()?).await?;
    let record = club_of(&house, &call.caller, club).await?;
    let Json(club) = response(&house, &call.caller, &record);
    Ok(New(club))
}

async fn show(house: ClubHouse, call: Call<routes::clubs::Show>) -> Result<Json<ClubResponse>, ApiError> {
    let [club] = numbers(&call.path)?;
    let record = club_of(&house, &call.caller, club).await?;
    Ok(response(&house, &call.caller, &record))
}

async fn rename(house: ClubHouse, call: Call<routes::clubs::Rename>) -> Result<Json<ClubResponse>, ApiError> {
    let [club] = numbers(&call.path)?;
    let name = plain(&house, "name", &call.body.name)?;
    changed(&house, &call.caller, club, ClubAct::Rename(name)).await
}

async fn close(house: ClubHouse, call: Call<routes::clubs::Close>) -> Result<NoContent, ApiError> {
    let [club] = numbers(&call.path)?;
    carried_out(&house, &call.caller, club, ClubAct::Close).await?;
    Ok(NoContent)
}

async fn file(house: ClubHouse, call: Call<routes::clubs::File>) -> Result<Json<ClubFile>, ApiError> {
    let [club] = numbers(&call.path)?;
    let record = club_of(&house, &call.caller, club).await?;
    let chat = house.store.club_remarks(record.id, CLUB_LINES_MAX).await?;
    let of = Keeper::Club(record.id, call.caller.account);
    let (templates, recurring) = (house.store.templates(of).await?, house.store.recurring(of).await?);
    let Json(club) = response(&house, &call.caller, &record);
    Ok(Json(ClubFile {
        club,
        chat: chat_of(&record, chat).lines,
        templates: templates.into_iter().filter_map(templates::whole).collect(),
        recurring: recurring.into_iter().map(templates::event).collect(),
    }))
}

/// A club of the caller.
async fn club_of(house: &ClubHouse, caller: &Identity, club: u64) -> Result<ClubRecord, ApiError> {
    let record = house.store.club(club).await?.ok_or_else(unknown)?;
    record.member(caller.account).ok_or_else(unknown)?;
    Ok(record)
}

/// Does work to its end in a task of its own: a request that is cut off must not stop between an act and what follows from it.
pub(super) async fn unbroken<T: Send + 'static>(
    tasks: &TaskTracker,
    work: impl Future<Output = Result<T, ApiError>> + Send + 'static,
) -> Result<T, ApiError> {
    let done = tasks.spawn(work).await;
    done.map_err(|fault| ApiError::internal(&fault))?
}

/// Carries out an act, and opens the club's doors to those who are members after it. Returns the club, unless it is closed.
async fn carried_out(
    house: &ClubHouse,
    caller: &Identity,
    club: u64,
    act: ClubAct,
) -> Result<Option<ClubRecord>, ApiError> {
    let (own, account) = (house.clone(), caller.account);
    let work = async move {
        let done = own.store.act_in_club(club, account, act).await?;
        let read = own.clubs.begin();
        for place in done.released {
            own.clubs.release(read, place);
        }
        let record = own.clubs.followed(&*own.store, club).await?;
        if let (Some(gone), Some(record)) = (done.gone, &record) {
            show_out(&own, record, gone).await;
        }
        Ok(record)
    };
    unbroken(&house.connections, work).await
}

/// Carries out an act, and answers with the club after it.
async fn changed(
    house: &ClubHouse,
    caller: &Identity,
    club: u64,
    act: ClubAct,
) -> Result<Json<ClubResponse>, ApiError> {
    let record = carried_out(house, caller, club, act).await?.ok_or_else(unknown)?;
    Ok(response(house, caller, &record))
}

/// Makes a former member leave the club's tables after the hand. The connection comes back and finds the others closed.
async fn show_out(house: &ClubHouse, club: &ClubRecord, gone: AccountId) {
    for place in club.places.iter().filter(|place| place.kind == OwnerKind::Table) {
        // Whoever waits for a seat has none yet.
        if let Some(handle) = house.lobby.table(place.place) {
            handle.deliver(Mail::Operator(OperatorWish::StandUp(gone))).await;
        }
    }
    if !club.places.is_empty() {
        house.sessions.close(gone, CloseCode::Restart);
    }
}

/// A name as a club keeps it.
fn plain(house: &ClubHouse, field: &str, name: &str) -> Result<String, ApiError> {
    let name = hosted_name(name)
        .map_err(|message| ApiError::invalid_field(field, message))?
        .en;
    house.blocked.check_names([name.as_str()])?;
    Ok(name)
}

fn secret() -> Result<ClubSecret, ApiError> {
    let mut secret = ClubSecret::default();
    SysRng
        .try_fill_bytes(&mut secret)
        .map_err(|fault| ApiError::internal(&fault))?;
    Ok(secret)
}

/// The numbers in a path. Text that is none names no club.
fn numbers<const N: usize>(path: &[String; N]) -> Result<[u64; N], ApiError> {
    let mut numbers = [0; N];
    for (number, text) in numbers.iter_mut().zip(path) {
        *number = text.parse().map_err(|_| unknown())?;
    }
    Ok(numbers)
}

fn unknown() -> ApiError {
    refused(ClubRefusal::Unknown).into()
}
