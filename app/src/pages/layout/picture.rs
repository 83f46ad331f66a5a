//! Pictures of `style/pictures`: AVIF in three widths, WebP for browsers that do not know it,
//! with their size, so that nothing moves when they arrive. `cargo xtask pictures` makes them.

use leptos::prelude::*;

use crate::pages::Assets;

/// One picture, 9 by 16.
pub struct Picture {
    /// For example `concert`.
    pub name: &'static str,
    /// Empty when the words beside it say the same.
    pub alt: &'static str,
    /// How wide it is shown, as the `sizes` of HTML.
    pub sizes: &'static str,
    /// Seen at once, without scrolling: loaded first instead of late.
    pub first: bool,
}

impl Picture {
    /// The element; none before the first build of the assets.
    pub fn view(&self, assets: &Assets) -> Option<AnyView> {
        let name = self.name;
        let file = |ending: &str| assets.picture(&format!("{name}-{ending}"));
        let (small, middle, large) = (file("360.avif")?, file("504.avif")?, file("720.avif")?);
        let sources = format!("{small} 360w, {middle} 504w, {large} 720w");
        let fallback = file("540.webp")?;
        // The first one is painted with what stands around it, not in a frame of its own.
        let (loading, priority, decoding) = if self.first {
            (None, Some("high"), None)
        } else {
            (Some("lazy"), None, Some("async"))
        };
        let view = view! {
            <picture>
                <source r#type="image/avif" srcset=sources sizes=self.sizes/>
                <img src=fallback width="540" height="960" alt=self.alt loading=loading fetchpriority=priority decoding=decoding/>
            </picture>
        };
        Some(view.into_any())
    }
}

/// A print of a picture with what is under it; an empty frame before the first build.
pub fn print(assets: &Assets, picture: &Picture, class: &'static str, caption: AnyView) -> AnyView {
    match picture.view(assets) {
        Some(picture) => {
            view! { <figure class=format!("print print-tall {class}")>{picture}<figcaption>{caption}</figcaption></figure> }
                .into_any()
        }
        None => {
            view! { <figure class=format!("print print-tall print-blank {class}")><span></span><figcaption>{caption}</figcaption></figure> }
                .into_any()
        }
    }
}
