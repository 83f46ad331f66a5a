//! Server functions: Leptos decodes and calls them; this gives them their caller, by which a
//! refusal sets the status of the answer. Only JSON is taken.

use axum::{
    Extension,
    extract::{Request, State},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use evernear_app::{
    api::Caller,
    problem::{Kind, Problem},
};
use leptos::prelude::{provide_context, use_context};
use leptos_axum::{ResponseOptions, handle_server_fns_with_context};

use super::{
    extract::{account_tag::AccountTag, client::Client},
    state::{AppState, session::Principal},
};
use crate::web::response::problem::refused;

/// Calls the server function of this path.
pub async fn call(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Extension(client): Extension<Client>,
    request: Request,
) -> Response {
    let json = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if !json.is_some_and(|kind| kind.starts_with("application/json")) {
        return refused(&Problem::new(Kind::Unsupported, "We could not read that request."));
    }
    let caller = Caller {
        ports: state.ports.clone(),
        member: who.0,
        tag: AccountTag::of(request.headers()).0,
        admin: who.1,
        client: client.key(),
        report,
        set_status,
    };
    let answer = handle_server_fns_with_context(move || provide_context(caller.clone()), request)
        .await
        .into_response();
    // Leptos knows no such function.
    if answer.status() == StatusCode::BAD_REQUEST {
        return refused(&Problem::not_found());
    }
    answer
}

fn report(source: &(dyn std::error::Error + 'static)) {
    tracing::error!(%source, "a call could not be answered");
}

fn set_status(problem: &Problem) {
    let Some(options) = use_context::<ResponseOptions>() else { return };
    options.set_status(problem.kind.status());
    options.insert_header(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Some(seconds) = problem.retry_after {
        options.insert_header(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use evernear_rules::wire::PATHS;
    use leptos::server_fn::axum::server_fn_paths;

    #[test]
    fn nothing_is_called_but_what_the_contract_names() {
        let registered: BTreeSet<_> =
            server_fn_paths().map(|(path, _)| path.trim_start_matches("/api/")).collect();
        assert_eq!(registered, PATHS.iter().copied().collect());
    }
}
