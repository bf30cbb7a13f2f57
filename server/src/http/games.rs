//! Games and their rules.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use poker_engine::game::catalogue;
use poker_protocol::v1::ErrorCode;
use poker_protocol::v1::rest::{GameCheckRequest, GameCheckResponse, GameRules, GamesResponse};
use serde::Deserialize;

use super::bearer::Bearer;
use super::error::ApiError;
use super::extract::{Asked, Body};
use crate::app::App;
use crate::rules::{self, Lang};
use crate::table::{ConfigError, catalogue_mixes, own_game};
use crate::wire;

/// How rules are asked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    /// The language, `en` if left out.
    lang: Option<String>,
}

impl Wanted {
    fn lang(self) -> Result<Lang, ApiError> {
        let wrong = |error: rules::UnknownLang| ApiError::new(ErrorCode::ProtocolInvalidField, error.to_string());
        self.lang
            .map_or(Ok(Lang::default()), |lang| lang.parse().map_err(wrong))
    }
}

/// `GET /api/v1/games`.
pub(crate) async fn list(State(app): State<Arc<App>>) -> Json<GamesResponse> {
    Json(GamesResponse {
        games: app.lobby.games().to_vec(),
        mixes: catalogue_mixes(),
    })
}

/// `GET /api/v1/games/{game}/rules`: of a game, or of several that the list has under one name.
pub(crate) async fn rules(Path(game): Path<String>, Asked(wanted): Asked<Wanted>) -> Result<Json<GameRules>, ApiError> {
    let lang = wanted.lang()?;
    if let Some(mix) = catalogue_mixes().into_iter().find(|mix| mix.id.as_ref() == Some(&game)) {
        return Ok(Json(rules::mix::rules(mix, lang).ok_or_else(unknown)?));
    }
    let known = catalogue::find(&game).zip(catalogue::source(&game));
    let (game, definition) = known.ok_or_else(unknown)?;
    Ok(Json(rules::game_rules(game, definition, lang)))
}

fn unknown() -> ApiError {
    ApiError::new(ErrorCode::GameUnknown, "there is no such game")
}

/// `GET /api/v1/tables/{table}/rules`: of the game of a table, which may be the host's own. The identifier of a private
/// table has its invitation in it.
pub(crate) async fn table_rules(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
    Asked(wanted): Asked<Wanted>,
) -> Result<Json<GameRules>, ApiError> {
    let lang = wanted.lang()?;
    let missing = || ApiError::new(ErrorCode::TableNotFound, "there is no such table");
    let (game, definition) = app.lobby.game_of(&table).ok_or_else(missing)?;
    let definition = definition.as_deref().or_else(|| catalogue::source(&game.id));
    Ok(Json(rules::game_rules(&game, definition.unwrap_or_default(), lang)))
}

/// `POST /api/v1/games/check`: whether a host's own game can be played.
pub(crate) async fn check(Bearer(_): Bearer, Body(request): Body<GameCheckRequest>) -> Json<GameCheckResponse> {
    Json(checked(&request))
}

/// Whether a definition can be played.
pub(super) fn checked(request: &GameCheckRequest) -> GameCheckResponse {
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
