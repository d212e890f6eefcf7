// Symmetric matrices against the full ones, and the tensors of bodies that are made of them.
#include <doctest/doctest.h>

#include "bodies/body.h"
#include "unit/math/samples.h"

using namespace tumble;
using namespace tumble::test;

TEST_CASE("A diag(d) A^T is symmetric and does to a vector what the full matrix does") {
  Samples random(11);
  for (int i = 0; i < 100; ++i) {
    const Mat3 a{random.vector(), random.vector(), random.vector()};
    const Vec3 d = random.vector(), v = random.vector();
    const Mat3 full = similarity(a, diagonal(d));
    const SymmetricMat3 symmetric = similarity(a, d);
    CHECK(distance(toMatrix(symmetric), full) < 1e-14);
    CHECK(length(symmetric * v - full * v) < 1e-14);
    CHECK(length(toMatrix(symmetric) * v - symmetric * v) < 1e-15);
  }
}

TEST_CASE("S S is the inertia tensor in world axes and S^-1 undoes S, of a cube too") {
  Samples random(11);
  for (int i = 0; i < 100; ++i) {
    const double cube = random.number(0.1, 5);
    const Vec3 moments = i % 2 ? Vec3{cube, cube, cube} : Vec3{random.number(0.1, 5), random.number(0.1, 5), random.number(0.1, 5)};
    Body body;
    body.q = random.rotation();
    body.inertia = moments;
    body.inverseInertia = {1 / moments.x, 1 / moments.y, 1 / moments.z};
    const Mat3 tensor = similarity(toMatrix(body.q), diagonal(moments));
    CHECK(distance(toMatrix(worldTensor(body.q, moments)), tensor) < 1e-13);
    const Vec3 v = random.vector();
    CHECK(length(worldTensorRoot(body.q, body.inertia) * (worldTensorRoot(body.q, body.inertia) * v) - tensor * v) < 1e-13);
    CHECK(length(worldTensorRoot(body.q, body.inverseInertia) * (worldTensorRoot(body.q, body.inertia) * v) - v) < 1e-13);
  }
}
