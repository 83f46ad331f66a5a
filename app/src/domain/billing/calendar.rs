//! Months as people count them, in UTC: from the 31st to the last day of a shorter month
//! and back to the 31st, over years that have a 29th of February and years that have not.

use time::{Date, Duration as Days, Month, OffsetDateTime, Time, util::days_in_month};

use crate::domain::timestamp::Timestamp;

/// The same day and time `months` later; the last day of the month where that day is
/// missing. Always counted from the anchor, so that a short month shortens nothing after it.
pub fn months_later(anchor: Timestamp, months: u32) -> Timestamp {
    let start = utc(anchor);
    let total =
        i64::from(start.year()) * 12 + i64::from(u8::from(start.month())) - 1 + i64::from(months);
    let (year, month) = (total.div_euclid(12), total.rem_euclid(12));
    let found =
        i32::try_from(year).ok().zip(u8::try_from(month + 1).ok()).and_then(|(year, month)| {
            let month = Month::try_from(month).ok()?;
            let day = start.day().min(days_in_month(month, year));
            Date::from_calendar_date(year, month, day).ok()
        });
    // A date past what can be written stays where it is.
    found.map_or(anchor, |date| timestamp(date.with_time(start.time()).assume_utc()))
}

/// Which period a charge at `paid` belongs to: the one whose beginning is nearest, because
/// providers charge some days early or late.
pub fn nearest_period(anchor: Timestamp, paid: Timestamp) -> u32 {
    let distance = |period: u32| (months_later(anchor, period).0 - paid.0).abs();
    let days = paid.since(anchor).as_secs() / 86_400;
    let guess = u32::try_from(days / 30).unwrap_or(u32::MAX / 2);
    let from = guess.saturating_sub(2 + guess / 50);
    (from..=guess.saturating_add(1)).min_by_key(|period| distance(*period)).unwrap_or(0)
}

/// The last day of benefits when someone cancels now: the later of the last day of this
/// month and the day until which is paid, so that cancelling takes no paid day.
pub fn end_date(now: Timestamp, paid_through: Timestamp) -> Date {
    let today = utc(now).date();
    let last = days_in_month(today.month(), today.year());
    let month_end = today.replace_day(last).unwrap_or(today);
    month_end.max(utc(paid_through).date())
}

/// The moment at which a day is over.
pub fn over(day: Date) -> Timestamp {
    timestamp((day + Days::days(1)).with_time(Time::MIDNIGHT).assume_utc())
}

/// `2026-11-30`.
pub fn iso(day: Date) -> String {
    format!("{:04}-{:02}-{:02}", day.year(), u8::from(day.month()), day.day())
}

/// The day of a moment, as [`iso`] writes it.
pub fn iso_day(time: Timestamp) -> String {
    iso(utc(time).date())
}

/// The day that [`iso`] wrote.
pub fn day(iso: &str) -> Option<Date> {
    let mut parts = iso.splitn(3, '-');
    let year = parts.next()?.parse().ok()?;
    let month = Month::try_from(parts.next()?.parse::<u8>().ok()?).ok()?;
    Date::from_calendar_date(year, month, parts.next()?.parse().ok()?).ok()
}

/// `30 November 2026`, from `2026-11-30`; what is no date stays as it is.
pub fn spoken(iso: &str) -> String {
    match day(iso) {
        Some(day) => format!("{} {} {}", day.day(), day.month(), day.year()),
        None => iso.to_owned(),
    }
}

fn utc(time: Timestamp) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(time.0) * 1_000_000)
        .unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

fn timestamp(time: OffsetDateTime) -> Timestamp {
    Timestamp(time.unix_timestamp() * 1000 + i64::from(time.millisecond()))
}

#[cfg(test)]
mod tests {
    use time::macros::{date, datetime};

    use super::*;

    fn at(time: OffsetDateTime) -> Timestamp {
        timestamp(time)
    }

    #[test]
    fn a_month_after_the_31st_is_the_last_day_and_then_the_31st_again() {
        let anchor = at(datetime!(2027-01-31 10:30 UTC));
        let ends = [1, 2, 3, 13].map(|months| utc(months_later(anchor, months)));
        assert_eq!(
            ends,
            [
                datetime!(2027-02-28 10:30 UTC),
                datetime!(2027-03-31 10:30 UTC),
                datetime!(2027-04-30 10:30 UTC),
                datetime!(2028-02-29 10:30 UTC),
            ]
        );
    }

    #[test]
    fn a_leap_day_comes_back_on_the_28th_and_after_four_years_on_the_29th() {
        let anchor = at(datetime!(2028-02-29 23:59:59.999 UTC));
        assert_eq!(utc(months_later(anchor, 12)), datetime!(2029-02-28 23:59:59.999 UTC));
        assert_eq!(utc(months_later(anchor, 48)), datetime!(2032-02-29 23:59:59.999 UTC));
        assert_eq!(utc(months_later(anchor, 10)), datetime!(2028-12-29 23:59:59.999 UTC));
        assert_eq!(utc(months_later(anchor, 11)), datetime!(2029-01-29 23:59:59.999 UTC));
    }

    #[test]
    fn every_boundary_is_nearest_to_itself_and_to_a_few_days_around_it() {
        for anchor in [datetime!(2027-01-31 0:00 UTC), datetime!(2028-02-29 12:00 UTC)] {
            for period in 0..240 {
                let start = months_later(at(anchor), period);
                for days in [-4i64, 0, 5] {
                    let paid = Timestamp(start.0 + days * 86_400_000);
                    assert_eq!(
                        nearest_period(at(anchor), paid),
                        period,
                        "{anchor} {period} {days}"
                    );
                }
            }
        }
    }

    #[test]
    fn benefits_last_to_the_end_of_the_month_or_of_what_is_paid() {
        let bought_on_the_31st = at(datetime!(2027-01-31 10:00 UTC));
        let paid = months_later(bought_on_the_31st, 1);
        assert_eq!(end_date(bought_on_the_31st, paid), date!(2027 - 02 - 28));
        let on_the_1st = at(datetime!(2027-03-01 0:00 UTC));
        assert_eq!(end_date(on_the_1st, at(datetime!(2027-03-15 9:00 UTC))), date!(2027 - 03 - 31));
        assert_eq!(over(date!(2027 - 12 - 31)), at(datetime!(2028-01-01 0:00 UTC)));
    }

    #[test]
    fn a_date_is_stored_one_way_and_spoken_another() {
        assert_eq!(iso(date!(2026 - 03 - 05)), "2026-03-05");
        assert_eq!(spoken("2026-03-05"), "5 March 2026");
        assert_eq!(spoken("soon"), "soon");
        assert_eq!(day("2026-03-05"), Some(date!(2026 - 03 - 05)));
        assert_eq!(day("2026-02-30"), None);
    }
}
