//! /success (spec §2): where a payment leads. A reference that is not known shows the
//! plan that its text suggests and claims nothing about credits (decision 9).

use leptos::prelude::*;

use super::{Answer, Frame, Page, Visit};
use crate::problem::Problem;

/// For everyone.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let plan = plan_label(visit.query("session_id").unwrap_or_default());
    let body = view! {
        <section class="card gate">
            <p><span class="badge badge-success"><span class="icon icon-check"></span>{plan}</span></p>
            <h1>"Payment Successful!"</h1>
            <p>"Thank you. Your balance is on the dashboard."</p>
            <div class="stack">
                <a class="button button-primary button-wide" href="/create">"Start Creating"</a>
                <a class="button button-quiet button-wide" href="/dashboard">"View Dashboard"</a>
            </div>
        </section>
    };
    Ok(Answer::Page(Page {
        title: "Payment Successful!".to_owned(),
        description: "Your payment went through.".to_owned(),
        scripts: visit.reading_scripts(),
        frame: Frame::Full,
        main_class: "page page-center",
        body: body.into_any(),
    }))
}

/// The plan that a reference suggests (spec §7 'Other').
fn plan_label(reference: &str) -> &'static str {
    if reference.to_ascii_lowercase().contains("pro") { "Pro Plan" } else { "Basic Plan" }
}

#[cfg(test)]
mod tests {
    use super::plan_label;

    #[test]
    fn a_reference_suggests_its_plan() {
        assert_eq!(plan_label("EVN_pro_1741000000"), "Pro Plan");
        assert_eq!(plan_label("EVN_PRO_1741000000"), "Pro Plan");
        assert_eq!(plan_label("EVN_1741000000"), "Basic Plan");
        assert_eq!(plan_label(""), "Basic Plan");
    }
}
