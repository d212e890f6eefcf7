// The shapes of a scene: what is accepted, what becomes of it, and the sentences for the rest.
#include "colliders/triangle_mesh.h"
#include "math/trigonometry.h"
#include "scene_support.h"
#include "world/world.h"

using namespace tumble;
using namespace tumble::test;

namespace {

std::string scene(const std::string& shapes, const std::string& more = "") {
  return "{'tumble': 1, 'bodies': [{'shapes': [" + shapes + "]" + more + "}]}";
}
std::string problem(const std::string& shapes, const std::string& more = "") { return problemOf(scene(shapes, more)); }

const std::string kTetrahedron = "'vertices': [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]";
const std::string kGhost = ", 'collides': false";

}  // namespace

TEST_CASE("every shape is read, weighed, and drawn") {
  const World world =
      worldOf(scene("{'type': 'box', 'size': [1, 1, 1]}, {'type': 'sphere', 'radius': 0.5, 'position': [2, 0, 0], 'collides': false},"
                    "{'type': 'cylinder', 'radius': 0.5, 'height': 1}, {'type': 'capsule', 'radius': 0.5, 'height': 1},"
                    "{'type': 'cone', 'radius': 0.5, 'height': 1}, {'type': 'hull', " +
                        kTetrahedron +
                        "},"
                        "{'type': 'mesh', " +
                        kTetrahedron +
                        ", 'triangles': [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]},"
                        "{'type': 'points', 'points': [[0, 0, 0], [1, 2, 3]], 'masses': [5, 6]}, {'type': 'ellipsoid', 'radii': [1, 2, 3]}",
                    ", 'density': 1, 'collides': false"));
  CHECK(world.bodies.bodies[0].mass == doctest::Approx(1 + kPi * (1.0 / 6 + 0.25 + 0.25 + 1.0 / 6 + 0.25 / 3) + 2.0 / 6 + 11 + 8 * kPi));
  CHECK(world.colliders.colliders.empty());
  REQUIRE(world.appearances.size() == 9);
  CHECK(world.appearances[4].type == ShapeType::cone);
  CHECK(world.appearances[4].dimensions == Vec3{0.5, 1, 0});
  CHECK(world.appearances[8].dimensions == Vec3{1, 2, 3});
  REQUIRE(world.geometries.size() == 3);
  CHECK(world.geometries[world.appearances[7].geometry].masses.size() == 2);
  CHECK(world.geometries[world.appearances[6].geometry].triangles.size() == 12);
}

TEST_CASE("copies share their geometry, and take their appearance with them when they go") {
  World world = worldOf("{'tumble': 1, 'bodies': [{'shapes': [{'type': 'hull', " + kTetrahedron +
                        "}], 'collides': false, "
                        "'arrangement': {'type': 'stack', 'count': 5, 'spacing': 2}}]}");
  CHECK(world.appearances.size() == 5);
  CHECK(world.geometries.size() == 1);
  removeBody(world, 2);
  CHECK(world.appearances.size() == 4);
}

TEST_CASE("what cannot collide says so, unless nothing does or it is a cavity") {
  const std::string mesh = "{'type': 'mesh', " + kTetrahedron + ", 'triangles': [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]}";
  const std::string sentence =
      "bodies[0].shapes[0].type: \"mesh\" collides only as part of a static body: make this one of convex shapes, or say \"collides\": "
      "false";
  CHECK(problem(mesh) == sentence);
  CHECK(problem(mesh, ", 'type': 'kinematic'") == sentence);
  CHECK(problem(mesh, ", 'type': 'static'") == "");
  CHECK(problem("{'type': 'points', 'points': [[0, 0, 0], [1, 2, 3]], 'masses': 1}")
            .find("bodies[0].shapes[0].type: \"points\" cannot collide") == 0);
  CHECK(problem("{'type': 'cone', 'radius': 1, 'height': 1, 'collides': false}") == "");
  CHECK(problem("{'type': 'cone', 'radius': 1, 'height': 1}") == "");
  CHECK(problem("{'type': 'box', 'size': [3, 3, 3]}, {'type': 'cone', 'radius': 1, 'height': 1, 'subtract': true}") == "");
  CHECK(problemOf("{'tumble': 1, 'collisions': false, 'bodies': [{'shapes': [" + mesh + "]}]}") == "");
}

TEST_CASE("a mesh of a static body is a collider for each triangle, drawn once, without mass; its surface need not close") {
  World world = worldOf(
      "{'tumble': 1, 'bodies': [{'type': 'static', 'position': [1, 2, 3], 'shapes': [{'type': 'mesh', 'vertices': [[0, 0, 0], [0, 0, 1], "
      "[1, 0, 0], "
      "[1, 0, 1]], 'triangles': [[0, 1, 2], [2, 1, 3]]}], 'arrangement': {'type': 'stack', 'count': 3, 'spacing': 2}}]}");
  CHECK(world.colliders.colliders.size() == 6);
  CHECK(world.appearances.size() == 3);
  CHECK(world.geometries.size() == 1);
  CHECK(world.bodies.bodies[0].x == Vec3{1, 2, 3});
  CHECK(world.colliders.colliders[3].hull == &world.colliders.meshes[0]->triangles[1].hull);
  for (std::uint32_t i = 0; i < 3; ++i) removeBody(world, i);
  CHECK(world.geometries.empty());
  const std::string type = ", 'type': 'static'";
  CHECK(problem("{'type': 'mesh', " + kTetrahedron + ", 'triangles': [[0, 2, 1], [0, 1, 1]]}", type) ==
        "bodies[0].shapes[0].triangles: the corners of triangle 1 lie on a line, within 0.00001 m");
  CHECK(problem("{'type': 'mesh', " + kTetrahedron + ", 'triangles': [[0, 2, 1], [0, 1, 4]]}", type) ==
        "bodies[0].shapes[0].triangles[1][2]: 4 is above 3");
  CHECK(problem("{'type': 'mesh', " + kTetrahedron + ", 'triangles': []}", type) ==
        "bodies[0].shapes[0].triangles: 0 entries are fewer than 1");
  CHECK(problem("{'type': 'mesh', " + kTetrahedron + ", 'triangles': [[0, 2, 1]]" + kGhost + "}", type) ==
        "bodies[0].shapes[0].triangles: they do not close: each edge must belong to two triangles, once in each direction");
  CHECK(problemOf("{'tumble': 1, 'bodies': [{'size': [1, 1, 1]}], 'commands': [{'type': 'addBody', 'step': 3, 'body': {'type': 'static', "
                  "'shapes': [{'type': 'mesh', " +
                  kTetrahedron + ", 'triangles': [[0, 2, 1]]}]}}]}") ==
        "commands[0].body: a mesh or height field that collides is part of a scene from its start, no command adds one");
  CHECK(problemOf("{'tumble': 1, 'bodies': [{'type': 'static', 'shapes': [{'type': 'mesh', " + kTetrahedron +
                  ", 'triangles': [[0, 2, 1], [1, 2, 3]]}], 'arrangement': {'type': 'stack', 'count': 10001, 'spacing': 0.1}}]}") ==
        "bodies: 20002 triangles that collide are more than 20000");
}

TEST_CASE("a height field is a mesh about the middle of its grid: rows along z, in each the heights along x, upwards its outside") {
  const auto field = [](const std::string& heights, const std::string& more = "") {
    return problem("{'type': 'heightField', 'spacing': [2, 1], 'heights': " + heights + more + "}", ", 'type': 'static'");
  };
  const World world = worldOf(scene("{'type': 'heightField', 'spacing': [2, 1], 'heights': [[0, 1, 2], [3, 4, 5]]}", ", 'type': 'static'"));
  REQUIRE(world.geometries.size() == 1);
  const List<Vec3>& nodes = world.geometries[0].vertices;
  REQUIRE(nodes.size() == 6);
  CHECK(nodes[0] == Vec3{-2, 0, -0.5});
  CHECK(nodes[2] == Vec3{2, 2, -0.5});
  CHECK(nodes[4] == Vec3{0, 4, 0.5});
  REQUIRE(world.colliders.colliders.size() == 4);
  for (const Collider& collider : world.colliders.colliders) CHECK(collider.hull->faces[0].normal.y > 0);
  const std::string at = "bodies[0].shapes[0].";
  CHECK(field("[[0, 0], [0, 1]]") == "");
  CHECK(field("[[0, 0]]") == at + "heights: 1 entries are fewer than 2");
  CHECK(field("[[0, 0], [0]]") == at + "heights[1]: 1 entries are fewer than 2");
  CHECK(field("[[0, 0], [0, 1001]]") == at + "heights[1][1]: 1001 is above 1000");
  CHECK(field("[[0, 0], [0, 0]]", kGhost) == at + "type: \"heightField\" belongs to a static body, and collides");
  CHECK(problem("{'type': 'heightField', 'spacing': [2, 1], 'heights': [[0, 0], [0, 0]]}") ==
        at + "type: \"heightField\" belongs to a static body, and collides");
}

TEST_CASE("a hull is a collider and is drawn, once for all copies; one that is thinner than a box may be is refused") {
  World world = worldOf("{'tumble': 1, 'bodies': [{'shapes': [{'type': 'hull', " + kTetrahedron +
                        "}], 'arrangement': {'type': 'stack', 'count': 5, 'spacing': 2}}]}");
  CHECK(world.colliders.colliders.size() == 5);
  CHECK(world.appearances.size() == 5);
  CHECK(world.geometries.size() == 1);
  for (const Collider& collider : world.colliders.colliders) CHECK(collider.hull == world.colliders.hulls[0].get());
  for (std::uint32_t i = 0; i < 4; ++i) removeBody(world, i);
  CHECK(world.geometries.size() == 1);
  removeBody(world, 4);
  CHECK(world.geometries.empty());
  CHECK(problem("{'type': 'hull', 'vertices': [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0.0005]]}") ==
        "bodies[0].shapes[0].vertices: their hull is 0.0005 m thin, 0.001 at least");
}

TEST_CASE("a ghost lets others through, a cavity has no surface") {
  const World world =
      worldOf(scene("{'type': 'box', 'size': [3, 3, 3]}, {'type': 'box', 'size': [1, 1, 1], 'subtract': true},"
                    "{'type': 'box', 'size': [1, 1, 1], 'collides': false}",
                    ", 'density': 1"));
  CHECK(world.bodies.bodies[0].mass == doctest::Approx(27));
  CHECK(world.colliders.colliders.size() == 1);
  CHECK(world.appearances.size() == 2);
}

TEST_CASE("wrong shapes are refused with one sentence") {
  CHECK(problem("{'type': 'shpere', 'radius': 1}") == "bodies[0].shapes[0].type: \"shpere\" is unknown, did you mean sphere?");
  CHECK(problem("{'type': 'sphere'}") == "bodies[0].shapes[0].radius: missing");
  CHECK(problem("{'type': 'sphere', 'radius': -1}") == "bodies[0].shapes[0].radius: -1 is not above 0");
  CHECK(problem("{'type': 'cylinder', 'radius': 1, 'height': 0" + kGhost + "}") == "bodies[0].shapes[0].height: 0 is not above 0");
  CHECK(problem("{'type': 'hull', 'vertices': [[0, 0, 0], [1, 0, 0], [0, 1, 0]]" + kGhost + "}") ==
        "bodies[0].shapes[0].vertices: 3 entries are fewer than 4");
  CHECK(problem("{'type': 'hull', 'vertices': [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]" + kGhost + "}") ==
        "bodies[0].shapes[0].vertices: they lie in one plane or on a line, a hull has a volume");
  CHECK(problem("{'type': 'mesh', " + kTetrahedron + ", 'triangles': [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 4]]" + kGhost + "}") ==
        "bodies[0].shapes[0].triangles[3][2]: 4 is above 3");
  CHECK(problem("{'type': 'mesh', " + kTetrahedron + ", 'triangles': [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 3, 2]]" + kGhost + "}") ==
        "bodies[0].shapes[0].triangles: they do not close: each edge must belong to two triangles, once in each direction");
  CHECK(problem("{'type': 'mesh', " + kTetrahedron + ", 'triangles': [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]]" + kGhost + "}")
            .find("bodies[0].shapes[0].triangles: they enclose -0.1666") == 0);
  CHECK(problem("{'type': 'points', 'points': [[0, 0, 0], [1, 0, 0]], 'masses': [1]" + kGhost + "}") ==
        "bodies[0].shapes[0].masses: 1 entries are fewer than 2");
  CHECK(problem("{'type': 'points', 'points': [[0, 0, 0], [1, 0, 0]], 'masses': 1" + kGhost + "}")
            .find("bodies[0]: its principal moment 0 kg m^2 is too small") == 0);
  CHECK(problem("{'type': 'points', 'points': [[0, 0, 0], [1, 0, 0]], 'masses': 1" + kGhost + "}", ", 'inertia': [1, 1, 1]") == "");
  CHECK(problem("{'type': 'box', 'size': [1, 1, 1]}, {'type': 'box', 'size': [2, 2, 2], 'subtract': true}") ==
        "bodies[0]: its mass, -7000 kg, is not above 0: more is subtracted than is there");
  CHECK(problem("{'type': 'box', 'size': [1, 1, 1]}, {'type': 'box', 'size': [0.5, 0.5, 0.5], 'position': [40, 0, 0], 'subtract': true}") !=
        "");
  CHECK(problem("{'type': 'box', 'size': [1, 1, 1], 'radius': 2}").find("bodies[0].shapes[0].radius: unknown key") == 0);
}

TEST_CASE("a centre of mass by hand needs a mass and an inertia") {
  const Body body = bodyOf("'mass': 2, 'inertia': [1, 2, 3], 'centerOfMass': [0, -0.4, 0], 'position': [0, 1, 0]");
  CHECK(body.centerOfMass == Vec3{0, -0.4, 0});
  CHECK(body.x.y == doctest::Approx(0.6));
  CHECK(cubeProblem("'mass': 2, 'centerOfMass': [0, 0, 0]") == "bodies[0].centerOfMass: it needs a mass and an inertia beside it");
}

TEST_CASE("vertices of all copies together have a limit") {
  std::string points = "[0, 0, 0]";
  for (int i = 1; i < 200; ++i)
    points += ", [" + std::to_string(i % 7) + ", " + std::to_string(i % 11) + ", " + std::to_string(i % 13) + "]";
  const std::string sentence =
      problemOf("{'tumble': 1, 'bodies': [{'shapes': [{'type': 'points', 'points': [" + points +
                "], 'masses': 1}], 'collides': false, 'arrangement': {'type': 'stack', 'count': 2000, 'spacing': 1}}]}");
  CHECK(sentence == "bodies: 400000 vertices are more than 200000");
}
