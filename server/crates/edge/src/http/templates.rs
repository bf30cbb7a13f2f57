//! Templates, and the events that recur by them: an account's own, and those of a club.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Json;
use axum::response::NoContent;
use jiff::Timestamp;
use poker_engine::tournament::structure::shipped;
use poker_event::setup::{hosted_name, own_structure, words_of};
use poker_lobby::{Events, Hall, Tables, calendar, choosing, tables};
use poker_people::{club_refused, instant, template_refused, templates};
use poker_protocol::v1::routes::Route;
use poker_protocol::v1::routes::body::{NoBody, Required};
use poker_protocol::v1::routes::token::Needed;
use poker_protocol::v1::templates::{
    ChipsOfValue, RecurringEvent, RecurringRequest, RecurringResponse, TemplateContent, TemplateLine, TemplateRequest,
    TemplateResponse, TemplatesResponse,
};
use poker_protocol::v1::{ErrorCode, ErrorMsg, routes};
use poker_store::{
    AccountId, AccountKind, ClubRefusal, Keeper, RecurringRecord, RecurringTerms, Store, TemplateRefusal, TemplateTerms,
};

use super::api::{Api, Call, Declared, New};
use super::error::ApiError;

/// Maximum number of values in a chip set, the highest value, and the maximum number of chips of a value.
const VALUES_MAX: usize = 12;
const VALUE_MAX: u32 = 999_999_999;
const COUNT_MAX: u32 = 100_000;

/// Longest list of prizes, in bytes.
const PAYS_BYTES: usize = 2_000;

/// Maximum number of days by which an event is announced ahead.
const AHEAD_MAX: u8 = 28;

/// Longest name of a time zone, in bytes.
const ZONE_BYTES: usize = 64;

/// Attempts to change an event that is being announced at the same time.
const ATTEMPTS: usize = 3;

/// What the routes of templates take.
#[derive(Clone)]
pub(crate) struct TemplateDesk {
    /// The store of templates.
    pub(crate) store: Arc<dyn Store>,
    /// What opens tables, and checks their settings.
    pub(crate) tables: Arc<Tables>,
    /// What announces tournaments, and checks their settings.
    pub(crate) events: Arc<Events>,
    /// Hears of an event that recurs.
    pub(crate) tournaments: Arc<Hall>,
}

/// Adds this module's routes.
pub(super) fn routes(api: Api) -> Api {
    api.on(list::<routes::templates::List>)
        .on(keep::<routes::templates::Keep>)
        .on(show::<routes::templates::Show>)
        .on(replace::<routes::templates::Replace>)
        .on(delete::<routes::templates::Delete>)
        .on(list_recurring::<routes::templates::Recurring>)
        .on(begin::<routes::templates::BeginRecurring>)
        .on(change::<routes::templates::ChangeRecurring>)
        .on(end::<routes::templates::EndRecurring>)
        .on(list::<routes::templates::ClubList>)
        .on(keep::<routes::templates::ClubKeep>)
        .on(show::<routes::templates::ClubShow>)
        .on(replace::<routes::templates::ClubReplace>)
        .on(delete::<routes::templates::ClubDelete>)
        .on(list_recurring::<routes::templates::ClubRecurring>)
        .on(begin::<routes::templates::ClubBeginRecurring>)
        .on(change::<routes::templates::ClubChangeRecurring>)
        .on(end::<routes::templates::ClubEndRecurring>)
}

/// The keeper that a path names, and the number after it.
struct Kept {
    keeper: Keeper,
    caller: AccountId,
    /// `true` for an account with a password.
    is_account: bool,
    number: u64,
}

/// An operation about templates, with a token and this body.
trait About<Body>: Declared + Route<Token = Needed, Request = Body> {}

impl<Body, R: Declared + Route<Token = Needed, Request = Body>> About<Body> for R {}

impl Kept {
    fn of<R: Declared + Route<Token = Needed>>(Call { caller, path, .. }: &Call<R>) -> Result<Self, ApiError> {
        let mut kept = Self {
            keeper: Keeper::Account(caller.account),
            caller: caller.account,
            is_account: caller.kind == AccountKind::Account,
            number: 0,
        };
        let names = R::OPERATION.path.split('{').skip(1);
        for (name, value) in names.zip(path.as_ref()) {
            let number = value.parse();
            if name.starts_with("club}") {
                let club = number.map_err(|_| club_refused(ClubRefusal::Unknown))?;
                kept.keeper = Keeper::Club(club, kept.caller);
            } else {
                let unknown = if name.starts_with("template}") {
                    TemplateRefusal::Unknown
                } else {
                    TemplateRefusal::UnknownRecurring
                };
                kept.number = number.map_err(|_| template_refused(unknown))?;
            }
        }
        Ok(kept)
    }

    /// Refuses guests, whose names go with them.
    fn lasts(&self) -> Result<(), ApiError> {
        if self.is_account {
            return Ok(());
        }
        let message = "keeping templates takes an account with a password";
        Err(ApiError::new(ErrorCode::TemplateGuest, message))
    }

    /// Refuses guests as keepers of templates.
    fn may_keep(&self) -> Result<(), ApiError> {
        match self.keeper {
            Keeper::Account(_) => self.lasts(),
            Keeper::Club(..) => Ok(()),
        }
    }
}

async fn list<R: About<NoBody>>(desk: TemplateDesk, call: Call<R>) -> Result<Json<TemplatesResponse>, ApiError> {
    let of = Kept::of(&call)?;
    let kept = desk.store.templates(of.keeper).await?;
    let lines = kept.into_iter().filter_map(|template| {
        Some(TemplateLine {
            template: template.id,
            kind: templates::kind_of(&template.terms)?,
            at: instant(template.changed_at),
            name: template.terms.name,
        })
    });
    Ok(Json(TemplatesResponse {
        templates: lines.collect(),
    }))
}

async fn keep<R: About<Required<TemplateRequest>>>(
    desk: TemplateDesk,
    call: Call<R>,
) -> Result<New<TemplateResponse>, ApiError> {
    let of = Kept::of(&call)?;
    of.may_keep()?;
    let terms = terms_of(&desk, &of, &call.body)?;
    let template = desk.store.keep_template(of.keeper, None, terms).await?;
    read(&desk, of.keeper, template).await.map(New)
}

async fn show<R: About<NoBody>>(desk: TemplateDesk, call: Call<R>) -> Result<Json<TemplateResponse>, ApiError> {
    let of = Kept::of(&call)?;
    read(&desk, of.keeper, of.number).await.map(Json)
}

async fn replace<R: About<Required<TemplateRequest>>>(
    desk: TemplateDesk,
    call: Call<R>,
) -> Result<Json<TemplateResponse>, ApiError> {
    let of = Kept::of(&call)?;
    of.may_keep()?;
    let terms = terms_of(&desk, &of, &call.body)?;
    let template = desk.store.keep_template(of.keeper, Some(of.number), terms).await?;
    read(&desk, of.keeper, template).await.map(Json)
}

async fn delete<R: About<NoBody>>(desk: TemplateDesk, call: Call<R>) -> Result<NoContent, ApiError> {
    let of = Kept::of(&call)?;
    desk.store.delete_template(of.keeper, of.number).await?;
    Ok(NoContent)
}

async fn read(desk: &TemplateDesk, of: Keeper, template: u64) -> Result<TemplateResponse, ApiError> {
    let record = desk.store.template(of, template).await?;
    templates::whole(record).ok_or_else(|| template_refused(TemplateRefusal::Unknown).into())
}

/// A template as it is stored, checked.
fn terms_of(
    desk: &TemplateDesk,
    of: &Kept,
    TemplateRequest { name, content }: &TemplateRequest,
) -> Result<TemplateTerms, ApiError> {
    let name = hosted_name(name)
        .map_err(|message| ApiError::invalid_field("name", message))?
        .en;
    desk.tables.blocked.check_names([name.as_str()])?;
    check(desk, of.caller, content)?;
    let kind = serde_json::json!(content.kind());
    Ok(TemplateTerms {
        kind: kind.as_str().unwrap_or_default().to_owned(),
        name,
        body: serde_json::to_string(content).map_err(|fault| ApiError::internal(&fault))?,
    })
}

/// Checks the content of a template as the real thing is checked.
fn check(desk: &TemplateDesk, host: AccountId, content: &TemplateContent) -> Result<(), ErrorMsg> {
    match content {
        TemplateContent::Structure { definition } => {
            let structure = own_structure(definition).map_err(|fault| bad_structure(fault.to_string()))?;
            desk.tables.blocked.check_names(words_of(&structure))
        }
        TemplateContent::Payouts { pays } => check_payouts(pays),
        TemplateContent::Chips { chips } => check_chips(chips),
        TemplateContent::Table { config } if config.session.closes_at.is_some() => {
            let message = "a template has no hour at which its table closes";
            Err(ErrorMsg::invalid_field(None, "content", message))
        }
        TemplateContent::Table { config } => tables::check(&desk.tables, config),
        TemplateContent::Event { config } => choosing::check_template(&desk.events, host, config),
    }
}

fn bad_structure(message: String) -> ErrorMsg {
    ErrorMsg::new(None, ErrorCode::TournamentBadStructure, message)
}

/// Checks prizes as those of a structure.
fn check_payouts(pays: &str) -> Result<(), ErrorMsg> {
    let is_list = pays
        .chars()
        .all(|sign| sign.is_ascii_digit() || matches!(sign, '.' | ',' | ' '));
    if pays.len() > PAYS_BYTES || !is_list || !pays.contains(|sign: char| sign.is_ascii_digit()) {
        let message = "prizes are a list of percentages, such as `50, 30, 20`";
        return Err(ErrorMsg::invalid_field(None, "content", message));
    }
    let plain = shipped::source("freezeout").unwrap_or_default();
    own_structure(&format!("{plain}\npays = [{pays}]\n"))
        .map(drop)
        .map_err(|fault| bad_structure(fault.to_string()))
}

fn check_chips(chips: &[ChipsOfValue]) -> Result<(), ErrorMsg> {
    let values: BTreeSet<u32> = chips.iter().map(|chips| chips.value).collect();
    let fits = |chips: &ChipsOfValue| (1..=VALUE_MAX).contains(&chips.value) && (1..=COUNT_MAX).contains(&chips.count);
    if chips.is_empty() || chips.len() > VALUES_MAX || values.len() < chips.len() || !chips.iter().all(fits) {
        let message = format!("a chip set has 1 to {VALUES_MAX} values, each once, with 1 to {COUNT_MAX} chips");
        return Err(ErrorMsg::invalid_field(None, "content", message));
    }
    Ok(())
}

async fn list_recurring<R: About<NoBody>>(
    desk: TemplateDesk,
    call: Call<R>,
) -> Result<Json<RecurringResponse>, ApiError> {
    let of = Kept::of(&call)?;
    let recurring = desk.store.recurring(of.keeper).await?;
    Ok(Json(RecurringResponse {
        recurring: recurring.into_iter().map(templates::event).collect(),
    }))
}

async fn begin<R: About<Required<RecurringRequest>>>(
    desk: TemplateDesk,
    call: Call<R>,
) -> Result<New<RecurringEvent>, ApiError> {
    let of = Kept::of(&call)?;
    of.lasts()?;
    let terms = recurs(&call.body)?;
    let next = calendar::next_in_time(&terms, None, Timestamp::now()).ok_or_else(no_zone)?;
    let recurring = desk.store.begin_recurring(of.keeper, terms, next).await?;
    desk.tournaments.recurs.notify_one();
    one_of(&desk, &of, recurring).await.map(templates::event).map(New)
}

async fn change<R: About<Required<RecurringRequest>>>(
    desk: TemplateDesk,
    call: Call<R>,
) -> Result<Json<RecurringEvent>, ApiError> {
    let of = Kept::of(&call)?;
    of.lasts()?;
    let terms = recurs(&call.body)?;
    for _ in 0..ATTEMPTS {
        let last = one_of(&desk, &of, of.number).await?.last_at;
        let next = calendar::next_in_time(&terms, last, Timestamp::now()).ok_or_else(no_zone)?;
        let changed = desk
            .store
            .change_recurring(of.keeper, of.number, last, terms.clone(), next);
        if changed.await? {
            desk.tournaments.recurs.notify_one();
            return Ok(Json(templates::event(one_of(&desk, &of, of.number).await?)));
        }
    }
    Err(ApiError::new(ErrorCode::TournamentBusy, "the event is being announced"))
}

async fn end<R: About<NoBody>>(desk: TemplateDesk, call: Call<R>) -> Result<NoContent, ApiError> {
    let of = Kept::of(&call)?;
    desk.store.end_recurring(of.keeper, of.number).await?;
    Ok(NoContent)
}

async fn one_of(desk: &TemplateDesk, of: &Kept, recurring: u64) -> Result<RecurringRecord, ApiError> {
    let mut all = desk.store.recurring(of.keeper).await?.into_iter();
    let found = all.find(|one| one.id == recurring);
    Ok(found.ok_or_else(|| template_refused(TemplateRefusal::UnknownRecurring))?)
}

fn no_zone() -> ApiError {
    ApiError::new(ErrorCode::RecurringZone, "there is no such time zone")
}

/// When an event recurs, checked but for its zone.
fn recurs(request: &RecurringRequest) -> Result<RecurringTerms, ApiError> {
    let days = request.days.iter().fold(0, |days, day| days | templates::bit(*day));
    if days == 0 || days.count_ones() as usize != request.days.len() {
        return Err(ApiError::invalid_field("days", "`days` are 1 to 7 days, each once"));
    }
    let minute = minute_of(&request.time);
    let minute = minute.ok_or_else(|| ApiError::invalid_field("time", "`time` is from `00:00` to `23:59`"))?;
    if request.ahead > AHEAD_MAX {
        return Err(ApiError::invalid_field("ahead", format!("`ahead` is 0 to {AHEAD_MAX}")));
    }
    if request.zone.len() > ZONE_BYTES {
        return Err(no_zone());
    }
    Ok(RecurringTerms {
        template: request.template,
        days,
        minute,
        zone: request.zone.clone(),
        ahead: request.ahead,
        paused: request.paused,
    })
}

/// A time of day, in minutes since midnight.
fn minute_of(time: &str) -> Option<u16> {
    let (hour, minute) = time.split_once(':')?;
    let number = |text: &str, most: u16| {
        let is_number = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|number: &u16| is_number && *number < most)
    };
    Some(number(hour, 24)? * 60 + number(minute, 60)?)
}
