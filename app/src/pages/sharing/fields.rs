//! What a link allows, as fields: of a new one, and of one that is there.

use leptos::prelude::*;

use crate::{
    domain::sharing::{Lasting, MAX_VIEWINGS, Share},
    flows::sharing::share::LinkForm,
};

/// The fields as `filled`; `share` is the link that is changed.
pub(super) fn fields(filled: &LinkForm, share: Option<&Share>) -> AnyView {
    let stays = share.map(|share| {
        let until = ends(share);
        view! { <option value="" selected=filled.lasts.is_empty()>{format!("As it is: {until}")}</option> }
    });
    let lasting = Lasting::ALL.map(|lasting| {
        let chosen = filled.lasts == lasting.as_str();
        let words = match (share, lasting) {
            (Some(_), Lasting::Week | Lasting::Month) => format!("{} from now", lasting.words()),
            _ => lasting.words().to_owned(),
        };
        view! { <option value=lasting.as_str() selected=chosen>{words}</option> }
    });
    let has_password = share.is_some_and(|share| share.password_hash.is_some());
    let hint = if has_password {
        "Leave it empty to keep the one it has. Another one closes the memory for whoever has opened it."
    } else {
        "At least 6 characters. Tell it another way than the link."
    };
    let without = has_password.then(|| {
        check("without_password", !filled.without_password.is_empty(), "Take the password away")
    });
    view! {
        <div class="field">
            <label for="note">"Note, for yourself "<span class="optional">"optional"</span></label>
            <input id="note" name="note" type="text" autocomplete="off" maxlength="80" placeholder="for Mum" value=filled.note.clone()/>
        </div>
        <div class="field">
            <label for="lasts">"How long the link lasts"</label>
            <select id="lasts" name="lasts">{stays}{lasting.collect_view()}</select>
        </div>
        <div class="field">
            <label for="password">"Password "<span class="optional">"optional"</span></label>
            <input id="password" name="password" type="password" autocomplete="new-password" maxlength="72" aria-describedby="password-hint"/>
            <p class="field-hint" id="password-hint">{hint}</p>
        </div>
        {without}
        <div class="field">
            <label for="viewings">"At most so many viewings "<span class="optional">"optional"</span></label>
            <input id="viewings" name="viewings" type="text" inputmode="numeric" autocomplete="off" maxlength="4" value=filled.viewings.clone() aria-describedby="viewings-hint"/>
            <p class="field-hint" id="viewings-hint">{format!("From 1 to {MAX_VIEWINGS}. Whoever opens it may watch for twelve hours.")}</p>
        </div>
        {check("downloads", !filled.downloads.is_empty(), "Let them download it. Without this there is no button for it; whoever watches can still record their screen.")}
        {check("words", !filled.words.is_empty(), "Show my words: the title, the place as I named it, and the closing thought")}
    }
    .into_any()
}

fn check(name: &'static str, checked: bool, label: &'static str) -> AnyView {
    view! { <label class="check"><input type="checkbox" name=name value="yes" checked=checked/><span>{label}</span></label> }.into_any()
}

/// 'until 3 March 2026'.
pub(super) fn ends(share: &Share) -> String {
    share
        .expires_at
        .map_or_else(|| "until you stop it".to_owned(), |at| format!("until {}", at.minute()))
}
