//! Where a person goes after signing in: the page they were on the way to, never another
//! site.

use std::fmt;

/// A path on this site, with its query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReturnPath(String);

impl ReturnPath {
    /// Where people go who were on the way to nothing in particular.
    pub const DEFAULT: &str = "/dashboard";

    /// The path, when it stays on this site; else the default. Browsers read `//host`,
    /// `/\host` and control characters as another site, so those do not pass.
    pub fn parse(text: Option<&str>) -> Self {
        let ours = |path: &&str| {
            path.starts_with('/')
                && !path.starts_with("//")
                && !path.starts_with("/auth")
                && !path.starts_with("/sign-out")
                && path.len() <= 512
                && path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\')
        };
        Self(text.filter(ours).unwrap_or(Self::DEFAULT).to_owned())
    }

    /// The path that somebody was really on the way to; nothing where there was none, or it
    /// leads elsewhere.
    pub fn wished(text: Option<&str>) -> Option<Self> {
        let path = Self::parse(text);
        (text == Some(path.as_str())).then_some(path)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ReturnPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_ours_is_kept() {
        assert_eq!(ReturnPath::parse(Some("/couple?a=1")).as_str(), "/couple?a=1");
    }

    #[test]
    fn a_wish_for_the_default_is_a_wish() {
        let wished = |text| ReturnPath::wished(text).map(|path| path.to_string());
        assert_eq!(wished(Some("/dashboard")).as_deref(), Some("/dashboard"));
        assert_eq!(wished(Some("/couple")).as_deref(), Some("/couple"));
        for text in [None, Some(""), Some("//evil.example")] {
            assert_eq!(wished(text), None, "{text:?}");
        }
    }

    #[test]
    fn another_site_never_is() {
        for path in [
            "https://evil.example",
            "//evil.example",
            "/\\evil.example",
            "/a\nb",
            "evil",
            "",
            "/auth?next=/x",
        ] {
            assert_eq!(ReturnPath::parse(Some(path)).as_str(), "/dashboard", "{path}");
        }
        assert_eq!(ReturnPath::parse(None).as_str(), "/dashboard");
    }
}
