// Bodies of a scene: every field, and every refusal.
#include "math/trigonometry.h"
#include "scene_support.h"
#include "shapes/mass_properties.h"

using namespace tumble;
using namespace tumble::test;

TEST_CASE("motion: the scheme of a body, of all bodies, and what is refused") {
  CHECK(bodyOf("'motion': 'rungeKutta4'").motion == MotionScheme::rungeKutta4);
  CHECK(bodyOf("'name': 'plain'").motion == MotionScheme::automatic);
  const World world = worldOf(
      "{'tumble': 1, 'motion': 'explicitEuler', 'bodies': [{'size': [1, 1, 1]}, "
      "{'size': [1, 1, 1], 'motion': 'automatic'}, {'size': [1, 1, 1], 'type': 'static'}]}");
  CHECK(world.bodies.bodies[0].motion == MotionScheme::explicitEuler);
  CHECK(world.bodies.bodies[1].motion == MotionScheme::automatic);
  CHECK(world.bodies.bodies[2].motion == MotionScheme::automatic);
  CHECK(cubeProblem("'motion': 'rungekuta4'") == "bodies[0].motion: \"rungekuta4\" is unknown, did you mean rungeKutta4?");
  CHECK(cubeProblem("'type': 'static', 'motion': 'exact'") == "bodies[0].motion: only a dynamic body has a scheme of motion");
}

TEST_CASE("a box said in one line") {
  const Body body = bodyOf("'mass': 6");
  CHECK(body.type == BodyType::dynamic);
  CHECK(body.mass == 6);
  CHECK(length(body.inertia - Vec3{1, 1, 1}) <= 1e-14);
  CHECK(body.x == Vec3{});
  CHECK(body.q == Quat{});
}

TEST_CASE("every field of a body arrives") {
  const World world = worldOf(
      "{'tumble': 1, 'bodies': [{'name': 'brick', 'type': 'dynamic', 'size': [1, 2, 3], 'density': 2, 'friction': 0.3,"
      " 'restitution': 0.9, 'position': [1, 2, 3], 'orientation': [0, 0.6, 0, 0.8], 'velocity': [4, 5, 6],"
      " 'angularVelocity': [0.1, 0.2, 0.3], 'linearDamping': 0.5, 'angularDamping': 0.25, 'color': '#ff8800'}]}");
  CHECK(world.bodies.names[0] == "brick");
  const Body& body = world.bodies.bodies[0];
  CHECK(body.mass == doctest::Approx(12).epsilon(1e-14));
  CHECK(body.x == Vec3{1, 2, 3});
  CHECK(body.q.y == doctest::Approx(0.6).epsilon(1e-15));
  CHECK(body.v == Vec3{4, 5, 6});
  CHECK(length(angularVelocity(body) - Vec3{0.1, 0.2, 0.3}) <= 1e-15);
  CHECK(body.linearDamping == 0.5);
  CHECK(body.angularDamping == 0.25);
}

TEST_CASE("static and kinematic bodies") {
  CHECK(bodyOf("'type': 'static'").type == BodyType::fixed);
  const Body lift = bodyOf("'type': 'kinematic', 'velocity': [0, 1, 0], 'angularVelocity': [0, 2, 0]");
  CHECK(lift.type == BodyType::kinematic);
  CHECK(lift.v == Vec3{0, 1, 0});
  CHECK(lift.kinematicOmega == Vec3{0, 2, 0});
  CHECK(cubeProblem("'type': 'static', 'velocity': [0, 0, 0], 'angularVelocity': [0, 0, 0]") == "");
  CHECK(cubeProblem("'type': 'static', 'velocity': [0, 1, 0]") == "bodies[0].velocity: a static body does not move");
  CHECK(cubeProblem("'type': 'static', 'angularVelocity': [0, 1, 0]") == "bodies[0].angularVelocity: a static body does not move");
  CHECK(cubeProblem("'type': 'dynamc'") == "bodies[0].type: \"dynamc\" is unknown, did you mean dynamic?");
  CHECK(cubeProblem("'type': 'ghost'") == "bodies[0].type: \"ghost\" is not one of dynamic, static, kinematic");
}

TEST_CASE("a compound of shapes with materials of their own") {
  const World world = worldOf(
      "{'tumble': 1, 'bodies': [{'density': 1, 'shapes': [{'type': 'box', 'size': [1, 1, 1]},"
      "{'type': 'box', 'size': [1, 1, 1], 'position': [4, 0, 0], 'density': 3, 'orientation': {'axis': [1, 0, 0], 'angleDegrees': "
      "90}}]}]}");
  const Body& body = world.bodies.bodies[0];
  CHECK(body.mass == doctest::Approx(4).epsilon(1e-14));
  CHECK(body.centerOfMass.x == doctest::Approx(3).epsilon(1e-14));
  CHECK(body.x.x == doctest::Approx(3).epsilon(1e-14));
  CHECK(bodyOrigin(body).x == doctest::Approx(0).epsilon(1e-14));
}

TEST_CASE("a given mass scales the densities, a given inertia replaces the tensor") {
  const Body body = bodyOf("'mass': 12, 'inertia': [1, 2, 2.5]");
  CHECK(body.mass == 12);
  CHECK(body.inertia == Vec3{1, 2, 2.5});
  const Body full = bodyOf("'mass': 12, 'inertia': [[2, 0.5, 0], [0.5, 2, 0], [0, 0, 3]]");
  CHECK(full.inertia.x + full.inertia.y + full.inertia.z == doctest::Approx(7).epsilon(1e-14));
  CHECK(cubeProblem("'inertia': [1, 1, 2]") == "");                                     // flat: the limit itself
  CHECK(cubeProblem("'inertia': [[1, 0, 0], [0, 1, 0.0000000001], [0, 0, 1]]") == "");  // symmetric enough
}

TEST_CASE("sizes") {
  const auto size = [](const std::string& value) { return problemOf("{'tumble': 1, 'bodies': [{'size': " + value + "}]}"); };
  CHECK(size("[1, 1, 1]") == "");
  CHECK(size("[0.001, 0.1, 1000]") == "");
  CHECK(size("[1000000000, 1, 1]") == "bodies[0].size[0]: 1000000000 is above 1000");
  CHECK(size("[1, 0, 1]") == "bodies[0].size[1]: 0 is not above 0");
  CHECK(size("[1, 1, -3]") == "bodies[0].size[2]: -3 is not above 0");
  CHECK(size("[1, 1, 0.0001]") == "bodies[0].size[2]: 0.0001 is below 0.001");
  CHECK(size("[1, 1, 1e-310]") == "bodies[0].size[2]: 1e-310 is below 0.001");
  CHECK(size("1") == "bodies[0].size: 1 is not a list of 3 numbers");
  CHECK(size("[1, 1]") == "bodies[0].size: a list of 2 is not a list of 3 numbers");
  CHECK(size("[1, null, 1]") == "bodies[0].size[1]: null is not a number");
  CHECK(size("[1, [1], 1]") == "bodies[0].size[1]: a list is not a number");
}

TEST_CASE("shapes") {
  const auto shapes = [](const std::string& value) { return problemOf("{'tumble': 1, 'bodies': [{'shapes': " + value + "}]}"); };
  CHECK(shapes("[{'type': 'box', 'size': [1, 1, 1]}]") == "");
  CHECK(shapes("[]") == "bodies[0].shapes: 0 entries are fewer than 1");
  CHECK(shapes("[{'size': [1, 1, 1]}]") == "bodies[0].shapes[0].type: missing");
  CHECK(shapes("[{'type': 'box'}]") == "bodies[0].shapes[0].size: missing");
  CHECK(
      shapes("[{'type': 'ring', 'radius': 1}]") ==
      "bodies[0].shapes[0].type: \"ring\" is not one of box, sphere, cylinder, capsule, cone, hull, mesh, points, ellipsoid, heightField");
  CHECK(shapes("[{'type': 'box', 'size': [1, 1, 1], 'position': [0, 1001, 0]}]") == "bodies[0].shapes[0].position[1]: 1001 is above 1000");
  CHECK(shapes("[{'type': 'box', 'size': [1, 1, 1], 'mass': 3}]") ==
        "bodies[0].shapes[0].mass: unknown key, known here are type, size, position, orientation, subtract, density, "
        "friction, restitution, rollingFriction, collides, color");
  std::string many = "[{'type': 'box', 'size': [1, 1, 1]}";
  for (int i = 0; i < 64; ++i) many += ", {'type': 'box', 'size': [1, 1, 1]}";
  CHECK(shapes(many + "]") == "bodies[0].shapes: 65 entries are more than 64");
  CHECK(cubeProblem("'shapes': [{'type': 'box', 'size': [1, 1, 1]}]") == "bodies[0].size: a body has either a size or shapes");
  CHECK(problemOf("{'tumble': 1, 'bodies': [{}]}") == "bodies[0].size: missing");
  CHECK(problemOf("{'tumble': 1, 'bodies': [{'sise': [1, 1, 1]}]}") == "bodies[0].sise: unknown key, did you mean size?");
}

TEST_CASE("materials") {
  CHECK(problemOf("{'tumble': 1, 'bodies': [{'size': [1,1,1]}, {'size': [1,1,1]}, {'size': [1,1,1]}, {'size': [1,1,1], 'density': -2}]}") ==
        "bodies[3].density: -2 is not above 0");
  CHECK(cubeProblem("'density': 0") == "bodies[0].density: 0 is not above 0");
  CHECK(cubeProblem("'density': 0.0001") == "bodies[0].density: 0.0001 is below 0.001");
  CHECK(cubeProblem("'density': 1e38") == "bodies[0].density: 1e38 is above 100000");
  CHECK(cubeProblem("'density': 'heavy'") == "bodies[0].density: \"heavy\" is not a number");
  CHECK(cubeProblem("'friction': -0.1") == "bodies[0].friction: -0.1 is below 0");
  CHECK(cubeProblem("'friction': 11") == "bodies[0].friction: 11 is above 10");
  CHECK(cubeProblem("'restitution': 1.01") == "bodies[0].restitution: 1.01 is above 1");
  CHECK(cubeProblem("'restitution': true") == "bodies[0].restitution: true is not a number");
  CHECK(cubeProblem("'resitution': 0.5") == "bodies[0].resitution: unknown key, did you mean restitution?");
  CHECK(cubeProblem("'color': '#12aBF9'") == "");
  CHECK(cubeProblem("'color': '#12'") == "bodies[0].color: \"#12\" is not #rrggbb");
  CHECK(cubeProblem("'color': '#12345g'") == "bodies[0].color: \"#12345g\" is not #rrggbb");
  CHECK(cubeProblem("'color': 'url(x)'") == "bodies[0].color: \"url(x)\" is not #rrggbb");
  CHECK(cubeProblem("'color': 255") == "bodies[0].color: 255 is not text");
}

TEST_CASE("masses") {
  CHECK(cubeProblem("'mass': 0") == "bodies[0].mass: 0 is not above 0");
  CHECK(cubeProblem("'mass': -1") == "bodies[0].mass: -1 is not above 0");
  CHECK(cubeProblem("'mass': 1e13") == "bodies[0].mass: 10000000000000 is above 1000000000000");
  CHECK(cubeProblem("'mass': 1, 'density': 1") == "bodies[0].mass: a body has either a mass or a density");
  CHECK(problemOf("{'tumble': 1, 'bodies': [{'size': [0.001, 0.001, 0.001], 'density': 0.001}]}") ==
        "bodies[0]: its mass, 1e-12 kg, is below 1e-9");
  CHECK(problemOf("{'tumble': 1, 'bodies': [{'size': [1000, 1000, 1000], 'density': 100000}]}") ==
        "bodies[0]: its mass, 100000000000000 kg, is above 1000000000000");
  CHECK(problemOf("{'tumble': 1, 'bodies': [{'size': [1000, 1000, 1000], 'density': 100000, 'type': 'static'}]}") == "");
}

TEST_CASE("inertia") {
  CHECK(cubeProblem("'inertia': [1, 1, 0]") == "bodies[0].inertia[2]: 0 is not above 0");
  CHECK(cubeProblem("'inertia': [1, 1, 3]") ==
        "bodies[0].inertia: the moment 3 is above the sum of the other two, 2, which no rigid body has");
  CHECK(cubeProblem("'inertia': 1") == "bodies[0].inertia: 1 is not a list of 3 numbers");
  CHECK(cubeProblem("'inertia': [[1, 0.1, 0], [0, 1, 0], [0, 0, 1]]") ==
        "bodies[0].inertia[1][0]: 0 is not equal to 0.1 across the diagonal, a tensor of inertia is symmetric");
  CHECK(cubeProblem("'inertia': [[1, 2, 0], [2, 1, 0], [0, 0, 1]]") == "bodies[0].inertia: its principal moment -1 is not above 0");
  CHECK(cubeProblem("'inertia': [[1, 0, 0], [0, 1], [0, 0, 1]]") == "bodies[0].inertia[1]: a list of 2 is not a list of 3 numbers");
  CHECK(cubeProblem("'inertia': [[1, 0, 0], 2, [0, 0, 1]]") == "bodies[0].inertia[1]: 2 is not a list of 3 numbers");
}

TEST_CASE("an orientation as a matrix turns; a reflection and what is not orthogonal are refused") {
  const Body body = bodyOf("'orientation': {'matrix': [[0, -1, 0], [1, 0, 0], [0, 0, 1]]}");
  CHECK(length(rotate(bodyOrientation(body), {1, 0, 0}) - Vec3{0, 1, 0}) < 1e-15);
  CHECK(cubeProblem("'orientation': {'matrix': [[-1, 0, 0], [0, 1, 0], [0, 0, 1]]}") ==
        "bodies[0].orientation.matrix: its determinant is -1: a reflection, which no turn brings about");
  CHECK(cubeProblem("'orientation': {'matrix': [[0, 1, 0], [1, 0, 0], [0, 0, 1]]}").find("reflection") != std::string::npos);
  CHECK(cubeProblem("'orientation': {'matrix': [[1, 0.1, 0], [0, 1, 0], [0, 0, 1]]}") ==
        "bodies[0].orientation.matrix: its rows are not unit vectors at right angles: A A^T is off by 0.1, more than 0.000001");
  CHECK(cubeProblem("'orientation': {'matrix': [[1, 0, 0], [0, 1, 0]]}").find("bodies[0].orientation.matrix: ") == 0);
}

TEST_CASE("orientation") {
  CHECK(cubeProblem("'orientation': [0, 0, 0, 0]") == "bodies[0].orientation: the zero quaternion is no orientation");
  CHECK(cubeProblem("'orientation': [0, 0, 0, 2]") == "bodies[0].orientation: its length 2 is not 1 within 0.000001");
  CHECK(cubeProblem("'orientation': [0, 0, 0.707107, 0.707107]") == "");
  CHECK(cubeProblem("'orientation': [0, 0, 0.7071, 0.7071]") ==
        "bodies[0].orientation: its length 0.999990409954016 is not 1 within 0.000001");
  CHECK(cubeProblem("'orientation': [0, 0, 1]") == "bodies[0].orientation: a list of 3 is not a list of 4 numbers");
  CHECK(cubeProblem("'orientation': 90") == "bodies[0].orientation: 90 is not a list of 4 numbers");
  CHECK(cubeProblem("'orientation': {'axis': [0, 0, 0], 'angleDegrees': 90}") ==
        "bodies[0].orientation.axis: a vector of length 0 has no direction");
  CHECK(cubeProblem("'orientation': {'axis': [0, 1, 0]}") == "bodies[0].orientation.angleDegrees: missing");
  CHECK(cubeProblem("'orientation': {'axis': [0, 1, 0], 'angle': 90}") ==
        "bodies[0].orientation.angle: unknown key, did you mean angleDegrees?");
  const Body turned = bodyOf("'orientation': {'axis': [0, 0, 5], 'angleDegrees': 90}");
  CHECK(turned.q.z == doctest::Approx(std::sqrt(0.5)).epsilon(1e-15));
  const Body slightly = bodyOf("'orientation': [0, 0, 0.707107, 0.707107]");
  CHECK(dot(slightly.q, slightly.q) == doctest::Approx(1).epsilon(1e-15));
}

TEST_CASE("place and motion") {
  CHECK(cubeProblem("'position': [0, 10001, 0]") == "bodies[0].position[1]: 10001 is above 10000");
  CHECK(cubeProblem("'position': [0, 0, -1e38]") == "bodies[0].position[2]: -1e38 is below -10000");
  CHECK(cubeProblem("'velocity': [0, 1001, 0]") == "bodies[0].velocity[1]: 1001 is above 1000");
  CHECK(cubeProblem("'angularVelocity': [0, -1001, 0]") == "bodies[0].angularVelocity[1]: -1001 is below -1000");
  CHECK(cubeProblem("'linearVelocity': [0, 1, 0]").find("unknown key") != std::string::npos);
  CHECK(cubeProblem("'linearDamping': -1") == "bodies[0].linearDamping: -1 is below 0");
  CHECK(cubeProblem("'angularDamping': 1001") == "bodies[0].angularDamping: 1001 is above 1000");
}

TEST_CASE("numbers that are not finite") {
  const auto with = [](double value) {
    Json scene = json(cubeScene("'density': 1, 'position': [0, 0, 0]"));
    Json& body = scene.members[1].value.items[0];
    body.members[1].value = jsonOf(value);
    return problemOf(scene);
  };
  CHECK(with(kInfinity) == "bodies[0].density: Infinity is not finite");
  CHECK(with(-kInfinity) == "bodies[0].density: -Infinity is not finite");
  CHECK(with(kNaN) == "bodies[0].density: NaN is not finite");
}

TEST_CASE("names") {
  CHECK(problemOf(
            "{'tumble': 1, 'bodies': [{'size': [1,1,1], 'name': 'a'}, {'size': [1,1,1], 'name': 'b'}, {'size': [1,1,1], 'name': 'a'}]}") ==
        "bodies[2].name: \"a\" is the name of bodies[0] already");
  CHECK(problemOf("{'tumble': 1, 'bodies': [{'size': [1,1,1], 'name': ''}, {'size': [1,1,1], 'name': ''}]}") == "");
  CHECK(cubeProblem("'name': 3") == "bodies[0].name: 3 is not text");
  CHECK(cubeProblem("'name': '" + std::string(81, 'n') + "'") ==
        "bodies[0].name: \"" + std::string(40, 'n') + "...\" is longer than 80 characters");
}
