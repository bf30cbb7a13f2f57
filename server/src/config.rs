//! Settings. A flag takes precedence over an environment variable, that over the file, and that over the default.

mod bounds;
mod environment;

use std::fmt::{self, Display};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

use jiff::SignedDuration;
use poker_engine::Chips;
use poker_net::Origins;
use poker_push::is_service;
use poker_store::{FaucetLimits, KeepHands};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use self::bounds::Bounds;
pub(crate) use self::environment::refuse_unknown;
use crate::backups::is_within;
use crate::log;

/// Format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// Pretty on a terminal, JSON otherwise.
    Auto,
    /// One JSON object a line.
    Json,
    /// Human-readable.
    Pretty,
}

macro_rules! settings {
    ($($(#[$extra:meta])* $name:ident / $env:literal: $ty:ty = $default:expr, $doc:literal, $shown:literal $(, $bounds:expr)?;)+) => {
        #[expect(clippy::doc_markdown, reason = "the text is that of --help, where nothing is marked")]
        /// Settings as given by flags, environment or file. Missing ones take their default.
        #[derive(Clone, Debug, Default, clap::Args, Deserialize)]
        #[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
        pub struct Settings {
            $(
                #[doc = $doc]
                #[arg(long, env = $env, help = concat!($doc, " [default: ", $shown, "]"), hide_env_values = true)]
                $(#[$extra])*
                pub $name: Option<$ty>,
            )+
        }

        impl Settings {
            /// Fills in missing settings from `other`.
            #[must_use]
            pub fn or(self, other: Self) -> Self {
                Self { $($name: self.$name.or(other.$name),)+ }
            }
        }

        #[expect(clippy::doc_markdown, reason = "the text is that of --help, where nothing is marked")]
        /// The complete settings of a server.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub struct Config {
            $(
                #[doc = $doc]
                pub $name: $ty,
            )+
            /// Start once on a database that lacks data once written to it. Not a setting of the file: there it would
            /// be forgotten and stay in force.
            #[serde(skip)]
            pub accept_loss: bool,
        }

        impl Default for Config {
            fn default() -> Self {
                Self { $($name: $default,)+ accept_loss: false }
            }
        }

        impl Config {
            /// Fills in the defaults of missing settings.
            pub fn resolve(settings: Settings) -> Self {
                let default = Self::default();
                Self { $($name: settings.$name.unwrap_or(default.$name),)+ ..default }
            }

            /// The bounds of all settings that have some, in the order of their declaration.
            fn bounds(&self) -> Vec<Bounds> {
                vec![$($(Bounds::new(stringify!($name), &($bounds), &self.$name),)?)+]
            }
        }
    };
}

/// Reads an address, and shows the form where it is none.
fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| {
        let port = text
            .rsplit(':')
            .next()
            .and_then(|port| port.parse().ok())
            .unwrap_or(8080_u16);
        format!("an IP address and a port are needed, as in 127.0.0.1:{port}")
    })
}

/// Reads the address of a file.
fn address_in_file<'de, D: Deserializer<'de>>(file: D) -> Result<Option<SocketAddr>, D::Error> {
    let text = String::deserialize(file)?;
    address(&text).map(Some).map_err(D::Error::custom)
}

settings! {
    #[arg(value_parser = address)]
    #[serde(deserialize_with = "address_in_file")]
    listen / "POKER_LISTEN": SocketAddr = SocketAddr::from(([127, 0, 0, 1], 8080)),
        "Address for the page, the HTTP API and WebSockets; port 0 picks a free one", "127.0.0.1:8080";
    #[arg(num_args = 0..=1, default_missing_value = "true", require_equals = true)]
    insecure / "POKER_INSECURE": bool = false,
        "Listen without TLS on addresses that other machines can reach; nothing is encrypted", "false";
    tls_cert / "POKER_TLS_CERT": PathBuf = PathBuf::new(),
        "PEM file with the certificate chain, which turns on TLS for --listen; reloaded when it changes, and on SIGHUP", "none";
    tls_key / "POKER_TLS_KEY": PathBuf = PathBuf::new(),
        "PEM file with the key of the certificate, accessible to its owner and group alone", "none";
    admin_listen / "POKER_ADMIN_LISTEN": String = "127.0.0.1:0".to_owned(),
        "Address for operators: /metrics, /healthz, /readyz, and POST /pause and /resume for all tables, with the token from admin.token in the data folder; port 0 picks a free one and writes it to admin.address there; none disables the port", "127.0.0.1:0";
    #[arg(value_delimiter = ',')]
    admin_host / "POKER_ADMIN_HOST": Vec<String> = Vec::new(),
        "Names and addresses by which operators reach that port, besides those of this machine", "none";
    data / "POKER_DATA": PathBuf = PathBuf::from("data"),
        "Folder for the database and its keys; created if missing", "data";
    seal_key / "POKER_SEAL_KEY": PathBuf = PathBuf::new(),
        "File with the key that seals cards, created along with a new data folder; by default seal.key in that folder", "none";
    backup_to / "POKER_BACKUP_TO": PathBuf = PathBuf::new(),
        "Folder for copies of the data folder, which poker backup makes while the server runs; without it, none are made", "none";
    backup_every / "POKER_BACKUP_EVERY": SignedDuration = SignedDuration::from_hours(6),
        "Time between copies, as in 6h or 30m", "6h", SignedDuration::from_mins(1)..=SignedDuration::from_hours(8_784);
    backup_keep / "POKER_BACKUP_KEEP": u32 = 28,
        "Number of copies to keep, newest first", "28", 1..=100_000;
    keep_hands / "POKER_KEEP_HANDS": KeepHands = KeepHands::Forever,
        "Finished hands to keep: forever, those of the last days as in 90d, or the last ones as in 100000", "forever";
    #[arg(num_args = 0..=1, default_missing_value = "true", require_equals = true)]
    keep_journal / "POKER_KEEP_JOURNAL": bool = false,
        "Keep every step of every table, even those that no table and no hand needs any more", "false";
    #[arg(num_args = 0..=1, default_missing_value = "true", require_equals = true)]
    demo_tables / "POKER_DEMO_TABLES": bool = true,
        "Open demo tables in a new data folder: one for each game that other hand formats can name, one rotation, one dealer's choice", "true";
    house_bots / "POKER_HOUSE_BOTS": u16 = 24,
        "House bots, which play at the demo tables, at least two at a table, with people who wait there, and in events and at tables whose hosts ask for them; 0 for none", "24", 0..=1_000;
    #[arg(value_delimiter = ',')]
    allow_origin / "POKER_ALLOW_ORIGIN": Vec<String> = Vec::new(),
        "Other web origins that may connect, each with scheme and host", "none";
    #[arg(value_delimiter = ',')]
    trusted_proxy / "POKER_TRUSTED_PROXY": Vec<IpAddr> = Vec::new(),
        "Addresses of proxies whose X-Forwarded-For is trusted", "none";
    blocked_words / "POKER_BLOCKED_WORDS": PathBuf = PathBuf::new(),
        "File with words that new names and chat must not contain, one per line, with # before comments; *word is also blocked inside other words", "none";
    #[arg(value_delimiter = ',')]
    push_services / "POKER_PUSH_SERVICES": Vec<String> = Vec::new(),
        "Push services besides those of common browsers: hosts, or origins on this machine as in http://127.0.0.1:4000", "none";
    push_contact / "POKER_PUSH_CONTACT": String = String::new(),
        "Contact of the operator for push services, as in mailto:host@example.org; some refuse messages without it", "none";
    #[arg(num_args = 0..=1, default_missing_value = "true", require_equals = true)]
    ws_echo / "POKER_WS_ECHO": bool = false,
        "Serve /ws/echo, for WebSocket conformance suites", "false";
    log / "POKER_LOG_FORMAT": LogFormat = LogFormat::Auto,
        "Format of log lines", "auto";
    log_level / "POKER_LOG": String = "info".to_owned(),
        "Log filter, as in info or poker=debug,warn; below info, only poker's own lines are logged, which never contain a secret", "info";
    tournament_shown_s / "POKER_TOURNAMENT_SHOWN_S": u32 = 3_600,
        "Seconds that a finished tournament stays in the lobby; its results, log and trail are kept for good", "3600", 0..=31_536_000;
    drain_timeout_s / "POKER_DRAIN_TIMEOUT_S": u32 = 3,
        "Seconds that running hands get to finish when the server is told to stop; unfinished ones continue after the next start", "3", 0..=3_600;
    gone_wait_s / "POKER_GONE_WAIT_S": u32 = 5,
        "Seconds that a hand waits for a player who is leaving and has lost the connection", "5", 0..=3_600;
    hand_pause_percent / "POKER_HAND_PAUSE_PERCENT": u32 = 100,
        "Length of the pauses between hands, in percent; 0 when only programs play", "100", 0..=1_000;
    bot_think_percent / "POKER_BOT_THINK_PERCENT": u32 = 100,
        "Thinking time of house bots, in percent; 0 for none", "100", 0..=1_000;
    max_connections / "POKER_MAX_CONNECTIONS": u32 = 20_000,
        "Open connections in total", "20000", 1..=100_000_000;
    max_connections_per_ip / "POKER_MAX_CONNECTIONS_PER_IP": u32 = 500,
        "Open connections from one network, also through a trusted proxy; this machine's own are not counted", "500", 1..=1_000_000;
    max_tables / "POKER_MAX_TABLES": u32 = 5_000,
        "Open tables in total", "5000", 1..=1_000_000;
    messages_per_second / "POKER_MESSAGES_PER_SECOND": u32 = 10,
        "Messages per second that a connection may send in the long run", "10", 1..=1_000_000;
    message_burst / "POKER_MESSAGE_BURST": u32 = 20,
        "Messages that a connection may send in one burst", "20", 1..=1_000_000;
    guests_per_minute / "POKER_GUESTS_PER_MINUTE": u32 = 300,
        "New guests per minute from one network, and as many session renewals", "300", 1..=1_000_000;
    passwords_per_minute / "POKER_PASSWORDS_PER_MINUTE": u32 = 60,
        "Logins, new accounts and API tokens per minute from one network; for one name, ten", "60", 1..=1_000_000;
    daily_chips_per_network / "POKER_DAILY_CHIPS_PER_NETWORK": u64 = FaucetLimits::default().network.get(),
        "Play money granted per day to all accounts of one network; this machine's own are not counted", "5000000", 0..=Chips::MAX.get();
    daily_chips / "POKER_DAILY_CHIPS": u64 = FaucetLimits::default().all.get(),
        "Play money granted per day to all accounts together", "10000000000", 0..=Chips::MAX.get();
    api_requests_per_second / "POKER_API_REQUESTS_PER_SECOND": u32 = 60,
        "HTTP requests per second to /api that one network may send in the long run; this machine's own are not counted",
        "60", 1..=1_000_000;
    tables_per_minute / "POKER_TABLES_PER_MINUTE": u32 = 10,
        "New tables per minute by one account", "10", 1..=1_000_000;
    outbox_bytes / "POKER_OUTBOX_BYTES": u32 = 65_536,
        "Bytes that may wait for a slow reader before it is disconnected", "65536", 16_384..=67_108_864;
    hold_ms / "POKER_HOLD_MS": u32 = 50,
        "Milliseconds for which a busy server may hold back events that need no answer from a viewer; 0 for never", "50", 0..=1_000;
    hello_timeout_ms / "POKER_HELLO_TIMEOUT_MS": u32 = 5_000,
        "Milliseconds within which a connection must say hello", "5000", 1..=600_000;
    header_timeout_ms / "POKER_HEADER_TIMEOUT_MS": u32 = 5_000,
        "Milliseconds within which the head of an HTTP request must arrive", "5000", 1..=600_000;
    heartbeat_ms / "POKER_HEARTBEAT_MS": u32 = 10_000,
        "Milliseconds of silence after which the server sends a ping", "10000", 1..=3_600_000;
    timeout_ms / "POKER_TIMEOUT_MS": u32 = 25_000,
        "Milliseconds of silence after which a connection counts as dead", "25000", 2..=3_600_000;
}

impl Config {
    /// Reads the file, if one is named, and takes from it what `settings` leaves out; defaults fill the rest.
    ///
    /// # Errors
    /// If the file cannot be read or a value is invalid.
    pub fn load(settings: Settings, file: Option<&Path>) -> Result<Self, ConfigError> {
        let from_file = match file {
            Some(path) => {
                let failed = |what: &dyn Display| ConfigError::File(path.to_owned(), what.to_string());
                let text = std::fs::read_to_string(path).map_err(|failure| failed(&failure))?;
                toml::from_str(&text).map_err(|failure| failed(&failure))?
            }
            None => Settings::default(),
        };
        let config = Self::resolve(settings.or(from_file));
        config.check()?;
        Ok(config)
    }

    /// Address of the operators' port; `None` if it is disabled.
    pub fn admin_address(&self) -> Result<Option<SocketAddr>, ConfigError> {
        match self.admin_listen.as_str() {
            "" | "none" => Ok(None),
            address => match address.parse() {
                Ok(address) => Ok(Some(address)),
                Err(_) => Err(ConfigError::Value(
                    "admin-listen",
                    "must be an IP address with a port, as in 127.0.0.1:8081",
                )),
            },
        }
    }

    /// File with the key that seals cards; `None` if the key is in the data folder.
    pub fn seal_key(&self) -> Option<PathBuf> {
        (!self.seal_key.as_os_str().is_empty()).then(|| self.seal_key.clone())
    }

    /// Files with the certificate and its key; `None` if the players' address does not use TLS.
    pub fn tls(&self) -> Option<(&Path, &Path)> {
        let (certificate, key) = (self.tls_cert.as_path(), self.tls_key.as_path());
        (!certificate.as_os_str().is_empty()).then_some((certificate, key))
    }

    /// Folder for copies of the data folder; `None` if none are made.
    pub(crate) fn backup_to(&self) -> Option<&Path> {
        Some(self.backup_to.as_path()).filter(|path| !path.as_os_str().is_empty())
    }

    /// File with the blocked words, if there is one.
    pub(crate) fn blocked_words(&self) -> Option<&Path> {
        Some(self.blocked_words.as_path()).filter(|path| !path.as_os_str().is_empty())
    }

    /// Limits of play-money grants.
    pub fn faucet(&self) -> FaucetLimits {
        FaucetLimits {
            network: Chips::try_new(self.daily_chips_per_network).unwrap_or(Chips::MAX),
            all: Chips::try_new(self.daily_chips).unwrap_or(Chips::MAX),
            ..FaucetLimits::default()
        }
    }

    /// Checks values against each other.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self) -> Result<(), ConfigError> {
        let plain = "would send passwords, tokens and cards unencrypted to other machines: name a certificate with --tls-cert and \
                     --tls-key, listen on 127.0.0.1 behind a proxy that speaks TLS, or say --insecure";
        let plain_admin =
            "would send the operators' token unencrypted to other machines: listen on 127.0.0.1, or say --insecure";
        if self.tls_cert.as_os_str().is_empty() != self.tls_key.as_os_str().is_empty() {
            let name = if self.tls_key.as_os_str().is_empty() {
                "tls-cert"
            } else {
                "tls-key"
            };
            return Err(ConfigError::Value(
                name,
                "makes no sense alone: tls-cert and tls-key go together",
            ));
        }
        if self.backup_to().is_some_and(|to| is_within(to, &self.data)) {
            let wrong = "is inside the data folder, and is lost with it: name a folder elsewhere, best on another disk";
            return Err(ConfigError::Value("backup-to", wrong));
        }
        let players = self.tls().is_none().then_some(self.listen);
        for (name, address, plain) in [
            ("listen", players, plain),
            ("admin-listen", self.admin_address()?, plain_admin),
        ] {
            if address.is_some_and(|address| !address.ip().to_canonical().is_loopback()) && !self.insecure {
                return Err(ConfigError::Value(name, plain));
            }
        }
        if let Some(Bounds { name, least, most, .. }) = self.bounds().into_iter().find(|bounds| !bounds.are_kept) {
            return Err(ConfigError::Bounds { name, least, most });
        }
        if self.timeout_ms <= self.heartbeat_ms {
            return Err(ConfigError::Value("timeout-ms", "must be above heartbeat-ms"));
        }
        if !self.push_services.iter().all(|service| is_service(service)) {
            let wrong =
                "must be hosts, such as push.example.org, or origins of this machine, such as http://127.0.0.1:4000";
            return Err(ConfigError::Value("push-services", wrong));
        }
        let contact = &self.push_contact;
        let named = contact.strip_prefix("mailto:").or(contact.strip_prefix("https://"));
        if !contact.is_empty() && named.is_none_or(str::is_empty) {
            let wrong = "must be an address that begins with mailto: or https://";
            return Err(ConfigError::Value("push-contact", wrong));
        }
        if !self.allow_origin.iter().all(|origin| Origins::is_one(origin)) {
            let wrong = "must be origins, such as https://example.org, without a path or a slash at the end";
            return Err(ConfigError::Value("allow-origin", wrong));
        }
        log::filter(&self.log_level).map(|_| ())
    }
}

/// Formats the settings as a file that [`Config::load`] reads.
impl Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&toml::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// An invalid setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read or parsed.
    #[error("{path}: {fault}", path = .0.display(), fault = .1)]
    File(PathBuf, String),
    /// An environment variable with this program's prefix sets nothing.
    #[error(
        "{name} sets nothing: the environment variables of this program are those of `poker serve --help`{nearest}"
    )]
    Variable {
        /// Name of the variable.
        name: String,
        /// Hint that names the closest existing variable, or empty.
        nearest: String,
    },
    /// A value is out of its bounds.
    #[error("the setting {name} must be from {least} to {most}")]
    Bounds {
        /// Name of the setting.
        name: String,
        /// Least value that it takes.
        least: String,
        /// Greatest value that it takes.
        most: String,
    },
    /// A value is invalid.
    #[error("the setting {0} {1}")]
    Value(&'static str, &'static str),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_reads_back() {
        let config = Config {
            house_bots: 3,
            backup_every: SignedDuration::from_mins(90),
            allow_origin: vec!["https://example.org".to_owned()],
            ..Config::default()
        };
        let settings = toml::from_str(&config.to_string()).unwrap();
        assert_eq!(Config::resolve(settings), config);
    }

    #[test]
    fn flags_go_before_the_file_and_the_file_before_the_defaults() {
        let flags: Settings = toml::from_str("house-bots = 1").unwrap();
        let file: Settings = toml::from_str("house-bots = 2\nmax-tables = 7").unwrap();
        let config = Config::resolve(flags.or(file));
        assert_eq!((config.house_bots, config.max_tables), (1, 7));
        assert_eq!(config.message_burst, Config::default().message_burst);
    }

    #[test]
    fn an_address_without_its_form_is_told_the_form() {
        assert_eq!(address("[::1]:81"), Ok("[::1]:81".parse().unwrap()));
        for (text, example) in [
            ("18777", "127.0.0.1:18777"),
            ("localhost:18792", "127.0.0.1:18792"),
            ("127.0.0.1", "127.0.0.1:8080"),
            ("club", "127.0.0.1:8080"),
        ] {
            let told = address(text).unwrap_err();
            assert!(told.ends_with(&format!("as in {example}")), "{text}: {told}");
            let told = toml::from_str::<Settings>(&format!("listen = \"{text}\"")).unwrap_err();
            assert!(told.to_string().contains(&format!("as in {example}")), "{text}: {told}");
        }
    }

    #[test]
    fn plain_text_for_other_machines_needs_a_word() {
        for text in [
            "listen = \"127.0.0.2:80\"",
            "listen = \"[::1]:80\"",
            "listen = \"0.0.0.0:80\"\ninsecure = true",
            "admin-listen = \"0.0.0.0:80\"\ninsecure = true",
            "listen = \"0.0.0.0:80\"\ntls-cert = \"a\"\ntls-key = \"b\"",
        ] {
            let settings = toml::from_str(text).unwrap();
            assert!(Config::load(settings, None).is_ok(), "{text}");
        }
    }

    #[test]
    fn every_number_and_time_has_bounds_and_what_is_beyond_is_refused_with_them() {
        let told = |text: String| Config::load(toml::from_str(&text).unwrap(), None).map_err(|error| error.to_string());
        let default = Config::default();
        let mut bounded = Vec::new();
        for Bounds {
            name,
            least,
            most,
            are_kept,
        } in default.bounds()
        {
            assert!(are_kept, "{name}");
            let refusal = Err(format!("the setting {name} must be from {least} to {most}"));
            match (least.parse::<u64>(), most.parse::<u64>()) {
                (Ok(first), Ok(last)) => {
                    let beyond = [first.checked_sub(1), Some(last + 1)];
                    for value in beyond.into_iter().flatten() {
                        assert_eq!(told(format!("{name} = {value}")), refusal);
                    }
                    for value in [first, last] {
                        assert_ne!(told(format!("{name} = {value}")), refusal);
                    }
                }
                _ => assert_eq!(told(format!("{name} = \"59s\"")), refusal),
            }
            bounded.push(name);
        }
        let all: toml::Table = default.to_string().parse().unwrap();
        let numbers = all.iter().filter(|(_, value)| value.is_integer()).map(|(name, _)| name);
        for name in numbers.chain([&"backup-every".to_owned()]) {
            assert!(bounded.contains(name), "{name} has no bounds");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "timeout-ms = 10",
            "data = \"club\"\nbackup-to = \"club/copies\"",
            "data = \"club\"\nbackup-to = \"./club/../club\"",
            "admin-listen = \"9090\"",
            "listen = \"0.0.0.0:80\"",
            "listen = \"[::]:80\"",
            "listen = \"192.168.1.2:80\"",
            "admin-listen = \"[2001:db8::1]:9090\"",
            "admin-listen = \"0.0.0.0:80\"\ntls-cert = \"a\"\ntls-key = \"b\"",
            "tls-cert = \"a\"",
            "tls-key = \"a\"",
            "allow-origin = [\"example.org\"]",
            "allow-origin = [\"https://\"]",
            "allow-origin = [\"https://example.org/\"]",
            "allow-origin = [\"https://example.org\", \"https://a b\"]",
            "log-level = \"inof\"",
            "log-level = \"\"",
            "push-contact = \"mailto:\"",
            "push-services = [\"http://10.0.0.1:80\"]",
            "push-contact = \"host\"",
        ] {
            let settings = toml::from_str(text).unwrap();
            assert!(Config::load(settings, None).is_err(), "{text}");
        }
        for text in ["no-such-setting = 1", "house-bots = -1", "listen = \"here\""] {
            assert!(toml::from_str::<Settings>(text).is_err(), "{text}");
        }
    }
}
