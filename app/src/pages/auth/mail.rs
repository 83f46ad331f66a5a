//! The views of a forgotten password, a magic link, and the code of either.

use leptos::prelude::*;

use crate::pages::auth::{Filled, View, chosen, code, email, keep};

/// Shown after asking, whether the address has an account or not.
pub const RESET_SENT: &str = "Check your email for the password reset link";
pub const MAGIC_SENT: &str = "Check your email for the magic link";
pub const CONFIRM_SENT: &str = "Check your email for the confirmation link";

/// Asks for a mail.
pub(super) fn ask(filled: &Filled, next: &str) -> AnyView {
    let (id, lead, button, busy) = if filled.view == View::MagicLink {
        (
            "auth-magic-link",
            "We send you a link and a code that sign you in once, without a password.",
            "Send Magic Link",
            "Sending Magic Link ...",
        )
    } else {
        (
            "auth-forgot-password",
            "We send you a link and a code to choose a new password. The old one works until then.",
            "Send reset password instructions",
            "Sending reset instructions ...",
        )
    };
    view! {
        <p>{lead}</p>
        <form class="form" id=id method="post" action=filled.view.address("")>
            <input type="hidden" name="next" value=next.to_owned()/>
            {email(&filled.email)}
            <div class="form-end">
                <button class="button button-primary button-wide" type="submit" data-busy-label=busy>{button}</button>
            </div>
        </form>
    }
    .into_any()
}

/// Takes a code from a mail, and sends the mail again where the address is known. `joins`:
/// under the heading of a new account, which stays for the next answer.
pub(super) fn verify(filled: &Filled, next: &str, joins: bool) -> AnyView {
    let mode = if joins { "mode=signup&" } else { "" };
    let address = format!("/auth?{mode}view=verify_otp");
    let sends = matches!(filled.code_for.as_str(), "signup" | "recovery" | "magiclink");
    let again = (sends && !filled.email.is_empty()).then(|| {
        view! {
            <form method="post" action=format!("{address}&type={}", filled.code_for)>
                <input type="hidden" name="next" value=next.to_owned()/>
                <input type="hidden" name="type" value=filled.code_for.clone()/>
                <input type="hidden" name="email" value=filled.email.clone()/>
                <input type="hidden" name="again" value="yes"/>
                <button class="button button-quiet button-wide" type="submit" data-busy-label="Sending...">"Send the mail again"</button>
            </form>
        }
    });
    view! {
        <form class="form" id="verify-otp" method="post" action=address data-awaits-mail="">
            <input type="hidden" name="next" value=next.to_owned()/>
            <input type="hidden" name="type" value=filled.code_for.clone()/>
            {email(&filled.email)}
            {code("Token", "The six digits in our mail. They can be used once, for ten minutes.")}
            {(filled.code_for == "signup").then(chosen)}
            {keep(filled.keep)}
            <div class="form-end">
                <button class="button button-primary button-wide" type="submit" data-busy-label="Signing in ...">"Verify token"</button>
            </div>
        </form>
        {again}
    }
    .into_any()
}
