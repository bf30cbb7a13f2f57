//! Tests of tournaments: their journals and pools.

use super::*;
use poker_base::network::Network;

const EVENT: &str = r#"{"name":"Sunday","structure":"freezeout"}"#;

/// A tournament without steps.
pub async fn tournament<S: Store>(store: &S) -> StoredTable {
    let made = store.create(OwnerKind::Tournament, vec![EVENT.to_owned()]).await;
    made.unwrap().remove(0)
}

/// The next step of a tournament, with its transfers.
pub fn moves(event: &StoredTable, number: u64, transfers: Vec<Transfer>) -> Step {
    Step {
        transfers,
        ..step(event, number, StepKind::Table)
    }
}

/// A tournament of two players, one of whom has won a bounty.
pub async fn plays<S: Store>(store: &S) -> (StoredTable, [AccountId; 2]) {
    let ann = player(store, "Ann", 500).await;
    let bob = player(store, "Bob", 500).await;
    let event = tournament(store).await;
    let id = event.id;
    let steps = [
        vec![Transfer::entry(ann, id, of(100))],
        vec![Transfer::entry(bob, id, of(100)), Transfer::overlay(id, of(50))],
        vec![Transfer::bounty(ann, id, of(30))],
        vec![],
    ];
    for (number, transfers) in (1..).zip(steps) {
        append(store, vec![moves(&event, number, transfers)]).await;
    }
    (event, [ann, bob])
}

fn of(amount: u64) -> Chips {
    Chips::new(amount)
}

pub async fn owners_are_made_all_or_none<S: Store>(with: Fixture<S>) {
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

pub async fn a_tournament_holds_what_its_entrants_paid<S: Store>(with: Fixture<S>) {
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

    // The whole journal comes back: it has no snapshot.
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

fn asks(account: AccountId, id: &str, body: &str) -> Answer {
    Answer {
        account,
        request_id: id.to_owned(),
        body: body.to_owned(),
    }
}

pub async fn an_entry_without_the_chips_changes_nothing<S: Store>(with: Fixture<S>) {
    let ann = player(&*with.store, "Ann", 99).await;
    let bob = player(&*with.store, "Bob", 250).await;
    let event = tournament(&*with.store).await;
    let mut entry = moves(&event, 1, vec![Transfer::entry(ann, event.id, of(100))]);
    entry.answer = Some(asks(ann, "r1", "registered"));
    let insufficient = StepError::Insufficient {
        account: LedgerAccount::Player(ann),
    };
    let refused = [failed(1, insufficient.clone())];
    assert_eq!(append(&*with.store, vec![entry.clone()]).await, refused);
    // One impossible transfer in the middle of many means that none is made.
    let mut many: Vec<Transfer> = (0..200).map(|_| Transfer::entry(bob, event.id, of(1))).collect();
    many.insert(130, Transfer::entry(ann, event.id, of(100)));
    assert_eq!(append(&*with.store, vec![moves(&event, 1, many)]).await, refused);
    let more = vec![
        Transfer::entry(bob, event.id, of(250)),
        Transfer::prize(ann, event.id, of(251)),
    ];
    let account = LedgerAccount::Tournament(event.id);
    assert_eq!(
        append(&*with.store, vec![moves(&event, 1, more)]).await,
        [failed(1, StepError::Insufficient { account })]
    );

    assert_eq!(with.store.balance(ann).await, Ok(of(99)));
    assert_eq!(with.store.balance(bob).await, Ok(of(250)));
    assert_eq!(with.store.escrow(event.id).await, Ok(Chips::ZERO));
    assert_eq!(with.store.answer(ann, "r1".to_owned()).await, Ok(None));
    let again = with.store.claim_table(event.id).await.unwrap();
    assert_eq!((again.last_step, again.tail.len()), (0, 0));
    // Once the chips are there, the same request succeeds.
    with.store.top_up(ann, None, Some(of(1)), None).await.unwrap();
    entry.epoch = again.epoch;
    assert_eq!(append(&*with.store, vec![entry]).await, durable([1]));
    assert_eq!(with.store.escrow(event.id).await, Ok(of(100)));
    assert!(with.store.verify().await.unwrap().is_sound());
}

pub async fn an_entry_is_made_once<S: Store>(with: Fixture<S>) {
    let ann = player(&*with.store, "Ann", 500).await;
    let event = tournament(&*with.store).await;
    let entry = |number, body| {
        let mut entry = moves(&event, number, vec![Transfer::entry(ann, event.id, of(100))]);
        entry.answer = Some(asks(ann, "r1", body));
        entry
    };
    // Even if both are queued before the first is written.
    let told = append(&*with.store, vec![entry(1, "first"), entry(2, "second")]).await;
    assert_eq!(told, [durable([1]).remove(0), failed(2, StepError::Answered)]);
    assert_eq!(
        append(&*with.store, vec![entry(2, "third")]).await,
        [failed(2, StepError::Answered)]
    );
    assert_eq!(
        with.store.answer(ann, "r1".to_owned()).await,
        Ok(Some("first".to_owned()))
    );
    assert_eq!(with.store.balance(ann).await, Ok(of(400)));
    assert_eq!(with.store.escrow(event.id).await, Ok(of(100)));
}

pub async fn thousands_are_paid_in_one_step<S: Store>(with: Fixture<S>) {
    /// The number of entries of each player, and of payments to each.
    const TIMES: u64 = 10;
    const PAYMENTS: u64 = 2000;
    let made = (0..PAYMENTS / TIMES).map(|number| {
        let (account, session) = guest(&format!("Player {number}"), 100 * TIMES);
        let id = account.id;
        let made = with.store.create_account(account, session);
        async move { made.await.map(|()| id) }
    });
    let made = futures_util::future::join_all(made).await;
    let entrants: Vec<AccountId> = made.into_iter().map(Result::unwrap).collect();
    let event = tournament(&*with.store).await;
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let all = || (1..=PAYMENTS).zip(entrants.iter().copied().cycle());
    let entries = all().map(|(_, account)| Transfer::entry(account, event.id, of(100)));
    assert_eq!(
        append(&*with.store, vec![moves(&event, 1, entries.collect())]).await,
        durable([1])
    );
    assert_eq!(with.store.escrow(event.id).await, Ok(of(100 * PAYMENTS)));

    // The last payment exceeds the pool by one chip: none is made, and the other step of the group is written.
    let pay = |last: u64| {
        let prize = |(place, account)| {
            let amount = if place == PAYMENTS { last } else { 100 };
            Transfer::prize(account, event.id, of(amount))
        };
        moves(&event, 2, all().map(prize).collect())
    };
    let told = append(&*with.store, vec![step(&table, 1, StepKind::Hand), pay(101)]).await;
    let account = LedgerAccount::Tournament(event.id);
    let expected = [durable([1]).remove(0), failed(2, StepError::Insufficient { account })];
    assert_eq!(told, expected);
    assert_eq!(with.store.balance(entrants[0]).await, Ok(Chips::ZERO));

    assert_eq!(append(&*with.store, vec![pay(100)]).await, durable([2]));
    for account in &entrants {
        assert_eq!(with.store.balance(*account).await, Ok(of(100 * TIMES)));
    }
    assert_eq!(with.store.close_table(event.id, event.epoch).await, Ok(()));
    let report = with.store.verify().await.unwrap();
    assert!(report.is_sound(), "{report:?}");
    let grants = PAYMENTS / TIMES;
    assert_eq!(report.transfers, 2 * PAYMENTS + grants);
    assert_eq!((report.tables, report.tournaments), (1, 1));
}

pub async fn a_step_moves_chips_of_its_own_owner_alone<S: Store>(with: Fixture<S>) {
    let ann = player(&*with.store, "Ann", 500).await;
    let event = tournament(&*with.store).await;
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let entry = moves(&event, 1, vec![Transfer::entry(ann, event.id, of(100))]);
    let buy_in = moves(&table, 1, vec![Transfer::buy_in(ann, table.id, of(100))]);
    append(&*with.store, vec![entry, buy_in]).await;
    for (owner, foreign) in [
        (&table, Transfer::prize(ann, event.id, of(1))),
        (&event, Transfer::cash_out(ann, table.id, of(1))),
        // The number is the owner's own, but the kind is wrong.
        (&event, Transfer::buy_in(ann, event.id, of(1))),
        (&table, Transfer::refund(ann, table.id, of(1))),
    ] {
        let refused = append(&*with.store, vec![moves(owner, 2, vec![foreign])]).await;
        assert_refused(&refused);
    }
    assert_eq!(with.store.escrow(event.id).await, Ok(of(100)));
    assert_eq!(with.store.escrow(table.id).await, Ok(of(100)));
}

pub async fn what_came_of_a_tournament_stays_when_it_is_closed<S: Store>(with: Fixture<S>) {
    let event = tournament(&*with.store).await;
    assert_eq!(with.store.result(event.id).await, Ok(None));
    for (body, log) in [("{}", vec!["a", "b"]), (r#"{"places":[]}"#, vec!["{}\n{}\n"])] {
        let pages = log.iter().map(|page| (*page).to_owned()).collect();
        assert_eq!(with.store.keep_result(event.id, body.to_owned(), pages).await, Ok(()));
        assert_eq!(with.store.result(event.id).await, Ok(Some(body.to_owned())));
        for (page, lines) in (0..).zip(&log) {
            let kept = with.store.result_log(event.id, page).await;
            assert_eq!(kept, Ok(Some((*lines).to_owned())));
        }
    }
    assert_eq!(
        with.store.result_log(event.id, 1).await,
        Ok(None),
        "what was kept before is gone"
    );
    assert_eq!(with.store.close_table(event.id, event.epoch).await, Ok(()));
    assert_eq!(
        with.store.result(event.id).await,
        Ok(Some(r#"{"places":[]}"#.to_owned()))
    );
    let ann = player(&*with.store, "Ann", 0).await;
    let bob = player(&*with.store, "Bob", 0).await;
    for (account, request, body) in [(ann, "1", "first"), (ann, "1", "again"), (bob, "1", "third")] {
        let added = with
            .store
            .add_act(event.id, account, request.to_owned(), body.to_owned());
        assert_eq!(added.await, Ok(()));
    }
    let acts = with.store.acts(event.id).await.unwrap();
    let told: Vec<_> = acts.iter().map(|act| (act.account, act.body.as_str())).collect();
    assert_eq!(told, [(ann, "first"), (bob, "third")]);
    assert!(with.store.verify().await.unwrap().is_sound());
}

/// A guarantee is paid whatever the faucet has given on that day.
pub async fn an_overlay_knows_no_limit_of_the_day<S: Store>(with: Fixture<S>) {
    let event = tournament(&*with.store).await;
    let much = with.store.faucet().all.saturating_add(of(1));
    let paid = moves(&event, 1, vec![Transfer::overlay(event.id, much)]);
    assert_eq!(append(&*with.store, vec![paid]).await, durable([1]));
    assert_eq!(with.store.escrow(event.id).await, Ok(much));
    let more = moves(
        &event,
        2,
        vec![Transfer::overlay(event.id, Chips::MAX.saturating_sub(of(1)))],
    );
    let left = with.store.mint().await.unwrap().left;
    assert_eq!(
        append(&*with.store, vec![more]).await,
        [failed(2, StepError::FaucetDry { left })],
        "the mint has no more than it has"
    );
    assert!(with.store.verify().await.unwrap().is_sound());
}

/// The house's chips do not count towards the daily share of whoever happened to enter last.
pub async fn an_overlay_is_charged_to_no_player<S: Store>(with: Fixture<S>) {
    let ann = player(&*with.store, "Ann", 100).await;
    let event = tournament(&*with.store).await;
    let network = Network::of("203.0.113.7".parse().unwrap());
    let given = with.store.mint().await.unwrap().given_today;
    let mut last = moves(
        &event,
        1,
        vec![
            Transfer::entry(ann, event.id, of(100)),
            Transfer::overlay(event.id, of(900)),
        ],
    );
    last.network = Some(network);
    assert_eq!(append(&*with.store, vec![last]).await, durable([1]));
    assert_eq!(with.store.mint().await.unwrap().given_today, given + of(900));
    let limit = with.store.faucet().account;
    let granted = with.store.top_up(ann, Some(network), None, None).await;
    assert_eq!(granted, Ok(limit), "all of the day's share is there");
    let spare = moves(&event, 2, vec![Transfer::spare_overlay(event.id, of(400))]);
    assert_eq!(append(&*with.store, vec![spare]).await, durable([2]));
    assert_eq!(with.store.escrow(event.id).await, Ok(of(600)));
    assert_eq!(with.store.mint().await.unwrap().given_today, given + of(500) + limit);
    assert!(with.store.verify().await.unwrap().is_sound());
}

pub async fn a_pool_goes_back_to_those_who_paid<S: Store>(with: Fixture<S>) {
    let ann = player(&*with.store, "Ann", 500).await;
    let bob = player(&*with.store, "Bob", 500).await;
    let event = tournament(&*with.store).await;
    let id = event.id;
    let steps = vec![
        moves(
            &event,
            1,
            vec![Transfer::entry(ann, id, of(100)), Transfer::entry(bob, id, of(100))],
        ),
        moves(&event, 2, vec![Transfer::overlay(id, of(300))]),
        moves(
            &event,
            3,
            vec![
                Transfer::bounty(ann, id, of(30)),
                Transfer::tournament_rebuy(bob, id, of(50)),
            ],
        ),
        moves(&event, 4, vec![Transfer::spare_overlay(id, of(80))]),
    ];
    append(&*with.store, steps).await;
    let paid = with.store.brought(id).await.unwrap();
    let both = [(ann, of(70)), (bob, of(150))];
    assert_eq!(paid, if ann < bob { both } else { [both[1], both[0]] });
    let held = StoreError::TableHoldsChips(LedgerAccount::Tournament(id));
    // The house gets back no more than it gave.
    for too_few in [vec![], vec![(ann, of(70)), (bob, of(149))]] {
        assert_eq!(with.store.release_table(id, too_few, None).await, Err(held.clone()));
    }
    let too_many = vec![(ann, of(441))];
    assert_eq!(
        with.store.release_table(id, too_many, None).await,
        Err(StoreError::Insufficient)
    );
    assert_eq!(with.store.escrow(id).await, Ok(of(440)));

    assert_eq!(with.store.release_table(id, paid, None).await, Ok(()));
    assert_eq!(with.store.balance(ann).await, Ok(of(500)));
    assert_eq!(with.store.balance(bob).await, Ok(of(500)));
    assert_eq!(with.store.load_tables().await.unwrap(), []);
    assert_eq!(
        append(&*with.store, vec![moves(&event, 5, Vec::new())]).await,
        [failed(5, StepError::Fenced)]
    );
    let report = with.store.verify().await.unwrap();
    assert!(report.is_sound(), "{report:?}");
}

pub async fn what_was_told_is_read_for_many_at_once<S: Store>(with: Fixture<S>) {
    let tables = with
        .store
        .create(OwnerKind::Table, vec![CONFIG.to_owned(); 3])
        .await
        .unwrap();
    let mut written = Vec::new();
    for number in 1..=9 {
        let group: Vec<Step> = tables
            .iter()
            .map(|table| {
                let snapshot = table.id == tables[0].id && (number == 3 || number == 7);
                step(
                    table,
                    number,
                    if snapshot { StepKind::Snapshot } else { StepKind::Hand },
                )
            })
            .collect();
        append(&*with.store, group.clone()).await;
        written.extend(group);
    }
    let (one, all, none) = (tables[0].id, tables[2].id, TableId(99));
    let told = with.store.told_rows(vec![one, all, none]).await.unwrap();
    let of = |table: TableId, from: u64| -> Vec<JournalRow> {
        let own = written.iter().filter(|step| step.table == table && step.step >= from);
        own.map(|step| JournalRow {
            secret: None,
            ..row(step)
        })
        .collect()
    };
    let expected = [(one, of(one, 7)), (all, of(all, 1)), (none, Vec::new())];
    assert_eq!(told, expected.into_iter().collect());
}
