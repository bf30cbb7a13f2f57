//! What requests that moved chips were answered, so that a repeated one gets the first answer again.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

use poker_protocol::v1::server::OkMsg;
use serde::{Deserialize, Serialize};

use super::command::{By, account};
use crate::store::AccountId;

/// For how many hands an answer is kept here. Whoever repeats a request does so within seconds, when the connection is
/// back; what is older is looked up in the store or names a decision that is long over.
const HANDS: u64 = 2;

/// The most answers that are kept, which a table that plays no hands must not exceed.
const MAX: usize = 1024;

/// One answer.
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
}

impl Answered {
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
    /// A mark of each: nearly every request is a new one, and these are quickly gone through.
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

/// Two requests with different marks are not the same.
fn mark(account: AccountId, id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (account, id).hash(&mut hasher);
    hasher.finish()
}

impl Answers {
    /// The first answer to a request.
    pub fn find(&self, account: AccountId, id: &str) -> Option<&Answered> {
        let wanted = mark(account, id);
        let same = |at: &usize| {
            let answered = &self.answers[*at];
            self.marks[*at] == wanted && answered.account == account && answered.id == id
        };
        (0..self.marks.len()).rev().find(same).map(|at| &self.answers[at])
    }

    /// Keeps an answer that was given while `hand` was the last hand.
    pub(super) fn keep(&mut self, by: &By, hand: u64, seat: Option<u8>, seq: Option<u64>) -> &Answered {
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
        });
        self.answers.back().expect("one was just put in")
    }

    /// Drops what is too old when a hand begins.
    pub(super) fn begin_hand(&mut self, hand: u64) {
        while self.answers.front().is_some_and(|first| first.hand + HANDS < hand) {
            self.drop_first();
        }
    }

    fn drop_first(&mut self) {
        self.answers.pop_front();
        self.marks.pop_front();
    }
}
