// Assertions: builds that have them tell what is wrong and end; all others do not even evaluate the condition.
#include "assertion.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <functional>

#include "bodies/assert_bodies.h"
#include "contacts/assert_solver.h"
#include "containers/splice.h"
#include "containers/union_find.h"
#include "support/worlds.h"
#include "world/assert_world.h"

using namespace tumble;
using namespace tumble::test;

#ifdef NDEBUG

TEST_CASE("assertions are not in this build: no condition is evaluated") {
  int evaluated = 0;
  [[maybe_unused]] const auto fails = [&] { return ++evaluated == 0; };
  TUMBLE_ASSERT(fails(), "this is never said");
  CHECK(evaluated == 0);
  CHECK_FALSE(kAssertions);
}

#else

namespace {

/// What a child process that does this says before it ends; "" if it ends well.
std::string complaintOf(const std::function<void()>& wrong) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    std::signal(SIGABRT, SIG_DFL);  // doctest has a handler of its own
    wrong();
    _exit(0);
  }
  close(ends[1]);
  std::string said;
  char part[512];
  for (ssize_t size; (size = read(ends[0], part, sizeof part)) > 0;) said.append(part, static_cast<std::size_t>(size));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  const bool aborted = WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
  CHECK(aborted == !said.empty());
  return said;
}

bool says(const std::string& complaint, const char* words) {
  CAPTURE(complaint);
  CAPTURE(words);
  const bool found = complaint.find(words) != std::string::npos;
  CHECK(found);
  return found;
}

/// Two stacks of two cubes at rest, after some steps.
World stacks() {
  World world = emptyWorld(Quality::standard, 60);
  addGround(world);
  for (const double x : {0.0, 4.0}) {
    for (const double y : {0.5, 1.5}) addBody(world, cubeBody({x, y, 0}));
  }
  run(world, 5);
  return world;
}

}  // namespace

TEST_CASE("a failing assertion says file, line, condition and sentence, and ends the program") {
  const int two = 2;
  const std::string complaint = complaintOf([&] { TUMBLE_ASSERT(two + two == 5, "two and two are five"); });
  says(complaint, "assertion_test.cpp:");
  says(complaint, "two + two == 5");
  says(complaint, "two and two are five");
  CHECK(complaintOf([&] { TUMBLE_ASSERT(two + two == 4, "two and two are four"); }).empty());
}

TEST_CASE("lists, sets and splices assert their bounds and their order") {
  List<int> list{1, 2, 3};
  CHECK(complaintOf([&] { list[2] = 4; }).empty());
  says(complaintOf([&] { list[3] = 4; }), "an index is within the list");
  says(complaintOf([&] { List<int>().pop_back(); }), "an element is taken from a list that has one");
  says(complaintOf([&] { list.moveRuns(List<ListRun>{{0, 2, 1}, {1, 2, 3}}, 5); }), "runs ascend without overlap");
  says(complaintOf([&] { UnionFind().find(0); }), "a member of a set is one of those it was reset to");
  Splice splice;
  says(complaintOf([&] { planSplice(splice, List<std::uint64_t>{1, 3, 2}, {}, {}); }), "the keys of a splice ascend");
}

TEST_CASE("a world that does not hang together is told at the end of the step") {
  World world = stacks();
  CHECK(complaintOf([&] { assertWorld(world); }).empty());
  const auto broken = [&](const std::function<void(World&)>& breakIt) {
    return complaintOf([&] {
      breakIt(world);
      assertWorld(world);
    });
  };
  says(broken([](World& w) { w.bodies.bodies[1].q.w = 1.1; }), "orientations of a body are unit quaternions");
  says(broken([](World& w) { w.bodies.bodies[2].inverseMass *= 2; }), "a mass is positive, and its inverse belongs to it");
  says(broken([](World& w) { w.bodies.freeIndices.push_back(1); }), "a free index is that of no body");
  says(broken([](World& w) { w.colliders.colliders[1].body = 2; }), "a collider is one of those of its body");
  says(broken([](World& w) { std::swap(w.contacts.keys[0], w.contacts.keys[1]); }), "contacts are sorted by pair");
  says(broken([](World& w) { w.contacts.pool[0].count = 5; }), "a manifold has one to four points");
  says(broken([](World& w) { w.contacts.recycling[0].batchSlot = w.contacts.recycling[1].batchSlot; }), "the same batch slot");
  says(broken([](World& w) { ++w.sleepers.count; }), "sleeping bodies are counted");
  says(broken([](World& w) { w.part.ticksLeft = 32; }), "between two steps the part is a whole one");
  says(broken([](World& w) { w.commands.emplace_back().step = 1; }), "commands of past steps are done");
  says(broken([](World& w) { w.forces.push_back(cornerSpring()), w.forces.back().body = kNoBody; }), "acts on a living body");
}

TEST_CASE("a constraint that is wrong is told before it is solved") {
  World world = stacks();
  const auto broken = [&](const std::function<void(ContactSolver&, ContactConstraintWide&)>& breakIt) {
    return complaintOf([&] {
      ContactSolver& solver = world.contactSolver;
      breakIt(solver, solver.constraints[0]);
      assertConstraints(solver, {world.bodies, world.colliders, world.contacts, world.contactCache});
    });
  };
  CHECK(broken([](ContactSolver&, ContactConstraintWide&) {}).empty());
  says(broken([](ContactSolver&, ContactConstraintWide& c) { c.a[1] = c.b[0]; }), "no two contacts of a batch move the same body");
  says(broken([](ContactSolver&, ContactConstraintWide& c) { c.normal.x.f[0] = 2; }), "normal and tangent are unit vectors");
  says(broken([](ContactSolver&, ContactConstraintWide& c) { c.points[0].mass.f[0] = NAN; }), "the effective mass of a point is finite");
  says(broken([](ContactSolver&, ContactConstraintWide& c) { c.occupied = 0; }), "lanes with a contact are marked");
  says(broken([](ContactSolver& s, ContactConstraintWide&) { s.bodies.state[1].velocity[0] = NAN; }),
       "the velocity of a solver body is finite");
  says(broken([](ContactSolver& s, ContactConstraintWide&) { s.bodies.state[0].velocity[1] = 1; }),
       "the immovable solver body does not move");
}

#endif
