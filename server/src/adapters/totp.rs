//! Codes from an app on a telephone, by totp-rs.

use evernear_app::{
    domain::timestamp::Timestamp,
    ports::{StoreError, Totp, TotpSetup},
};
use totp_rs::Builder;

use super::qr_code::qr_code;

/// SHA-1, six digits, 30 seconds, one step of tolerance: what every app speaks.
pub struct TotpCodes;

impl Totp for TotpCodes {
    fn check(&self, secret: &[u8], code: &str, now: Timestamp) -> Option<i64> {
        let totp = Builder::new().with_secret(secret.to_vec()).build().ok()?;
        let seconds = u64::try_from(now.0.div_euclid(1000)).ok()?;
        totp.check(code, seconds).and_then(|step| i64::try_from(step).ok())
    }

    fn setup(&self, secret: &[u8], issuer: &str, account: &str) -> Result<TotpSetup, StoreError> {
        let failed = |error: &dyn std::fmt::Display| StoreError::new(error.to_string());
        // A colon would end the name too early.
        let plain = |text: &str| text.replace(':', " ");
        let totp = Builder::new()
            .with_secret(secret.to_vec())
            .with_issuer(Some(plain(issuer)))
            .with_account_name(plain(account))
            .build()
            .map_err(|error| failed(&error))?;
        let uri = totp.to_url().map_err(|error| failed(&error))?;
        Ok(TotpSetup { qr_code: qr_code(&uri)?, secret: totp.secret().to_base32(), uri })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 6238 appendix B, of whose eight digits apps show the last six.
    const SECRET: &[u8] = b"12345678901234567890";

    #[test]
    fn the_codes_of_the_standard_are_right_one_step_around_their_time() {
        let check = |code, seconds: i64| TotpCodes.check(SECRET, code, Timestamp(seconds * 1000));
        assert_eq!(check("287082", 59), Some(1));
        assert_eq!(check("287082", 89), Some(1));
        assert_eq!(check("287082", 90), None);
        assert_eq!(check("081804", 1_111_111_109), Some(37_037_036));
        assert_eq!(check("000000", 59), None);
        assert_eq!(check("28708", 59), None);
        assert_eq!(check("x", 59), None);
    }

    #[test]
    fn an_app_is_told_everything_it_needs() {
        let setup = TotpCodes.setup(SECRET, "Evernear", "nana@example.com").expect("set up");
        assert!(
            setup.uri.starts_with("otpauth://totp/Evernear:nana%40example.com?secret="),
            "{}",
            setup.uri
        );
        assert_eq!(setup.secret, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        assert!(setup.qr_code.contains("<svg"), "{}", &setup.qr_code[..80]);
    }
}
