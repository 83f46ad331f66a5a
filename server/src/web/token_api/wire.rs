//! Sessions and users as clients know them.

use evernear_app::{
    domain::{
        auth::{
            api_session::{ApiAccount, Metadata},
            factor::Factor,
            identity::Identity,
        },
        id::AccountId,
        timestamp::Timestamp,
    },
    flows::auth::issue_tokens::{AUDIENCE, Tokens, app_metadata},
};
use serde_json::{Value, json};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// A session with its user.
pub fn session(tokens: &Tokens) -> Value {
    let mut session = json!({
        "access_token": tokens.access_token,
        "token_type": "bearer",
        "expires_in": tokens.expires_in,
        "expires_at": tokens.expires_at,
        "refresh_token": tokens.refresh_token,
        "user": user(&tokens.known),
    });
    if let Some(provider) = &tokens.provider {
        session["provider_token"] = json!(provider.access);
        if let Some(refresh) = &provider.refresh {
            session["provider_refresh_token"] = json!(refresh);
        }
    }
    session
}

/// A person.
pub fn user(known: &ApiAccount) -> Value {
    let ApiAccount { account, user, pending, .. } = known;
    let mut value = json!({
        "id": account.id,
        "aud": AUDIENCE,
        "role": AUDIENCE,
        "email": account.email,
        "phone": "",
        "app_metadata": app_metadata(known),
        "user_metadata": user.user_metadata,
        "identities": known.identities.iter().map(|one| identity(known, one)).collect::<Vec<_>>(),
        "created_at": text(account.created_at),
        "updated_at": text(user.updated_at.unwrap_or(account.created_at)),
        "is_anonymous": false,
    });
    let timestamps = [
        ("email_confirmed_at", account.email_confirmed_at),
        ("confirmed_at", account.email_confirmed_at),
        ("confirmation_sent_at", pending.confirmation_sent_at),
        ("recovery_sent_at", pending.recovery_sent_at),
        ("reauthentication_sent_at", pending.reauthentication_sent_at),
        ("invited_at", user.invited_at),
        ("last_sign_in_at", user.last_sign_in_at),
        ("banned_until", user.banned_until),
    ];
    for (name, at) in timestamps {
        if let Some(at) = at {
            value[name] = json!(text(at));
        }
    }
    if let Some(email) = &pending.new_email {
        value["new_email"] = json!(email);
        value["email_change_sent_at"] = json!(pending.email_change_sent_at.map(text));
    }
    if !known.factors.is_empty() {
        value["factors"] = known.factors.iter().map(factor).collect();
    }
    value
}

/// What a taken address is answered with where addresses are confirmed: it looks like a new
/// user and is none, as `GoTrue` does it.
pub fn lookalike(id: AccountId, email: &str, data: &Metadata, now: Timestamp) -> Value {
    json!({
        "id": id,
        "aud": AUDIENCE,
        "role": "",
        "email": email.trim().to_lowercase(),
        "phone": "",
        "confirmation_sent_at": text(now),
        "app_metadata": { "provider": "email", "providers": ["email"] },
        "user_metadata": data,
        "identities": [],
        "created_at": text(now),
        "updated_at": text(now),
        "is_anonymous": false,
    })
}

fn identity(known: &ApiAccount, identity: &Identity) -> Value {
    let account = &known.account;
    let mut data = identity.data.clone();
    if identity.provider == "email" {
        data.insert("email".to_owned(), json!(account.email));
        data.insert("email_verified".to_owned(), json!(account.email_confirmed_at.is_some()));
        data.insert("phone_verified".to_owned(), json!(false));
        data.insert("sub".to_owned(), json!(account.id));
    }
    json!({
        "identity_id": identity.id,
        "id": identity.provider_id,
        "user_id": account.id,
        "identity_data": data,
        "provider": identity.provider,
        "last_sign_in_at": identity.last_sign_in_at.map(text),
        "created_at": text(identity.created_at),
        "updated_at": text(identity.updated_at),
        "email": identity.email,
    })
}

/// A second factor, without its secret.
pub fn factor(factor: &Factor) -> Value {
    json!({
        "id": factor.id,
        "friendly_name": factor.friendly_name,
        "factor_type": "totp",
        "phone": "",
        "status": factor.status(),
        "created_at": text(factor.created_at),
        "updated_at": text(factor.updated_at),
        "last_challenged_at": factor.last_challenged_at.map(text),
    })
}

/// A moment as clients read it.
pub fn text(time: Timestamp) -> String {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(time.0) * 1_000_000)
        .ok()
        .and_then(|at| at.format(&Rfc3339).ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_as_clients_read_them() {
        assert_eq!(text(Timestamp(1_795_219_200_123)), "2026-11-21T00:00:00.123Z");
    }
}
