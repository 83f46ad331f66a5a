//! Applying for the beta.

mod apply;
mod counts;
mod form_collector;
