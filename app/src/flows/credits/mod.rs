//! Credits that an operator gives. Those that are held and spent move with a creation, those that
//! are bought with a payment.

pub mod grant;
