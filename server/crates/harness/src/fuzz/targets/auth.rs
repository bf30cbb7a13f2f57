//! Fuzz targets for tokens, names and passwords, all as text.

use std::sync::LazyLock;

use jiff::Timestamp;
use poker_people::auth::{AccessClaims, AccessTokens, Name, is_weak, token_hash};
use poker_store::{AccountId, SecretKey, SessionId};
use serde_json::{Value, json};

use crate::fuzz::Seen;

/// Uses the same key in every run, so that a token stays valid.
static TOKENS: LazyLock<AccessTokens> =
    LazyLock::new(|| AccessTokens::new(&SecretKey::of([7; 32]).into()).expect("a key signs tokens"));

/// The time at which every token is checked, in seconds since 1970.
const NOW: i64 = 1_800_000_000;

fn now() -> Timestamp {
    Timestamp::from_second(NOW).expect("an instant of this century")
}

/// Checks a token. An input that is a JSON object is signed first, as if the key had leaked.
pub(in crate::fuzz) fn token(input: &[u8], seen: &mut Seen) {
    let Ok(text) = str::from_utf8(input) else { return };
    let claims: Option<Value> = serde_json::from_str(text).ok().filter(Value::is_object);
    let signed = claims.as_ref().map(|claims| TOKENS.sign(claims));
    seen.note(signed.is_some());
    let token = signed.and_then(Result::ok).unwrap_or_else(|| text.to_owned());
    if let Some(AccessClaims { account, session }) = seen.outcome(TOKENS.check(&token, now())) {
        let claims = claims.unwrap_or_default();
        let own = AccessClaims { account, session };
        assert!(
            claims.is_null() || claims["exp"].as_i64().is_some_and(|exp| exp > NOW),
            "an expired token is refused: {claims}"
        );
        assert!(TOKENS.issue(own, now()).is_ok());
    }
    let _ = token_hash(text);
}

/// Returns `true` if the name and the password are both acceptable.
pub(in crate::fuzz) fn credentials(name: &str, password: &str) -> bool {
    let Some(name) = Name::new(name) else { return false };
    assert_eq!(Name::new(&name.shown).as_ref(), Some(&name), "a name is itself again");
    !is_weak(password, &name.key)
}

/// A valid token, and a set of valid claims.
pub(in crate::fuzz) fn token_seeds() -> Vec<Vec<u8>> {
    let (account, session) = (AccountId(uuid::Uuid::from_u128(1)), SessionId(uuid::Uuid::from_u128(2)));
    let claims = json!({
        "iss": "poker", "aud": "poker", "sub": account.to_string(), "sid": session.to_string(),
        "iat": NOW, "nbf": NOW, "exp": NOW + 900,
    });
    let good = TOKENS.issue(AccessClaims { account, session }, now());
    vec![
        good.expect("a key signs tokens").into_bytes(),
        claims.to_string().into_bytes(),
    ]
}
