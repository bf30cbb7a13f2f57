//! Clubs as the protocol has them.

use std::fmt::Write as _;

use axum::Json;
use poker_lobby::clubs;
use poker_people::auth::Identity;
use poker_people::instant;
use poker_protocol::v1::clubs::{ClubChat, ClubLine, ClubPerson, ClubPlace, ClubResponse, ClubSeason};
use poker_store::{self as store, ClubHead, ClubRecord, ClubRemark};

use super::ClubHouse;

pub(super) fn head(club: ClubHead) -> ClubLine {
    ClubLine {
        club: club.id,
        name: club.name,
        role: clubs::role(club.role),
        people: club.people,
    }
}

/// A club as the caller, a member, sees it.
pub(super) fn response(house: &ClubHouse, caller: &Identity, club: &ClubRecord) -> Json<ClubResponse> {
    let me = club.member(caller.account);
    let own = me.map_or(store::ClubRole::Player, |me| me.role);
    let invitation = format!("{:032x}", u128::from_be_bytes(club.invitation));
    let mut people: Vec<ClubPerson> = club.people.iter().map(|one| clubs::person(club, one)).collect();
    people.sort_by(|one, other| (other.role, &one.name).cmp(&(one.role, &other.name)));
    Json(ClubResponse {
        club: club.id,
        name: club.name.clone(),
        since: instant(club.since),
        you: me.map_or(0, |me| me.id),
        role: clubs::role(own),
        invitation: (own >= store::ClubRole::Director).then_some(invitation),
        people,
        places: places(house, club),
        seasons: club.seasons.iter().map(season).collect(),
        calls: me.is_some_and(|me| me.calls),
    })
}

fn places(house: &ClubHouse, club: &ClubRecord) -> Vec<ClubPlace> {
    let place = |one| clubs::place(&house.lobby, &house.tournaments, one);
    club.places.iter().filter_map(place).collect()
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
    let lines = remarks.into_iter().map(|remark| clubs::line(club, remark));
    ClubChat { lines: lines.collect() }
}

/// The people of a club as comma-separated values.
pub(super) fn people_file(club: &ClubRecord) -> String {
    let mut file = String::from("person,name,role,since\r\n");
    for person in &club.people {
        let role = serde_json::json!(clubs::role(person.role));
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
