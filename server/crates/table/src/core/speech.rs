//! The chat rules of a tournament: who may say what at which of its tables, and when. They depend on the speaker's
//! standing in the tournament, not only on a seat. A sign at a seat counts as a ready-made phrase.
//! Rule: tournament 11.3.

use poker_protocol::v1::ErrorCode;

/// A person's standing in the tournament that a table belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    /// Has no entry and no part in running the tournament.
    #[default]
    Guest,
    /// Still playing.
    Playing,
    /// Entered, and is no longer playing.
    Out,
    /// The host or an official, who never entered.
    Official,
}

/// A speaker at a tournament table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speaker {
    /// A player with a seat at the table.
    Seated,
    /// A person without a seat there.
    Rail(Standing),
}

/// The circumstances of a remark at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    /// The state of the table's hand.
    pub(super) hand: Stage,
    /// `true` while the tournament is played hand for hand.
    pub(super) hand_for_hand: bool,
    /// `true` if officials silence those without a seat at the table.
    pub(super) rail_closed: bool,
}

/// The state of a hand as far as chat is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// No hand is being played.
    None,
    /// A hand is being played.
    Running,
    /// A hand is being played, and a player in it is all in.
    AllIn,
}

/// Permitted remarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speech {
    /// Any remark.
    Free,
    /// Ready-made phrases and emotes only.
    Phrases,
    /// No remarks, for this reason.
    Nothing(ErrorCode),
}

/// Permitted remarks of a speaker at a tournament table. A player from another table may have a live hand there, which
/// must not be talked about here. Those without a seat here see more than the players who decide, and must be silent
/// while a remark could influence most.
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
    /// The reason for refusing a remark, if it is refused; `is_phrase` for a phrase or a sign rather than free text.
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

    /// Every speaker at every moment, by the words of the rule rather than its code.
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
