//! Which game a table plays next: games in turn, or the dealer's choice. Rules: variants V61, M14, M15.

use std::sync::Arc;

use crate::SeatIx;
use crate::game::GameDef;

/// How long each game of a rotation is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Span {
    /// One orbit: as many hands as players were dealt into the first of them.
    #[default]
    Orbit,
    /// So many hands.
    Hands(u16),
}

/// Where a rotation stands, as plain data to store and restore.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Turnover {
    /// The index of the game in the list.
    pub game: u16,
    /// How many hands of it were played.
    pub hands: u16,
    /// How many hands of it make its span, known from its first hand on.
    pub of: u16,
}

impl Turnover {
    /// Counts a hand into which so many were dealt, at a table that plays `games` in turn. A hand that nobody opened does
    /// not end its game: the pot waits for the same one.
    #[must_use]
    pub fn after_hand(mut self, games: usize, span: Span, dealt: usize, passed_out: bool) -> Self {
        if self.hands == 0 {
            self.of = match span {
                Span::Orbit => u16::try_from(dealt).unwrap_or(u16::MAX),
                Span::Hands(hands) => hands.max(1),
            };
        }
        self.hands = self.hands.saturating_add(1);
        if self.hands < self.of || passed_out {
            return self;
        }
        let games = u16::try_from(games).unwrap_or(u16::MAX).max(1);
        Self {
            game: (self.game + 1) % games,
            hands: 0,
            of: 0,
        }
    }
}

/// A table at which each dealer picks the game of the hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealersChoice {
    menu: Vec<Arc<GameDef>>,
    default: Arc<GameDef>,
}

/// Why a dealer's choice is refused. It stays open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// Another player is the dealer.
    #[error("{dealer} picks the game")]
    NotTheDealer {
        /// Who deals.
        dealer: SeatIx,
    },
    /// The table does not offer the game.
    #[error("the game is not on the table's menu")]
    NotOnTheMenu,
    /// The game is for other numbers of players.
    #[error("{players} players are seated, the game is for {min} to {max}")]
    DoesNotFit {
        /// How many would be dealt in.
        players: u8,
        /// The least.
        min: u8,
        /// The most.
        max: u8,
    },
}

/// What has been settled about the next hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextGame {
    /// The dealer picks one of these.
    Asked {
        /// Who deals.
        dealer: SeatIx,
        /// The games that fit the players, in the order of the menu.
        offered: Vec<Arc<GameDef>>,
    },
    /// The same dealer deals the same game again, because nobody opened it. Rule: variants A16.
    Again {
        /// Who deals.
        dealer: SeatIx,
        /// The game.
        game: Arc<GameDef>,
    },
}

impl DealersChoice {
    /// A menu, and the game of a dealer whose time runs out; it is put on the menu if it is not there.
    pub fn new(mut menu: Vec<Arc<GameDef>>, default: Arc<GameDef>) -> Self {
        if !menu.contains(&default) {
            menu.push(Arc::clone(&default));
        }
        Self { menu, default }
    }

    /// What comes next. `last` is the hand before with its dealer and whether nobody opened it; `dealer` is whose turn to
    /// deal it would be.
    pub fn next(&self, dealer: SeatIx, players: u8, last: Option<(SeatIx, &Arc<GameDef>, bool)>) -> NextGame {
        match last {
            Some((dealer, game, true)) => NextGame::Again {
                dealer,
                game: Arc::clone(game),
            },
            _ => NextGame::Asked {
                dealer,
                offered: self.offered(players),
            },
        }
    }

    /// The games of the menu that so many players can play.
    pub fn offered(&self, players: u8) -> Vec<Arc<GameDef>> {
        let fits = |game: &&Arc<GameDef>| (game.seats.0..=game.seats.1).contains(&players);
        self.menu.iter().filter(fits).cloned().collect()
    }

    /// The game that the dealer picks.
    ///
    /// # Errors
    /// Why it cannot be that one.
    pub fn choose(&self, dealer: SeatIx, chooser: SeatIx, id: &str, players: u8) -> Result<Arc<GameDef>, ChoiceError> {
        if chooser != dealer {
            return Err(ChoiceError::NotTheDealer { dealer });
        }
        let game = self
            .menu
            .iter()
            .find(|game| game.id == id)
            .ok_or(ChoiceError::NotOnTheMenu)?;
        let (min, max) = game.seats;
        if !(min..=max).contains(&players) {
            return Err(ChoiceError::DoesNotFit { players, min, max });
        }
        Ok(Arc::clone(game))
    }

    /// The game of a dealer who does not answer in time: the table's own if it fits, else the first that does.
    pub fn timed_out(&self, players: u8) -> Option<Arc<GameDef>> {
        let offered = self.offered(players);
        let own = offered.iter().find(|game| **game == self.default);
        own.or(offered.first()).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::catalogue;

    fn numbered(number: &str) -> Arc<GameDef> {
        Arc::clone(catalogue::find_number(number).expect("a number of the catalogue"))
    }

    fn table() -> DealersChoice {
        DealersChoice::new(["V14", "V40", "V46", "V62"].map(numbered).to_vec(), numbered("V01"))
    }

    #[test]
    fn v61_t1_the_same_dealer_deals_a_passed_out_hand_again() {
        let [first, last] = [SeatIx::new(0), SeatIx::new(3)];
        let jackpots = table().choose(last, last, &numbered("V14").id, 4).expect("on the menu");
        let again = table().next(first, 4, Some((last, &jackpots, true)));
        assert_eq!(
            again,
            NextGame::Again {
                dealer: last,
                game: Arc::clone(&jackpots)
            }
        );
        let NextGame::Asked { dealer, .. } = table().next(first, 4, Some((last, &jackpots, false))) else {
            panic!("the next dealer picks");
        };
        assert_eq!(dealer, first);
    }

    #[test]
    fn v61_t2_games_for_fewer_players_are_not_offered() {
        let dealer = SeatIx::new(2);
        let choose = |number: &str| {
            table()
                .choose(dealer, dealer, &numbered(number).id, 8)
                .map(|game| game.id.clone())
        };
        assert_eq!(choose("V46"), Ok(numbered("V46").id.clone()));
        assert_eq!(choose("V40"), Ok(numbered("V40").id.clone()));
        let (players, min, max) = (8, 3, 6);
        assert_eq!(choose("V62"), Err(ChoiceError::DoesNotFit { players, min, max }));
        assert_eq!(choose("V68"), Err(ChoiceError::NotOnTheMenu));
        let other = SeatIx::new(0);
        assert_eq!(
            table().choose(dealer, other, &numbered("V46").id, 8),
            Err(ChoiceError::NotTheDealer { dealer })
        );
        assert!(!table().offered(8).contains(&numbered("V62")));
        assert_eq!(table().timed_out(8), Some(numbered("V01")));
    }

    #[test]
    fn m14_each_game_lasts_an_orbit() {
        let mut at = Turnover::default();
        let mut played = Vec::new();
        for dealt in [3, 3, 3, 4, 4, 4, 4, 2, 2] {
            played.push(at.game);
            at = at.after_hand(5, Span::Orbit, dealt, false);
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
        at = at.after_hand(8, Span::Hands(2), 6, false);
        assert_eq!((at.game, at.hands), (7, 1));
        at = at.after_hand(8, Span::Hands(2), 6, true);
        assert_eq!(at.game, 7, "a pot that nobody opened is played for in the same game");
        assert_eq!(at.after_hand(8, Span::Hands(2), 6, false).game, 0);
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
}
