//! A tournament in a few lines: plays tight, shoves with a short stack, and takes one rebuy or re-entry.

use std::error::Error;

use poker_bots::protocol::v1::tournament::Offer;
use poker_bots::protocol::v1::{Action, Chips, TournamentId};
use poker_bots::{
    Ask, Bot, Credentials, TableModel, TournamentChoice, TournamentModel, TournamentOptions, run_tournament,
};

struct Shover {
    bought: bool,
}

impl Bot for Shover {
    fn act(&mut self, ask: &Ask, table: &TableModel) -> Action {
        let rank = |at: usize| ask.cards.get(at).and_then(|card| card.as_str().chars().next());
        let is_high = |rank: Option<char>| rank.is_some_and(|rank| "TJQKA".contains(rank));
        let is_good = rank(0) == rank(1) || is_high(rank(0)) && is_high(rank(1));
        // Ten big blinds leave no time to wait.
        let is_short = ask.stack.get() < 10 * table.info().big_blind.get();
        let pot = Chips::new(ask.pot.get() + ask.to_call.get()).unwrap_or(ask.pot);
        match ask.bet_or_raise_to(if is_short { ask.stack } else { pot }) {
            Some(raise) if is_good => raise,
            _ if is_good => ask.check_or_call(),
            _ => ask.check_or_fold(),
        }
    }

    fn buys(&mut self, offer: &Offer, _: &TournamentModel) -> bool {
        let is_back_in = matches!(
            offer,
            Offer::ReEnter { .. } | Offer::TournamentRebuy { left_ms: Some(_), .. }
        );
        is_back_in && !std::mem::replace(&mut self.bought, true)
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let url = arguments.next().unwrap_or_else(|| "ws://127.0.0.1:8080/ws".to_owned());
    let choice = arguments.next().map_or(TournamentChoice::Any, |number| {
        TournamentChoice::Tournament(TournamentId(number))
    });
    let nickname = format!("shover-{}", std::process::id());

    let bot = Shover { bought: false };
    let who = Credentials::Guest { nickname };
    let report = run_tournament(&url, who, choice, bot, TournamentOptions::default()).await?;
    match report.place {
        Some(place) => println!(
            "place {}, {} chips won, {} spent",
            place.best, report.prize, report.spent
        ),
        None => println!("{:?}, {} chips won, {} spent", report.ended, report.prize, report.spent),
    }
    println!("{} hands, {} decisions", report.hands, report.decisions);
    Ok(())
}
