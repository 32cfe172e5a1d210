//! The game lines of `tdleaf fit`.

use super::read::{At, boolean, expected, list, number, only, parse, points, whole};
use super::{FitError, Setup};
use crate::{Episode, Leaf, Source, Step};
use eval::Inputs;
use serde_json::{Map, Value};

const GAME: [&str; 6] = ["positions", "result", "predicted", "own_rating", "opponent_rating", "note"];
const POSITION: [&str; 4] = ["root", "leaf", "class", "over"];

impl Setup {
    /// Reads and checks one game line.
    pub fn episode(&self, number: u64, line: &str) -> Result<Episode, FitError> {
        let map = parse(line)?;
        only(&map, &GAME, "")?;
        let rule = self.settings.rule;
        let result = map.get("result").ok_or_else(|| FitError::new("result", "missing, expected -1, 0 or 1"))?;
        let result = points(result).at(|| "result".to_string())?;
        let positions = map.get("positions").ok_or_else(|| FitError::new("positions", "missing, expected a list"))?;
        let positions = list(positions, "a list of positions").at(|| "positions".to_string())?;
        if positions.is_empty() {
            return Err(FitError::new("positions", "a game needs at least one position, found an empty list"));
        }
        let predicted = predicted(&map, positions.len(), rule.needs_predicted())?;
        let own_rating = rating(&map, "own_rating", rule.needs_ratings())?;
        let opponent_rating = rating(&map, "opponent_rating", rule.needs_ratings())?;
        let mut steps = Vec::with_capacity(positions.len());
        for (t, position) in positions.iter().enumerate() {
            let (leaf, root) = self.position(t, position)?;
            steps.push(Step { leaf, root, predicted: predicted[t] });
        }
        Ok(Episode { number, steps, result, own_rating, opponent_rating, ..Episode::default() })
    }

    fn position(&self, t: usize, value: &Value) -> Result<(Leaf, Inputs), FitError> {
        let at = |field: &str| format!("positions[{t}]{field}");
        let map = value.as_object().ok_or_else(|| expected("an object {...}", value)).at(|| at(""))?;
        only(map, &POSITION, &at("."))?;
        let set = self.class(map).at(|| at(".class"))?;
        let inputs = |field: &str| -> Result<Option<Inputs>, FitError> {
            map.get(field).map(|value| self.inputs(value, set, || at(&format!(".{field}")))).transpose()
        };
        let missing = |field: &str| FitError::new(at(field), "missing, expected a list of [index, value] pairs");
        let root = inputs("root")?;
        if self.settings.source != Source::Leaf && root.is_none() {
            return Err(missing(".root"));
        }
        // A leaf of null says that the engine does not know it.
        let known = map.get("leaf").is_some_and(|leaf| !leaf.is_null());
        let leaf = if known { inputs("leaf")?.map(Leaf::one) } else { None };
        let leaf = match map.get("over").filter(|over| !over.is_null()) {
            Some(over) => Leaf::Over(points(over).at(|| at(".over"))?),
            None if map.contains_key("leaf") => leaf.unwrap_or(Leaf::Unknown),
            None if self.settings.source == Source::Root => Leaf::Unknown,
            None => return Err(missing(".leaf")),
        };
        Ok((leaf, root.unwrap_or_default()))
    }

    /// Without classes of weights the class of a position says nothing.
    fn class(&self, map: &Map<String, Value>) -> Result<u32, String> {
        match (map.get("class"), self.nested) {
            (None, true) => Err("missing, expected the class of the position".to_string()),
            (None, false) => Ok(0),
            (Some(value), nested) => {
                let class = whole(value)?;
                match (nested, class < self.model.sets as u64) {
                    (false, _) => Ok(0),
                    (true, true) => Ok(class as u32),
                    (true, false) => Err(format!("class {class} is out of range ({} classes)", self.model.sets)),
                }
            }
        }
    }

    fn inputs(&self, value: &Value, set: u32, field: impl Fn() -> String) -> Result<Inputs, FitError> {
        let items = list(value, "a list of [index, value] pairs").at(&field)?;
        let mut pairs: Vec<(u32, f64)> = Vec::with_capacity(items.len());
        for (i, item) in items.iter().enumerate() {
            pairs.push(self.pair(item).at(|| format!("{}[{i}]", field()))?);
        }
        // Sorting a copy finds doubles without searching the list for every pair.
        let mut indices: Vec<u32> = pairs.iter().map(|(index, _)| *index).collect();
        indices.sort_unstable();
        if let Some(twice) = indices.windows(2).find(|two| two[0] == two[1]) {
            return Err(FitError::new(field(), format!("index {} is there twice", twice[0])));
        }
        Ok(Inputs { pairs, set })
    }

    fn pair(&self, item: &Value) -> Result<(u32, f64), String> {
        let Some([index, amount]) = item.as_array().map(Vec::as_slice) else {
            return Err(expected("a pair [index, value]", item));
        };
        let index = whole(index).map_err(|problem| format!("index: {problem}"))?;
        if index >= self.model.features as u64 {
            return Err(format!("index {index} is out of range ({} features)", self.model.features));
        }
        let amount = number(amount).map_err(|problem| format!("value: {problem}"))?;
        Ok((index as u32, amount))
    }
}

fn predicted(map: &Map<String, Value>, length: usize, needed: bool) -> Result<Vec<bool>, FitError> {
    let Some(value) = map.get("predicted").filter(|value| !value.is_null()) else {
        if needed {
            return Err(FitError::new(
                "predicted",
                "missing, but the rule asks for it: expected true or false for each position",
            ));
        }
        return Ok(vec![true; length]);
    };
    let items = list(value, "a list of true and false").at(|| "predicted".to_string())?;
    if items.len() != length {
        let problem = format!("expected {length} values, one for each position, found {}", items.len());
        return Err(FitError::new("predicted", problem));
    }
    items.iter().enumerate().map(|(t, item)| boolean(item).at(|| format!("predicted[{t}]"))).collect()
}

fn rating(map: &Map<String, Value>, field: &str, needed: bool) -> Result<Option<f64>, FitError> {
    match map.get(field).filter(|value| !value.is_null()) {
        Some(value) => number(value).map(Some).at(|| field.to_string()),
        None if needed => Err(FitError::new(field, "missing, but the rule asks for it: expected a number")),
        None => Ok(None),
    }
}
