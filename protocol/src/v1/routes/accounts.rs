//! Guests, accounts, sessions and bots.

use super::answer::{Created, Done, Nothing};
use crate::v1::rest::{
    BotTokenRequest, BotTokenResponse, BotTokensResponse, Credentials, GuestRequest, MeResponse, RefreshRequest,
    SessionResponse, TopUpRequest,
};

routes! {
    /// Creates a guest.
    Guest = Post "/api/v1/guest" (GuestRequest) -> Created<SessionResponse>,
        refuses: [403, 409];

    /// Creates an account. With a guest's access token, that guest becomes the account.
    Register = Post "/api/v1/register" (Credentials) -> Created<SessionResponse>,
        token: Optional, refuses: [409], costs: 2 "a password is hashed, 20 ms in the pool";

    /// Signs in to an account: starts a session.
    Login = Post "/api/v1/login" (Credentials) -> Done<SessionResponse>,
        refuses: [401, 403], costs: 2 "a password is compared, 20 ms in the pool";

    /// Issues new tokens for a session. A browser has its refresh token in a cookie and omits the body.
    Refresh = Post "/api/v1/refresh" ?(RefreshRequest) -> Done<SessionResponse>,
        refuses: [401, 403];

    /// Ends the session.
    Logout = Post "/api/v1/logout" -> Nothing,
        token: OrCookie;

    /// Your account, and your chips outside tables.
    Me = Get "/api/v1/me" -> Done<MeResponse>,
        token: Needed;

    /// Grants play money, up to the day's limit.
    TopUp = Post "/api/v1/top-up" (TopUpRequest) -> Done<MeResponse>,
        token: Needed;

    /// Your bots and their API tokens.
    BotTokens = Get "/api/v1/bot-tokens" -> Done<BotTokensResponse>,
        token: Needed;

    /// Creates a bot, or another API token for one of yours.
    CreateBotToken = Post "/api/v1/bot-tokens" (BotTokenRequest) -> Created<BotTokenResponse>,
        token: Needed, refuses: [409];

    /// Revokes an API token of one of your bots. The answer is the same if you have no such token.
    RevokeBotToken = Delete "/api/v1/bot-tokens/{id}" -> Nothing,
        token: Needed;
}
