//! From a run file to the figures that are shown: averages over the last fifth, and the data of a report.

use crate::occupancy::{Occupancy, occupancy, typical};
use crate::pool::{LEARNER, side};
use crate::report::{Comparison, RatedGame, ReportData, TracePoint, WeightSet};
use eval::Weights;
use game::{Features, Game, Sets};
use learn::State;
use serde_json::Value;
use store::{GameRow, Run, Snapshot, StoreError};

/// The weights over time: all snapshots and, if a run was stopped between two of them, the weights at its end.
pub fn trace(run: &Run) -> Result<Vec<Snapshot>, StoreError> {
    let mut snapshots = run.snapshots()?;
    let checkpoint = run.checkpoint()?.unwrap_or_default();
    if let (Some(last), Ok(state)) = (snapshots.last().cloned(), serde_json::from_str::<State>(&checkpoint.state))
        && last.game < checkpoint.games
    {
        snapshots.push(Snapshot { game: checkpoint.games, weights: state.weights, ..last });
    }
    Ok(snapshots)
}

/// The mean of the weights over the last fifth of a run. Single checkpoints swing too much to mean anything.
pub fn last_fifth(snapshots: &[Snapshot]) -> Vec<f64> {
    let Some(last) = snapshots.last() else { return Vec::new() };
    let from = last.game - last.game / 5;
    let kept: Vec<&Snapshot> = snapshots.iter().filter(|s| s.game >= from.max(1) || s.game == last.game).collect();
    let mut mean = vec![0.0; last.weights.len()];
    for snapshot in &kept {
        mean.iter_mut().zip(&snapshot.weights).for_each(|(sum, weight)| *sum += weight / kept.len() as f64);
    }
    mean
}

/// How large the game's unit is, by the values of the core features.
fn measured<G: Game>(values: &[f64]) -> f64 {
    let (feature, units) = G::MEASURE;
    values.get(feature).map_or(1.0, |value| value / units)
}

/// Gathers what the report shows.
pub fn report_data<G: Game, F: Features<G>>(
    features: &F,
    run: &Run,
    command: String,
) -> Result<ReportData, StoreError> {
    let meta = run.meta()?;
    let snapshots = trace(run)?;
    let checkpoint = run.checkpoint()?.unwrap_or_default();
    let (results, recent) = (run.results()?, run.recent_results(checkpoint.games.div_ceil(5))?);
    let mean = last_fifth(&snapshots);
    let core = features.core();
    let headline: Vec<usize> = (0..core.min(20)).collect();
    let (squares, chosen) = (core < features.count(), run_sets(&meta.settings));
    let several = chosen != Sets::One;
    let seen = if squares || several { occupancy::<G, F>(features, chosen, run)? } else { Occupancy::default() };
    let state = serde_json::from_str::<State>(&checkpoint.state).ok();
    let sets = weight_sets(chosen.names::<G>(), &seen, state.map_or(Vec::new(), |state| state.taught));
    let mut data = ReportData { sets, ..ReportData::default() };
    let shares = data.shares();
    // For each set, the values that stand out.
    let watched = features.watched();
    let by_set = |weights: &[f64], wanted: &[usize]| -> Vec<Vec<f64>> {
        let shown = if squares { typical::<G, F>(features, weights, &seen.features) } else { weights.to_vec() };
        let sets = shown.chunks(features.count()).zip(weights.chunks(features.count()));
        let value = |i: usize, shown: &[f64], raw: &[f64]| if i < core { shown[i] } else { raw[i] };
        sets.map(|(shown, raw)| wanted.iter().map(|i| value(*i, shown, raw)).collect()).collect()
    };
    let mixed = |of_sets: Vec<Vec<f64>>| -> Vec<f64> {
        let value = |k: usize| of_sets.iter().zip(&shares).map(|(own, share)| own[k] * share).sum();
        (0..headline.len()).map(value).collect()
    };
    let values = |weights: &[f64]| mixed(by_set(weights, &headline));
    let unit = G::UNIT.filter(|_| !mean.is_empty()).map(|name| (name.to_string(), measured::<G>(&values(&mean))));
    let comparisons = features
        .presets()
        .into_iter()
        .skip(1)
        .filter(|preset| preset.weights.iter().any(|w| *w != 0.0))
        .filter_map(|preset| {
            let (name, note) = (preset.name.to_string(), preset.about.to_string());
            let values = values(&Weights::from(preset).spread::<G>(chosen)?.values);
            let by = if unit.is_some() { measured::<G>(&values) } else { 1.0 };
            let values = values.iter().map(|v| Some(v / by)).collect();
            Some(Comparison { name, note, values })
        })
        .collect();
    let events = run.events()?;
    let text = |kind: &str| -> Vec<String> {
        events.iter().filter(|event| event.kind == kind).map(|event| event.text.clone()).collect()
    };
    let settings = flatten(&meta.settings);
    let snapshot_values = snapshots.iter().map(|s| by_set(&s.weights, &watched));
    data.set_values = if several { snapshot_values.collect() } else { Vec::new() };
    Ok(ReportData {
        title: title(&meta.game, &meta.settings),
        game: meta.game.clone(),
        features: meta.features.clone(),
        command,
        settings,
        seed: meta.seed,
        version: meta.version.clone(),
        names: meta.names.clone(),
        unit,
        headline_values: snapshots.iter().map(|s| values(&s.weights)).collect(),
        trace: snapshots
            .into_iter()
            .map(|s| TracePoint { game: s.game, weights: s.weights, rates: s.rates, lambda: s.lambda })
            .collect(),
        headline,
        watched,
        comparisons,
        maps: features.maps(),
        results: (results.first, results.draws, results.second),
        recent: (recent.first, recent.draws, recent.second),
        games: checkpoint.games,
        mean_plies: run.lengths()?.mean,
        seconds: checkpoint.seconds,
        cpu_seconds: checkpoint.cpu_seconds,
        notes: text(crate::trainer::COLLAPSED),
        match_result: text("match").pop(),
        rated: rated(run, checkpoint.games)?,
        trial: meta.settings["pool"]["trial"].as_u64().unwrap_or(0),
        ..data
    })
}

/// What kind of run it is.
fn title(game: &str, settings: &Value) -> String {
    match settings["start"].as_str() {
        _ if !settings["pool"].is_null() => format!("{game}, learnt from others"),
        _ if settings["live"] == true => format!("{game}, learnt from real games"),
        _ if !settings["records"].is_null() => {
            format!("{game}, learnt from {}", settings["records"]["file"].as_str().unwrap_or("records"))
        }
        Some("ones" | "zero") => format!("{game} from nothing but the rules"),
        Some(start) => format!("{game} by self-play, from '{start}'"),
        None => format!("{game} by self-play"),
    }
}

/// The games against others, each with the ratings of both.
fn rated(run: &Run, games: u64) -> Result<Vec<RatedGame>, StoreError> {
    let ratings = run.ratings()?;
    if ratings.is_empty() {
        return Ok(Vec::new());
    }
    let one = |game: GameRow| {
        let mut own = ratings.iter().filter(|row| row.game == game.number);
        let (learner, opponent) =
            (own.clone().find(|row| row.player == LEARNER)?, own.find(|row| row.player != LEARNER)?);
        Some(RatedGame {
            game: game.number,
            rating: learner.rating,
            deviation: learner.deviation,
            opponent: opponent.player.clone(),
            opponent_rating: opponent.rating,
            points: side(game.number).view(game.result),
        })
    };
    Ok(run.games(1..=games)?.into_iter().filter_map(one).collect())
}

/// The choice of weight sets in the settings of a run; one where they do not say it.
pub fn run_sets(settings: &Value) -> Sets {
    settings["sets"].as_str().and_then(|name| name.parse().ok()).unwrap_or_default()
}

fn weight_sets(names: Vec<String>, seen: &Occupancy, taught: Vec<u64>) -> Vec<WeightSet> {
    let of = |counts: &[u64], at: usize| counts.get(at).copied().unwrap_or(0);
    let set = |(at, name)| WeightSet { name, positions: of(&seen.positions, at), taught: of(&taught, at) };
    names.into_iter().enumerate().map(set).collect()
}

/// Nested settings as `learn.step.c`.
fn flatten(settings: &Value) -> Vec<(String, String)> {
    fn walk(name: &str, value: &Value, found: &mut Vec<(String, String)>) {
        match value {
            Value::Object(fields) => {
                for (key, value) in fields {
                    walk(&if name.is_empty() { key.clone() } else { format!("{name}.{key}") }, value, found);
                }
            }
            _ => found.push((name.to_string(), value.to_string().trim_matches('"').to_string())),
        }
    }
    let mut found = Vec::new();
    walk("", settings, &mut found);
    found
}
