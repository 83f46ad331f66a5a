//! What every page is made of, each in its states.

use leptos::prelude::*;

use crate::pages::{
    layout::{
        picture::{Picture, print},
        text_area::TextArea,
    },
    site::style::{STATES, Visit, piece},
};

const ICONS: [&str; 30] = [
    "home",
    "dashboard",
    "pricing",
    "profile",
    "out",
    "credits",
    "back",
    "close",
    "check",
    "alert",
    "info",
    "clock",
    "pin",
    "upload",
    "camera",
    "download",
    "play",
    "share",
    "trash",
    "edit",
    "picture",
    "film",
    "full",
    "lock",
    "mail",
    "plus",
    "person",
    "retry",
    "offline",
    "chevron",
];

/// Every component.
pub fn all(visit: &Visit) -> impl IntoView + use<> {
    view! {
        {piece("Buttons", buttons())}
        {piece("Links", links())}
        {piece("Icons", icons())}
        {piece("Fields", fields())}
        {piece("Notices and badges", notices())}
        {piece("Waiting", waiting())}
        {piece("Cards, credits, facts", cards())}
        {piece("Prints", prints(visit))}
        {piece("Steps and ticks", lists())}
        {piece("Nothing yet", nothing())}
    }
}

fn buttons() -> impl IntoView {
    ["primary", "quiet", "danger", "plain"].map(|kind| {
        let states = STATES.map(|(state, name)| {
            view! { <button class=format!("button button-{kind} {state}") type="button">{format!("{kind}, {name}")}</button> }
        });
        view! {
            <p class="row">
                {states.collect_view()}
                <button class=format!("button button-{kind}") type="button" aria-busy="true">"Busy..."</button>
                <button class=format!("button button-{kind}") type="button" disabled>"Disabled"</button>
            </p>
        }
    })
    .collect_view()
}

fn links() -> impl IntoView {
    let states = STATES
        .map(|(state, name)| view! { <a class=state href="#main">{format!("A link, {name}")}</a> });
    view! {
        <p class="row">{states.collect_view()}</p>
        <p class="row">
            <a class="button button-primary button-large" href="#main">"Large"</a>
            <a class="button button-quiet button-small" href="#main">"Small"</a>
            <button class="button button-quiet button-icon" type="button" aria-label="Close"><span class="icon icon-close"></span></button>
        </p>
        <p class="row row-between"><span>"A row whose ends are apart"</span><a class="button button-plain back" href="#main"><span class="icon icon-back"></span>"Back"</a></p>
        <p><a class="button button-quiet button-wide" href="#main">"As wide as there is room"</a></p>
    }
}

fn icons() -> impl IntoView {
    let icons = ICONS.map(|name| {
        view! { <span class="row"><span class=format!("icon icon-{name}")></span>{name}</span> }
    });
    view! { <p class="row">{icons.collect_view()}<span class="row"><span class="icon icon-camera icon-large"></span>"large"</span></p> }
}

fn fields() -> impl IntoView {
    let states = STATES.map(|(state, name)| {
        let id = format!("field-{}", name.replace(' ', "-"));
        view! { <div class="field"><label for=id.clone()>{format!("Field, {name}")}</label><input class=state id=id type="text" value="Thandi"/></div> }
    });
    view! {
        <form class="form">
            {states.collect_view()}
            <div class="field"><label for="field-empty">"Empty "<span class="optional">"optional"</span></label><input id="field-empty" type="text" placeholder="Describe a memory..."/><p class="field-hint">"A hint stands below."</p></div>
            <div class="field"><label for="field-wrong">"Wrong"</label><input id="field-wrong" type="text" aria-invalid="true" aria-describedby="field-wrong-why" value="thandi@"/><p class="field-error" id="field-wrong-why"><span class="icon icon-alert"></span>"Please enter an e-mail address."</p></div>
            <div class="field"><label for="field-off">"Disabled"</label><input id="field-off" type="text" disabled value="Not now"/></div>
            <div class="field"><label for="field-area">"Long"</label><TextArea attr:id="field-area" attr:rows="3"/></div>
            <div class="field"><label for="field-choice">"One of many"</label><select id="field-choice"><option>"1-10"</option><option>"11-50"</option></select></div>
            <div class="field"><label for="field-code">"Code"</label><input class="code-input" id="field-code" type="text" inputmode="numeric" maxlength="6" value="042137"/></div>
            <div class="field"><label for="field-file">"A file"</label><input id="field-file" type="file" accept="image/*"/></div>
            <label class="check"><input type="checkbox" checked/><span>"Checked"</span></label>
            <label class="check"><input type="checkbox"/><span>"Not checked"</span></label>
            <label class="check"><input type="checkbox" disabled/><span>"Disabled"</span></label>
            <fieldset class="choices"><legend>"What shall we make?"</legend>
                <label class="choice"><input type="radio" name="kind" checked/><span class="choice-body"><span class="icon icon-film"></span><b>"Film"</b><span class="caption">"10 seconds"</span></span></label>
                <label class="choice"><input type="radio" name="kind"/><span class="choice-body"><span class="icon icon-picture"></span><b>"Picture"</b><span class="caption">"To print"</span></span></label>
            </fieldset>
            <div class="form-end"><button class="button button-primary" type="button">"The end of a form"</button></div>
        </form>
        <form class="form-inline">
            <div class="field"><label for="field-beside">"Beside its button"</label><input id="field-beside" type="text" value="Thandi"/></div>
            <button class="button button-quiet" type="button">"Save"</button>
        </form>
    }
}

fn notices() -> impl IntoView {
    let kinds = [
        ("danger", "alert", "Username is already taken"),
        ("success", "check", "Username updated successfully!"),
        ("info", "info", "Your photos stay on this server."),
        ("caution", "clock", "This link works for ten minutes."),
    ];
    let notices = kinds.map(|(kind, icon, text)| {
        view! { <p class=format!("notice notice-{kind}")><span class=format!("icon icon-{icon}")></span><span>{text}</span></p> }
    });
    let badges = kinds.map(|(kind, icon, _)| {
        view! { <span class=format!("badge badge-{kind}")><span class=format!("icon icon-{icon}")></span>{kind}</span> }
    });
    view! { <div class="stack">{notices.collect_view()}<p class="row">{badges.collect_view()}<span class="tag">"Example"</span></p></div> }
}

fn waiting() -> impl IntoView {
    view! {
        <p class="spinner">"Loading profile..."</p>
        <div class="stack measure" aria-hidden="true"><div class="skeleton skeleton-title"></div><div class="skeleton skeleton-line"></div><div class="skeleton skeleton-line"></div></div>
    }
}

fn cards() -> impl IntoView {
    view! {
        <div class="columns">
            <section class="card"><h3>"Card"</h3><p>"What belongs together."</p>
                <dl class="facts"><div><dt>"Available credits"</dt><dd>"50"</dd></div><div><dt>"Memories created"</dt><dd>"3"</dd></div></dl></section>
            <section class="card"><h3>"Credits"</h3><p class="credits"><span class="icon icon-credits"></span><b>"50"</b>" credits"</p><p class="credits"><span class="icon icon-credits"></span><b>"--"</b>" credits"</p></section>
            <section class="card card-danger"><h3>"Card, danger"</h3><p>"What cannot be undone."</p></section>
            <section class="card short"><h3>"Insufficient Credits"</h3><p>"You need 25 credits to create this memory, but you only have 10 credits remaining."</p></section>
        </div>
        <div class="columns">
            <section class="card card-short"><h2><span class="icon icon-pin"></span>"Card, short"</h2><p>"Cape Town, South Africa"</p></section>
            <section class="card standing"><p><b>"Your plan: Pro"</b><br/><span class="caption">"Renews on 1 March 2025."</span></p><button class="button button-quiet" type="button">"Cancel Subscription"</button></section>
        </div>
        <dl class="facts facts-told"><div><dt><code>"evernear_session"</code></dt><dd>"that you are signed in"<span class="caption">"until you close the browser"</span></dd></div></dl>
        <blockquote>"“Keep close the warmth of a day at the beach.”"</blockquote>
        <p class="center caption measure">"In the middle, small, and no wider than one reads."</p>
    }
}

fn prints(visit: &Visit) -> impl IntoView + use<> {
    let shown = |class, name: &'static str| {
        let picture = Picture { name: "coffee-shop", alt: "", sizes: "220px", first: false };
        print(&visit.site.assets, &picture, class, view! { {name} }.into_any())
    };
    view! {
        <ul class="print-grid">
            <li>{shown("", "tall")}</li>
            <li>{shown("developing", "developing, once")}</li>
            <li><figure class="print print-tall print-blank"><span></span><figcaption>"blank"</figcaption></figure></li>
            <li><figure class="print print-tall print-waiting"><span></span><figcaption>"waiting"</figcaption></figure></li>
        </ul>
    }
}

fn lists() -> impl IntoView {
    view! {
        <div class="columns">
            <ol class="steps"><li><b>"Describe a moment"</b><span>"In your own words."</span></li><li><b>"Add two selfies"</b><span>"One of each."</span></li></ol>
            <ul class="ticks"><li>"Never sold, never used for training."</li><li>"Deleted when your memory is finished."</li></ul>
        </div>
    }
}

fn nothing() -> impl IntoView {
    view! {
        <section class="empty">
            <figure class="print print-blank"><span></span></figure>
            <p>"Your first memory will hang here."</p>
            <a class="button button-quiet" href="#main">"Begin"</a>
            <p class="caption"><span class="tag">"Example"</span>" “Nan and I, tea in her kitchen in Durban.”"</p>
        </section>
    }
}
