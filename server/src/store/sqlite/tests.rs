//! What holds for SQLite in particular: the lock, the files, faults of the disk, tampering.

use std::path::Path;

use futures_util::FutureExt;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor};

use super::group::{self, GroupWriter, StepRecord};
use super::*;
use crate::store::suite::{self, Fixture, TestClock, append, player, step, store_suite};
use crate::store::{DurableNotice, Lull, PROGRAM, StepError, StepKind, Store, StoredTable, TableId, Transfer};
use poker_engine::Chips;

store_suite!(fresh);

pub(super) const CONFIG: &str = r#"{"game":"holdem"}"#;

pub(super) async fn fresh() -> Fixture<SqliteStore> {
    fresh_with(StoreOptions::default()).await
}

pub(super) async fn fresh_with(options: StoreOptions) -> Fixture<SqliteStore> {
    let folder = tempfile::tempdir().unwrap();
    let clock = TestClock::new();
    let data = DataFolder::open(folder.path()).unwrap();
    let store = SqliteStore::open(data, clock.wall(), Lull::always(), options).await;
    let store = Arc::new(store.unwrap());
    Fixture { store, clock, folder }
}

pub(super) async fn open(path: &Path, clock: &TestClock) -> Result<SqliteStore, StoreError> {
    SqliteStore::open(
        DataFolder::open(path)?,
        clock.wall(),
        Lull::always(),
        StoreOptions::default(),
    )
    .await
}

/// The database behind the store's back.
pub(super) async fn behind(path: &Path) -> SqliteConnection {
    SqliteConnectOptions::new()
        .filename(path.join("poker.db"))
        .connect()
        .await
        .unwrap()
}

/// A table with some steps, chips and a finished hand's worth of secrets.
async fn play(with: &Fixture<SqliteStore>) -> StoredTable {
    let ann = player(&*with.store, "Ann", 1000).await;
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let mut steps: Vec<_> = (1..=9).map(|number| step(&table, number, StepKind::Hand)).collect();
    steps[0].transfers = vec![Transfer::buy_in(ann, table.id, Chips::new(300))];
    steps[5].transfers = vec![Transfer::cash_out(ann, table.id, Chips::new(100))];
    // Groups of one, two and more.
    let rest = steps.split_off(3);
    for steps in [steps.drain(..1).collect(), steps, rest] {
        append(&*with.store, steps).await;
    }
    table
}

#[tokio::test]
async fn a_second_server_is_refused_until_the_first_is_gone() {
    let with = fresh().await;
    for _ in 0..3 {
        let process = std::process::id().to_string();
        let second = DataFolder::open(with.folder.path());
        assert_eq!(second.unwrap_err(), StoreError::Locked(Some(process)));
    }
    with.store.close().await;
    let Fixture { store, clock, folder } = with;
    drop(store);
    assert!(open(folder.path(), &clock).await.is_ok());
}

#[tokio::test]
async fn what_was_durable_is_there_after_a_crash() {
    let with = fresh().await;
    let table = play(&with).await;
    // What a killed process leaves behind: the files as they are now, the log not copied into the database.
    let left = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(with.folder.path()).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), left.path().join(entry.file_name())).unwrap();
    }
    let again = open(left.path(), &with.clock).await.unwrap();
    let recovered = again.load_tables().await.unwrap().remove(0).1.unwrap();
    assert_eq!((recovered.id, recovered.last_step), (table.id, 9));
    assert_eq!(recovered.tail[8].secret.as_deref(), Some(b"secret 9".as_slice()));
    assert_eq!(recovered.escrow, Chips::new(200));
    assert!(again.verify().await.unwrap().is_sound());
}

#[tokio::test]
async fn an_audit_reads_everything_beside_a_running_server() {
    let with = fresh().await;
    let table = play(&with).await;
    let (mut escrows, mut steps) = (Vec::new(), Vec::new());
    let report = audit(
        with.folder.path(),
        |table, chips| escrows.push((table, chips)),
        |table, first_seq, _| steps.push((table, first_seq)),
    );
    assert_eq!(report.await.unwrap(), with.store.verify().await.unwrap());
    assert_eq!(escrows, [(table.id, Chips::new(200))]);
    assert_eq!(steps.len(), 9);
    assert!(steps.is_sorted_by_key(|(_, first_seq)| *first_seq));
}

#[tokio::test]
async fn secrets_are_in_no_file() {
    let with = fresh().await;
    play(&with).await;
    let mut searched = 0;
    for entry in std::fs::read_dir(with.folder.path()).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        let holds = |text: &[u8]| bytes.windows(text.len()).any(|part| part == text);
        assert!(!holds(b"secret "));
        searched += usize::from(holds(b"command 9"));
    }
    assert!(
        searched > 0,
        "what is not secret is somewhere, or the search finds nothing at all"
    );
}

#[tokio::test]
async fn rows_are_appended_and_never_changed() {
    let with = fresh().await;
    play(&with).await;
    let mut conn = behind(with.folder.path()).await;
    for sql in [
        "UPDATE journal SET steps = x'01'",
        "DELETE FROM journal WHERE id = 1",
        "UPDATE transfer SET amount = 1",
        "DELETE FROM transfer WHERE id = 1",
        "UPDATE game_table SET config = '{}'",
        "DELETE FROM game_table",
        "UPDATE owner SET epoch = 0",
        "DELETE FROM owner",
        "DELETE FROM journal_end",
        "UPDATE journal_end SET settled = last_group + 1",
        // Out of order, and by somebody who does not know that a table has a new owner.
        "INSERT INTO journal SELECT max(id) + 2, owners, steps FROM journal",
        "INSERT INTO journal SELECT max(id) + 1, owners - 1, steps FROM journal",
        "INSERT INTO transfer SELECT 99, 'table:1', 'player:nobody', 1, reason, table_id, step, hand_no, request_id,
             made_at, hash, hash FROM transfer WHERE id = 1",
        "INSERT INTO transfer SELECT 99, debit, credit, -1, reason, table_id, step, hand_no, request_id, made_at, hash,
             hash FROM transfer WHERE id = 1",
    ] {
        let refused = conn.execute(sql).await;
        assert!(matches!(refused, Err(sqlx::Error::Database(_))), "{sql}: {refused:?}");
    }
    conn.close().await.unwrap();
    assert!(with.store.verify().await.unwrap().is_sound());
}

/// Changes the steps of a table behind the store's back, one in a group of its own.
type Tampering = fn(&mut StepRecord<'_>);

/// Rewrites the group that has this step of the only table.
async fn rewrite(conn: &mut SqliteConnection, number: u64, change: Tampering) {
    let groups: Vec<(i64, Vec<u8>)> = sqlx::query_as("SELECT id, steps FROM journal")
        .fetch_all(&mut *conn)
        .await
        .unwrap();
    for (id, bytes) in groups {
        let mut steps = group::read(&bytes).unwrap();
        let Some(step) = steps.iter_mut().find(|step| step.step == number) else {
            continue;
        };
        change(step);
        let mut written = GroupWriter::with_capacity(steps[0].program, 0);
        for step in &steps {
            written.push(step);
        }
        sqlx::query("UPDATE journal SET steps = $2 WHERE id = $1")
            .bind(id)
            .bind(written.finish())
            .execute(&mut *conn)
            .await
            .unwrap();
        return;
    }
    panic!("no group has step {number}");
}

/// What the store says of a folder whose files were changed while it was closed: whether all is sound.
async fn is_sound_after(case: &str, tamper: impl AsyncFnOnce(&mut SqliteConnection)) -> bool {
    let with = fresh().await;
    play(&with).await;
    with.store.close().await;
    let Fixture { store, clock, folder } = with;
    drop(store);
    let mut conn = behind(folder.path()).await;
    let triggers: Vec<String> = sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        .fetch_all(&mut conn)
        .await
        .unwrap();
    for trigger in triggers {
        conn.execute(AssertSqlSafe(format!("DROP TRIGGER {trigger}")))
            .await
            .unwrap();
    }
    tamper(&mut conn).await;
    conn.close().await.unwrap();

    // A damaged ledger keeps the server from starting; a damaged journal keeps its table from being played.
    match open(folder.path(), &clock).await {
        Err(StoreError::Corrupt(_)) => false,
        Err(other) => panic!("{case}: {other}"),
        Ok(again) => {
            let report = again.verify().await.unwrap();
            let claims = again.load_tables().await.unwrap();
            let loads = claims.iter().all(|(_, table)| table.is_ok());
            assert_eq!(report.is_sound(), loads, "{case}: {report:?}");
            loads
        }
    }
}

#[tokio::test]
async fn tampering_is_noticed() {
    for (sql, recovers) in [
        ("DELETE FROM journal WHERE id = (SELECT max(id) FROM journal)", false),
        ("DELETE FROM journal WHERE id = 2", false),
        (
            "UPDATE journal SET steps = substr(steps, 1, length(steps) - 1) WHERE id = 1",
            false,
        ),
        ("UPDATE journal SET steps = x'02' WHERE id = 1", false),
        ("UPDATE owner SET last_step = 8", false),
        ("UPDATE owner SET last_group = last_group - 1", false),
        ("UPDATE game_table SET config = '{}'", false),
        ("UPDATE transfer SET amount = 299 WHERE reason = 'buy_in'", false),
        ("UPDATE transfer SET made_at = made_at + 1 WHERE id = 1", false),
        ("UPDATE transfer SET request_id = 'r' WHERE id = 2", false),
        ("DELETE FROM transfer WHERE reason = 'cash_out'", false),
        (
            "UPDATE balance SET amount = amount + 1 WHERE account LIKE 'player:%'",
            false,
        ),
        (
            "UPDATE balance SET amount = amount + 1 WHERE account LIKE 'table:%'",
            false,
        ),
        (
            "INSERT INTO balance (account, amount) VALUES ('player:nobody', 5)",
            false,
        ),
        ("DELETE FROM balance WHERE account = 'mint'", false),
        ("SELECT 1", true),
    ] {
        let tamper = async |conn: &mut SqliteConnection| {
            conn.execute(sql).await.unwrap();
        };
        assert_eq!(is_sound_after(sql, tamper).await, recovers, "{sql}");
    }
    let changes: [(&str, u64, Tampering, bool); 12] = [
        ("events", 3, |step| step.events = &[0], false),
        ("command", 9, |step| step.command = &[0], false),
        ("sealed", 2, |step| step.sealed = None, false),
        ("first_seq", 5, |step| step.first_seq += 1, false),
        ("hand_no", 5, |step| step.hand_no = None, false),
        ("kind", 5, |step| step.kind = StepKind::Table, false),
        ("epoch", 5, |step| step.epoch = 7, false),
        ("format", 5, |step| step.format = 2, false),
        ("hash", 9, |step| step.hash = [0; 32], false),
        ("prev_hash", 4, |step| step.prev_hash = [0; 32], false),
        ("table", 4, |step| step.table = TableId(2), false),
        ("nothing", 4, |_| {}, true),
    ];
    for (what, number, change, recovers) in changes {
        let tamper = async |conn: &mut SqliteConnection| rewrite(conn, number, change).await;
        assert_eq!(is_sound_after(what, tamper).await, recovers, "{what}");
    }
}

#[tokio::test]
async fn a_newer_schema_is_refused() {
    let with = fresh().await;
    with.store.close().await;
    let mut conn = behind(with.folder.path()).await;
    conn.execute("INSERT INTO _sqlx_migrations VALUES (9999, 'later', datetime(), 1, x'00', 1)")
        .await
        .unwrap();
    conn.close().await.unwrap();
    let Fixture { store, clock, folder } = with;
    drop(store);
    let refused = open(folder.path(), &clock).await;
    assert!(
        matches!(refused, Err(StoreError::Newer { by: Some(_), .. })),
        "{refused:?}"
    );
}

#[tokio::test]
async fn a_folder_of_a_newer_program_is_refused_and_left_as_it_is() {
    let with = fresh().await;
    play(&with).await;
    with.store.close().await;
    let Fixture { store, clock, folder } = with;
    drop(store);
    let newer = [("program", "'99.0.0+1'"), ("format", "2")];
    for (column, value) in newer {
        let mut conn = behind(folder.path()).await;
        conn.execute(AssertSqlSafe(format!("UPDATE folder SET {column} = {value}")))
            .await
            .unwrap();
        conn.close().await.unwrap();
        let before = std::fs::read(folder.path().join("poker.db")).unwrap();
        let refused = open(folder.path(), &clock).await.unwrap_err();
        assert!(matches!(refused, StoreError::Newer { .. }), "{refused:?}");
        assert!(refused.to_string().contains(PROGRAM), "{refused}");
        assert_eq!(std::fs::read(folder.path().join("poker.db")).unwrap(), before);
        let mut conn = behind(folder.path()).await;
        conn.execute("UPDATE folder SET program = '0.0.1+1', format = 1")
            .await
            .unwrap();
        conn.close().await.unwrap();
    }
    assert!(open(folder.path(), &clock).await.is_ok());
}

#[tokio::test]
async fn without_its_key_no_folder_is_opened() {
    let with = fresh().await;
    play(&with).await;
    with.store.close().await;
    let Fixture { store, clock, folder } = with;
    drop(store);
    let (key, elsewhere) = (folder.path().join("seal.key"), folder.path().join("kept.key"));
    std::fs::rename(&key, &elsewhere).unwrap();
    let refused = open(folder.path(), &clock).await.unwrap_err();
    assert!(matches!(refused, StoreError::SealKey(_)), "{refused:?}");
    assert!(!key.exists(), "no new key takes its place");
    private_file(&key).unwrap();
    std::fs::write(&key, [7; 32]).unwrap();
    let refused = open(folder.path(), &clock).await.unwrap_err();
    assert!(matches!(refused, StoreError::SealKey(_)), "{refused:?}");

    // A folder from before the fingerprint: what is sealed tells whether a key fits.
    let mut conn = behind(folder.path()).await;
    conn.execute("DROP TRIGGER folder_key_fixed; UPDATE folder SET seal_key = NULL")
        .await
        .unwrap();
    conn.close().await.unwrap();
    let refused = open(folder.path(), &clock).await.unwrap_err();
    assert!(matches!(refused, StoreError::SealKey(_)), "{refused:?}");

    let options = StoreOptions {
        seal_key: Some(elsewhere),
        ..StoreOptions::default()
    };
    let data = DataFolder::open(folder.path()).unwrap();
    let store = SqliteStore::open(data, clock.wall(), Lull::always(), options)
        .await
        .unwrap();
    let table = store.load_tables().await.unwrap().remove(0).1.unwrap();
    assert_eq!(table.tail[8].secret.as_deref(), Some(b"secret 9".as_slice()));
}

/// A sealed part that does not open costs the hand, not the table.
#[tokio::test]
async fn a_seal_that_does_not_open_leaves_the_rest_of_the_journal() {
    let with = fresh().await;
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    append(
        &*with.store,
        vec![step(&table, 1, StepKind::Hand), step(&table, 2, StepKind::Hand)],
    )
    .await;
    with.store.close().await;
    let Fixture { store, clock, folder } = with;
    drop(store);
    // As if it had been sealed so: its hash is that of the damaged text.
    let mut conn = behind(folder.path()).await;
    conn.execute("DROP TRIGGER journal_fixed; DROP TRIGGER owner_epoch")
        .await
        .unwrap();
    let damage: Tampering = |step| {
        step.sealed = Some(b"\x01damaged");
        step.hash = step.computed_hash();
    };
    rewrite(&mut conn, 2, damage).await;
    let group: Vec<u8> = sqlx::query_scalar("SELECT steps FROM journal ORDER BY id DESC")
        .fetch_one(&mut conn)
        .await
        .unwrap();
    let hash = group::read(&group).unwrap().last().unwrap().hash;
    sqlx::query("UPDATE owner SET last_hash = $1")
        .bind(hash.to_vec())
        .execute(&mut conn)
        .await
        .unwrap();
    conn.close().await.unwrap();
    let store = open(folder.path(), &clock).await.unwrap();
    let table = store.load_tables().await.unwrap().remove(0).1.unwrap();
    assert_eq!(table.tail[0].secret.as_deref(), Some(b"secret 1".as_slice()));
    assert_eq!(table.tail[1].secret, None);
}

/// Sorting and undoing must not need a folder for temporary files.
#[tokio::test]
async fn nothing_is_written_outside_the_folder() {
    let with = fresh().await;
    let asked = with
        .store
        .write(|tx| async move { Ok(sqlx::query_scalar("PRAGMA temp_store").fetch_one(&mut *tx.conn).await?) }.boxed());
    let writer: i64 = asked.await.unwrap();
    let mut reader = with.store.reader().await.unwrap();
    let reader: i64 = sqlx::query_scalar("PRAGMA temp_store")
        .fetch_one(&mut *reader)
        .await
        .unwrap();
    assert_eq!((writer, reader), (2, 2), "in memory");
}

#[tokio::test]
async fn a_full_disk_refuses_and_recovers() {
    let with = fresh().await;
    let table = play(&with).await;
    let limit = |sql: &'static str| {
        with.store.write(move |tx| {
            async move {
                tx.conn.execute(sql).await?;
                Ok(())
            }
            .boxed()
        })
    };
    limit("PRAGMA max_page_count = 1").await.unwrap();
    let mut big = step(&table, 10, StepKind::Hand);
    big.events = vec![b'x'; 1 << 20];
    let told = append(&*with.store, vec![big.clone()]).await;
    assert!(
        matches!(
            &told[..],
            [DurableNotice::Failed {
                step: 10,
                error: StepError::Unavailable(_)
            }]
        ),
        "{told:?}"
    );
    assert!(matches!(*with.store.health().borrow(), StoreHealth::Unavailable(_)));
    assert!(with.store.verify().await.unwrap().is_sound());

    limit("PRAGMA max_page_count = 1000000").await.unwrap();
    assert_eq!(
        append(&*with.store, vec![big]).await,
        [DurableNotice::Durable { step: 10 }]
    );
    assert_eq!(*with.store.health().borrow(), StoreHealth::Ok);
    assert!(with.store.verify().await.unwrap().is_sound());
}

#[tokio::test]
async fn after_a_fault_nobody_understands_nothing_is_written() {
    let with = fresh().await;
    let table = play(&with).await;
    with.store
        .write(|tx| {
            async move {
                tx.conn.execute("PRAGMA query_only = ON").await?;
                Ok(())
            }
            .boxed()
        })
        .await
        .unwrap();
    let told = append(&*with.store, vec![step(&table, 10, StepKind::Hand)]).await;
    assert!(
        matches!(
            &told[..],
            [DurableNotice::Failed {
                step: 10,
                error: StepError::Stopped(_)
            }]
        ),
        "{told:?}"
    );
    assert!(matches!(*with.store.health().borrow(), StoreHealth::Stopped(_)));
    let told = append(&*with.store, vec![step(&table, 10, StepKind::Hand)]).await;
    assert!(
        matches!(
            &told[..],
            [DurableNotice::Failed {
                error: StepError::Stopped(_),
                ..
            }]
        ),
        "{told:?}"
    );
    let refused = with.store.create_table(CONFIG.to_owned()).await;
    assert!(matches!(refused, Err(StoreError::Stopped(_))), "{refused:?}");
    assert_eq!(suite::append(&*with.store, Vec::new()).await, []);
}

#[tokio::test]
async fn a_task_that_fails_undoes_itself_alone() {
    let with = fresh().await;
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let (done, mut notices) = mpsc::unbounded_channel();
    let journal = with.store.journal();
    // All three are queued before the writer runs, or at least in this order.
    journal
        .append(Box::new(step(&table, 1, StepKind::Hand)), done.clone())
        .unwrap();
    let task = with.store.write(|tx| {
        async move {
            tx.conn
                .execute("INSERT INTO balance (account, amount) VALUES ('player:half', 0)")
                .await?;
            Err::<(), _>(StoreError::NameTaken.into())
        }
        .boxed()
    });
    let mut task = Box::pin(task);
    assert!(futures_util::poll!(&mut task).is_pending());
    journal.append(Box::new(step(&table, 2, StepKind::Hand)), done).unwrap();
    assert_eq!(task.await, Err(StoreError::NameTaken));
    for number in 1..=2 {
        assert_eq!(notices.recv().await, Some(DurableNotice::Durable { step: number }));
    }
    let half: i64 = sqlx::query_scalar("SELECT count(*) FROM balance WHERE account = 'player:half'")
        .fetch_one(&mut *with.store.reader().await.unwrap())
        .await
        .unwrap();
    assert_eq!(half, 0);
}

#[tokio::test]
async fn the_log_starts_over_under_load() {
    let with = fresh().await;
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let mut next = 1;
    // Some 60 MB in all: without checkpoints the log would be as long.
    for _ in 0..60 {
        let steps = (next..next + 10).map(|number| {
            let mut big = step(&table, number, StepKind::Hand);
            big.events = vec![b'x'; 100_000];
            big
        });
        append(&*with.store, steps.collect()).await;
        next += 10;
    }
    let log = std::fs::metadata(with.folder.path().join("poker.db-wal"))
        .unwrap()
        .len();
    assert!(log < 48 << 20, "the log has {log} bytes");
}

#[tokio::test]
async fn a_writer_that_hangs_stops_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let clock = TestClock::new();
    let data = DataFolder::open(folder.path()).unwrap();
    let store = SqliteStore::open_with(
        data,
        clock.wall(),
        Lull::always(),
        StoreOptions::default(),
        Duration::from_millis(100),
    )
    .await
    .unwrap();
    let (release, held) = oneshot::channel::<()>();
    let mut held = Some(held);
    let mut hanging = Box::pin(store.write(move |_| {
        let held = held.take();
        async move {
            if let Some(held) = held {
                let _ = held.await;
            }
            Ok(())
        }
        .boxed()
    }));
    assert!(futures_util::poll!(&mut hanging).is_pending());
    let mut health = store.health();
    // What is waited for is not held: the writer would wait for it.
    let is_stopped = |health: &StoreHealth| matches!(health, StoreHealth::Stopped(_));
    assert!(health.wait_for(is_stopped).await.is_ok());
    // Even if it comes back: the process is about to end, and has told everybody so.
    release.send(()).unwrap();
    hanging.await.unwrap();
    let refused = store.create_table(CONFIG.to_owned()).await;
    assert!(matches!(refused, Err(StoreError::Stopped(_))), "{refused:?}");
    assert!(matches!(*store.health().borrow(), StoreHealth::Stopped(_)));
}

/// A small generator, so that a failure can be repeated.
fn shuffle(state: &mut u64) -> u64 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

#[tokio::test]
async fn a_damaged_file_is_noticed_or_harmless() {
    let with = fresh().await;
    let ann = player(&*with.store, "Ann", 1000).await;
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let mut steps: Vec<_> = (1..=40).map(|number| step(&table, number, StepKind::Hand)).collect();
    for step in &mut steps {
        // Most of the file, so that most damage hits it.
        step.events = vec![b'e'; 6000];
    }
    steps[0].transfers = vec![Transfer::buy_in(ann, table.id, Chips::new(300))];
    append(&*with.store, steps).await;
    let expected = with.store.claim_table(table.id).await.unwrap();
    with.store.close().await;
    let whole = std::fs::read(with.folder.path().join("poker.db")).unwrap();
    let (mut noticed, mut harmless) = (0, 0);
    let mut state = 7;
    for round in 0..100 {
        let mut damaged = whole.clone();
        let at = usize::try_from(shuffle(&mut state)).unwrap() % damaged.len();
        if round % 10 == 9 {
            damaged.truncate(at);
        } else {
            damaged[at] ^= 1 << (shuffle(&mut state) % 8);
        }
        let folder = tempfile::tempdir().unwrap();
        std::fs::copy(with.folder.path().join("seal.key"), folder.path().join("seal.key")).unwrap();
        std::fs::write(folder.path().join("poker.db"), damaged).unwrap();
        let Ok(store) = open(folder.path(), &with.clock).await else {
            noticed += 1;
            continue;
        };
        // What can be read is what was written, or it cannot be read.
        let balance = store.balance(ann).await;
        let loaded = store
            .load_tables()
            .await
            .ok()
            .and_then(|mut tables| tables.pop()?.1.ok());
        let sound = store.verify().await.is_ok_and(|report| report.is_sound());
        if let Some(loaded) = loaded {
            assert_eq!(loaded.tail, expected.tail, "byte {at}");
            assert_eq!(
                (loaded.config, loaded.escrow),
                (expected.config.clone(), expected.escrow),
                "byte {at}"
            );
            harmless += i32::from(sound);
            noticed += i32::from(!sound);
        } else {
            noticed += 1;
        }
        if let Ok(balance) = balance {
            assert!(balance == Chips::new(700) || !sound, "byte {at}");
        }
    }
    assert!(noticed > 40 && harmless > 5, "{noticed} noticed, {harmless} harmless");
}

#[tokio::test]
async fn what_was_not_settled_yet_is_there_after_a_crash() {
    let with = fresh().await;
    let mut tables = Vec::new();
    for _ in 0..3 {
        tables.push(with.store.create_table(CONFIG.to_owned()).await.unwrap());
    }
    let ann = player(&*with.store, "Ann", 0).await;
    // More groups than are gone through, so that the first ones are settled and the last ones are not.
    for number in 1..=100 {
        let mut steps: Vec<_> = tables.iter().map(|table| step(table, number, StepKind::Hand)).collect();
        if number == 50 {
            steps[0].kind = StepKind::Snapshot;
        }
        steps[1].hand_end = Some(suite::hand(&with.clock, number, &[ann]));
        append(&*with.store, steps).await;
    }
    let settled: (i64, i64) = sqlx::query_as("SELECT settled, last_group - settled FROM journal_end")
        .fetch_one(&mut *with.store.reader().await.unwrap())
        .await
        .unwrap();
    assert!(settled.0 > 0 && settled.1 > 0, "{settled:?}");
    let hands = with.store.hands_of(ann, None, 200).await.unwrap();
    let numbers: Vec<u64> = hands.iter().map(|hand| hand.hand_no).collect();
    assert_eq!(numbers, (1..=100).rev().collect::<Vec<_>>());

    let left = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(with.folder.path()).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), left.path().join(entry.file_name())).unwrap();
    }
    // Without its last groups the journal is not what it was, and nobody knows whose steps are missing.
    let refusal = async |damage: &str, tampering: Option<Tampering>| {
        let damaged = tempfile::tempdir().unwrap();
        for entry in std::fs::read_dir(left.path()).unwrap() {
            let entry = entry.unwrap();
            std::fs::copy(entry.path(), damaged.path().join(entry.file_name())).unwrap();
        }
        let mut conn = behind(damaged.path()).await;
        for trigger in ["journal_kept", "journal_fixed"] {
            let drop = format!("DROP TRIGGER IF EXISTS {trigger}");
            conn.execute(AssertSqlSafe(drop)).await.unwrap();
        }
        conn.execute(AssertSqlSafe(damage.to_owned())).await.unwrap();
        if let Some(tampering) = tampering {
            rewrite(&mut conn, 100, tampering).await;
        }
        conn.close().await.unwrap();
        let refused = open(damaged.path(), &with.clock).await;
        let Err(StoreError::Corrupt(what)) = refused else {
            panic!("{refused:?}")
        };
        let path = damaged.path().display();
        assert!(
            what.contains(&format!("{path}/poker.db")) && what.contains(&format!("poker audit --data {path}")),
            "{what}"
        );
        what
    };
    let last = settled.0 + settled.1;
    let before = last - 1;
    for (damage, words) in [
        (
            format!("DELETE FROM journal WHERE id = {last}"),
            format!("the journal ends with group {before} instead of {last}"),
        ),
        (
            format!("DELETE FROM journal WHERE id = {before}"),
            format!("group {before} of the journal is missing, group {last} follows"),
        ),
        (
            format!("UPDATE journal SET steps = x'02' WHERE id = {last}"),
            format!("group {last} of the journal cannot be read"),
        ),
    ] {
        let told = refusal(&damage, None).await;
        assert!(told.contains(&words), "{told}");
    }
    let changes: [(Tampering, &str); 2] = [
        (|step| step.events = &[0], "is not what its hash says"),
        (|step| step.prev_group -= 1, "does not follow that table's last step"),
    ];
    for (change, words) in changes {
        let told = refusal("SELECT 1", Some(change)).await;
        assert!(told.contains("step 100 of table ") && told.contains(words), "{told}");
    }

    let again = open(left.path(), &with.clock).await.unwrap();
    assert!(again.verify().await.unwrap().is_sound());
    assert_eq!(again.hands_of(ann, None, 200).await.unwrap(), hands);
    let claims = again.load_tables().await.unwrap();
    for ((_, claimed), tail) in claims.iter().zip([51, 100, 100]) {
        let claimed = claimed.as_ref().unwrap();
        assert_eq!((claimed.last_step, claimed.tail.len()), (100, tail));
        assert!(claimed.tail.is_sorted_by_key(|row| row.step));
    }
    // Both the last owner and the next one know where to go on.
    let next = step(&tables[0], 101, StepKind::Hand);
    assert_eq!(
        append(&*with.store, vec![next.clone()]).await,
        [DurableNotice::Durable { step: 101 }]
    );
    let error = StepError::Fenced;
    assert_eq!(
        append(&again, vec![next]).await,
        [DurableNotice::Failed { step: 101, error }]
    );
}

/// Every column of hands, answers and accounts is guarded.
#[tokio::test]
async fn an_audit_sees_a_changed_bit_in_any_column_of_hands_answers_and_accounts() {
    let with = fresh().await;
    let (ann, bob) = (
        player(&*with.store, "Ann", 500).await,
        player(&*with.store, "Bob", 0).await,
    );
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let mut steps: Vec<_> = (1..=3).map(|number| step(&table, number, StepKind::Hand)).collect();
    for (number, step) in (1..).zip(&mut steps) {
        step.hand_end = Some(suite::hand(&with.clock, number, &[ann, bob]));
        step.answer = Some(crate::store::Answer {
            account: ann,
            request_id: format!("request {number}"),
            body: "{}".to_owned(),
        });
    }
    append(&*with.store, steps).await;
    with.store.close().await;
    let mut conn = behind(with.folder.path()).await;
    let triggers: Vec<String> = sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        .fetch_all(&mut conn)
        .await
        .unwrap();
    for trigger in triggers {
        conn.execute(AssertSqlSafe(format!("DROP TRIGGER {trigger}")))
            .await
            .unwrap();
    }
    conn.execute("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
        .await
        .unwrap();
    let report = verify::everything(&mut conn).await.unwrap();
    assert!(report.is_sound(), "{report:?}");
    let mut flips = 0;
    for name in ["hand", "command", "account", "session", "refresh_token"] {
        let columns: Vec<(String, String)> = sqlx::query_as("SELECT name, type FROM pragma_table_info($1)")
            .bind(name)
            .fetch_all(&mut conn)
            .await
            .unwrap();
        for (column, kind) in columns {
            // A number is changed in its lowest bit, texts and bytes in one of their first byte.
            let changed = match kind.as_str() {
                "INTEGER" => format!("({column} | 1) - ({column} & 1)"),
                "TEXT" => format!("char(unicode({column}) + 1 - 2 * (unicode({column}) & 1)) || substr({column}, 2)"),
                _ => format!(
                    "unhex(CASE substr(hex({column}), 1, 1) WHEN '0' THEN '1' ELSE '0' END || substr(hex({column}), 2))"
                ),
            };
            let update = format!("UPDATE OR IGNORE {name} SET {column} = {changed} WHERE length({column}) > 0");
            let mut undone = conn.begin().await.unwrap();
            let done = undone.execute(AssertSqlSafe(update)).await.unwrap().rows_affected();
            if done > 0 {
                flips += 1;
                let report = verify::everything(&mut undone).await.unwrap();
                assert!(!report.is_sound(), "{name}.{column}");
            }
            undone.rollback().await.unwrap();
        }
    }
    assert!(flips > 30, "{flips}");
}
