//! Tokens: signed ones with a short lifetime, and random ones of which only a hash is stored.

use std::sync::Once;
use std::time::Duration;

use aws_lc_rs::{digest, rand};
use jiff::Timestamp;
use jsonwebtoken::crypto::aws_lc;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use poker_store::{AccountId, KeyRing, SessionId, TokenHash};
use serde::{Deserialize, Serialize};

use super::AuthError;

/// Lifetime of an access token.
pub const ACCESS_TTL: Duration = Duration::from_mins(15);

/// Issuer and audience of access tokens.
const ISSUER: &str = "poker";

/// The `typ` of an access token, so that no other signed text can pass for one.
const TYPE: &str = "at+jwt";

/// Upper bound on the length of any of our tokens.
const TOKEN_BYTES_MAX: usize = 1024;

/// Seconds by which the clock may have been set back between issue and use.
const LEEWAY_SECONDS: i64 = 30;

/// Prefixes of random tokens. They tell people and secret scanners what they have found.
pub(super) const API_PREFIX: &str = "poker_api_";
pub(super) const REFRESH_PREFIX: &str = "poker_refresh_";

/// The claims in an access token, as serialised.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Claims {
    iss: String,
    aud: String,
    sub: String,
    sid: String,
    iat: i64,
    nbf: i64,
    exp: i64,
}

/// The content of a verified access token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccessClaims {
    /// The holder.
    pub account: AccountId,
    /// The session it was issued in.
    pub session: SessionId,
}

/// Signs and checks access tokens with the keys of a data folder.
pub struct AccessTokens {
    encoding: EncodingKey,
    decoding: DecodingKey,
    /// Earlier keys, each with the time at which it expires.
    older: Vec<(DecodingKey, Option<Timestamp>)>,
    header: Header,
    /// The only header that a token of ours can have. Comparing it as a whole leaves an attacker no choice of algorithm or key.
    encoded_header: String,
    validation: Validation,
}

impl AccessTokens {
    /// Signs with the current key. Tokens signed with an earlier key stay valid until that key expires.
    pub fn new(keys: &KeyRing) -> Result<Self, AuthError> {
        static PROVIDER: Once = Once::new();
        // Other code in the process may have installed a provider already; it is the same one.
        PROVIDER.call_once(|| {
            let _ = aws_lc::DEFAULT_PROVIDER.install_default();
        });

        let mut header = Header::new(Algorithm::HS256);
        header.typ = Some(TYPE.to_owned());
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_required_spec_claims(&["iss", "aud", "sub", "exp", "nbf"]);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[ISSUER]);
        // Expiry is checked below, against the same clock that issued the token.
        validation.validate_exp = false;
        validation.validate_nbf = false;
        let mut tokens = Self {
            encoding: EncodingKey::from_secret(keys.current().bytes()),
            decoding: DecodingKey::from_secret(keys.current().bytes()),
            older: keys
                .older()
                .map(|(key, until)| (DecodingKey::from_secret(key.bytes()), until))
                .collect(),
            header,
            encoded_header: String::new(),
            validation,
        };
        let nobody = AccessClaims {
            account: AccountId(uuid::Uuid::nil()),
            session: SessionId(uuid::Uuid::nil()),
        };
        let token = tokens.issue(nobody, Timestamp::UNIX_EPOCH)?;
        let (header, _) = token.split_once('.').ok_or(AuthError::Internal)?;
        header.clone_into(&mut tokens.encoded_header);
        Ok(tokens)
    }

    /// A token with these claims, valid for [`ACCESS_TTL`] from `now`.
    pub fn issue(&self, claims: AccessClaims, now: Timestamp) -> Result<String, AuthError> {
        let now = now.as_second();
        let claims = Claims {
            iss: ISSUER.to_owned(),
            aud: ISSUER.to_owned(),
            sub: claims.account.to_string(),
            sid: claims.session.to_string(),
            iat: now,
            nbf: now,
            exp: now + ACCESS_TTL.as_secs().cast_signed(),
        };
        self.sign(&claims)
    }

    /// Signs any claims.
    pub fn sign(&self, claims: &impl Serialize) -> Result<String, AuthError> {
        jsonwebtoken::encode(&self.header, claims, &self.encoding).map_err(|_| AuthError::Internal)
    }

    /// Returns the claims of a token that is ours and has not expired. Whether its session still exists is not checked here.
    pub fn check(&self, token: &str, now: Timestamp) -> Result<AccessClaims, AuthError> {
        let (header, _) = token.split_once('.').ok_or(AuthError::InvalidToken)?;
        if token.len() > TOKEN_BYTES_MAX || header != self.encoded_header {
            return Err(AuthError::InvalidToken);
        }
        let older = self
            .older
            .iter()
            .filter(|(_, until)| until.is_none_or(|until| now < until));
        let claims = std::iter::once(&self.decoding)
            .chain(older.map(|(key, _)| key))
            .find_map(|key| jsonwebtoken::decode::<Claims>(token, key, &self.validation).ok())
            .ok_or(AuthError::InvalidToken)?
            .claims;
        let now = now.as_second();
        let lifetime = claims.exp.checked_sub(claims.iat).ok_or(AuthError::InvalidToken)?;
        let started =
            claims.nbf <= now.saturating_add(LEEWAY_SECONDS) && claims.iat <= now.saturating_add(LEEWAY_SECONDS);
        if !started || lifetime > ACCESS_TTL.as_secs().cast_signed() {
            return Err(AuthError::InvalidToken);
        }
        if claims.exp <= now {
            return Err(AuthError::ExpiredToken);
        }
        Ok(AccessClaims {
            account: claims.sub.parse().map_err(|_| AuthError::InvalidToken)?,
            session: claims.sid.parse().map_err(|_| AuthError::InvalidToken)?,
        })
    }
}

/// A token of 256 random bits after a prefix.
pub(super) fn random_token(prefix: &str) -> Result<String, AuthError> {
    let mut bits = [0_u8; 32];
    rand::fill(&mut bits).map_err(|_| AuthError::Internal)?;
    let mut token = String::with_capacity(prefix.len() + 64);
    token.push_str(prefix);
    for byte in bits {
        for nibble in [byte >> 4, byte & 15] {
            token.push(char::from(b"0123456789abcdef"[usize::from(nibble)]));
        }
    }
    Ok(token)
}

/// The stored hash of a random token. A slow hash would add nothing: 2^256 values cannot be tried.
pub fn token_hash(token: &str) -> TokenHash {
    let hash = digest::digest(&digest::SHA256, token.as_bytes());
    hash.as_ref().try_into().expect("SHA-256 gives 32 bytes")
}
