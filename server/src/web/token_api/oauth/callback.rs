//! Takes somebody back from the provider.

use axum::{
    body::Bytes,
    extract::{RawQuery, State},
    response::Response,
};
use evernear_app::{
    domain::rate_limit::Limit,
    flows::auth::oauth_flow::{Returned, complete_oauth, consume_oauth_state},
    refusal::Refusal,
};
use url::{Url, form_urlencoded};

use super::{
    super::{
        limits,
        redirects::{found, with_code, with_refusal, with_session},
        result::{ApiError, ApiResult},
    },
    admission, return_to,
};
use crate::web::{extract::request_origin::RequestOrigin, state::AppState};

/// A provider sends somebody back, by address or by form.
pub async fn callback(
    State(state): State<AppState>,
    RequestOrigin(origin): RequestOrigin,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> ApiResult<Response> {
    limits::check(&state, Limit::ApiVerify, &origin)?;
    let query = query.unwrap_or_default();
    let pairs: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes())
        .into_owned()
        .chain(form_urlencoded::parse(&body).into_owned())
        .collect();
    let text = |name: &str| {
        let found = pairs.iter().find(|(one, value)| one == name && !value.is_empty());
        found.map(|(_, value)| value.as_str())
    };
    let Some(known) = text("state") else {
        let message = "OAuth state parameter missing";
        return Err(ApiError(Refusal::bad("bad_oauth_callback", message)));
    };
    let oauth_state = consume_oauth_state(&state.ports, known).await?;
    let target: Url = oauth_state.redirect_to.parse().map_err(Refusal::failed)?;
    let by_code = oauth_state.challenge.is_some();
    let refused =
        |refusal: &Refusal| Ok(found(with_refusal(target.clone(), refusal, true).as_str()));
    if text("error").is_some() {
        let message: String =
            text("error_description").unwrap_or("The provider refused").chars().take(200).collect();
        return refused(&Refusal::forbidden("provider_refused", message));
    }
    let Some(code) = text("code") else {
        return refused(&Refusal::bad("bad_oauth_callback", "OAuth code parameter missing"));
    };
    let (return_to, admission) = (return_to(&state), admission(&state));
    match complete_oauth(&state.ports, &oauth_state, code, &return_to, admission, &origin).await {
        Ok(Returned::Code(code)) if by_code => Ok(found(with_code(target, &code).as_str())),
        Ok(Returned::Code(_)) => refused(&Refusal::failed("a code for nobody")),
        Ok(Returned::Session(tokens)) => Ok(found(with_session(target, &tokens, None).as_str())),
        Err(error) => refused(&error.into()),
    }
}
