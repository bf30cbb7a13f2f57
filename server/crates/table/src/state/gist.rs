//! The summary of each hand in a list: the pot, the board, the winners, and the basis of a player's results. Stored
//! with the finished hand, so that no list has to read hands.

use poker_engine::event::{BetAction, Pot, PublicEvent as HandEvent};
use poker_engine::setup::{PostKind, Setup};
use poker_engine::{BySeat, Card, Chips, SeatIx};

use poker_store::{ChipMoney, GistPlayer, HandGist, HandTerms, Marks, TableId};

/// Collects the summary from the events of a hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GistTaker {
    paid: Chips,
    board: Vec<Card>,
    /// The board of the first run, once the second one is dealt.
    first_board: Option<Vec<Card>>,
    marks: BySeat<Marks>,
    folded: BySeat<bool>,
    round: FirstRound,
    ends: BySeat<Option<Chips>>,
}

/// Progress of the first betting round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum FirstRound {
    /// No seat has acted.
    #[default]
    Ahead,
    Open,
    Over,
}

/// The table at which a hand was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedAt<'a> {
    /// The table's name at the time.
    pub table: &'a str,
    /// The tournament that the hand belongs to; `None` for a cash game.
    pub event: Option<TableId>,
    /// `true` if the table is public.
    pub open: bool,
    /// `true` at a practice table.
    pub practice: bool,
    /// `true` at a table with chips of its own.
    pub own_chips: bool,
    /// The money that a chip stands for, at a table that shows money.
    pub money: Option<&'a ChipMoney>,
}

impl GistTaker {
    /// Takes in the next event.
    pub fn note(&mut self, event: &HandEvent) {
        match event {
            HandEvent::Posted { seat, all_in, .. } | HandEvent::CardBought { seat, all_in, .. } => {
                self.mark_if(*all_in, *seat, Marks::ALL_IN);
            }
            HandEvent::ActionTaken {
                seat, action, all_in, ..
            } => {
                self.mark_if(*all_in, *seat, Marks::ALL_IN);
                self.act(*seat, *action);
            }
            HandEvent::BuyPassed { seat } => self.folded[*seat] = true,
            HandEvent::PotsFormed { pots } if pots.iter().any(contested) => self.end_round(),
            HandEvent::HoleCardsDealt { .. } | HandEvent::CardsDrawn { .. } => self.end_round(),
            HandEvent::BoardDealt { cards } | HandEvent::BoardTurned { cards } => {
                self.end_round();
                self.board.extend(cards);
            }
            HandEvent::CommunalDealt { card } => self.board.push(*card),
            HandEvent::SecondRunStarted { .. } => self.first_board = Some(self.board.clone()),
            HandEvent::HandShown { seat, .. } | HandEvent::HandMucked { seat } => {
                self.mark(*seat, Marks::SHOWDOWN);
                self.mark(*seat, Marks::STAYED);
            }
            HandEvent::PotAwarded { amount, shares, .. } => {
                self.paid += *amount;
                for (seat, share) in shares {
                    self.mark_if(!share.is_zero(), *seat, Marks::PAID);
                }
            }
            HandEvent::KittyTaken { amount } | HandEvent::PotCarried { amount } => self.paid += *amount,
            HandEvent::HandCompleted { stacks } => {
                for (seat, stack) in stacks {
                    self.ends[*seat] = Some(*stack);
                }
            }
            _ => {}
        }
    }

    fn mark(&mut self, seat: SeatIx, mark: Marks) {
        self.mark_if(true, seat, mark);
    }

    fn mark_if(&mut self, is_due: bool, seat: SeatIx, mark: Marks) {
        self.marks[seat] = self.marks[seat].with(mark, is_due);
    }

    fn act(&mut self, seat: SeatIx, action: BetAction) {
        if self.round != FirstRound::Over {
            self.round = FirstRound::Open;
            let raised = matches!(action, BetAction::Bet | BetAction::Raise);
            self.mark(seat, Marks::ASKED);
            self.mark_if(raised || action == BetAction::Call, seat, Marks::PUT_IN);
            self.mark_if(raised, seat, Marks::RAISED);
        }
        self.folded[seat] |= action == BetAction::Fold;
    }

    /// Notes that the first betting round is over, provided that a seat has acted in it.
    fn end_round(&mut self) {
        if self.round != FirstRound::Open {
            return;
        }
        self.round = FirstRound::Over;
        for (seat, folded) in self.folded.iter() {
            self.marks[seat] = self.marks[seat].with(Marks::STAYED, !folded);
        }
    }

    /// The summary of the hand that began from `setup`; `players` are in the order of its participants.
    pub fn gist<'a>(
        &self,
        at: PlayedAt<'_>,
        players: impl Iterator<Item = (SeatIx, &'a str)>,
        setup: &Setup,
    ) -> HandGist {
        let player = |(seat, name): (SeatIx, &str)| {
            let began = setup.players.iter().find(|player| player.seat == seat);
            let began = began.map_or(Chips::ZERO, |player| player.stack);
            let ended = self.ends[seat].unwrap_or(began);
            GistPlayer {
                name: name.to_owned(),
                net: ended.get().cast_signed() - began.get().cast_signed(),
                marks: self.marks[seat],
            }
        };
        let board = self.first_board.as_ref().unwrap_or(&self.board);
        let blinds = setup.posts.iter().filter(|post| post.kind == PostKind::BigBlind);
        HandGist {
            table: at.table.to_owned(),
            pot: self.paid,
            board: board.iter().map(ToString::to_string).collect(),
            players: players.map(player).collect(),
            terms: HandTerms {
                big_blind: blinds.map(|post| post.amount).max().unwrap_or(Chips::ZERO),
                event: at.event,
                open: at.open,
                practice: at.practice,
                own_chips: at.own_chips,
            },
            money: at.money.cloned(),
        }
    }
}

fn contested(pot: &Pot) -> bool {
    pot.eligible.is_several()
}
