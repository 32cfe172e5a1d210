//! A toy game and its features, with a switch for each defect that the check must find.

use std::cell::Cell;
use std::fmt;
use tdleaf_game::{Ending, Features, Game, Outcome, Preset, Root, Sets, Side, SquareMap, Status};

thread_local! {
    /// What is wrong with the toy in the test that runs on this thread; "" for nothing.
    pub static DEFECT: Cell<&'static str> = const { Cell::new("") };
    static COUNTER: Cell<i32> = const { Cell::new(0) };
}

fn defect(name: &str) -> bool {
    DEFECT.get() == name
}

/// Take one to three stones from a heap, or wait; who takes the last one wins. With five left, chance takes one or two.
#[derive(Clone)]
pub struct Rules<const CHOICES: bool> {
    pub heap: u32,
    waits: usize,
    side: Side,
}

pub type Toy = Rules<true>;

impl<const CHOICES: bool> Game for Rules<CHOICES> {
    type Move = u32;
    const NAME: &'static str = "toy";
    const CHOICES: bool = CHOICES;
    const REPETITIONS: usize = 3;
    const SLOTS: usize = 4;
    const STAGES: &'static [&'static str] = &["many", "few"];

    fn start() -> Self {
        Rules { heap: 12, waits: 0, side: Side::First }
    }
    fn side(&self) -> Side {
        self.side
    }
    fn stage(&self) -> usize {
        usize::from(self.heap < 6) + usize::from(defect("stage"))
    }
    fn class(&self) -> usize {
        usize::from(defect("class"))
    }
    fn over(&self) -> Option<Outcome> {
        let mover = if defect("mirrored outcome") { Side::First } else { self.side.other() };
        (self.heap == 0).then_some(Outcome::win(mover))
    }
    fn moves(&self, mut push: impl FnMut(u32)) {
        if self.chance() {
            (1..=2).filter(|_| !defect("no roll")).for_each(push);
        } else if self.heap == 1 && (defect("mirrored stuck") || defect("mate")) {
            // No move, and stuck() is a win for the same side in the mirrored position.
        } else if self.heap > 0 || defect("moves after a win") {
            let uneven = defect("mirrored moves") && self.side == Side::First;
            (u32::from(uneven)..=self.heap.min(3)).for_each(&mut push);
            if defect("move listed twice") {
                push(1);
            }
        }
    }
    fn play(&mut self, mv: u32) {
        let roll = self.chance();
        self.heap -= mv;
        self.waits = if mv == 0 { self.waits + 1 } else { 0 };
        if roll == defect("turn") {
            self.side = self.side.other();
        }
    }
    fn key(&self) -> u64 {
        let side = if defect("key without side") { 0 } else { self.side.index() as u64 };
        let waits = if defect("key with history") { self.waits as u64 } else { 0 };
        u64::from(self.heap) * 2 + side + waits * 1000
    }
    fn read(text: &str) -> Result<Self, String> {
        let mut words = text.split(' ');
        let mut number = || words.next().and_then(|word| word.parse::<u32>().ok()).ok_or("expected three numbers");
        let (heap, side, waits) = (number()?, number()?, number()? as usize);
        if defect("text cannot be read") || (defect("damaged text") && heap == 99) {
            return Err("no".to_string());
        }
        let side = if (side == 0) != defect("text of another side") { Side::First } else { Side::Second };
        Ok(Rules { heap: heap.min(99), side, waits })
    }
    fn write_move(&self, mv: u32) -> String {
        if defect("move texts") { "take".to_string() } else { mv.to_string() }
    }
    fn move_word(&self, mv: u32) -> String {
        match DEFECT.get() {
            "two words" => format!("{mv} stones"),
            "word is read wrongly" => "none".to_string(),
            _ => self.write_move(mv),
        }
    }
    fn read_move(&self, text: &str) -> Result<u32, String> {
        let text = text.trim_end_matches(" stones");
        match text {
            "take" => Ok(self.move_list()[COUNTER.replace(COUNTER.get() + 1) as usize % self.move_list().len()]),
            _ if defect("move is read wrongly") => Ok(1),
            _ => text.parse().map_err(|_| "expected a number".to_string()),
        }
    }
    fn chance(&self) -> bool {
        self.heap == 5 && !(defect("mirrored chance") && self.side == Side::First)
    }
    fn probability(&self, mv: u32) -> f64 {
        match (mv, DEFECT.get()) {
            (1, "probability sum") => 0.6,
            (1, "probability sign") => -0.5,
            (2, "probability sign") => 1.5,
            _ => 0.5,
        }
    }
    fn mirrored(&self) -> Option<Self> {
        let side = if defect("mirrored side") { self.side } else { self.side.other() };
        let waits = if defect("mirrored twice") { 0 } else { self.waits };
        Some(Rules { heap: self.heap, waits, side })
    }
    fn noisy(&self, mut push: impl FnMut(u32)) {
        self.moves(|mv| {
            if mv == 3 {
                push(mv)
            }
        });
    }
    fn quiet(&self, mut push: impl FnMut(u32)) {
        self.moves(|mv| {
            if (mv < 3 && !defect("quiet misses a move")) || defect("quiet overlaps") {
                push(mv)
            }
        });
    }
    fn quiet_checks(&self, push: impl FnMut(u32)) {
        if defect("checks") { self.noisy(push) } else { self.quiet(push) }
    }
    fn may_mate(&self, _mv: u32) -> bool {
        !defect("mate")
    }
    fn rank(&self, _mv: u32) -> i32 {
        if defect("rank") { -1 } else { 0 }
    }
    fn slot(&self, mv: u32) -> usize {
        if defect("slot") { 4 } else { mv as usize }
    }
    fn reversible(&self) -> usize {
        if defect("reversible") { self.waits.saturating_sub(1) } else { self.waits }
    }
    fn without_past(&self) -> Self {
        Rules { waits: if defect("past") { self.waits } else { 0 }, ..self.clone() }
    }
    fn ending(&self) -> Ending {
        let draw = self.waits >= 3 && !defect("ending without repetition");
        match (self.heap, draw) {
            (..=3, _) if defect("ending without win") => Ending::Draw,
            (..=3, _) => Ending::Any,
            (_, true) => Ending::Draw,
            (_, false) => Ending::Never,
        }
    }
    fn stuck(&self) -> Outcome {
        Outcome(1)
    }
    fn in_check(&self) -> bool {
        defect("mate") || (defect("mirrored check") && self.side == Side::First)
    }
    fn move_list(&self) -> Vec<u32> {
        let mut list = Vec::new();
        self.moves(|mv| list.push(mv));
        if defect("move list") { vec![] } else { list }
    }
    fn status(&self, list: &mut Vec<u32>) -> Status {
        list.clear();
        self.moves(|mv| list.push(mv));
        if defect("status list") {
            list.reverse();
        }
        match self.over() {
            Some(outcome) => Status::Over(outcome),
            None if list.is_empty() && !self.chance() => Status::Over(self.stuck()),
            None if self.chance() => Status::Chance,
            None if defect("status") => Status::Turn(self.side.other()),
            None => Status::Turn(self.side),
        }
    }
}

impl<const CHOICES: bool> fmt::Display for Rules<CHOICES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.heap, self.side.index(), self.waits)
    }
}

/// The heap and whose turn it is, with a defect; `FLAT` claims that taking less than three changes nothing.
#[derive(Clone)]
pub struct Heap<const FLAT: bool>;

impl<const FLAT: bool> Features<Toy> for Heap<FLAT> {
    type Prepared = ();
    const FLAT: bool = FLAT;
    const PAIRED: bool = true;

    fn name(&self) -> String {
        "heap".to_string()
    }
    fn count(&self) -> usize {
        2
    }
    fn label(&self, index: usize) -> String {
        if defect("labels") { "same".to_string() } else { ["heap", "turn"][index].to_string() }
    }
    fn prepare(&self, _toy: &Toy, _root: &Root) {}
    fn each(&self, toy: &Toy, _prepared: &(), mut push: impl FnMut(usize, i32)) {
        let noise = if defect("not the same twice") { COUNTER.replace(COUNTER.get() + 1) } else { 0 };
        let sign = if defect("not negated") { 1 } else { toy.side.view(1) };
        push(0, sign * toy.heap as i32 + noise);
        self.late(toy, &(), push);
    }
    /// The heap times whose turn it is, and once whose turn it is.
    fn pairs(&self, toy: &Toy, _prepared: &(), mut push: impl FnMut(usize, i32)) -> [i32; 2] {
        push(0, toy.side.view(1));
        [toy.heap as i32, if defect("pairs") { 2 } else { 1 }]
    }
    fn early(&self, toy: &Toy, prepared: &(), mut push: impl FnMut(usize, i32)) {
        self.each(toy, prepared, |index, amount| {
            if index == 0 || defect("early") {
                push(index, amount);
            }
        });
    }
    fn late(&self, toy: &Toy, _prepared: &(), mut push: impl FnMut(usize, i32)) {
        push(if defect("index") { 2 } else { 1 }, toy.side.view(1));
    }
    fn late_worth(&self, weights: &[i32]) -> i32 {
        if defect("late worth") { weights[1].abs() - 1 } else { weights[1].abs() }
    }
    fn change(&self, before: &Toy, mv: u32, root: &Root, mut push: impl FnMut(usize, i32)) {
        self.each(&before.after(mv), &(), &mut push);
        let lost = i32::from(defect("change"));
        self.each(before, &self.prepare(before, root), |index, amount| push(index, lost - amount));
    }
    fn unit(&self, _index: usize) -> f64 {
        if defect("unit") { 0.0 } else { 0.01 }
    }
    fn presets(&self) -> Vec<Preset> {
        let zero = Preset { name: "zero", about: "nothing", sets: Sets::One, weights: vec![0.0; 2] };
        match DEFECT.get() {
            "no preset" => vec![],
            "short preset" => vec![Preset { weights: vec![0.0], ..zero }],
            "preset of stages" => vec![Preset { sets: Sets::Stages, ..zero }],
            "infinite preset" => vec![Preset { weights: vec![0.0, f64::NAN], ..zero }],
            "preset names" => vec![zero.clone(), zero],
            _ => vec![zero],
        }
    }
    fn maps(&self) -> Vec<SquareMap> {
        vec![SquareMap {
            title: "map".to_string(),
            rows: vec![vec![vec![0, if defect("map") { 2 } else { 1 }]]],
            ..SquareMap::default()
        }]
    }
}
