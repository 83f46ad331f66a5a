//! Codes and links that were sent by mail: a program sends them, a link's address carries one, or
//! the button of our page does.

pub mod by_link;
pub mod by_press;
pub mod by_program;

use axum::response::Response;
use evernear_app::{
    domain::account::event::Origin,
    flows::auth::{
        verify_mail_code::{Asker, MailType, Verified, VerifyMailError, verify_mail},
        verify_one_time::{Chosen, Claim},
    },
    refusal::Refusal,
};
use url::{Url, form_urlencoded::Serializer};

use super::redirects::{see_other, with_code, with_fragment, with_refusal, with_session};
use crate::web::state::AppState;

/// What a link carries for a program that asked by code.
const BY_CODE: &str = "pkce_";
const HALF: &str =
    "Confirmation link accepted. Please proceed to confirm link sent to the other email";

/// What becomes of a password that was chosen before its address was confirmed. Where programs make
/// no accounts it was chosen on our page, whose button asks for it: a code or a link of that page's
/// mail, used here, is no proof of who chose it.
fn chosen(state: &AppState) -> Chosen<'static> {
    if state.config.auth_api.signup { Chosen::Counts } else { Chosen::If("") }
}

/// Why a link brought nothing about.
enum LinkError {
    Kind,
    Mail(VerifyMailError),
}

async fn verify_link(
    state: &AppState,
    claim: Claim<'_>,
    kind: &str,
    origin: &Origin,
) -> Result<Verified, LinkError> {
    let mail = MailType::parse(kind).ok_or(LinkError::Kind)?;
    let verified =
        verify_mail(&state.ports, claim, mail, chosen(state), Asker::Browser, origin).await;
    verified.map_err(LinkError::Mail)
}

fn lead_back(
    target: Url,
    kind: &str,
    token: &str,
    verified: Result<Verified, LinkError>,
) -> Response {
    let by_code = token.starts_with(BY_CODE);
    let verified = verified.map_err(|error| match error {
        LinkError::Mail(error) => Refusal::from(error),
        LinkError::Kind => Refusal::invalid("Unsupported verification type"),
    });
    let address = match verified {
        Ok(Verified::Session(tokens)) => with_session(target, &tokens, Some(kind)),
        Ok(Verified::Code(code)) => with_code(target, &code),
        Ok(Verified::Half) => with_fragment(
            target,
            Serializer::new(String::new()).append_pair("message", HALF).append_pair("sb", ""),
        ),
        Err(refusal) => with_refusal(target, &refusal, by_code),
    };
    see_other(address.as_str())
}
