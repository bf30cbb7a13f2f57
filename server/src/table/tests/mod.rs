//! The table as a whole: a core, a journal that can be slow, a ledger that can refuse, and clients that believe nothing.

mod away;
mod bomb_pot;
mod client;
mod clock;
mod comforts;
mod double_board;
pub(super) mod fail_point;
mod folders;
mod hosting;
mod house_rules;
mod leaks;
mod life;
mod mixed;
mod moderation;
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
