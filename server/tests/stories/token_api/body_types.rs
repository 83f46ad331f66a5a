//! The types that the document gives to members of bodies are those that the server takes.

use std::num::NonZeroU32;

use evernear_app::flows::auth::issue_tokens::write_service_token;
use serde_json::{Map, Value, json};

use crate::{
    both_engines,
    harness::{Answer, Engine, Program, World},
};

both_engines!(a_member_of_a_body_has_the_type_that_the_document_gives_it);

/// Answers that it is not built before its body is read.
const NOT_BUILT: &str = "/sso";

/// Each member of each body once as `null` and once with a value of another type, beside
/// members that are right.
async fn a_member_of_a_body_has_the_type_that_the_document_gives_it(engine: Engine) {
    let world = World::with(engine, |config| {
        config.web.limit_factor = NonZeroU32::new(100_000).expect("not zero");
    });
    let world = world.await;
    let program = Program::of(&world.base);
    let year = std::time::Duration::from_secs(365 * 24 * 3600);
    let service = program.with(&write_service_token(&world.ports, year).expect("signed"));
    let document = program.get("/openapi.json").await.ok().body;
    let (mut asked, mut differs) = (0, Vec::new());
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            let Some(members) = schema["properties"].as_object() else { continue };
            if path == NOT_BUILT {
                continue;
            }
            // Whatever the operation before did to its account: here comes somebody new.
            let member = program.sign_up(&format!("member-{asked}@example.com")).await.ok();
            let serves = path.starts_with("/admin") || path == "/invite";
            let caller =
                if serves { service.clone() } else { program.with(&member.text("access_token")) };
            for (name, member_schema) in members {
                let nullable = kinds(member_schema).contains(&"null");
                for address in addresses(path, &member) {
                    let method = method.to_uppercase();
                    let ask = |value: Value| {
                        let mut body = right(schema);
                        body.insert(name.clone(), value);
                        caller.send_as(&method, &address, Some(Value::Object(body)), &[])
                    };
                    let null = ask(Value::Null).await;
                    let as_documented = if nullable {
                        null.body["error_code"] != "bad_json"
                    } else {
                        // As if it were missing; 404 says that there is no such factor.
                        matches!(null.status.as_u16(), 400 | 404 | 422)
                    };
                    if !as_documented {
                        differs.push(format!("{method} {address}: {name} null: {null:?}"));
                    }
                    let wrong = ask(of_another_type(member_schema)).await;
                    if wrong.status != 400 {
                        differs.push(format!("{method} {address}: {name}: {wrong:?}"));
                    }
                    asked += 2;
                }
            }
        }
    }
    assert!(differs.is_empty(), "{differs:#?}");
    assert!(asked > 150, "only {asked} requests");
}

fn kinds(schema: &Value) -> Vec<&str> {
    match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn of_another_type(schema: &Value) -> Value {
    if kinds(schema).contains(&"string") { json!(5) } else { json!("perhaps") }
}

/// What a body needs, each member of the right type.
fn right(schema: &Value) -> Map<String, Value> {
    let needed = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let value = |name: &str| match (&schema["properties"][name]["enum"], name) {
        (Value::Array(choices), _) => choices[0].clone(),
        (_, "email") => json!("nomsa@example.com"),
        (_, "challenge_id") => json!("0197a0a0-0000-7000-8000-000000000000"),
        _ => json!("123456"),
    };
    needed.map(|name| (name.to_owned(), value(name))).collect()
}

/// Where an operation is asked: `/token` once for each way to get one.
fn addresses(path: &str, member: &Answer) -> Vec<String> {
    let user = member.body["user"]["id"].as_str().expect("an id");
    let path = path.replace("{user_id}", user).replace("{factor_id}", user);
    match path.as_str() {
        "/token" => ["password", "refresh_token", "pkce", "id_token"]
            .map(|kind| format!("/token?grant_type={kind}"))
            .into(),
        _ => vec![path],
    }
}
