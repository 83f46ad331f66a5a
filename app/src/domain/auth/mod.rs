//! Being signed in: what somebody has shown of who they are, the sessions it opens, for browsers and
//! for client programs, and the second factor.

pub mod api_session;
pub mod factor;
pub mod flow_state;
pub mod identity;
pub mod one_time;
pub mod proof;
pub mod session;
