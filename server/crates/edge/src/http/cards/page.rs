//! The page, with the fields that messengers read at the address of a link.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Uri};
use axum::response::{IntoResponse, Response};
use poker_base::network::Network;
use poker_net::{Origins, Peer};
use poker_page::Effort;
use poker_protocol::v1::routes::{self, Route as _};
use poker_words::cards::{self, Card, Reader};
use poker_words::rules::Lang;

use super::super::assets;
use super::super::headers::{Proxies, asked_by};
use super::super::ready::unless_known;
use super::links::{Link, Links};
use super::preferred;
use crate::price::{self, Budgets};

/// Line of the page that the fields for messengers take the place of.
const TITLE: &str = "<title>Poker</title>";

/// Answers with a file of the page, or with the page. At the address of a link, the page has the fields that
/// messengers read, unless the network has no budget left for a card.
pub(in crate::http) async fn page(
    State(links): State<Links>,
    State(budgets): State<Arc<Budgets>>,
    State(origins): State<Arc<Origins>>,
    State(proxies): State<Arc<Proxies>>,
    Extension(peer): Extension<Peer>,
    Extension(network): Extension<Network>,
    request: Request,
) -> Response {
    let (
        Parts {
            method, uri, headers, ..
        },
        _,
    ) = request.into_parts();
    let is_read = method == Method::GET || method == Method::HEAD;
    if let (true, Some(link)) = (is_read, Link::at(uri.path())) {
        let price = routes::cards::Table::OPERATION.price.units;
        if price::pay_units(&budgets, None, network, price).is_ok() {
            let origin = origins.of_page(&headers, asked_by(&proxies, Some(peer.address.ip())));
            if let Some(page) = with_card(&links, link, origin.as_deref(), &uri, &headers).await {
                return page;
            }
        }
    }
    assets::serve(&method, &uri, headers)
}

async fn with_card(
    links: &Links,
    link: Link<'_>,
    origin: Option<&str>,
    uri: &Uri,
    headers: &HeaderMap,
) -> Option<Response> {
    let query = uri.query().unwrap_or_default();
    let named = query
        .split('&')
        .find_map(|pair| pair.strip_prefix("lang=")?.parse().ok());
    let lang = named.unwrap_or_else(|| preferred(headers));
    let is_messenger = true;
    let card = links.card(link, Reader { lang, is_messenger }).await.ok()?;
    let fields = fields(&card, lang, origin, uri.path(), &link.picture());
    let (before, after) = assets::index()?.split_once(TITLE)?;
    let body = [before, &fields, after].concat();
    let tag = assets::tag(body.as_bytes());
    let kept = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CACHE_CONTROL, "no-cache"),
        (VARY, "accept-encoding, accept-language"),
    ];
    Some(unless_known(headers, tag, kept, || {
        if assets::accepts(headers, "gzip") {
            let packed = poker_page::gzip(body.as_bytes(), Effort::Quick);
            return ([(CONTENT_ENCODING, "gzip")], packed).into_response();
        }
        body.into_response()
    }))
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
    use poker_protocol::v1::rest::LinkState;

    use super::*;

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
