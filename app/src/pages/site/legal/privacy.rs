//! /privacy says what this software does, so it changes with it; who receives photos comes
//! from the configuration.

use leptos::prelude::*;

use crate::{
    pages::{
        layout::shell::write_to_us,
        site::legal::{Answer, Section, Visit, section, text},
    },
    ports::WindowKind,
    problem::Problem,
};

/// For everyone.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    Ok(text(
        &visit,
        "Privacy Policy",
        "What Evernear keeps about you, what happens to your photos and when they are deleted, and your rights.",
        "You trust us with people you love. This is what we keep, for how long, and who else sees it.",
        [what(&visit), sharing(&visit), rest()].into_iter().flatten().collect(),
    ))
}

fn what(visit: &Visit) -> Vec<Section> {
    let finished = if visit.ports.imagery.makes_large_pictures() {
        "deleted once its picture is also made in print size, which takes seconds, and half an hour at the most"
    } else {
        "deleted"
    };
    let recordings = recordings(visit);
    vec![
        section(
            "collected",
            "What we collect",
            view! {
                <ul>
                    <li><b>"Your account: "</b>"e-mail address, a user name if you choose one, your password in a form that cannot be turned back, and when you accepted which terms."</li>
                    <li><b>"Your words: "</b>"the conversation you are in, until you begin a new one, and the description of each memory you create. If leaving the tab signs you out while you write, what you had not sent yet is kept encrypted until you send or clear it, for 7 days at most."</li>
                    <li><b>"Your photos: "</b>"those of people and of a keepsake, only for as long as it takes to make the memory. The next section has the details."</li>
                    <li><b>"Your recording: "</b>"if you add one, such as a saved voicemail, as long as your photos."</li>
                    <li><b>"Your memories: "</b>"finished pictures and films with their closing sentence, the title and the note that you give them, and a day of the year on which you want to be written to, until you delete them."</li>
                    <li><b>"What you share: "</b>"if you make a link to a memory: what you allowed, your note, a digest of the link and of its password, how often it was opened and when last. Of whoever opens it, a random number in a cookie of that one address, of which we keep a digest until the link has ended; no address and no device. How many people you reached stays as a number."</li>
                    <li><b>"Reports of shared memories: "</b>"what somebody wrote to us about one, and their e-mail address if they gave it."</li>
                    <li><b>"Your credits and payments: "</b>"every change of your balance and the reason for it, what you bought, and that your mailbox had its welcome credits. Never the number of a card."</li>
                    <li><b>"What you send us: "</b>"an application for the beta (name, e-mail address and your reason, if you give one), a company's message from the contact page, or what you write to our support, with our answers."</li>
                    <li><b>"Your session: "</b>"that a browser is signed in and since when, its address and what it calls itself, and a history of sign-ins and changes to your account that only you can see."</li>
                    <li><b>"Against guessing: "</b>"for a day, how often codes were tried or mails asked for with an e-mail address, beside a digest that shows nobody which address it is."</li>
                </ul>
                <p>"No analytics, no advertising, no tracking across sites. We do not look for who you are beyond what you tell us, and we make no face profile: faces are found in a photo to place them in the picture, never to recognise anyone."</p>
            },
        ),
        section(
            "photos",
            "What happens to your photos",
            view! {
                <p>"A photo you upload is decoded, turned upright and written anew. What the camera had stored in it, such as place, time and device, is dropped on the way. The file you sent is not kept. Then it is used for your memory and for nothing else."</p>
                <p>{recordings}</p>
                <dl class="facts">
                    <div><dt>"Your memory is finished"</dt><dd>{finished}</dd></div>
                    <div><dt>"Your picture waits for you"</dt><dd>"kept until you choose, a day at most"</dd></div>
                    <div><dt>"You cancel"</dt><dd>"deleted"</dd></div>
                    <div><dt>"You remove a photo or the recording, or start over"</dt><dd>"deleted at once"</dd></div>
                    <div><dt>"You ask us"</dt><dd>"deleted at once"</dd></div>
                    <div><dt>"The creation fails"</dt><dd>"deleted after 24 hours"</dd></div>
                    <div><dt>"Uploaded and never used"</dt><dd>"deleted after 7 days"</dd></div>
                    <div><dt>"Sent from your phone's gallery and not added to a memory"</dt><dd>"deleted after an hour"</dd></div>
                    <div><dt>"Somebody you asked takes their photo back"</dt><dd>"deleted at once"</dd></div>
                </dl>
                <p>"The 24 hours are there so that you can try again without a second upload. You do not have to wait for them: you can remove the photos yourself."</p>
            },
        ),
        section(
            "use",
            "What we use it for",
            view! {
                <ul>
                    <li>"To make the memories you ask for, and to show them to you. This is our agreement with you."</li>
                    <li>"To let you in, and to keep your account and your credits right."</li>
                    <li>"To answer when you write to us."</li>
                    <li>"To keep the service safe, and to repair it when something fails."</li>
                </ul>
                <p>"Not for advertising, not to train models, and not to decide anything about you."</p>
            },
        ),
    ]
}

fn recordings(visit: &Visit) -> &'static str {
    if visit.ports.imagery.carries_recordings() {
        "A recording you add is kept in the same way: decoded and written anew, without what the file said about itself. The part you choose is played in your film. The voice is never cloned, nothing is made up with it, it stays on this server, and it is deleted when your photos are."
    } else {
        "Films are made by another provider here, so no recording is taken."
    }
}

fn sharing(visit: &Visit) -> Vec<Section> {
    let photos = visit.ports.imagery.notice();
    let words = visit.ports.companion.notice();
    let window = visit.ports.payment_provider.as_ref().map(|provider| provider.window());
    let payments = (window == Some(WindowKind::Paystack)).then(|| {
        view! { <p>"If you buy a plan, Paystack takes the payment: it receives your e-mail address, the amount and the plan, and your card goes to it and never to us. Its code runs on the pricing page of the signed-in, and on no other page."</p> }
    });
    let google = visit.ports.google.is_some().then(|| {
        view! { <p>"If you sign in with Google, Google learns that you do, and tells us your e-mail address."</p> }
    });
    let collector = visit.ports.relay.receiver().map(|receiver| {
        view! { <p>{format!("An application for the beta is also handed on to the service we collect forms with, at {receiver}.")}</p> }
    });
    let mail = visit.site.mail_host.as_ref().map(|host| {
        view! { <p>{format!("Mail to you goes through the mail server at {host}, which receives your address and the mail.")}</p> }
    });
    vec![section(
        "sharing",
        "Who else receives it",
        view! {
            <p>{photos}</p>
            <p>"The same sentence stands beside the upload, before you send a photo. If a company receives photos for us, it may use them only to make your memory, and we delete its copy once we have the result."</p>
            <p>{words}</p>
            {payments}
            {google}
            {mail}
            {collector}
            <p>"If you share a memory, whoever has its link sees the film or the picture, and of your words only what stands in the film, unless you choose to show more. Nobody else does: links cannot be found and are not listed anywhere. If somebody reports it, a person here may look at it while the report is open; each look is written down, and your list of links tells you."</p>
            <p>"If you ask somebody for their photo by a link, whoever has it reads your name and the words and the place of your memory once they press a button, as they stand then. They add their photo without an account, you see it, and they can take it back until you begin the memory. With it we keep when they agreed, to which terms, and the words and the sentence about who receives photos that they read; nothing else about them."</p>
            <p>"We do not sell your data. We hand data to an authority only where the law obliges us to, and only what it asks for."</p>
        },
    )]
}

fn rest() -> Vec<Section> {
    vec![
        section(
            "safe",
            "How we protect it",
            view! {
                <p>"Passwords, sign-in tokens, links and codes are stored only as digests, and the secret of your second factor is encrypted. Your pictures are given out only to you, signed in, and to whoever has a link that you made. Our pages run no code from other companies, unless one is named for it above."</p>
                <p>"No system is perfect. If something happens that puts your data at risk, we tell you and the authority in charge."</p>
            },
        ),
        section(
            "keeping",
            "How long we keep it",
            view! {
                <p>"Your account and your memories stay until you delete them. An application or a message stays until you ask us to delete it. A session ends when you sign out, and at the latest 14 days after you last used it. A line in the history of your account goes after a year. A link ends when you stop it, when its time is over, or with its memory or your account; what we know of it goes 90 days later, or, where we removed it, with its memory, and the digests of those who opened it within minutes. A report goes 90 days after it was closed. A request for a photo takes photos for 7 days; it, and what was agreed to with the photo, goes at the latest 90 days after that, or with the memory that was made with it or your account."</p>
                <p>"When an account is deleted, everything in it goes: photos, recordings, films, words and sessions. Records of payments, if there are any, are kept without your name for as long as tax law asks. For two years we also keep that your mailbox had its welcome credits: not your address, but a code computed from it with a key of ours, which cannot be turned back into it and is used for nothing else."</p>
            },
        ),
        section(
            "rights",
            "Your rights",
            view! {
                <p>"You can see what we have about you, take it with you, correct it, delete it, object to its use, or take back a consent. It costs nothing."</p>
                <ul>
                    <li>"By yourself, in your "<a href="/profile">"profile"</a>": change your name and address, take a copy of everything we hold, or delete the account with all that is in it. Memories and photos can be deleted one by one."</li>
                    <li>"Everything else: write to "{write_to_us()}" from the address it is about."</li>
                </ul>
                <p>"If you are not content with our answer, you can complain to the Information Regulator of South Africa, or to the data protection authority where you live."</p>
            },
        ),
        section(
            "children",
            "Children under 12",
            view! {
                <p>"Evernear is not for children under 12, and we do not knowingly keep data about them as users. If a child has made an account, tell us and we delete it."</p>
                <p>"A child may be in a photo that a parent uploads of their own family. Such photos are deleted like all others."</p>
            },
        ),
        section(
            "transfers",
            "International transfers",
            view! {
                <p>"Evernear is run from Cape Town, South Africa. If you use it from another country, your data travels to the server it runs on. The law of South Africa that protects personal information, POPIA, then applies, and we keep to the rules of your home that apply to us as well."</p>
                <p>"If a company in another country receives photos for us, it is named under "<a href="#sharing">"Who else receives it"</a>", and it is bound by contract to protect them in the same way."</p>
            },
        ),
        section(
            "changes",
            "Changes and contact",
            view! {
                <p>"If this page changes, the date above changes with it. If the change matters for you, we tell you before it takes effect."</p>
                <p>"Evernear in Cape Town, South Africa, is responsible for your data. Write to "{write_to_us()}"."</p>
            },
        ),
    ]
}
