//! The bounds of an event as it is sent.

use super::TournamentEvent;

impl TournamentEvent {
    /// The maximum number of elements of a list in an event as sent. Logs and HTTP have all of them.
    pub const LIST_MAX: usize = 1000;

    /// Returns the event as it is sent: a list that a large tournament makes too long keeps its first [`Self::LIST_MAX`] elements.
    #[must_use]
    pub fn shortened(mut self) -> Self {
        match &mut self {
            Self::RegistrationClosed { prizes, .. } | Self::PrizesSet { prizes, .. } => prizes.truncate(Self::LIST_MAX),
            Self::RoundStarted { tables, .. }
            | Self::BreakOrderPublished { order: tables }
            | Self::FinalTableFormed { from: tables, .. }
            | Self::HandForHandRoundStarted { tables, .. }
            | Self::HandForHandRoundEnded { tables, .. }
            | Self::TournamentCompleted { players: tables } => tables.truncate(Self::LIST_MAX),
            Self::DealOffered { shares, .. } | Self::DealMade { shares, .. } => shares.truncate(Self::LIST_MAX),
            _ => {}
        }
        self
    }
}
