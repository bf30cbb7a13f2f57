//! The games of a table: one game, several in rotation, or dealer's choice. Rules: variants V61, M14, M15.
//!
//! A [`Mix`] accompanies its [`CashTable`] and changes the game between hands. Under a rotation table law applies
//! unchanged: games with blinds resume them where they stopped. Under dealer's choice the table follows
//! [`ButtonRule::Dealer`](super::ButtonRule::Dealer).

#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::{CashTable, TableEvent, TableGame, TableRuleError};
use crate::{SeatIx, SeatSet};

/// The length of each game in a rotation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Span {
    /// One orbit: as many hands as players were dealt into the first of them.
    #[default]
    Orbit,
    /// A fixed number of hands.
    Hands(u16),
}

/// The effect of a hand's end on the rotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HandEnd {
    /// The pot is won.
    Won,
    /// No player opened, and the pot carries over to the next hand of the same game.
    PassedOut,
}

/// The position in a rotation, as plain data to store and restore.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Turnover {
    /// Index of the current game in the list.
    pub game: u16,
    /// Hands of it already played.
    pub hands: u16,
    /// Hands in its span; 0 until its first hand is over.
    pub of: u16,
}

impl Turnover {
    /// Counts a hand with `dealt` players at a table that rotates through `games` games. A hand that no player opened
    /// does not end its game.
    #[must_use]
    fn after_hand(mut self, games: usize, span: Span, dealt: usize, end: HandEnd) -> Self {
        if self.hands == 0 {
            self.of = match span {
                Span::Orbit => u16::try_from(dealt).unwrap_or(u16::MAX),
                Span::Hands(hands) => hands.max(1),
            };
        }
        self.hands = self.hands.saturating_add(1);
        if self.hands < self.of || end == HandEnd::PassedOut {
            return self;
        }
        let games = u16::try_from(games).unwrap_or(u16::MAX).max(1);
        Self {
            game: (self.game + 1) % games,
            hands: 0,
            of: 0,
        }
    }

    /// Returns the number of hands left in the game, `None` if that is not known before its first hand is over.
    pub const fn left(self) -> Option<u16> {
        if self.of == 0 {
            return None;
        }
        let left = self.of.saturating_sub(self.hands);
        // The pot of a hand that no player opened keeps the game for another one.
        Some(if left == 0 { 1 } else { left })
    }
}

/// The order of a table's games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameOrder {
    /// One after the other, each for a span, then from the beginning again. A table with a single game has a list of one.
    Turns(Span),
    /// The dealer of each hand picks one.
    DealersChoice {
        /// The index of the game used if a dealer's time runs out.
        default: u16,
    },
}

/// The games of a table and their order, chosen when it is created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    games: Vec<TableGame>,
    order: GameOrder,
}

/// The reason why a program is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgramError {
    /// There are no games, or too many to be numbered.
    #[error("a table plays at least one game and at most {}", u16::MAX)]
    GameCount,
    /// The default is not the index of a game.
    #[error("the default game is not on the list")]
    NoDefault,
    /// The span has no hands.
    #[error("each game must be played for at least one hand")]
    NoHands,
}

impl Program {
    /// Returns a program that always plays the same game.
    pub fn single(game: TableGame) -> Self {
        Self {
            games: vec![game],
            order: GameOrder::Turns(Span::Orbit),
        }
    }

    /// Returns a program of these games in this order.
    ///
    /// # Errors
    /// If there are no games, or the order does not fit them.
    pub fn new(games: Vec<TableGame>, order: GameOrder) -> Result<Self, ProgramError> {
        let count = u16::try_from(games.len()).map_err(|_| ProgramError::GameCount)?;
        match order {
            _ if count == 0 => Err(ProgramError::GameCount),
            GameOrder::DealersChoice { default } if default >= count => Err(ProgramError::NoDefault),
            GameOrder::Turns(Span::Hands(0)) => Err(ProgramError::NoHands),
            _ => Ok(Self { games, order }),
        }
    }

    /// Returns the games, in order of their index.
    pub fn games(&self) -> &[TableGame] {
        &self.games
    }

    /// Returns the order of play.
    pub const fn order(&self) -> GameOrder {
        self.order
    }

    /// Returns the index of the game with which a new table begins.
    pub const fn first(&self) -> u16 {
        match self.order {
            GameOrder::Turns(_) => 0,
            GameOrder::DealersChoice { default } => default,
        }
    }
}

/// The state of the dealer's pick for the next hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Pick {
    /// The dealer has not been prompted yet.
    #[default]
    Due,
    /// The dealer is to pick.
    Open(OpenPick),
    /// The dealer has picked.
    Made {
        /// Seat of the dealer.
        dealer: SeatIx,
    },
}

/// A dealer who is to pick a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPick {
    /// Seat of the dealer.
    pub dealer: SeatIx,
    /// Indices of the games that suit the number of players, in the order of the menu.
    pub offered: Vec<u16>,
}

/// The position of a table in its program, as plain data to store and restore.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Current game and the hands played of it.
    pub turnover: Turnover,
    /// State of the dealer's pick, under dealer's choice.
    pub pick: Pick,
}

/// The refusal of a dealer's pick, which stays open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// No dealer is to pick now.
    #[error("no dealer is picking a game")]
    NobodyAsked,
    /// Another player is the dealer.
    #[error("{dealer} picks the game")]
    NotTheDealer {
        /// Seat of the dealer.
        dealer: SeatIx,
    },
    /// The table does not offer the game.
    #[error("the game is not on the table's menu")]
    NotOnTheMenu,
    /// The game does not suit the number of players.
    #[error("{players} players are seated, the game is for {min} to {max}")]
    DoesNotFit {
        /// Number of players who would be dealt in.
        players: u8,
        /// Smallest number of players in the game.
        min: u8,
        /// Largest number of players in the game.
        max: u8,
    },
}

/// A table's program, and its position in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mix {
    program: Arc<Program>,
    progress: Progress,
}

/// A stored progress or program that does not match the games of the table's program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the program has no such game")]
pub struct ProgressError;

impl Mix {
    /// Returns the mix of a table that has played nothing yet.
    pub fn new(program: Arc<Program>) -> Self {
        let progress = Progress {
            turnover: Turnover {
                game: program.first(),
                ..Turnover::default()
            },
            pick: Pick::Due,
        };
        Self { program, progress }
    }

    /// Restores the mix of a table from its stored progress.
    ///
    /// # Errors
    /// If the program lacks a game that the progress names.
    pub fn restored(program: Arc<Program>, progress: Progress) -> Result<Self, ProgressError> {
        let offered = match &progress.pick {
            Pick::Open(asked) => &asked.offered[..],
            Pick::Due | Pick::Made { .. } => &[],
        };
        let known = |game: &u16| usize::from(*game) < program.games.len();
        if !known(&progress.turnover.game) || !offered.iter().all(known) {
            return Err(ProgressError);
        }
        Ok(Self { program, progress })
    }

    /// Replaces the program by one with the same games at other stakes.
    ///
    /// # Errors
    /// If the number of games differs.
    pub fn set_program(&mut self, program: Arc<Program>) -> Result<(), ProgressError> {
        if program.games.len() != self.program.games.len() {
            return Err(ProgressError);
        }
        self.program = program;
        Ok(())
    }

    /// Returns `true` if the games rotate, so that the current one can be ended before its span is over.
    pub fn takes_turns(&self) -> bool {
        matches!(self.program.order, GameOrder::Turns(_)) && self.program.games.len() > 1
    }

    /// Ends the current game between hands: the next on the list follows, for its whole span.
    ///
    /// # Errors
    /// If the games do not rotate, a hand is running, or a pot that no player opened carries over to another hand of
    /// the game.
    pub fn skip(&mut self, table: &mut CashTable) -> Result<Vec<TableEvent>, TableRuleError> {
        if !self.takes_turns() {
            return Err(TableRuleError::NoChange);
        }
        if table.hand().is_some() || table.passed_out() > 0 {
            return Err(TableRuleError::HandRunning);
        }
        let games = u16::try_from(self.program.games.len()).unwrap_or(u16::MAX);
        let next = (self.game() + 1) % games;
        let events = table.set_game(self.program.games[usize::from(next)].clone())?;
        self.progress.turnover = Turnover {
            game: next,
            ..Turnover::default()
        };
        Ok(events)
    }

    /// Returns the position in the program.
    pub const fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Returns the index of the current game: of the running hand or, between hands, of the next one as far as it is settled.
    pub const fn game(&self) -> u16 {
        self.progress.turnover.game
    }

    /// Returns the number of hands left in the current game, if games rotate and that number is known.
    pub fn hands_left(&self) -> Option<u16> {
        match self.program.order {
            GameOrder::Turns(_) if self.program.games.len() > 1 => self.progress.turnover.left(),
            GameOrder::Turns(_) | GameOrder::DealersChoice { .. } => None,
        }
    }

    /// Returns the current game.
    pub fn table_game(&self) -> &TableGame {
        &self.program.games[usize::from(self.game())]
    }

    /// Returns the dealer who is to pick a game.
    pub const fn asked(&self) -> Option<&OpenPick> {
        match &self.progress.pick {
            Pick::Open(asked) => Some(asked),
            Pick::Due | Pick::Made { .. } => None,
        }
    }

    /// Returns `true` if the next hand can be dealt: its game is settled and enough players are ready.
    pub fn can_deal(&self, table: &CashTable) -> bool {
        self.is_settled(table) && table.can_start()
    }

    /// Returns `true` if a dealer must pick before the next hand, and can be prompted now.
    pub fn can_ask(&self, table: &CashTable) -> bool {
        table.hand().is_none()
            && !table.must_draw_seats()
            && self.asked().is_none()
            && !self.is_settled(table)
            && !self.offered(table.ready()).is_empty()
    }

    /// Checks that the next game is settled. The dealer of a passed-out hand deals it again if it still fits. Rule: variants A16.
    fn is_settled(&self, table: &CashTable) -> bool {
        let picked = match (self.program.order, &self.progress.pick) {
            (GameOrder::Turns(_), _) => return true,
            (GameOrder::DealersChoice { .. }, Pick::Made { .. }) => true,
            (GameOrder::DealersChoice { .. }, Pick::Due) => table.passed_out() > 0,
            (GameOrder::DealersChoice { .. }, Pick::Open(_)) => false,
        };
        picked && self.fits(self.game(), table.ready())
    }

    fn fits(&self, game: u16, players: SeatSet) -> bool {
        self.program.games[usize::from(game)].check_players(players).is_ok()
    }

    fn offered(&self, players: SeatSet) -> Vec<u16> {
        // `Program::new` has checked that they can be numbered.
        let games = (0..).take(self.program.games.len());
        games.filter(|game| self.fits(*game, players)).collect()
    }

    /// Prompts the dealer of the next hand to pick a game; `draw` draws the dealer before a table's first hand.
    ///
    /// # Errors
    /// If no dealer can be prompted now ([`Mix::can_ask`]), or the draw gave a seat that does not play.
    pub fn ask(
        &mut self,
        table: &CashTable,
        draw: impl FnOnce(SeatSet) -> SeatIx,
    ) -> Result<&OpenPick, TableRuleError> {
        if !self.can_ask(table) {
            return Err(TableRuleError::NoChange);
        }
        let ready = table.ready();
        let dealer = table.next_dealer().unwrap_or_else(|| draw(ready));
        if !ready.contains(dealer) {
            return Err(TableRuleError::BadDraw { seat: dealer });
        }
        self.progress.pick = Pick::Open(OpenPick {
            dealer,
            offered: self.offered(ready),
        });
        self.asked().ok_or(TableRuleError::NoChange)
    }

    /// Applies the dealer's pick of a game, given by its index.
    ///
    /// # Errors
    /// Gives the reason why the game cannot be played; the pick stays open.
    pub fn pick(&mut self, table: &mut CashTable, chooser: SeatIx, game: u16) -> Result<Vec<TableEvent>, ChoiceError> {
        let asked = self.asked().ok_or(ChoiceError::NobodyAsked)?;
        let dealer = asked.dealer;
        if chooser != dealer {
            return Err(ChoiceError::NotTheDealer { dealer });
        }
        let picked = self.program.games.get(usize::from(game));
        let picked = picked.ok_or(ChoiceError::NotOnTheMenu)?;
        picked.check_players(table.ready())?;
        let events = table.set_game(picked.clone()).map_err(|_| ChoiceError::NobodyAsked)?;
        self.progress.turnover.game = game;
        self.progress.pick = Pick::Made { dealer };
        Ok(events)
    }

    /// Returns the index of the game for a dealer who does not answer in time: the table's default if it fits, else the
    /// first that does. Rule: variants 4.6.
    pub fn timed_out(&self) -> Option<u16> {
        let offered = &self.asked()?.offered;
        let own = offered.iter().find(|game| **game == self.program.first());
        own.or(offered.first()).copied()
    }

    /// Withdraws the prompt if, after players came or went, another player or another choice of games would be due.
    /// Returns `true` if it did.
    pub fn withdraw_if_changed(&mut self, table: &CashTable) -> bool {
        let Some(asked) = self.asked() else { return false };
        let ready = table.ready();
        let same_dealer = table.next_dealer().is_none_or(|dealer| dealer == asked.dealer);
        let stays = same_dealer && ready.contains(asked.dealer) && asked.offered == self.offered(ready);
        if !stays {
            self.progress.pick = Pick::Due;
        }
        !stays
    }

    /// Returns the dealer who was drawn before a table's first hand, and deals it.
    pub const fn drawn_dealer(&self) -> Option<SeatIx> {
        match &self.progress.pick {
            Pick::Open(OpenPick { dealer, .. }) | Pick::Made { dealer } => Some(*dealer),
            Pick::Due => None,
        }
    }

    /// Sets the next game after a hand with `dealt` players, once the table has its stacks. Returns the events of a
    /// change of game, if any.
    ///
    /// # Errors
    /// If a hand is running.
    pub fn after_hand(
        &mut self,
        table: &mut CashTable,
        dealt: usize,
    ) -> Result<Option<Vec<TableEvent>>, TableRuleError> {
        let GameOrder::Turns(span) = self.program.order else {
            self.progress.pick = Pick::Due;
            return Ok(None);
        };
        let turnover = self.progress.turnover;
        let end = if table.passed_out() > 0 {
            HandEnd::PassedOut
        } else {
            HandEnd::Won
        };
        let next = turnover.after_hand(self.program.games.len(), span, dealt, end);
        let changed = if next.game == turnover.game {
            None
        } else {
            let game = self.program.games[usize::from(next.game)].clone();
            Some(table.set_game(game)?)
        };
        self.progress.turnover = next;
        Ok(changed)
    }
}
