//! What belongs to single pages: the landing page's bands, reading, the account, conversations
//! with us, the administrator's list.

use leptos::prelude::*;

use crate::pages::{
    layout::picture::{Picture, print},
    site::style::{STATES, Visit, piece},
};

/// All of them.
pub fn all(visit: &Visit) -> impl IntoView + use<> {
    view! {
        {piece("Landing page", landing(visit))}
        {piece("Reading", reading(visit))}
        {piece("Single cards", gate(visit))}
        {piece("Dashboard and memory", memories(visit))}
        {piece("Shared memory", shared(visit))}
        {piece("Account", account())}
        {piece("Threads", thread())}
        {piece("Tabs and counts", tabs())}
        {piece("Toolbar, table, pages", table())}
    }
}

fn framed(visit: &Visit, class: &'static str, name: &'static str) -> AnyView {
    let picture = Picture { name, alt: "", sizes: "308px", first: false };
    let caption = view! { "A print "<span class="tag">"Example"</span> }.into_any();
    print(&visit.site.assets, &picture, class, caption)
}

fn landing(visit: &Visit) -> impl IntoView + use<> {
    let portrait = |name: &str| {
        let address = visit.site.assets.picture(name);
        address.map(
            |address| view! { <img src=address width="180" height="225" alt="" loading="lazy"/> },
        )
    };
    let film = Picture { name: "beach-day", alt: "", sizes: "112px", first: false };
    let developed = ["beach-day", "concert"].map(|name| {
        let picture = Picture { name, alt: "", sizes: "308px", first: false };
        view! { <div class="together-picture" data-moment=name>{picture.view(&visit.site.assets)}</div> }
    });
    let loose = ["man.webp", "woman.webp"].map(|name| {
        let address = visit.site.assets.picture(name);
        address.map(|address| view! { <img class="together-photo" src=address width="180" height="225" alt=""/> })
    });
    let together = view! {
        <figure class="print print-tall hero-print">
            <div class="together">{loose.collect_view()}{developed.collect_view()}</div>
            <figcaption><p class="together-words">"“A day at the beach until sunset”"</p><span class="tag">"Example"</span></figcaption>
        </figure>
    };
    let poster = Picture { name: "birthday", alt: "", sizes: "308px", first: false };
    view! {
        <div class="page-wide">
            <div class="hero">
                <div class="hero-words"><p class="display">"Bring someone closer"</p><p class="lead">"One sentence below it."</p></div>
                {together}
                <fieldset class="moments">
                    <legend>"Or begin with one of these"</legend>
                    <div class="chips">
                        <label class="chip"><input class="sr-only" type="radio" name="moment" value="beach-day" checked/><span>"Beach day"</span></label>
                        <label class="chip"><input class="sr-only" type="radio" name="moment" value="concert"/><span>"Concert"</span></label>
                    </div>
                </fieldset>
            </div>
            <div class="band band-ruled">
                <h2>"A band, ruled"</h2>
                <ol class="ways">
                    <li><div class="way-scene way-photos" aria-hidden="true">{portrait("man.webp")}{portrait("woman.webp")}</div><h3>"Upload"</h3><p>"One of each."</p></li>
                    <li><div class="way-scene way-words" aria-hidden="true"><p>"A day at the beach."</p></div><h3>"Describe"</h3><p>"In your own words."</p></li>
                    <li><div class="way-scene way-film" aria-hidden="true"><div>{film.view(&visit.site.assets)}<span class="icon icon-play icon-large"></span></div></div><h3>"Keep"</h3><p>"A picture and a film."</p></li>
                </ol>
            </div>
            <div class="band band-raised">
                <div class="showing">
                    <div class="stack-24"><h2>"A band, raised"</h2><blockquote>"“Our table in the coffee shop.”"</blockquote></div>
                    <figure class="print print-tall"><div class="film">{poster.view(&visit.site.assets)}</div><figcaption>"A film"</figcaption></figure>
                </div>
            </div>
            <div class="band closing">
                <div class="closing-words"><p class="display">"Which moment?"</p></div>
                <figure class="print print-blank"><span></span><figcaption>"This one is still empty."</figcaption></figure>
            </div>
        </div>
    }
}

fn reading(visit: &Visit) -> impl IntoView + use<> {
    view! {
        <article class="prose prose-beside">
            <header><h3>"A text to read"</h3><p class="lead">"In one breath."</p></header>
            <nav class="toc" aria-label="On this page"><ol><li><a href="#main">"The first part"</a></li></ol></nav>
            <section><h4>"1. The first part"</h4><p>"Plain words, "<a href="#main">"a link"</a>", and a list:"</p><ul><li>"one"</li><li>"two"</li></ul></section>
        </article>
        <article class="prose prose-beside">
            <header><h3>"The same with a print"</h3></header>
            {framed(visit, "prose-print", "coffee-shop")}
            <section><p>"A grandmother who lived too far away."</p></section>
        </article>
        <div class="card aside"><h3>"Beside a form"</h3>{framed(visit, "aside-print", "concert")}</div>
        <div class="card aside-wide"><h3>"Where there is room"</h3></div>
    }
}

fn gate(visit: &Visit) -> impl IntoView + use<> {
    view! {
        <section class="card gate">
            <p class="brand"><img class="logo" src=visit.site.assets.logo.clone() alt="Evernear" width="187" height="40"/></p>
            <figure class="print print-blank gate-blank"><span></span></figure>
            <h3>"One thing on its own"</h3>
            <button class="button button-primary button-wide" type="button">"Go on"</button>
            <p class="gate-links"><a href="#main">"Another way"</a></p>
        </section>
    }
}

fn memories(visit: &Visit) -> impl IntoView + use<> {
    let picture = Picture { name: "birthday", alt: "", sizes: "136px", first: false };
    let states = STATES.map(|(state, name)| {
        view! {
            <li><a class=format!("memory {state}") href="#main">
                <figure class="print print-tall">{picture.view(&visit.site.assets)}</figure>
                <span class="memory-title">{format!("A birthday at home, {name}")}</span>
                <span class="caption"><span class="icon icon-film"></span>"Film · 1 March 2025"</span>
            </a></li>
        }
    });
    view! {
        <div class="dash"><section class="card action"><div><h3>"Create a Shared Memory"</h3><p>"The one thing to do."</p></div><a class="button button-primary" href="#main">"Create a Shared Memory"</a></section><details class="card how"><summary><h3>"How it works"</h3></summary><p>"In three steps."</p></details></div>
        <div class="memories">
            <div class="row row-between"><h3>"Your memories"</h3><a class="button button-quiet memories-new" href="#main"><span class="icon icon-plus"></span>"New Memory"</a></div>
            <ul class="memory-grid wall">
                {states.collect_view()}
                <li><a class="memory memory-running" href="#main"><figure class="print print-tall print-waiting"><span></span></figure><span class="memory-title">"Fishing by the lake"</span><span class="caption">"Being made · 45 %"</span></a></li>
            </ul>
        </div>
        <form>
            <div class="toolbar gallery-search"><div class="field"><label for="gallery-words">"Search"</label><input id="gallery-words" type="search"/></div><button class="button button-quiet" type="button">"Find"</button></div>
            <ul class="memory-grid">
                {["Not chosen", "Chosen"].map(|name| view! {
                    <li><label class="memory memory-choice">
                        <input type="checkbox" checked=name == "Chosen"/>
                        <figure class="print print-tall">{picture.view(&visit.site.assets)}</figure>
                        <span class="memory-title">{name}</span>
                    </label></li>
                }).collect_view()}
            </ul>
            <fieldset class="choice-bar" aria-label="With those that are chosen"><button class="button button-primary" type="button"><span class="icon icon-download"></span>"Download"</button></fieldset>
        </form>
        <div class="memory-view"><figure class="print print-tall">{picture.view(&visit.site.assets)}</figure><div class="memory-told stack-24"><h3>"One memory on its own"</h3><blockquote class="reflection">"A thought to go with it."</blockquote></div><div class="memory-more stack-24"><details class="card how"><summary><h3>"Add a title or a note"</h3></summary><p>"What can be changed."</p></details></div></div>
    }
}

fn shared(visit: &Visit) -> impl IntoView + use<> {
    let picture = Picture { name: "birthday", alt: "", sizes: "308px", first: false };
    view! {
        <div class="card dark">
            <div class="shared-view">
                <figure class="print print-tall">{picture.view(&visit.site.assets)}<p class="player row"><button class="button button-primary button-large" type="button">"Watch"</button></p><figcaption>"An imagined scene, made from photos."</figcaption></figure>
                <p class="caption"><a href="#main">"Report this memory"</a></p>
            </div>
        </div>
    }
}

fn account() -> impl IntoView {
    let links = STATES.map(|(state, name)| {
        view! { <li><a class=format!("link-row {state}") href="#main"><span class="icon icon-lock"></span><span><b>{format!("Password, {name}")}</b><span class="caption">"Choose a new one"</span></span><span class="icon icon-chevron"></span></a></li> }
    });
    view! {
        <div class="stack-24 cards">{["One card", "Another"].map(|name| view! { <section class="card"><h3>{name}</h3></section> }).collect_view()}</div>
        <form class="profile-out"><button class="button button-quiet" type="button"><span class="icon icon-out"></span>"Sign Out"</button></form>
        <ul class="link-list">{links.collect_view()}</ul>
        <ul class="lines"><li><span><b>"Firefox on Linux"</b><span class="caption">"Now"</span></span><span class="badge badge-success"><span class="icon icon-check"></span>"This device"</span></li></ul>
        <div class="qr" role="img" aria-label="Where the QR code stands"><svg viewBox="0 0 8 8" aria-hidden="true"><path d="M0 0h3v3H0zM5 0h3v3H5zM0 5h3v3H0zM4 4h1v1H4zM6 6h2v2H6z"/></svg></div>
        <p class="secret">"JBSW Y3DP EHPK 3PXP"</p>
        <ol class="codes"><li>"4c7e-91d0"</li><li>"a03b-77f2"</li></ol>
        <section class="kept stack" aria-label="Applications sent from this browser"><h3>"Sent from this browser"</h3><ul><li>"Thandi, thandi@example.com"</li></ul><button class="button button-plain" type="button">"Clear these copies"</button></section>
    }
}

fn thread() -> impl IntoView {
    view! {
        <section class="card stack">
            <header class="row thread-head"><h3>"Your question"</h3><span class="message-company">"Acme"</span><span class="tag">"Answered"</span></header>
            <ol class="thread">
                <li class="said"><p class="caption"><b>"You"</b>" · 1 March, 10:12"</p><p class="letter">"Where do my photos go?\nThank you."</p></li>
                <li class="said said-ours"><p class="caption"><b>"We answered"</b>" · 1 March, 11:40"</p><p class="letter">"They were deleted when your memory was finished."</p></li>
            </ol>
        </section>
    }
}

fn tabs() -> impl IntoView {
    let states = STATES.map(|(state, name)| {
        view! { <button class=format!("tab {state}") type="button" aria-pressed="false">{name}</button> }
    });
    let counts = [("Total", "1,204"), ("Pending", "17"), ("Unknown", "–")];
    let counts = counts
        .map(|(name, count)| view! { <div class="count"><dt>{name}</dt><dd>{count}</dd></div> });
    view! {
        <div class="admin-bar">
            <fieldset class="tabs" aria-label="What to look at"><button class="tab" type="button" aria-pressed="true">"Applications, chosen"</button>{states.collect_view()}</fieldset>
            <time class="clock" datetime="2025-03-01T12:05:00Z">"Saturday, 1 March 2025, 14:05"</time>
        </div>
        <dl class="counts">{counts.collect_view()}</dl>
        <p class="admin-empty">"No applications match."</p>
    }
}

fn table() -> impl IntoView {
    let row = |number, name: &'static str, chosen: &'static str, (kind, icon, status)| {
        let checked = chosen == "true";
        view! {
            <tr aria-selected=chosen>
                <td><input type="checkbox" aria-label=format!("Choose {name}") checked=checked/></td>
                <td class="number">{number}</td>
                <td data-column="name">{name}</td>
                <td data-column="reason"><details class="reason"><summary>"I miss…"</summary>"I miss my gran."</details></td>
                <td><span class=format!("badge badge-{kind}")><span class=format!("icon icon-{icon}")></span>{status}</span></td>
            </tr>
        }
    };
    view! {
        <div class="admin">
            <div class="toolbar">
                <div class="field"><label for="table-search">"Search"</label><input id="table-search" type="search" placeholder="Name or e-mail"/></div>
                <button class="button button-quiet" type="button"><span class="icon icon-download"></span>"CSV of this page"</button>
            </div>
            <fieldset class="several" aria-label="Several at once"><span class="number">"1 chosen"</span><button class="button button-quiet button-small" type="button">"Approve chosen"</button></fieldset>
            <div class="table-scroll" tabindex="0" role="region" aria-label="A table"><table class="table">
                <thead><tr><th scope="col"><span class="sr-only">"Chosen"</span></th><th scope="col">"Number"</th><th scope="col" aria-sort="ascending"><button class="sort" type="button">"Name"</button></th><th scope="col">"Reason"</th><th scope="col">"Status"</th></tr></thead>
                <tbody>{row("1", "Thandi", "false", ("caution", "clock", "pending"))}{row("2", "Pieter", "true", ("success", "check", "approved"))}{row("3", "Ayşe", "false", ("danger", "close", "rejected"))}</tbody>
            </table></div>
            <nav class="pages" aria-label="Pages"><span>"1–25 of 1,204"</span><span class="row"><button class="button button-quiet button-small" type="button" disabled>"Previous"</button><span>"Page 1 of 49"</span><button class="button button-quiet button-small" type="button">"Next"</button></span><form class="row"><label for="table-page">"Go to page"</label><input class="input page-input" id="table-page" type="text" inputmode="numeric"/><button class="button button-quiet button-small" type="button">"Go"</button></form></nav>
        </div>
        <div class="admin-skeleton" aria-hidden="true"><div class="skeleton skeleton-line"></div></div>
    }
}
