//! The allowed destinations of messages: the push services of browsers, and nothing else.

use std::net::IpAddr;

use axum::http::Uri;
use axum::http::uri::Scheme;

/// Push services of the common browsers: Chrome and its derivatives, Firefox, Safari, Edge on Windows.
const KNOWN: [&str; 4] = [
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
];

/// Longest address of a subscription, in bytes.
const ADDRESS_MAX: usize = 1_000;

/// The address that a service gave for a subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Endpoint {
    /// The address as requested.
    pub uri: Uri,
    pub host: String,
    pub port: u16,
    /// `true` if the connection is encrypted, as it always is except to services on the operator's own machine.
    pub is_safe: bool,
}

impl Endpoint {
    /// Scheme, host and port.
    pub(crate) fn origin(&self) -> String {
        let Self { host, port, .. } = self;
        if self.is_safe {
            format!("https://{host}")
        } else {
            format!("http://{host}:{port}")
        }
    }
}

/// The services to which messages may be sent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Services {
    /// The operator's additions to the known services: hosts, and origins on this machine.
    own: Vec<String>,
}

impl Services {
    /// The known services, plus those that the operator names.
    pub(crate) const fn new(own: Vec<String>) -> Self {
        Self { own }
    }

    /// Parses an address if it belongs to one of these services: encrypted, on the default port, without credentials.
    pub(crate) fn endpoint(&self, address: &str) -> Option<Endpoint> {
        if address.len() > ADDRESS_MAX {
            return None;
        }
        let uri: Uri = address.parse().ok()?;
        let authority = uri.authority()?;
        if authority.as_str().contains('@') {
            return None;
        }
        let host = authority.host().to_ascii_lowercase();
        let is_safe = *uri.scheme()? == Scheme::HTTPS;
        let port = authority.port_u16();
        let is_known = if is_safe {
            let hosts = KNOWN.into_iter().chain(self.own.iter().map(String::as_str));
            port.is_none_or(|port| port == 443) && is_name(&host) && is_within(&host, hosts)
        } else {
            self.own
                .iter()
                .any(|own| is_local(own) && *own == format!("http://{authority}"))
        };
        is_known.then(|| Endpoint {
            port: port.unwrap_or(if is_safe { 443 } else { 80 }),
            uri,
            host,
            is_safe,
        })
    }
}

/// Returns `true` if a host is one of several, or a subdomain of one.
fn is_within<'a>(host: &str, mut hosts: impl Iterator<Item = &'a str>) -> bool {
    hosts.any(|known| {
        let below = host.strip_suffix(known);
        below.is_some_and(|below| below.is_empty() || below.ends_with('.'))
    })
}

/// Returns `true` if a host is a name rather than an IP address.
fn is_name(host: &str) -> bool {
    let sign = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    host.bytes().all(sign) && host.parse::<IpAddr>().is_err() && !host.starts_with('.')
}

/// Returns `true` for an origin on this machine, which may do without encryption.
fn is_local(own: &str) -> bool {
    let host = own.strip_prefix("http://").and_then(|rest| rest.rsplit_once(':'));
    host.is_some_and(|(host, port)| {
        host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback()) && port.parse::<u16>().is_ok()
    })
}

/// Returns `true` if an operator may configure this as a service: a host, or an origin on this machine.
pub fn is_service(own: &str) -> bool {
    is_local(own) || (own.contains('.') && is_name(own) && own == own.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_go_to_push_services_alone() {
        let services = Services::new(vec!["push.example.org".to_owned(), "http://127.0.0.1:4000".to_owned()]);
        let origin = |address: &str| services.endpoint(address).map(|endpoint| endpoint.origin());
        for (address, known) in [
            ("https://fcm.googleapis.com/fcm/send/a:b", "https://fcm.googleapis.com"),
            ("https://FCM.googleapis.com:443/x?y", "https://fcm.googleapis.com"),
            (
                "https://updates.push.services.mozilla.com/wpush/v2/g",
                "https://updates.push.services.mozilla.com",
            ),
            ("https://web.push.apple.com/Q", "https://web.push.apple.com"),
            ("https://push.example.org/1", "https://push.example.org"),
            ("http://127.0.0.1:4000/1", "http://127.0.0.1:4000"),
        ] {
            assert_eq!(origin(address).as_deref(), Some(known), "{address}");
        }
        let long = format!("https://fcm.googleapis.com/{}", "x".repeat(ADDRESS_MAX));
        for address in [
            "",
            "x",
            "/wpush",
            "https://",
            "http://fcm.googleapis.com/x",
            "https://fcm.googleapis.com:8443/x",
            "https://fcm.googleapis.com@10.0.0.1/x",
            "https://user@fcm.googleapis.com/x",
            "https://fcm.googleapis.com.evil.example/x",
            "https://evilfcm.googleapis.com.example/x",
            "https://evilpush.apple.com.example/x",
            "https://notpush.apple.com/x",
            "https://127.0.0.1/x",
            "https://[::1]/x",
            "https://169.254.169.254/latest",
            "http://127.0.0.1:4001/1",
            "http://127.0.0.1:40000/1",
            "http://127.0.0.1/1",
            "http://localhost:4000/1",
            "ftp://push.apple.com/x",
            "file:///etc/passwd",
            long.as_str(),
        ] {
            assert_eq!(origin(address), None, "{address}");
        }
    }

    #[test]
    fn an_operator_names_hosts_and_what_is_on_this_machine() {
        for own in ["push.example.org", "http://127.0.0.1:4000", "http://127.1.2.3:80"] {
            assert!(is_service(own), "{own}");
        }
        for own in [
            "",
            "org",
            "10.0.0.1",
            "http://10.0.0.1:80",
            "http://127.0.0.1",
            "https://push.example.org",
            "*.org",
            ".example.org",
            "A.example",
        ] {
            assert!(!is_service(own), "{own}");
        }
    }
}
