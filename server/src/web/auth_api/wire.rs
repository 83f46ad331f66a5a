//! Sessions and users as clients know them (contracts §1.2).

use evernear_app::{
    domain::{account::api_session::Known, id::AccountId, moment::Moment},
    flows::issue_tokens::{AUDIENCE, Tokens, app_metadata},
};
use serde_json::{Map, Value, json};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use uuid::Uuid;

/// A session with its user.
pub fn session(tokens: &Tokens) -> Value {
    json!({
        "access_token": tokens.access_token,
        "token_type": "bearer",
        "expires_in": tokens.expires_in,
        "expires_at": tokens.expires_at,
        "refresh_token": tokens.refresh_token,
        "user": user(&tokens.known),
    })
}

/// A person.
pub fn user(known: &Known) -> Value {
    let Known { account, user } = known;
    let created = Some(account.created_at);
    let mut value = Map::new();
    value.insert("id".to_owned(), json!(account.id));
    value.insert("aud".to_owned(), json!(AUDIENCE));
    value.insert("role".to_owned(), json!(AUDIENCE));
    value.insert("email".to_owned(), json!(account.email));
    value.insert("phone".to_owned(), json!(""));
    value.insert("app_metadata".to_owned(), Value::Object(app_metadata(known)));
    value.insert("user_metadata".to_owned(), json!(user.user_metadata));
    value.insert("identities".to_owned(), json!([email_identity(known)]));
    value.insert("created_at".to_owned(), json!(created.map(text)));
    value.insert("updated_at".to_owned(), json!(user.updated_at.or(created).map(text)));
    value.insert("is_anonymous".to_owned(), json!(false));
    let moments = [
        ("email_confirmed_at", created),
        ("confirmed_at", created),
        ("invited_at", user.invited_at),
        ("last_sign_in_at", user.last_sign_in_at),
        ("banned_until", user.banned_until),
    ];
    for (name, moment) in moments {
        if let Some(moment) = moment {
            value.insert(name.to_owned(), json!(text(moment)));
        }
    }
    Value::Object(value)
}

/// Somebody whose address is still to be confirmed; for a taken address somebody who looks
/// the same and is nobody.
pub fn waiting(id: AccountId, email: &str, real: bool, now: Moment) -> Value {
    json!({
        "id": id, "aud": AUDIENCE, "role": if real { AUDIENCE } else { "" },
        "email": email.trim().to_lowercase(), "phone": "", "confirmation_sent_at": text(now),
        "app_metadata": { "provider": "email", "providers": ["email"] }, "user_metadata": {},
        "identities": [], "created_at": text(now), "updated_at": text(now), "is_anonymous": false,
    })
}

fn email_identity(known: &Known) -> Value {
    let account = &known.account;
    let id = account.id.to_string();
    json!({
        "identity_id": identity_id(&id, "email"),
        "id": id,
        "user_id": id,
        "identity_data": {
            "email": account.email,
            "email_verified": true,
            "phone_verified": false,
            "sub": id,
        },
        "provider": "email",
        "last_sign_in_at": text(known.user.last_sign_in_at.unwrap_or(account.created_at)),
        "created_at": text(account.created_at),
        "updated_at": text(account.created_at),
        "email": account.email,
    })
}

/// The same for the same person and provider.
fn identity_id(account: &str, provider: &str) -> Uuid {
    use sha2::{Digest, Sha256};
    let digest = Sha256::digest(format!("identity:{account}:{provider}"));
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}

/// A moment as clients read it.
pub fn text(moment: Moment) -> String {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(moment.0) * 1_000_000)
        .ok()
        .and_then(|at| at.format(&Rfc3339).ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_as_clients_read_them() {
        assert_eq!(text(Moment(1_795_219_200_123)), "2026-11-21T00:00:00.123Z");
    }

    #[test]
    fn an_identity_keeps_its_id() {
        assert_eq!(identity_id("a", "email"), identity_id("a", "email"));
        assert_ne!(identity_id("a", "email"), identity_id("a", "google"));
    }
}
