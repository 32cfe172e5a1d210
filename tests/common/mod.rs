//! Running the command in an empty folder.

#![allow(dead_code)]

use std::path::Path;
use std::process::{Command, Output, Stdio};

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

/// The words of a command.
pub fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}
