//! Tests of clubs on disk: limits, accounts that go, and what an audit sees.

use super::personal::account;
use super::*;
use crate::clubs::{CLUB_LINES_MAX, CLUBS_MAX, PEOPLE_MAX};
use crate::{
    AccountId, AccountKind, ClubAct, ClubRefusal, ClubRole, Clubs, EventTerms, Ownership, ResultOf, SeasonResult,
    SeasonTerms, StoreError,
};

async fn person(with: &Fixture<SqliteStore>, name: &str) -> AccountId {
    account(with, name, AccountKind::Guest, false).await.0
}

fn refusal<T>(result: Result<T, StoreError>) -> ClubRefusal {
    match result {
        Err(StoreError::Club(refusal)) => refusal,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it was not refused"),
    }
}

fn terms() -> SeasonTerms {
    SeasonTerms {
        name: "Summer".to_owned(),
        formula: "1".to_owned(),
        best: None,
        ties: "[]".to_owned(),
    }
}

fn night(names: &[&str]) -> EventTerms<ResultOf> {
    EventTerms {
        name: "Night".to_owned(),
        at: jiff::Timestamp::UNIX_EPOCH,
        price: 20,
        entrants: 9,
        tournament: None,
        results: names
            .iter()
            .zip(1..)
            .map(|(name, place)| SeasonResult {
                player: ResultOf::Name((*name).to_owned()),
                place,
                knock_outs: 0,
                rebuys: 0,
            })
            .collect(),
    }
}

#[tokio::test]
async fn a_club_of_a_hundred_thousand_is_not_made() {
    let with = fresh().await;
    let store = &*with.store;
    let ann = person(&with, "Ann").await;
    let club = store.found_club(ann, "Thursday".to_owned(), [1; 16]).await.unwrap();
    let many: Vec<String> = (0..100_000).map(|number| format!("Player {number}")).collect();
    let add = |names: &[String]| store.act_in_club(club, ann, ClubAct::Add(names.to_vec()));
    assert_eq!(refusal(add(&many).await), ClubRefusal::Full(PEOPLE_MAX));
    assert_eq!(store.club(club).await.unwrap().unwrap().people.len(), 1);
    add(&many[..PEOPLE_MAX as usize - 1]).await.unwrap();
    assert_eq!(
        refusal(add(&many[PEOPLE_MAX as usize..][..1]).await),
        ClubRefusal::Full(PEOPLE_MAX)
    );
    // Those who are there already take no room.
    add(&many[..10]).await.unwrap();
    let bob = person(&with, "Bob").await;
    assert_eq!(
        refusal(store.join_club(bob, [1; 16]).await),
        ClubRefusal::Full(PEOPLE_MAX)
    );
    for number in 0..CLUBS_MAX {
        let secret = [u8::try_from(number).unwrap() + 2; 16];
        store.found_club(bob, "Another".to_owned(), secret).await.unwrap();
    }
    let more = store.found_club(bob, "One more".to_owned(), [0; 16]).await;
    assert_eq!(refusal(more), ClubRefusal::ClubsFull(CLUBS_MAX));
}

#[tokio::test]
async fn the_oldest_remarks_go() {
    let with = fresh().await;
    let store = &*with.store;
    let ann = person(&with, "Ann").await;
    let club = store.found_club(ann, "Thursday".to_owned(), [1; 16]).await.unwrap();
    for number in 0..CLUB_LINES_MAX + 5 {
        store
            .act_in_club(club, ann, ClubAct::Say(number.to_string()))
            .await
            .unwrap();
    }
    let kept = store.club_remarks(club, 10 * CLUB_LINES_MAX).await.unwrap();
    assert_eq!(kept.len(), CLUB_LINES_MAX as usize);
    assert_eq!((&*kept[0].text, &*kept.last().unwrap().text), ("5", "504"));
}

#[tokio::test]
async fn an_account_that_retires_leaves_its_results_and_its_office() {
    let with = fresh().await;
    let store = &*with.store;
    let [ann, bob, cy] = ["Ann", "Bob", "Cy"];
    let (ann, ann_session) = account(&with, ann, AccountKind::Guest, false).await;
    let (bob, bob_session) = account(&with, bob, AccountKind::Guest, false).await;
    let (cy, cy_session) = account(&with, cy, AccountKind::Guest, false).await;
    let club = store.found_club(ann, "Thursday".to_owned(), [1; 16]).await.unwrap();
    for account in [bob, cy] {
        store.join_club(account, [1; 16]).await.unwrap();
    }
    let act = |account, act| store.act_in_club(club, account, act);
    let read = async || store.club(club).await.unwrap();
    let number = |club: &crate::ClubRecord, account| club.member(account).unwrap().id;
    let director = number(&read().await.unwrap(), cy);
    act(ann, ClubAct::Appoint(director, ClubRole::Director)).await.unwrap();
    let season = act(cy, ClubAct::Begin(terms())).await.unwrap().season.unwrap();
    act(cy, ClubAct::Event(season, None, night(&["Ann", "Dee"])))
        .await
        .unwrap();
    act(cy, ClubAct::Say("hello".to_owned())).await.unwrap();
    let dee = read()
        .await
        .unwrap()
        .people
        .iter()
        .find(|person| person.name == "Dee")
        .unwrap()
        .id;
    act(bob, ClubAct::Claim(dee)).await.unwrap();

    // A guest whose last session ends cannot come back.
    store.revoke_session(ann_session).await.unwrap();
    let after = read().await.unwrap();
    let kept = after.people.iter().find(|person| person.name == "Ann").unwrap();
    assert_eq!((kept.role, &kept.account), (ClubRole::Player, &None));
    assert_eq!(
        after.member(cy).unwrap().role,
        ClubRole::Owner,
        "the director follows the owner"
    );
    assert_eq!(
        store.season(club, season).await.unwrap().unwrap().events[0]
            .1
            .results
            .len(),
        2
    );
    store.revoke_session(bob_session).await.unwrap();
    let after = read().await.unwrap();
    assert!(
        after
            .people
            .iter()
            .all(|person| person.name != "Bob" && person.claim.is_none())
    );
    store.revoke_session(cy_session).await.unwrap();
    assert_eq!(read().await, None, "a club without members is closed");
    assert_eq!(store.season(club, season).await.unwrap(), None);
    let report = store.verify().await.unwrap();
    assert_eq!(report.faults, Vec::<String>::new());
}

#[tokio::test]
async fn a_refused_event_changes_nothing() {
    let with = fresh().await;
    let store = &*with.store;
    let ann = person(&with, "Ann").await;
    let club = store.found_club(ann, "Thursday".to_owned(), [1; 16]).await.unwrap();
    let act = |act| store.act_in_club(club, ann, act);
    let season = act(ClubAct::Begin(terms())).await.unwrap().season.unwrap();
    act(ClubAct::Event(season, None, night(&["Bob", "Cy"]))).await.unwrap();
    let state = async || {
        (
            store.club(club).await.unwrap(),
            store.season(club, season).await.unwrap(),
        )
    };
    let before = state().await;
    let event = before.1.as_ref().unwrap().events[0].0;
    for (wrong, refused) in [
        (
            ClubAct::Event(season, Some(event), night(&["Dee", "dee"])),
            ClubRefusal::Twice,
        ),
        (
            ClubAct::Event(season, Some(event + 1), night(&["Dee"])),
            ClubRefusal::UnknownSeason,
        ),
        (
            ClubAct::Event(season + 1, None, night(&["Dee"])),
            ClubRefusal::UnknownSeason,
        ),
        (ClubAct::DeleteEvent(season + 1, event), ClubRefusal::UnknownSeason),
        (ClubAct::End(season + 1), ClubRefusal::UnknownSeason),
        (ClubAct::Terms(season + 1, terms()), ClubRefusal::UnknownSeason),
    ] {
        assert_eq!(refusal(act(wrong.clone()).await), refused, "{wrong:?}");
        assert_eq!(state().await, before, "{wrong:?}");
    }
}

#[tokio::test]
async fn a_season_counts_a_tournament_once() {
    let with = fresh().await;
    let store = &*with.store;
    let ann = person(&with, "Ann").await;
    let club = store.found_club(ann, "Thursday".to_owned(), [1; 16]).await.unwrap();
    let act = |act| store.act_in_club(club, ann, act);
    let played = store
        .create(OwnerKind::Tournament, vec!["{}".to_owned(); 2])
        .await
        .unwrap();
    let of = |tournament: usize| EventTerms {
        tournament: Some(played[tournament].id),
        ..night(&["Bob", "Cy"])
    };
    let (season, other) = (
        act(ClubAct::Begin(terms())).await.unwrap().season.unwrap(),
        act(ClubAct::Begin(terms())).await.unwrap().season.unwrap(),
    );
    act(ClubAct::Event(season, None, of(0))).await.unwrap();
    act(ClubAct::Event(season, None, of(1))).await.unwrap();
    let before = store.season(club, season).await.unwrap();
    let events: Vec<u64> = before
        .as_ref()
        .unwrap()
        .events
        .iter()
        .map(|(event, _)| *event)
        .collect();
    for event in [None, Some(events[1])] {
        assert_eq!(
            refusal(act(ClubAct::Event(season, event, of(0))).await),
            ClubRefusal::SeasonTaken
        );
        assert_eq!(store.season(club, season).await.unwrap(), before);
    }
    // Its own event may be corrected, and another season counts it too.
    act(ClubAct::Event(season, Some(events[0]), of(0))).await.unwrap();
    act(ClubAct::Event(other, None, of(0))).await.unwrap();
}
