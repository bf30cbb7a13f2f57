//! Answers whose bytes are written beforehand, each made from a value of what is declared.

use std::marker::PhantomData;

use axum::Json;
use axum::body::Bytes;
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, VARY};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use poker_formats::Format;
use poker_owner::with_json;
use poker_practice::study::Pack;
use poker_protocol::v1::ServerMsg;
use poker_protocol::v1::practice::StudyResponse;
use poker_protocol::v1::rest::HandRecord;
use poker_protocol::v1::routes::answer::{AnyObject, Done, HandOrFile, HandsFile, Picture, Text, Upgrade};
use poker_protocol::v1::server::Snapshot;

use super::api::Gives;
use super::assets::{accepts, knows, tag};

/// An answer of this kind.
pub(crate) struct Ready<A>(Response, PhantomData<A>);

impl<A> IntoResponse for Ready<A> {
    fn into_response(self) -> Response {
        self.0
    }
}

impl<A> Gives<A> for Ready<A> {}

impl<A> Ready<A> {
    fn of(answer: impl IntoResponse) -> Self {
        Self(answer.into_response(), PhantomData)
    }
}

impl<K: Text> Ready<K> {
    /// Text of a kind.
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::of(([(CONTENT_TYPE, K::KIND)], text.into()))
    }

    /// Text of a kind that nobody keeps.
    pub(super) fn private_text(text: String) -> Self {
        Self::of(([(CACHE_CONTROL, "no-store")], Self::text(text)))
    }
}

impl Ready<HandsFile> {
    /// A file of hands, with headers about it.
    pub(super) fn hands(format: Format, headers: Vec<(&'static str, String)>, text: String) -> Self {
        let kind = [(CONTENT_TYPE, format.content_type_of_many())];
        Self::of((kind, AppendHeaders(headers), text))
    }
}

impl Ready<HandOrFile> {
    /// A hand as it is recorded.
    pub(super) fn record(record: HandRecord) -> Self {
        Self::of(Json(record))
    }

    /// A hand as a file.
    pub(super) fn hand(format: Format, text: String) -> Self {
        Self::of(([(CONTENT_TYPE, format.content_type())], text))
    }
}

impl Ready<Done<Snapshot>> {
    /// The state of a table, as those are sent it who watch.
    pub(super) fn snapshot(snapshot: Snapshot) -> Self {
        let headers = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")];
        Self::of((headers, with_json(&ServerMsg::Snapshot(snapshot), str::to_owned)))
    }
}

impl Ready<Done<StudyResponse>> {
    /// Hands that change daily, unless the client already has them.
    pub(super) fn study(asked: &HeaderMap, pack: &Pack) -> Self {
        let headers = [
            (CONTENT_TYPE, "application/json"),
            (VARY, "accept-encoding"),
            (CACHE_CONTROL, "no-cache"),
        ];
        let body = || either(asked, &pack.text, &pack.packed);
        Self::of(unless_known(asked, tag(&pack.text), headers, body))
    }
}

impl Ready<AnyObject> {
    /// A JSON text that stays the same while the server runs, and the same packed.
    pub(super) fn object(asked: &HeaderMap, text: &'static str, packed: &Bytes) -> Self {
        let headers = [(CONTENT_TYPE, "application/json"), (VARY, "accept-encoding")];
        Self::of((headers, either(asked, &Bytes::from_static(text.as_bytes()), packed)))
    }
}

impl Ready<Picture> {
    /// A PNG file in the language of the client, unless the client already has it.
    pub(super) fn picture(asked: &HeaderMap, picture: Bytes) -> Self {
        let headers = [
            (CONTENT_TYPE, "image/png"),
            (CACHE_CONTROL, "public, max-age=60"),
            (VARY, "accept-language"),
        ];
        Self::of(unless_known(asked, tag(&picture), headers, || picture))
    }
}

impl Ready<Upgrade> {
    /// The answer that hands a connection over.
    pub(super) fn upgrade(response: Response) -> Self {
        Self::of(response)
    }
}

/// Answers with a text, gzipped for clients that accept it.
fn either(asked: &HeaderMap, text: &Bytes, packed: &Bytes) -> Response {
    if accepts(asked, "gzip") {
        return ([(CONTENT_ENCODING, "gzip")], packed.clone()).into_response();
    }
    text.clone().into_response()
}

/// Answers with a body under its tag, or with nothing if the client already has it.
pub(super) fn unless_known<T: IntoResponse, const N: usize>(
    asked: &HeaderMap,
    tag: HeaderValue,
    headers: [(HeaderName, &'static str); N],
    body: impl FnOnce() -> T,
) -> Response {
    if knows(asked, &tag) {
        return (StatusCode::NOT_MODIFIED, headers, [(ETAG, tag)]).into_response();
    }
    (headers, [(ETAG, tag)], body()).into_response()
}
