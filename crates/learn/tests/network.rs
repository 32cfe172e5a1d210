//! The network learner is the general learner, only faster.

use eval::network::{Bench, Judge, Loss, Outlook};
use game::{Dice, Turns};
use games::backgammon::{Board, Inputs};
use search::Expectimax;
use tdleaf_learn::lambda::LambdaSettings;
use tdleaf_learn::network::{NetworkLearner, NetworkSettings, Trail, TrailTurn, Update};
use tdleaf_learn::step::{AdamSettings, CoherenceSettings, FixedSettings, StepSettings};
use tdleaf_learn::{Learner, Settings, Source};

fn judge(inputs: &str, seed: u64) -> Judge<Board, Inputs> {
    Judge::random(Inputs::named(inputs).unwrap(), &[12], seed)
}

/// A game by one ply, or by two with leaves.
fn game(judge: &Judge<Board, Inputs>, number: u64, leaves: bool) -> Trail<Board> {
    let (mut dice, mut bench, mut search) = (Dice::new(5, number), Bench::default(), Expectimax::new(Some(2)));
    let (mut board, mut turns) = (Board::START, Vec::new());
    loop {
        let roll = Board::throw(&mut dice, turns.is_empty());
        let turn = if leaves {
            let found = search.think(judge, &board, roll);
            TrailTurn { board: found.board, outlook: found.outlook, leaves: found.leaves }
        } else {
            let found = judge.choose(&board, roll, &mut bench);
            TrailTurn { board: found.board, outlook: found.outlook, leaves: Vec::new() }
        };
        if let Some(points) = Turns::points(&turn.board) {
            let points = Some(if turns.len() % 2 == 0 { points } else { -points });
            return Trail { number, turns, points };
        }
        board = turn.board.swapped();
        turns.push(turn);
    }
}

fn settings(step: StepSettings) -> NetworkSettings {
    let lambda = LambdaSettings::Fixed { lambda: 0.7 };
    NetworkSettings { step, lambda, loss: Loss::Squared, update: Update::Game, window: 0.1 }
}

#[test]
fn both_learners_agree_to_rounding() {
    for leaves in [false, true] {
        let start = judge("raw-a", 3);
        let step = StepSettings::Fixed(FixedSettings { alpha: 0.1 });
        let mut fast = NetworkLearner::new(settings(step), start.clone(), leaves).unwrap();
        let source = if leaves { Source::Leaf } else { Source::Root };
        let lambda = LambdaSettings::Fixed { lambda: 0.7 };
        let general = Settings { source, step, lambda, ..Settings::default() };
        let network = &start.networks[0];
        let mut slow = Learner::new(general, network.model(), &network.doubles()).unwrap();
        for number in 1..=(if leaves { 2 } else { 5 }) {
            let trail = game(fast.judge(), number, leaves);
            let frozen = slow.weights().to_vec();
            slow.learn(&trail.episode(fast.judge()), &frozen).unwrap();
            fast.learn(&trail).unwrap();
            let (found, wanted) = (fast.judge().networks[0].doubles(), slow.weights());
            let moved = wanted.iter().zip(&frozen).fold(0.0, |most: f64, (w, v)| most.max((w - v).abs()));
            let apart = found.iter().zip(wanted).fold(0.0, |most: f64, (w, v)| most.max((w - v).abs()));
            assert!(moved > 0.01 && apart < 2e-5, "leaves {leaves}, game {number}: moved {moved}, apart {apart}");
        }
    }
}

#[test]
fn targets_are_lambda_returns_in_each_mover_s_view() {
    let turn = |win| TrailTurn { board: Board::START, outlook: Outlook([win, 0.0, 0.0, 0.0, 0.0]), leaves: Vec::new() };
    // The first player wins; the second made the last turn before that.
    let trail = Trail { number: 1, turns: vec![turn(0.5), turn(0.3)], points: Some(2) };
    let targets: Vec<Outlook> = trail.targets(0.5).map(|(_, target)| target).collect();
    assert_eq!(targets[0], Outlook([0.0, 0.0, 0.0, 1.0, 0.0]));
    // Half of what the second was predicted (0.3 for it), half of what happened.
    assert_eq!(targets[1].0.map(|x| (x * 1e5).round()), [85000.0, 50000.0, 0.0, 0.0, 0.0]);
    let open = Trail { points: None, ..trail };
    assert_eq!(open.targets(0.5).next().unwrap().1, Outlook([0.3, 0.0, 0.0, 0.0, 0.0]));
}

#[test]
fn other_step_sizes_go_through_the_general_learner() {
    let coherence = StepSettings::Coherence(CoherenceSettings { c: 0.1 });
    let adam = StepSettings::Adam(AdamSettings { alpha: 0.003, tau: 0.0, beta1: 0.9, beta2: 0.999, eps: 1e-8 });
    for step in [coherence, adam] {
        let mut learner = NetworkLearner::new(settings(step), judge("raw-b", 1), false).unwrap();
        let before = learner.judge().clone();
        for number in 1..=2 {
            learner.freeze();
            let trail = game(learner.judge(), number, false);
            learner.learn(&trail).unwrap();
        }
        assert_ne!(learner.judge(), &before);
        assert_eq!(learner.games(), 2);
        let refused = NetworkLearner::new(settings(step), judge("handmade-a", 1), false).unwrap_err().to_string();
        assert!(refused.contains("several networks"), "{refused}");
        let settings = NetworkSettings { update: Update::Position, ..settings(step) };
        assert!(NetworkLearner::new(settings, judge("raw-a", 1), false).unwrap_err().to_string().contains("--update"));
    }
}

#[test]
fn a_restored_learner_goes_on_with_the_same_bits() {
    for (update, inputs) in [(Update::Position, "handmade-a"), (Update::Game, "raw-a")] {
        let step = StepSettings::Fixed(FixedSettings { alpha: 0.02 });
        let settings = NetworkSettings { update, loss: Loss::Entropy, ..settings(step) };
        let mut whole = NetworkLearner::new(settings.clone(), judge(inputs, 2), false).unwrap();
        let mut second = None;
        for number in 1..=6 {
            if number == 4 {
                let mut restored = NetworkLearner::new(settings.clone(), judge(inputs, 9), false).unwrap();
                restored.restore(whole.state(), whole.judge().clone(), whole.average().clone()).unwrap();
                second = Some(restored);
            }
            let trail = game(whole.judge(), number, false);
            whole.learn(&trail).unwrap();
            if let Some(second) = &mut second {
                second.learn(&game(second.judge(), number, false)).unwrap();
            }
        }
        let second = second.unwrap();
        assert_eq!((second.judge(), second.average(), second.state()), (whole.judge(), whole.average(), whole.state()));
    }
}
