//! Where a command puts its files: `chess-1.tdrun` with `chess-1.tdw` and `chess-1.html` beside it.

use std::path::PathBuf;

/// The name `GAME-N.tdrun` after the last one in this folder, or with `resume` the last one.
pub fn default_path(game: &str, resume: bool) -> Option<PathBuf> {
    let name = |n: u32| PathBuf::from(format!("{game}-{n}.tdrun"));
    let files = std::fs::read_dir(".").into_iter().flatten().flatten();
    let numbers = files.filter_map(|file| {
        let text = file.file_name().into_string().ok()?;
        text.strip_prefix(game)?.strip_prefix('-')?.strip_suffix(".tdrun")?.parse::<u32>().ok()
    });
    let last = numbers.max();
    if resume { last.map(name) } else { Some(name(last.unwrap_or(0) + 1)) }
}
