//! Tests of templates and recurring events on disk: whose they are, how many, and that an event is announced once.

use jiff::{Timestamp, ToSpan as _};

use super::personal::account;
use super::*;
use crate::clubs::PLACES_MAX;
use crate::{
    AccountId, AccountKind, Announcement, Ban, ClubAct, ClubPlace, ClubRefusal, ClubRole, Clubs, Deed, Keeper,
    Occurrence, OperatorOrder, Ownership, People, RECURRING_MAX, RecurringTerms, SessionId, StoreError, TEMPLATES_MAX,
    TemplateRefusal, TemplateTerms, Templates, Whom,
};

async fn person(with: &Fixture<SqliteStore>, name: &str) -> AccountId {
    account(with, name, AccountKind::Guest, false).await.0
}

fn template(kind: &str) -> TemplateTerms {
    TemplateTerms {
        kind: kind.to_owned(),
        name: "Thursday".to_owned(),
        body: "{}".to_owned(),
    }
}

fn every_thursday(template: u64) -> RecurringTerms {
    RecurringTerms {
        template,
        days: 0b1000,
        minute: 1200,
        zone: "Europe/Paris".to_owned(),
        ahead: 6,
        paused: false,
    }
}

fn hour(number: i64) -> Timestamp {
    Timestamp::UNIX_EPOCH + number.hours()
}

fn at(start: i64) -> Occurrence {
    Occurrence {
        at: hour(start),
        due: hour(start - 10),
    }
}

fn announced(recurring: u64, start: i64, host: AccountId) -> Announcement {
    Announcement {
        recurring,
        at: hour(start),
        next: at(start + 168),
        host,
        config: "{}".to_owned(),
        invitation: "-ab".to_owned(),
        name: "Thursday night".to_owned(),
    }
}

/// Ann's club, with Bob in it and an event that recurs at hour 100.
struct Night {
    with: Fixture<SqliteStore>,
    ann: AccountId,
    session: SessionId,
    bob: AccountId,
    club: u64,
    template: u64,
    recurring: u64,
}

async fn night() -> Night {
    let with = fresh().await;
    let (ann, session) = account(&with, "Ann", AccountKind::Guest, false).await;
    let bob = person(&with, "Bob").await;
    let store = &*with.store;
    let club = store.found_club(ann, "Thursday".to_owned(), [1; 16]).await.unwrap();
    store.join_club(bob, [1; 16]).await.unwrap();
    let of = Keeper::Club(club, ann);
    let kept = store.keep_template(of, None, template("event")).await.unwrap();
    let recurring = store.begin_recurring(of, every_thursday(kept), at(100)).await.unwrap();
    Night {
        with,
        ann,
        session,
        bob,
        club,
        template: kept,
        recurring,
    }
}

#[tokio::test]
async fn templates_are_read_by_members_and_changed_by_directors() {
    let night = night().await;
    let (store, eve) = (&*night.with.store, person(&night.with, "Eve").await);
    let [ann, bob, eve] = [night.ann, night.bob, eve].map(|who| Keeper::Club(night.club, who));
    let chips = store.keep_template(ann, None, template("chips")).await.unwrap();
    assert_eq!(store.templates(bob).await.unwrap().len(), 2);
    assert_eq!(store.template(bob, chips).await.unwrap().terms, template("chips"));
    let not_allowed = Err(StoreError::Club(ClubRefusal::NotAllowed));
    let unknown = Err(StoreError::Club(ClubRefusal::Unknown));
    assert_eq!(
        store.keep_template(bob, Some(chips), template("chips")).await,
        not_allowed
    );
    assert_eq!(store.keep_template(eve, Some(chips), template("chips")).await, unknown);
    assert_eq!(
        store.delete_template(bob, chips).await,
        Err(StoreError::Club(ClubRefusal::NotAllowed))
    );
    assert_eq!(store.templates(eve).await, Err(StoreError::Club(ClubRefusal::Unknown)));

    // A template of the club is none of Ann's own, and the other way round.
    let own = Keeper::Account(night.ann);
    let none = Err(StoreError::Template(TemplateRefusal::Unknown));
    assert_eq!(store.keep_template(own, Some(chips), template("chips")).await, none);
    let mine = store.keep_template(own, None, template("event")).await.unwrap();
    assert_eq!(store.keep_template(ann, Some(mine), template("event")).await, none);
    assert_eq!(store.begin_recurring(ann, every_thursday(mine), at(1)).await, none);
    assert_eq!(
        store.begin_recurring(own, every_thursday(night.template), at(1)).await,
        none
    );
    let kind = Err(StoreError::Template(TemplateRefusal::Kind));
    assert_eq!(store.keep_template(ann, Some(chips), template("event")).await, kind);
    assert_eq!(store.begin_recurring(ann, every_thursday(chips), at(1)).await, kind);
    assert_eq!(
        store.delete_template(ann, night.template).await,
        Err(StoreError::Template(TemplateRefusal::InUse))
    );

    // Ten thousand are not kept.
    for _ in 1..TEMPLATES_MAX {
        store.keep_template(own, None, template("chips")).await.unwrap();
    }
    let full = Err(StoreError::Template(TemplateRefusal::Full(TEMPLATES_MAX)));
    assert_eq!(store.keep_template(own, None, template("chips")).await, full);
    for _ in 0..RECURRING_MAX {
        store.begin_recurring(own, every_thursday(mine), at(1)).await.unwrap();
    }
    let full = Err(StoreError::Template(TemplateRefusal::RecurringFull(RECURRING_MAX)));
    assert_eq!(store.begin_recurring(own, every_thursday(mine), at(1)).await, full);

    // With the club go its own, with the account the others.
    store.act_in_club(night.club, night.ann, ClubAct::Close).await.unwrap();
    assert_eq!(store.templates(ann).await, Err(StoreError::Club(ClubRefusal::Unknown)));
    assert_eq!(
        store.due_events(hour(1000), 99).await.unwrap().len(),
        RECURRING_MAX as usize
    );
    store.revoke_session(night.session).await.unwrap();
    assert!(store.templates(own).await.unwrap().is_empty());
    assert!(store.due_events(hour(1000), 99).await.unwrap().is_empty());
    assert_eq!(store.verify().await.unwrap().faults, Vec::<String>::new());
}

#[tokio::test]
async fn an_event_is_announced_once() {
    let night = night().await;
    let store = &*night.with.store;
    assert!(store.due_events(hour(89), 9).await.unwrap().is_empty());
    let due = store.due_events(hour(90), 9).await.unwrap();
    assert_eq!(
        (due.len(), due[0].recurring.id, due[0].host),
        (1, night.recurring, night.ann)
    );
    let announce = || store.announce_due(announced(night.recurring, 100, night.ann));
    let (one, other) = tokio::join!(announce(), announce());
    let made: Vec<_> = [one.unwrap(), other.unwrap()].into_iter().flatten().collect();
    assert_eq!(made.len(), 1);
    assert_eq!(announce().await.unwrap(), None);
    let club = store.club(night.club).await.unwrap().unwrap();
    let link = format!("{}-ab", made[0].id);
    assert_eq!(club.places.iter().map(|place| &place.link).collect::<Vec<_>>(), [&link]);
    let of = Keeper::Club(night.club, night.ann);
    let kept = store.recurring(of).await.unwrap().remove(0);
    assert_eq!(
        (kept.next, kept.last_at, kept.last_link),
        (hour(268), Some(hour(100)), Some(link))
    );

    // A change that does not know of the announcement would bring it back.
    let change = |last| store.change_recurring(of, night.recurring, last, every_thursday(night.template), at(100));
    assert_eq!(change(None).await, Ok(false));
    assert_eq!(change(Some(hour(100))).await, Ok(true));
    let paused = RecurringTerms {
        paused: true,
        ..every_thursday(night.template)
    };
    let last = Some(hour(100));
    store
        .change_recurring(of, night.recurring, last, paused, at(268))
        .await
        .unwrap();
    assert!(store.due_events(hour(1000), 9).await.unwrap().is_empty());
    assert_eq!(
        store
            .announce_due(announced(night.recurring, 268, night.ann))
            .await
            .unwrap(),
        None
    );
    store.end_recurring(of, night.recurring).await.unwrap();
    assert_eq!(
        store.end_recurring(of, night.recurring).await,
        Err(StoreError::Template(TemplateRefusal::UnknownRecurring))
    );
    store.delete_template(of, night.template).await.unwrap();
    assert_eq!(store.verify().await.unwrap().faults, Vec::<String>::new());
}

#[tokio::test]
async fn an_event_that_cannot_be_announced_leaves_nothing_behind() {
    let night = night().await;
    let store = &*night.with.store;
    for number in 0..PLACES_MAX {
        let place = store.create_table("{}".to_owned()).await.unwrap().id;
        let place = ClubPlace {
            place,
            kind: crate::OwnerKind::Table,
            name: "Table".to_owned(),
            link: number.to_string(),
        };
        store
            .act_in_club(night.club, night.bob, ClubAct::Keep(place))
            .await
            .unwrap();
    }
    let refused = store.announce_due(announced(night.recurring, 100, night.ann)).await;
    assert_eq!(refused, Err(StoreError::Club(ClubRefusal::Full(PLACES_MAX))));
    assert_eq!(store.tables().await.unwrap().len(), PLACES_MAX as usize);
    let due = store.due_events(hour(90), 9).await.unwrap();
    assert_eq!(due[0].recurring.next, hour(100));
    let later = Occurrence {
        due: hour(95),
        ..at(100)
    };
    store
        .put_off(night.recurring, hour(100), later, Some("club.full".to_owned()))
        .await
        .unwrap();
    assert!(store.due_events(hour(90), 9).await.unwrap().is_empty());
    let due = store.due_events(hour(95), 9).await.unwrap();
    assert_eq!(due[0].recurring.fault.as_deref(), Some("club.full"));

    // Whoever set it is no director any more: the owner is the host.
    let people = store.club(night.club).await.unwrap().unwrap();
    let bob = people.member(night.bob).unwrap().id;
    let appoint = |role| store.act_in_club(night.club, night.ann, ClubAct::Appoint(bob, role));
    appoint(ClubRole::Director).await.unwrap();
    let of = Keeper::Club(night.club, night.bob);
    let terms = every_thursday(night.template);
    store
        .change_recurring(of, night.recurring, None, terms, at(100))
        .await
        .unwrap();
    assert_eq!(store.due_events(hour(90), 9).await.unwrap()[0].host, night.bob);
    appoint(ClubRole::Member).await.unwrap();
    assert_eq!(store.due_events(hour(90), 9).await.unwrap()[0].host, night.ann);
}

#[tokio::test]
async fn a_wish_to_be_called_goes_with_the_member() {
    let night = night().await;
    let store = &*night.with.store;
    let calls = async || {
        let club = store.club(night.club).await.unwrap().unwrap();
        let called = club.people.into_iter().filter(|person| person.calls);
        called.map(|person| person.name).collect::<Vec<_>>()
    };
    assert_eq!(calls().await, Vec::<String>::new());
    for wanted in [true, true, false, true] {
        let act = ClubAct::Calls(wanted);
        store.act_in_club(night.club, night.bob, act).await.unwrap();
    }
    assert_eq!(calls().await, ["Bob"]);
    let club = store.club(night.club).await.unwrap().unwrap();
    let bob = club.member(night.bob).unwrap().id;
    let act = ClubAct::Remove(bob, [2; 16]);
    store.act_in_club(night.club, night.bob, act).await.unwrap();
    store.join_club(night.bob, [1; 16]).await.unwrap();
    assert_eq!(calls().await, Vec::<String>::new());
    assert_eq!(store.verify().await.unwrap().faults, Vec::<String>::new());
}

#[tokio::test]
async fn events_of_a_banned_host_wait_until_the_ban_ends() {
    let night = night().await;
    let store = &*night.with.store;
    let ban = |until: i64| OperatorOrder {
        id: format!("{until}"),
        request: [0; 32],
        author: "operator".to_owned(),
        reason: "a test".to_owned(),
        deed: Deed::Ban {
            whom: Whom::Id(night.ann),
            ban: Ban {
                until: Some(hour(until)),
            },
        },
    };
    store.carry_out(ban(95)).await.unwrap();
    assert!(store.due_events(hour(94), 9).await.unwrap().is_empty());
    let due = store.due_events(hour(95), 9).await.unwrap();
    assert_eq!((due.len(), due[0].host), (1, night.ann));
}
