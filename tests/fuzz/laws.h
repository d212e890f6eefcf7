// The laws of mechanics that a scene must keep, each checked from the public state alone: poses, velocities, masses, forces.
// A law that does not hold for a scene (a teaching scheme that gains energy by design, a press whose work nobody outside knows) is off for
// that scene; what each takes for granted stands in its file.
#pragma once
#include <string>
#include <vector>

#include "fuzz/facts.h"

namespace tumble::fuzz {

struct Finding {
  const char* law = "";
  int step = 0;
  double time = 0;    // s
  double excess = 0;  // 1: how many times the tolerance
  std::string what;
};

/// Names of all laws, for the table.
std::vector<const char*> lawNames();

// law_energy.cpp: energy <= start + work put in.
struct EnergyLaw {
  enum class Kind { off, closed, driven } kind = Kind::off;
  double share = 0;              // of the scale of energy that may be missing
  double start = 0, stored = 0;  // J: all of it, and what of it can become motion (kinetic, springs)
  double least = 0;              // J: the least so far, without what was put in
  double lowest = 0, level = 0;  // J, of the potential of constant forces: the lowest so far, and at the start
  double work = 0, input = 0;    // J: put in, and its absolute sum
  double growth = 0;             // W, that a scheme gains by design
  double fastest = 0;            // m/s, of the surfaces of kinematic bodies
  bool elastic = false;          // nothing takes energy either
  bool bounded = false;          // what is squeezed is slow
  bool squeezes = false;         // something static stands beside what is kinematic
  double time = 0;
};
void begin(EnergyLaw& law, const Facts& facts, const Frame& start);
void watch(EnergyLaw& law, const Facts& facts, const Frame& before, const Frame& now, int step, std::vector<Finding>& findings);

// law_momentum.cpp: an isolated system keeps its momentum and its angular momentum, and its centre of mass goes straight on.
struct MomentumLaw {
  bool on = false, angular = false;
  Vec3 momentum, center, angularMomentum;  // at the start; L about the centre of mass
  double mass = 0, time = 0;
  double scale = 0, angularScale = 0;  // the largest so far of the sums of absolute values
};
void begin(MomentumLaw& law, const Facts& facts, const Frame& start);
void watch(MomentumLaw& law, const Facts& facts, const Frame& before, const Frame& now, int step, std::vector<Finding>& findings);

// law_motion.cpp: velocity is the change of position; what touches nothing flies.
struct MotionLaw {
  int window = 0;  // steps
  bool bounces = false;
  bool squeezes = false;  // kinematic bodies can press something against static ones
  struct Sums {
    Vec3 place, turn;            // m, rad (about the principal axes): way gone less integral of the velocity
    double placeRoom = 0;        // m: what jumps of velocity explain
    Vec3 turnRoom;               // rad, likewise about each principal axis
    double path = 0, angle = 0;  // m, rad
    double jump = 0, speed = 0;  // of this step
    double between = 0;          // m/s: what this step's velocity may have been off by between two impacts
    Vec3 spinJump;
    bool fast = false;  // turned too fast to be seen in steps
    bool open = false;  // the law says nothing of this step
  };
  std::vector<std::vector<Sums>> sums;  // by body: since the beginning, at the last `window` + 1 steps
};
void begin(MotionLaw& law, const Facts& facts, const Frame& start);
void watch(MotionLaw& law, const Facts& facts, const Frame& before, const Frame& now, int step, std::vector<Finding>& findings);

// law_contact.cpp: nothing goes through what stands, nothing stays in what it touches.
struct ContactLaw {
  bool feasible = true;       // no kinematic body can press anything where it does not fit
  std::vector<double> since;  // by pair of solids: steps for which they have been too deep in each other
};
void begin(ContactLaw& law, const Facts& facts, const Frame& start);
void watch(ContactLaw& law, const Facts& facts, const Frame& before, const Frame& now, int step, std::vector<Finding>& findings);
/// The deepest overlap of two solids, as a share of the thinner one.
double deepestShare(const Facts& facts, const Frame& frame);

// law_plane.cpp: on one level surface, of however many boxes, without friction nothing changes the momentum along it; a ball keeps its
// angular momentum about the point below it.
struct PlaneLaw {
  bool on = false, smooth = false;
  int axis = 1;
  double sign = 1, level = 0;
  double low[3] = {}, high[3] = {};  // m, of the surface
  Vec3 momentum, push;               // kg m/s at the start; N along the plane
  double turning = 0, scale = 0, turnScale = 0, time = 0;
  bool keepsTurning = false;
  struct Ball {
    bool on = false;
    Vec3 about;
    double scale = 0;
  };
  std::vector<Ball> balls;
};
void begin(PlaneLaw& law, const Facts& facts, const Frame& start);
void watch(PlaneLaw& law, const Facts& facts, const Frame& before, const Frame& now, int step, std::vector<Finding>& findings);

// law_rest.cpp: what only loses energy comes to rest, on something that holds it.
struct RestLaw {
  bool on = false, level = false;
  double need = 0, time = 0, floor = 0;  // s, s, m
  std::vector<double> quiet;             // by body: s for which it has not moved
  std::vector<double> last;              // by body: s, when it was last faster than rest
  std::vector<Vec3> place;
};
void begin(RestLaw& law, const Facts& facts, const Frame& start);
void watch(RestLaw& law, const Facts& facts, const Frame& before, const Frame& now, int step, std::vector<Finding>& findings);
void finish(RestLaw& law, const Facts& facts, const Frame& now, int step, std::vector<Finding>& findings);

// law_joints.cpp: the conditions of joints hold, and coordinates stay within their limits.
struct JointLaw {
  bool feasible = true;  // no kinematic body can press anything where it does not fit
};
void begin(JointLaw& law, const Facts& facts, const Frame& start);
void watch(JointLaw& law, const Facts& facts, const Frame& before, const Frame& now, int step, std::vector<Finding>& findings);

struct Laws {
  Facts facts;
  EnergyLaw energy;
  MomentumLaw momentum;
  MotionLaw motion;
  ContactLaw contact;
  PlaneLaw plane;
  RestLaw rest;
  JointLaw joints;
  std::vector<Finding> findings;  // the first of each law
  bool over = false;              // NaN: nothing more to check
};
Laws lawsOf(Facts facts, const Frame& start);
void watch(Laws& laws, const Frame& before, const Frame& now, int step);
void finish(Laws& laws, const Frame& now, int step);

/// Adds it when its law has none yet.
void report(std::vector<Finding>& findings, const char* law, const Facts& facts, int step, double excess, std::string what);
/// "%.4g" of the number.
std::string shortText(double value);
/// Friction and restitution that a pair of solids has.
inline double pairFriction(const Solid& a, const Solid& b) { return std::sqrt(a.friction * b.friction); }
inline double pairRestitution(const Solid& a, const Solid& b) { return a.restitution > b.restitution ? a.restitution : b.restitution; }

}  // namespace tumble::fuzz
