//! One game of self-play, as an episode for the learner and as a row for the run file.

use crate::Moves;
use crate::listener::Listener;
use arena::{Ended, Reason, random_opening, referee};
use eval::{Evaluator, LinearModel};
use game::{Dice, Game, Outcome, Status};
use learn::{Episode, Harvest, Leaf, Source, Step};
use search::{Counts, Limits, Options, Searcher, Thought, Unwatched};
use store::GameRow;

/// How a learning game is played.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// How moves are searched.
    pub search: Options,
    /// At most so many positions for each.
    pub nodes: Option<u64>,
    /// Who chooses the moves.
    pub moves: Moves,
    /// Which positions the learner will ask for.
    pub source: Source,
    /// With TreeStrap, an empty harvest.
    pub harvest: Option<Harvest<LinearModel>>,
    /// Random plies at most before the game.
    pub opening: usize,
    /// A longer game is a draw.
    pub longest: usize,
    /// No number of moves without progress ends a game, and a longer game is won by who is ahead.
    pub unhurried: bool,
    /// The seed of the run.
    pub seed: u64,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Played {
    /// What the learner gets, in this order: one episode or, where values depend on whose program is searching, one for the
    /// first player's moves and one for the second player's.
    pub episodes: Vec<Episode>,
    /// What the run file gets.
    pub row: GameRow,
}

impl SelfPlay {
    /// Plays game `number`, which depends on nothing but the evaluator, these settings and the number. `watch` sees every
    /// search.
    pub fn play<G: Game, E: Evaluator<G>>(
        &self,
        number: u64,
        evaluator: &E,
        searcher: &mut Searcher<G>,
        mut watch: impl FnMut(&G, &Thought<G>),
    ) -> Played {
        let mut dice = Dice::new(self.seed, number);
        searcher.forget();
        let start = if self.unhurried { G::start().unhurried() } else { G::start() };
        let mut line = random_opening(&start, self.opening, &mut dice).line;
        let start = if self.opening > 0 { line.last().map(G::to_string) } else { None };
        let mut list = Vec::new();
        let (mut moves, mut nodes, mut harvest) = (Vec::new(), 0, self.harvest.clone());
        let mut episodes = vec![Episode { number, ..Episode::default() }];
        if evaluator.asymmetric() {
            episodes.push(Episode { number, second: true, ..Episode::default() });
        }
        let ended = loop {
            let status = match referee(&line, &mut list) {
                Ok(status) => status,
                Err(ended) => break ended,
            };
            if moves.len() >= self.longest {
                break Ended { outcome: self.too_long(evaluator, &line[line.len() - 1]), reason: Reason::Length };
            }
            let position = &line[line.len() - 1];
            let at = position.side().index() % episodes.len();
            let episode = &mut episodes[at];
            let mv = if status == Status::Chance {
                if !G::CHOICES {
                    episode.steps.push(still(evaluator, position));
                }
                list[dice.pick(list.iter().map(|roll| position.probability(*roll)))]
            } else {
                let thought = match &mut harvest {
                    None => self.think(evaluator, &line, &list, searcher, &mut dice),
                    Some(harvest) => {
                        let listener = Listener::new(evaluator, evaluator.root(position), self.search.depth, harvest);
                        let limits = self.limits::<G>();
                        let thought = searcher.think_within(evaluator, &line, &limits, &mut dice, &listener);
                        episode.searches.push(harvest.take());
                        thought.expect("the referee saw a legal move")
                    }
                };
                watch(position, &thought);
                nodes += thought.nodes;
                episode.steps.push(step(self.source, evaluator, position, &thought));
                thought.best
            };
            moves.push(position.move_word(mv));
            line.push(position.after(mv));
        };
        let result = i32::from(ended.outcome.0);
        let plies = moves.len() as u32;
        let row =
            GameRow { number, result, plies, reason: ended.reason.to_string(), nodes, start, moves: moves.join(" ") };
        episodes.iter_mut().for_each(|episode| episode.result = result);
        Played { episodes, row }
    }

    fn too_long<G: Game, E: Evaluator<G>>(&self, evaluator: &E, position: &G) -> Outcome {
        if !self.unhurried {
            return Outcome::DRAW;
        }
        let root = evaluator.root(position);
        Outcome(evaluator.value(position, &evaluator.fresh(position, &root), &root).signum() as i8)
    }

    fn limits<G: Game>(&self) -> Limits<G::Move> {
        Limits { nodes: self.nodes, ..Limits::default() }
    }

    /// A move by search, by captures alone or by chance, with the position that it is expected to lead to.
    fn think<G: Game, E: Evaluator<G>>(
        &self,
        evaluator: &E,
        line: &[G],
        list: &[G::Move],
        searcher: &mut Searcher<G>,
        dice: &mut Dice,
    ) -> Thought<G> {
        let legal = "the referee saw a legal move";
        if self.moves == Moves::Search {
            return searcher.think_within(evaluator, line, &self.limits::<G>(), dice, &Unwatched).expect(legal);
        }
        let position = line.last().expect("a line has at least one position");
        let root = evaluator.root(position);
        let value = position.side().view(evaluator.value(position, &evaluator.fresh(position, &root), &root));
        if self.moves == Moves::Captures {
            let mut only = Vec::new();
            position.noisy(|mv| only.push(mv));
            let limits = Limits { depth: Some(1), only, ..Limits::default() };
            let gain = (!limits.only.is_empty())
                .then(|| searcher.think_within(evaluator, line, &limits, dice, &Unwatched))
                .flatten()
                .filter(|thought| thought.value > value);
            if let Some(thought) = gain {
                return thought;
            }
        }
        let best = list[dice.below(list.len())];
        Thought {
            best,
            value,
            leaf: search::Leaf::Static(position.clone()),
            line: vec![best],
            root,
            contempt: 0,
            depth: 0,
            nodes: 1,
            counts: Counts::default(),
        }
    }
}

/// What a search teaches. In self-play every move is the learner's own, so every reply was expected.
pub(crate) fn step<G: Game, E: Evaluator<G>>(
    source: Source,
    evaluator: &E,
    position: &G,
    thought: &Thought<G>,
) -> Step {
    if !source.searched() {
        return still(evaluator, position);
    }
    let leaf = match &thought.leaf {
        search::Leaf::Static(leaf) => Leaf::one(evaluator.inputs(leaf, &thought.root)),
        search::Leaf::Over(outcome) => Leaf::Over(i32::from(outcome.0)),
        search::Leaf::Unknown => Leaf::Unknown,
    };
    let root = match source {
        Source::Leaf => Default::default(),
        _ => evaluator.inputs(position, &thought.root),
    };
    Step { leaf, root, predicted: true }
}

/// A position that predicts by itself.
fn still<G: Game, E: Evaluator<G>>(evaluator: &E, position: &G) -> Step {
    let inputs = evaluator.inputs(position, &evaluator.root(position));
    Step { leaf: Leaf::one(inputs.clone()), root: inputs, predicted: true }
}
