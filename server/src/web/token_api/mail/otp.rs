//! A sign-in link and code; also for somebody new.

use axum::extract::State;
use evernear_app::{domain::rate_limit::Limit, refusal::Refusal};

use super::{MailBody, enter::enter_by_mail};
use crate::web::{
    state::AppState,
    token_api::{
        disabled,
        input::{Call, given},
        limits,
        result::ApiResult,
    },
};

/// A sign-in link and code; also for somebody new.
pub async fn otp(State(state): State<AppState>, call: Call<MailBody>) -> ApiResult {
    let body = &call.body;
    limits::check(&state, Limit::ApiOtp, &call.origin)?;
    match (given(body.email.as_ref()), given(body.phone.as_ref())) {
        (Some(_), Some(_)) => {
            let message = "Only an email address or phone number should be provided";
            return Err(Refusal::invalid(message).into());
        }
        (None, Some(_)) => return Err(disabled::phone_code().into()),
        (Some(_), None) if given(body.channel.as_ref()).is_some() => {
            let message = "Channel should only be specified with Phone OTP";
            return Err(Refusal::invalid(message).into());
        }
        (Some(_), None) => {}
        (None, None) => {
            return Err(Refusal::invalid("One of email or phone must be set").into());
        }
    }
    enter_by_mail(&state, &call).await
}
