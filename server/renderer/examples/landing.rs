//! Makes what the landing page shows, with the renderer itself, from the two portraits of
//! `style/portraits`: the six example memories as PNG, and the film of one. Run by
//! `cargo xtask pictures`, which packs them for browsers.
//!
//! `cargo run --release -p evernear-renderer --example landing -- FOLDER`

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
};

use evernear_app::domain::creation::Prompt;
use evernear_companion::EmbeddedCompanion;
use evernear_renderer::{PhotoInput, RenderRequest, Size, Timings, Unwatched, film, still};
use evernear_rules::presentation::Presence;

/// File, words, seed, which portrait comes first, and how people are shown: as prints where a cake
/// stands before them. The words stand below the pictures on the page
/// (`app/src/pages/site/home/moments.rs`).
const MOMENTS: [(&str, &str, u64, usize, Presence); 6] = [
    ("beach-day", "A day at the beach until sunset", 2, 0, Presence::Scene),
    ("concert", "Our first concert, singing along", 4, 1, Presence::Scene),
    ("coffee-shop", "Our table in the coffee shop", 1, 0, Presence::Scene),
    ("adventure-trip", "An adventure trip, hiking to the peak", 9, 1, Presence::Scene),
    ("birthday", "A birthday at home in the evening, candles on the cake", 4, 0, Presence::Prints),
    ("study-session", "A study session in the library", 9, 1, Presence::Scene),
];

/// Which of them is shown as a film.
const FILM_OF: &str = "beach-day";
const STILL: Size = Size::PORTRAIT;
/// Small enough to be watched on a bad line.
const FILM: Size = Size { width: 432, height: 768 };

fn main() -> Result<(), Box<dyn Error>> {
    let to: PathBuf = std::env::args().nth(1).ok_or("landing FOLDER")?.into();
    fs::create_dir_all(&to)?;
    let portraits = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../style/portraits");
    let portraits = [fs::read(portraits.join("man.jpg"))?, fs::read(portraits.join("woman.jpg"))?];
    for (name, words, seed, first, people) in MOMENTS {
        let request = |size| RenderRequest {
            story: EmbeddedCompanion::default().story(&Prompt::parse(words)),
            photos: [first, 1 - first]
                .map(|index| PhotoInput::new(portraits[index].clone()))
                .into(),
            keepsake: None,
            seed,
            size,
            fps: 24,
            seconds: 10.0,
            caption: None,
            people: Some(people),
            recording: None,
        };
        fs::write(to.join(format!("{name}.png")), still(&request(STILL), &Unwatched)?.to_png())?;
        println!("{name}.png");
        if name == FILM_OF {
            fs::write(
                to.join(format!("{name}.mp4")),
                film(&request(FILM), &Unwatched, &mut Timings::default())?,
            )?;
            println!("{name}.mp4");
        }
    }
    Ok(())
}
