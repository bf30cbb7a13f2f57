//! Identity: guests, accounts, sessions, bots and play money.
//!
//! A program receives its refresh token in the answer. A browser receives it in a cookie that scripts cannot read and
//! that is sent to these routes alone; the page keeps only the access token, in memory.

use poker_lobby::Sessions;
use poker_people::auth::Auth;
use poker_store::Store;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::http::header::{CACHE_CONTROL, COOKIE, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::NoContent;
use poker_engine::Chips;
use poker_people::auth::{AuthError, Identity, SignedIn};
use poker_protocol::v1::client::is_request_id;
use poker_protocol::v1::rest::{
    BotTokenInfo, BotTokenRequest, BotTokenResponse, BotTokensResponse, Credentials, GuestRequest, MeResponse,
    OwnedBot, SessionResponse, TopUpRequest,
};
use poker_protocol::v1::routes;
use poker_store::{AgeCheck, SessionId};
use poker_wire as wire;

use super::api::{Api, Call, New};
use super::error::ApiError;

/// Cookie with a browser's refresh token.
const COOKIE_NAME: &str = "poker_refresh";

/// Adds this module's routes.
pub(crate) fn routes(api: Api) -> Api {
    api.on(guest)
        .on(register)
        .on(login)
        .on(refresh)
        .on(logout)
        .on(me)
        .on(top_up)
        .on(bots)
        .on(create_bot_token)
        .on(revoke_bot_token)
}

async fn guest(
    auth: Arc<Auth>,
    call: Call<routes::accounts::Guest>,
) -> Result<(HeaderMap, New<SessionResponse>), ApiError> {
    let GuestRequest { nickname } = call.body;
    let signed_in = auth.guest(&nickname, call.network).await?;
    let (headers, session) = session(&auth, &call.parts.headers, signed_in).await?;
    Ok((headers, New(session)))
}

/// Creates an account. With the access token of a guest, the guest becomes the account.
async fn register(
    auth: Arc<Auth>,
    call: Call<routes::accounts::Register>,
) -> Result<(HeaderMap, New<SessionResponse>), ApiError> {
    let Credentials { name, password } = call.body;
    let signed_in = auth
        .register(&name, &password, call.caller.as_ref(), call.network)
        .await?;
    let (headers, session) = session(&auth, &call.parts.headers, signed_in).await?;
    Ok((headers, New(session)))
}

async fn login(
    auth: Arc<Auth>,
    call: Call<routes::accounts::Login>,
) -> Result<(HeaderMap, Json<SessionResponse>), ApiError> {
    let Credentials { name, password } = call.body;
    let signed_in = auth.login(&name, &password, call.network).await?;
    let (headers, session) = session(&auth, &call.parts.headers, signed_in).await?;
    Ok((headers, Json(session)))
}

/// Issues new tokens. A session that has ended takes its cookie with it.
async fn refresh(
    auth: Arc<Auth>,
    call: Call<routes::accounts::Refresh>,
) -> Result<(HeaderMap, Json<SessionResponse>), (HeaderMap, ApiError)> {
    let stays = |error: ApiError| (HeaderMap::new(), error);
    let brought = call.body.and_then(|request| request.refresh_token);
    let Some(token) = brought.or_else(|| cookie(&call.parts.headers)) else {
        return Err(stays(AuthError::InvalidToken.into()));
    };
    match auth.refresh(&token, call.network).await {
        Ok(signed_in) => {
            let (headers, session) = session(&auth, &call.parts.headers, signed_in).await.map_err(stays)?;
            Ok((headers, Json(session)))
        }
        Err(error @ (AuthError::InvalidToken | AuthError::Revoked)) => {
            Err((forget_cookie(&call.parts.headers), error.into()))
        }
        Err(error) => Err(stays(error.into())),
    }
}

/// Ends the session of the access token, or that of the cookie if the page stayed away until the token expired.
async fn logout(auth: Arc<Auth>, call: Call<routes::accounts::Logout>) -> Result<(HeaderMap, NoContent), ApiError> {
    let session = match (call.caller, cookie(&call.parts.headers)) {
        (Ok(caller), _) => caller.session,
        (Err(_), Some(token)) => auth.refresh(&token, call.network).await?.identity.session,
        (Err(error), None) => return Err(error),
    };
    auth.logout(session).await?;
    Ok((forget_cookie(&call.parts.headers), NoContent))
}

async fn me(
    store: Arc<dyn Store>,
    auth: Arc<Auth>,
    call: Call<routes::accounts::Me>,
) -> Result<Json<MeResponse>, ApiError> {
    let balance = auth.balance(call.caller.account).await?;
    told(&*store, &call.caller, balance).await
}

async fn top_up(
    store: Arc<dyn Store>,
    auth: Arc<Auth>,
    sessions: Arc<Sessions>,
    call: Call<routes::accounts::TopUp>,
) -> Result<Json<MeResponse>, ApiError> {
    let TopUpRequest { id, amount } = call.body;
    if id.as_deref().is_some_and(|id| !is_request_id(id)) {
        let message = "`id` must have 1 to 64 characters";
        return Err(ApiError::invalid_field("id", message));
    }
    if amount.is_some_and(|amount| amount.get() == 0) {
        return Err(ApiError::invalid_field("amount", "`amount` must be at least 1"));
    }
    let balance = auth
        .top_up(&call.caller, call.network, amount.map(wire::chips_in), id)
        .await?;
    sessions.send_balance(call.caller.account, wire::chips(balance));
    told(&*store, &call.caller, balance).await
}

/// The caller's identity, with details that no one else sees.
async fn told(store: &dyn Store, caller: &Identity, balance: Chips) -> Result<Json<MeResponse>, ApiError> {
    Ok(Json(MeResponse {
        you: caller.player_info(),
        balance: wire::chips(balance),
        adult: store.age(caller.account).await? == AgeCheck::Adult,
    }))
}

async fn bots(auth: Arc<Auth>, call: Call<routes::accounts::BotTokens>) -> Result<Json<BotTokensResponse>, ApiError> {
    let mut bots = Vec::new();
    for owned in auth.bots(&call.caller).await? {
        let tokens = owned.tokens.iter().map(|token| BotTokenInfo {
            id: token.id.to_string(),
            label: token.label.clone(),
            created_at: token.created_at.to_string(),
            expires_at: token.expires_at.to_string(),
        });
        bots.push(OwnedBot {
            bot: owned.player_info(),
            balance: wire::chips(auth.balance(owned.account.id).await?),
            tokens: tokens.collect(),
        });
    }
    Ok(Json(BotTokensResponse { bots }))
}

async fn create_bot_token(
    auth: Arc<Auth>,
    call: Call<routes::accounts::CreateBotToken>,
) -> Result<([(HeaderName, &'static str); 1], New<BotTokenResponse>), ApiError> {
    let BotTokenRequest { name, label } = call.body;
    let label = label.unwrap_or_default();
    let bot = auth.create_bot_token(&call.caller, &name, &label, call.network).await?;
    let body = BotTokenResponse {
        bot: bot.identity.player_info(),
        id: bot.identity.session.to_string(),
        token: bot.token,
    };
    Ok((NOT_KEPT, New(body)))
}

/// Answers alike for the caller's token, a token of another account and an unknown one: afterwards, the caller has no
/// such token.
async fn revoke_bot_token(
    auth: Arc<Auth>,
    call: Call<routes::accounts::RevokeBotToken>,
) -> Result<NoContent, ApiError> {
    let [id] = call.path;
    if let Ok(token) = id.parse::<SessionId>() {
        match auth.revoke_bot_token(&call.caller, token).await {
            Ok(()) | Err(AuthError::Forbidden) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(NoContent)
}

/// Responses with tokens must not be cached.
const NOT_KEPT: [(HeaderName, &str); 1] = [(CACHE_CONTROL, "no-store")];

/// Answer to a caller who has logged in, with its headers.
async fn session(
    auth: &Auth,
    headers: &HeaderMap,
    signed_in: SignedIn,
) -> Result<(HeaderMap, SessionResponse), ApiError> {
    let identity: &Identity = &signed_in.identity;
    let balance = auth.balance(identity.account).await?;
    let browser = is_browser(headers);
    let mut told: HeaderMap = NOT_KEPT
        .map(|(name, value)| (name, HeaderValue::from_static(value)))
        .into_iter()
        .collect();
    if browser {
        let cookie = set_cookie(headers, &signed_in.refresh_token, signed_in.refresh_expires_in)?;
        told.insert(SET_COOKIE, cookie);
    }
    let body = SessionResponse {
        you: identity.player_info(),
        access_token: signed_in.access_token,
        expires_in_s: u32::try_from(signed_in.expires_in.as_secs()).unwrap_or(u32::MAX),
        refresh_token: (!browser).then_some(signed_in.refresh_token),
        balance: wire::chips(balance),
    };
    Ok((told, body))
}

/// `true` for requests of a page: browsers mark their origin in headers that scripts cannot leave out.
pub fn is_browser(headers: &HeaderMap) -> bool {
    headers.contains_key(ORIGIN) || headers.contains_key("sec-fetch-site")
}

/// The header that keeps a refresh token in the browser for so long.
///
/// # Errors
/// If the token cannot stand in a header.
pub fn set_cookie(headers: &HeaderMap, token: &str, lasts: Duration) -> Result<HeaderValue, ApiError> {
    // A page loaded over TLS has an https origin. On any other, a cookie marked `Secure` would be lost.
    let origin = headers.get(ORIGIN).and_then(|origin| origin.to_str().ok());
    let secure = if origin.is_some_and(|origin| origin.starts_with("https://")) {
        "; Secure"
    } else {
        ""
    };
    let seconds = lasts.as_secs();
    let cookie = format!("{COOKIE_NAME}={token}; Path=/api/v1; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}");
    HeaderValue::try_from(cookie).map_err(|fault| ApiError::internal(&fault))
}

/// The header that deletes the browser's refresh token, if it has one.
fn forget_cookie(headers: &HeaderMap) -> HeaderMap {
    let deleted = cookie(headers).and_then(|_| set_cookie(headers, "", Duration::ZERO).ok());
    deleted.map(|cookie| (SET_COOKIE, cookie)).into_iter().collect()
}

/// The refresh token sent by a browser.
pub fn cookie(headers: &HeaderMap) -> Option<String> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(COOKIE_NAME)?.strip_prefix('='))
        .filter(|token| !token.is_empty())
        .map(str::to_owned)
}
