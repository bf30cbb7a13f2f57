//! The settings file, as text.

use poker_server::config::{Config, Settings};

use crate::fuzz::Seen;

/// Reads and checks settings. Accepted ones can be written and read back.
pub(in crate::fuzz) fn settings(input: &[u8], seen: &mut Seen) {
    let Ok(text) = str::from_utf8(input) else { return };
    let read: Result<Settings, _> =
        toml::from_str(text).map_err(|failure: toml::de::Error| failure.message().to_owned());
    let Some(settings) = seen.outcome(read) else { return };
    let config = Config::resolve(settings);
    if seen.outcome(config.check()).is_some() {
        let again = toml::from_str(&config.to_string()).map(Config::resolve);
        assert_eq!(again.as_ref(), Ok(&config), "settings read back");
        seen.note((config.admin_address().is_ok(), config.seal_key().is_some()));
        let _ = config.faucet();
    }
}

pub(in crate::fuzz) fn seeds() -> Vec<Vec<u8>> {
    vec![Config::default().to_string().into_bytes()]
}
