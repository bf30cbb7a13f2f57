//! HTTP requests as bytes, run through the server's reader, its guards and the extractors of its routes.

use std::fmt::Debug;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use axum::body::to_bytes;
use axum::extract::{Path, Request};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post, put};
use axum::{Json, Router};
use futures_util::FutureExt;
use hyper::service::Service;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use poker_edge::http::extract::{Asked, Body};
use poker_edge::http::{ApiError, BODY_BYTES, bearer, games, headers, identity, leaderboard, notes, tournaments};
use poker_engine::game::catalogue;
use poker_engine::tournament::structure::shipped;
use poker_net::{AskedBy, Origins, Upgrade, http};
use poker_protocol::v1::personal::NoteRequest;
use poker_protocol::v1::rest::{
    BotTokenRequest, Credentials, GameCheckRequest, GuestRequest, RefreshRequest, StructureCheckRequest, TopUpRequest,
};
use poker_protocol::v1::routes::query::{self, Query};
use poker_protocol::v1::table::TableConfig;
use poker_protocol::v1::{ErrorCode, ErrorMsg};
use poker_store::{AccountId, SessionId, TableId};
use poker_table::{TableName, TableSetup, Timing};
use poker_wire as wire;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::runtime::{Builder, Runtime};
use tower_http::limit::RequestBodyLimitLayer;

use super::{auth, formats};
use crate::fuzz::{Seen, repository};

thread_local! {
    static RUNTIME: Runtime = Builder::new_current_thread()
        .enable_time()
        .build()
        .expect("a runtime needs nothing but memory");
    static ROUTER: TowerToHyperService<Router> = TowerToHyperService::new(router());
}

/// A trusted proxy.
const PROXY: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 9));

/// Maximum number of bytes that a connection sends or receives in a run.
const PIPE_BYTES: usize = 256 * 1024;

/// The routes with everything they read of a request, and no handlers after that.
fn router() -> Router {
    Router::new()
        .route("/ws", get(websocket))
        .route("/api/v1/guest", post(guest))
        .route("/api/v1/register", post(register))
        .route("/api/v1/login", post(register))
        .route("/api/v1/refresh", post(refresh))
        .route("/api/v1/top-up", post(top_up))
        .route("/api/v1/bot-tokens", post(bot_token))
        .route("/api/v1/bot-tokens/{id}", delete(revoke))
        .route("/api/v1/games/check", post(check))
        .route("/api/v1/games/{game}/rules", get(rules))
        .route("/api/v1/structures/check", post(check_structure))
        .route("/api/v1/tables", post(table))
        .route("/api/v1/tables/{table}", get(named))
        .route("/api/v1/hands", get(page))
        .route("/api/v1/me/results", get(own_results))
        .route("/api/v1/me/sessions", get(own_sessions))
        .route("/api/v1/notes/{player}", put(kept_note))
        .route("/api/v1/leaderboard", get(best_of_week))
        .route("/api/v1/hands/{table}/{hand}", get(hand))
        .layer(RequestBodyLimitLayer::new(BODY_BYTES))
        .layer(middleware::from_fn(around))
}

/// The guards that read headers. Their findings go into a header of the answer, where the fuzzer sees them.
async fn around(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let client = headers::forwarded(&[PROXY], PROXY, headers);
    let origins = Origins::new(&["https://poker.example".to_owned()], false);
    let mut seen = Seen::default();
    auth::token(bearer::presented(headers).unwrap_or_default().as_bytes(), &mut seen);
    let cookie = identity::cookie(headers);
    let renewed = identity::set_cookie(headers, "token", Duration::ZERO).is_ok();
    assert!(renewed, "a cookie of ours is a header");
    let found = format!(
        "{} {} {} {} {}",
        client == PROXY,
        client.is_ipv6(),
        origins.check(headers, AskedBy::Proxy).is_ok(),
        identity::is_browser(headers),
        cookie.is_some(),
    );
    let mut response = headers::in_json(next.run(request).await);
    let found = found.parse().expect("words are a header");
    response.headers_mut().insert("x-found", found);
    response
}

async fn websocket(request: Request) -> Result<Response, ApiError> {
    let (_, response) = Upgrade::agree(request).map_err(|refusal| ApiError::from(*refusal))?;
    Ok(response)
}

fn known(is_known: bool) -> Result<(), ApiError> {
    let refusal = || ApiError::new(ErrorCode::ProtocolInvalidField, "refused");
    is_known.then_some(()).ok_or_else(refusal)
}

async fn guest(Body(GuestRequest { nickname }): Body<GuestRequest>) -> Result<(), ApiError> {
    known(auth::credentials(&nickname, "a fine password"))
}

async fn register(Body(Credentials { name, password }): Body<Credentials>) -> Result<(), ApiError> {
    known(auth::credentials(&name, &password))
}

async fn refresh(headers: HeaderMap, body: Option<Body<RefreshRequest>>) -> Result<(), ApiError> {
    let brought = body.and_then(|Body(request)| request.refresh_token);
    known(brought.or_else(|| identity::cookie(&headers)).is_some())
}

async fn top_up(Body(TopUpRequest { amount, .. }): Body<TopUpRequest>) -> String {
    amount.map(wire::chips_in).unwrap_or_default().to_string()
}

async fn bot_token(Body(BotTokenRequest { name, .. }): Body<BotTokenRequest>) -> Result<(), ApiError> {
    known(auth::credentials(&name, "a fine password"))
}

async fn revoke(Path(id): Path<String>) -> Result<(), ApiError> {
    known(id.parse::<SessionId>().is_ok())
}

async fn check(Body(request): Body<GameCheckRequest>) -> Response {
    Json(games::checked(&request)).into_response()
}

async fn check_structure(Body(request): Body<StructureCheckRequest>) -> Response {
    Json(tournaments::checked(&request)).into_response()
}

async fn table(Body(config): Body<TableConfig>) -> Result<Response, ApiError> {
    let setup = TableSetup::new(&config, Timing::default()).map_err(|error| ApiError::from(error.answer(None)))?;
    let info = setup.info(
        TableId(1),
        setup.program.first(),
        &setup.at_stake(setup.program.first()).structure,
    );
    Ok(Json(info).into_response())
}

async fn named(Path(table): Path<String>) -> Result<(), ApiError> {
    let name = TableName::parse(&table);
    known(name.is_some_and(|name| name.lets_in(None, false)))
}

async fn rules(Path(game): Path<String>, Asked(query): Asked<query::RulesLanguage>) -> Result<Response, ApiError> {
    let rules = games::rules_of(&game, games::lang(&query))?;
    Ok(Json(rules).into_response())
}

/// Checks a query, and returns what was read.
fn told(query: &(impl Query + Debug)) -> Result<String, ApiError> {
    query.check()?;
    Ok(format!("{query:?}"))
}

async fn page(Asked(page): Asked<query::HandSearch>) -> Result<String, ApiError> {
    told(&page)
}

async fn own_results(Asked(wanted): Asked<query::Results>) -> Result<String, ApiError> {
    told(&wanted)
}

async fn own_sessions(Asked(wanted): Asked<query::Sessions>) -> Result<String, ApiError> {
    told(&wanted)
}

async fn kept_note(Path(player): Path<String>, Body(request): Body<NoteRequest>) -> Result<String, ApiError> {
    known(player.parse::<AccountId>().is_ok())?;
    notes::checked(&request)
}

async fn best_of_week(Asked(wanted): Asked<query::Leaderboard>) -> Result<(), ApiError> {
    wanted.check()?;
    known(wanted.week.is_none_or(|week| leaderboard::parsed(&week.0).is_some()))
}

async fn hand(
    Path((table, hand)): Path<(String, String)>,
    Asked(written): Asked<query::HandForm>,
) -> Result<String, ApiError> {
    known(TableName::parse(&table).is_some() && hand.parse::<u64>().is_ok())?;
    told(&written)
}

/// Serves a connection from first byte to last, as the accept loop does.
pub(in crate::fuzz) fn head(input: &[u8], seen: &mut Seen) {
    let answered = RUNTIME.with(|runtime| {
        runtime.block_on(async {
            let (mut client, server) = tokio::io::duplex(PIPE_BYTES);
            client.write_all(input).await.expect("a pipe takes an input");
            client.shutdown().await.expect("a pipe can be closed");
            let router = ROUTER.with(Clone::clone);
            let connection = http(Duration::from_hours(1))
                .serve_connection(TokioIo::new(server), router)
                .with_upgrades();
            let mut answered = Vec::new();
            let reading = client.read_to_end(&mut answered);
            let (_, read) = tokio::join!(connection, reading);
            read.expect("a pipe can be read");
            answered
        })
    });
    // The lines of the answered heads, except the time of day.
    for line in answered
        .split(|byte| *byte == b'\n')
        .filter(|line| line.ends_with(b"\r"))
    {
        if !line.starts_with(b"date:")
            && !line.starts_with(b"sec-websocket-accept:")
            && !line.starts_with(b"content-length:")
        {
            seen.note(line);
        }
    }
}

/// Reads `METHOD TARGET` from the first line and the body from the rest.
pub(in crate::fuzz) fn rest(input: &[u8], seen: &mut Seen) {
    let end = input.iter().position(|byte| *byte == b'\n').unwrap_or(input.len());
    let body = input.get(end + 1..).unwrap_or_default().to_vec();
    let Ok(line) = str::from_utf8(&input[..end]) else {
        return;
    };
    let Some((method, target)) = line.split_once(' ') else {
        return;
    };
    let mut request = Request::builder().method(method).uri(target);
    if !body.is_empty() {
        request = request.header(CONTENT_TYPE, "application/json");
    }
    let Ok(request) = request.body(axum::body::Body::from(body)) else {
        return;
    };
    let answered = ROUTER.with(|router| {
        let response = router
            .call(request)
            .now_or_never()
            .expect("nothing has to be waited for");
        let response = response.unwrap_or_else(|never| match never {});
        let status = response.status().as_u16();
        let body = to_bytes(response.into_body(), usize::MAX).now_or_never();
        (status, body.expect("nothing has to be waited for"))
    });
    let (status, body) = answered;
    let body = body.expect("an answer of ours is whole");
    assert!(
        status < 500,
        "a fault of the server: {}",
        String::from_utf8_lossy(&body)
    );
    let told: ErrorMsg = match serde_json::from_slice(&body) {
        Ok(refusal) if status >= 400 => refusal,
        _ => return seen.note((status, line.split('/').nth(3).map(str::to_owned))),
    };
    seen.note(format!("{:?}", told.code));
    seen.refused(&told.message);
}

/// Heads as browsers, bots and proxies send them.
pub(in crate::fuzz) fn head_seeds() -> Vec<Vec<u8>> {
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let browser =
        "Host: poker.example\r\nOrigin: https://poker.example\r\nCookie: poker_refresh=poker_refresh_00; a=b\r\n";
    let body = r#"{"nickname":"Ann"}"#;
    [
        format!("GET /ws HTTP/1.1\r\n{browser}{upgrade}Sec-WebSocket-Protocol: poker.v1, other\r\n\r\n\u{1}\u{2}"),
        format!("GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\n{upgrade}\r\n"),
        format!(
            "POST /api/v1/guest HTTP/1.1\r\n{browser}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ),
        format!(
            "POST /api/v1/guest HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n\
             {:x}\r\n{body}\r\n0\r\n\r\nGET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n",
            body.len()
        ),
        "POST /api/v1/refresh HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a.b.c\r\n\
         X-Forwarded-For: 198.51.100.1, [2001:db8::1]:4711\r\nX-Forwarded-For: 192.0.2.9\r\nContent-Length: 0\r\n\r\n"
            .to_owned(),
        "GET /api/v1/hands?before=5&limit=2 HTTP/1.0\r\n\r\n".to_owned(),
    ]
    .map(String::into_bytes)
    .into()
}

/// A request to every route.
pub(in crate::fuzz) fn rest_seeds() -> Vec<Vec<u8>> {
    let mut seeds: Vec<Vec<u8>> = [
        "POST /api/v1/guest\n{\"nickname\":\"Ann\"}",
        "POST /api/v1/register\n{\"name\":\"Zoë\",\"password\":\"a fine password\"}",
        "POST /api/v1/refresh\n{\"refresh_token\":\"poker_refresh_00\"}",
        "POST /api/v1/top-up\n{\"id\":\"1\",\"amount\":500}",
        "POST /api/v1/bot-tokens\n{\"name\":\"bot\",\"label\":\"mine\"}",
        "DELETE /api/v1/bot-tokens/00000000-0000-0000-0000-000000000001\n",
        "GET /api/v1/tables/7-00000000000000000000000000000000\n",
        "GET /api/v1/hands?before=5&limit=50\n",
        "GET /api/v1/hands/7/12?format=ohh\n",
    ]
    .map(|line| line.as_bytes().to_vec())
    .into();
    let games = catalogue::all().iter().map(|game| &game.id).take(1);
    let rotations = catalogue::rotations().iter().map(|rotation| &rotation.id).take(1);
    seeds.extend(
        games
            .chain(rotations)
            .map(|id| format!("GET /api/v1/games/{id}/rules?lang=fr\n").into_bytes()),
    );
    let definitions = formats::definition_seeds();
    for definition in definitions.iter().step_by(10) {
        let text = String::from_utf8_lossy(definition);
        let body = serde_json::json!({ "definition": text });
        seeds.push(format!("POST /api/v1/games/check\n{body}").into_bytes());
    }
    for structure in shipped::all().iter().step_by(4) {
        let body = serde_json::json!({ "definition": shipped::source(&structure.id) });
        seeds.push(format!("POST /api/v1/structures/check\n{body}").into_bytes());
    }
    for message in repository("protocol/golden/v1/client", ".json") {
        let message: serde_json::Value = serde_json::from_slice(&message).unwrap_or_default();
        if let Some(config) = message.get("config") {
            seeds.push(format!("POST /api/v1/tables\n{config}").into_bytes());
        }
    }
    seeds
}
