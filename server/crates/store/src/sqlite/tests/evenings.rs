//! Tests of tables with chips of their own on disk: tabs below zero, their law, their release, and evenings.

use super::*;
use crate::{Evening, Evenings, Ledger, OutOfPlay, Ownership};

fn bought(table: &StoredTable, number: u64, buyers: &[(AccountId, u64)]) -> crate::Step {
    let buy =
        |(account, chips): &(AccountId, u64)| Transfer::buy_in(*account, table.id, Chips::new(*chips)).on_tab(table.id);
    crate::Step {
        transfers: buyers.iter().map(buy).collect(),
        ..step(table, number, StepKind::Table)
    }
}

#[tokio::test]
async fn a_table_of_tabs_takes_nothing_from_accounts_and_adds_up() {
    let with = fresh().await;
    let store = &*with.store;
    let (ann, bob) = (player(store, "Ann", 5).await, player(store, "Bob", 5).await);
    let given = store.mint().await.unwrap();
    let table = store.create_table(CONFIG.to_owned()).await.unwrap();
    let most = Chips::MAX.get();
    let played = [
        bought(&table, 1, &[(ann, most - 100), (bob, 60)]),
        // Ann pays for Bob, who takes a part home.
        crate::Step {
            transfers: vec![
                Transfer::take_over(table.id, ann, bob, Chips::new(20)),
                Transfer::cash_out(bob, table.id, Chips::new(500)).on_tab(table.id),
            ],
            ..step(&table, 2, StepKind::Table)
        },
    ];
    let notices = append(store, played.to_vec()).await;
    assert!(
        notices
            .iter()
            .all(|notice| matches!(notice, DurableNotice::Durable { .. })),
        "{notices:?}"
    );
    for account in [ann, bob] {
        assert_eq!(store.balance(account).await.unwrap(), Chips::new(5));
    }
    assert_eq!(store.mint().await.unwrap(), given, "the house's purse plays no part");
    assert_eq!(store.escrow(table.id).await.unwrap(), Chips::new(most - 540));
    let report = store.verify().await.unwrap();
    assert_eq!((report.ledger_sum, report.faults), (0, Vec::new()));
    // Bob has got more than he brought.
    let brought = store.brought(table.id).await.unwrap();
    assert_eq!(brought, [(ann, Chips::new(most - 100))]);

    let shares = vec![(ann, Chips::new(most - 600)), (bob, Chips::new(60))];
    store.release_table(table.id, shares).await.unwrap();
    for account in [ann, bob] {
        assert_eq!(store.balance(account).await.unwrap(), Chips::new(5), "released to tabs");
    }
    assert_eq!(store.verify().await.unwrap().faults, Vec::<String>::new());

    let mut conn = behind(with.folder.path()).await;
    let tab = format!("tab:{}:{ann}", table.id);
    for (account, change) in [(tab.clone(), 1), ("mint".to_owned(), -1)] {
        sqlx::query("UPDATE balance SET amount = amount + $2 WHERE account = $1")
            .bind(account)
            .bind(change)
            .execute(&mut conn)
            .await
            .unwrap();
    }
    let faults = store.verify().await.unwrap().faults;
    let escrow = format!(
        "table:{} has 0 chips, but the tabs of its players add up to 1",
        table.id
    );
    assert!(faults.contains(&escrow), "{faults:?}");
}

#[tokio::test]
async fn the_chips_of_any_number_of_tables_are_added_up() {
    // The tabs of all tables come before the tables themselves, and are further below zero than 64 bits reach.
    const TABLES: usize = 1030;
    let with = fresh().await;
    let ann = player(&*with.store, "Ann", 5).await;
    let tables = with
        .store
        .create(OwnerKind::Table, vec![CONFIG.to_owned(); TABLES])
        .await;
    let tables = tables.unwrap();
    let most = Chips::MAX.get();
    assert!(i64::try_from(u128::from(most) * TABLES as u128).is_err());
    for some in tables.chunks(200) {
        let steps = some.iter().map(|table| bought(table, 1, &[(ann, most)]));
        let notices = append(&*with.store, steps.collect()).await;
        let is_durable = |notice: &DurableNotice| matches!(notice, DurableNotice::Durable { .. });
        assert!(notices.iter().all(is_durable), "{notices:?}");
    }
    let report = with.store.verify().await.unwrap();
    assert_eq!((report.ledger_sum, report.faults), (0, Vec::new()));
    with.store.close().await;
    let again = open(with.folder.path(), &with.clock).await.unwrap();
    assert_eq!(again.load_tables().await.unwrap().len(), TABLES);
}

#[tokio::test]
async fn an_evening_is_kept_for_those_who_were_there() {
    let with = fresh().await;
    let store = &*with.store;
    let (ann, bob) = (player(store, "Ann", 5).await, player(store, "Bob", 5).await);
    let mut tables = Vec::new();
    for number in 0..3 {
        let table = store.create_table(CONFIG.to_owned()).await.unwrap().id;
        let body = format!(r#"{{"n":{number},"player":{{"id":"{bob}","name":"Bob"}}}}"#);
        let players = if number == 1 {
            vec![(ann, true)]
        } else {
            vec![(ann, true), (bob, number == 0)]
        };
        for body in ["{}".to_owned(), body] {
            store.keep_evening(table, players.clone(), body).await.unwrap();
        }
        tables.push(table);
    }
    let numbers = |evenings: &[Evening]| evenings.iter().map(|evening| evening.table).collect::<Vec<_>>();
    let all = store.evenings(ann, None, 10).await.unwrap();
    assert_eq!(numbers(&all), [tables[2], tables[1], tables[0]]);
    assert!(all[0].body.starts_with(r#"{"n":2"#), "a repetition replaces it");
    assert_eq!(
        numbers(&store.evenings(ann, Some(tables[2]), 1).await.unwrap()),
        [tables[1]]
    );
    assert_eq!(
        numbers(&store.evenings(bob, None, 10).await.unwrap()),
        [tables[2], tables[0]]
    );
    assert_eq!(store.evening(bob, tables[1]).await.unwrap(), None, "he was not there");
    store.play_on(tables[0], "9-abc".to_owned()).await.unwrap();
    let evening = store.evening(bob, tables[0]).await.unwrap().unwrap();
    assert_eq!(evening.next.as_deref(), Some("9-abc"));
    store.play_on(tables[2], "9-def".to_owned()).await.unwrap();
    let next = async |account| store.evening(account, tables[2]).await.unwrap().unwrap().next;
    assert_eq!(
        (next(ann).await.as_deref(), next(bob).await),
        (Some("9-def"), None),
        "sent away"
    );
    // What is kept twice, as after a crash, leaves the way to the next table.
    store
        .keep_evening(tables[0], vec![(ann, true), (bob, true)], evening.body)
        .await
        .unwrap();
    assert_eq!(
        store.evening(ann, tables[0]).await.unwrap().unwrap().next.as_deref(),
        Some("9-abc")
    );
    assert_eq!(store.verify().await.unwrap().faults, Vec::<String>::new());
}
