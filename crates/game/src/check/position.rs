//! The laws that hold in every position of a game.

use super::{Plan, broken, repeated_out};
use crate::{Dice, Ending, Game, Outcome, Status};

/// Returns with an error that names the position unless the law holds.
macro_rules! law {
    ($holds:expr, $game:expr, $($what:tt)+) => {
        if !$holds {
            return Err(broken($game, format!($($what)+)));
        }
    };
}
pub(super) use law;

/// Checks the last position of `line`; the number of its legal moves.
pub(super) fn laws<G: Game>(line: &mut Vec<G>, plan: &Plan<'_, G>, dice: &mut Dice) -> Result<u64, String> {
    let game = &line[line.len() - 1].clone();
    let mut moves = Vec::new();
    game.moves(|mv| moves.push(mv));
    let (stage, class) = (game.stage(), game.class());
    law!(stage < G::STAGES.len(), game, "stage() = {stage}, but there are {} stages", G::STAGES.len());
    law!(class < G::CLASSES, game, "class() = {class}, but there are {} classes", G::CLASSES);
    let (bare, key) = (game.without_past(), game.key());
    law!((bare.key(), bare.reversible()) == (key, 0), game, "without_past() has another key, or still a past");
    hints(game, &moves)?;
    notation(game, &moves, dice)?;
    chance(game, &moves)?;
    status(game, &moves)?;
    mirror(game, moves.len())?;
    turns(line, plan)?;
    ending(line, &moves)?;
    Ok(moves.len() as u64)
}

fn notation<G: Game>(game: &G, moves: &[G::Move], dice: &mut Dice) -> Result<(), String> {
    let text = game.to_string();
    same_after_reading(game, &text)?;
    // People type positions. A damaged text may be refused, or be another position, but not half understood.
    let damaged = damage(&text, dice);
    if let Ok(other) = G::read(&damaged) {
        same_after_reading(&other, &other.to_string()).map_err(|error| format!("{error} (read from '{damaged}')"))?;
    }
    let mut texts: Vec<String> = moves.iter().map(|mv| game.write_move(*mv)).collect();
    if game.over().is_none() {
        for (mv, text) in moves.iter().zip(&texts) {
            let back = game.read_move(text);
            law!(back.as_ref() == Ok(mv), game, "move {mv:?} is written '{text}' and read as {back:?}");
            let word = game.move_word(*mv);
            if word != *text {
                let back = game.read_move(&word);
                law!(back.as_ref() == Ok(mv), game, "move {mv:?} in one word is '{word}' and read as {back:?}");
            }
            law!(!word.contains(char::is_whitespace), game, "move {mv:?} is written '{word}', which is not one word");
        }
    }
    texts.sort_unstable();
    let twice = texts.windows(2).find(|two| two[0] == two[1]);
    law!(twice.is_none(), game, "two moves are written '{}'", twice.unwrap()[0]);
    Ok(())
}

fn same_after_reading<G: Game>(game: &G, text: &str) -> Result<(), String> {
    let back = G::read(text).map_err(|error| broken(game, format!("its own text cannot be read: {error}")))?;
    law!(back.to_string() == text, game, "reading its text gives '{back}'");
    law!(back.key() == game.key(), game, "reading its text gives another key");
    law!(back.side() == game.side(), game, "reading its text gives another side to move");
    law!(back.over() == game.over(), game, "reading its text gives another outcome");
    law!(back.move_list() == game.move_list(), game, "reading its text gives other moves, or in another order");
    Ok(())
}

/// One character of `text` doubled, lost or replaced.
fn damage(text: &str, dice: &mut Dice) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    if !letters.is_empty() {
        let at = dice.below(letters.len());
        match dice.below(3) {
            0 => letters.insert(at, letters[at]),
            1 => drop(letters.remove(at)),
            _ => letters[at] = ['0', '9', '-', '/', ' ', 'é', 'K', 'x'][dice.below(8)],
        }
    }
    letters.into_iter().collect()
}

fn hints<G: Game>(game: &G, moves: &[G::Move]) -> Result<(), String> {
    law!(distinct(moves), game, "a move is listed twice");
    let (mut parts, mut quiet) = (Vec::new(), Vec::new());
    game.noisy(|mv| parts.push(mv));
    game.quiet(|mv| quiet.push(mv));
    let unfit = parts.iter().find(|mv| !(0..1 << 15).contains(&game.rank(**mv)));
    law!(unfit.is_none(), game, "the rank of move {:?} is not from 0 to 32,767", unfit.unwrap());
    parts.extend(&quiet);
    law!(distinct(&parts), game, "noisy and quiet moves overlap, or one is listed twice");
    let same = parts.len() == moves.len() && parts.iter().all(|mv| moves.contains(mv));
    law!(same, game, "noisy and quiet moves together are not the legal moves");
    let mut checks = Vec::new();
    game.quiet_checks(|mv| checks.push(mv));
    let quiet_only = distinct(&checks) && checks.iter().all(|mv| quiet.contains(mv));
    law!(quiet_only, game, "quiet_checks lists a move that is not quiet, or one twice");
    for mv in &parts {
        let told = game.may_mate(*mv) && (checks.contains(mv) || !quiet.contains(mv));
        if !told && game.over().is_none() {
            let next = game.after(*mv);
            let mate = next.over().is_none() && next.in_check() && !next.can_move();
            law!(!mate, game, "move {mv:?} mates, which quiet_checks or may_mate denies");
        }
    }
    if G::SLOTS > 0 {
        let high = quiet.iter().find(|mv| game.slot(**mv) >= G::SLOTS);
        law!(high.is_none(), game, "the slot of move {:?} is not below SLOTS = {}", high.unwrap(), G::SLOTS);
    }
    Ok(())
}

fn distinct<T: PartialEq>(items: &[T]) -> bool {
    items.iter().enumerate().all(|(i, item)| !items[..i].contains(item))
}

fn status<G: Game>(game: &G, moves: &[G::Move]) -> Result<(), String> {
    let won = game.over().is_some_and(|outcome| outcome != Outcome::DRAW);
    law!(!won || moves.is_empty(), game, "there are moves after a win");
    let (expected, playable) = match game.over() {
        Some(outcome) => (Status::Over(outcome), &[][..]),
        None if moves.is_empty() => (Status::Over(game.stuck()), moves),
        None if game.chance() => (Status::Chance, moves),
        None => (Status::Turn(game.side()), moves),
    };
    let mut list = moves.to_vec();
    let status = game.status(&mut list);
    law!(status == expected, game, "status is {status:?}, but the rules say {expected:?}");
    law!(list == playable, game, "status lists other moves than the rules, or in another order");
    law!(game.move_list() == playable, game, "move_list lists other moves than the rules, or in another order");
    let decided = matches!(status, Status::Turn(_));
    law!(G::CHOICES || !decided, game, "a side decides in a game without choices");
    Ok(())
}

fn chance<G: Game>(game: &G, moves: &[G::Move]) -> Result<(), String> {
    if game.chance() && game.over().is_none() {
        law!(!moves.is_empty(), game, "chance decides, but there is no roll");
        let impossible = moves.iter().find(|roll| game.probability(**roll) <= 0.0);
        law!(impossible.is_none(), game, "roll {:?} has no positive probability", impossible.unwrap());
        let sum: f64 = moves.iter().map(|roll| game.probability(*roll)).sum();
        let one = (sum - 1.0).abs() <= 1e-12;
        law!(one, game, "the probabilities sum to {sum}");
    }
    Ok(())
}

fn mirror<G: Game>(game: &G, moves: usize) -> Result<(), String> {
    let Some(mirrored) = game.mirrored() else { return Ok(()) };
    let twice = mirrored.mirrored();
    let same = twice.is_some_and(|twice| twice.to_string() == game.to_string() && twice.key() == game.key());
    law!(same, game, "mirrored twice is another position");
    law!(mirrored.side() == game.side().other(), game, "mirrored has the same side to move");
    law!(mirrored.chance() == game.chance(), game, "mirrored differs in who decides");
    law!(mirrored.in_check() == game.in_check(), game, "mirrored differs in check");
    let negated = game.over().map(|outcome| Outcome(-outcome.0));
    law!(mirrored.over() == negated, game, "mirrored has not the opposite outcome");
    let mut count = 0;
    mirrored.moves(|_| count += 1);
    law!(count == moves, game, "mirrored has {count} moves instead of {moves}");
    let stuck = moves > 0 || negated.is_some() || mirrored.stuck().0 == -game.stuck().0;
    law!(stuck, game, "mirrored has not the opposite outcome without moves");
    Ok(())
}

fn turns<G: Game>(line: &[G], plan: &Plan<'_, G>) -> Result<(), String> {
    let [.., before, game] = line else { return Ok(()) };
    if plan.alternate {
        let next = if before.chance() { before.side() } else { before.side().other() };
        law!(game.side() == next, before, "a choice must pass the turn and a roll must not");
    }
    if G::REPETITIONS > 0 {
        let far = line.iter().rev().skip(1 + game.reversible()).any(|earlier| earlier.key() == game.key());
        law!(!far, game, "an equal position lies further back than reversible() = {}", game.reversible());
    }
    Ok(())
}

fn ending<G: Game>(line: &mut Vec<G>, moves: &[G::Move]) -> Result<(), String> {
    let game = line[line.len() - 1].clone();
    let said = game.ending();
    if said == Ending::Any || game.over().is_some() || repeated_out(line) {
        return Ok(());
    }
    for mv in moves {
        line.push(game.after(*mv));
        let repeated = repeated_out(line).then_some(Outcome::DRAW);
        let end = line.pop().and_then(|next| next.over()).or(repeated);
        let honest = end.is_none() || (said == Ending::Draw && end == Some(Outcome::DRAW));
        law!(honest, &game, "ending() says {said:?}, but move {mv:?} ends the game");
    }
    Ok(())
}
