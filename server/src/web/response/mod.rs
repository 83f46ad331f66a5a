//! How answers are made: pages, problems, and the cookies that belong to them.

pub mod csv;
pub mod error_page;
pub mod flash;
pub mod forms;
pub mod page;
pub mod problem;
pub mod session_cookie;
