//! Arithmetic on eight numbers at a time, always eight, never fused or reordered: the same bits on every machine.

pub(super) use pulp::Simd;
/// Something to be computed with the widest instructions that the processor has. All that it calls must be inlined into it: a
/// function of its own would miss them.
pub(super) use pulp::WithSimd as Work;

/// How many numbers go together.
pub(super) const LANES: usize = 8;

/// Eight numbers.
pub(super) type Lanes = [f32; LANES];

/// Does `work` eight numbers at a time: by one instruction where the processor can, else by several. The bits are the same.
#[inline(always)]
pub(super) fn widely<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(wide) = pulp::x86::V3::try_new() {
        return Simd::vectorize(wide, work);
    }
    Simd::vectorize(pulp::Scalar256b, work)
}

/// A list of eights as the processor takes them.
#[inline(always)]
pub(super) fn eights<S: Simd>(list: &[Lanes]) -> &[S::f32s] {
    const { assert!(S::F32_LANES == LANES) };
    S::as_simd_f32s(list.as_flattened()).0
}

/// The same, to be changed.
#[inline(always)]
pub(super) fn eights_mut<S: Simd>(list: &mut [Lanes]) -> &mut [S::f32s] {
    const { assert!(S::F32_LANES == LANES) };
    S::as_mut_simd_f32s(list.as_flattened_mut()).0
}

/// `to + a * b`, rounded twice.
#[inline(always)]
pub(super) fn add_product<S: Simd>(simd: S, to: S::f32s, a: S::f32s, b: S::f32s) -> S::f32s {
    simd.add_f32s(to, simd.mul_f32s(a, b))
}

/// The sum, always in the same order: the second half is added to the first until one is left.
#[inline(always)]
pub(super) fn sum<S: Simd>(simd: S, x: S::f32s) -> f32 {
    simd.reduce_sum_f32s(x)
}

/// 1 / (1 + exp(-x)), to about 1e-7.
#[inline(always)]
pub(super) fn sigmoid<S: Simd>(simd: S, x: S::f32s) -> S::f32s {
    let one = simd.splat_f32s(1.0);
    let power = simd.mul_f32s(x, simd.splat_f32s(-std::f32::consts::LOG2_E));
    let power = simd.max_f32s(simd.min_f32s(power, simd.splat_f32s(60.0)), simd.splat_f32s(-60.0));
    simd.div_f32s(one, simd.add_f32s(one, power_of_two(simd, power)))
}

/// 2^x for |x| <= 60: a polynomial for the broken part, the whole part goes into the exponent. No library's `exp` gives the
/// same bits on every machine, and none takes eight numbers at once.
#[inline(always)]
#[allow(clippy::approx_constant)] // The second last coefficient is near ln 2, but it is not it.
fn power_of_two<S: Simd>(simd: S, x: S::f32s) -> S::f32s {
    // Adding this leaves no bits for the broken part, and the whole part in the lowest bits.
    let round = simd.splat_f32s(12_582_912.0);
    let rounded = simd.add_f32s(x, round);
    let broken = simd.sub_f32s(x, simd.sub_f32s(rounded, round));
    // The polynomial of degree five that is nearest to 2^x on [-1/2, 1/2] in the largest relative error, and exact at 0.
    let mut p = simd.splat_f32s(1.326_472_7e-3);
    for next in [9.671_513e-3, 5.550_733_6e-2, 2.402_224_2e-1, 6.931_47e-1, 1.0] {
        p = add_product(simd, simd.splat_f32s(next), p, broken);
    }
    let exponent = simd.wrapping_dyn_shl_u32s(simd.transmute_u32s_f32s(rounded), simd.splat_u32s(23));
    simd.transmute_f32s_u32s(simd.add_u32s(simd.transmute_u32s_f32s(p), exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sigmoids<'a>(&'a mut [Lanes]);

    impl Work for Sigmoids<'_> {
        type Output = ();

        #[inline(always)]
        fn with_simd<S: Simd>(self, simd: S) {
            eights_mut::<S>(self.0).iter_mut().for_each(|x| *x = sigmoid(simd, *x));
        }
    }

    fn wave() -> Vec<f32> {
        (-4000..4000).map(|i| i as f32 / 100.0).chain([0.0, -1e30, 1e30, 88.0, -88.0, 1e-30, 3.0, -3.0]).collect()
    }

    #[test]
    fn the_sigmoid_is_close_to_the_true_one() {
        let mut list = wave().as_chunks::<LANES>().0.to_vec();
        widely(Sigmoids(&mut list));
        for (x, found) in wave().iter().zip(list.as_flattened()) {
            let truth = 1.0 / (1.0 + libm::exp(-f64::from(*x)));
            assert!((f64::from(*found) - truth).abs() < 2e-7, "{x}: {found}, not {truth}");
        }
        assert_eq!(list.as_flattened()[8000], 0.5);
    }

    #[test]
    fn wide_and_narrow_instructions_give_the_same_bits_for_ever() {
        let mut list = wave().as_chunks::<LANES>().0.to_vec();
        let mut narrow = list.clone();
        widely(Sigmoids(&mut list));
        Simd::vectorize(pulp::Scalar256b, Sigmoids(&mut narrow));
        assert_eq!(list, narrow);
        let hash = list
            .as_flattened()
            .iter()
            .fold(0u64, |hash, x| (hash ^ u64::from(x.to_bits())).wrapping_mul(0x0000_0100_0000_01b3));
        assert_eq!(hash, 0x9fc0_5d43_b840_2875, "{hash:#x}");
    }

    struct Sum(Lanes);

    impl Work for Sum {
        type Output = f32;

        #[inline(always)]
        fn with_simd<S: Simd>(self, simd: S) -> f32 {
            sum(simd, eights::<S>(&[self.0])[0])
        }
    }

    #[test]
    fn sums_have_one_order() {
        assert_eq!(widely(Sum([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0])), 36.0);
        for eight in wave().as_chunks::<LANES>().0 {
            let x = eight.map(|x| x / 3.0);
            let expected = ((x[0] + x[4]) + (x[2] + x[6])) + ((x[1] + x[5]) + (x[3] + x[7]));
            assert_eq!(widely(Sum(x)).to_bits(), expected.to_bits());
            assert_eq!(Simd::vectorize(pulp::Scalar256b, Sum(x)).to_bits(), expected.to_bits());
        }
    }
}
