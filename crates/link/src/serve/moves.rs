//! Moves as protocols see them.

use game::Game;

/// All moves that the rules of movement allow, also where the game is drawn by a rule that somebody must claim.
pub fn legal_moves<G: Game>(position: &G) -> Vec<G::Move> {
    let mut list = Vec::new();
    position.moves(|mv| list.push(mv));
    list
}

/// A line of moves in writing, as far as it is legal.
pub fn written<G: Game>(start: &G, line: &[G::Move], write: impl Fn(&G, G::Move) -> String) -> Vec<String> {
    let (mut position, mut texts) = (start.clone(), Vec::new());
    for mv in line {
        if !legal_moves(&position).contains(mv) {
            break;
        }
        texts.push(write(&position, *mv));
        position.play(*mv);
    }
    texts
}
