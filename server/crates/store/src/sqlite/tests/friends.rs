//! Tests of friendships on disk: limits, the wait after a declined request, and accounts that are removed.

use super::personal::account;
use super::*;
use crate::friends::ASK_AGAIN;
use crate::{AccountId, AccountKind, FRIENDS_MAX, FriendRequestOutcome, Friends, QUESTIONS_MAX, Tie};

async fn guest(with: &Fixture<SqliteStore>, name: &str) -> AccountId {
    account(with, name, AccountKind::Guest, false).await.0
}

async fn guests(with: &Fixture<SqliteStore>, name: &str, count: u32) -> Vec<AccountId> {
    let mut all = Vec::new();
    for number in 0..count {
        all.push(guest(with, &format!("{name} {number}")).await);
    }
    all
}

fn names(ties: &[Tie]) -> Vec<&str> {
    ties.iter().map(|tie| tie.player.name.as_str()).collect()
}

async fn befriend(store: &SqliteStore, one: AccountId, other: AccountId) {
    assert_eq!(store.ask_friend(one, other).await.unwrap(), FriendRequestOutcome::Asks);
    assert_eq!(
        store.accept_friend(other, one).await.unwrap(),
        FriendRequestOutcome::Accepted
    );
}

#[tokio::test]
async fn a_friendship_is_of_both_or_of_none() {
    let with = fresh().await;
    let store = &*with.store;
    let (ann, bob) = (guest(&with, "Ann").await, guest(&with, "Bob").await);
    assert_eq!(
        store.accept_friend(bob, ann).await.unwrap(),
        FriendRequestOutcome::NoQuestion
    );
    assert_eq!(store.ask_friend(ann, bob).await.unwrap(), FriendRequestOutcome::Asks);
    assert_eq!(store.ask_friend(ann, bob).await.unwrap(), FriendRequestOutcome::Stands);
    // The asker cannot accept.
    assert_eq!(
        store.accept_friend(ann, bob).await.unwrap(),
        FriendRequestOutcome::NoQuestion
    );
    assert_eq!(store.questions_to(bob).await.unwrap(), 1);
    assert_eq!(
        store.ask_friend(bob, ann).await.unwrap(),
        FriendRequestOutcome::Accepted
    );
    assert_eq!(
        store.accept_friend(bob, ann).await.unwrap(),
        FriendRequestOutcome::Friends
    );
    assert_eq!(store.ask_friend(ann, bob).await.unwrap(), FriendRequestOutcome::Friends);
    for (account, friend) in [(ann, "Bob"), (bob, "Ann")] {
        let ties = store.ties(account).await.unwrap();
        assert_eq!(names(&ties.friends), [friend]);
        assert!(ties.asked_by.is_empty() && ties.asks.is_empty() && ties.friends[0].shown);
    }
    store.set_shown(ann, false).await.unwrap();
    store.set_shown(ann, false).await.unwrap();
    assert!(!store.ties(ann).await.unwrap().shown);
    assert!(!store.ties(bob).await.unwrap().friends[0].shown);
    assert!(store.part(bob, ann).await.unwrap());
    assert!(!store.part(bob, ann).await.unwrap());
    assert!(store.ties(ann).await.unwrap().friends.is_empty());
}

#[tokio::test]
async fn a_declined_question_rests_for_a_week() {
    let with = fresh().await;
    let store = &*with.store;
    let (ann, bob) = (guest(&with, "Ann").await, guest(&with, "Bob").await);
    store.ask_friend(ann, bob).await.unwrap();
    // The asker must not be notified.
    assert!(!store.part(bob, ann).await.unwrap());
    let looks_open = async |open: bool| {
        let asks = store.ties(ann).await.unwrap().asks;
        assert_eq!(asks.len(), usize::from(open));
        assert_eq!(store.questions_to(bob).await.unwrap(), 0);
    };
    looks_open(true).await;
    assert_eq!(store.ask_friend(ann, bob).await.unwrap(), FriendRequestOutcome::Stands);
    assert!(!store.part(ann, bob).await.unwrap());
    looks_open(false).await;
    assert_eq!(store.ask_friend(ann, bob).await.unwrap(), FriendRequestOutcome::Stands);
    looks_open(true).await;
    with.clock.advance(ASK_AGAIN.as_hours() - 1);
    assert_eq!(store.ask_friend(ann, bob).await.unwrap(), FriendRequestOutcome::Stands);
    with.clock.advance(1);
    assert_eq!(store.ask_friend(ann, bob).await.unwrap(), FriendRequestOutcome::Asks);
    assert_eq!(names(&store.ties(bob).await.unwrap().asked_by), ["Ann"]);
}

#[tokio::test]
async fn programs_and_accounts_that_are_gone_have_no_friends() {
    let with = fresh().await;
    let store = &*with.store;
    let ann = guest(&with, "Ann").await;
    let robot = account(&with, "Robot", AccountKind::Bot, false).await.0;
    let house = account(&with, "Hal", AccountKind::Account, true).await.0;
    for program in [robot, house] {
        assert_eq!(
            store.ask_friend(ann, program).await.unwrap(),
            FriendRequestOutcome::Program
        );
        assert_eq!(
            store.ask_friend(program, ann).await.unwrap(),
            FriendRequestOutcome::Program
        );
    }
    let nobody = AccountId::generate();
    assert_eq!(
        store.ask_friend(ann, nobody).await.unwrap(),
        FriendRequestOutcome::NoSuchPlayer
    );
    assert_eq!(
        store.accept_friend(ann, nobody).await.unwrap(),
        FriendRequestOutcome::NoQuestion
    );
    // A guest whose session has ended is removed once another takes the name.
    let (bob, session) = account(&with, "Bob", AccountKind::Guest, false).await;
    let cy = guest(&with, "Cy").await;
    befriend(store, ann, bob).await;
    store.ask_friend(cy, bob).await.unwrap();
    store.set_shown(bob, false).await.unwrap();
    store.revoke_session(session).await.unwrap();
    guest(&with, "Bob").await;
    assert!(store.ties(ann).await.unwrap().friends.is_empty());
    assert!(store.ties(cy).await.unwrap().asks.is_empty());
    let left: i64 = sqlx::query_scalar(
        "SELECT (SELECT count(*) FROM friend) + (SELECT count(*) FROM friend_question) + (SELECT count(*) FROM hidden_account)",
    )
    .fetch_one(&mut *store.reader().await.unwrap())
    .await
    .unwrap();
    assert_eq!(left, 0);
}

#[tokio::test]
async fn there_are_so_many_questions_and_no_more() {
    let with = fresh().await;
    let store = &*with.store;
    let ann = guest(&with, "Ann").await;
    let others = guests(&with, "other", QUESTIONS_MAX + 1).await;
    let (last, most) = others.split_last().unwrap();
    for other in most {
        assert_eq!(store.ask_friend(ann, *other).await.unwrap(), FriendRequestOutcome::Asks);
    }
    assert_eq!(
        store.ask_friend(ann, *last).await.unwrap(),
        FriendRequestOutcome::QuestionsFull
    );
    // Declining frees no slot, or the asker would notice; withdrawing a request does.
    store.part(most[0], ann).await.unwrap();
    assert_eq!(
        store.ask_friend(ann, *last).await.unwrap(),
        FriendRequestOutcome::QuestionsFull
    );
    store.part(ann, most[1]).await.unwrap();
    assert_eq!(store.ask_friend(ann, *last).await.unwrap(), FriendRequestOutcome::Asks);

    let bob = guest(&with, "Bob").await;
    for other in most {
        assert_eq!(store.ask_friend(*other, bob).await.unwrap(), FriendRequestOutcome::Asks);
    }
    assert_eq!(
        store.ask_friend(*last, bob).await.unwrap(),
        FriendRequestOutcome::PlayerFull(QUESTIONS_MAX)
    );
    // Players whom Bob asks can still become his friends through his own request.
    assert_eq!(store.ask_friend(bob, *last).await.unwrap(), FriendRequestOutcome::Asks);
    assert_eq!(
        store.ask_friend(*last, bob).await.unwrap(),
        FriendRequestOutcome::Accepted
    );
}

#[tokio::test]
async fn there_are_so_many_friends_and_no_more() {
    let with = fresh().await;
    let store = &*with.store;
    let (ann, zoe) = (guest(&with, "Ann").await, guest(&with, "Zoe").await);
    assert_eq!(store.ask_friend(zoe, ann).await.unwrap(), FriendRequestOutcome::Asks);
    for friend in guests(&with, "friend", FRIENDS_MAX).await {
        befriend(store, friend, ann).await;
    }
    assert_eq!(store.accept_friend(ann, zoe).await.unwrap(), FriendRequestOutcome::Full);
    assert_eq!(store.ask_friend(ann, zoe).await.unwrap(), FriendRequestOutcome::Full);
    let yan = guest(&with, "Yan").await;
    assert_eq!(store.ask_friend(ann, yan).await.unwrap(), FriendRequestOutcome::Full);
    // Requests that Ann made before she was full cannot be accepted either.
    let ties = store.ties(ann).await.unwrap();
    assert_eq!(
        (ties.friends.len(), names(&ties.asked_by)),
        (FRIENDS_MAX as usize, vec!["Zoe"])
    );
    assert_eq!(store.ask_friend(yan, ann).await.unwrap(), FriendRequestOutcome::Asks);
    store.part(ann, ties.friends[0].player.id).await.unwrap();
    assert_eq!(
        store.ask_friend(ann, yan).await.unwrap(),
        FriendRequestOutcome::Accepted
    );
    assert_eq!(
        (
            store.ask_friend(zoe, ann).await.unwrap(),
            store.accept_friend(ann, zoe).await.unwrap()
        ),
        (FriendRequestOutcome::Stands, FriendRequestOutcome::Full)
    );
}
