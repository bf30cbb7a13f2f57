//! Tests with a disk that is full, hangs or fails.

use tokio::sync::mpsc;

use super::*;
use crate::Ownership;

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
async fn after_an_unknown_fault_nothing_is_written() {
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
    // Some 60 MB in all; without checkpoints the log would be that long.
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

/// A store that stops when a group makes no progress for this long.
async fn with_stall(stall: Duration) -> (tempfile::TempDir, SqliteStore) {
    let folder = tempfile::tempdir().unwrap();
    let data = DataFolder::open(folder.path()).unwrap();
    let options = StoreOptions::of(PROGRAM);
    let store = SqliteStore::open_with(data, TestClock::default().wall(), IdleSignal::always(), options, stall).await;
    (folder, store.unwrap())
}

#[tokio::test]
async fn a_group_of_which_something_is_done_is_no_stall() {
    const STALL: Duration = Duration::from_secs(2);
    let (_folder, store) = with_stall(STALL).await;
    let slow = || {
        store.write(|_| {
            async {
                tokio::time::sleep(STALL / 3).await;
                Ok(())
            }
            .boxed()
        })
    };
    let done = futures_util::future::join_all((0..5).map(|_| slow())).await;
    assert!(done.iter().all(Result::is_ok), "{done:?}");
}

#[tokio::test]
async fn a_writer_that_hangs_stops_the_store() {
    let (_folder, store) = with_stall(Duration::from_millis(100)).await;
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
    // Only the predicate is awaited: holding a borrow of the value would block the writer.
    let is_stopped = |health: &StoreHealth| matches!(health, StoreHealth::Stopped(_));
    assert!(health.wait_for(is_stopped).await.is_ok());
    // The store stays stopped even if the write completes: the process is about to exit, and everyone has been notified.
    release.send(()).unwrap();
    hanging.await.unwrap();
    let refused = store.create_table(CONFIG.to_owned()).await;
    assert!(matches!(refused, Err(StoreError::Stopped(_))), "{refused:?}");
    assert!(matches!(*store.health().borrow(), StoreHealth::Stopped(_)));
}
