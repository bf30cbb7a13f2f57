//! Origin checks: the web pages that may connect.

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, Uri};

/// Accepted web origins: our own and the configured ones. Programs send no origin and are accepted too.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    allowed: Vec<String>,
    /// `true` if our own page is served over TLS, unless a proxy passes it on.
    is_tls: bool,
}

impl Origins {
    /// Accepts our own origin, over TLS or not, and the given ones.
    pub fn new(allowed: &[String], is_tls: bool) -> Self {
        let allowed = allowed.iter().filter_map(|origin| canonical(origin)).collect();
        Self { allowed, is_tls }
    }

    /// `true` if a text is an origin: a scheme and a host, with or without a port, and nothing else.
    pub fn is_one(text: &str) -> bool {
        canonical(text).is_some()
    }

    /// Checks the origin of a request. From a trusted proxy, its headers about the requested host are believed.
    ///
    /// # Errors
    /// The origin and the host that differ.
    pub fn check(&self, headers: &HeaderMap, asked_by: AskedBy) -> Result<(), Strange> {
        let mut origins = headers.get_all(ORIGIN).iter();
        let Some(given) = origins.next() else { return Ok(()) };
        let strange = |host: &str| Strange {
            origin: String::from_utf8_lossy(given.as_bytes()).into_owned(),
            host: host.to_owned(),
        };
        let origin = given
            .to_str()
            .ok()
            .and_then(canonical)
            .filter(|_| origins.next().is_none());
        let Some(origin) = origin else {
            return Err(strange("one host"));
        };
        if self.allowed.contains(&origin) {
            return Ok(());
        }
        let host = match asked_by {
            AskedBy::Proxy => only(headers, &X_FORWARDED_HOST).or_else(|| only(headers, &HOST)),
            AskedBy::Anybody => only(headers, &HOST),
        };
        let Some(host) = host else {
            return Err(strange("one host"));
        };
        let port = match asked_by {
            AskedBy::Proxy => only(headers, &X_FORWARDED_PORT),
            AskedBy::Anybody => None,
        };
        // A proxy may have added TLS, so its scheme is unknown. Where we speak TLS ourselves, a page loaded without it
        // is not ours.
        let schemes: &[_] = match asked_by {
            AskedBy::Anybody if self.is_tls => &["https"],
            _ => &["http", "https"],
        };
        let is_ours = schemes.iter().any(|scheme| {
            let as_asked = canonical(&format!("{scheme}://{host}"));
            if as_asked.as_ref() == Some(&origin) {
                return true;
            }
            let (AskedBy::Proxy, false) = (asked_by, has_port(host)) else {
                return false;
            };
            match port {
                Some(port) => canonical(&format!("{scheme}://{host}:{port}")).as_ref() == Some(&origin),
                // A proxy that omits the port may use any.
                None => as_asked.is_some_and(|asked| without_port(&asked) == without_port(&origin)),
            }
        });
        let asked = match port.filter(|_| !has_port(host)) {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        };
        is_ours.then_some(()).ok_or_else(|| strange(&asked))
    }

    /// The origin by which the client reached this server; `None` if its headers do not say. A proxy that is silent
    /// about its scheme is taken to speak TLS.
    pub fn of_page(&self, headers: &HeaderMap, asked_by: AskedBy) -> Option<String> {
        let by_proxy = |name: HeaderName| only(headers, &name).filter(|_| asked_by == AskedBy::Proxy);
        let host = by_proxy(X_FORWARDED_HOST).or_else(|| only(headers, &HOST))?;
        let scheme = match (asked_by, by_proxy(X_FORWARDED_PROTO)) {
            (AskedBy::Proxy, Some("http")) => "http",
            (AskedBy::Anybody, _) if !self.is_tls => "http",
            _ => "https",
        };
        let port = by_proxy(X_FORWARDED_PORT).filter(|port| !has_port(host) && port.parse::<u16>().is_ok());
        let origin = match port.filter(|port| *port != if scheme == "http" { "80" } else { "443" }) {
            Some(port) => format!("{scheme}://{host}:{port}"),
            None => format!("{scheme}://{host}"),
        };
        let is_plain = host
            .bytes()
            .all(|sign| sign.is_ascii_alphanumeric() || b".-_:[]".contains(&sign));
        (is_plain && canonical(&origin).is_some()).then_some(origin)
    }
}

/// The peer that passes a request on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedBy {
    /// A proxy named by `--trusted-proxy`.
    Proxy,
    /// Any other peer.
    Anybody,
}

/// The page's origin differs from the requested host.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this is a page of {origin}, but {host} was asked: behind a proxy pass the host on with its port (nginx: `proxy_set_header \
     Host $http_host`) and name the proxy with --trusted-proxy, or allow the page with --allow-origin"
)]
pub struct Strange {
    origin: String,
    host: String,
}

/// Carries the host that a proxy was asked for.
const X_FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");

/// Carries the scheme that a proxy was asked by.
const X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// Carries the port that a proxy was asked on.
const X_FORWARDED_PORT: HeaderName = HeaderName::from_static("x-forwarded-port");

/// The value of a header that occurs exactly once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let (value, None) = (values.next()?, values.next()) else {
        return None;
    };
    value.to_str().ok()
}

/// `true` if a host, such as `club.example:8443` or `[::1]`, includes a port.
fn has_port(host: &str) -> bool {
    host.rsplit_once(':').is_some_and(|(_, port)| !port.ends_with(']'))
}

/// A canonical origin without its port.
fn without_port(origin: &str) -> Option<&str> {
    origin.rsplit_once(':').map(|(origin, _)| origin)
}

/// An origin in full: `scheme://host:port` in lower case. `None` if it is invalid.
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
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_page_knows_its_address() {
        let asked = |given: &[(&str, &str)], is_tls, asked_by| {
            let mut headers = HeaderMap::new();
            for (name, value) in given {
                headers.append(
                    HeaderName::try_from(*name).unwrap(),
                    HeaderValue::from_str(value).unwrap(),
                );
            }
            Origins::new(&[], is_tls).of_page(&headers, asked_by)
        };
        let club = ("host", "club.example:8443");
        assert_eq!(
            asked(&[club], false, AskedBy::Anybody).unwrap(),
            "http://club.example:8443"
        );
        assert_eq!(
            asked(&[club], true, AskedBy::Anybody).unwrap(),
            "https://club.example:8443"
        );
        let strange = [
            club,
            ("x-forwarded-host", "evil.example"),
            ("x-forwarded-proto", "https"),
        ];
        assert_eq!(
            asked(&strange, false, AskedBy::Anybody).unwrap(),
            "http://club.example:8443"
        );
        let proxied = [
            ("host", "inner"),
            ("x-forwarded-host", "club.example"),
            ("x-forwarded-proto", "https"),
        ];
        assert_eq!(asked(&proxied, false, AskedBy::Proxy).unwrap(), "https://club.example");
        for (port, expected) in [
            ("8443", "https://club.example:8443"),
            ("443", "https://club.example"),
            ("x", "https://club.example"),
        ] {
            let [host, forwarded, proto] = proxied;
            let with_port = [host, forwarded, proto, ("x-forwarded-port", port)];
            assert_eq!(asked(&with_port, false, AskedBy::Proxy).unwrap(), expected);
        }
        for bad in ["\"><script>", "a b", "club.example/x", "user@club.example", ""] {
            assert_eq!(asked(&[("host", bad)], false, AskedBy::Anybody), None, "{bad}");
        }
        assert_eq!(asked(&[club, club], false, AskedBy::Anybody), None);
    }

    fn headers(host: &str, origin: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_str(host).unwrap());
        headers.insert(ORIGIN, HeaderValue::from_str(origin).unwrap());
        headers
    }

    fn allowed(origins: &Origins, host: &str, origin: &str) -> bool {
        origins.check(&headers(host, origin), AskedBy::Anybody).is_ok()
    }

    /// Headers that nginx and similar proxies pass on.
    #[test]
    fn a_trusted_proxy_says_which_host_it_was_asked_for() {
        let origins = Origins::default();
        // Columns: Host, X-Forwarded-Host, X-Forwarded-Port, origin.
        let ours = [
            ("club.example", "", "", "https://club.example:8443"),
            ("club.example", "", "", "http://club.example:8088"),
            ("club.example", "", "", "https://club.example"),
            ("club.example", "", "8443", "https://club.example:8443"),
            ("club.example", "", "443", "https://club.example"),
            ("club.example:8443", "", "", "https://club.example:8443"),
            ("127.0.0.1:8080", "club.example:8443", "", "https://club.example:8443"),
            ("127.0.0.1:8080", "club.example", "", "https://club.example:8443"),
            ("[::1]", "", "", "http://[::1]:8443"),
        ];
        let strange = [
            ("club.example", "", "", "https://evil.example:8443"),
            ("club.example", "", "", "https://club.example.evil.example:8443"),
            ("club.example", "", "8443", "https://club.example:9443"),
            ("club.example", "", "8443", "https://evil.example:8443"),
            ("club.example:8443", "", "", "https://club.example:9443"),
            ("club.example:8443", "", "9443", "https://club.example:9443"),
            ("club.example", "other.example", "", "https://club.example"),
            ("club.example", "", "", "null"),
            ("club.example", "", "@evil.example", "https://evil.example"),
        ];
        let of = |(host, forwarded, port, origin): (&str, &str, &str, &str)| {
            let mut headers = headers(host, origin);
            for (name, value) in [(X_FORWARDED_HOST, forwarded), (X_FORWARDED_PORT, port)] {
                if !value.is_empty() {
                    headers.insert(name, HeaderValue::from_str(value).unwrap());
                }
            }
            headers
        };
        for case in ours {
            assert_eq!(origins.check(&of(case), AskedBy::Proxy), Ok(()), "{case:?}");
        }
        for case in strange {
            let refused = origins.check(&of(case), AskedBy::Proxy).unwrap_err().to_string();
            assert!(
                refused.contains(case.3) && refused.contains("--allow-origin"),
                "{case:?}: {refused}"
            );
        }
        // These headers count for nothing from an untrusted peer.
        let lie = of(("127.0.0.1:8080", "evil.example", "", "https://evil.example"));
        let refused = origins.check(&lie, AskedBy::Anybody).unwrap_err().to_string();
        assert!(
            refused.contains("https://evil.example") && refused.contains("127.0.0.1:8080"),
            "{refused}"
        );
        let refused = origins.check(&of(ours[0]), AskedBy::Anybody).unwrap_err().to_string();
        assert!(refused.contains("--trusted-proxy"), "{refused}");
    }

    #[test]
    fn our_own_pages_may_connect_and_others_may_not() {
        let origins = Origins::new(&["https://club.example:8443".to_owned()], false);
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
        assert!(origins.check(&headers, AskedBy::Anybody).is_ok());
        headers.insert(HOST, HeaderValue::from_static("poker.example"));
        headers.append(ORIGIN, HeaderValue::from_static("https://poker.example"));
        assert!(origins.check(&headers, AskedBy::Anybody).is_ok());
        headers.append(ORIGIN, HeaderValue::from_static("https://poker.example"));
        assert!(origins.check(&headers, AskedBy::Anybody).is_err());
    }
}
