//! Detection of unbeatable hands.

use super::Sight;
use crate::eval::{Selection, each_subset};
use crate::game::{GameDef, Speak};
use crate::list::Cards;

/// Returns `true` if no hand that others may hold beats the player's, once the last card is on the board. A hand that can only be tied is
/// unbeatable.
///
/// Decided only for games in which a hand uses at most two hole cards; always `false` in other games, in those with a low side and in those
/// with wild cards. Rule: tournament 10.5.
pub fn is_unbeatable(game: &GameDef, sight: &Sight) -> bool {
    let showdown = game.showdown();
    let by_two = match showdown.selection {
        Selection::TwoPlusThree | Selection::MaxTwo => true,
        Selection::Best => sight.down.len() == 2,
        Selection::FourPlusOne | Selection::Own => false,
    };
    let is_high = showdown.high.is_some() && showdown.low.is_none() && showdown.speak == Speak::Cards;
    let is_dealt = sight.ahead.is_empty() && !sight.board.is_empty() && sight.board.iter().all(Option::is_some);
    let is_hidden = sight.up.is_empty() && sight.rivals.iter().all(|rival| rival.up.is_empty());
    if !by_two || !is_high || !is_dealt || !is_hidden || sight.rivals.is_empty() || !game.rules.is_plain() {
        return false;
    }
    let field = sight.field(game);
    let own = field.worth_of(sight.down, &sight.board).high;
    let mut is_beaten = false;
    each_subset(field.unseen, 2, &mut |pair| {
        let cards: Cards = pair.iter().collect();
        is_beaten |= !is_beaten && field.worth_of(cards, &sight.board).high > own;
    });
    !is_beaten
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::parse_cards;
    use crate::game::catalogue;
    use crate::odds::Rival;

    fn unbeatable(game: &str, own: &str, board: &str) -> bool {
        let game = catalogue::find(game).unwrap();
        let down: Cards = parse_cards(own).unwrap().into_iter().collect();
        let rival = Rival {
            up: Cards::EMPTY,
            down: down.len(),
            declared: None,
        };
        let sight = Sight {
            first_down: down.first().copied(),
            down,
            up: Cards::EMPTY,
            declared: None,
            rivals: vec![rival, rival],
            board: parse_cards(board).unwrap().into_iter().map(Some).collect(),
            gone: crate::CardSet::EMPTY,
            ahead: Vec::new(),
        };
        is_unbeatable(game, &sight)
    }

    #[test]
    fn the_best_hand_there_can_be_is_unbeatable() {
        let board = "Ks Qs 7d 4h 2c";
        assert!(unbeatable("no-limit-holdem", "Kh Kd", board));
        assert!(!unbeatable("no-limit-holdem", "Qh Qd", board), "three kings are better");
        assert!(
            !unbeatable("no-limit-holdem", "As Js", "Ks Qs 7s 4h 4c"),
            "a pair may be four of a kind"
        );
        assert!(unbeatable("no-limit-holdem", "As Ts", "Ks Qs Js 4h 4c"));
        assert!(
            unbeatable("no-limit-holdem", "2h 3d", "As Ks Qs Js Ts"),
            "all play the board"
        );
        assert!(
            unbeatable("no-limit-holdem", "Ah 9d", "Kh Qd Jc Ts 2c"),
            "it may be tied"
        );
    }

    #[test]
    fn in_omaha_two_of_the_own_cards_play() {
        assert!(
            !unbeatable("omaha", "Ah 9d 3c 3d", "Kh Qd Jc Td 2c"),
            "no ace and nine of one hand make it"
        );
        assert!(unbeatable("omaha", "Ah Td 3c 3d", "Kh Qd Jc 7s 2c"));
        assert!(
            !unbeatable("omaha-8", "Ah Td 3c 3d", "Kh Qd Jc 7s 2c"),
            "there is a low side"
        );
    }
}
