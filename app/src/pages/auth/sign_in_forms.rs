//! The views of signing in and signing up.

use leptos::prelude::*;

use crate::pages::auth::{Filled, View, email, keep};

/// E-mail and password.
pub(super) fn sign_in(filled: &Filled, next: &str) -> AnyView {
    view! {
        <form class="form" id="auth-sign-in" method="post" action="/auth?mode=signin">
            <input type="hidden" name="next" value=next.to_owned()/>
            {email(&filled.email)}
            {password("Your Password", "current-password")}
            {keep(filled.keep)}
            <div class="form-end">
                <button class="button button-primary button-wide" type="submit" data-busy-label="Signing in ...">"Sign in"</button>
            </div>
        </form>
    }
    .into_any()
}

/// The same for a new account, with age and terms.
pub(super) fn sign_up(filled: &Filled, next: &str) -> AnyView {
    debug_assert_eq!(filled.view, View::SignUp);
    view! {
        <form class="form" id="auth-sign-up" method="post" action="/auth?mode=signup">
            <input type="hidden" name="next" value=next.to_owned()/>
            {email(&filled.email)}
            {password("Create a Password", "new-password")}
            <div class="field">
                <label for="username">"Username "<span class="optional">"optional"</span></label>
                <input id="username" name="username" type="text" autocomplete="nickname" maxlength="40" value=filled.username.clone()/>
            </div>
            <label class="check">
                <input type="checkbox" name="terms" value="yes" required checked=filled.terms/>
                <span>"I am 12 or older and accept the "<a href="/terms">"Terms of Service"</a>" and the "<a href="/privacy">"Privacy Policy"</a>"."</span>
            </label>
            <div class="form-end">
                <button class="button button-primary button-wide" type="submit" data-busy-label="Signing up ...">"Sign up"</button>
            </div>
        </form>
    }
    .into_any()
}

fn password(label: &'static str, autocomplete: &'static str) -> AnyView {
    view! {
        <div class="field">
            <label for="password">{label}</label>
            <input id="password" name="password" type="password" autocomplete=autocomplete placeholder="Your password" required minlength="6" maxlength="72"/>
        </div>
    }
    .into_any()
}
