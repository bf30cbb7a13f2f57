//! Hands that are mucked or stay unseen.

use std::sync::Arc;

use super::{stacks, three_handed};
use crate::support::source;
use poker_engine::game::catalogue;
use poker_engine::hand::CardView;
use poker_engine::history::phh::{self, Record};
use poker_engine::simulate::{Dice, HouseRules, Plan, Played, Stacks};
use poker_engine::{PublicEvent, SeatIx, Viewer};

/// In the format a muck wins nothing, and readers deal the rest of a board without the player who mucked.
#[test]
fn mucks_follow_the_last_card_and_win_nothing() {
    let (mut late, mut kept, mut unseen) = (0, 0, 0);
    for game in catalogue::all() {
        for seed in 0..150 {
            let plan = Plan {
                game: Arc::clone(game),
                players: None,
                stacks: Stacks::Mixed,
                rules: HouseRules::Varied,
            };
            let played = plan.play(&mut Dice::new(source(seed))).expect("a hand");
            let record = Record::of_played(&played);
            let order: Vec<_> = played.hand.dealt().clockwise_from(played.setup.button).collect();
            for (text, known) in [
                (phh::write(&record), true),
                (phh::write(&record.seen_by(Viewer::Spectator)), false),
            ] {
                let what = format!("{} with seed {seed}:\n{text}", game.id);
                let lines: Vec<&str> = text.lines().filter_map(|line| line.trim().strip_prefix('"')).collect();
                for (player, seat) in (1..).zip(&order) {
                    let won = played.events.iter().any(|event| match &event.public {
                        PublicEvent::PotAwarded { shares, .. } => shares.iter().any(|(winner, _)| winner == seat),
                        _ => false,
                    });
                    let mucked = played.events.iter().any(
                        |event| matches!(event.public, PublicEvent::HandMucked { seat: mucker } if mucker == *seat),
                    );
                    let bare = lines.iter().position(|line| *line == format!("p{player} sm\","));
                    if let Some(at) = bare {
                        assert!(!won, "p{player} mucks and wins, {what}");
                        assert!(
                            lines[at..].iter().all(|line| !line.starts_with("d ")),
                            "p{player} mucks early, {what}"
                        );
                        late += u32::from(
                            lines[..at]
                                .iter()
                                .rev()
                                .take_while(|line| !line.contains(" sm "))
                                .any(|line| line.starts_with("d db")),
                        );
                    } else if mucked {
                        kept += 1;
                        let shown = lines
                            .iter()
                            .find_map(|line| line.strip_prefix(&format!("p{player} sm ")));
                        let shown = shown.unwrap_or_else(|| panic!("p{player} says nothing, {what}"));
                        let viewer = if known { Viewer::Seat(*seat) } else { Viewer::Spectator };
                        assert_eq!(in_order(shown), seen(&played, *seat, viewer), "p{player}, {what}");
                        unseen += u32::from(shown.contains("??"));
                    }
                }
            }
        }
    }
    assert!(
        late > 0 && kept > unseen && unseen > 0,
        "{late} mucks after a run-out, {kept} muckers with a side pot"
    );
}

/// Returns the cards of a line in a fixed order.
fn in_order(line: &str) -> Vec<String> {
    let letters: Vec<char> = line.chars().take_while(|letter| *letter != '"').collect();
    let mut cards: Vec<String> = letters.chunks(2).map(String::from_iter).collect();
    cards.sort();
    cards
}

/// Returns the cards of a seat as a viewer sees them at the end of a hand, in the same order.
pub(super) fn seen(played: &Played, seat: SeatIx, viewer: Viewer) -> Vec<String> {
    let seats = played.hand.view(viewer).seats;
    let play = seats
        .into_iter()
        .find(|play| play.seat == seat)
        .expect("it was dealt in");
    let text = |card: CardView| card.known().map_or_else(|| "??".to_owned(), |card| card.to_string());
    let mut cards: Vec<String> = play.cards.into_iter().map(text).collect();
    cards.sort();
    cards
}

#[test]
fn a_hand_that_stays_unseen_wins_only_what_is_uncontested() {
    let to_the_end = |shows: [&str; 2]| {
        three_handed(&[
            "d dh p1 ????",
            "d dh p2 ????",
            "d dh p3 AsAd",
            "p3 cc",
            "p1 cc",
            "p2 cc",
            "d db 2c3d7h",
            "p1 cc",
            "p2 cc",
            "p3 cc",
            "d db 8h",
            "p1 cc",
            "p2 cc",
            "p3 cc",
            "d db 9s",
            "p1 f",
            "p2 cc",
            "p3 cc",
            shows[0],
            shows[1],
        ])
    };
    let replay = to_the_end(["p3 sm AsAd", "p2 sm ????"]);
    assert_eq!((replay.error.as_deref(), replay.complete), (None, true));
    assert_eq!(stacks(&replay), [98, 98, 104]);
    assert_eq!(
        to_the_end(["p3 sm", "p2 sm ????"]).error.as_deref(),
        Some("all who contend for a pot muck, and not all their cards are known")
    );
}
