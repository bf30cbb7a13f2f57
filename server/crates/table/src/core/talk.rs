//! Chat at a table: remarks, and signs at a seat.

use poker_owner::{Caller, Now, PlayTime, encode};
use poker_protocol::v1::server::ChatMsg;
use poker_protocol::v1::tournament::Phrase;
use poker_protocol::v1::{Emote, ErrorCode, ErrorMsg, ServerMsg};
use poker_store::AccountId;

use super::TableCore;
use super::direct::ChatRule;
use super::mail::{Remark, TableRequest};
use super::parked::{Effect, Reply};
use super::requests::plain_ok;
use super::speech::{Moment, Speaker, Speech, Stage, Standing, speech};
use crate::setup::config::is_invisible;
use crate::state::play::HandInPlay;
use crate::state::players::player_id;

/// Maximum length of a remark, in characters.
const CHAT_MAX: usize = 200;

/// Remarks that all seated players together may make in a burst, and the milliseconds for each further one.
const SEATED: (u64, u64) = (30, 333);

/// The same for all others together. Their remarks do not count against the players.
const STANDING: (u64, u64) = (10, 1_000);

/// Milliseconds between two signs of a player, which is how long pages show one.
const EMOTE_MS: u32 = 3_000;

/// The volume of chat at a table.
#[derive(Debug, Default)]
pub(super) struct Talk {
    seated: Budget,
    standing: Budget,
    /// Free-text remarks since the last [`Self::take_said`], to be kept for operators.
    said: Vec<Remark>,
}

impl Talk {
    /// Takes the remarks to be kept.
    pub(super) fn take_said(&mut self) -> Vec<Remark> {
        std::mem::take(&mut self.said)
    }
}

/// A budget of remarks.
#[derive(Debug, Default)]
struct Budget {
    /// The instant at which the whole budget is available again.
    rested: PlayTime,
}

impl Budget {
    /// Counts a remark: a burst of `at_once`, then one per `each_ms`.
    ///
    /// # Errors
    /// The milliseconds to wait, if the budget is used up.
    fn count(&mut self, (at_once, each_ms): (u64, u64), now: PlayTime) -> Result<(), u64> {
        let rested = self.rested.0.max(now.0) + each_ms;
        let early = rested.saturating_sub(now.0 + at_once * each_ms);
        if early > 0 {
            return Err(early);
        }
        self.rested = PlayTime(rested);
        Ok(())
    }
}

impl TableCore {
    /// Handles a remark or a sign.
    pub(super) fn speak(&mut self, caller: &Caller, id: &str, asked: &TableRequest, now: Now) {
        match asked {
            TableRequest::Chat {
                text,
                phrase,
                standing,
                family,
            } => self.chat((caller, family), id, text, (*phrase, *standing), now),
            TableRequest::Emote { emote, family } => self.emote((caller, family), id, *emote, now),
            _ => {}
        }
    }

    /// Sends a remark to all viewers.
    fn chat(
        &mut self,
        (caller, family): (&Caller, &[AccountId]),
        id: &str,
        text: &str,
        (phrase, standing): (Option<Phrase>, Standing),
        now: Now,
    ) {
        let text = text.trim();
        let fine = |c: char| !c.is_control() && !is_invisible(c);
        let is_short = text.chars().count() <= CHAT_MAX;
        if text.is_empty() != phrase.is_some() || !is_short || !text.chars().all(fine) {
            let message = "a remark has 1 to 200 visible characters, or is a phrase";
            let error = ErrorMsg::new(Some(id.to_owned()), ErrorCode::ChatInvalid, message);
            return self.refuse(caller, id, error);
        }
        let sits = self.table.seat_of(caller.account).is_some();
        let is_here = sits || self.fan_out.viewers().watches(caller.outbox.id());
        let wrong = if !is_here {
            Some((ErrorCode::ChatNotHere, "sit down or watch the table to chat there"))
        } else if let Some(silence) = self.silence_of(caller.account, family) {
            Some((ErrorCode::ChatMuted, silence))
        } else {
            self.speech_of(caller.account, standing).refusal(phrase.is_some())
        };
        if let Some((code, message)) = wrong {
            return self.refuse(caller, id, ErrorMsg::new(Some(id.to_owned()), code, message));
        }
        let counted = if sits {
            self.talk.seated.count(SEATED, now.play)
        } else {
            self.talk.standing.count(STANDING, now.play)
        };
        if let Err(wait_ms) = counted {
            let message = "more is said at this table than anyone can read";
            let error = ErrorMsg::new(Some(id.to_owned()), ErrorCode::RateLimited, message);
            return self.refuse(caller, id, error.with("retry_after_ms", wait_ms));
        }
        let remark = ChatMsg {
            table: self.fan_out.name().clone(),
            from: (*caller.info).clone(),
            text: phrase.map_or_else(|| text.to_owned(), |phrase| phrase.words().to_owned()),
            phrase,
            emote: None,
        };
        if phrase.is_none() {
            self.talk.said.push(Remark {
                account: caller.account,
                text: text.to_owned(),
            });
        }
        self.tell_remark(caller, id, remark);
    }

    /// Permitted remarks of an account here, not counting mutes.
    fn speech_of(&self, account: AccountId, standing: Standing) -> Speech {
        let Some(law) = self.table.law.event() else {
            return Speech::Free;
        };
        let speaker = if self.table.seat_of(account).is_some() {
            Speaker::Seated
        } else {
            Speaker::Rail(standing)
        };
        let is_all_in = |play: &HandInPlay| {
            let is_all_in = |seat| play.contends(seat) && play.hand().stack(seat).is_zero();
            law.seats.seats().any(|(seat, _)| is_all_in(seat))
        };
        let hand = match self.table.running() {
            // Whether a remark is accepted must not reveal how the hand goes before the delay is over.
            _ if self.sees_late(account) => Stage::Running,
            None => Stage::None,
            Some(play) if is_all_in(play) => Stage::AllIn,
            Some(_) => Stage::Running,
        };
        let ChatRule {
            hand_for_hand,
            rail_closed,
            ..
        } = self.chat_rule;
        let moment = Moment {
            hand,
            hand_for_hand,
            rail_closed,
        };
        speech(speaker, moment)
    }

    /// The reason why a person is muted, if they are: muting one of their accounts mutes all of them.
    fn silence_of(&self, account: AccountId, family: &[AccountId]) -> Option<&'static str> {
        let is_any = |is_muted: &dyn Fn(&AccountId) -> bool| is_muted(&account) || family.iter().any(is_muted);
        if is_any(&|account| self.table.muted.contains(&player_id(*account))) {
            Some("the host keeps the account from chatting")
        } else if is_any(&|account| self.chat_rule.muted.contains(account)) {
            Some("an official keeps the account from chatting")
        } else {
            None
        }
    }

    /// Shows a sign at the caller's own seat. It counts as a ready-made remark: whatever forbids those forbids it, and
    /// nothing else does.
    fn emote(&mut self, (caller, family): (&Caller, &[AccountId]), id: &str, emote: Emote, now: Now) {
        let refused = |code, message: &str| ErrorMsg::new(Some(id.to_owned()), code, message);
        if self.table.seat_of(caller.account).is_none() {
            let error = refused(ErrorCode::ChatNotHere, "sit down to show signs there");
            return self.refuse(caller, id, error);
        }
        if let Some(silence) = self.silence_of(caller.account, family) {
            return self.refuse(caller, id, refused(ErrorCode::ChatMuted, silence));
        }
        if let Some((code, message)) = self.speech_of(caller.account, Standing::Playing).refusal(true) {
            return self.refuse(caller, id, refused(code, message));
        }
        self.emotes.retain(|_, again| *again > now.play);
        if let Some(again) = self.emotes.get(&caller.account) {
            let wait_ms = now.play.until(*again).max(1);
            let error = refused(ErrorCode::RateLimited, "one sign every three seconds");
            return self.refuse(caller, id, error.with("retry_after_ms", wait_ms));
        }
        self.emotes.insert(caller.account, now.play.after(EMOTE_MS));
        let remark = ChatMsg {
            table: self.fan_out.name().clone(),
            from: (*caller.info).clone(),
            text: emote.words().to_owned(),
            phrase: None,
            emote: Some(emote),
        };
        self.tell_remark(caller, id, remark);
    }

    fn tell_remark(&mut self, caller: &Caller, id: &str, remark: ChatMsg) {
        self.park(Effect::Send(Reply::new(caller.clone(), id.to_owned(), &plain_ok(id))));
        self.park(Effect::Remark(encode(&ServerMsg::Chat(remark))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_used_up_and_comes_back() {
        let mut budget = Budget::default();
        let mut count = |ms| budget.count((3, 1_000), PlayTime(ms));
        assert_eq!([count(5_000), count(5_000), count(5_100)], [Ok(()); 3]);
        assert_eq!(count(5_200), Err(800));
        assert_eq!(count(5_999), Err(1));
        assert_eq!(count(6_000), Ok(()));
        assert_eq!((60_000..60_010).filter(|ms| count(*ms).is_ok()).count(), 3);
    }
}
