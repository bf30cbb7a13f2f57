//! Tests of accounts, their names, sessions and daily grants.

use super::*;
use poker_base::network::Network;

pub async fn grants_stop_at_the_cap_of_the_day<S: Store>(with: Fixture<S>) {
    let ann = player(&*with.store, "Ann", 500).await;
    let cap = with.store.faucet().account;
    assert_eq!(cap, Chips::new(10_000));
    let store = &with.store;
    // A hundred requests at the same time for a thousand chips each, of which ten succeed.
    let asked = (0..100).map(|number| store.top_up(ann, None, Some(Chips::new(1_000)), Some(format!("t{number}"))));
    let granted = futures_util::future::join_all(asked).await;
    let refused = granted
        .iter()
        .filter(|result| **result == Err(StoreError::DailyCap { left: Chips::ZERO }))
        .count();
    assert_eq!(granted.iter().filter(|result| result.is_ok()).count(), 10);
    assert_eq!(refused, 90);
    assert_eq!(store.balance(ann).await, Ok(Chips::new(10_500)));

    with.clock.advance(1);
    let left = Chips::ZERO;
    assert_eq!(
        store.top_up(ann, None, Some(cap), None).await,
        Err(StoreError::DailyCap { left })
    );
    with.clock.advance(1);
    assert_eq!(
        store
            .top_up(ann, None, Some(Chips::new(10_001)), Some("much".to_owned()))
            .await,
        Err(StoreError::DailyCap { left: cap })
    );
    // A refused request can be repeated; a granted one is not granted twice.
    for _ in 0..3 {
        assert_eq!(
            store
                .top_up(ann, None, Some(Chips::new(6_000)), Some("much".to_owned()))
                .await,
            Ok(Chips::new(16_500))
        );
    }
    assert_eq!(store.top_up(ann, None, None, None).await, Ok(Chips::new(20_500)));
    assert_eq!(
        store.top_up(ann, None, None, None).await,
        Err(StoreError::DailyCap { left })
    );
    assert_eq!(
        store.top_up(AccountId::generate(), None, None, None).await,
        Err(StoreError::NoSuchAccount)
    );
    assert!(store.verify().await.unwrap().is_sound());
}

/// New names, networks and tables give no one more than the daily shares, and unused grants are returned.
pub async fn the_faucet_gives_shares_of_the_day<S: Store>(with: Fixture<S>) {
    let (store, limits) = (&with.store, with.store.faucet());
    let from = |address: &str| Some(Network::of(address.parse().unwrap()));
    let at_home = from("192.0.2.1");
    let newcomer = async |number: u32, chips: Chips, network: Option<Network>| {
        let (mut account, session) = guest(&format!("Guest {number}"), chips.get());
        account.network = network;
        store.create_account(account.clone(), session).await.unwrap();
        (account.id, store.balance(account.id).await.unwrap())
    };
    // The last newcomers of a network get what is left of its share, then nothing; they are admitted even so.
    let most = Chips::new(limits.network.get() - 1_000);
    assert_eq!(newcomer(1, most, at_home).await.1, most);
    assert_eq!(newcomer(2, Chips::new(10_000), at_home).await.1, Chips::new(1_000));
    let (poor, nothing) = newcomer(3, Chips::new(10_000), at_home).await;
    assert_eq!(nothing, Chips::ZERO);
    let dry = Err(StoreError::DailyCap { left: Chips::ZERO });
    assert_eq!(store.top_up(poor, at_home, Some(Chips::new(1)), None).await, dry);
    let elsewhere = from("192.0.2.2");
    let (bob, granted) = newcomer(4, Chips::new(10_000), elsewhere).await;
    assert_eq!(granted, Chips::new(10_000));

    // An IPv6 customer with a /48 has sixteen times the share of a network, however many networks it makes of it.
    let mut granted = Chips::ZERO;
    for subnet in 0..20 {
        let network = from(&format!("2001:db8:0:{subnet:x}00::1"));
        granted += newcomer(100 + subnet, limits.network, network).await.1;
    }
    assert_eq!(granted, Chips::new(16 * limits.network.get()));

    // Free stacks and grants share an account's limit.
    let table = store.create_table(CONFIG.to_owned()).await.unwrap();
    let moved = async |number, transfer| {
        let mut step = step(&table, number, StepKind::Table);
        (step.transfers, step.network) = (vec![transfer], elsewhere);
        append(&**store, vec![step]).await
    };
    let stacks = |chips| Transfer::free_stacks(bob, table.id, Chips::new(chips));
    assert_eq!(moved(1, stacks(7_000)).await, durable([1]));
    let left = Chips::new(3_000);
    assert_eq!(
        moved(2, stacks(3_001)).await,
        [failed(2, StepError::FaucetDry { left })]
    );
    let refused = Err(StoreError::DailyCap { left });
    assert_eq!(
        store.top_up(bob, elsewhere, Some(Chips::new(3_001)), None).await,
        refused
    );
    let spare = Transfer::spare_stacks(bob, table.id, Chips::new(5_000));
    assert_eq!(moved(2, spare).await, durable([2]));
    assert_eq!(store.top_up(bob, elsewhere, None, None).await, Ok(Chips::new(18_000)));

    // The overall limit: once it is reached, no one gets anything until the next day.
    let given = store.mint().await.unwrap().given_today;
    let rest = Chips::new(limits.all.get() - given.get());
    assert_eq!(newcomer(5, rest, None).await.1, rest);
    let last = from("192.0.2.3");
    assert_eq!(newcomer(6, Chips::new(10_000), last).await.1, Chips::ZERO);
    let level = store.mint().await.unwrap();
    assert_eq!((level.given_today, level.is_low(&limits)), (limits.all, false));
    with.clock.advance(2);
    assert_eq!(store.top_up(poor, at_home, None, None).await, Ok(limits.account));
    assert_eq!(newcomer(7, Chips::new(10_000), last).await.1, Chips::new(10_000));
    let report = store.verify().await.unwrap();
    assert!(report.is_sound() && report.ledger_sum == 0, "{report:?}");
}

pub async fn names_belong_to_one_live_account<S: Store>(with: Fixture<S>) {
    let store = &with.store;
    let (first, first_session) = guest("Ann", 10);
    store
        .create_account(first.clone(), first_session.clone())
        .await
        .unwrap();
    let (second, second_session) = guest("ANN", 10);
    let make_second = || store.create_account(second.clone(), second_session.clone());
    assert_eq!(make_second().await, Err(StoreError::NameTaken));
    assert_eq!(store.balance(second.id).await, Err(StoreError::NoSuchAccount));
    let named = async || {
        store
            .account_by_name("ann".to_owned())
            .await
            .unwrap()
            .unwrap()
            .account
            .id
    };
    assert_eq!(named().await, first.id);

    // A guest who has logged out can never come back, so the name is free.
    assert_eq!(store.revoke_session(first_session.id).await, Ok(true));
    assert_eq!(store.revoke_session(first_session.id).await, Ok(false));
    assert_eq!(make_second().await, Ok(()));
    assert_eq!(named().await, second.id);
    assert_eq!(store.account(first.id).await.unwrap().unwrap().name, "Ann");

    // The same applies when the session expires, but never to an account with a password.
    with.clock.advance(11);
    let (mut third, third_session) = guest("aNN", 10);
    third.kind = AccountKind::Account;
    third.password_hash = Some("a hash".to_owned());
    assert_eq!(store.create_account(third.clone(), third_session).await, Ok(()));
    with.clock.advance(11);
    let (fourth, fourth_session) = guest("ann", 10);
    assert_eq!(
        store.create_account(fourth, fourth_session).await,
        Err(StoreError::NameTaken)
    );
    let named = store.account_by_name("ann".to_owned()).await.unwrap().unwrap();
    assert_eq!(
        (named.account.id, named.password_hash.as_deref()),
        (third.id, Some("a hash"))
    );
    assert!(store.verify().await.unwrap().is_sound());
}

pub async fn a_guest_becomes_an_account<S: Store>(with: Fixture<S>) {
    let store = &with.store;
    let ann = player(&**store, "Ann", 10).await;
    player(&**store, "Bob", 10).await;
    let upgrade = |name: &str| store.upgrade_guest(ann, name.to_owned(), name.to_lowercase(), "a hash".to_owned());
    assert_eq!(upgrade("Bob").await, Err(StoreError::NameTaken));
    let account = upgrade("Anna").await.unwrap();
    assert_eq!(
        (account.id, account.kind, account.name.as_str()),
        (ann, AccountKind::Account, "Anna")
    );
    assert_eq!(upgrade("Ann").await, Err(StoreError::NoSuchAccount));
    assert_eq!(store.sessions_of(ann).await.unwrap().len(), 1);
    assert!(store.account_by_name("ann".to_owned()).await.unwrap().is_none());
}

pub async fn a_refresh_token_works_once<S: Store>(with: Fixture<S>) {
    let store = &with.store;
    let (account, mut session) = guest("Ann", 10);
    session.secret = SessionSecret::Refresh([1; 32]);
    store.create_account(account.clone(), session.clone()).await.unwrap();
    let rotate = |used: u8, next: u8| store.rotate_refresh([used; 32], [next; 32]);
    with.clock.advance(5);
    let later = with.clock.now() + jiff::SignedDuration::from_hours(10);

    assert_eq!(rotate(9, 2).await, Ok(Rotation::Unknown));
    let Ok(Rotation::Rotated(rotated)) = rotate(1, 2).await else {
        panic!("the first token is good")
    };
    assert_eq!(
        (rotated.id, rotated.account.id, rotated.expires_at),
        (session.id, account.id, later)
    );
    with.clock.advance(9);
    assert!(matches!(rotate(2, 3).await, Ok(Rotation::Rotated(_))));
    // By the thief, or by the victim after the thief: the second use ends the session for both.
    assert_eq!(rotate(2, 4).await, Ok(Rotation::Reused(session.id)));
    assert_eq!(rotate(3, 4).await, Ok(Rotation::Unknown));
    assert!(store.session(session.id).await.unwrap().unwrap().revoked);
    assert_eq!(store.sessions_of(account.id).await.unwrap(), []);

    let (other, mut session) = guest("Bob", 10);
    session.secret = SessionSecret::Refresh([5; 32]);
    store.create_account(other, session).await.unwrap();
    with.clock.advance(10);
    assert_eq!(rotate(5, 6).await, Ok(Rotation::Unknown), "expired");
}

pub async fn api_tokens_are_sessions<S: Store>(with: Fixture<S>) {
    let store = &with.store;
    let ann = player(&**store, "Ann", 10).await;
    let (mut bot, mut session) = guest("Bot", 10);
    bot.kind = AccountKind::Bot;
    bot.owner = Some(ann);
    session.secret = SessionSecret::Api([7; 32]);
    "laptop".clone_into(&mut session.label);
    store.create_account(bot.clone(), session.clone()).await.unwrap();
    let known = store.api_session([7; 32]).await.unwrap().unwrap();
    assert_eq!(
        (known.id, known.account.id, known.api, known.revoked),
        (session.id, bot.id, true, false)
    );
    assert_eq!((known.account.kind, known.account.owner), (AccountKind::Bot, Some(ann)));
    assert_eq!(store.api_session([8; 32]).await, Ok(None));
    let second = NewSession {
        id: SessionId::generate(),
        secret: SessionSecret::Api([8; 32]),
        ..session.clone()
    };
    store.create_session(second).await.unwrap();
    assert_eq!(store.sessions_of(bot.id).await.unwrap().len(), 2);
    store.revoke_session(session.id).await.unwrap();
    assert!(store.api_session([7; 32]).await.unwrap().unwrap().revoked);
    assert_eq!(store.sessions_of(bot.id).await.unwrap().len(), 1);
    let bots = store.bots_of(ann).await.unwrap();
    assert_eq!(bots.iter().map(|bot| bot.id).collect::<Vec<_>>(), [bot.id]);
}
