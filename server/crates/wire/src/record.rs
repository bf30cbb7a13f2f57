//! Conversion of a stored hand back into the form from which the engine writes hand files.

use std::sync::Arc;

use poker_engine::event;
use poker_engine::game::{GameDef, Openers, catalogue};
use poker_engine::history::phh::Record;
use poker_engine::setup::{Post, SeatSetup, Setup, TableRules};
use poker_engine::{BySeat, CardSet, Chips, Limit, SeatIx, SeatSet};
use poker_protocol::v1::PublicEvent;
use poker_protocol::v1::event::ShownCards;
use poker_protocol::v1::mix::StakesAtHand;
use poker_protocol::v1::rest::HandRecord;

use super::mirror::{Damaged, Mirror, hand_event};
use super::stored::{PostRecord, PrivateRecord, PublicRecord, StartRecord};
use super::{card_in, chips, chips_in, game_info, money_told, own_parts, table_id};
use poker_store::HandView;

/// Reason why a record cannot be written to a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The game is not in this version's catalogue.
    #[error("the game `{0}` is not known to this version")]
    Game(String),
    /// The record contains something that no hand can have.
    #[error("the record is damaged: {0}")]
    Damaged(&'static str),
}

impl From<Damaged> for RecordError {
    fn from(damaged: Damaged) -> Self {
        Self::Damaged(damaged.0)
    }
}

/// A hand in a form that can be written to a file.
#[derive(Clone, Debug)]
pub struct HandFile {
    game: Arc<GameDef>,
    setup: Setup,
    events: Vec<event::PublicEvent>,
    received: BySeat<Option<Vec<poker_engine::Card>>>,
    discarded: BySeat<Option<Vec<CardSet>>>,
}

impl HandFile {
    /// Reads a record: what every viewer saw, and what one participant saw in addition.
    ///
    /// # Errors
    /// When the game is unknown or the record damaged.
    pub fn read(game: &str, public: &PublicRecord, private: Option<&PrivateRecord>) -> Result<Self, RecordError> {
        let game = match &public.definition {
            Some(definition) => GameDef::parse_at_any_price(definition).ok().map(Arc::new),
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
                carried: Chips::ZERO,
                openers: openers(&public.start)?,
                rules: TableRules {
                    unit: chips_in(public.start.unit),
                    ..TableRules::default()
                },
            },
            events: Vec::new(),
            received: BySeat::default(),
            discarded: BySeat::default(),
        };
        for event in &public.events {
            let event: PublicEvent = serde_json::from_str(event.get()).map_err(|_| RecordError::Damaged("an event"))?;
            file.take(event)?;
        }
        if let Some(private) = private {
            let seat = SeatIx::from_wire(private.seat)?;
            file.received[seat] = Some(private.cards.iter().map(|card| card_in(*card)).collect());
            let discard = |cards: &Vec<_>| cards.iter().map(|card| card_in(*card)).collect();
            file.discarded[seat] = Some(private.discarded.iter().map(discard).collect());
        }
        Ok(file)
    }

    /// Seats in the order in which a file lists its players, with the button last.
    pub fn order(&self) -> impl Iterator<Item = u8> {
        let dealt: SeatSet = self.setup.players.iter().map(|player| player.seat).collect();
        dealt.clockwise_from(self.setup.button).map(SeatIx::number)
    }

    /// The game of the hand.
    pub fn game(&self) -> &GameDef {
        &self.game
    }

    /// Betting structure and stakes of the hand.
    pub fn stakes(&self) -> (&'static str, StakesAtHand) {
        use poker_engine::setup::PostKind as P;
        let most = |wanted: fn(P) -> bool| {
            let posts = self.setup.posts.iter().filter(|post| wanted(post.kind));
            chips(posts.map(|post| post.amount).max().unwrap_or(Chips::ZERO))
        };
        let stakes = StakesAtHand {
            small_blind: most(|kind| kind == P::SmallBlind),
            big_blind: most(|kind| kind == P::BigBlind),
            ante: most(|kind| matches!(kind, P::Ante | P::DeadAnte)),
            bets: self.setup.tiers.iter().map(|limit| chips(limit.min_bet())).collect(),
        };
        let limit = self.setup.tiers.first().map_or("", |limit| limit.kind().code());
        (limit, stakes)
    }

    /// The input for the engine's file writers. Cards shown at the end appear at the end only.
    pub fn record(&self) -> Record<'_> {
        Record {
            game: &self.game,
            setup: &self.setup,
            events: self.events.iter().collect(),
            received: self.received.clone(),
            discarded: self.discarded.clone(),
            burned: Vec::new(),
            fields: Vec::new(),
        }
    }

    /// Applies a public event.
    fn take(&mut self, event: PublicEvent) -> Result<(), RecordError> {
        match event {
            PublicEvent::HandStarted {
                button,
                small_blind,
                big_blind,
                seats,
                carried,
                dead,
                bomb_pot,
                double_board,
                ..
            } => {
                self.setup.button = Mirror::from_wire(button)?;
                self.setup.small_blind = Mirror::from_wire(small_blind)?;
                self.setup.big_blind = Mirror::from_wire(big_blind)?;
                self.setup.carried = chips_in(carried);
                self.setup.rules.bomb_pot = bomb_pot;
                self.setup.rules.double_board = double_board;
                for player in seats {
                    self.setup.players.push(SeatSetup {
                        seat: Mirror::from_wire(player.seat)?,
                        stack: chips_in(player.stack),
                        dead: dead.contains(&player.seat),
                    });
                }
            }
            // They are shown again at the showdown. Files of other programs have no word for cards that lie open before.
            PublicEvent::HandsTabled { .. } | PublicEvent::HandsOpened { .. } => {}
            other => {
                let event = hand_event(other)?;
                if let Some(event::PublicEvent::KittyTaken { amount }) = event {
                    self.setup.rules.kitty = amount;
                }
                if let Some(event::PublicEvent::SevenDeucePaid { payments, .. }) = &event {
                    // A player with fewer chips than the bounty paid them all, so the largest payment is closest to it.
                    let most = payments.iter().map(|(_, amount)| *amount).max();
                    self.setup.rules.seven_deuce = most.unwrap_or_default();
                }
                self.events.extend(event);
            }
        }
        Ok(())
    }
}

/// A stored hand as clients read it: what every viewer saw and, if the view contains it, what its viewer alone knew.
///
/// # Errors
/// If the stored hand cannot be parsed.
pub fn told_hand(view: HandView) -> Result<HandRecord, serde_json::Error> {
    let public: PublicRecord = serde_json::from_str(&view.public)?;
    let private: Option<PrivateRecord> = view.private.as_deref().map(serde_json::from_str).transpose()?;
    let events = public.events.iter().map(|event| serde_json::from_str(event.get()));
    let events: Vec<PublicEvent> = events.collect::<Result<_, _>>()?;
    // If the game is no longer known, the hand comes without the parts that depend on its rules.
    let file = HandFile::read(&view.game, &public, None).ok();
    let (limit, stakes) = file.as_ref().map(HandFile::stakes).unzip();
    let parts = private.as_ref().map(|private| own_parts(&events, private));
    let (chip_value, currency) = money_told(public.money.as_ref());
    Ok(HandRecord {
        table: table_id(view.table),
        hand: view.hand_no,
        game: view.game,
        definition: public.definition,
        ended_at: view.ended_at.to_string(),
        started_at: Some(view.started_at.to_string()),
        table_name: Some(public.name),
        seats: Some(public.seats),
        limit: limit.map(str::to_owned),
        stakes,
        chip_value,
        currency,
        game_info: file.map(|file| Box::new(game_info(file.game()))),
        players: public.players,
        events,
        own: private.map(|private| ShownCards {
            seat: private.seat,
            cards: private.cards,
        }),
        parts: parts.unwrap_or_default(),
    })
}

fn posts(start: &StartRecord) -> Result<Vec<Post>, RecordError> {
    let post = |post: &PostRecord| {
        Ok(Post {
            seat: Mirror::from_wire(post.seat)?,
            amount: chips_in(post.amount),
            kind: Mirror::from_wire(post.post)?,
        })
    };
    start.posts.iter().map(post).collect()
}

fn openers(start: &StartRecord) -> Result<Option<Openers>, RecordError> {
    let openers = start.openers.as_deref().map(str::parse).transpose();
    openers.map_err(|_| RecordError::Damaged("the openers"))
}
