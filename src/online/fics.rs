//! `tdleaf online fics`: an Internet Chess Server over telnet.

use super::{Pause, PlayArgs, ready, rules, secret, tell};
use crate::engine::setup;
use crate::{remark, stop};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use game::{Features, Game};
use games::list::Visitor;
use link::{Account, Ics, IcsRules, visit};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Options of `online fics`.
#[derive(Args)]
pub struct FicsArgs {
    /// The server
    #[arg(long, default_value = "freechess.org")]
    host: String,
    /// Its port
    #[arg(long, default_value_t = 5000)]
    port: u16,
    /// The name on the server
    #[arg(long, default_value = "guest")]
    name: String,
    /// A file with the password, readable by its owner only [default: the environment's TDLEAF_PASSWORD]
    #[arg(long)]
    password_file: Option<PathBuf>,
    /// Whom to play: a TOML file
    #[arg(long)]
    rules: Option<PathBuf>,
    /// Leave after so many games
    #[arg(long)]
    games: Option<u64>,
    #[command(flatten)]
    pub(super) play: PlayArgs,
}

/// Plays there.
pub struct Fics<'a>(pub &'a FicsArgs);

impl Visitor for Fics<'_> {
    type Output = Result<()>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Result<()> {
        let args = self.0;
        let mut rules: IcsRules = rules(args.rules.as_deref())?;
        rules.games = args.games.or(rules.games);
        let account =
            Account { name: args.name.clone(), password: secret(args.password_file.as_deref(), "TDLEAF_PASSWORD")? };
        let wanted = args.play.wanted::<G, F>(&features);
        let mut player = Ics::new(account, rules, tell());
        let archive = args.play.archive(&args.host, &args.name);
        let stopped = stop::on_ctrl_c("leaving the server");
        ready(&setup::<G, F>(&features, &wanted)?, &stopped)?;
        let mut pause = Pause::new();
        while !stopped.load(Ordering::Relaxed) {
            let began = Instant::now();
            match connect(&args.host, args.port) {
                Err(error) => remark!("{error:#}"),
                Ok(stream) => {
                    let reader = stream.try_clone().context("cannot read from the server")?;
                    let over = watch(&stopped, stream.try_clone().context("cannot watch the connection")?);
                    let left =
                        visit(setup::<G, F>(&features, &wanted)?, Some(archive.clone()), (reader, stream), &mut player);
                    over.store(true, Ordering::Relaxed);
                    left.map_err(|error| anyhow!(error))?;
                }
            }
            if let Some(why) = player.refused() {
                return Err(anyhow!("{}: {why}", args.host));
            }
            if player.done() || stopped.load(Ordering::Relaxed) {
                break;
            }
            pause.wait(began.elapsed(), &stopped);
        }
        remark!("{} games played; they are in {}", player.played(), args.play.pgn.display());
        Ok(())
    }
}

/// How long a server may take to answer a call.
const PATIENCE: Duration = Duration::from_secs(20);

fn connect(host: &str, port: u16) -> Result<TcpStream> {
    let mut last = anyhow!("{host} has no address");
    for address in (host, port).to_socket_addrs().with_context(|| format!("{host} cannot be found"))? {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(stream) => {
                // Moves are short and must not wait for more.
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Err(error) => last = anyhow!("{host}, port {port}: {error}"),
        }
    }
    Err(last)
}

/// Ends a connection when the user wants to leave; the flag that is returned ends the watch.
fn watch(stopped: &Arc<AtomicBool>, stream: TcpStream) -> Arc<AtomicBool> {
    let (stopped, over) = (stopped.clone(), Arc::new(AtomicBool::new(false)));
    let ended = over.clone();
    std::thread::spawn(move || {
        while !ended.load(Ordering::Relaxed) {
            if stopped.load(Ordering::Relaxed) {
                let _ = stream.shutdown(Shutdown::Both);
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    });
    over
}
