//! `tdleaf solve GAME FILE.epd`: test positions with known best moves.

use crate::say;
use crate::show::Progress;
use crate::usage::{threads, usage};
use crate::weights;
use anyhow::{Context, Result, bail};
use arena::{Budget, Epd, Timekeeper};
use clap::Args;
use eval::{Evaluator, Linear};
use game::{Dice, Features, Game};
use games::list::{Visitor, with};
use search::{Limits, MOST_DEPTH, Options, Searcher, Thought, WIN};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Solve test positions with known best moves (EPD with `bm` or `am`).
#[derive(Args)]
#[command(after_help = "Examples:
  tdleaf solve chess suite.epd --movetime 1000
  tdleaf solve chess wcsac563.epd --profile exact --features material --weights textbook --gain --where reproduced

A record may name its depth (c0 \"depth=6\") and its gain in pawns (c1 \"gain=3\", M for mate). With --gain the move must be
the only best one and win exactly that.")]
pub struct SolveArgs {
    /// The game
    pub game: String,
    /// The positions
    pub file: String,
    /// Only records that contain this text
    #[arg(long = "where")]
    pub filter: Option<String>,
    /// Milliseconds for each position
    #[arg(long)]
    pub movetime: Option<u64>,
    /// Nodes for each position
    #[arg(long)]
    pub nodes: Option<u64>,
    /// Depth for each position [default: the record's, if there is no other limit]
    #[arg(long)]
    pub depth: Option<u32>,
    /// How to search: exact, strong or knightcap, and switches that differ: "strong null=off"
    #[arg(long, default_value = "strong")]
    pub profile: String,
    /// Weights: a file, a run or a preset [default: the game's best preset]
    #[arg(long)]
    pub weights: Option<String>,
    /// The feature set [default: that of the weights]
    #[arg(long)]
    pub features: Option<String>,
    /// Demand the record's gain, and that no other move has it
    #[arg(long)]
    pub gain: bool,
    /// Positions solved at the same time
    #[arg(long)]
    pub threads: Option<usize>,
}

/// Runs the command.
pub fn run(args: &SolveArgs) -> Result<()> {
    let features = weights::choose(&args.game, args.features.as_deref(), args.weights.as_deref())?;
    with(&args.game, features.as_deref(), Solve(args)).map_err(usage)?
}

struct Solve<'a>(&'a SolveArgs);

/// A test position.
struct Problem<G: Game> {
    name: String,
    position: G,
    best: Vec<G::Move>,
    avoid: Vec<G::Move>,
    depth: Option<u32>,
    gain: Option<String>,
}

impl<G: Game> Problem<G> {
    /// Reads an EPD record.
    fn read(line: &str, number: usize) -> Result<Problem<G>, String> {
        let Epd { position, operations } = Epd::<G>::read(line)?;
        let mut problem =
            Problem { name: format!("{number}"), position, best: vec![], avoid: vec![], depth: None, gain: None };
        let depth = |text: &str| text.parse().ok().filter(|depth| (1..=MOST_DEPTH).contains(depth));
        for (code, value) in &operations {
            let text = value.trim_matches('"');
            match code.as_str() {
                "bm" => problem.best = moves(&problem.position, value)?,
                "am" => problem.avoid = moves(&problem.position, value)?,
                "id" => problem.name = text.to_string(),
                "acd" => problem.depth = depth(text),
                _ => {}
            }
            match text.split_once('=') {
                Some(("depth", text)) => problem.depth = depth(text),
                Some(("gain", gain)) => problem.gain = Some(gain.to_string()),
                _ => {}
            }
        }
        Ok(problem)
    }
}

fn moves<G: Game>(position: &G, text: &str) -> Result<Vec<G::Move>, String> {
    text.split_whitespace().map(|mv| position.read_move(mv)).collect()
}

impl Visitor for Solve<'_> {
    type Output = Result<()>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Result<()> {
        let args = self.0;
        let depth = args.depth.unwrap_or(MOST_DEPTH);
        if !(1..=MOST_DEPTH).contains(&depth) {
            return Err(usage(format!("--depth must be from 1 to {MOST_DEPTH}, not {depth}")));
        }
        for (name, value) in [("--movetime", args.movetime), ("--nodes", args.nodes)] {
            if value == Some(0) {
                return Err(usage(format!("{name} must be at least 1")));
            }
        }
        let options = Options::parse(&args.profile, depth).map_err(|error| usage(format!("--profile: {error}")))?;
        let options = Options { shuffle: false, ..options };
        let problems = self.problems::<G>()?;
        let name = args.weights.as_deref().unwrap_or_else(|| weights::best(&features));
        let weights = weights::load::<G, F>(&features, name)?;
        let evaluator = Linear::new::<G>(features.clone(), weights.sets, &weights.values);
        let (next, begin) = (AtomicUsize::new(0), Instant::now());
        let shared = Mutex::new((Progress::new("positions", 0, problems.len() as u64), 0u64, 0u64, Vec::new()));
        let work = || {
            let mut searcher = Searcher::new(options);
            while let Some(problem) = problems.get(next.fetch_add(1, Relaxed)) {
                let (complaint, nodes) = self.solve(&mut searcher, &evaluator, problem);
                let mut shared = shared.lock().expect("no thread panicked");
                shared.1 += u64::from(complaint.is_none());
                shared.2 += nodes;
                shared.3.extend(complaint.map(|text| format!("{}: {text}", problem.name)));
                let (solved, tried) = (shared.1, shared.1 + shared.3.len() as u64);
                shared.0.at(tried, || format!("solved {solved}"));
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads(args.threads)?.min(problems.len()) {
                scope.spawn(work);
            }
            work();
            anyhow::Ok(())
        })?;
        let (progress, solved, nodes, mut complaints) = shared.into_inner().expect("no thread panicked");
        progress.finish();
        complaints.sort();
        complaints.iter().for_each(|text| say!("{text}"));
        let all = problems.len();
        let seconds = begin.elapsed().as_secs_f64();
        say!("solved {solved} of {all} ({:.1} %), {nodes} nodes, {seconds:.1} s", 100.0 * solved as f64 / all as f64);
        Ok(())
    }
}

impl Solve<'_> {
    fn problems<G: Game>(&self) -> Result<Vec<Problem<G>>> {
        let path = &self.0.file;
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {path}"))?;
        let mut problems = Vec::new();
        for (number, line) in Epd::<G>::lines(&text) {
            if !self.0.filter.as_deref().is_none_or(|filter| line.contains(filter)) {
                continue;
            }
            let problem = Problem::<G>::read(line, number);
            let problem = problem.map_err(|error| usage(format!("{path}, line {number}: {error}")))?;
            if problem.best.is_empty() && problem.avoid.is_empty() {
                return Err(usage(format!("{path}, line {number}: expected a best move (bm) or one to avoid (am)")));
            }
            problems.push(problem);
        }
        if problems.is_empty() {
            bail!("{path} has no such positions");
        }
        Ok(problems)
    }

    /// What is wrong with our answer, if anything, and the nodes that it took.
    fn solve<G: Game, E: Evaluator<G>>(
        &self,
        searcher: &mut Searcher<G>,
        evaluator: &E,
        problem: &Problem<G>,
    ) -> (Option<String>, u64) {
        let args = self.0;
        searcher.forget();
        let limited = args.depth.is_some() || args.nodes.is_some() || args.movetime.is_some();
        let depth = args.depth.or(problem.depth.filter(|_| !limited));
        let limits = Limits { depth, nodes: args.nodes, ..Limits::default() };
        let mut think = |limits: &Limits<G::Move>| -> Option<Thought<G>> {
            let default = (!limited && depth.is_none()).then_some(1000);
            let time = args.movetime.or(default).map(Duration::from_millis);
            let budget = time.map(|time| Budget::fixed(time, Duration::ZERO));
            let watch = Timekeeper { begin: Instant::now(), budget, flag: None };
            let line = std::slice::from_ref(&problem.position);
            searcher.think_within(evaluator, line, limits, &mut Dice::new(1, 1), &watch)
        };
        let Some(thought) = think(&limits) else { return (Some("there is no legal move".to_string()), 0) };
        let write = |mv| problem.position.record_move(mv);
        let right =
            (problem.best.is_empty() || problem.best.contains(&thought.best)) && !problem.avoid.contains(&thought.best);
        let mut nodes = thought.nodes;
        if !right {
            let wanted: Vec<String> = problem.best.iter().map(|mv| write(*mv)).collect();
            let avoided: Vec<String> = problem.avoid.iter().map(|mv| format!("not {}", write(*mv))).collect();
            let wanted = [wanted, avoided].concat().join(" or ");
            return (Some(format!("found {}, expected {wanted}", write(thought.best))), nodes);
        }
        let Some(gain) = problem.gain.as_ref().filter(|_| args.gain) else { return (None, nodes) };
        let root = evaluator.root(&problem.position);
        let still = evaluator.value(&problem.position, &evaluator.fresh(&problem.position, &root), &root);
        let still = problem.position.side().view(still);
        let found = if thought.value > WIN / 2 {
            "M".to_string()
        } else {
            let gain = f64::from(thought.value - still) / f64::from(evaluator.yardstick().max(1));
            format!("{}", (gain * 100.0).round() / 100.0)
        };
        if found != *gain {
            return (Some(format!("found a gain of {found}, expected {gain}")), nodes);
        }
        let mut others = problem.position.move_list();
        others.retain(|mv| *mv != thought.best && !problem.best.contains(mv));
        if let Some(second) =
            Some(others).filter(|others| !others.is_empty()).and_then(|only| think(&Limits { only, ..limits.clone() }))
        {
            nodes += second.nodes;
            if second.value >= thought.value {
                return (Some(format!("{} is as good", write(second.best))), nodes);
            }
        }
        (None, nodes)
    }
}
