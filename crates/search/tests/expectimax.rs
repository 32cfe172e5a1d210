//! Two plies with dice: the value is that of plain expectimax, and comes from the leaves.

use eval::network::{Judge, Outlook};
use game::{Dice, Encoding, Turns};
use games::backgammon::{Board, Inputs, Roll};
use tdleaf_search::Expectimax;

fn judge(seed: u64) -> Judge<Board, Inputs> {
    let encoding = Inputs::named("handmade-a").unwrap();
    let mut judge = Judge::random(encoding, &[24, 8], seed);
    // Larger weights: positions must differ for the choice to mean something.
    for network in &mut judge.networks {
        let larger: Vec<f64> = network.doubles().iter().map(|w| w * 5.0).collect();
        *network = eval::network::Network::from_doubles(network.model(), &larger);
    }
    judge
}

/// Boards of a random game, seen by the side to move.
fn boards(seed: u64) -> Vec<(Board, Roll)> {
    let mut dice = Dice::new(seed, 0);
    let (mut board, mut list) = (Board::START, Vec::new());
    while board.points().is_none() {
        let roll = Roll::throw(&mut dice);
        list.push((board, roll));
        let mut replies = Vec::new();
        Turns::replies(&board, roll, |next| replies.push(next));
        board = replies[dice.below(replies.len())].swapped();
    }
    list
}

/// The same by the definition alone.
fn plain<E: Encoding<Board>>(judge: &Judge<Board, E>, board: &Board, roll: Roll) -> f32 {
    let worth = |board: &Board| board.points().map_or_else(|| judge.outlook(board), |p| Outlook::of(p.into())).equity();
    let mut most = f32::NEG_INFINITY;
    Turns::replies(board, roll, |reply| {
        let value = if reply.points().is_some() {
            worth(&reply)
        } else {
            let mut sum = 0.0;
            for roll in Roll::ALL {
                let mut best = f32::NEG_INFINITY;
                Turns::replies(&reply.swapped(), roll, |answer| best = best.max(worth(&answer)));
                sum += f32::from(roll.weight()) / 36.0 * best;
            }
            -sum
        };
        most = most.max(value);
    });
    most
}

#[test]
fn the_value_is_that_of_plain_expectimax() {
    for seed in 1..3 {
        let judge = judge(seed);
        let mut search = Expectimax::new(None);
        for (board, roll) in boards(seed).iter().step_by(9) {
            let found = search.think(&judge, board, *roll).value;
            let wanted = plain(&judge, board, *roll);
            assert!((found - wanted).abs() < 1e-4, "{found}, not {wanted}, in {board:?} with {roll}");
        }
    }
}

#[test]
fn pruning_changes_nothing_but_the_work() {
    let judge = judge(3);
    let (mut fast, mut slow) = (Expectimax::new(None), Expectimax::new(None));
    slow.pruning = false;
    for (board, roll) in boards(7).iter().step_by(3) {
        assert_eq!(fast.think(&judge, board, *roll), slow.think(&judge, board, *roll));
    }
    assert!(fast.judged() < slow.judged(), "{} of {}", fast.judged(), slow.judged());
}

#[test]
fn leaf_law_with_dice() {
    let judge = judge(4);
    let (mut ended, mut mixed) = (0, 0);
    for filter in [None, Some(3)] {
        let mut search = Expectimax::new(filter);
        for (board, roll) in boards(9) {
            let found = search.think(&judge, &board, roll);
            let (law, outlook) = (found.verify(&judge), found.outlook);
            for (law, found) in law.0.iter().zip(outlook.0) {
                assert!((law - found).abs() < 1e-5, "{law} and {found}");
            }
            assert!((law.equity() - found.value).abs() < 1e-5);
            if found.leaves.is_empty() {
                ended += 1;
                assert!(found.board.points().is_some());
            } else {
                assert!((found.leaves.iter().map(|(share, _)| share).sum::<f32>() - 1.0).abs() < 1e-5);
                mixed += usize::from(found.leaves.iter().any(|(_, leaf)| leaf.over));
            }
        }
    }
    assert!(ended > 0 && mixed > 0, "games end inside and at the end of searches");
}

#[test]
fn a_filter_of_one_is_the_choice_of_one_ply() {
    let judge = judge(5);
    let (mut search, mut bench) = (Expectimax::new(Some(1)), Default::default());
    for (board, roll) in boards(11) {
        assert_eq!(search.think(&judge, &board, roll).board, judge.choose(&board, roll, &mut bench).board);
    }
}
