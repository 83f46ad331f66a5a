//! A film of a finished picture in which people already are, such as a model makes them: our own
//! camera goes over it.
//!
//! What always holds: faces are never cut off, and the film rests on them at its end; the picture
//! keeps its proportions; the light ends as the picture has it. All else is as in every film: it rises
//! out of the dark, the mood chooses the camera's way, the light turns in the middle third, words come
//! for the hold, and the story's place is heard.

use super::{
    caption, default_threads, encode,
    filmed::{CLOSEST, Filmed, Framing, Plate},
    frames::FrameRenderer,
    mux,
    provenance::Origin,
};
use crate::{
    paint::color::{Rgb, luma, mix, scale, smooth},
    people::{faces, tone::Tone},
    photo::Photo,
    plan::Plan,
    request::{PictureFilm, RenderProblem, RenderRequest, Watch},
    scenery,
    stage::{Frame, Layer, Light, Pose, Stage, camera::Camera},
    stop,
};
use image::RgbImage;

/// How far the light is, before it turns, from how the picture has it, as a part of what the story's
/// place would have; and how dark it is at most.
const TURN: f32 = 0.6;
const DARKEST: f32 = 0.8;
/// The grain of the film, as a part of white.
const GRAIN: f32 = 0.004;

/// The film as MP4 bytes, on [`default_threads`] threads.
///
/// # Errors
/// See [`RenderProblem`].
pub fn film_of_picture(film: &PictureFilm, watch: &dyn Watch) -> Result<Vec<u8>, RenderProblem> {
    film_of_picture_on(default_threads(), film, watch)
}

/// Like [`film_of_picture`] on a given number of threads; the bytes are the same.
///
/// # Errors
/// See [`RenderProblem`].
pub fn film_of_picture_on(
    threads: usize,
    film: &PictureFilm,
    watch: &dyn Watch,
) -> Result<Vec<u8>, RenderProblem> {
    let request = film.request();
    request.check_frames()?;
    let bytes = stop::run(threads, watch, || {
        let sounding = || super::sound_of(&request);
        let (renderer, sound) = rayon::join(|| prepare(film, &request), sounding);
        let (renderer, sound) = (renderer?, sound?);
        watch.progress(0.1);
        let segments =
            encode::encode_film(&request, &renderer, watch, &mut super::Timings::default())?;
        mux::mp4(&request, &segments, &sound, Origin::Model)
    })?;
    watch.progress(1.0);
    Ok(bytes)
}

/// Reads the picture and looks at it.
pub fn prepare(
    film: &PictureFilm,
    request: &RenderRequest,
) -> Result<FrameRenderer, RenderProblem> {
    let (frame, plan) = (super::frame_of(request), request.plan());
    let bytes = film.picture.clone();
    let picture = stop::run_detached(move || {
        Photo::read(&bytes).map(|photo| (faces::find(&photo.pixels), photo.pixels))
    })?;
    let (faces, picture) = picture.map_err(RenderProblem::Picture)?;
    stop::check()?;
    let camera = Camera::new(plan.mood, plan.seed);
    let size = (picture.width() as f32, picture.height() as f32);
    let framing = Framing::new(size, &faces, film.people, frame.w / frame.h, camera);
    let plate = Plate::new(&picture, &framing, frame.w * CLOSEST)?;
    let words = request.caption.as_deref();
    let heads = framing.rows(caption::BEGINS).map(|(top, low)| (top * frame.h, low * frame.h));
    let caption = words.and_then(|words| caption::beside(words, frame, heads));
    let mut renderer = FrameRenderer::new(
        request,
        frame,
        lit(&plan, frame, &picture, camera),
        (Vec::new(), Vec::new()),
        caption,
        camera,
    );
    renderer.tone(None, GRAIN);
    renderer.film(Filmed { plate, framing });
    Ok(renderer)
}

/// An empty stage in the light of the picture, and a broad light that passes over it as the light turns.
fn lit(plan: &Plan, frame: Frame, picture: &RgbImage, camera: Camera) -> Stage {
    let own = scenery::light(plan);
    let turn = |c: usize| (own.from[c] / own.to[c].max(0.05)).min(1.4);
    let from = mix([1.0; 3], [turn(0), turn(1), turn(2)], TURN);
    // A picture without colours gets none.
    let grey = Tone::of(picture).is_some();
    let from = if grey { [luma(from); 3] } else { from };
    let brightest = from.into_iter().fold(1.0, f32::max);
    let from = scale(from, 1.0 / brightest);
    let from = mix([1.0; 3], from, ((1.0 - DARKEST) / (1.0 - luma(from)).max(1e-3)).min(1.0));
    let mut stage = Stage::new(Light { from, to: [1.0; 3], prints: [1.0; 3] });
    let warm = if grey { [1.0; 3] } else { mix(own.to, [1.0, 0.92, 0.8], 0.5) };
    stage.add(beam(frame, warm, plan.daylight() * 0.1, camera));
    stage
}

/// A soft slanting light that passes over the frame in the middle of the film.
fn beam(frame: Frame, color: Rgb, strength: f32, camera: Camera) -> Layer {
    let Frame { w, h, seconds, .. } = frame;
    let side = if camera.mirrored { -1.0 } else { 1.0 };
    let wide = w.max(h) * 0.42;
    let light = frame.soft(8, 0.0, h, 0.0, w * 0.35, move |x, y| {
        let across = (x - w / 2.0 - (h * 0.3 - y) * 0.45 * side) / wide;
        let glow = (-across * across * 2.2).exp() * (1.0 - 0.5 * smooth(0.0, h, y));
        let [r, g, b] = color;
        [r, g, b, glow * strength]
    });
    light.light().alive(move |t| {
        let share = t / seconds;
        let there = smooth(0.16, 0.5, share) * (1.0 - smooth(0.52, 0.86, share));
        Pose { dx: (share - 0.5) * w * 0.6 * side, dy: 0.0, opacity: there }
    })
}

/// Frames as the encoder gets them, before it, and where each face of the picture then is in them, as
/// parts of the frame.
#[cfg(test)]
pub fn seen(
    film: &PictureFilm,
    numbers: impl Iterator<Item = usize> + Send,
    each: &mut (dyn FnMut(RgbImage, Vec<faces::Face>) + Send),
) -> Result<(), RenderProblem> {
    let request = film.request();
    stop::run(1, &crate::Unwatched, || {
        let renderer = prepare(film, &request)?;
        for number in numbers {
            let rgb = renderer.picture(number)?;
            let frame = RgbImage::from_raw(film.size.width, film.size.height, rgb);
            each(frame.unwrap_or_default(), renderer.faces(number));
        }
        Ok(())
    })
}
