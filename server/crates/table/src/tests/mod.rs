//! The table as a whole: a core, a journal that can be slow, a ledger that can refuse, and clients that trust nothing.
#![expect(clippy::disallowed_methods, reason = "tests run the task, and read how long to try")]

mod away;
mod bomb_pot;
mod client;
mod clock;
mod comforts;
mod commitment;
mod dark_bets;
mod delayed;
mod double_board;
mod draws;
pub(super) mod fail_point;
mod first_stack;
mod home_game;
mod hosting;
mod house_rules;
mod leaks;
mod life;
mod mixed;
mod moderation;
mod own_pauses;
mod pauses;
mod prices;
mod recovery;
mod retold;
mod roodles;
mod seat_draw;
mod session;
mod seven_deuce;
mod stakes;
mod straddle;
mod supervise;
mod supervision;
mod time_called;
mod viewing;
pub(super) mod world;
