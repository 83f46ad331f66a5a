//! Clients that send slowly, half, nothing, or too much at once, on real sockets: they lose
//! their own connections, and nobody else notices.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    time::{Duration, Instant},
};

use evernear_server::config::ConnectionLimits;
use reqwest::StatusCode;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::timeout,
};

use crate::harness::{Engine, World, eventually};

const HALF: &[u8] = b"GET / HTTP/1.1\r\nHost: evernear.example\r\nX-Slow: ";
const WHOLE: &[u8] = b"GET /health/live HTTP/1.1\r\nHost: evernear.example\r\n\r\n";
/// Much longer than the short limits of these stories, and shorter than the usual ones.
const SOON: Duration = Duration::from_secs(8);
const SHORT: Duration = Duration::from_millis(400);

async fn world(change: impl FnOnce(&mut ConnectionLimits)) -> World {
    World::with(Engine::Sqlite, |config| change(&mut config.web.connections)).await
}

fn address(world: &World) -> SocketAddr {
    world.base.strip_prefix("http://").expect("an address").parse().expect("an address")
}

async fn sends(world: &World, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(address(world)).await.expect("connected");
    stream.write_all(bytes).await.expect("sent");
    stream
}

/// Everything that comes until the server closes.
async fn rest(stream: &mut TcpStream) -> Option<String> {
    let mut said = Vec::new();
    // Closed with something unread, it is reset: that is an end as well.
    let _ = timeout(SOON, stream.read_to_end(&mut said)).await.ok()?;
    Some(String::from_utf8_lossy(&said).into_owned())
}

/// A browser behind this address of the machine.
fn from(last: u8) -> reqwest::Client {
    let own = IpAddr::V4(Ipv4Addr::new(127, 0, 0, last));
    reqwest::Client::builder().local_address(own).build().expect("a client")
}

#[tokio::test(flavor = "multi_thread")]
async fn headers_that_never_end_end_the_connection() {
    let world = world(|limits| limits.head = SHORT).await;
    let mut silent = sends(&world, b"").await;
    let mut half = sends(&world, HALF).await;
    let mut second = sends(&world, WHOLE).await;
    let mut answer = [0; 12];
    second.read_exact(&mut answer).await.expect("answered");
    assert_eq!(&answer, b"HTTP/1.1 200");
    second.write_all(HALF).await.expect("a second request begins");
    assert_eq!(rest(&mut silent).await.as_deref(), Some(""), "nothing was sent");
    assert_eq!(rest(&mut half).await.as_deref(), Some(""), "half a request was sent");
    let answer = rest(&mut second).await.expect("closed as well");
    assert!(answer.ends_with("alive\n"), "{answer}");
    // Letter by letter buys no time.
    let mut slow = sends(&world, HALF).await;
    let began = Instant::now();
    let mut ticks = tokio::time::interval(Duration::from_millis(50));
    while slow.write_all(b"x").await.is_ok() && began.elapsed() < SOON {
        ticks.tick().await;
    }
    assert!(began.elapsed() < SOON, "it went on for ever");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_connection_is_closed_and_a_used_one_stays() {
    let idle = Duration::from_secs(2);
    let world = world(|limits| limits.idle = idle).await;
    let mut stream = sends(&world, WHOLE).await;
    let answer = rest(&mut stream).await.expect("closed");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let mut used = sends(&world, WHOLE).await;
    let mut ticks = tokio::time::interval(idle / 4);
    let mut part = [0; 4096];
    for _ in 0..6 {
        ticks.tick().await;
        let read = used.read(&mut part).await.expect("open");
        assert!(part[..read].starts_with(b"HTTP/1.1 200"), "an answer of its own");
        used.write_all(WHOLE).await.expect("the next");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_is_asked_for_with_half_a_body_says_that_its_connection_ends() {
    let world = world(|limits| limits.body = SHORT).await;
    let head =
        format!("GET / HTTP/1.1\r\nHost: {}\r\nContent-Length: 4000\r\n\r\nx", address(&world));
    let mut stream = sends(&world, head.as_bytes()).await;
    let answer = rest(&mut stream).await.expect("it ends");
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer:.80}");
    assert!(answer.to_lowercase().contains("\r\nconnection: close\r\n"), "{answer:.800}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_stops_coming_is_answered_and_ends() {
    let world = world(|limits| limits.body = SHORT).await;
    for (path, kind) in [
        ("/auth?mode=signin", "x-www-form-urlencoded"),
        ("/api/creation/watch", "json"),
        ("/api/photos", "octet-stream"),
    ] {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nOrigin: {}\r\n\
             Content-Type: application/{kind}\r\nContent-Length: 4000\r\n\r\n{{\"id\"",
            address(&world),
            world.base
        );
        let mut stream = sends(&world, head.as_bytes()).await;
        let answer = rest(&mut stream).await.expect("it ends");
        assert!(answer.starts_with("HTTP/1.1 408"), "{path}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_takes_nothing_of_an_answer_loses_the_connection() {
    let world = world(|limits| limits.stalled = SHORT).await;
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("small");
    let mut stream = socket.connect(address(&world)).await.expect("connected");
    let request = format!(
        "GET /terms HTTP/1.1\r\nHost: evernear.example\r\nX-Long: {}\r\n\r\n",
        "x".repeat(500)
    );
    // Answers of many megabytes; once the server stops reading, no more can be sent either.
    let _ = timeout(SHORT, stream.write_all(request.repeat(2_000).as_bytes())).await;
    eventually("it is reset", || async { stream.take_error().expect("asked").map(drop) }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_takes_an_answer_slowly_gets_all_of_it() {
    let world = world(|limits| (limits.idle, limits.head) = (SHORT, SHORT)).await;
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("small");
    let mut stream = socket.connect(address(&world)).await.expect("connected");
    let request = "GET /terms HTTP/1.1\r\nHost: evernear.example\r\n\r\n";
    stream.write_all(request.repeat(400).as_bytes()).await.expect("sent");
    let (mut all, mut part) = (Vec::new(), vec![0; 256 * 1024]);
    let mut ticks = tokio::time::interval(SHORT / 4);
    while let Ok(read @ 1..) = stream.read(&mut part).await {
        all.extend_from_slice(&part[..read]);
        if all.len() < 60_000 {
            ticks.tick().await;
        }
    }
    let answers = String::from_utf8_lossy(&all).matches("HTTP/1.1 200 OK\r\n").count();
    assert_eq!(answers, 400, "no answer is cut short for the sake of the limits");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_and_fifty_half_sent_requests_keep_nobody_out() {
    let world = world(|limits| (limits.most, limits.most_of_client) = (48, 24)).await;
    let began = Instant::now();
    let mut half = Vec::new();
    for _ in 0..250 {
        half.push(sends(&world, HALF).await);
    }
    for client in [2, 1] {
        let answer = from(client).get(format!("{}/", world.base)).send().await;
        assert_eq!(answer.expect("an answer").status(), StatusCode::OK, "from {client}");
    }
    let mut closed = 0;
    for stream in &mut half[..220] {
        closed += usize::from(rest(stream).await.is_some());
    }
    assert_eq!(closed, 220, "a client holds as many as it may, and no more");
    assert!(began.elapsed() < SOON, "and nobody waited for a time-out");
}

#[tokio::test(flavor = "multi_thread")]
async fn half_sent_bodies_keep_nobody_out_either() {
    let world = world(|limits| (limits.most, limits.most_of_client) = (24, 24)).await;
    let mut half = Vec::new();
    for last in 10..40 {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind(SocketAddr::from(([127, 0, 0, last], 0))).expect("an address");
        let mut stream = socket.connect(address(&world)).await.expect("connected");
        let head = format!(
            "POST /contact HTTP/1.1\r\nHost: {}\r\nOrigin: {}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 4000\r\n\r\nname=",
            address(&world),
            world.base
        );
        stream.write_all(head.as_bytes()).await.expect("sent");
        half.push(stream);
    }
    eventually("somebody else is let in", || async {
        let answer = from(2).get(format!("{}/", world.base)).send().await;
        answer.is_ok_and(|answer| answer.status() == StatusCode::OK).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_clients_with_half_sent_requests_keep_nobody_out_either() {
    let world = world(|limits| (limits.most, limits.most_of_client) = (24, 24)).await;
    let mut half = Vec::new();
    for last in 10..40 {
        let socket = TcpSocket::new_v4().expect("a socket");
        let own = SocketAddr::from(([127, 0, 0, last], 0));
        socket.bind(own).expect("an address of this machine");
        let mut stream = socket.connect(address(&world)).await.expect("connected");
        stream.write_all(HALF).await.expect("sent");
        half.push(stream);
    }
    let answer = from(2).get(format!("{}/", world.base)).send().await;
    assert_eq!(answer.expect("an answer").status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn half_sent_requests_do_not_hold_up_the_end() {
    let mut world = world(|_| ()).await;
    let mut half = [sends(&world, HALF).await, sends(&world, b"").await];
    // Both were accepted once a later one is answered.
    let mut whole = sends(&world, WHOLE).await;
    whole.read_exact(&mut [0; 12]).await.expect("answered");
    let began = Instant::now();
    world.restart().await;
    assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
    for stream in &mut half {
        assert_eq!(rest(stream).await.as_deref(), Some(""));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn http_2_without_encryption_is_not_spoken() {
    let world = world(|_| ()).await;
    let mut stream = sends(&world, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").await;
    let answer = rest(&mut stream).await.expect("it ends");
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 "), "{answer:?}");
    let upgrade = "GET /health/live HTTP/1.1\r\nHost: evernear.example\r\nUpgrade: h2c\r\n\
                   Connection: Upgrade, HTTP2-Settings, close\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n";
    let mut stream = sends(&world, upgrade.as_bytes()).await;
    let answer = rest(&mut stream).await.expect("it ends");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}
