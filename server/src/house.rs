//! The bots of the house: ordinary clients, let in by the front door.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use poker_bots::Credentials;
use poker_bots::house::{HOUSE_NAMES, House, run_house_bots};
use tokio::task::JoinHandle;
use tokio::time::interval;
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::auth::{Auth, AuthError, Identity, WithApiToken};
use crate::wire;

/// The account that looks at the lobby for the bots.
const STEWARD: &str = "House";

/// How often the bots' chips are counted. Some of them play badly on purpose.
const COUNT: Duration = Duration::from_mins(10);

/// The bots of the house are on this machine.
const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// Bots that wait for tournaments: as many as the sit & go that is always open has seats for them.
const RESERVE: usize = 5;

/// A bot with fewer chips than this outside tables takes its daily grant.
const POOR: u64 = 2_000;

/// Opens the house, if there is one. `address` is where the server listens; `shutdown` sends the bots home.
pub(crate) async fn open(
    app: &App,
    address: SocketAddr,
    shutdown: CancellationToken,
) -> Result<Option<JoinHandle<()>>, AuthError> {
    let count = usize::from(app.config.house_bots);
    let tables: Vec<_> = app.lobby.demo_tables().into_iter().map(wire::table_id).collect();
    if count == 0 || tables.is_empty() {
        return Ok(None);
    }
    let Some(steward) = enter(app, STEWARD).await? else {
        tracing::warn!("somebody is called {STEWARD}: the house stays closed");
        return Ok(None);
    };
    let mut bots = Vec::new();
    for name in names() {
        if bots.len() == count {
            break;
        }
        bots.extend(enter(app, &name).await?);
    }
    tracing::info!(bots = bots.len(), "the house is open");
    let (accounts, bots) = bots
        .into_iter()
        .map(|bot| (bot.identity, Credentials::Token(bot.token)))
        .unzip();
    let steward = Credentials::Token(steward.token);
    let mut house = House::new(format!("ws://{}/ws", reachable(address)), steward, bots, tables);
    house.shutdown = shutdown;
    house.asked_in = app.lobby.asked_in.clone();
    house.asked_in.open();
    house.reserve = RESERVE.min(count / 2);
    let scaled = |think: &Duration| *think * app.config.bot_think_percent / 100;
    house.think = scaled(house.think.start())..=scaled(house.think.end());
    let auth = Arc::clone(&app.auth);
    Ok(Some(tokio::spawn(async move {
        tokio::select! {
            () = run_house_bots(house) => {}
            () = keep_solvent(&auth, accounts) => {}
        }
    })))
}

/// Lets poor bots take what everybody may take each day.
async fn keep_solvent(auth: &Auth, accounts: Vec<Identity>) {
    let mut ticks = interval(COUNT);
    loop {
        ticks.tick().await;
        for identity in &accounts {
            let is_poor = auth
                .balance(identity.account)
                .await
                .is_ok_and(|balance| balance.get() < POOR);
            if is_poor && let Err(error) = auth.top_up(identity, HERE, None, None).await {
                tracing::debug!(%error, "a house bot stays poor");
            }
        }
    }
}

/// An account of the house; `None` if somebody else has the name.
async fn enter(app: &App, name: &str) -> Result<Option<WithApiToken>, AuthError> {
    match app.auth.house_bot(name).await {
        Ok(bot) => Ok(Some(bot)),
        Err(AuthError::NameTaken) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Names for ever: the listed ones, then the same again with a number.
fn names() -> impl Iterator<Item = String> {
    (1..).flat_map(|round: u32| {
        HOUSE_NAMES.iter().map(move |name| match round {
            1 => (*name).to_owned(),
            round => format!("{name} {round}"),
        })
    })
}

/// Where a client on this machine finds the server.
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
