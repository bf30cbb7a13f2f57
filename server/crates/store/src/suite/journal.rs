//! Tests of steps, the chips that move with them, and finished hands.

use std::collections::HashMap;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use super::*;

pub async fn steps_come_back_since_the_last_snapshot<S: Store>(with: Fixture<S>) {
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    assert_eq!((table.epoch, table.last_step, table.tail.len()), (1, 0, 0));
    let steps: Vec<Step> = (1..=200)
        .map(|number| {
            let kind = if number == 190 {
                StepKind::Snapshot
            } else {
                StepKind::Hand
            };
            step(&table, number, kind)
        })
        .collect();
    assert_eq!(append(&*with.store, steps.clone()).await, durable(1..=200));

    let again = with.store.claim_table(table.id).await.unwrap();
    assert_eq!((again.epoch, again.last_step), (2, 200));
    assert_eq!(again.config, CONFIG);
    let expected: Vec<JournalRow> = steps[189..].iter().map(row).collect();
    assert_eq!(again.tail, expected);

    // The chain continues across owners, and without a secret.
    let mut next = step(&again, 201, StepKind::Table);
    next.secret = None;
    assert_eq!(append(&*with.store, vec![next]).await, durable([201]));
    let last = with.store.load_tables().await.unwrap().remove(0).stored.unwrap();
    assert_eq!((last.epoch, last.tail.len()), (3, 12));
    assert_eq!(last.tail[11].secret, None);
    assert!(with.store.verify().await.unwrap().is_sound());
}

pub async fn an_empty_table_comes_back<S: Store>(with: Fixture<S>) {
    let first = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let second = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    assert_ne!(first.id, second.id);
    let listed: Vec<TableId> = with
        .store
        .tables()
        .await
        .unwrap()
        .into_iter()
        .map(|info| info.id)
        .collect();
    assert_eq!(listed, [first.id, second.id]);
    let loaded = with.store.load_tables().await.unwrap();
    for (claim, created) in loaded.into_iter().zip([first, second]) {
        assert_eq!((claim.id, claim.kind), (created.id, OwnerKind::Table));
        assert_eq!(claim.stored, Ok(StoredTable { epoch: 2, ..created }));
    }
    let refused = with.store.create_table("no JSON".to_owned()).await;
    assert!(matches!(refused, Err(StoreError::Database(_))), "{refused:?}");
}

pub async fn a_stale_owner_cannot_write<S: Store>(with: Fixture<S>) {
    let old = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    assert_eq!(
        append(&*with.store, vec![step(&old, 1, StepKind::Hand)]).await,
        durable([1])
    );
    let new = with.store.claim_table(old.id).await.unwrap();
    let stale = append(
        &*with.store,
        vec![step(&old, 2, StepKind::Hand), step(&old, 3, StepKind::Hand)],
    )
    .await;
    assert_eq!(stale, [failed(2, StepError::Fenced), failed(3, StepError::Fenced)]);
    assert_eq!(
        append(&*with.store, vec![step(&new, 2, StepKind::Hand)]).await,
        durable([2])
    );
    let mut nobody = step(&new, 1, StepKind::Hand);
    nobody.table = TableId(99);
    assert_eq!(append(&*with.store, vec![nobody]).await, [failed(1, StepError::Fenced)]);
    assert_eq!(
        with.store.claim_table(TableId(99)).await,
        Err(StoreError::NoSuchTable(TableId(99)))
    );
    assert!(with.store.verify().await.unwrap().is_sound());
}

pub async fn a_closed_table_cannot_be_written<S: Store>(with: Fixture<S>) {
    let account = player(&*with.store, "Ann", 100).await;
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let mut sit = step(&table, 1, StepKind::Table);
    sit.transfers = vec![Transfer::buy_in(account, table.id, Chips::new(40))];
    let mut leave = step(&table, 2, StepKind::Table);
    leave.transfers = vec![Transfer::cash_out(account, table.id, Chips::new(40))];
    assert_eq!(append(&*with.store, vec![sit]).await, durable([1]));
    assert_eq!(
        with.store.close_table(table.id, 1).await,
        Err(StoreError::TableHoldsChips(LedgerAccount::Table(table.id)))
    );
    assert_eq!(append(&*with.store, vec![leave]).await, durable([2]));
    assert_eq!(
        with.store.close_table(table.id, 7).await,
        Err(StoreError::Fenced(table.id))
    );
    assert_eq!(with.store.close_table(table.id, 1).await, Ok(()));
    assert_eq!(
        append(&*with.store, vec![step(&table, 3, StepKind::Table)]).await,
        [failed(3, StepError::Fenced)]
    );
    assert_eq!(with.store.load_tables().await.unwrap(), []);
    assert_eq!(
        with.store.claim_table(table.id).await,
        Err(StoreError::NoSuchTable(table.id))
    );
}

pub async fn a_failed_step_fails_those_behind_it_and_no_other_table<S: Store>(with: Fixture<S>) {
    let account = player(&*with.store, "Ann", 100).await;
    let poor = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let other = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let journal = with.store.journal();
    let (poor_done, mut poor_notices) = mpsc::unbounded_channel();
    let (other_done, mut other_notices) = mpsc::unbounded_channel();
    for number in 1..=3 {
        let mut risky = step(&poor, number, StepKind::Table);
        if number == 2 {
            risky.transfers = vec![Transfer::buy_in(account, poor.id, Chips::new(101))];
        }
        journal.append(Box::new(risky), poor_done.clone()).unwrap();
        journal
            .append(Box::new(step(&other, number, StepKind::Hand)), other_done.clone())
            .unwrap();
    }
    let mut told = Vec::new();
    poor_notices.recv_many(&mut told, 1).await;
    poor_notices.recv_many(&mut told, 1).await;
    poor_notices.recv_many(&mut told, 1).await;
    let insufficient = StepError::Insufficient {
        account: LedgerAccount::Player(account),
    };
    let expected = [
        DurableNotice::Durable { step: 1 },
        failed(2, insufficient),
        failed(3, StepError::OutOfOrder { expected: 2 }),
    ];
    assert_eq!(told, expected);
    for number in 1..=3 {
        assert_eq!(
            other_notices.recv().await,
            Some(DurableNotice::Durable { step: number })
        );
    }
    let reloaded = with.store.claim_table(poor.id).await.unwrap();
    assert_eq!((reloaded.last_step, reloaded.escrow), (1, Chips::ZERO));
    assert_eq!(
        append(&*with.store, vec![step(&reloaded, 2, StepKind::Table)]).await,
        durable([2])
    );
    assert!(with.store.verify().await.unwrap().is_sound());
}

pub async fn chips_move_with_the_step_or_not_at_all<S: Store>(with: Fixture<S>) {
    let ann = player(&*with.store, "Ann", 100).await;
    let bob = player(&*with.store, "Bob", 50).await;
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let mut sit = step(&table, 1, StepKind::Table);
    sit.transfers = vec![
        Transfer::buy_in(ann, table.id, Chips::new(100)),
        Transfer::buy_in(bob, table.id, Chips::new(20)),
    ];
    assert_eq!(append(&*with.store, vec![sit]).await, durable([1]));
    assert_eq!(with.store.balance(ann).await, Ok(Chips::ZERO));
    assert_eq!(with.store.balance(bob).await, Ok(Chips::new(30)));
    assert_eq!(with.store.escrow(table.id).await, Ok(Chips::new(120)));

    // One of two movements is impossible: neither happens, and the step is not written.
    let mut greedy = step(&table, 2, StepKind::Table);
    greedy.transfers = vec![
        Transfer::buy_in(bob, table.id, Chips::new(30)),
        Transfer::cash_out(ann, table.id, Chips::new(151)),
    ];
    let escrow = LedgerAccount::Table(table.id);
    assert_eq!(
        append(&*with.store, vec![greedy]).await,
        [failed(2, StepError::Insufficient { account: escrow })]
    );
    assert_eq!(with.store.balance(bob).await, Ok(Chips::new(30)));

    let mut nobody = step(&table, 2, StepKind::Table);
    nobody.transfers = vec![Transfer::cash_out(AccountId::generate(), table.id, Chips::new(1))];
    let refused = append(&*with.store, vec![nobody]).await;
    assert_refused(&refused);

    let mut leave = step(&table, 2, StepKind::Table);
    leave.transfers = vec![Transfer::cash_out(ann, table.id, Chips::new(120))];
    assert_eq!(append(&*with.store, vec![leave]).await, durable([2]));
    assert_eq!(with.store.balance(ann).await, Ok(Chips::new(120)));

    // The house gives chips to a table, from which they then leave like any others.
    let mut given = step(&table, 3, StepKind::Hand);
    given.transfers = vec![Transfer::free_stacks(ann, table.id, Chips::new(50))];
    assert_eq!(append(&*with.store, vec![given]).await, durable([3]));
    assert_eq!(with.store.escrow(table.id).await, Ok(Chips::new(50)));
    let mut leave = step(&table, 4, StepKind::Table);
    leave.transfers = vec![Transfer::cash_out(bob, table.id, Chips::new(50))];
    assert_eq!(append(&*with.store, vec![leave]).await, durable([4]));
    assert_eq!(with.store.balance(bob).await, Ok(Chips::new(80)));
    let report = with.store.verify().await.unwrap();
    assert!(report.is_sound(), "{report:?}");
    assert_eq!((report.ledger_sum, report.transfers, report.steps), (0, 7, 4));
}

pub async fn a_request_is_answered_once<S: Store>(with: Fixture<S>) {
    let ann = player(&*with.store, "Ann", 100).await;
    let bob = player(&*with.store, "Bob", 100).await;
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let rebuy = |number, account, body: &str| {
        let mut rebuy = step(&table, number, StepKind::Table);
        rebuy.transfers = vec![Transfer::buy_in(account, table.id, Chips::new(10))];
        rebuy.answer = Some(Answer {
            account,
            request_id: "r1".to_owned(),
            body: body.to_owned(),
        });
        rebuy
    };
    assert_eq!(with.store.answer(ann, "r1".to_owned()).await, Ok(None));
    assert_eq!(append(&*with.store, vec![rebuy(1, ann, "first")]).await, durable([1]));
    assert_eq!(
        append(&*with.store, vec![rebuy(2, ann, "second")]).await,
        [failed(2, StepError::Answered)]
    );
    assert_eq!(append(&*with.store, vec![rebuy(2, bob, "his")]).await, durable([2]));
    assert_eq!(
        with.store.answer(ann, "r1".to_owned()).await,
        Ok(Some("first".to_owned()))
    );
    assert_eq!(
        with.store.answer(bob, "r1".to_owned()).await,
        Ok(Some("his".to_owned()))
    );
    assert_eq!(with.store.balance(ann).await, Ok(Chips::new(90)));
}

pub fn hand(clock: &TestClock, hand_no: u64, players: &[AccountId]) -> HandRecord {
    HandRecord {
        hand_no,
        game: "holdem".to_owned(),
        started_at: clock.now(),
        ended_at: clock.now(),
        participants: players
            .iter()
            .map(|account| ParticipantRecord {
                account: *account,
                private: Some(format!("cards of {account}")),
            })
            .collect(),
        public: format!("public {hand_no}"),
        gist: HandGist {
            table: format!("table of {hand_no}"),
            terms: HandTerms::default(),
            ..HandGist::default()
        },
    }
}

pub async fn a_hand_is_told_to_those_who_played_it<S: Store>(with: Fixture<S>) {
    let ann = player(&*with.store, "Ann", 0).await;
    let bob = player(&*with.store, "Bob", 0).await;
    let eve = player(&*with.store, "Eve", 0).await;
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let mut end = step(&table, 1, StepKind::Hand);
    end.hand_end = Some(hand(&with.clock, 7, &[ann, bob]));
    assert_eq!(append(&*with.store, vec![end.clone()]).await, durable([1]));

    let seen = with.store.hand(table.id, 7, Some(ann)).await.unwrap().unwrap();
    assert_eq!(seen.private, Some(format!("cards of {ann}")));
    assert_eq!((seen.public.as_str(), seen.game.as_str()), ("public 7", "holdem"));
    assert_eq!(seen.ended_at, with.clock.now());
    assert_eq!(with.store.hand(table.id, 7, Some(eve)).await, Ok(None));
    assert_eq!(with.store.hand(table.id, 8, Some(ann)).await, Ok(None));
    let public = with.store.hand(table.id, 7, None).await.unwrap().unwrap();
    assert_eq!((public.public.as_str(), public.private), ("public 7", None));
    let opened = with.store.opened_hand(table.id, 7).await.unwrap().unwrap();
    assert_eq!((opened.view.public.as_str(), opened.view.private), ("public 7", None));
    assert_eq!(opened.privates, [format!("cards of {ann}"), format!("cards of {bob}")]);
    assert_eq!(with.store.opened_hand(table.id, 8).await, Ok(None));

    // The same hand cannot end twice.
    end.step = 2;
    let refused = append(&*with.store, vec![end]).await;
    assert_refused(&refused);
}

pub async fn history_comes_in_pages<S: Store>(with: Fixture<S>) {
    let ann = player(&*with.store, "Ann", 0).await;
    let bob = player(&*with.store, "Bob", 0).await;
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let ends = (1..=5).map(|number| {
        let mut end = step(&table, number, StepKind::Hand);
        let players: &[AccountId] = if number == 3 { &[bob] } else { &[ann, bob] };
        end.hand_end = Some(hand(&with.clock, number, players));
        end
    });
    assert_eq!(append(&*with.store, ends.collect()).await, durable(1..=5));
    let numbers = |lines: &[HandLine]| lines.iter().map(|line| line.hand_no).collect::<Vec<_>>();
    let first = with.store.hands_of(ann, None, 3).await.unwrap();
    assert_eq!(numbers(&first), [5, 4, 2]);
    let second = with.store.hands_of(ann, Some(first[2].cursor), 3).await.unwrap();
    assert_eq!(numbers(&second), [1]);
    assert_eq!(
        numbers(&with.store.hands_of(bob, None, 9).await.unwrap()),
        [5, 4, 3, 2, 1]
    );
}

pub async fn a_line_has_the_gist_and_the_own_cards<S: Store>(with: Fixture<S>) {
    let ann = player(&*with.store, "Ann", 0).await;
    let bob = player(&*with.store, "Bob", 0).await;
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    for number in 1..=3 {
        let mut end = step(&table, number, StepKind::Hand);
        end.hand_end = Some(hand(&with.clock, number, &[bob, ann]));
        assert_eq!(append(&*with.store, vec![end]).await, durable([number]));
        with.clock.advance(1);
    }
    let lines = with.store.hands_of(ann, None, 9).await.unwrap();
    let newest = &lines[0];
    assert_eq!(
        (newest.place, newest.private.clone()),
        (1, Some(format!("cards of {ann}")))
    );
    assert_eq!(newest.gist.as_ref().unwrap().table, "table of 3");
    // Hands that ended before an instant lie before its place.
    for (index, line) in lines.iter().enumerate() {
        let place = with.store.place_of(line.ended_at).await.unwrap();
        let older = with.store.hands_of(ann, Some(place), 9).await.unwrap();
        assert!(lines[index + 1..].iter().all(|line| older.contains(line)), "{index}");
    }
    let late = with.store.place_of(with.clock.now()).await.unwrap();
    assert_eq!(with.store.hands_of(ann, Some(late), 9).await.unwrap(), lines);
    let early = with.store.place_of(Timestamp::UNIX_EPOCH).await.unwrap();
    assert_eq!(with.store.hands_of(ann, Some(early), 9).await.unwrap(), []);
    // At the extremes of time as well.
    assert_eq!(with.store.place_of(Timestamp::MAX).await.unwrap(), late);
    assert_eq!(with.store.place_of(Timestamp::MIN).await.unwrap(), early);
}

pub async fn a_link_leads_to_its_hand_alone<S: Store>(with: Fixture<S>) {
    let ann = player(&*with.store, "Ann", 0).await;
    let share = SharedHand {
        account: ann,
        table: TableId(7),
        hand_no: 3,
        own_cards: true,
        hide_names: false,
    };
    let (first, second) = (ShareToken([1; 16]), ShareToken([2; 16]));
    assert_eq!(with.store.share_hand(share, first).await, Ok(first));
    assert_eq!(with.store.share_hand(share, second).await, Ok(first));
    let hidden = SharedHand {
        hide_names: true,
        ..share
    };
    assert_eq!(with.store.share_hand(hidden, second).await, Ok(second));
    assert_eq!(with.store.shared_hand(first).await, Ok(Some(share)));
    assert_eq!(with.store.shared_hand(second).await, Ok(Some(hidden)));
    for number in 0..10_000_u128 {
        let guessed = ShareToken(
            number
                .wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
                .to_be_bytes(),
        );
        assert_eq!(with.store.shared_hand(guessed).await, Ok(None));
    }
    assert_eq!(with.store.unshare_hand(ann, TableId(7), 4).await, Ok(0));
    assert_eq!(with.store.unshare_hand(ann, TableId(7), 3).await, Ok(2));
    assert_eq!(with.store.shared_hand(first).await, Ok(None));
}

/// Whatever the requests, the model and the ledger agree, and the sum is zero.
pub async fn random_transfers_add_up<S: Store>(with: Fixture<S>) {
    let mut players = Vec::new();
    for name in ["Ann", "Bob", "Eve"] {
        players.push(player(&*with.store, name, 1000).await);
    }
    let mut tables = Vec::new();
    for _ in 0..2 {
        tables.push(with.store.create_table(CONFIG.to_owned()).await.unwrap());
    }
    let moves = proptest::collection::vec((0..3_usize, 0..2_usize, proptest::bool::ANY, 1..600_u64), 200);
    let mut runner = TestRunner::deterministic();
    let moves = moves.new_tree(&mut runner).unwrap().current();

    let mut stacks: HashMap<(usize, usize), u64> = HashMap::new();
    let mut wallets = [1000_u64; 3];
    let mut last = [0_u64; 2];
    let mut refused = 0;
    for (who, at, bring, amount) in moves {
        let table = &tables[at];
        let mut next = step(table, last[at] + 1, StepKind::Table);
        let stack = stacks.entry((who, at)).or_default();
        let escrow: u64 = *stack;
        let (possible, transfer) = if bring {
            (
                wallets[who] >= amount,
                Transfer::buy_in(players[who], table.id, Chips::new(amount)),
            )
        } else {
            (
                escrow >= amount,
                Transfer::cash_out(players[who], table.id, Chips::new(amount)),
            )
        };
        // The escrow is one account for all seats: refusing a stack that is too small is the table's job.
        if !bring && !possible {
            continue;
        }
        next.transfers = vec![transfer];
        let told = append(&*with.store, vec![next]).await;
        if possible {
            assert_eq!(told, durable([last[at] + 1]));
            last[at] += 1;
            if bring {
                wallets[who] -= amount;
                *stack += amount;
            } else {
                wallets[who] += amount;
                *stack -= amount;
            }
        } else {
            let account = LedgerAccount::Player(players[who]);
            assert_eq!(told, [failed(last[at] + 1, StepError::Insufficient { account })]);
            refused += 1;
        }
    }
    assert!(
        refused > 10 && last.iter().sum::<u64>() > 50,
        "the moves are too tame: {refused} refused, {last:?}"
    );
    for (who, wallet) in wallets.into_iter().enumerate() {
        assert_eq!(with.store.balance(players[who]).await, Ok(Chips::new(wallet)));
    }
    for (at, table) in tables.iter().enumerate() {
        let stacks: u64 = (0..3).map(|who| stacks.get(&(who, at)).copied().unwrap_or(0)).sum();
        assert_eq!(with.store.escrow(table.id).await, Ok(Chips::new(stacks)));
    }
    let report = with.store.verify().await.unwrap();
    assert!(report.is_sound(), "{report:?}");
    assert_eq!(report.ledger_sum, 0);
}

pub async fn a_closed_store_refuses<S: Store>(with: Fixture<S>) {
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let journal = with.store.journal();
    let (done, mut notices) = mpsc::unbounded_channel();
    for number in 1..=20 {
        journal
            .append(Box::new(step(&table, number, StepKind::Hand)), done.clone())
            .unwrap();
    }
    with.store.close().await;
    for number in 1..=20 {
        assert_eq!(notices.recv().await, Some(DurableNotice::Durable { step: number }));
    }
    let late = journal.append(Box::new(step(&table, 21, StepKind::Hand)), done);
    assert_eq!(late, Err(AppendError::Closed));
    assert!(matches!(
        with.store.create_table(CONFIG.to_owned()).await,
        Err(StoreError::Stopped(_))
    ));
    drop(with.folder);
}
