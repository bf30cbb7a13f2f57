//! Answers to refusals of the store and of sign-ins.

use poker_limits::{of_network, rate_limited};
use poker_owner::store_fault;
use poker_protocol::v1::{ErrorCode, ErrorMsg};
use poker_store::{ClubRefusal, StoreError, TemplateRefusal};

use crate::auth::{AuthError, sign_in_words};

/// Answer to a failure of the store, or to an act that it refused.
pub fn store_error(fault: &StoreError, what: &'static str) -> ErrorMsg {
    match fault {
        StoreError::Club(refusal) => club_refused(*refusal),
        StoreError::Template(refusal) => template_refused(*refusal),
        fault => store_fault(fault, what),
    }
}

/// Answer to a caller who is not admitted. Faults go to the log alone.
pub fn auth_error(id: Option<String>, error: &AuthError) -> ErrorMsg {
    let code = match error {
        AuthError::InvalidToken => ErrorCode::AuthInvalidToken,
        AuthError::ExpiredToken => ErrorCode::AuthExpiredToken,
        AuthError::Revoked => ErrorCode::AuthRevoked,
        AuthError::Banned { until } => {
            let error = ErrorMsg::new(id, ErrorCode::AuthBanned, error.to_string());
            return match until {
                Some(until) => error.with("until", until.as_millisecond()),
                None => error,
            };
        }
        AuthError::InvalidCredentials => ErrorCode::AuthInvalidCredentials,
        AuthError::NameTaken => ErrorCode::AuthNameTaken,
        AuthError::NameInvalid => ErrorCode::AuthNameInvalid,
        AuthError::NameSign(sign) => {
            let error = ErrorMsg::new(id, ErrorCode::AuthNameInvalid, error.to_string());
            return error.with("sign", sign_in_words(*sign));
        }
        AuthError::NameBlocked => ErrorCode::NameBlocked,
        AuthError::PasswordWeak => ErrorCode::AuthPasswordWeak,
        AuthError::Forbidden => ErrorCode::AuthForbidden,
        AuthError::RateLimited {
            shared: false,
            retry_after,
        } => {
            return rate_limited(id, *retry_after, "too many attempts");
        }
        AuthError::RateLimited {
            shared: true,
            retry_after,
        } => {
            return of_network(rate_limited(id, *retry_after, "too many attempts from this network"));
        }
        AuthError::Busy => ErrorCode::ServerFull,
        AuthError::Store(StoreError::DailyCap { left }) => {
            let error = ErrorMsg::new(id, ErrorCode::LedgerTopUpLimit, error.to_string());
            return error.with("left", left.get());
        }
        AuthError::Store(fault) => {
            return ErrorMsg {
                id,
                ..store_error(fault, "an account could not be let in")
            };
        }
        AuthError::Internal => ErrorCode::ServerInternal,
    };
    ErrorMsg::new(id, code, error.to_string())
}

/// Answer to an act in a club that the store refused.
pub fn club_refused(refusal: ClubRefusal) -> ErrorMsg {
    let code = match refusal {
        ClubRefusal::Unknown => ErrorCode::ClubUnknown,
        ClubRefusal::UnknownSeason => ErrorCode::SeasonUnknown,
        ClubRefusal::NotAllowed => ErrorCode::ClubNotAllowed,
        ClubRefusal::Full(_) => ErrorCode::ClubFull,
        ClubRefusal::ClubsFull(_) => ErrorCode::ClubsFull,
        ClubRefusal::NameTaken => ErrorCode::ClubNameTaken,
        ClubRefusal::OwnerStays => ErrorCode::ClubOwnerStays,
        ClubRefusal::OwnerGuest => ErrorCode::ClubOwnerGuest,
        ClubRefusal::ClaimTaken => ErrorCode::ClubClaimTaken,
        ClubRefusal::ClaimConflict => ErrorCode::ClubClaimConflict,
        ClubRefusal::PlaceTaken => ErrorCode::ClubPlaceUnfit,
        ClubRefusal::Twice => ErrorCode::SeasonResults,
        ClubRefusal::SeasonTaken => ErrorCode::SeasonTaken,
    };
    let error = ErrorMsg::new(None, code, refusal.to_string());
    match refusal {
        ClubRefusal::Full(max) | ClubRefusal::ClubsFull(max) => error.with("max", max),
        ClubRefusal::Twice => error.with("fault", "twice"),
        _ => error,
    }
}

/// Answer to a change of templates or recurring events that the store refused.
pub fn template_refused(refusal: TemplateRefusal) -> ErrorMsg {
    let code = match refusal {
        TemplateRefusal::Unknown => ErrorCode::TemplateUnknown,
        TemplateRefusal::Full(_) => ErrorCode::TemplateFull,
        TemplateRefusal::InUse => ErrorCode::TemplateInUse,
        TemplateRefusal::Kind => ErrorCode::TemplateKind,
        TemplateRefusal::UnknownRecurring => ErrorCode::RecurringUnknown,
        TemplateRefusal::RecurringFull(_) => ErrorCode::RecurringFull,
    };
    let error = ErrorMsg::new(None, code, refusal.to_string());
    match refusal {
        TemplateRefusal::Full(max) | TemplateRefusal::RecurringFull(max) => error.with("max", max),
        _ => error,
    }
}
