//! Web Push: calls players back to a table when they are to act and are not looking at any page of theirs, and members of a
//! club when an event of it is announced.
//!
//! A table reports the account to act to the lobby, which puts a call into a bounded queue if the account has a
//! subscription. One task reads the queue and sends. Whatever happens to a message, no table waits for it or learns of
//! it.

mod encrypt;
mod identity;
mod sender;
mod services;
mod text;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use jiff::Timestamp;
use metrics::counter;
use poker_protocol::v1::TableId as WireTableId;
use poker_protocol::v1::TournamentId;
use poker_protocol::v1::push::PushSubscription;
use poker_store::{AccountId, SessionId, Store, StoreError, Subscribed, Subscription};
use serde_json::json;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::Instant;

use self::encrypt::Reader;
pub use self::identity::{Identities, Identity};
pub use self::sender::tls_connector;
use self::sender::{Post, Sender, Sent};
use self::services::Services;
pub use self::services::is_service;

/// Subscriptions per account, one for each browser. A new one replaces the oldest.
pub const SUBSCRIPTIONS_MAX: u32 = 5;

/// Capacity of the queue of calls. A call that finds no room is dropped.
const QUEUE: usize = 256;

/// Messages in flight at the same time.
const AT_ONCE: usize = 32;

/// Minimum time between two calls to an account.
const REST: Duration = Duration::from_secs(20);

/// Longest name of a table in a message, in characters.
const NAME_MAX: usize = 100;

/// The reason for a call.
#[derive(Clone, Debug)]
pub enum About {
    /// The account is to act at this table, as clients name it.
    Turn(WireTableId),
    /// This event was announced, as clients name it.
    Event(TournamentId),
    /// The account waited for a place in this event, and has one now.
    Place(TournamentId),
}

/// A call to an account.
#[derive(Clone, Debug)]
pub struct Call {
    /// The account.
    pub account: AccountId,
    /// The reason.
    pub about: About,
    /// Name of the table or event.
    pub name: String,
    /// Time for which the call is of use, in milliseconds.
    pub left_ms: u64,
    /// Time of the call.
    pub at: Instant,
}

/// Accepts calls from tables without waiting.
#[derive(Clone, Debug)]
pub struct Calls {
    queue: mpsc::Sender<Call>,
    /// Accounts with a subscription.
    subscribed: Arc<RwLock<HashSet<AccountId>>>,
}

impl Calls {
    /// Returns `true` if an account can be called at all.
    pub fn reach(&self, account: AccountId) -> bool {
        let subscribed = self.subscribed.read().unwrap_or_else(PoisonError::into_inner);
        subscribed.contains(&account)
    }

    /// Queues a call if there is room.
    pub fn call(&self, call: Call) {
        // A player whose call is dropped still sees the turn on the page.
        let _ = self.queue.try_send(call);
    }

    fn note(&self, account: AccountId, subscribed: bool) {
        let mut all = self.subscribed.write().unwrap_or_else(PoisonError::into_inner);
        if subscribed {
            all.insert(account);
        } else {
            all.remove(&account);
        }
    }
}

/// State of the push service.
pub struct Push {
    identities: Identities,
    services: Services,
    sender: Sender,
    calls: Calls,
    /// The receiving end of the queue, until the task takes it.
    queue: Mutex<Option<mpsc::Receiver<Call>>>,
}

/// The reasons for which a subscription is refused.
#[derive(Debug, thiserror::Error)]
pub enum SubscribeError {
    /// The server does not send to this service.
    #[error("`endpoint` is at no push service that this server speaks to")]
    Service,
    /// The keys are invalid.
    #[error("`keys` must hold a point of P-256 and 16 bytes, in base64 for addresses")]
    Keys,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Push {
    /// Creates the push service for these subscribers.
    pub fn new(identities: Identities, services: &[String], subscribed: Vec<AccountId>) -> Self {
        let (calls, queue) = mpsc::channel(QUEUE);
        Self {
            identities,
            services: Services::new(services.to_vec()),
            sender: Sender::default(),
            calls: Calls {
                queue: calls,
                subscribed: Arc::new(RwLock::new(subscribed.into_iter().collect())),
            },
            queue: Mutex::new(Some(queue)),
        }
    }

    /// Returns a handle for queueing calls.
    pub fn calls(&self) -> Calls {
        self.calls.clone()
    }

    /// The public key that browsers subscribe with.
    pub fn public_key(&self) -> &str {
        self.identities.current().public()
    }

    /// Stores a subscription of an account, for as long as the requesting session lasts.
    pub async fn subscribe(
        &self,
        store: &dyn Store,
        owner: (AccountId, SessionId),
        asked: PushSubscription,
    ) -> Result<(), SubscribeError> {
        if self.services.endpoint(&asked.endpoint).is_none() {
            return Err(SubscribeError::Service);
        }
        let (key, secret) = text::read(&asked.keys.p256dh)
            .zip(text::read(&asked.keys.auth))
            .ok_or(SubscribeError::Keys)?;
        let reader = Reader {
            key: &key,
            secret: &secret,
        };
        if !encrypt::is_reader(reader) {
            return Err(SubscribeError::Keys);
        }
        let endpoint = asked.endpoint;
        let subscription = Subscription { endpoint, key, secret };
        let before = store.subscribe(owner, subscription, SUBSCRIPTIONS_MAX).await?;
        self.calls.note(owner.0, true);
        if let Some(before) = before {
            self.look(store, before).await?;
        }
        Ok(())
    }

    /// Removes a subscription of an account, if it has it.
    pub async fn unsubscribe(&self, store: &dyn Store, account: AccountId, endpoint: String) -> Result<(), StoreError> {
        store.unsubscribe(account, endpoint).await?;
        self.look(store, account).await
    }

    /// Updates the note whether an account can still be called.
    async fn look(&self, store: &dyn Store, account: AccountId) -> Result<(), StoreError> {
        let left = store.subscriptions(account).await?;
        self.calls.note(account, !left.is_empty());
        Ok(())
    }

    /// The message of a call for a subscription; `None` if its service is no longer allowed.
    fn post(&self, call: &Call, subscribed: &Subscribed) -> Option<Post> {
        let Subscribed { subscription, made_at } = subscribed;
        let to = self.services.endpoint(&subscription.endpoint)?;
        let authorization = self
            .identities
            .of(*made_at)
            .authorization(&to.origin(), Timestamp::now())?;
        let name: String = call.name.chars().take(NAME_MAX).collect();
        let (kind, id) = match &call.about {
            About::Turn(table) => ("table", &table.0),
            About::Event(event) | About::Place(event) => ("tournament", &event.0),
        };
        let mut told = json!({kind: id, "name": name, "ms": call.left_ms});
        if matches!(call.about, About::Place(_)) {
            told["place"] = json!(true);
        }
        let told = told.to_string();
        let reader = Reader {
            key: &subscription.key,
            secret: &subscription.secret,
        };
        // Only the number: in the name of a private one, what follows it grants access.
        let number = id.split('-').next().unwrap_or_default();
        Some(Post {
            to,
            authorization,
            topic: format!("{kind}{number}"),
            ttl: call.left_ms.div_ceil(1_000).max(1),
            message: encrypt::seal(reader, told.as_bytes()).ok()?,
        })
    }
}

/// Sends calls until the queue closes: one at a time per account, with a minimum interval. An account that `is_seen` looks
/// at a page of its own, and is not called.
pub async fn run(push: Arc<Push>, store: Arc<dyn Store>, is_seen: impl Fn(AccountId) -> bool) {
    let queue = push.queue.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some(mut calls) = queue else { return };
    let mut called: HashMap<AccountId, Instant> = HashMap::new();
    let mut flying = JoinSet::new();
    let mut away = HashSet::new();
    loop {
        tokio::select! {
            Some(landed) = flying.join_next() => {
                if let Ok(account) = landed {
                    away.remove(&account);
                }
            }
            call = calls.recv(), if flying.len() < AT_ONCE => {
                let Some(call) = call else { return };
                let now = Instant::now();
                called.retain(|_, at| now.duration_since(*at) < REST);
                let account = call.account;
                let is_late = now.duration_since(call.at).as_millis() >= u128::from(call.left_ms);
                // The news of an event takes no turn's place.
                let is_turn = matches!(call.about, About::Turn(_));
                let rests = is_turn && called.contains_key(&account);
                if is_late || rests || away.contains(&account) || is_seen(account) {
                    continue;
                }
                if is_turn {
                    called.insert(account, now);
                }
                away.insert(account);
                flying.spawn(deliver(Arc::clone(&push), Arc::clone(&store), call));
            }
        }
    }
}

/// Sends a call to all browsers of the account.
async fn deliver(push: Arc<Push>, store: Arc<dyn Store>, call: Call) -> AccountId {
    let account = call.account;
    if let Err(fault) = deliver_all(&push, &*store, &call).await {
        tracing::warn!(%fault, "a player could not be called");
    }
    account
}

async fn deliver_all(push: &Push, store: &dyn Store, call: &Call) -> Result<(), StoreError> {
    for subscribed in store.subscriptions(call.account).await? {
        let Some(post) = push.post(call, &subscribed) else {
            continue;
        };
        let sent = push.sender.send(post).await;
        let outcome = match sent {
            Sent::Taken => "taken",
            Sent::Gone => "gone",
            Sent::Refused(_) => "refused",
            Sent::Lost => "lost",
        };
        counter!("poker_push_messages_total", "outcome" => outcome).increment(1);
        match sent {
            Sent::Gone => {
                push.unsubscribe(store, call.account, subscribed.subscription.endpoint)
                    .await?;
            }
            Sent::Refused(status) => tracing::warn!(%status, "a push service refused a message"),
            Sent::Taken | Sent::Lost => {}
        }
    }
    Ok(())
}
