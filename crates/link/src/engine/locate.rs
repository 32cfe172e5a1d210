//! Where a program is.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Debian puts engines into the first one, which is not on everybody's path.
const ALSO: [&str; 2] = ["/usr/games", "/usr/local/bin"];

/// The file of a program: a path if it contains a slash, otherwise looked up on the path and where games are.
pub(super) fn locate(program: &str) -> Result<PathBuf, String> {
    if program.contains('/') {
        let path = std::path::absolute(program).map_err(|error| format!("'{program}' is no path: {error}"))?;
        return match (path.is_file(), executable(&path)) {
            (true, true) => Ok(path),
            (true, false) => Err(format!("'{program}' is not executable")),
            (false, _) => Err(format!("there is no program '{program}' (looked for {})", path.display())),
        };
    }
    let places = places();
    let found = places.iter().filter_map(|place| std::path::absolute(place.join(program)).ok());
    found.into_iter().find(|path| path.is_file() && executable(path)).ok_or_else(|| {
        let places: Vec<String> = places.iter().map(|place| place.display().to_string()).collect();
        format!("there is no program '{program}' in {}", places.join(", "))
    })
}

/// The path for the program: ours and the places of engines, because some are wrappers that call others by name.
pub(super) fn search_path() -> OsString {
    // A directory whose name contains a colon cannot be joined; then the path stays as it is.
    env::join_paths(places()).unwrap_or_else(|_| env::var_os("PATH").unwrap_or_default())
}

fn places() -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> = Vec::new();
    for place in env::split_paths(&path).chain(ALSO.map(PathBuf::from)) {
        if !place.as_os_str().is_empty() && !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

#[cfg(unix)]
fn executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn executable(_: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_where_it_was_looked_for() {
        let error = locate("no-such-engine").unwrap_err();
        assert!(error.contains("'no-such-engine'") && error.contains("/usr/games"), "{error}");
        let error = locate("./no/such/engine").unwrap_err();
        assert!(error.contains("'./no/such/engine'"), "{error}");
        assert!(locate("/etc/passwd").unwrap_err().contains("not executable"));
        assert!(locate("sh").is_ok());
    }
}
