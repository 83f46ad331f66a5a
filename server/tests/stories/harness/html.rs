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

/// What is read of a part of a page, without its tags.
pub fn text(html: &str) -> String {
    let words: String = html
        .split('<')
        .enumerate()
        .map(|(at, part)| match part.split_once('>') {
            Some((_, text)) if at > 0 => text,
            _ => part,
        })
        .collect();
    words.replace("&amp;", "&").trim().to_owned()
}

/// The lines of the credit history: what each is about, its credits, the balance and where it leads.
pub fn credit_lines(page: &str) -> Vec<[String; 4]> {
    let lines = parts(page, "<li class=\"ledger-line\">", "</li>");
    lines
        .into_iter()
        .map(|line| {
            let cell = |class: &str| {
                let paragraph = parts(line, "<p class=\"", "</p>")
                    .into_iter()
                    .find(|paragraph| paragraph.starts_with(class));
                let content = paragraph.and_then(|paragraph| paragraph.split_once('>'));
                content.unwrap_or_else(|| panic!("{class}: {line}")).1
            };
            let what = cell("ledger-what");
            let balance = text(cell("ledger-balance"));
            let balance = balance.strip_prefix("Balance: ").expect("it says what it is").to_owned();
            let link = attribute(what, "href").next().unwrap_or_default();
            [text(what), text(cell("ledger-amount")), balance, link]
        })
        .collect()
}
