//! Headers that every answer carries, unless its handler said otherwise.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// Adds those that are not there yet. Browsers are told to insist on HTTPS in production only.
pub fn add_default_headers(headers: &mut HeaderMap, production: bool) {
    let mut default = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    default(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    default(header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'");
    default(header::REFERRER_POLICY, "same-origin");
    default(header::CACHE_CONTROL, "private, no-store");
    default(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    default(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    default(
        HeaderName::from_static("permissions-policy"),
        "camera=(self), microphone=(), geolocation=(), payment=(), browsing-topics=()",
    );
    if production {
        default(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000; includeSubDomains");
    }
}

/// Those of addresses that open something by themselves: nobody learns one from us, and nothing keeps
/// what stands there.
pub fn add_link_headers(headers: &mut HeaderMap) {
    let mut insert = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    insert(HeaderName::from_static("x-robots-tag"), "noindex, nofollow, noarchive");
    insert(header::REFERRER_POLICY, "no-referrer");
    insert(header::CACHE_CONTROL, "private, no-store");
}

#[cfg(test)]
mod tests {
    use evernear_app::pages::Scripts;

    use super::*;
    use crate::web::headers::content_security_policy::page_policy;

    #[test]
    fn only_production_insists_on_https() {
        for production in [true, false] {
            let mut headers = HeaderMap::new();
            add_default_headers(&mut headers, production);
            assert_eq!(headers.contains_key(header::STRICT_TRANSPORT_SECURITY), production);
            assert_eq!(headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        }
    }

    #[test]
    fn what_a_handler_says_stays() {
        let policy = page_policy(Scripts::None);
        let mut headers = HeaderMap::from_iter([(header::CONTENT_SECURITY_POLICY, policy.clone())]);
        add_default_headers(&mut headers, true);
        assert_eq!(headers[header::CONTENT_SECURITY_POLICY], policy);
        assert!(policy.to_str().is_ok_and(|policy| policy.ends_with("script-src 'none'")));
    }
}
