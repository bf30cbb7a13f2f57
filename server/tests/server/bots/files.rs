//! A player's hands as files.

use poker_bots::house::{Random, Station};
use poker_bots::protocol::v1::TableId;
use poker_bots::{Bot, Credentials, RunOptions, TableChoice, run_bot};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;

use crate::bots::host::Host;

/// Requests a path; returns the status and the body.
async fn get(host: &Host, path: &str, token: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(("127.0.0.1", host.port)).await.unwrap();
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\r\n",
        host.port
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split_whitespace().nth(1).unwrap().parse().unwrap();
    (status, body.to_owned())
}

/// Plays some hands with the account of a token.
async fn play(host: &Host, table: &TableId, token: &str, bot: impl Bot, stop: CancellationToken) {
    let options = RunOptions {
        hands: Some(3),
        stop: stop.clone(),
        seed: Some(1),
        ..RunOptions::default()
    };
    let who = Credentials::Token(token.to_owned());
    let report = run_bot(&host.url, who, TableChoice::Table(table.clone()), bot, options).await;
    stop.cancel();
    report.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn players_get_their_hands_in_the_formats_that_know_the_game() {
    let host = Host::start();
    let mut tokens = Vec::new();
    for name in ["ann", "bob", "eve"] {
        let client = host.guest(name).await;
        tokens.push(client.welcome().token.clone().unwrap());
        client.close().await;
    }
    let [ann, bob, eve] = &tokens[..] else { panic!() };
    for (game, formats) in [
        ("no-limit-holdem", &["phh", "json", "ohh", "text"][..]),
        ("razz", &["phh", "json", "text"][..]),
        ("pineapple", &["phh", "json"][..]),
    ] {
        let table = host.open(game).await;
        let stop = CancellationToken::new();
        tokio::join!(
            play(&host, &table, ann, Station, stop.clone()),
            play(&host, &table, bob, Random::new(7), stop)
        );
        let hand = format!("/api/v1/hands/{table}/1");
        for format in ["phh", "json", "ohh", "text"] {
            let (status, body) = get(&host, &format!("{hand}?format={format}"), ann).await;
            let expected = if formats.contains(&format) { 200 } else { 400 };
            assert_eq!(status, expected, "{game} as {format}: {body}");
            assert!(!body.is_empty());
            let exported = host.export(&format!("{table}/1"), format);
            assert_eq!(exported.status.success(), expected == 200, "{exported:?}");
            if expected != 200 {
                let code = "hand.not_expressible";
                let answer: serde_json::Value = serde_json::from_str(&body).unwrap();
                assert_eq!(answer["code"], code, "{body}");
                let said = String::from_utf8(exported.stderr).unwrap();
                assert!(said.contains(code) && exported.stdout.is_empty(), "{said}");
            }
        }
        let (status, body) = get(&host, &format!("{hand}?format=stone"), ann).await;
        assert!(status == 400 && body.contains("protocol.invalid_field"), "{body}");
        let (status, _) = get(&host, &format!("{hand}?format=phh"), eve).await;
        assert_eq!(status, 404, "another's hand");
    }
}
