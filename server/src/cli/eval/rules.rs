//! The options of `poker eval` for wild cards and special hands.

use poker_engine::eval::{Chance, Held, LowWild, OptionError, Rules};
use poker_engine::{Card, CardSet};

/// Wild cards and special hands, as in the catalogue of games.
#[expect(clippy::doc_markdown, reason = "the command prints these texts as they are")]
#[derive(Debug, Default, clap::Args)]
pub(super) struct RuleArgs {
    /// Wild cards, codes separated by blanks: rank:2, cards:2s 2c, one_eyed, moustache, own_low, first_down, still_down
    /// (the first card of a hand is the one dealt face down), board_card:3, board_low, indicator
    #[arg(long, value_name = "CODES")]
    wild: Vec<String>,
    /// Use of a joker (X1, X2): wild, bug, ace or basic
    #[arg(long, value_name = "KIND")]
    joker: Option<String>,
    /// Number of jokers [default: 2 with --joker, else 0]
    #[arg(long, value_name = "NUMBER")]
    jokers: Option<String>,
    /// Value of wild cards in a low hand: any, ace, zero, zeropair or copylow
    #[arg(long, value_name = "VALUE")]
    low_wild: Option<String>,
    /// Special hands: dogs, skeet, skeet_strict or dogs+skeet
    #[arg(long, value_name = "GROUP")]
    special: Option<String>,
    /// Rank of five of a kind: top, below_royal or none
    #[arg(long, value_name = "PLACE")]
    five_of_a_kind: Option<String>,
    /// Tie-break between hands with wild cards: split, fewest_wilds or basic
    #[arg(long, value_name = "RULE")]
    wild_tie: Option<String>,
    /// Count five to ace as a straight: on or off
    #[arg(long, value_name = "ON")]
    wheel_straight: Option<String>,
    /// Count four aces and a bug as five aces: on or off
    #[arg(long, value_name = "ON")]
    bug_five_aces: Option<String>,
    /// Count nine, seven, five, three and a low ace as a Dutch straight: on or off
    #[arg(long, value_name = "ON")]
    dutch_ace_low: Option<String>,
    /// Make every card of a rank wild when chance chooses one: on or off
    #[arg(long, value_name = "ON")]
    propagate: Option<String>,
}

impl RuleArgs {
    /// Returns the rules that the options make.
    ///
    /// # Errors
    /// The first option that does not fit.
    pub(super) fn rules(&self) -> Result<Rules, OptionError> {
        let mut rules = Rules::PLAIN;
        let wild = (!self.wild.is_empty()).then(|| self.wild.join(" "));
        let jokers = self
            .jokers
            .clone()
            .or_else(|| self.joker.as_ref().map(|_| "2".to_owned()));
        let settings = [
            ("wild", &wild),
            ("joker", &self.joker),
            ("jokers", &jokers),
            ("low_wild", &self.low_wild),
            ("special", &self.special),
            ("five_of_a_kind", &self.five_of_a_kind),
            ("wild_tie", &self.wild_tie),
            ("wheel_straight", &self.wheel_straight),
            ("bug_five_aces", &self.bug_five_aces),
            ("dutch_ace_low", &self.dutch_ace_low),
            ("propagate", &self.propagate),
        ];
        for (name, value) in settings {
            if let Some(value) = value {
                rules.set(name, value)?;
            }
        }
        rules.check()?;
        Ok(rules)
    }
}

/// `true` if hands without a board and without an order of their cards can be ranked.
pub(super) fn need_no_deal(rules: &Rules) -> bool {
    rules.wild.chances.iter().all(|chance| *chance == Chance::OwnLow)
}

/// `true` if the rules depend on nothing but the cards of a ranking.
pub(super) fn are_plain(rules: &Rules) -> bool {
    rules.is_plain() && rules.low_wild == LowWild::Any
}

/// Returns the cards that are wild for a hand, given in the order dealt.
pub(super) fn wild_cards(rules: &Rules, own: &[Card], board: &[Card]) -> CardSet {
    let places: Vec<Option<Card>> = board.iter().copied().map(Some).collect();
    rules.wild.of(&Held {
        own: own.iter().copied().collect(),
        down: own.first().copied().into_iter().collect(),
        first_down: own.first().copied(),
        board: &places,
    })
}
