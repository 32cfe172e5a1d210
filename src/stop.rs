//! Ctrl-C as a wish that a command fulfils when it can.

use crate::remark;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that the first Ctrl-C sets, saying `what` happens now. The second one ends the program.
pub fn on_ctrl_c(what: &'static str) -> Arc<AtomicBool> {
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = stopped.clone();
    // Without a handler Ctrl-C ends the program at once, which is safe too: so does a second one.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            link::end_all();
            std::process::exit(130);
        }
        remark!("\n{what}; once more to stop now");
    });
    stopped
}
