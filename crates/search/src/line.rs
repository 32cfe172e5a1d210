//! The triangular table of principal lines: each ply keeps the best line from there on and how it ends.

/// The deepest ply, quiescence included.
pub const MAX_PLY: usize = 128;

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With a static evaluation.
    Static,
    /// With the end of the game.
    Over,
    /// Nobody knows: the value is only a bound.
    Unknown,
}

/// The best lines by ply.
#[derive(Clone, Debug)]
pub struct Lines<M> {
    moves: Vec<Vec<M>>,
    ends: Vec<End>,
}

impl<M: Copy> Lines<M> {
    pub fn new() -> Lines<M> {
        // All memory is taken here: a line that starts at ply p holds at most MAX_PLY - p moves.
        let moves = (0..MAX_PLY + 2).map(|ply| Vec::with_capacity(MAX_PLY + 2 - ply)).collect();
        Lines { moves, ends: vec![End::Static; MAX_PLY + 2] }
    }

    /// The line at `ply` ends here.
    #[inline]
    pub fn stop(&mut self, ply: usize, end: End) {
        self.moves[ply].clear();
        self.ends[ply] = end;
    }

    /// The line at `ply` is `mv`, then the line at the next ply.
    #[inline]
    pub fn extend(&mut self, ply: usize, mv: M) {
        let (here, below) = self.moves.split_at_mut(ply + 1);
        let here = &mut here[ply];
        here.clear();
        here.push(mv);
        here.extend_from_slice(&below[0]);
        self.ends[ply] = self.ends[ply + 1];
    }

    /// The line at `ply` is `mv`, and what follows is not known.
    pub fn guess(&mut self, ply: usize, mv: M) {
        self.moves[ply].clear();
        self.moves[ply].push(mv);
        self.ends[ply] = End::Unknown;
    }

    /// The line at `ply` and how it ends.
    pub fn at(&self, ply: usize) -> (&[M], End) {
        (&self.moves[ply], self.ends[ply])
    }
}
