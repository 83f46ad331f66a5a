//! The creator's draft: conversation, photos and choices.

use evernear_rules::{
    photos::{MAX_KEEPSAKES, MAX_PHOTOS, WRONG_PHOTO_COUNT},
    wire::{
        ChoicesRequest, ConverseRequest, Conversed, CreatorState, CutOutRequest, CutOutView,
        DraftPhotos, DraftPhotosRequest, DraftView, RemovePhotoRequest, RemoveRecordingRequest,
        RetakeRequest, SettingList, TrimRecordingRequest,
    },
};
use leptos::{prelude::server, server_fn::codec::Json};

use super::{Refusal, admitted_member, parse_id};
use crate::{
    domain::media::crop_is_sound,
    flows::{
        creation::retake::retake_memory,
        draft::{
            self,
            creator_state::{creator_state, draft_photos},
            remember_choices::{Choices, remember_choices},
        },
    },
    problem::{Kind, Problem},
};

const WRONG_CROP: &str = "That part of the photo cannot be shown. Please move it again.";

/// Everything the creator shows.
#[server(prefix = "/api", endpoint = "creator/state", input = Json, output = Json)]
pub async fn state() -> Result<CreatorState, Refusal> {
    let (ports, member) = admitted_member().await?;
    Ok(creator_state(&ports, &member).await?)
}

/// One step of the conversation.
#[server(prefix = "/api", endpoint = "creator/converse", input = Json, output = Json)]
pub async fn converse(#[server(flatten)] request: ConverseRequest) -> Result<Conversed, Refusal> {
    let (ports, member) = admitted_member().await?;
    Ok(draft::converse::converse(&ports, &member, &request.text).await?)
}

/// 'New Memory'.
#[server(prefix = "/api", endpoint = "creator/start_over", input = Json, output = Json)]
pub async fn start_over() -> Result<CreatorState, Refusal> {
    let (ports, member) = admitted_member().await?;
    Ok(draft::start_over::start_over(&ports, &member).await?)
}

/// Makes a finished memory once more, for free: a draft with its words.
#[server(prefix = "/api", endpoint = "creator/retake", input = Json, output = Json)]
pub async fn retake(#[server(flatten)] request: RetakeRequest) -> Result<CreatorState, Refusal> {
    let (ports, member) = admitted_member().await?;
    retake_memory(&ports, &member, parse_id(&request.id)?).await?;
    Ok(creator_state(&ports, &member).await?)
}

/// Choices of the upload screen.
#[server(prefix = "/api", endpoint = "creator/remember", input = Json, output = Json)]
pub async fn remember(#[server(flatten)] request: ChoicesRequest) -> Result<DraftView, Refusal> {
    let (ports, member) = admitted_member().await?;
    let ChoicesRequest { kind, rights_confirmed, who, crops, story, presentation, review } =
        request;
    if who.len().max(crops.len()) > (MAX_PHOTOS + MAX_KEEPSAKES) as usize {
        return Err(Problem::new(Kind::BadInput, WRONG_PHOTO_COUNT).into());
    }
    let who = who
        .into_iter()
        .map(|(photo, who)| Ok((parse_id(&photo)?, who)))
        .collect::<Result<_, Refusal>>()?;
    let crops = crops
        .into_iter()
        .map(|(photo, crop)| {
            if !crop_is_sound(crop) {
                return Err(Problem::new(Kind::BadInput, WRONG_CROP).into());
            }
            Ok((parse_id(&photo)?, crop))
        })
        .collect::<Result<_, Refusal>>()?;
    let choices = Choices { kind, rights_confirmed, who, crops, story, presentation, review };
    Ok(remember_choices(&ports, &member, &choices).await?)
}

/// Cuts the person out of a photo, with a touch-up that is kept.
#[server(prefix = "/api", endpoint = "creator/cut_out", input = Json, output = Json)]
pub async fn cut_out(#[server(flatten)] request: CutOutRequest) -> Result<CutOutView, Refusal> {
    let (ports, member) = admitted_member().await?;
    let CutOutRequest { photo, touch_up } = request;
    let photo = parse_id(&photo)?;
    Ok(draft::cut_out::cut_out(&ports, &member, photo, touch_up).await.map_err(Problem::from)?)
}

/// The places to choose from.
#[server(prefix = "/api", endpoint = "creator/settings", input = Json, output = Json)]
pub async fn settings() -> Result<SettingList, Refusal> {
    let (ports, _) = admitted_member().await?;
    Ok(draft::story::settings(&ports))
}

/// The photos of the draft, of which those that are shown count as seen.
#[server(prefix = "/api", endpoint = "creator/photos", input = Json, output = Json)]
pub async fn photos(
    #[server(flatten)] request: DraftPhotosRequest,
) -> Result<DraftPhotos, Refusal> {
    let (ports, member) = admitted_member().await?;
    Ok(draft_photos(&ports, &member, &request.shown).await.map_err(Problem::from)?)
}

/// Takes a photo back.
#[server(prefix = "/api", endpoint = "creator/remove_photo", input = Json, output = Json)]
pub async fn remove_photo(
    #[server(flatten)] request: RemovePhotoRequest,
) -> Result<DraftView, Refusal> {
    let (ports, member) = admitted_member().await?;
    let view = draft::remove_photo::remove_photo(&ports, &member, parse_id(&request.id)?).await;
    view.map_err(|problem: Problem| problem.into())
}

/// Chooses which part of the recording is heard.
#[server(prefix = "/api", endpoint = "creator/trim_recording", input = Json, output = Json)]
pub async fn trim_recording(
    #[server(flatten)] request: TrimRecordingRequest,
) -> Result<DraftView, Refusal> {
    let (ports, member) = admitted_member().await?;
    let (id, trim) = (parse_id(&request.id)?, request.trim);
    Ok(draft::trim_recording::trim_recording(&ports, &member, id, trim).await?)
}

/// Takes the recording back.
#[server(prefix = "/api", endpoint = "creator/remove_recording", input = Json, output = Json)]
pub async fn remove_recording(
    #[server(flatten)] request: RemoveRecordingRequest,
) -> Result<DraftView, Refusal> {
    let (ports, member) = admitted_member().await?;
    let id = parse_id(&request.id)?;
    Ok(draft::remove_recording::remove_recording(&ports, &member, id).await?)
}
