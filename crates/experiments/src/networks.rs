//! Learning runs of networks for backgammon that are kept in the ledger as they go and meet a yardstick on their way.

use crate::runner::{Live, Task, timed};
use crate::{Cost, Error, Ledger, Mode, Runner, Saved};
use cpu_time::ThreadTime;
use eval::network::Judge;
use games::backgammon::{Board, Inputs, pubeval};
use lab::diced::{Chooser, DicedEvent, DicedSettings, DicedTrainer, Points, digits, meet, networks};
use search::Expectimax;
use serde_json::{Value, json};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// Networks that judge boards of backgammon.
pub type Networks = Judge<Board, Inputs>;

/// A run is saved this often.
const SAVE_EVERY: Duration = Duration::from_secs(10);
/// Its time is part of what a game of the course costs.
const NOTHING: Cost = Cost { class: "on the way", units: 0.0, cpu: 0.0 };
/// Games that are played to find out how long games take.
const PROBE: u64 = 8;
/// Games after which new networks play games of a usual length.
const INFANCY: u64 = 1_000;

/// Whom networks meet, again and again, while they learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yardstick {
    /// The public evaluator, by one ply.
    Pubeval,
    /// The networks that they began with, both looking two plies ahead.
    Start,
}

/// A learning run with the matches on its way; `test_every` and `test_games` of the settings say when and how long they are.
#[derive(Clone, Debug)]
pub struct Course {
    /// How it learns.
    pub settings: DicedSettings,
    /// The networks that it starts from, which `settings.start` describes; `None` for random ones.
    pub start: Option<Networks>,
    /// Whom it meets.
    pub yardstick: Yardstick,
}

/// What has come out of a course.
#[derive(Clone, Debug)]
pub struct Schooled {
    /// How it learnt.
    pub settings: DicedSettings,
    /// The averaged networks in the end, if it has been reached.
    pub networks: Option<Networks>,
    /// What the matches gave that are complete: after so many games, points per game.
    pub points: Vec<(u64, Points)>,
}

impl Schooled {
    /// True if all games have been played, and all matches.
    pub fn complete(&self) -> bool {
        let measured = self.points.last().map_or(0, |(games, _)| *games);
        let last =
            self.settings.games.checked_div(self.settings.test_every).map_or(0, |n| n * self.settings.test_every);
        self.networks.is_some() && measured >= last
    }

    /// The points per game after so many games.
    pub fn after(&self, games: u64) -> Option<Points> {
        self.points.iter().find(|(at, _)| *at == games).map(|(_, points)| *points)
    }
}

impl Runner<'_> {
    /// Takes all courses to their ends, each on one core.
    pub fn school(&mut self, stage: &str, courses: &[Course]) -> Result<Vec<Schooled>, Error> {
        let mut tasks = Vec::new();
        for course in courses {
            course.settings.check().map_err(Error::Usage)?;
            let done = self.ledger.run(&course.key(true))?.map_or(0, |saved| saved.games);
            let left = course.settings.games.saturating_sub(done);
            // A process may have been killed between the last game and the last match.
            let unmeasured =
                left == 0 && self.ledger.result(&course.end_key())?.is_none() && done == course.settings.games;
            tasks.push(Task {
                class: course.key(false),
                units: left as f64 + if unmeasured { 1.0 } else { 0.0 },
                work: Box::new(move |live| course.advance(live)),
                probe: Box::new(move |_| course.probe()),
            });
        }
        self.perform(stage, tasks)?;
        courses.iter().map(|course| self.schooled(course)).collect()
    }

    fn schooled(&self, course: &Course) -> Result<Schooled, Error> {
        let settings = course.settings.clone();
        let networks = match (self.ledger.result(&course.end_key())?, self.mode) {
            (Some(digits), _) => Some(networks(digits.as_str().unwrap_or_default(), &course.inputs()?)?),
            // What follows can be planned with any networks that play sensibly.
            (None, Mode::Plan) => Some(course.infant()?),
            (None, _) => None,
        };
        let mut points = Vec::new();
        let mut games = settings.test_every;
        while settings.test_every > 0 && games <= settings.games {
            points.extend(course.measured(self.ledger, games)?.map(|found| (games, found)));
            games += settings.test_every;
        }
        Ok(Schooled { settings, networks, points })
    }
}

impl Course {
    /// The settings as text, without the number of games and, for the kind of work, without the seed.
    fn key(&self, seed: bool) -> String {
        let mut value = serde_json::to_value(&self.settings).expect("settings have a JSON form");
        for without in ["games", "test_every", "test_games"] {
            value[without] = Value::Null;
        }
        if !seed {
            value["seed"] = Value::Null;
        }
        json!({ "school": value }).to_string()
    }

    /// Where the averaged networks are kept that a course ends with. One that goes on later has another end.
    fn end_key(&self) -> String {
        format!("{} after {} games, the networks", self.key(true), self.settings.games)
    }

    fn inputs(&self) -> Result<Inputs, Error> {
        let name = &self.settings.inputs;
        Inputs::named(name).ok_or_else(|| Error::Usage(format!("there are no inputs '{name}'")))
    }

    /// The networks of the beginning.
    fn beginning(&self) -> Result<Networks, Error> {
        let DicedSettings { hidden, seed, .. } = &self.settings;
        Ok(match &self.start {
            Some(networks) => networks.clone(),
            None => Judge::random(self.inputs()?, hidden, *seed),
        })
    }

    /// Networks that have learnt a little, if they did not know anything in the beginning.
    fn infant(&self) -> Result<Networks, Error> {
        if let Some(start) = &self.start {
            return Ok(start.clone());
        }
        let settings = DicedSettings { games: INFANCY, ..self.settings.clone() };
        let mut trainer = DicedTrainer::in_memory(settings, self.beginning()?)?;
        trainer.run(1, || false, unmeasured, |_| {})?;
        Ok(trainer.learner().average().clone())
    }

    /// True if the yardstick is met after so many games.
    fn due(&self, games: u64) -> bool {
        games > 0 && self.settings.test_every > 0 && games.is_multiple_of(self.settings.test_every)
    }

    /// Games in a part of a match.
    fn block(&self) -> u64 {
        let most = if self.yardstick == Yardstick::Pubeval { 2_000 } else { 100 };
        self.settings.test_games.clamp(2, most)
    }

    fn blocks(&self) -> u64 {
        self.settings.test_games.div_ceil(self.block())
    }

    fn block_key(&self, games: u64, number: u64) -> String {
        let (yardstick, size) = (self.yardstick, self.block());
        format!("{} after {games} games, {yardstick:?}, block {number} of {size}", self.key(true))
    }

    /// What the match after so many games gave, if it is complete.
    fn measured(&self, ledger: &Ledger, games: u64) -> Result<Option<Points>, Error> {
        let mut found = Vec::new();
        for number in 0..self.blocks() {
            match ledger.result(&self.block_key(games, number))? {
                Some(block) => found.push(read(&block)),
                None => return Ok(None),
            }
        }
        Ok(Some(Points::together(&found)))
    }

    /// Plays a part of a match.
    fn meet(&self, networks: &Networks, start: &Networks, key: &str) -> Points {
        let seed = eval::fingerprint(key.bytes());
        match self.yardstick {
            Yardstick::Pubeval => against_pubeval(networks, self.block(), seed, 1),
            Yardstick::Start => meet(self.block(), seed, 1, || two_plies(networks), || two_plies(start)),
        }
    }

    /// Goes on until it is stopped or at the end.
    fn advance(&self, live: &Live) -> Result<(), Error> {
        let (key, class) = (self.key(true), self.key(false));
        let start = self.beginning()?;
        let before = live.ledger.run(&key)?;
        let mut trainer = match &before {
            Some(saved) => DicedTrainer::continued(self.settings.clone(), self.inputs()?, &saved.state)?,
            None => DicedTrainer::in_memory(self.settings.clone(), start.clone())?,
        };
        let spent = before.map_or(0.0, |saved| saved.cpu);
        let begin = ThreadTime::now();
        let (mut saved_games, mut saved_cpu) = (trainer.games(), 0.0);
        loop {
            let measured = self.measure(live, &trainer, &start)?;
            if measured && trainer.games() == self.settings.games {
                live.ledger.put(&self.end_key(), &json!(digits(trainer.learner().average())), NOTHING)?;
            }
            if live.stopped() || trainer.games() >= self.settings.games {
                return Ok(());
            }
            let (since, due) = (Instant::now(), Cell::new(false));
            let stop = || due.get() || live.stopped() || since.elapsed() > SAVE_EVERY;
            trainer.run(1, stop, unmeasured, |event| {
                if let DicedEvent::Learnt { games, .. } = event {
                    due.set(self.due(games));
                }
            })?;
            let (games, cpu) = (trainer.games(), begin.elapsed().as_secs_f64());
            let cost = Cost { class: &class, units: (games - saved_games) as f64, cpu: cpu - saved_cpu };
            let saved = Saved { games, state: trainer.memory(), seen: Vec::new(), cpu: spent + cpu };
            live.ledger.save(&key, &saved, &[], cost)?;
            live.spent(cost);
            (saved_games, saved_cpu) = (games, cpu);
        }
    }

    /// Plays what is missing of the match that is due now; false if it was stopped.
    fn measure(&self, live: &Live, trainer: &DicedTrainer<Board, Inputs>, start: &Networks) -> Result<bool, Error> {
        let games = trainer.games();
        let blocks = if self.due(games) { self.blocks() } else { 0 };
        for number in 0..blocks {
            let key = self.block_key(games, number);
            if live.ledger.result(&key)?.is_some() {
                continue;
            }
            if live.stopped() {
                return Ok(false);
            }
            let points = self.meet(trainer.learner().average(), start, &key);
            live.ledger.put(&key, &write(&points), NOTHING)?;
        }
        Ok(true)
    }

    /// Processor seconds for a game, with its share of the matches.
    fn probe(&self) -> Result<f64, Error> {
        let start = self.infant()?;
        let settings = DicedSettings { games: PROBE, ..self.settings.clone() };
        let mut trainer = DicedTrainer::in_memory(settings, start.clone())?;
        let (done, learning) = timed(|| trainer.run(1, || false, unmeasured, |_| {}));
        done?;
        let short = Course { settings: DicedSettings { test_games: PROBE, ..self.settings.clone() }, ..self.clone() };
        let (_, playing) = timed(|| short.meet(&start, &start, "probe"));
        let share = self.settings.test_games as f64 / self.settings.test_every.max(1) as f64;
        Ok(learning / PROBE as f64 + share * playing / short.block() as f64)
    }
}

/// The trainer's own matches have no part here.
fn unmeasured(_: &Networks, games: u64) -> Points {
    Points { games, ..Points::default() }
}

/// Points per game of networks, by one ply, against the public evaluator.
pub fn against_pubeval(networks: &Networks, games: u64, seed: u64, threads: usize) -> Points {
    let own = || -> Chooser<'_, Board> {
        let mut bench = Default::default();
        Box::new(move |board, roll| networks.choose(board, roll, &mut bench).board)
    };
    meet(games, seed, threads, own, || Box::new(|board: &Board, roll| pubeval::choose(board, roll).1))
}

/// Networks that look two plies ahead, at every move.
fn two_plies(networks: &Networks) -> Chooser<'_, Board> {
    let mut search = Expectimax::new(None);
    Box::new(move |board, roll| search.think(networks, board, roll).board)
}

pub(crate) fn write(points: &Points) -> Value {
    let Points { games, mean, error, won, gammons: (gammons, lost) } = points;
    json!([games, mean, error, won, gammons, lost])
}

pub(crate) fn read(value: &Value) -> Points {
    let number = |at: usize| value[at].as_f64().unwrap_or(0.0);
    let (mean, error, won, gammons) = (number(1), number(2), number(3), (number(4), number(5)));
    Points { games: number(0) as u64, mean, error, won, gammons }
}
