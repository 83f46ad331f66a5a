//! How people are shown, as the photo form draws it (`islands/src/creator/upload`).

use leptos::prelude::*;

use crate::pages::site::style::{Visit, piece};

/// Cut-outs on their cards, the choices for all, and the board of a touch-up.
pub fn all(visit: &Visit) -> impl IntoView + use<> {
    view! {
        {piece("Cut-outs", cut_outs(visit))}
        {piece("How people are shown", choices())}
        {piece("Touch-up", touch_up(visit))}
    }
}

fn portrait(visit: &Visit, name: &str, class: &'static str) -> impl IntoView + use<> {
    let address = visit.site.assets.picture(name);
    address.map(|address| view! { <img class=class src=address alt=""/> })
}

fn cut_outs(visit: &Visit) -> impl IntoView + use<> {
    view! {
        <ul class="photos"><li class="photo">
            <figure class="print cut-out-window"><div>
                {portrait(visit, "woman.webp", "cut-out-place")}{portrait(visit, "man.webp", "cut-out-person")}
            </div></figure>
            <div class="photo-words"><p class="caption cut-out-doubt">"We are not quite sure of the outline. Please look at it closely."</p></div>
        </li><li class="photo">
            <figure class="print print-blank"><span></span></figure>
            <div class="photo-words"><div class="photo-question"><p>"We see no face here. Use it anyway?"</p><button class="button button-quiet button-small" type="button">"Use it"</button></div></div>
        </li></ul>
        <div class="print-grid">
            <figure class="print print-square print-blank"><span></span><figcaption>"square"</figcaption></figure>
            <figure class="print print-landscape print-blank"><span></span><figcaption>"landscape"</figcaption></figure>
        </div>
    }
}

fn choices() -> impl IntoView {
    let shape = |name: &'static str, class: &'static str, chosen: bool| {
        view! {
            <label class="choice"><input type="radio" name="shape" checked=chosen/><span class="choice-body">
                <span class=format!("shape {class}") aria-hidden="true"></span><b>{name}</b><span class="caption">"For a frame"</span>
            </span></label>
        }
    };
    view! {
        <fieldset class="choices"><legend>"How are you shown?"</legend>
            <label class="choice"><input type="radio" name="presence" checked/><span class="choice-body"><b>"In the scene"</b><span class="caption">"Cut out of your photos"</span></span></label>
            <label class="choice"><input type="radio" name="presence"/><span class="choice-body"><b>"As prints"</b><span class="caption">"Your photos themselves"</span></span></label>
            <p class="caption choices-note">"You can stand in the scene too. Please look closely at the photo of your mother."</p>
        </fieldset>
        <fieldset class="choices choices-three"><legend>"In which shape?"</legend>
            {shape("Upright", "shape-portrait", true)}{shape("Square", "shape-square", false)}{shape("Wide", "shape-landscape", false)}
        </fieldset>
    }
}

fn touch_up(visit: &Visit) -> impl IntoView + use<> {
    let brush = |name: &'static str, chosen: bool| {
        view! { <label><input type="radio" name="brush" checked=chosen/>{name}</label> }
    };
    view! {
        <div class="who">
            <div class="board">
                {portrait(visit, "man.webp", "board-photo")}
                <p class="board-cursor"></p><p>"Painted on with a brush"</p>
            </div>
        </div>
        <div class="touch-up-tools"><fieldset><legend>"Its width"</legend>{brush("Fine", false)}{brush("Wide", true)}</fieldset></div>
        <div class="touch-up-end">
            <button class="button button-quiet" type="button">"Undo"</button>
            <button class="button button-primary" type="button">"Done"</button>
        </div>
    }
}
