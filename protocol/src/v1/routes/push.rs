//! Web Push.

use super::answer::{Done, Nothing};
use crate::v1::push::{PushAddress, PushKey, PushSubscription};

routes! {
    /// The key with which browsers subscribe to Web Push.
    Key = Get "/api/v1/push" -> Done<PushKey>;

    /// Subscribes a browser to notifications of your turn while no page of yours is visible.
    Subscribe = Put "/api/v1/push" (PushSubscription) -> Nothing,
        token: Needed;

    /// Ends a subscription. The answer is the same if there is none.
    Unsubscribe = Delete "/api/v1/push" (PushAddress) -> Nothing,
        token: Needed;
}
