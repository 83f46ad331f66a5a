//! Files for spreadsheets, safe to open, whatever sign the program that opens them separates cells by:
//! a text that would be read as a formula begins with an apostrophe. To add one: its columns and rows go through [`lines`].

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
            Self::Text(text) => quoted(&defused(text)),
        }
    }
}

/// What a formula begins with, also full-width.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
/// Where some programs begin another cell: they separate by the sign of their country, and quotes
/// within what is one cell to them mean nothing.
const SEPARATORS: [char; 6] = [';', ',', '|', '\t', '\r', '\n'];
/// What may stand between that and a formula.
const SKIPPED: [char; 3] = [' ', '\u{a0}', '"'];

/// The text with an apostrophe before what a program would calculate, wherever it may begin a cell.
fn defused(text: &str) -> String {
    let starts_apart = text.starts_with(['\t', '\r', '\n']);
    let mut safe = String::from(if starts_apart { "'" } else { "" });
    for part in text.split_inclusive(SEPARATORS) {
        if part.trim_start_matches(SKIPPED).starts_with(FORMULA) {
            safe.push('\'');
        }
        safe.push_str(part);
    }
    safe
}

/// The text in quotes, where it has anything that may be more than text.
fn quoted(text: &str) -> String {
    if text.contains(SEPARATORS) || text.contains('"') {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// Rows as they stand in a file, below the names of the columns where it begins.
pub fn lines<'a, const N: usize>(
    columns: Option<[&str; N]>,
    rows: impl IntoIterator<Item = [Cell<'a>; N]>,
) -> String {
    let mut file = String::new();
    if let Some(columns) = columns {
        // Spreadsheets know UTF-8 by its mark.
        file.push('\u{feff}');
        file.push_str(&line(columns.map(Cell::Text)));
    }
    file.extend(rows.into_iter().map(line));
    file
}

fn line<const N: usize>(cells: [Cell<'_>; N]) -> String {
    format!("{}\r\n", cells.map(Cell::written).join(","))
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
        let piece = Bytes::from(lines(columns, rows));
        place.done = entries.len() < BATCH as usize;
        place.written += i64::try_from(entries.len()).unwrap_or_default();
        place.last = entries.into_iter().next_back();
        Ok(Some((piece, place)))
    })
}

#[cfg(test)]
mod tests {
    use super::{Cell, FORMULA, SEPARATORS, SKIPPED, lines};

    #[test]
    fn what_a_spreadsheet_would_calculate_is_text() {
        for cell in ["=1", "+1", "-1", "@SUM(A1)", "＝1", "＋1", "－1", "＠A1", " =1", "\u{a0}=1"]
        {
            assert_eq!(Cell::Text(cell).written(), format!("'{cell}"));
        }
        for (cell, written) in [
            ("\t=1", "\"'\t'=1\""),
            ("\r1", "\"'\r1\""),
            ("\n=1", "\"'\n'=1\""),
            ("x;=cmd|'/c calc'!A0;y", "\"x;'=cmd|'/c calc'!A0;y\""),
            ("x;\"=1\";y", "\"x;'\"\"=1\"\";y\""),
            ("x\t +1", "\"x\t' +1\""),
            ("x\n- tea\n", "\"x\n'- tea\n\""),
            ("x;;@A1", "\"x;;'@A1\""),
            ("x,=1|-1", "\"x,'=1|'-1\""),
            ("x;y", "\"x;y\""),
        ] {
            assert_eq!(Cell::Text(cell).written(), written);
        }
        for cell in ["Nana = love", "", "'=1", "1-1"] {
            assert_eq!(Cell::Text(cell).written(), cell);
        }
        assert_eq!(Cell::Number(-25).written(), "-25", "our own numbers stay numbers");
    }

    /// As a program reads it that separates by this sign: quotes count where a cell begins, and what
    /// follows closing ones belongs to the cell.
    fn read(file: &str, separator: char) -> Vec<String> {
        let (mut cells, mut cell) = (Vec::new(), String::new());
        let (mut begun, mut within) = (false, false);
        let mut signs = file.chars().peekable();
        while let Some(sign) = signs.next() {
            match sign {
                '"' if within && signs.peek() == Some(&'"') => {
                    signs.next();
                    cell.push('"');
                }
                '"' if within => within = false,
                '"' if !begun => (begun, within) = (true, true),
                _ if !within && (sign == separator || sign == '\r' || sign == '\n') => {
                    cells.push(std::mem::take(&mut cell));
                    begun = false;
                }
                _ => {
                    begun = true;
                    cell.push(sign);
                }
            }
        }
        cells.push(cell);
        cells
    }

    #[test]
    fn no_cell_is_calculated_whatever_separates_them() {
        let texts = [
            "=1",
            "x;=1",
            "x;\"=1\"",
            "x\t=1",
            "x\n=1",
            "x|=1",
            "x,=1",
            "\"=1",
            "x;\"\"\"=1",
            "x\n\"=1",
            "\";=1;\"",
            "x; =1",
            "x\n;-1",
        ];
        for separator in [',', ';', '\t', '|'] {
            for text in texts {
                let row = [Cell::Number(1), Cell::Text(text), Cell::Text(text), Cell::Text("end")];
                for cell in read(&lines(None, [row]), separator) {
                    let cell = cell.trim_start_matches(SKIPPED);
                    assert!(!cell.starts_with(FORMULA), "{separator:?} {text:?}: {cell}");
                }
            }
        }
        let row = [Cell::Text("x;\"=1\", y"), Cell::Text("two\nlines")];
        let cells = read(&lines(None, [row]), ',');
        assert_eq!(cells[..2], ["x;'\"=1\", y", "two\nlines"], "a cell stays one cell");
    }

    #[test]
    fn the_administrators_page_knows_the_same_cases() {
        let script = include_str!("../../../../islands/src/admin/csv.ts");
        let class = |signs: &[char]| {
            let written = signs.iter().map(|sign| match sign {
                '-' => "\\-".to_owned(),
                '\u{a0}' => "\\u00a0".to_owned(),
                sign if sign.is_control() => sign.escape_default().to_string(),
                sign => sign.to_string(),
            });
            format!("[{}]", written.collect::<String>())
        };
        let formula =
            format!("/(^|{})(?={}*{})/g", class(&SEPARATORS), class(&SKIPPED), class(&FORMULA));
        assert!(script.contains(&formula), "{formula}");
        let special = class(&[&SEPARATORS[..], &['"']].concat());
        assert!(script.contains(&format!("/{special}/")), "{special}");
    }

    #[test]
    fn a_file_begins_with_its_mark_and_its_columns_once() {
        let row = [Cell::Number(1), Cell::Text("Nana \"N\", the\nfirst")];
        let line = "1,\"Nana \"\"N\"\", the\nfirst\"\r\n";
        assert_eq!(
            lines(Some(["Number", "Name"]), [row]),
            format!("\u{feff}Number,Name\r\n{line}")
        );
        assert_eq!(lines(None, [row]), line);
    }
}
