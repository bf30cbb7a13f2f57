//! Players who play on as usual, and fail the test if anything is wrong.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use poker_protocol::v1::{Action, Choice, Fill};
use serde_json::{Value, json};

use crate::net::server::Client;

/// State shared between the players of a table and its attackers.
#[derive(Debug, Default)]
pub(crate) struct Watched {
    /// Hands completed.
    pub(crate) hands: AtomicU64,
    /// Tells the players to stop.
    pub(crate) stop: AtomicBool,
}

/// Fills in what a choice leaves open, with the least.
struct Least;

impl Fill for Least {}

/// Answers a decision quickly and cheaply: hands go on, and stacks last.
pub(crate) fn answer(choices: &[Choice], dice: u64) -> Option<Action> {
    let free = choices.iter().find(|choice| matches!(choice, Choice::Check {}));
    let call = choices.iter().find(|choice| match choice {
        Choice::Call { amount } => amount.get() <= 40,
        _ => false,
    });
    let fold = choices.iter().find(|choice| matches!(choice, Choice::Fold {}));
    let paid = if dice.is_multiple_of(8) {
        fold.or(call)
    } else {
        call.or(fold)
    };
    free.or(paid).or_else(|| choices.first())?.fill_in(&mut Least)
}

/// Returns the open decision in a message, if there is one: the numbers of the hand and of the decision, and the choices.
pub(crate) fn decision(message: &Value) -> Option<(u64, u64, Vec<Choice>)> {
    let events = message["events"].as_array()?;
    let asked = events.iter().find(|event| event["kind"] == "choices")?;
    let choices = serde_json::from_value(asked["choices"].clone()).unwrap();
    Some((asked["hand"].as_u64()?, asked["turn"].as_u64()?, choices))
}

/// Plays at a table until stopped. Every event must come, in order, and none may report a fault.
pub(crate) async fn play(mut client: Client, table: String, seat: u64, watched: Arc<Watched>) {
    let mut seq: Option<u64> = None;
    let mut dice = 0;
    while !watched.stop.load(Ordering::Relaxed) {
        let message = client.next().await;
        match message["type"].as_str().unwrap() {
            // A seat has the first one already.
            "snapshot" => panic!("table {table} was loaded anew: {message}"),
            "events" => {
                for event in message["events"].as_array().unwrap() {
                    let next = event["seq"].as_u64().unwrap();
                    assert!(seq.is_none_or(|seq| seq + 1 == next), "table {table}: {message}");
                    seq = Some(next);
                    let kind = event["event"]["kind"].as_str().unwrap();
                    let faults = ["hand_voided", "table_closed", "table_paused"];
                    assert!(!faults.contains(&kind), "table {table}: {event}");
                    if kind == "hand_completed" {
                        watched.hands.fetch_add(1, Ordering::Relaxed);
                        let mut stacks = event["event"]["stacks"].as_array().unwrap().iter();
                        let own = stacks.find(|stack| stack["seat"] == seat);
                        if own.is_some_and(|own| own["amount"].as_u64().unwrap() < 300) {
                            dice += 1;
                            let rebuy =
                                json!({"type": "rebuy", "id": format!("r{dice}"), "table": table, "amount": 500});
                            client.send_text(&rebuy.to_string()).await;
                        }
                    }
                }
            }
            "private" => {
                let Some((hand, turn, choices)) = decision(&message) else {
                    continue;
                };
                dice += 1;
                let action = answer(&choices, dice).unwrap();
                client
                    .send_text(
                        &json!({
                            "type": "act", "id": format!("{hand}-{turn}-{dice}"), "table": table,
                            "hand": hand, "turn": turn, "action": action,
                        })
                        .to_string(),
                    )
                    .await;
            }
            "error" => {
                let code = message["code"].as_str().unwrap();
                // A hand that ends early withdraws its decision, and chips may run out.
                let harmless = [
                    "turn.stale",
                    "turn.no_hand",
                    "ledger.insufficient_funds",
                    "table.buy_in_range",
                ];
                assert!(harmless.contains(&code), "table {table}: {message}");
            }
            _ => {}
        }
    }
}
