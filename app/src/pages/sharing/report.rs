//! /m/{token}/report: objecting to a shared memory, without an account.

use leptos::prelude::*;

use super::cover::{brand, quiet};
use crate::{
    flows::sharing::report::ReportForm,
    pages::{Page, Visit, auth, layout::text_area::TextArea},
};

/// The form, as it was sent and with what was wrong.
pub fn form(visit: &Visit, filled: &ReportForm, wrong: Option<&str>) -> Page {
    let link = visit.path.strip_suffix("/report").unwrap_or_default().to_owned();
    let body = view! {
        <section class="card gate">
            {brand(visit)}
            <h1>"Report this memory"</h1>
            <p>"Is it you who is shown, or somebody close to you, and should it not be? Or is something else wrong with it? You need no account."</p>
            {auth::problem(wrong)}
            <form class="form" method="post" action=visit.path.clone()>
                <div class="field"><label for="reason">"What is wrong?"</label>
                    <TextArea value=filled.reason.clone() attr:id="reason" attr:name="reason" attr:rows="5" attr:required=true attr:maxlength="2000"/></div>
                <div class="field"><label for="email">"Your e-mail address "<span class="optional">"optional"</span></label>
                    <input id="email" name="email" type="email" autocomplete="email" maxlength="254" value=filled.email.clone() aria-describedby="email-hint"/>
                    <p class="field-hint" id="email-hint">"Only to tell you what came of it."</p></div>
                <div hidden><label for="website">"Website (leave this empty)"</label>
                    <input id="website" name="website" type="text" tabindex="-1" autocomplete="off"/></div>
                <div class="form-end"><button class="button button-primary button-wide" type="submit">"Report It"</button></div>
            </form>
            <h2>"What happens then"</h2>
            <ul class="ticks">
                <li>"A person at Evernear reads what you wrote. Only while your report is open may they look at the memory; each look is written down, and whoever shared it can see that there was one."</li>
                <li>"They may pause the link, so that nobody can open it, or remove it for good. Whoever shared it is told why, but not who reported it and not what you wrote."</li>
                <li>"The link works until they have decided. We keep your report for 90 days after that."</li>
            </ul>
            <nav class="gate-links" aria-label="About this link"><a href=link>"Back"</a></nav>
        </section>
    };
    quiet("Report this memory", body.into_any())
}

/// It is kept.
pub fn kept(visit: &Visit, wrote_address: bool) -> Page {
    let heard = if wrote_address {
        "A person reads it and decides. We write to you what came of it."
    } else {
        "A person reads it and decides. You left no address, so we cannot tell you what came of it."
    };
    let body = view! {
        <section class="card gate">
            {brand(visit)}
            <h1>"Your report is with us"</h1>
            {auth::done(Some("Thank you for telling us."))}
            <p>{heard}</p>
        </section>
    };
    quiet("Your report is with us", body.into_any())
}
