//! How fast a network learns backgammon, and what the time goes into, by processor time on one core:
//! `cargo run --release -p tdleaf-lab --example network_speed [inputs] [hidden] [games] [method]`.

use cpu_time::ThreadTime;
use eval::network::{Bench, Judge};
use game::{Dice, Turns};
use games::backgammon::{Board, Inputs, Roll};
use learn::network::Trail;
use tdleaf_lab::Method;
use tdleaf_lab::diced::{DicedPlay, DicedSettings, DicedTrainer, Points, Room};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |at: usize, usual: &str| arguments.get(at).cloned().unwrap_or(usual.to_string());
    let inputs = Inputs::named(&argument(0, "raw-a")).expect("raw-a, raw-b, handmade-a or handmade-b");
    let hidden: usize = argument(1, "80").parse().expect("a number of hidden units");
    let games: u64 = argument(2, "20000").parse().expect("a number of games");
    let mut settings = DicedSettings::new("backgammon", argument(0, "raw-a"), games);
    settings.hidden = vec![hidden, hidden.min(32)];
    settings.test_every = 0;
    (settings.method, settings.plies) = match argument(3, "td").as_str() {
        "td" => (Method::Td, 1),
        "tdleaf" => (Method::Tdleaf, 2),
        "td-directed" => (Method::TdDirected, 2),
        other => panic!("td, tdleaf or td-directed, not {other}"),
    };
    let judge = match arguments.get(4) {
        Some(path) => {
            Judge::read(inputs, eval::network::NetworkFile::parse(&std::fs::read(path).unwrap()).unwrap()).unwrap()
        }
        None => Judge::random(inputs, &settings.hidden, 1),
    };
    let folder = tempfile::tempdir().expect("a folder for the run");
    let trainer = DicedTrainer::in_memory(settings.clone(), judge).expect("right settings");
    let mut trainer = trainer.kept(&folder.path().join("speed.tdrun"), "").expect("a new run");
    let began = ThreadTime::now();
    trainer.run(1, || false, |_, _| Points::default(), |_| ()).expect("a run");
    let seconds = began.elapsed().as_secs_f64();
    println!("{games} games, run store on: {:.0} games per CPU-second", games as f64 / seconds);
    if settings.method == Method::Td {
        shares(&trainer, &settings);
    }
}

/// Plays more games with what was learnt, and measures their parts one by one.
fn shares(trainer: &DicedTrainer<Board, Inputs>, settings: &DicedSettings) {
    let (play, mut room, judge) = (DicedPlay::new(settings), Room::new(settings), trainer.learner().judge());
    let trails: Vec<Trail<Board>> = (1..=2000).map(|number| play.game(judge, number, &mut room).0).collect();
    let mut dice = Dice::new(1, 0);
    let mut turns: Vec<(Board, Roll)> = Vec::new();
    for trail in &trails {
        turns.extend(trail.turns.iter().map(|turn| (turn.board.swapped(), Roll::throw(&mut dice))));
    }
    let time = |work: &mut dyn FnMut()| {
        let began = ThreadTime::now();
        work();
        began.elapsed().as_secs_f64()
    };
    let (mut count, mut bench, mut learner) = (0u64, Bench::default(), trainer.learner().clone());
    let generation = time(&mut || turns.iter().for_each(|(board, roll)| Turns::replies(board, *roll, |_| count += 1)));
    let both = time(&mut || turns.iter().for_each(|(board, roll)| judge.replies(board, *roll, &mut bench)));
    let update = time(&mut || trails.iter().for_each(|trail| learner.learn(trail).expect("it can be learnt")));
    let (all, games) = ((both + update) / 100.0, trails.len() as f64);
    println!(
        "shares: generation {:.0} %, network {:.0} %, update {:.0} %; {:.1} turns a game, {:.1} positions a turn, {:.2} million \
         positions per CPU-second",
        generation / all,
        (both - generation) / all,
        update / all,
        turns.len() as f64 / games,
        count as f64 / turns.len() as f64,
        bench.judged as f64 / both / 1e6
    );
}
