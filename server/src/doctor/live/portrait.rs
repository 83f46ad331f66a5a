//! Faces of nobody, drawn from a few round shapes.

use evernear_renderer::Photo;

/// Size of a portrait in pixels.
const WIDTH: u32 = 512;
const HEIGHT: u32 = 640;
/// JPEG quality.
const QUALITY: u8 = 90;

/// Which of the two is drawn.
#[derive(Clone, Copy, Debug)]
pub enum Who {
    Older,
    Younger,
}

type Colour = [f32; 3];

/// An ellipse with a soft edge; darker towards its lower right, as in a light from the upper left.
struct Shape {
    centre: (f32, f32),
    radius: (f32, f32),
    colour: Colour,
    shade: f32,
}

/// The portrait as JPEG; nothing where the renderer takes no such size.
pub fn draw(who: Who) -> Option<Vec<u8>> {
    let shapes = shapes(who);
    let mut rgb = Vec::with_capacity((WIDTH * HEIGHT * 3) as usize);
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            let at = (fraction(x, WIDTH), fraction(y, WIDTH));
            let mut colour: Colour = [0.80 - 0.15 * at.1, 0.83 - 0.12 * at.1, 0.86 - 0.08 * at.1];
            for shape in &shapes {
                shape.paint(at, &mut colour);
            }
            rgb.extend(colour.map(byte));
        }
    }
    Some(Photo::of_pixels(WIDTH, HEIGHT, rgb)?.to_jpeg(QUALITY))
}

/// From far to near. All is measured in widths of the picture.
fn shapes(who: Who) -> Vec<Shape> {
    let (hair, skin, coat, iris) = match who {
        Who::Older => {
            ([0.78, 0.78, 0.80], [0.87, 0.70, 0.60], [0.36, 0.42, 0.56], [0.30, 0.40, 0.48])
        }
        Who::Younger => {
            ([0.24, 0.16, 0.11], [0.80, 0.60, 0.48], [0.62, 0.30, 0.26], [0.28, 0.18, 0.10])
        }
    };
    let darker = skin.map(|part: f32| part * 0.82);
    let lips = [skin[0] * 0.82, skin[1] * 0.55, skin[2] * 0.55];
    let white = [0.95, 0.95, 0.94];
    let shape = |x: f32, y: f32, wide: f32, high: f32, colour: Colour, shade: f32| Shape {
        centre: (x, y),
        radius: (wide, high),
        colour,
        shade,
    };
    let mut all = vec![
        shape(0.50, 0.44, 0.235, 0.285, hair, 0.25),
        shape(0.50, 1.22, 0.44, 0.42, coat, 0.25),
        shape(0.50, 0.80, 0.10, 0.16, darker, 0.15),
        shape(0.50, 0.49, 0.190, 0.255, skin, 0.22),
        shape(0.50, 0.255, 0.170, 0.075, hair, 0.20),
        shape(0.50, 0.540, 0.026, 0.055, darker, 0.10),
        shape(0.50, 0.535, 0.017, 0.050, skin, 0.05),
        shape(0.50, 0.630, 0.062, 0.017, lips, 0.10),
        shape(0.50, 0.626, 0.060, 0.003, lips.map(|part| part * 0.6), 0.0),
    ];
    for x in [0.422, 0.578] {
        all.extend([
            shape(x, 0.405, 0.046, 0.010, hair.map(|part| part * 0.8), 0.0),
            shape(x, 0.455, 0.034, 0.017, white, 0.05),
            shape(x, 0.455, 0.015, 0.016, iris, 0.0),
            shape(x, 0.455, 0.007, 0.008, [0.05, 0.05, 0.05], 0.0),
        ]);
    }
    all
}

impl Shape {
    fn paint(&self, at: (f32, f32), colour: &mut Colour) {
        let x = (at.0 - self.centre.0) / self.radius.0;
        let y = (at.1 - self.centre.1) / self.radius.1;
        let from_centre = (x * x + y * y).sqrt();
        // The edge is two pixels wide.
        let edge = 2.0 / fraction_of(WIDTH) / self.radius.0.min(self.radius.1);
        let cover = ((1.0 - from_centre) / edge + 0.5).clamp(0.0, 1.0);
        let light = 1.0 - self.shade * ((x + y) * 0.5).clamp(-0.3, 1.0);
        for (part, own) in colour.iter_mut().zip(self.colour) {
            *part += cover * (own * light - *part);
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "sides of a small picture")]
fn fraction_of(side: u32) -> f32 {
    side as f32
}

fn fraction(pixel: u32, side: u32) -> f32 {
    (fraction_of(pixel) + 0.5) / fraction_of(side)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
fn byte(part: f32) -> u8 {
    (part.clamp(0.0, 1.0) * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_faces_are_small_photos_and_differ() {
        let drawn = [Who::Older, Who::Younger].map(|who| draw(who).expect("drawn"));
        for portrait in &drawn {
            let photo = Photo::read(portrait).expect("a photo");
            assert_eq!((photo.width(), photo.height()), (WIDTH, HEIGHT));
            assert!((5_000..100_000).contains(&portrait.len()), "{}", portrait.len());
        }
        assert_ne!(drawn[0], drawn[1]);
    }
}
