//! The sharp bot's choices outside the betting: cards to discard or show, sides of the pot, cards to buy.

use poker_engine::{Card, CardSet, GameDef};
use poker_protocol::v1::choice::Declaration;
use poker_protocol::v1::{Action, Card as WireCard, Chips, Choice};
use rand::RngExt;

use super::equity::{Share, Spot, WHOLE};
use super::sharp::{Sharp, engine_card, engine_cards};
use super::simple::Any;
use crate::{Ask, TableModel};

/// Share of a side, in thousandths, at which it is safe enough to play for both sides.
const SURE_OF_BOTH: u64 = 800;

/// Margin by which a card's value must exceed its price, in thousandths of the pot.
const BUY_MARGIN: u64 = 80;

impl Sharp {
    /// Answers a decision that is not about betting.
    pub(super) fn choose(&mut self, ask: &Ask, table: &TableModel, game: &GameDef) -> Action {
        for choice in &ask.choices {
            match choice {
                Choice::Discard {
                    min,
                    max,
                    cards,
                    replaced,
                    up,
                } => {
                    let of: Vec<Card> = cards.iter().copied().filter_map(engine_card).collect();
                    let range = (usize::from(*min), usize::from(*max));
                    let up_cards: Vec<WireCard> = up.iter().flat_map(|up| up.cards.iter().copied()).collect();
                    let discarded = if *replaced {
                        self.exchange(ask, table, game, &of, range)
                    } else {
                        let up_of: Vec<Card> = up_cards.iter().copied().filter_map(engine_card).collect();
                        let up_min = up.as_ref().map_or(0, |up| usize::from(up.min));
                        self.discard(ask, table, game, (&of, range.0), (&up_of, up_min))
                    };
                    let is_discarded =
                        |card: &WireCard| engine_card(*card).is_some_and(|card| discarded.contains(card));
                    return Action::Discard {
                        cards: cards.iter().chain(&up_cards).copied().filter(is_discarded).collect(),
                    };
                }
                Choice::Straddle { amount } => return self.straddle(ask, *amount),
                Choice::Roll {
                    min, cards, announce, ..
                } => {
                    let mut shown = least_telling(cards);
                    shown.truncate(usize::from(*min));
                    let announce = if announce.is_empty() {
                        None
                    } else {
                        let spot = self.spot_at(ask, table, game);
                        Some(side(self.share_of(&spot), announce))
                    };
                    return Action::Roll { cards: shown, announce };
                }
                Choice::Flip {} if self.random.random_ratio(1, 2) => return Action::Flip {},
                Choice::Arrange { cards } => {
                    return Action::Arrange {
                        cards: least_telling(cards),
                    };
                }
                Choice::Buy { price, .. } => {
                    let spot = self.spot_at(ask, table, game);
                    return buy(ask, *price, self.share_of(&spot));
                }
                Choice::Swap { card: Some(card) } => return self.swap(ask, table, game, *card),
                Choice::Declare { options } => {
                    let spot = self.spot_at(ask, table, game);
                    let sides = side(self.share_of(&spot), options);
                    return Action::Declare { sides };
                }
                Choice::PickGame { .. } => {
                    let random = &mut self.random;
                    let picked = choice.fill_in(&mut Any { ask, random });
                    return picked.unwrap_or_else(|| ask.check_or_fold());
                }
                _ => {}
            }
        }
        ask.check_or_fold()
    }

    /// Straddles for fun: rarely, and never for much of the stack.
    fn straddle(&mut self, ask: &Ask, amount: Chips) -> Action {
        let is_cheap = amount.get().saturating_mul(40) <= ask.stack.get();
        if is_cheap && self.random.random_ratio(1, 20) {
            Action::Straddle {}
        } else {
            ask.check_or_fold()
        }
    }

    /// Discards the up card if another card has better prospects.
    fn swap(&mut self, ask: &Ask, table: &TableModel, game: &GameDef, card: WireCard) -> Action {
        let spot = self.spot_at(ask, table, game);
        let discarded: CardSet = engine_card(card).into_iter().collect();
        let other = Spot {
            own: engine_cards(&ask.cards).difference(discarded),
            own_to_come: spot.own_to_come + 1,
            ..spot.clone()
        };
        let (kept, swapped) = (self.share_of(&spot).pot, self.share_of(&other).pot);
        if swapped > kept {
            Action::Swap {}
        } else {
            ask.check_or_fold()
        }
    }
}

/// Buys the card if the hand is worth its price.
fn buy(ask: &Ask, price: Chips, share: Share) -> Action {
    let (price, pot) = (price.get(), ask.pot.get());
    let needed = price.saturating_mul(WHOLE) / pot.saturating_add(price).max(1);
    // The last chips are not spent on a card without a good hand.
    let is_all = price >= ask.stack.get();
    if share.pot >= needed + BUY_MARGIN || (is_all && share.pot >= WHOLE / 2) {
        Action::Buy {}
    } else {
        ask.check_or_fold()
    }
}

/// Returns the side with the better prospects; both sides if each is all but certain.
fn side(share: Share, options: &[Declaration]) -> Declaration {
    let both = share.high.min(share.low) >= SURE_OF_BOTH;
    let one = if share.high >= share.low {
        Declaration::High
    } else {
        Declaration::Low
    };
    let wanted = if both { Declaration::Both } else { one };
    let offered = [wanted, one].into_iter().find(|side| options.contains(side));
    offered.or_else(|| options.first().copied()).unwrap_or(one)
}

/// Returns the cards in the order in which they may be revealed: single cards before pairs, low before high.
fn least_telling(cards: &[WireCard]) -> Vec<WireCard> {
    let rank = |card: &WireCard| engine_card(*card).and_then(Card::rank);
    let mut sorted = cards.to_vec();
    sorted.sort_by_key(|card| {
        let alike = cards.iter().filter(|other| rank(other) == rank(card)).count();
        (alike, rank(card).map_or(u8::MAX, poker_engine::card::Rank::index))
    });
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<WireCard> {
        text.split(' ').map(|card| WireCard::new(card).unwrap()).collect()
    }

    #[test]
    fn pairs_stay_hidden_longest() {
        assert_eq!(least_telling(&cards("Ah 9c 3d 9s")), cards("3d Ah 9c 9s"));
    }

    #[test]
    fn the_better_side_is_declared_and_both_only_when_sure() {
        let all = [Declaration::High, Declaration::Low, Declaration::Both];
        let share = |high, low| Share { pot: 0, high, low };
        assert_eq!(side(share(600, 300), &all), Declaration::High);
        assert_eq!(side(share(100, 300), &all), Declaration::Low);
        assert_eq!(side(share(900, 950), &all), Declaration::Both);
        assert_eq!(side(share(900, 950), &all[..2]), Declaration::Low);
        assert_eq!(side(share(900, 950), &all[..1]), Declaration::High);
    }
}
