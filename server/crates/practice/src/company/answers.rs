//! Answers to decisions, and what follows one that the table refused.

/// The last answer of a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answered {
    /// The hand and the number of the decision.
    pub(super) decision: (u64, u32),
    /// Number of the request: what was seen before it is out of date.
    pub(super) number: u64,
    /// `true` if it was the most modest answer.
    pub(super) is_modest: bool,
}

/// What a place does about an open decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// It waits for the table's answer.
    Wait,
    /// It thinks, and answers.
    Think,
    /// It gives the most modest answer, because the table refused another one.
    Modestly,
    /// It answers as before after a while: the decision outlasts a pause.
    Again,
}

/// What follows for a decision that was seen open after `before` requests, given the last answer. An answer that a pause
/// may have refused is given again: the pause may be over by the time its refusal is read.
pub(super) fn next(last: Option<Answered>, decision: (u64, u32), before: u64, is_paused: bool) -> Next {
    match last.filter(|last| last.decision == decision) {
        None => Next::Think,
        Some(last) if before < last.number => Next::Wait,
        Some(last) if is_paused || last.is_modest => Next::Again,
        Some(_) => Next::Modestly,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASKED: (u64, u32) = (3, 2);

    fn after(number: u64, is_modest: bool) -> Option<Answered> {
        Some(Answered {
            decision: ASKED,
            number,
            is_modest,
        })
    }

    #[test]
    fn a_decision_is_answered_once_and_not_before_its_answer_is_refused() {
        assert_eq!(next(None, ASKED, 7, false), Next::Think);
        assert_eq!(next(after(8, false), (3, 3), 7, false), Next::Think, "another one");
        assert_eq!(
            next(after(8, false), ASKED, 7, false),
            Next::Wait,
            "seen before it was answered"
        );
        assert_eq!(next(after(8, true), ASKED, 7, true), Next::Wait);
    }

    #[test]
    fn an_answer_that_meets_a_pause_is_given_again_however_often_and_however_modest() {
        assert_eq!(next(after(8, false), ASKED, 8, true), Next::Again);
        assert_eq!(
            next(after(9, false), ASKED, 9, false),
            Next::Modestly,
            "the pause is over"
        );
        assert_eq!(next(after(10, true), ASKED, 10, true), Next::Again, "a second pause");
        assert_eq!(
            next(after(11, true), ASKED, 11, false),
            Next::Again,
            "one that was over before the look"
        );
    }
}
