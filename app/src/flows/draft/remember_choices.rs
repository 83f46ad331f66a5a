//! What was chosen on the upload screen, kept so that it survives a reload: picture or
//! film, the right to use the photos, who is who, which part of each photo is shown, where and when it
//! is, in which shape, how people are shown, and whether the picture is looked at first.

use evernear_rules::{
    presentation::Presentation,
    story::Story,
    wire::{CreationKind, Crop, DraftView, Who},
};

use crate::{
    domain::{auth::session::Member, id::PhotoId},
    flows::draft::{
        converse::keep,
        creator_state::{draft_view, load_draft},
        story::checked,
    },
    ports::Ports,
    problem::Problem,
};

/// What was chosen.
#[derive(Clone, Debug)]
pub struct Choices {
    pub kind: Option<CreationKind>,
    pub rights_confirmed: bool,
    pub who: Vec<(PhotoId, Option<Who>)>,
    /// Sound ones.
    pub crops: Vec<(PhotoId, Crop)>,
    /// Nothing leaves what was understood.
    pub story: Option<Story>,
    /// Nothing leaves it as it is.
    pub presentation: Option<Presentation>,
    /// To look at the picture before its film is made; nothing leaves it as it is.
    pub review: Option<bool>,
}

/// Keeps the choices.
pub async fn remember_choices(
    ports: &Ports,
    member: &Member,
    choices: &Choices,
) -> Result<DraftView, Problem> {
    let story = choices.story.as_ref().map(|story| checked(ports, story)).transpose()?;
    // What a photo was added as, a keepsake or not, it stays.
    let of_people = choices.who.iter().filter(|(_, who)| *who != Some(Who::Keepsake));
    for (photo, who) in of_people {
        ports.photos.label(member.account.id, *photo, *who).await?;
    }
    for (photo, crop) in &choices.crops {
        ports.photos.frame(member.account.id, *photo, *crop).await?;
    }
    let draft = load_draft(ports, member).await?;
    let draft = keep(ports, member, draft, |body| {
        body.kind = choices.kind;
        body.rights_confirmed = choices.rights_confirmed;
        if let Some(presentation) = choices.presentation {
            body.presentation = presentation;
        }
        body.review = choices.review.or(body.review);
        if body.prompt.is_some() && story.is_some() {
            body.story.clone_from(&story);
        }
    })
    .await?;
    Ok(draft_view(ports, member, &draft).await?)
}
