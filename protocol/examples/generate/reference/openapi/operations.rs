//! The list of operations.

use poker_protocol::v1::odds::{OddsRequest, OddsResponse};
use poker_protocol::v1::practice::{PracticeRequest, StudyResponse};
use poker_protocol::v1::rest::{
    BotTokenRequest, BotTokenResponse, BotTokensResponse, Credentials, EntrantsResponse, EventTablesResponse,
    GameCheckRequest, GameCheckResponse, GameDealResponse, GameRules, GamesResponse, GuestRequest, HandRecord,
    HandsResponse, MeResponse, PlacesResponse, RefreshRequest, SessionResponse, ShareRequest, ShareResponse,
    StructureCheckRequest, StructureCheckResponse, StructureFile, StructuresResponse, TablesResponse, TopUpRequest,
    TournamentConfig, TournamentsResponse, VersionResponse,
};
use poker_protocol::v1::server::Snapshot;
use poker_protocol::v1::table::{TableConfig, TableInfo, TableSummary};
use poker_protocol::v1::tournament::{
    FloorEntry, FloorHand, FloorRequest, FloorResponse, TournamentState, TournamentSummary,
};
use serde_json::{Value, json};

use super::cards::cards;
use super::clubs::{clubs, seasons, templates};
use super::parameters::{after, format_of_file, lang, search};
use super::personal::{evenings, friends, personal, push};
use super::{Content, Operation, Parameter, Token, Types, tidy};

/// Operations that belong to none of [`personal`], [`friends`], [`clubs`], [`seasons`], [`templates`], [`push`] and [`cards`].
#[expect(clippy::too_many_lines, reason = "a list")]
fn operations(types: &mut Types) -> Vec<Operation> {
    let record = tidy(types.server.subschema_for::<HandRecord>());
    let (refresh, _) = types.request::<RefreshRequest>();
    vec![
        Operation::post(
            "/api/v1/guest",
            "Creates a guest.",
            types.request::<GuestRequest>(),
            types.json::<SessionResponse>(201),
        )
        .refused(&[400, 403, 409, 415]),
        Operation {
            token: Token::Optional,
            ..Operation::post(
                "/api/v1/register",
                "Creates an account. With a guest's access token, that guest becomes the account.",
                types.request::<Credentials>(),
                types.json::<SessionResponse>(201),
            )
            .refused(&[400, 401, 403, 409, 415])
        },
        Operation::post(
            "/api/v1/login",
            "Signs in to an account: starts a session.",
            types.request::<Credentials>(),
            types.json::<SessionResponse>(200),
        )
        .refused(&[400, 401, 403, 415]),
        Operation::post(
            "/api/v1/refresh",
            "Issues new tokens for a session. A browser has its refresh token in a cookie and omits the body.",
            (refresh, true),
            types.json::<SessionResponse>(200),
        )
        .refused(&[400, 401, 403, 415]),
        Operation::post(
            "/api/v1/logout",
            "Ends the session.",
            None::<(Value, bool)>,
            (204, Content::Nothing),
        )
        .token()
        .refused(&[401, 403]),
        Operation::get(
            "/api/v1/me",
            "Your account, and your chips outside tables.",
            types.json::<MeResponse>(200),
        )
        .token()
        .refused(&[401]),
        Operation::post(
            "/api/v1/top-up",
            "Grants play money, up to the day's limit.",
            types.request::<TopUpRequest>(),
            types.json::<MeResponse>(200),
        )
        .token()
        .refused(&[400, 401, 403, 415]),
        Operation::get(
            "/api/v1/bot-tokens",
            "Your bots and their API tokens.",
            types.json::<BotTokensResponse>(200),
        )
        .token()
        .refused(&[401, 403]),
        Operation::post(
            "/api/v1/bot-tokens",
            "Creates a bot, or another API token for one of yours.",
            types.request::<BotTokenRequest>(),
            types.json::<BotTokenResponse>(201),
        )
        .token()
        .refused(&[400, 401, 403, 409, 415]),
        Operation {
            method: "delete",
            ..Operation::get(
                "/api/v1/bot-tokens/{id}",
                "Revokes an API token of one of your bots. The answer is the same if you have no such token.",
                (204, Content::Nothing),
            )
            .token()
            .refused(&[401, 403])
        },
        Operation::get(
            "/api/v1/games",
            "All games, rotations and dealer's choice.",
            types.json::<GamesResponse>(200),
        ),
        Operation::get(
            "/api/v1/games/{game}/rules",
            "The rules of a game, of a rotation or of dealer's choice, in words.",
            types.json::<GameRules>(200),
        )
        .query(vec![lang()])
        .refused(&[400, 404]),
        Operation::post(
            "/api/v1/games/check",
            "Checks that a game of your own can be played.",
            types.request::<GameCheckRequest>(),
            types.json::<GameCheckResponse>(200),
        )
        .token()
        .refused(&[400, 401, 403, 415]),
        Operation::post(
            "/api/v1/games/deal",
            "Deals ten hands of a game of your own, at most six times a minute.",
            types.request::<GameCheckRequest>(),
            types.json::<GameDealResponse>(200),
        )
        .token()
        .refused(&[400, 401, 403, 415, 429]),
        Operation::post(
            "/api/v1/odds",
            "The odds of face-up hands over the cards to come.",
            types.request::<OddsRequest>(),
            types.json::<OddsResponse>(200),
        )
        .refused(&[400, 404, 415, 429]),
        Operation::get(
            "/api/v1/tables",
            "The tables of the lobby.",
            types.json::<TablesResponse>(200),
        ),
        Operation::post(
            "/api/v1/tables",
            "Opens a table.",
            types.request::<TableConfig>(),
            types.json::<TableInfo>(201),
        )
        .token()
        .refused(&[400, 401, 403, 404, 415]),
        Operation::post(
            "/api/v1/practice",
            "Opens a table against bots that only the caller can find, with chips of no value. Another one can be opened once the \
             caller has left it.",
            types.request::<PracticeRequest>(),
            types.json::<TableInfo>(201),
        )
        .token()
        .refused(&[400, 401, 403, 404, 409, 415]),
        Operation::get(
            "/api/v1/practice/hands",
            "Hands to study, played by bots: the same for all players for a day.",
            types.json::<StudyResponse>(200),
        )
        .refused(&[503]),
        Operation::get(
            "/api/v1/tables/{table}",
            "A table of the lobby.",
            types.json::<TableSummary>(200),
        )
        .refused(&[404]),
        Operation::get(
            "/api/v1/tables/{table}/state",
            "The state of a table as spectators see it, for clients without an account. Clients that want every event watch over \
             the WebSocket. The identifier of a private table contains its invitation.",
            types.json::<Snapshot>(200),
        )
        .refused(&[404, 503]),
        Operation::get(
            "/api/v1/tables/{table}/rules",
            "The rules of a table's game, which may be one that its host defined.",
            types.json::<GameRules>(200),
        )
        .query(vec![lang()])
        .refused(&[400, 404]),
        Operation::get(
            "/api/v1/structures",
            "The tournament structures that come with the server.",
            types.json::<StructuresResponse>(200),
        ),
        Operation::get(
            "/api/v1/structures/{structure}",
            "A structure that comes with the server, and its file.",
            types.json::<StructureFile>(200),
        )
        .refused(&[404]),
        Operation::post(
            "/api/v1/structures/check",
            "Checks that a structure of your own can be played.",
            types.request::<StructureCheckRequest>(),
            types.json::<StructureCheckResponse>(200),
        )
        .token()
        .refused(&[400, 401, 403, 415]),
        Operation::get(
            "/api/v1/tournaments",
            "The tournaments of the lobby.",
            types.json::<TournamentsResponse>(200),
        ),
        Operation::post(
            "/api/v1/tournaments",
            "Announces a tournament.",
            types.request::<TournamentConfig>(),
            types.json::<TournamentSummary>(201),
        )
        .token()
        .refused(&[400, 401, 403, 404, 415]),
        Operation::get(
            "/api/v1/tournaments/{tournament}",
            "A tournament: with a token as your account sees it, else as an account that has not entered sees it. The identifier \
             of a private one contains its invitation; its players, host and officials need only the number, and a token.",
            types.json::<TournamentState>(200),
        )
        .token_optional()
        .refused(&[401, 404]),
        Operation::get(
            "/api/v1/tournaments/{tournament}/entrants",
            "A tournament's players, by number.",
            types.json::<EntrantsResponse>(200),
        )
        .token_optional()
        .query(vec![after()])
        .refused(&[400, 401, 404]),
        Operation::get(
            "/api/v1/tournaments/{tournament}/tables",
            "A tournament's tables in play, by number.",
            types.json::<EventTablesResponse>(200),
        )
        .token_optional()
        .query(vec![after()])
        .refused(&[400, 401, 404]),
        Operation::get(
            "/api/v1/tournaments/{tournament}/results",
            "A tournament's places, best first, and its prizes.",
            types.json::<PlacesResponse>(200),
        )
        .token_optional()
        .query(vec![after()])
        .refused(&[400, 401, 404]),
        Operation::get(
            "/api/v1/tournaments/{tournament}/results/file",
            "A tournament's result as hand-tracker text: places, prizes and, with a token, your own place and bounties. \
             `tournament.wrong_phase` until the prizes are paid.",
            (200, Content::Text("text/plain")),
        )
        .token_optional()
        .refused(&[400, 401, 404]),
        Operation::get(
            "/api/v1/tournaments/{tournament}/log",
            "A tournament's log, one event per line.",
            (200, Content::Text("application/jsonl")),
        )
        .token_optional()
        .query(vec![after()])
        .refused(&[400, 401, 404]),
        Operation::get(
            "/api/v1/tournaments/{tournament}/floor",
            "The acts of a tournament's officials; for officials, also their open items.",
            types.json::<FloorResponse>(200),
        )
        .token_optional()
        .query(vec![after()])
        .refused(&[400, 401, 404]),
        Operation::post(
            "/api/v1/tournaments/{tournament}/floor",
            "Carries out an official's act in a tournament.",
            types.request::<FloorRequest>(),
            types.json::<FloorEntry>(200),
        )
        .token()
        .refused(&[400, 401, 403, 404, 415]),
        Operation::get(
            "/api/v1/tournaments/{tournament}/floor/hands/{table}/{hand}",
            "A finished hand with all cards, for an official who gave a reason with `see_hand`.",
            types.json::<FloorHand>(200),
        )
        .token()
        .refused(&[400, 401, 403, 404]),
        Operation::get(
            "/api/v1/hands",
            "Your finished hands that match the search, newest first.",
            types.json::<HandsResponse>(200),
        )
        .token()
        .query(search(50, Vec::new()))
        .refused(&[400, 401]),
        Operation::get(
            "/api/v1/hands/file",
            "The same hands as one file. `x-hands` and `x-skipped` count the hands in it and those that the format cannot \
             express; `x-before` is the place where older hands begin. `x-skipped-hands` names the missing hands, each with \
             what the format cannot express; so do comments in PHH and text files.",
            (200, Content::File),
        )
        .token()
        .query(search(200, vec![format_of_file()]))
        .refused(&[400, 401]),
        Operation::get(
            "/api/v1/hands/{table}/{hand}",
            "A finished hand as you saw it; with `format`, as a file.",
            (200, Content::Hand(record)),
        )
        .token()
        .query(vec![Parameter {
            about: "A file format; the record if omitted.",
            ..format_of_file()
        }])
        .refused(&[400, 401, 404]),
        Operation::post(
            "/api/v1/hands/{table}/{hand}/share",
            "Creates a public link to a hand that you played.",
            types.request::<ShareRequest>(),
            types.json::<ShareResponse>(200),
        )
        .token()
        .refused(&[400, 401, 404, 415]),
        Operation {
            method: "delete",
            ..Operation::get(
                "/api/v1/hands/{table}/{hand}/share",
                "Revokes your links to a hand.",
                (204, Content::Nothing),
            )
        }
        .token()
        .refused(&[401, 404]),
        Operation::get(
            "/api/v1/shared/{token}",
            "A hand shared by a player.",
            types.json::<HandRecord>(200),
        )
        .refused(&[404]),
        Operation::get(
            "/api/v1/openapi.json",
            "This description.",
            (200, Content::Json(json!({"type": "object"}))),
        ),
        Operation::get(
            "/version",
            "The program and its protocols.",
            types.json::<VersionResponse>(200),
        ),
        Operation::get("/healthz", "The process is running.", (200, Content::Text("text/plain"))),
        Operation::get(
            "/readyz",
            "The server accepts players.",
            (200, Content::Text("text/plain")),
        )
        .refused(&[503]),
        Operation::get(
            "/ws",
            "The WebSocket of the protocol, subprotocol `poker.v1`.",
            (101, Content::Nothing),
        )
        .refused(&[400, 403, 426]),
    ]
}

/// Every operation on the main port.
pub(super) fn all(types: &mut Types) -> Vec<Operation> {
    let mut all = operations(types);
    all.extend(personal(types));
    all.extend(friends(types));
    all.extend(evenings(types));
    all.extend(clubs(types));
    all.extend(seasons(types));
    all.extend(templates(types));
    all.extend(push(types));
    all.extend(cards(types));
    all
}
