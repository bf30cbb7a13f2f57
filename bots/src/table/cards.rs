//! Positions of the cards at a table.

use poker_protocol::v1::Card;
use poker_protocol::v1::event::PublicEvent;
use poker_protocol::v1::table::SeatPlay;

use super::TableModel;

impl TableModel {
    /// Applies an event that turns up, exchanges or buys cards.
    pub(super) fn apply_to_cards(&mut self, event: &PublicEvent) {
        match event {
            PublicEvent::CardsDiscarded { seat, count, up, .. } => {
                self.on_play(*seat, |play| {
                    for card in up {
                        remove(play, |_, known| known == Some(*card));
                    }
                    let down = usize::from(*count).saturating_sub(up.len());
                    for _ in 0..down {
                        if !remove(play, |_, known| known.is_none()) {
                            remove(play, |is_up, _| !is_up);
                        }
                    }
                });
                self.answered(*seat);
            }
            // Folded hands go into the new stock; their owners still know them.
            PublicEvent::DeckRefilled { .. } => self.on_plays(|play| {
                if play.folded {
                    play.cards.clear();
                    play.face_up.clear();
                }
            }),
            PublicEvent::ExtraCardDealt { seat } => self.on_play(*seat, |play| lay_down(play, None)),
            PublicEvent::CardSwapped { seat, card } => {
                self.on_play(*seat, |play| {
                    remove(play, |_, known| known == Some(*card));
                    lay_down(play, None);
                });
                self.answered(*seat);
            }
            PublicEvent::CardsRolled { rolls } => {
                if rolls.len() > 1 {
                    self.begin_round();
                }
                for roll in rolls {
                    self.on_play(roll.seat, |play| {
                        for card in &roll.cards {
                            if !remove(play, |_, known| known == Some(*card)) {
                                remove(play, |_, known| known.is_none());
                            }
                            lay_up(play, *card);
                        }
                        play.announced = roll.announced.or(play.announced);
                    });
                    self.roll_own(roll.seat, &roll.cards);
                    self.answered(roll.seat);
                }
            }
            PublicEvent::StraddleDeclined { seat, .. }
            | PublicEvent::ChoiceMade { seat, .. }
            | PublicEvent::CardKept { seat, .. }
            | PublicEvent::CardsArranged { seat, .. } => self.answered(*seat),
            PublicEvent::Declared { declarations } => {
                for declared in declarations {
                    self.on_play(declared.seat, |play| play.declared = Some(declared.sides));
                }
            }
            PublicEvent::BoardDealtDown { count } => self.on_hand(|hand| hand.board_down += count),
            PublicEvent::BoardTurned { cards } => {
                self.begin_round();
                let count = u8::try_from(cards.len()).unwrap_or(u8::MAX);
                self.on_hand(|hand| {
                    hand.board.extend_from_slice(cards);
                    hand.board_down = hand.board_down.saturating_sub(count);
                });
            }
            PublicEvent::SecondRunStarted { kept } => self.on_hand(|hand| hand.board.truncate(usize::from(*kept))),
            PublicEvent::CommunalDealt { card } => {
                self.begin_round();
                self.on_hand(|hand| hand.board.push(*card));
            }
            other => self.apply_to_chips(other),
        }
    }

    /// The player's own cards that are turned up are placed after the others.
    fn roll_own(&mut self, seat: u8, rolled: &[Card]) {
        let Some(you) = self.state.you.as_mut().filter(|you| you.seat == seat) else {
            return;
        };
        for card in rolled {
            if let Some(at) = you.cards.iter().position(|own| own == card) {
                you.cards[at..].rotate_left(1);
            }
        }
    }

    /// Makes the cards of a seat known, each on the side on which it lies.
    pub(super) fn open(&mut self, seat: u8, cards: &[Card]) {
        self.on_play(seat, |play| {
            if cards.len() == play.cards.len() {
                play.cards = cards.iter().copied().map(Some).collect();
            }
        });
    }

    pub(super) fn show(&mut self, seat: u8, cards: &[Card]) {
        self.on_play(seat, |play| {
            if cards.len() >= play.cards.len() {
                play.cards = cards.iter().copied().map(Some).collect();
                play.face_up = vec![true; cards.len()];
            }
        });
    }
}

/// Returns the viewer's own cards in their order: a card turned up by an event later than the one that listed `hand` lies after
/// the down cards.
pub(super) fn laid_out(hand: &[Card], play: &SeatPlay) -> Vec<Card> {
    let known = play.cards.iter().zip(&play.face_up);
    let up: Vec<Card> = known.filter(|(_, up)| **up).filter_map(|(card, _)| *card).collect();
    let down = hand.iter().filter(|card| !up.contains(card));
    down.chain(up.iter().filter(|card| hand.contains(card)))
        .copied()
        .collect()
}

/// Adds a card after the other up cards of a seat.
pub(super) fn lay_up(play: &mut SeatPlay, card: Card) {
    play.face_up.resize(play.cards.len(), false);
    play.cards.push(Some(card));
    play.face_up.push(true);
}

/// Adds a card after the other down cards of a seat.
pub(super) fn lay_down(play: &mut SeatPlay, card: Option<Card>) {
    let at = play.face_up.iter().position(|up| *up).unwrap_or(play.cards.len());
    play.cards.insert(at, card);
    if !play.face_up.is_empty() {
        play.face_up.insert(at, false);
    }
}

/// Removes the last card of a seat that satisfies `is_it`, given its face-up flag and the card; `false` if there is none.
pub(super) fn remove(play: &mut SeatPlay, is_it: impl Fn(bool, Option<Card>) -> bool) -> bool {
    let is_up = |at: usize| play.face_up.get(at).copied().unwrap_or(false);
    let Some(at) = (0..play.cards.len())
        .rev()
        .find(|at| is_it(is_up(*at), play.cards[*at]))
    else {
        return false;
    };
    play.cards.remove(at);
    if at < play.face_up.len() {
        play.face_up.remove(at);
    }
    if !play.face_up.contains(&true) {
        play.face_up.clear();
    }
    true
}
