//! Codes with which the server closes a connection.

use serde::{Deserialize, Serialize};

use crate::describe::JsonSchema;

/// WebSocket close codes of the server. Codes below 4000 have the meaning given by RFC 6455.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CloseCode {
    /// 1000: the client closed the connection.
    Normal,
    /// 1002: the bytes are not WebSocket frames.
    Protocol,
    /// 1003: binary messages are not supported.
    Unsupported,
    /// 1007: a text message is not UTF-8.
    InvalidUtf8,
    /// 1008: too many malformed or refused messages.
    Policy,
    /// 1009: a message exceeds the size limit.
    TooBig,
    /// 1011: internal fault of the server.
    Internal,
    /// 1012: the server is restarting; reconnect and resume.
    Restart,
    /// 4000: no `hello` arrived in time.
    HelloTimeout,
    /// 4001: a newer connection of the same account and device took over, or the account has too many devices.
    Replaced,
    /// 4002: the token is not valid.
    Unauthorized,
    /// 4003: the session was revoked.
    Revoked,
    /// 4004: the client reads too slowly; reconnect and resume.
    SlowConsumer,
    /// 4005: nothing was heard from the client for too long.
    HeartbeatTimeout,
    /// 4006: the client kept exceeding the rate limit.
    Flood,
    /// 4007: the operator has banned the account.
    Banned,
}

impl CloseCode {
    /// All codes.
    pub const ALL: [Self; 16] = [
        Self::Normal,
        Self::Protocol,
        Self::Unsupported,
        Self::InvalidUtf8,
        Self::Policy,
        Self::TooBig,
        Self::Internal,
        Self::Restart,
        Self::HelloTimeout,
        Self::Replaced,
        Self::Unauthorized,
        Self::Revoked,
        Self::SlowConsumer,
        Self::HeartbeatTimeout,
        Self::Flood,
        Self::Banned,
    ];

    /// Returns the number in the close frame.
    pub const fn code(self) -> u16 {
        match self {
            Self::Normal => 1000,
            Self::Protocol => 1002,
            Self::Unsupported => 1003,
            Self::InvalidUtf8 => 1007,
            Self::Policy => 1008,
            Self::TooBig => 1009,
            Self::Internal => 1011,
            Self::Restart => 1012,
            Self::HelloTimeout => 4000,
            Self::Replaced => 4001,
            Self::Unauthorized => 4002,
            Self::Revoked => 4003,
            Self::SlowConsumer => 4004,
            Self::HeartbeatTimeout => 4005,
            Self::Flood => 4006,
            Self::Banned => 4007,
        }
    }

    /// Returns the reason text in the close frame, the stable name of the code.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Protocol => "protocol",
            Self::Unsupported => "unsupported",
            Self::InvalidUtf8 => "invalid_utf8",
            Self::Policy => "policy",
            Self::TooBig => "too_big",
            Self::Internal => "internal",
            Self::Restart => "restart",
            Self::HelloTimeout => "hello_timeout",
            Self::Replaced => "replaced",
            Self::Unauthorized => "unauthorized",
            Self::Revoked => "revoked",
            Self::SlowConsumer => "slow_consumer",
            Self::HeartbeatTimeout => "heartbeat_timeout",
            Self::Flood => "flood",
            Self::Banned => "banned",
        }
    }

    /// Returns `true` if the same client may simply reconnect and resume.
    pub const fn may_resume(self) -> bool {
        matches!(
            self,
            Self::Restart | Self::SlowConsumer | Self::HeartbeatTimeout | Self::Internal | Self::HelloTimeout
        )
    }
}
