//! The hands of an account that match a search, as a list or as one file.

use poker_owner::pool::Pool;
use poker_store::Store;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use jiff::{SignedDuration, Timestamp};
use poker_base::network::Network;
use poker_engine::game::catalogue;
use poker_formats::{self as formats, Format, FormatError};
use poker_owner::pool::{Asker, PIECE_MOST, Piece};
use poker_protocol::v1::rest::{HandSummary, HandsResponse};
use poker_protocol::v1::{Card, Chips, ErrorMsg};
use poker_store::{AccountId, HandCursor, HandGist, HandLine, HandView, Marks, TableId};
use poker_table::TableName;
use poker_wire as wire;
use poker_wire::PrivateRecord;
use serde::Deserialize;

use super::bearer::Bearer;
use super::error::ApiError;
use super::extract::Asked;
use crate::price;

/// Most hands in one answer, and the default.
const PAGE: u32 = 50;

/// Most hands in one file, and the default: a file is built in memory at about 3 KB a hand.
const FILE: u32 = 200;

/// Hands examined per request. If fewer match than were asked for, the answer says where to continue.
const LOOKS: usize = 4_000;

/// Hands read from the store at a time during a search.
const CHUNK: u32 = 500;

/// Cost of examining a line, in evaluations: a thousand rows count as ten thousand.
const LINE: u64 = 10;

/// Longest search text, in characters.
const TEXT_MAX: usize = 60;

/// Hands reach the store a moment after they end, and not quite in the order of their ends.
const SLACK: SignedDuration = SignedDuration::from_mins(10);

/// Query for hands.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// Only hands older than this place in the list.
    before: Option<i64>,
    /// At most this many hands.
    limit: Option<u32>,
    /// File format, for downloads.
    format: Option<Format>,
    /// Only hands of this game.
    game: Option<String>,
    /// Only hands of this table.
    table: Option<String>,
    /// Only hands that ended at this time or later.
    from: Option<Timestamp>,
    /// Only hands that ended before this time.
    to: Option<Timestamp>,
    /// Only hands with a player whose name contains this.
    opponent: Option<String>,
    /// Only hands that won chips, or only those that lost some.
    result: Option<Outcome>,
    /// Only hands in which the caller was all-in, or only those in which not.
    all_in: Option<bool>,
    /// Only hands that the caller took to showdown, or only the others.
    showdown: Option<bool>,
    /// Smallest pot, in chips.
    pot_min: Option<u64>,
    /// Largest pot, in chips.
    pot_max: Option<u64>,
    /// Only hands with all these words in the names of game, table and players, or among the cards.
    text: Option<String>,
}

/// Result of a hand for the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Won,
    Lost,
}

/// A search with validated values.
struct Filter {
    search: Search,
    table: Option<TableId>,
    opponent: Option<String>,
    words: Vec<String>,
}

/// A matching hand and its list summary.
struct Found {
    line: HandLine,
    gist: Option<HandGist>,
    private: Option<PrivateRecord>,
}

/// Result of a search.
struct Finds {
    hands: Vec<Found>,
    /// Place in the list from which older hands may follow.
    before: Option<i64>,
}

/// The caller's hands, newest first.
pub(crate) async fn list(
    State(store): State<Arc<dyn Store>>,
    State(pool): State<Arc<Pool>>,
    Bearer(caller): Bearer,
    Extension(network): Extension<Network>,
    Asked(search): Asked<Search>,
) -> Result<Json<HandsResponse>, ApiError> {
    if search.format.is_some() {
        let message = "`format` belongs to `/api/v1/hands/file`";
        return Err(ApiError::invalid_field("format", message));
    }
    let finds = find(&*store, &pool, (caller.account, network), search, PAGE).await?;
    let hands = finds.hands.into_iter().map(summary).collect();
    Ok(Json(HandsResponse {
        hands,
        before: finds.before,
    }))
}

/// The same hands as one file, newest first.
pub(crate) async fn file(
    State(store): State<Arc<dyn Store>>,
    State(pool): State<Arc<Pool>>,
    Bearer(caller): Bearer,
    Extension(network): Extension<Network>,
    Asked(search): Asked<Search>,
) -> Result<Response, ApiError> {
    let format = search.format.unwrap_or(Format::Json);
    let finds = find(&*store, &pool, (caller.account, network), search, FILE).await?;
    let mut views = Vec::new();
    for Found { line, .. } in finds.hands {
        let view = store.hand(line.table, line.hand_no, Some(caller.account)).await?;
        let name = format!("{}/{}", wire::table_id(line.table).0, line.hand_no);
        views.extend(view.map(|view| (view, name, line.cursor)));
    }
    // At most a millisecond a hand.
    let piece = Piece::Evaluations(price::EVALUATIONS.saturating_mul(views.len() as u64).min(PIECE_MOST));
    let write = move || write_all(&views, format);
    let written = pool.run(Asker::of(network), piece, write).await?;
    let (text, written, skipped) = written.map_err(|fault| ApiError::internal(&fault))?;
    let mut headers = vec![
        ("x-hands", written.to_string()),
        ("x-skipped", skipped.len().to_string()),
    ];
    if !skipped.is_empty() {
        headers.push(("x-skipped-hands", skipped.join(", ")));
    }
    headers.extend(finds.before.map(|before| ("x-before", before.to_string())));
    let kind = [(CONTENT_TYPE, format.content_type_of_many())];
    let headers: Vec<_> = headers.into_iter().collect();
    Ok((kind, axum::response::AppendHeaders(headers), text).into_response())
}

/// Writes hands into one file. Returns how many it contains, and the hands that the format cannot express, each with
/// the reason.
fn write_all(
    hands: &[(HandView, String, HandCursor)],
    format: Format,
) -> Result<(String, usize, Vec<String>), FormatError> {
    let (mut text, mut written, mut skipped) = (String::new(), 0, Vec::new());
    for (view, name, cursor) in hands {
        match formats::write(view, format) {
            Ok(hand) => {
                written += 1;
                formats::append(&mut text, &hand, format, cursor.0);
            }
            Err(error) => match error.lack() {
                Some(what) => {
                    formats::append_missing(&mut text, name, &error, format);
                    skipped.push(format!("{name}={what}"));
                }
                None => return Err(error),
            },
        }
    }
    Ok((text, written, skipped))
}

/// Finds matching hands of an account, newest first.
async fn find(
    store: &dyn Store,
    pool: &Pool,
    (account, network): (AccountId, Network),
    search: Search,
    most: u32,
) -> Result<Finds, ApiError> {
    let filter = Arc::new(Filter::of(search, most)?);
    let limit = filter.search.limit.unwrap_or(most);
    let mut before = filter.search.before;
    if let Some(to) = filter.search.to {
        let place = store.place_of(to).await?.0;
        before = Some(before.map_or(place, |before| before.min(place)));
    }
    let enough = usize::try_from(limit).unwrap_or(usize::MAX);
    let chunk = if filter.takes_all() { limit } else { CHUNK };
    let (mut hands, mut looked) = (Vec::new(), 0);
    loop {
        let lines = store.hands_of(account, before.map(HandCursor), chunk).await?;
        let is_last = lines.len() < usize::try_from(chunk).unwrap_or(usize::MAX);
        // A single page without a filter is cheap enough to read right here; a search examines hundreds of hands.
        let sifted = if filter.takes_all() {
            sift(lines, &filter)
        } else {
            let piece = Piece::Evaluations(LINE.saturating_mul(lines.len() as u64));
            let filter = Arc::clone(&filter);
            let work = move || sift(lines, &filter);
            pool.run(Asker::of(network), piece, work).await?
        };
        for (found, fits) in sifted.map_err(|fault| ApiError::internal(&fault))? {
            if filter.is_past(found.line.ended_at) {
                return Ok(Finds { hands, before: None });
            }
            before = Some(found.line.cursor.0);
            looked += 1;
            if fits {
                hands.push(found);
            }
            if hands.len() >= enough || looked >= LOOKS {
                return Ok(Finds { hands, before });
            }
        }
        if is_last {
            return Ok(Finds { hands, before: None });
        }
    }
}

/// Reads the list summaries of lines and decides which match.
fn sift(lines: Vec<HandLine>, filter: &Filter) -> serde_json::Result<Vec<(Found, bool)>> {
    let look = |mut line: HandLine| {
        let private = line.private.take();
        let private: Option<PrivateRecord> = private.as_deref().map(serde_json::from_str).transpose()?;
        let gist = line.gist.take();
        let found = Found { line, gist, private };
        let fits = filter.fits(&found);
        Ok((found, fits))
    };
    lines.into_iter().map(look).collect()
}

impl Filter {
    fn of(search: Search, most: u32) -> Result<Self, ApiError> {
        let wrong = |field: &str, message: String| ErrorMsg::invalid_field(None, field, message);
        if !(1..=most).contains(&search.limit.unwrap_or(most)) {
            let error = wrong("limit", format!("`limit` must be from 1 to {most}"));
            return Err(error.with("min", 1).with("max", most).into());
        }
        for (name, text) in [
            ("game", &search.game),
            ("opponent", &search.opponent),
            ("text", &search.text),
        ] {
            let length = text.as_ref().map_or(1, |text| text.trim().chars().count());
            if !(1..=TEXT_MAX).contains(&length) {
                let error = wrong(name, format!("`{name}` must have 1 to {TEXT_MAX} characters"));
                return Err(error.with("min", 1).with("max", TEXT_MAX as u64).into());
            }
        }
        for (name, amount) in [("pot_min", search.pot_min), ("pot_max", search.pot_max)] {
            if amount.is_some_and(|amount| Chips::new(amount).is_none()) {
                let error = wrong(name, format!("`{name}` is more than there can be"));
                return Err(error.with("max", Chips::MAX).into());
            }
        }
        let table = match &search.table {
            Some(table) => {
                let table =
                    TableName::parse(table).ok_or_else(|| wrong("table", "`table` names no table".to_owned()))?;
                Some(table.table)
            }
            None => None,
        };
        let plain = |text: &String| text.trim().to_lowercase();
        Ok(Self {
            table,
            opponent: search.opponent.as_ref().map(plain),
            words: search.text.as_ref().map_or_else(Vec::new, |text| {
                plain(text).split_whitespace().map(str::to_owned).collect()
            }),
            search,
        })
    }

    /// `true` if every hand of the account matches.
    const fn takes_all(&self) -> bool {
        let Search {
            before: _,
            limit: _,
            format: _,
            game,
            table,
            from,
            to,
            opponent,
            result,
            all_in,
            showdown,
            pot_min,
            pot_max,
            text,
        } = &self.search;
        game.is_none()
            && table.is_none()
            && from.is_none()
            && to.is_none()
            && opponent.is_none()
            && result.is_none()
            && all_in.is_none()
            && showdown.is_none()
            && pot_min.is_none()
            && pot_max.is_none()
            && text.is_none()
    }

    /// `true` if all hands in the list after one that ended at this time are too old.
    fn is_past(&self, ended_at: Timestamp) -> bool {
        let from = self.search.from;
        from.is_some_and(|from| from.duration_since(ended_at) > SLACK)
    }

    fn fits(&self, Found { line, gist, private }: &Found) -> bool {
        let Search {
            game,
            from,
            to,
            result,
            all_in,
            showdown,
            pot_min,
            pot_max,
            ..
        } = &self.search;
        if game.as_ref().is_some_and(|game| *game != line.game)
            || self.table.is_some_and(|table| table != line.table)
            || from.is_some_and(|from| line.ended_at < from)
            || to.is_some_and(|to| line.ended_at >= to)
        {
            return false;
        }
        let needs_gist = result.is_some()
            || all_in.is_some()
            || showdown.is_some()
            || pot_min.is_some()
            || pot_max.is_some()
            || self.opponent.is_some()
            || !self.words.is_empty();
        let Some(gist) = gist else { return !needs_gist };
        let Some(own) = gist.players.get(line.place) else {
            return !needs_gist;
        };
        let others = || {
            let players = gist.players.iter().enumerate();
            players.filter(|(at, _)| *at != line.place).map(|(_, player)| player)
        };
        let has_won = |wanted: &Outcome| match wanted {
            Outcome::Won => own.net > 0,
            Outcome::Lost => own.net < 0,
        };
        let met = |name: &String| others().any(|player| player.name.to_lowercase().contains(name.as_str()));
        result.as_ref().is_none_or(has_won)
            && all_in.is_none_or(|wanted| wanted == own.marks.has(Marks::ALL_IN))
            && showdown.is_none_or(|wanted| wanted == own.marks.has(Marks::SHOWDOWN))
            && pot_min.is_none_or(|least| gist.pot.get() >= least)
            && pot_max.is_none_or(|most| gist.pot.get() <= most)
            && self.opponent.as_ref().is_none_or(met)
            && (self.words.is_empty() || self.has_words(line, gist, private.as_ref()))
    }

    fn has_words(&self, line: &HandLine, gist: &HandGist, private: Option<&PrivateRecord>) -> bool {
        let mut all = format!("{} {} {} {}", line.game, line.table, line.hand_no, gist.table);
        if let Some(game) = catalogue::find(&line.game) {
            all.extend([" ", &game.name.en, " ", &game.name.fr]);
        }
        for player in &gist.players {
            all.extend([" ", &player.name]);
        }
        for card in &gist.board {
            all.extend([" ", card]);
        }
        for card in private.iter().flat_map(|private| held(private)) {
            all.extend([" ", card.as_str()]);
        }
        let all = all.to_lowercase();
        self.words.iter().all(|word| all.contains(word.as_str()))
    }
}

/// Cards that a player held at the end.
fn held(private: &PrivateRecord) -> &[Card] {
    private.held.as_ref().unwrap_or(&private.cards)
}

fn summary(Found { line, gist, private }: Found) -> HandSummary {
    let own = gist.as_ref().and_then(|gist| gist.players.get(line.place));
    let others = gist.iter().flat_map(|gist| gist.players.iter().enumerate());
    let opponents = others.filter(|(at, _)| *at != line.place);
    let (chip_value, currency) = wire::money_told(gist.as_ref().and_then(|gist| gist.money.as_ref()));
    HandSummary {
        table: wire::table_id(line.table),
        hand: line.hand_no,
        game: line.game,
        ended_at: line.ended_at.to_string(),
        table_name: gist
            .as_ref()
            .map(|gist| gist.table.clone())
            .filter(|name| !name.is_empty()),
        cards: private.as_ref().map_or_else(Vec::new, |private| held(private).to_vec()),
        board: gist
            .iter()
            .flat_map(|gist| &gist.board)
            .filter_map(|card| Card::new(card))
            .collect(),
        net: own.map(|own| own.net),
        pot: gist.as_ref().map(|gist| wire::chips(gist.pot)),
        opponents: opponents.map(|(_, player)| player.name.clone()).collect(),
        all_in: own.is_some_and(|own| own.marks.has(Marks::ALL_IN)),
        showdown: own.is_some_and(|own| own.marks.has(Marks::SHOWDOWN)),
        chip_value,
        currency,
    }
}
