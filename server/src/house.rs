//! The house bots: ordinary clients that connect through the public door.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use poker_base::network::Network;
use poker_bots::Credentials;
use poker_bots::house::{HOUSE_NAMES, House, Substitutes, run_house_bots};
use poker_edge::Services;
use poker_people::auth::{Auth, AuthError, Identity, WithApiToken};
use poker_wire as wire;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::interval;

use crate::config::Config;

/// Account that watches the lobby for the bots.
const STEWARD: &str = "House";

/// Interval between checks of the bots' chips. Some of them play badly on purpose.
const COUNT: Duration = Duration::from_mins(10);

/// Bots kept free for tournaments: enough to fill the seats of the sit & go that is always open.
const RESERVE: usize = 5;

/// Maximum number of substitutes per house bot.
const SUBSTITUTES: usize = 10;

/// Substitutes ready to be called: their accounts exist before a tournament asks for them.
const AT_HAND: usize = RESERVE;

/// A bot with fewer chips than this outside tables takes its daily grant.
const POOR: u64 = 2_000;

/// Opens the house, if bots are configured. `address` is where the server listens. The bots are gone when the task is
/// aborted.
pub(crate) async fn open(
    config: &Config,
    services: &Services,
    address: SocketAddr,
) -> Result<Option<JoinHandle<()>>, AuthError> {
    let (auth, lobby) = (&services.auth, &services.lobby);
    let count = usize::from(config.house_bots);
    let tables: Vec<_> = lobby.demo_tables().into_iter().map(wire::table_id).collect();
    if count == 0 {
        return Ok(None);
    }
    let Some(steward) = enter(auth, STEWARD).await? else {
        tracing::warn!(
            "another account is called {STEWARD}, the name of the house bots' steward: no house bots are started"
        );
        return Ok(None);
    };
    let mut names = names();
    let mut accounts = Vec::new();
    let mut bots = Vec::new();
    while bots.len() < count
        && let Some(name) = names.next()
    {
        if let Some(bot) = enter(auth, &name).await? {
            accounts.push(bot.identity);
            bots.push(Credentials::Token(bot.token));
        }
    }
    tracing::info!(bots = bots.len(), "the house is open");
    let (applicants, more) = mpsc::channel(AT_HAND);
    let mut known = Vec::new();
    let mut names = names.take(SUBSTITUTES * count).peekable();
    while let Some(name) = names.peek() {
        if !auth.is_house_bot(name).await? {
            break;
        }
        if let Some(bot) = enter(auth, name).await? {
            let account = bot.identity.account;
            let plays = !lobby.seats_of(account).is_empty() || !services.tournaments.entered_by(account).is_empty();
            accounts.push(bot.identity);
            let token = Credentials::Token(bot.token);
            // Those that play nowhere are at hand again, so that a start needs no new accounts.
            match applicants.try_reserve() {
                Ok(place) if !plays => place.send(token),
                _ => known.push(token),
            }
        }
        names.next();
    }
    let steward = Credentials::Token(steward.token);
    let mut house = House::new(format!("ws://{}/ws", reachable(address)), steward, bots, tables);
    house.substitutes = Substitutes::new(known, more);
    house.asked_in = lobby.asked_in.clone();
    house.asked_in.open();
    house.reserve = RESERVE.min(count / 2);
    let scaled = |think: &Duration| *think * config.bot_think_percent / 100;
    house.think = scaled(house.think.start())..=scaled(house.think.end());
    let auth = Arc::clone(auth);
    Ok(Some(tokio::spawn(async move {
        let accounts = Mutex::new(accounts);
        let upkeep = async {
            tokio::join!(
                recruit(&auth, names, &applicants, &accounts),
                keep_solvent(&auth, &accounts)
            );
        };
        tokio::select! {
            () = run_house_bots(house) => {}
            () = upkeep => {}
        }
    })))
}

/// Creates accounts of substitutes as they are needed, until the names run out.
async fn recruit(
    auth: &Auth,
    names: impl Iterator<Item = String>,
    applicants: &mpsc::Sender<Credentials>,
    accounts: &Mutex<Vec<Identity>>,
) {
    for name in names {
        let Ok(place) = applicants.reserve().await else { return };
        match enter(auth, &name).await {
            Ok(Some(bot)) => {
                accounts
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(bot.identity);
                place.send(Credentials::Token(bot.token));
            }
            Ok(None) => {}
            Err(error) => {
                tracing::warn!(%error, "no substitutes for the house bots could be found");
                return;
            }
        }
    }
}

/// Lets bots that are low on chips take the daily grant that every account gets.
async fn keep_solvent(auth: &Auth, accounts: &Mutex<Vec<Identity>>) {
    let mut ticks = interval(COUNT);
    loop {
        ticks.tick().await;
        let accounts = accounts.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for identity in &accounts {
            let is_poor = auth
                .balance(identity.account)
                .await
                .is_ok_and(|balance| balance.get() < POOR);
            if is_poor && let Err(error) = auth.top_up(identity, Network::HERE, None, None).await {
                tracing::debug!(%error, "a house bot got no chips");
            }
        }
    }
}

/// A house account; `None` if another account has the name.
async fn enter(auth: &Auth, name: &str) -> Result<Option<WithApiToken>, AuthError> {
    match auth.house_bot(name).await {
        Ok(bot) => Ok(Some(bot)),
        Err(AuthError::NameTaken) => Ok(None),
        Err(error) => Err(error),
    }
}

/// An endless supply of names: the listed ones, then the same with a number appended.
fn names() -> impl Iterator<Item = String> {
    (1..).flat_map(|round: u32| {
        HOUSE_NAMES.iter().map(move |name| match round {
            1 => (*name).to_owned(),
            round => format!("{name} {round}"),
        })
    })
}

/// Address at which a client on this machine reaches the server.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_run_out_or_repeat() {
        let names: Vec<String> = names().take(100).collect();
        let distinct: std::collections::HashSet<_> = names.iter().collect();
        assert_eq!(distinct.len(), 100);
        assert_eq!(names[32], "Alba 2");
    }

    #[test]
    fn every_address_has_a_way_in() {
        let way = |address: &str| reachable(address.parse().unwrap()).to_string();
        assert_eq!(way("0.0.0.0:80"), "127.0.0.1:80");
        assert_eq!(way("[::]:80"), "[::1]:80");
        assert_eq!(way("127.0.0.2:80"), "127.0.0.2:80");
    }
}
