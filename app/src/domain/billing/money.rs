//! Money: whole cents and their currency. It is never a fraction and never converted.

use std::fmt;

use super::Currency;

/// An amount, in the smallest unit of its currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Money {
    pub cents: i64,
    pub currency: Currency,
}

impl fmt::Display for Money {
    /// `$12.00`, `R1,550.00`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.cents < 0 { "−" } else { "" };
        let (whole, cents) = (self.cents.unsigned_abs() / 100, self.cents.unsigned_abs() % 100);
        write!(f, "{sign}{}{}.{cents:02}", self.currency.sign(), grouped(whole))
    }
}

/// `2000` as `2,000`.
pub fn grouped(number: impl Into<u64>) -> String {
    let digits = number.into().to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_read_to_the_cent() {
        let text = |cents, currency| Money { cents, currency }.to_string();
        assert_eq!(text(1200, Currency::Usd), "$12.00");
        assert_eq!(text(5, Currency::Usd), "$0.05");
        assert_eq!(text(155_000, Currency::Zar), "R1,550.00");
        assert_eq!(text(-800, Currency::Usd), "−$8.00");
        assert_eq!(text(i64::MIN, Currency::Usd), "−$92,233,720,368,547,758.08");
    }

    #[test]
    fn large_numbers_are_grouped() {
        let numbers: [u32; 6] = [0, 400, 999, 1000, 12_045, 1_000_000];
        assert_eq!(numbers.map(grouped), ["0", "400", "999", "1,000", "12,045", "1,000,000"]);
    }
}
