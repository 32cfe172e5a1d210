//! `tdleaf learn backgammon`: self-play, learning, a match with pubeval, and a report.

use super::{Backgammoner, FEATURES, load, title};
use crate::learn::{LearnArgs, quoted};
use crate::show::Progress;
use crate::usage::{threads, usage};
use crate::{draft, remark, say, stop};
use anyhow::{Context, Result};
use eval::network::{Judge, Loss, Precision};
use experiments::against_pubeval;
use game::Encoding;
use games::backgammon::{Inputs, Reading};
use lab::diced::{DicedEvent, DicedSettings, DicedTrainer};
use lab::{Method, policy};
use learn::LearnError;
use learn::network::Update;
use learn::step::StepSettings;
use serde_json::Value;
use std::path::Path;
use std::sync::atomic::Ordering;
use store::Meta;

/// The game.
const GAME: &str = "backgammon";
/// Games unless told otherwise, by one ply and by two.
const GAMES: (u64, u64) = (200_000, 5_000);
/// Games of the match at the end.
const MATCH: u64 = 10_000;

/// True if a run is one of networks.
pub fn is_run(meta: &Meta) -> bool {
    meta.game == GAME && Inputs::named(&meta.features).is_some()
}

/// True if the command wants a network to learn.
pub fn wanted(args: &LearnArgs) -> bool {
    args.game == GAME && args.features.as_deref().is_none_or(|set| FEATURES.contains(&set))
}

/// Runs the command; `saved` are the settings of the run that goes on.
pub fn learn(args: &LearnArgs, path: &Path, saved: Option<Value>) -> Result<()> {
    refuse_others(args)?;
    let going_on = saved.is_some();
    let base = match saved {
        Some(saved) => serde_json::from_value(saved).with_context(|| format!("{}: settings", path.display()))?,
        None => start(args)?,
    };
    let planned = base.games;
    let settings = settings(args, base, going_on)?;
    let inputs =
        Inputs::named(&settings.inputs).ok_or_else(|| usage(format!("unknown inputs '{}'", settings.inputs)))?;
    settings.check().map_err(usage)?;
    settings.learn.check(inputs.classes()).map_err(|error| match error {
        LearnError::Setting { field, problem } if field == "step" => usage(format!("--step: {problem}")),
        error => usage(error.to_string()),
    })?;
    let threads = threads(args.threads)?;
    let file = path.with_extension("safetensors");
    let page = path.with_extension("html");
    draft::distinct(&[("the run", path), ("its networks", &file), ("its report", &page)])?;
    if let Some(taken) = [&file, &page].into_iter().find(|file| !path.exists() && file.exists()) {
        return Err(usage(format!("{} exists and would be overwritten; use another --run", taken.display())));
    }
    let mut trainer = if going_on {
        let trainer = DicedTrainer::resume(path, settings, inputs)?;
        tell_schedule(trainer.settings(), planned);
        trainer
    } else {
        let judge = beginning(&settings, inputs)?;
        DicedTrainer::in_memory(settings, judge)?.kept(path, env!("CARGO_PKG_VERSION"))?
    };
    let stopped = stop::on_ctrl_c("stopping after this batch of games");
    let (total, seed) = (trainer.settings().games, trainer.settings().seed);
    let mut progress = Progress::new(&format!("learning {GAME}"), trainer.games(), total);
    let mut known = String::new();
    let done = trainer.run(
        threads,
        || stopped.load(Ordering::Relaxed),
        |judge, games| against_pubeval(judge, games, seed, threads),
        |event| match event {
            DicedEvent::Learnt { games, rate } => progress.at(games, || format!("rate {rate:.4}  {known}")),
            DicedEvent::Tested { games, points } => {
                known = format!("{:+.3} ± {:.3} points per game after {games} games", points.mean, points.error);
            }
        },
    )?;
    progress.finish();
    let (games, (seconds, cpu)) = (trainer.games(), trainer.seconds());
    if !done {
        remark!("stopped after {games} of {total} games; everything is in {}", path.display());
        remark!("go on with:  tdleaf learn {GAME} --run {} --resume", quoted(path));
        return Ok(());
    }
    say!("{games} games in {seconds:.0} s ({:.1} per CPU-second)", games as f64 / cpu.max(1e-9));
    let average = trainer.learner().average().clone();
    drop(trainer);
    say!("learnt   {}", title(&average));
    let wanted = args.match_games.unwrap_or(MATCH);
    if wanted > 0 {
        let points = against_pubeval(&average, wanted, seed.wrapping_add(1), threads);
        say!(
            "against pubeval, one ply, {} games: {:+.3} ± {:.3} points per game, {:.1} % won, gammons {:.1} % won, {:.1} % lost",
            points.games,
            points.mean,
            points.error,
            100.0 * points.won,
            100.0 * points.gammons.0,
            100.0 * points.gammons.1
        );
    }
    let lineage = format!("{}, {games} games, seed {seed}, average", path.display());
    draft::write_bytes(&file, &average.file(lineage).bytes(Precision::Single))?;
    super::write_report(path, &page)?;
    say!("run      {}", path.display());
    say!("networks {}", file.display());
    say!("report   {}", page.display());
    say!("next     tdleaf match {GAME} {} pubeval --games 1000", quoted(&file));
    Ok(())
}

/// Rates that fall over the games that were asked for at first do not fall more slowly because there are more.
fn tell_schedule(settings: &DicedSettings, planned: u64) {
    if let StepSettings::Exponential(fall) = settings.learn.step
        && settings.games > planned
    {
        let (to, over, games) = (fall.to, fall.games, settings.games);
        remark!(
            "the rate falls to {to} over {over} games, as the run began, and then stays there: a new run of {games} games learns otherwise"
        );
    }
}

/// The networks that a run starts from.
fn beginning(settings: &DicedSettings, inputs: Inputs) -> Result<Backgammoner> {
    if settings.start == "random" {
        return Ok(Judge::random(inputs, &settings.hidden, settings.seed));
    }
    let judge = load(&settings.start).context("--start")?;
    if judge.encoding != inputs {
        let (found, wanted) = (judge.encoding.name(), inputs.name());
        return Err(usage(format!("--start: '{}' has the inputs {found}, not {wanted}", settings.start)));
    }
    Ok(judge)
}

/// The usual settings of a new run: those of the networks that it starts from, if it does.
fn start(args: &LearnArgs) -> Result<DicedSettings> {
    let searched = matches!(args.method, Some(Method::Tdleaf | Method::TdDirected));
    let games = args.games.unwrap_or(if searched { GAMES.1 } else { GAMES.0 });
    let reading = match args.inputs.as_deref() {
        None | Some("a") => Reading::A,
        Some("b") => Reading::B,
        Some(other) => return Err(usage(format!("--inputs must be a or b, not '{other}'"))),
    };
    let inputs = Inputs { reading, handmade: args.features.as_deref() == Some("handmade") };
    let mut settings = DicedSettings::new(GAME, inputs.name(), games);
    settings.hidden.truncate(inputs.classes());
    if let Some(text) = args.start.as_ref().filter(|text| *text != "random") {
        let judge = load(text).context("--start")?;
        if (args.inputs.is_some() || args.features.is_some()) && judge.encoding != inputs {
            let found = judge.encoding.name();
            return Err(usage(format!("--start: '{text}' has the inputs {found}, not {}", inputs.name())));
        }
        settings.inputs = judge.encoding.name();
        settings.hidden = judge.networks.iter().map(|network| network.hidden()).collect();
        settings.start = text.clone();
    }
    if searched {
        settings.plies = 2;
    }
    if args.method == Some(Method::Tdleaf) {
        // The gradient of an expectation is that of its parts.
        settings.learn.loss = Loss::Squared;
    }
    Ok(settings)
}

/// The settings with what the options change.
fn settings(args: &LearnArgs, mut settings: DicedSettings, going_on: bool) -> Result<DicedSettings> {
    macro_rules! take {
        ($($option:ident),*) => { $(if let Some(value) = args.$option { settings.$option = value; })* };
    }
    take!(games, batch, seed, method, plies);
    settings.filter = args.filter.or(settings.filter);
    if let Some(list) = &args.hidden {
        let classes = Inputs::named(&settings.inputs).map_or(1, |inputs| inputs.classes());
        if list.len() > classes {
            let (set, list) = (&settings.inputs, list.iter().map(usize::to_string).collect::<Vec<_>>().join(","));
            let count =
                if classes == 1 { "one network, so one number" } else { "two networks, so at most two numbers" };
            return Err(usage(format!("--hidden {list}: the inputs {set} have {count}")));
        }
        if !going_on && settings.start != "random" && *list != settings.hidden {
            return Err(usage(format!("--hidden: '{}' has {:?} hidden units", settings.start, settings.hidden)));
        }
        // Older runs have a number for races even where there is no network for them.
        if !(going_on && settings.hidden.iter().take(classes).eq(list)) {
            settings.hidden.clone_from(list);
        }
    }
    if going_on {
        let given = [("--inputs", &args.inputs), ("--start", &args.start)];
        let own = [settings.inputs.rsplit('-').next().unwrap_or_default(), &settings.start];
        for ((option, given), own) in given.into_iter().zip(own) {
            if given.as_deref().is_some_and(|given| given != own) {
                return Err(usage(format!(
                    "{option}: the run has '{own}', not '{}'",
                    given.as_deref().unwrap_or_default()
                )));
            }
        }
    }
    if let Some(text) = &args.step {
        settings.learn.step = policy::step(text).map_err(usage)?;
    }
    if let Some(text) = &args.lambda {
        settings.learn.lambda = policy::lambda(text).map_err(usage)?;
    }
    match args.update.as_deref() {
        None => {}
        Some("position") => settings.learn.update = Update::Position,
        Some("game") => settings.learn.update = Update::Game,
        Some(other) => return Err(usage(format!("--update must be position or game, not '{other}'"))),
    }
    match args.loss.as_deref() {
        None => {}
        Some("squared") => settings.learn.loss = Loss::Squared,
        Some("entropy") => settings.learn.loss = Loss::Entropy,
        Some(other) => return Err(usage(format!("--loss must be squared or entropy, not '{other}'"))),
    }
    Ok(settings)
}

/// Options of the other games mean nothing here.
fn refuse_others(args: &LearnArgs) -> Result<()> {
    let given = [
        ("--sets", args.sets.is_some()),
        ("--profile", args.profile.is_some()),
        ("--depth", args.depth.is_some()),
        ("--nodes", args.nodes.is_some()),
        ("--pool", args.pool.is_some()),
        ("--from", args.from.is_some()),
        ("--as", args.by.is_some()),
        ("--trial", args.trial.is_some()),
        ("--rating", args.rating.is_some()),
        ("--spread", args.spread.is_some()),
        ("--given-up", args.given_up.is_some()),
        ("--sliding", args.sliding.is_some()),
        ("--rule", args.rule.is_some()),
        ("--update-every", args.update_every.is_some()),
        ("--cap", args.cap.is_some()),
        ("--decided", args.decided.is_some()),
        ("--pull", args.pull.is_some()),
        ("--noise", args.noise.is_some()),
        ("--opening", args.opening.is_some()),
        ("--warmup", args.warmup.is_some()),
        ("--squash", args.squash.is_some()),
        ("--steepness", args.steepness.is_some()),
        ("--learn-steepness", args.learn_steepness),
        ("--freeze", !args.freeze.is_empty()),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(usage(format!("{option} has no part in learning a network for {GAME}"))),
        None => Ok(()),
    }
}
