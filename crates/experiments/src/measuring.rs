//! Single measurements, each kept by its key: a longer run adds to an earlier one.

use crate::runner::{Task, timed};
use crate::{Cost, Error, Ledger, Runner};
use serde_json::Value;
use std::time::Instant;

/// A measurement to be made once.
pub struct Measurement<'t> {
    /// What is measured, in words that mean the same for ever.
    pub key: String,
    /// The kind of work, for estimates.
    pub class: String,
    /// How much of it, for estimates.
    pub units: f64,
    /// True if other programs do part of the work: what it costs is taken from the clock.
    pub outside: bool,
    /// Measures. It must depend on nothing but the key.
    pub measure: Box<dyn Fn() -> Result<Value, Error> + Send + Sync + 't>,
}

impl Measurement<'_> {
    /// Measures and keeps what was found.
    fn make(&self, ledger: &Ledger) -> Result<Cost<'_>, Error> {
        let begin = Instant::now();
        let (value, cpu) = timed(|| (self.measure)());
        let cpu = if self.outside { begin.elapsed().as_secs_f64() } else { cpu };
        let cost = Cost { class: &self.class, units: self.units, cpu };
        ledger.put(&self.key, &value?, cost)?;
        Ok(cost)
    }
}

impl Runner<'_> {
    /// Makes the measurements that are not there yet; `None` for those that still are not.
    pub fn measure(&mut self, stage: &str, items: &[Measurement]) -> Result<Vec<Option<Value>>, Error> {
        let mut tasks = Vec::new();
        for item in items {
            if self.ledger.result(&item.key)?.is_some() {
                continue;
            }
            tasks.push(Task {
                class: item.class.clone(),
                units: item.units,
                work: Box::new(|live| {
                    // Another process may have been faster.
                    let cost = match live.ledger.result(&item.key)? {
                        Some(_) => Cost { class: &item.class, units: item.units, cpu: 0.0 },
                        None => item.make(live.ledger)?,
                    };
                    live.spent(cost);
                    Ok(())
                }),
                probe: Box::new(|ledger| Ok(item.make(ledger)?.cpu / item.units)),
            });
        }
        self.perform(stage, tasks)?;
        items.iter().map(|item| self.ledger.result(&item.key)).collect()
    }
}
