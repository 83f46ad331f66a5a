//! What the picture of a memory is: our own are JPEG, a model's are kept as they came.

use crate::{
    domain::{creation::Creation, media::FileType},
    ports::{Ports, StoreError},
};

/// By who made it, and by its first bytes.
pub async fn picture_type(ports: &Ports, creation: &Creation) -> Result<FileType, StoreError> {
    if creation.state.image_by.is_none() {
        return Ok(FileType::JPEG);
    }
    let last = FileType::TELLING_BYTES - 1;
    let first = ports.objects.get_range(&creation.image_key(), 0, last).await?;
    Ok(first.map_or(FileType::JPEG, |(bytes, _)| FileType::of_picture(&bytes)))
}
