// The two presets of the contact solver, and the soft constraint (Catto 2011, "Soft Constraints"): a constraint row behaves as a
// spring and damper of frequency f and damping ratio zeta, stable at any step h:
//     w = 2 pi f,  a1 = 2 zeta + h w,  a2 = h w a1
//     biasRate = w / a1,  massScale = a2 / (1 + a2),  impulseScale = 1 / (1 + a2)
//     lambda' = max(0, lambda - m (massScale v_n + massScale biasRate s) - impulseScale lambda)
// A rigid row is massScale 1, impulseScale 0.
#pragma once

namespace tumble {

struct SoftConstraint {
  float biasRate = 0;      // 1/s
  float massScale = 1;     // 1
  float impulseScale = 0;  // 1
};

SoftConstraint softConstraint(float hertz, float dampingRatio, float substep);

/// What a preset of the solver means.
struct SolverPreset {
  int substeps;        // per step
  bool rigid;          // constraints without softness, solved to convergence; else one pass of soft constraints
  float hertz;         // contact frequency, 1/s
  float dampingRatio;  // 1
};

/// For worlds of any size: soft step, 4 substeps of one biased and one relaxing pass (Catto 2024).
SolverPreset standardPreset();
/// For small worlds: 8 substeps of rigid rows, each solved until nothing changes any more or the work is used up.
SolverPreset precisePreset();

}  // namespace tumble
