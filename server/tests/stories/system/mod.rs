//! The server itself: load, failures, limits.

mod batches;
mod failures;
mod health;
mod hostile_requests;
mod migrations;
mod quotas;
mod secret_rotation;
mod slow_clients;
