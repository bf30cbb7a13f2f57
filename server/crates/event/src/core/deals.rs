//! Deals: the next step of the deal under negotiation.

use poker_engine::tournament::law::{IcmShares, IcmTerms};
use poker_owner::{Entropy, Now};
use poker_protocol::v1::tournament::DealEndReason;
use poker_protocol::v1::{ErrorCode, ErrorMsg};

use super::{Core, Input, Outputs, Request};
use crate::command::Command;

/// ICM shares to be worked out. With many players that takes seconds, and the tournament carries on meanwhile.
#[derive(Debug)]
pub struct IcmWork {
    /// The stacks and prizes they are computed from.
    pub terms: IcmTerms,
    /// The request that waits for them; `None` if the deal under negotiation does.
    pub request: Option<Box<Request>>,
}

impl Core {
    /// Starts the ICM computation that the deal under negotiation waits for; `false` if it waits for none.
    pub(super) fn waits_for_icm(&mut self, out: &mut Outputs) -> bool {
        let Some(terms) = self.tournament.icm_owed() else {
            return false;
        };
        if self.working_out.as_ref() != Some(&terms) {
            self.working_out = Some(terms.clone());
            out.icm.push(IcmWork { terms, request: None });
        }
        true
    }

    /// Takes ICM shares that were worked out, or the failure to do so.
    pub(super) fn icm(
        &mut self,
        shares: Option<Box<IcmShares>>,
        request: Option<Box<Request>>,
        now: Now,
        entropy: &mut dyn Entropy,
        out: &mut Outputs,
    ) {
        let is_known = shares.is_some();
        if let Some(shares) = shares {
            self.tournament.director.know_icm(*shares);
        }
        match request {
            None => self.working_out = None,
            Some(request) if is_known => self.step(Input::Request(request), now, entropy, out),
            Some(request) => {
                let message = "the server is too busy to compute the shares: try again in a moment";
                let busy = ErrorMsg::new(Some(request.id), ErrorCode::TournamentBusy, message);
                self.answer(&request.caller, busy);
            }
        }
    }

    /// Carries out the next step of a deal; `false` if ending the deal is refused, too.
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
