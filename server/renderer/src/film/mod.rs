//! From a request to a picture or a film.
//!
//! What always holds: every frame is a function of the request and the frame's number, so segments
//! of 60 frames are rendered and encoded independently on a pool of low-priority threads, and the
//! bytes do not depend on how many threads there are. The picture is the film's last frame.

pub mod caption;
mod encode;
mod filmed;
mod frames;
mod mux;
pub mod picture;
mod provenance;
pub mod still;
mod tones;

use crate::paint::{color::Rgb, shapes::Canvas};
use crate::people::{
    arrangement::{Arrangement, Site, paper_light},
    faces, keepsake, layers,
    matte::{Matte, RejectReason},
    place::Home,
    print::Print,
    standing::{self, Places, Subject},
    texture,
    tone::Tone,
};
use crate::photo::{CropBox, Photo};
use crate::request::{PhotoInput, RenderProblem, RenderRequest, Watch};
use crate::scenery::{arrangement, build, front, hanging, light};
use crate::sound;
use crate::stage::{Frame, Layer, camera::Camera};
use crate::stop;
use evernear_rules::{photos::keepsake_shown, presentation::Presence};
use frames::FrameRenderer;
use image::RgbImage;
use provenance::Origin;
use rayon::prelude::*;
use std::time::{Duration, Instant};
use still::Still;

/// When in the film the scene's light falls on people who stand in it: after its turn, before words.
const LIT: f32 = 0.64;

/// Wall-clock time each stage took; summed CPU time is the caller's to measure.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timings {
    /// Decoding photos, finding faces, making prints.
    pub photos: Duration,
    /// Painting the scene's layers.
    pub scene: Duration,
    /// Compositing frames, summed over threads.
    pub compose: Duration,
    /// Encoding frames, summed over threads.
    pub encode: Duration,
    /// Making the sound.
    pub sound: Duration,
    /// Writing the container.
    pub mux: Duration,
    /// From the request to the finished bytes.
    pub total: Duration,
}

/// All cores but one, which stays with whoever is being served; at least one.
pub fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get().saturating_sub(1).max(1))
}

/// The picture: frame-exact with the film's last frame, before encoding.
///
/// # Errors
/// See [`RenderProblem`].
pub fn still(request: &RenderRequest, watch: &dyn Watch) -> Result<Still, RenderProblem> {
    request.check_picture()?;
    stop::run(default_threads(), watch, || {
        let renderer = prepare(request, watch, &mut Timings::default())?;
        let rgb = renderer.picture(request.frames().saturating_sub(1))?;
        watch.progress(1.0);
        Ok(Still::new(request.size.width, request.size.height, rgb))
    })
}

/// The scene alone, without prints or words, `share` (0 to 1) into the film: for looking at scenes.
///
/// # Errors
/// See [`RenderProblem`]; photos of the request are not read.
pub fn scenery(
    request: &RenderRequest,
    share: f32,
    watch: &dyn Watch,
) -> Result<Still, RenderProblem> {
    stop::run(default_threads(), watch, || {
        let (photos, keepsake, caption) = (Vec::new(), None, None);
        let bare = RenderRequest { photos, keepsake, caption, ..request.clone() };
        let renderer = prepare(&bare, watch, &mut Timings::default())?;
        let last = bare.frames().saturating_sub(1) as f32;
        let rgb = renderer.picture((last * share.clamp(0.0, 1.0)) as usize)?;
        Ok(Still::new(bare.size.width, bare.size.height, rgb))
    })
}

/// How the people of a request are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum People {
    /// All of them stand in the scene.
    Together,
    /// Each is a print; for each photo what is against its person, if something is.
    Prints(Vec<Option<&'static str>>),
}

/// How people will be shown, without a film.
///
/// # Errors
/// See [`RenderProblem`].
pub fn people(request: &RenderRequest, watch: &dyn Watch) -> Result<People, RenderProblem> {
    request.check()?;
    stop::run(default_threads(), watch, || {
        let (frame, subjects) = (frame_of(request), seen_by_all(request)?);
        let Err(against) = together(request, frame, &subjects) else {
            return Ok(People::Together);
        };
        let asked = request.people == Some(Presence::Scene);
        let mut reasons = standing::reasons(frame, &subjects, asked);
        // Where each could stand, what is against it is how they stand beside each other.
        if reasons.iter().all(Option::is_none) {
            reasons.fill(Some(against));
        }
        let words = |reason: Option<RejectReason>| reason.map(RejectReason::words);
        Ok(People::Prints(reasons.into_iter().map(words).collect()))
    })
}

/// The last frame as the picture gets it (packed RGB) and as the encoder gets it (luma).
#[cfg(test)]
pub fn last_frame(
    request: &RenderRequest,
    watch: &dyn Watch,
) -> Result<(Vec<u8>, Vec<u8>), RenderProblem> {
    stop::run(1, watch, || {
        let renderer = prepare(request, watch, &mut Timings::default())?;
        let (last, mut scratch) = (request.frames() - 1, renderer.scratch(1));
        renderer.yuv(last..last + 1, &mut scratch)?;
        let luma = &scratch.yuv[0][..renderer.width * renderer.height];
        Ok((renderer.picture(last)?, luma.to_vec()))
    })
}

/// The film as MP4 bytes, on [`default_threads`] threads.
///
/// # Errors
/// See [`RenderProblem`].
pub fn film(
    request: &RenderRequest,
    watch: &dyn Watch,
    timings: &mut Timings,
) -> Result<Vec<u8>, RenderProblem> {
    film_on(default_threads(), request, watch, timings)
}

/// Like [`film`] on a given number of threads; the bytes are the same.
///
/// # Errors
/// See [`RenderProblem`].
pub fn film_on(
    threads: usize,
    request: &RenderRequest,
    watch: &dyn Watch,
    timings: &mut Timings,
) -> Result<Vec<u8>, RenderProblem> {
    request.check()?;
    let begun = Instant::now();
    let bytes = stop::run(threads, watch, || {
        let sounding = || {
            let begun = Instant::now();
            sound_of(request).map(|track| (track, begun.elapsed()))
        };
        let (renderer, sound) = rayon::join(|| prepare(request, watch, timings), sounding);
        let (renderer, (sound, took)) = (renderer?, sound?);
        timings.sound = took;
        let segments = encode::encode_film(request, &renderer, watch, timings)?;
        let muxing = Instant::now();
        let bytes = mux::mp4(request, &segments, &sound, Origin::Photos)?;
        timings.mux = muxing.elapsed();
        Ok::<_, RenderProblem>(bytes)
    })?;
    timings.total = begun.elapsed();
    watch.progress(1.0);
    Ok(bytes)
}

/// What is heard in the film, as AAC frames.
fn sound_of(request: &RenderRequest) -> Result<Vec<Vec<u8>>, RenderProblem> {
    let recording = match request.recording.clone() {
        Some(recording) => {
            let heard = stop::run_detached(move || recording.heard())?;
            Some(heard.map_err(RenderProblem::Recording)?)
        }
        None => None,
    };
    sound::track(&request.plan(), request.seconds, recording.as_deref())
}

/// These frames as the encoder gets them (I420), of which `at_once` are in work at once.
#[cfg(test)]
pub fn frames(
    request: &RenderRequest,
    watch: &dyn Watch,
    numbers: std::ops::Range<usize>,
    at_once: usize,
) -> Result<Vec<Vec<u8>>, RenderProblem> {
    stop::run(1, watch, || {
        let renderer = prepare(request, watch, &mut Timings::default())?;
        let (mut scratch, mut all) = (renderer.scratch(at_once), Vec::new());
        for first in numbers.clone().step_by(at_once) {
            let some = first..(first + at_once).min(numbers.end);
            renderer.yuv(some.clone(), &mut scratch)?;
            all.extend_from_slice(&scratch.yuv[..some.len()]);
        }
        Ok(all)
    })
}

/// Every frame as the encoder gets it (I420), in order: for measuring what encoding costs.
///
/// # Errors
/// See [`RenderProblem`].
pub fn uncompressed(
    request: &RenderRequest,
    watch: &dyn Watch,
    each: &mut (dyn FnMut(&[u8]) + Send),
) -> Result<(), RenderProblem> {
    request.check()?;
    stop::run(1, watch, || {
        let renderer = prepare(request, watch, &mut Timings::default())?;
        let mut scratch = renderer.scratch(1);
        for number in 0..request.frames() {
            renderer.yuv(number..number + 1, &mut scratch)?;
            each(&scratch.yuv[0]);
        }
        Ok(())
    })
}

fn frame_of(request: &RenderRequest) -> Frame {
    let (w, h) = (request.size.width as f32, request.size.height as f32);
    Frame { w, h, u: (w * h).sqrt() / 100.0, seconds: request.seconds }
}

/// Every photo with its faces.
fn seen_by_all(request: &RenderRequest) -> Result<Vec<Subject>, RenderProblem> {
    let photos = request.photos.par_iter().enumerate();
    photos.map(|(index, input)| seen(input, index)).collect()
}

/// The photo, and the faces on it that decide what is shown.
fn seen(input: &PhotoInput, index: usize) -> Result<Subject, RenderProblem> {
    let PhotoInput { bytes, suggested, chosen, touch_up } = input.clone();
    let photo = stop::run_detached(move || Photo::read(&bytes))?
        .map_err(|source| RenderProblem::Photo { index, source })?;
    stop::run_detached(move || {
        let faces = faces::find(&photo.pixels);
        Subject { photo, faces, suggested, chosen, touch_up }
    })
}

/// The photo of the keepsake, and the part of it that is shown.
fn keepsake_of(request: &RenderRequest) -> Result<Option<(Photo, Option<CropBox>)>, RenderProblem> {
    let Some(PhotoInput { bytes, suggested, chosen, .. }) = request.keepsake.clone() else {
        return Ok(None);
    };
    let photo = stop::run_detached(move || Photo::read(&bytes))?;
    Ok(Some((photo.map_err(RenderProblem::Keepsake)?, chosen.or(suggested))))
}

/// Width / height of the picture in the print of a keepsake.
fn ratio_of(photo: &Photo) -> f32 {
    let (across, down) = keepsake_shown(photo.pixels.width(), photo.pixels.height());
    across as f32 / down as f32
}

/// Prints, where they rest, what holds them, and a keepsake that lies on the ground.
struct PlacedPrints {
    arrangement: Arrangement,
    homes: Vec<Home>,
    prints: Vec<Print>,
    lying: Vec<Layer>,
}

/// Everybody as a print, and the keepsake; it alone where people are `standing`.
fn placed_prints(
    request: &RenderRequest,
    subjects: &[Subject],
    standing: Option<&(Places, Vec<Matte>)>,
    site: Site<'_>,
    light: Rgb,
) -> Result<PlacedPrints, RenderProblem> {
    let Site { plan, frame, .. } = site;
    let kept = keepsake_of(request)?;
    let Some((places, mattes)) = standing else {
        let arrangement = arrangement(plan, frame, subjects.len());
        let mut homes = arrangement.homes(plan, frame, subjects.len());
        let room = arrangement.room() * frame.u;
        let lying = kept.map_or_else(Vec::new, |(photo, shown)| {
            let words = request.caption.is_some();
            let look = (ratio_of(&photo), plan.side);
            let home = keepsake::among(frame, &mut homes, room, look, words);
            keepsake::layers((&photo, shown), home, light, frame).into()
        });
        let made = subjects.par_iter().zip(&homes).enumerate();
        let prints =
            made.map(|(order, (Subject { photo, faces, suggested, chosen, .. }, home))| {
                print((photo, chosen.or(*suggested), faces), arrangement, site, *home, order, light)
            });
        let prints = prints.collect();
        return Ok(PlacedPrints { arrangement, homes, prints, lying });
    };
    let arrangement = hanging(plan);
    let mut homes = Vec::new();
    let mut prints = Vec::new();
    if let Some((photo, shown)) = kept
        && let Some(home) = arrangement.homes(plan, frame, 1).pop()
    {
        let (room, people) = (arrangement.room() * frame.u, standing::taken(places, mattes));
        let words = request.caption.as_deref();
        let words = words.and_then(|words| caption::rows(words, frame, caption::Edge::Head));
        let head = words.map_or(0.0, |(_, last)| last);
        let home = Home { ratio: ratio_of(&photo), ..home };
        let home = keepsake::near_people(frame, home, room, &people, plan.side, head);
        homes.push(home);
        prints.push(print((&photo, shown, &[]), arrangement, site, home, 0, light));
    }
    Ok(PlacedPrints { arrangement, homes, prints, lying: Vec::new() })
}

/// A print of the part of a photo that is shown, and what holds it.
fn print(
    shown: (&Photo, Option<CropBox>, &[faces::Face]),
    arrangement: Arrangement,
    site: Site<'_>,
    home: Home,
    order: usize,
    light: Rgb,
) -> Print {
    let room = arrangement.room() * site.frame.u;
    let fix = |c: &mut Canvas, home: &Home, order: usize| arrangement.fix(c, site, home, order);
    Print::new(shown, home, order, light, room, &fix)
}

/// Everybody cut out, unless prints were asked for.
fn together(
    request: &RenderRequest,
    frame: Frame,
    subjects: &[Subject],
) -> Result<(Places, Vec<Matte>), RejectReason> {
    if request.people == Some(Presence::Prints) {
        return Err(RejectReason::Chosen);
    }
    let asked = request.people == Some(Presence::Scene);
    standing::cut(frame, subjects, front(&request.plan(), frame), asked)
}

/// Reads the photos and paints the scene.
fn prepare(
    request: &RenderRequest,
    watch: &dyn Watch,
    timings: &mut Timings,
) -> Result<FrameRenderer, RenderProblem> {
    let frame = frame_of(request);
    let begun = Instant::now();
    let plan = request.plan();
    let light = light(&plan);
    let subjects = seen_by_all(request)?;
    let standing = together(request, frame, &subjects).ok();
    stop::check()?;
    let site = Site { plan: &plan, frame, ground: front(&plan, frame) };
    let paper = paper_light(&plan, light.prints);
    let PlacedPrints { arrangement, homes, prints, lying } =
        placed_prints(request, &subjects, standing.as_ref(), site, paper)?;
    let tone =
        standing.as_ref().and_then(|_| subjects.iter().find_map(|one| Tone::of(&one.photo.pixels)));
    drop(subjects);
    timings.photos = begun.elapsed();
    watch.progress(0.04);
    stop::check()?;
    let begun = Instant::now();
    let mut stage = build(&plan, frame);
    let before = if homes.is_empty() {
        Vec::new()
    } else {
        arrangement.carry(&mut stage, site, &homes);
        arrangement.before(site, &homes)
    };
    // Behind prints, so that none that comes in is hidden.
    for layer in lying {
        stage.add(layer);
    }
    timings.scene = begun.elapsed();
    watch.progress(0.1);
    stop::check()?;
    let edge = if standing.is_some() { caption::Edge::Head } else { caption::Edge::Foot };
    let caption = request.caption.as_deref().and_then(|words| caption::layer(words, frame, edge));
    let camera = Camera::new(plan.mood, request.seed);
    let mut renderer = FrameRenderer::new(request, frame, stage, (prints, before), caption, camera);
    if let Some((places, mattes)) = standing {
        let grain = tone.map_or(0.0, |tone| tone.grain).max(texture::grain(&mattes));
        renderer.tone(tone.as_ref(), grain);
        let scene = renderer.picture((request.frames() as f32 * LIT) as usize)?;
        let scene =
            RgbImage::from_raw(request.size.width, request.size.height, scene).unwrap_or_default();
        let (light, seed) = (light.prints, request.seed);
        let foliage = plan.open().then(|| plan.foliage());
        let front = front(&plan, frame);
        let place = layers::Place { scene: &scene, light, front, foliage, seed };
        renderer.stand(layers::layers(frame, &places, &mattes, &place), places.chin());
    }
    Ok(renderer)
}
