//! What belongs to a club, in the protocol's words.

use poker_people::{auth, instant};
use poker_protocol::v1::TableId;
use poker_protocol::v1::clubs::{ClubChatLine, ClubPerson, ClubPlace, ClubRole};
use poker_protocol::v1::tournament::TournamentId;
use poker_store::{self as store, ClubRecord, ClubRemark, OwnerKind};

use crate::{Hall, Lobby};

const ROLES: [(ClubRole, store::ClubRole); 4] = [
    (ClubRole::Player, store::ClubRole::Player),
    (ClubRole::Member, store::ClubRole::Member),
    (ClubRole::Director, store::ClubRole::Director),
    (ClubRole::Owner, store::ClubRole::Owner),
];

/// A role of the store, for clients.
pub fn role(role: store::ClubRole) -> ClubRole {
    let found = ROLES.iter().find(|(_, stored)| *stored == role);
    found.map_or(ClubRole::Player, |(told, _)| *told)
}

/// A role of the protocol, for the store.
pub fn role_in(role: ClubRole) -> store::ClubRole {
    let found = ROLES.iter().find(|(told, _)| *told == role);
    found.map_or(store::ClubRole::Player, |(_, stored)| *stored)
}

/// A person of a club.
pub fn person(club: &ClubRecord, person: &store::ClubPerson) -> ClubPerson {
    let claim = person.claim.and_then(|account| club.member(account));
    ClubPerson {
        person: person.id,
        name: person.name.clone(),
        role: role(person.role),
        player: person.account.as_ref().map(auth::info_of),
        since: instant(person.since),
        claimed_by: claim.map(|member| member.id),
    }
}

/// A place of a club; `None` for a table that is closed.
pub fn place(lobby: &Lobby, tournaments: &Hall, place: &store::ClubPlace) -> Option<ClubPlace> {
    let empty = ClubPlace {
        table: None,
        tournament: None,
        name: place.name.clone(),
        players: 0,
        over: false,
    };
    match place.kind {
        OwnerKind::Table => {
            let seated = lobby.seated_at(place.place)?;
            Some(ClubPlace {
                table: Some(TableId(place.link.clone())),
                players: seated,
                ..empty
            })
        }
        OwnerKind::Tournament => {
            let entries = tournaments.entries_of(place.place);
            Some(ClubPlace {
                tournament: Some(TournamentId(place.link.clone())),
                players: entries.unwrap_or_default(),
                over: entries.is_none(),
                ..empty
            })
        }
    }
}

/// A remark with the name of the person who made it.
pub fn line(club: &ClubRecord, remark: ClubRemark) -> ClubChatLine {
    ClubChatLine {
        line: remark.no,
        person: remark.person,
        name: name_of(club, remark.person),
        at: instant(remark.at),
        text: remark.text,
    }
}

/// The name of a person.
pub fn name_of(club: &ClubRecord, person: u64) -> String {
    let found = club.people.iter().find(|known| known.id == person);
    found.map(|person| person.name.clone()).unwrap_or_default()
}
