//! Cards of links: in the head of the page for messengers, as a picture, and in words for guests.

mod links;
mod page;

use std::sync::Arc;

use axum::Json;
use axum::http::header::{ACCEPT_LANGUAGE, CACHE_CONTROL, VARY};
use axum::http::{HeaderMap, HeaderName};
use poker_owner::pool::{Asker, Piece, Pool};
use poker_protocol::v1::rest::CardResponse;
use poker_protocol::v1::routes::answer::Picture;
use poker_protocol::v1::routes::body::NoBody;
use poker_protocol::v1::routes::query::CardLanguage;
use poker_protocol::v1::routes::token::Ignored;
use poker_protocol::v1::routes::{self, Route};
use poker_words::cards::{Card, Pictures, Reader};
use poker_words::rules::Lang;

pub(crate) use self::links::Links;
pub(super) use self::page::page;

use self::links::Link;
use super::api::{Api, Call, Declared};
use super::error::ApiError;
use super::ready::Ready;
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
    api.on(words::<routes::cards::Table>)
        .on(picture::<routes::cards::TablePicture>)
        .on(words::<routes::cards::Tournament>)
        .on(picture::<routes::cards::TournamentPicture>)
        .on(words::<routes::cards::Hand>)
        .on(picture::<routes::cards::HandPicture>)
        .on(words::<routes::cards::Season>)
        .on(picture::<routes::cards::SeasonPicture>)
}

/// An operation about the card of a link.
trait Linked: Declared + Route<Query = CardLanguage, Token = Ignored, Request = NoBody> {
    /// The link that a path names.
    fn link(path: &Self::Path) -> Link<'_>;
}

/// Declares which links operations are about.
macro_rules! linked {
    ($($words:ident, $picture:ident: [$($name:ident),+] => $link:expr;)+) => {
        $(linked!(@ $words [$($name),+] $link); linked!(@ $picture [$($name),+] $link);)+
    };
    (@ $route:ident [$($name:ident),+] $link:expr) => {
        impl Linked for routes::cards::$route {
            fn link([$($name),+]: &Self::Path) -> Link<'_> {
                $link
            }
        }
    };
}

linked! {
    Table, TablePicture: [table] => Link::Table(table);
    Tournament, TournamentPicture: [event] => Link::Event(event);
    Hand, HandPicture: [token] => Link::Hand(token);
    Season, SeasonPicture: [club, season] => Link::Season(club, season);
}

/// The card of a link in the language that was asked for, otherwise in the one that the client prefers.
async fn card<R: Linked>(links: &Links, call: &Call<R>, is_messenger: bool) -> Result<Card, ApiError> {
    let asked = call.query.lang.map(Lang::from);
    let lang = asked.unwrap_or_else(|| preferred(&call.parts.headers));
    links.card(R::link(&call.path), Reader { lang, is_messenger }).await
}

async fn words<R: Linked>(links: Links, call: Call<R>) -> Result<Told, ApiError> {
    let card = card(&links, &call, false).await?;
    Ok((NOT_KEPT, Json(card.into())))
}

async fn picture<R: Linked>(links: Links, gallery: Gallery, call: Call<R>) -> Result<Ready<Picture>, ApiError> {
    let card = card(&links, &call, true).await?;
    let picture = if let Some(picture) = gallery.pictures.kept(&card) {
        picture
    } else {
        price::pay_units(&gallery.budgets, None, call.network, DRAWN)?;
        let pictures = Arc::clone(&gallery.pictures);
        gallery
            .pool
            .run(Asker::of(call.network), DRAWING, move || pictures.draw(card))
            .await?
    };
    Ok(Ready::picture(&call.parts.headers, picture))
}

/// The supported language that a client prefers: the first one of its list.
fn preferred(headers: &HeaderMap) -> Lang {
    let listed = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let mut tags = listed.unwrap_or_default().split(',');
    let known = |tag: &str| tag.trim().get(..2)?.to_ascii_lowercase().parse().ok();
    tags.find_map(known).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

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
