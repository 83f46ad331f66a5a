//! Just enough HTTP/1.1 to time answers: one connection that stays open, one cookie that
//! is kept, requests as our own pages make them. Not a client such as `ureq`: its pool, buffers and
//! redirects would be part of what is timed.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, Result, bail};

const PATIENCE: Duration = Duration::from_secs(10);

enum Body {
    Length(u64),
    Chunks,
}

/// One open connection of one person.
pub struct Connection {
    reader: BufReader<TcpStream>,
    host: SocketAddr,
    cookie: String,
}

impl Connection {
    pub fn open(host: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect_timeout(&host, PATIENCE)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(Self { reader: BufReader::new(stream), host, cookie: String::new() })
    }

    /// The newest cookie, as it is sent.
    pub fn cookie(&self) -> &str {
        &self.cookie
    }

    /// The status, once the whole body has arrived.
    pub fn get(&mut self, path: &str) -> Result<u16> {
        self.ask(&format!("GET {path}"), "accept: text/html", "")
    }

    /// As [`Self::get`]; `kind` is the body's content type.
    pub fn post(&mut self, path: &str, kind: &str, body: &str) -> Result<u16> {
        let headers = format!("content-type: {kind}\r\ncontent-length: {}", body.len());
        self.ask(&format!("POST {path}"), &headers, body)
    }

    fn ask(&mut self, what: &str, headers: &str, body: &str) -> Result<u16> {
        let Self { host, cookie, .. } = self;
        let request = format!(
            "{what} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\naccept-encoding: br, gzip\r\n\
             cookie: {cookie}\r\n{headers}\r\n\r\n{body}"
        );
        self.reader.get_mut().write_all(request.as_bytes())?;
        self.answer()
    }

    fn answer(&mut self) -> Result<u16> {
        let first = self.line()?;
        let status = first.split(' ').nth(1).and_then(|code| code.parse().ok());
        let mut body = Body::Length(0);
        loop {
            let header = self.line()?;
            let Some((name, value)) = header.split_once(':') else { break };
            match (name.to_ascii_lowercase().as_str(), value.trim()) {
                ("content-length", length) => body = Body::Length(length.parse()?),
                ("transfer-encoding", "chunked") => body = Body::Chunks,
                ("set-cookie", cookie) => {
                    cookie.split(';').next().unwrap_or("").clone_into(&mut self.cookie);
                }
                _ => {}
            }
        }
        match body {
            Body::Length(length) => self.skip(length)?,
            Body::Chunks => while self.skip_chunk()? {},
        }
        status.with_context(|| format!("not an answer: {first}"))
    }

    /// Whether another one follows.
    fn skip_chunk(&mut self) -> Result<bool> {
        let size = u64::from_str_radix(&self.line()?, 16)?;
        self.skip(size)?;
        self.line()?;
        Ok(size > 0)
    }

    fn skip(&mut self, bytes: u64) -> Result<()> {
        let read = std::io::copy(&mut self.reader.by_ref().take(bytes), &mut std::io::sink())?;
        if read < bytes {
            bail!("the answer ends early");
        }
        Ok(())
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        if self.reader.read_line(&mut line)? == 0 {
            bail!("the connection was closed");
        }
        Ok(line.trim_end().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    fn request(reader: &mut BufReader<TcpStream>) -> String {
        let mut text = String::new();
        while !text.ends_with("\r\n\r\n") {
            reader.read_line(&mut text).unwrap();
        }
        text
    }

    #[test]
    fn answers_are_read_to_their_end_and_the_newest_cookie_is_kept() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let host = listener.local_addr().unwrap();
        let server = std::thread::spawn(move || {
            let mut reader = BufReader::new(listener.accept().unwrap().0);
            let answers = [
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nSet-Cookie: s=Abc; HttpOnly\r\n\r\nhello",
                "HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
                "HTTP/1.1 303 See Other\r\nlocation: /\r\ncontent-length: 0\r\n\r\n",
            ];
            answers.map(|answer| {
                let asked = request(&mut reader);
                reader.get_mut().write_all(answer.as_bytes()).unwrap();
                asked.contains("cookie: s=Abc\r\n")
            })
        });
        let mut connection = Connection::open(host).unwrap();
        let statuses = ["/", "/missing", "/moved"].map(|path| connection.get(path).unwrap());
        assert_eq!(statuses, [200, 404, 303]);
        assert_eq!(server.join().unwrap(), [false, true, true]);
    }
}
