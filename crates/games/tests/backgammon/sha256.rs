//! SHA-256 (FIPS 180-4), for the digests of the reference file.

/// The first sixteen digits of the hash of a text.
pub fn digest(text: &str) -> String {
    let primes: Vec<u32> = (2..312).filter(|n| (2..*n).all(|d| n % d != 0)).collect();
    // The first 32 bits behind the point of roots of the first primes.
    let fraction = |root: f64| ((root - root.floor()) * 4_294_967_296.0) as u32;
    let k: Vec<u32> = primes.iter().take(64).map(|prime| fraction(f64::from(*prime).cbrt())).collect();
    let mut hash: Vec<u32> = primes.iter().take(8).map(|prime| fraction(f64::from(*prime).sqrt())).collect();
    let mut bytes = text.as_bytes().to_vec();
    bytes.push(0x80);
    while bytes.len() % 64 != 56 {
        bytes.push(0);
    }
    bytes.extend((8 * text.len() as u64).to_be_bytes());
    for block in bytes.chunks_exact(64) {
        let mut w: Vec<u32> = block.chunks_exact(4).map(|four| u32::from_be_bytes(four.try_into().unwrap())).collect();
        for t in 16..64 {
            let (a, b) = (w[t - 15], w[t - 2]);
            let s0 = a.rotate_right(7) ^ a.rotate_right(18) ^ a >> 3;
            let s1 = b.rotate_right(17) ^ b.rotate_right(19) ^ b >> 10;
            w.push(w[t - 16].wrapping_add(s0).wrapping_add(w[t - 7]).wrapping_add(s1));
        }
        let mut v = hash.clone();
        for t in 0..64 {
            let s1 = v[4].rotate_right(6) ^ v[4].rotate_right(11) ^ v[4].rotate_right(25);
            let choice = (v[4] & v[5]) ^ (!v[4] & v[6]);
            let one = v[7].wrapping_add(s1).wrapping_add(choice).wrapping_add(k[t]).wrapping_add(w[t]);
            let s0 = v[0].rotate_right(2) ^ v[0].rotate_right(13) ^ v[0].rotate_right(22);
            let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
            v.rotate_right(1);
            v[4] = v[4].wrapping_add(one);
            v[0] = one.wrapping_add(s0).wrapping_add(majority);
        }
        hash.iter_mut().zip(v).for_each(|(sum, word)| *sum = sum.wrapping_add(word));
    }
    hash.iter().take(2).map(|word| format!("{word:08x}")).collect()
}
