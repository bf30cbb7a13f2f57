//! Traffic that no client should send.

use crate::rng::Rng;

/// A kind of malformed traffic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Attack {
    /// Bytes that are not HTTP.
    Garbage,
    /// A request whose head never ends.
    HalfHandshake,
    /// A request with a head that is far too large.
    HugeHead,
    /// A handshake with an invalid key.
    BadKey,
    /// Text that is not JSON.
    NoJson,
    /// JSON nested very deeply.
    DeepJson,
    /// A message of an unknown type.
    UnknownType,
    /// Messages with wrong fields.
    WrongFields,
    /// Hello with a forged token.
    ForgedToken,
    /// A message above the limit.
    Oversize,
    /// A frame that claims to be enormous.
    HugeClaim,
    /// A text that is not UTF-8.
    InvalidUtf8,
    /// A binary message.
    Binary,
    /// A frame without the mask that clients must use.
    Unmasked,
    /// A frame with reserved bits.
    ReservedBits,
    /// A frame with an opcode that does not exist.
    BadOpcode,
    /// A control frame that is too long.
    LongPing,
    /// A control frame in pieces.
    SplitPing,
    /// A continuation of nothing.
    LoneContinuation,
    /// A message in very many fragments.
    Crumbs,
    /// Pings without end.
    PingFlood,
    /// Requests without end.
    Flood,
    /// A close frame with a forbidden code.
    BadClose,
    /// A valid hello, then the connection is dropped.
    Drop,
}

impl Attack {
    pub(crate) const ALL: [Self; 24] = [
        Self::Garbage,
        Self::HalfHandshake,
        Self::HugeHead,
        Self::BadKey,
        Self::NoJson,
        Self::DeepJson,
        Self::UnknownType,
        Self::WrongFields,
        Self::ForgedToken,
        Self::Oversize,
        Self::HugeClaim,
        Self::InvalidUtf8,
        Self::Binary,
        Self::Unmasked,
        Self::ReservedBits,
        Self::BadOpcode,
        Self::LongPing,
        Self::SplitPing,
        Self::LoneContinuation,
        Self::Crumbs,
        Self::PingFlood,
        Self::Flood,
        Self::BadClose,
        Self::Drop,
    ];

    /// Returns the name in the report.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Garbage => "garbage",
            Self::HalfHandshake => "half a handshake",
            Self::HugeHead => "huge head",
            Self::BadKey => "bad key",
            Self::NoJson => "no JSON",
            Self::DeepJson => "deep JSON",
            Self::UnknownType => "unknown type",
            Self::WrongFields => "wrong fields",
            Self::ForgedToken => "forged token",
            Self::Oversize => "oversize message",
            Self::HugeClaim => "enormous claim",
            Self::InvalidUtf8 => "invalid UTF-8",
            Self::Binary => "binary message",
            Self::Unmasked => "unmasked frame",
            Self::ReservedBits => "reserved bits",
            Self::BadOpcode => "unknown opcode",
            Self::LongPing => "long ping",
            Self::SplitPing => "ping in pieces",
            Self::LoneContinuation => "lone continuation",
            Self::Crumbs => "crumbs",
            Self::PingFlood => "ping flood",
            Self::Flood => "flood",
            Self::BadClose => "bad close code",
            Self::Drop => "hello and gone",
        }
    }

    /// Returns the ways in which a server may end it. Any other outcome, above all an open connection, is a fault of the server.
    pub(crate) const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Garbage | Self::BadKey => &["HTTP 400"],
            Self::HalfHandshake => &["HTTP 408", "hung up"],
            Self::HugeHead => &["HTTP 431"],
            // None of these counts as a hello; a server may lose patience before its time limit for one.
            Self::NoJson | Self::DeepJson | Self::UnknownType | Self::WrongFields | Self::Crumbs => {
                &["closed 1008", "closed 4000"]
            }
            Self::ForgedToken => &["closed 4002"],
            Self::Oversize | Self::HugeClaim => &["closed 1009"],
            Self::InvalidUtf8 => &["closed 1007"],
            Self::Binary => &["closed 1003"],
            Self::Unmasked
            | Self::ReservedBits
            | Self::BadOpcode
            | Self::LongPing
            | Self::SplitPing
            | Self::LoneContinuation
            | Self::BadClose => &["closed 1002"],
            Self::PingFlood | Self::Flood => &["closed 1008", "closed 4006"],
            // The goodbye comes right after the hello, and may be read before the hello is answered.
            Self::Drop => &["welcome, closed 1000", "closed 1000"],
        }
    }

    /// Returns `true` if it begins with a proper handshake.
    pub(crate) const fn shakes_hands(self) -> bool {
        !matches!(
            self,
            Self::Garbage | Self::HalfHandshake | Self::HugeHead | Self::BadKey
        )
    }

    /// Returns `true` if its pieces are sent slowly.
    pub(crate) const fn is_slow(self) -> bool {
        matches!(self, Self::HalfHandshake)
    }

    /// Returns the bytes to send, piece by piece.
    pub(crate) fn pieces(self, rng: &mut Rng) -> Vec<Vec<u8>> {
        let long = |count: usize| "x".repeat(count);
        let mut text = |text: &str| frame(0x81, text.as_bytes(), rng);
        match self {
            Self::Garbage => vec![(0..200).map(|_| rng.next().to_le_bytes()[0]).collect()],
            Self::HalfHandshake => handshake().as_bytes().chunks(20).take(6).map(<[u8]>::to_vec).collect(),
            Self::HugeHead => vec![format!("GET /ws HTTP/1.1\r\nX: {}\r\n\r\n", long(100_000)).into_bytes()],
            Self::BadKey => vec![handshake().replace("AAAAAAAAAAAAAAAAAAAAAA==", "short").into_bytes()],
            Self::NoJson => (0..20).map(|_| text("{not json")).collect(),
            Self::DeepJson => vec![text(&"[".repeat(4000))],
            Self::UnknownType => (0..20).map(|_| text(r#"{"type":"fly","id":"1"}"#)).collect(),
            Self::WrongFields => [
                r#"{"type":"hello","id":7}"#,
                r#"{"type":"hello","id":"","versions":[]}"#,
                r#"{"type":"hello","id":"1","versions":["poker.v9"],"nickname":"x"}"#,
                r#"{"type":"act","id":"1","table":"1","hand":-1,"turn":1,"action":{"kind":"fold"}}"#,
                r#"{"type":"sit","id":"1","table":"1","buy_in":1e300}"#,
                r#"{"type":"rebuy","id":"1","table":"1","amount":9007199254740992}"#,
            ]
            .into_iter()
            .map(text)
            .collect(),
            Self::ForgedToken => {
                vec![text(
                    r#"{"type":"hello","id":"1","versions":["poker.v1"],"token":"eyJhbGciOiJub25lIn0.e30."}"#,
                )]
            }
            Self::Oversize => vec![text(&long(20_000))],
            Self::HugeClaim => {
                let mut claim = vec![0x81, 0xff];
                claim.extend(u64::MAX.to_be_bytes().map(|byte| byte & 0x7f));
                claim.extend([1, 2, 3, 4, 5, 6]);
                vec![claim]
            }
            Self::InvalidUtf8 => vec![frame(0x81, &[0xc3, 0x28, 0xff], rng)],
            Self::Binary => vec![frame(0x82, &[1, 2, 3], rng)],
            Self::Unmasked => vec![vec![0x81, 2, b'h', b'i']],
            Self::ReservedBits => vec![frame(0xf1, b"hi", rng)],
            Self::BadOpcode => vec![frame(0x83, b"hi", rng)],
            Self::LongPing => vec![frame(0x89, &[0; 126], rng)],
            Self::SplitPing => vec![frame(0x09, b"hi", rng)],
            Self::LoneContinuation => vec![frame(0x80, b"hi", rng)],
            Self::Crumbs => {
                let mut crumbs = vec![frame(0x01, b"{", rng)];
                crumbs.extend((0..3000).map(|_| frame(0x00, b" ", rng)));
                crumbs
            }
            Self::PingFlood => (0..3000).map(|_| frame(0x89, b"ping", rng)).collect(),
            Self::Flood => (0..3000).map(|_| text(r#"{"type":"ping","id":"1"}"#)).collect(),
            Self::BadClose => vec![frame(0x88, &1005_u16.to_be_bytes(), rng)],
            Self::Drop => {
                let hello = format!(
                    r#"{{"type":"hello","id":"1","versions":["poker.v1"],"nickname":"gone {}"}}"#,
                    rng.below(1_000_000)
                );
                vec![
                    frame(0x81, hello.as_bytes(), rng),
                    frame(0x88, &1000_u16.to_be_bytes(), rng),
                ]
            }
        }
    }
}

/// Returns a proper handshake.
pub(crate) fn handshake() -> String {
    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
     Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: poker.v1\r\n\r\n"
        .to_owned()
}

/// Returns a masked frame with this first byte.
fn frame(first: u8, payload: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mask = [0, 1, 2, 3].map(|index: usize| rng.next().to_le_bytes()[index]);
    let mut bytes = vec![first];
    match u16::try_from(payload.len()) {
        Ok(length @ 0..126) => bytes.push(0x80 | u8::try_from(length).unwrap_or(0)),
        Ok(length) => {
            bytes.push(0xfe);
            bytes.extend(length.to_be_bytes());
        }
        Err(_) => {
            bytes.push(0xff);
            bytes.extend((payload.len() as u64).to_be_bytes());
        }
    }
    bytes.extend(mask);
    bytes.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_masked_and_tell_their_length() {
        let mut rng = Rng::new(1, 1);
        let small = frame(0x81, b"hi", &mut rng);
        assert_eq!((small.len(), small[1]), (8, 0x82));
        assert_eq!([small[6] ^ small[2], small[7] ^ small[3]], *b"hi");
        assert_eq!(frame(0x81, &[0; 300], &mut rng)[1..4], [0xfe, 1, 44]);
        assert_eq!(frame(0x81, &vec![0; 70_000], &mut rng)[1], 0xff);
    }

    #[test]
    fn every_attack_sends_something() {
        let mut rng = Rng::new(1, 1);
        for attack in Attack::ALL {
            let pieces = attack.pieces(&mut rng);
            assert!(
                !pieces.is_empty() && pieces.iter().all(|piece| !piece.is_empty()),
                "{attack:?}"
            );
        }
    }
}
