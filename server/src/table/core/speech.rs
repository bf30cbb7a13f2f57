//! One law of speech for an event: who may say what at which of its tables, and when. It goes by what somebody is in the event,
//! not by a seat. A sign at a seat is speech as well, and weighs as a ready-made phrase does. Rule: tournament 11.3.

use poker_protocol::v1::ErrorCode;

/// What somebody is in the event of a table, wherever that is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    /// Nobody: without an entry, and without a part in running it.
    #[default]
    Guest,
    /// In play.
    Playing,
    /// Out of it.
    Out,
    /// Its host or one of its officials, who never entered.
    Official,
}

/// Who speaks at a table of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speaker {
    /// A player with a seat there.
    Seated,
    /// Somebody without one.
    Rail(Standing),
}

/// What goes on when somebody speaks at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    /// The hand there.
    pub(super) hand: Stage,
    /// Whether the tables of the event wait for each other.
    pub(super) hand_for_hand: bool,
    /// Whether officials let those speak who have no seat at a table.
    pub(super) rail_closed: bool,
}

/// A hand, as far as speech is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// None is being played.
    None,
    /// It is being played.
    Running,
    /// The same, and somebody in it has no chips left to bet.
    AllIn,
}

/// What may be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speech {
    /// Whatever one likes.
    Free,
    /// Ready-made phrases and signs.
    Phrases,
    /// Nothing, for this reason.
    Nothing(ErrorCode),
}

/// What somebody may say at a table of an event. Who plays elsewhere may have a live hand there, which no remark here may be about;
/// whoever has no seat here sees more than those who decide, and is silent while a remark could decide most.
pub(super) const fn speech(speaker: Speaker, moment: Moment) -> Speech {
    let Moment {
        hand,
        hand_for_hand,
        rail_closed,
    } = moment;
    let is_tense = hand_for_hand || matches!(hand, Stage::AllIn);
    match speaker {
        Speaker::Seated if is_tense => Speech::Phrases,
        Speaker::Seated | Speaker::Rail(Standing::Official) => Speech::Free,
        Speaker::Rail(_) if rail_closed => Speech::Nothing(ErrorCode::ChatRailClosed),
        Speaker::Rail(_) if is_tense => Speech::Nothing(ErrorCode::ChatNotNow),
        Speaker::Rail(Standing::Playing) => Speech::Phrases,
        Speaker::Rail(Standing::Guest | Standing::Out) => match hand {
            Stage::None => Speech::Free,
            Stage::Running | Stage::AllIn => Speech::Phrases,
        },
    }
}

impl Speech {
    /// Why something may not be said, if it may not: a phrase or a sign, or words of one's own.
    pub(super) fn refusal(self, is_phrase: bool) -> Option<(ErrorCode, &'static str)> {
        let code = match self {
            Self::Free => return None,
            Self::Phrases if is_phrase => return None,
            Self::Phrases => ErrorCode::ChatPhrasesOnly,
            Self::Nothing(code) => code,
        };
        Some((
            code,
            match code {
                ErrorCode::ChatRailClosed => "those without a seat at a table say nothing in this tournament",
                ErrorCode::ChatNotNow => "only the players of this table speak now",
                _ => "only ready-made phrases may be said now",
            },
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every speaker in every moment, by the words of the law and not by its code.
    #[test]
    fn everybody_may_say_at_each_moment_what_the_law_says() {
        let speakers = [
            Speaker::Seated,
            Speaker::Rail(Standing::Guest),
            Speaker::Rail(Standing::Playing),
            Speaker::Rail(Standing::Out),
            Speaker::Rail(Standing::Official),
        ];
        let said = |hand, hand_for_hand, rail_closed| {
            let moment = Moment {
                hand,
                hand_for_hand,
                rail_closed,
            };
            speakers.map(|speaker| match speech(speaker, moment) {
                Speech::Free => "free",
                Speech::Phrases => "phrases",
                Speech::Nothing(ErrorCode::ChatNotNow) => "not now",
                Speech::Nothing(ErrorCode::ChatRailClosed) => "closed",
                Speech::Nothing(_) => "?",
            })
        };
        let tense = ["phrases", "not now", "not now", "not now", "free"];
        for (hand, open) in [
            (Stage::None, ["free", "free", "phrases", "free", "free"]),
            (Stage::Running, ["free", "phrases", "phrases", "phrases", "free"]),
            (Stage::AllIn, tense),
        ] {
            for hand_for_hand in [false, true] {
                let open = if hand_for_hand { tense } else { open };
                assert_eq!(said(hand, hand_for_hand, false), open, "{hand:?} {hand_for_hand}");
                let mut closed = ["closed"; 5];
                (closed[0], closed[4]) = (open[0], "free");
                assert_eq!(said(hand, hand_for_hand, true), closed, "{hand:?} {hand_for_hand}");
            }
        }
    }

    #[test]
    fn a_phrase_is_refused_only_where_nothing_may_be_said() {
        assert_eq!(Speech::Free.refusal(false), None);
        assert_eq!(Speech::Phrases.refusal(true), None);
        let code = |speech: Speech, is_phrase| speech.refusal(is_phrase).map(|(code, _)| code);
        assert_eq!(code(Speech::Phrases, false), Some(ErrorCode::ChatPhrasesOnly));
        for silence in [ErrorCode::ChatNotNow, ErrorCode::ChatRailClosed] {
            for is_phrase in [false, true] {
                assert_eq!(code(Speech::Nothing(silence), is_phrase), Some(silence));
            }
        }
    }
}
