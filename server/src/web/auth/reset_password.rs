//! A new password, behind the link of a mail.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::{
        account::{ReturnPath, event::Origin},
        auth::{proof::Method, session::Credential},
    },
    flows::{
        account::change_password::{came_to_reset, change_password},
        auth::{
            open_session::open_session,
            verify_one_time::{Holder, VerifiedOneTime},
        },
    },
    pages::{Visit, auth::reset as reset_page},
    problem::Problem,
};

use crate::web::{
    auth::{
        link::{LinkForm, follow},
        session::{choose_then, sign_in_response},
    },
    extract::{form::PostedForm, request_origin::RequestOrigin},
    response::{forms::refused, page},
    state::{AppState, session::Principal},
};

/// Uses up the link of a password reset, or takes the new password.
pub async fn reset_password(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    RequestOrigin(origin): RequestOrigin,
    PostedForm(form): PostedForm<LinkForm>,
) -> Response {
    let visit = page::visit(&state, who.clone(), "/reset-password", BTreeMap::new());
    if !form.token.is_empty() {
        return open_reset(&state, &visit, &form, &origin).await;
    }
    let Some(member) = who.0.filter(|member| came_to_reset(&state.ports, member)) else {
        return Redirect::to("/auth?view=forgotten_password").into_response();
    };
    match change_password(&state.ports, &member, &form.password, &origin).await {
        Ok(()) => {
            let next = ReturnPath::wished(Some(&form.next));
            let next = next.map_or("/dashboard?password=updated".to_owned(), |to| to.to_string());
            Redirect::to(&next).into_response()
        }
        Err(error) => {
            let problem = Problem::from(error);
            let page = reset_page::form(&visit, &form.next, Some(&problem.message));
            refused(&visit, &problem, Ok(page))
        }
    }
}

async fn open_reset(state: &AppState, visit: &Visit, form: &LinkForm, origin: &Origin) -> Response {
    let problem = match follow(state, form, Holder::default(), origin).await {
        Ok((VerifiedOneTime::Entered { epoch, .. }, account)) => {
            let credential = Credential { method: Method::Recovery, epoch };
            match open_session(&state.ports, &account, credential, origin, false).await {
                Ok(opened) => {
                    return sign_in_response(state, &opened, false, &choose_then(&form.next));
                }
                Err(error) => Problem::from(error),
            }
        }
        // A link of another kind.
        Ok(_) => Problem::not_found(),
        Err(error) => error.into_problem(),
    };
    let page = reset_page::opened(visit, &form.token, &form.next, Some(&problem.message));
    refused(visit, &problem, Ok(page))
}
