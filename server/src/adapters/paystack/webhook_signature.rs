//! The signature of a webhook event: HMAC-SHA512 of the body as it came, by the secret key, in hex
//! (header `x-paystack-signature`).

use evernear_app::ports::WebhookError;
use ring::hmac::{self, HMAC_SHA512};

/// Compares in constant time.
///
/// # Errors
/// [`WebhookError::Forged`] without a signature, and for a wrong one.
pub fn verify(secret_key: &str, signature: Option<&str>, body: &[u8]) -> Result<(), WebhookError> {
    let signature = signature.and_then(|text| hex::decode(text).ok());
    let signature = signature.ok_or(WebhookError::Forged)?;
    let key = hmac::Key::new(HMAC_SHA512, secret_key.as_bytes());
    hmac::verify(&key, body, &signature).map_err(|_| WebhookError::Forged)
}
