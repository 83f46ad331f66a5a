//! The plan that a visitor chose is still chosen after signing up, whichever way that goes.

use std::time::Duration;

use reqwest::StatusCode;

use crate::harness::{Engine, Person, World, html::attribute, location};

crate::both_engines![a_visitors_choice_survives_the_sign_up, a_visitors_choice_survives_the_mail,];

async fn a_visitors_choice_survives_the_sign_up(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    let page = visitor.page("/pricing?currency=ZAR").await;
    let sign_up = attribute(&page, "href")
        .find(|to| to.starts_with("/auth?mode=signup") && to.contains("Premium"));
    let sign_up = sign_up.expect("a plan leads to the sign-up page");
    let page = visitor.page(&sign_up).await;
    assert!(page.contains("Please sign up/log in to continue with your purchase"), "{page}");
    let next = "/pricing?plan=Premium&currency=ZAR";
    assert!(page.contains("value=\"/pricing?plan=Premium&amp;currency=ZAR\""), "{page}");
    let form = [
        ("email", "thandi@example.com"),
        ("password", "lamplight"),
        ("username", "thandi"),
        ("terms", "yes"),
        ("next", next),
    ];
    let entered = visitor.submit("/auth?mode=signup", &form).await;
    assert_eq!(location(&entered).as_deref(), Some(next));
    let page = visitor.page(next).await;
    let chosen = page.split("plan-first").nth(1).expect("one plan stands out");
    assert!(chosen.contains("<h2>Premium</h2>") && chosen.contains("R550"), "{page}");
    // Whoever cancels signed out is told why they have to sign in, and comes back to the question.
    let stranger = Person::visitor(&world.base);
    let answer = stranger.submit("/subscription/cancel", &[]).await;
    let led = location(&answer).expect("to sign in");
    assert_eq!(led, "/auth?mode=signin&next=/pricing%3Fcancel%3Dask");
    let page = stranger.page(&led).await;
    assert!(page.contains("Please sign in to cancel your plan."), "{page}");
    assert!(!stranger.page("/auth?mode=signin").await.contains("Please sign in to cancel"));
}

/// Where the address is confirmed first: by the link of the mail, by its code with and without the
/// password beside it, by a magic link, and by a password reset.
async fn a_visitors_choice_survives_the_mail(engine: Engine) {
    let world = World::that_confirms(engine).await;
    let next = "/pricing?plan=Premium&currency=ZAR";
    for way in ["link", "code", "late password", "magic link", "reset"] {
        let email = format!("{}@example.com", way.replace(' ', "-"));
        let visitor = Person::visitor(&world.base);
        let form = [
            ("email", email.as_str()),
            ("password", "lamplight"),
            ("username", &way.replace(' ', "")),
            ("terms", "yes"),
            ("next", next),
        ];
        let answer = visitor.submit("/auth?mode=signup", &form).await;
        assert_eq!(answer.status(), StatusCode::OK, "{way}");
        let mut letter = world.letter(&email, "Confirm").await;
        let phone = Person::visitor(&world.base);
        let mut words = "lamplight";
        if let "magic link" | "reset" = way {
            world.clock.forward(Duration::from_secs(61));
            let (view, subject) = match way {
                "reset" => ("forgotten_password", "Reset your password"),
                _ => ("magic_link", "Your sign-in link"),
            };
            let path = format!("/auth?view={view}");
            phone.submit(&path, &[("email", email.as_str()), ("next", next)]).await;
            letter = world.letter(&email, subject).await;
            words = "";
        }
        let page = phone.page(&letter.link).await;
        let kept = "name=\"next\" value=\"/pricing?plan=Premium&amp;currency=ZAR\"";
        assert!(page.contains(kept), "{way}: {page}");
        let answer = match way {
            "code" | "late password" => {
                let password = if way == "code" { words } else { "" };
                let form = [
                    ("email", email.as_str()),
                    ("token", letter.code.as_str()),
                    ("type", "signup"),
                    ("password", password),
                    ("next", next),
                ];
                phone.submit("/auth?view=verify_otp", &form).await
            }
            "reset" => {
                let form = [("token", letter.token()), ("password", "candlelight"), ("next", next)];
                phone.submit("/reset-password", &form).await
            }
            _ => {
                let kind = if way == "link" { "signup" } else { "magiclink" };
                let form = [
                    ("token", letter.token()),
                    ("type", kind),
                    ("password", words),
                    ("next", next),
                ];
                phone.submit("/auth/link", &form).await
            }
        };
        let mut led = location(&answer).expect("in");
        if led != next {
            let encoded = "/reset-password?next=%2Fpricing%3Fplan%3DPremium%26currency%3DZAR";
            assert_eq!(led, encoded, "{way}");
            let page = phone.page(&led).await;
            assert!(page.contains(kept), "{way}: {page}");
            let form = [("password", "candlelight"), ("next", next)];
            led = location(&phone.submit("/reset-password", &form).await).expect("on");
        }
        assert_eq!(led, next, "{way}");
    }
    // Nobody is sent to another site by a link.
    let away = [("token", "x"), ("type", "signup"), ("next", "//elsewhere.example")];
    let answer =
        Person::visitor(&world.base).submit("/auth/link", &away).await.text().await.expect("text");
    assert!(!answer.contains("href=\"//elsewhere"), "{answer}");
}
