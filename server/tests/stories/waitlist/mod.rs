//! Applying for the beta.

mod apply;
mod form_collector;
