//! The accept loop: one task per HTTP connection, with limits on time, size and number.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::Router;
use axum::http::Request;
use dashmap::DashMap;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use metrics::Gauge;
use poker_base::Seldom;
use poker_base::network::{Net, Network, SHARES};
use poker_limits::limit_bites;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::stream::Stream;
use super::tls::Tls;
use crate::metrics::Traffic;

/// Largest head of a request, in bytes: the smallest limit that hyper accepts.
const HEAD_BYTES: usize = 8 * 1024;

/// Maximum number of header lines of a request.
const HEADERS: usize = 64;

/// Longest life of a connection that does not become a WebSocket.
const HTTP_LIFETIME: Duration = Duration::from_mins(2);

/// Time that a running request gets when its connection has to end.
const HTTP_GRACE: Duration = Duration::from_secs(5);

/// Pause after the system has run out of sockets or memory.
const BACK_OFF: Duration = Duration::from_millis(100);

/// Answer to a connection for which there is no room.
const NO_ROOM: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\nconnection: close\r\n\
    content-type: application/json\r\ncontent-length: 82\r\n\r\n\
    {\"code\":\"server.full\",\"message\":\"there are too many connections\",\"retryable\":true}";

/// Parameters of an accept loop.
pub struct Accept {
    /// Router for the requests.
    pub router: Router,
    /// Limits on the number of connections.
    pub room: Arc<Room>,
    /// TLS settings; `None` for plain TCP.
    pub tls: Option<Arc<Tls>>,
    /// Longest time for the head of a request.
    pub header_timeout: Duration,
    /// Ends the loop, and each connection after its running request.
    pub stop: CancellationToken,
    /// The tasks of the connections.
    pub tasks: TaskTracker,
}

/// The origin of a connection, an extension of its requests. The connection's place is kept while any clone is alive.
#[derive(Clone)]
pub struct Peer {
    /// Address of the other end.
    pub address: SocketAddr,
    /// `true` if this connection itself is encrypted, whatever a proxy speaks with its clients.
    pub is_tls: bool,
    place: Arc<ConnectionPlace>,
    /// Place of the client that a proxy serves, for one request only: the next request may come from another client.
    client: Option<Arc<ClientPlace>>,
}

impl Peer {
    /// Counts the client that a proxy serves, known once the head of a request is read. Returns `false` if the client
    /// already has all the connections it may have.
    pub fn count_client(&mut self, client: Network) -> bool {
        if self.place.client.is_some() || client.is_here() {
            return true;
        }
        let place = self.place.room.enter_client(client);
        if place.is_none() {
            self.place.room.refuse();
        }
        self.client = place.map(Arc::new);
        self.client.is_some()
    }
}

/// Open connections, in total and by network.
pub struct Room {
    open: AtomicU32,
    most: u32,
    by_net: DashMap<Net, u32>,
    most_by_ip: u32,
    /// Proxies: each serves many clients, named request by request.
    proxies: Vec<IpAddr>,
    traffic: Arc<Traffic>,
    /// Metric of open connections.
    shown: Gauge,
}

/// Handshakes get one place in this many, in total and per network.
const HANDSHAKES: u32 = 4;

impl Room {
    /// Allows `most` connections in total and `most_by_ip` per network, except for these proxies.
    pub fn new(most: u32, most_by_ip: u32, proxies: Vec<IpAddr>, traffic: Arc<Traffic>) -> Arc<Self> {
        Arc::new(Self {
            open: AtomicU32::new(0),
            most,
            by_net: DashMap::new(),
            most_by_ip,
            proxies,
            shown: traffic.connections.clone(),
            traffic,
        })
    }

    /// A separate room for handshakes of those connections, so that starting many handshakes takes no places from others.
    pub fn for_handshakes(&self) -> Arc<Self> {
        Arc::new(Self {
            open: AtomicU32::new(0),
            most: self.most.div_ceil(HANDSHAKES),
            by_net: DashMap::new(),
            most_by_ip: self.most_by_ip.div_ceil(HANDSHAKES),
            proxies: self.proxies.clone(),
            traffic: Arc::clone(&self.traffic),
            shown: Gauge::noop(),
        })
    }

    /// Counts a refused connection.
    pub(super) fn refuse(&self) {
        self.traffic.refused.increment(1);
    }

    /// Takes a place for a connection from this address; `None` if there is no room.
    pub(super) fn enter(self: &Arc<Self>, ip: IpAddr) -> Option<ConnectionPlace> {
        // This machine's own connections, from load tests and house bots, count only towards the total.
        let network = Network::of(ip).outside().filter(|_| !self.proxies.contains(&ip));
        let client = match network {
            Some(network) => Some(self.enter_client(network)?),
            None => None,
        };
        if self.open.fetch_add(1, Ordering::Relaxed) >= self.most {
            self.open.fetch_sub(1, Ordering::Relaxed);
            return None;
        }
        self.shown.increment(1);
        Some(ConnectionPlace {
            room: Arc::clone(self),
            client,
        })
    }

    /// Takes a place among the connections of a network; `None` if it has all it may have.
    fn enter_client(self: &Arc<Self>, network: Network) -> Option<ClientPlace> {
        // If a wider prefix is full, dropping this gives back the places taken so far.
        let mut place = ClientPlace {
            room: Arc::clone(self),
            nets: Vec::with_capacity(SHARES.len()),
        };
        for (net, times) in network.nets().zip(SHARES) {
            let mut count = self.by_net.entry(net).or_default();
            if *count >= self.most_by_ip.saturating_mul(times) {
                limit_bites("--max-connections-per-ip", network);
                return None;
            }
            *count += 1;
            place.nets.push(net);
        }
        Some(place)
    }
}

/// Place of a connection, given back on drop.
pub(super) struct ConnectionPlace {
    room: Arc<Room>,
    /// `None` behind a proxy, where each request names its client, and for connections that are not counted.
    client: Option<ClientPlace>,
}

impl Drop for ConnectionPlace {
    fn drop(&mut self) {
        self.room.open.fetch_sub(1, Ordering::Relaxed);
        self.room.shown.decrement(1);
    }
}

/// Place among the connections of a client, given back on drop.
struct ClientPlace {
    room: Arc<Room>,
    /// The network and the prefixes around it that count the connection.
    nets: Vec<Net>,
}

impl Drop for ClientPlace {
    fn drop(&mut self) {
        for net in &self.nets {
            self.room.by_net.remove_if_mut(net, |_, count| {
                *count -= 1;
                *count == 0
            });
        }
    }
}

/// Accepts connections until `accept.stop` is cancelled.
pub async fn accept(listener: TcpListener, accept: Accept) {
    let Accept {
        router,
        room,
        tls,
        header_timeout,
        stop,
        tasks,
    } = accept;
    let failures = Seldom::default();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stop.cancelled() => return,
        };
        let (tcp, address) = match accepted {
            // On a dual-stack socket, an IPv4 client counts by its IPv4 address.
            Ok((tcp, address)) => (tcp, SocketAddr::new(address.ip().to_canonical(), address.port())),
            Err(failure) if is_of_one_connection(&failure) => continue,
            Err(failure) => {
                // Out of sockets or memory: open connections go on, and will free some when they end.
                if let Some(left_out) = failures.due() {
                    tracing::error!(%failure, left_out, "cannot accept connections");
                }
                sleep(BACK_OFF).await;
                continue;
            }
        };
        let Some(place) = room.enter(address.ip()) else {
            room.refuse();
            if tls.is_none() {
                let _ = tcp.try_write(NO_ROOM);
            }
            continue;
        };
        // We batch what belongs together ourselves; Nagle's delay would only cost time.
        if tcp.set_nodelay(true).is_err() {
            continue;
        }
        let peer = Peer {
            address,
            is_tls: tls.is_some(),
            place: Arc::new(place),
            client: None,
        };
        match &tls {
            None => {
                let stream = Stream::Plain(tcp);
                tasks.spawn(serve(stream, peer, router.clone(), header_timeout, stop.clone()));
            }
            Some(tls) => {
                let (tls, router, stop) = (Arc::clone(tls), router.clone(), stop.clone());
                tasks.spawn(async move {
                    // Boxed, since the outer future lives as long as the connection.
                    if let Some(stream) = Box::pin(shake(&tls, tcp, address, &stop)).await {
                        serve(stream, peer, router, header_timeout, stop).await;
                    }
                });
            }
        }
    }
}

/// Completes the TLS handshake, unless `stop` is cancelled first.
async fn shake(tls: &Tls, tcp: TcpStream, address: SocketAddr, stop: &CancellationToken) -> Option<Stream> {
    tokio::select! {
        stream = tls.shake(tcp, address.ip()) => stream,
        () = stop.cancelled() => None,
    }
}

async fn serve(stream: Stream, peer: Peer, router: Router, header_timeout: Duration, stop: CancellationToken) {
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        router.call(request)
    });
    let connection = http(header_timeout)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        () = sleep(HTTP_LIFETIME) => {}
        () = stop.cancelled() => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = timeout(HTTP_GRACE, connection).await;
}

/// The HTTP/1.1 parser and its limits.
pub fn http(header_timeout: Duration) -> http1::Builder {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(header_timeout)
        .max_buf_size(HEAD_BYTES)
        .max_headers(HEADERS);
    http
}

/// `true` if a failure to accept concerns only the connection being accepted.
fn is_of_one_connection(failure: &io::Error) -> bool {
    matches!(
        failure.kind(),
        ErrorKind::ConnectionRefused | ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset
    )
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    #[test]
    fn the_answer_to_those_without_room_has_the_length_that_it_says() {
        let text = std::str::from_utf8(NO_ROOM).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(
            head.contains(&format!("content-length: {}\r\n", body.len())) || head.ends_with(&body.len().to_string())
        );
        let body: serde_json::Value = serde_json::from_str(body).unwrap();
        assert_eq!(body["code"], "server.full");
    }

    const PROXY: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 9));

    fn peer(room: &Arc<Room>, ip: IpAddr) -> Option<Peer> {
        let place = Arc::new(room.enter(ip)?);
        Some(Peer {
            address: (ip, 7).into(),
            is_tls: false,
            place,
            client: None,
        })
    }

    #[test]
    fn places_are_counted_by_address_and_given_back() {
        let room = Room::new(3, 2, Vec::new(), Arc::default());
        let ip: IpAddr = [192, 0, 2, 1].into();
        let first = room.enter(ip).unwrap();
        let _second = room.enter(ip).unwrap();
        assert!(room.enter(ip).is_none());
        drop(first);
        assert!(room.enter(ip).is_some());
        let _third = room.enter(ip).unwrap();
        let _home = room.enter([127, 0, 0, 1].into()).unwrap();
        assert!(room.enter([127, 0, 0, 1].into()).is_none());
        assert!(room.enter([192, 0, 2, 2].into()).is_none());
        assert_eq!(room.by_net.len(), 1, "a connection without room leaves nothing behind");
    }

    #[test]
    fn behind_a_proxy_the_client_is_counted_and_the_proxy_is_not() {
        for proxy in [PROXY, Ipv4Addr::LOCALHOST.into()] {
            let room = Room::new(9, 2, vec![proxy], Arc::default());
            let [one, other] = [1, 2].map(|last| Network::of([198, 51, 100, last].into()));
            let mut peers: Vec<Peer> = (0..4).map(|_| peer(&room, proxy).unwrap()).collect();
            let counted: Vec<bool> = peers.iter_mut().map(|peer| peer.count_client(one)).collect();
            assert_eq!(counted, [true, true, false, false]);
            assert!(peers[2].count_client(other));
            // The socket made from the first connection lives as long as its peer.
            let kept = peers[0].clone();
            peers.clear();
            assert_eq!(room.by_net.len(), 1);
            drop(kept);
            assert!(room.by_net.is_empty());
        }
    }

    #[test]
    fn nets_of_ipv6_have_their_share_of_the_connections() {
        let room = Room::new(10_000, 2, Vec::new(), Arc::default());
        let from = |third: u16, fourth: u16, host: u16| {
            let address = IpAddr::from([0x2001, 0xdb8, third, fourth, host, 0, 0, 1]);
            room.enter(address)
        };
        let of_64: Vec<_> = (0..100).filter_map(|host| from(0, 0, host)).collect();
        let of_56: Vec<_> = (0..100).filter_map(|subnet| from(1, subnet, 0)).collect();
        let of_48: Vec<_> = (0..100).filter_map(|subnet| from(2, subnet << 8, 0)).collect();
        let others: Vec<_> = (0..100).filter_map(|site| from(3 + site, 0, 0)).collect();
        assert_eq!([of_64.len(), of_56.len(), of_48.len(), others.len()], [2, 8, 32, 100]);
        drop((of_64, of_56, of_48, others));
        assert!(
            room.by_net.is_empty(),
            "what was refused half-way leaves nothing behind"
        );
    }

    #[test]
    fn handshakes_have_a_share_of_the_connections() {
        let room = Room::new(16, 8, Vec::new(), Arc::default());
        let handshakes = room.for_handshakes();
        let from = |last: u8| handshakes.enter([192, 0, 2, last].into());
        let of_one: Vec<_> = (0..8).filter_map(|_| from(1)).collect();
        let of_others: Vec<_> = (2..9).filter_map(from).collect();
        assert_eq!(
            [of_one.len(), of_others.len()],
            [2, 2],
            "of a network, and of the others"
        );
        assert!(
            room.enter([192, 0, 2, 1].into()).is_some(),
            "who is through has the place of a connection"
        );
        drop(of_one);
        assert!(from(9).is_some());
        let least = Room::new(1, 1, Vec::new(), Arc::default()).for_handshakes();
        assert!(least.enter([192, 0, 2, 1].into()).is_some(), "one is always possible");
    }

    #[test]
    fn a_client_without_a_proxy_is_counted_once() {
        let room = Room::new(9, 1, vec![PROXY], Arc::default());
        let client: IpAddr = [198, 51, 100, 1].into();
        let mut direct = peer(&room, client).unwrap();
        assert!(direct.count_client(Network::of(client)));
        assert!(peer(&room, client).is_none());
        let mut through = peer(&room, PROXY).unwrap();
        assert!(!through.count_client(Network::of(client)));
    }
}
