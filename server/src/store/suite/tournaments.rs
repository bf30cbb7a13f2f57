//! Tournaments: their journals and pools.

use super::*;

const EVENT: &str = r#"{"name":"Sunday","structure":"freezeout"}"#;

/// A tournament without steps.
pub(in crate::store) async fn tournament<S: Store>(store: &S) -> StoredTable {
    let made = store.create(OwnerKind::Tournament, vec![EVENT.to_owned()]).await;
    made.unwrap().remove(0)
}

/// The next step of a tournament, with what it moves.
pub(in crate::store) fn moves(event: &StoredTable, number: u64, transfers: Vec<Transfer>) -> Step {
    Step {
        transfers,
        ..step(event, number, StepKind::Table)
    }
}

fn of(amount: u64) -> Chips {
    Chips::new(amount)
}

pub(in crate::store) async fn owners_are_made_all_or_none<S: Store>(with: Fixture<S>) {
    let event = tournament(&*with.store).await;
    assert_eq!(
        (event.kind, event.epoch, event.last_step),
        (OwnerKind::Tournament, 1, 0)
    );
    assert_eq!((event.config.as_str(), event.escrow), (EVENT, Chips::ZERO));
    let configs: Vec<String> = (1..=100).map(|number| format!(r#"{{"no":{number}}}"#)).collect();
    let tables = with.store.create(OwnerKind::Table, configs.clone()).await.unwrap();
    let first = event.id.0 + 1;
    let made: Vec<_> = tables.iter().map(|table| (table.id.0, &table.config)).collect();
    assert_eq!(made, (first..).zip(&configs).collect::<Vec<_>>());

    let one_is_wrong = vec!["{}".to_owned(), "no JSON".to_owned()];
    let refused = with.store.create(OwnerKind::Table, one_is_wrong).await;
    assert!(matches!(refused, Err(StoreError::Database(_))), "{refused:?}");
    assert_eq!(
        with.store.create(OwnerKind::Tournament, Vec::new()).await,
        Ok(Vec::new())
    );
    let listed = with.store.tables().await.unwrap();
    assert_eq!(listed.len(), 101);
    assert!(
        listed
            .iter()
            .all(|info| (info.kind == OwnerKind::Tournament) == (info.id == event.id))
    );
    let claims = with.store.load_tables().await.unwrap();
    for (claim, made) in claims.into_iter().zip([event].into_iter().chain(tables)) {
        assert_eq!((claim.id, claim.kind), (made.id, made.kind));
        assert_eq!(claim.stored, Ok(StoredTable { epoch: 2, ..made }));
    }
}

pub(in crate::store) async fn a_tournament_holds_what_its_entrants_paid<S: Store>(with: Fixture<S>) {
    let ann = player(&*with.store, "Ann", 500).await;
    let bob = player(&*with.store, "Bob", 500).await;
    let event = tournament(&*with.store).await;
    let id = event.id;
    let steps = vec![
        moves(&event, 1, vec![Transfer::entry(ann, id, of(100))]),
        moves(&event, 2, vec![Transfer::entry(bob, id, of(100))]),
        moves(&event, 3, vec![Transfer::tournament_rebuy(bob, id, of(50))]),
        moves(&event, 4, vec![Transfer::entry(bob, id, of(100))]),
        moves(&event, 5, vec![Transfer::refund(bob, id, of(100))]),
        moves(&event, 6, vec![Transfer::overlay(id, of(150))]),
    ];
    assert_eq!(append(&*with.store, steps.clone()).await, durable(1..=6));
    assert_eq!(with.store.escrow(id).await, Ok(of(400)));
    assert_eq!(with.store.balance(bob).await, Ok(of(350)));
    assert_eq!(
        with.store.close_table(id, 1).await,
        Err(StoreError::TableHoldsChips(LedgerAccount::Tournament(id)))
    );

    // All of the journal comes back: it has no snapshot.
    let again = with.store.claim_table(id).await.unwrap();
    assert_eq!(
        (again.kind, again.last_step, again.escrow),
        (OwnerKind::Tournament, 6, of(400))
    );
    assert_eq!(again.tail, steps.iter().map(row).collect::<Vec<_>>());
    let pays = vec![
        Transfer::bounty(ann, id, of(20)),
        Transfer::prize(ann, id, of(280)),
        Transfer::prize(bob, id, of(100)),
    ];
    assert_eq!(append(&*with.store, vec![moves(&again, 7, pays)]).await, durable([7]));
    assert_eq!(with.store.balance(ann).await, Ok(of(700)));
    assert_eq!(with.store.balance(bob).await, Ok(of(450)));
    assert_eq!(with.store.close_table(id, 2).await, Ok(()));
    assert_eq!(
        append(&*with.store, vec![moves(&again, 8, Vec::new())]).await,
        [failed(8, StepError::Fenced)]
    );
    assert_eq!(with.store.load_tables().await.unwrap(), []);
    let report = with.store.verify().await.unwrap();
    assert!(report.is_sound(), "{report:?}");
    assert_eq!((report.ledger_sum, report.steps, report.transfers), (0, 7, 11));
}
