//! Hands shown in a text: their cards are checked against earlier ones, and their names against what they make.

use poker_engine::eval::{self, Ranking};
use poker_engine::{Card, CardSet};

use super::super::import::{self, Import};
use super::super::words;
use super::{draws, is_stud};

/// The number of cards on a whole board.
const BOARD: usize = 5;

/// The hands shown so far.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// The cards of each player who has shown some.
    cards: Vec<(usize, Vec<Card>)>,
    called: Vec<Called>,
}

/// A hand and the name the text gives it.
#[derive(Debug)]
struct Called {
    line: usize,
    player: usize,
    cards: Vec<Card>,
    /// The run of the board on which it is compared.
    run: usize,
    words: String,
}

impl Shown {
    /// Reads `shows [CARDS] (WORDS)`.
    pub(super) fn shows(&mut self, line: usize, player: usize, cards: &[Card], said: &str, run: usize) {
        if !self.cards.iter().any(|(other, _)| *other == player) {
            self.cards.push((player, cards.to_vec()));
        }
        let words = said.split_once("] (").and_then(|(_, words)| words.strip_suffix(')'));
        if let Some(words) = words {
            self.call(line, player, cards, run, words);
        }
    }

    /// Reads a seat's end of the hand, after its name in the summary: `showed [CARDS] and won (1) with WORDS`, or `mucked [CARDS]`.
    pub(super) fn ended(&mut self, line: usize, player: usize, rest: &str, hand: &Import) -> Result<(), String> {
        let told = [" showed [", " mucked ["].iter().find_map(|word| {
            let (_, told) = rest.split_once(word)?;
            told.split_once(']')
        });
        let Some((text, ends)) = told else { return Ok(()) };
        let cards = import::cards(text).ok_or_else(|| format!("`{text}` are not cards"))?;
        let (known, what) = match self.cards.iter().find(|(other, _)| *other == player) {
            Some((_, shown)) => (Some(shown.clone()), "shown"),
            None => (dealt(hand, player), "dealt"),
        };
        let differs = |known: Vec<Card>| known.len() == cards.len() && cards.iter().any(|card| !known.contains(card));
        if known.is_some_and(differs) {
            return Err(format!("`{text}` are not the cards that were {what}"));
        }
        // The results of both runs, for a board that was dealt twice.
        for (run, end) in ends.split(", and ").enumerate() {
            if let Some((_, words)) = end.split_once(" with ") {
                self.call(line, player, &cards, run, words);
            }
        }
        Ok(())
    }

    fn call(&mut self, line: usize, player: usize, cards: &[Card], run: usize, words: &str) {
        self.called.push(Called {
            line,
            player,
            cards: cards.to_vec(),
            run,
            words: words.to_owned(),
        });
    }

    /// Checks the names of hands against what they make, if all their cards are known. `boards` are those of both runs.
    ///
    /// # Errors
    /// The difference, with its line.
    pub(super) fn check(&self, hand: &Import, boards: &[Vec<Card>; 2]) -> Result<(), (usize, String)> {
        let game = hand.game;
        let show = game.showdown();
        let has_board = !is_stud(game) && draws(game) == 0;
        for called in &self.called {
            let board = boards.get(called.run).map_or(&[][..], Vec::as_slice);
            let is_whole =
                called.cards.len() == hand.held(called.player) && board.len() == BOARD * usize::from(has_board);
            if !is_whole {
                continue;
            }
            let [own, board]: [CardSet; 2] = [&called.cards, board].map(|cards| cards.iter().copied().collect());
            let side = |ranking: Option<Ranking>| eval::describe(ranking?, show.selection, own, board);
            let made = (side(show.high), side(show.low));
            if let Some(made) = words::contradicted(&called.words, made.0.as_ref(), made.1.as_ref()) {
                let told = &called.words;
                return Err((called.line, format!("this hand is called `{told}`, and makes {made}")));
            }
        }
        Ok(())
    }
}

/// Returns the cards that a player was dealt and still has, if all of them are known.
fn dealt(hand: &Import, player: usize) -> Option<Vec<Card>> {
    let is_lasting = draws(hand.game) == 0 && !is_stud(hand.game);
    let cards = hand.dealt(player).filter(|_| is_lasting)?;
    import::cards(cards)
}
