//! `poker audit` on sealed decks.

use std::path::Path;

use poker_store::{DurableNotice, JournalRow, Ownership, Step, Store as _, StoreError, TableId};
use poker_table::state::command::{Command, TableOrder};
use poker_table::state::deck_audit;

use super::super::tables::folders::{kept, open, unpack};
use super::audit_in;

/// The journal of a table, and the number of its hands with a commitment.
struct Journal {
    table: TableId,
    rows: Vec<JournalRow>,
    deals: u64,
}

/// A journal of a kept folder, read whole.
async fn journal() -> Journal {
    let folder = unpack(&kept()[0]);
    let store = open(folder.path()).await;
    for claim in store.load_tables().await.unwrap() {
        let (table, rows) = (claim.id, claim.stored.unwrap().tail);
        let deals = rows
            .iter()
            .filter(|row| deck_audit::check(table, row).is_some())
            .count() as u64;
        if rows.first().is_some_and(|row| row.step == 1) && deals > 0 {
            return Journal { table, rows, deals };
        }
    }
    panic!("no journal has a commitment");
}

/// A data folder with these rows in the journal of one table.
async fn folder_of(id: TableId, rows: &[JournalRow]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let mut table = store.create_table("{}".to_owned()).await.unwrap();
    // A commitment includes the number of its table.
    while table.id != id {
        table = store.create_table("{}".to_owned()).await.unwrap();
    }
    let (done, mut notices) = tokio::sync::mpsc::unbounded_channel();
    for row in rows.iter().cloned() {
        let step = Step {
            table: id,
            epoch: table.epoch,
            step: row.step,
            format: row.format,
            first_seq: row.first_seq,
            hand_no: row.hand_no,
            kind: row.kind,
            command: row.command,
            events: row.events,
            secret: row.secret,
            transfers: Vec::new(),
            network: None,
            answer: None,
            hand_end: None,
        };
        store.journal().append(Box::new(step), done.clone()).unwrap();
        let notice = notices.recv().await.unwrap();
        assert!(matches!(notice, DurableNotice::Durable { .. }), "{notice:?}");
    }
    store.close().await;
    folder
}

/// The row of a deal with two cards of its sealed deck swapped.
fn swapped(row: &JournalRow) -> JournalRow {
    let mut order = TableOrder::decode(&row.command, row.secret.as_deref()).unwrap();
    let Command::Deal { shuffle, .. } = &mut order.command else {
        panic!("it deals");
    };
    shuffle.deck.swap(0, 9);
    let (command, secret) = order.encode();
    JournalRow {
        command,
        secret,
        ..row.clone()
    }
}

/// Faults that an audit finds, and the number of commitments checked.
async fn audited(folder: &Path, seal_key: Option<&Path>) -> Result<(Vec<String>, Option<u64>), StoreError> {
    let audited = audit_in(folder, seal_key, |_, _, _| ()).await?;
    Ok((audited.report.faults, audited.commitments))
}

#[tokio::test]
async fn an_audit_opens_what_is_sealed_where_the_key_is() {
    let Journal { table, mut rows, deals } = journal().await;
    let folder = folder_of(table, &rows).await;
    assert_eq!(audited(folder.path(), None).await, Ok((Vec::new(), Some(deals))));

    let deal = rows.iter().position(|row| deck_audit::check(table, row).is_some());
    let deal = deal.expect("one has a commitment");
    rows[deal] = swapped(&rows[deal]);
    let folder = folder_of(table, &rows).await;
    let fault = format!(
        "table {table}, step {}: the commitment is not to the deck that was dealt from",
        rows[deal].step
    );
    let found = Ok((vec![fault], Some(deals)));
    assert_eq!(audited(folder.path(), None).await, found);

    let (key, elsewhere) = (folder.path().join("seal.key"), folder.path().join("kept.key"));
    std::fs::rename(&key, &elsewhere).unwrap();
    assert_eq!(audited(folder.path(), None).await, Ok((Vec::new(), None)), "without it");
    assert_eq!(
        audited(folder.path(), Some(&elsewhere)).await,
        found,
        "where it is named"
    );
    let missing = audited(folder.path(), Some(&key)).await;
    assert!(matches!(missing, Err(StoreError::SealKey(_))), "{missing:?}");

    let other = folder_of(table, &[]).await;
    let other = audited(folder.path(), Some(&other.path().join("seal.key"))).await;
    assert!(matches!(other, Err(StoreError::SealKey(_))), "{other:?}");
}
