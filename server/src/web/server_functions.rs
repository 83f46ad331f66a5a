//! Server functions: Leptos decodes and calls them, this gives them their caller and turns
//! a refusal's code into the status it stands for. Only JSON is taken.

use axum::{
    Extension,
    body::to_bytes,
    extract::{Request, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use evernear_app::{
    api::Caller,
    problem::{Kind, Problem},
};
use evernear_rules::wire::ProblemView;
use leptos::prelude::provide_context;
use leptos_axum::handle_server_fns_with_context;

use super::{
    extract::client::Client,
    state::{AppState, session::Who},
};
use crate::web::response::problem::{answer_of, refused};

/// Largest answer that is looked into for its code.
const REFUSAL_BYTES: usize = 16 * 1024;

/// Calls the server function of this path.
pub async fn call(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
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
        admin: who.1,
        client: client.key(),
        report,
    };
    let answer = handle_server_fns_with_context(move || provide_context(caller.clone()), request)
        .await
        .into_response();
    match answer.status() {
        StatusCode::INTERNAL_SERVER_ERROR => explained(answer).await,
        StatusCode::BAD_REQUEST => refused(&Problem::not_found()),
        _ => answer,
    }
}

fn report(source: &(dyn std::error::Error + 'static)) {
    tracing::error!(%source, "a call could not be answered");
}

async fn explained(answer: Response) -> Response {
    let body = to_bytes(answer.into_body(), REFUSAL_BYTES).await.unwrap_or_default();
    match serde_json::from_slice::<ProblemView>(&body) {
        Ok(view) => answer_of(&view),
        Err(_) => refused(&Problem::new(Kind::Internal, "Something went wrong.")),
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
