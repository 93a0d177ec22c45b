/*
 * Included in front of every file of libopus: the loops that an encoder of voices spends its time in, with the vectors
 * of WebAssembly. libopus has the same for x86 and ARM, which this takes the place of through the same doors. What is
 * reckoned in whole numbers comes out as in libopus's C; sums of floats are added in another order.
 */
#ifndef EARSHOT_OPUS_SIMD_H
#define EARSHOT_OPUS_SIMD_H

#include <math.h>
#include <wasm_simd128.h>

/* An instruction each; the library's functions look at every bit. */
#define lrintf(x) ((long)__builtin_rintf(x))
#define lrint(x) ((long)__builtin_rint(x))

static inline float earshot_sum_floats(v128_t v) {
  v = wasm_f32x4_add(v, wasm_i32x4_shuffle(v, v, 2, 3, 0, 1));
  return wasm_f32x4_extract_lane(v, 0) + wasm_f32x4_extract_lane(v, 1);
}

static inline int earshot_sum_ints(v128_t v) {
  v = wasm_i32x4_add(v, wasm_i32x4_shuffle(v, v, 2, 3, 0, 1));
  return wasm_i32x4_extract_lane(v, 0) + wasm_i32x4_extract_lane(v, 1);
}

static inline double earshot_sum_doubles(v128_t v) {
  return wasm_f64x2_extract_lane(v, 0) + wasm_f64x2_extract_lane(v, 1);
}

/* The lower two floats, and the upper two, as doubles. */
static inline v128_t earshot_low(v128_t v) { return wasm_f64x2_promote_low_f32x4(v); }
static inline v128_t earshot_high(v128_t v) { return earshot_low(wasm_i32x4_shuffle(v, v, 2, 3, 2, 3)); }

/* celt/pitch.h */

static inline void earshot_xcorr_kernel(const float *x, const float *y, float sum[4], int length) {
  v128_t even = wasm_v128_load(sum), odd = wasm_f32x4_splat(0);
  int at = 0;
  for (; at < length - 1; at += 2) {
    even = wasm_f32x4_add(even, wasm_f32x4_mul(wasm_v128_load32_splat(x + at), wasm_v128_load(y + at)));
    odd = wasm_f32x4_add(odd, wasm_f32x4_mul(wasm_v128_load32_splat(x + at + 1), wasm_v128_load(y + at + 1)));
  }
  if (at < length) even = wasm_f32x4_add(even, wasm_f32x4_mul(wasm_v128_load32_splat(x + at), wasm_v128_load(y + at)));
  wasm_v128_store(sum, wasm_f32x4_add(even, odd));
}

static inline float earshot_inner_prod(const float *x, const float *y, int length) {
  v128_t sum = wasm_f32x4_splat(0);
  int at = 0;
  for (; at < length - 3; at += 4) sum = wasm_f32x4_add(sum, wasm_f32x4_mul(wasm_v128_load(x + at), wasm_v128_load(y + at)));
  float all = earshot_sum_floats(sum);
  for (; at < length; at++) all += x[at] * y[at];
  return all;
}

#define OVERRIDE_XCORR_KERNEL
#define OVERRIDE_CELT_INNER_PROD
#define OVERRIDE_DUAL_INNER_PROD
#define xcorr_kernel(x, y, sum, length, arch) ((void)(arch), earshot_xcorr_kernel(x, y, sum, length))
#define celt_inner_prod(x, y, length, arch) ((void)(arch), earshot_inner_prod(x, y, length))
#define dual_inner_prod(x, y1, y2, length, sum1, sum2, arch) \
  ((void)(arch), *(sum1) = earshot_inner_prod(x, y1, length), *(sum2) = earshot_inner_prod(x, y2, length))

/* silk/float/SigProc_FLP.h */

static inline double earshot_inner_product(const float *x, const float *y, int length) {
  v128_t low = wasm_f64x2_splat(0), high = low;
  int at = 0;
  for (; at < length - 3; at += 4) {
    v128_t a = wasm_v128_load(x + at), b = wasm_v128_load(y + at);
    low = wasm_f64x2_add(low, wasm_f64x2_mul(earshot_low(a), earshot_low(b)));
    high = wasm_f64x2_add(high, wasm_f64x2_mul(earshot_high(a), earshot_high(b)));
  }
  double all = earshot_sum_doubles(wasm_f64x2_add(low, high));
  for (; at < length; at++) all += x[at] * (double)y[at];
  return all;
}

/* Four lags at a time, so that each sample is read once for them; behind the samples there is silence. */
static inline void earshot_autocorrelation(float *results, const float *samples, int length, int lags) {
  double padded[length + 8 + lags];
  if (lags > length) lags = length;
  for (int at = 0; at < length; at++) padded[at] = samples[at];
  for (int at = length; at < length + 8 + lags; at++) padded[at] = 0;
  for (int lag = 0; lag < lags; lag += 4) {
    v128_t first = wasm_f64x2_splat(0), second = first, third = first, fourth = first;
    for (int at = 0; at < length; at += 2) {
      const double *later = padded + at + lag;
      v128_t now = wasm_v128_load(padded + at);
      first = wasm_f64x2_add(first, wasm_f64x2_mul(now, wasm_v128_load(later)));
      second = wasm_f64x2_add(second, wasm_f64x2_mul(now, wasm_v128_load(later + 1)));
      third = wasm_f64x2_add(third, wasm_f64x2_mul(now, wasm_v128_load(later + 2)));
      fourth = wasm_f64x2_add(fourth, wasm_f64x2_mul(now, wasm_v128_load(later + 3)));
    }
    const v128_t sums[] = {first, second, third, fourth};
    for (int i = 0; i < 4 && lag + i < lags; i++) results[lag + i] = (float)earshot_sum_doubles(sums[i]);
  }
}

#define OVERRIDE_inner_product_FLP
#define silk_inner_product_FLP(x, y, length, arch) ((void)(arch), earshot_inner_product(x, y, length))
#include "SigProc_FLP.h"
#define silk_energy_FLP(x, length) earshot_inner_product(x, x, length)
#define silk_autocorrelation_FLP(results, samples, length, lags, arch) \
  ((void)(arch), earshot_autocorrelation(results, samples, length, lags))

/* silk/NSQ.h */

#include "main.h"
#include "NSQ.h"

/* silk_SMULWB of four: what 32 bits times 16 are above the lowest 16, without 64 bits in between. */
static inline v128_t earshot_smulwb(v128_t a, v128_t b) {
  v128_t low = wasm_i32x4_mul(wasm_v128_and(a, wasm_i32x4_const_splat(0xffff)), b);
  return wasm_i32x4_add(wasm_i32x4_mul(wasm_i32x4_shr(a, 16), b), wasm_i32x4_shr(low, 16));
}

/* The coefficients in the order of the samples, oldest first; those that an order of 10 lacks are 0. */
static inline void earshot_prediction_coefficients(int *reversed, const short *coefficients, int order) {
  for (int i = 0; i < 16; i++) reversed[15 - i] = i < order ? coefficients[i] : 0;
}

static inline int earshot_short_prediction(const int *newest, const int *reversed, int order) {
  const int *oldest = newest - 15;
  v128_t sum = wasm_i32x4_const_splat(0);
  for (int i = 0; i < 16; i += 4) {
    sum = wasm_i32x4_add(sum, earshot_smulwb(wasm_v128_load(oldest + i), wasm_v128_load(reversed + i)));
  }
  return (order >> 1) + earshot_sum_ints(sum);
}

/* Moves the newest difference in front of the older ones and shapes noise with them. */
static inline int earshot_noise_shape_feedback(const int *newest, int *older, const short *coefficients, int order) {
  v128_t before = wasm_i32x4_splat(*newest), sum = wasm_i32x4_const_splat(0);
  int at = 0;
  for (; at < order - 3; at += 4) {
    v128_t old = wasm_v128_load(older + at), moved = wasm_i32x4_shuffle(before, old, 3, 4, 5, 6);
    sum = wasm_i32x4_add(sum, earshot_smulwb(moved, wasm_i32x4_load16x4(coefficients + at)));
    wasm_v128_store(older + at, moved);
    before = old;
  }
  int last = wasm_i32x4_extract_lane(before, 3), all = (order >> 1) + earshot_sum_ints(sum);
  for (; at < order; at++) {
    int old = older[at];
    older[at] = last;
    all = silk_SMLAWB(all, last, coefficients[at]);
    last = old;
  }
  return silk_LSHIFT32(all, 1);
}

#undef silk_noise_shape_quantizer_short_prediction
#undef silk_NSQ_noise_shape_feedback_loop
#define silk_short_prediction_create_arch_coef(reversed, coefficients, order) \
  earshot_prediction_coefficients(reversed, coefficients, order)
#define silk_noise_shape_quantizer_short_prediction(newest, coefficients, reversed, order, arch) \
  ((void)(arch), (void)(coefficients), earshot_short_prediction(newest, reversed, order))
#define silk_NSQ_noise_shape_feedback_loop(newest, older, coefficients, order, arch) \
  ((void)(arch), earshot_noise_shape_feedback(newest, older, coefficients, order))

#endif
