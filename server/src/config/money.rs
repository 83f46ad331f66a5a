//! Amounts of money as an operator writes them: US dollars, kept in millionths.

/// What an amount needs to be.
pub const MONEY: &str = "US dollars from 0 to 100000, such as 0.55";

/// Millionths of what is written with at most six digits after the point.
pub fn micros(text: &str) -> Option<i64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    if whole.is_empty() || part.len() > 6 || !digits(whole) || !digits(part) {
        return None;
    }
    let dollars: i64 = whole.parse().ok().filter(|dollars| *dollars <= 100_000)?;
    Some(dollars * 1_000_000 + format!("{part:0<6}").parse::<i64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dollars_are_read_to_the_millionth() {
        let read = ["0.55", "2", "0.000001", "12.5"].map(micros);
        assert_eq!(read, [Some(550_000), Some(2_000_000), Some(1), Some(12_500_000)]);
        for wrong in ["", ".5", "-1", "1.0000001", "1e3", "100001", "0,5"] {
            assert_eq!(micros(wrong), None, "{wrong}");
        }
    }
}
