//! New accounts (contracts §1.3 'signUp').

use axum::{Json, extract::State};
use evernear_app::{
    domain::{
        account::api_session::{ApiUser, Metadata, Method},
        id::AccountId,
    },
    flows::{
        issue_tokens::open_api_session,
        send_one_time::Via,
        sign_up::{SignUp, SignedUp, Terms, sign_up},
    },
    problem::token_api::Refusal,
};
use serde::Deserialize;

use super::{
    answer::Outcome,
    disabled,
    input::{Input, given},
    wire,
};
use crate::web::{origin::From as Came, router::AppState};

/// What clients send.
#[derive(Deserialize)]
pub struct SignupBody {
    email: Option<String>,
    phone: Option<String>,
    password: Option<String>,
    data: Option<Metadata>,
    code_challenge: Option<String>,
    code_challenge_method: Option<String>,
}

/// Makes an account and opens its first session.
pub async fn signup(
    State(state): State<AppState>,
    Came(origin): Came,
    Input(body): Input<SignupBody>,
) -> Outcome {
    if !state.auth_api.signup {
        let message = "Signups not allowed for this instance";
        return Err(Refusal::unprocessable("signup_disabled", message).into());
    }
    let (email, phone) = (given(body.email.as_ref()), given(body.phone.as_ref()));
    if email.is_none() && phone.is_none() {
        return Err(disabled::anonymous().into());
    }
    let Some(password) = given(body.password.as_ref()) else {
        return Err(Refusal::invalid("Signup requires a valid password").into());
    };
    if body.code_challenge.as_deref().unwrap_or_default().is_empty()
        != body.code_challenge_method.as_deref().unwrap_or_default().is_empty()
    {
        let message = "PKCE flow requires code_challenge_method and code_challenge";
        return Err(Refusal::invalid(message).into());
    }
    let email = match (email, phone) {
        (Some(email), None) => email,
        (None, _) => return Err(disabled::phone_signup().into()),
        (Some(_), Some(_)) => {
            let message = "Only an email address or phone number should be provided on signup.";
            return Err(Refusal::invalid(message).into());
        }
    };
    let form = SignUp {
        email: email.to_owned(),
        password: password.to_owned(),
        username: String::new(),
        terms: Terms::NotAsked,
    };
    let account = match sign_up(&state.ports, form, Via::Web, &origin).await? {
        SignedUp::Ready(account) => account.id,
        SignedUp::CheckMail(account) => {
            let id = account.unwrap_or_else(|| {
                let (at, parts) = state.ports.id_parts();
                AccountId::new(at, &parts)
            });
            return Ok(Json(wire::waiting(id, email, account.is_some(), state.ports.now())));
        }
    };
    if let Some(user_metadata) = body.data.filter(|data| !data.is_empty()) {
        let user = ApiUser { user_metadata, ..ApiUser::default() };
        state.ports.tokens.save_api_user(account, &user, state.ports.now()).await?;
    }
    let tokens = open_api_session(&state.ports, account, Method::Password).await?;
    Ok(Json(wire::session(&tokens)))
}
