//! Tests of results, notes and the leaderboard on disk.

use std::num::NonZeroU32;

use jiff::Timestamp;

use super::*;
use crate::suite::{moves, tournament};
use crate::{
    AccountId, AccountKind, DayLimits, GistPlayer, HandGist, HandTerms, Marks, NewAccount, NewSession, Note, NoteKept,
    OwnLimit, OwnLimits, Ownership, Personal, SessionId, SessionSecret, Week,
};

/// An account of a kind, with its first session.
pub(super) async fn account(
    with: &Fixture<SqliteStore>,
    name: &str,
    kind: AccountKind,
    house: bool,
) -> (AccountId, SessionId) {
    let (id, session) = (AccountId::generate(), SessionId::generate());
    let account = NewAccount {
        id,
        kind,
        name: name.to_owned(),
        name_key: name.to_lowercase(),
        password_hash: (kind == AccountKind::Account).then(|| "hash".to_owned()),
        owner: None,
        house,
        grant: Chips::ZERO,
        network: None,
    };
    let opened = NewSession {
        id: session,
        account: id,
        label: "a test".to_owned(),
        secret: SessionSecret::Refresh(rand::random()),
        ttl: jiff::SignedDuration::from_hours(1_000),
    };
    with.store.create_account(account, opened).await.unwrap();
    (id, session)
}

/// The gist of a hand: the first player wins as many chips as the hand's number says, and every other player loses as many.
fn gist(number: u64, players: usize, event: bool, open: bool) -> HandGist {
    let won = i64::try_from(number).unwrap();
    let player = |place: usize| GistPlayer {
        name: format!("player {place}"),
        net: if place == 0 { won } else { -won },
        marks: Marks::ASKED,
    };
    HandGist {
        table: "Pine".to_owned(),
        players: (0..players).map(player).collect(),
        terms: HandTerms {
            big_blind: Chips::new(2),
            event: event.then_some(TableId(9)),
            open,
            practice: false,
            own_chips: false,
        },
        ..HandGist::default()
    }
}

/// Plays hands, ten per commit.
async fn plays(
    with: &Fixture<SqliteStore>,
    table: &StoredTable,
    numbers: std::ops::RangeInclusive<u64>,
    players: impl Fn(u64) -> Vec<AccountId>,
    gist_of: impl Fn(u64, usize) -> HandGist,
) {
    let numbers: Vec<u64> = numbers.collect();
    for numbers in numbers.chunks(10) {
        let steps = numbers.iter().map(|&number| {
            let mut ends = step(table, number, StepKind::Hand);
            let players = players(number);
            let mut hand = suite::hand(&with.clock, number, &players);
            hand.gist = gist_of(number, players.len());
            ends.hand_end = Some(hand);
            ends
        });
        append(&*with.store, steps.collect()).await;
    }
}

async fn nets(store: &SqliteStore, account: AccountId) -> Vec<i64> {
    while store.count_hands(account, 700).await.unwrap() {}
    let hands = store.tally(account, None, None).await.unwrap();
    hands.iter().map(|hand| hand.net).collect()
}

#[tokio::test]
async fn results_outlive_the_hands() {
    let with = fresh_with(StoreOptions {
        keep_hands: KeepHands::Last(NonZeroU32::new(500).unwrap()),
        ..StoreOptions::of(PROGRAM)
    })
    .await;
    let ann = account(&with, "Ann", AccountKind::Account, false).await.0;
    let (bob, bobs) = account(&with, "Bob", AccountKind::Guest, false).await;
    let bot = account(&with, "Bot", AccountKind::Bot, true).await.0;
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let players = |number| {
        if number % 3 == 0 {
            vec![ann, bot, bob]
        } else {
            vec![bot, ann]
        }
    };
    let told = |number, players| gist(number, players, number % 10 == 0, true);
    plays(&with, &table, 1..=6_000, players, told).await;
    let kept: i64 = sqlx::query_scalar("SELECT count(*) FROM hand")
        .fetch_one(&mut *with.store.reader().await.unwrap())
        .await
        .unwrap();
    assert!(kept < 5_000, "{kept}");
    let own = |number: i64, of_ann: bool| match (number % 3 == 0, of_ann) {
        (true, true) => Some(number),
        (true, false) | (false, true) => Some(-number),
        (false, false) => None,
    };
    let of = |of_ann| {
        (1..=6_000)
            .filter(|number| number % 10 != 0)
            .filter_map(move |number| own(number, of_ann))
    };
    assert_eq!(nets(&with.store, ann).await, of(true).collect::<Vec<_>>());
    assert_eq!(nets(&with.store, bob).await, of(false).collect::<Vec<_>>());
    let pages: i64 = sqlx::query_scalar("SELECT count(*) FROM tally WHERE account = $1")
        .bind(bot.0.as_bytes().to_vec())
        .fetch_one(&mut *with.store.reader().await.unwrap())
        .await
        .unwrap();
    assert_eq!(pages, 0, "house bots have no results");

    // Once the guest can never come back, its results are deleted; those of the account stay.
    assert!(with.store.revoke_session(bobs).await.unwrap());
    assert_eq!(with.store.tally(bob, None, None).await.unwrap(), []);
    assert!(with.store.verify().await.unwrap().is_sound());
    with.store.close().await;
    let Fixture { store, clock, folder } = with;
    drop(store);
    let again = open(folder.path(), &clock).await.unwrap();
    assert_eq!(nets(&again, ann).await, of(true).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_leaderboard_has_accounts_that_want_it_and_played_enough() {
    let with = fresh().await;
    let ann = account(&with, "Ann", AccountKind::Account, false).await.0;
    let bob = account(&with, "Bob", AccountKind::Account, false).await.0;
    let eve = account(&with, "Eve", AccountKind::Guest, false).await.0;
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    // At an open table, then at a private one.
    plays(
        &with,
        &table,
        1..=30,
        |_| vec![ann, bob, eve],
        |number, players| gist(number, players, false, true),
    )
    .await;
    plays(
        &with,
        &table,
        31..=60,
        |_| vec![bob, eve],
        |number, players| gist(number, players, false, false),
    )
    .await;
    let week = Week::of(with.clock.now());
    let board = async |least| {
        for account in with.store.listed_behind().await.unwrap() {
            while with.store.count_hands(account, 7).await.unwrap() {}
        }
        let lines = with.store.week_results(week, None, least).await.unwrap();
        lines
            .into_iter()
            .map(|line| (line.account.name, line.hands, line.net))
            .collect::<Vec<_>>()
    };
    assert_eq!(board(0).await, []);
    for listed in [ann, bob, eve] {
        with.store.set_listed(listed, true).await.unwrap();
        with.store.set_listed(listed, true).await.unwrap();
    }
    assert_eq!(with.store.listed_behind().await.unwrap().len(), 3);
    let line = |name: &str, net| (name.to_owned(), 30, net);
    assert_eq!(board(30).await, [line("Ann", 465), line("Bob", -465)]);
    assert_eq!(with.store.listed_behind().await.unwrap(), []);
    assert_eq!(board(31).await, []);
    let of_game = with
        .store
        .week_results(week, Some("holdem".to_owned()), 1)
        .await
        .unwrap();
    assert_eq!(of_game.len(), 2);
    assert_eq!(
        with.store.week_results(week, Some("razz".to_owned()), 0).await.unwrap(),
        []
    );
    assert_eq!(with.store.week_results(Week(week.0 + 1), None, 0).await.unwrap(), []);
    with.store.set_listed(ann, false).await.unwrap();
    assert_eq!(board(0).await, [line("Bob", -465)]);
    assert_eq!(
        with.store.week_result_of(ann, week, None).await.unwrap(),
        Some((30, 465))
    );
    assert_eq!(with.store.is_listed(ann).await, Ok(false));
}

#[tokio::test]
async fn notes_are_bounded_and_go_with_either_account() {
    let with = fresh().await;
    let (ann, anns) = account(&with, "Ann", AccountKind::Guest, false).await;
    let (bob, bobs) = account(&with, "Bob", AccountKind::Guest, false).await;
    let eve = account(&with, "Eve", AccountKind::Account, false).await.0;
    let about = |player, text: &str| Note {
        player,
        text: text.to_owned(),
        colour: Some("teal".to_owned()),
        changed_at: with.clock.now(),
    };
    let keep = async |account, note| with.store.keep_note(account, note, 2).await.unwrap();
    assert_eq!(keep(ann, about(bob, "calls")).await, NoteKept::Kept);
    assert_eq!(keep(ann, about(eve, "folds")).await, NoteKept::Kept);
    assert_eq!(keep(ann, about(bob, "raises")).await, NoteKept::Kept);
    let zoe = player(&*with.store, "Zoe", 0).await;
    assert_eq!(keep(ann, about(zoe, "new")).await, NoteKept::Full);
    assert_eq!(
        keep(eve, about(AccountId::generate(), "who")).await,
        NoteKept::NoSuchPlayer
    );
    assert_eq!(keep(eve, about(ann, "sees through me")).await, NoteKept::Kept);
    let texts = async |account, after, limit| {
        let notes = with.store.notes(account, after, limit).await.unwrap();
        notes
            .into_iter()
            .map(|(note, who)| (who.name, note.text))
            .collect::<Vec<_>>()
    };
    let pair = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    assert_eq!(texts(ann, None, 9).await, [pair("Bob", "raises"), pair("Eve", "folds")]);
    assert_eq!(texts(ann, Some(bob), 9).await, [pair("Eve", "folds")]);
    assert_eq!(texts(ann, None, 1).await, [pair("Bob", "raises")]);
    assert_eq!(with.store.note(bob, ann).await, Ok(None));
    assert_eq!(with.store.note(ann, bob).await.unwrap().unwrap().text, "raises");

    assert!(with.store.revoke_session(bobs).await.unwrap());
    assert_eq!(texts(ann, None, 9).await, [pair("Eve", "folds")]);
    assert_eq!(keep(ann, about(bob, "gone")).await, NoteKept::NoSuchPlayer);
    with.store.forget_note(eve, eve).await.unwrap();
    assert!(with.store.revoke_session(anns).await.unwrap());
    assert_eq!(texts(ann, None, 9).await, []);
    assert_eq!(texts(eve, None, 9).await, []);
}

#[tokio::test]
async fn what_tournaments_cost_and_brought_is_found_by_player() {
    let with = fresh().await;
    let ann = player(&*with.store, "Ann", 1_000).await;
    let bob = player(&*with.store, "Bob", 1_000).await;
    let chips = Chips::new;
    let (first, second) = (tournament(&*with.store).await, tournament(&*with.store).await);
    let steps = [
        vec![
            Transfer::entry(ann, first.id, chips(100)),
            Transfer::entry(bob, first.id, chips(100)),
        ],
        vec![
            Transfer::tournament_rebuy(ann, first.id, chips(40)),
            Transfer::refund(bob, first.id, chips(100)),
        ],
        vec![
            Transfer::bounty(ann, first.id, chips(30)),
            Transfer::prize(ann, first.id, chips(110)),
        ],
    ];
    for (number, transfers) in (1..).zip(steps) {
        append(&*with.store, vec![moves(&first, number, transfers)]).await;
    }
    append(
        &*with.store,
        vec![moves(&second, 1, vec![Transfer::entry(ann, second.id, chips(5))])],
    )
    .await;
    let all = with.store.events_of(ann, None, 9).await.unwrap();
    let numbers: Vec<u64> = all.iter().map(|event| event.tournament).collect();
    assert_eq!(numbers, [second.id.0, first.id.0]);
    assert_eq!(with.store.events_of(ann, Some(second.id), 9).await.unwrap(), all[1..]);
    assert_eq!(with.store.events_of(ann, None, 1).await.unwrap(), all[..1]);
    let won = &all[1];
    assert_eq!((won.entries, won.rebuys, won.paid), (1, 1, chips(140)));
    assert_eq!(
        (won.bounties, won.prize, won.refunded),
        (chips(30), chips(110), chips(0))
    );
    let of_bob = with.store.events_of(bob, Some(TableId(u64::MAX)), 9).await.unwrap();
    assert_eq!(
        (of_bob.len(), of_bob[0].paid, of_bob[0].refunded),
        (1, chips(100), chips(100))
    );
    let plan: Vec<(i64, i64, i64, String)> = sqlx::query_as(
        "EXPLAIN QUERY PLAN SELECT 1 FROM transfer WHERE debit = 'x' AND table_id < 9 AND reason IN ('entry', 'rebuy')",
    )
    .fetch_all(&mut *with.store.reader().await.unwrap())
    .await
    .unwrap();
    assert!(plan[0].3.contains("transfer_to_event"), "{plan:?}");
}

#[tokio::test]
async fn limits_outlive_the_process_and_go_with_the_account() {
    let with = fresh().await;
    let (ann, session) = account(&with, "Ann", AccountKind::Guest, false).await;
    let bob = account(&with, "Bob", AccountKind::Account, false).await.0;
    let limits = |minutes, loss: Option<u64>| DayLimits {
        minutes,
        loss: loss.map(Chips::new),
    };
    let limit = |account| OwnLimit {
        account,
        now: limits(Some(60), Some(Chips::MAX.get())),
        later: Some((20_000, limits(None, Some(500)))),
        break_until: Some("2026-12-24T18:00:00Z".parse().unwrap()),
        day: 19_999,
        played_ms: 3_600_000,
    };
    for account in [ann, bob] {
        let first = OwnLimit {
            later: None,
            break_until: None,
            ..limit(account)
        };
        with.store.keep_own_limit(first).await.unwrap();
        with.store.keep_own_limit(limit(account)).await.unwrap();
    }
    // An account that does not exist has none.
    let stranger = AccountId::generate();
    with.store.keep_own_limit(limit(stranger)).await.unwrap();
    assert_eq!(with.store.own_limit(stranger).await.unwrap(), None);
    with.store.close().await;

    let store = open(with.folder.path(), &with.clock).await.unwrap();
    assert_eq!(store.own_limit(ann).await.unwrap(), Some(limit(ann)));
    assert_eq!(store.own_limits().await.unwrap().len(), 2);
    assert!(store.revoke_session(session).await.unwrap());
    assert_eq!(store.own_limits().await.unwrap(), [limit(bob)]);
    assert!(store.verify().await.unwrap().is_sound());
    store.close().await;
}

/// Hands at tables of the house count, finished since the instant; tournaments, practice and chips of a table's own do not.
#[tokio::test]
async fn losses_since_an_instant_are_added_up() {
    let with = fresh().await;
    let ann = account(&with, "Ann", AccountKind::Guest, false).await.0;
    let bob = account(&with, "Bob", AccountKind::Guest, false).await.0;
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let told = |number, players| {
        let mut told = gist(number, players, number == 3, true);
        told.terms.own_chips = number == 4;
        told.terms.practice = number == 5;
        told
    };
    plays(&with, &table, 1..=5, |_| vec![ann, bob], told).await;
    let since = async |account| with.store.won_since(account, Timestamp::UNIX_EPOCH).await.unwrap();
    assert_eq!((since(ann).await, since(bob).await), (3, -3));
    assert_eq!(with.store.won_since(bob, Timestamp::MAX).await.unwrap(), 0);
    assert_eq!(since(AccountId::generate()).await, 0);
    with.store.close().await;
}
