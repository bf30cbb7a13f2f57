//! Tests for every implementation of [`Store`]. An implementation runs them with `store_suite!`.

#![expect(missing_docs, reason = "the names of the tests say what they hold")]
// `expect` would not hold: in the tests of this crate clippy allows the same.
#![allow(
    clippy::unwrap_used,
    clippy::wildcard_imports,
    reason = "tests, which another crate may run"
)]

mod accounts;
mod journal;
mod people;
mod tournaments;
mod witness;

use std::sync::Arc;

use jiff::Timestamp;
use poker_engine::Chips;
use tokio::sync::mpsc;

pub use self::accounts::*;
pub use self::journal::*;
pub use self::people::*;
pub use self::tournaments::*;
pub use self::witness::*;
use super::*;

/// A store for a single test, with a clock that the test moves.
pub struct Fixture<S> {
    pub store: Arc<S>,
    pub clock: TestClock,
    pub folder: tempfile::TempDir,
}

/// A clock that stands still until it is moved.
#[derive(Clone)]
pub struct TestClock(Arc<std::sync::atomic::AtomicI64>);

impl Default for TestClock {
    /// Two hours before midnight, UTC.
    fn default() -> Self {
        let start: Timestamp = "2026-03-01T22:00:00Z".parse().unwrap();
        Self(Arc::new(start.as_millisecond().into()))
    }
}

impl TestClock {
    pub fn now(&self) -> Timestamp {
        Timestamp::from_millisecond(self.0.load(std::sync::atomic::Ordering::SeqCst)).unwrap()
    }

    pub fn advance(&self, hours: i64) {
        self.0.fetch_add(hours * 3_600_000, std::sync::atomic::Ordering::SeqCst);
    }

    pub fn wall(&self) -> WallClock {
        let clock = self.clone();
        WallClock::new(move || clock.now())
    }
}

/// Runs every test of the suite on fixtures that `$fresh` makes.
#[macro_export]
macro_rules! store_suite {
    ($fresh:path: $($test:ident),+ $(,)?) => {
        $(
            #[tokio::test]
            async fn $test() {
                $crate::suite::$test($fresh().await).await;
            }
        )+
    };
    ($fresh:path) => {
        $crate::store_suite! { $fresh:
            steps_come_back_since_the_last_snapshot,
            an_empty_table_comes_back,
            a_stale_owner_cannot_write,
            a_closed_table_cannot_be_written,
            a_failed_step_fails_those_behind_it_and_no_other_table,
            chips_move_with_the_step_or_not_at_all,
            a_request_is_answered_once,
            a_hand_is_told_to_those_who_played_it,
            a_line_has_the_gist_and_the_own_cards,
            a_link_leads_to_its_hand_alone,
            history_comes_in_pages,
            grants_stop_at_the_cap_of_the_day,
            the_faucet_gives_shares_of_the_day,
            names_belong_to_one_live_account,
            a_guest_becomes_an_account,
            a_refresh_token_works_once,
            api_tokens_are_sessions,
            an_act_and_its_line_are_written_once,
            a_ban_ends_and_a_refresh_token_outlives_it,
            a_deleted_account_leaves_the_ledger_whole,
            the_chat_goes_after_seven_days,
            connections_are_kept_for_thirty_days,
            no_account_takes_the_record_of_connections_from_others,
            the_steps_of_a_hand_are_found_among_others,
            random_transfers_add_up,
            a_closed_store_refuses,
            owners_are_made_all_or_none,
            a_tournament_holds_what_its_entrants_paid,
            an_entry_without_the_chips_changes_nothing,
            an_entry_is_made_once,
            thousands_are_paid_in_one_step,
            a_step_moves_chips_of_its_own_owner_alone,
            an_overlay_is_charged_to_no_player,
            an_overlay_knows_no_limit_of_the_day,
            what_came_of_a_tournament_stays_when_it_is_closed,
            a_pool_goes_back_to_those_who_paid,
            what_was_told_is_read_for_many_at_once,
        }
    };
}

/// The next step of a table.
pub fn step(table: &StoredTable, number: u64, kind: StepKind) -> Step {
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
        network: None,
        answer: None,
        hand_end: None,
    }
}

/// Queues steps and waits for all their notices.
pub async fn append<S: Store>(store: &S, steps: Vec<Step>) -> Vec<DurableNotice> {
    let journal = store.journal();
    let (done, mut notices) = mpsc::unbounded_channel();
    let count = steps.len();
    for step in steps {
        journal.append(Box::new(step), done.clone()).unwrap();
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

/// Asserts that the only step was refused.
fn assert_refused(notices: &[DurableNotice]) {
    let refused = |error: &StepError| matches!(error, StepError::Refused(_));
    assert!(
        matches!(notices, [DurableNotice::Failed { error, .. }] if refused(error)),
        "{notices:?}"
    );
}

/// Name of the program that the tests are.
pub const PROGRAM: &str = "0.1.0+5eed5eed";

/// A step as it is read back.
pub fn row(step: &Step) -> JournalRow {
    JournalRow::of(step, PROGRAM)
}

/// A new account with chips. Every name must be different.
pub async fn player<S: Store>(store: &S, name: &str, chips: u64) -> AccountId {
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
        network: None,
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
