//! Hands for study.

use poker_practice::Practice;
use std::sync::Arc;

use poker_practice::study::{self, NoHands};
use poker_protocol::v1::practice::StudyResponse;
use poker_protocol::v1::routes::answer::Done;
use poker_protocol::v1::{ErrorCode, ErrorMsg, routes};

use super::api::Call;
use super::error::ApiError;
use super::ready::Ready;

/// Delay before asking again for hands that are still being made, in milliseconds.
const AGAIN_MS: u64 = 2000;

pub(super) async fn hands(
    practice: Arc<Practice>,
    call: Call<routes::tables::StudyHands>,
) -> Result<Ready<Done<StudyResponse>>, ApiError> {
    let pack = study::hands(&practice).await.map_err(|error| match error {
        NoHands::NotYet => ApiError::from(
            ErrorMsg::new(None, ErrorCode::PracticeNotReady, error.to_string()).with("retry_after_ms", AGAIN_MS),
        ),
        NoHands::Stopping => ApiError::new(ErrorCode::ServerDraining, error.to_string()),
        NoHands::Failed(_) => ApiError::internal(&error),
    })?;
    Ok(Ready::study(&call.parts.headers, &pack))
}
