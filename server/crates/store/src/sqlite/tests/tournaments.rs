//! Tests of tournaments in a folder: crashes, tampering, operators' acts, and folders from before tournaments existed.

use super::tampering::is_sound_when;
use super::*;
use crate::sqlite::verify;
use crate::suite::{moves, plays, tournament};
use crate::{Ledger, OutOfPlay, Ownership};

fn of(amount: u64) -> Chips {
    Chips::new(amount)
}

#[tokio::test]
async fn a_tournament_is_there_after_a_crash() {
    let with = fresh().await;
    let (event, [ann, bob]) = plays(&*with.store).await;
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    // More groups than are reread, so that the first ones are settled and the last ones are not.
    for number in 1..=100 {
        let both = vec![
            moves(
                &event,
                number + 4,
                vec![Transfer::tournament_rebuy(bob, event.id, of(1))],
            ),
            step(
                &table,
                number,
                if number == 90 {
                    StepKind::Snapshot
                } else {
                    StepKind::Hand
                },
            ),
        ];
        append(&*with.store, both).await;
    }
    let before = copied(with.folder.path());
    let prizes = vec![
        Transfer::prize(ann, event.id, of(200)),
        Transfer::prize(bob, event.id, of(120)),
    ];
    let after_prizes = append(&*with.store, vec![moves(&event, 105, prizes.clone())]).await;
    assert_eq!(after_prizes, [DurableNotice::Durable { step: 105 }]);
    let after = copied(with.folder.path());

    // The prizes are either paid or not, in agreement with the journal.
    for (left, steps, pool, of_ann) in [(&before, 104, 320, 430), (&after, 105, 0, 630)] {
        let again = open(left.path(), &with.clock).await.unwrap();
        assert!(again.verify().await.unwrap().is_sound());
        assert_eq!(again.balance(ann).await, Ok(of(of_ann)));
        let claims = again.load_tables().await.unwrap();
        let recovered = claims[0].stored.as_ref().unwrap();
        assert_eq!((recovered.kind, recovered.escrow), (OwnerKind::Tournament, of(pool)));
        let numbers: Vec<u64> = recovered.tail.iter().map(|row| row.step).collect();
        assert_eq!(numbers, (1..=steps).collect::<Vec<_>>(), "all of it is played again");
        assert_eq!(claims[1].stored.as_ref().unwrap().tail.len(), 11);
        if steps == 104 {
            let again_paid = append(&again, vec![moves(recovered, 105, prizes.clone())]).await;
            assert_eq!(again_paid, [DurableNotice::Durable { step: 105 }]);
            assert_eq!(again.balance(ann).await, Ok(of(630)));
        }
    }
}

#[tokio::test]
async fn damage_of_a_tournaments_last_steps_is_named() {
    let with = fresh().await;
    plays(&*with.store).await;
    let left = copied(with.folder.path());
    let mut conn = behind(left.path()).await;
    conn.execute("DROP TRIGGER journal_fixed").await.unwrap();
    rewrite(&mut conn, 4, |step| step.events = &[0]).await;
    conn.close().await.unwrap();
    let refused = open(left.path(), &with.clock).await.unwrap_err().to_string();
    assert!(
        refused.contains("step 4 of tournament 1 is not what its hash says"),
        "{refused}"
    );
}

#[tokio::test]
async fn tampering_with_a_pool_is_noticed() {
    for (sql, is_noticed) in [
        ("UPDATE balance SET amount = amount - 1 WHERE account = 'tournament:1'", true),
        // The sum of all accounts is still 0.
        (
            "UPDATE balance SET amount = amount + CASE account WHEN 'tournament:1' THEN -9 ELSE 9 END
             WHERE account = 'tournament:1' OR account = (SELECT min(account) FROM balance WHERE account LIKE 'player:%')",
            true,
        ),
        ("UPDATE transfer SET amount = amount + 1 WHERE reason = 'bounty'", true),
        ("UPDATE transfer SET reason = 'prize' WHERE reason = 'bounty'", true),
        ("DELETE FROM transfer WHERE reason = 'bounty'", true),
        ("UPDATE game_table SET kind = 'table'", true),
        ("UPDATE game_table SET config = '{}'", true),
        ("UPDATE owner SET last_step = 3", true),
        ("SELECT 1", false),
    ] {
        let with = fresh().await;
        plays(&*with.store).await;
        let tamper = async |conn: &mut SqliteConnection| {
            conn.execute(sql).await.unwrap();
        };
        assert_eq!(is_sound_when(with, sql, tamper).await, !is_noticed, "{sql}");
    }
}

#[tokio::test]
async fn an_audit_compares_accounts_with_their_owners() {
    let with = fresh().await;
    plays(&*with.store).await;
    with.store.close().await;
    let mut conn = behind(with.folder.path()).await;
    for (sql, words) in [
        (
            "UPDATE game_table SET closed_at = 1",
            "tournament:1 is closed, but has 220 chips",
        ),
        (
            "INSERT INTO balance (account, amount) VALUES ('tournament:2', 0)",
            "tournament:2 has a balance, but there is no such table or tournament",
        ),
        (
            "INSERT INTO game_table (kind, config, created_at) VALUES ('tournament', '{}', 0)",
            "tournament:2 has no balance",
        ),
    ] {
        let mut undone = conn.begin().await.unwrap();
        undone.execute(sql).await.unwrap();
        let report = verify::everything(&mut undone).await.unwrap();
        assert!(report.faults.iter().any(|fault| fault == words), "{sql}: {report:?}");
        undone.rollback().await.unwrap();
    }
    assert!(verify::everything(&mut conn).await.unwrap().is_sound());
}

/// The number of remaining steps in a journal.
async fn steps_of(store: &SqliteStore, owner: TableId) -> usize {
    let told = store.told_rows(vec![owner]).await.unwrap();
    told[&owner].len()
}

#[tokio::test]
async fn a_running_tournament_is_kept_whole_and_a_closed_one_forgotten() {
    let with = fresh().await;
    let (event, over) = (tournament(&*with.store).await, tournament(&*with.store).await);
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let mut written = 0;
    let mut play = async |groups: u64, events: &[&StoredTable], from: u64| {
        for group in 0..groups {
            let mut steps: Vec<_> = (1..=10)
                .map(|number| {
                    let number = written + number;
                    step(
                        &table,
                        number,
                        if number % 50 == 0 {
                            StepKind::Snapshot
                        } else {
                            StepKind::Hand
                        },
                    )
                })
                .collect();
            written += 10;
            steps.extend(events.iter().map(|event| moves(event, from + group, Vec::new())));
            append(&*with.store, steps).await;
        }
    };
    play(300, &[&event, &over], 1).await;
    with.store.close_table(over.id, over.epoch).await.unwrap();
    play(500, &[&event], 301).await;

    let report = with.store.verify().await.unwrap();
    assert!(report.is_sound(), "{report:?}");
    // Some 8,000 steps of the table were written, in the same groups as those of the tournament.
    assert!((800..4_500).contains(&report.steps), "{report:?}");
    assert_eq!(steps_of(&with.store, event.id).await, 800);
    assert_eq!(steps_of(&with.store, over.id).await, 0);
    let again = with.store.claim_table(event.id).await.unwrap();
    assert_eq!((again.last_step, again.tail.len()), (800, 800));
    assert!(again.tail.iter().map(|row| row.step).eq(1..=800));

    with.store.close_table(again.id, again.epoch).await.unwrap();
    play(500, &[], 0).await;
    assert_eq!(steps_of(&with.store, event.id).await, 0);
    let report = with.store.verify().await.unwrap();
    assert!(report.is_sound() && report.steps < 4_500, "{report:?}");
}
