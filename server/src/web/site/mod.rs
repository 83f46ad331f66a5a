//! Pages, assets and what search engines ask for.

pub mod assets;
pub mod pages;
pub mod seo;
pub mod service_worker;
