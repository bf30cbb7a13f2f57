//! The end of a replayed hand: pots, stacks and the claims of the file about them.

use super::super::claims;
use super::super::start::{UNKNOWN_STACK, seat};
use super::{Player, PotOutcome, Replay};
use crate::card::Card;
use crate::event::{Event, Pot, PublicEvent};
use crate::{Chips, SeatIx, SeatSet};

impl Player<'_> {
    /// Returns `true` if hands were compared.
    pub(super) fn contested(&self) -> bool {
        let compared = |event: &Event| {
            matches!(
                event.public,
                PublicEvent::HandShown { .. } | PublicEvent::HandMucked { .. }
            )
        };
        self.events.iter().any(compared)
    }

    /// Returns the stack that the events up to the awards leave.
    pub(super) fn stacks_told(&self, wanted: SeatIx) -> Chips {
        let player = usize::from(wanted.index());
        let mut stack = self.file.stacks[player].unwrap_or(UNKNOWN_STACK);
        for event in &self.events {
            match event.public {
                PublicEvent::Posted { seat, amount, .. } if seat == wanted => stack -= amount,
                PublicEvent::ActionTaken { seat, added, .. } if seat == wanted => stack -= added,
                PublicEvent::CardBought { seat, amount, .. } | PublicEvent::ExcessForfeited { seat, amount }
                    if seat == wanted =>
                {
                    stack -= amount;
                }
                PublicEvent::UncalledReturned { seat, amount } if seat == wanted => stack += amount,
                _ => {}
            }
        }
        stack
    }

    /// Returns the chips that a player received and paid as a seven-deuce bounty, if there was one.
    fn bounty_of(&self, wanted: SeatIx) -> Option<(Chips, Chips)> {
        self.events.iter().find_map(|event| match &event.public {
            PublicEvent::SevenDeucePaid { seat, payments, .. } => {
                let sum = |of: &dyn Fn(SeatIx) -> bool| {
                    payments
                        .iter()
                        .filter(|(seat, _)| of(*seat))
                        .map(|(_, amount)| *amount)
                        .sum()
                };
                let received = if *seat == wanted { sum(&|_| true) } else { Chips::ZERO };
                Some((received, sum(&|seat| seat == wanted)))
            }
            _ => None,
        })
    }

    pub(super) fn outcome(self) -> Result<Replay, String> {
        let count = self.file.stacks.len();
        let all_showed = (0..count).all(|player| self.shown[player] || !self.in_at_the_end(player));
        let complete = self.hand.is_over() && self.due.is_empty() && (!self.contested() || all_showed);
        let mut winnings = vec![Chips::ZERO; count];
        let mut pots: Vec<Pot> = Vec::new();
        let mut winners: Vec<SeatSet> = Vec::new();
        let mut paid: Vec<Vec<Chips>> = Vec::new();
        for event in &self.events {
            match &event.public {
                PublicEvent::PotsFormed { pots: formed } => pots.clone_from(formed),
                PublicEvent::KittyTaken { amount } if complete => {
                    if let Some(main) = pots.first_mut() {
                        main.amount -= *amount;
                    }
                }
                PublicEvent::PotAwarded {
                    pot, shares, amount, ..
                } if complete => {
                    if !self.contested() && !self.split {
                        let eligible = shares.iter().map(|(seat, _)| *seat).collect();
                        pots = vec![Pot {
                            amount: *amount,
                            eligible,
                        }];
                    } else if pots.is_empty() {
                        // Without a betting round no event has shown the pots.
                        pots = self.hand.awarded_pots();
                    }
                    winners.resize(pots.len(), SeatSet::EMPTY);
                    paid.resize(pots.len(), vec![Chips::ZERO; count]);
                    for (seat, share) in shares {
                        winnings[usize::from(seat.index())] += *share;
                        winners[usize::from(*pot)].insert(*seat);
                        paid[usize::from(*pot)][usize::from(seat.index())] += *share;
                    }
                }
                PublicEvent::PotCarried { amount } if complete => {
                    pots = vec![Pot {
                        amount: *amount,
                        eligible: SeatSet::EMPTY,
                    }];
                }
                _ => {}
            }
        }
        winners.resize(pots.len(), SeatSet::EMPTY);
        paid.resize(pots.len(), vec![Chips::ZERO; count]);
        let numbers = |seats: SeatSet| seats.iter().map(SeatIx::number).collect();
        let stack = |player: usize| {
            self.file.stacks[player]?;
            let (received, paid) = self.bounty_of(seat(player)).filter(|_| complete).unwrap_or_default();
            Some(self.stacks_told(seat(player)) + winnings[player] + received - paid)
        };
        let stacks = (0..count).map(stack).collect();
        let replay = Replay {
            complete,
            stacks: Some(stacks),
            pots: pots
                .into_iter()
                .zip(winners)
                .map(|(pot, winners)| PotOutcome {
                    amount: pot.amount,
                    eligible: numbers(pot.eligible),
                    winners: numbers(winners),
                })
                .collect(),
            board: self.hand.board().iter().copied().take(self.board_told).collect(),
            winnings,
            error: None,
        };
        claims::check(self.file, &replay, &self.events, &paid, &self.boards())?;
        Ok(replay)
    }

    /// Returns the cards of the board that the file deals, followed by those of the second board, if there is one.
    fn boards(&self) -> Vec<Card> {
        let (mut boards, mut current) = ([Vec::new(), Vec::new()], 0);
        for event in &self.events {
            match &event.public {
                PublicEvent::SecondRunStarted { kept } => {
                    boards[1] = boards[0][..usize::from(*kept)].to_vec();
                    current = 1;
                }
                PublicEvent::SecondBoardDealt { cards } => boards[1].extend(cards),
                PublicEvent::BoardDealt { cards } => boards[current].extend(cards),
                _ => {}
            }
        }
        boards.concat()
    }
}
