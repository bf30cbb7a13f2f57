//! Clubs.

use super::answer::{Created, Csv, Done, Nothing};
use crate::v1::clubs::{
    ClubCalls, ClubChat, ClubFile, ClubInvitation, ClubName, ClubNames, ClubPersonChange, ClubPlaceRequest, ClubRemark,
    ClubResponse, ClubsResponse,
};

routes! {
    /// Your clubs.
    List = Get "/api/v1/clubs" -> Done<ClubsResponse>,
        token: Needed;

    /// Founds a club with you as its owner.
    Found = Post "/api/v1/clubs" (ClubName) -> Created<ClubResponse>,
        token: Needed, refuses: [409], costs: 10 "a club is founded and kept for good";

    /// A club of yours.
    Show = Get "/api/v1/clubs/{club}" -> Done<ClubResponse>,
        token: Needed, refuses: [404], costs: 2 "a club is read, up to 500 people";

    /// Renames a club.
    Rename = Put "/api/v1/clubs/{club}" (ClubName) -> Done<ClubResponse>,
        token: Needed, refuses: [404], costs: 2 "a club is read, up to 500 people";

    /// Closes a club and deletes everything that belongs to it but its tables and events.
    Close = Delete "/api/v1/clubs/{club}" -> Nothing,
        token: Needed, refuses: [404];

    /// Replaces the invitation: the earlier one leads nowhere from now on.
    Invite = Post "/api/v1/clubs/{club}/invitation" -> Done<ClubResponse>,
        token: Needed, refuses: [404], costs: 2 "a club is read, up to 500 people";

    /// The club that an invitation leads to.
    Invited = Get "/api/v1/club-invitations/{invitation}" -> Done<ClubInvitation>,
        token: Needed, refuses: [404], costs: 2 "a club is read, up to 500 people";

    /// Makes you a member of the club. Repeating it changes nothing.
    Join = Post "/api/v1/club-invitations/{invitation}" -> Done<ClubResponse>,
        token: Needed, refuses: [404, 409], costs: 2 "a club is read, up to 500 people";

    /// Adds players without an account.
    AddPeople = Post "/api/v1/clubs/{club}/people" (ClubNames) -> Done<ClubResponse>,
        token: Needed, refuses: [404, 409], costs: 5 "up to 100 players are added";

    /// Changes the role of a member, the name of a player without an account, or answers a claim.
    ChangePerson = Put "/api/v1/clubs/{club}/people/{person}" (ClubPersonChange) -> Done<ClubResponse>,
        token: Needed, refuses: [404, 409], costs: 2 "a club is read, up to 500 people";

    /// Removes a person; yourself to leave. A person with results stays as a player without an account. A removed member who
    /// plays at a table of the club leaves it after the hand.
    RemovePerson = Delete "/api/v1/clubs/{club}/people/{person}" -> Nothing,
        token: Needed, refuses: [404, 409], costs: 2 "a club is read, up to 500 people";

    /// Claims to be a player without an account. The owner or a director answers.
    Claim = Post "/api/v1/clubs/{club}/people/{person}/claim" -> Done<ClubResponse>,
        token: Needed, refuses: [404, 409], costs: 2 "a club is read, up to 500 people";

    /// Has you called by Web Push, or not any more, when an event of the club is announced.
    Calls = Put "/api/v1/clubs/{club}/calls" (ClubCalls) -> Done<ClubResponse>,
        token: Needed, refuses: [404], costs: 2 "a club is read, up to 500 people";

    /// The latest remarks of a club.
    Chat = Get "/api/v1/clubs/{club}/chat" -> Done<ClubChat>,
        token: Needed, refuses: [404], costs: 2 "up to 100 remarks are read";

    /// Says something to the members.
    Say = Post "/api/v1/clubs/{club}/chat" (ClubRemark) -> Done<ClubChat>,
        token: Needed, refuses: [404], costs: 2 "up to 100 remarks are read";

    /// Makes a private table or tournament of yours one for the members of the club alone.
    Keep = Post "/api/v1/clubs/{club}/places" (ClubPlaceRequest) -> Done<ClubResponse>,
        token: Needed, refuses: [404, 409], costs: 2 "a club is read, up to 500 people";

    /// Takes a table or tournament, given by its number, out of the club: its link opens it again.
    Release = Delete "/api/v1/clubs/{club}/places/{place}" -> Nothing,
        token: Needed, refuses: [404];

    /// Everything that is kept of a club but its seasons.
    File = Get "/api/v1/clubs/{club}/file" -> Done<ClubFile>,
        token: Needed, refuses: [404], costs: 10 "people, 500 remarks and templates are read";

    /// The people of a club, as CSV.
    PeopleFile = Get "/api/v1/clubs/{club}/people/file" -> Csv,
        token: Needed, refuses: [404], costs: 2 "a club is read, up to 500 people";
}
