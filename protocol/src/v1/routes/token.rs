//! The need of a request for a token, as types.

use super::Token;

/// The need of a request for an access token or an API token.
pub trait Admission {
    /// Its description.
    const TOKEN: Token;
}

/// Declares types of admission.
macro_rules! admissions {
    ($($(#[doc = $doc:literal])+ $name:ident = $token:ident;)+) => {$(
        $(#[doc = $doc])+
        #[derive(Debug)]
        pub struct $name;

        impl Admission for $name {
            const TOKEN: Token = Token::$token;
        }
    )+};
}

admissions! {
    /// A token changes nothing.
    Ignored = None;
    /// The answer differs with a token.
    Optional = Optional;
    /// Without a token the request is refused.
    Needed = Needed;
    /// A browser may show the cookie of its session instead.
    OrCookie = Needed;
}
