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

use super::parameters::{after, format_of_file, lang, search};
use super::personal::{friends, personal, push};
use super::{Content, Operation, Parameter, Token, Types, tidy};

/// Operations that belong to none of [`personal`], [`friends`] and [`push`].
#[expect(clippy::too_many_lines, reason = "a list")]
fn operations(types: &mut Types) -> Vec<Operation> {
    let record = tidy(types.server.subschema_for::<HandRecord>());
    let (refresh, _) = types.request::<RefreshRequest>();
    vec![
        Operation::post(
            "/api/v1/guest",
            "A new guest.",
            types.request::<GuestRequest>(),
            types.json::<SessionResponse>(201),
        )
        .refused(&[400, 403, 409, 415]),
        Operation {
            token: Token::Optional,
            ..Operation::post(
                "/api/v1/register",
                "A new account. With the access token of a guest, that guest becomes the account.",
                types.request::<Credentials>(),
                types.json::<SessionResponse>(201),
            )
            .refused(&[400, 401, 403, 409, 415])
        },
        Operation::post(
            "/api/v1/login",
            "A new session of an account.",
            types.request::<Credentials>(),
            types.json::<SessionResponse>(200),
        )
        .refused(&[400, 401, 403, 415]),
        Operation::post(
            "/api/v1/refresh",
            "New tokens for a session. A browser has its refresh token in a cookie and leaves the body out.",
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
            "Who you are, and your chips outside tables.",
            types.json::<MeResponse>(200),
        )
        .token()
        .refused(&[401]),
        Operation::post(
            "/api/v1/top-up",
            "Play money, up to the day's grant.",
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
            "A new bot, or another API token for one of yours.",
            types.request::<BotTokenRequest>(),
            types.json::<BotTokenResponse>(201),
        )
        .token()
        .refused(&[400, 401, 403, 409, 415]),
        Operation {
            method: "delete",
            ..Operation::get(
                "/api/v1/bot-tokens/{id}",
                "Ends an API token of one of your bots. The answer is the same if there is no such token of yours.",
                (204, Content::Nothing),
            )
            .token()
            .refused(&[401, 403])
        },
        Operation::get(
            "/api/v1/games",
            "All games, and what is played of several.",
            types.json::<GamesResponse>(200),
        ),
        Operation::get(
            "/api/v1/games/{game}/rules",
            "The rules of a game, of a rotation or of the dealer's choice, in words.",
            types.json::<GameRules>(200),
        )
        .query(vec![lang()])
        .refused(&[400, 404]),
        Operation::post(
            "/api/v1/games/check",
            "Whether a game of your own can be played.",
            types.request::<GameCheckRequest>(),
            types.json::<GameCheckResponse>(200),
        )
        .token()
        .refused(&[400, 401, 403, 415]),
        Operation::post(
            "/api/v1/games/deal",
            "Ten hands of a game of your own, six times a minute.",
            types.request::<GameCheckRequest>(),
            types.json::<GameDealResponse>(200),
        )
        .token()
        .refused(&[400, 401, 403, 415, 429]),
        Operation::post(
            "/api/v1/odds",
            "What hands that lie open can expect from the cards to come.",
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
            "Opens a table against bots that the caller alone finds, for chips that are no money. Another one can be opened once it \
             is left.",
            types.request::<PracticeRequest>(),
            types.json::<TableInfo>(201),
        )
        .token()
        .refused(&[400, 401, 403, 404, 409, 415]),
        Operation::get(
            "/api/v1/practice/hands",
            "Hands to study, which bots have played: the same for everybody for a day.",
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
            "What those see who watch a table, for clients without an account. Clients that want every event watch over the \
             WebSocket. The identifier of a private table has its invitation in it.",
            types.json::<Snapshot>(200),
        )
        .refused(&[404, 503]),
        Operation::get(
            "/api/v1/tables/{table}/rules",
            "The rules of the game of a table, which may be its host's own.",
            types.json::<GameRules>(200),
        )
        .query(vec![lang()])
        .refused(&[400, 404]),
        Operation::get(
            "/api/v1/structures",
            "The structures of tournaments that come with the server.",
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
            "Whether a structure of your own can be played.",
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
            "A tournament, with a token as your account sees it, else as one who has not entered. The identifier of a private one has its invitation in it; its \
             players, its host and officials need no more than the number, and a token.",
            types.json::<TournamentState>(200),
        )
        .token_optional()
        .refused(&[401, 404]),
        Operation::get(
            "/api/v1/tournaments/{tournament}/entrants",
            "Its players, by number.",
            types.json::<EntrantsResponse>(200),
        )
        .token_optional()
        .query(vec![after()])
        .refused(&[400, 401, 404]),
        Operation::get(
            "/api/v1/tournaments/{tournament}/tables",
            "Its tables in play, by number.",
            types.json::<EventTablesResponse>(200),
        )
        .token_optional()
        .query(vec![after()])
        .refused(&[400, 401, 404]),
        Operation::get(
            "/api/v1/tournaments/{tournament}/results",
            "Its places, the best first, and its prizes.",
            types.json::<PlacesResponse>(200),
        )
        .token_optional()
        .query(vec![after()])
        .refused(&[400, 401, 404]),
        Operation::get(
            "/api/v1/tournaments/{tournament}/results/file",
            "How it ended, in the text that hand trackers read beside its hands: places, prizes, and with a token your own place and \
             bounties. `tournament.wrong_phase` until its prizes are paid.",
            (200, Content::Text("text/plain")),
        )
        .token_optional()
        .refused(&[400, 401, 404]),
        Operation::get(
            "/api/v1/tournaments/{tournament}/log",
            "What has happened in it, one event a line.",
            (200, Content::Text("application/jsonl")),
        )
        .token_optional()
        .query(vec![after()])
        .refused(&[400, 401, 404]),
        Operation::get(
            "/api/v1/tournaments/{tournament}/floor",
            "What its officials did; for officials, also what waits for them.",
            types.json::<FloorResponse>(200),
        )
        .token_optional()
        .query(vec![after()])
        .refused(&[400, 401, 404]),
        Operation::post(
            "/api/v1/tournaments/{tournament}/floor",
            "What an official does in it.",
            types.request::<FloorRequest>(),
            types.json::<FloorEntry>(200),
        )
        .token()
        .refused(&[400, 401, 403, 404, 415]),
        Operation::get(
            "/api/v1/tournaments/{tournament}/floor/hands/{table}/{hand}",
            "A finished hand with all cards, for an official who said by `see_hand` why.",
            types.json::<FloorHand>(200),
        )
        .token()
        .refused(&[400, 401, 403, 404]),
        Operation::get(
            "/api/v1/hands",
            "Your finished hands that fit, newest first.",
            types.json::<HandsResponse>(200),
        )
        .token()
        .query(search(50, Vec::new()))
        .refused(&[400, 401]),
        Operation::get(
            "/api/v1/hands/file",
            "The same hands as one file. `x-hands` and `x-skipped` say how many it has and how many the format cannot \
             express, `x-before` where older ones begin. `x-skipped-hands` names those that are missing, each with what the \
             format has no words for; so do comments in files of PHH and text.",
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
            about: "A format of files; the record if left out.",
            ..format_of_file()
        }])
        .refused(&[400, 401, 404]),
        Operation::post(
            "/api/v1/hands/{table}/{hand}/share",
            "A link for everybody to a hand that you played.",
            types.request::<ShareRequest>(),
            types.json::<ShareResponse>(200),
        )
        .token()
        .refused(&[400, 401, 404, 415]),
        Operation {
            method: "delete",
            ..Operation::get(
                "/api/v1/hands/{table}/{hand}/share",
                "Takes your links to a hand back.",
                (204, Content::Nothing),
            )
        }
        .token()
        .refused(&[401, 404]),
        Operation::get(
            "/api/v1/shared/{token}",
            "A hand that somebody shared.",
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
        Operation::get("/healthz", "The process runs.", (200, Content::Text("text/plain"))),
        Operation::get(
            "/readyz",
            "The server takes players.",
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
    all.extend(push(types));
    all
}
