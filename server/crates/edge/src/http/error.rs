//! HTTP errors: the same codes and bodies as over WebSocket.

use axum::Json;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use poker_limits::too_busy;
use poker_owner::pool::NotDone;
use poker_people::auth::AuthError;
use poker_people::{auth_error, store_error};
use poker_protocol::v1::{ErrorCode, ErrorMsg};
use poker_store::StoreError;

/// Default delay before retrying what is temporarily impossible.
const RETRY_SECONDS: u16 = 5;

/// A refused request.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiError {
    status: StatusCode,
    body: Box<ErrorMsg>,
}

impl ApiError {
    /// An error with this code.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self::from(ErrorMsg::new(None, code, message))
    }

    /// `true` if the same question may be answered in a moment.
    pub(super) fn is_about_rates(&self) -> bool {
        self.status == StatusCode::TOO_MANY_REQUESTS
    }

    /// Status of the answer.
    pub(super) const fn status(&self) -> StatusCode {
        self.status
    }

    /// A field that cannot be read or has an invalid value.
    pub(crate) fn invalid_field(field: &str, message: impl Into<String>) -> Self {
        Self::from(ErrorMsg::invalid_field(None, field, message))
    }

    /// An error for a bare status, where something other than our own handlers refused.
    pub(crate) fn of_status(status: StatusCode) -> Self {
        let (code, message) = match status {
            StatusCode::NOT_FOUND => (ErrorCode::HttpNotFound, "there is nothing here"),
            StatusCode::METHOD_NOT_ALLOWED => (ErrorCode::HttpMethodNotAllowed, "this path does not take that method"),
            StatusCode::REQUEST_TIMEOUT => (ErrorCode::HttpTimeout, "the request took too long"),
            StatusCode::PAYLOAD_TOO_LARGE => (ErrorCode::HttpTooLarge, "the body is too large"),
            status if status.is_server_error() => (ErrorCode::ServerInternal, "a fault of the server"),
            _ => (ErrorCode::ProtocolMalformed, "the request cannot be understood"),
        };
        Self {
            status,
            ..Self::new(code, message)
        }
    }

    /// A fault of the server. Details go to the log alone.
    pub fn internal(fault: &dyn std::fmt::Display) -> Self {
        tracing::error!(%fault, "a request failed");
        Self::new(ErrorCode::ServerInternal, "a fault of the server")
    }
}

impl From<ErrorMsg> for ApiError {
    fn from(body: ErrorMsg) -> Self {
        Self {
            status: status(body.code),
            body: Box::new(body),
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(fault: StoreError) -> Self {
        Self::from(store_error(&fault, "a request failed"))
    }
}

impl From<NotDone> for ApiError {
    fn from(refused: NotDone) -> Self {
        Self::from(too_busy(refused))
    }
}

impl From<AuthError> for ApiError {
    fn from(error: AuthError) -> Self {
        Self::from(auth_error(None, &error))
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let told = self.body.params.as_ref().and_then(|params| {
            let millis = params.get("retry_after_ms")?.as_u64()?;
            Some(HeaderValue::from(millis.div_ceil(1000)))
        });
        let is_passing = self.status == StatusCode::SERVICE_UNAVAILABLE;
        let seconds = told.or_else(|| is_passing.then(|| HeaderValue::from(RETRY_SECONDS)));
        let mut response = (self.status, Json(self.body)).into_response();
        if let Some(seconds) = seconds {
            response.headers_mut().insert(RETRY_AFTER, seconds);
        }
        response
    }
}

/// HTTP status that corresponds to a code.
const fn status(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::RateLimited | ErrorCode::LedgerTopUpLimit => StatusCode::TOO_MANY_REQUESTS,
        ErrorCode::AuthInvalidToken
        | ErrorCode::AuthExpiredToken
        | ErrorCode::AuthRevoked
        | ErrorCode::AuthInvalidCredentials => StatusCode::UNAUTHORIZED,
        ErrorCode::ServerProxyUnnamed
        | ErrorCode::AuthForbidden
        | ErrorCode::AuthBanned
        | ErrorCode::TournamentNotAllowed
        | ErrorCode::TableNotHost
        | ErrorCode::ClubNotAllowed
        | ErrorCode::ClubGuest
        | ErrorCode::TemplateGuest
        | ErrorCode::FriendProgram => StatusCode::FORBIDDEN,
        ErrorCode::AuthNameTaken
        | ErrorCode::PeopleSeated
        | ErrorCode::PeopleHouse
        | ErrorCode::PeopleNoPassword
        | ErrorCode::NoteFull
        | ErrorCode::PracticeOpen
        | ErrorCode::FriendFull
        | ErrorCode::FriendQuestionsFull
        | ErrorCode::FriendPlayerFull
        | ErrorCode::ClubFull
        | ErrorCode::ClubsFull
        | ErrorCode::ClubNameTaken
        | ErrorCode::ClubOwnerStays
        | ErrorCode::ClubOwnerGuest
        | ErrorCode::ClubClaimTaken
        | ErrorCode::ClubClaimConflict
        | ErrorCode::ClubPlaceUnfit
        | ErrorCode::SeasonTaken
        | ErrorCode::TemplateFull
        | ErrorCode::TemplateInUse
        | ErrorCode::TemplateKind
        | ErrorCode::RecurringFull => StatusCode::CONFLICT,
        ErrorCode::HttpNotFound
        | ErrorCode::TableNotFound
        | ErrorCode::TournamentUnknown
        | ErrorCode::HandNotFound
        | ErrorCode::PlayerUnknown
        | ErrorCode::PeopleNoLine
        | ErrorCode::FriendNoQuestion
        | ErrorCode::LedgerNoEvening
        | ErrorCode::ClubUnknown
        | ErrorCode::SeasonUnknown
        | ErrorCode::TemplateUnknown
        | ErrorCode::RecurringUnknown
        | ErrorCode::GameUnknown => StatusCode::NOT_FOUND,
        ErrorCode::HttpMethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        ErrorCode::HttpTimeout => StatusCode::REQUEST_TIMEOUT,
        ErrorCode::HttpTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorCode::HttpUnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ErrorCode::HttpUpgradeRequired => StatusCode::UPGRADE_REQUIRED,
        ErrorCode::ServerDraining
        | ErrorCode::ServerFull
        | ErrorCode::PracticeFull
        | ErrorCode::PracticeNotReady
        | ErrorCode::ServerStorage
        | ErrorCode::TableBusy
        | ErrorCode::TournamentBusy => StatusCode::SERVICE_UNAVAILABLE,
        ErrorCode::ServerInternal => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::BAD_REQUEST,
    }
}
