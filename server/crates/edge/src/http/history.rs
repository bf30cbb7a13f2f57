//! The hands of an account that match a search, as a list or as one file.

use poker_owner::pool::Pool;
use poker_store::Store;
use std::sync::Arc;

use axum::Json;
use jiff::{SignedDuration, Timestamp};
use poker_base::network::Network;
use poker_engine::game::catalogue;
use poker_formats::{self as formats, Format, FormatError};
use poker_owner::pool::{Asker, PIECE_MOST, Piece};
use poker_protocol::v1::rest::{HandSummary, HandsResponse};
use poker_protocol::v1::routes::answer::HandsFile;
use poker_protocol::v1::routes::query::HandSearch;
use poker_protocol::v1::routes::value::{Outcome, UpTo, Words};
use poker_protocol::v1::{Card, routes};
use poker_store::{AccountId, HandCursor, HandGist, HandLine, HandView, Marks, TableId};
use poker_table::TableName;
use poker_wire as wire;
use poker_wire::PrivateRecord;

use super::api::Call;
use super::error::ApiError;
use super::extract::instant;
use super::ready::Ready;
use crate::price;

/// Hands examined per request. If fewer match than were asked for, the answer says where to continue.
const LOOKS: usize = 4_000;

/// Hands read from the store at a time during a search.
const CHUNK: u32 = 500;

/// Cost of examining a line, in evaluations: a thousand rows count as ten thousand.
const LINE: u64 = 10;

/// Hands reach the store a moment after they end, and not quite in the order of their ends.
const SLACK: SignedDuration = SignedDuration::from_mins(10);

/// A search with validated values.
struct Filter {
    search: HandSearch,
    table: Option<TableId>,
    from: Option<Timestamp>,
    to: Option<Timestamp>,
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
    store: Arc<dyn Store>,
    pool: Arc<Pool>,
    call: Call<routes::hands::List>,
) -> Result<Json<HandsResponse>, ApiError> {
    let most = UpTo::or_most(call.query.limit);
    let finds = find(&*store, &pool, (call.caller.account, call.network), call.query, most).await?;
    let hands = finds.hands.into_iter().map(summary).collect();
    Ok(Json(HandsResponse {
        hands,
        before: finds.before,
    }))
}

/// The same hands as one file, newest first.
pub(crate) async fn file(
    store: Arc<dyn Store>,
    pool: Arc<Pool>,
    call: Call<routes::hands::File>,
) -> Result<Ready<HandsFile>, ApiError> {
    let format = call.query.format.map_or(Format::Json, Format::from);
    let most = UpTo::or_most(call.query.limit);
    let finds = find(
        &*store,
        &pool,
        (call.caller.account, call.network),
        call.query.into(),
        most,
    )
    .await?;
    let mut views = Vec::new();
    for Found { line, .. } in finds.hands {
        let view = store.hand(line.table, line.hand_no, Some(call.caller.account)).await?;
        let name = format!("{}/{}", wire::table_id(line.table).0, line.hand_no);
        views.extend(view.map(|view| (view, name, line.cursor)));
    }
    // At most a millisecond a hand.
    let piece = Piece::Evaluations(price::EVALUATIONS.saturating_mul(views.len() as u64).min(PIECE_MOST));
    let write = move || write_all(&views, format);
    let written = pool.run(Asker::of(call.network), piece, write).await?;
    let (text, written, skipped) = written.map_err(|fault| ApiError::internal(&fault))?;
    let mut headers = vec![
        ("x-hands", written.to_string()),
        ("x-skipped", skipped.len().to_string()),
    ];
    if !skipped.is_empty() {
        headers.push(("x-skipped-hands", skipped.join(", ")));
    }
    headers.extend(finds.before.map(|before| ("x-before", before.to_string())));
    Ok(Ready::hands(format, headers, text))
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
    search: HandSearch,
    most: u32,
) -> Result<Finds, ApiError> {
    let filter = Arc::new(Filter::of(search)?);
    let mut before = filter.search.before.map(|before| before.0);
    if let Some(to) = filter.to {
        let place = store.place_of(to).await?.0;
        before = Some(before.map_or(place, |before| before.min(place)));
    }
    let enough = usize::try_from(most).unwrap_or(usize::MAX);
    let chunk = if filter.takes_all() { most } else { CHUNK };
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
    fn of(search: HandSearch) -> Result<Self, ApiError> {
        let table = search.table.as_deref().map(|table| {
            let named = TableName::parse(table).ok_or("`table` names no table");
            named.map(|named| named.table)
        });
        let table = table.transpose();
        let plain = |text: &Words| text.0.trim().to_lowercase();
        Ok(Self {
            table: table.map_err(|message| ApiError::invalid_field("table", message))?,
            from: instant("from", search.from.as_ref())?,
            to: instant("to", search.to.as_ref())?,
            opponent: search.opponent.as_ref().map(plain),
            words: search.text.as_ref().map_or_else(Vec::new, |text| {
                plain(text).split_whitespace().map(str::to_owned).collect()
            }),
            search,
        })
    }

    /// `true` if every hand of the account matches.
    const fn takes_all(&self) -> bool {
        let HandSearch {
            before: _,
            limit: _,
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
            shown_min,
            shown_max,
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
            && shown_min.is_none()
            && shown_max.is_none()
            && text.is_none()
    }

    /// `true` if all hands in the list after one that ended at this time are too old.
    fn is_past(&self, ended_at: Timestamp) -> bool {
        self.from.is_some_and(|from| from.duration_since(ended_at) > SLACK)
    }

    fn fits(&self, Found { line, gist, private }: &Found) -> bool {
        let HandSearch {
            game,
            result,
            all_in,
            showdown,
            pot_min,
            pot_max,
            shown_min,
            shown_max,
            ..
        } = &self.search;
        if game.as_ref().is_some_and(|game| game.0 != line.game)
            || self.table.is_some_and(|table| table != line.table)
            || self.from.is_some_and(|from| line.ended_at < from)
            || self.to.is_some_and(|to| line.ended_at >= to)
        {
            return false;
        }
        let needs_gist = result.is_some()
            || all_in.is_some()
            || showdown.is_some()
            || pot_min.is_some()
            || pot_max.is_some()
            || shown_min.is_some()
            || shown_max.is_some()
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
            && pot_min.is_none_or(|least| gist.pot.get() >= least.get())
            && pot_max.is_none_or(|most| gist.pot.get() <= most.get())
            && shown_min.is_none_or(|least| shown(gist) >= least.into())
            && shown_max.is_none_or(|most| shown(gist) <= most.into())
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

/// Hundredths of what a list shows for the pots: of money if the table showed money, else of chips.
fn shown(gist: &HandGist) -> u128 {
    let worth = gist.money.as_ref().map_or(100, |money| money.chip_value);
    u128::from(gist.pot.get()) * u128::from(worth)
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

#[cfg(test)]
mod tests {
    use poker_engine::Chips;
    use poker_store::{ChipMoney, GistPlayer};

    use super::*;

    /// A hand with this pot, at a table whose chip stood for this many hundredths.
    fn hand(pot: u64, chip_value: Option<u32>) -> Found {
        let money = chip_value.map(|chip_value| ChipMoney {
            chip_value,
            currency: None,
        });
        Found {
            line: HandLine {
                cursor: HandCursor(1),
                table: TableId(1),
                hand_no: 1,
                game: "razz".to_owned(),
                ended_at: Timestamp::UNIX_EPOCH,
                place: 0,
                private: None,
                gist: None,
            },
            gist: Some(HandGist {
                pot: Chips::new(pot),
                players: vec![GistPlayer::default()],
                money,
                ..HandGist::default()
            }),
            private: None,
        }
    }

    #[test]
    fn pots_are_searched_by_what_lists_show() {
        // 400 chips of 0.05 show 20, 20 chips show 20, and the largest pot of the dearest chips does not overflow.
        for (pot, chip_value, shown) in [
            (400, Some(5), 2_000),
            (51, Some(5), 255),
            (20, None, 2_000),
            (3, Some(1_000_000), 3_000_000),
            (Chips::MAX.get(), Some(1_000_000), u64::MAX),
        ] {
            let fits = |shown_min, shown_max| {
                let search = HandSearch {
                    shown_min,
                    shown_max,
                    ..HandSearch::default()
                };
                let filter = Filter::of(search).unwrap();
                assert!(!filter.takes_all());
                filter.fits(&hand(pot, chip_value))
            };
            assert!(fits(Some(shown), None), "{pot} at {chip_value:?}");
            if shown < u64::MAX {
                assert!(fits(Some(shown), Some(shown)), "{pot} at {chip_value:?}");
                assert!(!fits(Some(shown + 1), None), "{pot} at {chip_value:?}");
            }
            assert!(!fits(None, Some(shown - 1)), "{pot} at {chip_value:?}");
        }
    }
}
