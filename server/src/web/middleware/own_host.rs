//! Pages that anybody on this machine may read answer under this machine's names only: a page of a
//! stranger whose own name leads to this machine (DNS rebinding) is not let in.

use axum::{
    extract::{Request, State},
    http::{header, uri::Authority},
    middleware::Next,
    response::Response,
};
use evernear_app::problem::Problem;
use url::Url;

use crate::web::{response::page::error_response, state::AppState};

/// Refuses requests for another host than ours, as if there were nothing.
pub async fn layer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let own = Url::parse(&state.config.web.public_url).ok();
    let own = own.as_ref().and_then(Url::host_str).unwrap_or_default();
    if host.is_some_and(|host| is_own(host, own)) {
        next.run(request).await
    } else {
        error_response(&Problem::not_found())
    }
}

/// Whether it is this machine, or the site itself; whatever the port.
fn is_own(host: &str, own: &str) -> bool {
    host.parse::<Authority>()
        .is_ok_and(|authority| [own, "localhost", "127.0.0.1", "[::1]"].contains(&authority.host()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_and_of_the_site_are_own() {
        for host in ["127.0.0.1:3000", "localhost", "[::1]:1", "dev.example:8080"] {
            assert!(is_own(host, "dev.example"), "{host}");
        }
        for host in ["evil.example", "127.0.0.1.evil.example:3000", "localhost.evil.example", ""] {
            assert!(!is_own(host, "dev.example"), "{host}");
        }
    }
}
