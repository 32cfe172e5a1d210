//! The record of a match: a PGN file to which every finished game is added, and from which a match goes on.

use anyhow::{Context, Result, anyhow, bail};
use arena::{Pace, pgn};
use game::Game;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// What every game of a record begins with.
pub const EVENT: &str = "tdleaf match";
/// The tag that says how many points were won, if more than one.
pub const POINTS: &str = "Points";
/// The tag that says how the match is played.
pub const CONDITIONS: &str = "Conditions";

/// A game that the record holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its number, from 0.
    pub number: u64,
    /// Points of the first player: 1, 0 or -1; in backgammon up to 3.
    pub points: i32,
    /// What the loser did wrong, if the game was not lost on the board: the PGN word for it.
    pub fault: Option<String>,
}

/// A record that is open for more games. Nobody else can open it meanwhile.
pub struct RecordFile {
    path: PathBuf,
    file: File,
}

impl RecordFile {
    /// Starts a record. A file that exists is left alone.
    pub fn create(path: &Path) -> Result<RecordFile> {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let file = file.map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => anyhow!(
                "{} exists; go on with that match by --resume, or choose another file with --pgn",
                path.display()
            ),
            _ => anyhow::Error::new(error).context(format!("cannot write {}", path.display())),
        })?;
        lock(&file, path)?;
        Ok(RecordFile { path: path.to_path_buf(), file })
    }

    /// Goes on with a record. A last game that was cut off is dropped; games of other conditions are refused.
    pub fn resume(path: &Path, conditions: &str) -> Result<(RecordFile, Vec<Played>)> {
        let context = || format!("cannot open {} to go on with its match", path.display());
        let mut file = OpenOptions::new().read(true).write(true).open(path).with_context(context)?;
        lock(&file, path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(context)?;
        // Only the last game can be cut within a letter.
        let text = String::from_utf8_lossy(&bytes);
        let games = pgn::games(&text);
        let begin = format!("[Event \"{EVENT}\"]");
        if !text.starts_with(&begin) && !begin.starts_with(&*text) {
            bail!("{} is not the record of a match by tdleaf", path.display());
        }
        let mut played: Vec<Played> = Vec::new();
        let mut end = 0;
        for game in games.iter().take_while(|game| game.result.is_some()) {
            let game = read(game, conditions).with_context(|| path.display().to_string())?;
            end = games[played.len()].end;
            if played.iter().any(|other| other.number == game.number) {
                bail!("{}: game {} is there twice", path.display(), game.number + 1);
            }
            played.push(game);
        }
        if played.len() + 1 < games.len() {
            bail!("{}: game {} of the file has no result", path.display(), played.len() + 1);
        }
        let end = text[..end].trim_end().len();
        let ending = if end == 0 { "" } else { "\n\n" };
        let tidy = file.set_len(end as u64).and_then(|()| file.seek(SeekFrom::End(0)));
        tidy.and_then(|_| file.write_all(ending.as_bytes())).with_context(context)?;
        Ok((RecordFile { path: path.to_path_buf(), file }, played))
    }

    /// Adds a game. When this returns it is on the disk.
    pub fn append(&mut self, game: &str) -> Result<()> {
        let written = self.file.write_all(game.as_bytes()).and_then(|()| self.file.sync_data());
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

fn lock(file: &File, path: &Path) -> Result<()> {
    match file.try_lock() {
        Err(std::fs::TryLockError::WouldBlock) => bail!("another match is writing {}", path.display()),
        // Some file systems have no locks.
        _ => Ok(()),
    }
}

fn read(game: &pgn::Game, conditions: &str) -> Result<Played> {
    let round = game.tag("Round").unwrap_or_default();
    let wrong = || format!("line {}: Round must be the number of a game, not '{round}'", game.line);
    let number: u64 = round.parse().ok().filter(|number| *number > 0).with_context(wrong)?;
    let tag = game.tag(CONDITIONS).unwrap_or_default();
    if tag != conditions {
        let list = |text: &str| text.split("; ").map(str::to_string).collect::<Vec<_>>();
        let (old, new) = (list(tag), list(conditions));
        let only = |a: &[String], b: &[String]| {
            a.iter().filter(|part| !b.contains(part)).cloned().collect::<Vec<_>>().join("; ")
        };
        let (mut there, mut now) = (only(&old, &new), only(&new, &old));
        let mut what = "under other conditions";
        if there.is_empty() && now.is_empty() {
            let moved = old.iter().zip(&new).filter(|(a, b)| a != b);
            let (a, b): (Vec<_>, Vec<_>) = moved.map(|(a, b)| (a.as_str(), b.as_str())).unzip();
            (there, now, what) = (a.join("; "), b.join("; "), "with the players in another order");
        }
        bail!("the match was played {what}: there {there}, now {now}; give the same options, or another --pgn");
    }
    let points = match (game.tag("Result"), game.result.as_deref()) {
        (Some("1-0"), Some("1-0")) => 1,
        (Some("0-1"), Some("0-1")) => -1,
        (Some("1/2-1/2"), Some("1/2-1/2")) => 0,
        (tag, result) => bail!("game {number} has the results {tag:?} and {result:?}"),
    };
    let size = match game.tag(POINTS) {
        None => 1,
        Some(text) => {
            let wrong =
                || format!("game {number}: {POINTS} must be 2 or 3, and missing in a single game, not '{text}'");
            text.parse().ok().filter(|size| (2..=3).contains(size)).with_context(wrong)?
        }
    };
    let points: i32 = points * size;
    let fault = game.tag("Termination").filter(|kind| !["normal", "adjudication"].contains(kind));
    Ok(Played { number: number - 1, points, fault: fault.map(str::to_string) })
}

/// The tags of a game beside those that every PGN file has.
pub fn tags<G: Game>(paces: [Pace; 2], conditions: &str) -> Vec<(String, String)> {
    let text = |pace: Pace| match pace {
        Pace::Clock(control) => control.to_string(),
        Pace::Move(time) => format!("{}/move", time.as_secs_f64()),
        Pace::Free => "-".to_string(),
    };
    let mut tags = Vec::new();
    if G::NAME != "chess" {
        tags.push(("Variant".to_string(), G::NAME.to_string()));
    }
    let [white, black] = paces.map(text);
    if white == black {
        tags.push(("TimeControl".to_string(), white));
    } else {
        tags.push(("WhiteTimeControl".to_string(), white));
        tags.push(("BlackTimeControl".to_string(), black));
    }
    tags.push((CONDITIONS.to_string(), conditions.to_string()));
    tags
}

/// Today, as PGN writes it (in UTC).
pub fn date() -> String {
    let days = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() / 86_400) as i64;
    // H. Hinnant, "chrono-compatible low-level date algorithms": years begin in March, eras have 400 years.
    let shifted = days + 719_468;
    let (era, day) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    format!("{:04}.{month:02}.{day:02}", year + era * 400 + i64::from(month <= 2))
}

/// The name `GAME-match-N.pgn` after the last one in this folder, or with `resume` the last one.
pub fn default_path(game: &str, resume: bool) -> Option<PathBuf> {
    let name = |n: u32| PathBuf::from(format!("{game}-match-{n}.pgn"));
    let files = std::fs::read_dir(".").into_iter().flatten().flatten();
    let numbers = files.filter_map(|file| {
        let text = file.file_name().into_string().ok()?;
        text.strip_prefix(game)?.strip_prefix("-match-")?.strip_suffix(".pgn")?.parse::<u32>().ok()
    });
    let last = numbers.max();
    if resume { last.map(name) } else { Some(name(last.unwrap_or(0) + 1)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u64, conditions: &str) -> String {
        format!(
            "[Event \"{EVENT}\"]\n[Round \"{number}\"]\n[White \"é\"]\n[Result \"1-0\"]\n[Termination \"time forfeit\"]\n\
             [Conditions \"{conditions}\"]\n\n1. e4 {{+0.10/1 0.1s}} 1-0\n\n"
        )
    }

    #[test]
    fn a_record_that_is_cut_anywhere_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.pgn");
        let (one, two) = (game(1, "c"), game(2, "c"));
        let whole = format!("{one}{two}");
        for cut in 0..=whole.len() {
            std::fs::write(&path, &whole.as_bytes()[..cut]).unwrap();
            let (mut record, played) = RecordFile::resume(&path, "c").unwrap();
            // A result at the very end is complete without the empty line after it.
            let complete = usize::from(cut + 2 >= one.len()) + usize::from(cut + 2 >= whole.len());
            assert_eq!(played.len(), complete, "cut at {cut}");
            assert!(played.iter().all(|game| game.points == 1 && game.fault.as_deref() == Some("time forfeit")));
            for (number, text) in [(0, &one), (1, &two)] {
                if played.iter().all(|game| game.number != number) {
                    record.append(text).unwrap();
                }
            }
            drop(record);
            assert_eq!(std::fs::read_to_string(&path).unwrap(), whole, "cut at {cut}");
        }
    }

    #[test]
    fn what_does_not_fit_is_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.pgn");
        for (content, expected) in [
            (game(1, "seed 1; depth 2"), "there depth 2, now depth 3"),
            ("[Event \"Linares\"]\n\n1. e4 *\n".to_string(), "not the record"),
            (format!("{}{}", game(1, "seed 1; depth 3"), game(1, "seed 1; depth 3")), "twice"),
            (game(1, "seed 1; depth 3").replace("1-0\n\n", "0-1\n\n"), "results"),
            (game(1, "depth 3; seed 1"), "in another order: there depth 3; seed 1, now seed 1; depth 3"),
            (game(7, "seed 1; depth 3").replace("[Cond", "[Points \"1\"]\n[Cond"), "game 7: Points must be 2 or 3"),
            (game(1, "c").replace("Round \"1\"", "Round \"x\""), "line 1: Round must be"),
        ] {
            std::fs::write(&path, &content).unwrap();
            let error = format!("{:#}", RecordFile::resume(&path, "seed 1; depth 3").err().unwrap());
            assert!(error.contains(expected), "{error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), content);
        }
        let error = RecordFile::create(&path).err().unwrap().to_string();
        assert!(error.contains("--resume"), "{error}");
    }
}
