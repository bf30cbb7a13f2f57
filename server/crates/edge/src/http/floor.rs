//! The floor of a tournament: acts of officials and the trail of them.

use std::sync::Arc;

use axum::Json;
use poker_event::core::{FloorAsk, Request, TournamentRequest};
use poker_event::setup::own_structure;
use poker_event::setup::{hosted_source, words_of};
use poker_event::{Mail, PostError, family};
use poker_owner::{Caller, Outbox, Reply, to_json};
use poker_people::auth::{info_of, name_key};
use poker_people::blocked::BlockedWords;
use poker_protocol::v1::client::is_request_id;
use poker_protocol::v1::event::ShownCards;
use poker_protocol::v1::routes::query::Page;
use poker_protocol::v1::tournament::{FloorAction, FloorEntry, FloorHand, FloorRequest, FloorResponse};
use poker_protocol::v1::{ErrorCode, ErrorMsg, PlayerInfo, ServerMsg, routes};
use poker_store::{AccountId, Answer, LedgerAccount, OpenedHand, Store};
use poker_table::TableName;
use poker_wire as wire;
use poker_wire::PrivateRecord;

use super::api::Call;
use super::closed::{self, LateActs};
use super::error::ApiError;
use super::flights::sheet_of;
use super::official::{finished, granted, no_hand};
use super::tournaments::{EventBook, Found, Held, ask, unknown};
use crate::price::{self, Budgets};

/// What the acts of officials take.
#[derive(Clone)]
pub(crate) struct Floor {
    /// Acts in closed tournaments.
    pub(crate) late_acts: Arc<LateActs>,
    /// What acts are paid from.
    pub(crate) budgets: Arc<Budgets>,
    /// Words that names must not contain.
    pub(crate) blocked: Arc<BlockedWords>,
}

pub(crate) async fn show(
    book: EventBook,
    call: Call<routes::tournaments::Floor>,
) -> Result<Json<FloorResponse>, ApiError> {
    let caller = call.caller;
    let [tournament] = call.path;
    let Page { after } = call.query;
    let Found { held, .. } = book.find(caller.as_ref(), &tournament).await?;
    let (account, after) = (caller.map(|caller| caller.account), after.unwrap_or_default());
    let (granted, family) = match account {
        Some(account) => (
            granted(&*book.store, account).await?,
            family(&*book.store, account).await?,
        ),
        None => (None, Vec::new()),
    };
    let host = match &held {
        Held::Open(handle) => handle.summary().host,
        Held::Closed(kept) => kept.state.summary.host.clone(),
    };
    let host = match host.and_then(|host| host.parse().ok()) {
        Some(host) => book.store.account(host).await?.as_ref().map(info_of),
        None => None,
    };
    let handle = match held {
        Held::Open(handle) => handle,
        Held::Closed(kept) => {
            let official = account.map(|account| kept.official(account, &family, granted));
            return Ok(Json(kept.floor(after, &family, official.as_ref(), host)));
        }
    };
    let response = ask(&handle, move |core, now| {
        to_json(&core.floor(after, account, &family, granted, host, now))
    });
    // A player who entered and left may have been deleted since.
    let told = book.store.without_names(&response.await?);
    Ok(Json(
        serde_json::from_str(&told).map_err(|fault| ApiError::internal(&fault))?,
    ))
}

pub(crate) async fn act(
    book: EventBook,
    floor: Floor,
    call: Call<routes::tournaments::Act>,
) -> Result<Json<FloorEntry>, ApiError> {
    let caller = call.caller;
    let [tournament] = call.path;
    let FloorRequest { id, reason, action } = call.body;
    if !is_request_id(&id) {
        let message = "`id` must have 1 to 64 characters";
        return Err(ApiError::invalid_field("id", message));
    }
    let reused = wire::id_reused(&id);
    let asked = action.clone();
    if let Some(first) = book.store.answer(caller.account, id.clone()).await? {
        let given = TableName::parse(&tournament).map(|name| LedgerAccount::Tournament(name.table));
        return match given.and_then(|owner| Answer::given_by(owner, &first)) {
            Some(first) => kept(first, &asked, reused).map(Json),
            None => Err(reused.into()),
        };
    }
    let Found { id: number, held } = book.find(Some(&caller), &tournament).await?;
    if matches!(action, FloorAction::Undo {} | FloorAction::Redo {}) {
        price::pay_units(&floor.budgets, Some(caller.account), call.network, price::TURNED_BACK)?;
    }
    let Held::Open(handle) = held else {
        let done = closed::act(
            &*book.store,
            &floor.late_acts,
            &caller,
            number,
            FloorRequest { id, reason, action },
        );
        return done.await.map(Json);
    };
    let (granted, family) = (
        granted(&*book.store, caller.account).await?,
        family(&*book.store, caller.account).await?,
    );
    let asks = (caller.account, family.clone(), action.clone(), id.clone());
    let gate = ask(&handle, move |core, _| {
        let (account, family, action, id) = asks;
        core.gate(account, &family, granted, &action, &id)
    });
    gate.await??;
    if let FloorAction::SeeHand { table, hand } = &action {
        finished(&*book.store, number, &table.0, hand.get()).await?;
    }
    check_names(&floor, &action)?;
    let host = handle.summary().host;
    let ask = FloorAsk {
        sheet: sheet_of(&book, &caller, (number, host), &action).await?,
        granted,
        family,
        structure: source_of(&action)?,
        account: account_of(&*book.store, &action).await?,
        action,
        reason,
    };
    let (outbox, answer) = Outbox::of_caller();
    let request = TournamentRequest::Floor(Box::new(ask));
    let caller = Caller {
        account: caller.account,
        info: Arc::new(caller.player_info()),
        network: None,
        outbox,
    };
    let mail = Mail::Request(Box::new(Request {
        caller,
        id,
        asked: request,
    }));
    handle.post(mail).map_err(|error| match error {
        PostError::Busy => busy(),
        PostError::Gone => unknown(),
    })?;
    // A tournament that had to be reloaded has dropped what was not on disk; a retry gets an answer.
    match answer.await.map_err(|_| busy())? {
        Reply::Entry(entry) => of_act(*entry, &asked, reused).map(Json),
        Reply::Kept(first) => kept(&first, &asked, reused).map(Json),
        Reply::Message(message) => match *message {
            ServerMsg::Error(error) => Err(error.into()),
            _ => Err(reused.into()),
        },
    }
}

pub(crate) async fn hand(
    book: EventBook,
    call: Call<routes::tournaments::FloorCards>,
) -> Result<Json<FloorHand>, ApiError> {
    let [tournament, table, hand] = call.path;
    let hand: u64 = hand.parse().map_err(|_| no_hand())?;
    let Found { held, .. } = book.find(Some(&call.caller), &tournament).await?;
    let account = call.caller.account;
    let granted = granted(&*book.store, account).await?;
    let family = family(&*book.store, account).await?;
    let name = table.clone();
    let allowed = match held {
        Held::Open(handle) => {
            let allowed = ask(&handle, move |core, _| {
                core.may_see_hand(account, &family, granted, (&name, hand))
            });
            allowed.await?
        }
        Held::Closed(kept) => closed::may_see_hand(&kept, account, &family, granted, (&name, hand)),
    };
    allowed.map_err(|code| {
        ApiError::new(
            code,
            "an official who gave the reason by `see_hand` sees the cards of a hand",
        )
    })?;
    let TableName { table, .. } = TableName::parse(&table).ok_or_else(no_hand)?;
    let OpenedHand { view, privates } = book.store.opened_hand(table, hand).await?.ok_or_else(no_hand)?;
    let record = wire::told_hand(view).map_err(|fault| ApiError::internal(&fault))?;
    let cards: Result<Vec<ShownCards>, serde_json::Error> = privates
        .iter()
        .map(|text| {
            let PrivateRecord { seat, cards, .. } = serde_json::from_str(text)?;
            Ok(ShownCards { seat, cards })
        })
        .collect();
    Ok(Json(FloorHand {
        table: record.table,
        hand: record.hand,
        game: record.game,
        ended_at: record.ended_at,
        players: record.players,
        events: record.events,
        cards: cards.map_err(|fault| ApiError::internal(&fault))?,
    }))
}

/// Source text of the structure that an edit names.
fn source_of(action: &FloorAction) -> Result<Option<String>, ApiError> {
    let FloorAction::Edit {
        structure, definition, ..
    } = action
    else {
        return Ok(None);
    };
    if structure.is_none() && definition.is_none() {
        return Ok(None);
    }
    let source = hosted_source(structure.as_deref().unwrap_or_default(), definition.as_deref());
    source
        .map(Some)
        .map_err(|message| ApiError::new(ErrorCode::TournamentBadStructure, message))
}

/// Refuses names that contain a word the operator blocks.
fn check_names(floor: &Floor, action: &FloorAction) -> Result<(), ApiError> {
    match action {
        FloorAction::Edit { name, definition, .. } => {
            floor.blocked.check_names(name.as_deref())?;
            // The tournament itself refuses what cannot be parsed, with an explanation.
            if let Some(Ok(structure)) = definition.as_deref().map(own_structure) {
                floor.blocked.check_names(words_of(&structure))?;
            }
            Ok(())
        }
        FloorAction::Enter { name } => Ok(floor.blocked.check_names([name.as_str()])?),
        _ => Ok(()),
    }
}

/// The account that a grant, a revocation or a mute names by identifier or name, if there is one.
async fn account_of(store: &dyn Store, action: &FloorAction) -> Result<Option<PlayerInfo>, ApiError> {
    let (FloorAction::Grant { account, .. }
    | FloorAction::Revoke { account }
    | FloorAction::MuteAccount { account, .. }) = action
    else {
        return Ok(None);
    };
    let found = match (account.parse::<AccountId>(), name_key(account)) {
        (Ok(id), _) => store.account(id).await?,
        (Err(_), Some(key)) => store.account_by_name(key).await?.map(|named| named.account),
        (Err(_), None) => None,
    };
    Ok(found.as_ref().map(info_of))
}

/// Reads the answer to the first sending of a request, as the store has kept it; `reused` is the error if it belongs to another act.
fn kept(first: &str, asked: &FloorAction, reused: ErrorMsg) -> Result<FloorEntry, ApiError> {
    match serde_json::from_str(first) {
        Ok(entry) => of_act(entry, asked, reused),
        Err(_) => Err(match serde_json::from_str(first) {
            Ok(ServerMsg::Error(error)) => error.into(),
            _ => reused.into(),
        }),
    }
}

/// Refuses the line of another act: taking it for the answer to this one, the caller would believe in something that was never done.
fn of_act(entry: FloorEntry, asked: &FloorAction, reused: ErrorMsg) -> Result<FloorEntry, ApiError> {
    // A new structure stands in the trail by its name alone.
    let is_edit = |action: &FloorAction| matches!(action, FloorAction::Edit { definition: None, .. });
    let is_same = entry.action == *asked
        || is_edit(&entry.action)
            && matches!(
                asked,
                FloorAction::Edit {
                    definition: Some(_),
                    ..
                }
            );
    if is_same { Ok(entry) } else { Err(reused.into()) }
}

fn busy() -> ApiError {
    ErrorMsg::new(None, ErrorCode::TournamentBusy, "the tournament has too much to do").into()
}
