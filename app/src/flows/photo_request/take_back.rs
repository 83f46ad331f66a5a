//! Taking back a photo that was added by a request: gone at once, file and all, but while a memory is made
//! with it and after. Where that has failed, it is not made once more with the photo.

use super::open_request::{OpenRequestError, leading};
use crate::{domain::photo_request::PhotoNow, flows::system::sweep::delete_photo, ports::Ports};

/// Whether the photo was taken back; no where a memory is made with it.
pub async fn take_back(ports: &Ports, token: &str, client: &str) -> Result<bool, OpenRequestError> {
    let (request, _) = leading(ports, token, client).await?;
    let now = ports.now();
    let Some(PhotoNow::InDraft(id, _) | PhotoNow::InUse { photo: id, .. }) = request.photo_now
    else {
        return Ok(false);
    };
    let Some(photo) = ports.photos.get(request.owner, id, now).await? else { return Ok(false) };
    if !ports.photo_requests.take_back_requested(request.id, id, now).await? {
        return Ok(false);
    }
    delete_photo(ports, &photo).await?;
    Ok(true)
}
