//! Stacks, bets and pots of a table.

use poker_protocol::v1::Chips;
use poker_protocol::v1::event::{BetAction, PostKind, PublicEvent};
use poker_protocol::v1::table::PotState;

use super::TableModel;

impl TableModel {
    /// Applies an event that moves chips in a hand.
    pub(super) fn apply_to_chips(&mut self, event: &PublicEvent) {
        match event {
            PublicEvent::Posted {
                seat,
                amount,
                post,
                all_in,
            } => self.post(*seat, *amount, *post, *all_in),
            PublicEvent::CardBought { seat, amount, all_in } => {
                self.pay(*seat, *amount);
                self.on_play(*seat, |play| play.all_in = *all_in);
                self.answered(*seat);
            }
            PublicEvent::BuyPassed { seat, .. } => {
                self.fold(*seat);
                self.answered(*seat);
            }
            PublicEvent::ActionTaken {
                seat,
                action,
                added,
                to,
                all_in,
                dark,
                auto: _,
            } => {
                self.pay(*seat, *added);
                if *dark || *all_in || *action == BetAction::Fold {
                    self.on_hand(|hand| hand.dark.retain(|declared| declared.seat != *seat));
                }
                self.on_play(*seat, |play| {
                    play.bet = *to;
                    play.all_in = *all_in;
                    play.last_action = Some(*action);
                    play.posted = None;
                    play.drew = None;
                });
                if *action == BetAction::Fold {
                    self.fold(*seat);
                }
                // A check or a fold sets no price, even by a player who has posted a credit.
                if added.get() > 0 {
                    self.on_hand(|hand| hand.bet = hand.bet.max(*to));
                }
                self.answered(*seat);
            }
            PublicEvent::ExcessForfeited { seat, amount } => {
                self.pay(*seat, *amount);
                self.add_dead(*amount);
            }
            PublicEvent::KittyTaken { amount } => {
                self.on_hand(|hand| hand.pot = minus(hand.pot, *amount));
                self.state.kitty = self.state.kitty.map(|kitty| plus(kitty, *amount));
            }
            PublicEvent::UncalledReturned { seat, amount } => {
                self.on_seat(*seat, |taken| taken.stack = plus(taken.stack, *amount));
                self.on_play(*seat, |play| {
                    play.bet = minus(play.bet, *amount);
                    play.all_in = false;
                });
                self.on_hand(|hand| hand.pot = minus(hand.pot, *amount));
            }
            PublicEvent::PotsFormed { pots } => {
                self.on_hand(|hand| {
                    hand.pots.clone_from(pots);
                    hand.bet = Chips::default();
                });
                self.on_plays(|play| play.bet = Chips::default());
                self.begin_round();
            }
            PublicEvent::PotAwarded { amount, shares, .. } => {
                for share in shares {
                    self.on_seat(share.seat, |taken| taken.stack = plus(taken.stack, share.amount));
                }
                self.on_hand(|hand| hand.pot = minus(hand.pot, *amount));
            }
            PublicEvent::SevenDeucePaid { seat, cards, payments } => {
                self.show(*seat, cards);
                for payment in payments {
                    let amount = payment.amount;
                    self.on_seat(payment.seat, |taken| taken.stack = minus(taken.stack, amount));
                    self.on_seat(*seat, |taken| taken.stack = plus(taken.stack, amount));
                }
            }
            PublicEvent::PotCarried { amount } => self.carried_on = Some(*amount),
            PublicEvent::HandCompleted { stacks, .. } => {
                self.state.carried = self.carried_on.take();
                self.settle(stacks);
                self.state.hands += 1;
            }
            PublicEvent::HandVoided { stacks, .. } => self.settle(stacks),
            _ => {}
        }
    }

    fn post(&mut self, seat: u8, amount: Chips, post: PostKind, all_in: bool) {
        self.pay(seat, amount);
        let (live, sets_the_bet) = match post {
            PostKind::Ante | PostKind::DeadAnte | PostKind::DeadBlind => (false, false),
            PostKind::Credit => (true, false),
            PostKind::SmallBlind
            | PostKind::BigBlind
            | PostKind::ButtonBlind
            | PostKind::Straddle
            | PostKind::EntryBlind
            | PostKind::BringIn => (true, true),
        };
        let mut total = Chips::default();
        self.on_play(seat, |play| {
            play.all_in = all_in && !play.folded;
            play.posted = Some(post);
            if live {
                play.bet = plus(play.bet, amount);
            }
            total = play.bet;
        });
        if !live {
            self.add_dead(amount);
        }
        if sets_the_bet {
            // A blind posted short still has to be matched in full by the others.
            let nominal = match post {
                PostKind::BigBlind => self.info().big_blind,
                PostKind::ButtonBlind => self.info().bets.first().copied().unwrap_or_default(),
                _ => Chips::default(),
            };
            self.on_hand(|hand| hand.bet = hand.bet.max(total).max(nominal));
        }
        // A straddle answers the decision.
        self.answered(seat);
    }

    /// Adds dead money to the main pot.
    fn add_dead(&mut self, amount: Chips) {
        let seats = self.contenders().map(|seat| seat.seat).collect();
        self.on_hand(|hand| match hand.pots.first_mut() {
            Some(main) => main.amount = plus(main.amount, amount),
            None => hand.pots.push(PotState { amount, seats }),
        });
    }

    /// Moves chips from a stack to the pot.
    fn pay(&mut self, seat: u8, amount: Chips) {
        self.on_seat(seat, |taken| taken.stack = minus(taken.stack, amount));
        self.on_hand(|hand| hand.pot = plus(hand.pot, amount));
    }
}

pub(super) fn plus(one: Chips, other: Chips) -> Chips {
    Chips::new(one.get().saturating_add(other.get())).unwrap_or(one)
}

pub(super) fn minus(one: Chips, other: Chips) -> Chips {
    Chips::new(one.get().saturating_sub(other.get())).unwrap_or_default()
}
