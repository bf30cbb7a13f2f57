//! Programs, and turns at several games.

use super::*;
use crate::game::catalogue;

#[test]
fn m14_each_game_lasts_an_orbit() {
    let mut at = Turnover::default();
    let mut played = Vec::new();
    for dealt in [3, 3, 3, 4, 4, 4, 4, 2, 2] {
        played.push(at.game);
        at = at.after_hand(5, Span::Orbit, dealt, HandEnd::Won);
    }
    assert_eq!(played, [0, 0, 0, 1, 1, 1, 1, 2, 2]);
    assert_eq!((at.game, at.hands), (3, 0));
}

#[test]
fn m15_or_a_number_of_hands_and_begins_again() {
    let mut at = Turnover {
        game: 7,
        ..Turnover::default()
    };
    at = at.after_hand(8, Span::Hands(2), 6, HandEnd::Won);
    assert_eq!((at.game, at.hands), (7, 1));
    at = at.after_hand(8, Span::Hands(2), 6, HandEnd::PassedOut);
    assert_eq!(at.game, 7, "a pot that was not opened is played for in the same game");
    assert_eq!(at.after_hand(8, Span::Hands(2), 6, HandEnd::Won).game, 0);
}

/// Rule: variants 4.6, V61: a dealer who does not answer gets the first game of the catalogue.
#[test]
fn the_default_of_the_dealers_choice_is_the_first_of_the_catalogue() {
    let [choice] = catalogue::dealers_choices() else {
        panic!("there is one form of it");
    };
    assert_eq!(choice.number, "V61");
    assert!(Arc::ptr_eq(&choice.default, catalogue::find_number("V01").unwrap()));
}

#[test]
fn the_games_of_a_rotation_fit_together() {
    assert!(catalogue::rotations().len() >= 4);
    for rotation in catalogue::rotations() {
        assert!(rotation.seats().0 <= rotation.seats().1, "{}", rotation.id);
        for entry in &rotation.games {
            let structure = entry.game.structure(&entry.stakes(3)).expect("the stakes fit");
            assert_eq!(
                structure.tiers[0].min_bet().get(),
                30,
                "{} in {}",
                entry.game.id,
                rotation.id
            );
        }
    }
}
