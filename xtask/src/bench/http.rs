//! Just enough HTTP/1.1 to time answers: GET on a connection that stays open.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, Result, bail};

const PATIENCE: Duration = Duration::from_secs(10);

enum Body {
    Length(u64),
    Chunks,
}

/// One open connection.
pub struct Connection {
    reader: BufReader<TcpStream>,
    host: SocketAddr,
}

impl Connection {
    pub fn open(host: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect_timeout(&host, PATIENCE)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(Self { reader: BufReader::new(stream), host })
    }

    /// The status, once the whole body has arrived.
    pub fn get(&mut self, path: &str) -> Result<u16> {
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: {}\r\naccept-encoding: br, gzip\r\n\r\n",
            self.host
        );
        self.reader.get_mut().write_all(request.as_bytes())?;
        let first = self.line()?;
        let status = first.split(' ').nth(1).and_then(|code| code.parse().ok());
        let mut body = Body::Length(0);
        loop {
            let header = self.line()?.to_ascii_lowercase();
            match header.split_once(':').map(|(name, value)| (name, value.trim())) {
                None => break,
                Some(("content-length", length)) => body = Body::Length(length.parse()?),
                Some(("transfer-encoding", "chunked")) => body = Body::Chunks,
                Some(_) => {}
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

    #[test]
    fn answers_of_known_and_of_unknown_length_are_read_to_their_end() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let host = listener.local_addr().unwrap();
        let server = std::thread::spawn(move || {
            let (stream, _) = listener.accept().unwrap();
            let mut reader = BufReader::new(stream);
            for answer in [
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
                "HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
                "HTTP/1.1 303 See Other\r\nlocation: /\r\ncontent-length: 0\r\n\r\n",
            ] {
                let mut line = String::new();
                while reader.read_line(&mut line).unwrap() > 2 {
                    line.clear();
                }
                reader.get_mut().write_all(answer.as_bytes()).unwrap();
            }
        });
        let mut connection = Connection::open(host).unwrap();
        let statuses = ["/", "/missing", "/moved"].map(|path| connection.get(path).unwrap());
        assert_eq!(statuses, [200, 404, 303]);
        server.join().unwrap();
    }
}
