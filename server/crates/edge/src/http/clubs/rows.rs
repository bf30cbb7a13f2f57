//! Clubs as the protocol has them.

use std::fmt::Write as _;

use axum::Json;
use poker_people::auth::{self, Identity};
use poker_people::instant;
use poker_protocol::v1::TableId;
use poker_protocol::v1::clubs::{
    ClubChat, ClubChatLine, ClubLine, ClubPerson, ClubPlace, ClubResponse, ClubRole, ClubSeason,
};
use poker_protocol::v1::tournament::TournamentId;
use poker_store::{self as store, ClubHead, ClubRecord, ClubRemark, OwnerKind};

use super::ClubHouse;

const ROLES: [(ClubRole, store::ClubRole); 4] = [
    (ClubRole::Player, store::ClubRole::Player),
    (ClubRole::Member, store::ClubRole::Member),
    (ClubRole::Director, store::ClubRole::Director),
    (ClubRole::Owner, store::ClubRole::Owner),
];

fn role(role: store::ClubRole) -> ClubRole {
    let found = ROLES.iter().find(|(_, stored)| *stored == role);
    found.map_or(ClubRole::Player, |(told, _)| *told)
}

/// A role of the protocol, for the store.
pub(super) fn role_in(role: ClubRole) -> store::ClubRole {
    let found = ROLES.iter().find(|(told, _)| *told == role);
    found.map_or(store::ClubRole::Player, |(_, stored)| *stored)
}

pub(super) fn head(club: ClubHead) -> ClubLine {
    ClubLine {
        club: club.id,
        name: club.name,
        role: role(club.role),
        people: club.people,
    }
}

/// A club as the caller sees it, who is a member.
pub(super) fn response(house: &ClubHouse, caller: &Identity, club: &ClubRecord) -> Json<ClubResponse> {
    let me = club.member(caller.account);
    let own = me.map_or(store::ClubRole::Player, |me| me.role);
    let invitation = format!("{:032x}", u128::from_be_bytes(club.invitation));
    let mut people: Vec<ClubPerson> = club.people.iter().map(|one| person(club, one)).collect();
    people.sort_by(|one, other| (other.role, &one.name).cmp(&(one.role, &other.name)));
    Json(ClubResponse {
        club: club.id,
        name: club.name.clone(),
        since: instant(club.since),
        you: me.map_or(0, |me| me.id),
        role: role(own),
        invitation: (own >= store::ClubRole::Director).then_some(invitation),
        people,
        places: club.places.iter().filter_map(|one| place(house, one)).collect(),
        seasons: club.seasons.iter().map(season).collect(),
        calls: me.is_some_and(|me| me.calls),
    })
}

fn person(club: &ClubRecord, person: &store::ClubPerson) -> ClubPerson {
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

/// A place; `None` for a table that is closed.
fn place(house: &ClubHouse, place: &store::ClubPlace) -> Option<ClubPlace> {
    let empty = ClubPlace {
        table: None,
        tournament: None,
        name: place.name.clone(),
        players: 0,
        over: false,
    };
    match place.kind {
        OwnerKind::Table => {
            let seated = house.lobby.seated_at(place.place)?;
            Some(ClubPlace {
                table: Some(TableId(place.link.clone())),
                players: seated,
                ..empty
            })
        }
        OwnerKind::Tournament => {
            let entries = house.tournaments.entries_of(place.place);
            Some(ClubPlace {
                tournament: Some(TournamentId(place.link.clone())),
                players: entries.unwrap_or_default(),
                over: entries.is_none(),
                ..empty
            })
        }
    }
}

fn season(season: &store::SeasonHead) -> ClubSeason {
    ClubSeason {
        season: season.id,
        name: season.name.clone(),
        events: season.events,
    }
}

/// Remarks with the names of those who made them.
pub(super) fn chat_of(club: &ClubRecord, remarks: Vec<ClubRemark>) -> ClubChat {
    let lines = remarks.into_iter().map(|remark| ClubChatLine {
        line: remark.no,
        person: remark.person,
        name: name_of(club, remark.person),
        at: instant(remark.at),
        text: remark.text,
    });
    ClubChat { lines: lines.collect() }
}

/// The name of a person.
pub(super) fn name_of(club: &ClubRecord, person: u64) -> String {
    let found = club.people.iter().find(|known| known.id == person);
    found.map(|person| person.name.clone()).unwrap_or_default()
}

/// The people of a club as comma-separated values.
pub(super) fn people_file(club: &ClubRecord) -> String {
    let mut file = String::from("person,name,role,since\r\n");
    for person in &club.people {
        let role = serde_json::json!(role(person.role));
        let _ = write!(
            file,
            "{},{},{},{}\r\n",
            person.id,
            field(&person.name),
            role.as_str().unwrap_or_default(),
            person.since,
        );
    }
    file
}

/// A text as a value of a file. A leading sign that spreadsheets read as a formula gets an apostrophe.
pub(super) fn field(text: &str) -> String {
    let risky = text.starts_with(['=', '+', '-', '@']);
    format!("\"{}{}\"", if risky { "'" } else { "" }, text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_a_file_are_text() {
        assert_eq!(field("Ann \"A\", 2"), "\"Ann \"\"A\"\", 2\"");
        assert_eq!(field("=1+1"), "\"'=1+1\"");
    }
}
