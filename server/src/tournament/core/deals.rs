//! Deals: what is due for the one that is talked about.

use poker_protocol::v1::tournament::{DealEndReason, DealKind, FloorAction};

use super::{Core, Input, Outputs, TournamentRequest};
use crate::table::core::{Entropy, Now};
use crate::tournament::command::Command;

impl Core {
    /// `true` if an input may have a deal computed by ICM, which takes a while for many players.
    pub(crate) fn computes_icm(&self, input: &Input) -> bool {
        let is_asked = match input {
            Input::Request(request) => match &request.asked {
                TournamentRequest::ProposeDeal { kind, .. } => *kind == DealKind::Icm,
                TournamentRequest::Floor(ask) => matches!(
                    ask.action,
                    FloorAction::MakeDeal {
                        terms: DealKind::Icm,
                        ..
                    }
                ),
                _ => false,
            },
            _ => false,
        };
        is_asked || self.tournament.talks_about_icm()
    }

    /// Carries out what a deal needs next; `false` if that is refused, too.
    pub(super) fn go_on_with_deal(
        &mut self,
        owed: Command,
        now: Now,
        entropy: &mut dyn Entropy,
        out: &mut Outputs,
    ) -> bool {
        let Err(refused) = self.commit(owed, None, now, entropy, out) else {
            return true;
        };
        tracing::warn!(tournament = %self.tournament.id(), %refused, "a deal cannot go on");
        let why = DealEndReason::Changed;
        self.commit(Command::EndDeal { why }, None, now, entropy, out).is_ok()
    }
}
