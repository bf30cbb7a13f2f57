//! Operations on the caller's own data.

use poker_protocol::v1::friends::{FriendAnswer, FriendsResponse, PresenceChoice};
use poker_protocol::v1::ledger::{Evening, EveningsResponse};
use poker_protocol::v1::personal::{
    EventResultsResponse, LeaderboardChoice, LeaderboardResponse, LimitsRequest, LimitsResponse, NoteRequest,
    NotesResponse, PlayerNote, ResultsResponse, SessionsResponse,
};
use poker_protocol::v1::push::{PushAddress, PushKey, PushSubscription};
use poker_protocol::v1::table::TableInfo;
use serde_json::json;

use super::parameters::game;
use super::{Content, Operation, Parameter, Types};

/// Operations on results, notes and the leaderboard.
pub(super) fn personal(types: &mut Types) -> Vec<Operation> {
    let parameter = |name, about, schema| Parameter { name, about, schema };
    let time = || json!({"type": "string", "format": "date-time"});
    let from = || parameter("from", "Hands that ended at this time or later.", time());
    let to = || parameter("to", "Hands that ended before this time.", time());
    let number = || json!({"type": "integer", "minimum": 0});
    let note = "/api/v1/notes/{player}";
    let limits = "/api/v1/me/limits";
    vec![
        Operation::get(
            "/api/v1/me/results",
            "The results of your hands in cash games.",
            types.json::<ResultsResponse>(200),
        )
        .query(vec![
            game(),
            from(),
            to(),
            parameter(
                "by",
                "Spacing of the points: even in `hands` or in `time`; `hands` if omitted.",
                json!({"type": "string", "enum": ["hands", "time"]}),
            ),
        ])
        .refused(&[400, 401]),
        Operation::get(
            "/api/v1/me/sessions",
            "Your sessions at cash tables, newest first.",
            types.json::<SessionsResponse>(200),
        )
        .query(vec![
            game(),
            from(),
            to(),
            parameter(
                "before",
                "Sessions that began earlier, as given by an answer.",
                number(),
            ),
        ])
        .refused(&[400, 401]),
        Operation::get(
            "/api/v1/me/tournaments",
            "Your payments to tournaments and winnings from them, newest first.",
            types.json::<EventResultsResponse>(200),
        )
        .query(vec![parameter(
            "before",
            "Tournaments with lower numbers, as given by an answer.",
            number(),
        )])
        .refused(&[400, 401]),
        Operation::put(
            "/api/v1/me/leaderboard",
            "Puts you on the leaderboard, or takes you off.",
            types.request::<LeaderboardChoice>(),
            types.json::<LeaderboardChoice>(200),
        )
        .refused(&[400, 401, 403, 415]),
        Operation::get(
            limits,
            "Your own limits, and how far the day has come.",
            types.json::<LimitsResponse>(200),
        )
        .refused(&[401]),
        Operation::put(
            limits,
            "Sets your own limits. A stricter one holds at once, a looser one from the next day on.",
            types.request::<LimitsRequest>(),
            types.json::<LimitsResponse>(200),
        )
        .refused(&[400, 401, 415]),
        Operation::get("/api/v1/notes", "Your notes.", types.json::<NotesResponse>(200))
            .query(vec![parameter(
                "after",
                "Notes after this player, as given by an answer.",
                json!({"type": "string"}),
            )])
            .refused(&[400, 401]),
        Operation::get(note, "Your note about a player.", types.json::<PlayerNote>(200)).refused(&[401, 404]),
        Operation::put(
            note,
            "Stores a note about a player, replacing any earlier one.",
            types.request::<NoteRequest>(),
            types.json::<PlayerNote>(200),
        )
        .refused(&[400, 401, 404, 409, 415]),
        Operation {
            method: "delete",
            ..Operation::get(
                note,
                "Deletes your note about a player. The answer is the same if there is none.",
                (204, Content::Nothing),
            )
        }
        .refused(&[401]),
    ]
    .into_iter()
    .map(Operation::token)
    .chain([leaderboard(types)])
    .collect()
}

/// The operation of the leaderboard.
fn leaderboard(types: &mut Types) -> Operation {
    let parameter = |name, about, schema| Parameter { name, about, schema };
    Operation::get(
        "/api/v1/leaderboard",
        "The biggest winners of a week, among the players who opted in.",
        types.json::<LeaderboardResponse>(200),
    )
    .query(vec![
        parameter(
            "week",
            "The week; the current one if omitted.",
            json!({"type": "string", "pattern": "^[0-9]{4}-W[0-9]{2}$"}),
        ),
        game(),
    ])
    .refused(&[400, 401, 404])
    .token_optional()
}

/// Operations on the ledgers of closed tables with chips of their own.
pub(super) fn evenings(types: &mut Types) -> Vec<Operation> {
    vec![
        Operation::get(
            "/api/v1/evenings",
            "Your evenings at tables with chips of their own, newest first: who bought what, and who pays whom.",
            types.json::<EveningsResponse>(200),
        )
        .query(vec![Parameter {
            name: "before",
            about: "Only evenings at tables with lower numbers than this.",
            schema: json!({"type": "string"}),
        }])
        .refused(&[400, 401]),
        Operation::get(
            "/api/v1/evenings/{table}",
            "One of your evenings, by the number of its table.",
            types.json::<Evening>(200),
        )
        .refused(&[401, 404]),
        Operation::post(
            "/api/v1/evenings/{table}/again",
            "Opens a table with the settings of a closed one, for its host. The evening then names it, so that all who were \
             there find it. While that table is open, a repetition opens no other and gets the same answer.",
            None,
            types.json::<TableInfo>(200),
        )
        .refused(&[401, 403, 404, 429, 503]),
    ]
    .into_iter()
    .map(Operation::token)
    .collect()
}

/// Operations on friends, friend requests and the visibility of presence.
pub(super) fn friends(types: &mut Types) -> Vec<Operation> {
    let friend = "/api/v1/friends/{player}";
    vec![
        Operation::get(
            "/api/v1/friends",
            "Your friends and the tables where they play, and open friend requests.",
            types.json::<FriendsResponse>(200),
        )
        .refused(&[401]),
        Operation {
            method: "put",
            ..Operation::get(
                friend,
                "Sends a friend request; a player who has sent you one becomes your friend immediately. Repeating it changes nothing.",
                types.json::<FriendAnswer>(200),
            )
        }
        .refused(&[400, 401, 403, 404, 409]),
        Operation::post(
            "/api/v1/friends/{player}/accept",
            "Accepts a player's friend request.",
            None,
            types.json::<FriendAnswer>(200),
        )
        .refused(&[401, 404, 409]),
        Operation {
            method: "delete",
            ..Operation::get(
                friend,
                "Ends a friendship for both, declines a request to you, and withdraws your own. The answer is the same if there is \
                 none of these.",
                (204, Content::Nothing),
            )
        }
        .refused(&[401]),
        Operation::put(
            "/api/v1/me/presence",
            "Shows your presence and your tables to your friends, or hides them.",
            types.request::<PresenceChoice>(),
            types.json::<PresenceChoice>(200),
        )
        .refused(&[400, 401, 415]),
    ]
    .into_iter()
    .map(Operation::token)
    .collect()
}

/// Operations of Web Push.
pub(super) fn push(types: &mut Types) -> Vec<Operation> {
    let path = "/api/v1/push";
    vec![
        Operation::get(
            path,
            "The key with which browsers subscribe to Web Push.",
            types.json::<PushKey>(200),
        ),
        Operation::put(
            path,
            "Subscribes a browser to notifications of your turn while no page of yours is visible.",
            types.request::<PushSubscription>(),
            (204, Content::Nothing),
        )
        .refused(&[400, 401, 415])
        .token(),
        Operation {
            method: "delete",
            ..Operation::put(
                path,
                "Ends a subscription. The answer is the same if there is none.",
                types.request::<PushAddress>(),
                (204, Content::Nothing),
            )
        }
        .refused(&[400, 401, 415])
        .token(),
    ]
}
