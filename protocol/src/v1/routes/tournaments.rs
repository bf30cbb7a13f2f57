//! Tournaments, their structures and their floor.

use super::answer::{Created, Done, JsonLines, PlainText};
use crate::v1::rest::{
    EntrantsResponse, EventTablesResponse, PlacesResponse, StructureCheckRequest, StructureCheckResponse,
    StructureFile, StructuresResponse, TournamentConfig, TournamentsResponse,
};
use crate::v1::tournament::{FloorEntry, FloorHand, FloorRequest, FloorResponse, TournamentState, TournamentSummary};

routes! {
    /// The tournament structures that come with the server.
    Structures = Get "/api/v1/structures" -> Done<StructuresResponse>;

    /// A structure that comes with the server, and its file.
    Structure = Get "/api/v1/structures/{structure}" -> Done<StructureFile>,
        refuses: [404];

    /// Checks that a structure of your own can be played.
    CheckStructure = Post "/api/v1/structures/check" (StructureCheckRequest) -> Done<StructureCheckResponse>,
        token: Needed, costs: 3 "a structure is parsed and checked";

    /// The tournaments of the lobby.
    List = Get "/api/v1/tournaments" -> Done<TournamentsResponse>;

    /// Announces a tournament.
    Announce = Post "/api/v1/tournaments" (TournamentConfig) -> Created<TournamentSummary>,
        token: Needed, refuses: [404], costs: 30 "a tournament is opened and kept for good";

    /// A tournament: with a token as your account sees it, else as an account that has not entered sees it. The
    /// identifier of a private one contains its invitation; its players, host and officials need only the number, and a
    /// token.
    Show = Get "/api/v1/tournaments/{tournament}" -> Done<TournamentState>,
        token: Optional, refuses: [404];

    /// A tournament's players, by number.
    Entrants = Get "/api/v1/tournaments/{tournament}/entrants" -> Done<EntrantsResponse>,
        token: Optional, query: Page, refuses: [404];

    /// A tournament's tables in play, by number.
    Tables = Get "/api/v1/tournaments/{tournament}/tables" -> Done<EventTablesResponse>,
        token: Optional, query: Page, refuses: [404];

    /// A tournament's places, best first, and its prizes.
    Results = Get "/api/v1/tournaments/{tournament}/results" -> Done<PlacesResponse>,
        token: Optional, query: Page, refuses: [404];

    /// A tournament's result as hand-tracker text: places, prizes and, with a token, your own place and bounties.
    /// `tournament.wrong_phase` until the prizes are paid.
    ResultsFile = Get "/api/v1/tournaments/{tournament}/results/file" -> PlainText,
        token: Optional, refuses: [400, 404], costs: 5 "all places are read";

    /// A tournament's log, one event per line.
    Log = Get "/api/v1/tournaments/{tournament}/log" -> JsonLines,
        token: Optional, query: Page, refuses: [404], costs: 5 "a log is read";

    /// The acts of a tournament's officials; for officials, also their open items.
    Floor = Get "/api/v1/tournaments/{tournament}/floor" -> Done<FloorResponse>,
        token: Optional, query: Page, refuses: [404];

    /// Carries out an official's act in a tournament.
    Act = Post "/api/v1/tournaments/{tournament}/floor" (FloorRequest) -> Done<FloorEntry>,
        token: Needed, refuses: [404],
        costs: 2 "a ruling; a deal by ICM is computed; `undo` and `redo` cost ten units more, for up to 1,000 acts carried out again";

    /// A finished hand with all cards, for an official who gave a reason with `see_hand`.
    FloorCards = Get "/api/v1/tournaments/{tournament}/floor/hands/{table}/{hand}" -> Done<FloorHand>,
        token: Needed, refuses: [400, 404];
}
