//! Tests of sessions from the first token to the last.

mod forged;

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicI64, Ordering};

use poker_base::idle::IdleSignal;
use poker_owner::pool::Piece;
use poker_program::PROGRAM;
use poker_store::{Before, DataFolder, SecretKey, SqliteStore, StoreOptions};

use super::bots::{BOTS_MAX, TOKENS_MAX};
use super::*;

const HOME: Network = Network::of(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)));

/// An authentication service with a store of its own and a clock that the test sets.
struct House {
    auth: Auth,
    store: Arc<SqliteStore>,
    keys: KeyRing,
    seconds: Arc<AtomicI64>,
    _folder: tempfile::TempDir,
}

impl House {
    async fn new() -> Self {
        Self::with(AuthLimits::NONE).await
    }

    async fn with(limits: AuthLimits) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let seconds = Arc::new(AtomicI64::new(1_800_000_000));
        let clock = WallClock::new({
            let seconds = Arc::clone(&seconds);
            move || Timestamp::from_second(seconds.load(Ordering::SeqCst)).unwrap()
        });
        let data = DataFolder::open(folder.path()).unwrap();
        let store = Arc::new(
            SqliteStore::open(data, clock.clone(), IdleSignal::always(), StoreOptions::of(PROGRAM))
                .await
                .unwrap(),
        );
        let keys = KeyRing::from(SecretKey::generate().unwrap());
        let config = AuthConfig {
            limits,
            ..AuthConfig::default()
        };
        let auth = Auth::new(Arc::clone(&store) as Arc<dyn Store>, &keys, config, clock)
            .await
            .unwrap();
        Self {
            auth,
            store,
            keys,
            seconds,
            _folder: folder,
        }
    }

    fn now(&self) -> i64 {
        self.seconds.load(Ordering::SeqCst)
    }

    fn pass(&self, seconds: i64) {
        self.seconds.fetch_add(seconds, Ordering::SeqCst);
    }

    async fn who(&self, token: &str) -> Result<AccountId, AuthError> {
        Ok(self.auth.verify_access(token).await?.account)
    }
}

#[tokio::test]
async fn a_guest_comes_in_and_is_known() {
    let house = House::new().await;
    let ann = house.auth.guest("Ann", HOME).await.unwrap();
    assert_eq!(
        (ann.identity.kind, ann.identity.name.as_str()),
        (AccountKind::Guest, "Ann")
    );
    assert_eq!(
        house.auth.verify_access(&ann.access_token).await,
        Ok(ann.identity.clone())
    );
    assert_eq!(house.auth.balance(ann.identity.account).await, Ok(Chips::new(10_000)));
    assert_eq!(house.auth.guest("aNN", HOME).await.err(), Some(AuthError::NameTaken));
    assert_eq!(
        house.auth.guest("A:nn", HOME).await.err(),
        Some(AuthError::NameSign(':'))
    );
    assert!(house.store.verify().await.unwrap().is_sound());
}

/// Two characters that are both visible. The message has to say which characters names may contain, or the refusal explains nothing.
#[tokio::test]
async fn a_refused_name_is_told_which_characters_names_have() {
    let house = House::new().await;
    let refusal = house.auth.guest("é♠", HOME).await.err().expect("refused");
    assert_eq!(
        refusal.to_string(),
        "a name has 2 to 20 letters, digits, single spaces and signs of ASCII such as - or _, but no colon, and not ♠"
    );
    assert!(house.auth.guest("éà", HOME).await.is_ok());
}

#[tokio::test]
async fn access_ends_after_minutes_and_is_renewed() {
    let house = House::new().await;
    let first = house.auth.guest("Ann", HOME).await.unwrap();
    house.pass(15 * 60 - 1);
    assert!(house.who(&first.access_token).await.is_ok());
    house.pass(1);
    assert_eq!(house.who(&first.access_token).await, Err(AuthError::ExpiredToken));

    let second = house.auth.refresh(&first.refresh_token, HOME).await.unwrap();
    assert_eq!(second.identity, first.identity);
    assert_ne!(second.refresh_token, first.refresh_token);
    assert!(house.who(&second.access_token).await.is_ok());
    // Renewed in time, a session lasts forever; left alone, it ends.
    house.pass(6 * 86_400);
    let third = house.auth.refresh(&second.refresh_token, HOME).await.unwrap();
    house.pass(6 * 86_400);
    let fourth = house.auth.refresh(&third.refresh_token, HOME).await.unwrap();
    house.pass(8 * 86_400);
    let over = house.auth.refresh(&fourth.refresh_token, HOME).await;
    assert_eq!(over.err(), Some(AuthError::InvalidToken));
}

#[tokio::test]
async fn tokens_of_the_key_before_are_good_until_its_time_ends() {
    let house = House::new().await;
    let before = house.auth.guest("Ada", HOME).await.unwrap();
    let mut keys = house.keys.clone();
    let at = |seconds| Timestamp::from_second(house.now() + seconds).unwrap();
    keys.rotate(SecretKey::generate().unwrap(), at(0), Before::Until(at(60)))
        .unwrap();
    let clock = WallClock::new({
        let seconds = Arc::clone(&house.seconds);
        move || Timestamp::from_second(seconds.load(Ordering::SeqCst)).unwrap()
    });
    let store = Arc::clone(&house.store) as Arc<dyn Store>;
    let auth = Auth::new(store, &keys, AuthConfig::default(), clock).await.unwrap();
    house.pass(59);
    let who = auth.verify_access(&before.access_token).await.unwrap();
    assert_eq!(who.account, before.identity.account);
    let after = auth.refresh(&before.refresh_token, HOME).await.unwrap();
    assert!(house.who(&after.access_token).await.is_err(), "the new key signs");
    house.pass(1);
    assert_eq!(
        auth.verify_access(&before.access_token).await.unwrap_err(),
        AuthError::InvalidToken,
        "its own time would be a quarter of an hour"
    );
    assert!(auth.verify_access(&after.access_token).await.is_ok());
}

#[tokio::test]
async fn a_stolen_refresh_token_ends_the_session_for_all() {
    let house = House::new().await;
    let mut revoked = house.auth.subscribe_revocations();
    let ann = house.auth.guest("Ann", HOME).await.unwrap();
    let thief = house.auth.refresh(&ann.refresh_token, HOME).await.unwrap();
    let victim = house.auth.refresh(&ann.refresh_token, HOME).await;
    assert_eq!(victim.err(), Some(AuthError::Revoked));
    assert_eq!(revoked.recv().await, Ok(ann.identity.session));
    assert_eq!(house.who(&thief.access_token).await, Err(AuthError::Revoked));
    let again = house.auth.refresh(&thief.refresh_token, HOME).await;
    assert_eq!(again.err(), Some(AuthError::InvalidToken));
}

#[tokio::test]
async fn logging_out_ends_access_at_once() {
    let house = House::new().await;
    let mut revoked = house.auth.subscribe_revocations();
    let ann = house.auth.guest("Ann", HOME).await.unwrap();
    house.auth.logout(ann.identity.session).await.unwrap();
    assert_eq!(revoked.recv().await, Ok(ann.identity.session));
    assert_eq!(house.who(&ann.access_token).await, Err(AuthError::Revoked));
    let refreshed = house.auth.refresh(&ann.refresh_token, HOME).await;
    assert_eq!(refreshed.err(), Some(AuthError::InvalidToken));
    // No one can sign in as that guest any more, so the name is free.
    assert!(house.auth.guest("Ann", HOME).await.is_ok());
}

#[tokio::test]
async fn passwords_let_in_and_tell_nothing() {
    let house = House::new().await;
    let ann = house.auth.register("Ann", "correct horse", None, HOME).await.unwrap();
    assert_eq!(ann.identity.kind, AccountKind::Account);
    let taken = house.auth.register("ann", "correct horse", None, HOME).await;
    assert_eq!(taken.err(), Some(AuthError::NameTaken));
    let weak = house.auth.register("Bob", "password123", None, HOME).await;
    assert_eq!(weak.err(), Some(AuthError::PasswordWeak));
    house.auth.guest("Guest", HOME).await.unwrap();

    let again = house.auth.login("ANN", "correct horse", HOME).await.unwrap();
    assert_eq!(again.identity.account, ann.identity.account);
    assert_ne!(again.identity.session, ann.identity.session);
    let long = "x".repeat(100_000);
    for (name, password) in [
        ("Ann", "correct horsf"),
        ("Ann", ""),
        ("Ann", long.as_str()),
        ("Nobody", "correct horse"),
        ("Guest", ""),
        ("Guest", "correct horse"),
        ("no:name", "correct horse"),
        ("Nobody", "nobody has this password"),
    ] {
        let refused = house.auth.login(name, password, HOME).await;
        assert_eq!(
            refused.err(),
            Some(AuthError::InvalidCredentials),
            "{name} {password:.20}"
        );
    }

    for session in [&ann, &again] {
        house.auth.logout(session.identity.session).await.unwrap();
    }
    assert_eq!(house.who(&ann.access_token).await, Err(AuthError::Revoked));
    assert_eq!(house.who(&again.access_token).await, Err(AuthError::Revoked));
    assert!(house.auth.login("Ann", "correct horse", HOME).await.is_ok());
}

#[tokio::test]
async fn a_guest_becomes_an_account_with_its_chips() {
    let house = House::new().await;
    let guest = house.auth.guest("Ann", HOME).await.unwrap();
    house
        .auth
        .top_up(&guest.identity, HOME, Some(Chips::new(5)), None)
        .await
        .unwrap();
    let upgraded = house
        .auth
        .register("Ann", "correct horse", Some(&guest.identity), HOME)
        .await
        .unwrap();
    assert_eq!(upgraded.identity.account, guest.identity.account);
    assert_eq!(
        house.auth.balance(upgraded.identity.account).await,
        Ok(Chips::new(10_005))
    );
    let known = house.auth.verify_access(&guest.access_token).await.unwrap();
    assert_eq!(known.kind, AccountKind::Account);
    let twice = house.auth.register("Anna", "correct horse", Some(&known), HOME).await;
    assert_eq!(twice.err(), Some(AuthError::Forbidden));
    let stale = house
        .auth
        .register("Anna", "correct horse", Some(&guest.identity), HOME)
        .await;
    assert_eq!(stale.err(), Some(AuthError::Revoked));
}

#[tokio::test]
async fn bots_come_with_tokens_of_their_owner() {
    let house = House::new().await;
    let ann = house.auth.guest("Ann", HOME).await.unwrap().identity;
    let bob = house.auth.guest("Bob", HOME).await.unwrap().identity;
    let bot = house
        .auth
        .create_bot_token(&ann, "Annbot", "laptop", HOME)
        .await
        .unwrap();
    assert_eq!(bot.identity.kind, AccountKind::Bot);
    assert_eq!(house.auth.verify_access(&bot.token).await, Ok(bot.identity.clone()));
    let stolen = house.auth.create_bot_token(&bob, "annBOT", "", HOME).await;
    assert_eq!(stolen.err(), Some(AuthError::NameTaken));
    let second = house
        .auth
        .create_bot_token(&ann, "Annbot", "server", HOME)
        .await
        .unwrap();
    assert_eq!(second.identity.account, bot.identity.account);
    let nested = house.auth.create_bot_token(&bot.identity, "Botbot", "", HOME).await;
    assert_eq!(nested.err(), Some(AuthError::Forbidden));

    let bots = house.auth.bots(&ann).await.unwrap();
    let labels: Vec<&str> = bots[0].tokens.iter().map(|token| token.label.as_str()).collect();
    assert_eq!((bots.len(), labels), (1, vec!["laptop", "server"]));
    let mut revoked = house.auth.subscribe_revocations();
    assert_eq!(
        house.auth.revoke_bot_token(&bob, bot.identity.session).await,
        Err(AuthError::Forbidden)
    );
    assert_eq!(
        house.auth.revoke_bot_token(&ann, ann.session).await,
        Err(AuthError::Forbidden)
    );
    assert_eq!(house.auth.revoke_bot_token(&ann, bot.identity.session).await, Ok(()));
    assert_eq!(revoked.recv().await, Ok(bot.identity.session));
    assert_eq!(house.who(&bot.token).await, Err(AuthError::Revoked));
    assert!(house.who(&second.token).await.is_ok());
    house.pass(366 * 86_400);
    assert_eq!(house.who(&second.token).await, Err(AuthError::ExpiredToken));
}

#[tokio::test]
async fn bots_and_tokens_are_counted() {
    let house = House::new().await;
    let ann = house.auth.guest("Ann", HOME).await.unwrap().identity;
    for number in 0..BOTS_MAX {
        let name = format!("Bot {number}");
        house.auth.create_bot_token(&ann, &name, "", HOME).await.unwrap();
    }
    let more = house.auth.create_bot_token(&ann, "One more", "", HOME).await;
    assert_eq!(more.err(), Some(AuthError::Forbidden));
    for _ in 1..TOKENS_MAX {
        house.auth.create_bot_token(&ann, "Bot 0", "", HOME).await.unwrap();
    }
    let more = house.auth.create_bot_token(&ann, "Bot 0", "", HOME).await;
    assert_eq!(more.err(), Some(AuthError::Forbidden));
}

#[tokio::test]
async fn a_bot_that_came_as_a_guest_is_flagged_and_fleeting() {
    let house = House::new().await;
    let bot = house
        .auth
        .guest_with_token("Robo", GuestKind::Program, HOME)
        .await
        .unwrap();
    assert_eq!(bot.identity.kind, AccountKind::Bot);
    assert_eq!(house.auth.verify_access(&bot.token).await, Ok(bot.identity.clone()));
    assert_eq!(house.auth.house_bot("Robo").await.err(), Some(AuthError::NameTaken));
    house.auth.logout(bot.identity.session).await.unwrap();
    let person = house
        .auth
        .guest_with_token("Robo", GuestKind::Person, HOME)
        .await
        .unwrap();
    assert_eq!(person.identity.kind, AccountKind::Guest);
}

#[tokio::test]
async fn a_bot_of_the_house_keeps_its_account_and_not_its_token() {
    let house = House::new().await;
    let first = house.auth.house_bot("Dealer Dan").await.unwrap();
    let second = house.auth.house_bot("Dealer Dan").await.unwrap();
    assert_eq!(first.identity.account, second.identity.account);
    assert_eq!(house.who(&first.token).await, Err(AuthError::Revoked));
    assert_eq!(house.who(&second.token).await, Ok(second.identity.account));
    assert_eq!(
        house.auth.guest("dealer dan", HOME).await.err(),
        Some(AuthError::NameTaken)
    );
}

#[tokio::test]
async fn attempts_are_limited_before_anything_is_hashed() {
    let rate = |burst| {
        Some(Rate {
            burst: NonZeroU32::new(burst).unwrap(),
            every: Duration::from_hours(1),
        })
    };
    let limits = AuthLimits {
        password_per_address: rate(3),
        password_per_name: rate(2),
        guests_per_address: rate(2),
        refreshes_per_address: rate(1),
    };
    let house = House::with(limits).await;
    let elsewhere = |last| Network::of([198, 51, 100, last].into());
    let limited = |error: Option<AuthError>| matches!(error, Some(AuthError::RateLimited { .. }));

    for _ in 0..2 {
        let wrong = house.auth.login("Ann", "wrong horse", HOME).await;
        assert_eq!(wrong.err(), Some(AuthError::InvalidCredentials));
    }
    let wrong = house.auth.login("Ann", "wrong horse", elsewhere(1)).await;
    assert_eq!(wrong.err(), Some(AuthError::InvalidCredentials), "of another network");
    assert!(
        limited(house.auth.login("Ann", "wrong horse", HOME).await.err()),
        "by name"
    );
    assert!(
        limited(house.auth.login("Bob", "wrong horse", HOME).await.err()),
        "by address"
    );
    assert!(
        limited(house.auth.register("Bob", "correct horse", None, HOME).await.err()),
        "by address"
    );
    assert!(
        house
            .auth
            .register("Bob", "correct horse", None, elsewhere(2))
            .await
            .is_ok()
    );

    let guest = house.auth.guest("G1", HOME).await.unwrap();
    house.auth.guest("G2", HOME).await.unwrap();
    assert!(limited(house.auth.guest("G3", HOME).await.err()));
    assert!(limited(
        house.auth.guest_with_token("G3", GuestKind::Program, HOME).await.err()
    ));
    assert!(house.auth.refresh(&guest.refresh_token, HOME).await.is_ok());
    assert!(limited(house.auth.refresh(&guest.refresh_token, HOME).await.err()));
}

#[tokio::test]
async fn play_money_has_a_daily_cap() {
    let house = House::new().await;
    let ann = house.auth.guest("Ann", HOME).await.unwrap().identity;
    let once = Some("t1".to_owned());
    for _ in 0..3 {
        let balance = house
            .auth
            .top_up(&ann, HOME, Some(Chips::new(4_000)), once.clone())
            .await;
        assert_eq!(balance, Ok(Chips::new(14_000)));
    }
    let left = Chips::new(6_000);
    let refused = house.auth.top_up(&ann, HOME, Some(Chips::new(6_001)), None).await;
    assert_eq!(refused, Err(AuthError::Store(StoreError::DailyCap { left })));
    house.pass(86_400);
    assert_eq!(house.auth.top_up(&ann, HOME, None, None).await, Ok(Chips::new(24_000)));
    let sum = house.store.verify().await.unwrap();
    assert!(sum.is_sound() && sum.ledger_sum == 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_strangers_keeps_nobody_out_who_was_here_before() {
    let open = AuthLimits {
        password_per_address: None,
        password_per_name: None,
        guests_per_address: None,
        refreshes_per_address: None,
    };
    let house = Arc::new(House::with(open).await);
    house.auth.register("ann", "correct horse", None, HOME).await.unwrap();
    let held = house.auth.config.pool.hold(Piece::Short).await;
    let flood: Vec<_> = (0..300_u16)
        .map(|stranger| {
            let house = Arc::clone(&house);
            let [high, low] = stranger.to_be_bytes();
            let from = Network::of([203, 0, high, low].into());
            tokio::spawn(async move { house.auth.login("ann", "wrong horse", from).await.err() })
        })
        .collect();
    // All logins have arrived once all but those allowed to wait have been turned away.
    let away = || flood.iter().filter(|login| login.is_finished()).count();
    while away() < 300 - poker_owner::pool::SHORT_WAITING {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let home = {
        let house = Arc::clone(&house);
        tokio::spawn(async move { house.auth.login("ann", "correct horse", HOME).await })
    };
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(!home.is_finished(), "it waits, and is not refused");
    drop(held);
    home.await.unwrap().expect("the right password from home");
    for login in flood {
        let error = login.await.unwrap();
        assert!(
            matches!(error, Some(AuthError::Busy | AuthError::InvalidCredentials)),
            "{error:?}"
        );
    }
}
