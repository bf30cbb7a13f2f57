//! Cards of links: in the head of the page for messengers, as a picture, and in words for guests.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::{ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, VARY};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use poker_base::network::Network;
use poker_event::setup::EventTableRow;
use poker_net::Peer;
use poker_owner::pool::{Asker, Piece};
use poker_page::Effort;
use poker_protocol::v1::rest::{CardResponse, LinkState};
use poker_store::AccountId;
use poker_table::TableName;
use poker_table::stored::told_in;
use poker_words::cards::{self, Card, Reader};
use poker_words::rules::{self, Lang};
use serde::Deserialize;

use super::api::Api;
use super::assets;
use super::error::ApiError;
use super::extract::Asked;
use super::headers::asked_by;
use super::share;
use super::tournaments::{self, Held};
use crate::app::App;
use crate::price;

/// Price of drawing a picture, in units.
const DRAWN: u32 = 10;

/// Work of drawing a picture.
const DRAWING: Piece = Piece::Evaluations(price::EVALUATIONS * DRAWN as u64);

/// Line of the page that the fields for messengers take the place of.
const TITLE: &str = "<title>Poker</title>";

pub(super) fn routes(api: Api) -> Api {
    api.ask("/api/v1/tables/{table}/card", table_words)
        .ask("/api/v1/tables/{table}/card.png", table_picture)
        .ask("/api/v1/tournaments/{tournament}/card", event_words)
        .ask("/api/v1/tournaments/{tournament}/card.png", event_picture)
        .ask("/api/v1/shared/{token}/card", hand_words)
        .ask("/api/v1/shared/{token}/card.png", hand_picture)
        .ask("/api/v1/clubs/{club}/seasons/{season}/card", season_words)
        .ask("/api/v1/clubs/{club}/seasons/{season}/card.png", season_picture)
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

/// Something that a link leads to, by its name in the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Link<'a> {
    Table(&'a str),
    Event(&'a str),
    Hand(&'a str),
    /// The club and the season.
    Season(&'a str, &'a str),
}

impl<'a> Link<'a> {
    /// What the page shows at an address, if that has a card.
    fn at(path: &'a str) -> Option<Self> {
        if path.contains('.') || !assets::is_view(path) {
            return None;
        }
        let path = path.strip_prefix('/')?;
        let parts: Vec<&str> = path.strip_suffix('/').unwrap_or(path).split('/').collect();
        match parts[..] {
            ["hand", "share", token] => Some(Self::Hand(token)),
            ["table", table] => Some(Self::Table(table)),
            ["tournament" | "tournaments", event] | ["tournament" | "tournaments", event, "screen"] => {
                Some(Self::Event(event))
            }
            ["club", club, "season", season] | ["club", club, "season", season, "screen"] => {
                Some(Self::Season(club, season))
            }
            _ => None,
        }
    }

    /// Address of its picture.
    fn picture(self) -> String {
        let (kind, name) = match self {
            Self::Table(name) => ("tables", name),
            Self::Event(name) => ("tournaments", name),
            Self::Hand(name) => ("shared", name),
            Self::Season(club, season) => return format!("/api/v1/clubs/{club}/seasons/{season}/card.png"),
        };
        format!("/api/v1/{kind}/{name}/card.png")
    }

    async fn card(self, app: &App, reader: Reader) -> Result<Card, ApiError> {
        match self {
            Self::Table(name) => table(app, name, reader).await,
            Self::Event(name) => event(app, name, reader).await,
            Self::Hand(token) => Ok(match share::record_of(app, token).await? {
                Some(record) => cards::hand(&record, reader.lang),
                None => cards::broken(LinkState::Wrong, reader.lang),
            }),
            // Clubs are for their members: the card is the same for every season, and for those that do not exist.
            Self::Season(..) => Ok(cards::season(reader.lang)),
        }
    }
}

async fn table(app: &App, name: &str, reader: Reader) -> Result<Card, ApiError> {
    // A table of a club shows itself to no messenger.
    let name = app.clubs.name_for(name, None);
    if let Some((summary, hidden)) = app.lobby.linked(name) {
        let host = match &summary.info.host {
            Some(host) if !(hidden && reader.is_messenger) => name_of(app, host).await?,
            _ => None,
        };
        return Ok(cards::table(&summary, hidden, host.as_deref(), reader));
    }
    let state = if was_open(app, name).await? {
        LinkState::Closed
    } else {
        cards::fault_of(name)
    };
    Ok(cards::broken(state, reader.lang))
}

/// `true` if the name opened a table that is no longer open. Tables of tournaments are not counted: their tournament
/// is what a guest wants.
async fn was_open(app: &App, name: &str) -> Result<bool, ApiError> {
    let Some(name) = TableName::parse(name) else {
        return Ok(false);
    };
    if app.lobby.table(name.table).is_some() {
        return Ok(false);
    }
    let config = app.store.table_config(name.table).await?;
    let config = config.filter(|config| EventTableRow::read(config).is_none());
    Ok(config.is_some_and(|config| {
        let (told, invitation) = told_in(&config);
        told.is_some() && name.lets_in(invitation.as_ref(), false)
    }))
}

async fn event(app: &App, name: &str, reader: Reader) -> Result<Card, ApiError> {
    let summary = match tournaments::find(&*app.store, &app.clubs, &app.tournaments, None, name).await {
        Ok(found) => match found.held {
            Held::Open(handle) => handle.summary(),
            Held::Closed(kept) => kept.state.summary,
        },
        Err(error) if error.status() == StatusCode::NOT_FOUND => {
            return Ok(cards::broken(cards::fault_of(name), reader.lang));
        }
        Err(error) => return Err(error),
    };
    let host = match &summary.host {
        Some(host) if !(summary.private && reader.is_messenger) => name_of(app, host).await?,
        _ => None,
    };
    Ok(cards::event(&summary, host.as_deref(), reader))
}

/// Name of an account.
async fn name_of(app: &App, account: &str) -> Result<Option<String>, ApiError> {
    let Ok(account) = account.parse::<AccountId>() else {
        return Ok(None);
    };
    Ok(app.store.account(account).await?.map(|record| record.name))
}

async fn words(app: &App, link: Link<'_>, wanted: &Wanted, headers: &HeaderMap) -> Result<Response, ApiError> {
    let lang = wanted.lang(headers)?;
    let is_messenger = false;
    let card = link.card(app, Reader { lang, is_messenger }).await?;
    let kept = [(CACHE_CONTROL, "no-store"), (VARY, "accept-language")];
    Ok((kept, Json(CardResponse::from(card))).into_response())
}

async fn picture(
    app: &App,
    network: Network,
    link: Link<'_>,
    wanted: &Wanted,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let lang = wanted.lang(headers)?;
    let is_messenger = true;
    let card = link.card(app, Reader { lang, is_messenger }).await?;
    let picture = if let Some(picture) = app.pictures.kept(&card) {
        picture
    } else {
        price::pay_units(&app.budgets, None, network, DRAWN)?;
        let pictures = Arc::clone(&app.pictures);
        app.pool
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

/// `GET /api/v1/tables/{table}/card`.
async fn table_words(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
    Asked(wanted): Asked<Wanted>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    words(&app, Link::Table(&table), &wanted, &headers).await
}

/// `GET /api/v1/tables/{table}/card.png`.
async fn table_picture(
    State(app): State<Arc<App>>,
    Extension(network): Extension<Network>,
    Path(table): Path<String>,
    Asked(wanted): Asked<Wanted>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    picture(&app, network, Link::Table(&table), &wanted, &headers).await
}

/// `GET /api/v1/tournaments/{tournament}/card`.
async fn event_words(
    State(app): State<Arc<App>>,
    Path(event): Path<String>,
    Asked(wanted): Asked<Wanted>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    words(&app, Link::Event(&event), &wanted, &headers).await
}

/// `GET /api/v1/tournaments/{tournament}/card.png`.
async fn event_picture(
    State(app): State<Arc<App>>,
    Extension(network): Extension<Network>,
    Path(event): Path<String>,
    Asked(wanted): Asked<Wanted>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    picture(&app, network, Link::Event(&event), &wanted, &headers).await
}

/// `GET /api/v1/shared/{token}/card`.
async fn hand_words(
    State(app): State<Arc<App>>,
    Path(token): Path<String>,
    Asked(wanted): Asked<Wanted>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    words(&app, Link::Hand(&token), &wanted, &headers).await
}

/// `GET /api/v1/shared/{token}/card.png`.
async fn hand_picture(
    State(app): State<Arc<App>>,
    Extension(network): Extension<Network>,
    Path(token): Path<String>,
    Asked(wanted): Asked<Wanted>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    picture(&app, network, Link::Hand(&token), &wanted, &headers).await
}

/// `GET /api/v1/clubs/{club}/seasons/{season}/card`.
async fn season_words(
    State(app): State<Arc<App>>,
    Path((club, season)): Path<(String, String)>,
    Asked(wanted): Asked<Wanted>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    words(&app, Link::Season(&club, &season), &wanted, &headers).await
}

/// `GET /api/v1/clubs/{club}/seasons/{season}/card.png`.
async fn season_picture(
    State(app): State<Arc<App>>,
    Extension(network): Extension<Network>,
    Path((club, season)): Path<(String, String)>,
    Asked(wanted): Asked<Wanted>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    picture(&app, network, Link::Season(&club, &season), &wanted, &headers).await
}

/// Answers with a file of the page, or with the page. At the address of a link, the page has the fields that
/// messengers read, unless the network has no budget left for a card.
pub(super) async fn page(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    Extension(network): Extension<Network>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let is_read = method == Method::GET || method == Method::HEAD;
    if let (true, Some(link)) = (is_read, Link::at(uri.path()))
        && let Some(page) = with_card(&app, &peer, network, link, &uri, &headers).await
    {
        return page;
    }
    assets::serve(&method, &uri, headers)
}

async fn with_card(
    app: &App,
    peer: &Peer,
    network: Network,
    link: Link<'_>,
    uri: &Uri,
    headers: &HeaderMap,
) -> Option<Response> {
    price::pay_units(
        &app.budgets,
        None,
        network,
        price::of_route("GET", "/api/v1/tables/{table}/card"),
    )
    .ok()?;
    let query = uri.query().unwrap_or_default();
    let named = query
        .split('&')
        .find_map(|pair| pair.strip_prefix("lang=")?.parse().ok());
    let lang = named.unwrap_or_else(|| preferred(headers));
    let is_messenger = true;
    let card = link.card(app, Reader { lang, is_messenger }).await.ok()?;
    let origin = app
        .origins
        .of_page(headers, asked_by(&app.proxies, Some(peer.address.ip())));
    let fields = fields(&card, lang, origin.as_deref(), uri.path(), &link.picture());
    let (before, after) = assets::index()?.split_once(TITLE)?;
    let body = [before, &fields, after].concat();
    let tag = assets::tag(body.as_bytes());
    let kept = [
        (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (VARY, HeaderValue::from_static("accept-encoding, accept-language")),
        (ETAG, tag.clone()),
    ];
    if assets::knows(headers, &tag) {
        return Some((StatusCode::NOT_MODIFIED, kept).into_response());
    }
    if assets::accepts(headers, "gzip") {
        let packed = poker_page::gzip(body.as_bytes(), Effort::Quick);
        return Some((kept, [(CONTENT_ENCODING, "gzip")], packed).into_response());
    }
    Some((kept, body).into_response())
}

/// The fields of Open Graph and of Twitter. Addresses are absolute, so without an origin there are none.
fn fields(card: &Card, lang: Lang, origin: Option<&str>, path: &str, picture: &str) -> String {
    let (title, text) = (escaped(&card.title(lang)), escaped(&card.note));
    let locale = match lang {
        Lang::English => "en_GB",
        Lang::French => "fr_FR",
    };
    let (width, height) = cards::PICTURE;
    let mut head = format!("<title>{title}</title>\n<meta name=\"robots\" content=\"noindex\">");
    let mut add = |kind: &str, name: &str, value: &str| {
        let _ = write!(head, "\n<meta {kind}=\"{name}\" content=\"{value}\">");
    };
    add("property", "og:type", "website");
    add("property", "og:site_name", "Poker");
    add("property", "og:locale", locale);
    add("property", "og:title", &title);
    add("property", "og:description", &text);
    add("name", "twitter:card", "summary_large_image");
    add("name", "twitter:title", &title);
    add("name", "twitter:description", &text);
    if let Some(origin) = origin {
        let image = escaped(&format!("{origin}{picture}?lang={}", lang.code()));
        add("property", "og:url", &escaped(&format!("{origin}{path}")));
        add("property", "og:image", &image);
        add("property", "og:image:type", "image/png");
        add("property", "og:image:width", &width.to_string());
        add("property", "og:image:height", &height.to_string());
        add("property", "og:image:alt", &title);
        add("name", "twitter:image", &image);
    }
    head
}

/// A text as the value of an attribute.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for sign in text.chars() {
        match sign {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            _ => safe.push(sign),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_with_a_card() {
        for (path, link) in [
            ("/table/4711", Some(Link::Table("4711"))),
            ("/table/7-ab/", Some(Link::Table("7-ab"))),
            ("/tournament/12", Some(Link::Event("12"))),
            ("/tournaments/12/screen", Some(Link::Event("12"))),
            ("/hand/share/abc", Some(Link::Hand("abc"))),
            ("/club/7/season/3", Some(Link::Season("7", "3"))),
            ("/club/7/season/3/screen", Some(Link::Season("7", "3"))),
            ("/club/7/season/x", None),
            ("/club/7", None),
            ("/", None),
            ("/table", None),
            ("/table//", None),
            ("/table/1.5", None),
            ("/hand/4711/12", None),
            ("/tournament/12/floor", None),
            ("/tournament/12/certificate/3", None),
        ] {
            assert_eq!(Link::at(path), link, "{path}");
        }
    }

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

    #[test]
    fn names_with_markup_stay_text() {
        let card = Card {
            state: LinkState::Open,
            head: "\"><script>alert(1)</script> & co invites you".to_owned(),
            line: "Omaha".to_owned(),
            note: "'Open'".to_owned(),
            seats: None,
        };
        let head = fields(&card, Lang::English, Some("https://club.example"), "/table/1", "/p.png");
        assert!(
            !head.contains("<script>") && head.contains("&quot;&gt;&lt;script&gt;alert(1)"),
            "{head}"
        );
        assert!(head.contains("<meta property=\"og:image\" content=\"https://club.example/p.png?lang=en\">"));
        assert!(
            head.lines().all(|line| line.starts_with('<') && line.ends_with('>')),
            "{head}"
        );
        let without = fields(&card, Lang::French, None, "/table/1", "/p.png");
        assert!(!without.contains("og:image") && without.contains("fr_FR"));
        assert!(
            assets::index().unwrap().contains(TITLE),
            "the page has the line that they replace"
        );
    }
}
