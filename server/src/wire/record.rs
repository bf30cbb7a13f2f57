//! A finished hand, as the history keeps it, back into what the engine writes files from.

use std::sync::Arc;

use poker_engine::action::TurnKind;
use poker_engine::event::{self, Pot};
use poker_engine::game::{GameDef, Openers, catalogue};
use poker_engine::history::phh::Record;
use poker_engine::setup::{self, Post, SeatSetup, Setup, TableRules};
use poker_engine::{BySeat, CardSet, Limit, SeatIx, SeatSet, Turn};
use poker_protocol::v1::PublicEvent;
use poker_protocol::v1::choice::DecisionKind;
use poker_protocol::v1::event::{BetAction, PostKind, SeatAmount, Side};

use super::{card_in, chips_in};
use crate::table::{PostRecord, PrivateRecord, PublicRecord, StartRecord};

/// Why a record cannot be written as a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The game is not in the catalogue of this version.
    #[error("the game `{0}` is not known to this version")]
    Game(String),
    /// The record holds something that no hand has.
    #[error("the record is damaged: {0}")]
    Damaged(&'static str),
}

/// A hand as a file can be written of it.
#[derive(Clone, Debug)]
pub struct HandFile {
    game: Arc<GameDef>,
    setup: Setup,
    events: Vec<event::PublicEvent>,
    received: BySeat<Option<Vec<poker_engine::Card>>>,
    thrown: BySeat<Option<Vec<CardSet>>>,
}

impl HandFile {
    /// Reads a record: what everybody saw, and what one participant saw beyond that.
    ///
    /// # Errors
    /// When the game is unknown or the record damaged.
    pub fn read(game: &str, public: &PublicRecord, private: Option<&PrivateRecord>) -> Result<Self, RecordError> {
        let game = match &public.definition {
            Some(definition) => GameDef::parse(definition).ok().map(Arc::new),
            None => catalogue::find(game).cloned(),
        }
        .ok_or_else(|| RecordError::Game(game.to_owned()))?;
        let limits = public.limits.iter().map(|limit| limit.parse::<Limit>());
        let tiers: Vec<Limit> = limits
            .collect::<Result<_, _>>()
            .map_err(|_| RecordError::Damaged("a limit"))?;
        let mut file = Self {
            game,
            setup: Setup {
                seat_count: public.seats,
                players: Vec::new(),
                button: SeatIx::new(0),
                small_blind: None,
                big_blind: None,
                posts: posts(&public.start)?,
                bring_in: public.start.bring_in.map(chips_in),
                tiers,
                carried: poker_engine::Chips::ZERO,
                openers: openers(&public.start)?,
                rules: TableRules {
                    unit: chips_in(public.start.unit),
                    ..TableRules::default()
                },
            },
            events: Vec::new(),
            received: BySeat::default(),
            thrown: BySeat::default(),
        };
        for event in &public.events {
            let event: PublicEvent = serde_json::from_str(event.get()).map_err(|_| RecordError::Damaged("an event"))?;
            file.take(event)?;
        }
        if let Some(private) = private {
            let seat = seat(private.seat)?;
            file.received[seat] = Some(private.cards.iter().map(|card| card_in(*card)).collect());
            let throw = |cards: &Vec<_>| cards.iter().map(|card| card_in(*card)).collect();
            file.thrown[seat] = Some(private.thrown.iter().map(throw).collect());
        }
        Ok(file)
    }

    /// The seats in the order in which a file lists its players: the button comes last.
    pub fn order(&self) -> impl Iterator<Item = u8> {
        let dealt: SeatSet = self.setup.players.iter().map(|player| player.seat).collect();
        dealt.clockwise_from(self.setup.button).map(SeatIx::number)
    }

    /// What the engine writes files from. Cards that were shown at the end are told at the end alone.
    pub fn record(&self) -> Record<'_> {
        Record {
            game: &self.game,
            setup: &self.setup,
            events: self.events.iter().collect(),
            received: self.received.clone(),
            thrown: self.thrown.clone(),
            burned: Vec::new(),
            fields: Vec::new(),
        }
    }

    #[expect(
        clippy::too_many_lines,
        reason = "one arm an event, each the mirror of one in `public_event`"
    )]
    fn take(&mut self, event: PublicEvent) -> Result<(), RecordError> {
        use event::PublicEvent as E;
        let event = match event {
            PublicEvent::HandStarted {
                button,
                small_blind,
                big_blind,
                seats,
                carried,
                ..
            } => {
                self.setup.button = seat(button)?;
                self.setup.small_blind = small_blind.map(seat).transpose()?;
                self.setup.big_blind = big_blind.map(seat).transpose()?;
                self.setup.carried = chips_in(carried);
                for player in seats {
                    self.setup.players.push(SeatSetup {
                        seat: seat(player.seat)?,
                        stack: chips_in(player.stack),
                        dead: false,
                    });
                }
                return Ok(());
            }
            PublicEvent::Posted {
                seat: number,
                amount,
                post,
                all_in,
            } => E::Posted {
                seat: seat(number)?,
                amount: chips_in(amount),
                kind: post_kind(post),
                all_in,
            },
            PublicEvent::HoleCardsDealt { hands } => {
                let mut dealt = Vec::with_capacity(hands.len());
                for hand in hands {
                    let card = |card: &Option<_>| match card {
                        Some(card) => event::DealtCard::Up(card_in(*card)),
                        None => event::DealtCard::Down,
                    };
                    dealt.push((seat(hand.seat)?, hand.cards.iter().map(card).collect()));
                }
                E::HoleCardsDealt { hands: dealt }
            }
            PublicEvent::BoardDealt { cards } => E::BoardDealt {
                cards: cards.into_iter().map(card_in).collect(),
            },
            PublicEvent::TurnStarted {
                turn, seats, decision, ..
            } => E::TurnStarted(Turn {
                no: turn,
                seats: seat_set(&seats)?,
                kind: match decision {
                    DecisionKind::Bet => TurnKind::Bet,
                    DecisionKind::Draw => TurnKind::Draw,
                    DecisionKind::Discard => TurnKind::Discard,
                    DecisionKind::Straddle => TurnKind::Straddle,
                    DecisionKind::Roll => TurnKind::Roll,
                    DecisionKind::OptionalRoll => TurnKind::OptionalRoll,
                    DecisionKind::Arrange => TurnKind::Arrange,
                    DecisionKind::Buy => TurnKind::Buy,
                    DecisionKind::Swap => TurnKind::Swap,
                    DecisionKind::Declare => TurnKind::Declare,
                    DecisionKind::Runs => TurnKind::Runs,
                    DecisionKind::PickGame => return Err(RecordError::Damaged("a decision")),
                },
            }),
            PublicEvent::ActionTaken {
                seat: number,
                action,
                added,
                to,
                all_in,
                ..
            } => E::ActionTaken {
                seat: seat(number)?,
                action: match action {
                    BetAction::Fold => event::BetAction::Fold,
                    BetAction::Check => event::BetAction::Check,
                    BetAction::Call => event::BetAction::Call,
                    BetAction::Bet => event::BetAction::Bet,
                    BetAction::Raise => event::BetAction::Raise,
                },
                added: chips_in(added),
                to: chips_in(to),
                all_in,
            },
            PublicEvent::CardsDiscarded {
                seat: number,
                count,
                up,
                ..
            } => E::CardsDiscarded {
                seat: seat(number)?,
                count,
                up: up.into_iter().map(card_in).collect(),
            },
            PublicEvent::ExcessForfeited { seat: number, amount } => E::ExcessForfeited {
                seat: seat(number)?,
                amount: chips_in(amount),
            },
            PublicEvent::BoardDealtDown { count } => E::BoardDealtDown { count },
            PublicEvent::BoardTurned { cards } => E::BoardTurned {
                cards: cards.into_iter().map(card_in).collect(),
            },
            PublicEvent::CommunalDealt { card } => E::CommunalDealt { card: card_in(card) },
            PublicEvent::ExtraCardDealt { seat: number } => E::ExtraCardDealt { seat: seat(number)? },
            PublicEvent::StraddleDeclined { seat: number, .. } => E::StraddleDeclined { seat: seat(number)? },
            PublicEvent::ChoiceMade { seat: number, .. } => E::ChoiceMade { seat: seat(number)? },
            PublicEvent::CardsRolled { rolls: told } => {
                let mut rolls = Vec::with_capacity(told.len());
                for roll in told {
                    rolls.push(event::Rolled {
                        seat: seat(roll.seat)?,
                        cards: roll.cards.into_iter().map(card_in).collect(),
                        announced: roll.announced.map(super::declaration_in),
                    });
                }
                E::CardsRolled { rolls }
            }
            PublicEvent::CardKept { seat: number, .. } => E::CardKept { seat: seat(number)? },
            PublicEvent::CardSwapped { seat: number, card } => E::CardSwapped {
                seat: seat(number)?,
                card: card_in(card),
            },
            PublicEvent::CardsArranged { seat: number, .. } => E::CardsArranged { seat: seat(number)? },
            PublicEvent::CardBought {
                seat: number,
                amount,
                all_in,
            } => E::CardBought {
                seat: seat(number)?,
                amount: chips_in(amount),
                all_in,
            },
            PublicEvent::BuyPassed { seat: number, .. } => E::BuyPassed { seat: seat(number)? },
            PublicEvent::Declared { declarations: told } => {
                let mut declarations = Vec::with_capacity(told.len());
                for entry in told {
                    declarations.push((seat(entry.seat)?, super::declaration_in(entry.sides)));
                }
                E::Declared { declarations }
            }
            PublicEvent::PassedOut {} => E::PassedOut,
            PublicEvent::OpenersShown { seat: number, cards } => E::OpenersShown {
                seat: seat(number)?,
                cards: cards.into_iter().map(card_in).collect(),
            },
            PublicEvent::PotCarried { amount } => E::PotCarried {
                amount: chips_in(amount),
            },
            PublicEvent::KittyTaken { amount } => {
                let amount = chips_in(amount);
                self.setup.rules.kitty = amount;
                E::KittyTaken { amount }
            }
            PublicEvent::CardsDrawn {
                seat: number,
                count,
                up,
                ..
            } => E::CardsDrawn {
                seat: seat(number)?,
                count,
                up: up.into_iter().map(card_in).collect(),
            },
            PublicEvent::DeckRefilled { count } => E::DeckRefilled { count },
            PublicEvent::UncalledReturned { seat: number, amount } => E::UncalledReturned {
                seat: seat(number)?,
                amount: chips_in(amount),
            },
            PublicEvent::PotsFormed { pots } => {
                let mut formed = Vec::with_capacity(pots.len());
                for pot in pots {
                    formed.push(Pot {
                        amount: chips_in(pot.amount),
                        eligible: seat_set(&pot.seats)?,
                    });
                }
                E::PotsFormed { pots: formed }
            }
            PublicEvent::HandShown {
                seat: number,
                cards,
                run,
                ..
            } => E::HandShown {
                seat: seat(number)?,
                cards: cards.into_iter().map(card_in).collect(),
                high: None,
                low: None,
                run,
            },
            PublicEvent::HandMucked { seat: number } => E::HandMucked { seat: seat(number)? },
            PublicEvent::PotAwarded {
                pot,
                side,
                amount,
                shares,
                run,
            } => E::PotAwarded {
                pot,
                side: match side {
                    Side::Whole => event::Side::Whole,
                    Side::High => event::Side::High,
                    Side::Low => event::Side::Low,
                },
                amount: chips_in(amount),
                shares: amounts(&shares)?,
                run,
            },
            PublicEvent::RunsDecided { twice } => E::RunsDecided { twice },
            PublicEvent::SecondRunStarted { kept } => E::SecondRunStarted { kept },
            PublicEvent::HandCompleted { stacks, .. } => E::HandCompleted {
                stacks: amounts(&stacks)?,
            },
            // What happens around a hand is no part of it; hands that were tabled are shown again at the showdown.
            PublicEvent::PlayerSat { .. }
            | PublicEvent::PlayerLeft { .. }
            | PublicEvent::SeatStatusChanged { .. }
            | PublicEvent::ChipsAdded { .. }
            | PublicEvent::CarriedPaid { .. }
            | PublicEvent::KittyShared { .. }
            | PublicEvent::FreeStackGiven { .. }
            | PublicEvent::WaitListChanged { .. }
            | PublicEvent::SeatOffered { .. }
            | PublicEvent::SeatsDrawn { .. }
            | PublicEvent::DealerDrawn { .. }
            | PublicEvent::RoodlesStarted { .. }
            | PublicEvent::RoodlesEnded { .. }
            | PublicEvent::ClosingAnnounced { .. }
            | PublicEvent::HandsTabled { .. }
            | PublicEvent::HandVoided { .. }
            | PublicEvent::GameChanged { .. }
            | PublicEvent::PickWithdrawn {}
            | PublicEvent::PlayerMuted { .. }
            | PublicEvent::PlayerRemoved { .. }
            | PublicEvent::TablePaused {}
            | PublicEvent::TableResumed {}
            | PublicEvent::TableClosed {} => return Ok(()),
        };
        self.events.push(event);
        Ok(())
    }
}

fn posts(start: &StartRecord) -> Result<Vec<Post>, RecordError> {
    let post = |post: &PostRecord| {
        Ok(Post {
            seat: seat(post.seat)?,
            amount: chips_in(post.amount),
            kind: post_kind(post.post),
        })
    };
    start.posts.iter().map(post).collect()
}

fn openers(start: &StartRecord) -> Result<Option<Openers>, RecordError> {
    let openers = start.openers.as_deref().map(str::parse).transpose();
    openers.map_err(|_| RecordError::Damaged("the openers"))
}

fn seat(number: u8) -> Result<SeatIx, RecordError> {
    SeatIx::from_number(number).ok_or(RecordError::Damaged("a seat"))
}

fn seat_set(numbers: &[u8]) -> Result<SeatSet, RecordError> {
    numbers.iter().map(|number| seat(*number)).collect()
}

fn amounts(amounts: &[SeatAmount]) -> Result<Vec<(SeatIx, poker_engine::Chips)>, RecordError> {
    let amount = |entry: &SeatAmount| Ok((seat(entry.seat)?, chips_in(entry.amount)));
    amounts.iter().map(amount).collect()
}

const fn post_kind(kind: PostKind) -> setup::PostKind {
    match kind {
        PostKind::Ante => setup::PostKind::Ante,
        PostKind::DeadAnte => setup::PostKind::DeadAnte,
        PostKind::SmallBlind => setup::PostKind::SmallBlind,
        PostKind::BigBlind => setup::PostKind::BigBlind,
        PostKind::ButtonBlind => setup::PostKind::ButtonBlind,
        PostKind::Straddle => setup::PostKind::Straddle,
        PostKind::EntryBlind => setup::PostKind::EntryBlind,
        PostKind::DeadBlind => setup::PostKind::DeadBlind,
        PostKind::Credit => setup::PostKind::Credit,
        PostKind::BringIn => setup::PostKind::BringIn,
    }
}
