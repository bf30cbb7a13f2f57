//! Conversion of the table rules: the creator's choices become parts of the table's law.

use poker_engine::setup::{IllegalBets, ShowRule};
use poker_engine::table::{BombPot, DoubleBoard, FirstDealer, StraddleRule, TableConfig};
use poker_protocol::v1::table::session::Currency;
use poker_protocol::v1::table::{self, SessionRules};
use poker_store::ChipMoney;

use super::mirror::{Damaged, Mirror, same_variants};

same_variants!(FirstDealer => table::FirstDealer { FirstJack HighCard Random FirstSeat });
same_variants!(DoubleBoard => table::DoubleBoard { Always BombPots });
same_variants!(StraddleRule => table::StraddleRule { UnderTheGun Button AnyPlace });
same_variants!(ShowRule => table::ShowRule { All MuckLosers });

impl Mirror for BombPot {
    type Wire = table::BombPot;

    fn to_wire(&self) -> table::BombPot {
        let Self { every, ante } = *self;
        table::BombPot { every, ante }
    }

    fn from_wire(wire: table::BombPot) -> Result<Self, Damaged> {
        let table::BombPot { every, ante } = wire;
        Ok(Self { every, ante })
    }
}

/// Sets the chosen rules in the law of a table. Rules that are no part of it are read from the setup: by the draw of the
/// first dealer, the rabbit hunt, and the clock.
pub fn set_rules(law: &mut TableConfig, chosen: &SessionRules) {
    let SessionRules {
        run_twice,
        rabbit_hunt: _,
        dark_bets,
        first_dealer: _,
        seat_draw,
        show_rule,
        forfeit_excess,
        roodles,
        kitty,
        straddle,
        bomb_pot,
        double_board,
        seven_deuce,
        free_stacks,
        own_chips: _,
        rebuys: _,
        rebuys_max: _,
        chip_value: _,
        currency: _,
        class: _,
        watch_delay: _,
        closes_at: _,
    } = *chosen;
    law.rules.run_twice = run_twice;
    law.rules.dark_bets = dark_bets;
    law.rules.show = show_rule.map(rule_in);
    if forfeit_excess {
        law.rules.illegal_bets = IllegalBets::Forfeit;
    }
    if kitty {
        law.rules.kitty = law.rules.unit;
    }
    law.seat_draw = seat_draw;
    law.roodles = roodles;
    law.straddle = straddle.map(rule_in);
    law.bomb_pot = bomb_pot.map(rule_in);
    law.double_board = double_board.map(rule_in);
    law.seven_deuce = seven_deuce.filter(|bounty| *bounty > 0);
    law.free_stacks = free_stacks.unwrap_or(0);
}

/// The money that a chip stands for, as a hand's record keeps it; `None` at a table that shows chips.
pub fn chip_money(chosen: &SessionRules) -> Option<ChipMoney> {
    let word = |currency: Currency| serde_json::to_value(currency).ok()?.as_str().map(str::to_owned);
    Some(ChipMoney {
        chip_value: chosen.chip_value.filter(|value| *value > 0)?,
        currency: chosen.currency.and_then(word),
    })
}

/// The value of a chip and the currency as clients read them; a currency that this version does not know is left out.
pub fn money_told(kept: Option<&ChipMoney>) -> (Option<u32>, Option<Currency>) {
    let currency = kept.and_then(|money| serde_json::from_value(money.currency.clone()?.into()).ok());
    (kept.map(|money| money.chip_value), currency)
}

/// Converts the chosen way to find the first dealer.
pub fn first_dealer_in(chosen: table::FirstDealer) -> FirstDealer {
    rule_in(chosen)
}

fn rule_in<T: Mirror>(chosen: T::Wire) -> T {
    T::from_wire(chosen).expect("both know the same rules")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_money_of_a_chip_comes_back() {
        for currency in [None, Some(Currency::Euro), Some(Currency::Yen)] {
            let rules = SessionRules {
                chip_value: Some(5),
                currency,
                ..SessionRules::default()
            };
            let kept = chip_money(&rules);
            assert_eq!(money_told(kept.as_ref()), (Some(5), currency));
        }
        assert_eq!(chip_money(&SessionRules::default()), None);
        let unknown = ChipMoney {
            chip_value: 5,
            currency: Some("doubloon".to_owned()),
        };
        assert_eq!(money_told(Some(&unknown)), (Some(5), None));
    }
}
