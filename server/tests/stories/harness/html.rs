//! Reading what a page holds, as far as stories need it.

use reqwest::Response;

/// A header's text, empty where there is none.
pub fn header<'a>(answer: &'a Response, name: &str) -> &'a str {
    answer.headers().get(name).map_or("", |value| value.to_str().expect("text"))
}

/// Values of an attribute, entities decoded.
pub fn attribute<'a>(page: &'a str, name: &str) -> impl Iterator<Item = String> + use<'a> {
    let start = format!(" {name}=\"");
    page.match_indices(&start)
        .filter_map(|(at, start)| {
            Some(page[at + start.len()..].split_once('"')?.0.replace("&amp;", "&"))
        })
        .collect::<Vec<_>>()
        .into_iter()
}

/// What stands between two texts; stories say which page misses it.
pub fn between<'a>(page: &'a str, start: &str, end: &str) -> Option<&'a str> {
    Some(page.split_once(start)?.1.split_once(end)?.0)
}

/// Each part of the page that begins with `start` and ends before `end`.
pub fn parts<'a>(page: &'a str, start: &str, end: &str) -> Vec<&'a str> {
    page.split(start).skip(1).filter_map(|rest| Some(rest.split_once(end)?.0)).collect()
}
