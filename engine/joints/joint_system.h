// The linear system of joints: the impulses that change the velocities of all bodies of an assembly at once, so that
//     J (v + M^-1 J^T lambda) + lambda / K = r.
// Every row has a stiffness K (an impulse for a velocity, kg); that of rigid rows is far above all masses. With dv = M^-1 J^T lambda
//     (M + J^T K J) dv = J^T K (r - J v),      lambda = K (r - J (v + dv)),
// which is positive definite for any rows: loops, redundant and contradicting constraints need no care. What a rigid row is short of, 1/K of its
// impulse, the next round of the caller removes (method of multipliers).
//
// The matrix has a block of 6 x 6 for each body and for each pair of bodies with a common row. It is factored by blocks (Cholesky) in an order of
// elimination from the leaves: of a tree no block is added (D. Baraff, "Linear-time dynamics using Lagrange multipliers", 1996), of a loop one column.
// (T. Davis, "Direct Methods for Sparse Linear Systems", 2006: minimum degree, symbolic factorization.)
//
// Where loops are so many that the factor would be too large, as of a net, impulses are relaxed instead: a few sweeps row by row (Gauss-Seidel).
#pragma once
#include <span>

#include "joints/joint_row.h"
#include "math/symmetric3.h"

namespace tumble {

struct JointMass {
  double mass = 0;               // kg; 0: no impulse moves the body
  double inverseMass = 0;        // 1/kg
  SymmetricMat3 inertia;         // kg m^2, world axes
  SymmetricMat3 inverseInertia;  // 1/(kg m^2)
};

/// Velocities of a body, or a change of them.
struct JointVelocity {
  Vec3 linear, angular;  // m/s, rad/s
};

struct BlockColumn {
  std::uint32_t begin = 0, end = 0;  // in BlockMatrix::rows: its blocks, the diagonal one first, the others in the order of elimination
};

/// The Jacobian of a row at one body that impulses move.
struct RowBlock {
  std::uint32_t row, place;
  double jacobian[6];  // linear and angular part
};

/// What a matrix is made of.
struct MatrixInput {
  List<JointMass> masses;
  List<RowBlock> rows;
  List<double> stiffness;  // by row
};

struct BlockMatrix {
  List<std::uint32_t> place;  // by body: place in the order of elimination
  List<BlockColumn> columns;  // by place
  List<std::uint32_t> rows;   // by block: the place of its row
  List<double> blocks;        // by block: 36 numbers, diagonal ones row by row, the others column by column
  List<double> x;             // by place: 6 numbers, right side and solution
  MatrixInput input, next;    // of `blocks`, and scratch
  double work = 0;            // products of one factorization
  bool isRelaxed = false;     // too large to be factored: places are the indices of bodies
};

/// Lays out the matrix for bodies with common rows (pairs of them). One whose factorization would take more than `mostWork` products is relaxed.
void layOut(BlockMatrix& m, std::uint32_t bodies, std::span<const std::uint64_t> pairs, double mostWork);
/// M + J^T K J, factored unless it is relaxed, or as it was. `stiffness` by row.
void factorize(BlockMatrix& m, std::span<const JointMass> masses, std::span<const JointRow> rows, std::span<const double> stiffness);
/// The change of the impulses for the residuals K (r - J v), kg m/s, which it replaces. Rows as they were factorized.
void solve(BlockMatrix& m, std::span<const JointMass> masses, std::span<const JointRow> rows, std::span<const double> stiffness,
           std::span<double> residual);

/// J M^-1 J^T of one row, 1/kg.
double inverseMassOf(std::span<const JointMass> masses, const JointRow& row);
/// J v.
double rateOf(const JointRow& row, std::span<const JointVelocity> velocities);

}  // namespace tumble
