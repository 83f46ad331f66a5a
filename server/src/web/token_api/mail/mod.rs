//! Mails that a client program asks for. Whether an address has an account shows only in the answer
//! to an otp with `create_user: false`, as `GoTrue` has it.

mod enter;
pub mod magiclink;
pub mod otp;
pub mod reauthenticate;
pub mod recover;
pub mod resend;

use evernear_app::{
    domain::{
        account::{Email, event::Origin},
        auth::api_session::Metadata,
    },
    flows::auth::request_one_time::{AskedMail, send_asked_mail},
    refusal::Refusal,
};
use serde::Deserialize;

use super::{
    input::{Meta, Pkce, given},
    mail_options::MailOptions,
};
use crate::web::state::AppState;

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

/// Sends a mail that was admitted, after the answer.
async fn send_later(state: &AppState, mail: AskedMail, options: MailOptions, origin: &Origin) {
    let (later, origin) = (state.clone(), origin.clone());
    let work = async move {
        send_asked_mail(&later.ports, &mail, options.via(), &origin).await.map_err(Refusal::from)
    };
    state.background.run(&*state.ports.entropy, "a mail that a program asked for", work).await;
}

fn address(body: &MailBody) -> Result<Email, Refusal> {
    let text = given(body.email.as_ref()).unwrap_or_default();
    text.parse::<Email>().map_err(|problem| Refusal::invalid(problem.to_string()))
}
