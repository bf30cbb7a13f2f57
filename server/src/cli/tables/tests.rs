//! `poker release` on a folder.

use std::path::Path;
use std::sync::Arc;

use poker_base::idle::IdleSignal;
use poker_engine::Chips;
use poker_program::PROGRAM;
use poker_store::suite::{Fixture, TestClock, append, moves, plays};
use poker_store::{
    DataFolder, Ledger, OutOfPlay, OwnerKind, Ownership, SqliteStore, Store, StoreError, StoreOptions, TableCondition,
    Transfer, list_tables,
};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};

use super::release_in;

fn of(amount: u64) -> Chips {
    Chips::new(amount)
}

async fn open(path: &Path, clock: &TestClock) -> Result<SqliteStore, StoreError> {
    let data = DataFolder::open(path)?;
    SqliteStore::open(data, clock.wall(), IdleSignal::always(), StoreOptions::of(PROGRAM)).await
}

async fn fresh() -> Fixture<SqliteStore> {
    let (folder, clock) = (tempfile::tempdir().unwrap(), TestClock::default());
    let store = Arc::new(open(folder.path(), &clock).await.unwrap());
    Fixture { store, clock, folder }
}

/// Its stacks are not chips of the ledger, and its tournament would go on without it.
#[tokio::test]
async fn no_table_of_a_tournament_is_released() {
    let with = fresh().await;
    let (event, _) = plays(&*with.store).await;
    let row = format!(r#"{{"event": {}, "no": 3, "generation": 1, "seats": 6}}"#, event.id);
    let tables = with.store.create(OwnerKind::Table, vec![row]).await.unwrap();
    let table = tables[0].id;
    for pay_out in [false, true] {
        let refused = release_in(&with.store, table, pay_out).await.unwrap_err();
        let told = refused.to_string();
        let words = format!("table {table} is table 3 of tournament {}", event.id);
        assert!(told.contains(&words), "{told}");
        assert!(
            told.contains(&format!("poker release {} --pay-out", event.id)),
            "{told}"
        );
    }
    let listed = list_tables(with.folder.path()).await.unwrap();
    let line = listed.iter().find(|line| line.id == table).unwrap();
    assert_eq!(line.condition, TableCondition::Open);
}

#[tokio::test]
async fn a_tournament_that_cannot_be_resumed_is_paid_back() {
    let with = fresh().await;
    let (event, [ann, bob]) = plays(&*with.store).await;
    let id = event.id;
    let text = release_in(&with.store, id, false).await.unwrap();
    assert!(text.contains("the journal of tournament 1 is whole"), "{text}");
    with.store.close().await;
    let Fixture { store, clock, folder } = with;
    drop(store);

    let database = SqliteConnectOptions::new().filename(folder.path().join("poker.db"));
    let mut conn = database.connect().await.unwrap();
    conn.execute("UPDATE owner SET last_hash = zeroblob(32)").await.unwrap();
    conn.close().await.unwrap();
    let store = open(folder.path(), &clock).await.unwrap();
    let claim = store.load_tables().await.unwrap().remove(0);
    assert_eq!((claim.id, claim.kind), (id, OwnerKind::Tournament));
    let why = claim.stored.unwrap_err().to_string();
    assert!(why.contains("the journal of tournament 1 at step 4"), "{why}");
    store.quarantine(id, Some(why.clone())).await.unwrap();
    let line = list_tables(folder.path()).await.unwrap().remove(0);
    assert_eq!((line.kind, line.escrow), (OwnerKind::Tournament, of(220)));
    assert_eq!(line.condition, TableCondition::Quarantined(why));

    let text = release_in(&store, id, false).await.unwrap();
    for words in [
        "tournament 1 is closed (",
        &format!("{ann}            70 chips  Ann"),
        &format!("{bob}           100 chips  Bob"),
        "50 chips of the house go back to the mint",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert_eq!(store.balance(ann).await, Ok(of(500)));
    assert_eq!(store.balance(bob).await, Ok(of(500)));
    let line = list_tables(folder.path()).await.unwrap().remove(0);
    assert_eq!((line.escrow, line.condition), (Chips::ZERO, TableCondition::Closed));
}

/// If some prizes have been paid, the players without one share the rest.
#[tokio::test]
async fn a_tournament_may_be_paid_back_in_part() {
    let with = fresh().await;
    let (event, [ann, bob]) = plays(&*with.store).await;
    let prize = moves(&event, 5, vec![Transfer::prize(ann, event.id, of(170))]);
    append(&*with.store, vec![prize]).await;
    let text = release_in(&with.store, event.id, true).await.unwrap();
    assert!(text.contains("(its journal is whole)"), "{text}");
    assert!(text.contains("had paid 100 chips more than they got"), "{text}");
    assert_eq!(with.store.balance(ann).await, Ok(of(600)));
    assert_eq!(with.store.balance(bob).await, Ok(of(450)));
    let report = with.store.verify().await.unwrap();
    assert!(report.is_sound(), "{report:?}");
}
