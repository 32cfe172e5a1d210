//! Where a command puts its files: `chess-1.tdrun` with `chess-1.tdw` and `chess-1.html` beside it.

use std::path::PathBuf;

/// The first free name `GAME-N.tdrun` in this folder, or with `resume` the last one there is.
pub fn default_path(game: &str, resume: bool) -> Option<PathBuf> {
    let name = |n: u32| PathBuf::from(format!("{game}-{n}.tdrun"));
    let free = (1..).find(|n| !name(*n).exists())?;
    if resume { (free > 1).then(|| name(free - 1)) } else { Some(name(free)) }
}
