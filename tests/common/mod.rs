//! Running the command in an empty folder.

#![allow(dead_code)]

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// The command, ready to run in `folder`.
pub fn tdleaf(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tdleaf"));
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    command
}

/// Runs the command.
pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    tdleaf(folder, arguments).output().unwrap()
}

/// What a command that succeeds prints.
pub fn good(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "tdleaf {}: {errors}", arguments.join(" "));
    String::from_utf8(output.stdout).unwrap()
}

/// What a command complains about that ends with `code`.
pub fn bad(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = run(folder, arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "tdleaf {}: {errors}", arguments.join(" "));
    assert!(!errors.contains("panicked"), "tdleaf {}: {errors}", arguments.join(" "));
    errors
}

/// Kills a command again and again, at moments that follow no pattern, goes on (with `--resume` if that is how) as soon as
/// `kept` is there, and lets it end at last. `whole` is how long it takes without kills.
pub fn killed(folder: &Path, command: &str, kept: &str, kills: u64, whole: Duration) -> String {
    let resume = |there: bool| if there && !kept.ends_with(".tdexp") { " --resume" } else { "" };
    let command = || format!("{command}{}", resume(folder.join(kept).exists()));
    let (mut halfway, mut whole) = (0, whole);
    for attempt in 0..4 * kills {
        if halfway == kills {
            break;
        }
        let mut child = tdleaf(folder, &words(&command())).stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
        // From 2 to 41 hundredths of the whole, however fast the machine is: kills fall before, between and during saves.
        let hundredths = 2 + (attempt * 17 + u64::from(std::process::id()) * 31) % 40;
        std::thread::sleep(whole * hundredths as u32 / 100);
        let running = child.try_wait().unwrap().is_none();
        child.kill().unwrap();
        let status = child.wait().unwrap();
        assert!(running || status.success(), "after a kill it could not be gone on with: {}", command());
        let begun = folder.join(kept).exists() && games(folder, kept) > 0;
        match (running, begun) {
            (true, true) => halfway += 1,
            (true, false) => whole = whole * 3 / 2,
            // The machine is faster than it was: it begins anew, and is killed sooner.
            (false, _) => {
                forget(folder, kept);
                whole = whole * 2 / 3;
            }
        }
    }
    assert!(halfway > 0, "it was never killed with something kept and something left: {}", command());
    good(folder, &words(&command()))
}

/// Removes a file and those that have its name with other endings.
fn forget(folder: &Path, kept: &str) {
    let stem = Path::new(kept).file_stem();
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.file_stem() == stem).for_each(|path| std::fs::remove_file(path).unwrap());
}

/// The games that a run, a record of a match or a file of experiments has.
fn games(folder: &Path, kept: &str) -> u64 {
    if kept.ends_with(".pgn") {
        return std::fs::read_to_string(folder.join(kept)).unwrap().matches("[Result").count() as u64;
    }
    if kept.ends_with(".tdexp") {
        let sum = "SELECT coalesce(sum(games), 0) FROM run";
        let db = rusqlite::Connection::open(folder.join(kept)).unwrap();
        return db.query_row(sum, [], |row| row.get::<_, i64>(0)).unwrap_or(0) as u64;
    }
    store::Run::read(folder.join(kept)).unwrap().checkpoint().unwrap().map_or(0, |checkpoint| checkpoint.games)
}

/// A program that speaks UCI and does `answer` when it is to move.
#[cfg(unix)]
pub fn program(folder: &Path, name: &str, answer: &str) -> std::path::PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do case \"$line\" in\n uci) echo id name {name}; echo uciok;;\n \
         isready) echo readyok;;\n go*) {answer};;\n quit) exit 0;;\nesac; done\n"
    );
    let path = folder.join(name);
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// The words of a command.
pub fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}
