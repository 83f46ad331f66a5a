//! A few frames at a time: where everything is at each moment, then band by band into pixels.

use super::{
    filmed::{Filmed, Seen},
    tones::{Tones, Toning},
};
use crate::{
    paint::color::{mix, smooth},
    people::{place, print::Print, tone::Tone},
    request::{RenderProblem, RenderRequest},
    stage::{Frame, Item, Layer, Pose, Stage, band::Band, camera::Camera, sparks::Spark},
    stop,
};
use std::ops::Range;

/// Rows worked on at once; they fit into a core's own cache.
const ROWS: usize = 16;
/// Frames in work at once. What a band of one has read of sheets and prints, tens of megabytes in
/// all, lies in the core's cache when the next one reads almost the same.
pub const AT_ONCE: usize = 6;

/// Everything the frames are made from.
pub struct FrameRenderer {
    frame: Frame,
    /// A finished picture behind all else, where the film is one of it.
    filmed: Option<Filmed>,
    stage: Stage,
    prints: Vec<Print>,
    /// What is in front of the prints.
    before: Vec<Layer>,
    caption: Option<Layer>,
    toning: Option<Toning>,
    camera: Camera,
    fps: f32,
    pub width: usize,
    pub height: usize,
}

/// What a thread keeps between frames.
pub struct Scratch {
    band: Band,
    /// For each frame in work and each item of the stage.
    sparks: Vec<Vec<Vec<Spark>>>,
    /// The frames of the last call, as I420.
    pub yuv: Vec<Vec<u8>>,
}

/// Where everything is in one frame.
struct Shot<'a> {
    t: f32,
    seen: Option<Seen<'a>>,
    back: Vec<Placed<'a>>,
    prints: Vec<(&'a Print, place::PrintPose)>,
    before: Vec<Placed<'a>>,
    caption: Option<Placed<'a>>,
    tones: Tones<'a>,
}

enum Placed<'a> {
    Sheet(&'a Layer, f32, f32, f32),
    Sparks(&'a [Spark]),
}

impl FrameRenderer {
    pub fn new(
        request: &RenderRequest,
        frame: Frame,
        stage: Stage,
        (prints, before): (Vec<Print>, Vec<Layer>),
        caption: Option<Layer>,
        camera: Camera,
    ) -> Self {
        let (width, height) = (request.size.width as usize, request.size.height as usize);
        let (filmed, toning, fps) = (None, None, request.fps as f32);
        Self { frame, filmed, stage, prints, before, caption, toning, camera, fps, width, height }
    }

    /// Gives the whole frame a grain and, where there is one, the tone of a photo without colours.
    pub fn tone(&mut self, tone: Option<&Tone>, grain: f32) {
        self.toning = Some(Toning::new(tone, grain, self.width));
    }

    /// Puts a finished picture behind all else.
    pub fn film(&mut self, picture: Filmed) {
        self.filmed = Some(picture);
    }

    /// Where the faces of that picture are in this frame, as parts of it.
    #[cfg(test)]
    pub fn faces(&self, number: usize) -> Vec<crate::people::faces::Face> {
        self.filmed.iter().flat_map(|picture| picture.faces(self.share(number))).collect()
    }

    /// Lets people stand in the scene, their chins above the row `chin`.
    pub fn stand(&mut self, people: Vec<Layer>, chin: f32) {
        self.stage.stand(people, chin, self.frame);
    }

    /// For at most `frames` frames at once.
    pub fn scratch(&self, frames: usize) -> Scratch {
        Scratch {
            band: Band::new(self.width, ROWS),
            sparks: vec![vec![Vec::new(); self.stage.back.len()]; frames],
            yuv: vec![vec![0; self.width * self.height * 3 / 2]; frames],
        }
    }

    /// These frames, as many as the scratch has room for at most, as I420 in `scratch.yuv`.
    pub fn yuv(&self, numbers: Range<usize>, scratch: &mut Scratch) -> Result<(), RenderProblem> {
        let mut yuv = std::mem::take(&mut scratch.yuv);
        let done = self.bands(numbers, scratch, |at, tones, band| {
            let (luma, chroma) = yuv[at].split_at_mut(self.width * self.height);
            let (cb, cr) = chroma.split_at_mut(chroma.len() / 2);
            tones.yuv(band, luma, cb, cr);
        });
        scratch.yuv = yuv;
        done
    }

    /// Frame `number` as packed RGB.
    pub fn picture(&self, number: usize) -> Result<Vec<u8>, RenderProblem> {
        let mut rgb = vec![0; self.width * self.height * 3];
        self.bands(number..number + 1, &mut self.scratch(1), |_, tones, band| {
            tones.rgb(band, &mut rgb);
        })?;
        Ok(rgb)
    }

    fn tones(&self, t: f32, number: usize) -> Tones<'_> {
        let share = t / self.frame.seconds;
        let light = self.stage.light;
        // The light turns in the middle third; the film rises out of the dark in its first second.
        let gain = mix(light.from, light.to, smooth(0.3, 0.68, share));
        let rise = 0.06 + 0.94 * smooth(-0.15, 0.9, t);
        let toning = self.toning.as_ref().map(|toning| (toning, number));
        Tones::new(self.width, self.height, gain.map(|g| g * rise), toning)
    }

    /// Makes the frames and tells `finish` each band: of which frame, from the first, and in
    /// which tones.
    fn bands(
        &self,
        numbers: Range<usize>,
        scratch: &mut Scratch,
        mut finish: impl FnMut(usize, &Tones<'_>, &Band),
    ) -> Result<(), RenderProblem> {
        let Scratch { band, sparks, .. } = scratch;
        let shots: Vec<_> =
            numbers.zip(sparks).map(|(number, sparks)| self.shot(number, sparks)).collect();
        for top in (0..self.height).step_by(ROWS) {
            for (at, shot) in shots.iter().enumerate() {
                stop::check()?;
                band.start(top, ROWS.min(self.height - top));
                self.draw(band, shot);
                finish(at, &shot.tones, band);
            }
        }
        Ok(())
    }

    /// When a frame is, from 0 for the first to 1 for the last.
    fn share(&self, number: usize) -> f32 {
        number as f32 / self.fps / (self.frame.seconds - 1.0 / self.fps).max(0.1)
    }

    fn shot<'a>(&'a self, number: usize, sparks: &'a mut [Vec<Spark>]) -> Shot<'a> {
        let t = number as f32 / self.fps;
        let (u, share) = (self.frame.u, self.share(number));
        let eye = self.camera.at(share);
        let place = |layer: &'a Layer| {
            let pose = layer.life.as_ref().map_or(Pose::REST, |life| life(t));
            let x = layer.x + pose.dx - eye.0 * u * layer.depth;
            let y = layer.y + pose.dy - eye.1 * u * layer.depth;
            Placed::Sheet(layer, x, y, pose.opacity)
        };
        let one = |(item, out): (&'a Item, &'a mut Vec<Spark>)| match item {
            Item::Layer(layer) => place(layer),
            Item::Sparks { depth, emit } => {
                out.clear();
                emit(t, out);
                for s in out.iter_mut() {
                    s.x -= eye.0 * u * depth;
                    s.y -= eye.1 * u * depth;
                }
                Placed::Sparks(out)
            }
        };
        let size = (self.width, self.height);
        Shot {
            t,
            seen: self.filmed.as_ref().map(|picture| picture.seen(share, size)),
            back: self.stage.back.iter().zip(sparks).map(one).collect(),
            prints: self.prints.iter().map(|p| (p, p.at(t, self.frame, eye))).collect(),
            before: self.before.iter().map(place).collect(),
            caption: self.caption.as_ref().map(place),
            tones: self.tones(t, number),
        }
    }

    fn draw(&self, band: &mut Band, shot: &Shot<'_>) {
        if let Some(seen) = &shot.seen {
            seen.draw(band);
        }
        // What prints and sheets nearer to the eye will hide need not be drawn.
        let hide = |(print, now): &(&Print, _)| print.hides(band.top, band.rows, *now);
        let prints: Vec<_> = shot.prints.iter().filter_map(hide).collect();
        let hidden: Vec<_> = shot.back.iter().map(|placed| placed.hides(band)).collect();
        let first = hidden.iter().rposition(|columns| *columns == Some((0, band.width)));
        let first = first.unwrap_or(0);
        for (at, placed) in shot.back.iter().enumerate().skip(first) {
            band.open();
            let nearer = hidden[at + 1..].iter().flatten().copied();
            prints.iter().copied().chain(nearer).for_each(|columns| band.close(columns));
            placed.draw(band, shot.t);
        }
        band.open();
        for columns in &prints {
            band.close(*columns);
        }
        for (print, now) in &shot.prints {
            print.shade(band, *now, self.frame);
        }
        band.open();
        for (print, now) in &shot.prints {
            print.draw(band, *now);
        }
        shot.before.iter().for_each(|placed| placed.draw(band, shot.t));
        shot.caption.iter().for_each(|placed| placed.draw(band, shot.t));
    }
}

impl Placed<'_> {
    /// The columns in which nothing behind it would be seen in this band.
    fn hides(&self, band: &Band) -> Option<(usize, usize)> {
        match self {
            Placed::Sheet(layer, x, y, opacity) => {
                band.hidden_by(&layer.sheet, *x, *y, *opacity, layer.ripple)
            }
            Placed::Sparks(_) => None,
        }
    }

    fn draw(&self, band: &mut Band, t: f32) {
        match self {
            Placed::Sheet(layer, x, y, opacity) => {
                band.lay(&layer.sheet, *x, *y, *opacity, layer.ripple, t);
            }
            Placed::Sparks(sparks) => sparks.iter().for_each(|s| s.draw(band)),
        }
    }
}
