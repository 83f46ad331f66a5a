//! Says who the person behind an access token is.

use axum::Json;
use serde_json::Value;

use super::super::{bearer::Signed, wire};

/// Who it is.
pub async fn read(Signed(bearer): Signed) -> Json<Value> {
    Json(wire::user(&bearer.known))
}
