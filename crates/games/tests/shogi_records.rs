//! CSA and KIF: hand-written records are understood, and what we write is read back the same.

use game::{Dice, Game, RecordForm, Transcript};
use tdleaf_games::shogi::Shogi;

fn form(ending: &str) -> &'static RecordForm {
    Shogi::RECORDS.iter().find(|form| form.endings.contains(&ending)).expect("a form of shogi records")
}

fn read(ending: &str, text: &str) -> Vec<Transcript> {
    (form(ending).read)(text.as_bytes()).unwrap()
}

/// The text of a file in UTF-8.
fn write(ending: &str, games: &[Transcript]) -> String {
    String::from_utf8((form(ending).write)(games).unwrap()).unwrap()
}

/// Moves and result of the only game.
fn only(ending: &str, text: &str) -> (String, Option<String>) {
    let games = read(ending, text);
    assert_eq!(games.len(), 1, "{text}");
    (games[0].moves.join(" "), games[0].result.clone())
}

/// A random game of at most `plies`, from the start or from where another one ended.
fn random(seed: u64, plies: usize) -> Transcript {
    let mut dice = Dice::new(seed, 0);
    let mut position = Shogi::start();
    let mut game = Transcript {
        tags: vec![("White".into(), "先手 A".into()), ("Black".into(), "B".into())],
        ..Transcript::default()
    };
    let before = if seed.is_multiple_of(3) { 60 + dice.below(40) } else { 0 };
    for ply in 0..before + plies {
        if ply == before && ply > 0 {
            position = position.without_past();
            game.tags.extend([("SetUp".into(), "1".into()), ("FEN".into(), position.to_string())]);
            game.moves.clear();
        }
        let list = position.move_list();
        if list.is_empty() {
            break;
        }
        let mv = list[dice.below(list.len())];
        game.moves.push(position.write_move(mv));
        position.play(mv);
    }
    game
}

#[test]
fn what_is_written_is_read_back() {
    let reasons = [
        "resigned",
        "won on the board",
        "ran out of time",
        "drawn by repetition",
        "drawn by impasse",
        "",
        "both saw who would win",
    ];
    for ending in ["csa", "kifu"] {
        let mut games = Vec::new();
        for seed in 0..60 {
            let mut game = random(seed, 150);
            let result = ["1-0", "0-1", "1/2-1/2", "*"][seed as usize % 4];
            game.result = Some(result.to_string());
            game.tags.push(("Reason".to_string(), reasons[seed as usize % reasons.len()].to_string()));
            games.push(game);
        }
        let text = write(ending, &games);
        let back = read(ending, &text);
        assert_eq!(back.len(), games.len(), "{ending}");
        for (game, back) in games.iter().zip(&back) {
            assert_eq!(back.moves, game.moves, "{ending}");
            assert_eq!(back.result, game.result, "{ending}: {:?}", game.tag("Reason"));
            for tag in ["White", "Black", "FEN"] {
                assert_eq!(back.tag(tag), game.tag(tag), "{ending}");
            }
        }
        // Once more, and nothing changes but remarks.
        let bare = |text: &str| text.lines().filter(|line| !line.starts_with('\'')).collect::<Vec<_>>().join("\n");
        assert_eq!(bare(&write(ending, &back)), bare(&text));
    }
}

/// What a match writes of a perpetual check: the end blames who gave it, whoever is to move.
#[test]
fn a_perpetual_check_is_a_foul() {
    for (plies, result, csa, kif) in [
        (12, "0-1", "%+ILLEGAL_ACTION", "反則負け"),
        (12, "1-0", "%-ILLEGAL_ACTION", "反則勝ち"),
        (13, "0-1", "%+ILLEGAL_ACTION", "反則勝ち"),
    ] {
        let mut game = random(1, plies);
        game.result = Some(result.to_string());
        game.tags.push(("Reason".to_string(), "A repeated with check".to_string()));
        for (ending, word) in [("csa", csa), ("kifu", kif)] {
            let text = write(ending, std::slice::from_ref(&game));
            assert!(text.contains(word), "{text}");
            assert_eq!(read(ending, &text)[0].result.as_deref(), Some(result), "{text}");
        }
    }
}

/// A foul is a perpetual check only if the moves show one.
#[test]
fn fouls_are_called_what_they_are() {
    let reason = |text: &str| read("csa", text)[0].tag("Reason").map(str::to_string);
    assert_eq!(reason("PI\n+\n+7776FU\n%+ILLEGAL_ACTION\n").as_deref(), Some("illegal action"));
    let round = "+2838HI\n-8272HI\n+3828HI\n-7282HI\n".repeat(3);
    assert_eq!(reason(&format!("PI\n+\n{round}%+ILLEGAL_ACTION\n")).as_deref(), Some("repeated with check"));
}

#[test]
fn lines_that_mean_nothing_break_a_csa_game() {
    for line in ["3334FU", "abc", "＋3334FU"] {
        let game = &read("csa", &format!("PI\n+\n+7776FU\n{line}\n%TORYO\n"))[0];
        assert_eq!((game.moves[1].as_str(), game.line_of(1)), (line, 4));
    }
    assert_eq!(only("csa", "PI\n+\n+7776FU\n -3334FU\n%TORYO\n"), ("7g7f 3c3d".to_string(), Some("0-1".to_string())));
}

#[test]
fn games_follow_each_other_without_a_sign() {
    let csa = "V2.2\nPI\n+\n+7776FU\n%TORYO\nV2.2\nPI\n+\n+2726FU\n-3334FU\n%TORYO\n";
    let kif = "手数----指手\n   1 ７六歩(77)\n   2 投了\n手数----指手\n   1 ２六歩(27)\n   2 ３四歩(33)\n   3 投了\n";
    for (ending, text) in [("csa", csa), ("kif", kif)] {
        let games = read(ending, text);
        let moves: Vec<String> = games.iter().map(|game| game.moves.join(" ")).collect();
        assert_eq!(moves, ["7g7f", "2g2f 3c3d"], "{ending}");
        assert_eq!([&games[0].result, &games[1].result].map(|result| result.as_deref()), [Some("1-0"), Some("0-1")]);
    }
}

#[test]
fn the_last_line_of_a_kif_game_names_who_won_or_lost() {
    for (end, result) in [
        ("先手の反則負け", "0-1"),
        ("先手の反則勝ち", "1-0"),
        ("先手の入玉勝ち", "1-0"),
        ("先手の切れ負け", "0-1"),
        ("上手の反則負け", "1-0"),
        ("後手の勝ち", "0-1"),
        ("千日手", "1/2-1/2"),
    ] {
        let text = format!("手合割：平手\n手数----指手\n   1 ７六歩(77)\nまで1手で{end}\n");
        assert_eq!(only("kif", &text).1.as_deref(), Some(result), "{end}");
    }
}

#[test]
fn remarks_and_diagrams_do_not_cut_a_game() {
    let remark = KIF.replace("*more", "*解説：ここまで定跡");
    assert_eq!(only("kif", &remark), only("kif", KIF));
    let text = "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
                | ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n\
                | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
                | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n\
                +---------------------------+\n先手の持駒：金\n手数＝12  ▲５三歩  まで\n先手：Ann\n後手：Bob\n\
                手数----指手---------消費時間--\n   1 ５二金打\n   2 詰み\n";
    let game = &read("kif", text)[0];
    assert_eq!(only("kif", text), ("G*5b".to_string(), Some("1-0".to_string())));
    assert_eq!((game.tag("White"), game.tag("FEN")), (Some("Ann"), Some("4k4/9/4P4/9/9/9/9/9/4K4 b G 1")));
}

#[test]
fn csa_by_hand() {
    let plain = "V2.2\nN+Ann\nN-Bob\n$EVENT:Cup, final\n'comment\nPI\n+\n+7776FU\nT12\n-3334FU,T3\n+8822UM\n-3122GI\n+0045KA\n%TORYO\n";
    let moves = "7g7f 3c3d 8h2b+ 3a2b B*4e";
    assert_eq!(only("csa", plain), (moves.to_string(), Some("1-0".to_string())));
    let game = &read("csa", plain)[0];
    assert_eq!(
        (game.tag("White"), game.tag("Black"), game.tag("Event")),
        (Some("Ann"), Some("Bob"), Some("Cup, final"))
    );
    assert_eq!((game.tag("FEN"), game.line), (None, 1));
    // Who is to move after five plies: White.
    for (end, result) in [
        ("%KACHI", Some("0-1")),
        ("%SENNICHITE", Some("1/2-1/2")),
        ("%JISHOGI", Some("1/2-1/2")),
        ("%CHUDAN", Some("*")),
        ("%TSUMI", Some("1-0")),
        ("%ILLEGAL_MOVE", Some("1-0")),
        ("%TIME_UP", Some("1-0")),
        ("%+ILLEGAL_ACTION", Some("0-1")),
        ("%-ILLEGAL_ACTION", Some("1-0")),
        ("", None),
    ] {
        assert_eq!(only("csa", &plain.replace("%TORYO", end)).1.as_deref(), result, "{end}");
    }
    // The same start, square by square, and two games in a file.
    let rows = "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI *  *  *  *  * -KA * \nP3-FU-FU-FU-FU-FU-FU-FU-FU-FU\nP4 *  *  *  *  *  *  *  *  * \n\
                P5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \nP7+FU+FU+FU+FU+FU+FU+FU+FU+FU\nP8 * +KA *  *  *  *  * +HI * \n\
                P9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n";
    let two = format!("{}/\n{}", plain, plain.replace("PI\n", rows));
    let games = read("csa", &two);
    assert_eq!([games[0].moves.join(" "), games[1].moves.join(" ")], [moves, moves]);
    assert_eq!((games[1].tag("FEN"), games[1].line), (None, plain.lines().count() + 2));
    // A mate problem: some men, the rest in White's hand.
    let problem = "P+23FU\nP-11OU\nP+59OU00KI\nP-00AL\n+\n+0012KI\n%TSUMI\n";
    let game = &read("csa", problem)[0];
    assert_eq!(game.tag("FEN"), Some("8k/9/7P1/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1"));
    assert_eq!((game.moves.join(" "), game.result.as_deref()), ("G*1b".to_string(), Some("1-0")));
    // Handicaps take men away.
    assert_eq!(read("csa", "PI82HI22KA\n-\n-5142OU\n%CHUDAN\n")[0].tag("FEN").unwrap().split('/').nth(1), Some("9"));
}

const KIF: &str = "# ---- KIF ----\n開始日時：2026/01/31 10:00\n棋戦：Cup\n手合割：平手\n先手：Ann\n後手：Bob\n手数----指手---------消費時間--\n\
    *comment\n   1 ７六歩(77)   ( 0:05/00:00:05)\n   2 ３四歩(33)   ( 0:03/00:00:03)\n   3 ２二角成(88) ( 0:01/00:00:06)\n\
    *more\n   4 同　銀(31)   ( 0:01/00:00:04)+\n   5 ４五角打     ( 0:02/00:00:08)\n   6 投了         ( 0:02/00:00:06)\n\
    まで5手で先手の勝ち\n\n変化：4手\n   4 ２二飛(82)   ( 0:00/00:00:00)\n   5 ２六歩(27)   ( 0:00/00:00:00)\n";

#[test]
fn kif_by_hand() {
    let moves = "7g7f 3c3d 8h2b+ 3a2b B*4e";
    assert_eq!(only("kif", KIF), (moves.to_string(), Some("1-0".to_string())));
    assert_eq!(only("kifu", &KIF.replace('\n', "\r\n")), (moves.to_string(), Some("1-0".to_string())));
    let game = &read("kif", KIF)[0];
    assert_eq!(
        (game.tag("White"), game.tag("Black"), game.tag("Date")),
        (Some("Ann"), Some("Bob"), Some("2026.01.31"))
    );
    for (end, result) in [
        ("千日手", "1/2-1/2"),
        ("持将棋", "1/2-1/2"),
        ("中断", "*"),
        ("詰み", "1-0"),
        ("入玉勝ち", "0-1"),
        ("反則負け", "1-0"),
        ("反則勝ち", "0-1"),
        ("切れ負け", "1-0"),
    ] {
        assert_eq!(only("kif", &KIF.replace("投了", end)).1.as_deref(), Some(result), "{end}");
    }
    // Without an end among the moves the last line counts.
    let cut: String = KIF.lines().filter(|line| !line.contains("投了")).map(|line| format!("{line}\n")).collect();
    assert_eq!(only("kif", &cut), (moves.to_string(), Some("1-0".to_string())));
    // Two games, the second with a handicap: White begins.
    let two = format!(
        "{KIF}\n手合割：二枚落ち\n下手：C\n上手：D\n手数----指手----\n   1 ６二銀(71)\n   2 ７六歩(77)\n   3 中断\n"
    );
    let games = read("kif", &two);
    assert_eq!((games.len(), games[1].moves.join(" ").as_str()), (2, "7a6b 7g7f"));
    assert_eq!(games[1].tag("FEN"), Some("lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"));
}

#[test]
fn kif_that_skips_a_move_is_broken_and_numbers_alone_are_no_game() {
    let skipped = "手合割：平手\n   1 ７六歩(77)\n   5 ３四歩(33)\n   9 投了\n";
    let (moves, result) = only("kif", skipped);
    assert_eq!((moves.starts_with("7g7f 5 ３四歩(33)"), result), (true, None), "{moves}");
    for text in ["2026", "5x", "100 %\n7 days"] {
        assert!(read("kif", text).is_empty(), "{text}");
    }
}

#[test]
fn kif_with_a_diagram() {
    let text = "後手の持駒：飛二　角　金三　銀四　桂四　香四　歩十七　\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
        | ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ 歩 ・|三\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ 馬 ・ 王 ・ ・ ・ ・|九\n\
        +---------------------------+\n先手の持駒：金　\n手数----指手---------消費時間--\n   1 １二金打\n   2 詰み\n";
    let game = &read("kif", text)[0];
    assert_eq!(game.tag("FEN"), Some("8k/9/7P1/9/9/9/9/9/2+B1K4 b G2rb3g4s4n4l17p 1"));
    assert_eq!((game.moves.join(" ").as_str(), game.result.as_deref()), ("G*1b", Some("1-0")));
}

#[test]
fn shift_jis_is_understood() {
    let (bytes, _, lost) = encoding_rs::SHIFT_JIS.encode(KIF);
    assert!(!lost && std::str::from_utf8(&bytes).is_err());
    assert_eq!((form("kif").read)(&bytes).unwrap(), read("kif", KIF));
    let games = read("kif", KIF);
    let written = (form("kif").write)(&games).unwrap();
    assert!(std::str::from_utf8(&written).is_err(), "and it is what we write");
    assert_eq!((form("kif").read)(&written).unwrap()[0].moves, games[0].moves);
}

#[test]
fn odd_texts_do_no_harm_and_what_is_not_understood_stays() {
    for text in [
        "",
        "/",
        "%",
        "P",
        "PX",
        "P1",
        "P+0",
        "+",
        "+77",
        "+７七76FU",
        "同",
        "1 ",
        "   1 同　歩(77)",
        "|",
        "まで",
        "変化：",
        "手合割：x",
        "\u{feff}",
    ] {
        for ending in ["csa", "kif"] {
            let _ = read(ending, text);
        }
    }
    // Cut anywhere, nothing breaks.
    for cut in (0..KIF.len()).filter(|cut| KIF.is_char_boundary(*cut)) {
        let _ = read("kif", &KIF[..cut]);
    }
    let wrong = read("csa", "PI\n+\n+7775FU\n-3334FU\n%TORYO\n");
    assert_eq!((wrong[0].moves.join(" ").as_str(), wrong[0].result.as_deref()), ("+7775FU -3334FU", Some("*")));
    // The man must be what stands there: a pawn is no gold.
    assert_eq!(read("csa", "PI\n+\n+7776KI\n%TORYO\n")[0].moves, ["+7776KI"]);
    assert_eq!(read("kif", "   1 ７六金(77)\n")[0].moves, ["７六金(77)"]);
    assert_eq!(read("kif", "手合割：三枚落ち\n   1 ７六歩(77)\n")[0].tag("FEN"), Some("手合割：三枚落ち"));
}
