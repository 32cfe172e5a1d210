//! Networks as they travel: a safetensors file that says what it is for, refused by whoever needs another.

use super::{Network, OUTPUTS};
use crate::FileError;
use serde_json::{Map, Value, json};

/// One network for each class of positions that the inputs tell apart, and what they are for.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkFile {
    /// The name of the game.
    pub game: String,
    /// The name of the inputs.
    pub inputs: String,
    /// Where the weights come from, in words: run, games, seed.
    pub lineage: String,
    /// The networks.
    pub networks: Vec<Network>,
}

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// All bits.
    Single,
    /// Half the size, 11 significant bits: for networks that only play.
    Half,
}

impl NetworkFile {
    /// The first line of defence against other files of the kind.
    pub const FORMAT: &'static str = "tdleaf-network-1";

    /// The bytes of the file.
    pub fn bytes(&self, precision: Precision) -> Vec<u8> {
        let (mut data, mut header) = (Vec::new(), Map::new());
        let hidden: Vec<String> = self.networks.iter().map(|network| network.hidden().to_string()).collect();
        header.insert(
            "__metadata__".to_string(),
            json!({ "format": Self::FORMAT, "game": self.game, "inputs": self.inputs, "hidden": hidden.join(","),
                "lineage": self.lineage }),
        );
        for (class, network) in self.networks.iter().enumerate() {
            let mut numbers = Vec::new();
            network.clone().each(|w| numbers.push(*w));
            let mut numbers = numbers.into_iter();
            for (name, shape) in tensors(class, network.inputs(), network.hidden()) {
                let begin = data.len();
                for w in numbers.by_ref().take(shape.iter().product()) {
                    match precision {
                        Precision::Single => data.extend(w.to_le_bytes()),
                        Precision::Half => data.extend(to_half(w).to_le_bytes()),
                    }
                }
                let kind = if precision == Precision::Single { "F32" } else { "F16" };
                header.insert(name, json!({ "dtype": kind, "shape": shape, "data_offsets": [begin, data.len()] }));
            }
        }
        let mut text = Value::Object(header).to_string();
        // Readers like the data to begin at a multiple of eight.
        while !text.len().is_multiple_of(8) {
            text.push(' ');
        }
        let mut bytes = (text.len() as u64).to_le_bytes().to_vec();
        bytes.extend(text.into_bytes());
        bytes.extend(data);
        bytes
    }

    /// Reads a file.
    pub fn parse(bytes: &[u8]) -> Result<NetworkFile, FileError> {
        let wrong = |what: &str| FileError::Network(format!("no safetensors file: {what}"));
        let (length, rest) = bytes.split_first_chunk::<8>().ok_or_else(|| wrong("shorter than 8 bytes"))?;
        let length = u64::from_le_bytes(*length);
        let length = usize::try_from(length).ok().filter(|length| *length <= rest.len());
        let (text, data) = rest.split_at(length.ok_or_else(|| wrong("its header is longer than the file"))?);
        let header: Value = serde_json::from_slice(text).map_err(|error| wrong(&error.to_string()))?;
        let about = |key: &str| {
            let text = header["__metadata__"][key].as_str();
            text.ok_or_else(|| FileError::Network(format!("a safetensors file without '{key}' in its metadata")))
        };
        if about("format")? != Self::FORMAT {
            return Err(FileError::Network(format!("format '{}', expected '{}'", about("format")?, Self::FORMAT)));
        }
        let mut networks = Vec::new();
        while header.get(tensors(networks.len(), 0, 0)[0].0.as_str()).is_some() {
            networks.push(network(&header, data, networks.len())?);
        }
        if networks.is_empty() {
            return Err(FileError::Network("a safetensors file without a network".to_string()));
        }
        let (game, inputs, lineage) = (about("game")?, about("inputs")?, about("lineage")?);
        let [game, inputs, lineage] = [game, inputs, lineage].map(str::to_string);
        Ok(NetworkFile { game, inputs, lineage, networks })
    }

    /// The networks, unless they were made for another game or other inputs: `count` numbers of them, in `classes` classes.
    pub fn fit(self, game: &str, inputs: &str, count: usize, classes: usize) -> Result<Vec<Network>, FileError> {
        let own = (self.networks[0].inputs(), self.networks.len());
        let title = |game: &str, inputs: &str, (count, classes): (usize, usize)| {
            format!("{game} with the inputs {inputs} ({count} of them, networks: {classes})")
        };
        let same = self.game == game && self.inputs == inputs && own == (count, classes);
        let even = self.networks.iter().all(|network| network.inputs() == count);
        if same && even {
            return Ok(self.networks);
        }
        let (found, wanted) = (title(&self.game, &self.inputs, own), title(game, inputs, (count, classes)));
        Err(FileError::Layout { found, wanted })
    }
}

/// The names and shapes of a network's tensors, in the order of its weights.
fn tensors(class: usize, inputs: usize, hidden: usize) -> [(String, Vec<usize>); 4] {
    [
        (format!("{class}.hidden.weight"), vec![inputs, hidden]),
        (format!("{class}.hidden.bias"), vec![hidden]),
        (format!("{class}.output.weight"), vec![OUTPUTS, hidden]),
        (format!("{class}.output.bias"), vec![OUTPUTS]),
    ]
}

fn network(header: &Value, data: &[u8], class: usize) -> Result<Network, FileError> {
    let shape = &header[tensors(class, 0, 0)[0].0.as_str()]["shape"];
    let size = |i: usize| shape[i].as_u64().filter(|n| (1..1 << 20).contains(n)).map(|n| n as usize);
    let (Some(inputs), Some(hidden)) = (size(0), size(1)) else {
        return Err(FileError::Network(format!("network {class} has the shape {shape}, expected [inputs, hidden]")));
    };
    let mut numbers = Vec::new();
    for (name, shape) in tensors(class, inputs, hidden) {
        let entry = &header[name.as_str()];
        let wrong = |what: String| FileError::Network(format!("tensor '{name}': {what}"));
        if entry["shape"] != json!(shape) {
            return Err(wrong(format!("shape {}, expected {shape:?}", entry["shape"])));
        }
        let at = |i: usize| entry["data_offsets"][i].as_u64().and_then(|n| usize::try_from(n).ok());
        let (Some(begin), Some(end)) = (at(0), at(1)) else { return Err(wrong("no data_offsets".to_string())) };
        let part = data.get(begin..end).ok_or_else(|| wrong("its data is not in the file".to_string()))?;
        let before = numbers.len();
        match entry["dtype"].as_str() {
            Some("F32") => numbers.extend(part.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b))),
            Some("F16") => numbers.extend(part.as_chunks::<2>().0.iter().map(|b| from_half(u16::from_le_bytes(*b)))),
            _ => return Err(wrong(format!("numbers of the kind {}, expected F32 or F16", entry["dtype"]))),
        }
        if numbers.len() - before != shape.iter().product::<usize>() {
            return Err(wrong("its data has another length than its shape".to_string()));
        }
        if let Some(bad) = numbers[before..].iter().position(|w: &f32| !w.is_finite()) {
            return Err(wrong(format!("number {bad} is not finite")));
        }
    }
    let mut network = Network::zero(inputs, hidden);
    let mut list = numbers.into_iter();
    network.each(|w| *w = list.next().expect("the lengths were checked"));
    Ok(network)
}

/// The nearest number of 16 bits; what is too large becomes the largest, what is tiny zero.
fn to_half(x: f32) -> u16 {
    let sign = ((x.to_bits() >> 16) & 0x8000) as u16;
    let size = x.abs().min(65504.0);
    if size < 6.104e-5 {
        // Below the normal numbers: multiples of 2^-24.
        return sign | (size * 16_777_216.0).round_ties_even() as u16;
    }
    let bits = size.to_bits() - (112 << 23);
    sign | ((bits + 0x0fff + ((bits >> 13) & 1)) >> 13) as u16
}

fn from_half(x: u16) -> f32 {
    let (sign, size) = (u32::from(x & 0x8000) << 16, u32::from(x & 0x7fff));
    let value = match size >> 10 {
        0 => size as f32 / 16_777_216.0,
        31 => f32::NAN,
        _ => f32::from_bits((size << 13) + (112 << 23)),
    };
    f32::from_bits(value.to_bits() | sign)
}
