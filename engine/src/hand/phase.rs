//! Phases of a hand.

use super::betting::Round;
use super::choosing::{Declaring, Discarding, Rolling};
use super::dealing::Offer;
use super::direction::Held;
use super::drawing::Drawing;
use super::runs::Agreeing;
use super::straddling::Straddling;
use crate::action::TurnKind;
use crate::{SeatIx, SeatSet};

/// State of the pending decision. Each phase owns the data that exists only while it lasts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Betting(Round),
    Drawing(Drawing),
    Straddling(Straddling),
    Discarding(Discarding),
    Rolling(Box<Rolling>),
    /// This seat may turn its hole card up.
    OptionalRoll(SeatIx),
    /// These seats arrange their down cards.
    Arranging(SeatSet),
    /// An up card must be paid for, or may be exchanged.
    Offered(Box<Offer>),
    Declaring(Declaring),
    Agreeing(Agreeing),
    /// An all-in was called, and the tournament direction has not released the hands yet.
    Held(Held),
    Over,
}

impl Phase {
    /// Returns the seats to decide and the kind of decision; `None` once the hand is over, and while it is held.
    pub(super) fn asked(&self) -> Option<(SeatSet, TurnKind)> {
        Some(match self {
            Self::Betting(round) => (SeatSet::only(round.to_act()), TurnKind::Bet),
            Self::Drawing(drawing) => (SeatSet::only(drawing.to_act()), TurnKind::Draw),
            Self::Discarding(discarding) => (discarding.pending, TurnKind::Discard),
            Self::Rolling(rolling) => (rolling.pending, TurnKind::Roll),
            Self::OptionalRoll(seat) => (SeatSet::only(*seat), TurnKind::OptionalRoll),
            Self::Arranging(pending) => (*pending, TurnKind::Arrange),
            Self::Offered(offer) => (SeatSet::only(offer.seat), offer.turn_kind()),
            Self::Declaring(declaring) => (declaring.asked, TurnKind::Declare),
            Self::Straddling(straddling) => (SeatSet::only(straddling.to_act()), TurnKind::Straddle),
            Self::Agreeing(agreeing) => (agreeing.pending, TurnKind::Runs),
            Self::Held(_) | Self::Over => return None,
        })
    }

    /// Returns `true` if the seat is to decide.
    pub(super) fn asks(&self, seat: SeatIx) -> bool {
        match self {
            Self::Betting(round) => round.to_act() == seat,
            Self::Drawing(drawing) => drawing.to_act() == seat,
            Self::Straddling(straddling) => straddling.to_act() == seat,
            Self::Discarding(discarding) => discarding.pending.contains(seat),
            Self::Rolling(rolling) => rolling.pending.contains(seat),
            Self::OptionalRoll(asked) => *asked == seat,
            Self::Arranging(pending) => pending.contains(seat),
            Self::Offered(offer) => offer.seat == seat,
            Self::Declaring(declaring) => declaring.asked.contains(seat),
            Self::Agreeing(agreeing) => agreeing.pending.contains(seat),
            Self::Held(_) | Self::Over => false,
        }
    }
}
