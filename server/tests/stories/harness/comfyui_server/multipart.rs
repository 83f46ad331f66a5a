//! Fields of a `multipart/form-data` body, read strictly.

pub struct Field {
    pub name: String,
    pub filename: Option<String>,
    pub bytes: Vec<u8>,
}

/// The fields, or what is wrong with the body.
pub fn fields(content_type: &str, body: &[u8]) -> Result<Vec<Field>, String> {
    let boundary = content_type.strip_prefix("multipart/form-data; boundary=");
    let boundary = boundary.ok_or_else(|| format!("an upload as {content_type}"))?;
    let mark = format!("\r\n--{boundary}");
    // The first mark has no line before it.
    let body = [b"\r\n", body].concat();
    let mut rest = after(&body, mark.as_bytes()).ok_or("no boundary")?.1;
    let mut fields = Vec::new();
    while !rest.starts_with(b"--") {
        let part = rest.strip_prefix(b"\r\n").ok_or("a boundary within a line")?;
        let (part, next) = after(part, mark.as_bytes()).ok_or("a part without an end")?;
        let (head, bytes) = after(part, b"\r\n\r\n").ok_or("a part without headers")?;
        fields.push(field(&String::from_utf8_lossy(head), bytes)?);
        rest = next;
    }
    Ok(fields)
}

/// What is before a mark, and after it.
fn after<'a>(bytes: &'a [u8], mark: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let at = bytes.windows(mark.len()).position(|window| window == mark)?;
    Some((&bytes[..at], &bytes[at + mark.len()..]))
}

fn field(head: &str, bytes: &[u8]) -> Result<Field, String> {
    let disposition = head
        .lines()
        .find_map(|line| {
            let (name, value) = line.split_once(": ")?;
            name.eq_ignore_ascii_case("content-disposition").then_some(value)
        })
        .ok_or("a part without a disposition")?;
    let parameter = |name: &str| {
        let start = disposition.find(&format!("; {name}=\""))? + name.len() + 4;
        Some(disposition[start..].split_once('"')?.0.to_owned())
    };
    let name = parameter("name").ok_or("a part without a name")?;
    Ok(Field { name, filename: parameter("filename"), bytes: bytes.to_vec() })
}
