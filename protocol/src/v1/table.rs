//! Tables: how they are set up, how the lobby lists them and, in `state`, what one looks like at an instant.

mod state;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::choice::DecisionKind;
use super::common::{Chips, LocalName, TableId, UnixMs, is_false, is_zero};
use super::mix::{MixConfig, MixInfo};
use super::tournament::EventInfo;

pub use state::{
    Clock, HandState, PickState, PotState, SeatBank, SeatPlay, SeatState, SeatStatus, TableState, TurnState, YourState,
};

/// A game that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own on the wire")]
pub struct GameInfo {
    /// The stable identifier.
    pub id: String,
    /// Its numbers in the catalogue.
    pub numbers: Vec<String>,
    /// Its names.
    pub name: LocalName,
    /// The family it is listed under.
    pub family: String,
    /// The least number of players.
    pub seats_min: u8,
    /// The greatest number of players.
    pub seats_max: u8,
    /// The betting structures to choose from: `nl`, `pot`, `fixed`, `spread`; the first is the default.
    pub limits: Vec<String>,
    /// The deal, one symbol a card: `d` down, `u` up, `o` up or down as its owner likes, `b` board, `h` board face down;
    /// `-` marks a betting round, `x` a draw, `t` a discard, `v` board cards being turned up, `r` own cards being turned up,
    /// `?` a declaration.
    pub deal: String,
    /// The kinds of decision that players meet, betting included, in the order of their first appearance.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub decisions: Vec<DecisionKind>,
    /// Whether cards are wild.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub wild: bool,
    /// Whether its tables may have bomb pots.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub bomb_pots: bool,
    /// How many seats its tables may have where two boards are dealt; left out where there is none.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<_>")]
    pub double_board_seats: u8,
    /// Whether its tables may pay a bounty for seven-deuce.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub seven_deuce: bool,
    /// Whether its tables may have straddles.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub straddles: bool,
    /// Whether there is a high side.
    pub high: bool,
    /// Whether there is a low side.
    pub low: bool,
    /// How high hands are ranked: `high`, `short-deck`, ...; left out if there is no high side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub high_ranking: Option<String>,
    /// How low hands are ranked: `8-or-better`, ...; left out if there is no low side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub low_ranking: Option<String>,
    /// How many cards of one's own a hand must use; left out if any will do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub own_cards: Option<u8>,
    /// The default small blind, 0 if the game has none.
    pub small_blind: Chips,
    /// The default big blind, 0 if the game has none.
    pub big_blind: Chips,
    /// The default ante, 0 if there is none.
    pub ante: Chips,
    /// The default bet size of each tier of the first betting structure.
    pub bets: Vec<Chips>,
    /// The definition of a host's own game, for programs that can read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub definition: Option<String>,
}

/// How a table is set up. What is left out takes the game's default.
#[expect(clippy::struct_excessive_bools, reason = "each is a wish of its own on the wire")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TableConfig {
    /// What to call it; 1 to 40 characters.
    pub name: String,
    /// The game; with a `definition`, its identifier or an empty text; empty with a `mix`.
    pub game: String,
    /// A game of the host's own, in the format of the server's own games, up to 8192 bytes. Only private tables play such.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 8192))]
    #[ts(optional)]
    pub definition: Option<String>,
    /// Several games instead of one; `game` is empty then, and amounts come from `multiplier`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mix: Option<MixConfig>,
    /// The betting structure: `nl`, `pot`, `fixed` or `spread`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub limit: Option<String>,
    /// How many seats.
    pub seats: u8,
    /// Multiplies every default amount of the game; amounts that are given below replace the product.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub multiplier: Option<u32>,
    /// The small blind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub small_blind: Option<Chips>,
    /// The big blind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub big_blind: Option<Chips>,
    /// The ante of every player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ante: Option<Chips>,
    /// The least buy-in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub buy_in_min: Option<Chips>,
    /// The greatest buy-in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub buy_in_max: Option<Chips>,
    /// Time to act, in milliseconds: 100 at least. Where people sit they have 1000, whatever is chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub action_ms: Option<u32>,
    /// The time bank of each player, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub time_bank_ms: Option<u32>,
    /// Whether the button moves to the next player always, instead of staying on a seat that lost its player.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub moving_button: bool,
    /// Whether hands are turned up as soon as one is all-in and no more betting is possible.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub all_in_face_up: bool,
    /// Whether the table is for those alone who know its identifier, which has an invitation of 128 random bits in it then:
    /// no list has it, and a part of the identifier finds nothing.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub private: bool,
    /// Whether bots of the house may come where people play, if the server has any. Not to private tables, which they cannot
    /// see.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub house_bots: bool,
    /// What the table plays by besides its game.
    #[serde(
        default,
        skip_serializing_if = "SessionRules::is_usual",
        deserialize_with = "StrictSession::deserialize"
    )]
    #[ts(optional, as = "Option<_>")]
    pub session: SessionRules,
}

/// [`SessionRules`] as a creator writes them: nothing that is not known is passed over. Readers of a table's description
/// stay tolerant.
#[expect(clippy::struct_excessive_bools, reason = "those of the type that it reads")]
#[derive(Deserialize)]
#[serde(remote = "SessionRules", deny_unknown_fields)]
struct StrictSession {
    #[serde(default)]
    run_twice: bool,
    #[serde(default)]
    rabbit_hunt: bool,
    #[serde(default)]
    dark_bets: bool,
    #[serde(default)]
    first_dealer: Option<FirstDealer>,
    #[serde(default)]
    seat_draw: bool,
    #[serde(default)]
    show_rule: Option<ShowRule>,
    #[serde(default)]
    forfeit_excess: bool,
    #[serde(default)]
    roodles: bool,
    #[serde(default)]
    kitty: bool,
    #[serde(default)]
    straddle: Option<StraddleRule>,
    #[serde(default)]
    bomb_pot: Option<BombPot>,
    #[serde(default)]
    double_board: Option<DoubleBoard>,
    #[serde(default)]
    seven_deuce: Option<u8>,
    #[serde(default)]
    free_stacks: Option<u8>,
    #[serde(default)]
    closes_at: Option<UnixMs>,
}

/// What a table plays by besides its game. What is left out is as usual.
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own on the wire")]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SessionRules {
    /// Whether players who are all-in may agree to deal the rest of the board twice, each time for one half of every pot. They
    /// are asked where nothing but cards of the board is still to come.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub run_twice: bool,
    /// Whether players who were dealt in may see the cards of the board that would have come, once a hand has ended early:
    /// `rabbit_hunt`. Games with a board only.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub rabbit_hunt: bool,
    /// Whether a player may check or bet in the dark: declare it for the coming betting round before its cards of the board are dealt,
    /// by `check_dark` and `bet_dark`. Games with a board only.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub dark_bets: bool,
    /// How the first dealer is found; left out, it is `high_card` in games with a small and a big blind, else `first_jack`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub first_dealer: Option<FirstDealer>,
    /// Whether cards dealt face up before the first hand say who sits where: when all seats are taken, or half a minute after
    /// enough players are there. Private tables only.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub seat_draw: bool,
    /// Who shows at the showdown, where the game's own rule shall not hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub show_rule: Option<ShowRule>,
    /// Whether a bet or raise of another size than is offered counts as what is legal, the excess being dead money, instead of
    /// being refused.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub forfeit_excess: bool,
    /// Whether a full house or better that wins a pot begins roodles: from the next hand on, until the deal comes back to that
    /// hand's dealer, all stakes are doubled and no player sits out.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub roodles: bool,
    /// Whether the table has a kitty, which gets one chip of the main pot of every hand with more than one raise. When the table
    /// closes those who sit there share it equally, the odd chips going left of the dealer; the last one to leave takes it.
    /// Private tables only.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub kitty: bool,
    /// Which places may straddle: a player who said so by `straddle` posts twice the big blind before the deal, the betting begins at
    /// the next seat, and the straddler speaks last. One player a hand, none between two players. Games with a small and a big
    /// blind only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub straddle: Option<StraddleRule>,
    /// Whether there are bomb pots, and how often: every player dealt in posts an ante, there are no blinds and no betting before the
    /// flop. Games with a small and a big blind and a shared board only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bomb_pot: Option<BombPot>,
    /// In which hands two boards are dealt side by side, each for one half of every pot. Games of [`GameInfo::double_board_seats`], with
    /// no more seats than that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub double_board: Option<DoubleBoard>,
    /// How many big blinds, 1 to 20, each other player of the hand pays to the one who alone wins the main pot with a seven and a
    /// deuce of any suits, out of what is left in front of the seat. The winner's cards are shown, even where all others folded. Games
    /// only where each player holds two hole cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seven_deuce: Option<u8>,
    /// How many free stacks a player who has lost everything gets, 1 to 5, one after the other, each as large as the first buy-in.
    /// Chips cannot be added then, and a player who has lost all stacks is out. Private tables only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub free_stacks: Option<u8>,
    /// When the table closes, in milliseconds since 1970: the hand that runs then is played to its end, and everybody leaves
    /// with the stack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub closes_at: Option<UnixMs>,
}

/// How the first dealer of a table is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum FirstDealer {
    /// Cards are dealt face up, round by round; the first jack deals.
    FirstJack,
    /// Each player gets one card face up; the highest deals, of equal ones the first.
    HighCard,
    /// By chance, without cards.
    Random,
    /// The first seat that plays.
    FirstSeat,
}

/// How a table plays bomb pots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct BombPot {
    /// Every how many hands, 1 to 100: with 1 every hand is one.
    pub every: u16,
    /// What each player posts, 1 to 20 big blinds.
    pub ante: u8,
}

/// In which hands of a table two boards are dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum DoubleBoard {
    /// In all.
    Always,
    /// In bomb pots. The table must have them.
    BombPots,
}

/// Which places may straddle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum StraddleRule {
    /// The first seat left of the big blind.
    UnderTheGun,
    /// The button.
    Button,
    /// Every seat but the blinds. Of several who want to, the button comes first, then the seat at its right, and so on.
    AnyPlace,
}

/// Who shows at the showdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum ShowRule {
    /// Everybody still in.
    All,
    /// In turn; a hand that is beaten by a shown one may be mucked.
    MuckLosers,
}

impl SessionRules {
    /// Whether nothing was chosen.
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// A table with everything resolved.
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own on the wire")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TableInfo {
    /// Its identifier; that of a private table has the invitation in it.
    pub table: TableId,
    /// What it is called.
    pub name: String,
    /// The games that the table plays, if it plays several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mix: Option<Box<MixInfo>>,
    /// The game; of several the one at hand, as are its names, limit and amounts.
    pub game: String,
    /// The game's names.
    pub game_name: LocalName,
    /// The betting structure.
    pub limit: String,
    /// The small blind, 0 if there is none.
    pub small_blind: Chips,
    /// The big blind, 0 if there is none.
    pub big_blind: Chips,
    /// The ante, 0 if there is none.
    pub ante: Chips,
    /// The bet size of each tier: exact in fixed limit, the least otherwise.
    pub bets: Vec<Chips>,
    /// How many seats.
    pub seats: u8,
    /// The least buy-in.
    pub buy_in_min: Chips,
    /// The greatest buy-in.
    pub buy_in_max: Chips,
    /// Time to act, in milliseconds.
    pub action_ms: u32,
    /// The time bank, in milliseconds.
    pub time_bank_ms: u32,
    /// Whether it is left out of the lobby's list.
    pub private: bool,
    /// Whether bots of the house may come where people play.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub house_bots: bool,
    /// What the table plays by besides its game; left out if all is as usual.
    #[serde(default, skip_serializing_if = "SessionRules::is_usual")]
    #[ts(optional, as = "Option<_>")]
    pub session: SessionRules,
    /// Whether the game is the host's own, which no list of games has: the table's snapshot has it.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub own_game: bool,
    /// Whether one player practises here against bots. The chips are worth nothing elsewhere.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub practice: bool,
    /// The account that opened the table, as in a player's `id`; left out at tables of the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub host: Option<String>,
    /// The tournament that the table belongs to. Its chips are worth nothing elsewhere, and requests about seats and chips go to
    /// the tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tournament: Option<Box<EventInfo>>,
}

/// A line of the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TableSummary {
    /// The table.
    pub info: TableInfo,
    /// The taken seats.
    pub taken: Vec<u8>,
    /// How many of those are bots.
    pub bots: u8,
    /// How many of the taken seats do not play: their players sit out, have no chips, or no connection.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<_>")]
    pub away: u8,
    /// How many wait for a seat.
    pub waiting: u16,
    /// Hands completed so far.
    pub hands: u64,
    /// How many more hands the game at hand is played, if it is one of a rotation and that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub hands_left: Option<u16>,
    /// The average pot of the last hands.
    pub average_pot: Chips,
}
