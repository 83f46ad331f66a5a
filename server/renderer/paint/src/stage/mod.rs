//! A stage: the layers of one scene from far to near, its light, and the camera that drifts past.
//!
//! What always holds: a layer moves by the camera times its depth (0 stands still, 1 moves with
//! the prints) plus its own life. Everything on a stage stands behind the prints but for what is
//! told to be in front of them (the snow in which they are stuck); people who stand
//! on it themselves have what is near and low before them.

pub mod band;
pub mod camera;
pub mod sparks;

use self::sparks::Spark;
use crate::{color::Rgb, shapes::Canvas, sheet::Sheet};
use rayon::prelude::*;

/// Where a layer is at one moment, beyond the camera.
#[derive(Clone, Copy)]
pub struct Pose {
    pub dx: f32,
    pub dy: f32,
    /// 0 to 1.
    pub opacity: f32,
}

impl Pose {
    /// Standing still and fully there.
    pub const REST: Self = Self { dx: 0.0, dy: 0.0, opacity: 1.0 };

    /// Moved by pixels.
    pub fn moved(dx: f32, dy: f32) -> Self {
        Self { dx, dy, opacity: 1.0 }
    }

    /// In place, with this opacity.
    pub fn faded(opacity: f32) -> Self {
        Self { opacity: opacity.clamp(0.0, 1.0), ..Self::REST }
    }
}

/// Rows that sway sideways, as in reflections on water.
#[derive(Clone, Copy)]
pub struct Ripple {
    /// Pixels to each side at the sheet's last row; less above.
    pub amount: f32,
    /// Pixels from crest to crest.
    pub length: f32,
    /// Crests a second.
    pub speed: f32,
}

/// From this depth on, what is low in the frame stands in front of people.
const NEAR: f32 = 0.6;

/// How far what is behind people is out of focus, in steps of [`Sheet::defocused`] for a unit of the frame.
const OUT_OF_FOCUS: f32 = 0.2;

type Life = Box<dyn Fn(f32) -> Pose + Send + Sync>;
type Emit = Box<dyn Fn(f32, &mut Vec<Spark>) + Send + Sync>;

/// A sheet at a place, moving by the camera's depth and its own life.
pub struct Layer {
    pub sheet: Sheet,
    pub x: f32,
    pub y: f32,
    pub depth: f32,
    pub life: Option<Life>,
    pub ripple: Option<Ripple>,
}

impl Layer {
    /// Gives the layer its own movement, by seconds since the film began.
    pub fn alive(mut self, life: impl Fn(f32) -> Pose + Send + Sync + 'static) -> Self {
        self.life = Some(Box::new(life));
        self
    }

    /// Lets its rows sway.
    pub fn rippling(mut self, amount: f32, length: f32, speed: f32) -> Self {
        self.ripple = Some(Ripple { amount, length, speed });
        self
    }

    /// Makes it add light instead of covering.
    pub fn light(mut self) -> Self {
        self.sheet = self.sheet.into_light();
        self
    }
}

/// One thing on the stage.
pub enum Item {
    Layer(Box<Layer>),
    /// Sparks at a depth, told anew for each moment.
    Sparks {
        depth: f32,
        emit: Emit,
    },
}

/// The light of a scene and how it turns in the middle of the film.
#[derive(Clone, Copy)]
pub struct Light {
    /// Gain of the whole picture at the start.
    pub from: Rgb,
    /// Gain after the turn; at most 1.
    pub to: Rgb,
    /// What the scene's light does to the prints' paper and pictures.
    pub prints: Rgb,
}

/// The frame that is filled, with a unit for sizes that suit every format.
#[derive(Clone, Copy)]
pub struct Frame {
    pub w: f32,
    pub h: f32,
    /// A hundredth of the square root of the area: 9.6 px at 720 x 1280.
    pub u: f32,
    /// Seconds from first to last frame.
    pub seconds: f32,
}

impl Frame {
    fn margin(self, depth: f32) -> f32 {
        (depth * camera::REACH * self.u + self.u * 0.6).ceil() + 2.0
    }

    /// A layer painted per pixel between `top` and `bottom`, wide enough for the camera plus
    /// `extra` pixels of its own movement at each side. `color` gets frame pixels.
    pub fn painted(
        self,
        top: f32,
        bottom: f32,
        depth: f32,
        extra: f32,
        color: impl Fn(f32, f32) -> [f32; 4] + Sync,
    ) -> Layer {
        self.layer(top, bottom, depth, extra, |x, y, w, h| {
            Sheet::paint(w, h, |px, py| color(px + x, py + y))
        })
    }

    /// Like [`Frame::painted`] for soft things, computed every `step` pixels.
    pub fn soft(
        self,
        step: usize,
        top: f32,
        bottom: f32,
        depth: f32,
        extra: f32,
        color: impl Fn(f32, f32) -> [f32; 4] + Sync,
    ) -> Layer {
        self.layer(top, bottom, depth, extra, |x, y, w, h| {
            Sheet::soft(w, h, step, |px, py| color(px + x, py + y))
        })
    }

    /// A layer drawn with paths; nothing when the canvas cannot be made.
    pub fn drawn(
        self,
        top: f32,
        bottom: f32,
        depth: f32,
        extra: f32,
        draw: impl FnOnce(&mut Canvas),
    ) -> Layer {
        self.layer(top, bottom, depth, extra, |x, y, w, h| match Canvas::new(x, y, w, h) {
            Some(mut canvas) => {
                draw(&mut canvas);
                canvas.into_sheet()
            }
            None => Sheet::paint(1, 1, |_, _| [0.0; 4]),
        })
    }

    fn layer(
        self,
        top: f32,
        bottom: f32,
        depth: f32,
        extra: f32,
        make: impl FnOnce(f32, f32, usize, usize) -> Sheet,
    ) -> Layer {
        let m = self.margin(depth);
        let (x, y) = (-(m + extra).ceil(), (top - m).floor());
        let sheet = make(x, y, (self.w - 2.0 * x) as usize, (bottom + m - y).ceil() as usize);
        Layer { sheet, x, y, depth, life: None, ripple: None }
    }
}

/// A finished scene.
pub struct Stage {
    pub back: Vec<Item>,
    pub light: Light,
}

impl Stage {
    /// An empty stage in this light.
    pub fn new(light: Light) -> Self {
        Self { back: Vec::new(), light }
    }

    /// Adds a layer behind the prints.
    pub fn add(&mut self, layer: Layer) {
        self.back.push(Item::Layer(Box::new(layer)));
    }

    /// Adds what carries prints: before what is further away, behind what is nearer. Nothing where
    /// there was nothing to draw.
    pub fn place(&mut self, layer: Option<Layer>) {
        let Some(layer) = layer else { return };
        self.insert(Item::Layer(Box::new(layer)));
    }

    /// Adds everything of another stage: each before what is further away, behind what is nearer.
    pub fn merge(&mut self, other: Self) {
        other.back.into_iter().for_each(|item| self.insert(item));
    }

    fn insert(&mut self, item: Item) {
        let depth = |item: &Item| match item {
            Item::Layer(layer) => layer.depth,
            Item::Sparks { depth, .. } => *depth,
        };
        let own = depth(&item);
        let behind = self.back.iter().rposition(|other| depth(other) <= own);
        self.back.insert(behind.map_or(0, |last| last + 1), item);
    }

    /// Puts people into the scene: behind what is near and low enough to leave their faces free,
    /// such as a table or grass; in front of all else, which is a little out of focus. Their chins are above
    /// the row `chin`.
    pub fn stand(&mut self, people: Vec<Layer>, chin: f32, frame: Frame) {
        let free = chin + frame.u;
        let place = |item: &Item| match item {
            Item::Layer(layer) if layer.depth >= NEAR => {
                layer.sheet.drawn().map(|(first, last)| {
                    (layer.y + first as f32 >= free, layer.y + last as f32 >= chin)
                })
            }
            _ => None,
        };
        // What reaches across the chins stands behind, and whatever stands on it with it.
        let low = self.back.iter().filter_map(&place).all(|(starts, ends)| starts || !ends);
        let is_near = |item: &Item| match item {
            Item::Layer(_) => low && place(item).is_some_and(|(starts, _)| starts),
            Item::Sparks { depth, .. } => low && *depth >= NEAR,
        };
        let (near, far): (Vec<_>, Vec<_>) = self.back.drain(..).partition(is_near);
        let steps = (frame.u * OUT_OF_FOCUS).round() as usize;
        let far = far.into_par_iter().map(|item| match item {
            Item::Layer(layer) if layer.depth < NEAR => {
                let Layer { sheet, .. } = *layer;
                Item::Layer(Box::new(Layer { sheet: sheet.defocused(steps), ..*layer }))
            }
            other => other,
        });
        self.back = far.collect();
        self.back.extend(people.into_iter().map(|layer| Item::Layer(Box::new(layer))));
        self.back.extend(near.into_iter().map(|item| match item {
            Item::Sparks { depth, emit } => Item::Sparks {
                depth,
                emit: Box::new(move |t, out| {
                    emit(t, out);
                    out.retain(|spark| spark.y - spark.radius > free);
                }),
            },
            layer @ Item::Layer(_) => layer,
        }));
    }

    /// Adds sparks behind the prints.
    pub fn sparks(
        &mut self,
        depth: f32,
        emit: impl Fn(f32, &mut Vec<Spark>) + Send + Sync + 'static,
    ) {
        self.back.push(Item::Sparks { depth, emit: Box::new(emit) });
    }
}
