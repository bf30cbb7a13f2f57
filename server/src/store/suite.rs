//! What holds for every implementation of [`Store`](super::Store). An implementation runs it with `store_suite!`.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::Timestamp;
use poker_engine::Chips;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use tokio::sync::mpsc;

use super::*;

/// A store of a test's own, with a clock that the test moves.
pub(super) struct Fixture<S> {
    pub(super) store: Arc<S>,
    pub(super) clock: TestClock,
    pub(super) folder: tempfile::TempDir,
}

/// A clock that stands still until it is moved.
#[derive(Clone)]
pub(super) struct TestClock(Arc<std::sync::atomic::AtomicI64>);

impl TestClock {
    /// Two hours before midnight, UTC.
    pub(super) fn new() -> Self {
        let start: Timestamp = "2026-03-01T22:00:00Z".parse().unwrap();
        Self(Arc::new(start.as_millisecond().into()))
    }

    pub(super) fn now(&self) -> Timestamp {
        Timestamp::from_millisecond(self.0.load(std::sync::atomic::Ordering::SeqCst)).unwrap()
    }

    pub(super) fn advance(&self, hours: i64) {
        self.0.fetch_add(hours * 3_600_000, std::sync::atomic::Ordering::SeqCst);
    }

    pub(super) fn wall(&self) -> WallClock {
        let clock = self.clone();
        WallClock::new(move || clock.now())
    }
}

/// Every test of the suite, on fixtures that `$fresh` makes.
macro_rules! store_suite {
    ($fresh:path: $($test:ident),+ $(,)?) => {
        $(
            #[tokio::test]
            async fn $test() {
                $crate::store::suite::$test($fresh().await).await;
            }
        )+
    };
    ($fresh:path) => {
        store_suite! { $fresh:
            steps_come_back_since_the_last_snapshot,
            an_empty_table_comes_back,
            a_stale_owner_cannot_write,
            a_closed_table_cannot_be_written,
            a_failed_step_fails_those_behind_it_and_no_other_table,
            chips_move_with_the_step_or_not_at_all,
            a_request_is_answered_once,
            a_hand_is_told_to_those_who_played_it,
            history_comes_in_pages,
            grants_stop_at_the_cap_of_the_day,
            names_belong_to_one_live_account,
            a_guest_becomes_an_account,
            a_refresh_token_works_once,
            api_tokens_are_sessions,
            random_transfers_add_up,
            a_closed_store_refuses,
        }
    };
}
pub(super) use store_suite;

/// The next step of a table.
pub(super) fn step(table: &StoredTable, number: u64, kind: StepKind) -> Step {
    Step {
        table: table.id,
        epoch: table.epoch,
        step: number,
        format: 1,
        first_seq: number * 3,
        hand_no: (kind == StepKind::Hand).then_some(number / 10 + 1),
        kind,
        command: format!("command {number}").into_bytes(),
        events: format!("events {number}").into_bytes(),
        secret: Some(format!("secret {number}").into_bytes()),
        transfers: Vec::new(),
        answer: None,
        hand_end: None,
    }
}

/// Queues steps and waits for all their notices.
pub(super) async fn append<S: Store>(store: &S, steps: Vec<Step>) -> Vec<DurableNotice> {
    let journal = store.journal();
    let (done, mut notices) = mpsc::unbounded_channel();
    let count = steps.len();
    for step in steps {
        journal.append(step, done.clone()).unwrap();
    }
    drop(done);
    let mut told = Vec::with_capacity(count);
    while let Some(notice) = notices.recv().await {
        told.push(notice);
    }
    assert_eq!(told.len(), count);
    told
}

fn durable(steps: impl IntoIterator<Item = u64>) -> Vec<DurableNotice> {
    steps.into_iter().map(|step| DurableNotice::Durable { step }).collect()
}

fn failed(step: u64, error: StepError) -> DurableNotice {
    DurableNotice::Failed { step, error }
}

/// A new account with chips. Every name is another one.
/// The only step was refused.
fn assert_refused(notices: &[DurableNotice]) {
    let refused = |error: &StepError| matches!(error, StepError::Refused(_));
    assert!(
        matches!(notices, [DurableNotice::Failed { error, .. }] if refused(error)),
        "{notices:?}"
    );
}

/// A step as it is read back.
pub(crate) fn row(step: &Step) -> JournalRow {
    JournalRow {
        epoch: step.epoch,
        step: step.step,
        format: step.format,
        first_seq: step.first_seq,
        hand_no: step.hand_no,
        kind: step.kind,
        command: step.command.clone(),
        events: step.events.clone(),
        secret: step.secret.clone(),
    }
}

pub(super) async fn player<S: Store>(store: &S, name: &str, chips: u64) -> AccountId {
    let (account, session) = guest(name, chips);
    store.create_account(account.clone(), session).await.unwrap();
    account.id
}

fn guest(name: &str, chips: u64) -> (NewAccount, NewSession) {
    let account = NewAccount {
        id: AccountId::generate(),
        kind: AccountKind::Guest,
        name: name.to_owned(),
        name_key: name.to_lowercase(),
        password_hash: None,
        owner: None,
        house: false,
        grant: Chips::new(chips),
    };
    let session = NewSession {
        id: SessionId::generate(),
        account: account.id,
        label: "a test".to_owned(),
        secret: SessionSecret::Refresh(rand::random()),
        ttl: jiff::SignedDuration::from_hours(10),
    };
    (account, session)
}

const CONFIG: &str = r#"{"game":"holdem"}"#;

pub(super) async fn steps_come_back_since_the_last_snapshot<S: Store>(with: Fixture<S>) {
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    assert_eq!((table.epoch, table.last_step, table.tail.len()), (1, 0, 0));
    let steps: Vec<Step> = (1..=200)
        .map(|number| {
            let kind = if number == 190 {
                StepKind::Snapshot
            } else {
                StepKind::Hand
            };
            step(&table, number, kind)
        })
        .collect();
    assert_eq!(append(&*with.store, steps.clone()).await, durable(1..=200));

    let again = with.store.claim_table(table.id).await.unwrap();
    assert_eq!((again.epoch, again.last_step), (2, 200));
    assert_eq!(again.config, CONFIG);
    let expected: Vec<JournalRow> = steps[189..].iter().map(row).collect();
    assert_eq!(again.tail, expected);

    // The chain goes on across owners, and without a secret.
    let mut next = step(&again, 201, StepKind::Table);
    next.secret = None;
    assert_eq!(append(&*with.store, vec![next]).await, durable([201]));
    let last = with.store.load_tables().await.unwrap().remove(0).1.unwrap();
    assert_eq!((last.epoch, last.tail.len()), (3, 12));
    assert_eq!(last.tail[11].secret, None);
    assert!(with.store.verify().await.unwrap().is_sound());
}

pub(super) async fn an_empty_table_comes_back<S: Store>(with: Fixture<S>) {
    let first = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let second = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    assert_ne!(first.id, second.id);
    let listed: Vec<TableId> = with
        .store
        .tables()
        .await
        .unwrap()
        .into_iter()
        .map(|info| info.id)
        .collect();
    assert_eq!(listed, [first.id, second.id]);
    let loaded = with.store.load_tables().await.unwrap();
    for ((id, table), created) in loaded.into_iter().zip([first, second]) {
        assert_eq!(id, created.id);
        assert_eq!(table, Ok(StoredTable { epoch: 2, ..created }));
    }
    let refused = with.store.create_table("no JSON".to_owned()).await;
    assert!(matches!(refused, Err(StoreError::Database(_))), "{refused:?}");
}

pub(super) async fn a_stale_owner_cannot_write<S: Store>(with: Fixture<S>) {
    let old = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    assert_eq!(
        append(&*with.store, vec![step(&old, 1, StepKind::Hand)]).await,
        durable([1])
    );
    let new = with.store.claim_table(old.id).await.unwrap();
    let stale = append(
        &*with.store,
        vec![step(&old, 2, StepKind::Hand), step(&old, 3, StepKind::Hand)],
    )
    .await;
    assert_eq!(stale, [failed(2, StepError::Fenced), failed(3, StepError::Fenced)]);
    assert_eq!(
        append(&*with.store, vec![step(&new, 2, StepKind::Hand)]).await,
        durable([2])
    );
    let mut nobody = step(&new, 1, StepKind::Hand);
    nobody.table = TableId(99);
    assert_eq!(append(&*with.store, vec![nobody]).await, [failed(1, StepError::Fenced)]);
    assert_eq!(
        with.store.claim_table(TableId(99)).await,
        Err(StoreError::NoSuchTable(TableId(99)))
    );
    assert!(with.store.verify().await.unwrap().is_sound());
}

pub(super) async fn a_closed_table_cannot_be_written<S: Store>(with: Fixture<S>) {
    let account = player(&*with.store, "Ann", 100).await;
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let mut sit = step(&table, 1, StepKind::Table);
    sit.transfers = vec![Transfer::buy_in(account, table.id, Chips::new(40))];
    let mut leave = step(&table, 2, StepKind::Table);
    leave.transfers = vec![Transfer::cash_out(account, table.id, Chips::new(40))];
    assert_eq!(append(&*with.store, vec![sit]).await, durable([1]));
    assert_eq!(
        with.store.close_table(table.id, 1).await,
        Err(StoreError::TableHoldsChips(table.id))
    );
    assert_eq!(append(&*with.store, vec![leave]).await, durable([2]));
    assert_eq!(
        with.store.close_table(table.id, 7).await,
        Err(StoreError::Fenced(table.id))
    );
    assert_eq!(with.store.close_table(table.id, 1).await, Ok(()));
    assert_eq!(
        append(&*with.store, vec![step(&table, 3, StepKind::Table)]).await,
        [failed(3, StepError::Fenced)]
    );
    assert_eq!(with.store.load_tables().await.unwrap(), []);
    assert_eq!(
        with.store.claim_table(table.id).await,
        Err(StoreError::NoSuchTable(table.id))
    );
}

pub(super) async fn a_failed_step_fails_those_behind_it_and_no_other_table<S: Store>(with: Fixture<S>) {
    let account = player(&*with.store, "Ann", 100).await;
    let poor = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let other = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let journal = with.store.journal();
    let (poor_done, mut poor_notices) = mpsc::unbounded_channel();
    let (other_done, mut other_notices) = mpsc::unbounded_channel();
    for number in 1..=3 {
        let mut risky = step(&poor, number, StepKind::Table);
        if number == 2 {
            risky.transfers = vec![Transfer::buy_in(account, poor.id, Chips::new(101))];
        }
        journal.append(risky, poor_done.clone()).unwrap();
        journal
            .append(step(&other, number, StepKind::Hand), other_done.clone())
            .unwrap();
    }
    let mut told = Vec::new();
    poor_notices.recv_many(&mut told, 1).await;
    poor_notices.recv_many(&mut told, 1).await;
    poor_notices.recv_many(&mut told, 1).await;
    let insufficient = StepError::Insufficient {
        account: LedgerAccount::Player(account),
    };
    let expected = [
        DurableNotice::Durable { step: 1 },
        failed(2, insufficient),
        failed(3, StepError::OutOfOrder { expected: 2 }),
    ];
    assert_eq!(told, expected);
    for number in 1..=3 {
        assert_eq!(
            other_notices.recv().await,
            Some(DurableNotice::Durable { step: number })
        );
    }
    let reloaded = with.store.claim_table(poor.id).await.unwrap();
    assert_eq!((reloaded.last_step, reloaded.escrow), (1, Chips::ZERO));
    assert_eq!(
        append(&*with.store, vec![step(&reloaded, 2, StepKind::Table)]).await,
        durable([2])
    );
    assert!(with.store.verify().await.unwrap().is_sound());
}

pub(super) async fn chips_move_with_the_step_or_not_at_all<S: Store>(with: Fixture<S>) {
    let ann = player(&*with.store, "Ann", 100).await;
    let bob = player(&*with.store, "Bob", 50).await;
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let mut sit = step(&table, 1, StepKind::Table);
    sit.transfers = vec![
        Transfer::buy_in(ann, table.id, Chips::new(100)),
        Transfer::buy_in(bob, table.id, Chips::new(20)),
    ];
    assert_eq!(append(&*with.store, vec![sit]).await, durable([1]));
    assert_eq!(with.store.balance(ann).await, Ok(Chips::ZERO));
    assert_eq!(with.store.balance(bob).await, Ok(Chips::new(30)));
    assert_eq!(with.store.escrow(table.id).await, Ok(Chips::new(120)));

    // One of two movements is impossible: neither happens, and the step is not written.
    let mut greedy = step(&table, 2, StepKind::Table);
    greedy.transfers = vec![
        Transfer::buy_in(bob, table.id, Chips::new(30)),
        Transfer::cash_out(ann, table.id, Chips::new(151)),
    ];
    let escrow = LedgerAccount::Table(table.id);
    assert_eq!(
        append(&*with.store, vec![greedy]).await,
        [failed(2, StepError::Insufficient { account: escrow })]
    );
    assert_eq!(with.store.balance(bob).await, Ok(Chips::new(30)));

    let mut nobody = step(&table, 2, StepKind::Table);
    nobody.transfers = vec![Transfer::cash_out(AccountId::generate(), table.id, Chips::new(1))];
    let refused = append(&*with.store, vec![nobody]).await;
    assert_refused(&refused);

    let mut leave = step(&table, 2, StepKind::Table);
    leave.transfers = vec![Transfer::cash_out(ann, table.id, Chips::new(120))];
    assert_eq!(append(&*with.store, vec![leave]).await, durable([2]));
    assert_eq!(with.store.balance(ann).await, Ok(Chips::new(120)));
    let report = with.store.verify().await.unwrap();
    assert!(report.is_sound(), "{report:?}");
    assert_eq!((report.ledger_sum, report.transfers, report.steps), (0, 5, 2));
}

pub(super) async fn a_request_is_answered_once<S: Store>(with: Fixture<S>) {
    let ann = player(&*with.store, "Ann", 100).await;
    let bob = player(&*with.store, "Bob", 100).await;
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let rebuy = |number, account, body: &str| {
        let mut rebuy = step(&table, number, StepKind::Table);
        rebuy.transfers = vec![Transfer::buy_in(account, table.id, Chips::new(10))];
        rebuy.answer = Some(Answer {
            account,
            request_id: "r1".to_owned(),
            body: body.to_owned(),
        });
        rebuy
    };
    assert_eq!(with.store.answer(ann, "r1".to_owned()).await, Ok(None));
    assert_eq!(append(&*with.store, vec![rebuy(1, ann, "first")]).await, durable([1]));
    assert_eq!(
        append(&*with.store, vec![rebuy(2, ann, "second")]).await,
        [failed(2, StepError::Answered)]
    );
    assert_eq!(append(&*with.store, vec![rebuy(2, bob, "his")]).await, durable([2]));
    assert_eq!(
        with.store.answer(ann, "r1".to_owned()).await,
        Ok(Some("first".to_owned()))
    );
    assert_eq!(
        with.store.answer(bob, "r1".to_owned()).await,
        Ok(Some("his".to_owned()))
    );
    assert_eq!(with.store.balance(ann).await, Ok(Chips::new(90)));
}

pub(super) fn hand(clock: &TestClock, hand_no: u64, players: &[AccountId]) -> HandRecord {
    HandRecord {
        hand_no,
        game: "holdem".to_owned(),
        started_at: clock.now(),
        ended_at: clock.now(),
        participants: players
            .iter()
            .map(|account| ParticipantRecord {
                account: *account,
                private: Some(format!("cards of {account}")),
            })
            .collect(),
        public: format!("public {hand_no}"),
    }
}

pub(super) async fn a_hand_is_told_to_those_who_played_it<S: Store>(with: Fixture<S>) {
    let ann = player(&*with.store, "Ann", 0).await;
    let bob = player(&*with.store, "Bob", 0).await;
    let eve = player(&*with.store, "Eve", 0).await;
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let mut end = step(&table, 1, StepKind::Hand);
    end.hand_end = Some(hand(&with.clock, 7, &[ann, bob]));
    assert_eq!(append(&*with.store, vec![end.clone()]).await, durable([1]));

    let seen = with.store.hand(table.id, 7, Some(ann)).await.unwrap().unwrap();
    assert_eq!(seen.private, Some(format!("cards of {ann}")));
    assert_eq!((seen.public.as_str(), seen.game.as_str()), ("public 7", "holdem"));
    assert_eq!(seen.ended_at, with.clock.now());
    assert_eq!(with.store.hand(table.id, 7, Some(eve)).await, Ok(None));
    assert_eq!(with.store.hand(table.id, 8, Some(ann)).await, Ok(None));
    let public = with.store.hand(table.id, 7, None).await.unwrap().unwrap();
    assert_eq!((public.public.as_str(), public.private), ("public 7", None));

    // The same hand cannot end twice.
    end.step = 2;
    let refused = append(&*with.store, vec![end]).await;
    assert_refused(&refused);
}

pub(super) async fn history_comes_in_pages<S: Store>(with: Fixture<S>) {
    let ann = player(&*with.store, "Ann", 0).await;
    let bob = player(&*with.store, "Bob", 0).await;
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let ends = (1..=5).map(|number| {
        let mut end = step(&table, number, StepKind::Hand);
        let players: &[AccountId] = if number == 3 { &[bob] } else { &[ann, bob] };
        end.hand_end = Some(hand(&with.clock, number, players));
        end
    });
    assert_eq!(append(&*with.store, ends.collect()).await, durable(1..=5));
    let numbers = |lines: &[HandLine]| lines.iter().map(|line| line.hand_no).collect::<Vec<_>>();
    let first = with.store.hands_of(ann, None, 3).await.unwrap();
    assert_eq!(numbers(&first), [5, 4, 2]);
    let second = with.store.hands_of(ann, Some(first[2].cursor), 3).await.unwrap();
    assert_eq!(numbers(&second), [1]);
    assert_eq!(
        numbers(&with.store.hands_of(bob, None, 9).await.unwrap()),
        [5, 4, 3, 2, 1]
    );
}

pub(super) async fn grants_stop_at_the_cap_of_the_day<S: Store>(with: Fixture<S>) {
    let ann = player(&*with.store, "Ann", 500).await;
    let cap = Chips::new(100);
    let store = &with.store;
    // A hundred at once: ten chips each, so that ten get through.
    let asked = (0..100).map(|number| store.top_up(ann, Some(Chips::new(10)), cap, Some(format!("t{number}"))));
    let granted = futures_util::future::join_all(asked).await;
    let refused = granted
        .iter()
        .filter(|result| **result == Err(StoreError::DailyCap { left: Chips::ZERO }))
        .count();
    assert_eq!(granted.iter().filter(|result| result.is_ok()).count(), 10);
    assert_eq!(refused, 90);
    assert_eq!(store.balance(ann).await, Ok(Chips::new(600)));

    with.clock.advance(1);
    let left = Chips::ZERO;
    assert_eq!(
        store.top_up(ann, Some(cap), cap, None).await,
        Err(StoreError::DailyCap { left })
    );
    with.clock.advance(1);
    assert_eq!(
        store
            .top_up(ann, Some(Chips::new(101)), cap, Some("much".to_owned()))
            .await,
        Err(StoreError::DailyCap { left: cap })
    );
    // What was refused can be asked again; what was granted is not granted twice.
    for _ in 0..3 {
        assert_eq!(
            store
                .top_up(ann, Some(Chips::new(60)), cap, Some("much".to_owned()))
                .await,
            Ok(Chips::new(660))
        );
    }
    assert_eq!(store.top_up(ann, None, cap, None).await, Ok(Chips::new(700)));
    assert_eq!(
        store.top_up(ann, None, cap, None).await,
        Err(StoreError::DailyCap { left })
    );
    assert_eq!(
        store.top_up(AccountId::generate(), None, cap, None).await,
        Err(StoreError::NoSuchAccount)
    );
    assert!(store.verify().await.unwrap().is_sound());
}

pub(super) async fn names_belong_to_one_live_account<S: Store>(with: Fixture<S>) {
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
    assert_eq!(
        store
            .account_by_name("ann".to_owned())
            .await
            .unwrap()
            .unwrap()
            .account
            .id,
        first.id
    );

    // Logged out, a guest can never come back: the name is free.
    assert_eq!(store.revoke_session(first_session.id).await, Ok(true));
    assert_eq!(store.revoke_session(first_session.id).await, Ok(false));
    assert_eq!(make_second().await, Ok(()));
    assert_eq!(
        store
            .account_by_name("ann".to_owned())
            .await
            .unwrap()
            .unwrap()
            .account
            .id,
        second.id
    );
    assert_eq!(store.account(first.id).await.unwrap().unwrap().name, "Ann");

    // The same when the session ran out, but never for an account with a password.
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

pub(super) async fn a_guest_becomes_an_account<S: Store>(with: Fixture<S>) {
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

pub(super) async fn a_refresh_token_works_once<S: Store>(with: Fixture<S>) {
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
    // The thief, or the victim behind the thief: whoever comes second ends the session for both.
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

pub(super) async fn api_tokens_are_sessions<S: Store>(with: Fixture<S>) {
    let store = &with.store;
    let ann = player(&**store, "Ann", 10).await;
    let (mut bot, mut session) = guest("Bot", 10);
    bot.kind = AccountKind::Bot;
    bot.owner = Some(ann);
    session.secret = SessionSecret::Api([7; 32]);
    session.label = "laptop".to_owned();
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

/// Whatever is asked, the model and the ledger agree, and the sum is zero.
pub(super) async fn random_transfers_add_up<S: Store>(with: Fixture<S>) {
    let mut players = Vec::new();
    for name in ["Ann", "Bob", "Eve"] {
        players.push(player(&*with.store, name, 1000).await);
    }
    let mut tables = Vec::new();
    for _ in 0..2 {
        tables.push(with.store.create_table(CONFIG.to_owned()).await.unwrap());
    }
    let moves = proptest::collection::vec((0..3_usize, 0..2_usize, proptest::bool::ANY, 1..600_u64), 200);
    let mut runner = TestRunner::deterministic();
    let moves = moves.new_tree(&mut runner).unwrap().current();

    let mut stacks: HashMap<(usize, usize), u64> = HashMap::new();
    let mut wallets = [1000_u64; 3];
    let mut last = [0_u64; 2];
    let mut refused = 0;
    for (who, at, bring, amount) in moves {
        let table = &tables[at];
        let mut next = step(table, last[at] + 1, StepKind::Table);
        let stack = stacks.entry((who, at)).or_default();
        let escrow: u64 = *stack;
        let (possible, transfer) = if bring {
            (
                wallets[who] >= amount,
                Transfer::buy_in(players[who], table.id, Chips::new(amount)),
            )
        } else {
            (
                escrow >= amount,
                Transfer::cash_out(players[who], table.id, Chips::new(amount)),
            )
        };
        // The escrow is one account for all seats: a stack that is too small is the table's to refuse.
        if !bring && !possible {
            continue;
        }
        next.transfers = vec![transfer];
        let told = append(&*with.store, vec![next]).await;
        if possible {
            assert_eq!(told, durable([last[at] + 1]));
            last[at] += 1;
            if bring {
                wallets[who] -= amount;
                *stack += amount;
            } else {
                wallets[who] += amount;
                *stack -= amount;
            }
        } else {
            let account = LedgerAccount::Player(players[who]);
            assert_eq!(told, [failed(last[at] + 1, StepError::Insufficient { account })]);
            refused += 1;
        }
    }
    assert!(
        refused > 10 && last.iter().sum::<u64>() > 50,
        "the moves are too tame: {refused} refused, {last:?}"
    );
    for (who, wallet) in wallets.into_iter().enumerate() {
        assert_eq!(with.store.balance(players[who]).await, Ok(Chips::new(wallet)));
    }
    for (at, table) in tables.iter().enumerate() {
        let stacks: u64 = (0..3).map(|who| stacks.get(&(who, at)).copied().unwrap_or(0)).sum();
        assert_eq!(with.store.escrow(table.id).await, Ok(Chips::new(stacks)));
    }
    let report = with.store.verify().await.unwrap();
    assert!(report.is_sound(), "{report:?}");
    assert_eq!(report.ledger_sum, 0);
}

pub(super) async fn a_closed_store_refuses<S: Store>(with: Fixture<S>) {
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let journal = with.store.journal();
    let (done, mut notices) = mpsc::unbounded_channel();
    for number in 1..=20 {
        journal
            .append(step(&table, number, StepKind::Hand), done.clone())
            .unwrap();
    }
    with.store.close().await;
    for number in 1..=20 {
        assert_eq!(notices.recv().await, Some(DurableNotice::Durable { step: number }));
    }
    let late = journal.append(step(&table, 21, StepKind::Hand), done);
    assert_eq!(late, Err(AppendError::Closed));
    assert!(matches!(
        with.store.create_table(CONFIG.to_owned()).await,
        Err(StoreError::Stopped(_))
    ));
    drop(with.folder);
}
