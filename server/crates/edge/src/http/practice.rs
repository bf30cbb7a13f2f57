//! Hands for study.

use poker_practice::Practice;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use poker_practice::study::{self, NoHands};
use poker_protocol::v1::{ErrorCode, ErrorMsg};

use super::error::ApiError;
use super::pack;

/// Delay before asking again for hands that are still being made, in milliseconds.
const AGAIN_MS: u64 = 2000;

pub(super) async fn hands(State(practice): State<Arc<Practice>>, asked: HeaderMap) -> Result<Response, ApiError> {
    let pack = study::hands(&practice).await.map_err(|error| match error {
        NoHands::NotYet => ApiError::from(
            ErrorMsg::new(None, ErrorCode::PracticeNotReady, error.to_string()).with("retry_after_ms", AGAIN_MS),
        ),
        NoHands::Stopping => ApiError::new(ErrorCode::ServerDraining, error.to_string()),
        NoHands::Failed(_) => ApiError::internal(&error),
    })?;
    Ok(pack::today(&asked, &pack.text, &pack.packed))
}
