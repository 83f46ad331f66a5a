//! QR codes as drawings, by qrcode.

use evernear_app::ports::StoreError;
use qrcode::{QrCode, render::svg};

/// A text as SVG, made of squares alone.
pub fn qr_code(text: &str) -> Result<String, StoreError> {
    let code = QrCode::new(text.as_bytes()).map_err(|error| StoreError::new(error.to_string()))?;
    Ok(code.render::<svg::Color<'_>>().min_dimensions(220, 220).build())
}
