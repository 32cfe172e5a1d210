//! What extensions cost and gain on tactical problems (4.4).

use crate::probes::platform;
use crate::published::number;
use crate::report::{PERCENT, PLAIN, Report, Row, Style, Table};
use crate::{Cost, Error, Estimate, Measurement, Runner};
use arena::Epd;
use eval::{Evaluator, Linear};
use game::{Dice, Game, Sets};
use games::chess::{Chess, Material, PieceSquares};
use search::{Check, Limits, MOST_DEPTH, Null, Options, Progress, Recapture, Searcher, Singular, WIN, Watch};
use serde_json::{Value, json};
use std::cell::Cell;

/// The most nodes of capture trees that a problem may take: those at which captures are looked for. The thesis calls its
/// c-nodes "capture-tree-generation nodes", and only so counted are searches without extensions as large as its own.
const LIMIT: u64 = 36_000_000;
/// They are at least this share of all nodes, or nearly.
const SHARE: f64 = 0.15;
/// 256K entries.
const BITS: u32 = 18;
/// Resamplings for the interval of a ratio.
const RESAMPLED: usize = 1000;

/// The rows of table 4.4: checks, recaptures, singular, null.
const ROWS: [(Check, bool, u32, u32); 19] = {
    use Check::{Evading as E, Giving as G, Off as O};
    [
        (O, false, 0, 0),
        (E, false, 0, 0),
        (G, false, 0, 0),
        (O, true, 0, 0),
        (O, false, 1, 0),
        (O, false, 2, 0),
        (O, false, 0, 1),
        (O, false, 0, 2),
        (E, true, 0, 0),
        (E, false, 1, 0),
        (E, false, 0, 2),
        (O, true, 1, 0),
        (O, true, 0, 2),
        (O, false, 1, 2),
        (E, true, 1, 0),
        (E, true, 0, 2),
        (E, false, 1, 2),
        (O, true, 1, 2),
        (E, true, 1, 2),
    ]
};

/// The bands of depth in table 4.4, by the last depth of each.
const BANDS: [(&str, u32); 4] = [("4,5", 5), ("6,7", 7), ("8,9", 9), ("10+", u32::MAX)];

/// Results are kept under fingerprints of the problems, and so is their list: both can be passed on where the problems cannot.
const LIST: &str = "problems of extensions";

const NEEDED: &str = "extensions needs an EPD file of problems with bm, c0 \"depth=N\" and c1 \"gain=G\", as wcsac563.epd: give its \
                      path with --epd";

/// A problem of the set.
struct Problem {
    /// The fingerprint of the position, its solution and its gain.
    name: String,
    depth: u32,
    /// Known where the file was given.
    puzzle: Option<Puzzle>,
}

/// What is asked.
struct Puzzle {
    position: Chess,
    best: Vec<<Chess as Game>::Move>,
    /// In pawns; mate if there is none.
    gain: Option<f64>,
}

/// What a problem took: capture-tree nodes, those of singular detection, those of recapture detection, the depth.
#[derive(Clone, Copy)]
struct Taken {
    captures: f64,
    singular: f64,
    recaptures: f64,
    solved: bool,
}

impl Taken {
    /// How many moves at each node it was as if all had been searched, 40 at the first (equation 4.1).
    fn branching(&self, depth: u32) -> f64 {
        (self.captures / 40.0).powf(1.0 / f64::from(depth - 1))
    }
}

/// Tables 4.4 and A.1, figures 4.3 to 4.10.
pub fn experiment(runner: &mut Runner) -> Result<Report, Error> {
    let mut problems = given(runner)?;
    problems.truncate(runner.scaled(problems.len() as u64, 1) as usize);
    let items: Vec<Measurement> = ROWS
        .iter()
        .enumerate()
        .flat_map(|(row, rules)| problems.iter().map(move |problem| item(row, rules, problem)))
        .collect();
    let found = runner.measure("solving the problems", &items)?;
    let taken: Vec<Vec<Option<Taken>>> = found
        .chunks(problems.len().max(1))
        .map(|row| row.iter().map(|value| value.as_ref().map(read)).collect())
        .collect();
    let rows: Vec<Option<Vec<Taken>>> = taken.into_iter().map(|row| row.into_iter().collect()).collect();
    let name = |row: usize| crate::published::value(&format!("/4.4/rows/{row}")).as_str().unwrap_or("").to_string();

    let mut ratios = Table::new("Capture-tree nodes in percent of those without extensions (table 4.4)");
    let mut totals = Table::new("Capture-tree nodes to the solution, in thousands (table 4.4, all problems)");
    let mut bands = Table::new("The same by depth of the problem");
    let mut branching = Table::new("Effective branching factors on those problems, by their depth (equation 4.1)");
    let mut detection = Table::new("Share of the nodes that detection takes on those problems, in percent (table A.1)");
    let common = common(&rows);
    let solved: Vec<Option<Vec<Taken>>> = rows.iter().map(|row| row.as_ref().map(|row| chosen(row, &common))).collect();
    let mut solved_ratios = Table::new(format!(
        "The same, over the {} problems that every row solves, as the thesis chose its own",
        common.len()
    ));
    let mut unsolved = Vec::new();
    for (row, found) in rows.iter().enumerate() {
        let published = number(&format!("/4.4/values/{row}/4"));
        let all: Option<Vec<f64>> =
            found.as_ref().map(|found| found.iter().map(|taken| taken.captures / 1000.0).collect());
        totals.rows.push(Row::new(
            name(row),
            Style::digits(0),
            Some(Estimate::bare(published)),
            all.as_deref().and_then(Estimate::mean),
        ));
        if row > 0 {
            let published = Estimate::bare(100.0 * published / number("/4.4/values/0/4"));
            for (table, rows) in [(&mut ratios, &rows), (&mut solved_ratios, &solved)] {
                let both = rows[0].as_ref().zip(rows[row].as_ref()).filter(|(base, _)| !base.is_empty());
                let ours = both.map(|(base, found)| ratio(base, found, |taken| taken.captures));
                table.rows.push(Row::new(name(row), PERCENT, Some(published), ours));
            }
        }
        let mut from = 0;
        for (at, (band, to)) in BANDS.iter().enumerate() {
            let within = |found: &Vec<Taken>| -> Vec<f64> {
                let pairs = found.iter().zip(&problems).filter(|(_, problem)| (from..=*to).contains(&problem.depth));
                pairs.map(|(taken, _)| taken.captures / 1000.0).collect()
            };
            let ours = found.as_ref().and_then(|found| Estimate::mean(&within(found)));
            let published = Estimate::bare(number(&format!("/4.4/values/{row}/{at}")));
            bands.rows.push(Row::new(format!("{}, depth {band}", name(row)), Style::digits(0), Some(published), ours));
            // Who fails at hard problems must not look better for it.
            let factors = |found: &Vec<Taken>| -> Vec<f64> {
                let solved = common.iter().map(|at| (&found[*at], problems[*at].depth));
                solved
                    .filter(|(_, depth)| (from..=*to).contains(depth))
                    .map(|(taken, depth)| taken.branching(depth))
                    .collect()
            };
            if at > 0 {
                let ours = found.as_ref().and_then(|found| Estimate::mean(&factors(found)));
                branching.rows.push(Row::new(format!("{}, depth {band}", name(row)), PLAIN, None, ours));
            }
            from = to.saturating_add(1);
        }
        let parts: [(&str, &str, Part); 2] =
            [("singular", "SD", |taken| taken.singular), ("recaptures", "RD", |taken| taken.recaptures)];
        for (what, column, part) in parts {
            let place = |what: &str| number(&format!("/A.1/columns/overall/{what}/{row}"));
            if place(column) > 0.0 {
                // What an unsolved problem took is not known: its nodes are cut off at the limit, those of detection are not.
                let ours = solved[row].as_ref().filter(|row| !row.is_empty()).map(|row| ratio(row, row, part));
                let share = Estimate::bare(100.0 * place(column) / place("total"));
                detection.rows.push(Row::new(format!("{}: {what}", name(row)), PERCENT, Some(share), ours));
            }
        }
        if let Some(found) = found {
            let missed = found.iter().filter(|taken| !taken.solved).count();
            if missed > 0 {
                unsolved.push(format!("{}: {missed}", name(row)));
            }
        }
    }
    let mut notes =
        vec![format!("{} problems, at most {} million capture-tree nodes each.", problems.len(), LIMIT / 1_000_000)];
    if !unsolved.is_empty() {
        notes.push(format!("Not solved within the limit, and counted with it: {}.", unsolved.join(", ")));
    }
    let variants = ["SingEx (1)", "SingEx (2)*", "Null (1)*", "Null (2)"];
    let mut figures: Vec<_> =
        totals.bars("Thousands of nodes to the solution (figure 4.3)", |_| true).into_iter().collect();
    for (what, table, first) in [("Thousands of nodes", &bands, 4), ("Effective branching factors", &branching, 7)] {
        for (number, (band, _)) in BANDS[1..].iter().enumerate() {
            let caption = format!("{what}, depth {band} (figure 4.{})", first + number);
            figures.extend(table.bars(caption, |row| row.what.ends_with(&format!("depth {band}"))));
        }
    }
    let caption = "Singular and null move variants, thousands of nodes (figure 4.10)";
    figures.extend(totals.bars(caption, |row| variants.contains(&row.what.as_str())));
    Ok(Report { tables: vec![ratios, solved_ratios, totals, bands, branching, detection], figures, notes })
}

/// The problems that every row solves; none as long as a row is missing.
fn common(rows: &[Option<Vec<Taken>>]) -> Vec<usize> {
    let Some(rows) = rows.iter().map(Option::as_ref).collect::<Option<Vec<_>>>() else { return Vec::new() };
    (0..rows[0].len()).filter(|at| rows.iter().all(|row| row[*at].solved)).collect()
}

fn chosen(row: &[Taken], problems: &[usize]) -> Vec<Taken> {
    problems.iter().map(|at| row[*at]).collect()
}

fn item<'t>(row: usize, rules: &'t (Check, bool, u32, u32), problem: &'t Problem) -> Measurement<'t> {
    // Null moves were once not tried against mates, and recaptures were tested with the window of the search.
    let how = if rules.1 || rules.3 > 0 { ", mates too, a window of its own" } else { "" };
    Measurement {
        key: format!("extensions, nodes that look for captures: {} {rules:?}{how}", problem.name),
        class: format!("extensions row {row} depth {}", problem.depth),
        units: 1.0,
        outside: false,
        measure: Box::new(move || match &problem.puzzle {
            Some(puzzle) => Ok(solve(rules, puzzle)),
            None => Err(Error::Usage(NEEDED.to_string())),
        }),
    }
}

/// Searches deeper and deeper until the move is found with at least its gain.
fn solve(rules: &(Check, bool, u32, u32), puzzle: &Puzzle) -> Value {
    let &(check, recaptures, singular, null) = rules;
    let options = Options {
        check,
        recapture: if recaptures { Recapture::Thesis } else { Recapture::Off },
        singular: if singular > 0 { Singular::Reduced(singular) } else { Singular::Off },
        null: if null > 0 { Null::Fixed(null) } else { Null::Off },
        repetition: true,
        ..platform(MOST_DEPTH, BITS)
    };
    let evaluator = Linear::new::<Chess>(PieceSquares::<Material>::new(), Sets::One, &super::TEXTBOOK);
    let root = evaluator.root(&puzzle.position);
    let still = evaluator.value(&puzzle.position, &evaluator.fresh(&puzzle.position, &root), &root);
    let pawn = f64::from(evaluator.yardstick());
    let least = puzzle.gain.map(|gain| puzzle.position.side().view(still) + (gain * pawn) as eval::Value);
    let watch = Solution { puzzle, least: least.unwrap_or(WIN / 2), found: Cell::new(false) };
    let limits = Limits { nodes: Some((LIMIT as f64 / SHARE) as u64), ..Limits::default() };
    let line = std::slice::from_ref(&puzzle.position);
    let thought = Searcher::new(options).think_within(&evaluator, line, &limits, &mut Dice::new(1, 1), &watch);
    let Some(thought) = thought else { return Value::Null };
    let solved = watch.found.get() && thought.counts.captures <= LIMIT;
    let counts = thought.counts;
    // What is not solved is counted with the limit.
    let captures = if solved { counts.captures } else { LIMIT };
    json!([captures, counts.singular, counts.recaptures, solved, thought.depth])
}

/// Ends the search with the iteration that finds the solution: the move, with at least its gain. The gain is that of a search
/// to a fixed depth; one that extends some lines may see that more is won, and would never find just that.
struct Solution<'a> {
    puzzle: &'a Puzzle,
    least: eval::Value,
    found: Cell<bool>,
}

impl Watch<Chess> for Solution<'_> {
    fn found(&self, progress: &Progress<<Chess as Game>::Move>) {
        let right = progress.line.first().is_some_and(|mv| self.puzzle.best.contains(mv));
        self.found.set(right && progress.value >= self.least);
    }

    fn deepen(&self, _: u32, _: u32) -> bool {
        !self.found.get()
    }
}

fn read(value: &Value) -> Taken {
    let number = |at: usize| value[at].as_f64().unwrap_or(0.0);
    Taken { captures: number(0), singular: number(1), recaptures: number(2), solved: value[3] == true }
}

/// Some of the nodes that a problem took.
type Part = fn(&Taken) -> f64;

/// Nodes of one row in percent of all of another's, over the same problems; the interval is that of problems drawn anew.
fn ratio(base: &[Taken], found: &[Taken], part: Part) -> Estimate {
    let of = |list: &mut dyn Iterator<Item = usize>| {
        let (sum, whole) = list.fold((0.0, 0.0), |(a, b), at| (a + part(&found[at]), b + base[at].captures));
        100.0 * sum / whole
    };
    let mut dice = Dice::new(1, 1);
    let count = base.len();
    let mut drawn: Vec<f64> = (0..RESAMPLED)
        .map(|_| of(&mut (0..count).map(|_| dice.below(count)).collect::<Vec<_>>().into_iter()))
        .collect();
    drawn.sort_by(f64::total_cmp);
    let half = (drawn[RESAMPLED * 39 / 40] - drawn[RESAMPLED / 40]) / 2.0;
    Estimate { value: of(&mut (0..count)), error: half }
}

/// The problems of the file, or those whose results are there.
fn given(runner: &Runner) -> Result<Vec<Problem>, Error> {
    if let Some(text) = runner.given() {
        let list = problems(text)?;
        if runner.works() {
            let names: Vec<_> = list.iter().map(|problem| json!([problem.name, problem.depth])).collect();
            runner.ledger.put(LIST, &json!(names), Cost { class: "files", units: 1.0, cpu: 0.0 })?;
        }
        return Ok(list);
    }
    let kept: Option<Vec<(String, u32)>> =
        runner.ledger.result(LIST)?.and_then(|list| serde_json::from_value(list).ok());
    let list = kept.ok_or_else(|| Error::Usage(NEEDED.to_string()))?;
    Ok(list.into_iter().map(|(name, depth)| Problem { name, depth, puzzle: None }).collect())
}

fn problems(text: &str) -> Result<Vec<Problem>, Error> {
    let one = |(number, line): (usize, &str)| {
        let wrong = |why: String| Error::Usage(format!("line {number} of the problems: {why}"));
        let epd = Epd::<Chess>::read(line).map_err(wrong)?;
        let value = |code: &str| epd.operations.iter().find(|(name, _)| name == code).map(|(_, value)| value.as_str());
        let remark = |code: &str, name: &str| {
            let text = value(code).and_then(|text| text.trim_matches('"').strip_prefix(name).map(str::to_string));
            text.ok_or_else(|| wrong(format!("expected {code} \"{name}...\"")))
        };
        let moves = value("bm").ok_or_else(|| wrong("expected a best move (bm)".to_string()))?;
        let best: Result<Vec<_>, String> = moves.split_whitespace().map(|mv| epd.position.read_move(mv)).collect();
        let depth = remark("c0", "depth=")?.parse().map_err(|_| wrong("expected a depth".to_string()))?;
        let gain = remark("c1", "gain=")?;
        let text = format!("{} bm {moves} gain {gain}", epd.position);
        let name = format!("{:016x}", eval::fingerprint(text.bytes()));
        let gain = match gain.as_str() {
            "M" => None,
            pawns => {
                let gain = pawns.parse().ok().filter(|gain: &f64| gain.is_finite());
                Some(gain.ok_or_else(|| wrong(format!("expected a gain in pawns or M, not '{pawns}'")))?)
            }
        };
        let puzzle = Puzzle { best: best.map_err(wrong)?, gain, position: epd.position.clone() };
        Ok(Problem { name, depth, puzzle: Some(puzzle) })
    };
    let list: Vec<Problem> = Epd::<Chess>::lines(text).map(one).collect::<Result<_, Error>>()?;
    if list.is_empty() { Err(Error::Usage("the file has no problems".to_string())) } else { Ok(list) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ledger, Mode};

    const PROBLEM: &str = "3r2k1/p5pp/8/3q4/8/1Q6/P5PP/5RK1 w - - bm Rd1; id \"a\"; c0 \"depth=4\"; c1 \"gain=5\";";

    #[test]
    fn a_problem_is_solved_at_its_depth() {
        let problems = problems(PROBLEM).unwrap();
        let puzzle = problems[0].puzzle.as_ref().unwrap();
        let plain = solve(&ROWS[0], puzzle);
        assert_eq!(plain[3], true, "{plain}");
        assert_eq!(plain[4], 4, "{plain}");
        assert_eq!((&plain[1], &plain[2]), (&json!(0), &json!(0)));
        let singular = solve(&ROWS[4], puzzle);
        assert!(singular[1].as_u64().unwrap() > 0, "{singular}");
    }

    #[test]
    fn who_sees_more_has_solved_it_too() {
        let solve = |gain: &str| {
            let problems = problems(&PROBLEM.replace("gain=5", gain)).unwrap();
            solve(&ROWS[0], problems[0].puzzle.as_ref().unwrap())[4].as_u64().unwrap()
        };
        assert!(solve("gain=3") <= solve("gain=5"), "less is found no later");
    }

    #[test]
    fn a_problem_counts_everywhere_only_if_every_row_solves_it() {
        let taken = |solved| Taken { captures: 1.0, singular: 0.0, recaptures: 0.0, solved };
        let row = |list: &[bool]| Some(list.iter().map(|solved| taken(*solved)).collect::<Vec<_>>());
        assert_eq!(common(&[row(&[true, false, true]), row(&[true, true, true])]), [0, 2]);
        assert!(common(&[row(&[true]), None]).is_empty(), "a row is missing");
    }

    #[test]
    fn results_are_enough_for_a_report_and_do_not_give_the_problems_away() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.tdexp");
        let (ledger, stop) = (Ledger::open(&path, "1").unwrap(), || false);
        let run = |mode, text: Option<&str>| {
            let mut runner = Runner::new(&ledger, mode, 1, (1.0, None), &stop, &|_| ());
            runner.give(text.map(str::to_string));
            experiment(&mut runner)
        };
        assert!(run(Mode::Run, None).unwrap_err().to_string().contains("--epd"));
        let told = |report: Report| report.tables.iter().map(Table::markdown).collect::<String>();
        let first = told(run(Mode::Run, Some(PROBLEM)).unwrap());
        assert_eq!(told(run(Mode::Look, None).unwrap()), first);
        assert_eq!(told(run(Mode::Run, None).unwrap()), first);
        drop(ledger);
        let bytes = std::fs::read(&path).unwrap();
        let board = PROBLEM.split(' ').next().unwrap().as_bytes();
        assert!(!bytes.windows(board.len()).any(|part| part == board));
    }

    #[test]
    fn what_is_no_problem_is_told() {
        for (text, word) in [
            ("", "no problems"),
            ("8/8/8/8/8/8/8/8 w - -", "line 1"),
            (&PROBLEM.replace("gain", "g"), "gain="),
            (&PROBLEM.replace("=5", "=much"), "'much'"),
        ] {
            let error = problems(text).err().unwrap().to_string();
            assert!(error.contains(word), "{error}");
        }
    }
}
