//! How answers are made: pages, problems, cookies, and the headers that belong to them.

pub mod content_security_policy;
pub mod cookies;
pub mod csv;
pub mod error_page;
pub mod flash;
pub mod forms;
pub mod page;
pub mod problem;
pub mod session_cookie;
