//! /terms: ten sections.

use evernear_rules::pricing::{CREATION_COST, WELCOME_CREDITS};
use leptos::prelude::*;

use crate::{
    domain::billing::POLICY,
    pages::{
        layout::shell::write_to_us,
        site::legal::{Answer, Section, Visit, section, text},
    },
    problem::Problem,
};

/// For everyone.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    Ok(text(
        &visit,
        "Terms of Service",
        "What you can expect from Evernear, and what we ask of you: photos, credits, cancelling, liability.",
        "What you can expect from us, and what we ask of you. Written to be read.",
        [about_you_and_us(), about_memories(), about_money_and_law()]
            .into_iter()
            .flatten()
            .collect(),
    ))
}

fn about_you_and_us() -> Vec<Section> {
    vec![
        section(
            "agreement",
            "What these terms cover",
            view! {
                <p>"These terms are the agreement between you and Evernear, Cape Town, South Africa. They hold whenever you use this site, with or without an account."</p>
                <p>"Evernear makes a picture and a short film of you and people you love, from photos you upload and a moment you describe. It is in closed beta: parts of it still change, and some are not open yet."</p>
            },
        ),
        section(
            "age",
            "Who may use Evernear",
            view! {
                <p>"You must be at least 12 years old. We ask you to confirm it when you sign up. If you are under 18, please read these terms together with a parent or guardian, and use Evernear with their consent."</p>
            },
        ),
        section(
            "account",
            "Your account",
            view! {
                <ul>
                    <li>"Give an e-mail address that is yours. We use it to let you in and to answer you."</li>
                    <li>"Keep your password to yourself. If someone else got hold of it, tell us."</li>
                    <li>"One account is for one person."</li>
                </ul>
            },
        ),
    ]
}

fn about_memories() -> Vec<Section> {
    vec![
        section(
            "photos",
            "Your photos and words",
            view! {
                <p>"They stay yours. You allow us to use them for one thing: to make the memory you asked for. We do not sell them and we do not train models with them."</p>
                <p>"Upload a photo only if you may: it is yours, or the person who owns it agrees, and the people in it would not mind, or their family would not if they are no longer here. The same holds for a recording of somebody's voice. You confirm this each time you create a memory."</p>
                <p>"How long photos are kept, and who receives them, is in the "<a href="/privacy">"Privacy Policy"</a>"."</p>
            },
        ),
        section(
            "memories",
            "What Evernear makes",
            view! {
                <p>"A memory made here is invented. It is put together by software from your photos and your words; it did not happen that way, and it can get things wrong. It is no message from the person in it and no record of what they did or said."</p>
                <p>"As far as we have any rights in your finished pictures and films, they are yours: keep them, show them, print them. When you show them to others, please say that they were made."</p>
            },
        ),
        section(
            "respect",
            "What is not allowed",
            view! {
                <ul>
                    <li>"Sexual content, violence or humiliation. Anything that sexualises a child is refused and may be reported."</li>
                    <li>"Pictures meant to deceive, to pass as real, to harass or to pretend to be someone."</li>
                    <li>"Photos of people who do not want this, or of strangers and celebrities."</li>
                    <li>"Breaking in, overloading the service, or copying it automatically."</li>
                </ul>
                <p>"We may refuse a request, and close an account that does these things. A refused request costs no credits."</p>
                <p>"Evernear is not a counsellor and not an emergency service. If you are in danger or cannot go on, please call the emergency number where you are, or someone you trust."</p>
            },
        ),
    ]
}

fn about_money_and_law() -> Vec<Section> {
    let policy = POLICY.map(|sentence| view! { <li>{sentence}</li> });
    vec![
        section(
            "credits",
            "Credits, plans, refunds and cancelling",
            view! {
                <p>{format!("A new account starts with {WELCOME_CREDITS} credits, which are given once for each mailbox. Each creation costs {CREATION_COST}. They are set aside when it starts and used only when your memory is finished: if it fails, or you cancel it, they come back.")}</p>
                <p>"Credits are bought through the monthly plans on the "<a href="/pricing">"pricing page"</a>". Prices and what a plan contains are shown there before you buy. Credits are not money: they cannot be paid out or passed on."</p>
                <h3>"Refund & Cancellation Policy"</h3>
                <ul>{policy.collect_view()}</ul>
            },
        ),
        section(
            "ending",
            "Changes, interruptions and leaving",
            view! {
                <p>"We work on Evernear while it runs. We may change it, pause it or end it. If we end it, we tell you early enough to download your memories."</p>
                <p>"You may leave at any time: delete your account in your "<a href="/profile">"profile"</a>", with everything in it. We may end your account if you break these terms; where it is fair, we warn you first."</p>
            },
        ),
        section(
            "liability",
            "What we answer for",
            view! {
                <p>"We run Evernear with care, and we provide it as it is. We cannot promise that it is always there, never wrong, or that a memory looks the way you hoped."</p>
                <p>"If we cause you a loss, we pay at most the fees you paid us in the twelve months before it happened, for all claims together. We do not pay for indirect losses, such as profit you did not make."</p>
                <p>"This does not limit what the law says cannot be limited: for example harm done on purpose or by gross negligence, injury to people, and your rights as a consumer."</p>
            },
        ),
        section(
            "law",
            "Law, changes to these terms, and contact",
            view! {
                <p>"The law of South Africa applies to these terms, and South African courts decide if we cannot settle a dispute between us. If you are a consumer somewhere else, you keep the protection that the law of your home gives you."</p>
                <p>"If we change these terms, the date above changes, and we ask you to accept the new ones before you create your next memory. If one sentence turns out not to hold, the others still do."</p>
                <p>"Questions? Write to "{write_to_us()}"."</p>
            },
        ),
    ]
}
