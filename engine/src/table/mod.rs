//! Table law: what holds between hands.
//!
//! A [`CashTable`] knows who sits where with how many chips, and says who is dealt into the next hand and what each pays.
//! It plays no cards: the [`HandPlan`] of [`CashTable::start_hand`] goes to [`crate::Hand::deal`], and the stacks of the
//! finished hand come back through [`CashTable::finish_hand`]. It reads no clock and draws nothing: the first button comes
//! as an argument, and whatever ends with time (a seat kept for somebody, the memory of a player who left) is ended by the
//! caller. [`Positions`] is the part that tournaments share; their table is a [`TournamentTable`].
//!
//! # The law
//!
//! - **Positions** are seats, and may be empty (rules: tournament 2.2, 4.3, 4.4). The button follows the blinds, or moves to
//!   the next player where the table chose so ([`ButtonRule`]); in games without two blinds it always does, and the
//!   blinds of a mixed table go on from where they stopped. No player pays the big blind twice in a row.
//!   Where the dealer of each hand picks its game ([`Mix`], rule: variants V61) the button moves to the next player, who is
//!   the dealer, whatever the game; a hand that no player opened is dealt again by the same one.
//! - **Entering.** A newcomer waits for the big blind, or posts a live one at once. No player posts from the button to the big
//!   blind, both excluded: the button passes first. No player owes anything in a table's first hand, between two players, or
//!   where fewer than two players are left who owe nothing: the game starts anew then.
//! - **Missed blinds** (rule: variants 4.6, A61). A seat that sits out owes a small and a big blind once each has passed
//!   over it, and never more than one of each. The player comes back by posting, the big one live and the small one dead,
//!   or with the big blind, which settles both. Who comes back before a blind has passed owes nothing. Games without two
//!   blinds deal in everybody and leave what is owed as it is. Where dealers pick no player owes anything: whether there are
//!   blinds, and who pays them, is theirs to say.
//! - **Roodles** (rule: variants 4.2). Where the table plays them, a big hand that wins a pot begins an orbit for doubled
//!   stakes, during which no player sits out ([`Roodles`]).
//! - **Bomb pots.** Where the table has them ([`BombPot`]), every so many hands all players post an ante and play from the flop on.
//! - **Two boards.** Where the table deals them ([`TableConfig::double_board`]), in every hand or in bomb pots, each board decides about
//!   one half of every pot.
//! - **Seven-deuce.** Where the table pays for it ([`TableConfig::seven_deuce`]), every other player of the hand pays so many big
//!   blinds to the one who alone wins the main pot with a seven and a deuce, out of what is left in front of the seat.
//! - **Straddles.** Where the table has them ([`StraddleRule`]), one player who said so beforehand posts twice the big blind, and the
//!   betting begins at the next seat.
//! - **Seats drawn** (rule: variants 4.6). Where the table chose so, cards dealt face up before the first hand say who sits
//!   where ([`SeatDraw`]); no hand begins before that.
//! - **Chips.** Buy-ins and rebuys come from outside between hands only, never lift a stack above the maximum, and leave
//!   with their player. Who comes back too soon brings what was taken away ([`CashTable::forget`]). What the hands do
//!   never changes the total, and every command checks it.
//! - **Kitty** (rule: variants 4.6, BT14). Where a table has one ([`crate::TableRules::kitty`]), it gets a part of the main pot
//!   of every hand with more than one raise, and is no player's until the session ends. Those who sit there then share it; a player who
//!   left before has no part in it, and the last one to leave is the end.
//! - **Free stacks** (rules: variants 4.2, BT15). Where a table gives them ([`TableConfig::free_stacks`]), no player adds chips. Who
//!   loses the stack gets another one as large as the first, so many times in the table's life, then leaves for good.
//! - **Seats.** One a player. Without chips a player keeps the seat for some hands. A free seat is kept for the first on
//!   the wait list.
//!
//! # Example
//!
//! ```
//! use poker_engine::game::{Stakes, catalogue};
//! use poker_engine::table::{CashTable, Entry, PlayerId, SeatStatus, TableConfig, TableGame};
//! use poker_engine::{Action, Chips, Deck, Hand};
//!
//! let game = catalogue::find("no-limit-holdem").expect("it is in the catalogue");
//! let at_stake = TableGame::new(game, &Stakes::default())?;
//! let mut table = CashTable::new(TableConfig::ordinary(6, &at_stake), at_stake)?;
//!
//! let [ann, bob, cat] = [1, 2, 3].map(PlayerId);
//! table.sit(ann, None, Chips::new(1000), Entry::Post)?;
//! table.sit(bob, None, Chips::new(500), Entry::Post)?;
//!
//! // Two can play. The caller draws the first button, here for the first seat there is.
//! let (plan, _events) = table.start_hand(|seats| seats.iter().next().expect("two are ready"))?;
//! let mut card = 0;
//! let deck = Deck::shuffled(game.cards(), &mut || { card += 1; card });
//! let (mut hand, _events) = Hand::deal(game.clone(), plan.setup, deck)?;
//!
//! // A third player sits down meanwhile, and waits for the big blind.
//! table.sit(cat, None, Chips::new(1000), Entry::WaitForBigBlind)?;
//! let seat = table.seat_of(cat).expect("she sits");
//! assert_eq!(table.status(seat), Some(SeatStatus::Waiting));
//!
//! while let Some(turn) = hand.turn() {
//!     let seat = turn.seats.iter().next().expect("somebody is asked");
//!     hand.apply(seat, Action::Fold)?;
//! }
//! let stacks: Vec<_> = hand.dealt().iter().map(|seat| (seat, hand.stack(seat))).collect();
//! table.finish_hand(&stacks, hand.kitty())?;
//! assert_eq!(table.chips(), Chips::new(2500));
//!
//! // The big blind comes to her next, as she sits after the last one.
//! let (plan, _events) = table.start_hand(|_| unreachable!("the button is drawn once"))?;
//! assert_eq!(plan.setup.big_blind, Some(seat));
//! assert_eq!(plan.dealt.len(), 3);
//!
//! // What is stored is plain data, and gives the same table again.
//! let restored = CashTable::from_state(table.state().clone())?;
//! assert_eq!(restored, table);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bomb_pot;
mod cash;
mod config;
mod error;
mod event;
mod first_dealer;
mod free_stacks;
mod hand;
mod mixed;
mod plan;
mod positions;
mod roodles;
mod seat_draw;
mod seating;
mod state;
mod straddle;
#[cfg(test)]
mod tests;
mod tournament;
mod wait_list;

pub use bomb_pot::{BOMB_POT_ANTE_MAX, BOMB_POT_EVERY_MAX, BombPot};
pub use cash::{CashTable, SitOut};
pub use config::{
    ButtonRule, BuyIn, DEFAULT_BUSTED_HANDS, DEFAULT_BUY_IN_MAX, DEFAULT_BUY_IN_MIN, DEFAULT_WAIT_LIST_MAX,
    DoubleBoard, SEVEN_DEUCE_MAX, TableConfig, TableConfigError, TableGame,
};
pub use error::TableRuleError;
pub use event::{LeaveReason, SeatStatus, TableEvent};
pub use first_dealer::{DealerDraw, FirstDealer};
pub use free_stacks::FreeStacks;
pub use mixed::{Asked, ChoiceError, Mix, Order, Pick, Program, ProgramError, Progress, ProgressError, Span, Turnover};
pub use plan::HandPlan;
pub use positions::Positions;
pub use roodles::Roodles;
pub use seat_draw::SeatDraw;
pub use state::{Entry, LastBlinds, OwedBlinds, PlayerId, Presence, SeatState, Standing, TableState, TableStateError};
pub use straddle::StraddleRule;
pub use tournament::{HandTerms, TournamentSeat, TournamentTable};
