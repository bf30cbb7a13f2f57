//! Parsing of messages, and the errors for texts that are not messages.

use serde::Deserialize;

use super::{
    Act, AnswerDeal, AskSeat, Chat, ClientMsg, Consent, CreateTable, Hello, Host, Mute, OneClub, OneTable,
    OneTournament, Ping, Plain, ProposeDeal, Rebuy, Register, Remove, Report, RequestRuling, Resume, ResumeTournament,
    Show, Sit, SitOut, Straddle, TimeBank, TournamentPresence, TournamentPurchase, TournamentRebuy, Visible, WaitList,
    Watch, WatchClub, Withdraw,
};
use crate::v1::error::ErrorCode;

/// A text that is not a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ParseError {
    /// The `id` of the request, if it could be read.
    pub id: Option<String>,
    /// The error code.
    pub code: ErrorCode,
    /// The error in English.
    pub message: String,
    /// The faulty field, as a path such as `config.seats`; `None` if no single field is at fault.
    pub field: Option<String>,
}

impl ClientMsg {
    /// Parses a message.
    ///
    /// # Errors
    /// States whether the JSON, the type or a field is at fault, with the request's `id` if it could be read.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        /// The two fields common to all messages, for use in errors.
        #[derive(Deserialize)]
        struct Envelope {
            #[serde(rename = "type")]
            kind: Option<serde_json::Value>,
            id: Option<serde_json::Value>,
        }
        let error = |id, code, message| ParseError {
            id,
            code,
            message,
            field: None,
        };
        // Serde would also accept a list, with the fields in order.
        if !text.trim_start().starts_with('{') {
            let message = "a message is a JSON object".to_owned();
            return Err(error(None, ErrorCode::ProtocolMalformed, message));
        }
        let message = match serde_json::from_str::<Self>(text) {
            Ok(message) if is_request_id(message.id()) => return Ok(message),
            Ok(_) => {
                let message = "`id` must have 1 to 64 characters".to_owned();
                return Err(ParseError {
                    field: Some("id".to_owned()),
                    ..error(None, ErrorCode::ProtocolInvalidField, message)
                });
            }
            Err(failure) => failure.to_string(),
        };
        let Ok(envelope) = serde_json::from_str::<Envelope>(text) else {
            return Err(error(None, ErrorCode::ProtocolMalformed, message));
        };
        let id = envelope.id.as_ref().and_then(|id| id.as_str());
        let id = id.filter(|id| is_request_id(id)).map(str::to_owned);
        match envelope.kind.as_ref().and_then(|kind| kind.as_str()) {
            Some(kind) if Self::TYPES.contains(&kind) => {
                let error = error(id, ErrorCode::ProtocolInvalidField, message);
                Err(
                    named_fault(kind, text).map_or(error.clone(), |(field, message)| ParseError {
                        message,
                        field: Some(field),
                        ..error
                    }),
                )
            }
            Some(_) => Err(error(
                id,
                ErrorCode::ProtocolUnknownType,
                "there is no such message".to_owned(),
            )),
            None => Err(error(id, ErrorCode::ProtocolMalformed, "`type` is missing".to_owned())),
        }
    }
}

/// Returns `true` if a text can be the `id` of a request: it must have 1 to 64 characters.
pub fn is_request_id(text: &str) -> bool {
    (1..=64).contains(&text.chars().count())
}

/// Returns the faulty field of a message, as a path, and the fault. A message is read by its `type`, and serde loses the path
/// on the way, so the members are read again with their paths.
fn named_fault(kind: &str, text: &str) -> Option<(String, String)> {
    let mut members: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text).ok()?;
    members.remove("type");
    let members = serde_json::Value::Object(members);
    match kind {
        "hello" => fault_of::<Hello>(members),
        "ping" => fault_of::<Ping>(members),
        "visible" => fault_of::<Visible>(members),
        "list_games" | "list_tables" | "watch_lobby" | "unwatch_lobby" | "list_tournaments" => {
            fault_of::<Plain>(members)
        }
        "watch_club" => fault_of::<WatchClub>(members),
        "unwatch_club" => fault_of::<OneClub>(members),
        "create_table" => fault_of::<CreateTable>(members),
        "watch" => fault_of::<Watch>(members),
        "unwatch" | "leave" | "call_time" | "rabbit_hunt" | "hint" => fault_of::<OneTable>(members),
        "resume" => fault_of::<Resume>(members),
        "sit" => fault_of::<Sit>(members),
        "time_bank" => fault_of::<TimeBank>(members),
        "sit_out" => fault_of::<SitOut>(members),
        "straddle" => fault_of::<Straddle>(members),
        "rebuy" => fault_of::<Rebuy>(members),
        "wait_list" => fault_of::<WaitList>(members),
        "act" => fault_of::<Act>(members),
        "show" => fault_of::<Show>(members),
        "chat" => fault_of::<Chat>(members),
        "mute" => fault_of::<Mute>(members),
        "remove" => fault_of::<Remove>(members),
        "host" => fault_of::<Host>(members),
        "ask_seat" => fault_of::<AskSeat>(members),
        "consent" => fault_of::<Consent>(members),
        "watch_tournament" | "unwatch_tournament" | "unregister" => fault_of::<OneTournament>(members),
        "resume_tournament" => fault_of::<ResumeTournament>(members),
        "register" => fault_of::<Register>(members),
        "re_enter" | "add_on" => fault_of::<TournamentPurchase>(members),
        "tournament_rebuy" => fault_of::<TournamentRebuy>(members),
        "withdraw" => fault_of::<Withdraw>(members),
        "tournament_presence" => fault_of::<TournamentPresence>(members),
        "request_ruling" => fault_of::<RequestRuling>(members),
        "report" => fault_of::<Report>(members),
        "propose_deal" => fault_of::<ProposeDeal>(members),
        "deal" => fault_of::<AnswerDeal>(members),
        _ => None,
    }
}

fn fault_of<T: serde::de::DeserializeOwned>(members: serde_json::Value) -> Option<(String, String)> {
    let fault = serde_path_to_error::deserialize::<_, T>(members).err()?;
    field_fault(&fault.path().to_string(), &fault.inner().to_string())
}

/// Returns the faulty field and the fault, from a path and serde's message; `None` if no field is at fault.
pub fn field_fault(path: &str, message: &str) -> Option<(String, String)> {
    if path != "." {
        return Some((path.to_owned(), format!("`{path}`: {message}")));
    }
    // A missing or duplicate field has no path, but the message names it.
    let named = ["missing field `", "duplicate field `"];
    let field = named
        .iter()
        .find_map(|start| message.strip_prefix(start))?
        .split('`')
        .next()?;
    Some((field.to_owned(), message.to_owned()))
}
