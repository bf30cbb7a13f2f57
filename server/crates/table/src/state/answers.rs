//! Answers to requests that moved chips, kept so that a repeated request gets its first answer again.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

use poker_owner::rows::account;
use poker_owner::with_json;
use poker_protocol::v1::client::Entry;
use poker_protocol::v1::server::OkMsg;
use poker_protocol::v1::{Action, Chips};
use poker_store::AccountId;
use serde::{Deserialize, Serialize};

use super::book::Correcting;
use super::command::{Command, RequestOrigin, open_part};
use super::play::OpenDecision;

/// Number of hands for which every answer is kept here. A client repeats a request within seconds of reconnecting.
const HANDS: u64 = 2;

/// The last answers of an account are kept for longer, for a player who has lost all chips and reconnects only after
/// many quick hands.
const LAST: usize = 4;

/// Number of hands for which those are kept. Older ones belong to decisions long over, or are looked up in the store.
const HANDS_LAST: u64 = 200;

/// Maximum number of answers kept, which bounds a table that plays no hands.
const MAX: usize = 1024;

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    #[serde(with = "account")]
    account: AccountId,
    id: String,
    hand: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seat: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seq: Option<u64>,
    /// [`Content::mark`] of the request, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    what: Option<u32>,
}

/// The content of a request that moves chips.
#[derive(Clone, Copy, Debug, Serialize)]
pub enum Content<'a> {
    /// Takes a seat.
    Sit {
        /// Number of the seat, from 1; any if left out.
        seat: Option<u8>,
        /// Chips brought.
        buy_in: Chips,
        /// The way to enter the game.
        entry: Entry,
    },
    /// Adds chips to the stack.
    Rebuy {
        /// Chips to add.
        amount: Chips,
    },
    /// Chooses the stack anew.
    ChooseStack {
        /// The whole stack.
        stack: Chips,
    },
    /// Gives chips to another player.
    GiveChips {
        /// The account that gets the chips, as a number.
        player: u128,
        /// Chips to give.
        amount: Chips,
    },
    /// Answers a player's request for a rebuy.
    AnswerRebuy {
        /// The account that has asked, as a number.
        player: u128,
        /// The chips that the player gets, as asked for; none if it is refused.
        accepted: Option<Chips>,
    },
    /// Corrects the ledger.
    Correct(&'a Correcting),
    /// Answers a decision.
    Act {
        /// Number of the hand.
        hand: u64,
        /// Number of the decision within the hand.
        turn: u32,
        /// The action taken.
        action: &'a Action,
    },
}

impl Content<'_> {
    /// A short checksum that nearly always distinguishes two requests and never changes between versions. It contains
    /// nothing of the secret parts, because it is stored unsealed.
    pub fn mark(self) -> u32 {
        let sum = |content: &Content<'_>| with_json(content, |text| crc32fast::hash(text.as_bytes()));
        if let Self::Act { hand, turn, action } = self
            && let Some(action) = &open_part(action)
        {
            sum(&Content::Act { hand, turn, action })
        } else {
            sum(&self)
        }
    }
}

/// The mark of the request that led to a command; `asked` is the decision it is about to answer, if any.
pub(crate) fn mark_of(command: &Command, asked: Option<OpenDecision>) -> Option<u32> {
    let act = |action: &Action| {
        let OpenDecision { hand, turn, .. } = asked?;
        Some(Content::Act { hand, turn, action }.mark())
    };
    match command {
        Command::Sit {
            seat, buy_in, entry, ..
        } => {
            let (seat, buy_in, entry) = (*seat, *buy_in, *entry);
            Some(Content::Sit { seat, buy_in, entry }.mark())
        }
        Command::Rebuy { amount, .. } => Some(Content::Rebuy { amount: *amount }.mark()),
        Command::ChooseStack { stack, .. } => Some(Content::ChooseStack { stack: *stack }.mark()),
        Command::GiveChips { account, amount, .. } => {
            let (player, amount) = (account.0.as_u128(), *amount);
            Some(Content::GiveChips { player, amount }.mark())
        }
        Command::AnswerRebuy { account, accepted } => {
            let (player, accepted) = (account.0.as_u128(), *accepted);
            Some(Content::AnswerRebuy { player, accepted }.mark())
        }
        Command::Correct { wish } => Some(Content::Correct(wish).mark()),
        Command::Act { action, .. } => act(action),
        Command::Pick { game: Some(picked), .. } => act(&Action::PickGame {
            game: picked.game.clone(),
            limit: picked.limit.clone(),
        }),
        _ => None,
    }
}

impl Answered {
    /// `true` if it answers a request with this mark, or if either mark is unknown.
    pub fn is_of(&self, what: Option<u32>) -> bool {
        self.what.zip(what).is_none_or(|(kept, what)| kept == what)
    }

    /// The answer as it is sent.
    pub fn message(&self) -> OkMsg {
        OkMsg {
            id: self.id.clone(),
            seat: self.seat,
            seq: self.seq,
            ..OkMsg::default()
        }
    }
}

/// The answers of the last hands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "VecDeque<Answered>", into = "VecDeque<Answered>")]
pub struct Answers {
    answers: VecDeque<Answered>,
    /// A hash of each: nearly every request is new, and scanning these is quick.
    marks: VecDeque<u64>,
}

impl From<VecDeque<Answered>> for Answers {
    fn from(answers: VecDeque<Answered>) -> Self {
        let marks = answers.iter().map(|known| mark(known.account, &known.id)).collect();
        Self { answers, marks }
    }
}

impl From<Answers> for VecDeque<Answered> {
    fn from(answers: Answers) -> Self {
        answers.answers
    }
}

/// A hash of a request's identity: two requests with different hashes are not the same.
fn mark(account: AccountId, id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (account, id).hash(&mut hasher);
    hasher.finish()
}

impl Answers {
    /// The first answer to a request.
    pub fn find(&self, account: AccountId, id: &str) -> Option<&Answered> {
        let wanted = mark(account, id);
        let mut marked = self.marks.iter().enumerate().rev();
        marked.find_map(|(at, mark)| {
            let answered = (*mark == wanted).then(|| &self.answers[at])?;
            (answered.account == account && answered.id == id).then_some(answered)
        })
    }

    /// Keeps an answer that was given while `hand` was the last hand.
    pub(super) fn keep(
        &mut self,
        by: &RequestOrigin,
        what: Option<u32>,
        hand: u64,
        (seat, seq): (Option<u8>, Option<u64>),
    ) -> &Answered {
        if self.answers.len() >= MAX {
            self.drop_first();
        }
        self.marks.push_back(mark(by.account, &by.id));
        self.answers.push_back(Answered {
            account: by.account,
            id: by.id.clone(),
            hand,
            seat,
            seq,
            what,
        });
        self.answers.back().expect("one was just put in")
    }

    /// Drops expired answers when a hand begins.
    pub(super) fn begin_hand(&mut self, hand: u64) {
        let mut newer: Vec<(AccountId, usize)> = Vec::new();
        let mut keep: Vec<bool> = Vec::with_capacity(self.answers.len());
        for answered in self.answers.iter().rev() {
            let at = newer.iter().position(|(account, _)| *account == answered.account);
            let at = at.unwrap_or_else(|| {
                newer.push((answered.account, 0));
                newer.len() - 1
            });
            let hands = if newer[at].1 < LAST { HANDS_LAST } else { HANDS };
            newer[at].1 += 1;
            keep.push(answered.hand + hands >= hand);
        }
        let mut kept = keep.iter().rev();
        self.marks.retain(|_| *kept.next().expect("one for each"));
        let mut kept = keep.iter().rev();
        self.answers.retain(|_| *kept.next().expect("one for each"));
    }

    fn drop_first(&mut self) {
        self.answers.pop_front();
        self.marks.pop_front();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(account: u128, id: usize) -> RequestOrigin {
        RequestOrigin {
            account: AccountId(uuid::Uuid::from_u128(account)),
            id: id.to_string(),
        }
    }

    #[test]
    fn the_last_answers_of_each_account_outlast_the_hands_that_follow() {
        let (gone, stays) = (1, 2);
        let mut answers = Answers::default();
        for id in 0..10 {
            answers.keep(&by(gone, id), None, 1, (None, Some(7)));
        }
        for hand in 2..=1 + HANDS_LAST {
            answers.begin_hand(hand);
            answers.keep(&by(stays, 0), None, hand, (None, None));
        }
        let find = |answers: &Answers, id: usize| {
            let RequestOrigin { account, id } = by(gone, id);
            answers.find(account, &id).map(|answered| answered.seq)
        };
        assert_eq!(find(&answers, 10 - LAST - 1), None);
        assert_eq!(find(&answers, 10 - LAST), Some(Some(7)));
        assert_eq!(find(&answers, 9), Some(Some(7)));
        assert!(answers.answers.len() <= 2 * LAST + usize::try_from(HANDS).unwrap());
        answers.begin_hand(2 + HANDS_LAST);
        assert_eq!(find(&answers, 9), None);
        assert_eq!(answers.marks.len(), answers.answers.len());
    }
}
