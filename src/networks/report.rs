//! The report of a network's run.

use super::{Backgammoner, load};
use crate::draft;
use crate::learn::quoted;
use anyhow::{Context, Result};
use eval::network::Bench;
use game::{Encoding, Game};
use games::backgammon::{Backgammon, Board, Inputs, Move, Roll, drawing};
use lab::diced::{self, DicedSettings, Opening};
use std::path::Path;
use store::Run;

/// The rolls whose play is shown.
const ROLLS: [(u8, u8); 3] = [(3, 1), (6, 5), (4, 3)];

/// Writes the page of a run.
pub fn write(path: &Path, page: &Path) -> Result<()> {
    let run = Run::read(path)?;
    let meta = run.meta()?;
    let settings: DicedSettings =
        serde_json::from_value(meta.settings.clone()).with_context(|| format!("{}: settings", path.display()))?;
    let judge = load(&path.display().to_string())?;
    draft::write(page, &diced::page(&run, &meta, &settings, &openings(&judge), &command(&settings))?)
}

/// How the networks begin a game.
fn openings(judge: &Backgammoner) -> Vec<Opening> {
    let mut bench = Bench::default();
    let one = |(high, low)| {
        let roll = Roll::new(high, low).expect("dice have from one to six eyes");
        let best = judge.choose(&Board::START, roll, &mut bench);
        let position = Backgammon::start().after(Move::Roll(roll));
        let mv = game::Diced::leading_to(&position, &best.board).expect("it is one of the plays");
        let title = format!("{roll}: {}", position.write_move(mv));
        Opening { title, drawing: drawing::svg(&best.board), outlook: best.outlook }
    };
    ROLLS.map(one).into_iter().collect()
}

/// The command that gives this run again.
fn command(settings: &DicedSettings) -> String {
    let (features, reading) = settings.inputs.split_once('-').unwrap_or(("raw", "a"));
    // Older runs have a number for races even where there is no network for them.
    let classes = Inputs::named(&settings.inputs).map_or(1, |inputs| inputs.classes());
    let hidden: Vec<String> = settings.hidden.iter().take(classes).map(usize::to_string).collect();
    let text = |value: &serde_json::Value| value.to_string().replace('\'', "");
    let learn = serde_json::to_value(&settings.learn).expect("settings have a JSON form");
    let mut command = format!(
        "tdleaf learn backgammon --features {features} --inputs {reading} --hidden {} --games {} --batch {} --seed {} \
         --step '{}' --lambda '{}' --loss {} --update {}",
        hidden.join(","),
        settings.games,
        settings.batch,
        settings.seed,
        text(&learn["step"]),
        text(&learn["lambda"]),
        learn["loss"].as_str().unwrap_or_default(),
        learn["update"].as_str().unwrap_or_default(),
    );
    if settings.plies == 2 {
        let method = serde_json::to_value(settings.method).expect("a method has a name");
        command += &format!(" --method {}", method.as_str().unwrap_or_default());
        command += &settings.filter.map_or(String::new(), |filter| format!(" --filter {filter}"));
    }
    if settings.start != "random" {
        command += &format!(" --start {}", quoted(Path::new(&settings.start)));
    }
    command
}
