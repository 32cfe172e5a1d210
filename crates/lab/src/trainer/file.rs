//! The file of a run: begun, gone on with, saved.

use super::{COLLAPSE, COLLAPSED, Error, Trainer};
use crate::{RunSettings, differences};
use game::{Features, Game};
use learn::State;
use std::path::Path;
use store::{Batch, Checkpoint, Meta, Run, Snapshot, StoreError};

/// About this many snapshots of the weights are kept in a run file, less of very many weights: with 33 sets of thousands a run
/// would fill the disk.
const SNAPSHOTS: u64 = 2000;
/// All snapshots together have about so many weights, if that leaves enough of them for a chart.
const KEPT: u64 = 3_000_000;
const FEWEST: u64 = 200;

impl<G: Game, F: Features<G>> Trainer<G, F> {
    /// A new run in a new file.
    pub fn create(path: &Path, features: F, settings: RunSettings, version: &str) -> Result<Self, Error> {
        Self::in_memory(features, settings)?.kept(path, version)
    }

    /// The same run, kept in a new file from now on.
    pub fn kept(self, path: &Path, version: &str) -> Result<Self, Error> {
        let mut trainer = self;
        let (settings, features) = (&trainer.settings, &trainer.features);
        let meta = Meta {
            game: settings.game.clone(),
            features: settings.features.clone(),
            settings: serde_json::to_value(settings).expect("settings have a JSON form"),
            seed: settings.seed,
            version: version.to_string(),
            names: (0..features.count()).map(|i| features.label(i)).collect(),
            sets: settings.sets.count::<G>(),
            snapshot_every: trainer.snapshot_every,
        };
        trainer.snapshot();
        // All that real games teach can be undone.
        trainer.pending.remember = trainer.settings.live;
        trainer.pending.checkpoint = trainer.checkpoint();
        trainer.store = Some(Run::create(path, &meta, &trainer.pending)?);
        trainer.pending = Batch::default();
        Ok(trainer)
    }

    /// Goes on with a run. Only the number of games may differ from what the file says; more games than at first give the same
    /// weights as if they had been asked for at once.
    pub fn resume(path: &Path, features: F, settings: RunSettings) -> Result<Self, Error> {
        let mut run = Run::open(path)?;
        let meta = run.meta()?;
        let mut wanted = serde_json::to_value(&settings).expect("settings have a JSON form");
        wanted["games"] = meta.settings["games"].clone();
        let list: Vec<String> = differences(&meta.settings, &wanted)
            .into_iter()
            .map(|(name, file, command)| format!("{name} is {file} in the file and {command} in the command"))
            .collect();
        if !list.is_empty() {
            return Err(Error::Differs { path: path.display().to_string(), list: list.join("; ") });
        }
        if !settings.live {
            enough(&run, settings.games)?;
        }
        if settings.games > meta.settings["games"].as_u64().unwrap_or_default() {
            whole_batches(&mut run, settings.batch, settings.warmup.games)?;
        }
        let mut trainer = match run.checkpoint()? {
            None => Self::in_memory(features, settings)?,
            Some(checkpoint) => {
                let state: State = serde_json::from_str(&checkpoint.state)
                    .map_err(|error| Error::Settings(format!("{}: checkpoint: {error}", path.display())))?;
                Self::continued(features, settings, checkpoint.games, state)?
            }
        };
        if let Some(checkpoint) = run.checkpoint()? {
            trainer.before = (checkpoint.seconds, checkpoint.cpu_seconds);
            let recent = trainer.games.saturating_sub(COLLAPSE.0 - 1).max(1)..=trainer.games;
            trainer.draws = run.games(recent)?.iter().map(|row| row.result == 0).collect();
            trainer.collapsed = run.events()?.iter().any(|event| event.kind == COLLAPSED);
            if let Some(pool) = &trainer.settings.pool {
                trainer.rating = Some(pool.rate(&run.games(1..=trainer.games)?, &run.ratings()?));
            }
        }
        trainer.snapshot_every = meta.snapshot_every;
        run.amend(&serde_json::to_value(&trainer.settings).expect("settings have a JSON form"))?;
        trainer.store = Some(run);
        Ok(trainer)
    }

    pub(super) fn snapshot(&mut self) {
        let (weights, rates) = (self.learner.weights().to_vec(), self.learner.rates());
        self.pending.snapshots.push(Snapshot { game: self.games, weights, rates, lambda: self.learner.lambda() });
    }

    fn checkpoint(&self) -> Checkpoint {
        let (seconds, cpu_seconds) = self.seconds();
        let state = serde_json::to_string(self.learner.state()).expect("a learner's state has a JSON form");
        Checkpoint { games: self.games, state, seconds, cpu_seconds }
    }

    pub(super) fn save(&mut self) -> Result<(), Error> {
        if self.store.is_some() {
            self.pending.checkpoint = self.checkpoint();
        }
        if let Some(store) = &mut self.store {
            store.commit(&self.pending)?;
            self.pending = Batch::default();
        }
        Ok(())
    }
}

/// Refuses to end a run before where it is.
pub(crate) fn enough(run: &Run, games: u64) -> Result<(), Error> {
    let done = run.checkpoint()?.map_or(0, |checkpoint| checkpoint.games);
    if games < done {
        return Err(Error::Settings(format!("--games {games}: {} has {done} games already", run.path().display())));
    }
    Ok(())
}

/// Takes back a last batch that was cut short by the end of the run, if the run knows how: with more games it is longer. No batch
/// crosses the end of the warm-up.
pub(crate) fn whole_batches(run: &mut Run, batch: u64, warmup: u64) -> Result<(), Error> {
    let done = run.checkpoint()?.map_or(0, |checkpoint| checkpoint.games);
    let began = if warmup < done { warmup.max(done / batch * batch) } else { done / batch * batch };
    if began == done {
        return Ok(());
    }
    match run.undo(began) {
        // A batch that ended with the warm-up was whole; runs of before this was remembered go on as they are.
        Err(StoreError::Forgotten { .. }) => Ok(()),
        undone => Ok(undone?),
    }
}

/// Snapshots of so many weights that a run keeps.
pub(super) fn snapshots(weights: u64) -> u64 {
    (KEPT / weights.max(1)).clamp(FEWEST, SNAPSHOTS)
}

#[cfg(test)]
mod tests {
    use super::snapshots;

    #[test]
    fn large_runs_keep_fewer_snapshots() {
        assert_eq!([5, 309, 1459, 4 * 1459, 33 * 1459].map(snapshots), [2000, 2000, 2000, 514, 200]);
    }
}
