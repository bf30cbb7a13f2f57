//! The cards that each player receives, as far as a file names them. It may hide cards when they are dealt and name
//! them later: when they are discarded or turned up, as proof of openers or at the showdown.

use std::collections::BTreeMap;

use super::line::PhhAction;
use crate::card::{Card, CardSet};
use crate::deck::{RecordedCard, RecordedCards};
use crate::game::{GameDef, Step};
use crate::{BySeat, SeatIx};

/// The cards of a player, in the order in which they are received.
#[derive(Clone, Debug, Default)]
struct Received {
    cards: Vec<RecordedCard>,
    places: Vec<CardMentions>,
}

/// The file's information about one of the cards.
#[derive(Clone, Copy, Debug, Default)]
struct CardMentions {
    /// Set once the card has left the hand.
    gone: bool,
    /// `true` if the file names the card when it is dealt or turned up.
    told: bool,
    /// `true` if an action names the card.
    named: bool,
}

impl Received {
    fn push(&mut self, card: Option<Card>, at: usize) {
        self.cards.push(RecordedCard::new(card, at));
        self.places.push(CardMentions {
            told: card.is_some(),
            ..CardMentions::default()
        });
    }

    /// Returns the indices of the cards still in the hand.
    fn held(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.cards.len()).filter(|index| !self.places[*index].gone)
    }

    /// Checks that the file hides some of the cards as they are dealt.
    fn hides(&self) -> bool {
        self.places.iter().any(|place| !place.told)
    }

    /// Finds a place that the file leaves open in the hand, for a card that it names later.
    fn blank(&self, dealt: Dealt) -> Option<usize> {
        let mut blank = self.held().filter(|index| self.cards[*index].card.is_none());
        match dealt {
            Dealt::Once => blank.next(),
            Dealt::Again => blank.last(),
        }
    }

    /// Finds the place of a card in the hand.
    fn holds(&self, card: Card) -> Option<usize> {
        self.held().find(|index| self.cards[*index].card == Some(card))
    }
}

/// The number of times a card came from the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dealt {
    /// Once, as far as the file shows: it fills the first open place.
    Once,
    /// Again after a refill: it fills the last open place.
    Again,
}

/// The cards assumed to be discarded, if the file never names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guess {
    /// The ones received first.
    Oldest,
    /// The ones received last.
    Newest,
}

/// The file's information about all cards.
#[derive(Clone, Debug)]
pub(super) struct Cards {
    guess: Guess,
    /// `true` if the game deals or turns players' cards face up.
    open_game: bool,
    players: Vec<Received>,
    board: Vec<RecordedCard>,
    /// Indices of the received cards that an action names, by the index of the action.
    named: BTreeMap<usize, Vec<usize>>,
}

impl Cards {
    /// Gathers the cards from the actions of a hand with this many players.
    ///
    /// # Errors
    /// If an action names cards that its player cannot have; gives the index of the action.
    pub(super) fn read(
        lines: &[Result<PhhAction, String>],
        players: usize,
        game: &GameDef,
        guess: Guess,
    ) -> Result<Self, (usize, String)> {
        let mut told = Self {
            guess,
            open_game: game.has_up_cards() || game.steps.iter().any(|step| matches!(step, Step::Roll { .. })),
            players: vec![Received::default(); players],
            board: Vec::new(),
            named: BTreeMap::new(),
        };
        for (at, line) in lines.iter().enumerate() {
            if let Ok(line) = line {
                told.line(at, line, lines).map_err(|error| (at, error))?;
            }
        }
        Ok(told)
    }

    fn line(&mut self, at: usize, line: &PhhAction, lines: &[Result<PhhAction, String>]) -> Result<(), String> {
        match line {
            PhhAction::DealHole { player, cards } => {
                for card in cards {
                    self.players[*player].push(*card, at);
                }
            }
            PhhAction::DealBoard { cards } => self.board.extend(cards.iter().map(|card| RecordedCard::new(*card, at))),
            PhhAction::TurnBoard { cards } => {
                let down = self.board.iter_mut().filter(|told| told.card.is_none());
                for (told, card) in down.zip(cards) {
                    told.card = *card;
                }
            }
            PhhAction::Discard { player, cards } => {
                let later = Later::of(*player, &lines[at..]);
                let discarded = self.discarded(*player, cards, &later)?;
                self.leave(*player, &discarded, cards.iter().flatten().count());
                self.named.insert(at, discarded);
            }
            PhhAction::Swap { player, cards } => {
                let discarded = self.places(*player, cards)?;
                self.leave(*player, &discarded, discarded.len());
            }
            PhhAction::Roll { player, cards, .. } => {
                let rolled = self.places(*player, cards)?;
                for index in &rolled {
                    let place = &mut self.players[*player].places[*index];
                    (place.told, place.named) = (true, true);
                }
                self.named.insert(at, rolled);
            }
            // An order that the file hides is found when the hand is played.
            PhhAction::Arrange { player, cards } if cards.iter().all(Option::is_some) => {
                let order = self.places(*player, cards)?;
                for index in &order {
                    self.players[*player].places[*index].named = true;
                }
                self.named.insert(at, order);
            }
            PhhAction::Openers { player, cards } => {
                let proof: Vec<Card> = cards.iter().flatten().copied().collect();
                self.prove(*player, &proof);
            }
            PhhAction::Show { player, cards } => {
                // A hand is shown as it was dealt. A card that the player does not have is refused when the hand is played.
                for card in cards.iter().flatten() {
                    let _ = self.place(*player, *card, Dealt::Once);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Removes cards from the hand of a player; the action names the first `named` of them.
    fn leave(&mut self, player: usize, indices: &[usize], named: usize) {
        for (nth, index) in indices.iter().enumerate() {
            let place = &mut self.players[player].places[*index];
            place.gone = true;
            place.named |= nth < named;
        }
    }

    /// Returns `true` if the file never names this card of a player, neither in the deal nor in an action.
    pub(super) fn is_open(&self, player: usize, index: usize) -> bool {
        let place = self.players[player].places.get(index);
        place.is_some_and(|place| !place.told && !place.named)
    }

    /// Returns this card of a player, if it is known.
    pub(super) fn card(&self, player: usize, index: usize) -> Option<Card> {
        self.players[player].cards[index].card
    }

    /// Assumes a card in this place of a player.
    pub(super) fn suppose(&mut self, player: usize, index: usize, card: Option<Card>) {
        self.players[player].cards[index].card = card;
    }

    /// Returns the number of cards that a player received.
    pub(super) fn count(&self, player: usize) -> usize {
        self.players[player].cards.len()
    }

    /// Finds the place of a card that the player has according to the file: the one it was dealt to, else one left open.
    fn place(&mut self, player: usize, card: Card, dealt: Dealt) -> Option<usize> {
        let received = &mut self.players[player];
        let place = received.holds(card).or_else(|| received.blank(dealt))?;
        received.cards[place].card = Some(card);
        Some(place)
    }

    /// Finds the places of cards that a player has according to the file.
    fn places(&mut self, player: usize, cards: &[Option<Card>]) -> Result<Vec<usize>, String> {
        let mut places = Vec::with_capacity(cards.len());
        for card in cards {
            let place = if let Some(card) = card {
                let dealt = if self.all().any(|known| known == *card) {
                    Dealt::Again
                } else {
                    Dealt::Once
                };
                self.place(player, *card, dealt)
            } else {
                let received = &self.players[player];
                let blank = |index: &usize| received.cards[*index].card.is_none() && !places.contains(index);
                received.held().find(blank)
            };
            match place {
                Some(place) if !places.contains(&place) => places.push(place),
                Some(_) => return Err("a card is named twice".to_owned()),
                None => return Err("a card is not among those that the player holds".to_owned()),
            }
        }
        Ok(places)
    }

    /// Places openers among the cards received first, discarded or not.
    fn prove(&mut self, player: usize, proof: &[Card]) {
        let received = &mut self.players[player];
        for card in proof {
            let known = received.cards.iter().any(|told| told.card == Some(*card));
            if !known && let Some(index) = received.cards.iter().position(|told| told.card.is_none()) {
                received.cards[index].card = Some(*card);
            }
        }
    }

    /// Finds the cards of a discard. If the file does not name them, they are cards that are not shown at the end:
    /// known ones first, then any. In a hand that the file hides, cards named at the deal lie face up, and are named
    /// again when they are discarded.
    fn discarded(&mut self, player: usize, cards: &[Option<Card>], later: &Later) -> Result<Vec<usize>, String> {
        let told: Vec<Option<Card>> = cards.iter().flatten().copied().map(Some).collect();
        if told.len() < cards.len() {
            self.prove(player, &later.proof);
        }
        let mut discarded = self.places(player, &told)?;
        for _ in told.len()..cards.len() {
            let received = &self.players[player];
            let open = |index: &usize| self.open_game && received.hides() && received.places[*index].told;
            let left = received
                .held()
                .filter(|index| !discarded.contains(index) && !open(index));
            let mut held: Vec<usize> = left.collect();
            if self.guess == Guess::Newest {
                held.reverse();
            }
            let shown = |card: Card| later.shown.is_some_and(|shown| shown.contains(card));
            let known = |index: &usize| received.cards[*index].card;
            let leaves = |index: &usize| later.shown.is_some() && known(index).is_some_and(|card| !shown(card));
            let proves = |index: &usize| known(index).is_some_and(|card| later.proof.contains(&card) && !shown(card));
            let first = |wanted: &dyn Fn(&usize) -> bool| held.iter().copied().find(wanted);
            let index = first(&leaves)
                .or_else(|| first(&|index| known(index).is_none()))
                .or_else(|| first(&proves));
            let index = index.ok_or("a discarded card is unknown, but every held card is known")?;
            discarded.push(index);
        }
        Ok(discarded)
    }

    /// Returns the indices of the received cards that an action names.
    pub(super) fn named(&self, at: usize) -> &[usize] {
        self.named.get(&at).map_or(&[], Vec::as_slice)
    }

    /// Returns the known cards among all that a player receives.
    pub(super) fn known(&self, player: usize) -> CardSet {
        self.players[player].cards.iter().filter_map(|told| told.card).collect()
    }

    /// Returns every card that the file names.
    pub(super) fn all(&self) -> impl Iterator<Item = Card> + '_ {
        let players = self.players.iter().flat_map(|received| &received.cards);
        players.chain(&self.board).filter_map(|told| told.card)
    }

    /// Returns the cards for the engine's deck.
    pub(super) fn deal(&self, burned: &[Option<Card>]) -> RecordedCards {
        let hands = BySeat::from_fn(|seat: SeatIx| {
            let received = self.players.get(usize::from(seat.index()));
            received.map(|received| received.cards.clone()).unwrap_or_default()
        });
        let burned = burned
            .iter()
            .map(|card| RecordedCard::new(*card, usize::MAX - 1))
            .collect();
        RecordedCards::new(&hands, self.board.clone(), burned)
    }
}

/// The information in the rest of a file about a player's hand.
struct Later {
    /// Whole hand at the end, if it was shown.
    shown: Option<CardSet>,
    /// Proof of the openers.
    proof: Vec<Card>,
}

impl Later {
    fn of(player: usize, rest: &[Result<PhhAction, String>]) -> Self {
        let mut later = Self {
            shown: None,
            proof: Vec::new(),
        };
        for line in rest.iter().flatten() {
            match line {
                PhhAction::Show { player: p, cards } if *p == player && cards.iter().all(Option::is_some) => {
                    later.shown = Some(cards.iter().flatten().copied().collect());
                }
                PhhAction::Openers { player: p, cards } if *p == player => {
                    later.proof = cards.iter().flatten().copied().collect();
                }
                _ => {}
            }
        }
        later
    }
}
