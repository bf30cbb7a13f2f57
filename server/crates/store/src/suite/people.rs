//! Tests of operators' acts on people.

use poker_engine::Chips;

use super::*;
use crate::{AccountSearch, Ban, ChatSearch, Deed, OperatorOrder, OrderFault, Rotation, Said, Way, Whom};

/// An order with an author and a reason.
fn order(id: &str, deed: Deed) -> OperatorOrder {
    OperatorOrder {
        id: id.to_owned(),
        request: [u8::try_from(id.len()).unwrap(); 32],
        author: "olga".to_owned(),
        reason: "because".to_owned(),
        deed,
    }
}

pub async fn an_act_and_its_line_are_written_once<S: Store>(with: Fixture<S>) {
    let store = &with.store;
    let ann = player(&**store, "Ann", 500).await;
    let give = |amount, id| {
        let deed = Deed::Chips {
            whom: Whom::Id(ann),
            amount: Chips::new(amount),
            way: Way::Give,
            other: None,
        };
        order(id, deed)
    };
    let first = store.carry_out(give(70, "a")).await.unwrap();
    let again = store.carry_out(give(70, "a")).await.unwrap();
    assert_eq!(
        (&first.line, first.repeated, again.repeated),
        (&again.line, false, true)
    );
    assert_eq!(store.balance(ann).await, Ok(Chips::new(570)));
    // Many concurrent orders with one identifier count as one.
    let many = (0..20).map(|_| store.carry_out(give(1, "bb")));
    let done = futures_util::future::join_all(many).await;
    assert_eq!(done.iter().filter(|done| !done.as_ref().unwrap().repeated).count(), 1);
    assert_eq!(store.balance(ann).await, Ok(Chips::new(571)));
    let other = OperatorOrder {
        request: [9; 32],
        ..give(70, "a")
    };
    assert_eq!(
        store.carry_out(other).await,
        Err(StoreError::Order(OrderFault::IdReused))
    );
    // A failed order leaves no line.
    let too_much = OperatorOrder {
        deed: Deed::Chips {
            whom: Whom::Id(ann),
            amount: Chips::new(572),
            way: Way::Take,
            other: None,
        },
        ..give(1, "ccc")
    };
    assert_eq!(store.carry_out(too_much).await, Err(StoreError::Insufficient));
    let trail = store.trail(Some(ann), None, 10).await.unwrap();
    assert_eq!(
        trail.iter().map(|line| line.id.as_str()).collect::<Vec<_>>(),
        ["bb", "a"]
    );
    assert!(store.verify().await.unwrap().is_sound());
}

pub async fn a_ban_ends_and_a_refresh_token_outlives_it<S: Store>(with: Fixture<S>) {
    let store = &with.store;
    let ann = player(&**store, "Ann", 0).await;
    let session = NewSession {
        id: SessionId::generate(),
        account: ann,
        label: "login".to_owned(),
        secret: SessionSecret::Refresh([1; 32]),
        ttl: jiff::SignedDuration::from_hours(100),
    };
    store.create_session(session).await.unwrap();
    let ban = Ban {
        until: Some(with.clock.now() + jiff::SignedDuration::from_hours(2)),
    };
    let whom = || Whom::Id(ann);
    store
        .carry_out(order("a", Deed::Ban { whom: whom(), ban }))
        .await
        .unwrap();
    assert_eq!(store.rotate_refresh([1; 32], [2; 32]).await, Ok(Rotation::Banned(ban)));
    let banned = AccountSearch {
        banned: true,
        limit: 10,
        ..AccountSearch::default()
    };
    assert_eq!(store.find_accounts(banned.clone()).await.unwrap().len(), 1);
    with.clock.advance(2);
    assert_eq!(store.find_accounts(banned).await.unwrap(), []);
    assert!(matches!(
        store.rotate_refresh([1; 32], [2; 32]).await,
        Ok(Rotation::Rotated(_))
    ));
    let ban = Ban { until: None };
    store
        .carry_out(order("bb", Deed::Ban { whom: whom(), ban }))
        .await
        .unwrap();
    with.clock.advance(24 * 365);
    assert!(
        store
            .account_line(whom())
            .await
            .unwrap()
            .unwrap()
            .ban
            .unwrap()
            .ban
            .holds(with.clock.now())
    );
    store
        .carry_out(order("ccc", Deed::Unban { whom: whom() }))
        .await
        .unwrap();
    assert_eq!(store.account_line(whom()).await.unwrap().unwrap().ban, None);
    assert!(store.verify().await.unwrap().is_sound());
}

pub async fn a_deleted_account_leaves_the_ledger_whole<S: Store>(with: Fixture<S>) {
    let store = &with.store;
    let (ann, bob) = (player(&**store, "Ann", 500).await, player(&**store, "Bob", 500).await);
    let said = |account| Said {
        at: with.clock.now(),
        table: TableId(1),
        account,
        text: "hello".to_owned(),
    };
    store.keep_chat(vec![said(ann), said(bob)]).await.unwrap();
    let rename = Deed::Rename {
        whom: Whom::Id(ann),
        name: "Anna".to_owned(),
        name_key: "anna".to_owned(),
    };
    store.carry_out(order("a", rename)).await.unwrap();
    let done = store
        .carry_out(order("bb", Deed::Delete { whom: Whom::Id(ann) }))
        .await
        .unwrap();
    assert_eq!(done.line.outcome["chips_to_mint"], 500);
    let line = store.account_line(Whom::Id(ann)).await.unwrap().unwrap();
    assert!(line.is_deleted && line.account.name.starts_with("deleted-"));
    assert_eq!(
        store
            .account_by_name("anna".to_owned())
            .await
            .unwrap()
            .map(|named| named.account.id),
        None
    );
    // Neither name appears anywhere; what others said does.
    let trail = store.trail(None, None, 10).await.unwrap();
    assert!(!format!("{trail:?}").contains("Ann"), "{trail:?}");
    let chat = store
        .chat(ChatSearch {
            limit: 10,
            ..ChatSearch::default()
        })
        .await
        .unwrap();
    assert_eq!(chat.iter().map(|line| line.said.account).collect::<Vec<_>>(), [bob]);
    let ledger = store.ledger_of(ann, None, 10).await.unwrap();
    assert_eq!(ledger.iter().map(|line| line.change).sum::<i64>(), 0);
    // Late remarks by an account that is gone are not stored.
    store.keep_chat(vec![said(ann)]).await.unwrap();
    assert_eq!(
        store
            .chat(ChatSearch {
                account: Some(ann),
                limit: 10,
                ..ChatSearch::default()
            })
            .await
            .unwrap(),
        []
    );
    let again = store
        .carry_out(order("ccc", Deed::Delete { whom: Whom::Id(ann) }))
        .await;
    assert_eq!(again, Err(StoreError::NoSuchAccount));
    assert!(store.verify().await.unwrap().is_sound());
}

pub async fn the_chat_goes_after_seven_days<S: Store>(with: Fixture<S>) {
    let store = &with.store;
    let ann = player(&**store, "Ann", 0).await;
    let said = |text: &str| Said {
        at: with.clock.now(),
        table: TableId(7),
        account: ann,
        text: text.to_owned(),
    };
    let shown = async || {
        let chat = store
            .chat(ChatSearch {
                limit: 10,
                ..ChatSearch::default()
            })
            .await
            .unwrap();
        chat.into_iter().map(|line| line.said.text).collect::<Vec<_>>()
    };
    store.keep_chat(vec![said("one"), said("two")]).await.unwrap();
    with.clock.advance(24 * 6);
    store.keep_chat(vec![said("three")]).await.unwrap();
    assert_eq!(shown().await, ["three", "two", "one"]);
    with.clock.advance(25);
    assert_eq!(
        shown().await,
        ["three"],
        "what is too old is not shown, whether it is gone or not"
    );
    store.keep_chat(vec![said("four")]).await.unwrap();
    with.clock.advance(-25);
    assert_eq!(
        shown().await,
        ["four", "three"],
        "and it is gone with the next that is kept"
    );
    assert!(store.verify().await.unwrap().is_sound());
}
