//! Hostile inputs for every parser of data from outside.
//!
//! A target takes bytes, gives them to a parser or a state machine, and panics if a promise is broken. What it sees on the
//! way, such as a refusal never met before, is the signal by which inputs are kept and changed further: counting branches
//! takes a nightly compiler. Inputs worth keeping are in `fuzz` beside `src`, in a folder for each target; the tests
//! replay them. `poker-harness fuzz --help` says how to run for longer.

mod cli;
mod corpus;
mod mutate;
mod run;
mod targets;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::hash::{DefaultHasher, Hash, Hasher};

use poker_table::setup::error::DEFINITION_BYTES;

pub(crate) use self::cli::{Args, run};

use self::corpus::repository;
use self::targets::{auth, cards, config, formats, group, http, session, socket, table};

/// The form of an input, which determines how it is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Bytes in no particular format.
    Bytes,
    /// Lines of words and numbers.
    Text,
    /// JSON, after a first line of text if it does not begin with a bracket.
    Json,
}

/// A parser of data from outside, as a fuzz target.
#[derive(Clone, Copy)]
struct Target {
    /// Its name: its folder in the corpus, and its name on the command line.
    name: &'static str,
    /// The data it reads, in words.
    about: &'static str,
    /// Executions it gets for one of the slowest target. A fast target gets many.
    share: u32,
    form: Form,
    /// The longest input, in bytes.
    most: usize,
    /// Words of its language in addition to those of its inputs.
    words: &'static [&'static str],
    /// Inputs that the repository has anyway.
    seeds: fn() -> Vec<Vec<u8>>,
    attempt: fn(&[u8], &mut Seen),
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The things a target saw in an input. Equal things count once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Seen(BTreeSet<u64>);

impl Seen {
    /// Notes something that happened, identified by `what`.
    fn note(&mut self, what: impl Hash) {
        let mut hasher = DefaultHasher::new();
        what.hash(&mut hasher);
        self.0.insert(hasher.finish());
    }

    /// Notes a refusal. Numbers, and everything from the first quote to the last, are the input's own and do not count.
    fn refused(&mut self, error: &dyn Display) {
        let text = error.to_string();
        let quotes = ['`', '"'];
        let end = text.find(quotes).unwrap_or(text.len());
        let rest = text[end..]
            .rsplit(quotes)
            .next()
            .filter(|rest| rest.len() < text.len() - end);
        let own = text[..end].chars().chain(rest.unwrap_or_default().chars());
        let outline: String = own.filter(|c| c.is_ascii_alphabetic() || *c == ' ').collect();
        self.note(outline);
    }

    /// Notes that something was accepted or refused.
    fn outcome<T, E: Display>(&mut self, outcome: Result<T, E>) -> Option<T> {
        match outcome {
            Ok(value) => {
                self.note("accepted");
                Some(value)
            }
            Err(error) => {
                self.refused(&error);
                None
            }
        }
    }
}

/// Every target.
static TARGETS: [Target; 16] = [
    Target {
        name: "frames",
        about: "frames of a WebSocket, and the messages in them",
        share: 100,
        form: Form::Bytes,
        most: 4096,
        words: &["\u{1}\u{0}", "{\"type\":\"ping\",\"id\":\"1\"}"],
        seeds: socket::frame_seeds,
        attempt: socket::frames,
    },
    Target {
        name: "head",
        about: "heads of HTTP requests, up to the WebSocket handshake",
        share: 10,
        form: Form::Text,
        most: 10_000,
        words: HEAD_WORDS,
        seeds: http::head_seeds,
        attempt: http::head,
    },
    Target {
        name: "message",
        about: "messages of a client",
        share: 100,
        form: Form::Json,
        most: poker_protocol::MAX_CLIENT_MESSAGE_BYTES,
        words: &poker_protocol::v1::client::ClientMsg::TYPES,
        seeds: session::message_seeds,
        attempt: session::message,
    },
    Target {
        name: "rest",
        about: "paths, queries and bodies of the HTTP interface",
        share: 20,
        form: Form::Json,
        most: 16 * 1024,
        words: &["?lang=fr", "?limit=50", "&before=-1", "?format=ohh", "%00", "%ff"],
        seeds: http::rest_seeds,
        attempt: http::rest,
    },
    Target {
        name: "token",
        about: "access tokens, and claims that are signed",
        share: 50,
        form: Form::Json,
        most: 2048,
        words: &["\"exp\":", "\"iat\":", "\"nbf\":", ".", "=", "eyJ"],
        seeds: auth::token_seeds,
        attempt: auth::token,
    },
    Target {
        name: "definition",
        about: "definitions of games; what passes the check is played",
        share: 2,
        form: Form::Text,
        most: DEFINITION_BYTES,
        words: &[
            "1",
            "2",
            "all",
            "credit",
            "dead",
            "tier=2",
            "first=opener",
            "check=no",
            "9007199254740991",
        ],
        seeds: formats::definition_seeds,
        attempt: formats::definition,
    },
    Target {
        name: "phh",
        about: "hands in PHH, replayed",
        share: 5,
        form: Form::Text,
        most: 8192,
        words: &[
            "variant = ",
            "cbr ",
            "cc",
            "sm",
            "d dh p1 ????",
            "d db ",
            "_posts = [",
            "[2]\n",
        ],
        seeds: formats::phh_seeds,
        attempt: formats::phh,
    },
    Target {
        name: "ohh",
        about: "hands in Open Hand History, replayed",
        share: 5,
        form: Form::Json,
        most: 16 * 1024,
        words: &["Raise", "Post SB", "Post Ante", "Shows Cards", "is_allin"],
        seeds: formats::ohh_seeds,
        attempt: formats::ohh,
    },
    Target {
        name: "tracker",
        about: "hands as trackers know them, replayed",
        share: 5,
        form: Form::Text,
        most: 8192,
        words: &[
            "raises ",
            " to ",
            "posts ",
            "*** FLOP ***",
            " and is all-in",
            "Uncalled bet (",
        ],
        seeds: formats::tracker_seeds,
        attempt: formats::tracker,
    },
    Target {
        name: "hand",
        about: "hands in the notation of the test vectors, played",
        share: 5,
        form: Form::Text,
        most: 4096,
        words: &[
            "game: ",
            "stacks: ",
            "limits: ",
            "options: ",
            "script: ",
            "S1:fold",
            "9007199254740991 x 2",
        ],
        seeds: formats::hand_seeds,
        attempt: formats::hand,
    },
    Target {
        name: "eval",
        about: "cards and hands of `poker eval` and `poker equity`",
        share: 10,
        form: Form::Text,
        most: 512,
        words: &[
            "--ranking",
            "--use",
            "--wild",
            "--joker",
            "rank:2",
            "own_low",
            "X1",
            "X2",
            "/",
            "[\"",
            "\",\"",
        ],
        seeds: cards::eval_seeds,
        attempt: cards::eval,
    },
    Target {
        name: "settings",
        about: "the file with the server's settings",
        share: 50,
        form: Form::Text,
        most: 2048,
        words: &["true", "\"", "= 0", "[::1]:0", "forever", "4294967296"],
        seeds: config::seeds,
        attempt: config::settings,
    },
    Target {
        name: "group",
        about: "groups of the journal, and hands that are packed",
        share: 100,
        form: Form::Bytes,
        most: 4096,
        words: &["\u{2}", "\u{7f}"],
        seeds: group::group_seeds,
        attempt: group::group,
    },
    Target {
        name: "rows",
        about: "steps and snapshots of a table's journal, and the recovery from them",
        share: 5,
        form: Form::Json,
        most: 32 * 1024,
        words: &["snapshot", "hand", "table", "kind"],
        seeds: table::row_seeds,
        attempt: table::rows,
    },
    Target {
        name: "setup",
        about: "wishes for a table; what is accepted is played",
        share: 1,
        form: Form::Json,
        most: poker_protocol::MAX_CLIENT_MESSAGE_BYTES,
        words: &[
            "session",
            "multiplier",
            "buy_in_max",
            "free_stacks",
            "mix",
            "definition",
        ],
        seeds: table::setup_seeds,
        attempt: table::setup,
    },
    Target {
        name: "table",
        about: "a table under requests, clocks, lost connections and a failing disk",
        share: 1,
        form: Form::Bytes,
        most: 2048,
        words: &[],
        seeds: table::life_seeds,
        attempt: table::life,
    },
];

const HEAD_WORDS: &[&str] = &[
    "GET /ws HTTP/1.1\r\n",
    "Host: poker.example\r\n",
    "Upgrade: websocket\r\n",
    "Connection: Upgrade\r\n",
    "Connection: keep-alive\r\n",
    "Sec-WebSocket-Version: 13\r\n",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
    "Sec-WebSocket-Protocol: poker.v1\r\n",
    "Origin: https://poker.example\r\n",
    "Cookie: poker_refresh=",
    "Authorization: Bearer ",
    "X-Forwarded-For: ",
    "Transfer-Encoding: chunked\r\n",
    "Content-Length: ",
    "Expect: 100-continue\r\n",
    "\r\n",
    "\r\n\r\n",
    ", ",
    "[::ffff:192.0.2.1]:4711",
];
