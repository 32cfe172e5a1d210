//! Doubles as bytes: exact, small and the same on every machine.

/// Eight little-endian bytes for each number.
pub fn pack(numbers: &[f64]) -> Vec<u8> {
    numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
}

/// The numbers again; `None` if the length is not a multiple of eight.
pub fn unpack(bytes: &[u8]) -> Option<Vec<f64>> {
    let (words, rest) = bytes.as_chunks::<8>();
    rest.is_empty().then(|| words.iter().map(|word| f64::from_le_bytes(*word)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_double_survives() {
        let numbers =
            [0.0, -0.0, 5e-324, -2.2e-310, f64::MIN_POSITIVE, f64::MAX, 0.1, -1.0 / 3.0, f64::NAN, f64::INFINITY];
        let back = unpack(&pack(&numbers)).unwrap();
        assert!(numbers.iter().zip(&back).all(|(a, b)| a.to_bits() == b.to_bits()));
        assert_eq!(unpack(&[]), Some(vec![]));
        assert_eq!(unpack(&[0; 9]), None);
    }
}
