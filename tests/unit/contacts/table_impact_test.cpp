// Elastic bodies that meet on a table without friction: their impacts have nothing to do with the weight that the table carries.
#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

TEST_CASE("slow elastic balls on a table pass their velocity on, whatever the rate") {
  for (const int rate : {30, 60, 240, 1000}) {
    for (const double speed : {0.005, 0.02, 0.05, 0.3}) {
      for (const double angle : {0.0, 0.7, 2.0}) {
        CAPTURE(rate);
        CAPTURE(speed);
        CAPTURE(angle);
        World world = emptyWorld(Quality::automatic, rate);
        addGround(world, 0, 0.5);
        const Vec3 along{std::cos(angle), 0, std::sin(angle)};
        BodyId balls[2];
        for (int i = 0; i < 2; ++i) {
          BodyDescription ball = ballBody(0.02, along * (i == 0 ? -0.05 : 0.0) + Vec3{0, 0.02, 0}, 0.1);
          ball.shapes[0].friction = 0, ball.shapes[0].restitution = 1;
          if (i == 0) ball.velocity = along * speed;
          balls[i] = addBody(world, ball);
        }
        const double time = 0.01 / speed;
        run(world, static_cast<int>(1.5 * time * rate) + 4);
        CHECK(length(bodyAt(world, balls[0]).v) < 1e-4 * speed);
        CHECK(length(bodyAt(world, balls[1]).v - along * speed) < 1e-4 * speed);
      }
    }
  }
}
