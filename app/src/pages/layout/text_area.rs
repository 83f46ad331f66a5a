//! The box for several lines. Leptos writes the children of `textarea` raw, because it takes
//! them for text that a browser does not parse; a browser does look for `</textarea>` in it
//! and for entities. So no page uses the element itself: all of them use [`TextArea`], which
//! escapes. A test below reads the sources for elements and attributes of that kind.

use leptos::prelude::*;

/// The `autocomplete` of a form in which a signed-in account writes, or of a box without a form.
/// Otherwise the browser puts what was written there back when somebody presses 'Back', who may be
/// somebody else by then. Fields that name what they are for are still filled in by the browser.
pub const NOT_RESTORED: &str = "off";

/// A `textarea` that holds `value`. Its other attributes are given as `attr:name="…"`.
#[component]
pub fn TextArea(#[prop(into, optional)] value: String) -> impl IntoView {
    view! { <textarea inner_html=contents(value)></textarea> }
}

/// The text as a browser reads it back, letter by letter.
fn contents(text: String) -> String {
    // Most texts hold nothing of the kind.
    if !text.contains(['&', '<', '>']) && !text.starts_with(['\n', '\r']) {
        return text;
    }
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    // A browser drops a line break that follows the tag: one is written for it to drop, so
    // that one of the person's own stays.
    if escaped.starts_with(['\n', '\r']) { format!("\n{escaped}") } else { escaped }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    fn html(value: &str) -> String {
        view! { <TextArea value attr:name="message"/> }.to_html()
    }

    #[test]
    fn what_is_in_the_box_is_text_whatever_it_looks_like() {
        let page = html("</textarea><h2>Hi</h2> & <!> \"x\"");
        let inside = "&lt;/textarea&gt;&lt;h2&gt;Hi&lt;/h2&gt; &amp; &lt;!&gt; \"x\"";
        assert_eq!(page, format!("<textarea name=\"message\">{inside}</textarea>"));
        assert_eq!(html(""), "<textarea name=\"message\"></textarea>");
    }

    #[test]
    fn a_line_break_at_the_beginning_stays() {
        assert_eq!(html("\nHi"), "<textarea name=\"message\">\n\nHi</textarea>");
        assert_eq!(html("\r\nHi"), "<textarea name=\"message\">\n\r\nHi</textarea>");
    }

    /// Everything below the folder of pages: path and text.
    fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("a file").path();
            if path.is_dir() {
                sources(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).expect("text");
                found.push((path.display().to_string(), text));
            }
        }
    }

    /// The elements whose children the library does not escape are `textarea`, `script`,
    /// `style` and `noscript`; `inner_html` is never escaped.
    #[test]
    fn no_page_writes_raw_text_into_an_element() {
        let mut files = Vec::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
        assert!(files.len() > 100, "the sources are read: {}", files.len());
        let own = |file: &str| file.ends_with("pages/layout/text_area.rs");
        for (file, text) in files.iter().filter(|(file, _)| !own(file)) {
            for bare in ["<textarea", "html::textarea", "<style", "html::style", "html::script"] {
                assert!(!text.contains(bare), "{file}: {bare}");
            }
            // What a script holds is given as `inner_html`, and each of these is looked at.
            for script in text.split("<script").skip(1) {
                let inside = script.split_once("</script>").map(|(tag, _)| tag.trim_end());
                assert!(inside.is_some_and(|tag| tag.ends_with('>')), "{file}: <script{script}");
            }
            let raw = text.matches("inner_html=").count();
            let known = match file.rsplit_once("pages/").map_or("", |(_, name)| name) {
                // JSON in which `<` is written as an escape; a drawing that is made here, of
                // squares alone.
                "layout/meta_tags.rs" | "layout/qr.rs" => 1,
                _ => 0,
            };
            assert_eq!(raw, known, "{file}: inner_html");
            // Elements inside escape their own children.
            for inside in text.split("<noscript>").skip(1) {
                let inside = inside.split_once("</noscript>").expect("it ends").0.trim();
                assert!(inside.starts_with('<') && inside.ends_with('>'), "{file}: {inside}");
                assert!(!inside.contains('{'), "{file}: {inside}");
            }
        }
    }
}
