//! Mails that a client program asks for: otp, magiclink, recover, resend, reauthenticate.
//! Whether an address has an account shows only in the answer to an otp with `create_user: false`,
//! as `GoTrue` has it.

use axum::{Json, extract::State, http::HeaderMap};
use evernear_app::{
    domain::{
        account::{Email, event::Origin},
        auth::api_session::{Metadata, fits},
        rate_limit::Limit,
    },
    flows::{
        account::change_email::{admit_resend, resend_email_change},
        auth::{
            reauthenticate::ask_reauthentication,
            request_one_time::{AskMailError, AskedMail, check_asked_mail, send_asked_mail},
            send_one_time::{Admitted, MailKind, Recipient, check_mail_quota},
            sign_up::{Joining, SignUpError, admit_account, create_account, may_make_account},
            update_user::UpdateUserError,
        },
    },
    refusal::Refusal,
};
use serde::Deserialize;
use serde_json::json;

use super::{
    bearer::Signed,
    disabled,
    input::{Call, Meta, Pkce, Target, given},
    limits,
    mail_options::MailOptions,
    result::ApiResult,
};
use crate::web::{extract::request_origin::RequestOrigin, state::AppState};

/// What clients send for any mail.
#[derive(Deserialize)]
pub struct MailBody {
    email: Option<String>,
    phone: Option<String>,
    #[serde(rename = "type")]
    kind: Option<String>,
    data: Option<Metadata>,
    create_user: Option<bool>,
    channel: Option<String>,
    #[serde(flatten)]
    pkce: Pkce,
    #[serde(flatten)]
    _meta: Meta,
}

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

/// The older name of the same.
pub async fn magiclink(State(state): State<AppState>, call: Call<MailBody>) -> ApiResult {
    let body = &call.body;
    limits::check(&state, Limit::ApiMagicLink, &call.origin)?;
    if given(body.email.as_ref()).is_none() {
        let message = "Password recovery requires an email";
        return Err(Refusal::unprocessable("validation_failed", message).into());
    }
    enter_by_mail(&state, &call).await
}

async fn enter_by_mail(state: &AppState, call: &Call<MailBody>) -> ApiResult {
    let body = &call.body;
    if !state.config.auth_api.email {
        return Err(disabled::email_login().into());
    }
    let options = call.mail_options(state, &body.pkce)?;
    let email = address(body)?;
    body.data.as_ref().map_or(Ok(()), fits)?;
    let known = state.ports.accounts.by_email(&email).await?.map(|(account, _)| account.id);
    // Before a new account is made, and the same for known addresses.
    limits::check_mail(state, &call.origin)?;
    if known.is_none() && !body.create_user.unwrap_or(true) {
        return Err(Refusal::unprocessable("otp_disabled", "Signups not allowed for otp").into());
    }
    let may_join = || may_make_account(&state.ports, COUNTED_APART, &call.origin).is_ok();
    let joins = known.is_none() && state.config.auth_api.signup && may_join();
    let recipient = if joins { Recipient::Anybody } else { Recipient::Account };
    let admitted = check_mail_quota(&state.ports, &email, MailKind::MagicLink, recipient).await;
    let admitted = admitted.map_err(AskMailError::from)?;
    let may_join = || admit_account(&state.ports, COUNTED_APART, &call.origin).is_ok();
    let joins = joins && admitted == Admitted::Sent && may_join();
    let options = options.with_data(body.data.clone());
    let (later, origin) = (state.clone(), call.origin.clone());
    let mail = AskedMail { email, mail_kind: MailKind::MagicLink, admitted };
    let work = async move {
        if joins {
            join(&later, &mail.email).await?;
        }
        send(&later, &mail, &options, &origin).await
    };
    state.background.run(&*state.ports.entropy, "a magic link", work).await;
    Ok(Json(json!({})))
}

/// Sends a mail that was admitted.
async fn send(
    state: &AppState,
    mail: &AskedMail,
    options: &MailOptions,
    origin: &Origin,
) -> Result<(), Refusal> {
    Ok(send_asked_mail(&state.ports, mail, options.via(), origin).await?)
}

/// The same after the answer.
async fn send_later(state: &AppState, mail: AskedMail, options: MailOptions, origin: &Origin) {
    let (later, origin) = (state.clone(), origin.clone());
    let work = async move { send(&later, &mail, &options, &origin).await };
    state.background.run(&*state.ports.entropy, "a mail that a program asked for", work).await;
}

/// New accounts through mails are counted apart from the sign-up forms, whose refusals would
/// tell whether an address was new here.
const COUNTED_APART: &str = "otp ";

async fn join(state: &AppState, email: &Email) -> Result<(), Refusal> {
    let new = Joining {
        email: email.clone(),
        confirmed_at: None,
        proven: false,
        password_hash: None,
        username: None,
        terms: false,
        provider: None,
    };
    match create_account(&state.ports, new).await {
        // Another request for the same address was quicker.
        Err(SignUpError::EmailTaken) => Ok(()),
        made => Ok(made.map(|_| ())?),
    }
}

/// A link to set a new password.
pub async fn recover(State(state): State<AppState>, call: Call<MailBody>) -> ApiResult {
    let body = &call.body;
    limits::check(&state, Limit::ApiRecover, &call.origin)?;
    if given(body.email.as_ref()).is_none() {
        return Err(Refusal::invalid("Password recovery requires an email").into());
    }
    let options = call.mail_options(&state, &body.pkce)?;
    let email = address(body)?;
    limits::check_mail(&state, &call.origin)?;
    let mail = check_asked_mail(&state.ports, email.as_str(), MailKind::Recovery).await?;
    send_later(&state, mail, options, &call.origin).await;
    Ok(Json(json!({})))
}

/// A mail that did not arrive, once more.
pub async fn resend(State(state): State<AppState>, call: Call<MailBody>) -> ApiResult {
    let body = &call.body;
    limits::check(&state, Limit::ApiResend, &call.origin)?;
    let by_mail = match body.kind.as_deref().unwrap_or_default() {
        "signup" | "email_change" => true,
        "sms" | "phone_change" => false,
        _ => {
            let message = "Missing one of these types: signup, email_change, sms, phone_change";
            return Err(Refusal::invalid(message).into());
        }
    };
    let message = match (given(body.email.as_ref()), given(body.phone.as_ref())) {
        (Some(_), Some(_)) => "Only an email address or phone number should be provided.",
        (None, None) => "Missing email address or phone number",
        (None, _) if by_mail => "Type provided requires an email address",
        (_, None) if !by_mail => "Type provided requires a phone number",
        (None, Some(_)) => return Err(disabled::phone_resend().into()),
        (Some(_), None) => "",
    };
    if !message.is_empty() {
        return Err(Refusal::invalid(message).into());
    }
    if !state.config.auth_api.email {
        return Err(disabled::email_resend().into());
    }
    let options = call.mail_options(&state, &body.pkce)?;
    let email = address(body)?;
    limits::check_mail(&state, &call.origin)?;
    if body.kind.as_deref() == Some("signup") {
        // Where programs make no accounts, the password was chosen in our pages: their button asks
        // for it, while a link of this face would let a stranger's count.
        let mail = check_asked_mail(&state.ports, email.as_str(), MailKind::Confirm).await?;
        let options = if state.config.auth_api.signup { options } else { options.by_our_pages() };
        send_later(&state, mail, options, &call.origin).await;
    } else {
        let admitted = admit_resend(&state.ports, &email).await.map_err(UpdateUserError::from)?;
        let (later, origin) = (state.clone(), call.origin.clone());
        let work = async move {
            let (ports, via) = (&later.ports, options.via());
            let sent = resend_email_change(ports, &email, admitted, via, &origin).await;
            sent.map_err(|error| Refusal::from(UpdateUserError::from(error)))
        };
        state.background.run(&*state.ports.entropy, "the mails of a change of address", work).await;
    }
    Ok(Json(json!({})))
}

/// A code for somebody who is signed in.
pub async fn reauthenticate(
    State(state): State<AppState>,
    Signed(bearer): Signed,
    RequestOrigin(origin): RequestOrigin,
    headers: HeaderMap,
) -> ApiResult {
    let account = &bearer.known.account;
    if account.email_confirmed_at.is_none() {
        let message = "Please verify your email first.";
        return Err(Refusal::unprocessable("email_not_confirmed", message).into());
    }
    let options = MailOptions::new(&state, &Target { redirect_to: None }, &headers, None);
    limits::check_mail(&state, &origin)?;
    ask_reauthentication(&state.ports, account, options.via()).await?;
    Ok(Json(json!({})))
}

fn address(body: &MailBody) -> Result<Email, Refusal> {
    let text = given(body.email.as_ref()).unwrap_or_default();
    text.parse::<Email>().map_err(|problem| Refusal::invalid(problem.to_string()))
}
