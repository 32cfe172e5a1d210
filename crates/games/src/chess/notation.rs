//! Chess in writing: FEN (also Shredder and X-FEN for Chess960), UCI and SAN moves, and a board for the terminal.

use super::{Chess, Drawn};
use cozy_chess::util::{display_san_move, display_uci_move, parse_san_move, parse_uci_move};
use cozy_chess::{Board, BoardBuilder, Color, File, Move, Piece, Rank, Square, get_king_moves};
use game::Game;

/// Reads a FEN with four to six fields. Castling rights may be `KQkq` (the outermost rook) or files (`HAha`).
pub fn read(text: &str) -> Result<Chess, String> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    if !(4..=6).contains(&fields.len()) {
        return Err(format!(
            "a FEN has four to six fields (board, side, castling, en passant, two counters), '{text}' has {}",
            fields.len()
        ));
    }
    rows(fields[0])?;
    let mut chess960 = false;
    let rights = castling(fields[0], fields[2], &mut chess960)?;
    let halfmoves = counter(fields.get(4), "halfmove clock", 0)?.min(100);
    let fullmoves = counter(fields.get(5), "move number", 1)?.max(1);
    let fen = format!("{} {} {rights} {} {halfmoves} {fullmoves}", fields[0], fields[1], fields[3]);
    let board = Board::from_fen(&fen, true).map_err(|error| explain(&fields, error))?;
    // The library overlooks this one, too.
    if get_king_moves(board.king(Color::White)).has(board.king(Color::Black)) {
        return Err(format!("'{}' is no legal position: the kings stand side by side", fields[0]));
    }
    Ok(Chess { board, chess960, drawn: Drawn::Laws })
}

/// The library overlooks missing rows, so they are counted here.
fn rows(board: &str) -> Result<(), String> {
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != 8 {
        return Err(format!("the board of a FEN has eight rows separated by '/', '{board}' has {}", rows.len()));
    }
    for row in rows {
        let mut width = 0;
        for c in row.chars() {
            width += match c {
                '1'..='8' => c as usize - '0' as usize,
                'p' | 'n' | 'b' | 'r' | 'q' | 'k' | 'P' | 'N' | 'B' | 'R' | 'Q' | 'K' => 1,
                _ => {
                    return Err(format!(
                        "'{c}' in row '{row}' is no piece (pnbrqkPNBRQK) and no number of empty squares (1-8)"
                    ));
                }
            };
        }
        if width != 8 {
            return Err(format!("row '{row}' describes {width} squares instead of 8"));
        }
    }
    Ok(())
}

/// Turns `KQkq` into the files of the outermost rooks, and notes whether they stand as in Chess960.
fn castling(board: &str, rights: &str, chess960: &mut bool) -> Result<String, String> {
    if rights == "-" {
        return Ok(rights.to_string());
    }
    let mut files = String::new();
    for c in rights.chars() {
        let white = c.is_ascii_uppercase();
        let row = squares(board.split('/').nth(if white { 7 } else { 0 }).unwrap_or_default());
        let case = |c: char| if white { c.to_ascii_uppercase() } else { c };
        let king = row.iter().position(|p| *p == case('k'));
        let rook = |file: &usize| row[*file] == case('r');
        let file = match (c.to_ascii_lowercase(), king) {
            ('k', Some(king)) => (king + 1..8).rev().find(rook),
            ('q', Some(king)) => (0..king).find(rook),
            ('a'..='h', Some(_)) => Some(c.to_ascii_lowercase() as usize - 'a' as usize).filter(rook),
            ('k' | 'q' | 'a'..='h', None) => None,
            _ => return Err(format!("castling rights are '-', letters of KQkq or rook files, not '{rights}'")),
        };
        let file = file.ok_or(format!("castling right '{c}' needs a king and that rook on the back rank"))?;
        let standard = king == Some(4) && matches!((c.to_ascii_lowercase(), file), ('k', 7) | ('q', 0));
        *chess960 |= !standard;
        files.push(case((b'a' + file as u8) as char));
    }
    Ok(files)
}

fn squares(row: &str) -> Vec<char> {
    row.chars().flat_map(|c| c.to_digit(10).map_or(vec![c], |n| vec![' '; n as usize])).collect()
}

fn counter(field: Option<&&str>, name: &str, default: u32) -> Result<u32, String> {
    field.map_or(Ok(default), |text| {
        text.parse().map_err(|_| format!("the {name} must be a whole number, not '{text}'"))
    })
}

fn explain(fields: &[&str], error: cozy_chess::FenParseError) -> String {
    use cozy_chess::FenParseError::*;
    match error {
        InvalidBoard => format!(
            "'{}' is no legal position: each side has one king, at most 16 men and 8 pawns, no pawn on the first or last \
             rank, and the side that has just moved is not in check",
            fields[0]
        ),
        InvalidSideToMove => format!("the side to move is 'w' or 'b', not '{}'", fields[1]),
        InvalidCastlingRights => format!("castling rights '{}' do not fit the board", fields[2]),
        InvalidEnPassant => format!("en passant square '{}' does not fit the board ('-' if there is none)", fields[3]),
        other => other.to_string(),
    }
}

/// UCI: `e2e4`, `e7e8q`; castling `e1g1`, in Chess960 `e1h1`.
pub fn write_move(chess: &Chess, mv: Move) -> String {
    if chess.chess960 { mv.to_string() } else { display_uci_move(&chess.board, mv).to_string() }
}

/// SAN, with `+` and `#`.
pub fn record_move(chess: &Chess, mv: Move) -> String {
    display_san_move(&chess.board, mv).to_string()
}

/// Reads UCI or SAN. In Chess960 castling may be written as people do, too, where that can mean nothing else.
pub fn read_move(chess: &Chess, text: &str) -> Result<Move, String> {
    let list = chess.move_list();
    let legal = |mv: &Move| list.contains(mv);
    // First as it is written: with rooks on g1 and h1, `e1g1` takes the one on g1.
    let literal = text.parse::<Move>().ok().filter(|_| chess.chess960).filter(legal);
    let uci = || parse_uci_move(&chess.board, text).ok().filter(legal);
    let san = || parse_san_move(&chess.board, text).ok().filter(legal);
    literal.or_else(uci).or_else(san).ok_or_else(|| match text.parse::<Move>() {
        Ok(_) => format!("'{text}' is not legal in {chess}"),
        Err(_) if is_san(text) => format!("'{text}' is not legal in {chess}, or could be more than one move"),
        Err(_) => format!("'{text}' is no move; write e2e4, e7e8q or Nf3"),
    })
}

/// True if `text` looks like SAN, whatever the position: `Ke3`, `Nbxd2+`, `e8=Q`, `O-O`.
fn is_san(text: &str) -> bool {
    let text = text.trim_end_matches(['+', '#']);
    let (text, promoted) = match text.strip_suffix(['Q', 'R', 'B', 'N']) {
        Some(rest) => (rest.strip_suffix('=').unwrap_or(rest), true),
        None => (text, false),
    };
    let man = text.strip_prefix(['K', 'Q', 'R', 'B', 'N']);
    let mut back = man.unwrap_or(text).chars().rev().peekable();
    let target = back.next().is_some_and(|c| ('1'..='8').contains(&c)) && back.next().is_some_and(is_file);
    back.next_if_eq(&'x');
    back.next_if(|c| ('1'..='8').contains(c));
    back.next_if(|c| is_file(*c));
    matches!(text, "O-O" | "O-O-O") || (target && back.next().is_none() && !(promoted && man.is_some()))
}

fn is_file(c: char) -> bool {
    ('a'..='h').contains(&c)
}

/// Exchanges the colours: ranks are flipped, files stay.
pub fn mirrored(chess: &Chess) -> Chess {
    let mut builder = BoardBuilder::empty();
    let board = &chess.board;
    for square in board.occupied() {
        let (piece, color) = (board.piece_on(square), board.color_on(square));
        *builder.square_mut(square.flip_rank()) = piece.zip(color.map(|c| !c));
    }
    for color in Color::ALL {
        *builder.castle_rights_mut(color) = *board.castle_rights(!color);
    }
    builder.side_to_move = !board.side_to_move();
    let target = |file| Square::new(file, Rank::Sixth.relative_to(!board.side_to_move()));
    builder.en_passant = board.en_passant().map(target);
    builder.halfmove_clock = board.halfmove_clock();
    builder.fullmove_number = board.fullmove_number();
    Chess { board: builder.build().expect("the mirror image of a legal position is legal"), ..chess.clone() }
}

/// White below, files and ranks at the edges.
pub fn picture(chess: &Chess) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        text.push_str(&format!("{} ", rank as usize + 1));
        for file in File::ALL {
            let square = Square::new(file, rank);
            let letter = chess.board.piece_on(square).map_or('.', char::from);
            let white = chess.board.color_on(square) == Some(Color::White);
            text.push(' ');
            text.push(if white { letter.to_ascii_uppercase() } else { letter });
        }
        text.push('\n');
    }
    text.push_str("   a b c d e f g h\n");
    text
}

/// The plain name of a piece.
pub fn piece_name(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Knight => "knight",
        Piece::Bishop => "bishop",
        Piece::Rook => "rook",
        Piece::Queen => "queen",
        Piece::King => "king",
    }
}
