//! Lichess over HTTP: requests with a token, one at a time, and streams that go on for hours.

use std::io::Read;
use std::time::Duration;
use ureq::http::Response;
use ureq::{Agent, Body};

/// No answer takes so long, and no stream is silent for so long: it sends empty lines.
const SILENCE: Duration = Duration::from_secs(20);
/// What the server asks for at least when it has had enough of us.
const RESPITE: Duration = Duration::from_secs(60);

/// Why a request came to nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum Trouble {
    /// The server says no: the status and its words.
    Refused(u16, String),
    /// The server wants to be left alone for a while.
    Later(Duration),
    /// The connection, or the server, failed.
    Lost(String),
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Trouble::Refused(401 | 403, words) => write!(f, "the token is not accepted: {words}"),
            Trouble::Refused(status, words) => write!(f, "the server refused ({status}): {words}"),
            Trouble::Later(time) => write!(f, "the server wants to be left alone for {} s", time.as_secs()),
            Trouble::Lost(why) => write!(f, "{why}"),
        }
    }
}

/// The way to a server. The token is sent with every request and stands nowhere else.
#[derive(Clone)]
pub struct Api {
    agent: Agent,
    base: String,
    token: String,
}

impl Api {
    /// A server at an address such as `https://lichess.org`.
    pub fn new(base: &str, token: &str) -> Api {
        // Only the silence is limited: a stream may go on as long as it likes.
        let config = Agent::config_builder()
            .timeout_connect(Some(SILENCE))
            .timeout_recv_body(Some(SILENCE))
            .http_status_as_error(false)
            .build();
        Api { agent: config.into(), base: base.trim_end_matches('/').to_string(), token: token.to_string() }
    }

    fn bearer(&self) -> String {
        format!("Bearer {}", self.token)
    }

    /// Asks for a text.
    pub fn get(&self, path: &str) -> Result<String, Trouble> {
        let request = self.agent.get(format!("{}{path}", self.base)).header("Authorization", self.bearer());
        text(good(request.call())?)
    }

    /// Opens a stream of lines.
    pub fn stream(&self, path: &str) -> Result<Box<dyn Read + Send>, Trouble> {
        let request = self.agent.get(format!("{}{path}", self.base)).header("Authorization", self.bearer());
        Ok(Box::new(good(request.call())?.into_body().into_reader()))
    }

    /// Tells the server something.
    pub fn post(&self, path: &str, form: &[(&str, &str)]) -> Result<String, Trouble> {
        let request = self.agent.post(format!("{}{path}", self.base)).header("Authorization", self.bearer());
        let answer = if form.is_empty() { request.send_empty() } else { request.send_form(form.iter().copied()) };
        text(good(answer)?)
    }
}

fn text(mut response: Response<Body>) -> Result<String, Trouble> {
    response.body_mut().read_to_string().map_err(|error| Trouble::Lost(error.to_string()))
}

/// The response, if it is what was asked for.
fn good(response: Result<Response<Body>, ureq::Error>) -> Result<Response<Body>, Trouble> {
    let response = response.map_err(|error| Trouble::Lost(error.to_string()))?;
    let status = response.status().as_u16();
    let after = response.headers().get("Retry-After").and_then(|value| value.to_str().ok()?.parse().ok());
    match status {
        200..=299 => Ok(response),
        429 => {
            let told = text(response).ok().and_then(|text| serde_json::from_str::<serde_json::Value>(&text).ok());
            let seconds = told.and_then(|told| told["ratelimit"]["seconds"].as_u64());
            Err(Trouble::Later(after.or(seconds).map_or(RESPITE, Duration::from_secs)))
        }
        500.. => Err(Trouble::Lost(format!("the server failed ({status})"))),
        _ => {
            let words = text(response).unwrap_or_default();
            let told: Option<String> = serde_json::from_str::<serde_json::Value>(&words)
                .ok()
                .and_then(|value| value["error"].as_str().map(str::to_string));
            Err(Trouble::Refused(status, told.unwrap_or(words).chars().take(200).collect()))
        }
    }
}
