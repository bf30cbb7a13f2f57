//! Cards of links: in the head of the page for messengers, as a picture, and in words for guests.

mod links;
mod page;

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::{ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_TYPE, ETAG, VARY};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use poker_base::network::Network;
use poker_owner::pool::{Asker, Piece, Pool};
use poker_protocol::v1::rest::CardResponse;
use poker_protocol::v1::routes;
use poker_words::cards::{Pictures, Reader};
use poker_words::rules::{self, Lang};
use serde::Deserialize;

pub(crate) use self::links::Links;
pub(super) use self::page::page;

use self::links::Link;
use super::api::Api;
use super::assets;
use super::error::ApiError;
use super::extract::Asked;
use crate::price::{self, Budgets};

/// Price of drawing a picture, in units.
const DRAWN: u32 = 10;

/// Work of drawing a picture.
const DRAWING: Piece = Piece::Evaluations(price::EVALUATIONS * DRAWN as u64);

/// A card in words, which nobody keeps.
type Told = ([(HeaderName, &'static str); 2], Json<CardResponse>);

const NOT_KEPT: [(HeaderName, &str); 2] = [(CACHE_CONTROL, "no-store"), (VARY, "accept-language")];

/// Draws the pictures of cards.
#[derive(Clone)]
pub(crate) struct Gallery {
    /// Pictures drawn lately.
    pub(crate) pictures: Arc<Pictures>,
    /// What drawing is paid from.
    pub(crate) budgets: Arc<Budgets>,
    /// Draws.
    pub(crate) pool: Arc<Pool>,
}

pub(super) fn routes(api: Api) -> Api {
    api.on(routes::cards::Table, table_words)
        .on(routes::cards::TablePicture, table_picture)
        .on(routes::cards::Tournament, event_words)
        .on(routes::cards::TournamentPicture, event_picture)
        .on(routes::cards::Hand, hand_words)
        .on(routes::cards::HandPicture, hand_picture)
        .on(routes::cards::Season, season_words)
        .on(routes::cards::SeasonPicture, season_picture)
}

/// Query for the language of a card.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    lang: Option<String>,
}

impl Wanted {
    /// The language that was asked for, otherwise the one that the client prefers.
    fn lang(&self, headers: &HeaderMap) -> Result<Lang, ApiError> {
        let wrong = |error: rules::UnknownLang| ApiError::invalid_field("lang", format!("`lang`: {error}"));
        match &self.lang {
            Some(lang) => lang.parse().map_err(wrong),
            None => Ok(preferred(headers)),
        }
    }
}

/// The supported language that a client prefers: the first one of its list.
fn preferred(headers: &HeaderMap) -> Lang {
    let listed = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let mut tags = listed.unwrap_or_default().split(',');
    let known = |tag: &str| tag.trim().get(..2)?.to_ascii_lowercase().parse().ok();
    tags.find_map(known).unwrap_or_default()
}

async fn words(links: &Links, link: Link<'_>, wanted: &Wanted, headers: &HeaderMap) -> Result<Told, ApiError> {
    let lang = wanted.lang(headers)?;
    let is_messenger = false;
    let card = links.card(link, Reader { lang, is_messenger }).await?;
    Ok((NOT_KEPT, Json(card.into())))
}

async fn picture(
    links: &Links,
    gallery: &Gallery,
    network: Network,
    link: Link<'_>,
    wanted: &Wanted,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let lang = wanted.lang(headers)?;
    let is_messenger = true;
    let card = links.card(link, Reader { lang, is_messenger }).await?;
    let picture = if let Some(picture) = gallery.pictures.kept(&card) {
        picture
    } else {
        price::pay_units(&gallery.budgets, None, network, DRAWN)?;
        let pictures = Arc::clone(&gallery.pictures);
        gallery
            .pool
            .run(Asker::of(network), DRAWING, move || pictures.draw(card))
            .await?
    };
    let tag = assets::tag(&picture);
    let kept = [
        (CONTENT_TYPE, HeaderValue::from_static("image/png")),
        (CACHE_CONTROL, HeaderValue::from_static("public, max-age=60")),
        (VARY, HeaderValue::from_static("accept-language")),
        (ETAG, tag.clone()),
    ];
    if assets::knows(headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, kept).into_response());
    }
    Ok((kept, picture).into_response())
}

async fn table_words(
    State(links): State<Links>,
    Path(table): Path<String>,
    Asked(wanted): Asked<Wanted>,
    headers: HeaderMap,
) -> Result<Told, ApiError> {
    words(&links, Link::Table(&table), &wanted, &headers).await
}

async fn table_picture(
    State(links): State<Links>,
    State(gallery): State<Gallery>,
    Extension(network): Extension<Network>,
    Path(table): Path<String>,
    Asked(wanted): Asked<Wanted>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    picture(&links, &gallery, network, Link::Table(&table), &wanted, &headers).await
}

async fn event_words(
    State(links): State<Links>,
    Path(event): Path<String>,
    Asked(wanted): Asked<Wanted>,
    headers: HeaderMap,
) -> Result<Told, ApiError> {
    words(&links, Link::Event(&event), &wanted, &headers).await
}

async fn event_picture(
    State(links): State<Links>,
    State(gallery): State<Gallery>,
    Extension(network): Extension<Network>,
    Path(event): Path<String>,
    Asked(wanted): Asked<Wanted>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    picture(&links, &gallery, network, Link::Event(&event), &wanted, &headers).await
}

async fn hand_words(
    State(links): State<Links>,
    Path(token): Path<String>,
    Asked(wanted): Asked<Wanted>,
    headers: HeaderMap,
) -> Result<Told, ApiError> {
    words(&links, Link::Hand(&token), &wanted, &headers).await
}

async fn hand_picture(
    State(links): State<Links>,
    State(gallery): State<Gallery>,
    Extension(network): Extension<Network>,
    Path(token): Path<String>,
    Asked(wanted): Asked<Wanted>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    picture(&links, &gallery, network, Link::Hand(&token), &wanted, &headers).await
}

async fn season_words(
    State(links): State<Links>,
    Path((club, season)): Path<(String, String)>,
    Asked(wanted): Asked<Wanted>,
    headers: HeaderMap,
) -> Result<Told, ApiError> {
    words(&links, Link::Season(&club, &season), &wanted, &headers).await
}

async fn season_picture(
    State(links): State<Links>,
    State(gallery): State<Gallery>,
    Extension(network): Extension<Network>,
    Path((club, season)): Path<(String, String)>,
    Asked(wanted): Asked<Wanted>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    picture(
        &links,
        &gallery,
        network,
        Link::Season(&club, &season),
        &wanted,
        &headers,
    )
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_language_that_is_known_is_taken() {
        for (listed, lang) in [
            ("fr-CA,fr;q=0.9,en;q=0.8", Lang::French),
            ("de, FR;q=0.5", Lang::French),
            ("en-US", Lang::English),
            ("", Lang::English),
            ("é", Lang::English),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT_LANGUAGE, HeaderValue::from_str(listed).unwrap())]);
            assert_eq!(preferred(&headers), lang, "{listed}");
        }
    }
}
