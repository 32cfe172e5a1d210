//! `tdleaf online lichess`: a bot account, over HTTP.

use super::{Pause, PlayArgs, ready, rules, secret, tell};
use crate::engine::setup;
use crate::usage::usage;
use crate::{remark, stop};
use anyhow::{Result, anyhow};
use clap::Args;
use game::{Features, Game};
use games::list::Visitor;
use link::{Api, Archive, LichessGame, LichessRules, Requests, Trouble, follow};
use serde_json::Value;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// Options of `online lichess`.
#[derive(Args)]
pub struct LichessArgs {
    /// The server
    #[arg(long, default_value = "https://lichess.org")]
    base: String,
    /// A file with the token, readable by its owner only [default: the environment's TDLEAF_TOKEN]
    #[arg(long)]
    token_file: Option<PathBuf>,
    /// Whom to play: a TOML file
    #[arg(long)]
    rules: Option<PathBuf>,
    /// Leave after so many games
    #[arg(long)]
    games: Option<u64>,
    #[command(flatten)]
    pub(super) play: PlayArgs,
}

/// What the main loop hears.
enum News {
    /// An event of the server.
    Event(Value),
    /// A game is over: its id, and whether it was played to its end.
    Played(String, Result<(), String>),
    /// It makes no sense to go on.
    Refused(String),
}

/// Plays there.
pub struct Lichess<'a>(pub &'a LichessArgs);

impl Visitor for Lichess<'_> {
    type Output = Result<()>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Result<()> {
        let args = self.0;
        let mut rules: LichessRules = rules(args.rules.as_deref())?;
        rules.games = args.games.or(rules.games);
        let missing = || usage("there is no token: give --token-file, or set TDLEAF_TOKEN");
        let token = secret(args.token_file.as_deref(), "TDLEAF_TOKEN")?.ok_or_else(missing)?;
        let wanted = args.play.wanted::<G, F>(&features);
        let api = Api::new(&args.base, &token);
        let stopped = stop::on_ctrl_c("no new games; the one that is being played goes on to its end");
        ready(&setup::<G, F>(&features, &wanted)?, &stopped)?;
        let id = account(&api, &stopped)?;
        remark!("on {} as {id}", args.base);
        let (sender, news) = channel();
        listen(api.clone(), sender.clone(), stopped.clone());
        let begin = |game: &str| {
            let job = Job { api: api.clone(), id: id.clone(), game: game.to_string(), draw_at: rules.draw_at };
            let archive = args.play.archive(&args.base, &id);
            let (features, sender, wanted) = (features.clone(), sender.clone(), wanted.clone());
            std::thread::spawn(move || {
                let played =
                    job.play(archive, || setup::<G, F>(&features, &wanted).map_err(|error| format!("{error:#}")));
                let _ = sender.send(News::Played(job.game, played));
            });
        };
        let mut club = Club {
            api: &api,
            id: &id,
            rules: &rules,
            playing: None,
            waiting: VecDeque::new(),
            seen: Vec::new(),
            played: 0,
        };
        club.run(&news, &stopped, begin)?;
        remark!("{} games played; they are in {}", club.played, args.play.pgn.display());
        Ok(())
    }
}

/// The name of the account, which must be a bot's.
fn account(api: &Api, stopped: &AtomicBool) -> Result<String> {
    let mut pause = Pause::new();
    loop {
        match api.get("/api/account") {
            Ok(text) => {
                let about: Value = serde_json::from_str(&text).unwrap_or_default();
                let id = about["id"].as_str().ok_or_else(|| anyhow!("the server does not say whose token this is"))?;
                if about["title"] != "BOT" {
                    return Err(anyhow!("{id} is not a bot account: docs/online.md says how to make it one"));
                }
                return Ok(id.to_string());
            }
            Err(trouble @ Trouble::Refused(..)) => return Err(anyhow!("{trouble}")),
            Err(trouble) if stopped.load(Ordering::Relaxed) => return Err(anyhow!("{trouble}")),
            Err(trouble) => {
                remark!("{trouble}");
                pause.after(&trouble, stopped);
            }
        }
    }
}

impl Pause {
    /// Waits as long as the server asks for, or a growing time.
    fn after(&mut self, trouble: &Trouble, stopped: &AtomicBool) {
        match trouble {
            Trouble::Later(time) => Pause::rest(*time, stopped),
            _ => self.wait(Duration::ZERO, stopped),
        }
    }
}

/// Reads the server's events, again and again, in a thread of its own.
fn listen(api: Api, news: Sender<News>, stopped: Arc<AtomicBool>) {
    std::thread::spawn(move || {
        let mut pause = Pause::new();
        loop {
            let began = Instant::now();
            match api.stream("/api/stream/event") {
                Ok(stream) => {
                    for line in BufReader::new(stream).lines() {
                        let Ok(line) = line else { break };
                        let event = serde_json::from_str(&line).ok().map(News::Event);
                        if event.is_some_and(|event| news.send(event).is_err()) {
                            return;
                        }
                    }
                    pause.wait(began.elapsed(), &stopped);
                }
                Err(trouble @ Trouble::Refused(..)) => {
                    let _ = news.send(News::Refused(trouble.to_string()));
                    return;
                }
                Err(trouble) => pause.after(&trouble, &stopped),
            }
        }
    });
}

/// The main loop: one game at a time, since it learns from one after the other.
struct Club<'a> {
    api: &'a Api,
    id: &'a str,
    rules: &'a LichessRules,
    playing: Option<String>,
    /// Games that have begun, or go on after a restart, and wait for the one that is being played.
    waiting: VecDeque<String>,
    /// Games and challenges that have been dealt with: servers tell them again.
    seen: Vec<String>,
    played: u64,
}

impl Club<'_> {
    fn run(&mut self, news: &Receiver<News>, stopped: &AtomicBool, begin: impl Fn(&str)) -> Result<()> {
        loop {
            let leaving = stopped.load(Ordering::Relaxed) || self.rules.games.is_some_and(|games| self.played >= games);
            if leaving && self.playing.is_none() {
                return Ok(());
            }
            match news.recv_timeout(Duration::from_millis(200)) {
                Ok(News::Event(event)) => self.event(&event, leaving),
                Ok(News::Played(game, outcome)) => {
                    if let Err(error) = outcome {
                        return Err(anyhow!("game {game}: {error}"));
                    }
                    (self.playing, self.played) = (None, self.played + 1);
                }
                Ok(News::Refused(why)) => return Err(anyhow!("{why}")),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            if self.playing.is_none()
                && let Some(game) = self.waiting.pop_front()
            {
                begin(&game);
                self.playing = Some(game);
            }
        }
    }

    fn event(&mut self, event: &Value, leaving: bool) {
        match event["type"].as_str() {
            Some("gameStart") => {
                let game = &event["game"];
                let Some(id) = game["gameId"].as_str().or(game["id"].as_str()) else { return };
                if game["compat"]["bot"] != false && self.is_new(id) {
                    self.waiting.push_back(id.to_string());
                }
            }
            Some("challenge") => {
                let challenge = &event["challenge"];
                let from = challenge["challenger"]["id"].as_str().unwrap_or_default();
                let Some(id) = challenge["id"].as_str().filter(|_| !from.eq_ignore_ascii_case(self.id)) else { return };
                // Games have the ids of their challenges.
                if self.is_new(&format!("challenge {id}")) {
                    self.answer(id, challenge, leaving);
                }
            }
            _ => {}
        }
    }

    fn answer(&self, id: &str, challenge: &Value, leaving: bool) {
        let busy = leaving || self.playing.is_some() || !self.waiting.is_empty();
        let judged = self.rules.judge(challenge).and(if busy { Err("later") } else { Ok(()) });
        let done = match judged {
            Ok(()) => self.api.post(&format!("/api/challenge/{id}/accept"), &[]),
            Err(reason) => self.api.post(&format!("/api/challenge/{id}/decline"), &[("reason", reason)]),
        };
        if let Err(trouble) = done {
            remark!("challenge {id}: {trouble}");
        }
    }

    fn is_new(&mut self, id: &str) -> bool {
        let new = !self.seen.iter().any(|seen| seen == id);
        if new {
            self.seen.push(id.to_string());
        }
        new
    }
}

/// A game to be played to its end.
struct Job {
    api: Api,
    id: String,
    game: String,
    draw_at: i32,
}

impl Job {
    fn play<G: Game>(
        &self,
        archive: Archive,
        setup: impl Fn() -> Result<link::Setup<G>, String>,
    ) -> Result<(), String> {
        let mut game = LichessGame::new(&self.id, self.draw_at, tell());
        let (mut pause, never) = (Pause::new(), AtomicBool::new(false));
        while !game.over() {
            let began = Instant::now();
            match self.api.stream(&format!("/api/bot/game/stream/{}", self.game)) {
                Ok(stream) => {
                    let requests = Requests::new(self.api.clone(), &self.game);
                    follow(setup()?, Some(archive.clone()), (stream, requests), &mut game)?;
                    if !game.over() {
                        pause.wait(began.elapsed(), &never);
                    }
                }
                // The game is not there any more.
                Err(Trouble::Refused(404, _)) => return Ok(()),
                Err(trouble @ Trouble::Refused(..)) => return Err(trouble.to_string()),
                Err(trouble) => pause.after(&trouble, &never),
            }
        }
        Ok(())
    }
}
