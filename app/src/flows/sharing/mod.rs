//! Sharing a memory by a link, opening it, and what becomes of reports.

pub mod decide_report;
pub mod edit_link;
pub mod link;
pub mod list_links;
pub mod open_link;
pub mod report;
pub mod share;
pub mod shown;
pub mod stop;
