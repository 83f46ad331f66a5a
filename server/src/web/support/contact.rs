//! Writing to us without an account.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::{OriginalUri, State},
    http::StatusCode,
    response::Response,
};
use evernear_app::{
    domain::support::Written, flows::support::contact::write_to_us,
    pages::support::contact as contact_page, ports::StoreError, problem::Problem,
};

use crate::web::{
    extract::{client::Client, form::PostedForm},
    response::{
        forms::{again_after, log},
        page::{self, html},
    },
    state::{
        AppState,
        session::{Principal, Unidentified},
    },
};

/// Keeps a company's message.
pub async fn contact(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    OriginalUri(uri): OriginalUri,
    Extension(client): Extension<Client>,
    unidentified: Option<Extension<Unidentified>>,
    PostedForm(form): PostedForm<Written>,
) -> Response {
    let sent = match unidentified {
        None => write_to_us(&state.ports, &form, who.0.as_ref(), &client.key()).await,
        Some(Extension(unidentified)) => Err(StoreError::new(unidentified).into()),
    };
    let visit = page::visit(&state, who, uri.path(), BTreeMap::new());
    match sent {
        // Answered at once: nothing is there to be looked at again.
        Ok(_) => {
            let page =
                contact_page::form(&visit, &Written::default(), contact_page::ContactNotice::Sent);
            html(&visit, page, StatusCode::OK)
        }
        Err(error) => {
            let problem = Problem::from(error);
            log(&problem);
            let outcome = contact_page::ContactNotice::Refused(problem.message);
            let page = contact_page::form(&visit, &form, outcome);
            again_after(problem.retry_after, html(&visit, page, problem.kind.status()))
        }
    }
}
