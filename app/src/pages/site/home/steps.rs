//! The three steps, each with a small drawing of what one does there.

use leptos::prelude::*;

use crate::pages::{Assets, layout::picture::Picture};

/// How it works.
pub fn band(assets: &Assets) -> impl IntoView + use<> {
    let portrait = |name| {
        assets.picture(name).map(|address| {
            view! { <img src=address width="180" height="225" alt="" loading="lazy" decoding="async"/> }
        })
    };
    let film = Picture { name: "beach-day", alt: "", sizes: "112px", first: false };
    view! {
        <section class="band band-ruled" aria-labelledby="how">
            <h2 id="how">"How it works"</h2>
            <ol class="ways">
                <li>
                    <div class="way-scene way-photos" aria-hidden="true">{portrait("man.webp")}{portrait("woman.webp")}</div>
                    <h3>"Upload 2 selfies"</h3>
                    <p>"One of you, one of the person you miss. An old print, photographed with your phone, is fine. With three photos, a friend comes along."</p>
                </li>
                <li>
                    <div class="way-scene way-words" aria-hidden="true"><p>"A day at the beach, until the sun is down."</p></div>
                    <h3>"Describe the moment"</h3>
                    <p>"In your own words, as you would tell a friend. If you do not say where it happens, we ask."</p>
                </li>
                <li>
                    <div class="way-scene way-film" aria-hidden="true"><div>{film.view(assets)}<span class="icon icon-play icon-large"></span></div></div>
                    <h3>"Get your video"</h3>
                    <p>"A picture first, then ten seconds of film and a closing thought. You may close the page while it is made."</p>
                </li>
            </ol>
        </section>
    }
}
