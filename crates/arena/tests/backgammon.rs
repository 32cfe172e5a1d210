//! Matches with dice: who rolls, and who gets which rolls.

use game::{Game, Outcome};
use games::backgammon::{Backgammon, Move};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use tdleaf_arena::{Contest, Form, Opening, Pairing, Player, RandomPlayer, Record, Rules, Schedule, random_opening};

fn contest(seed: u64, threads: usize) -> Contest {
    let rules = Rules { longest: Backgammon::LONGEST, ..Rules::default() };
    Contest { schedule: Schedule::new(Form::RoundRobin, 2, 20), paces: Vec::new(), threads, seed, rules }
}

/// The rolls, the plays and the result of every game, by number.
fn games(contest: &Contest) -> Vec<(u64, Vec<Move>, Vec<Move>, Outcome)> {
    let games = Mutex::new(Vec::new());
    let player = |_| Box::new(RandomPlayer) as Box<dyn Player<Backgammon>>;
    let watch = |pairing: &Pairing, record: &Record<Backgammon>| {
        let (rolls, plays) = record.moves.iter().partition(|mv| matches!(mv, Move::Roll(_)));
        games.lock().unwrap().push((pairing.number, rolls, plays, record.ended.outcome));
        true
    };
    contest.play(player, |_| Opening::at(Backgammon::start()), |_| false, &AtomicBool::new(false), watch);
    let mut games = games.into_inner().unwrap();
    games.sort_by_key(|game| game.0);
    games
}

#[test]
fn both_games_of_a_pair_have_the_same_rolls_and_different_plays() {
    let all = games(&contest(1, 1));
    assert_eq!(all.len(), 20);
    for pair in all.chunks(2) {
        let ((_, one, plays, _), (_, other, others, _)) = (&pair[0], &pair[1]);
        let both = one.len().min(other.len());
        assert!(both > 20);
        assert_eq!(one[..both], other[..both]);
        // Random players draw from the game, not from the rolls.
        assert_ne!(plays[..both.min(plays.len())], others[..both.min(others.len())]);
    }
    assert_ne!(all[0].1[..20], all[2].1[..20], "the next pair has others");
    assert_ne!(all[0].1[..20], games(&contest(2, 1))[0].1[..20], "another seed has others");
    assert_eq!(all, games(&contest(1, 3)), "threads change no game");
    assert!(all.iter().any(|game| game.3.0.abs() > 1), "gammons count");
}

#[test]
fn random_openings_roll_as_dice_do() {
    let mut doubles = 0;
    for number in 0..3_000 {
        let opening = random_opening(&Backgammon::start(), 3, &mut game::Dice::new(4, number));
        if let Some(Move::Roll(roll)) = opening.moves.get(2) {
            doubles += u32::from(roll.double());
        }
    }
    // A quarter of the openings has three plies, and a sixth of those a double.
    assert!((90..160).contains(&doubles), "{doubles}");
}
