//! Cards of links.

use serde::{Deserialize, Serialize};

use crate::describe::JsonSchema;

/// What a link leads to, in words for the guest who opens it: `GET /api/v1/tables/{table}/card`,
/// `GET /api/v1/tournaments/{tournament}/card`, `GET /api/v1/shared/{token}/card`. `?lang=fr` selects French; without it,
/// `Accept-Language` decides. With `/card.png` instead of `/card`, the answer is a picture of 1200 by 630 pixels for
/// messengers, which tells nothing of a private table or tournament but that it is one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardResponse {
    /// What became of the link.
    pub state: LinkState,
    /// Who invites, such as `Ann invites you`; or what is wrong with the link.
    pub head: String,
    /// What is played and how many play, such as `Dealer's choice 5/10, 3 of 6 seated`; empty where the head says all.
    pub line: String,
    /// What the reader can do.
    pub text: String,
}

/// What became of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LinkState {
    /// It leads somewhere.
    Open,
    /// Its table has been closed.
    Closed,
    /// The end of a private link is missing.
    Cut,
    /// It leads nowhere: mistyped, or no longer valid.
    Wrong,
}
