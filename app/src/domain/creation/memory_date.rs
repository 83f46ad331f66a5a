//! A day of the year that belongs to a memory, 'her birthday': its owner is written to on it, once a year.

use jiff::{civil, tz::TimeZone};

use crate::domain::{text::one_line, timestamp::Timestamp};

/// Longest name of an occasion, in characters.
pub const OCCASION_CHARS: usize = 60;

/// The hour of the day at which the mail is written, where its owner lives.
const HOUR: i8 = 9;

/// For how many years from now a next day is looked for.
const YEARS: i16 = 3;

/// The day, in the time zone of its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryDate {
    /// What it is to its owner; may be empty.
    pub occasion: String,
    pub month: i8,
    pub day: i8,
    /// Its name in the time zone database: `Africa/Johannesburg`.
    pub time_zone: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MemoryDateError {
    #[error("no year has that day")]
    UnknownDay,
    #[error("the time zone is not known")]
    UnknownTimeZone,
    #[error("the occasion is longer than {OCCASION_CHARS} characters")]
    LongOccasion,
}

impl MemoryDate {
    /// As it was typed. A time zone that is missing is UTC.
    pub fn parse(
        occasion: &str,
        month: &str,
        day: &str,
        time_zone: &str,
    ) -> Result<Self, MemoryDateError> {
        let occasion = one_line(occasion);
        if occasion.chars().count() > OCCASION_CHARS {
            return Err(MemoryDateError::LongOccasion);
        }
        let number = |text: &str| text.trim().parse().map_err(|_| MemoryDateError::UnknownDay);
        let (month, day) = (number(month)?, number(day)?);
        // In a leap year every day there is.
        civil::Date::new(2028, month, day).map_err(|_| MemoryDateError::UnknownDay)?;
        let time_zone = if time_zone.trim().is_empty() { "UTC" } else { time_zone.trim() };
        TimeZone::get(time_zone).map_err(|_| MemoryDateError::UnknownTimeZone)?;
        Ok(Self { occasion, month, day, time_zone: time_zone.to_owned() })
    }

    /// When it is next, later than `after`. 29 February is on the 28th of years without one. A time zone
    /// that is not known any more is UTC.
    pub fn next(&self, after: Timestamp) -> Option<Timestamp> {
        let zone = TimeZone::get(&self.time_zone).unwrap_or(TimeZone::UTC);
        let now = jiff::Timestamp::from_millisecond(after.0).ok()?.to_zoned(zone.clone());
        (now.year()..now.year() + YEARS).find_map(|year| {
            let at = self.in_year(year)?.at(HOUR, 0, 0, 0).to_zoned(zone.clone()).ok()?;
            let at = Timestamp(at.timestamp().as_millisecond());
            (at > after).then_some(at)
        })
    }

    /// Whether it is that day where its owner lives.
    pub fn is_on(&self, at: Timestamp) -> bool {
        let zone = TimeZone::get(&self.time_zone).unwrap_or(TimeZone::UTC);
        let today = jiff::Timestamp::from_millisecond(at.0).map(|at| at.to_zoned(zone).date());
        today.is_ok_and(|today| self.in_year(today.year()) == Some(today))
    }

    fn in_year(&self, year: i16) -> Option<civil::Date> {
        civil::Date::new(year, self.month, self.day)
            .or_else(|_| civil::Date::new(year, self.month, self.day - 1))
            .ok()
    }
}

/// The months as people read them.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp(text.parse::<jiff::Timestamp>().expect("a time").as_millisecond())
    }

    fn date(month: &str, day: &str, zone: &str) -> MemoryDate {
        MemoryDate::parse("her birthday", month, day, zone).expect("a day")
    }

    #[test]
    fn the_next_day_is_at_nine_where_its_owner_lives() {
        for (month, day, zone, after, next) in [
            ("3", "1", "UTC", "2026-02-10T00:00:00Z", "2026-03-01T09:00:00Z"),
            ("3", "1", "UTC", "2026-03-01T09:00:00Z", "2027-03-01T09:00:00Z"),
            ("3", "1", "Africa/Johannesburg", "2026-02-10T00:00:00Z", "2026-03-01T07:00:00Z"),
            // On the other side of the date line, and in summer.
            ("1", "1", "Pacific/Auckland", "2026-06-01T00:00:00Z", "2026-12-31T20:00:00Z"),
            ("7", "4", "America/New_York", "2026-06-01T00:00:00Z", "2026-07-04T13:00:00Z"),
            ("2", "29", "UTC", "2026-01-01T00:00:00Z", "2026-02-28T09:00:00Z"),
            ("2", "29", "UTC", "2028-01-01T00:00:00Z", "2028-02-29T09:00:00Z"),
            ("2", "29", "UTC", "2028-02-29T09:00:00Z", "2029-02-28T09:00:00Z"),
        ] {
            let found = date(month, day, zone).next(at(after)).expect("there is one");
            assert_eq!(found.iso(), at(next).iso(), "{month}-{day} {zone} after {after}");
        }
    }

    #[test]
    fn the_day_lasts_from_midnight_to_midnight_where_its_owner_lives() {
        for (month, day, zone, from, until) in [
            ("3", "1", "UTC", "2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z"),
            ("6", "16", "Africa/Johannesburg", "2026-06-15T22:00:00Z", "2026-06-16T22:00:00Z"),
            ("2", "29", "UTC", "2026-02-28T00:00:00Z", "2026-03-01T00:00:00Z"),
            ("2", "29", "UTC", "2028-02-29T00:00:00Z", "2028-03-01T00:00:00Z"),
        ] {
            let date = date(month, day, zone);
            let (from, until) = (at(from), at(until));
            let before = |at: Timestamp| Timestamp(at.0 - 1);
            let seen = [before(from), from, before(until), until].map(|at| date.is_on(at));
            assert_eq!(seen, [false, true, true, false], "{month}-{day} {zone}");
        }
    }

    #[test]
    fn what_is_no_day_and_no_zone_is_told() {
        let parse = |month, day, zone| MemoryDate::parse("", month, day, zone);
        for (month, day) in
            [("2", "30"), ("13", "1"), ("0", "1"), ("4", "31"), ("x", "1"), ("1", "")]
        {
            assert_eq!(parse(month, day, "UTC"), Err(MemoryDateError::UnknownDay), "{month}-{day}");
        }
        for zone in ["Mars/Olympus", "../etc/passwd", "UTC\0"] {
            assert_eq!(parse("1", "1", zone), Err(MemoryDateError::UnknownTimeZone), "{zone}");
        }
        assert_eq!(parse("1", "1", " ").map(|date| date.time_zone), Ok("UTC".to_owned()));
        let long = MemoryDate::parse(&"a".repeat(OCCASION_CHARS + 1), "1", "1", "UTC");
        assert_eq!(long, Err(MemoryDateError::LongOccasion));
    }
}
