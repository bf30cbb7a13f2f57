//! A bot in a few lines: raises with a pair in the hole, otherwise checks or calls if it is cheap.

use std::error::Error;

use poker_bots::protocol::v1::{Action, Chips};
use poker_bots::{Ask, Credentials, RunOptions, TableChoice, TableModel, run_bot};

fn act(ask: &Ask, _table: &TableModel) -> Action {
    let rank = |at: usize| ask.cards.get(at).map(|card| card.as_str().chars().next());
    let has_pair = rank(0) == rank(1);
    let is_cheap = ask.to_call.get() * 4 <= ask.pot.get();
    let pot_sized = Chips::new(ask.pot.get() + ask.to_call.get()).unwrap_or(ask.pot);
    match ask.bet_or_raise_to(pot_sized) {
        Some(raise) if has_pair => raise,
        _ if has_pair || is_cheap => ask.check_or_call(),
        _ => ask.check_or_fold(),
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let url = arguments.next().unwrap_or_else(|| "ws://127.0.0.1:8080/ws".to_owned());
    let hands = arguments.next().map(|hands| hands.parse()).transpose()?;
    let nickname = format!("minimal-{}", std::process::id());

    let options = RunOptions {
        hands,
        ..RunOptions::default()
    };
    let who = Credentials::Guest { nickname };
    let report = run_bot(&url, who, TableChoice::Game("no-limit-holdem".to_owned()), act, options).await?;
    println!(
        "{} hands, {} decisions, {:+} chips",
        report.hands, report.decisions, report.won
    );
    Ok(())
}
