//! Tests of Web Push subscriptions on disk.

use super::personal::account;
use super::*;
use crate::{AccountId, AccountKind, Subscription, Subscriptions};

fn subscription(endpoint: &str) -> Subscription {
    Subscription {
        endpoint: endpoint.to_owned(),
        key: vec![4; 65],
        secret: vec![7; 16],
    }
}

async fn endpoints(store: &SqliteStore, account: AccountId) -> Vec<String> {
    let all = store.subscriptions(account).await.unwrap();
    all.into_iter().map(|one| one.subscription.endpoint).collect()
}

#[tokio::test]
async fn the_oldest_subscriptions_go_and_an_address_is_of_one_account() {
    let with = fresh().await;
    let store = &*with.store;
    let (ann, session) = account(&with, "Ann", AccountKind::Guest, false).await;
    let (bob, his) = account(&with, "Bob", AccountKind::Guest, false).await;
    for endpoint in ["a", "b", "c"] {
        assert_eq!(
            store
                .subscribe((ann, session), subscription(endpoint), 2)
                .await
                .unwrap(),
            None
        );
        with.clock.advance(1);
    }
    assert_eq!(endpoints(store, ann).await, ["c", "b"]);
    // A subscription that is confirmed again becomes the newest.
    assert_eq!(
        store.subscribe((ann, session), subscription("b"), 2).await.unwrap(),
        None
    );
    assert_eq!(endpoints(store, ann).await, ["b", "c"]);
    assert_eq!(
        store.subscribe((bob, his), subscription("c"), 2).await.unwrap(),
        Some(ann)
    );
    assert_eq!(
        (endpoints(store, ann).await, endpoints(store, bob).await),
        (vec!["b".to_owned()], vec!["c".to_owned()])
    );
    store.unsubscribe(ann, "c".to_owned()).await.unwrap();
    assert_eq!(endpoints(store, bob).await, ["c"]);
    store.unsubscribe(bob, "c".to_owned()).await.unwrap();
    assert_eq!(store.subscribed().await.unwrap(), [ann]);
    let kept = store.subscriptions(ann).await.unwrap();
    let kept: Vec<_> = kept.into_iter().map(|one| one.subscription).collect();
    assert_eq!(kept, [subscription("b")]);
    // It is removed together with a guest who is gone.
    store.revoke_session(session).await.unwrap();
    account(&with, "Ann", AccountKind::Guest, false).await;
    assert!(store.subscribed().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_subscription_lasts_as_long_as_its_session() {
    let with = fresh().await;
    let store = &*with.store;
    let (ann, phone) = account(&with, "Ann", AccountKind::Account, false).await;
    let (bob, laptop) = account(&with, "Bob", AccountKind::Account, false).await;
    store.subscribe((ann, phone), subscription("a"), 2).await.unwrap();
    store.subscribe((bob, laptop), subscription("b"), 2).await.unwrap();
    assert!(store.revoke_session(phone).await.unwrap());
    assert!(endpoints(store, ann).await.is_empty());
    assert_eq!(endpoints(store, bob).await, ["b"]);
    // A browser that subscribes again belongs to its current session.
    store.subscribe((ann, phone), subscription("c"), 2).await.unwrap();
    store.subscribe((bob, laptop), subscription("c"), 2).await.unwrap();
    assert!(store.revoke_session(laptop).await.unwrap());
    assert!(store.subscribed().await.unwrap().is_empty());
}
