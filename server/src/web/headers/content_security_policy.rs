//! The content security policy of a page. Pages carry no inline script at all, so it needs no
//! nonce; each page gets the strictest one it works with.

use axum::http::HeaderValue;
use evernear_app::pages::Scripts;

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
