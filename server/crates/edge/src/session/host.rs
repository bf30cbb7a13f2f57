//! The decisions of a table's host, checked before they go to the table.

use std::ops::RangeInclusive;

use axum::http::Uri;
use poker_protocol::v1::client::{Mute, Remove};
use poker_protocol::v1::host::{Host, HostAction};
use poker_protocol::v1::{Chips, ErrorCode, ErrorMsg};
use poker_table::{HostRule, TableRequest, is_invisible};

use super::{REASON_MAX, Session};

/// Minutes of a pause that ends by itself, the host's or a player's own.
pub(super) const PAUSE_MINUTES: RangeInclusive<u8> = 1..=60;

/// Maximum length of a link to a voice room, in bytes.
const LINK_BYTES: usize = 200;

impl Session<'_> {
    /// Bars a player from chatting at the table, or no longer.
    pub(super) fn mute(&mut self, request: Mute) {
        if let Some(player) = self.desk.account(&request.id, &request.player) {
            let muted = request.muted;
            self.ask(request.id, &request.table, TableRequest::Mute { player, muted });
        }
    }

    /// Sends a player away from the table.
    pub(super) fn remove(&mut self, request: Remove) {
        if let Some(player) = self.desk.account(&request.id, &request.player) {
            self.ask(request.id, &request.table, TableRequest::Remove { player });
        }
    }

    /// Passes a host's request on.
    pub(super) fn host(&mut self, request: Host) {
        let Host { id, table, action } = request;
        let account = |player: &str| self.desk.account(&id, player);
        let wish = match &action {
            HostAction::Pause { minutes } => {
                if let Err(error) = check_minutes(&id, *minutes) {
                    return self.desk.refuse(*error);
                }
                HostRule::Pause { minutes: *minutes }
            }
            HostAction::Resume {} => HostRule::Resume {},
            HostAction::StopHand { minutes } => {
                if let Err(error) = check_minutes(&id, Some(*minutes)) {
                    return self.desk.refuse(*error);
                }
                HostRule::StopHand { minutes: *minutes }
            }
            HostAction::AskReveal {} => HostRule::AskReveal {},
            HostAction::EndHand {} => HostRule::EndHand {},
            HostAction::Approval { on } => HostRule::Approval { on: *on },
            HostAction::Accept { player } | HostAction::Refuse { player } => {
                let accepted = matches!(action, HostAction::Accept { .. });
                let Some(account) = account(player) else { return };
                HostRule::Answer { account, accepted }
            }
            HostAction::AddChips { player, amount } => {
                let Some(player) = account(player) else { return };
                let amount = *amount;
                return self.ask(id, &table, TableRequest::GiveChips { player, amount });
            }
            HostAction::Move { player, seat } => {
                let Some(account) = account(player) else { return };
                HostRule::Move { account, seat: *seat }
            }
            HostAction::HandOver { player } => {
                let Some(account) = account(player) else { return };
                HostRule::HandOver { account }
            }
            HostAction::Stakes { stakes } => HostRule::Stakes { stakes: *stakes },
            HostAction::NextGame {} => HostRule::NextGame {},
            HostAction::Bots { count } => {
                if *count > 0 && !self.desk.reception.lobby.asked_in.is_open() {
                    let message = "this server has no house bots";
                    return self.desk.error(id, ErrorCode::TableConfigInvalid, message);
                }
                HostRule::Bots { count: *count }
            }
            HostAction::Close {} => HostRule::Close {},
            HostAction::Voice { link } => {
                if let Some(link) = link
                    && let Err(error) = self.check_voice(&id, link)
                {
                    return self.desk.refuse(*error);
                }
                HostRule::Voice { link: link.clone() }
            }
            HostAction::AcceptRebuy { player, .. } | HostAction::RefuseRebuy { player } => {
                let accepted = match action {
                    HostAction::AcceptRebuy { amount, .. } => Some(amount),
                    _ => None,
                };
                let Some(player) = account(player) else { return };
                return self.ask(id, &table, TableRequest::AnswerRebuy { player, accepted });
            }
            HostAction::Correct {
                player,
                amount,
                paid_by,
                reason,
            } => {
                let Some(player) = account(player) else { return };
                let paid_by = match paid_by.as_deref().map(account) {
                    Some(None) => return,
                    paid_by => paid_by.flatten(),
                };
                let reason = reason.trim().to_owned();
                let amount = *amount;
                if let Err(error) = self.check_correction(&id, amount, &reason) {
                    return self.desk.refuse(*error);
                }
                let correct = TableRequest::Correct {
                    player,
                    paid_by,
                    amount,
                    reason,
                };
                return self.ask(id, &table, correct);
            }
        };
        self.ask(id, &table, TableRequest::Host(wish));
    }

    /// Refuses a correction of a ledger without an amount, or with a reason that cannot be shown.
    fn check_correction(&self, id: &str, amount: Chips, reason: &str) -> Result<(), Box<ErrorMsg>> {
        let fault = |field, message: &str| Err(Box::new(ErrorMsg::invalid_field(Some(id.to_owned()), field, message)));
        let is_shown = |c: char| !c.is_control() && !is_invisible(c);
        if amount.get() == 0 {
            return fault("action.amount", "a correction is about one chip at least");
        }
        if reason.is_empty() || reason.chars().count() > REASON_MAX || !reason.chars().all(is_shown) {
            return fault("action.reason", "a reason has 1 to 200 visible characters");
        }
        self.check_blocked(Some(id.to_owned()), reason)
    }

    /// Refuses a link to a voice room that is no plain link, or has a blocked word.
    fn check_voice(&self, id: &str, link: &str) -> Result<(), Box<ErrorMsg>> {
        let id = Some(id.to_owned());
        if !is_plain_link(link) {
            let message =
                "a link begins with https://, has a host with a name and no user, and is at most 200 bytes of ASCII";
            return Err(Box::new(ErrorMsg::invalid_field(id, "action.link", message)));
        }
        self.check_blocked(id, link)
    }

    fn check_blocked(&self, id: Option<String>, text: &str) -> Result<(), Box<ErrorMsg>> {
        if self.desk.reception.blocked.are_in(text) {
            let message = "the text has a word that is blocked here";
            return Err(Box::new(ErrorMsg::new(id, ErrorCode::ChatBlocked, message)));
        }
        Ok(())
    }
}

/// Refuses a pause that is too short or too long.
fn check_minutes(id: &str, minutes: Option<u8>) -> Result<(), Box<ErrorMsg>> {
    if minutes.is_none_or(|minutes| PAUSE_MINUTES.contains(&minutes)) {
        return Ok(());
    }
    let message = "a pause lasts for 1 to 60 minutes";
    Err(Box::new(ErrorMsg::invalid_field(
        Some(id.to_owned()),
        "action.minutes",
        message,
    )))
}

/// `true` for an `https` link in which nothing is hidden: visible ASCII, a host with a name, and no user.
fn is_plain_link(link: &str) -> bool {
    let is_plain = |sign: u8| sign.is_ascii_graphic() && !br#"\<>"`"#.contains(&sign);
    if link.len() > LINK_BYTES || !link.bytes().all(is_plain) {
        return false;
    }
    // The parser leaves the fragment out.
    let Ok(uri) = link.parse::<Uri>() else { return false };
    let Some(authority) = uri.authority() else { return false };
    let host = authority.host();
    let port = authority.as_str().strip_prefix(host);
    let has_port = match port.map(|port| port.strip_prefix(':')) {
        Some(None) => port == Some(""),
        Some(Some(_)) => authority.port_u16().is_some_and(|port| port > 0),
        None => false,
    };
    link.starts_with("https://") && has_port && is_name(host)
}

/// `true` for a name with a dot, which no browser takes for an address.
fn is_name(host: &str) -> bool {
    let is_label = |label: &str| {
        let is_sign = |sign: u8| sign.is_ascii_alphanumeric() || sign == b'-';
        !label.is_empty() && label.bytes().all(is_sign) && !label.starts_with('-') && !label.ends_with('-')
    };
    let last = host.rsplit_once('.').map(|(_, last)| last);
    host.split('.').all(is_label) && last.is_some_and(|last| last.starts_with(|sign: char| sign.is_ascii_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_hides_nothing() {
        for link in [
            "https://meet.example.org/table-7",
            "https://meet.example.org:8443/a?b=c#config.muted=true",
            "https://Meet.Example.org",
            "https://xn--bcher-kva.example/%C3%A9",
        ] {
            assert!(is_plain_link(link), "{link}");
        }
        let long = format!("https://meet.example.org/{}", "x".repeat(LINK_BYTES));
        for link in [
            "",
            "https://",
            "https:///room",
            "http://meet.example.org/",
            "HTTPS://meet.example.org/",
            "javascript:alert(1)",
            "//meet.example.org/",
            "meet.example.org/room",
            "https://me@meet.example.org/",
            "https://me:secret@meet.example.org/",
            "https://meet.example.org:0/",
            "https://meet.example.org:99999/",
            "https://meet.example.org:/",
            "https://meet.example.org\\@evil.example/",
            "https://meet.example.org/a b",
            "https://meet.example.org/\u{202e}gro",
            "https://meet.example.org/\n",
            "https://b\u{fc}cher.example/",
            "https://10.0.0.1/",
            "https://[::1]/",
            "https://2130706433/",
            "https://0x7f.0x1/",
            "https://localhost/",
            "https://-.org/",
            "https://meet.example.org/<b>",
            &long,
        ] {
            assert!(!is_plain_link(link), "{link}");
        }
    }
}
