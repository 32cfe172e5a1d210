//! The feature law: value, gradient, inputs and explanation all come from the same amounts.

use game::{Dice, Features, Game, Root, Sets, Side};
use games::chess::{Chess, KnightCap, Material, PieceSquares, Positional, Rings};
use games::connect4::{Connect4, Lines, Squares};
use tdleaf_eval::{Evaluator, Inputs, Linear, LinearModel, Model, SCALE};

fn some_weights(count: usize) -> Vec<f64> {
    let mut dice = Dice::new(11, 0);
    (0..count).map(|_| 6.0 * dice.unit() - 3.0).collect()
}

/// Every position of some random games, each with its legal moves.
fn positions<G: Game>(games: u64) -> Vec<(G, Vec<G::Move>)> {
    let mut visited = Vec::new();
    for number in 0..games {
        let (mut game, mut dice) = (G::start(), Dice::new(3, number));
        loop {
            let moves = game.move_list();
            visited.push((game.clone(), moves.clone()));
            if moves.is_empty() {
                break;
            }
            game.play(moves[dice.below(moves.len())]);
        }
    }
    visited
}

/// Windows around, below and above the value: a bound is told only where it settles the matter.
fn bounds_are_bounds<G: Game, F: Features<G>>(linear: &Linear<F>, game: &G, root: &Root) {
    let state = linear.fresh(game, root);
    let value = linear.value(game, &state, root);
    for middle in [0, 9_000, -9_000, 40_000, -40_000].map(|apart| value + apart) {
        let (low, high) = (middle - 1, middle + 1);
        let (told, exact) = linear.within(game, &state, root, low, high);
        let settled = (told >= high && value >= told) || (told <= low && value <= told);
        assert!(if exact { told == value } else { settled }, "{game}: {value}, told {told} for {low} to {high}");
    }
}

/// Checks an evaluator in many positions against sums that are written out here.
fn obeys<G: Game, F: Features<G>>(features: F, sets: Sets, games: u64) {
    let count = sets.count::<G>();
    let weights = some_weights(features.count() * count);
    let linear = Linear::new::<G>(features.clone(), sets, &weights);
    assert_eq!(linear.model(), LinearModel { features: features.count(), sets: count });
    let mut seen = vec![false; count];
    for (game, moves) in positions::<G>(games) {
        let root = Evaluator::<G>::root(&linear, &game);
        let state = linear.fresh(&game, &root);
        let (inputs, dense) = (linear.inputs(&game, &root), dense(&features, &game, &root));
        inputs_are_the_amounts(&inputs, &dense);
        assert_eq!(inputs.set as usize, sets.of(&game));
        seen[inputs.set as usize] = true;

        let own = &weights[inputs.set as usize * features.count()..][..features.count()];
        let exact: f64 = own.iter().zip(&dense).map(|(weight, amount)| weight * amount).sum();
        let steps = dense.iter().enumerate().map(|(index, amount)| (amount / features.unit(index)).abs());
        let rounding: f64 = 0.5 * steps.sum::<f64>() + 1e-6;
        let value = f64::from(linear.value(&game, &state, &root));
        assert!((value - exact * SCALE).abs() <= rounding, "{game}: {value} instead of {}", exact * SCALE);
        let parts = linear.parts(&game, &root);
        assert_eq!(parts.iter().map(|(.., part)| part).sum::<i32>(), linear.value(&game, &state, &root), "{game}");
        assert_eq!(parts.len(), inputs.pairs.len());
        assert_eq!(linear.set(&game, &root), inputs.set as usize);
        gradient_matches_differences(&linear.model(), &weights, &inputs, exact);
        bounds_are_bounds(&linear, &game, &root);

        for mv in moves {
            let after = game.after(mv);
            // The root stays that of the search, whatever the position reached.
            let (advanced, fresh) = (linear.advance(&game, mv, &state, &root), linear.fresh(&after, &root));
            assert_eq!(
                linear.value(&after, &advanced, &root),
                linear.value(&after, &fresh, &root),
                "{game} and move {mv:?}"
            );
            if Evaluator::<G>::foresees(&linear) {
                assert_eq!(advanced, fresh, "{game} and move {mv:?}");
            }
        }
    }
    assert!(seen.iter().filter(|seen| **seen).count() >= count.min(8), "too few sets were seen: {seen:?}");
}

fn dense<G: Game, F: Features<G>>(features: &F, game: &G, root: &Root) -> Vec<f64> {
    let mut amounts = vec![0; features.count()];
    features.each(game, &features.prepare(game, root), |i, amount| amounts[i] += amount);
    amounts.into_iter().enumerate().map(|(i, amount)| f64::from(amount) * features.unit(i)).collect()
}

fn inputs_are_the_amounts(inputs: &Inputs, dense: &[f64]) {
    let mut sparse = vec![0.0; dense.len()];
    for &(index, amount) in &inputs.pairs {
        assert!(sparse[index as usize] == 0.0 && amount != 0.0, "an index occurs once, and only if there is an amount");
        sparse[index as usize] = amount;
    }
    assert_eq!(sparse, dense);
}

fn gradient_matches_differences(model: &LinearModel, weights: &[f64], inputs: &Inputs, exact: f64) {
    let value = |weights: &[f64]| {
        let mut out = [f64::NAN];
        model.values(weights, inputs, &mut out);
        out[0]
    };
    assert!((value(weights) - exact).abs() < 1e-9);
    // Gradients are added to what is there, times the error.
    let mut gradient = vec![1.0; model.size()];
    model.backprop(weights, inputs, &[-2.5], &mut gradient);
    for index in 0..model.size() {
        let moved = |by: f64| {
            let mut moved = weights.to_vec();
            moved[index] += by;
            value(&moved)
        };
        let difference = (moved(1e-3) - moved(-1e-3)) / 2e-3;
        assert!((gradient[index] - (1.0 - 2.5 * difference)).abs() < 1e-6, "weight {index}");
    }
}

#[test]
fn value_gradient_and_inputs_agree() {
    for sets in [Sets::One, Sets::Stages] {
        obeys::<Connect4, _>(Lines, sets, 40);
        obeys::<Connect4, _>(Squares, sets, 40);
    }
    for sets in Sets::ALL {
        obeys::<Chess, _>(PieceSquares::<Rings>::new(), sets, 3);
    }
    obeys::<Chess, _>(KnightCap, Sets::One, 1);
    for sets in [Sets::One, Sets::Stages] {
        obeys::<Chess, _>(Positional, sets, 1);
    }
}

#[test]
fn only_cheap_changes_under_one_set_are_foreseen() {
    let weights = some_weights(33 * 27);
    let foresees = |linear: &dyn Evaluator<Connect4, State = i32>| linear.foresees();
    assert!(foresees(&Linear::new::<Connect4>(Squares, Sets::One, &weights[..24])));
    assert!(foresees(&Linear::new::<Connect4>(Squares, Sets::Stages, &weights[..48])));
    assert!(!foresees(&Linear::new::<Connect4>(Lines, Sets::One, &weights[..4])));
    let rings = |sets| Evaluator::<Chess>::foresees(&Linear::new(PieceSquares::<Rings>::new(), sets, &weights));
    assert!(rings(Sets::RootClasses));
    assert!(!rings(Sets::Classes));
}

#[test]
fn the_root_keeps_side_stage_and_set() {
    let linear = Linear::new::<Connect4>(Lines, Sets::Stages, &some_weights(8));
    for (game, _) in positions(40) {
        let (root, stage) = (linear.root(&game), Game::stage(&game));
        assert_eq!(root, Root { program: game.side(), stage, set: stage });
    }
    let each = Linear::new(PieceSquares::<Rings>::new(), Sets::Classes, &some_weights(33 * 27));
    assert_eq!(each.root(&Chess::start()).set, 0);
    assert_eq!(Chess::start().class(), 22);
}

#[test]
fn huge_weights_are_cut_off_and_not_wrapped() {
    let linear = Linear::new(Squares, Sets::One, &[1e300; 24]);
    let root = Root { program: Side::First, stage: 0, set: 0 };
    for (game, _) in positions(40) {
        let stones: f64 = dense(&Squares, &game, &root).iter().sum();
        assert_eq!(linear.fresh(&game, &root).signum(), stones as i32);
    }
}

#[test]
#[should_panic(expected = "weights of another layout")]
fn an_evaluator_needs_a_weight_for_each_feature() {
    Linear::new::<Connect4>(Lines, Sets::One, &[0.0; 5]);
}

#[test]
fn the_yardstick_is_the_mean_of_the_sets() {
    let pawns = |sets, values: &[f64]| {
        let weights: Vec<f64> = values.iter().flat_map(|pawn| [*pawn, 3.0, 3.0, 5.0, 9.0]).collect();
        Evaluator::<Chess>::yardstick(&Linear::new(PieceSquares::<Material>::new(), sets, &weights))
    };
    assert_eq!(pawns(Sets::One, &[1.0]), 10_000);
    assert_eq!(pawns(Sets::Stages, &[1.0, 2.0, 3.0, 0.0]), 15_000);
}
