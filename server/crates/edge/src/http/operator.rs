//! Access control of the operators' port.
//!
//! By default the port listens on this machine alone, but foreign pages in a browser on this machine can reach it too.
//! Requests must therefore name a host that is this machine, and present a token from the data folder.

use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::{fs, io};

use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::HOST;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use poker_protocol::v1::ErrorCode;
use poker_store::SecretKey;

use super::bearer;
use super::error::ApiError;

/// File with the token in the data folder, readable by its owner alone.
pub const TOKEN: &str = "admin.token";
/// File with the address of the port in the data folder.
pub const ADDRESS: &str = "admin.address";

/// Access rules of the operators' port.
pub struct Operator {
    token: SecretKey,
    /// Hosts that requests may name, besides this machine.
    hosts: Vec<String>,
}

impl Operator {
    /// Loads the token of a data folder, or creates it.
    ///
    /// # Errors
    /// If it cannot be read or written, or others than its owner may use it.
    pub fn load_or_create(folder: &Path, hosts: &[String]) -> io::Result<Self> {
        Ok(Self {
            token: SecretKey::load_or_create_text(&folder.join(TOKEN))?,
            hosts: hosts.to_vec(),
        })
    }

    /// Checks a request.
    ///
    /// # Errors
    /// The reason for refusing it.
    fn check(&self, path: &str, headers: &HeaderMap) -> Result<(), ApiError> {
        if !self.knows_host(headers) {
            let message = "this is no name of the operators' port; --admin-host adds names";
            return Err(ApiError::new(ErrorCode::AuthForbidden, message));
        }
        // Health is no secret, and those who check it hold no token.
        let is_open = matches!(path, "/healthz" | "/readyz");
        if is_open || bearer::presented(headers).is_some_and(|token| self.token.is_text(token)) {
            return Ok(());
        }
        let message =
            format!("an `Authorization: Bearer` header with the token in {TOKEN} of the data folder is missing");
        Err(ApiError::new(ErrorCode::AuthInvalidToken, message))
    }

    /// `true` if a request names this machine or a configured host.
    fn knows_host(&self, headers: &HeaderMap) -> bool {
        let mut named = headers.get_all(HOST).iter();
        let (Some(host), None) = (named.next(), named.next()) else {
            return false;
        };
        let Ok(host) = host.to_str() else { return false };
        let name = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((address, port)) if port.is_empty() || port.starts_with(':') => address,
            Some(_) => return false,
            None => host.split_once(':').map_or(host, |(name, _)| name),
        };
        name.eq_ignore_ascii_case("localhost")
            || name.parse::<IpAddr>().is_ok_and(|ip| ip.to_canonical().is_loopback())
            || self.hosts.iter().any(|host| host.eq_ignore_ascii_case(name))
    }
}

/// Lets only operators through.
pub(super) async fn around(State(operator): State<Arc<Operator>>, request: Request, next: Next) -> Response {
    match operator.check(request.uri().path(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

/// Writes the address of the operators' port to a file for programs that look for it, or removes the file if there is
/// no port.
pub fn tell_address(folder: &Path, address: Option<std::net::SocketAddr>) -> io::Result<()> {
    let path = folder.join(ADDRESS);
    match address {
        Some(address) => fs::write(path, format!("{address}\n")),
        None => match fs::remove_file(path) {
            Err(failure) if failure.kind() != io::ErrorKind::NotFound => Err(failure),
            _ => Ok(()),
        },
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use axum::http::header::AUTHORIZATION;

    use super::*;

    fn operator() -> Operator {
        Operator {
            token: SecretKey::of([7; 32]),
            hosts: vec!["admin.example.org".to_owned(), "192.0.2.1".to_owned()],
        }
    }

    fn headers(host: &str, token: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::from_iter([(HOST, HeaderValue::from_str(host).unwrap())]);
        if let Some(token) = token {
            headers.insert(
                AUTHORIZATION,
                HeaderValue::from_str(&format!("Bearer {token}")).unwrap(),
            );
        }
        headers
    }

    #[test]
    fn hosts_are_this_machine_and_those_of_the_list() {
        let operator = operator();
        for host in [
            "localhost",
            "LOCALHOST:9090",
            "127.0.0.1",
            "127.0.0.1:9090",
            "127.8.0.1:1",
            "[::1]",
            "[::1]:9090",
            "[::ffff:127.0.0.1]:9090",
            "admin.example.org:80",
            "Admin.Example.org",
            "192.0.2.1:9090",
        ] {
            assert!(operator.knows_host(&headers(host, None)), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:9090",
            "",
            "localhost.evil.example",
            "127.0.0.1.evil.example:9090",
            "192.0.2.2",
            "[::2]",
            "[::1].evil.example",
            "[::1",
            "localhost@evil.example",
        ] {
            assert!(!operator.knows_host(&headers(host, None)), "{host}");
        }
        assert!(!operator.knows_host(&HeaderMap::new()));
        let mut two = headers("localhost", None);
        two.append(HOST, HeaderValue::from_static("evil.example"));
        assert!(!operator.knows_host(&two));
    }

    #[test]
    fn figures_and_commands_take_the_token() {
        let operator = operator();
        let right = "07".repeat(32);
        let may = |path, token: Option<&str>| operator.check(path, &headers("localhost", token)).is_ok();
        let other = "08".repeat(32);
        for path in ["/metrics", "/pause", "/resume", "/", "/healthz/", "//healthz"] {
            assert!(may(path, Some(&right)), "{path}");
            for wrong in [None, Some(""), Some("07"), Some(other.as_str()), Some(&right[1..])] {
                assert!(!may(path, wrong), "{path} {wrong:?}");
            }
        }
        assert!(may("/healthz", None) && may("/readyz", None));
        assert!(
            operator
                .check("/healthz", &headers("evil.example", Some(&right)))
                .is_err()
        );
    }
}
