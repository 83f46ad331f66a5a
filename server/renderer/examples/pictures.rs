//! Makes the example pictures of the landing page with the renderer itself, so that they
//! show what people get. Run it again when the renderer has changed:
//!
//! `cargo run --release -p evernear-renderer --example pictures`

use std::{fs, path::Path};

use evernear_renderer::{Order, PhotoInput, Size, Watch, still};

/// Two portraits in the public domain, of people who are no longer alive.
const PORTRAITS: [&str; 2] = ["old-man-grey-beard-bw.jpg", "woman-glasses-desk-bw.jpg"];

/// File, words, seed, the portrait that comes first.
const EXAMPLES: [(&str, &str, u64, usize); 6] = [
    ("beach-day", "A day at the beach until sunset", 1, 0),
    ("concert", "Our first concert, singing along", 4, 1),
    ("coffee-shop", "Our table in the coffee shop", 1, 0),
    ("adventure-trip", "An adventure trip, hiking to the peak", 9, 1),
    ("birthday", "A birthday at home in the evening, candles on the cake", 4, 0),
    ("study-session", "A study session at the kitchen table in the morning", 9, 1),
];

struct Quiet;

impl Watch for Quiet {
    fn progress(&self, _: f32) {}

    fn cancelled(&self) -> bool {
        false
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let photos = root.join("server/tests/photos");
    let portraits = [fs::read(photos.join(PORTRAITS[0]))?, fs::read(photos.join(PORTRAITS[1]))?];
    for (name, prompt, seed, first) in EXAMPLES {
        let photo = |index: usize| PhotoInput { bytes: portraits[index].clone(), crop: None };
        // The first also stands large beside the headline.
        let sizes: &[(&str, u32, u32)] = if name == EXAMPLES[0].0 {
            &[("-large", 486, 864), ("", 360, 640)]
        } else {
            &[("", 360, 640)]
        };
        for (ending, width, height) in sizes {
            let order = Order {
                prompt: prompt.to_owned(),
                location: None,
                photos: vec![photo(first), photo(1 - first)],
                seed,
                size: Size { width: *width, height: *height },
                fps: 24,
                seconds: 10.0,
                caption: None,
            };
            let bytes = still(&order, &Quiet)?.to_jpeg(if ending.is_empty() { 80 } else { 70 });
            println!("{:>7} bytes  {name}{ending}.jpg", bytes.len());
            fs::write(root.join(format!("style/pictures/{name}{ending}.jpg")), bytes)?;
        }
    }
    Ok(())
}
