//! RFC 6455 on `/ws/echo`, which shares its stack with everything else: the points of the usual conformance suites.

use crate::net::raw::{Frames, frame};
use crate::net::server::{Server, start};

async fn server() -> Server {
    start(|config| config.ws_echo = true).await
}

#[tokio::test]
async fn messages_of_every_size_come_back() {
    let server = server().await;
    let mut frames = Frames::connect(server.address, "/ws/echo").await;
    for first in [0x81, 0x82] {
        for length in [0, 1, 125, 126, 127, 128, 1000, 65_535, 65_536, 1_000_000] {
            let payload = vec![b'*'; length];
            frames.write(&frame(first, &payload)).await;
            assert_eq!(frames.read().await, Some((first, payload)));
        }
    }
}

#[tokio::test]
async fn the_greatest_message_comes_back_and_a_greater_one_is_refused() {
    const GREATEST: usize = 16 * 1024 * 1024;
    let server = server().await;
    let mut frames = Frames::connect(server.address, "/ws/echo").await;
    let payload = vec![0xfe; GREATEST];
    frames.write(&frame(0x82, &payload)).await;
    let (first, echoed) = frames.read().await.unwrap();
    assert!(first == 0x82 && echoed == payload);
    let mut head = vec![0x82, 0xff];
    head.extend((GREATEST as u64 + 1).to_be_bytes());
    head.extend([0; 4]);
    frames.write(&head).await;
    assert_eq!(frames.closed().await, Some(1009));
}

#[tokio::test]
async fn fragments_are_put_together_and_control_frames_may_come_between() {
    let server = server().await;
    let mut frames = Frames::connect(server.address, "/ws/echo").await;
    for cut in 0..=5 {
        let (head, tail) = "héllo".as_bytes().split_at(cut);
        frames.write(&frame(0x01, head)).await;
        frames.write(&frame(0x89, b"between")).await;
        frames.write(&frame(0x00, &[])).await;
        frames.write(&frame(0x80, tail)).await;
        assert_eq!(frames.read().await, Some((0x8a, b"between".to_vec())));
        assert_eq!(frames.read().await, Some((0x81, "héllo".into())));
    }
}

#[tokio::test]
async fn bytes_may_come_one_by_one() {
    let server = server().await;
    let mut frames = Frames::connect(server.address, "/ws/echo").await;
    for byte in frame(0x81, b"slowly") {
        frames.write(&[byte]).await;
    }
    assert_eq!(frames.read().await, Some((0x81, b"slowly".to_vec())));
}

#[tokio::test]
async fn pings_are_answered_and_pongs_are_not() {
    let server = server().await;
    let mut frames = Frames::connect(server.address, "/ws/echo").await;
    frames.write(&frame(0x8a, b"unasked")).await;
    for payload in [&[][..], b"hello", &[0xff; 125]] {
        frames.write(&frame(0x89, payload)).await;
        assert_eq!(frames.read().await, Some((0x8a, payload.to_vec())));
    }
}

#[tokio::test]
async fn text_is_utf_8() {
    let server = server().await;
    for text in ["κόσμε", "\u{0}", "\u{7ff}", "\u{ffff}", "\u{10ffff}", "\u{fffe}"] {
        let mut frames = Frames::connect(server.address, "/ws/echo").await;
        frames.write(&frame(0x81, text.as_bytes())).await;
        assert_eq!(frames.read().await, Some((0x81, text.into())));
    }
    for bytes in [
        &b"\x80"[..],
        b"\xc3",
        b"\xce\xba\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\xc0\xaf",
        b"\xf8\x88\x80\x80\x80",
        b"\xff",
    ] {
        let mut frames = Frames::connect(server.address, "/ws/echo").await;
        frames.write(&frame(0x81, bytes)).await;
        assert_eq!(frames.closed().await, Some(1007), "{bytes:x?}");
        // In pieces too, wherever the cut is.
        let mut frames = Frames::connect(server.address, "/ws/echo").await;
        frames.write(&frame(0x01, &bytes[..1])).await;
        frames.write(&frame(0x80, &bytes[1..])).await;
        assert_eq!(frames.closed().await, Some(1007), "{bytes:x?}");
    }
}

#[tokio::test]
async fn what_breaks_the_protocol_closes_the_connection() {
    let server = server().await;
    let mut unmasked = frame(0x81, b"plain");
    unmasked[1] &= 0x7f;
    let broken: [&[Vec<u8>]; 14] = [
        &[unmasked],
        &[frame(0xc1, b"first reserved bit")],
        &[frame(0xa1, b"second reserved bit")],
        &[frame(0x91, b"third reserved bit")],
        &[frame(0x83, b"")],
        &[frame(0x87, b"")],
        &[frame(0x8b, b"")],
        &[frame(0x8f, b"")],
        &[frame(0x89, &[0; 126])],
        &[frame(0x88, &[3; 126])],
        &[frame(0x09, b"ping"), frame(0x80, b"goes on")],
        &[frame(0x80, b"goes on")],
        &[frame(0x01, b"begins"), frame(0x81, b"begins again")],
        &[frame(0x88, &[3])],
    ];
    for frames_sent in broken {
        let mut frames = Frames::connect(server.address, "/ws/echo").await;
        for sent in frames_sent {
            frames.write(sent).await;
        }
        assert_eq!(frames.closed().await, Some(1002), "{frames_sent:x?}");
    }
}

#[tokio::test]
async fn a_close_frame_is_answered_with_its_code_if_that_is_one() {
    let server = server().await;
    for code in [
        1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999_u16,
    ] {
        let mut frames = Frames::connect(server.address, "/ws/echo").await;
        let mut payload = code.to_be_bytes().to_vec();
        payload.extend(b"because");
        frames.write(&frame(0x88, &payload)).await;
        assert_eq!(frames.read().await, Some((0x88, payload)));
        assert_eq!(frames.read().await, None);
    }
    for code in [0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999, 5000, 65_535_u16] {
        let mut frames = Frames::connect(server.address, "/ws/echo").await;
        frames.write(&frame(0x88, &code.to_be_bytes())).await;
        assert_eq!(frames.closed().await, Some(1002), "{code}");
    }
    let mut frames = Frames::connect(server.address, "/ws/echo").await;
    frames.write(&frame(0x88, &[])).await;
    assert_eq!(frames.read().await, Some((0x88, Vec::new())));
    let mut frames = Frames::connect(server.address, "/ws/echo").await;
    frames.write(&frame(0x88, b"\x03\xe8\xff")).await;
    assert_eq!(frames.closed().await, Some(1007));
}

#[tokio::test]
async fn nothing_is_echoed_behind_a_close_frame() {
    let server = server().await;
    let mut frames = Frames::connect(server.address, "/ws/echo").await;
    let mut bytes = frame(0x88, &1000_u16.to_be_bytes());
    bytes.extend(frame(0x81, b"too late"));
    bytes.extend(frame(0x89, b"too late"));
    frames.write(&bytes).await;
    assert_eq!(frames.closed().await, Some(1000));
}

#[tokio::test]
async fn the_echo_is_off_unless_it_is_asked_for() {
    let server = start(|_| {}).await;
    let answer = crate::net::raw::request(server.address, "GET", "/ws/echo", "", "").await;
    assert_eq!(answer.status, 404);
}
