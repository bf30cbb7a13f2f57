//! The players' port over TLS, with certificates of an authority of the test's own.

mod certificates;

use std::fs;
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use poker_bots::{ClientError, ClientOptions, Credentials};
use rcgen::KeyPair;
use rustix::process::Signal;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_rustls::client;

use crate::net::process::{Process, program};
use crate::net::raw;
use crate::net::server::{Client, NEVER, Tables, start};
use certificates::Club;

/// Waits until the log has this many lines with these words.
async fn logged(process: &Process, words: &str, times: usize) {
    let begun = Instant::now();
    while process.log().matches(words).count() < times {
        assert!(begun.elapsed() < NEVER, "not {times} of {words}: {}", process.log());
        sleep(Duration::from_millis(20)).await;
    }
}

const RENEWED: &str = "new connections see this certificate";

#[tokio::test]
async fn play_goes_on_while_the_certificate_changes() {
    let mut club = Club::new();
    let process = club.start(&[]);
    let address = process.address;
    let page = club.ask(address, "GET", "/", "").await;
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(
        !page.contains("strict-transport-security"),
        "this machine keeps http: {page}"
    );

    let (mut ada, mut bo) = (club.guest(address, "Ada").await, club.guest(address, "Bo").await);
    let first = ada.certificate();
    assert!(first.is_some());
    let table = ada.create_table(Tables::Public).await;
    ada.sit(&table).await;
    bo.sit(&table).await;
    let both = async |ada: &mut Client, bo: &mut Client| {
        tokio::join!(ada.play(&table, 3, |_| {}), bo.play(&table, 3, |_| {}));
    };
    both(&mut ada, &mut bo).await;

    // By signal.
    let second = club.renew();
    process.signal(Signal::HUP);
    logged(&process, RENEWED, 2).await;
    assert_eq!(club.connect(address).await.certificate(), Some(second));
    both(&mut ada, &mut bo).await;

    // By itself.
    let third = club.renew();
    logged(&process, RENEWED, 3).await;
    assert_eq!(club.connect(address).await.certificate(), Some(third.clone()));

    // A pair that does not match, and one that has expired, are ignored.
    club.put("key", &KeyPair::generate().unwrap().serialize_pem());
    process.signal(Signal::HUP);
    logged(&process, "is not that of the certificate", 1).await;
    club.renew_until(2001);
    process.signal(Signal::HUP);
    logged(&process, "expired at 2001", 1).await;
    fs::remove_file(club.path("cert.pem")).unwrap();
    process.signal(Signal::HUP);
    logged(&process, "cannot read", 1).await;
    assert_eq!(club.connect(address).await.certificate(), Some(third));
    both(&mut ada, &mut bo).await;
    assert_eq!(ada.certificate(), first, "it is the connection of the beginning");

    let figures = raw::operator(&process.data(), "GET", "/metrics").await;
    let expiry = figures
        .text()
        .lines()
        .find(|line| line.starts_with("poker_tls_expiry_timestamp_seconds "));
    assert_eq!(expiry, Some("poker_tls_expiry_timestamp_seconds 64060588800"));
}

#[tokio::test]
async fn a_pair_that_cannot_be_used_refuses_the_start() {
    let mut club = Club::new();
    let refused = |club: &Club, word: &str| {
        let place = TempDir::new().unwrap();
        let data = place.path().join("data");
        let tls = club.options();
        let refused = Process::start_in(place, &tls.each_ref().map(String::as_str))
            .err()
            .unwrap();
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert!(refused.log.contains(word), "{refused:?}");
        assert!(!refused.log.contains("PRIVATE"), "{refused:?}");
        assert!(!data.exists(), "nothing is begun");
    };
    club.renew_until(2001);
    refused(&club, "expired at 2001");
    club.renew();
    club.put("key", &KeyPair::generate().unwrap().serialize_pem());
    refused(&club, "is not that of the certificate");
    club.renew();
    fs::set_permissions(club.path("key.pem"), fs::Permissions::from_mode(0o644)).unwrap();
    refused(&club, "others may use this key");
    fs::remove_file(club.path("key.pem")).unwrap();
    refused(&club, "key.pem");
    let alone = Process::start_in(TempDir::new().unwrap(), &["--tls-cert=cert.pem"])
        .err()
        .unwrap();
    assert_eq!(alone.status.code(), Some(2));
    assert!(alone.log.contains("go together"), "{alone:?}");
}

/// Clients that begin a handshake and never finish cost their own time: others are answered immediately, and they are gone when it
/// is up.
#[tokio::test]
async fn half_open_handshakes_hold_up_nobody() {
    let club = Club::new();
    let server = club.serve().await;
    let mut open = Vec::new();
    for number in 0..200 {
        let mut tcp = TcpStream::connect(server.address).await.unwrap();
        match number % 3 {
            0 => {}
            // The head of a handshake, and some of it.
            1 => tcp.write_all(&[22, 3, 1, 2, 0, 1, 0]).await.unwrap(),
            _ => tcp.write_all(&[22]).await.unwrap(),
        }
        open.push(tcp);
    }
    let begun = Instant::now();
    let mut ada = club.guest(server.address, "Ada").await;
    ada.create_table(Tables::Public).await;
    assert!(begun.elapsed() < Duration::from_millis(900), "{:?}", begun.elapsed());
    for mut tcp in open {
        let mut bytes = [0; 64];
        // An alert at most, and then the end.
        while matches!(timeout(NEVER, tcp.read(&mut bytes)).await.unwrap(), Ok(1..)) {}
    }
    assert!(begun.elapsed() > Duration::from_millis(700), "they had their time");
    ada.create_table(Tables::Public).await;
}

#[tokio::test]
async fn plain_http_is_told_to_come_by_tls() {
    let club = Club::new();
    let server = club.serve().await;
    for path in ["/", "/ws", "/healthz"] {
        let answer = raw::request(server.address, "GET", path, "", "").await;
        assert_eq!(answer.status, 400);
        assert_eq!(answer.json()["code"], "http.tls_required");
    }
    let mut tcp = TcpStream::connect(server.address).await.unwrap();
    tcp.write_all(b"\x80neither").await.unwrap();
    let mut answer = Vec::new();
    let _ = timeout(NEVER, tcp.read_to_end(&mut answer)).await.unwrap();
    assert!(answer.is_empty(), "{answer:?}");
    // The operators' port is as it was.
    assert_eq!(raw::operator(server.data(), "GET", "/healthz").await.status, 200);
}

#[tokio::test]
async fn http_1_is_the_one_protocol() {
    let club = Club::new();
    let server = club.serve().await;
    let spoken = |tls: &client::TlsStream<TcpStream>| tls.get_ref().1.alpn_protocol().map(<[u8]>::to_vec);
    let both = club.shake(server.address, &["h2", "http/1.1"]).await.unwrap();
    assert_eq!(spoken(&both).as_deref(), Some(&b"http/1.1"[..]));
    assert!(club.shake(server.address, &["h2"]).await.is_err());
    assert_eq!(spoken(&club.shake(server.address, &[]).await.unwrap()), None);
}

#[tokio::test]
async fn a_page_without_tls_is_a_strangers() {
    let club = Club::new();
    let server = club.serve().await;
    let port = server.address.port();
    for (origin, status) in [
        (format!("https://club.example:{port}"), "201"),
        (format!("http://club.example:{port}"), "403"),
    ] {
        let headers = format!("origin: {origin}\r\ncontent-type: application/json\r\n");
        let answer = club.ask(server.address, "POST", "/api/v1/guest", &headers).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{origin}: {answer}");
        assert_eq!(answer.contains("SameSite=Strict; Secure"), status == "201", "{answer}");
    }
}

#[tokio::test]
async fn other_machines_are_told_to_come_by_tls_alone() {
    let club = Club::new();
    let (cert, key) = (club.path("cert.pem"), club.path("key.pem"));
    let server = start(|config| {
        (config.tls_cert, config.tls_key) = (cert, key);
        config.trusted_proxy = vec!["127.0.0.1".parse().unwrap()];
    })
    .await;
    for (from, told) in [("198.51.100.7", true), ("127.0.0.1", false)] {
        let headers = format!("x-forwarded-for: {from}\r\n");
        let page = club.ask(server.address, "GET", "/", &headers).await;
        assert_eq!(
            page.contains("strict-transport-security: max-age="),
            told,
            "{from}: {page}"
        );
    }
}

#[tokio::test]
async fn other_machines_are_served_without_a_proxy() {
    let club = Club::new();
    for (listen, there) in [
        ("--listen=[::1]:0", "::1"),
        ("--listen=0.0.0.0:0", "127.0.0.1"),
        ("--listen=[::]:0", "::1"),
    ] {
        let process = club.start(&[listen]);
        let address = SocketAddr::new(there.parse().unwrap(), process.address.port());
        let page = club.ask(address, "GET", "/", "").await;
        assert!(page.starts_with("HTTP/1.1 200"), "{listen}: {page}");
        club.guest(address, "Ada").await;
        assert!(!process.log().contains("without encryption"), "{}", process.log());
    }
}

#[tokio::test]
async fn the_sdk_comes_by_tls_and_trusts_a_file() {
    let club = Club::new();
    let server = club.serve().await;
    let url = format!("wss://{}/ws", server.address);
    let connect = async |trust: Option<PathBuf>| {
        let options = ClientOptions {
            give_up_after: Duration::ZERO,
            trust,
            ..ClientOptions::default()
        };
        let nickname = "Ada".to_owned();
        poker_bots::Client::connect_with(&url, Credentials::Guest { nickname }, options)
            .await
            .map(drop)
    };
    connect(Some(club.authority_file())).await.unwrap();
    assert!(
        matches!(connect(None).await, Err(ClientError::Unreachable(_))),
        "nobody else trusts it"
    );
    for wrong in [club.path("key.pem"), club.path("missing.pem")] {
        assert!(matches!(connect(Some(wrong)).await, Err(ClientError::Trust(_))));
    }
}

/// The program as a client, which trusts the certificates of `SSL_CERT_FILE`.
#[tokio::test]
async fn commands_ask_by_https() {
    let mut club = Club::new();
    let process = club.start(&[]);
    let server = format!("https://{}", process.address);
    let poker = |arguments: &[&str], trust: &str| {
        let mut command = Command::new(program());
        command
            .args(arguments)
            .env("SSL_CERT_FILE", club.path(trust))
            .env_remove("SSL_CERT_DIR");
        command.output().unwrap()
    };
    let floor = [
        "tournament",
        "floor",
        "7",
        "--token",
        "none",
        "--server",
        &server,
        "trail",
    ];
    let asked = poker(&floor, "authority.pem");
    assert_eq!(asked.status.code(), Some(1), "{asked:?}");
    let said = [asked.stdout, asked.stderr].concat();
    assert!(
        String::from_utf8_lossy(&said).contains("auth.invalid_token"),
        "{said:?}"
    );
    let asked = poker(&floor, "none.pem");
    assert_eq!(asked.status.code(), Some(2), "{asked:?}");

    let data = process.data();
    let options = club.options();
    let listen = format!("--listen={}", process.address);
    let doctor = |url: &str| {
        let arguments = [
            "doctor",
            "--data",
            data.to_str().unwrap(),
            &listen,
            &options[0],
            &options[1],
            "--url",
            url,
        ];
        String::from_utf8(poker(&arguments, "authority.pem").stdout).unwrap()
    };
    let told = doctor(&server);
    for line in [
        "ok    tls       certificate and key belong together, good until 4000-01-01",
        "ok    tls       the certificate is for 127.0.0.1",
        "ok    way       the page comes",
        "ok    way       a WebSocket comes",
    ] {
        assert!(told.contains(line), "{told}");
    }
    let told = doctor("https://other.example");
    assert!(
        told.contains("FAULT tls       the certificate is not for other.example"),
        "{told}"
    );
    fs::set_permissions(club.path("key.pem"), fs::Permissions::from_mode(0o604)).unwrap();
    assert!(doctor(&server).contains("FAULT tls"), "a key that others read");
    club.renew_until(2001);
    let told = Command::new(program())
        .args(["doctor", "--data"])
        .arg(&data)
        .args(club.options())
        .output()
        .unwrap();
    assert!(
        String::from_utf8_lossy(&told.stdout).contains("expired at 2001"),
        "{told:?}"
    );
    club.renew_for(13);
    let told = Command::new(program())
        .args(["doctor", "--data"])
        .arg(&data)
        .args(club.options())
        .output()
        .unwrap();
    assert!(
        String::from_utf8_lossy(&told.stdout).contains("look  tls       the certificate ends at"),
        "{told:?}"
    );
}

#[tokio::test]
async fn bots_of_the_house_play_beside_tls() {
    let club = Club::new();
    let process = club.start(&["--house-bots=2", "--demo-tables=true"]);
    let begun = Instant::now();
    loop {
        let figures = raw::operator(&process.data(), "GET", "/metrics").await;
        let open = figures
            .text()
            .lines()
            .find_map(|line| line.strip_prefix("poker_websockets "));
        // The one that watches the lobby for them stays; bots come and go.
        if open.is_some_and(|open| open.parse::<u32>().unwrap() >= 1) {
            break;
        }
        assert!(begun.elapsed() < NEVER, "{}", process.log());
        sleep(Duration::from_millis(50)).await;
    }
}
