//! Connections: accepted up to a bound in all and for each client, each watched by one timer.
//! HTTP/1.1 only: what speaks HTTP/2 is a proxy before us.
//!
//! At a bound the connection that has waited longest for its client is closed in favour of the
//! new one, so that clients which open connections and send nothing, half a request or half a
//! body, or take no answer, keep nobody out. A request is never ended for another while it waits
//! for us.

use std::{
    collections::HashMap,
    io,
    net::{IpAddr, SocketAddr},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{Router, body::Body, extract::ConnectInfo, serve::Listener};
use http::Request;
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use ipnet::IpNet;
use tokio::{
    net::{TcpListener, TcpStream},
    pin, select,
    task::yield_now,
    time::sleep_until,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::Service;

use super::activity::{Activity, Answered, Phase, Watched};
use crate::{config::ConnectionLimits, web::extract::client::Client};

/// Largest head of a request, and with it what a connection that only sends may occupy.
const HEAD_BYTES: usize = 32 * 1024;
/// How often at least a connection's deadline is looked at; the shortest limit rules.
const LOOKS: u32 = 5;

/// Serves `router` on `listener` until `stop`; returns once the requests under way are answered.
pub async fn serve(
    mut listener: TcpListener,
    router: Router,
    limits: ConnectionLimits,
    trusted: Vec<IpNet>,
    stop: CancellationToken,
) -> io::Result<()> {
    let open = Arc::new(Open::new(limits, trusted));
    let tasks = TaskTracker::new();
    loop {
        let (stream, peer) = select! {
            accepted = Listener::accept(&mut listener) => accepted,
            () = stop.cancelled() => break,
        };
        let Some(slot) = open.take(peer.ip()) else {
            tracing::debug!("a connection was refused: there are too many");
            continue;
        };
        tasks.spawn(attend(stream, peer, router.clone(), slot, stop.clone()));
    }
    drop(listener);
    tasks.close();
    tasks.wait().await;
    Ok(())
}

/// Serves one connection until it ends, is overdue, or is closed for another one.
async fn attend(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    slot: ConnectionSlot,
    stop: CancellationToken,
) {
    // Small answers must not wait for more to come.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection keeps its delay");
    }
    let (limits, activity) = (slot.open.limits, slot.activity.clone());
    let answering = activity.clone();
    let service = service_fn(move |request: Request<Incoming>| {
        // It had arrived with the one before.
        let is_pipelined = answering.phase().0 != Phase::Head;
        answering.enter(Phase::Exchange);
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(answering.clone());
        let answer = router.clone().call(request);
        let activity = answering.clone();
        async move {
            if is_pipelined {
                // Others first: whoever sends many requests at once must not keep the worker.
                yield_now().await;
            }
            answer.await.map(|answer| answer.map(|body| Answered { body, activity }))
        }
    });
    let stream = TokioIo::new(Watched { stream, activity: activity.clone() });
    let connection =
        http1::Builder::new().max_buf_size(HEAD_BYTES).serve_connection(stream, service);
    pin!(connection);
    let look = limits.head.min(limits.stalled).min(limits.idle) / LOOKS;
    let timer = sleep_until(next_look(&activity, &limits, look).into());
    pin!(timer);
    let mut stopping = false;
    loop {
        select! {
            ended = &mut connection => {
                if let Err(error) = ended {
                    tracing::trace!(%error, "a connection broke off");
                }
                return;
            }
            () = &mut timer => {
                if activity.deadline(&limits) <= Instant::now() {
                    tracing::debug!(phase = ?activity.phase().0, "a connection is overdue");
                    return;
                }
                timer.as_mut().reset(next_look(&activity, &limits, look).into());
            }
            () = slot.closed.cancelled() => return,
            () = stop.cancelled(), if !stopping => {
                stopping = true;
                // Whoever has sent no whole request loses none.
                if activity.phase().0.waits_for_request() {
                    return;
                }
                connection.as_mut().graceful_shutdown();
            }
        }
    }
}

/// At its deadline, and before in case a shorter one comes meanwhile.
fn next_look(activity: &Activity, limits: &ConnectionLimits, look: Duration) -> Instant {
    activity.deadline(limits).min(Instant::now() + look)
}

/// Every connection.
struct Open {
    limits: ConnectionLimits,
    trusted: Vec<IpNet>,
    next: AtomicU64,
    connections: Mutex<HashMap<u64, Connection>>,
}

struct Connection {
    /// None of a trusted proxy, which is no client by itself.
    client: Option<IpAddr>,
    activity: Arc<Activity>,
    closed: CancellationToken,
}

/// One of the connections that may be open; dropped, it is free.
struct ConnectionSlot {
    open: Arc<Open>,
    number: u64,
    activity: Arc<Activity>,
    closed: CancellationToken,
}

impl Open {
    fn new(limits: ConnectionLimits, trusted: Vec<IpNet>) -> Self {
        Self { limits, trusted, next: AtomicU64::new(0), connections: Mutex::default() }
    }

    /// A slot for a connection from `peer`; none where everybody whose slot it could have is
    /// being answered.
    fn take(self: &Arc<Self>, peer: IpAddr) -> Option<ConnectionSlot> {
        let peer = peer.to_canonical();
        let proxy = self.trusted.iter().any(|net| net.contains(&peer));
        let client = (!proxy).then(|| Client(peer).network());
        let mut connections = self.connections();
        if client.is_some() {
            let own = connections.values().filter(|connection| connection.client == client).count();
            if own >= self.limits.most_of_client {
                close_longest_waiting(&mut connections, |connection| connection.client == client)?;
            }
        }
        if connections.len() >= self.limits.most {
            close_longest_waiting(&mut connections, |_| true)?;
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let (activity, closed) = (Arc::new(Activity::new()), CancellationToken::new());
        let connection = Connection { client, activity: activity.clone(), closed: closed.clone() };
        connections.insert(number, connection);
        drop(connections);
        Some(ConnectionSlot { open: self.clone(), number, activity, closed })
    }

    fn connections(&self) -> MutexGuard<'_, HashMap<u64, Connection>> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes room among those that `may` be closed; none where all of them wait for us.
fn close_longest_waiting(
    connections: &mut HashMap<u64, Connection>,
    may: impl Fn(&Connection) -> bool,
) -> Option<()> {
    let waiting = connections.iter().filter(|(_, connection)| may(connection));
    let waiting = waiting.filter_map(|(number, connection)| {
        Some((connection.activity.waits_for_client()?, *number))
    });
    let (_, longest) = waiting.min()?;
    connections.remove(&longest)?.closed.cancel();
    Some(())
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.open.connections().remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(most: usize, most_of_client: usize, trusted: &[&str]) -> Arc<Open> {
        let limits = ConnectionLimits { most, most_of_client, ..ConnectionLimits::default() };
        let trusted = trusted.iter().map(|net| net.parse().expect("a network")).collect();
        Arc::new(Open::new(limits, trusted))
    }

    fn peer(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn a_client_at_its_bound_loses_its_own_connection_that_waited_longest() {
        let open = open(10, 2, &[]);
        let other = open.take(peer("192.0.2.9")).expect("a slot");
        let first = open.take(peer("2001:db8::1")).expect("a slot");
        let second = open.take(peer("2001:db8::2")).expect("a slot");
        first.activity.enter(Phase::Exchange);
        let third = open.take(peer("2001:db8::3")).expect("a slot");
        assert!(second.closed.is_cancelled(), "one network of version six is one client");
        assert!(!first.closed.is_cancelled() && !other.closed.is_cancelled());
        third.activity.enter(Phase::Exchange);
        assert!(open.take(peer("2001:db8::4")).is_none(), "both are being answered");
        drop(third);
        assert!(open.take(peer("2001:db8::4")).is_some(), "a slot that was left is free");
    }

    #[test]
    fn a_full_server_closes_what_waited_longest_whoever_it_is() {
        let open = open(2, 2, &[]);
        let first = open.take(peer("192.0.2.1")).expect("a slot");
        let second = open.take(peer("192.0.2.2")).expect("a slot");
        first.activity.enter(Phase::Exchange);
        let third = open.take(peer("192.0.2.3")).expect("a slot");
        assert!(second.closed.is_cancelled() && !first.closed.is_cancelled());
        third.activity.enter(Phase::Exchange);
        assert!(open.take(peer("192.0.2.4")).is_none());
    }

    #[test]
    fn a_trusted_proxy_speaks_for_many() {
        let open = open(10, 2, &["10.0.0.0/8"]);
        let connections: Vec<_> =
            (0..5).filter_map(|_| open.take(peer("::ffff:10.0.0.1"))).collect();
        assert_eq!(connections.len(), 5);
        assert!(connections.iter().all(|slot| !slot.closed.is_cancelled()));
    }

    #[tokio::test]
    async fn whoever_sends_many_requests_at_once_takes_turns_with_others() {
        use axum::{extract::Extension, routing::get};
        use std::sync::Mutex;
        use tokio::io::AsyncWriteExt;

        type Answered = Arc<Mutex<Vec<String>>>;
        async fn answer(uri: http::Uri, Extension(answered): Extension<Answered>) {
            answered.lock().expect("whole").push(uri.path().to_owned());
        }
        let answered = Answered::default();
        let router = Router::new().route("/{name}", get(answer)).layer(Extension(answered.clone()));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("bound");
        // All of it has arrived before anything is answered.
        let mut clients = Vec::new();
        for name in ["a", "b"] {
            let mut client = TcpStream::connect(address).await.expect("connected");
            let request = format!("GET /{name} HTTP/1.1\r\nhost: x\r\n\r\n").repeat(10);
            client.write_all(request.as_bytes()).await.expect("sent");
            clients.push(client);
        }
        let (limits, stop) = (ConnectionLimits::default(), CancellationToken::new());
        let served = tokio::spawn(serve(listener, router, limits, Vec::new(), stop.clone()));
        while answered.lock().expect("whole").len() < 20 {
            yield_now().await;
        }
        stop.cancel();
        served.await.expect("ended").expect("served");
        let answered = answered.lock().expect("whole");
        let first_of_b = answered.iter().position(|path| path == "/b").expect("answered");
        let last_of_a = answered.iter().rposition(|path| path == "/a").expect("answered");
        assert!(first_of_b < 4 && last_of_a > 10, "{answered:?}");
    }
}
