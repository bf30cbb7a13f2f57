//! Bots of every kind play at the real server, over real sockets.

mod cutter;
mod host;

mod approval;
mod class;
mod examples;
mod files;
mod house;
mod mixed;
mod model;
mod own_game;
mod play;
mod resume;
mod tournaments;
