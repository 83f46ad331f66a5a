//! Requests made up from an `OpenAPI` document: mostly what it asks for, sometimes anything. The same seed
//! makes the same requests.

use serde_json::{Map, Value, json};

use super::{Answer, Program};

/// Of somebody who is there.
pub const EMAIL: &str = "thandi@example.com";

/// Asks an operation of the document; `session` is what its caller was answered when they signed up.
pub async fn ask(
    caller: &Program,
    dice: &mut Dice,
    method: &str,
    path: &str,
    operation: &Value,
    session: &Answer,
) -> Answer {
    let mut path = path.to_owned();
    let mut query = form_urlencoded::Serializer::new(String::new());
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let name = parameter["name"].as_str().expect("a name");
        let value = dice.value(&parameter["schema"], name, session);
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        if parameter["in"] == "path" {
            let coded: String = form_urlencoded::byte_serialize(text.as_bytes()).collect();
            // An empty part would be another address.
            let coded = if coded.is_empty() { "x".to_owned() } else { coded.replace('+', "%20") };
            path = path.replace(&format!("{{{name}}}"), &coded);
        } else if dice.below(4) > 0 {
            query.append_pair(name, &text);
        }
    }
    // As JSON whatever is wanted.
    let content = operation["requestBody"]["content"].as_object();
    let schema = content.and_then(|content| content.values().next());
    let schema = &schema.unwrap_or(&Value::Null)["schema"];
    let body = schema["properties"].as_object().map(|properties| {
        if dice.below(12) == 0 {
            return dice.anything(3);
        }
        let mut body = Map::new();
        for (name, schema) in properties {
            if dice.below(3) > 0 {
                body.insert(name.clone(), dice.value(schema, name, session));
            }
        }
        Value::Object(body)
    });
    let headers: &[_] =
        if dice.below(2) == 0 { &[("x-supabase-api-version", "2024-01-01")] } else { &[] };
    caller
        .send_as(&method.to_uppercase(), &format!("{path}?{}", query.finish()), body, headers)
        .await
}

/// Numbers that look thrown and are the same every time (splitmix64).
pub struct Dice(pub u64);

impl Dice {
    fn throw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.throw() % bound
    }

    pub fn one_of<T: Clone>(&mut self, list: &[T]) -> T {
        let index = usize::try_from(self.below(list.len() as u64)).expect("small");
        list[index].clone()
    }

    /// Mostly what the document asks for, sometimes anything.
    fn value(&mut self, schema: &Value, name: &str, session: &Answer) -> Value {
        if self.below(6) == 0 {
            return self.anything(2);
        }
        if let Some(choices) = schema["enum"].as_array() {
            return self.one_of(choices);
        }
        let user = &session.body["user"]["id"];
        let own = &session.body["user"]["email"];
        // What may be left out may also be null, which comes last.
        let kind = schema["type"].as_str().or(schema["type"][0].as_str());
        match (kind, schema["format"].as_str(), name) {
            (Some("boolean"), ..) => json!(self.below(2) == 0),
            (Some("integer"), ..) => json!(self.throw().cast_signed() >> self.below(64)),
            (Some("object"), ..) => json!({ "a": self.text(), "b": [1, null], "c": { "d": 0.5 } }),
            (_, Some("email"), _) => {
                let number = self.below(20);
                self.one_of(&[
                    own.clone(),
                    json!(EMAIL),
                    json!(format!("fuzz-{number}@example.com")),
                ])
            }
            (_, Some("uuid"), _) => {
                self.one_of(&[user.clone(), json!("0197a0a0-0000-7000-8000-000000000000")])
            }
            (_, Some("uri"), _) => self.one_of(&[
                json!("https://app.example/"),
                json!("http://127.0.0.1/x#y"),
                json!("javascript:alert(1)"),
            ]),
            (_, _, "password") => json!("lamplight"),
            (_, _, "refresh_token") => session.body["refresh_token"].clone(),
            (_, _, "code_challenge") => json!("c".repeat(50)),
            (_, _, "token" | "code" | "nonce") => json!(format!("{:06}", self.below(1_000_000))),
            (_, _, "phone") => {
                self.one_of(&[json!("+27215550100"), json!("021"), json!("a phone")])
            }
            (_, _, "ban_duration") => self.one_of(&[json!("none"), json!("1h"), json!("-5x")]),
            _ => json!(self.text()),
        }
    }

    pub fn anything(&mut self, depth: u32) -> Value {
        match self.below(if depth == 0 { 5 } else { 7 }) {
            0 => Value::Null,
            1 => json!(self.below(2) == 0),
            2 => json!(self.throw()),
            3 => json!(-1.5e300),
            4 => json!(self.text()),
            5 => json!([self.anything(depth - 1), self.anything(depth - 1)]),
            _ => json!({ self.text(): self.anything(depth - 1), "email": self.anything(0) }),
        }
    }

    fn text(&mut self) -> String {
        let long = "x".repeat(20_000);
        self.one_of(&[
            "",
            " ",
            "0",
            "null",
            "thandi@example.com",
            "Thandi@Example.com\u{0}",
            "a\r\nb: c",
            "' OR 1=1 --",
            "../../etc/passwd",
            "%00%ff",
            "\u{202e}\u{feff}👩‍👩‍👧",
            "{{7*7}}<script>",
            "pkce_00",
            "eyJhbGciOiJub25lIn0.e30.",
            &long,
        ])
        .to_owned()
    }
}
