//! The landing page (spec §2).

use leptos::prelude::*;

use super::{Answer, Frame, Page, Scripts, Visit};
use crate::problem::Problem;

/// For everyone.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let signed_in = visit.member.is_some();
    let create = if signed_in { "/ai-creator" } else { "/auth?mode=signup" };
    let dashboard = if signed_in { "/dashboard" } else { "/auth?mode=signin" };
    let body = view! {
        <section class="hero">
            <div class="hero-words">
                <h1 class="display">"Bring someone you miss closer, in one memory"</h1>
                <p class="lead">"Describe a moment, add a photo of each of you, and see yourselves there together: a picture and a short film made from your photos."</p>
                <p class="row">
                    <a class="button button-primary button-large" href=create>"Create a memory"</a>
                    <a class="button button-quiet button-large" href=dashboard>"Go to Dashboard"</a>
                </p>
            </div>
        </section>
    };
    Ok(Answer::Page(Page {
        title: "A memory with someone you miss".to_owned(),
        description:
            "A picture and a short film of you and someone you love, made from your photos."
                .to_owned(),
        scripts: Scripts::None,
        frame: Frame::Full,
        main_class: "page page-wide",
        body: body.into_any(),
    }))
}
