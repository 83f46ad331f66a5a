//! Makes every picture that shows what the renderer makes, with the renderer itself:
//!
//! `cargo run --release -p evernear-renderer --example pictures`
//!
//! writes the gallery (each scene with two and with three people, a sheet of each, and one sheet
//! of the bare scenes) to `target/gallery`. The landing page's examples have an example of their
//! own, `landing`. To look at something in particular:
//!
//! `... --example pictures -- --people 0 --scenes "beach,lake" --words "at night in the rain"`
//! (also `--seed N`, `--at 0.5` of the film without people, `--size WxH`, `--out DIR`,
//! `--photos a.jpg,b.jpg` of the tests' in place of the usual, and `--keepsake c.jpg` of them).

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
};

use evernear_app::domain::creation::Prompt;
use evernear_companion::EmbeddedCompanion;
use evernear_renderer::{
    PhotoInput, RenderRequest, Size, Still, Story, Unwatched, drawn, scenery, still,
};
use image::{RgbImage, imageops};

/// Portraits in the public domain, of people who are no longer alive.
const PORTRAITS: [&str; 3] =
    ["old-man-grey-beard-bw.jpg", "woman-glasses-desk-bw.jpg", "older-woman-glasses-cap.jpg"];

type Outcome<T> = Result<T, Box<dyn Error>>;

/// What to show of the scenes.
struct Wish {
    photos: Vec<String>,
    keepsake: Option<Vec<u8>>,
    scenes: Vec<&'static str>,
    words: String,
    seed: u64,
    at: f32,
    size: Size,
    out: PathBuf,
}

fn main() -> Outcome<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut wish = Wish {
        photos: PORTRAITS.map(str::to_owned).to_vec(),
        keepsake: None,
        scenes: drawn().map(|setting| setting.name).collect(),
        words: String::new(),
        seed: 1,
        at: 1.0,
        size: Size::PORTRAIT,
        out: root.join("target/gallery"),
    };
    let photos = root.join("server/tests/photos");
    let mut people = None;
    let mut flags = std::env::args().skip(1);
    while let Some(flag) = flags.next() {
        let value = flags.next().ok_or_else(|| format!("{flag} needs a value"))?;
        match flag.as_str() {
            "--people" => people = Some(value.parse::<usize>()?),
            "--photos" => wish.photos = value.split(',').map(str::to_owned).collect(),
            "--keepsake" => wish.keepsake = Some(fs::read(photos.join(value))?),
            "--scenes" => wish.scenes.retain(|name| value.split(',').any(|v| v == *name)),
            "--words" => wish.words = value,
            "--seed" => wish.seed = value.parse()?,
            "--at" => wish.at = value.parse()?,
            "--out" => wish.out = value.into(),
            "--size" => {
                let (w, h) = value.split_once('x').ok_or("--size is WxH")?;
                wish.size = Size { width: w.parse()?, height: h.parse()? };
            }
            _ => return Err(format!("{flag} is unknown").into()),
        }
    }
    fs::create_dir_all(&wish.out)?;
    let read = |name: &String| fs::read(photos.join(name));
    let portraits: Vec<_> = wish.photos.iter().map(read).collect::<Result<_, _>>()?;
    let counts = people.map_or(vec![0, 2, 3], |count| vec![count]);
    counts.into_iter().try_for_each(|count| gallery(&wish, &portraits, count))
}

fn request(story: Story, seed: u64, size: Size, photos: Vec<PhotoInput>) -> RenderRequest {
    RenderRequest {
        story,
        photos,
        keepsake: None,
        seed,
        size,
        fps: 24,
        seconds: 10.0,
        caption: None,
        people: None,
        recording: None,
    }
}

/// Each wished scene as a picture of its own, and all of them side by side.
fn gallery(wish: &Wish, portraits: &[Vec<u8>], count: usize) -> Outcome<()> {
    let mut tiles = Vec::new();
    for scene in &wish.scenes {
        let told = EmbeddedCompanion::default().story(&Prompt::parse(&wish.words));
        let story = Story { setting: Some((*scene).to_owned()), ..told };
        let photos = portraits.iter().take(count);
        let photos = photos.map(|bytes| PhotoInput::new(bytes.clone())).collect();
        let mut request = request(story, wish.seed, wish.size, photos);
        request.keepsake = wish.keepsake.clone().map(PhotoInput::new);
        let made = if count == 0 {
            scenery(&request, wish.at, &Unwatched)?
        } else {
            still(&request, &Unwatched)?
        };
        let file = format!("{}-{count}.png", scene.replace([' ', '/'], "-"));
        fs::write(wish.out.join(&file), made.to_png())?;
        println!("{file}");
        tiles.push(made);
    }
    sheet(&tiles)?.save(wish.out.join(format!("sheet-{count}.png")))?;
    Ok(())
}

/// Pictures side by side, six in a row, a third of their size.
fn sheet(tiles: &[Still]) -> Outcome<RgbImage> {
    let first = tiles.first().ok_or("no such scene")?;
    let count = u32::try_from(tiles.len())?;
    let across = count.min(6);
    let (w, h) = if tiles.len() > 3 {
        (first.width / 3, first.height / 3)
    } else {
        (first.width * 5 / 8, first.height * 5 / 8)
    };
    let rows = count.div_ceil(across);
    let mut all =
        RgbImage::from_pixel(across * (w + 6), rows * (h + 6), image::Rgb([0x14, 0x11, 0x0F]));
    for (i, tile) in (0u32..).zip(tiles) {
        let picture = RgbImage::from_raw(tile.width, tile.height, tile.rgb().to_vec())
            .ok_or("a picture of the wrong size")?;
        let small = imageops::resize(&picture, w, h, imageops::FilterType::CatmullRom);
        let (x, y) = (i % across * (w + 6) + 3, i / across * (h + 6) + 3);
        imageops::replace(&mut all, &small, x.into(), y.into());
    }
    Ok(all)
}
