//! What an operator asks for, over HTTP and on the command line alike.

use aws_lc_rs::digest;
use poker_protocol::v1::{Chips, ErrorCode, ErrorMsg};
use serde::{Deserialize, Serialize};

use crate::table::is_invisible;

/// The longest reason, in characters.
const REASON_MAX: usize = 500;

/// The longest author and identifier, in characters.
const NAME_MAX: usize = 64;

/// The longest line for everybody, in characters.
pub(crate) const SAY_MAX: usize = 300;

/// How long a line for everybody may be shown, in seconds: a week.
pub(crate) const SAY_SECONDS_MAX: u32 = 7 * 86_400;

/// One act, with who does it and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    /// The request's own identifier: the same one again changes nothing and gets the first answer.
    pub(crate) id: String,
    /// Who.
    pub(crate) author: String,
    /// Why.
    #[serde(default)]
    pub(crate) reason: String,
    /// What.
    pub(crate) act: Act,
}

/// What an operator does. Accounts are named by name or identifier; times are milliseconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Act {
    /// Keeps an account and its bots out: until then, for so many seconds, or for ever.
    Ban {
        account: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seconds: Option<u32>,
    },
    /// Lets them in again.
    Unban { account: String },
    /// Sets another password, a random one if none is given, and ends the sessions.
    ResetPassword {
        account: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        password: Option<String>,
    },
    /// Gives another name.
    Rename { account: String, name: String },
    /// Gives chips of another account, or of the mint.
    GiveChips {
        account: String,
        amount: Chips,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<String>,
    },
    /// Takes chips for another account, or for the mint.
    TakeChips {
        account: String,
        amount: Chips,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<String>,
    },
    /// Deletes an account with its bots.
    Delete { account: String },
    /// Reads all that is kept of an account. The hands are read on their own.
    Export { account: String },
    /// Keeps an account from chatting, in the same way.
    Mute {
        account: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seconds: Option<u32>,
    },
    /// Lets it chat again.
    Unmute { account: String },
    /// Takes a remark back.
    RemoveChat { line: u64 },
    /// Says something to everybody.
    Say { en: String, fr: String, seconds: u32 },
    /// Closes a table when the hand is over.
    CloseTable { table: String },
    /// Stops play at a table.
    PauseTable { table: String },
    /// Lets it go on.
    ResumeTable { table: String },
}

impl Ask {
    /// Refuses what cannot be written down.
    pub(super) fn check(&self) -> Result<(), ErrorMsg> {
        if self.id.is_empty() || self.id.chars().count() > NAME_MAX || !is_plain(&self.id) {
            let message = "`id` must have 1 to 64 visible characters";
            return Err(ErrorMsg::invalid_field(None, "id", message));
        }
        let author = self.author.trim();
        let fits = |text: &str, most| text.chars().count() <= most && is_plain(text);
        // To read all of an account changes nothing, but is on record.
        let may_lack = matches!(self.act, Act::Export { .. });
        let is_given = !author.is_empty() && (may_lack || !self.reason.trim().is_empty());
        if !is_given || !fits(author, NAME_MAX) || !fits(&self.reason, REASON_MAX) {
            let message = "an act needs an author of 1 to 64 and a reason of 1 to 500 visible characters";
            return Err(ErrorMsg::new(None, ErrorCode::PeopleNoReason, message));
        }
        Ok(())
    }

    /// A digest of what is asked for. A password has no part in it, so that nobody can try passwords on it.
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

/// Whether a text can be shown on one line as it is.
pub(super) fn is_plain(text: &str) -> bool {
    text.chars().all(|c| !c.is_control() && !is_invisible(c))
}
