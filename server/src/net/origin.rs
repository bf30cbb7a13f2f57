//! Which web pages may connect.

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, Uri};

/// The web origins that may connect: our own, those that were named, and programs, which send none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origins {
    allowed: Vec<String>,
}

impl Origins {
    /// Our own and these.
    pub(crate) fn new(allowed: &[String]) -> Self {
        let allowed = allowed.iter().filter_map(|origin| canonical(origin)).collect();
        Self { allowed }
    }

    /// Whether a request with these headers may be answered.
    pub(crate) fn allow(&self, headers: &HeaderMap) -> bool {
        let mut origins = headers.get_all(ORIGIN).iter();
        let Some(origin) = origins.next() else { return true };
        let Some(origin) = one(origin).and_then(canonical) else {
            return false;
        };
        if origins.next().is_some() {
            return false;
        }
        if self.allowed.contains(&origin) {
            return true;
        }
        // The page may have come through a proxy that speaks TLS, so the scheme is not ours to know.
        let mut hosts = headers.get_all(HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            return false;
        };
        ["http", "https"].into_iter().any(|scheme| {
            one(host)
                .and_then(|host| canonical(&format!("{scheme}://{host}")))
                .as_ref()
                == Some(&origin)
        })
    }
}

fn one(value: &HeaderValue) -> Option<&str> {
    value.to_str().ok()
}

/// An origin with everything spelled out: `scheme://host:port` in small letters. `None` if it is none.
fn canonical(origin: &str) -> Option<String> {
    let (scheme, authority) = origin.split_once("://")?;
    let default_port = match scheme {
        "http" => 80,
        "https" => 443,
        _ => return None,
    };
    let plain = !authority.is_empty() && !authority.contains(['/', '?', '#', '@']);
    let uri: Uri = plain.then(|| origin.parse().ok())??;
    let authority = uri.authority()?;
    let port = match authority.as_str().strip_prefix(authority.host())? {
        "" => default_port,
        port => port.strip_prefix(':')?.parse().ok()?,
    };
    Some(format!("{scheme}://{}:{port}", authority.host().to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(origins: &Origins, host: &str, origin: &str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_str(host).unwrap());
        headers.insert(ORIGIN, HeaderValue::from_str(origin).unwrap());
        origins.allow(&headers)
    }

    #[test]
    fn our_own_pages_may_connect_and_others_may_not() {
        let origins = Origins::new(&["https://club.example:8443".to_owned()]);
        for (host, origin) in [
            ("poker.example", "https://poker.example"),
            ("poker.example", "http://poker.example"),
            ("poker.example", "https://poker.example:443"),
            ("Poker.Example:8080", "http://poker.example:8080"),
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("[::1]:8080", "http://[::1]:8080"),
            ("poker.example", "https://club.example:8443"),
        ] {
            assert!(allowed(&origins, host, origin), "{host} {origin}");
        }
        for (host, origin) in [
            ("poker.example", "null"),
            ("poker.example", ""),
            ("poker.example", "https://evil.example"),
            ("poker.example", "https://poker.example.evil.example"),
            ("poker.example", "https://evilpoker.example"),
            ("poker.example", "https://evil.example/poker.example"),
            ("poker.example", "https://poker.example@evil.example"),
            ("poker.example", "https://evil.example@poker.example"),
            ("poker.example", "https://poker.example/"),
            ("poker.example", "https://poker.example?"),
            ("poker.example", "https://poker.example#"),
            ("poker.example", "https://poker.example:8443"),
            ("poker.example:8080", "https://poker.example"),
            ("poker.example", "https://poker.example:"),
            ("poker.example", "https://poker.example:99999"),
            ("poker.example", "ftp://poker.example"),
            ("poker.example", "HTTPS://poker.example"),
            ("poker.example", "//poker.example"),
            ("poker.example", "poker.example"),
            ("poker.example", "file://"),
            ("poker.example", "https://poker.example https://evil.example"),
            ("poker.example", "https://club.example"),
            ("poker.example", "http://club.example:8443"),
            ("127.0.0.1:8080", "http://localhost:8080"),
        ] {
            assert!(!allowed(&origins, host, origin), "{host} {origin}");
        }
    }

    #[test]
    fn programs_send_no_origin_and_two_are_refused() {
        let origins = Origins::default();
        let mut headers = HeaderMap::new();
        assert!(origins.allow(&headers));
        headers.insert(HOST, HeaderValue::from_static("poker.example"));
        headers.append(ORIGIN, HeaderValue::from_static("https://poker.example"));
        assert!(origins.allow(&headers));
        headers.append(ORIGIN, HeaderValue::from_static("https://poker.example"));
        assert!(!origins.allow(&headers));
    }
}
