#include "fuzz/busy_scene.h"

#include "support/json_from_text.h"

namespace tumble::fuzz {
namespace {

const char* const kBusy = R"({"tumble": 1, "bodies": [
  {"name": "floor", "type": "static", "size": [40,2,40], "position": [0,-1,0]},
  {"type": "kinematic", "size": [1,0.5,4], "position": [-3,0.6,0], "angularVelocity": [0,1,0], "velocity": [0.2,0,0]},
  {"name": "brick", "size": [1,1,1], "position": [0,0.6,0], "arrangement": {"type": "grid", "count": [2,2,2], "spacing": [1.3,1.2,1.3]}},
  {"position": [0,12,0], "restitution": 0.6, "shapes": [{"type": "box", "size": [2,0.4,0.4]}, {"type": "box", "size": [0.4,2,0.4]},
    {"type": "sphere", "radius": 0.3, "position": [0,1,0]}]},
  {"position": [6,3,0], "shapes": [{"type": "hull", "collides": false, "vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1],[1,1,1]]},
    {"type": "points", "collides": false, "points": [[0,0,0],[1,0,0]], "masses": [1,2]}, {"type": "box", "size": [0.1,0.1,0.1], "subtract": true}]},
  {"position": [9,3,0], "size": [1,2,0.1], "motion": "explicitEuler", "angularVelocity": [1,2,3]},
  {"position": [12,3,0], "size": [1,2,0.1], "motion": "eulerAngles", "angularVelocity": [1,2,3]},
  {"position": [15,3,0], "size": [1,2,0.1], "motion": "exact", "angularVelocity": [1,2,3]},
  {"position": [18,3,0], "size": [1,2,0.1], "planar": true, "angularVelocity": [0,0,30], "continuous": true}],
 "forces": [{"type": "spring", "body": 5, "anchor": [0,9,0], "stiffness": 3000, "damping": 50}, {"type": "field", "acceleration": [0,0,0.1]},
  {"type": "spring", "body": 2, "other": 3, "stiffness": 100, "restLength": 1.3}, {"type": "drag", "body": 7, "linear": 30, "angular": 5},
  {"type": "beam", "body": 6, "anchor": [0,5,0], "strength": 5}],
 "commands": [{"type": "drag", "step": 3, "body": 6, "point": [0,2,0], "target": [3,6,0]}, {"type": "removeBody", "step": 5, "body": 9},
  {"type": "addBody", "step": 7, "body": {"size": [0.5,0.5,3], "position": [0,7,0]}}, {"type": "force", "step": 9, "body": 8, "force": [0,900,0], "steps": 250},
  {"type": "addBody", "step": 122, "body": {"name": "late", "shapes": [{"type": "mesh", "collides": false, "vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]],
    "triangles": [[0,2,1],[0,1,3],[0,3,2],[1,2,3]]}], "inertia": [1,1,1], "mass": 3}},
  {"type": "impulse", "step": 122, "body": 3, "impulse": [20,10,0], "point": [0,1,0]}, {"type": "explosion", "step": 123, "position": [0,0,0], "impulse": 50, "radius": 5},
  {"type": "pose", "step": 123, "body": 10, "position": [0,8,0]}, {"type": "velocity", "step": 123, "body": 10, "angularVelocity": [0,8,0]},
  {"type": "release", "step": 124}, {"type": "removeBody", "step": 124, "body": 4}, {"type": "torque", "step": 123, "body": 5, "torque": [0,9,0], "steps": 5}]})";

}  // namespace

Json busyScene() { return test::jsonFromText(kBusy).json; }

}  // namespace tumble::fuzz
