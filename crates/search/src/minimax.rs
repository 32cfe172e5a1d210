//! Plain minimax with the same quiescence: slow, obviously right, and what every faster search must agree with.

use crate::thought::clamp;
use crate::tree::INFINITE;
use crate::{Options, outcome_value};
use eval::{Evaluator, Value};
use game::{Game, Outcome, Root, repeats};

/// The value for the side to move in the last position of `line`, found without any cleverness.
pub fn minimax<G: Game, E: Evaluator<G>>(evaluator: &E, line: &mut Vec<G>, options: &Options) -> Value {
    let root = evaluator.root(line.last().expect("a line has at least one position"));
    let list = line[line.len() - 1].move_list();
    list.into_iter().map(|mv| after(evaluator, line, mv, &root, options, 1)).max().expect("the game is not over")
}

fn after<G: Game, E: Evaluator<G>>(
    evaluator: &E,
    line: &mut Vec<G>,
    mv: G::Move,
    root: &Root,
    options: &Options,
    ply: usize,
) -> Value {
    line.push(line[line.len() - 1].after(mv));
    let value = -node(evaluator, line, root, options, ply);
    line.pop();
    value
}

fn node<G: Game, E: Evaluator<G>>(
    evaluator: &E,
    line: &mut Vec<G>,
    root: &Root,
    options: &Options,
    ply: usize,
) -> Value {
    let game = line[line.len() - 1].clone();
    if let Some(outcome) = game.over() {
        return outcome_value(outcome, game.side(), ply);
    }
    if options.repetition && repeats(line) > 0 {
        let over = repeats(line) + 1 >= G::REPETITIONS;
        return outcome_value(if over { G::repetition(line) } else { Outcome::DRAW }, game.side(), ply);
    }
    if ply as u32 == options.depth {
        if options.horizon_mate && game.in_check() && !game.can_move() {
            return outcome_value(game.stuck(), game.side(), ply);
        }
        return quiesce(evaluator, &game, root, options.quiescence.plies(), -INFINITE, INFINITE);
    }
    let list = game.move_list();
    let best = list.into_iter().map(|mv| after(evaluator, line, mv, root, options, ply + 1)).max();
    best.unwrap_or_else(|| outcome_value(game.stuck(), game.side(), ply))
}

/// Capture trees are too large to be walked whole, so this one part is alpha-beta in its plainest form.
fn quiesce<G: Game, E: Evaluator<G>>(
    evaluator: &E,
    game: &G,
    root: &Root,
    plies: u32,
    mut alpha: Value,
    beta: Value,
) -> Value {
    let state = evaluator.fresh(game, root);
    alpha = alpha.max(game.side().view(clamp(evaluator.value(game, &state, root))));
    let mut list = Vec::new();
    if plies > 0 {
        game.noisy(|mv| list.push(mv));
        list.sort_by_key(|mv| -game.rank(*mv));
    }
    for mv in list {
        if alpha >= beta {
            break;
        }
        alpha = alpha.max(-quiesce(evaluator, &game.after(mv), root, plies - 1, -beta, -alpha));
    }
    alpha
}
