// Four floats, or two doubles, at a time. This is the only file with SIMD intrinsics: wasm simd128, SSE2, and a plain scalar twin
// (chosen by TUMBLE_SCALAR, or where neither instruction set exists).
//
// The rule: all three give equal bits for every input that is not NaN, and tests/unit/math/wide_test.cpp holds them to it.
// Hence only operations that IEEE 754 fixes (+ - * / sqrt, comparisons, sign bits) and no fused multiply-add, no
// reciprocal estimates, no relaxed SIMD, no horizontal sums (whose order would differ). min and max are those of
// minps/maxps and wasm pmin/pmax, whose answer for equal, signed-zero and NaN operands is a plain comparison:
//   min(a, b) = b < a ? b : a        max(a, b) = a < b ? b : a
// (wasm f32x4.min/max propagate NaN and order the zeros: eight instructions on x86, and other bits.)
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>

#include "math/vec3.h"

#if !defined(TUMBLE_SCALAR) && defined(__wasm_simd128__)
#define TUMBLE_WIDE_WASM 1
#include <wasm_simd128.h>
#elif !defined(TUMBLE_SCALAR) && (defined(__SSE2__) || defined(_M_X64))
#define TUMBLE_WIDE_SSE2 1
#include <emmintrin.h>
#else
#define TUMBLE_WIDE_SCALAR 1
#endif

namespace tumble {

#if defined(TUMBLE_WIDE_WASM)

struct F32x4 {
  v128_t v;
};
/// Four truth values, each all ones or all zeros.
struct M32x4 {
  v128_t v;
};
/// Four words: names and indices.
struct U32x4 {
  v128_t v;
};

/// p is aligned to 16 bytes.
inline F32x4 load(const float* p) { return {wasm_v128_load(p)}; }
inline F32x4 loadUnaligned(const float* p) { return {wasm_v128_load(p)}; }
/// p is aligned to 16 bytes.
inline void store(float* p, F32x4 a) { wasm_v128_store(p, a.v); }
inline void storeUnaligned(float* p, F32x4 a) { wasm_v128_store(p, a.v); }
inline F32x4 splat(float s) { return {wasm_f32x4_splat(s)}; }
inline F32x4 makeWide(float a, float b, float c, float d) { return {wasm_f32x4_make(a, b, c, d)}; }
template <int lane> inline float extract(F32x4 a) { return wasm_f32x4_extract_lane(a.v, lane); }

inline F32x4 operator+(F32x4 a, F32x4 b) { return {wasm_f32x4_add(a.v, b.v)}; }
inline F32x4 operator-(F32x4 a, F32x4 b) { return {wasm_f32x4_sub(a.v, b.v)}; }
inline F32x4 operator*(F32x4 a, F32x4 b) { return {wasm_f32x4_mul(a.v, b.v)}; }
inline F32x4 operator/(F32x4 a, F32x4 b) { return {wasm_f32x4_div(a.v, b.v)}; }
inline F32x4 operator-(F32x4 a) { return {wasm_f32x4_neg(a.v)}; }
inline F32x4 min(F32x4 a, F32x4 b) { return {wasm_f32x4_pmin(a.v, b.v)}; }
inline F32x4 max(F32x4 a, F32x4 b) { return {wasm_f32x4_pmax(a.v, b.v)}; }
inline F32x4 sqrt(F32x4 a) { return {wasm_f32x4_sqrt(a.v)}; }
inline F32x4 abs(F32x4 a) { return {wasm_f32x4_abs(a.v)}; }
/// a with the sign bits of b flipped in: a where b >= +0, -a where b is negative or -0.
inline F32x4 flipSign(F32x4 a, F32x4 b) { return {wasm_v128_xor(a.v, wasm_v128_and(b.v, wasm_i32x4_splat(INT32_MIN)))}; }

inline M32x4 operator<(F32x4 a, F32x4 b) { return {wasm_f32x4_lt(a.v, b.v)}; }
inline M32x4 operator<=(F32x4 a, F32x4 b) { return {wasm_f32x4_le(a.v, b.v)}; }
inline M32x4 operator>(F32x4 a, F32x4 b) { return {wasm_f32x4_gt(a.v, b.v)}; }
inline M32x4 operator>=(F32x4 a, F32x4 b) { return {wasm_f32x4_ge(a.v, b.v)}; }
inline M32x4 operator==(F32x4 a, F32x4 b) { return {wasm_f32x4_eq(a.v, b.v)}; }

inline M32x4 operator&(M32x4 a, M32x4 b) { return {wasm_v128_and(a.v, b.v)}; }
inline M32x4 operator|(M32x4 a, M32x4 b) { return {wasm_v128_or(a.v, b.v)}; }
/// a and not b.
inline M32x4 andNot(M32x4 a, M32x4 b) { return {wasm_v128_andnot(a.v, b.v)}; }
/// a where the mask is set, +0 elsewhere.
inline F32x4 operator&(M32x4 m, F32x4 a) { return {wasm_v128_and(m.v, a.v)}; }
/// m ? a : b, lane by lane.
inline F32x4 select(M32x4 m, F32x4 a, F32x4 b) { return {wasm_v128_bitselect(a.v, b.v, m.v)}; }
/// Bit i is lane i.
inline int bits(M32x4 m) { return static_cast<int>(wasm_i32x4_bitmask(m.v)); }
inline bool any(M32x4 m) { return wasm_v128_any_true(m.v); }
inline bool all(M32x4 m) { return wasm_i32x4_all_true(m.v); }

/// p is aligned to 16 bytes.
inline U32x4 load(const std::uint32_t* p) { return {wasm_v128_load(p)}; }
/// p is aligned to 16 bytes.
inline void store(std::uint32_t* p, U32x4 a) { wasm_v128_store(p, a.v); }
inline U32x4 splatWord(std::uint32_t s) { return {wasm_i32x4_splat(static_cast<int>(s))}; }
/// The bits of four floats.
inline U32x4 wordsOf(F32x4 a) { return {a.v}; }
inline U32x4 operator|(U32x4 a, U32x4 b) { return {wasm_v128_or(a.v, b.v)}; }
inline M32x4 operator==(U32x4 a, U32x4 b) { return {wasm_i32x4_eq(a.v, b.v)}; }
/// a where the mask is set, 0 elsewhere.
inline U32x4 operator&(M32x4 m, U32x4 a) { return {wasm_v128_and(m.v, a.v)}; }
/// m ? a : b, lane by lane.
inline U32x4 select(M32x4 m, U32x4 a, U32x4 b) { return {wasm_v128_bitselect(a.v, b.v, m.v)}; }

/// Rows become columns.
inline void transpose(F32x4& a, F32x4& b, F32x4& c, F32x4& d) {
  const v128_t ab0 = wasm_i32x4_shuffle(a.v, b.v, 0, 4, 1, 5), ab1 = wasm_i32x4_shuffle(a.v, b.v, 2, 6, 3, 7);
  const v128_t cd0 = wasm_i32x4_shuffle(c.v, d.v, 0, 4, 1, 5), cd1 = wasm_i32x4_shuffle(c.v, d.v, 2, 6, 3, 7);
  a.v = wasm_i32x4_shuffle(ab0, cd0, 0, 1, 4, 5);
  b.v = wasm_i32x4_shuffle(ab0, cd0, 2, 3, 6, 7);
  c.v = wasm_i32x4_shuffle(ab1, cd1, 0, 1, 4, 5);
  d.v = wasm_i32x4_shuffle(ab1, cd1, 2, 3, 6, 7);
}

/// Two doubles.
struct F64x2 {
  v128_t v;
};
/// p is aligned to 16 bytes.
inline F64x2 load(const double* p) { return {wasm_v128_load(p)}; }
inline F64x2 loadUnaligned(const double* p) { return {wasm_v128_load(p)}; }
/// p is aligned to 16 bytes.
inline void store(double* p, F64x2 a) { wasm_v128_store(p, a.v); }
/// Of an int `splat` would be ambiguous.
inline F64x2 splat64(double s) { return {wasm_f64x2_splat(s)}; }
inline F64x2 operator+(F64x2 a, F64x2 b) { return {wasm_f64x2_add(a.v, b.v)}; }
inline F64x2 operator-(F64x2 a, F64x2 b) { return {wasm_f64x2_sub(a.v, b.v)}; }
inline F64x2 operator*(F64x2 a, F64x2 b) { return {wasm_f64x2_mul(a.v, b.v)}; }

#elif defined(TUMBLE_WIDE_SSE2)

struct F32x4 {
  __m128 v;
};
/// Four truth values, each all ones or all zeros.
struct M32x4 {
  __m128 v;
};
/// Four words: names and indices.
struct U32x4 {
  __m128i v;
};

/// p is aligned to 16 bytes.
inline F32x4 load(const float* p) { return {_mm_load_ps(p)}; }
inline F32x4 loadUnaligned(const float* p) { return {_mm_loadu_ps(p)}; }
/// p is aligned to 16 bytes.
inline void store(float* p, F32x4 a) { _mm_store_ps(p, a.v); }
inline void storeUnaligned(float* p, F32x4 a) { _mm_storeu_ps(p, a.v); }
inline F32x4 splat(float s) { return {_mm_set1_ps(s)}; }
inline F32x4 makeWide(float a, float b, float c, float d) { return {_mm_setr_ps(a, b, c, d)}; }
template <int lane> inline float extract(F32x4 a) { return _mm_cvtss_f32(_mm_shuffle_ps(a.v, a.v, lane)); }

inline F32x4 operator+(F32x4 a, F32x4 b) { return {_mm_add_ps(a.v, b.v)}; }
inline F32x4 operator-(F32x4 a, F32x4 b) { return {_mm_sub_ps(a.v, b.v)}; }
inline F32x4 operator*(F32x4 a, F32x4 b) { return {_mm_mul_ps(a.v, b.v)}; }
inline F32x4 operator/(F32x4 a, F32x4 b) { return {_mm_div_ps(a.v, b.v)}; }
inline F32x4 operator-(F32x4 a) { return {_mm_xor_ps(a.v, _mm_set1_ps(-0.0f))}; }
// minps x, y is x < y ? x : y, so the operands are swapped.
inline F32x4 min(F32x4 a, F32x4 b) { return {_mm_min_ps(b.v, a.v)}; }
inline F32x4 max(F32x4 a, F32x4 b) { return {_mm_max_ps(b.v, a.v)}; }
inline F32x4 sqrt(F32x4 a) { return {_mm_sqrt_ps(a.v)}; }
inline F32x4 abs(F32x4 a) { return {_mm_andnot_ps(_mm_set1_ps(-0.0f), a.v)}; }
/// a with the sign bits of b flipped in: a where b >= +0, -a where b is negative or -0.
inline F32x4 flipSign(F32x4 a, F32x4 b) { return {_mm_xor_ps(a.v, _mm_and_ps(b.v, _mm_set1_ps(-0.0f)))}; }

inline M32x4 operator<(F32x4 a, F32x4 b) { return {_mm_cmplt_ps(a.v, b.v)}; }
inline M32x4 operator<=(F32x4 a, F32x4 b) { return {_mm_cmple_ps(a.v, b.v)}; }
inline M32x4 operator>(F32x4 a, F32x4 b) { return {_mm_cmplt_ps(b.v, a.v)}; }
inline M32x4 operator>=(F32x4 a, F32x4 b) { return {_mm_cmple_ps(b.v, a.v)}; }
inline M32x4 operator==(F32x4 a, F32x4 b) { return {_mm_cmpeq_ps(a.v, b.v)}; }

inline M32x4 operator&(M32x4 a, M32x4 b) { return {_mm_and_ps(a.v, b.v)}; }
inline M32x4 operator|(M32x4 a, M32x4 b) { return {_mm_or_ps(a.v, b.v)}; }
/// a and not b.
inline M32x4 andNot(M32x4 a, M32x4 b) { return {_mm_andnot_ps(b.v, a.v)}; }
/// a where the mask is set, +0 elsewhere.
inline F32x4 operator&(M32x4 m, F32x4 a) { return {_mm_and_ps(m.v, a.v)}; }
/// m ? a : b, lane by lane.
inline F32x4 select(M32x4 m, F32x4 a, F32x4 b) { return {_mm_or_ps(_mm_and_ps(m.v, a.v), _mm_andnot_ps(m.v, b.v))}; }
/// Bit i is lane i.
inline int bits(M32x4 m) { return _mm_movemask_ps(m.v); }
inline bool any(M32x4 m) { return bits(m) != 0; }
inline bool all(M32x4 m) { return bits(m) == 15; }

/// p is aligned to 16 bytes.
inline U32x4 load(const std::uint32_t* p) { return {_mm_load_si128(reinterpret_cast<const __m128i*>(p))}; }
/// p is aligned to 16 bytes.
inline void store(std::uint32_t* p, U32x4 a) { _mm_store_si128(reinterpret_cast<__m128i*>(p), a.v); }
inline U32x4 splatWord(std::uint32_t s) { return {_mm_set1_epi32(static_cast<int>(s))}; }
/// The bits of four floats.
inline U32x4 wordsOf(F32x4 a) { return {_mm_castps_si128(a.v)}; }
inline U32x4 operator|(U32x4 a, U32x4 b) { return {_mm_or_si128(a.v, b.v)}; }
inline M32x4 operator==(U32x4 a, U32x4 b) { return {_mm_castsi128_ps(_mm_cmpeq_epi32(a.v, b.v))}; }
/// a where the mask is set, 0 elsewhere.
inline U32x4 operator&(M32x4 m, U32x4 a) { return {_mm_and_si128(_mm_castps_si128(m.v), a.v)}; }
/// m ? a : b, lane by lane.
inline U32x4 select(M32x4 m, U32x4 a, U32x4 b) {
  const __m128i mask = _mm_castps_si128(m.v);
  return {_mm_or_si128(_mm_and_si128(mask, a.v), _mm_andnot_si128(mask, b.v))};
}

/// Rows become columns.
inline void transpose(F32x4& a, F32x4& b, F32x4& c, F32x4& d) {
  const __m128 ab0 = _mm_unpacklo_ps(a.v, b.v), ab1 = _mm_unpackhi_ps(a.v, b.v);
  const __m128 cd0 = _mm_unpacklo_ps(c.v, d.v), cd1 = _mm_unpackhi_ps(c.v, d.v);
  a.v = _mm_movelh_ps(ab0, cd0);
  b.v = _mm_movehl_ps(cd0, ab0);
  c.v = _mm_movelh_ps(ab1, cd1);
  d.v = _mm_movehl_ps(cd1, ab1);
}

/// Two doubles.
struct F64x2 {
  __m128d v;
};
/// p is aligned to 16 bytes.
inline F64x2 load(const double* p) { return {_mm_load_pd(p)}; }
inline F64x2 loadUnaligned(const double* p) { return {_mm_loadu_pd(p)}; }
/// p is aligned to 16 bytes.
inline void store(double* p, F64x2 a) { _mm_store_pd(p, a.v); }
inline F64x2 splat64(double s) { return {_mm_set1_pd(s)}; }
inline F64x2 operator+(F64x2 a, F64x2 b) { return {_mm_add_pd(a.v, b.v)}; }
inline F64x2 operator-(F64x2 a, F64x2 b) { return {_mm_sub_pd(a.v, b.v)}; }
inline F64x2 operator*(F64x2 a, F64x2 b) { return {_mm_mul_pd(a.v, b.v)}; }

#else

struct F32x4 {
  float v[4];
};
/// Four truth values, each all ones or all zeros.
struct M32x4 {
  std::uint32_t v[4];
};
/// Four words: names and indices.
struct U32x4 {
  std::uint32_t v[4];
};

// clang-format off
namespace scalar {
template <class Operation> inline F32x4 each(Operation f) { return {{f(0), f(1), f(2), f(3)}}; }
template <class Operation> inline M32x4 test(Operation f) {
  return {{f(0) ? ~0u : 0u, f(1) ? ~0u : 0u, f(2) ? ~0u : 0u, f(3) ? ~0u : 0u}};
}
inline std::uint32_t word(float a) { return std::bit_cast<std::uint32_t>(a); }
inline float real(std::uint32_t a) { return std::bit_cast<float>(a); }
}  // namespace scalar

/// p is aligned to 16 bytes.
inline F32x4 load(const float* p) { return {{p[0], p[1], p[2], p[3]}}; }
inline F32x4 loadUnaligned(const float* p) { return load(p); }
/// p is aligned to 16 bytes.
inline void store(float* p, F32x4 a) {
  for (int i = 0; i < 4; ++i) p[i] = a.v[i];
}
inline void storeUnaligned(float* p, F32x4 a) { store(p, a); }
inline F32x4 splat(float s) { return {{s, s, s, s}}; }
inline F32x4 makeWide(float a, float b, float c, float d) { return {{a, b, c, d}}; }
template <int lane> inline float extract(F32x4 a) { return a.v[lane]; }

inline F32x4 operator+(F32x4 a, F32x4 b) { return scalar::each([&](int i) { return a.v[i] + b.v[i]; }); }
inline F32x4 operator-(F32x4 a, F32x4 b) { return scalar::each([&](int i) { return a.v[i] - b.v[i]; }); }
inline F32x4 operator*(F32x4 a, F32x4 b) { return scalar::each([&](int i) { return a.v[i] * b.v[i]; }); }
inline F32x4 operator/(F32x4 a, F32x4 b) { return scalar::each([&](int i) { return a.v[i] / b.v[i]; }); }
inline F32x4 operator-(F32x4 a) { return scalar::each([&](int i) { return scalar::real(scalar::word(a.v[i]) ^ 0x80000000u); }); }
inline F32x4 min(F32x4 a, F32x4 b) { return scalar::each([&](int i) { return b.v[i] < a.v[i] ? b.v[i] : a.v[i]; }); }
inline F32x4 max(F32x4 a, F32x4 b) { return scalar::each([&](int i) { return a.v[i] < b.v[i] ? b.v[i] : a.v[i]; }); }
inline F32x4 sqrt(F32x4 a) { return scalar::each([&](int i) { return std::sqrt(a.v[i]); }); }
inline F32x4 abs(F32x4 a) { return scalar::each([&](int i) { return scalar::real(scalar::word(a.v[i]) & 0x7fffffffu); }); }
/// a with the sign bits of b flipped in: a where b >= +0, -a where b is negative or -0.
inline F32x4 flipSign(F32x4 a, F32x4 b) {
  return scalar::each([&](int i) { return scalar::real(scalar::word(a.v[i]) ^ (scalar::word(b.v[i]) & 0x80000000u)); });
}

inline M32x4 operator<(F32x4 a, F32x4 b) { return scalar::test([&](int i) { return a.v[i] < b.v[i]; }); }
inline M32x4 operator<=(F32x4 a, F32x4 b) { return scalar::test([&](int i) { return a.v[i] <= b.v[i]; }); }
inline M32x4 operator>(F32x4 a, F32x4 b) { return scalar::test([&](int i) { return a.v[i] > b.v[i]; }); }
inline M32x4 operator>=(F32x4 a, F32x4 b) { return scalar::test([&](int i) { return a.v[i] >= b.v[i]; }); }
inline M32x4 operator==(F32x4 a, F32x4 b) { return scalar::test([&](int i) { return a.v[i] == b.v[i]; }); }

inline M32x4 operator&(M32x4 a, M32x4 b) { return {{a.v[0] & b.v[0], a.v[1] & b.v[1], a.v[2] & b.v[2], a.v[3] & b.v[3]}}; }
inline M32x4 operator|(M32x4 a, M32x4 b) { return {{a.v[0] | b.v[0], a.v[1] | b.v[1], a.v[2] | b.v[2], a.v[3] | b.v[3]}}; }
/// a and not b.
inline M32x4 andNot(M32x4 a, M32x4 b) { return {{a.v[0] & ~b.v[0], a.v[1] & ~b.v[1], a.v[2] & ~b.v[2], a.v[3] & ~b.v[3]}}; }
/// a where the mask is set, +0 elsewhere.
inline F32x4 operator&(M32x4 m, F32x4 a) { return scalar::each([&](int i) { return scalar::real(scalar::word(a.v[i]) & m.v[i]); }); }
/// m ? a : b, lane by lane.
inline F32x4 select(M32x4 m, F32x4 a, F32x4 b) { return scalar::each([&](int i) { return m.v[i] ? a.v[i] : b.v[i]; }); }
/// Bit i is lane i.
inline int bits(M32x4 m) { return static_cast<int>((m.v[0] & 1u) | (m.v[1] & 2u) | (m.v[2] & 4u) | (m.v[3] & 8u)); }
inline bool any(M32x4 m) { return bits(m) != 0; }
inline bool all(M32x4 m) { return bits(m) == 15; }

/// p is aligned to 16 bytes.
inline U32x4 load(const std::uint32_t* p) { return {{p[0], p[1], p[2], p[3]}}; }
/// p is aligned to 16 bytes.
inline void store(std::uint32_t* p, U32x4 a) {
  for (int i = 0; i < 4; ++i) p[i] = a.v[i];
}
inline U32x4 splatWord(std::uint32_t s) { return {{s, s, s, s}}; }
/// The bits of four floats.
inline U32x4 wordsOf(F32x4 a) { return {{scalar::word(a.v[0]), scalar::word(a.v[1]), scalar::word(a.v[2]), scalar::word(a.v[3])}}; }
inline U32x4 operator|(U32x4 a, U32x4 b) { return {{a.v[0] | b.v[0], a.v[1] | b.v[1], a.v[2] | b.v[2], a.v[3] | b.v[3]}}; }
inline M32x4 operator==(U32x4 a, U32x4 b) { return scalar::test([&](int i) { return a.v[i] == b.v[i]; }); }
/// a where the mask is set, 0 elsewhere.
inline U32x4 operator&(M32x4 m, U32x4 a) { return {{m.v[0] & a.v[0], m.v[1] & a.v[1], m.v[2] & a.v[2], m.v[3] & a.v[3]}}; }
/// m ? a : b, lane by lane.
inline U32x4 select(M32x4 m, U32x4 a, U32x4 b) { return (m & a) | U32x4{{b.v[0] & ~m.v[0], b.v[1] & ~m.v[1], b.v[2] & ~m.v[2], b.v[3] & ~m.v[3]}}; }
// clang-format on

/// Rows become columns.
inline void transpose(F32x4& a, F32x4& b, F32x4& c, F32x4& d) {
  const F32x4 r[4] = {a, b, c, d};
  for (int i = 0; i < 4; ++i) {
    a.v[i] = r[i].v[0];
    b.v[i] = r[i].v[1];
    c.v[i] = r[i].v[2];
    d.v[i] = r[i].v[3];
  }
}

/// Two doubles.
struct F64x2 {
  double v[2];
};
/// p is aligned to 16 bytes.
inline F64x2 load(const double* p) { return {{p[0], p[1]}}; }
inline F64x2 loadUnaligned(const double* p) { return {{p[0], p[1]}}; }
/// p is aligned to 16 bytes.
inline void store(double* p, F64x2 a) { p[0] = a.v[0], p[1] = a.v[1]; }
inline F64x2 splat64(double s) { return {{s, s}}; }
inline F64x2 operator+(F64x2 a, F64x2 b) { return {{a.v[0] + b.v[0], a.v[1] + b.v[1]}}; }
inline F64x2 operator-(F64x2 a, F64x2 b) { return {{a.v[0] - b.v[0], a.v[1] - b.v[1]}}; }
inline F64x2 operator*(F64x2 a, F64x2 b) { return {{a.v[0] * b.v[0], a.v[1] * b.v[1]}}; }

#endif

inline F32x4& operator+=(F32x4& a, F32x4 b) { return a = a + b; }
inline F32x4& operator-=(F32x4& a, F32x4 b) { return a = a - b; }
inline F32x4& operator*=(F32x4& a, F32x4 b) { return a = a * b; }
inline F32x4 zero4() { return splat(0.0f); }

/// Four vectors, one in each lane.
struct Vec3x4 {
  F32x4 x, y, z;
};

inline Vec3x4 operator+(Vec3x4 a, Vec3x4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec3x4 operator-(Vec3x4 a, Vec3x4 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec3x4 operator-(Vec3x4 a) { return {-a.x, -a.y, -a.z}; }
inline Vec3x4 operator*(Vec3x4 a, F32x4 s) { return {a.x * s, a.y * s, a.z * s}; }
/// (x x + y y) + z z, in this order, as dot(Vec3f, Vec3f) sums.
inline F32x4 dot(Vec3x4 a, Vec3x4 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec3x4 cross(Vec3x4 a, Vec3x4 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
inline Vec3x4 splat(Vec3f a) { return {splat(a.x), splat(a.y), splat(a.z)}; }
inline Vec3x4 operator&(M32x4 m, Vec3x4 a) { return {m & a.x, m & a.y, m & a.z}; }
inline Vec3x4 select(M32x4 m, Vec3x4 a, Vec3x4 b) { return {select(m, a.x, b.x), select(m, a.y, b.y), select(m, a.z, b.z)}; }

/// Four vectors, and the number after each in memory.
struct Gathered {
  Vec3x4 v;
  F32x4 w;
};

inline Gathered gatherFrom(const float* a, const float* b, const float* c, const float* d) {
  Gathered g{{loadUnaligned(a), loadUnaligned(b), loadUnaligned(c)}, loadUnaligned(d)};
  transpose(g.v.x, g.v.y, g.v.z, g.w);
  return g;
}

/// The other way round; each of the four pointers has room for four floats.
inline void scatterTo(float* a, float* b, float* c, float* d, Gathered g) {
  transpose(g.v.x, g.v.y, g.v.z, g.w);
  storeUnaligned(a, g.v.x);
  storeUnaligned(b, g.v.y);
  storeUnaligned(c, g.v.z);
  storeUnaligned(d, g.w);
}

}  // namespace tumble
