//! Means of the bots, new ones that are hired, and deals that they agree to.

use poker_protocol::v1::tournament::{DealKind, DealOffer};
use poker_protocol::v1::{Chips, ErrorCode, ErrorMsg};

use super::tournament::{is_broke, is_computed};
use super::*;
use crate::RunError;

#[test]
fn a_bot_that_cannot_pay_makes_way_for_another() {
    let refused = |code| RunError::Client(ClientError::Refused(Box::new(ErrorMsg::new(None, code, "refused"))));
    assert!(is_broke(&refused(ErrorCode::LedgerInsufficientFunds)));
    assert!(!is_broke(&refused(ErrorCode::TournamentEntriesClosed)));
    assert!(!is_broke(&RunError::NoTournament));
}

#[test]
fn one_is_hired_to_try_and_nobody_for_what_bots_cannot_pay() {
    let beyond = |outcome: Outcome| [0, 1, 9].map(|missing| outcome.beyond(missing));
    assert_eq!(beyond(Outcome::Untried), [0, 1, 1]);
    assert_eq!(beyond(Outcome::LetIn), [0, 1, 9]);
    for outcome in [Outcome::Open, Outcome::Refused] {
        assert_eq!(beyond(outcome), [0; 3], "{outcome:?}");
    }
}

#[test]
fn bots_agree_to_computed_shares_alone() {
    let offer = |kind| DealOffer {
        kind,
        keep: Chips::default(),
        shares: Vec::new(),
        agreed: Vec::new(),
        left_ms: None,
    };
    let agrees = [DealKind::Icm, DealKind::Chop, DealKind::Other].map(|kind| is_computed(&offer(kind)));
    assert_eq!(agrees, [true, true, false]);
}
