//! `tdleaf learn GAME`: self-play, learning, a short match, and a report, with nothing to choose.

use crate::show::{Progress, values};
use crate::usage::{threads, usage};
use crate::{draft, networks, pool, report, runfile, stop, teachers, weights};
use crate::{remark, say};
use anyhow::{Context, Result};
use clap::Args;
use eval::{Weights, WeightsFile};
use game::{Features, Game, Sets};
use games::list::{Visitor, with};
use lab::{Conditions, Event, Method, RunSettings, Trainer, against, last_fifth, occupancy, policy, trace, typical};
use search::Options;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::{Batch, EventRow, Run};

/// Learn an evaluation from nothing but the rules, by self-play.
#[derive(Args)]
#[command(after_help = "Examples:
  tdleaf learn chess                          what are the pieces worth?
  tdleaf learn chess --features half-board    and where should they stand?
  tdleaf learn chess --features half-board --sets stages   and is that the same in all stages of a game?
  tdleaf learn chess --sets classes --step classes:1,10    weights and rates for each class of positions
  tdleaf learn chess --depth 2 --games 10000 --step fixed:0.05 --lambda 0.95
  tdleaf learn chess --depth 3 --method treestrap
  tdleaf learn chess --run mine.tdrun --resume
  tdleaf learn chess --features knightcap --nodes 5000 --games 333 --pool default --trial 25   learn from others
  tdleaf learn chess --from games.pgn --start textbook    learn from recorded games
  tdleaf learn shogi --features kings         the men of shogi, their squares and how near they are to the kings
  tdleaf learn backgammon                     a network, by TD(lambda) and self-play
  tdleaf learn backgammon --features handmade --hidden 128,32 --games 1000000
  tdleaf learn walk --seed 7                  the random walk of the textbooks
What is not given is as was found best for the features: in chess with material 2,000 games at depth 4, --batch 8, --method tdleaf,
--step coherence:0.1, --lambda forgetting-decay:0.98,0.95,0.95, no noise, no random plies, --seed 1. All that a run used is told by
'tdleaf export RUN --json'.")]
pub struct LearnArgs {
    /// The game, such as chess or connect4; an unknown name lists all
    pub game: String,
    /// The feature set; in chess: material, pawn-ranks, rings, half-board, full-board, knightcap, positional; in shogi:
    /// material, hands, squares, kings; in backgammon: raw, handmade (networks), points
    #[arg(long)]
    pub features: Option<String>,
    /// Weight sets: one, stages (of the game, from the root), classes (of positions) or root-classes (from the root)
    #[arg(long)]
    pub sets: Option<Sets>,
    /// How to search: exact, strong or knightcap, and switches that differ: "strong null=off"
    #[arg(long)]
    pub profile: Option<String>,
    /// Search depth in plies
    #[arg(long)]
    pub depth: Option<u32>,
    /// Positions to search for each move, at most
    #[arg(long)]
    pub nodes: Option<u64>,
    /// Number of games
    #[arg(long)]
    pub games: Option<u64>,
    /// Learn by playing others instead of itself: default, engines, full, or a file with a rating and a player in each line
    #[arg(long)]
    pub pool: Option<String>,
    /// Learn from recorded games (PGN; in shogi also CSA and KIF) instead: every position is searched again
    #[arg(long, conflicts_with = "pool")]
    pub from: Option<PathBuf>,
    /// Of the records, only the moves of this player teach
    #[arg(long = "as", value_name = "NAME")]
    pub by: Option<String>,
    /// Take the records in an order that the seed says, another one each time through
    #[arg(long, requires = "from")]
    pub shuffle: bool,
    /// The first games against the pool that find the rating and teach nothing
    #[arg(long)]
    pub trial: Option<u64>,
    /// The rating before the first game against the pool [default: 1500]
    #[arg(long, allow_negative_numbers = true)]
    pub rating: Option<f64>,
    /// How near opponents of the pool must be in rating [default: 150]
    #[arg(long, allow_negative_numbers = true)]
    pub spread: Option<f64>,
    /// What a resignation or a loss on time counts for: result, or nothing
    #[arg(long)]
    pub given_up: Option<String>,
    /// Which surprises in games against others teach nothing: none, pos_unpredicted, pos_unpredicted_weaker, all_unpredicted,
    /// all_unpredicted_weaker, pos_always [default: pos_unpredicted with a pool, none at one ply]
    #[arg(long)]
    pub rule: Option<String>,
    /// They teach the less, the weaker the opponent: the lead at which ten points to one are expected (400, say)
    #[arg(long, allow_negative_numbers = true)]
    pub sliding: Option<f64>,
    /// Step size: coherence[:c], fixed:alpha, harmonic:alpha0,tau, linear:from,to,games, exponential:from,to,games,
    /// classes[:alpha0,tau], delta-bar-delta, adam[:alpha,tau]; those with a rate for each weight learn networks (raw inputs) with
    /// --update game and --loss squared only
    #[arg(long)]
    pub step: Option<String>,
    /// Lambda: a number, decay, forgetting-decay[:memory,start,most] or linear:from,to,games
    #[arg(long)]
    pub lambda: Option<String>,
    /// Games played with the same weights, then learnt one after the other
    #[arg(long)]
    pub batch: Option<u64>,
    /// Sum the updates of this many games before applying them
    #[arg(long)]
    pub update_every: Option<u64>,
    /// Largest change of a weight by one game
    #[arg(long, allow_negative_numbers = true)]
    pub cap: Option<f64>,
    /// Positions that are valued at more than so many pawns teach nothing: there the game is decided anyway
    #[arg(long, allow_negative_numbers = true)]
    pub decided: Option<f64>,
    /// Draw the weights towards the start by this share for each position that teaches: 0.0005, say
    #[arg(long, allow_negative_numbers = true)]
    pub pull: Option<f64>,
    /// Which positions learn from what: td, td-directed, tdleaf, rootstrap or treestrap
    #[arg(long, value_parser = method)]
    pub method: Option<Method>,
    /// Weights to start from: a file, a run or a preset; in chess: ones, zero, textbook, thesis; with positional: ones,
    /// zero, textbook, learnt; with knightcap: material, zero, pawns, handmade,
    /// trained
    #[arg(long)]
    pub start: Option<String>,
    /// Root noise in pawns
    #[arg(long, allow_negative_numbers = true)]
    pub noise: Option<f64>,
    /// Random plies at most before a game
    #[arg(long)]
    pub opening: Option<usize>,
    /// Games in which only the pieces are learnt, before their squares
    #[arg(long)]
    pub warmup: Option<u64>,
    /// From value to prediction: logistic, tanh or identity
    #[arg(long)]
    pub squash: Option<String>,
    /// Learn the steepness of the squashing function too
    #[arg(long)]
    pub learn_steepness: bool,
    /// Steepness of the squashing function
    #[arg(long, allow_negative_numbers = true)]
    pub steepness: Option<f64>,
    /// Weights that never change, by name (a pawn, say)
    #[arg(long, value_delimiter = ',')]
    pub freeze: Vec<String>,
    /// Threads; they change the speed, never the result
    #[arg(long)]
    pub threads: Option<usize>,
    /// The seed of all chance
    #[arg(long)]
    pub seed: Option<u64>,
    /// The run file [default: the next free GAME-N.tdrun]
    #[arg(long)]
    pub run: Option<PathBuf>,
    /// Go on with a run that was stopped
    #[arg(long)]
    pub resume: bool,
    /// Games of the match at the end; 0 for none [default: 200; backgammon: 10000]
    #[arg(long)]
    pub match_games: Option<u64>,
    /// Backgammon: how the 198 inputs show the men on a point: a (at least 1, 2, 3) or b (exactly 1, at least 2, exactly 3)
    #[arg(long)]
    pub inputs: Option<String>,
    /// Backgammon: hidden units; with handmade features also those of the network for races: 128,32
    #[arg(long, value_delimiter = ',')]
    pub hidden: Option<Vec<usize>>,
    /// Backgammon: plies by which moves are chosen, 1 or 2 [default: 1; tdleaf and td-directed: 2]
    #[arg(long)]
    pub plies: Option<u32>,
    /// Backgammon at two plies: only so many moves are looked at further, the best by one ply [default: all]
    #[arg(long)]
    pub filter: Option<usize>,
    /// Backgammon: when the weights move: after every position, or game
    #[arg(long)]
    pub update: Option<String>,
    /// Backgammon: what is made small: entropy, or squared errors
    #[arg(long)]
    pub loss: Option<String>,
}

fn method(text: &str) -> Result<Method, String> {
    match text {
        "td" => Ok(Method::Td),
        "td-directed" => Ok(Method::TdDirected),
        "tdleaf" => Ok(Method::Tdleaf),
        "rootstrap" => Ok(Method::Rootstrap),
        "treestrap" => Ok(Method::Treestrap),
        _ => Err("expected td, td-directed, tdleaf, rootstrap or treestrap".to_string()),
    }
}

/// The depth of searches that are limited by positions.
const DEEPEST: u32 = 20;

/// Runs the command.
pub fn run(args: &LearnArgs) -> Result<()> {
    let none = || usage(format!("there is no {}-N.tdrun here to resume; name it with --run", args.game));
    let path = match &args.run {
        Some(path) => path.clone(),
        None => runfile::default_path(&args.game, args.resume).ok_or_else(none)?,
    };
    // A run that goes on needs no options: the file knows them.
    let file = if args.resume { Some(Run::read(&path)?.meta()?) } else { None };
    if let Some(meta) = file.as_ref().filter(|meta| meta.game != args.game) {
        anyhow::bail!("{} is a run of {}, not of {}", path.display(), meta.game, args.game);
    }
    if file.as_ref().is_some_and(|meta| meta.settings["live"] == true) {
        anyhow::bail!("{} is a run of real games: it goes on with tdleaf engine --learn", path.display());
    }
    if let (Some(meta), Some(set)) = (&file, &args.features)
        && meta.features != *set
        && !(networks::is_run(meta) && meta.features.starts_with(set))
    {
        anyhow::bail!("{} is a run of {} with the features {}, not {set}", path.display(), meta.game, meta.features);
    }
    if file.as_ref().map_or_else(|| networks::wanted(args), networks::is_run) {
        return networks::learn(args, &path, file.map(|meta| meta.settings));
    }
    refuse_networks(args)?;
    let (weights, page) = (path.with_extension("tdw"), path.with_extension("html"));
    draft::distinct(&[("the run", &path), ("its weights", &weights), ("its report", &page)])?;
    if let Some(taken) = [&weights, &page].into_iter().find(|file| !path.exists() && file.exists()) {
        return Err(usage(format!("{} exists and would be overwritten; use another --run", taken.display())));
    }
    let features = args.features.as_deref().or(file.as_ref().map(|meta| meta.features.as_str()));
    let (args, settings) = (args, file.as_ref().map(|meta| meta.settings.clone()));
    let others = if features.is_some() { networks::other_features(&args.game) } else { String::new() };
    with(&args.game, features, Learn { args, path, settings }).map_err(|error| usage(error + &others))?
}

/// Options of networks mean nothing here.
fn refuse_networks(args: &LearnArgs) -> Result<()> {
    let given = [
        ("--inputs", args.inputs.is_some()),
        ("--hidden", args.hidden.is_some()),
        ("--plies", args.plies.is_some()),
        ("--filter", args.filter.is_some()),
        ("--update", args.update.is_some()),
        ("--loss", args.loss.is_some()),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(usage(format!("{option} is for networks: it has no part in learning {}", args.game))),
        None => Ok(()),
    }
}

struct Learn<'a> {
    args: &'a LearnArgs,
    path: PathBuf,
    /// The settings of the run to be resumed.
    settings: Option<serde_json::Value>,
}

impl Visitor for Learn<'_> {
    type Output = Result<()>;

    fn visit<G: Game, F: Features<G>>(self, features: F) -> Result<()> {
        let Learn { args, path, settings: saved } = self;
        let base = match saved {
            Some(saved) => serde_json::from_value(saved).with_context(|| format!("{}: settings", path.display()))?,
            None => RunSettings::new::<G, F>(&features),
        };
        let mut base = RunSettings { game: G::NAME.to_string(), features: features.name(), ..base };
        let records = teachers::records::<G>(args, &mut base)?;
        let settings = settings::<G, F>(&features, args, base)?;
        let threads = threads(args.threads)?;
        // Nobody is made who is not there, before there is a file.
        let rivals = settings.pool.as_ref().map(|pool| pool::rivals::<G>(pool, &Arc::default())).transpose()?;
        let mut trainer = if args.resume {
            Trainer::<G, F>::resume(&path, features.clone(), settings)?
        } else {
            let start = weights::load::<G, F>(&features, &settings.start)?;
            Trainer::from_weights(features.clone(), settings, start)?.kept(&path, env!("CARGO_PKG_VERSION"))?
        };
        let stopped = stop::on_ctrl_c("stopping after this batch of games");
        trainer.meet(rivals.unwrap_or_default());
        trainer.study(records);
        let total = trainer.settings().games;
        let mut progress = Progress::new(&format!("learning {}", G::NAME), trainer.games(), total);
        let done = trainer.run(
            threads,
            || stopped.load(Ordering::Relaxed),
            |event| match event {
                Event::Learnt { games, learner, rating } => progress.at(games, || {
                    let rating =
                        rating.map(|glicko| format!("rating {:.0} ± {:.0}  ", glicko.rating, glicko.deviation));
                    rating.unwrap_or_default() + &values::<G, F>(&features, learner.weights())
                }),
                Event::Warning { games, text } => progress.say(&format!("warning after {games} games: {text}")),
            },
        )?;
        progress.finish();
        let (games, (seconds, cpu)) = (trainer.games(), trainer.seconds());
        let settings = trainer.settings().clone();
        let (seed, sets) = (settings.seed, settings.sets);
        drop(trainer);
        if !done {
            remark!("stopped after {games} of {total} games; everything is in {}", path.display());
            remark!("go on with:  tdleaf learn {} --run {} --resume", args.game, quoted(&path));
            return Ok(());
        }
        say!("{games} games in {seconds:.0} s ({:.1} per CPU-second)", games as f64 / cpu.max(1e-9));
        let mean = Weights { sets, values: last_fifth(&trace(&Run::read(&path)?)?) };
        tell_values::<G, F>(&features, &mean);
        judge::<G, F>(&features, &mean, &path, args.match_games, &settings, threads, &stopped)?;
        let weights = path.with_extension("tdw");
        let lineage = format!("{}, {games} games, seed {seed}, mean of the last fifth", path.display());
        draft::write(&weights, &WeightsFile::new::<G, F>(&features, &mean, lineage).text())?;
        let page = path.with_extension("html");
        report::write::<G, F>(&features, &path, &page)?;
        say!("run      {}", path.display());
        say!("weights  {}", weights.display());
        say!("report   {}", page.display());
        say!("next     {}", next_command::<G>(&weights));
        Ok(())
    }
}

/// The core values: those of each set if they are few, else their mean.
fn tell_values<G: Game, F: Features<G>>(features: &F, mean: &Weights) {
    let names = mean.sets.names::<G>();
    if names.len() > 6 || names.len() == 1 {
        let over = if names.len() > 1 { format!(" and of {} weight sets", names.len()) } else { String::new() };
        return say!("learnt (mean of the last fifth{over}):  {}", values::<G, F>(features, &mean.values));
    }
    say!("learnt (mean of the last fifth):");
    for (name, own) in names.iter().zip(mean.values.chunks(features.count())) {
        say!("  {name:<10} {}", values::<G, F>(features, own));
    }
}

/// A path as a shell takes it.
pub fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "./_-".contains(c);
    let text = if text.starts_with('-') { format!("./{text}") } else { text };
    if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// What to try next.
fn next_command<G: Game>(weights: &Path) -> String {
    let weights = quoted(weights);
    if G::CHOICES {
        format!("tdleaf explain {} \"{}\" --weights {weights}", G::NAME, G::start())
    } else {
        format!("tdleaf learn {} --step fixed:0.1", G::NAME)
    }
}

/// The settings of a new run or of the file, changed by the options.
fn settings<G: Game, F: Features<G>>(features: &F, args: &LearnArgs, mut settings: RunSettings) -> Result<RunSettings> {
    macro_rules! take {
        ($($option:ident => $($field:ident).+),* $(,)?) => {
            $(if let Some(value) = args.$option.clone() { settings.$($field).+ = value; })*
        };
    }
    take!(profile => profile, depth => depth, games => games, batch => batch, seed => seed, sets => sets, start => start, noise => noise,
        opening => opening, warmup => warmup.games, method => method, update_every => learn.update_every,
        steepness => learn.beta, pull => learn.pull);
    if !args.resume {
        // Whoever names weights only means their sets, too.
        let start = weights::load::<G, F>(features, &settings.start).context("--start")?;
        settings.sets = args.sets.unwrap_or(start.sets);
    }
    settings.learn.cap = args.cap.or(settings.learn.cap);
    settings.learn.decided = args.decided.or(settings.learn.decided);
    settings.nodes = args.nodes.or(settings.nodes);
    if args.nodes.is_some() && args.depth.is_none() {
        // The positions are the limit.
        settings.depth = DEEPEST;
    }
    teachers::opponents::<G>(args, &mut settings)?;
    settings.learn.learn_beta |= args.learn_steepness;
    if let Some(text) = &args.squash {
        let squash = serde_json::from_value(text.as_str().into());
        settings.learn.squash =
            squash.map_err(|_| usage(format!("--squash is logistic, tanh or identity, not '{text}'")))?;
    }
    if let Some(text) = &args.step {
        settings.learn.step = policy::step(text).map_err(usage)?;
    }
    if let Some(text) = &args.lambda {
        settings.learn.lambda = policy::lambda(text).map_err(usage)?;
    }
    if !args.freeze.is_empty() {
        settings.learn.fixed.clear();
    }
    for name in &args.freeze {
        let names: Vec<String> = (0..features.count()).map(|i| features.label(i)).collect();
        // "gold" is enough for "gold 金", but "mobility" is not for one of many.
        let begins = |label: &&String| label.strip_prefix(name).is_some_and(|rest| rest.starts_with(' '));
        let unknown = || {
            let part = names.iter().find(begins);
            let hint = part.map_or(String::new(), |label| format!("; it has several: name each, as in '{label}'"));
            usage(format!("--freeze: {} has no single weight '{name}'{hint}", features.name()))
        };
        let only = || names.iter().filter(begins).count() == 1;
        let exact = names.iter().position(|label| label == name);
        let found = exact.or_else(|| names.iter().position(|label| begins(&label)).filter(|_| only()));
        settings.learn.fixed.push(found.ok_or_else(unknown)?);
    }
    if args.warmup.is_some_and(|games| games > 0) && features.core() >= features.count() {
        return Err(usage(format!(
            "--warmup: {} has pieces only, and no squares to learn after them",
            features.name()
        )));
    }
    if settings.method == Method::Td && args.depth.is_some_and(|depth| depth != 1) {
        return Err(usage("--method td looks one ply ahead: leave --depth out, or use td-directed"));
    }
    let settings = settings.resolved();
    if !settings.learn.source.temporal() {
        if args.lambda.is_some() {
            return Err(usage("--lambda has no part in rootstrap and treestrap: leave it out"));
        }
        if !G::CHOICES {
            return Err(usage(format!("--method: there is no search in {}, so it cannot teach", G::NAME)));
        }
    }
    settings.check().and_then(|()| settings.check_sets::<G>()).map_err(usage)?;
    let trial = settings.pool.as_ref().map_or(0, |pool| pool.trial);
    let teaching = settings.games.saturating_sub(trial);
    let few = settings.learn.update_every > settings.games || (1..settings.learn.update_every).contains(&teaching);
    if few && !args.resume {
        let after = if trial > 0 { " after --trial" } else { "" };
        return Err(usage(format!("--update-every is more than --games{after}: nothing would be learnt")));
    }
    let model = eval::LinearModel { features: features.count(), sets: settings.sets.count::<G>() };
    settings.learn.check(&model).map_err(|error| usage(in_options(error)))?;
    Ok(settings)
}

/// What is wrong with a setting of the learner, under the name that the option for it has.
fn in_options(error: learn::LearnError) -> String {
    let learn::LearnError::Setting { field, problem } = &error else { return error.to_string() };
    let option = match field.as_str() {
        "beta" => "steepness".to_string(),
        "learn_beta" => "learn-steepness".to_string(),
        "ramp_scale" => "sliding".to_string(),
        "decided and pull" => "decided and --pull".to_string(),
        field => field.replace('_', "-"),
    };
    format!("--{option}: {problem}")
}

/// Says how good the weights are: by a match against the textbook, or by the distance from the truth where it is known.
fn judge<G: Game, F: Features<G>>(
    features: &F,
    weights: &Weights,
    path: &Path,
    match_games: Option<u64>,
    settings: &RunSettings,
    threads: usize,
    stopped: &Arc<AtomicBool>,
) -> Result<()> {
    let presets = features.presets();
    let preset = |name: &str| presets.iter().find(|preset| preset.name == name);
    let (values, textbook) = (&weights.values, preset(features.textbook()));
    if let Some(truth) = preset("true") {
        let squares: f64 = values.iter().zip(&truth.weights).map(|(a, b)| (a - b) * (a - b)).sum();
        say!("root mean square error against the true values: {:.4}", (squares / values.len() as f64).sqrt());
        return Ok(());
    }
    let wanted = match_games.unwrap_or(200);
    if wanted == 0 || !G::CHOICES {
        return Ok(());
    }
    // Squares are judged by what they add to the same material; where pieces have none, all is judged by the start.
    let on_squares = |map: &game::SquareMap| map.rows.iter().flatten().flatten().any(|index| *index < features.core());
    let squares = features.maps().iter().any(on_squares);
    let (rival, name, about) = if squares {
        let occupied = occupancy::<G, F>(features, weights.sets, &Run::read(path)?)?.features;
        let bare = Weights { sets: weights.sets, values: typical::<G, F>(features, values, &occupied) };
        (bare, "the same material", "each piece at its average over the squares where it stood")
    } else {
        let rival = textbook.unwrap_or(&presets[0]).clone();
        let (name, about) = (rival.name, rival.about);
        (rival.into(), name, about)
    };
    let training = features.training();
    let search = Options::parse(&settings.profile, settings.depth).map_err(anyhow::Error::msg)?;
    let conditions = Conditions {
        games: wanted,
        // Whatever the games of learning left to chance: without chance, all games of a match from one start would be two.
        search: Options { noise: training.noise, shuffle: true, ..search },
        nodes: settings.nodes,
        opening: if squares || textbook.is_some() { 0 } else { 6 },
        threads,
        seed: settings.seed,
        stop: stopped.clone(),
    };
    let mut progress = Progress::new(&format!("match against {name}"), 0, wanted);
    let score = against::<G, F>(features, weights, &rival, &conditions, |score| {
        progress.at(score.games(), || format!("{:.1} %", 100.0 * score.mean()));
        !stopped.load(Ordering::Relaxed)
    });
    progress.finish();
    let limit = match settings.nodes {
        Some(nodes) => format!("with {nodes} positions for each move"),
        None => format!("at depth {}", settings.depth),
    };
    let text = format!("against {name} ({about}) {limit}: {score}");
    say!("{text}");
    let mut run = Run::open(path)?;
    let checkpoint = run.checkpoint()?.context("a finished run has a checkpoint")?;
    let event = EventRow { game: checkpoint.games, kind: "match".to_string(), text };
    run.commit(&Batch { events: vec![event], checkpoint, ..Batch::default() })?;
    Ok(())
}
