//! Networks by name, as players, and their learning runs: backgammon.

mod explain;
mod learn;
mod player;
mod report;

pub use explain::explain;
pub use learn::{is_run, learn, wanted};
pub use player::{FILE, NetworkPlayer, Seat};
pub use report::write as write_report;

use crate::usage::usage;
use anyhow::{Context, Result, anyhow};
use eval::network::{Judge, NetworkFile};
pub use experiments::Networks as Backgammoner;
use game::Encoding;
use games::backgammon::{Inputs, LEARNT};
use std::path::Path;
use store::{Meta, Run};

/// True if a player's name is that of networks.
pub fn named(game: &str, name: &str) -> bool {
    let ending = Path::new(name).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let run = || Run::read(name).and_then(|run| run.meta()).is_ok_and(|meta| is_run(&meta));
    game == "backgammon" && (name == crate::weights::LEARNT || ending == FILE || (ending == "tdrun" && run()))
}

/// The feature sets of networks: what they see.
pub const FEATURES: [&str; 2] = ["raw", "handmade"];

/// True if networks are meant: by their name, and by a feature set if one is asked for.
pub fn meant(game: &str, name: &str, features: Option<&str>) -> Result<bool> {
    if !named(game, name) {
        return Ok(false);
    }
    match features {
        None => Ok(true),
        Some(set) if FEATURES.contains(&set) => {
            let inputs = load(name)?.encoding.name();
            let other = || usage(format!("--features: '{name}' has the inputs {inputs}, not {set}"));
            inputs.starts_with(set).then_some(true).ok_or_else(other)
        }
        Some(_) => Ok(false),
    }
}

/// What a message about an unknown feature set of the game should add.
pub fn other_features(game: &str) -> String {
    if game == "backgammon" { format!("; for networks: {}", FEATURES.join(", ")) } else { String::new() }
}

/// Refuses a run of networks where weights with names are needed.
pub fn refuse(meta: &Meta, path: &Path) -> Result<()> {
    if !is_run(meta) {
        return Ok(());
    }
    let (path, file) = (path.display(), path.with_extension(FILE));
    let read = match file.exists() {
        true => format!(", or read {}", file.display()),
        false => format!("; {} is written at its end", file.display()),
    };
    Err(usage(format!("{path} is a run of networks, whose weights have no names: see tdleaf report{read}")))
}

/// The networks that `text` names: `learnt`, a run (the averages at its end) or a file.
pub fn load(text: &str) -> Result<Backgammoner> {
    if text == crate::weights::LEARNT {
        let file = NetworkFile::parse(LEARNT).expect("the shipped networks are right");
        return fitting(file);
    }
    let path = Path::new(text);
    if !path.exists() {
        return Err(usage(format!("no networks '{text}': neither 'learnt' nor a file")));
    }
    if path.extension().is_some_and(|extension| extension == "tdrun") {
        let run = Run::read(path)?;
        let meta = run.meta()?;
        let inputs = Inputs::named(&meta.features).filter(|_| meta.game == "backgammon");
        let other = || anyhow!("{text} is a run of {} / {}, not of a network", meta.game, meta.features);
        return Ok(lab::diced::averages(&run, inputs.ok_or_else(other)?)?);
    }
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {text}"))?;
    NetworkFile::parse(&bytes).map_err(anyhow::Error::from).and_then(fitting).with_context(|| text.to_string())
}

/// The networks of a file, whatever inputs of ours they have.
fn fitting(file: NetworkFile) -> Result<Backgammoner> {
    let names = ["raw-a", "raw-b", "handmade-a", "handmade-b"];
    // A name that is not ours is refused with both names.
    let inputs = Inputs::named(&file.inputs).unwrap_or(Inputs::named(names[0]).expect("the first name is right"));
    Ok(Judge::read(inputs, file)?)
}

/// What networks are, in a line.
pub fn title(judge: &Backgammoner) -> String {
    let hidden: Vec<String> = judge.networks.iter().map(|network| network.hidden().to_string()).collect();
    format!("{}, {} inputs, {} hidden", judge.encoding.name(), judge.encoding.count(), hidden.join(" and "))
}
