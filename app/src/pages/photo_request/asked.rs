//! /p/{token}: for whoever is asked for their photo, on a phone and without an account. A cover that
//! tells nothing until its button is pressed, because previews of messengers and mail scanners look at
//! addresses; then who asks, and for what. It runs nothing.

use leptos::prelude::*;

use crate::{
    domain::{creation::Status, timestamp::Timestamp},
    flows::{
        photo_request::open_request::{ShownRequest, Stage},
        sharing::open_link::NOWHERE,
    },
    pages::{Layout, Page, Scripts, Visit, auth, layout::shell::our_name},
};

/// What previews show as well.
const HEADING: &str = "Someone asks you for a photo";

/// The cover; `wrong` is why it was not opened.
pub fn cover(visit: &Visit, wrong: Option<&str>) -> Page {
    let body = view! {
        <section class="card gate">
            {our_name(&visit.site.assets)}
            <h1>{HEADING}</h1>
            <p>"Who asks, and what the photo is for, is shown when you press the button. You need no account."</p>
            {auth::problem(wrong)}
            <form class="form" method="post" action=visit.path.clone()>
                <div class="form-end"><button class="button button-primary button-wide" type="submit">"Open It"</button></div>
            </form>
        </section>
    };
    quiet(HEADING, body.into_any())
}

/// The same for every link by which nothing can be added.
pub fn nowhere(visit: &Visit) -> Page {
    let body = view! {
        <section class="card gate">
            {our_name(&visit.site.assets)}
            <h1>{NOWHERE}</h1>
            <p>"Whoever sent it to you can send you another one."</p>
        </section>
    };
    quiet(NOWHERE, body.into_any())
}

/// Who asks and how far it is; `wrong` is why a photo was not added.
pub fn page(visit: &Visit, shown: &ShownRequest, wrong: Option<&str>) -> Page {
    let (heading, rest) = match shown.stage {
        Stage::Asks(until) => ("Add your photo", asks(visit, shown, until)),
        Stage::Filled => ("There is a photo already", filled(shown)),
        Stage::Added(at) => ("The photo is added", added(visit, shown, at)),
        Stage::Used { status, kept } => ("The memory was begun", used(visit, shown, status, kept)),
        Stage::Removed => ("The photo is deleted", removed(shown)),
    };
    let body = view! {
        <section class="card gate">
            {our_name(&visit.site.assets)}
            <h1>{heading}</h1>
            {auth::problem(wrong)}
            {rest}
            <p class="caption">"Something is wrong with this request? "<a href="/contact">"Write to us"</a>"."</p>
        </section>
    };
    quiet(heading, body.into_any())
}

/// What the memory is about, as its person has told it until now.
fn told(shown: &ShownRequest) -> AnyView {
    let words = match &shown.words {
        Some(words) => format!("“{words}”"),
        None => "Its words are being written anew.".to_owned(),
    };
    let place = shown
        .place
        .clone()
        .map(|place| view! { <div><dt>"The place"</dt><dd dir="auto">{place}</dd></div> });
    let relation = shown.relation.map(|relation| {
        view! { <div><dt>"You are"</dt><dd>{format!("their {relation}")}</dd></div> }
    });
    view! {
        <dl class="facts facts-told">
            <div><dt>"Who asks"</dt><dd dir="auto">{shown.name.clone()}<span class="caption">"A name that they chose themselves"</span></dd></div>
            {relation}
            <div><dt>"The memory"</dt><dd dir="auto">{words}</dd></div>
            {place}
        </dl>
    }
    .into_any()
}

fn asks(visit: &Visit, shown: &ShownRequest, until: Timestamp) -> AnyView {
    let name = shown.name.clone();
    if shown.words_to_agree().is_none() {
        return view! {
            <p>{format!("{name} asks you for a photo of yourself, and is changing what it is for just now. Please come back later.")}</p>
            {told(shown)}
        }
        .into_any();
    }
    let notice = visit.ports.imagery.notice();
    view! {
        <p>{format!("{name} wants to make a picture or a short film of the two of you, an imagined scene that says that it is imagined, and asks you for a photo of yourself.")}</p>
        {told(shown)}
        <form class="form" method="post" enctype="multipart/form-data" action=format!("{}/photo", visit.path)>
            <input type="hidden" name="read" value=shown.read.clone()/>
            <p class="notice notice-info"><span class="icon icon-lock"></span><span>{notice}</span></p>
            <div>
                {check("terms", view! { "I am 12 or older and accept the "<a href="/terms">"Terms"</a>" and the "<a href="/privacy">"Privacy Policy"</a>"." }.into_any())}
                {check("rights", view! { "I have the right to use this photo, or permission from those who do." }.into_any())}
                {check("providers", view! { "My photo may be used for this memory, and whoever is named above may receive it for that." }.into_any())}
            </div>
            <div class="field">
                <label for="photo">"A photo of you"</label>
                <input id="photo" name="photo" type="file" required accept="image/*,.heic,.heif" aria-describedby="photo-hint"/>
                <p class="field-hint" id="photo-hint">"At most 6 MB. A face in good light works best."</p>
            </div>
            <div class="form-end"><button class="button button-primary button-wide" type="submit">"Add My Photo"</button></div>
        </form>
        <h2>"What happens then"</h2>
        <ul class="ticks">
            <li>{format!("{name} sees your photo, can save a copy of it, may crop it, and makes the memory. What is made is theirs, and they may show it to others.")}</li>
            <li>{format!("{name} can change the words above until the memory is begun. You see them here, and can take your photo back on this page until then.")}</li>
            <li>"What the camera had stored in the photo, such as place and time, is dropped. We delete the photo when the memory is finished, when it is taken out or taken back, and after 7 days where nothing is made of it."</li>
            <li>"Whoever has this link can add the photo or take it back, so please do not send it on."</li>
        </ul>
        <p class="caption">{format!("It works until {}.", until.minute())}</p>
    }
    .into_any()
}

fn check(name: &'static str, words: AnyView) -> AnyView {
    view! { <label class="check"><input type="checkbox" name=name value="yes" required/><span>{words}</span></label> }
        .into_any()
}

fn filled(shown: &ShownRequest) -> AnyView {
    view! {
        <p>{format!("{} has added a photo for this place already, so yours is not needed now.", shown.name)}</p>
        {told(shown)}
    }
    .into_any()
}

fn added(visit: &Visit, shown: &ShownRequest, at: Timestamp) -> AnyView {
    let (name, at) = (&shown.name, at.minute());
    let agreed = shown.agreed_words.as_ref().map(|words| {
        view! { <p class="notice notice-info"><span class="icon icon-info"></span><span dir="auto">{format!("The words have been changed since. It was added for “{words}”.")}</span></p> }
    });
    view! {
        {auth::done(Some("Thank you. The photo is with the memory now."))}
        <p>{format!("It was added on {at}. {name} sees it, and has not begun the memory yet. Until that is begun you can take the photo back: it is deleted at once then.")}</p>
        {agreed}
        {told(shown)}
        {take_back(visit)}
    }
    .into_any()
}

fn take_back(visit: &Visit) -> AnyView {
    view! {
        <form class="form" method="post" action=format!("{}/take-back", visit.path)>
            <div class="form-end"><button class="button button-danger button-wide" type="submit">"Take the Photo Back"</button></div>
        </form>
    }
    .into_any()
}

fn used(visit: &Visit, shown: &ShownRequest, status: Option<Status>, kept: bool) -> AnyView {
    let name = &shown.name;
    let what = match status {
        Some(Status::Running) => format!(
            "{name} has begun the memory with the photo, so it cannot be taken back any more."
        ),
        Some(Status::Finished) => format!("The memory is finished, and is {name}’s."),
        Some(Status::Failed) => {
            format!("{name} has begun the memory with the photo, and it could not be made.")
        }
        Some(Status::Cancelled) => {
            format!("{name} has begun the memory with the photo, and cancelled it.")
        }
        None => "The memory was begun with the photo.".to_owned(),
    };
    let photo = match (kept, status) {
        (false, _) => "The photo is deleted.".to_owned(),
        (true, Some(Status::Failed)) => {
            format!(
                "{name} may try again for a day; then the photo is deleted. Until it is tried again you can take it back."
            )
        }
        (true, Some(Status::Finished)) => "The photo is deleted within half an hour.".to_owned(),
        (true, _) => "The photo is deleted when the memory is finished or given up.".to_owned(),
    };
    view! {
        <p>{what}</p>
        <p>{photo}</p>
        <p>{format!("If the memory should not be there, please ask {name}, or write to us.")}</p>
        {(kept && status == Some(Status::Failed)).then(|| take_back(visit))}
    }
    .into_any()
}

fn removed(shown: &ShownRequest) -> AnyView {
    view! {
        <p>{format!("{} took the photo out or began anew, or a week passed in which nothing was made of it. It was used for nothing, and it is deleted.", shown.name)}</p>
    }
    .into_any()
}

fn quiet(title: &str, body: AnyView) -> Page {
    Page {
        title: title.to_owned(),
        description: "A photo is asked for, by a link.".to_owned(),
        scripts: Scripts::None,
        layout: Layout::Bare,
        main_class: "page page-center",
        body,
    }
}
