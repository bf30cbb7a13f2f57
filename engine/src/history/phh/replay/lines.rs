//! The lines of a file, carried out one by one.

use super::super::PhhHand;
use super::super::claims::{Claim, Claimed};
use super::super::line::PhhAction;
use super::super::start::{self, seat};
use super::{Due, Player};
use crate::action::{Action, Choice, Declaration, TurnKind};
use crate::card::{Card, CardSet};
use crate::event::{BetAction, Event, PublicEvent};
use crate::list::Cards;
use crate::{Chips, SeatIx};

/// The effect of a decision.
#[derive(Clone, Copy, Debug)]
struct Decision {
    added: Chips,
    raised_by: Chips,
    all_in: bool,
}

impl Player<'_> {
    pub(super) fn line(&mut self, at: usize, line: PhhAction) -> Result<(), String> {
        match line {
            PhhAction::Nothing => Ok(()),
            PhhAction::DealHole { .. } if self.ended_before_the_deal() => Ok(()),
            PhhAction::DealHole { player, cards } => self.deal_hole(player, cards.len()),
            PhhAction::DealBoard { cards } => match self.due.front() {
                Some(Due::Board { count }) if *count == cards.len() => {
                    self.board_told += cards.iter().flatten().count();
                    self.due.pop_front();
                    Ok(())
                }
                Some(Due::Board { count }) => Err(format!("{count} board cards are due, not {}", cards.len())),
                Some(due) => Err(due.missing()),
                None => Err("no board cards are due".to_owned()),
            },
            PhhAction::TurnBoard { cards } => match self.due.front() {
                Some(Due::Turn { count }) if *count == cards.len() => {
                    self.board_told += count;
                    self.due.pop_front();
                    Ok(())
                }
                Some(Due::Turn { count }) => Err(format!("{count} cards are turned up, not {}", cards.len())),
                Some(due) => Err(due.missing()),
                None => Err("no card is to be turned up".to_owned()),
            },
            PhhAction::RunTwice => self.run_twice(),
            PhhAction::Split => self.split(),
            PhhAction::BringIn { player } => match self.due.front() {
                Some(Due::BringIn { player: p }) if *p == player => {
                    self.due.pop_front();
                    Ok(())
                }
                Some(due) => Err(due.missing()),
                None => Err("no bring-in is due".to_owned()),
            },
            // For readers that do not know dead hands, such a hand folds in turn.
            PhhAction::Fold { player } if self.file.dead.contains(&player) => Ok(()),
            PhhAction::Fold { player } => self.act(player, Action::Fold),
            PhhAction::CheckOrCall { player } if self.says_nothing(player) => check_decision(
                self.file,
                at,
                Decision {
                    added: Chips::ZERO,
                    raised_by: Chips::ZERO,
                    all_in: false,
                },
            ),
            PhhAction::CheckOrCall { player } => {
                let free = self.hand.to_call(seat(player)).is_zero();
                self.wager(at, player, if free { Action::Check } else { Action::Call })
            }
            PhhAction::BetOrRaise { player, to } => {
                let open = self.hand.bet_to_match().is_zero();
                self.wager(at, player, if open { Action::Bet(to) } else { Action::Raise(to) })
            }
            PhhAction::Discard { player, .. } => {
                let discarded = self.named(player, at)?.iter().copied().collect();
                self.act(player, Action::Discard(discarded))
            }
            PhhAction::Roll { player, announce, .. } => self.roll(player, at, announce),
            PhhAction::Arrange { player, cards } => {
                let order = if cards.iter().all(Option::is_some) {
                    self.named(player, at)?
                } else {
                    self.order_for_rolls(player, at)
                };
                self.act(player, Action::Arrange(order))
            }
            PhhAction::Swap { player, .. } => self.act(player, Action::Swap),
            PhhAction::Own { player, action } => self.act(player, action),
            PhhAction::Show { player, cards } => self.show(player, &cards),
            PhhAction::ShowAsDealt { player } => self.show(player, &[]),
            PhhAction::Muck { player } => self.may_show(player),
            PhhAction::Openers { player, cards } => {
                self.shown[player] |= cards.is_empty();
                Ok(())
            }
        }
    }

    /// Checks that the hand ended before a deal, as all but one hand are dead: readers that do not know dead hands expect one.
    fn ended_before_the_deal(&self) -> bool {
        let is_deal = |event: &Event| matches!(event.public, PublicEvent::HoleCardsDealt { .. });
        !self.file.dead.is_empty() && self.hand.is_over() && !self.events.iter().any(is_deal)
    }

    fn deal_hole(&mut self, player: usize, told: usize) -> Result<(), String> {
        // Some files deal a street in one action, others card by card.
        let due = self.due.iter_mut().enumerate().find_map(|(index, due)| match due {
            Due::Hole { player: p, count } if *p == player => Some((index, count)),
            _ => None,
        });
        let Some((index, count)) = due else {
            return Err("no cards are due to this player".to_owned());
        };
        match count.checked_sub(told) {
            None => return Err(format!("{count} cards are due, not {told}")),
            Some(0) => drop(self.due.remove(index)),
            Some(rest) => *count = rest,
        }
        Ok(())
    }

    fn act(&mut self, player: usize, action: Action) -> Result<(), String> {
        let drawing = self.asked(TurnKind::Draw);
        match self.due.front() {
            Some(Due::Hole { .. }) if drawing => {}
            Some(due) => return Err(due.missing()),
            None => {}
        }
        let events = self
            .hand
            .apply(seat(player), action)
            .map_err(|error| match self.hand.turn() {
                Some(turn) if !turn.seats.contains(seat(player)) => {
                    let next = turn.seats.iter().next().map_or(0, SeatIx::number);
                    format!("it is the turn of p{next}")
                }
                _ => self.in_units(&error),
            })?;
        self.take(events);
        Ok(())
    }

    /// Carries out an action that may put chips in, with the amount of the file.
    fn wager(&mut self, at: usize, player: usize, action: Action) -> Result<(), String> {
        let (before, known) = (self.hand.bet_to_match(), self.events.len());
        self.act(player, action)?;
        let decision = self.events[known..].iter().find_map(|event| match event.public {
            PublicEvent::ActionTaken {
                seat: s,
                added,
                to,
                all_in,
                ..
            } if s == seat(player) => Some(Decision {
                added,
                raised_by: to.saturating_sub(before),
                all_in,
            }),
            _ => None,
        });
        decision.map_or(Ok(()), |decision| check_decision(self.file, at, decision))
    }

    pub(super) fn split(&mut self) -> Result<(), String> {
        let events = self.hand.split().ok_or("the hand cannot be split now")?;
        self.split = true;
        self.take(events);
        Ok(())
    }

    fn run_twice(&mut self) -> Result<(), String> {
        let Some(turn) = self.hand.turn().filter(|turn| turn.kind == TurnKind::Runs) else {
            return Err("the board cannot be dealt twice now".to_owned());
        };
        let mut asked = turn.seats.iter().map(|seat| usize::from(seat.index()));
        asked.try_for_each(|player| self.act(player, Action::RunTwice))
    }

    /// Checks that a decision of this kind is open.
    fn asked(&self, kind: TurnKind) -> bool {
        self.hand.turn().is_some_and(|turn| turn.kind == kind)
    }

    /// Returns the cards that an action names, among those that the player has received.
    fn named(&self, player: usize, at: usize) -> Result<Cards, String> {
        let received = self
            .hand
            .deck()
            .told()
            .map_or(&[][..], |told| told.dealt_to(seat(player)));
        let named = self.cards.named(at).iter().map(|index| received.get(*index).copied());
        let cards: Option<Cards> = named.collect();
        cards.ok_or_else(|| "a card is named that was not dealt".to_owned())
    }

    /// Returns an order of a player's down cards that begins with those turned up next.
    fn order_for_rolls(&self, player: usize, at: usize) -> Cards {
        let later = self.lines.iter().skip(at).flatten();
        let rolled: Vec<Card> = later
            .filter_map(|line| match line {
                PhhAction::Roll { player: p, cards, .. } if *p == player => Some(cards),
                _ => None,
            })
            .flatten()
            .copied()
            .flatten()
            .collect();
        let choices = self.hand.choices(seat(player));
        let down = choices.iter().find_map(|choice| match choice {
            Choice::Arrange { cards } => Some(*cards),
            _ => None,
        });
        let mut order = down.unwrap_or(Cards::EMPTY);
        order.sort_by_key(|card| rolled.iter().position(|rolled| rolled == card).unwrap_or(usize::MAX));
        order
    }

    /// Turns down cards up. Without a choice they are already turned up, and the file only reports it.
    fn roll(&mut self, player: usize, at: usize, announce: Option<Declaration>) -> Result<(), String> {
        let chooses = self.hand.turn().filter(|turn| turn.seats.contains(seat(player)));
        match chooses.map(|turn| turn.kind) {
            Some(TurnKind::Roll) => {
                let cards = self.named(player, at)?.iter().copied().collect();
                self.act(player, Action::Roll { cards, announce })
            }
            Some(TurnKind::OptionalRoll) => self.act(player, Action::Flip),
            _ => Ok(()),
        }
    }

    /// Writes a refusal with its amounts in the unit of the file.
    fn in_units(&self, error: &crate::RuleError) -> String {
        use crate::RuleError as E;
        let show = |amount: Chips| self.file.scale.show(amount);
        match *error {
            E::BetTooSmall { to, min } => format!("{} is below the minimum of {}", show(to), show(min)),
            E::BetTooLarge { to, max } => format!("{} is above the maximum of {}", show(to), show(max)),
            other => other.to_string(),
        }
    }

    /// Detects a call of nothing, which some files write for the one player with chips while all others are all-in.
    fn says_nothing(&self, player: usize) -> bool {
        let seat = seat(player);
        !self.asked(TurnKind::Bet)
            && self.in_at_the_end(player)
            && !self.due.is_empty()
            && !self.initial_stack_gone(seat)
    }

    fn initial_stack_gone(&self, seat: SeatIx) -> bool {
        self.stacks_told(seat) == start::behind(self.file, usize::from(seat.index()))
    }

    pub(super) fn held(&self, player: usize) -> CardSet {
        let own = self.hand.view(crate::Viewer::Seat(seat(player)));
        let seats = own.seats.into_iter().filter(|play| play.seat == seat(player));
        let cards = seats
            .flat_map(|play| play.cards)
            .filter_map(crate::hand::CardView::known);
        cards.collect()
    }

    fn folded(&self, player: usize) -> bool {
        let dead = self.file.dead.contains(&player);
        dead || self.events.iter().any(|event| {
            matches!(event.public, PublicEvent::ActionTaken { seat: s, action: BetAction::Fold, .. }
                | PublicEvent::BuyPassed { seat: s } if s == seat(player))
        })
    }

    pub(super) fn in_at_the_end(&self, player: usize) -> bool {
        !self.folded(player)
    }

    fn may_show(&mut self, player: usize) -> Result<(), String> {
        if self.asked(TurnKind::Bet) {
            return Err("the betting is not over".to_owned());
        }
        if self.folded(player) {
            return Err("the hand was folded".to_owned());
        }
        self.shown[player] = true;
        Ok(())
    }

    fn show(&mut self, player: usize, cards: &[Option<Card>]) -> Result<(), String> {
        self.may_show(player)?;
        let held = self.held(player);
        let shown: CardSet = cards.iter().flatten().copied().collect();
        let due = self.due.iter().map(|due| match due {
            Due::Hole { player: p, count } if *p == player => *count,
            _ => 0,
        });
        // Some files show a hand before its last cards are dealt, and once more after that.
        let due: usize = due.sum();
        if !cards.is_empty() && (cards.len() + due != held.len() || !held.is_superset(shown)) {
            return Err("the cards are not the ones that were dealt".to_owned());
        }
        if due == 0 && self.contested() && !self.cards.known(player).is_superset(held) {
            return Err("the hand is compared, but not all its cards are known".to_owned());
        }
        Ok(())
    }
}

/// Compares the claims about an action with the engine's result.
///
/// # Errors
/// Describes the difference, with its line.
fn check_decision(file: &PhhHand, at: usize, done: Decision) -> Result<(), String> {
    let show = |amount: Chips| file.scale.show(amount);
    for Claim { line, what } in &file.claims {
        match what {
            Claimed::Added { action, amount } if *action == at && *amount != done.added => {
                let (told, due) = (show(*amount), show(done.added));
                return Err(format!("line {line}: {told} are put in, where it takes {due}"));
            }
            Claimed::RaisedBy { action, amount } if *action == at && *amount != done.raised_by => {
                let (told, by) = (show(*amount), show(done.raised_by));
                return Err(format!("line {line}: a raise by {told}, where it is one by {by}"));
            }
            Claimed::AllIn { action } if *action == at && !done.all_in => {
                return Err(format!("line {line}: the player is not all-in"));
            }
            _ => {}
        }
    }
    Ok(())
}
