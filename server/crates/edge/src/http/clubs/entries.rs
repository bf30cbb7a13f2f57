//! Seasons and events as they are entered, checked.

use poker_event::results::Results;
use poker_people::auth::Identity;
use poker_protocol::v1::seasons::{SeasonEventRequest, SeasonRequest, SeasonResult};
use poker_protocol::v1::tournament::TournamentPhase;
use poker_protocol::v1::{ErrorCode, ErrorMsg};
use poker_season::{EVENTS_MAX, Event, Fault, Finish, Formula, FormulaFault, check_event};
use poker_store::{AccountId, ClubRecord, EventTerms, ResultOf, SeasonTerms, TableId};
use poker_table::TableName;

use super::super::tournaments::{ask, kept};
use super::{ApiError, ClubHouse, club_of, plain, unknown};

/// A formula, checked.
pub(super) fn parsed(formula: &str) -> Result<Formula, ApiError> {
    Formula::parse(formula).map_err(|fault: FormulaFault| {
        let error = ErrorMsg::new(None, ErrorCode::SeasonFormula, fault.to_string());
        error.with("fault", fault.kind.word()).with("at", fault.at).into()
    })
}

/// Name and rules of a season, checked.
pub(super) fn terms_of(house: &ClubHouse, request: &SeasonRequest) -> Result<SeasonTerms, ApiError> {
    let is_repeated = |at: usize| request.ties[..at].contains(&request.ties[at]);
    if (0..request.ties.len()).any(is_repeated) {
        return Err(ApiError::invalid_field("ties", "each rule may be named once"));
    }
    if request.best.is_some_and(|best| best == 0 || best as usize > EVENTS_MAX) {
        let message = format!("`best` must be from 1 to {EVENTS_MAX}");
        return Err(ApiError::invalid_field("best", message));
    }
    Ok(SeasonTerms {
        name: plain(house, "name", &request.name)?,
        formula: parsed(&request.formula)?.text().to_owned(),
        best: request.best,
        ties: serde_json::json!(request.ties).to_string(),
    })
}

/// An event, checked. The results of a tournament are read.
pub(super) async fn event_of(
    house: &ClubHouse,
    caller: &Identity,
    club: u64,
    request: SeasonEventRequest,
) -> Result<EventTerms<ResultOf>, ApiError> {
    let name = plain(house, "name", &request.name)?;
    let at = i64::try_from(request.at.get()).ok();
    let at = at.and_then(|at| jiff::Timestamp::from_millisecond(at).ok());
    let at = at.ok_or_else(|| ApiError::invalid_field("at", "`at` is not a time"))?;
    let (tournament, results) = match &request.tournament {
        Some(tournament) if request.results.is_empty() => {
            let club = club_of(house, caller, club).await?;
            let (id, results) = played(house, &club, tournament).await?;
            (Some(id), results)
        }
        Some(_) => {
            let message = "the results are those of the tournament";
            return Err(ApiError::invalid_field("results", message));
        }
        None => (
            None,
            request
                .results
                .iter()
                .map(|result| entered(house, result))
                .collect::<Result<_, _>>()?,
        ),
    };
    let count = u32::try_from(results.len()).unwrap_or(u32::MAX);
    let terms = EventTerms {
        name,
        at,
        price: request.price.get(),
        entrants: request.entrants.unwrap_or(count),
        tournament,
        results,
    };
    // Only the store knows the accounts of the players, and it refuses a player who is named twice.
    let places = (1..).zip(&terms.results).map(|(player, result)| Finish {
        player,
        place: result.place,
        knock_outs: result.knock_outs,
        rebuys: result.rebuys,
    });
    let event = Event {
        price: terms.price,
        entrants: terms.entrants,
        places: places.collect(),
    };
    check_event(&event).map_err(|fault| {
        let word = match fault {
            Fault::TooMany => "too_many",
            Fault::Twice => "twice",
            Fault::Place => "place",
            Fault::Entrants => "entrants",
        };
        ErrorMsg::new(None, ErrorCode::SeasonResults, fault.to_string()).with("fault", word)
    })?;
    Ok(terms)
}

/// A result that was entered by hand.
fn entered(house: &ClubHouse, result: &SeasonResult) -> Result<poker_store::SeasonResult<ResultOf>, ApiError> {
    let player = match (result.person, &result.name) {
        (Some(person), None) => ResultOf::Person(person),
        (None, Some(name)) => ResultOf::Name(plain(house, "results", name)?),
        _ => {
            let message = "a result has exactly one of `person` and `name`";
            return Err(ApiError::invalid_field("results", message));
        }
    };
    Ok(poker_store::SeasonResult {
        player,
        place: result.place,
        knock_outs: result.knock_outs,
        rebuys: result.rebuys,
    })
}

/// The results of a tournament of the club that is over. One that was cancelled, or whose stacks go on to another day, has none.
async fn played(
    house: &ClubHouse,
    club: &ClubRecord,
    tournament: &str,
) -> Result<(TableId, Vec<poker_store::SeasonResult<ResultOf>>), ApiError> {
    let id = TableName::parse(tournament).ok_or_else(unknown)?.table;
    if !club.places.iter().any(|place| place.place == id) {
        return Err(unknown());
    }
    let over = match house.tournaments.get(id) {
        Some(handle) => {
            ask(&handle, |core, now| {
                core.tournament().is_over().then(|| Results::of(core, now))
            })
            .await?
        }
        None => kept(&*house.store, id).await?,
    };
    let running = || ApiError::new(ErrorCode::TournamentWrongPhase, "the tournament is not over");
    let over = over.ok_or_else(running)?;
    let summary = &over.state.summary;
    if summary.phase != TournamentPhase::Completed || summary.bagged {
        let message = "the tournament ended without places for all its players";
        return Err(ApiError::new(ErrorCode::TournamentWrongPhase, message));
    }
    let results = over.ranking().map(|(who, place, counts)| poker_store::SeasonResult {
        // Players whom an official entered by name have no account.
        player: match who.id.parse::<AccountId>() {
            Ok(account) => ResultOf::Account(account, who.name.clone()),
            Err(_) => ResultOf::Name(who.name.clone()),
        },
        place,
        knock_outs: counts.knock_outs,
        rebuys: counts.rebuys,
    });
    Ok((id, results.collect()))
}
