//! Features that depend on whose program is searching: a game of self-play teaches each side what its own searches saw.

use eval::{Evaluator, Linear};
use game::{Features, Game, Root, Sets, Side};
use games::connect4::Connect4;
use learn::{Episode, Harvest, Leaf, Learner, Source};
use search::Searcher;
use tdleaf_lab::{Method, Played, RunSettings, SelfPlay, Trainer};

/// The stones of the program and of its opponent in the middle column.
#[derive(Clone)]
struct Middle<const ASYMMETRIC: bool>;

impl<const ASYMMETRIC: bool> Features<Connect4> for Middle<ASYMMETRIC> {
    type Prepared = Side;
    const ASYMMETRIC: bool = ASYMMETRIC;

    fn name(&self) -> String {
        "middle".to_string()
    }
    fn count(&self) -> usize {
        2
    }
    fn label(&self, index: usize) -> String {
        ["own stones in the middle", "their stones in the middle"][index].to_string()
    }
    fn prepare(&self, _game: &Connect4, root: &Root) -> Side {
        if ASYMMETRIC { root.program } else { Side::First }
    }
    fn each(&self, game: &Connect4, program: &Side, mut push: impl FnMut(usize, i32)) {
        // Rows from the top, and then the side to move.
        for row in game.to_string().split(' ').next().unwrap_or_default().split('/') {
            match row.as_bytes()[3] {
                b'x' => push(usize::from(*program != Side::First), 1),
                b'o' => push(usize::from(*program != Side::Second), -1),
                _ => {}
            }
        }
    }
}

fn settings(method: Method) -> RunSettings {
    let defaults = RunSettings::new::<Connect4, Middle<true>>(&Middle::<true>);
    RunSettings { method, depth: 2, games: 1, batch: 1, ..defaults }.resolved()
}

fn play<const ASYMMETRIC: bool>(settings: &RunSettings, weights: &[f64]) -> Played {
    let evaluator = Linear::new::<Connect4>(Middle::<ASYMMETRIC>, Sets::One, weights);
    let harvest = (settings.learn.source == Source::TreeStrap)
        .then(|| Harvest::new(&settings.learn, evaluator.model(), weights, settings.learn.beta));
    let (search, moves, source) = (settings.search(), settings.moves, settings.learn.source);
    let (nodes, opening, longest, unhurried, seed) = (None, 0, 400, false, settings.seed);
    let game = SelfPlay { search, nodes, moves, source, harvest, opening, longest, unhurried, seed };
    game.play(1, &evaluator, &mut Searcher::new(search), |_, _| {})
}

#[test]
fn it_is_a_sound_feature_set() {
    game::check::features(&Middle::<true>, &game::check::Plan { games: 20, ..game::check::Plan::new() }).unwrap();
}

#[test]
fn each_side_has_an_episode_with_its_own_view() {
    let played = play::<true>(&settings(Method::TdDirected), &[0.3, -0.2]);
    let [first, second] = &played.episodes[..] else { panic!("{} episodes", played.episodes.len()) };
    assert_eq!((first.second, second.second), (false, true));
    assert_eq!(
        (first.number, second.number, first.result, second.result),
        (1, 1, played.row.result, played.row.result)
    );
    let evaluator = Linear::new::<Connect4>(Middle::<true>, Sets::One, &[0.3, -0.2]);
    let (mut game, mut at, mut apart) = (Connect4::start(), [0, 0], 0);
    for text in played.row.moves.split(' ') {
        let side = game.side();
        let step = &played.episodes[side.index()].steps[at[side.index()]];
        at[side.index()] += 1;
        let root = |program| Root { program, stage: game.stage(), set: 0 };
        let (own, other) = (evaluator.inputs(&game, &root(side)), evaluator.inputs(&game, &root(side.other())));
        assert_eq!(step.root, own, "{game}");
        assert_eq!(step.leaf, Leaf::one(own.clone()));
        apart += usize::from(own != other);
        game.play(game.read_move(text).unwrap());
    }
    assert_eq!(at, [first.steps.len(), second.steps.len()]);
    assert!(apart > 3, "the two views are hardly ever different");
}

#[test]
fn leaves_and_searches_are_those_of_the_side_that_searched() {
    for method in [Method::Tdleaf, Method::Rootstrap, Method::Treestrap] {
        let played = play::<true>(&settings(method), &[0.3, -0.2]);
        let plies = played.row.plies as usize;
        let steps: Vec<usize> = played.episodes.iter().map(|episode| episode.steps.len()).collect();
        assert_eq!(steps, [plies.div_ceil(2), plies / 2], "{method:?}");
        let searches: Vec<usize> = played.episodes.iter().map(|episode| episode.searches.len()).collect();
        assert_eq!(searches, if method == Method::Treestrap { steps } else { vec![0, 0] }, "{method:?}");
    }
    assert_eq!(play::<false>(&settings(Method::Tdleaf), &[0.3, -0.2]).episodes.len(), 1);
}

#[test]
fn a_run_learns_both_with_the_weights_of_the_game() {
    for method in [Method::Tdleaf, Method::Treestrap] {
        let settings = settings(method);
        let mut trainer = Trainer::<Connect4, _>::in_memory(Middle::<true>, settings.clone()).unwrap();
        let start = trainer.weights().to_vec();
        trainer.run(1, || false, |_| {}).unwrap();
        assert_eq!((trainer.games(), trainer.learner().state().games), (1, 2), "the learner counts episodes");

        let played = play::<true>(&settings, &start);
        let learnt = |episodes: &[Episode]| {
            let model = eval::LinearModel { features: 2, sets: 1 };
            let mut learner = Learner::new(settings.learn.clone(), model, &start).unwrap();
            episodes.iter().for_each(|episode| drop(learner.learn(episode, &start).unwrap()));
            learner.weights().to_vec()
        };
        assert_eq!(trainer.weights(), learnt(&played.episodes));
        assert_ne!(trainer.weights(), learnt(&played.episodes[..1]), "the second half teaches, too");
    }
}
