//! Passwords: the rules for them, and hashing off the async runtime.

use std::sync::Arc;

use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use poker_base::network::Network;
use poker_owner::pool::{Asker, NotDone, Piece, Pool};

use super::AuthError;

/// Bounds on the length of a password, in characters.
pub const PASSWORD_CHARS: std::ops::RangeInclusive<usize> = 8..=128;

/// Common passwords of 8 characters or more that are tried first, one per line, in lower case.
const COMMON: &str = include_str!("common_passwords.txt");

/// Returns `true` if a password is easy to guess.
pub fn is_weak(password: &str, name_key: &str) -> bool {
    let lower = password.to_lowercase();
    let mut chars = lower.chars();
    let first = chars.next();
    !PASSWORD_CHARS.contains(&password.chars().count())
        || chars.all(|c| Some(c) == first)
        || lower == name_key
        || COMMON.lines().any(|common| common == lower)
}

/// The argon2id hash of a password in the usual text form, with its salt.
pub(super) fn hash(password: &str) -> Result<String, AuthError> {
    let hash = Argon2::default().hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string()).map_err(|_| AuthError::Internal)
}

/// Hashes and compares passwords, one at a time: each takes 19 MiB and a core for some 20 ms, and the tables need them more.
#[derive(Debug)]
pub(super) struct Passwords {
    pool: Arc<Pool>,
    /// The hash to compare with if there is no such account, so that both cases take the same time.
    dummy: String,
}

impl Passwords {
    pub(super) async fn new(pool: Arc<Pool>) -> Result<Self, AuthError> {
        let mut passwords = Self {
            pool,
            dummy: String::new(),
        };
        let dummy = "nobody has this password".to_owned();
        passwords.dummy = passwords.hash(dummy, Asker::of(Network::HERE)).await?;
        Ok(passwords)
    }

    /// The argon2id hash of a password in the usual text form, with its salt.
    pub(super) async fn hash(&self, password: String, asker: Asker) -> Result<String, AuthError> {
        self.run(asker, move || hash(&password)).await
    }

    /// Returns `true` if a password matches the hash. Without a hash it never matches, but takes the same time.
    pub(super) async fn verify(&self, password: String, hash: Option<String>, asker: Asker) -> Result<bool, AuthError> {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.dummy.clone());
        self.run(asker, move || {
            Ok(Argon2::default()
                .verify_password(password.as_bytes(), hash.as_str())
                .is_ok()
                && known)
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        asker: Asker,
        work: impl FnOnce() -> Result<T, AuthError> + Send + 'static,
    ) -> Result<T, AuthError> {
        match self.pool.run(asker, Piece::Short, work).await {
            Ok(done) => done,
            Err(NotDone::Busy) => Err(AuthError::Busy),
            Err(NotDone::Failed) => Err(AuthError::Internal),
        }
    }
}

#[cfg(test)]
mod tests {
    use poker_owner::pool::SHORT_WAITING;

    use super::*;

    #[test]
    fn weak_passwords() {
        for (password, weak) in [
            ("short77", true),
            ("PassWord", true),
            ("qwertyuiop", true),
            ("aaaaaaaaaaaa", true),
            ("ann-the-shark", true),
            ("correct horse", false),
            ("пароль-к-столу", false),
        ] {
            assert_eq!(is_weak(password, "ann-the-shark"), weak, "{password}");
        }
        assert!(is_weak(&"ab".repeat(65), "ann"));
        assert!(!is_weak(&"ab".repeat(64), "ann"));
    }

    #[test]
    fn the_common_ones_are_listed_as_they_are_compared() {
        for common in COMMON.lines() {
            assert!(PASSWORD_CHARS.contains(&common.chars().count()), "{common}");
            assert_eq!(common, common.to_lowercase());
        }
    }

    const HERE: Asker = Asker::of(Network::HERE);

    #[tokio::test]
    async fn hashes_are_argon2id_and_salted() {
        let pool = Passwords::new(Arc::default()).await.unwrap();
        let hash = || pool.hash("correct horse".to_owned(), HERE);
        let (one, other) = (hash().await.unwrap(), hash().await.unwrap());
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
        assert_ne!(one, other);
        let verify = |password: &str, hash| pool.verify(password.to_owned(), hash, HERE);
        assert!(verify("correct horse", Some(one.clone())).await.unwrap());
        assert!(!verify("wrong horse", Some(one)).await.unwrap());
        assert!(!verify("nobody has this password", None).await.unwrap());
    }

    #[tokio::test]
    async fn a_crowd_is_told_to_come_back() {
        let pool = Passwords::new(Arc::default()).await.unwrap();
        // The only slot is taken, so every login waits.
        let held = pool.pool.hold(Piece::Short).await;
        let mut waiting: Vec<_> = (0..=SHORT_WAITING)
            .map(|_| Box::pin(pool.verify("any password".to_owned(), None, HERE)))
            .collect();
        let mut turned_away = 0;
        for attempt in &mut waiting {
            match futures_util::poll!(attempt) {
                std::task::Poll::Ready(result) => {
                    assert!(matches!(result, Err(AuthError::Busy)));
                    turned_away += 1;
                }
                std::task::Poll::Pending => {}
            }
        }
        assert_eq!(turned_away, 1);
        drop((held, waiting));
        assert!(pool.hash("correct horse".to_owned(), HERE).await.is_ok());
    }
}
