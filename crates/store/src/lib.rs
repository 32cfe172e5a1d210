//! Run files: a learning run is one SQLite file that survives kills and power cuts and that any SQL tool can read. Brain files
//! are others: see [`BrainFile`].
//!
//! A [`Run`] is created, or opened to go on, by one process at a time; any number of processes may read it meanwhile. What
//! a run writes goes in through [`Run::commit`], a whole [`Batch`] or nothing. The tables are described, and made, by
#![doc = concat!("`schema.sql`:\n\n```sql\n", include_str!("schema.sql"), "```")]

mod blob;
mod brain;
mod error;
mod open;
mod read;
mod rows;
mod run;
mod shared;

pub use blob::{pack, unpack};
pub use brain::{BrainFile, BrainRow};
pub use error::StoreError;
pub use read::{Lengths, Results};
pub use rows::{Batch, Checkpoint, EventRow, GameRow, Meta, RatingRow, Snapshot};
pub use run::Run;
pub use shared::{Kind, Refused};
