//! Acts of officials in a closed tournament: viewing its hands and answering players' requests, all noted in the trail.

use jiff::Timestamp;
use poker_event::acts::rule_of;
use poker_event::family;
use poker_event::law::{self, Denied};
use poker_event::results::Results;
use poker_event::state::Refused;
use poker_people::auth::Identity;
use poker_people::instant;
use poker_protocol::v1::tournament::{FloorAction, FloorEntry, FloorRequest, FloorResult, FloorRole, Statement};
use poker_protocol::v1::{ErrorCode, ErrorMsg};
use poker_store::Store;
use poker_store::{AccountId, TableId};

use super::error::ApiError;
use super::official::{finished, granted};
use super::tournaments::{kept, unknown};

/// Held while an official acts in a closed tournament: what is still allowed depends on the acts before.
#[derive(Debug, Default)]
pub struct LateActs(tokio::sync::Mutex<()>);

/// Carries out an act of an official. A repeated request gets the first answer.
pub(super) async fn act(
    store: &dyn Store,
    late_acts: &LateActs,
    caller: &Identity,
    number: TableId,
    request: FloorRequest,
) -> Result<FloorEntry, ApiError> {
    let FloorRequest { id, reason, action } = request;
    let _others_wait = late_acts.0.lock().await;
    let results = kept(store, number).await?.ok_or_else(unknown)?;
    let account = caller.account;
    if let Some(first) = carried_out(store, number, account, &id).await? {
        return Ok(first);
    }
    let family = family(store, account).await?;
    let official = results.official(account, &family, granted(store, account).await?);
    let role = results.may_act(&official, &family, &action);
    let role = role.map_err(|denied| match denied {
        Denied::Phase => ApiError::new(ErrorCode::TournamentWrongPhase, "the tournament is closed"),
        denied => {
            let error = ErrorMsg::new(Some(id.clone()), ErrorCode::TournamentNotAllowed, denied.to_string());
            error.with("why", denied.word()).into()
        }
    })?;
    match &action {
        FloorAction::SeeHand { table, hand } => finished(store, number, &table.0, hand.get()).await?,
        FloorAction::Answer { ticket } if results.is_open(*ticket) => {}
        FloorAction::Answer { .. } => {
            let message = Refused::NoTicket.to_string();
            return Err(ApiError::new(ErrorCode::TournamentNoTicket, message));
        }
        _ => {}
    }
    let reason = Statement::new(reason).ok_or_else(|| {
        let message = "a reason of at most 500 characters is needed";
        ApiError::new(ErrorCode::TournamentNoReason, message)
    })?;
    let entry = FloorEntry {
        // Assigned later, from the position of the line in the trail.
        no: 0,
        at: instant(Timestamp::now()),
        by: caller.player_info(),
        role,
        rule: rule_of(&action).map(str::to_owned),
        action,
        reason: reason.into(),
        result: FloorResult::Done,
        seq: None,
    };
    let body = serde_json::to_string(&entry).map_err(|fault| ApiError::internal(&fault))?;
    store.add_act(number, account, id.clone(), body).await?;
    let done = carried_out(store, number, account, &id).await?;
    done.ok_or_else(|| ApiError::internal(&"a line of the trail is missing"))
}

/// The trail entry of a request that was carried out before.
async fn carried_out(
    store: &dyn Store,
    tournament: TableId,
    account: AccountId,
    id: &str,
) -> Result<Option<FloorEntry>, ApiError> {
    let acts = store.acts(tournament).await?;
    let Some(place) = acts.iter().position(|act| act.account == account && act.request == id) else {
        return Ok(None);
    };
    let Some(results) = kept(store, tournament).await? else {
        return Ok(None);
    };
    Ok(results.late_act(place).cloned())
}

/// Refuses a hand unless the account is an official and has given a reason for viewing it.
pub(super) fn may_see_hand(
    results: &Results,
    account: AccountId,
    family: &[AccountId],
    granted: Option<FloorRole>,
    (table, hand): (&str, u64),
) -> Result<(), ErrorCode> {
    let has_reason = results.may_see(&account.to_string(), table, hand);
    law::may_see_hand(&results.official(account, family, granted), has_reason)
}
