//! Headers of every answer. Pages carry no inline script at all, so the policy needs no
//! nonce; each answer gets the strictest one it works with.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use evernear_app::pages::Scripts;

/// Puts in what is not there yet.
pub fn common(headers: &mut HeaderMap, production: bool) {
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

/// The policy of a page by what it may run. Another company's hosts stand in it only where
/// its window opens.
pub fn page_policy(scripts: Scripts) -> HeaderValue {
    macro_rules! policy {
        ($scripts:literal) => {
            policy!($scripts, "connect-src 'self'; form-action 'self'; frame-ancestors 'none'")
        };
        ($scripts:literal, $rest:literal) => {
            concat!(
                "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data: blob:; media-src 'self'; \
                 manifest-src 'self'; base-uri 'none'; ",
                $rest,
                "; script-src ",
                $scripts
            )
        };
    }
    HeaderValue::from_static(match scripts {
        Scripts::None => policy!("'none'"),
        Scripts::Leaving => policy!("'none'", "connect-src 'self'; frame-ancestors 'none'"),
        Scripts::Small | Scripts::Admin => policy!("'self'"),
        Scripts::Island => policy!("'self' 'wasm-unsafe-eval'"),
        Scripts::SandboxCheckout => policy!(
            "'self'",
            "connect-src 'self'; form-action 'self'; frame-src 'self'; frame-ancestors 'none'"
        ),
        Scripts::PaystackCheckout => policy!(
            "'self' https://js.paystack.co",
            "connect-src 'self' https://api.paystack.co https://checkout.paystack.com; \
             form-action 'self' https://checkout.paystack.com; \
             frame-src https://checkout.paystack.com https://standard.paystack.co; frame-ancestors 'none'"
        ),
        Scripts::Window => {
            policy!("'self'", "connect-src 'self'; form-action 'self'; frame-ancestors 'self'")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_production_insists_on_https() {
        for production in [true, false] {
            let mut headers = HeaderMap::new();
            common(&mut headers, production);
            assert_eq!(headers.contains_key(header::STRICT_TRANSPORT_SECURITY), production);
            assert_eq!(headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        }
    }

    #[test]
    fn what_a_handler_says_stays() {
        let policy = page_policy(Scripts::None);
        let mut headers = HeaderMap::from_iter([(header::CONTENT_SECURITY_POLICY, policy.clone())]);
        common(&mut headers, true);
        assert_eq!(headers[header::CONTENT_SECURITY_POLICY], policy);
        assert!(policy.to_str().is_ok_and(|policy| policy.ends_with("script-src 'none'")));
    }
}
