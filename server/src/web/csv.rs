//! The waitlist as CSV (spec §7 'Other'), safe to open in a spreadsheet: a cell that would
//! be read as a formula begins with an apostrophe.

use bytes::Bytes;
use evernear_app::{
    domain::waitlist::{Listed, status_name},
    ports::{Ports, StoreError, WaitlistFilter},
};
use futures::Stream;

/// How many rows are read at a time.
const BATCH: u32 = 1000;
const COLUMNS: [&str; 6] = ["Number", "Name", "Email", "Interest/Reason", "Status", "Timestamp"];

/// Where the writing stands.
struct Place {
    ports: Ports,
    filter: WaitlistFilter,
    last: Option<Listed>,
    written: u64,
    done: bool,
}

/// The file, piece by piece, newest first. When the database goes away in the middle, the
/// connection breaks off, so that nobody takes a part for the whole.
pub fn rows(ports: Ports, filter: WaitlistFilter) -> impl Stream<Item = Result<Bytes, StoreError>> {
    let start = Place { ports, filter, last: None, written: 0, done: false };
    futures::stream::try_unfold(start, |mut place| async move {
        if place.done {
            return Ok(None);
        }
        let waitlist = &place.ports.waitlist;
        let entries = waitlist.entries_after(&place.filter, place.last.as_ref(), BATCH).await?;
        let piece = piece(&entries, place.written)?;
        place.done = entries.len() < BATCH as usize;
        place.written += entries.len() as u64;
        place.last = entries.into_iter().next_back();
        Ok(Some((piece, place)))
    })
}

fn piece(entries: &[Listed], before: u64) -> Result<Bytes, StoreError> {
    let mut writer =
        csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    if before == 0 {
        writer.write_record(COLUMNS).map_err(StoreError::new)?;
    }
    for (number, entry) in (before + 1..).zip(entries) {
        let (number, at) = (number.to_string(), entry.at.iso());
        let cells =
            [&number, &entry.name, &entry.email, &entry.reason, status_name(entry.status), &at]
                .map(safe);
        writer.write_record(cells).map_err(StoreError::new)?;
    }
    let text = writer.into_inner().map_err(|error| StoreError::new(error.to_string()))?;
    // Spreadsheets know UTF-8 by its mark.
    let mark: &[u8] = if before == 0 { "\u{feff}".as_bytes() } else { b"" };
    Ok([mark, &text].concat().into())
}

/// The same cases as in `islands/src/admin/csv.ts`.
fn safe(cell: &str) -> String {
    let formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    if formula { format!("'{cell}") } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::safe;

    #[test]
    fn what_a_spreadsheet_would_calculate_is_text() {
        for cell in
            ["=1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠A1"]
        {
            assert_eq!(safe(cell), format!("'{cell}"));
        }
        assert_eq!(safe("Nana = love"), "Nana = love");
    }
}
