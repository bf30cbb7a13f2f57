//! Passwords: which are accepted, and their hashing away from the runtime.

use argon2::{Argon2, PasswordHasher, PasswordVerifier};

use super::AuthError;
use super::queue::FairQueue;
use crate::network::Network;

/// How many characters a password has, at least and at most.
pub const PASSWORD_CHARS: std::ops::RangeInclusive<usize> = 8..=128;

/// Those who may wait for a hash, of which one is made at a time: it takes 19 MiB and a core for some 20 ms, which tables need
/// more. The last of them waits about a second.
const WAITING_MAX: usize = 50;

/// Passwords of 8 characters and more that everybody tries first, one a line, in lower case.
const COMMON: &str = include_str!("common_passwords.txt");

/// Whether a password can be guessed by anybody.
pub(super) fn is_weak(password: &str, name_key: &str) -> bool {
    let lower = password.to_lowercase();
    let mut chars = lower.chars();
    let first = chars.next();
    !PASSWORD_CHARS.contains(&password.chars().count())
        || chars.all(|c| Some(c) == first)
        || lower == name_key
        || COMMON.lines().any(|common| common == lower)
}

/// Hashes and compares passwords, one at a time.
#[derive(Debug)]
pub(super) struct PasswordPool {
    queue: FairQueue,
    /// What a password is compared with when there is no such account, so that both take the same time.
    dummy: String,
}

impl PasswordPool {
    pub(super) async fn new() -> Result<Self, AuthError> {
        let mut pool = Self {
            queue: FairQueue::new(WAITING_MAX),
            dummy: String::new(),
        };
        pool.dummy = pool.hash("nobody has this password".to_owned(), Network::HERE).await?;
        Ok(pool)
    }

    /// The argon2id hash of a password for somebody of this network, in the usual text form with its salt.
    pub(super) async fn hash(&self, password: String, network: Network) -> Result<String, AuthError> {
        self.run(network, move || {
            let hash = Argon2::default().hash_password(password.as_bytes());
            hash.map(|hash| hash.to_string()).map_err(|_| AuthError::Internal)
        })
        .await
    }

    /// Whether a password is the one that was hashed. Without a hash it is not, after the same time.
    pub(super) async fn verify(
        &self,
        password: String,
        hash: Option<String>,
        network: Network,
    ) -> Result<bool, AuthError> {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.dummy.clone());
        self.run(network, move || {
            Ok(Argon2::default()
                .verify_password(password.as_bytes(), hash.as_str())
                .is_ok()
                && known)
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        network: Network,
        work: impl FnOnce() -> Result<T, AuthError> + Send + 'static,
    ) -> Result<T, AuthError> {
        let turn = self.queue.turn(network).await.ok_or(AuthError::Busy)?;
        let done = tokio::task::spawn_blocking(move || {
            // An abandoned hash still occupies its core.
            let _turn = turn;
            work()
        });
        done.await.map_err(|_| AuthError::Internal)?
    }
}

#[cfg(test)]
mod tests {
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

    const HERE: Network = Network::HERE;

    #[tokio::test]
    async fn hashes_are_argon2id_and_salted() {
        let pool = PasswordPool::new().await.unwrap();
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
        let pool = PasswordPool::new().await.unwrap();
        // The turn is taken: everybody waits.
        let held = pool.queue.turn(HERE).await.unwrap();
        let mut waiting: Vec<_> = (0..=WAITING_MAX)
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
