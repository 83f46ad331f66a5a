//! Where a link may lead: our own site, a loopback address, or what the operator allowed;
//! anything else leads to a page of ours.

use axum::http::{HeaderMap, header};
use regex::Regex;
use url::{Host, Url};

/// Says what a link has done, to whoever was named no other page.
const ARRIVED: &str = "/auth/arrived";

/// The pages a program may ask us to lead to.
#[derive(Clone, Debug)]
pub struct Allowed {
    site: Url,
    home: Url,
    patterns: Vec<Regex>,
}

impl Allowed {
    /// `patterns` are addresses with `*` for anything but a dot or slash, `**` for anything,
    /// `?` for one sign.
    pub fn new(site: &str, patterns: &[String]) -> Option<Self> {
        let patterns = patterns.iter().map(|pattern| Regex::new(&as_regex(pattern)));
        let site = Url::parse(site).ok()?;
        Some(Self {
            home: site.join(ARRIVED).ok()?,
            site,
            patterns: patterns.collect::<Result<_, _>>().ok()?,
        })
    }

    /// Where it leads: to the page that was named, else to our own. Never an error.
    pub fn target(&self, asked: Option<&str>, headers: &HeaderMap) -> Url {
        self.named(asked, headers).unwrap_or_else(|| self.home.clone())
    }

    /// The page of ours for whoever comes back from a link that names no page of a program.
    pub fn home(&self) -> &Url {
        &self.home
    }

    /// What was asked for if it is allowed, else where the request came from by the same rule.
    pub fn named(&self, asked: Option<&str>, headers: &HeaderMap) -> Option<Url> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let asked = asked.filter(|asked| !asked.is_empty());
        let asked = asked.or_else(|| text(header::HeaderName::from_static("redirect_to")));
        asked.and_then(|asked| self.allow(asked)).or_else(|| self.allow(text(header::REFERER)?))
    }

    fn allow(&self, text: &str) -> Option<Url> {
        let plain = |byte: u8| byte.is_ascii_graphic() && byte != b'\\';
        if text.len() > 2048 || !text.bytes().all(plain) {
            return None;
        }
        let mut url = Url::parse(text).ok()?;
        if !url.username().is_empty() || url.password().is_some() {
            return None;
        }
        let web = matches!(url.scheme(), "http" | "https");
        let ours = url.scheme() == self.site.scheme()
            && url.host() == self.site.host()
            && (url.port_or_known_default() == self.site.port_or_known_default()
                || self.site.host_str() == Some("localhost"));
        let loopback = web
            && match url.host() {
                Some(Host::Ipv4(address)) => address.is_loopback(),
                Some(Host::Ipv6(address)) => address.is_loopback(),
                _ => false,
            };
        let fragment = url.fragment().map(str::to_owned);
        url.set_fragment(None);
        let matched = self.patterns.iter().any(|pattern| pattern.is_match(url.as_str()))
            // As it was written, too: `app://callback` has no path to add a slash to.
            || self.patterns.iter().any(|pattern| {
                pattern.is_match(text.split('#').next().unwrap_or_default())
                    && text.starts_with(url.as_str().trim_end_matches('/'))
            });
        url.set_fragment(fragment.as_deref());
        (ours || loopback || matched).then_some(url)
    }
}

fn as_regex(pattern: &str) -> String {
    let escaped = regex::escape(pattern.trim());
    let any = escaped.replace(r"\*\*", "\u{0}").replace(r"\*", "[^./]*");
    format!("^{}$", any.replace('\u{0}', ".*").replace(r"\?", "[^./]"))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    const HOME: &str = "https://evernear.example/auth/arrived";

    fn allowed(patterns: &[&str]) -> Allowed {
        let patterns: Vec<String> = patterns.iter().map(|&text| text.to_owned()).collect();
        Allowed::new("https://evernear.example", &patterns).expect("good patterns")
    }

    fn leads(allowed: &Allowed, asked: &str) -> String {
        allowed.target(Some(asked), &HeaderMap::new()).to_string()
    }

    #[test]
    fn our_own_pages_and_loopback_addresses_are_allowed() {
        let none = allowed(&[]);
        for asked in [
            "https://evernear.example/reset-password?a=1",
            "http://127.0.0.1:5173/cb",
            "http://[::1]:3000/",
        ] {
            assert_eq!(leads(&none, asked), asked);
        }
    }

    #[test]
    fn everything_else_leads_home() {
        let none = allowed(&[]);
        for asked in [
            "",
            "https://evil.example",
            "http://evernear.example/",
            "https://evernear.example:8443/",
            "https://evernear.example.evil.example/",
            "https://evernear.example@evil.example/",
            "https://me:secret@evernear.example/",
            "//evil.example",
            "/profile",
            "javascript:alert(1)",
            "https://evernear.example/a\nb",
            "https:\\\\evil.example",
            "http://127.0.0.1.evil.example/",
            "http://localhost:3000/",
        ] {
            assert_eq!(leads(&none, asked), HOME, "{asked}");
        }
    }

    #[test]
    fn patterns_stop_at_dots_and_slashes() {
        let one = allowed(&["https://*.example.org/", "https://app.example/**", "my-app://*"]);
        for asked in
            ["https://a.example.org/", "https://app.example/deep/path?x=1", "my-app://callback"]
        {
            assert_eq!(leads(&one, asked), asked);
        }
        for asked in [
            "https://a.b.example.org/",
            "https://evil.com/.example.org/",
            "https://evil.com?.example.org/",
            "https://app.example.evil.com/",
            "https://a.example.org/path",
        ] {
            assert_eq!(leads(&one, asked), HOME, "{asked}");
        }
        assert_eq!(leads(&one, "https://a.example.org/#x"), "https://a.example.org/#x");
    }

    #[test]
    fn without_a_good_target_the_page_that_asked_counts() {
        let one = allowed(&["https://app.example/**"]);
        let mut headers = HeaderMap::new();
        headers.insert(header::REFERER, HeaderValue::from_static("https://app.example/sign-in"));
        let target = one.target(Some("https://evil.example"), &headers);
        assert_eq!(target.as_str(), "https://app.example/sign-in");
        headers.insert("redirect_to", HeaderValue::from_static("https://app.example/other"));
        assert_eq!(one.target(None, &headers).as_str(), "https://app.example/other");
    }
}
