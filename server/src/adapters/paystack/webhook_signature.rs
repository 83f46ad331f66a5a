//! The signature of a webhook event: HMAC-SHA512 of the body as it came, by the secret key, in hex
//! (header `x-paystack-signature`).

use evernear_app::ports::WebhookError;
use hmac::{Hmac, Mac};
use sha2::Sha512;

/// Compares in constant time.
///
/// # Errors
/// [`WebhookError::Forged`] without a signature, and for a wrong one.
pub fn verify(secret_key: &str, signature: Option<&str>, body: &[u8]) -> Result<(), WebhookError> {
    let signature = signature.and_then(|text| hex::decode(text).ok());
    let signature = signature.ok_or(WebhookError::Forged)?;
    let mut mac =
        Hmac::<Sha512>::new_from_slice(secret_key.as_bytes()).map_err(|_| WebhookError::Forged)?;
    mac.update(body);
    mac.verify_slice(&signature).map_err(|_| WebhookError::Forged)
}
