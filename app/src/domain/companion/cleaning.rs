//! What a person sees of a provider's own message: nothing that looks like a key, an address
//! or a URL, and little of the rest. Rather a harmless word too many is taken out than a host
//! or a key left in.

use std::net::{Ipv4Addr, Ipv6Addr};

/// Most characters of it.
const MAX_CHARS: usize = 300;
/// In the place of what was taken out.
const GONE: &str = "…";
/// How keys of well-known services begin.
const KEY_STARTS: &[&str] = &[
    "sk-", "sk_", "pk-", "pk_", "rk_", "whsec_", "key-", "key_", "ghp_", "gho_", "xox", "akia",
    "aiza", "eyj", "hf_", "r8_",
];
/// What stands before a secret, with a colon or an equals sign behind it.
const NAMES_A_SECRET: &[&str] = &["key", "token", "secret", "password", "passwd", "pwd", "auth"];
/// Shortest mixture of letters and digits that counts as a key.
const KEY_CHARS: usize = 8;

/// The message without them, in one line.
pub fn cleaned(detail: &str) -> String {
    let mut text = String::new();
    let mut rest = detail;
    let mut secret_follows = false;
    while let Some(sign) = rest.chars().next() {
        let length = rest.find(separates).unwrap_or(rest.len());
        if length == 0 {
            if !sign.is_whitespace() {
                text.push(sign);
            } else if !text.ends_with(' ') {
                text.push(' ');
            }
            rest = &rest[sign.len_utf8()..];
            continue;
        }
        let (word, after) = rest.split_at(length);
        let told = word.chars().any(char::is_alphanumeric);
        let hidden = told && (secret_follows || is_private(word));
        text.push_str(if hidden { GONE } else { word });
        if told {
            secret_follows = announces_a_secret(word, after);
        }
        rest = after;
    }
    text.trim().chars().take(MAX_CHARS).collect()
}

/// Signs between words, those of JSON among them.
fn separates(sign: char) -> bool {
    sign.is_whitespace() || sign.is_control() || "\"'`{}()<>,;|".contains(sign)
}

/// `Bearer`, `password:`, `"api_key":`: the next word is what nobody may read.
fn announces_a_secret(word: &str, after: &str) -> bool {
    let low = word.to_ascii_lowercase();
    let name = low.trim_end_matches([':', '=']);
    let named = NAMES_A_SECRET.iter().any(|secret| name.ends_with(secret));
    let pointed = name.len() < low.len()
        || after.trim_start_matches(['"', '\'', ' ']).starts_with([':', '=']);
    matches!(name, "bearer" | "basic") || named && pointed
}

fn is_private(word: &str) -> bool {
    if is_path(word) {
        return true;
    }
    let word = word.trim_matches(|sign: char| !sign.is_alphanumeric() && !"*[]:…".contains(sign));
    if word.contains("://") || word.contains('@') || word.contains("***") {
        return true;
    }
    if let Some((name, value)) = word.split_once('=') {
        let low = name.to_ascii_lowercase();
        let named = NAMES_A_SECRET.iter().any(|secret| low.ends_with(secret));
        return named && !value.is_empty() || is_private(name) || is_private(value);
    }
    is_address(word) || is_key(word)
}

/// A file of a server.
fn is_path(word: &str) -> bool {
    let named = word.split(['/', '\\']).filter(|part| !part.is_empty()).count();
    let rooted = word.starts_with('/') || word.starts_with('~') || word.get(1..3) == Some(":\\");
    rooted && named > 1
}

/// An IP address or a host, with or without a port and a path.
fn is_address(word: &str) -> bool {
    let bare = word.trim_start_matches('[').trim_end_matches([']', '.', ':']);
    let ip = bare.split(['/', '%', ']']).next().unwrap_or_default();
    if ip.contains(':') && ip.parse::<Ipv6Addr>().is_ok() {
        return true;
    }
    let host = bare.split(['/', '?', '#']).next().unwrap_or_default();
    let (host, port) = match host.rsplit_once(':') {
        Some((host, port)) if is_port(port) => (host, true),
        _ => (host, false),
    };
    let host = host.trim_end_matches(':');
    if host.parse::<Ipv4Addr>().is_ok() || host.eq_ignore_ascii_case("localhost") {
        return true;
    }
    let labels: Vec<&str> = host.split('.').collect();
    let sound = |label: &&str| {
        !label.is_empty()
            && label.chars().all(|sign| sign.is_alphanumeric() || sign == '-' || sign == '_')
    };
    let last = labels.last().copied().unwrap_or_default();
    let named = labels.len() > 1
        && last.chars().count() > 1
        && (last.chars().all(char::is_alphabetic) || last.starts_with("xn--"));
    labels.iter().all(sound) && (named || port && host.chars().any(char::is_alphabetic))
}

fn is_port(text: &str) -> bool {
    (2..=5).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// By how it begins, or a mixture of letters and digits.
fn is_key(word: &str) -> bool {
    let low = word.to_ascii_lowercase();
    if KEY_STARTS.iter().any(|start| low.starts_with(start) && low.len() > start.len()) {
        return true;
    }
    let signs = word.split(|sign: char| !(sign.is_ascii_alphanumeric() || "-_.+/".contains(sign)));
    signs.into_iter().any(|part| {
        let digits = part.bytes().filter(u8::is_ascii_digit).count();
        let letters = part.bytes().filter(u8::is_ascii_alphabetic).count();
        let long_number = part.len() >= 2 * KEY_CHARS && digits == part.len();
        part.len() >= KEY_CHARS && digits > 1 && letters > 0 || long_number
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_addresses_and_urls_are_taken_out_of_a_message() {
        for (detail, shown) in [
            (
                "bad key sk-abc123def456ghi789jkl at https://api.example/v1 for me@example.com sorry",
                "bad key … at … for … sorry",
            ),
            ("cannot reach 10.0.3.17:8443 from 192.168.1.1.", "cannot reach … from …"),
            ("connect to [::1]:6379 or fe80::1%eth0 failed", "connect to … or … failed"),
            ("no route to 2001:db8::8a2e:370:7334", "no route to …"),
            ("dns error: api.openai.com, try later", "dns error: …, try later"),
            ("connecting db-1.internal:5432/users was refused", "connecting … was refused"),
            ("localhost refused; so did redis:6379", "… refused; so did …"),
            ("Incorrect API key provided: sk-1a2b.", "Incorrect API key provided: …"),
            ("Incorrect API key provided: sk-***ab.", "Incorrect API key provided: …"),
            ("Authorization: Bearer hunter", "Authorization: Bearer …"),
            ("password: hunter2 is wrong", "password: … is wrong"),
            ("?token=abc&model=x refused", "… refused"),
            (
                "{\"error\":{\"message\":\"bad request\",\"api_key\":\"abc\",\"host\":\"10.0.0.1\"}}",
                "{\"error\":{\"message\":\"bad request\",\"api_key\":\"…\",\"host\":\"…\"}}",
            ),
            ("request a1b2c3d4 of org-Xy12Zw34 failed", "request … of … failed"),
            ("failed to load /srv/models/llama/blobs", "failed to load …"),
            ("no file C:\\models\\llama here", "no file … here"),
            ("card 4242424242424242 declined", "card … declined"),
        ] {
            assert_eq!(cleaned(detail), shown);
        }
    }

    #[test]
    fn plain_words_stay() {
        for words in [
            "The model is overloaded. Please try again in 20 s (429).",
            "max_tokens must be at most 200, e.g. 150",
            "Rate limit reached: 3 of 3 requests",
            "das Modell ist überlastet",
        ] {
            assert_eq!(cleaned(words), words);
        }
        assert_eq!(cleaned(" two\n lines\t here "), "two lines here");
        assert_eq!(cleaned(&"é ".repeat(900)).chars().count(), 300);
    }
}
