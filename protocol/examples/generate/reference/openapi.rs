//! The HTTP interface: one list of its operations, from which its description for programs and the reference's table
//! are made.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use poker_protocol::v1::ErrorMsg;
use poker_protocol::v1::friends::{FriendAnswer, FriendsResponse, PresenceChoice};
use poker_protocol::v1::personal::{
    EventResultsResponse, LeaderboardChoice, LeaderboardResponse, NoteRequest, NotesResponse, PlayerNote,
    ResultsResponse, SessionsResponse,
};
use poker_protocol::v1::practice::PracticeRequest;
use poker_protocol::v1::push::{PushAddress, PushKey, PushSubscription};
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
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::Transform;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use super::schema::Tidy;

/// Where a definition is found within the document.
const SCHEMAS: &str = "/components/schemas";

/// Whether a request needs an access token or an API token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    None,
    Optional,
    Needed,
}

/// What is asked behind the `?`.
struct Parameter {
    name: &'static str,
    about: &'static str,
    schema: Value,
}

/// What an answer holds.
enum Content {
    Nothing,
    Json(Value),
    Text(&'static str),
    /// A finished hand: the record, or a file.
    Hand(Value),
}

struct Operation {
    method: &'static str,
    path: &'static str,
    about: &'static str,
    token: Token,
    query: Vec<Parameter>,
    /// The body, and whether it may be left out.
    request: Option<(Value, bool)>,
    answer: (u16, Content),
    /// The statuses of refusals that are its own.
    refusals: &'static [u16],
}

/// What may be refused anywhere.
const ANYWHERE: [u16; 5] = [408, 413, 429, 500, 503];

/// Collects the definitions of what is referred to, apart for what clients write and what the server writes.
struct Types {
    client: SchemaGenerator,
    server: SchemaGenerator,
}

impl Types {
    fn new() -> Self {
        let settings = || {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = SCHEMAS.into();
            })
        };
        Self {
            client: SchemaGenerator::new(settings().for_deserialize()),
            server: SchemaGenerator::new(settings().for_serialize()),
        }
    }

    fn request<T: JsonSchema>(&mut self) -> (Value, bool) {
        (tidy(self.client.subschema_for::<T>()), false)
    }

    fn json<T: JsonSchema>(&mut self, status: u16) -> (u16, Content) {
        (status, Content::Json(tidy(self.server.subschema_for::<T>())))
    }

    /// All definitions by their names. One that both sides write has to look the same from both.
    fn definitions(mut self) -> Map<String, Value> {
        let mut all = Map::new();
        for generator in [&mut self.client, &mut self.server] {
            for (name, definition) in generator.take_definitions(true) {
                let definition = tidy(Schema::try_from(definition).expect("a definition is a schema"));
                let before = all.insert(name.clone(), definition.clone());
                assert!(
                    before.is_none_or(|before| before == definition),
                    "{name} has two shapes"
                );
            }
        }
        all
    }
}

fn tidy(mut schema: Schema) -> Value {
    Tidy.transform(&mut schema);
    schema.to_value()
}

fn after() -> Parameter {
    Parameter {
        name: "after",
        about: "Lines behind this number, as an answer before told it.",
        schema: json!({"type": "integer", "minimum": 0}),
    }
}

fn format_of_file() -> Parameter {
    Parameter {
        name: "format",
        about: "A format of files, `json` if left out.",
        schema: json!({"type": "string", "enum": ["phh", "json", "ohh", "text"]}),
    }
}

/// What hands can be searched for.
fn search(most: u32, more: Vec<Parameter>) -> Vec<Parameter> {
    let parameter = |name, about, schema| Parameter { name, about, schema };
    let text = || json!({"type": "string", "minLength": 1, "maxLength": 60});
    let time = || json!({"type": "string", "format": "date-time"});
    let chips = || json!({"type": "integer", "minimum": 0, "maximum": 9_007_199_254_740_991_u64});
    let mut all = vec![
        parameter(
            "before",
            "Hands that are older than this place, as an answer before told it.",
            json!({"type": "integer"}),
        ),
        Parameter {
            name: "limit",
            about: "At most so many, as many as can be if left out.",
            schema: json!({"type": "integer", "minimum": 1, "maximum": most}),
        },
        parameter("game", "Hands of this game.", text()),
        parameter("table", "Hands of this table.", json!({"type": "string"})),
        parameter("from", "Hands that ended at this instant or later.", time()),
        parameter("to", "Hands that ended before this instant.", time()),
        parameter("opponent", "Hands with a player whose name has this in it.", text()),
        parameter(
            "result",
            "Hands that brought chips, or cost some.",
            json!({"type": "string", "enum": ["won", "lost"]}),
        ),
        parameter(
            "all_in",
            "Hands in which you were all-in, or were not.",
            json!({"type": "boolean"}),
        ),
        parameter(
            "showdown",
            "Hands that you took to the showdown, or did not.",
            json!({"type": "boolean"}),
        ),
        parameter("pot_min", "Hands with at least so many chips played for.", chips()),
        parameter("pot_max", "Hands with at most so many chips played for.", chips()),
        parameter(
            "text",
            "Hands with all these words in the names of game, table and players, or among the cards.",
            text(),
        ),
    ];
    all.extend(more);
    all
}

fn lang() -> Parameter {
    Parameter {
        name: "lang",
        about: "The language, `en` if left out.",
        schema: json!({"type": "string", "enum": ["en", "fr"]}),
    }
}

impl Operation {
    fn get(path: &'static str, about: &'static str, answer: (u16, Content)) -> Self {
        Self {
            method: "get",
            path,
            about,
            token: Token::None,
            query: Vec::new(),
            request: None,
            answer,
            refusals: &[],
        }
    }

    fn post(
        path: &'static str,
        about: &'static str,
        request: impl Into<Option<(Value, bool)>>,
        answer: (u16, Content),
    ) -> Self {
        Self {
            method: "post",
            request: request.into(),
            ..Self::get(path, about, answer)
        }
    }

    fn put(path: &'static str, about: &'static str, request: (Value, bool), answer: (u16, Content)) -> Self {
        Self {
            method: "put",
            ..Self::post(path, about, request, answer)
        }
    }

    fn token(mut self) -> Self {
        self.token = Token::Needed;
        self
    }

    fn token_optional(mut self) -> Self {
        self.token = Token::Optional;
        self
    }

    fn refused(mut self, refusals: &'static [u16]) -> Self {
        self.refusals = refusals;
        self
    }

    fn query(mut self, query: Vec<Parameter>) -> Self {
        self.query = query;
        self
    }
}

fn game() -> Parameter {
    Parameter {
        name: "game",
        about: "Of this game.",
        schema: json!({"type": "string", "minLength": 1, "maxLength": 60}),
    }
}

/// Results, notes and the leaderboard.
fn personal(types: &mut Types) -> Vec<Operation> {
    let parameter = |name, about, schema| Parameter { name, about, schema };
    let time = || json!({"type": "string", "format": "date-time"});
    let from = || parameter("from", "Hands that ended at this instant or later.", time());
    let to = || parameter("to", "Hands that ended before this instant.", time());
    let number = || json!({"type": "integer", "minimum": 0});
    let note = "/api/v1/notes/{player}";
    vec![
        Operation::get(
            "/api/v1/me/results",
            "What came of your hands in cash games.",
            types.json::<ResultsResponse>(200),
        )
        .query(vec![
            game(),
            from(),
            to(),
            parameter(
                "by",
                "Points at even distances in hands or in time, `hands` if left out.",
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
            parameter("before", "Sessions that began before, as an answer told it.", number()),
        ])
        .refused(&[400, 401]),
        Operation::get(
            "/api/v1/me/tournaments",
            "What you paid to tournaments and got from them, newest first.",
            types.json::<EventResultsResponse>(200),
        )
        .query(vec![parameter(
            "before",
            "Tournaments with lower numbers, as an answer told it.",
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
        Operation::get("/api/v1/notes", "Your notes.", types.json::<NotesResponse>(200))
            .query(vec![parameter(
                "after",
                "Notes behind this player, as an answer told it.",
                json!({"type": "string"}),
            )])
            .refused(&[400, 401]),
        Operation::get(note, "Your note about a player.", types.json::<PlayerNote>(200)).refused(&[401, 404]),
        Operation::put(
            note,
            "Keeps a note in place of the one before.",
            types.request::<NoteRequest>(),
            types.json::<PlayerNote>(200),
        )
        .refused(&[400, 401, 404, 409, 415]),
        Operation {
            method: "delete",
            ..Operation::get(
                note,
                "Forgets your note about a player. The answer is the same if there is none.",
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

/// The leaderboard.
fn leaderboard(types: &mut Types) -> Operation {
    let parameter = |name, about, schema| Parameter { name, about, schema };
    Operation::get(
        "/api/v1/leaderboard",
        "Who won most chips in a week, of those who want to be shown.",
        types.json::<LeaderboardResponse>(200),
    )
    .query(vec![
        parameter(
            "week",
            "The week, this one if left out.",
            json!({"type": "string", "pattern": "^[0-9]{4}-W[0-9]{2}$"}),
        ),
        game(),
    ])
    .refused(&[400, 401, 404])
    .token_optional()
}

/// Friends, the questions for friendship, and who sees what.
fn friends(types: &mut Types) -> Vec<Operation> {
    let friend = "/api/v1/friends/{player}";
    vec![
        Operation::get(
            "/api/v1/friends",
            "Your friends with where they play, and the questions that stand.",
            types.json::<FriendsResponse>(200),
        )
        .refused(&[401]),
        Operation {
            method: "put",
            ..Operation::get(
                friend,
                "Asks a player for friendship; one who asks you becomes a friend at once. Asking again changes nothing.",
                types.json::<FriendAnswer>(200),
            )
        }
        .refused(&[400, 401, 403, 404, 409]),
        Operation::post(
            "/api/v1/friends/{player}/accept",
            "Makes a player who asks you a friend.",
            None,
            types.json::<FriendAnswer>(200),
        )
        .refused(&[401, 404, 409]),
        Operation {
            method: "delete",
            ..Operation::get(
                friend,
                "Ends a friendship for both, declines a question to you, and takes your own back. The answer is the same if there \
                 is nothing of it.",
                (204, Content::Nothing),
            )
        }
        .refused(&[401]),
        Operation::put(
            "/api/v1/me/presence",
            "Shows friends when you are here and where you play, or does so no more.",
            types.request::<PresenceChoice>(),
            types.json::<PresenceChoice>(200),
        )
        .refused(&[400, 401, 415]),
    ]
    .into_iter()
    .map(Operation::token)
    .collect()
}

/// Web Push.
fn push(types: &mut Types) -> Vec<Operation> {
    let path = "/api/v1/push";
    vec![
        Operation::get(
            path,
            "The key that browsers subscribe to Web Push with.",
            types.json::<PushKey>(200),
        ),
        Operation::put(
            path,
            "Has a browser called when it is your turn and no page of yours is looked at.",
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

/// Every operation on the main port.
fn all(types: &mut Types) -> Vec<Operation> {
    let mut all = operations(types);
    all.extend(personal(types));
    all.extend(friends(types));
    all.extend(push(types));
    all
}

/// Those that are in none of [`personal`], [`friends`] and [`push`].
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
            "A tournament, as one who has not entered sees it.",
            types.json::<TournamentState>(200),
        )
        .refused(&[404]),
        Operation::get(
            "/api/v1/tournaments/{tournament}/entrants",
            "Its players, by number.",
            types.json::<EntrantsResponse>(200),
        )
        .query(vec![after()])
        .refused(&[400, 404]),
        Operation::get(
            "/api/v1/tournaments/{tournament}/tables",
            "Its tables in play, by number.",
            types.json::<EventTablesResponse>(200),
        )
        .query(vec![after()])
        .refused(&[400, 404]),
        Operation::get(
            "/api/v1/tournaments/{tournament}/results",
            "Its places, the best first, and its prizes.",
            types.json::<PlacesResponse>(200),
        )
        .query(vec![after()])
        .refused(&[400, 404]),
        Operation::get(
            "/api/v1/tournaments/{tournament}/log",
            "What has happened in it, one event a line.",
            (200, Content::Text("application/jsonl")),
        )
        .query(vec![after()])
        .refused(&[400, 404]),
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
            "The same hands as one file. `x-hands` and `x-skipped` tell how many it has and how many the format cannot \
             express, `x-before` where older ones begin.",
            (200, Content::Text("text/plain")),
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
            "/metrics",
            "Figures for Prometheus, unless they have a port of their own.",
            (200, Content::Text("text/plain")),
        ),
        Operation::get(
            "/ws",
            "The WebSocket of the protocol, subprotocol `poker.v1`.",
            (101, Content::Nothing),
        )
        .refused(&[400, 403, 426]),
    ]
}

impl Operation {
    fn describe(&self) -> Value {
        let names = self.path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
        let in_path = names.map(|name| {
            let schema = if name == "hand" {
                json!({"type": "integer", "minimum": 0})
            } else {
                json!({"type": "string"})
            };
            json!({"name": name, "in": "path", "required": true, "schema": schema})
        });
        let in_query = self.query.iter().map(
            |asked| json!({"name": asked.name, "in": "query", "description": asked.about, "schema": asked.schema}),
        );
        let parameters: Vec<Value> = in_path.chain(in_query).collect();
        let mut responses = Map::new();
        let (status, content) = &self.answer;
        responses.insert(status.to_string(), content.describe());
        for refusal in self.refusals.iter().chain(&ANYWHERE) {
            responses.insert(refusal.to_string(), json!({"$ref": "#/components/responses/Refused"}));
        }
        let words: Vec<&str> = self.path.split(|symbol: char| !symbol.is_alphanumeric()).collect();
        let name = format!("{}_{}", self.method, words.join("_").replace("_api_v1_", "_"));
        let name = name.replace("__", "_").trim_end_matches('_').to_owned();
        let mut described = json!({"operationId": name, "summary": self.about, "responses": responses});
        if !parameters.is_empty() {
            described["parameters"] = json!(parameters);
        }
        if let Some((schema, optional)) = &self.request {
            described["requestBody"] = json!({
                "required": !optional,
                "content": {"application/json": {"schema": schema}},
            });
        }
        match self.token {
            Token::None => {}
            Token::Optional => described["security"] = json!([{}, {"token": []}]),
            Token::Needed => described["security"] = json!([{"token": []}]),
        }
        described
    }
}

impl Content {
    fn describe(&self) -> Value {
        let text = json!({"schema": {"type": "string"}});
        match self {
            Self::Nothing => json!({"description": "Done."}),
            Self::Json(schema) => {
                json!({"description": "Done.", "content": {"application/json": {"schema": schema}}})
            }
            Self::Text(kind) => json!({"description": "Done.", "content": {*kind: text}}),
            Self::Hand(record) => json!({
                "description": "The record, or the file.",
                "content": {
                    "application/json": {"schema": {"anyOf": [record, {"type": "object"}]}},
                    "application/toml": text,
                    "text/plain": text,
                },
            }),
        }
    }
}

/// The description of the whole interface for programs, by version 3.1 of that format.
pub(crate) fn document() -> Value {
    let mut types = Types::new();
    let operations = all(&mut types);
    let refusal = tidy(types.server.subschema_for::<ErrorMsg>());
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for operation in &operations {
        let methods = paths.entry(operation.path).or_default();
        methods.insert(operation.method.to_owned(), operation.describe());
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Poker server",
            "version": "1",
            "description": "Signing in, tables and finished hands. Play itself goes over the WebSocket. A refusal is JSON \
                            with a stable code, whatever the status; other statuses than those listed come from proxies.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "An access token of a session, or an API token of a bot.",
                },
            },
            "responses": {
                "Refused": {
                    "description": "The request was refused, and changed nothing.",
                    "content": {"application/json": {"schema": refusal}},
                },
            },
            "schemas": types.definitions(),
        },
    })
}

/// The operations below `/api/v1` as a table of the reference.
pub(crate) fn table() -> String {
    let mut text = String::from("| request | token | body | answer | refused with |\n|---|---|---|---|---|\n");
    for operation in all(&mut Types::new()) {
        let Operation { method, path, .. } = operation;
        if !path.starts_with("/api/v1") {
            continue;
        }
        let query: Vec<&str> = operation.query.iter().map(|asked| asked.name).collect();
        let query = if query.is_empty() {
            String::new()
        } else {
            format!("?{}=", query.join("=&"))
        };
        let token = match operation.token {
            Token::None => "",
            Token::Optional => "may",
            Token::Needed => "yes",
        };
        let body = operation
            .request
            .as_ref()
            .map_or_else(String::new, |(schema, _)| link(schema));
        let (status, content) = &operation.answer;
        let answer = match content {
            Content::Json(schema) | Content::Hand(schema) => link(schema),
            Content::Nothing | Content::Text(_) => String::new(),
        };
        let refusals: Vec<String> = operation.refusals.iter().map(u16::to_string).collect();
        let refusals = refusals.join(", ");
        let _ = writeln!(
            text,
            "| `{} {path}{query}` | {token} | {body} | {status} {answer} | {refusals} |",
            method.to_uppercase()
        );
    }
    text
}

/// A link to the heading of an object.
fn link(schema: &Value) -> String {
    let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) else {
        return String::new();
    };
    format!("[{name}](#{})", name.to_lowercase())
}
