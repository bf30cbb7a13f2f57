//! Numbers of requests.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Creates ids that are unique for the life of the account: a random prefix per client, followed by a counter.
#[derive(Clone, Debug)]
pub(crate) struct Ids {
    prefix: Arc<str>,
    count: Arc<AtomicU64>,
}

impl Ids {
    pub(crate) fn new() -> Self {
        Self {
            prefix: format!("{:016x}", rand::random::<u64>()).into(),
            count: Arc::default(),
        }
    }

    pub(crate) fn next(&self) -> String {
        format!("{}-{}", self.prefix, self.count.fetch_add(1, Ordering::Relaxed))
    }
}
