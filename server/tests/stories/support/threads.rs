//! Support: people who are signed in write to us, the administrator answers, and both see
//! one conversation. What waits is read in the order that the plans sell.

use std::{num::NonZeroU32, time::Duration};

use evernear_rules::wire::{CheckoutView, ContactPage, ContactThread};
use futures::future::join_all;
use reqwest::StatusCode;
use serde_json::json;
use sqlx::Executor;

use crate::{
    admin::review_applications::administrator,
    harness::{Engine, Person, RefusedCall, World},
};

crate::both_engines![
    a_message_is_answered_in_its_thread_and_by_mail,
    premium_and_pro_are_read_first_and_then_whoever_waits_longest,
    a_conversation_belongs_to_who_began_it,
    a_visitors_message_is_answered_by_mail,
    what_cannot_be_sent_is_given_back,
    the_longest_message_fits_in_any_script,
    what_one_person_writes_has_a_bound,
    what_one_person_writes_at_once_has_the_same_bound,
    an_answer_goes_with_the_message_that_it_answers,
    a_conversation_without_a_message_is_removed,
    a_long_conversation_is_shown_by_its_beginning_and_its_end,
];

async fn asks(person: &Person, message: &str, thread: &str) -> StatusCode {
    person.submit("/support", &[("message", message), ("thread", thread)]).await.status()
}

async fn messages(admin: &Person) -> ContactPage {
    admin.call("admin/messages", json!({ "page": 1 })).await.expect("messages")
}

async fn answers(
    admin: &Person,
    thread: &str,
    message: &str,
) -> Result<ContactThread, RefusedCall> {
    admin.call("admin/answer", json!({ "thread": thread, "message": message })).await
}

async fn buys(person: &Person, plan: &str) {
    let body = json!({ "plan": plan, "currency": "USD" });
    let checkout: CheckoutView = person.call("checkout/begin", body).await.expect("opened");
    let window = checkout.address.expect("a page");
    person.submit(&format!("{window}?embedded=1"), &[("act", "success")]).await;
    let body = json!({ "reference": checkout.reference });
    let _: serde_json::Value = person.call("checkout/settle", body).await.expect("settled");
}

async fn a_message_is_answered_in_its_thread_and_by_mail(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let thandi = Person::member(&world, "thandi").await;
    assert_eq!(asks(&thandi, "  ", "").await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(asks(&thandi, "My film has no sound.", "").await, StatusCode::SEE_OTHER);
    let to_us = world.mail_to("enterprise@evernear.example").await;
    assert_eq!(to_us.subject.as_str(), "Support (No plan): message from thandi");
    let page = thandi.page("/support").await;
    assert!(page.contains("My film has no sound.") && page.contains("Waiting for our answer"));
    let admin = administrator(&world).await;
    let thread = messages(&admin).await.data.remove(0);
    assert!(thread.waiting && thread.member && thread.plan.is_none(), "{thread:?}");
    let refused = answers(&admin, &thread.id, " ").await.expect_err("nothing is said");
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let after = answers(&admin, &thread.id, "Films are silent <for now>.").await.expect("answered");
    assert!(!after.waiting && after.messages[1].ours, "{after:?}");
    let mail = world.mail_about("thandi@example.com", "Our answer to your message").await;
    for words in ["Films are silent <for now>.", "My film has no sound.", "/support"] {
        assert!(mail.text.contains(words), "{words}: {}", mail.text);
    }
    let page = thandi.page("/support").await;
    assert!(page.contains("Films are silent &lt;for now&gt;.") && page.contains("Answered"));
    // They go on, and it waits again, as the same conversation.
    assert_eq!(asks(&thandi, "Thank you!", &thread.id).await, StatusCode::SEE_OTHER);
    let page = messages(&admin).await;
    assert_eq!(page.pagination.total, 1);
    assert!(page.data[0].waiting && page.data[0].messages.len() == 3, "{page:?}");
    let log = "SELECT COUNT(*) FROM admin_log WHERE action = 'messages.answered'";
    assert_eq!(world.number(log).await, 1);
}

async fn premium_and_pro_are_read_first_and_then_whoever_waits_longest(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let admin = administrator(&world).await;
    for (name, plan) in
        [("anna", ""), ("ben", "Starter"), ("cleo", "Pro"), ("dan", "Premium"), ("eve", "Pro")]
    {
        let person = Person::member(&world, name).await;
        if !plan.is_empty() {
            buys(&person, plan).await;
        }
        world.clock.forward(Duration::from_secs(60));
        assert_eq!(asks(&person, "Hello", "").await, StatusCode::SEE_OTHER);
        // Another word changes nothing about since when they wait.
        if name == "cleo" {
            let id = messages(&admin).await.data[0].id.clone();
            world.clock.forward(Duration::from_secs(60));
            asks(&person, "One more thing", &id).await;
        }
    }
    let order =
        |page: &ContactPage| page.data.iter().map(|thread| thread.name.clone()).collect::<Vec<_>>();
    let page = messages(&admin).await;
    assert_eq!(order(&page), ["dan", "cleo", "eve", "anna", "ben"]);
    assert_eq!(page.data[0].plan.as_deref(), Some("Premium"));
    answers(&admin, &page.data[0].id, "Hello Dan").await.expect("answered");
    answers(&admin, &page.data[3].id, "Hello Anna").await.expect("answered");
    let page = messages(&admin).await;
    assert_eq!(order(&page), ["cleo", "eve", "ben", "anna", "dan"]);
}

async fn a_conversation_belongs_to_who_began_it(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let thandi = Person::member(&world, "thandi").await;
    let sipho = Person::member(&world, "sipho").await;
    asks(&thandi, "A private word", "").await;
    let admin = administrator(&world).await;
    let id = messages(&admin).await.data[0].id.clone();
    assert_eq!(asks(&sipho, "Mine as well", &id).await, StatusCode::NOT_FOUND);
    assert_eq!(asks(&sipho, "Mine as well", "nonsense").await, StatusCode::NOT_FOUND);
    assert!(!sipho.page("/support").await.contains("A private word"));
    answers(&sipho, &id, "I am the administrator").await.expect_err("locked");
    let visitor = Person::visitor(&world.base);
    assert_eq!(visitor.led_to("/support").await.as_deref(), Some("/contact"));
    assert_eq!(asks(&visitor, "Hello", "").await, StatusCode::UNAUTHORIZED);
    assert_eq!(messages(&admin).await.data[0].messages.len(), 1);
    // Somebody who writes and writes is asked to wait, and loses no word.
    let mut last = StatusCode::OK;
    for number in 0..12 {
        last = asks(&sipho, &format!("Message {number}"), "").await;
    }
    assert_eq!(last, StatusCode::TOO_MANY_REQUESTS);
    // Nine of his: the one that was not his to go on with counted as well.
    assert_eq!(world.number("SELECT COUNT(*) FROM messages").await, 1 + 9);
}

async fn what_cannot_be_sent_is_given_back(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    assert_eq!(asks(&thandi, "My film has no sound.", "").await, StatusCode::SEE_OTHER);
    let thread = world.rows("SELECT id FROM threads WHERE id <> $1", "").await.remove(0);
    let form = [("message", "A long <letter>"), ("thread", thread.as_str())];
    let gives_back = async |person: &Person, path: &str, form: &[(&str, &str)], status| {
        let answer = person.submit(path, form).await;
        assert_eq!(answer.status(), status, "{path}");
        let page = answer.text().await.expect("text");
        assert!(page.contains("A long &lt;letter&gt;"), "{path}: {page}");
        page
    };
    // It is not theirs to go on with: the same browser, and somebody else.
    let sipho = Person::member(&world, "sipho").await;
    let page = gives_back(&sipho, "/support", &form, StatusCode::NOT_FOUND).await;
    assert!(!page.contains("no sound") && !page.contains(&thread), "{page}");
    // The session ended elsewhere: nobody knows whose words these are, so they go to nobody else.
    world.db.execute("DELETE FROM sessions", Vec::new()).await.expect("ended");
    let page = gives_back(&thandi, "/support", &form, StatusCode::UNAUTHORIZED).await;
    assert!(page.contains("You are signed out") && page.contains(&thread), "{page}");
    assert!(!page.contains("data-unsent") && !page.contains("no sound"), "{page}");
    assert_eq!(world.number("SELECT COUNT(*) FROM unsent_words").await, 0);
    let again = thandi.sign_in("thandi@example.com", "lamplight").await;
    assert_eq!(again.status(), StatusCode::SEE_OTHER);
    assert_eq!(thandi.submit("/support", &form).await.status(), StatusCode::SEE_OTHER);
    assert_eq!(world.number("SELECT COUNT(*) FROM messages").await, 2);
    world.db.close().await;
    let away = StatusCode::SERVICE_UNAVAILABLE;
    let page = gives_back(&thandi, "/support", &form, away).await;
    assert!(page.contains("Please try again or contact support directly."), "{page}");
    let letter = [
        ("name", "Thandi"),
        ("email", "thandi@example.com"),
        ("company", "Acme"),
        ("message", "A long <letter>"),
        ("reason", "A long <letter>"),
    ];
    for path in ["/contact", "/register"] {
        let page = gives_back(&thandi, path, &letter, away).await;
        assert!(page.contains("Something went wrong. Please try again"), "{path}: {page}");
    }
}

async fn the_longest_message_fits_in_any_script(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let visitor = Person::visitor(&world.base);
    for (number, sign) in ["é", "あ", "😀"].into_iter().enumerate() {
        let (message, reason) = (sign.repeat(8_000), sign.repeat(4_000));
        assert_eq!(asks(&thandi, &message, "").await, StatusCode::SEE_OTHER, "{sign}");
        let name = sign.repeat(200);
        let email = format!("{}{number}@{}.example.com", "a".repeat(60), "b".repeat(60));
        let form = [
            ("name", name.as_str()),
            ("email", &email),
            ("company", &name),
            ("employees", "500+"),
            ("message", &message),
            ("website", ""),
        ];
        assert_eq!(visitor.submit("/contact", &form).await.status(), StatusCode::OK, "{sign}");
        let form = [("name", name.as_str()), ("email", &email), ("reason", &reason)];
        let applied = visitor.submit("/register", &form).await;
        assert_eq!(applied.status(), StatusCode::SEE_OTHER, "{sign}");
        let words = json!([{ "place": "contact", "fields": { "message": message } }]);
        let kept = thandi.keeps_unsent(words).await.expect("kept");
        assert_eq!(kept, [""; 0], "{sign}");
    }
    assert_eq!(world.number("SELECT COUNT(*) FROM messages").await, 6);
    // One more is told to be too long, and is not lost.
    let answer = thandi.submit("/support", &[("message", &"あ".repeat(8_001))]).await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let page = answer.text().await.expect("text");
    assert!(page.contains("at most 8000 characters") && page.contains("ああああ"), "not lost");
}

async fn what_one_person_writes_has_a_bound(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let thandi = Person::member(&world, "thandi").await;
    for number in 0..20 {
        let written = asks(&thandi, &format!("Message {number}"), "").await;
        assert_eq!(written, StatusCode::SEE_OTHER, "{number}");
        world.clock.forward(Duration::from_secs(30));
    }
    let answer = thandi.submit("/support", &[("message", "One more")]).await;
    assert_eq!(answer.status(), StatusCode::CONFLICT);
    let page = answer.text().await.expect("text");
    assert!(page.contains("20 of your messages wait") && page.contains("One more"), "{page}");
    Person::member(&world, "sipho").await.submit("/support", &[("message", "Hello")]).await;
    assert_eq!(world.number("SELECT COUNT(*) FROM messages").await, 21);
    let admin = administrator(&world).await;
    let thread = messages(&admin).await.data.remove(0);
    answers(&admin, &thread.id, "Here we are.").await.expect("answered");
    assert_eq!(asks(&thandi, "Thank you!", &thread.id).await, StatusCode::SEE_OTHER);
}

async fn what_one_person_writes_at_once_has_the_same_bound(engine: Engine) {
    let patient = NonZeroU32::new(1_000).expect("a factor");
    let world = World::with(engine, |config| config.web.limit_factor = patient).await;
    let thandi = Person::member(&world, "thandi").await;
    let asked = join_all((0..40).map(|_| asks(&thandi, "Are you there?", ""))).await;
    let count = |status| asked.iter().filter(|asked| **asked == status).count();
    assert_eq!((count(StatusCode::SEE_OTHER), count(StatusCode::CONFLICT)), (20, 20), "{asked:?}");
    assert_eq!(world.number("SELECT COUNT(*) FROM messages").await, 20);
}

/// An answer that came after its writer gave the address up is still a part of what they wrote.
async fn an_answer_goes_with_the_message_that_it_answers(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let thandi = Person::member(&world, "thandi").await;
    let form =
        [("name", "Thandi"), ("email", "old@example.com"), ("company", "Acme"), ("message", "Hi")];
    assert_eq!(visitor_writes(&world, &form).await, StatusCode::OK);
    let had = "INSERT INTO previous_emails (account_id, email, until)
               SELECT a.id, 'old@example.com', m.created_at FROM accounts a, messages m";
    assert_eq!(world.db.execute(had, Vec::new()).await.expect("once theirs"), 1);
    world.clock.forward(Duration::from_secs(60));
    let admin = administrator(&world).await;
    let thread = messages(&admin).await.data.remove(0);
    answers(&admin, &thread.id, "Hello Thandi").await.expect("answered");
    let gone = thandi.submit("/profile/delete", &[("sure", "yes")]).await;
    assert_eq!(gone.status(), StatusCode::OK);
    assert_eq!(world.number("SELECT COUNT(*) FROM threads").await, 0);
    assert_eq!(world.number("SELECT COUNT(*) FROM messages").await, 0);
}

async fn visitor_writes(world: &World, form: &[(&str, &str)]) -> StatusCode {
    Person::visitor(&world.base).submit("/contact", form).await.status()
}

/// What a program left that deleted messages and their conversation apart from each other.
async fn a_conversation_without_a_message_is_removed(engine: Engine) {
    let mut world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    assert_eq!(asks(&thandi, "My film has no sound.", "").await, StatusCode::SEE_OTHER);
    for sql in [
        "INSERT INTO threads (id, queue, sort_at) VALUES ('empty', 1, 0)",
        "DELETE FROM _sqlx_migrations WHERE description = 'repaired counts'",
    ] {
        world.db.execute(sql, Vec::new()).await.expect("as it was left");
    }
    world.restart().await;
    assert_eq!(world.number("SELECT COUNT(*) FROM threads").await, 1);
    assert_eq!(world.number("SELECT COUNT(*) FROM threads WHERE id = 'empty'").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_beside_its_writers_deletion_keeps_its_conversation() {
    let world = World::open(Engine::Postgres).await;
    let thandi = Person::member(&world, "thandi").await;
    assert_eq!(asks(&thandi, "My film has no sound.", "").await, StatusCode::SEE_OTHER);
    let mut other = world.beside().await;
    other.execute("SELECT 1 FROM threads FOR UPDATE").await.expect("held");
    let going = thandi.clone();
    let gone =
        tokio::spawn(async move { going.submit("/profile/delete", &[("sure", "yes")]).await });
    world.waits_for_locks(1, || false).await;
    let form = [
        ("name", "Thandi"),
        ("email", "thandi@example.com"),
        ("company", "Acme"),
        ("message", "One more thing"),
    ];
    assert_eq!(visitor_writes(&world, &form).await, StatusCode::OK);
    other.execute("COMMIT").await.expect("it ends");
    assert_eq!(gone.await.expect("it ends").status(), StatusCode::OK);
    let empty = "SELECT COUNT(*) FROM threads t WHERE NOT EXISTS
                 (SELECT 1 FROM messages m WHERE m.thread_id = t.id)";
    assert_eq!(world.number(empty).await, 0, "conversations without a message");
    let lost = "SELECT COUNT(*) FROM messages m WHERE NOT EXISTS
                (SELECT 1 FROM threads t WHERE t.id = m.thread_id)";
    assert_eq!(world.number(lost).await, 0, "messages without a conversation");
}

async fn a_long_conversation_is_shown_by_its_beginning_and_its_end(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let thandi = Person::member(&world, "thandi").await;
    assert_eq!(asks(&thandi, "How it began", "").await, StatusCode::SEE_OTHER);
    let admin = administrator(&world).await;
    let thread = messages(&admin).await.data.remove(0);
    let long = format!("{}{}", "x".repeat(12), "&".repeat(7_988));
    for number in 0..30 {
        let message = format!("{long}{number:04}").split_off(4);
        let written = asks(&thandi, &message, &thread.id).await;
        assert_eq!(written, StatusCode::SEE_OTHER, "{number}");
        answers(&admin, &thread.id, &message).await.expect("answered");
        world.clock.forward(Duration::from_secs(60));
    }
    asks(&thandi, "How it ended", &thread.id).await;
    let shown = messages(&admin).await.data.remove(0);
    assert_eq!(shown.messages[0].message, "How it began");
    assert_eq!(shown.messages.last().expect("some").message, "How it ended");
    assert_eq!(usize::try_from(shown.left_out).expect("few") + shown.messages.len(), 62);
    let page = thandi.page("/support").await;
    assert!(page.len() < 300_000, "{}", page.len());
    let said = format!("{} messages between are not shown here.", shown.left_out);
    for words in ["How it began", "How it ended", said.as_str()] {
        assert!(page.contains(words), "{words}");
    }
}

async fn a_visitors_message_is_answered_by_mail(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let visitor = Person::visitor(&world.base);
    let form = [
        ("name", "Nomsa"),
        ("email", "nomsa@example.com"),
        ("company", "Acme"),
        ("message", "Do you work with hospices?"),
    ];
    assert_eq!(visitor.submit("/contact", &form).await.status(), StatusCode::OK);
    let admin = administrator(&world).await;
    let thread = messages(&admin).await.data.remove(0);
    assert!(!thread.member && thread.company == "Acme", "{thread:?}");
    answers(&admin, &thread.id, "We do.").await.expect("answered");
    let mail = world.mail_to("nomsa@example.com").await;
    assert!(mail.text.contains("We do.") && !mail.text.contains("/support"), "{}", mail.text);
    // The same form, signed in: the conversation is in their account.
    let thandi = Person::member(&world, "thandi").await;
    assert_eq!(thandi.submit("/contact", &form).await.status(), StatusCode::OK);
    assert!(thandi.page("/support").await.contains("Do you work with hospices?"));
}
