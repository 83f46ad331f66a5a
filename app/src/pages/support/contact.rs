//! /contact: writing to us as a company. Works without script.

use leptos::prelude::*;

use crate::{
    domain::{
        support::{SIZES, Written},
        unsent_words::UnsentForm,
    },
    flows::{draft::unsent_words::unsent_at, support::contact::SENT},
    pages::{
        Answer, Layout, Page, Scripts, Visit,
        layout::text_area::{NOT_RESTORED, TextArea},
    },
    problem::Problem,
};

/// What stands above the form after it was posted.
pub enum ContactNotice {
    Nothing,
    Sent,
    Refused(String),
}

/// For everyone.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let mut filled = Written::default();
    if let Some(member) = &visit.member {
        let mut unsent = unsent_at(&visit.ports, member.account.id, UnsentForm::Contact).await?;
        let mut of = |name: &str| unsent.remove(name).unwrap_or_default();
        filled = Written {
            name: of("name"),
            email: of("email"),
            company: of("company"),
            employees: of("employees"),
            message: of("message"),
            ..filled
        };
    }
    Ok(Answer::Page(form(&visit, &filled, ContactNotice::Nothing)))
}

/// The form, filled in.
pub fn form(visit: &Visit, filled: &Written, outcome: ContactNotice) -> Page {
    let notice = match outcome {
        ContactNotice::Nothing => None,
        ContactNotice::Sent => Some(view! { <p class="notice notice-success" role="status"><span class="icon icon-check"></span><span>{SENT}</span></p> }.into_any()),
        ContactNotice::Refused(problem) => Some(view! { <p class="notice notice-danger" role="alert"><span class="icon icon-alert"></span><span>{problem}</span></p> }.into_any()),
    };
    let sizes = SIZES.map(|size| {
        view! { <option value=size selected=filled.employees == size>{size}</option> }
    });
    let mail = visit.ports.settings.enterprise_mail.to_string();
    let unsent = visit.member.is_some().then(|| UnsentForm::Contact.to_string());
    let own = visit.member.is_some().then(|| {
        view! { <section class="card card-short"><h2><span class="icon icon-person"></span>"About your account?"</h2><p>"What you write on the "<a href="/support">"support page"</a>" stands there with our answers."</p></section> }
    });
    let body = view! {
        <header class="page-head"><div>
            <h1>"Get in Touch"</h1>
            <p class="lead">"For companies and organisations. Tell us what you have in mind; a person reads it and answers."</p>
        </div></header>
        <div class="columns">
            <section class="card stack">
                {notice}
                <form class="form" method="post" action="/contact" data-in-place="" autocomplete=unsent.is_some().then_some(NOT_RESTORED) data-unsent=unsent>
                    <div class="field"><label for="name">"Name"</label>
                        <input id="name" name="name" type="text" autocomplete="name" required maxlength="200" value=filled.name.clone()/></div>
                    <div class="field"><label for="email">"Email address"</label>
                        <input id="email" name="email" type="email" autocomplete="email" required maxlength="254" value=filled.email.clone()/></div>
                    <div class="field"><label for="company">"Company"</label>
                        <input id="company" name="company" type="text" autocomplete="organization" required maxlength="200" value=filled.company.clone()/></div>
                    <div class="field"><label for="employees">"Company size"</label>
                        <select id="employees" name="employees">{sizes.collect_view()}</select></div>
                    <div class="field"><label for="message">"Message"</label>
                        <TextArea value=filled.message.clone() attr:id="message" attr:name="message" attr:rows="6" attr:required=true attr:maxlength="8000"/></div>
                    <div hidden><label for="website">"Website (leave this empty)"</label>
                        <input id="website" name="website" type="text" tabindex="-1" autocomplete="off"/></div>
                    <div class="form-end"><button class="button button-primary" type="submit" data-busy-label="Sending...">"Send Message"</button></div>
                </form>
            </section>
            <aside class="stack" aria-label="How to reach us">
                {own}
                <section class="card card-short"><h2><span class="icon icon-mail"></span>"Enterprise"</h2><p><a href=format!("mailto:{mail}")>{mail.clone()}</a></p></section>
                <section class="card card-short"><h2><span class="icon icon-pin"></span>"Location"</h2><p>"Cape Town, South Africa"</p></section>
                <section class="card card-short"><h2><span class="icon icon-clock"></span>"Response time"</h2><p>"Within 24 hours"</p></section>
            </aside>
        </div>
    };
    Page {
        title: "Get in Touch".to_owned(),
        description: "Write to Evernear as a company or an organisation.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Full,
        main_class: "page",
        body: body.into_any(),
    }
}
