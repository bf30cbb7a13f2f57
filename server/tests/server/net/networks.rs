//! Clients that use many addresses of an IPv6 network get no more than the share of that network.

use std::net::Ipv6Addr;
use std::time::Instant;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::net::raw::{handshake, request};
use crate::net::server::{NEVER, Server, start};

/// Share of a /64, here of every limit that can be configured.
const SHARE: usize = 3;

/// Prefix lengths of networks, with the number of shares each has.
const NETS: [(u32, usize); 3] = [(64, 1), (56, 4), (48, 16)];

/// Returns an address in a network of this prefix length, a different one for each number, as far apart as the network allows.
fn address(site: u16, bits: u32, number: usize) -> Ipv6Addr {
    let number = u128::try_from(number).unwrap();
    let host = (number % 256) << (128 - bits - 8) | number << 20 | 1;
    Ipv6Addr::from_bits(Ipv6Addr::new(0x2001, 0xdb8, site, 0, 0, 0, 0, 0).to_bits() | host)
}

fn headers(from: Ipv6Addr, token: Option<&Value>) -> String {
    let bearer = token.map(|token| format!("authorization: Bearer {}\r\n", token.as_str().unwrap()));
    let bearer = bearer.unwrap_or_default();
    format!("content-type: application/json\r\nx-forwarded-for: {from}\r\n{bearer}")
}

async fn post(server: &Server, from: Ipv6Addr, token: Option<&Value>, path: &str, body: &Value) -> (u16, Value) {
    let answer = request(server.address, "POST", path, &headers(from, token), &body.to_string()).await;
    (answer.status, answer.json())
}

/// Something that is limited.
#[derive(Clone, Copy, Debug)]
enum Limited {
    Connections,
    Requests,
    Guests,
    Logins,
    Renewals,
    Tables,
    Tournaments,
    Practice,
}

impl Limited {
    const ALL: [Self; 8] = [
        Self::Connections,
        Self::Requests,
        Self::Guests,
        Self::Logins,
        Self::Renewals,
        Self::Tables,
        Self::Tournaments,
        Self::Practice,
    ];

    /// Returns the share of a /64.
    const fn share(self) -> usize {
        match self {
            Self::Connections | Self::Guests | Self::Logins | Self::Renewals => SHARE,
            Self::Requests => 5 * SHARE,
            Self::Tables => 200,
            Self::Tournaments => 50,
            Self::Practice => 8,
        }
    }

    /// Returns what a /64 regains per second.
    const fn per_second(self) -> usize {
        match self {
            Self::Requests => SHARE,
            Self::Guests | Self::Logins | Self::Renewals => 1,
            Self::Connections | Self::Tables | Self::Tournaments | Self::Practice => 0,
        }
    }

    /// Returns the most that one account may have simultaneously.
    const fn of_one_account(self) -> usize {
        match self {
            Self::Tables => 20,
            Self::Tournaments => 5,
            _ => 1,
        }
    }
}

/// Opens a socket for this client, if it gets one.
async fn socket(server: &Server, from: Ipv6Addr) -> Option<TcpStream> {
    let mut tcp = TcpStream::connect(server.address).await.unwrap();
    let text = handshake(server.address, "/ws", &format!("x-forwarded-for: {from}\r\n"));
    tcp.write_all(text.as_bytes()).await.unwrap();
    let mut line = [0; 12];
    timeout(NEVER, tcp.read_exact(&mut line)).await.unwrap().unwrap();
    (&line[9..] == b"101").then_some(tcp)
}

/// Returns how many of `count` tries from a network get through.
async fn tries(limited: Limited, bits: u32, site: u16, count: usize) -> usize {
    let server = start(|config| {
        config.trusted_proxy = vec!["127.0.0.1".parse().unwrap()];
        config.tables_per_minute = 10_000;
        match limited {
            Limited::Connections => config.max_connections_per_ip = u32::try_from(SHARE).unwrap(),
            Limited::Requests => config.api_requests_per_second = u32::try_from(SHARE).unwrap(),
            Limited::Guests | Limited::Renewals => config.guests_per_minute = u32::try_from(SHARE).unwrap(),
            Limited::Logins => config.passwords_per_minute = u32::try_from(SHARE).unwrap(),
            _ => {}
        }
        if !matches!(limited, Limited::Connections) {
            config.max_connections_per_ip = 10_000;
        }
        if !matches!(limited, Limited::Requests) {
            config.api_requests_per_second = 100_000;
        }
        if !matches!(limited, Limited::Guests | Limited::Renewals) {
            config.guests_per_minute = 100_000;
        }
    })
    .await;
    let mut sockets = Vec::new();
    let mut account = Value::Null;
    let mut passed = 0;
    for number in 0..count {
        let from = address(site, bits, number);
        let is_by_account = matches!(limited, Limited::Tables | Limited::Tournaments | Limited::Practice);
        if is_by_account && number.is_multiple_of(limited.of_one_account()) {
            let body = json!({"nickname": format!("Guest {number}")});
            account = post(&server, from, None, "/api/v1/guest", &body).await.1["access_token"].clone();
        }
        let table = json!({"name": "test", "game": "no-limit-holdem", "seats": 2});
        let (path, body) = match limited {
            Limited::Connections => {
                let socket = socket(&server, from).await;
                passed += usize::from(socket.is_some());
                sockets.extend(socket);
                continue;
            }
            Limited::Requests => ("/api/v1/games/check", json!({"definition": ""})),
            Limited::Guests => ("/api/v1/guest", json!({"nickname": format!("Guest {number}")})),
            Limited::Logins => ("/api/v1/login", json!({"name": "!", "password": "correct horse"})),
            Limited::Renewals => ("/api/v1/refresh", json!({"refresh_token": "none"})),
            Limited::Tables => ("/api/v1/tables", table),
            Limited::Tournaments => ("/api/v1/tournaments", json!({"structure": "heads-up", "private": true})),
            Limited::Practice => ("/api/v1/practice", json!({"game": "no-limit-holdem", "bots": 1})),
        };
        let token = Some(&account).filter(|token| token.is_string());
        let (status, answer) = post(&server, from, token, path, &body).await;
        let code = answer["code"].as_str().unwrap_or_default();
        let is_limited = matches!(code, "rate.limited" | "server.full" | "practice.full" | "server.busy");
        assert_eq!(is_limited, status == 429 || status == 503, "{answer}");
        passed += usize::from(!is_limited);
    }
    passed
}

/// For every limit: one /64, one /56 and one /48 get their share, whatever addresses they use.
#[tokio::test]
async fn a_net_of_ipv6_gets_its_share_of_everything() {
    for limited in Limited::ALL {
        for (site, (bits, shares)) in (1..).zip(NETS) {
            let share = limited.share() * shares;
            // Costly limits are tried in the narrowest network; wider networks are counted the same way for all limits.
            let is_dear = matches!(limited, Limited::Tables | Limited::Tournaments | Limited::Practice);
            if is_dear && bits < 64 {
                continue;
            }
            let begun = Instant::now();
            let passed = tries(limited, bits, site, share + share / 2 + 5).await;
            let most =
                share + limited.per_second() * shares * (usize::try_from(begun.elapsed().as_secs()).unwrap() + 1);
            assert!(
                (share..=most).contains(&passed),
                "{limited:?} from one /{bits}: {passed} of {share}"
            );
        }
    }
}

/// An account has one purse, however many networks it uses; neither those networks nor other accounts pay for it. The
/// cost of a request's contents comes from the same purse.
#[tokio::test]
async fn an_account_has_one_purse_for_all_networks() {
    const PER_SECOND: u32 = 2;
    let server = start(|config| {
        config.trusted_proxy = vec!["127.0.0.1".parse().unwrap()];
        config.api_requests_per_second = PER_SECOND;
        config.guests_per_minute = 100_000;
    })
    .await;
    let site = |number: usize| Ipv6Addr::new(0x2001, 0xdb8, u16::try_from(number).unwrap(), 0, 0, 0, 0, 1);
    let mut tokens = Vec::new();
    for number in 0..3 {
        let body = json!({"nickname": format!("Guest {number}")});
        let made = post(&server, site(1000 + number), None, "/api/v1/guest", &body).await.1;
        tokens.push(made["access_token"].clone());
    }
    let search = async |from: Ipv6Addr, token: &Value| {
        let answer = request(server.address, "GET", "/api/v1/hands", &headers(from, Some(token)), "").await;
        (answer.status, answer.json())
    };
    let definition = std::fs::read_to_string(DEAR).unwrap();
    let definition = definition.replace("id = \"stud-high-low-zero\"", "id = \"my-stud\"");
    let try_out = async |from: Ipv6Addr, token: &Value| {
        let body = json!({"definition": definition});
        post(&server, from, Some(token), "/api/v1/games/deal", &body).await
    };
    let begun = Instant::now();
    // A search costs 5 units of the 10 in a purse, and each comes from a network whose purse is full.
    let (mut passed, mut refused) = (0, None);
    for number in 0..50 {
        let (status, answer) = search(site(number), &tokens[0]).await;
        if status == 429 {
            refused = Some((number, answer));
            break;
        }
        assert_eq!(status, 200, "{answer}");
        passed += 1;
    }
    let (number, answer) = refused.expect("no purse is so deep");
    let more = usize::try_from(begun.elapsed().as_secs()).unwrap() + 1;
    assert!((2..=2 + more).contains(&passed), "{passed}");
    let is_of_account = |answer: &Value| {
        assert_eq!(
            (&answer["code"], &answer["retryable"]),
            (&json!("rate.limited"), &json!(true))
        );
        assert!(answer["params"]["retry_after_ms"].as_u64().unwrap() > 0, "{answer}");
        assert!(answer["message"].as_str().unwrap().contains("account"), "{answer}");
        assert_eq!(answer["params"].get("share"), None, "it is no network's: {answer}");
    };
    is_of_account(&answer);
    // Others are served, from the same networks too, each with a purse of its own.
    for (other, from) in [(&tokens[1], site(number + 1)), (&tokens[1], site(0))] {
        let (status, answer) = search(from, other).await;
        assert_eq!(status, 200, "{answer}");
    }
    let nobody = request(server.address, "GET", "/api/v1/games", &headers(site(1), None), "").await;
    assert_eq!(nobody.status, 200);
    // Hands of a costly game cost 6 units in addition to the 2 of the door, which alone would let five through.
    let mut refused = None;
    for number in 60..65 {
        let (status, answer) = try_out(site(number), &tokens[2]).await;
        if status == 429 {
            refused = Some(answer);
            break;
        }
        assert!(status == 200 && answer["hands"].is_array(), "{answer}");
    }
    is_of_account(&refused.expect("the account pays for what it asks for"));
}

/// The costliest game to try out.
const DEAR: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../engine/src/games/stud-high-low-zero.game"
);
