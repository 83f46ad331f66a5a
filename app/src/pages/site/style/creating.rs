//! The creator's components as its islands draw them (`islands/src/creator`).

use leptos::prelude::*;

use crate::pages::{
    layout::{picture::Picture, text_area::TextArea},
    site::style::{Visit, piece},
};

/// All of them, in the order of the way.
pub fn all(visit: &Visit) -> impl IntoView + use<> {
    view! {
        {piece("The creator’s frame", frame())}
        {piece("Conversation", conversation())}
        {piece("Composer", composer())}
        {piece("Drop area", drop_areas())}
        {piece("Photos", photos(visit))}
        {piece("The part of a photo", cropping(visit))}
        {piece("A recording", recording())}
        {piece("Where and when", place(visit))}
        {piece("Before it begins", beginning())}
        {piece("Progress and steps", making(visit))}
        {piece("How it ends", endings(visit))}
    }
}

fn bar() -> impl IntoView {
    view! {
        <div class="creator-bar">
            <a class="button button-plain" href="#main"><span class="icon icon-back"></span>"Back"</a>
            <p class="credits"><span class="icon icon-credits"></span><b>"50"</b>" credits"</p>
        </div>
    }
}

fn frame() -> impl IntoView {
    view! {
        <div class="creator">
            {bar()}
            <div class="creator-main">
                <h1 class="creator-title">"Share an Experience with a Loved One"</h1>
                <div class="opening">
                    <p class="opening-line">"Who would you like to be near, and what would you do together?"</p>
                    <p class="opening-hint">"A sentence is enough."</p>
                    <p><button type="button" class="button button-plain opening-skip">"Begin with the photos instead"</button></p>
                </div>
                <figure class="print print-blank place-print" aria-hidden="true"><span></span><figcaption>"The place you describe appears here."</figcaption></figure>
            </div>
            <div class="composer">{box_of("frame", "", "", false)}{note()}</div>
        </div>
    }
}

fn note() -> impl IntoView {
    view! { <p class="composer-note">"You are writing with an AI, not a person."</p> }
}

fn box_of(id: &'static str, text: &'static str, state: &'static str, busy: bool) -> impl IntoView {
    view! {
        <form class="composer-box">
            <label class="sr-only" for=format!("composer-{id}")>{format!("Your memory, {id}")}</label>
            <TextArea value=text attr:class=state attr:id=format!("composer-{id}") attr:rows="1" attr:readonly=busy attr:placeholder="Describe a memory, a feeling, or a dream..."/>
            <button class="button button-primary" type="button" disabled=text.is_empty() aria-busy=busy.then_some("true")>"Send"</button>
            {(id == "near").then(|| view! { <p class="composer-left">"800 characters left"</p> })}
            {(id == "long").then(|| view! { <p class="composer-left composer-long">"12 characters too many. Please shorten it a little."</p> })}
        </form>
    }
}

fn conversation() -> impl IntoView {
    view! {
        <div class="transcript">
            <p class="line line-user">"I miss walking with my gran."</p>
            <p class="line">"That sounds like a moment worth keeping. Where would you like it to be?"</p>
            <p class="line line-user">"By the sea, early, with\nnobody else there."</p>
            <div class="typing" aria-hidden="true"><span></span><span></span><span></span></div>
        </div>
        <div class="transcript-end"></div>
    }
}

fn composer() -> impl IntoView {
    view! {
        <div class="stack-24 measure">
            {box_of("ready", "By the sea", "", false)}
            {box_of("focus", "By the sea", "state-focus", false)}
            {box_of("busy", "By the sea", "", true)}
            {box_of("near", "By the sea, and then …", "", false)}
            {box_of("long", "By the sea, and then …", "", false)}
            <div class="composer-ready">
                <button class="button button-primary button-large" type="button"><span class="icon icon-upload"></span>"Upload Images"</button>
                <button class="button button-plain" type="button">"Begin again"</button>
            </div>
        </div>
    }
}

fn drop_areas() -> impl IntoView {
    let areas = [
        ("drop print", "As it is"),
        ("drop print state-hover", "Under the pointer"),
        ("drop print drop-over", "A photo is held over it"),
    ];
    let areas = areas.map(|(class, name)| {
        view! {
            <li class="photo"><label class=class>
                <input class="sr-only" type="file" accept="image/*"/>
                <span class="drop-words"><span class="icon icon-large icon-camera"></span><b>{name}</b><span class="caption">"Choose a photo"</span><span class="caption drop-drag">"or drag it here"</span></span>
            </label></li>
        }
    });
    view! {
        <div class="upload">
            <div class="upload-part stack-32"><ul class="photos">{areas.collect_view()}</ul></div>
            <div class="upload-part"><p class="provider"><span class="icon icon-lock"></span>"Your photos never leave this server."</p></div>
        </div>
    }
}

/// A photo's card around its print.
fn photo<Print: IntoView + 'static>(
    class: &'static str,
    print: Print,
    words: impl IntoView + 'static,
) -> AnyView {
    view! { <li class=class>{print}<div class="photo-words">{words}</div></li> }.into_any()
}

fn photos(visit: &Visit) -> impl IntoView + use<> {
    let portrait = |name: &str| {
        let address = visit.site.assets.picture(name);
        address.map(|address| view! { <img src=address width="180" height="225" alt=""/> })
    };
    let small = |icon, name: &'static str| {
        view! { <button class="button button-plain button-small" type="button"><span class=format!("icon icon-{icon}")></span>{name}</button> }
    };
    let arrived = photo(
        "photo photo-you",
        view! { <figure class="print crop"><div>{portrait("man.webp")}</div></figure> },
        view! { <p><b>"You"</b></p><div class="photo-tools">{small("picture", "Adjust")}{small("edit", "Touch up")}{small("trash", "Remove")}</div> },
    );
    let on_its_way = photo(
        "photo photo-loved-one",
        view! { <figure class="print print-faint">{portrait("man.webp")}</figure> },
        view! { <p class="photo-name">"gran-at-the-lake-with-the-red-boat-1986.jpg"</p>{progress("Uploading", 40)}<p class="caption">"Uploading..."</p> },
    );
    let turned_away = photo(
        "photo photo-friend",
        view! { <figure class="print print-waiting"><span></span></figure> },
        view! {
            <p class="photo-name">"holiday.heic"</p>
            <p class="field-error"><span class="icon icon-alert"></span>"The connection dropped."</p>
            <div class="row"><button class="button button-quiet button-small" type="button"><span class="icon icon-retry"></span>"Try again"</button></div>
        },
    );
    view! {
        <ul class="photos">{arrived}{on_its_way}{turned_away}</ul>
        <ul class="keepsake">
            <li class="photo"><label class="drop print">
                <input class="sr-only" type="file" accept="image/*"/>
                <span class="drop-words"><span class="icon icon-large icon-plus"></span><b>"A keepsake, if you like"</b><span class="caption">"A letter, a drawing, something they made. It is in the scene as a print."</span></span>
            </label></li>
        </ul>
        <p class="photo-count"><span>"1/3 photos added"</span><span>"Please upload at least one more photo to continue"</span></p>
    }
}

fn cropping(visit: &Visit) -> impl IntoView + use<> {
    let address = visit.site.assets.picture("woman.webp");
    let stage = |state: &'static str| {
        let photo = address
            .clone()
            .map(|address| view! { <img src=address width="180" height="225" alt=""/> });
        view! { <div class=format!("crop-stage {state}")><div class="crop-frame">{photo}</div></div> }
    };
    view! {
        {stage("")}
        {stage("state-focus")}
        <div class="crop-controls">
            <p class="caption">"Drag the photo, or touch what belongs in the middle. "<span class="keys-hint">"Arrow keys move the photo."</span></p>
            <label class="crop-zoom">"Zoom"<input type="range" max="100" value="40"/></label>
            <div class="crop-end"><button class="button button-quiet" type="button"><span class="icon icon-retry"></span>"Reset"</button><button class="button button-primary" type="button"><span class="icon icon-check"></span>"Done"</button></div>
        </div>
        <dialog class="dialog dialog-list dialog-wide crop-dialog"><header class="dialog-head"><h2>"Adjust your photo"</h2></header></dialog>
    }
}

fn recording() -> impl IntoView {
    view! {
        <section class="recording">
            <svg class="waveform" viewBox="0 0 60 100" preserveAspectRatio="none"><rect x="12" width="24" height="100"/><path d="M6.5 44v12M12.5 30v40M18.5 12v76M24.5 26v48M30.5 8v84M36.5 34v32M42.5 20v60M48.5 40v20M54.5 46v8"/></svg>
            <label class="crop-zoom">"Begins"<input type="range" max="100" value="20"/></label>
            <label class="crop-zoom">"Ends"<input type="range" max="100" value="60"/></label>
            <div class="row"><button class="button button-quiet button-small" type="button">"Play"</button><button class="button button-plain" type="button"><span class="icon icon-trash"></span>"Remove"</button><p class="caption number">"10.0 seconds of 25.0 seconds are heard"</p></div>
        </section>
    }
}

fn progress(name: &'static str, percent: u8) -> impl IntoView {
    view! { <progress class="progress" aria-label=name max="100" value=percent></progress> }
}

fn place(visit: &Visit) -> impl IntoView + use<> {
    let picture = |name: &'static str, title: &'static str, chosen: bool| {
        let picture = Picture { name, alt: "", sizes: "120px", first: false };
        let picture = picture.view(&visit.site.assets);
        view! {
            <li><button class="picture-choice" type="button" aria-pressed=if chosen { "true" } else { "false" }>
                {picture}<span>{title}</span>
            </button></li>
        }
    };
    view! {
        <section class="where">
            <div class="print where-print"><span></span></div>
            <div class="where-words">
                <h2>"Where and when"</h2>
                <p class="caption">"As we understood you. Change what is not right."</p>
                <div class="chips">
                    {["On the veranda by the sea", "Dusk", "Clear", "Summer"].map(|name| view! { <button class="chip" type="button">{name}</button> }).collect_view()}
                </div>
            </div>
        </section>
        <ul class="picture-choices">{picture("beach-day", "On the beach", true)}{picture("birthday", "At the birthday table", false)}</ul>
        <dialog class="dialog dialog-list dialog-wide"><header class="dialog-head"><h2>"Where is it?"</h2></header></dialog>
    }
}

fn beginning() -> impl IntoView {
    view! {
        <section class="card plan-list">
            <div class="row row-between"><h3>"The plan"</h3><button class="button button-quiet button-icon" type="button" aria-label="Close the plan"><span class="icon icon-close"></span></button></div>
            <ul class="plan-lines"><li>"1. To capture the feeling of a morning by the sea"</li><li>"2. Soft light, gulls, two pairs of footprints"</li><li>"3. A picture of you both, and ten seconds of film"</li></ul>
        </section>
        <div class="create">
            <div class="create-end"><button class="button button-primary button-large" type="button">"Create My Memory"</button><p class="caption">"This will use 25 credits"</p></div>
        </div>
    }
}

fn making(visit: &Visit) -> impl IntoView + use<> {
    let segments = |done: usize| {
        let segment = move |at| if at < done { "segment segment-done" } else { "segment" };
        (0..6).map(move |at| view! { <span class=segment(at)></span> }).collect_view()
    };
    let step = |number: usize, emoji: &'static str, title: &'static str| {
        view! {
            <div class="step">
                <p class="step-emoji" aria-hidden="true">{emoji}</p>
                <h3>{title}</h3>
                <p class="step-words">"Two chairs, a thermos, the tide going out."</p>
                <p class="step-place number">{format!("Step {number} of 6")}</p>
            </div>
            <div class="segments">{segments(number)}</div>
        }
    };
    let picture = |name| Picture { name, alt: "", sizes: "232px", first: false };
    let assets = &visit.site.assets;
    let photo = |name: &str| {
        let address = assets.picture(name);
        address.map(|address| view! { <img src=address width="144" height="180" alt=""/> })
    };
    let small = picture("beach-day").view(assets);
    view! {
        <div class="making making-working">
            <figure class="print print-tall making-print"><div class="living"><p class="living-words">"The morning by the sea"</p><div class="living-photos">{photo("woman.webp")}{photo("man.webp")}</div></div></figure>
            <div class="making-words">
                {step(1, "📖", "Reading your story")}
                <p class="caption">"Usually 20 to 40 seconds."</p>
                <p class="making-leave"><b>"You can close this page."</b>" Your memory carries on and waits on your dashboard."</p>
                <button class="button button-plain" type="button"><span class="icon icon-close"></span>"Cancel"</button>
            </div>
        </div>
        <div class="print-grid">
            <figure class="print print-tall"><div class="living"><p class="living-words living-words-middle">"The morning by the sea, when the tide went out and we stayed until the thermos was empty"</p></div></figure>
            <figure class="print print-tall"><div class="living"><p class="living-words living-words-long">"The morning by the sea, when the tide went out and we stayed until the thermos was empty. You told me how you met her, on the pier, in the rain, with one umbrella between you, and that she laughed at it all the way home."</p></div></figure>
            <figure class="print print-tall"><div class="living"><picture class="living-place">{small}</picture><div class="living-photos">{photo("woman.webp")}{photo("man.webp")}</div></div></figure>
        </div>
        <div class="making making-review">
            <figure class="print print-tall making-print"><div class="living"><picture class="living-picture">{picture("beach-day").view(assets)}</picture></div></figure>
            <div class="making-words">
                {step(5, "🎬", "Animating your memory")}
                <details class="plan-again" open><summary>"The plan"</summary><ul class="plan-lines"><li>"1. To capture the feeling of a morning by the sea"</li></ul></details>
                <fieldset class="confirm"><legend>"Stop making this memory? Your 25 credits come back, and the uploaded photos are deleted."</legend>
                    <div class="row"><button class="button button-quiet" type="button">"Keep going"</button><button class="button button-danger" type="button">"Stop making it"</button></div></fieldset>
            </div>
        </div>
    }
}

fn endings(visit: &Visit) -> impl IntoView + use<> {
    let picture = |name| Picture { name, alt: "", sizes: "360px", first: false };
    let assets = &visit.site.assets;
    view! {
        <div class="making making-done making-ready">
            <p class="creator-title creator-title-quiet">"Memory Created Successfully"</p>
            <figure class="print print-tall making-print from-black">{picture("birthday").view(assets)}<p class="player row">"It is ready. Watch when you are."<button class="button button-primary button-large" type="button">"Watch"</button></p><figcaption>"An imagined scene, made from your photos."</figcaption></figure>
        </div>
        <div class="making making-done making-playing">
            <figure class="print print-tall making-print">{picture("birthday").view(assets)}<p class="player player-idle row"><button class="button button-quiet button-small" type="button">"Pause"</button></p></figure>
        </div>
        <div class="making making-done making-told">
            <figure class="print print-tall making-print">{picture("birthday").view(assets)}<p class="player row"><button class="button button-quiet button-small" type="button">"Watch Again"</button><button class="button button-quiet button-small" type="button" aria-pressed="true">"Sound"</button></p></figure>
            <div class="making-words">
                <blockquote class="reflection thought"><span>"Keep close the warmth of a morning by the sea. "</span><span>"It is yours."</span></blockquote>
                <div class="result-actions"><div class="result-next"><a class="button button-quiet button-large" href="#main"><span class="icon icon-download"></span>"Download Video"</a><button class="button button-quiet button-large" type="button">"New Memory"</button></div></div>
            </div>
        </div>
        <div class="ended">
            <p class="creator-lead">"Video generation failed"</p>
            <p class="notice notice-info"><span class="icon icon-credits"></span><span>"Your 25 credits are back. You have 50 credits."</span></p>
            <p class="row"><button class="button button-primary button-large" type="button"><span class="icon icon-retry"></span>"Try Again"</button><button class="button button-quiet button-large" type="button">"New Memory"</button></p>
        </div>
    }
}
