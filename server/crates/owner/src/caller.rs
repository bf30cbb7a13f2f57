//! The sender of a request.

use std::sync::Arc;

use poker_base::network::Network;
use poker_protocol::v1::PlayerInfo;
use poker_store::AccountId;

use crate::outbox::Outbox;

/// The sender of a request. Answers go through the outbox, in the same burst as the effects of the request.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The account that is logged in on the connection.
    pub account: AccountId,
    /// The public profile of the account.
    pub info: Arc<PlayerInfo>,
    /// The network that the request comes from, whose daily faucet allowance is charged; `None` for requests from this
    /// machine itself.
    pub network: Option<Network>,
    /// The outbox of the connection.
    pub outbox: Outbox,
}
