//! Code shared by the examples that write hands.

use poker_engine::Chips;
use poker_store::{AccountId, GistPlayer, HandGist, HandTerms, Marks};

/// Builds the list summary of a hand, as large as that of a hand played.
pub(crate) fn gist(players: &[AccountId]) -> HandGist {
    let player = |_| GistPlayer {
        name: "Some player".to_owned(),
        net: -1250,
        marks: Marks::SHOWDOWN
            .with(Marks::ASKED, true)
            .with(Marks::PUT_IN, true)
            .with(Marks::STAYED, true),
    };
    HandGist {
        table: "No-limit hold'em 1".to_owned(),
        pot: Chips::new(2_480),
        board: ["As", "Kd", "Th", "4c", "2s"].map(str::to_owned).to_vec(),
        players: players.iter().map(player).collect(),
        terms: HandTerms {
            big_blind: Chips::new(20),
            event: None,
            open: true,
            practice: false,
            own_chips: false,
        },
        money: None,
    }
}
