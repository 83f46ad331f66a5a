//! New accounts.

use axum::{Json, extract::State};
use evernear_app::{
    domain::{
        auth::{
            api_session::{Metadata, fits},
            proof::Method,
            session::Credential,
        },
        id::AccountId,
        rate_limit::Limit,
    },
    flows::auth::{
        issue_tokens::open_api_session,
        sign_up::{SignUp, SignedUp, Terms, keep_metadata, sign_up},
    },
    refusal::Refusal,
};
use serde::Deserialize;

use super::{
    disabled,
    input::{Call, Meta, Pkce, given},
    limits,
    result::ApiResult,
    wire,
};
use crate::web::state::AppState;

/// What clients send.
#[derive(Deserialize)]
pub struct SignupBody {
    email: Option<String>,
    phone: Option<String>,
    password: Option<String>,
    data: Option<Metadata>,
    #[serde(rename = "channel")]
    _channel: Option<String>,
    #[serde(flatten)]
    pkce: Pkce,
    #[serde(flatten)]
    _meta: Meta,
}

/// Makes an account. Its first session is opened at once, or, where addresses are
/// confirmed, by the link in a mail.
pub async fn signup(State(state): State<AppState>, call: Call<SignupBody>) -> ApiResult {
    let (body, origin) = (&call.body, &call.origin);
    if !state.config.auth_api.signup {
        return Err(Refusal::signup_disabled().into());
    }
    let (email, phone) = (given(body.email.as_ref()), given(body.phone.as_ref()));
    if email.is_none() && phone.is_none() {
        limits::check(&state, Limit::ApiAnonymous, origin)?;
        return Err(disabled::anonymous().into());
    }
    limits::check(&state, Limit::ApiSignUp, origin)?;
    let Some(password) = given(body.password.as_ref()) else {
        return Err(Refusal::invalid("Signup requires a valid password").into());
    };
    let asked = call.mail_options(&state, &body.pkce)?;
    let email = match (email, phone) {
        (Some(_), None) if !state.config.auth_api.email => {
            return Err(disabled::email_signup().into());
        }
        (Some(email), None) => email,
        (None, _) => return Err(disabled::phone_signup().into()),
        (Some(_), Some(_)) => {
            let message = "Only an email address or phone number should be provided on signup.";
            return Err(Refusal::invalid(message).into());
        }
    };
    // Before anybody is made, and alike for an address that has an account.
    body.data.as_ref().map_or(Ok(()), fits)?;
    let form = SignUp {
        email: email.to_owned(),
        password: password.to_owned(),
        username: String::new(),
        terms: Terms::NotAsked,
    };
    if state.ports.settings.confirm_email {
        limits::check_mail(&state, origin)?;
    }
    let account = match sign_up(&state.ports, form, asked.via(), origin).await? {
        SignedUp::Ready(account) => {
            keep_metadata(&state.ports, account.id, body.data.as_ref()).await?;
            let credential = Credential::after(&account, Method::Password);
            let tokens = open_api_session(&state.ports, account.id, credential, origin).await?;
            return Ok(Json(wire::session(&tokens)));
        }
        SignedUp::CheckMail(Some(account)) => {
            keep_metadata(&state.ports, account, body.data.as_ref()).await?;
            Some(account)
        }
        SignedUp::CheckMail(None) => None,
    };
    // Whoever did not make the account reads nothing of it, also where nobody confirmed it yet.
    let Some(account) = account else {
        let (now, parts) = state.ports.id_parts();
        let data = body.data.clone().unwrap_or_default();
        return Ok(Json(wire::lookalike(AccountId::new(now, &parts), email, &data, now)));
    };
    let known = state.ports.tokens.api_account(account).await?;
    let known = known.ok_or_else(|| Refusal::failed("an account is gone after it was made"))?;
    Ok(Json(wire::user(&known)))
}
