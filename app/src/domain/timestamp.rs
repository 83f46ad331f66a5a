//! A point in time, as every layer passes it on: whole milliseconds since 1970 UTC. Both
//! databases keep it as one integer, so nothing is lost or shifted on the way.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// This moment and a while later.
    pub fn after(self, wait: Duration) -> Self {
        Self(self.0.saturating_add(millis(wait)))
    }

    /// This moment a while earlier.
    pub fn before(self, span: Duration) -> Self {
        Self(self.0.saturating_sub(millis(span)))
    }

    /// How long ago `earlier` was; zero when it lies ahead.
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }

    fn utc(self) -> time::OffsetDateTime {
        time::OffsetDateTime::from_unix_timestamp(self.0.div_euclid(1000))
            .unwrap_or(time::OffsetDateTime::UNIX_EPOCH)
    }

    /// When a year begins (UTC).
    pub fn of_year(year: u16) -> Self {
        let first = time::Date::from_ordinal_date(i32::from(year), 1);
        let first =
            first.map_or(time::OffsetDateTime::UNIX_EPOCH, |day| day.midnight().assume_utc());
        Self(first.unix_timestamp() * 1000)
    }

    /// The year, for example 2026.
    pub fn year(self) -> u16 {
        u16::try_from(self.utc().year()).unwrap_or(u16::MAX)
    }

    /// The day in the form people read, for example `21 November 2026`.
    pub fn day(self) -> String {
        let date = self.utc().date();
        format!("{} {} {}", date.day(), date.month(), date.year())
    }

    /// The day in UTC for sorting, for example `2026-11-21`.
    pub fn date(self) -> String {
        self.iso().chars().take(10).collect()
    }

    /// How long the day (UTC) still lasts.
    pub fn until_next_day(self) -> Duration {
        const DAY: i64 = 24 * 3600 * 1000;
        Duration::from_millis((DAY - self.0.rem_euclid(DAY)).unsigned_abs())
    }

    /// ISO 8601 in UTC, for example `2026-11-21T12:00:00.000Z`.
    pub fn iso(self) -> String {
        let nanos = i128::from(self.0) * 1_000_000;
        let at = time::OffsetDateTime::from_unix_timestamp_nanos(nanos)
            .unwrap_or(time::OffsetDateTime::UNIX_EPOCH);
        format!(
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z",
            at.year(),
            u8::from(at.month()),
            at.day(),
            at.hour(),
            at.minute(),
            at.second(),
            at.millisecond()
        )
    }
}

impl Timestamp {
    /// Day and time, for example `21 November 2026, 16:05 UTC`.
    pub fn minute(self) -> String {
        let time = time::OffsetDateTime::from_unix_timestamp(self.0.div_euclid(1000))
            .unwrap_or(time::OffsetDateTime::UNIX_EPOCH);
        format!("{}, {:02}:{:02} UTC", self.day(), time.hour(), time.minute())
    }
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_went_back_gives_no_negative_age() {
        assert_eq!(Timestamp(5).since(Timestamp(9)), Duration::ZERO);
        assert_eq!(Timestamp(9).since(Timestamp(5)), Duration::from_millis(4));
    }

    #[test]
    fn a_day_reads_as_people_write_it() {
        assert_eq!(Timestamp(1_795_219_200_000).day(), "21 November 2026");
        assert_eq!(Timestamp(1_795_219_500_000).minute(), "21 November 2026, 00:05 UTC");
        assert_eq!(Timestamp(1_795_219_200_007).iso(), "2026-11-21T00:00:00.007Z");
    }
}
