#include "fuzz/laws.h"

#include <cmath>
#include <cstdio>

namespace tumble::fuzz {

std::vector<const char*> lawNames() {
  return {"finite",      "frozen",           "energy", "elastic", "bound",   "momentum", "angular-momentum", "center-of-mass",
          "consistency", "spin-consistency", "flight", "through", "overlap", "plane",    "rolling",          "rest",
          "hangs",       "joints",           "limits", "snapshot"};
}

std::string shortText(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

void report(std::vector<Finding>& findings, const char* law, const Facts& facts, int step, double excess, std::string what) {
  for (const Finding& finding : findings) {
    if (std::string_view(finding.law) == law) return;
  }
  findings.push_back({law, step, step * facts.h, excess, std::move(what)});
}

Laws lawsOf(Facts facts, const Frame& start) {
  Laws laws;
  laws.facts = std::move(facts);
  begin(laws.energy, laws.facts, start);
  begin(laws.momentum, laws.facts, start);
  begin(laws.motion, laws.facts, start);
  begin(laws.contact, laws.facts, start);
  begin(laws.plane, laws.facts, start);
  begin(laws.rest, laws.facts, start);
  begin(laws.joints, laws.facts, start);
  return laws;
}

void watch(Laws& laws, const Frame& before, const Frame& now, int step) {
  if (laws.over) return;
  const Facts& facts = laws.facts;
  for (std::size_t i = 0; i < now.bodies.size(); ++i) {
    const BodyFrame& body = now.bodies[i];
    if (!facts.bodies[i].alive) continue;
    if (!(isFinite(body.x) && isFinite(body.v) && isFinite(body.omega) && isFinite(body.L) && isFinite(body.q))) {
      report(laws.findings, "finite", facts, step, 1, "body " + std::to_string(i) + " has a state that is not finite");
      laws.over = true;
      return;
    }
    if (body.frozen) {
      // Explicit schemes gain energy by design, of a thin body that spins without bound: what they throw away may be stopped.
      if (isSteady(facts.bodies[i].motion))
        report(laws.findings, "frozen", facts, step, 1, "body " + std::to_string(i) + " was frozen by the engine");
      laws.over = true;
      return;
    }
  }
  if (now.overload) {
    report(laws.findings, "frozen", facts, step, 1, "the step was given up: too many pairs");
    laws.over = true;
    return;
  }
  if (now.commanded) {  // what a command does is not looked at: everything begins anew behind it
    begin(laws.energy, facts, now);
    begin(laws.momentum, facts, now);
    begin(laws.motion, facts, now);
    begin(laws.plane, facts, now);
    begin(laws.rest, facts, now);
    return;
  }
  watch(laws.energy, facts, before, now, step, laws.findings);
  watch(laws.momentum, facts, before, now, step, laws.findings);
  watch(laws.motion, facts, before, now, step, laws.findings);
  watch(laws.contact, facts, before, now, step, laws.findings);
  watch(laws.plane, facts, before, now, step, laws.findings);
  watch(laws.rest, facts, before, now, step, laws.findings);
  watch(laws.joints, facts, before, now, step, laws.findings);
}

void finish(Laws& laws, const Frame& now, int step) {
  if (!laws.over) finish(laws.rest, laws.facts, now, step, laws.findings);
}

}  // namespace tumble::fuzz
