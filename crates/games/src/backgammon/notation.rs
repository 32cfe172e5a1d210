//! Plays as people write them: `8/5 6/5`, `bar/20*`, `6/off`, `13/7(2)`, `24/18*/14`, `pass`.

use super::board::{BAR, Board, OFF};
use super::plays::Play;
use super::roll::Roll;

/// One man on its way: the points where it stops, and whether it hits there.
struct Way(Vec<(usize, bool)>);

/// Writes a legal play: highest points first, the stops of a man only where it hits, equal ways once with their number.
pub(super) fn write(board: &Board, play: Play) -> String {
    let mut words: Vec<(String, usize)> = Vec::new();
    for way in ways(board, play) {
        let word = way.word("*");
        // The second man finds a hit man gone: 8/5*(2).
        match words.iter_mut().find(|(other, _)| other.trim_end_matches('*') == word.trim_end_matches('*')) {
            Some((_, count)) => *count += 1,
            None => words.push((word, 1)),
        }
    }
    let word = |(word, count)| if count == 1 { word } else { format!("{word}({count})") };
    let words: Vec<String> = words.into_iter().map(word).collect();
    if words.is_empty() { "pass".to_string() } else { words.join(" ") }
}

/// Writes a legal play as one word, without stars and brackets.
pub(super) fn word(board: &Board, play: Play) -> String {
    let words: Vec<String> = ways(board, play).iter().map(|way| way.word("")).collect();
    if words.is_empty() { "pass".to_string() } else { words.join(",") }
}

/// The ways of the men, highest points first.
fn ways(board: &Board, play: Play) -> Vec<Way> {
    let mut steps: Vec<_> = play.steps().collect();
    steps.sort_by_key(|step| std::cmp::Reverse(step.from));
    let mut blots = blots(board);
    let mut ways: Vec<Way> = Vec::new();
    for step in steps {
        let hits = blots >> step.to & 1 != 0;
        blots &= !(1 << step.to);
        match ways.iter_mut().find(|way| way.0.last().is_some_and(|last| last.0 == step.from)) {
            Some(Way(stops)) => {
                if stops.len() > 1 && !stops[stops.len() - 1].1 {
                    stops.pop();
                }
                stops.push((step.to, hits));
            }
            None => ways.push(Way(vec![(step.from, false), (step.to, hits)])),
        }
    }
    ways
}

impl Way {
    /// Its stops, with a mark where it hits.
    fn word(&self, mark: &str) -> String {
        let stop = |&(place, hits): &(usize, bool)| {
            let place = match place {
                BAR => "bar".to_string(),
                OFF => "off".to_string(),
                _ => place.to_string(),
            };
            place + if hits { mark } else { "" }
        };
        self.0.iter().map(stop).collect::<Vec<_>>().join("/")
    }
}

/// The points where the mover would hit.
fn blots(board: &Board) -> u32 {
    (1..=24).filter(|point| board.other.count(25 - point) == 1).map(|point| 1 << point).sum()
}

/// Finds the legal play that a text means. Stars may be left out, stops too unless they decide whether a blot is hit, and the
/// men may come in any order.
pub(super) fn read(board: &Board, roll: Roll, text: &str) -> Result<Play, String> {
    let mut legal: Vec<(Play, Board)> = Vec::new();
    board.replies(roll, |play, after| legal.push((play, after)));
    let illegal = |why: &str| {
        let list: Vec<String> = legal.iter().map(|(play, _)| write(board, *play)).collect();
        format!("'{text}' {why} with {roll}; legal: {}", list.join(", "))
    };
    let words = text.trim().to_ascii_lowercase();
    if matches!(words.as_str(), "pass" | "cannot move" | "no play" | "-" | "") {
        let pass = legal.iter().find(|(play, _)| *play == Play::PASS && !words.is_empty());
        return pass.map(|(play, _)| *play).ok_or_else(|| illegal("is no legal play"));
    }
    let ways = read_ways(&words).ok_or_else(|| illegal("is not written like 8/5 6/5, bar/20*, 6/off or 13/7(2)"))?;
    let mut wanted: [i32; 26] = std::array::from_fn(|place| i32::from(board.own.count(place)));
    let (mut stops, mut stars) = (0u32, 0u32);
    for Way(way) in &ways {
        wanted[way[0].0] -= 1;
        wanted[way[way.len() - 1].0] += 1;
        for &(place, star) in &way[1..] {
            stops |= 1 << place;
            stars |= u32::from(star) << place;
        }
    }
    legal.retain(|(_, after)| (0..=BAR).all(|place| i32::from(after.own.count(place)) == wanted[place]));
    let blots = blots(board);
    let hits = |after: &Board| {
        (1..=24).filter(|point| after.other.count(25 - point) == 0).fold(0, |set, at| set | 1 << at) & blots
    };
    // What differs only in blots hit on the way: first as the stops say, then as the stars do, then without more hits.
    let fits = |wanted: u32| legal.iter().find(|(_, after)| hits(after) == wanted).map(|(play, _)| *play);
    let found = match &legal[..] {
        [(play, _)] => Some(*play),
        _ => fits(stops & blots).or_else(|| fits(stars & blots)),
    };
    found.ok_or_else(|| match legal.len() {
        0 => format!("'{text}' is no legal play with {roll}; legal: {}", list(board, roll)),
        _ => format!("'{text}' may hit on the way or not: say where the man stops"),
    })
}

/// All legal plays, written.
fn list(board: &Board, roll: Roll) -> String {
    let mut list = Vec::new();
    board.replies(roll, |play, _| list.push(write(board, play)));
    list.join(", ")
}

fn read_ways(text: &str) -> Option<Vec<Way>> {
    let mut ways = Vec::new();
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        let (word, times) = match word.strip_suffix(')').and_then(|word| word.split_once('(')) {
            Some((word, times)) => (word, times.parse().ok().filter(|times| (1..=4).contains(times))?),
            None => (word, 1),
        };
        let stops: Vec<(usize, bool)> = word.split('/').map(read_stop).collect::<Option<_>>()?;
        let falls = stops.windows(2).all(|two| two[0].0 > two[1].0);
        if stops.len() < 2 || !falls {
            return None;
        }
        ways.extend((0..times).map(|_| Way(stops.clone())));
    }
    (!ways.is_empty() && ways.len() <= 4).then_some(ways)
}

fn read_stop(text: &str) -> Option<(usize, bool)> {
    let (place, star) = text.strip_suffix('*').map_or((text, false), |place| (place, true));
    let place = match place {
        "bar" | "b" => BAR,
        "off" | "o" => OFF,
        _ => place.parse().ok().filter(|place| *place <= BAR && !text.starts_with('+'))?,
    };
    Some((place, star))
}

#[cfg(test)]
mod tests {
    use super::super::Backgammon;
    use game::Game;

    fn reread(position: &str, text: &str) -> String {
        let game = Backgammon::read(position).unwrap();
        match game.read_move(text) {
            Ok(mv) => game.write_move(mv),
            Err(error) => error,
        }
    }

    #[test]
    fn plays_are_read_as_people_write_them() {
        for (dice, text, written) in [
            ("31", "8/5 6/5", "8/5 6/5"),
            ("31", "6/5,8/5", "8/5 6/5"),
            ("31", " 6/5*  8/5 ", "8/5 6/5"),
            ("64", "24/18/14", "24/14"),
            ("64", "24/18 18/14", "24/14"),
            ("64", "24/14", "24/14"),
            ("66", "24/18(2) 13/7(2)", "24/18(2) 13/7(2)"),
            ("66", "13/7(2) 24/18 24/18", "24/18(2) 13/7(2)"),
            ("33", "13/10(2) 10/7(2)", "13/7(2)"),
            ("33", "24/21/18(2)", "24/18(2)"),
        ] {
            assert_eq!(reread(&format!("4HPwATDgc/ABMA:{dice}"), text), written, "{text}");
        }
        for text in ["", "pass", "8/5", "8/5 8/4", "8/5/9", "8/5 6/5(9)", "x/y", "+8/5 6/5", "5/8 5/6", "24/20/3"] {
            let error = reread("4HPwATDgc/ABMA:31", text);
            assert!(error.contains(&format!("'{text}'")) && error.contains("8/5 6/5"), "{text}: {error}");
        }
    }
}
