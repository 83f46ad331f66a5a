//! What stands around every page, and the parts that several pages use.

pub mod document;
pub mod error_page;
pub mod flash;
pub mod made_link;
pub mod meta_tags;
pub mod picture;
pub mod qr;
pub mod shell;
pub mod text_area;
