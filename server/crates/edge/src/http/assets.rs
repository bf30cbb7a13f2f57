//! The browser client, bundled and compressed by `poker-page`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use axum::body::{Body, Bytes};
use axum::http::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use poker_page::Effort;

use super::error::ApiError;

/// The page itself, whose script does the routing.
const INDEX: &str = "index.html";

/// A file of the page, plain and compressed.
struct Asset {
    body: Cow<'static, [u8]>,
    gzip: OnceLock<Cow<'static, [u8]>>,
    brotli: OnceLock<Cow<'static, [u8]>>,
    /// `true` if the name changes with the content, so that caches may keep it.
    is_lasting: bool,
}

/// Files by path.
static PAGE: LazyLock<HashMap<String, Asset>> = LazyLock::new(page);

/// Loads the files embedded in the binary.
#[cfg(embedded_page)]
fn page() -> HashMap<String, Asset> {
    let files: &[(&str, [&[u8]; 3])] = &include!(concat!(env!("OUT_DIR"), "/page/list.rs"));
    let asset = |&(path, [body, gzip, brotli]): &(&str, [&'static [u8]; 3])| {
        let asset = Asset {
            body: Cow::Borrowed(body),
            gzip: OnceLock::from(Cow::Borrowed(gzip)),
            brotli: OnceLock::from(Cow::Borrowed(brotli)),
            is_lasting: path.starts_with(poker_page::FOLDER),
        };
        (path.to_owned(), asset)
    };
    files.iter().map(asset).collect()
}

/// Loads the files from the sources, for editing: they are bundled once per server, and each file is compressed on
/// first request.
#[cfg(not(embedded_page))]
fn page() -> HashMap<String, Asset> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let files = match poker_page::join(&folder) {
        Ok(page) => page.files,
        Err(error) => {
            tracing::error!(%error, "the page cannot be joined");
            Vec::new()
        }
    };
    let asset = |file: poker_page::File| {
        let asset = Asset {
            is_lasting: file.is_lasting(),
            body: Cow::Owned(file.body),
            gzip: OnceLock::new(),
            brotli: OnceLock::new(),
        };
        (file.path, asset)
    };
    files.into_iter().map(asset).collect()
}

/// Content coding of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coding {
    Plain,
    Gzip,
    Brotli,
}

impl Coding {
    /// The best coding that the client accepts.
    fn of(headers: &HeaderMap) -> Self {
        if accepts(headers, "br") {
            Self::Brotli
        } else if accepts(headers, "gzip") {
            Self::Gzip
        } else {
            Self::Plain
        }
    }
}

/// `true` if the client accepts this coding.
pub(super) fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    let listed = headers.get_all(ACCEPT_ENCODING).iter();
    let listed = listed.filter_map(|value| value.to_str().ok());
    listed.flat_map(|value| value.split(',')).any(|offer| {
        let (name, quality) = offer.split_once(';').unwrap_or((offer, ""));
        let is_refused = matches!(
            quality.replace(' ', "").trim_start_matches("q="),
            "0" | "0.0" | "0.00" | "0.000"
        );
        name.trim() == coding && !is_refused
    })
}

/// Answers with a file, or with the page. For an address without a view both the page and the status say "not found".
pub(crate) fn serve(method: &Method, uri: &Uri, mut headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let found = match path {
        "" => PAGE.get(INDEX).map(|asset| (INDEX, asset)),
        // No route of the page looks like a file or an address of the interfaces.
        _ => match PAGE.get(path) {
            Some(asset) => Some((path, asset)),
            None if path.contains('.') || path.starts_with("api/") || path.starts_with("ws") => None,
            None => PAGE.get(INDEX).map(|asset| (INDEX, asset)),
        },
    };
    let Some((path, asset)) = found else {
        return ApiError::of_status(StatusCode::NOT_FOUND).into_response();
    };
    if method != Method::GET && method != Method::HEAD {
        let allow = [(ALLOW, "GET, HEAD")];
        return (allow, ApiError::of_status(StatusCode::METHOD_NOT_ALLOWED)).into_response();
    }
    if path != INDEX || is_view(uri.path()) {
        return respond(path, asset, &headers);
    }
    // A page for a missing address must not be answered with "not modified".
    headers.remove(IF_NONE_MATCH);
    let mut response = respond(path, asset, &headers);
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

/// The page itself, as text.
pub(super) fn index() -> Option<&'static str> {
    std::str::from_utf8(&PAGE.get(INDEX)?.body).ok()
}

/// `true` if the page has a view for the address: those that `routeOf` in `web/route.js` accepts.
pub(super) fn is_view(address: &str) -> bool {
    let path = address.strip_prefix('/').unwrap_or(address);
    if matches!(path, "" | INDEX) {
        return true;
    }
    let number = |text: &str, digits: usize| {
        (1..=digits).contains(&text.len()) && text.bytes().all(|sign| sign.is_ascii_digit())
    };
    let parts: Vec<&str> = path.strip_suffix('/').unwrap_or(path).split('/').collect();
    if parts.contains(&"") {
        return false;
    }
    match parts[..] {
        [
            "hands" | "practice" | "me" | "evenings" | "templates" | "format" | "leaderboard" | "rules" | "learn"
            | "tournaments" | "clubs",
        ]
        | ["club", "join", _]
        | ["table" | "rules" | "learn" | "tournament" | "tournaments", _]
        | ["tournament" | "tournaments", _, "screen" | "floor"]
        | ["practice", "hands"]
        | ["hand", "share", _] => true,
        ["club", club] => number(club, 15),
        ["club", club, "season", season] | ["club", club, "season", season, "screen"] => {
            number(club, 15) && number(season, 15)
        }
        ["hand", _, hand] => number(hand, 15),
        ["tournament" | "tournaments", _, "certificate", player] => number(player, 9),
        _ => false,
    }
}

fn respond(path: &str, asset: &'static Asset, asked: &HeaderMap) -> Response {
    let kind = content_type(path);
    let coding = if is_packed(kind) {
        Coding::of(asked)
    } else {
        Coding::Plain
    };
    let tag = tag(&asset.body);
    let is_known = knows(asked, &tag);
    let body = match coding {
        _ if is_known => &[],
        Coding::Plain => asset.body.as_ref(),
        Coding::Gzip => asset
            .gzip
            .get_or_init(|| poker_page::gzip(&asset.body, Effort::Quick).into()),
        Coding::Brotli => asset
            .brotli
            .get_or_init(|| poker_page::brotli(&asset.body, Effort::Quick).into()),
    };
    let mut response = Response::new(Body::from(Bytes::from_static(body)));
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    let coding = match coding {
        Coding::Plain => None,
        Coding::Gzip => Some("gzip"),
        Coding::Brotli => Some("br"),
    };
    if let Some(coding) = coding.filter(|_| !is_known) {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    if is_packed(kind) {
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    // The page and the service worker change with the binary: clients revalidate them each time and rarely get them
    // again.
    let keep = if asset.is_lasting {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(keep));
    if !asset.is_lasting {
        headers.insert(ETAG, tag);
    }
    response
}

/// Entity tag of a body. Weak, since it is the same for every coding.
pub(super) fn tag(body: &[u8]) -> HeaderValue {
    let tag = format!("W/\"{}\"", poker_page::digest([body]));
    HeaderValue::try_from(tag).expect("a digest has only letters and digits")
}

/// `true` if the client already has the body.
pub(super) fn knows(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let known = headers.get_all(IF_NONE_MATCH).iter();
    let known = known.filter_map(|value| value.to_str().ok());
    let plain = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let tag = tag.to_str().map(plain).unwrap_or_default();
    known
        .flat_map(|value| value.split(','))
        .any(|known| plain(known) == tag)
}

/// `true` if files of this type are worth compressing.
fn is_packed(kind: &str) -> bool {
    !matches!(
        kind,
        "image/png" | "image/x-icon" | "font/woff2" | "application/octet-stream"
    )
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize)]
    struct Addresses {
        views: Vec<String>,
        nowhere: Vec<String>,
    }

    /// Addresses that the page's own test reads too.
    fn addresses() -> Addresses {
        serde_json::from_str(include_str!("../../../../web/test/unit/addresses.json")).unwrap()
    }

    fn asked(address: &str, headers: HeaderMap) -> Response {
        serve(&Method::GET, &address.parse().unwrap(), headers)
    }

    #[test]
    fn an_address_without_a_view_gets_the_page_and_is_not_found() {
        let Addresses { views, nowhere } = addresses();
        assert!(views.len() > 20 && nowhere.len() > 20);
        let of = |status, all: Vec<String>| all.into_iter().map(move |address| (status, address));
        for (status, address) in of(StatusCode::OK, views).chain(of(StatusCode::NOT_FOUND, nowhere)) {
            let answer = asked(&address, HeaderMap::new());
            assert_eq!(answer.status(), status, "{address}");
            assert_eq!(answer.headers()[CONTENT_TYPE], "text/html; charset=utf-8", "{address}");
            // The tag the client knows is that of the page at an address with a view.
            let known = HeaderMap::from_iter([(IF_NONE_MATCH, answer.headers()[ETAG].clone())]);
            let again = asked(&address, known).status();
            let expected = if status == StatusCode::OK {
                StatusCode::NOT_MODIFIED
            } else {
                status
            };
            assert_eq!(again, expected, "{address}");
        }
    }

    #[test]
    fn what_looks_like_a_file_or_an_interface_is_no_page() {
        for address in ["/no.such", "/assets/none.js", "/api/v1/none", "/api/", "/ws/1"] {
            let answer = asked(address, HeaderMap::new());
            assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{address}");
            assert_ne!(answer.headers()[CONTENT_TYPE], "text/html; charset=utf-8", "{address}");
        }
    }
}
