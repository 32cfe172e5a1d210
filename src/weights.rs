//! Weights by name: a preset of the feature set, a weights file or a run.

use crate::networks;
use crate::usage::usage;
use anyhow::{Context, Result, anyhow};
use eval::{Weights, WeightsFile};
use game::{Features, Game};
use games::list::{Visitor, names, with};
use lab::{last_fifth, run_sets, trace};
use std::path::Path;
use store::Run;

/// The weights that `text` names: a preset, a run file (mean of its last fifth) or a weights file.
pub fn load<G: Game, F: Features<G>>(features: &F, text: &str) -> Result<Weights> {
    let mut presets = features.presets();
    if let Some(at) = presets.iter().position(|preset| preset.name == text) {
        return Ok(presets.swap_remove(at).into());
    }
    let path = Path::new(text);
    if !path.exists() {
        let names: Vec<&str> = presets.iter().map(|preset| preset.name).collect();
        return Err(usage(format!("no weights '{text}': neither a file nor one of {}", names.join(", "))));
    }
    if path.extension().is_some_and(|extension| extension == "tdrun") {
        let run = Run::read(path)?;
        let meta = run.meta()?;
        if (meta.game.as_str(), &meta.features) != (G::NAME, &features.name()) {
            let (game, set) = (G::NAME, features.name());
            return Err(anyhow!("{text} is a run of {} / {}, but {game} / {set} is needed", meta.game, meta.features));
        }
        let weights = Weights { sets: run_sets(&meta.settings), values: last_fifth(&trace(&run)?) };
        let (found, wanted) = (meta.sets, weights.sets.count::<G>());
        if found != wanted {
            return Err(anyhow!("{text} has {found} weight sets, but {} of {} are {wanted}", weights.sets, G::NAME));
        }
        return Ok(weights);
    }
    if path.extension().is_some_and(|extension| extension == networks::FILE) {
        return Err(usage(format!("{text} holds networks, which play backgammon, not {}", G::NAME)));
    }
    let content = std::fs::read_to_string(path).with_context(|| format!("cannot read {text}"))?;
    let file = WeightsFile::parse(&content).with_context(|| text.to_string())?;
    file.fit::<G, F>(features).with_context(|| text.to_string())
}

/// The feature set that a weights file or a run was made for; refuses one of another game.
pub fn features_of(game: &str, text: &str) -> Result<Option<String>> {
    let path = Path::new(text);
    let found = if path.extension().is_some_and(|extension| extension == "tdrun") {
        Run::read(path).and_then(|run| run.meta()).ok().map(|meta| (meta.game, meta.features))
    } else {
        let file = std::fs::read_to_string(path).ok().and_then(|content| WeightsFile::parse(&content).ok());
        file.map(|file| (file.game, file.features))
    };
    match found {
        Some((other, features)) if other != game => Err(anyhow!("{text} is for {other} / {features}, not for {game}")),
        found => Ok(found.map(|(_, features)| features)),
    }
}

/// The feature set to play with: the one asked for, else that of the weights, else the largest for which the program ships
/// learnt weights, else (`None`) the game's first. Together with [`best`] this decides what a program knows that was told
/// nothing.
pub fn choose(game: &str, features: Option<&str>, weights: Option<&str>) -> Result<Option<String>> {
    if let Some(features) = features {
        return Ok(Some(features.to_string()));
    }
    let Some(name) = weights else { return Ok(shipped(game)) };
    if Path::new(name).exists() {
        return features_of(game, name);
    }
    let learnt = shipped(game).filter(|_| name == LEARNT);
    // Of an unknown game the list tells more.
    if learnt.is_some() || presets(game).is_empty() {
        return Ok(learnt);
    }
    having(game, name).map(Some)
}

/// The first feature set that has weights of this name.
pub fn having(game: &str, name: &str) -> Result<String> {
    let has = |set: &String| with(game, Some(set), Presets).is_ok_and(|presets| presets.contains(&name));
    let known = || {
        let mut known = presets(game);
        if networks::named(game, LEARNT) {
            known.push(LEARNT);
        }
        known.join(", ")
    };
    sets(game)
        .into_iter()
        .find(has)
        .ok_or_else(|| usage(format!("no weights '{name}' of {game}: neither a file nor one of {}", known())))
}

/// The names of all weights of a game that need no file, whatever their features.
pub fn presets(game: &str) -> Vec<&'static str> {
    let mut all: Vec<&str> = Vec::new();
    for name in sets(game).iter().filter_map(|set| with(game, Some(set), Presets).ok()).flatten() {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

/// The names of the weights of a feature set.
pub struct Presets;

impl Visitor for Presets {
    type Output = Vec<&'static str>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Self::Output {
        features.presets().iter().map(|preset| preset.name).collect()
    }
}

/// The name of the weights that the program has learnt and ships.
pub const LEARNT: &str = "learnt";

/// The last feature set of a game for which the program ships learnt weights.
pub fn shipped(game: &str) -> Option<String> {
    let ships = |set: &String| with(game, Some(set), Presets).is_ok_and(|presets| presets.contains(&LEARNT));
    sets(game).into_iter().rev().find(ships)
}

/// The feature sets of a game.
fn sets(game: &str) -> Vec<String> {
    names().into_iter().find(|(name, _)| *name == game).map(|(_, sets)| sets).unwrap_or_default()
}

/// The name of the best weights of a feature set that need no file.
pub fn best<G: Game, F: Features<G>>(features: &F) -> &'static str {
    features.presets().last().map_or("zero", |preset| preset.name)
}
