//! How a creation is doing, for the person who watches it every three seconds.

use evernear_rules::{
    pricing::CREATION_COST,
    wire::{CreationKind, CreationStatus, CreationView, FailureView, MakingView, ReviewView},
};

use super::outcome_mail::note_watched;
use crate::{
    domain::{
        auth::session::Member,
        creation::{Creation, LargeImage, REVIEW_WITHIN, Review, Status, made_by},
        credits,
        id::CreationId,
        media::Photo,
        timestamp::Timestamp,
    },
    ports::{Ports, StoreError},
    problem::Problem,
};

/// How many of the latest creations tell how long one usually takes.
const SAMPLE: u32 = 20;

/// Where a creation stands, for its owner.
pub async fn watch_creation(
    ports: &Ports,
    member: &Member,
    id: CreationId,
) -> Result<CreationView, Problem> {
    let creation =
        ports.creations.get(member.account.id, id).await?.ok_or_else(Problem::not_found)?;
    note_watched(ports, member, &creation).await?;
    Ok(creation_view(ports, &creation).await?)
}

/// A creation as its owner's page sees it.
pub async fn creation_view(ports: &Ports, creation: &Creation) -> Result<CreationView, StoreError> {
    let state = &creation.state;
    let now = ports.now();
    let owner = ports.accounts.by_id(creation.owner).await?;
    let (credits, held) = owner.map_or((0, 0), |account| (account.credits, account.held));
    let status = match creation.status {
        Status::Running => CreationStatus::Running,
        Status::Finished => CreationStatus::Finished,
        Status::Failed => CreationStatus::Failed,
        Status::Cancelled => CreationStatus::Cancelled,
    };
    let running = creation.status == Status::Running;
    let finished = creation.status == Status::Finished;
    let kind = creation.brief.kind;
    let usual_seconds = if running {
        quartiles(ports.creations.durations(kind, SAMPLE).await?)
            .or_else(|| ports.imagery.usual_seconds(kind))
    } else {
        None
    };
    let making = if running { Some(making_view(ports, creation).await?) } else { None };
    let failure = match (&creation.state.failure, creation.status) {
        (Some(failure), Status::Failed) => Some(FailureView {
            message: failure.message().to_owned(),
            credits_message: back(creation, credits),
            question: failure.question().map(str::to_owned),
            can_retry: photos_left(ports, creation).await?,
        }),
        (_, Status::Cancelled) => Some(FailureView {
            message: "You cancelled this memory.".to_owned(),
            credits_message: back(creation, credits),
            question: None,
            can_retry: false,
        }),
        _ => None,
    };
    let retake_until = creation.retake_until().filter(|until| *until > now).map(Timestamp::day);
    let film = finished && creation.brief.kind == CreationKind::Video;
    let address = |file: &str| format!("/media/memories/{}/{file}", creation.id);
    let image_url = creation.shows_picture().then(|| picture_address(creation));
    let video_url = film.then(|| address("film.mp4"));
    let captions_url = film.then(|| address("captions.vtt"));
    let download_url = finished
        .then(|| video_url.as_ref().or(image_url.as_ref()))
        .flatten()
        .map(|url| download_address(url));
    Ok(CreationView {
        id: creation.id.to_string(),
        status,
        kind: creation.brief.kind,
        mode: creation.brief.mode,
        shape: creation.brief.presentation.shape,
        progress: creation.progress,
        plan: state.plan.clone(),
        steps: state.steps.clone(),
        films_ahead: state.films_ahead.filter(|_| running),
        waiting: running && state.waiting,
        made_by: made_by(state, creation.brief.kind),
        review: running.then(|| review_view(creation, now)).flatten(),
        usual_seconds,
        elapsed_seconds: u32::try_from(
            worked_until(creation, now).since(creation.created_at).as_secs(),
        )
        .unwrap_or(u32::MAX),
        making,
        image_url,
        video_url,
        captions_url,
        download_url,
        print_size: creation.large_image != LargeImage::None,
        reflection: state.reflection.clone(),
        failure,
        credits,
        held,
        retake_until,
        retake: creation.retake_of.is_some(),
    })
}

async fn making_view(ports: &Ports, creation: &Creation) -> Result<MakingView, StoreError> {
    let photos = ports.photos.of_creation(creation.id).await?;
    Ok(MakingView {
        words: creation.brief.prompt.words().unwrap_or_default().to_owned(),
        photo_urls: photos
            .iter()
            .filter(|photo| !photo.is_keepsake())
            .map(Photo::preview_address)
            .collect(),
        story: creation.brief.story.clone(),
    })
}

/// Where its picture is; each other picture of a review has another address.
pub fn picture_address(creation: &Creation) -> String {
    let address = format!("/media/memories/{}/image.jpg", creation.id);
    match creation.shown_picture() {
        0 => address,
        number => format!("{address}?other={number}"),
    }
}

/// Where it is downloaded from, instead of being shown.
pub fn download_address(url: &str) -> String {
    let mark = if url.contains('?') { '&' } else { '?' };
    format!("{url}{mark}download")
}

fn review_view(creation: &Creation, now: Timestamp) -> Option<ReviewView> {
    let review = creation.state.review.as_ref()?;
    let left = review.open_until().map_or(0, |until| until.since(now).as_secs().div_ceil(60));
    Some(ReviewView {
        open: review.is_open(),
        minutes_left: u32::try_from(left).unwrap_or(u32::MAX),
        others_left: review.others_left(),
        replacing: creation.is_replacing_picture(),
        replacing_failed: review.replacing_failed,
    })
}

/// When it was worked on last, less the time that it waited for the person.
fn worked_until(creation: &Creation, now: Timestamp) -> Timestamp {
    let opened = creation.state.review.as_ref().and_then(Review::open_until);
    let opened = opened.map(|until| until.before(REVIEW_WITHIN));
    creation.ended_at.or(opened).unwrap_or(now).before(creation.reviewed_for)
}

/// What came back with a memory that was not made.
fn back(creation: &Creation, balance: u32) -> String {
    match creation.retake_of {
        Some(_) => credits::retake_returned_message(balance),
        None => credits::returned_message(CREATION_COST, balance),
    }
}

async fn photos_left(ports: &Ports, creation: &Creation) -> Result<bool, StoreError> {
    let photos = ports.photos.of_creation(creation.id).await?;
    let now = ports.now();
    Ok(!photos.is_empty() && photos.iter().all(|photo| photo.expires_at > now))
}

/// Lower and upper quartile; nothing before there are four to tell from.
fn quartiles(mut seconds: Vec<u32>) -> Option<(u32, u32)> {
    if seconds.len() < 4 {
        return None;
    }
    seconds.sort_unstable();
    let last = seconds.len() - 1;
    Some((seconds[last / 4], seconds[last - last / 4]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_usual_time_needs_four_examples() {
        assert_eq!(quartiles(vec![4, 5, 6]), None);
        assert_eq!(quartiles(vec![40, 10, 30, 20, 50]), Some((20, 40)));
    }
}
