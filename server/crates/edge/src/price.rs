//! Prices of requests. A unit is the cost of most of them: less than a millisecond of one thread.
//!
//! A request is paid from two budgets: that of the client's network and, if it names an account, that of the account.
//! The price of an operation is declared with it (`poker_protocol::v1::routes`), that of each message is in
//! `of_message`; where it depends on the request, the rest is charged as soon as it is known. `docs/prices.md` is
//! generated from both.

use poker_base::network::Network;
use poker_engine::GameDef;
use poker_limits::{Keyed, rate_limited};
use poker_protocol::v1::{ClientMsg, ErrorMsg, routes};
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

/// Price of an HTTP request, in units. `HEAD` takes what `GET` takes.
pub(crate) fn of_route(method: &str, route: &str) -> u32 {
    let method = if method == "HEAD" { "GET" } else { method };
    let declared = routes::all().find(|operation| operation.path == route && operation.method.name() == method);
    declared.map_or(1, |operation| operation.price.units)
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
    use poker_protocol::v1::routes::{Operation, Price};

    use super::*;

    /// The price list as a document.
    fn page() -> String {
        let mut page = String::from(PAGE);
        for Operation {
            method, path, price, ..
        } in routes::all()
        {
            let Price { units, why } = price;
            if !why.is_empty() {
                let _ = writeln!(page, "| `{} {path}` | {units} | {why} |", method.name());
            }
        }
        page.push_str("| every other request | 1 | |\n");
        page.push_str(MESSAGES);
        page
    }

    const PAGE: &str = "# What requests cost\n\n\
        Generated from two files of the sources, the declared operations (`protocol/src/v1/routes`) and their prices (`server/crates/edge/src/price.rs`);\n\
        a test keeps the page up to date. A unit is less than a millisecond of one thread. Each network has a budget that refills at `--api-requests-per-second` units a second and holds at most five times as many; so has each account. A request that exceeds the\n\
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
    fn head_costs_what_get_costs() {
        for method in ["GET", "HEAD"] {
            assert_eq!(of_route(method, "/api/v1/hands/file"), 20, "{method}");
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
