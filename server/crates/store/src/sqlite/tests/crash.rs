//! Tests of the state after a crash, and of audits while a server is running.

use super::*;
use crate::{Hands, Ownership};

#[tokio::test]
async fn what_was_durable_is_there_after_a_crash() {
    let with = fresh().await;
    let table = play(&with).await;
    let left = copied(with.folder.path());
    let again = open(left.path(), &with.clock).await.unwrap();
    let recovered = again.load_tables().await.unwrap().remove(0).stored.unwrap();
    assert_eq!((recovered.id, recovered.last_step), (table.id, 9));
    assert_eq!(recovered.tail[8].secret.as_deref(), Some(b"secret 9".as_slice()));
    assert_eq!(recovered.escrow, Chips::new(200));
    assert!(again.verify().await.unwrap().is_sound());
}

#[tokio::test]
async fn what_was_not_settled_yet_is_there_after_a_crash() {
    let with = fresh().await;
    let mut tables = Vec::new();
    for _ in 0..3 {
        tables.push(with.store.create_table(CONFIG.to_owned()).await.unwrap());
    }
    let ann = player(&*with.store, "Ann", 0).await;
    // More groups than are reread, so that the first ones are settled and the last ones are not.
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

    let left = copied(with.folder.path());
    // Without its last groups the journal is incomplete, and no one knows whose steps are missing.
    let refusal = async |damage: &str, tampering: Option<Tampering>| {
        let damaged = copied(left.path());
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
        let refused = open(damaged.path(), &with.clock)
            .await
            .map_err(|error| error.advised(damaged.path()));
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
    for (claim, tail) in claims.iter().zip([51, 100, 100]) {
        let claimed = claim.stored.as_ref().unwrap();
        assert_eq!((claimed.last_step, claimed.tail.len()), (100, tail));
        assert!(claimed.tail.is_sorted_by_key(|row| row.step));
    }
    // Both the last owner and the next one know where to continue.
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

#[tokio::test]
async fn an_audit_reads_everything_beside_a_running_server() {
    let with = fresh().await;
    let table = play(&with).await;
    let (mut escrows, mut steps) = (Vec::new(), Vec::new());
    let report = audit(
        with.folder.path(),
        None,
        |kind, table, chips| escrows.push((kind, table, chips)),
        |_, table, row| steps.push((table, row.first_seq)),
    );
    let sound = with.store.verify().await.unwrap();
    assert_eq!(report.await.unwrap(), (sound, Seals::Opened));
    assert_eq!(escrows, [(OwnerKind::Table, table.id, Chips::new(200))]);
    assert_eq!(steps.len(), 9);
    assert!(steps.is_sorted_by_key(|(_, first_seq)| *first_seq));
}
