// A small top that spins fast: its point of contact has no torque about its axis, and it goes on precessing.
#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

TEST_CASE("a cone of 3 cm that spins on its apex at 34 turns a second keeps its spin, and stands") {
  for (const int stepsPerSecond : {60, 240}) {
    CAPTURE(stepsPerSecond);
    // In steady precession, tilted by 0.235 rad.
    World world = worldOf(
        "{'tumble': 1, 'stepsPerSecond': " + std::to_string(stepsPerSecond) +
        ", 'bodies': [{'type': 'static', 'size': [20,2,20], 'position': [0,-1,0], 'friction': 3}, {'shapes': [{'type': 'cone', 'radius': "
        "0.026195767639686066, 'height': 0.03418769266796209}], 'mass': 0.0693, 'friction': 3, 'position': [0.003977727844512132, "
        "0.016624598151075715, 0], 'orientation': [0, 0, 0.9931134645840796, 0.11715650413786746], 'velocity': [0, 0, "
        "-0.03917960642523566], 'angularVelocity': [47.618281620323124, 205.58332952005867, 0]}]}");
    const Body& top = world.bodies.bodies[1];
    const auto spin = [&] { return std::fabs(dot(angularVelocity(top), rotate(bodyOrientation(top), Vec3{0, 1, 0}))); };
    const double before = spin();
    for (int i = 0; i < 10 * stepsPerSecond; ++i) step(world);
    CHECK(spin() == doctest::Approx(before).epsilon(0.01));
    CHECK(rotate(bodyOrientation(top), Vec3{0, 1, 0}).y < -0.8);  // apex down, tilted by 0.235 rad at the start
  }
}
