//! What a text says of a setting, before it is weighed against what else it says.

use evernear_settings::Setting;

use super::forms::Sort;

/// How many words before a mention are looked at.
pub(super) const BEFORE: usize = 6;

/// A place that a text names, from one word to before another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mention {
    pub setting: &'static Setting,
    pub at: usize,
    pub end: usize,
    pub sort: Sort,
    pub weight: u32,
}
