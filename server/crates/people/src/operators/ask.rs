//! Requests of an operator, made over HTTP or on the command line alike.

use aws_lc_rs::digest;
use poker_protocol::v1::{Chips, ErrorCode, ErrorMsg};
use poker_table::is_invisible;
use serde::{Deserialize, Serialize};

/// The longest reason, in characters.
const REASON_MAX: usize = 500;

/// The longest author or identifier, in characters.
const NAME_MAX: usize = 64;

/// The longest announcement, in characters.
pub const SAY_MAX: usize = 300;

/// The longest time to show an announcement, in seconds: one week.
pub const SAY_SECONDS_MAX: u32 = 7 * 86_400;

/// One act, with its author and reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// Identifier of the request. A repeat with the same identifier changes nothing and gets the first answer.
    pub id: String,
    /// Person who makes the request.
    pub author: String,
    /// Reason, for the trail.
    #[serde(default)]
    pub reason: String,
    /// The act itself.
    pub act: Act,
}

/// An operator's act. Accounts are given by name or identifier; times are milliseconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the docs of the variants say what the fields are")]
pub enum Act {
    /// Bans an account and its bots until a given time, for a number of seconds, or permanently.
    Ban {
        account: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seconds: Option<u32>,
    },
    /// Lifts the ban.
    Unban { account: String },
    /// Sets a new password, a random one if none is given, and ends the sessions.
    ResetPassword {
        account: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        password: Option<String>,
    },
    /// Changes the account's name.
    Rename { account: String, name: String },
    /// Gives chips to an account, from another account or the mint.
    GiveChips {
        account: String,
        amount: Chips,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<String>,
    },
    /// Takes chips from an account, for another account or the mint.
    TakeChips {
        account: String,
        amount: Chips,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<String>,
    },
    /// Deletes an account with its bots.
    Delete { account: String },
    /// Exports everything stored about an account except its hands, which are read separately.
    Export { account: String },
    /// Mutes an account in the chat, on the same terms as a ban.
    Mute {
        account: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seconds: Option<u32>,
    },
    /// Lifts the mute.
    Unmute { account: String },
    /// Removes a remark from the chat.
    RemoveChat { line: u64 },
    /// Shows an announcement to all clients.
    Say { en: String, fr: String, seconds: u32 },
    /// Closes a table after the current hand.
    CloseTable { table: String },
    /// Pauses a table.
    PauseTable { table: String },
    /// Resumes play at a paused table.
    ResumeTable { table: String },
}

impl Ask {
    /// Refuses a request whose text cannot be written to the trail.
    pub(super) fn check(&self) -> Result<(), ErrorMsg> {
        if self.id.is_empty() || self.id.chars().count() > NAME_MAX || !is_plain(&self.id) {
            let message = "`id` must have 1 to 64 visible characters";
            return Err(ErrorMsg::invalid_field(None, "id", message));
        }
        let author = self.author.trim();
        let fits = |text: &str, most| text.chars().count() <= most && is_plain(text);
        // An export changes nothing, but it is still recorded.
        let may_lack = matches!(self.act, Act::Export { .. });
        let is_given = !author.is_empty() && (may_lack || !self.reason.trim().is_empty());
        if !is_given || !fits(author, NAME_MAX) || !fits(&self.reason, REASON_MAX) {
            let message = "an act needs an author of 1 to 64 and a reason of 1 to 500 visible characters";
            return Err(ErrorMsg::new(None, ErrorCode::PeopleNoReason, message));
        }
        Ok(())
    }

    /// A digest of the request. A password is left out, so that no one can use the digest to guess it.
    pub(super) fn digest(&self) -> [u8; 32] {
        let mut ask = self.clone();
        if let Act::ResetPassword { password, .. } = &mut ask.act {
            *password = None;
        }
        let text = serde_json::to_string(&ask).expect("an act has string keys and no fallible parts");
        let hash = digest::digest(&digest::SHA256, text.as_bytes());
        hash.as_ref().try_into().expect("SHA-256 gives 32 bytes")
    }
}

/// Returns `true` if a text can be shown on one line as it is.
pub(super) fn is_plain(text: &str) -> bool {
    text.chars().all(|c| !c.is_control() && !is_invisible(c))
}
