//! Clubs: their people, chat, tables and events.

mod entries;
mod rows;
mod seasons;

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use poker_base::network::Network;
use poker_event::setup::hosted_name;
use poker_limits::rate_limited;
use poker_lobby::clubs::role_in;
use poker_people::auth::Identity;
use poker_people::{club_refused as refused, templates};
use poker_protocol::v1::clubs::{
    ClubCalls, ClubChat, ClubFile, ClubInvitation, ClubName, ClubNames, ClubPersonChange, ClubPlaceRequest, ClubRemark,
    ClubResponse, ClubsResponse,
};
use poker_protocol::v1::{CloseCode, ErrorCode};
use poker_store::{
    AccountId, AccountKind, CLUB_LINES_MAX, ClubAct, ClubPlace, ClubRecord, ClubRefusal, ClubSecret, Keeper, OwnerKind,
    TableId,
};
use poker_table::{Mail, OperatorWish, TableName, is_invisible};
use rand::TryRng as _;
use rand::rngs::SysRng;
use tokio_util::task::TaskTracker;

use self::rows::{chat_of, head, people_file, response};
use super::api::Api;
use super::bearer::Bearer;
use super::error::ApiError;
use super::extract::Body;
use crate::app::App;

const CLUB: &str = "/api/v1/clubs/{club}";
const INVITATION: &str = "/api/v1/club-invitations/{invitation}";
const PERSON: &str = "/api/v1/clubs/{club}/people/{person}";
const CHAT: &str = "/api/v1/clubs/{club}/chat";

/// Remarks in one answer.
const CHAT_PAGE: u32 = 100;

/// Longest remark, in characters.
const TEXT_MAX: usize = 300;

/// Names in one request.
const NAMES_MAX: usize = 100;

/// Adds this module's routes.
pub(crate) fn routes(api: Api) -> Api {
    let api = api
        .get("/api/v1/clubs", list)
        .post("/api/v1/clubs", found)
        .get(CLUB, show)
        .put(CLUB, rename)
        .delete(CLUB, close)
        .post("/api/v1/clubs/{club}/invitation", invite)
        .get(INVITATION, invited)
        .post(INVITATION, join)
        .post("/api/v1/clubs/{club}/people", add)
        .put(PERSON, change)
        .delete(PERSON, remove)
        .post("/api/v1/clubs/{club}/people/{person}/claim", claim)
        .get(CHAT, chat)
        .post(CHAT, say)
        .put("/api/v1/clubs/{club}/calls", calls)
        .post("/api/v1/clubs/{club}/places", keep)
        .delete("/api/v1/clubs/{club}/places/{place}", release)
        .get("/api/v1/clubs/{club}/people/file", people)
        .get("/api/v1/clubs/{club}/file", file);
    seasons::routes(api)
}

/// `GET /api/v1/clubs`.
async fn list(State(app): State<Arc<App>>, Bearer(caller): Bearer) -> Result<Json<ClubsResponse>, ApiError> {
    let clubs = app.store.clubs_of(caller.account).await?;
    Ok(Json(ClubsResponse {
        clubs: clubs.into_iter().map(head).collect(),
    }))
}

/// `POST /api/v1/clubs`.
async fn found(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Body(request): Body<ClubName>,
) -> Result<(StatusCode, Json<ClubResponse>), ApiError> {
    if caller.kind != AccountKind::Account {
        let message = "founding a club takes an account with a password";
        return Err(ApiError::new(ErrorCode::ClubGuest, message));
    }
    let name = plain(&app, "name", &request.name)?;
    let club = app.store.found_club(caller.account, name, secret()?).await?;
    let record = club_of(&app, &caller, club).await?;
    Ok((StatusCode::CREATED, response(&app, &caller, &record)))
}

/// `GET /api/v1/clubs/{club}`.
async fn show(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Path(club): Path<String>,
) -> Result<Json<ClubResponse>, ApiError> {
    let record = club_of(&app, &caller, number(&club)?).await?;
    Ok(response(&app, &caller, &record))
}

/// `PUT /api/v1/clubs/{club}`.
async fn rename(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Path(club): Path<String>,
    Body(request): Body<ClubName>,
) -> Result<Json<ClubResponse>, ApiError> {
    let name = plain(&app, "name", &request.name)?;
    changed(&app, &caller, &club, ClubAct::Rename(name)).await
}

/// `DELETE /api/v1/clubs/{club}`.
async fn close(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Path(club): Path<String>,
) -> Result<StatusCode, ApiError> {
    carried_out(&app, &caller, number(&club)?, ClubAct::Close).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/v1/clubs/{club}/invitation`.
async fn invite(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Path(club): Path<String>,
) -> Result<Json<ClubResponse>, ApiError> {
    changed(&app, &caller, &club, ClubAct::Invite(secret()?)).await
}

/// `GET /api/v1/club-invitations/{invitation}`.
async fn invited(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Path(invitation): Path<String>,
) -> Result<Json<ClubInvitation>, ApiError> {
    let club = app.store.invited_to(opened(&invitation)?).await?.ok_or_else(unknown)?;
    let record = app.store.club(club).await?.ok_or_else(unknown)?;
    let members = record.people.iter().filter(|person| person.account.is_some()).count();
    Ok(Json(ClubInvitation {
        members: u32::try_from(members).unwrap_or(u32::MAX),
        club: record.member(caller.account).map(|_| club),
        name: record.name,
    }))
}

/// `POST /api/v1/club-invitations/{invitation}`.
async fn join(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Path(invitation): Path<String>,
) -> Result<Json<ClubResponse>, ApiError> {
    let (own, account, invitation) = (Arc::clone(&app), caller.account, opened(&invitation)?);
    let joined = unbroken(&app.connections, async move {
        let club = own.store.join_club(account, invitation).await?;
        Ok(own.clubs.followed(&*own.store, club).await?)
    });
    let record = joined.await?.ok_or_else(unknown)?;
    Ok(response(&app, &caller, &record))
}

/// `POST /api/v1/clubs/{club}/people`.
async fn add(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Path(club): Path<String>,
    Body(request): Body<ClubNames>,
) -> Result<Json<ClubResponse>, ApiError> {
    if request.names.is_empty() || request.names.len() > NAMES_MAX {
        let message = format!("`names` must have 1 to {NAMES_MAX} names");
        return Err(ApiError::invalid_field("names", message));
    }
    let names = request.names.iter().map(|name| plain(&app, "names", name));
    let names = names.collect::<Result<_, _>>()?;
    changed(&app, &caller, &club, ClubAct::Add(names)).await
}

/// `PUT /api/v1/clubs/{club}/people/{person}`.
async fn change(
    State(app): State<Arc<App>>,
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
        } => ClubAct::NamePlayer(person, plain(&app, "name", &name)?),
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
    changed(&app, &caller, &club, act).await
}

/// `DELETE /api/v1/clubs/{club}/people/{person}`.
async fn remove(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Path((club, person)): Path<(String, String)>,
) -> Result<StatusCode, ApiError> {
    let act = ClubAct::Remove(number(&person)?, secret()?);
    carried_out(&app, &caller, number(&club)?, act).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/v1/clubs/{club}/people/{person}/claim`.
async fn claim(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Path((club, person)): Path<(String, String)>,
) -> Result<Json<ClubResponse>, ApiError> {
    changed(&app, &caller, &club, ClubAct::Claim(number(&person)?)).await
}

/// `GET /api/v1/clubs/{club}/chat`.
async fn chat(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Path(club): Path<String>,
) -> Result<Json<ClubChat>, ApiError> {
    let record = club_of(&app, &caller, number(&club)?).await?;
    said(&app, &record).await
}

/// `POST /api/v1/clubs/{club}/chat`.
async fn say(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Extension(network): Extension<Network>,
    Path(club): Path<String>,
    Body(request): Body<ClubRemark>,
) -> Result<Json<ClubChat>, ApiError> {
    let club = number(&club)?;
    let text = request.text.trim();
    let is_plain = |c: char| !c.is_control() && !is_invisible(c);
    if text.is_empty() || text.chars().count() > TEXT_MAX || !text.chars().all(is_plain) {
        let message = format!("a remark has 1 to {TEXT_MAX} visible characters");
        return Err(ApiError::new(ErrorCode::ChatInvalid, message));
    }
    if app.blocked.are_in(text) {
        return Err(ApiError::new(
            ErrorCode::ChatBlocked,
            "the remark has a word that is not allowed",
        ));
    }
    if app.people.is_muted(caller.account, jiff::Timestamp::now()) {
        return Err(ApiError::new(
            ErrorCode::ChatMuted,
            "the operator has muted the account",
        ));
    }
    // Members speak among themselves, like players at a table.
    let counted = app.remarks.count(caller.account, Some(network), true);
    counted.map_err(|wait| rate_limited(None, wait, "too many remarks"))?;
    let act = ClubAct::Say(text.to_owned());
    let record = carried_out(&app, &caller, club, act).await?;
    let record = record.ok_or_else(unknown)?;
    said(&app, &record).await
}

/// `POST /api/v1/clubs/{club}/places`.
async fn keep(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Path(club): Path<String>,
    Body(request): Body<ClubPlaceRequest>,
) -> Result<Json<ClubResponse>, ApiError> {
    let place = match &request {
        ClubPlaceRequest {
            table: Some(table),
            tournament: None,
        } => own_table(&app, caller.account, &table.0),
        ClubPlaceRequest {
            table: None,
            tournament: Some(event),
        } => own_event(&app, caller.account, &event.0),
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
    let event = app.tournaments.private_event_of(place.place, caller.account);
    let before = club_of(&app, &caller, number(&club)?).await?;
    let is_news = before.places.iter().all(|known| known.place != place.place);
    let record = carried_out(&app, &caller, number(&club)?, ClubAct::Keep(place)).await?;
    let record = record.ok_or_else(unknown)?;
    if let Some(event) = event.filter(|_| is_news) {
        app.lobby.call_to_event(&record, &event);
    }
    Ok(response(&app, &caller, &record))
}

/// `PUT /api/v1/clubs/{club}/calls`.
async fn calls(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Path(club): Path<String>,
    Body(request): Body<ClubCalls>,
) -> Result<Json<ClubResponse>, ApiError> {
    changed(&app, &caller, &club, ClubAct::Calls(request.calls)).await
}

/// `DELETE /api/v1/clubs/{club}/places/{place}`.
async fn release(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Path((club, place)): Path<(String, String)>,
) -> Result<StatusCode, ApiError> {
    let place = TableId::from_number(&place).map_err(|_| unknown())?;
    carried_out(&app, &caller, number(&club)?, ClubAct::Release(place)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/v1/clubs/{club}/file`.
async fn file(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Path(club): Path<String>,
) -> Result<Json<ClubFile>, ApiError> {
    let record = club_of(&app, &caller, number(&club)?).await?;
    let chat = app.store.club_remarks(record.id, CLUB_LINES_MAX).await?;
    let of = Keeper::Club(record.id, caller.account);
    let (templates, recurring) = (app.store.templates(of).await?, app.store.recurring(of).await?);
    let Json(club) = response(&app, &caller, &record);
    Ok(Json(ClubFile {
        club,
        chat: chat_of(&record, chat).lines,
        templates: templates.into_iter().filter_map(templates::whole).collect(),
        recurring: recurring.into_iter().map(templates::event).collect(),
    }))
}

/// `GET /api/v1/clubs/{club}/people/file`.
async fn people(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Path(club): Path<String>,
) -> Result<Response, ApiError> {
    let record = club_of(&app, &caller, number(&club)?).await?;
    Ok(csv(people_file(&record)))
}

/// A file of comma-separated values.
fn csv(text: String) -> Response {
    let headers = [(CONTENT_TYPE, "text/csv; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    (headers, text).into_response()
}

/// A club of the caller.
async fn club_of(app: &App, caller: &Identity, club: u64) -> Result<ClubRecord, ApiError> {
    let record = app.store.club(club).await?.ok_or_else(unknown)?;
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
    app: &Arc<App>,
    caller: &Identity,
    club: u64,
    act: ClubAct,
) -> Result<Option<ClubRecord>, ApiError> {
    let (own, account) = (Arc::clone(app), caller.account);
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
    unbroken(&app.connections, work).await
}

/// Carries out an act, and answers with the club after it.
async fn changed(app: &Arc<App>, caller: &Identity, club: &str, act: ClubAct) -> Result<Json<ClubResponse>, ApiError> {
    let record = carried_out(app, caller, number(club)?, act)
        .await?
        .ok_or_else(unknown)?;
    Ok(response(app, caller, &record))
}

/// Makes a former member leave the club's tables after the hand. The connection comes back and finds the others closed.
async fn show_out(app: &App, club: &ClubRecord, gone: AccountId) {
    for place in club.places.iter().filter(|place| place.kind == OwnerKind::Table) {
        // Whoever waits for a seat has none yet.
        if let Some(handle) = app.lobby.table(place.place) {
            handle.deliver(Mail::Operator(OperatorWish::StandUp(gone))).await;
        }
    }
    if !club.places.is_empty() {
        app.sessions.close(gone, CloseCode::Restart);
    }
}

/// The latest remarks.
async fn said(app: &App, club: &ClubRecord) -> Result<Json<ClubChat>, ApiError> {
    let remarks = app.store.club_remarks(club.id, CHAT_PAGE).await?;
    Ok(Json(chat_of(club, remarks)))
}

/// A private table of a host.
fn own_table(app: &App, host: AccountId, name: &str) -> Option<ClubPlace> {
    let place = TableName::parse(name)?.table;
    let info = app.lobby.private_table_of(place, host)?;
    Some(ClubPlace {
        place,
        kind: OwnerKind::Table,
        name: info.name,
        link: info.table.0,
    })
}

/// A private tournament that an account runs.
fn own_event(app: &App, host: AccountId, name: &str) -> Option<ClubPlace> {
    let place = TableName::parse(name)?.table;
    let summary = app.tournaments.private_event_of(place, host)?;
    Some(ClubPlace {
        place,
        kind: OwnerKind::Tournament,
        name: summary.name.en,
        link: summary.tournament.0,
    })
}

/// A name as a club keeps it.
fn plain(app: &App, field: &str, name: &str) -> Result<String, ApiError> {
    let name = hosted_name(name)
        .map_err(|message| ApiError::invalid_field(field, message))?
        .en;
    app.blocked.check_names([name.as_str()])?;
    Ok(name)
}

fn secret() -> Result<ClubSecret, ApiError> {
    let mut secret = ClubSecret::default();
    SysRng
        .try_fill_bytes(&mut secret)
        .map_err(|fault| ApiError::internal(&fault))?;
    Ok(secret)
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

fn number(text: &str) -> Result<u64, ApiError> {
    text.parse().map_err(|_| unknown())
}

fn unknown() -> ApiError {
    refused(ClubRefusal::Unknown).into()
}
