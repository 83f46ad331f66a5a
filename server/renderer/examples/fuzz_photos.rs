//! Changes small pictures of every kind at random and reads them as uploads are read:
//! `cargo run -p evernear-renderer --example fuzz_photos -- 200000 [SEED]`. Prints what came of
//! them and how long the slowest took; fails when one took longer than a child may.
//! `-- write FOLDER` writes the hostile ones into files, `-- phone FILE` an honest HEIC of 48
//! megapixels.

#![expect(
    clippy::cast_possible_truncation,
    reason = "sizes of small pictures, and numbers that are thrown by dice"
)]
#![expect(clippy::unwrap_used, reason = "a tool for developers: what fails is shown")]

#[path = "../src/checks/hostile.rs"]
mod hostile;

use evernear_renderer::{Photo, PhotoProblem};
use hostile::{Dice, mutated, seeds};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

/// Longer is a hang.
const LIMIT: Duration = Duration::from_secs(10);

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [command, folder] = words.as_slice()
        && command == "write"
    {
        return write(folder);
    }
    if let [command, file] = words.as_slice()
        && command == "phone"
    {
        // Coding takes seconds a tile, so each stands in the picture many times, followed by
        // filler data that differs: tiles with the same bytes are refused.
        let coded: Vec<_> = (0..8).map(|seed| hostile::coded(512, seed)).collect();
        let tiles: Vec<_> = (0..192_u8)
            .map(|tile| {
                let filler = [0, 0, 0, 5, 38 << 1, 1, 0xFF, tile | 1, 0x80 | tile >> 1];
                [&coded[usize::from(tile % 8)].1, filler.as_slice()].concat()
            })
            .collect();
        std::fs::write(file, hostile::large_phone(coded[0].0.clone(), &tiles)).unwrap();
        return;
    }
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok());
    let (inputs, first) = (number(0).unwrap_or(200_000), number(1).unwrap_or(1));
    std::panic::set_hook(Box::new(|_| {}));
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let shares: Vec<_> = (0..threads)
        .map(|thread| {
            let count = inputs / threads + u64::from(thread < inputs % threads);
            std::thread::spawn(move || share(count, first * 1_000 + thread))
        })
        .collect();
    let (mut outcomes, mut slowest) = (BTreeMap::new(), Duration::ZERO);
    for share in shares {
        let (found, longest) = share.join().unwrap();
        for (outcome, count) in found {
            *outcomes.entry(outcome).or_insert(0) += count;
        }
        slowest = slowest.max(longest);
    }
    println!("{inputs} inputs: {outcomes:?}; the slowest took {slowest:?}");
    assert!(slowest < LIMIT, "longer than {LIMIT:?}");
}

fn share(count: u64, seed: u64) -> (BTreeMap<&'static str, u64>, Duration) {
    let (seeds, mut dice) = (seeds(), Dice(seed));
    let (mut outcomes, mut slowest) = (BTreeMap::new(), Duration::ZERO);
    for seed in seeds.iter().cycle().take(usize::try_from(count).unwrap_or(usize::MAX)) {
        let bytes = mutated(seed, &mut dice);
        let begun = Instant::now();
        let outcome = match std::panic::catch_unwind(|| Photo::read(&bytes).map(drop)) {
            Ok(Ok(())) => "read",
            Ok(Err(PhotoProblem::NotAnImage)) => "no image",
            Ok(Err(PhotoProblem::Unsupported)) => "unsupported",
            Ok(Err(PhotoProblem::TooLarge)) => "too large",
            Ok(Err(PhotoProblem::Damaged)) => "damaged",
            Err(_) => "decoder panicked",
        };
        *outcomes.entry(outcome).or_insert(0) += 1;
        slowest = slowest.max(begun.elapsed());
    }
    (outcomes, slowest)
}

fn write(folder: &str) {
    let files = [
        ("circle.heic", hostile::circle()),
        ("overlay.heic", hostile::derived(*b"iovl")),
        ("giant-tiles.heic", hostile::giant_tiles()),
        ("deep.png", hostile::deep_png(7_200, 7_200)),
        ("progressive.jpg", hostile::progressive(7_600, 6_000, 90)),
        ("moving.webp", hostile::moving_webp()),
    ];
    for (name, bytes) in files {
        std::fs::write(std::path::Path::new(folder).join(name), bytes).unwrap();
    }
}
