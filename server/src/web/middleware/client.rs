//! Which client asks: the peer, or behind a proxy that we trust whoever the proxy says.
//! What a client writes into `X-Forwarded-For` by itself stands left of what proxies add,
//! so the line is read from its right end up to the first address that is no proxy of ours.

use std::net::{IpAddr, SocketAddr};

use axum::{
    extract::{ConnectInfo, Request, State},
    http::HeaderMap,
    middleware::Next,
    response::Response,
};
use ipnet::IpNet;

use crate::web::{extract::client::Client, state::AppState};

/// Finds out which client asks.
pub async fn layer(
    State(state): State<AppState>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let client = client(peer.ip(), request.headers(), &state.config.web.trusted_proxies);
    request.extensions_mut().insert(client);
    next.run(request).await
}

pub(in crate::web) fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> Client {
    let trusts = |address: IpAddr| trusted.iter().any(|net| net.contains(&address.to_canonical()));
    let mut found = peer;
    let lines = headers.get_all("x-forwarded-for").iter().rev();
    // As bytes: what a client writes need not be text, and stands in one line with what follows.
    let mut hops = lines.flat_map(|line| line.as_bytes().rsplit(|byte| *byte == b','));
    while trusts(found) {
        match hops.next().and_then(hop) {
            Some(address) => found = address,
            _ => break,
        }
    }
    Client(found)
}

/// An address as proxies write it, some with a port or in brackets.
fn hop(text: &[u8]) -> Option<IpAddr> {
    let text = str::from_utf8(text).ok()?.trim();
    // An address of the version 6 may stand in brackets, with a port after them.
    let text = text
        .strip_prefix('[')
        .and_then(|text| text.split_once(']'))
        .map_or(text, |(address, _)| address);
    // What follows a percent sign names an interface of the proxy's.
    let text = text.split_once('%').map_or(text, |(address, _)| address);
    text.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn asks(peer: &str, lines: &[&'static str], trusted: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", HeaderValue::from_static(line));
        }
        let trusted: Vec<IpNet> =
            trusted.iter().map(|net| net.parse().expect("a network")).collect();
        client(peer.parse().expect("an address"), &headers, &trusted).0.to_string()
    }

    #[test]
    fn only_a_trusted_proxy_is_believed_and_only_what_it_added() {
        assert_eq!(asks("203.0.113.9", &["198.51.100.1"], &[]), "203.0.113.9");
        let ours = &["10.0.0.0/8", "127.0.0.1/32"];
        assert_eq!(asks("10.0.0.1", &["198.51.100.1"], ours), "198.51.100.1");
        assert_eq!(asks("10.0.0.1", &["1.1.1.1, 198.51.100.1, 10.0.0.2"], ours), "198.51.100.1");
        assert_eq!(asks("10.0.0.1", &["1.1.1.1", "198.51.100.1"], ours), "198.51.100.1");
        assert_eq!(asks("203.0.113.9", &["198.51.100.1"], ours), "203.0.113.9");
        assert_eq!(asks("10.0.0.1", &["198.51.100.1, unknown"], ours), "10.0.0.1");
        assert_eq!(asks("::ffff:10.0.0.1", &["198.51.100.1"], ours), "198.51.100.1");
        assert_eq!(asks("10.0.0.1", &["198.51.100.1:4711"], ours), "198.51.100.1");
        assert_eq!(asks("10.0.0.1", &["[2001:db8::1]:4711"], ours), "2001:db8::1");
        assert_eq!(asks("10.0.0.1", &["[2001:db8::1]"], ours), "2001:db8::1");
        assert_eq!(asks("10.0.0.1", &["[2001:db8::1%eth0]:4711"], ours), "2001:db8::1");
        assert_eq!(asks("10.0.0.1", &["[2001:db8::1%eth0]"], ours), "2001:db8::1");
    }

    #[test]
    fn what_a_client_writes_need_not_be_text() {
        let mut headers = HeaderMap::new();
        let line = HeaderValue::from_bytes(b"\xFF, 198.51.100.1").expect("a header");
        headers.append("x-forwarded-for", line);
        let ours = ["10.0.0.0/8".parse().expect("a network")];
        let found = client("10.0.0.1".parse().expect("an address"), &headers, &ours);
        assert_eq!(found.0.to_string(), "198.51.100.1");
    }

    #[test]
    fn a_network_of_version_six_counts_as_one() {
        let key = |text: &str| Client(text.parse().expect("an address")).key();
        assert_eq!(key("2001:db8:1:2::3"), key("2001:db8:1:2:ffff::9"));
        assert_ne!(key("2001:db8:1:2::3"), key("2001:db8:1:3::3"));
        assert_eq!(key("::ffff:192.0.2.1"), "192.0.2.1");
    }
}
