//! The first message of a connection, which identifies the client.

use std::sync::Arc;

use jiff::Timestamp;
use poker_net::{Connection, End};
use poker_owner::Caller;
use poker_people::auth::{GuestKind, Identity};
use poker_people::auth_error;
use poker_protocol::v1::client::{ClientMsg, Hello};
use poker_protocol::v1::server::{Limits, Welcome};
use poker_protocol::v1::{CloseCode, ErrorCode, ErrorMsg, PlayerInfo, PlayerKind, ServerMsg};
use poker_protocol::{MAX_CLIENT_MESSAGE_BYTES, SUBPROTOCOL};
use poker_store::{Noted, SessionId, StoreError};
use poker_wire as wire;

use super::{Desk, Reception};

/// Longest name of a device, in characters.
const DEVICE_MAX: usize = 64;

/// A client after a successful hello.
pub(super) struct Entered {
    pub(super) caller: Caller,
    pub(super) session: SessionId,
    /// `true` if the operator has made the account an official.
    pub(super) is_official: bool,
}

/// Listens until a client has said hello.
pub(super) async fn greet(desk: &Desk<'_>, connection: &mut Connection) -> Result<Entered, End> {
    loop {
        match desk.next(connection).await? {
            ClientMsg::Hello(hello) => {
                if let Some(entered) = enter(desk, hello).await? {
                    return Ok(entered);
                }
            }
            other => desk.error(
                other.id().to_owned(),
                ErrorCode::ProtocolHelloRequired,
                "the first message must be `hello`",
            ),
        }
        // A failed hello costs more than other bad messages.
        desk.offence(CloseCode::Policy)?;
    }
}

/// Answers a hello. `None` if the client may try again.
async fn enter(desk: &Desk<'_>, hello: Hello) -> Result<Option<Entered>, End> {
    let reception = desk.reception;
    let id = hello.id;
    if reception.tables.is_draining() {
        desk.error(id, ErrorCode::ServerDraining, "the server is stopping");
        return Err(End::Ours(CloseCode::Restart));
    }
    if !hello.versions.iter().any(|version| version == SUBPROTOCOL) {
        let error = ErrorMsg::new(Some(id), ErrorCode::ProtocolVersion, "no version in common");
        desk.refuse(error.with("versions", SUBPROTOCOL));
        return Ok(None);
    }
    if hello
        .device
        .as_ref()
        .is_some_and(|name| name.is_empty() || name.chars().count() > DEVICE_MAX)
    {
        let message = "`device` is 1 to 64 characters";
        desk.refuse(ErrorMsg::invalid_field(Some(id), "device", message));
        return Ok(None);
    }
    let from = desk.client;
    let entered = match (hello.token, hello.nickname) {
        (Some(token), _) => reception
            .auth
            .verify_access(&token)
            .await
            .map(|identity| (identity, None)),
        (None, Some(nickname)) => {
            let kind = if hello.bot {
                GuestKind::Program
            } else {
                GuestKind::Person
            };
            let guest = reception.auth.guest_with_token(&nickname, kind, from).await;
            guest.map(|guest| (guest.identity, Some(guest.token)))
        }
        (None, None) => {
            desk.error(id, ErrorCode::ProtocolInvalidField, "`token` or `nickname` is missing");
            return Ok(None);
        }
    };
    let (identity, token) = match entered {
        Ok(entered) => entered,
        Err(failure) => return turned_away(desk, auth_error(Some(id), &failure)).map(|()| None),
    };
    let known = async {
        let balance = reception.store.balance(identity.account).await?;
        let official = reception.store.official(identity.account).await?;
        Ok::<_, StoreError>((balance, official.is_some()))
    };
    let (balance, is_official) = match known.await {
        Ok(known) => known,
        Err(fault) => {
            tracing::error!(%fault, "the account of a hello could not be read");
            desk.error(id, ErrorCode::ServerInternal, "a fault of the server");
            return Ok(None);
        }
    };
    let caller = caller(desk, &identity);
    let (account, name) = (identity.account, &caller.info.name);
    let program = hello.client.as_deref().unwrap_or("");
    // House bots come and go all day, so they are logged at a lower level.
    match caller.info.kind {
        PlayerKind::Bot => tracing::debug!(%account, name, program, "a connection began"),
        PlayerKind::Guest | PlayerKind::Account => tracing::info!(%account, name, program, "a connection began"),
    }
    desk.send(&ServerMsg::Welcome(Welcome {
        id,
        version: SUBPROTOCOL.to_owned(),
        server: concat!("poker/", env!("CARGO_PKG_VERSION")).to_owned(),
        you: PlayerInfo::clone(&caller.info),
        balance: wire::chips(balance),
        token,
        tables: reception.lobby.seats_named(caller.account),
        set_aside: reception.set_aside.of(caller.account),
        tournaments: reception.tournaments.entered_by(caller.account),
        capabilities: vec!["tournaments".to_owned()],
        limits: limits(reception),
    }));
    for notice in reception.people.notices(Timestamp::now()) {
        desk.send(&ServerMsg::Notice(notice));
    }
    reception.connection_log.notes().note(Noted::Opened {
        conn: desk.outbox.id().0,
        account: caller.account,
        network: caller.network,
        at: Timestamp::now(),
    });
    if let Some(device) = &hello.device {
        desk.outbox.set_device(device);
    }
    reception
        .sessions
        .entered(caller.account, identity.session, desk.outbox);
    Ok(Some(Entered {
        caller,
        session: identity.session,
        is_official,
    }))
}

/// Refuses an identity. The connection ends if another try would end in the same way.
fn turned_away(desk: &Desk<'_>, error: ErrorMsg) -> Result<(), End> {
    let code = error.code;
    desk.refuse(error);
    match code {
        ErrorCode::AuthRevoked => Err(End::Ours(CloseCode::Revoked)),
        ErrorCode::AuthBanned => Err(End::Ours(CloseCode::Banned)),
        ErrorCode::AuthInvalidToken | ErrorCode::AuthExpiredToken => Err(End::Ours(CloseCode::Unauthorized)),
        _ => Ok(()),
    }
}

fn caller(desk: &Desk<'_>, identity: &Identity) -> Caller {
    Caller {
        account: identity.account,
        info: Arc::new(identity.player_info()),
        network: desk.client.outside(),
        outbox: desk.outbox.clone(),
    }
}

fn limits(reception: &Reception) -> Limits {
    Limits {
        message_bytes: u32::try_from(MAX_CLIENT_MESSAGE_BYTES).unwrap_or(u32::MAX),
        messages_per_second: reception.config.messages_per_second,
        message_burst: reception.config.message_burst,
        heartbeat_ms: reception.config.heartbeat_ms,
        timeout_ms: reception.config.timeout_ms,
    }
}
