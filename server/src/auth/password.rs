//! Passwords: which are accepted, and their hashing away from the runtime.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;

use super::AuthError;

/// How many characters a password has, at least and at most.
pub const PASSWORD_CHARS: std::ops::RangeInclusive<usize> = 8..=128;

/// Hashes at the same time. Each takes 19 MiB and a core for some 20 ms, which tables need more.
const HASHES_AT_ONCE: usize = 1;

/// Those who may wait for a hash; the last of them waits about a second.
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

/// Hashes and compares passwords, few at a time.
#[derive(Debug)]
pub(super) struct PasswordPool {
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    /// What a password is compared with when there is no such account, so that both take the same time.
    dummy: String,
}

impl PasswordPool {
    pub(super) async fn new() -> Result<Self, AuthError> {
        let mut pool = Self {
            permits: Arc::new(Semaphore::new(HASHES_AT_ONCE)),
            waiting: AtomicUsize::new(0),
            dummy: String::new(),
        };
        pool.dummy = pool.hash("nobody has this password".to_owned()).await?;
        Ok(pool)
    }

    /// The argon2id hash of a password, in the usual text form with its salt.
    pub(super) async fn hash(&self, password: String) -> Result<String, AuthError> {
        self.run(move || {
            let hash = Argon2::default().hash_password(password.as_bytes());
            hash.map(|hash| hash.to_string()).map_err(|_| AuthError::Internal)
        })
        .await
    }

    /// Whether a password is the one that was hashed. Without a hash it is not, after the same time.
    pub(super) async fn verify(&self, password: String, hash: Option<String>) -> Result<bool, AuthError> {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.dummy.clone());
        self.run(move || {
            Ok(Argon2::default()
                .verify_password(password.as_bytes(), hash.as_str())
                .is_ok()
                && known)
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, AuthError> + Send + 'static,
    ) -> Result<T, AuthError> {
        let place = Place::take(&self.waiting)?;
        let permit = Arc::clone(&self.permits).acquire_owned().await;
        let permit = permit.map_err(|_| AuthError::Internal)?;
        drop(place);
        let done = tokio::task::spawn_blocking(move || {
            // A hash that nobody waits for any more still holds its core.
            let _permit = permit;
            work()
        });
        done.await.map_err(|_| AuthError::Internal)?
    }
}

/// A place among those who wait, given back however the waiting ends.
struct Place<'a>(&'a AtomicUsize);

impl<'a> Place<'a> {
    fn take(waiting: &'a AtomicUsize) -> Result<Self, AuthError> {
        let place = Self(waiting);
        if waiting.fetch_add(1, Ordering::Relaxed) >= WAITING_MAX {
            return Err(AuthError::Busy);
        }
        Ok(place)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
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

    #[tokio::test]
    async fn hashes_are_argon2id_and_salted() {
        let pool = PasswordPool::new().await.unwrap();
        let one = pool.hash("correct horse".to_owned()).await.unwrap();
        let other = pool.hash("correct horse".to_owned()).await.unwrap();
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
        assert_ne!(one, other);
        assert!(
            pool.verify("correct horse".to_owned(), Some(one.clone()))
                .await
                .unwrap()
        );
        assert!(!pool.verify("wrong horse".to_owned(), Some(one)).await.unwrap());
        assert!(!pool.verify("nobody has this password".to_owned(), None).await.unwrap());
    }

    #[tokio::test]
    async fn a_crowd_is_told_to_come_back() {
        let pool = PasswordPool::new().await.unwrap();
        // Nobody gets a permit: everybody waits.
        let held = pool.permits.acquire().await.unwrap();
        let mut waiting: Vec<_> = (0..=WAITING_MAX)
            .map(|_| Box::pin(pool.verify("any password".to_owned(), None)))
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
        assert_eq!(pool.waiting.load(Ordering::Relaxed), 0);
        assert!(pool.hash("correct horse".to_owned()).await.is_ok());
    }
}
