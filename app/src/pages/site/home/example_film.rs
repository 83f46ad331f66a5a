//! What comes out: a film, made by the product's own renderer from two portraits (`style/portraits`); it
//! says so.

use leptos::prelude::*;

use crate::pages::{Assets, layout::picture::Picture};

/// The film of one of the moments. It waits to be asked for: no autoplay, nothing is loaded
/// but its first picture, and that only when it comes near. A poster would be loaded at once,
/// so the picture lies beneath the film, whose own poster is one clear dot.
///
/// Whoever is `signed_in` has the small script, and with it our own controls.
pub fn band(assets: &Assets, signed_in: bool) -> impl IntoView + use<> {
    let player = signed_in.then(|| view! { <p class="player row"></p> });
    let first = Picture {
        name: "beach-day",
        alt: "",
        sizes: "(min-width: 360px) 308px, 88vw",
        first: false,
    };
    let clip = assets.picture("beach-day.mp4").zip(first.view(assets));
    let captions = assets.picture("beach-day.vtt").map(|captions| {
        view! { <track kind="captions" srclang="en" label="In words" src=captions/> }
    });
    clip.map(|(clip, first)| {
        view! {
            <section class="band band-ruled" aria-labelledby="film">
                <div class="showing">
                    <div class="stack-24">
                        <h2 id="film">"Two photos, ten seconds"</h2>
                        <p class="lead">"The sun goes down, the waves come in, the two of them stay. At the end stands one sentence for you to keep."</p>
                        <blockquote>"May your words, “A day at the beach until sunset”, rest gently in this moment for as long as you like."</blockquote>
                        <p class="caption">"It is a film made from photos, and nobody's voice is in it. Nothing here speaks for anyone."</p>
                        <p class="caption">"The two portraits were taken around 1855. Their names are lost, and every example here is invented."</p>
                    </div>
                    <figure class="print print-tall">
                        <div class="film">
                            {first}
                            <video src=clip poster=CLEAR width="432" height="768" controls muted playsinline disablepictureinpicture preload="none" aria-label="Example film: a man and a woman from two old portraits, side by side on a beach while the sun goes down.">{captions}</video>
                        </div>
                        {player}
                        <figcaption>"Beach day, the film "<span class="tag">"Example"</span></figcaption>
                    </figure>
                </div>
            </section>
        }
    })
}

/// Without a poster browsers show a grey field of their own.
const CLEAR: &str =
    "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
