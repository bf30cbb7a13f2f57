//! Prices of requests. A unit is the cost of most of them: less than a millisecond of one thread.
//!
//! A request is paid from two budgets: that of the client's network and, if it names an account, that of the account.
//! The price of each route is in `DOORS`, that of each message in `of_message`; where it depends on the request,
//! the rest is charged as soon as it is known. `docs/prices.md` is generated from this file.

use poker_base::network::Network;
use poker_engine::GameDef;
use poker_limits::{Keyed, rate_limited};
use poker_protocol::v1::{ClientMsg, ErrorMsg};
use poker_store::AccountId;

/// Trial deals per minute of an account's custom games.
const TRIALS_PER_MINUTE: u32 = 6;

/// Results requests per second of an account; a page asks for three lists at a time.
const RESULTS_PER_SECOND: u32 = 4;

/// Request budgets.
pub struct Budgets {
    /// Those of networks.
    pub networks: Keyed<Network>,
    /// Those of accounts.
    pub accounts: Keyed<AccountId>,
    /// Rate limit of trial deals of custom games.
    pub trials: Keyed<AccountId>,
    /// Rate limit of results requests: each one adds up all hands of the account.
    pub results: Keyed<AccountId>,
}

impl Budgets {
    /// Allows this many units a second in the long run, to each network and to each account.
    pub fn new(units_per_second: u32) -> Self {
        Self {
            networks: Keyed::per_second(units_per_second),
            accounts: Keyed::per_second(units_per_second),
            trials: Keyed::per_minute(TRIALS_PER_MINUTE),
            results: Keyed::per_second(RESULTS_PER_SECOND),
        }
    }

    /// Forgets quiet networks and accounts.
    pub fn forget(&self) {
        self.networks.forget();
        self.accounts.forget();
        self.trials.forget();
        self.results.forget();
    }
}

/// Evaluations of a hand per unit: about a millisecond.
pub(crate) const EVALUATIONS: u64 = 80_000;

/// Units for the acts that an undo or a redo carries out again.
pub(crate) const TURNED_BACK: u32 = 10;

/// A route that costs more than a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Door {
    method: &'static str,
    route: &'static str,
    units: u32,
    /// Reason for the price, and what is charged on top.
    why: &'static str,
}

const fn door(method: &'static str, route: &'static str, units: u32, why: &'static str) -> Door {
    Door {
        method,
        route,
        units,
        why,
    }
}

/// HTTP routes that cost more than one unit.
const DOORS: [Door; 66] = [
    door(
        "POST",
        "/api/v1/odds",
        1,
        "plus a unit for every 80,000 hand evaluations that it may take",
    ),
    door(
        "POST",
        "/api/v1/games/deal",
        2,
        "plus a unit for every 80,000 evaluations that ten hands of the game may take",
    ),
    door("GET", "/api/v1/games/{game}/rules", 2, "rules are written out in words"),
    door(
        "POST",
        "/api/v1/structures/check",
        3,
        "a structure is parsed and checked",
    ),
    door("POST", "/api/v1/tables", 10, "a table is opened"),
    door(
        "POST",
        "/api/v1/practice",
        15,
        "a table with bots is opened, and the previous one closed",
    ),
    door("GET", "/api/v1/practice/hands", 2, "the hands of a day, about 100 KB"),
    door(
        "POST",
        "/api/v1/tournaments",
        30,
        "a tournament is opened and kept for good",
    ),
    door(
        "GET",
        "/api/v1/tournaments/{tournament}/results/file",
        5,
        "all places are read",
    ),
    door("GET", "/api/v1/tournaments/{tournament}/log", 5, "a log is read"),
    door(
        "POST",
        "/api/v1/tournaments/{tournament}/floor",
        2,
        "a ruling; a deal by ICM is computed; `undo` and `redo` cost ten units more, for up to 1,000 acts carried out again",
    ),
    door("GET", "/api/v1/evenings", 5, "up to 20 ledgers are read"),
    door("POST", "/api/v1/evenings/{table}/again", 10, "a table is opened"),
    door("GET", "/api/v1/hands", 5, "up to 4,000 hands are examined"),
    door("GET", "/api/v1/hands/file", 20, "up to 200 hands are written"),
    door("GET", "/api/v1/hands/{table}/{hand}", 2, "a record is read"),
    door("GET", "/api/v1/shared/{token}", 2, "a record is read"),
    door("GET", "/api/v1/tables/{table}/state", 2, "the state of a table"),
    door("GET", "/api/v1/tables/{table}/card", 2, "a card is written"),
    door(
        "GET",
        "/api/v1/tables/{table}/card.png",
        2,
        "plus ten units if the picture has to be drawn, 10 ms in the pool",
    ),
    door("GET", "/api/v1/tournaments/{tournament}/card", 2, "a card is written"),
    door(
        "GET",
        "/api/v1/tournaments/{tournament}/card.png",
        2,
        "plus ten units if the picture has to be drawn, 10 ms in the pool",
    ),
    door("GET", "/api/v1/shared/{token}/card", 2, "a card is written"),
    door(
        "GET",
        "/api/v1/shared/{token}/card.png",
        2,
        "plus ten units if the picture has to be drawn, 10 ms in the pool",
    ),
    door(
        "GET",
        "/api/v1/clubs/{club}/seasons/{season}/card",
        2,
        "a card is written",
    ),
    door(
        "GET",
        "/api/v1/clubs/{club}/seasons/{season}/card.png",
        2,
        "plus ten units if the picture has to be drawn, 10 ms in the pool",
    ),
    door("GET", "/api/v1/me/results", 5, "results are added up"),
    door("GET", "/api/v1/me/limits", 2, "the results of a day are added up"),
    door("PUT", "/api/v1/me/limits", 2, "the results of a day are added up"),
    door("GET", "/api/v1/leaderboard", 2, "a ranking is built"),
    door("GET", "/api/v1/clubs/{club}", 2, "a club is read, up to 500 people"),
    door("POST", "/api/v1/clubs", 10, "a club is founded and kept for good"),
    door("POST", "/api/v1/clubs/{club}/people", 5, "up to 100 players are added"),
    door("GET", "/api/v1/clubs/{club}/chat", 2, "up to 100 remarks are read"),
    door(
        "GET",
        "/api/v1/clubs/{club}/file",
        10,
        "people, 500 remarks and templates are read",
    ),
    door("POST", "/api/v1/formulas/check", 2, "a formula is parsed and tried"),
    door(
        "GET",
        "/api/v1/clubs/{club}/seasons/{season}",
        10,
        "standings are computed in the pool",
    ),
    door(
        "GET",
        "/api/v1/clubs/{club}/seasons/{season}/file",
        10,
        "standings are computed in the pool",
    ),
    door(
        "PUT",
        "/api/v1/clubs/{club}/seasons/{season}",
        20,
        "standings are computed twice in the pool",
    ),
    door(
        "POST",
        "/api/v1/clubs/{club}/seasons/{season}/events",
        20,
        "standings are computed twice in the pool",
    ),
    door(
        "PUT",
        "/api/v1/clubs/{club}/seasons/{season}/events/{event}",
        20,
        "standings are computed twice in the pool",
    ),
    door(
        "DELETE",
        "/api/v1/clubs/{club}/seasons/{season}/events/{event}",
        20,
        "standings are computed twice in the pool",
    ),
    door(
        "POST",
        "/api/v1/clubs/{club}/seasons",
        10,
        "standings are computed in the pool",
    ),
    door("PUT", "/api/v1/clubs/{club}", 2, "a club is read, up to 500 people"),
    door(
        "POST",
        "/api/v1/clubs/{club}/invitation",
        2,
        "a club is read, up to 500 people",
    ),
    door(
        "GET",
        "/api/v1/club-invitations/{invitation}",
        2,
        "a club is read, up to 500 people",
    ),
    door(
        "POST",
        "/api/v1/club-invitations/{invitation}",
        2,
        "a club is read, up to 500 people",
    ),
    door(
        "PUT",
        "/api/v1/clubs/{club}/people/{person}",
        2,
        "a club is read, up to 500 people",
    ),
    door(
        "DELETE",
        "/api/v1/clubs/{club}/people/{person}",
        2,
        "a club is read, up to 500 people",
    ),
    door(
        "POST",
        "/api/v1/clubs/{club}/people/{person}/claim",
        2,
        "a club is read, up to 500 people",
    ),
    door(
        "POST",
        "/api/v1/clubs/{club}/places",
        2,
        "a club is read, up to 500 people",
    ),
    door(
        "GET",
        "/api/v1/clubs/{club}/people/file",
        2,
        "a club is read, up to 500 people",
    ),
    door(
        "POST",
        "/api/v1/templates",
        5,
        "a structure, a game or an announcement is checked",
    ),
    door("GET", "/api/v1/templates", 2, "up to 50 templates are read"),
    door(
        "PUT",
        "/api/v1/templates/{template}",
        5,
        "a structure, a game or an announcement is checked",
    ),
    door("POST", "/api/v1/recurring", 10, "events are opened and kept for good"),
    door(
        "PUT",
        "/api/v1/recurring/{recurring}",
        10,
        "events are opened and kept for good",
    ),
    door(
        "POST",
        "/api/v1/clubs/{club}/templates",
        5,
        "a structure, a game or an announcement is checked",
    ),
    door(
        "GET",
        "/api/v1/clubs/{club}/templates",
        2,
        "up to 50 templates are read",
    ),
    door(
        "PUT",
        "/api/v1/clubs/{club}/templates/{template}",
        5,
        "a structure, a game or an announcement is checked",
    ),
    door(
        "POST",
        "/api/v1/clubs/{club}/recurring",
        10,
        "events are opened and kept for good",
    ),
    door(
        "PUT",
        "/api/v1/clubs/{club}/recurring/{recurring}",
        10,
        "events are opened and kept for good",
    ),
    door(
        "PUT",
        "/api/v1/clubs/{club}/calls",
        2,
        "a club is read, up to 500 people",
    ),
    door("POST", "/api/v1/clubs/{club}/chat", 2, "up to 100 remarks are read"),
    door("POST", "/api/v1/login", 2, "a password is compared, 20 ms in the pool"),
    door("POST", "/api/v1/register", 2, "a password is hashed, 20 ms in the pool"),
];

/// Price of an HTTP request, in units.
pub(crate) fn of_route(method: &str, route: &str) -> u32 {
    let priced = DOORS.iter().find(|door| door.method == method && door.route == route);
    priced.map_or(1, |door| door.units)
}

/// Price of a WebSocket message in units, paid from the budget of its connection.
pub(crate) fn of_message(message: &ClientMsg) -> u32 {
    match message {
        // A list costs many times as much as a ping.
        ClientMsg::ListGames(_)
        | ClientMsg::ListTables(_)
        | ClientMsg::WatchLobby(_)
        | ClientMsg::WatchClub(_)
        | ClientMsg::ListTournaments(_) => 5,
        _ => 1,
    }
}

/// Units for this many evaluations.
fn of_evaluations(evaluations: u64) -> u32 {
    u32::try_from(evaluations / EVALUATIONS).unwrap_or(u32::MAX)
}

/// Cost of playing this many hands of a game without pauses, in evaluations.
pub(crate) fn of_hands(game: &GameDef, hands: u64) -> u64 {
    let price = game.price();
    // Every player draws, arranges and is notified alone, at most once a step.
    let streets = price.look * u64::from(game.seats.1) * game.steps.len() as u64;
    hands * (price.showdown + streets)
}

/// Pays for the evaluations of a request, from the budgets of its network and its account.
///
/// # Errors
/// The time to wait until both budgets suffice.
pub(crate) fn pay(
    budgets: &Budgets,
    account: Option<AccountId>,
    network: Network,
    evaluations: u64,
) -> Result<(), ErrorMsg> {
    pay_units(budgets, account, network, of_evaluations(evaluations))
}

/// Pays in units. Requests of this machine are free.
pub(crate) fn pay_units(
    budgets: &Budgets,
    account: Option<AccountId>,
    network: Network,
    units: u32,
) -> Result<(), ErrorMsg> {
    if units == 0 || network.is_here() {
        return Ok(());
    }
    let of_network = budgets.networks.count_many(&network, units);
    let of_account = || account.map_or(Ok(()), |account| budgets.accounts.count_many(&account, units));
    of_network.and_then(|()| of_account()).map_err(|wait| {
        rate_limited(
            None,
            wait,
            "this costs more than the account, or its network, may spend now",
        )
    })
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use poker_engine::game::catalogue;
    use poker_engine::odds::known_price;

    use super::*;

    /// The price list as a document.
    fn page() -> String {
        let mut page = String::from(PAGE);
        for Door {
            method,
            route,
            units,
            why,
        } in DOORS
        {
            let _ = writeln!(page, "| `{method} {route}` | {units} | {why} |");
        }
        page.push_str("| every other request | 1 | |\n");
        page.push_str(MESSAGES);
        page
    }

    const PAGE: &str = "# What requests cost\n\n\
        Generated from `server/crates/edge/src/price.rs`; a test keeps the two in step. A unit is less than a millisecond of one thread. Each network has a budget\n\
        that refills at `--api-requests-per-second` units a second and holds at most five times as many; so has each account. A request that exceeds the\n\
        budget is refused with `rate.limited` and `retry_after_ms`. Work of more than a millisecond runs in one pool apart from the tables, where networks\n\
        take turns.\n\n\
        | request | units | why |\n| --- | --- | --- |\n";

    const MESSAGES: &str = "\nOver WebSocket each connection has a budget of its own: `list_games`, `list_tables`, `watch_lobby`, `watch_club` and `list_tournaments` cost 5\n\
        units, all other messages 1. Hints are computed in the pool, one at a time per table. Passwords of accounts that have signed in from the same network before queue\n\
        apart from those of strangers. Tables, practice tables and tournaments are opened one at a time, with networks taking turns and a pause of twice the\n\
        time the opening took, at least 25 ms; up to 64 requests may wait. Requests from the server's own machine do not wait.\n";

    #[test]
    fn the_page_tells_the_prices() {
        let written = include_str!("../../../../docs/prices.md");
        if std::env::var("POKER_WRITE").is_ok() {
            std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/prices.md"), page()).unwrap();
            return;
        }
        assert_eq!(written, page(), "POKER_WRITE=1 writes docs/prices.md anew");
    }

    #[test]
    fn every_door_is_one_of_the_interface() {
        let description: serde_json::Value =
            serde_json::from_str(include_str!("../../../../protocol/schema/v1/openapi.json")).unwrap();
        for Door { method, route, .. } in DOORS {
            let operation = &description["paths"][route][method.to_ascii_lowercase()];
            assert!(!operation.is_null(), "{method} {route}");
        }
    }

    #[test]
    fn odds_cost_what_they_take() {
        let holdem = catalogue::find("no-limit-holdem").unwrap();
        assert!(of_evaluations(known_price(holdem, 2)) <= 3, "an all-in of two is cheap");
        for game in catalogue::all() {
            let dearest = known_price(game, game.seats.1.into());
            assert!(dearest <= poker_owner::pool::PIECE_MOST, "{}", game.id);
            assert!(of_hands(game, 10) <= poker_owner::pool::PIECE_MOST, "{}", game.id);
        }
    }
}
