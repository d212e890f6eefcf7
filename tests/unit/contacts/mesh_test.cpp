// Static surfaces of triangles: their edges are not felt where the surface is flat or hollow, and what falls on them rests on them.
#include "colliders/convex_distance.h"
#include "colliders/triangle_mesh.h"
#include "math/trigonometry.h"
#include "shapes/convex_hull.h"
#include "support/slow_build.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr double kGravity = 9.81;

/// Nodes (x, height(x, z), z) of a grid with square cells about the origin, each of two triangles; the diagonals alternate.
template <class Height> Shape gridShape(int cells, double spacing, Height height, double friction = 0.5, double restitution = 0) {
  Shape shape;
  shape.type = ShapeType::mesh;
  shape.friction = friction;
  shape.restitution = restitution;
  const auto side = static_cast<std::uint32_t>(cells + 1);
  for (std::uint32_t i = 0; i < side; ++i) {
    for (std::uint32_t k = 0; k < side; ++k) {
      const double x = (i - 0.5 * cells) * spacing, z = (k - 0.5 * cells) * spacing;
      shape.vertices.push_back({x, height(x, z), z});
    }
  }
  for (std::uint32_t i = 0; i + 1 < side; ++i) {
    for (std::uint32_t k = 0; k + 1 < side; ++k) {
      const std::uint32_t a = i * side + k, b = a + 1, c = a + side, d = c + 1;
      if ((i + k) % 2 == 0) shape.triangles.append({a, b, d, a, d, c});
      else shape.triangles.append({a, b, c, b, d, c});
    }
  }
  return shape;
}
Shape flatShape(int cells, double spacing, double friction = 0.5, double restitution = 0) {
  return gridShape(cells, spacing, [](double, double) { return 0.0; }, friction, restitution);
}

BodyId addStill(World& world, const Shape& shape, Vec3 position = {}, Quat orientation = {}) {
  BodyDescription d;
  d.type = BodyType::fixed;
  d.shapes.push_back(shape);
  d.position = position;
  d.orientation = orientation;
  return addBody(world, d);
}

Shape cubeShape(ShapeType type, Vec3 half) {
  Shape shape;
  for (int i = 0; i < 8; ++i) shape.vertices.push_back({i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
  shape.triangles = convexHull(shape.vertices);
  shape.type = type;
  return shape;
}

BodyDescription bodyOfShape(const Shape& shape, Vec3 position, double friction = 0.5) {
  BodyDescription d;
  d.shapes.push_back(shape);
  d.shapes[0].friction = friction;
  d.mass = 1;
  d.position = position;
  return d;
}

Shape roundShape(ShapeType type, double radius, double height = 0) {
  Shape shape;
  shape.type = type;
  shape.radius = radius;
  shape.height = height;
  shape.halfExtents = {radius, 0.7 * radius, radius};
  return shape;
}

/// One of each shape that moves.
std::vector<BodyDescription> everyShape() {
  std::vector<BodyDescription> all;
  for (const Shape& shape :
       {roundShape(ShapeType::sphere, 0.2), roundShape(ShapeType::capsule, 0.15, 0.3), roundShape(ShapeType::cylinder, 0.2, 0.3),
        roundShape(ShapeType::cone, 0.25, 0.4), roundShape(ShapeType::ellipsoid, 0.25), cubeShape(ShapeType::hull, {0.2, 0.15, 0.1})})
    all.push_back(bodyOfShape(shape, {}));
  all.push_back(boxBody({0.4, 0.3, 0.5}));
  BodyDescription compound = boxBody({0.6, 0.15, 0.15});
  compound.shapes.push_back(roundShape(ShapeType::sphere, 0.2));
  compound.shapes[1].position = {0.35, 0, 0};
  all.push_back(compound);
  return all;
}

/// The lowest height of a body above a surface y = height(x, z), over points of its shapes in all directions.
template <class Height> double lowestAbove(const World& world, const Body& body, Height height) {
  double least = 1e300;
  for (std::uint32_t i = body.firstCollider; i < body.firstCollider + body.colliderCount; ++i) {
    const OrientedBox box = orientedBoxOf(world.colliders.colliders[i], body.x, body.q);
    for (int k = 0; k < 400; ++k) {
      const double y = 1 - (k + 0.5) / 200, turn = 2.39996322972865 * k, r = std::sqrt(1 - y * y);
      const Vec3 p = box.center + supportPoint(box, Vec3{r * std::cos(turn), y, r * std::sin(turn)});
      least = std::min(least, p.y - height(p.x, p.z));
    }
  }
  return least;
}

}  // namespace

TEST_CASE("the surroundings of triangles: neighbours over edges of flat, convex and hollow surfaces, vertices at one place as one") {
  for (const double rise : {-0.5, 0.0, 0.5}) {
    // Two triangles over the edge x = 0, the second of them with its own vertices.
    const TriangleMesh mesh = makeTriangleMesh(List<Vec3>{{0, 0, 0}, {0, 0, 1}, {1, rise, 0}, {0, 0, 1}, {0, 0, 0}, {-1, 0, 0}},
                                               List<std::uint32_t>{0, 1, 2, 3, 4, 5});
    REQUIRE(mesh.triangles.size() == 2);
    const MeshTriangle& level = mesh.triangles[1];
    CHECK(distance(level.normal(), {0, 1, 0}) < 1e-15);
    CHECK(distance(level.edges[0].normal, mesh.triangles[0].normal()) < 1e-15);
    CHECK(distance(level.edges[0].inward, normalized(Vec3{1, rise, 0})) < 1e-15);
    CHECK(level.edges[1].inward == Vec3{});
    const double steep = std::sqrt(1 + rise * rise);
    const Vec3 between = normalized(Vec3{-0.5 * rise / (1 + steep), 1, 0}), beyond = normalized(Vec3{-2 * rise, 1, 0}), own = {0, 1, 0};
    CHECK(exposedNormal(level, own) == own);
    if (rise < 0) {
      CHECK(exposedNormal(level, between) == between);
      CHECK(distance(exposedNormal(level, beyond), mesh.triangles[0].normal()) < 1e-15);
    } else {
      CHECK(exposedNormal(level, normalized(Vec3{0.3, 1, 0})) == own);  // over the edge
    }
    CHECK(exposedNormal(level, normalized(Vec3{-0.3, 1, -0.3})) == normalized(Vec3{-0.3, 1, -0.3}));  // over the open corner
    CHECK(exposedNormal(level, Vec3{0, -1, 0}) != Vec3{0, -1, 0});
  }
}

TEST_CASE("a ball rolls 10 m over a flat mesh as over a box: same height, no loss of speed") {
  for (const Quality quality : {Quality::standard, Quality::precise}) {
    for (const double direction : {0.0, 0.3, 0.7853981633974483}) {
      Body ends[2];
      for (const bool isMesh : {false, true}) {
        World world = emptyWorld(quality, 60);
        if (isMesh) addStill(world, flatShape(48, 0.5));
        else addGround(world);
        BodyDescription d = bodyOfShape(roundShape(ShapeType::sphere, 0.25), {0, 0.25, 0});
        const Vec3 along{std::cos(direction), 0, std::sin(direction)};
        d.position += along * -5;
        d.velocity = along * 2;
        d.angularVelocity = cross(Vec3{0, 1, 0}, along) * 8;
        const BodyId id = addBody(world, d);
        Worst height;
        for (int i = 0; i < 300; ++i) {
          step(world);
          height.add(bodyAt(world, id).x.y - 0.25);
        }
        CHECK(height < (isMesh ? 1e-4 : 1e-4));
        ends[isMesh] = bodyAt(world, id);
      }
      CAPTURE(direction);
      CHECK(distance(ends[0].x, ends[1].x) < 1e-6 * 10);
      CHECK(distance(ends[0].v, ends[1].v) < 1e-6);
      CHECK(length(ends[1].v) == doctest::Approx(2).epsilon(1e-6));
    }
  }
}

TEST_CASE("a cube, a cylinder on its cap and a hull slide without friction over the seams of a flat mesh and lose nothing") {
  for (const Quality quality : {Quality::standard, Quality::precise}) {
    for (const double spacing : {0.4, 1.3, 3.0}) {
      const BodyDescription bodies[] = {bodyOfShape(Shape{}, {0, 0.5, 0}, 0),
                                        bodyOfShape(roundShape(ShapeType::cylinder, 0.4, 0.6), {0, 0.3, 0}, 0),
                                        bodyOfShape(cubeShape(ShapeType::hull, {0.5, 0.25, 0.3}), {0, 0.25, 0}, 0)};
      for (BodyDescription d : bodies) {
        World world = emptyWorld(quality, 60);
        addStill(world, flatShape(static_cast<int>(20 / spacing), spacing, 0));
        d.position += Vec3{-6, 0, 0.13};
        d.velocity = {3, 0, 0};
        const BodyId id = addBody(world, d);
        run(world, 200);
        CAPTURE(spacing);
        CAPTURE(static_cast<int>(d.shapes[0].type));
        CHECK(std::abs(bodyAt(world, id).v.x - 3) < 1e-4);
        CHECK(std::abs(bodyAt(world, id).x.x - 4) < 1e-3);
        CHECK(std::abs(bodyAt(world, id).x.y - d.position.y) < 1e-3);
        CHECK(length(angularVelocity(bodyAt(world, id))) < 1e-3);
      }
    }
  }
}

TEST_CASE("a ball on a triangulated incline rolls with 5/7 g sin a") {
  for (const double angle : {0.1, 0.3}) {
    World world = emptyWorld(Quality::standard, 60);
    const Quat turn = fromAxisAngle(Vec3{0, 0, 1}, -angle);
    addStill(world, flatShape(60, 0.5, 1), {}, turn);
    const BodyId id = addBody(world, bodyOfShape(roundShape(ShapeType::sphere, 0.2), rotate(turn, Vec3{-8, 0.2, 0.1}), 1));
    const Vec3 start = bodyAt(world, id).x;
    run(world, 120);
    const double expected = 0.5 * (5.0 / 7) * kGravity * std::sin(angle) * 4;
    CHECK(relativeError(distance(bodyAt(world, id).x, start), expected) < 1e-3);
  }
}

TEST_CASE("a box at rest on a mesh: the impulses of its contacts hold its weight, about its middle") {
  World world = emptyWorld(Quality::standard, 60);
  addStill(world, flatShape(10, 0.7));
  const BodyId id = addBody(world, boxBody({1, 0.5, 1}, {0.1, 0.25, 0.2}, 3));
  run(world, 120);
  CHECK(distance(bodyAt(world, id).x, {0.1, 0.25, 0.2}) < 1e-4);
  CHECK(length(bodyAt(world, id).v) < 1e-5);
  double sum = 0;
  Vec3 moment;
  forEachTouching(world.contacts, [&](const TouchingPair& pair) {
    const Manifold& m = world.contacts.pool[pair.contactIndex];
    for (int k = 0; k < m.count; ++k) {
      CHECK(std::abs(std::abs(m.normal.y) - 1) < 1e-6);
      const Vec3 p = world.colliders.boxes[pair.colliderA].center + toDouble(m.points[k].position) - bodyAt(world, id).x;
      sum += static_cast<double>(m.normalImpulse[k]);
      moment += p * static_cast<double>(m.normalImpulse[k]);
    }
  });
  const double perSubstep = 3 * kGravity / 60 / presetOf(world).substeps;
  CHECK(relativeError(sum, perSubstep) < 1e-4);
  CHECK(std::abs(moment.x) < 0.01 * sum);
  CHECK(std::abs(moment.z) < 0.01 * sum);
}

TEST_CASE("every shape comes to rest on bumpy ground, above it, and gains no energy" * leftToFastBuilds()) {
  const auto bumps = [](double x, double z) { return 0.25 * std::sin(1.3 * x) * std::cos(1.1 * z) + 0.05 * x * x + 0.05 * z * z; };
  const Shape ground = gridShape(40, 0.25, bumps);
  // The triangles, not the function that their corners are on.
  const auto surface = [&](double x, double z) {
    double at = -1e300;
    for (std::size_t t = 0; t < ground.triangles.size(); t += 3) {
      const Vec3 a = ground.vertices[ground.triangles[t]], b = ground.vertices[ground.triangles[t + 1]],
                 c = ground.vertices[ground.triangles[t + 2]];
      const Vec3 n = cross(b - a, c - a);
      const auto side = [&](Vec3 p, Vec3 q) { return (q.z - p.z) * (x - p.x) - (q.x - p.x) * (z - p.z); };
      if (side(a, b) >= -1e-12 && side(b, c) >= -1e-12 && side(c, a) >= -1e-12)
        at = std::max(at, a.y - (n.x * (x - a.x) + n.z * (z - a.z)) / n.y);
    }
    return at;
  };
  int i = 0;
  for (BodyDescription d : everyShape()) {
    for (const double damping : {0.0, 1.0}) {
      World world = emptyWorld(Quality::standard, 60);
      addStill(world, ground);
      d.position = {(i % 3 - 1) * 1.6, 1.5 + 0.1 * i, (i / 3 - 1) * 1.6};
      d.orientation = normalized(Quat{0.1 * i, 0.3, -0.07 * i, 1});
      d.linearDamping = d.angularDamping = 2 * damping;
      const Body& body = bodyAt(world, addBody(world, d));
      const double fall = body.mass * kGravity * body.x.y;
      double before = energy(world), gained = 0, least = 1e300;
      for (int k = 0; k < (damping > 0 ? 1200 : 600); ++k) {
        step(world);
        const double now = energy(world);
        gained = worseOf(gained, std::max(now - before, 0.0)), before = now;
        if (k % 10 == 0) least = std::min(least, lowestAbove(world, body, surface));
      }
      CAPTURE(i);
      CHECK(gained < 1e-3 * fall);
      CHECK(least > -2e-3);
      CHECK(lowestAbove(world, body, surface) < 0.01);
      if (damping > 0) CHECK(length(body.v) < 1e-3);
    }
    ++i;
  }
}

TEST_CASE("fast bodies do not pass through a sheet of triangles, straight or slanting") {
  int shots = 0;
  for (const BodyDescription& shape : everyShape()) {
    for (const double speed : {30.0, 300.0}) {
      for (const Vec3 way : {Vec3{0, -1, 0}, normalized(Vec3{1, -1, 0.3}), normalized(Vec3{-1, -0.4, -1})}) {
        World world = emptyWorld();
        addStill(world, flatShape(20, 1));
        BodyDescription d = shape;
        d.position = Vec3{0.21, 0, 0.13} - way * (2.5 / -way.y);
        d.velocity = way * speed;
        d.angularVelocity = {7, -3, 11};
        const BodyId id = addBody(world, d);
        double least = 1e300;
        for (int i = 0; i < 40; ++i) {
          step(world);
          if (std::abs(bodyAt(world, id).x.x) < 9.5 && std::abs(bodyAt(world, id).x.z) < 9.5)
            least = std::min(least, bodyAt(world, id).x.y);
        }
        CAPTURE(static_cast<int>(d.shapes[0].type));
        CAPTURE(speed);
        CHECK(least > 0);
        CHECK(least < 2);
        ++shots;
      }
    }
  }
  CHECK(shots == 48);
}

TEST_CASE("a cube of triangles carries, stops and lets fall as a box does") {
  for (const double over : {0.0, 0.3, 0.6}) {
    Body ends[2];
    for (const bool isMesh : {false, true}) {
      World world = emptyWorld(Quality::standard, 60);
      addGround(world);
      addStill(world, isMesh ? cubeShape(ShapeType::mesh, {1, 0.5, 1}) : boxBody({2, 1, 2}).shapes[0], {0, 0.5, 0});
      const BodyId id = addBody(world, boxBody({1, 0.4, 0.6}, {1 + over - 0.5, 1.2, 0.1}));
      run(world, 180);
      ends[isMesh] = bodyAt(world, id);
    }
    CAPTURE(over);
    CHECK(distance(ends[0].x, ends[1].x) < (over > 0.5 ? 0.3 : 1e-4));
    CHECK((ends[1].x.y < 0.6) == (over > 0.5));
    CHECK(std::abs(ends[0].x.y - ends[1].x.y) < 2e-3);
  }
}

TEST_CASE("a sheet has one outside: what comes from behind passes, slow or fast") {
  for (BodyDescription d : everyShape()) {
    for (const double speed : {4.0, 200.0}) {
      World world = emptyWorld();
      addStill(world, flatShape(4, 1));
      d.position = {0.1, -2, 0.2};
      d.velocity = {0, speed, 0};
      const Body& body = bodyAt(world, addBody(world, d));
      const double before = body.x.y;
      run(world, 60);
      CAPTURE(static_cast<int>(d.shapes[0].type));
      CHECK(body.x.y == doctest::Approx(before + speed));
      CHECK(length(angularVelocity(body)) == 0);
    }
  }
  for (const double middle : {-0.05, 0.05}) {  // of a cube that the sheet cuts
    World world = emptyWorld(Quality::standard, 60);
    addStill(world, flatShape(4, 1));
    const Body& body = bodyAt(world, addBody(world, cubeBody({0.1, middle, 0.2})));
    run(world, 60);
    if (middle > 0) CHECK(body.x.y > middle - 1e-3);
    else CHECK(body.x.y == doctest::Approx(middle - 0.5 * kGravity));
  }
}

TEST_CASE("what slides fast over seams, farther in a step than contacts look ahead, is not stopped by them") {
  for (const double speed : {20.0, 80.0}) {
    for (const int other : {0, 1, 2, 3}) {
      const bool isBall = other % 2 == 0;
      World world = emptyWorld(Quality::standard, 60);
      addStill(world, flatShape(50, 0.8, 0));
      // Among many bodies a step is not taken in parts.
      for (int i = 0; i < (other < 2 ? 0 : 3000); ++i) addBody(world, cubeBody({3.0 * (i % 60), 500, 3.0 * (i / 60)}));
      BodyDescription d =
          isBall ? bodyOfShape(roundShape(ShapeType::sphere, 0.1), {-18, 0.1, 0.3}, 0) : boxBody({0.2, 0.2, 0.2}, {-18, 0.1, 0.3});
      d.shapes[0].friction = 0;
      d.velocity = {speed, 0, 0.1 * speed};
      const BodyId id = addBody(world, d);
      const int steps = static_cast<int>(30 / speed * 60);
      run(world, steps);
      CAPTURE(speed);
      CAPTURE(isBall);
      CHECK(relativeError(bodyAt(world, id).v.x, speed) < 1e-4);
      CHECK(relativeError(bodyAt(world, id).x.x + 18, speed * steps / 60) < 1e-3);
      CHECK(std::abs(bodyAt(world, id).x.y - 0.1) < 1e-3);
    }
  }
}

/// m/s at the bottom of the track y = x^2 / 8 in strips of this width, of a ball that rolls from x = -3 on: v^2 grows by 10/7 g h, and at a hollow edge of angle
/// theta its angular momentum about the new point of contact stays, v' = v (2 + 5 cos theta) / 7.
double speedAtBottom(double strip, double radius, double start) {
  const auto slopeFrom = [&](double x) { return std::atan(((x + strip) * (x + strip) - x * x) / (8 * strip)); };
  double height = start, square = 0;
  for (double x = -3; x < -0.5 * strip; x += strip) {
    const double before = slopeFrom(x), after = slopeFrom(x + strip), angle = after - before, edge = x + strip;
    const double at = edge * edge / 8 + radius * std::cos(0.5 * (before + after)) / std::cos(0.5 * angle);
    square += 10.0 / 7 * kGravity * (height - at);
    height = at;
    if (edge < -0.5 * strip) square *= std::pow((2 + 5 * std::cos(angle)) / 7, 2);
  }
  return std::sqrt(square);
}

TEST_CASE(
    "a ball that rolls down a track of triangles loses at its hollow edges what an impact takes: v = 0.998 sqrt(10/7 g h) at the bottom") {
  // y = x^2 / 8 in strips, level along z.
  const auto bowl = [](double x, double) { return x * x / 8; };
  World world = emptyWorld(Quality::standard, 60);
  addStill(world, gridShape(160, 0.05, bowl, 2));
  const double radius = 0.1;
  const Vec3 normal = normalized(Vec3{0.75, 1, 0});  // of the parabola at x = -3
  const BodyId id = addBody(world, bodyOfShape(roundShape(ShapeType::sphere, radius), Vec3{-3, 9.0 / 8, 0.01} + normal * radius, 2));
  const double start = bodyAt(world, id).x.y;
  double fastest = 0, lowest = start;
  for (int i = 0; i < 150; ++i) {
    step(world);
    fastest = worseOf(fastest, length(bodyAt(world, id).v));
    lowest = std::min(lowest, bodyAt(world, id).x.y);
  }
  CHECK(std::abs(lowest - radius) < 2e-3);
  CHECK(relativeError(fastest, speedAtBottom(0.05, radius, start)) < 2e-3);
  CHECK(fastest < std::sqrt(10.0 / 7 * kGravity * (start - lowest)));
}

namespace {

/// A track of that radius (m) about (0, radius, 0), one metre wide, of `count` equal parts over `angle` (rad) from its lowest point, after a level metre.
std::string curvedTrack(double radius, int count, double angle) {
  std::string vertices = "[-1, 0, -0.5], [-1, 0, 0.5]", triangles;
  for (int i = 0; i <= count; ++i) {
    const double at = angle * i / count, x = radius * std::sin(at), y = radius * (1 - std::cos(at));
    for (double z : {-0.5, 0.5}) vertices += ", " + vector(x, y, z);
  }
  for (int i = 0; i <= count; ++i) {
    const std::string a = std::to_string(2 * i), b = std::to_string(2 * i + 1), c = std::to_string(2 * i + 2),
                      d = std::to_string(2 * i + 3);
    triangles += (i > 0 ? ", [" : "[") + a + ", " + b + ", " + c + "], [" + b + ", " + d + ", " + c + "]";
  }
  return "{'type': 'static', 'friction': 0, 'shapes': [{'type': 'mesh', 'vertices': [" + vertices + "], 'triangles': [" + triangles +
         "]}]}";
}

}  // namespace

TEST_CASE("what rolls over a ridge of a mesh loses what the ridge takes, whichever of the two comes first in the list") {
  for (const char* shape :
       {"'cylinder', 'radius': 0.2, 'height': 0.1", "'capsule', 'radius': 0.2, 'height': 0.3", "'sphere', 'radius': 0.2"}) {
    for (int rate : {30, 60, 120, 240}) {
      for (double speed : {0.5, 1.0, 3.0}) {
        double energies[2];
        for (int order : {0, 1}) {
          const std::string wheel =
              std::string("{'name': 'wheel', 'friction': 1, 'shapes': [{'type': ") + shape +
              ", 'orientation': {'axis': [1, 0, 0], 'angleDegrees': 90}}], 'position': [-0.5, 0.2, 0.3], 'velocity': " +
              vector(speed, 0, 0) + ", 'angularVelocity': " + vector(0, 0, -speed / 0.2) + "}";
          const std::string track =
              "{'type': 'static', 'friction': 1, 'shapes': [{'type': 'mesh', 'vertices': [[-3, 0, -1.5], [-3, 0, 1.5], [0, 0, -1.5], [0, "
              "0, 1.5], "
              "[4, -0.2, -1.5], [4, -0.2, 1.5]], 'triangles': [[0, 1, 2], [1, 3, 2], [2, 3, 4], [3, 5, 4]]}]}";
          World world = worldOf("{'tumble': 1, 'stepsPerSecond': " + std::to_string(rate) + ", 'bodies': [" + (order ? track : wheel) +
                                ", " + (order ? wheel : track) + "]}");
          const double before = energy(world);
          run(world, static_cast<int>(1.2 / speed * rate));
          energies[order] = energy(world) - before;
        }
        const double kinetic =
            0.5 * worldOf(std::string("{'tumble': 1, 'bodies': [{'shapes': [{'type': ") + shape + "}]}]}").bodies.bodies[0].mass * speed *
            speed;  // J, that of the centre of mass
        CAPTURE(shape);
        CAPTURE(rate);
        CAPTURE(speed);
        CHECK(std::fabs(energies[0]) < 0.05 * kinetic);
        CHECK(std::fabs(energies[0] - energies[1]) < 0.01 * kinetic);
      }
    }
  }
}

TEST_CASE("a ball keeps its energy on a curved track of slim triangles, and where a whole turn closes with the rounding of its cosine") {
  for (int rate : {60, 120, 240}) {
    for (bool isLoop : {false, true}) {
      // Without gravity: half a turn of parts of 0.1 degrees; a loop of 90 parts, almost twice round. At each edge the velocity across it is lost.
      const double radius = 0.6, part = isLoop ? 2 * kPi / 90 : kPi / 1800, way = isLoop ? 3.6 * kPi : 0.9 * kPi;
      const std::string track = isLoop ? curvedTrack(radius, 90, 2 * kPi) : curvedTrack(radius, 1800, kPi);
      World world = worldOf(
          "{'tumble': 1, 'gravity': [0, 0, 0], 'stepsPerSecond': " + std::to_string(rate) + ", 'bodies': [" + track +
          ", {'shapes': [{'type': 'sphere', 'radius': 0.05}], 'friction': 0, 'position': [-0.3, 0.05, 0], 'velocity': [2, 0, 0]}]}");
      const Body& ball = world.bodies.bodies[1];
      Worst off;
      double turned = 0;
      for (int i = 0; i < 10 * rate && turned < way; ++i) {
        const Vec3 before = ball.x;
        run(world, 1);
        if (before.x > 0 || before.y > 0.06) turned += length(ball.x - before) / (radius - 0.05);
        if (turned > 0) off.add(std::max(0.0, (radius - 0.05) * std::cos(0.5 * part) - std::hypot(ball.x.x, ball.x.y - radius)));
      }
      CAPTURE(rate);
      CAPTURE(isLoop);
      const double kept = lengthSquared(ball.v) / 4, expected = std::pow(std::cos(part), 2 * turned / part);
      CHECK(turned > way);
      CHECK(kept / expected < 1.01);
      CHECK(kept / expected > (rate == 60 && !isLoop ? 0.97 : 0.985));  // 60: the chord of a part of the step
      CHECK(off < 1e-3);
    }
  }
}
