//! Colours as `[r, g, b]` from 0 to 1, and the easing curves that carry them.

/// A colour as seen on a screen.
pub type Rgb = [f32; 3];

/// A colour from its hexadecimal form, as in `hex(0xE9A26A)`.
pub const fn hex(value: u32) -> Rgb {
    const fn part(value: u32, shift: u32) -> f32 {
        ((value >> shift) & 255) as f32 / 255.0
    }
    [part(value, 16), part(value, 8), part(value, 0)]
}

/// A pixel of a sheet: a colour that may have grown too bright or too dark on its way, and alpha.
#[inline(always)]
pub fn pixel(color: Rgb, alpha: f32) -> [f32; 4] {
    let [r, g, b] = color.map(|v| v.clamp(0.0, 1.0));
    [r, g, b, alpha]
}

/// From `a` (t = 0) to `b` (t = 1); `t` is held inside.
pub fn mix(a: Rgb, b: Rgb, t: f32) -> Rgb {
    let t = t.clamp(0.0, 1.0);
    [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]
}

/// `a` scaled in brightness.
pub fn scale(a: Rgb, k: f32) -> Rgb {
    a.map(|v| v * k)
}

/// `a` with light `b` added.
pub fn add(a: Rgb, b: Rgb, k: f32) -> Rgb {
    [a[0] + b[0] * k, a[1] + b[1] * k, a[2] + b[2] * k]
}

/// `a` as seen in light of the colour `b`.
pub fn tint(a: Rgb, b: Rgb) -> Rgb {
    [a[0] * b[0], a[1] * b[1], a[2] * b[2]]
}

/// How bright a colour is to the eye (BT.709), on its own scale.
pub fn luma([r, g, b]: Rgb) -> f32 {
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// A run of colours at places from 0 to 1; the first and last are held outside.
pub fn ramp(stops: &[(f32, Rgb)], t: f32) -> Rgb {
    let Some(&(first, color)) = stops.first() else { return [0.0; 3] };
    if t <= first {
        return color;
    }
    for pair in stops.windows(2) {
        let [(a, ca), (b, cb)] = pair else { continue };
        if t <= *b {
            return mix(*ca, *cb, smooth(*a, *b, t) * 0.4 + (t - a) / (b - a) * 0.6);
        }
    }
    stops.last().map_or(color, |s| s.1)
}

/// 0 below `a`, 1 above `b`, with soft ends.
pub fn smooth(a: f32, b: f32, x: f32) -> f32 {
    let t = ((x - a) / (b - a)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Starts quickly, arrives gently: how a print settles.
pub fn settle(t: f32) -> f32 {
    1.0 - (1.0 - t.clamp(0.0, 1.0)).powi(4)
}
