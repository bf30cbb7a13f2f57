//! The stored description of a table that a player or the house opened.

use std::sync::Arc;

use poker_protocol::v1::UnixMs;
use poker_protocol::v1::table::TableConfig;
use poker_store::{AccountId, StoredTable};
use poker_wire::ClockRecord;
use rand::rngs::SysError;
use serde::{Deserialize, Serialize};

use crate::setup::config::TableSetup;
use crate::setup::error::ConfigError;
use crate::setup::invitation::Invitation;
use crate::setup::timing::Timing;
use crate::state::record::clock_record;
use crate::state::recover::recover;

/// Stored description of how a table was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opened {
    /// `true` if it stays open while empty.
    pub demo: bool,
    /// Requested configuration.
    pub config: TableConfig,
    /// Account that opened it; `None` for the house.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "host")]
    pub host: Option<AccountId>,
    /// Invitation that admits players to a private table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<Invitation>,
    /// `true` for a practice table.
    #[serde(default, skip_serializing_if = "is_false")]
    pub practice: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

impl Opened {
    /// Description of a practice table.
    ///
    /// # Errors
    /// If the system has no randomness for its invitation.
    pub fn practice(config: TableConfig, host: AccountId) -> Result<Self, SysError> {
        Ok(Self {
            demo: false,
            config,
            host: Some(host),
            invitation: Some(Invitation::draw()?),
            practice: true,
        })
    }

    /// The setup of the table.
    ///
    /// # Errors
    /// If the configuration is faulty.
    pub fn setup(&self, timing: Timing) -> Result<TableSetup, ConfigError> {
        TableSetup::new(&self.config, timing).map(|setup| self.dress(setup))
    }

    /// The setup of a table from an earlier run. If its game now costs more than is allowed, the table finishes the
    /// hand and closes.
    ///
    /// # Errors
    /// If the configuration is faulty.
    pub fn kept_setup(&self, timing: Timing) -> Result<TableSetup, ConfigError> {
        let mut setup = TableSetup::kept(&self.config, timing).map(|setup| self.dress(setup))?;
        if setup.is_too_dear() {
            tracing::warn!(
                table = setup.name,
                "its own game costs too much: the table closes after the hand"
            );
            // A constant, since the journal records it and every start must agree.
            setup.session.closes_at = Some(UnixMs::default());
        }
        Ok(setup)
    }

    fn dress(&self, setup: TableSetup) -> TableSetup {
        TableSetup {
            host: self.host,
            invitation: self.invitation.clone(),
            practice: self.practice,
            ..setup
        }
    }
}

/// Name and clock of a table that a player or the house opened, from its stored description; `None` for a table of an
/// event.
pub fn stored_name_and_clock(config: &str) -> Option<(String, ClockRecord)> {
    let opened: Opened = serde_json::from_str(config).ok()?;
    let setup = opened.kept_setup(Timing::default()).ok()?;
    Some((setup.name, clock_record(&setup.timing, setup.timing.action_ms)))
}

/// Name and invitation of a table, from a stored description of any version.
pub fn told_in(config: &str) -> (Option<String>, Option<Invitation>) {
    let opened: serde_json::Value = serde_json::from_str(config).unwrap_or_default();
    let name = opened["config"]["name"].as_str().map(str::to_owned);
    (name, serde_json::from_value(opened["invitation"].clone()).ok())
}

/// Tries to recover a table; the error says why it cannot be opened.
pub fn try_open(stored: &StoredTable) -> Result<(), String> {
    let opened: Opened = serde_json::from_str(&stored.config).map_err(|fault| fault.to_string())?;
    let setup = opened
        .kept_setup(Timing::default())
        .map_err(|fault| fault.to_string())?;
    let recovered = recover(stored, &Arc::new(setup));
    recovered.map(drop).map_err(|damage| damage.to_string())
}

/// The wishes of a table's creator, from its stored description, for a table that is to be the same again: without the
/// hour at which that one closed.
pub fn wished_in(stored: &str) -> Option<TableConfig> {
    let Opened { mut config, .. } = serde_json::from_str(stored).ok()?;
    config.session.closes_at = None;
    Some(config)
}

/// Stores the host as text.
mod host {
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    use poker_store::AccountId;

    #[expect(clippy::ref_option, reason = "serde calls it so")]
    pub(super) fn serialize<S: Serializer>(host: &Option<AccountId>, serializer: S) -> Result<S::Ok, S::Error> {
        match host {
            Some(host) => serializer.collect_str(host),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<AccountId>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
    }
}
