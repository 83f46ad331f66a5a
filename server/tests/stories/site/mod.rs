//! What visitors read.

mod flash;
mod markup;
mod moments;
mod pages;
mod prerendered;
mod public_site;
pub mod routes;
mod style_page;
