//! Where a command puts its files: `chess-1.tdrun` with `chess-1.tdw` and `chess-1.html` beside it.

use anyhow::{Context, Result};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The first free name `GAME-N.tdrun` in this folder, or with `resume` the last one there is.
pub fn default_path(game: &str, resume: bool) -> Option<PathBuf> {
    let name = |n: u32| PathBuf::from(format!("{game}-{n}.tdrun"));
    let free = (1..).find(|n| !name(*n).exists())?;
    if resume { (free > 1).then(|| name(free - 1)) } else { Some(name(free)) }
}

/// Writes a whole file or nothing: first beside it, then renamed.
pub fn write(path: &Path, text: &str) -> Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = PathBuf::from(beside);
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&beside, path)
    });
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written.with_context(|| format!("cannot write {}", path.display()))
}
