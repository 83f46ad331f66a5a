//! What this server does not do yet, refused in the words that clients know. Each will have
//! a setting once it can be turned on.

use evernear_app::problem::token_api::Refusal;

use super::answer::Refused;

pub fn anonymous() -> Refusal {
    Refusal::unprocessable("anonymous_provider_disabled", "Anonymous sign-ins are disabled")
}

pub fn phone_signup() -> Refusal {
    Refusal::bad("phone_provider_disabled", "Phone signups are disabled")
}

pub fn phone_login() -> Refusal {
    Refusal::unprocessable("phone_provider_disabled", "Phone logins are disabled")
}

pub fn web3() -> Refusal {
    Refusal::unprocessable("web3_provider_disabled", "Web3 provider is disabled")
}

pub async fn sso() -> Refused {
    Refused(Refusal::not_found("saml_provider_disabled", "SAML 2.0 is disabled"))
}

pub async fn passkeys() -> Refused {
    Refused(Refusal::not_found("passkey_disabled", "Passkeys are disabled"))
}

pub async fn manual_linking(_: super::bearer::Signed) -> Refused {
    Refused(Refusal::not_found("manual_linking_disabled", "Manual linking is disabled"))
}
