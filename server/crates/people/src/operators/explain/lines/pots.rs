//! Pots: the seats that could win each, and how it was paid.

use std::fmt::Write as _;

use poker_protocol::v1::Chips;
use poker_protocol::v1::event::{SeatAmount, Side};
use poker_protocol::v1::table::PotState;
use serde_json::{Value, json};

use super::words::pot_name;
use super::{ODD_CHIP, ODD_CHIP_HIGH, Pot, SIDE_POTS, Story};

impl Story<'_> {
    pub(super) fn pots_formed(&mut self, at: Option<i64>, kind: &'static str, pots: &[PotState]) {
        let texts: Vec<String> = (0..)
            .zip(pots)
            .map(|(index, pot)| format!("{} {} ({})", pot_name(index), pot.amount.get(), self.names(&pot.seats)))
            .collect();
        self.pots = pots
            .iter()
            .map(|pot| Pot {
                amount: pot.amount.get(),
                seats: pot.seats.clone(),
                paid: Vec::new(),
            })
            .collect();
        let rule = (pots.len() > 1).then_some(SIDE_POTS);
        self.say(
            at,
            kind,
            None,
            format!("pots, with who may win them: {}", texts.join("; ")),
        )
        .rule = rule;
    }

    pub(super) fn pot_awarded(
        &mut self,
        at: Option<i64>,
        which: (u8, Side, Option<u8>),
        amount: Chips,
        shares: &[SeatAmount],
    ) {
        let (pot, side, run) = which;
        let texts: Vec<String> = shares
            .iter()
            .map(|share| format!("{} {}", self.who(share.seat), share.amount.get()))
            .collect();
        let half = match side {
            Side::Whole => "",
            Side::High => ", high half",
            Side::Low => ", low half",
        };
        let board = run.map(|run| format!(", board {run}")).unwrap_or_default();
        let index = usize::from(pot);
        while self.pots.len() <= index {
            let seats = self.contending.iter().copied().collect();
            self.pots.push(Pot {
                seats,
                ..Pot::default()
            });
        }
        // Seats that folded after the pot was formed are no longer contending for it.
        let contending = &self.contending;
        self.pots[index].seats.retain(|seat| contending.contains(seat));
        let could = format!("; {} could win it", self.names(&self.pots[index].seats));
        let mut text = format!(
            "{}{half}{board}, {}: {}{could}",
            pot_name(pot),
            amount.get(),
            texts.join(", ")
        );
        let least = shares.iter().map(|share| share.amount.get()).min().unwrap_or_default();
        let odd: Vec<u8> = shares
            .iter()
            .filter(|share| share.amount.get() > least)
            .map(|share| share.seat)
            .collect();
        if !odd.is_empty() {
            let _ = write!(
                text,
                "; the odd chip goes to {}, first left of the button at seat {}",
                self.names(&odd),
                self.button
            );
        }
        let paid = json!({
            "side": side, "run": run, "amount": amount.get(), "odd_chips": odd,
            "shares": shares.iter().map(|share| json!({"seat": share.seat, "amount": share.amount.get()})).collect::<Vec<_>>(),
        });
        let is_half = side != Side::Whole;
        self.pots[index].paid.push(paid.clone());
        let line = self.say(at, "pot_awarded", None, text);
        line.rule = if !odd.is_empty() {
            Some(ODD_CHIP)
        } else if is_half {
            Some(ODD_CHIP_HIGH)
        } else if index > 0 {
            Some(SIDE_POTS)
        } else {
            None
        };
        line.more = json!({"pot": pot, "paid": paid});
    }

    pub(super) fn paid_pots(&self) -> Vec<Value> {
        let paid = |pot: &Pot| pot.paid.iter().filter_map(|paid| paid["amount"].as_u64()).sum::<u64>();
        let pots = self.pots.iter().map(|pot| {
            json!({
                "amount": if pot.amount > 0 { pot.amount } else { paid(pot) },
                "may_win": pot.seats,
                "paid": pot.paid,
            })
        });
        pots.collect()
    }
}
