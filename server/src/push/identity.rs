//! Who pushes: the server's key pair, which services and browsers know it by. RFC 8292.

use aws_lc_rs::agreement::{ECDH_P256, PrivateKey};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use jiff::Timestamp;
use serde_json::json;

use super::text;
use crate::store::SecretKey;

/// A signature is good for so long; the standard allows a day.
const GOOD_FOR_S: i64 = 12 * 3600;

/// The key pair, made once for a data folder: with another one every subscription is void.
pub(crate) struct Identity {
    pair: EcdsaKeyPair,
    public: String,
    random: SystemRandom,
    /// Where services find the operator.
    contact: Option<String>,
}

impl Identity {
    /// The pair of a secret; `None` if the secret is beyond the curve, as one of four thousand million is.
    pub(crate) fn new(secret: &SecretKey, contact: Option<String>) -> Option<Self> {
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
    pub(crate) fn public(&self) -> &str {
        &self.public
    }

    /// The header `authorization` of a message for a service, known by its origin.
    pub(crate) fn authorization(&self, origin: &str, now: Timestamp) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    use super::*;

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
    fn a_secret_beyond_the_curve_is_no_key() {
        assert!(Identity::new(&SecretKey::of([0xff; 32]), None).is_none());
        assert!(Identity::new(&SecretKey::of([0; 32]), None).is_none());
    }
}
