//! All that a network's learning run knows, as text.

use crate::Error;
use eval::network::{Judge, NetworkFile, Precision};
use game::{Encoding, Turns};
use learn::network::{NetworkLearner, NetworkState};
use serde::{Deserialize, Serialize};

/// The learner and its networks, which are in hexadecimal digits of their files.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Memory {
    pub learner: NetworkState,
    pub networks: String,
    pub average: String,
}

impl Memory {
    pub fn of<B: Turns, E: Encoding<B>>(learner: &NetworkLearner<B, E>) -> Memory {
        let (networks, average) = (digits(learner.judge()), digits(learner.average()));
        Memory { learner: learner.state(), networks, average }
    }

    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("numbers and strings always have a JSON form")
    }

    pub fn parse(text: &str) -> Result<Memory, Error> {
        serde_json::from_str(text).map_err(broken)
    }
}

/// Networks as hexadecimal digits.
pub fn digits<B: Turns, E: Encoding<B>>(judge: &Judge<B, E>) -> String {
    to_hex(&judge.file(String::new()).bytes(Precision::Single))
}

/// The networks that [`digits`] has written.
pub fn networks<B: Turns, E: Encoding<B>>(digits: &str, encoding: &E) -> Result<Judge<B, E>, Error> {
    let bytes = from_hex(digits).ok_or_else(|| broken("digits that are none"))?;
    let file = NetworkFile::parse(&bytes).map_err(broken)?;
    Judge::read(encoding.clone(), file).map_err(broken)
}

fn broken(what: impl std::fmt::Display) -> Error {
    Error::Settings(format!("a learner's memory: {what}"))
}

fn to_hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |half: u8| char::from(DIGITS[usize::from(half)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

fn from_hex(digits: &str) -> Option<Vec<u8>> {
    let value = |digit: &u8| char::from(*digit).to_digit(16).map(|value| value as u8);
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    let bytes = pairs.iter().map(|[high, low]| Some(value(high)? << 4 | value(low)?)).collect();
    if rest.is_empty() { bytes } else { None }
}
