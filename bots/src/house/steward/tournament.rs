//! A house bot in a tournament.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use poker_protocol::v1::server::ServerMsg;
use poker_protocol::v1::tournament::{DealKind, DealOffer, Offer, TournamentId};
use poker_protocol::v1::{Action, ErrorCode};
use tokio::time::Instant;

use super::super::{House, HouseBot};
use super::{Done, Steward};
use crate::{
    Ask, Bot, Client, ClientError, Credentials, RunError, RunOptions, TableChoice, TableModel, TournamentChoice,
    TournamentModel, TournamentOptions, run_bot, run_tournament,
};

impl Steward {
    /// Sends bots to tournaments that ask for them, substitutes if too few are free, and once those run out calls bots off
    /// their tables. The bots sent in the last round have entered since, and the server counts them. If one of them could not
    /// pay, the other free bots may try, but none is hired or called off for it.
    pub(super) async fn look_at_tournaments(&mut self) {
        let Some(client) = &self.lobby else { return };
        let tournaments = match client.list_tournaments().await {
            Ok(tournaments) => tournaments,
            Err(error) => {
                tracing::debug!(%error, "the tournaments cannot be seen");
                self.lobby = None;
                return;
            }
        };
        self.refusals.forget(Instant::now());
        for tournament in tournaments {
            let wanted = usize::try_from(tournament.bots_wanted.unwrap_or(0)).unwrap_or(usize::MAX);
            self.fill(&tournament.tournament, wanted);
        }
    }
}

/// A house bot in a tournament. It agrees to every deal whose shares are computed from the stacks, leaving the decision to
/// people, and to no other deal.
struct InTournament {
    pub(super) bot: Box<dyn Bot>,
    is_in: Arc<AtomicBool>,
}

impl Bot for InTournament {
    fn act(&mut self, ask: &Ask, table: &TableModel) -> Action {
        self.bot.act(ask, table)
    }

    fn buys(&mut self, offer: &Offer, tournament: &TournamentModel) -> bool {
        self.bot.buys(offer, tournament)
    }

    fn hears(&mut self, message: &ServerMsg) {
        let you = match message {
            ServerMsg::TournamentYou(told) => &told.you,
            ServerMsg::TournamentSnapshot(snapshot) => &snapshot.state.you,
            _ => return,
        };
        if you.registered {
            self.is_in.store(true, Ordering::Relaxed);
        }
    }

    fn agrees(&mut self, deal: &DealOffer, _: &TournamentModel) -> bool {
        is_computed(deal)
    }
}

pub(super) const fn is_computed(deal: &DealOffer) -> bool {
    matches!(deal.kind, DealKind::Chop | DealKind::Icm)
}

/// Plays a tournament until the bot is finished in it; `false` if the bot cannot afford to enter.
pub(super) async fn compete(
    house: &House,
    bot: &HouseBot,
    tournament: TournamentId,
    seed: u64,
    is_in: Arc<AtomicBool>,
) -> bool {
    let options = TournamentOptions {
        think: Some(house.think.clone()),
        stop: house.shutdown.child_token(),
        seed: Some(seed),
        ..TournamentOptions::default()
    };
    let choice = TournamentChoice::Tournament(tournament);
    let player = InTournament {
        bot: bot.style.bot(seed),
        is_in,
    };
    match run_tournament(&house.url, bot.credentials.clone(), choice, player, options).await {
        Ok(_) => true,
        Err(error) => {
            // Another player may have taken the last place.
            tracing::debug!(%error, "a house bot does not play a tournament");
            !is_broke(&error)
        }
    }
}

/// Returns `true` if the bot could not afford what it was sent to.
pub(super) fn is_broke(error: &RunError) -> bool {
    matches!(error, RunError::Client(error) if error.code() == Some(ErrorCode::LedgerInsufficientFunds))
}

/// Signs a bot in for the first time, gives up seats kept since an earlier start of the server, and continues in its tournaments.
pub(super) async fn check_in(house: House, worker: usize, bot: HouseBot) -> Done {
    let mut credentials = bot.credentials;
    let connecting = Client::connect(&house.url, credentials.clone());
    let client = tokio::select! {
        client = connecting => client,
        () = house.shutdown.cancelled() => Err(ClientError::Stopped),
    };
    let client = match client {
        Ok(client) => client,
        Err(error) => {
            // A server that stops meanwhile tells so itself.
            if error.code() != Some(ErrorCode::ServerDraining) && !matches!(error, ClientError::Stopped) {
                tracing::warn!(%error, "a house bot cannot sign in");
            }
            return Done {
                worker,
                credentials,
                is_fit: false,
                too_dear: None,
            };
        }
    };
    if let Some(token) = &client.welcome().token {
        credentials = Credentials::Token(token.clone());
    }
    let kept = client.welcome().tables.clone();
    let entered = client.welcome().tournaments.clone();
    client.close().await;
    let bot = HouseBot {
        credentials: credentials.clone(),
        ..bot
    };
    for (tournament, seed) in entered.into_iter().zip(0..) {
        compete(&house, &bot, tournament, seed, Arc::default()).await;
    }
    for table in kept {
        let options = RunOptions {
            // Without waiting for a hand: at a table without other players there is none.
            hands: Some(0),
            stop: house.shutdown.child_token(),
            ..RunOptions::default()
        };
        let choice = TableChoice::Table(table);
        if let Err(error) = run_bot(&house.url, credentials.clone(), choice, bot.style.bot(0), options).await {
            tracing::warn!(%error, "a house bot cannot leave its old seat");
        }
    }
    Done {
        worker,
        credentials,
        is_fit: true,
        too_dear: None,
    }
}
