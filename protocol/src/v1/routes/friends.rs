//! Friends, friend requests and the visibility of presence.

use super::answer::{Done, Nothing};
use crate::v1::friends::{FriendAnswer, FriendsResponse, PresenceChoice};

routes! {
    /// Your friends and the tables where they play, and open friend requests.
    List = Get "/api/v1/friends" -> Done<FriendsResponse>,
        token: Needed;

    /// Sends a friend request; a player who has sent you one becomes your friend immediately. Repeating it changes
    /// nothing.
    Ask = Put "/api/v1/friends/{player}" -> Done<FriendAnswer>,
        token: Needed, refuses: [400, 404, 409];

    /// Accepts a player's friend request.
    Accept = Post "/api/v1/friends/{player}/accept" -> Done<FriendAnswer>,
        token: Needed, refuses: [404, 409];

    /// Ends a friendship for both, declines a request to you, and withdraws your own. The answer is the same if there
    /// is none of these.
    Part = Delete "/api/v1/friends/{player}" -> Nothing,
        token: Needed;

    /// Shows your presence and your tables to your friends, or hides them.
    ShowPresence = Put "/api/v1/me/presence" (PresenceChoice) -> Done<PresenceChoice>,
        token: Needed;
}
