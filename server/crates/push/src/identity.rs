//! The sender's identity: the server's key pair, by which services and browsers recognise it. RFC 8292.

use aws_lc_rs::agreement::{ECDH_P256, PrivateKey};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use jiff::Timestamp;
use poker_store::{KeyRing, SecretKey};
use serde_json::json;

use super::text;

/// Lifetime of a signature, in seconds; the standard allows one day.
const GOOD_FOR_S: i64 = 12 * 3600;

/// A key pair. A subscription belongs to one pair and accepts messages signed by no other.
pub struct Identity {
    pair: EcdsaKeyPair,
    public: String,
    random: SystemRandom,
    /// Contact address of the operator, for push services.
    contact: Option<String>,
}

impl Identity {
    /// Derives the pair from a secret; `None` if the secret is outside the curve's range, as one in four thousand million is.
    pub fn new(secret: &SecretKey, contact: Option<String>) -> Option<Self> {
        let private = PrivateKey::from_private_key(&ECDH_P256, secret.bytes()).ok()?;
        let public = private.compute_public_key().ok()?;
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let pair = EcdsaKeyPair::from_private_key_and_public_key(algorithm, secret.bytes(), public.as_ref()).ok()?;
        Some(Self {
            pair,
            public: text::write(public.as_ref()),
            random: SystemRandom::new(),
            contact,
        })
    }

    /// The public key as text, for browsers.
    pub fn public(&self) -> &str {
        &self.public
    }

    /// The `authorization` header of a message to a service, which is identified by its origin.
    pub fn authorization(&self, origin: &str, now: Timestamp) -> Option<String> {
        let mut claims = json!({"aud": origin, "exp": now.as_second().saturating_add(GOOD_FOR_S)});
        if let Some(contact) = &self.contact {
            claims["sub"] = json!(contact);
        }
        let head = text::write(br#"{"typ":"JWT","alg":"ES256"}"#);
        let signed = format!("{head}.{}", text::write(claims.to_string().as_bytes()));
        let signature = self.pair.sign(&self.random, signed.as_bytes()).ok()?;
        let token = format!("{signed}.{}", text::write(signature.as_ref()));
        Some(format!("vapid t={token}, k={}", self.public))
    }
}

/// All key pairs that have subscriptions.
pub struct Identities {
    current: Identity,
    /// The earlier pairs, the newest first; each serves the subscriptions made before its `until`.
    older: Vec<Older>,
}

struct Older {
    identity: Identity,
    until: Timestamp,
}

impl Identities {
    /// Derives the pairs from these keys; `None` if one of them is outside the curve's range.
    pub fn new(keys: &KeyRing, contact: Option<&str>) -> Option<Self> {
        let identity = |key| Identity::new(key, contact.map(str::to_owned));
        let mut older = Vec::new();
        // A key was in use until the next newer one replaced it.
        let mut until = None;
        let mut current = None;
        for (key, since) in keys.all() {
            match until {
                None if current.is_none() => current = Some(identity(key)?),
                until => older.push(Older {
                    identity: identity(key)?,
                    until: until.unwrap_or(Timestamp::MIN),
                }),
            }
            until = since;
        }
        Some(Self {
            current: current?,
            older,
        })
    }

    /// The pair for new subscriptions.
    pub fn current(&self) -> &Identity {
        &self.current
    }

    /// The pair that was in use when a subscription was made.
    pub fn of(&self, made_at: Timestamp) -> &Identity {
        // The oldest pair that was still in use then.
        let older = self.older.iter().rev().find(|older| made_at < older.until);
        older.map_or(&self.current, |older| &older.identity)
    }
}

#[cfg(test)]
mod tests {
    use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    use super::*;
    use poker_store::Before;

    #[test]
    fn a_signature_is_that_of_the_key_and_names_the_service() {
        let contact = Some("mailto:host@example.org".to_owned());
        let identity = Identity::new(&SecretKey::of([7; 32]), contact).unwrap();
        let now = Timestamp::from_second(1_000_000).unwrap();
        let header = identity.authorization("https://push.example", now).unwrap();
        let (token, key) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(key, identity.public());
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, text::read(key).unwrap());
        key.verify(signed.as_bytes(), &text::read(signature).unwrap()).unwrap();
        let claims = text::read(signed.split_once('.').unwrap().1).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        let told =
            json!({"aud": "https://push.example", "exp": 1_000_000 + GOOD_FOR_S, "sub": "mailto:host@example.org"});
        assert_eq!(claims, told);
    }

    #[test]
    fn a_subscription_keeps_the_key_that_it_was_made_for() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let public = |byte| Identity::new(&SecretKey::of([byte; 32]), None).unwrap().public;
        let mut keys = KeyRing::from(SecretKey::of([1; 32]));
        let one = Identities::new(&keys, None).unwrap();
        assert_eq!(
            (one.current().public(), one.of(at(0)).public()),
            (&*public(1), &*public(1))
        );
        keys.rotate(SecretKey::of([2; 32]), at(100), Before::Kept).unwrap();
        keys.rotate(SecretKey::of([3; 32]), at(200), Before::Kept).unwrap();
        let all = Identities::new(&keys, None).unwrap();
        assert_eq!(all.current().public(), public(3));
        for (made_at, byte) in [(0, 1), (99, 1), (100, 2), (199, 2), (200, 3), (999, 3)] {
            assert_eq!(all.of(at(made_at)).public(), public(byte), "at {made_at}");
        }
    }

    #[test]
    fn a_secret_beyond_the_curve_is_no_key() {
        assert!(Identity::new(&SecretKey::of([0xff; 32]), None).is_none());
        assert!(Identity::new(&SecretKey::of([0; 32]), None).is_none());
    }
}
