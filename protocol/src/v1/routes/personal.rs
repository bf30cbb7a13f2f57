//! The caller's own results, limits and notes.

use super::answer::{Done, Nothing};
use crate::v1::personal::{
    EventResultsResponse, LeaderboardChoice, LeaderboardResponse, LimitsRequest, LimitsResponse, NoteRequest,
    NotesResponse, PlayerNote, ResultsResponse, SessionsResponse,
};

routes! {
    /// The results of your hands in cash games.
    Results = Get "/api/v1/me/results" -> Done<ResultsResponse>,
        token: Needed, query: Results,
        costs: 5 "results are added up";

    /// Your sessions at cash tables, newest first.
    Sessions = Get "/api/v1/me/sessions" -> Done<SessionsResponse>,
        token: Needed, query: Sessions;

    /// Your payments to tournaments and winnings from them, newest first.
    Tournaments = Get "/api/v1/me/tournaments" -> Done<EventResultsResponse>,
        token: Needed, query: Tournaments;

    /// Puts you on the leaderboard, or takes you off.
    ChooseLeaderboard = Put "/api/v1/me/leaderboard" (LeaderboardChoice) -> Done<LeaderboardChoice>,
        token: Needed;

    /// Your own limits, and how far the day has come.
    Limits = Get "/api/v1/me/limits" -> Done<LimitsResponse>,
        token: Needed, costs: 2 "the results of a day are added up";

    /// Sets your own limits. A stricter one holds at once, a looser one from the next day on.
    SetLimits = Put "/api/v1/me/limits" (LimitsRequest) -> Done<LimitsResponse>,
        token: Needed, costs: 2 "the results of a day are added up";

    /// Your notes.
    Notes = Get "/api/v1/notes" -> Done<NotesResponse>,
        token: Needed, query: NotesPage;

    /// Your note about a player.
    Note = Get "/api/v1/notes/{player}" -> Done<PlayerNote>,
        token: Needed, refuses: [404];

    /// Stores a note about a player, replacing any earlier one.
    KeepNote = Put "/api/v1/notes/{player}" (NoteRequest) -> Done<PlayerNote>,
        token: Needed, refuses: [404, 409];

    /// Deletes your note about a player. The answer is the same if there is none.
    ForgetNote = Delete "/api/v1/notes/{player}" -> Nothing,
        token: Needed;

    /// The biggest winners of a week, among the players who opted in.
    Leaderboard = Get "/api/v1/leaderboard" -> Done<LeaderboardResponse>,
        token: Optional, query: Leaderboard, refuses: [404],
        costs: 2 "a ranking is built";
}
