//! Tests that no file contains secrets, and that a changed byte is noticed.

use super::*;
use crate::{Ledger, Ownership};

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
        // Out of order, and by a writer that does not know of the table's new owner.
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

/// Plays a table, changes its files while the folder is closed, and returns `true` if the store still finds everything sound.
async fn is_sound_after(case: &str, tamper: impl AsyncFnOnce(&mut SqliteConnection)) -> bool {
    let with = fresh().await;
    play(&with).await;
    is_sound_when(with, case, tamper).await
}

/// Changes the files of a folder while it is closed, and returns `true` if the store still finds everything sound.
pub(super) async fn is_sound_when(
    with: Fixture<SqliteStore>,
    case: &str,
    tamper: impl AsyncFnOnce(&mut SqliteConnection),
) -> bool {
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
            let loads = claims.iter().all(|claim| claim.stored.is_ok());
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
    // The hash is recomputed for the damaged text, so only the seal reveals the damage.
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
    let table = store.load_tables().await.unwrap().remove(0).stored.unwrap();
    assert_eq!(table.tail[0].secret.as_deref(), Some(b"secret 1".as_slice()));
    assert_eq!(table.tail[1].secret, None);
}

/// A small generator with a seed, so that a failure can be reproduced.
fn shuffle(state: &mut u64) -> u64 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

/// The pages of the file that hold rows, as offset and length: those of tables and indexes that are not empty, and those on which
/// long rows go on. Each new table adds empty pages, and damage to them is to nothing.
async fn parts_in_use(folder: &Path) -> Vec<(usize, usize)> {
    let mut conn = behind(folder).await;
    let pages: Vec<(i64, i64)> = sqlx::query_as(
        "SELECT pgoffset, pgsize FROM dbstat WHERE ncell > 0 OR pagetype = 'overflow' ORDER BY pgoffset",
    )
    .fetch_all(&mut conn)
    .await
    .unwrap();
    conn.close().await.unwrap();
    let size = |number: i64| usize::try_from(number).unwrap();
    pages
        .into_iter()
        .map(|(from, length)| (size(from), size(length)))
        .collect()
}

/// The byte of the file that is number `nth` of those in use.
fn byte_in_use(parts: &[(usize, usize)], nth: usize) -> usize {
    let mut left = nth % parts.iter().map(|(_, length)| length).sum::<usize>();
    for (from, length) in parts {
        if left < *length {
            return from + left;
        }
        left -= length;
    }
    unreachable!("the remainder is below the sum")
}

#[tokio::test]
async fn a_damaged_file_is_noticed_or_harmless() {
    let with = fresh().await;
    let ann = player(&*with.store, "Ann", 1000).await;
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let mut steps: Vec<_> = (1..=40).map(|number| step(&table, number, StepKind::Hand)).collect();
    for step in &mut steps {
        // It fills most of the file, so that most damage hits it.
        step.events = vec![b'e'; 20_000];
    }
    steps[0].transfers = vec![Transfer::buy_in(ann, table.id, Chips::new(300))];
    append(&*with.store, steps).await;
    let expected = with.store.claim_table(table.id).await.unwrap();
    with.store.close().await;
    let in_use = parts_in_use(with.folder.path()).await;
    let whole = std::fs::read(with.folder.path().join("poker.db")).unwrap();
    let (mut noticed, mut harmless) = (0, 0);
    let mut state = 7;
    for round in 0..100 {
        let mut damaged = whole.clone();
        let at = byte_in_use(&in_use, usize::try_from(shuffle(&mut state)).unwrap());
        if round % 10 == 9 {
            damaged.truncate(at);
        } else {
            damaged[at] ^= 1 << (shuffle(&mut state) % 8);
        }
        let folder = tempfile::tempdir().unwrap();
        for name in ["seal.key", "poker.head"] {
            std::fs::copy(with.folder.path().join(name), folder.path().join(name)).unwrap();
        }
        std::fs::write(folder.path().join("poker.db"), damaged).unwrap();
        let Ok(store) = open(folder.path(), &with.clock).await else {
            noticed += 1;
            continue;
        };
        // A value that can be read must be the one that was written.
        let balance = store.balance(ann).await;
        let loaded = store
            .load_tables()
            .await
            .ok()
            .and_then(|mut tables| tables.pop()?.stored.ok());
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

/// Gives every column of the accounts' tables a value in some row: Ann has a password, a bot and a renewed session;
/// Bob's only session has ended, so he is gone.
async fn fill_accounts(store: &SqliteStore, ann: AccountId, bob: AccountId) {
    let (name, key, hash) = ("Anna".to_owned(), "anna".to_owned(), "a hash".to_owned());
    store.upgrade_guest(ann, name, key, hash).await.unwrap();
    let session = |account, secret| NewSession {
        id: SessionId::generate(),
        account,
        label: "a test".to_owned(),
        secret,
        ttl: jiff::SignedDuration::from_hours(10),
    };
    let bot = NewAccount {
        id: AccountId::generate(),
        kind: AccountKind::Bot,
        name: "Robo".to_owned(),
        name_key: "robo".to_owned(),
        password_hash: None,
        owner: Some(ann),
        house: false,
        grant: Chips::ZERO,
        network: None,
    };
    let token = session(bot.id, SessionSecret::Api([1; 32]));
    store.create_account(bot, token).await.unwrap();
    store
        .create_session(session(ann, SessionSecret::Refresh([2; 32])))
        .await
        .unwrap();
    store.rotate_refresh([2; 32], [3; 32]).await.unwrap();
    for session in store.sessions_of(bob).await.unwrap() {
        assert!(store.revoke_session(session.id).await.unwrap());
    }
}

/// Every column of hands, answers and accounts is protected.
#[tokio::test]
async fn an_audit_sees_a_changed_bit_in_any_column_of_hands_lists_answers_and_accounts() {
    let with = fresh().await;
    let (ann, bob) = (
        player(&*with.store, "Ann", 500).await,
        player(&*with.store, "Bob", 0).await,
    );
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let mut steps: Vec<_> = (1..=3).map(|number| step(&table, number, StepKind::Hand)).collect();
    for (number, step) in (1..).zip(&mut steps) {
        step.hand_end = Some(suite::hand(&with.clock, number, &[ann, bob]));
        step.answer = Some(crate::Answer {
            account: ann,
            request_id: format!("request {number}"),
            body: "{}".to_owned(),
        });
    }
    append(&*with.store, steps).await;
    fill_accounts(&with.store, ann, bob).await;
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
    let (mut flips, mut empty) = (0, Vec::new());
    let guarded = [
        "hand",
        "hand_list",
        "hand_at",
        "command",
        "account",
        "session",
        "refresh_token",
    ];
    for name in guarded {
        let columns: Vec<(String, String)> = sqlx::query_as("SELECT name, type FROM pragma_table_info($1)")
            .bind(name)
            .fetch_all(&mut conn)
            .await
            .unwrap();
        for (column, kind) in columns {
            // A number is changed in its lowest bit, a text or byte string in one bit of its first byte.
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
            } else {
                empty.push(format!("{name}.{column}"));
            }
            undone.rollback().await.unwrap();
        }
    }
    assert!(flips > 40, "{flips}");
    // A list is a text of numbers, and a change to any of its characters must be noticed.
    for at in 1..=7 {
        let change = format!(
            "substr(hands, 1, {}) || CASE substr(hands, {at}, 1) WHEN '2' THEN '3' ELSE '2' END",
            at - 1
        );
        let update = format!("UPDATE hand_list SET hands = {change} || substr(hands, {})", at + 1);
        let mut undone = conn.begin().await.unwrap();
        let done = undone.execute(AssertSqlSafe(update)).await.unwrap().rows_affected();
        assert!(done > 0);
        let report = verify::everything(&mut undone).await.unwrap();
        assert!(!report.is_sound(), "sign {at} of `hands`");
        undone.rollback().await.unwrap();
    }
    assert!(empty.is_empty(), "never tried: {empty:?}");
}
