//! Games and their rules.

use crate::price::Budgets;
use std::sync::Arc;

use axum::Json;
use poker_engine::event::PublicEvent;
use poker_engine::game::catalogue;
use poker_engine::history::phh::{self, Record};
use poker_engine::simulate::{Broken, Dice, HouseRules, Plan, Played, Stacks};
use poker_engine::{Chips, Event};
use poker_limits::rate_limited;
use poker_lobby::Doors;
use poker_lobby::Lobby;
use poker_owner::pool::Pool;
use poker_owner::pool::{Asker, Piece};
use poker_protocol::v1::rest::{
    GameCheckRequest, GameCheckResponse, GameDealResponse, GameRules, GamesResponse, TrialHand,
};
use poker_protocol::v1::routes::query::RulesLanguage;
use poker_protocol::v1::{ErrorCode, routes};
use poker_table::{ConfigError, catalogue_mixes, own_game};
use poker_wire as wire;
use poker_words::rules::{self, Lang};

use super::api::Call;
use super::error::ApiError;
use super::tables::missing;
use crate::price;

pub(crate) async fn list(lobby: Arc<Lobby>, _: Call<routes::games::List>) -> Json<GamesResponse> {
    Json(GamesResponse {
        games: lobby.games().to_vec(),
        mixes: catalogue_mixes(),
    })
}

pub(crate) async fn rules(call: Call<routes::games::Rules>) -> Result<Json<GameRules>, ApiError> {
    let [game] = call.path;
    rules_of(&game, lang(&call.query)).map(Json)
}

/// The language that was asked for.
pub fn lang(query: &RulesLanguage) -> Lang {
    query.lang.map_or_else(Lang::default, Lang::from)
}

/// The rules of a game, or of a mix that the list names.
pub fn rules_of(game: &str, lang: Lang) -> Result<GameRules, ApiError> {
    if let Some(mix) = catalogue_mixes()
        .into_iter()
        .find(|mix| mix.id.as_deref() == Some(game))
    {
        return rules::mix::rules(mix, lang).ok_or_else(unknown);
    }
    let known = catalogue::find(game).zip(catalogue::source(game));
    let (game, definition) = known.ok_or_else(unknown)?;
    Ok(rules::game_rules(game, definition, lang))
}

pub(super) fn unknown() -> ApiError {
    ApiError::new(ErrorCode::GameUnknown, "there is no such game")
}

/// The rules of a table's game, which may be the host's own. The identifier of a
/// private table includes its invitation.
pub(crate) async fn table_rules(
    lobby: Arc<Lobby>,
    doors: Arc<Doors>,
    call: Call<routes::tables::Rules>,
) -> Result<Json<GameRules>, ApiError> {
    let [table] = call.path;
    let table = doors.name_for(&table, call.caller.map(|caller| caller.account));
    let (game, definition) = lobby.game_of(table).ok_or_else(missing)?;
    let definition = definition.as_deref().or_else(|| catalogue::source(&game.id));
    Ok(Json(rules::game_rules(
        &game,
        definition.unwrap_or_default(),
        lang(&call.query),
    )))
}

/// Checks if a host's own game can be played.
pub(crate) async fn check(call: Call<routes::games::Check>) -> Json<GameCheckResponse> {
    Json(checked(&call.body))
}

/// Hands in a trial deal.
const TRIAL_HANDS: usize = 10;

/// Ten hands of a host's own game.
pub(crate) async fn deal(
    pool: Arc<Pool>,
    budgets: Arc<Budgets>,
    call: Call<routes::games::Deal>,
) -> Result<Json<GameDealResponse>, ApiError> {
    if let Err(wait) = budgets.trials.count(&call.caller.account) {
        return Err(rate_limited(None, wait, "too many hands to try a game out").into());
    }
    let work = own_game(&call.body.definition).map_or(0, |game| price::of_hands(&game, TRIAL_HANDS as u64));
    price::pay(&budgets, Some(call.caller.account), call.network, work)?;
    let deal = move || dealt(&call.body, &mut || rand::random());
    let dealt = pool.run(Asker::of(call.network), Piece::Evaluations(work), deal).await;
    Ok(Json(dealt?))
}

/// Deals trial hands of a definition from the given source of random numbers. Each ends after a bounded number of
/// decisions.
fn dealt(request: &GameCheckRequest, random: &mut dyn FnMut() -> u64) -> GameDealResponse {
    let GameCheckResponse { line, error, .. } = checked(request);
    let Ok(game) = own_game(&request.definition) else {
        return GameDealResponse {
            line,
            error,
            ..GameDealResponse::default()
        };
    };
    let plan = Plan {
        game: Arc::new(game),
        players: None,
        stacks: Stacks::Deep,
        rules: HouseRules::None,
    };
    let mut dice = Dice::new(random);
    let hands: Result<Vec<Played>, Broken> = (0..TRIAL_HANDS).map(|_| plan.play(&mut dice)).collect();
    match hands {
        Ok(hands) => GameDealResponse {
            hands: hands.iter().map(trial).collect(),
            ..GameDealResponse::default()
        },
        Err(broken) => GameDealResponse {
            error: Some(broken.to_string()),
            ..GameDealResponse::default()
        },
    }
}

/// A trial hand in the form of the protocol.
fn trial(played: &Played) -> TrialHand {
    let paid = played.events.iter().filter_map(|event| match &event.public {
        PublicEvent::PotAwarded { amount, .. } => Some(*amount),
        _ => None,
    });
    let shown = |event: &Event| matches!(event.public, PublicEvent::HandShown { .. });
    TrialHand {
        players: u8::try_from(played.setup.players.len()).unwrap_or(u8::MAX),
        pot: wire::chips(paid.sum::<Chips>()),
        showdown: played.events.iter().any(shown),
        phh: phh::write(&Record::of_played(played)),
    }
}

/// Checks if a definition can be played.
pub fn checked(request: &GameCheckRequest) -> GameCheckResponse {
    match own_game(&request.definition) {
        Ok(game) => GameCheckResponse {
            game: Some(wire::game_info(&game)),
            line: None,
            error: None,
        },
        Err(error) => GameCheckResponse {
            game: None,
            line: match &error {
                ConfigError::Definition(at) => u32::try_from(at.line).ok(),
                _ => None,
            },
            error: Some(match error {
                ConfigError::Definition(at) => at.message,
                other => other.to_string(),
            }),
        },
    }
}
