//! Single measurements, each kept by its key: a longer run adds to an earlier one.

use crate::runner::{Task, timed};
use crate::{Cost, Error, Runner};
use serde_json::Value;

/// A measurement to be made once.
pub struct Measurement<'t> {
    /// What is measured, in words that mean the same for ever.
    pub key: String,
    /// The kind of work, for estimates.
    pub class: String,
    /// How much of it, for estimates.
    pub units: f64,
    /// Measures. It must depend on nothing but the key.
    pub measure: Box<dyn Fn() -> Value + Send + Sync + 't>,
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
                    let (value, cpu) = timed(|| (item.measure)());
                    let cost = Cost { class: &item.class, units: item.units, cpu };
                    live.ledger.put(&item.key, &value, cost)?;
                    live.spent(cost);
                    Ok(())
                }),
                probe: Box::new(|| timed(|| (item.measure)()).1 / item.units),
            });
        }
        self.perform(stage, tasks)?;
        items.iter().map(|item| self.ledger.result(&item.key)).collect()
    }
}
