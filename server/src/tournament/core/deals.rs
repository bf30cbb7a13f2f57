//! Deals: what is due for the one that is talked about.

use poker_protocol::v1::tournament::DealEndReason;

use super::{Core, Outputs};
use crate::table::core::{Entropy, Now};
use crate::tournament::command::Command;

impl Core {
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
