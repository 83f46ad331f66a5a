//! Reads a multipart form (RFC 7578), for servers of the stories.

/// One field.
#[derive(Debug, Default)]
pub struct Field {
    pub name: String,
    pub file_name: Option<String>,
    pub kind: Option<String>,
    pub bytes: Vec<u8>,
}

impl Field {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

/// The fields of a body of this content type; nothing where it is no sound form.
pub fn fields(content_type: &str, body: &[u8]) -> Option<Vec<Field>> {
    let boundary = content_type.strip_prefix("multipart/form-data; boundary=")?.trim_matches('"');
    let (start, between) = (format!("--{boundary}\r\n"), format!("\r\n--{boundary}"));
    let mut rest = body.strip_prefix(start.as_bytes())?;
    let mut fields = Vec::new();
    loop {
        let end = find(rest, between.as_bytes())?;
        let head = find(&rest[..end], b"\r\n\r\n")?;
        let mut field = Field { bytes: rest[head + 4..end].to_vec(), ..Field::default() };
        for line in String::from_utf8(rest[..head].to_vec()).ok()?.split("\r\n") {
            let (name, value) = line.split_once(": ")?;
            match name.to_ascii_lowercase().as_str() {
                "content-disposition" => {
                    field.name = parameter(value, "name")?;
                    field.file_name = parameter(value, "filename");
                }
                "content-type" => field.kind = Some(value.to_owned()),
                _ => {}
            }
        }
        fields.push(field);
        rest = &rest[end + between.len()..];
        if rest.starts_with(b"--") {
            return Some(fields);
        }
        rest = rest.strip_prefix(b"\r\n")?;
    }
}

fn parameter(value: &str, name: &str) -> Option<String> {
    let start = format!("; {name}=\"");
    let rest = &value[value.find(&start)? + start.len()..];
    Some(rest[..rest.find('"')?].to_owned())
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}
