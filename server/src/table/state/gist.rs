//! What a list of hands tells of each: the pot, the board, who won what. Kept beside a finished hand, so that no list has to
//! read hands.

use poker_engine::event::PublicEvent as HandEvent;
use poker_engine::setup::SeatSetup;
use poker_engine::{BySeat, Card, Chips, SeatIx};

use crate::store::{GistPlayer, HandGist};

/// What the events of a hand have told so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GistTaker {
    paid: Chips,
    board: Vec<Card>,
    /// The board of the first run, once the second one is dealt.
    first_board: Option<Vec<Card>>,
    all_in: BySeat<bool>,
    showdown: BySeat<bool>,
    ends: BySeat<Option<Chips>>,
}

impl GistTaker {
    /// Takes the next event in.
    pub fn note(&mut self, event: &HandEvent) {
        match event {
            HandEvent::Posted { seat, all_in, .. }
            | HandEvent::ActionTaken { seat, all_in, .. }
            | HandEvent::CardBought { seat, all_in, .. } => self.all_in[*seat] |= *all_in,
            HandEvent::BoardDealt { cards } | HandEvent::BoardTurned { cards } => self.board.extend(cards),
            HandEvent::CommunalDealt { card } => self.board.push(*card),
            HandEvent::SecondRunStarted { .. } => self.first_board = Some(self.board.clone()),
            HandEvent::HandShown { seat, .. } | HandEvent::HandMucked { seat } => self.showdown[*seat] = true,
            HandEvent::PotAwarded { amount, .. }
            | HandEvent::KittyTaken { amount }
            | HandEvent::PotCarried { amount } => self.paid += *amount,
            HandEvent::HandCompleted { stacks } => {
                for (seat, stack) in stacks {
                    self.ends[*seat] = Some(*stack);
                }
            }
            _ => {}
        }
    }

    /// What is kept of the hand; `players` in the order of its participants, `began` with what.
    pub fn gist<'a>(
        &self,
        table: &str,
        players: impl Iterator<Item = (SeatIx, &'a str)>,
        began: &[SeatSetup],
    ) -> HandGist {
        let player = |(seat, name): (SeatIx, &str)| {
            let began = began.iter().find(|player| player.seat == seat);
            let began = began.map_or(Chips::ZERO, |player| player.stack);
            let ended = self.ends[seat].unwrap_or(began);
            GistPlayer {
                name: name.to_owned(),
                net: ended.get().cast_signed() - began.get().cast_signed(),
                all_in: self.all_in[seat],
                showdown: self.showdown[seat],
            }
        };
        let board = self.first_board.as_ref().unwrap_or(&self.board);
        HandGist {
            table: table.to_owned(),
            pot: self.paid,
            board: board.iter().map(ToString::to_string).collect(),
            players: players.map(player).collect(),
        }
    }
}
