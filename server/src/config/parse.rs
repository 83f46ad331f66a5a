//! How texts of the environment are read, once for all variables.

use super::ConfigProblem;

/// Entries between commas, without the spaces around them; blank ones are none.
pub(super) fn entries(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|entry| !entry.is_empty())
}

/// `yes` or `no`; `default` where the variable is not set.
pub(super) fn yes_or_no(
    get: impl Fn(&str) -> Option<String>,
    name: &str,
    default: bool,
) -> Result<bool, ConfigProblem> {
    match get(name).as_deref() {
        None => Ok(default),
        Some("yes") => Ok(true),
        Some("no") => Ok(false),
        Some(other) => Err(ConfigProblem(format!("{name} is '{other}'; it can be yes or no."))),
    }
}

/// Whether what is sent to this address is read by nobody on the way: https, or this machine.
pub(super) fn is_private_address(url: &str) -> bool {
    let Ok(url) = reqwest::Url::parse(url) else { return false };
    match url.scheme() {
        "https" => true,
        "http" => ["127.0.0.1", "localhost", "[::1]"].contains(&url.host_str().unwrap_or_default()),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_https_and_this_machine_are_private() {
        for url in
            ["https://a.example", "http://127.0.0.1:1", "http://localhost", "http://[::1]:1/x"]
        {
            assert!(is_private_address(url), "{url}");
        }
        for url in [
            "http://a.example",
            "http://localhost.a.example",
            "http://127.0.0.1.a.example",
            "http://localhost@a.example",
            "ftp://localhost",
            "localhost",
            "",
        ] {
            assert!(!is_private_address(url), "{url}");
        }
    }
}
