//! The source from which a file is written.

use crate::action::Action;
use crate::card::Card;
use crate::event::{BetAction, DealtCard, DealtCards, PublicEvent};
use crate::game::{Face, GameDef, Step};
use crate::setup::{PostKind, Setup};
use crate::{BySeat, CardSet, Chips, SeatIx, SeatSet, Viewer};

/// The known facts of a hand to be written.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    /// Game that was played.
    pub game: &'a GameDef,
    /// Initial state of the hand.
    pub setup: &'a Setup,
    /// Public events of the hand, in order.
    pub events: Vec<&'a PublicEvent>,
    /// Hidden cards received by each seat, in order; `None` if the file may not show them.
    pub received: BySeat<Option<Vec<Card>>>,
    /// Discards of each seat, in order; `None` if the file may not show them.
    pub discarded: BySeat<Option<Vec<CardSet>>>,
    /// Burned cards, if they matter and the file may show them.
    pub burned: Vec<Card>,
    /// Additional fields, as lines of the format.
    pub fields: Vec<String>,
}

impl<'a> Record<'a> {
    /// Returns `true` if seven-deuce won a bounty.
    pub(super) fn pays_seven_deuce(&self) -> bool {
        let is_paid = |event: &&PublicEvent| matches!(event, PublicEvent::SevenDeucePaid { .. });
        self.events.iter().any(is_paid)
    }

    /// Returns the seats whose hands are dead from the start.
    pub fn dead(&self) -> SeatSet {
        let dead = self.setup.players.iter().filter(|player| player.dead);
        dead.map(|player| player.seat).collect()
    }

    /// Returns `true` if an official ended the hand by sharing its pots among the live hands.
    pub fn is_split(&self) -> bool {
        let dealt: SeatSet = self.setup.players.iter().map(|player| player.seat).collect();
        let mut live = dealt.difference(self.dead());
        for event in &self.events {
            match event {
                PublicEvent::ActionTaken {
                    seat,
                    action: BetAction::Fold,
                    ..
                }
                | PublicEvent::BuyPassed { seat } => live.remove(*seat),
                PublicEvent::HandShown { .. } | PublicEvent::HandMucked { .. } => return false,
                PublicEvent::PotAwarded { .. } => return live.is_several(),
                _ => {}
            }
        }
        false
    }

    /// Returns the events with a fold of each dead hand in the first betting round, as seen by a program that does not
    /// know dead hands. A hand folds in turn, and at the end of the round at the latest; a dead hand that wins
    /// nonetheless, because all are dead, never folds. With `all_in`, dead hands whose whole stack is in fold too.
    pub fn with_dead_folding(&self, all_in: bool) -> Vec<PublicEvent> {
        let mut pending = self.dead();
        for event in &self.events {
            match event {
                PublicEvent::Posted { seat, all_in: true, .. } if !all_in => pending.remove(*seat),
                PublicEvent::PotAwarded { shares, .. } => {
                    for (seat, _) in shares {
                        pending.remove(*seat);
                    }
                }
                _ => {}
            }
        }
        let mut events = Vec::with_capacity(self.events.len() + pending.len());
        let mut last = self.setup.button;
        let mut price = Chips::ZERO;
        for post in self.setup.posts.iter().filter(|post| post.kind.opens()) {
            if post.amount >= price {
                (last, price) = (post.seat, post.amount);
            }
        }
        let mut dealt = false;
        for event in &self.events {
            let is_over = match event {
                PublicEvent::Posted { seat, kind, .. } => {
                    if *kind == PostKind::BringIn {
                        last = *seat;
                    }
                    false
                }
                PublicEvent::HoleCardsDealt { .. } => std::mem::replace(&mut dealt, true),
                PublicEvent::ActionTaken { seat, .. } => {
                    let passed = pending.iter().filter(|dead| is_between(last, *dead, *seat)).collect();
                    fold(&mut events, passed, last);
                    pending = pending.difference(passed);
                    last = *seat;
                    false
                }
                PublicEvent::TurnStarted(_)
                | PublicEvent::ExcessForfeited { .. }
                | PublicEvent::DarkDeclared { .. } => false,
                _ => true,
            };
            if is_over && !pending.is_empty() {
                if !dealt {
                    events.extend(self.unseen_deal());
                }
                fold(&mut events, pending, last);
                pending = SeatSet::EMPTY;
            }
            events.push((*event).clone());
        }
        events
    }

    /// Returns the deal of a hand that ended before it, as all but one were dead; `None` if cards would have been dealt face up.
    fn unseen_deal(&self) -> Option<PublicEvent> {
        let faces = self.game.steps.iter().find_map(|step| match step {
            Step::Deal(faces) => Some(*faces),
            _ => None,
        })?;
        let down = faces.iter().map(|face| match face {
            Face::Down => Some(DealtCard::Down),
            Face::Up => None,
        });
        let cards: DealtCards = down.collect::<Option<_>>()?;
        let hands = self.order().into_iter().map(|seat| (seat, cards)).collect();
        Some(PublicEvent::HoleCardsDealt { hands })
    }

    /// Records a hand of which everything is known.
    pub fn of_played(played: &'a crate::simulate::Played) -> Self {
        let mut received: BySeat<Option<Vec<Card>>> = BySeat::from_fn(|_| Some(Vec::new()));
        let mut discarded: BySeat<Option<Vec<CardSet>>> = BySeat::from_fn(|_| Some(Vec::new()));
        for event in &played.events {
            // The secrets of a final discard and of an order contain no received card.
            if matches!(
                event.public,
                PublicEvent::CardsDiscarded { .. } | PublicEvent::CardsArranged { .. }
            ) {
                continue;
            }
            for secret in &event.secrets {
                received[secret.seat()]
                    .get_or_insert_default()
                    .extend(secret.reveal_to_owner());
            }
        }
        for (seat, action) in &played.actions {
            if let Action::Discard(cards) = action {
                discarded[*seat].get_or_insert_default().push(*cards);
            }
        }
        Self {
            game: played.hand.game(),
            setup: &played.setup,
            events: played.events.iter().map(|event| &event.public).collect(),
            received,
            discarded,
            burned: played.hand.burned().to_vec(),
            fields: Vec::new(),
        }
    }

    /// Returns the record as a viewer saw it: the hidden cards of other players stay unknown.
    #[must_use]
    pub fn seen_by(mut self, viewer: Viewer) -> Self {
        let own = |seat: SeatIx| viewer == Viewer::Seat(seat);
        for (seat, received) in self.received.iter_mut() {
            *received = received.take().filter(|_| own(seat));
        }
        for (seat, discarded) in self.discarded.iter_mut() {
            *discarded = discarded.take().filter(|_| own(seat));
        }
        self.burned.clear();
        self
    }

    /// Returns the seats in the order of the file: the button comes last.
    pub(super) fn order(&self) -> Vec<SeatIx> {
        let dealt: SeatSet = self.setup.players.iter().map(|player| player.seat).collect();
        dealt.clockwise_from(self.setup.button).collect()
    }
}

/// Checks that a seat lies between two others, clockwise; if both are the same seat, all others lie between.
fn is_between(from: SeatIx, seat: SeatIx, to: SeatIx) -> bool {
    let distance = |seat: SeatIx| match from.clockwise_to(seat, crate::seat::MAX_SEATS) {
        0 => crate::seat::MAX_SEATS,
        distance => distance,
    };
    distance(seat) < distance(to)
}

/// Adds folds of these seats, clockwise.
fn fold(events: &mut Vec<PublicEvent>, seats: SeatSet, after: SeatIx) {
    let folds = seats.clockwise_from(after).map(|seat| PublicEvent::ActionTaken {
        seat,
        action: BetAction::Fold,
        added: Chips::ZERO,
        to: Chips::ZERO,
        all_in: false,
        dark: false,
    });
    events.extend(folds);
}

/// Returns the number of a player in the file.
pub(super) fn number(order: &[SeatIx], seat: SeatIx) -> usize {
    order.iter().position(|s| *s == seat).map_or(0, |index| index + 1)
}
