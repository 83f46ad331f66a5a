//! Colours as the eye tells them apart: CIE Lab (D65, from sRGB), and CIEDE2000 as Sharma, Wu and Dalal
//! wrote it down in 2005.

use super::color::Rgb;

/// Lightness (0 to 100), red against green, yellow against blue.
pub type Lab = [f32; 3];

/// An sRGB value in linear light; both 0 to 1.
pub fn linear(v: f32) -> f32 {
    if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
}

/// Of a colour in sRGB.
pub fn lab(color: Rgb) -> Lab {
    let [r, g, b] = color.map(linear);
    let x = (0.412_456 * r + 0.357_576 * g + 0.180_438 * b) / 0.950_47;
    let y = 0.212_673 * r + 0.715_152 * g + 0.072_175 * b;
    let z = (0.019_334 * r + 0.119_192 * g + 0.950_304 * b) / 1.088_83;
    let [x, y, z] =
        [x, y, z].map(|v| if v > 0.008_856 { v.cbrt() } else { (903.3 * v + 16.0) / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// How different two colours look (CIEDE2000): from about 1 on it can be seen side by side.
pub fn delta_e(one: Lab, other: Lab) -> f32 {
    let power = |v: f32| v.powi(7);
    let far = power(25.0);
    let chroma = one[1].hypot(one[2]).midpoint(other[1].hypot(other[2]));
    let less = 1.5 - 0.5 * (power(chroma) / (power(chroma) + far)).sqrt();
    let polar = |[_, a, b]: Lab| {
        let a = a * less;
        let angle = b.atan2(a).to_degrees();
        (a.hypot(b), if angle < 0.0 { angle + 360.0 } else { angle })
    };
    let ((c1, h1), (c2, h2)) = (polar(one), polar(other));
    let grey = c1 * c2 < 1e-9;
    let turn = match h2 - h1 {
        _ if grey => 0.0,
        turn if turn > 180.0 => turn - 360.0,
        turn if turn < -180.0 => turn + 360.0,
        turn => turn,
    };
    let hue = match h1 + h2 {
        sum if grey => sum,
        sum if (h1 - h2).abs() <= 180.0 => sum / 2.0,
        sum if sum < 360.0 => f32::midpoint(sum, 360.0),
        sum => (sum - 360.0) / 2.0,
    };
    let (light, chroma) = (one[0].midpoint(other[0]), c1.midpoint(c2));
    let cos = |degrees: f32| degrees.to_radians().cos();
    let t = 1.0 - 0.17 * cos(hue - 30.0) + 0.24 * cos(2.0 * hue) + 0.32 * cos(3.0 * hue + 6.0)
        - 0.2 * cos(4.0 * hue - 63.0);
    let middle = (light - 50.0).powi(2);
    let by_light = 1.0 + 0.015 * middle / (20.0 + middle).sqrt();
    let (by_chroma, by_hue) = (1.0 + 0.045 * chroma, 1.0 + 0.015 * chroma * t);
    let around = 30.0 * (-((hue - 275.0) / 25.0).powi(2)).exp();
    let twist = -2.0 * (power(chroma) / (power(chroma) + far)).sqrt();
    let twist = twist * (2.0 * around).to_radians().sin();
    let light = (other[0] - one[0]) / by_light;
    let chroma = (c2 - c1) / by_chroma;
    let hue = 2.0 * (c1 * c2).sqrt() * (turn / 2.0).to_radians().sin() / by_hue;
    (light * light + chroma * chroma + hue * hue + twist * chroma * hue).max(0.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_those_that_were_published() {
        for (one, other, expected) in [
            ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
            ([50.0, 2.5, 0.0], [73.0, 25.0, -18.0], 27.1492),
            ([50.0, 2.5, 0.0], [50.0, 3.1736, 0.5854], 1.0),
            ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
            ([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082),
        ] {
            let found = delta_e(one, other);
            assert!((found - expected).abs() < 2e-3, "{found} for {expected}");
            assert!((delta_e(other, one) - found).abs() < 1e-3);
        }
    }

    #[test]
    fn white_black_and_red_are_where_they_belong() {
        for (color, expected) in [
            ([1.0; 3], [100.0, 0.0, 0.0]),
            ([0.0; 3], [0.0, 0.0, 0.0]),
            ([1.0, 0.0, 0.0], [53.24, 80.09, 67.2]),
        ] {
            let found = lab(color);
            let off = (0..3).map(|i| (found[i] - expected[i]).abs()).fold(0.0, f32::max);
            assert!(off < 0.1, "{found:?} for {expected:?}");
        }
    }
}
