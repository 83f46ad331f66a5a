//! The trimap: where a person is, where surely nobody is, and the band between, which is left to
//! matting.
//!
//! What always holds: the band is as wide as the network may err, wider at hair and where its looks
//! differ.

use super::{looks::Fused, refine::mean};

/// What is known of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    Person,
    Behind,
    Unsure,
}

/// From which mask on somebody is surely there, and up to which nobody is.
const INSIDE: f32 = 0.88;
const OUTSIDE: f32 = 0.1;
/// How far looks may lie apart where they are believed.
const APART: f32 = 0.14;
/// How far inside and outside the network's outline the band reaches, in widths of the face: at the
/// body, and outside at hair.
const INNER: f32 = 0.035;
const OUTER: f32 = 0.035;
const HAIR: f32 = 0.06;

/// The trimap of a fused mask whose face is `face` pixels wide, its chin in row `chin`.
pub fn trimap(fused: &Fused, width: usize, face: f32, chin: f32) -> Vec<Known> {
    let height = fused.mask.len() / width;
    let pixels = |share: f32| (share * face).round().max(1.0) as usize;
    let sure = |is: &dyn Fn(f32) -> bool| -> Vec<f32> {
        let values = fused.mask.iter().zip(&fused.apart);
        values.map(|(m, a)| f32::from(u8::from(is(*m) && *a < APART))).collect()
    };
    let inside = eroded(&sure(&|m| m > INSIDE), width, height, pixels(INNER));
    let outside = sure(&|m| m < OUTSIDE);
    let near = eroded(&outside, width, height, pixels(OUTER));
    let far = eroded(&outside, width, height, pixels(HAIR));
    (0..fused.mask.len())
        .map(|i| {
            // Hair ends where shoulders begin; long hair lies on them and moves little.
            let hair = ((i / width) as f32) < chin;
            match (inside[i], if hair { far[i] } else { near[i] }) {
                (true, _) => Known::Person,
                (_, true) => Known::Behind,
                _ => Known::Unsure,
            }
        })
        .collect()
}

/// Whether all within `radius` of a place is set.
fn eroded(set: &[f32], width: usize, height: usize, radius: usize) -> Vec<bool> {
    mean(set, width, height, radius).into_iter().map(|share| share > 0.999).collect()
}
