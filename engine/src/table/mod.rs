//! Table law: the rules that hold between hands.
//!
//! A [`CashTable`] keeps the players and their stacks by seat, and decides which of them are dealt into the next hand
//! and what each one posts.
//! It plays no cards: the [`HandPlan`] of [`CashTable::start_hand`] goes to [`crate::Hand::deal`], and the stacks of
//! the finished hand come back through [`CashTable::finish_hand`]. It reads no clock and draws nothing: the first
//! button comes as an argument, and anything that expires (a reserved seat, the record of a player who left) is ended
//! by the caller. [`Positions`] is shared with tournaments, whose table is a [`TournamentTable`].
//!
//! # The law
//!
//! - **Positions** are seats, and may be empty (rules: tournament 2.2, 4.3, 4.4). The button follows the blinds or, if
//!   the table is set up that way ([`ButtonRule`]), moves to the next player. In games without two blinds it always
//!   moves to the next player, and the blinds of a mixed table later resume where they stopped. No player pays the big
//!   blind twice in a row. Under dealer's choice ([`Mix`], rule: variants V61) the button moves to the next player, who
//!   is the dealer, whatever the game; after a hand that no player opened, the same dealer deals again.
//! - **Entering.** A newcomer waits for the big blind, or posts a live one immediately. No player posts between the
//!   button and the big blind: the button has to pass first. Nothing is owed in a table's first hand, between two
//!   players, or when fewer than two of the remaining players owe nothing: the game then starts afresh.
//! - **Missed blinds** (rule: variants 4.6, A61). A seat that sits out owes a small blind and a big blind once each has
//!   passed over it, and never more than one of each. The player returns by posting, the big blind live and the small
//!   blind dead, or by taking the big blind, which settles both. A player who returns before a blind has passed owes
//!   nothing. Games without two blinds deal every ready player in and leave missed blinds as they are. Under dealer's
//!   choice no player owes blinds: the game that the dealer picks decides whether there are any and who posts them.
//! - **Roodles** (rule: variants 4.2). If the table plays them, a big hand that wins a pot starts an orbit at doubled
//!   stakes, during which no player sits out ([`Roodles`]).
//! - **Bomb pots.** If the table has them ([`BombPot`]), once every set number of hands all players post an ante and
//!   play from the flop on.
//! - **Two boards.** If the table deals them ([`TableConfig::double_board`]), in every hand or in bomb pots, each board
//!   decides one half of every pot.
//! - **Seven-deuce.** If the table has the bounty ([`TableConfig::seven_deuce`]), a player who wins the whole main pot
//!   with a seven and a deuce gets a set number of big blinds from every other player in the hand, paid out of the
//!   stack that player has left.
//! - **Straddles.** If the table has them ([`StraddleRule`]), one player who signed up beforehand posts twice the big
//!   blind, and the betting begins at the next seat.
//! - **Seat draw** (rule: variants 4.6). If the table draws for seats, cards dealt face up before the first hand assign
//!   them ([`SeatDraw`]); no hand begins before that.
//! - **Chips.** Buy-ins and rebuys come from outside between hands only, never lift a stack above the maximum, and
//!   leave with their player. A player who returns too soon must bring back the chips taken away
//!   ([`CashTable::forget`]). Hands never change the total, and every command checks it.
//! - **Kitty** (rule: variants 4.6, BT14). If a table has one ([`crate::TableRules::kitty`]), it gets a part of the
//!   main pot of every hand with more than one raise, and belongs to no player until the session ends. The players
//!   seated at that point share it; players who left earlier have no part in it. The session also ends when the last
//!   player leaves.
//! - **Free stacks** (rules: variants 4.2, BT15). If a table gives them ([`TableConfig::free_stacks`]), no player adds
//!   chips. A player who loses a stack gets another as large as the first, a set number of times in the table's life,
//!   and then leaves for good.
//! - **Seats.** One per player. A player without chips keeps the seat for a set number of hands. A free seat is
//!   reserved for the first player on the wait list.
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
//!     let seat = turn.seats.iter().next().expect("someone is asked");
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
pub use mixed::{
    ChoiceError, GameOrder, Mix, OpenPick, Pick, Program, ProgramError, Progress, ProgressError, Span, Turnover,
};
pub use plan::HandPlan;
pub use positions::Positions;
pub use roodles::Roodles;
pub use seat_draw::SeatDraw;
pub use state::{Entry, LastBlinds, OwedBlinds, PlayerId, Presence, SeatState, Standing, TableState, TableStateError};
pub use straddle::StraddleRule;
pub use tournament::{HandTerms, TournamentSeat, TournamentTable};
