//! What visitors read.

mod flash;
mod markup;
mod pages;
mod prerendered;
mod public_site;
pub mod routes;
mod style_page;
