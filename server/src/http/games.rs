//! Games and their rules.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use poker_engine::game::catalogue;
use poker_protocol::v1::ErrorCode;
use poker_protocol::v1::rest::{GameCheckRequest, GameCheckResponse, GameRules, GamesResponse};
use serde::Deserialize;

use super::bearer::Bearer;
use super::error::ApiError;
use crate::app::App;
use crate::rules::{self, Lang};
use crate::store::TableId;
use crate::table::{ConfigError, catalogue_mixes, own_game};
use crate::wire;

/// How rules are asked for.
#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    /// The language, `en` if left out.
    lang: Option<String>,
}

impl Wanted {
    fn lang(query: Result<Query<Self>, QueryRejection>) -> Result<Lang, ApiError> {
        let wrong = |message: String| ApiError::new(ErrorCode::ProtocolInvalidField, message);
        let Query(wanted) = query.map_err(|broken| wrong(broken.body_text()))?;
        match wanted.lang {
            Some(lang) => lang
                .parse()
                .map_err(|error: rules::UnknownLang| wrong(error.to_string())),
            None => Ok(Lang::default()),
        }
    }
}

/// `GET /api/v1/games`.
pub(crate) async fn list(State(app): State<Arc<App>>) -> Json<GamesResponse> {
    Json(GamesResponse {
        games: app.lobby.games().to_vec(),
        mixes: catalogue_mixes(),
    })
}

/// `GET /api/v1/games/{game}/rules`.
pub(crate) async fn rules(
    Path(game): Path<String>,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Result<Json<GameRules>, ApiError> {
    let lang = Wanted::lang(wanted)?;
    let known = catalogue::find(&game).zip(catalogue::source(&game));
    let (game, definition) = known.ok_or_else(|| ApiError::new(ErrorCode::GameUnknown, "there is no such game"))?;
    Ok(Json(rules::game_rules(game, definition, lang)))
}

/// `GET /api/v1/tables/{table}/rules`: of the game of a table, which may be the host's own. Whoever knows a private table
/// may know its rules.
pub(crate) async fn table_rules(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Result<Json<GameRules>, ApiError> {
    let lang = Wanted::lang(wanted)?;
    let missing = || ApiError::new(ErrorCode::TableNotFound, "there is no such table");
    let table: TableId = table.parse().map_err(|_| missing())?;
    let (game, definition) = app.lobby.game_of(table).ok_or_else(missing)?;
    let definition = definition.as_deref().or_else(|| catalogue::source(&game.id));
    Ok(Json(rules::game_rules(&game, definition.unwrap_or_default(), lang)))
}

/// `POST /api/v1/games/check`: whether a host's own game can be played.
pub(crate) async fn check(
    Bearer(_): Bearer,
    request: Result<Json<GameCheckRequest>, JsonRejection>,
) -> Result<Json<GameCheckResponse>, ApiError> {
    let Json(request) = request.map_err(|broken| ApiError::new(ErrorCode::ProtocolInvalidField, broken.body_text()))?;
    let response = match own_game(&request.definition) {
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
    };
    Ok(Json(response))
}
