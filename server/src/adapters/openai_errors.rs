//! The errors of OpenAI's API, as its servers of any kind tell them:
//! `{error: {message, type, param, code}}`.

use serde_json::Value;

/// The names that the server gives an error: its code and its type.
fn names(body: &Value) -> impl Iterator<Item = &str> {
    [&body["error"]["code"], &body["error"]["type"]].into_iter().filter_map(Value::as_str)
}

/// Whether the account's money is spent, which does not pass by waiting.
pub fn is_spent(body: &Value) -> bool {
    names(body).any(|name| name.contains("quota"))
}

/// Whether what was sent, or what was made of it, is against the provider's rules.
pub fn is_moderated(body: &Value) -> bool {
    names(body).any(|name| matches!(name, "moderation_blocked" | "content_policy_violation"))
}
