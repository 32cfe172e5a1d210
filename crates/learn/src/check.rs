//! Range checks for settings, with messages that name the field.

use crate::LearnError;
use crate::error::setting;

/// Any finite number.
pub(crate) fn finite(field: &str, value: f64) -> Result<(), LearnError> {
    if value.is_finite() { Ok(()) } else { Err(setting(field, format!("expected a finite number, found {value}"))) }
}

/// A finite number that is not negative.
pub(crate) fn not_negative(field: &str, value: f64) -> Result<(), LearnError> {
    finite(field, value)?;
    if value >= 0.0 { Ok(()) } else { Err(setting(field, format!("expected a number not below 0, found {value}"))) }
}

/// A finite number above 0.
pub(crate) fn positive(field: &str, value: f64) -> Result<(), LearnError> {
    finite(field, value)?;
    if value > 0.0 { Ok(()) } else { Err(setting(field, format!("expected a number above 0, found {value}"))) }
}

/// A number from 0 to 1.
pub(crate) fn share(field: &str, value: f64) -> Result<(), LearnError> {
    let fits = (0.0..=1.0).contains(&value);
    if fits { Ok(()) } else { Err(setting(field, format!("expected a number from 0 to 1, found {value}"))) }
}
