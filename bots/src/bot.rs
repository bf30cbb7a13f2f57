//! The bot interface: an object that answers decisions.

use poker_protocol::v1::event::PrivateEvent;
use poker_protocol::v1::tournament::{DealOffer, Offer};
use poker_protocol::v1::{Action, Card, Chips, Choice, ServerMsg, TableId};

use crate::{TableModel, TournamentModel};

/// A decision to be made: the legal choices, and the information needed to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Identifier of the table.
    pub table: TableId,
    /// Number of the hand at its table, from 1.
    pub hand: u64,
    /// Number of the decision in its hand.
    pub turn: u32,
    /// All legal choices; anything else is illegal.
    pub choices: Vec<Choice>,
    /// The player's own cards.
    pub cards: Vec<Card>,
    /// For each of those cards, `true` if it lies face up; empty if none does.
    pub face_up: Vec<bool>,
    /// The board cards that lie face up.
    pub board: Vec<Card>,
    /// Number of further board cards that lie face down.
    pub board_down: u8,
    /// The cards of the second of two boards.
    pub second_board: Vec<Card>,
    /// All chips in the pot, bets of this round included.
    pub pot: Chips,
    /// Chips needed to call; 0 if there is nothing to call.
    pub to_call: Chips,
    /// The player's own stack.
    pub stack: Chips,
}

impl Ask {
    /// Returns the decision that a private part of an event opens, if it opens one.
    pub fn from_private(table: &TableId, event: &PrivateEvent) -> Option<Self> {
        match event {
            PrivateEvent::Choices {
                hand,
                turn,
                choices,
                cards,
                face_up,
                board,
                board_down,
                second_board,
                pot,
                to_call,
                stack,
                ..
            } => Some(Self {
                table: table.clone(),
                hand: *hand,
                turn: *turn,
                choices: choices.clone(),
                cards: cards.clone(),
                face_up: face_up.clone(),
                board: board.clone(),
                board_down: *board_down,
                second_board: second_board.clone(),
                pot: *pot,
                to_call: *to_call,
                stack: *stack,
            }),
            PrivateEvent::Cards { .. } | PrivateEvent::Made { .. } | PrivateEvent::Consent { .. } => None,
        }
    }

    /// Returns the open decision of the viewer of a table, for example after a snapshot.
    pub fn from_table(table: &TableModel) -> Option<Self> {
        let you = table.you()?;
        let (hand, turn) = match (table.hand(), &table.state().pick) {
            (Some(hand), _) => (hand.hand, hand.turn.as_ref()?),
            (None, Some(pick)) => (pick.hand, &pick.turn),
            (None, None) => return None,
        };
        if you.choices.is_empty() || !turn.seats.contains(&you.seat) {
            return None;
        }
        let running = table.hand();
        Some(Self {
            table: table.id().clone(),
            hand,
            turn: turn.turn,
            choices: you.choices.clone(),
            cards: you.cards.clone(),
            face_up: table.own_face_up(),
            board: running.map_or_else(Vec::new, |hand| hand.board.clone()),
            board_down: running.map_or(0, |hand| hand.board_down),
            second_board: running.map_or_else(Vec::new, |hand| hand.second_board.clone()),
            pot: running.map_or_else(Chips::default, |hand| hand.pot),
            to_call: you.to_call,
            stack: table.own_seat()?.stack,
        })
    }

    /// Checks if that is free, otherwise folds.
    pub fn check_or_fold(&self) -> Action {
        self.check().or_else(|| self.fold()).unwrap_or_else(|| self.modest())
    }

    /// Checks if that is free, otherwise calls if there is a bet to call, otherwise folds.
    pub fn check_or_call(&self) -> Action {
        self.check()
            .or_else(|| self.call())
            .unwrap_or_else(|| self.check_or_fold())
    }

    /// Folds, if a fold is offered.
    pub fn fold(&self) -> Option<Action> {
        self.offers(|choice| matches!(choice, Choice::Fold {}))
            .then_some(Action::Fold {})
    }

    /// Checks, if a check is offered.
    pub fn check(&self) -> Option<Action> {
        self.offers(|choice| matches!(choice, Choice::Check {}))
            .then_some(Action::Check {})
    }

    /// Calls at the price offered, if there is one.
    pub fn call(&self) -> Option<Action> {
        self.choices.iter().find_map(|choice| match choice {
            Choice::Call { amount } => Some(Action::Call { amount: Some(*amount) }),
            _ => None,
        })
    }

    /// Bets or raises to a total, or to the nearest legal one; `None` if neither is offered.
    pub fn bet_or_raise_to(&self, total: Chips) -> Option<Action> {
        let legal = self.choices.iter().filter_map(|choice| match choice {
            Choice::Bet { min, max } => {
                let to = total.clamp(*min, *max);
                Some((to, Action::Bet { to }))
            }
            Choice::Raise { min, max } => {
                let to = total.clamp(*min, *max);
                Some((to, Action::Raise { to }))
            }
            _ => None,
        });
        let nearest = legal.min_by_key(|(to, _)| to.get().abs_diff(total.get()));
        nearest.map(|(_, action)| action)
    }

    /// Returns the minimum and maximum total of a bet or raise, if one is offered. If fixed limit offers two sizes, these are
    /// the two, and nothing between them is legal.
    pub fn bet_range(&self) -> Option<(Chips, Chips)> {
        let ranges = self.choices.iter().filter_map(|choice| match choice {
            Choice::Bet { min, max } | Choice::Raise { min, max } => Some((*min, *max)),
            _ => None,
        });
        ranges.reduce(|(least, most), (min, max)| (least.min(min), most.max(max)))
    }

    /// Returns the number of cards to discard and the candidates, if a discard is offered.
    pub fn discard_choice(&self) -> Option<DiscardChoice<'_>> {
        self.choices.iter().find_map(|choice| match choice {
            Choice::Discard {
                min,
                max,
                cards,
                replaced,
                ..
            } => Some(DiscardChoice {
                min: usize::from(*min),
                max: usize::from(*max),
                cards,
                is_replaced: *replaced,
            }),
            _ => None,
        })
    }

    /// Returns the cheapest action where neither a check nor a fold is offered.
    fn modest(&self) -> Action {
        if let Some(action) = self.choices.iter().find_map(least) {
            return action;
        }
        match (self.discard_choice(), self.bet_range()) {
            (Some(discard), _) => Action::Discard {
                cards: discard
                    .cards
                    .iter()
                    .take(discard.min)
                    .chain(self.up_cards_to_discard())
                    .copied()
                    .collect(),
            },
            (None, Some((min, _))) => self.bet_or_raise_to(min).unwrap_or(Action::Fold {}),
            (None, None) => self.call().unwrap_or(Action::Fold {}),
        }
    }

    /// Returns the first up cards, as few as must be discarded.
    fn up_cards_to_discard(&self) -> &[Card] {
        let up = self.choices.iter().find_map(|choice| match choice {
            Choice::Discard { up, .. } => up.as_ref(),
            _ => None,
        });
        up.map_or(&[], |up| &up.cards[..up.cards.len().min(usize::from(up.min))])
    }

    fn offers(&self, is_it: impl Fn(&Choice) -> bool) -> bool {
        self.choices.iter().any(is_it)
    }
}

/// Returns the cheapest answer to a decision that involves neither betting nor discarding.
fn least(choice: &Choice) -> Option<Action> {
    match choice {
        Choice::Decline {} => Some(Action::Decline {}),
        Choice::Keep {} => Some(Action::Keep {}),
        Choice::Pass {} => Some(Action::Pass {}),
        Choice::RunOnce {} => Some(Action::RunOnce {}),
        Choice::Arrange { cards } => Some(Action::Arrange { cards: cards.clone() }),
        Choice::Roll {
            min, cards, announce, ..
        } => Some(Action::Roll {
            cards: cards.iter().take(usize::from(*min)).copied().collect(),
            announce: announce.first().copied(),
        }),
        Choice::Declare { options } => options.first().map(|sides| Action::Declare { sides: *sides }),
        Choice::PickGame { games } => games.first().map(|picked| Action::PickGame {
            game: picked.game.clone(),
            limit: None,
        }),
        _ => None,
    }
}

/// Cards to choose from when some may or must be discarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiscardChoice<'a> {
    /// Minimum number of cards to discard.
    pub min: usize,
    /// Maximum number of cards to discard.
    pub max: usize,
    /// The cards to choose from.
    pub cards: &'a [Card],
    /// `true` if each discarded card is replaced by one from the deck.
    pub is_replaced: bool,
}

/// A player.
///
/// Any function from a decision and its table to an action is a bot.
pub trait Bot: Send {
    /// Answers a decision. An illegal answer costs nothing: the runner then checks if that is free, and otherwise folds.
    fn act(&mut self, ask: &Ask, table: &TableModel) -> Action;

    /// Returns `true` to take an offer of a tournament: a rebuy, the add-on or a re-entry. Called once for each offer; the
    /// default buys nothing.
    fn buys(&mut self, offer: &Offer, tournament: &TournamentModel) -> bool {
        let _ = (offer, tournament);
        false
    }

    /// Receives every message from the server before the decision in it is put to the bot: for a log, an opponent model or a
    /// clock. Messages about a table or tournament arrive in order and without gaps.
    fn hears(&mut self, message: &ServerMsg) {
        let _ = message;
    }

    /// Returns `true` to agree to show the cards of a hand that the host of a class has stopped. Called once for each question; the
    /// default agrees.
    fn shows(&mut self, table: &TableModel) -> bool {
        let _ = table;
        true
    }

    /// Returns `true` to agree to a deal on offer: `deal` gives the share of each player still in. Called once for each deal
    /// with a share for the bot; the default refuses, and play goes on.
    fn agrees(&mut self, deal: &DealOffer, tournament: &TournamentModel) -> bool {
        let _ = (deal, tournament);
        false
    }
}

impl<F: FnMut(&Ask, &TableModel) -> Action + Send> Bot for F {
    fn act(&mut self, ask: &Ask, table: &TableModel) -> Action {
        self(ask, table)
    }
}

impl Bot for Box<dyn Bot> {
    fn act(&mut self, ask: &Ask, table: &TableModel) -> Action {
        self.as_mut().act(ask, table)
    }

    fn buys(&mut self, offer: &Offer, tournament: &TournamentModel) -> bool {
        self.as_mut().buys(offer, tournament)
    }

    fn hears(&mut self, message: &ServerMsg) {
        self.as_mut().hears(message);
    }

    fn shows(&mut self, table: &TableModel) -> bool {
        self.as_mut().shows(table)
    }

    fn agrees(&mut self, deal: &DealOffer, tournament: &TournamentModel) -> bool {
        self.as_mut().agrees(deal, tournament)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chips(amount: u64) -> Chips {
        Chips::new(amount).unwrap()
    }

    fn ask(choices: &str) -> Ask {
        Ask {
            table: TableId("t".to_owned()),
            hand: 1,
            turn: 1,
            choices: serde_json::from_str(choices).unwrap(),
            cards: Vec::new(),
            face_up: Vec::new(),
            board: Vec::new(),
            board_down: 0,
            second_board: Vec::new(),
            pot: chips(30),
            to_call: chips(10),
            stack: chips(500),
        }
    }

    #[test]
    fn amounts_are_brought_into_the_legal_range() {
        let ask = ask(r#"[{"kind":"fold"},{"kind":"call","amount":10},{"kind":"raise","min":20,"max":500}]"#);
        assert_eq!(ask.bet_or_raise_to(chips(5)), Some(Action::Raise { to: chips(20) }));
        assert_eq!(ask.bet_or_raise_to(chips(60)), Some(Action::Raise { to: chips(60) }));
        assert_eq!(ask.bet_or_raise_to(chips(900)), Some(Action::Raise { to: chips(500) }));
        assert_eq!(ask.check_or_fold(), Action::Fold {});
        assert_eq!(
            ask.check_or_call(),
            Action::Call {
                amount: Some(chips(10))
            }
        );
    }

    #[test]
    fn the_nearer_of_two_bets_is_made() {
        let ask = ask(r#"[{"kind":"check"},{"kind":"bet","min":5,"max":5},{"kind":"bet","min":10,"max":10}]"#);
        assert_eq!(ask.bet_or_raise_to(chips(0)), Some(Action::Bet { to: chips(5) }));
        assert_eq!(ask.bet_or_raise_to(chips(8)), Some(Action::Bet { to: chips(10) }));
        assert_eq!(ask.bet_or_raise_to(chips(900)), Some(Action::Bet { to: chips(10) }));
        assert_eq!(ask.bet_range(), Some((chips(5), chips(10))));
    }

    #[test]
    fn a_check_comes_before_a_fold() {
        let ask = ask(r#"[{"kind":"check"},{"kind":"bet","min":10,"max":500}]"#);
        assert_eq!(ask.check_or_fold(), Action::Check {});
        assert_eq!(ask.check_or_call(), Action::Check {});
        assert_eq!(ask.fold(), None);
    }

    #[test]
    fn a_forced_discard_is_answered_with_as_few_cards_as_allowed() {
        let ask = ask(r#"[{"kind":"discard","min":1,"max":1,"cards":["2c","7d","Jh"],"replaced":false}]"#);
        let cards = vec![Card::new("2c").unwrap()];
        assert_eq!(ask.check_or_fold(), Action::Discard { cards });
    }
}
