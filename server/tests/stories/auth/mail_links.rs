//! Getting in by what a mail brings, and changing what one signs in with.

use std::time::Duration;

use reqwest::StatusCode;

use serde_json::json;

use crate::harness::{Engine, Person, Program, World, html::between, location};

crate::both_engines![
    a_new_address_is_confirmed_by_the_link_of_its_mail,
    a_new_address_is_confirmed_by_the_code_as_well,
    a_taken_address_reads_like_a_free_one_and_its_owner_is_told,
    a_magic_link_signs_in_once,
    no_answer_waits_for_a_mail_that_was_asked_for,
    a_forgotten_password_is_chosen_anew_and_everyone_else_is_out,
    a_reset_by_code_leads_to_the_new_password,
    a_mail_of_the_reset_step_can_be_asked_for_again,
    the_heading_of_a_new_account_stays_when_the_form_was_sent,
    a_code_is_tried_five_times_and_lives_ten_minutes,
    an_address_changes_when_both_mailboxes_agree,
    what_protects_the_account_asks_again_after_a_while,
    a_code_by_mail_proves_it_as_well,
    a_password_changes_and_other_devices_are_out,
    devices_are_listed_and_signed_out,
    a_new_browser_is_told_by_mail,
    whoever_wants_to_be_kept_signed_in_is,
];

const MINUTE: Duration = Duration::from_secs(60);

async fn text(answer: reqwest::Response) -> String {
    answer.text().await.expect("text")
}

async fn a_new_address_is_confirmed_by_the_link_of_its_mail(engine: Engine) {
    let world = World::that_confirms(engine).await;
    let thandi = Person::visitor(&world.base);
    let answer = thandi.sign_up("thandi@example.com", "lamplight", "thandi").await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert!(answer.headers().get("set-cookie").is_none(), "nobody is in yet");
    assert!(text(answer).await.contains("Check your email for the confirmation link"));
    assert!(thandi.led_to("/dashboard").await.is_some());
    let page = text(thandi.sign_in("thandi@example.com", "lamplight").await).await;
    assert!(page.contains("Email not confirmed"), "{page}");
    assert!(page.contains("Send the mail again"), "{page}");
    let letter = world.letter("thandi@example.com", "Confirm your e-mail").await;
    for _ in 0..2 {
        let page = thandi.page(&letter.link).await;
        assert!(page.contains("Confirm my e-mail"), "a scanner opens it and nothing happens");
    }
    let form = [("type", "signup"), ("token", letter.token()), ("password", "lamplight")];
    let answer = thandi.submit("/auth/link", &form).await;
    assert_eq!(location(&answer).as_deref(), Some("/dashboard"));
    assert!(thandi.page("/dashboard").await.contains("Hello, thandi"));
    let again = Person::visitor(&world.base).submit("/auth/link", &form).await;
    assert_eq!(again.status(), StatusCode::UNPROCESSABLE_ENTITY, "a link works once");
    assert!(text(again).await.contains("has expired, or was used before"));
    world.books_hold().await;
}

async fn a_new_address_is_confirmed_by_the_code_as_well(engine: Engine) {
    let world = World::that_confirms(engine).await;
    let thandi = Person::visitor(&world.base);
    thandi.sign_up("thandi@example.com", "lamplight", "thandi").await;
    let first = world.letter("thandi@example.com", "Confirm").await;
    let again = [("email", "Thandi@example.com"), ("again", "yes")];
    let soon = thandi.submit("/auth?view=verify_otp&type=signup", &again).await;
    assert_eq!(soon.status(), StatusCode::TOO_MANY_REQUESTS, "one mail a minute");
    world.clock.forward(MINUTE);
    let answer = thandi.submit("/auth?view=verify_otp&type=signup", &again).await;
    assert_eq!(answer.status(), StatusCode::OK);
    let second = world.nth_letter("thandi@example.com", "Confirm", 2).await;
    let with = |code: &str| {
        let form = [
            ("type", "signup"),
            ("email", "thandi@example.com"),
            ("token", code),
            ("password", "lamplight"),
        ];
        form.map(|(name, value)| (name.to_owned(), value.to_owned()))
    };
    let send = async |code: &str| {
        let form = with(code);
        let form: Vec<_> =
            form.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        thandi.submit("/auth?view=verify_otp", &form).await
    };
    if first.code != second.code {
        let answer = send(&first.code).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
        let page = text(answer).await;
        assert!(page.contains("That code is not right, or it has expired."), "{page}");
    }
    let spaced = format!("{} {}", &second.code[..3], &second.code[3..]);
    assert_eq!(location(&send(&spaced).await).as_deref(), Some("/dashboard"));
    assert_eq!(send(&second.code).await.status(), StatusCode::UNPROCESSABLE_ENTITY);
}

async fn a_taken_address_reads_like_a_free_one_and_its_owner_is_told(engine: Engine) {
    let world = World::that_confirms(engine).await;
    let thandi = Person::visitor(&world.base);
    thandi.sign_up("thandi@example.com", "lamplight", "").await;
    let letter = world.letter("thandi@example.com", "Confirm").await;
    thandi.submit("/auth/link", &[("type", "signup"), ("token", letter.token())]).await;
    world.clock.forward(MINUTE);
    let stranger = Person::visitor(&world.base);
    let taken = stranger.sign_up("thandi@example.com", "other words", "").await;
    let free = stranger.sign_up("nobody@example.com", "other words", "").await;
    assert_eq!((taken.status(), taken.headers().len()), (free.status(), free.headers().len()));
    let (taken, free) = (text(taken).await, text(free).await);
    assert_eq!(taken.replace("thandi@", ""), free.replace("nobody@", ""));
    world.letter("thandi@example.com", "You already have an account").await;
    let answer = thandi.sign_in("thandi@example.com", "other words").await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "nothing has changed");
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 2);
}

/// How long finding an account and writing its mail takes would tell whether there is one.
async fn no_answer_waits_for_a_mail_that_was_asked_for(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "thandi").await;
    // Whoever wrote a mail before the answer would have to say that it could not.
    world.db.execute("ALTER TABLE one_time_tokens RENAME TO away", Vec::new()).await.expect("away");
    let program = Program::of(&world.base);
    for email in ["thandi@example.com", "nobody@example.com"] {
        for view in ["forgotten_password", "magic_link"] {
            let visitor = Person::visitor(&world.base);
            let answer = visitor.submit(&format!("/auth?view={view}"), &[("email", email)]).await;
            assert_eq!(answer.status(), StatusCode::OK, "{view} {email}");
            world.clock.forward(MINUTE);
        }
        for path in ["/recover", "/otp", "/magiclink", "/resend"] {
            let body = json!({ "email": email, "type": "signup", "code_challenge": "a".repeat(43),
                               "code_challenge_method": "s256" });
            program.post(path, body).await.ok();
            world.clock.forward(MINUTE);
        }
    }
    world.db.execute("ALTER TABLE away RENAME TO one_time_tokens", Vec::new()).await.expect("back");
    let visitor = Person::visitor(&world.base);
    visitor.submit("/auth?view=forgotten_password", &[("email", "thandi@example.com")]).await;
    world.letter("thandi@example.com", "password").await;
}

async fn a_magic_link_signs_in_once(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "thandi").await;
    let phone = Person::visitor(&world.base);
    let form = [("email", "thandi@example.com"), ("next", "/couple")];
    let page = text(phone.submit("/auth?view=magic_link", &form).await).await;
    assert!(page.contains("Check your email for the magic link"), "{page}");
    let letter = world.letter("thandi@example.com", "Your sign-in link").await;
    let code = [
        ("type", "magiclink"),
        ("email", "thandi@example.com"),
        ("next", "/couple"),
        ("token", &letter.code),
    ];
    let answer = phone.submit("/auth?view=verify_otp", &code).await;
    assert_eq!(location(&answer).as_deref(), Some("/couple"), "the way is kept");
    let late =
        phone.submit("/auth/link", &[("type", "magiclink"), ("token", letter.token())]).await;
    assert_eq!(late.status(), StatusCode::UNPROCESSABLE_ENTITY, "link and code are one token");
    let stored = world
        .db
        .row(
            "SELECT COUNT(*) FROM one_time_tokens WHERE token_hash = $1",
            vec![letter.token().into()],
        )
        .await;
    assert_eq!(stored.expect("asked").expect("a row").int(0).expect("a number"), 0);
}

async fn a_forgotten_password_is_chosen_anew_and_everyone_else_is_out(engine: Engine) {
    let world = World::open(engine).await;
    let laptop = Person::member(&world, "thandi").await;
    let phone = Person::visitor(&world.base);
    let view = phone.led_to("/auth?view=update_password").await;
    assert_eq!(view.as_deref(), Some("/reset-password"), "the sixth view has its own address");
    let answer =
        phone.submit("/auth?view=forgotten_password", &[("email", "thandi@example.com")]).await;
    assert!(text(answer).await.contains("Check your email for the password reset link"));
    let letter = world.letter("thandi@example.com", "Reset your password").await;
    assert!(letter.link.starts_with("/reset-password?token="), "{}", letter.link);
    let page = phone.page(&letter.link).await;
    assert!(page.contains("Update password") && !page.contains("name=\"code\""), "{page}");
    let reset = async |password: &str| {
        let form = [("token", letter.token()), ("password", password)];
        phone.submit("/reset-password", &form).await
    };
    for (password, reason) in [
        ("short", "Password should be at least 6 characters."),
        ("lamplight", "New password should be different from the old password."),
    ] {
        let page = text(reset(password).await).await;
        assert!(page.contains(reason) && page.contains("Update password"), "{page}");
        let kept = laptop.get("/dashboard").await.status();
        assert_eq!(kept, StatusCode::OK, "{password}: nothing has ended");
    }
    let answer = reset("candlelight").await;
    let next = location(&answer).expect("a page with the outcome");
    assert!(next.starts_with("/dashboard"), "{next}");
    assert!(phone.page(&next).await.contains("Password updated successfully"));
    assert!(laptop.led_to("/dashboard").await.is_some(), "every other device is out");
    let old = laptop.sign_in("thandi@example.com", "lamplight").await;
    assert_eq!(old.status(), StatusCode::UNPROCESSABLE_ENTITY);
    laptop.sign_in("thandi@example.com", "candlelight").await;
    assert_eq!(laptop.get("/dashboard").await.status(), StatusCode::OK);
    world.letter("thandi@example.com", "Your password was changed").await;
    for late in [phone.page(&letter.link).await, text(reset("moonlight").await).await] {
        assert!(late.contains("has expired, or was used before"), "{late}");
        assert!(!late.contains("Update password"), "{late}");
    }
}

async fn a_reset_by_code_leads_to_the_new_password(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "thandi").await;
    let phone = Person::visitor(&world.base);
    phone.submit("/auth?view=forgotten_password", &[("email", "thandi@example.com")]).await;
    let letter = world.letter("thandi@example.com", "Reset").await;
    let form = [("type", "recovery"), ("email", "thandi@example.com"), ("token", &letter.code)];
    let answer = phone.submit("/auth?view=verify_otp", &form).await;
    let led = location(&answer).expect("the form of a new password");
    let token = led.strip_prefix("/reset-password?token=").expect("a link");
    assert!(phone.page(&led).await.contains("Update password"));
    let again = phone.submit("/auth?view=verify_otp", &form).await;
    assert_eq!(again.status(), StatusCode::UNPROCESSABLE_ENTITY, "a code counts once");
    let old = phone.submit("/reset-password", &[("token", letter.token())]).await;
    assert_eq!(old.status(), StatusCode::UNPROCESSABLE_ENTITY, "the mail's link ends with it");
    let form = [("token", token), ("password", "candlelight")];
    world.clock.forward(20 * MINUTE);
    let late = phone.submit("/reset-password", &form).await;
    assert_eq!(late.status(), StatusCode::UNPROCESSABLE_ENTITY, "not for ever");
}

async fn a_mail_of_the_reset_step_can_be_asked_for_again(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "thandi").await;
    let phone = Person::visitor(&world.base);
    let email = ("email", "thandi@example.com");
    let asked = text(phone.submit("/auth?view=forgotten_password", &[email]).await).await;
    let first = world.letter("thandi@example.com", "Reset").await;
    let wrong = if first.code == "000000" { "111111" } else { "000000" };
    let form = [("type", "recovery"), email, ("token", wrong)];
    let mistyped = text(phone.submit("/auth?view=verify_otp", &form).await).await;
    assert!(mistyped.contains("That code is not right, or it has expired."), "{mistyped}");
    for page in [asked, mistyped] {
        let again = between(&page, "action=\"/auth?view=verify_otp&amp;type=recovery\"", "</form>");
        let again = again.unwrap_or_else(|| panic!("a form: {page}"));
        for part in ["value=\"recovery\"", "value=\"thandi@example.com\"", "Send the mail again"] {
            assert!(again.contains(part), "{part}: {again}");
        }
    }
    world.clock.forward(MINUTE);
    let form = [("type", "recovery"), email, ("again", "yes")];
    let page = text(phone.submit("/auth?view=verify_otp&type=recovery", &form).await).await;
    assert!(page.contains("Check your email for the password reset link"), "{page}");
    let second = world.nth_letter("thandi@example.com", "Reset", 2).await;
    let form = [("type", "recovery"), email, ("token", &second.code)];
    let answer = phone.submit("/auth?view=verify_otp", &form).await;
    let led = location(&answer).expect("the form of a new password");
    let form = [("token", led.rsplit_once('=').expect("a link").1), ("password", "candlelight")];
    let chosen = phone.submit("/reset-password", &form).await;
    assert_eq!(location(&chosen).as_deref(), Some("/dashboard?password=updated"));
    // Opened by itself nobody's address is known: the way to the form stands there.
    let visitor = Person::visitor(&world.base);
    let bare = visitor.page("/auth?view=verify_otp&type=recovery").await;
    assert!(!bare.contains("Send the mail again"), "{bare}");
    assert!(bare.contains("href=\"/auth?view=forgotten_password\""), "{bare}");
}

async fn the_heading_of_a_new_account_stays_when_the_form_was_sent(engine: Engine) {
    let world = World::that_confirms(engine).await;
    let thandi = Person::visitor(&world.base);
    let heading = "<h1>Create your account</h1>";
    let short = text(thandi.sign_up("thandi@example.com", "short", "thandi").await).await;
    assert!(short.contains(heading), "{short}");
    // The heading goes by `mode`, and so does the form.
    let led = thandi.led_to("/auth?view=sign_up&next=/pricing").await;
    assert_eq!(led.as_deref(), Some("/auth?mode=signup&next=/pricing"));
    assert!(!thandi.page("/auth?view=verify_otp").await.contains(heading));
    let sent = text(thandi.sign_up("thandi@example.com", "lamplight", "thandi").await).await;
    assert!(sent.contains("Check your email for the confirmation link"), "{sent}");
    assert!(sent.contains(heading), "{sent}");
    let address = between(&sent, "id=\"verify-otp\" method=\"post\" action=\"", "\"");
    let address = address.expect("a form").replace("&amp;", "&");
    let letter = world.letter("thandi@example.com", "Confirm").await;
    let wrong = if letter.code == "000000" { "111111" } else { "000000" };
    let form = [("type", "signup"), ("email", "thandi@example.com"), ("token", wrong)];
    let page = text(thandi.submit(&address, &form).await).await;
    assert!(page.contains(heading) && page.contains("That code is not right"), "{page}");
    // Whoever signs in and is not confirmed yet reads the heading of that.
    let page = text(thandi.sign_in("thandi@example.com", "lamplight").await).await;
    assert!(page.contains("<h1>Sign in to your account</h1>"), "{page}");
}

async fn a_code_is_tried_five_times_and_lives_ten_minutes(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "thandi").await;
    let phone = Person::visitor(&world.base);
    let send = async |code: &str| {
        let form = [("type", "magiclink"), ("email", "thandi@example.com"), ("token", code)];
        phone.submit("/auth?view=verify_otp", &form).await.status()
    };
    phone.submit("/auth?view=magic_link", &[("email", "thandi@example.com")]).await;
    let letter = world.letter("thandi@example.com", "sign-in link").await;
    let wrong = if letter.code == "000000" { "111111" } else { "000000" };
    for _ in 0..5 {
        assert_eq!(send(wrong).await, StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert_eq!(send(&letter.code).await, StatusCode::UNPROCESSABLE_ENTITY, "too late");
    world.clock.forward(MINUTE);
    phone.submit("/auth?view=magic_link", &[("email", "thandi@example.com")]).await;
    let letter = world.nth_letter("thandi@example.com", "sign-in link", 2).await;
    world.clock.forward(10 * MINUTE);
    assert_eq!(send(&letter.code).await, StatusCode::UNPROCESSABLE_ENTITY, "too old");
    let form = [("type", "magiclink"), ("token", letter.token())];
    let answer = phone.submit("/auth/link", &form).await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    phone.submit("/auth?view=magic_link", &[("email", "thandi@example.com")]).await;
    let letter = world.nth_letter("thandi@example.com", "sign-in link", 3).await;
    world.clock.forward(9 * MINUTE);
    assert_eq!(send(&letter.code).await, StatusCode::SEE_OTHER);
}

async fn an_address_changes_when_both_mailboxes_agree(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "nana").await;
    let thandi = Person::member(&world, "thandi").await;
    for (email, reason) in [
        ("nana@example.com", "A user with this email address has already been registered"),
        ("thandi@example.com", "This is the address you have now."),
        ("no address", "invalid format"),
    ] {
        let page = text(thandi.submit("/profile/email", &[("email", email)]).await).await;
        assert!(page.contains(reason), "{page}");
    }
    world.clock.forward(MINUTE);
    let answer = thandi.submit("/profile/email", &[("email", "New@Example.com")]).await;
    let page = thandi.page(&location(&answer).expect("the outcome")).await;
    assert!(page.contains("Waiting for new@example.com"), "{page}");
    let old = world.letter("thandi@example.com", "Confirm your new e-mail").await;
    let new = world.letter("new@example.com", "Confirm your new e-mail").await;
    assert!(old.text.contains("new@example.com"), "the old address is told where to: {}", old.text);
    // Whoever reads the new mailbox need not have the account: elsewhere they name its address.
    let elsewhere = Person::visitor(&world.base);
    let shown =
        elsewhere.page(&format!("/auth/link?type=email_change&token={}", new.token())).await;
    assert!(shown.contains("The address your account has now"), "{shown}");
    for typed in ["", "new@example.com", "nana@example.com"] {
        let form = [("type", "email_change"), ("token", new.token()), ("email", typed)];
        let answer = elsewhere.submit("/auth/link", &form).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{typed}");
        let page = text(answer).await;
        assert!(page.contains("Please type the address that your account has now."), "{page}");
        assert!(page.contains("Agree to the change"), "it can be pressed again: {page}");
    }
    let form = [("type", "email_change"), ("token", new.token()), ("email", "Thandi@Example.com")];
    let page = text(elsewhere.submit("/auth/link", &form).await).await;
    assert!(page.contains("This address has agreed."), "{page}");
    let early = Person::visitor(&world.base).sign_in("new@example.com", "lamplight").await;
    assert_eq!(early.status(), StatusCode::UNPROCESSABLE_ENTITY, "one is not enough");
    let answer = thandi.submit("/profile/email", &[("token", &old.code)]).await;
    assert_eq!(location(&answer).as_deref(), Some("/profile/email"));
    assert!(thandi.page("/profile").await.contains("new@example.com"));
    let late = Person::visitor(&world.base);
    late.sign_in("new@example.com", "lamplight").await;
    assert_eq!(late.get("/dashboard").await.status(), StatusCode::OK);
    let gone = late.sign_in("thandi@example.com", "lamplight").await;
    assert_eq!(gone.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let left = world.number("SELECT COUNT(*) FROM one_time_tokens").await;
    assert_eq!(left, 0);
}

async fn what_protects_the_account_asks_again_after_a_while(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    world.clock.forward(16 * MINUTE);
    for path in ["/profile/email", "/profile/password", "/profile/two-factor", "/profile/data"] {
        assert_eq!(thandi.led_to(path).await, Some(format!("/auth/again?next={path}")));
    }
    for (path, form) in [
        ("/profile/email", ("email", "new@example.com")),
        ("/profile/password", ("password", "candlelight")),
        ("/profile/two-factor", ("action", "begin")),
    ] {
        let answer = thandi.submit(path, &[form]).await;
        assert_eq!(location(&answer), Some(format!("/auth/again?next={path}")));
    }
    let wrong = [("by", "password"), ("password", "not it"), ("next", "/profile/password")];
    let answer = thandi.submit("/auth/again", &wrong).await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let right = [("by", "password"), ("password", "lamplight"), ("next", "/profile/password")];
    let answer = thandi.submit("/auth/again", &right).await;
    assert_eq!(location(&answer).as_deref(), Some("/profile/password"));
    assert!(answer.headers().contains_key("set-cookie"), "under a new token");
    assert!(thandi.page("/profile/password").await.contains("Update password"));
}

async fn a_code_by_mail_proves_it_as_well(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    world.clock.forward(16 * MINUTE);
    let page = text(thandi.submit("/auth/again", &[("by", "send")]).await).await;
    assert!(page.contains("The six digits in the mail we have just sent you."), "{page}");
    let letter = world.letter("thandi@example.com", "is your Evernear code").await;
    assert!(letter.link.is_empty(), "a code for this very page, and no link");
    let wrong = if letter.code == "000000" { "111111" } else { "000000" };
    let form = [("by", "mail"), ("token", wrong), ("next", "/profile/email")];
    let page = text(thandi.submit("/auth/again", &form).await).await;
    assert!(page.contains("That code is not right, or it has expired."), "{page}");
    assert!(page.contains("name=\"by\" value=\"mail\""), "the box for the code stays: {page}");
    assert!(page.contains("Send me another mail"), "{page}");
    let another = [("by", "send"), ("sent", "yes"), ("next", "/profile/email")];
    let soon = thandi.submit("/auth/again", &another).await;
    assert_eq!(soon.status(), StatusCode::TOO_MANY_REQUESTS, "one mail a minute");
    let page = text(soon).await;
    assert!(page.contains("name=\"by\" value=\"mail\""), "the first code still counts: {page}");
    world.clock.forward(MINUTE);
    let page = text(thandi.submit("/auth/again", &another).await).await;
    assert!(page.contains("The six digits in the mail we have just sent you."), "{page}");
    let letter = world.nth_letter("thandi@example.com", "is your Evernear code", 2).await;
    let form = [("by", "mail"), ("token", &letter.code), ("next", "/profile/email")];
    let answer = thandi.submit("/auth/again", &form).await;
    assert_eq!(location(&answer).as_deref(), Some("/profile/email"));
    assert_eq!(thandi.get("/profile/email").await.status(), StatusCode::OK);
}

async fn a_password_changes_and_other_devices_are_out(engine: Engine) {
    let world = World::open(engine).await;
    let laptop = Person::member(&world, "thandi").await;
    let phone = Person::visitor(&world.base);
    phone.sign_in("thandi@example.com", "lamplight").await;
    phone.submit("/auth?view=magic_link", &[("email", "thandi@example.com")]).await;
    let letter = world.letter("thandi@example.com", "sign-in link").await;
    let answer = laptop.submit("/profile/password", &[("password", "candlelight")]).await;
    assert_eq!(location(&answer).as_deref(), Some("/dashboard?password=updated"));
    let updated = "Password updated successfully";
    assert!(laptop.page("/dashboard?password=updated").await.contains(updated), "this one stays");
    assert!(phone.led_to("/dashboard").await.is_some(), "the other one is out");
    let form = [("type", "magiclink"), ("token", letter.token())];
    let answer = phone.submit("/auth/link", &form).await;
    assert_eq!(location(&answer).as_deref(), Some("/dashboard"), "the mailbox's holder comes in");
    // The address alone changes no password, and does not claim to.
    world.clock.forward(Duration::from_secs(180));
    assert!(!laptop.page("/dashboard?password=updated").await.contains(updated));
}

async fn devices_are_listed_and_signed_out(engine: Engine) {
    let world = World::open(engine).await;
    let laptop = Person::member(&world, "thandi").await;
    let (phone, tablet) = (Person::visitor(&world.base), Person::visitor(&world.base));
    phone.sign_in("thandi@example.com", "lamplight").await;
    tablet.sign_in("thandi@example.com", "not it").await;
    tablet.sign_in("thandi@example.com", "lamplight").await;
    let page = laptop.page("/profile/devices").await;
    assert_eq!(page.matches("name=\"session\"").count(), 2, "two others: {page}");
    assert!(page.contains("This device") && page.contains("127.0.0.1"), "{page}");
    for words in ["Account made", "Signed in", "Wrong password"] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let (_, rest) = page.split_once("name=\"session\" value=\"").expect("a session");
    let id = rest.split('"').next().expect("an id");
    laptop.submit("/profile/devices", &[("session", id)]).await;
    assert_eq!(world.number("SELECT COUNT(*) FROM sessions").await, 2);
    let nana = Person::member(&world, "nana").await;
    nana.submit("/profile/devices", &[("session", id)]).await;
    nana.submit("/profile/devices", &[]).await;
    assert_eq!(world.number("SELECT COUNT(*) FROM sessions").await, 3, "only one's own");
    let answer = laptop.submit("/profile/devices", &[]).await;
    let page = laptop.page(&location(&answer).expect("the outcome")).await;
    assert!(page.contains("Every other device is signed out."), "{page}");
    assert_eq!(laptop.get("/dashboard").await.status(), StatusCode::OK);
    assert_eq!(world.number("SELECT COUNT(*) FROM sessions").await, 2);
    assert!(phone.led_to("/dashboard").await.is_some());
    assert!(tablet.led_to("/dashboard").await.is_some());
}

async fn a_new_browser_is_told_by_mail(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "thandi").await;
    let same = Person::visitor(&world.base);
    same.sign_in("thandi@example.com", "lamplight").await;
    let phone = Person::with_browser(
        &world.base,
        "Mozilla/5.0 (Linux; Android 14) Chrome/131.0 Mobile Safari/537.36",
    );
    phone.sign_in("thandi@example.com", "lamplight").await;
    let letter = world.letter("thandi@example.com", "New sign-in to your account").await;
    assert!(letter.text.contains("With: Chrome on Android"), "{}", letter.text);
    phone.sign_in("thandi@example.com", "lamplight").await;
    world.mails_are_out().await;
    let told = world.letters("thandi@example.com", "New sign-in").await;
    assert_eq!(told.len(), 1, "once for each browser");
}

async fn whoever_wants_to_be_kept_signed_in_is(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "thandi").await;
    let cookie = |answer: &reqwest::Response| {
        answer.headers()["set-cookie"].to_str().expect("text").to_owned()
    };
    let form = [("email", "thandi@example.com"), ("password", "lamplight")];
    let answer = Person::visitor(&world.base).submit("/auth?mode=signin", &form).await;
    assert!(!cookie(&answer).contains("Max-Age"), "it ends with the browser");
    let form = [("email", "thandi@example.com"), ("password", "lamplight"), ("keep", "yes")];
    let kept = Person::visitor(&world.base);
    let answer = kept.submit("/auth?mode=signin", &form).await;
    assert!(cookie(&answer).contains("Max-Age=1209600"), "{}", cookie(&answer));
    world.clock.forward(11 * MINUTE);
    let renewed = kept.get("/dashboard").await;
    assert!(cookie(&renewed).contains("Max-Age=1209600"), "also when it is renewed");
}
