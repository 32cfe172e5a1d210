//! Which challenges are accepted on Lichess.

use serde::Deserialize;
use serde_json::Value;

/// The owner's wishes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// Rated games.
    pub rated: bool,
    /// Games that do not count.
    pub casual: bool,
    /// People as opponents.
    pub people: bool,
    /// Programs as opponents.
    pub bots: bool,
    /// Seconds for the game, from and to.
    pub seconds: (u64, u64),
    /// Seconds for each move, from and to.
    pub increment: (u64, u64),
    /// Ratings, from and to.
    pub rating: (f64, f64),
    /// Chess960 and games from a position, too.
    pub variants: Vec<String>,
    /// Never these.
    pub not: Vec<String>,
    /// A draw is accepted when the own position is worth no more than this, in hundredths of a pawn.
    pub draw_at: i32,
    /// Leave after so many games.
    pub games: Option<u64>,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            rated: true,
            casual: true,
            people: true,
            bots: true,
            seconds: (30, 1800),
            increment: (0, 60),
            rating: (0.0, 9999.0),
            variants: vec!["standard".to_string(), "chess960".to_string(), "fromPosition".to_string()],
            not: Vec::new(),
            draw_at: -100,
            games: None,
        }
    }
}

impl Rules {
    /// Whether a challenge is welcome; else the server's word for why not.
    pub fn judge(&self, challenge: &Value) -> Result<(), &'static str> {
        let from = &challenge["challenger"];
        let bot = from["title"] == "BOT";
        let name = from["id"].as_str().or(from["name"].as_str()).unwrap_or_default();
        let variant = challenge["variant"]["key"].as_str().unwrap_or("standard");
        let rated = challenge["rated"].as_bool().unwrap_or(false);
        let time = &challenge["timeControl"];
        let (seconds, increment) = (time["limit"].as_u64().unwrap_or(0), time["increment"].as_u64().unwrap_or(0));
        let rating = from["rating"].as_f64().unwrap_or(1500.0);
        let checks = [
            (!self.not.iter().any(|other| other.eq_ignore_ascii_case(name)), "generic"),
            (if bot { self.bots } else { self.people }, if bot { "noBot" } else { "onlyBot" }),
            (self.variants.iter().any(|known| known == variant), "variant"),
            (if rated { self.rated } else { self.casual }, if rated { "casual" } else { "rated" }),
            (time["type"] == "clock", "timeControl"),
            (seconds >= self.seconds.0 && increment >= self.increment.0, "tooFast"),
            (seconds <= self.seconds.1 && increment <= self.increment.1, "tooSlow"),
            ((self.rating.0..=self.rating.1).contains(&rating), "generic"),
        ];
        checks.iter().find(|(fits, _)| !fits).map_or(Ok(()), |(_, why)| Err(*why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn challenges_are_judged_by_every_rule() {
        let rules = Rules {
            rated: false,
            bots: false,
            rating: (1000.0, 2000.0),
            not: vec!["eve".to_string()],
            ..Rules::default()
        };
        let good = json!({ "challenger": { "id": "ann", "rating": 1500 }, "variant": { "key": "standard" }, "rated": false,
            "timeControl": { "type": "clock", "limit": 300, "increment": 0 } });
        assert_eq!(rules.judge(&good), Ok(()));
        let with = |change: fn(&mut Value)| {
            let mut challenge = good.clone();
            change(&mut challenge);
            rules.judge(&challenge).unwrap_err()
        };
        assert_eq!(with(|c| c["challenger"]["title"] = json!("BOT")), "noBot");
        assert_eq!(with(|c| c["challenger"]["id"] = json!("Eve")), "generic");
        assert_eq!(with(|c| c["challenger"]["rating"] = json!(2500)), "generic");
        assert_eq!(with(|c| c["variant"]["key"] = json!("atomic")), "variant");
        assert_eq!(with(|c| c["rated"] = json!(true)), "casual");
        assert_eq!(with(|c| c["timeControl"]["limit"] = json!(15)), "tooFast");
        assert_eq!(with(|c| c["timeControl"]["increment"] = json!(100)), "tooSlow");
        assert_eq!(with(|c| c["timeControl"] = json!({ "type": "unlimited" })), "timeControl");
        assert_eq!(rules.judge(&json!({})), Err("timeControl"), "what is not there is not welcome");
    }
}
