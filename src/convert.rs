//! `tdleaf convert GAME FROM TO`: game records in another form.

use crate::usage::usage;
use crate::{draft, remark, say};
use anyhow::{Context, Result, anyhow};
use arena::{Fault, read_games, record_endings, replayed, write_games};
use clap::Args;
use game::{Features, Game, Transcript};
use games::list::{Visitor, with};
use std::path::{Path, PathBuf};

/// Write game records in another form: PGN, in shogi CSA and KIF, in backgammon .mat.
#[derive(Args)]
#[command(
    after_help = "The ending of a name says which form a file has: .pgn; in shogi also .csa, .kif and .kifu, in backgammon .mat.

Examples:
  tdleaf convert shogi shogi-match-1.pgn games.csa
  tdleaf convert shogi old.kif games.pgn
  tdleaf convert backgammon backgammon-match-1.pgn session.mat"
)]
pub struct ConvertArgs {
    /// The game
    pub game: String,
    /// The file to read
    pub from: PathBuf,
    /// The file to write
    pub to: PathBuf,
}

/// Runs the command.
pub fn run(args: &ConvertArgs) -> Result<()> {
    with(&args.game, None, Convert { args }).map_err(usage)?
}

struct Convert<'a> {
    args: &'a ConvertArgs,
}

impl Visitor for Convert<'_> {
    type Output = Result<()>;

    fn visit<G: Game, F: Features<G>>(self, _features: F) -> Result<()> {
        let ConvertArgs { from, to, .. } = self.args;
        let endings = record_endings::<G>();
        for path in [from, to] {
            let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
            if !endings.contains(&ending.as_str()) {
                let (path, endings) = (path.display(), endings.join(", ."));
                return Err(usage(format!("{path}: records of {} are files that end with .{endings}", G::NAME)));
            }
        }
        draft::distinct(&[("the games", from), ("the converted games", to)])?;
        if to.exists() {
            return Err(usage(format!("{} exists and would be overwritten", to.display())));
        }
        let games = legal::<G>(from)?;
        let bytes = write_games::<G>(to, &games).map_err(|error| anyhow!("{}: {error}", from.display()))?;
        draft::write_bytes(to, &bytes)?;
        say!("{} games written to {}", games.len(), to.display());
        Ok(())
    }
}

/// The games of a file that can be replayed; the others are told.
fn legal<G: Game>(path: &Path) -> Result<Vec<Transcript>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut games = read_games::<G>(path, &bytes).map_err(|error| anyhow!("{}: {error}", path.display()))?;
    let mut skipped = 0;
    games.retain(|game| {
        let fault = replayed::<G>(game, usize::MAX).err();
        if let Some(Fault { line, why }) = &fault {
            skipped += 1;
            remark!("{}, line {line}: {why}; the game is skipped", path.display());
        }
        fault.is_none()
    });
    if games.is_empty() {
        return Err(anyhow!("{}: there is no game to convert ({skipped} skipped)", path.display()));
    }
    Ok(games)
}
