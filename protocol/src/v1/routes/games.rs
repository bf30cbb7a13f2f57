//! Games, their rules and odds.

use super::answer::Done;
use crate::v1::odds::{OddsRequest, OddsResponse};
use crate::v1::rest::{GameCheckRequest, GameCheckResponse, GameDealResponse, GameRules, GamesResponse};

routes! {
    /// All games, rotations and dealer's choice.
    List = Get "/api/v1/games" -> Done<GamesResponse>;

    /// The rules of a game, of a rotation or of dealer's choice, in words.
    Rules = Get "/api/v1/games/{game}/rules" -> Done<GameRules>,
        query: RulesLanguage, refuses: [404], costs: 2 "rules are written out in words";

    /// Checks that a game of your own can be played.
    Check = Post "/api/v1/games/check" (GameCheckRequest) -> Done<GameCheckResponse>,
        token: Needed;

    /// Deals ten hands of a game of your own, at most six times a minute.
    Deal = Post "/api/v1/games/deal" (GameCheckRequest) -> Done<GameDealResponse>,
        token: Needed, refuses: [429],
        costs: 2 "plus a unit for every 80,000 evaluations that ten hands of the game may take";

    /// The odds of face-up hands over the cards to come.
    Odds = Post "/api/v1/odds" (OddsRequest) -> Done<OddsResponse>,
        token: Optional, refuses: [404, 429], costs: 1 "plus a unit for every 80,000 hand evaluations that it may take";
}
