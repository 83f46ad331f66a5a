//! What programs send about a person.

use std::time::Duration;

use evernear_app::{
    domain::{auth::api_session::Metadata, timestamp::Timestamp},
    flows::auth::administer_users::UserForm,
    refusal::Refusal,
};
use serde::Deserialize;

use crate::web::token_api::{
    disabled,
    input::{e164, given},
};

/// Longest ban: a later end could not be written down.
const LONGEST_BAN: Duration = Duration::from_secs(1000 * 365 * 24 * 3600);

/// What programs send about a person.
#[derive(Deserialize)]
pub struct UserBody {
    pub email: Option<String>,
    pub phone: Option<String>,
    password: Option<String>,
    email_confirm: Option<bool>,
    user_metadata: Option<Metadata>,
    app_metadata: Option<Metadata>,
    ban_duration: Option<String>,
}

impl UserBody {
    pub fn form(&self, now: Timestamp) -> Result<UserForm<'_>, Refusal> {
        if let Some(phone) = given(self.phone.as_ref()) {
            e164(phone)?;
            // It could not be kept.
            return Err(disabled::phone_code());
        }
        let banned_until = match given(self.ban_duration.as_ref()) {
            None => None,
            Some("none") => Some(None),
            Some(text) => {
                let span = duration(text).ok_or_else(|| {
                    Refusal::invalid("invalid format for ban duration: time: invalid duration")
                })?;
                Some(Some(now.after(span)))
            }
        };
        Ok(UserForm {
            email: given(self.email.as_ref()),
            password: given(self.password.as_ref()),
            confirm_email: self.email_confirm.unwrap_or(false),
            user_metadata: self.user_metadata.as_ref(),
            app_metadata: self.app_metadata.as_ref(),
            banned_until,
        })
    }
}

/// Spans such as `24h` or `1h30m`.
fn duration(text: &str) -> Option<Duration> {
    let mut rest = text;
    let mut whole = Duration::ZERO;
    while !rest.is_empty() {
        let digits = rest.find(|sign: char| !sign.is_ascii_digit())?;
        let (number, after) = rest.split_at(digits);
        let unit = after.find(|sign: char| sign.is_ascii_digit()).unwrap_or(after.len());
        let (unit, after) = after.split_at(unit);
        let seconds = match unit {
            "h" => 3600,
            "m" => 60,
            "s" => 1,
            _ => return None,
        };
        let seconds = number.parse::<u64>().ok()?.checked_mul(seconds)?;
        whole = whole.checked_add(Duration::from_secs(seconds))?;
        rest = after;
    }
    (!text.is_empty() && whole <= LONGEST_BAN).then_some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ban_ends_at_a_time_that_can_be_written_down() {
        assert_eq!(duration("876000h"), Some(Duration::from_secs(876_000 * 3600)));
        assert!(duration("999999h999999h999999h").is_some(), "the longest of the document");
        assert_eq!(duration("9000000h"), None);
    }

    #[test]
    fn spans_are_read_as_go_writes_them() {
        assert_eq!(duration("24h"), Some(Duration::from_secs(86_400)));
        assert_eq!(duration("1h30m5s"), Some(Duration::from_secs(5405)));
        for wrong in
            ["", "h", "5", "1d", "-1h", "1h ", "99999999999999999999h", "18446744073709551615h"]
        {
            assert_eq!(duration(wrong), None, "{wrong}");
        }
    }
}
