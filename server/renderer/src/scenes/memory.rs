//! Warm light on dark cloth, for memories that fit no place.
use super::Plan;
use crate::stage::{Frame, Light, Stage};
pub fn light(_: &Plan) -> Light {
    Light { from: [0.92, 0.92, 0.95], to: [1.0; 3], prints: [1.0, 0.98, 0.94] }
}
pub fn build(plan: &Plan, frame: Frame) -> Stage {
    super::beach::build(plan, frame)
}
