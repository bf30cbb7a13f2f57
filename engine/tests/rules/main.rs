//! The rules from outside: vectors, laws over random play, counts of rankings, formats.

mod support;

mod betting_law;
mod betting_words;
mod definitions;
mod direction;
mod ladders;
mod laws;
mod mutations;
mod no_game_named;
mod odds;
mod phh;
mod prices;
mod random_definitions;
mod ranking_counts;
mod ranking_vectors;
mod session_rules;
mod stud_law;
mod tournament_table;
mod vectors;
mod wild_cards;
mod wild_counts;
