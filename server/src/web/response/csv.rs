//! Files for spreadsheets, safe to open: a text that would be read as a formula begins with
//! an apostrophe. To add one: its columns and rows go through [`lines`].

use bytes::Bytes;
use evernear_app::{
    domain::waitlist::{Listed, status_name},
    ports::{Ports, StoreError, WaitlistFilter},
};
use futures::Stream;

/// How many rows of the waitlist are read at a time.
const BATCH: u32 = 1000;
const COLUMNS: [&str; 6] = ["Number", "Name", "Email", "Interest/Reason", "Status", "Timestamp"];

/// What stands in a cell. Ours are numbers, which may begin with a sign; the rest may be
/// anybody's.
#[derive(Clone, Copy, Debug)]
pub enum Cell<'a> {
    Number(i64),
    Text(&'a str),
}

impl Cell<'_> {
    /// The same cases as in `islands/src/admin/csv.ts`.
    fn written(self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) if text.starts_with(FORMULA) => format!("'{text}"),
            Self::Text(text) => text.to_owned(),
        }
    }
}

/// What a formula begins with, also full-width, and what some programs skip before one.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// Rows as they stand in a file, below the names of the columns where it begins.
pub fn lines<'a, const N: usize>(
    columns: Option<[&str; N]>,
    rows: impl IntoIterator<Item = [Cell<'a>; N]>,
) -> Result<Vec<u8>, csv::Error> {
    // Spreadsheets know UTF-8 by its mark.
    let start = if columns.is_some() { "\u{feff}" } else { "" };
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(start.as_bytes().to_vec());
    if let Some(columns) = columns {
        writer.write_record(columns)?;
    }
    for row in rows {
        writer.write_record(row.map(Cell::written))?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

/// Where the writing stands.
struct Cursor {
    ports: Ports,
    filter: WaitlistFilter,
    last: Option<Listed>,
    written: i64,
    done: bool,
}

/// The waitlist, piece by piece, newest first. When the database goes away in the middle, the
/// connection breaks off, so that nobody takes a part for the whole.
pub fn waitlist(
    ports: Ports,
    filter: WaitlistFilter,
) -> impl Stream<Item = Result<Bytes, StoreError>> {
    let start = Cursor { ports, filter, last: None, written: 0, done: false };
    futures::stream::try_unfold(start, |mut place| async move {
        if place.done {
            return Ok(None);
        }
        let waitlist = &place.ports.waitlist;
        let entries = waitlist.entries_after(&place.filter, place.last.as_ref(), BATCH).await?;
        let columns = (place.written == 0).then_some(COLUMNS);
        let stamps: Vec<_> = entries.iter().map(|entry| entry.at.iso()).collect();
        let rows = (place.written + 1..).zip(entries.iter().zip(&stamps));
        let rows = rows.map(|(number, (entry, at))| {
            [
                Cell::Number(number),
                Cell::Text(&entry.name),
                Cell::Text(&entry.email),
                Cell::Text(&entry.reason),
                Cell::Text(status_name(entry.status)),
                Cell::Text(at),
            ]
        });
        let piece = Bytes::from(lines(columns, rows).map_err(StoreError::new)?);
        place.done = entries.len() < BATCH as usize;
        place.written += i64::try_from(entries.len()).unwrap_or_default();
        place.last = entries.into_iter().next_back();
        Ok(Some((piece, place)))
    })
}

#[cfg(test)]
mod tests {
    use super::{Cell, FORMULA, lines};

    #[test]
    fn what_a_spreadsheet_would_calculate_is_text() {
        for cell in
            ["=1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠A1"]
        {
            assert_eq!(Cell::Text(cell).written(), format!("'{cell}"));
        }
        for cell in ["Nana = love", "", "'=1", "1-1"] {
            assert_eq!(Cell::Text(cell).written(), cell);
        }
        assert_eq!(Cell::Number(-25).written(), "-25", "our own numbers stay numbers");
    }

    #[test]
    fn the_administrators_page_knows_the_same_cases() {
        let script = include_str!("../../../../islands/src/admin/csv.ts");
        let (_, class) = script.split_once("FORMULA = /^[").expect("a class of signs");
        let (class, _) = class.split_once("]/").expect("its end");
        let signs = FORMULA.map(|sign| match sign {
            '-' => "\\-".to_owned(),
            sign if sign.is_control() => sign.escape_default().to_string(),
            sign => sign.to_string(),
        });
        assert_eq!(class, signs.concat());
    }

    #[test]
    fn a_file_begins_with_its_mark_and_its_columns_once() {
        let row = [Cell::Number(1), Cell::Text("Nana \"N\", the\nfirst")];
        let file = lines(Some(["Number", "Name"]), [row]).expect("written");
        let rest = lines(None, [row]).expect("written");
        let line = "1,\"Nana \"\"N\"\", the\nfirst\"\r\n";
        assert_eq!(String::from_utf8(file), Ok(format!("\u{feff}Number,Name\r\n{line}")));
        assert_eq!(String::from_utf8(rest), Ok(line.to_owned()));
    }
}
