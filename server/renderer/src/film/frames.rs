//! One frame at a time: where everything is at that moment, then band by band into pixels.

use super::tones::Tones;
use crate::order::{Order, RenderProblem};
use crate::paint::{
    color::{mix, smooth},
    sparks::Spark,
};
use crate::people::print::Print;
use crate::stage::{Frame, Item, Layer, Pose, Stage, band::Band, camera};
use crate::stop;

/// Rows worked on at once; they fit into a core's own cache.
const ROWS: usize = 16;

/// Everything the frames are made from.
pub struct Reel {
    frame: Frame,
    stage: Stage,
    prints: Vec<Print>,
    caption: Option<Layer>,
    mirrored: bool,
    fps: f32,
    pub width: usize,
    pub height: usize,
}

/// What a thread keeps between frames.
pub struct Desk {
    band: Band,
    sparks: Vec<Vec<Spark>>,
    pub yuv: Vec<u8>,
}

enum Placed<'a> {
    Sheet(&'a Layer, f32, f32, f32),
    Sparks(&'a [Spark]),
}

impl Reel {
    pub fn new(
        order: &Order,
        frame: Frame,
        stage: Stage,
        prints: Vec<Print>,
        caption: Option<Layer>,
        mirrored: bool,
    ) -> Self {
        let (width, height) = (order.size.width as usize, order.size.height as usize);
        Self { frame, stage, prints, caption, mirrored, fps: order.fps as f32, width, height }
    }

    /// Lets people stand in the scene, their chins above the row `chin`.
    pub fn stand(&mut self, people: Vec<Layer>, chin: f32) {
        self.stage.stand(people, chin, self.frame);
    }

    pub fn desk(&self) -> Desk {
        let items = self.stage.back.len();
        Desk {
            band: Band::new(self.width, ROWS),
            sparks: vec![Vec::new(); items],
            yuv: vec![0; self.width * self.height * 3 / 2],
        }
    }

    /// Frame `number` as I420 in `desk.yuv`.
    pub fn yuv(&self, number: usize, desk: &mut Desk) -> Result<(), RenderProblem> {
        let mut yuv = std::mem::take(&mut desk.yuv);
        let (luma, chroma) = yuv.split_at_mut(self.width * self.height);
        let (cb, cr) = chroma.split_at_mut(chroma.len() / 2);
        let tones = self.tones(number);
        let done = self.bands(number, desk, |band| tones.yuv(band, luma, cb, cr));
        desk.yuv = yuv;
        done
    }

    /// Frame `number` as packed RGB.
    pub fn picture(&self, number: usize) -> Result<Vec<u8>, RenderProblem> {
        let mut rgb = vec![0; self.width * self.height * 3];
        let tones = self.tones(number);
        self.bands(number, &mut self.desk(), |band| tones.rgb(band, &mut rgb))?;
        Ok(rgb)
    }

    fn tones(&self, number: usize) -> Tones {
        let t = number as f32 / self.fps;
        let share = t / self.frame.seconds;
        let light = self.stage.light;
        // The light turns in the middle third; the film rises out of the dark in its first second.
        let gain = mix(light.from, light.to, smooth(0.3, 0.68, share));
        let rise = 0.06 + 0.94 * smooth(-0.15, 0.9, t);
        Tones::new(self.width, self.height, gain.map(|g| g * rise))
    }

    fn bands(
        &self,
        number: usize,
        desk: &mut Desk,
        mut finish: impl FnMut(&Band),
    ) -> Result<(), RenderProblem> {
        let t = number as f32 / self.fps;
        let (u, last) = (self.frame.u, (self.frame.seconds - 1.0 / self.fps).max(0.1));
        let eye = camera::at(t / last, self.mirrored);
        for (item, out) in self.stage.back.iter().zip(&mut desk.sparks) {
            out.clear();
            if let Item::Sparks { depth, emit } = item {
                emit(t, out);
                for s in out.iter_mut() {
                    s.x -= eye.0 * u * depth;
                    s.y -= eye.1 * u * depth;
                }
            }
        }
        let place = |layer: &Layer| {
            let pose = layer.life.as_ref().map_or(Pose::REST, |life| life(t));
            (
                layer.x + pose.dx - eye.0 * u * layer.depth,
                layer.y + pose.dy - eye.1 * u * layer.depth,
                pose.opacity,
            )
        };
        let sparks = &desk.sparks;
        let back = placed(&self.stage.back, sparks, &place);
        let prints: Vec<_> = self.prints.iter().map(|p| (p, p.at(t, self.frame, eye))).collect();
        let caption = self.caption.as_ref().map(|layer| (layer, place(layer)));
        let band = &mut desk.band;
        for top in (0..self.height).step_by(ROWS) {
            stop::check()?;
            band.start(top, ROWS.min(self.height - top));
            for (print, now) in &prints {
                if let Some(columns) = print.hides(band.top, band.rows, *now) {
                    band.close(columns);
                }
            }
            // Whatever lies behind the nearest sheet that hides everything need not be drawn.
            let first = back.iter().rposition(|p| matches!(p, Placed::Sheet(l, x, y, o) if band.hidden_by(&l.sheet, *x, *y, *o, l.ripple))).unwrap_or(0);
            draw(band, &back[first..], t);
            for (print, now) in &prints {
                print.shade(band, *now, self.frame);
            }
            band.open();
            for (print, now) in &prints {
                print.draw(band, *now);
            }
            if let Some((layer, (x, y, opacity))) = caption {
                band.lay(&layer.sheet, x, y, opacity, None, t);
            }
            finish(band);
        }
        Ok(())
    }
}

fn placed<'a>(
    items: &'a [Item],
    sparks: &'a [Vec<Spark>],
    place: &dyn Fn(&Layer) -> (f32, f32, f32),
) -> Vec<Placed<'a>> {
    let one = |(item, sparks): (&'a Item, &'a Vec<Spark>)| match item {
        Item::Layer(layer) => {
            let (x, y, opacity) = place(layer);
            Placed::Sheet(layer, x, y, opacity)
        }
        Item::Sparks { .. } => Placed::Sparks(sparks),
    };
    items.iter().zip(sparks).map(one).collect()
}

fn draw(band: &mut Band, items: &[Placed<'_>], t: f32) {
    for item in items {
        match item {
            Placed::Sheet(layer, x, y, opacity) => {
                band.lay(&layer.sheet, *x, *y, *opacity, layer.ripple, t);
            }
            Placed::Sparks(sparks) => sparks.iter().for_each(|s| s.draw(band)),
        }
    }
}
