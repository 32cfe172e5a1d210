//! The switches of a search, each of which an experiment can name.

/// How to search. The default is the thesis' platform: fixed depth, captures-only quiescence, hash table, history ordering.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Plies before quiescence.
    pub depth: u32,
    /// Follow noisy moves below the horizon.
    pub quiescence: bool,
    /// Recognise at the horizon that the side in check has no move. Odd depths need it to see a mate at the last ply.
    pub horizon_mate: bool,
    /// A position that has occurred before, in the game or in the line, counts as a draw.
    pub repetition: bool,
    /// Table entries, as a power of two; `None` searches without a table.
    pub table_bits: Option<u32>,
    /// Consecutive table slots that are probed.
    pub probes: usize,
    /// Skip moves to the horizon whose static value already shows that they cannot matter. Never changes a value.
    pub foresight: bool,
    /// Root moves get a random bonus of up to this many yardsticks (pawns).
    pub noise: f64,
}

impl Options {
    /// The strong profile, for play: as deep as the limits allow.
    pub fn strong() -> Options {
        Options { table_bits: Some(20), ..Options::exact(64) }
    }

    /// The exact profile to `depth` plies, in which every search claims its leaf.
    pub fn exact(depth: u32) -> Options {
        Options {
            depth,
            quiescence: true,
            horizon_mate: depth % 2 == 1,
            repetition: true,
            table_bits: Some(if depth < 3 { 12 } else { 16 }),
            probes: 4,
            foresight: true,
            noise: 0.0,
        }
    }
}
