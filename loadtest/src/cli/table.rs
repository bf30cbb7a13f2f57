//! Options of the tables.

use clap::Args;
use poker_protocol::v1::MixConfig;
use serde_json::{Value, json};

use crate::policy::Profile;

/// Reads a mix of games at one table: a rotation of the server's list, such as `horse` or `horse:2` for two hands of each game, or `pick`
/// for dealer's choice.
fn mix(text: &str) -> Result<MixConfig, String> {
    if text == "pick" {
        return Ok(MixConfig::DealersChoice {
            games: Vec::new(),
            default: None,
            pick_ms: None,
        });
    }
    let (rotation, hands) = match text.split_once(':') {
        None => (text, None),
        Some((rotation, hands)) => match hands.parse() {
            Ok(hands) => (rotation, Some(hands)),
            Err(_) => return Err(format!("{hands} is not a number of hands")),
        },
    };
    Ok(MixConfig::Rotation {
        rotation: Some(rotation.to_owned()),
        games: Vec::new(),
        hands,
    })
}

/// Options of the tables.
#[derive(Clone, Debug, Args)]
pub(crate) struct TableArgs {
    /// Set the number of seats per table.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u8).range(2..=10))]
    pub(crate) seats: u8,
    /// Play this game.
    #[arg(long, default_value = "no-limit-holdem")]
    pub(crate) game: String,
    /// Play several games at each table instead of one: a rotation of the server's list, such as ID or ID:2 for two hands of each game, or
    /// `pick` for dealer's choice. Repeat to let the tables take the mixes in turn.
    #[arg(long, value_parser = mix, conflicts_with = "game", value_name = "MIX")]
    pub(crate) mix: Vec<MixConfig>,
    /// Choose the playing style.
    #[arg(long, value_enum, default_value_t = Profile::Calm)]
    pub(crate) profile: Profile,
    /// Give players this much time to act, in seconds.
    #[arg(long, default_value_t = 60)]
    pub(crate) action_s: u32,
    /// Seed the random choices of all players.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

impl TableArgs {
    /// Returns the setups that tables take in turn, in the form of the protocol, without name and seats.
    pub(crate) fn setups(&self) -> Vec<Value> {
        let action_ms = u64::from(self.action_s) * 1000;
        if self.mix.is_empty() {
            return vec![json!({"game": self.game, "action_ms": action_ms})];
        }
        let several = |mix| json!({"game": "", "mix": mix, "action_ms": action_ms});
        self.mix.iter().map(several).collect()
    }

    /// Returns the names of the games played, for a report.
    pub(crate) fn games(&self) -> String {
        let name = |mix: &MixConfig| match mix {
            MixConfig::Rotation { rotation, .. } => rotation.clone().unwrap_or_default(),
            MixConfig::DealersChoice { .. } => "as dealers pick".to_owned(),
        };
        if self.mix.is_empty() {
            return self.game.clone();
        }
        self.mix.iter().map(name).collect::<Vec<_>>().join(", ")
    }
}
