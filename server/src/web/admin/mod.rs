//! The administrator: the gate, the waitlist as a file, payments, reports, and the debug console.

pub mod debug;
pub mod gate;
pub mod lock;
pub mod payments;
pub mod reports;
pub mod unlock;
pub mod waitlist_csv;
