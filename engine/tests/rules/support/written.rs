//! Hands in the notation of the vectors, each of which must end as it is written.

use poker_engine::history::notation;

/// Plays every hand of a text; each part ends in a newline.
pub(crate) fn check(hands: &str) {
    let parsed = notation::parse(hands);
    assert!(!parsed.is_empty());
    for hand in parsed {
        let hand = hand.expect("a hand that can be read");
        let outcome = hand.play().expect("a hand that can be dealt");
        assert_eq!(hand.contradictions(&outcome), Vec::<String>::new(), "{hands}");
    }
}
