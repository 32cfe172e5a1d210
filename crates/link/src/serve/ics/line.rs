//! What a server's lines mean to a player.

/// A line that matters.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// A name is asked for.
    Login,
    /// A password is asked for.
    Password,
    /// An empty line is asked for, and the name that we have.
    Return(String),
    /// The server waits for commands.
    Prompt,
    /// We are not let in, and why.
    Refused(String),
    /// A session has begun under this name.
    Session(String),
    /// Somebody wants to play.
    Challenge(Challenge),
    /// A game has begun, or goes on: its number and the names of White and Black.
    Begins(u32, [String; 2]),
    /// The ratings of White and Black of the game that begins next; 0 for nobody knows.
    Ratings([(String, f64); 2]),
    /// A game is over: its number, why, and the result.
    Over(u32, String, String),
    /// The opponent offers something.
    Offer(Offer),
    /// A player with whom a game was broken off is here.
    Adjourned(String),
    /// Our move was not accepted.
    Illegal(String),
}

/// A proposal to play.
#[derive(Clone, Debug, PartialEq)]
pub struct Challenge {
    /// Who proposes.
    pub name: String,
    /// Their rating; `None` for guests and newcomers.
    pub rating: Option<f64>,
    /// True if the game would be rated.
    pub rated: bool,
    /// The kind: `blitz`, `lightning`, `standard`, ...
    pub kind: String,
    /// Minutes and seconds for each move.
    pub time: (u32, u32),
    /// True if it is an ordinary game with equal times.
    pub plain: bool,
    /// True if it goes on with a game that was broken off.
    pub adjourned: bool,
}

/// What an opponent may offer during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// A draw.
    Draw,
    /// To end the game without a result.
    Abort,
    /// To take back moves, to break off, to pause, to switch sides.
    Other,
}

impl Line {
    /// The meaning of a line, if it has one.
    pub fn read(text: &str) -> Option<Line> {
        let text = text.trim();
        match text {
            "login:" => return Some(Line::Login),
            "password:" => return Some(Line::Password),
            "fics%" => return Some(Line::Prompt),
            _ => {}
        }
        if text.starts_with("Press return to enter") {
            return text.split('"').nth(1).map(|name| Line::Return(name.to_string()));
        }
        if let Some(rest) = text.strip_prefix("**** Starting FICS session as ") {
            return Some(Line::Session(bare(rest.split_whitespace().next()?)));
        }
        let refused = ["**** Invalid password", "*** Sorry ", "**** LOGIN TIMEOUT", "Sorry, names", "**** Auto-logout"];
        if refused.iter().any(|start| text.starts_with(start)) || text.contains("you can't both be logged in") {
            return Some(Line::Refused(text.trim_matches(['*', ' ']).to_string()));
        }
        if let Some(rest) = text.strip_prefix("Challenge: ") {
            return challenge(rest).map(Line::Challenge);
        }
        if let Some(rest) = text.strip_prefix("Creating: ") {
            let words: Vec<&str> = rest.split_whitespace().collect();
            let player = |at: usize| Some((bare(words.get(at)?), rating(words.get(at + 1)?).unwrap_or(0.0)));
            return Some(Line::Ratings([player(0)?, player(2)?]));
        }
        if let Some(rest) = text.strip_prefix("{Game ") {
            return game(rest);
        }
        if let Some(name) = text.strip_prefix("Notification: ").and_then(|rest| rest.split(',').next()) {
            return text.contains("adjourned game").then(|| Line::Adjourned(bare(name)));
        }
        for (words, offer) in [
            ("offers you a draw", Offer::Draw),
            ("would like to abort the game", Offer::Abort),
            ("would like to adjourn the game", Offer::Other),
            ("would like to take back", Offer::Other),
            ("proposes a different number", Offer::Other),
            ("requests to pause the game", Offer::Other),
            ("would like to switch sides", Offer::Other),
        ] {
            if text.contains(words) {
                return Some(Line::Offer(offer));
            }
        }
        let illegal = ["Illegal move", "Ambiguous move", "Don't understand that move", "It is not your move"];
        illegal.iter().any(|start| text.starts_with(start)).then(|| Line::Illegal(text.to_string()))
    }
}

/// A name without titles in brackets.
fn bare(name: &str) -> String {
    name.split('(').next().unwrap_or(name).to_string()
}

/// A rating in brackets; guests and newcomers have none. Some servers append a letter.
fn rating(text: &str) -> Option<f64> {
    let text = text.trim_matches(['(', ')', ' ']).trim_end_matches(['E', 'P']);
    text.parse().ok().filter(|rating| *rating > 0.0)
}

/// `Ann (1512) [white] Bob (++++) unrated blitz 3 0.`
fn challenge(text: &str) -> Option<Challenge> {
    let adjourned = text.contains("(adjourned)");
    let odds = text.contains(" : ") || text.contains("Loaded from");
    // Ratings are four wide, so that small ones have blanks within their brackets.
    let (name, rest) = text.split_once('(')?;
    let (own, rest) = rest.split_once(')')?;
    let (_, rest) = rest.split_once(')')?;
    let words: Vec<&str> = rest.split_whitespace().map(|word| word.trim_end_matches('.')).collect();
    let rated = match *words.first()? {
        "rated" => true,
        "unrated" => false,
        _ => return None,
    };
    let number = |at: usize| words.get(at).and_then(|word| word.parse().ok());
    let (kind, time) = (words.get(1)?.to_string(), (number(2).unwrap_or(0), number(3).unwrap_or(0)));
    let plain = !odds && ["lightning", "blitz", "standard"].contains(&kind.as_str()) && (time.0 > 0 || time.1 > 0);
    Some(Challenge { name: bare(name.trim()), rating: rating(own), rated, kind, time, plain, adjourned })
}

/// `12 (Ann vs. Bob) Creating rated blitz match.}` or `12 (Ann vs. Bob) Bob resigns} 1-0`
fn game(text: &str) -> Option<Line> {
    let (number, rest) = text.split_once(" (")?;
    let number = number.trim().parse().ok()?;
    let (names, rest) = rest.split_once(") ").or_else(|| rest.split_once(')'))?;
    let (white, black) = names.split_once(" vs. ")?;
    let (why, result) = rest.split_once('}')?;
    let result = result.split_whitespace().next().unwrap_or_default();
    if ["1-0", "0-1", "1/2-1/2", "*"].contains(&result) {
        return Some(Line::Over(number, why.trim().to_string(), result.to_string()));
    }
    let begins = why.starts_with("Creating") || why.starts_with("Continuing");
    begins.then(|| Line::Begins(number, [white.to_string(), black.to_string()]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_mean_what_servers_say() {
        let challenge = |text: &str| match Line::read(text) {
            Some(Line::Challenge(challenge)) => challenge,
            other => panic!("{text}: {other:?}"),
        };
        let plain = challenge("Challenge: Ann (1512) GuestABCD (++++) unrated blitz 3 12.");
        assert_eq!((plain.name.as_str(), plain.rating, plain.rated, plain.time), ("Ann", Some(1512.0), false, (3, 12)));
        assert!(plain.plain && !plain.adjourned);
        assert_eq!(challenge("Challenge: Bob ( 987) [white] X (++++) rated standard 15 0.").rating, Some(987.0));
        assert!(!challenge("Challenge: Bob (----) X (++++) unrated blitz 3 0 : 5 0.").plain, "time odds");
        assert!(!challenge("Challenge: Bob (----) X (++++) unrated wild 3 0 Loaded from wild/3.").plain);
        assert!(challenge("Challenge: Bob (1600P) X (1500) rated blitz 3 0 (adjourned).").adjourned);
        let names = ["A".to_string(), "B".to_string()];
        for (text, wanted) in [
            ("login: ", Line::Login),
            ("fics% ", Line::Prompt),
            ("Press return to enter the server as \"GuestXY\":", Line::Return("GuestXY".to_string())),
            ("**** Starting FICS session as Ann(C) ****", Line::Session("Ann".to_string())),
            ("**** Invalid password! ****", Line::Refused("Invalid password!".to_string())),
            ("{Game 12 (A vs. B) Creating rated blitz match.}", Line::Begins(12, names.clone())),
            ("{Game 3 (A vs. B) Continuing rated blitz match.}", Line::Begins(3, names)),
            ("{Game 12 (A vs. B) B checkmated} 1-0", Line::Over(12, "B checkmated".to_string(), "1-0".to_string())),
            ("{Game 7 (A vs. B) adjourned} * [1 2]", Line::Over(7, "adjourned".to_string(), "*".to_string())),
            (
                "Creating: A (1500) B(C) (++++) unrated blitz 5 0",
                Line::Ratings([("A".to_string(), 1500.0), ("B".to_string(), 0.0)]),
            ),
            ("Ann offers you a draw.", Line::Offer(Offer::Draw)),
            ("Ann would like to abort the game; type \"abort\" to accept.", Line::Offer(Offer::Abort)),
            ("Ann would like to take back 2 half move(s).", Line::Offer(Offer::Other)),
            ("Notification: Bob, who has an adjourned game with you, has arrived.", Line::Adjourned("Bob".to_string())),
            ("Illegal move.", Line::Illegal("Illegal move.".to_string())),
        ] {
            assert_eq!(Line::read(text), Some(wanted), "{text}");
        }
        for text in ["", "Bob tells you: hello", "{Game", "{Game x (A vs. B) y} 1-0", "Challenge: what", "\\   rest"] {
            assert_eq!(Line::read(text), None, "{text}");
        }
    }
}
